/* direct_state.c - operators that hand a state on to their next call: CausalConvWithState,
 * LinearAttention; largest magnitudes and the scales that the next run makes of them. */
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
  direct_size(k, "kernel", kernel);
  direct_size(k, "length", length);
  direct_size(k, "channels", at_least_one(x->dims[1]));
  direct_flag(k, "gated", activation && strcmp(activation, "none") != 0);
  text_add(&k->draft.body, "  causal_conv_at<shape>(i, in0, in1, in2, in3, out0, out1);\n");
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
  uint32_t state = lower_temp(k->l, arena_printf(k->l->c->scratch, "%s.state", n->name), &type);
  for (int i = 0; i < 6; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_out(k, 1, node_output(n, 1));
  uint32_t p = draft_write(&k->draft, state, "float");
  direct_size(k, "key", key);
  direct_size(k, "value", size);
  direct_size(k, "heads", heads);
  direct_size(k, "q_heads", q_heads);
  direct_size(k, "steps", steps);
  direct_size(k, "decay", decay);
  direct_size(k, "rates", betas);
  direct_flag(k, "decays", gated);
  direct_flag(k, "corrects", delta);
  text_printf(&k->draft.body,
              "  linear_attention_column<shape>(i, p%u, %s, in0, in1, in2, in3, in4, in5, out0, "
              "out1);\n",
              p, float_text(k->l->c->scratch, scale_of));
  return direct_launch(k, "linear_attention", q->dims[0] * heads * size, 1,
                       (uint64_t)(q->dims[0] * heads * size * steps * key) * 8);
}

/* Sizes that the kernels of a history share. */
static void history_sizes(direct *k, const node *n) {
  direct_in(k, 0, n->in[0]);
  direct_size(k, "runs", n->in[0]->type.dims[1]);
}

/* A warp for each value. */
const char *direct_delayed_scale(direct *k) {
  const node *n = k->n;
  arena *a = k->l->c->scratch;
  int64_t values = n->in[0]->type.dims[0], runs = n->in[0]->type.dims[1];
  const attr *factors = node_attr(n, "factors"), *first = node_attr(n, "first");
  history_sizes(k, n);
  direct_flag(k, "recent", strcmp(node_string(n, "algorithm"), "most_recent") == 0);
  for (int i = 0; i < (int)n->out_count; i++) direct_out(k, i, n->out[i]);
  for (int v = 0; v < (int)values; v++)
    text_printf(&k->draft.body,
                "  if (i == %d) delayed_scale<shape>(lane, in0, %lld, %s, %s, out%d, out%d);\n", v,
                (long long)v * runs, float_text(a, factors->floats[v]),
                float_text(a, first->floats[v]), 2 * v, 2 * v + 1);
  return direct_launch(k, "delayed_scale", values, 32, (uint64_t)(values * runs));
}

/* A block for each value. */
const char *direct_amax_history(direct *k) {
  enum { THREADS = 256 };
  const node *n = k->n;
  int64_t values = n->in[0]->type.dims[0], work = 0;
  history_sizes(k, n);
  direct_out(k, 0, n->out[0]);
  for (int v = 0; v < (int)values; v++) {
    int64_t count = tensor_elements(&n->in[v + 1]->type);
    direct_in(k, v + 1, n->in[v + 1]);
    text_printf(&k->draft.body, "  amax_history<shape, %d, %d>(in0, in%d, %lld, out0);\n", v,
                THREADS, v + 1, (long long)count);
    work += count;
  }
  return direct_launch_blocks(
      k, "amax_history",
      (launch_shape){.blocks = (uint64_t)values, .threads = THREADS, .flops = (uint64_t)work});
}
