/* reduce.cuh - reductions, in two forms: blocks whose threads share the elements of a result, and a thread for each
 * result.
 *
 * S::kept and S::gone are walks (walk.cuh) over the axes that stay and those that are reduced.  E is the type of an
 * element in registers, N that of sums, HOW what they are. */

/* How an element x joins the accumulator a, how two accumulators join, and how the accumulator of n elements becomes
 * the result. */
enum { REDUCE_SUM, REDUCE_MEAN, REDUCE_MAX, REDUCE_MIN, REDUCE_PROD, REDUCE_L1, REDUCE_L2, REDUCE_SQUARES,
       REDUCE_LOG_SUM };
template <int HOW, class N> FORCEINLINE N reduce_start() {
  if constexpr (HOW == REDUCE_MAX) return ends<N>::low();
  if constexpr (HOW == REDUCE_MIN) return ends<N>::high();
  return (N)(HOW == REDUCE_PROD);
}
template <int HOW, class N> FORCEINLINE N reduce_step(N a, N x) {
  if constexpr (HOW == REDUCE_MAX) return x != x ? x : a != a ? a : x > a ? x : a;
  if constexpr (HOW == REDUCE_MIN) return x != x ? x : a != a ? a : x < a ? x : a;
  if constexpr (HOW == REDUCE_PROD) return (N)(a * x);
  if constexpr (HOW == REDUCE_L1) return (N)(a + (x < 0 ? -x : x));
  if constexpr (HOW == REDUCE_L2 || HOW == REDUCE_SQUARES) return (N)(a + x * x);
  return (N)(a + x);
}
template <int HOW, class N> FORCEINLINE N reduce_join(N a, N other) {
  if constexpr (HOW == REDUCE_MAX || HOW == REDUCE_MIN || HOW == REDUCE_PROD) return reduce_step<HOW, N>(a, other);
  return a + other;
}
template <int HOW, class N> FORCEINLINE N reduce_end(N a, i64 n) {
  if constexpr (HOW == REDUCE_MEAN) return a / (N)n;
  if constexpr (HOW == REDUCE_L2) return line_sqrt(a);
  if constexpr (HOW == REDUCE_LOG_SUM) return line_log(a);
  return a;
}

/* ---- Results that threads share ----------------------------------------------------------------
 *
 * Threads that are neighbours take neighbouring results, S::vector of them each, so that loads are next to each other.
 * A block has S::columns of such units by S::shares threads, which take turns at the S::each elements of a result and
 * then join what they found in a fixed order.  S::parts blocks share a result where units are few, S::chunk elements
 * each; then a second launch, reduce_found, joins what they found.  S::together units of a block lie side by side in
 * memory (0: S::columns of all S::units).
 *
 * An element is the sum of one number from each of S::terms places, in their order; where S::weighted, times one from w,
 * which neighbouring results have for themselves (S::own_weights) or share.  S::kept and S::gone are walks over all of
 * them. */

/* Adds STEPS elements of each result at a time, whose loads are issued together, while there are so many before
 * `stop`. */
template <class S, int STEPS, int HOW, class E, class N, class I, class T, class W, class F>
FORCEINLINE void reduce_steps(I &r, I stop, const T *const (&x)[S::terms], const W *w,
                              const I (&base)[S::terms + S::weighted], F factor, N (&a)[S::vector]) {
  constexpr int V = S::vector, TERMS = S::terms, ALL = TERMS + S::weighted, OWN = S::own_weights ? V : 1;
  constexpr I shares = S::shares;
  for (; r + (STEPS - 1) * shares < stop; r += STEPS * shares) {
    E one[TERMS][STEPS][V], weight[STEPS][OWN];
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
      I at[ALL];
#pragma unroll
      for (int t = 0; t < ALL; t++) at[t] = base[t];
      walk_to<typename S::gone>((I)(r + k * shares), at);
#pragma unroll
      for (int t = 0; t < TERMS; t++) load<V>(x[t] + at[t], one[t][k]);
      if constexpr (S::weighted) load<OWN>(w + at[TERMS], weight[k]);
    }
#pragma unroll
    for (int i = 0; i < STEPS * V; i++) {
      E sum = one[0][i / V][i % V];
#pragma unroll
      for (int t = 1; t < TERMS; t++) sum = sum + one[t][i / V][i % V];
      if constexpr (S::weighted) sum = sum * weight[i / V][i % OWN];
      a[i % V] = reduce_step<HOW, N>(a[i % V], (N)(sum * factor));
    }
  }
}

/* The block's accumulators `a` of unit `unit`, complete in the threads of the first share; returns false in all
 * others.  An element is what memory holds times `factor`. */
template <class S, int HOW, class E, class N, class T, class W, class F>
FORCEINLINE bool reduce_block(const T *const (&x)[S::terms], const W *w, F factor, N (&a)[S::vector], typename S::index &unit,
                              typename S::index &part) {
  typedef typename S::index I;
  constexpr int V = S::vector, columns = S::columns, shares = S::shares;
  const int column = threadIdx.x % columns, share = threadIdx.x / columns;
  const I group = (I)blockIdx.x / S::parts;
  part = (I)blockIdx.x % S::parts;
  unit = group * (S::together ? S::together : S::columns) + column;
  const bool mine = S::together ? column < S::together : unit < S::units;
#pragma unroll
  for (int v = 0; v < V; v++) a[v] = reduce_start<HOW, N>();
  if (mine) {
    I base[S::terms + S::weighted] = {};
    walk_to<typename S::kept>((I)(unit * V), base);
    const I end = (part + 1) * S::chunk, stop = end < S::each ? end : S::each;
    I r = part * S::chunk + share;
    /* as many loads at once as registers hold */
    if constexpr (S::terms + S::own_weights == 1) reduce_steps<S, 8, HOW, E>(r, stop, x, w, base, factor, a);
    if constexpr (S::terms + S::own_weights <= 2) reduce_steps<S, 4, HOW, E>(r, stop, x, w, base, factor, a);
    reduce_steps<S, 2, HOW, E>(r, stop, x, w, base, factor, a);
    reduce_steps<S, 1, HOW, E>(r, stop, x, w, base, factor, a);
  }
  if constexpr (shares > 1) {
    __shared__ N partial[V][shares][columns];
#pragma unroll
    for (int v = 0; v < V; v++) partial[v][share][column] = a[v];
    __syncthreads();
#pragma unroll
    for (int half = shares / 2; half > 0; half /= 2) {
      if (share < half)
#pragma unroll
        for (int v = 0; v < V; v++)
          partial[v][share][column] =
              reduce_join<HOW, N>(partial[v][share][column], partial[v][share + half][column]);
      __syncthreads();
    }
#pragma unroll
    for (int v = 0; v < V; v++) a[v] = partial[v][0][column];
  }
  return share == 0 && mine;
}

/* Stores the results, of type R in registers; memory holds them times `over`, one over their scale. */
template <class S, int HOW, class E, class N, class R, class T, class W, class F, class Y, class G>
FORCEINLINE void reduce_results(const T *const (&x)[S::terms], const W *w, F factor, Y *y, G over) {
  N a[S::vector];
  typename S::index unit, part;
  if (!reduce_block<S, HOW, E>(x, w, factor, a, unit, part)) return;
  R results[S::vector];
#pragma unroll
  for (int v = 0; v < S::vector; v++) results[v] = (R)reduce_end<HOW, N>(a[v], S::each) * over;
  store<S::vector>(y + unit * (typename S::index)S::vector, results);
}

/* Stores the accumulators of each of the S::parts blocks: found[part][result]. */
template <class S, int HOW, class E, class N, class T, class W, class F>
FORCEINLINE void reduce_parts(const T *const (&x)[S::terms], const W *w, F factor, N *found) {
  N a[S::vector];
  typename S::index unit, part;
  if (!reduce_block<S, HOW, E>(x, w, factor, a, unit, part)) return;
#pragma unroll
  for (int v = 0; v < S::vector; v++)
    found[(i64)part * S::results + unit * (typename S::index)S::vector + v] = a[v];
}

/* The second launch: a thread joins the accumulators of one result. */
template <class S, int HOW, class R, class N, class Y, class G>
FORCEINLINE void reduce_found(const N *found, Y *y, G over) {
  const i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= S::results) return;
  N a = found[i];
#pragma unroll 8
  for (int s = 1; s < S::parts; s++) a = reduce_join<HOW, N>(a, found[s * (i64)S::results + i]);
  const R result[1] = {(R)((R)reduce_end<HOW, N>(a, S::each) * over)};
  store<1>(y + i, result);
}

/* ---- A thread for each result: any type ---------------------------------------------------------
 *
 * S::count elements are reduced. */

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
