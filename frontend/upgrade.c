/* upgrade.c - old operator forms to the newest, as a table.
 *
 * ops.def states one form of each operator.  ONNX changed many over its opsets:
 * attributes became inputs, defaults moved, names were merged.  Each change is
 * a row here: models below `before` get `change`, in the order of the rows, so
 * a node climbs from its own opset to the newest. */
#include <string.h>

#include "base/numbers.h"
#include "frontend/import.h"
#include "ops/dtype.h"

/* ---- Pieces ------------------------------------------------------------ */

static attr *find_attr(draft *d, const char *name) {
  for (size_t i = 0; i < d->attr_count; i++)
    if (strcmp(d->attrs[i].name, name) == 0) return &d->attrs[i];
  return NULL;
}

static void drop_attr(draft *d, const char *name) {
  attr *a = find_attr(d, name);
  if (a) *a = d->attrs[--d->attr_count];
}

static void add_attr(draft *d, attr a) {
  drop_attr(d, a.name);
  ARENA_PUSH(d->im->keep, d->attrs, d->attr_count, a);
}

static void add_int(draft *d, const char *name, int64_t i) {
  add_attr(d, (attr){.name = name, .kind = ATTR_INT, .i = i});
}
static void add_string(draft *d, const char *name, const char *s) {
  add_attr(d, (attr){.name = name, .kind = ATTR_STRING, .s = s});
}

/* The attribute when it has this kind; NULL when absent. */
static fp8c_status take(draft *d, const char *name, attr_kind kind, attr *out, bool *found,
                        fp8c_error *err) {
  attr *a = find_attr(d, name);
  *found = a != NULL;
  if (!a) return FP8C_OK;
  if (a->kind != kind)
    return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" is %s; it must be %s", name,
                attr_kind_name(a->kind), attr_kind_name(kind));
  *out = *a;
  drop_attr(d, name);
  return FP8C_OK;
}

static int64_t take_int(draft *d, const char *name, int64_t otherwise) {
  attr *a = find_attr(d, name);
  if (!a || a->kind != ATTR_INT) return otherwise; /* a wrong kind is found by the row's check */
  int64_t i = a->i;
  drop_attr(d, name);
  return i;
}

static value *input(const draft *d, size_t index) {
  return index < d->in_count ? d->in[index] : NULL;
}

static void set_input(draft *d, size_t index, value *v) {
  if (index >= d->in_count) {
    value **in = NEW_ARRAY(d->im->import, value *, index + 1);
    if (d->in_count) memcpy(in, d->in, d->in_count * sizeof *in);
    d->in = in;
    d->in_count = index + 1;
  }
  d->in[index] = v;
}

static value *ints_value(draft *d, const char *what, const int64_t *x, size_t count) {
  return graph_const_i64s(d->im->g, arena_printf(d->im->import, "%s.%s", d->name, what), x, count);
}

static value *floats_value(draft *d, const char *what, const float *x, size_t count, bool scalar) {
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = scalar ? 0 : 1, .dims = {(int64_t)count}};
  return graph_const_copy(d->im->g, arena_printf(d->im->import, "%s.%s", d->name, what), &t, x);
}

/* A scalar of the same type as `like` (a small float or F64). */
static fp8c_status scalar_like(draft *d, const char *what, float x, const value *like, value **out,
                               fp8c_error *err) {
  fp8c_dtype dtype = like ? like->type.dtype : FP8C_DTYPE_F32;
  value *v = floats_value(d, what, &x, 1, true);
  if (dtype == FP8C_DTYPE_F32) {
    *out = v;
    return FP8C_OK;
  }
  value *in[] = {v, (value *)(uintptr_t)like};
  return draft_emit(d, parts_of("CastLike", in, 2), out, err);
}

static fp8c_status ints_attr_to_input(draft *d, const char *name, size_t index, fp8c_error *err) {
  attr a;
  bool found;
  TRY(take(d, name, ATTR_INTS, &a, &found, err));
  if (found) set_input(d, index, ints_value(d, name, a.ints, a.count));
  return FP8C_OK;
}

static fp8c_status known_rank(const draft *d, const value *v, const char *why, int *rank,
                              fp8c_error *err) {
  if (!v || v->type.rank < 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "its form of opset %d needs the rank of its input%s",
                d->opset, why);
  *rank = v->type.rank;
  return FP8C_OK;
}

/* ---- Changes ----------------------------------------------------------- */

static fp8c_status axes_to_input(draft *d, fp8c_error *err) {
  return ints_attr_to_input(d, "axes", 1, err);
}

static fp8c_status split_to_input(draft *d, fp8c_error *err) {
  return ints_attr_to_input(d, "split", 1, err);
}

static fp8c_status split_count(draft *d, fp8c_error *err) {
  (void)err;
  if (!input(d, 1)) add_int(d, "num_outputs", (int64_t)d->out_count);
  return FP8C_OK;
}

static fp8c_status slice_to_inputs(draft *d, fp8c_error *err) {
  TRY(ints_attr_to_input(d, "starts", 1, err));
  TRY(ints_attr_to_input(d, "ends", 2, err));
  return ints_attr_to_input(d, "axes", 3, err);
}

static fp8c_status clip_to_inputs(draft *d, fp8c_error *err) {
  static const char *const names[] = {"min", "max"};
  for (size_t i = 0; i < 2; i++) {
    attr a;
    bool found;
    value *v;
    TRY(take(d, names[i], ATTR_FLOAT, &a, &found, err));
    if (!found) continue;
    TRY(scalar_like(d, names[i], a.f, input(d, 0), &v, err));
    set_input(d, i + 1, v);
  }
  return FP8C_OK;
}

static fp8c_status pad_to_inputs(draft *d, fp8c_error *err) {
  TRY(ints_attr_to_input(d, "pads", 1, err));
  attr a;
  bool found;
  value *v;
  TRY(take(d, "value", ATTR_FLOAT, &a, &found, err));
  if (!found) return FP8C_OK;
  TRY(scalar_like(d, "value", a.f, input(d, 0), &v, err));
  set_input(d, 2, v);
  return FP8C_OK;
}

/* Training has no place in a compiled model. */
static fp8c_status drop_is_test(draft *d, fp8c_error *err) {
  attr *a = find_attr(d, "is_test");
  if (!a || a->kind != ATTR_INT || a->i == 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "it is in training mode (is_test is 0)");
  drop_attr(d, "is_test");
  return FP8C_OK;
}

static fp8c_status dropout_ratio(draft *d, fp8c_error *err) {
  attr a;
  bool found;
  TRY(take(d, "ratio", ATTR_FLOAT, &a, &found, err)); /* no effect in inference */
  return FP8C_OK;
}

static fp8c_status batchnorm_spatial(draft *d, fp8c_error *err) {
  if (take_int(d, "spatial", 1) != 1)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "spatial = 0 (statistics for each position); only statistics for each channel are "
                "done");
  return FP8C_OK;
}

static fp8c_status batchnorm_outputs(draft *d, fp8c_error *err) {
  if (d->out_count > 1)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "it has %zu outputs, which is its training mode",
                d->out_count);
  return FP8C_OK;
}

/* Mean and population variance of each channel, vectors in F32 (F64 of F64). */
static fp8c_status channel_statistics(draft *d, value *x, value **mean, value **variance,
                                      fp8c_error *err) {
  int rank;
  int64_t axes[FP8C_MAX_RANK], all = -1;
  size_t count = 0;
  TRY(known_rank(d, x, "", &rank, err));
  for (int i = 0; i < rank; i++)
    if (i != 1) axes[count++] = i;
  if (x->type.dtype != FP8C_DTYPE_F32 && dtype_is_small_float(x->type.dtype)) {
    attr to = {.name = "to", .kind = ATTR_INT, .i = dtype_to_onnx(FP8C_DTYPE_F32)};
    TRY(draft_emit(d, parts_with("Cast", &x, 1, &to, 1), &x, err));
  }
  value *over = ints_value(d, "axes", axes, count), *flat = ints_value(d, "channels", &all, 1);
  value *middle, *off, *square, *spread;
  TRY(draft_emit(d, parts_of("ReduceMean", (value *[]){x, over}, 2), &middle, err));
  TRY(draft_emit(d, parts_of("Sub", (value *[]){x, middle}, 2), &off, err));
  TRY(draft_emit(d, parts_of("Mul", (value *[]){off, off}, 2), &square, err));
  TRY(draft_emit(d, parts_of("ReduceMean", (value *[]){square, over}, 2), &spread, err));
  TRY(draft_emit(d, parts_of("Reshape", (value *[]){middle, flat}, 2), mean, err));
  return draft_emit(d, parts_of("Reshape", (value *[]){spread, flat}, 2), variance, err);
}

/* before * momentum + now * (1 - momentum), in the type of `before`. */
static fp8c_status blend(draft *d, value *before, value *now, float momentum, value **out,
                         fp8c_error *err) {
  value *of_before = graph_const_f32(d->im->g, NULL, momentum), *of_now, *x, *y;
  value *rest = graph_const_f32(d->im->g, NULL, 1.0f - momentum);
  TRY(draft_emit(d, parts_of("CastLike", (value *[]){now, before}, 2), &now, err));
  TRY(draft_emit(d, parts_of("CastLike", (value *[]){of_before, before}, 2), &of_before, err));
  TRY(draft_emit(d, parts_of("CastLike", (value *[]){rest, before}, 2), &of_now, err));
  TRY(draft_emit(d, parts_of("Mul", (value *[]){before, of_before}, 2), &x, err));
  TRY(draft_emit(d, parts_of("Mul", (value *[]){now, of_now}, 2), &y, err));
  return draft_emit(d, parts_of("Add", (value *[]){x, y}, 2), out, err);
}

/* training_mode: inference with the batch's own statistics, and what they make of the running
 * ones. */
static fp8c_status batchnorm_training(draft *d, fp8c_error *err) {
  value *now[2], *x = input(d, 0);
  if (take_int(d, "training_mode", 0) == 0) return FP8C_OK;
  if (!x || !input(d, 3) || !input(d, 4))
    return fail(err, FP8C_ERROR_FORMAT, "it has %zu inputs; 5 are wanted", d->in_count);
  attr *momentum = find_attr(d, "momentum");
  float m = momentum && momentum->kind == ATTR_FLOAT ? momentum->f : 0.9f;
  TRY(channel_statistics(d, x, &now[0], &now[1], err));
  for (size_t i = 0; i < 2; i++) {
    if (d->out_count > 1 + i) TRY(blend(d, d->in[3 + i], now[i], m, &d->given[1 + i], err));
    set_input(d, 3 + i, now[i]);
  }
  return FP8C_OK;
}

/* Before opset 7 the second operand was lined up by attributes. */
static fp8c_status broadcast_by_axis(draft *d, fp8c_error *err) {
  bool broadcast = take_int(d, "broadcast", 0) != 0;
  attr *a = find_attr(d, "axis");
  if (!a) return FP8C_OK;
  int64_t axis = take_int(d, "axis", 0);
  if (!broadcast) return FP8C_OK;
  int left = 0, right = 0;
  TRY(known_rank(d, input(d, 0), "s", &left, err));
  TRY(known_rank(d, input(d, 1), "s", &right, err));
  if (axis < 0) axis += left;
  if (axis < 0 || axis + right > left)
    return fail(err, FP8C_ERROR_FORMAT, "axis %lld does not fit operands of rank %d and %d",
                (long long)axis, left, right);
  int64_t axes[FP8C_MAX_RANK];
  size_t count = 0;
  for (int64_t i = axis + right; i < left; i++, count++) axes[count] = right + (int64_t)count;
  if (count == 0) return FP8C_OK;
  value *in[] = {d->in[1], ints_value(d, "axes", axes, count)}, *v;
  TRY(draft_emit(d, parts_of("Unsqueeze", in, 2), &v, err));
  set_input(d, 1, v);
  return FP8C_OK;
}

/* Before opset 7 a slope of more than one number belonged to axis 1. */
static fp8c_status prelu_channels(draft *d, fp8c_error *err) {
  int left = 0, right = 0;
  TRY(known_rank(d, input(d, 0), "s", &left, err));
  TRY(known_rank(d, input(d, 1), "s", &right, err));
  if (right != 1 || left <= 2 || d->in[1]->type.dims[0] == 1) return FP8C_OK;
  int64_t axes[FP8C_MAX_RANK];
  size_t count = 0;
  for (int i = 2; i < left; i++, count++) axes[count] = (int64_t)count + 1;
  value *in[] = {d->in[1], ints_value(d, "axes", axes, count)}, *v;
  TRY(draft_emit(d, parts_of("Unsqueeze", in, 2), &v, err));
  set_input(d, 1, v);
  return FP8C_OK;
}

static fp8c_status drop_broadcast(draft *d, fp8c_error *err) {
  (void)err;
  take_int(d, "broadcast", 0);
  return FP8C_OK;
}

/* Before opset 13 the input was seen as a matrix, split at the axis. */
static fp8c_status softmax_matrix(draft *d, fp8c_error *err) {
  int64_t axis = take_int(d, "axis", 1);
  value *x = input(d, 0), *flat, *shape;
  int rank = 0;
  if (axis == -1) return FP8C_OK; /* the newest form's default */
  TRY(known_rank(d, x, "", &rank, err));
  if (axis < -rank || axis > rank || (axis == rank && rank > 0))
    return fail(err, FP8C_ERROR_FORMAT, "axis %lld is outside rank %d", (long long)axis, rank);
  if (axis < 0) axis += rank;
  if (axis == rank - 1) return FP8C_OK;
  if (tensor_shape_known(&x->type))
    shape = ints_value(d, "shape", x->type.dims, (size_t)rank);
  else
    TRY(draft_emit(d, parts_of("Shape", &x, 1), &shape, err));
  attr a = {.name = "axis", .kind = ATTR_INT, .i = axis};
  TRY(draft_emit(d, parts_with("Flatten", &x, 1, &a, 1), &flat, err));
  set_input(d, 0, flat);
  d->reshape = shape;
  d->like = x;
  return FP8C_OK;
}

static fp8c_status topk_to_input(draft *d, fp8c_error *err) {
  attr a;
  bool found;
  TRY(take(d, "k", ATTR_INT, &a, &found, err));
  if (!found) return fail(err, FP8C_ERROR_FORMAT, "attribute \"k\" is missing");
  set_input(d, 1, ints_value(d, "k", &a.i, 1));
  return FP8C_OK;
}

static fp8c_status upsample_scales(draft *d, fp8c_error *err) {
  attr a;
  bool found;
  TRY(take(d, "scales", ATTR_FLOATS, &a, &found, err));
  if (!found) return fail(err, FP8C_ERROR_FORMAT, "attribute \"scales\" is missing");
  set_input(d, 1, floats_value(d, "scales", a.floats, a.count, false));
  return FP8C_OK;
}

static fp8c_status upsample_is_resize(draft *d, fp8c_error *err) {
  (void)err;
  d->op_type = "Resize";
  return FP8C_OK;
}

/* Opset 10: output i is input i / scale, rounded down (up when shrinking). */
static fp8c_status resize_with_roi(draft *d, fp8c_error *err) {
  value *scales = input(d, 1);
  bool shrinks = false;
  if (scales && value_is_const(scales) && tensor_elements(&scales->type) <= FP8C_MAX_RANK) {
    tensor t;
    TRY(value_load(scales, d->im->import, &t, err));
    for (int64_t i = 0; i < tensor_elements(&t); i++) shrinks |= tensor_real(&t, i) < 1;
  }
  set_input(d, 2, scales);
  d->in[1] = NULL;
  add_string(d, "coordinate_transformation_mode", "asymmetric");
  add_string(d, "nearest_mode", shrinks ? "ceil" : "floor");
  attr *mode = find_attr(d, "mode");
  if (mode && mode->kind == ATTR_STRING && strcmp(mode->s, "bilinear") == 0) mode->s = "linear";
  return FP8C_OK;
}

/* Opset 11 and 12: an empty tensor stood for an omitted input. */
static fp8c_status resize_empty_inputs(draft *d, fp8c_error *err) {
  (void)err;
  for (size_t i = 1; i < 3 && i < d->in_count; i++) {
    value *v = d->in[i];
    if (v && v->type.rank == 1 && v->type.dims[0] == 0) d->in[i] = NULL;
  }
  return FP8C_OK;
}

static fp8c_status roialign_offset(draft *d, fp8c_error *err) {
  (void)err;
  add_string(d, "coordinate_transformation_mode", "output_half_pixel");
  return FP8C_OK;
}

static fp8c_status gridsample_names(draft *d, fp8c_error *err) {
  (void)err;
  attr *mode = find_attr(d, "mode");
  if (!mode || mode->kind != ATTR_STRING) return FP8C_OK;
  if (strcmp(mode->s, "bilinear") == 0)
    mode->s = "linear";
  else if (strcmp(mode->s, "bicubic") == 0)
    mode->s = "cubic";
  return FP8C_OK;
}

static fp8c_status dft_axis(draft *d, fp8c_error *err) {
  (void)err;
  int64_t axis = take_int(d, "axis", 1);
  tensor t = {.dtype = FP8C_DTYPE_I64};
  set_input(d, 2,
            graph_const_copy(d->im->g, arena_printf(d->im->import, "%s.axis", d->name), &t, &axis));
  return FP8C_OK;
}

/* Opset 18 had one scale and bias for each group, 21 one for each channel. */
static fp8c_status groupnorm_channels(draft *d, fp8c_error *err) {
  value *x = input(d, 0);
  attr *groups = find_attr(d, "num_groups");
  if (!x || x->type.rank < 2 || x->type.dims[1] < 0 || !groups || groups->kind != ATTR_INT ||
      groups->i <= 0 || x->type.dims[1] % groups->i != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "its form of opset %d needs a known number of channels, a multiple of num_groups",
                d->opset);
  int64_t one = 1, all = x->type.dims[1], wide[] = {groups->i, all / groups->i};
  for (size_t i = 1; i <= 2; i++) {
    value *v = input(d, i);
    if (!v) continue;
    value *a[] = {v, ints_value(d, "axes", &one, 1)}, *column, *spread, *flat;
    TRY(draft_emit(d, parts_of("Unsqueeze", a, 2), &column, err));
    value *b[] = {column, ints_value(d, "shape", wide, 2)};
    TRY(draft_emit(d, parts_of("Expand", b, 2), &spread, err));
    value *c[] = {spread, ints_value(d, "channels", &all, 1)};
    TRY(draft_emit(d, parts_of("Reshape", c, 2), &flat, err));
    d->in[i] = flat;
  }
  return FP8C_OK;
}

static fp8c_status drop_output_sequence(draft *d, fp8c_error *err) {
  (void)err;
  take_int(d, "output_sequence", 0);
  return FP8C_OK;
}

static fp8c_status scatter_is_elements(draft *d, fp8c_error *err) {
  (void)err;
  d->op_type = "ScatterElements";
  return FP8C_OK;
}

/* Opset 23 says that the quotient is rounded to the scale's format; before it that was
 * not said, and nobody did it: rounding twice would find other codes. */
static fp8c_status quantize_in_f32(draft *d, fp8c_error *err) {
  value *s = input(d, 1), *wide;
  if (!s || !dtype_is_small_float(s->type.dtype) || s->type.dtype == FP8C_DTYPE_F32) return FP8C_OK;
  if (value_is_const(s)) {
    tensor t, as_f32 = s->type;
    TRY(value_load(s, d->im->import, &t, err));
    as_f32.dtype = FP8C_DTYPE_F32;
    size_t count = (size_t)tensor_elements(&t);
    float *x = arena_array(d->im->import, count + 1, sizeof *x);
    if (count) floats_decode(t.dtype, t.data, x, count);
    wide = graph_const_copy(d->im->g, arena_printf(d->im->import, "%s.f32", s->name), &as_f32, x);
  } else {
    attr to = {.name = "to", .kind = ATTR_INT, .i = dtype_to_onnx(FP8C_DTYPE_F32)};
    TRY(draft_emit(d, parts_with("Cast", &s, 1, &to, 1), &wide, err));
  }
  set_input(d, 1, wide);
  return FP8C_OK;
}

/* ---- The table --------------------------------------------------------- */

typedef struct upgrade {
  const char *op_type;
  int before; /* applies to models of a smaller opset */
  fp8c_status (*change)(draft *d, fp8c_error *err);
} upgrade;

static const upgrade upgrades[] = {
    {"Add", 7, broadcast_by_axis},
    {"And", 7, broadcast_by_axis},
    {"BatchNormalization", 7, drop_is_test},
    {"BatchNormalization", 9, batchnorm_spatial},
    {"BatchNormalization", 14, batchnorm_outputs},
    {"BatchNormalization", OPSET_MAX + 1, batchnorm_training},
    {"Clip", 11, clip_to_inputs},
    {"DFT", 20, dft_axis},
    {"Div", 7, broadcast_by_axis},
    {"Dropout", 7, drop_is_test},
    {"Dropout", 12, dropout_ratio},
    {"Equal", 7, broadcast_by_axis},
    {"GRU", 7, drop_output_sequence},
    {"Gemm", 7, drop_broadcast},
    {"Greater", 7, broadcast_by_axis},
    {"GridSample", 20, gridsample_names},
    {"GroupNormalization", 21, groupnorm_channels},
    {"Hardmax", 13, softmax_matrix},
    {"LSTM", 7, drop_output_sequence},
    {"Less", 7, broadcast_by_axis},
    {"LogSoftmax", 13, softmax_matrix},
    {"Mul", 7, broadcast_by_axis},
    {"Or", 7, broadcast_by_axis},
    {"PRelu", 7, prelu_channels},
    {"Pad", 11, pad_to_inputs},
    {"Pow", 7, broadcast_by_axis},
    {"QuantizeLinear", 23, quantize_in_f32},
    {"RNN", 7, drop_output_sequence},
    {"ReduceL1", 18, axes_to_input},
    {"ReduceL2", 18, axes_to_input},
    {"ReduceLogSum", 18, axes_to_input},
    {"ReduceLogSumExp", 18, axes_to_input},
    {"ReduceMax", 18, axes_to_input},
    {"ReduceMean", 18, axes_to_input},
    {"ReduceMin", 18, axes_to_input},
    {"ReduceProd", 18, axes_to_input},
    {"ReduceSum", 13, axes_to_input},
    {"ReduceSumSquare", 18, axes_to_input},
    {"RoiAlign", 16, roialign_offset},
    {"Scatter", OPSET_MAX + 1, scatter_is_elements},
    {"Slice", 10, slice_to_inputs},
    {"Softmax", 13, softmax_matrix},
    {"Split", 13, split_to_input},
    {"Split", 18, split_count},
    {"Squeeze", 13, axes_to_input},
    {"Sub", 7, broadcast_by_axis},
    {"TopK", 10, topk_to_input},
    {"Unsqueeze", 13, axes_to_input},
    {"Upsample", 9, upsample_scales},
    {"Upsample", OPSET_MAX + 1, upsample_is_resize},
    {"Resize", 11, resize_with_roi}, /* after Upsample, which has become one */
    {"Resize", 13, resize_empty_inputs},
    {"Xor", 7, broadcast_by_axis},
};
#define UPGRADE_COUNT (sizeof upgrades / sizeof *upgrades)

const char *upgrade_name(const char *op_type) {
  if (strcmp(op_type, "Upsample") == 0) return "Resize";
  if (strcmp(op_type, "Scatter") == 0) return "ScatterElements";
  return op_type;
}

fp8c_status upgrade_node(draft *d, fp8c_error *err) {
  for (size_t i = 0; i < UPGRADE_COUNT; i++)
    if (d->opset < upgrades[i].before && strcmp(d->op_type, upgrades[i].op_type) == 0)
      TRY(upgrades[i].change(d, err));
  return FP8C_OK;
}
