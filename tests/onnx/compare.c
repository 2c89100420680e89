/* compare.c - as numpy.testing.assert_allclose in onnx's backend runner. */
#include "compare.h"

#include <math.h>

#include "base/numbers.h"

#define RELATIVE 1e-3
#define ABSOLUTE 1e-7

static bool same_real(double expected, double found, bool exact) {
  if (isnan(expected) || isnan(found)) return isnan(expected) && isnan(found);
  if (expected == found) return true;
  if (exact || isinf(expected) || isinf(found)) return false;
  return fabs(expected - found) <= ABSOLUTE + RELATIVE * fabs(found);
}

static bool is_integer(fp8c_dtype d) { return dtype_is_int(d) || d == FP8C_DTYPE_BOOL; }

fp8c_status compare_tensors(const tensor *expected, const tensor *found, const char *what,
                            fp8c_error *err) {
  if (expected->dtype != found->dtype)
    return fail(err, FP8C_ERROR_BOUND, "%s: type %s, expected %s", what,
                fp8c_dtype_name(found->dtype), fp8c_dtype_name(expected->dtype));
  bool same = expected->rank == found->rank;
  for (int i = 0; same && i < expected->rank; i++) same = expected->dims[i] == found->dims[i];
  if (!same)
    return fail(err, FP8C_ERROR_BOUND, "%s: rank %d [%lld...], expected rank %d [%lld...]", what,
                found->rank, found->rank > 0 ? (long long)found->dims[0] : -1, expected->rank,
                expected->rank > 0 ? (long long)expected->dims[0] : -1);
  bool exact = fp8c_dtype_bits(expected->dtype) == 8;
  int64_t wrong = 0, first = -1, count = tensor_elements(expected);
  for (int64_t i = 0; i < count; i++) {
    bool ok = is_integer(expected->dtype)
                  ? tensor_int(expected, i) == tensor_int(found, i)
                  : same_real(tensor_real(expected, i), tensor_real(found, i), exact);
    if (!ok && wrong++ == 0) first = i;
  }
  if (wrong == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_BOUND,
              "%s: %lld of %lld numbers differ; the first at %lld: %.9g, expected %.9g", what,
              (long long)wrong, (long long)count, (long long)first, tensor_real(found, first),
              tensor_real(expected, first));
}
