/* isolated.c - runs one product in isolation. */
#include "passes/precision/isolated.h"

#include <math.h>

#include "base/numbers.h"
#include "ops/ids/products.h"
#include "passes/precision/attention_scales.h"
#include "passes/precision/recurrent_state.h"
#include "passes/precision/row_scales.h"

size_t operand_count(const node *n) {
  return node_attends(n) ? ATTENTION_OPERANDS : node_multiplies(n) ? 2 : 0;
}

#define ROUNDED_AT_ONCE ((uint64_t)8 << 20) /* numbers */

/* Of large weights in BF16 no copy waits for the next run: they are rounded as soon as read. */
static bool rounds_at_once(const node *n, size_t i) {
  return node_is(n, OP_LINEAR) && i == 1 &&
         n->in[1]->blob.bytes / dtype_bytes(n->in[1]->type.dtype) > ROUNDED_AT_ONCE;
}

static fp8c_status operand_form_of(pass_context *c, const node *n, size_t i,
                                   const operand_formats *f, operand_form *out, fp8c_error *err) {
  fp8c_dtype format = i == 0 || node_attends(n) ? f->activations : f->weights;
  *out = (operand_form){.format = format, .unit = 1.0f};
  if (format == FP8C_DTYPE_F32) return FP8C_OK;
  if (operand_is_kept(n, i)) {
    *out = (operand_form){.format = FP8C_DTYPE_E4M3, .unit = n->in[i]->type.scale.value};
    return FP8C_OK;
  }
  if (value_is_const(n->in[i])) {
    bool fp8 = dtype_is_fp8(format);
    bool per_channel = fp8 && i == 1 && weights_per_channel(c, n);
    out->blocks = fp8 && i == 1 && f->by == SCALES_OF_BLOCKS;
    if (out->blocks) return FP8C_OK;
    if (fp8 && i == 1 && node_multiplies(n))
      return product_weights(c, n, f, per_channel, &out->codes, err);
    if (format == FP8C_DTYPE_BF16 && rounds_at_once(n, i)) return FP8C_OK;
    scale_policy policy = operand_policy(c, n, i);
    return weight_by(c, n->in[i], format, false, &policy, &out->codes, err);
  }
  if (!dtype_is_fp8(format)) return FP8C_OK;
  out->by = i == 0 ? f->by : operand_by_rows(c, n, i) ? SCALES_OF_ROWS : SCALES_OF_TENSOR;
  if (out->by) return FP8C_OK;
  out->unit = operand_scale(c, n, i, format);
  if (i == 0) out->split = split_of(c, n);
  return FP8C_OK;
}

/* As insert-scales leaves an attention in FP8. */
static attr_list attention_attrs(const node *n, bool f16_scores, arena *a) {
  const attr own[] = {{.name = "probabilities", .kind = ATTR_STRING, .s = "e4m3"},
                      {.name = "scores", .kind = ATTR_STRING, .s = f16_scores ? "f16" : "f32"}};
  return attr_join(n->attrs, own, 2, a);
}

static fp8c_status attention_form(pass_context *c, const node *n, fp8c_dtype format,
                                  product_form *out, fp8c_error *err) {
  attention_scales scales;
  if (!attention_scales_of(c, n, &scales))
    return fail(err, FP8C_ERROR_INTERNAL, "attention \"%s\" has no statistics", n->name);
  for (size_t i = 0; i < ATTENTION_OPERANDS; i++)
    out->operand[i] = (operand_form){.format = attention_format(format, i),
                                     .unit = attention_scale_in(&scales, format, i)};
  out->attrs = attention_attrs(n, scales.f16_scores, c->keep);
  return FP8C_OK;
}

static fp8c_status recurrent_form(pass_context *c, const node *n, fp8c_dtype format,
                                  product_form *out, fp8c_error *err) {
  state_form form;
  TRY(state_form_of(c, n, format, &form, err));
  *out = (product_form){.attrs = form.attrs, .state = form.weights};
  return FP8C_OK;
}

static fp8c_status form_of(pass_context *c, const node *n, operand_formats f, product_form *out,
                           fp8c_error *err) {
  *out = (product_form){.attrs = n->attrs};
  if (node_attends(n) && dtype_is_fp8(f.activations))
    return attention_form(c, n, f.activations, out, err);
  if (node_recurs(n)) return recurrent_form(c, n, f.activations, out, err);
  for (size_t i = 0; i < operand_count(n); i++)
    TRY(operand_form_of(c, n, i, &f, &out->operand[i], err));
  return FP8C_OK;
}

fp8c_status product_form_of(pass_context *c, const node *n, fp8c_dtype activations,
                            fp8c_dtype weights, product_form *out, fp8c_error *err) {
  return form_of(c, n, (operand_formats){activations, weights, operand_sharing(c, n)}, out, err);
}

fp8c_status product_form_by(pass_context *c, const node *n, fp8c_dtype activations,
                            fp8c_dtype weights, scale_sharing by, product_form *out,
                            fp8c_error *err) {
  return form_of(c, n, (operand_formats){activations, weights, by}, out, err);
}

const char *sharing_impossible(const pass_context *c, const node *n, scale_sharing by) {
  return by == SCALES_OF_ROWS     ? row_scales_impossible(n, c)
         : by == SCALES_OF_BLOCKS ? block_scales_impossible(n, c)
         : by == SCALES_OF_RUN    ? run_scales_impossible(n, c)
                                  : NULL;
}

bool sharing_is_candidate(const pass_context *c, const node *n, scale_sharing by) {
  bool clips = c->scales.method != SCALE_BY_MSE && c->scales.method != SCALE_BY_MAX;
  bool pinned = operand_granularity(c, n, 0) || scale_is_given(c, n, 0) ||
                (by == SCALES_OF_BLOCKS &&
                 (operand_granularity(c, n, 1) || operand_policy(c, n, 1).method != SCALE_BY_MSE));
  return !clips && !pinned && node_multiplies(n) && node_has_weights(n) &&
         !sharing_impossible(c, n, by) && !format_impossible(n, c, FP8C_DTYPE_E4M3);
}

/* Elements on their way into a form. */
typedef struct forming {
  const float *from;
  operand_form form;
  float r, *scaled;
  void *to;
  size_t depth; /* of a row */
} forming;

static void lattice_stretch(void *object, size_t from, size_t to) {
  const forming *f = object;
  round_to(*f->form.what_if, f->from + from, to - from, f->form.unit, (float *)f->to + from);
}

static tensor on_lattice(pass_context *c, const tensor *x, operand_form form) {
  size_t count = (size_t)tensor_elements(x);
  tensor t = *x;
  t.data = arena_raw(c->scratch, count + 1, sizeof(float));
  forming f = {.from = x->data, .form = form, .to = t.data};
  pool_stretches(c->threads, count, lattice_stretch, &f);
  return t;
}

static void encode_stretch(void *object, size_t from, size_t to) {
  const forming *f = object;
  const float *x = f->from;
  if (f->scaled) {
    for (size_t i = from; i < to; i++) f->scaled[i] = x[i] * f->r;
    x = f->scaled;
  }
  floats_encode(f->form.format, x + from, (char *)f->to + from * dtype_bytes(f->form.format),
                to - from, true);
}

/* x * RN(1 / unit) rounded to the format, as a Quantize or a Cast stores it. */
static tensor rounded(pass_context *c, const tensor *x, operand_form form) {
  size_t count = (size_t)tensor_elements(x);
  tensor t = *x;
  forming f = {.from = x->data, .form = form, .r = 1.0f / form.unit};
  if (dtype_is_fp8(form.format)) {
    f.scaled = arena_raw(c->scratch, count + 1, sizeof(float));
    t.scale = (scale){.kind = SCALE_TENSOR, .value = form.unit};
  }
  t.dtype = form.format;
  t.data = f.to = arena_raw(c->scratch, count + 1, dtype_bytes(form.format));
  pool_stretches(c->threads, count, encode_stretch, &f);
  return t;
}

/* Rows, or 128 of them, rounded by their own scales, as real numbers: behind the product the scales
 * would be multiplied, which differs in the last bit. */
static tensor rounded_rows(const tensor *x, operand_form form, arena *a) {
  tensor t = *x;
  size_t count = (size_t)tensor_elements(x), k = t.rank ? (size_t)t.dims[t.rank - 1] : 1;
  lattice l = lattice_of(lattice_kind_of(form.format));
  float *y = arena_raw(a, count + 1, sizeof *y);
  const float *from = x->data;
  t.data = y;
  if (form.by == SCALES_OF_RUN) k = count;
  if (form.by == SCALES_OF_BLOCKS) {
    block_rows(form.format, from, k ? count / k : 0, k, y);
    return t;
  }
  for (size_t i = 0; i < count; i += k) {
    float amax = 0;
    for (size_t j = i; j < i + k; j++) amax = fabsf(from[j]) > amax ? fabsf(from[j]) : amax;
    round_to(l, from + i, k, row_scale(amax, form.format), y + i);
  }
  return t;
}

static void round_row_twice(void *object, size_t row, int worker) {
  (void)worker;
  const forming *f = object;
  lattice l = lattice_of(lattice_kind_of(f->form.format));
  const float *from = f->from + row * f->depth;
  float *y = (float *)f->to + row * f->depth;
  round_to(l, from, f->depth, f->form.unit, y);
  for (size_t i = 0; i < f->form.split->count; i++) {
    size_t k = (size_t)f->form.split->channels[i];
    float left = from[k] - y[k], part;
    round_to(l, &left, 1, f->form.unit, &part);
    y[k] += part;
  }
}

/* With the remainders of some channels, as real numbers. */
static tensor rounded_twice(pass_context *c, const tensor *x, operand_form form) {
  tensor t = *x;
  size_t count = (size_t)tensor_elements(x), depth = form.split->depth;
  t.data = arena_raw(c->scratch, count + 1, sizeof(float));
  forming f = {.from = x->data, .form = form, .to = t.data, .depth = depth};
  pool_run(c->threads, depth ? count / depth : 0, round_row_twice, &f);
  return t;
}

static tensor in_f32(const tensor *t, arena *a) {
  tensor r = *t;
  r.data = (void *)(uintptr_t)tensor_f32(t, a);
  r.dtype = FP8C_DTYPE_F32;
  r.scale = (scale){0};
  return r;
}

fp8c_status isolated_begin(pass_context *c, const node *n, const tensor *const *inputs,
                           isolated_node *out, fp8c_error *err) {
  arena *a = c->scratch;
  *out = (isolated_node){.n = n, .c = c};
  TRY(node_call(n, a, false, &out->call, err));
  out->in = NEW_ARRAY(a, const tensor *, n->in_count + 1); /* room for a bias */
  for (size_t i = 0; i < n->in_count; i++) {
    out->in[i] = inputs[i] ? inputs[i] : out->call.in[i];
    if (inputs[i] || !n->in[i] || i < operand_count(n)) continue;
    tensor *t = NEW(a, tensor); /* a bias, an axis: numbers the shape or the sum needs */
    TRY(value_load(n->in[i], a, t, err));
    out->in[i] = t;
  }
  out->bias = n->in_count > 2 ? out->in[2] : NULL;
  out->call.in = out->in;
  out->call.scratch = a;
  out->call.threads = c->threads;
  for (size_t i = 0; i < out->call.out_count; i++)
    out->call.out[i] = (tensor){.rank = RANK_UNKNOWN};
  TRY(op_infer(&out->call, err));
  out->macs = op_macs(&out->call);
  for (size_t i = 0; i < operand_count(n); i++)
    if (inputs[i]) out->real[i] = in_f32(inputs[i], a);
  return FP8C_OK;
}

/* Rows of a matrix, or elements of a vector, in the order of `rows`. */
static tensor rows_of(const tensor *t, const size_t *rows, size_t count, arena *a) {
  size_t all = (size_t)t->dims[0], bytes = all ? tensor_bytes(t) / all : 0;
  tensor some = *t;
  char *data = arena_raw(a, count, bytes);
  some.dims[0] = (int64_t)count;
  some.data = data;
  for (size_t i = 0; i < count; i++)
    memcpy(data + i * bytes, (const char *)t->data + rows[i] * bytes, bytes);
  if (t->scale.kind != SCALE_AXIS) return some;
  float *scales = NEW_ARRAY(a, float, count);
  some.scale.scales = scales;
  for (size_t i = 0; i < count; i++) scales[i] = t->scale.scales[rows[i]];
  return some;
}

/* Those of the channels that it is run with. */
static tensor of_channels(const isolated_node *x, const tensor *t) {
  return x->channels ? rows_of(t, x->channels, (size_t)x->real[1].dims[0], x->c->scratch) : *t;
}

/* A constant operand in F32; what is read is not kept: the caller may take the memory back after a
 * run. */
static fp8c_status numbers_of(const isolated_node *x, size_t i, tensor *out, fp8c_error *err) {
  tensor stored;
  *out = x->real[i];
  if (out->data || !value_is_const(x->n->in[i])) return FP8C_OK;
  TRY(value_load_by(x->n->in[i], x->c->threads, x->c->scratch, &stored, err));
  *out = in_f32(&stored, x->c->scratch);
  return FP8C_OK;
}

fp8c_status isolated_take_channels(isolated_node *x, const size_t *channels, size_t count,
                                   fp8c_error *err) {
  arena *a = x->c->scratch;
  tensor all;
  TRY(numbers_of(x, 1, &all, err));
  x->real[1] = rows_of(&all, channels, count, a);
  x->channels = channels;
  if (!x->bias || !x->bias->data) return FP8C_OK;
  tensor *bias = NEW(a, tensor);
  *bias = rows_of(x->bias, channels, count, a);
  x->bias = bias;
  return FP8C_OK;
}

fp8c_status what_if_form(const isolated_node *x, lattice_kind kind, product_form *out,
                         fp8c_error *err) {
  const node *n = x->n;
  pass_context *c = x->c;
  arena *a = c->scratch;
  lattice *l = NEW(a, lattice);
  *l = lattice_of(kind);
  *out = (product_form){.attrs = n->attrs};
  for (size_t i = 0; i < 2; i++) {
    operand_form *f = &out->operand[i];
    *f = (operand_form){.format = FP8C_DTYPE_F32, .unit = 1.0f};
    if (!value_is_const(n->in[i])) {
      f->unit = stats_best_unit(stats_find(c->stats, n->in[i]->name), kind);
      f->what_if = l;
      continue;
    }
    tensor t;
    TRY(numbers_of(x, i, &t, err));
    size_t count = (size_t)tensor_elements(&t);
    bool channels = i == 1 && weights_per_channel(c, n);
    size_t rows = channels && t.rank > 0 ? (size_t)t.dims[0] : 1;
    float *w = arena_raw(a, count + 1, sizeof *w);
    if (count) weights_on(kind, t.data, rows, count / rows, c->threads, w);
    f->numbers = w;
  }
  return FP8C_OK;
}

static fp8c_status give_codes(const isolated_node *x, size_t i, const small_weight *w, tensor *out,
                              fp8c_error *err) {
  const void *numbers;
  TRY(weight_numbers(x->c, w, &numbers, err));
  *out = w->type;
  out->data = (void *)(uintptr_t)numbers;
  if (i == 1) *out = of_channels(x, out);
  return FP8C_OK;
}

static fp8c_status give_constant(const isolated_node *x, size_t i, operand_form form, tensor *out,
                                 fp8c_error *err) {
  if (form.codes) return give_codes(x, i, form.codes, out, err);
  tensor real;
  TRY(numbers_of(x, i, &real, err));
  *out = real;
  if (form.numbers) {
    out->data = (void *)(uintptr_t)form.numbers;
  } else if (form.blocks) {
    out->data = arena_raw(x->c->scratch, (size_t)tensor_elements(out) + 1, sizeof(float));
    block_weight_real(x->c, &real, form.format, out->data);
  } else if (form.format != FP8C_DTYPE_F32) {
    *out = rounded(x->c, &real, form);
  }
  return FP8C_OK;
}

static fp8c_status give_operand(isolated_node *x, size_t i, operand_form form, fp8c_error *err) {
  arena *a = x->c->scratch;
  tensor *t = NEW(a, tensor);
  x->in[i] = t;
  if (value_is_const(x->n->in[i])) return give_constant(x, i, form, t, err);
  if (form.by)
    *t = rounded_rows(&x->real[i], form, a);
  else if (form.split)
    *t = rounded_twice(x->c, &x->real[i], form);
  else if (form.what_if)
    *t = on_lattice(x->c, &x->real[i], form);
  else
    *t = form.format == FP8C_DTYPE_F32 ? x->real[i] : rounded(x->c, &x->real[i], form);
  return FP8C_OK;
}

/* R of a recurrent layer; its operator takes numbers. */
static fp8c_status give_state(isolated_node *x, const product_form *form, fp8c_error *err) {
  arena *a = x->c->scratch;
  tensor *t = NEW(a, tensor), stored;
  x->in[RECURRENT_WEIGHTS] = x->bias;
  if (!form->state) return FP8C_OK;
  stored = form->state->type;
  const void *numbers;
  TRY(weight_numbers(x->c, form->state, &numbers, err));
  stored.data = (void *)(uintptr_t)numbers;
  *t = in_f32(&stored, a);
  x->in[RECURRENT_WEIGHTS] = t;
  return FP8C_OK;
}

/* The bias that belongs to the weights' codes, or the node's own. */
static fp8c_status give_bias(isolated_node *x, const product_form *form, fp8c_error *err) {
  const small_weight *w = form->operand[1].codes;
  if (node_recurs(x->n)) return give_state(x, form, err);
  if (!node_multiplies(x->n)) return FP8C_OK;
  x->in[2] = x->bias;
  x->call.in_count = x->n->in_count;
  if (!w || !w->shift) return FP8C_OK;
  tensor *t = NEW(x->c->scratch, tensor);
  TRY(shifted_bias(x->n, w, x->c->scratch, t, err));
  *t = of_channels(x, t);
  x->in[2] = t;
  if (x->call.in_count < 3) x->call.in_count = 3;
  return FP8C_OK;
}

fp8c_status isolated_run(isolated_node *x, const product_form *form, tensor *out, fp8c_error *err) {
  for (size_t i = 0; i < operand_count(x->n); i++) TRY(give_operand(x, i, form->operand[i], err));
  TRY(give_bias(x, form, err));
  *out = (tensor){.rank = RANK_UNKNOWN};
  x->call.attrs = form->attrs;
  x->call.out = out;
  x->call.out_count = 1;
  TRY(op_infer(&x->call, err));
  out->dtype = FP8C_DTYPE_F32;
  out->scale = (scale){0};
  out->data = arena_alloc(x->c->scratch, tensor_bytes(out) + 1);
  return op_run(&x->call, err);
}
