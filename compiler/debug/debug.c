/* debug.c - a plan run step by step beside the F32 model it was made from.
 *
 * Three figures for each result of a step: how far it is from the F32 model
 * (all error so far), how far from F32 arithmetic on the step's own inputs (what
 * enters in this step), and, on a GPU, how far from what the CPU device makes of
 * the same bytes.  The last is the sound comparison of devices: differences of
 * the size of a rounding grow to the rounding noise itself within a few layers of
 * FP8 (docs/numbers.md), so results of whole runs say little about a kernel.
 *
 * One step's tensors are held at a time, besides what the F32 model itself needs. */
#include "compiler/debug/debug.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "compiler/debug/walk.h"
#include "ops/channels_last.h"

static void count_not_finite(const float *x, int64_t n, int64_t *count, int64_t *first) {
  *count = 0;
  *first = -1;
  for (int64_t i = 0; i < n; i++) {
    if (isfinite(x[i])) continue;
    if (++*count == 1) *first = i;
  }
}

/* One unit in the last place of a stored number of this size. */
static double last_place(const tensor *t, double x) {
  double scale_ = t->scale.kind == SCALE_TENSOR ? (double)t->scale.value : 1.0;
  return scale_ *
         dtype_step(dtype_is_small_float(t->dtype) ? t->dtype : FP8C_DTYPE_F32, x / scale_);
}

/* A sum in another order or width may be off by a share of the result's rms, and
 * then round to the neighbouring code; what is further off computed something else. */
#define SUM_TOLERANCE 0.02

static void compare_devices(const tensor *t, const float *cpu, const float *gpu, debug_value *v) {
  int64_t n = tensor_elements(t);
  figures_add(&v->agreement, cpu, gpu, n);
  double rms = n ? sqrt(v->agreement.signal / (double)v->agreement.count) : 0;
  if (v->parted < 0) v->parted = 0;
  for (int64_t i = 0; i < n; i++) {
    double x = (double)cpu[i], y = (double)gpu[i];
    if (x == y || (isnan(x) && isnan(y))) continue;
    if (fabs(x - y) <= last_place(t, fmax(fabs(x), fabs(y))) + SUM_TOLERANCE * rms) continue;
    if (++v->parted == 1) v->first_parted = i;
  }
}

/* ---- Steps ------------------------------------------------------------- */

static const char *shown(const char *s) { return s ? s : ""; }

static const char *formats(arena *a, const plan_variant *v, const plan_op *o) {
  const char *in = "", *out = "";
  for (uint32_t k = 0, most = o->op->precision == CLASS_GEMM ? 2 : 1, n = 0; k < o->in_count; k++)
    if (o->in[k] != PLAN_NO_VALUE && n++ < most)
      in = arena_printf(a, "%s%s%s", in, *in ? " x " : "",
                        fp8c_dtype_name(v->values[o->in[k]].dtype));
  if (o->out_count && o->out[0] != PLAN_NO_VALUE) out = fp8c_dtype_name(v->values[o->out[0]].dtype);
  return arena_printf(a, "%s%s-> %s", in, *in ? " " : "", out);
}

/* Without the omitted ones. */
static const uint32_t *present(arena *a, const uint32_t *ids, uint32_t count, uint32_t *kept) {
  uint32_t *list = NEW_ARRAY(a, uint32_t, count + 1);
  *kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (ids[i] != PLAN_NO_VALUE) list[(*kept)++] = ids[i];
  return list;
}

static void list_steps(debug_walk *w) {
  const plan_variant *v = w->v;
  w->step_count = v->op_count + v->launch_count;
  w->steps = NEW_ARRAY(w->keep, debug_step, w->step_count + 1);
  for (uint32_t i = 0; i < v->op_count; i++) {
    const plan_op *o = &v->ops[i];
    debug_step *s = &w->steps[i];
    *s = (debug_step){.name = shown(o->name),
                      .nodes = o->sources && *o->sources ? o->sources : shown(o->name),
                      .kernel = o->op->name,
                      .precision = formats(w->keep, v, o)};
    s->reads = present(w->keep, o->in, o->in_count, &s->read_count);
    s->writes = present(w->keep, o->out, o->out_count, &s->write_count);
  }
  for (uint32_t i = 0; i < v->launch_count; i++) {
    const plan_launch *l = &v->launches[i];
    w->steps[v->op_count + i] =
        (debug_step){.name = shown(l->name),
                     .nodes = l->sources && *l->sources ? l->sources : shown(l->name),
                     .kernel = l->kind == PLAN_LAUNCH_KERNEL ? v->kernels[l->kernel].symbol
                               : l->kind == PLAN_LAUNCH_GEMM ? "cublasLt"
                               : l->kind == PLAN_LAUNCH_HOST ? "host"
                                                             : "copy",
                     .precision = shown(l->precision),
                     .reads = l->reads,
                     .writes = l->writes,
                     .read_count = l->read_count,
                     .write_count = l->write_count};
  }
}

static void find_lifetimes(debug_walk *w) {
  const plan_variant *v = w->v;
  w->last_writer = NEW_ARRAY(w->keep, uint32_t, v->value_count + 1);
  w->last_read = NEW_ARRAY(w->keep, uint32_t, v->value_count + 1);
  for (uint32_t i = 0; i < w->step_count; i++) {
    for (uint32_t k = 0; k < w->steps[i].read_count; k++) w->last_read[w->steps[i].reads[k]] = i;
    for (uint32_t k = 0; k < w->steps[i].write_count; k++) {
      w->last_writer[w->steps[i].writes[k]] = i;
      if (w->last_read[w->steps[i].writes[k]] < i) w->last_read[w->steps[i].writes[k]] = i;
    }
  }
  for (uint32_t i = 0; i < w->plan->output_count; i++) w->last_read[v->outputs[i]] = w->step_count;
  for (uint32_t i = 0; i < v->value_count; i++) { /* scales live as long as what they scale */
    uint32_t s = v->values[i].scale_kind == SCALE_AXIS ? v->values[i].scale_value : PLAN_NO_VALUE;
    if (s != PLAN_NO_VALUE && w->last_read[s] < w->last_read[i]) w->last_read[s] = w->last_read[i];
  }
}

/* A value that nothing in the model stands for (the plain sums of a product in
 * two launches) is stood in for by what it was computed from. */
static void find_effective_reads(debug_walk *w) {
  const plan_variant *v = w->v;
  uint32_t **instead = NEW_ARRAY(w->keep, uint32_t *, v->value_count + 1);
  uint32_t *instead_count = NEW_ARRAY(w->keep, uint32_t, v->value_count + 1);
  bool *unmatched = NEW_ARRAY(w->keep, bool, v->value_count + 1);
  w->kept_until = NEW_ARRAY(w->keep, uint32_t, v->value_count + 1);
  for (uint32_t i = 0; i < w->step_count; i++) {
    debug_step *s = &w->steps[i];
    s->matched = true;
    for (uint32_t k = 0; k < s->read_count; k++) {
      uint32_t id = s->reads[k];
      plan_value_kind kind = v->values[id].kind;
      if (debug_has_counterpart(w, id) || kind == PLAN_VALUE_CONST || kind == PLAN_VALUE_INPUT) {
        ARENA_PUSH(w->keep, s->effective, s->effective_count, id);
        continue;
      }
      if (unmatched[id] || !instead_count[id]) s->matched = false;
      for (uint32_t j = 0; j < instead_count[id]; j++) {
        ARENA_PUSH(w->keep, s->effective, s->effective_count, instead[id][j]);
        if (w->kept_until[instead[id][j]] < i) w->kept_until[instead[id][j]] = i;
      }
    }
    for (uint32_t k = 0; k < s->write_count; k++) {
      uint32_t id = s->writes[k];
      if (debug_has_counterpart(w, id)) continue;
      for (uint32_t j = 0; j < s->effective_count; j++)
        ARENA_PUSH(w->keep, instead[id], instead_count[id], s->effective[j]);
      unmatched[id] = unmatched[id] || !s->matched;
    }
  }
}

static void find_values(debug_walk *w) {
  for (uint32_t i = 0; i < w->step_count; i++) {
    debug_step *s = &w->steps[i];
    for (uint32_t k = 0; k < s->write_count; k++) {
      bool again = false;
      for (uint32_t j = 0; j < k; j++) again = again || s->writes[j] == s->writes[k];
      if (again || (!debug_is_joined(w, s->writes[k]) && w->last_writer[s->writes[k]] != i))
        continue;
      debug_value value = {.id = s->writes[k],
                           .model_not_finite = -1,
                           .different = -1,
                           .parted = -1,
                           .first_parted = -1,
                           .first_not_finite = -1};
      ARENA_PUSH(w->keep, s->values, s->value_count, value);
    }
  }
}

/* ---- The model from its inputs ------------------------------------------ */

static void count_truth_uses(debug_walk *w) {
  const plan_variant *v = w->model.v;
  w->truth_uses = NEW_ARRAY(w->keep, uint32_t, v->value_count + 1);
  for (uint32_t i = 0; i < v->op_count; i++)
    for (uint32_t k = 0; k < v->ops[i].in_count; k++)
      if (v->ops[i].in[k] != PLAN_NO_VALUE) w->truth_uses[v->ops[i].in[k]]++;
  for (uint32_t i = 0; i < w->step_count; i++)
    for (uint32_t k = 0; k < w->steps[i].value_count; k++) {
      const counterpart *c = &w->model.of[w->steps[i].values[k].id];
      for (uint32_t j = 0; j < c->count; j++) w->truth_uses[c->parts[j].id]++;
    }
  for (uint32_t i = 0; i < w->plan->output_count; i++) w->truth_uses[v->outputs[i]]++;
}

static void truth_used(debug_walk *w, uint32_t id) {
  if (id != PLAN_NO_VALUE && --w->truth_uses[id] == 0) session_value_drop(w->truth, id);
}

/* Runs the model up to where it has given `id`. */
static fp8c_status truth_advance(debug_walk *w, uint32_t id, fp8c_error *err) {
  const plan_variant *v = w->model.v;
  uint32_t op = w->model.def[id];
  for (; op != PLAN_NO_VALUE && w->truth_next <= op; w->truth_next++) {
    const plan_op *o = &v->ops[w->truth_next];
    TRY(session_steps_run(w->truth, w->truth_next, err));
    for (uint32_t k = 0; k < o->out_count; k++)
      if (o->out[k] != PLAN_NO_VALUE && w->truth_uses[o->out[k]] == 0)
        session_value_drop(w->truth, o->out[k]);
    for (uint32_t k = 0; k < o->in_count; k++) truth_used(w, o->in[k]);
  }
  return FP8C_OK;
}

/* ---- Comparing ----------------------------------------------------------- */

/* A result of the step, read and decoded. */
typedef struct result {
  tensor t;
  const float *real;  /* NULL: no float */
  const float *model; /* the same in the model's units */
} result;

/* Adds what `session`, a run of the model, has for each part of the value. */
static fp8c_status compare_parts(debug_walk *w, fp8c_session *session, uint32_t id, const result *r,
                                 figures *f, int64_t *not_finite, fp8c_error *err) {
  const counterpart *c = &w->model.of[id];
  for (uint32_t i = 0; i < c->count; i++) {
    const shadow_part *p = &c->parts[i];
    tensor t;
    if (!shadow_is_new(&w->model, p)) continue;
    TRY(session_value_read(session, p->id, w->scratch, &t, err));
    const float *want = reals_of(w->scratch, &t), *got = r->model;
    int64_t n = tensor_elements(&t);
    if (p->axis >= 0) {
      if (p->axis >= r->t.rank || p->from + p->size > r->t.dims[p->axis]) continue;
      tensor columns = r->t;
      columns.dims[p->axis] = p->size;
      if (tensor_elements(&columns) != n) continue;
      float *part = arena_array(w->scratch, (size_t)n + 1, sizeof *part);
      take_columns(r->model, &r->t, p, part);
      got = part;
    }
    if (!want || (p->axis < 0 && tensor_elements(&r->t) != n)) continue;
    figures_add(f, want, got, n);
    int64_t count, first;
    count_not_finite(want, n, &count, &first);
    if (not_finite) *not_finite = (*not_finite < 0 ? 0 : *not_finite) + count;
  }
  return FP8C_OK;
}

static fp8c_status compare_integers(debug_walk *w, const result *r, debug_value *v,
                                    fp8c_error *err) {
  tensor t;
  TRY(session_value_read(w->truth, w->model.of[v->id].parts[0].id, w->scratch, &t, err));
  size_t each = dtype_bytes(t.dtype);
  if (t.dtype != r->t.dtype || tensor_elements(&t) != v->elements) return FP8C_OK;
  v->different = 0;
  for (int64_t i = 0; i < v->elements; i++)
    if (memcmp((char *)t.data + (size_t)i * each, (char *)r->t.data + (size_t)i * each, each) != 0)
      v->different++;
  return FP8C_OK;
}

static fp8c_status compare_with_truth(debug_walk *w, result *r, debug_value *v, fp8c_error *err) {
  const counterpart *c = &w->model.of[v->id];
  for (uint32_t i = 0; i < c->count; i++) TRY(truth_advance(w, c->parts[i].id, err));
  if (r->real) {
    TRY(debug_find_unit(w, v->id, &r->t, r->real, err));
    r->model = debug_in_units(w, v->id, &r->t, r->real);
    TRY(compare_parts(w, w->truth, v->id, r, &v->total, &v->model_not_finite, err));
  } else if (c->count == 1)
    TRY(compare_integers(w, r, v, err));
  for (uint32_t i = 0; i < c->count; i++) truth_used(w, c->parts[i].id);
  return FP8C_OK;
}

/* ---- One step ------------------------------------------------------------- */

static fp8c_status compare_isolated(debug_walk *w, uint32_t step, const result *results,
                                    fp8c_error *err) {
  debug_step *s = &w->steps[step];
  const char *why_not = NULL;
  bool done = false;
  if (!s->matched)
    why_not = "nothing in the F32 graph stands for one of its inputs";
  else
    TRY(debug_compute(w, &w->model, step, &done, err));
  if (!done && !why_not) why_not = "the F32 graph does not compute it from these inputs";
  for (uint32_t k = 0; k < s->value_count; k++) {
    debug_value *v = &s->values[k];
    const counterpart *c = &w->model.of[v->id];
    v->why_not_isolated = !c->count ? "nothing in the F32 graph stands for it"
                          : c->parts[0].writer && c->parts[0].axis < 0
                              ? "several launches store it, and nothing in the F32 graph stands "
                                "for one of its parts"
                              : why_not;
    if (!v->why_not_isolated && results[k].real)
      TRY(compare_parts(w, w->model.session, v->id, &results[k], &v->isolated, NULL, err));
  }
  shadow_clear(&w->model);
  return FP8C_OK;
}

static fp8c_status compare_part_with_twin(debug_walk *w, const shadow_part *p, const tensor *stored,
                                          debug_value *v, fp8c_error *err) {
  tensor t, got = p->axis >= 0 ? shadow_columns(w->scratch, stored, p) : *stored;
  TRY(session_value_read(w->twin.session, p->id, w->scratch, &t, err));
  if (tensor_elements(&t) != tensor_elements(&got)) return FP8C_OK;
  const float *cpu = reals_of(w->scratch, &t), *gpu = reals_of(w->scratch, &got);
  if (cpu && gpu) {
    compare_devices(&got, cpu, gpu, v);
  } else if (!cpu && t.dtype == got.dtype) {
    size_t bytes = tensor_bytes(&t);
    v->parted = bytes && memcmp(t.data, got.data, bytes) != 0;
    if (v->parted) v->first_parted = 0;
  }
  return FP8C_OK;
}

static fp8c_status compare_with_twin(debug_walk *w, uint32_t step, const result *results,
                                     fp8c_error *err) {
  debug_step *s = &w->steps[step];
  bool done = false;
  if (!w->twin.session) return FP8C_OK;
  TRY(debug_compute(w, &w->twin, step, &done, err));
  for (uint32_t k = 0; k < s->value_count && done; k++) {
    const counterpart *c = &w->twin.of[s->values[k].id];
    for (uint32_t j = 0; j < c->count; j++)
      if (shadow_is_new(&w->twin, &c->parts[j]))
        TRY(compare_part_with_twin(w, &c->parts[j], &results[k].t, &s->values[k], err));
  }
  shadow_clear(&w->twin);
  return FP8C_OK;
}

/* How many numbers of a result the step has stored, and how many of them are not finite. */
static void count_result(const debug_walk *w, const result *r, debug_value *v) {
  const float *real = r->real;
  v->elements = tensor_elements(&r->t);
  if (debug_is_joined(w, v->id)) {
    const counterpart *c = &w->twin.of[v->id];
    int64_t each = 1, inner = 1;
    for (int d = 0; d < r->t.rank; d++) each *= d == c->parts[0].axis ? 1 : r->t.dims[d];
    for (int d = c->parts[0].axis + 1; d < r->t.rank; d++) inner *= r->t.dims[d];
    float *stored = arena_array(w->scratch, (size_t)v->elements + 1, sizeof *stored);
    int64_t size = r->t.dims[c->parts[0].axis], count = 0;
    for (uint32_t j = 0; j < c->count; j++) {
      const shadow_part *p = &c->parts[j];
      if (!shadow_is_new(&w->twin, p)) continue;
      count += each * p->size;
      for (int64_t i = 0; real && i < v->elements; i++)
        if (i / inner % size >= p->from && i / inner % size < p->from + p->size)
          stored[i] = real[i];
    }
    v->elements = count;
    if (real)
      count_not_finite(stored, tensor_elements(&r->t), &v->not_finite, &v->first_not_finite);
  } else if (real) {
    count_not_finite(real, v->elements, &v->not_finite, &v->first_not_finite);
  }
}

static fp8c_status look_at(debug_walk *w, uint32_t step, fp8c_error *err) {
  debug_step *s = &w->steps[step];
  result *results = NEW_ARRAY(w->scratch, result, s->value_count + 1);
  w->model.now = w->twin.now = step;
  TRY(debug_run_step(w, step, err));
  TRY(debug_give_inputs(w, step, err));
  for (uint32_t k = 0; k < s->value_count; k++) {
    debug_value *v = &s->values[k];
    result *r = &results[k];
    TRY(debug_read(w, v->id, &r->t, err));
    r->real = reals_of(w->scratch, &r->t);
    count_result(w, r, v);
    TRY(compare_with_truth(w, r, v, err));
  }
  TRY(compare_isolated(w, step, results, err));
  TRY(compare_with_twin(w, step, results, err));
  debug_take_back(w, step);
  debug_drop_read(w, step);
  return FP8C_OK;
}

/* ---- Outputs --------------------------------------------------------------- */

/* The rest of the model, and its outputs against the plan's. */
static fp8c_status compare_outputs(debug_walk *w, fp8c_error *err) {
  const plan_variant *model = w->model.v;
  w->outputs = NEW_ARRAY(w->keep, debug_output, w->plan->output_count + 1);
  for (uint32_t i = 0; i < w->plan->output_count; i++)
    TRY(truth_advance(w, model->outputs[i], err));
  for (uint32_t i = 0; i < w->plan->output_count; i++) {
    debug_output *out = &w->outputs[i];
    tensor t, got;
    TRY(session_value_read(w->truth, model->outputs[i], w->scratch, &t, err));
    TRY(session_value_read(w->main, w->v->outputs[i], w->scratch, &got, err));
    const float *want = reals_of(w->scratch, &t), *have = reals_of(w->scratch, &got);
    if (!want || !have || tensor_elements(&t) != tensor_elements(&got)) continue;
    out->count = tensor_elements(&t);
    float *copy = arena_array(w->keep, (size_t)out->count + 1, sizeof *copy);
    memcpy(copy, want, (size_t)out->count * sizeof *copy);
    out->want = copy;
    figures_add(&out->total, want, have, out->count);
  }
  return FP8C_OK;
}

/* ---- The whole ------------------------------------------------------------- */

static void free_session(void *object) { fp8c_session_free(object); }

static fp8c_status open_session(debug_walk *w, const fp8c_program *p, const char *where,
                                const fp8c_tensor *inputs, fp8c_session **out, fp8c_error *err) {
  fp8c_session_options o = {
      .size = sizeof o, .device = where, .flags = FP8C_SESSION_NO_GRAPH, .threads = w->o->threads};
  TRY(fp8c_session_create(p, &o, out, err));
  arena_defer(w->keep, free_session, *out);
  return session_steps_begin(*out, inputs, fp8c_program_input_count(p), err);
}

/* The plan's inputs as the model takes them: ports may have another format. */
static fp8c_status convert_inputs(debug_walk *w, fp8c_error *err) {
  const debug_options *o = w->o;
  size_t count = fp8c_program_input_count(o->model);
  w->model_inputs = NEW_ARRAY(w->keep, fp8c_tensor, count + 1);
  for (size_t i = 0; i < count; i++) {
    const fp8c_port *want = fp8c_program_input(o->model, i);
    ptrdiff_t at = fp8c_program_find_input(o->program, want->name);
    if (at < 0)
      return fail(
          err, FP8C_ERROR_FORMAT,
          "the model has an input \"%s\", which the plan has not; was the plan made from it?",
          want->name);
    const fp8c_port *have = fp8c_program_input(o->program, (size_t)at);
    const fp8c_tensor *given = &o->inputs[at];
    fp8c_tensor *to = &w->model_inputs[i];
    *to = *given;
    if (have->dtype == want->dtype && have->scale == want->scale) continue;
    tensor t = {.dtype = given->dtype, .rank = given->rank, .data = given->data};
    memcpy(t.dims, given->shape, sizeof t.dims);
    if (dtype_is_fp8(have->dtype)) t.scale = (scale){.kind = SCALE_TENSOR, .value = have->scale};
    const float *real = reals_of(w->keep, &t);
    if (!real || !dtype_is_small_float(want->dtype))
      return fail(err, FP8C_ERROR_FORMAT, "input \"%s\" is %s in the model and %s in the plan",
                  want->name, fp8c_dtype_name(want->dtype), fp8c_dtype_name(have->dtype));
    size_t n = (size_t)tensor_elements(&t);
    to->dtype = want->dtype;
    to->data = arena_array(w->keep, n + 1, dtype_bytes(want->dtype));
    floats_encode(want->dtype, real, to->data, n, true);
  }
  return FP8C_OK;
}

static const plan_variant *cpu_variant(const plan *p) {
  for (uint32_t i = 0; i < p->variant_count; i++)
    if (!strcmp(p->variants[i].target, "cpu")) return &p->variants[i];
  return NULL;
}

static fp8c_status prepare(debug_walk *w, fp8c_error *err) {
  const debug_options *o = w->o;
  program_view view = program_open_view(o->program);
  w->plan = view.plan;
  w->source = view.source;
  const plan_variant *cpu = cpu_variant(w->plan);
  if (!cpu)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the plan has no variant for the CPU to compare with (the first is for %s); "
                "compile with --target cpu as well",
                w->plan->variants[0].target);
  if (program_plan(o->model)->output_count != w->plan->output_count)
    return fail(err, FP8C_ERROR_FORMAT,
                "the model has %u outputs, the plan %u; was the plan made from it?",
                program_plan(o->model)->output_count, w->plan->output_count);
  TRY(convert_inputs(w, err));
  TRY(open_session(w, o->program, o->device, o->inputs, &w->main, err));
  w->v = session_variant(w->main);
  fp8c_session *model;
  TRY(open_session(w, o->model, "cpu", w->model_inputs, &model, err));
  TRY(open_session(w, o->model, "cpu", w->model_inputs, &w->truth, err));
  shadow_init(&w->model, w->keep, model, w->v, false);
  w->in_cpu = shadow_find_in_cpu(w->keep, w->v, cpu);
  seen_plan of = {w->plan, w->source, w->v, cpu, &w->in_cpu, NULL};
  of.joined = shadow_find_joined(w->keep, &of);
  TRY(shadow_match_model(&w->model, w->keep, &of, err));
  if (w->v != cpu) {
    fp8c_session *twin;
    TRY(open_session(w, o->program, "cpu", o->inputs, &twin, err));
    shadow_init(&w->twin, w->keep, twin, w->v, true);
    shadow_match_cpu(&w->twin, w->keep, &of);
  }
  list_steps(w);
  find_lifetimes(w);
  find_effective_reads(w);
  find_values(w);
  count_truth_uses(w);
  w->units = NEW_ARRAY(w->keep, debug_unit, w->v->value_count + 1);
  return FP8C_OK;
}

fp8c_status debug_run(const debug_options *o, arena *a, json_t **out, fp8c_error *err) {
  *out = NULL;
  arena *scratch = arena_inside(a);
  debug_walk *w = NEW(a, debug_walk);
  *w = (debug_walk){.o = o, .keep = a, .scratch = scratch};
  TRY(prepare(w, err));
  for (uint32_t i = 0; i < w->step_count; i++) {
    arena_mark mark = arena_save(scratch);
    fp8c_status status = look_at(w, i, err);
    if (status != FP8C_OK)
      return fail_in(err, status, "looking at step %u (\"%s\")", i, w->steps[i].name);
    arena_reset(scratch, mark);
    if (o->progress) o->progress(o->progress_user, "steps", i + 1, w->step_count);
  }
  arena_mark mark = arena_save(scratch);
  TRY(compare_outputs(w, err));
  arena_reset(scratch, mark);
  TRY(debug_follow(w, err));
  *out = debug_document(w);
  return FP8C_OK;
}
