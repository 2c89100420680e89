/* constant_scales.c - see constant_scales.h. */
#include "passes/precision/constant_scales.h"

#include <math.h>

/* A constant's codes, which are of this bias alone and are not kept. */
static fp8c_status constant_codes(pass_context *c, const value *v, fp8c_dtype format, float unit,
                                  const small_weight **out, fp8c_error *err) {
  arena *a = c->scratch;
  tensor t;
  TRY(value_load(v, a, &t, err));
  size_t count = (size_t)tensor_elements(&t);
  weight_matrix m = {tensor_f32(&t, a), 1, count, true};
  uint8_t *codes = arena_array(a, count + 1, 1);
  if (count) weight_codes(format, &m, c->threads, &unit, codes);
  small_weight *w = NEW(a, small_weight);
  *w = (small_weight){.type = t, .codes = codes, .sqnr_db = NAN};
  w->type.dtype = format;
  w->type.scale = (scale){.kind = SCALE_TENSOR, .value = unit};
  *out = w;
  return FP8C_OK;
}

fp8c_status constant_form(pass_context *c, const node *n, size_t format, int bias,
                          product_form *out, fp8c_error *err) {
  const product_format *f = &product_formats[format];
  float unit = ldexpf(1.0f, -bias);
  *out = (product_form){.attrs = n->attrs};
  for (size_t i = 0; i < 2; i++) {
    operand_form *x = &out->operand[i];
    *x = (operand_form){.format = i == 0 ? f->dtype : f->weights, .unit = unit};
    if (value_is_const(n->in[i])) TRY(constant_codes(c, n->in[i], x->format, unit, &x->codes, err));
  }
  return FP8C_OK;
}
