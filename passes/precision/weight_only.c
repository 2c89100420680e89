/* weight_only.c - weights rounded to few bits, with a scale for each block. */
#include "passes/precision/weight_only.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"

/* ---- The formats ------------------------------------------------------------------------ */

/* `largest`: the code that a block's largest magnitude is brought to, and others tried besides: a
 * block of few codes gains by clipping, or by other neighbours. */
typedef struct form_row {
  const char *name;
  weight_only form;
  bool blocks; /* a block may be given */
  float largest[12];
} form_row;

static const form_row forms[] = {
    {"int4",
     {FP8C_DTYPE_I4, 32, FP8C_DTYPE_BF16, false},
     true,
     {7, 7.25f, 7.5f, 7.75f, 8, 8.25f, 8.5f, 8.75f, 9, 9.5f, 10}},
    {"int8", {FP8C_DTYPE_I8, 128, FP8C_DTYPE_BF16, false}, true, {127}},
    {"e4m3", {FP8C_DTYPE_E4M3, 0, FP8C_DTYPE_F32, false}, true, {448}},
    {"nvfp4", {FP8C_DTYPE_E2M1, 16, FP8C_DTYPE_E4M3, true}, false, {6, 4, 5, 6.5f, 7}},
    {"mxfp4", {FP8C_DTYPE_E2M1, 32, FP8C_DTYPE_E8M0, false}, false, {6, 12}},
    {"mxfp8", {FP8C_DTYPE_E4M3, 32, FP8C_DTYPE_E8M0, false}, false, {448, 896}},
};
#define FORMS (sizeof forms / sizeof *forms)

static const form_row *row_of(const weight_only *q) {
  for (size_t i = 0; i < FORMS; i++)
    if (forms[i].form.codes == q->codes && forms[i].form.scales == q->scales) return &forms[i];
  return NULL;
}

bool weight_only_parse(const char *words, weight_only *out) {
  *out = (weight_only){0};
  if (strcmp(words, "none") == 0) return true;
  for (size_t i = 0; i < FORMS; i++) {
    size_t length = strlen(forms[i].name);
    int64_t block;
    if (strncmp(words, forms[i].name, length) != 0 || (words[length] && words[length] != ':'))
      continue;
    *out = forms[i].form;
    if (!words[length]) return true;
    bool good = forms[i].blocks && int_parse(words + length + 1, &block) && block >= 16 &&
                block <= 65536 && (block & (block - 1)) == 0;
    if (good) out->block = block;
    return good;
  }
  return false;
}

const char *weight_only_words(const weight_only *q, arena *a) {
  const form_row *r = row_of(q);
  if (!r) return "none";
  return q->block ? arena_printf(a, "%s, a scale for each %lld of k", r->name, (long long)q->block)
                  : arena_printf(a, "%s, a scale for each output", r->name);
}

const char *weight_only_impossible(const weight_only *q, int64_t n, int64_t k) {
  if (n < 16 || k < 32) return "its weights are few";
  if (k % 32 != 0) return "its depth is no multiple of 32, which kernels multiply at once";
  return q->block && k % q->block != 0 ? "its depth is no whole number of blocks" : NULL;
}

/* ---- Rounding -------------------------------------------------------------------------------- */

typedef struct rounding_job {
  const weight_only *q;
  const form_row *row;
  const float *w;
  const packed_rounding *to;
  double *signal, *noise; /* of each output */
} rounding_job;

static float amax_of(const float *x, int64_t n) {
  float m = 0;
  for (int64_t i = 0; i < n; i++) m = fabsf(x[i]) > m ? fabsf(x[i]) : m;
  return m;
}

/* The scale as it is stored: never 0, which would lose the block, nor too large for its format. */
static float stored_scale(fp8c_dtype format, float s) {
  uint8_t code[4];
  float least = ldexpf(1, dtype_least_exponent(format) - dtype_mantissa(format));
  if (format == FP8C_DTYPE_F32) return s > 0x1p-126f ? s : 0x1p-126f;
  if (format == FP8C_DTYPE_E8M0) { /* upwards, so that the largest fits */
    int exponent;
    float part = frexpf(s, &exponent);
    exponent -= part == 0.5f;
    return ldexpf(1, exponent < -126 ? -126 : exponent > 127 ? 127 : exponent);
  }
  floats_encode(format, &s, code, 1, true);
  floats_decode(format, code, &s, 1);
  return s > least ? s : least;
}

static void encode(fp8c_dtype codes, const float *x, float unit, int64_t n, uint8_t *to) {
  int bits = (int)dtype_packed_bits(codes);
  float low = -ldexpf(1, bits - 1), high = -low - 1;
  for (int64_t i = 0; i < n; i++) {
    float y = x[i] / unit;
    if (codes == FP8C_DTYPE_E2M1) {
      to[i] = e2m1_from_f32(y);
    } else if (codes == FP8C_DTYPE_E4M3) {
      to[i] = e4m3_from_f32(y, true);
    } else {
      y = nearbyintf(y);
      to[i] = (uint8_t)(int8_t)(y < low ? low : y > high ? high : y);
    }
  }
}

static double error_of(const float *numbers, const float *x, const uint8_t *codes, float unit,
                       int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) {
    double e = (double)x[i] - (double)(numbers[codes[i]] * unit);
    sum += e * e;
  }
  return sum;
}

static void round_output(void *object, size_t index, int worker) {
  (void)worker;
  const rounding_job *j = object;
  const packed_form *f = &j->to->form;
  float numbers[256];
  uint8_t tried[1024] = {0};
  packed_numbers(f->codes, numbers);
  for (int64_t b = 0; b < f->blocks; b++) {
    int64_t from = (int64_t)index * f->k + b * f->block;
    int64_t count = f->k - b * f->block < f->block ? f->k - b * f->block : f->block;
    const float *x = j->w + from;
    float amax = amax_of(x, count), *s = &j->to->scales[(int64_t)index * f->blocks + b];
    double least = INFINITY;
    *s = stored_scale(j->q->scales, 1);
    for (int i = 0; i < 12 && j->row->largest[i] > 0; i++) {
      if (i && (amax == 0 || count > (int64_t)sizeof tried)) break; /* long blocks gain nothing */
      float scale_ =
          amax == 0 ? 1 : stored_scale(j->q->scales, amax / j->row->largest[i] / j->to->factor);
      float unit = scale_ * j->to->factor;
      uint8_t *to = i ? tried : j->to->codes + from;
      encode(f->codes, x, unit, count, to);
      double error = error_of(numbers, x, to, unit, count);
      if (i && error >= least) continue;
      least = error;
      *s = scale_;
      if (i) memcpy(j->to->codes + from, tried, (size_t)count);
    }
    j->noise[index] += least;
    for (int64_t i = 0; i < count; i++) j->signal[index] += (double)x[i] * (double)x[i];
  }
}

void weight_only_round(const weight_only *q, const float *w, int64_t n, int64_t k, pool *threads,
                       arena *a, packed_rounding *out) {
  *out = (packed_rounding){.factor = 1};
  (void)packed_form_of(q->codes, n, k, q->block ? q->block : k, &out->form, NULL);
  out->codes = arena_alloc(a, (size_t)(n * k));
  out->scales = NEW_ARRAY(a, float, n * out->form.blocks);
  rounding_job j = {q, row_of(q), w, out, NEW_ARRAY(a, double, n), NEW_ARRAY(a, double, n)};
  if (q->factor) { /* the largest scale is the largest of its format */
    float all = amax_of(w, n * k) / j.row->largest[0] / dtype_max(q->scales);
    if (all >= 0x1p-126f) out->factor = all;
  }
  pool_run(threads, (size_t)n, round_output, &j);
  double signal = 0, noise = 0;
  for (int64_t i = 0; i < n; i++) signal += j.signal[i], noise += j.noise[i];
  out->sqnr_db = sqnr_db(signal, noise);
  out->bits = out->form.bits + 8.0 * (double)dtype_bytes(q->scales) / (double)out->form.block;
}
