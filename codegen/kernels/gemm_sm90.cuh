/* gemm_sm90.cuh - FP8 GEMM for Hopper: D[m][n] = epilogue(sum over k of A[m][k] * B[n][k]), and
 * convolution as such a product.
 *
 * One producer thread streams 128-byte-wide panels of A and B through a ring of
 * shared-memory stages with TMA; math warpgroups multiply them with wgmma and
 * hand each stage back.  With two math warpgroups (ping-pong) each owns a whole
 * tile and their main loops take turns, so that one's epilogue hides under the
 * other's main loop; blocks are persistent.  With one, a block does one tile:
 * small problems need many blocks more than they need overlap.
 *
 * JOINT: two math warpgroups have one tile together, half of its rows each, so that tiles may be twice
 * as large and each panel serves more sums: for what is as long as its panels take to come.  The
 * next tile's come during the epilogue.
 *
 * The accumulator keeps 13 fraction bits below its largest term and truncates
 * (measured on an H200), so its error grows with K; PROMOTE > 0 adds it into F32
 * registers after so many steps of 32.
 *
 * BLOCKS: operands have scales along k, one for a row's panel and one for a panel of 128 columns: each
 * panel's sums are multiplied by both on their way into F32 registers.
 *
 * GATED: a product's columns are the halves of two things, such as a gate and what it
 * lets through.  Panels of B bring eight columns of the one, then their eight partners of
 * the other, so that a thread holds pairs, and the result has half as many columns.
 *
 * RESIDENT: one tile has all columns, and the weights' panels stay in shared memory once they have
 * come: each tile brings rows alone.
 *
 * PARTS: they are several things, such as q, k and v, each with its own result; where positions
 * turn some of them (Rotary), a thread holds the partners too, for a tile is whole heads.
 *
 * WINDOWS: rows are the pixels of a convolution's result, K its taps, each with the channels of
 * an image whose channels lie innermost.  The copy engine brings a panel of one tap for all rows
 * of a tile at once, with zeros outside of the image; nothing is unrolled in memory.
 *
 * Out-of-range rows, columns and K read as zero and are not stored: TMA clips.
 *
 * An 8-bit output goes to its staging buffer two columns at a time: under the
 * swizzle those stores meet no bank twice.  (Permuting B's rows by a 5-D tensor
 * map, so that four columns meet in a thread, was as fast on an H200: 194 us
 * either way at 12288 x 4096 x 1024 with erf GELU, which is bound by the
 * arithmetic of the epilogue, one warp a scheduler.) */

/* ---- The kernel --------------------------------------------------------------- */

/* SHAPE: static constants M, N, K, TILE_M, TILE_N, STAGES, MATH (warpgroups), JOINT, RESIDENT, GROUP
 * (tiles of a raster group), SHARED (bytes the launch gives), PROMOTE, OUT_BYTES (1, 2 or 4: pack() leaves F32 results in x), COLUMNS, BIAS, FACTORS, RESIDUAL, GATED, BLOCKS;
 * PITCH, bytes of a panel's row (128, 64 or 32), PANEL, its elements, PANELS of K; TAIL: columns of a
 * tile's last unit, which leaves through maps of its own (0: it is as the others); NARROW: staging
 * units of 64 columns, and SECOND (where NARROW): a second result, in FP8, and without MAIN the
 * only one (units are then the residual's), and without either the epilogue stores (finish of fused.h,
 * 2 columns at a time, instead of pack); WINDOWS, and then
 * TAP_PANELS of a tap, TAPS_X of a row of taps, OUT_X and OUT_Y pixels, STEP_, BEFORE_ and SPREAD_
 * X and Y: strides, padding, dilations (VOLUMES: Z too, and TAPS_Y); BLOCK_FILTERS and BLOCK_CHANNELS: between blocks of so many
 * weights are zeros, and PANELS are as many as any tile's blocks have (0: no zeros), PACKED: of each tile B has no other channels; PARTS, how many, and APART, columns between two partners (0:
 * they are neighbours, or there are none).
 * MMA: static void of(float *d, u64 a, u64 b, int accumulate): m64 x TILE_N x 32 bytes of K.
 * EPILOGUE: factor() of every sum, or when COLUMNS `columns[N]`, a scale and (when BIAS) a
 * bias for each column; when FACTORS row_factor(row), of a row's sums before the bias; pack(row, column, x, held): what follows on 2 consecutive columns, `held`
 * being the residual's where there is one, and the rounding (SECOND: of both results, the second
 * in `second`); row < M, column < N.  SPLIT: of the columns from LEFT on, pack stores what its rounding
 * leaves itself, where `held` says that the column is not one that TMA clips.  GATED:
 * pack(row, column, x, other), column < N / 2, and `columns` in the order of the panels.  PARTS:
 * gemm_part. */
template <class S> struct gemm_layout {
  static constexpr int A_BYTES = S::TILE_M * S::PITCH, B_BYTES = S::TILE_N * S::PITCH;
  static constexpr int STAGE_BYTES = A_BYTES + (S::RESIDENT ? 0 : B_BYTES);
  static constexpr int RING_BYTES = (S::STAGES * STAGE_BYTES + 1023) / 1024 * 1024;
  static constexpr int RESIDENT_BYTES = S::RESIDENT ? (S::PANELS * B_BYTES + 1023) / 1024 * 1024 : 0;
  /* A staging unit: 64 rows x 128 bytes, of so many columns of sums; GATED: of 64 results.  Where
   * the only tile of a convolution's columns is no multiple of it, TMA leaves the rest of the last. */
  static constexpr int UNIT_COLUMNS = S::GATED ? 128 : S::NARROW ? 64 : 128 / S::OUT_BYTES;
  static constexpr int MATS = S::TILE_M / 64 / (S::JOINT ? 2 : 1); /* m64 products a math warpgroup holds */
  static constexpr int TILE_UNITS = (S::TILE_N + UNIT_COLUMNS - 1) / UNIT_COLUMNS, UNITS = MATS * TILE_UNITS;
  static constexpr int RESIDUAL_BYTES = MATS * (TILE_UNITS * 8192 - (S::TAIL ? 8192 - S::TAIL * 128 : 0));
  /* Of a math warpgroup: all of a tile's units where a residual waits in them, else two in turn. */
  static constexpr int STAGING_BYTES = (S::RESIDUAL ? UNITS : 2) * 8192;
  static constexpr int SECOND_BYTES = S::SECOND ? 2 * 4096 : 0;
  /* Of one math warpgroup; the next one's staging begins at a multiple of 1024. */
  static constexpr int COLUMN_BYTES = !S::COLUMNS ? 0 : S::MATH == 1 ? S::TILE_N * 8 : (S::TILE_N * 8 + 1023) / 1024 * 1024;
  static constexpr int GROUP_BYTES = STAGING_BYTES + SECOND_BYTES + COLUMN_BYTES;
  static constexpr int SHARED_BYTES =
      RING_BYTES + RESIDENT_BYTES + S::MATH * GROUP_BYTES + 16 * S::STAGES + 8 * S::MATH + (S::RESIDENT ? 8 : 0);
  static_assert(SHARED_BYTES == S::SHARED, "the launch counts as the kernel does");
  static_assert(S::TILE_N % UNIT_COLUMNS == S::TAIL || (S::NARROW && S::TILE_N % 16 == 0 && S::N <= S::TILE_N), "whole units, or one");
  static_assert(!S::RESIDENT || (S::N <= S::TILE_N && !S::GATED), "one tile of columns");
  static_assert(!S::GATED || (S::TILE_N % 128 == 0 && !S::RESIDUAL), "whole units of pairs");
  static_assert(!S::RESIDUAL || S::OUT_BYTES == 2, "a residual is as wide as the result");
  static constexpr bool PLAIN = !S::MAIN && !S::SECOND && !S::PARTS; /* no copy stores */
  static_assert(S::MAIN || S::PARTS || PLAIN || (S::SECOND && S::RESIDUAL), "something is stored");
  static_assert(!PLAIN || (!S::RESIDUAL && !S::GATED), "what the epilogue reads besides, it loads");
  static_assert(!S::PARTS || (!S::RESIDUAL && !S::NARROW && S::TILE_N % (S::APART ? 2 * S::APART : 16) == 0), "whole heads");
  static constexpr int STEPS = MATS * (S::TILE_N / 16); /* of 16 columns, a tile's */
  static constexpr int ASKED = STEPS < 4 ? STEPS : 4;   /* of PARTS: steps whose loads are under way */
  static_assert(!S::SECOND || (S::NARROW && S::OUT_BYTES == 2), "the second result is the narrower one");
  static constexpr int PANELS = S::PANELS;
  static constexpr int TILES_N = (S::N + S::TILE_N - 1) / S::TILE_N;
  static FORCEINLINE int tiles_m() { return (S::M + S::TILE_M - 1) / S::TILE_M; } /* M may come by value */
  static FORCEINLINE int tiles() { return tiles_m() * TILES_N; }
  /* Bytes of a row of the last unit's 16-bit numbers, and of its 8-bit ones: swizzled as wide. */
  static constexpr int TAIL_PITCH = S::TAIL ? 2 * S::TAIL : 128, NARROW_PITCH = S::TAIL && S::TAIL <= 64 ? S::TAIL : 64;
  static_assert(S::TAIL == 0 || S::TAIL == 16 || S::TAIL == 32, "rows of 16 bytes, or as wide as a swizzle");
  static_assert(!S::TAIL || (UNIT_COLUMNS == 64 && !S::GATED && !S::PARTS), "a tail of units of 64 columns");
  static constexpr int SUMS = S::TILE_N / 2;    /* accumulators of one, a thread */
  static constexpr bool TURNS = S::MATH == 2 && !S::JOINT; /* ping-pong */
  static constexpr int OWN_ROWS = S::JOINT ? MATS * 64 * S::PITCH : 0; /* bytes of a panel before a group's */
  static constexpr int OWN_COLUMNS = (S::TILE_N + 127) / 128; /* scales and biases that a thread fetches */
  static_assert(!S::JOINT || (S::MATH == 2 && S::TILE_M % 128 == 0), "halves of whole products");
};

/* What the copy engine brings and takes away, and the same in units of TAIL columns; null: there is no such thing. */
struct gemm_maps {
  const tensor_map *a, *b, *result, *second, *residual, *result_tail, *second_tail, *residual_tail;
};

/* Of PARTS: EPILOGUE for the columns from BEGIN (a multiple of 128) to END, where a tile begins at
 * `column`: ask(row, column, local, a) loads what pack(row, column, local, x, other, a) needs for 2
 * columns from `local` on, whose partners are `other`; leave(from, column, row) stores a unit. */
template <int PART, class EPILOGUE> struct gemm_part;

/* Tiles go GROUP rows of tiles at a time, so that a wave's panels stay in L2. */
template <class S> FORCEINLINE void tile_origin(int tile, int &row, int &column) {
  using L = gemm_layout<S>;
  const int in_group = S::GROUP * L::TILES_N, group = tile / in_group, first = group * S::GROUP;
  const int rows = min(L::tiles_m() - first, S::GROUP), left = tile - group * in_group;
  row = (first + left % rows) * S::TILE_M;
  column = left / rows * S::TILE_N;
}

/* The first channel that the tile from `column` on reads: where weights are zeros between blocks, of
 * the block that its first column is of, rounded down to 16 bytes. */
template <class S> FORCEINLINE int first_channel(int column) {
  constexpr int UNIT = 16 * S::PANEL / S::PITCH;
  if constexpr (S::BLOCK_FILTERS == 0) return 0;
  else return column / S::BLOCK_FILTERS * S::BLOCK_CHANNELS / UNIT * UNIT;
}

/* Panel `k` of B. */
template <class S> FORCEINLINE void copy_weights(u32 to, const tensor_map *b, int k, int column, u32 barrier) {
  const int channel = S::PACKED ? 0 : first_channel<S>(column);
  if constexpr (S::GATED)
    copy_in(to, b, k * S::PANEL, 0, 0, column / 16, barrier);
  else if constexpr (S::WINDOWS)
    copy_in(to, b, channel + k % S::TAP_PANELS * S::PANEL, k / S::TAP_PANELS, column, barrier);
  else
    copy_in(to, b, channel + k * S::PANEL, column, barrier);
}
/* Panel `k` of A, for the tile from `column` on. */
template <class S> FORCEINLINE void copy_rows(u32 to, const tensor_map *a, int k, int row, int column, u32 barrier) {
  const int channel = first_channel<S>(column);
  if constexpr (S::WINDOWS) {
    const int tap = k / S::TAP_PANELS, x = row % S::OUT_X, y = row / S::OUT_X % S::OUT_Y;
    if constexpr (S::VOLUMES) {
      const int frame = row / (S::OUT_X * S::OUT_Y), plane = tap / S::TAPS_X;
      copy_windows(to, a, channel + k % S::TAP_PANELS * S::PANEL, x * S::STEP_X - S::BEFORE_X, y * S::STEP_Y - S::BEFORE_Y,
                   frame % S::OUT_Z * S::STEP_Z - S::BEFORE_Z, frame / S::OUT_Z, tap % S::TAPS_X * S::SPREAD_X,
                   plane % S::TAPS_Y * S::SPREAD_Y, plane / S::TAPS_Y * S::SPREAD_Z, barrier);
      return;
    }
    copy_windows(to, a, channel + k % S::TAP_PANELS * S::PANEL, x * S::STEP_X - S::BEFORE_X, y * S::STEP_Y - S::BEFORE_Y,
                 row / (S::OUT_X * S::OUT_Y), tap % S::TAPS_X * S::SPREAD_X, tap / S::TAPS_X * S::SPREAD_Y, barrier);
  } else {
    copy_in(to, a, channel + k * S::PANEL, row, barrier);
  }
}

template <class S>
FORCEINLINE void produce(u32 stages, u32 full, u32 empty, u32 resident_barrier, const tensor_map *a, const tensor_map *b) {
  using L = gemm_layout<S>;
  int s = 0, early = 0;
  u32 phase = 0;
  const int first = blockIdx.x;
  int row, column;
  /* Weights do not depend on the kernel before: fetch the first panels ahead of the wait. */
  if (S::RESIDENT) {
    barrier_expect(resident_barrier, S::PANELS * L::B_BYTES);
    for (int k = 0; k < S::PANELS; k++)
      copy_weights<S>(stages + L::RING_BYTES + k * L::B_BYTES, b, k, 0, resident_barrier);
  } else if (first < L::tiles()) {
    tile_origin<S>(first, row, column);
    for (; early < S::STAGES && early < L::PANELS; early++) {
      barrier_expect(full + 8 * early, L::STAGE_BYTES);
      copy_weights<S>(stages + early * L::STAGE_BYTES + L::A_BYTES, b, early, column, full + 8 * early);
    }
  }
  dependency_wait();
  for (int tile = first; tile < L::tiles(); tile += gridDim.x) {
    tile_origin<S>(tile, row, column);
    for (int k = 0; k < L::PANELS; k++) {
      const u32 at = stages + s * L::STAGE_BYTES, barrier = full + 8 * s;
      if (tile != first || k >= early) {
        barrier_wait(empty + 8 * s, phase ^ 1);
        barrier_expect(barrier, L::STAGE_BYTES);
        if (!S::RESIDENT) copy_weights<S>(at + L::A_BYTES, b, k, column, barrier);
      }
      copy_rows<S>(at, a, k, row, column, barrier);
      if (++s == S::STAGES) s = 0, phase ^= 1;
    }
  }
  dependents_launch();
}

/* Scale and bias of the columns this thread has in two neighbouring blocks of 8. */
template <class S> FORCEINLINE void load_columns(float (&f)[2][4], u32 columns, int local) {
  if constexpr (S::COLUMNS) {
#pragma unroll
    for (int g = 0; g < 2; g++) load_shared4(f[g], columns + 8 * (local + 8 * g));
  }
}

/* Two neighbouring blocks of 8 columns of 16 rows: `c` are their accumulators, and
 * packed[2 * g + r] the two columns of block g, row r that this thread has; `second`: of the second
 * result, `held`: the residual's, in the same order. */
template <class S, class EPILOGUE>
FORCEINLINE void pack_blocks(u32 (&packed)[4], u32 (&second)[4], float *c, const int (&rows)[2], int column,
                             const float (&f)[2][4], const float (&factors)[2], const u32 (&held)[4], const EPILOGUE &epilogue) {
#pragma unroll
  for (int g = 0; g < 2; g++)
#pragma unroll
    for (int r = 0; r < 2; r++) {
      float x[2];
#pragma unroll
      for (int i = 0; i < 2; i++) {
        x[i] = c[4 * g + 2 * r + i] * (S::COLUMNS ? f[g][2 * i] : epilogue.factor());
        if constexpr (S::FACTORS) x[i] = x[i] * factors[r];
        if constexpr (S::BIAS) x[i] = x[i] + f[g][2 * i + 1];
      }
      if constexpr (S::SECOND)
        packed[2 * g + r] = epilogue.pack(rows[r], min(column + 8 * g, S::N - 2), x, held[2 * g + r], second[2 * g + r]);
      else
        packed[2 * g + r] = epilogue.pack(rows[r], min(column + 8 * g, S::N - 2), x, held[2 * g + r]);
      if constexpr (S::OUT_BYTES == 4) c[4 * g + 2 * r] = x[0], c[4 * g + 2 * r + 1] = x[1];
    }
}

/* As pack_blocks where the second block holds the partners of the first: packed[r] is two
 * columns of the result. */
template <class S, class EPILOGUE>
FORCEINLINE void pack_pairs(u32 (&packed)[2], const float *c, const int (&rows)[2], int column, const float (&f)[2][4],
                            const float (&factors)[2], const EPILOGUE &epilogue) {
#pragma unroll
  for (int r = 0; r < 2; r++) {
    float x[2][2];
#pragma unroll
    for (int g = 0; g < 2; g++)
#pragma unroll
      for (int i = 0; i < 2; i++) {
        x[g][i] = c[4 * g + 2 * r + i] * (S::COLUMNS ? f[g][2 * i] : epilogue.factor());
        if constexpr (S::FACTORS) x[g][i] = x[g][i] * factors[r];
        if constexpr (S::BIAS) x[g][i] = x[g][i] + f[g][2 * i + 1];
      }
    packed[r] = epilogue.pack(rows[r], min(column, S::N / 2 - 2), x[0], x[1]);
  }
}

/* The sums of a tile's rows times their scales, with their biases. */
template <class S, class EPILOGUE> FORCEINLINE void scale_sums(float *c, const float (&factors)[2], u32 columns, int quad, const EPILOGUE &epilogue) {
#pragma unroll
  for (int j = 0; j < S::TILE_N / 16; j++) {
    float f[2][4];
    load_columns<S>(f, columns, 16 * j + 2 * quad);
#pragma unroll
    for (int i = 0; i < 8; i++) {
      c[8 * j + i] = c[8 * j + i] * (S::COLUMNS ? f[i / 4][2 * (i & 1)] : epilogue.factor());
      if constexpr (S::FACTORS) c[8 * j + i] = c[8 * j + i] * factors[i >> 1 & 1];
      if constexpr (S::BIAS) c[8 * j + i] = c[8 * j + i] + f[i / 4][2 * (i & 1) + 1];
    }
  }
}

/* What the two blocks of a step load: row r of block g in asked[2 * g + r]. */
template <class S, class PART, class AHEAD>
FORCEINLINE void ask_parts(AHEAD (&asked)[4], int step, int row, int column, int quad, const PART &part) {
  const int m = step / (S::TILE_N / 16), local = step % (S::TILE_N / 16) * 16 + 2 * quad;
#pragma unroll
  for (int i = 0; i < 4; i++) part.ask(min(row + 64 * m + 8 * (i & 1), S::M - 1), column, local + 8 * (i >> 1), asked[i]);
}

/* As pack_blocks for a step of a tile's scaled sums `c`. */
template <class S, class PART, class AHEAD>
FORCEINLINE void pack_parts(u32 (&packed)[4], const float *c, int step, int row, int column, int quad, const AHEAD (&asked)[4],
                            const PART &part) {
  constexpr int BLOCKS = S::APART / 8; /* 0, or a power of two */
  const int m = step / (S::TILE_N / 16);
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int own = step % (S::TILE_N / 16) * 2 + (i >> 1), r = i & 1, partner = own ^ BLOCKS;
    float x[2] = {c[4 * own + 2 * r], c[4 * own + 2 * r + 1]}, other[2] = {c[4 * partner + 2 * r], c[4 * partner + 2 * r + 1]};
    packed[i] = part.pack(min(row + 64 * m + 8 * r, S::M - 1), column, 8 * own + 2 * quad, x, other, asked[i]);
  }
}

/* Four pairs of FP8, as pack_blocks gives them for step j of 16 columns, into rows of so many bytes, swizzled so. */
template <int PITCH> FORCEINLINE void store_narrow(u32 out, const u32 (&packed)[4], int j, int warp, int lane) {
#pragma unroll
  for (int k = 0; k < 4; k++) {
    const u32 r = 16 * warp + (lane >> 2) + 8 * (k & 1);
    store_shared(out + swizzled<PITCH>(r, j) + 8 * (k >> 1) + 2 * (lane & 3), (u16)packed[k]);
  }
}

/* Rounds and stores one tile of `sums`: units of 64 rows x 128 bytes through two
 * staging buffers, each leaving by TMA while the other fills; or, where the units of a
 * residual have come into as many buffers, through those.  LEFT: it has columns of which what
 * rounding leaves is stored. */
template <class S, bool LEFT, class EPILOGUE>
FORCEINLINE void finish(float (&sums)[gemm_layout<S>::MATS][gemm_layout<S>::SUMS],
                        const float (&factors)[gemm_layout<S>::MATS][2], int row0, int column0, u32 staging, int &buffer,
                        const gemm_maps &maps, u32 columns, const EPILOGUE &epilogue, int group, u32 residual_barrier,
                        u32 residual_phase) {
  using L = gemm_layout<S>;
  const int t = threadIdx.x & 127, warp = t >> 5, lane = t & 31, quad = lane & 3;
  const u32 stored_row = 16 * warp + (lane & 7) + 8 * ((lane >> 3) & 1);
  const int half = lane >> 4;
#pragma unroll
  for (int m = 0; m < L::MATS; m++) {
    const int row = row0 + 64 * m + 16 * warp + (lane >> 2);
    const int rows[2] = {min(row, S::M - 1), min(row + 8, S::M - 1)};
#pragma unroll
    for (int u = 0; u < L::TILE_UNITS; u++) {
      const u32 out = staging + (S::RESIDUAL ? m * L::TILE_UNITS + u : buffer) * 8192;
      const u32 out2 = staging + L::STAGING_BYTES + buffer * 4096;
      const bool tail = S::TAIL && u == L::TILE_UNITS - 1;
      if ((!S::RESIDUAL || S::SECOND) && t == 0) copies_wait_read<1>();
      if (!S::RESIDUAL || S::SECOND || m + u == 0) { /* the buffer is free, the columns' table complete */
        if (group) named_sync<4>(128); else named_sync<3>(128);
      }
      if (S::RESIDUAL && m + u == 0) barrier_wait(residual_barrier, residual_phase);
      constexpr int STEPS = L::UNIT_COLUMNS / 16; /* 16 columns at a time */
      const int steps = min(STEPS, S::TILE_N / 16 - u * STEPS);
      float f[2][2][4];
      load_columns<S>(f[0], columns, u * L::UNIT_COLUMNS + 2 * quad);
#pragma unroll
      for (int j = 0; j < steps; j++) {
        const int local = u * L::UNIT_COLUMNS + 16 * j + 2 * quad;
        /* Asked for one step ahead: the latency of shared memory hides under the arithmetic. */
        if (j + 1 < steps) load_columns<S>(f[(j + 1) & 1], columns, local + 16);
        if constexpr (S::GATED) {
          u32 pairs[2];
          pack_pairs<S>(pairs, sums[m] + (u * STEPS + j) * 8, rows, (column0 + u * L::UNIT_COLUMNS + 16 * j) / 2 + 2 * quad,
                        f[j & 1], factors[m], epilogue);
#pragma unroll
          for (int k = 0; k < 2; k++) {
            const u32 r = 16 * warp + (lane >> 2) + 8 * k;
            if constexpr (S::OUT_BYTES == 1) /* rows of 64 bytes, swizzled so */
              store_shared(out + r * 64 + (((j >> 1) ^ ((r >> 1) & 3)) << 4) + 8 * (j & 1) + 2 * quad, (u16)pairs[k]);
            else
              store_shared(out + r * 128 + ((j ^ (r & 7)) << 4) + 4 * quad, pairs[k]);
          }
          continue;
        }
        const u32 matrices = out + (tail ? swizzled<L::TAIL_PITCH>(stored_row, 2 * j + half) : swizzled<128>(stored_row, 2 * j + half));
        u32 packed[4], second[4], held[4] = {0, 0, 0, 0};
        if constexpr (LEFT) {
#pragma unroll
          for (int k = 0; k < 4; k++) held[k] = row + 8 * (k & 1) < S::M && column0 + local + 8 * (k >> 1) < S::N;
        }
        if constexpr (S::RESIDUAL) load_matrix4(matrices, held[0], held[1], held[2], held[3]);
        if constexpr (!S::GATED) pack_blocks<S>(packed, second, sums[m] + (u * STEPS + j) * 8, rows, column0 + local, f[j & 1], factors[m], held, epilogue);
        if constexpr (S::SECOND) {
          if (tail) store_narrow<L::NARROW_PITCH>(out2, second, j, warp, lane);
          else store_narrow<64>(out2, second, j, warp, lane);
        }
        if constexpr (S::OUT_BYTES == 1 && S::NARROW) {
          if (tail) store_narrow<L::NARROW_PITCH>(out, packed, j, warp, lane);
          else store_narrow<64>(out, packed, j, warp, lane);
        } else if constexpr (S::OUT_BYTES == 1) {
#pragma unroll
          for (int k = 0; k < 4; k++) { /* block k / 2, row k % 2 */
            const u32 r = 16 * warp + (lane >> 2) + 8 * (k & 1);
            store_shared(out + r * 128 + ((j ^ (r & 7)) << 4) + 8 * (k >> 1) + 2 * quad, (u16)packed[k]);
          }
        } else if constexpr (S::OUT_BYTES == 4) {
#pragma unroll
          for (int k = 0; k < 4; k++) {
            const float *c = sums[m] + (u * STEPS + j) * 8 + 2 * k;
            const u32 r = 16 * warp + (lane >> 2) + 8 * (k & 1);
            store_shared(out + swizzled<128>(r, 4 * j + 2 * (k >> 1) + (quad >> 1)) + 8 * (quad & 1), float2{c[0], c[1]});
          }
        } else {
          if (S::MAIN) store_matrix4(matrices, packed[0], packed[1], packed[2], packed[3]);
        }
      }
      fence_async();
      if (group) named_sync<4>(128); else named_sync<3>(128);
      if (t == 0) {
        const int column = column0 + u * L::UNIT_COLUMNS;
        if (S::MAIN) copy_out(tail ? maps.result_tail : maps.result, out, S::GATED ? column / 2 : column, row0 + 64 * m);
        if (S::SECOND) copy_out(tail ? maps.second_tail : maps.second, out2, column, row0 + 64 * m);
        copies_commit();
      }
      buffer ^= 1;
    }
  }
}

/* As finish() where the epilogue stores. */
template <class S, class EPILOGUE>
FORCEINLINE void finish_plain(float (&sums)[gemm_layout<S>::MATS][gemm_layout<S>::SUMS],
                              const float (&factors)[gemm_layout<S>::MATS][2], int row0, int column0, u32 columns,
                              const EPILOGUE &epilogue, int group) {
  const int t = threadIdx.x & 127, quad = t & 3, row = row0 + 16 * (t >> 5) + ((t & 31) >> 2);
  if constexpr (S::COLUMNS) {
    if (group) named_sync<4>(128); else named_sync<3>(128);
  }
#pragma unroll
  for (int m = 0; m < gemm_layout<S>::MATS; m++) {
    scale_sums<S>(sums[m], factors[m], columns, quad, epilogue);
#pragma unroll
    for (int i = 0; i < S::TILE_N / 4; i++) { /* block i / 2, row i % 2 */
      const int r = row + 64 * m + 8 * (i & 1), c = column0 + 8 * (i >> 1) + 2 * quad;
      float x[2] = {sums[m][2 * i], sums[m][2 * i + 1]};
      if (r < S::M && c < S::N) epilogue.finish(r, c, x, x);
    }
  }
  if constexpr (S::COLUMNS) { /* read before the next tile's come */
    if (group) named_sync<4>(128); else named_sync<3>(128);
  }
}

/* As finish() for a tile of one part's columns. */
template <class S, class PART>
FORCEINLINE void finish_part(float (&sums)[gemm_layout<S>::MATS][gemm_layout<S>::SUMS], const float (&factors)[gemm_layout<S>::MATS][2],
                             int row0, int column0, u32 staging, int &buffer, u32 columns, const PART &part, int group) {
  using L = gemm_layout<S>;
  constexpr int UNITS = S::TILE_N / L::UNIT_COLUMNS, STEPS = L::UNIT_COLUMNS / 16;
  const int t = threadIdx.x & 127, warp = t >> 5, lane = t & 31, quad = lane & 3;
  const u32 stored_row = 16 * warp + (lane & 7) + 8 * ((lane >> 3) & 1), row = row0 + 16 * warp + (lane >> 2);
  typename PART::ahead asked[L::ASKED][4];
#pragma unroll
  for (int i = 0; i < L::ASKED; i++) ask_parts<S>(asked[i], i, row, column0, quad, part);
#pragma unroll
  for (int i = 0; i < L::STEPS; i++) {
    const int m = i / (STEPS * UNITS), j = i % STEPS;
    const u32 out = staging + buffer * 8192;
    if (j == 0) { /* the buffer is free, the columns' table complete */
      if (t == 0) copies_wait_read<1>();
      if (group) named_sync<4>(128); else named_sync<3>(128);
      if (i % (STEPS * UNITS) == 0) scale_sums<S>(sums[m], factors[m], columns, quad, part);
    }
    u32 packed[4];
    pack_parts<S>(packed, sums[m], i, row, column0, quad, asked[i % L::ASKED], part);
    if (i + L::ASKED < L::STEPS) ask_parts<S>(asked[i % L::ASKED], i + L::ASKED, row, column0, quad, part);
    if constexpr (S::OUT_BYTES == 1) {
#pragma unroll
      for (int k = 0; k < 4; k++) { /* block k / 2, row k % 2 */
        const u32 r = 16 * warp + (lane >> 2) + 8 * (k & 1);
        store_shared(out + r * 128 + ((j ^ (r & 7)) << 4) + 8 * (k >> 1) + 2 * quad, (u16)packed[k]);
      }
    } else {
      store_matrix4(out + stored_row * 128 + (((2 * j + (lane >> 4)) ^ (stored_row & 7)) << 4), packed[0], packed[1], packed[2], packed[3]);
    }
    if (j + 1 < STEPS) continue;
    fence_async();
    if (group) named_sync<4>(128); else named_sync<3>(128);
    if (t == 0) {
      part.leave(out, column0 + i / STEPS % UNITS * L::UNIT_COLUMNS, row0 + 64 * m);
      copies_commit();
    }
    buffer ^= 1;
  }
}

/* The part that the tile is of, from PART on; of none: columns that nobody reads. */
template <class S, int PART, class EPILOGUE>
FORCEINLINE void finish_part_of(float (&sums)[gemm_layout<S>::MATS][gemm_layout<S>::SUMS], const float (&factors)[gemm_layout<S>::MATS][2],
                                int row0, int column0, u32 staging, int &buffer, u32 columns, const EPILOGUE &epilogue, int group) {
  if constexpr (PART < S::PARTS) {
    typedef gemm_part<PART, EPILOGUE> part;
    if (column0 >= part::BEGIN && column0 < part::END)
      finish_part<S>(sums, factors, row0, column0, staging, buffer, columns, part(epilogue), group);
    else
      finish_part_of<S, PART + 1>(sums, factors, row0, column0, staging, buffer, columns, epilogue, group);
  }
}

/* Where panel k's weights lie: beside its rows, or where they stay. */
template <class S> FORCEINLINE u32 weights_at(u32 stages, u32 at, int k) {
  using L = gemm_layout<S>;
  return S::RESIDENT ? __shfl_sync(0xFFFFFFFFu, stages + L::RING_BYTES + k * L::B_BYTES, 0) : at + L::A_BYTES;
}

/* A tile's products, panel after panel of the ring, summed by the tensor core alone; s and phase say which stage is
 * next.  The turn goes to the other group behind the last. */
template <class S, class MMA, int MATS, int SUMS>
FORCEINLINE void sum_panels(float (&sums)[MATS][SUMS], u32 stages, u32 full, u32 empty, int &s, u32 &phase, int group) {
  using L = gemm_layout<S>;
  const int lane = threadIdx.x & 31;
  int previous = -1;
  for (int k = 0; k < L::PANELS; k++) {
    barrier_wait(full + 8 * s, phase);
    const u32 at = __shfl_sync(0xFFFFFFFFu, stages + s * L::STAGE_BYTES, 0);
    const u64 a = wgmma_operand<S::PITCH>(at + L::OWN_ROWS * group), b = wgmma_operand<S::PITCH>(weights_at<S>(stages, at, k));
    wgmma_fence();
#pragma unroll
    for (int x = 0; x < S::PITCH / 32; x++)
#pragma unroll
      for (int m = 0; m < L::MATS; m++) MMA::of(sums[m], a + 2 * x + m * 4 * S::PITCH, b + 2 * x, (k | x) != 0);
    wgmma_commit();
    wgmma_wait<1>(); /* one batch stays in flight; the one before is done with its stage */
    if (previous >= 0 && lane == 0) barrier_arrive(empty + 8 * previous);
    previous = s;
    if (++s == S::STAGES) s = 0, phase ^= 1;
  }
  if (L::TURNS) {
    if (group) named_arrive<1>(256); else named_arrive<2>(256);
  }
  wgmma_wait<0>();
  if (lane == 0) barrier_arrive(empty + 8 * previous);
}
/* The same, where the tensor core's own sums, which have 13 bits, go into F32 every PROMOTE steps of 32: several
 * times a panel, or (of one product of 64 rows) after several. */
template <class S, class MMA, int MATS, int SUMS>
FORCEINLINE void sum_panels_promoted(float (&sums)[MATS][SUMS], u32 stages, u32 full, u32 empty, int &s, u32 &phase,
                                     int group) {
  using L = gemm_layout<S>;
  constexpr int STEPS = S::PITCH / 32, EACH = S::PROMOTE < STEPS ? S::PROMOTE : STEPS, BEHIND = S::PROMOTE / EACH; /* panels */
  static_assert(STEPS % EACH == 0 && S::PROMOTE % EACH == 0 && (BEHIND == 1 || MATS == 1), "one product's sums at a time");
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int m = 0; m < L::MATS; m++)
#pragma unroll
    for (int i = 0; i < L::SUMS; i++) sums[m][i] = 0.0f;
  float part[L::SUMS];
  for (int k = 0; k < L::PANELS; k++) {
    barrier_wait(full + 8 * s, phase);
    const u32 at = __shfl_sync(0xFFFFFFFFu, stages + s * L::STAGE_BYTES, 0);
    const u64 a = wgmma_operand<S::PITCH>(at + L::OWN_ROWS * group), b = wgmma_operand<S::PITCH>(weights_at<S>(stages, at, k));
#pragma unroll
    for (int m = 0; m < L::MATS; m++)
#pragma unroll
      for (int first = 0; first < STEPS; first += EACH) {
        wgmma_fence();
#pragma unroll
        for (int x = first; x < first + EACH; x++)
          MMA::of(part, a + 2 * x + m * 4 * S::PITCH, b + 2 * x, x != first || (BEHIND > 1 && k % BEHIND != 0));
        wgmma_commit();
        wgmma_wait<0>();
        if (BEHIND == 1 || k % BEHIND == BEHIND - 1 || k + 1 == L::PANELS) {
#pragma unroll
          for (int i = 0; i < L::SUMS; i++) sums[m][i] += part[i];
        }
      }
    if (lane == 0) barrier_arrive(empty + 8 * s);
    if (++s == S::STAGES) s = 0, phase ^= 1;
  }
  if (L::TURNS) {
    if (group) named_arrive<1>(256); else named_arrive<2>(256);
  }
}

/* The scales along k of this thread's rows and of a tile's columns (GATED: of each half's), asked for one panel
 * before they are needed. */
template <class S, class EPILOGUE> struct panel_scales {
  static constexpr int MATS = gemm_layout<S>::MATS, HALVES = S::GATED ? 2 : 1;
  const float *rows[MATS][2], *columns[HALVES];
  float x[MATS][2], w[HALVES];
  FORCEINLINE panel_scales(const EPILOGUE &epilogue, int row, int column) {
    const int t = threadIdx.x & 127, first = row + 16 * (t >> 5) + ((t & 31) >> 2);
#pragma unroll
    for (int m = 0; m < MATS; m++)
#pragma unroll
      for (int r = 0; r < 2; r++) rows[m][r] = epilogue.row_blocks(min(first + 64 * m + 8 * r, S::M - 1));
#pragma unroll
    for (int h = 0; h < HALVES; h++) columns[h] = epilogue.column_blocks(min(column / HALVES + h * (S::N / HALVES), S::N - 1));
    ask(0);
  }
  FORCEINLINE void ask(int panel) {
#pragma unroll
    for (int m = 0; m < MATS; m++)
#pragma unroll
      for (int r = 0; r < 2; r++) x[m][r] = rows[m][r][panel];
#pragma unroll
    for (int h = 0; h < HALVES; h++) w[h] = columns[h][panel];
  }
};
/* The same where operands have scales along k, which each panel's sums are multiplied by. */
template <class S, class MMA, class EPILOGUE, int MATS, int SUMS>
FORCEINLINE void sum_panels_scaled(float (&sums)[MATS][SUMS], u32 stages, u32 full, u32 empty, int &s, u32 &phase, int group,
                                   int row, int column, const EPILOGUE &epilogue) {
  using L = gemm_layout<S>;
  const int lane = threadIdx.x & 31;
  constexpr int HALVES = S::GATED ? 2 : 1;
#pragma unroll
  for (int m = 0; m < L::MATS; m++)
#pragma unroll
    for (int i = 0; i < L::SUMS; i++) sums[m][i] = 0.0f;
  panel_scales<S, EPILOGUE> scales(epilogue, row, column);
  float part[L::SUMS];
  for (int k = 0; k < L::PANELS; k++) {
    float f[L::MATS][2][HALVES];
#pragma unroll
    for (int m = 0; m < L::MATS; m++)
#pragma unroll
      for (int r = 0; r < 2; r++)
#pragma unroll
        for (int h = 0; h < HALVES; h++) f[m][r][h] = scales.x[m][r] * scales.w[h];
    scales.ask(min(k + 1, L::PANELS - 1));
    barrier_wait(full + 8 * s, phase);
    const u32 at = __shfl_sync(0xFFFFFFFFu, stages + s * L::STAGE_BYTES, 0);
    const u64 a = wgmma_operand<S::PITCH>(at + L::OWN_ROWS * group), b = wgmma_operand<S::PITCH>(weights_at<S>(stages, at, k));
#pragma unroll
    for (int m = 0; m < L::MATS; m++) {
      wgmma_fence();
#pragma unroll
      for (int x = 0; x < S::PITCH / 32; x++) MMA::of(part, a + 2 * x + m * 4 * S::PITCH, b + 2 * x, x != 0);
      wgmma_commit();
      wgmma_wait<0>();
      if (m + 1 == L::MATS && lane == 0) barrier_arrive(empty + 8 * s);
#pragma unroll
      for (int i = 0; i < L::SUMS; i++) sums[m][i] = __fmaf_rn(part[i], f[m][i >> 1 & 1][i >> 2 & (HALVES - 1)], sums[m][i]);
    }
    if (++s == S::STAGES) s = 0, phase ^= 1;
  }
  if (L::TURNS) {
    if (group) named_arrive<1>(256); else named_arrive<2>(256);
  }
}

template <class S, class MMA, class EPILOGUE>
FORCEINLINE void multiply(u32 stages, u32 full, u32 empty, u32 resident_barrier, u32 staging, const gemm_maps &maps, u32 residual_barrier, const EPILOGUE &epilogue, int group) {
  using L = gemm_layout<S>;
  const int lane = threadIdx.x & 31, t = threadIdx.x & 127;
  const u32 columns = staging + L::STAGING_BYTES + L::SECOND_BYTES;
  int s = 0, buffer = 0, turn = 0;
  u32 phase = 0, residual_phase = 0;
  if (L::TURNS && group == 1) named_arrive<1>(256); /* group 0 goes first */
  dependency_wait();
  if (S::RESIDENT) barrier_wait(resident_barrier, 0);
  for (int tile = blockIdx.x; tile < L::tiles(); tile += gridDim.x, turn++) {
    if (L::TURNS && (turn & 1) != group) { /* the other group's tile: its panels pass by */
      s += L::PANELS;
      while (s >= S::STAGES) s -= S::STAGES, phase ^= 1;
      continue;
    }
    int row, column;
    tile_origin<S>(tile, row, column);
    if (S::JOINT) row += 64 * L::MATS * group;
    float sums[L::MATS][L::SUMS];
    /* Asked for before the main loop, needed after it: no epilogue waits for memory. */
    float2 mine[L::OWN_COLUMNS];
    if constexpr (S::COLUMNS) {
#pragma unroll
      for (int i = 0; i < L::OWN_COLUMNS; i++)
        if (t + 128 * i < S::TILE_N) mine[i] = epilogue.columns[min(column + t + 128 * i, S::N - 1)];
    }
    float factors[L::MATS][2]; /* of this thread's rows */
    if constexpr (S::FACTORS) {
#pragma unroll
      for (int m = 0; m < L::MATS; m++)
#pragma unroll
        for (int r = 0; r < 2; r++)
          factors[m][r] = epilogue.row_factor(min(row + 64 * m + 16 * (t >> 5) + (lane >> 2) + 8 * r, S::M - 1));
    }
    if constexpr (S::RESIDUAL) { /* comes while the products are summed */
      if (t == 0) {
        copies_wait_read<0>();
        barrier_expect(residual_barrier, L::RESIDUAL_BYTES);
        for (int m = 0; m < L::MATS; m++)
          for (int u = 0; u < L::TILE_UNITS; u++)
            copy_in(staging + (m * L::TILE_UNITS + u) * 8192, S::TAIL && u == L::TILE_UNITS - 1 ? maps.residual_tail : maps.residual,
                    column + u * L::UNIT_COLUMNS, row + 64 * m, residual_barrier);
      }
    }
    if (L::TURNS) {
      if (group) named_sync<2>(256); else named_sync<1>(256);
    }
    if constexpr (S::BLOCKS)
      sum_panels_scaled<S, MMA>(sums, stages, full, empty, s, phase, group, row, column, epilogue);
    else if constexpr (S::PROMOTE == 0)
      sum_panels<S, MMA>(sums, stages, full, empty, s, phase, group);
    else
      sum_panels_promoted<S, MMA>(sums, stages, full, empty, s, phase, group);
    if constexpr (S::COLUMNS) { /* finish() has a barrier before it reads them */
#pragma unroll
      for (int i = 0; i < L::OWN_COLUMNS; i++)
        if (t + 128 * i < S::TILE_N) store_shared(columns + 8 * (t + 128 * i), mine[i]);
    }
    if constexpr (S::PARTS > 0)
      finish_part_of<S, 0>(sums, factors, row, column, staging, buffer, columns, epilogue, group);
    else if constexpr (L::PLAIN)
      finish_plain<S>(sums, factors, row, column, columns, epilogue, group);
    else if (S::SPLIT && column + S::TILE_N > S::LEFT) /* other tiles' code knows nothing of it */
      finish<S, S::SPLIT>(sums, factors, row, column, staging, buffer, maps, columns, epilogue, group, residual_barrier, residual_phase);
    else
      finish<S, false>(sums, factors, row, column, staging, buffer, maps, columns, epilogue, group, residual_barrier, residual_phase);
    residual_phase ^= 1;
  }
  if ((threadIdx.x & 127) == 0) copies_wait<0>();
}

template <class S, class MMA, class EPILOGUE>
FORCEINLINE void gemm(const gemm_maps &maps, const EPILOGUE &epilogue) {
  using L = gemm_layout<S>;
  extern __shared__ __align__(1024) u8 raw[]; /* swizzled tiles start at multiples of 1024 */
  const u32 stages = shared_address(raw);
  if (stages & 1023) __trap();
  const u32 staging = stages + L::RING_BYTES + L::RESIDENT_BYTES;
  const u32 full = staging + S::MATH * L::GROUP_BYTES, empty = full + 8 * S::STAGES;
  const u32 residual_barrier = empty + 8 * S::STAGES; /* one a math warpgroup */
  const u32 resident_barrier = residual_barrier + 8 * S::MATH;
  const int warpgroup = __shfl_sync(0xFFFFFFFFu, (int)threadIdx.x >> 7, 0);
  if (threadIdx.x == 0) {
    for (int i = 0; i < S::STAGES; i++) {
      barrier_init(full + 8 * i, 1);
      barrier_init(empty + 8 * i, S::JOINT ? 8 : 4); /* one lane of each math warp that used the stage */
    }
    for (int i = 0; i < S::MATH; i++) barrier_init(residual_barrier + 8 * i, 1);
    if (S::RESIDENT) barrier_init(resident_barrier, 1);
    barriers_made();
    map_prefetch(maps.a);
    map_prefetch(maps.b);
    if (S::MAIN) map_prefetch(maps.result);
  }
  __syncthreads();
  if (warpgroup == S::MATH) {
    if constexpr (S::MATH == 2) registers_fewer<40>();
    if (threadIdx.x == S::MATH * 128) produce<S>(stages, full, empty, resident_barrier, maps.a, maps.b);
  } else {
    if constexpr (S::MATH == 2) registers_more<232>();
    multiply<S, MMA>(stages, full, empty, resident_barrier, staging + warpgroup * L::GROUP_BYTES, maps, residual_barrier + 8 * warpgroup,
                     epilogue, warpgroup);
  }
}
