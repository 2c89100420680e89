/* direct_attention.c - attention as the operator states it, where no tile kernel does: past and
 * present keys, lengths by batch, scores asked for, any float type.  A warp for each query,
 * whose scores stand in shared memory. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"

typedef struct sizes {
  bool flat; /* [batch, rows, heads * size], else [batch, heads, rows, size] */
  int64_t batch, q_heads, kv_heads, queries, keys, past, total, head, v_head;
} sizes;

static const char *read_sizes(const node *n, sizes *s) {
  const tensor *q = &n->in[0]->type, *k = &n->in[1]->type, *v = &n->in[2]->type;
  s->flat = q->rank == 3;
  s->batch = q->dims[0];
  s->q_heads = s->flat ? node_int(n, "q_num_heads") : q->dims[1];
  s->kv_heads = s->flat ? node_int(n, "kv_num_heads") : k->dims[1];
  if (s->q_heads < 1 || s->kv_heads < 1 || s->q_heads % s->kv_heads)
    return "its key heads do not divide its heads";
  s->queries = q->dims[s->flat ? 1 : 2];
  s->keys = k->dims[s->flat ? 1 : 2];
  s->head = s->flat ? q->dims[2] / s->q_heads : q->dims[3];
  s->v_head = s->flat ? v->dims[2] / s->kv_heads : v->dims[3];
  s->past = node_input(n, 4) ? n->in[4]->type.dims[2] : 0;
  s->total = s->past + s->keys;
  return s->total == 0 ? "it has no keys" : NULL;
}

/* key(j, d), value(j, d) of the key head `kv` in batch `b`, the past in front. */
static void write_rows(direct *k, const sizes *s, const char *name, int fresh, int past,
                       int64_t size) {
  text_printf(
      &k->d.body,
      "  const auto %s = [&](i64 j, i64 d) {\n"
      "    return j < %lld ? in%d(((b * %lld + kv) * %lld + j) * %lld + d)\n"
      "                    : in%d(%s + d);\n  };\n",
      name, (long long)s->past, past, (long long)s->kv_heads, (long long)s->past, (long long)size,
      fresh,
      s->flat ? reason(k->l, "((b * %lld + j - %lld) * %lld + kv) * %lld", (long long)s->keys,
                       (long long)s->past, (long long)s->kv_heads, (long long)size)
              : reason(k->l, "((b * %lld + kv) * %lld + j - %lld) * %lld", (long long)s->kv_heads,
                       (long long)s->keys, (long long)s->past, (long long)size));
}

/* The keys or values of all positions. */
static const char *present(lowering *l, const group *gr, const sizes *s, int which) {
  direct k;
  direct_begin(&k, l, gr);
  const node *n = k.n;
  int64_t size = which ? s->v_head : s->head;
  direct_in(&k, 1, n->in[1 + which]);
  direct_in(&k, 2, node_input(n, (size_t)which + 4));
  direct_out(&k, 0, node_output(n, (size_t)which + 1));
  text_printf(
      &k.d.body,
      "  const i64 d = i %% %lld, j = i / %lld %% %lld, kv = i / %lld %% %lld, b = i / %lld;\n",
      (long long)size, (long long)size, (long long)s->total, (long long)size * s->total,
      (long long)s->kv_heads, (long long)size * s->total * s->kv_heads);
  write_rows(&k, s, "row", 1, 2, size);
  text_add(&k.d.body, "  out0(i, row(j, d));\n");
  return direct_launch(&k, "attention_present", s->batch * s->kv_heads * s->total * size, 1, 0);
}

static const char *write_mask(direct *k, const sizes *s) {
  const value *mask = node_input(k->n, 3);
  text *body = &k->d.body;
  int64_t keys = s->total;
  if (mask) {
    const tensor *t = &mask->type;
    int64_t strides[4] = {0, 0, 0, 0}, step = 1;
    if (t->rank < 1 || t->rank > 4) return "its mask has more than four dimensions";
    for (int d = t->rank - 1; d >= 0; d--) {
      strides[4 - t->rank + d] = t->dims[d] == 1 ? 0 : step;
      step *= t->dims[d];
    }
    if (t->dims[t->rank - 1] < s->total && t->dims[t->rank - 1] != 1) keys = t->dims[t->rank - 1];
    text_printf(
        body,
        "  const auto masked = [&](float x, i64 j) {\n    if (j >= %lld) return x;\n"
        "    const auto m = in3(b * %lld + h * %lld + query * %lld + j * %lld);\n    %s\n  };\n",
        (long long)keys, (long long)strides[0], (long long)strides[1], (long long)strides[2],
        (long long)strides[3],
        t->dtype == FP8C_DTYPE_BOOL ? "return m ? x : f32_from_bits(0xFF800000u);"
                                    : "return x + m;");
  } else {
    text_add(body, "  const auto masked = [](float x, i64) { return x; };\n");
  }
  text_printf(body, "  i64 seen = %lld;\n", (long long)keys);
  int64_t ahead = node_int(k->n, "causal_end") ? s->total - s->queries : s->past;
  if (node_int(k->n, "is_causal"))
    text_printf(body, "  if (query + %lld < seen) seen = query + %lld < 0 ? 0 : query + %lld;\n",
                (long long)ahead + 1, (long long)ahead + 1, (long long)ahead + 1);
  if (node_input(k->n, 6))
    text_add(body,
             "  { const i64 length = (i64)in6(b); if (length < seen) seen = length < 0 ? 0 : "
             "length; }\n");
  return NULL;
}

static const char *attend(lowering *l, const group *gr, const sizes *s) {
  direct k;
  direct_begin(&k, l, gr);
  const node *n = k.n;
  text *body = &k.d.body;
  int64_t rows = s->batch * s->q_heads * s->queries, mode = node_int(n, "qk_matmul_output_mode");
  float factor = node_attr(n, "scale") ? node_float(n, "scale") : 1.0f / sqrtf((float)s->head);
  float cap = node_float(n, "softcap");
  const char *probabilities = node_string(n, "probabilities");
  if (probabilities && probabilities[0]) return "it rounds its probabilities to FP8";
  if ((uint64_t)s->total * sizeof(float) > l->t->chip->shared_bytes)
    return reason(l, "the scores of %lld keys are larger than shared memory", (long long)s->total);
  if (rows < 1 || rows > INT32_MAX) return "its queries are too many, or none";
  for (int i = 0; i < 7; i++) direct_in(&k, i, node_input(n, (size_t)i));
  direct_out(&k, 0, n->out[0]);
  direct_out(&k, 3, node_output(n, 3));
  if (k.why) return k.why;
  text_printf(
      body,
      "  extern __shared__ uint4 shared_memory[];\n  float *const p = (float *)shared_memory;\n"
      "  const int lane = threadIdx.x;\n"
      "  const i64 item = blockIdx.x, query = item %% %lld, h = item / %lld %% %lld,\n"
      "            b = item / %lld, kv = h / %lld;\n",
      (long long)s->queries, (long long)s->queries, (long long)s->q_heads,
      (long long)s->queries * s->q_heads, (long long)(s->q_heads / s->kv_heads));
  write_rows(&k, s, "key", 1, 4, s->head);
  write_rows(&k, s, "content", 2, 5, s->v_head);
  const char *why = write_mask(&k, s);
  if (why) return why;
  const char *row = s->flat ? reason(l, "(b * %lld + query) * %lld + h", (long long)s->queries,
                                     (long long)s->q_heads)
                            : "item";
  arena *a = l->c->scratch;
  text_printf(
      body,
      "  const i64 total = %lld, q = (%s) * %lld, y = (%s) * %lld, scores = item * total;\n"
      "  float top = f32_from_bits(0xFF800000u), sum = 0.0f;\n"
      "  for (i64 j = lane; j < total; j += 32) {\n    float x = 0.0f;\n"
      "    for (i64 d = 0; d < %lld; d++) x = mul_add((float)in0(q + d), (float)key(j, d), x);\n"
      "    x *= %s;\n%s%s%s    x = masked(x, j);\n"
      "    if (j >= seen) x = f32_from_bits(0xFF800000u);\n%s"
      "    p[j] = x;\n    top = max_of::of(x, top);\n  }\n"
      "  top = row_combine<max_of, 32>(top, 0);\n"
      "  for (i64 j = lane; j < total; j += 32) {\n    const float e = fp8c_expf(p[j] - top);\n"
      "    sum += e;\n    p[j] = e;\n  }\n  sum = row_combine<add_of, 32>(sum, 0);\n"
      "  __syncwarp();\n",
      (long long)s->total, row, (long long)s->head, row, (long long)s->v_head, (long long)s->head,
      float_text(a, factor), mode == 0 ? "    out3(scores + j, x);\n" : "",
      cap > 0
          ? reason(l, "    x = fp8c_tanhf(x / %s) * %s;\n", float_text(a, cap), float_text(a, cap))
          : "",
      mode == 1 ? "    out3(scores + j, x);\n" : "", mode == 2 ? "    out3(scores + j, x);\n" : "");
  if (mode == 3)
    text_add(body, "  for (i64 j = lane; j < total; j += 32) out3(scores + j, p[j] / sum);\n");
  bool rounds = n->in[0]->type.dtype == FP8C_DTYPE_BF16;
  text_printf(
      body,
      "  for (i64 d = lane; d < %lld; d += 32) {\n    float x = 0.0f;\n"
      "    for (i64 j = 0; j < total; j++) x = mul_add(%s(p[j]), (float)content(j, d), x);\n"
      "    out0(y + d, x / sum);\n  }\n",
      (long long)s->v_head, rounds ? "round_bf16" : "");
  launch_shape shape = {.blocks = (uint64_t)rows,
                        .threads = 32,
                        .shared_bytes = (uint32_t)(s->total * (int64_t)sizeof(float)),
                        .flops = 2 * (uint64_t)rows * (uint64_t)(s->total * (s->head + s->v_head))};
  draft_launch(&k.d, "attention_direct", kernel_text_direct, shape, gr);
  return NULL;
}

const char *direct_attention(direct *k) {
  sizes s;
  const node *n = k->n;
  const char *why = read_sizes(n, &s);
  for (int i = 0; i < 2 && !why; i++)
    if (node_output(n, (size_t)i + 1)) why = present(k->l, k->gr, &s, i);
  return why ? why : attend(k->l, k->gr, &s);
}
