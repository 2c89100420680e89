/* export_split.c - QuantizeSplit in ONNX's operators: the numbers, and behind them what rounding
 * leaves of some columns; all of it is rounded then. */
#include "frontend/export.h"
#include "ops/ids/types.h"

static const char *along(exporter *e, const char *name, int64_t axis) {
  export_attr_int(e, e->nodes[e->node_count - 1], "axis", axis);
  return name;
}

/* Which column each one behind is of. */
static fp8c_status read_columns(exporter *e, const node *n, int64_t more, const char **out,
                                fp8c_error *err) {
  tensor to;
  TRY(value_load(n->in[1], e->arena, &to, err));
  int64_t *from = NEW_ARRAY(e->arena, int64_t, more), k = to.dims[0];
  for (int64_t i = 0; i < k; i++) {
    int64_t at = ((const int32_t *)to.data)[i] - k;
    if (at >= 0 && at < more) from[at] = i;
  }
  *out = export_own_i64s(e, "fp8c.columns", from, (size_t)more);
  return FP8C_OK;
}

fp8c_status export_quantize_split(exporter *e, const node *n, const char *const *out,
                                  fp8c_error *err) {
  const value *y = n->out[0];
  const char *x, *unit, *columns, *base = arena_printf(e->arena, "%s.split", y->name);
  const char *zero = export_zero_point(e, y);
  int64_t axis = y->type.rank - 1;
  TRY(export_wide(e, n->in[0], &x, err));
  TRY(export_scale(e, y, &unit, err));
  TRY(export_stored(e, n->in[1], &columns, err)); /* a reader of the export makes the node of it */
  TRY(read_columns(e, n, node_int(n, "more"), &columns, err));
  const char *some =
      along(e, export_step(e, "Gather", (const char *[]){x, columns}, 2, base), axis);
  const char *rounded[] = {export_fence(e, some, PART_STEP), unit, zero};
  const char *codes[] = {export_step(e, "QuantizeLinear", rounded, 3, base), unit, zero};
  const char *both[] = {some, export_step(e, "DequantizeLinear", codes, 3, base)};
  const char *whole[] = {x, export_step(e, "Sub", both, 2, base)};
  export_attr_int(e, export_emit(e, "Concat", whole, 2, out, 1), "axis", axis);
  return FP8C_OK;
}
