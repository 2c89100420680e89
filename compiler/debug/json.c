/* json.c - what `fp8c debug` found, as one document (docs/debug.md). */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "compiler/debug/walk.h"

/* A figure that is not known, or that is exact, has no number. */
static json_t *db_json(const figures *f) { return json_finite(figures_db(f)); }

static bool exact(const figures *f) { return f->count > 0 && f->noise == 0; }

static json_t *count_json(int64_t n) { return n < 0 ? json_null() : json_integer(n); }

static void add_figures(json_t *o, const char *key, const char *exact_key, const figures *f) {
  json_object_set_new(o, key, db_json(f));
  json_object_set_new(o, exact_key, f->count ? json_boolean(exact(f)) : json_null());
}

static json_t *value_json(const debug_walk *w, const debug_value *v) {
  const plan_value *x = &w->v->values[v->id];
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(x->name));
  json_object_set_new(o, "format", json_string(fp8c_dtype_name(x->dtype)));
  json_object_set_new(o, "elements", json_integer(v->elements));
  if (w->units[v->id].factors)
    json_object_set_new(o, "times", json_real((double)w->units[v->id].factors[0]));
  add_figures(o, "total_db", "total_exact", &v->total);
  add_figures(o, "alone_db", "alone_exact", &v->isolated);
  if (v->why_not_isolated)
    json_object_set_new(o, "why_not_alone", json_string(v->why_not_isolated));
  if (w->twin.session) {
    add_figures(o, "agreement_db", "agreement_exact", &v->agreement);
    json_object_set_new(o, "parted", count_json(v->parted));
  }
  json_object_set_new(o, "not_finite", json_integer(v->not_finite));
  json_object_set_new(o, "model_not_finite", count_json(v->model_not_finite));
  if (v->different >= 0) json_object_set_new(o, "different", json_integer(v->different));
  return o;
}

static json_t *step_json(const debug_walk *w, uint32_t i) {
  const debug_step *s = &w->steps[i];
  json_t *o = json_object(), *values = json_array();
  json_object_set_new(o, "step", json_integer(i));
  json_object_set_new(o, "name", json_string(s->name));
  json_object_set_new(o, "nodes", json_string(s->nodes));
  json_object_set_new(o, "kernel", json_string(s->kernel));
  json_object_set_new(o, "precision", json_string(s->precision));
  for (uint32_t k = 0; k < s->value_count; k++)
    json_array_append_new(values, value_json(w, &s->values[k]));
  json_object_set_new(o, "values", values);
  return o;
}

/* ---- Outputs, and what makes up their error ----------------------------------- */

static double followed_share(const debug_walk *w, uint32_t output) {
  double sum = 0, total = figures_noise(&w->outputs[output].total);
  for (uint32_t i = 0; i < w->step_count; i++)
    if (w->steps[i].followed) sum += figures_noise(&w->steps[i].followed[output]);
  return total > 0 && isfinite(total) ? sum / total : NAN;
}

static json_t *outputs_json(const debug_walk *w) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < w->plan->output_count; i++) {
    json_t *o = json_object();
    const figures *f = &w->outputs[i].total;
    double share = followed_share(w, i), cosine = figures_cosine(f);
    json_object_set_new(o, "name", json_string(w->plan->outputs[i].name));
    add_figures(o, "sqnr_db", "exact", f);
    json_object_set_new(o, "cosine", json_finite(cosine));
    json_object_set_new(o, "followed_share", json_finite(share));
    json_array_append_new(list, o);
  }
  return list;
}

static json_t *blame_json(debug_walk *w) {
  json_t *list = json_array();
  uint32_t count;
  const uint32_t *rank = debug_rank(w, &count);
  for (uint32_t i = 0; i < count; i++) {
    const debug_step *s = &w->steps[rank[i]];
    json_t *o = json_object();
    double entering = debug_entering(s);
    json_object_set_new(o, "step", json_integer(rank[i]));
    json_object_set_new(o, "alone_db",
                        isfinite(entering) ? json_real(-10 * log10(entering)) : json_null());
    if (s->followed) {
      json_t *outputs = json_array();
      for (uint32_t k = 0; k < w->plan->output_count; k++)
        json_array_append_new(outputs, db_json(&s->followed[k]));
      json_object_set_new(o, "outputs_db", outputs);
    }
    json_array_append_new(list, o);
  }
  return list;
}

/* ---- The first of a kind -------------------------------------------------------- */

static json_t *place_json(const debug_walk *w, uint32_t step, const debug_value *v,
                          int64_t element) {
  json_t *o = json_object();
  json_object_set_new(o, "step", json_integer(step));
  json_object_set_new(o, "nodes", json_string(w->steps[step].nodes));
  json_object_set_new(o, "kernel", json_string(w->steps[step].kernel));
  json_object_set_new(o, "value", json_string(w->v->values[v->id].name));
  json_object_set_new(o, "element", count_json(element));
  return o;
}

static json_t *first_not_finite(const debug_walk *w) {
  for (uint32_t i = 0; i < w->step_count; i++)
    for (uint32_t k = 0; k < w->steps[i].value_count; k++) {
      const debug_value *v = &w->steps[i].values[k];
      if (v->not_finite == 0) continue;
      json_t *o = place_json(w, i, v, v->first_not_finite);
      json_object_set_new(o, "count", json_integer(v->not_finite));
      json_object_set_new(o, "model_count", count_json(v->model_not_finite));
      return o;
    }
  return json_null();
}

static bool disagrees(const debug_walk *w, const debug_value *v) {
  return v->parted > 0 || (v->agreement.count && figures_db(&v->agreement) < w->o->agree_db);
}

static json_t *agreement_json(const debug_walk *w) {
  json_t *o = json_object(), *first = json_null(), *worst = json_null();
  double least = INFINITY;
  int64_t compared = 0, apart = 0;
  for (uint32_t i = 0; i < w->step_count; i++)
    for (uint32_t k = 0; k < w->steps[i].value_count; k++) {
      const debug_value *v = &w->steps[i].values[k];
      if (v->parted < 0) continue;
      compared++;
      if (disagrees(w, v) && apart++ == 0) {
        first = place_json(w, i, v, v->first_parted);
        json_object_set_new(first, "agreement_db", db_json(&v->agreement));
        json_object_set_new(first, "parted", json_integer(v->parted));
      }
      if (v->agreement.count && figures_db(&v->agreement) < least) {
        least = figures_db(&v->agreement);
        json_decref(worst);
        worst = place_json(w, i, v, -1);
        json_object_set_new(worst, "agreement_db", json_finite(least));
      }
    }
  json_object_set_new(o, "bound_db", json_real(w->o->agree_db));
  json_object_set_new(o, "values_compared", json_integer(compared));
  json_object_set_new(o, "values_apart", json_integer(apart));
  json_object_set_new(o, "first_apart", first);
  json_object_set_new(o, "worst", worst);
  return o;
}

json_t *debug_document(debug_walk *w) {
  json_t *o = json_object(), *steps = json_array();
  uint32_t unmatched = 0;
  for (uint32_t i = 0; i < w->step_count; i++) {
    json_array_append_new(steps, step_json(w, i));
    for (uint32_t k = 0; k < w->steps[i].value_count; k++)
      unmatched += w->model.of[w->steps[i].values[k].id].count == 0;
  }
  json_object_set_new(o, "schema", json_string("fp8c-debug-1"));
  json_object_set_new(o, "device", json_string(fp8c_session_device(w->main)));
  json_object_set_new(o, "target", json_string(w->v->target));
  json_object_set_new(o, "profile", json_string(w->v->profile ? w->v->profile : ""));
  const hash *made_from = &w->plan->model_hash, *model = &program_plan(w->o->model)->model_hash;
  json_object_set_new(o, "same_model", json_boolean(!memcmp(made_from, model, sizeof *model)));
  json_object_set_new(o, "outputs", outputs_json(w));
  json_object_set_new(o, "steps", steps);
  json_object_set_new(o, "values_without_counterpart", json_integer(unmatched));
  json_object_set_new(o, "blame", blame_json(w));
  json_object_set_new(o, "first_not_finite", first_not_finite(w));
  json_object_set_new(o, "agreement", w->twin.session ? agreement_json(w) : json_null());
  return o;
}
