/* direct_quantized.c - ONNX's own quantisation: integers and FP8, scales per tensor, axis or block,
 * given by the model or found in the data. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/move.h"

/* `at`: which scale element i has. */
static const char *write_index(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *s = &n->in[1]->type;
  int64_t block = node_int(n, "block_size"), axis = node_axis(n, x->rank);
  if (tensor_elements(s) == 1 && block == 0) {
    text_add(&k->d.body, "  const i64 at = 0;\n");
    return NULL;
  }
  if (axis < 0 || axis >= x->rank) return "its axis is out of range";
  long long dim = at_least_one(x->dims[axis]),
            inner = at_least_one(dims_product(x->dims, (int)axis + 1, x->rank));
  if (block == 0)
    text_printf(&k->d.body, "  const i64 at = i / %lld %% %lld;\n", inner, dim);
  else
    text_printf(&k->d.body,
                "  const i64 line = i / %lld;\n"
                "  const i64 at = (line / %lld * %lld + line %% %lld / %lld) * %lld + i %% %lld;\n",
                inner, dim, (long long)s->dims[axis], dim, (long long)block, inner, inner);
  return NULL;
}

static const char *zero_index(const value *zero) {
  return zero && tensor_elements(&zero->type) == 1 ? "0" : "at";
}

static bool limits(fp8c_dtype d, const char **low, const char **high) {
  static const struct {
    fp8c_dtype d;
    const char *low, *high;
  } rows[] = {{FP8C_DTYPE_I8, "-128.0f", "127.0f"},
              {FP8C_DTYPE_U8, "0.0f", "255.0f"},
              {FP8C_DTYPE_I16, "-32768.0f", "32767.0f"},
              {FP8C_DTYPE_U16, "0.0f", "65535.0f"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (rows[i].d == d) {
      *low = rows[i].low;
      *high = rows[i].high;
      return true;
    }
  return false;
}

const char *direct_quantize(direct *k) {
  const node *n = k->n;
  const value *zero = node_input(n, 2);
  fp8c_dtype to = n->out[0]->type.dtype, of_scale = n->in[1]->type.dtype;
  const char *low, *high, *why;
  bool integer = limits(to, &low, &high);
  if (!integer && !dtype_is_fp8(to)) return reason(k->l, "quantising to %s", fp8c_dtype_name(to));
  if (!integer && attr_find(n->attrs, "saturate") && node_int(n, "saturate") == 0)
    return "it does not saturate";
  if (n->out[0]->type.scale.kind != SCALE_NONE) return "its result has a scale of its own";
  if (node_int(n, "precision") != 0) return "its precision is given";
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_in(k, 2, integer ? zero : NULL);
  direct_out(k, 0, n->out[0]);
  if ((why = write_index(k))) return why;
  /* divided in the scale's own type */
  text_printf(&k->d.body, "  const float x = %s((float)in0(i) / in1(at));\n",
              of_scale == FP8C_DTYPE_F16    ? "round_f16"
              : of_scale == FP8C_DTYPE_BF16 ? "round_bf16"
                                            : "");
  if (integer)
    text_printf(&k->d.body,
                "  const float most = 0x1p18f, y = x > -most ? x < most ? x : most : -most;\n"
                "  out0(i, (%s)saturated(y, (i32)in2(%s), %s, %s));\n",
                direct_type(n->out[0]), zero_index(zero), low, high);
  else
    text_add(&k->d.body, "  out0(i, x);\n");
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
  if ((why = write_index(k))) return why;
  text_printf(
      &k->d.body, "  out0(i, %s * in1(at));\n",
      integer ? reason(k->l, "(float)((i64)in0(i) - (i64)in2(%s))", zero_index(zero)) : "in0(i)");
  return direct_launch(k, "dequantize_linear", tensor_elements(&n->out[0]->type), 1, 0);
}

/* Scale and zero point of one tensor: every block finds the range of all of it, which are few. */
const char *direct_quantize_dynamic(direct *k) {
  const node *n = k->n;
  direct_in(k, 0, n->in[0]);
  for (int i = 0; i < 3; i++) direct_out(k, i, node_output(n, (size_t)i));
  text_printf(
      &k->d.body,
      "  float low = 0.0f, high = 0.0f;\n"
      "  for (i64 e = lane; e < %lld; e += 32) {\n    const float x = in0(e);\n"
      "    if (x < low) low = x;\n    if (x > high) high = x;\n  }\n"
      "  low = row_combine<min_of, 32>(low, 0);\n  high = row_combine<max_of, 32>(high, 0);\n"
      "  const float s = high == low ? 1.0f : (high - low) / 255.0f;\n"
      "  const i32 zero = saturated(-low / s, 0, 0.0f, 255.0f);\n"
      "  for (i64 e = i * 32 + lane; e < (i + 1) * 32 && e < %lld; e += 32)\n"
      "    out0(e, (u8)saturated(in0(e) / s, zero, 0.0f, 255.0f));\n"
      "  if (i == 0 && lane == 0) out1(0, s), out2(0, (u8)zero);\n",
      (long long)tensor_elements(&n->in[0]->type), (long long)tensor_elements(&n->in[0]->type));
  int64_t warps = (tensor_elements(&n->in[0]->type) + 31) / 32;
  return direct_launch(k, "dynamic_quantize", at_least_one(warps), 32, 0);
}
