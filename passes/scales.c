/* scales.c - choosing scales on the true lattice.
 *
 * E4M3 is nearly logarithmic: over most of its range a scale matters only by
 * where its mantissa puts the lattice, and by what it saturates or flushes.  So
 * the search walks eighths of an octave, from one octave above "max" (all
 * alignments without clipping) downwards (clipping), then halves the step
 * around the best.
 *
 * A histogram bin is as wide as a lattice cell, so its centre alone would make
 * the error zero or maximal depending on alignment: a bin stands for 16 points
 * spread evenly in it. */
#include "passes/scales.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/numbers.h"

#define BIN_POINTS 16
#define BLOCK 256 /* numbers summed in F32 lanes before the F64 sum takes over */
#define STEPS_UP 8
#define STEPS_DOWN 8            /* of weights: half the largest may be clipped */
#define STEPS_DOWN_HISTOGRAM 56 /* of activations: outliers reach further */
#define REAL_GAIN 0.7           /* of the error left: 1.5 dB */
#define FREE_ROOM 1.01

/* A lattice as F32 bit arithmetic. */
typedef struct lattice {
  float max;        /* the largest code */
  float min_normal; /* below it the step is constant */
  float magic;      /* 1.5 * 2^23 * that step: adding it rounds to the step */
  uint32_t half, mask;
  int shift; /* mantissa bits that go */
} lattice;

static lattice lattice_of(fp8c_dtype format) {
  if (format == FP8C_DTYPE_E4M3)
    return (lattice){E4M3_MAX, 0x1p-6f, 0x1.8p14f, 0x7FFFF, ~0xFFFFFu, 20};
  if (format == FP8C_DTYPE_E5M2)
    return (lattice){E5M2_MAX, 0x1p-14f, 0x1.8p7f, 0xFFFFF, ~0x1FFFFFu, 21};
  return (lattice){0x1.FEp127f, 0, 0, 0x7FFF, ~0xFFFFu, 16}; /* BF16 */
}

/* y >= 0 to its nearest code, ties to even, saturating.  Equal to
 * e4m3_to_f32(e4m3_from_f32(y, true)) and so on, but inlined into loops. */
static inline float lattice_round(lattice l, float y) {
  uint32_t bits;
  float normal, flat = (y + l.magic) - l.magic;
  y = y > l.max ? l.max : y;
  memcpy(&bits, &y, sizeof bits);
  bits = (bits + l.half + ((bits >> l.shift) & 1)) & l.mask;
  memcpy(&normal, &bits, sizeof normal);
  return y < l.min_normal ? flat : normal;
}

/* Errors relative to the scale: |x| / scale against its code. */
static double block_error(lattice l, const float *x, const float *weights, size_t count, float r) {
  float lanes[8] = {0};
  size_t i = 0;
  if (!weights) {
    for (; i + 8 <= count; i += 8)
      for (size_t k = 0; k < 8; k++) {
        float y = fabsf(x[i + k]) * r, d = lattice_round(l, y) - y;
        lanes[k] += d * d;
      }
    for (; i < count; i++) {
      float y = fabsf(x[i]) * r, d = lattice_round(l, y) - y;
      lanes[0] += d * d;
    }
  } else {
    double sum = 0;
    for (; i < count; i++) {
      float y = fabsf(x[i]) * r;
      double d = (double)lattice_round(l, y) - (double)y;
      sum += (double)weights[i] * d * d;
    }
    return sum;
  }
  double sum = 0;
  for (size_t k = 0; k < 8; k++) sum += (double)lanes[k];
  return sum;
}

double lattice_error(fp8c_dtype format, const float *x, const float *weights, size_t count,
                     float unit) {
  lattice l = lattice_of(format);
  double sum = 0;
  for (size_t i = 0; i < count; i += BLOCK)
    sum += block_error(l, x + i, weights ? weights + i : NULL,
                       count - i < BLOCK ? count - i : BLOCK, 1.0f / unit);
  return sum * (double)unit * (double)unit;
}

/* A scale that any tensor can have: normal, and so is its reciprocal. */
static float usable(double unit) {
  if (!(unit > 0) || isinf(unit)) return 1.0f;
  return (float)(unit < 0x1p-120 ? 0x1p-120 : unit > 0x1p120 ? 0x1p120 : unit);
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

typedef struct numbers {
  fp8c_dtype format;
  const float *x, *weights;
  size_t count;
} numbers;

static float best_scale(const numbers *v, float amax, int steps_down) {
  double base = (double)amax / (double)dtype_max(v->format), least = INFINITY;
  float best = usable(base);
  int best_step = 0; /* in 64ths of an octave */
  for (int i = -steps_down; i < STEPS_UP; i++) {
    float s = usable(base * octaves(8 * i));
    double e = lattice_error(v->format, v->x, v->weights, v->count, s);
    if (e < least) {
      least = e;
      best = s;
      best_step = 8 * i;
    }
  }
  for (int width = 4; width >= 1; width /= 2) {
    int middle = best_step;
    for (int side = -1; side <= 1; side += 2) {
      float s = usable(base * octaves(middle + side * width));
      double e = lattice_error(v->format, v->x, v->weights, v->count, s);
      if (e < least) {
        least = e;
        best = s;
        best_step = middle + side * width;
      }
    }
  }
  return best;
}

/* ---- Histograms ---------------------------------------------------------------- */

/* The numbers a histogram stands for, ascending, with their counts. */
typedef struct points {
  float x[HISTOGRAM_BINS * BIN_POINTS], weights[HISTOGRAM_BINS * BIN_POINTS];
  size_t count;
} points;

static double bin_edge(int bin) {
  int octave = bin / HISTOGRAM_OCTAVE_BINS, part = bin % HISTOGRAM_OCTAVE_BINS;
  return ldexp(1.0 + (double)part / HISTOGRAM_OCTAVE_BINS, octave + HISTOGRAM_MIN_EXPONENT);
}

static void points_of(const value_stats *s, points *p) {
  p->count = 0;
  for (int b = 0; b < HISTOGRAM_BINS; b++) {
    if (s->histogram[b] == 0) continue;
    double low = bin_edge(b), high = bin_edge(b + 1);
    if (high > (double)s->amax) high = (double)s->amax; /* the last one ends at the maximum */
    if (low > high) low = high;
    for (int k = 0; k < BIN_POINTS; k++) {
      p->x[p->count] = (float)(low + (high - low) * ((double)k + 0.5) / BIN_POINTS);
      p->weights[p->count++] = (float)((double)s->histogram[b] / BIN_POINTS);
    }
  }
}

/* Magnitudes outside the grid: bins say nothing about them. */
static bool outside_grid(const value_stats *s) {
  return s->histogram[HISTOGRAM_BINS - 1] > 0 ||
         (double)s->amax < ldexp(1.0, HISTOGRAM_MIN_EXPONENT + 4);
}

static double percentile(const points *p, uint64_t count, double share, double amax) {
  double above = (1.0 - share) * (double)count;
  for (size_t i = p->count; i-- > 0;) {
    above -= (double)p->weights[i];
    if (above < 0) return p->x[i] < amax ? p->x[i] : amax;
  }
  return amax;
}

/* Divergence of the distribution clipped at `scale`'s largest code from the one
 * left after rounding: each code's mass is spread over the points it stands for. */
static double divergence(fp8c_dtype format, const points *p, float unit) {
  lattice l = lattice_of(format);
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

static float kl_scale(fp8c_dtype format, const points *p, float amax) {
  float best = usable((double)amax / (double)dtype_max(format));
  double least = divergence(format, p, best);
  for (int i = 1; i <= STEPS_DOWN_HISTOGRAM; i++) {
    float s = usable((double)amax / (double)dtype_max(format) * octaves(-8 * i));
    double d = divergence(format, p, s);
    if (d < least) {
      least = d;
      best = s;
    }
  }
  return best;
}

/* Where nothing saturates or underflows, scales differ by how the lattice happens
 * to lie over the numbers that dominate the sum, and other samples have others
 * (MiniLM: 1 dB won on the histogram, 0.6 dB lost in the model).  So "max" stands
 * unless the gain is real, and takes an octave of headroom, which is the same
 * lattice but for the smallest numbers, where that costs nothing. */
static float mse_scale(const numbers *v, float amax) {
  float max = usable((double)amax / (double)dtype_max(v->format)), roomy = usable(2 * (double)max);
  float best = best_scale(v, amax, STEPS_DOWN_HISTOGRAM);
  double error = lattice_error(v->format, v->x, v->weights, v->count, max);
  if (lattice_error(v->format, v->x, v->weights, v->count, best) < REAL_GAIN * error) return best;
  double with_room = lattice_error(v->format, v->x, v->weights, v->count, roomy);
  return with_room <= FREE_ROOM * error ? roomy : max;
}

float scale_choose(const value_stats *s, fp8c_dtype format, const char *method) {
  double max = (double)dtype_max(format);
  if (s->count == 0 || !(s->amax > 0) || isinf(s->amax)) return 1.0f;
  if (strcmp(method, "max") == 0 || outside_grid(s)) return usable((double)s->amax / max);
  points p;
  points_of(s, &p);
  if (strcmp(method, "percentile") == 0)
    return usable(percentile(&p, s->count, 0.9999, (double)s->amax) / max);
  if (strcmp(method, "kl") == 0) return kl_scale(format, &p, s->amax);
  numbers v = {format, p.x, p.weights, p.count};
  return mse_scale(&v, s->amax);
}

rounding_cost stats_cost(const value_stats *s, fp8c_dtype format, float unit) {
  rounding_cost r = {.sqnr_db = INFINITY};
  points p;
  lattice l = lattice_of(format);
  points_of(s, &p);
  if (format == FP8C_DTYPE_BF16) {
    /* 16 points a bin would all lie between two codes: errors are uniform in a step instead. */
    double noise = 0;
    for (int b = 0; b < HISTOGRAM_BINS; b++) {
      double step = ldexp(1.0, b / HISTOGRAM_OCTAVE_BINS + HISTOGRAM_MIN_EXPONENT - 7);
      noise += (double)s->histogram[b] * step * step / 12;
    }
    if (noise > 0) r.sqnr_db = 10 * log10(s->sum_squares / noise);
    return r;
  }
  double gone = 0, saturated = 0, total = 0;
  for (size_t i = 0; i < p.count; i++) {
    float y = p.x[i] * (1.0f / unit);
    total += (double)p.weights[i];
    if (lattice_round(l, y) == 0) gone += (double)p.weights[i];
    /* Half a step beyond the largest code still rounds to it. */
    if (y > l.max * (1 + 1.0f / 28)) saturated += (double)p.weights[i];
  }
  double noise = lattice_error(format, p.x, p.weights, p.count, unit);
  if (noise > 0) r.sqnr_db = 10 * log10(s->sum_squares / noise);
  if (total > 0) r.underflow_share = gone / total;
  if (s->count > 0) r.saturated_share = saturated / (double)s->count;
  return r;
}

/* ---- Weights ------------------------------------------------------------------------ */

typedef struct weight_job {
  fp8c_dtype format;
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

static void one_channel(void *object, size_t i, int worker) {
  (void)worker;
  weight_job *j = object;
  numbers v = {j->format, j->w + i * j->per_channel, NULL, j->per_channel};
  float amax = amax_of(v.x, v.count);
  j->scales[i] = amax > 0 && !isinf(amax) ? best_scale(&v, amax, STEPS_DOWN) : 1.0f;
}

/* One scale for all, by the histogram: fine enough for one number.  Weights stay
 * as they are, so no headroom is wanted here. */
static float whole_tensor(const weight_job *j, size_t channels) {
  value_stats s = {0};
  points p;
  if (!stats_add(&s, j->w, channels * j->per_channel) || !(s.amax > 0)) return 1.0f;
  if (outside_grid(&s)) return usable((double)s.amax / (double)dtype_max(j->format));
  points_of(&s, &p);
  numbers v = {j->format, p.x, p.weights, p.count};
  return best_scale(&v, s.amax, STEPS_DOWN);
}

void weight_scales(fp8c_dtype format, const float *w, size_t channels, size_t per_channel,
                   bool per_tensor, pool *threads, float *scales) {
  weight_job j = {.format = format, .w = w, .per_channel = per_channel, .scales = scales};
  if (per_tensor)
    scales[0] = whole_tensor(&j, channels);
  else
    pool_run(threads, channels, one_channel, &j);
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

void weight_codes(fp8c_dtype format, const float *w, size_t channels, size_t per_channel,
                  bool per_tensor, pool *threads, const float *scales, uint8_t *codes) {
  weight_job j = {.format = format,
                  .w = w,
                  .per_channel = per_channel,
                  .given = scales,
                  .per_tensor = per_tensor,
                  .codes = codes};
  pool_run(threads, channels, encode_channel, &j);
}
