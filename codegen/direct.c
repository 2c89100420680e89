/* direct.c - which operators have a kernel straight from memory, and whose function writes it. */
#include "codegen/direct.h"

#include <string.h>

typedef struct row {
  const char *name;
  const char *(*lower)(direct *k);
  bool more; /* what follows can be done by the same kernel */
} row;

static const row rows[] = {
    {"Conv", direct_conv, true},
    {"ConvTranspose", direct_conv, true},
    {"ConvInteger", direct_conv_integers, false},
    {"QLinearConv", direct_conv_integers, false},
    {"Squares", direct_squares, false},
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
    {"InstanceNormalization", direct_image_norm, true},
    {"GroupNormalization", direct_image_norm, true},
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
    {"TensorScatter", direct_cache_write, false},
    {"CacheWrite", direct_cache_write, false},
    {"Pad", direct_pad, false},
    {"Reshape", direct_convert, false},
    {"Flatten", direct_convert, false},
    {"Squeeze", direct_convert, false},
    {"Unsqueeze", direct_convert, false},
    {"Resize", direct_resize, true},
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

static const row *row_of(const op_info *op) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(op->name, rows[i].name) == 0) return &rows[i];
  return NULL;
}

bool codegen_has_direct(const op_info *op) { return row_of(op) != NULL; }

bool direct_takes_more(const node *n) {
  const row *r = row_of(n->op);
  return r && r->more;
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
  const row *r = row_of(n->op);
  if (!r) return "it has no generated kernel";
  if (gr->count > 1 && !r->more) return "what follows it is done by another kernel";
  for (size_t i = 1; i < gr->count; i++)
    if (!region_knows(gr->nodes[i]) || node_named(gr->nodes[i], "Rotary") ||
        node_named(gr->nodes[i], "Gather"))
      return reason(l, "%s cannot follow it in its kernel", gr->nodes[i]->op->name);
  direct k;
  direct_begin(&k, l, gr);
  return k.why ? k.why : r->lower(&k);
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
