/* attention_windows.c - attention of shifted windows, each with a mask of its own.
 *
 * The windows of all images are sequences, as windows without masks are: [B*W, H, S, D].  The masks
 * of one image's windows repeat (`mask_repeats`). */
#include "ops/ids/binary.h"
#include "passes/attention.h"

static bool windows_fit(const attention *a, const node *product) {
  const tensor *w = &a->windowed, *y = &product->out[0]->type, *v = &product->in[1]->type;
  return v->rank == 4 && v->dims[0] == a->window_count && v->dims[2] == w->dims[4] &&
         a->q.heads == w->dims[2] && a->k.heads == a->q.heads && a->v.heads == a->q.heads &&
         y->rank == 4 && y->dims[3] > 0;
}

value *attention_windows_mask(const attention *a, const node *product, value *of_heads) {
  graph *g = a->before->graph;
  const tensor *w = &a->windowed;
  tensor each = {.dtype = a->window_mask->type.dtype, .rank = 4};
  if (!windows_fit(a, product)) return NULL;
  for (int i = 0; i < 4; i++) each.dims[i] = a->window_mask->type.dims[i + 1];
  value *m = move_reshaped(a->window_mask, &each, a->before);
  if (!m || !of_heads) return m;
  const tensor *t = &of_heads->type;
  bool fit =
      t->dtype == each.dtype && (t->rank == 2 || t->rank == 3 || (t->rank == 4 && t->dims[0] == 1));
  for (int i = 0; fit && i < t->rank; i++) {
    int64_t d = t->dims[t->rank - 1 - i], of = w->dims[4 - i];
    fit = i == 3 || d == of || (i == 2 && d == 1);
  }
  if (!fit) return NULL;
  value *in[] = {m, of_heads};
  value *sum = graph_node(g, a->before, op_get(OP_ADD), NULL, in, 2, 1)->out[0];
  sum->type = each;
  for (int i = 1; i < 4; i++) sum->type.dims[i] = w->dims[i + 1];
  if (t->rank < 3 || t->dims[t->rank - 3] == 1) sum->type.dims[1] = each.dims[1];
  return sum;
}
