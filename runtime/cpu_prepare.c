/* cpu_prepare.c - what a set of input shapes makes of a cpu variant.
 *
 * Shapes are inferred step by step; a step whose inputs are all known (as the
 * Shape, Gather, Concat in front of a Reshape are) is computed on the spot,
 * because the shapes after it need its values.  Then every other value gets a
 * place in one arena: first fit in step order, since a network holds few large
 * tensors at a time.  When some shape depends on data, there is no layout and
 * the run does all this as it goes. */
#include <string.h>

#include "base/gaps.h"
#include "base/numbers.h"
#include "base/size.h"
#include "runtime/cpu.h"

#define KNOWN_MAX_BYTES ((size_t)1 << 20) /* larger results are computed by the run */
#define PLACE_ALIGN 64

/* ---- Known values ------------------------------------------------------ */

static bool has_data(const tensor *t) {
  return tensor_shape_known(t) && (t->data || tensor_elements(t) == 0);
}

static bool inputs_known(const cpu_step *step) {
  const op_info *op = step->op->op;
  bool shape_only = op_has(op, FACT_SHAPE_ONLY);
  for (size_t k = 0; k < step->call.in_count; k++) {
    const tensor *t = step->call.in[k];
    if (t && !(shape_only ? tensor_shape_known(t) : has_data(t))) return false;
  }
  return true;
}

/* Computes step `i` now when everything it needs is known and it is small. */
static fp8c_status know(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  const plan_op *o = step->op;
  if (!inputs_known(step)) return FP8C_OK;
  size_t total = 0;
  for (uint32_t k = 0; k < o->out_count; k++) {
    size_t bytes = 0;
    TRY(cpu_bytes(&step->call.out[k], &bytes, err));
    if (!size_add(total, bytes, &total)) return FP8C_OK;
  }
  if (total > KNOWN_MAX_BYTES) return FP8C_OK;
  for (uint32_t k = 0; k < o->out_count; k++) {
    tensor *t = &step->call.out[k];
    t->data = arena_alloc(&s->shapes, tensor_bytes(t));
  }
  TRY(cpu_run_step(s, i, err));
  for (uint32_t k = 0; k < o->out_count; k++) {
    if (o->out[k] == PLAN_NO_VALUE) continue;
    s->values[o->out[k]].data = step->call.out[k].data;
    s->homes[o->out[k]] = HOME_KNOWN;
  }
  step->skip = true;
  return FP8C_OK;
}

/* ---- Aliases ----------------------------------------------------------- */

static bool same_storage(const tensor *a, const tensor *b) {
  return a->dtype == b->dtype && a->scale.kind == b->scale.kind && a->scale.kind != SCALE_AXIS &&
         (a->scale.kind == SCALE_NONE || a->scale.value == b->scale.value) &&
         tensor_elements(a) == tensor_elements(b);
}

/* A step that changes the shape only gives the same bytes another name. */
static void alias(cpu_state *s, uint32_t i) {
  cpu_step *step = &s->steps[i];
  const plan_op *o = step->op;
  if (step->skip || o->op->family != FAMILY_VIEW || o->out_count != 1 || o->in_count == 0) return;
  if (o->in[0] == PLAN_NO_VALUE || o->out[0] == PLAN_NO_VALUE) return;
  if (!same_storage(&s->values[o->in[0]], &s->values[o->out[0]])) return;
  /* A constant that is only ever decoded has no stored bytes to share. */
  if (s->homes[o->in[0]] == HOME_CONST && !has_data(&s->values[o->in[0]])) return;
  s->homes[o->out[0]] = HOME_ALIAS;
  s->alias_of[o->out[0]] = s->alias_of[o->in[0]];
  step->skip = true;
}

/* ---- Places ------------------------------------------------------------ */

/* What a step frees: the results whose last use it is. */
typedef struct freed {
  size_t at, bytes;
  struct freed *next;
} freed;

typedef struct layout {
  arena *arena;
  gaps gaps;
  freed **after; /* by step */
} layout;

static layout new_layout(arena *a, uint32_t steps) {
  layout l = {.arena = a, .after = NEW_ARRAY(a, freed *, (size_t)steps + 1)};
  gaps_init(&l.gaps, a);
  return l;
}

static bool place(layout *l, size_t bytes, uint32_t last, size_t *out) {
  if (!size_align(bytes, PLACE_ALIGN, &bytes) || !gaps_take(&l->gaps, bytes, out)) return false;
  freed *f = NEW(l->arena, freed);
  *f = (freed){*out, bytes, l->after[last]};
  l->after[last] = f;
  return true;
}

static void free_after(layout *l, uint32_t step) {
  for (const freed *f = l->after[step]; f; f = f->next) gaps_give(&l->gaps, f->at, f->bytes);
}

/* last_use, from the aliases there are. */
static void cpu_find_last_uses(cpu_state *s) {
  const plan_variant *v = s->variant;
  memset(s->last_use, 0, v->value_count * sizeof *s->last_use);
  for (uint32_t i = 0; i < v->op_count; i++) {
    const plan_op *o = &v->ops[i];
    for (uint32_t k = 0; k < o->in_count; k++)
      if (o->in[k] != PLAN_NO_VALUE) s->last_use[s->alias_of[o->in[k]]] = i;
    for (uint32_t k = 0; k < o->out_count; k++)
      if (o->out[k] != PLAN_NO_VALUE) s->last_use[s->alias_of[o->out[k]]] = i;
  }
  for (uint32_t i = 0; i < s->plan->output_count; i++)
    s->last_use[s->alias_of[v->outputs[i]]] = v->op_count;
}

/* Offsets of every step's outputs, the k-th of step i at offsets[i][k]; each is
 * free again after its last use, or never when `all` are kept. */
static fp8c_status lay_out(const cpu_state *s, layout *l, bool all, size_t **offsets, bool *fits,
                           fp8c_error *err) {
  const plan_variant *v = s->variant;
  for (uint32_t i = 0; i < v->op_count; i++) {
    const cpu_step *step = &s->steps[i];
    if (step->skip) continue;
    offsets[i] = NEW_ARRAY(l->arena, size_t, step->op->out_count);
    for (uint32_t k = 0; k < step->op->out_count; k++) {
      size_t bytes = 0;
      uint32_t id = step->op->out[k]; /* an omitted one is computed all the same */
      uint32_t last = id == PLAN_NO_VALUE ? i : all ? v->op_count : s->last_use[id];
      TRY(cpu_bytes(&step->call.out[k], &bytes, err));
      *fits = *fits && place(l, bytes, last, &offsets[i][k]);
    }
    free_after(l, i);
  }
  return FP8C_OK;
}

static fp8c_status make_room(uint8_t **memory, size_t *has, size_t bytes, fp8c_error *err) {
  if (bytes <= *has) return FP8C_OK;
  host_free(*memory);
  *has = 0;
  *memory = host_raw(bytes); /* steps write all of a result; places are used again anyway */
  if (!*memory)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for activations of %zu bytes", bytes);
  *has = bytes;
  return FP8C_OK;
}

/* Offsets first, addresses when the whole size is known. */
static fp8c_status place_all(cpu_state *s, fp8c_error *err) {
  const plan_variant *v = s->variant;
  arena_mark mark = arena_save(&s->scratch);
  layout l = new_layout(&s->scratch, v->op_count), reruns = new_layout(&s->scratch, v->op_count);
  size_t **offsets = NEW_ARRAY(&s->scratch, size_t *, v->op_count);
  size_t **again = NEW_ARRAY(&s->scratch, size_t *, v->op_count);
  size_t *copies = NEW_ARRAY(&s->scratch, size_t, s->plan->output_count);
  bool fits = true;
  cpu_find_last_uses(s);
  TRY(lay_out(s, &l, s->keeps, offsets, &fits, err));
  if (s->keeps) TRY(lay_out(s, &reruns, false, again, &fits, err));
  for (uint32_t i = 0; i < s->plan->output_count; i++) {
    uint32_t id = v->outputs[i];
    size_t bytes = 0;
    s->view_copies[i] = (tensor){.rank = 0};
    if (s->homes[s->alias_of[id]] == HOME_NOWHERE) continue; /* about to be in the arena */
    TRY(cpu_bytes(&s->values[id], &bytes, err));
    fits = fits && place(&l, bytes, v->op_count, &copies[i]);
    s->view_copies[i] = s->values[id];
    s->view_copies[i].dtype = s->values[id].dtype;
  }
  if (!fits)
    return fail(err, FP8C_ERROR_NO_MEMORY, "the activations do not fit in any machine's memory");
  TRY(make_room(&s->memory, &s->memory_bytes, l.gaps.peak, err));
  TRY(make_room(&s->again, &s->again_bytes, reruns.gaps.peak, err));
  for (uint32_t i = 0; i < v->op_count; i++) {
    cpu_step *step = &s->steps[i];
    if (step->skip) continue;
    for (uint32_t k = 0; k < step->op->out_count; k++) {
      uint32_t id = step->op->out[k];
      bool empty = tensor_elements(&step->call.out[k]) == 0;
      step->call.out[k].data = empty ? NULL : s->memory + offsets[i][k];
      if (s->keeps) step->again[k] = empty ? NULL : s->again + again[i][k];
      if (id == PLAN_NO_VALUE) continue;
      s->values[id].data = step->call.out[k].data;
      s->homes[id] = HOME_ARENA;
    }
  }
  for (uint32_t i = 0; i < s->plan->output_count; i++)
    if (s->view_copies[i].dtype != FP8C_DTYPE_NONE)
      s->view_copies[i].data = s->memory ? s->memory + copies[i] : NULL;
  arena_reset(&s->scratch, mark);
  return FP8C_OK;
}

/* ---- The whole --------------------------------------------------------- */

/* Forgets what earlier shapes made known. */
static void forget(cpu_state *s) {
  const plan_variant *v = s->variant;
  arena_free(&s->shapes);
  for (uint32_t i = 0; i < v->value_count; i++) {
    s->alias_of[i] = i;
    if (s->homes[i] == HOME_CONST) continue;
    s->homes[i] = HOME_NOWHERE;
    s->values[i] = (tensor){.rank = RANK_UNKNOWN};
  }
  for (uint32_t i = 0; i < v->op_count; i++) {
    cpu_step *step = &s->steps[i];
    step->skip = false;
    step->call = (op_call){.op = step->op->op,
                           .attrs = step->op->attrs,
                           .in = step->in,
                           .in_count = step->op->in_count,
                           .out = NEW_ARRAY(&s->shapes, tensor, step->op->out_count),
                           .out_count = step->op->out_count,
                           .scratch = &s->scratch,
                           .threads = s->threads,
                           .plain = (s->flags & FP8C_SESSION_PLAIN) != 0};
  }
}

static fp8c_status take_inputs(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  const plan_variant *v = s->variant;
  for (uint32_t i = 0; i < s->plan->input_count; i++) {
    const plan_value *want = &v->values[v->inputs[i]];
    tensor t = {.dtype = inputs[i].dtype, .rank = inputs[i].rank};
    memcpy(t.dims, inputs[i].shape, sizeof t.dims);
    for (int k = 0; k < t.rank && want->rank == t.rank; k++)
      if (want->dims[k] >= 0 && want->dims[k] != t.dims[k])
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "input \"%s\": dimension %d is %lld; this variant is for %lld",
                    s->plan->inputs[i].name, k, (long long)t.dims[k], (long long)want->dims[k]);
    size_t bytes = 0;
    fp8c_status status = cpu_bytes(&t, &bytes, err);
    if (status != FP8C_OK) return fail_in(err, status, "input \"%s\"", s->plan->inputs[i].name);
    TRY(cpu_store_as(s, v->inputs[i], &t, err));
    s->values[v->inputs[i]] = t;
    s->homes[v->inputs[i]] = HOME_PORT;
  }
  return FP8C_OK;
}

fp8c_status cpu_forget(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  forget(s);
  return take_inputs(s, inputs, err);
}

fp8c_status cpu_prepare(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  const plan_variant *v = s->variant;
  s->prepared = false;
  s->step_by_step = false;
  s->have_views = false;
  TRY(cpu_forget(s, inputs, err));
  s->step_by_step = s->has_control;
  arena_mark mark = arena_save(&s->scratch);
  cpu_users users = cpu_find_users(s, &s->scratch);
  for (uint32_t i = 0; i < v->op_count && !s->step_by_step; i++) {
    TRY(cpu_infer(s, i, err));
    for (uint32_t k = 0; k < v->ops[i].out_count; k++)
      if (!tensor_shape_known(&s->steps[i].call.out[k])) s->step_by_step = true;
    if (s->step_by_step) break;
    TRY(know(s, i, err));
    alias(s, i);
    cpu_join_clip(s, &users, i);
  }
  arena_reset(&s->scratch, mark);
  if (s->step_by_step) {
    TRY(cpu_forget(s, inputs, err)); /* the run starts from the inputs alone, every time */
    cpu_find_last_uses(s);
  } else {
    TRY(place_all(s, err));
  }
  for (uint32_t i = 0; i < s->plan->input_count; i++) s->key[i] = inputs[i];
  s->prepared = true;
  return FP8C_OK;
}
