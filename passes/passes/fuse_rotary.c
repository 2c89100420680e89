/* fuse_rotary.c - fuses the rotation of heads by their positions (RoPE) into one Rotary node.
 *
 *     x * cosines + rotated(x) * sines
 *
 * in whatever spelling: turns.c finds what each channel is made of.  The numbers stay the same
 * bits.  Tables that lie otherwise than Rotary reads them (a part of the head's channels, or parts
 * by several positions; matrices of 2 x 2) are gathered, once for all that share them: 1 and 0 turn
 * by nothing.  RotaryEmbedding, where the model has it, becomes the same node: its tables have a
 * number a pair.
 *
 * Where some tokens have no position (the class and registers of EVA and DINOv3) and are joined
 * with those that are turned, all of them turn: a table's row of cosines of 1 and sines of 0 turns
 * by nothing. */
#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/unary.h"
#include "passes/moves.h"
#include "passes/turns.h"

/* ---- Tables ------------------------------------------------------------------------------- */

/* The table as it is: a column for each channel, or one for each pair. */
static value *whole_table(const turn_factor *f, const turns *r) {
  const tensor *x = &r->x->type;
  int64_t size = x->dims[x->rank - 1];
  value *table = f[0].table;
  if (!table) return NULL;
  int64_t columns = table->type.dims[table->type.rank - 1];
  if (columns != size && (columns != size / 2 || r->width != size)) return NULL;
  for (int64_t c = 0; c < size; c++) {
    int64_t column = columns == size ? c : r->interleaved ? c / 2 : c % columns;
    if (f[c].table != table || f[c].axes != 1 || f[c].sign != 1 || f[c].column != column)
      return NULL;
  }
  return table;
}

#define TABLES_MAX 8

/* Tables side by side: their columns, and those of them with the other sign. */
typedef struct joined {
  size_t count;
  struct {
    value *table;
    int axes, sign;
    int64_t first; /* its first column among all of them */
  } of[TABLES_MAX];
  int64_t columns;
  bool numbers; /* some factors are no table's */
} joined;

static int64_t last_elements(const value *v, int axes) {
  int64_t n = 1;
  for (int i = 0; i < axes; i++) n *= v->type.dims[v->type.rank - 1 - i];
  return n;
}

/* Both have the same axes in front of their columns. */
static bool same_rows(const value *a, int axes_a, const value *b, int axes_b) {
  tensor x = a->type, y = b->type;
  x.rank -= axes_a;
  y.rank -= axes_b;
  return same_shape(&x, &y);
}

/* The column of each factor where the tables lie side by side; -1 where it is a number. */
static bool join_columns(const turn_factor *f, int64_t size, joined *j, int64_t *columns) {
  *j = (joined){0};
  for (int64_t c = 0; c < size; c++) {
    size_t i = 0;
    columns[c] = -1;
    if (!f[c].table) {
      j->numbers = true;
      continue;
    }
    while (i < j->count && (j->of[i].table != f[c].table || j->of[i].axes != f[c].axes ||
                            j->of[i].sign != f[c].sign))
      i++;
    if (i == TABLES_MAX) return false;
    if (i == j->count) {
      if (i > 0 && !same_rows(j->of[0].table, j->of[0].axes, f[c].table, f[c].axes)) return false;
      j->of[i].table = f[c].table;
      j->of[i].axes = f[c].axes;
      j->of[i].sign = f[c].sign;
      j->of[i].first = j->columns;
      j->columns += last_elements(f[c].table, f[c].axes);
      j->count++;
    }
    columns[c] = j->of[i].first + f[c].column;
  }
  return j->count > 0;
}

/* The tables are of positions, not of every number of x, and in F32 where a number is put beside
 * them. */
static bool may_join(const joined *j, const value *x) {
  tensor rows = j->of[0].table->type, heads = x->type;
  rows.rank -= j->of[0].axes;
  heads.rank--;
  if (same_shape(&rows, &heads) && rows.rank > 2) return false;
  return !j->numbers || x->type.dtype == FP8C_DTYPE_F32;
}

static value *last_axis(value *v, op_id op, value *second, int64_t columns, node *before) {
  node *n = graph_node(before->graph, before, op_get(op), NULL, (value *[]){v, second}, 2, 1);
  n->out[0]->type = v->type;
  n->out[0]->type.dims[v->type.rank - 1] = columns;
  if (op != OP_PAD) node_set_int(n, "axis", v->type.rank - 1);
  return n->out[0];
}

/* The columns of one table in one axis, with their sign. */
static value *columns_of(const joined *j, size_t i, node *before) {
  value *v = j->of[i].table;
  tensor flat = v->type;
  flat.rank -= j->of[i].axes - 1;
  flat.dims[flat.rank - 1] = last_elements(v, j->of[i].axes);
  v = move_reshaped(v, &flat, before);
  if (!v || j->of[i].sign > 0) return v;
  node *n = graph_node(before->graph, before, op_get(OP_NEG), NULL, &v, 1, 1);
  n->out[0]->type = v->type;
  return n->out[0];
}

/* One more column of a number. */
static value *with_number(value *v, float number, node *before) {
  int64_t pads[2 * FP8C_MAX_RANK] = {0};
  pads[2 * v->type.rank - 1] = 1;
  graph *g = before->graph;
  value *in[] = {v, graph_const_i64s(g, NULL, pads, 2 * (size_t)v->type.rank),
                 graph_const_f32(g, NULL, number)};
  node *n = graph_node(g, before, op_get(OP_PAD), NULL, in, 3, 1);
  n->out[0]->type = v->type;
  n->out[0]->type.dims[v->type.rank - 1]++;
  return n->out[0];
}

/* A table with the factor of each channel in its column: one that is there, or columns gathered of
 * several, once for all layers that share them.  `number` is what no table says.  NULL: these are
 * no tables that can be joined. */
static value *table_of(const turn_factor *f, const turns *r, float number, arena *scratch,
                       node *before) {
  value *table = whole_table(f, r), *all = NULL;
  if (table) return table;
  int64_t size = r->x->type.dims[r->x->type.rank - 1];
  int64_t *columns = NEW_ARRAY(scratch, int64_t, (size_t)size);
  joined j;
  if (!join_columns(f, size, &j, columns) || !may_join(&j, r->x)) return NULL;
  for (size_t i = 0; i < j.count; i++) {
    value *one = columns_of(&j, i, before);
    if (!one) return NULL;
    int64_t width = j.of[i].first + one->type.dims[one->type.rank - 1];
    all = all ? last_axis(all, OP_CONCAT, one, width, before) : one;
  }
  if (j.numbers) all = with_number(all, number, before);
  for (int64_t c = 0; c < size; c++)
    if (columns[c] < 0) columns[c] = j.columns;
  value *index = graph_const_i64s(before->graph, NULL, columns, (size_t)size);
  return last_axis(all, OP_GATHER, index, size, before);
}

static node *rotary_node(node *like, value *x, value *cosines, value *sines, bool interleaved) {
  node *n = node_like(like, OP_ROTARY, (value *[]){x, cosines, sines}, 3);
  n->out[0]->type = x->type;
  if (interleaved) node_set_int(n, "interleaved", 1);
  return n;
}

/* n's result is x turned, or a part of it is. */
static bool turn(node *n, arena *scratch) {
  turns r;
  match parts = match_new(scratch);
  if (!turns_of(n->out[0], scratch, &parts, &r)) return false;
  tensor heads = r.x->type;
  heads.rank -= r.axes - 1;
  heads.dims[heads.rank - 1] = last_elements(r.x, r.axes);
  r.x = move_reshaped(r.x, &heads, n);
  if (!r.x) return false;
  value *cosines = table_of(r.cosines, &r, 1, scratch, n);
  value *sines = cosines ? table_of(r.sines, &r, 0, scratch, n) : NULL;
  if (!sines) return false;
  node *to = rotary_node(n, r.x, cosines, sines, r.interleaved);
  if (r.width != r.x->type.dims[r.x->type.rank - 1]) node_set_int(to, "width", r.width);
  match_sources(&parts, to);
  value *y = move_reshaped(to->out[0], &n->out[0]->type, n);
  if (!y) return false;
  take_over(y->def, n->out[0]);
  return true;
}

/* ---- RotaryEmbedding --------------------------------------------------------------------- */

static bool may_be_same(int64_t a, int64_t b) { return a < 0 || b < 0 || a == b; }

/* Tables and positions, as far as their sizes are known, are what the heads want.  Where a size
 * of x is free, nobody has looked at the others yet. */
static bool tables_fit(const node *n, bool gathered) {
  const tensor *x = &n->in[0]->type, *steps = gathered ? &n->in[3]->type : NULL;
  for (int i = 1; i < 3; i++) {
    const tensor *t = &n->in[i]->type;
    if (t->rank != (gathered ? 2 : 3) || t->dtype != x->dtype ||
        !may_be_same(t->dims[t->rank - 1], x->dims[3] / 2))
      return false;
    if (!gathered) steps = t;
    if (!may_be_same(steps->dims[0], x->dims[0]) || !may_be_same(steps->dims[1], x->dims[2]))
      return false;
  }
  return true;
}

/* RotaryEmbedding on heads [B, H, S, D] that turn as a whole: its tables [B, S, D / 2]
 * are gathered at the positions, where it has them. */
static bool from_operator(node *n) {
  value *x = n->in[0], *tables[2] = {n->in[1], n->in[2]};
  const tensor *t = &x->type;
  int64_t rotated = node_int(n, "rotary_embedding_dim");
  if (t->rank != 4 || t->dims[3] <= 0 || (rotated != 0 && rotated != t->dims[3]) ||
      t->dtype == FP8C_DTYPE_F64)
    return false;
  graph *g = n->graph;
  bool gathered = n->in_count > 3 && n->in[3];
  if (gathered && n->in[3]->type.rank != 2) return false;
  if (!tables_fit(n, gathered)) return false;
  for (int i = 0; i < 2; i++) {
    if (gathered) {
      node *gather =
          graph_node(g, n, op_get(OP_GATHER), NULL, (value *[]){tables[i], n->in[3]}, 2, 1);
      int64_t width = tables[i]->type.dims[1];
      gather->out[0]->type = tables[i]->type;
      gather->out[0]->type.rank = 3;
      gather->out[0]->type.dims[0] = n->in[3]->type.dims[0];
      gather->out[0]->type.dims[1] = n->in[3]->type.dims[1];
      gather->out[0]->type.dims[2] = width;
      tables[i] = gather->out[0];
    }
    tables[i] = move_unsqueezed(tables[i], 1, n);
  }
  node *to = rotary_node(n, x, tables[0], tables[1], node_int(n, "interleaved") != 0);
  node_add_sources(to, n);
  take_over(to, n->out[0]);
  return true;
}

/* ---- Tokens without a position ----------------------------------------------------------- */

/* The tokens that a Slice takes of its input: its range of the last axis but one. */
static bool takes_tokens(const value *v, slice_range *range) {
  sliced s;
  const node *n = value_def_of(v, OP_SLICE);
  if (!n || !node_slice(n, &s) || s.only != v->type.rank - 2 || s.only < 0) return false;
  *range = s.along[s.only];
  return range->step == 1;
}

/* A table of F32 with `count` more rows of one number, in front of its own or behind them. */
static value *with_rows(value *table, int64_t count, float number, bool in_front, node *before) {
  graph *g = before->graph;
  tensor rows = table->type;
  int axis = rows.rank - 2;
  rows.dims[axis] = count;
  float *x = NEW_ARRAY(g->arena, float, tensor_elements(&rows));
  for (int64_t i = 0; i < tensor_elements(&rows); i++) x[i] = number;
  value *more = graph_const_copy(g, NULL, &rows, x);
  value *in[2] = {in_front ? more : table, in_front ? table : more};
  node *n = graph_node(g, before, op_get(OP_CONCAT), NULL, in, 2, 1);
  node_set_int(n, "axis", axis);
  n->out[0]->type = table->type;
  n->out[0]->type.dims[axis] += count;
  return n->out[0];
}

/* A row for each of so many tokens. */
static bool has_rows(const value *table, int64_t tokens) {
  const tensor *t = &table->type;
  return t->dtype == FP8C_DTYPE_F32 && tensor_shape_known(t) && t->rank >= 2 &&
         t->dims[t->rank - 2] == tokens;
}

/* Concat(some tokens of x, Rotary(the others)), in either order, becomes one Rotary of x. */
static bool turn_all(node *n) {
  int rank = n->out[0]->type.rank;
  int64_t axis = node_int(n, "axis");
  if (n->in_count != 2 || rank < 2 || (axis != rank - 2 && axis != -2)) return false;
  for (size_t i = 0; i < 2; i++) {
    slice_range turned, still;
    node *r = value_def_of(n->in[i], OP_ROTARY);
    if (!r || !takes_tokens(r->in[0], &turned) || !takes_tokens(n->in[1 - i], &still)) continue;
    value *x = r->in[0]->def->in[0];
    const slice_range *first = i ? &still : &turned, *second = i ? &turned : &still;
    if (n->in[1 - i]->def->in[0] != x || !same_shape(&x->type, &n->out[0]->type) ||
        first->start != 0 || second->start != first->count ||
        first->count + second->count != x->type.dims[rank - 2] ||
        !has_rows(r->in[1], turned.count) || !has_rows(r->in[2], turned.count))
      continue;
    value *cosines = with_rows(r->in[1], still.count, 1, i == 1, n);
    value *sines = with_rows(r->in[2], still.count, 0, i == 1, n);
    node *all = rotary_node(n, x, cosines, sines, node_int(r, "interleaved") != 0);
    node_add_sources(all, r);
    take_over(all, n->out[0]);
    return true;
  }
  return false;
}

fp8c_status pass_fuse_rotary(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n)) continue;
    if (node_is(n, OP_ROTARY_EMBEDDING)) c->changes += from_operator(n);
    if (node_is(n, OP_CONCAT) && turn_all(n)) {
      c->changes++;
    } else if (node_is(n, OP_ADD) || node_is(n, OP_SUB) || node_is(n, OP_CONCAT)) {
      arena_mark mark = arena_save(c->scratch);
      c->changes += turn(n, c->scratch);
      arena_reset(c->scratch, mark);
    }
  }
  return FP8C_OK;
}
