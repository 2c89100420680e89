/* follow.c - what the error of one step, and no other, does to the outputs.
 *
 * The step's own error is what its result differs by from F32 arithmetic on the
 * same inputs.  The F32 model is run again with that difference added to the
 * step's result, where the plan's own readers of it read it: a rounding to FP8
 * in front of a product is not seen by the residual beside it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/debug/walk.h"

/* ---- Ranking ------------------------------------------------------------- */

double debug_entering(const debug_step *s) {
  double most = 0;
  for (uint32_t i = 0; i < s->value_count; i++) {
    double noise = figures_noise(&s->values[i].isolated);
    if (noise > most) most = noise; /* false for NAN */
  }
  return most;
}

/* The largest among the outputs, of a followed step. */
static double debug_reaching(const debug_walk *w, const debug_step *s) {
  double most = 0;
  for (uint32_t i = 0; s->followed && i < w->plan->output_count; i++) {
    double noise = figures_noise(&s->followed[i]);
    if (noise > most) most = noise;
  }
  return most;
}

typedef struct ranked {
  uint32_t step;
  bool followed;
  double entering, reaching;
} ranked;

static int worst_first(const void *x, const void *y) {
  const ranked *p = x, *q = y;
  if (p->followed != q->followed) return p->followed ? -1 : 1;
  double a = p->followed ? p->reaching : p->entering, b = p->followed ? q->reaching : q->entering;
  if (a != b) return a > b ? -1 : 1;
  return (p->step > q->step) - (p->step < q->step);
}

uint32_t *debug_rank(debug_walk *w, uint32_t *count) {
  ranked *list = NEW_ARRAY(w->keep, ranked, w->step_count + 1);
  uint32_t *out = NEW_ARRAY(w->keep, uint32_t, w->step_count + 1);
  *count = 0;
  for (uint32_t i = 0; i < w->step_count; i++) {
    const debug_step *s = &w->steps[i];
    double entering = debug_entering(s);
    if (entering > 0)
      list[(*count)++] = (ranked){i, s->followed != NULL, entering, debug_reaching(w, s)};
  }
  qsort(list, *count, sizeof *list, worst_first);
  for (uint32_t i = 0; i < *count; i++) out[i] = list[i].step;
  return out;
}

/* ---- Who reads it -------------------------------------------------------- */

/* An error to add to a value of the model, and for whom. */
typedef struct injection {
  uint32_t value, id; /* the plan's, the model's */
  const float *error;
  int64_t count;
  bool *reader; /* by operator of the model */
  bool *output; /* by output */
} injection;

static bool reads(const debug_step *s, uint32_t id) {
  for (uint32_t i = 0; i < s->effective_count; i++)
    if (s->effective[i] == id) return true;
  return false;
}

static bool stands_for(const counterpart *c, uint32_t id) {
  for (uint32_t i = 0; i < c->count; i++)
    if (c->parts[i].id == id) return true;
  return false;
}

/* The operators of the model between what `s` reads and `targets` that read `id`. */
static void mark_readers(debug_walk *w, const debug_step *s, const uint32_t *targets,
                         uint32_t count, uint32_t id, bool *reader) {
  uint32_t *set = NULL, set_count = 0;
  for (uint32_t i = 0; i < s->effective_count; i++) {
    const counterpart *c = &w->model.of[s->effective[i]];
    for (uint32_t k = 0; k < c->count; k++) {
      if (w->model.given[c->parts[k].id]) continue;
      w->model.given[c->parts[k].id] = true;
      ARENA_PUSH(w->scratch, set, set_count, c->parts[k].id);
    }
  }
  if (shadow_slice(&w->model, targets, count))
    for (uint32_t i = 0; i < w->model.op_count; i++) {
      const plan_op *o = &w->model.v->ops[w->model.ops[i]];
      for (uint32_t k = 0; k < o->in_count; k++)
        if (o->in[k] == id) reader[w->model.ops[i]] = true;
    }
  w->model.op_count = 0; /* nothing was computed */
  for (uint32_t i = 0; i < set_count; i++) w->model.given[set[i]] = false;
}

/* The model's counterparts of those that read `value`, through further formats of it. */
static void find_readers(debug_walk *w, uint32_t value, injection *in, bool *visited) {
  visited[value] = true;
  for (uint32_t i = 0; i < w->plan->output_count; i++)
    if (w->v->outputs[i] == value) in->output[i] = true;
  for (uint32_t c = 0; c < w->step_count; c++) {
    const debug_step *s = &w->steps[c];
    if (!reads(s, value)) continue;
    uint32_t *targets = NULL, count = 0;
    for (uint32_t k = 0; k < s->value_count; k++) {
      uint32_t id = s->values[k].id;
      const counterpart *to = &w->model.of[id];
      if (stands_for(to, in->id) && !visited[id]) find_readers(w, id, in, visited);
      for (uint32_t j = 0; j < to->count; j++)
        if (to->parts[j].id != in->id) ARENA_PUSH(w->scratch, targets, count, to->parts[j].id);
    }
    mark_readers(w, s, targets, count, in->id, in->reader);
  }
}

/* ---- One step's error ----------------------------------------------------- */

static fp8c_status take_error(debug_walk *w, const tensor *t, const float *real,
                              const shadow_part *p, injection *in, fp8c_error *err) {
  tensor want_t, have = *t;
  TRY(session_value_read(w->model.session, p->id, w->scratch, &want_t, err));
  const float *want = reals_of(w->scratch, &want_t);
  if (p->axis >= 0) have.dims[p->axis] = p->size;
  in->count = tensor_elements(&have);
  if (!want || in->count != tensor_elements(&want_t)) return FP8C_OK;
  float *error = arena_array(w->scratch, (size_t)in->count + 1, sizeof *error);
  if (p->axis >= 0)
    take_columns(real, t, p, error);
  else
    memcpy(error, real, (size_t)in->count * sizeof *error);
  for (int64_t i = 0; i < in->count; i++)
    error[i] = isfinite(error[i]) && isfinite(want[i]) ? error[i] - want[i] : 0.0f;
  in->error = error;
  return FP8C_OK;
}

static fp8c_status find_injections(debug_walk *w, uint32_t step, injection **list, uint32_t *count,
                                   fp8c_error *err) {
  const debug_step *s = &w->steps[step];
  for (uint32_t k = 0; k < s->value_count; k++) {
    uint32_t id = s->values[k].id;
    tensor t;
    TRY(debug_read(w, id, &t, err));
    const float *real = debug_in_units(w, id, &t, reals_of(w->scratch, &t));
    for (uint32_t j = 0; real && j < w->model.of[id].count; j++) {
      if (!shadow_is_new(&w->model, &w->model.of[id].parts[j])) continue;
      injection in = {.value = id, .id = w->model.of[id].parts[j].id};
      TRY(take_error(w, &t, real, &w->model.of[id].parts[j], &in, err));
      if (in.error) ARENA_PUSH(w->scratch, *list, *count, in);
    }
  }
  shadow_clear(&w->model);
  for (uint32_t i = 0; i < *count; i++) {
    injection *in = &(*list)[i];
    in->reader = NEW_ARRAY(w->scratch, bool, w->model.v->op_count + 1);
    in->output = NEW_ARRAY(w->scratch, bool, w->plan->output_count + 1);
    find_readers(w, in->value, in, NEW_ARRAY(w->scratch, bool, w->v->value_count + 1));
  }
  return FP8C_OK;
}

/* ---- The model with it ------------------------------------------------------ */

static fp8c_status add_error(debug_walk *w, const injection *in, tensor *before, fp8c_error *err) {
  tensor t;
  TRY(session_value_read(w->truth, in->id, w->scratch, &t, err));
  *before = t;
  size_t bytes = tensor_bytes(&t);
  before->data = arena_alloc(w->scratch, bytes + 1);
  memcpy(before->data, t.data, bytes);
  tensor sum = t;
  sum.data = arena_alloc(w->scratch, bytes + 1);
  for (int64_t i = 0; i < in->count; i++)
    ((float *)sum.data)[i] = ((const float *)t.data)[i] + in->error[i];
  return session_value_give(w->truth, in->id, &sum, err);
}

static fp8c_status run_with(debug_walk *w, const injection *list, uint32_t count, uint32_t *uses,
                            fp8c_error *err) {
  const plan_variant *v = w->model.v;
  TRY(session_steps_begin(w->truth, w->model_inputs, fp8c_program_input_count(w->o->model), err));
  for (uint32_t i = 0; i < v->op_count; i++) {
    const plan_op *o = &v->ops[i];
    arena_mark mark = arena_save(w->scratch);
    const injection **added = NEW_ARRAY(w->scratch, const injection *, count + 1);
    tensor *before = NEW_ARRAY(w->scratch, tensor, count + 1);
    uint32_t added_count = 0;
    for (uint32_t k = 0; k < count; k++) {
      bool taken = !list[k].reader[i]; /* one operator sees a value in one way */
      for (uint32_t j = 0; j < added_count; j++) taken = taken || added[j]->id == list[k].id;
      if (taken) continue;
      TRY(add_error(w, &list[k], &before[added_count], err));
      added[added_count++] = &list[k];
    }
    TRY(session_steps_run(w->truth, i, err));
    for (uint32_t k = 0; k < added_count; k++)
      TRY(session_value_give(w->truth, added[k]->id, &before[k], err));
    arena_reset(w->scratch, mark);
    for (uint32_t k = 0; k < o->out_count; k++)
      if (o->out[k] != PLAN_NO_VALUE && uses[o->out[k]] == 0)
        session_value_drop(w->truth, o->out[k]);
    for (uint32_t k = 0; k < o->in_count; k++)
      if (o->in[k] != PLAN_NO_VALUE && --uses[o->in[k]] == 0)
        session_value_drop(w->truth, o->in[k]);
  }
  return FP8C_OK;
}

static fp8c_status compare_with(debug_walk *w, const injection *list, uint32_t count,
                                figures *followed, fp8c_error *err) {
  for (uint32_t i = 0; i < w->plan->output_count; i++) {
    const debug_output *out = &w->outputs[i];
    tensor t;
    if (!out->want) continue;
    TRY(session_value_read(w->truth, w->model.v->outputs[i], w->scratch, &t, err));
    const float *got = reals_of(w->scratch, &t);
    float *sum = NULL;
    for (uint32_t k = 0; k < count && !sum; k++) {
      if (!list[k].output[i] || list[k].id != w->model.v->outputs[i]) continue;
      sum = arena_array(w->scratch, (size_t)out->count + 1, sizeof *sum);
      for (int64_t j = 0; j < out->count; j++) sum[j] = got[j] + list[k].error[j];
    }
    figures_add(&followed[i], out->want, sum ? sum : got, out->count);
  }
  return FP8C_OK;
}

static fp8c_status follow(debug_walk *w, uint32_t step, fp8c_error *err) {
  const plan_variant *v = w->model.v;
  debug_step *s = &w->steps[step];
  injection *list = NULL;
  uint32_t count = 0;
  bool done = false;
  TRY(debug_compute(w, &w->model, step, &done, err));
  if (!done) return FP8C_OK;
  TRY(find_injections(w, step, &list, &count, err));
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) /* a value of F16 or F64 is added to in F32 only */
    if (v->values[list[i].id].dtype == FP8C_DTYPE_F32) list[kept++] = list[i];
  uint32_t *uses = NEW_ARRAY(w->scratch, uint32_t, v->value_count + 1);
  for (uint32_t i = 0; i < v->op_count; i++)
    for (uint32_t k = 0; k < v->ops[i].in_count; k++)
      if (v->ops[i].in[k] != PLAN_NO_VALUE) uses[v->ops[i].in[k]]++;
  for (uint32_t i = 0; i < w->plan->output_count; i++) uses[v->outputs[i]]++;
  TRY(run_with(w, list, kept, uses, err));
  s->followed = NEW_ARRAY(w->keep, figures, w->plan->output_count + 1);
  return compare_with(w, list, kept, s->followed, err);
}

static bool gives_for_later(const debug_walk *w, uint32_t step) {
  for (uint32_t k = 0; k < w->steps[step].read_count; k++)
    if (w->kept_until[w->steps[step].reads[k]] > step) return true;
  return false;
}

fp8c_status debug_follow(debug_walk *w, fp8c_error *err) {
  uint32_t ranks = 0;
  const uint32_t *rank = debug_rank(w, &ranks);
  uint32_t count = w->o->follow < ranks ? (uint32_t)w->o->follow : ranks, last = 0, done = 0;
  bool *chosen = NEW_ARRAY(w->keep, bool, w->step_count + 1);
  for (uint32_t i = 0; i < count; i++) {
    chosen[rank[i]] = true;
    if (rank[i] > last) last = rank[i];
  }
  if (count == 0) return FP8C_OK;
  TRY(session_steps_begin(w->main, w->o->inputs, w->o->input_count, err));
  for (uint32_t i = 0; i <= last; i++) {
    arena_mark mark = arena_save(w->scratch);
    w->model.now = w->twin.now = i;
    TRY(session_steps_run(w->main, i, err));
    if (chosen[i] || gives_for_later(w, i)) {
      TRY(debug_give_inputs(w, i, err));
      if (chosen[i]) {
        TRY(follow(w, i, err));
        if (w->o->progress) w->o->progress(w->o->progress_user, "follow", ++done, count);
      }
      debug_take_back(w, i);
    }
    debug_drop_read(w, i);
    arena_reset(w->scratch, mark);
  }
  return FP8C_OK;
}
