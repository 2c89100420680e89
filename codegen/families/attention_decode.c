/* attention_decode.c - attention of few queries to many keys, such as a step of decoding: it
 * takes as long as keys and values take to come from memory.
 *
 * Keys and values are read in two parts, what is kept of earlier steps and what this one adds,
 * where they lie: the Concat that joins them is not launched (place.c).  Either may be BF16, F16 or
 * E4M3, whose codes become F16 in registers.
 *
 * What is kept may be a cache that has room for more rows than there are: then the kernel reads how
 * many there are, and no further, and stores the new ones behind them. */
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"

#define STEP 16          /* keys that a warp takes at a time */
#define WARPS 8          /* of a block that has a multiprocessor for itself, */
#define WARPS_CROWDED 16 /* and where a thread does with half of the registers */
/* Of a thread, for keys and values to come: with more, codes of heads of 128 spill, and no cache is
 * read faster (H200, 1 to 16 sequences, 1,024 and 8,192 tokens). */
#define REGISTERS_HELD 64
#define REGISTERS_MAX 224 /* of a thread, for all that it holds throughout (255 less addresses) */
#define REGISTERS_CROWDED 128
#define REGISTERS_BESIDE 48 /* of a thread, for scores, masks and addresses */
#define SIZE_MAX_OF_HEADS 256
/* Over a cache: parts of prompts.  Longer ones are tiles of 64 queries by wgmma (attention_half.c),
 * each of which reads a key once for all of them. */
#define QUERIES_OF_PROMPT 128
/* Over a cache of codes without wgmma: whole prompts, since tiles of attention.c would copy all
 * that the cache has room for. */
#define QUERIES_OVER_CODES 16384
#define SPLITS_MAX 64
#define KEYS_OF_SPLIT 256 /* at least: two rounds of WARPS */

/* ---- Whether it fits ----------------------------------------------------------------- */

/* Columns of values as the kernel takes them: eight threads have 8 (bytes of 8 to 16) or 16 each.
 */
static int64_t span_columns(const attention *a) {
  int64_t bytes = (int64_t)dtype_bytes(a->n->in[2]->type.dtype);
  int64_t span = 8 * (a->v.size % 128 ? 8 : 16 / bytes);
  return (a->v.size + span - 1) / span * span;
}

/* Registers of a thread for what a step reads (decode_step). */
static int64_t step_registers(const attention *a) {
  value *const *in = a->n->in;
  int64_t chunk = 64 / (int64_t)dtype_bytes(in[1]->type.dtype);
  return (a->q.size + chunk - 1) / chunk * 8 +
         span_columns(a) * (int64_t)dtype_bytes(in[2]->type.dtype) / 8;
}

/* With one step ahead, and the queries and sums of rows that come in eights. */
static int64_t held_registers(const attention *a, int64_t rows) {
  int64_t eights = (rows + 7) / 8;
  return step_registers(a) + eights * ((a->q.size + 31) / 32 * 4 + span_columns(a) / 4);
}

/* Queries of a head that one block has: as many as a fragment, or eight where registers are few. */
static int64_t chunk_of(const attention *a) {
  int64_t rows = a->q.rows < ATTENTION_FEW_QUERIES ? a->q.rows : ATTENTION_FEW_QUERIES;
  return rows > 8 && held_registers(a, rows) > REGISTERS_MAX ? 8 : rows;
}

static int64_t chunks_of(const attention *a) { return divide_up(a->q.rows, chunk_of(a)); }

/* Blocks, but for those that share the keys of one. */
static int64_t items_of(const attention *a) { return a->q.batch * a->q.heads * chunks_of(a); }

/* Queries of a head that it takes at most. */
static int64_t queries_most(const target *t, const node *n) {
  if (!attention_reads_cache(n)) return ATTENTION_FEW_QUERIES;
  bool codes = dtype_is_fp8(n->in[1]->type.dtype) && attention_half_refuses(t, n);
  return codes ? QUERIES_OVER_CODES : QUERIES_OF_PROMPT;
}

/* Other attention in F16 has a kernel that reads all keys (attention_half.c). */
static bool reads_f16_cache(const node *n) {
  return attention_reads_cache(n) && n->in[1]->type.dtype == FP8C_DTYPE_F16 &&
         n->in[2]->type.dtype == FP8C_DTYPE_F16;
}

/* Everything but the region's results. */
static const char *fit(const target *t, const node *n, attention *a) {
  if (!t->chip) return "the kernel is for GPUs";
  const char *why = read_attention(n, a);
  if (why) return why;
  fp8c_dtype queries = n->in[0]->type.dtype;
  if ((why = attention_codes(a))) return why;
  if (queries == FP8C_DTYPE_F16 ? !reads_f16_cache(n) : queries != FP8C_DTYPE_BF16)
    return "its queries are neither BF16 nor F16 with a cache of F16";
  if (a->q.rows > queries_most(t, n)) return "it has too many queries for a key head";
  if (a->k.rows < STEP * WARPS) return "it has few keys";
  if (a->causal && a->ahead < 0) return "its first queries see no key";
  if (a->q.size % 8 || a->v.size % 8) return "its heads are no multiple of 8 wide";
  if (a->q.size > SIZE_MAX_OF_HEADS || a->v.size > SIZE_MAX_OF_HEADS)
    return "its heads are wider than 256";
  if (held_registers(a, chunk_of(a)) > REGISTERS_MAX)
    return "its queries and results do not fit in a thread's registers";
  if (!attention_aligned(&a->q, FP8C_DTYPE_BF16) || !attention_aligned(&a->o, FP8C_DTYPE_BF16))
    return "its heads do not lie at 16 bytes";
  return NULL;
}

const char *attention_decode_refuses(const target *t, const node *n) {
  attention a;
  return fit(t, n, &a);
}

/* ---- How it is cut -------------------------------------------------------------------- */

typedef struct cut {
  int64_t splits; /* blocks that share a head's keys; each sums its own */
  int warps, ahead;
  int held; /* blocks that a multiprocessor has at a time, at least */
} cut;

/* A step of a warp is a chain of loads, products and a softmax: twice as many warps hide twice as
 * much of it, where what a step holds leaves registers for that. */
static bool may_crowd(const attention *a) {
  return held_registers(a, chunk_of(a)) + REGISTERS_BESIDE <= REGISTERS_CROWDED;
}

/* Steps that are asked for before they are needed. */
static int64_t steps_ahead(const attention *a, bool crowded) {
  if (crowded) {
    int64_t room = REGISTERS_CROWDED - held_registers(a, chunk_of(a)) - REGISTERS_BESIDE;
    return 1 + room / (step_registers(a) * 5 / 4);
  }
  int64_t held = chunk_of(a) <= 8 ? REGISTERS_HELD : REGISTERS_HELD / (a->mask ? 4 : 2);
  bool wide =
      dtype_bytes(a->n->in[1]->type.dtype) == 2 && dtype_bytes(a->n->in[2]->type.dtype) == 2;
  return (wide ? held : held * 3 / 4) / step_registers(a); /* codes become F16 elsewhere */
}

static cut cut_of(const attention *a, int64_t splits, int warps, bool crowded) {
  int64_t steps = (a->k.rows + STEP - 1) / STEP, round = warps * splits;
  int64_t ahead = steps_ahead(a, crowded);
  if (ahead > (steps + round - 1) / round) ahead = (steps + round - 1) / round;
  return (cut){.splits = splits,
               .warps = warps,
               .ahead = ahead > 1 ? (int)ahead : 1,
               .held = crowded ? WARPS_CROWDED / warps : 1};
}

/* A block has a multiprocessor for itself, or shares it where there are more blocks than those. */
static int warps_of(const attention *a, int64_t splits, int processors, bool crowded) {
  int alone = crowded ? WARPS_CROWDED : WARPS;
  return items_of(a) * splits > processors ? WARPS / 2 : alone;
}

/* ---- The kernel ----------------------------------------------------------------------- */

/* No launch of the run has written it: what a port or a constant has is there before a run begins,
 * but a state's new rows may have been stored by a kernel of their own (TensorScatter). */
static bool stays(const lowering *l, uint32_t id) {
  const plan_variant *v = l->v;
  uint32_t root = plan_memory_of(v, id);
  plan_value_kind kind = v->values[root].kind;
  for (uint32_t i = 0; i < v->launch_count; i++)
    for (uint32_t k = 0; k < v->launches[i].write_count; k++)
      if (plan_memory_of(v, v->launches[i].writes[k]) == root) return false;
  return kind == PLAN_VALUE_INPUT || kind == PLAN_VALUE_CONST;
}

/* The parameters of both parts as arguments, their strides as constants; the second part of what
 * is in one lies `first` rows into it.  A part that a launch writes is not `early`. */
static void add_parts(kernel_draft *d, const attention_parts *p, int64_t first, const char *name,
                      const char *at[2], bool early[2]) {
  uint32_t parameter = 0;
  for (int i = 0; i < 2; i++) {
    const heads *h = &p->h[i < p->count ? i : 0];
    int64_t begin = first * h->row_stride;
    if (i < p->count) parameter = attention_read(d, p->of[i]);
    at[i] = i < p->count
                ? arena_printf(d->l->c->scratch, "p%u", parameter)
                : arena_printf(d->l->c->scratch, "p%u + %lld", parameter, (long long)begin);
    early[i] = early[i] && stays(d->l, d->args[parameter].value);
    text_printf(&d->functions,
                "  static constexpr i64 %s%d_batch = %lld, %s%d_head = %lld, %s%d_row = %lld;\n",
                name, i, (long long)h->batch_stride, name, i, (long long)h->head_stride, name, i,
                (long long)h->row_stride);
  }
}

/* The node that stores the second part behind the rows of the first, which is a state; NULL. */
static const node *stored_by(const lowering *l, const attention_parts *p) {
  for (size_t i = 0; i < p->of[0]->user_count; i++) {
    const node *n = p->of[0]->users[i];
    if (lower_state_stays(l, n) && n->in[1] == p->of[1] && n->in[2] == p->length &&
        (!p->slots || node_input(n, 4) == p->slots) && l->value_ids[n->out[0]->id] == PLAN_NO_VALUE)
      return n;
  }
  return NULL;
}

/* Where the new rows are to be stored, unless nobody wants them to be, or another attention has
 * stored them. */
static const char *add_stored(kernel_draft *d, const attention_parts *p, const char *element,
                              const char *name) {
  const node *n = stored_by(d->l, p);
  text_printf(&d->functions, "  static constexpr bool keeps_%s = %s;\n", name,
              n ? "true" : "false");
  if (!n) return arena_printf(d->l->c->scratch, "(%s *)0", element);
  lower_view(d->l, n->out[0], n->in[0]);
  uint32_t parameter = draft_write_part(d, d->l->value_ids[n->out[0]->id], element, 0,
                                        tensor_bytes(&p->of[1]->type));
  return arena_printf(d->l->c->scratch, "p%u", parameter);
}

/* Both parts as one where that is wanted: what a decoder hands to its next step.  Written by the
 * attention that reads them, unless several of its blocks do. */
static const char *add_whole(kernel_draft *d, const value *v, const attention *a,
                             const attention_parts *p, const char *name) {
  lowering *l = d->l;
  const char *element = memory_type(v->type.dtype);
  if (p->held) return add_stored(d, p, element, name);
  bool keeps = p->count == 2 && value_is_output(v) && l->value_ids[v->id] == PLAN_NO_VALUE &&
               a->q.heads == a->k.heads;
  text_printf(&d->functions, "  static constexpr bool keeps_%s = %s;\n", name,
              keeps ? "true" : "false");
  if (!keeps) return arena_printf(l->c->scratch, "(%s *)0", element);
  l->later[v->id] = false;
  uint32_t parameter = draft_write(d, lower_value(l, v), element);
  l->later[v->id] = true;
  return arena_printf(l->c->scratch, "p%u", parameter);
}

static uint32_t temporary(lowering *l, const char *name, int64_t elements) {
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {elements}};
  return lower_temp(l, name, &type);
}

static void lower_join(lowering *l, const group *gr, const attention *a, int64_t splits,
                       uint32_t partial, const target_value *targets, size_t target_count) {
  kernel_draft d;
  draft_begin(&d, l);
  attention_constants(&d, a);
  text_printf(&d.functions,
              "struct parts : shape { static constexpr int splits = %lld, chunk = %lld, chunks = "
              "%lld; };\n",
              (long long)splits, (long long)chunk_of(a), (long long)chunks_of(a));
  uint32_t from = draft_read(&d, partial, "float");
  text_printf(&d.body, "  attention_join<parts>(p%u, [&](i64 o, float (&x)[2]) {\n", from);
  attention_stores(&d, a, targets, target_count, 2);
  text_add(&d.body, "  });\n");
  launch_shape shape = {.warp = true,
                        .attends = true,
                        .blocks = (uint64_t)(a->q.batch * a->q.heads * a->q.rows),
                        .threads = (uint32_t)a->v.size / 2};
  draft_launch(&d, "attention_join", kernel_text_attention, shape, gr);
}

/* ---- Blocks that arrive -----------------------------------------------------------------------
 */

/* All heads of all attentions, and chunks of their queries at most: each counts its blocks in a
 * place of its own. */
static int64_t heads_of_all(const lowering *l) {
  int64_t count = 0;
  for (const node *n = l->g->first; n; n = n->next) {
    heads q;
    if (n->op->family == FAMILY_ATTENTION &&
        attention_heads(n->in[0], node_int(n, "q_num_heads"), &q))
      count += q.batch * q.heads * divide_up(q.rows, 8);
  }
  return count;
}

/* Once in a run, in front of the first attention that counts. */
static void lower_clear(lowering *l, const group *gr) {
  enum { THREADS = 256 };
  if (l->arrivals_used) return;
  int64_t count = heads_of_all(l);
  tensor type = {.dtype = FP8C_DTYPE_U32, .rank = 1, .dims = {count}};
  kernel_draft d;
  draft_begin(&d, l);
  l->arrivals = lower_temp(l, "blocks arrived", &type);
  uint32_t to = draft_write(&d, l->arrivals, "u32");
  text_printf(&d.body, "  attention_clear(p%u, %lld);\n", to, (long long)count);
  launch_shape shape = {.warp = true,
                        .attends = true,
                        .blocks = (uint64_t)((count + THREADS - 1) / THREADS),
                        .threads = THREADS};
  draft_launch(&d, "attention_clear", kernel_text_attention, shape, gr);
}

static const char *add_arrivals(kernel_draft *d, int64_t count) {
  lowering *l = d->l;
  uint64_t each = dtype_bytes(FP8C_DTYPE_U32);
  draft_list(d, &d->reads, &d->read_count, l->arrivals);
  uint32_t p = draft_write_part(d, l->arrivals, "u32", (uint64_t)l->arrivals_used * each,
                                (uint64_t)count * each);
  l->arrivals_used += (uint32_t)count;
  return arena_printf(l->c->scratch, "p%u", p);
}

/* ---- Offers --------------------------------------------------------------------------- */

/* decode_layout's REGION for each warp. */
static uint32_t shared_bytes(const attention *a, int warps) {
  return (uint32_t)(warps * ((chunk_of(a) * (a->v.size + 4 + 2) + 3) / 4 * 16));
}

/* All that is decided of a kernel. */
typedef struct decode {
  attention a;
  attention_parts k, v;
  int64_t first, fresh; /* rows of the parts */
  bool spans;           /* of a cache, keys that the mask hides from all queries are not read */
  cut c;
} decode;

static const char *fit_parts(decode *k, const problem *p, const cost_model *m, arena *scratch) {
  if (!p->gr.count) return "its results are not known";
  const node *n = p->gr.nodes[0];
  const char *why = fit(cost_target(m), n, &k->a);
  if (why || (why = p->attention.unstored) || (why = attention_read_parts(n, &k->k, &k->v)))
    return why;
  k->first = k->k.count == 2 ? k->k.h[0].rows : k->v.h[0].rows;
  k->spans = k->k.held && attention_has_window(&k->a, scratch);
  k->fresh = k->k.held ? k->k.h[1].rows : k->a.k.rows - k->first;
  return k->k.count == 2 && k->v.count == 2 && k->v.h[0].rows != k->first
             ? "its parts are cut in two ways"
             : NULL;
}

/* Attention over a cache is one of many short launches of a step: the last of its blocks joins what
 * they have summed, and a launch less is waited for. */
static bool joins_itself(const decode *k, cut c) { return c.splits > 1 && k->k.held; }

static void offer_cut(const problem *p, const cost_model *m, schedule_list *out,
                      const decode *fitted, cut c) {
  const decode *front = out->count ? out->items[0].constants : fitted;
  int processors = cost_multiprocessors(m);
  int64_t items = items_of(&fitted->a);
  int64_t waves = (items * c.splits + processors - 1) / processors;
  bool joins = c.splits > 1 && !joins_itself(fitted, c);
  double join = joins ? KEYS_OF_SPLIT : 0; /* a launch more */
  decode *k = NEW(out->a, decode);
  *k = *fitted;
  k->c = c;
  schedule s = {
      .name = arena_printf(out->a, "%lld part%s of the keys, %d warps%s, %d step%s ahead",
                           (long long)c.splits, c.splits == 1 ? "" : "s", c.warps,
                           c.held > 1 ? " of 16" : "", c.ahead, c.ahead == 1 ? "" : "s"),
      .cost = (double)waves * (double)fitted->a.k.rows / (double)c.splits + join,
      .form = (int)out->count,
      .reorders = out->count && (c.splits != front->c.splits || c.warps != front->c.warps),
      .constants = k,
      .constant_bytes = sizeof *k,
      .launches = joins ? 2 : 1,
      .shared_bytes = shared_bytes(&fitted->a, c.warps)};
  offer_attention(out, p, m, s);
}

/* Blocks that share a head's keys: as many as fill the chip.  Any other number of blocks or warps
 * adds in another order. */
const char *offers_attention_decode(const problem *p, const cost_model *m, schedule_list *out) {
  decode k;
  const char *why = fit_parts(&k, p, m, out->a);
  if (why) return why;
  const attention *a = &k.a;
  int processors = cost_multiprocessors(m);
  int64_t items = items_of(a), splits = processors / items;
  int64_t most = a->k.rows / KEYS_OF_SPLIT;
  if (most > SPLITS_MAX) most = SPLITS_MAX;
  if (splits > most) splits = most;
  if (splits < 1) splits = 1;
  bool crowded = may_crowd(a);
  cut best = cut_of(a, splits, warps_of(a, splits, processors, crowded), crowded), c = best;
  if (shared_bytes(a, best.warps) > cost_chip_row(m)->shared_bytes)
    return "its queries do not fit in shared memory";
  offer_cut(p, m, out, &k, best);
  while (c.ahead > 1) {
    c.ahead /= 2;
    offer_cut(p, m, out, &k, c);
  }
  if (crowded)
    offer_cut(p, m, out, &k, cut_of(a, splits, warps_of(a, splits, processors, false), false));
  for (int warps = WARPS / 2; warps <= (crowded ? WARPS_CROWDED : WARPS); warps *= 2)
    if (warps != best.warps) offer_cut(p, m, out, &k, cut_of(a, splits, warps, crowded));
  int64_t tried[] = {1, splits / 2, splits * 2, splits * 4};
  for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
    int64_t n = tried[i];
    if (n < 1 || n > most + (n == 1) || n == splits || (i && n == 1)) continue;
    offer_cut(p, m, out, &k, cut_of(a, n, warps_of(a, n, processors, crowded), crowded));
  }
  return NULL;
}

/* ---- Writing --------------------------------------------------------------------------- */

static launch_shape shape_of(const decode *chosen, const schedule *s) {
  const attention *a = &chosen->a;
  return (launch_shape){.warp = true,
                        .attends = true,
                        .waits_itself = true,
                        .blocks = (uint64_t)(items_of(a) * chosen->c.splits),
                        .threads = 32 * (uint32_t)chosen->c.warps,
                        .blocks_held = (uint32_t)chosen->c.held,
                        .shared_bytes = s->shared_bytes,
                        .flops = 2 * (uint64_t)(a->q.batch * a->q.heads * a->q.rows) *
                                 (uint64_t)a->k.rows * (uint64_t)(a->q.size + a->v.size)};
}

const char *write_attention_decode(lowering *l, const problem *asked, const schedule *s) {
  const decode *chosen = s->constants;
  const attention a = chosen->a;
  const attention_parts k = chosen->k, v = chosen->v;
  const cut c = chosen->c;
  const group *gr = &asked->gr;
  const target_value *targets = asked->attention.targets;
  size_t target_count = asked->attention.target_count;
  const node *n = gr->nodes[0];
  int64_t first = chosen->first, items = items_of(&a);
  bool joins = joins_itself(chosen, c);
  if (joins) lower_clear(l, gr);
  uint32_t spans = chosen->spans ? attention_spans(l, gr, &a, false) : PLAN_NO_VALUE;
  kernel_draft d;
  draft_begin(&d, l);
  attention_constants(&d, &a);
  uint32_t q = attention_read(&d, n->in[0]);
  const char *k_at[2], *v_at[2];
  bool early[2] = {true, true};
  text_add(&d.functions, "struct parts : shape {\n");
  add_parts(&d, &k, first, "k", k_at, early);
  add_parts(&d, &v, first, "v", v_at, early);
  const char *length, *slots;
  uint32_t of = attention_held(&d, &k, &length, &slots);
  /* Nothing can be read ahead of what says which rows there are, or are seen. */
  if (spans != PLAN_NO_VALUE || (of != PLAN_NO_VALUE && !stays(l, of))) early[0] = false;
  attention_span_constants(&d, spans == PLAN_NO_VALUE ? NULL : &a);
  const char *k_to = add_whole(&d, n->in[1], &a, &k, "keys");
  const char *v_to = add_whole(&d, n->in[2], &a, &v, "values");
  text_printf(
      &d.functions,
      "  static constexpr bool joins = %s;\n"
      "  static constexpr int splits = %lld, warps = %d, ahead = %d, first = %lld, fresh = %lld, "
      "early = %d, shared = %u, held = %s, length_step = %d, slot_step = %d, chunk = %lld, chunks "
      "= %lld, causal_ahead = %lld;\n"
      "};\n",
      joins ? "true" : "false", (long long)c.splits, c.warps, c.ahead, (long long)first,
      (long long)chosen->fresh, early[0] + (early[0] && early[1]), s->shared_bytes,
      attention_held_name(&k), attention_length_step(k.length), attention_slot_step(k.slots),
      (long long)chunk_of(&a), (long long)chunks_of(&a), (long long)a.ahead);
  const char *mask = attention_mask(&d, &a);
  uint32_t factor = draft_f32(&d, a.scale);
  uint32_t partial = PLAN_NO_VALUE;
  const char *to = "(float *)0", *arrived = "(u32 *)0";
  if (joins) arrived = add_arrivals(&d, items);
  if (c.splits > 1) {
    partial = temporary(l, arena_printf(l->c->scratch, "%s.parts", n->out[0]->name),
                        items * c.splits * chunk_of(&a) * (a.v.size + 2));
    to = arena_printf(l->c->scratch, "p%u", draft_write(&d, partial, "float"));
  }
  text_printf(&d.body,
              "  attention_decode<parts>(p%u, %s, %s, %s, %s, %s, %s, %s, p%u, %s, %s, %s, %s, %s, "
              "[&](i64 "
              "o, float "
              "(&x)[2]) {\n",
              q, k_at[0], k_at[1], v_at[0], v_at[1], k_to, v_to, mask, factor, to, length, slots,
              attention_span_argument(&d, spans), arrived);
  if (c.splits == 1 || joins) attention_stores(&d, &a, targets, target_count, 2);
  text_add(&d.body, "  });\n");
  draft_launch(&d, "attention_decode", kernel_text_attention, shape_of(chosen, s), gr);
  if (c.splits > 1 && !joins) lower_join(l, gr, &a, c.splits, partial, targets, target_count);
  return NULL;
}
