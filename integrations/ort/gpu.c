/* gpu.c - tensors in a GPU's memory: what ONNX Runtime has to know of a device to make them, to
 * copy them and to order work on them.
 *
 * The driver is opened at run time, as libfp8c does; both work in the device's primary context, so
 * a pointer of one is a pointer of the other. */
#include "integrations/ort/gpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/dylib.h"

/* ---- The driver -------------------------------------------------------------------- */

typedef struct functions {
  int (*init)(unsigned flags);
  int (*error_string)(int result, const char **text);
  int (*device_count)(int *count);
  int (*device_get)(int *device, int ordinal);
  int (*context_retain)(void **context, int device);
  int (*context_release)(int device);
  int (*context_push)(void *context);
  int (*context_pop)(void **context);
  int (*alloc)(uint64_t *p, size_t bytes);
  int (*free)(uint64_t p);
  int (*to_device)(uint64_t to, const void *from, size_t bytes, void *stream);
  int (*to_host)(void *to, uint64_t from, size_t bytes, void *stream);
  int (*on_device)(uint64_t to, uint64_t from, size_t bytes, void *stream);
  int (*stream_create)(void **stream, unsigned flags);
  int (*stream_destroy)(void *stream);
  int (*stream_wait)(void *stream);
  int (*stream_wait_event)(void *stream, void *event, unsigned flags);
  int (*event_create)(void **event, unsigned flags);
  int (*event_destroy)(void *event);
  int (*event_record)(void *event, void *stream);
  int (*event_wait)(void *event);
} functions;

#define ROW(symbol_, field_) \
  { symbol_, offsetof(functions, field_) }
static const dylib_symbol symbols[] = {
    ROW("cuInit", init),
    ROW("cuGetErrorString", error_string),
    ROW("cuDeviceGetCount", device_count),
    ROW("cuDeviceGet", device_get),
    ROW("cuDevicePrimaryCtxRetain", context_retain),
    ROW("cuDevicePrimaryCtxRelease_v2", context_release),
    ROW("cuCtxPushCurrent_v2", context_push),
    ROW("cuCtxPopCurrent_v2", context_pop),
    ROW("cuMemAlloc_v2", alloc),
    ROW("cuMemFree_v2", free),
    ROW("cuMemcpyHtoDAsync_v2", to_device),
    ROW("cuMemcpyDtoHAsync_v2", to_host),
    ROW("cuMemcpyDtoDAsync_v2", on_device),
    ROW("cuStreamCreate", stream_create),
    ROW("cuStreamDestroy_v2", stream_destroy),
    ROW("cuStreamSynchronize", stream_wait),
    ROW("cuStreamWaitEvent", stream_wait_event),
    ROW("cuEventCreate", event_create),
    ROW("cuEventDestroy_v2", event_destroy),
    ROW("cuEventRecord", event_record),
    ROW("cuEventSynchronize", event_wait),
};
#undef ROW

enum { UNORDERED_STREAM = 1, EVENT_WITHOUT_TIME = 2 };

static struct {
  pthread_once_t once;
  bool open;
  functions f;
} driver = {.once = PTHREAD_ONCE_INIT};

static void open_driver(void) {
  static const char *const names[] = {"libcuda.so.1", "libcuda.so"};
  void *handle;
  driver.open = dylib_open(names, 2, symbols, sizeof symbols / sizeof *symbols, &driver.f, &handle,
                           NULL) == FP8C_OK &&
                driver.f.init(0) == 0;
}

int gpu_count(void) {
  int count = 0;
  pthread_once(&driver.once, open_driver);
  return driver.open && driver.f.device_count(&count) == 0 ? count : 0;
}

static fp8c_status took(int result, const char *doing, fp8c_error *err) {
  const char *words = NULL;
  if (result == 0) return FP8C_OK;
  (void)driver.f.error_string(result, &words);
  return fail(err, result == 2 ? FP8C_ERROR_DEVICE_MEMORY : FP8C_ERROR_DEVICE,
              "%s: CUDA says %d (%s)", doing, result, words ? words : "unknown");
}

/* ---- A GPU --------------------------------------------------------------------------- */

typedef struct block {
  uint64_t place;
  size_t bytes;
  bool used;
  pthread_t freed_by; /* unused: behind whose work it is free */
} block;

struct gpu {
  OrtAllocator allocator; /* first, and so are the tables below: ONNX Runtime knows these alone */
  const ort_api *ort;
  int ordinal, device;
  void *context;
  OrtMemoryInfo *info;
  pthread_mutex_t opening; /* of the context */
  pthread_mutex_t lock;    /* of the blocks */
  block *blocks;
  size_t block_count, block_room;
};

/* The context is made when it is first needed: a GPU that is only offered costs nothing. */
static bool enter(gpu *g) {
  (void)pthread_mutex_lock(&g->opening);
  if (!g->context && driver.f.context_retain(&g->context, g->device) != 0) g->context = NULL;
  void *context = g->context;
  (void)pthread_mutex_unlock(&g->opening);
  return context && driver.f.context_push(context) == 0;
}

static void leave(void) {
  void *context;
  (void)driver.f.context_pop(&context);
}

static int left(int result) {
  leave();
  return result;
}

#define UNUSABLE 201 /* CUDA_ERROR_INVALID_CONTEXT */
/* A call in the GPU's context; what the driver says. */
#define ON(g_, call_) (enter(g_) ? left(driver.f.call_) : UNUSABLE)

/* ---- Memory -------------------------------------------------------------------------- */

#define GRAIN ((size_t)512)
#define KEPT_FOR_OTHERS ((size_t)256 << 20) /* bytes of unused blocks that other threads freed */

/* A block that the calling thread freed, and that is not much too large; else NULL.  What another
 * thread freed may still be read on that thread's stream. */
static block *unused(gpu *g, size_t bytes) {
  block *best = NULL;
  for (size_t i = 0; i < g->block_count; i++) {
    block *b = &g->blocks[i];
    if (!b->used && pthread_equal(b->freed_by, pthread_self()) && b->bytes >= bytes &&
        b->bytes / 2 <= bytes && (!best || b->bytes < best->bytes))
      best = b;
  }
  return best;
}

static void give_back_unused(gpu *g) {
  size_t kept = 0;
  for (size_t i = 0; i < g->block_count; i++)
    if (g->blocks[i].used)
      g->blocks[kept++] = g->blocks[i];
    else
      (void)driver.f.free(g->blocks[i].place);
  g->block_count = kept;
}

/* Threads that have ended use their blocks no more. */
static bool others_keep_too_much(const gpu *g) {
  size_t kept = 0;
  for (size_t i = 0; i < g->block_count; i++)
    if (!g->blocks[i].used && !pthread_equal(g->blocks[i].freed_by, pthread_self()))
      kept += g->blocks[i].bytes;
  return kept > KEPT_FOR_OTHERS;
}

static block *new_block(gpu *g, size_t bytes) {
  block b = {.bytes = bytes};
  if (others_keep_too_much(g)) give_back_unused(g);
  if (g->block_count == g->block_room) {
    size_t room = g->block_room ? 2 * g->block_room : 64;
    block *more = realloc(g->blocks, room * sizeof *more);
    if (!more) return NULL;
    g->blocks = more;
    g->block_room = room;
  }
  if (driver.f.alloc(&b.place, bytes) != 0) {
    give_back_unused(g);
    if (driver.f.alloc(&b.place, bytes) != 0) return NULL;
  }
  g->blocks[g->block_count] = b;
  return &g->blocks[g->block_count++];
}

/* Memory of the driver costs as much as a small run, so blocks are kept for the thread's next
 * tensor of such a size.  ONNX Runtime frees a tensor behind the work on it, in the order of one
 * stream or at the end of a run, which waits. */
static void *allocate(OrtAllocator *table, size_t bytes) {
  gpu *g = (gpu *)table;
  if (!bytes || bytes > SIZE_MAX - GRAIN || !enter(g)) return NULL;
  (void)pthread_mutex_lock(&g->lock);
  size_t whole = (bytes + GRAIN - 1) / GRAIN * GRAIN;
  block *b = unused(g, whole);
  if (!b) b = new_block(g, whole);
  if (b) b->used = true;
  void *place = b ? (void *)(uintptr_t)b->place : NULL;
  (void)pthread_mutex_unlock(&g->lock);
  leave();
  return place;
}

static void release(OrtAllocator *table, void *place) {
  gpu *g = (gpu *)table;
  (void)pthread_mutex_lock(&g->lock);
  for (size_t i = 0; i < g->block_count; i++)
    if (g->blocks[i].place == (uint64_t)(uintptr_t)place) {
      g->blocks[i].used = false;
      g->blocks[i].freed_by = pthread_self();
    }
  (void)pthread_mutex_unlock(&g->lock);
}

static const OrtMemoryInfo *info_of(const OrtAllocator *table) {
  return ((const gpu *)table)->info;
}

gpu *gpu_open(const ort_api *ort, int ordinal) {
  gpu *g = calloc(1, sizeof *g);
  if (!g) return NULL;
  g->allocator = (OrtAllocator){.version = ORT_API_USED,
                                .Alloc = allocate,
                                .Free = release,
                                .Info = info_of,
                                .Reserve = allocate};
  g->ort = ort;
  g->ordinal = ordinal;
  (void)pthread_mutex_init(&g->opening, NULL);
  (void)pthread_mutex_init(&g->lock, NULL);
  OrtStatus *status = NULL;
  bool found = driver.f.device_get(&g->device, ordinal) == 0;
  if (found) /* alignment 0: as callers name the device, who know of none */
    status = ort->CreateMemoryInfo_V2("fp8c", ORT_MEMORY_GPU, VENDOR_NVIDIA, ordinal,
                                      ORT_MEMORY_DEFAULT, 0, ORT_DEVICE_ALLOCATOR, &g->info);
  if (found && !status) return g;
  if (status) ort->ReleaseStatus(status);
  gpu_close(g);
  return NULL;
}

void gpu_close(gpu *g) {
  if (!g) return;
  if (g->block_count && enter(g)) {
    for (size_t i = 0; i < g->block_count; i++) (void)driver.f.free(g->blocks[i].place);
    leave();
  }
  free(g->blocks);
  if (g->info) g->ort->ReleaseMemoryInfo(g->info);
  if (g->context) (void)driver.f.context_release(g->device);
  (void)pthread_mutex_destroy(&g->lock);
  (void)pthread_mutex_destroy(&g->opening);
  free(g);
}

int gpu_ordinal(const gpu *g) { return g->ordinal; }
const OrtMemoryInfo *gpu_memory(const gpu *g) { return g->info; }
OrtAllocator *gpu_allocator(gpu *g) { return &g->allocator; }

/* ---- Copies --------------------------------------------------------------------------- */

typedef struct transfer {
  OrtDataTransferImpl table;
  const ort_api *ort;
  gpu *const *gpus;
  size_t count;
} transfer;

/* The GPU that memory is of, and whether it is a GPU's or the host's at all. */
static gpu *gpu_of(const transfer *t, const OrtMemoryDevice *d) {
  const OrtEpApi *ep = t->ort->ep;
  if (!d || ep->GetDeviceType(d) != ORT_MEMORY_GPU || ep->GetVendorId(d) != VENDOR_NVIDIA)
    return NULL;
  for (size_t i = 0; i < t->count; i++)
    if ((uint32_t)t->gpus[i]->ordinal == ep->GetDeviceId(d)) return t->gpus[i];
  return NULL;
}

static bool is_host(const transfer *t, const OrtMemoryDevice *d) {
  return t->ort->ep->GetDeviceType(d) == ORT_MEMORY_CPU;
}

static bool can_copy(const OrtDataTransferImpl *table, const OrtMemoryDevice *from,
                     const OrtMemoryDevice *to) {
  const transfer *t = (const transfer *)table;
  const gpu *source = gpu_of(t, from), *target = gpu_of(t, to);
  return source && target ? source == target
                          : (source && is_host(t, to)) || (target && is_host(t, from));
}

static fp8c_status copy(const transfer *t, const OrtValue *from, OrtValue *to, void *stream,
                        fp8c_error *err) {
  gpu *source = gpu_of(t, t->ort->ep->Value_GetMemoryDevice(from)),
      *target = gpu_of(t, t->ort->ep->Value_GetMemoryDevice(to));
  const void *data = NULL;
  void *place = NULL;
  size_t bytes = 0;
  ASK(t->ort, GetTensorSizeInBytes(from, &bytes));
  if (!bytes) return FP8C_OK;
  ASK(t->ort, GetTensorData(from, &data));
  ASK(t->ort, GetTensorMutableData(to, &place));
  gpu *g = source ? source : target;
  uint64_t in = (uintptr_t)data, out = (uintptr_t)place;
  int result = source && target ? ON(g, on_device(out, in, bytes, stream))
               : target         ? ON(g, to_device(out, data, bytes, stream))
                                : ON(g, to_host(place, in, bytes, stream));
  /* Without a stream to wait for, and for whoever reads the host's memory next, it is done now. */
  if (result == 0 && (!stream || !target)) result = ON(g, stream_wait(stream));
  return took(result, "copying a tensor", err);
}

static void *handle_of(const ort_api *ort, const OrtSyncStream *stream) {
  OrtSyncStreamImpl *own =
      stream ? (OrtSyncStreamImpl *)(uintptr_t)ort->ep->SyncStream_GetImpl(stream) : NULL;
  return own ? own->GetHandle(own) : NULL;
}

static OrtStatus *copy_tensors(OrtDataTransferImpl *table, const OrtValue **from, OrtValue **to,
                               OrtSyncStream **streams, size_t count) {
  const transfer *t = (const transfer *)table;
  fp8c_error err = {0};
  fp8c_status status = FP8C_OK;
  for (size_t i = 0; i < count && status == FP8C_OK; i++)
    status = copy(t, from[i], to[i], handle_of(t->ort, streams ? streams[i] : NULL), &err);
  return ort_status(t->ort, status, &err);
}

static void free_transfer(OrtDataTransferImpl *table) { free((transfer *)table); }

OrtStatus *gpu_transfer(const ort_api *ort, gpu *const *gpus, size_t count,
                        OrtDataTransferImpl **out) {
  transfer *t = calloc(1, sizeof *t);
  if (!t) return ort->CreateStatus(ORT_FAIL, "out of memory");
  t->table = (OrtDataTransferImpl){.version = ORT_API_USED,
                                   .Release = free_transfer,
                                   .CanCopy = can_copy,
                                   .CopyTensors = copy_tensors};
  t->ort = ort;
  t->gpus = gpus;
  t->count = count;
  *out = &t->table;
  return NULL;
}

/* ---- Streams -------------------------------------------------------------------------- */

typedef struct stream {
  OrtSyncStreamImpl table;
  gpu *of;
  void *handle;
} stream;

typedef struct notification {
  OrtSyncNotificationImpl table;
  stream *of;
  void *event;
} notification;

static OrtStatus *say(const gpu *g, int result, const char *doing) {
  fp8c_error err = {0};
  return ort_status(g->ort, took(result, doing, &err), &err);
}

static OrtStatus *activate(OrtSyncNotificationImpl *table) {
  notification *n = (notification *)table;
  return say(n->of->of, ON(n->of->of, event_record(n->event, n->of->handle)), "recording an event");
}

static OrtStatus *wait_on_device(OrtSyncNotificationImpl *table, OrtSyncStream *consumer) {
  notification *n = (notification *)table;
  void *handle = handle_of(n->of->of->ort, consumer);
  int result = handle ? ON(n->of->of, stream_wait_event(handle, n->event, 0))
                      : ON(n->of->of, event_wait(n->event));
  return say(n->of->of, result, "waiting for an event");
}

static OrtStatus *wait_on_host(OrtSyncNotificationImpl *table) {
  notification *n = (notification *)table;
  return say(n->of->of, ON(n->of->of, event_wait(n->event)), "waiting for an event");
}

static void free_notification(OrtSyncNotificationImpl *table) {
  notification *n = (notification *)table;
  gpu_free_event(n->of->of, n->event);
  free(n);
}

static OrtStatus *create_notification(OrtSyncStreamImpl *table, OrtSyncNotificationImpl **out) {
  stream *s = (stream *)table;
  notification *n = calloc(1, sizeof *n);
  *out = NULL;
  if (!n) return s->of->ort->CreateStatus(ORT_FAIL, "out of memory");
  n->table = (OrtSyncNotificationImpl){.version = ORT_API_USED,
                                       .Release = free_notification,
                                       .Activate = activate,
                                       .WaitOnDevice = wait_on_device,
                                       .WaitOnHost = wait_on_host};
  n->of = s;
  n->event = gpu_event(s->of);
  if (!n->event) {
    free_notification(&n->table);
    return s->of->ort->CreateStatus(ORT_EP_FAIL, "the GPU makes no event");
  }
  *out = &n->table;
  return NULL;
}

static void *get_handle(OrtSyncStreamImpl *table) { return ((stream *)table)->handle; }

static OrtStatus *flush(OrtSyncStreamImpl *table) {
  stream *s = (stream *)table;
  return say(s->of, ON(s->of, stream_wait(s->handle)), "waiting for a stream");
}

static OrtStatus *run_ended(OrtSyncStreamImpl *table) {
  (void)table;
  return NULL;
}

static void free_stream(OrtSyncStreamImpl *table) {
  stream *s = (stream *)table;
  if (s->handle) (void)ON(s->of, stream_destroy(s->handle));
  free(s);
}

OrtStatus *gpu_stream(gpu *g, OrtSyncStreamImpl **out) {
  stream *s = calloc(1, sizeof *s);
  *out = NULL;
  if (!s) return g->ort->CreateStatus(ORT_FAIL, "out of memory");
  s->table = (OrtSyncStreamImpl){.version = ORT_API_USED,
                                 .Release = free_stream,
                                 .GetHandle = get_handle,
                                 .CreateNotification = create_notification,
                                 .Flush = flush,
                                 .OnSessionRunEnd = run_ended};
  s->of = g;
  if (ON(g, stream_create(&s->handle, UNORDERED_STREAM)) != 0) s->handle = NULL;
  if (!s->handle) {
    free_stream(&s->table);
    return g->ort->CreateStatus(ORT_EP_FAIL, "the GPU makes no stream");
  }
  *out = &s->table;
  return NULL;
}

/* ---- For nodes ------------------------------------------------------------------------ */

void *gpu_event(gpu *g) {
  void *event = NULL;
  return ON(g, event_create(&event, EVENT_WITHOUT_TIME)) == 0 ? event : NULL;
}

void gpu_free_event(gpu *g, void *event) {
  if (event) (void)ON(g, event_destroy(event));
}

fp8c_status gpu_follow(gpu *g, void *behind, void *before, void *event, fp8c_error *err) {
  int result = ON(g, event_record(event, before));
  if (result == 0) result = ON(g, stream_wait_event(behind, event, 0));
  return took(result, "ordering two streams", err);
}

fp8c_status gpu_fill(gpu *g, void *place, const void *from, size_t bytes, fp8c_error *err) {
  int result = bytes ? ON(g, to_device((uintptr_t)place, from, bytes, NULL)) : 0;
  if (result == 0) result = ON(g, stream_wait(NULL));
  return took(result, "copying an output", err);
}
