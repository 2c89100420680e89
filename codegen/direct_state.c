/* direct_state.c - operators that hand a state on to their next call: CausalConvWithState,
 * LinearAttention. */
#include <math.h>
#include <string.h>

#include "codegen/direct.h"

const char *direct_causal_conv(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  const char *activation = node_string(n, "activation");
  int64_t kernel = w->dims[2], length = x->dims[2], lines = x->dims[0] * x->dims[1];
  for (int i = 0; i < 4; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_out(k, 1, node_output(n, 1));
  /* the results, then what the next call needs of the inputs */
  text_printf(
      &k->d.body,
      "  constexpr i64 kernel = %lld, before = kernel - 1, length = %lld, all = length + before;\n"
      "  const i64 line = i / all, t = i %% all, channel = line %% %lld;\n"
      "  const auto input = [&](i64 at) {\n"
      "    return at >= before ? in0(line * length + at - before) : in3(line * before + at);\n  "
      "};\n"
      "  if (t >= length) {\n    out1(line * before + t - length, input(t));\n    return;\n  }\n"
      "  float sum = in2(channel);\n"
      "  for (i64 e = 0; e < kernel; e++) sum += input(t + e) * in1(channel * kernel + e);\n"
      "  out0(line * length + t, %s);\n",
      (long long)kernel, (long long)length, (long long)at_least_one(x->dims[1]),
      activation && strcmp(activation, "none") != 0 ? "sum * fp8c_sigmoidf(sum)" : "sum");
  return direct_launch(k, "causal_conv", lines * (length + kernel - 1), 1,
                       (uint64_t)(2 * lines * length * kernel));
}

/* A thread for each column of a head's state, which stands in memory. */
const char *direct_linear_attention(direct *k) {
  const node *n = k->n;
  const tensor *q = &n->in[0]->type, *v = &n->in[2]->type;
  const char *rule = node_string(n, "update_rule");
  if (!rule) rule = "gated_delta";
  bool gated = strncmp(rule, "gated", 5) == 0, delta = strstr(rule, "delta") != NULL;
  int64_t q_heads = node_int(n, "q_num_heads"), heads = node_int(n, "kv_num_heads");
  int64_t key = q->dims[2] / q_heads, size = v->dims[2] / heads, steps = q->dims[1];
  int64_t decay = gated && n->in[4]->type.dims[2] != heads ? key : 1;
  int64_t betas = delta ? n->in[5]->type.dims[2] : 1;
  float scale_of = node_float(n, "scale");
  if (scale_of == 0 && key > 0) scale_of = 1.0f / sqrtf((float)key);
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 4, .dims = {q->dims[0], heads, key, size}};
  uint32_t state = lower_temp(k->l, reason(k->l, "%s.state", n->name), &type);
  for (int i = 0; i < 6; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_out(k, 1, node_output(n, 1));
  uint32_t p = draft_write(&k->d, state, "float");
  text_printf(
      &k->d.body,
      "  constexpr i64 K = %lld, V = %lld, H = %lld, Q = %lld, T = %lld, D = %lld, B = %lld;\n"
      "  const i64 c = i %% V, h = i / V %% H, b = i / V / H, first = (b * H + h) * K * V + c;\n"
      "  for (i64 d = 0; d < K; d++) p%u[first + d * V] = in3(first + d * V);\n"
      "  for (i64 t = 0; t < T; t++) {\n    const i64 row = b * T + t, key = (row * H + h) * K;\n"
      "    float v = in2((row * H + h) * V + c), known = 0.0f;\n    (void)known;\n",
      (long long)key, (long long)size, (long long)heads, (long long)q_heads, (long long)steps,
      (long long)decay, (long long)betas, p);
  if (gated)
    text_printf(
        &k->d.body,
        "    for (i64 d = 0; d < K; d++)\n"
        "      p%u[first + d * V] *= fp8c_expf(in4((row * H + h) * D + (D == 1 ? 0 : d)));\n",
        p);
  if (delta)
    text_printf(&k->d.body,
                "    for (i64 d = 0; d < K; d++) known += p%u[first + d * V] * in1(key + d);\n"
                "    v = in5(row * B + (B == 1 ? 0 : h)) * (v - known);\n",
                p);
  text_printf(
      &k->d.body,
      "    for (i64 d = 0; d < K; d++) p%u[first + d * V] += in1(key + d) * v;\n"
      "    for (i64 g = h * (Q / H); g < (h + 1) * (Q / H); g++) {\n      float y = 0.0f;\n"
      "      for (i64 d = 0; d < K; d++) y += in0((row * Q + g) * K + d) * p%u[first + d * V];\n"
      "      out0((row * Q + g) * V + c, y * %s);\n    }\n  }\n"
      "  for (i64 d = 0; d < K; d++) out1(first + d * V, p%u[first + d * V]);\n",
      p, p, float_text(k->l->c->scratch, scale_of), p);
  return direct_launch(k, "linear_attention", q->dims[0] * heads * size, 1,
                       (uint64_t)(q->dims[0] * heads * size * steps * key) * 8);
}
