/* vision.cuh - images sampled where data says, and what puts images together. */

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
