/* channels.cuh - attention whose scores are of channels (ChannelAttention) in two launches.
 *
 * Scores are sums over all rows, of which results are read again: channel_sums has a block for a part of a head's rows
 * and stores q^T k, D x D of them, and the squares of both columns' lengths; channel_apply has a block for such a part
 * again, which adds up what the parts found, makes shares of it and multiplies its rows of v.
 *
 * channel_sums, channel_apply: BF16 or F16 by mma.sync, D even and at most 64.  Each warp of a block has 16 rows at a
 * time by itself.  Shares are F32 in the second product: two numbers of 16 bits each, of which the second has what
 * the first leaves.
 * channel_sums_any, channel_apply_any: any number type, a thread for each score and each result.  The slow, general form.
 *
 * S: rows, heads, size (D), and into how many parts of part_rows the rows of a head are cut. */

enum { CHANNEL_THREADS = 128, CHANNEL_WARPS = 4, CHANNEL_LANES = 8 }; /* lanes of a row of scores */

/* Which head's part a block has. */
template <class S> struct channel_place {
  typedef typename S::index I;
  I head, batch, part, begin, end;
  FORCEINLINE channel_place() {
    const I block = (I)blockIdx.x;
    part = block % S::parts;
    head = block / S::parts % S::heads;
    batch = block / S::parts / S::heads;
    begin = part * S::part_rows;
    end = begin + S::part_rows < S::rows ? begin + S::part_rows : S::rows;
  }
};

/* Two numbers of 16 bits as F32, and the two nearest to two F32. */
template <class T> FORCEINLINE void pair_real(u32 pair, float &low, float &high);
template <> FORCEINLINE void pair_real<bf16>(u32 pair, float &low, float &high) { bf16x2_real(pair, low, high); }
template <> FORCEINLINE void pair_real<f16>(u32 pair, float &low, float &high) { f16x2_real(pair, low, high); }
template <class T> FORCEINLINE u32 pair_of(float low, float high);
template <> FORCEINLINE u32 pair_of<bf16>(float low, float high) { return bf16x2_of(low, high); }
template <> FORCEINLINE u32 pair_of<f16>(float low, float high) { return f16x2_of(low, high); }

/* ---- Sums over rows ----------------------------------------------------------------------- */

/* A block of channel_sums finds D * D products, then D squares of q's columns and D of k's. */
template <class S> struct channel_found {
  static constexpr int D = S::size, COUNT = D * D + 2 * D;
};

template <class T> FORCEINLINE void add_squares(u32 pair, float &sum) {
  float low, high;
  pair_real<T>(pair, low, high);
  sum = mul_add(low, low, sum);
  sum = mul_add(high, high, sum);
}

/* The sum of four neighbouring lanes' numbers. */
FORCEINLINE float channel_quad(float x) {
  x += __shfl_xor_sync(0xFFFFFFFFu, x, 1);
  return x + __shfl_xor_sync(0xFFFFFFFFu, x, 2);
}

/* 16 rows of D numbers, `stride` apart, to rows of LD; zeros beyond `count` rows and beyond D. */
template <int D, int WIDTH, int LD, int COPY, class T, class I>
FORCEINLINE void channel_load(u16 *to, const T *from, I stride, int count) {
  constexpr int chunk = COPY / 2, chunks = WIDTH / chunk, all = 16 * chunks;
#pragma unroll
  for (int first = 0; first < all; first += 32) {
    const int i = first + threadIdx.x % 32, row = i / chunks, column = i % chunks * chunk;
    if (all % 32 != 0 && i >= all) break;
    const bool valid = row < count && column < D;
    copy_part<COPY>(to + row * LD + column, valid ? from + row * stride + column : from, valid);
  }
}

/* COPY bytes are what rows of q and k begin at multiples of; q and k begin at this batch's and head's first row. */
template <class S, int COPY, class T>
FORCEINLINE void channel_sums(const T *q, const T *k, typename S::index q_batch, typename S::index q_row,
                              typename S::index k_batch, typename S::index k_row, float *found) {
  typedef typename S::index I;
  constexpr int D = S::size, M = (D + 15) / 16, N = M * 2, WIDTH = 16 * M, LD = WIDTH + 8;
  constexpr int STAGE = 2 * 16 * LD, STAGES = D <= 48 ? 3 : 2; /* q's rows, k's rows */
  constexpr int STAGED = CHANNEL_WARPS * STAGES * STAGE * 2, S_LD = WIDTH + 8, SUMS = CHANNEL_WARPS * 16 * S_LD * 4;
  alignas(16) __shared__ u8 memory[STAGED > SUMS ? STAGED : SUMS]; /* rows, then sums */
  u16 *const staged = (u16 *)memory;
  float *const sums = (float *)memory;
  const channel_place<S> p;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  q += p.batch * q_batch + p.head * D;
  k += p.batch * k_batch + p.head * D;
  u16 *const own = staged + warp * STAGES * STAGE;
  const int steps = (int)((p.end - p.begin + 16 * CHANNEL_WARPS - 1) / (16 * CHANNEL_WARPS));
  const auto load = [&](int step) {
    const I row = p.begin + (step * CHANNEL_WARPS + warp) * 16;
    const int count = row < p.end ? (int)(p.end - row < 16 ? p.end - row : 16) : 0;
    u16 *const to = own + step % STAGES * STAGE;
    if (step < steps) {
      channel_load<D, WIDTH, LD, COPY>(to, q + row * q_row, q_row, count);
      channel_load<D, WIDTH, LD, COPY>(to + 16 * LD, k + row * k_row, k_row, count);
    }
    copy_commit();
  };
  float products[M][N][4], q_squares[M][2], k_squares[N];
#pragma unroll
  for (int i = 0; i < M; i++) {
    q_squares[i][0] = q_squares[i][1] = 0.0f;
#pragma unroll
    for (int j = 0; j < N; j++)
#pragma unroll
      for (int e = 0; e < 4; e++) products[i][j][e] = 0.0f;
  }
#pragma unroll
  for (int j = 0; j < N; j++) k_squares[j] = 0.0f;
#pragma unroll
  for (int step = 0; step < STAGES - 1; step++) load(step);
#pragma unroll 1
  for (int step = 0; step < steps; step++) {
    load(step + STAGES - 1);
    copy_wait<STAGES - 1>();
    __syncwarp();
    const u16 *const rows = own + step % STAGES * STAGE;
    u32 b[N][2];
#pragma unroll
    for (int j = 0; j < N; j += 2) {
      u32 r[4];
      load_matrices_transposed(r, rows + (16 + lane % 16) * LD + j * 8 + lane / 16 * 8);
      b[j][0] = r[0], b[j][1] = r[1], b[j + 1][0] = r[2], b[j + 1][1] = r[3];
    }
#pragma unroll
    for (int j = 0; j < N; j++) add_squares<T>(b[j][0], k_squares[j]), add_squares<T>(b[j][1], k_squares[j]);
#pragma unroll
    for (int i = 0; i < M; i++) {
      u32 a[4]; /* channels are the product's rows, and lie along the memory's */
      load_matrices_transposed(a, rows + (lane % 8 + lane / 16 * 8) * LD + i * 16 + lane / 8 % 2 * 8);
      add_squares<T>(a[0], q_squares[i][0]), add_squares<T>(a[2], q_squares[i][0]);
      add_squares<T>(a[1], q_squares[i][1]), add_squares<T>(a[3], q_squares[i][1]);
#pragma unroll
      for (int j = 0; j < N; j++) multiply_words<T>(products[i][j], a, b[j][0], b[j][1]);
    }
    __syncwarp(); /* its rows may be overwritten */
  }
  copy_wait<0>();
  dependents_launch();
  float *const to = found + ((p.batch * S::heads + p.head) * S::parts + p.part) * channel_found<S>::COUNT;
  const int row = lane / 4, column = lane % 4 * 2;
  /* 16 rows of all warps' sums at a time, then the squares; always in the warps' order */
#pragma unroll
  for (int i = 0; i < M; i++) {
    __syncthreads(); /* no warp needs its rows, or what was joined before */
#pragma unroll
    for (int j = 0; j < N; j++)
#pragma unroll
      for (int e = 0; e < 4; e += 2)
        *(float2 *)(sums + (warp * 16 + row + e * 4) * S_LD + j * 8 + column) = make_float2(products[i][j][e], products[i][j][e + 1]);
    __syncthreads();
    constexpr int pairs = D / 2;
    const int rows = D - i * 16 < 16 ? D - i * 16 : 16;
#pragma unroll 2
    for (int at = threadIdx.x; at < rows * pairs; at += CHANNEL_THREADS) {
      const int r = at / pairs, c = at % pairs * 2;
      float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll
      for (int w = 0; w < CHANNEL_WARPS; w++) {
        const float2 x = *(const float2 *)(sums + (w * 16 + r) * S_LD + c);
        sum.x += x.x, sum.y += x.y;
      }
      *(float2 *)(to + (i * 16 + r) * D + c) = sum;
    }
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < M; i++)
#pragma unroll
    for (int e = 0; e < 2; e++) {
      const float sum = channel_quad(q_squares[i][e]);
      if (lane % 4 == 0) sums[warp * 2 * WIDTH + i * 16 + e * 8 + row] = sum;
    }
#pragma unroll
  for (int j = 0; j < N; j++) {
    const float sum = channel_quad(k_squares[j]);
    if (lane % 4 == 0) sums[warp * 2 * WIDTH + WIDTH + j * 8 + row] = sum;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 2 * D; i += CHANNEL_THREADS) {
    float sum = 0.0f;
#pragma unroll
    for (int w = 0; w < CHANNEL_WARPS; w++) sum += sums[w * 2 * WIDTH + i / D * WIDTH + i % D];
    to[D * D + i] = sum;
  }
}

/* q(at) and k(at) read number `at` of [batch, rows, heads, D]. */
template <class S, class Q, class K> FORCEINLINE void channel_sums_any(Q q, K k, float *found) {
  typedef typename S::index I;
  constexpr int D = S::size, COUNT = channel_found<S>::COUNT;
  const channel_place<S> p;
  float *const to = found + ((p.batch * S::heads + p.head) * S::parts + p.part) * COUNT;
  const I first = (p.batch * S::rows * S::heads + p.head) * D, step = (I)S::heads * D;
  for (int i = threadIdx.x; i < COUNT; i += CHANNEL_THREADS) {
    const bool of_q = i < D * D + D, of_k = i < D * D || i >= D * D + D;
    const int left = i < D * D ? i / D : i - D * D, right = i < D * D ? i % D : i - D * D - D;
    float sum = 0.0f;
    for (I row = p.begin; row < p.end; row++) {
      const I at = first + row * step;
      const float x = of_q ? q(at + left) : k(at + right), y = of_k ? k(at + right) : x;
      sum = mul_add(x, y, sum);
    }
    to[i] = sum;
  }
}

/* ---- Shares ------------------------------------------------------------------------------ */

/* Adds up what channel_sums found of a head and calls store(row, column, share) for all D x D shares.  `factor` is that
 * of its scores; S::epsilon below 0 leaves the columns' lengths out.  `joined` is shared memory for one head's sums.
 * Ends with the shares in place for all. */
template <class S, class F> FORCEINLINE void channel_shares(const float *found, float factor, float *joined, F store) {
  constexpr int D = S::size, COUNT = channel_found<S>::COUNT, EACH = (D + CHANNEL_LANES - 1) / CHANNEL_LANES;
  if constexpr (COUNT % 4 == 0) { /* all of a part's numbers are asked for at once */
    constexpr int TURNS = (COUNT / 4 + CHANNEL_THREADS - 1) / CHANNEL_THREADS;
    float4 sums[TURNS];
#pragma unroll
    for (int t = 0; t < TURNS; t++) sums[t] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 2
    for (int part = 0; part < S::parts; part++)
#pragma unroll
      for (int t = 0; t < TURNS; t++) {
        const int at = (t * CHANNEL_THREADS + threadIdx.x) * 4;
        if (at >= COUNT) continue;
        const float4 x = *(const float4 *)(found + part * COUNT + at);
        sums[t].x += x.x, sums[t].y += x.y, sums[t].z += x.z, sums[t].w += x.w;
      }
#pragma unroll
    for (int t = 0; t < TURNS; t++) {
      const int at = (t * CHANNEL_THREADS + threadIdx.x) * 4;
      if (at < COUNT) *(float4 *)(joined + at) = sums[t];
    }
  } else {
    for (int i = threadIdx.x; i < COUNT; i += CHANNEL_THREADS) {
      float sum = 0.0f;
      for (int part = 0; part < S::parts; part++) sum += found[part * COUNT + i];
      joined[i] = sum;
    }
  }
  __syncthreads();
  for (int i = D * D + threadIdx.x; i < COUNT; i += CHANNEL_THREADS) {
    const float length = sqrtf(joined[i]);
    joined[i] = 1.0f / (length < S::epsilon ? S::epsilon : length);
  }
  __syncthreads();
  const int lane = threadIdx.x % CHANNEL_LANES;
  for (int first = 0; first < D; first += CHANNEL_THREADS / CHANNEL_LANES) {
    const int row = first + threadIdx.x / CHANNEL_LANES, r = row < D ? row : 0;
    float x[EACH], top = ends<float>::low(), sum = 0.0f;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
      const int c = e * CHANNEL_LANES + lane;
      x[e] = top;
      if (c >= D) continue;
      x[e] = joined[r * D + c] * (S::epsilon < 0 ? factor : joined[D * D + r] * joined[D * D + D + c] * factor);
      top = x[e] > top || x[e] != x[e] ? x[e] : top;
    }
#pragma unroll
    for (int d = CHANNEL_LANES / 2; d > 0; d /= 2) {
      const float other = __shfl_xor_sync(0xFFFFFFFFu, top, d);
      top = other > top || other != other ? other : top;
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
      x[e] = e * CHANNEL_LANES + lane < D ? fp8c_expf(x[e] - top) : 0.0f;
      sum += x[e];
    }
#pragma unroll
    for (int d = CHANNEL_LANES / 2; d > 0; d /= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, d);
#pragma unroll
    for (int e = 0; e < EACH; e++)
      if (row < D && e * CHANNEL_LANES + lane < D) store(row, e * CHANNEL_LANES + lane, x[e] / sum);
  }
  __syncthreads();
}

/* ---- Results ------------------------------------------------------------------------------ */

/* out_many(at, x) takes S::vector results from number `at` of [batch, rows, heads, D] on.  v is none of what the launch
 * before writes. */
template <class S, class T, class Y>
FORCEINLINE void channel_apply(const T *v, typename S::index v_batch, typename S::index v_row, const float *found,
                               const float *factors, float scale, Y out_many) {
  typedef typename S::index I;
  constexpr int D = S::size, K = (D + 15) / 16, N = K * 2, WIDTH = 16 * K, LD = WIDTH + 8, Y_LD = WIDTH + 4;
  constexpr int V = S::vector, vectors = D / V;
  alignas(16) __shared__ u16 shares[2][WIDTH * LD];
  constexpr int RESULTS = CHANNEL_WARPS * 16 * Y_LD, COUNT = channel_found<S>::COUNT;
  alignas(16) __shared__ float memory[RESULTS > COUNT ? RESULTS : COUNT]; /* sums, then results */
  const channel_place<S> p;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  v += p.batch * v_batch + p.head * D;
  /* Rows row and row + 8 of 16, columns c, c + 1 and c + 8, c + 9 of each 16. */
  u32 a[K][4];
  const auto load = [&](I first) {
#pragma unroll
    for (int n = 0; n < K; n++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        const I row = first + lane / 4 + e % 2 * 8;
        const int column = n * 16 + lane % 4 * 2 + e / 2 * 8;
        a[n][e] = row < p.end && column < D ? *(const u32 *)(v + row * v_row + column) : 0u;
      }
  };
  I first = p.begin + warp * 16;
  load(first);
  for (int i = threadIdx.x; i < WIDTH * LD; i += CHANNEL_THREADS)
    if (D < WIDTH) shares[0][i] = shares[1][i] = 0;
  dependency_wait();
  dependents_launch();
  const float factor = factors ? factors[p.head] * scale : scale;
  __syncthreads();
  channel_shares<S>(found + (p.batch * S::heads + p.head) * S::parts * COUNT, factor, memory,
                    [&](int row, int column, float share) {
                      float near, none;
                      const u32 high = pair_of<T>(share, 0.0f);
                      pair_real<T>(high, near, none);
                      shares[0][row * LD + column] = (u16)high;
                      shares[1][row * LD + column] = (u16)pair_of<T>(share - near, 0.0f);
                    });
  float *const mine = memory + warp * 16 * Y_LD;
#pragma unroll 1
  for (; first < p.end; first += 16 * CHANNEL_WARPS) {
    float y[N][4];
#pragma unroll
    for (int j = 0; j < N; j++)
#pragma unroll
      for (int e = 0; e < 4; e++) y[j][e] = 0.0f;
#pragma unroll
    for (int n = 0; n < K; n++)
#pragma unroll
      for (int j = 0; j < N; j += 2)
#pragma unroll
        for (int part = 1; part >= 0; part--) {
          u32 b[4];
          load_matrices(b, shares[part] + (j * 8 + lane % 8 + lane / 16 * 8) * LD + n * 16 + lane / 8 % 2 * 8);
          multiply_words<T>(y[j], a[n], b[0], b[1]);
          multiply_words<T>(y[j + 1], a[n], b[2], b[3]);
        }
#pragma unroll
    for (int j = 0; j < N; j++)
#pragma unroll
      for (int e = 0; e < 4; e++) mine[(lane / 4 + e / 2 * 8) * Y_LD + j * 8 + lane % 4 * 2 + e % 2] = y[j][e];
    const I done = first;
    load(first + 16 * CHANNEL_WARPS);
    __syncwarp();
#pragma unroll 1
    for (int i = lane; i < 16 * vectors; i += 32) {
      const I row = done + i / vectors;
      const int column = i % vectors * V;
      if (row >= p.end) break;
      float x[V];
#pragma unroll
      for (int e = 0; e < V; e++) x[e] = mine[i / vectors * Y_LD + column + e];
      out_many(((p.batch * S::rows + row) * S::heads + p.head) * D + column, x);
    }
    __syncwarp();
  }
}

/* v(at) reads number `at` of [batch, rows, heads, D]; out(at, x) takes one. */
template <class S, class V, class Y>
FORCEINLINE void channel_apply_any(V v, const float *found, const float *factors, float scale, Y out) {
  typedef typename S::index I;
  constexpr int D = S::size;
  __shared__ float shares[D * D];
  alignas(16) __shared__ float joined[channel_found<S>::COUNT];
  const channel_place<S> p;
  dependency_wait();
  const float factor = factors ? factors[p.head] * scale : scale;
  channel_shares<S>(found + (p.batch * S::heads + p.head) * S::parts * channel_found<S>::COUNT, factor, joined,
                    [&](int row, int column, float share) { shares[row * D + column] = share; });
  for (I i = threadIdx.x; i < (p.end - p.begin) * D; i += CHANNEL_THREADS) {
    const I at = ((p.batch * S::rows + p.begin + i / D) * S::heads + p.head) * D;
    float sum = 0.0f;
    for (int c = 0; c < D; c++) sum = mul_add(v(at + c), shares[(int)(i % D) * D + c], sum);
    out(at + i % D, sum);
  }
}
