/* export_packed.c - a product with packed weights as nodes of ONNX.
 *
 * The codes stay the bytes that the plan has, a form of fp8c's own (ops/packed.h): they are taken
 * apart by arithmetic on constants, which a runtime computes once.  DequantizeLinear would want
 * another copy. */
#include "base/numbers.h"
#include "frontend/export.h"
#include "ops/dtype.h"
#include "ops/packed.h"

/* What is being written: steps are named after `base`. */
typedef struct unpacking {
  exporter *e;
  const char *base;
  packed_form f;
} unpacking;

static const char *step(const unpacking *u, const char *op, const char *x, const char *y) {
  const char *in[] = {x, y};
  return export_step(u->e, op, in, y ? 2 : 1, u->base);
}

static const char *number(const unpacking *u, float x) {
  return export_own_f32(u->e, "fp8c.number", x);
}

static const char *shaped(const unpacking *u, const char *x, const int64_t *dims, size_t rank) {
  return step(u, "Reshape", x, export_own_i64s(u->e, "fp8c.shape", dims, rank));
}

static Onnx__NodeProto *last_of(const unpacking *u) { return u->e->nodes[u->e->node_count - 1]; }

static const char *turned(const unpacking *u, const char *x, const int64_t *perm, size_t rank) {
  const char *y = step(u, "Transpose", x, NULL);
  export_attr_ints(u->e, last_of(u), "perm", perm, rank);
  return y;
}

static const char *cast_to(const unpacking *u, const char *x, fp8c_dtype to) {
  const char *y = step(u, "Cast", x, NULL);
  export_attr_int(u->e, last_of(u), "to", dtype_to_onnx(to));
  return y;
}

/* The codes of each byte's parts: x / 2^(bits i), without what lies above. */
static const char *parts_of(const unpacking *u, const char *bytes, int parts) {
  float *powers = NEW_ARRAY(u->e->arena, float, parts);
  for (int i = 0; i < parts; i++) powers[i] = (float)(1 << (u->f.bits * i));
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {parts}};
  const char *one = number(u, (float)(1 << u->f.bits));
  const char *x =
      step(u, "Floor", step(u, "Div", bytes, export_own(u->e, "fp8c.parts", &t, powers)), NULL);
  const char *above = step(u, "Mul", step(u, "Floor", step(u, "Div", x, one), NULL), one);
  return step(u, "Sub", x, above);
}

/* What the codes stand for, [outputs of all panels][k]. */
static const char *numbers_of(const unpacking *u, const char *stored) {
  const packed_form *f = &u->f;
  int parts = 8 / f->bits;
  const char *x = cast_to(u, stored, FP8C_DTYPE_F32);
  x = shaped(u, x, (int64_t[]){f->panels, f->groups, PACKED_LANES, 2, 2, 1}, 6);
  if (parts > 1) x = parts_of(u, x, parts);
  x = turned(u, x, (int64_t[]){0, 2, 1, 4, 5, 3}, 6);
  x = shaped(u, x, (int64_t[]){f->panels * PACKED_LANES, f->groups * f->each}, 2);
  if (!dtype_is_float(f->codes) && !dtype_is_signed(f->codes)) return x;
  float *table = NEW_ARRAY(u->e->arena, float, 256);
  packed_numbers(f->codes, table);
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {1 << f->bits}};
  const char *name = arena_printf(u->e->arena, "fp8c.%s", fp8c_dtype_name(f->codes));
  return step(u, "Gather", export_own(u->e, name, &t, table), cast_to(u, x, FP8C_DTYPE_I64));
}

/* Scales or zero points [panels][blocks][lanes] as [outputs][blocks][1]. */
static const char *for_blocks(const unpacking *u, const char *x) {
  x = turned(u, x, (int64_t[]){0, 2, 1}, 3);
  return shaped(u, x, (int64_t[]){u->f.panels * PACKED_LANES, u->f.blocks, 1}, 3);
}

fp8c_status export_packed_linear(exporter *e, const node *n, const char *const *out,
                                 fp8c_error *err) {
  unpacking u = {.e = e, .base = arena_printf(e->arena, "%s.unpacked", n->name)};
  const value *zeros = node_input(n, 5), *bias = node_input(n, 2);
  const char *x, *codes, *scales, *z = NULL, *b = NULL;
  packed_form *f = &u.f;
  TRY(packed_form_of(dtype_from_name(node_string(n, "codes")), node_int(n, "columns"),
                     node_int(n, "depth"), node_int(n, "block"), f, err));
  int64_t block = f->blocks == 1 ? f->k : f->block;
  if (f->k % block != 0 || f->k % f->each != 0)
    return fail(
        err, FP8C_ERROR_UNSUPPORTED,
        "PackedLinear \"%s\": it is exported only where its depth is whole blocks and words",
        n->name);
  if (n->in[4]->type.dtype == FP8C_DTYPE_E8M0)
    return fail(
        err, FP8C_ERROR_UNSUPPORTED,
        "PackedLinear \"%s\": its scales are E8M0, a type that runtimes of ONNX do not read",
        n->name);
  TRY(export_wide(e, n->in[0], &x, err));
  TRY(export_stored(e, n->in[1], &codes, err));
  TRY(export_wide(e, n->in[4], &scales, err));
  if (zeros) TRY(export_stored(e, zeros, &z, err));
  if (bias) TRY(export_wide(e, bias, &b, err));
  const char *w = numbers_of(&u, codes);
  w = shaped(&u, w, (int64_t[]){f->panels * PACKED_LANES, f->blocks, block}, 3);
  if (zeros) w = step(&u, "Sub", w, for_blocks(&u, cast_to(&u, z, FP8C_DTYPE_F32)));
  float factor = node_float(n, "factor");
  if (factor != 1.0f) scales = step(&u, "Mul", scales, number(&u, factor));
  w = step(&u, "Mul", w, for_blocks(&u, scales));
  w = shaped(&u, w, (int64_t[]){f->panels * PACKED_LANES, f->k}, 2);
  const char *rows[] = {w, export_own_i64s(e, "fp8c.first", (int64_t[]){0}, 1),
                        export_own_i64s(e, "fp8c.end", &f->n, 1),
                        export_own_i64s(e, "fp8c.axes", (int64_t[]){0}, 1)};
  w = export_step(e, "Slice", rows, 4, u.base);
  w = turned(&u, w, (int64_t[]){1, 0}, 2);
  if (!bias) {
    export_emit(e, "MatMul", (const char *[]){x, w}, 2, out, 1);
    return FP8C_OK;
  }
  export_emit(e, "Add", (const char *[]){step(&u, "MatMul", x, w), b}, 2, out, 1);
  return FP8C_OK;
}
