/* direct_quantized.c - ONNX's own quantisation: integers and FP8, scales per tensor, axis or block,
 * given by the model or found in the data. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/move.h"

/* Which scale an element has. */
static const char *write_scales(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *s = &n->in[1]->type;
  const value *zero = node_input(n, 2);
  int64_t block = node_int(n, "block_size"), axis = node_axis(n, x->rank);
  bool one = tensor_elements(s) == 1 && block == 0;
  direct_flag(k, "one_zero", zero && tensor_elements(&zero->type) == 1);
  direct_choice(k, "scale", one ? "SCALE_ONE" : block == 0 ? "SCALE_AXIS" : "SCALE_BLOCK");
  if (one) return NULL;
  if (axis < 0 || axis >= x->rank) return "its axis is out of range";
  direct_size(k, "dim", at_least_one(x->dims[axis]));
  direct_size(k, "inner", at_least_one(dims_product(x->dims, (int)axis + 1, x->rank)));
  direct_size(k, "block", at_least_one(block < x->dims[axis] ? block : x->dims[axis]));
  direct_size(k, "blocks", block ? s->dims[axis] : 1);
  return NULL;
}

/* "<shape, least, most>" of an integer; NULL: none that is quantised to. */
static const char *limits(fp8c_dtype d) {
  switch (d) {
    case FP8C_DTYPE_I8:
      return "<shape, -128, 127>";
    case FP8C_DTYPE_U8:
      return "<shape, 0, 255>";
    case FP8C_DTYPE_I16:
      return "<shape, -32768, 32767>";
    case FP8C_DTYPE_U16:
      return "<shape, 0, 65535>";
    default:
      return NULL;
  }
}

const char *direct_quantize(direct *k) {
  const node *n = k->n;
  const value *zero = node_input(n, 2);
  fp8c_dtype to = n->out[0]->type.dtype, of_scale = n->in[1]->type.dtype;
  const char *integer = limits(to), *why;
  if (!integer && !dtype_is_fp8(to))
    return arena_printf(k->l->c->scratch, "quantising to %s", fp8c_dtype_name(to));
  if (!integer && attr_find(n->attrs, "saturate") && node_int(n, "saturate") == 0)
    return "it does not saturate";
  if (n->out[0]->type.scale.kind != SCALE_NONE) return "its result has a scale of its own";
  if (node_int(n, "precision") != 0) return "its precision is given";
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_in(k, 2, integer ? zero : NULL);
  direct_out(k, 0, n->out[0]);
  if ((why = write_scales(k))) return why;
  direct_choice(k, "quotient",
                of_scale == FP8C_DTYPE_F16    ? "QUOTIENT_F16"
                : of_scale == FP8C_DTYPE_BF16 ? "QUOTIENT_BF16"
                                              : "QUOTIENT_F32");
  if (integer)
    text_printf(&k->draft.body, "  out0(i, (%s)quantized_at%s(i, in0, in1, in2));\n",
                direct_type(n->out[0]), integer);
  else
    text_add(&k->draft.body, "  out0(i, quotient_of<shape>(i, in0, in1));\n");
  return direct_launch(k, "quantize_linear", tensor_elements(&n->out[0]->type), 1, 0);
}

const char *direct_dequantize(direct *k) {
  const node *n = k->n;
  const value *zero = node_input(n, 2);
  const char *why;
  bool integer = dtype_is_int(n->in[0]->type.dtype);
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_in(k, 2, integer ? zero : NULL);
  direct_out(k, 0, n->out[0]);
  if ((why = write_scales(k))) return why;
  direct_flag(k, "integers", integer);
  text_add(&k->draft.body, "  out0(i, dequantized_at<shape>(i, in0, in1, in2));\n");
  return direct_launch(k, "dequantize_linear", tensor_elements(&n->out[0]->type), 1, 0);
}

/* Scale and zero point of one tensor: every block finds the range of all of it, which are few. */
const char *direct_quantize_dynamic(direct *k) {
  const node *n = k->n;
  direct_in(k, 0, n->in[0]);
  for (int i = 0; i < 3; i++) direct_out(k, i, node_output(n, (size_t)i));
  direct_size(k, "elements", tensor_elements(&n->in[0]->type));
  text_add(&k->draft.body, "  quantize_dynamic<shape>(i, lane, in0, out0, out1, out2);\n");
  int64_t warps = (tensor_elements(&n->in[0]->type) + 31) / 32;
  return direct_launch(k, "dynamic_quantize", at_least_one(warps), 32, 0);
}
