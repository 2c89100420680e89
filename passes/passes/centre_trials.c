/* centre_trials.c - what centring each activation does to the noise at the model's outputs, on a
 * few samples. */
#include "passes/passes/centring.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "passes/match.h"
#include "passes/precision/sums.h"

#define TRIALS 4        /* samples on which noise is compared */
#define TRIALS_SMALL 16 /* ... of outputs below SMALL_OUTPUT numbers */
#define SMALL_OUTPUT 4096
#define LOCAL_GAIN \
  0.95              /* of the value's own rounding's noise: more of it left, and nothing is tried */
#define LITTLE 1e-4 /* of the mean row's signal, so that a row of zeros is not all that counts */

bool centre_is_trial(const centring *s, size_t sample, size_t trials) {
  size_t all = s->c->samples->sample_count;
  return trials >= all || sample * trials / all != (sample + 1) * trials / all;
}

/* The centred value as it would be with x rounded as it is (0), or itself rounded (1). */
static void rounded(const centre *k, const tensor *centred, int variant, float unit, float *y) {
  size_t before, behind, at = 0, count = (size_t)tensor_elements(centred);
  lattice l = lattice_of(LATTICE_E4M3);
  const float *x = centred->data;
  if (variant == 1) {
    round_to(l, x, count, unit, y);
    return;
  }
  centre_extents(centred, k->axis, &before, &behind);
  for (size_t b = 0; b < before; b++)
    for (size_t ch = 0; ch < k->channels; ch++, at += behind) {
      for (size_t e = 0; e < behind; e++) y[at + e] = x[at + e] + k->mean[ch];
      round_to(l, y + at, behind, unit, y + at);
      for (size_t e = 0; e < behind; e++) y[at + e] -= k->mean[ch];
    }
}

double centre_error_share(const tensor *want, const tensor *got, arena *a) {
  const float *x = tensor_f32(want, a), *y = tensor_f32(got, a);
  double signal = 0, error = 0;
  for (int64_t i = 0; i < tensor_elements(want); i++) {
    double d = (double)x[i] - (double)y[i];
    if (!isfinite(x[i])) continue;
    signal += (double)x[i] * (double)x[i];
    error += d * d;
  }
  return signal > 0 ? error / signal : 0;
}

/* The mean over rows of the last axis, each as a share of its own signal and a little of all. */
double centre_error_by_rows(const tensor *want, const tensor *got, arena *a) {
  const float *x = tensor_f32(want, a), *y = tensor_f32(got, a);
  size_t count = (size_t)tensor_elements(want);
  size_t width = want->rank && count ? (size_t)want->dims[want->rank - 1] : 1, rows = count / width;
  double all = 0, sum = 0;
  for (size_t i = 0; i < count; i++) all += isfinite(x[i]) ? (double)x[i] * (double)x[i] : 0;
  double little = rows ? LITTLE * all / (double)rows : 0;
  for (size_t r = 0; r < rows && all > 0; r++) {
    double signal = little, error = 0;
    for (size_t k = r * width; k < (r + 1) * width; k++) {
      double d = (double)x[k] - (double)y[k];
      if (!isfinite(x[k])) continue;
      signal += (double)x[k] * (double)x[k];
      error += d * d;
    }
    sum += error / signal;
  }
  return rows ? sum / (double)rows : 0;
}

typedef struct trial {
  centring *s;
  tensor *want; /* copies of the judged outputs */
  size_t half;
} trial;

static fp8c_status try_candidate(const trial *t, size_t i, fp8c_error *err) {
  centring *s = t->s;
  pass_context *c = s->c;
  const centre *k = &s->list[i];
  const value *v = graph_find_value(s->all, k->to);
  tensor x;
  if (!s->tried_singly[i] || !v || !c->evaluate->kept(c->evaluate, s->walk.runner, v, &x))
    return FP8C_OK;
  tensor *got = NEW_ARRAY(c->scratch, tensor, s->output_count + c->samples->state_count + 1);
  tensor with = x;
  with.data = arena_alloc(c->scratch, tensor_bytes(&x) + 1);
  for (int variant = 0; variant < 2; variant++) {
    float unit = scale_choose(&s->stats[2 * i + (size_t)variant], FP8C_DTYPE_E4M3, &c->scales);
    rounded(k, &x, variant, unit, with.data);
    TRY(c->evaluate->rerun(c->evaluate, s->walk.runner, v, &with, got, err));
    double noise = 0;
    for (size_t o = 0; o < s->output_count; o++) {
      noise += centre_error_share(&t->want[o], &got[o], c->scratch);
      s->by_rows[2 * i + (size_t)variant] += centre_error_by_rows(&t->want[o], &got[o], c->scratch);
    }
    s->noise[4 * i + 2 * (size_t)variant + t->half] += noise;
  }
  return FP8C_OK;
}

static bool add_stats(centring *s, size_t i) {
  pass_context *c = s->c;
  const centre *k = &s->list[i];
  const value *v = graph_find_value(s->all, k->to);
  tensor x;
  if (!k->kept || !v || !c->evaluate->kept(c->evaluate, s->walk.runner, v, &x)) return true;
  size_t before, behind, at = 0, count = (size_t)tensor_elements(&x);
  float *y = arena_array(c->scratch, count + 1, sizeof *y);
  const float *from = x.data;
  centre_extents(&x, k->axis, &before, &behind);
  for (size_t b = 0; b < before; b++)
    for (size_t ch = 0; ch < k->channels; ch++)
      for (size_t e = 0; e < behind; e++, at++) y[at] = from[at] + k->mean[ch];
  return stats_add(&s->stats[2 * i], y, count) && stats_add(&s->stats[2 * i + 1], from, count);
}

/* Measures the error of rounding the value itself, plainly and centred. */
static void add_local(centring *s, size_t i) {
  pass_context *c = s->c;
  const centre *k = &s->list[i];
  const value *v = graph_find_value(s->all, k->to);
  tensor x;
  if (!k->kept || !v || !c->evaluate->kept(c->evaluate, s->walk.runner, v, &x)) return;
  size_t count = (size_t)tensor_elements(&x);
  const float *real = x.data;
  float *y = arena_array(c->scratch, count + 1, sizeof *y);
  for (int variant = 0; variant < 2; variant++) {
    rounded(k, &x, variant,
            scale_choose(&s->stats[2 * i + (size_t)variant], FP8C_DTYPE_E4M3, &c->scales), y);
    s->local[3 * i + 1 + (size_t)variant] += sum_squares(c->threads, y, real, count);
  }
  s->local[3 * i] += sum_squares(c->threads, real, NULL, count);
}

/* By node id: multiply-accumulates of the run at hand. */
static double *work_of_nodes(const centring *s) {
  double *work = NEW_ARRAY(s->c->scratch, double, (size_t)s->all->next_node_id + 1);
  for (const node *n = s->all->first; n; n = n->next) {
    evaluator *e = s->c->evaluate;
    void *runner = s->walk.runner;
    tensor x;
    if (n->in_count && n->in[0] && !value_is_const(n->in[0]) && e->kept(e, runner, n->in[0], &x))
      work[n->id] = product_work(n, (double)tensor_elements(&x));
    if (n->out_count && n->out[0] && e->kept(e, runner, n->out[0], &x))
      work[n->id] += WORK_OF_ELEMENT * (double)tensor_elements(&x);
  }
  return work;
}

/* Of the nodes that depend on v. */
static double work_behind(const centring *s, const value *v, const double *work) {
  bool *reached = NEW_ARRAY(s->c->scratch, bool, (size_t)s->all->next_node_id + 1);
  double sum = 0;
  for (const node *n = v->def ? v->def : s->all->first; n; n = n->next)
    for (size_t i = 0; i < n->in_count && !reached[n->id]; i++) {
      const value *x = n->in[i];
      reached[n->id] = x && (x == v || (x->def && reached[x->def->id]));
      if (reached[n->id]) sum += work[n->id];
    }
  return sum;
}

/* What the trials of each candidate take, and a run. */
static void count_work(centring *s) {
  arena *a = s->c->scratch;
  if (s->forward > 0) return;
  const double *work = work_of_nodes(s);
  for (const node *n = s->all->first; n; n = n->next) s->forward += work[n->id];
  for (size_t i = 0; i < s->count; i++) {
    const value *v = graph_find_value(s->all, s->list[i].to);
    arena_mark mark = arena_save(a);
    if (v) s->work[i].cost = 2 * work_behind(s, v, work);
    arena_reset(a, mark);
  }
}

/* Candidates whose rounding errs hardly less when they are centred are not tried. */
void centre_leave_out_little(centring *s) {
  for (size_t i = 0; i < s->count; i++)
    if (!(s->local[3 * i + 2] < LOCAL_GAIN * s->local[3 * i + 1])) s->list[i].kept = false;
}

/* Of the candidates those that are worth most for what their trials take: by what centring takes
 * off, or by the doubt whether it does.  True where every candidate is tried singly. */
bool centre_choose_single_trials(centring *s, bool doubt) {
  arena *a = s->c->scratch;
  work_item *items = NEW_ARRAY(a, work_item, s->count + 1);
  bool all = true;
  for (size_t i = 0; i < s->count; i++) {
    const double *x = s->local + 3 * i;
    if (s->list[i].kept)
      items[i] = (work_item){s->work[i].cost * (double)s->trials,
                             doubt ? x[2] / x[1] : (x[1] - x[2]) / x[0]};
  }
  choose_work(items, s->count, s->left_over, a, s->tried_singly);
  for (size_t i = 0; i < s->count; i++) {
    s->tried_singly[i] &= s->list[i].kept;
    all &= s->tried_singly[i] || !s->list[i].kept;
  }
  return all;
}

/* Copies of the judged outputs, in scratch: reruns overwrite them. */
static tensor *copied_results(const centring *s) {
  arena *a = s->c->scratch;
  tensor *want = NEW_ARRAY(a, tensor, s->output_count + 1);
  for (size_t o = 0; o < s->output_count; o++) {
    want[o] = s->walk.results[o];
    want[o].data = arena_alloc(a, tensor_bytes(&want[o]) + 1);
    memcpy(want[o].data, s->walk.results[o].data, tensor_bytes(&want[o]));
  }
  return want;
}

/* What the sample at hand says about every candidate; half 0 or 1 of the trial samples. */
static fp8c_status try_sample(centring *s, size_t sample, size_t half, int what, fp8c_error *err) {
  pass_context *c = s->c;
  trial t = {s, what == TRIES ? copied_results(s) : NULL, half};
  if (what == LOCAL_ERRORS) count_work(s);
  for (size_t k = 0; k < s->count; k++) {
    arena_mark mark = arena_save(c->scratch);
    if (what == TRIES) {
      TRY(try_candidate(&t, k, err));
      if (c->progress)
        c->progress(c->progress_user, "centre", sample * s->count + k,
                    c->samples->sample_count * s->count);
    } else if (what == LOCAL_ERRORS) {
      add_local(s, k);
    } else if (!add_stats(s, k)) {
      s->list[k].kept = false; /* calibrate will say which number is not finite */
    }
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}

/* One walk over the samples: statistics of the trial samples, what rounding costs each candidate,
 * or noises at the outputs. */
fp8c_status centre_walk_trials(centring *s, int what, fp8c_error *err) {
  pass_context *c = s->c;
  const calibration_data *d = c->samples;
  size_t trials = TRIALS, done = 0;
  s->walk.carry = sample_carry_new(c->scratch, d);
  for (size_t i = 0; i < d->sample_count; i++) {
    arena_mark mark = arena_save(c->scratch);
    if (d->state_count || centre_is_trial(s, i, trials)) {
      int64_t most = 0;
      TRY(walk_sample(&s->walk, i, err));
      for (size_t o = 0; o < s->output_count; o++)
        if (tensor_elements(&s->walk.results[o]) > most)
          most = tensor_elements(&s->walk.results[o]);
      if (most < SMALL_OUTPUT) trials = TRIALS_SMALL;
      if (centre_is_trial(s, i, trials)) {
        s->trials = trials;
        TRY(try_sample(s, i, done++ % 2, what, err));
      }
    }
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
