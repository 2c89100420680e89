/* export_bytes.c - products and sums of bytes as nodes of ONNX: Q/DQ around F32, as engines look
 * for it.  A product's factors are the scales of its weights there, and its activations have 1. */
#include <math.h>

#include "frontend/export.h"
#include "ops/byte_forms.h"
#include "ops/dtype.h"
#include "ops/ids/types.h"

/* Codes less a zero point of their type, times scales along `axis` (-1: one). */
static const char *numbers_of(exporter *e, const char *codes, fp8c_dtype dtype, int64_t zero,
                              const char *scales, int64_t axis) {
  tensor type = {.dtype = dtype};
  uint8_t byte = (uint8_t)zero;
  const char *in[] = {codes, scales, export_own(e, "fp8c.zero_point", &type, &byte)};
  const char *y = export_step(e, "DequantizeLinear", in, axis < 0 ? 3 : 2, "fp8c.numbers");
  if (axis >= 0) export_attr_int(e, e->nodes[e->node_count - 1], "axis", axis);
  return y;
}

static fp8c_status input_numbers(exporter *e, const node *n, size_t i, const char *zero, float unit,
                                 const char **out, fp8c_error *err) {
  TRY(export_stored(e, n->in[i], out, err));
  *out = numbers_of(e, *out, n->in[i]->type.dtype, node_int(n, zero),
                    export_own_f32(e, "fp8c.scale", unit), -1);
  return FP8C_OK;
}

/* Weights [depth][columns] out of panels. */
static const char *columns_of(exporter *e, const node *n, const char *panels) {
  int64_t k = node_int(n, "depth"), columns = node_int(n, "columns");
  const int64_t shape[] = {byte_row(k), byte_panels(columns) * BYTE_WIDTH}, none[] = {0, 0};
  const int64_t end[] = {k, columns}, axes[] = {0, 1};
  const char *w = export_step(e, "Transpose", &panels, 1, "fp8c.rows");
  export_attr_ints(e, e->nodes[e->node_count - 1], "perm", (int64_t[]){1, 3, 0, 2}, 4);
  w = export_step(e, "Reshape", (const char *[]){w, export_own_i64s(e, "fp8c.shape", shape, 2)}, 2,
                  "fp8c.rows");
  const char *in[] = {w, export_own_i64s(e, "fp8c.first", none, 2),
                      export_own_i64s(e, "fp8c.end", end, 2),
                      export_own_i64s(e, "fp8c.axes", axes, 2)};
  return export_step(e, "Slice", in, 4, "fp8c.rows");
}

/* The ONNX node that computes the numbers, before they are clipped and rounded to codes. */
typedef struct computing {
  const char *op;
  const char *in[3];
  size_t count;
} computing;

static fp8c_status convolution_of(exporter *e, const node *n, computing *c, fp8c_error *err) {
  const char *factors;
  c->op = "Conv";
  TRY(input_numbers(e, n, 0, "x_zero", 1, &c->in[0], err));
  TRY(export_stored(e, n->in[1], &c->in[1], err));
  TRY(export_wide(e, n->in[2], &factors, err));
  c->in[1] = numbers_of(e, c->in[1], FP8C_DTYPE_I8, 0, factors, 0);
  c->count = n->in_count > 3 && n->in[3] ? 3 : 2;
  return c->count == 3 ? export_wide(e, n->in[3], &c->in[2], err) : FP8C_OK;
}

/* Sums of integers, which may hold a bias of integers too. */
static fp8c_status product_of(exporter *e, const node *n, computing *c, fp8c_error *err) {
  const char *x, *factors, *panels, *lack, *bias;
  tensor type = {.dtype = FP8C_DTYPE_I8};
  const int8_t least = INT8_MIN; /* signed bytes are counted from it */
  bool is_signed = n->in[0]->type.dtype == FP8C_DTYPE_I8;
  TRY(export_stored(e, n->in[0], &x, err));
  TRY(export_stored(e, n->in[1], &panels, err));
  TRY(export_wide(e, n->in[2], &factors, err));
  TRY(export_stored(e, n->in[3], &lack, err));
  const char *in[] = {x, columns_of(e, n, panels),
                      is_signed ? export_own(e, "fp8c.least", &type, &least) : NULL};
  const char *y = export_step(e, "MatMulInteger", in, is_signed ? 3 : 2, "fp8c.sums");
  y = export_step(e, "Add", (const char *[]){y, lack}, 2, "fp8c.sums");
  y = export_step(e, "Cast", &y, 1, "fp8c.product");
  export_attr_int(e, e->nodes[e->node_count - 1], "to", dtype_to_onnx(FP8C_DTYPE_F32));
  *c = (computing){.op = "Mul", .in = {y, factors}, .count = 2};
  if (!node_input(n, 4)) return FP8C_OK;
  TRY(export_wide(e, n->in[4], &bias, err));
  y = export_step(e, "Mul", c->in, 2, "fp8c.product");
  *c = (computing){.op = "Add", .in = {y, bias}, .count = 2};
  return FP8C_OK;
}

static fp8c_status sum_of(exporter *e, const node *n, computing *c, fp8c_error *err) {
  *c = (computing){.op = n->in_count > 1 && n->in[1] ? "Add" : "Identity", .count = n->in_count};
  TRY(input_numbers(e, n, 0, "a_zero", node_float(n, "a_scale"), &c->in[0], err));
  if (n->in_count > 1 && n->in[1])
    TRY(input_numbers(e, n, 1, "b_zero", node_float(n, "b_scale"), &c->in[1], err));
  return FP8C_OK;
}

static const char *const window_attributes[] = {"auto_pad",     "dilations", "group",
                                                "kernel_shape", "pads",      "strides"};

/* A node that gives `out`, or, where others follow, a step; gives its output's name. */
static const char *put(exporter *e, const computing *c, const char *const *out, bool last) {
  if (!last) return export_step(e, c->op, c->in, c->count, "fp8c.number");
  export_emit(e, c->op, c->in, c->count, out, 1);
  return *out;
}

fp8c_status export_bytes(exporter *e, const node *n, const char *const *out, fp8c_error *err) {
  computing c = {.op = "MatMul", .count = 2};
  bool held = node_attr(n, "least") || node_attr(n, "most");
  bool codes = n->out[0]->type.dtype != FP8C_DTYPE_F32;
  if (node_is(n, OP_BYTE_CONV)) {
    TRY(convolution_of(e, n, &c, err));
  } else if (node_is(n, OP_BYTE_LINEAR)) {
    TRY(product_of(e, n, &c, err));
  } else if (node_is(n, OP_BYTE_SUM)) {
    TRY(sum_of(e, n, &c, err));
  } else {
    TRY(input_numbers(e, n, 0, "a_zero", 1, &c.in[0], err));
    TRY(input_numbers(e, n, 1, "b_zero", node_float(n, "factor"), &c.in[1], err));
  }
  const char *y = put(e, &c, out, !held && !codes);
  for (size_t i = 0; node_is(n, OP_BYTE_CONV) && i < 6; i++) {
    const attr *a = node_attr(n, window_attributes[i]);
    if (a) export_attr(e, e->nodes[e->node_count - 1], a);
  }
  if (held) {
    const attr *least = node_attr(n, "least"), *most = node_attr(n, "most");
    c = (computing){.op = "Clip", .in = {y}, .count = 3};
    c.in[1] = export_own_f32(e, "fp8c.least", least ? least->f : -INFINITY);
    c.in[2] = export_own_f32(e, "fp8c.most", most ? most->f : INFINITY);
    y = put(e, &c, out, !codes);
  }
  if (!codes) return FP8C_OK;
  tensor type = {.dtype = n->out[0]->type.dtype};
  uint8_t zero = (uint8_t)node_int(n, "zero");
  c = (computing){.op = "QuantizeLinear", .in = {y}, .count = 3};
  c.in[1] = export_own_f32(e, "fp8c.scale", node_float(n, "unit"));
  c.in[2] = export_own(e, "fp8c.zero_point", &type, &zero);
  put(e, &c, out, true);
  return FP8C_OK;
}
