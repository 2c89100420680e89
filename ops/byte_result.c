/* byte_result.c - sums to results (byte_result.h). */
#include "ops/byte_result.h"

#include "ops/byte_codes.h"

/* A codes_LEVEL of each form, which are constants of it. */
#define TO_CODES(codes_, r_, l_, across_, to_)                        \
  do {                                                                \
    const bool divided_ = (r_)->unit != 1.0f;                         \
    if ((r_)->bias && divided_)                                       \
      codes_((r_), (l_), (way){across_, true, true, false}, (to_));   \
    else if ((r_)->bias)                                              \
      codes_((r_), (l_), (way){across_, true, false, false}, (to_));  \
    else if (divided_)                                                \
      codes_((r_), (l_), (way){across_, false, true, false}, (to_));  \
    else                                                              \
      codes_((r_), (l_), (way){across_, false, false, false}, (to_)); \
  } while (0)
#define NUMBERS_TO_CODES(codes_, r_, l_, to_)                      \
  do {                                                             \
    if ((r_)->unit != 1.0f)                                        \
      codes_((r_), (l_), (way){false, false, true, true}, (to_));  \
    else                                                           \
      codes_((r_), (l_), (way){false, false, false, true}, (to_)); \
  } while (0)

static void row_to_codes_any(const byte_result *r, const byte_line *l, uint8_t *to) {
  TO_CODES(codes_any, r, l, false, to);
}
static void across_to_codes_any(const byte_result *r, const byte_line *l, uint8_t *to) {
  TO_CODES(codes_any, r, l, true, to);
}
static void numbers_to_codes_any(const byte_result *r, const byte_line *l, uint8_t *to) {
  NUMBERS_TO_CODES(codes_any, r, l, to);
}
#if defined(__x86_64__)
TARGET_V4 static void row_to_codes_v4(const byte_result *r, const byte_line *l, uint8_t *to) {
  TO_CODES(codes_v4, r, l, false, to);
}
TARGET_V4 static void across_to_codes_v4(const byte_result *r, const byte_line *l, uint8_t *to) {
  TO_CODES(codes_v4, r, l, true, to);
}
TARGET_V4 static void numbers_to_codes_v4(const byte_result *r, const byte_line *l, uint8_t *to) {
  NUMBERS_TO_CODES(codes_v4, r, l, to);
}
TARGET_V3 static void row_to_codes_v3(const byte_result *r, const byte_line *l, uint8_t *to) {
  TO_CODES(codes_v3, r, l, false, to);
}
TARGET_V3 static void across_to_codes_v3(const byte_result *r, const byte_line *l, uint8_t *to) {
  TO_CODES(codes_v3, r, l, true, to);
}
TARGET_V3 static void numbers_to_codes_v3(const byte_result *r, const byte_line *l, uint8_t *to) {
  NUMBERS_TO_CODES(codes_v3, r, l, to);
}
#endif
CHOOSE_LEVEL(static void, row_to_codes, (const byte_result *r, const byte_line *l, uint8_t *to),
             (r, l, to))
CHOOSE_LEVEL(static void, across_to_codes, (const byte_result *r, const byte_line *l, uint8_t *to),
             (r, l, to))
CHOOSE_LEVEL(static void, numbers_to_codes, (const byte_result *r, const byte_line *l, uint8_t *to),
             (r, l, to))

INLINE void to_reals(const byte_result *result, const byte_line *line, way w, float *restrict to) {
  const byte_result r = *result;
  const byte_line l = *line;
  for (int64_t i = 0; i < l.n; i++) {
    float y = number(&r, &l, w, i);
    y = y < r.least ? r.least : y;
    to[i] = y > r.most ? r.most : y;
  }
}

INLINE void to_sums_or_reals(const byte_result *r, const byte_line *l, bool across, int64_t at) {
  if (r->kind == BYTE_SUMS) {
    int32_t *to = (int32_t *)r->to + at;
    for (int64_t i = 0; i < l->n; i++) to[i] = (int32_t)((uint32_t)l->sums[i] + (uint32_t)l->add);
  } else if (r->bias) {
    to_reals(r, l, (way){across, true, false, false}, (float *)r->to + at);
  } else {
    to_reals(r, l, (way){across, false, false, false}, (float *)r->to + at);
  }
}
INLINE void row_of_reals_any(const byte_result *r, const byte_line *l, int64_t at) {
  to_sums_or_reals(r, l, false, at);
}
AT_EACH_LEVEL(static void, row_of_reals, (const byte_result *r, const byte_line *l, int64_t at),
              (r, l, at))
INLINE void across_reals_any(const byte_result *r, const byte_line *l, int64_t at) {
  to_sums_or_reals(r, l, true, at);
}
AT_EACH_LEVEL(static void, across_reals, (const byte_result *r, const byte_line *l, int64_t at),
              (r, l, at))

void byte_result_row(const byte_result *r, const byte_line *l, int64_t at) {
  if (r->kind == BYTE_CODES)
    row_to_codes(r, l, (uint8_t *)r->to + at);
  else
    row_of_reals(r, l, at);
}

void byte_result_across(const byte_result *r, const byte_line *l, int64_t at) {
  if (r->kind == BYTE_CODES)
    across_to_codes(r, l, (uint8_t *)r->to + at);
  else
    across_reals(r, l, at);
}

void byte_result_numbers(const byte_result *r, const float *y, int64_t n, int64_t at) {
  byte_line l = {.numbers = y, .n = n};
  if (r->kind == BYTE_CODES) {
    numbers_to_codes(r, &l, (uint8_t *)r->to + at);
    return;
  }
  float *to = (float *)r->to + at;
  for (int64_t i = 0; i < n; i++) {
    float x = y[i] < r->least ? r->least : y[i];
    to[i] = x > r->most ? r->most : x;
  }
}

#define RUNS_AT_ONCE 256

void byte_result_runs(const byte_result *r, const byte_line *l, int64_t first,
                      const byte_runs *runs, int64_t at) {
  float block[RUNS_AT_ONCE + 4]; /* all of a stretch becomes results, and rows are copied from it */
  size_t each = r->kind == BYTE_CODES ? 1 : 4;
  byte_result all = *r;
  if (runs->pitch == runs->width) {
    byte_result_row(r, l, at + first);
    return;
  }
  all.to = block;
  for (int64_t i = 0; i < l->n; i += RUNS_AT_ONCE) {
    byte_line part = {.sums = l->sums + i, .n = l->n - i, .channel = l->channel, .add = l->add};
    if (part.n > RUNS_AT_ONCE) part.n = RUNS_AT_ONCE;
    byte_result_row(&all, &part, 0);
    byte_runs_copy(runs, &(byte_stretch){block, each, first + i, part.n},
                   (char *)r->to + (size_t)at * each);
  }
}

void byte_result_settle(byte_result *r) {
  const float ends[2] = {r->least, r->most};
  for (int i = 0; i < 2 && r->kind == BYTE_CODES; i++) {
    float x = ends[i] / r->unit, least = r->low - r->zero, most = r->high - r->zero;
    x = x > least ? x : least;
    x = x < most ? x : most;
    volatile float rounded = x + MAGIC; /* to an integer */
    *(i == 0 ? &r->low : &r->high) = rounded - MAGIC + r->zero;
  }
}
