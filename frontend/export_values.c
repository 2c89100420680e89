/* export_values.c - the two tensors of a value: as it is stored, and wide. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "frontend/export.h"
#include "ops/dtype.h"
#include "ops/ids/products.h"

static fp8c_status add_constant(exporter *e, const value *v, fp8c_error *err) {
  tensor type = v->type;
  bool transposed = e->transposed[v->id];
  if (transposed) {
    type.dims[0] = v->type.dims[1];
    type.dims[1] = v->type.dims[0];
  }
  const char *name = export_name(e, v);
  constant c = {.proto = export_tensor(e, name, &type), .v = v, .bytes = v->blob.bytes};
  c.transposed = transposed;
  if (strcmp(name, v->name) != 0) export_tensor_meta(e, c.proto, META_NAME, v->name);
  if (transposed) export_tensor_meta(e, c.proto, META_TRANSPOSED, "1");
  if (v->reason) export_tensor_meta(e, c.proto, META_WHY, v->reason);
  if (dtype_packed_bits(type.dtype) < 8) {
    const void *data;
    TRY(export_numbers(&c, e->arena, &data, err));
    export_pack_narrow(e, &c, type.dtype, data);
  }
  ARENA_PUSH(e->arena, e->constants, e->constant_count, c);
  return FP8C_OK;
}

bool export_is_narrow(const tensor *t) {
  return dtype_is_small_float(t->dtype) && t->dtype != FP8C_DTYPE_F32;
}

Onnx__NodeProto *export_convert(exporter *e, const char *op_type, const char *const *in,
                                size_t in_count, const char *out, const char *part) {
  Onnx__NodeProto *n = export_emit(e, op_type, in, in_count, &out, 1);
  export_meta(e, n, META_PART, part);
  return n;
}

const char *export_fence(exporter *e, const char *x, const char *part) {
  const char *out = export_fresh(e, arena_printf(e->arena, "%s.fence", x));
  export_convert(e, "Max", &x, 1, out, part);
  return out;
}

/* Constants that are only second operands, of products mostly: what they meet comes from
 * behind a fence, and other tools look for weights right behind their DequantizeLinear. */
static bool is_weight(const exporter *e, const value *v) {
  if (v->kind != VALUE_CONST || v->output_uses) return false;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *n = v->users[i];
    bool moved = node_is(n, OP_LINEAR) && !e->transposed[v->id]; /* a Transpose reads it */
    if (moved || (n->in_count && n->in[0] == v)) return false;
  }
  return true;
}

/* Only positive ones mean the same to everybody. */
static fp8c_status check_scales(const value *v, fp8c_error *err) {
  tensor t;
  if (!value_is_const(v->scale_vector))
    return fail(err, FP8C_ERROR_INTERNAL, "value \"%s\" has no scales", v->name);
  arena *scratch = v->graph->scratch;
  arena_mark mark = arena_save(scratch);
  fp8c_status status = value_load(v->scale_vector, scratch, &t, err);
  for (int64_t i = 0; status == FP8C_OK && i < tensor_elements(&t); i++) {
    float x = ((const float *)t.data)[i];
    if (!(x > 0 && isfinite(x)))
      status = fail(err, FP8C_ERROR_UNSUPPORTED,
                    "value \"%s\" has the scale %g; QuantizeLinear wants positive finite numbers",
                    v->name, (double)x);
  }
  arena_reset(scratch, mark);
  return status;
}

fp8c_status export_scale(exporter *e, const value *v, const char **out, fp8c_error *err) {
  const scale *s = &v->type.scale;
  if (s->kind != SCALE_TENSOR && s->kind != SCALE_AXIS)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "value \"%s\" has scales that QuantizeLinear cannot state", v->name);
  if (s->kind == SCALE_AXIS) {
    TRY(check_scales(v, err));
    return export_stored(e, v->scale_vector, out, err);
  }
  if (!e->scale[v->id]) {
    /* Not shared with an equal one: whoever changes a scale means this value's. */
    const char *name = export_fresh(e, arena_printf(e->arena, "%s.scale", export_name(e, v)));
    tensor t = {.dtype = FP8C_DTYPE_F32};
    float *copy = NEW(e->arena, float);
    *copy = s->value;
    constant c = {.proto = export_tensor(e, name, &t), .own = copy, .bytes = sizeof *copy};
    ARENA_PUSH(e->arena, e->constants, e->constant_count, c);
    e->scale[v->id] = name;
  }
  *out = e->scale[v->id];
  return FP8C_OK;
}

void export_scale_axis(exporter *e, Onnx__NodeProto *n, const value *v) {
  if (v->type.scale.kind == SCALE_AXIS)
    export_attr_int(e, n, "axis",
                    e->transposed[v->id] ? 1 - v->type.scale.axis : v->type.scale.axis);
}

const char *export_zero_point(exporter *e, const value *v) {
  tensor t = {.dtype = v->type.dtype};
  if (v->type.scale.kind == SCALE_AXIS) {
    t.rank = 1;
    t.dims[0] = v->type.dims[v->type.scale.axis];
  }
  void *zeros = arena_alloc(e->arena, tensor_bytes(&t) + 1);
  return export_own(e, arena_printf(e->arena, "fp8c.zero.%s", fp8c_dtype_name(t.dtype)), &t, zeros);
}

fp8c_status export_round(exporter *e, const value *v, const char *exact, const char *part,
                         fp8c_error *err) {
  const char *name = export_name(e, v), *scales;
  if (v->type.scale.kind == SCALE_NONE) {
    export_attr_int(e, export_convert(e, "Cast", &exact, 1, name, part), "to",
                    dtype_to_onnx(v->type.dtype));
  } else {
    TRY(export_scale(e, v, &scales, err));
    const char *in[] = {export_fence(e, exact, PART_WIDE), scales, export_zero_point(e, v)};
    export_scale_axis(e, export_convert(e, "QuantizeLinear", in, 3, name, part), v);
  }
  e->stored[v->id] = name;
  return FP8C_OK;
}

fp8c_status export_stored(exporter *e, const value *v, const char **out, fp8c_error *err) {
  if (!e->stored[v->id] && v->kind == VALUE_CONST) {
    e->stored[v->id] = export_name(e, v);
    TRY(add_constant(e, v, err));
  }
  if (!e->stored[v->id] && !export_is_narrow(&v->type)) e->stored[v->id] = e->wide[v->id];
  if (!e->stored[v->id]) TRY(export_round(e, v, e->wide[v->id], PART_STORE, err));
  *out = e->stored[v->id];
  return FP8C_OK;
}

fp8c_status export_wide(exporter *e, const value *v, const char **out, fp8c_error *err) {
  const char *stored, *scales;
  if (!export_is_narrow(&v->type)) return export_stored(e, v, out, err);
  if (!e->wide[v->id]) {
    TRY(export_stored(e, v, &stored, err));
    const char *name = export_fresh(e, arena_printf(e->arena, "%s.f32", stored));
    if (v->type.scale.kind == SCALE_NONE) {
      export_attr_int(e, export_convert(e, "Cast", &stored, 1, name, PART_WIDE), "to",
                      dtype_to_onnx(FP8C_DTYPE_F32));
    } else {
      TRY(export_scale(e, v, &scales, err));
      const char *in[] = {stored, scales};
      export_scale_axis(e, export_convert(e, "DequantizeLinear", in, 2, name, PART_WIDE), v);
      if (!is_weight(e, v)) name = export_fence(e, name, PART_WIDE);
    }
    e->wide[v->id] = name;
  }
  *out = e->wide[v->id];
  return FP8C_OK;
}
