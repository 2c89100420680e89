/* direct_quantized.c - ONNX's own quantisation: integers and FP8, scales per tensor, axis or block,
 * given by the model or found in the data. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/move.h"
#include "ops/packed.h"

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

/* A thread makes the numbers of one word of codes. */
const char *direct_dequantize_packed(direct *k) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  const value *zeros = node_input(n, 2);
  fp8c_dtype codes = dtype_from_name(node_string(n, "codes")), of_scale = n->in[1]->type.dtype;
  packed_form f;
  if (packed_form_of(codes, node_int(n, "columns"), node_int(n, "depth"), node_int(n, "block"), &f,
                     NULL) != FP8C_OK)
    return "its weights cannot be read";
  if (y->dtype != FP8C_DTYPE_BF16 && y->dtype != FP8C_DTYPE_F16)
    return "it makes neither BF16 nor F16";
  if (zeros && zeros->type.dtype != FP8C_DTYPE_U8) return "its zero points are no codes";
  if (of_scale != FP8C_DTYPE_E8M0 && !memory_type(of_scale))
    return "its scales are in a format that no kernel reads";
  if (f.groups % 4 != 0 || f.k % f.each != 0) return "its depth is no multiple of four words";
  uint32_t words = draft_read(&k->draft, lower_value(k->l, n->in[0]), "u32");
  uint32_t scales = draft_read(&k->draft, lower_value(k->l, n->in[1]),
                               of_scale == FP8C_DTYPE_E8M0 ? "u8" : memory_type(of_scale));
  const char *points = "(const u8 *)0";
  if (zeros)
    points = arena_printf(k->l->c->scratch, "p%u",
                          draft_read(&k->draft, lower_value(k->l, zeros), "u8"));
  uint32_t to = draft_write(&k->draft, lower_value(k->l, n->out[0]), "u32");
  bool floats = dtype_is_float(codes);
  direct_size(k, "bits", f.bits);
  direct_size(k, "each", f.each);
  direct_size(k, "depth", f.k);
  direct_size(k, "columns", f.n);
  direct_size(k, "groups", f.groups);
  direct_size(k, "blocks", f.blocks);
  direct_size(k, "block", f.block < f.k ? f.block : f.k);
  direct_size(k, "mantissa", floats ? dtype_mantissa(codes) : 0);
  direct_size(k, "bias", floats ? 1 - dtype_least_exponent(codes) : 0);
  direct_flag(k, "floats", floats);
  direct_flag(k, "negative", !floats && dtype_is_signed(codes));
  direct_flag(k, "powers", of_scale == FP8C_DTYPE_E8M0);
  direct_flag(k, "half", y->dtype == FP8C_DTYPE_F16);
  direct_real(k, "factor", node_float(n, "factor"));
  text_printf(&k->draft.body, "  unpack_word<shape>(i, p%u, p%u, %s, p%u);\n", words, scales,
              points, to);
  return direct_launch(k, "dequantize_packed", f.panels * PACKED_LANES * f.groups, 1, 0);
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
