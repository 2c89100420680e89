/* factory.c - the two functions of libfp8c_ort that ONNX Runtime looks for, and the devices it
 * offers. */
#include "integrations/ort/provider.h"

#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))
#define VENDOR_NVIDIA 0x10de

typedef struct factory {
  OrtEpFactory table; /* first: ONNX Runtime knows this alone */
  ort_api ort;
} factory;

static const char *get_name(const OrtEpFactory *f) {
  (void)f;
  return PROVIDER_NAME;
}

static const char *get_vendor(const OrtEpFactory *f) {
  (void)f;
  return "fp8c";
}

static uint32_t get_vendor_id(const OrtEpFactory *f) {
  (void)f;
  return 0; /* no vendor of hardware */
}

static const char *get_version(const OrtEpFactory *f) {
  (void)f;
  return fp8c_version();
}

/* Every CPU, and NVIDIA's GPUs. */
static bool serves(const ort_api *ort, const OrtHardwareDevice *d) {
  int type = ort->HardwareDevice_Type(d);
  return type == ORT_HARDWARE_CPU ||
         (type == ORT_HARDWARE_GPU && ort->HardwareDevice_VendorId(d) == VENDOR_NVIDIA);
}

static OrtStatus *get_devices(OrtEpFactory *table, const OrtHardwareDevice *const *devices,
                              size_t count, OrtEpDevice **out, size_t most, size_t *made) {
  const ort_api *ort = &((factory *)table)->ort;
  *made = 0;
  for (size_t i = 0; i < count && *made < most; i++) {
    if (!serves(ort, devices[i])) continue;
    OrtStatus *status = ort->ep->CreateEpDevice(table, devices[i], NULL, NULL, &out[*made]);
    if (status) {
      while (*made) ort->ep->ReleaseEpDevice(out[--*made]);
      return status;
    }
    ++*made;
  }
  return NULL;
}

static OrtStatus *create_ep(OrtEpFactory *table, const OrtHardwareDevice *const *devices,
                            const OrtKeyValuePairs *const *metadata, size_t count,
                            const OrtSessionOptions *options, const OrtLogger *logger,
                            OrtEp **out) {
  (void)metadata;
  const ort_api *ort = &((factory *)table)->ort;
  if (count != 1)
    return ort->CreateStatus(ORT_INVALID_ARGUMENT,
                             "a session of " PROVIDER_NAME " runs on one device");
  return provider_create(ort, options, logger,
                         ort->HardwareDevice_Type(devices[0]) == ORT_HARDWARE_GPU, out);
}

static void release_ep(OrtEpFactory *table, OrtEp *ep) {
  (void)table;
  provider_free(ep);
}

/* A context model carries a plan, and the plan is checked when it is opened. */
static OrtStatus *validate(OrtEpFactory *table, const OrtHardwareDevice *const *devices,
                           size_t count, const char *info, int *out) {
  (void)table, (void)devices, (void)count, (void)info;
  *out = ORT_COMPATIBILITY_UNKNOWN;
  return NULL;
}

/* Tensors come and go in the host's memory: ONNX Runtime's own allocator serves. */
static OrtStatus *create_allocator(OrtEpFactory *table, const OrtMemoryInfo *info,
                                   const OrtKeyValuePairs *options, OrtAllocator **out) {
  (void)table, (void)info, (void)options;
  *out = NULL;
  return NULL;
}

static void release_allocator(OrtEpFactory *table, OrtAllocator *allocator) {
  (void)table, (void)allocator;
}

static OrtStatus *create_transfer(OrtEpFactory *table, OrtDataTransferImpl **out) {
  (void)table;
  *out = NULL;
  return NULL;
}

static bool is_stream_aware(const OrtEpFactory *table) {
  (void)table;
  return false;
}

static OrtStatus *create_stream(OrtEpFactory *table, const OrtMemoryDevice *device,
                                const OrtKeyValuePairs *options, OrtSyncStreamImpl **out) {
  (void)table, (void)device, (void)options;
  *out = NULL;
  return NULL;
}

/* Functions are copied out of their places: data and function pointers have one size here, and
 * memcpy says so. */
static void take_functions(ort_api *ort, const void *const *table) {
#define FUNCTION(place_, result_, name_, parameters_)                                 \
  _Static_assert((place_) < ORT_PLACES_USED, "a place behind those of ORT_API_USED"); \
  memcpy(&ort->name_, &table[place_], sizeof ort->name_);
#include "integrations/ort/api.def"
#undef FUNCTION
  ort->ep = ort->GetEpApi();
  ort->editor = ort->GetModelEditorApi(); /* NULL: a build without it */
}

/* "1.31.1" is 31: the version of the table that a release serves. */
static unsigned long api_of(const char *release) {
  const char *dot = release ? strchr(release, '.') : NULL;
  return dot && strncmp(release, "1.", 2) == 0 ? strtoul(dot + 1, NULL, 10) : 0;
}

EXPORTED OrtStatus *CreateEpFactories(const char *name, const OrtApiBase *base,
                                      const OrtLogger *logger, OrtEpFactory **out, size_t most,
                                      size_t *made);
EXPORTED OrtStatus *ReleaseEpFactory(OrtEpFactory *table);

static OrtStatus *too_old(const OrtApiBase *base) {
  /* These two places of the table are as old as the table. */
  const void *const *table = base->GetApi(1);
  OrtStatus *(*create)(int, const char *);
  if (!table) return NULL;
  memcpy(&create, &table[0], sizeof create);
  return create(ORT_NOT_IMPLEMENTED, "libfp8c_ort needs ONNX Runtime 1.23 or newer");
}

OrtStatus *CreateEpFactories(const char *name, const OrtApiBase *base, const OrtLogger *logger,
                             OrtEpFactory **out, size_t most, size_t *made) {
  (void)name, (void)logger;
  *made = 0;
  unsigned long api = api_of(base->GetVersionString());
  const void *const *table = api >= ORT_API_USED ? base->GetApi(ORT_API_USED) : NULL;
  if (!table) return too_old(base);
  ort_api ort = {0};
  take_functions(&ort, table);
  if (api >= ORT_API_HAS_SHAPE &&
      base->GetApi(ORT_API_HAS_SHAPE)) /* the same table, known to be longer */
    memcpy(&ort.HasShape, &table[ORT_PLACE_HAS_SHAPE], sizeof ort.HasShape);
  if (most < 1) return ort.CreateStatus(ORT_INVALID_ARGUMENT, "there is no room for a factory");
  factory *f = calloc(1, sizeof *f);
  if (!f) return ort.CreateStatus(ORT_FAIL, "out of memory");
  f->ort = ort;
  f->table = (OrtEpFactory){.version = ORT_API_USED,
                            .GetName = get_name,
                            .GetVendor = get_vendor,
                            .GetSupportedDevices = get_devices,
                            .CreateEp = create_ep,
                            .ReleaseEp = release_ep,
                            .GetVendorId = get_vendor_id,
                            .GetVersion = get_version,
                            .ValidateCompiledModelCompatibilityInfo = validate,
                            .CreateAllocator = create_allocator,
                            .ReleaseAllocator = release_allocator,
                            .CreateDataTransfer = create_transfer,
                            .IsStreamAware = is_stream_aware,
                            .CreateSyncStreamForDevice = create_stream};
  out[(*made)++] = &f->table;
  return NULL;
}

OrtStatus *ReleaseEpFactory(OrtEpFactory *table) {
  free((factory *)table);
  return NULL;
}
