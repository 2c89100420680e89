/* sample.c - the next token by the model's logits.
 *
 * Random numbers come from a counter: the number of a step is a function of the seed and the step,
 * so that a run that goes on after a stop draws what it would have drawn. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "runtime/options.h"

/* A number in [0, 1).  The seed is mixed before the step is added, so that neighbouring seeds do
 * not draw each other's numbers a step later. */
static double uniform(uint64_t seed, uint64_t step) {
  uint64_t stream = seed;
  stream = random_next(&stream) + step;
  return random_unit(&stream);
}

typedef struct candidate {
  double weight; /* exp of its distance from the largest, over the temperature */
  int64_t token;
} candidate;

/* The likelier first, of equals the smaller token. */
static int by_weight(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
  return x->token < y->token ? -1 : 1;
}

static fp8c_status check_logits(const float *logits, size_t count, int64_t *best, fp8c_error *err) {
  *best = 0;
  for (size_t i = 0; i < count; i++) {
    if (isnan(logits[i])) return fail(err, FP8C_ERROR_BOUND, "the logit of token %zu is NaN", i);
    if (logits[i] > logits[*best]) *best = (int64_t)i;
  }
  if (isfinite(logits[*best])) return FP8C_OK;
  return fail(err, FP8C_ERROR_BOUND, "the largest logit is %s",
              logits[*best] > 0 ? "infinity" : "-infinity");
}

static fp8c_status check_sampler(const fp8c_sampler *s, fp8c_error *err) {
  TRY(options_check(s, s->size, sizeof *s, sizeof *s, "fp8c_sampler", err));
  if (!(s->temperature >= 0) || isinf(s->temperature))
    return fail(err, FP8C_ERROR_ARGUMENT, "the temperature is a number from 0 on, not %g",
                (double)s->temperature);
  if (s->top_k < 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "top-k is a number from 0 on, not %d", s->top_k);
  if (!(s->top_p >= 0 && s->top_p <= 1))
    return fail(err, FP8C_ERROR_ARGUMENT, "top-p lies from 0 to 1, not at %g", (double)s->top_p);
  return FP8C_OK;
}

/* One of the first so many that top-k and top-p leave. */
static int64_t draw(candidate *list, size_t count, const fp8c_sampler *s, uint64_t step) {
  qsort(list, count, sizeof *list, by_weight);
  if (s->top_k > 0 && (size_t)s->top_k < count) count = (size_t)s->top_k;
  double total = 0, sum = 0;
  for (size_t i = 0; i < count; i++) total += list[i].weight;
  size_t kept = count;
  for (size_t i = 0; s->top_p > 0 && s->top_p < 1 && i < count; i++) {
    sum += list[i].weight;
    if (sum < (double)s->top_p * total) continue;
    kept = i + 1;
    total = sum;
    break;
  }
  double at = uniform(s->seed, step) * total;
  for (size_t i = 0; i + 1 < kept; i++) {
    if (at < list[i].weight) return list[i].token;
    at -= list[i].weight;
  }
  return list[kept - 1].token;
}

fp8c_status fp8c_sample(const float *logits, size_t count, const fp8c_sampler *s, uint64_t step,
                        int64_t *token, fp8c_error *err) {
  int64_t best;
  if (!token) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_sample: token is NULL");
  *token = -1;
  if (!logits || count == 0) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_sample: no logits");
  if (s) TRY(check_sampler(s, err));
  TRY(check_logits(logits, count, &best, err));
  if (!s || s->temperature == 0) {
    *token = best;
    return FP8C_OK;
  }
  candidate *list = count <= SIZE_MAX / sizeof *list ? host_alloc(count * sizeof *list) : NULL;
  if (!list) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu logits", count);
  for (size_t i = 0; i < count; i++)
    list[i] = (candidate){exp(((double)logits[i] - (double)logits[best]) / (double)s->temperature),
                          (int64_t)i};
  *token = draw(list, count, s, step);
  host_free(list);
  return FP8C_OK;
}
