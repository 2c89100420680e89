/* heads.c - what is computed on heads is computed on rows instead.
 *
 * A product gives rows [B, S, H*D].  Models turn them into heads [B, H, S, D]
 * before they turn positions into them, although that works on each row alike;
 * on rows it leaves nothing to be moved in memory. */
#include "passes/heads.h"

#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "passes/moves.h"

/* ---- What is packed ------------------------------------------------------------------ */

static void note(match *parts, node *n) {
  if (parts) match_add(parts, n);
}

/* n is a Slice of one element of axis 0. */
static bool slices_one(const node *n, int64_t *index) {
  sliced s;
  if (!node_slice(n, &s) || s.only != 0 || s.along[0].count != 1) return false;
  *index = s.along[0].start;
  return true;
}

/* v is element *index of axis 0 of *from: Gather, or Squeeze of a Split or a Slice. */
static node *one_of_axis_0(const value *v, value **from, int64_t *index, match *parts) {
  size_t count;
  node *n = value_def_of(v, OP_GATHER);
  if (n) {
    if (node_int(n, "axis") != 0 || n->in[1]->type.rank != 0 ||
        !value_ints(n->in[1], index, 1, &count))
      return NULL;
    if (*index < 0) *index += n->in[0]->type.dims[0];
  } else {
    n = value_def_of(v, OP_SQUEEZE);
    node *split = n ? value_def_of(n->in[0], OP_SPLIT) : NULL;
    node *slice = n ? value_def_of(n->in[0], OP_SLICE) : NULL;
    if (slice && n->in[0]->type.rank == 5 && slices_one(slice, index)) {
      note(parts, n);
      *from = slice->in[0];
      note(parts, slice);
      return slice;
    }
    if (!split || node_int(split, "axis") != 0 || n->in[0]->type.dims[0] != 1) return NULL;
    note(parts, n);
    n = split;
    *index = 0;
    while (split->out[*index] != v->def->in[0]) {
      if (!split->out[*index] || split->out[*index]->type.dims[0] != 1) return NULL;
      ++*index;
    }
  }
  *from = n->in[0];
  note(parts, n);
  return n;
}

/* ... of a Transpose to [N, B, H, S, D], or to [N, B, H, D, S] where `columns` says so. */
static bool packed(const value *v, bool columns, packed_heads *out, match *parts) {
  value *all;
  int64_t index;
  if (v->type.rank != 4 || !one_of_axis_0(v, &all, &index, parts)) return false;
  node *t = all->def;
  if (columns ? !TRANSPOSES(t, 2, 0, 3, 4, 1) : !TRANSPOSES(t, 2, 0, 3, 1, 4)) return false;
  node *r = value_def_of(t->in[0], OP_RESHAPE);
  if (!r) return false;
  const tensor *x = &r->in[0]->type, *y = &r->out[0]->type;
  if (x->rank != 3 || y->rank != 5) return false;
  int64_t packed = y->dims[2], heads = y->dims[3], size;
  if (packed <= 0 || heads <= 0 || y->dims[4] <= 0 || index < 0 || index >= packed ||
      __builtin_mul_overflow(heads, y->dims[4], &size) || x->dims[2] % size != 0 ||
      x->dims[2] / size != packed || (x->dims[0] != y->dims[0] && x->dims[1] != y->dims[1]))
    return false;
  *out = (packed_heads){r->in[0], index * size, size, heads};
  note(parts, r);
  note(parts, t);
  return true;
}

bool heads_packed(const value *v, packed_heads *out, match *parts) {
  return packed(v, false, out, parts);
}

bool heads_packed_columns(const value *v, packed_heads *out, match *parts) {
  return packed(v, true, out, parts);
}

/* The same as [B, S, H, D]. */
static value *rows_of_packed(const packed_heads *p, const value *heads, node *before) {
  graph *g = before->graph;
  const int64_t axis = 2, end = p->start + p->size;
  value *in[] = {p->x, graph_const_i64s(g, NULL, &p->start, 1), graph_const_i64s(g, NULL, &end, 1),
                 graph_const_i64s(g, NULL, &axis, 1)};
  value *part = graph_node(g, before, op_get(OP_SLICE), NULL, in, 4, 1)->out[0];
  part->type = p->x->type;
  part->type.dims[2] = p->size;
  const int64_t target[] = {0, 0, p->heads, p->size / p->heads};
  value *to[] = {part, graph_const_i64s(g, NULL, target, 4)};
  value *rows = graph_node(g, before, op_get(OP_RESHAPE), NULL, to, 2, 1)->out[0];
  rows->type = heads->type;
  rows->type.dims[1] = p->x->type.dims[1];
  rows->type.dims[2] = p->heads;
  return rows;
}

/* ---- What is computed of heads -------------------------------------------------------- */

#define VALUES_MAX 256 /* looked at for one operand */

/* What is known of a [B, H, S, D] value. */
typedef struct row_form {
  const value *heads;
  bool has;    /* it can be had on rows */
  value *rows; /* [B, S, H, D], once built */
} row_form;

typedef struct row_forms {
  node *before;
  row_form *list; /* in the graph's scratch */
  size_t count;
} row_forms;

/* A norm of each head, with a factor for each of its elements at most. */
static bool norms_heads(const node *n) {
  if (!op_has(n->op, FACT_ROW_NORM) || node_axis(n, 4) != 3 || node_gives_more(n)) return false;
  for (size_t i = 1; i < n->in_count; i++)
    if (n->in[i] && n->in[i]->type.rank > 1) return false;
  return true;
}

static bool works_along_last(const node *n) {
  sliced s;
  if (norms_heads(n)) return true;
  if (node_is(n, OP_ROTARY)) return true; /* its tables are operands that heads share */
  if (node_is(n, OP_CONCAT)) return node_axis(n, 4) == 3;
  return node_slice_axes(n, &s) && s.only == 3;
}

static bool works_on_elements(const node *n) {
  return n->op->family == FAMILY_ELTWISE && n->op->expr && n->out_count == 1;
}

/* Along the axis of S: a part of it, something around it, the shares of a sum over it. */
static bool works_along_rows(const node *n) {
  sliced s;
  int64_t pads[2 * FP8C_MAX_RANK];
  if (node_is(n, OP_SOFTMAX)) return node_axis(n, 4) >= 2;
  if (node_is(n, OP_SLICE)) return node_slice_axes(n, &s) && s.only == 2;
  if (!node_is(n, OP_PAD) || !node_pads(n, pads)) return false;
  for (int i = 0; i < 8; i++)
    if (i % 4 != 2 && pads[i]) return false;
  return true;
}

/* n, a copy of what works along axis 2, works along axis 1 instead. */
static void work_along_rows(node *n) {
  const int64_t axis = 1;
  int64_t pads[2 * FP8C_MAX_RANK];
  sliced s;
  if (node_is(n, OP_SOFTMAX) && node_axis(n, 4) == 2) node_set_int(n, "axis", axis);
  if (node_is(n, OP_SLICE) && node_slice_axes(n, &s) && s.only == 2)
    node_set_input(n, 3, graph_const_i64s(n->graph, NULL, &axis, 1));
  if (!node_is(n, OP_PAD) || !node_pads(n, pads)) return;
  const int64_t moved[8] = {0, pads[2], 0, 0, 0, pads[6], 0, 0};
  node_set_input(n, 1, graph_const_i64s(n->graph, NULL, moved, 8));
  if (node_input(n, 3)) node_set_input(n, 3, NULL);
}

/* The image whose pixels are the rows of heads n, a Transpose of [B, H, D, S]; NULL: it is none. */
static value *image_of_heads(const node *n) {
  const node *r = TRANSPOSES(n, 0, 1, 3, 2) ? value_def_of(n->in[0], OP_RESHAPE) : NULL;
  const tensor *y = r ? &r->out[0]->type : NULL, *x = r ? &r->in[0]->type : NULL;
  if (!r || x->rank < 3 || y->rank != 4 || y->dims[1] <= 0 || y->dims[2] <= 0 ||
      x->dims[0] != y->dims[0] || x->dims[0] == DIM_UNKNOWN ||
      x->dims[1] != y->dims[1] * y->dims[2])
    return NULL;
  tensor flat = {.rank = 3, .dims = {y->dims[0], x->dims[1], y->dims[3]}};
  tensor rows = {.rank = 4, .dims = {y->dims[0], y->dims[3], y->dims[1], y->dims[2]}};
  return move_can_reshape(x, &flat) && move_can_reshape(&flat, &rows) ? r->in[0] : NULL;
}

static value *rows_of_image(value *image, const tensor *heads, node *before) {
  const int64_t turned[] = {0, 2, 1};
  tensor flat = *heads, rows = *heads;
  flat.rank = 3;
  flat.dims[1] = image->type.dims[1];
  rows.dims[1] = heads->dims[2];
  rows.dims[2] = heads->dims[1];
  value *pixels = move_transposed(move_reshaped(image, &flat, before), turned, before);
  return move_reshaped(pixels, &rows, before);
}

/* How many of n's inputs are tensors of its work. */
static size_t worked_inputs(const node *n) {
  bool one = node_is(n, OP_SLICE) || node_is(n, OP_PAD) || op_has(n->op, FACT_ROW_NORM);
  return one ? 1 : n->in_count;
}

/* Whether all heads, or all elements of a head, share it: then it is small and only needs to be
 * transposed. */
static bool is_shared(const value *v) {
  const tensor *t = &v->type;
  return t->rank == 0 || t->rank == 1 || t->rank == 2 ||
         (t->rank == 4 && (t->dims[1] == 1 || (t->dims[2] == 1 && t->dims[3] == 1)));
}

static row_form *form_of(const row_forms *f, const value *v) {
  for (size_t i = 0; i < f->count; i++)
    if (f->list[i].heads == v) return &f->list[i];
  return NULL;
}

static bool has_rows(row_forms *f, const value *v);

/* What n computes of rows is rows too. */
static bool keeps_rows(row_forms *f, const node *n) {
  packed_heads p;
  if (node_is(n, OP_TRANSPOSE)) return TRANSPOSES(n, 0, 2, 1, 3) || image_of_heads(n);
  if (heads_packed(n->out[0], &p, NULL)) return true;
  if (!works_on_elements(n) && !works_along_last(n) && !works_along_rows(n)) return false;
  bool any = false;
  for (size_t i = 0; i < worked_inputs(n); i++) {
    if (!n->in[i]) return false;
    bool rows = has_rows(f, n->in[i]);
    if (!rows && (!is_shared(n->in[i]) || node_is(n, OP_CONCAT))) return false;
    any = any || rows;
  }
  return any;
}

/* Each value is looked at once: sums of one value with itself have 2^n paths. */
static bool has_rows(row_forms *f, const value *v) {
  const node *n = v->def;
  if (!n || v->type.rank != 4 || n->region) return false;
  const row_form *known = form_of(f, v);
  if (known) return known->has;
  if (f->count >= VALUES_MAX) return false;
  row_form form = {.heads = v};
  size_t at = f->count;
  ARENA_PUSH(n->graph->scratch, f->list, f->count, form);
  form.has = keeps_rows(f, n);
  f->list[at] = form;
  return form.has;
}

bool heads_have_rows(const value *v) {
  arena *scratch = v->graph->scratch;
  arena_mark mark = arena_save(scratch);
  bool has = has_rows(&(row_forms){0}, v);
  arena_reset(scratch, mark);
  return has;
}

/* What all heads share, where S and H have changed places. */
static value *shared_on_rows(value *v, node *before) {
  const int64_t perm[] = {0, 2, 1, 3};
  if (v->type.rank < 2) return v;
  if (v->type.rank == 4) return move_transposed(v, perm, before);
  return move_unsqueezed(v, 1, before); /* [S, D] */
}

/* What has_rows found, built. */
static value *on_rows(row_forms *f, const value *v) {
  row_form *form = form_of(f, v);
  node *n = v->def;
  if (form->rows) return form->rows;
  packed_heads p;
  value *image = image_of_heads(n);
  if (image) return form->rows = rows_of_image(image, &v->type, f->before);
  if (node_is(n, OP_TRANSPOSE)) return form->rows = n->in[0];
  if (heads_packed(v, &p, NULL)) return form->rows = rows_of_packed(&p, v, f->before);
  value **in = NEW_ARRAY(n->graph->scratch, value *, n->in_count + 1);
  for (size_t i = 0; i < n->in_count; i++) {
    in[i] = n->in[i];
    if (i >= worked_inputs(n)) continue;
    in[i] = has_rows(f, in[i]) ? on_rows(f, in[i]) : shared_on_rows(in[i], f->before);
  }
  tensor type = v->type;
  type.dims[1] = v->type.dims[2];
  type.dims[2] = v->type.dims[1];
  node *copy = node_copied(n, in, &type, f->before);
  work_along_rows(copy);
  return form->rows = copy->out[0];
}

value *heads_on_rows(value *v, node *before) {
  arena *scratch = before->graph->scratch;
  arena_mark mark = arena_save(scratch);
  row_forms f = {.before = before};
  value *rows = has_rows(&f, v) ? on_rows(&f, v) : NULL;
  arena_reset(scratch, mark);
  return rows;
}
