/* heads.c - what is computed on heads is computed on rows instead.
 *
 * A product gives rows [B, S, H*D].  Models turn them into heads [B, H, S, D]
 * before they turn positions into them, although that works on each row alike;
 * on rows it leaves nothing to be moved in memory. */
#include "passes/heads.h"

#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "passes/moves.h"

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

static bool works_along_last(const node *n) {
  sliced s;
  if (node_is(n, OP_ROTARY)) return true; /* its tables are operands that heads share */
  if (node_is(n, OP_CONCAT)) return node_axis(n, 4) == 3;
  return node_slice_axes(n, &s) && s.only == 3;
}

static bool works_on_elements(const node *n) {
  return n->op->family == FAMILY_ELTWISE && n->op->expr && n->out_count == 1;
}

/* How many of n's inputs are tensors of its work. */
static size_t worked_inputs(const node *n) { return node_is(n, OP_SLICE) ? 1 : n->in_count; }

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
  if (node_is(n, OP_TRANSPOSE)) return TRANSPOSES(n, 0, 2, 1, 3);
  if (!works_on_elements(n) && !works_along_last(n)) return false;
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
  if (node_is(n, OP_TRANSPOSE)) return form->rows = n->in[0];
  value **in = NEW_ARRAY(n->graph->scratch, value *, n->in_count + 1);
  for (size_t i = 0; i < n->in_count; i++) {
    in[i] = n->in[i];
    if (i >= worked_inputs(n)) continue;
    in[i] = has_rows(f, in[i]) ? on_rows(f, in[i]) : shared_on_rows(in[i], f->before);
  }
  tensor type = v->type;
  type.dims[1] = v->type.dims[2];
  type.dims[2] = v->type.dims[1];
  return form->rows = node_copied(n, in, &type, f->before)->out[0];
}

value *heads_on_rows(value *v, node *before) {
  arena *scratch = before->graph->scratch;
  arena_mark mark = arena_save(scratch);
  row_forms f = {.before = before};
  value *rows = has_rows(&f, v) ? on_rows(&f, v) : NULL;
  arena_reset(scratch, mark);
  return rows;
}
