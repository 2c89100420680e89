/* export_recurrent.c - LSTM, GRU and RNN whose gates are given, in ONNX's form: a matrix of ones
 * and zeros takes each gate from its place, which changes no bit of it. */
#include <string.h>

#include "frontend/export.h"
#include "ops/ids/signals.h"

#define SELECTION_BYTES_MAX ((size_t)256 << 20)

/* [directions][rows][directions * rows]. */
static fp8c_status selection(exporter *e, const node *n, int64_t directions, int64_t rows,
                             const char **out, fp8c_error *err) {
  int64_t all = directions * rows;
  if (all > 8192 || (size_t)(all * all) * sizeof(float) > SELECTION_BYTES_MAX)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "exporting: %s \"%s\" has %lld gates for each step; its product is exported up to "
                "8192 (keep the product of its inputs with --disable recurrent-inputs)",
                n->op->name, n->name, (long long)all);
  float *ones = arena_array(e->arena, (size_t)(all * all) + 1, sizeof *ones);
  memset(ones, 0, (size_t)(all * all) * sizeof *ones);
  for (int64_t i = 0; i < all; i++) ones[i * all + i] = 1;
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 3, .dims = {directions, rows, all}};
  *out = export_own(e, "fp8c.gates", &type, ones);
  return FP8C_OK;
}

/* Nothing else stands in it, as in a model that was exported before. */
static bool is_left(const tensor *t, int64_t rows) {
  const float *x = t->data;
  for (int64_t d = 0; d < t->dims[0]; d++)
    for (int64_t i = 0; i < 2 * rows; i++)
      if (i < rows + rows / 3 * 2 && x[2 * d * rows + i] != 0) return false;
  return true;
}

/* Of both biases the one that stays with the state: a GRU's last, behind the reset gate. */
static fp8c_status bias_left(exporter *e, const node *n, int64_t rows, const char **out,
                             fp8c_error *err) {
  const value *b = node_input(n, 3);
  *out = "";
  if (!b) return FP8C_OK;
  tensor t;
  TRY(value_load(b, e->arena, &t, err));
  size_t count = (size_t)tensor_elements(&t);
  if (t.dtype == FP8C_DTYPE_F32 && is_left(&t, rows)) return export_wide(e, b, out, err);
  float *left = arena_array(e->arena, count + 1, sizeof *left);
  memset(left, 0, count * sizeof *left);
  for (int64_t d = 0; d < t.dims[0]; d++)
    for (int64_t i = rows / 3 * 2; i < rows; i++) {
      int64_t at = (2 * d + 1) * rows + i;
      left[at] = ((const float *)t.data)[at];
    }
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {t.dims[0], t.dims[1]}};
  *out = export_own(e, "fp8c.bias", &type, left);
  return FP8C_OK;
}

fp8c_status export_recurrent(exporter *e, const node *n, const char *const *out, fp8c_error *err) {
  const tensor *r = &n->in[2]->type;
  const char *in[8] = {"", "", "", "", "", "", "", ""};
  if (node_string(n, "state")[0])
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "exporting: %s \"%s\" rounds its state to %s between two steps, which no operator "
                "of ONNX does (leave it out of --override)",
                n->op->name, n->name, node_string(n, "state"));
  TRY(export_wide(e, n->in[0], &in[0], err));
  TRY(selection(e, n, r->dims[0], r->dims[1], &in[1], err));
  TRY(export_wide(e, n->in[2], &in[2], err));
  TRY(bias_left(e, n, r->dims[1], &in[3], err));
  size_t count = 3;
  for (size_t i = 3; i < n->in_count && i < 8; i++) {
    if (i > 3 && n->in[i])
      TRY(i == 4 ? export_stored(e, n->in[i], &in[i], err) : export_wide(e, n->in[i], &in[i], err));
    if (in[i][0]) count = i + 1;
  }
  Onnx__NodeProto *made = export_emit(e, n->op->name, in, count, out, n->out_count);
  for (size_t i = 0; i < n->attrs.count; i++)
    if (strcmp(n->attrs.items[i].name, "gates_given") != 0 &&
        strncmp(n->attrs.items[i].name, "state", 5) != 0)
      export_attr(e, made, &n->attrs.items[i]);
  return FP8C_OK;
}
