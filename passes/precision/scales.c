/* scales.c - choosing scales on the true lattice.
 *
 * E4M3 is nearly logarithmic: over most of its range a scale matters only by
 * where its mantissa puts the lattice, and by what it saturates or flushes.  So
 * the search walks eighths of an octave, from one octave above "max" (all
 * alignments without clipping) downwards (clipping), then halves the step
 * around the best.  Powers of two have one alignment: the search walks octaves. */
#include "passes/precision/scales.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/numbers.h"
#include "base/text.h"
#include "ops/ops.h"

#define BIN_POINTS 16
#define BLOCK 256
#define STEPS_UP 8
#define STEPS_DOWN 8            /* of weights: half the largest may be clipped */
#define STEPS_DOWN_HISTOGRAM 56 /* of activations: outliers reach further */
#define REAL_GAIN 0.7           /* of the error left: 1.5 dB */
#define PERCENT 99.99           /* of the magnitudes, by percentile */

double lattice_error(fp8c_dtype format, const float *x, size_t count, float unit) {
  return lattice_error_of(lattice_kind_of(format), x, count, unit);
}

/* A scale that any tensor can have: normal, and so is its reciprocal. */
static float usable(double unit) {
  if (!(unit > 0) || isinf(unit)) return 1.0f;
  return (float)(unit < 0x1p-120 ? 0x1p-120 : unit > 0x1p120 ? 0x1p120 : unit);
}

/* The least power of two that is not less. */
static float up_to_power(float unit) {
  int exponent;
  float half = frexpf(unit, &exponent);
  return usable(ldexp(1.0, half == 0.5f ? exponent - 1 : exponent));
}

/* 2^(i/64) without the C library, whose last bit depends on the processor. */
static double octaves(int sixty_fourths) {
  static const double powers[64] = {
      0x1.0000000000000p+0, 0x1.02c9a3e778061p+0, 0x1.059b0d3158574p+0, 0x1.0874518759bc8p+0,
      0x1.0b5586cf9890fp+0, 0x1.0e3ec32d3d1a2p+0, 0x1.11301d0125b51p+0, 0x1.1429aaea92de0p+0,
      0x1.172b83c7d517bp+0, 0x1.1a35beb6fcb75p+0, 0x1.1d4873168b9aap+0, 0x1.2063b88628cd6p+0,
      0x1.2387a6e756238p+0, 0x1.26b4565e27cddp+0, 0x1.29e9df51fdee1p+0, 0x1.2d285a6e4030bp+0,
      0x1.306fe0a31b715p+0, 0x1.33c08b26416ffp+0, 0x1.371a7373aa9cbp+0, 0x1.3a7db34e59ff7p+0,
      0x1.3dea64c123422p+0, 0x1.4160a21f72e2ap+0, 0x1.44e086061892dp+0, 0x1.486a2b5c13cd0p+0,
      0x1.4bfdad5362a27p+0, 0x1.4f9b2769d2ca7p+0, 0x1.5342b569d4f82p+0, 0x1.56f4736b527dap+0,
      0x1.5ab07dd485429p+0, 0x1.5e76f15ad2148p+0, 0x1.6247eb03a5585p+0, 0x1.6623882552225p+0,
      0x1.6a09e667f3bcdp+0, 0x1.6dfb23c651a2fp+0, 0x1.71f75e8ec5f74p+0, 0x1.75feb564267c9p+0,
      0x1.7a11473eb0187p+0, 0x1.7e2f336cf4e62p+0, 0x1.82589994cce13p+0, 0x1.868d99b4492edp+0,
      0x1.8ace5422aa0dbp+0, 0x1.8f1ae99157736p+0, 0x1.93737b0cdc5e5p+0, 0x1.97d829fde4e50p+0,
      0x1.9c49182a3f090p+0, 0x1.a0c667b5de565p+0, 0x1.a5503b23e255dp+0, 0x1.a9e6b5579fdbfp+0,
      0x1.ae89f995ad3adp+0, 0x1.b33a2b84f15fbp+0, 0x1.b7f76f2fb5e47p+0, 0x1.bcc1e904bc1d2p+0,
      0x1.c199bdd85529cp+0, 0x1.c67f12e57d14bp+0, 0x1.cb720dcef9069p+0, 0x1.d072d4a07897cp+0,
      0x1.d5818dcfba487p+0, 0x1.da9e603db3285p+0, 0x1.dfc97337b9b5fp+0, 0x1.e502ee78b3ff6p+0,
      0x1.ea4afa2a490dap+0, 0x1.efa1bee615a27p+0, 0x1.f50765b6e4540p+0, 0x1.fa7c1819e90d8p+0,
  };
  int whole = sixty_fourths >= 0 ? sixty_fourths / 64 : -((63 - sixty_fourths) / 64);
  return ldexp(powers[sixty_fourths - 64 * whole], whole);
}

/* ---- The search -------------------------------------------------------------- */

/* What a scale is searched for: numbers, or what a histogram says of them. */
typedef struct numbers {
  lattice_kind lattice;
  const float *x;
  size_t count;
  const segments *segments; /* not NULL: instead of x */
} numbers;

static double error_of(const numbers *v, float unit) {
  return v->segments ? segments_error(v->lattice, v->segments, (double)unit)
                     : lattice_error_of(v->lattice, v->x, v->count, unit);
}

typedef struct winner {
  float unit;
  double error;
} winner;

static bool try_unit(const numbers *v, double unit, winner *b) {
  float u = usable(unit);
  double e = error_of(v, u);
  if (!(e < b->error)) return false;
  *b = (winner){u, e};
  return true;
}

/* `steps_down` eighths of an octave below "max" and one octave above it. */
static float best_scale(const numbers *v, float amax, int steps_down) {
  double base = (double)amax / (double)lattice_of(v->lattice).max;
  winner b = {usable(base), INFINITY};
  int best_step = 0; /* in 64ths of an octave */
  for (int i = -steps_down; i < STEPS_UP; i++)
    if (try_unit(v, base * octaves(8 * i), &b)) best_step = 8 * i;
  for (int width = 4; width >= 1; width /= 2) {
    int middle = best_step;
    for (int side = -1; side <= 1; side += 2)
      if (try_unit(v, base * octaves(middle + side * width), &b)) best_step = middle + side * width;
  }
  return b.unit;
}

/* Among equals the one nearest to "max". */
static float best_power(const numbers *v, float amax, int steps_down) {
  double base = (double)up_to_power(usable((double)amax / (double)lattice_of(v->lattice).max));
  winner b = {usable(base), INFINITY};
  try_unit(v, base, &b);
  for (int i = 1; i <= steps_down / 8; i++) try_unit(v, ldexp(base, -i), &b);
  try_unit(v, 2 * base, &b);
  return b.unit;
}

/* ---- Histograms ---------------------------------------------------------------- */

/* Magnitudes outside the grid: bins say nothing about them. */
static bool outside_grid(const value_stats *s) {
  return s->histogram[HISTOGRAM_BINS - 1] > 0 ||
         (double)s->amax < ldexp(1.0, HISTOGRAM_MIN_EXPONENT + 4);
}

static bool no_numbers(const value_stats *s) {
  return !s || s->count == 0 || !(s->amax > 0) || isinf(s->amax);
}

double stats_percentile(const value_stats *s, double share) {
  if (no_numbers(s)) return 0;
  if (outside_grid(s)) return (double)s->amax;
  segments g;
  segments_of(s, &g);
  double above = (1.0 - share) * (double)s->count;
  for (size_t i = g.count; i-- > 0;) {
    const segment *x = &g.items[i];
    if (x->count > above) return x->high - (x->high - x->low) * (above / x->count);
    above -= x->count;
  }
  return 0; /* the rest are zeros */
}

/* The numbers a histogram stands for as points, ascending, with their counts. */
typedef struct points {
  float x[HISTOGRAM_BINS * BIN_POINTS], weights[HISTOGRAM_BINS * BIN_POINTS];
  size_t count;
} points;

static void points_of(const segments *s, points *p) {
  p->count = 0;
  for (size_t i = 0; i < s->count; i++) {
    const segment *g = &s->items[i];
    for (int k = 0; k < BIN_POINTS; k++) {
      p->x[p->count] = (float)(g->low + (g->high - g->low) * ((double)k + 0.5) / BIN_POINTS);
      p->weights[p->count++] = (float)(g->count / BIN_POINTS);
    }
  }
}

/* Divergence of the distribution clipped at `scale`'s largest code from the one
 * left after rounding: each code's mass is spread over the points it stands for. */
static double divergence(lattice_kind kind, const points *p, float unit) {
  lattice l = lattice_of(kind);
  float r = 1.0f / unit;
  double total = 0, inside = 0, clipped = 0, sum = 0;
  size_t end = 0;
  for (size_t i = 0; i < p->count; i++) {
    total += (double)p->weights[i];
    if (p->x[i] * r <= l.max) {
      inside += (double)p->weights[i];
      end = i + 1;
    }
  }
  if (end == 0 || inside <= 0) return INFINITY;
  clipped = total - inside;
  for (size_t i = 0; i < end;) {
    float code = lattice_round(l, p->x[i] * r);
    size_t last = i;
    double mass = 0;
    while (last < end && lattice_round(l, p->x[last] * r) == code)
      mass += (double)p->weights[last++];
    double q = mass / (double)(last - i) / inside;
    for (; i < last; i++) {
      double pi = ((double)p->weights[i] + (i + 1 == end ? clipped : 0)) / total;
      /* A code of zero stands for numbers that are gone, not for a distribution. */
      if (code == 0)
        sum += pi;
      else if (pi > 0)
        sum += pi * log(pi / q);
    }
  }
  return sum;
}

static float kl_scale(lattice_kind kind, const segments *s, float amax) {
  points p;
  points_of(s, &p);
  double base = (double)amax / (double)lattice_of(kind).max;
  float best = usable(base);
  double least = divergence(kind, &p, best);
  for (int i = 1; i <= STEPS_DOWN_HISTOGRAM; i++) {
    float s_ = usable(base * octaves(-8 * i));
    double d = divergence(kind, &p, s_);
    if (d < least) {
      least = d;
      best = s_;
    }
  }
  return best;
}

/* Where nothing saturates or underflows, scales differ by how the lattice happens
 * to lie over the numbers that dominate the sum.  What a histogram wins by that, up
 * to 1 dB, is not what a model wins: with scales from one half of the calibration
 * data of five models and errors on the other half, taking the least error always
 * lost 0.7 dB on MiniLM and won 0.8 dB on a detector, in each of four splits; over
 * all it was worth 0.1 dB, less than two runs of one method differ.  So "max"
 * stands unless the gain is real.  Room above the maximum, which the same figures
 * neither speak for nor against, is the user's to ask for (--headroom).
 * bench/scale_methods.py measures such things. */
static float mse_scale(const numbers *v, float amax, bool power_of_two) {
  float max = usable((double)amax / (double)lattice_of(v->lattice).max);
  if (power_of_two) max = up_to_power(max);
  float best = power_of_two ? best_power(v, amax, STEPS_DOWN_HISTOGRAM)
                            : best_scale(v, amax, STEPS_DOWN_HISTOGRAM);
  return error_of(v, best) < REAL_GAIN * error_of(v, max) ? best : max;
}

float scale_choose(const value_stats *s, fp8c_dtype format, const scale_policy *p) {
  lattice_kind kind = lattice_kind_of(format);
  if (p->method == SCALE_CONSTANT) return usable((double)p->constant);
  if (no_numbers(s)) return 1.0f;
  double max = (double)lattice_of(kind).max, unit = (double)s->amax / max;
  double room = p->headroom > 1 ? p->headroom : 1;
  bool max_alone = outside_grid(s) || p->method == SCALE_OF_RUN || p->method == SCALE_DELAYED;
  scale_by method = max_alone ? SCALE_BY_MAX : p->method;
  segments g;
  segments_of(s, &g);
  if (method == SCALE_BY_MSE) {
    numbers v = {.lattice = kind, .segments = &g};
    unit = (double)mse_scale(&v, s->amax, p->power_of_two);
  } else if (method == SCALE_BY_PERCENTILE) {
    double x = stats_percentile(s, (p->percent > 0 ? p->percent : PERCENT) / 100);
    if (x > 0) unit = x / max; /* else all but a few are zeros: those few set it */
  } else if (method == SCALE_BY_KL) {
    unit = (double)kl_scale(kind, &g, s->amax);
  }
  unit *= room;
  if (p->method == SCALE_DELAYED) unit = ldexp(unit, p->margin);
  return p->power_of_two ? up_to_power(usable(unit)) : usable(unit);
}

rounding_cost stats_cost(const value_stats *s, fp8c_dtype format, float unit) {
  rounding_cost r = {.sqnr_db = INFINITY};
  if (no_numbers(s)) return r;
  lattice_kind kind = lattice_kind_of(format);
  lattice l = lattice_of(kind);
  double u = format == FP8C_DTYPE_BF16 ? 1 : (double)unit;
  segments g;
  segments_of(s, &g);
  double noise = segments_error(kind, &g, u);
  r.sqnr_db = sqnr_db(s->sum_squares, noise);
  if (format == FP8C_DTYPE_BF16) return r;
  /* Half a step beyond the largest code still rounds to it, half the first one to 0. */
  double zero = (double)l.step / 2 * u,
         top = ((double)l.max + dtype_step(format, (double)l.max) / 2) * u;
  double gone = 0, saturated = 0, total = 0;
  for (size_t i = 0; i < g.count; i++) {
    const segment *x = &g.items[i];
    double width = x->high - x->low;
    total += x->count;
    gone += x->count * (zero >= x->high ? 1 : zero <= x->low ? 0 : (zero - x->low) / width);
    saturated += x->count * (top >= x->high ? 0 : top <= x->low ? 1 : (x->high - top) / width);
  }
  if (total > 0) r.underflow_share = gone / total;
  r.saturated_share = saturated / (double)s->count;
  return r;
}

static float best_on(const segments *g, float amax, lattice_kind kind) {
  numbers v = {.lattice = kind, .segments = g};
  return best_scale(&v, amax, STEPS_DOWN_HISTOGRAM);
}

float stats_best_unit(const value_stats *s, lattice_kind kind) {
  segments g;
  if (no_numbers(s) || outside_grid(s)) return 1.0f;
  segments_of(s, &g);
  return best_on(&g, s->amax, kind);
}

double stats_best_db(const value_stats *s, lattice_kind kind) {
  segments g;
  if (no_numbers(s) || outside_grid(s)) return NAN;
  segments_of(s, &g);
  double noise = segments_error(kind, &g, (double)best_on(&g, s->amax, kind));
  return sqnr_db(s->sum_squares, noise);
}

/* ---- Policies in words ------------------------------------------------------------ */

static fp8c_status bad_method(const char *words, fp8c_error *err) {
  return fail(err, FP8C_ERROR_ARGUMENT,
              "scale method \"%s\"; there are mse, max, kl, percentile, percentile=SHARE (50 to "
              "100, in percent), constant=SCALE, dynamic, and delayed, delayed=RUNS (1 to %d) or "
              "delayed=RUNS,margin=OCTAVES,recent (0 to %d octaves)",
              words, HISTORY_RUNS_MAX, DELAYED_MARGIN_MAX);
}

/* "16,margin=1,recent", each part once and the number first. */
static bool read_delayed(const char *words, scale_policy *out) {
  char part[32];
  bool margin = false;
  *out = (scale_policy){.method = SCALE_DELAYED,
                        .runs = DELAYED_RUNS,
                        .power_of_two = out->power_of_two,
                        .headroom = out->headroom};
  for (bool first = true; words; first = false) {
    size_t length = strcspn(words, ",");
    int64_t x;
    if (length == 0 || length >= sizeof part) return false;
    memcpy(part, words, length);
    part[length] = '\0';
    if (strcmp(part, "recent") == 0 && !out->recent) {
      out->recent = true;
    } else if (strncmp(part, "margin=", 7) == 0 && !margin && int_parse(part + 7, &x) && x >= 0 &&
               x <= DELAYED_MARGIN_MAX) {
      out->margin = (int)x;
      margin = true;
    } else if (first && int_parse(part, &x) && x >= 1 && x <= HISTORY_RUNS_MAX) {
      out->runs = (int)x;
    } else {
      return false;
    }
    words = words[length] ? words + length + 1 : NULL;
  }
  return true;
}

fp8c_status scale_policy_parse(const char *words, scale_policy *out, fp8c_error *err) {
  static const struct {
    const char *name;
    scale_by method;
  } names[] = {{"mse", SCALE_BY_MSE},
               {"max", SCALE_BY_MAX},
               {"kl", SCALE_BY_KL},
               {"dynamic", SCALE_OF_RUN},
               {"percentile", SCALE_BY_PERCENTILE}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(words, names[i].name) == 0) {
      out->method = names[i].method;
      out->percent = 0;
      return FP8C_OK;
    }
  static const char percentile[] = "percentile=", constant[] = "constant=", delayed[] = "delayed=";
  double x;
  if (strcmp(words, "delayed") == 0) {
    (void)read_delayed(NULL, out);
    return FP8C_OK;
  }
  if (strncmp(words, delayed, sizeof delayed - 1) == 0) {
    scale_policy asked = *out;
    if (!read_delayed(words + sizeof delayed - 1, &asked)) return bad_method(words, err);
    *out = asked;
    return FP8C_OK;
  }
  if (strncmp(words, percentile, sizeof percentile - 1) == 0) {
    if (!double_parse(words + sizeof percentile - 1, &x) || !(x >= 50 && x <= 100))
      return bad_method(words, err);
    out->method = SCALE_BY_PERCENTILE;
    out->percent = x;
    return FP8C_OK;
  }
  if (strncmp(words, constant, sizeof constant - 1) != 0) return bad_method(words, err);
  if (!double_parse(words + sizeof constant - 1, &x)) return bad_method(words, err);
  out->method = SCALE_CONSTANT;
  return scale_check(x, words, &out->constant, err);
}

fp8c_status scale_check(double x, const char *where, float *out, fp8c_error *err) {
  if (!(x >= 0x1p-120 && x <= 0x1p120))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s: a scale is a positive number from 2^-120 to 2^120, of which there is a "
                "reciprocal; not %s",
                where,
                isnan(x)   ? "NaN"
                : isinf(x) ? "infinity"
                : x == 0   ? "0"
                : x < 0    ? "a negative one"
                           : "this one");
  *out = (float)x;
  return FP8C_OK;
}

/* "80", not "8e+01". */
static const char *plain_number(double x, char out[40]) {
  if (x == floor(x) && x < 1e6)
    snprintf(out, 40, "%d", (int)x);
  else
    double_print(x, out);
  return out;
}

const char *scale_policy_words(const scale_policy *p, arena *a) {
  static const char *const names[] = {"mse",      "max",     "percentile", "kl",
                                      "constant", "dynamic", "delayed"};
  char number[40];
  text t;
  text_init(&t, a);
  text_add(&t, names[p->method]);
  if (p->method == SCALE_BY_PERCENTILE && p->percent > 0)
    text_printf(&t, "=%s", plain_number(p->percent, number));
  if (p->method == SCALE_CONSTANT) text_printf(&t, "=%s", float_print(p->constant, number));
  if (p->method == SCALE_DELAYED) {
    text_printf(&t, "=%d", p->runs);
    if (p->margin) text_printf(&t, ",margin=%d", p->margin);
    if (p->recent) text_add(&t, ",recent");
  }
  if (p->power_of_two) text_add(&t, ", powers of two");
  if (p->headroom > 1) text_printf(&t, ", headroom %s", plain_number(p->headroom, number));
  return text_cstr(&t);
}

/* ---- Weights ------------------------------------------------------------------------ */

typedef struct weight_job {
  fp8c_dtype format;
  const scale_policy *policy;
  const float *w;
  size_t per_channel;
  float *scales;
  const float *given; /* codes: the scales to use */
  bool per_tensor;
  uint8_t *codes;
} weight_job;

static float amax_of(const float *x, size_t count) {
  float m = 0;
  for (size_t i = 0; i < count; i++) m = fabsf(x[i]) > m ? fabsf(x[i]) : m;
  return m;
}

static float chosen_for(const numbers *v, float amax, const scale_policy *p) {
  if (!(amax > 0) || isinf(amax)) return 1.0f;
  if (p->method == SCALE_CONSTANT) return usable((double)p->constant);
  if (p->method == SCALE_BY_MAX) {
    float unit = usable((double)amax / (double)lattice_of(v->lattice).max);
    return p->power_of_two ? up_to_power(unit) : unit;
  }
  return p->power_of_two ? best_power(v, amax, STEPS_DOWN) : best_scale(v, amax, STEPS_DOWN);
}

static void one_channel(void *object, size_t i, int worker) {
  (void)worker;
  weight_job *j = object;
  numbers v = {lattice_kind_of(j->format), j->w + i * j->per_channel, j->per_channel, NULL};
  j->scales[i] = chosen_for(&v, amax_of(v.x, v.count), j->policy);
}

/* One scale for all, by the histogram: fine enough for one number.  Weights stay
 * as they are, so no headroom is wanted here. */
static float whole_tensor(const weight_job *j, size_t channels) {
  value_stats s = {0};
  segments g;
  if (!stats_add(&s, j->w, channels * j->per_channel)) return 1.0f;
  scale_policy max = {.method = SCALE_BY_MAX, .power_of_two = j->policy->power_of_two};
  segments_of(&s, &g);
  numbers v = {.lattice = lattice_kind_of(j->format), .segments = &g};
  bool by_max = s.amax > 0 && outside_grid(&s) && j->policy->method != SCALE_CONSTANT;
  return chosen_for(&v, s.amax, by_max ? &max : j->policy);
}

void weight_scales(fp8c_dtype format, const weight_matrix *m, const scale_policy *p, pool *threads,
                   float *scales) {
  weight_job j = {
      .format = format, .policy = p, .w = m->w, .per_channel = m->per_channel, .scales = scales};
  if (m->per_tensor)
    scales[0] = whole_tensor(&j, m->channels);
  else
    pool_run(threads, m->channels, one_channel, &j);
}

static void encode_channel(void *object, size_t i, int worker) {
  (void)worker;
  const weight_job *j = object;
  float r = 1.0f / j->given[j->per_tensor ? 0 : i], scaled[BLOCK];
  const float *w = j->w + i * j->per_channel;
  uint8_t *codes = j->codes + i * j->per_channel;
  for (size_t at = 0; at < j->per_channel; at += BLOCK) {
    size_t n = j->per_channel - at < BLOCK ? j->per_channel - at : BLOCK;
    for (size_t k = 0; k < n; k++) scaled[k] = w[at + k] * r;
    floats_encode(j->format, scaled, codes + at, n, true);
  }
}

void weight_codes(fp8c_dtype format, const weight_matrix *m, pool *threads, const float *scales,
                  uint8_t *codes) {
  weight_job j = {.format = format,
                  .w = m->w,
                  .per_channel = m->per_channel,
                  .given = scales,
                  .per_tensor = m->per_tensor,
                  .codes = codes};
  pool_run(threads, m->channels, encode_channel, &j);
}

typedef struct lattice_job {
  lattice_kind kind;
  const float *w;
  size_t per_channel;
  float *out;
} lattice_job;

static void channel_on(void *object, size_t i, int worker) {
  (void)worker;
  const lattice_job *j = object;
  numbers v = {j->kind, j->w + i * j->per_channel, j->per_channel, NULL};
  double base = (double)amax_of(v.x, v.count) / (double)lattice_of(j->kind).max;
  winner b = {1.0f, INFINITY};
  for (int k = 0; k >= -STEPS_DOWN && base > 0 && !isinf(base); k--)
    try_unit(&v, base * octaves(8 * k), &b);
  round_to(lattice_of(j->kind), v.x, v.count, b.unit, j->out + i * j->per_channel);
}

void weights_on(lattice_kind kind, const float *w, size_t channels, size_t per_channel,
                pool *threads, float *out) {
  lattice_job j = {kind, w, per_channel, out};
  pool_run(threads, channels, channel_on, &j);
}
