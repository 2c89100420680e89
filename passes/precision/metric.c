/* metric.c - metrics as sums over samples. */
#include "passes/precision/metric.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"

/* ---- Parsing ------------------------------------------------------------------------ */

typedef struct metric_row {
  const char *name;
  metric metric;
  bool at_least;
  double least, most; /* values that mean something, both excluded unless they bound it */
  const char *example;
} metric_row;

static const metric_row rows[] = {
    {"sqnr", METRIC_SQNR, true, -300, 300, "sqnr>=25dB"},
    {"relative", METRIC_RELATIVE, false, 0, 1e6, "relative<=5%"},
    {"cosine", METRIC_COSINE, true, -1, 1, "cosine>=0.999"},
    {"kl", METRIC_KL, false, 0, 1e6, "kl<=0.01"},
    {"top1-agreement", METRIC_TOP1, true, 0, 1, "top1-agreement>=99%"},
    {"cmd", METRIC_COMMAND, true, 0, 0, "cmd:./score.py>=0.9"},
};

const char *metric_name(metric m) { return rows[m].name; }

/* The last comparison in the text: a command's arguments may hold others. */
static const char *find_comparison(const char *s) {
  const char *found = NULL;
  for (const char *p = s; p[0] && p[1]; p++)
    if ((p[0] == '>' || p[0] == '<') && p[1] == '=') found = p;
  return found;
}

/* "25dB", "5%", "0.05"; the unit must be one the metric has. */
static bool parse_bound(arena *a, metric m, const char *s, double *out) {
  size_t n = strlen(s);
  while (n > 0 && s[n - 1] == ' ') n--;
  while (n > 0 && *s == ' ') s++, n--;
  double unit = 1;
  if (n > 2 && m == METRIC_SQNR &&
      (strncmp(s + n - 2, "dB", 2) == 0 || strncmp(s + n - 2, "db", 2) == 0))
    n -= 2;
  else if (n > 1 && s[n - 1] == '%' && m != METRIC_SQNR && m != METRIC_KL)
    n--, unit = 0.01;
  while (n > 0 && s[n - 1] == ' ') n--;
  if (!double_parse(arena_strndup(a, s, n), out) || !isfinite(*out)) return false;
  *out *= unit;
  return true;
}

/* Splits a command at spaces, as a shell would where it has nothing but words and
 * quotes: '...' takes everything, "..." and \ take the next \ or ". */
static const char *split_words(arena *a, const char *s, const char *const **out) {
  const char **words = NULL;
  size_t count = 0;
  for (;;) {
    while (*s == ' ' || *s == '\t') s++;
    if (!*s) break;
    text t;
    text_init(&t, a);
    for (char quote = 0; *s && (quote || (*s != ' ' && *s != '\t')); s++) {
      if (quote != '\'' && *s == '\\' && s[1])
        text_add_bytes(&t, ++s, 1);
      else if (*s == quote)
        quote = 0;
      else if (!quote && (*s == '\'' || *s == '"'))
        quote = *s;
      else
        text_add_bytes(&t, s, 1);
      if (quote && !s[1]) return "a quote is not closed";
    }
    const char *word = text_cstr(&t);
    ARENA_PUSH(a, words, count, word);
  }
  if (count == 0) return "no program is named";
  const char *end = NULL;
  ARENA_PUSH(a, words, count, end);
  *out = words;
  return NULL;
}

static fp8c_status parse_command(arena *a, budget *b, fp8c_error *err) {
  const char *s = b->text + 4, *comparison = find_comparison(s);
  b->metric = METRIC_COMMAND;
  /* a comparison counts at the end only: "cmd:x --at >=3 y" hands it to x */
  if (comparison && parse_bound(a, METRIC_COMMAND, comparison + 2, &b->bound)) {
    b->bounded = true;
    b->at_least = *comparison == '>';
    s = arena_strndup(a, s, (size_t)(comparison - s));
  }
  const char *why = split_words(a, s, &b->argv);
  return why ? fail(err, FP8C_ERROR_ARGUMENT, "--max-error \"%s\": %s", b->text, why) : FP8C_OK;
}

static fp8c_status unknown(const char *s, fp8c_error *err) {
  return fail(err, FP8C_ERROR_ARGUMENT,
              "--max-error \"%s\": there is sqnr>=25dB, relative<=5%%, cosine>=0.999, kl<=0.01, "
              "top1-agreement>=99%% and cmd:PROGRAM",
              s);
}

fp8c_status budget_parse(arena *a, const char *s, budget *out, fp8c_error *err) {
  *out = (budget){.text = arena_strdup(a, s)};
  if (strncmp(s, "cmd:", 4) == 0) return parse_command(a, out, err);
  const char *comparison = find_comparison(s);
  size_t length = strcspn(s, "<>= ");
  const metric_row *row = NULL;
  for (size_t i = 0; i < METRIC_COMMAND; i++)
    if (strlen(rows[i].name) == length && memcmp(rows[i].name, s, length) == 0) row = &rows[i];
  if (!row) return unknown(s, err);
  if (!comparison || strspn(s + length, " ") != (size_t)(comparison - s) - length)
    return fail(err, FP8C_ERROR_ARGUMENT, "--max-error \"%s\": no bound; for example %s", s,
                row->example);
  out->metric = row->metric;
  out->bounded = true;
  out->at_least = *comparison == '>';
  if (out->at_least != row->at_least)
    return fail(err, FP8C_ERROR_ARGUMENT, "--max-error \"%s\": %s %s with accuracy, so it takes %s",
                s, row->name, row->at_least ? "grows" : "falls", row->at_least ? ">=" : "<=");
  if (!parse_bound(a, row->metric, comparison + 2, &out->bound))
    return fail(err, FP8C_ERROR_ARGUMENT, "--max-error \"%s\": \"%s\" is no number; for example %s",
                s, comparison + 2, row->example);
  bool reachable = row->metric == METRIC_SQNR ? out->bound > row->least && out->bound < row->most
                   : row->at_least            ? out->bound > row->least && out->bound <= row->most
                                              : out->bound > row->least && out->bound < row->most;
  if (!reachable)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--max-error \"%s\": the bound lies outside of what %s can be, %s%g to %g", s,
                row->name, row->at_least ? "" : "more than ", row->least, row->most);
  return FP8C_OK;
}

/* ---- Loss and value --------------------------------------------------------------------- */

double metric_value(metric m, double loss) {
  switch (m) {
    case METRIC_SQNR:
      return sqnr_db(1, loss);
    case METRIC_RELATIVE:
      return sqrt(loss);
    case METRIC_COSINE:
    case METRIC_TOP1:
      return 1 - loss;
    default:
      return loss;
  }
}

double metric_loss(metric m, double value) {
  switch (m) {
    case METRIC_SQNR:
      return pow(10, -value / 10);
    case METRIC_RELATIVE:
      return value * value;
    case METRIC_COSINE:
    case METRIC_TOP1:
      return 1 - value;
    default:
      return value;
  }
}

const char *metric_text(arena *a, metric m, double value) {
  if (m == METRIC_SQNR) return arena_printf(a, "%.2f dB", value);
  if (m == METRIC_TOP1) return arena_printf(a, "%.2f%%", 100 * value);
  if (m == METRIC_RELATIVE) return arena_printf(a, "%.3g%%", 100 * value);
  if (m == METRIC_COSINE) return arena_printf(a, "%.6f", value);
  return arena_printf(a, "%.4g", value);
}

bool budget_keeps(const budget *b, double value) {
  if (isnan(value)) return false;
  return b->at_least ? value >= b->bound : value <= b->bound;
}

/* ---- One sample ---------------------------------------------------------------------------- */

/* Sums over pairs of elements, in F64 lanes within a stretch. */
typedef struct pair_sums {
  double noise, rr, gg, rg;
  bool ruined; /* an element is not finite in one of them, or not the same */
} pair_sums;

#define LANES 8
#define BLOCK 256
#define STRETCHES 64 /* summed before the next are begun */

typedef struct pairing {
  const tensor *r, *g;
  size_t first;
  pair_sums sums[STRETCHES];
} pairing;

static void read_reals(const tensor *t, size_t first, size_t n, double *out) {
  if (!dtype_is_small_float(t->dtype) || t->scale.kind == SCALE_AXIS) {
    for (size_t i = 0; i < n; i++) out[i] = tensor_real(t, (int64_t)(first + i));
    return;
  }
  float x[BLOCK];
  floats_decode(t->dtype, (const char *)t->data + first * dtype_bytes(t->dtype), x, n);
  for (size_t i = 0; i < n; i++)
    out[i] = (double)(t->scale.kind == SCALE_TENSOR ? x[i] * t->scale.value : x[i]);
}

static void add_pairs(const double *x, const double *y, size_t n, double lanes[4][LANES],
                      bool *ruined) {
  for (size_t i = 0; i < n; i++) {
    size_t k = i % LANES;
    if (!isfinite(x[i]) || !isfinite(y[i])) {
      *ruined |= !(x[i] == y[i] || (isnan(x[i]) && isnan(y[i])));
      continue;
    }
    lanes[0][k] += (x[i] - y[i]) * (x[i] - y[i]);
    lanes[1][k] += x[i] * x[i];
    lanes[2][k] += y[i] * y[i];
    lanes[3][k] += x[i] * y[i];
  }
}

static void pair_stretch(void *object, size_t from, size_t to) {
  pairing *p = object;
  pair_sums *s = &p->sums[from / POOL_STRETCH];
  double x[BLOCK], y[BLOCK], lanes[4][LANES] = {{0}};
  for (size_t at = from; at < to; at += BLOCK) {
    size_t n = to - at < BLOCK ? to - at : BLOCK;
    read_reals(p->r, p->first + at, n, x);
    read_reals(p->g, p->first + at, n, y);
    add_pairs(x, y, n, lanes, &s->ruined);
  }
  for (size_t k = 0; k < LANES; k++) {
    s->noise += lanes[0][k];
    s->rr += lanes[1][k];
    s->gg += lanes[2][k];
    s->rg += lanes[3][k];
  }
}

static pair_sums sums_of(pool *threads, const tensor *r, const tensor *g) {
  pair_sums all = {0};
  size_t count = (size_t)tensor_elements(r);
  for (size_t at = 0; at < count; at += STRETCHES * POOL_STRETCH) {
    size_t n = count - at < STRETCHES * POOL_STRETCH ? count - at : STRETCHES * POOL_STRETCH;
    pairing p = {.r = r, .g = g, .first = at};
    pool_stretches(threads, n, pair_stretch, &p);
    for (size_t i = 0; i * POOL_STRETCH < n; i++) {
      all.noise += p.sums[i].noise;
      all.rr += p.sums[i].rr;
      all.gg += p.sums[i].gg;
      all.rg += p.sums[i].rg;
      all.ruined |= p.sums[i].ruined;
    }
  }
  return all;
}

static metric_sum cosine(const pair_sums *s) {
  double c = s->rr > 0 && s->gg > 0 ? s->rg / sqrt(s->rr * s->gg) : s->rr == s->gg ? 1 : 0;
  return (metric_sum){c > 1 ? 0 : 1 - c, 1};
}

/* p log(p / q), 0 where p is 0. */
static double divergence(double p, double q) { return p > 0 ? p * log(p / fmax(q, 1e-30)) : 0; }

static double log_sum_exp(const tensor *t, int64_t first, int64_t n) {
  double most = -INFINITY, sum = 0;
  for (int64_t i = 0; i < n; i++) most = fmax(most, tensor_real(t, first + i));
  for (int64_t i = 0; i < n; i++) sum += exp(tensor_real(t, first + i) - most);
  return n > 0 ? most + log(sum) : -INFINITY;
}

static double row_divergence(metric_domain d, const tensor *r, const tensor *g, int64_t first,
                             int64_t n) {
  double sum = 0, zr = 0, zg = 0;
  if (d == DOMAIN_LOGITS) {
    zr = log_sum_exp(r, first, n);
    zg = log_sum_exp(g, first, n);
  }
  for (int64_t i = first; i < first + n; i++) {
    double x = tensor_real(r, i), y = tensor_real(g, i);
    if (d == DOMAIN_LOGITS) {
      sum += exp(x - zr) * ((x - zr) - (y - zg));
      continue;
    }
    if (d == DOMAIN_PROBABILITIES) {
      sum += divergence(x, y);
      continue;
    }
    double p = d == DOMAIN_BINARY_LOGITS ? 1 / (1 + exp(-x)) : x;
    double q = d == DOMAIN_BINARY_LOGITS ? 1 / (1 + exp(-y)) : y;
    sum += divergence(p, q) + divergence(1 - p, 1 - q);
  }
  return sum > 0 ? sum : isnan(sum) ? INFINITY : 0;
}

static int64_t largest(const tensor *t, int64_t first, int64_t n) {
  int64_t best = 0;
  for (int64_t i = 1; i < n; i++)
    if (tensor_real(t, first + i) > tensor_real(t, first + best)) best = i;
  return best;
}

static bool decides_alike(metric_domain d, const tensor *r, const tensor *g, int64_t first,
                          int64_t n) {
  if (d == DOMAIN_LOGITS || d == DOMAIN_PROBABILITIES)
    return largest(r, first, n) == largest(g, first, n);
  double half = d == DOMAIN_BINARY_LOGITS ? 0 : 0.5;
  return (tensor_real(r, first) > half) == (tensor_real(g, first) > half);
}

/* Rows of the last axis; of single elements where each is a decision of its own. */
static metric_sum by_rows(metric m, metric_domain d, const tensor *r, const tensor *g) {
  bool binary = d == DOMAIN_BINARY_LOGITS || d == DOMAIN_BINARY_PROBABILITIES;
  int64_t count = tensor_elements(r), n = binary || r->rank < 1 ? 1 : r->dims[r->rank - 1];
  metric_sum sum = {0, 0};
  for (int64_t first = 0; n > 0 && first < count; first += n) {
    sum.part +=
        m == METRIC_KL ? row_divergence(d, r, g, first, n) : !decides_alike(d, r, g, first, n);
    sum.whole++;
  }
  return sum;
}

static bool finite_alike(const tensor *r, const tensor *g) {
  int64_t n = tensor_elements(r);
  for (int64_t i = 0; i < n; i++)
    if (isfinite(tensor_real(r, i)) != isfinite(tensor_real(g, i))) return false;
  return true;
}

/* ---- Decisions, before they flip ------------------------------------------------------------ */

/* Half the deviation that a normal error of this deviation exceeds `gap` with. */
static double flips(double gap, double deviation) {
  return deviation > 0 ? 0.5 * erfc(gap / (sqrt(2) * deviation)) : gap < 0;
}

/* The errors of a row differ by sqrt(2) times as much as one strays from their mean. */
static double row_flips(const tensor *r, const tensor *g, int64_t first, int64_t n) {
  double mean = 0, squares_ = 0;
  for (int64_t i = first; i < first + n; i++) mean += tensor_real(g, i) - tensor_real(r, i);
  mean /= (double)n;
  for (int64_t i = first; i < first + n; i++) {
    double e = tensor_real(g, i) - tensor_real(r, i) - mean;
    squares_ += e * e;
  }
  int64_t top = first + largest(r, first, n);
  double gap = INFINITY;
  for (int64_t i = first; i < first + n; i++)
    if (i != top) gap = fmin(gap, tensor_real(r, top) - tensor_real(r, i));
  return n > 1 ? flips(gap, sqrt(2 * squares_ / (double)n)) : 0;
}

metric_sum metric_expected_flips(metric_domain d, const tensor *r, const tensor *g) {
  bool binary = d == DOMAIN_BINARY_LOGITS || d == DOMAIN_BINARY_PROBABILITIES;
  int64_t count = tensor_elements(r), n = binary || r->rank < 1 ? 1 : r->dims[r->rank - 1];
  double half = d == DOMAIN_BINARY_PROBABILITIES ? 0.5 : 0, squares_ = 0;
  metric_sum sum = {0, 0};
  if (!finite_alike(r, g)) return (metric_sum){INFINITY, 1};
  for (int64_t i = 0; binary && i < count; i++) {
    double e = tensor_real(g, i) - tensor_real(r, i);
    squares_ += e * e;
  }
  double deviation = count > 0 ? sqrt(squares_ / (double)count) : 0;
  for (int64_t first = 0; n > 0 && first < count; first += n) {
    sum.part +=
        binary ? flips(fabs(tensor_real(r, first) - half), deviation) : row_flips(r, g, first, n);
    sum.whole++;
  }
  return sum;
}

metric_sum metric_of(pool *threads, metric m, metric_domain d, const tensor *r, const tensor *g) {
  bool ruined;
  metric_sum sum;
  if (m == METRIC_SQNR || m == METRIC_RELATIVE || m == METRIC_COSINE) {
    pair_sums s = sums_of(threads, r, g);
    ruined = s.ruined;
    sum = m == METRIC_COSINE ? cosine(&s) : (metric_sum){s.noise, s.rr};
  } else {
    ruined = !finite_alike(r, g);
    sum = ruined ? (metric_sum){0, 1} : by_rows(m, d, r, g);
  }
  if (ruined) sum.part = INFINITY;
  return sum;
}

/* ---- Over samples -----------------------------------------------------------------------------
 */

#define SURE 1.96 /* deviations a normal figure stays under with a probability of 97.5% */
/* What is believed of the spread before any sample was seen, and how many samples that belief is
 * worth: samples of real models differ by a factor of 1.4 to 2.5 in noise, and few of them that
 * happen to be alike prove little. */
#define USUAL_SPREAD 0.6
#define BELIEF 3

/* How many deviations it takes when the deviation itself is estimated with `f` degrees of freedom:
 * Student's distribution, by its expansion around the normal one (within 2% from 3 on). */
static double deviations(double f) {
  double z = SURE;
  double first = (z * z * z + z) / 4, second = (5 * pow(z, 5) + 16 * z * z * z + 3 * z) / 96;
  return z + first / f + second / (f * f);
}

loss_estimate loss_over(const metric_sum *samples, size_t count) {
  loss_estimate e = {.samples = count};
  double part = 0, whole = 0, squares_ = 0;
  for (size_t i = 0; i < count; i++) {
    part += samples[i].part;
    whole += samples[i].whole;
  }
  e.loss = part <= 0 ? 0 : whole > 0 && isfinite(part) ? part / whole : INFINITY;
  if (e.loss == 0 || !isfinite(e.loss)) {
    e.upper = e.loss;
    return e;
  }
  for (size_t i = 0; i < count; i++) {
    double d = samples[i].part - e.loss * samples[i].whole;
    squares_ += d * d;
  }
  double n = (double)count, mean = part / n, freedom = n - 1 + BELIEF;
  double variance = (squares_ / (mean * mean) + BELIEF * USUAL_SPREAD * USUAL_SPREAD) / freedom;
  double relative = sqrt(variance / n);
  /* this figure and the other set's both stray; losses are positive, so by factors */
  e.upper = e.loss * exp(deviations(freedom) * relative * sqrt(2));
  return e;
}

size_t metric_stretches(metric_sum *samples, size_t count) {
  size_t length = (size_t)sqrt((double)count), left = 0;
  for (size_t i = 0; length > 1 && i + length <= count; i += length) {
    bool last = i + 2 * length > count; /* takes the rest */
    metric_sum sum = {0, 0};
    for (size_t k = i; k < (last ? count : i + length); k++) {
      sum.part += samples[k].part;
      sum.whole += samples[k].whole;
    }
    samples[left++] = sum;
  }
  return length > 1 ? left : count;
}
