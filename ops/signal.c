/* signal.c - DFT, STFT, window functions, the mel weight matrix.
 *
 * Transforms run in double by the mixed-radix scheme over a table of roots: any
 * length works, lengths with small prime factors are fast, and the result is
 * rounded once. */
#include <math.h>
#include <string.h>

#include "ops/signal.h"

#include "base/numbers.h"
#include "ops/dtype.h"
#include "ops/ids/signals.h"
#include "ops/move.h"
#include "ops/rows.h"

#define TAU 6.283185307179586476925286766559 /* 2 pi */
#define LENGTH_MAX INT32_MAX

typedef struct complex_number {
  double re, im;
} complex_number;

static complex_number times(complex_number a, complex_number b) {
  return (complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* ---- One transform --------------------------------------------------------- */

typedef struct transform {
  int64_t n;
  complex_number *roots; /* exp(-2 pi i k / n), or its conjugate for the inverse */
  complex_number *in, *out, *work;
} transform;

static transform make_transform(arena *a, int64_t n, bool inverse) {
  transform t = {.n = n,
                 .roots = NEW_ARRAY(a, complex_number, n),
                 .in = NEW_ARRAY(a, complex_number, n),
                 .out = NEW_ARRAY(a, complex_number, n),
                 .work = NEW_ARRAY(a, complex_number, n)};
  for (int64_t k = 0; k < n; k++) {
    double angle = TAU * (double)k / (double)n;
    t.roots[k] = (complex_number){cos(angle), inverse ? sin(angle) : -sin(angle)};
  }
  return t;
}

static int64_t smallest_factor(int64_t n) {
  for (int64_t p = 2; p * p <= n; p++)
    if (n % p == 0) return p;
  return n;
}

/* Transforms the n elements in[0], in[step], ...; `step` is also how far apart
 * this length's roots stand in the table. */
static void transform_part(const transform *t, const complex_number *in, int64_t step,
                           complex_number *out, int64_t n) {
  if (n == 1) {
    out[0] = in[0];
    return;
  }
  int64_t p = smallest_factor(n), m = n / p;
  for (int64_t r = 0; r < p; r++) transform_part(t, in + r * step, step * p, out + r * m, m);
  for (int64_t k = 0; k < m; k++) {
    for (int64_t r = 0; r < p; r++) t->work[r] = times(out[r * m + k], t->roots[r * k * step]);
    for (int64_t q = 0; q < p; q++) {
      complex_number sum = {0, 0};
      for (int64_t r = 0; r < p; r++) {
        complex_number x = times(t->work[r], t->roots[r * q % p * m * step]);
        sum.re += x.re;
        sum.im += x.im;
      }
      out[q * m + k] = sum;
    }
  }
}

static void run_transform(const transform *t) { transform_part(t, t->in, 1, t->out, t->n); }

/* ---- Shared ------------------------------------------------------------------ */

static double load(const tensor *t, int64_t i) {
  return t->dtype == FP8C_DTYPE_F32 ? (double)((const float *)t->data)[i]
                                    : ((const double *)t->data)[i];
}

static void store(const tensor *t, int64_t i, double x) {
  if (t->dtype == FP8C_DTYPE_F32)
    ((float *)t->data)[i] = (float)x;
  else
    ((double *)t->data)[i] = x;
}

static fp8c_status want_real(const tensor *t, fp8c_error *err) {
  if (dtype_is_float(t->dtype)) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "its input has type %s; a float is wanted",
              fp8c_dtype_name(t->dtype));
}

/* One integer of an input that holds one; *known is false when omitted or not known. */
static fp8c_status one_int(const op_call *c, size_t i, int64_t least, int64_t *out, bool *known,
                           fp8c_error *err) {
  size_t count;
  *known = false;
  if (!has_input(c, i)) return FP8C_OK;
  TRY(known_ints(c, i, out, 1, &count, known, err));
  if (!*known || (count == 1 && *out >= least && *out <= LENGTH_MAX)) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "input %zu is not one number from %lld", i, (long long)least);
}

/* ---- DFT ---------------------------------------------------------------------- */

typedef struct dft {
  int axis;
  int64_t length; /* of the transform */
  int64_t bins;   /* of the result */
  bool inverse, onesided, known;
} dft;

static fp8c_status read_dft(const op_call *c, dft *d, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t axis = -2;
  bool known;
  *d =
      (dft){.inverse = op_attr_int(c, "inverse") != 0, .onesided = op_attr_int(c, "onesided") != 0};
  TRY(one_int(c, 2, -FP8C_MAX_RANK, &axis, &known, err));
  if (has_input(c, 2) && !known) return FP8C_OK;
  TRY(axis_of(axis, in->rank, &d->axis, err));
  if (d->axis == in->rank - 1)
    return fail(err, FP8C_ERROR_FORMAT, "axis %d holds real and imaginary parts", d->axis);
  TRY(one_int(c, 1, 1, &d->length, &known, err));
  if (has_input(c, 1) && !known) return FP8C_OK;
  int64_t dim = in->dims[d->axis];
  if (!has_input(c, 1)) {
    if (dim < 0) return FP8C_OK;
    d->length = d->inverse && d->onesided ? 2 * (dim - 1) : dim;
  }
  if (d->length < 1 || d->length > LENGTH_MAX)
    return fail(err, FP8C_ERROR_FORMAT, "a transform of %lld elements", (long long)d->length);
  d->bins = d->onesided && !d->inverse ? d->length / 2 + 1 : d->length;
  d->known = true;
  return FP8C_OK;
}

fp8c_status infer_dft(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t dims[FP8C_MAX_RANK];
  dft d;
  TRY(want_real(in, err));
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  if (in->rank < 2 || in->dims[in->rank - 1] == 0 || in->dims[in->rank - 1] > 2)
    return fail(err, FP8C_ERROR_FORMAT, "the last dimension must be 1 (real) or 2 (complex)");
  TRY(read_dft(c, &d, err));
  for (int k = 0; k < in->rank - 1; k++) dims[k] = d.known ? in->dims[k] : DIM_UNKNOWN;
  if (d.known) dims[d.axis] = d.bins;
  dims[in->rank - 1] = d.inverse && d.onesided ? 1 : 2;
  return out_sized(c, 0, in->rank, dims, err);
}

/* Reads a line of `count` complex numbers, zeros behind its end. */
static void load_line(const transform *t, const tensor *in, int64_t at, int64_t step, int64_t count,
                      int64_t parts) {
  for (int64_t i = 0; i < t->n; i++) {
    t->in[i] = (complex_number){0, 0};
    if (i >= count) continue;
    t->in[i].re = load(in, at + i * step);
    if (parts == 2) t->in[i].im = load(in, at + i * step + 1);
  }
}

/* The other half of a real signal's spectrum. */
static void mirror(const transform *t) {
  t->in[0].im = 0;
  for (int64_t k = t->n / 2 + 1; k < t->n; k++)
    t->in[k] = (complex_number){t->in[t->n - k].re, -t->in[t->n - k].im};
  if (t->n % 2 == 0) t->in[t->n / 2].im = 0;
}

fp8c_status eval_dft(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *out = &c->out[0];
  dft d;
  TRY(read_dft(c, &d, err));
  if (!d.known || out->dims[d.axis] != d.bins)
    return fail(err, FP8C_ERROR_INTERNAL, "its length is not known");
  transform t = make_transform(c->scratch, d.length, d.inverse);
  int64_t parts = in->dims[in->rank - 1], out_parts = out->dims[out->rank - 1];
  int64_t between = dims_product(in->dims, d.axis + 1, in->rank - 1), dim = in->dims[d.axis];
  double factor = d.inverse ? 1.0 / (double)d.length : 1.0;
  for (int64_t line = 0; line < dims_product(in->dims, 0, d.axis) * between; line++) {
    int64_t outer = line / between, column = line % between;
    load_line(&t, in, (outer * dim * between + column) * parts, between * parts, dim, parts);
    if (out_parts == 1) mirror(&t);
    run_transform(&t);
    for (int64_t i = 0; i < d.bins; i++) {
      int64_t at = ((outer * d.bins + i) * between + column) * out_parts;
      store(out, at, t.out[i].re * factor);
      if (out_parts == 2) store(out, at + 1, t.out[i].im * factor);
    }
  }
  return FP8C_OK;
}

/* ---- STFT ---------------------------------------------------------------------- */

typedef struct stft {
  int64_t step, length, frames, bins;
  bool known;
} stft;

static fp8c_status read_stft(const op_call *c, stft *s, fp8c_error *err) {
  const tensor *in = c->in[0];
  bool step_known, length_known;
  *s = (stft){0};
  TRY(one_int(c, 1, 1, &s->step, &step_known, err));
  TRY(one_int(c, 3, 1, &s->length, &length_known, err));
  if (!step_known || (has_input(c, 3) && !length_known)) return FP8C_OK;
  if (has_input(c, 2)) {
    TRY(want_rank(c, 2, 1, err));
    if (!tensor_shape_known(c->in[2])) return FP8C_OK;
    if (length_known && s->length != c->in[2]->dims[0])
      return fail(err, FP8C_ERROR_FORMAT, "frame_length %lld, but a window of %lld",
                  (long long)s->length, (long long)c->in[2]->dims[0]);
    s->length = c->in[2]->dims[0];
  } else if (!length_known) {
    s->length = in->dims[1];
  }
  if (in->dims[1] < 0 || s->length < 0) return FP8C_OK;
  if (s->length < 1 || s->length > in->dims[1])
    return fail(err, FP8C_ERROR_FORMAT, "frames of %lld in a signal of %lld", (long long)s->length,
                (long long)in->dims[1]);
  s->frames = 1 + (in->dims[1] - s->length) / s->step;
  s->bins = op_attr_int(c, "onesided") != 0 ? s->length / 2 + 1 : s->length;
  s->known = true;
  return FP8C_OK;
}

fp8c_status infer_stft(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t dims[4] = {DIM_UNKNOWN, DIM_UNKNOWN, DIM_UNKNOWN, 2};
  stft s;
  TRY(want_real(in, err));
  TRY(want_rank(c, 0, 3, err));
  if (!rank_known(c, 0)) return out_dims(c, 0, 4, dims, err);
  if (in->dims[2] == 0 || in->dims[2] > 2)
    return fail(err, FP8C_ERROR_FORMAT, "the last dimension must be 1 (real) or 2 (complex)");
  TRY(read_stft(c, &s, err));
  dims[0] = in->dims[0];
  if (s.known) {
    dims[1] = s.frames;
    dims[2] = s.bins;
  }
  return out_sized(c, 0, 4, dims, err);
}

fp8c_status eval_stft(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *out = &c->out[0];
  int64_t parts = in->dims[2];
  stft s;
  TRY(read_stft(c, &s, err));
  if (!s.known || out->dims[1] != s.frames || out->dims[2] != s.bins)
    return fail(err, FP8C_ERROR_INTERNAL, "its frames are not known");
  transform t = make_transform(c->scratch, s.length, false);
  if (has_input(c, 2) && c->in[2]->dtype != in->dtype)
    return fail(err, FP8C_ERROR_FORMAT, "its window has type %s; %s is wanted",
                fp8c_dtype_name(c->in[2]->dtype), fp8c_dtype_name(in->dtype));
  for (int64_t f = 0; f < in->dims[0] * s.frames; f++) {
    int64_t start = f / s.frames * in->dims[1] + f % s.frames * s.step;
    load_line(&t, in, start * parts, parts, s.length, parts);
    for (int64_t i = 0; i < s.length && has_input(c, 2); i++) {
      double w = load(c->in[2], i);
      t.in[i].re *= w;
      t.in[i].im *= w;
    }
    run_transform(&t);
    for (int64_t i = 0; i < s.bins; i++) {
      store(out, (f * s.bins + i) * 2, t.out[i].re);
      store(out, (f * s.bins + i) * 2 + 1, t.out[i].im);
    }
  }
  return FP8C_OK;
}

/* ---- Windows -------------------------------------------------------------------- */

static fp8c_status read_output_type(op_call *c, fp8c_error *err) {
  TRY(dtype_attr(c, "output_datatype", FP8C_DTYPE_F32, &c->out[0].dtype, err));
  if (dtype_is_float(c->out[0].dtype)) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "results of type %s are not supported",
              fp8c_dtype_name(c->out[0].dtype));
}

fp8c_status infer_window(op_call *c, fp8c_error *err) {
  int64_t size;
  bool known;
  TRY(read_output_type(c, err));
  TRY(one_int(c, 0, 0, &size, &known, err));
  if (!known) size = DIM_UNKNOWN;
  return out_sized(c, 0, 1, &size, err);
}

/* a0 - a1 cos(x) + a2 cos(2x), x once around the circle over the window. */
static fp8c_status eval_cosines(op_call *c, double a0, double a1, double a2) {
  const tensor *out = &c->out[0];
  int64_t n = out->dims[0], period = op_attr_int(c, "periodic") != 0 ? n : n - 1;
  for (int64_t i = 0; i < n; i++) {
    double x = period > 0 ? TAU * (double)i / (double)period : TAU / 2; /* one alone: the middle */
    store(out, i, a0 - a1 * cos(x) + a2 * cos(2 * x));
  }
  return FP8C_OK;
}

fp8c_status eval_hann(op_call *c, fp8c_error *err) {
  (void)err;
  return eval_cosines(c, 0.5, 0.5, 0);
}

/* ONNX's alpha is 25/46, not the rounded 0.54. */
fp8c_status eval_hamming(op_call *c, fp8c_error *err) {
  (void)err;
  return eval_cosines(c, 25.0 / 46.0, 1 - 25.0 / 46.0, 0);
}

fp8c_status eval_blackman(op_call *c, fp8c_error *err) {
  (void)err;
  return eval_cosines(c, 0.42, 0.5, 0.08);
}

/* ---- MelWeightMatrix -------------------------------------------------------------- */

fp8c_status infer_mel_weight_matrix(op_call *c, fp8c_error *err) {
  int64_t bins, length, dims[2] = {DIM_UNKNOWN, DIM_UNKNOWN};
  bool known;
  TRY(read_output_type(c, err));
  TRY(one_int(c, 0, 1, &bins, &known, err));
  if (known) dims[1] = bins;
  TRY(one_int(c, 1, 1, &length, &known, err));
  if (known) dims[0] = length / 2 + 1;
  for (size_t i = 2; i < 5; i++)
    if (tensor_shape_known(c->in[i]) && tensor_elements(c->in[i]) != 1)
      return fail(err, FP8C_ERROR_FORMAT, "input %zu is no single number", i);
  return out_sized(c, 0, 2, dims, err);
}

static double mel_of(double hertz) { return 2595 * log10(1 + hertz / 700); }

fp8c_status eval_mel_weight_matrix(op_call *c, fp8c_error *err) {
  const tensor *out = &c->out[0];
  int64_t spectrum = out->dims[0], mels = out->dims[1];
  int64_t *edge = NEW_ARRAY(c->scratch, int64_t, mels + 2);
  double length = (double)tensor_int(c->in[1], 0), rate = (double)tensor_int(c->in[2], 0);
  double low = mel_of(tensor_real(c->in[3], 0)), high = mel_of(tensor_real(c->in[4], 0));
  for (int64_t i = 0; i < mels + 2; i++) {
    double mel = low + (double)i * ((high - low) / (double)(mels + 2));
    double bin = floor((length + 1) * (700 * (pow(10, mel / 2595) - 1)) / rate);
    if (!(bin >= 0 && bin < (double)spectrum))
      return fail(err, FP8C_ERROR_ARGUMENT, "its edges lie outside the spectrum of %lld bins",
                  (long long)spectrum);
    edge[i] = (int64_t)bin;
  }
  memset(out->data, 0, tensor_bytes(out));
  for (int64_t m = 0; m < mels; m++) {
    int64_t left = edge[m], center = edge[m + 1], right = edge[m + 2];
    if (left == center) store(out, center * mels + m, 1);
    for (int64_t j = left; j <= center && left != center; j++)
      store(out, j * mels + m, (double)(j - left) / (double)(center - left));
    for (int64_t j = center; j < right; j++)
      store(out, j * mels + m, (double)(right - j) / (double)(right - center));
  }
  return FP8C_OK;
}

/* ---- Work ---------------------------------------------------------------------- */

uint64_t transform_macs(const op_call *c) {
  const tensor *in = c->in[0];
  dft d;
  stft s;
  int64_t length = 0;
  uint64_t lines = 1;
  if (!rank_known(c, 0) || in->rank < 2) return 0;
  if (op_of(c->op) == OP_STFT) {
    if (in->rank != 3 || read_stft(c, &s, NULL) != FP8C_OK || !s.known || in->dims[0] < 0) return 0;
    length = s.length;
    lines = (uint64_t)in->dims[0] * (uint64_t)s.frames;
  } else {
    if (read_dft(c, &d, NULL) != FP8C_OK || !d.known) return 0;
    length = d.length;
    for (int k = 0; k < in->rank - 1; k++) {
      if (k == d.axis) continue;
      if (in->dims[k] < 0) return 0;
      lines *= (uint64_t)in->dims[k];
    }
  }
  uint64_t radices = 0; /* each result of a stage sums so many products */
  int64_t left = length;
  for (int64_t p = 2; p <= left / p; p++)
    for (; left % p == 0; left /= p) radices += (uint64_t)p;
  if (left > 1) radices += (uint64_t)left;
  return lines * (uint64_t)length * radices * 4;
}
