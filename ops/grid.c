/* grid.c - sampling images at a grid of coordinates that are data: GridSample; and such grids:
 * AffineGrid.
 *
 * Coordinates may be anything, NaN included, so each is brought into a range
 * that fits an integer before it becomes an index. */
#include <math.h>
#include <string.h>

#include "ops/functions.h"
#include "ops/infer.h"
#include "ops/lanes.h"
#include "ops/move.h"
#include "ops/vision.h"

/* ---- GridSample ------------------------------------------------------------ */

typedef struct sampler {
  const float *x, *grid;
  float *y;
  int rank; /* spatial */
  int64_t dims[FP8C_MAX_RANK], strides[FP8C_MAX_RANK];
  int64_t channels, in_size, points; /* points: of one image */
  int taps;                          /* 1, 2 or 4 a dimension */
  char padding;                      /* 'z', 'b' or 'r' */
  bool corners;
} sampler;

/* Folds x into [low, high], mirrored at both ends. */
static double reflect(double x, double low, double high) {
  double span = high - low;
  if (!(span > 0)) return low;
  double rest = fmod(fabs(x - low), 2 * span);
  return low + (rest > span ? 2 * span - rest : rest);
}

/* The index that tap position i reads; -1: zero. */
static int64_t tap_index(const sampler *s, int64_t dim, double i) {
  if (s->padding == 'z') return i >= 0 && i < (double)dim ? (int64_t)i : -1;
  if (s->padding == 'r' && !(i >= 0 && i < (double)dim))
    i = trunc(s->corners ? reflect(i, 0, (double)dim - 1) : reflect(i, -0.5, (double)dim - 0.5));
  return i < 0 ? 0 : i >= (double)dim ? dim - 1 : (int64_t)i;
}

static void cubic_weights(double t, double *w) {
  const double a = -0.75;
  double u = 1 - t;
  w[0] = ((a * (t + 1) - 5 * a) * (t + 1) + 8 * a) * (t + 1) - 4 * a;
  w[1] = ((a + 2) * t - (a + 3)) * t * t + 1;
  w[2] = ((a + 2) * u - (a + 3)) * u * u + 1;
  w[3] = ((a * (u + 1) - 5 * a) * (u + 1) + 8 * a) * (u + 1) - 4 * a;
}

/* Offsets (-1: zero) and weights along dimension d for a normalised coordinate. */
static void axis_taps(const sampler *s, int d, float normal, int64_t *at, double *weight) {
  int64_t dim = s->dims[d];
  double n = (double)normal;
  /* F32, as the coordinate would be stored: nearest ties depend on it */
  double x = (double)(float)(s->corners ? (n + 1) / 2 * (double)(dim - 1)
                                        : ((n + 1) * (double)dim - 1) / 2);
  double low = s->corners ? 0 : -0.5, high = (double)dim - (s->corners ? 1 : 0.5);
  if (!(x > -0x1p40 && x < 0x1p40)) x = x > 0 ? 0x1p40 : -0x1p40; /* NaN: far outside */
  if (s->taps == 1) x = rint(x);
  if (x < low || x > high) {
    if (s->padding == 'b') x = x < 0 ? 0 : x > (double)(dim - 1) ? (double)(dim - 1) : x;
    if (s->padding == 'r') x = reflect(x, low, high);
  }
  double base = floor(x), t = x - base;
  if (s->taps == 1) {
    base = trunc(x);
    weight[0] = 1;
  } else if (s->taps == 2) {
    weight[0] = 1 - t;
    weight[1] = t;
  } else {
    base -= 1;
    cubic_weights(t, weight);
  }
  for (int k = 0; k < s->taps; k++) {
    int64_t i = tap_index(s, dim, base + k);
    at[k] = i < 0 ? -1 : i * s->strides[d];
  }
}

/* Places and weights of points, which all channels share. */
#define POINTS 64   /* at once, at most */
#define PLACES 4096 /* of one point, cubic over six axes */
typedef struct places {
  int64_t count[POINTS]; /* of a point: those inside the image */
  int64_t offset[PLACES];
  double weight[PLACES];
} places;

/* The places of one point from `to` on; gives how many there are. */
static int64_t places_of(const sampler *s, const float *grid, int64_t combinations,
                         int64_t *offsets, double *weights) {
  int64_t at[FP8C_MAX_RANK][4], count = 0;
  double weight[FP8C_MAX_RANK][4];
  for (int d = 0; d < s->rank; d++) /* the grid names the last dimension first */
    axis_taps(s, d, grid[s->rank - 1 - d], at[d], weight[d]);
  for (int64_t k = 0; k < combinations; k++) {
    int64_t offset = 0;
    double w = 1;
    bool inside = true;
    for (int64_t d = s->rank - 1, rest = k; d >= 0; d--, rest /= s->taps) {
      inside = inside && at[d][rest % s->taps] >= 0;
      offset += at[d][rest % s->taps];
      w *= weight[d][rest % s->taps];
    }
    if (!inside) continue;
    offsets[count] = offset;
    weights[count++] = w;
  }
  return count;
}

/* Points of one image, for one channel. */
static void sample_channel(const places *p, int64_t points, int64_t combinations, const float *x,
                           float *y) {
  for (int64_t i = 0; i < points; i++) {
    const int64_t *offset = p->offset + i * combinations;
    const double *weight = p->weight + i * combinations;
    double sum = 0;
    if (p->count[i] == 4)
      UNROLL for (int k = 0; k < 4; k++) sum += weight[k] * (double)x[offset[k]];
    else
      for (int64_t k = 0; k < p->count[i]; k++) sum += weight[k] * (double)x[offset[k]];
    y[i] = (float)sum;
  }
}

/* A piece is some sampled points, for all channels. */
static void sample_points(void *object, int64_t first, int64_t last) {
  const sampler *s = object;
  int64_t combinations = 1;
  places p;
  for (int d = 0; d < s->rank; d++) combinations *= s->taps;
  int64_t most = PLACES / combinations < POINTS ? PLACES / combinations : POINTS;
  for (int64_t count; first < last; first += count) {
    int64_t image = first / s->points, left = (image + 1) * s->points - first;
    count = last - first < most ? last - first : most;
    if (count > left) count = left;
    for (int64_t i = 0; i < count; i++)
      p.count[i] = places_of(s, s->grid + (first + i) * s->rank, combinations,
                             p.offset + i * combinations, p.weight + i * combinations);
    for (int64_t ch = image * s->channels; ch < (image + 1) * s->channels; ch++)
      sample_channel(&p, count, combinations, s->x + ch * s->in_size,
                     s->y + ch * s->points + first % s->points);
  }
}

fp8c_status infer_grid_sample(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *grid = c->in[1];
  const char *mode = op_attr_string(c, "mode"), *padding = op_attr_string(c, "padding_mode");
  int64_t dims[FP8C_MAX_RANK], same;
  if (strcmp(mode, "linear") != 0 && strcmp(mode, "nearest") != 0 && strcmp(mode, "cubic") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "mode \"%s\" is not supported", mode);
  if (strcmp(padding, "zeros") != 0 && strcmp(padding, "border") != 0 &&
      strcmp(padding, "reflection") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "padding_mode \"%s\" is not supported", padding);
  TRY(want_small_float(c, 0, err));
  TRY(want_small_float(c, 1, err));
  if (!rank_known(c, 0) || !rank_known(c, 1)) return FP8C_OK;
  if (x->rank < 3) return fail(err, FP8C_ERROR_FORMAT, "its input has rank %d", x->rank);
  TRY(want_rank(c, 1, x->rank, err));
  TRY(dim_same(x->dims[0], grid->dims[0], "batch sizes", &dims[0], err));
  TRY(dim_same(grid->dims[x->rank - 1], x->rank - 2, "coordinates of a point", &same, err));
  dims[1] = x->dims[1];
  for (int d = 2; d < x->rank; d++) {
    dims[d] = grid->dims[d - 1];
    if (x->dims[d] == 0) return fail(err, FP8C_ERROR_FORMAT, "the image is empty");
  }
  return out_sized(c, 0, x->rank, dims, err);
}

fp8c_status eval_grid_sample(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *x = c->in[0], *out = &c->out[0];
  const char *mode = op_attr_string(c, "mode");
  sampler s = {.x = x->data,
               .grid = c->in[1]->data,
               .y = out->data,
               .rank = x->rank - 2,
               .channels = x->dims[1],
               .in_size = dims_product(x->dims, 2, x->rank),
               .points = dims_product(out->dims, 2, out->rank),
               .taps = mode[0] == 'n'   ? 1
                       : mode[0] == 'l' ? 2
                                        : 4,
               .padding = op_attr_string(c, "padding_mode")[0],
               .corners = op_attr_int(c, "align_corners") != 0};
  memcpy(s.dims, x->dims + 2, (size_t)s.rank * sizeof *s.dims);
  strides_of(s.dims, s.rank, s.strides);
  each_piece(c->threads, x->dims[0] * s.points, 64, sample_points, &s);
  return FP8C_OK;
}

/* ---- AffineGrid ------------------------------------------------------------- */

fp8c_status infer_affine_grid(op_call *c, fp8c_error *err) {
  int64_t size[5], dims[5];
  size_t count;
  bool known;
  TRY(want_small_float(c, 0, err));
  TRY(want_rank(c, 0, 3, err));
  TRY(known_ints(c, 1, size, 5, &count, &known, err));
  if (!known) return FP8C_OK;
  if (count < 4) return fail(err, FP8C_ERROR_FORMAT, "its size has %zu entries; 4 or 5", count);
  int spatial = (int)count - 2;
  for (size_t i = 0; i < count; i++)
    if (size[i] < 0) return fail(err, FP8C_ERROR_FORMAT, "size %lld", (long long)size[i]);
  if (rank_known(c, 0)) {
    int64_t same;
    TRY(dim_same(c->in[0]->dims[0], size[0], "batch sizes", &same, err));
    TRY(dim_same(c->in[0]->dims[1], spatial, "rows of theta", &same, err));
    TRY(dim_same(c->in[0]->dims[2], spatial + 1, "columns of theta", &same, err));
  }
  dims[0] = size[0];
  for (int d = 0; d < spatial; d++) dims[d + 1] = size[d + 2];
  dims[spatial + 1] = spatial;
  return out_sized(c, 0, spatial + 2, dims, err);
}

static double grid_line(int64_t i, int64_t dim, bool corners) {
  if (!corners) return -1 + (2 * (double)i + 1) / (double)dim;
  return dim > 1 ? -1 + 2 * (double)i / (double)(dim - 1) : -1;
}

fp8c_status eval_affine_grid(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *out = &c->out[0];
  const float *theta = c->in[0]->data;
  float *y = out->data;
  bool corners = op_attr_int(c, "align_corners") != 0;
  int spatial = out->rank - 2;
  int64_t points = dims_product(out->dims, 1, out->rank - 1);
  int64_t width = out->dims[out->rank - 2], rows = width > 0 ? points / width : 0;
  double *line = NEW_ARRAY(c->scratch, double, width + 1); /* of the last dimension */
  for (int64_t i = 0; i < width; i++) line[i] = grid_line(i, width, corners);
  for (int64_t r = 0; r < out->dims[0] * rows; r++, y += width * spatial) {
    double at[4] = {0};
    for (int64_t d = spatial - 2, rest = r % rows; d >= 0; d--) {
      /* homogeneous coordinates, the last dimension first */
      at[spatial - 1 - d] = grid_line(rest % out->dims[d + 1], out->dims[d + 1], corners);
      rest /= out->dims[d + 1];
    }
    at[spatial] = 1;
    for (int k = 0; k < spatial; k++) {
      const float *row = theta + (r / rows * spatial + k) * (spatial + 1);
      for (int64_t i = 0; i < width; i++) {
        double sum = 0 + (double)row[0] * line[i];
        for (int e = 1; e <= spatial; e++) sum += (double)row[e] * at[e];
        y[i * spatial + k] = (float)sum;
      }
    }
  }
  return FP8C_OK;
}
