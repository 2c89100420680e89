/* unpack.cuh - weights of few bits as numbers; ops/packed.h says how their words lie.
 *
 * S::bits and S::each (codes of a word), S::columns and S::depth of the matrix, S::groups (words of an output) and S::blocks
 * of S::block numbers, each with a scale; S::floats (codes of S::mantissa bits behind an exponent of S::bias) or integers,
 * S::negative (with a sign); S::powers (scales are exponents of two); S::half (F16, else BF16); S::factor of all scales. */

template <class S> FORCEINLINE float unpacked_code(u32 code, int zero) {
  if constexpr (S::floats) {
    constexpr u32 sign = 1u << (S::bits - 1);
    const float x = f32_from_bits((code & sign) << (32 - S::bits) | (code & (sign - 1)) << (23 - S::mantissa));
    constexpr u32 beyond = S::bits < 8 ? sign : S::mantissa == 2 ? 0x7C : 0x7F; /* E5M2 has infinities, E4M3 one NaN */
    if ((code & (sign - 1)) >= beyond) return f32_from_bits((code & sign) << (32 - S::bits) | 0x7F800000u | (code & 3) << 21);
    return x * f32_from_bits((u32)(254 - S::bias) << 23);
  } else if constexpr (S::negative) {
    return (float)(((i32)code << (32 - S::bits) >> (32 - S::bits)) - zero);
  } else {
    return (float)((i32)code - zero);
  }
}

/* Word i of memory order but for this: four words of k of eight outputs follow each other, so that a warp reads and
 * writes whole sectors. */
template <class S, class SCALE>
FORCEINLINE void unpack_word(typename S::index i, const u32 *words, const SCALE *scales, const u8 *zeros, u32 *to) {
  typedef typename S::index index;
  const index lane = i / 4 % 8 + i / 32 % 4 * 8, group = i % 4 + i / 128 % (S::groups / 4) * 4, panel = i / (32 * S::groups);
  const index output = panel * 32 + lane, k = group * S::each;
  if (output >= S::columns) return;
  const u32 word = words[(panel * S::groups + group) * 32 + lane];
  const index block = (panel * S::blocks + k / S::block) * 32 + lane; /* which is a whole number of words */
  float scale[1];
  if constexpr (S::powers)
    scale[0] = f32_from_bits(scales[block] == 0 ? 0x00400000u : scales[block] == 255 ? 0x7FC00000u : (u32)scales[block] << 23);
  else
    load<1>(scales + block, scale);
  const float s = scale[0] * S::factor;
  const int zero = zeros ? zeros[block] : 0;
  u32 pairs[S::each / 2];
#pragma unroll
  for (int p = 0; p < S::each / 2; p++) {
    constexpr u32 mask = (1u << S::bits) - 1;
    const float x = unpacked_code<S>(word >> (p * S::bits) & mask, zero) * s;
    const float y = unpacked_code<S>(word >> (p * S::bits + 16) & mask, zero) * s;
    pairs[p] = S::half ? f16x2_of(x, y) : bf16x2_of(x, y);
  }
  u32 *const at = to + (output * S::depth + k) / 2;
  if constexpr (S::each == 4) {
    *(uint2 *)at = make_uint2(pairs[0], pairs[1]);
  } else {
#pragma unroll
    for (int p = 0; p < S::each / 2; p += 4) *(uint4 *)(at + p) = make_uint4(pairs[p], pairs[p + 1], pairs[p + 2], pairs[p + 3]);
  }
}
