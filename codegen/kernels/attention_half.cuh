/* attention_half.cuh - attention in BF16 and F16 on Hopper: softmax(q k^T) v by wgmma, scores and
 * sums in F32, probabilities rounded to the operands' type.
 *
 * Every math warpgroup owns 64 query rows; all of a block walk through the keys together, KB at a
 * time, from the last block to the first: what is hidden by position lies in the blocks that come
 * first.  One more warp feeds them: a thread streams tiles of q, k and v through rings of
 * shared memory by TMA.  Three others prepare a mask that has one number a key.
 *
 * A tile is panels of 128 bytes of a head (64 where heads have at most 32 numbers), rows of which
 * are swizzled; the copy engine fills a panel with zeros beyond the head.  For the first product
 * panels lie along what is summed.  For the second they lie across it, which wgmma takes for 16-bit
 * numbers: v needs no turning.
 *
 * Keys and values may come in two parts, each with tensor maps of its own: a cache of FIRST rows, of which those hold
 * something that the device's memory says (HELD), and the FRESH rows of this run.  Blocks of the cache end where its
 * rows do, so that no row behind them is read; what stands in front of its first row comes as zeros, and is hidden.
 *
 * A mask is read where it changes scores, and keys that it hides from all rows of a block are left out (SPANS).
 *
 * A step issues the product of the next block's scores and that of this block's values, and
 * computes the softmax of the former while the latter still runs. */

/* Whence a mask comes to the scores: prepared for a block of keys where it has one number a key;
 * loaded by the threads that have the scores. */
enum { BY_KEY = 0, BY_LOAD = 1 };

#define HIDDEN f32_from_bits(0xFF800000u) /* -inf */

/* A number of the mask in octaves.  A finite one stays finite: where the least of F32 hides every
 * key, all keys have equal shares, and infinity would make NaN. */
FORCEINLINE float mask_octaves(float m) {
  constexpr float MOST = 0x1p127f;
  if (fabsf(m) < f32_from_bits(0x7F800000u)) m = fminf(fmaxf(m, -MOST), MOST);
  return m * LOG2_E;
}

/* ---- Sizes -------------------------------------------------------------------- */

/* C: static constants Q_ROWS, KEYS (those that are seen), HEADS, GROUP (query heads of a key head),
 * HEAD, VALUE (numbers of a head of q and k, and of v: multiples of 8), BATCH, KB (keys of a block),
 * MATH (warpgroups), STAGES (of k and v), CAUSAL, AHEAD (query i sees keys up to i + AHEAD), MASK and
 * MASK_FORM, mask_batch, mask_head, mask_row and mask_key (strides), MASK_BATCHES (MASK_REPEATS: of fewer than BATCH),
 * softcap, NAN_ROWS (what a row without a key gives; else 0), SHARED (bytes the launch gives), IS_BF16.  C::scores::of and C::values::of are the
 * wgmma instructions.  HELD, FIRST, FRESH, LENGTH_STEP, SLOT_STEP: parts (0, 0, KEYS where there is one); words between two
 * sequences' lengths, and their slots' numbers; 0: they have one length, and lie in order.  SPANS: span_of_rows. */
template <class C> struct half_layout {
  static constexpr int PITCH = C::HEAD <= 32 ? 64 : 128, V_PITCH = C::VALUE <= 32 ? 64 : 128; /* bytes */
  static constexpr int PANELS = (2 * C::HEAD + PITCH - 1) / PITCH, V_PANELS = (2 * C::VALUE + V_PITCH - 1) / V_PITCH;
  static constexpr int STEPS = (C::HEAD + 15) / 16; /* of k16 */
  static constexpr int Q_PANEL = 64 * PITCH, K_PANEL = C::KB * PITCH, V_PANEL = C::KB * V_PITCH;
  static constexpr int Q_BYTES = PANELS * Q_PANEL, K_BYTES = PANELS * K_PANEL, V_BYTES = V_PANELS * V_PANEL;
  static constexpr bool KEY_MASK = C::MASK != MASK_NONE && C::MASK_FORM == BY_KEY;
  static constexpr bool LOADED_MASK = C::MASK != MASK_NONE && C::MASK_FORM == BY_LOAD;
  static constexpr int MASK_BYTES = KEY_MASK ? 4 * C::KB : 0;
  static constexpr int K = C::MATH * Q_BYTES, V = K + C::STAGES * K_BYTES, M = V + C::STAGES * V_BYTES;
  static constexpr int BARRIERS = M + C::STAGES * MASK_BYTES;
  static constexpr int SHARED_BYTES = BARRIERS + 8 * (2 * C::MATH + 5 * C::STAGES);
  static constexpr int ROWS = 64 * C::MATH, TILES = (C::Q_ROWS + ROWS - 1) / ROWS;
  static FORCEINLINE int items() { return TILES * C::HEADS * C::BATCH; } /* BATCH may come by value */
  static constexpr int PREPARERS = 3; /* warps */
  /* Blocks are those that the device's memory says. */
  static constexpr bool MOVES = C::HELD != HELD_ALL || C::SPANS;
  static constexpr bool TAIL = C::KEYS % C::KB != 0;
  /* The end of what a warpgroup's rows see may lie in two blocks. */
  static constexpr bool RAGGED = C::CAUSAL && (C::KB % 64 != 0 || C::AHEAD % 64 != 0);
  static constexpr bool IN_OCTAVES = C::MASK != MASK_NONE || C::softcap != 0.0f; /* scores, before they are compared */
  static_assert(SHARED_BYTES == C::SHARED, "the launch counts as the kernel does");
  static_assert(C::KB % 16 == 0 && C::HEAD % 8 == 0 && C::VALUE % 8 == 0 && C::AHEAD >= 0, "sizes of the products");
};

/* A place in a ring: full barriers are waited for at `phase`, empty ones at the other. */
struct ring_place {
  u32 stage, phase;
  template <int STAGES> FORCEINLINE void advance() {
    if (++stage == STAGES) stage = 0, phase ^= 1;
  }
};

/* Addresses of barriers.  A block's mask by keys is emptied as its values are. */
template <class C> struct half_barriers {
  u32 base;
  FORCEINLINE u32 q_full(u32 i) const { return base + 8 * i; }
  FORCEINLINE u32 q_empty(u32 i) const { return base + 8 * (C::MATH + i); }
  FORCEINLINE u32 k_full(u32 i) const { return base + 8 * (2 * C::MATH + i); }
  FORCEINLINE u32 k_empty(u32 i) const { return base + 8 * (2 * C::MATH + C::STAGES + i); }
  FORCEINLINE u32 v_full(u32 i) const { return base + 8 * (2 * C::MATH + 2 * C::STAGES + i); }
  FORCEINLINE u32 v_empty(u32 i) const { return base + 8 * (2 * C::MATH + 3 * C::STAGES + i); }
  FORCEINLINE u32 m_full(u32 i) const { return base + 8 * (2 * C::MATH + 4 * C::STAGES + i); }
  FORCEINLINE void init() const {
    for (int i = 0; i < C::MATH; i++) barrier_init(q_full(i), 1), barrier_init(q_empty(i), 4);
    for (int i = 0; i < C::STAGES; i++) {
      barrier_init(k_full(i), 1), barrier_init(k_empty(i), 4 * C::MATH);
      barrier_init(v_full(i), 1), barrier_init(v_empty(i), 4 * C::MATH);
      barrier_init(m_full(i), half_layout<C>::PREPARERS);
    }
    barriers_made();
  }
};

/* Tiles of one head stand next to each other, so that its keys stay in L2; with a causal mask the
 * longest come first, as those of a prompt behind a cache do, whose mask is as good as causal. */
template <class C> struct half_item {
  int tile, head, batch;
  FORCEINLINE explicit half_item(int i) {
    constexpr int TILES = half_layout<C>::TILES;
    const int SEQUENCES = C::HEADS * C::BATCH;
    constexpr bool LONGEST = C::CAUSAL || C::HELD != HELD_ALL;
    const int sequence = LONGEST ? i % SEQUENCES : i / TILES;
    tile = LONGEST ? TILES - 1 - i / SEQUENCES : i % TILES;
    head = sequence % C::HEADS;
    batch = sequence / C::HEADS;
  }
  FORCEINLINE int first_row() const { return tile * half_layout<C>::ROWS; }
};

/* What says where keys are: rows of the cache and slots by sequence, spans of the mask. */
struct half_places {
  const u32 *length, *slots;
  const uint4 *spans;
};

/* The keys of an item's sequence in blocks, those of the cache first, and which of them the item's rows see.  Keys count
 * as the mask counts them (`column`), or as rows of their part. */
template <class C> struct half_keys {
  static constexpr bool CACHED = C::HELD != HELD_ALL;
  int held, cached;       /* rows of the cache, blocks of them */
  int begin, end, last;   /* blocks; the item's last row */
  int lo, hi;             /* keys, counted from the first that there is */
  FORCEINLINE half_keys(const half_item<C> &item, half_places at) {
    held = CACHED ? max(min((int)load_bits_after<4>(at.length + item.batch * C::LENGTH_STEP), C::FIRST), 0) : 0;
    cached = CACHED ? (held + C::KB - 1) / C::KB : 0;
    last = item.first_row() + half_layout<C>::ROWS - 1;
    lo = 0, hi = min(held + C::FRESH, C::KEYS - padding());
    if constexpr (C::SPANS) {
      const mask_span s = span_of_rows<C>(at.spans, item.batch, item.head, item.first_row(), half_layout<C>::ROWS);
      hi = max(min(hi, s.hi - padding()), 1);
      lo = max(min(s.lo - padding(), hi - 1), 0);
    }
    begin = block_of(lo);
    end = end_for(last);
  }
  /* Keys of the mask in front of the first that there is. */
  FORCEINLINE int padding() const { return C::HELD == HELD_LAST ? C::FIRST - held : 0; }
  /* The block of a key that is counted so. */
  FORCEINLINE int block_of(int key) const {
    if (CACHED && key < held) return cached - 1 - (held - 1 - key) / C::KB;
    return cached + (key - held) / C::KB;
  }
  /* Behind the blocks that rows up to `row` see, of which there is one. */
  FORCEINLINE int end_for(int row) const {
    int seen = hi;
    if constexpr (C::CAUSAL) seen = min(hi, row + C::AHEAD + 1 - padding());
    return max(block_of(max(seen, 1) - 1), begin) + 1;
  }
  FORCEINLINE bool in_cache(int block) const { return CACHED && block < cached; }
  /* The block's first key in its part, negative in front of it, and as the mask counts. */
  FORCEINLINE int row(int block) const { return in_cache(block) ? held - (cached - block) * C::KB : (block - cached) * C::KB; }
  FORCEINLINE int column(int block) const { return row(block) + padding() + (in_cache(block) ? 0 : held); }
  /* Its keys that there are. */
  FORCEINLINE int first(int block) const { return in_cache(block) ? max(-row(block), 0) : 0; }
  FORCEINLINE int count(int block) const {
    const int behind = in_cache(block) ? C::KB : C::FRESH - row(block);
    return min(min(behind, C::KEYS - column(block)), C::KB);
  }
};

/* ---- Feeding ------------------------------------------------------------------ */

template <int PANELS, int PANEL_BYTES, int PITCH>
FORCEINLINE void load_panels(u32 to, const tensor_map *map, int row, int head, int batch, u32 full) {
  barrier_expect(full, PANELS * PANEL_BYTES);
#pragma unroll
  for (int p = 0; p < PANELS; p++) copy_in(to + p * PANEL_BYTES, map, p * (PITCH / 2), row, head, batch, full);
}

/* q, and both parts of k and of v: maps over {numbers, rows, heads, batch}. */
struct half_maps {
  const tensor_map *q, *k[2], *v[2];
};

template <class C> FORCEINLINE void load_tiles(u32 shared, half_barriers<C> b, half_maps maps, half_places places) {
  using L = half_layout<C>;
  dependency_wait();
  ring_place at = {0, 0};
  u32 q_phase = 0;
  for (int i = blockIdx.x; i < L::items(); i += gridDim.x, q_phase ^= 1) {
    const half_item<C> item(i);
    const half_keys<C> keys(item, places);
    const int kv_head = item.head / C::GROUP;
    const int slot = C::SLOT_STEP ? (int)load_bits_after<4>(places.slots + item.batch * C::SLOT_STEP) : item.batch;
    for (int block = keys.end - 1; block >= keys.begin; block--) {
      const bool cache = keys.in_cache(block);
      const int row = keys.row(block), sequence = cache ? slot : item.batch;
      barrier_wait(b.k_empty(at.stage), at.phase ^ 1);
      load_panels<L::PANELS, L::K_PANEL, L::PITCH>(shared + L::K + at.stage * L::K_BYTES, cache ? maps.k[0] : maps.k[1], row,
                                                   kv_head, sequence, b.k_full(at.stage));
      if (block == keys.end - 1)
        for (int w = 0; w < C::MATH; w++) {
          barrier_wait(b.q_empty(w), q_phase ^ 1);
          load_panels<L::PANELS, L::Q_PANEL, L::PITCH>(shared + w * L::Q_BYTES, maps.q, item.first_row() + 64 * w, item.head,
                                                       item.batch, b.q_full(w));
        }
      barrier_wait(b.v_empty(at.stage), at.phase ^ 1);
      load_panels<L::V_PANELS, L::V_PANEL, L::V_PITCH>(shared + L::V + at.stage * L::V_BYTES, cache ? maps.v[0] : maps.v[1], row,
                                                       kv_head, sequence, b.v_full(at.stage));
      at.advance<C::STAGES>();
    }
  }
  dependents_launch();
}

/* The mask of a block's keys, in octaves. */
template <class C, class MASK>
FORCEINLINE void prepare_masks(u32 shared, half_barriers<C> b, const MASK *mask, half_places places, int warp, int lane) {
  using L = half_layout<C>;
  dependency_wait();
  ring_place at = {0, 0};
  for (int i = blockIdx.x; i < L::items(); i += gridDim.x) {
    const half_item<C> item(i);
    const MASK *row = mask + (i64)mask_sequence<C>(item.batch) * C::mask_batch + (i64)item.head * C::mask_head;
    const half_keys<C> keys(item, places);
    for (int block = keys.end - 1; block >= keys.begin; block--) {
      barrier_wait(b.v_empty(at.stage), at.phase ^ 1);
      const int first = keys.first(block), count = keys.count(block), column = keys.column(block);
      for (int j = 32 * warp + lane; j < C::KB; j += 32 * L::PREPARERS) {
        const int key = column + j;
        float x = HIDDEN;
        if (j >= first && j < count) {
          const MASK *one = row + (i64)key * C::mask_key;
          if constexpr (C::MASK == MASK_ADD) {
            float m[1];
            load<1>(one, m);
            x = mask_octaves(m[0]);
          } else {
            x = one->bits ? 0.0f : x;
          }
        }
        store_shared(shared + L::M + at.stage * L::MASK_BYTES + 4 * j, __float_as_uint(x));
      }
      __syncwarp();
      if (lane == 0) barrier_arrive(b.m_full(at.stage));
      at.advance<C::STAGES>();
    }
  }
}

/* ---- Scores ------------------------------------------------------------------- */

/* Thread q of a quad holds columns 8j + 2q and + 1 of rows r (scores[4j], [4j + 1]) and r + 8 (the
 * next two). */

/* A thread's part of a mask; `octaves` gives what its numbers add to the exponents. */
template <class C, class MASK> struct loaded_mask : mask_words<C, MASK, C::KEYS> {
  using words = mask_words<C, MASK, C::KEYS>;
  using words::EACH;
  using words::w;
  static FORCEINLINE float number(const bf16 *, u32 x) { return f32_from_bits(x << 16); }
  static FORCEINLINE float number(const f16 *, u32 x) {
    float low, high;
    f16x2_real(x, low, high);
    return low;
  }
  static FORCEINLINE float number(const boolean *, u32 x) { return x & 0xFFFFu ? 0.0f : HIDDEN; }
  /* In octaves, of a pair's first or second number. */
  FORCEINLINE float octaves(int pair, int which) const {
    if constexpr (C::MASK == MASK_BOOL) return number((const MASK *)0, w[pair] >> (16 * which));
    else if constexpr (EACH == 2) return mask_octaves(f32_from_bits(w[2 * pair + which]));
    else return mask_octaves(number((const MASK *)0, w[pair] >> (16 * which)));
  }
};
template <bool LOADED, class C, class MASK> struct loaded_mask_if {};
template <class C, class MASK> struct loaded_mask_if<true, C, MASK> : loaded_mask<C, MASK> {};
template <class C, class MASK> using loaded_mask_of = loaded_mask_if<half_layout<C>::LOADED_MASK, C, MASK>;

template <class C> struct half_running {
  float top[2]; /* the largest score so far, in octaves */
  float sum[2]; /* of this thread's columns */
};

/* A cut through the columns at key `end`: those behind it become -inf, and those in front of `begin`. */
template <class C> FORCEINLINE void hide_from(float (&scores)[C::KB / 2], int r, int end) {
#pragma unroll
  for (int j = 0; j < C::KB / 8; j++)
#pragma unroll
    for (int e = 0; e < 2; e++)
      if (8 * j + e >= end) scores[4 * j + 2 * r + e] = HIDDEN;
}
template <class C> FORCEINLINE void hide_before(float (&scores)[C::KB / 2], int begin) {
#pragma unroll
  for (int j = 0; j < C::KB / 8; j++)
#pragma unroll
    for (int e = 0; e < 4; e++)
      if (8 * j + (e & 1) < begin) scores[4 * j + e] = HIDDEN;
}

/* Scores become shares times their sum so far; `shrink` is what the sum of earlier ones, and of
 * their values, is multiplied by.  unit: octaves of a score. */
template <class C> FORCEINLINE void soften(float (&scores)[C::KB / 2], half_running<C> &run, float unit, float (&shrink)[2]) {
#pragma unroll
  for (int r = 0; r < 2; r++) {
    float m[2] = {scores[2 * r], scores[2 * r + 1]};
#pragma unroll
    for (int j = 1; j < C::KB / 8; j++) m[0] = fmaxf(m[0], scores[4 * j + 2 * r]), m[1] = fmaxf(m[1], scores[4 * j + 2 * r + 1]);
    float top = fmaxf(m[0], m[1]);
    top = fmaxf(top, __shfl_xor_sync(0xFFFFFFFFu, top, 1));
    top = fmaxf(top, __shfl_xor_sync(0xFFFFFFFFu, top, 2));
    top = fmaxf(run.top[r], top * unit);
    /* nothing but hidden keys so far: any finite number keeps NaN away */
    const float base = top == HIDDEN ? 0.0f : top;
    shrink[r] = exp2_fast(run.top[r] - base);
    run.top[r] = top;
    float sum[2] = {0.0f, 0.0f};
#pragma unroll
    for (int j = 0; j < C::KB / 8; j++)
#pragma unroll
      for (int e = 0; e < 2; e++) {
        float &x = scores[4 * j + 2 * r + e];
        x = exp2_fast(__fmaf_rn(x, unit, -base));
        sum[e] += x;
      }
    run.sum[r] = run.sum[r] * shrink[r] + (sum[0] + sum[1]);
  }
}

/* ---- One warpgroup's rows ------------------------------------------------------- */

/* v as an operand whose rows are columns of the tile: panels `next` bytes apart, in them 8 keys
 * after 8. */
template <int PITCH> FORCEINLINE u64 wgmma_across(u32 address, u32 next) {
  constexpr u64 mode = PITCH == 128 ? 1 : 2;
  return (u64)((address & 0x3FFFF) >> 4) | (u64)(next >> 4) << 16 | (u64)(8 * PITCH / 16) << 32 | mode << 62;
}

template <class C, class MASK, class STORE>
FORCEINLINE void attend(u32 shared, half_barriers<C> b, int group, const MASK *mask, half_places places, float scale, STORE store_four) {
  using L = half_layout<C>;
  const int lane = threadIdx.x & 31, quad = lane & 3;
  const int row_in_tile = 64 * group + 16 * ((threadIdx.x & 127) >> 5) + (lane >> 2);
  const float factor = scale * LOG2_E, unit = L::IN_OCTAVES ? 1.0f : factor;
  ring_place k = {0, 0}, v = {0, 0};
  u32 q_phase = 0;
  dependency_wait();
  for (int i = blockIdx.x; i < L::items(); i += gridDim.x, q_phase ^= 1) {
    const half_item<C> item(i);
    const int row = item.first_row() + row_in_tile, tile_row = item.first_row() + 64 * group;
    const half_keys<C> keys(item, places);
    const int all = keys.end, own = keys.end_for(tile_row + 63);
    mask_span span = {0, 0, 0, 0};
    if constexpr (C::SPANS && L::LOADED_MASK) span = span_of_rows<C>(places.spans, item.batch, item.head, tile_row, 64);
    const auto plain = [&](int block) { /* the mask adds nothing */
      const int column = keys.column(block);
      return C::SPANS && column + keys.first(block) >= span.all_lo && column + keys.count(block) <= span.all_hi;
    };
    const auto ask_mask = [&](loaded_mask_of<C, MASK> &to, int block) {
      if constexpr (L::LOADED_MASK) {
        if (plain(block)) to.clear();
        else to.ask(mask, item, row, keys.column(block));
      }
    };
    float scores[C::KB / 2], o[C::VALUE / 2], shrink[2];
    u32 p[C::KB / 16][4];
    half_running<C> run;
    run.top[0] = run.top[1] = HIDDEN;
    run.sum[0] = run.sum[1] = 0.0f;
#pragma unroll
    for (int x = 0; x < C::VALUE / 2; x++) o[x] = 0.0f;
    for (int skip = own; skip < all; skip++) { /* to the right of this warpgroup's rows */
      barrier_wait(b.k_full(k.stage), k.phase);
      barrier_wait(b.v_full(v.stage), v.phase);
      if constexpr (L::KEY_MASK) barrier_wait(b.m_full(v.stage), v.phase);
      if (lane == 0) barrier_arrive(b.k_empty(k.stage)), barrier_arrive(b.v_empty(v.stage));
      k.advance<C::STAGES>();
      v.advance<C::STAGES>();
    }
    const u32 q_tile = __shfl_sync(0xFFFFFFFFu, shared + group * L::Q_BYTES, 0);
    const auto multiply_keys = [&]() {
      const u32 tile = __shfl_sync(0xFFFFFFFFu, shared + L::K + k.stage * L::K_BYTES, 0);
      constexpr int EACH = L::PITCH / 32; /* steps of a panel */
#pragma unroll
      for (int x = 0; x < L::STEPS; x++)
        C::scores::of(scores, wgmma_operand<L::PITCH>(q_tile + x / EACH * L::Q_PANEL) + 2 * (x % EACH),
                      wgmma_operand<L::PITCH>(tile + x / EACH * L::K_PANEL) + 2 * (x % EACH), x > 0);
    };
    const auto multiply_values = [&]() {
      const u32 tile = __shfl_sync(0xFFFFFFFFu, shared + L::V + v.stage * L::V_BYTES, 0);
#pragma unroll
      for (int x = 0; x < C::KB / 16; x++)
        C::values::of(o, p[x], wgmma_across<L::V_PITCH>(tile, L::V_PANEL) + x * L::V_PITCH, 1);
    };
    /* The keys' tile, and q's behind the last, may be overwritten. */
    const auto keys_read = [&](int block) {
      if (lane == 0) {
        barrier_arrive(b.k_empty(k.stage));
        if (block == keys.begin) barrier_arrive(b.q_empty(group));
      }
      k.advance<C::STAGES>();
    };
    /* What stands between the product and the softmax; `stage` is that of the block's values. */
    const auto adjust = [&](const loaded_mask_of<C, MASK> &loaded, ring_place at, int block, bool may_end) {
      if constexpr (L::KEY_MASK) barrier_wait(b.m_full(at.stage), at.phase);
      if constexpr (L::IN_OCTAVES) {
#pragma unroll
        for (int j = 0; j < C::KB / 8; j++) {
          float m[2] = {0.0f, 0.0f};
          if constexpr (L::KEY_MASK) load_shared2(m, shared + L::M + at.stage * L::MASK_BYTES + 4 * (8 * j + 2 * quad));
#pragma unroll
          for (int e = 0; e < 4; e++) {
            float &x = scores[4 * j + e];
            if constexpr (L::LOADED_MASK) m[e & 1] = loaded.octaves(2 * j + (e >> 1), e & 1);
            if constexpr (C::softcap != 0.0f) x = capped<C>(x, scale) + m[e & 1];
            else x = __fmaf_rn(x, factor, m[e & 1]);
          }
        }
      }
      const int column = keys.column(block), count = keys.count(block);
      const bool order = C::CAUSAL && column + C::KB > tile_row + C::AHEAD + 1;
      if (L::MOVES ? count < C::KB || order : may_end) {
#pragma unroll
        for (int r = 0; r < 2; r++) {
          int end = count;
          if constexpr (C::CAUSAL) end = min(end, row + 8 * r + C::AHEAD + 1 - column);
          hide_from<C>(scores, r, end - 2 * quad);
        }
      }
      if constexpr (half_keys<C>::CACHED) {
        const int first = keys.first(block);
        if (first > 0) hide_before<C>(scores, first - 2 * quad);
      }
    };
    const auto pack = [&]() {
#pragma unroll
      for (int x = 0; x < C::KB / 16; x++)
#pragma unroll
        for (int e = 0; e < 4; e++) {
          const float low = scores[8 * x + 2 * e], high = scores[8 * x + 2 * e + 1];
          p[x][e] = C::IS_BF16 ? bf16x2_of(low, high) : f16x2_of(low, high);
        }
    };

    {
      loaded_mask_of<C, MASK> loaded;
      ask_mask(loaded, own - 1);
      barrier_wait(b.q_full(group), q_phase);
      barrier_wait(b.k_full(k.stage), k.phase);
      wgmma_fence();
      multiply_keys();
      wgmma_commit();
      wgmma_wait<0>();
      keys_read(own - 1);
      adjust(loaded, v, own - 1, C::CAUSAL || L::TAIL);
      soften<C>(scores, run, unit, shrink);
    }
    for (int block = own - 2; block >= keys.begin; block--) {
      pack();
      loaded_mask_of<C, MASK> loaded;
      ask_mask(loaded, block);
      barrier_wait(b.k_full(k.stage), k.phase);
      wgmma_fence();
      multiply_keys();
      wgmma_commit();
      barrier_wait(b.v_full(v.stage), v.phase);
      multiply_values();
      wgmma_commit();
      wgmma_wait<1>();
      keys_read(block);
      ring_place next = v;
      next.advance<C::STAGES>();
      adjust(loaded, next, block, L::RAGGED);
      soften<C>(scores, run, unit, shrink);
      wgmma_wait<0>();
      if (lane == 0) barrier_arrive(b.v_empty(v.stage));
      v = next;
#pragma unroll
      for (int x = 0; x < C::VALUE / 2; x += 4)
#pragma unroll
        for (int e = 0; e < 4; e++) o[x + e] *= shrink[e >> 1];
    }
    pack();
    barrier_wait(b.v_full(v.stage), v.phase);
    wgmma_fence();
    multiply_values();
    wgmma_commit();
    wgmma_wait<0>();
    if (lane == 0) barrier_arrive(b.v_empty(v.stage));
    v.advance<C::STAGES>();

#pragma unroll
    for (int r = 0; r < 2; r++) {
      float sum = run.sum[r];
      sum += __shfl_xor_sync(0xFFFFFFFFu, sum, 1);
      sum += __shfl_xor_sync(0xFFFFFFFFu, sum, 2);
      if (!C::NAN_ROWS && sum == 0.0f) sum = 1.0f; /* no key was seen, and o is 0 */
      const bool odd = quad & 1, in = row + 8 * r < C::Q_ROWS;
      /* Neighbours exchange pairs: an even thread stores four columns of one group of 8, an odd one of the next. */
#pragma unroll
      for (int g = 0; g < C::VALUE / 8; g += 2) {
        const float *c = o + 4 * g + 2 * r;
        const bool both = g + 1 < C::VALUE / 8;
        const float own_low[2] = {c[0] / sum, c[1] / sum};
        const float own_high[2] = {both ? c[both ? 4 : 0] / sum : 0.0f, both ? c[both ? 5 : 1] / sum : 0.0f};
        float given[2], x[4];
#pragma unroll
        for (int e = 0; e < 2; e++) {
          given[e] = __shfl_xor_sync(0xFFFFFFFFu, odd ? own_low[e] : own_high[e], 1);
          x[e] = odd ? given[e] : own_low[e];
          x[2 + e] = odd ? own_high[e] : given[e];
        }
        if (in && (both || !odd)) store_four(item.batch, item.head, row + 8 * r, 8 * (g + odd) + 4 * (quad >> 1), x);
      }
    }
  }
}

template <class C, class MASK, class STORE>
FORCEINLINE void attention_half(half_maps maps, const MASK *mask, half_places places, float scale, STORE store_four) {
  using L = half_layout<C>;
  extern __shared__ __align__(1024) u8 raw[]; /* swizzled tiles start at multiples of 1024 */
  const u32 shared = shared_address(raw);
  if (shared & 1023) __trap();
  const half_barriers<C> b = {shared + L::BARRIERS};
  if (threadIdx.x == 0) {
    b.init();
    map_prefetch(maps.q);
    for (int i = half_keys<C>::CACHED ? 0 : 1; i < 2; i++) map_prefetch(maps.k[i]), map_prefetch(maps.v[i]);
  }
  __syncthreads();
  const int group = __shfl_sync(0xFFFFFFFFu, (int)threadIdx.x >> 7, 0);
  if (group == C::MATH) {
    if constexpr (C::MATH > 1) registers_fewer<C::MATH == 3 ? 32 : 24>();
    const int warp = __shfl_sync(0xFFFFFFFFu, ((int)threadIdx.x & 127) >> 5, 0), lane = threadIdx.x & 31;
    if (warp == 0) {
      if (lane == 0) load_tiles<C>(shared, b, maps, places);
    } else if constexpr (L::KEY_MASK) {
      prepare_masks<C>(shared, b, mask, places, warp - 1, lane);
    }
  } else {
    if constexpr (C::MATH > 1) registers_more<C::MATH == 2 ? 240 : 160>();
    attend<C>(shared, b, group, mask, places, scale, store_four);
  }
}
