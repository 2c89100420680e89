/* direct.cuh - results computed directly from memory: a thread, or a warp, for each.
 *
 * S is a struct of sizes and S::index an integer that counts everything touched; X, W, ...
 * are functions from an index to a number, Y writes one.  Sums go in the order of the CPU
 * device where that costs nothing, and products are fused into them. */

FORCEINLINE float mul_add(float a, float b, float c) { return __fmaf_rn(a, b, c); }
FORCEINLINE double mul_add(double a, double b, double c) { return a * b + c; }
FORCEINLINE i32 mul_add(i32 a, i32 b, i32 c) { return (i32)((u32)a * (u32)b + (u32)c); }
FORCEINLINE i64 mul_add(i64 a, i64 b, i64 c) { return (i64)((u64)a * (u64)b + (u64)c); }
FORCEINLINE u64 mul_add(u64 a, u64 b, u64 c) { return a * b + c; }

/* What starts a search for the largest or the smallest. */
template <class N> struct ends {
  static FORCEINLINE N low() { return (N)(-1) > (N)0 ? (N)0 : (N)((N)1 << (sizeof(N) * 8 - 1)); }
  static FORCEINLINE N high() { return (N)~low(); }
};
template <> struct ends<float> {
  static FORCEINLINE float low() { return f32_from_bits(0xFF800000u); }
  static FORCEINLINE float high() { return f32_from_bits(0x7F800000u); }
};
template <> struct ends<double> {
  static FORCEINLINE double low() { return __longlong_as_double((i64)0xFFF0000000000000ull); }
  static FORCEINLINE double high() { return __longlong_as_double(0x7FF0000000000000ll); }
};
template <> struct ends<bool> {
  static FORCEINLINE bool low() { return false; }
  static FORCEINLINE bool high() { return true; }
};

/* Element `at` of [image][channel][pixel] where it lies as [image][pixel][channel], and back. */
template <i64 CHANNELS, i64 PIXELS, class I> FORCEINLINE I turned(I at) {
  constexpr I channels = CHANNELS, pixels = PIXELS;
  const I image = at / (channels * pixels), inside = at % (channels * pixels);
  return image * (channels * pixels) + inside % pixels * channels + inside / pixels;
}
template <i64 CHANNELS, i64 PIXELS, class I> FORCEINLINE I usual(I at) {
  constexpr I channels = CHANNELS, pixels = PIXELS;
  const I image = at / (channels * pixels), inside = at % (channels * pixels);
  return image * (channels * pixels) + inside % channels * pixels + inside / channels;
}

/* ---- Windows ------------------------------------------------------------------------
 *
 * Three spatial axes z, y, x: sizes i (in) and o (out), k kernel, s stride, d dilation,
 * b padding before, e padding behind. */

template <class S, class SUM, class X, class W>
FORCEINLINE SUM conv_at(typename S::index i, SUM sum, X x, W w) {
  typedef typename S::index I;
  constexpr I in_volume = S::iz * S::iy * S::ix, out_volume = S::oz * S::oy * S::ox;
  constexpr I channels = S::in_channels / S::groups;
  const I px = i % S::ox * S::sx - S::bx, py = i / S::ox % S::oy * S::sy - S::by,
          pz = i / (S::ox * S::oy) % S::oz * S::sz - S::bz;
  const I channel = i / out_volume % S::out_channels, image = i / out_volume / S::out_channels;
  const I group = channel / (S::out_channels / S::groups);
  I from = (image * S::in_channels + group * channels) * in_volume;
  I tap = channel * channels * (S::kz * S::ky * S::kx);
  for (I c = 0; c < channels; c++, from += in_volume)
    for (I kz = 0; kz < S::kz; kz++)
      for (I ky = 0; ky < S::ky; ky++) {
        const I z = pz + kz * S::dz, y = py + ky * S::dy;
        const bool inside = z >= 0 && z < S::iz && y >= 0 && y < S::iy;
        for (I kx = 0; kx < S::kx; kx++, tap++) {
          const I column = px + kx * S::dx;
          if (inside && column >= 0 && column < S::ix)
            sum = mul_add((SUM)x(from + (z * S::iy + y) * S::ix + column), (SUM)w(tap), sum);
        }
      }
  return sum;
}

/* The same sum by a warp, whose lanes take turns at its terms. */
template <class S, class X, class W> FORCEINLINE float conv_by_lanes(typename S::index i, int lane, X x, W w) {
  typedef typename S::index I;
  constexpr I in_volume = S::iz * S::iy * S::ix, out_volume = S::oz * S::oy * S::ox;
  constexpr I channels = S::in_channels / S::groups, taps = S::kz * S::ky * S::kx;
  const I px = i % S::ox * S::sx - S::bx, py = i / S::ox % S::oy * S::sy - S::by,
          pz = i / (S::ox * S::oy) % S::oz * S::sz - S::bz;
  const I channel = i / out_volume % S::out_channels, image = i / out_volume / S::out_channels;
  const I group = channel / (S::out_channels / S::groups);
  const I from = (image * S::in_channels + group * channels) * in_volume, row = channel * channels * taps;
  float sum = 0.0f;
#pragma unroll 4
  for (I k = lane; k < channels * taps; k += 32) {
    const I z = pz + k / (S::ky * S::kx) % S::kz * S::dz, y = py + k / S::kx % S::ky * S::dy, column = px + k % S::kx * S::dx;
    if (z >= 0 && z < S::iz && y >= 0 && y < S::iy && column >= 0 && column < S::ix)
      sum = mul_add(x(from + k / taps * in_volume + (z * S::iy + y) * S::ix + column), w(row + k), sum);
  }
  return row_combine<add_of, 32>(sum, 0);
}

/* The input element whose window reaches output o by tap k; false: none does. */
template <class I> FORCEINLINE bool source_of(I o, I k, I stride, I dilation, I before, I size, I *at) {
  const I reach = o + before - k * dilation;
  *at = reach / stride;
  return reach >= 0 && reach % stride == 0 && *at < size;
}

template <class S, class X, class W>
FORCEINLINE float conv_transposed_at(typename S::index i, X x, W w) {
  typedef typename S::index I;
  constexpr I in_volume = S::iz * S::iy * S::ix, out_volume = S::oz * S::oy * S::ox;
  constexpr I taps = S::kz * S::ky * S::kx, channels = S::in_channels / S::groups;
  constexpr I results = S::out_channels / S::groups;
  const I px = i % S::ox, py = i / S::ox % S::oy, pz = i / (S::ox * S::oy) % S::oz;
  const I channel = i / out_volume % S::out_channels, image = i / out_volume / S::out_channels;
  const I group = channel / results;
  float sum = 0.0f;
  for (I kz = 0; kz < S::kz; kz++)
    for (I ky = 0; ky < S::ky; ky++)
      for (I kx = 0; kx < S::kx; kx++) {
        I z, y, column;
        if (!source_of<I>(pz, kz, S::sz, S::dz, S::bz, S::iz, &z) ||
            !source_of<I>(py, ky, S::sy, S::dy, S::by, S::iy, &y) ||
            !source_of<I>(px, kx, S::sx, S::dx, S::bx, S::ix, &column))
          continue;
        const I at = (z * S::iy + y) * S::ix + column, tap = (kz * S::ky + ky) * S::kx + kx;
        for (I c = 0; c < channels; c++) {
          const I from = group * channels + c;
          sum = mul_add(x((image * S::in_channels + from) * in_volume + at),
                        w((from * results + channel % results) * taps + tap), sum);
        }
      }
  return sum;
}

/* Calls visit(element of the channel, z, y, x) for what the window of output i covers. */
template <class S, class VISIT> FORCEINLINE void each_in_window(typename S::index i, VISIT visit) {
  typedef typename S::index I;
  const I px = i % S::ox * S::sx - S::bx, py = i / S::ox % S::oy * S::sy - S::by,
          pz = i / (S::ox * S::oy) % S::oz * S::sz - S::bz;
  for (I kz = 0; kz < S::kz; kz++)
    for (I ky = 0; ky < S::ky; ky++) {
      const I z = pz + kz * S::dz, y = py + ky * S::dy;
      if (z < 0 || z >= S::iz || y < 0 || y >= S::iy) continue;
      for (I kx = 0; kx < S::kx; kx++) {
        const I x = px + kx * S::dx;
        if (x >= 0 && x < S::ix) visit((z * S::iy + y) * S::ix + x, z, y, x);
      }
    }
}

/* The largest, and where it stands in the tensor (S::turned: counted along z first). */
template <class S, class N, class X>
FORCEINLINE N max_pool_at(typename S::index i, X x, i64 *place) {
  typedef typename S::index I;
  constexpr I volume = S::iz * S::iy * S::ix;
  const I first = i / (S::oz * S::oy * S::ox) * volume;
  N best = ends<N>::low();
  bool found = false;
  *place = 0;
  each_in_window<S>(i, [&](I at, I z, I y, I column) {
    const N v = x(first + at);
    if (!(v > best || !found || (v != v && best == best))) return;
    best = v;
    found = true;
    *place = S::turned ? first + (column * S::iy + y) * S::iz + z : first + at;
  });
  return best;
}

/* V channels of result i, which counts groups of V channels of all pixels, channels innermost. */
template <class S, int V, class T, class N>
FORCEINLINE void max_pool_last(typename S::index i, const T *x, N (&best)[V]) {
  typedef typename S::index I;
  constexpr I groups = S::channels / V;
  const I pixel = i / groups, volume = S::oz * S::oy * S::ox;
  const T *const image = x + (i64)(pixel / volume) * (S::iz * S::iy * S::ix) * S::channels + i % groups * V;
  bool found = false;
  for (int v = 0; v < V; v++) best[v] = ends<N>::low();
  each_in_window<S>(pixel % volume, [&](I at, I, I, I) {
    N y[V];
    load<V>(image + (i64)at * S::channels, y);
#pragma unroll
    for (int v = 0; v < V; v++)
      if (y[v] > best[v] || !found || (y[v] != y[v] && best[v] == best[v])) best[v] = y[v];
    found = true;
  });
}

/* Vector i of V numbers of an image whose squares of pixels are channels. */
template <class S, int V, class T, class W> FORCEINLINE W square_pixels(typename S::index i, const T *x) {
  typedef typename S::index I;
  const I square = i / S::vectors, column = square % S::columns, row = square / S::columns % S::rows,
          image = square / (S::columns * S::rows);
  union {
    T one[V];
    W all;
  } y;
#pragma unroll
  for (int v = 0; v < V; v++) {
    const I at = i % S::vectors * V + v, channel = at % S::all, place = at / S::all;
    const I py = row * S::step + place / S::step - S::above, px = column * S::step + place % S::step - S::left;
    const bool inside = channel < S::channels && py >= 0 && py < S::height && px >= 0 && px < S::width;
    y.one[v] = inside ? x[((image * S::channels + channel) * S::height + py) * S::width + px] : (T)0;
  }
  return y.all;
}

/* Positions of the kernel that do not reach beyond the padding behind (ceil_mode). */
template <class I> FORCEINLINE I taps_counted(I o, I kernel, I stride, I dilation, I end) {
  I n = 0;
  for (I k = 0; k < kernel; k++) n += o * stride + k * dilation < end;
  return n;
}

template <class S, class X> FORCEINLINE float average_pool_at(typename S::index i, X x) {
  typedef typename S::index I;
  const I first = i / (S::oz * S::oy * S::ox) * (S::iz * S::iy * S::ix);
  float sum = 0.0f;
  I count = 0;
  each_in_window<S>(i, [&](I at, I, I, I) { sum += x(first + at), count++; });
  if (S::count_padding)
    count = taps_counted<I>(i / (S::ox * S::oy) % S::oz, S::kz, S::sz, S::dz, S::bz + S::iz + S::ez) *
            taps_counted<I>(i / S::ox % S::oy, S::ky, S::sy, S::dy, S::by + S::iy + S::ey) *
            taps_counted<I>(i % S::ox, S::kx, S::sx, S::dx, S::bx + S::ix + S::ex);
  return count > 0 ? sum / (float)count : 0.0f;
}

template <class S, class X> FORCEINLINE float lp_pool_at(typename S::index i, X x) {
  typedef typename S::index I;
  const I first = i / (S::oz * S::oy * S::ox) * (S::iz * S::iy * S::ix);
  float sum = 0.0f;
  each_in_window<S>(i, [&](I at, I, I, I) {
    const float v = fabsf(x(first + at));
    sum += S::p == 1 ? v : S::p == 2 ? v * v : fp8c_powf(v, (float)S::p);
  });
  return S::p == 1 ? sum : S::p == 2 ? sqrtf(sum) : fp8c_powf(sum, 1.0f / (float)S::p);
}

/* ---- Lines ---------------------------------------------------------------------------
 *
 * n elements, S::inner apart, by LANES threads: a warp, or one. */

template <class S> FORCEINLINE typename S::index line_start(typename S::index line) {
  return line / S::inner * (S::n * S::inner) + line % S::inner;
}
template <class OP, int LANES> FORCEINLINE float lanes_join(float x) {
  if constexpr (LANES == 32) x = row_combine<OP, 32>(x, 0);
  return x;
}
template <class OP, int LANES> FORCEINLINE double lanes_join(double x) {
  static_assert(LANES == 1, "F64 goes by single threads");
  return x;
}
FORCEINLINE double line_exp(double x) { return exp(x); }
FORCEINLINE float line_exp(float x) { return fp8c_expf(x); }
FORCEINLINE double line_log(double x) { return log(x); }
FORCEINLINE float line_log(float x) { return fp8c_logf(x); }
FORCEINLINE double line_sqrt(double x) { return sqrt(x); }
FORCEINLINE float line_sqrt(float x) { return sqrtf(x); }

template <class S, class N, int LANES, class X, class Y>
FORCEINLINE void softmax_line(typename S::index line, int lane, X x, Y y) {
  typedef typename S::index I;
  const I first = line_start<S>(line);
  N top = ends<N>::low(), sum = 0;
  for (I k = lane; k < S::n; k += LANES) {
    const N v = x(first + k * S::inner);
    top = v != v || v > top ? v : top;
  }
  top = lanes_join<max_of, LANES>(top);
  for (I k = lane; k < S::n; k += LANES) sum += line_exp(x(first + k * S::inner) - top);
  sum = lanes_join<add_of, LANES>(sum);
  const N log_sum = S::logarithm ? line_log(sum) : (N)0;
  for (I k = lane; k < S::n; k += LANES) {
    const N d = x(first + k * S::inner) - top;
    y(first + k * S::inner, S::logarithm ? d - log_sum : line_exp(d) / sum);
  }
}

template <class S, class N, class X, class Y>
FORCEINLINE void hardmax_line(typename S::index line, X x, Y y) {
  typedef typename S::index I;
  const I first = line_start<S>(line);
  I best = 0;
  for (I k = 1; k < S::n; k++)
    if (x(first + k * S::inner) > x(first + best * S::inner)) best = k;
  for (I k = 0; k < S::n; k++) y(first + k * S::inner, (N)(k == best));
}

template <class S, class N, int LANES, class X, class Y>
FORCEINLINE void lp_line(typename S::index line, int lane, X x, Y y) {
  typedef typename S::index I;
  const I first = line_start<S>(line);
  N sum = 0;
  for (I k = lane; k < S::n; k += LANES) {
    const N v = x(first + k * S::inner);
    sum += S::p == 1 ? (v < 0 ? -v : v) : v * v;
  }
  sum = lanes_join<add_of, LANES>(sum);
  if (S::p != 1) sum = line_sqrt(sum);
  for (I k = lane; k < S::n; k += LANES)
    y(first + k * S::inner, sum == 0 ? (N)0 : x(first + k * S::inner) / sum);
}

template <class S, int LANES, class X, class Y>
FORCEINLINE void mean_line(typename S::index line, int lane, X x, Y y) {
  typedef typename S::index I;
  const I first = line_start<S>(line);
  float sum = 0.0f;
  for (I k = lane; k < S::n; k += LANES) sum += x(first + k * S::inner);
  sum = lanes_join<add_of, LANES>(sum);
  if (lane == 0) y(line, sum / (float)S::n);
}

/* Over neighbouring channels: S::n of them, S::inner apart. */
template <class S, class X> FORCEINLINE float lrn_at(typename S::index i, X x) {
  typedef typename S::index I;
  const I c = i / S::inner % S::n, base = i - c * S::inner;
  const I from = c > S::before ? c - S::before : 0, to = c + S::behind < S::n - 1 ? c + S::behind : S::n - 1;
  float sum = 0.0f;
  for (I k = from; k <= to; k++) {
    const float v = x(base + k * S::inner);
    sum += v * v;
  }
  return x(i) / fp8c_powf(S::bias + S::alpha * sum, S::beta);
}

template <class S, class N, class X, class Y>
FORCEINLINE void cumulate_line(typename S::index line, X x, Y y) {
  typedef typename S::index I;
  const I first = line_start<S>(line);
  N sum = S::product ? (N)1 : (N)0;
  for (I k = 0; k < S::n; k++) {
    const I at = first + (S::reverse ? S::n - 1 - k : k) * S::inner;
    const N v = (N)x(at), joined = S::product ? (N)(sum * v) : (N)(sum + v);
    y(at, S::exclusive ? sum : joined);
    sum = joined;
  }
}

template <class S, class N, class X, class Y>
FORCEINLINE void arg_line(typename S::index line, X x, Y y) {
  typedef typename S::index I;
  const I first = line_start<S>(line);
  I best = 0;
  N b = x(first);
  for (I k = 1; k < S::n; k++) {
    const N v = x(first + k * S::inner);
    const bool better = S::largest ? v > b : v < b;
    if (better || (S::last && v == b) || (v != v && b == b)) best = k, b = v;
  }
  y(line, (i64)best);
}

/* ---- By index ---------------------------------------------------------------------------- */

/* Any number as one that compares as it does: -0 equals 0, every NaN is the same and the largest. */
template <class N> FORCEINLINE bool stands_before(N a, i64 i, N b, i64 k, bool largest) {
  const bool a_nan = a != a, b_nan = b != b;
  if (a_nan || b_nan) {
    if (a_nan && b_nan) return i < k;
    return a_nan == largest;
  }
  if (a == b) return i < k;
  return (a > b) == largest;
}

/* Element k of line `line` goes to its rank, if that is among the first S::k. */
template <class S, class N, class X, class Y, class P>
FORCEINLINE void top_k_at(typename S::index i, X x, Y y, P places) {
  typedef typename S::index I;
  const I column = i % S::inner, k = i / S::inner % S::n, outer = i / S::inner / S::n;
  const I first = outer * (S::n * S::inner) + column;
  const N mine = x(i);
  I rank = 0;
  for (I e = 0; e < S::n && rank < S::k; e++) rank += stands_before<N>(x(first + e * S::inner), e, mine, k, S::largest);
  if (rank >= S::k) return;
  const I to = (outer * S::k + rank) * S::inner + column;
  y(to, mine);
  places(to, (i64)k);
}

enum { JOIN_NONE, JOIN_ADD, JOIN_MUL, JOIN_MAX, JOIN_MIN };
template <int HOW, class N> FORCEINLINE N joined(N t, N f) {
  if constexpr (HOW == JOIN_ADD) return (N)(t + f);
  if constexpr (HOW == JOIN_MUL) return (N)(t * f);
  if constexpr (HOW == JOIN_MAX) return f > t || f != f ? f : t;
  if constexpr (HOW == JOIN_MIN) return f < t || f != f ? f : t;
  return f;
}

/* ---- Integers back to 8 bits -------------------------------------------------------------- */

FORCEINLINE i32 saturated(float x, i32 zero, float low, float high) {
  const float y = rintf(x) + (float)zero;
  return (i32)(y > low ? y < high ? y : high : low);
}

/* ---- Recurrent cells ----------------------------------------------------------------------- */

enum { SQUASH_SIGMOID, SQUASH_TANH, SQUASH_RELU, SQUASH_AFFINE, SQUASH_LEAKY_RELU, SQUASH_THRESHOLDED_RELU,
       SQUASH_SCALED_TANH, SQUASH_HARD_SIGMOID, SQUASH_ELU, SQUASH_SOFTSIGN, SQUASH_SOFTPLUS };
FORCEINLINE float squashed(int kind, float a, float b, float clip, float x) {
  x = x < -clip ? -clip : x > clip ? clip : x;
  switch (kind) {
    case SQUASH_SIGMOID: return fp8c_sigmoidf(x);
    case SQUASH_TANH: return fp8c_tanhf(x);
    case SQUASH_RELU: return x < 0 ? 0.0f : x;
    case SQUASH_AFFINE: return a * x + b;
    case SQUASH_LEAKY_RELU: return x < 0 ? a * x : x;
    case SQUASH_THRESHOLDED_RELU: return x > a ? x : 0.0f;
    case SQUASH_SCALED_TANH: return a * fp8c_tanhf(b * x);
    case SQUASH_HARD_SIGMOID: {
      const float y = a * x + b;
      return y < 0 ? 0.0f : y > 1 ? 1.0f : y;
    }
    case SQUASH_ELU: return x < 0 ? a * fp8c_expm1f(x) : x;
    case SQUASH_SOFTSIGN: return x / (1 + fp8c_absf(x));
    default: return fp8c_softplusf(x);
  }
}

/* ---- Images sampled where data says ---------------------------------------------------------- */

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
