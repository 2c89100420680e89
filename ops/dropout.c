/* dropout.c - Dropout as inference has it: the input itself, and a mask that
 * drops nothing.  What training draws at random is refused by name. */
#include <string.h>

#include "ops/infer.h"
#include "ops/rows.h"

static bool drops(const op_call *c) {
  bool training = has_input(c, 2) && c->in[2]->data && tensor_int(c->in[2], 0) != 0;
  double ratio = has_input(c, 1) && c->in[1]->data ? tensor_real(c->in[1], 0) : 0.5;
  return training && ratio != 0;
}

static fp8c_status refuse(fp8c_error *err) {
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "training_mode is set: what training drops at random is not done, inference is");
}

fp8c_status infer_dropout(op_call *c, fp8c_error *err) {
  if (drops(c)) return refuse(err);
  for (size_t i = 0; i < c->out_count; i++) out_like(c, i, c->in[0]);
  if (c->out_count > 1) c->out[1].dtype = FP8C_DTYPE_BOOL;
  return FP8C_OK;
}

fp8c_status eval_dropout(op_call *c, fp8c_error *err) {
  if (drops(c)) return refuse(err);
  if (c->out[0].dtype != c->in[0]->dtype)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "input and output differ in type (%s and %s)",
                fp8c_dtype_name(c->in[0]->dtype), fp8c_dtype_name(c->out[0].dtype));
  size_t bytes = tensor_bytes(c->in[0]);
  if (bytes && c->out[0].data != c->in[0]->data) memcpy(c->out[0].data, c->in[0]->data, bytes);
  if (c->out_count > 1 && c->out[1].data)
    memset(c->out[1].data, 1, (size_t)tensor_elements(&c->out[1]));
  return FP8C_OK;
}
