/* fake_gpu.h - plans with a GPU variant made by hand, of kernels that the driver without a GPU
 * (fake_cuda.c) knows, for tests that run them. */
#ifndef TESTS_SUPPORT_FAKE_GPU_H
#define TESTS_SUPPORT_FAKE_GPU_H

#include "tests/support/gpu_plan.h"
#include "tests/support/plan_fixture.h"

#include <dlfcn.h>
#include <math.h>

#define ROWS 4
#define COLUMNS 8
#define ELEMENTS (ROWS * COLUMNS)

static int (*live)(void);
static void (*disturb)(int captures);

static inline int setup(void **state) {
  (void)state;
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library) *(void **)&live = dlsym(library, "fake_cuda_live");
  if (library) *(void **)&disturb = dlsym(library, "fake_cuda_disturb");
  if (!live) print_message("the driver found is not the test's own; ctest sets the path to it\n");
  return 0;
}

#define NEEDS_FAKE() \
  if (!live) skip()

static float inputs[ELEMENTS];

static inline fp8c_tensor input(void) {
  for (int i = 0; i < ELEMENTS; i++) inputs[i] = sinf((float)i) * 3;
  return (fp8c_tensor){
      .data = inputs, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {ROWS, COLUMNS}};
}

/* y = relu(x k), with x k stored in BF16. */
static const char plan_source_text[] =
    "graph g opset 20 {\n"
    "  in    %x : f32[4, 8]\n"
    "  const %k : f32[] = {0.3}\n"
    "  %h = Mul %x, %k : f32[4, 8]\n"
    "  %h.bf16 = Cast %h {to=16} : bf16[4, 8]\n"
    "  %y = Relu %h.bf16 : f32[4, 8]\n"
    "  out %y\n"
    "}\n";

static inline uint32_t add_value(arena *a, plan_variant *v, const char *name, fp8c_dtype dtype) {
  plan_value x = {.name = name,
                  .dtype = dtype,
                  .rank = 2,
                  .scale = 1,
                  .dims = {ROWS, COLUMNS},
                  .scale_value = PLAN_NO_VALUE,
                  .bytes = ELEMENTS * dtype_bytes(dtype),
                  .arena_offset = v->arena_bytes};
  v->arena_bytes += 256;
  ARENA_PUSH(a, v->values, v->value_count, x);
  return v->value_count - 1;
}

static inline void add_launch(arena *a, plan_variant *v, const char *kernel, uint32_t from,
                              uint32_t to, float factor) {
  plan_launch l = {.name = kernel,
                   .precision = "",
                   .grid = {1, 1, 1},
                   .block = {1, 1, 1},
                   .cluster = {1, 1, 1},
                   .kernel = v->kernel_count,
                   .flops = 64,
                   .bytes_moved = 256};
  plan_kernel k = {kernel, 0};
  l.args = NEW_ARRAY(a, plan_arg, 4);
  l.args[0] = (plan_arg){.kind = PLAN_ARG_VALUE, .value = from};
  l.args[1] = (plan_arg){.kind = PLAN_ARG_VALUE, .value = to};
  l.args[2] = (plan_arg){.kind = PLAN_ARG_I64, .i = ELEMENTS};
  l.args[3] = (plan_arg){.kind = PLAN_ARG_F32, .f = factor};
  l.arg_count = 4;
  l.reads = NEW(a, uint32_t);
  l.writes = NEW(a, uint32_t);
  l.reads[0] = from;
  l.writes[0] = to;
  l.read_count = l.write_count = 1;
  ARENA_PUSH(a, v->kernels, v->kernel_count, k);
  ARENA_PUSH(a, v->launches, v->launch_count, l);
}

/* The cpu variant of the text, and launches: x -> h.bf16 (by `first`) -> y (by `second`);
 * with `between`, x passes through a value the model knows nothing of. */
static inline plan *plan_with(fixture *f, const char *first, const char *second, bool between) {
  arena *a = &f->arena;
  plan *p = plan_of(f, plan_source_text);
  plan_variant *both = NEW_ARRAY(a, plan_variant, 2), *v = &both[1];
  both[0] = p->variants[0];
  p->variants = both;
  p->variant_count = 2;
  uint32_t cubin = plan_add_blob(p, a, (plan_blob){.bytes = 128, .memory = fake_cubin(a, 90)});
  *v = (plan_variant){.target = "sm_90a", .profile = ""};
  v->bound = NEW(a, int64_t);
  uint32_t x = add_value(a, v, "x", FP8C_DTYPE_F32);
  v->values[x].kind = PLAN_VALUE_INPUT;
  v->values[x].bytes = v->values[x].arena_offset = 0;
  uint32_t unknown = between ? add_value(a, v, "h.sums", FP8C_DTYPE_F32) : x;
  uint32_t h = add_value(a, v, "h.bf16", FP8C_DTYPE_BF16);
  uint32_t y = add_value(a, v, "y", FP8C_DTYPE_F32);
  if (between) add_launch(a, v, "square", x, unknown, 0);
  add_launch(a, v, first, unknown, h, 0.3f);
  add_launch(a, v, second, h, y, 0);
  for (uint32_t i = 0; i < v->kernel_count; i++) v->kernels[i].blob = cubin;
  v->inputs = NEW(a, uint32_t);
  v->outputs = NEW(a, uint32_t);
  v->inputs[0] = x;
  v->outputs[0] = y;
  return p;
}

#endif
