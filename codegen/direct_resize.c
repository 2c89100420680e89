/* direct_resize.c - Resize: which inputs and with what weights each position of an axis reads is
 * worked out here, as the CPU device does it (ops/resize.h), and stands in constants; the kernel
 * sums in its order, in double. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/move.h"
#include "ops/resize.h"

static uint32_t numbers(direct *k, const char *name, fp8c_dtype type, const void *data,
                        int64_t count) {
  tensor t = {.dtype = type, .rank = 1, .dims = {count}};
  return lower_const(k->l, arena_printf(k->l->c->keep, "%s.%s", k->n->name, name), &t, data);
}

/* The value at input position `at...` of the axes below `axis`: sums nested from the last axis. */
static void emit_taps(direct *k, const resize_taps *axes, const int64_t *strides, int axis,
                      const char *at, const char *indent) {
  text *body = &k->d.body;
  while (axis >= 0 && axes[axis].count == 0) axis--;
  if (axis < 0) {
    text_printf(body, "%sconst double v = (double)in0(%s);\n", indent, at);
    return;
  }
  uint32_t index = draft_read(
      &k->d,
      numbers(k, "taps", FP8C_DTYPE_I64, axes[axis].index, axes[axis].count * axes[axis].out),
      "i64");
  uint32_t weight = draft_read(
      &k->d,
      numbers(k, "weights", FP8C_DTYPE_F64, axes[axis].weight, axes[axis].count * axes[axis].out),
      "double");
  long long count = axes[axis].count;
  const char *deeper = reason(k->l, "%s    ", indent);
  text_printf(body,
              "%sdouble sum%d = shape::outside;\n%sif (p%u[c%d * %lld] >= 0) {\n%s  sum%d = 0;\n"
              "%s  for (int t%d = 0; t%d < %lld; t%d++) {\n",
              indent, axis, indent, index, axis, count, indent, axis, indent, axis, axis, count,
              axis);
  emit_taps(k, axes, strides, axis - 1,
            reason(k->l, "%s + p%u[c%d * %lld + t%d] * %lld", at, index, axis, count, axis,
                   (long long)strides[axis]),
            deeper);
  text_printf(body, "%ssum%d += p%u[c%d * %lld + t%d] * v;\n%s  }\n%s}\n", deeper, axis, weight,
              axis, count, axis, indent, indent);
  text_printf(body, "%sconst double v = sum%d;\n", indent, axis);
}

const char *direct_resize(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  op_call c;
  fp8c_error err;
  resize_taps axes[FP8C_MAX_RANK];
  const char *why = direct_call(k, &c);
  if (why) return why;
  for (size_t i = 1; i < n->in_count; i++)
    if (n->in[i] && tensor_elements(&n->in[i]->type) && !value_is_const(n->in[i]))
      return "its sizes are not constant";
  if (resize_plan(&c, axes, &err) != FP8C_OK) return reason(k->l, "%s", err.text);
  bool nearest = strcmp(node_string(n, "mode"), "nearest") == 0;
  int64_t strides[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, strides);
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  if (k->why) return k->why;
  text_printf(&k->shape, "  static constexpr double outside = %.17g;\n",
              (double)node_float(n, "extrapolation_value"));
  text *body = &k->d.body;
  text_add(body, "  i64 left = i;\n");
  text at;
  text_init(&at, k->l->c->scratch);
  text_add(&at, "0");
  for (int d = y->rank - 1; d >= 0; d--) {
    long long own = at_least_one(y->dims[d]);
    text_printf(body, "  const i64 c%d = left %% %lld; left /= %lld;\n", d, own, own);
    if (axes[d].count == 0) text_printf(&at, " + c%d * %lld", d, (long long)strides[d]);
  }
  const char *number = direct_type(n->in[0]);
  if (nearest) {
    text_add(body, "  bool inside = true;\n");
    for (int d = 0; d < y->rank; d++) {
      if (axes[d].count == 0) continue;
      uint32_t p = draft_read(
          &k->d, numbers(k, "places", FP8C_DTYPE_I64, axes[d].index, axes[d].out), "i64");
      text_printf(body, "  const i64 s%d = p%u[c%d];\n  inside = inside && s%d >= 0;\n", d, p, d,
                  d);
      text_printf(&at, " + s%d * %lld", d, (long long)strides[d]);
    }
    text_printf(body, "  out0(i, inside ? in0(%s) : (%s)shape::outside);\n", text_cstr(&at),
                number);
  } else {
    emit_taps(k, axes, strides, x->rank - 1, text_cstr(&at), "  ");
    if (dtype_is_float(x->dtype)) {
      text_printf(body, "  out0(i, (%s)v);\n", number);
    } else {
      double low, high;
      resize_limits(x->dtype, &low, &high);
      text_printf(body,
                  "  const double r = rint(v);\n"
                  "  out0(i, (%s)(i64)(r > %.17g ? r < %.17g ? r : %.17g : %.17g));\n",
                  number, low, high, high, low);
    }
  }
  return direct_launch(k, "resize", tensor_elements(y), 1, (uint64_t)tensor_elements(y) * 8);
}
