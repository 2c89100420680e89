/* infer.c - what shape rules share: dims with symbols, broadcasting, axes. */
#include "ops/infer.h"

#include <stdio.h>
#include <string.h>

#include "base/numbers.h"

bool has_input(const op_call *c, size_t i) { return i < c->in_count && c->in[i] != NULL; }

bool rank_known(const op_call *c, size_t i) {
  return has_input(c, i) && c->in[i]->rank != RANK_UNKNOWN;
}

void out_like(op_call *c, size_t i, const tensor *t) {
  tensor *o = &c->out[i];
  o->dtype = t->dtype;
  o->rank = t->rank;
  memcpy(o->dims, t->dims, sizeof o->dims);
}

fp8c_status out_dims(op_call *c, size_t i, int64_t rank, const int64_t *dims, fp8c_error *err) {
  if (rank < 0 || rank > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "the result would have rank %lld; the most is %d",
                (long long)rank, FP8C_MAX_RANK);
  c->out[i].rank = (int)rank;
  for (int64_t d = 0; d < rank; d++) c->out[i].dims[d] = dims[d];
  return FP8C_OK;
}

fp8c_status axis_of(int64_t axis, int rank, int *out, fp8c_error *err) {
  if (axis < -(int64_t)rank || axis >= rank)
    return fail(err, FP8C_ERROR_FORMAT, "axis %lld is outside a tensor of rank %d", (long long)axis,
                rank);
  *out = (int)(axis < 0 ? axis + rank : axis);
  return FP8C_OK;
}

fp8c_status dim_broadcast(int64_t a, int64_t b, int64_t *out, fp8c_error *err) {
  if (a == b || b == 1) {
    *out = a;
  } else if (a == 1) {
    *out = b;
  } else if (a >= 0 && b >= 0) {
    return fail(err, FP8C_ERROR_FORMAT, "dimensions %lld and %lld do not broadcast", (long long)a,
                (long long)b);
  } else if (a > 1 || b > 1) {
    *out = a > 1 ? a : b; /* the symbol is that size, or 1 */
  } else {
    *out = DIM_UNKNOWN;
  }
  return FP8C_OK;
}

fp8c_status dim_same(int64_t a, int64_t b, const char *what, int64_t *out, fp8c_error *err) {
  if (a >= 0 && b >= 0 && a != b)
    return fail(err, FP8C_ERROR_FORMAT, "%s differ (%lld and %lld)", what, (long long)a,
                (long long)b);
  *out = a >= 0 ? a : b >= 0 ? b : a != DIM_UNKNOWN ? a : b;
  return FP8C_OK;
}

fp8c_status dim_mul(int64_t a, int64_t b, int64_t *out, fp8c_error *err) {
  if (a == 0 || b == 0) {
    *out = 0;
  } else if (a == 1) {
    *out = b;
  } else if (b == 1) {
    *out = a;
  } else if (a < 0 || b < 0) {
    *out = DIM_UNKNOWN;
  } else if (__builtin_mul_overflow(a, b, out)) {
    return fail(err, FP8C_ERROR_FORMAT, "the size %lld x %lld exceeds 64 bits", (long long)a,
                (long long)b);
  }
  return FP8C_OK;
}

fp8c_status dim_add(int64_t a, int64_t b, int64_t *out, fp8c_error *err) {
  if (a == 0) {
    *out = b;
  } else if (b == 0) {
    *out = a;
  } else if (a < 0 || b < 0) {
    *out = DIM_UNKNOWN;
  } else if (__builtin_add_overflow(a, b, out)) {
    return fail(err, FP8C_ERROR_FORMAT, "the size %lld + %lld exceeds 64 bits", (long long)a,
                (long long)b);
  }
  return FP8C_OK;
}

fp8c_status broadcast_inputs(op_call *c, size_t first, size_t count, fp8c_error *err) {
  int rank = 0;
  for (size_t i = first; i < first + count; i++) {
    if (!has_input(c, i)) continue;
    if (c->in[i]->rank == RANK_UNKNOWN) {
      c->out[0].rank = RANK_UNKNOWN;
      return FP8C_OK;
    }
    if (c->in[i]->rank > rank) rank = c->in[i]->rank;
  }
  int64_t dims[FP8C_MAX_RANK];
  for (int d = 0; d < rank; d++) dims[d] = 1;
  for (size_t i = first; i < first + count; i++) {
    if (!has_input(c, i)) continue;
    const tensor *t = c->in[i];
    for (int d = 0; d < t->rank; d++) {
      int64_t *to = &dims[rank - t->rank + d];
      fp8c_status status = dim_broadcast(*to, t->dims[d], to, err);
      if (status != FP8C_OK) {
        char a[256], b[256];
        return fail(err, status, "shapes %s and %s do not broadcast", dims_text(c->in[first], a),
                    dims_text(t, b));
      }
    }
  }
  return out_dims(c, 0, rank, dims, err);
}

fp8c_status known_ints(const op_call *c, size_t i, int64_t *out, size_t capacity, size_t *count,
                       bool *known, fp8c_error *err) {
  *known = false;
  *count = 0;
  if (!has_input(c, i)) return FP8C_OK;
  const tensor *t = c->in[i];
  if (!dtype_is_int(t->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; integers are wanted", i,
                fp8c_dtype_name(t->dtype));
  if (t->rank > 1)
    return fail(err, FP8C_ERROR_FORMAT, "input %zu has rank %d; a list of integers is wanted", i,
                t->rank);
  if (!tensor_shape_known(t)) return FP8C_OK;
  int64_t n = tensor_elements(t);
  if (t->data == NULL && n > 0) return FP8C_OK;
  if (n > (int64_t)capacity)
    return fail(err, FP8C_ERROR_FORMAT, "input %zu has %lld elements; at most %zu are possible", i,
                (long long)n, capacity);
  for (int64_t k = 0; k < n; k++) out[k] = tensor_int(t, k);
  *count = (size_t)n;
  *known = true;
  return FP8C_OK;
}

const char *dims_text(const tensor *t, char out[256]) {
  if (t->rank == RANK_UNKNOWN) return "[*]";
  size_t n = 0;
  out[n++] = '[';
  for (int i = 0; i < t->rank; i++) {
    const char *comma = i > 0 ? ", " : "";
    if (t->dims[i] >= 0)
      n += (size_t)snprintf(out + n, 256 - n, "%s%lld", comma, (long long)t->dims[i]);
    else
      n += (size_t)snprintf(out + n, 256 - n, "%s?", comma);
  }
  snprintf(out + n, 256 - n, "]");
  return out;
}

fp8c_status want_floats(const op_call *c, fp8c_error *err) {
  for (size_t i = 0; i < c->in_count; i++)
    if (has_input(c, i) && !dtype_is_small_float(c->in[i]->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has type %s, which is not supported here",
                  i, fp8c_dtype_name(c->in[i]->dtype));
  return FP8C_OK;
}

fp8c_status want_rank(const op_call *c, size_t i, int rank, fp8c_error *err) {
  if (rank_known(c, i) && c->in[i]->rank != rank) {
    char text[256];
    return fail(err, FP8C_ERROR_FORMAT, "input %zu has shape %s; rank %d is wanted", i,
                dims_text(c->in[i], text), rank);
  }
  return FP8C_OK;
}
