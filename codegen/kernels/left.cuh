/* left.cuh - numbers that are rounded twice: what their codes leave stands behind those in the same row, rounded too.
 * left(x) is what x's code leaves of it, in units of the scale. */

/* To `column` of the row; below 0: nowhere. */
template <class T> FORCEINLINE void store_scattered(T *row, int column, bool mine, float left) {
  if (mine && column >= 0) store_one<float>(row + column, left);
}

/* Of the columns from FIRST on, MORE columns further: x are those of a thread from `column` on, all of them or none. */
template <int FIRST, int MORE, int V, class T, class F>
FORCEINLINE void store_last(T *row, u32 column, bool mine, const float (&x)[V], const F &left) {
  if (!mine || column < FIRST) return;
  float y[V];
#pragma unroll
  for (int k = 0; k < V; k++) y[k] = left(x[k]);
  store<V>(row + column + MORE, y);
}

/* Of columns order[0 to MORE - 1], which lie scattered: one by one they would be stored byte by byte, so that the
 * LANES of a row, which have put all of it into shared memory, take them four at once. */
template <int LANES, int MORE, class T, class F>
FORCEINLINE void store_gathered(T *to, const float *row, const int *order, int lane, bool mine, const F &left) {
  if (LANES > 32) __syncthreads(); else __syncwarp();
  for (int i = 4 * lane; mine && i < MORE; i += 4 * LANES) {
    words<16> from;
    from.load(order + i);
    float y[4];
#pragma unroll
    for (int k = 0; k < 4; k++) y[k] = left(row[from.w[k]]);
    store<4>(to + i, y);
  }
}
