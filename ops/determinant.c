/* determinant.c - Det. */
#include <math.h>

#include "ops/functions.h"
#include "ops/infer.h"
#include "ops/vision.h"

fp8c_status infer_det(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t same;
  TRY(want_small_float(c, 0, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  if (in->rank < 2)
    return fail(err, FP8C_ERROR_FORMAT, "its input has rank %d; 2 or more", in->rank);
  TRY(dim_same(in->dims[in->rank - 1], in->dims[in->rank - 2], "rows and columns", &same, err));
  return out_dims(c, 0, in->rank - 2, in->dims, err);
}

/* By elimination with the largest pivot, in double. */
static double determinant(double *m, int64_t n) {
  double det = 1;
  for (int64_t k = 0; k < n; k++) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; i++)
      if (fabs(m[i * n + k]) > fabs(m[pivot * n + k])) pivot = i;
    if (m[pivot * n + k] == 0) return 0;
    if (pivot != k) det = -det;
    for (int64_t j = k; j < n && pivot != k; j++) {
      double swap = m[k * n + j];
      m[k * n + j] = m[pivot * n + j];
      m[pivot * n + j] = swap;
    }
    det *= m[k * n + k];
    for (int64_t i = k + 1; i < n; i++) {
      double f = m[i * n + k] / m[k * n + k];
      for (int64_t j = k; j < n; j++) m[i * n + j] -= f * m[k * n + j];
    }
  }
  return det;
}

fp8c_status eval_det(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *in = c->in[0];
  int64_t n = in->dims[in->rank - 1];
  double *m = NEW_ARRAY(c->scratch, double, n *n);
  for (int64_t k = 0; k < tensor_elements(&c->out[0]); k++) {
    for (int64_t i = 0; i < n * n; i++) m[i] = (double)((const float *)in->data)[k * n * n + i];
    ((float *)c->out[0].data)[k] = (float)determinant(m, n);
  }
  return FP8C_OK;
}
