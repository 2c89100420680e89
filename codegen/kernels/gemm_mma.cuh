/* gemm_mma.cuh - D[m][n] = epilogue(sum over k of A[m][k] * B[n][k]) by mma.sync, for chips without
 * wgmma and for what gemm_sm90.cuh does not take.
 *
 * A ring of stages in shared memory holds panels of A and B, 128 bytes of k wide; cp.async fills
 * one while the tensor cores read another.  Chunk c of a panel's row r, 16 bytes, lies at c ^ (r % 8),
 * so that neither the copies nor ldmatrix meet a bank twice.  A fragment of 32 bytes of k is the
 * same bytes for 8-bit numbers (m16n8k32) as for 16-bit ones (m16n8k16).
 *
 * The FP8 tensor core is taken to keep 13 fraction bits of a sum, as Hopper's does: PROMOTE > 0
 * adds it into F32 registers after so many steps of 32.
 *
 * The sums of a tile meet in shared memory, where a thread takes V neighbours of a row, does what
 * follows in the region on them, and stores them at once.
 *
 * GATED: a product's columns are the halves of two things, such as a gate and what it lets
 * through.  Half of a tile's columns are of the one, half their partners of the other.
 *
 * Rows, columns and k beyond the last read as zero and are not stored. */

/* SHAPE: static constants M, N (of the result), K_BYTES (of a row of either operand), PART (how many
 * bytes a row is a multiple of, at most 16), TILE_M, TILE_N (of the product), WARPS_M, WARPS_N,
 * STAGES, SHARED (bytes the launch gives), GROUP (tiles of a raster group), V (columns a thread stores at a time, of which N is a
 * multiple), PROMOTE, BLOCKS (operands have scales along k, one for a panel of a row and of 128 columns: its sums are multiplied by both
 * on their way into F32 registers), COLUMNS, BIAS, FACTORS, GATED, LOADS (the epilogue reads memory).
 * MMA: multiply_e4m3_e4m3 and its kin of warp.cuh.
 * EPILOGUE: factor() of every sum, or when COLUMNS `columns`, a scale and (when BIAS) a bias for
 * each column of the product; finish(row, column, x, other): what follows on V columns. */
typedef void warp_product(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1);
template <class S> struct mma_layout {
  static constexpr int PITCH = 128; /* bytes of a panel's row */
  static constexpr int THREADS = 32 * S::WARPS_M * S::WARPS_N;
  static constexpr int A_BYTES = S::TILE_M * PITCH, STAGE_BYTES = A_BYTES + S::TILE_N * PITCH;
  static constexpr int PANELS = (S::K_BYTES + PITCH - 1) / PITCH;
  static constexpr int OUT_N = S::GATED ? S::TILE_N / 2 : S::TILE_N; /* columns of a tile's results */
  static constexpr int TILES_N = (S::N + OUT_N - 1) / OUT_N;
  static FORCEINLINE int tiles_m() { return (S::M + S::TILE_M - 1) / S::TILE_M; } /* M may come by value */
  static constexpr int MS = S::TILE_M / S::WARPS_M / 16, NS = S::TILE_N / S::WARPS_N / 8; /* a warp's */
  static constexpr int SUM_PITCH = S::TILE_N + 8; /* floats: eight rows' pairs in different banks */
  static constexpr int CHUNKS = OUT_N / S::V, ROWS = THREADS / CHUNKS; /* of results, at a time */
  static constexpr int AT_ONCE = S::LOADS ? 4 : 1; /* what one row's results wait for is asked for with others' */
  static constexpr int SHARED_BYTES = S::STAGES * STAGE_BYTES + S::TILE_N * 8; /* panels, and the columns' scales */
  static_assert(SHARED_BYTES == S::SHARED, "the launch counts as the kernel does");
  static_assert(S::TILE_M * SUM_PITCH * 4 <= S::STAGES * STAGE_BYTES, "sums fit where the panels were");
  static_assert(S::TILE_M * 8 % THREADS == 0 && S::TILE_N * 8 % THREADS == 0, "as many copies for all");
  static_assert(NS % 2 == 0 && THREADS % CHUNKS == 0, "pairs of fragments, whole rows of threads");
};

/* Tiles go GROUP rows of tiles at a time, so that a wave's panels stay in L2. */
template <class S> FORCEINLINE void mma_origin(int tile, int &row, int &column) {
  using L = mma_layout<S>;
  const int in_group = S::GROUP * L::TILES_N, group = tile / in_group, first = group * S::GROUP;
  const int rows = min(L::tiles_m() - first, S::GROUP), left = tile - group * in_group;
  row = (first + left % rows) * S::TILE_M;
  column = left / rows * L::OUT_N;
}

/* Panel `panel` of ROWS rows of a matrix; row_of(r) is the r-th, negative where there is none. */
template <class S, int ROWS, class ROW> FORCEINLINE void copy_panel(u8 *to, const u8 *from, int panel, ROW row_of) {
  using L = mma_layout<S>;
#pragma unroll
  for (int j = 0; j < ROWS * 8 / L::THREADS; j++) {
    const int i = j * L::THREADS + threadIdx.x, r = i >> 3, chunk = i & 7, row = row_of(r);
    const int k = panel * L::PITCH + chunk * 16;
    u8 *const at = to + r * L::PITCH + ((chunk ^ (r & 7)) << 4);
#pragma unroll
    for (int p = 0; p < 16; p += S::PART) {
      const bool valid = row >= 0 && k + p < S::K_BYTES;
      const u8 *const part = from + (valid ? (i64)row * S::K_BYTES + k + p : 0);
      if constexpr (S::PART >= 4)
        copy_part<S::PART>(at + p, part, valid);
      else if constexpr (S::PART == 2)
        *(u16 *)(at + p) = valid ? *(const u16 *)part : (u16)0;
      else
        at[p] = valid ? *part : (u8)0;
    }
  }
}

/* A stage's panels, by a warp whose rows and columns begin there: STEPS of 32 bytes of k from FIRST on. */
template <class S, warp_product *MMA, int FIRST = 0, int STEPS = mma_layout<S>::PITCH / 32>
FORCEINLINE void multiply_panels(float (&sums)[mma_layout<S>::MS][mma_layout<S>::NS][4], const u8 *a, const u8 *b) {
  using L = mma_layout<S>;
  const int lane = threadIdx.x & 31, turn = lane & 7;
  a += (lane & 15) * L::PITCH;
  b += (turn + (lane >> 4) * 8) * L::PITCH;
#pragma unroll
  for (int k = 2 * FIRST; k < 2 * (FIRST + STEPS); k += 2) { /* chunks */
    u32 fa[L::MS][4], fb[L::NS / 2][4];
#pragma unroll
    for (int m = 0; m < L::MS; m++) load_matrices(fa[m], (const u16 *)(a + m * 16 * L::PITCH + (((k + (lane >> 4)) ^ turn) << 4)));
#pragma unroll
    for (int n = 0; n < L::NS / 2; n++)
      load_matrices(fb[n], (const u16 *)(b + n * 16 * L::PITCH + (((k + (lane >> 3 & 1)) ^ turn) << 4)));
#pragma unroll
    for (int m = 0; m < L::MS; m++)
#pragma unroll
      for (int n = 0; n < L::NS; n++) MMA(sums[m][n], fa[m], fb[n / 2][n % 2 * 2], fb[n / 2][n % 2 * 2 + 1]);
  }
}

template <class S> FORCEINLINE void clear(float (&sums)[mma_layout<S>::MS][mma_layout<S>::NS][4]) {
  using L = mma_layout<S>;
#pragma unroll
  for (int i = 0; i < L::MS * L::NS * 4; i++) sums[i / (4 * L::NS)][i / 4 % L::NS][i % 4] = 0.0f;
}

/* V sums from `at` on, times their scales and the row's factor. */
template <class S, class EPILOGUE>
FORCEINLINE void scaled_sums(float (&x)[S::V], const float *at, const float2 (&columns)[S::V], float factor, const EPILOGUE &epilogue) {
  load<S::V>(at, x);
#pragma unroll
  for (int i = 0; i < S::V; i++) {
    x[i] = x[i] * (S::COLUMNS ? columns[i].x : epilogue.factor());
    if constexpr (S::FACTORS) x[i] = x[i] * factor;
    if constexpr (S::BIAS) x[i] = x[i] + columns[i].y;
  }
}

/* A warp's sums, which begin at row and column of the block's tile, into the tile. */
template <class S>
FORCEINLINE void keep_sums(float *tile, const float (&sums)[mma_layout<S>::MS][mma_layout<S>::NS][4], int warp_row,
                           int warp_column, int lane) {
  using L = mma_layout<S>;
#pragma unroll
  for (int m = 0; m < L::MS; m++)
#pragma unroll
    for (int n = 0; n < L::NS; n++)
#pragma unroll
      for (int h = 0; h < 2; h++)
        *(float2 *)&tile[(warp_row + 16 * m + 8 * h + (lane >> 2)) * L::SUM_PITCH + warp_column + 8 * n + 2 * (lane & 3)] =
            make_float2(sums[m][n][2 * h], sums[m][n][2 * h + 1]);
}

/* What follows on the tile that begins at (row, column): a thread takes S::V columns of some rows. */
template <class S, class EPILOGUE>
FORCEINLINE void finish_tile(const float *tile, const float2 *columns, int row, int column, const EPILOGUE &epilogue) {
  using L = mma_layout<S>;
  const int c = threadIdx.x % L::CHUNKS * S::V;
  if (column + c >= S::N) return;
  float2 mine[S::V], others[S::V];
#pragma unroll
  for (int i = 0; i < S::V; i++) {
    if constexpr (S::COLUMNS) mine[i] = columns[c + i];
    if constexpr (S::COLUMNS && S::GATED) others[i] = columns[L::OUT_N + c + i];
  }
#pragma unroll L::AT_ONCE
  for (int r = threadIdx.x / L::CHUNKS; r < min(S::TILE_M, S::M - row); r += L::ROWS) {
    float x[S::V], other[S::V], factor = 0.0f;
    if constexpr (S::FACTORS) factor = epilogue.row_factor(row + r);
    scaled_sums<S>(x, tile + r * L::SUM_PITCH + c, mine, factor, epilogue);
    if constexpr (S::GATED) scaled_sums<S>(other, tile + r * L::SUM_PITCH + L::OUT_N + c, others, factor, epilogue);
    epilogue.finish(row + r, column + c, x, other);
  }
}

template <class S> FORCEINLINE void add_sums(float (&sums)[mma_layout<S>::MS][mma_layout<S>::NS][4], const float (&part)[mma_layout<S>::MS][mma_layout<S>::NS][4]) {
  using L = mma_layout<S>;
#pragma unroll
  for (int i = 0; i < L::MS * L::NS * 4; i++)
    sums[i / (4 * L::NS)][i / 4 % L::NS][i % 4] += part[i / (4 * L::NS)][i / 4 % L::NS][i % 4];
}

/* Panel p, whose sums go into `sums` every PROMOTE steps: several times, or after several panels. */
template <class S, warp_product *MMA, int FIRST = 0>
FORCEINLINE void multiply_promoted(float (&sums)[mma_layout<S>::MS][mma_layout<S>::NS][4], float (&part)[mma_layout<S>::MS][mma_layout<S>::NS][4],
                                   const u8 *a, const u8 *b, int p) {
  using L = mma_layout<S>;
  constexpr int STEPS = L::PITCH / 32, EACH = S::PROMOTE < STEPS ? S::PROMOTE : STEPS, BEHIND = S::PROMOTE / EACH;
  if (p % BEHIND == 0) clear<S>(part);
  multiply_panels<S, MMA, FIRST, EACH>(part, a, b);
  if (p % BEHIND == BEHIND - 1 || p + 1 == L::PANELS) add_sums<S>(sums, part);
  if constexpr (FIRST + EACH < STEPS) multiply_promoted<S, MMA, FIRST + EACH>(sums, part, a, b, p);
}

/* The scales along k of a thread's rows, and of the columns of a tile (GATED: of its halves). */
template <class S, class EPILOGUE> struct mma_scales {
  using L = mma_layout<S>;
  static constexpr int HALVES = S::GATED ? 2 : 1;
  const float *rows[L::MS][2], *columns[HALVES];
  int warp_column;
  FORCEINLINE void begin(const EPILOGUE &epilogue, int row, int column, int warp_first) {
    const int first = row + ((threadIdx.x & 31) >> 2);
    warp_column = warp_first;
#pragma unroll
    for (int m = 0; m < L::MS; m++)
#pragma unroll
      for (int h = 0; h < 2; h++) rows[m][h] = epilogue.row_blocks(min(first + 16 * m + 8 * h, S::M - 1));
#pragma unroll
    for (int i = 0; i < HALVES; i++) columns[i] = epilogue.column_blocks(column + i * S::N);
  }
  FORCEINLINE void add(float (&sums)[L::MS][L::NS][4], const float (&part)[L::MS][L::NS][4], int panel) const {
    float w[HALVES];
#pragma unroll
    for (int i = 0; i < HALVES; i++) w[i] = columns[i][panel];
#pragma unroll
    for (int m = 0; m < L::MS; m++)
#pragma unroll
      for (int h = 0; h < 2; h++) {
        const float x = rows[m][h][panel];
#pragma unroll
        for (int n = 0; n < L::NS; n++) {
          const float f = x * (HALVES == 2 && warp_column + 8 * n >= L::OUT_N ? w[HALVES - 1] : w[0]);
#pragma unroll
          for (int i = 0; i < 2; i++) sums[m][n][2 * h + i] = __fmaf_rn(part[m][n][2 * h + i], f, sums[m][n][2 * h + i]);
        }
      }
  }
};

template <class S, warp_product *MMA, class EPILOGUE>
FORCEINLINE void gemm_mma(const u8 *a, const u8 *b, const EPILOGUE &epilogue) {
  using L = mma_layout<S>;
  extern __shared__ uint4 shared_memory[];
  u8 *const ring = (u8 *)shared_memory;
  float2 *const columns = (float2 *)(ring + S::STAGES * L::STAGE_BYTES);
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const int warp_row = warp / S::WARPS_N * (S::TILE_M / S::WARPS_M), warp_column = warp % S::WARPS_N * (S::TILE_N / S::WARPS_N);
  int row, column;
  mma_origin<S>(blockIdx.x, row, column);
  const auto token = [&](int r) { return row + r < S::M ? row + r : -1; };
  const auto weight = [&](int r) {
    const int c = column + r % L::OUT_N;
    return c < S::N ? c + r / L::OUT_N * S::N : -1;
  };

  /* Constants depend on no kernel before. */
#pragma unroll
  for (int s = 0; s < S::STAGES - 1; s++)
    if (s < L::PANELS) copy_panel<S, S::TILE_N>(ring + s * L::STAGE_BYTES + L::A_BYTES, b, s, weight);
  if constexpr (S::COLUMNS)
    for (int i = threadIdx.x; i < S::TILE_N; i += L::THREADS) {
      const int w = weight(i);
      copy_part<8>(columns + i, epilogue.columns + max(w, 0), w >= 0);
    }
  dependency_wait();
  dependents_launch();
#pragma unroll
  for (int s = 0; s < S::STAGES - 1; s++) {
    if (s < L::PANELS) copy_panel<S, S::TILE_M>(ring + s * L::STAGE_BYTES, a, s, token);
    copy_commit();
  }

  float sums[L::MS][L::NS][4];
  clear<S>(sums);
  mma_scales<S, EPILOGUE> scales;
  float part[L::MS][L::NS][4]; /* of PROMOTE and BLOCKS */
  if constexpr (S::BLOCKS) scales.begin(epilogue, row + warp_row, column, warp_column);
  for (int p = 0, stage = 0; p < L::PANELS; p++) {
    copy_wait<S::STAGES - 2>();
    __syncthreads(); /* this panel is there, and all have used the one before */
    if (p + S::STAGES - 1 < L::PANELS) {
      u8 *const to = ring + (stage == 0 ? S::STAGES - 1 : stage - 1) * L::STAGE_BYTES;
      copy_panel<S, S::TILE_M>(to, a, p + S::STAGES - 1, token);
      copy_panel<S, S::TILE_N>(to + L::A_BYTES, b, p + S::STAGES - 1, weight);
    }
    copy_commit();
    const u8 *const panels = ring + stage * L::STAGE_BYTES;
    const u8 *const left = panels + warp_row * L::PITCH, *const right = panels + L::A_BYTES + warp_column * L::PITCH;
    if constexpr (S::BLOCKS) {
      clear<S>(part);
      multiply_panels<S, MMA>(part, left, right);
      scales.add(sums, part, p);
    } else if constexpr (S::PROMOTE > 0) {
      multiply_promoted<S, MMA>(sums, part, left, right, p);
    } else {
      multiply_panels<S, MMA>(sums, left, right);
    }
    if (++stage == S::STAGES) stage = 0;
  }

  copy_wait<0>();
  __syncthreads();
  keep_sums<S>((float *)ring, sums, warp_row, warp_column, lane);
  __syncthreads();
  finish_tile<S>((const float *)ring, columns, row, column, epilogue);
}
