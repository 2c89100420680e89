/* direct.c - what the kernels of direct.h share: readers, writers, sizes, the table. */
#include "codegen/direct.h"

#include <string.h>

#define THREADS 256

/* ---- Readers and writers ------------------------------------------------------------ */

static const char *refuse(direct *k, const char *why) {
  if (!k->why) k->why = why;
  return k->why;
}

const char *direct_type(const value *v) { return number_type(v->type.dtype); }

void direct_begin(direct *k, lowering *l, const group *gr) {
  *k = (direct){.l = l, .gr = gr, .n = gr->nodes[0]};
  text_init(&k->shape, l->c->scratch);
  if (gr->count == 1) {
    draft_begin(&k->d, l);
    return;
  }
  node *const *rest = gr->nodes + 1;
  group after = {rest, gr->count - 1};
  const value *given[2] = {k->n->out[0], NULL};
  k->after = NEW(l->c->scratch, region_code);
  const char *why = region_build_given(k->after, l, &after, given);
  if (why) refuse(k, why);
  int64_t elements = 1;
  for (int d = 0; d < k->after->rank; d++) elements *= k->after->dims[d];
  if (elements != tensor_elements(&k->n->out[0]->type)) refuse(k, "what follows it is wider");
  k->d = k->after->draft;
}

void direct_size(direct *k, const char *name, int64_t x) {
  text_printf(&k->shape, "  static constexpr index %s = %lld;\n", name, (long long)x);
}
void direct_real(direct *k, const char *name, double x) {
  text_printf(&k->shape, "  static constexpr float %s = %s;\n", name,
              float_text(k->l->c->scratch, (float)x));
}
void direct_flag(direct *k, const char *name, bool x) {
  text_printf(&k->shape, "  static constexpr bool %s = %s;\n", name, x ? "true" : "false");
}

static bool has_form(direct *k, const value *v) {
  if (memory_type(v->type.dtype)) return true;
  refuse(k, reason(k->l, "%s has no form on the GPU", fp8c_dtype_name(v->type.dtype)));
  return false;
}

/* A scale for each index of an axis: a constant that the reader looks up. */
static void axis_scale(direct *k, const value *v, text *line) {
  int64_t inner = 1;
  for (int d = v->type.scale.axis + 1; d < v->type.rank; d++) inner *= v->type.dims[d];
  uint32_t s = draft_read(&k->d, lower_value(k->l, v->scale_vector), "float");
  text_printf(line, " * p%u[at / %lld %% %lld]", s, (long long)inner,
              (long long)v->type.dims[v->type.scale.axis]);
}

void direct_in(direct *k, int number, const value *v) {
  if (!v) {
    text_printf(&k->d.body, "  const auto in%d = [](i64) { return 0.0f; };\n", number);
    return;
  }
  if (!has_form(k, v)) return;
  if (v->type.scale.kind == SCALE_AXIS && !v->scale_vector) {
    refuse(k, "its scales are not known");
    return;
  }
  uint32_t p = draft_read(&k->d, lower_value(k->l, v), memory_type(v->type.dtype));
  text line;
  text_init(&line, k->l->c->scratch);
  if (v->type.scale.kind == SCALE_TENSOR)
    text_printf(&line, " * p%u", draft_f32(&k->d, v->type.scale.value));
  if (v->type.scale.kind == SCALE_AXIS) axis_scale(k, v, &line);
  text_printf(&k->d.body,
              "  const auto in%d = [&](i64 at) {\n    %s x[1];\n    load<1>(p%u + at, x);\n"
              "    return x[0]%s;\n  };\n",
              number, direct_type(v), p, text_cstr(&line));
}

/* The nodes behind the operator, on the element `at` of its result. */
static void write_after(direct *k) {
  static const char *const rounding[FP8C_DTYPE_COUNT] = {
      [FP8C_DTYPE_BF16] = "round_bf16", [FP8C_DTYPE_F16] = "round_f16"};
  region_code *r = k->after;
  text *body = &k->d.body;
  int last = r->rank - 1;
  const tensor *t = &k->n->out[0]->type;
  if (t->scale.kind != SCALE_NONE || (t->dtype != FP8C_DTYPE_F32 && !rounding[t->dtype])) {
    refuse(k, "what follows reads a stored form of the result");
    return;
  }
  text_printf(body, "  const auto out0 = [&](i64 at, float given) {\n    const i64 j = at %% %lld",
              (long long)r->dims[last]);
  text_printf(body, ", row = at / %lld;\n    (void)row, (void)j;\n", (long long)r->dims[last]);
  region_emit_coordinates(r, body, "i64", "row");
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (m->kind == MICRO_GIVEN) {
      text_printf(body, "    const float v%u = %s(given);\n", i,
                  rounding[t->dtype] ? rounding[t->dtype] : "");
    } else if (m->kind == MICRO_LOAD) {
      const operand *o = &r->operands[m->operand];
      const char *offset = region_outer_offset(r, o);
      if (o->strides[last]) offset = reason(k->l, "%s + j", offset);
      if (o->gathered) offset = region_gather_offset(r, o, offset);
      region_emit_load(r, body, i, offset, 1, "    ");
      if (m->lane) text_printf(body, "    const %s v%u = x%u[0];\n", m->type, i, i);
    } else {
      text_printf(body, "    const %s v%u = %s;\n", m->type, i, m->expr);
    }
  }
  for (uint32_t s = 0; s < r->store_count; s++)
    text_printf(body, "    const %s y%u[1] = {v%u};\n    store<1>(p%u + %s%s, y%u);\n",
                number_type(r->stores[s].to.v->type.dtype), s, r->stores[s].variable,
                r->stores[s].to.parameter, region_outer_offset(r, &r->stores[s].to),
                r->stores[s].to.strides[last] ? " + j" : "", s);
  text_add(body, "  };\n");
}

void direct_out(direct *k, int number, const value *v) {
  if (k->after && number == 0) {
    if (!k->why) write_after(k);
    return;
  }
  if (!v || !value_is_used(v)) {
    text_printf(&k->d.body, "  const auto out%d = [](i64, auto) {};\n", number);
    return;
  }
  if (!has_form(k, v)) return;
  if (v->type.scale.kind == SCALE_AXIS) {
    refuse(k, "a scale per channel cannot be stored by a generated kernel");
    return;
  }
  uint32_t p = draft_write(&k->d, lower_value(k->l, v), memory_type(v->type.dtype));
  text factor;
  text_init(&factor, k->l->c->scratch);
  if (v->type.scale.kind == SCALE_TENSOR)
    text_printf(&factor, " * p%u", draft_f32(&k->d, 1.0f / v->type.scale.value));
  text_printf(&k->d.body,
              "  const auto out%d = [&](i64 at, %s x) {\n    const %s y[1] = {x%s};\n"
              "    store<1>(p%u + at, y);\n  };\n",
              number, direct_type(v), direct_type(v), text_cstr(&factor), p);
}

const char *direct_call(direct *k, op_call *c) {
  fp8c_error err;
  if (node_call(k->n, k->l->c->scratch, true, c, &err) == FP8C_OK) return NULL;
  return refuse(k, reason(k->l, "%s", err.text));
}

int direct_step(const value *v, int64_t rows) {
  if (!v || tensor_elements(&v->type) == 1) return 0;
  return tensor_elements(&v->type) == rows ? 1 : -1;
}

/* ---- The launch --------------------------------------------------------------------- */

/* Whether everything the kernel touches is counted by 32 bits. */
static bool narrow(const direct *k, int64_t count, int lanes) {
  uint64_t most = INT32_MAX / 4;
  if ((uint64_t)count > most / (uint64_t)lanes) return false;
  const plan_variant *v = k->l->v;
  for (uint32_t i = 0; i < k->d.read_count + k->d.write_count; i++) {
    uint32_t id = i < k->d.read_count ? k->d.reads[i] : k->d.writes[i - k->d.read_count];
    if (v->values[id].bytes > most) return false;
  }
  return true;
}

const char *direct_launch(direct *k, const char *what, int64_t count, int lanes, uint64_t flops) {
  if (k->why) return k->why;
  uint64_t items = THREADS / (uint64_t)lanes, blocks = ((uint64_t)count + items - 1) / items;
  if (blocks > INT32_MAX) return reason(k->l, "%lld results are too many", (long long)count);
  if (blocks == 0) blocks = 1; /* nothing to do: a launch that does it */
  const char *index = narrow(k, count, lanes) ? "i32" : "i64";
  text functions, body;
  text_init(&functions, k->l->c->scratch);
  text_init(&body, k->l->c->scratch);
  text_printf(&functions, "%s\nstruct shape {\n  typedef %s index;\n%s};\n",
              text_cstr(&k->d.functions), index, text_cstr(&k->shape));
  text_printf(&body,
              "  const shape::index i = (shape::index)blockIdx.x * %llu + threadIdx.x / %d;\n"
              "  const int lane = threadIdx.x %% %d;\n  (void)lane;\n  if (i >= %lld) return;\n%s",
              (unsigned long long)items, lanes, lanes, (long long)count, text_cstr(&k->d.body));
  k->d.functions = functions;
  k->d.body = body;
  launch_shape shape = {.blocks = blocks, .threads = THREADS, .flops = flops};
  draft_launch(&k->d, what, kernel_text_direct, shape, k->gr);
  return NULL;
}

const char *direct_launch_blocks(direct *k, const char *what, const char *library,
                                 launch_shape launch) {
  if (k->why) return k->why;
  if (launch.blocks > INT32_MAX) return "its results are too many";
  const char *index = narrow(k, (int64_t)launch.blocks, (int)launch.threads) ? "i32" : "i64";
  text functions, both;
  text_init(&functions, k->l->c->scratch);
  text_init(&both, k->l->c->scratch);
  text_printf(&functions, "%s\nstruct shape {\n  typedef %s index;\n%s};\n",
              text_cstr(&k->d.functions), index, text_cstr(&k->shape));
  k->d.functions = functions;
  text_add(&both, kernel_text_direct);
  text_add(&both, library);
  draft_launch(&k->d, what, text_cstr(&both), launch, k->gr);
  return NULL;
}

/* ---- The table ------------------------------------------------------------------------- */

static const struct {
  const char *name;
  const char *(*lower)(direct *k);
  bool more; /* what follows can be done by the same kernel */
} rows[] = {
    {"Conv", direct_conv, true},
    {"ConvTranspose", direct_conv, true},
    {"ConvInteger", direct_conv_integers, false},
    {"QLinearConv", direct_conv_integers, false},
    {"MaxPool", direct_pooling, true},
    {"AveragePool", direct_pooling, true},
    {"LpPool", direct_pooling, true},
    {"GlobalMaxPool", direct_pooling, true},
    {"GlobalLpPool", direct_pooling, true},
    {"GlobalAveragePool", direct_global_mean, false},
    {"Softmax", direct_each_line, false},
    {"LogSoftmax", direct_each_line, false},
    {"Hardmax", direct_each_line, false},
    {"LpNormalization", direct_each_line, false},
    {"InstanceNormalization", direct_image_norm, false},
    {"GroupNormalization", direct_image_norm, false},
    {"BatchNormalization", direct_batch_norm, true},
    {"LRN", direct_lrn, true},
    {"MeanVarianceNormalization", direct_reduction, false},
    {"CumSum", direct_cumulate, false},
    {"CumProd", direct_cumulate, false},
    {"ArgMax", direct_arg, false},
    {"ArgMin", direct_arg, false},
    {"ReduceSum", direct_reduction, false},
    {"ReduceMean", direct_reduction, false},
    {"ReduceMax", direct_reduction, false},
    {"ReduceMin", direct_reduction, false},
    {"ReduceProd", direct_reduction, false},
    {"ReduceL1", direct_reduction, false},
    {"ReduceL2", direct_reduction, false},
    {"ReduceLogSum", direct_reduction, false},
    {"ReduceLogSumExp", direct_reduction, false},
    {"ReduceSumSquare", direct_reduction, false},
    {"TopK", direct_top_k, false},
    {"OneHot", direct_one_hot, false},
    {"Trilu", direct_trilu, false},
    {"EyeLike", direct_eye, false},
    {"ReverseSequence", direct_reverse_sequence, false},
    {"GatherND", direct_gather_nd, false},
    {"ScatterElements", direct_scatter_elements, false},
    {"ScatterND", direct_scatter_nd, false},
    {"TensorScatter", direct_tensor_scatter, false},
    {"Pad", direct_pad, false},
    {"Reshape", direct_convert, false},
    {"Flatten", direct_convert, false},
    {"Squeeze", direct_convert, false},
    {"Unsqueeze", direct_convert, false},
    {"Resize", direct_resize, false},
    {"MatMul", direct_matrix_product, true},
    {"Gemm", direct_matrix_product, true},
    {"Linear", direct_matrix_product, true},
    {"Einsum", direct_einsum, true},
    {"MatMulInteger", direct_product_integers, false},
    {"QLinearMatMul", direct_product_integers, false},
    {"QuantizeLinear", direct_quantize, false},
    {"DequantizeLinear", direct_dequantize, false},
    {"DynamicQuantizeLinear", direct_quantize_dynamic, false},
    {"LSTM", direct_recurrent, false},
    {"GRU", direct_recurrent, false},
    {"RNN", direct_recurrent, false},
    {"Attention", direct_attention, false},
    {"GridSample", direct_grid_sample, false},
    {"AffineGrid", direct_affine_grid, false},
    {"RoiAlign", direct_roi_align, false},
    {"DeformConv", direct_deform_conv, false},
    {"Col2Im", direct_col2im, false},
    {"MaxUnpool", direct_max_unpool, false},
    {"Mean", direct_mean, false},
    {"Dropout", direct_dropout, false},
    {"BitCast", direct_bit_cast, false},
    {"Det", direct_determinant, false},
    {"RotaryEmbedding", direct_rotary, false},
    {"DFT", direct_dft, false},
    {"NegativeLogLikelihoodLoss", direct_loss, false},
    {"SoftmaxCrossEntropyLoss", direct_loss, false},
    {"CausalConvWithState", direct_causal_conv, false},
    {"LinearAttention", direct_linear_attention, false},
};

static size_t row_of(const node *n) {
  size_t i = 0, count = sizeof rows / sizeof rows[0];
  while (i < count && !node_named(n, rows[i].name)) i++;
  return i;
}

bool codegen_has_direct(const op_info *op) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(op->name, rows[i].name) == 0) return true;
  return false;
}

bool direct_takes_more(const node *n) {
  size_t i = row_of(n);
  return i < sizeof rows / sizeof rows[0] && rows[i].more;
}

/* What depends on no data is computed now: constants of the plan. */
static const char *known_now(lowering *l, const node *n) {
  op_call c;
  bool shape_alone = node_named(n, "Shape") || node_named(n, "Size");
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !value_is_const(n->in[i]) && !shape_alone) return "its inputs are not constant";
  if (node_call(n, l->c->scratch, true, &c, NULL) != FP8C_OK) return "its inputs cannot be read";
  for (size_t i = 0; i < n->out_count; i++) {
    if (!n->out[i]) return "one of its results is left out";
    c.out[i] = n->out[i]->type;
    c.out[i].data = arena_alloc(l->c->scratch, tensor_bytes(&n->out[i]->type) + 1);
  }
  fp8c_error err;
  if (op_run(&c, &err) != FP8C_OK) return reason(l, "%s", err.text);
  for (size_t i = 0; i < n->out_count; i++) {
    const value *v = n->out[i];
    if (!memory_type(v->type.dtype))
      return reason(l, "%s has no form on the GPU", fp8c_dtype_name(v->type.dtype));
    l->value_ids[v->id] = lower_const(l, v->name, &v->type, c.out[i].data);
  }
  return NULL;
}

const char *lower_direct(lowering *l, const group *gr) {
  const node *n = gr->nodes[0];
  if (gr->count == 1 && !known_now(l, n)) return NULL;
  size_t i = row_of(n);
  if (i == sizeof rows / sizeof rows[0]) return "it has no generated kernel";
  if (gr->count > 1 && !rows[i].more) return "what follows it is done by another kernel";
  for (size_t k = 1; k < gr->count; k++)
    if (!region_knows(gr->nodes[k]) || node_named(gr->nodes[k], "Rotary") ||
        node_named(gr->nodes[k], "Gather"))
      return reason(l, "%s cannot follow it in its kernel", gr->nodes[k]->op->name);
  direct k;
  direct_begin(&k, l, gr);
  return k.why ? k.why : rows[i].lower(&k);
}

bool cuda_has_kernel(const op_info *op) {
  if (codegen_has_direct(op)) return true;
  switch (op->family) {
    case FAMILY_CONV:
    case FAMILY_POOL:
    case FAMILY_NONE:
      return false;
    default:
      return true;
  }
}
