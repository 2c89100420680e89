/* cpu_weights.c - constants of a cpu variant in memory, in the form they are used.
 *
 * FP8, BF16 and F16 constants are small in the file and would be decoded again
 * at every run; what the arithmetic takes as F32 is decoded here instead, and
 * the stored form is kept only where some step moves it as it is. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/products.h"
#include "ops/ops.h"
#include "runtime/cpu.h"
#include "runtime/replay.h"

static bool stored_otherwise(const plan_value *v) {
  return dtype_is_small_float(v->dtype) &&
         (v->dtype != FP8C_DTYPE_F32 || v->scale_kind != SCALE_NONE);
}

/* The rule of op_run (ops.c): elements are moved as bytes when every float
 * involved is stored alike. */
static bool moved_as_bytes(const plan_variant *v, const plan_op *o) {
  if (o->op->types != TYPES_MOVE || o->out_count == 0 || o->out[0] == PLAN_NO_VALUE) return false;
  const plan_value *first = &v->values[o->out[0]];
  for (uint32_t i = 0; i < o->in_count + o->out_count; i++) {
    uint32_t id = i < o->in_count ? o->in[i] : o->out[i - o->in_count];
    const plan_value *t = id == PLAN_NO_VALUE ? NULL : &v->values[id];
    if (!t || !dtype_is_small_float(t->dtype)) continue;
    if (t->dtype != first->dtype || t->scale_kind != first->scale_kind) return false;
    if (t->scale_kind == SCALE_AXIS) return false;
    if (t->scale_kind == SCALE_TENSOR && t->scale != first->scale) return false;
  }
  return true;
}

/* Products take codes of narrow types as they are and apply scales to the sum,
 * so codes as F32, with the scale still on them, give the same bits.  Attention
 * rounds as its operands' type says and must see it. */
static bool multiplies_codes(const plan_op *o) {
  return o->op->types == TYPES_RAW && o->op->precision == CLASS_GEMM &&
         o->op->family != FAMILY_ATTENTION;
}

/* In F32 a weight of a product takes up to four times its memory, and fresh memory costs more than
 * a run saves by it: products read narrow rows as well, and the same bits come out.  Smaller ones
 * are read by so many rows that decoding them once is worth it. */
#define LEAN_ELEMENTS ((int64_t)2 << 20)

static bool is_left_stored(const plan_op *o, uint32_t i, const plan_value *t) {
  if (op_of(o->op) != OP_LINEAR || i != 1) return false;
  int64_t elements;
  return shape_elements(t->dims, t->rank, &elements) && elements >= LEAN_ELEMENTS;
}

cpu_form cpu_input_form(const plan_variant *v, const plan_op *o, uint32_t i, bool lean) {
  if (o->in[i] == PLAN_NO_VALUE) return FORM_STORED;
  const plan_value *t = &v->values[o->in[i]];
  if (t->kind != PLAN_VALUE_CONST || !stored_otherwise(t)) return FORM_STORED;
  if (lean && is_left_stored(o, i, t)) return FORM_STORED;
  if (multiplies_codes(o)) return t->dtype == FP8C_DTYPE_F32 ? FORM_STORED : FORM_CODES;
  tensor type = {.dtype = t->dtype, .scale.kind = t->scale_kind};
  if (o->op->types == TYPES_RAW || moved_as_bytes(v, o) || op_gathers_stored(o->op, i, &type))
    return FORM_STORED;
  return FORM_REAL;
}

typedef struct uses {
  bool in[FORM_COUNT]; /* some step takes it in this form */
  bool elsewhere;      /* something else than a product reads it */
} uses;

static void read_as_stored(uses *u) { u->in[FORM_STORED] = u->elsewhere = true; }

static uses *find_uses(cpu_weights *s) {
  const plan_variant *v = s->variant;
  uses *u = NEW_ARRAY(&s->scratch, uses, v->value_count);
  for (uint32_t i = 0; i < v->op_count; i++)
    for (uint32_t k = 0; k < v->ops[i].in_count; k++) {
      uint32_t id = v->ops[i].in[k];
      if (id == PLAN_NO_VALUE || v->values[id].kind != PLAN_VALUE_CONST) continue;
      u[id].in[cpu_input_form(v, &v->ops[i], k, s->lean)] = true;
      u[id].elsewhere |= op_of(v->ops[i].op) != OP_LINEAR || k != 1;
    }
  for (uint32_t i = 0; i < s->plan->output_count; i++) read_as_stored(&u[v->outputs[i]]);
  for (uint32_t i = 0; i < v->value_count; i++)
    if (v->values[i].scale_kind == SCALE_AXIS) read_as_stored(&u[v->values[i].scale_value]);
  return u;
}

static tensor type_of(const plan_value *v) {
  tensor t = {.dtype = v->dtype, .rank = v->rank};
  memcpy(t.dims, v->dims, sizeof t.dims);
  t.scale.kind = v->scale_kind;
  if (v->scale_kind == SCALE_TENSOR) t.scale.value = v->scale;
  if (v->scale_kind == SCALE_AXIS) t.scale.axis = v->scale_axis;
  return t;
}

/* The stored bytes of a constant: borrowed from a plan in memory when they lie
 * well there, else read into `a`. */
static fp8c_status load_stored(cpu_weights *s, uint32_t id, arena *a, tensor *t, fp8c_error *err) {
  const plan_value *v = &s->variant->values[id];
  size_t bytes = (size_t)s->plan->blobs[v->index].bytes;
  const void *borrowed = NULL;
  if (bytes == 0) return FP8C_OK;
  fp8c_status status = plan_borrow_blob(s->plan, s->source, v->index, &borrowed, err);
  if (status == FP8C_OK && borrowed && (uintptr_t)borrowed % dtype_bytes(v->dtype) == 0) {
    t->data = (void *)(uintptr_t)borrowed;
    return FP8C_OK;
  }
  if (status == FP8C_OK) {
    t->data = arena_raw(a, 1, bytes);
    status = plan_read_blob(s->plan, s->source, v->index, t->data, err);
  }
  return status == FP8C_OK ? status : fail_in(err, status, "constant \"%s\"", v->name);
}

/* Weights that are made of others are made for each step that multiplies by them, and are gone
 * behind it: all of a large model's together have no room. */
static bool is_made_by_steps(const cpu_weights *s, uint32_t id, uses u) {
  const plan_blob *b = &s->plan->blobs[s->variant->values[id].index];
  bool otherwise = u.in[FORM_REAL] || u.in[FORM_CODES] || u.elsewhere;
  return s->lean && b->made && b->bytes && !otherwise;
}

static fp8c_status load_constant(cpu_weights *s, uint32_t id, uses u, fp8c_error *err) {
  const plan_value *v = &s->variant->values[id];
  tensor t = type_of(v);
  if (v->scale_kind == SCALE_AXIS) t.scale.scales = s->forms[FORM_STORED][v->scale_value].data;
  s->forms[FORM_STORED][id] = t;
  if (!u.in[FORM_STORED] && !u.in[FORM_REAL] && !u.in[FORM_CODES]) return FP8C_OK;
  if (is_made_by_steps(s, id, u)) return FP8C_OK;
  arena_mark mark = arena_save(&s->scratch);
  TRY(load_stored(s, id, u.in[FORM_STORED] ? &s->keep : &s->scratch, &t, err));
  if (u.in[FORM_STORED]) s->forms[FORM_STORED][id].data = t.data;
  for (int form = FORM_REAL; form <= FORM_CODES; form++) {
    if (!u.in[form]) continue;
    tensor f32 = t, from = t;
    f32.dtype = FP8C_DTYPE_F32;
    if (form == FORM_REAL)
      f32.scale = (scale){.kind = SCALE_NONE};
    else
      from.scale = (scale){.kind = SCALE_NONE};
    f32.data = arena_raw(&s->keep, (size_t)tensor_elements(&t), sizeof(float));
    if (t.data) tensor_decode(s->threads, &from, f32.data);
    s->forms[form][id] = f32;
  }
  arena_reset(&s->scratch, mark);
  return FP8C_OK;
}

static fp8c_status load_all(cpu_weights *s, fp8c_error *err) {
  const plan_variant *v = s->variant;
  for (int form = 0; form < FORM_COUNT; form++)
    s->forms[form] = NEW_ARRAY(&s->keep, tensor, v->value_count);
  const uses *u = find_uses(s);
  /* Scales first: other constants point at them. */
  for (int scaled = 0; scaled < 2; scaled++)
    for (uint32_t i = 0; i < v->value_count; i++) {
      if (v->values[i].kind != PLAN_VALUE_CONST) continue;
      if ((v->values[i].scale_kind == SCALE_AXIS) != (scaled == 1)) continue;
      TRY(load_constant(s, i, u[i], err));
    }
  return FP8C_OK;
}

static void free_weights(shared *object) {
  cpu_weights *w = (cpu_weights *)object;
  arena_free(&w->scratch);
  arena_free(&w->keep);
  host_free(w);
}

static fp8c_status make_weights(void *user, shared **out, fp8c_error *err) {
  const cpu_state *s = user;
  cpu_weights *w = host_alloc(sizeof *w);
  if (!w) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while loading weights");
  w->head.free = free_weights;
  w->plan = s->plan;
  w->variant = s->variant;
  w->source = s->source;
  w->threads = s->threads;
  w->lean = (s->flags & SESSION_LEAN) != 0;
  arena_init(&w->keep, &w->guard);
  arena_init(&w->scratch, &w->guard);
  fp8c_status status =
      setjmp(w->guard.jump)
          ? fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while loading weights",
                 w->guard.wanted_bytes)
          : load_all(w, err);
  arena_free(&w->scratch);
  if (status != FP8C_OK) {
    free_weights(&w->head);
    return status;
  }
  w->plan = NULL; /* those of a body go before the weights do */
  w->variant = NULL;
  w->threads = NULL;
  *out = &w->head;
  return FP8C_OK;
}

fp8c_status cpu_load_weights(cpu_state *s, fp8c_error *err) {
  const plan_variant *v = s->variant;
  shared *w;
  TRY(shared_take(s->shared, v->values, -1, make_weights, s, &w, err));
  s->weights = (cpu_weights *)w;
  for (uint32_t i = 0; i < v->value_count; i++) {
    if (v->values[i].kind != PLAN_VALUE_CONST) continue;
    s->values[i] = s->weights->forms[FORM_STORED][i];
    s->homes[i] = HOME_CONST;
  }
  return FP8C_OK;
}
