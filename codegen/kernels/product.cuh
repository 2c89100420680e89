/* product.cuh - products of tensors that no matrix kernel takes: any types, any broadcasting, integers, Einsum.
 *
 * A thread for each result walks what is summed: S::kept and S::gone are walks (walk.cuh) over the axes of the
 * result and over those that are summed, with the operands' strides; S::terms counts the latter. */

/* The sum of x * w, one rounding a term. */
template <class S, class N, class I, class X, class W> FORCEINLINE N product_at(I i, X x, W w) {
  i64 base[2] = {0, 0};
  walk_to<typename S::kept>((i64)i, base);
  N sum = 0;
  for (i64 r = 0; r < S::terms; r++) {
    i64 at[2] = {base[0], base[1]};
    walk_to<typename S::gone>(r, at);
    sum = mul_add((N)x(at[0]), (N)w(at[1]), sum);
  }
  return sum;
}

/* factor * x0(at[0]) * x1(at[1]) ..., from the left. */
template <class N> FORCEINLINE N multiplied(N factor, const i64 *) { return factor; }
template <class N, class X, class... REST>
FORCEINLINE N multiplied(N factor, const i64 *at, X x, REST... rest) {
  return multiplied<N>(factor * (N)x(at[0]), at + 1, rest...);
}

/* The sum of products of any number of operands, as Einsum's arithmetic on the CPU does them. */
template <class S, class N, class I, class X, class... REST> FORCEINLINE N einsum_at(I i, X x, REST... rest) {
  constexpr int OPERANDS = 1 + sizeof...(REST);
  i64 base[OPERANDS] = {};
  walk_to<typename S::kept>((i64)i, base);
  N sum = 0;
  for (i64 r = 0; r < S::terms; r++) {
    i64 at[OPERANDS];
#pragma unroll
    for (int o = 0; o < OPERANDS; o++) at[o] = base[o];
    walk_to<typename S::gone>(r, at);
    sum = sum + multiplied<N>((N)x(at[0]), at + 1, rest...);
  }
  return sum;
}

/* What follows the sum: alpha where S::scaled, a factor for each row where S::has_rows, and beta times the addend
 * where S::has_addend.  S::columns of the result; a row of it moves S::addend_row in the addend, a column
 * S::addend_column. */
template <class S, class N, class I, class C, class R>
FORCEINLINE N product_end(N sum, I i, float alpha, float beta, C addend, R rows) {
  if constexpr (S::has_rows) sum = sum * rows(i / S::columns);
  if constexpr (S::scaled) sum = sum * (N)alpha;
  if constexpr (S::has_addend)
    sum = sum + (N)addend(i / S::columns * S::addend_row + i % S::columns * S::addend_column) * (N)beta;
  return sum;
}

/* The sum of integers less their zero points, which go along the rows and columns of the result by S::x_zero_step
 * and S::w_zero_step. */
template <class S, class I, class X, class W, class XZ, class WZ>
FORCEINLINE i32 product_integers_at(I i, X x, W w, XZ x_zeros, WZ w_zeros) {
  const i64 column = i % S::columns, row = i / S::columns % S::rows;
  const i32 x_zero = (i32)x_zeros(row * S::x_zero_step), w_zero = (i32)w_zeros(column * S::w_zero_step);
  return product_at<S, i32>(i, [&](i64 at) { return (i32)x(at) - x_zero; }, [&](i64 at) { return (i32)w(at) - w_zero; });
}
/* The same rounded to integers of LOW to HIGH; scales of columns are S::scale_step apart. */
template <class S, int LOW, int HIGH, class I, class X, class XS, class XZ, class W, class WS, class WZ, class YS, class YZ, class Y>
FORCEINLINE void product_requantized(I i, X x, XS x_scale, XZ x_zeros, W w, WS w_scales, WZ w_zeros, YS y_scale, YZ y_zero, Y y) {
  const i32 sum = product_integers_at<S>(i, x, w, x_zeros, w_zeros);
  const float scale = w_scales(i % S::columns * S::scale_step);
  y(i, requantized<LOW, HIGH>(sum, x_scale(0), scale, y_scale(0), (i32)y_zero(0)));
}
