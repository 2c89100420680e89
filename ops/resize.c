/* resize.c - Resize in all its modes.
 *
 * Interpolation is separable: each axis is a list of taps (which inputs, which
 * weights) for every output position, applied one axis after the other.  The
 * taps are worked out in double, as ONNX's reference does, because a coordinate
 * that misses a tie by one rounding picks another pixel. */
#include "ops/resize.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/lanes.h"
#include "ops/move.h"
#include "ops/rows.h"

typedef struct resize_axis {
  bool active;
  int64_t in, out;
  double scale, roi_start, roi_end;
} resize_axis;

/* ---- What is asked ------------------------------------------------------ */

/* A list input with numbers: an empty one is as good as omitted. */
static bool has_numbers(const op_call *c, size_t i) {
  return has_input(c, i) && !(tensor_shape_known(c->in[i]) && tensor_elements(c->in[i]) == 0);
}

static fp8c_status bad_sizes(fp8c_error *err, const char *what, double x) {
  return fail(err, FP8C_ERROR_FORMAT, "%s %g is not possible", what, x);
}

/* Sizes that keep the aspect ratio: one scale for all axes. */
static fp8c_status keep_ratio(const char *policy, resize_axis *axes, int rank, fp8c_error *err) {
  bool larger = strcmp(policy, "not_smaller") == 0;
  double common = NAN;
  if (!larger && strcmp(policy, "not_larger") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "keep_aspect_ratio_policy \"%s\" is not supported",
                policy);
  for (int d = 0; d < rank; d++)
    if (axes[d].active && !(larger ? axes[d].scale <= common : axes[d].scale >= common))
      common = axes[d].scale;
  for (int d = 0; d < rank; d++) {
    if (!axes[d].active) continue;
    double size = floor(common * (double)axes[d].in + 0.5);
    if (!(size <= (double)OUTPUT_MAX_BYTES)) return bad_sizes(err, "size", size);
    axes[d].scale = common;
    axes[d].out = (int64_t)size;
  }
  return FP8C_OK;
}

/* Fills one entry an axis of the input; *known is false when scales and sizes
 * are not known yet. */
static fp8c_status read_resize(const op_call *c, resize_axis *axes, bool *known, fp8c_error *err) {
  const tensor *in = c->in[0];
  const int64_t *listed;
  int64_t sizes[FP8C_MAX_RANK];
  size_t listed_count, size_count;
  int order[FP8C_MAX_RANK];
  bool has_sizes = has_numbers(c, 3), has_scales = has_numbers(c, 2);
  *known = false;
  if (has_sizes == has_scales)
    return fail(err, FP8C_ERROR_FORMAT, "exactly one of scales and sizes must be given");
  bool some = op_attr_ints(c, "axes", &listed, &listed_count);
  if (!some) listed_count = (size_t)in->rank;
  if (listed_count > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_FORMAT, "there are %zu axes", listed_count);
  for (int d = 0; d < in->rank; d++)
    axes[d] = (resize_axis){.in = in->dims[d], .out = in->dims[d], .scale = 1, .roi_end = 1};
  for (size_t i = 0; i < listed_count; i++) {
    TRY(axis_of(some ? listed[i] : (int64_t)i, in->rank, &order[i], err));
    if (axes[order[i]].active)
      return fail(err, FP8C_ERROR_FORMAT, "axis %d is named twice", order[i]);
    axes[order[i]].active = true;
  }
  TRY(known_ints(c, 3, sizes, FP8C_MAX_RANK, &size_count, known, err));
  if (has_sizes ? !*known : !input_known(c, 2)) {
    *known = false;
    return FP8C_OK;
  }
  const tensor *list = c->in[has_sizes ? 3 : 2], *roi = has_numbers(c, 1) ? c->in[1] : NULL;
  if (list->rank != 1 || list->dims[0] != (int64_t)listed_count)
    return fail(err, FP8C_ERROR_FORMAT, "%s for %zu axes have another count",
                has_sizes ? "sizes" : "scales", listed_count);
  if (!roi && !strcmp(op_attr_string(c, "coordinate_transformation_mode"), "tf_crop_and_resize"))
    return fail(err, FP8C_ERROR_FORMAT, "tf_crop_and_resize wants a roi, which is not given");
  *known = true;
  for (size_t i = 0; i < listed_count; i++) {
    resize_axis *a = &axes[order[i]];
    if (roi != NULL && input_known(c, 1) && tensor_elements(roi) == 2 * (int64_t)listed_count) {
      a->roi_start = tensor_real(roi, (int64_t)i);
      a->roi_end = tensor_real(roi, (int64_t)(listed_count + i));
    }
    if (has_sizes) {
      if (sizes[i] < 0) return bad_sizes(err, "size", (double)sizes[i]);
      a->out = sizes[i];
      a->scale = a->in > 0 ? (double)sizes[i] / (double)a->in : 1;
      continue;
    }
    a->scale = tensor_real(list, (int64_t)i);
    if (!(a->scale > 0)) return bad_sizes(err, "scale", a->scale);
    if (a->in < 0) {
      a->out = a->scale == 1 ? a->in : DIM_UNKNOWN;
      continue;
    }
    /* In F32, as ONNX's own shape inference does: 5 times the F32 nearest to 2.6 is 13,
     * not 12.9999995. */
    double size = floor((double)((float)a->scale * (float)a->in));
    if (!(size <= (double)OUTPUT_MAX_BYTES)) return bad_sizes(err, "scale", a->scale);
    a->out = (int64_t)size;
  }
  const char *policy = op_attr_string(c, "keep_aspect_ratio_policy");
  if (has_sizes && strcmp(policy, "stretch") != 0) {
    *known = tensor_shape_known(in);
    if (*known) TRY(keep_ratio(policy, axes, in->rank, err));
  }
  return FP8C_OK;
}

/* One of the words, or an error that names the attribute. */
static fp8c_status want_word(const op_call *c, const char *name, const char *const *words,
                             fp8c_error *err) {
  const char *word = op_attr_string(c, name);
  for (; *words != NULL; words++)
    if (strcmp(word, *words) == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "%s \"%s\" is not supported", name, word);
}

fp8c_status infer_resize(op_call *c, fp8c_error *err) {
  static const char *const modes[] = {"nearest", "linear", "cubic", NULL};
  static const char *const coordinates[] = {"half_pixel",
                                            "half_pixel_symmetric",
                                            "pytorch_half_pixel",
                                            "align_corners",
                                            "asymmetric",
                                            "tf_crop_and_resize",
                                            NULL};
  static const char *const nearest[] = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil",
                                        NULL};
  const tensor *in = c->in[0];
  resize_axis axes[FP8C_MAX_RANK];
  int64_t dims[FP8C_MAX_RANK];
  bool known;
  out_moves(c, 0);
  TRY(want_word(c, "mode", modes, err));
  TRY(want_word(c, "coordinate_transformation_mode", coordinates, err));
  TRY(want_word(c, "nearest_mode", nearest, err));
  if (in->dtype == FP8C_DTYPE_BOOL || in->dtype == FP8C_DTYPE_U64 || in->dtype == FP8C_DTYPE_I64)
    if (strcmp(op_attr_string(c, "mode"), "nearest") != 0)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "interpolating %s is not supported",
                  fp8c_dtype_name(in->dtype));
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  TRY(read_resize(c, axes, &known, err));
  for (int d = 0; d < in->rank; d++) {
    dims[d] = known || !axes[d].active ? axes[d].out : DIM_UNKNOWN;
    if (dims[d] > 0 && in->dims[d] == 0)
      return fail(err, FP8C_ERROR_FORMAT, "axis %d is empty and cannot become %lld elements", d,
                  (long long)dims[d]);
  }
  return out_sized(c, 0, in->rank, dims, err);
}

/* ---- Coordinates --------------------------------------------------------- */

/* The input position of output i; false when tf_crop_and_resize leaves the image. */
static bool position(const resize_axis *a, const char *mode, int64_t i, double *out) {
  double x = (double)i, in = (double)a->in, width = a->scale * in;
  if (strcmp(mode, "align_corners") == 0) {
    *out = width == 1 ? 0 : x * (in - 1) / (width - 1);
  } else if (strcmp(mode, "asymmetric") == 0) {
    *out = x / a->scale;
  } else if (strcmp(mode, "tf_crop_and_resize") == 0) {
    double span = a->roi_end - a->roi_start;
    *out = width == 1 ? span * (in - 1) / 2 : x * span * (in - 1) / (width - 1);
    *out += a->roi_start * (in - 1);
    return *out >= 0 && *out <= in - 1;
  } else if (strcmp(mode, "pytorch_half_pixel") == 0 && width == 1) {
    *out = -0.5;
  } else {
    *out = (x + 0.5) / a->scale - 0.5;
    if (strcmp(mode, "half_pixel_symmetric") == 0) *out += in / 2 * (1 - (double)a->out / width);
  }
  return true;
}

/* A position far outside is as good as one at the border, and fits an integer. */
static double tame(double x, double in) {
  if (!(x > -4 * in - 8)) return -4 * in - 8; /* NaN too */
  return x < 5 * in + 8 ? x : 5 * in + 8;
}

static int64_t nearest_index(const char *mode, double x, int64_t in) {
  double low = floor(x), rest = x - low;
  bool up = rest > 0.5;
  if (strcmp(mode, "round_prefer_ceil") == 0) up = rest >= 0.5;
  if (strcmp(mode, "floor") == 0) up = false;
  if (strcmp(mode, "ceil") == 0) up = rest > 0;
  int64_t i = (int64_t)low + up;
  return i < 0 ? 0 : i >= in ? in - 1 : i;
}

/* ---- Taps ---------------------------------------------------------------- */

typedef struct taps {
  int64_t count;  /* for each output position */
  int64_t *index; /* out x count; -1 in the first: the extrapolation value */
  double *weight;
} taps;

static double cubic_weight(double x, double a) {
  x = fabs(x);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  return 0;
}

static double linear_weight(double x) { return fabs(x) < 1 ? 1 - fabs(x) : 0; }

static taps make_taps(op_call *c, const resize_axis *a, bool cubic) {
  const char *mode = op_attr_string(c, "coordinate_transformation_mode");
  double factor = (double)op_attr_float(c, "cubic_coeff_a"), squeeze = 1;
  bool inside_only = op_attr_int(c, "exclude_outside") != 0;
  /* a smaller image averages over as many pixels as it drops */
  if (op_attr_int(c, "antialias") != 0 && a->scale < 1) squeeze = a->scale;
  int64_t start = (int64_t)floor(-(cubic ? 2 : 1) / squeeze) + 1;
  taps t = {.count = 2 - 2 * start};
  t.index = NEW_ARRAY(c->scratch, int64_t, (size_t)a->out * (size_t)t.count);
  t.weight = NEW_ARRAY(c->scratch, double, (size_t)a->out *(size_t)t.count);
  for (int64_t i = 0; i < a->out; i++) {
    int64_t *index = t.index + i * t.count;
    double *weight = t.weight + i * t.count, x, sum = 0;
    if (!position(a, mode, i, &x)) {
      index[0] = -1;
      continue;
    }
    x = tame(x, (double)a->in);
    /* the pixel to the left, also of a position that is one */
    int64_t left = (int64_t)ceil(x) - 1;
    double rest = x - (double)left;
    for (int64_t k = 0; k < t.count; k++) {
      int64_t at = left + start + k;
      double distance = ((double)(start + k) - rest) * squeeze;
      weight[k] = cubic ? cubic_weight(distance, factor) : linear_weight(distance);
      if (inside_only && (at < 0 || at >= a->in)) weight[k] = 0;
      sum += weight[k];
      index[k] = at < 0 ? 0 : at >= a->in ? a->in - 1 : at;
    }
    if ((inside_only || squeeze < 1) && sum != 0)
      for (int64_t k = 0; k < t.count; k++) weight[k] /= sum;
  }
  return t;
}

/* ---- Along one axis ------------------------------------------------------- */

typedef struct axis_job {
  const double *from;
  double *to;
  float *rounded; /* the result, instead of `to`: where this is the last axis and it is F32 */
  taps t;
  int64_t in, out, inner;
  double extrapolation;
} axis_job;

/* One output line: so many taps, each a line of the input. */
INLINE void resize_line(const axis_job *j, int64_t line, int count) {
  const double *from = j->from + line / j->out * j->in * j->inner;
  const int64_t *index = j->t.index + line % j->out * j->t.count;
  const double *weight = j->t.weight + line % j->out * j->t.count;
  const double *restrict lines[4];
  double *restrict to = j->to ? j->to + line * j->inner : NULL;
  float *restrict rounded = j->rounded ? j->rounded + line * j->inner : NULL;
  for (int k = 0; k < count; k++) lines[k] = from + index[k] * j->inner;
  for (int64_t i = 0; i < j->inner; i++) {
    double sum = 0;
    UNROLL for (int k = 0; k < count; k++) sum += weight[k] * lines[k][i];
    if (rounded)
      rounded[i] = (float)sum;
    else
      to[i] = sum;
  }
}

/* Any number of taps, and lines outside of the image. */
INLINE void resize_any_line(const axis_job *j, int64_t line) {
  const double *from = j->from + line / j->out * j->in * j->inner;
  const int64_t *index = j->t.index + line % j->out * j->t.count;
  const double *weight = j->t.weight + line % j->out * j->t.count;
  for (int64_t i = 0; i < j->inner; i++) {
    double sum = index[0] < 0 ? j->extrapolation : 0;
    for (int64_t k = 0; k < j->t.count && index[0] >= 0; k++)
      sum += weight[k] * from[index[k] * j->inner + i];
    if (j->rounded)
      j->rounded[line * j->inner + i] = (float)sum;
    else
      j->to[line * j->inner + i] = sum;
  }
}

/* A piece is some output lines: an outer index and a position on the axis. */
INLINE void resize_lines_any(const axis_job *j, int64_t first, int64_t last) {
  for (int64_t line = first; line < last; line++)
    if (j->t.count == 2 && j->t.index[line % j->out * 2] >= 0)
      resize_line(j, line, 2);
    else if (j->t.count == 4 && j->t.index[line % j->out * 4] >= 0)
      resize_line(j, line, 4);
    else
      resize_any_line(j, line);
}
AT_EACH_LEVEL(static void, resize_lines, (const axis_job *j, int64_t first, int64_t last),
              (j, first, last))

static void lines_piece(void *object, int64_t first, int64_t last) {
  resize_lines(object, first, last);
}

/* The same for the last axis, whose lines are single elements: a row of them. */
INLINE void resize_row(const axis_job *j, int64_t row, int64_t count) {
  const double *restrict from = j->from + row * j->in, *restrict weights = j->t.weight;
  const int64_t *restrict indices = j->t.index;
  double *restrict to = j->to ? j->to + row * j->out : NULL;
  float *restrict rounded = j->rounded ? j->rounded + row * j->out : NULL;
  for (int64_t i = 0; i < j->out; i++) {
    const int64_t *index = indices + i * count;
    bool outside = index[0] < 0;
    double sum = outside ? j->extrapolation : 0;
    for (int64_t k = 0; k < count && !outside; k++) sum += weights[i * count + k] * from[index[k]];
    if (rounded)
      rounded[i] = (float)sum;
    else
      to[i] = sum;
  }
}

static void rows_piece(void *object, int64_t first, int64_t last) {
  const axis_job *j = object;
  for (int64_t row = first; row < last; row++)
    if (j->t.count == 2)
      resize_row(j, row, 2);
    else if (j->t.count == 4)
      resize_row(j, row, 4);
    else
      resize_row(j, row, j->t.count);
}

void resize_limits(fp8c_dtype d, double *low, double *high) {
  int bits = (int)fp8c_dtype_bits(d);
  bool is_signed = d == FP8C_DTYPE_I8 || d == FP8C_DTYPE_I16 || d == FP8C_DTYPE_I32;
  *low = is_signed ? -ldexp(1, bits - 1) : 0;
  *high = ldexp(1, bits - is_signed) - 1;
}

static void store_rounded(const tensor *out, const double *x) {
  int64_t n = tensor_elements(out);
  int bits = (int)fp8c_dtype_bits(out->dtype);
  if (out->dtype == FP8C_DTYPE_F64) {
    memcpy(out->data, x, (size_t)n * sizeof *x);
    return;
  }
  if (out->dtype == FP8C_DTYPE_F32) {
    for (int64_t i = 0; i < n; i++) ((float *)out->data)[i] = (float)x[i];
    return;
  }
  double low, high;
  resize_limits(out->dtype, &low, &high);
  for (int64_t i = 0; i < n; i++) {
    double y = rint(x[i]);
    int64_t whole = (int64_t)(y > low ? y < high ? y : high : low); /* NaN: the lowest */
    memcpy((char *)out->data + i * (bits / 8), &whole, (size_t)bits / 8);
  }
}

/* Whether interpolation leaves an axis as it is. */
static bool stays(const resize_axis *a, bool crop) {
  return !a->active ||
         (a->scale == 1 && a->out == a->in && (!crop || (a->roi_start == 0 && a->roi_end == 1)));
}

static bool crops(const op_call *c) {
  return strcmp(op_attr_string(c, "coordinate_transformation_mode"), "tf_crop_and_resize") == 0;
}

static void interpolate(op_call *c, const resize_axis *axes, bool cubic) {
  const tensor *in = c->in[0];
  int64_t dims[FP8C_MAX_RANK], total = tensor_elements(in);
  bool crop = crops(c);
  double *x = NEW_ARRAY(c->scratch, double, total);
  int last = in->rank - 1;
  while (last > 0 && stays(&axes[last], crop)) last--;
  for (int64_t i = 0; i < total; i++)
    x[i] = in->dtype == FP8C_DTYPE_F32 ? (double)((const float *)in->data)[i] : tensor_real(in, i);
  memcpy(dims, in->dims, sizeof dims);
  for (int d = 0; d < in->rank; d++) {
    const resize_axis *a = &axes[d];
    if (stays(a, crop)) continue;
    axis_job j = {.from = x,
                  .t = make_taps(c, a, cubic),
                  .in = a->in,
                  .out = a->out,
                  .inner = dims_product(dims, d + 1, in->rank),
                  .extrapolation = (double)op_attr_float(c, "extrapolation_value")};
    dims[d] = a->out;
    int64_t lines = dims_product(dims, 0, d + 1);
    if (d == last && c->out[0].dtype == FP8C_DTYPE_F32)
      j.rounded = c->out[0].data;
    else
      j.to = NEW_ARRAY(c->scratch, double, (size_t)lines *(size_t)j.inner);
    if (j.inner == 1)
      each_piece(c->threads, lines / j.out, 4096 / (j.out < 4096 ? j.out : 4096), rows_piece, &j);
    else
      each_piece(c->threads, lines, 4096 / (j.inner < 4096 ? j.inner : 4096), lines_piece, &j);
    if (j.rounded) return;
    x = j.to;
  }
  store_rounded(&c->out[0], x);
}

/* ---- Nearest: a copy by index ---------------------------------------------- */

typedef struct nearest_job {
  const tensor *in, *out;
  int64_t *map[FP8C_MAX_RANK]; /* element offset for each output index; -1: outside */
  uint64_t outside;            /* the extrapolation value's bytes */
  size_t bytes;
  bool covered; /* no position of the last axis is outside */
  int64_t each; /* positions of it that read each element, in order; 0: it is not so even */
} nearest_job;

/* Every number so many times. */
INLINE void repeat(const uint32_t *restrict from, uint32_t *restrict to, int64_t n, int each) {
  for (int64_t i = 0; i < n; i++) UNROLL for (int e = 0; e < each; e++) to[i * each + e] = from[i];
}

INLINE void repeat_each_any(const uint32_t *from, uint32_t *to, int64_t n, int64_t each) {
  if (each == 2)
    repeat(from, to, n, 2);
  else if (each == 3)
    repeat(from, to, n, 3);
  else if (each == 4)
    repeat(from, to, n, 4);
  else
    for (int64_t i = 0; i < n; i++)
      for (int64_t e = 0; e < each; e++) to[i * each + e] = from[i];
}
AT_EACH_LEVEL(static void, repeat_each,
              (const uint32_t *from, uint32_t *to, int64_t n, int64_t each), (from, to, n, each))

INLINE void repeat_bytes_any(const uint8_t *restrict from, uint8_t *restrict to, int64_t n) {
  for (int64_t i = 0; i < n; i++) to[2 * i] = to[2 * i + 1] = from[i];
}
AT_EACH_LEVEL(static void, repeat_bytes, (const uint8_t *from, uint8_t *to, int64_t n),
              (from, to, n))

/* One line of which no position is outside. */
static void nearest_covered(const nearest_job *j, const char *from, char *to, int64_t width) {
  const int64_t *map = j->map[j->out->rank - 1];
  if (j->bytes == 4 && j->each)
    repeat_each((const uint32_t *)(const void *)from, (uint32_t *)(void *)to, width / j->each,
                j->each);
  else if (j->bytes == 4)
    for (int64_t i = 0; i < width; i++) ((uint32_t *)to)[i] = ((const uint32_t *)from)[map[i]];
  else if (j->bytes == 1 && j->each == 2)
    repeat_bytes((const uint8_t *)from, (uint8_t *)to, width / 2);
  else if (j->bytes == 1)
    for (int64_t i = 0; i < width; i++) ((uint8_t *)to)[i] = ((const uint8_t *)from)[map[i]];
  else if (j->bytes == 2)
    for (int64_t i = 0; i < width; i++) ((uint16_t *)to)[i] = ((const uint16_t *)from)[map[i]];
  else if (j->bytes == 8)
    for (int64_t i = 0; i < width; i++) ((uint64_t *)to)[i] = ((const uint64_t *)from)[map[i]];
  else
    for (int64_t i = 0; i < width; i++)
      memcpy(to + (size_t)i * j->bytes, from + (size_t)map[i] * j->bytes, j->bytes);
}

static void nearest_lines(void *object, int64_t first, int64_t last) {
  const nearest_job *j = object;
  int rank = j->out->rank;
  int64_t width = j->out->dims[rank - 1];
  const int64_t *map = j->map[rank - 1];
  int64_t before = -1; /* where the line before was read */
  int64_t place[FP8C_MAX_RANK];
  for (int64_t d = rank - 2, rest = first; d >= 0; rest /= j->out->dims[d--])
    place[d] = rest % j->out->dims[d];
  for (int64_t line = first; line < last; line++) {
    int64_t at = 0;
    bool inside = true;
    for (int64_t d = 0; d < rank - 1; d++) {
      int64_t offset = j->map[d][place[d]];
      inside = inside && offset >= 0;
      at += offset;
    }
    for (int64_t d = rank - 2; d >= 0 && ++place[d] == j->out->dims[d]; d--) place[d] = 0;
    size_t length = (size_t)width * j->bytes;
    char *to = (char *)j->out->data + (size_t)line * length;
    if (inside && j->covered) {
      if (at == before)
        memcpy(to, to - length, length);
      else
        nearest_covered(j, (const char *)j->in->data + (size_t)at * j->bytes, to, width);
      before = at;
      continue;
    }
    before = -1;
    for (int64_t i = 0; i < width; i++) {
      const char *from = (const char *)&j->outside;
      if (inside && map[i] >= 0)
        from = (const char *)j->in->data + (size_t)(at + map[i]) * j->bytes;
      memcpy(to + (size_t)i * j->bytes, from, j->bytes);
    }
  }
}

/* The input index of each position; -1: outside. */
static int64_t *nearest_places(op_call *c, const resize_axis *a, const char *mode,
                               const char *rounding) {
  int64_t *places = NEW_ARRAY(c->scratch, int64_t, a->out);
  for (int64_t i = 0; i < a->out; i++) {
    double x = (double)i;
    bool inside = !a->active || position(a, mode, i, &x);
    places[i] = inside ? nearest_index(rounding, tame(x, (double)a->in), a->in) : -1;
  }
  return places;
}

static void copy_nearest(op_call *c, const resize_axis *axes) {
  const tensor *in = c->in[0], *out = &c->out[0];
  const char *mode = op_attr_string(c, "coordinate_transformation_mode");
  const char *rounding = op_attr_string(c, "nearest_mode");
  int64_t strides[FP8C_MAX_RANK];
  float value = op_attr_float(c, "extrapolation_value");
  double wide = (double)value;
  nearest_job j = {.in = in, .out = out, .bytes = dtype_bytes(in->dtype)};
  if (in->dtype == FP8C_DTYPE_F32) memcpy(&j.outside, &value, sizeof value);
  if (in->dtype == FP8C_DTYPE_F64) memcpy(&j.outside, &wide, sizeof wide);
  if (dtype_is_int(in->dtype) && fabs(wide) < 0x1p62) j.outside = (uint64_t)(int64_t)wide;
  strides_of(in->dims, in->rank, strides);
  for (int d = 0; d < in->rank; d++) {
    j.map[d] = nearest_places(c, &axes[d], mode, rounding);
    for (int64_t i = 0; i < out->dims[d]; i++)
      if (j.map[d][i] > 0) j.map[d][i] *= strides[d];
  }
  int64_t width = out->dims[out->rank - 1];
  j.covered = true;
  for (int64_t i = 0; i < width; i++) j.covered = j.covered && j.map[out->rank - 1][i] >= 0;
  j.each = width % in->dims[in->rank - 1] == 0 ? width / in->dims[in->rank - 1] : 0;
  for (int64_t i = 0; j.each && i < width; i++)
    if (j.map[out->rank - 1][i] != i / j.each) j.each = 0;
  each_piece(c->threads, tensor_elements(out) / width, 16384 / (width < 16384 ? width : 16384),
             nearest_lines, &j);
}

fp8c_status resize_plan(op_call *c, resize_taps *out, fp8c_error *err) {
  const char *mode = op_attr_string(c, "mode");
  resize_axis axes[FP8C_MAX_RANK];
  bool known, crop = crops(c);
  TRY(read_resize(c, axes, &known, err));
  if (!known) return fail(err, FP8C_ERROR_UNSUPPORTED, "its sizes are not known");
  for (int d = 0; d < c->in[0]->rank; d++) {
    const resize_axis *a = &axes[d];
    out[d] = (resize_taps){.out = a->out};
    if (strcmp(mode, "nearest") == 0) {
      if (!a->active) continue;
      out[d].count = 1;
      out[d].index = nearest_places(c, a, op_attr_string(c, "coordinate_transformation_mode"),
                                    op_attr_string(c, "nearest_mode"));
    } else if (!stays(a, crop)) {
      taps t = make_taps(c, a, strcmp(mode, "cubic") == 0);
      out[d].count = t.count;
      out[d].index = t.index;
      out[d].weight = t.weight;
    }
  }
  return FP8C_OK;
}

fp8c_status eval_resize(op_call *c, fp8c_error *err) {
  const char *mode = op_attr_string(c, "mode");
  resize_axis axes[FP8C_MAX_RANK];
  bool known;
  TRY(read_resize(c, axes, &known, err));
  if (!known) return fail(err, FP8C_ERROR_INTERNAL, "its sizes are not known");
  for (int d = 0; d < c->in[0]->rank; d++)
    if (axes[d].out != c->out[0].dims[d])
      return fail(err, FP8C_ERROR_INTERNAL, "axis %d has another size than inferred", d);
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  if (c->in[0]->rank == 0)
    move_bytes(c->threads, c->out[0].data, c->in[0]->data, tensor_bytes(c->in[0]));
  else if (strcmp(mode, "nearest") == 0)
    copy_nearest(c, axes);
  else
    interpolate(c, axes, strcmp(mode, "cubic") == 0);
  return FP8C_OK;
}
