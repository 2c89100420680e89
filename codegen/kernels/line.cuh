/* line.cuh - lines along one axis: softmax, norms, running sums, the place of the largest.
 *
 * A line is S::n elements, S::inner apart, done by LANES threads: a warp, or one. */

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

template <class S, class N> FORCEINLINE N cumulated(N a, N b) { return S::product ? (N)(a * b) : (N)(a + b); }

/* A thread goes from one to the next.  A lane of a warp has four neighbours, and what is left of them comes from
 * the lanes before it; the warp's next ones are read before its results are written. */
template <class S, class N, int LANES, class X, class Y>
FORCEINLINE void cumulate_line(typename S::index line, int lane, X x, Y y) {
  typedef typename S::index I;
  constexpr int OWN = LANES == 1 ? 1 : 4;
  const I first = line_start<S>(line);
  const N none = S::product ? (N)1 : (N)0;
  const auto place = [&](I k) { return first + (S::reverse ? S::n - 1 - k : k) * S::inner; };
  N before = none, next[OWN];
  const auto read = [&](I k) {
#pragma unroll
    for (int j = 0; j < OWN; j++) next[j] = k + j < S::n ? (N)x(place(k + j)) : none;
  };
  read(lane * OWN);
  for (I step = 0; step < S::n; step += LANES * OWN) {
    const I k = step + lane * OWN;
    N own[OWN], left = before;
#pragma unroll
    for (int j = 0; j < OWN; j++) own[j] = next[j];
    if (step + LANES * OWN < S::n) read(k + LANES * OWN);
    if constexpr (LANES > 1) {
      N sum = own[0];
#pragma unroll
      for (int j = 1; j < OWN; j++) sum = cumulated<S, N>(sum, own[j]);
#pragma unroll
      for (int d = 1; d < LANES; d *= 2) {
        const N other = __shfl_up_sync(0xFFFFFFFFu, sum, d);
        if (lane >= d) sum = cumulated<S, N>(other, sum);
      }
      const N others = __shfl_up_sync(0xFFFFFFFFu, sum, 1);
      if (lane > 0) left = cumulated<S, N>(before, others);
      before = cumulated<S, N>(before, __shfl_sync(0xFFFFFFFFu, sum, LANES - 1));
    }
#pragma unroll
    for (int j = 0; j < OWN; j++) {
      const N joined = cumulated<S, N>(left, own[j]);
      if (k + j < S::n) y(place(k + j), S::exclusive ? left : joined);
      left = joined;
    }
    if constexpr (LANES == 1) before = left;
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

/* ---- Over classes and channels ------------------------------------------------------------- */

/* S::spatial elements of each of S::channels channels. */
template <class S, class X, class G, class B, class M, class V>
FORCEINLINE float batch_norm_at(typename S::index i, X x, G gain, B bias, M mean, V variance) {
  const auto c = i / S::spatial % S::channels;
  const float inverse = 1.0f / sqrtf(variance(c) + S::epsilon);
  return (x(i) - mean(c)) * (inverse * gain(c)) + bias(c);
}

/* Minus the weighted logarithm of the probability of sample e's class, and the class's weight.  x holds logarithms,
 * or what softmax makes probabilities of where S::entropy; S::classes of them, S::inner elements apart.  Samples of
 * class `ignored` count nothing where S::ignores. */
template <class S, class X, class C, class W>
FORCEINLINE float loss_of(i64 e, i64 ignored, X x, C classes, W weights, double *weight) {
  const i64 t = (i64)classes(e), first = e / S::inner * S::classes * S::inner + e % S::inner;
  const bool skip = S::ignores && t == ignored;
  *weight = skip ? 0 : S::weighted ? (double)weights(wrap_index(t, S::classes)) : 1;
  if (skip) return 0.0f;
  const i64 at = first + wrap_index(t, S::classes) * S::inner;
  float log_of = x(at);
  if constexpr (S::entropy) {
    float top = x(first), sum = 0.0f;
    for (i64 c = 1; c < S::classes; c++) {
      const float v = x(first + c * S::inner);
      if (v > top) top = v;
    }
    for (i64 c = 0; c < S::classes; c++) sum += fp8c_expf(x(first + c * S::inner) - top);
    log_of = log_of - top - fp8c_logf(sum);
  }
  return -log_of * (float)*weight;
}

template <class S, class X, class C, class W> FORCEINLINE float loss_at(i64 e, i64 ignored, X x, C classes, W weights) {
  double weight;
  return loss_of<S>(e, ignored, x, classes, weights, &weight);
}

/* The sum of all samples' losses by a warp, over the sum of their weights where S::mean; in double, in a fixed
 * order. */
template <class S, class X, class C, class W, class Y>
FORCEINLINE void loss_of_all(int lane, i64 ignored, X x, C classes, W weights, Y y) {
  double sum = 0, all = 0;
  for (i64 e = lane; e < S::samples; e += 32) {
    double weight;
    sum += (double)loss_of<S>(e, ignored, x, classes, weights, &weight);
    all += weight;
  }
  for (int d = 16; d > 0; d >>= 1) {
    sum += __shfl_xor_sync(0xFFFFFFFFu, sum, d);
    all += __shfl_xor_sync(0xFFFFFFFFu, all, d);
  }
  if (lane == 0) y(0, (float)(S::mean ? sum / all : sum));
}
