/* direct_reduce.c - reductions of every type over any axes, MeanVarianceNormalization: a thread
 * for each result walks what becomes it. */
#include "base/numbers.h"
#include "codegen/direct.h"
#include "codegen/families.h"
#include "ir/read.h"
#include "ops/ids/reductions.h"

static const char *read_gone(const node *n, bool *gone) {
  int rank = n->in[0]->type.rank;
  const int64_t *axes;
  size_t count;
  if (!node_is(n, OP_MEAN_VARIANCE_NORMALIZATION))
    return node_reduction(n, gone) ? NULL : "its axes are not constant";
  bool set = node_ints(n, "axes", &axes, &count);
  for (int d = 0; d < rank && !set; d++) gone[d] = d != 1;
  for (size_t i = 0; set && i < count; i++) gone[axes[i] < 0 ? axes[i] + rank : axes[i]] = true;
  return NULL;
}

static const char *write_results(direct *k) {
  const node *n = k->n;
  const reduction *row = reduction_of(n->op);
  bool norm = node_is(n, OP_MEAN_VARIANCE_NORMALIZATION);
  const tensor *x = &n->in[0]->type;
  bool gone[FP8C_MAX_RANK] = {false};
  int64_t dims[2][FP8C_MAX_RANK], strides[2][FP8C_MAX_RANK], counts[2] = {1, 1};
  int rank[2] = {0, 0};
  const char *why = read_gone(n, gone);
  if (why) return why;
  int64_t stride = 1, all[FP8C_MAX_RANK];
  for (int d = x->rank - 1; d >= 0; d--) all[d] = stride, stride *= at_least_one(x->dims[d]);
  for (int d = 0; d < x->rank; d++) {
    int side = gone[d];
    dims[side][rank[side]] = at_least_one(x->dims[d]);
    strides[side][rank[side]++] = all[d];
    counts[side] *= x->dims[d];
  }
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  fp8c_dtype d = x->dtype;
  bool real = norm || row->through_f64;
  const char *number = dtype_is_small_float(d)       ? "float"
                       : d == FP8C_DTYPE_F64 || real ? "double"
                       : number_type(d)[0] == 'u'    ? "u64"
                       : d == FP8C_DTYPE_BOOL        ? "bool"
                                                     : "i64";
  direct_walk(k, "kept", rank[0], dims[0], 1, (const int64_t *const[]){strides[0]});
  direct_walk(k, "gone", rank[1], dims[1], 1, (const int64_t *const[]){strides[1]});
  direct_size(k, "count", counts[1]);
  const char *result = direct_type(n->out[0]);
  if (norm)
    text_printf(&k->draft.body, "  mean_variance_line<shape, %s>(i, in0, out0);\n", number);
  else if (row->how)
    text_printf(&k->draft.body, "  out0(i, (%s)reduced_at<shape, %s, %s>(i, in0));\n", result,
                row->how, number);
  else
    text_printf(&k->draft.body, "  out0(i, (%s)log_sum_exp_at<shape, %s>(i, in0));\n", result,
                number);
  return direct_launch(k, "reduce_any", counts[0], 1, (uint64_t)(counts[0] * counts[1]));
}

const char *offers_reduce_any(const problem *p, const cost_model *m, schedule_list *out) {
  bool gone[FP8C_MAX_RANK] = {false};
  const node *n = p->gr.nodes[0];
  if (p->gr.count > 1 || n->op->family == FAMILY_ROW) return other_operators;
  const char *why = p->undirect ? p->undirect : read_gone(n, gone);
  if (why) return why;
  offer_pass(out, m, p->work.bytes, 0, (schedule){.name = "a result a thread", .launches = 1});
  return NULL;
}

const char *write_reduce_any(lowering *l, const problem *p, const schedule *s) {
  (void)s;
  direct k;
  const char *why = direct_start(&k, l, &p->gr);
  return why ? why : write_results(&k);
}
