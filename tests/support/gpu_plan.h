/* gpu_plan.h - a small GPU variant made by hand: no generator may be involved in
 * testing the checker. */
#ifndef TESTS_GPU_PLAN_H
#define TESTS_GPU_PLAN_H

#include <string.h>

#include "runtime/plan.h"

/* An ELF header for CUDA with one empty section. */
static inline const void *fake_cubin(arena *a, uint8_t sm) {
  uint8_t *b = arena_alloc(a, 128);
  const uint8_t head[] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 65, 8};
  memcpy(b, head, sizeof head);
  b[18] = 190;
  b[40] = 64;
  b[49] = sm;
  b[58] = 64;
  b[60] = 1;
  return b;
}

/* A host step of one operator from value `from` to value `to`, of their types. */
static inline plan_launch host_launch(arena *a, const plan_variant *v, const char *op,
                                      uint32_t from, uint32_t to) {
  plan_block *b = NEW(a, plan_block);
  *b = (plan_block){.name = "part", .input_count = 1, .output_count = 1};
  plan_variant *p = &b->program;
  p->target = "cpu";
  p->profile = "";
  p->values = NEW_ARRAY(a, plan_value, 2);
  p->value_count = 2;
  p->values[0] = v->values[from];
  p->values[0].kind = PLAN_VALUE_INPUT;
  p->values[0].index = 0;
  p->values[1] = v->values[to];
  p->values[1].kind = PLAN_VALUE_TEMP;
  for (int i = 0; i < 2; i++) p->values[i].arena_offset = p->values[i].bytes = 0;
  uint32_t *ids = NEW_ARRAY(a, uint32_t, 4);
  p->inputs = ids;
  p->outputs = ids + 1;
  ids[1] = ids[3] = 1;
  p->ops = NEW(a, plan_op);
  p->op_count = 1;
  p->ops[0] = (plan_op){.op = op_find("", op),
                        .name = "left",
                        .sources = "left",
                        .in = ids + 2,
                        .out = ids + 3,
                        .in_count = 1,
                        .out_count = 1};
  plan_launch l = {.kind = PLAN_LAUNCH_HOST, .name = "left", .sources = "left", .precision = ""};
  l.host = NEW(a, plan_host);
  l.host->block = b;
  l.host->reasons = NEW(a, const char *);
  l.host->reasons[0] = "a test wants it";
  l.host->reason_count = 1;
  l.reads = NEW(a, uint32_t);
  l.writes = NEW(a, uint32_t);
  l.reads[0] = from;
  l.writes[0] = to;
  l.read_count = l.write_count = 1;
  return l;
}

/* x -> kernel -> a -> kernel -> b -> GEMM with w -> y, copied to z. */
static inline plan *gpu_plan(arena *a) {
  plan *p = NEW(a, plan);
  p->input_count = p->output_count = 1;
  p->inputs = NEW(a, plan_port);
  p->outputs = NEW(a, plan_port);
  p->inputs[0] =
      (plan_port){.name = "x", .dtype = FP8C_DTYPE_BF16, .scale = 1, .rank = 2, .dims = {32, 16}};
  p->outputs[0] =
      (plan_port){.name = "z", .dtype = FP8C_DTYPE_BF16, .scale = 1, .rank = 2, .dims = {32, 64}};
  plan_add_blob(p, a, (plan_blob){.bytes = 128, .memory = fake_cubin(a, 90)});
  plan_add_blob(p, a, (plan_blob){.bytes = 64 * 16 * 2, .memory = arena_alloc(a, 64 * 16 * 2)});
  p->variants = NEW(a, plan_variant);
  p->variant_count = 1;
  plan_variant *v = p->variants;
  v->target = "sm_90a";
  v->profile = "";
  v->value_count = 6;
  v->values = NEW_ARRAY(a, plan_value, 6);
  const char *const names[] = {"x", "a", "b", "w", "y", "z"};
  for (int i = 0; i < 6; i++)
    v->values[i] = (plan_value){.name = names[i],
                                .dtype = FP8C_DTYPE_BF16,
                                .rank = 2,
                                .scale = 1,
                                .dims = {32, 16},
                                .scale_value = PLAN_NO_VALUE,
                                .bytes = 1024};
  v->values[0].kind = PLAN_VALUE_INPUT;
  v->values[0].bytes = 0;
  v->values[2].arena_offset = 1024;
  v->values[3].kind = PLAN_VALUE_CONST;
  v->values[3].index = 1;
  v->values[3].dims[0] = 64;
  v->values[4].arena_offset = 2048;
  v->values[5].arena_offset = 6144;
  for (int i = 4; i < 6; i++) v->values[i].dims[1] = 64, v->values[i].bytes = 4096;
  v->arena_bytes = 10240;
  v->inputs = NEW(a, uint32_t);
  v->outputs = NEW(a, uint32_t);
  v->outputs[0] = 5;
  v->kernels = NEW(a, plan_kernel);
  v->kernels[0] = (plan_kernel){"k", 0};
  v->kernel_count = 1;
  v->launches = NEW_ARRAY(a, plan_launch, 4);
  v->launch_count = 4;
  const uint32_t reads[4][2] = {{0, 0}, {1, 1}, {2, 3}, {4, 4}}, writes[4] = {1, 2, 4, 5};
  for (uint32_t i = 0; i < 4; i++) {
    plan_launch *l = &v->launches[i];
    l->name = arena_printf(a, "step%u", i);
    l->reads = NEW_ARRAY(a, uint32_t, 2);
    l->writes = NEW(a, uint32_t);
    memcpy(l->reads, reads[i], sizeof reads[i]);
    l->writes[0] = writes[i];
    l->read_count = i == 2 ? 2 : 1;
    l->write_count = 1;
    if (i >= 2) continue;
    for (int d = 0; d < 3; d++) l->grid[d] = l->block[d] = 1;
    l->args = NEW_ARRAY(a, plan_arg, 2);
    l->arg_count = 2;
    l->args[0] = (plan_arg){.kind = PLAN_ARG_VALUE, .value = reads[i][0]};
    l->args[1] = (plan_arg){.kind = PLAN_ARG_VALUE, .value = writes[i]};
  }
  /* the second kernel takes its input through the copy engine as well */
  plan_tensor_map *m = NEW(a, plan_tensor_map);
  *m = (plan_tensor_map){.element_bytes = 2,
                         .rank = 2,
                         .dims = {16, 32},
                         .strides = {2, 32},
                         .box = {16, 8},
                         .swizzle_bytes = 32};
  v->launches[1].args = NEW_ARRAY(a, plan_arg, 3);
  v->launches[1].arg_count = 3;
  v->launches[1].args[0] = (plan_arg){.kind = PLAN_ARG_VALUE, .value = 1};
  v->launches[1].args[1] = (plan_arg){.kind = PLAN_ARG_VALUE, .value = 2};
  v->launches[1].args[2] = (plan_arg){.kind = PLAN_ARG_MAP, .value = 1, .map = m};
  v->launches[2].kind = PLAN_LAUNCH_GEMM;
  plan_gemm *g = v->launches[2].gemm = NEW(a, plan_gemm);
  *g = (plan_gemm){.a = 3,
                   .b = 2,
                   .d = 4,
                   .bias = PLAN_NO_VALUE,
                   .a_scale = PLAN_NO_VALUE,
                   .b_scale = PLAN_NO_VALUE,
                   .d_scale = PLAN_NO_VALUE,
                   .m = 64,
                   .n = 32,
                   .k = 16,
                   .batch = 1,
                   .lda = 16,
                   .ldb = 16,
                   .ldd = 64,
                   .transpose_a = true,
                   .a_type = FP8C_DTYPE_BF16,
                   .b_type = FP8C_DTYPE_BF16,
                   .d_type = FP8C_DTYPE_BF16,
                   .alpha = 1};
  v->launches[3].kind = PLAN_LAUNCH_COPY;
  v->launches[3].copy_from = 4;
  v->launches[3].copy_to = 5;
  return p;
}

#endif
