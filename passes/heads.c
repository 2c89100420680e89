/* heads.c - what is computed on heads is computed on rows instead.
 *
 * A product gives rows [B, S, H*D].  Models turn them into heads [B, H, S, D]
 * before they turn positions into them, although that works on each row alike;
 * on rows it leaves nothing to be moved in memory. */
#include "passes/heads.h"

bool perm_is(const node *n, int64_t p0, int64_t p1, int64_t p2, int64_t p3) {
  const int64_t *p;
  size_t count;
  return node_ints(n, "perm", &p, &count) && count == 4 && p[0] == p0 && p[1] == p1 && p[2] == p2 &&
         p[3] == p3;
}

#define ROWS_DEPTH_MAX 12
#define ROWS_MAX 32
#define ROWS_INPUTS_MAX 16

/* [B, H, S, D] values and their [B, S, H, D] forms, found so far. */
typedef struct row_forms {
  node *before;
  value *heads[ROWS_MAX], *rows[ROWS_MAX];
  size_t count;
} row_forms;

static bool works_along_last(const node *n) {
  int64_t axis;
  size_t count;
  if (node_is(n, OP_ROTARY)) return true; /* its tables are operands that heads share */
  if (node_is(n, OP_CONCAT)) return node_int(n, "axis") == -1 || node_int(n, "axis") == 3;
  return node_is(n, OP_SLICE) && n->in_count >= 4 && n->in[3] &&
         value_ints(n->in[3], &axis, 1, &count) && count == 1 && (axis == -1 || axis == 3);
}

static bool works_on_elements(const node *n) {
  return n->op->family == FAMILY_ELTWISE && n->op->expr && n->out_count == 1;
}

/* How many of n's inputs are tensors of its work. */
static size_t worked_inputs(const node *n) { return node_is(n, OP_SLICE) ? 1 : n->in_count; }

/* The same for all heads, or for all of a head: it only has to be turned, and is small. */
static bool is_shared(const value *v) {
  const tensor *t = &v->type;
  return t->rank == 0 || t->rank == 1 || t->rank == 2 ||
         (t->rank == 4 && (t->dims[1] == 1 || (t->dims[2] == 1 && t->dims[3] == 1)));
}

static bool has_rows(const value *v, int depth) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (!n || depth == 0 || v->type.rank != 4 || n->region) return false;
  if (node_is(n, OP_TRANSPOSE)) return perm_is(n, 0, 2, 1, 3);
  if ((!works_on_elements(n) && !works_along_last(n)) || n->in_count > ROWS_INPUTS_MAX)
    return false;
  bool any = false;
  for (size_t i = 0; i < worked_inputs(n); i++) {
    if (!n->in[i]) return false;
    bool rows = has_rows(n->in[i], depth - 1);
    if (!rows && (!is_shared(n->in[i]) || node_is(n, OP_CONCAT))) return false;
    any = any || rows;
  }
  return any;
}

static value *turned(value *v, node *before) {
  const int64_t perm[] = {0, 2, 1, 3}, one = 1;
  graph *g = before->graph;
  if (v->type.rank < 2) return v;
  if (v->type.rank == 2) { /* [S, D] */
    value *in[] = {v, graph_const_i64s(g, NULL, &one, 1)};
    value *y = graph_node(g, before, op_get(OP_UNSQUEEZE), NULL, in, 2, 1)->out[0];
    y->type = v->type;
    y->type.rank = 3;
    y->type.dims[1] = 1;
    y->type.dims[2] = v->type.dims[1];
    return y;
  }
  node *n = graph_node(g, before, op_get(OP_TRANSPOSE), NULL, &v, 1, 1);
  node_set_ints(n, "perm", perm, 4);
  n->out[0]->type = v->type;
  n->out[0]->type.dims[1] = v->type.dims[2];
  n->out[0]->type.dims[2] = v->type.dims[1];
  return n->out[0];
}

/* What has_rows found, built. */
static value *on_rows(row_forms *f, value *v) {
  for (size_t i = 0; i < f->count; i++)
    if (f->heads[i] == v) return f->rows[i];
  node *n = v->def;
  value *y;
  if (node_is(n, OP_TRANSPOSE)) {
    y = n->in[0];
  } else {
    value *in[ROWS_INPUTS_MAX];
    for (size_t i = 0; i < n->in_count; i++) {
      in[i] = n->in[i];
      if (i >= worked_inputs(n)) continue;
      in[i] = has_rows(in[i], ROWS_DEPTH_MAX) ? on_rows(f, in[i]) : turned(in[i], f->before);
    }
    node *m = graph_node(f->before->graph, f->before, n->op, n->name, in, n->in_count, 1);
    for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(m, n->attrs.items[i]);
    node_add_sources(m, n);
    y = m->out[0];
    y->type = v->type;
    y->type.dims[1] = v->type.dims[2];
    y->type.dims[2] = v->type.dims[1];
  }
  if (f->count < ROWS_MAX) {
    f->heads[f->count] = v;
    f->rows[f->count++] = y;
  }
  return y;
}

bool heads_have_rows(const value *v) { return has_rows(v, ROWS_DEPTH_MAX); }

value *heads_on_rows(value *v, node *before) {
  row_forms f = {.before = before};
  return on_rows(&f, v);
}
