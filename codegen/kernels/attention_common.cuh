/* attention_common.cuh - what the kernels of attention share: kinds of masks, a fast power of two, and the
 * part of a mask that a thread loads for its scores.
 *
 * C is a kernel's struct of constants: sizes, strides in elements, mask kind. */

enum { MASK_NONE = 0, MASK_ADD = 1, MASK_BOOL = 2 };

#define LOG2_E 1.4426950408889634f

#ifndef FP8C_SIMT
FORCEINLINE float exp2_fast(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
#endif

/* Masks of fewer sequences than there are repeat. */
template <class C> FORCEINLINE int mask_sequence(int batch) { return C::MASK_REPEATS ? batch % C::MASK_BATCHES : batch; }

/* What a thread's scores find in memory, asked for while they are still multiplied.  Of a mask of 32
 * bits a number has a word; of others a pair has.  KEYS: those that the mask has numbers for. */
template <class C, class MASK, int KEYS> struct mask_words {
  static constexpr int EACH = sizeof(MASK) == 4 ? 2 : 1, WORDS = C::KB / 4 * EACH;
  /* Pairs begin at multiples of their size, and both numbers are there or none. */
  static constexpr bool PAIRS = C::mask_key == 1 && C::mask_row % 2 == 0 && C::mask_head % 2 == 0 &&
                                C::mask_batch % 2 == 0 && KEYS % 2 == 0;
  u32 w[WORDS];
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
        const bool in[2] = {key + 8 * j < KEYS, key + 8 * j + 1 < KEYS};
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
