/* attention_spans.c - what a mask comes to (kernels/attention_spans.cuh): the keys that 16 rows see
 * at all, and those for which it changes nothing.
 *
 * Masks of prompts, and of layers that see a window, hide most keys of a row.  One launch finds
 * that out for all attentions that read the mask; they neither compute hidden blocks of keys nor
 * read numbers that add nothing. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/types.h"

#define SPAN_ROWS 16 /* as in the kernels */
#define SPAN_THREADS 256
#define KEYS_LEAST 512       /* fewer are computed sooner than looked at */
#define KEYS_MOST (32 << 13) /* a bit for each, in 32 KB of shared memory */

typedef struct mask_spans {
  uint32_t mask, of; /* values of the plan */
  int64_t strides[4], rows, keys;
  bool saturated;
} mask_spans;

/* The sizes of the mask without the dimensions along which it is broadcast. */
static int64_t rows_of(const attention *a) { return a->mask_strides[2] ? a->q.rows : 1; }
static int64_t heads_of(const attention *a) { return a->mask_strides[1] ? a->q.heads : 1; }
static int64_t batches_of(const attention *a) { return a->mask_strides[0] ? a->mask_batches : 1; }
static int64_t tiles_of(const attention *a) { return divide_up(rows_of(a), SPAN_ROWS); }

#define VISITS_MOST 512
#define HIDDEN_MOST -6e4 /* as in the kernel */

/* A mask is computed from comparisons of positions (a key's with a query's, or with the beginning
 * of a window) and from constants that hide keys; this is what a walk over its nodes has found. */
typedef struct origins {
  int64_t keys;
  arena *scratch;
  int visits;
  const node *other;       /* an order of other things than below */
  bool orders, lower, two; /* there is one; one that hides keys in front of something; two others */
  bool first_hidden;       /* from all rows of a constant the first key is hidden ... */
  bool many_hidden;        /* ... and from a row at least a quarter */
} origins;

static bool is_order(const node *n) {
  return node_is(n, OP_LESS) || node_is(n, OP_LESS_OR_EQUAL) || node_is(n, OP_GREATER) ||
         node_is(n, OP_GREATER_OR_EQUAL) || node_is(n, OP_TRILU);
}

/* As attention_mask is made, which says what keys there are. */
static bool is_made_a_number(const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!node_is(v->users[i], OP_CAST) || dtype_is_small_float(v->users[i]->out[0]->type.dtype) ||
        v->users[i]->out[0]->type.dtype == FP8C_DTYPE_BOOL)
      return false;
  return v->user_count > 0;
}

/* A constant with a number for each key: their places. */
static bool are_places(const origins *o, const value *v) {
  return value_is_const(v) && v->type.rank > 0 && v->type.dims[v->type.rank - 1] == o->keys;
}

static void note_order(origins *o, const node *n) {
  o->orders = true;
  bool less = node_is(n, OP_LESS) || node_is(n, OP_LESS_OR_EQUAL);
  bool trilu = node_is(n, OP_TRILU), first = !trilu && are_places(o, n->in[0]);
  bool second = !trilu && are_places(o, n->in[1]);
  if (first != second) { /* keys in front of something are seen, or those behind it */
    o->lower = o->lower || less == second;
  } else {
    o->two = o->two || (o->other && o->other != n);
    o->other = n;
  }
}

/* Looks at a constant that has a number for each key. */
static void look_at_constant(origins *o, const value *v) {
  tensor t;
  fp8c_error ignored;
  int64_t count = tensor_elements(&v->type), last = v->type.rank - 1, hidden = 0, firsts = 0;
  bool bools = v->type.dtype == FP8C_DTYPE_BOOL;
  if (v->type.rank < 1 || v->type.dims[last] != o->keys ||
      (!bools && v->type.dtype != FP8C_DTYPE_F32))
    return;
  arena_mark mark = arena_save(o->scratch);
  if (value_load(v, o->scratch, &t, &ignored) == FP8C_OK) {
    for (int64_t i = 0; i < count; i++) {
      bool hides =
          bools ? !((const uint8_t *)t.data)[i] : ((const float *)t.data)[i] <= HIDDEN_MOST;
      hidden += hides;
      firsts += hides && i % o->keys == 0;
    }
    o->first_hidden = o->first_hidden || firsts == count / o->keys;
    o->many_hidden = o->many_hidden || hidden >= count / 4;
  }
  arena_reset(o->scratch, mark);
}

static void find_origins(origins *o, const value *v) {
  if (++o->visits > VISITS_MOST) return;
  if (value_is_const(v)) look_at_constant(o, v);
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (!n) return;
  if (is_order(n)) {
    if (!is_made_a_number(v)) note_order(o, n);
    return;
  }
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i]) find_origins(o, n->in[i]);
}

static origins origins_of(const attention *a, arena *scratch) {
  origins o = {.keys = a->mask_keys, .scratch = scratch};
  if (a->mask) find_origins(&o, a->mask);
  return o;
}

static bool fits(const attention *a) {
  return a->mask && a->mask_strides[3] == 1 && a->mask_keys >= KEYS_LEAST &&
         a->mask_keys <= KEYS_MOST;
}

bool attention_has_window(const attention *a, arena *scratch) {
  if (!fits(a)) return false;
  const origins o = origins_of(a, scratch);
  return o.first_hidden || o.lower || o.two;
}

bool attention_hides_keys(const attention *a, arena *scratch) {
  if (!fits(a) || a->mask_strides[2] == 0) return false;
  const origins o = origins_of(a, scratch);
  return o.many_hidden || o.orders;
}

bool attention_has_rows(const attention *a) { return fits(a) && a->mask_strides[2] != 0; }

uint32_t attention_spans(lowering *l, const group *gr, const attention *a, bool saturated) {
  uint32_t mask = lower_value(l, a->mask);
  mask_spans s = {.mask = mask, .rows = rows_of(a), .keys = a->mask_keys, .saturated = saturated};
  memcpy(s.strides, a->mask_strides, sizeof s.strides);
  for (uint32_t i = 0; i < l->spans_count; i++) {
    const mask_spans *have = &l->spans[i];
    if (have->mask == s.mask && have->rows == s.rows && have->keys == s.keys &&
        have->saturated == saturated && memcmp(have->strides, s.strides, sizeof s.strides) == 0)
      return have->of;
  }
  int64_t tiles = tiles_of(a), count = batches_of(a) * heads_of(a) * tiles;
  tensor type = {.dtype = FP8C_DTYPE_I32, .rank = 2, .dims = {count, 4}};
  s.of = lower_temp(l, arena_printf(l->c->scratch, "%s.spans", a->mask->name), &type);
  ARENA_PUSH(l->c->scratch, l->spans, l->spans_count, s);
  kernel_draft d;
  draft_begin(&d, l);
  text_printf(&d.functions,
              "struct shape {\n  static constexpr int ROWS = %lld, KEYS = %lld, HEADS = %lld, KIND "
              "= %s;\n",
              (long long)s.rows, (long long)s.keys, (long long)heads_of(a),
              a->mask->type.dtype == FP8C_DTYPE_BOOL ? "MASK_BOOL" : "MASK_ADD");
  shape_flag(&d.functions, "saturated", saturated);
  shape_list(&d.functions, "strides", s.strides, 4);
  text_add(&d.functions, "};\n");
  uint32_t from = draft_read(&d, mask, memory_type(a->mask->type.dtype));
  uint32_t to = draft_write(&d, s.of, "uint4");
  text_printf(&d.body, "  attention_spans<shape>(p%u, p%u);\n", from, to);
  launch_shape shape = {
      .attends = true,
      .blocks = (uint64_t)count,
      .threads = SPAN_THREADS,
      .shared_bytes = (uint32_t)(divide_up(s.keys, SPAN_THREADS) * SPAN_THREADS / 8)};
  draft_launch(&d, "attention_spans", kernel_text_attention_spans, shape, gr);
  return s.of;
}

void attention_span_constants(kernel_draft *d, const attention *a) {
  text_printf(&d->functions,
              "  static constexpr bool SPANS = %s;\n  static constexpr int SPAN_TILES = %lld, "
              "SPAN_HEADS = %lld, SPAN_BATCHES = %lld;\n",
              a ? "true" : "false", (long long)(a ? tiles_of(a) : 1),
              (long long)(a ? heads_of(a) : 1), (long long)(a ? batches_of(a) : 1));
}

const char *attention_span_argument(kernel_draft *d, uint32_t spans) {
  if (spans == PLAN_NO_VALUE) return "(const uint4 *)0";
  return arena_printf(d->l->c->scratch, "p%u", draft_read(d, spans, "uint4"));
}
