/* dtype.c - ONNX's numbers for element types.
 *
 * The numbers are published (onnx.proto, TensorProto.DataType) and never
 * change; those without a type of ours are kept by name, for messages. */
#include "ops/dtype.h"

static const struct {
  const char *name;
  fp8c_dtype dtype;
} types[] = {
    {"UNDEFINED", FP8C_DTYPE_NONE},
    {"FLOAT", FP8C_DTYPE_F32},
    {"UINT8", FP8C_DTYPE_U8},
    {"INT8", FP8C_DTYPE_I8},
    {"UINT16", FP8C_DTYPE_U16},
    {"INT16", FP8C_DTYPE_I16},
    {"INT32", FP8C_DTYPE_I32},
    {"INT64", FP8C_DTYPE_I64},
    {"STRING", FP8C_DTYPE_NONE},
    {"BOOL", FP8C_DTYPE_BOOL},
    {"FLOAT16", FP8C_DTYPE_F16},
    {"DOUBLE", FP8C_DTYPE_F64},
    {"UINT32", FP8C_DTYPE_U32},
    {"UINT64", FP8C_DTYPE_U64},
    {"COMPLEX64", FP8C_DTYPE_NONE},
    {"COMPLEX128", FP8C_DTYPE_NONE},
    {"BFLOAT16", FP8C_DTYPE_BF16},
    {"FLOAT8E4M3FN", FP8C_DTYPE_E4M3},
    {"FLOAT8E4M3FNUZ", FP8C_DTYPE_E4M3FNUZ},
    {"FLOAT8E5M2", FP8C_DTYPE_E5M2},
    {"FLOAT8E5M2FNUZ", FP8C_DTYPE_E5M2FNUZ},
    {"UINT4", FP8C_DTYPE_U4},
    {"INT4", FP8C_DTYPE_I4},
    {"FLOAT4E2M1", FP8C_DTYPE_E2M1},
    {"FLOAT8E8M0", FP8C_DTYPE_E8M0},
    {"UINT2", FP8C_DTYPE_U2},
    {"INT2", FP8C_DTYPE_I2},
};
#define TYPE_COUNT ((int64_t)(sizeof types / sizeof *types))

fp8c_dtype dtype_of_onnx(int64_t code) {
  return code < 0 || code >= TYPE_COUNT ? FP8C_DTYPE_NONE : types[code].dtype;
}

const char *onnx_dtype_name(int64_t code) {
  return code < 0 || code >= TYPE_COUNT ? "unknown type" : types[code].name;
}

int64_t dtype_to_onnx(fp8c_dtype dtype) {
  for (int64_t i = 1; i < TYPE_COUNT; i++)
    if (types[i].dtype == dtype && dtype != FP8C_DTYPE_NONE) return i;
  return 0;
}

fp8c_status dtype_attr(const op_call *c, const char *name, fp8c_dtype otherwise, fp8c_dtype *out,
                       fp8c_error *err) {
  int64_t code = op_has_attr(c, name) ? op_attr_int(c, name) : 0;
  *out = code == 0 ? otherwise : dtype_of_onnx(code);
  if (*out != FP8C_DTYPE_NONE) return FP8C_OK;
  if (code > 0 && code < TYPE_COUNT)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "element type %s (%s) is not supported",
                types[code].name, name);
  return fail(err, FP8C_ERROR_FORMAT, "%s=%lld is no element type", name, (long long)code);
}
