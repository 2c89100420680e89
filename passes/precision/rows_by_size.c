/* rows_by_size.c - rows that judge a correction, the small ones by themselves. */
#include "passes/precision/rows_by_size.h"

#include <math.h>
#include <string.h>

#define CLASS_OCTAVES 4  /* of the signal, which is a square */
#define LOSS_WORST 1.012 /* of the class that errs most: 0.05 dB */
#define LOSS_MOST 1.122  /* of another: half a dB */
#define LOSS_SURE 2      /* is no chance */
#define ROWS_LEAST 4     /* fewer say too little about a class */

void row_signals(const float *real, size_t groups, size_t count, size_t depth, double floor,
                 double *signal) {
  for (size_t r = 0; r < count; r++) signal[r] = 0;
  for (size_t g = 0; g < groups; g++)
    for (size_t r = 0; r < count; r++)
      for (size_t k = 0; k < depth; k++, real++) signal[r] += (double)*real * (double)*real;
  for (size_t r = 0; r < count; r++) signal[r] = signal[r] / (double)groups + floor;
}

static size_class *class_of(sized_rows *s, arena *a, double signal) {
  int exponent;
  frexp(signal, &exponent);
  int step = (int)floor((double)(exponent - 1) / CLASS_OCTAVES);
  for (size_t i = 0; i < s->count; i++)
    if (s->list[i].step == step) return &s->list[i];
  size_t each = s->groups * s->depth;
  size_class fresh = {.step = step,
                      .real = arena_raw(a, ROWS_OF_A_SIZE * each, sizeof(float)),
                      .rounded = arena_raw(a, ROWS_OF_A_SIZE * each, sizeof(float))};
  ARENA_PUSH(a, s->list, s->count, fresh);
  return &s->list[s->count - 1];
}

void sized_rows_add(sized_rows *s, arena *a, const float *real, const float *rounded,
                    const double *signal, size_t count, size_t allowed) {
  size_t depth = s->depth, bytes = depth * sizeof(float);
  if (allowed > ROWS_OF_A_SIZE) allowed = ROWS_OF_A_SIZE;
  for (size_t r = 0; r < count; r++) {
    size_class *k = class_of(s, a, signal[r]);
    if (k->count >= allowed) continue;
    for (size_t g = 0; g < s->groups; g++) {
      size_t from = (g * count + r) * depth, to = (k->count * s->groups + g) * depth;
      memcpy(k->real + to, real + from, bytes);
      memcpy(k->rounded + to, rounded + from, bytes);
    }
    k->signal[k->count++] = signal[r];
  }
}

/* Squares of errors over a class's rows, and over the results. */
typedef struct class_sums {
  double with, without;
  double squares; /* of the results' differences */
} class_sums;

typedef struct judging {
  const sized_rows *s;
  const row_ways *ways;
  class_sums *sums; /* [rows of weights][classes] */
} judging;

static double error_of(const float *w, const float *q, const float *real, const float *rounded,
                       size_t depth) {
  double sum = 0;
  for (size_t k = 0; k < depth; k++)
    sum += (double)w[k] * (double)real[k] - (double)q[k] * (double)rounded[k];
  return sum;
}

static void judge_row(void *object, size_t i, int worker) {
  (void)worker;
  const judging *j = object;
  const sized_rows *s = j->s;
  const row_ways *ways = j->ways;
  size_t depth = s->depth, g = i / ways->width;
  const float *w = ways->w + i * depth;
  for (size_t n = 0; n < s->count; n++) {
    const size_class *k = &s->list[n];
    class_sums *sums = &j->sums[i * s->count + n];
    for (size_t r = 0; r < k->count; r++) {
      size_t at = (r * s->groups + g) * depth;
      const float *real = k->real + at, *read = ways->weights_only ? real : k->rounded + at;
      double with = error_of(w, ways->q + i * depth, real, read, depth);
      double without = error_of(w, ways->near + i * depth, real, read, depth);
      if (ways->shift) with -= ways->shift[i];
      sums->with += with * with / k->signal[r];
      sums->without += without * without / k->signal[r];
    }
  }
}

/* What the class loses over so many results, as a ratio; 1 where that may be chance. */
static double loss_of(const class_sums *x, double results) {
  double mean = (x->with - x->without) / results;
  double spread = x->squares / results - mean * mean;
  double error = spread > 0 ? sqrt(spread / results) : 0;
  if (!(x->with > x->without)) return 1;
  double ratio = x->without > 0 ? x->with / x->without : INFINITY;
  return mean > 2 * error || ratio > LOSS_SURE ? ratio : 1;
}

bool sized_rows_agree(const sized_rows *s, const row_ways *ways, pass_context *c, double *worst) {
  size_t rows = s->groups * ways->width;
  double most = 0, loss = 1;
  bool agree = true;
  arena_mark mark = arena_save(c->scratch);
  judging j = {s, ways, NEW_ARRAY(c->scratch, class_sums, rows * s->count + 1)};
  class_sums *all = NEW_ARRAY(c->scratch, class_sums, s->count + 1);
  pool_run(c->threads, rows, judge_row, &j);
  for (size_t n = 0; n < s->count; n++) {
    for (size_t i = 0; i < rows; i++) {
      const class_sums *x = &j.sums[i * s->count + n];
      all[n].with += x->with;
      all[n].without += x->without;
      all[n].squares += (x->with - x->without) * (x->with - x->without);
    }
    if (s->list[n].count >= ROWS_LEAST)
      most = fmax(most, all[n].without / (double)s->list[n].count);
  }
  for (size_t n = 0; n < s->count; n++) {
    double count = (double)s->list[n].count;
    if (s->list[n].count < ROWS_LEAST) continue;
    double ratio = loss_of(&all[n], (double)rows);
    agree = agree && ratio <= (all[n].without / count >= most ? LOSS_WORST : LOSS_MOST);
    loss = fmax(loss, ratio);
  }
  *worst = 10 * log10(loss);
  arena_reset(c->scratch, mark);
  return agree;
}
