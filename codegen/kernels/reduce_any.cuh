/* reduce_any.cuh - reductions of every type over any axes, MeanVarianceNormalization: a thread for each result walks
 * what becomes it.
 *
 * S::kept and S::gone are walks over the axes that stay and those that are reduced, of S::count elements; sums are of
 * type N. */

/* How an element x joins the accumulator a, and what becomes of it behind the last of n. */
enum { REDUCE_SUM, REDUCE_MEAN, REDUCE_MAX, REDUCE_MIN, REDUCE_PROD, REDUCE_L1, REDUCE_L2, REDUCE_SQUARES,
       REDUCE_LOG_SUM };
template <int HOW, class N> FORCEINLINE N reduce_start() {
  if constexpr (HOW == REDUCE_MAX) return ends<N>::low();
  if constexpr (HOW == REDUCE_MIN) return ends<N>::high();
  return (N)(HOW == REDUCE_PROD);
}
template <int HOW, class N> FORCEINLINE N reduce_step(N a, N x) {
  if constexpr (HOW == REDUCE_MAX) return x > a || x != x ? x : a;
  if constexpr (HOW == REDUCE_MIN) return x < a || x != x ? x : a;
  if constexpr (HOW == REDUCE_PROD) return (N)(a * x);
  if constexpr (HOW == REDUCE_L1) return (N)(a + (x < 0 ? -x : x));
  if constexpr (HOW == REDUCE_L2 || HOW == REDUCE_SQUARES) return (N)(a + x * x);
  return (N)(a + x);
}
template <int HOW, class N> FORCEINLINE N reduce_end(N a, i64 n) {
  if constexpr (HOW == REDUCE_MEAN) return a / (N)n;
  if constexpr (HOW == REDUCE_L2) return line_sqrt(a);
  if constexpr (HOW == REDUCE_LOG_SUM) return line_log(a);
  return a;
}

/* visit(index, element) for all that becomes result i. */
template <class S, class N, class X, class VISIT> FORCEINLINE void each_reduced(typename S::index i, X x, VISIT visit) {
  typedef typename S::index I;
  const I base = walked<typename S::kept>(i);
  for (I r = 0; r < S::count; r++) {
    const I at = base + walked<typename S::gone>(r);
    visit(at, (N)x(at));
  }
}

template <class S, int HOW, class N, class X> FORCEINLINE N reduced_at(typename S::index i, X x) {
  N a = reduce_start<HOW, N>();
  each_reduced<S, N>(i, x, [&](i64, N v) { a = reduce_step<HOW, N>(a, v); });
  return reduce_end<HOW, N>(a, S::count);
}

/* log(sum(exp(x))), less the largest. */
template <class S, class N, class X> FORCEINLINE N log_sum_exp_at(typename S::index i, X x) {
  N top = ends<N>::low(), sum = 0;
  each_reduced<S, N>(i, x, [&](i64, N v) { top = v > top || v != v ? v : top; });
  if (top - top != 0) top = 0;
  each_reduced<S, N>(i, x, [&](i64, N v) { sum += line_exp(v - top); });
  return line_log(sum) + top;
}

/* The elements less their mean, over their deviation. */
template <class S, class N, class X, class Y> FORCEINLINE void mean_variance_line(typename S::index i, X x, Y y) {
  N sum = 0, squares = 0;
  each_reduced<S, N>(i, x, [&](i64, N v) { sum += v; });
  const N mean = sum / (N)S::count;
  each_reduced<S, N>(i, x, [&](i64, N v) { squares += (v - mean) * (v - mean); });
  const N deviation = line_sqrt(squares / (N)S::count) + (N)1e-9;
  each_reduced<S, N>(i, x, [&](i64 at, N v) { y(at, (v - mean) / deviation); });
}
