/* move.cuh - elements whose neighbours change: what lies along one dimension is read, and written along another.
 *
 * A thread takes a small square: S::write vectors of S::read neighbours along x, which is where they are
 * read, and gives S::read vectors of S::write neighbours along y.  A warp's squares lie side by side in both
 * directions, so that whole sectors of memory are read and whole ones written, and nothing goes through
 * shared memory. */

template <class T, int N> union alignas(16) neighbours {
  words<N * sizeof(T)> raw;
  T part[N];
};

/* S::across elements along x and S::along along y, multiples of S::read and S::write; S::from_step elements
 * between two of y where they are read, S::to_step between two of x where they are written.  A block's
 * squares begin at x, y; it has S::lanes_x of them side by side, a warp S::warp_x. */
template <class S, class T> FORCEINLINE void turn_squares(const T *from, T *to, i64 x, i64 y) {
  constexpr int R = S::read, W = S::write, warp_y = 32 / S::warp_x, warps_x = S::lanes_x / S::warp_x;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  x += (lane % S::warp_x + warp % warps_x * S::warp_x) * R;
  y += (lane / S::warp_x + warp / warps_x * warp_y) * W;
  if (x >= S::across || y >= S::along) return;
  neighbours<T, R> in[W];
#pragma unroll
  for (int w = 0; w < W; w++) in[w].raw.load(from + x + (y + w) * S::from_step);
#pragma unroll
  for (int r = 0; r < R; r++) {
    neighbours<T, W> out;
#pragma unroll
    for (int w = 0; w < W; w++) out.part[w] = in[w].part[r];
    out.raw.store(to + (x + r) * S::to_step + y);
  }
}
