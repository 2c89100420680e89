/* conv.cuh - convolution as a product of tiles, the image never unrolled in memory.
 *
 * Rows are the output channels of a group, columns the pixels of all images, depth the taps.
 * A block computes 64 x 64 results from slices of 32 taps that it gathers into shared
 * memory while it multiplies the slice before.  conv_tiles_bf16: mma.sync on BF16, in which FP8 and
 * BF16 operands are exact; F32 sums.  conv_tiles_f32: F32 throughout.  conv_patch, at the end: few
 * results by a warp, which shares the depth among its lanes.  Sizes are those of window.cuh; out(i, sum)
 * writes result i of [image][channel][z][y][x]. */

enum { CONV_ROWS = 64, CONV_COLUMNS = 64, CONV_DEPTH = 32, CONV_LD = CONV_DEPTH + 8, CONV_THREADS = 128 };

/* Where a column's pixel lies: the corner of its window, and its result. */
template <class S> struct conv_pixel {
  typedef typename S::index I;
  I z, y, x, image, at;
  bool valid;
  FORCEINLINE conv_pixel(I column) {
    constexpr I volume = S::oz * S::oy * S::ox;
    valid = column < S::images * volume;
    at = column % volume;
    image = column / volume;
    x = at % S::ox * S::sx - S::bx;
    y = at / S::ox % S::oy * S::sy - S::by;
    z = at / (S::ox * S::oy) * S::sz - S::bz;
  }
};

/* Tap `k` of a group: the image's number under it, 0 outside. */
template <class S, class X>
FORCEINLINE float conv_input(const conv_pixel<S> &p, typename S::index group, typename S::index k, X in) {
  typedef typename S::index I;
  constexpr I channels = S::in_channels / S::groups, taps = S::kz * S::ky * S::kx;
  const I c = k / taps, z = p.z + k / (S::ky * S::kx) % S::kz * S::dz, y = p.y + k / S::kx % S::ky * S::dy,
          x = p.x + k % S::kx * S::dx;
  if (!p.valid || k >= channels * taps || z < 0 || z >= S::iz || y < 0 || y >= S::iy || x < 0 || x >= S::ix)
    return 0.0f;
  return in((((p.image * S::in_channels + group * channels + c) * S::iz + z) * S::iy + y) * S::ix + x);
}

/* What a thread fetches of a slice: 16 of the weights, 16 of one pixel's taps. */
template <class S, class X, class W>
FORCEINLINE void conv_fetch(const conv_pixel<S> &p, typename S::index group, typename S::index first_row,
                            typename S::index k, X x, W w, float (&a)[16], float (&b)[16]) {
  typedef typename S::index I;
  constexpr I rows = S::out_channels / S::groups, depth = S::in_channels / S::groups * S::kz * S::ky * S::kx;
  const int t = threadIdx.x, column = t % CONV_COLUMNS, half = t / CONV_COLUMNS;
#pragma unroll
  for (int i = 0; i < 16; i++) {
    const I row = first_row + t / 32 + 4 * i, tap = k + t % 32;
    a[i] = row < rows && tap < depth ? w((group * rows + row) * depth + tap) : 0.0f;
  }
#pragma unroll
  for (int i = 0; i < 16; i++) b[i] = conv_input<S>(p, group, k + half * 16 + i, x);
  (void)column;
}

/* An `out` that scales a sum, adds the channel's bias and writes it. */
template <class XS, class WS, class B, class Y> FORCEINLINE auto conv_end(XS x_scale, WS w_scale, B bias, Y y) {
  return [=](i64 at, i64 channel, float sum) { y(at, sum * x_scale(channel) * w_scale(channel) + bias(channel)); };
}

template <class S, class OUT>
FORCEINLINE void conv_put(typename S::index group, typename S::index row, typename S::index column, float sum, OUT out) {
  typedef typename S::index I;
  constexpr I rows = S::out_channels / S::groups, volume = S::oz * S::oy * S::ox;
  if (row >= rows || column >= S::images * volume) return;
  out((column / volume * S::out_channels + group * rows + row) * volume + column % volume, group * rows + row, sum);
}

template <class S, class X, class W, class OUT>
FORCEINLINE void conv_tiles_bf16(X x, W w, OUT out) {
  __shared__ u16 weights[CONV_ROWS * CONV_LD], pixels[CONV_COLUMNS * CONV_LD];
  typedef typename S::index I;
  constexpr I rows = S::out_channels / S::groups, depth = S::in_channels / S::groups * S::kz * S::ky * S::kx;
  constexpr I row_tiles = (rows + CONV_ROWS - 1) / CONV_ROWS;
  const I group = (I)blockIdx.x / row_tiles % S::groups, first_row = (I)blockIdx.x % row_tiles * CONV_ROWS;
  const I first_column = (I)blockIdx.x / (row_tiles * S::groups) * CONV_COLUMNS;
  const int t = threadIdx.x, warp = t / 32, g = t % 32 / 4, q = t % 4;
  const int row = warp % 2 * 32, column = warp / 2 * 32; /* a warp's quarter of the tile */
  const conv_pixel<S> p(first_column + t % CONV_COLUMNS);
  float sums[2][4][4], a[16], b[16];
#pragma unroll
  for (int i = 0; i < 32; i++) sums[i / 16][i / 4 % 4][i % 4] = 0.0f;
  conv_fetch<S>(p, group, first_row, 0, x, w, a, b);
  for (I k = 0; k < depth; k += CONV_DEPTH) {
    __syncthreads(); /* the slice before is used up */
#pragma unroll
    for (int i = 0; i < 16; i++) weights[(t / 32 + 4 * i) * CONV_LD + t % 32] = (u16)bf16x2_of(a[i], 0.0f);
#pragma unroll
    for (int i = 0; i < 16; i += 2)
      *(u32 *)&pixels[t % CONV_COLUMNS * CONV_LD + t / CONV_COLUMNS * 16 + i] = bf16x2_of(b[i], b[i + 1]);
    __syncthreads();
    if (k + CONV_DEPTH < depth) conv_fetch<S>(p, group, first_row, k + CONV_DEPTH, x, w, a, b);
#pragma unroll
    for (int d = 0; d < CONV_DEPTH; d += 16) {
      u32 left[2][4];
#pragma unroll
      for (int m = 0; m < 2; m++)
#pragma unroll
        for (int e = 0; e < 4; e++)
          left[m][e] = *(const u32 *)&weights[(row + m * 16 + g + e % 2 * 8) * CONV_LD + d + 2 * q + e / 2 * 8];
#pragma unroll
      for (int n = 0; n < 4; n++) {
        const u16 *const right = &pixels[(column + n * 8 + g) * CONV_LD + d + 2 * q];
        const u32 b0 = *(const u32 *)right, b1 = *(const u32 *)(right + 8);
#pragma unroll
        for (int m = 0; m < 2; m++) multiply_bf16_bf16(sums[m][n], left[m], b0, b1);
      }
    }
  }
#pragma unroll
  for (int m = 0; m < 2; m++)
#pragma unroll
    for (int n = 0; n < 4; n++)
#pragma unroll
      for (int e = 0; e < 4; e++)
        conv_put<S>(group, first_row + row + m * 16 + g + e / 2 * 8, first_column + column + n * 8 + 2 * q + e % 2,
                    sums[m][n][e], out);
}

/* A thread has 8 rows, 8 apart, of 4 columns, 16 apart. */
template <class S, class X, class W, class OUT>
FORCEINLINE void conv_tiles_f32(X x, W w, OUT out) {
  __shared__ float weights[CONV_ROWS * CONV_LD], pixels[CONV_COLUMNS * CONV_LD];
  typedef typename S::index I;
  constexpr I rows = S::out_channels / S::groups, depth = S::in_channels / S::groups * S::kz * S::ky * S::kx;
  constexpr I row_tiles = (rows + CONV_ROWS - 1) / CONV_ROWS;
  constexpr int LD = CONV_DEPTH + 1;
  const I group = (I)blockIdx.x / row_tiles % S::groups, first_row = (I)blockIdx.x % row_tiles * CONV_ROWS;
  const I first_column = (I)blockIdx.x / (row_tiles * S::groups) * CONV_COLUMNS;
  const int t = threadIdx.x, row = t / 16, column = t % 16;
  const conv_pixel<S> p(first_column + t % CONV_COLUMNS);
  float sums[8][4], a[16], b[16];
#pragma unroll
  for (int i = 0; i < 32; i++) sums[i / 4][i % 4] = 0.0f;
  conv_fetch<S>(p, group, first_row, 0, x, w, a, b);
  for (I k = 0; k < depth; k += CONV_DEPTH) {
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; i++) weights[(t / 32 + 4 * i) * LD + t % 32] = a[i];
#pragma unroll
    for (int i = 0; i < 16; i++) pixels[t % CONV_COLUMNS * LD + t / CONV_COLUMNS * 16 + i] = b[i];
    __syncthreads();
    if (k + CONV_DEPTH < depth) conv_fetch<S>(p, group, first_row, k + CONV_DEPTH, x, w, a, b);
#pragma unroll 4
    for (int d = 0; d < CONV_DEPTH; d++) {
      float left[8], right[4];
#pragma unroll
      for (int m = 0; m < 8; m++) left[m] = weights[(row + 8 * m) * LD + d];
#pragma unroll
      for (int n = 0; n < 4; n++) right[n] = pixels[(column + 16 * n) * LD + d];
#pragma unroll
      for (int m = 0; m < 8; m++)
#pragma unroll
        for (int n = 0; n < 4; n++) sums[m][n] = __fmaf_rn(left[m], right[n], sums[m][n]);
    }
  }
#pragma unroll
  for (int m = 0; m < 8; m++)
#pragma unroll
    for (int n = 0; n < 4; n++)
      conv_put<S>(group, first_row + row + 8 * m, first_column + column + 16 * n, sums[m][n], out);
}

/* A patch of S::patch_rows rows of S::patch_columns columns by a warp, whose lanes take turns at the terms:
 * where tiles of 64 would leave most of a chip without work.  Operands come from the first cache, each
 * number for several products; those of the next turn are on their way while this one's are multiplied. */
template <class S, class X, class W>
FORCEINLINE void conv_patch_fetch(typename S::index group, typename S::index first_row, typename S::index first_column,
                                  typename S::index k, X x, W w, float (&a)[S::patch_rows], float (&b)[S::patch_columns]) {
  typedef typename S::index I;
  constexpr I rows = S::out_channels / S::groups, depth = S::in_channels / S::groups * S::kz * S::ky * S::kx;
#pragma unroll
  for (int r = 0; r < S::patch_rows; r++)
    a[r] = first_row + r < rows && k < depth ? w((group * rows + first_row + r) * depth + k) : 0.0f;
  /* where the term lies in a window is the same for all columns */
  constexpr I channels = S::in_channels / S::groups, taps = S::kz * S::ky * S::kx;
  const I dz = k / (S::ky * S::kx) % S::kz * S::dz, dy = k / S::kx % S::ky * S::dy, dx = k % S::kx * S::dx;
  const I in_window = ((k / taps * S::iz + dz) * S::iy + dy) * S::ix + dx;
#pragma unroll
  for (int c = 0; c < S::patch_columns; c++) {
    const conv_pixel<S> p(first_column + c);
    const I corner = (((p.image * S::in_channels + group * channels) * S::iz + p.z) * S::iy + p.y) * S::ix + p.x;
    const I z = p.z + dz, y = p.y + dy, column = p.x + dx;
    const bool inside = p.valid && k < depth && z >= 0 && z < S::iz && y >= 0 && y < S::iy && column >= 0 && column < S::ix;
    b[c] = inside ? x(corner + in_window) : 0.0f;
  }
}

template <class S, class X, class W, class OUT> FORCEINLINE void conv_patch(typename S::index patch, int lane, X x, W w, OUT out) {
  typedef typename S::index I;
  constexpr int R = S::patch_rows, C = S::patch_columns, N = R * C;
  static_assert(N == 16 || N == 32, "lanes that end with a sum of their own");
  constexpr I rows = S::out_channels / S::groups, depth = S::in_channels / S::groups * S::kz * S::ky * S::kx;
  constexpr I row_patches = (rows + R - 1) / R;
  const I group = patch / row_patches % S::groups, first_row = patch % row_patches * R;
  const I first_column = patch / (row_patches * S::groups) * C;
  float sums[N], next_a[R], next_b[C];
#pragma unroll
  for (int i = 0; i < N; i++) sums[i] = 0.0f;
  conv_patch_fetch<S>(group, first_row, first_column, lane, x, w, next_a, next_b);
#pragma unroll 1
  for (I k = 0; k < depth; k += 32) {
    float a[R], b[C];
#pragma unroll
    for (int r = 0; r < R; r++) a[r] = next_a[r];
#pragma unroll
    for (int c = 0; c < C; c++) b[c] = next_b[c];
    if (k + 32 < depth) conv_patch_fetch<S>(group, first_row, first_column, k + 32 + lane, x, w, next_a, next_b);
#pragma unroll
    for (int i = 0; i < N; i++) sums[i] = __fmaf_rn(a[i / C], b[i % C], sums[i]);
  }
  /* in each turn two lanes share what both have: at the end lanes i and i + N have sum i */
#pragma unroll
  for (int turn = 0; turn < 5; turn++) {
    const int d = N / 2 >> turn;
    const bool upper = lane & d;
#pragma unroll
    for (int i = 0; i < N / 2; i++) {
      if (i >= d) continue;
      const float other = __shfl_xor_sync(0xFFFFFFFFu, upper ? sums[i] : sums[i + d], d);
      sums[i] = (upper ? sums[i + d] : sums[i]) + other;
    }
  }
  if constexpr (N == 16) sums[0] += __shfl_xor_sync(0xFFFFFFFFu, sums[0], 16);
  if (lane < N) conv_put<S>(group, first_row + lane / C, first_column + lane % C, sums[0], out);
}
