/* direct.c - which operators have a kernel straight from memory, and whose function writes it. */
#include "codegen/direct.h"
#include "codegen/families.h"

#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/signals.h"
#include "ops/ids/types.h"
#include "ops/ids/vision.h"

typedef struct row {
  const char *(*lower)(direct *k);
  const char *library;  /* the text of kernels/ with its templates; NULL: direct.cuh's are enough */
  bool more;            /* what follows can be done by the same kernel */
  direct_work_of *work; /* NULL: memory decides how long it takes */
} row;

/* The families of family.def take it, or say why not. */
static const char *by_schedule(direct *k) {
  const node *n = k->n;
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !tensor_shape_known(&n->in[i]->type)) return "its shapes are not known";
  return "it has no generated kernel";
}

static const row rows[OP_COUNT] = {
    [OP_CONV] = {by_schedule, kernel_text_window, true, NULL},
    [OP_CONV_TRANSPOSE] = {by_schedule, kernel_text_window, true, NULL},
    [OP_CONV_INTEGER] = {direct_conv_integers, kernel_text_window, false, NULL},
    [OP_Q_LINEAR_CONV] = {direct_conv_integers, kernel_text_window, false, NULL},
    [OP_SQUARES] = {direct_squares, kernel_text_window, false, squares_work},
    [OP_MAX_POOL] = {direct_pooling, kernel_text_window, true, pooling_work},
    [OP_AVERAGE_POOL] = {direct_pooling, kernel_text_window, true, pooling_work},
    [OP_LP_POOL] = {direct_pooling, kernel_text_window, true, pooling_work},
    [OP_GLOBAL_MAX_POOL] = {direct_pooling, kernel_text_window, true, pooling_work},
    [OP_GLOBAL_LP_POOL] = {direct_pooling, kernel_text_window, true, pooling_work},
    [OP_GLOBAL_AVERAGE_POOL] = {direct_global_mean, kernel_text_line, false, NULL},
    [OP_SOFTMAX] = {direct_each_line, kernel_text_line, false, NULL},
    [OP_LOG_SOFTMAX] = {direct_each_line, kernel_text_line, false, NULL},
    [OP_HARDMAX] = {direct_each_line, kernel_text_line, false, NULL},
    [OP_LP_NORMALIZATION] = {direct_each_line, kernel_text_line, false, NULL},
    [OP_INSTANCE_NORMALIZATION] = {by_schedule, kernel_text_norm, true, NULL},
    [OP_GROUP_NORMALIZATION] = {by_schedule, kernel_text_norm, true, NULL},
    [OP_BATCH_NORMALIZATION] = {direct_batch_norm, kernel_text_line, true, NULL},
    [OP_LRN] = {direct_lrn, kernel_text_line, true, NULL},
    [OP_MEAN_VARIANCE_NORMALIZATION] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_CUM_SUM] = {direct_cumulate, kernel_text_line, false, cumulate_work},
    [OP_CUM_PROD] = {direct_cumulate, kernel_text_line, false, cumulate_work},
    [OP_ARG_MAX] = {direct_arg, kernel_text_line, false, NULL},
    [OP_ARG_MIN] = {direct_arg, kernel_text_line, false, NULL},
    [OP_REDUCE_SUM] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_REDUCE_MEAN] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_REDUCE_MAX] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_REDUCE_MIN] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_REDUCE_PROD] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_REDUCE_L1] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_REDUCE_L2] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_REDUCE_LOG_SUM] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_REDUCE_LOG_SUM_EXP] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_REDUCE_SUM_SQUARE] = {by_schedule, kernel_text_reduce, false, NULL},
    [OP_TOP_K] = {direct_top_k, kernel_text_index, false, NULL},
    [OP_ONE_HOT] = {direct_one_hot, kernel_text_index, false, NULL},
    [OP_TRILU] = {direct_trilu, kernel_text_element, false, NULL},
    [OP_EYE_LIKE] = {direct_eye, kernel_text_element, false, NULL},
    [OP_REVERSE_SEQUENCE] = {direct_reverse_sequence, kernel_text_index, false, NULL},
    [OP_GATHER_ND] = {direct_gather_nd, kernel_text_index, false, NULL},
    [OP_SCATTER_ELEMENTS] = {direct_scatter_elements, kernel_text_index, false, scatter_work},
    [OP_SCATTER_ND] = {direct_scatter_nd, kernel_text_index, false, scatter_work},
    [OP_TENSOR_SCATTER] = {direct_cache_write, kernel_text_index, false, NULL},
    [OP_CACHE_WRITE] = {direct_cache_write, kernel_text_index, false, NULL},
    [OP_PAD] = {direct_pad, kernel_text_index, false, NULL},
    [OP_RESHAPE] = {direct_convert, NULL, false, NULL},
    [OP_FLATTEN] = {direct_convert, NULL, false, NULL},
    [OP_SQUEEZE] = {direct_convert, NULL, false, NULL},
    [OP_UNSQUEEZE] = {direct_convert, NULL, false, NULL},
    [OP_RESIZE] = {direct_resize, kernel_text_resize, true, resize_work},
    [OP_MATMUL] = {direct_matrix_product, kernel_text_product, true, NULL},
    [OP_GEMM] = {direct_matrix_product, kernel_text_product, true, NULL},
    [OP_LINEAR] = {direct_matrix_product, kernel_text_product, true, NULL},
    [OP_EINSUM] = {direct_einsum, kernel_text_product, true, NULL},
    [OP_MAT_MUL_INTEGER] = {direct_product_integers, kernel_text_product, false, NULL},
    [OP_Q_LINEAR_MAT_MUL] = {direct_product_integers, kernel_text_product, false, NULL},
    [OP_QUANTIZE_LINEAR] = {direct_quantize, kernel_text_quantized, false, NULL},
    [OP_DEQUANTIZE_LINEAR] = {direct_dequantize, kernel_text_quantized, false, NULL},
    [OP_DYNAMIC_QUANTIZE_LINEAR] = {direct_quantize_dynamic, kernel_text_quantized, false, NULL},
    [OP_LSTM] = {direct_recurrent, kernel_text_recurrent, false, recurrent_work},
    [OP_GRU] = {direct_recurrent, kernel_text_recurrent, false, recurrent_work},
    [OP_RNN] = {direct_recurrent, kernel_text_recurrent, false, recurrent_work},
    [OP_ATTENTION] = {direct_attention, kernel_text_attention_direct, false, NULL},
    [OP_GRID_SAMPLE] = {direct_grid_sample, kernel_text_vision, false, NULL},
    [OP_AFFINE_GRID] = {direct_affine_grid, kernel_text_vision, false, NULL},
    [OP_ROI_ALIGN] = {direct_roi_align, kernel_text_vision, false, NULL},
    [OP_DEFORM_CONV] = {direct_deform_conv, kernel_text_vision, false, NULL},
    [OP_COL2IM] = {direct_col2im, kernel_text_vision, false, NULL},
    [OP_MAX_UNPOOL] = {direct_max_unpool, kernel_text_vision, false, NULL},
    [OP_MEAN] = {direct_mean, kernel_text_element, false, NULL},
    [OP_DROPOUT] = {direct_dropout, NULL, false, NULL},
    [OP_BIT_CAST] = {direct_bit_cast, NULL, false, NULL},
    [OP_DET] = {direct_determinant, kernel_text_transform, false, NULL},
    [OP_ROTARY_EMBEDDING] = {direct_rotary, kernel_text_element, false, NULL},
    [OP_DFT] = {direct_dft, kernel_text_transform, false, NULL},
    [OP_NEGATIVE_LOG_LIKELIHOOD_LOSS] = {direct_loss, kernel_text_line, false, loss_work},
    [OP_SOFTMAX_CROSS_ENTROPY_LOSS] = {direct_loss, kernel_text_line, false, loss_work},
    [OP_CAUSAL_CONV_WITH_STATE] = {direct_causal_conv, kernel_text_state, false, NULL},
    [OP_LINEAR_ATTENTION] = {direct_linear_attention, kernel_text_state, false, NULL},
};

static const row *row_of(const op_info *op) {
  const row *r = &rows[op_of(op)];
  return r->lower ? r : NULL;
}

bool codegen_has_direct(const op_info *op) { return row_of(op) != NULL; }

const char *direct_library(const node *n) {
  const row *r = row_of(n->op);
  return r ? r->library : NULL;
}

bool direct_takes_more(const node *n) {
  const row *r = row_of(n->op);
  return r && r->more;
}

/* What depends on no data is computed now: constants of the plan. */
static const char *known_now(lowering *l, const node *n) {
  op_call c;
  bool shape_only = op_has(n->op, FACT_SHAPE_ONLY);
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !value_is_const(n->in[i]) && !shape_only) return "its inputs are not constant";
  if (node_call(n, l->c->scratch, true, &c, NULL) != FP8C_OK) return "its inputs cannot be read";
  for (size_t i = 0; i < n->out_count; i++) {
    if (!n->out[i]) return "one of its results is left out";
    c.out[i] = n->out[i]->type;
    c.out[i].data = arena_alloc(l->c->scratch, tensor_bytes(&n->out[i]->type) + 1);
  }
  fp8c_error err;
  if (op_run(&c, &err) != FP8C_OK) return arena_printf(l->c->scratch, "%s", err.text);
  for (size_t i = 0; i < n->out_count; i++) {
    const value *v = n->out[i];
    if (!memory_type(v->type.dtype))
      return arena_printf(l->c->scratch, "%s has no form on the GPU",
                          fp8c_dtype_name(v->type.dtype));
    l->value_ids[v->id] = lower_const(l, v->name, &v->type, c.out[i].data);
  }
  return NULL;
}

const char *lower_known(lowering *l, const group *gr) {
  return gr->count == 1 ? known_now(l, gr->nodes[0]) : "it is several nodes";
}

const char *direct_refuses(const group *gr, arena *a) {
  const row *r = row_of(gr->nodes[0]->op);
  if (!r) return "it has no generated kernel";
  if (gr->count > 1 && !r->more) return "what follows it is done by another kernel";
  for (size_t i = 1; i < gr->count; i++)
    if (!region_knows(gr->nodes[i]) || node_is(gr->nodes[i], OP_ROTARY) ||
        node_is(gr->nodes[i], OP_GATHER))
      return arena_printf(a, "%s cannot follow it in its kernel", gr->nodes[i]->op->name);
  return NULL;
}

const char *direct_start(direct *k, lowering *l, const group *gr) {
  const char *why = direct_refuses(gr, l->c->scratch);
  if (why) return why;
  direct_begin(k, l, gr);
  return k->why;
}

static const char *by_row(lowering *l, const group *gr) {
  size_t values = gr->nodes[0]->in_count + gr->nodes[0]->out_count;
  if (values > PARAMETERS_MOST)
    return arena_printf(l->c->scratch, "%zu values are more than the %d parameters of a kernel",
                        values, PARAMETERS_MOST);
  direct k;
  const char *why = direct_start(&k, l, gr);
  return why ? why : row_of(gr->nodes[0]->op)->lower(&k);
}

/* ---- The families -------------------------------------------------------------------------- */

const char *offers_known(const problem *p, const cost_model *m, schedule_list *out) {
  (void)m;
  const node *n = p->gr.count == 1 ? p->gr.nodes[0] : NULL;
  if (!n) return other_operators;
  for (size_t i = 0; i < n->in_count && !op_has(n->op, FACT_SHAPE_ONLY); i++)
    if (n->in[i] && !value_is_const(n->in[i])) return other_operators;
  offer(out, (schedule){.name = "a constant"});
  return NULL;
}

const char *write_known(lowering *l, const problem *p, const schedule *s) {
  (void)s;
  return lower_known(l, &p->gr) ? other_operators : NULL;
}

#define TERM_CLOCKS 9.2 /* of a lane, for a term of a sum: as of convolutions (conv_direct.c) */

const char *offers_direct(const problem *p, const cost_model *m, schedule_list *out) {
  const row *r = p->gr.count ? row_of(p->gr.nodes[0]->op) : NULL;
  bool takes =
      p->kind == PROBLEM_OPERATOR || p->kind == PROBLEM_ROWS || p->kind == PROBLEM_ELEMENTWISE;
  if (!takes || !r || r->lower == by_schedule) return other_operators;
  if (p->undirect) return p->undirect;
  direct_work w = {0};
  if (r->work)
    r->work(p, m, &w);
  else
    w.clocks = TERM_CLOCKS * (double)node_macs(p->gr.nodes[0], out->a);
  double behind = problem_results(p) * (p->work.heavy * COST_HEAVY_PASS_CLOCKS +
                                        p->work.dividing * COST_DIVIDING_PASS_CLOCKS);
  offer(out, (schedule){.name = "straight from memory",
                        .launches = 1 + w.more,
                        .seconds = cost_of_pass(m, p->work.bytes, w.clocks + behind) +
                                   (m->full ? 0 : w.waits + COST_START_PASS * w.more),
                        .start = COST_START_PASS * (1 + w.more)});
  return NULL;
}

const char *write_direct(lowering *l, const problem *p, const schedule *s) {
  (void)s;
  return by_row(l, &p->gr);
}

const char *lower_direct(lowering *l, const group *gr) {
  return lower_known(l, gr) ? by_row(l, gr) : NULL;
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
