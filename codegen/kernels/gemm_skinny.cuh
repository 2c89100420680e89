/* gemm_skinny.cuh - products with at most 32 rows: D[m][n] = epilogue(sum over k of A[m][k] * B[n][k]).
 *
 * Such a product takes as long as its weights take to come, so they come in the order in
 * which the tensor core wants them: 16 bytes of a thread are its part of 16 weight rows x 32
 * bytes of k, the 512 bytes of a warp are neighbours in memory, and every warp has DEPTH
 * pieces under way.  Nothing of B passes through shared memory.  Which k stands where in a
 * fragment is free as long as both operands agree: thread 4 g + q holds, of every 64 bytes of
 * k, bytes 16 q to 16 q + 15, so that A, rows of memory as they are, needs no order of its own.
 *
 * The warps of a block take the pieces of k in turns; their sums meet in shared memory, warp
 * after warp, so results are the same from run to run.  FP8 operands become F16, exactly (mma.sync
 * has no FP8 on Hopper: ptxas makes the same of it), and sums are F32 in full. */

#ifndef FP8C_SIMT
/* 16 bytes that are read once, by one thread.  Not .nc: ptxas moves such loads behind the wait
 * for the kernel before, and in front of it they come for free. */
FORCEINLINE uint4 load_once(const uint4 *p) {
  uint4 v;
  asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
  return v;
}
/* Of what the kernel before may have written: no read of it moves in front of the wait. */
template <class T> FORCEINLINE T *behind_wait(T *p) {
  asm volatile("" : "+l"(p) : : "memory");
  return p;
}
#endif

/* The tokens lie in memory, or FRONT makes them, of which every block makes all: it has ROWS of the type `token`, PITCH
 * bytes apart, in BYTES of shared memory, the last 36 floats of which are for its sums; and make(held, sums, row, lane,
 * mine), by which all threads of a block make one row; what goes to memory besides is stored by one block. */
template <class TOKENS> struct skinny_front {
  static constexpr bool GIVEN = true;
  static constexpr int BYTES = TOKENS::BYTES, PITCH = TOKENS::PITCH, ROWS = TOKENS::ROWS;
};
template <> struct skinny_front<const u8 *> {
  static constexpr bool GIVEN = false;
  static constexpr int BYTES = 0, PITCH = 0;
};

/* SHAPE: static constants M (rows, at most 32), N (columns of the result), K_BYTES (of a row of
 * A), TILES (of 16 weight rows, a block's), WARPS, DEPTH, SHARED (bytes the launch gives), APART, COLUMNS, BIAS, FACTORS, DEVIATES, GATED, HURRIES (the next kernel may
 * start before this one waits); types A, B.
 * EPILOGUE: factor() of every sum, or when COLUMNS `columns`, a scale and (when BIAS) a bias for
 * each column of the product; when FACTORS row_factor(row), of a row's sums before the bias
 * (DEVIATES, where A is FP8: row_factor(sum, squares) of what the row holds);
 * finish(row, column, x, other): what follows on 2 consecutive
 * columns.  GATED: the second half of a block's tiles are the partners of the first; their
 * sums are `other`.  APART: the second half of a tile's rows are those, so many columns on, and
 * have results too; ask_early(thread): for what finish() will read. */
template <class S> struct skinny_layout {
  static constexpr int EIGHTS = (S::M + 7) / 8; /* of rows */
  static constexpr int PIECES = (S::K_BYTES + 63) / 64;
  static constexpr int PITCH = 20; /* floats from row to row: no two threads of a store share a bank */
  static constexpr int TILE_FLOATS = 8 * EIGHTS * PITCH;
  /* Each warp's sums, and of a row's numbers and their squares. */
  static constexpr int SHARED_BYTES = S::WARPS * (S::TILES * TILE_FLOATS * 4 + (S::DEVIATES ? 16 * 8 : 0));
  static constexpr int OUT_TILES = S::GATED ? S::TILES / 2 : S::TILES;
  static constexpr bool EVEN = PIECES % (S::WARPS * S::DEPTH) == 0;
  static constexpr int A_ROW = S::APART > 0 ? 4 : 8; /* threads of a tile's row, when sums are finished */
  static constexpr bool ONE_ROW = S::WARPS * 32 / A_ROW % S::M == 0; /* a thread's results are of one */
};

/* Sums of a row's numbers, in pairs of F16. */
template <int WORDS> FORCEINLINE void add_row(float &sum, float &squares, const u32 (&x)[2][WORDS][2]) {
#pragma unroll
  for (int i = 0; i < 4 * WORDS; i++) {
    float a, b;
    f16x2_real(x[i / (2 * WORDS)][i / 2 % WORDS][i % 2], a, b);
    sum = sum + (a + b);
    squares = fmaf(a, a, fmaf(b, b, squares));
  }
}

/* Every warp's sums of a tile, in their order, times the scale and the row's factor. */
template <class S, class EPILOGUE>
FORCEINLINE void skinny_sums(float (&x)[2], const float *sums, int tile, int row, int pair, int column, float factor,
                             const EPILOGUE &epilogue) {
  using L = skinny_layout<S>;
  const float *at = sums + tile * L::TILE_FLOATS + row * L::PITCH + 2 * pair;
  x[0] = at[0], x[1] = at[1];
#pragma unroll
  for (int w = 1; w < S::WARPS; w++) {
    at += S::TILES * L::TILE_FLOATS;
    x[0] = x[0] + at[0], x[1] = x[1] + at[1];
  }
#pragma unroll
  for (int i = 0; i < 2; i++) {
    if constexpr (S::COLUMNS) {
      const float2 f = epilogue.columns[column + i];
      x[i] = x[i] * f.x;
      if constexpr (S::FACTORS) x[i] = x[i] * factor;
      if constexpr (S::BIAS) x[i] = x[i] + f.y;
    } else {
      x[i] = x[i] * epilogue.factor();
      if constexpr (S::FACTORS) x[i] = x[i] * factor;
    }
  }
}

/* A piece of weights: 16 rows x 32 bytes of k, twice, of each of the block's tiles. */
template <class S> FORCEINLINE void skinny_weights(uint4 (&b)[S::TILES][2], const uint4 *from) {
#pragma unroll
  for (int t = 0; t < S::TILES; t++)
#pragma unroll
    for (int s = 0; s < 2; s++) b[t][s] = load_once(from + (2 * t + s) * 32);
}

/* The tokens' part of a piece that begins at byte k: of 8 rows, 32 bytes of k, a fragment: its two words.  DEVIATES
 * adds them up. */
template <class S, bool HELD, int EIGHTS, int WORDS>
FORCEINLINE void skinny_tokens(u32 (&x)[EIGHTS][2][WORDS][2], const u8 *const (&rows)[EIGHTS], int k, int quad,
                               float (&sum)[EIGHTS], float (&squares)[EIGHTS]) {
#pragma unroll
  for (int e = 0; e < EIGHTS; e++) {
    uint4 v = make_uint4(0, 0, 0, 0);
    if (S::K_BYTES % 64 == 0 || k + 16 * quad < S::K_BYTES) v = HELD ? *(const uint4 *)(rows[e] + k) : load_after(rows[e] + k);
    operand_words<typename S::A>::of(v.x, &x[e][0][0][0], 2);
    operand_words<typename S::A>::of(v.y, &x[e][0][0][1], 2);
    operand_words<typename S::A>::of(v.z, &x[e][1][0][0], 2);
    operand_words<typename S::A>::of(v.w, &x[e][1][0][1], 2);
    if constexpr (S::DEVIATES) add_row(sum[e], squares[e], x[e]);
  }
}

/* c += the products of both. */
template <class S, int EIGHTS, int WORDS>
FORCEINLINE void skinny_multiply(float (&c)[S::TILES][EIGHTS][4], const uint4 (&b)[S::TILES][2],
                                 const u32 (&x)[EIGHTS][2][WORDS][2]) {
#pragma unroll
  for (int t = 0; t < S::TILES; t++)
#pragma unroll
    for (int s = 0; s < 2; s++) {
      const uint4 v = b[t][s];
      u32 y[WORDS][4];
      operand_words<typename S::B>::of(v.x, &y[0][0], 4);
      operand_words<typename S::B>::of(v.y, &y[0][1], 4);
      operand_words<typename S::B>::of(v.z, &y[0][2], 4);
      operand_words<typename S::B>::of(v.w, &y[0][3], 4);
#pragma unroll
      for (int w = 0; w < WORDS; w++)
#pragma unroll
        for (int e = 0; e < EIGHTS; e++) multiply_words<typename S::B>(c[t][e], y[w], x[e][s][w][0], x[e][s][w][1]);
    }
}

/* A warp's sums into shared memory: c holds weight rows group and group + 8, tokens 2 quad and the next. */
template <class S, int EIGHTS>
FORCEINLINE void skinny_keep(float *sums, const float (&c)[S::TILES][EIGHTS][4], int warp, int group, int quad) {
  using L = skinny_layout<S>;
#pragma unroll
  for (int t = 0; t < S::TILES; t++)
#pragma unroll
    for (int e = 0; e < EIGHTS; e++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        sums[(warp * S::TILES + t) * L::TILE_FLOATS + (8 * e + 2 * quad + (i & 1)) * L::PITCH + group + 8 * (i >> 1)] = c[t][e][i];
}

/* DEVIATES: a warp's sums of the rows' numbers, of which each thread of a group has a part. */
template <int EIGHTS>
FORCEINLINE void skinny_keep_rows(float2 *rows_sums, float (&sum)[EIGHTS], float (&squares)[EIGHTS], int warp, int group,
                                  int quad) {
#pragma unroll
  for (int e = 0; e < EIGHTS; e++) {
#pragma unroll
    for (int i = 1; i < 4; i *= 2) {
      sum[e] = sum[e] + __shfl_xor_sync(0xFFFFFFFFu, sum[e], i);
      squares[e] = squares[e] + __shfl_xor_sync(0xFFFFFFFFu, squares[e], i);
    }
    if (quad == 0) rows_sums[warp * 16 + 8 * e + group] = make_float2(sum[e], squares[e]);
  }
}

template <class S, class EPILOGUE>
FORCEINLINE float skinny_factor(int row, const float2 *rows_sums, const EPILOGUE &epilogue) {
  if constexpr (S::DEVIATES) {
    float2 all = rows_sums[row];
#pragma unroll
    for (int w = 1; w < S::WARPS; w++) all.x = all.x + rows_sums[w * 16 + row].x, all.y = all.y + rows_sums[w * 16 + row].y;
    return epilogue.row_factor(all.x, all.y);
  } else if constexpr (S::FACTORS) {
    return epilogue.row_factor(row);
  } else {
    return 1.0f;
  }
}

/* What follows on all sums of the block; `factor`: of the thread's one row, read before. */
template <class S, class EPILOGUE>
FORCEINLINE void skinny_finish(const float *sums, const float2 *rows_sums, float factor, const EPILOGUE &epilogue) {
  using L = skinny_layout<S>;
  if constexpr (S::DEVIATES && L::ONE_ROW) factor = skinny_factor<S>(threadIdx.x / L::A_ROW % S::M, rows_sums, epilogue);
  if constexpr (S::APART > 0) {
    for (int i = threadIdx.x; i < S::TILES * S::M * 4; i += S::WARPS * 32) {
      const int pair = i & 3, row = i / 4 % S::M, tile = i / (4 * S::M);
      const int first = (blockIdx.x * S::TILES + tile) * 8 + 2 * pair, column = first / S::APART * (2 * S::APART) + first % S::APART;
      if (column >= S::N) continue;
      float x[2], other[2];
      if constexpr (S::FACTORS && !L::ONE_ROW) factor = skinny_factor<S>(row, rows_sums, epilogue);
      skinny_sums<S>(x, sums, tile, row, pair, column, factor, epilogue);
      skinny_sums<S>(other, sums, tile, row, pair + 4, column + S::APART, factor, epilogue);
      epilogue.finish(row, column, x, other);
      epilogue.finish(row, column + S::APART, other, x);
    }
    return;
  }
  for (int i = threadIdx.x; i < L::OUT_TILES * S::M * 8; i += S::WARPS * 32) {
    const int pair = i & 7, row = i / 8 % S::M, tile = i / (8 * S::M);
    const int column = (blockIdx.x * L::OUT_TILES + tile) * 16 + 2 * pair;
    if (column >= S::N) continue;
    float x[2], other[2] = {0.0f, 0.0f};
    if constexpr (S::FACTORS && !L::ONE_ROW) factor = skinny_factor<S>(row, rows_sums, epilogue);
    skinny_sums<S>(x, sums, tile, row, pair, column, factor, epilogue);
    if constexpr (S::GATED) skinny_sums<S>(other, sums, tile + L::OUT_TILES, row, pair, column + S::N, factor, epilogue);
    epilogue.finish(row, column, x, other);
  }
}

template <class S, class TOKENS, class EPILOGUE>
FORCEINLINE void gemm_skinny(const uint4 *weights, TOKENS tokens, const EPILOGUE &epilogue) {
  using L = skinny_layout<S>;
  using FRONT = skinny_front<TOKENS>;
  static_assert(L::SHARED_BYTES + FRONT::BYTES == S::SHARED, "the launch counts as the kernel does");
  constexpr int WORDS = operand_words<typename S::A>::COUNT, EIGHTS = L::EIGHTS, STEP = S::WARPS * S::TILES * 64;
  extern __shared__ uint4 shared_memory[];
  float *const sums = (float *)shared_memory + FRONT::BYTES / 4;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;

  const uint4 *from = weights + ((i64)blockIdx.x * L::PIECES + warp) * (S::TILES * 64) + lane;
  const int mine = (L::PIECES - warp + S::WARPS - 1) / S::WARPS;
  uint4 b[S::DEPTH][S::TILES][2];
#pragma unroll
  for (int d = 0; d < S::DEPTH; d++)
    if (L::EVEN || d < mine) skinny_weights<S>(b[d], from + d * STEP);
  from += S::DEPTH * STEP;
  if (S::HURRIES) dependents_launch();
  dependency_wait();
  if (!S::HURRIES) dependents_launch();
  if constexpr (S::APART > 0) epilogue.ask_early(threadIdx.x);
  /* Asked for before the main loop, needed after it. */
  float factor = 0.0f;
  if constexpr (S::FACTORS && !S::DEVIATES) factor = epilogue.row_factor(threadIdx.x / L::A_ROW % S::M);

  float c[S::TILES][EIGHTS][4];
#pragma unroll
  for (int t = 0; t < S::TILES; t++)
#pragma unroll
    for (int e = 0; e < EIGHTS; e++) c[t][e][0] = c[t][e][1] = c[t][e][2] = c[t][e][3] = 0.0f;
  float sum[EIGHTS], squares[EIGHTS]; /* DEVIATES: of this thread's part of each row */
#pragma unroll
  for (int e = 0; e < EIGHTS; e++) sum[e] = squares[e] = 0.0f;
  /* Rows beyond the last are the last one's copies: columns of fragments that nobody reads. */
  const u8 *rows[EIGHTS];
#pragma unroll
  for (int e = 0; e < EIGHTS; e++) {
    const int row = min(8 * e + group, S::M - 1);
    if constexpr (FRONT::GIVEN)
      rows[e] = (const u8 *)shared_memory + row * FRONT::PITCH + 16 * quad;
    else
      rows[e] = tokens + (i64)row * S::K_BYTES + 16 * quad;
  }
  if constexpr (FRONT::GIVEN) {
#pragma unroll 1
    for (int row = 0; row < FRONT::ROWS; row++)
      tokens.make((typename TOKENS::token *)((u8 *)shared_memory + row * FRONT::PITCH), sums - 36, row, threadIdx.x, blockIdx.x == 0);
    __syncthreads();
  }

  for (int i = 0; i < mine; i += S::DEPTH) {
#pragma unroll
    for (int d = 0; d < S::DEPTH; d++) {
      if (!L::EVEN && i + d >= mine) break;
      u32 x[EIGHTS][2][WORDS][2];
      skinny_tokens<S, FRONT::GIVEN>(x, rows, ((i + d) * S::WARPS + warp) * 64, quad, sum, squares);
      skinny_multiply<S>(c, b[d], x);
      if (i + d + S::DEPTH < mine) skinny_weights<S>(b[d], from + d * STEP);
    }
    from += S::DEPTH * STEP;
  }

  skinny_keep<S>(sums, c, warp, group, quad);
  float2 *const rows_sums = (float2 *)(sums + S::WARPS * S::TILES * L::TILE_FLOATS);
  if constexpr (S::DEVIATES) skinny_keep_rows(rows_sums, sum, squares, warp, group, quad);
  __syncthreads();
  skinny_finish<S>(sums, rows_sums, factor, epilogue);
}
