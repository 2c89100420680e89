/* window.cuh - windows over one to three spatial axes: convolutions and pooling, a thread or a warp for each result.
 *
 * Three spatial axes z, y, x of S: sizes i (in) and o (out), k kernel, s stride, d dilation, b padding before,
 * e padding behind; S::in_channels, S::out_channels and S::groups of a convolution.  Channels come in front of
 * the pixels unless a function says that they lie last. */

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

/* The largest, and where it stands in the tensor (S::along_z: counted along z first). */
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
    *place = S::along_z ? first + (column * S::iy + y) * S::iz + z : first + at;
  });
  return best;
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

/* Of the window of pixel i of a result. */
template <class S> FORCEINLINE typename S::index taps_with_padding(typename S::index i) {
  typedef typename S::index I;
  return taps_counted<I>(i / (S::ox * S::oy) % S::oz, S::kz, S::sz, S::dz, S::bz + S::iz + S::ez) *
         taps_counted<I>(i / S::ox % S::oy, S::ky, S::sy, S::dy, S::by + S::iy + S::ey) *
         taps_counted<I>(i % S::ox, S::kx, S::sx, S::dx, S::bx + S::ix + S::ex);
}

template <class S, class X> FORCEINLINE float average_pool_at(typename S::index i, X x) {
  typedef typename S::index I;
  const I first = i / (S::oz * S::oy * S::ox) * (S::iz * S::iy * S::ix);
  float sum = 0.0f;
  I count = 0;
  each_in_window<S>(i, [&](I at, I, I, I) { sum += x(first + at), count++; });
  if (S::count_padding) count = taps_with_padding<S>(i);
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

/* What a convolution's sum becomes at u, the index that channels in front of pixels would have. */
template <class S, class B> FORCEINLINE float conv_biased(typename S::index u, float sum, B bias) {
  return sum + bias(u / (S::oz * S::oy * S::ox) % S::out_channels);
}

/* The sum of integers less their zero points, of which there is one, or one for each filter (S::zero_step). */
template <class S, class X, class W, class XZ, class WZ>
FORCEINLINE i32 conv_integers_at(typename S::index i, i32 first, X x, W w, XZ x_zeros, WZ w_zeros) {
  const auto channel = i / (S::oz * S::oy * S::ox) % S::out_channels;
  const i32 x_zero = (i32)x_zeros(0), w_zero = (i32)w_zeros(channel * S::zero_step);
  return conv_at<S>(i, first, [&](i64 at) { return (i32)x(at) - x_zero; }, [&](i64 at) { return (i32)w(at) - w_zero; });
}

/* Result i, whose index is u where channels stand in front of pixels: by a thread, by a warp, and of a transposed
 * convolution. */
template <class S, class X, class W, class B, class Y>
FORCEINLINE void conv_result(typename S::index i, typename S::index u, X x, W w, B bias, Y y) {
  y(i, conv_biased<S>(u, conv_at<S>(u, 0.0f, x, w), bias));
}
template <class S, class X, class W, class B, class Y>
FORCEINLINE void conv_result_by_lanes(typename S::index i, typename S::index u, int lane, X x, W w, B bias, Y y) {
  const float sum = conv_by_lanes<S>(u, lane, x, w);
  if (lane == 0) y(i, conv_biased<S>(u, sum, bias));
}
template <class S, class X, class W, class B, class Y>
FORCEINLINE void conv_transposed_result(typename S::index i, typename S::index u, X x, W w, B bias, Y y) {
  y(i, conv_biased<S>(u, conv_transposed_at<S>(u, x, w), bias));
}
/* The same of integers, as they are, and with a bias, rounded to integers of LOW to HIGH. */
template <class S, int LOW, int HIGH, class X, class XS, class XZ, class W, class WS, class WZ, class YS, class YZ, class B, class Y>
FORCEINLINE void conv_requantized(typename S::index i, X x, XS x_scale, XZ x_zeros, W w, WS w_scales, WZ w_zeros, YS y_scale,
                                  YZ y_zero, B bias, Y y) {
  const auto channel = i / (S::oz * S::oy * S::ox) % S::out_channels;
  const i32 sum = conv_integers_at<S>(i, (i32)bias(channel), x, w, x_zeros, w_zeros);
  y(i, requantized<LOW, HIGH>(sum, x_scale(0), w_scales(channel * S::scale_step), y_scale(0), (i32)y_zero(0)));
}

/* The largest of a window, and where it stands. */
template <class S, class N, class X, class Y, class P>
FORCEINLINE void max_pool_result(typename S::index i, typename S::index u, X x, Y y, P places) {
  i64 place;
  y(i, max_pool_at<S, N>(u, x, &place));
  places(i, place);
}

/* ---- Pools whose channels lie last ----
 *
 * A thread has V channels of S::pixels results that lie side by side in a row.  Their windows share columns: each column
 * is joined once, and then is part of every window that has it. */

template <class S, int V> struct pool_thread {
  typedef typename S::index I;
  static constexpr I groups = S::channels / V, tiles = (S::ox + S::pixels - 1) / S::pixels;
  I channel, ox, oy, oz, image;
  FORCEINLINE explicit pool_thread(I i)
      : channel(i % groups * V), ox(i / groups % tiles * S::pixels), oy(i / (groups * tiles) % S::oy),
        oz(i / (groups * tiles * S::oy) % S::oz), image(i / (groups * tiles * S::oy * S::oz)) {}
  FORCEINLINE I pixel(int p) const { return ((image * S::oz + oz) * S::oy + oy) * S::ox + ox + p; }
  FORCEINLINE bool has(int p) const { return S::ox % S::pixels == 0 || ox + p < S::ox; }
};

struct pool_largest {
  template <class N> static FORCEINLINE N none() { return ends<N>::low(); }
  /* the first of equal ones; NaN if one is */
  template <class N> static FORCEINLINE N join(N x, N y) { return !(y <= x) && x == x ? y : x; }
};
struct pool_sum {
  template <class N> static FORCEINLINE N none() { return 0.0f; }
  template <class N> static FORCEINLINE N join(N x, N y) { return x + y; }
};

/* Window p of a thread has the column that lies `reach` behind the first one of window 0. */
template <class S> FORCEINLINE constexpr bool pool_has_column(int reach, int p) {
  const int from = reach - p * (int)S::sx;
  return from >= 0 && from % (int)S::dx == 0 && from / (int)S::dx < (int)S::kx;
}
template <class S> FORCEINLINE constexpr bool pool_reads_column(int reach) {
  for (int p = 0; p < (int)S::pixels; p++)
    if (pool_has_column<S>(reach, p)) return true;
  return false;
}

/* Joins ROWS rows under each window, from `x` on.  `whole`: all of it lies inside of the image; otherwise columns from
 * `column` and rows from `y` on are where they are inside, and S::outside stands for the others.  ptxas leaves loads of
 * one branch together, so that all are asked for before any is used. */
template <class S, int ROWS, class JOIN, int V, class N, class T>
FORCEINLINE void pool_rows(const T *x, bool whole, typename S::index y, typename S::index column, N (&all)[S::pixels][V]) {
  typedef typename S::index I;
  constexpr int P = S::pixels, columns = (P - 1) * (int)S::sx + ((int)S::kx - 1) * (int)S::dx + 1;
  constexpr I line = S::ix * S::channels;
  alignas(16) words<V * sizeof(T)> image[ROWS][columns];
  if (whole) {
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
      for (int c = 0; c < columns; c++)
        if (pool_reads_column<S>(c)) image[r][c].load(x + r * S::dy * line + c * S::channels);
  } else {
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
      for (int c = 0; c < columns; c++) {
        if (!pool_reads_column<S>(c)) continue;
        const I v = y + r * S::dy, u = column + c;
        for (auto &w : image[r][c].w) w = S::outside;
        if (v >= 0 && v < S::iy && u >= 0 && u < S::ix) image[r][c].load(x + r * S::dy * line + c * S::channels);
      }
  }
#pragma unroll
  for (int c = 0; c < columns; c++) {
    if (!pool_reads_column<S>(c)) continue;
    N joined[V];
    load<V>((const T *)&image[0][c], joined);
#pragma unroll
    for (int r = 1; r < ROWS; r++) {
      N one[V];
      load<V>((const T *)&image[r][c], one);
#pragma unroll
      for (int v = 0; v < V; v++) joined[v] = JOIN::join(joined[v], one[v]);
    }
#pragma unroll
    for (int p = 0; p < P; p++) {
      if (!pool_has_column<S>(c, p)) continue;
#pragma unroll
      for (int v = 0; v < V; v++) all[p][v] = JOIN::join(all[p][v], joined[v]);
    }
  }
}

/* Joins what lies under each window of an image.  Where windows are large, a thread has one and goes tap by tap. */
template <class S, class JOIN, int V, class N, class T>
FORCEINLINE void pool_windows(const pool_thread<S, V> &t, const T *x, N (&all)[S::pixels][V]) {
  typedef typename S::index I;
  constexpr int P = S::pixels, rows = S::rows, last = (int)S::ky - ((int)S::ky - 1) / rows * rows;
#pragma unroll
  for (int p = 0; p < P; p++)
#pragma unroll
    for (int v = 0; v < V; v++) all[p][v] = JOIN::template none<N>();
  const I column = t.ox * S::sx - S::bx;
#pragma unroll 1
  for (I kz = 0; kz < S::kz; kz++) {
    const I z = t.oz * S::sz - S::bz + kz * S::dz;
    if (z < 0 || z >= S::iz) continue;
    const T *const frame = x + ((i64)(t.image * S::iz + z) * S::iy * S::ix + column) * S::channels + t.channel;
    if constexpr (rows == 0) {
      for (I ky = 0; ky < S::ky; ky++) {
        const I y = t.oy * S::sy - S::by + ky * S::dy;
        if (y < 0 || y >= S::iy) continue;
        for (I kx = 0; kx < S::kx; kx++) {
          if (column + kx * S::dx < 0 || column + kx * S::dx >= S::ix) continue;
          N one[V];
          load<V>(frame + ((i64)y * S::ix + kx * S::dx) * S::channels, one);
#pragma unroll
          for (int v = 0; v < V; v++) all[0][v] = JOIN::join(all[0][v], one[v]);
        }
      }
    } else {
      constexpr I reach = (P - 1) * S::sx + (S::kx - 1) * S::dx;
      const bool across = column >= 0 && column + reach < S::ix;
#pragma unroll
      for (int ky = 0; ky < (int)S::ky; ky += rows) {
        const I y = t.oy * S::sy - S::by + ky * S::dy;
        const T *const from = frame + (i64)y * S::ix * S::channels;
        if (ky + rows <= (int)S::ky)
          pool_rows<S, rows, JOIN>(from, across && y >= 0 && y + (rows - 1) * S::dy < S::iy, y, column, all);
        else
          pool_rows<S, last, JOIN>(from, across && y >= 0 && y + (last - 1) * S::dy < S::iy, y, column, all);
      }
    }
  }
}

/* The largest, times the image's scale: V results stored at once, or one by one. */
template <class S, int V, class N, class T, class F, class Y>
FORCEINLINE void max_pool_stored(typename S::index i, const T *x, F scale, Y y) {
  const pool_thread<S, V> t(i);
  N best[S::pixels][V];
  pool_windows<S, pool_largest, V>(t, x, best);
#pragma unroll
  for (int p = 0; p < (int)S::pixels; p++) {
    if (!t.has(p)) continue;
#pragma unroll
    for (int v = 0; v < V; v++) best[p][v] = (N)(best[p][v] * scale);
    y(t.pixel(p) * S::channels + t.channel, best[p]);
  }
}
template <class S, int V, class N, class T, class F, class Y>
FORCEINLINE void max_pool_vector(typename S::index i, const T *x, F scale, Y y) {
  max_pool_stored<S, V, N>(i, x, scale, [&](i64 at, const N(&best)[V]) {
#pragma unroll
    for (int v = 0; v < V; v++) y(at + v, best[v]);
  });
}

/* Taps of a window from `start` on that lie inside of the image. */
template <class I> FORCEINLINE I taps_inside(I start, I kernel, I dilation, I size) {
  I n = 0;
  for (I k = 0; k < kernel; k++) n += start + k * dilation >= 0 && start + k * dilation < size;
  return n;
}

/* V sums over their number, rounded as a division is: a quotient by the reciprocal, and what it lacks (Markstein,
 * "Computation of elementary functions on the IBM RISC System/6000 processor", 1990), which holds where neither
 * leaves the normal numbers. */
template <int V> FORCEINLINE void means_of(float (&sum)[V], float count) {
  const float inverse = 1.0f / count;
  bool normal = true;
#pragma unroll
  for (int v = 0; v < V; v++) {
    const float size = fabsf(sum[v]);
    normal = normal && (size == 0.0f || (size > 0x1p-80f && size < 0x1p120f));
  }
#pragma unroll
  for (int v = 0; v < V; v++) {
    if (normal) {
      const float q = sum[v] * inverse;
      sum[v] = __fmaf_rn(__fmaf_rn(-q, count, sum[v]), inverse, q);
    } else {
      sum[v] = sum[v] / count;
    }
  }
}

/* The means of windows, times the image's scale. */
template <class S, int V, class T, class F, class Y>
FORCEINLINE void average_pool_stored(typename S::index i, const T *x, F scale, Y y) {
  typedef typename S::index I;
  const pool_thread<S, V> t(i);
  float sum[S::pixels][V];
  pool_windows<S, pool_sum, V>(t, x, sum);
  const I above = taps_inside<I>(t.oz * S::sz - S::bz, S::kz, S::dz, S::iz) *
                  taps_inside<I>(t.oy * S::sy - S::by, S::ky, S::dy, S::iy);
#pragma unroll
  for (int p = 0; p < (int)S::pixels; p++) {
    if (!t.has(p)) continue;
    const I across = taps_inside<I>((t.ox + p) * S::sx - S::bx, S::kx, S::dx, S::ix);
    const I count = S::count_padding ? taps_with_padding<S>(t.pixel(p)) : above * across;
#pragma unroll
    for (int v = 0; v < V; v++) sum[p][v] = count > 0 ? sum[p][v] * scale : 0.0f;
    means_of(sum[p], count > 0 ? (float)count : 1.0f);
    y(t.pixel(p) * S::channels + t.channel, sum[p]);
  }
}

/* The largest of the S::ix numbers of line i, by a warp. */
template <class S, class X, class Y> FORCEINLINE void max_of_line(typename S::index i, int lane, X x, Y y) {
  float best = max_of::none();
#pragma unroll 8
  for (typename S::index k = lane; k < S::ix; k += 32) best = max_of::of(best, x(i * S::ix + k));
  best = row_combine<max_of, 32>(best, 0);
  if (lane == 0) y(i, best);
}
