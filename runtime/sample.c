/* sample.c - the next token by the model's logits.
 *
 * Random numbers come from a counter: the number of a step is a function of the seed and the step,
 * so that a run that goes on after a stop draws what it would have drawn. */
#include <math.h>

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
  float logit;
  int32_t token;
} candidate;

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

/* ---- The likeliest first -----------------------------------------------------------------------
 *
 * Few of a hundred thousand tokens are ever looked at, so they are not sorted: a heap gives one
 * after the other, and those that it gave stand behind it. */

typedef struct ranking {
  candidate *list; /* a heap of `left`; behind it what was taken, the first at the end */
  size_t left, count;
  double best, temperature;
} ranking;

/* In proportion to its probability; the likeliest has 1. */
static double weight_of(const ranking *r, float logit) {
  return exp(((double)logit - r->best) / r->temperature);
}

static bool before(const candidate *a, const candidate *b) {
  return a->logit != b->logit ? a->logit > b->logit : a->token < b->token;
}

static void swap(candidate *a, candidate *b) {
  candidate held = *a;
  *a = *b;
  *b = held;
}

static void sink(candidate *heap, size_t count, size_t at) {
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && before(&heap[child + 1], &heap[child])) child++;
    if (!before(&heap[child], &heap[at])) return;
    swap(&heap[child], &heap[at]);
  }
}

static void rank_all(ranking *r, const float *logits) {
  for (size_t i = 0; i < r->count; i++) r->list[i] = (candidate){logits[i], (int32_t)i};
  for (size_t i = r->count / 2; i-- > 0;) sink(r->list, r->count, i);
  r->left = r->count;
}

/* Number `place` of them, from 0 on: at most the next that was not taken. */
static const candidate *ranked(ranking *r, size_t place) {
  if (place == r->count - r->left) {
    swap(&r->list[0], &r->list[--r->left]);
    sink(r->list, r->left, 0);
  }
  return &r->list[r->count - 1 - place];
}

static double weight_at(ranking *r, size_t place) { return weight_of(r, ranked(r, place)->logit); }

/* One of the first so many that top-k and top-p leave. */
static int64_t draw(ranking *r, const float *logits, const fp8c_sampler *s, uint64_t step) {
  double total = 0, sum = 0;
  size_t kept = r->count;
  rank_all(r, logits);
  if (s->top_k > 0 && (size_t)s->top_k < kept) kept = (size_t)s->top_k;
  for (size_t i = 0; i < kept; i++)
    total += kept < r->count ? weight_at(r, i) : weight_of(r, logits[i]);
  for (size_t i = 0; s->top_p > 0 && s->top_p < 1 && i < kept; i++) {
    sum += weight_at(r, i);
    if (sum < (double)s->top_p * total) continue;
    kept = i + 1;
    total = sum;
  }
  double at = uniform(s->seed, step) * total;
  size_t place = 0;
  for (; place + 1 < kept; place++) {
    double weight = weight_at(r, place);
    if (at < weight) break;
    at -= weight;
  }
  return ranked(r, place)->token;
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
  ranking r = {.count = count, .best = (double)logits[best], .temperature = (double)s->temperature};
  r.list = count <= INT32_MAX ? host_alloc(count * sizeof *r.list) : NULL;
  if (!r.list) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu logits", count);
  *token = draw(&r, logits, s, step);
  host_free(r.list);
  return FP8C_OK;
}
