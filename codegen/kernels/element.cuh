/* element.cuh - each result from its own element, or from the few that stand beside it. */

/* sum + x0(at[0]) + x1(at[1]) ..., from the left. */
template <class N, class I> FORCEINLINE N sum_from(N sum, const I *) { return sum; }
template <class N, class I, class X, class... REST> FORCEINLINE N sum_from(N sum, const I *at, X x, REST... rest) {
  return sum_from<N>(sum + x(at[0]), at + 1, rest...);
}
/* The mean of all inputs, each spread over the result as the walk S::inputs says. */
template <class S, class N, class X, class... REST> FORCEINLINE N mean_at(typename S::index i, X x, REST... rest) {
  typename S::index at[1 + sizeof...(REST)] = {};
  walk_to<typename S::inputs>(i, at);
  return sum_from<N>((N)x(at[0]), at + 1, rest...) / (N)(1 + sizeof...(REST));
}

/* The triangle of S::columns x S::rows matrices above S::diagonal where S::upper, else below; the diagonal is in
 * both. */
template <class S, class N, class X> FORCEINLINE N trilu_at(typename S::index i, X x) {
  const auto column = i % S::columns, row = i / S::columns % S::rows;
  return (S::upper ? column - row >= S::diagonal : column - row <= S::diagonal) ? (N)x(i) : (N)0;
}

/* 1 on S::diagonal. */
template <class S> FORCEINLINE bool eye_at(typename S::index i) {
  return i % S::columns - i / S::columns == S::diagonal;
}

/* Element i with the first 2 * S::half of each head of S::size turned by the position's angles, whose cosines and
 * sines are rows of S::half.  S::heads_first: x is [batch, heads, steps, size], else [batch, steps, heads, size].
 * S::neighbours: what is turned together lies side by side, else half of a row apart.  S::has_ids: positions(step) is
 * one of S::positions, else they are steps of the caches. */
template <class S, class X, class C, class D, class P>
FORCEINLINE float rotary_embedding_at(typename S::index i, X x, C cosines, D sines, P positions) {
  const i64 c = i % S::size, head = i / S::size;
  const i64 step =
      S::heads_first ? head / S::steps / S::heads * S::steps + head % S::steps : head / S::heads;
  if (c >= 2 * S::half) return x(i);
  const i64 pair = S::neighbours ? c / 2 : c % S::half, start = head * S::size;
  const i64 first = start + (S::neighbours ? 2 * pair : pair), second = first + (S::neighbours ? 1 : S::half);
  i64 row = step;
  if constexpr (S::has_ids) row = wrap_index(positions(step), S::positions);
  const float cosine = cosines(row * S::half + pair), sine = sines(row * S::half + pair), a = x(first), b = x(second);
  return i == first ? cosine * a - sine * b : sine * a + cosine * b;
}
