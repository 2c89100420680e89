/* centre.c - takes the mean of each channel off an activation before it is rounded.
 *
 * FP8 rounds a number by a share of its size, so a channel that lies far from zero is
 * rounded coarsely however little it varies.  W x = W (x - m) + W m: with m the mean of
 * each channel over the samples, the product reads small numbers, and W m goes into its
 * bias.  One addition of a constant vector is left, in the kernel that makes x.
 *
 * A few massive rows (tokens, pixels) would be all of a plain mean, and taking it off would
 * make the others large.  So a row whose mean square e is more than four times the typical
 * one of its sample, t, counts as 4 t / e of a row.
 *
 * Whether it pays is asked where it counts: the noise at the model's outputs with x
 * rounded as it is, and with x centred, on a few samples; and the rows of the outputs, each as a
 * share of its own signal, must not lose by it.  A mean over samples can be one of padding
 * that nothing depends on. */
#include "passes/passes/centre.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/precision/noise.h"
#include "passes/precision/rows.h"
#include "passes/precision/sums.h"
#include "passes/precision/walk.h"
#include "passes/precision/work.h"

#define TRIALS 4        /* samples on which noise is compared */
#define TRIALS_SMALL 16 /* ... of outputs below SMALL_OUTPUT numbers */
#define SMALL_OUTPUT 4096
#define MASSIVE 4           /* times the typical square of a row */
#define LEAST_BUDGET 0x1p35 /* multiply-accumulates that any model may take: some seconds */
#define LOCAL_GAIN \
  0.95 /* of the value's own rounding's noise: more of it left, and nothing is tried */
#define REAL_GAIN 0.9 /* of the noise that is left */
#define LITTLE 1e-4   /* of the mean row's signal, so that a row of zeros is not all that counts */
#define ROWS_FOR_A_MEAN 32

typedef struct centring {
  pass_context *c;
  graph *g;   /* the graph as it is */
  graph *all; /* a clone with every candidate centred */
  centre *list;
  size_t count;
  double **sums;      /* by candidate and channel, of rows by weight */
  double *rows;       /* by candidate: weights */
  double *squares;    /* of weights */
  value_stats *stats; /* two for each candidate: as it is, centred */
  work_item *work;    /* by candidate: of its trials, and what centring takes off the rounding */
  double *local;      /* [candidate][signal, plain, centred]: of the value itself */
  bool *tried_singly; /* [candidate]: tried one at a time, not only with all others */
  double left_over;   /* multiply-accumulates that trials may still take */
  double forward;     /* multiply-accumulates of one run */
  size_t trials;
  double *noise;   /* [candidate][plain, centred][half] */
  double *by_rows; /* [candidate][plain, centred]: the same, each row by itself */
  noise_output *outputs;
  size_t output_count;
  sample_walk walk; /* of `all` */
  const char *left; /* what was left out, in words; NULL: nothing */
} centring;

/* ---- Which values ------------------------------------------------------------------- */

static bool pads_nothing(const node *n) {
  const int64_t *pads;
  size_t count;
  const char *automatic = node_string(n, "auto_pad");
  if (automatic && strcmp(automatic, "NOTSET") != 0 && strcmp(automatic, "VALID") != 0)
    return false;
  if (node_ints(n, "pads", &pads, &count))
    for (size_t i = 0; i < count; i++)
      if (pads[i] != 0) return false;
  return true;
}

/* The axis of x whose means could be taken off for this reader; -1: none.  Zeros that a
 * convolution pads with would not be centred. */
static int channel_axis(const node *n, const pass_context *c) {
  row_shape s;
  const value *x = n->in_count > 1 ? n->in[0] : NULL;
  if (!x || x->kind == VALUE_CONST || x->type.dtype != FP8C_DTYPE_F32 || x->type.rank < 1 ||
      !row_shape_of(n, &s) || !bias_is_free(n))
    return -1;
  if (node_gates(n)) return -1; /* one row a sample: its mean is of these samples, and it is F32 */
  if (node_input(n, 3)) return -1; /* W m would be multiplied by it as well */
  if (node_is(n, OP_LINEAR)) return c->repairs & REPAIR_CENTRE ? x->type.rank - 1 : -1;
  return node_is(n, OP_CONV) && pads_nothing(n) ? 1 : -1;
}

static centre *find_candidate(centring *s, const value *x, int axis) {
  for (size_t i = 0; i < s->count; i++)
    if (s->list[i].axis == axis && strcmp(s->list[i].from, x->name) == 0) return &s->list[i];
  return NULL;
}

static fp8c_status add_reader(centring *s, const node *n, int axis, fp8c_error *err) {
  arena *keep = s->c->keep;
  const value *x = n->in[0], *b = n->in_count > 2 ? n->in[2] : NULL;
  if (x->type.dims[axis] <= 0) return FP8C_OK;
  if (!find_candidate(s, x, axis)) {
    centre fresh = {.from = arena_strdup(keep, x->name),
                    .to = arena_printf(keep, "%s.centred", x->name),
                    .axis = axis,
                    .channels = (size_t)x->type.dims[axis]};
    ARENA_PUSH(keep, s->list, s->count, fresh);
  }
  centre *k = find_candidate(s, x, axis);
  centre_reader r = {arena_strdup(keep, n->name), (size_t)n->in[1]->type.dims[0], NULL};
  if (b) {
    r.bias = constant_f32(b, keep, err);
    if (!r.bias) return err->status;
  }
  ARENA_PUSH(keep, k->readers, k->reader_count, r);
  return FP8C_OK;
}

static fp8c_status find_candidates(centring *s, fp8c_error *err) {
  for (const node *n = s->g->first; n; n = n->next) {
    int axis = channel_axis(n, s->c);
    if (axis >= 0) TRY(add_reader(s, n, axis, err));
  }
  return FP8C_OK;
}

/* ---- Means --------------------------------------------------------------------------------- */

/* Elements of x as [before][channels][behind]. */
static void extents(const tensor *x, int axis, size_t *before, size_t *behind) {
  *before = *behind = 1;
  for (int i = 0; i < axis; i++) *before *= (size_t)x->dims[i];
  for (int i = axis + 1; i < x->rank; i++) *behind *= (size_t)x->dims[i];
}

/* The weight of each of x's rows, [before][behind]. */
static double *row_weights(const float *x, size_t before, size_t channels, size_t behind,
                           arena *a) {
  size_t rows = before * behind, seen = 0;
  double *w = NEW_ARRAY(a, double, rows + 1), logs = 0;
  for (size_t b = 0; b < before; b++)
    for (size_t ch = 0; ch < channels; ch++)
      for (size_t e = 0; e < behind; e++, x++) w[b * behind + e] += (double)*x * (double)*x;
  for (size_t r = 0; r < rows; r++) {
    if (!(w[r] > 0)) continue;
    logs += log(w[r]);
    seen++;
  }
  double typical = seen ? exp(logs / (double)seen) : 1;
  for (size_t r = 0; r < rows; r++) w[r] = w[r] > MASSIVE * typical ? MASSIVE * typical / w[r] : 1;
  return w;
}

static fp8c_status take_means(void *user, size_t sample, const tensor *results, fp8c_error *err) {
  (void)sample, (void)err;
  centring *s = user;
  for (size_t i = 0; i < s->count; i++) {
    const centre *k = &s->list[i];
    const float *x = tensor_f32(&results[i], s->c->scratch);
    size_t before, behind;
    extents(&results[i], k->axis, &before, &behind);
    arena_mark mark = arena_save(s->c->scratch);
    const double *w = row_weights(x, before, k->channels, behind, s->c->scratch);
    for (size_t b = 0; b < before; b++)
      for (size_t ch = 0; ch < k->channels; ch++) {
        double sum = 0;
        for (size_t e = 0; e < behind; e++) sum += w[b * behind + e] * (double)*x++;
        s->sums[i][ch] += sum;
      }
    for (size_t r = 0; r < before * behind; r++) {
      s->rows[i] += w[r];
      s->squares[i] += w[r] * w[r];
    }
    arena_reset(s->c->scratch, mark);
  }
  return FP8C_OK;
}

static fp8c_status find_means(centring *s, fp8c_error *err) {
  pass_context *c = s->c;
  value **taps = NEW_ARRAY(c->scratch, value *, s->count + 1);
  s->sums = NEW_ARRAY(c->scratch, double *, s->count);
  s->rows = NEW_ARRAY(c->scratch, double, s->count);
  s->squares = NEW_ARRAY(c->scratch, double, s->count);
  for (size_t i = 0; i < s->count; i++) {
    taps[i] = graph_find_value(s->g, s->list[i].from);
    s->sums[i] = NEW_ARRAY(c->scratch, double, s->list[i].channels);
  }
  TRY(walk_samples(c, s->g, (tap_list){taps, s->count},
                   (sample_visit){.stage = "centre", .take = take_means, .user = s}, err));
  for (size_t i = 0; i < s->count; i++) {
    centre *k = &s->list[i];
    k->mean = NEW_ARRAY(c->keep, float, k->channels);
    k->kept = s->rows[i] * s->rows[i] >= ROWS_FOR_A_MEAN * s->squares[i] && s->rows[i] > 0;
    for (size_t ch = 0; ch < k->channels && k->kept; ch++) {
      k->mean[ch] = (float)(s->sums[i][ch] / s->rows[i]);
      k->kept = isfinite(k->mean[ch]);
    }
  }
  return FP8C_OK;
}

/* ---- Into a graph and out of it ----------------------------------------------------------------
 */

/* bias + W m, in F64, rounded once. */
static fp8c_status set_bias(pass_context *c, node *n, const centre *k, const centre_reader *r,
                            fp8c_error *err) {
  arena *a = c->scratch;
  graph *g = n->graph;
  row_shape s;
  row_shape_of(n, &s);
  tensor t;
  TRY(value_load(n->in[1], a, &t, err));
  const float *w = tensor_f32(&t, a);
  size_t per_group = k->channels / s.groups, taps = s.depth / per_group;
  float *bias = NEW_ARRAY(a, float, r->channels);
  for (size_t i = 0; i < r->channels; i++) {
    const float *mean = k->mean + i / s.width * per_group;
    double sum = r->bias ? (double)r->bias[i] : 0;
    for (size_t d = 0; d < s.depth; d++) sum += (double)w[i * s.depth + d] * (double)mean[d / taps];
    bias[i] = (float)sum;
  }
  const char *name = arena_printf(g->arena, "%s.uncentred", n->name);
  node_set_input(n, 2, centre_vector(g, name, bias, r->channels, 0));
  return FP8C_OK;
}

static fp8c_status apply(pass_context *c, graph *g, const centre *k, fp8c_error *err) {
  value *x = graph_find_value(g, k->from);
  if (!k->kept || !x || graph_find_value(g, k->to)) return FP8C_OK;
  value *centred = NULL;
  for (size_t i = 0; i < k->reader_count; i++) {
    node *n = centre_reader_of(g, &k->readers[i]);
    if (!n || n->in[0] != x) continue;
    if (!centred) { /* in front of the first: readers stand in program order */
      float *off = NEW_ARRAY(c->scratch, float, k->channels);
      for (size_t ch = 0; ch < k->channels; ch++) off[ch] = -k->mean[ch];
      const char *name = arena_printf(g->arena, "%s.mean", k->from);
      value *in[] = {x, centre_vector(g, name, off, k->channels, x->type.rank - 1 - k->axis)};
      node *add = graph_node(g, n, op_get(OP_ADD), NULL, in, 2, 1);
      centred = add->out[0];
      centred->type = x->type;
      centred->reason = arena_printf(
          g->arena, "without the mean of each channel: rounded to E4M3 it adds %.1f dB less noise",
          10 * log10(k->plain / k->centred));
      value_rename(centred, k->to);
    }
    node_set_input(n, 0, centred);
    TRY(set_bias(c, n, k, &k->readers[i], err));
    c->changes++;
  }
  return FP8C_OK;
}

/* ---- Whether it pays
 * -------------------------------------------------------------------------------- */

static bool is_trial(const centring *s, size_t sample, size_t trials) {
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
  extents(centred, k->axis, &before, &behind);
  for (size_t b = 0; b < before; b++)
    for (size_t ch = 0; ch < k->channels; ch++, at += behind) {
      for (size_t e = 0; e < behind; e++) y[at + e] = x[at + e] + k->mean[ch];
      round_to(l, y + at, behind, unit, y + at);
      for (size_t e = 0; e < behind; e++) y[at + e] -= k->mean[ch];
    }
}

static double error_share(const tensor *want, const tensor *got, arena *a) {
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
static double error_by_rows(const tensor *want, const tensor *got, arena *a) {
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
      noise += error_share(&t->want[o], &got[o], c->scratch);
      s->by_rows[2 * i + (size_t)variant] += error_by_rows(&t->want[o], &got[o], c->scratch);
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
  extents(&x, k->axis, &before, &behind);
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
static void leave_out_little(centring *s) {
  for (size_t i = 0; i < s->count; i++)
    if (!(s->local[3 * i + 2] < LOCAL_GAIN * s->local[3 * i + 1])) s->list[i].kept = false;
}

/* Of the candidates those that are worth most for what their trials take: by what centring takes
 * off, or by the doubt whether it does.  True where every candidate is tried singly. */
static bool choose_single_trials(centring *s, bool doubt) {
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

enum { STATISTICS, LOCAL_ERRORS, TRIES };

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
static fp8c_status walk_trials(centring *s, int what, fp8c_error *err) {
  pass_context *c = s->c;
  const calibration_data *d = c->samples;
  size_t trials = TRIALS, done = 0;
  s->walk.carry = sample_carry_new(c->scratch, d);
  for (size_t i = 0; i < d->sample_count; i++) {
    arena_mark mark = arena_save(c->scratch);
    if (d->state_count || is_trial(s, i, trials)) {
      int64_t most = 0;
      TRY(walk_sample(&s->walk, i, err));
      for (size_t o = 0; o < s->output_count; o++)
        if (tensor_elements(&s->walk.results[o]) > most)
          most = tensor_elements(&s->walk.results[o]);
      if (most < SMALL_OUTPUT) trials = TRIALS_SMALL;
      if (is_trial(s, i, trials)) {
        s->trials = trials;
        TRY(try_sample(s, i, done++ % 2, what, err));
      }
    }
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}

/* ---- All of them together
 * --------------------------------------------------------------------------- */

/* v in E4M3 and back, in front of n. */
static node *round_value(value *v, node *n, float unit) {
  node *q = graph_node(v->graph, n, op_get(OP_QUANTIZE), NULL, &v, 1, 1);
  value *codes = q->out[0];
  codes->type = v->type;
  codes->type.dtype = FP8C_DTYPE_E4M3;
  codes->type.scale = (scale){.kind = SCALE_TENSOR, .value = unit};
  node *d = graph_node(v->graph, n, op_get(OP_DEQUANTIZE), NULL, &codes, 1, 1);
  d->out[0]->type = v->type;
  return d;
}

/* The graph with every candidate rounded as it is (0), or centred (1). */
static graph *rounded_graph(const centring *s, int variant) {
  pass_context *c = s->c;
  graph *g = graph_clone(s->all, c->scratch);
  for (size_t i = 0; i < s->count; i++) {
    value *v = s->list[i].kept ? graph_find_value(g, s->list[i].to) : NULL;
    if (!v) continue;
    node *add = v->def;
    float unit = scale_choose(&s->stats[2 * i + (size_t)variant], FP8C_DTYPE_E4M3, &c->scales);
    if (variant == 0) { /* others read x as it is */
      node_set_input(add, 0, round_value(add->in[0], add, unit)->out[0]);
      continue;
    }
    node *d = round_value(v, add->next, unit);
    value_replace(v, d->out[0]);
    node_set_input(d->in[0]->def, 0, v);
  }
  return g;
}

/* Computes the outputs of one trial sample with all candidates rounded plainly, then centred. */
static fp8c_status try_plain_and_centred(centring *s, sample_walk *walks, double *noise,
                                         double *rows, fp8c_error *err) {
  for (int variant = 0; variant < 2; variant++) {
    walk_share(&walks[variant], s->walk.inputs);
    TRY(walk_run(&walks[variant], err));
    for (size_t o = 0; o < s->output_count; o++) {
      const tensor *want = &s->walk.results[o], *got = &walks[variant].results[o];
      noise[variant] += error_share(want, got, s->c->scratch);
      rows[variant] += error_by_rows(want, got, s->c->scratch);
    }
  }
  return FP8C_OK;
}

/* Whether centring all candidates at once pays, by the same measure as for each singly: this takes
 * two runs of the model for each trial sample, whatever the number of candidates. */
static fp8c_status try_all_at_once(centring *s, bool *pays, fp8c_error *err) {
  pass_context *c = s->c;
  arena_mark before = arena_save(c->scratch);
  value **judged = NEW_ARRAY(c->scratch, value *, s->output_count + 1);
  sample_walk walks[2];
  double noise[2][2] = {{0}}, rows[2] = {0}; /* [half][variant]; [variant]: 0 plain, 1 centred */
  for (int variant = 0; variant < 2; variant++) {
    graph *g = rounded_graph(s, variant);
    for (size_t o = 0; o < s->output_count; o++)
      judged[o] = graph_find_value(g, s->outputs[o].value);
    TRY(walk_begin(c, g, (tap_list){judged, s->output_count}, WALK_ONCE, &walks[variant], err));
  }
  s->walk.carry = sample_carry_new(c->scratch, c->samples);
  for (size_t i = 0, done = 0; i < c->samples->sample_count; i++) {
    arena_mark mark = arena_save(c->scratch);
    bool tried = is_trial(s, i, s->trials);
    if (c->samples->state_count || tried) {
      TRY(walk_read(&s->walk, i, err));
      TRY(walk_run(&s->walk, err));
      if (tried) TRY(try_plain_and_centred(s, walks, noise[done++ % 2], rows, err));
      TRY(walk_carry(&s->walk, err));
    }
    arena_reset(c->scratch, mark);
  }
  arena_reset(c->scratch, before); /* lets the runners go */
  *pays = noise[0][1] + noise[1][1] < REAL_GAIN * (noise[0][0] + noise[1][0]) &&
          noise[0][1] < noise[0][0] && noise[1][1] < noise[1][0] && rows[1] <= rows[0];
  return FP8C_OK;
}

/* Chooses the candidates that are tried singly.  Where that would take too long for all of them,
 * they are tried all at once first: where that pays, the doubtful ones are tried singly, and the
 * others are accepted. */
static fp8c_status choose_candidates(centring *s, fp8c_error *err) {
  size_t left = 0;
  bool pays;
  s->tried_singly = NEW_ARRAY(s->c->scratch, bool, s->count + 1);
  s->left_over = repair_budget(s->c, s->forward, LEAST_BUDGET);
  leave_out_little(s);
  if (choose_single_trials(s, false)) return FP8C_OK;
  TRY(try_all_at_once(s, &pays, err));
  s->left_over -= 3 * s->forward * (double)s->trials; /* one of them as the model is */
  choose_single_trials(s, pays);
  for (size_t i = 0; i < s->count; i++) {
    if (s->tried_singly[i] || !s->list[i].kept) continue;
    s->list[i].kept = pays;
    left++;
  }
  s->left = arena_printf(
      s->c->keep,
      pays
          ? "%zu of %zu activations were tried without the mean of each channel all together only: "
            "one by one would take longer than the rest of the compile; --repair "
            "round,centre-maps,bias does it"
          : "%zu of %zu activations were not tried without the mean of each channel: that would "
            "take longer than the rest of the compile; --repair round,centre-maps,bias does it",
      left, s->count);
  return FP8C_OK;
}

static void settle(centring *s) {
  for (size_t i = 0; i < s->count; i++) {
    centre *k = &s->list[i];
    const double *x = s->noise + 4 * i, *local = s->local + 3 * i;
    if (k->kept && !s->tried_singly[i]) {
      k->plain = local[1] / local[0];
      k->centred = local[2] / local[0];
      continue;
    }
    k->plain = x[0] + x[1];
    k->centred = x[2] + x[3];
    /* On both halves, so that it is no accident of one sample. */
    k->kept = k->kept && k->centred > 0 && k->centred < REAL_GAIN * k->plain && x[2] < x[0] &&
              x[3] < x[1] && s->by_rows[2 * i + 1] <= s->by_rows[2 * i];
  }
}

static fp8c_status judge(centring *s, fp8c_error *err) {
  pass_context *c = s->c;
  TRY(noise_outputs(s->g, c->samples, NULL, 0, c->scratch, &s->outputs, &s->output_count, err));
  s->all = graph_clone(s->g, c->scratch);
  for (size_t i = 0; i < s->count; i++) {
    s->list[i].plain = s->list[i].centred = 1;
    TRY(apply(c, s->all, &s->list[i], err));
  }
  value **judged = NEW_ARRAY(c->scratch, value *, s->output_count + 1);
  for (size_t o = 0; o < s->output_count; o++)
    judged[o] = graph_find_value(s->all, s->outputs[o].value);
  s->stats = NEW_ARRAY(c->scratch, value_stats, 2 * s->count);
  s->noise = NEW_ARRAY(c->scratch, double, 4 * s->count);
  s->by_rows = NEW_ARRAY(c->scratch, double, 2 * s->count);
  TRY(walk_begin(c, s->all, (tap_list){judged, s->output_count}, WALK_KEPT, &s->walk, err));
  s->work = NEW_ARRAY(c->scratch, work_item, s->count);
  s->local = NEW_ARRAY(c->scratch, double, 3 * s->count);
  TRY(walk_trials(s, STATISTICS, err));
  TRY(walk_trials(s, LOCAL_ERRORS, err));
  TRY(choose_candidates(s, err));
  TRY(walk_trials(s, TRIES, err));
  settle(s);
  return FP8C_OK;
}

/* ---- The cache: means of what is centred, in the order of the candidates
 * ------------------------------ */

static const char *key_of(const centring *s) {
  const char *key = evaluation_key(s->g, s->c);
  return key[0] ? arena_printf(s->c->scratch, "%s-%s%s%s", key, scale_method(s->c),
                               s->c->repairs & REPAIR_CENTRE ? "" : "-maps",
                               s->c->repairs_limited ? "-limited" : "")
                : "";
}

static bool from_cache(centring *s, const char *key) {
  const json_t *document = cache_read(s->c, "centres", key);
  const json_t *list = json_object_get(document, "centres");
  if (!list || json_array_size(list) != s->count) return false;
  for (size_t i = 0; i < s->count; i++) {
    centre *k = &s->list[i];
    const json_t *row = json_array_get(list, i);
    if (json_array_size(row) == 0) continue; /* not centred */
    if (json_array_size(row) != k->channels + 2) return false;
    for (size_t n = 0; n < k->channels + 2; n++)
      if (!json_is_number(json_array_get(row, n))) return false;
  }
  const char *left = json_string_value(json_object_get(document, "left"));
  s->left = left ? arena_strdup(s->c->keep, left) : NULL;
  for (size_t i = 0; i < s->count; i++) {
    centre *k = &s->list[i];
    const json_t *row = json_array_get(list, i);
    k->kept = json_array_size(row) > 0;
    if (!k->kept) continue;
    k->plain = json_number_value(json_array_get(row, 0));
    k->centred = json_number_value(json_array_get(row, 1));
    k->mean = NEW_ARRAY(s->c->keep, float, k->channels);
    for (size_t n = 0; n < k->channels; n++)
      k->mean[n] = (float)json_number_value(json_array_get(row, n + 2));
  }
  return true;
}

static void to_cache(const centring *s, const char *key) {
  if (!s->c->cache) return;
  json_t *list = json_array();
  for (size_t i = 0; i < s->count; i++) {
    const centre *k = &s->list[i];
    json_t *row = json_array();
    if (k->kept) {
      json_array_append_new(row, json_real(k->plain));
      json_array_append_new(row, json_real(k->centred));
      for (size_t n = 0; n < k->channels; n++)
        json_array_append_new(row, json_real((double)k->mean[n]));
    }
    json_array_append_new(list, row);
  }
  json_t *document = json_pack("{s:o}", "centres", list);
  if (s->left) json_object_set_new(document, "left", json_string(s->left));
  cache_write(s->c, "centres", key, document);
  json_decref(document);
}

/* ---- The passes
 * ------------------------------------------------------------------------------------------ */

static fp8c_status decide(centring *s, fp8c_error *err) {
  pass_context *c = s->c;
  size_t changes = c->changes;
  TRY(find_candidates(s, err));
  if (s->count == 0) return FP8C_OK;
  const char *key = key_of(s);
  if (from_cache(s, key)) return FP8C_OK;
  TRY(find_means(s, err));
  TRY(judge(s, err));
  to_cache(s, key);
  c->changes = changes; /* the clone's */
  return FP8C_OK;
}

centres *centres_of(pass_context *c) { return PASS_STATE(c, centres); }

fp8c_status pass_centre(graph *g, pass_context *c, fp8c_error *err) {
  if (!(c->repairs & (REPAIR_CENTRE | REPAIR_CENTRE_MAPS)) || !wants_fp8(c) || !c->samples ||
      !c->evaluate || !c->evaluate->rerun || c->samples->sample_count < 2)
    return FP8C_OK;
  centres *m = centres_of(c);
  if (!m->known) {
    arena_mark mark = arena_save(c->scratch);
    centring s = {.c = c, .g = g};
    TRY(decide(&s, err));
    arena_reset(c->scratch, mark); /* lets the runner go */
    *m = (centres){s.list, s.count, true};
    size_t kept = 0;
    if (s.left) pass_remark(c, "centre", NULL, "%s", s.left);
    for (size_t i = 0; i < s.count; i++) kept += s.list[i].kept;
    if (kept)
      pass_remark(c, "centre", NULL,
                  "%zu of %zu activations are rounded without the mean of each channel, which "
                  "lowers their noise at the outputs",
                  kept, s.count);
  }
  for (size_t i = 0; i < m->count; i++) TRY(apply(c, g, &m->list[i], err));
  return FP8C_OK;
}
