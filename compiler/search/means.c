/* means.c - gives each product's results the mean that they have in the F32 model (--repair means).
 *
 * Rounding noise is not centred behind a ReLU or a clip, so that means drift from layer to layer,
 * which no product's own bias correction sees.  Products are corrected in their order, each by what
 * the finished graph in front of it really computes: BatchNorm's means estimated again.  One half
 * of the samples says what is added to the bias, and the other half whether all of it stays. */
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/numbers.h"
#include "compiler/search/search.h"
#include "ops/ids/products.h"
#include "passes/precision/precision.h"
#include "passes/precision/repair.h"
#include "passes/precision/walk.h"

#define SAMPLES_LEAST 8 /* fewer say nothing about others */
#define HALF_MOST 32    /* samples of a half */
#define REAL_GAIN 0.98  /* of the noise that is left, else nothing is kept */

/* Means of a product's results, by sample and channel. */
typedef struct channel_means {
  double *of; /* [half][channels]; NULL: none was seen */
  size_t channels, samples;
} channel_means;

/* A product of the finished graph that is corrected, and what it is in the model. */
typedef struct corrected {
  node *n;
  value *real; /* its result in the model */
  value *bias; /* what it had */
  channel_means want;
} corrected;

typedef struct correcting {
  job *j;
  pass_context *c;
  arena *a;
  const graph *reference;
  corrected *list;
  size_t count, half; /* samples of the half that says what is added */
} correcting;

static int channel_axis(const node *n, const tensor *t) {
  return node_is(n, OP_CONV) ? 1 : t->rank - 1;
}

static void add_channels(const correcting *k, const node *n, const tensor *t, channel_means *s) {
  int axis = channel_axis(n, t);
  if (axis < 0 || axis >= t->rank || !dtype_is_small_float(t->dtype)) return;
  size_t channels = (size_t)t->dims[axis], inner = 1, all = (size_t)tensor_elements(t);
  for (int i = axis + 1; i < t->rank; i++) inner *= (size_t)t->dims[i];
  if (!s->of) *s = (channel_means){NEW_ARRAY(k->a, double, k->half *channels + 1), channels, 0};
  if (s->channels != channels || all == 0 || s->samples == k->half) return;
  arena_mark mark = arena_save(k->c->scratch);
  const float *x = tensor_f32(t, k->c->scratch);
  double *of = s->of + s->samples++ * channels;
  for (size_t i = 0; i < all; i += inner)
    for (size_t at = i; at < i + inner; at++) of[i / inner % channels] += (double)x[at];
  for (size_t i = 0; i < channels; i++) of[i] /= (double)(all / channels);
  arena_reset(k->c->scratch, mark);
}

/* Every second sample from `first` on: what results hold there. */
typedef fp8c_status take_results(void *user, const tensor *results, fp8c_error *err);
static fp8c_status walk_half(const correcting *k, const graph *g, tap_list taps, size_t first,
                             take_results *take, void *user, fp8c_error *err) {
  arena *scratch = k->c->scratch;
  arena_mark before = arena_save(scratch);
  sample_walk w;
  TRY(walk_begin(k->c, g, taps, WALK_ONCE, &w, err));
  for (size_t i = 0; i < k->half; i++) {
    arena_mark mark = arena_save(scratch);
    TRY(walk_sample(&w, 2 * i + first, err));
    TRY(take(user, w.results, err));
    arena_reset(scratch, mark);
  }
  arena_reset(scratch, before);
  return FP8C_OK;
}

/* ---- What is corrected -------------------------------------------------------------------- */

static bool takes_correction(const node *n) {
  if (!node_is(n, OP_CONV) && !node_is(n, OP_LINEAR)) return false;
  const value *b = node_input(n, 2);
  return n->decision && b && value_is_const(b) && b->type.rank == 1 &&
         (b->type.dtype == FP8C_DTYPE_F32 || b->type.dtype == FP8C_DTYPE_BF16);
}

static void find_products(correcting *k, graph *g) {
  hash_map by_name;
  map_init(&by_name, k->a);
  for (node *n = k->reference->first; n; n = n->next) (void)map_add(&by_name, n->name, n);
  for (node *n = g->first; n; n = n->next) {
    const map_entry *e = takes_correction(n) ? map_find(&by_name, n->name) : NULL;
    const node *real = e ? e->item : NULL;
    if (!real || real->op != n->op || real->out[0]->type.rank != n->out[0]->type.rank) continue;
    corrected p = {.n = n, .real = real->out[0], .bias = n->in[2]};
    ARENA_PUSH(k->a, k->list, k->count, p);
  }
}

/* ---- Means -------------------------------------------------------------------------------- */

static fp8c_status take_real(void *user, const tensor *results, fp8c_error *err) {
  correcting *k = user;
  (void)err;
  for (size_t i = 0; i < k->count; i++)
    add_channels(k, k->list[i].n, &results[i], &k->list[i].want);
  return FP8C_OK;
}

typedef struct measuring_one {
  const correcting *k;
  const node *n;
  channel_means got;
} measuring_one;

static fp8c_status take_one(void *user, const tensor *results, fp8c_error *err) {
  measuring_one *m = user;
  (void)err;
  add_channels(m->k, m->n, results, &m->got);
  return FP8C_OK;
}

/* What the results lack by channel, into `lack`: the mean over samples, less as much of it as
 * chance makes of a mean of so few (James and Stein 1961).  False where that is all of it. */
static bool lacking(const channel_means *want, const channel_means *got, double *lack) {
  size_t channels = want->channels, n = want->samples;
  double length = 0, chance = 0;
  for (size_t i = 0; i < channels; i++) {
    double sum = 0, squares = 0;
    for (size_t s = 0; s < n; s++) {
      double d = want->of[s * channels + i] - got->of[s * channels + i];
      sum += d;
      squares += d * d;
    }
    lack[i] = sum / (double)n;
    length += lack[i] * lack[i];
    chance += (squares - sum * lack[i]) / ((double)n * (double)(n - 1));
  }
  double kept = 1 - chance / length;
  for (size_t i = 0; i < channels; i++) lack[i] *= kept;
  return isfinite(length) && kept > 0;
}

/* The bias with that. */
static fp8c_status correct(const correcting *k, const graph *g, corrected *p, fp8c_error *err) {
  measuring_one m = {.k = k, .n = p->n};
  value *tap = p->n->out[0];
  TRY(walk_half(k, g, (tap_list){&tap, 1}, 0, take_one, &m, err));
  const channel_means *want = &p->want;
  tensor type = p->bias->type;
  size_t channels = (size_t)type.dims[0];
  double *lack = NEW_ARRAY(k->a, double, channels + 1);
  if (!want->of || !m.got.of || want->channels != channels || m.got.channels != channels ||
      want->samples != k->half || m.got.samples != k->half || !lacking(want, &m.got, lack))
    return FP8C_OK;
  tensor old;
  TRY(value_load(p->bias, k->a, &old, err));
  const float *b = tensor_f32(&old, k->a);
  float *x = NEW_ARRAY(k->a, float, channels + 1);
  for (size_t i = 0; i < channels; i++) {
    x[i] = (float)((double)b[i] + lack[i]);
    if (!isfinite(x[i])) return FP8C_OK;
  }
  void *data = x;
  if (type.dtype == FP8C_DTYPE_BF16) {
    data = NEW_ARRAY(k->a, uint16_t, channels + 1);
    floats_encode(type.dtype, x, data, channels, true);
  }
  graph *own = p->n->graph;
  value *v = graph_const_copy(own, arena_printf(own->arena, "%s.mean", p->bias->name), &type, data);
  v->reason = "with what its product's results lack on average in the finished plan";
  node_set_input(p->n, 2, v);
  return FP8C_OK;
}

/* ---- Whether it helps ----------------------------------------------------------------------- */

/* The outputs of the other half in the model, sample after sample. */
typedef struct outputs {
  const correcting *k;
  const graph *g;
  float **real; /* [sample * output] */
  size_t at;
  bool keeps;    /* these are the model's */
  double *noise; /* [sample]: of each output the share of its signal that is noise, summed */
  size_t sample;
} outputs;

static fp8c_status take_outputs(void *user, const tensor *results, fp8c_error *err) {
  outputs *o = user;
  (void)err;
  for (size_t i = 0; i < o->g->output_count; i++, o->at++) {
    const tensor *t = &results[i];
    if (!dtype_is_small_float(t->dtype)) continue;
    size_t count = (size_t)tensor_elements(t);
    const float *x = tensor_f32(t, o->k->c->scratch);
    if (o->keeps) {
      o->real[o->at] = NEW_ARRAY(o->k->a, float, count + 1);
      memcpy(o->real[o->at], x, count * sizeof *x);
      continue;
    }
    double signal = 0, noise = 0;
    for (size_t e = 0; e < count; e++) {
      double y = (double)o->real[o->at][e], d = y - (double)x[e];
      signal += y * y;
      noise += d * d;
    }
    if (signal > 0) o->noise[o->sample] += noise / signal;
    if (!isfinite(noise)) o->noise[o->sample] = INFINITY;
  }
  o->sample++;
  return FP8C_OK;
}

static fp8c_status output_noise(outputs *o, const graph *g, double **out, fp8c_error *err) {
  o->g = g;
  o->at = o->sample = 0;
  o->noise = *out = NEW_ARRAY(o->k->a, double, o->k->half + 1);
  return walk_half(o->k, g, (tap_list){g->outputs, g->output_count}, 1, take_outputs, o, err);
}

static double mean_of(const double *x, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += x[i];
  return sum / (double)count;
}

/* On average by a share, and sample by sample, in dB, by more than twice the standard error. */
static bool is_less(const double *after, const double *before, size_t count) {
  double gain = 0, squares = 0;
  for (size_t i = 0; i < count; i++) {
    double d = log(fmax(before[i], 1e-30)) - log(fmax(after[i], 1e-30));
    gain += d;
    squares += d * d;
  }
  gain /= (double)count;
  double error = sqrt((squares / (double)count - gain * gain) / (double)(count - 1));
  return gain > 2 * error && mean_of(after, count) < REAL_GAIN * mean_of(before, count);
}

static fp8c_status correct_all(correcting *k, graph *g, fp8c_error *err) {
  outputs o = {.k = k, .g = k->reference, .keeps = true};
  value **taps = NEW_ARRAY(k->a, value *, k->count + 1);
  double *before, *after;
  o.real = NEW_ARRAY(k->a, float *, k->half * k->reference->output_count + 1);
  tap_list all = {k->reference->outputs, k->reference->output_count};
  TRY(walk_half(k, k->reference, all, 1, take_outputs, &o, err));
  o.keeps = false;
  for (size_t i = 0; i < k->count; i++) taps[i] = k->list[i].real;
  TRY(walk_half(k, k->reference, (tap_list){taps, k->count}, 0, take_real, k, err));
  TRY(output_noise(&o, g, &before, err));
  double plain = mean_of(before, k->half);
  if (!(plain > 0)) return FP8C_OK; /* nothing is left to be taken off */
  for (size_t i = 0; i < k->count; i++) {
    TRY(correct(k, g, &k->list[i], err));
    if (k->c->progress) k->c->progress(k->c->progress_user, "means", i + 1, k->count);
  }
  TRY(output_noise(&o, g, &after, err));
  double ours = mean_of(after, k->half);
  bool helps = is_less(after, before, k->half);
  for (size_t i = 0; i < k->count && !helps; i++) node_set_input(k->list[i].n, 2, k->list[i].bias);
  job_say(
      k->j, FP8C_SEVERITY_NOTE, helps ? "means-given-back" : "means-left", "",
      "with the means of %zu products' results as the model has them, outputs keep %.1f dB on %zu "
      "samples that did not make them, and %.1f without%s",
      k->count, -10 * log10(fmax(ours, 1e-300)), k->half, -10 * log10(plain),
      helps ? "" : ": biases stay as they are");
  return FP8C_OK;
}

fp8c_status give_means_back(job *j, const graph *reference, graph *g, fp8c_error *err) {
  pass_context *c = &j->passes;
  const calibration_data *d = c->samples;
  if (!(c->repairs & REPAIR_MEANS) || !d || !c->evaluate) return FP8C_OK;
  const char *why = d->state_count                    ? "samples that follow each other"
                    : d->sample_count < SAMPLES_LEAST ? "fewer than 8 samples"
                                                      : NULL;
  if (why) {
    job_say(j, FP8C_SEVERITY_NOTE, "means-left", "",
            "--repair means: %s do not say what results are on average", why);
    return FP8C_OK;
  }
  size_t half = d->sample_count / 2;
  correcting k = {.j = j, .c = c, .a = arena_inside(j->keep), .reference = reference};
  k.half = half < HALF_MOST ? half : HALF_MOST;
  job_stage(j, "means");
  find_products(&k, g);
  fp8c_status status = k.count ? correct_all(&k, g, err) : FP8C_OK;
  arena_free(k.a);
  return status;
}
