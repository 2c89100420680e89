/* tensor.c - reading single elements, and types as text.
 *
 * Only for shape rules, messages and tests: arithmetic works on whole arrays. */
#include "ops/tensor.h"

#include "base/numbers.h"
#include "base/text.h"

int64_t tensor_int(const tensor *t, int64_t i) {
  switch (t->dtype) {
    case FP8C_DTYPE_I8:
      return ((const int8_t *)t->data)[i];
    case FP8C_DTYPE_I16:
      return ((const int16_t *)t->data)[i];
    case FP8C_DTYPE_I32:
      return ((const int32_t *)t->data)[i];
    case FP8C_DTYPE_I64:
      return ((const int64_t *)t->data)[i];
    case FP8C_DTYPE_U8:
    case FP8C_DTYPE_BOOL:
      return ((const uint8_t *)t->data)[i];
    case FP8C_DTYPE_U16:
      return ((const uint16_t *)t->data)[i];
    case FP8C_DTYPE_U32:
      return ((const uint32_t *)t->data)[i];
    case FP8C_DTYPE_U64:
      return (int64_t)((const uint64_t *)t->data)[i];
    case FP8C_DTYPE_I4:
    case FP8C_DTYPE_U4:
    case FP8C_DTYPE_I2:
    case FP8C_DTYPE_U2:
      return dtype_narrow(t->dtype, ((const uint8_t *)t->data)[i]);
    default:
      return 0;
  }
}

/* The index along `axis` of element i. */
static int64_t axis_index(const tensor *t, int axis, int64_t i) {
  int64_t inner = 1;
  for (int d = axis + 1; d < t->rank; d++) inner *= t->dims[d];
  return i / inner % t->dims[axis];
}

double tensor_real(const tensor *t, int64_t i) {
  if (t->dtype == FP8C_DTYPE_F64) return ((const double *)t->data)[i];
  if (t->dtype == FP8C_DTYPE_U64) return (double)((const uint64_t *)t->data)[i];
  if (!dtype_is_small_float(t->dtype)) return (double)tensor_int(t, i);
  float x;
  floats_decode(t->dtype, (const char *)t->data + (size_t)i * dtype_bytes(t->dtype), &x, 1);
  if (t->scale.kind == SCALE_TENSOR) x *= t->scale.value;
  if (t->scale.kind == SCALE_AXIS) x *= t->scale.scales[axis_index(t, t->scale.axis, i)];
  return x;
}

/* text_printf costs ten times as much, and reports have a type for every operand. */
static void add_size(text *out, int64_t x) {
  char digits[24], *at = digits + sizeof digits;
  do *--at = (char)('0' + x % 10);
  while (x /= 10);
  text_add_bytes(out, at, (size_t)(digits + sizeof digits - at));
}

const char *tensor_type_text(arena *a, const tensor *t) {
  text out;
  char number[32];
  text_init(&out, a);
  text_add(&out, fp8c_dtype_name(t->dtype));
  if (t->scale.kind == SCALE_TENSOR) text_printf(&out, "@%s", float_print(t->scale.value, number));
  if (t->scale.kind == SCALE_AXIS) text_printf(&out, "@axis/%d", t->scale.axis);
  if (t->rank == RANK_UNKNOWN) {
    text_add(&out, "[*]");
    return text_cstr(&out);
  }
  text_add(&out, "[");
  for (int i = 0; i < t->rank; i++) {
    if (i > 0) text_add(&out, ", ");
    if (t->dims[i] >= 0)
      add_size(&out, t->dims[i]);
    else
      text_add(&out, "?");
  }
  text_add(&out, "]");
  return text_cstr(&out);
}
