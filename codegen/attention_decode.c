/* attention_decode.c - attention of few queries to many keys, such as a step of decoding: it
 * takes as long as keys and values take to come from memory.
 *
 * Keys and values are read in two parts, what is kept of earlier steps and what this one adds,
 * where they lie: the Concat that joins them is not launched (place.c).  Either may be BF16 or
 * E4M3, whose codes become BF16 in registers. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/attention.h"

#define MULTIPROCESSORS 132
#define QUERIES_MAX 16 /* of a head: rows of a fragment */
#define WARPS 8        /* of a block; each takes every eighth 16 keys */
#define SPLITS_MAX 64
#define KEYS_OF_SPLIT 256 /* at least: two rounds of all warps */

/* ---- Parts ------------------------------------------------------------------------ */

/* What a value is joined of along its keys; the value itself where it is not. */
static int parts_of(const value *v, const value *parts[2]) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  int rank = v->type.rank;
  parts[0] = v;
  parts[1] = NULL;
  if (!n || n->region || !node_named(n, "Concat") || n->in_count != 2 || (rank != 3 && rank != 4) ||
      value_is_output(v))
    return 1;
  if (node_axis(n, rank) != rank - 2) return 1;
  for (int i = 0; i < 2; i++)
    if (n->in[i]->type.dtype != v->type.dtype || n->in[i]->type.scale.kind != v->type.scale.kind ||
        n->in[i]->type.scale.value != v->type.scale.value || tensor_elements(&n->in[i]->type) == 0)
      return 1;
  parts[0] = n->in[0];
  parts[1] = n->in[1];
  return 2;
}

/* ---- Whether it fits ----------------------------------------------------------------- */

static bool aligned(const heads *h) {
  return h->batch_stride % 8 == 0 && h->head_stride % 8 == 0 && h->row_stride % 8 == 0;
}

/* Everything but the region's results. */
static const char *fit(const target *t, const node *n, attention *a) {
  if (t->sm < 80) return "the kernel is for GPUs";
  const char *why = read_attention(n, a);
  if (why) return why;
  if (n->in[0]->type.dtype != FP8C_DTYPE_BF16) return "its queries are not BF16";
  if ((why = attention_codes(a))) return why;
  if (a->q.rows > QUERIES_MAX) return "it has more than 16 queries for a key head";
  if (a->k.rows < 16 * WARPS) return "it has few keys";
  if (a->causal) return "it is causal";
  if (a->q.size % 32 || a->q.size > 128 || a->v.size % 64 || a->v.size > 128)
    return "its heads are neither 64 nor 128 wide";
  if (!aligned(&a->q) || !aligned(&a->o)) return "its heads do not lie at 16 bytes";
  return NULL;
}

bool attention_takes_parts(const target *t, const node *n) {
  const value *parts[2], *v = n->out_count ? n->out[0] : NULL;
  attention a;
  if (!node_named(n, "Concat") || !v || v->user_count == 0 || parts_of(v, parts) != 2) return false;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *u = v->users[i];
    if (u->op->family != FAMILY_ATTENTION || (u->in[1] != v && u->in[2] != v) || u->in[0] == v ||
        (u->in_count > 3 && u->in[3] == v) || fit(t, u, &a))
      return false;
  }
  return true;
}

/* ---- The kernel ----------------------------------------------------------------------- */

/* The parameters of both parts, and their strides as constants. */
static const char *add_parts(kernel_draft *d, const value *v, int64_t heads_count, const char *name,
                             uint32_t parameters[2]) {
  const value *parts[2];
  heads h[2];
  int count = parts_of(v, parts);
  for (int i = 0; i < 2; i++) {
    const value *part = i < count ? parts[i] : parts[0];
    if (!attention_heads(part, heads_count, &h[i])) return "its parts have other heads";
    if (!aligned(&h[i])) return "its parts do not lie at 16 bytes";
    parameters[i] = i < count ? attention_read(d, part) : parameters[0];
    text_printf(&d->functions,
                "  static constexpr i64 %s%d_batch = %lld, %s%d_head = %lld, %s%d_row = %lld;\n",
                name, i, (long long)h[i].batch_stride, name, i, (long long)h[i].head_stride, name,
                i, (long long)h[i].row_stride);
  }
  text_printf(&d->functions, "  static constexpr int %s_first = %lld;\n", name,
              (long long)h[0].rows);
  return NULL;
}

/* Blocks that share a head's keys: as many as fill the chip.  Each sums its own, so any other
 * number is another order. */
static int64_t splits_of(const attention *a, lowering *l, const group *gr) {
  int64_t items = a->q.batch * a->q.heads, splits = MULTIPROCESSORS / items;
  int64_t most = a->k.rows / KEYS_OF_SPLIT;
  if (most > SPLITS_MAX) most = SPLITS_MAX;
  if (splits > most) splits = most;
  if (splits < 1) splits = 1;
  way ways[WAYS_MAX];
  uint32_t count = 0;
  int64_t tried[] = {splits, 1, splits / 2, splits * 2, splits * 4};
  for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
    int64_t n = tried[i], waves = (items * n + MULTIPROCESSORS - 1) / MULTIPROCESSORS;
    if (n < 1 || n > most + (n == 1) || (i && n == splits) || (i > 1 && n == 1)) continue;
    double join = n > 1 ? KEYS_OF_SPLIT : 0; /* a launch more */
    ways[count++] = (way){reason(l, "%lld part%s of the keys", (long long)n, n == 1 ? "" : "s"),
                          (double)waves * (double)a->k.rows / (double)n + join, (int)n, i > 0};
  }
  return lower_way(l, gr, ways, count);
}

static uint32_t temporary(lowering *l, const char *name, int64_t elements) {
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {elements}};
  return lower_temp(l, name, &type);
}

const char *lower_attention_decode(lowering *l, const group *gr) {
  const node *n = gr->nodes[0];
  attention a;
  target_value targets[ATTENTION_TARGETS_MAX];
  size_t target_count;
  const char *why = fit(l->t, n, &a);
  if (!why) why = attention_targets(gr, targets, &target_count);
  if (why) return why;
  int64_t splits = splits_of(&a, l, gr), heads_count = a.q.batch * a.q.heads;
  uint64_t shared = (uint64_t)WARPS * (uint64_t)a.q.rows * (uint64_t)(a.v.size + 4 + 2) * 4;
  if (shared > l->t->shared_bytes_max) return "its queries do not fit in shared memory";
  int64_t width = node_int(n, "kv_num_heads");

  kernel_draft d;
  draft_begin(&d, l);
  attention_constants(&d, &a);
  text_printf(&d.functions,
              "struct parts : shape {\n  static constexpr int splits = %lld, warps = %d;\n",
              (long long)splits, WARPS);
  uint32_t k[2], v[2];
  uint32_t q = attention_read(&d, n->in[0]);
  if ((why = add_parts(&d, n->in[1], width, "k", k))) return why;
  if ((why = add_parts(&d, n->in[2], width, "v", v))) return why;
  text_add(&d.functions, "};\n");
  const char *mask = attention_mask(&d, &a);
  uint32_t factor = draft_f32(&d, a.scale);
  uint32_t partial = PLAN_NO_VALUE;
  const char *to = "(float *)0";
  if (splits > 1) {
    partial = temporary(l, arena_printf(l->c->scratch, "%s.parts", n->out[0]->name),
                        heads_count * splits * a.q.rows * (a.v.size + 2));
    to = reason(l, "p%u", draft_write(&d, partial, "float"));
  }
  text_printf(&d.body,
              "  attention_decode<parts>(p%u, p%u, p%u, p%u, p%u, %s, p%u, %s, [&](i64 o, float "
              "(&x)[2]) {\n",
              q, k[0], k[1], v[0], v[1], mask, factor, to);
  if (splits == 1) attention_stores(&d, &a, targets, target_count, 2);
  text_add(&d.body, "  });\n");
  launch_shape launch = {.warp = true,
                         .blocks = (uint64_t)(heads_count * splits),
                         .threads = 32 * WARPS,
                         .blocks_held = 1,
                         .shared_bytes = (uint32_t)shared,
                         .flops = 2 * (uint64_t)(heads_count * a.q.rows) * (uint64_t)a.k.rows *
                                  (uint64_t)(a.q.size + a.v.size)};
  draft_launch(&d, "attention_decode", kernel_text_attention, launch, gr);
  if (splits == 1) return NULL;

  draft_begin(&d, l);
  attention_constants(&d, &a);
  text_printf(&d.functions, "struct parts : shape { static constexpr int splits = %lld; };\n",
              (long long)splits);
  uint32_t from = draft_read(&d, partial, "float");
  text_printf(&d.body, "  attention_join<parts>(p%u, [&](i64 o, float (&x)[2]) {\n", from);
  attention_stores(&d, &a, targets, target_count, 2);
  text_add(&d.body, "  });\n");
  launch_shape join = {.warp = true, .blocks = (uint64_t)heads_count, .threads = 128};
  draft_launch(&d, "attention_join", kernel_text_attention, join, gr);
  return NULL;
}
