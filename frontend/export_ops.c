/* export_ops.c - operators that ONNX has not, or has not the way fp8c computes them.
 *
 * Each becomes the nodes whose F32 arithmetic is fp8c's own, roundings inside of
 * it included, in the order of the CPU device's. */
#include <string.h>

#include "base/numbers.h"
#include "frontend/export_steps.h"
#include "ops/dtype.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/signals.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"

/* ---- Linear, Dequantize, Swish ------------------------------------------ */

static fp8c_status emit_linear(exporter *e, const node *n, const char *const *out,
                               fp8c_error *err) {
  const char *x, *w, *b = NULL;
  const value *weights = n->in[1];
  bool biased = node_input(n, 2) != NULL, rows = node_input(n, 3) != NULL;
  TRY(export_wide(e, n->in[0], &x, err));
  TRY(export_wide(e, weights, &w, err));
  const char *f = NULL;
  if (rows) TRY(export_wide(e, n->in[3], &f, err));
  if (biased) TRY(export_wide(e, n->in[2], &b, err));
  if (!e->transposed[weights->id])
    w = transposed(e, w, (int64_t[]){1, 0}, 2, arena_printf(e->arena, "%s.t", w));
  if (!biased && !rows) {
    export_emit(e, "MatMul", (const char *[]){x, w}, 2, out, 1);
    return FP8C_OK;
  }
  const char *sum = step2(e, "MatMul", x, w, named(e, n, "product"));
  if (rows && biased) sum = step2(e, "Mul", sum, f, named(e, n, "scaled"));
  export_emit(e, biased ? "Add" : "Mul", (const char *[]){sum, biased ? b : f}, 2, out, 1);
  return FP8C_OK;
}

static const char *mean_of(exporter *e, const char *x, const char *base) {
  return step2(e, "ReduceMean", x, export_own_i64s(e, "fp8c.axes", (int64_t[]){-1}, 1), base);
}

static fp8c_status emit_inverse_deviation(exporter *e, const node *n, const char *const *out,
                                          fp8c_error *err) {
  const char *x;
  TRY(export_wide(e, n->in[0], &x, err));
  if (node_int(n, "centred"))
    x = step2(e, "Sub", x, mean_of(e, x, named(e, n, "mean")), named(e, n, "off"));
  const char *square = step2(e, "Mul", x, x, named(e, n, "squares"));
  const char *sum =
      step2(e, "Add", mean_of(e, square, named(e, n, "variance")),
            export_own_f32(e, "fp8c.epsilon", node_float(n, "epsilon")), named(e, n, "sum"));
  const char *root = step1(e, "Sqrt", sum, named(e, n, "root"));
  export_emit(e, "Reciprocal", &root, 1, out, 1);
  return FP8C_OK;
}

static fp8c_status emit_dequantize(exporter *e, const node *n, const char *const *out,
                                   fp8c_error *err) {
  const char *x;
  TRY(export_wide(e, n->in[0], &x, err));
  export_emit(e, "Identity", &x, 1, out, 1);
  return FP8C_OK;
}

/* ONNX's own operator over codes in FP8, and the fence behind it. */
static fp8c_status emit_dequantize_linear(exporter *e, const node *n, const char *const *out,
                                          fp8c_error *err) {
  const char **in = NEW_ARRAY(e->arena, const char *, n->in_count + 1);
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i]) TRY(export_stored(e, n->in[i], &in[i], err));
  const char *x = export_step(e, "DequantizeLinear", in, n->in_count, named(e, n, "bare"));
  for (size_t i = 0; i < n->attrs.count; i++) export_attr(e, last_step(e), &n->attrs.items[i]);
  export_emit(e, "Max", &x, 1, out, 1);
  return FP8C_OK;
}

/* ops/math.h, fp8c_swish_fp8f. */
static void emit_swish_fp8(exporter *e, const node *n, const char *x, const char *const *out) {
  static const float terms[] = {-0x1.976892p-11f, 0x1.ea0e06p-8f, -0x1.70aa2p-6f, -0x1.b313a4p-4f,
                                0x1.af0f0cp-1f};
  const char *base = named(e, n, "gate");
  const char *t =
      step2(e, "Min", step1(e, "Abs", x, base), export_own_f32(e, "fp8c.term", 10.5f), base);
  const char *p = export_own_f32(e, "fp8c.term", 0x1.de1798p-16f);
  for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
    p = step2(e, "Add", step2(e, "Mul", p, t, base), export_own_f32(e, "fp8c.term", terms[i]),
              base);
  p = step2(e, "Mul", p, p, base);
  p = step2(e, "Mul", p, p, base);
  const char *in[] = {step1(e, "Relu", x, base), step2(e, "Mul", t, p, base)};
  export_emit(e, "Sub", in, 2, out, 1);
}

/* An operator of opset 24, which few runtimes read. */
static fp8c_status emit_swish(exporter *e, const node *n, const char *const *out, fp8c_error *err) {
  const char *x, *form = node_string(n, "approximate");
  TRY(export_wide(e, n->in[0], &x, err));
  if (form && strcmp(form, "fp8") == 0) {
    emit_swish_fp8(e, n, x, out);
    return FP8C_OK;
  }
  const char *scaled = x;
  float alpha = node_float(n, "alpha");
  if (alpha != 1.0f)
    scaled = step2(e, "Mul", x, export_own_f32(e, "fp8c.alpha", alpha), named(e, n, "scaled"));
  const char *gate = step1(e, "Sigmoid", scaled, named(e, n, "gate"));
  export_emit(e, "Mul", (const char *[]){x, gate}, 2, out, 1);
  return FP8C_OK;
}

/* ops/math.h, fp8c_gelu_fp8f: what stands in front of a rounding to FP8. */
static fp8c_status emit_gelu_fp8(exporter *e, const node *n, const char *const *out,
                                 fp8c_error *err) {
  static const float terms[] = {-0x1.a82b52p-12f, 0x1.b1ad5ep-8f, -0x1.e73c72p-5f, 0x1.9359fap-2f};
  const char *x, *base = named(e, n, "phi");
  TRY(export_wide(e, n->in[0], &x, err));
  const char *u = step2(e, "Mul", x, x, named(e, n, "square"));
  const char *p = export_own_f32(e, "fp8c.term", 0x1.54ae7p-17f);
  for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
    p = step2(e, "Add", step2(e, "Mul", p, u, base), export_own_f32(e, "fp8c.term", terms[i]),
              base);
  p = step2(e, "Add", step2(e, "Mul", p, x, base), export_own_f32(e, "fp8c.term", 0.5f), base);
  const char *in[] = {p, export_own_f32(e, "fp8c.term", 0.0f),
                      export_own_f32(e, "fp8c.term", 1.0f)};
  p = export_step(e, "Clip", in, 3, base);
  export_emit(e, "Mul", (const char *[]){x, p}, 2, out, 1);
  return FP8C_OK;
}

/* ---- CacheWrite -------------------------------------------------------------- */

static const char *size_of(exporter *e, const char *x, int64_t axis, const char *base) {
  const char *y = step1(e, "Shape", x, base);
  export_attr_int(e, last_step(e), "start", axis);
  export_attr_int(e, last_step(e), "end", axis + 1);
  return y;
}

/* 0, 1, 2 ... below i64[1] `count`. */
static const char *numbers_below(exporter *e, const char *count, const char *base) {
  tensor scalar = {.dtype = FP8C_DTYPE_I64};
  const char *in[] = {
      export_own(e, "fp8c.first", &scalar, (int64_t[]){0}),
      step2(e, "Squeeze", count, export_own_i64s(e, "fp8c.axes", (int64_t[]){0}, 1), base),
      export_own(e, "fp8c.step", &scalar, (int64_t[]){1})};
  return export_step(e, "Range", in, 3, base);
}

/* The past with zeros behind its valid rows, and the new rows scattered into it. */
static fp8c_status emit_cache_write(exporter *e, const node *n, const char *const *out,
                                    fp8c_error *err) {
  const char *past, *fresh, *start, *total, *base = named(e, n, "cache");
  TRY(export_wide(e, n->in[0], &past, err));
  TRY(export_wide(e, n->in[1], &fresh, err));
  TRY(export_stored(e, n->in[2], &start, err));
  TRY(export_stored(e, n->in[3], &total, err));
  const char *none = export_own_i64s(e, "fp8c.zeros", (int64_t[]){0, 0, 0, 0, 0, 0}, 6);
  const char *zero = export_own_i64s(e, "fp8c.zero", (int64_t[]){0}, 1);
  const char *flat = export_own_i64s(e, "fp8c.shape", (int64_t[]){-1}, 1);
  total = step2(e, "Reshape", cast(e, total, FP8C_DTYPE_I64, base), flat, base);
  const char *more = step2(e, "Sub", total, size_of(e, past, 2, base), base);
  const char *pads[] = {none, step2(e, "Max", more, zero, base), zero};
  const char *ends = export_step(e, "Concat", pads, 3, base);
  export_attr_int(e, last_step(e), "axis", 0);
  past = step2(e, "Pad", past, ends, base);
  const char *axes = export_own_i64s(e, "fp8c.axes", (int64_t[]){1, 2, 3}, 3);
  start = step2(e, "Unsqueeze", cast(e, start, FP8C_DTYPE_I64, base), axes, base);
  const char *column = export_own_i64s(e, "fp8c.shape", (int64_t[]){-1, 1}, 2);
  const char *places = numbers_below(e, size_of(e, past, 2, base), base);
  places = step2(e, "Reshape", places, column, base);
  const char *valid[] = {step2(e, "Less", places, start, base), past,
                         export_own_f32(e, "fp8c.nothing", 0.0f)};
  past = export_step(e, "Where", valid, 3, base);
  const char *steps = numbers_below(e, size_of(e, fresh, 2, base), base);
  steps = step2(e, "Add", step2(e, "Reshape", steps, column, base), start, base);
  const char *in[] = {past, step2(e, "Expand", steps, step1(e, "Shape", fresh, base), base), fresh};
  export_attr_int(e, export_emit(e, "ScatterElements", in, 3, out, 1), "axis", 2);
  return FP8C_OK;
}

/* ---- Rotary --------------------------------------------------------------- */

/* x from `first` to `end` along its last axis, `pace` apart. */
static const char *columns_of(exporter *e, const char *x, int64_t first, int64_t end, int64_t pace,
                              const char *base) {
  const char *in[] = {x, export_own_i64s(e, "fp8c.first", &first, 1),
                      export_own_i64s(e, "fp8c.end", &end, 1),
                      export_own_i64s(e, "fp8c.axes", (int64_t[]){-1}, 1),
                      export_own_i64s(e, "fp8c.pace", &pace, 1)};
  return export_step(e, "Slice", in, 5, base);
}

/* Two halves as one last axis: behind each other, or by turns. */
static const char *both_halves(exporter *e, const char *low, const char *high, bool interleaved,
                               const int64_t *shape, size_t rank, const char *base) {
  if (interleaved) {
    low = unsqueezed(e, low, -1, base);
    high = unsqueezed(e, high, -1, base);
  }
  const char *y = step2(e, "Concat", low, high, base);
  export_attr_int(e, last_step(e), "axis", -1);
  return interleaved ? reshaped(e, y, shape, rank, base) : y;
}

/* x * cosines + rotated(x) * sines.  RotaryEmbedding (opset 23) takes tables for all heads of a
 * sequence alone; these broadcast as any operand does. */
static fp8c_status emit_rotary(exporter *e, const node *n, const char *const *out,
                               fp8c_error *err) {
  const char *x, *tables[2], *base = named(e, n, "turned");
  const tensor *t = &n->in[0]->type;
  bool interleaved = node_int(n, "interleaved") != 0;
  int64_t size = t->rank > 0 ? t->dims[t->rank - 1] : -1, pairs[FP8C_MAX_RANK] = {0};
  if (size <= 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "Rotary \"%s\": it is exported only where the size of its heads is known", n->name);
  TRY(export_wide(e, n->in[0], &x, err));
  for (int i = 0; i < 2; i++) TRY(export_wide(e, n->in[1 + i], &tables[i], err));
  for (int i = 0; i < 2; i++) {
    const tensor *of = &n->in[1 + i]->type;
    int64_t shape[FP8C_MAX_RANK] = {0};
    if (of->rank < 1 || of->dims[of->rank - 1] <= 0)
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "Rotary \"%s\": it is exported only where the width of its tables is known",
                  n->name);
    shape[of->rank - 1] = size;
    if (of->dims[of->rank - 1] != size) /* a number for each pair */
      tables[i] = both_halves(e, tables[i], tables[i], interleaved, shape, (size_t)of->rank,
                              named(e, n, i ? "sines" : "cosines"));
  }
  pairs[t->rank - 1] = size;
  int64_t width = node_int(n, "width"), end = width ? width : size, half = end / 2;
  const char *low =
      interleaved ? columns_of(e, x, 0, size, 2, base) : columns_of(e, x, 0, half, 1, base);
  const char *high =
      interleaved ? columns_of(e, x, 1, size, 2, base) : columns_of(e, x, half, end, 1, base);
  const char *turned =
      both_halves(e, step1(e, "Neg", high, base), low, interleaved, pairs, (size_t)t->rank, base);
  if (end < size)
    turned = both_halves(e, turned, columns_of(e, x, end, size, 1, base), false, pairs,
                         (size_t)t->rank, base);
  const char *in[] = {step2(e, "Mul", x, tables[0], named(e, n, "plain")),
                      step2(e, "Mul", turned, tables[1], base)};
  export_emit(e, "Add", in, 2, out, 1);
  return FP8C_OK;
}

/* ---- The table ------------------------------------------------------------ */

static const struct {
  op_id op;
  fp8c_status (*emit)(exporter *e, const node *n, const char *const *out, fp8c_error *err);
} forms[] = {{OP_LINEAR, emit_linear},
             {OP_PACKED_LINEAR, export_packed_linear},
             {OP_BYTE_CONV, export_bytes},
             {OP_BYTE_LINEAR, export_bytes},
             {OP_BYTE_MAT_MUL, export_bytes},
             {OP_BYTE_SUM, export_bytes},
             {OP_DEQUANTIZE, emit_dequantize},
             {OP_QUANTIZE_SPLIT, export_quantize_split},
             {OP_SWISH, emit_swish},
             {OP_GELU, emit_gelu_fp8},
             {OP_ATTENTION, export_attention},
             {OP_CHANNEL_ATTENTION, export_channel_attention},
             {OP_INVERSE_DEVIATION, emit_inverse_deviation},
             {OP_DEQUANTIZE_LINEAR, emit_dequantize_linear},
             {OP_FAKE_QUANTIZE, export_fake_quantize},
             {OP_CACHE_WRITE, emit_cache_write},
             {OP_ROTARY, emit_rotary},
             {OP_LSTM, export_recurrent},
             {OP_GRU, export_recurrent},
             {OP_RNN, export_recurrent}};

bool export_is_composite(const node *n) {
  if (node_is(n, OP_DEQUANTIZE_LINEAR))
    return dtype_is_fp8(n->in[0]->type.dtype) && n->in[1]->type.dtype == FP8C_DTYPE_F32 &&
           n->out[0]->type.dtype == FP8C_DTYPE_F32;
  if (node_is(n, OP_GELU)) return strcmp(node_string(n, "approximate"), "fp8") == 0;
  if (n->op->work == WORK_RECURRENT) return !n->in[1];
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (node_is(n, forms[i].op)) return true;
  return false;
}

fp8c_status export_composite(exporter *e, const node *n, const char *const *out, fp8c_error *err) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (node_is(n, forms[i].op)) return forms[i].emit(e, n, out, err);
  return fail(err, FP8C_ERROR_INTERNAL, "%s is no composite", n->op->name);
}
