/* unfold_norms.c - a product that stays wide reads its norm again: BF16's kernels have no factors
 * of rows, and what it computes is to be what it was. */
#include <string.h>

#include "base/numbers.h"
#include "passes/match.h"
#include "passes/passes/fold_norms.h"

static value *constant(graph *g, const norm_constant *k) {
  return k->name ? graph_const(g, k->name, &k->type, k->data) : NULL;
}

/* The norm once more, where its factors are made. */
static fp8c_status norm_of(graph *g, const norm_fold *f, const value *factors, value **out,
                           fp8c_error *err) {
  *out = graph_find_value(g, f->name);
  if (*out) return FP8C_OK;
  node *left = factors->def;
  value *in[] = {left->in[0], constant(g, &f->gamma), constant(g, &f->beta)};
  node *n = graph_node(g, left, f->op, NULL, in, in[2] ? 3 : 2, 1);
  node_set_float(n, "epsilon", f->epsilon);
  node_add_sources(n, left);
  value_rename(n->out[0], f->name);
  *out = n->out[0];
  return node_infer(n, err);
}

fp8c_status pass_unfold_norms(graph *g, pass_context *c, fp8c_error *err) {
  const norm_folds *m = norm_folds_of(c);
  for (size_t i = 0; i < m->count; i++) {
    const norm_fold *f = &m->list[i];
    for (size_t k = 0; k < f->reader_count; k++) {
      const norm_reader *r = &f->readers[k];
      node *n = norm_reader_of(g, r);
      value *factors = n ? node_input(n, 3) : NULL, *y;
      if (!factors || !n->decision || dtype_is_fp8(n->decision->format)) continue;
      TRY(norm_of(g, f, factors, &y, err));
      node_set_input(n, 0, y);
      node_set_input(n, 1, constant(g, &r->weights));
      node_set_input(n, 2, constant(g, &r->bias));
      node_set_input(n, 3, NULL);
      n->in_count = n->in[2] ? 3 : 2;
      c->changes++;
    }
  }
  return FP8C_OK;
}
