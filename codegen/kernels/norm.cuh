/* norm.cuh - norms of images: a group of channels less its mean, over its deviation.
 *
 * A group's numbers are few or many.  norm_held: a block has all of one group in its registers and reads
 * them once.  Else blocks share a group: norm_*_moments finds the mean of a part and the sum of squared
 * distances from it, and norm_*_apply, a second launch, joins what was found and computes the results.
 * _last: channels lie last, so a block takes all channels of some pixels and reads whole rows of memory;
 * _first: a group's numbers lie side by side.
 *
 * Sums are of distances from a number of the same sum, so that a large mean takes no bits of them.  The
 * result is (x - mean) * (inverse * gain) + bias. */

/* Of `count` numbers: their mean and the sum of squared distances from it. */
struct moments {
  float count, mean, squares;
};
/* Of LANES neighbouring threads, a power of two, at most a warp; all get the same. */
template <int LANES> FORCEINLINE float lanes_sum(float x) {
#pragma unroll
  for (int d = LANES / 2; d > 0; d /= 2) x += __shfl_xor_sync(0xFFFFFFFFu, x, d);
  return x;
}
/* What COUNT parts of `all` numbers know together, LANES threads taking turns: count(i), mean(i) and squares(i)
 * are of part i.  Means are added up as distances from the first. */
template <int LANES, int COUNT, class N, class M, class Q>
FORCEINLINE moments joined_moments(float all, N count, M mean, Q squares) {
  const int lane = (int)threadIdx.x % LANES;
  const float shift = mean(0);
  float sum = 0.0f, rest = 0.0f;
#pragma unroll 8
  for (int i = lane; i < COUNT; i += LANES) sum = mul_add(count(i), mean(i) - shift, sum), rest += squares(i);
  const float middle = lanes_sum<LANES>(sum) / all;
#pragma unroll 8
  for (int i = lane; i < COUNT; i += LANES) {
    const float d = mean(i) - shift - middle;
    rest = mul_add(count(i) * d, d, rest);
  }
  return {all, shift + middle, lanes_sum<LANES>(rest)};
}
/* Of `count` numbers whose distances from `shift` add up to `sum`, and their squares to `squares`. */
FORCEINLINE moments moments_of(float count, float shift, float sum, float squares) {
  if (count == 0.0f) return {0.0f, 0.0f, 0.0f};
  const float mean = sum / count, rest = squares - sum * mean;
  return {count, shift + mean, rest < 0.0f ? 0.0f : rest};
}
/* Joins the moments of V lots of `count` numbers each. */
template <int V> FORCEINLINE moments even_moments(float count, const moments (&of)[V]) {
  float far = 0.0f, squares = 0.0f;
#pragma unroll
  for (int v = 1; v < V; v++) far += of[v].mean - of[0].mean;
  const float mean = of[0].mean + far / V;
#pragma unroll
  for (int v = 0; v < V; v++) squares += mul_add(count * (of[v].mean - mean), of[v].mean - mean, of[v].squares);
  return {count * V, mean, squares};
}
template <class S> FORCEINLINE float inverse_of(const moments &m) {
  return 1.0f / sqrtf(m.squares / m.count + S::epsilon);
}

/* V numbers of memory, as they were read. */
template <class X, int V> struct alignas(16) held_vector {
  words<V * sizeof(X)> raw;
  FORCEINLINE void read(const X *p) { raw.load(p); }
  FORCEINLINE void real(float factor, float (&x)[V]) const {
    load<V>((const X *)&raw, x);
#pragma unroll
    for (int v = 0; v < V; v++) x[v] = x[v] * factor;
  }
};

enum { NORM_THREADS = 512, NORM_READ = 4, NORM_AHEAD = 4 }; /* vectors asked for at once: to add up, to norm */

/* ---- Channels last -------------------------------------------------------------------------
 *
 * S::channels of each of S::pixels, in S::groups groups; a block takes S::lanes vectors of S::vector
 * channels, whole groups, a thread one of them and every S::rows-th pixel of the block's. */

template <class S> struct norm_place {
  typedef typename S::index I;
  static constexpr int V = S::vector, lanes = S::lanes, rows = NORM_THREADS / lanes;
  static constexpr I of_group = S::channels / S::groups, own_groups = S::groups / S::chunks;
  I image, chunk, begin, end;
  int lane, row;
  /* The block's number among those of `parts` parts, of `per` pixels each but the last. */
  FORCEINLINE norm_place(I block, I parts, I per) {
    chunk = block % S::chunks;
    const I part = block / S::chunks % parts;
    image = block / (S::chunks * parts);
    begin = part * per;
    end = begin + per < S::pixels ? begin + per : (I)S::pixels;
    lane = threadIdx.x % lanes, row = threadIdx.x / lanes;
  }
  FORCEINLINE I channel() const { return (chunk * lanes + lane) * V; }
  FORCEINLINE I at(I pixel) const { return (image * S::pixels + pixel) * S::channels + channel(); }
  /* Pixels of the threads of a row. */
  FORCEINLINE I count(int of_row) const {
    const I left = end - begin - of_row;
    return left > 0 ? (left + rows - 1) / rows : 0;
  }
};

/* Threads that join what is known of a group: as many as a block has for each. */
template <class S> struct norm_join {
  static constexpr int groups = (int)(S::groups / S::chunks);
  static constexpr int share = NORM_THREADS / groups;
  static constexpr int LANES = share >= 32 ? 32 : share >= 16 ? 16 : share >= 8 ? 8 : share >= 4 ? 4 : share >= 2 ? 2 : 1;
  static constexpr int at_once = NORM_THREADS / LANES;
  static constexpr int turns = (groups + at_once - 1) / at_once;
};

template <class S, class X> FORCEINLINE void norm_last_moments(const X *x, float factor, float2 *found) {
  typedef typename S::index I;
  typedef norm_place<S> P;
  typedef norm_join<S> J;
  constexpr int V = P::V, rows = P::rows;
  /* A thread's channels of one group are one lot of numbers: a group of hundreds would be joined channel by channel. */
  constexpr int EACH = P::of_group % V == 0 ? V : 1, LOTS = V / EACH;
  constexpr int apart = rows * P::lanes + 1; /* so that neither side meets a bank twice */
  __shared__ float means[LOTS * apart], squares[LOTS * apart];
  const P p((I)blockIdx.x, S::parts, S::part_pixels);
  if (p.row < rows) {
    held_vector<X, V> next[NORM_READ];
    float shift[V] = {}, sum[V] = {}, square[V] = {};
    const I first = p.begin + p.row;
    for (I pixel = first; pixel < p.end; pixel += NORM_READ * rows) {
#pragma unroll
      for (int a = 0; a < NORM_READ; a++)
        if (pixel + a * rows < p.end) next[a].read(x + p.at(pixel + a * rows));
      if (pixel == first) next[0].real(factor, shift);
#pragma unroll
      for (int a = 0; a < NORM_READ; a++) {
        if (pixel + a * rows >= p.end) break;
        float y[V];
        next[a].real(factor, y);
#pragma unroll
        for (int v = 0; v < V; v++) {
          const float d = y[v] - shift[v];
          sum[v] += d;
          square[v] = mul_add(d, d, square[v]);
        }
      }
    }
    const float count = (float)p.count(p.row);
#pragma unroll
    for (int lot = 0; lot < LOTS; lot++) {
      moments of[EACH];
#pragma unroll
      for (int e = 0; e < EACH; e++)
        of[e] = moments_of(count, shift[lot * EACH + e], sum[lot * EACH + e], square[lot * EACH + e]);
      const moments m = even_moments(count, of);
      means[lot * apart + p.row * P::lanes + p.lane] = m.mean;
      squares[lot * apart + p.row * P::lanes + p.lane] = m.squares;
    }
  }
  __syncthreads();
  constexpr int of_group = (int)P::of_group / EACH; /* lots of a row */
  const float all = (float)((p.end - p.begin) * (I)P::of_group);
  for (int turn = 0; turn < J::turns; turn++) {
    const int group = turn * J::at_once + threadIdx.x / J::LANES, own = group < J::groups ? group : 0;
    const auto at = [&](int i) {
      const int lot = own * of_group + i % of_group;
      return lot % LOTS * apart + i / of_group * P::lanes + lot / LOTS;
    };
    const moments m = joined_moments<J::LANES, rows * of_group>(
        all, [&](int i) { return (float)(p.count(i / of_group) * EACH); }, [&](int i) { return means[at(i)]; },
        [&](int i) { return squares[at(i)]; });
    if (group >= J::groups || threadIdx.x % J::LANES) continue;
    const I part = (I)blockIdx.x / S::chunks % S::parts;
    found[(p.image * S::groups + p.chunk * J::groups + group) * S::parts + part] = make_float2(m.mean, m.squares);
  }
}

/* What all parts of a group know together: `all` units in parts of `per`, of `each` numbers. */
template <class S, int LANES> FORCEINLINE moments joined_parts(const float2 *of_group, i64 all, i64 per, i64 each) {
  return joined_moments<LANES, (int)S::parts>(
      (float)(all * each), [&](int i) { return (float)((all - i * per < per ? all - i * per : per) * each); },
      [&](int i) { return of_group[i].x; }, [&](int i) { return of_group[i].y; });
}

/* The image and all that the launch of the moments does not write are read before that has ended.  gain and
 * bias give V neighbours. */
template <class S, class X, class G, class B, class Y>
FORCEINLINE void norm_last_apply(const X *x, float factor, G gain, B bias, const float2 *found, Y out) {
  typedef typename S::index I;
  typedef norm_place<S> P;
  typedef norm_join<S> J;
  constexpr int V = P::V, rows = P::rows;
  __shared__ float means[J::groups], inverses[J::groups];
  const P p((I)blockIdx.x, S::apply_parts, S::apply_pixels);
  const I first = p.row < rows ? p.begin + p.row : p.end;
  held_vector<X, V> next[NORM_AHEAD];
  float mean[V], factors[V], biases[V];
#pragma unroll
  for (int a = 0; a < NORM_AHEAD; a++)
    if (first + a * rows < p.end) next[a].read(x + p.at(first + a * rows));
  if (p.row < rows) gain(p.channel(), factors), bias(p.channel(), biases);
  dependency_wait();
  dependents_launch();
  for (int turn = 0; turn < J::turns; turn++) {
    const int group = turn * J::at_once + threadIdx.x / J::LANES, own = group < J::groups ? group : 0;
    const moments m = joined_parts<S, J::LANES>(found + (p.image * S::groups + p.chunk * J::groups + own) * S::parts, S::pixels,
                                                S::part_pixels, P::of_group);
    if (group >= J::groups || threadIdx.x % J::LANES) continue;
    means[group] = m.mean;
    inverses[group] = inverse_of<S>(m);
  }
  __syncthreads();
  if (p.row >= rows) return;
#pragma unroll
  for (int v = 0; v < V; v++) {
    const int group = (int)((p.lane * V + v) / P::of_group);
    mean[v] = means[group], factors[v] *= inverses[group];
  }
  for (I pixel = first; pixel < p.end; pixel += NORM_AHEAD * rows) {
#pragma unroll
    for (int a = 0; a < NORM_AHEAD; a++)
      if (pixel != first && pixel + a * rows < p.end) next[a].read(x + p.at(pixel + a * rows));
#pragma unroll
    for (int a = 0; a < NORM_AHEAD; a++) {
      if (pixel + a * rows >= p.end) break;
      float y[V];
      next[a].real(factor, y);
#pragma unroll
      for (int v = 0; v < V; v++) y[v] = mul_add(y[v] - mean[v], factors[v], biases[v]);
      out(p.at(pixel + a * rows), y);
    }
  }
}

/* ---- Channels first: a group is a line of S::line numbers ---------------------------------- */

template <class S, class X> FORCEINLINE void norm_first_moments(const X *x, float factor, float2 *found) {
  typedef typename S::index I;
  constexpr int V = S::vector;
  constexpr I vectors = S::line / V;
  __shared__ float of_threads[3][NORM_THREADS];
  const I line = (I)blockIdx.x / S::parts, begin = (I)blockIdx.x % S::parts * S::part_pixels;
  const I end = begin + S::part_pixels < vectors ? begin + S::part_pixels : vectors;
  const X *const from = x + line * S::line;
  float shift = 0.0f, sum[2] = {}, square[2] = {}, count = 0.0f;
  held_vector<X, V> next[NORM_READ];
  const I first = begin + threadIdx.x;
  if (first < end) count = (float)((end - first + NORM_THREADS - 1) / NORM_THREADS * V);
  for (I at = first; at < end; at += NORM_READ * NORM_THREADS) {
#pragma unroll
    for (int a = 0; a < NORM_READ; a++)
      if (at + a * NORM_THREADS < end) next[a].read(from + (at + a * NORM_THREADS) * V);
#pragma unroll
    for (int a = 0; a < NORM_READ; a++) {
      if (at + a * NORM_THREADS >= end) break;
      float y[V];
      next[a].real(factor, y);
      if (a == 0 && at == first) shift = y[0];
#pragma unroll
      for (int v = 0; v < V; v++) {
        const float d = y[v] - shift;
        sum[v % 2] += d;
        square[v % 2] = mul_add(d, d, square[v % 2]);
      }
    }
  }
  const moments own = moments_of(count, shift, sum[0] + sum[1], square[0] + square[1]);
  of_threads[0][threadIdx.x] = own.count, of_threads[1][threadIdx.x] = own.mean, of_threads[2][threadIdx.x] = own.squares;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const moments m = joined_moments<32, NORM_THREADS>(
      (float)((end - begin) * V), [&](int i) { return of_threads[0][i]; }, [&](int i) { return of_threads[1][i]; },
      [&](int i) { return of_threads[2][i]; });
  if (threadIdx.x == 0) found[blockIdx.x] = make_float2(m.mean, m.squares);
}

template <class S, class X, class G, class B, class Y>
FORCEINLINE void norm_first_apply(const X *x, float factor, G gain, B bias, const float2 *found, Y out) {
  typedef typename S::index I;
  constexpr int V = S::vector;
  constexpr I vectors = S::line / V, of_group = S::channels / S::groups;
  const I line = (I)blockIdx.x / S::apply_parts, begin = (I)blockIdx.x % S::apply_parts * S::apply_pixels;
  const I end = begin + S::apply_pixels < vectors ? begin + S::apply_pixels : vectors;
  const I channel = line % S::groups * of_group, first = begin + threadIdx.x;
  held_vector<X, V> next[NORM_AHEAD];
#pragma unroll
  for (int a = 0; a < NORM_AHEAD; a++)
    if (first + a * NORM_THREADS < end) next[a].read(x + line * S::line + (first + a * NORM_THREADS) * V);
  dependency_wait();
  dependents_launch();
  const moments m = joined_parts<S, 32>(found + line * S::parts, vectors, S::part_pixels, V);
  const float mean = m.mean, inverse = inverse_of<S>(m);
  for (I at = first; at < end; at += NORM_AHEAD * NORM_THREADS) {
#pragma unroll
    for (int a = 0; a < NORM_AHEAD; a++)
      if (at != first && at + a * NORM_THREADS < end) next[a].read(x + line * S::line + (at + a * NORM_THREADS) * V);
#pragma unroll
    for (int a = 0; a < NORM_AHEAD; a++) {
      const I own = at + a * NORM_THREADS, c = channel + own * V / S::pixels;
      if (own >= end) break;
      const float g = inverse * gain(c), b = bias(c);
      float y[V];
      next[a].real(factor, y);
#pragma unroll
      for (int v = 0; v < V; v++) y[v] = mul_add(y[v] - mean, g, b);
      out(line * S::line + own * V, y);
    }
  }
}

/* ---- A group in the registers of a block ----------------------------------------------------
 *
 * S::threads threads with S::held vectors each; S::last: channels lie last, and a thread has the same
 * channels of every S::threads / across-th pixel. */

template <class S, class X, class G, class B, class Y>
FORCEINLINE void norm_held(const X *x, float factor, G gain, B bias, Y out) {
  typedef typename S::index I;
  constexpr int V = S::vector, T = S::threads, H = S::held;
  constexpr I vectors = S::line / V, of_group = S::channels / S::groups, across = of_group / V;
  constexpr I active = S::last ? T / across * across : T; /* threads */
  __shared__ float shared[33];
  const I image = (I)blockIdx.x / S::groups, group = (I)blockIdx.x % S::groups, mine = threadIdx.x;
  const I left = mine < active && mine < vectors ? (vectors - mine + active - 1) / active : 0; /* of its vectors */
  const auto place = [&](int h) -> I {
    if constexpr (S::last)
      return (image * S::pixels + mine / across + h * (active / across)) * S::channels + group * of_group + mine % across * V;
    return (I)blockIdx.x * S::line + (h * active + mine) * V;
  };
  held_vector<X, V> all[H];
#pragma unroll
  for (int h = 0; h < H; h++)
    if (h < left) all[h].read(x + place(h));
  float gains[V], biases[V], sum = 0.0f, squares = 0.0f, y[V];
  if (S::last && left)
#pragma unroll
    for (int v = 0; v < V; v++) {
      const I c = group * of_group + mine % across * V + v;
      gains[v] = gain(c), biases[v] = bias(c);
    }
#pragma unroll
  for (int h = 0; h < H; h++) {
    if (h >= left) break;
    all[h].real(factor, y);
#pragma unroll
    for (int v = 0; v < V; v++) sum += y[v];
  }
  const float mean = row_combine<add_of, T>(sum, shared) / (float)S::line;
#pragma unroll
  for (int h = 0; h < H; h++) {
    if (h >= left) break;
    all[h].real(factor, y);
#pragma unroll
    for (int v = 0; v < V; v++) squares = mul_add(y[v] - mean, y[v] - mean, squares);
  }
  const float inverse = 1.0f / sqrtf(row_combine<add_of, T>(squares, shared) / (float)S::line + S::epsilon);
#pragma unroll
  for (int v = 0; v < V && S::last; v++) gains[v] *= inverse;
#pragma unroll
  for (int h = 0; h < H; h++) {
    if (h >= left) break;
    if constexpr (!S::last) {
      const I c = group * of_group + (h * active + mine) * V / S::pixels;
      const float g = inverse * gain(c), b = bias(c);
#pragma unroll
      for (int v = 0; v < V; v++) gains[v] = g, biases[v] = b;
    }
    all[h].real(factor, y);
#pragma unroll
    for (int v = 0; v < V; v++) y[v] = mul_add(y[v] - mean, gains[v], biases[v]);
    out(place(h), y);
  }
}
