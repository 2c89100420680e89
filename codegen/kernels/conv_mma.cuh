/* conv_mma.cuh - convolutions of few filters by mma.sync, images straight out of memory.
 *
 * D[row][n] = epilogue(sum over taps and channels of image[pixel of tap][c] * filter[n][tap][c]), a row
 * being an output pixel; channels lie last.  Such a convolution takes as long as its image and its
 * results take to come and go, and what copy engines, barriers and rounds through shared memory
 * cost is more than that.  So each warp works by itself: a thread loads its part of 16 * FOLDS pixels into
 * registers as the tensor core wants it, and stores neighbours of a result's row as they leave it.
 * What the windows of neighbouring pixels share comes out of the first cache.
 *
 * Which channel stands where in a fragment is free as long as both operands agree.  A *piece* of a tap
 * is what a warp loads at once: four neighbours' channels of 16 bytes each (or 8, or 4, where no more
 * are left); thread 4 g + q holds, of pixels g and g + 8, the q-th of them.  Columns are free too: a
 * thread's columns of V / 2 fragments are V neighbours of the result's row.  conv_mma.c lays the
 * filters out so, and every block keeps all of them in shared memory.
 *
 * FP8 operands become F16, exactly, and sums are F32. */

/* SHAPE: static constants M (rows), N (filters, a multiple of V), C (channels), TAPS_Y, TAPS_X, V (columns of a
 * thread's store: 2, 4 or 8), FRAGMENTS (of 8 columns, at a time), PASSES (over all columns), FOLDS (times
 * 16 pixels of a warp), WARPS, SHARED (bytes the launch gives), AHEAD (pieces under way; more than there are: they stay for all passes),
 * WINDOWS (false: pixel i of the image is window i), COLUMNS, BIAS, LOADS (the epilogue reads memory); type A,
 * of a number of the image.  With WINDOWS: IN_Y, IN_X, OUT_Y, OUT_X, STEP_*, BEFORE_*, SPREAD_* (dilation),
 * LINES (rows of the image that the warps of a block share out).
 * EPILOGUE: factor() of every sum, or when COLUMNS `columns`, a scale and (when BIAS) a bias for each
 * column; ask(row, column, held): what the region reads there; finish(row, column, x, held): the region and its
 * stores, on V columns. */
template <class S> struct conv_pieces {
  static constexpr int E = (int)sizeof(typename S::A);
  static constexpr int UNIT = 64 / E, FULL = S::C / UNIT; /* channels of a whole piece, and how many of a tap are whole */
  static constexpr bool HALF = (S::C % UNIT & UNIT / 2) != 0, QUARTER = (S::C % UNIT & UNIT / 4) != 0;
  static_assert(S::C % (UNIT / 4) == 0, "channels fill pieces");
  static constexpr int OF_TAP = FULL + HALF + QUARTER, TAPS = S::TAPS_Y * S::TAPS_X, COUNT = TAPS * OF_TAP;
  static constexpr int WIDE = operand_words<typename S::A>::COUNT; /* 16-bit pairs of a word */
  static constexpr int FULL_STEPS = 2 * WIDE, HALF_STEPS = WIDE, QUARTER_STEPS = 1; /* of 16 channels each */
  static constexpr int TAP_STEPS = FULL * FULL_STEPS + HALF * HALF_STEPS + QUARTER * QUARTER_STEPS;
  static constexpr int ALL_FRAGMENTS = S::PASSES * S::FRAGMENTS;
  static constexpr int FILTER_WORDS = TAPS * TAP_STEPS * ALL_FRAGMENTS * 32; /* of 8 bytes */
  static constexpr int SHARED_BYTES = FILTER_WORDS * 8 + (S::COLUMNS ? S::N * 8 : 0); /* behind them the columns' scales */
  static_assert(SHARED_BYTES == S::SHARED, "the launch counts as the kernel does");
  static_assert(S::PASSES == 1 || S::AHEAD > COUNT, "all pieces wait for the last pass");

  /* Of a tap's piece: bytes of a thread, the first channel, products, and those of the pieces before. */
  static FORCEINLINE constexpr int bytes(int i) { return i < FULL ? 16 : HALF && i == FULL ? 8 : 4; }
  static FORCEINLINE constexpr int channel(int i) {
    return i <= FULL ? i * UNIT : FULL * UNIT + UNIT / 2;
  }
  static FORCEINLINE constexpr int steps(int i) {
    return i < FULL ? FULL_STEPS : HALF && i == FULL ? HALF_STEPS : QUARTER_STEPS;
  }
  static FORCEINLINE constexpr int steps_before(int i) {
    return i <= FULL ? i * FULL_STEPS : FULL * FULL_STEPS + HALF_STEPS;
  }
};

/* The pixels of a thread's rows. */
template <class S> struct conv_rows {
  static constexpr int COUNT = 2 * S::FOLDS;
  const u8 *from[COUNT]; /* the first tap's, which may lie outside of the image */
  u32 open[COUNT];       /* a bit for each tap inside of it */
  int row[COUNT];        /* of the result; negative: none */
};

template <class S> FORCEINLINE void conv_row(conv_rows<S> &r, int i, const u8 *image, int tile, int warp, int of_warp) {
  using P = conv_pieces<S>;
  constexpr int PIXEL = S::PITCH * P::E;
  if constexpr (S::WINDOWS) {
    constexpr int SPAN = 16 * S::FOLDS * (S::WARPS / S::LINES); /* pixels of a line that a block takes */
    constexpr int SPANS = (S::OUT_X + SPAN - 1) / SPAN, BANDS = (S::OUT_Y + S::LINES - 1) / S::LINES;
    const int span = tile % SPANS, band = tile / SPANS % BANDS, sample = tile / (SPANS * BANDS);
    const int y = band * S::LINES + warp % S::LINES, x = span * SPAN + warp / S::LINES * (16 * S::FOLDS) + of_warp;
    const int top = y * S::STEP_Y - S::BEFORE_Y, left = x * S::STEP_X - S::BEFORE_X;
    const bool valid = y < S::OUT_Y && x < S::OUT_X;
    r.from[i] = image + ((i64)(sample * S::IN_Y + top) * S::IN_X + left) * PIXEL;
    r.row[i] = valid ? (sample * S::OUT_Y + y) * S::OUT_X + x : -1;
    u32 open = 0;
#pragma unroll
    for (int t = 0; t < S::TAPS_Y * S::TAPS_X; t++) {
      const u32 at_y = (u32)(top + t / S::TAPS_X * S::SPREAD_Y), at_x = (u32)(left + t % S::TAPS_X * S::SPREAD_X);
      open |= (u32)(at_y < (u32)S::IN_Y && at_x < (u32)S::IN_X) << t;
    }
    r.open[i] = valid ? open : 0;
  } else {
    const i64 row = ((i64)tile * S::WARPS + warp) * (16 * S::FOLDS) + of_warp;
    r.from[i] = image + row * PIXEL;
    r.open[i] = row < S::M;
    r.row[i] = row < S::M ? (int)row : -1;
  }
}

/* A thread's part of piece `p`, zeros outside of the image. */
template <class S> FORCEINLINE void load_piece(u32 (&to)[2 * S::FOLDS][4], const conv_rows<S> &r, int p, int quad) {
  using P = conv_pieces<S>;
  const int tap = p / P::OF_TAP, i = p % P::OF_TAP, bytes = P::bytes(i);
  int at = P::channel(i) * P::E;
  if constexpr (S::WINDOWS)
    at += (tap / S::TAPS_X * S::SPREAD_Y * S::IN_X + tap % S::TAPS_X * S::SPREAD_X) * (S::PITCH * P::E);
#pragma unroll
  for (int k = 0; k < 2 * S::FOLDS; k++) {
    const bool open = r.open[k] >> tap & 1;
    const u8 *const from = r.from[k] + quad * bytes + at;
    if (bytes == 16) {
      words<16> w = {};
      if (open) w.load(from);
      to[k][0] = w.w[0], to[k][1] = w.w[1], to[k][2] = w.w[2], to[k][3] = w.w[3];
    } else if (bytes == 8) {
      words<8> w = {};
      if (open) w.load(from);
      to[k][0] = w.w[0], to[k][1] = w.w[1];
    } else {
      to[k][0] = open ? *(const u32 *)from : 0;
    }
  }
}

template <class S>
FORCEINLINE void multiply_piece(float (&sums)[S::FOLDS][S::FRAGMENTS][4], const u32 (&from)[2 * S::FOLDS][4], int p, int pass,
                                const uint2 *filters) {
  using P = conv_pieces<S>;
  using W = operand_words<typename S::A>;
  const int tap = p / P::OF_TAP, i = p % P::OF_TAP, count = P::bytes(i) / 4;
  filters += ((tap * P::TAP_STEPS + P::steps_before(i)) * P::ALL_FRAGMENTS + pass * S::FRAGMENTS) * 32 + (threadIdx.x & 31);
  u32 pairs[2 * S::FOLDS][4 * P::WIDE];
#pragma unroll
  for (int k = 0; k < 2 * S::FOLDS; k++)
#pragma unroll
    for (int w = 0; w < 4; w++)
      if (w < count) W::of(from[k][w], &pairs[k][w * P::WIDE], 1);
#pragma unroll
  for (int s = 0; s < P::FULL_STEPS; s++) {
    if (s >= P::steps(i)) continue;
#pragma unroll
    for (int n = 0; n < S::FRAGMENTS; n++) {
      const uint2 b = filters[(s * P::ALL_FRAGMENTS + n) * 32];
#pragma unroll
      for (int m = 0; m < S::FOLDS; m++) {
        const bool whole = 2 * s + 1 < count * P::WIDE;
        const u32 a[4] = {pairs[2 * m][2 * s], pairs[2 * m + 1][2 * s], whole ? pairs[2 * m][2 * s + 1] : 0, whole ? pairs[2 * m + 1][2 * s + 1] : 0};
        multiply_words<typename S::A>(sums[m][n], a, b.x, b.y);
      }
    }
  }
}

template <class S, class EPILOGUE> FORCEINLINE void conv_mma(const u8 *image, const u8 *laid_out, int tiles, const EPILOGUE &epilogue) {
  using P = conv_pieces<S>;
  constexpr int FILTER_BYTES = P::FILTER_WORDS * 8, THREADS = 32 * S::WARPS;
  extern __shared__ uint4 shared_memory[];
  u8 *const filters = (u8 *)shared_memory;
  float2 *const columns = (float2 *)(filters + FILTER_BYTES);
  const int warp = threadIdx.x >> 5, group = threadIdx.x >> 2 & 7, quad = threadIdx.x & 3;

  /* Constants depend on no kernel before. */
  for (int i = threadIdx.x * 16; i < FILTER_BYTES; i += THREADS * 16) copy_part<16>(filters + i, laid_out + i, true);
  if constexpr (S::COLUMNS)
    for (int i = threadIdx.x; i < S::N; i += THREADS) copy_part<8>(columns + i, epilogue.columns + i, true);
  copy_commit();
  dependency_wait();
  dependents_launch();
  copy_wait<0>();
  __syncthreads();

  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    conv_rows<S> r;
#pragma unroll
    for (int k = 0; k < 2 * S::FOLDS; k++) conv_row<S>(r, k, image, tile, warp, k * 8 + group);
    constexpr int GROUPS = S::FRAGMENTS / (S::V / 2);
    typename EPILOGUE::ahead held[2 * S::FOLDS];
    u32 under_way[S::AHEAD][2 * S::FOLDS][4];
    float sums[S::FOLDS][S::FRAGMENTS][4];
#pragma unroll
    for (int p = 0; p < S::AHEAD - 1; p++)
      if (p < P::COUNT) load_piece<S>(under_way[p], r, p, quad);
    constexpr bool EARLY = S::LOADS && GROUPS * S::PASSES == 1;
    if constexpr (EARLY)
      if (conv_column<S>(0) < S::N) ask_columns<S>(held, conv_column<S>(0), r.row, epilogue);
#pragma unroll 1
    for (int pass = 0; pass < S::PASSES; pass++) {
#pragma unroll
      for (int i = 0; i < S::FOLDS * S::FRAGMENTS * 4; i++) sums[i / (4 * S::FRAGMENTS)][i / 4 % S::FRAGMENTS][i % 4] = 0.0f;
#pragma unroll
      for (int p = 0; p < P::COUNT; p++) {
        if (p + S::AHEAD - 1 < P::COUNT) load_piece<S>(under_way[(p + S::AHEAD - 1) % S::AHEAD], r, p + S::AHEAD - 1, quad);
        multiply_piece<S>(sums, under_way[p % S::AHEAD], p, pass, (const uint2 *)filters);
      }
#pragma unroll
      for (int g = 0; g < GROUPS; g++) {
        const int column = conv_column<S>(pass * GROUPS + g);
        if (column >= S::N) continue;
        if constexpr (S::LOADS && !EARLY) ask_columns<S>(held, column, r.row, epilogue);
        finish_columns<S>(sums, g, column, r.row, held, columns + column, epilogue);
      }
    }
  }
}
