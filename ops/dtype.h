/* dtype.h - ONNX's numbers for element types, as attributes state them. */
#ifndef OPS_DTYPE_H
#define OPS_DTYPE_H

#include "ops/ops.h"

/* TensorProto.DataType to ours; FP8C_DTYPE_NONE for what fp8c does not have. */
fp8c_dtype dtype_of_onnx(int64_t code);
const char *onnx_dtype_name(int64_t code); /* "STRING", "unknown type" */
/* Ours to TensorProto.DataType; 0 (UNDEFINED) for FP8C_DTYPE_NONE. */
int64_t dtype_to_onnx(fp8c_dtype dtype);
/* The type an attribute names ("to", "dtype"), or `otherwise` when it is absent
 * or 0; an error that names the type when fp8c does not have it. */
fp8c_status dtype_attr(const op_call *c, const char *name, fp8c_dtype otherwise, fp8c_dtype *out,
                       fp8c_error *err);

#endif
