/* sample.c - the next token by the model's logits.
 *
 * Random numbers come from a counter: the number of a step is a function of the seed and the step,
 * so that a run that goes on after a stop draws what it would have drawn.
 *
 * Weights are whole numbers, whose sums have no order, and a GPU computes the same ones
 * (kernels/state.cuh, choose_token): one seed gives the same tokens wherever they are drawn. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "ops/math.h"
#include "runtime/options.h"
#include "runtime/sample.h"

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

/* ---- What is left to draw from --------------------------------------------------------------- */

/* Tokens are added up in lanes, as the threads of a block do: token i in lane i % LANES. */
#define LANES 1024
#define WEIGHT_BITS 44 /* of the likeliest token's weight, at most: 2^44 */
#define SUM_BITS 62    /* of all weights */

typedef struct ranking {
  const float *logits;
  size_t count;
  uint64_t *weights; /* of the tokens that top-k leaves; 0: of others */
  uint64_t least;    /* the rank of the last token that is left */
} ranking;

/* Larger for what is likelier; of equals the first token's is the largest. */
static uint64_t rank_of(const ranking *r, size_t i) {
  float logit = r->logits[i] + 0.0f; /* -0 is 0 */
  uint32_t bits;
  memcpy(&bits, &logit, sizeof bits);
  bits = bits >> 31 ? ~bits : bits | 0x80000000u;
  return (uint64_t)bits << 32 | (uint32_t) ~(uint32_t)i;
}

/* In proportion to the tokens' probabilities. */
static void weigh(ranking *r, float best, float temperature) {
  int bits = SUM_BITS;
  for (size_t n = r->count; n; n >>= 1) bits--;
  float one = ldexpf(1.0f, bits < WEIGHT_BITS ? bits : WEIGHT_BITS);
  for (size_t i = 0; i < r->count; i++) {
    bool left = rank_of(r, i) >= r->least;
    r->weights[i] = left ? (uint64_t)(fp8c_expf((r->logits[i] - best) / temperature) * one) : 0;
  }
}

/* Leaves so many of the likeliest tokens, or as many as it takes for their weights to be `wanted`
 * together: what is less than that is cut off the ranks digit by digit. */
static void leave(ranking *r, uint64_t wanted, bool by_weight) {
  static const int shifts[] = {53, 42, 32, 21, 10, 0};
  uint64_t above = 0, prefix = 0;
  for (int d = 0, end = 64; d < 6; end = shifts[d++]) {
    uint64_t sums[2048] = {0}, mask = ((uint64_t)1 << (end - shifts[d])) - 1, bin = mask;
    uint32_t counts[2048] = {0};
    for (size_t i = 0; i < r->count; i++) {
      uint64_t rank = rank_of(r, i);
      if (rank < r->least || (end < 64 && rank >> end != prefix)) continue;
      counts[rank >> shifts[d] & mask]++;
      sums[rank >> shifts[d] & mask] += by_weight ? r->weights[i] : 1;
    }
    while (bin > 0 && above + sums[bin] < wanted) above += sums[bin--];
    prefix = prefix << (end - shifts[d]) | bin;
    if (counts[bin] != 1 && d < 5) continue;
    if (prefix << shifts[d] > r->least) r->least = prefix << shifts[d];
    return;
  }
}

/* The upper half of a product. */
static uint64_t high_product(uint64_t a, uint64_t b) {
  uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  uint64_t middle = ah * bl + (al * bl >> 32), other = al * bh + (uint32_t)middle;
  return ah * bh + (middle >> 32) + (other >> 32);
}

/* The seed is mixed before the step is added, so that neighbouring seeds do not draw each other's
 * numbers a step later. */
uint64_t sample_stream(uint64_t seed) { return random_next(&seed); }

static uint64_t weight_of_all(const ranking *r) {
  uint64_t sum = 0;
  for (size_t i = 0; i < r->count; i++) sum += r->weights[i];
  return sum;
}

/* One of those that are left. */
static int64_t draw(const ranking *r, uint64_t stream, uint64_t step) {
  uint64_t lanes[LANES] = {0}, total = 0;
  for (size_t i = 0; i < r->count; i++)
    if (rank_of(r, i) >= r->least) lanes[i % LANES] += r->weights[i];
  for (size_t i = 0; i < LANES; i++) total += lanes[i];
  stream += step;
  uint64_t at = high_product(random_next(&stream), total);
  size_t i = 0;
  while (at >= lanes[i]) at -= lanes[i++];
  for (;; i += LANES) {
    uint64_t weight = rank_of(r, i) >= r->least ? r->weights[i] : 0;
    if (at < weight) return (int64_t)i;
    at -= weight;
  }
}

static int64_t choose(ranking *r, float best, const fp8c_sampler *s, uint64_t step) {
  if (s->top_k > 0 && (size_t)s->top_k < r->count) leave(r, (uint64_t)s->top_k, false);
  weigh(r, best, s->temperature);
  if (s->top_p > 0 && s->top_p < 1) {
    uint64_t total = weight_of_all(r), wanted = (uint64_t)ceil((double)s->top_p * (double)total);
    leave(r, wanted < total ? wanted : total, true);
  }
  return draw(r, sample_stream(s->seed), step);
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
  ranking r = {.logits = logits, .count = count};
  r.weights = count <= INT32_MAX ? host_alloc(count * sizeof *r.weights) : NULL;
  if (!r.weights) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu logits", count);
  *token = choose(&r, logits[best], s, step);
  host_free(r.weights);
  return FP8C_OK;
}
