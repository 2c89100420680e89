/* loss.c - NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss.
 *
 * Both pick one number a sample and average; the second takes the logarithm of
 * the softmax first.  Sums over samples are in double: there may be millions. */
#include <string.h>

#include "base/numbers.h"
#include "ops/math.h"
#include "ops/move.h"
#include "ops/rows.h"

fp8c_status infer_loss(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *target = c->in[1];
  const char *reduction = op_attr_string(c, "reduction");
  bool none = strcmp(reduction, "none") == 0;
  int64_t dims[FP8C_MAX_RANK], same;
  out_moves(c, 0);
  if (!none && strcmp(reduction, "mean") != 0 && strcmp(reduction, "sum") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "reduction \"%s\" is not supported", reduction);
  for (size_t i = 0; i < 3; i++)
    if (i != 1 && has_input(c, i) && !dtype_is_small_float(c->in[i]->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has type %s, which is not supported here",
                  i, fp8c_dtype_name(c->in[i]->dtype));
  if (!dtype_is_int(target->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "its targets have type %s; integers are wanted",
                fp8c_dtype_name(target->dtype));
  if (c->out_count > 1) out_like(c, 1, x);
  if (!none) TRY(out_dims(c, 0, 0, NULL, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  if (x->rank < 2) return fail(err, FP8C_ERROR_FORMAT, "its input has rank %d; 2 or more", x->rank);
  TRY(want_rank(c, 1, x->rank - 1, err));
  for (int d = 0; d < x->rank - 1; d++) {
    dims[d] = x->dims[d == 0 ? 0 : d + 1];
    if (rank_known(c, 1)) TRY(dim_same(dims[d], target->dims[d], "samples", &dims[d], err));
  }
  if (has_input(c, 2)) {
    TRY(want_rank(c, 2, 1, err));
    if (rank_known(c, 2)) TRY(dim_same(c->in[2]->dims[0], x->dims[1], "classes", &same, err));
  }
  return none ? out_sized(c, 0, x->rank - 1, dims, err) : FP8C_OK;
}

/* -weight[target] * x[target] for every sample, reduced as asked. */
static fp8c_status pick(op_call *c, const float *x, fp8c_error *err) {
  const tensor *in = c->in[0], *target = c->in[1];
  const float *weights = has_input(c, 2) ? c->in[2]->data : NULL;
  const char *reduction = op_attr_string(c, "reduction");
  int64_t classes = in->dims[1], inner = dims_product(in->dims, 2, in->rank);
  bool ignores = op_has_attr(c, "ignore_index");
  int64_t ignored = op_attr_int(c, "ignore_index");
  float *y = c->out[0].data;
  double sum = 0, weight_sum = 0;
  for (int64_t i = 0; i < tensor_elements(target); i++) {
    int64_t k = tensor_int(target, i);
    bool skip = ignores && k == ignored;
    if (!skip && (k < 0 || k >= classes))
      return fail(err, FP8C_ERROR_ARGUMENT, "target %lld is none of %lld classes", (long long)k,
                  (long long)classes);
    float w = skip ? 0 : weights != NULL ? weights[k] : 1;
    float loss = skip ? 0 : -x[(i / inner * classes + k) * inner + i % inner] * w;
    sum += (double)loss;
    weight_sum += (double)w;
    if (reduction[0] == 'n') y[i] = loss;
  }
  if (reduction[0] == 's') y[0] = (float)sum;
  if (reduction[0] == 'm') y[0] = (float)(sum / weight_sum);
  return FP8C_OK;
}

fp8c_status eval_negative_log_likelihood_loss(op_call *c, fp8c_error *err) {
  return pick(c, c->in[0]->data, err);
}

typedef struct log_job {
  const float *x;
  float *y;
  int64_t classes, inner;
} log_job;

/* A piece is one sample. */
static void log_softmax(void *object, int64_t first, int64_t last) {
  const log_job *j = object;
  for (int64_t s = first; s < last; s++) {
    const float *x = j->x + s / j->inner * j->classes * j->inner + s % j->inner;
    float *y = j->y + (x - j->x), most = x[0], sum = 0;
    for (int64_t k = 1; k < j->classes; k++)
      if (x[k * j->inner] > most) most = x[k * j->inner];
    for (int64_t k = 0; k < j->classes; k++) sum += fp8c_expf(x[k * j->inner] - most);
    float rest = fp8c_logf(sum);
    for (int64_t k = 0; k < j->classes; k++) y[k * j->inner] = x[k * j->inner] - most - rest;
  }
}

fp8c_status eval_softmax_cross_entropy_loss(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  bool asked = c->out_count > 1 && c->out[1].data != NULL;
  log_job j = {.x = in->data,
               .y = asked ? c->out[1].data : NEW_ARRAY(c->scratch, float, tensor_elements(in)),
               .classes = in->dims[1],
               .inner = dims_product(in->dims, 2, in->rank)};
  if (j.classes > 0) each_piece(c->threads, in->dims[0] * j.inner, 64, log_softmax, &j);
  return pick(c, j.y, err);
}
