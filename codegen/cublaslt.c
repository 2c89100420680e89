/* cublaslt.c - what cuBLASLt refuses, stated once: the rows of `refusals`. */
#include "base/formats.h"
#include "base/numbers.h"
#include "codegen/codegen.h"

bool cublaslt_fp8(const plan_gemm *g) { return dtype_is_fp8(g->a_type) || dtype_is_fp8(g->b_type); }
static bool has_bias(const plan_gemm *g) {
  return g->epilogue == PLAN_EPILOGUE_BIAS || g->epilogue == PLAN_EPILOGUE_RELU_BIAS ||
         g->epilogue == PLAN_EPILOGUE_GELU_TANH_BIAS;
}

static bool no_fp8_here(const target *t, const plan_gemm *g) { return cublaslt_fp8(g) && !t->chip; }
static bool fp8_not_native(const target *t, const plan_gemm *g) {
  (void)t;
  const fp8c_dtype types[] = {g->a_type, g->b_type, g->d_type};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (dtype_is_fp8(types[i]) && !fp8_is_native(types[i])) return true;
  return false;
}
static bool half_fp8(const target *t, const plan_gemm *g) {
  (void)t;
  return dtype_is_fp8(g->a_type) != dtype_is_fp8(g->b_type);
}
static bool two_e5m2(const target *t, const plan_gemm *g) {
  (void)t;
  return g->a_type == FP8C_DTYPE_E5M2 && g->b_type == FP8C_DTYPE_E5M2;
}
static bool fp8_not_k_major(const target *t, const plan_gemm *g) {
  (void)t;
  return cublaslt_fp8(g) && !(g->transpose_a && !g->transpose_b);
}
static bool fp8_k_ragged(const target *t, const plan_gemm *g) {
  (void)t;
  return cublaslt_fp8(g) && (g->k % 16 || g->lda % 16 || g->ldb % 16);
}
static bool fp8_rows_ragged(const target *t, const plan_gemm *g) {
  (void)t;
  return cublaslt_fp8(g) && (g->m * (int64_t)dtype_bytes(g->d_type) % 16 ||
                             g->ldd * (int64_t)dtype_bytes(g->d_type) % 16);
}
static bool operand_types(const target *t, const plan_gemm *g) {
  (void)t;
  if (cublaslt_fp8(g)) return false;
  return g->a_type != g->b_type || (g->a_type != FP8C_DTYPE_F32 && g->a_type != FP8C_DTYPE_BF16 &&
                                    g->a_type != FP8C_DTYPE_F16);
}
static bool result_type(const target *t, const plan_gemm *g) {
  (void)t;
  fp8c_dtype d = g->d_type;
  if (!cublaslt_fp8(g)) return d != FP8C_DTYPE_F32 && d != g->a_type;
  if (d == FP8C_DTYPE_E5M2) return g->a_type != FP8C_DTYPE_E5M2 && g->b_type != FP8C_DTYPE_E5M2;
  return d != FP8C_DTYPE_F32 && d != FP8C_DTYPE_BF16 && d != FP8C_DTYPE_F16 && d != FP8C_DTYPE_E4M3;
}
static bool scale_of_wide_result(const target *t, const plan_gemm *g) {
  (void)t;
  return g->d_scale != PLAN_NO_VALUE && !dtype_is_fp8(g->d_type);
}
static bool no_vectors_here(const target *t, const plan_gemm *g) {
  return g->outer_vector && !(t->chip && t->chip->outer_vector);
}
static bool vectors_and_fp8_result(const target *t, const plan_gemm *g) {
  (void)t;
  return g->outer_vector && dtype_is_fp8(g->d_type);
}
static bool vectors_and_batch(const target *t, const plan_gemm *g) {
  (void)t;
  return g->outer_vector && g->batch > 1;
}
static bool bias_type(const target *t, const plan_gemm *g) {
  (void)t;
  if (!has_bias(g)) return false;
  if (!cublaslt_fp8(g)) return g->bias_type != g->d_type;
  return g->bias_type != (g->d_type == FP8C_DTYPE_F16 ? FP8C_DTYPE_F16 : FP8C_DTYPE_BF16);
}
static bool too_large(const target *t, const plan_gemm *g) {
  (void)t;
  return g->m > INT32_MAX || g->n > INT32_MAX || g->k > INT32_MAX || g->batch > INT32_MAX;
}
static bool empty(const target *t, const plan_gemm *g) {
  (void)t;
  return g->m < 1 || g->n < 1 || g->k < 1 || g->batch < 1;
}

static const struct {
  bool (*refuses)(const target *t, const plan_gemm *g);
  const char *reason;
} refusals[] = {
    {empty, "the product is empty"},
    {too_large, "a dimension exceeds 2^31 - 1"},
    {no_fp8_here, "cuBLASLt has no FP8 products on this chip"},
    {half_fp8, "an FP8 operand needs an FP8 partner"},
    {fp8_not_native, "cuBLASLt has no such FP8 format"},
    {two_e5m2, "cuBLASLt does not multiply E5M2 by E5M2"},
    {fp8_not_k_major, "both operands of an FP8 product must have k contiguous"},
    {fp8_k_ragged, "k of an FP8 product must be a multiple of 16"},
    {fp8_rows_ragged, "a result row of an FP8 product must be a multiple of 16 bytes"},
    {operand_types, "the operands must both be F32, both BF16 or both F16"},
    {result_type, "cuBLASLt does not write this type from these operands"},
    {scale_of_wide_result, "only an FP8 result takes a scale"},
    {no_vectors_here, "cuBLASLt has no scale per column on this chip"},
    {vectors_and_fp8_result, "cuBLASLt does not write FP8 with a scale per column"},
    {vectors_and_batch, "cuBLASLt has no batches with a scale per column"},
    {bias_type, "cuBLASLt wants the bias in another type"},
};

const char *cublaslt_refuses(const target *t, const plan_gemm *g) {
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
    if (refusals[i].refuses(t, g)) return refusals[i].reason;
  return NULL;
}
