/* parse_values.c - values, types and the numbers of constants in the text form. */
#include "base/random.h"
#include "ir/parser.h"

static value *find_value(graph *g, const char *name) {
  for (; g; g = g->parent) {
    value *v = graph_find_value(g, name);
    if (v) return v;
  }
  return NULL;
}

fp8c_status parse_use(parser *p, graph *g, value **out) {
  if (parse_at_word(p, "_")) {
    *out = NULL;
    return parse_advance(p);
  }
  if (p->now.kind != T_VALUE) return parse_unexpected(p, "a value such as %x");
  *out = find_value(g, p->now.text);
  if (!*out) FAIL_AT(p, p->now, "there is no value %%%s above this line", p->now.text);
  return parse_advance(p);
}

/* The name of a value about to be made, which is not taken in `g` (NULL: may be taken); NULL for
 * "_" where that is allowed. */
fp8c_status parse_new_name(parser *p, graph *g, bool optional, const char **out) {
  *out = NULL;
  if (optional && parse_at_word(p, "_")) return parse_advance(p);
  if (p->now.kind != T_VALUE) return parse_unexpected(p, "a value such as %x");
  if (g && graph_find_value(g, p->now.text))
    FAIL_AT(p, p->now, "the name %%%s is taken", p->now.text);
  *out = p->now.text;
  return parse_advance(p);
}

static fp8c_status take_scale(parser *p, graph *g, typed *out) {
  token at = p->now;
  TRY(parse_advance(p));
  if (!dtype_is_float(out->type.dtype) || fp8c_dtype_bits(out->type.dtype) != 8)
    FAIL_AT(p, at, "%s has no scale; only 8-bit floats have one", fp8c_dtype_name(out->type.dtype));
  if (p->now.kind != T_VALUE) {
    float x;
    TRY(parse_f32(p, &x));
    if (!(x > 0) || !isfinite(x)) FAIL_AT(p, at, "%s", "a scale is a positive finite number");
    out->type.scale = (scale){.kind = SCALE_TENSOR, .value = x};
    return FP8C_OK;
  }
  TRY(parse_use(p, g, &out->scale_vector));
  TRY(parse_expect(p, '/'));
  int64_t axis;
  TRY(parse_int(p, &axis));
  if (axis < 0 || axis >= FP8C_MAX_RANK) FAIL_AT(p, at, "axis %lld is no axis", (long long)axis);
  out->type.scale = (scale){.kind = SCALE_AXIS, .axis = (int)axis};
  return FP8C_OK;
}

static fp8c_status take_dims(parser *p, graph *g, typed *out) {
  tensor *t = &out->type;
  TRY(parse_expect(p, '['));
  bool found;
  TRY(parse_maybe(p, '*', &found));
  if (found) {
    t->rank = RANK_UNKNOWN;
    return parse_expect(p, ']');
  }
  while (!parse_at(p, ']')) {
    if (t->rank) TRY(parse_expect(p, ','));
    if (t->rank == FP8C_MAX_RANK)
      FAIL_AT(p, p->now, "a shape has at most %d dimensions", FP8C_MAX_RANK);
    int64_t *d = &t->dims[t->rank++];
    TRY(parse_maybe(p, '?', &found));
    if (found) {
      *d = DIM_UNKNOWN;
    } else if (p->now.kind == T_NUMBER) {
      token at = p->now;
      TRY(parse_int(p, d));
      if (*d < 0) FAIL_AT(p, at, "a dimension cannot be %lld", (long long)*d);
    } else {
      const char *name = NULL;
      TRY(parse_word(p, &name, "a size or the name of a dimension"));
      *d = graph_symbol(g, name);
    }
  }
  return parse_advance(p);
}

fp8c_status parse_type(parser *p, graph *g, typed *out) {
  *out = (typed){.at = p->now};
  if (p->now.kind != T_WORD) return parse_unexpected(p, "a type such as f32[8, 16]");
  out->type.dtype = dtype_from_name(p->now.text);
  if (out->type.dtype == FP8C_DTYPE_NONE) return parse_unexpected(p, "a type such as f32[8, 16]");
  TRY(parse_advance(p));
  if (parse_at(p, '@')) TRY(take_scale(p, g, out));
  TRY(take_dims(p, g, out));
  if (out->scale_vector) {
    const tensor *s = &out->scale_vector->type;
    int axis = out->type.scale.axis;
    if (!value_is_const(out->scale_vector) || s->dtype != FP8C_DTYPE_F32 || s->rank != 1 ||
        axis >= out->type.rank || s->dims[0] != out->type.dims[axis])
      FAIL_AT(p, out->at,
              "the scales %%%s are no f32 constant with one entry for each index of axis %d",
              out->scale_vector->name, axis);
  }
  return FP8C_OK;
}

/* ":" type ["reason"], the colon taken already */
fp8c_status parse_typed(parser *p, graph *g, typed *out) {
  TRY(parse_type(p, g, out));
  if (p->now.kind == T_STRING) TRY(parse_string(p, &out->reason));
  return FP8C_OK;
}

void parse_apply_type(value *v, const typed *t) {
  v->type = t->type;
  v->scale_vector = t->scale_vector;
  v->reason = t->reason;
}

/* ---- Numbers of constants ----------------------------------------------- */

fp8c_status parse_element(parser *p, fp8c_dtype dtype, void *out) {
  size_t bytes = dtype_bytes(dtype);
  uint64_t bits;
  if (dtype == FP8C_DTYPE_F64) return parse_f64(p, out);
  if (dtype == FP8C_DTYPE_F32) return parse_f32(p, out);
  if (dtype_is_small_float(dtype)) {
    if (p->now.kind == T_NUMBER && parse_bits(p->now.text, bytes, &bits)) {
      memcpy(out, &bits, bytes); /* little-endian, as everything here */
      return parse_advance(p);
    }
    float x, back;
    token at = p->now;
    TRY(parse_f32(p, &x));
    floats_encode(dtype, &x, out, 1, !isinf(x));
    floats_decode(dtype, out, &back, 1);
    if (!(back == x || (isnan(x) && isnan(back))))
      FAIL_AT(p, at, "%s is no %s number", at.text, fp8c_dtype_name(dtype));
    return FP8C_OK;
  }
  token at = p->now;
  int64_t x = 0;
  if (dtype == FP8C_DTYPE_U64 && p->now.kind == T_NUMBER && !int_parse(at.text, &x)) {
    uint64_t u = 0;
    for (const char *c = at.text; *c; c++)
      if (!is_digit(*c) || __builtin_mul_overflow(u, 10, &u) ||
          __builtin_add_overflow(u, (uint64_t)(*c - '0'), &u))
        return parse_unexpected(p, "an unsigned integer of 64 bits");
    memcpy(out, &u, sizeof u);
    return parse_advance(p);
  }
  TRY(parse_int(p, &x));
  memcpy(out, &x, bytes);
  tensor one = {.dtype = dtype, .data = out};
  if (tensor_int(&one, 0) != x || (dtype == FP8C_DTYPE_BOOL && x != 0 && x != 1) ||
      (dtype == FP8C_DTYPE_U64 && x < 0))
    FAIL_AT(p, at, "%lld is no %s number", (long long)x, fp8c_dtype_name(dtype));
  return FP8C_OK;
}

/* "{" numbers "}", as many as the type has. */
fp8c_status parse_elements(parser *p, const tensor *type, int64_t elements, void **out) {
  token at = p->now;
  TRY(parse_expect(p, '{'));
  size_t bytes = dtype_bytes(type->dtype), count = 0, room = 0;
  char *data = NULL;
  while (!parse_at(p, '}')) {
    if (count) TRY(parse_expect(p, ','));
    if (count == room) {
      data = arena_grow(p->a, data, count, room ? 2 * room : 16, bytes);
      room = room ? 2 * room : 16;
    }
    TRY(parse_element(p, type->dtype, data + count++ * bytes));
  }
  if ((int64_t)count != elements)
    FAIL_AT(p, at, "%zu numbers; the type has %lld", count, (long long)elements);
  *out = data;
  return parse_advance(p);
}

void fill_random(const tensor *t, uint64_t seed) {
  int64_t elements = tensor_elements(t);
  size_t bytes = dtype_bytes(t->dtype);
  bool small = dtype_is_small_float(t->dtype), whole = (seed & SEED_OF_BYTES) != 0;
  float magnitude = fp8c_dtype_bits(t->dtype) == 8 ? 128.0f : 1.0f;
  for (int64_t i = 0; i < elements; i++) {
    uint64_t r = random_next(&seed);
    void *out = (char *)t->data + (size_t)i * bytes;
    double x = (double)(r >> 40) / 8388608.0 - 1.0; /* 24 bits: [-1, 1) in steps of 2^-23 */
    float f = (float)x * magnitude;
    uint64_t integer = t->dtype == FP8C_DTYPE_BOOL ? r >> 63 : whole ? r >> 56 : r >> 61;
    if (whole && (integer & 0x7F) == 0x7F) integer ^= 1;
    if (t->dtype == FP8C_DTYPE_F64)
      memcpy(out, &x, sizeof x);
    else if (small)
      floats_encode(t->dtype, &f, out, 1, true);
    else
      memcpy(out, &integer, bytes);
  }
}
