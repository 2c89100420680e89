/* rows.cuh - a result that is the product of two rows in memory, by some lanes of a warp.
 *
 * Such products are short, and what they take is latency: a lane asks for all it needs at once, for its
 * weights before the kernel before has ended.  The loads are of the kind that ptxas leaves where they are. */

/* BYTES from p on, or zeros. */
template <int BYTES> FORCEINLINE void load_ahead(words<BYTES> &to, const void *p, bool there) {
  if constexpr (BYTES >= 8)
    load_streamed(to, p, there);
  else
    to.w[0] = there ? load_bits_after<BYTES>(p) : 0;
}
FORCEINLINE float load_ahead(const float *p) { return f32_from_bits(load_bits_after<4>(p)); }

/* The product of rows of S::depth numbers by LANES lanes, S::vector numbers at a time. */
template <class S, int LANES, class X, class W> FORCEINLINE float product_of_rows(int lane, const X *x, const W *w) {
  constexpr int V = S::vector, vectors = S::depth / V, turns = (vectors + LANES - 1) / LANES;
  constexpr int HELD = turns < 4 ? turns : 4;
  float sum = 0.0f;
#pragma unroll 1
  for (int first = 0; first < turns; first += HELD) {
    alignas(16) words<V * sizeof(W)> weights[HELD];
    alignas(16) words<V * sizeof(X)> image[HELD];
    const int at = first * LANES + lane;
    const W *const my_weights = w + at * V;
    const X *const my_image = x + at * V;
#pragma unroll
    for (int h = 0; h < HELD; h++) load_ahead(weights[h], my_weights + h * LANES * V, at + h * LANES < vectors);
    if (first == 0) dependency_wait(), dependents_launch();
#pragma unroll
    for (int h = 0; h < HELD; h++) load_ahead(image[h], my_image + h * LANES * V, at + h * LANES < vectors);
#pragma unroll
    for (int h = 0; h < HELD; h++) {
      float a[V], b[V];
      load<V>((const X *)&image[h], a);
      load<V>((const W *)&weights[h], b);
#pragma unroll
      for (int v = 0; v < V; v++) sum = mul_add(a[v], b[v], sum);
    }
  }
#pragma unroll
  for (int d = LANES / 2; d > 0; d >>= 1) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, d);
  return sum;
}

/* Writes result i, where `mine` says so, of a convolution whose windows cover their images: a filter's row times its
 * group's of the image, scaled, and the bias of its channel, of which there is none where that is a nullptr. */
template <class S, int LANES, class X, class W, class XS, class WS, class B, class Y>
FORCEINLINE void conv_row(typename S::index i, int lane, bool mine, const X *x, const W *w, XS x_scale, WS w_scale, B bias, Y y) {
  const typename S::index channel = i % S::out_channels, image = i / S::out_channels;
  const typename S::index group = channel / (S::out_channels / S::groups);
  float addend = 0.0f;
  if constexpr (is_given<B>::value) addend = load_ahead(bias + channel);
  float sum = product_of_rows<S, LANES>(lane, x + (image * S::groups + group) * S::depth, w + channel * S::depth);
  if (lane != 0 || !mine) return;
  sum = sum * x_scale(channel) * w_scale(channel);
  if constexpr (is_given<B>::value) sum = sum + addend;
  y(i, sum);
}
