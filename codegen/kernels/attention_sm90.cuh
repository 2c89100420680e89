/* attention_sm90.cuh - attention in FP8 on Hopper: softmax(q k^T) v, all three in
 * E4M3, scores in F16 or F32, probabilities in E4M3 times 2^8.
 *
 * Every math warpgroup owns 64 query rows; all of a block walk through the keys
 * together, KB at a time.  One warpgroup feeds them: a thread streams tiles of q, k
 * and v through rings of shared memory by TMA, three warps turn each tile of v
 * into v^T, which wgmma wants with keys side by side and Hopper's copies and loads
 * cannot give for 8-bit numbers.
 *
 * Turning costs one ldmatrix, four byte permutations and one stmatrix for 512
 * numbers, because the order of keys inside of 16 is free: the accumulators of the
 * first product, rounded and packed as they lie, are the first operand of the
 * second, with keys 2q, 2q+1, 8+2q, 8+2q+1 in thread q of a quad, and that is also
 * what a transposing 16-bit ldmatrix leaves a thread with.  The order of v^T's rows
 * inside of 16 is free too: even columns first, which meets no bank twice and leaves
 * four consecutive columns of the result in a thread.
 *
 * Keys go from the last block to the first: what is masked by position lies in the
 * block that comes first, so only that step has code for it, and no row is empty.
 * Heads that are no multiple of 16 bytes are no dimension of a tensor map: their columns are cut out of
 * whole rows, from the multiple of 16 at or in front of them, where copies must begin, with other heads'
 * numbers on both sides.  Those of q become zeros, once for each item, so that those of k count nothing
 * (but for a NaN); those of v become columns of the result that nobody stores.
 *
 * A step waits once, for the second product of the block before and the first of
 * this one, and issues both of the next together. */

/* ---- Pairs of F16 ------------------------------------------------------------ */

#ifndef FP8C_SIMT
#define PACKED2(name_, text_)                             \
  FORCEINLINE u32 name_(u32 a, u32 b) {                   \
    u32 r;                                                \
    asm(text_ " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); \
    return r;                                             \
  }
PACKED2(half_max, "max.f16x2")
PACKED2(half_max_nan, "max.NaN.f16x2")
PACKED2(half_min_nan, "min.NaN.f16x2")
PACKED2(half_add, "add.rn.f16x2")
PACKED2(half_sub, "sub.rn.f16x2")
#undef PACKED2
FORCEINLINE u32 half_fma(u32 a, u32 b, u32 c) {
  u32 r;
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
FORCEINLINE u32 half_exp2(u32 a) {
  u32 r;
  asm("ex2.approx.f16x2 %0, %1;" : "=r"(r) : "r"(a));
  return r;
}
FORCEINLINE u32 e4m3x4_of_halves(u32 a, u32 b) {
  u16 x, y;
  asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(x) : "r"(a));
  asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(y) : "r"(b));
  return (u32)x | (u32)y << 16;
}
#endif
FORCEINLINE u32 half_twice(float x) { return f16x2_of(x, x); }
FORCEINLINE float half_low(u32 a) {
  float low, high;
  f16x2_real(a, low, high);
  return low;
}
FORCEINLINE float half_high(u32 a) {
  float low, high;
  f16x2_real(a, low, high);
  return high;
}
/* 2^x for x <= 16 without the special-function unit, 2.3e-3 relative: x = n + f by
 * the rounding of 1536 + x, a polynomial in f, n added to the exponent. */
FORCEINLINE u32 half_exp2_polynomial(u32 x) {
  x = half_max(x, half_twice(-15.0f));
  const u32 t = half_add(x, half_twice(1536.0f)), f = half_sub(x, half_sub(t, half_twice(1536.0f)));
  const u32 p = half_fma(half_fma(f, half_twice(0.24204f), half_twice(0.70360f)), f, half_twice(1.0f));
  return ((t & 0x003F003Fu) << 10) + p;
}

/* ---- Sizes -------------------------------------------------------------------- */

/* Whence a mask comes to the scores: prepared for a block of keys where it has one number a key; as
 * tiles of 16-bit numbers by TMA; loaded by the threads that have the scores. */
enum { BY_KEY = 0, BY_TILE = 1, BY_LOAD = 2 };

#define HALF_MAX 65504.0f
#define HALF_HIDDEN 0xFC00u /* -inf */

/* C: static constants Q_ROWS, KEYS, HEADS, GROUP (query heads of a key head), HEAD
 * (size, a multiple of 8), BATCH, KB (keys of a block), MATH (warpgroups), STAGES
 * (of k and v), TURNED (stages of v^T), POLYNOMIAL (pairs of 8 whose power is one),
 * CAUSAL, MASK and MASK_FORM, mask_batch, mask_head, mask_row and mask_key (strides), MASK_KEYS (further
 * ones are hidden), MASK_BATCHES (MASK_REPEATS: of fewer than BATCH), SHARED (bytes the launch gives).
 * C::scores::of and C::values::of are the wgmma instructions. */
template <class C> struct attention_layout {
  static constexpr int PITCH = C::HEAD <= 32 ? 32 : C::HEAD <= 64 ? 64 : 128;
  static constexpr int STEPS = (C::HEAD + 31) / 32, WIDTH = 32 * STEPS; /* of k32; rows of v^T */
  static constexpr int PANELS = (C::KB + 127) / 128, PANEL_BYTES = WIDTH * 128;
  static constexpr int Q_BYTES = 64 * PITCH, TILE_BYTES = C::KB * PITCH;
  static constexpr int TURNED_BYTES = PANELS * PANEL_BYTES;
  static constexpr bool KEY_MASK = C::MASK != MASK_NONE && C::MASK_FORM == BY_KEY;
  static constexpr bool TILE_MASK = C::MASK != MASK_NONE && C::MASK_FORM == BY_TILE;
  static constexpr bool LOADED_MASK = C::MASK != MASK_NONE && C::MASK_FORM == BY_LOAD;
  static constexpr int MASK_BYTES = KEY_MASK ? 2 * C::KB : 0;
  static constexpr int BIAS_PANEL = 64 * 64, BIAS_BYTES = TILE_MASK ? C::KB / 32 * BIAS_PANEL : 0; /* 32 keys by 64 rows */
  static constexpr int K = C::MATH * Q_BYTES, V = K + C::STAGES * TILE_BYTES, T = V + C::STAGES * TILE_BYTES;
  static constexpr int B = T + C::TURNED * TURNED_BYTES, M = B + C::MATH * BIAS_BYTES, BARRIERS = M + C::TURNED * MASK_BYTES;
  static constexpr int SHARED_BYTES = BARRIERS + 8 * (4 * C::MATH + 4 * C::STAGES + 3 * C::TURNED);
  static constexpr int ROWS = 64 * C::MATH, TILES = (C::Q_ROWS + ROWS - 1) / ROWS;
  static FORCEINLINE int items() { return TILES * C::HEADS * C::BATCH; } /* BATCH may come by value */
  static constexpr int TURNERS = 3; /* warps */
  static constexpr bool RAGGED = C::HEAD % 16 != 0;
  static constexpr bool TAIL = C::KEYS % C::KB != 0;
  /* Columns of the block that ends the keys, which comes first where no block is left out, in units of 16. */
  static constexpr int LAST_COLUMNS = TAIL && !C::CAUSAL && !C::SPANS ? (C::KEYS % C::KB + 15) / 16 * 16 : C::KB;
  static constexpr bool SPARE_WARPS = TILES * ROWS - C::Q_ROWS >= 16; /* whose rows are none */
  static_assert(T % 1024 == 0 && SHARED_BYTES == C::SHARED, "the launch counts as the kernel does");
  static_assert(!RAGGED || (C::GROUP == 1 && C::HEAD % 8 == 0 && C::HEAD + 8 <= WIDTH), "q and k begin alike");
  static_assert(C::KB % 32 == 0 && (!C::CAUSAL || C::KB % 64 == 0), "a warpgroup's diagonal lies in one block");
};

/* A place in a ring: full barriers are waited for at `phase`, empty ones at the other. */
struct ring_place {
  u32 stage, phase;
  template <int STAGES> FORCEINLINE void advance() {
    if (++stage == STAGES) stage = 0, phase ^= 1;
  }
};

/* Addresses of barriers: full of q, k, v, v^T, the mask by keys and that by tiles, empty of all but
 * the mask by keys. */
template <class C> struct attention_barriers {
  u32 base;
  FORCEINLINE u32 q_full(u32 i) const { return base + 8 * i; }
  FORCEINLINE u32 q_empty(u32 i) const { return base + 8 * (C::MATH + i); }
  FORCEINLINE u32 k_full(u32 i) const { return base + 8 * (2 * C::MATH + i); }
  FORCEINLINE u32 k_empty(u32 i) const { return base + 8 * (2 * C::MATH + C::STAGES + i); }
  FORCEINLINE u32 v_full(u32 i) const { return base + 8 * (2 * C::MATH + 2 * C::STAGES + i); }
  FORCEINLINE u32 v_empty(u32 i) const { return base + 8 * (2 * C::MATH + 3 * C::STAGES + i); }
  FORCEINLINE u32 t_full(u32 i) const { return base + 8 * (2 * C::MATH + 4 * C::STAGES + i); }
  FORCEINLINE u32 t_empty(u32 i) const { return base + 8 * (2 * C::MATH + 4 * C::STAGES + C::TURNED + i); }
  FORCEINLINE u32 m_full(u32 i) const { return base + 8 * (2 * C::MATH + 4 * C::STAGES + 2 * C::TURNED + i); }
  FORCEINLINE u32 bias_full(u32 i) const { return base + 8 * (2 * C::MATH + 4 * C::STAGES + 3 * C::TURNED + i); }
  FORCEINLINE u32 bias_empty(u32 i) const { return base + 8 * (3 * C::MATH + 4 * C::STAGES + 3 * C::TURNED + i); }
  FORCEINLINE void init() const {
    for (int i = 0; i < C::MATH; i++) {
      barrier_init(q_full(i), 1), barrier_init(q_empty(i), 4);
      barrier_init(bias_full(i), 1), barrier_init(bias_empty(i), 4);
    }
    for (int i = 0; i < C::STAGES; i++) {
      barrier_init(k_full(i), 1), barrier_init(k_empty(i), 4 * C::MATH);
      barrier_init(v_full(i), 1), barrier_init(v_empty(i), attention_layout<C>::TURNERS);
    }
    for (int i = 0; i < C::TURNED; i++) {
      barrier_init(t_full(i), attention_layout<C>::TURNERS), barrier_init(t_empty(i), 4 * C::MATH);
      barrier_init(m_full(i), attention_layout<C>::TURNERS);
    }
    barriers_made();
  }
};

/* Tiles of one head stand next to each other, so that its keys stay in L2; with a
 * causal mask the longest come first. */
template <class C> struct attention_item {
  int tile, head, batch;
  FORCEINLINE explicit attention_item(int i) {
    constexpr int TILES = attention_layout<C>::TILES;
    const int SEQUENCES = C::HEADS * C::BATCH;
    const int sequence = C::CAUSAL ? i % SEQUENCES : i / TILES;
    tile = C::CAUSAL ? TILES - 1 - i / SEQUENCES : i % TILES;
    head = sequence % C::HEADS;
    batch = sequence / C::HEADS;
  }
  FORCEINLINE int first_row() const { return tile * attention_layout<C>::ROWS; }
};

/* Blocks of keys that an item's rows can see: by their order, and (SPANS) by what the mask hides from all of them. */
template <class C> struct key_blocks {
  int begin, hi; /* the first block; behind the last key */
  FORCEINLINE key_blocks(const attention_item<C> &item, const uint4 *spans) {
    begin = 0, hi = C::KEYS;
    if constexpr (C::SPANS) {
      const mask_span s = span_of_rows<C>(spans, item.batch, item.head, item.first_row(), attention_layout<C>::ROWS);
      hi = max(min(hi, s.hi), 1);
      begin = min(s.lo, hi - 1) / C::KB;
    }
  }
  /* Behind the blocks that rows up to `last` see, of which there is one. */
  FORCEINLINE int end(int last) const { return max(((C::CAUSAL ? min(hi, last + 1) : hi) + C::KB - 1) / C::KB, begin + 1); }
};

/* ---- Feeding ------------------------------------------------------------------ */

/* Columns of a tile that lie in front of the head's. */
template <class C> FORCEINLINE int columns_before(int head) { return attention_layout<C>::RAGGED ? head * C::HEAD & 15 : 0; }

template <class C> FORCEINLINE void load_tile(u32 to, const tensor_map *map, int head, int row, int batch, u32 full) {
  constexpr bool ragged = attention_layout<C>::RAGGED;
  copy_in(to, map, ragged ? head * C::HEAD & ~15 : 0, row, ragged ? 0 : head, batch, full);
}

/* The mask of a block of keys and of 64 rows, as it lies in memory.  Whole panels behind the last key are
 * not asked for: nobody looks at them. */
template <class C>
FORCEINLINE void load_bias(u32 to, const tensor_map *mask, const attention_item<C> &item, int group, int block, u32 full) {
  using L = attention_layout<C>;
  const int panels = min(C::KB / 32, (C::KEYS - block * C::KB + 31) / 32);
  barrier_expect(full, panels * L::BIAS_PANEL);
  for (int p = 0; p < panels; p++)
    copy_in(to + p * L::BIAS_PANEL, mask, block * C::KB + 32 * p, item.first_row() + 64 * group, C::mask_head ? item.head : 0,
            C::mask_batch ? mask_sequence<C>(item.batch) : 0, full);
}

template <class C>
FORCEINLINE void load_tiles(u32 shared, attention_barriers<C> b, const tensor_map *q, const tensor_map *k, const tensor_map *v,
                            const tensor_map *mask, const uint4 *spans) {
  using L = attention_layout<C>;
  dependency_wait();
  ring_place at = {0, 0};
  u32 q_phase = 0, bias_phase = 0;
  for (int i = blockIdx.x; i < L::items(); i += gridDim.x, q_phase ^= 1) {
    const attention_item<C> item(i);
    const key_blocks<C> keys(item, spans);
    const int kv_head = item.head / C::GROUP, blocks = keys.end(item.first_row() + L::ROWS - 1);
    for (int block = blocks - 1; block >= keys.begin; block--) {
      barrier_wait(b.k_empty(at.stage), at.phase ^ 1);
      barrier_expect(b.k_full(at.stage), L::TILE_BYTES);
      load_tile<C>(shared + L::K + at.stage * L::TILE_BYTES, k, kv_head, block * C::KB, item.batch, b.k_full(at.stage));
      if (block == blocks - 1)
        for (int w = 0; w < C::MATH; w++) {
          barrier_wait(b.q_empty(w), q_phase ^ 1);
          barrier_expect(b.q_full(w), L::Q_BYTES);
          load_tile<C>(shared + w * L::Q_BYTES, q, item.head, item.first_row() + 64 * w, item.batch, b.q_full(w));
        }
      barrier_wait(b.v_empty(at.stage), at.phase ^ 1);
      barrier_expect(b.v_full(at.stage), L::TILE_BYTES);
      load_tile<C>(shared + L::V + at.stage * L::TILE_BYTES, v, kv_head, block * C::KB, item.batch, b.v_full(at.stage));
      if constexpr (L::TILE_MASK) {
        for (int w = 0; w < C::MATH; w++) {
          barrier_wait(b.bias_empty(w), bias_phase ^ 1);
          load_bias<C>(shared + L::B + w * L::BIAS_BYTES, mask, item, w, block, b.bias_full(w));
        }
        bias_phase ^= 1;
      }
      at.advance<C::STAGES>();
    }
  }
  dependents_launch();
}

/* 16 keys x 32 columns of v, to 32 rows of v^T. */
template <class C> FORCEINLINE void turn(u32 v, u32 turned, int unit, int lane) {
  using L = attention_layout<C>;
  const int keys = unit / L::STEPS, columns = unit % L::STEPS; /* in units of 16 and of 32 */
  u32 r[4];
  load_matrix4_transposed(r, v + swizzled<L::PITCH>(16 * keys + (lane & 15), 2 * columns + (lane >> 4)));
  store_matrix4(turned + (keys >> 3) * L::PANEL_BYTES + swizzled<128>(32 * columns + lane, keys & 7),
                __byte_perm(r[0], r[1], 0x6420), __byte_perm(r[0], r[1], 0x7531), __byte_perm(r[2], r[3], 0x6420),
                __byte_perm(r[2], r[3], 0x7531));
}

/* The mask of a block's keys in units of score codes, where a thread of a quad finds
 * its columns of four 8-column groups side by side. */
template <class C, class MASK>
FORCEINLINE void prepare_mask(u32 to, const MASK *mask, float codes, int first_key, const attention_item<C> &item, int thread) {
  for (int i = thread; i < C::KB; i += 32 * attention_layout<C>::TURNERS) {
    const int key = first_key + i;
    float x = f32_from_bits(0xFF800000u);
    if (key < C::MASK_KEYS) {
      const MASK *at = mask + (i64)mask_sequence<C>(item.batch) * C::mask_batch + (i64)item.head * C::mask_head + (i64)key * C::mask_key;
      if constexpr (C::MASK == MASK_ADD) {
        float m[1];
        load<1>(at, m);
        x = m[0] * codes;
      } else {
        x = at->bits ? 0.0f : x;
      }
    }
    const u32 place = ((i >> 1) & 3) * (C::KB / 8) + (i >> 3);
    store_shared(to + 4 * place + 2 * (i & 1), (u16)f16x2_of(x, 0.0f));
  }
}

template <class C, class MASK>
FORCEINLINE void turn_tiles(u32 shared, attention_barriers<C> b, const MASK *mask, const uint4 *spans, float codes, int warp, int lane) {
  using L = attention_layout<C>;
  constexpr int UNITS = C::KB / 16 * L::STEPS;
  if constexpr (L::KEY_MASK || C::SPANS) dependency_wait();
  ring_place from = {0, 0}, to = {0, 0};
  for (int i = blockIdx.x; i < L::items(); i += gridDim.x) {
    const attention_item<C> item(i);
    const key_blocks<C> keys(item, spans);
    for (int block = keys.end(item.first_row() + L::ROWS - 1) - 1; block >= keys.begin; block--) {
      barrier_wait(b.t_empty(to.stage), to.phase ^ 1);
      if constexpr (L::KEY_MASK) {
        prepare_mask<C>(shared + L::M + to.stage * L::MASK_BYTES, mask, codes, block * C::KB, item, 32 * warp + lane);
        __syncwarp();
        if (lane == 0) barrier_arrive(b.m_full(to.stage));
      }
      barrier_wait(b.v_full(from.stage), from.phase);
      const u32 v = shared + L::V + from.stage * L::TILE_BYTES, turned = shared + L::T + to.stage * L::TURNED_BYTES;
#pragma unroll 2
      for (int unit = warp; unit < UNITS; unit += L::TURNERS) turn<C>(v, turned, unit, lane);
      fence_async(); /* wgmma reads what was stored here */
      __syncwarp();
      if (lane == 0) barrier_arrive(b.v_empty(from.stage)), barrier_arrive(b.t_full(to.stage));
      from.advance<C::STAGES>();
      to.advance<C::TURNED>();
    }
  }
}

/* ---- Softmax ------------------------------------------------------------------ */

/* Thread q of a quad holds columns 8j + 2q and + 1 of rows r (scores[2j]) and r + 8
 * (scores[2j + 1]). */
template <class C> struct running {
  float top[2]; /* what is subtracted, in octaves: the largest score, a whole number, less 8 */
  float sum[2]; /* of this thread's columns */
};

/* A cut through the columns at key `end`: those behind it become -inf. */
template <class C> FORCEINLINE void hide_from(u32 (&scores)[C::KB / 4], int row, int end) {
#pragma unroll
  for (int j = 0; j < C::KB / 8; j++) {
    u32 &pair = scores[2 * j + row];
    if (8 * j >= end) pair = HALF_HIDDEN << 16 | HALF_HIDDEN;
    else if (8 * j + 1 >= end) pair = (pair & 0xFFFFu) | HALF_HIDDEN << 16;
  }
}

/* A number of the mask, in score codes, beside each of two scores. */
FORCEINLINE void mask_pair(u32 &pair, u32 mask) {
  pair = half_max_nan(half_min_nan(half_add(pair, mask), half_twice(HALF_MAX)), half_twice(-HALF_MAX));
}

template <class C> FORCEINLINE void add_mask(u32 (&scores)[C::KB / 4], u32 mask, int quad) {
#pragma unroll
  for (int j = 0; j < C::KB / 8; j += 4) {
    u32 m[4];
    load_shared4(m, mask + 4 * (quad * (C::KB / 8) + j));
#pragma unroll
    for (int i = 0; i < 8; i++) mask_pair(scores[2 * j + i], m[i >> 1]);
  }
}

/* Two numbers of a mask, in one word but for those of 32 bits, in score codes. */
FORCEINLINE u32 mask_codes(const bf16 *, u32 pair, u32, float codes) {
  return f16x2_of(f32_from_bits(pair << 16) * codes, f32_from_bits(pair & 0xFFFF0000u) * codes);
}
FORCEINLINE u32 mask_codes(const f16 *, u32 pair, u32, float codes) {
  float low, high;
  f16x2_real(pair, low, high);
  return f16x2_of(low * codes, high * codes);
}
FORCEINLINE u32 mask_codes(const float *, u32 low, u32 high, float codes) {
  return f16x2_of(f32_from_bits(low) * codes, f32_from_bits(high) * codes);
}
FORCEINLINE u32 mask_codes(const boolean *, u32 pair, u32, float) {
  return (pair & 0xFFFFu ? 0 : HALF_HIDDEN) | (pair >> 16 ? 0 : HALF_HIDDEN << 16);
}

/* A warpgroup's tile in shared memory, whose matrices of 8 x 8 numbers ldmatrix hands out as the
 * scores are: panels of 32 keys, by 64 rows. */
template <class C, class MASK> FORCEINLINE void add_tile(u32 (&scores)[C::KB / 4], u32 tile, float codes) {
  using L = attention_layout<C>;
  const u32 lane = threadIdx.x & 31, row = 16 * ((threadIdx.x & 127) >> 5) + (lane & 15);
#pragma unroll
  for (int j = 0; j < C::KB / 8; j += 2) {
    u32 m[4];
    load_matrix4(tile + (j >> 2) * L::BIAS_PANEL + swizzled<64>(row, (j & 2) + (lane >> 4)), m[0], m[1], m[2], m[3]);
#pragma unroll
    for (int i = 0; i < 4; i++) mask_pair(scores[2 * j + i], mask_codes((const MASK *)0, m[i], 0, codes));
  }
}

/* A thread's part of a mask; `add` rounds its numbers to codes and adds them to the scores. */
template <class C, class MASK> struct loaded_mask : mask_words<C, MASK, C::MASK_KEYS> {
  using words = mask_words<C, MASK, C::MASK_KEYS>;
  using words::EACH;
  using words::w;
  FORCEINLINE void add(u32 (&scores)[C::KB / 4], float codes, int first_key) const {
    const int key = first_key + 2 * (threadIdx.x & 3);
#pragma unroll
    for (int i = 0; i < C::KB / 4; i++) {
      u32 m = mask_codes((const MASK *)0, w[i * EACH], w[i * EACH + EACH - 1], codes);
      if (C::MASK_KEYS < C::KEYS && key + 8 * (i >> 1) >= C::MASK_KEYS) m = HALF_HIDDEN << 16 | HALF_HIDDEN;
      else if (C::MASK_KEYS < C::KEYS && key + 8 * (i >> 1) + 1 >= C::MASK_KEYS) m = (m & 0xFFFFu) | HALF_HIDDEN << 16;
      mask_pair(scores[i], m);
    }
  }
};
template <bool LOADED, class C, class MASK> struct loaded_mask_if {};
template <class C, class MASK> struct loaded_mask_if<true, C, MASK> : loaded_mask<C, MASK> {};
template <class C, class MASK> using loaded_mask_of = loaded_mask_if<attention_layout<C>::LOADED_MASK, C, MASK>;

/* Scores become probabilities times 2^8, rounded and packed as the second product's first
 * operand.  What is subtracted is a whole number of octaves, so that a probability has the same
 * code whatever was the largest score when its block came; where it grows, which it seldom does
 * behind the first blocks, `o` and the sums so far shrink.  FIRST: of the item's blocks. */
template <class C, bool FIRST, int OUT>
FORCEINLINE void soften(u32 (&p)[C::KB / 32][4], u32 (&scores)[C::KB / 4], float (&o)[OUT], running<C> &run, float unit) {
  constexpr int COLUMNS = FIRST ? attention_layout<C>::LAST_COLUMNS : C::KB;
  const u32 most = half_twice(HALF_MAX);
  u32 m[2] = {half_twice(-HALF_MAX), half_twice(-HALF_MAX)};
#pragma unroll
  for (int j = 0; j < COLUMNS / 4; j++) m[j & 1] = half_max_nan(m[j & 1], scores[j]);
  /* both columns of both rows in one word */
  u32 top = half_max_nan(__byte_perm(m[0], m[1], 0x5410), __byte_perm(m[0], m[1], 0x7632));
  top = half_max_nan(top, __shfl_xor_sync(0xFFFFFFFFu, top, 1));
  top = half_max_nan(top, __shfl_xor_sync(0xFFFFFFFFu, top, 2));
  /* Scores beyond F16 count as its largest number.  One that is no number makes its row none: the polynomial
   * does not pass it on. */
  float poison[2] = {0.0f, 0.0f};
  if (__any_sync(0xFFFFFFFFu, (~top & 0x7C00u) == 0 || (~top & 0x7C000000u) == 0)) {
#pragma unroll
    for (int j = 0; j < COLUMNS / 4; j++) scores[j] = half_min_nan(scores[j], most);
    top = half_min_nan(top, most);
    poison[0] = half_low(top) - half_low(top), poison[1] = half_high(top) - half_high(top);
    top = half_max(top, half_twice(-HALF_MAX));
  }
  float tops[2] = {rintf(half_low(top) * unit), rintf(half_high(top) * unit)};
  u32 offset[2];
#pragma unroll
  for (int r = 0; r < 2; r++) {
    if (!FIRST) tops[r] = fmaxf(tops[r], run.top[r]);
    offset[r] = half_twice(8.0f - tops[r]);
    tops[r] = 8.0f - half_low(offset[r]); /* as it was rounded, beyond 2^11 octaves */
  }
  /* to ask saves 3% of the time with heads of 128, and nothing with smaller ones */
  if (!FIRST && (C::HEAD <= 64 || __any_sync(0xFFFFFFFFu, tops[0] != run.top[0] || tops[1] != run.top[1]))) {
#pragma unroll
    for (int r = 0; r < 2; r++) {
      const float shrink = exp2_fast(run.top[r] - tops[r]);
      run.sum[r] *= shrink;
#pragma unroll
      for (int i = 0; i < OUT; i += 4) o[i + 2 * r] *= shrink, o[i + 2 * r + 1] *= shrink;
    }
  }
  run.top[0] = tops[0], run.top[1] = tops[1];
  const u32 factor = half_twice(unit);
  u32 sums[2] = {0, 0};
#pragma unroll
  for (int j = COLUMNS / 4; j < C::KB / 4; j += 4)
#pragma unroll
    for (int r = 0; r < 2; r++) p[j / 8][(j >> 1 & 2) + r] = 0;
#pragma unroll
  for (int j = 0; j < COLUMNS / 4; j += 4) { /* 16 keys */
    u32 power[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const u32 x = half_fma(scores[j + i], factor, offset[i & 1]);
      constexpr int SHARE = C::POLYNOMIAL;
      const bool polynomial = (((j + i) & 7) * SHARE & 7) + SHARE >= 8;
      power[i] = SHARE && polynomial ? half_exp2_polynomial(x) : half_exp2(x);
    }
#pragma unroll
    for (int r = 0; r < 2; r++) {
      sums[r] = half_add(sums[r], half_add(power[r], power[r + 2]));
      p[j / 8][(j >> 1 & 2) + r] = e4m3x4_of_halves(power[r], power[r + 2]);
    }
  }
#pragma unroll
  for (int r = 0; r < 2; r++) {
    const float sum = half_low(sums[r]) + half_high(sums[r]) + poison[r];
    run.sum[r] = FIRST ? sum : run.sum[r] + sum;
  }
}

/* Zeros on both sides of the head's numbers in a warpgroup's tile of q, as far as the products read. */
template <class C> FORCEINLINE void end_head(u32 q_tile, int group, int before) {
  using L = attention_layout<C>;
  constexpr int units = (L::WIDTH - C::HEAD) / 8;
  for (int i = threadIdx.x & 127; i < 64 * units; i += 128) {
    const int row = i / units, unit = i % units, column = before && unit == 0 ? 0 : C::HEAD + unit * 8;
    store_shared(q_tile + swizzled<L::PITCH>(row, column >> 4) + (column & 8), make_float2(0.0f, 0.0f));
  }
  fence_async(); /* wgmma reads what was stored here */
  if (group == 0) named_sync<1>(128);
  else if (group == 1) named_sync<2>(128);
  else if (group == 2) named_sync<3>(128);
  else named_sync<4>(128);
}

/* ---- One warpgroup's rows ------------------------------------------------------- */

struct first_block {
  static constexpr bool FIRST = true;
};
struct later_block {
  static constexpr bool FIRST = false;
};

template <class C, class MASK, class STORE>
FORCEINLINE void attend(u32 shared, attention_barriers<C> b, int group, const MASK *mask, const uint4 *spans, float unit, float codes,
                        float v_unit, STORE store_four) {
  using L = attention_layout<C>;
  constexpr int OUT = L::WIDTH / 2;
  const int lane = threadIdx.x & 31, quad = lane & 3;
  const int row_in_tile = 64 * group + 16 * ((threadIdx.x & 127) >> 5) + (lane >> 2);
  ring_place k = {0, 0}, t = {0, 0};
  u32 q_phase = 0, bias_phase = 0;
  dependency_wait();
  for (int i = blockIdx.x; i < L::items(); i += gridDim.x, q_phase ^= 1) {
    const attention_item<C> item(i);
    const int row = item.first_row() + row_in_tile, tile_row = item.first_row() + 64 * group;
    const key_blocks<C> keys(item, spans);
    const int all = keys.end(item.first_row() + L::ROWS - 1), own = keys.end(tile_row + 63);
    const int before_head = columns_before<C>(item.head);
    u32 scores[C::KB / 4], p[C::KB / 32][4];
    float o[OUT];
    running<C> run;
    for (int skip = own; skip < all; skip++) { /* to the right of this warpgroup's rows */
      barrier_wait(b.k_full(k.stage), k.phase);
      barrier_wait(b.t_full(t.stage), t.phase);
      if (lane == 0) barrier_arrive(b.k_empty(k.stage)), barrier_arrive(b.t_empty(t.stage));
      if constexpr (L::TILE_MASK) {
        barrier_wait(b.bias_full(group), bias_phase);
        if (lane == 0) barrier_arrive(b.bias_empty(group));
        bias_phase ^= 1;
      }
      k.advance<C::STAGES>();
      t.advance<C::TURNED>();
    }
    const u32 q_tile = __shfl_sync(0xFFFFFFFFu, shared + group * L::Q_BYTES, 0);
    const auto multiply_keys = [&](u32 stage) {
      const u32 tile = __shfl_sync(0xFFFFFFFFu, shared + L::K + stage * L::TILE_BYTES, 0);
#pragma unroll
      for (int x = 0; x < L::STEPS; x++)
        C::scores::of(scores, wgmma_operand<L::PITCH>(q_tile) + 2 * x, wgmma_operand<L::PITCH>(tile) + 2 * x, x > 0);
    };
    barrier_wait(b.q_full(group), q_phase);
    if constexpr (L::RAGGED) end_head<C>(q_tile, group, before_head);
    barrier_wait(b.k_full(k.stage), k.phase);
    wgmma_fence();
    multiply_keys(k.stage);
    wgmma_commit();
    u32 before = 0; /* the stage of v^T the last product reads */
    const auto step = [&](auto which, const int block) {
      constexpr bool first = decltype(which)::FIRST;
      const bool more = block > keys.begin;
      loaded_mask_of<C, MASK> loaded;
      if constexpr (L::LOADED_MASK) loaded.ask(mask, item, row, block * C::KB);
      wgmma_wait<0>();
      if (lane == 0) {
        barrier_arrive(b.k_empty(k.stage));
        if (!first) barrier_arrive(b.t_empty(before));
        if (!more) barrier_arrive(b.q_empty(group));
      }
      k.advance<C::STAGES>();
      if constexpr (L::KEY_MASK) {
        barrier_wait(b.m_full(t.stage), t.phase);
        add_mask<C>(scores, shared + L::M + t.stage * L::MASK_BYTES, quad);
      } else if constexpr (L::TILE_MASK) {
        barrier_wait(b.bias_full(group), bias_phase);
        add_tile<C, MASK>(scores, shared + L::B + group * L::BIAS_BYTES, codes);
        if (lane == 0) barrier_arrive(b.bias_empty(group));
        bias_phase ^= 1;
      } else if constexpr (L::LOADED_MASK) {
        loaded.add(scores, codes, block * C::KB);
      }
      if (first && (C::CAUSAL || L::TAIL)) {
#pragma unroll
        for (int r = 0; r < 2; r++)
          hide_from<C>(scores, r, (C::CAUSAL ? min(C::KEYS, row + 8 * r + 1) : C::KEYS) - block * C::KB - 2 * quad);
      }
      if (!L::SPARE_WARPS || row - (lane >> 2) < C::Q_ROWS) soften<C, first>(p, scores, o, run, unit);
      barrier_wait(b.t_full(t.stage), t.phase);
      const u32 turned = __shfl_sync(0xFFFFFFFFu, shared + L::T + t.stage * L::TURNED_BYTES, 0);
      wgmma_fence();
#pragma unroll
      for (int x = 0; x < C::KB / 32; x++)
        C::values::of(o, p[x], wgmma_operand<128>(turned + (x >> 2) * L::PANEL_BYTES) + 2 * (x & 3), first ? x > 0 : 1);
      if (more) {
        barrier_wait(b.k_full(k.stage), k.phase);
        multiply_keys(k.stage);
      }
      wgmma_commit();
      before = t.stage;
      t.advance<C::TURNED>();
    };
    step(first_block(), own - 1);
    for (int block = own - 2; block >= keys.begin; block--) step(later_block(), block);
    wgmma_wait<0>();
    if (lane == 0) barrier_arrive(b.t_empty(before));
#pragma unroll
    for (int r = 0; r < 2; r++) {
      float sum = run.sum[r];
      sum += __shfl_xor_sync(0xFFFFFFFFu, sum, 1);
      sum += __shfl_xor_sync(0xFFFFFFFFu, sum, 2);
      const float factor = sum == 0.0f ? 0.0f : v_unit / sum;
      if (row + 8 * r >= C::Q_ROWS) continue;
#pragma unroll
      for (int g = 0; g < (L::RAGGED ? C::HEAD + 8 : C::HEAD) / 16; g++) { /* even columns of 16 stand in front of odd ones */
        const int column = 16 * g + 4 * quad - before_head;
        if (L::RAGGED && (column < 0 || column >= C::HEAD)) continue;
        const float *c = o + 8 * g + 2 * r;
        float x[4] = {c[0] * factor, c[4] * factor, c[1] * factor, c[5] * factor};
        store_four(item.batch, item.head, row + 8 * r, column, x);
      }
    }
  }
}

/* q, k, v: maps over {HEAD, rows, heads, batch}; mask_map: over {keys, rows, heads, batch} of a mask that
 * comes in tiles, as mask is that of others; spans: what it comes to (attention_common.cuh).  unit: octaves of a score code, a number
 * of F16; codes: score codes of 1 in the mask; v_unit: the scale of v. */
template <class C, class MASK, class STORE>
FORCEINLINE void attention_fp8(const tensor_map *q, const tensor_map *k, const tensor_map *v, const tensor_map *mask_map,
                               const MASK *mask, const uint4 *spans, float unit, float codes, float v_unit, STORE store_four) {
  using L = attention_layout<C>;
  extern __shared__ __align__(1024) u8 raw[]; /* swizzled tiles start at multiples of 1024 */
  const u32 shared = shared_address(raw);
  if (shared & 1023) __trap();
  const attention_barriers<C> b = {shared + L::BARRIERS};
  if (threadIdx.x == 0) {
    b.init();
    map_prefetch(q);
    map_prefetch(k);
    map_prefetch(v);
    if constexpr (L::TILE_MASK) map_prefetch(mask_map);
  }
  __syncthreads();
  const int group = __shfl_sync(0xFFFFFFFFu, (int)threadIdx.x >> 7, 0);
  if (group == C::MATH) {
    if constexpr (C::MATH > 1) registers_fewer<C::MATH == 3 ? 32 : 24>();
    const int warp = __shfl_sync(0xFFFFFFFFu, ((int)threadIdx.x & 127) >> 5, 0), lane = threadIdx.x & 31;
    if (warp < L::TURNERS) turn_tiles<C>(shared, b, mask, spans, codes, warp, lane);
    else if (lane == 0) load_tiles<C>(shared, b, q, k, v, mask_map, spans);
  } else {
    if constexpr (C::MATH > 1) registers_more<C::MATH == 2 ? 240 : C::MATH == 3 ? 160 : 112>();
    attend<C>(shared, b, group, mask, spans, unit, codes, v_unit, store_four);
  }
}
