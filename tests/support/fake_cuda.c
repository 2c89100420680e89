/* fake_cuda.c - a libcuda.so.1 without a GPU: device memory is the host's, a
 * launch calls the C function with the kernel's name, a stream does at once what
 * it is told or, while captured, writes it down for the graph.
 *
 * It lets the CUDA device of runtime/ run whole on any machine: addresses,
 * order, staging, graphs, what is freed.  What a kernel computes is not its
 * subject; the few here are written out below.  fake_cuda_live() counts what
 * was made and not given back; fake_cuda_disturb(n) lets the next n captures be invalidated.
 *
 * FP8C_FAKE_TIMES="4=20,8=5" makes kernels of 4 blocks take 20 us and those of 8 take 5,
 * FP8C_FAKE_REFUSES=4 refuses to launch those of 4, FP8C_FAKE_STALL=9 makes the ninth kernel of
 * all take a millisecond more; FP8C_FAKE_CACHE says how large the L2 cache is, in bytes.
 *
 * With FAKE_CUDA_SIMT it is the driver of tests/simt: modules are what simt.c's
 * NVRTC made of generated kernels, and those run. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda_driver.h"
#ifdef FAKE_CUDA_SIMT
#include <stdio.h>

#include "tests/simt/simt.h"
#include "tests/simt/tensor_map.h"
#endif

#define PUBLIC __attribute__((visibility("default")))

static int live; /* objects and allocations */
PUBLIC int fake_cuda_live(void);
int fake_cuda_live(void) { return live; }

static size_t
    held; /* bytes that were asked for, of the GPU and of pinned memory, and kernels run */
static unsigned long kernels;
PUBLIC size_t fake_cuda_held(void);
size_t fake_cuda_held(void) { return held; }
PUBLIC unsigned long fake_cuda_kernels(void);
unsigned long fake_cuda_kernels(void) { return kernels; }

static int disturbed; /* captures to come that another thread invalidates */
PUBLIC void fake_cuda_disturb(int captures);
void fake_cuda_disturb(int captures) { disturbed = captures; }

static void *make(size_t bytes) {
  void *p = NULL;
  if (posix_memalign(&p, 256, bytes ? bytes : 1) != 0) return NULL;
  memset(p, 0, bytes);
  live++;
  return p;
}

static int drop(void *p) {
  free(p);
  live--;
  return 0;
}

#ifdef FAKE_CUDA_SIMT

/* ---- Kernels are modules ---------------------------------------------------------- */

struct CUfunc_st {
  simt_module *module;
  bool patient; /* reads nothing before it waits for the kernel before */
  bool hurries; /* lets it start before it waits */
};
struct CUmod_st {
  struct CUfunc_st function;
};

static const char *function_name(cu_function f) { return simt_name(f->module); }
static int parameter_count(cu_function f) { return (int)simt_parameters(f->module); }
static size_t parameter_bytes(cu_function f, int i) {
  return simt_parameter_bytes(f->module, (size_t)i);
}

#else

/* ---- Kernels ------------------------------------------------------------------ */

static uint16_t to_bf16(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (uint16_t)((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

static float from_bf16(uint16_t h) {
  uint32_t bits = (uint32_t)h << 16;
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

#define POINTER(type_, index_) ((type_ *)(uintptr_t) * (uint64_t *)p[index_])
#define INTEGER(index_) (*(int64_t *)p[index_])
#define NUMBER(index_) (*(float *)p[index_])

/* f32 x, bf16 y, n, k: y = x k */
static void scale_(void **p) {
  for (int64_t i = 0; i < INTEGER(2); i++)
    POINTER(uint16_t, 1)[i] = to_bf16(POINTER(float, 0)[i] * NUMBER(3));
}

/* bf16 x, f32 y, n: y = max(x, 0) */
static void relu(void **p) {
  for (int64_t i = 0; i < INTEGER(2); i++) {
    float x = from_bf16(POINTER(uint16_t, 0)[i]);
    POINTER(float, 1)[i] = x < 0 ? 0 : x;
  }
}

/* One element is another one's. */
static void relu_wrong(void **p) {
  relu(p);
  POINTER(float, 1)[5] = POINTER(float, 1)[6] + 1;
}

/* f32 x, f32 y, n: y = x x */
static void square(void **p) {
  for (int64_t i = 0; i < INTEGER(2); i++)
    POINTER(float, 1)[i] = POINTER(float, 0)[i] * POINTER(float, 0)[i];
}

static void nothing(void **p) { (void)p; }

struct CUfunc_st {
  const char *name;
  void (*run)(void **parameters);
  int count; /* of parameters */
};

/* A kernel of the compiler's own: it is launched, and that is all. */
static struct CUfunc_st compiled[256];
static int compiled_count;

static struct CUfunc_st functions[] = {
    {"scale", scale_, 4},  {"relu", relu, 3},       {"relu_wrong", relu_wrong, 3},
    {"square", square, 3}, {"nothing", nothing, 3},
};

static const char *function_name(cu_function f) { return f->name; }
static int parameter_count(cu_function f) { return f->count; }
static size_t parameter_bytes(cu_function f, int i) { return (void)f, (void)i, sizeof(uint64_t); }

#endif

/* ---- Streams and graphs ----------------------------------------------------------- */

struct CUevent_st {
  double milliseconds;
};
static double clock_ms; /* a kernel takes 10 us, a copy 1 */

/* The number behind "BLOCKS=" in a list. */
static double scripted(const char *list, unsigned blocks, double other) {
  while (list && *list) {
    char *end;
    unsigned long of = strtoul(list, &end, 10);
    if (end == list || *end != '=') break;
    double number = strtod(end + 1, &end);
    if (of == blocks) return number;
    list = *end == ',' ? end + 1 : NULL;
  }
  return other;
}

/* A kernel of so many blocks has run. */
static void pass_time(unsigned blocks) {
  const char *stall = getenv("FP8C_FAKE_STALL");
  clock_ms += scripted(getenv("FP8C_FAKE_TIMES"), blocks, 10) / 1000;
  kernels++;
  if (stall && kernels == strtoul(stall, NULL, 10)) clock_ms += 1;
}

typedef struct work {
  struct work *next;
  cu_function function; /* NULL: a copy, or a clock reading */
  cu_event event;
  unsigned grid[3], block[3];
  size_t shared_bytes;
  bool programmatic;                /* may begin before the kernel before has ended */
  bool looked;                      /* ... and what it reads before it waits was looked at: */
  uint64_t then;                    /* a number of it */
  void **parameters;                /* and what they point at, in one allocation */
  void (*call)(const void *object); /* its object is `from` */
  void *to;
  const void *from;
  size_t bytes;
} work;

struct CUgraph_st {
  work *first, **last;
  int count;
};
struct CUgraphExec_st {
  struct CUgraph_st graph;
};
struct CUstream_st {
  cu_graph capturing;
};

static cu_result run_kernel(const work *w) {
#ifdef FAKE_CUDA_SIMT
  return simt_launch(w->function->module, w->grid, w->block, w->shared_bytes, w->parameters) ? 0
                                                                                             : 719;
#else
  w->function->run(w->parameters);
  return 0;
#endif
}

#ifdef FAKE_CUDA_SIMT
static uint64_t run_early(const work *w, bool *waits, bool *hurries) {
  return simt_early(w->function->module, w->grid, w->block, w->shared_bytes, w->parameters, waits,
                    hurries);
}

/* What a kernel reads before it waits, when the first of those that it may run beside has not run.
 */
static bool look_early(work *w, const work *behind) {
  cu_function f = w->function;
  if (w->looked || f->patient) return true;
  bool waits;
  w->then = run_early(w, &waits, &f->hurries);
  w->looked = true;
  f->patient = !w->then;
  if (!waits)
    fprintf(stderr, "simt: %s may start before %s has ended, and a block of it does not wait\n",
            function_name(f), function_name(behind->function));
  return waits;
}
#endif

static cu_result run_work(work *w) {
  if (w->event) {
    w->event->milliseconds = clock_ms;
  } else if (w->function) {
    pass_time(w->grid[0]);
    return run_kernel(w);
  } else if (w->call) {
    w->call(w->from);
  } else {
    memcpy(w->to, w->from, w->bytes);
    clock_ms += 0.001;
  }
  return 0;
}

/* What a kernel reads before it waits must not be what one writes that may still run then: it is
 * the same before and after all of those.  They are the kernel in front of it and, while such a one
 * lets it start before it waits itself, the kernel in front of that one. */
static cu_result run_before(work *w) {
#ifdef FAKE_CUDA_SIMT
  for (work *x = w->function ? w->next : NULL; x && x->function && x->programmatic; x = x->next) {
    if (!look_early(x, w)) return 719;
    if (!x->function->hurries) break;
  }
  cu_result r = run_work(w);
  work *next = w->next;
  if (r || !next || !next->looked) return r;
  next->looked = false;
  bool waits, hurries;
  if (!next->then || run_early(next, &waits, &hurries) == next->then) return 0;
  fprintf(stderr, "simt: %s reads what %s or one in front of it writes, and does not wait for it\n",
          function_name(next->function), function_name(w->function));
  return 719;
#else
  return run_work(w);
#endif
}

static const void *copy_object(const work *w) {
  if (!w->call) return w->from;
  void *copy = make(w->bytes);
  memcpy(copy, w->from, w->bytes);
  return copy;
}

/* The parameters as they are now: pointers first, then what they point at. */
static void **copy_parameters(cu_function f, void **from) {
  int count = parameter_count(f);
  size_t bytes = (size_t)count * sizeof(void *) + 64;
  for (int i = 0; i < count; i++) bytes += (parameter_bytes(f, i) + 63) & ~(size_t)63;
  void **to = make(bytes);
  char *at = (char *)to + (((size_t)count * sizeof(void *) + 63) & ~(size_t)63);
  for (int i = 0; i < count; i++) {
    to[i] = at;
    memcpy(at, from[i], parameter_bytes(f, i));
    at += (parameter_bytes(f, i) + 63) & ~(size_t)63;
  }
  return to;
}

static cu_result issue(cu_stream s, work now) {
  if (!s || !s->capturing) {
    if (now.function) now.parameters = copy_parameters(now.function, now.parameters);
    cu_result result = run_work(&now);
    if (now.function) drop(now.parameters);
    return result;
  }
  if (disturbed) return 901;
  work *w = make(sizeof *w);
  *w = now;
  if (now.function) w->parameters = copy_parameters(now.function, now.parameters);
  w->from = copy_object(&now);
  *s->capturing->last = w;
  s->capturing->last = &w->next;
  s->capturing->count++;
  return 0;
}

#ifdef FAKE_CUDA_SIMT
void simt_takes(unsigned blocks) { pass_time(blocks); }

int simt_issue(void *stream, void (*call)(const void *object), const void *object, size_t bytes) {
  return issue(stream, (work){.call = call, .from = object, .bytes = bytes});
}
#endif

static void free_work(work *w) {
  while (w) {
    work *next = w->next;
    if (w->parameters) drop(w->parameters);
    if (w->call) drop((void *)(uintptr_t)w->from);
    drop(w);
    w = next;
  }
}

#define CALL(name_, ...)               \
  PUBLIC cu_result name_(__VA_ARGS__); \
  cu_result name_(__VA_ARGS__)

PUBLIC cu_result cuGraphDestroy(cu_graph g);

CALL(cuInit, unsigned flags) { return flags != 0; }
CALL(cuDriverGetVersion, int *v) { return *v = 13000, 0; }
CALL(cuGetErrorName, cu_result r, const char **name) {
  return *name = r ? "CUDA_ERROR_FAKE" : "CUDA_SUCCESS", 0;
}
CALL(cuGetErrorString, cu_result r, const char **text) {
  return *text = r ? "made up by a test" : "no error", 0;
}
CALL(cuDeviceGetCount, int *count) { return *count = 1, 0; }
CALL(cuDeviceGet, cu_device *d, int ordinal) { return *d = ordinal, ordinal != 0; }
CALL(cuDeviceGetName, char *name, int length, cu_device d) {
  (void)d;
  strncpy(name, "fake", (size_t)length);
  return 0;
}
CALL(cuDeviceGetPCIBusId, char *out, int length, cu_device d) {
  (void)d;
  strncpy(out, "0000:00:00.0", (size_t)length);
  return 0;
}
CALL(cuDeviceGetAttribute, int *out, int attribute, cu_device d) {
  (void)d;
#ifdef FAKE_CUDA_SIMT /* what has no kernels that only a Hopper runs, unless asked */
  const char *chip = getenv("FP8C_SIMT_SM");
  int sm = chip ? atoi(chip) : 89;
#else
  int sm = 90;
#endif
  const char *cache = getenv("FP8C_FAKE_CACHE");
  *out = attribute == CU_COMPUTE_MAJOR      ? sm / 10
         : attribute == CU_COMPUTE_MINOR    ? sm % 10
         : attribute == CU_PROCESSORS       ? 100
         : attribute == CU_CLOCK_KHZ        ? 1000000
         : attribute == CU_MEMORY_CLOCK_KHZ ? 1000000
         : attribute == CU_MEMORY_BITS      ? 4096
         : attribute == CU_CACHE_BYTES      ? atoi(cache ? cache : "50000000")
                                            : 0;
  return 0;
}
CALL(cuDevicePrimaryCtxRetain, cu_context *c, cu_device d) {
  (void)d;
  live++;
  return *c = (cu_context)(uintptr_t)1, 0;
}
CALL(cuDevicePrimaryCtxRelease_v2, cu_device d) { return live--, (void)d, 0; }
CALL(cuCtxPushCurrent_v2, cu_context c) { return live++, c == NULL; }
CALL(cuCtxPopCurrent_v2, cu_context *c) { return live--, *c = (cu_context)(uintptr_t)1, 0; }
CALL(cuMemGetInfo_v2, size_t *free_, size_t *total) { return *free_ = *total = (size_t)1 << 30, 0; }
CALL(cuMemAlloc_v2, cu_pointer *p, size_t bytes) {
  void *memory = make(bytes);
  held += bytes;
  if (memory) memset(memory, 0xFF, bytes); /* NaN: a GPU's memory is not zeros either */
  return *p = (cu_pointer)(uintptr_t)memory, 0;
}
CALL(cuMemFree_v2, cu_pointer p) { return drop((void *)(uintptr_t)p); }
CALL(cuMemHostAlloc, void **p, size_t bytes, unsigned flags) {
  (void)flags;
  held += bytes;
  return *p = make(bytes), 0;
}
CALL(cuMemFreeHost, void *p) { return drop(p); }
CALL(cuMemcpyHtoDAsync_v2, cu_pointer to, const void *from, size_t bytes, cu_stream s) {
  return issue(s, (work){.to = (void *)(uintptr_t)to, .from = from, .bytes = bytes});
}
CALL(cuMemcpyDtoHAsync_v2, void *to, cu_pointer from, size_t bytes, cu_stream s) {
  return issue(s, (work){.to = to, .from = (void *)(uintptr_t)from, .bytes = bytes});
}
CALL(cuMemcpyDtoDAsync_v2, cu_pointer to, cu_pointer from, size_t bytes, cu_stream s) {
  return issue(
      s, (work){.to = (void *)(uintptr_t)to, .from = (void *)(uintptr_t)from, .bytes = bytes});
}
CALL(cuMemsetD8Async, cu_pointer to, unsigned char byte, size_t bytes, cu_stream s) {
  (void)s;
  memset((void *)(uintptr_t)to, byte, bytes);
  return 0;
}
#ifdef FAKE_CUDA_SIMT
CALL(cuModuleLoadData, cu_module *m, const void *image) {
  *m = make(sizeof **m);
  (*m)->function.module = simt_load(image);
  if ((*m)->function.module) return 0;
  drop(*m);
  return 200; /* no image */
}
CALL(cuModuleUnload, cu_module m) { return simt_unload(m->function.module), drop(m); }
CALL(cuModuleGetFunction, cu_function *f, cu_module m, const char *name) {
  return *f = &m->function, strcmp(simt_name(m->function.module), name) == 0 ? 0 : 500;
}
#else
CALL(cuModuleLoadData, cu_module *m, const void *image) {
  (void)image;
  return *m = make(1), 0;
}
CALL(cuModuleUnload, cu_module m) { return drop(m); }
CALL(cuModuleGetFunction, cu_function *f, cu_module m, const char *name) {
  (void)m;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp(functions[i].name, name) == 0) return *f = &functions[i], 0;
  for (int i = 0; i < compiled_count; i++)
    if (strcmp(compiled[i].name, name) == 0) return *f = &compiled[i], 0;
  if (strncmp(name, "fp8c_", 5) == 0 && compiled_count < 256) {
    compiled[compiled_count] = (struct CUfunc_st){strdup(name), nothing, 0};
    return *f = &compiled[compiled_count++], 0;
  }
  return 500; /* not found */
}
#endif
CALL(cuFuncSetAttribute, cu_function f, int attribute, int value) {
  (void)f, (void)attribute, (void)value;
  return 0;
}
CALL(cuFuncGetName, const char **name, cu_function f) { return *name = function_name(f), 0; }
CALL(cuKernelGetName, const char **name, cu_kernel k) {
  (void)k;
  return *name = "?", 0;
}
CALL(cuLaunchKernelEx, const cu_launch_config *c, cu_function f, void **parameters, void **extra) {
  (void)extra;
  const char *refused = getenv("FP8C_FAKE_REFUSES");
  if (refused && (unsigned)atoi(refused) == c->grid[0]) return 701; /* out of resources */
  work w = {.function = f, .shared_bytes = c->shared_bytes, .parameters = parameters};
  memcpy(w.grid, c->grid, sizeof w.grid);
  memcpy(w.block, c->block, sizeof w.block);
  for (unsigned i = 0; i < c->attribute_count; i++)
    w.programmatic = w.programmatic || c->attributes[i].id == CU_ATTRIBUTE_PROGRAMMATIC;
  return issue(c->stream, w);
}
CALL(cuStreamCreate, cu_stream *s, unsigned flags) {
  (void)flags;
  return *s = make(sizeof **s), 0;
}
CALL(cuStreamDestroy_v2, cu_stream s) {
  if (s->capturing) cuGraphDestroy(s->capturing); /* nobody ended it */
  return drop(s);
}
CALL(cuStreamSynchronize, cu_stream s) {
  (void)s;
  return 0;
}
CALL(cuStreamWaitEvent, cu_stream s, cu_event e, unsigned flags) {
  (void)flags;
  return s->capturing || !e ? 901 : 0; /* what it waits for was done when it was asked for */
}
CALL(cuEventSynchronize, cu_event e) { return e ? 0 : 1; }
CALL(cuStreamIsCapturing, cu_stream s, int *status) { return *status = s->capturing != NULL, 0; }
CALL(cuStreamBeginCapture_v2, cu_stream s, int mode) {
  (void)mode;
  s->capturing = make(sizeof *s->capturing);
  s->capturing->last = &s->capturing->first;
  return 0;
}
CALL(cuStreamEndCapture, cu_stream s, cu_graph *g) {
  *g = s->capturing;
  s->capturing = NULL;
  if (!disturbed) return 0;
  disturbed--;
  cuGraphDestroy(*g);
  *g = NULL;
  return 901;
}
CALL(cuGraphInstantiateWithFlags, cu_graph_exec *e, cu_graph g, unsigned long long flags) {
  (void)flags;
  *e = make(sizeof **e);
  (*e)->graph.last = &(*e)->graph.first;
  for (const work *w = g->first; w; w = w->next) {
    work *copy = make(sizeof *copy);
    *copy = *w;
    copy->next = NULL;
    if (w->parameters) copy->parameters = copy_parameters(w->function, w->parameters);
    copy->from = copy_object(w);
    *(*e)->graph.last = copy;
    (*e)->graph.last = &copy->next;
  }
  return 0;
}
CALL(cuGraphLaunch, cu_graph_exec e, cu_stream s) {
  (void)s;
  cu_result result = 0;
  for (work *w = e->graph.first; w && result == 0; w = w->next) result = run_before(w);
  return result;
}
cu_result cuGraphDestroy(cu_graph g) { return free_work(g->first), drop(g); }
CALL(cuGraphExecDestroy, cu_graph_exec e) { return free_work(e->graph.first), drop(e); }
CALL(cuGraphGetNodes, cu_graph g, cu_graph_node *nodes, size_t *count) {
  if (nodes && !g->count) return 1; /* invalid value, as a real driver says */
  *count = (size_t)g->count;
  if (nodes)
    for (work *w = g->first; w; w = w->next) *nodes++ = (cu_graph_node)w;
  return 0;
}
CALL(cuGraphNodeGetType, cu_graph_node n, int *type) {
  const work *w = (work *)n;
  return *type = w->event ? 7 : w->function ? CU_NODE_KERNEL : CU_NODE_MEMCPY, 0;
}
CALL(cuGraphKernelNodeGetParams_v2, cu_graph_node n, cu_kernel_node *out) {
  *out = (cu_kernel_node){.function = ((work *)n)->function};
  return 0;
}
CALL(cuEventCreate, cu_event *e, unsigned flags) {
  (void)flags;
  return *e = make(sizeof **e), 0;
}
CALL(cuEventDestroy_v2, cu_event e) { return drop(e); }
CALL(cuEventRecord, cu_event e, cu_stream s) {
  if (s->capturing) return 901; /* that would be a dependency, not a node */
  e->milliseconds = clock_ms;
  return 0;
}
CALL(cuEventRecordWithFlags, cu_event e, cu_stream s, unsigned flags) {
  if (flags == CU_EVENT_EXTERNAL && !s->capturing) return 1;
  return issue(s, (work){.event = e});
}
CALL(cuEventElapsedTime, float *milliseconds, cu_event from, cu_event to) {
  return *milliseconds = (float)(to->milliseconds - from->milliseconds), 0;
}
#ifdef FAKE_CUDA_SIMT
/* What the driver API's manual asks of every map. */
static int encode_map(void *map, int element, unsigned rank, void *address, const uint64_t *dims,
                      const uint64_t *strides, const uint32_t *box, int swizzle, simt_map *m) {
  static const uint8_t span[] = {0, 32, 64, 128};
  m->address = (uintptr_t)address;
  m->element = (uint8_t)(1 << element);
  m->swizzle = span[swizzle & 3];
  m->rank = (uint8_t)rank;
  uint64_t inner = (uint64_t)box[0] * m->element;
  bool good = m->address % 16 == 0 && rank >= 1 && rank <= 5 && inner % 16 == 0 &&
              (!m->swizzle || inner <= m->swizzle);
  for (unsigned i = 0; good && i < rank; i++) {
    good = dims[i] > 0 && dims[i] <= (uint64_t)1 << 32 &&
           (i == 0 || (strides[i - 1] % 16 == 0 && strides[i - 1] < (uint64_t)1 << 40));
    m->dims[i] = (uint32_t)dims[i];
    if (i > 0) m->strides[i - 1] = strides[i - 1];
  }
  for (unsigned i = 0; good && i < (m->windows ? 2 : rank); i++) {
    good = box[i] > 0 && box[i] <= (m->windows && i ? 1024 : 256);
    m->box[i] = box[i];
  }
  memset(map, 0, 128);
  memcpy(map, m, sizeof *m);
  return !good;
}
CALL(cuTensorMapEncodeTiled, void *map, int element, unsigned rank, void *address,
     const uint64_t *dims, const uint64_t *strides, const uint32_t *box, const uint32_t *steps,
     int interleave, int swizzle, int l2, int fill) {
  (void)steps, (void)interleave, (void)l2, (void)fill;
  simt_map m = {0};
  return encode_map(map, element, rank, address, dims, strides, box, swizzle, &m);
}
CALL(cuTensorMapEncodeIm2col, void *map, int element, unsigned rank, void *address,
     const uint64_t *dims, const uint64_t *strides, const int32_t *lower, const int32_t *upper,
     uint32_t channels, uint32_t pixels, const uint32_t *steps, int interleave, int swizzle, int l2,
     int fill) {
  (void)interleave, (void)l2, (void)fill;
  simt_map m = {.windows = 1};
  const uint32_t box[2] = {channels, pixels};
  const int least = rank == 3 ? INT16_MIN : rank == 4 ? INT8_MIN : -16;
  if (rank < 3 || rank > 5) return 1;
  for (unsigned i = 0; i < rank - 2; i++) {
    if (lower[i] < least || lower[i] > -1 - least || upper[i] < least || upper[i] > -1 - least ||
        steps[1 + i] < 1 || steps[1 + i] > 8)
      return 1;
    m.lower[i] = (int16_t)lower[i];
    m.upper[i] = (int16_t)upper[i];
    m.steps[1 + i] = (uint8_t)steps[1 + i];
  }
  return encode_map(map, element, rank, address, dims, strides, box, swizzle, &m);
}
#else
CALL(cuTensorMapEncodeTiled, void *map, int element, unsigned rank, void *address,
     const uint64_t *dims, const uint64_t *strides, const uint32_t *box, const uint32_t *steps,
     int interleave, int swizzle, int l2, int fill) {
  (void)element, (void)rank, (void)dims, (void)strides, (void)box, (void)steps, (void)interleave;
  (void)swizzle, (void)l2, (void)fill;
  memcpy(map, &address, sizeof address);
  return 0;
}
CALL(cuTensorMapEncodeIm2col, void *map, int element, unsigned rank, void *address,
     const uint64_t *dims, const uint64_t *strides, const int32_t *lower, const int32_t *upper,
     uint32_t channels, uint32_t pixels, const uint32_t *steps, int interleave, int swizzle, int l2,
     int fill) {
  (void)element, (void)rank, (void)dims, (void)strides, (void)lower, (void)upper, (void)channels;
  (void)pixels, (void)steps, (void)interleave, (void)swizzle, (void)l2, (void)fill;
  memcpy(map, &address, sizeof address);
  return 0;
}
#endif
