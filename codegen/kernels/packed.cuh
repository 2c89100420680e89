/* packed.cuh - products with weights of few bits: D[m][n] = epilogue(sum over k of A[m][k] * W[n][k]), W as
 * ops/packed.h lays it.
 *
 * A code less its zero point is a whole number of a few bits or a number of E4M3, E5M2 or E2M1: BF16 and F16 hold it
 * exactly, so the tensor core multiplies codes, and a block's sums are multiplied by its scale in F32.  Nothing of
 * the weights passes through shared memory: they are the operand with 16 rows, whose fragments a thread makes of what
 * it loads.  Thread 4 g + q of a warp loads 16 bytes, the words of outputs 4 g to 4 g + 3 of its panel in one group
 * of k, and the warp 512 bytes that are neighbours.  Which k stands where in a fragment is free as long as both
 * operands agree: thread q of a row has LANE_K neighbours of k of every CHUNK, in the tokens too.
 *
 * SHAPE: static constants M (rows), N, K, GROUPS and BLOCKS (of a panel), BLOCK, BITS, FLOATS (codes are floats: SHIFT and POWER
 * put their bits into the operands' format), CENTRE (of integers without zero points: so much is added to the code, modulo 2^BITS, and taken
 * off its number), ZEROS, UNIT (chunks that are loaded together, all of one block or UNIT 1), DEPTH (units under way), FACTOR (of all scales), WARPS, SHARED (bytes
 * the launch gives), V (columns a thread stores at a time), COLUMNS, BIAS; type A (bf16 or f16) and SCALE.
 * EPILOGUE: factor() of every sum, or when COLUMNS `columns`, a scale and (when BIAS) a bias for each column;
 * finish(row, column, x, other): what follows on V columns. */

#ifndef FP8C_SIMT
FORCEINLINE u32 fma_bf16x2(u32 a, u32 b, u32 c) {
  u32 d;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
FORCEINLINE u32 fma_f16x2(u32 a, u32 b, u32 c) {
  u32 d;
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
/* 16 bytes of constants, in the order in which they are asked for. */
FORCEINLINE uint4 load_words(const uint4 *p) {
  uint4 v;
  asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
  return v;
}
#endif

/* A power of two: E8M0. */
struct e8m0 { u8 bits; };
FORCEINLINE float e8m0_real(u32 code) {
  return f32_from_bits(code == 0 ? 0x00400000u : code == 255 ? 0x7FC00000u : code << 23);
}
template <class T> FORCEINLINE void load_scales(const T *p, float (&x)[4]) { load<4>(p, x); }
FORCEINLINE void load_scales(const e8m0 *p, float (&x)[4]) {
  const u32 w = *(const u32 *)p;
#pragma unroll
  for (int i = 0; i < 4; i++) x[i] = e8m0_real(w >> (8 * i) & 255);
}

/* What 128 (of F16: 1024) and a code of up to 7 (10) bits are in halves: the code in the lowest bits. */
template <class A> struct half_format;
template <> struct half_format<bf16> {
  static constexpr u32 BASE = 0x43004300u, LESS = 0xC300C300u, ONE = 0x3F803F80u;
  static constexpr int EXACT_BITS = 7;
  static FORCEINLINE u32 of(float low, float high) { return bf16x2_of(low, high); }
  static FORCEINLINE u32 fma(u32 a, u32 b, u32 c) { return fma_bf16x2(a, b, c); }
  static FORCEINLINE void multiply(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) { multiply_bf16_bf16(d, a, b0, b1); }
};
template <> struct half_format<f16> {
  static constexpr u32 BASE = 0x64006400u, LESS = 0xE400E400u, ONE = 0x3C003C00u;
  static constexpr int EXACT_BITS = 10;
  static FORCEINLINE u32 of(float low, float high) { return f16x2_of(low, high); }
  static FORCEINLINE u32 fma(u32 a, u32 b, u32 c) { return fma_f16x2(a, b, c); }
  static FORCEINLINE void multiply(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) { multiply_f16_f16(d, a, b0, b1); }
};

template <class S> struct packed_layout {
  typedef half_format<typename S::A> HALF;
  static constexpr int EACH = 32 / S::BITS;                     /* codes of a word */
  static constexpr int LANE_K = EACH < 8 ? 8 : EACH;            /* of a chunk, a thread's */
  static constexpr int CHUNK = 4 * LANE_K, WORDS = LANE_K / EACH, STEPS = LANE_K / 4;
  static constexpr int SUBS = S::BLOCK < CHUNK ? CHUNK / S::BLOCK : 1; /* blocks in a chunk */
  static constexpr int CHUNKS = S::K / CHUNK, UNITS = CHUNKS / S::UNIT;
  static_assert(S::K % (CHUNK * S::UNIT) == 0 && (SUBS == 1 ? S::BLOCK % (CHUNK * S::UNIT) == 0 : S::UNIT == 1 && CHUNK % S::BLOCK == 0),
                "a unit is of one block");
};

/* ---- Weights ---------------------------------------------------------------------------- */

/* A thread's part of a unit. */
template <class S> struct packed_unit {
  using L = packed_layout<S>;
  uint4 words[S::UNIT][L::WORDS];
  float scales[L::SUBS][4];
  u32 zeros; /* of its four outputs, a byte each */
};

/* `panel`: the panel's first word, and its scales and zero points, all of this thread's outputs. */
template <class S> struct packed_panel {
  using L = packed_layout<S>;
  const uint4 *words;
  const typename S::SCALE *scales;
  const u32 *zeros;
  int quad;

  FORCEINLINE packed_panel(const uint4 *w, const typename S::SCALE *s, const u32 *z, int panel, int lane) : quad(lane & 3) {
    words = w + (i64)panel * S::GROUPS * 8 + (lane >> 2) + quad * L::WORDS * 8;
    scales = s + (i64)panel * S::BLOCKS * 32 + (lane >> 2) * 4;
    zeros = z + (i64)panel * S::BLOCKS * 8 + (lane >> 2);
  }
  FORCEINLINE void load(packed_unit<S> &u, int unit) const {
    const int chunk = unit * S::UNIT;
#pragma unroll
    for (int c = 0; c < S::UNIT; c++)
#pragma unroll
      for (int w = 0; w < L::WORDS; w++) u.words[c][w] = load_words(words + ((chunk + c) * 4 * L::WORDS + w) * 8);
    const int block = L::SUBS == 1 ? chunk * L::CHUNK / S::BLOCK : chunk * L::SUBS;
#pragma unroll
    for (int s = 0; s < L::SUBS; s++) load_scales(scales + (block + s) * 32, u.scales[s]);
    if constexpr (S::ZEROS) u.zeros = zeros[(block + (L::SUBS == 1 ? 0 : quad * L::LANE_K / S::BLOCK)) * 8];
  }
};

/* Pair i of a word as halves: codes 2 i and 2 i + 1, less the zero point z. */
template <class S> FORCEINLINE u32 packed_pair(u32 word, int i, u32 z) {
  using H = typename packed_layout<S>::HALF;
  constexpr u32 MASK = ((1u << S::BITS) - 1) * 0x10001u, TOP = (1u << (S::BITS - 1)) * 0x10001u;
  const u32 t = word >> (i * S::BITS) & MASK;
  if constexpr (S::FLOATS) {
    const u32 x = (t & TOP) << (16 - S::BITS) | (t & (MASK ^ TOP)) << S::SHIFT;
    return H::fma(x, S::POWER, 0x80008000u);
  } else if constexpr (S::BITS <= H::EXACT_BITS) {
    return H::fma(t | H::BASE, H::ONE, H::LESS | z * 0x10001u);
  } else { /* 2^23 and a code are an F32 */
    const float less = f32_from_bits(0x4B000000u | z);
    return H::of(f32_from_bits(0x4B000000u | (t & 0xFFFF)) - less, f32_from_bits(0x4B000000u | t >> 16) - less);
  }
}

/* Of a chunk: the fragments of both tiles of 16 outputs (4 g and 4 g + 1, 4 g + 2 and 4 g + 3) at one step of 16 k. */
template <class S> FORCEINLINE void packed_fragments(u32 (&a)[2][4], const uint4 (&words)[packed_layout<S>::WORDS], u32 zeros, int step) {
  using L = packed_layout<S>;
  constexpr int PAIRS = L::EACH / 2; /* of a word */
  constexpr u32 CENTRED = S::CENTRE * (0xFFFFFFFFu / ((1ull << S::BITS) - 1)); /* in every code */
#pragma unroll
  for (int p = 0; p < 2; p++) {
    const int pair = 2 * step + p;
    const uint4 w = words[pair / PAIRS];
    const u32 of[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
    for (int i = 0; i < 4; i++)
      a[i / 2][i % 2 + 2 * p] = packed_pair<S>(of[i] ^ CENTRED, pair % PAIRS, S::ZEROS ? zeros >> (8 * i) & 255 : (u32)S::CENTRE);
  }
}

/* c += the unit's weights times tokens(chunk, half, e), 16 bytes of a row of eight e.  Where a chunk is of several
 * blocks, each takes the tokens of its own threads and zeros of the others'. */
template <class S, int EIGHTS, class TOKENS>
FORCEINLINE void packed_multiply(float (&c)[2][EIGHTS][4], const packed_unit<S> &u, int quad, TOKENS tokens) {
  using L = packed_layout<S>;
#pragma unroll
  for (int b = 0; b < L::SUBS; b++) {
    const u32 own = L::SUBS == 1 || quad * L::LANE_K / S::BLOCK == b ? 0xFFFFFFFFu : 0u;
    float d[2][EIGHTS][4];
#pragma unroll
    for (int i = 0; i < 8 * EIGHTS; i++) d[i / (4 * EIGHTS)][i / 4 % EIGHTS][i % 4] = 0.0f;
#pragma unroll
    for (int chunk = 0; chunk < S::UNIT; chunk++)
#pragma unroll
      for (int half = 0; half < L::LANE_K / 8; half++) { /* two steps */
        u32 a[2][2][4];
#pragma unroll
        for (int s = 0; s < 2; s++) packed_fragments<S>(a[s], u.words[chunk], S::ZEROS ? u.zeros : 0u, 2 * half + s);
#pragma unroll
        for (int e = 0; e < EIGHTS; e++) {
          const uint4 x = tokens(chunk, half, e);
#pragma unroll
          for (int t = 0; t < 2; t++) {
            L::HALF::multiply(d[t][e], a[0][t], x.x & own, x.y & own);
            L::HALF::multiply(d[t][e], a[1][t], x.z & own, x.w & own);
          }
        }
      }
#pragma unroll
    for (int t = 0; t < 2; t++)
#pragma unroll
      for (int h = 0; h < 2; h++) { /* outputs 4 g + 2 t + h */
        const float s = u.scales[b][2 * t + h] * S::FACTOR;
#pragma unroll
        for (int e = 0; e < EIGHTS; e++)
#pragma unroll
          for (int i = 0; i < 2; i++) c[t][e][2 * h + i] = __fmaf_rn(d[t][e][2 * h + i], s, c[t][e][2 * h + i]);
      }
  }
}

/* ---- What follows -------------------------------------------------------------------------- */

/* A warp's sums: token 8 e + 2 q + i, outputs 4 g to 4 g + 3. */
template <int EIGHTS> FORCEINLINE void packed_keep(float *to, int pitch, const float (&c)[2][EIGHTS][4], int lane) {
#pragma unroll
  for (int e = 0; e < EIGHTS; e++)
#pragma unroll
    for (int i = 0; i < 2; i++)
      *(float4 *)(to + (8 * e + 2 * (lane & 3) + i) * pitch + (lane >> 2) * 4) =
          make_float4(c[0][e][i], c[0][e][2 + i], c[1][e][i], c[1][e][2 + i]);
}

/* The sums of ROWS tokens from `row` on in COLUMNS outputs from `column` on, of `parts` warps that each have a part of
 * k: part[(row * pitch) + column], `next` floats from one to the next. */
template <class S, int COLUMNS, class EPILOGUE>
FORCEINLINE void packed_finish(const float *sums, int pitch, int parts, int next, int rows, int row, int column, const EPILOGUE &epilogue) {
  constexpr int ACROSS = COLUMNS / S::V;
  for (int i = threadIdx.x; i < rows * ACROSS; i += S::WARPS * 32) {
    const int r = i / ACROSS, c = i % ACROSS * S::V;
    if (column + c >= S::N) continue;
    float x[S::V], other[S::V];
#pragma unroll
    for (int v = 0; v < S::V; v++) {
      x[v] = sums[r * pitch + c + v], other[v] = 0.0f;
      for (int p = 1; p < parts; p++) x[v] = x[v] + sums[p * next + r * pitch + c + v];
      if constexpr (S::COLUMNS) {
        const float2 f = epilogue.columns[column + c + v];
        x[v] = x[v] * f.x;
        if constexpr (S::BIAS) x[v] = x[v] + f.y;
      } else {
        x[v] = x[v] * epilogue.factor();
      }
    }
    epilogue.finish(row + r, column + c, x, other);
  }
}

/* ---- Few rows: at most 32 --------------------------------------------------------------------
 *
 * A block is a panel: its warps take the units of k in turns, each DEPTH of them under way, and their sums meet in
 * shared memory in the warps' order. */

template <class S> struct packed_few_layout {
  static constexpr int EIGHTS = (S::M + 7) / 8, PITCH = 36;
  static constexpr int PART = 8 * EIGHTS * PITCH; /* floats of a warp */
  static_assert(S::WARPS * PART * 4 == S::SHARED, "the launch counts as the kernel does");
};

template <class S, class EPILOGUE>
FORCEINLINE void packed_few(const uint4 *words, const typename S::SCALE *scales, const u32 *zeros, const u8 *tokens, const EPILOGUE &epilogue) {
  using L = packed_layout<S>;
  using F = packed_few_layout<S>;
  constexpr int EIGHTS = F::EIGHTS;
  extern __shared__ uint4 shared_memory[];
  float *const sums = (float *)shared_memory;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, quad = lane & 3;
  const packed_panel<S> panel(words, scales, zeros, blockIdx.x, lane);
  packed_unit<S> units[S::DEPTH];
#pragma unroll
  for (int d = 0; d < S::DEPTH; d++)
    if (warp + d * S::WARPS < L::UNITS) panel.load(units[d], warp + d * S::WARPS);
  dependency_wait();
  dependents_launch();
  /* Rows beyond the last are the last one's copies, which nobody reads. */
  const u8 *rows[EIGHTS];
#pragma unroll
  for (int e = 0; e < EIGHTS; e++) rows[e] = tokens + ((i64)min(8 * e + (lane >> 2), S::M - 1) * S::K + quad * L::LANE_K) * 2;
  float c[2][EIGHTS][4];
#pragma unroll
  for (int i = 0; i < 8 * EIGHTS; i++) c[i / (4 * EIGHTS)][i / 4 % EIGHTS][i % 4] = 0.0f;
  for (int u = warp; u < L::UNITS; u += S::WARPS * S::DEPTH) {
#pragma unroll
    for (int d = 0; d < S::DEPTH; d++) {
      const int unit = u + d * S::WARPS;
      if (unit >= L::UNITS) break;
      uint4 x[S::UNIT][L::LANE_K / 8][EIGHTS];
#pragma unroll
      for (int chunk = 0; chunk < S::UNIT; chunk++)
#pragma unroll
        for (int half = 0; half < L::LANE_K / 8; half++)
#pragma unroll
          for (int e = 0; e < EIGHTS; e++)
            x[chunk][half][e] = load_after(rows[e] + ((i64)(unit * S::UNIT + chunk) * L::CHUNK + 8 * half) * 2);
      packed_multiply<S, EIGHTS>(c, units[d], quad, [&](int chunk, int half, int e) { return x[chunk][half][e]; });
      if (unit + S::WARPS * S::DEPTH < L::UNITS) panel.load(units[d], unit + S::WARPS * S::DEPTH);
    }
  }
  packed_keep<EIGHTS>(sums + warp * F::PART, F::PITCH, c, lane);
  __syncthreads();
  packed_finish<S, 32>(sums, F::PITCH, S::WARPS, F::PART, S::M, 0, blockIdx.x * 32, epilogue);
}

/* ---- Many rows -------------------------------------------------------------------------------
 *
 * A block is 64 rows by WARPS panels.  A ring of stages in shared memory holds the rows' tokens, 64 of k each, which
 * all warps read; a warp's weights go from memory into its registers, DEPTH units ahead.  Part c of a row's 128 bytes,
 * 16 each, lies at c ^ 4 (row % 2), so that eight threads that read parts 0 to 3 of two rows meet no bank twice. */

template <class S> struct packed_tile_layout {
  static constexpr int ROWS = 64, EIGHTS = 8, STAGE_K = 64, STAGE = ROWS * STAGE_K * 2, STAGES = 4;
  static constexpr int STAGE_COUNT = (S::K + STAGE_K - 1) / STAGE_K, THREADS = 32 * S::WARPS;
  static constexpr int UNIT_K = packed_layout<S>::CHUNK * S::UNIT, UNITS = STAGE_K / UNIT_K; /* of a stage */
  static constexpr int PITCH = 32 * S::WARPS + 4;
  static constexpr int RING = STAGES * STAGE, SUMS = ROWS * PITCH * 4;
  static_assert((RING > SUMS ? RING : SUMS) == S::SHARED, "the launch counts as the kernel does");
  static_assert(STAGE_K % UNIT_K == 0 && ROWS * 8 % THREADS == 0, "a stage is whole units; as many copies for all");
};

template <class S> FORCEINLINE void packed_copy(u8 *to, const u8 *tokens, int row, int stage) {
  using T = packed_tile_layout<S>;
#pragma unroll
  for (int j = 0; j < T::ROWS * 8 / T::THREADS; j++) {
    const int i = j * T::THREADS + threadIdx.x, r = i >> 3, part = i & 7, k = stage * T::STAGE_K + part * 8;
    const bool valid = row + r < S::M && k < S::K;
    copy_part<16>(to + r * 128 + ((part ^ (r & 1) * 4) << 4), tokens + (valid ? ((i64)(row + r) * S::K + k) * 2 : 0), valid);
  }
}

template <class S, class EPILOGUE>
FORCEINLINE void packed_tiles(const uint4 *words, const typename S::SCALE *scales, const u32 *zeros, const u8 *tokens, const EPILOGUE &epilogue) {
  using L = packed_layout<S>;
  using T = packed_tile_layout<S>;
  extern __shared__ uint4 shared_memory[];
  u8 *const ring = (u8 *)shared_memory;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;
  constexpr int PANELS = (S::N + 31) / 32, ACROSS = (PANELS + S::WARPS - 1) / S::WARPS;
  /* Rows of tiles follow each other: those that share weights run at the same time. */
  constexpr int DOWN = (S::M + T::ROWS - 1) / T::ROWS;
  const int row = blockIdx.x % DOWN * T::ROWS, first = blockIdx.x / DOWN * S::WARPS;
  static_assert(ACROSS > 0, "");
  const packed_panel<S> panel(words, scales, zeros, min(first + warp, PANELS - 1), lane);
  packed_unit<S> units[S::DEPTH];
#pragma unroll
  for (int d = 0; d < S::DEPTH; d++)
    if (d < L::UNITS) panel.load(units[d], d);
  dependency_wait();
  dependents_launch();
#pragma unroll
  for (int s = 0; s < T::STAGES - 1; s++) {
    if (s < T::STAGE_COUNT) packed_copy<S>(ring + s * T::STAGE, tokens, row, s);
    copy_commit();
  }
  float c[2][T::EIGHTS][4];
#pragma unroll
  for (int i = 0; i < 8 * T::EIGHTS; i++) c[i / (4 * T::EIGHTS)][i / 4 % T::EIGHTS][i % 4] = 0.0f;
  /* DEPTH units are as many as a stage has, or that many stages: the ring of registers turns with the stages. */
  constexpr int TURN = S::DEPTH > T::UNITS ? S::DEPTH / T::UNITS : 1;
  static_assert(S::DEPTH % T::UNITS == 0 || T::UNITS % S::DEPTH == 0, "the registers' ring and the stages' turn together");
  for (int outer = 0; outer < T::STAGE_COUNT; outer += TURN) {
#pragma unroll
    for (int turn = 0; turn < TURN; turn++) {
      const int stage = outer + turn;
      if (stage >= T::STAGE_COUNT) break;
      copy_wait<T::STAGES - 2>();
      __syncthreads();
      if (stage + T::STAGES - 1 < T::STAGE_COUNT)
        packed_copy<S>(ring + (stage + T::STAGES - 1) % T::STAGES * T::STAGE, tokens, row, stage + T::STAGES - 1);
      copy_commit();
      const u8 *const at = ring + stage % T::STAGES * T::STAGE + group * 128;
#pragma unroll
      for (int u = 0; u < T::UNITS; u++) {
        const int unit = stage * T::UNITS + u;
        if (S::K % T::STAGE_K && unit >= L::UNITS) break;
        packed_unit<S> &own = units[(turn * T::UNITS + u) % S::DEPTH];
        packed_multiply<S, T::EIGHTS>(c, own, quad, [&](int chunk, int half, int e) {
          const int part = ((u * S::UNIT + chunk) * L::CHUNK + quad * L::LANE_K) / 8 + half;
          return *(const uint4 *)(at + e * 1024 + ((part ^ (group & 1) * 4) << 4));
        });
        if (unit + S::DEPTH < L::UNITS) panel.load(own, unit + S::DEPTH);
      }
    }
  }
  copy_wait<0>();
  __syncthreads();
  packed_keep<T::EIGHTS>((float *)ring + warp * 32, T::PITCH, c, lane);
  __syncthreads();
  packed_finish<S, 32 * S::WARPS>((const float *)ring, T::PITCH, 1, 0, min(T::ROWS, S::M - row), row, first * 32, epilogue);
}
