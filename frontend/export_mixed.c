/* export_mixed.c - an Attention's heads that are mixed, in ONNX's operators: the matrix times the
 * heads, each in one row, the bias, and the norm over heads that were moved last. */
#include "frontend/export.h"

enum { AFTER = 9, NORM = 11 }; /* inputs */

static fp8c_status normed(exporter *e, const node *n, size_t norm, const char **x,
                          fp8c_error *err) {
  static const int64_t last[] = {0, 2, 3, 1}, back[] = {0, 3, 1, 2};
  const char *in[3], *base = arena_printf(e->arena, "%s.normed", n->out[0]->name);
  size_t count = node_input(n, norm + 1) ? 3 : 2;
  attr epsilon = {.name = "epsilon", .kind = ATTR_FLOAT, .f = node_float(n, "heads_epsilon")};
  if (!node_input(n, norm)) return FP8C_OK;
  in[0] = export_step(e, "Transpose", x, 1, base);
  export_attr_ints(e, e->nodes[e->node_count - 1], "perm", last, 4);
  for (size_t i = 1; i < count; i++) TRY(export_wide(e, n->in[norm + i - 1], &in[i], err));
  *x = export_step(e, "LayerNormalization", in, count, base);
  export_attr(e, e->nodes[e->node_count - 1], &epsilon);
  *x = export_step(e, "Transpose", x, 1, base);
  export_attr_ints(e, e->nodes[e->node_count - 1], "perm", back, 4);
  return FP8C_OK;
}

fp8c_status export_mixed_heads(exporter *e, const node *n, size_t matrix, const char **x,
                               fp8c_error *err) {
  static const int64_t rows[] = {0, 0, -1}, axes[] = {1, 2};
  const char *w, *b, *base = arena_printf(e->arena, "%s.mixed", n->out[0]->name);
  if (!node_input(n, matrix)) return FP8C_OK;
  TRY(export_wide(e, n->in[matrix], &w, err));
  const char *shape = export_step(e, "Shape", x, 1, base);
  const char *flat[] = {*x, export_own_i64s(e, "fp8c.shape", rows, 3)};
  const char *factors[] = {w, export_step(e, "Reshape", flat, 2, base)};
  const char *back[] = {export_step(e, "MatMul", factors, 2, base), shape};
  *x = export_step(e, "Reshape", back, 2, base);
  if (node_input(n, matrix + 1)) {
    TRY(export_wide(e, n->in[matrix + 1], &b, err));
    const char *column[] = {b, export_own_i64s(e, "fp8c.axes", axes, 2)};
    const char *terms[] = {*x, export_step(e, "Unsqueeze", column, 2, base)};
    *x = export_step(e, "Add", terms, 2, base);
  }
  return matrix == AFTER ? normed(e, n, NORM, x, err) : FP8C_OK;
}
