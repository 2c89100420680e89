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

/* max_pool_last's V results, times the image's scale. */
template <class S, int V, class N, class T, class F, class Y>
FORCEINLINE void max_pool_vector(typename S::index i, const T *x, F scale, Y y) {
  N best[V];
  max_pool_last<S, V>(i, x, best);
#pragma unroll
  for (int v = 0; v < V; v++) y((i64)i * V + v, (N)(best[v] * scale));
}

/* The same, all stored at once. */
template <class S, int V, class N, class T, class F, class Y>
FORCEINLINE void max_pool_stored(typename S::index i, const T *x, F scale, Y y) {
  N best[V];
  max_pool_last<S, V>(i, x, best);
#pragma unroll
  for (int v = 0; v < V; v++) best[v] = (N)(best[v] * scale);
  y(i * V, best);
}

/* The means of V channels of windows: result i counts groups of V channels of all pixels, channels innermost. */
template <class S, int V, class X, class Y> FORCEINLINE void average_pool_stored(typename S::index i, X x, Y y) {
  typedef typename S::index I;
  constexpr I groups = S::channels / V;
  const I pixel = i / groups, volume = S::oz * S::oy * S::ox;
  const I first = pixel / volume * (S::iz * S::iy * S::ix), channel = i % groups * V;
  float sum[V];
#pragma unroll
  for (int v = 0; v < V; v++) sum[v] = 0.0f;
  I count = 0;
  each_in_window<S>(pixel % volume, [&](I at, I, I, I) {
    float one[V];
    x((first + at) * S::channels + channel, one);
#pragma unroll
    for (int v = 0; v < V; v++) sum[v] += one[v];
    count++;
  });
  if (S::count_padding) count = taps_with_padding<S>(pixel);
#pragma unroll
  for (int v = 0; v < V; v++) sum[v] = count > 0 ? sum[v] / (float)count : 0.0f;
  y(i * V, sum);
}

/* The largest of the S::ix numbers of line i, by a warp. */
template <class S, class X, class Y> FORCEINLINE void max_of_line(typename S::index i, int lane, X x, Y y) {
  float best = max_of::none();
#pragma unroll 8
  for (typename S::index k = lane; k < S::ix; k += 32) best = max_of::of(best, x(i * S::ix + k));
  best = row_combine<max_of, 32>(best, 0);
  if (lane == 0) y(i, best);
}
