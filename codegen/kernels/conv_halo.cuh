/* conv_halo.cuh - convolutions for Hopper whose windows share much: a tile's part of the image, with the halo that its windows
 * reach into, comes into shared memory once, and wgmma finds every tap in it.
 *
 * D[row][n] = epilogue(sum over taps and channels of image[pixel of tap][c] * filter[n][tap][c]), a row
 * being an output pixel; channels lie last.  The copy engine's windows (gemm_sm90.cuh) bring a pixel once for each tap,
 * at some four clocks a pixel whatever its bytes, which is what convolutions of few channels take there.  Here it brings
 * every pixel that a tile of results reads once, zeros outside of the image: 32, 64 or 128 bytes of its channels, swizzled as wide.
 * Of one tap, 8 neighbouring results of a line read 8 neighbouring pixels, which are 8 rows of an operand; the next line's are the next 8
 * rows.  Memory is swizzled by address, so ldmatrix finds an operand from any pixel on: a tap is a number added to its address.
 * Where results are STEP_X pixels apart, the pixels of each remainder of x lie by themselves, so that neighbours stay
 * neighbours.
 *
 * A block has all filters of a tile of columns in shared memory and takes one tile of pixels after the other.  A thread of a warp of its
 * own asks for slabs of SLAB chunks of 16 bytes of channels, through a ring of stages.  Between groups of channels weights are zeros: a
 * tile of columns reads its own groups' channels, and what lies beside them within a slab is multiplied with zeros. */

/* SHAPE: static constants N (columns), TILE_COLUMNS of a tile, TILE_N (of its products, 8 FRAGMENTS), V (columns of a
 * thread's store), FRAGMENTS, FOLDS (products of 64 rows that a warpgroup has), GROUPS (warpgroups that multiply), LINES (8
 * results of 8 lines are the rows of a product; false: 64 neighbours are), TILE_Y, TILE_X (results of a tile), ACROSS (products side
 * by side), TILE_CHANNELS (from one tile of columns' first to the next one's), CHUNKS (of 16 bytes that a tile reads of a pixel), SLAB (2, 4 or 8),
 * STAGES, OUT_Y, OUT_X, TAPS_*, STEP_*, BEFORE_*, SPREAD_* (dilation), SHARED (bytes the launch gives), COLUMNS, BIAS, LOADS
 * (the epilogue reads memory); type A, of a number of the image.
 * MMA: static void of(float *d, const u32 *a, u64 b, int accumulate): m64 x TILE_N x 32 bytes of k, A in registers.
 * EPILOGUE: as conv_mma.cuh's. */
template <class S> struct halo_layout {
  static constexpr int MATH = 128 * S::GROUPS, TAPS = S::TAPS_Y * S::TAPS_X;
  static constexpr int HALO_Y = (S::TILE_Y - 1) * S::STEP_Y + (S::TAPS_Y - 1) * S::SPREAD_Y + 1;
  static constexpr int HALO_X = (S::TILE_X - 1) * S::STEP_X + (S::TAPS_X - 1) * S::SPREAD_X + 1;
  static constexpr int LINE = (HALO_X + S::STEP_X - 1) / S::STEP_X; /* rows of every STEP_X-th pixel of a line */
  static constexpr int ROW = S::SLAB * 16;                          /* bytes of a pixel's slab */
  static constexpr int PART_BYTES = (HALO_Y * LINE * ROW + 127) / 128 * 128; /* of pixels of one remainder of x */
  static constexpr int SLABS = (S::CHUNKS + S::SLAB - 1) / S::SLAB, PAIRS = SLABS > 1 ? S::SLAB / 2 : (S::CHUNKS + 1) / 2;
  static constexpr int LAST_PAIRS = (S::CHUNKS - (SLABS - 1) * S::SLAB + 1) / 2;
  static constexpr int STAGE_BYTES = S::STEP_X * PART_BYTES, STEP_BYTES = S::TILE_N * 32;
  static constexpr int FILTER_BYTES = ((SLABS - 1) * PAIRS + LAST_PAIRS) * TAPS * STEP_BYTES;
  static constexpr int SPANS = (S::OUT_X + S::TILE_X - 1) / S::TILE_X, BANDS = (S::OUT_Y + S::TILE_Y - 1) / S::TILE_Y;
  static constexpr int SHARED_BYTES = FILTER_BYTES + S::STAGES * STAGE_BYTES + (S::COLUMNS ? S::TILE_COLUMNS * 8 : 0) + 16 * S::STAGES;
  static_assert(SHARED_BYTES == S::SHARED, "the launch counts as the kernel does");
  static_assert((S::SLAB == 2 || S::SLAB == 4 || S::SLAB == 8) && S::STAGES > 1, "a slab is as wide as a swizzle");
  static_assert(S::TILE_N == 8 * S::FRAGMENTS && S::TILE_COLUMNS <= S::TILE_N && S::TILE_COLUMNS % S::V == 0, "whole stores");
};

/* Filters as an operand without swizzle: 16 bytes of k of 8 of them lie together, the next 16 bytes behind those.  `unit` is their address
 * in units of 16 bytes: what is added to it are numbers of 32 bits, the same for all threads of a warp. */
FORCEINLINE u64 halo_filters(u32 unit) { return (u64)16 << 32 | (unit | 8u << 16); }

/* Where 16 bytes of a row of ROW lie that would be at `address`. */
template <int ROW> FORCEINLINE u32 halo_place(u32 address) {
  constexpr u32 shift = ROW == 128 ? 0 : ROW == 64 ? 1 : 2;
  return address ^ ((address >> 7 & 7 >> shift) << 4);
}

/* Where a tile of pixels begins. */
template <class S> struct halo_tile {
  int x, y, sample;
  FORCEINLINE halo_tile(int tile) {
    using L = halo_layout<S>;
    x = tile % L::SPANS * S::TILE_X;
    y = tile / L::SPANS % L::BANDS * S::TILE_Y;
    sample = tile / (L::SPANS * L::BANDS);
  }
};

/* What a block computes: units from `next` to `end`, each a tile of pixels of a tile of columns, those of one tile of columns one after the other. */
struct halo_units {
  int next, end;
  FORCEINLINE explicit halo_units(int units) {
    const int blocks = gridDim.x, block = blockIdx.x, each = units / blocks, more = units % blocks;
    next = block * each + min(block, more);
    end = next + each + (block < more);
  }
};

/* Asks for all slabs of a block's units. */
template <class S> FORCEINLINE void bring_halos(u32 stages, u32 full, u32 empty, const tensor_map *const (&maps)[S::STEP_X], int tiles, int units) {
  using L = halo_layout<S>;
  constexpr int CHUNK = 16 / (int)sizeof(typename S::A);
  halo_units own(units);
  int s = 0;
  u32 phase = 0;
  for (; own.next < own.end; own.next++) {
    const halo_tile<S> tile(own.next % tiles);
    const int channel = own.next / tiles * S::TILE_CHANNELS;
    for (int slab = 0; slab < L::SLABS; slab++) {
      barrier_wait(empty + 8 * s, phase ^ 1);
      barrier_expect(full + 8 * s, S::STEP_X * L::HALO_Y * L::LINE * L::ROW);
#pragma unroll
      for (int part = 0; part < S::STEP_X; part++) {
        /* Pixels of the halo with this remainder have another one in the image, where a map has every STEP_X-th pixel from `first` on. */
        constexpr int AHEAD = (S::BEFORE_X + S::STEP_X - 1) / S::STEP_X * S::STEP_X;
        const int first = (part + AHEAD - S::BEFORE_X) % S::STEP_X;
        copy_in(stages + s * L::STAGE_BYTES + part * L::PART_BYTES, maps[first], channel + slab * S::SLAB * CHUNK,
                tile.x + (part - S::BEFORE_X - first) / S::STEP_X, tile.y * S::STEP_Y - S::BEFORE_Y, tile.sample, full + 8 * s);
      }
      if (++s == S::STAGES) s = 0, phase ^= 1;
    }
  }
}

/* Brings the filters of a tile of columns, with its columns' scales and biases, by all threads that multiply. */
template <class S, class EPILOGUE> FORCEINLINE void load_filters(u8 *filters, float2 *columns, const u8 *laid_out, int column_tile, const EPILOGUE &epilogue) {
  using L = halo_layout<S>;
  const int column0 = column_tile * S::TILE_COLUMNS;
  for (int i = threadIdx.x * 16; i < L::FILTER_BYTES; i += L::MATH * 16) copy_part<16>(filters + i, laid_out + (i64)column_tile * L::FILTER_BYTES + i, true);
  if constexpr (S::COLUMNS)
    for (int i = threadIdx.x; i < min(S::TILE_COLUMNS, S::N - column0); i += L::MATH) copy_part<8>(columns + i, epilogue.columns + column0 + i, true);
  copy_commit();
  copy_wait<0>();
  fence_async();
  named_sync<1>(L::MATH);
}

/* Adds the products of a slab of PAIRS times 32 bytes of channels to the sums of a warpgroup; `mine` is where a thread's row of its
 * first product's first matrix lies in the stage, `chunk` which 16 bytes of it.  Pixels come into registers, a batch of products ahead: out of
 * shared memory, wgmma takes 64 rows in some 27 clocks, and its own columns behind those. */
template <class S, class MMA, int PAIRS>
FORCEINLINE void multiply_halo(float (&sums)[S::FOLDS][S::FRAGMENTS][4], u32 mine, u32 chunk, u32 filters, bool first) {
  using L = halo_layout<S>;
  constexpr int STEPS = L::TAPS * PAIRS, BATCH = S::FOLDS == 1 ? 4 : 2, BATCHES = (STEPS + BATCH - 1) / BATCH;
  u32 held[2][BATCH][S::FOLDS][4];
  auto load = [&](int batch) {
#pragma unroll
    for (int k = 0; k < BATCH; k++) {
      const int step = batch * BATCH + k, tap = step / PAIRS, pair = step % PAIRS;
      if (step >= STEPS) continue;
      const int away = tap % S::TAPS_X * S::SPREAD_X;
      const int at = away % S::STEP_X * (L::PART_BYTES / L::ROW) + tap / S::TAPS_X * S::SPREAD_Y * L::LINE + away / S::STEP_X;
#pragma unroll
      for (int i = 0; i < S::FOLDS; i++) {
        /* Products of a warpgroup lie one above the other, or side by side. */
        const int own = S::LINES ? i / S::ACROSS * 8 * S::STEP_Y * L::LINE + i % S::ACROSS * 8 : i * 64;
        const u32 row = mine + (at + own) * L::ROW;
        u32(&r)[4] = held[batch & 1][k][i];
        load_matrix4(halo_place<L::ROW>(row + chunk + 32 * pair), r[0], r[1], r[2], r[3]);
      }
    }
  };
  load(0);
#pragma unroll
  for (int batch = 0; batch < BATCHES; batch++) {
    wgmma_fence();
#pragma unroll
    for (int k = 0; k < BATCH; k++) {
      const int step = batch * BATCH + k;
      if (step >= STEPS) continue;
#pragma unroll
      for (int i = 0; i < S::FOLDS; i++)
        MMA::of(&sums[i][0][0], held[batch & 1][k][i], halo_filters(filters + step * (L::STEP_BYTES / 16)), !first || step > 0);
    }
    wgmma_commit();
    if (batch + 1 < BATCHES) {
      wgmma_wait<1>(); /* those before have read what is loaded over */
      load(batch + 1);
    }
  }
  wgmma_wait<0>();
}

/* The results' rows of a thread; negative: none. */
template <class S> FORCEINLINE void halo_rows(int (&rows)[2 * S::FOLDS], const halo_tile<S> &tile, int group) {
  const int warp = threadIdx.x >> 5 & 3, of_warp = threadIdx.x >> 2 & 7;
#pragma unroll
  for (int k = 0; k < 2 * S::FOLDS; k++) {
    const int m = group * S::FOLDS + k / 2, row = 16 * warp + 8 * (k & 1) + of_warp;
    const int y = tile.y + (S::LINES ? m / S::ACROSS * 8 + row / 8 : 0), x = tile.x + (S::LINES ? m % S::ACROSS * 8 + row % 8 : m * 64 + row);
    rows[k] = y < S::OUT_Y && x < S::OUT_X ? (tile.sample * S::OUT_Y + y) * S::OUT_X + x : -1;
  }
}

/* A block's units, by the threads that multiply. */
template <class S, class MMA, class EPILOGUE>
FORCEINLINE void multiply_halos(u8 *filters, float2 *columns, u32 stages, u32 full, u32 empty, const u8 *laid_out, int tiles, int units, const EPILOGUE &epilogue) {
  using L = halo_layout<S>;
  /* Of a warp's first lane: the same for all, as the compiler knows then. */
  const int group = S::GROUPS == 1 ? 0 : __shfl_sync(0xFFFFFFFFu, (int)threadIdx.x >> 7, 0);
  const u32 filters_at = shared_address(filters);
  /* Of 16 rows of a warp and 32 bytes of k a thread has the address of one row of 8 and of 16 bytes, as ldmatrix wants it. */
  const int m = group * S::FOLDS, row = threadIdx.x >> 5 & 3, of_row = threadIdx.x & 15;
  const int first = S::LINES ? (m / S::ACROSS * 8 + 2 * row + of_row / 8) * S::STEP_Y * L::LINE + m % S::ACROSS * 8 + of_row % 8 : m * 64 + 16 * row + of_row;
  const u32 mine = stages + first * L::ROW, chunk = (threadIdx.x >> 4 & 1) * 16;
  halo_units own(units);
  int column_tile = own.next / tiles, s = 0;
  u32 phase = 0;
  /* Constants depend on no kernel before. */
  if (own.next < own.end) load_filters<S>(filters, columns, laid_out, column_tile, epilogue);
  dependency_wait();
  dependents_launch();
  for (; own.next < own.end; own.next++) {
    if (own.next / tiles != column_tile) {
      column_tile = own.next / tiles;
      named_sync<1>(L::MATH); /* nobody reads the others any more */
      load_filters<S>(filters, columns, laid_out, column_tile, epilogue);
    }
    const halo_tile<S> tile(own.next % tiles);
    const int column0 = column_tile * S::TILE_COLUMNS;
    constexpr int COUNT = S::FRAGMENTS / (S::V / 2);
    typename EPILOGUE::ahead held[2][2 * S::FOLDS];
    int rows[2 * S::FOLDS];
    halo_rows<S>(rows, tile, group);
    if constexpr (S::LOADS)
      if (conv_column<S>(0) < S::TILE_COLUMNS) ask_columns<S>(held[0], column0 + conv_column<S>(0), rows, epilogue);
    float sums[S::FOLDS][S::FRAGMENTS][4];
    for (int slab = 0; slab < L::SLABS; slab++) {
      barrier_wait(full + 8 * s, phase);
      const u32 of_slab = (filters_at & 0x3FFFF) / 16 + slab * (L::TAPS * L::PAIRS * L::STEP_BYTES / 16);
      if (L::LAST_PAIRS == L::PAIRS || slab + 1 < L::SLABS)
        multiply_halo<S, MMA, L::PAIRS>(sums, mine + s * L::STAGE_BYTES, chunk, of_slab, slab == 0);
      else
        multiply_halo<S, MMA, L::LAST_PAIRS>(sums, mine + s * L::STAGE_BYTES, chunk, of_slab, slab == 0);
      if ((threadIdx.x & 31) == 0) barrier_arrive(empty + 8 * s);
      if (++s == S::STAGES) s = 0, phase ^= 1;
    }
#pragma unroll
    for (int g = 0; g < COUNT; g++) {
      const int column = conv_column<S>(g), next = conv_column<S>(g + 1);
      if constexpr (S::LOADS)
        if (g + 1 < COUNT && next < S::TILE_COLUMNS && column0 + next < S::N) ask_columns<S>(held[(g + 1) & 1], column0 + next, rows, epilogue);
      if (column < S::TILE_COLUMNS && column0 + column < S::N)
        finish_columns<S>(sums, g, column0 + column, rows, held[g & 1], columns + column, epilogue);
    }
  }
}

/* `maps` have of the image every STEP_X-th pixel of a line, from the first, second ... on; `tiles` are those of pixels, `units` all. */
template <class S, class MMA, class EPILOGUE>
FORCEINLINE void conv_halo(const tensor_map *const (&maps)[S::STEP_X], const u8 *laid_out, int tiles, int units, const EPILOGUE &epilogue) {
  using L = halo_layout<S>;
  extern __shared__ __align__(1024) u8 shared_memory[]; /* filters, stages, scales and biases, barriers */
  if (shared_address(shared_memory) & 1023) __trap();
  float2 *const columns = (float2 *)(shared_memory + L::FILTER_BYTES + S::STAGES * L::STAGE_BYTES);
  const u32 stages = shared_address(shared_memory) + L::FILTER_BYTES;
  const u32 full = shared_address(shared_memory) + L::SHARED_BYTES - 16 * S::STAGES, empty = full + 8 * S::STAGES;
  if (threadIdx.x == 0) {
    for (int i = 0; i < S::STAGES; i++) {
      barrier_init(full + 8 * i, 1);
      barrier_init(empty + 8 * i, 4 * S::GROUPS);
    }
    barriers_made();
    for (int i = 0; i < S::STEP_X; i++) map_prefetch(maps[i]);
  }
  __syncthreads();
  if (threadIdx.x < L::MATH) {
    multiply_halos<S, MMA>(shared_memory, columns, stages, full, empty, laid_out, tiles, units, epilogue);
  } else if (threadIdx.x == L::MATH) {
    dependency_wait();
    bring_halos<S>(stages, full, empty, maps, tiles, units);
  }
}
