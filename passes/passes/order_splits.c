/* order_splits.c - channels whose remainders are stored come last in the product that makes them.
 *
 * Channels that are read as two FP8 numbers (split_channels.c) lie scattered, and a kernel that
 * stores a few numbers of each row once more, byte by byte, takes more than twice as long.  Where a
 * product with constant weights makes them, and products with constant weights read them, any
 * order of the channels gives the same sums: rows of the one's weights and columns of the others'
 * are put in the same one, so that remainders are those of the last columns, a tile of their own.
 */
#include <string.h>

#include "base/numbers.h"
#include "ops/dtype.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "passes/match.h"

#define UNIT 16 /* columns that begin at a multiple of it are stored side by side */

typedef struct ordering {
  node *product, *split;
  int64_t width, more;
  int32_t *order; /* of the new columns: which each of them was */
} ordering;

/* Numbers of whole bytes, each of which has its own scale, or those of its row. */
static bool movable(const value *v) {
  return value_is_const(v) && tensor_shape_known(&v->type) && v->type.rank > 0 &&
         dtype_bytes(v->type.dtype) > 0 &&
         (v->type.scale.kind == SCALE_NONE || v->type.scale.kind == SCALE_TENSOR ||
          (v->type.scale.kind == SCALE_AXIS && v->type.scale.axis == 0));
}

/* One number for each column, along the last axis. */
static bool by_column(const value *v, int64_t width) {
  return movable(v) && v->type.scale.kind != SCALE_AXIS && tensor_elements(&v->type) == width &&
         v->type.dims[v->type.rank - 1] == width;
}

/* What n's kernel does to its result, number by number or column by column, up to a QuantizeSplit
 * whose codes it stores. */
static node *split_behind(node *n, int64_t width) {
  node *last = n;
  for (node *next = n->next; n->region && next && next->region == n->region; next = next->next) {
    bool splits = node_is(next, OP_QUANTIZE_SPLIT);
    if ((next->op->family != FAMILY_ELTWISE && !splits) || next->out_count != 1 ||
        next->in[0] != last->out[0] || !value_used_once(last->out[0]) || last->out[0]->output_uses)
      return NULL;
    for (size_t i = 1; i < next->in_count && !splits; i++)
      if (next->in[i] && !is_single(next->in[i]) && !by_column(next->in[i], width)) return NULL;
    last = next;
  }
  return last != n && node_is(last, OP_QUANTIZE_SPLIT) ? last : NULL;
}

static bool reads_columns(const node *n, const value *v, int64_t columns) {
  return node_is(n, OP_LINEAR) && n->in[0] == v && movable(n->in[1]) && n->in[1]->type.rank == 2 &&
         n->in[1]->type.dims[1] == columns;
}

static bool find(node *n, ordering *o) {
  if (!node_is(n, OP_LINEAR) || !has_output(n) || !movable(n->in[1]) || n->in[1]->type.rank != 2)
    return false;
  const node *before = n->in[0]->def;
  *o = (ordering){.product = n, .width = n->in[1]->type.dims[0]};
  if (before && n->region && before->region == n->region) return false;
  for (size_t i = 2; i < n->in_count; i++)
    if (n->in[i] && !by_column(n->in[i], o->width)) return false;
  o->split = split_behind(n, o->width);
  if (!o->split || o->split->out[0]->output_uses) return false;
  const value *columns = o->split->in[1], *codes = o->split->out[0];
  o->more = node_int(o->split, "more");
  if (!value_is_const(columns) || tensor_elements(&columns->type) != o->width ||
      o->more > o->width || o->more % UNIT || (o->width - o->more) % UNIT)
    return false;
  for (size_t i = 0; i < codes->user_count; i++)
    if (!reads_columns(codes->users[i], codes, o->width + o->more)) return false;
  return true;
}

/* False where they are in that order, or where a remainder is not of one column. */
static fp8c_status choose_order(ordering *o, arena *a, bool *changes, fp8c_error *err) {
  tensor t;
  TRY(value_load(o->split->in[1], a, &t, err));
  const int32_t *to = t.data;
  int64_t first = o->width - o->more, whole = 0, split = 0;
  o->order = NEW_ARRAY(a, int32_t, o->width);
  for (int64_t i = 0; i < o->width; i++) o->order[i] = -1;
  *changes = false;
  for (int64_t i = 0; i < o->width; i++) {
    int64_t at = to[i] < 0 ? whole++ : first + to[i] - o->width;
    if (to[i] >= 0 && (to[i] < o->width || to[i] >= o->width + o->more)) return FP8C_OK;
    if (at >= o->width || (to[i] < 0 && at >= first) || o->order[at] >= 0) return FP8C_OK;
    split += to[i] >= 0;
    o->order[at] = (int32_t)i;
  }
  for (int64_t i = 0; i < o->width && split == o->more; i++)
    *changes = *changes || o->order[i] != i;
  return FP8C_OK;
}

/* `v` as `rows` times `columns` units of so many bytes: the first units of each row, or the rows
 * where there is one column, in the new order. */
static fp8c_status ordered(const ordering *o, const value *v, int64_t rows, int64_t columns,
                           value **out, arena *scratch, fp8c_error *err) {
  graph *g = v->graph;
  tensor from;
  arena_mark mark = arena_save(scratch);
  TRY(value_load(v, scratch, &from, err));
  size_t all = tensor_bytes(&v->type), unit = all / (size_t)rows / (size_t)columns;
  char *to = arena_alloc(g->arena, all + 1);
  memcpy(to, from.data, all);
  for (int64_t r = 0; r < rows; r++)
    for (int64_t i = 0; i < o->width; i++)
      memcpy(to + (size_t)(r * columns + i) * unit,
             (const char *)from.data + (size_t)(r * columns + o->order[i]) * unit, unit);
  arena_reset(scratch, mark);
  *out = graph_const(g, arena_printf(g->arena, "%s.ordered", v->name), &v->type,
                     (blob){.bytes = all, .memory = to});
  (*out)->reason = v->reason;
  return FP8C_OK;
}

/* What each column of the product has: its weights, its scale, its bias, its factors behind. */
static fp8c_status order_made(const ordering *o, arena *scratch, fp8c_error *err) {
  for (node *n = o->product; n != o->split; n = n->next)
    for (size_t i = 1; i < n->in_count; i++) {
      value *v = n->in[i], *to;
      if (!v || is_single(v)) continue;
      TRY(ordered(o, v, 1, o->width, &to, scratch, err));
      if (v->scale_vector)
        TRY(ordered(o, v->scale_vector, 1, o->width, &to->scale_vector, scratch, err));
      node_set_input(n, i, to);
    }
  return FP8C_OK;
}

static fp8c_status order_read(const ordering *o, arena *scratch, fp8c_error *err) {
  value *codes = o->split->out[0];
  for (size_t i = 0; i < codes->user_count; i++) {
    node *n = codes->users[i];
    value *w = n->in[1], *to;
    TRY(ordered(o, w, w->type.dims[0], o->width + o->more, &to, scratch, err));
    to->scale_vector = w->scale_vector;
    node_set_input(n, 1, to);
  }
  return FP8C_OK;
}

/* They have the channels of the model's values of these names, in another order. */
static void rename_between(const ordering *o) {
  graph *g = o->product->graph;
  for (node *n = o->product;; n = n->next) {
    const char *name = n->name;
    value_rename(n->out[0], arena_printf(g->arena, "%s.ordered", n->out[0]->name));
    n->name = name;
    if (n == o->split) return;
  }
}

static void place_last(const ordering *o, arena *scratch) {
  graph *g = o->product->graph;
  int32_t *to = NEW_ARRAY(scratch, int32_t, o->width);
  for (int64_t i = 0; i < o->width; i++)
    to[i] = i < o->width - o->more ? -1 : (int32_t)(i + o->more);
  const value *old = o->split->in[1];
  const char *name = arena_printf(g->arena, "%s.ordered", old->name);
  node_set_input(o->split, 1, graph_const_copy(g, name, &old->type, to));
}

fp8c_status pass_order_splits(graph *g, pass_context *c, fp8c_error *err) {
  if (!c->rules.gpu) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    ordering o;
    bool changes = false;
    if (!find(n, &o)) continue;
    arena_mark mark = arena_save(c->scratch);
    TRY(choose_order(&o, c->scratch, &changes, err));
    if (changes) {
      TRY(order_made(&o, c->scratch, err));
      TRY(order_read(&o, c->scratch, err));
      place_last(&o, c->scratch);
      rename_between(&o);
      c->changes++;
    }
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
