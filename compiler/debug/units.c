/* units.c - values that mean the model's times a factor.
 *
 * Some rewrites change what a value stands for and take it back further on: q
 * and k of an attention in FP8 share one scale after a power of two each, an
 * equalised channel is divided where it is made and multiplied where it is read.
 * Such a value has the model's name and not its numbers, so its factors are
 * found where the numbers say that there are some: one for the value, for each
 * part, or for each channel.  Outputs have none. */
#include <math.h>
#include <string.h>

#include "compiler/debug/walk.h"

/* Noise to signal above which a factor is looked for, what it must bring it down to,
 * and by how much. */
#define SUSPICIOUS 0.03
#define EXPLAINED 0.1
#define BETTER 10.0
/* A channel of fewer elements fits any factor; of fewer than the other, any power of two. */
#define CHANNEL_ELEMENTS 16
#define CHANNEL_ELEMENTS_POWER 4

typedef struct sums {
  double xx, xy, yy; /* x: the plan's, y: the model's */
} sums;

static void add(sums *s, float plan_number, float model_number) {
  double x = (double)plan_number, y = (double)model_number;
  if (!isfinite(x) || !isfinite(y)) return;
  s->xx += x * x;
  s->xy += x * y;
  s->yy += y * y;
}

static double factor_of(const sums *s) { return s->yy > 0 && s->xy > 0 ? s->xy / s->yy : 1.0; }
/* Of x - c y. */
static double noise_of(const sums *s, double c) { return s->xx - 2 * c * s->xy + c * c * s->yy; }

static bool explains(double before, double noise, double signal) {
  return signal > 0 && noise / signal < EXPLAINED && noise / signal * BETTER < before;
}

/* 1 where a factor does not explain the channel: one number that saturated makes no factor. */
static double channel_factor(const sums *s, bool power) {
  double c = factor_of(s);
  if (power) c = exp2(round(log2(c)));
  return noise_of(s, c) < EXPLAINED * c * c * s->yy ? c : 1.0;
}

/* `x` and `y` with the dimensions of `t`: factors along `axis` into `out`. */
static bool fit(arena *a, const tensor *t, const float *x, const float *y, int axis, float *out) {
  int64_t n = tensor_elements(t), channels = t->dims[axis], inner = 1;
  for (int d = axis + 1; d < t->rank; d++) inner *= t->dims[d];
  sums all = {0};
  sums *of = NEW_ARRAY(a, sums, channels + 1);
  for (int64_t i = 0; i < n; i++) {
    add(&of[i / inner % channels], x[i], y[i]);
    add(&all, x[i], y[i]);
  }
  double before = all.yy > 0 ? noise_of(&all, 1) / all.yy : 0, c = factor_of(&all);
  if (!(before > SUSPICIOUS)) return false;
  if (explains(before, noise_of(&all, c), c * c * all.yy)) {
    double power = round(log2(c)); /* what fp8c chooses where it can is a power of two */
    if (fabs(log2(c) - power) < 0.02) c = exp2(power);
    for (int64_t i = 0; i < channels; i++) out[i] = (float)c;
    return true;
  }
  double noise[2] = {0}, signal[2] = {0}; /* any factors; powers of two */
  for (int64_t i = 0; i < channels; i++)
    for (int k = 0; k < 2; k++) {
      double each = channel_factor(&of[i], k == 1);
      noise[k] += noise_of(&of[i], each);
      signal[k] += each * each * of[i].yy;
    }
  bool enough = n / channels >= CHANNEL_ELEMENTS;
  bool powers = n / channels >= CHANNEL_ELEMENTS_POWER && explains(before, noise[1], signal[1]) &&
                (!enough || noise[1] * signal[0] < 2 * noise[0] * signal[1]);
  if (!powers && !(enough && explains(before, noise[0], signal[0]))) return false;
  for (int64_t i = 0; i < channels; i++) out[i] = (float)channel_factor(&of[i], powers);
  return true;
}

static bool is_output(const debug_walk *w, uint32_t value) {
  for (uint32_t i = 0; i < w->plan->output_count; i++)
    if (w->v->outputs[i] == value) return true;
  return false;
}

fp8c_status debug_find_unit(debug_walk *w, uint32_t value, const tensor *t, const float *real,
                            fp8c_error *err) {
  const counterpart *c = &w->model.of[value];
  w->units[value] = (debug_unit){0}; /* of parts that were not there yet */
  if (t->rank < 1 || tensor_elements(t) == 0 || is_output(w, value)) return FP8C_OK;
  int last = t->rank - 1, axis = last;
  float *factors = arena_array(w->keep, (size_t)t->dims[axis], sizeof *factors);
  bool found = false;
  for (int64_t i = 0; i < t->dims[axis]; i++) factors[i] = 1;
  for (uint32_t i = 0; i < c->count; i++) {
    const shadow_part *p = &c->parts[i];
    tensor model, columns = *t;
    TRY(session_value_read(w->truth, p->id, w->scratch, &model, err));
    const float *y = reals_of(w->scratch, &model), *x = real;
    if (p->axis >= 0) columns.dims[p->axis] = p->size;
    if (!y || (p->axis >= 0 && (p->axis != axis || p->from + p->size > t->dims[axis])) ||
        tensor_elements(&columns) != tensor_elements(&model))
      continue;
    if (p->axis >= 0) {
      float *part = arena_array(w->scratch, (size_t)tensor_elements(&columns) + 1, sizeof *part);
      take_columns(real, t, p, part);
      x = part;
    }
    found |= fit(w->scratch, &columns, x, y, axis, factors + p->from);
    if (found || p->axis >= 0 || t->rank != 4) continue;
    axis = 1; /* an image's channels */
    factors = arena_array(w->keep, (size_t)t->dims[axis], sizeof *factors);
    found = fit(w->scratch, t, x, y, axis, factors);
  }
  if (found) w->units[value] = (debug_unit){axis, factors};
  return FP8C_OK;
}

const float *debug_in_units(debug_walk *w, uint32_t value, const tensor *t, const float *real) {
  const debug_unit *u = &w->units[value];
  if (!u->factors || !real) return real;
  int64_t n = tensor_elements(t), channels = t->dims[u->axis], inner = 1;
  for (int d = u->axis + 1; d < t->rank; d++) inner *= t->dims[d];
  float *out = arena_array(w->scratch, (size_t)n + 1, sizeof *out);
  for (int64_t i = 0; i < n; i++) out[i] = real[i] / u->factors[i / inner % channels];
  return out;
}
