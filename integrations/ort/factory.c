/* factory.c - the two functions of libfp8c_ort that ONNX Runtime looks for, and the devices it
 * offers. */
#include "integrations/ort/gpu.h"

#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))
#define GPUS_MOST 8 /* as many devices as ONNX Runtime takes of a factory */

/* A GPU that ONNX Runtime knows of. */
typedef struct known_gpu {
  const OrtHardwareDevice *hardware;
  OrtHardwareDevice *own; /* the same, where ONNX Runtime did not find it */
  gpu *memory;            /* NULL: the driver does not give it */
} known_gpu;

typedef struct factory {
  OrtEpFactory table; /* first: ONNX Runtime knows this alone */
  ort_api ort;
  known_gpu gpus[GPUS_MOST];
  gpu *memories[GPUS_MOST];
  size_t gpu_count, memory_count;
  bool has_virtual; /* devices that ONNX Runtime did not find can be made */
} factory;

static void forget_gpus(factory *f) {
  for (size_t i = 0; i < f->gpu_count; i++) {
    gpu_close(f->gpus[i].memory);
    if (f->gpus[i].own) f->ort.ep->ReleaseHardwareDevice(f->gpus[i].own);
  }
  f->gpu_count = f->memory_count = 0;
}

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

static bool is_cpu(const ort_api *ort, const OrtHardwareDevice *d) {
  return ort->HardwareDevice_Type(d) == ORT_HARDWARE_CPU;
}

static bool is_gpu(const ort_api *ort, const OrtHardwareDevice *d) {
  return ort->HardwareDevice_Type(d) == ORT_HARDWARE_GPU &&
         ort->HardwareDevice_VendorId(d) == VENDOR_NVIDIA;
}

/* Devices that are offered, as ONNX Runtime takes them. */
typedef struct offer {
  OrtEpDevice **list;
  size_t count, most;
} offer;

static OrtStatus *offer_device(factory *f, const OrtHardwareDevice *d, const gpu *memory,
                               offer *o) {
  OrtEpDevice **made = &o->list[o->count];
  OrtStatus *status = f->ort.ep->CreateEpDevice(&f->table, d, NULL, NULL, made);
  if (status) return status;
  o->count++;
  return memory ? f->ort.ep->AddAllocatorInfo(*made, gpu_memory(memory)) : NULL;
}

/* The next GPU, which is the driver's of that number. */
static OrtStatus *offer_gpu(factory *f, const OrtHardwareDevice *d, OrtHardwareDevice *own,
                            offer *o) {
  int ordinal = (int)f->gpu_count;
  known_gpu *known = &f->gpus[f->gpu_count++];
  *known = (known_gpu){.hardware = d, .own = own};
  if (ordinal < gpu_count()) known->memory = gpu_open(&f->ort, ordinal);
  if (known->memory) f->memories[f->memory_count++] = known->memory;
  return offer_device(f, d, known->memory, o);
}

/* ONNX Runtime finds GPUs by nodes of Linux's graphics (DRM), which servers and containers often
 * have not. What the driver shows is offered all the same, where there is a function for it. */
static OrtStatus *offer_driver_gpu(factory *f, offer *o) {
  OrtHardwareDevice *made = NULL;
  OrtStatus *status = f->ort.ep->CreateHardwareDevice(
      ORT_HARDWARE_GPU, VENDOR_NVIDIA, (uint32_t)f->gpu_count, "NVIDIA", NULL, &made);
  return status ? status : offer_gpu(f, made, made, o);
}

static OrtStatus *offer_what_the_driver_has(factory *f, offer *o) {
  OrtStatus *status = NULL;
  int count = f->has_virtual ? gpu_count() : 0;
  while (!status && (int)f->gpu_count < count && f->gpu_count < GPUS_MOST && o->count < o->most)
    status = offer_driver_gpu(f, o);
  return status;
}

/* Every CPU, and NVIDIA's GPUs. */
static OrtStatus *get_devices(OrtEpFactory *table, const OrtHardwareDevice *const *devices,
                              size_t count, OrtEpDevice **out, size_t most, size_t *made) {
  factory *f = (factory *)table;
  offer o = {.list = out, .most = most};
  OrtStatus *status = NULL;
  forget_gpus(f);
  for (size_t i = 0; i < count && o.count < most && !status; i++)
    if (is_cpu(&f->ort, devices[i]))
      status = offer_device(f, devices[i], NULL, &o);
    else if (is_gpu(&f->ort, devices[i]) && f->gpu_count < GPUS_MOST)
      status = offer_gpu(f, devices[i], NULL, &o);
  if (!status && !f->gpu_count) status = offer_what_the_driver_has(f, &o);
  while (status && o.count) f->ort.ep->ReleaseEpDevice(out[--o.count]);
  *made = o.count;
  return status;
}

static OrtStatus *create_ep(OrtEpFactory *table, const OrtHardwareDevice *const *devices,
                            const OrtKeyValuePairs *const *metadata, size_t count,
                            const OrtSessionOptions *options, const OrtLogger *logger,
                            OrtEp **out) {
  (void)metadata;
  const factory *f = (const factory *)table;
  device_choice on = {.ordinal = -1};
  if (count != 1)
    return f->ort.CreateStatus(ORT_INVALID_ARGUMENT,
                               "a session of " PROVIDER_NAME " runs on one device");
  for (size_t i = 0; i < f->gpu_count; i++)
    if (f->gpus[i].hardware == devices[0])
      on = (device_choice){.ordinal = (int)i, .memory = f->gpus[i].memory};
  return provider_create(&f->ort, options, logger, &on, out);
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

/* ---- Memory and streams ---------------------------------------------------------- */

/* The GPU whose memory this is; NULL: it is the host's. */
static gpu *memory_of(const factory *f, const OrtMemoryDevice *d) {
  const OrtEpApi *ep = f->ort.ep;
  for (size_t i = 0; d && i < f->memory_count; i++)
    if (ep->AreEqual(d, ep->GetMemoryDevice(gpu_memory(f->memories[i])))) return f->memories[i];
  return NULL;
}

/* NULL: ONNX Runtime's own, of the host. */
static OrtStatus *create_allocator(OrtEpFactory *table, const OrtMemoryInfo *info,
                                   const OrtKeyValuePairs *options, OrtAllocator **out) {
  (void)options;
  const factory *f = (const factory *)table;
  gpu *g = info ? memory_of(f, f->ort.ep->GetMemoryDevice(info)) : NULL;
  *out = g ? gpu_allocator(g) : NULL;
  return NULL;
}

/* It belongs to its GPU, whose blocks serve whoever asks next. */
static void release_allocator(OrtEpFactory *table, OrtAllocator *allocator) {
  (void)table, (void)allocator;
}

static OrtStatus *create_transfer(OrtEpFactory *table, OrtDataTransferImpl **out) {
  const factory *f = (const factory *)table;
  *out = NULL;
  return f->memory_count ? gpu_transfer(&f->ort, f->memories, f->memory_count, out) : NULL;
}

static bool is_stream_aware(const OrtEpFactory *table) {
  return ((const factory *)table)->memory_count > 0;
}

static OrtStatus *create_stream(OrtEpFactory *table, const OrtMemoryDevice *device,
                                const OrtKeyValuePairs *options, OrtSyncStreamImpl **out) {
  (void)options;
  gpu *g = memory_of((const factory *)table, device);
  *out = NULL;
  return g ? gpu_stream(g, out) : NULL;
}

/* ---- Life ------------------------------------------------------------------------ */

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
  f->has_virtual = api >= ORT_API_HAS_VIRTUAL && base->GetApi(ORT_API_HAS_VIRTUAL);
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
  factory *f = (factory *)table;
  forget_gpus(f);
  free(f);
  return NULL;
}
