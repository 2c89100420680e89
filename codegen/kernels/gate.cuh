/* gate.cuh - squeeze and excitation in two launches: the mean of each channel of an image, two small products with what
 * follows them, and the image's channels times what they give.
 *
 * A block takes a slice of the channels, S::lanes vectors of S::vector, of S::together images that stand next to each
 * other.  gate_sums adds up a part of the pixels and multiplies what it has by its columns of the first product's
 * weights: a product of sums is the sum of products, so no block waits for another's mean.  gate_apply joins what all
 * blocks of its images found, ends the first product, computes the second for its own channels and multiplies its
 * part of the pixels.  Channels lie last; the products are F32. */

enum { GATE_THREADS = 256, GATE_LANES = 8, GATE_AHEAD = 4 }; /* lanes of a sum; vectors of pixels asked for at once */

/* What a block and its thread have of PARTS parts of PER pixels each. */
template <class S> struct gate_place {
  typedef typename S::index I;
  static constexpr int V = S::vector, T = GATE_THREADS, G = S::together;
  static constexpr int width = S::lanes * V;             /* channels of a slice */
  static constexpr int each = T / (int)S::lanes / G;     /* rows of threads of an image */
  I first, slice, part, begin, end;                      /* the first image; pixels */
  int lane, image, row;                                  /* of the thread: its image among S::together */
  FORCEINLINE gate_place(I parts, I per) {
    const I block = (I)blockIdx.x;
    slice = block % S::slices;
    part = block / S::slices % parts;
    first = block / S::slices / parts * G;
    begin = part * per;
    end = begin + per < S::pixels ? begin + per : S::pixels;
    lane = threadIdx.x % S::lanes;
    image = threadIdx.x / (int)S::lanes / each;
    row = threadIdx.x / (int)S::lanes % each;
  }
  FORCEINLINE I channel() const { return slice * width + lane * V; }
  FORCEINLINE bool works() const { return image < G && first + image < S::images && channel() < S::channels; }
  FORCEINLINE I at(I pixel) const { return ((first + image) * S::pixels + pixel) * S::channels + channel(); }
};

/* Sums of GATE_LANES neighbouring threads; all get them. */
template <int G> FORCEINLINE void gate_join(float (&sums)[G]) {
#pragma unroll
  for (int d = GATE_LANES / 2; d > 0; d /= 2)
#pragma unroll
    for (int g = 0; g < G; g++) sums[g] += __shfl_xor_sync(0xFFFFFFFFu, sums[g], d);
}

/* Adds a lane's terms of `count` of a row of weights times those of G vectors, `step` apart. */
template <int W, int G>
FORCEINLINE void gate_terms(const float *weights, const float *x, int step, int count, int lane, float (&sums)[G]) {
#pragma unroll 4
  for (int k = lane * W; k < count; k += GATE_LANES * W) {
    float w[W];
    load<W>(weights + k, w);
#pragma unroll
    for (int i = 0; i < W; i++)
#pragma unroll
      for (int g = 0; g < G; g++) sums[g] = mul_add(w[i], x[g * step + k + i], sums[g]);
  }
}

/* found[image][part][slice][S::hidden]: what this block's pixels and channels give of the first product. */
template <class S, class X> FORCEINLINE void gate_sums(const X *x, float factor, const float *weights, float *found) {
  typedef gate_place<S> P;
  typedef typename S::index I;
  constexpr int V = P::V, G = P::G, width = P::width, each = P::each;
  __shared__ float rows[each * G * width], means[G * width];
  const P p(S::parts, S::part_pixels);
  if (p.image < G) {
    float sum[V];
#pragma unroll
    for (int v = 0; v < V; v++) sum[v] = 0.0f;
    for (I pixel = p.begin + p.row; p.works() && pixel < p.end; pixel += GATE_AHEAD * each) {
      float next[GATE_AHEAD][V];
#pragma unroll
      for (int a = 0; a < GATE_AHEAD; a++)
        if (pixel + a * each < p.end) load<V>(x + p.at(pixel + a * each), next[a]);
#pragma unroll
      for (int a = 0; a < GATE_AHEAD; a++)
        if (pixel + a * each < p.end)
#pragma unroll
          for (int v = 0; v < V; v++) sum[v] += next[a][v] * factor;
    }
#pragma unroll
    for (int v = 0; v < V; v++) rows[(p.image * each + p.row) * width + p.lane * V + v] = sum[v];
  }
  __syncthreads();
  dependents_launch();
  for (int i = threadIdx.x; i < G * width; i += P::T) {
    float sum = 0.0f;
#pragma unroll 8
    for (int r = 0; r < each; r++) sum += rows[(i / width * each + r) * width + i % width];
    means[i] = sum / (float)S::pixels;
  }
  __syncthreads();
  const int lane = threadIdx.x % GATE_LANES;
  const I channel = p.slice * width, left = S::channels - channel;
  for (I row = threadIdx.x / GATE_LANES; row < S::hidden_turns; row += P::T / GATE_LANES) {
    float sums[G];
#pragma unroll
    for (int g = 0; g < G; g++) sums[g] = 0.0f;
    if (row < S::hidden)
      gate_terms<S::down_vector, G>(weights + row * S::channels + channel, means, width, left < width ? (int)left : width, lane,
                                    sums);
    gate_join<G>(sums);
    if (row < S::hidden && lane == 0)
#pragma unroll
      for (int g = 0; g < G; g++)
        if (p.first + g < S::images)
          found[(((p.first + g) * S::parts + p.part) * S::slices + p.slice) * S::hidden + row] = sums[g];
  }
}

/* middle(image * S::hidden + row, sum) ends a sum of the first product, last(image * S::channels + channel, sum) one of the second;
 * out takes V numbers of the image times their channels' gates.  The image is none of what the launch before writes. */
template <class S, class X, class M, class L, class Y>
FORCEINLINE void gate_apply(const X *x, float factor, const float *found, M middle, const float *weights, L last, Y out) {
  typedef gate_place<S> P;
  typedef typename S::index I;
  constexpr int V = P::V, G = P::G, T = P::T, width = P::width, each = P::each, H = S::hidden;
  constexpr int sums_all = G * H, turns = S::parts * S::slices, joiners = sums_all < T ? T / sums_all : 1;
  __shared__ float joined[joiners > 1 ? joiners * sums_all : 1], hidden[sums_all], gates[G * width];
  const P p(S::apply_parts, S::apply_pixels);
  const bool works = p.works();
  const I begin = p.begin + p.row;
  float next[GATE_AHEAD][V];
#pragma unroll
  for (int a = 0; a < GATE_AHEAD; a++)
    if (works && begin + a * each < p.end) load<V>(x + p.at(begin + a * each), next[a]);
  dependency_wait();
  dependents_launch();
  for (int i = threadIdx.x; i < joiners * sums_all; i += T) {
    const int of = i % sums_all, joiner = i / sums_all;
    const I image = p.first + of / H;
    float sum = 0.0f;
    if (image < S::images)
#pragma unroll 8
      for (int k = joiner; k < turns; k += joiners) sum += found[(image * turns + k) * H + of % H];
    if constexpr (joiners > 1)
      joined[i] = sum;
    else if (image < S::images)
      hidden[i] = middle(image * H + i % H, sum);
  }
  __syncthreads();
  if constexpr (joiners > 1) {
    for (int i = threadIdx.x; i < sums_all; i += T) {
      const I image = p.first + i / H;
      float sum = 0.0f;
#pragma unroll 8
      for (int k = 0; k < joiners; k++) sum += joined[k * sums_all + i];
      if (image < S::images) hidden[i] = middle(image * H + i % H, sum);
    }
    __syncthreads();
  }
  const int lane = threadIdx.x % GATE_LANES;
  constexpr int channel_turns = (width + 3) / 4 * 4; /* whole warps join */
  for (int c = threadIdx.x / GATE_LANES; c < channel_turns; c += T / GATE_LANES) {
    const I channel = p.slice * width + c;
    const bool own = c < width && channel < S::channels;
    float sums[G];
#pragma unroll
    for (int g = 0; g < G; g++) sums[g] = 0.0f;
    if (own) gate_terms<S::up_vector, G>(weights + channel * H, hidden, H, H, lane, sums);
    gate_join<G>(sums);
    if (own && lane == 0)
#pragma unroll
      for (int g = 0; g < G; g++)
        if (p.first + g < S::images) gates[g * width + c] = last((p.first + g) * S::channels + channel, sums[g]);
  }
  __syncthreads();
  if (!works) return;
  float gate[V];
#pragma unroll
  for (int v = 0; v < V; v++) gate[v] = gates[p.image * width + p.lane * V + v];
  for (I pixel = begin; pixel < p.end; pixel += GATE_AHEAD * each) {
#pragma unroll
    for (int a = 0; a < GATE_AHEAD; a++)
      if (pixel != begin && pixel + a * each < p.end) load<V>(x + p.at(pixel + a * each), next[a]);
#pragma unroll
    for (int a = 0; a < GATE_AHEAD; a++) {
      if (pixel + a * each >= p.end) break;
      float y[V];
#pragma unroll
      for (int v = 0; v < V; v++) y[v] = next[a][v] * factor * gate[v];
      out(p.at(pixel + a * each), y);
    }
  }
}
