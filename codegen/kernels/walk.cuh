/* walk.cuh - linear indices into addresses of several operands.
 *
 * A walk W is a struct of constants: W::rank dimensions of W::dims (the first of which stands as 1), and for each of W::operands what a step along a
 * dimension moves in it, W::steps[operand][dimension]. */

/* Adds to at[o] where element `left` of the walk lies in operand o. */
template <class W, class I, class A> FORCEINLINE void walk_to(I left, A (&at)[W::operands]) {
#pragma unroll
  for (int d = W::rank - 1; d >= 0; d--) {
    const I size = (I)W::dims[d], c = d ? left % size : left;
    left = d ? left / size : left;
#pragma unroll
    for (int o = 0; o < W::operands; o++) at[o] += c * (A)W::steps[o][d];
  }
}
/* The same of a walk with one operand. */
template <class W, class I> FORCEINLINE I walked(I left) {
  I at[1] = {0};
  walk_to<W>(left, at);
  return at[0];
}
