/* attention_common.cuh - what the kernels of attention share: kinds of masks, a fast power of two, what masks do
 * to a score, and the part of a mask that a thread loads for its scores.
 *
 * C is a kernel's struct of constants: sizes, strides in elements, mask kind; MASK_PAIRS: the first key of a block is
 * even, as the mask counts keys. */

/* Which rows of a cache hold something: its first; to the mask they are its last (HELD_LAST: it is padded in front) or
 * its first.  HELD_ALL: there is no cache. */
enum { HELD_ALL = 0, HELD_LAST = 1, HELD_FIRST = 2 };

enum { MASK_NONE = 0, MASK_ADD = 1, MASK_BOOL = 2 };

#define LOG2_E 1.4426950408889634f

#ifndef FP8C_SIMT
FORCEINLINE float exp2_fast(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
FORCEINLINE float reciprocal_fast(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
#endif

/* Scores x * scale that C::softcap bounds, in units of log2: cap tanh(y) = cap - 2 cap / (e^2y + 1), which is within
 * cap / 2^20 of it (a power and a reciprocal of 22 bits each).  The whole tanh and a division took most of a kernel's time. */
template <class C> FORCEINLINE float capped(float x, float scale) {
  constexpr float CAP = C::softcap * LOG2_E;
  return __fmaf_rn(reciprocal_fast(exp2_fast(x * scale * (2.0f * LOG2_E / C::softcap)) + 1.0f), -2.0f * CAP, CAP);
}

/* Score x in units of log2, and a number of the mask.  A finite one must stay finite in these units:
 * where the least of F32 hides every key, all keys have equal shares, and infinity would make NaN. */
FORCEINLINE float with_mask(float x, float m) {
  constexpr float MOST = 0x1p127f;
  if (fabsf(m) < f32_from_bits(0x7F800000u)) m = fminf(fmaxf(m, -MOST), MOST);
  return __fmaf_rn(m, LOG2_E, x);
}

/* A result of a query's sum of shares, which is 0 where it sees no key. */
template <class C> FORCEINLINE float share_of(float x, float total) { return !C::nan_rows && total == 0.0f ? 0.0f : x / total; }

/* Score (query, key) with its mask, in units of log2. */
template <class C, class MASK>
FORCEINLINE float masked(float x, const MASK *mask, int query, int key) {
  if (key >= C::kv_rows || key >= C::mask_keys) return f32_from_bits(0xFF800000u);
  if constexpr (C::causal)
    if (key > query + C::ahead) return f32_from_bits(0xFF800000u);
  if constexpr (C::mask_kind != MASK_NONE) {
    if (query >= C::q_rows) return x;
    const MASK *at = mask + (i64)query * C::mask_row + (i64)key * C::mask_key;
    if constexpr (C::mask_kind == MASK_ADD) {
      float m[1];
      load<1>(at, m);
      return with_mask(x, m[0]);
    } else {
      return at->bits ? x : f32_from_bits(0xFF800000u);
    }
  }
  return x;
}

/* Masks of fewer sequences than there are repeat. */
template <class C> FORCEINLINE int mask_sequence(int batch) { return C::MASK_REPEATS ? batch % C::MASK_BATCHES : batch; }

/* What a thread's scores find in memory, asked for while they are still multiplied.  Of a mask of 32
 * bits a number has a word; of others a pair has.  KEYS: those that the mask has numbers for. */
template <class C, class MASK, int KEYS> struct mask_words {
  static constexpr int EACH = sizeof(MASK) == 4 ? 2 : 1, WORDS = C::KB / 4 * EACH;
  /* Pairs begin at multiples of their size, and both numbers are there or none. */
  static constexpr bool PAIRS = C::MASK_PAIRS && C::mask_key == 1 && C::mask_row % 2 == 0 && C::mask_head % 2 == 0 &&
                                C::mask_batch % 2 == 0 && KEYS % 2 == 0;
  u32 w[WORDS];
  /* What adds nothing to any score. */
  FORCEINLINE void clear() {
#pragma unroll
    for (int i = 0; i < WORDS; i++) w[i] = C::MASK == MASK_BOOL ? 0x00010001u : 0;
  }
  static FORCEINLINE u32 bits(const float *p) { return __float_as_uint(*p); }
  template <class T> static FORCEINLINE u32 bits(const T *p) { return p->bits; }
  template <class ITEM> FORCEINLINE void ask(const MASK *mask, const ITEM &item, int row, int first_key) {
    mask += (i64)mask_sequence<C>(item.batch) * C::mask_batch + (i64)item.head * C::mask_head;
    const int key = first_key + 2 * (threadIdx.x & 3);
#pragma unroll
    for (int r = 0; r < 2; r++) {
      const MASK *at = mask + (i64)min(row + 8 * r, C::Q_ROWS - 1) * C::mask_row + (i64)key * C::mask_key;
#pragma unroll
      for (int j = 0; j < C::KB / 8; j++) {
        const MASK *low = at + (i64)(8 * j) * C::mask_key, *high = low + C::mask_key;
        u32 *to = w + (2 * j + r) * EACH;
        const bool in[2] = {(u32)(key + 8 * j) < (u32)KEYS, (u32)(key + 8 * j + 1) < (u32)KEYS};
        to[0] = 0, to[EACH - 1] = 0;
        if constexpr (!PAIRS) {
          if (in[0]) to[0] = bits(low);
          if (in[1]) to[EACH - 1] |= bits(high) << (EACH == 1 ? 16 : 0);
        } else if (in[0]) {
          if constexpr (sizeof(MASK) == 4) {
            const uint2 x = *(const uint2 *)low;
            to[0] = x.x, to[1] = x.y;
          } else if constexpr (sizeof(MASK) == 2) {
            to[0] = *(const u32 *)low;
          } else {
            const u32 x = *(const u16 *)low;
            to[0] = (x & 0xFFu) | x >> 8 << 16;
          }
        }
      }
    }
  }
};

/* ---- Spans -----------------------------------------------------------------------
 *
 * What 16 rows of a mask come to: keys outside of [lo, hi) are hidden from all of them, and the mask
 * changes nothing for keys in [all_lo, all_hi).  Blocks of other keys are not computed, and of these no mask
 * is read (attention_spans.cuh finds them, once for all attentions that read a mask). */
enum { SPAN_ROWS = 16 };

/* C: SPANS, SPAN_TILES (of a head of the mask), SPAN_HEADS and SPAN_BATCHES (of the mask: 1, those of the queries, or
 * fewer that repeat). */
struct mask_span {
  int lo, hi, all_lo, all_hi;
};
template <class C> FORCEINLINE mask_span span_of_rows(const uint4 *spans, int batch, int head, int row, int rows) {
  mask_span s = {0x7FFFFFFF, 0, 0, 0x7FFFFFFF};
  spans += (i64)(batch % C::SPAN_BATCHES * C::SPAN_HEADS + (C::SPAN_HEADS == 1 ? 0 : head)) * C::SPAN_TILES;
#pragma unroll 4
  for (int r = row; r < row + rows; r += SPAN_ROWS) {
    const uint4 x = load_after((const u8 *)(spans + min(r / SPAN_ROWS, C::SPAN_TILES - 1)));
    s.lo = min(s.lo, (int)x.x), s.hi = max(s.hi, (int)x.y), s.all_lo = max(s.all_lo, (int)x.z), s.all_hi = min(s.all_hi, (int)x.w);
  }
  return s;
}
