/* equalise.c - brings the channels of an activation to one size before it is rounded.
 *
 * E4M3 has 15 octaves of normal numbers.  Channels that reach thousands of times as far as the
 * others take the scale with them, and the others fall out of it.  W x = (W / f) (f x), with a
 * power of two for each channel, is the same number in F32 and BF16 (SmoothQuant, Xiao et al.
 * 2022): f goes into the gain and bias of a norm that such products alone read, else into a
 * multiplication in the kernel that makes x.  How much of the spread moves into the weights, alpha,
 * is searched. */
#include "passes/passes/equalise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/lattice.h"
#include "passes/precision/walk.h"

#define SPREAD_LEAST 32 /* times the channel in the middle; less is well inside of E4M3 */
#define GAIN_LEAST 0.5  /* dB, on the samples that did not choose */
#define EXPONENT_MOST 30
#define LOOKED_AT 4 /* samples that find the channels; twice as many choose and judge */
#define FOLDS 2

static const double alphas[] = {0, 0.25, 0.5, 0.75, 1};
#define ALPHAS (sizeof alphas / sizeof *alphas)
#define UNCHANGED 0 /* alpha 0 is x as it is */

typedef struct candidate {
  value *v;
  size_t channels;
  double *amax, *squares; /* of x; of rows as shares of their signal */
  double *weights, *peak; /* of what multiplies each channel: squares, the largest */
  float *factors[ALPHAS];
  float units[ALPHAS];
  double noise[ALPHAS], rows;
  bool spreads;
} candidate;

typedef struct equalising {
  pass_context *c;
  graph *g;
  candidate *list;
  size_t count;
  bool judges; /* the second walk */
} equalising;

typedef struct equalised_values {
  equalised *list;
  size_t count;
  bool known;
} equalised_values;

/* ---- Candidates ---------------------------------------------------------------------------- */

static int64_t width_of(const value *v) {
  return v->type.rank > 0 ? v->type.dims[v->type.rank - 1] : DIM_UNKNOWN;
}

/* A factor for each row is one over the deviation of x as it is. */
static bool reads(const node *n, pass_context *c) {
  return node_is(n, OP_LINEAR) && value_is_const(n->in[1]) && !value_is_const(n->in[0]) &&
         n->in[0]->type.dtype == FP8C_DTYPE_F32 && n->in[1]->type.dtype == FP8C_DTYPE_F32 &&
         n->in[1]->type.rank == 2 && n->in[1]->type.scale.kind == SCALE_NONE &&
         width_of(n->in[0]) == n->in[1]->type.dims[1] && !node_input(n, 3) &&
         !operand_pinned_by_rows(c, n, 0) && !operand_by_blocks(c, n, 0) &&
         !scale_is_given(c, n, 0);
}

/* Whether the kernel that makes v can multiply it, where kernels are counted. */
static bool is_multiplied_freely(const value *v, const pass_context *c) {
  const node *d = v->def;
  return !c->rules.gpu || !d || d->op->family == FAMILY_ROW || d->op->family == FAMILY_ELTWISE ||
         node_is(d, OP_LINEAR);
}

static candidate *candidate_of(equalising *s, value *v) {
  arena *a = s->c->scratch;
  for (size_t i = 0; i < s->count; i++)
    if (s->list[i].v == v) return &s->list[i];
  candidate x = {.v = v, .channels = (size_t)width_of(v)};
  x.amax = NEW_ARRAY(a, double, x.channels);
  x.squares = NEW_ARRAY(a, double, x.channels);
  x.weights = NEW_ARRAY(a, double, x.channels);
  x.peak = NEW_ARRAY(a, double, x.channels);
  ARENA_PUSH(a, s->list, s->count, x);
  return &s->list[s->count - 1];
}

static fp8c_status find_candidates(equalising *s, fp8c_error *err) {
  arena *a = s->c->scratch;
  for (node *n = s->g->first; n; n = n->next) {
    if (!reads(n, s->c) || !is_multiplied_freely(n->in[0], s->c)) continue;
    candidate *x = candidate_of(s, n->in[0]);
    arena_mark mark = arena_save(a);
    tensor t;
    TRY(value_load(n->in[1], a, &t, err));
    const float *w = t.data;
    for (int64_t i = 0; i < t.dims[0]; i++)
      for (size_t k = 0; k < x->channels; k++, w++) {
        x->weights[k] += (double)*w * (double)*w;
        x->peak[k] = fmax(x->peak[k], fabs((double)*w));
      }
    arena_reset(a, mark);
  }
  return FP8C_OK;
}

/* ---- What samples say ------------------------------------------------------------------------ */

/* The row's part in the product's result, channels taken as independent. */
static double signal_of(const candidate *x, const float *row) {
  double signal = 0;
  for (size_t k = 0; k < x->channels; k++)
    signal += x->weights[k] * (double)row[k] * (double)row[k];
  return signal;
}

static void look_at(candidate *x, const float *row) {
  double signal = signal_of(x, row);
  for (size_t k = 0; k < x->channels; k++) {
    double y = fabs((double)row[k]);
    x->amax[k] = fmax(x->amax[k], y);
    if (signal > 0) x->squares[k] += y * y / signal;
  }
  x->rows += signal > 0;
}

/* Rows count as shares of their own signal: a massive one would be all that counts. */
static void judge(candidate *x, lattice l, const float *row, float *scaled, float *rounded) {
  double signal = signal_of(x, row);
  for (size_t a = 0; a < ALPHAS && signal > 0; a++) {
    double noise = 0;
    for (size_t k = 0; k < x->channels; k++) scaled[k] = row[k] * x->factors[a][k];
    round_to(l, scaled, x->channels, x->units[a], rounded);
    for (size_t k = 0; k < x->channels; k++) {
      double e = ((double)rounded[k] - (double)scaled[k]) / (double)x->factors[a][k];
      noise += x->weights[k] * e * e;
    }
    x->noise[a] += noise / signal;
  }
  x->rows += signal > 0;
}

static fp8c_status take(void *user, size_t sample, const tensor *results, fp8c_error *err) {
  (void)err;
  equalising *s = user;
  arena *a = s->c->scratch;
  lattice l = lattice_of(LATTICE_E4M3);
  if (s->judges && sample % FOLDS == 0) return FP8C_OK;
  for (size_t i = 0; i < s->count; i++) {
    candidate *x = &s->list[i];
    arena_mark mark = arena_save(a);
    const float *row = tensor_f32(&results[i], a);
    float *scaled = NEW_ARRAY(a, float, x->channels), *rounded = NEW_ARRAY(a, float, x->channels);
    size_t rows = x->channels ? (size_t)tensor_elements(&results[i]) / x->channels : 0;
    for (; rows > 0; rows--, row += x->channels) {
      if (s->judges)
        judge(x, l, row, scaled, rounded);
      else
        look_at(x, row);
    }
    arena_reset(a, mark);
  }
  return FP8C_OK;
}

static fp8c_status walk(equalising *s, size_t most, fp8c_error *err) {
  value **taps = NEW_ARRAY(s->c->scratch, value *, s->count + 1);
  for (size_t i = 0; i < s->count; i++) taps[i] = s->list[i].v;
  return walk_samples(s->c, s->g, (tap_list){taps, s->count},
                      (sample_visit){.stage = "equalise", .take = take, .user = s, .most = most},
                      err);
}

/* ---- Factors -----------------------------------------------------------------------------------
 */

static int rising(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double middle_of(const double *x, size_t count, arena *a) {
  double *sorted = NEW_ARRAY(a, double, count + 1);
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (x[i] > 0 && isfinite(x[i])) sorted[n++] = x[i];
  qsort(sorted, n, sizeof *sorted, rising);
  return n ? sorted[n / 2] : 0;
}

/* Factors for one alpha: amax^-alpha * (the largest weight)^(1 - alpha), about the middle. */
static void make_factors(candidate *x, size_t which, double amax, double peak, arena *keep) {
  float *f = x->factors[which] = NEW_ARRAY(keep, float, x->channels);
  double alpha = alphas[which], top = 0;
  for (size_t k = 0; k < x->channels; k++) {
    double e = 0;
    if (which != UNCHANGED && x->amax[k] > 0 && x->peak[k] > 0)
      e = round((1 - alpha) * log2(x->peak[k] / peak) - alpha * log2(x->amax[k] / amax));
    e = fmax(-EXPONENT_MOST, fmin(EXPONENT_MOST, e));
    f[k] = ldexpf(1, (int)e);
    top = fmax(top, x->amax[k] * (double)f[k]);
  }
  x->units[which] = (float)(top / (double)lattice_of(LATTICE_E4M3).max);
}

static void choose_candidates(equalising *s) {
  arena *a = s->c->scratch;
  size_t kept = 0;
  for (size_t i = 0; i < s->count; i++) {
    candidate *x = &s->list[i];
    double amax = middle_of(x->amax, x->channels, a), peak = middle_of(x->peak, x->channels, a);
    double most = 0;
    for (size_t k = 0; k < x->channels; k++) most = fmax(most, x->amax[k]);
    if (!isfinite(most) || !(amax > 0) || !(peak > 0) || !(most >= SPREAD_LEAST * amax)) continue;
    for (size_t k = 0; k < ALPHAS; k++) make_factors(x, k, amax, peak, s->c->keep);
    for (size_t k = 0; k < x->channels && x->rows > 0; k++) x->squares[k] /= x->rows;
    x->rows = 0;
    s->list[kept++] = *x;
  }
  s->count = kept;
}

/* The rounding of weights whose columns are divided, as the product's result has it. */
static fp8c_status add_weights_noise(equalising *s, candidate *x, fp8c_error *err) {
  arena *a = s->c->scratch;
  lattice l = lattice_of(LATTICE_E4M3);
  for (const node *n = s->g->first; n; n = n->next) {
    if (!reads(n, s->c) || n->in[0] != x->v) continue;
    arena_mark mark = arena_save(a);
    tensor t;
    TRY(value_load(n->in[1], a, &t, err));
    float *y = NEW_ARRAY(a, float, x->channels), *q = NEW_ARRAY(a, float, x->channels);
    for (size_t which = 0; which < ALPHAS; which++)
      for (int64_t i = 0; i < t.dims[0]; i++) {
        const float *w = (const float *)t.data + (size_t)i * x->channels, *f = x->factors[which];
        float top = 0;
        for (size_t k = 0; k < x->channels; k++) {
          y[k] = w[k] / f[k];
          top = fmaxf(top, fabsf(y[k]));
        }
        if (!(top > 0)) continue;
        round_to(l, y, x->channels, top / l.max, q);
        for (size_t k = 0; k < x->channels; k++) {
          double e = ((double)q[k] - (double)y[k]) * (double)f[k];
          x->noise[which] += x->squares[k] * e * e;
        }
      }
    arena_reset(a, mark);
  }
  return FP8C_OK;
}

static fp8c_status settle(equalising *s, candidate *x, equalised_values *m, fp8c_error *err) {
  pass_context *c = s->c;
  size_t best = UNCHANGED;
  if (!(x->rows > 0)) return FP8C_OK;
  for (size_t k = 0; k < ALPHAS; k++) x->noise[k] /= x->rows;
  TRY(add_weights_noise(s, x, err));
  for (size_t k = 0; k < ALPHAS; k++)
    if (x->noise[k] < x->noise[best]) best = k;
  double gain = 10 * log10(x->noise[UNCHANGED] / x->noise[best]);
  if (best == UNCHANGED || !(gain >= GAIN_LEAST)) return FP8C_OK;
  equalised e = {.from = arena_strdup(c->keep, x->v->name),
                 .to = arena_printf(c->keep, "%s.equalised", x->v->name),
                 .channels = x->channels,
                 .factors = x->factors[best],
                 .alpha = alphas[best],
                 .gain_db = gain};
  ARENA_PUSH(c->keep, m->list, m->count, e);
  return FP8C_OK;
}

static fp8c_status decide(pass_context *c, graph *g, equalised_values *m, fp8c_error *err) {
  equalising s = {.c = c, .g = g};
  TRY(find_candidates(&s, err));
  if (s.count) TRY(walk(&s, LOOKED_AT, err));
  choose_candidates(&s);
  if (s.count == 0) return FP8C_OK;
  s.judges = true;
  TRY(walk(&s, (size_t)LOOKED_AT * FOLDS, err));
  for (size_t i = 0; i < s.count; i++) TRY(settle(&s, &s.list[i], m, err));
  return FP8C_OK;
}

/* ---- In a graph
 * ---------------------------------------------------------------------------------- */

/* v times the factors along its last axis, or divided by them. */
static fp8c_status multiplied(pass_context *c, const value *v, const equalised *e, bool divide,
                              value **out, fp8c_error *err) {
  graph *g = v->graph;
  arena_mark mark = arena_save(c->scratch);
  tensor t, type;
  TRY(value_load(v, c->scratch, &t, err));
  size_t count = (size_t)tensor_elements(&t);
  const float *x = tensor_f32(&t, c->scratch);
  float *y = NEW_ARRAY(c->scratch, float, count);
  for (size_t i = 0; i < count; i++) {
    float f = e->factors[i % e->channels];
    y[i] = divide ? x[i] / f : x[i] * f;
  }
  type = t;
  type.dtype = FP8C_DTYPE_F32;
  type.data = NULL;
  *out = graph_const_copy(g, arena_printf(g->arena, "%s.equalised", v->name), &type, y);
  arena_reset(c->scratch, mark);
  return FP8C_OK;
}

static bool is_vector(const value *v, size_t channels) {
  return v && value_is_const(v) && dtype_is_small_float(v->type.dtype) &&
         v->type.scale.kind == SCALE_NONE && tensor_elements(&v->type) == (int64_t)channels;
}

/* The norm that makes x, if nothing but such products reads it. */
static node *norm_of(const value *x, pass_context *c, size_t channels) {
  node *d = x->def;
  if (!d || x->output_uses ||
      !(node_is(d, OP_LAYER_NORMALIZATION) || node_is(d, OP_RMS_NORMALIZATION)) ||
      node_axis(d, x->type.rank) != x->type.rank - 1 || !is_vector(node_input(d, 1), channels) ||
      (node_input(d, 2) && !is_vector(d->in[2], channels)))
    return NULL;
  for (size_t i = 0; i < x->user_count; i++)
    if (!reads(x->users[i], c) || x->users[i]->in[0] != x) return NULL;
  return d;
}

static fp8c_status apply(pass_context *c, graph *g, const equalised *e, fp8c_error *err) {
  value *x = graph_find_value(g, e->from), *made;
  if (!x || graph_find_value(g, e->to)) return FP8C_OK;
  const char *reason = arena_printf(
      g->arena,
      "each channel times a power of two, by which its weights are divided (alpha %g): rounded to "
      "E4M3 it costs %.1f dB less",
      e->alpha, e->gain_db);
  node *norm = norm_of(x, c, e->channels), *first = NULL;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (!reads(n, c) || n->in[0] != x) continue;
    TRY(multiplied(c, n->in[1], e, true, &made, err));
    node_set_input(n, 1, made);
    if (!first && !norm) {
      tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {(int64_t)e->channels}};
      const char *name = arena_printf(g->arena, "%s.factors", e->from);
      value *in[] = {x, graph_const_copy(g, name, &t, e->factors)};
      first = graph_node(g, n, op_get(OP_MUL), NULL, in, 2, 1);
      node_add_sources(first, x->def ? x->def : n);
      first->out[0]->type = x->type;
      first->out[0]->reason = reason;
      value_rename(first->out[0], e->to);
    }
    if (first) node_set_input(n, 0, first->out[0]);
    c->changes++;
  }
  for (size_t i = 1; norm && i < 3; i++) {
    if (!node_input(norm, i)) continue;
    TRY(multiplied(c, norm->in[i], e, false, &made, err));
    node_set_input(norm, i, made);
  }
  if (norm) {
    value_rename(x, e->to);
    x->reason = reason;
  }
  return FP8C_OK;
}

fp8c_status pass_equalise(graph *g, pass_context *c, fp8c_error *err) {
  if (!(c->repairs & REPAIR_EQUALISE) || !wants_fp8(c) || !c->samples || !c->evaluate ||
      c->samples->sample_count < FOLDS)
    return FP8C_OK;
  equalised_values *m = PASS_STATE(c, equalised_values);
  if (!m->known) {
    m->known = true;
    arena_mark mark = arena_save(c->scratch);
    TRY(decide(c, g, m, err));
    arena_reset(c->scratch, mark);
    if (m->count)
      pass_remark(c, "equalise", NULL,
                  "the channels of %zu values that products read are brought to one size by powers "
                  "of two, which their weights take back",
                  m->count);
  }
  for (size_t i = 0; i < m->count; i++) TRY(apply(c, g, &m->list[i], err));
  return FP8C_OK;
}
