/* export_mixed.c - an Attention's heads that are mixed, in ONNX's operators: the matrix times the
 * heads, each in one row, and the bias. */
#include "frontend/export.h"

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
  if (!node_input(n, matrix + 1)) return FP8C_OK;
  TRY(export_wide(e, n->in[matrix + 1], &b, err));
  const char *column[] = {b, export_own_i64s(e, "fp8c.axes", axes, 2)};
  const char *terms[] = {*x, export_step(e, "Unsqueeze", column, 2, base)};
  *x = export_step(e, "Add", terms, 2, base);
  return FP8C_OK;
}
