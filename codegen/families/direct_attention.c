/* direct_attention.c - attention as the operator states it, where no tile kernel does: past and
 * present keys, lengths by batch, scores asked for, any float type.  A warp for each query,
 * whose scores stand in shared memory. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "codegen/families.h"

typedef struct sizes {
  bool flat; /* [batch, rows, heads * size], else [batch, heads, rows, size] */
  int64_t batch, q_heads, kv_heads, queries, keys, past, total, head, v_head;
} sizes;

static const char *read_sizes(const node *n, sizes *s) {
  if (attention_mixes(n)) return "its heads are mixed";
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

static void write_sizes(direct *k, const sizes *s) {
  direct_flag(k, "flat", s->flat);
  direct_size(k, "q_heads", s->q_heads);
  direct_size(k, "kv_heads", s->kv_heads);
  direct_size(k, "queries", s->queries);
  direct_size(k, "keys", s->keys);
  direct_size(k, "past", s->past);
  direct_size(k, "total", s->total);
  direct_size(k, "head", s->head);
  direct_size(k, "v_head", s->v_head);
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
  write_sizes(&k, s);
  text_printf(&k.draft.body, "  out0(i, attention_present<shape, shape::%s>(i, in1, in2));\n",
              which ? "v_head" : "head");
  return direct_launch(&k, "attention_present", s->batch * s->kv_heads * s->total * size, 1, 0);
}

/* Strides over batch, heads, queries and keys; how many keys it has. */
static const char *write_mask(direct *k, const sizes *s) {
  const value *mask = node_input(k->n, 3);
  int64_t keys = s->total, strides[4] = {0, 0, 0, 0}, step = 1;
  if (mask) {
    const tensor *t = &mask->type;
    if (t->rank < 1 || t->rank > 4) return "its mask has more than four dimensions";
    for (int d = t->rank - 1; d >= 0; d--) {
      strides[4 - t->rank + d] = t->dims[d] == 1 ? 0 : step;
      step *= t->dims[d];
    }
    if (t->dims[t->rank - 1] < s->total && t->dims[t->rank - 1] != 1) keys = t->dims[t->rank - 1];
  }
  direct_choice(k, "mask",
                !mask                                 ? "MASK_NONE"
                : mask->type.dtype == FP8C_DTYPE_BOOL ? "MASK_BOOLEAN"
                                                      : "MASK_ADDED");
  direct_size(k, "mask_keys", keys);
  direct_sizes(k, "mask_steps", strides, 4);
  direct_size(k, "mask_batches", mask && mask->type.rank == 4 ? mask->type.dims[0] : 1);
  direct_flag(k, "causal", node_int(k->n, "is_causal") != 0);
  direct_size(k, "ahead", node_int(k->n, "causal_end") ? s->total - s->queries : s->past);
  direct_flag(k, "has_lengths", node_input(k->n, 6) != NULL);
  return NULL;
}

static const char *fit(const node *n, const sizes *s, uint32_t shared_bytes, arena *a) {
  int64_t rows = s->batch * s->q_heads * s->queries, mode = node_int(n, "qk_matmul_output_mode");
  const char *probabilities = node_string(n, "probabilities");
  if (probabilities && probabilities[0]) return "it rounds its probabilities to FP8";
  if ((uint64_t)s->total * sizeof(float) > shared_bytes)
    return arena_printf(a, "the scores of %lld keys are larger than shared memory",
                        (long long)s->total);
  if (rows < 1 || rows > INT32_MAX) return "its queries are too many, or none";
  return mode < 0 || mode > 3 ? "it asks for scores of an unknown kind" : NULL;
}

static const char *attend(lowering *l, const group *gr, const sizes *s) {
  static const char *const asked[] = {"SCORES_SCALED", "SCORES_BOUNDED", "SCORES_MASKED",
                                      "SCORES_PROBABILITIES"};
  direct k;
  direct_begin(&k, l, gr);
  const node *n = k.n;
  int64_t rows = s->batch * s->q_heads * s->queries, mode = node_int(n, "qk_matmul_output_mode");
  float factor = node_attr(n, "scale") ? node_float(n, "scale") : 1.0f / sqrtf((float)s->head);
  float cap = node_float(n, "softcap");
  const char *why = fit(n, s, l->t->chip->shared_bytes, l->c->scratch);
  if (why) return why;
  for (int i = 0; i < 7; i++) direct_in(&k, i, node_input(n, (size_t)i));
  direct_out(&k, 0, n->out[0]);
  direct_out(&k, 3, node_output(n, 3));
  write_sizes(&k, s);
  why = write_mask(&k, s);
  if (why) return why;
  direct_flag(&k, "bounded", cap > 0);
  direct_choice(&k, "scores", asked[mode]);
  direct_flag(&k, "nan_rows", node_int(n, "nan_rows") != 0);
  direct_flag(&k, "rounds", n->in[0]->type.dtype == FP8C_DTYPE_BF16);
  text_printf(&k.draft.body,
              "  attention_query<shape>(%s, %s, in0, in1, in2, in3, in4, in5, in6, out0, out3);\n",
              float_text(l->c->scratch, factor), float_text(l->c->scratch, cap));
  return direct_launch_blocks(
      &k, "attention_direct",
      (launch_shape){.blocks = (uint64_t)rows,
                     .threads = 32,
                     .shared_bytes = (uint32_t)(s->total * (int64_t)sizeof(float)),
                     .flops = 2 * (uint64_t)rows * (uint64_t)(s->total * (s->head + s->v_head))});
}

const char *direct_attention(direct *k) {
  sizes s;
  const node *n = k->n;
  const char *why = read_sizes(n, &s);
  for (int i = 0; i < 2 && !why; i++)
    if (node_output(n, (size_t)i + 1)) why = present(k->l, k->gr, &s, i);
  return why ? why : attend(k->l, k->gr, &s);
}

const char *offers_attention_direct(const problem *p, const cost_model *m, schedule_list *out) {
  if (!p->gr.count) return "its results are not known";
  const node *n = p->gr.nodes[0];
  sizes s;
  const char *why = p->undirect ? p->undirect : read_sizes(n, &s);
  if (why || (why = fit(n, &s, cost_chip_row(m)->shared_bytes, out->a))) return why;
  offer_attention(out, p, m, (schedule){.name = "a warp for each row", .launches = 1});
  return NULL;
}

const char *write_attention_direct(lowering *l, const problem *p, const schedule *s) {
  (void)s;
  return direct_write(l, &p->gr, direct_attention, NULL);
}
