/* noise.c - predictions from a table of error vectors' inner products. */
#include "passes/precision/noise.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"

/* Triangles are stored by rows: (a, b) with b <= a. */
static size_t triangle(size_t a, size_t b) { return a * (a + 1) / 2 + b; }

double noise_at(const noise_table *t, size_t sample, size_t output, size_t a, size_t b) {
  const float *gram = t->gram[sample * t->output_count + output];
  if (!t->pairs) return a == b ? (double)gram[a] : 0;
  return (double)(a >= b ? gram[triangle(a, b)] : gram[triangle(b, a)]);
}

static void add_output(noise_sum *s, size_t sample, size_t output, double weight) {
  const noise_table *t = s->table;
  size_t n = t->column_count;
  s->signal += t->signal[sample * t->output_count + output] * weight;
  for (size_t x = 0; x < n; x++)
    for (size_t y = t->pairs ? 0 : x; y <= x; y++)
      s->gram[x * n + y] += noise_at(t, sample, output, x, y) * weight;
}

static double signal_over(const noise_table *t, size_t output, const size_t *samples,
                          size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += t->signal[(samples ? samples[i] : i) * t->output_count + output];
  return sum;
}

#define EXPONENT_LEAST 0.2
#define EXPONENT_MOST 1.5
#define HOLD_MOST 1.5
#define PAIRS_LEAST \
  0.05 /* pair terms below this share of the noises say nothing about themselves */

/* Columns whose pair term with the base is what they take out of it. */
static bool *removing(const noise_table *t, arena *a) {
  bool *list = NEW_ARRAY(a, bool, t->column_count + 1);
  for (size_t i = 0; i < t->node_count; i++)
    for (size_t k = 0; k < t->nodes[i].option_count; k++)
      if (t->nodes[i].options[k].column != NOISE_NONE)
        list[t->nodes[i].options[k].column] = t->nodes[i].options[k].removes;
  return list;
}

static void scale_pairs(noise_sum *s, double hold, arena *a) {
  size_t n = s->table->column_count;
  const bool *removes = removing(s->table, a);
  s->hold = hold;
  for (size_t x = 0; x < n; x++)
    for (size_t y = 0; y < n; y++)
      if (x != y && !removes[x] && !removes[y]) s->gram[x * n + y] *= hold;
}

/* What makes the anchor's prediction `measured`: first the share of the pair terms that
 * holds, then, for what is left, the exponent. */
static void find_correction(noise_sum *s, double measured, arena *a) {
  const noise_table *t = s->table;
  arena_mark mark = arena_save(a);
  const size_t *choice = noise_anchor(t, a);
  double base = s->gram[NOISE_BASE * t->column_count + NOISE_BASE];
  double own = noise_added(s, choice, false), pairs = noise_added(s, choice, true) - own;
  if (measured > 0 && t->pairs && fabs(pairs) > PAIRS_LEAST * own)
    scale_pairs(s, fmin(fmax((measured - own) / pairs, 0), HOLD_MOST), a);
  for (int with = 0; with < 2; with++) {
    double added = noise_added(s, choice, with != 0);
    if (!(measured > 0 && added > 0)) continue;
    if (base <= 0) {
      s->factor[with] = measured / added;
    } else if (added > base * 1.05) { /* else it says nothing */
      double e = measured > base ? log(measured / base) / log(added / base) : EXPONENT_LEAST;
      s->exponent[with] = fmin(fmax(e, EXPONENT_LEAST), EXPONENT_MOST);
    }
  }
  arena_reset(a, mark);
}

#define DOUBT 2 /* standard errors */

/* A pair term's share that stands out of how it differs from sample to sample. */
static float certain(const noise_sum *s, size_t output, const size_t *samples, size_t count,
                     size_t x, size_t y) {
  const noise_table *t = s->table;
  double sum = 0, squares = 0, n = (double)count;
  for (size_t i = 0; i < count; i++) {
    double p = noise_at(t, samples ? samples[i] : i, output, x, y);
    sum += p;
    squares += p * p;
  }
  double spread = n / (n - 1) * (squares - sum * sum / n); /* square of the sum's standard error */
  if (!(sum * sum > DOUBT * DOUBT * spread)) return 0;
  return spread > 0 ? (float)(1 - DOUBT * DOUBT * spread / (sum * sum)) : 1;
}

/* One sample says nothing about others, so nothing is taken away then. */
static void doubt(noise_sum *s, size_t output, const size_t *samples, size_t count, arena *a) {
  const noise_table *t = s->table;
  size_t n = t->column_count;
  if (!t->pairs || count < 2 || output == NOISE_TOGETHER) return;
  s->trust = NEW_ARRAY(a, float, n *n + 1);
  arena_mark mark = arena_save(a);
  const bool *removes = removing(t, a);
  for (size_t x = 0; x < n; x++)
    for (size_t y = 0; y < x; y++) {
      float c = removes[x] || removes[y] ? 1 : certain(s, output, samples, count, x, y);
      s->trust[x * n + y] = s->trust[y * n + x] = c;
      s->gram[x * n + y] *= (double)c;
      s->gram[y * n + x] *= (double)c;
    }
  arena_reset(a, mark);
}

double noise_trust(const noise_sum *s, size_t a, size_t b) {
  return s->hold * (s->trust ? (double)s->trust[a * s->table->column_count + b] : 1);
}

static noise_sum sum_over(const noise_table *t, size_t output, const size_t *samples, size_t count,
                          bool sure, arena *a) {
  size_t n = t->column_count;
  noise_sum s = {.table = t,
                 .gram = NEW_ARRAY(a, double, n *n + 1),
                 .hold = 1,
                 .exponent = {1, 1},
                 .factor = {1, 1}};
  double anchor = 0;
  if (!samples) count = t->sample_count;
  for (size_t o = 0; o < t->output_count; o++) {
    if (output != NOISE_TOGETHER && output != o) continue;
    double whole = output == NOISE_TOGETHER ? signal_over(t, o, samples, count) : 1;
    for (size_t i = 0; i < count && whole > 0; i++) {
      size_t k = samples ? samples[i] : i;
      add_output(&s, k, o, 1 / whole);
      if (t->anchor) anchor += t->anchor[k * t->output_count + o] / whole;
    }
  }
  for (size_t x = 0; x < n; x++)
    for (size_t y = 0; y < x; y++) s.gram[y * n + x] = s.gram[x * n + y];
  if (sure) doubt(&s, output, samples, count, a);
  if (t->anchor) find_correction(&s, anchor, a);
  return s;
}

noise_sum noise_over(const noise_table *t, size_t output, const size_t *samples, size_t count,
                     arena *a) {
  return sum_over(t, output, samples, count, false, a);
}

noise_sum noise_sure(const noise_table *t, size_t output, const size_t *samples, size_t count,
                     arena *a) {
  return sum_over(t, output, samples, count, true, a);
}

/* The column of node i's choice; NOISE_NONE where it adds nothing. */
static size_t column_of(const noise_table *t, size_t i, const size_t *choice) {
  return t->nodes[i].option_count ? t->nodes[i].options[choice[i]].column : NOISE_NONE;
}

double noise_added(const noise_sum *s, const size_t *choice, bool with_pairs) {
  const noise_table *t = s->table;
  size_t n = t->column_count;
  double noise = s->gram[NOISE_BASE * n + NOISE_BASE], pairs = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    size_t column = column_of(t, i, choice);
    if (column == NOISE_NONE) continue;
    const double *row = s->gram + column * n;
    bool removes = t->nodes[i].options[choice[i]].removes;
    noise += removes && !(with_pairs && t->pairs) ? -row[column] : row[column];
    pairs += row[NOISE_BASE];
    for (size_t k = 0; k < i && with_pairs; k++) {
      size_t other = column_of(t, k, choice);
      if (other != NOISE_NONE) pairs += row[other];
    }
  }
  if (with_pairs) noise += 2 * pairs;
  return noise > 0 ? noise : 0;
}

double noise_settle(const noise_sum *s, double added, bool with_pairs) {
  double base = s->gram[NOISE_BASE * s->table->column_count + NOISE_BASE];
  if (!(added > 0)) return 0;
  if (base <= 0) return added * s->factor[with_pairs];
  return base * pow(added / base, s->exponent[with_pairs]);
}

double noise_predict(const noise_sum *s, const size_t *choice, bool with_pairs) {
  return noise_settle(s, noise_added(s, choice, with_pairs), with_pairs);
}

size_t noise_option_named(const noise_node *n, const char *name) {
  for (size_t i = 0; i < n->option_count; i++)
    if (strcmp(n->options[i].name, name) == 0) return i;
  return n->option_count;
}

size_t *noise_anchor(const noise_table *t, arena *a) {
  size_t *choice = noise_choice(t, "bf16", a);
  for (size_t i = 0; i < t->node_count; i++)
    for (size_t k = t->nodes[i].option_count; k-- > 0;)
      if (dtype_is_fp8(t->nodes[i].options[k].activations)) choice[i] = k;
  return choice;
}

size_t *noise_choice(const noise_table *t, const char *name, arena *a) {
  size_t *choice = NEW_ARRAY(a, size_t, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    choice[i] = noise_option_named(n, name);
    if (choice[i] == n->option_count) choice[i] = noise_option_named(n, "bf16");
    if (choice[i] == n->option_count) choice[i] = 0; /* pinned to another */
  }
  return choice;
}
