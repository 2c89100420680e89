/* plan_check_place.c - where a check is: its sentence, and sizes of the values there. */
#include <stdarg.h>

#include "base/size.h"
#include "base/text.h"
#include "runtime/plan_check.h"

fp8c_status check_failed(const place *at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *what = arena_vprintf(at->arena, format, args);
  va_end(args);
  if (!at->variant) return fail(at->err, FP8C_ERROR_FORMAT, "plan: %s", what);
  return fail(at->err, FP8C_ERROR_FORMAT, "plan, variant %u (%s): %s", at->variant_index,
              shown(at->variant->target), what);
}

bool check_value_bytes(const plan_value *v, uint64_t *out) {
  int64_t elements = 0;
  size_t bytes = 0;
  if (v->rank < 0 || !shape_elements(v->dims, v->rank, &elements)) return false;
  if (!size_mul((size_t)elements, dtype_bytes(v->dtype), &bytes) || bytes > INT64_MAX) return false;
  *out = bytes;
  return true;
}
