/* vision.cuh - images sampled where data says, and what puts images together: GridSample, AffineGrid, RoiAlign,
 * DeformConv, Col2Im, MaxUnpool.
 *
 * Lists of S have an entry for each of S::rank spatial dimensions; S::channels stand in front of them. */

/* ---- GridSample, AffineGrid ------------------------------------------------------------------ */

/* Folds x into [low, high], mirrored at both ends. */
FORCEINLINE double reflected(double x, double low, double high) {
  const double span = high - low;
  if (!(span > 0)) return low;
  const double rest = fmod(fabs(x - low), 2 * span);
  return low + (rest > span ? 2 * span - rest : rest);
}

/* Along one axis of `dim` pixels: which (-1: zero) and with what weights, for a coordinate
 * in [-1, 1].  TAPS 1, 2 or 4; PADDING 'z', 'b' or 'r'. */
template <int TAPS, char PADDING, bool CORNERS>
FORCEINLINE void grid_taps(i64 dim, float normal, i64 (&at)[4], double (&weight)[4]) {
  const double n = (double)normal, size = (double)dim;
  double x = (double)(float)(CORNERS ? (n + 1) / 2 * (size - 1) : ((n + 1) * size - 1) / 2);
  const double low = CORNERS ? 0 : -0.5, high = size - (CORNERS ? 1 : 0.5);
  if (!(x > -0x1p40 && x < 0x1p40)) x = x > 0 ? 0x1p40 : -0x1p40; /* NaN: far outside */
  if (TAPS == 1) x = rint(x);
  if (x < low || x > high) {
    if (PADDING == 'b') x = x < 0 ? 0 : x > size - 1 ? size - 1 : x;
    if (PADDING == 'r') x = reflected(x, low, high);
  }
  double base = floor(x);
  const double t = x - base, a = -0.75, u = 1 - t;
  if (TAPS == 1) {
    base = trunc(x);
    weight[0] = 1;
  } else if (TAPS == 2) {
    weight[0] = 1 - t, weight[1] = t;
  } else {
    base -= 1;
    weight[0] = ((a * (t + 1) - 5 * a) * (t + 1) + 8 * a) * (t + 1) - 4 * a;
    weight[1] = ((a + 2) * t - (a + 3)) * t * t + 1;
    weight[2] = ((a + 2) * u - (a + 3)) * u * u + 1;
    weight[3] = ((a * (u + 1) - 5 * a) * (u + 1) + 8 * a) * (u + 1) - 4 * a;
  }
#pragma unroll
  for (int k = 0; k < TAPS; k++) {
    double i = base + k;
    if (PADDING == 'z') {
      at[k] = i >= 0 && i < size ? (i64)i : -1;
      continue;
    }
    if (PADDING == 'r' && !(i >= 0 && i < size))
      i = trunc(CORNERS ? reflected(i, 0, size - 1) : reflected(i, -0.5, size - 0.5));
    at[k] = i < 0 ? 0 : i >= size ? dim - 1 : (i64)i;
  }
}

/* Element i of a result of S::points pixels: an image of S::dims, S::pixels in all, sampled at the coordinates
 * grid(point), S::taps neighbours along each dimension; S::padding and S::corners as grid_taps wants them. */
template <class S, class X, class G> FORCEINLINE float grid_sample_at(typename S::index i, X x, G grid) {
  constexpr int R = S::rank, TAPS = S::taps;
  constexpr int all = R == 1 ? TAPS : R == 2 ? TAPS * TAPS : TAPS * TAPS * TAPS;
  static_assert(R <= 3, "images of at most three dimensions");
  const i64 point = i % S::points, plane = i / S::points, image = plane / S::channels;
  const i64 from = plane * S::pixels, coordinates = (image * S::points + point) * R;
  i64 at[R][4];
  double weight[R][4], sum = 0;
#pragma unroll
  for (int d = 0; d < R; d++) /* the grid names the last dimension first */
    grid_taps<TAPS, S::padding, S::corners>(S::dims[d], grid(coordinates + R - 1 - d), at[d], weight[d]);
#pragma unroll
  for (int t = 0; t < all; t++) {
    bool inside = true;
    i64 offset = 0, stride = 1;
    double w = 1;
    int left = t;
#pragma unroll
    for (int d = R - 1; d >= 0; d--) {
      const int k = left % TAPS;
      left /= TAPS;
      inside = inside && at[d][k] >= 0;
      offset += at[d][k] * stride;
      w *= weight[d][k];
      stride *= S::dims[d];
    }
    if (inside) sum += w * (double)x(from + offset);
  }
  return (float)sum;
}

/* Element i of a grid over S::dims: a row of theta, S::rank x (S::rank + 1), times the pixel's coordinates, which go
 * from -1 to 1 between the corners' centres where S::corners, else between the image's edges. */
template <class S, class T> FORCEINLINE float affine_grid_at(typename S::index i, T theta) {
  constexpr int R = S::rank;
  const i64 r = i % R;
  i64 left = i / R;
  double at[R + 1], sum = 0;
#pragma unroll
  for (int d = R - 1; d >= 0; d--) {
    const double c = (double)(left % S::dims[d]);
    left /= S::dims[d];
    if (S::corners)
      at[R - 1 - d] = S::dims[d] > 1 ? -1 + 2 * c / (double)(S::dims[d] - 1) : -1 + 0 * c;
    else
      at[R - 1 - d] = -1 + (2 * c + 1) / (double)S::dims[d];
  }
  at[R] = 1;
  for (int k = 0; k <= R; k++) sum += (double)theta((left * R + r) * (R + 1) + k) * at[k];
  return (float)sum;
}

/* ---- RoiAlign, DeformConv --------------------------------------------------------------------- */

/* Bilinear, zero outside; x(pixel). */
template <class X> FORCEINLINE double bilinear(X x, i64 height, i64 width, double y, double z) {
  if (!(y > -1 && y < (double)height && z > -1 && z < (double)width)) return 0;
  const i64 top = (i64)floor(y), left = (i64)floor(z);
  const double down = y - (double)top, across = z - (double)left;
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    const i64 i = top + k / 2, j = left + k % 2;
    if (i < 0 || i >= height || j < 0 || j >= width) continue;
    sum += (k / 2 ? down : 1 - down) * (k % 2 ? across : 1 - across) * (double)x(i * width + j);
  }
  return sum;
}

/* One bin of RoiAlign. */
template <class X>
FORCEINLINE float roi_bin(X pixel, i64 height, i64 width, float y0, float x0, float bin_h, float bin_w,
                          i64 rows, i64 columns, bool largest) {
  float result = 0.0f;
  bool first = true;
  for (i64 i = 0; i < rows; i++)
    for (i64 j = 0; j < columns; j++) {
      float y = y0 + ((float)i + 0.5f) * bin_h / (float)rows, x = x0 + ((float)j + 0.5f) * bin_w / (float)columns;
      i64 at[4] = {0, 0, 0, 0};
      float weight[4] = {0.0f, 0.0f, 0.0f, 0.0f};
      if (y >= -1 && y <= (float)height && x >= -1 && x <= (float)width) {
        y = y > 0 ? y : 0.0f;
        x = x > 0 ? x : 0.0f;
        i64 top = (i64)y, left = (i64)x, bottom = top + 1, right = left + 1;
        if (top >= height - 1) bottom = top = height - 1, y = (float)top;
        if (left >= width - 1) right = left = width - 1, x = (float)left;
        const float down = y - (float)top, across = x - (float)left;
        at[0] = top * width + left, at[1] = top * width + right;
        at[2] = bottom * width + left, at[3] = bottom * width + right;
        weight[0] = (1 - down) * (1 - across), weight[1] = (1 - down) * across;
        weight[2] = down * (1 - across), weight[3] = down * across;
      }
      for (int n = 0; n < 4; n++) {
        const float part = weight[n] * pixel(at[n]);
        if (!largest)
          result += part;
        else if (first || part > result)
          result = part;
        first = false;
      }
    }
  const i64 count = rows * columns;
  return largest ? result : result / (float)(count > 0 ? count : 1);
}

/* Element i of bins of S::lines x S::columns of each box.  Boxes' corners are multiplied by `scale` and moved by half
 * a pixel where S::half; else they are at least one pixel wide.  S::samples along each side of a bin, 0: as many as
 * it has pixels; the images are S::height x S::width. */
template <class S, class X, class B, class N>
FORCEINLINE float roi_align_at(typename S::index i, float scale, X x, B boxes, N images) {
  typedef typename S::index I;
  constexpr I bins = S::lines * S::columns, each = bins * S::channels;
  const i64 column = i % S::columns, line = i / S::columns % S::lines, channel = i / bins % S::channels;
  const i64 box = i / each;
  float edge[4];
  for (int e = 0; e < 4; e++) edge[e] = boxes(4 * box + e) * scale - (S::half ? 0.5f : 0.0f);
  float w = edge[2] - edge[0], h = edge[3] - edge[1];
  if (!S::half) w = w > 1 ? w : 1.0f, h = h > 1 ? h : 1.0f;
  const float bin_h = h / (float)S::lines, bin_w = w / (float)S::columns;
  float rows = S::samples ? (float)S::samples : ceilf(bin_h), columns = S::samples ? (float)S::samples : ceilf(bin_w);
  rows = rows > 0 ? rows < 4096 ? rows : 4096 : 0;
  columns = columns > 0 ? columns < 4096 ? columns : 4096 : 0;
  const i64 from = (wrap_index(images(box), S::images) * S::channels + channel) * ((i64)S::height * S::width);
  return roi_bin([&](i64 at) { return x(from + at); }, S::height, S::width, edge[1] + (float)line * bin_h,
                 edge[0] + (float)column * bin_w, bin_h, bin_w, (i64)rows, (i64)columns, S::largest);
}

/* Element i of a convolution whose S::taps taps are moved by data: S::results filters of S::each channels, S::size
 * pixels of a result.  S::group_results filters share channels; S::offset_channels channels share an offset, of which
 * a tap has S::parts.  y and x of S::strides, S::pads, S::dilations; S::columns of a result, S::tap_columns of a
 * filter. */
template <class S, class X, class W, class O, class B, class M>
FORCEINLINE float deform_conv_at(typename S::index i, X x, W w, O offsets, B bias, M mask) {
  const i64 o = i % S::size, channel = i / S::size % S::results, image = i / S::size / S::results;
  const i64 start = channel / S::group_results * S::each;
  double sum = (double)bias(channel);
  for (i64 k = 0; k < S::each * S::taps; k++) {
    const i64 in = start + k / S::taps, tap = k % S::taps, part = in / S::offset_channels;
    const i64 at = (image * S::parts + part) * S::taps + tap;
    const double y = (double)(o / S::columns * S::strides[0] - S::pads[0] + tap / S::tap_columns * S::dilations[0]) +
                     (double)offsets(at * 2 * S::size + o);
    const double z = (double)(o % S::columns * S::strides[1] - S::pads[1] + tap % S::tap_columns * S::dilations[1]) +
                     (double)offsets((at * 2 + 1) * S::size + o);
    const i64 from = (image * S::channels + in) * ((i64)S::height * S::width);
    double v = bilinear([&](i64 p) { return x(from + p); }, S::height, S::width, y, z) *
               (double)w(channel * S::each * S::taps + k);
    if (S::has_mask) v *= (double)mask(at * S::size + o);
    sum += v;
  }
  return (float)sum;
}

/* ---- Col2Im, MaxUnpool ------------------------------------------------------------------------ */

/* Pixel i of images of S::dims, S::pixels in all, as the sum of what S::columns blocks of S::taps put there, in the
 * CPU device's order.  A block has S::block pixels, S::dilations apart; blocks lie S::strides apart, S::counts along
 * each dimension, from S::pads in front of the image on. */
template <class S, class X> FORCEINLINE float col2im_at(typename S::index i, X x) {
  constexpr int R = S::rank;
  i64 left = i % S::pixels, c[R];
  const i64 plane = i / S::pixels;
#pragma unroll
  for (int d = R - 1; d >= 0; d--) {
    c[d] = left % S::dims[d];
    left /= S::dims[d];
  }
  float sum = 0.0f;
  for (i64 tap = 0; tap < S::taps; tap++) {
    i64 rest = tap, column = 0, stride = 1;
    bool inside = true;
#pragma unroll
    for (int d = R - 1; d >= 0; d--) {
      const i64 reach = c[d] + S::pads[d] - rest % S::block[d] * S::dilations[d];
      rest /= S::block[d];
      inside = inside && reach >= 0 && reach % S::strides[d] == 0 && reach / S::strides[d] < S::counts[d];
      column += reach / S::strides[d] * stride;
      stride *= S::counts[d];
    }
    if (inside) sum += x((plane * S::taps + tap) * S::columns + column);
  }
  return sum;
}

/* Pixel i of images of S::dims, S::pixels in all: the last of the plane's S::each values whose index names it.
 * Indices count over all images of S::pooled sizes. */
template <class S, class N, class X, class P> FORCEINLINE N max_unpool_at(typename S::index i, X x, P places) {
  i64 left = i % S::pixels, want = 0, stride = 1;
  const i64 plane = i / S::pixels;
  bool inside = true;
#pragma unroll
  for (int d = S::rank - 1; d >= 0; d--) {
    const i64 c = left % S::dims[d];
    left /= S::dims[d];
    inside = inside && c < S::pooled[d];
    want += c * stride;
    stride *= S::pooled[d];
  }
  want += plane * stride;
  N v = 0;
  for (i64 e = plane * S::each; inside && e < (plane + 1) * S::each; e++)
    if (places(e) == want) v = x(e);
  return v;
}
