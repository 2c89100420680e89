/* blas.c - a cuBLASLt for simt.c: the products fp8c asks for, in plain loops.
 *
 * Columns first, as the library counts.  Sums are F32 in order of k; what comes
 * after them is the library's order: alpha and scales, bias, activation, the
 * result's scale, one rounding. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "runtime/cuda_driver.h"
#include "tests/simt/simt.h"

#define PUBLIC __attribute__((visibility("default")))

typedef struct object { /* a description, a layout or a preference */
  int64_t attributes[64];
  int type;
  uint64_t rows, columns;
  int64_t ld;
} object;

#define CALL(result_, name_, ...)    \
  PUBLIC result_ name_(__VA_ARGS__); \
  result_ name_(__VA_ARGS__)

static object *make(void) { return calloc(1, sizeof(object)); }

CALL(int, cublasLtCreate, blas_handle *h) { return *h = (blas_handle)make(), *h == NULL; }
CALL(int, cublasLtDestroy, blas_handle h) { return free(h), 0; }
CALL(size_t, cublasLtGetVersion, void) { return 130000; }
CALL(const char *, cublasLtGetStatusString, int status) { return status ? "failed" : "done"; }
CALL(int, cublasLtMatmulDescCreate, blas_object *d, int compute, int scale) {
  (void)compute, (void)scale;
  return *d = make(), *d == NULL;
}
CALL(int, cublasLtMatmulDescDestroy, blas_object d) { return free(d), 0; }

static int set(object *o, int attribute, const void *value, size_t bytes) {
  if (attribute < 0 || attribute >= 64 || bytes > 8) return 7;
  o->attributes[attribute] = 0;
  memcpy(&o->attributes[attribute], value, bytes);
  return 0;
}
CALL(int, cublasLtMatmulDescSetAttribute, blas_object d, int attribute, const void *value,
     size_t bytes) {
  return set(d, attribute, value, bytes);
}
CALL(int, cublasLtMatrixLayoutCreate, blas_object *l, int type, uint64_t rows, uint64_t columns,
     int64_t ld) {
  object *o = make();
  if (!o) return 3;
  o->type = type;
  o->rows = rows;
  o->columns = columns;
  o->ld = ld;
  *l = o;
  return 0;
}
CALL(int, cublasLtMatrixLayoutDestroy, blas_object l) { return free(l), 0; }
CALL(int, cublasLtMatrixLayoutSetAttribute, blas_object l, int attribute, const void *value,
     size_t bytes) {
  return set(l, attribute, value, bytes);
}
CALL(int, cublasLtMatmulPreferenceCreate, blas_object *p) { return *p = make(), *p == NULL; }
CALL(int, cublasLtMatmulPreferenceDestroy, blas_object p) { return free(p), 0; }
CALL(int, cublasLtMatmulPreferenceSetAttribute, blas_object p, int attribute, const void *value,
     size_t bytes) {
  return set(p, attribute, value, bytes);
}
CALL(int, cublasLtMatmulAlgoGetHeuristic, blas_handle h, blas_object desc, blas_object a,
     blas_object b, blas_object c, blas_object d, blas_object preference, int wanted,
     blas_algorithm *out, int *count) {
  (void)h, (void)desc, (void)a, (void)b, (void)c, (void)d, (void)preference;
  *count = wanted < 3 ? wanted : 3; /* it has no more, and they are all the same */
  memset(out, 0, (size_t)*count * sizeof *out);
  for (int i = 0; i < *count; i++) out[i].algorithm[0] = (uint64_t)i;
  return 0;
}

static fp8c_dtype dtype_of(int type) {
  switch (type) {
    case BLAS_F16:
      return FP8C_DTYPE_F16;
    case BLAS_BF16:
      return FP8C_DTYPE_BF16;
    case BLAS_E4M3:
      return FP8C_DTYPE_E4M3;
    case BLAS_E5M2:
      return FP8C_DTYPE_E5M2;
    default:
      return FP8C_DTYPE_F32;
  }
}

static size_t element_bytes(int type) {
  return type == BLAS_F32 ? 4 : type == BLAS_E4M3 || type == BLAS_E5M2 ? 1 : 2;
}

/* All of a layout's columns as F32, without gaps. */
static float *real_matrix(const object *l, const char *data) {
  float *x = malloc((l->rows * l->columns + 1) * sizeof *x);
  for (uint64_t j = 0; x && j < l->columns; j++)
    floats_decode(dtype_of(l->type), data + j * (uint64_t)l->ld * element_bytes(l->type),
                  x + j * l->rows, l->rows);
  return x;
}

static float after(const object *desc, float x, const float *bias, uint64_t row, float d_scale) {
  int64_t epilogue = desc->attributes[BLAS_DESC_EPILOGUE];
  if (epilogue & BLAS_EPILOGUE_BIAS) x += bias[row];
  if (epilogue & BLAS_EPILOGUE_RELU) x = x < 0 ? 0 : x;
  if (epilogue & BLAS_EPILOGUE_GELU)
    x = 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
  return x * d_scale;
}

static float one_or(const float *p) { return p ? *p : 1.0f; }

/* As it was asked for: descriptions may change before the stream's turn has come. */
typedef struct product {
  object desc, a, b, d;
  float alpha;
  cu_pointer at_a, at_b, at_d;
  unsigned algorithm; /* in the clock's script 1000, 1001 ... */
} product;

static void multiply(const void *object_) {
  const product *p = object_;
  simt_takes(1000 + p->algorithm);
  const object *desc = &p->desc, *la = &p->a, *lb = &p->b, *ld = &p->d;
  bool ta = desc->attributes[BLAS_DESC_TRANSA] == BLAS_OP_T;
  bool tb = desc->attributes[BLAS_DESC_TRANSB] == BLAS_OP_T;
  bool vectors = desc->attributes[BLAS_DESC_A_SCALE_MODE] == BLAS_SCALE_OUTER_VECTOR;
  const float *a_scale = (float *)desc->attributes[BLAS_DESC_A_SCALE];
  const float *b_scale = (float *)desc->attributes[BLAS_DESC_B_SCALE];
  float d_scale = one_or((float *)desc->attributes[BLAS_DESC_D_SCALE]);
  uint64_t k = ta ? la->rows : la->columns;
  float factor = p->alpha * (vectors ? 1.0f : one_or(a_scale) * one_or(b_scale));
  float *bias = NULL;
  if (desc->attributes[BLAS_DESC_EPILOGUE] & BLAS_EPILOGUE_BIAS) {
    bias = malloc((ld->rows + 1) * sizeof *bias);
    floats_decode(dtype_of((int)desc->attributes[BLAS_DESC_BIAS_TYPE]),
                  (void *)desc->attributes[BLAS_DESC_BIAS_POINTER], bias, ld->rows);
  }
  int64_t batches = la->attributes[BLAS_LAYOUT_BATCH];
  for (int64_t z = 0; z < (batches ? batches : 1); z++) {
    size_t size_d = element_bytes(ld->type);
    const char *at_a = (char *)p->at_a +
                       (size_t)(z * la->attributes[BLAS_LAYOUT_STRIDE]) * element_bytes(la->type);
    const char *at_b = (char *)p->at_b +
                       (size_t)(z * lb->attributes[BLAS_LAYOUT_STRIDE]) * element_bytes(lb->type);
    char *out = (char *)p->at_d + (size_t)(z * ld->attributes[BLAS_LAYOUT_STRIDE]) * size_d;
    float *x = real_matrix(la, at_a), *y = real_matrix(lb, at_b);
    for (uint64_t j = 0; j < ld->columns; j++)
      for (uint64_t i = 0; i < ld->rows; i++) {
        float sum = 0;
        for (uint64_t n = 0; n < k; n++)
          sum += x[ta ? i * la->rows + n : n * la->rows + i] *
                 y[tb ? n * lb->rows + j : j * lb->rows + n];
        sum *= factor;
        if (vectors) sum = sum * a_scale[i] * b_scale[j];
        sum = after(desc, sum, bias, i, d_scale);
        floats_encode(dtype_of(ld->type), &sum, out + (j * (uint64_t)ld->ld + i) * size_d, 1, true);
      }
    free(x);
    free(y);
  }
  free(bias);
}

CALL(int, cublasLtMatmul, blas_handle h, blas_object desc, const void *alpha, cu_pointer a,
     blas_object a_layout, cu_pointer b, blas_object b_layout, const void *beta, cu_pointer c,
     blas_object c_layout, cu_pointer d, blas_object d_layout, const void *algorithm,
     cu_pointer workspace, size_t workspace_bytes, cu_stream s) {
  (void)h, (void)beta, (void)c, (void)c_layout, (void)workspace;
  (void)workspace_bytes;
  product p = {*(object *)desc,
               *(object *)a_layout,
               *(object *)b_layout,
               *(object *)d_layout,
               *(const float *)alpha,
               a,
               b,
               d,
               (unsigned)*(const uint64_t *)algorithm};
  return simt_issue(s, multiply, &p, sizeof p);
}
