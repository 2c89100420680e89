/* distribution.c - see distribution.h.
 *
 * The likelihood is that of the histogram's bins: a bin's share of the numbers against what the
 * distribution has between its ends. */
#include "passes/precision/distribution.h"

#include <math.h>

#include "passes/precision/scales.h"

#define LEAST_NUMBERS 32
#define SEARCH_STEPS 26 /* each leaves 62% of the octaves searched: scales to 1 in 10^4 */
#define RARE 1e-300     /* a bin that the distribution gives nothing still has a logarithm */

/* Degrees of freedom that are tried; beyond these it is as good as normal. */
static const int freedoms[] = {1, 2, 3, 4, 5, 6, 8, 10, 15};
#define FREEDOMS (sizeof freedoms / sizeof *freedoms)

/* Abramowitz and Stegun 26.7.3 and 26.7.4: of |t| for a whole number of degrees. */
static double student_share(double t, int freedom) {
  double tangent = t / sqrt((double)freedom), cosine = 1 / sqrt(1 + tangent * tangent);
  double sine = tangent * cosine, sum = 0;
  bool odd = freedom % 2 != 0;
  double angle = odd ? atan(tangent) : 0, term = odd ? cosine : 1;
  if (freedom == 1) return 2 * angle / M_PI;
  for (int k = odd ? 3 : 2; k <= freedom; k += 2) {
    sum += term;
    term *= cosine * cosine * (k - 1) / k;
  }
  return odd ? 2 / M_PI * (angle + sine * sum) : sine * sum;
}

double distribution_share(const distribution_fit *f, double x) {
  double t = x / f->scale;
  if (!isnan(f->freedom)) return student_share(t, (int)f->freedom);
  return f->family[0] == 'n' ? erf(t * M_SQRT1_2) : -expm1(-t);
}

/* Nats a number that the distribution gives the histogram less than its own shares would. */
static double divergence_of(const segments *g, double total, const distribution_fit *f) {
  double sum = 0, end = NAN, below = 0; /* `below` lies what is smaller than `end` */
  for (size_t i = 0; i < g->count; i++) {
    const segment *s = &g->items[i];
    double before = s->low == end ? below : distribution_share(f, s->low);
    end = s->high;
    below = distribution_share(f, end);
    double share = below - before, seen = s->count / total;
    sum += seen * log(seen / (share > RARE ? share : RARE));
  }
  return sum;
}

/* The scale of greatest likelihood, by golden section over its logarithm: there is one maximum. */
static void fit_scale(const segments *g, double total, double rms, distribution_fit *f) {
  const double golden = 0.6180339887498949;
  double low = log(rms) - 16 * M_LN2, high = log(rms) + 4 * M_LN2;
  double a = high - golden * (high - low), b = low + golden * (high - low);
  f->scale = exp(a);
  double of_a = divergence_of(g, total, f);
  f->scale = exp(b);
  double of_b = divergence_of(g, total, f);
  for (int i = 0; i < SEARCH_STEPS; i++) {
    bool left = of_a <= of_b;
    if (left) {
      high = b, b = a, of_b = of_a;
      a = high - golden * (high - low);
    } else {
      low = a, a = b, of_a = of_b;
      b = low + golden * (high - low);
    }
    f->scale = exp(left ? a : b);
    *(left ? &of_a : &of_b) = divergence_of(g, total, f);
  }
  f->scale = exp((low + high) / 2);
  f->divergence = divergence_of(g, total, f);
}

/* As many numbers of the distribution, in the histogram's bins up to the largest that is expected
 * of so many. */
static void numbers_of(const distribution_fit *f, double count, value_stats *out) {
  double low = exp2(HISTOGRAM_MIN_EXPONENT), before = distribution_share(f, low);
  *out = (value_stats){.value_name = ""};
  for (int b = 0; b < HISTOGRAM_BINS; b++) {
    double high = exp2(HISTOGRAM_MIN_EXPONENT + (b + 1.0) / HISTOGRAM_OCTAVE_BINS);
    double share = distribution_share(f, high), middle = (low + high) / 2;
    uint64_t numbers = (uint64_t)llrint((share - before) * count);
    out->histogram[b] = numbers;
    out->count += numbers;
    out->sum_squares += (double)numbers * middle * middle;
    if (numbers) out->amax = (float)high;
    low = high;
    before = share;
  }
}

static void find_best(distribution_fit *f, double count) {
  value_stats s;
  numbers_of(f, count, &s);
  f->best = LATTICE_E4M3;
  f->best_db = stats_best_db(&s, LATTICE_E4M3);
  for (lattice_kind k = LATTICE_E5M2; k < LATTICES; k++) {
    double db = k == LATTICE_BF16 ? NAN : stats_best_db(&s, k);
    if (!(db > f->best_db)) continue;
    f->best = k;
    f->best_db = db;
  }
}

bool distribution_of(const value_stats *s, distribution_fit *out) {
  segments g;
  double total = 0;
  if (s->count - s->zeros < LEAST_NUMBERS || !(s->sum_squares > 0) || !isfinite(s->sum_squares))
    return false;
  segments_of(s, &g);
  for (size_t i = 0; i < g.count; i++) total += g.items[i].count;
  if (!(total >= LEAST_NUMBERS)) return false;
  double rms = sqrt(s->sum_squares / total);
  for (size_t i = 0; i < FREEDOMS + 2; i++) {
    distribution_fit f = {.family = i == 0   ? "normal"
                                    : i == 1 ? "laplace"
                                             : "student-t",
                          .freedom = i < 2 ? (double)NAN : (double)freedoms[i - 2]};
    fit_scale(&g, total, rms, &f);
    if (i == 0 || f.divergence < out->divergence) *out = f;
  }
  find_best(out, total);
  return true;
}
