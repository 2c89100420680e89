/* attention_windows.c - attention of shifted windows, each with a mask of its own.
 *
 * The windows of an image are heads of one long row of windows: [B, W*H, S, D]. */
#include "passes/attention.h"

/* The masks of windows and of heads as one [1, W*H, S, S]; NULL where they do not fit. */
static value *windows_mask(const attention *a, value *of_heads) {
  graph *g = a->before->graph;
  const tensor *w = &a->windowed;
  tensor each = {.dtype = a->window_mask->type.dtype, .rank = 4}, all = each;
  int64_t full[4];
  for (int i = 0; i < 4; i++) each.dims[i] = a->window_mask->type.dims[i + 1];
  value *m = move_reshaped(a->window_mask, &each, a->before);
  for (int i = 0; i < 4; i++) full[i] = all.dims[i] = w->dims[i + 1];
  if (m && of_heads) {
    const tensor *t = &of_heads->type;
    bool fit = t->dtype == each.dtype &&
               (t->rank == 2 || t->rank == 3 || (t->rank == 4 && t->dims[0] == 1));
    for (int i = 0; fit && i < t->rank; i++) {
      int64_t d = t->dims[t->rank - 1 - i], of = w->dims[4 - i];
      fit = i == 3 || d == of || (i == 2 && d == 1);
    }
    if (!fit) return NULL;
    value *in[] = {m, of_heads};
    value *sum = graph_node(g, a->before, op_get(OP_ADD), NULL, in, 2, 1)->out[0];
    sum->type = all;
    if (t->rank < 3 || t->dims[t->rank - 3] == 1) sum->type.dims[1] = each.dims[1];
    m = sum;
  }
  if (m && m->type.dims[1] != all.dims[1]) {
    value *in[] = {m, graph_const_i64s(g, NULL, full, 4)};
    m = graph_node(g, a->before, op_get(OP_EXPAND), NULL, in, 2, 1)->out[0];
    m->type = all;
  }
  all.dims[1] *= all.dims[0];
  all.dims[0] = 1;
  return m ? move_reshaped(m, &all, a->before) : NULL;
}

bool attention_fuse_windows(const attention *a, value *mask) {
  const tensor *w = &a->windowed, *y = &a->before->out[0]->type;
  const tensor *v = &a->before->in[1]->type;
  const source *sources[] = {&a->q, &a->k, &a->v};
  value *in[4];
  int64_t heads;
  if (v->rank != 4 || v->dims[0] != a->window_count || v->dims[2] != w->dims[4] ||
      a->q.heads != w->dims[2] || a->k.heads != a->q.heads || a->v.heads != a->q.heads ||
      y->rank != 4 || y->dims[3] <= 0 || __builtin_mul_overflow(w->dims[1], w->dims[2], &heads))
    return false;
  in[3] = windows_mask(a, mask);
  if (!in[3]) return false;
  for (size_t i = 0; i < 3; i++) {
    value *x = source_on_heads(sources[i], a->before);
    tensor t = x->type;
    t.dims[0] = w->dims[0];
    t.dims[1] = heads;
    in[i] = t.dims[2] > 0 && t.dims[3] > 0 ? move_reshaped(x, &t, a->before) : NULL;
    if (!in[i]) return false;
  }
  node *n = node_like(a->before, OP_ATTENTION, in, 4);
  node_set_float(n, "scale", (float)a->scale);
  if (a->softcap != 0) node_set_float(n, "softcap", (float)a->softcap);
  match_sources(&a->parts, n);
  n->out[0]->type = *y;
  n->out[0]->type.dims[0] = w->dims[0];
  n->out[0]->type.dims[1] = heads;
  value *result = move_reshaped(n->out[0], y, a->before);
  if (!result) return false;
  take_over(result->def, a->before->out[0]);
  return true;
}
