/* tuning.c - what timing kernels found: in the document, and on a terminal. */
#include "compiler/report/tuning.h"

#include <math.h>
#include <string.h>

#include "compiler/compile/tune.h"

static json_t *candidate_json(const tuning_candidate *c, bool chosen) {
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(c->name));
  json_object_set_new(o, "cost", json_finite(round(c->cost * 1e3) / 1e3));
  json_object_set_new(o, "seconds", json_finite(c->seconds));
  json_object_set_new(o, "taken", json_boolean(chosen));
  if (c->failed) json_object_set_new(o, "failed", json_string(c->failed));
  return o;
}

/* What the time model says of the step. */
static double modelled(const plan_variant *v, const double *model_seconds, const char *name) {
  for (uint32_t i = 0; model_seconds && i < v->launch_count; i++)
    if (v->launches[i].name && strcmp(v->launches[i].name, name) == 0) return model_seconds[i];
  return NAN;
}

json_t *report_tuning(const struct tuned *t, const plan_variant *v, const double *model_seconds) {
  json_t *o = json_object(), *problems = json_array();
  double sum = 0, worst = 0;
  size_t known = 0, first = 0;
  const char *worst_node = NULL;
  for (size_t i = 0; i < t->count; i++) {
    const tuning_problem *p = &t->problems[i];
    json_t *x = json_object(), *candidates = json_array();
    for (uint32_t k = 0; k < p->candidate_count; k++)
      json_array_append_new(candidates, candidate_json(&p->candidates[k], k == p->chosen));
    double model = modelled(v, model_seconds, p->node), took = p->candidates[p->chosen].seconds;
    json_object_set_new(x, "node", json_string(p->node));
    json_object_set_new(x, "uses", json_integer(p->uses));
    json_object_set_new(x, "ways_known", json_integer(p->known));
    json_object_set_new(x, "model_seconds", json_finite(round(model * 1e9) / 1e9));
    json_object_set_new(x, "ways", candidates);
    json_array_append_new(problems, x);
    first += p->chosen == 0;
    if (!(took > 0) || !(model > 0)) continue;
    double off = fabs(log(took / model));
    sum += off;
    known++;
    if (off < worst && worst_node) continue;
    worst = off;
    worst_node = p->node;
  }
  json_object_set_new(o, "device", json_string(t->device));
  json_object_set_new(o, "problems", problems);
  json_t *model = json_object();
  json_object_set_new(model, "first_taken", json_integer((json_int_t)first));
  json_object_set_new(model, "mean_factor", json_finite(known ? exp(sum / (double)known) : NAN));
  json_object_set_new(model, "worst_factor", json_finite(known ? exp(worst) : NAN));
  json_object_set_new(model, "worst_node", json_text_or_null(worst_node));
  json_object_set_new(o, "model", model);
  return o;
}

/* ---- The terminal ------------------------------------------------------------------------- */

static void show_problem(const painter *p, const json_t *problem) {
  size_t i;
  json_t *w;
  text_printf(p->out, "  %s %4lld x  model %s\n", paint_fit(p, paint_text(p, problem, "node"), 40),
              json_int_of(problem, "uses"),
              paint_known(problem, "model_seconds")
                  ? paint_seconds(p, json_number_value(json_object_get(problem, "model_seconds")))
                  : "-");
  json_array_foreach(json_object_get(problem, "ways"), i, w) text_printf(
      p->out, "    %s %s %s%s\n", json_is_true(json_object_get(w, "taken")) ? "*" : " ",
      paint_fit(p, paint_text(p, w, "name"), 38),
      paint_known(w, "seconds") ? paint_seconds(p, json_number_value(json_object_get(w, "seconds")))
                                : "not timed",
      json_object_get(w, "failed") ? ": left out" : "");
}

void report_tuning_show(const painter *p, const json_t *report) {
  size_t i, k;
  json_t *v, *problem;
  json_array_foreach(json_object_get(report, "variants"), i, v) {
    const json_t *t = json_object_get(v, "tuning"), *model = json_object_get(t, "model");
    const json_t *problems = json_object_get(t, "problems");
    if (!t) continue;
    paint_heading(p, arena_printf(p->arena, "Timed on %s", paint_text(p, t, "device")));
    json_array_foreach(problems, k, problem) show_problem(p, problem);
    paint_wrapped(p, 2,
                  arena_printf(p->arena,
                               "%s %s: the model's first choice was taken for %lld of %zu "
                               "problems; its times are off by a factor of %s in the mean, %s at "
                               "worst (%s)",
                               paint_text(p, v, "target"), paint_text(p, v, "profile"),
                               json_int_of(model, "first_taken"), json_array_size(problems),
                               paint_real(p, model, "mean_factor", "%.2f"),
                               paint_real(p, model, "worst_factor", "%.2f"),
                               paint_text(p, model, "worst_node")));
  }
}
