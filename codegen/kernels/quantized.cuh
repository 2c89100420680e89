/* quantized.cuh - ONNX's own quantization: integers and FP8, scales per tensor, axis or block. */

enum { SCALE_ONE, SCALE_AXIS, SCALE_BLOCK };
/* Which scale element i has.  S::scale says what one serves: all; an index of the axis of S::dim with S::inner
 * elements behind it; S::block neighbours along the axis, of which there are S::blocks. */
template <class S> FORCEINLINE i64 scale_of(typename S::index i) {
  if constexpr (S::scale == SCALE_ONE) {
    return 0;
  } else if constexpr (S::scale == SCALE_AXIS) {
    return i / S::inner % S::dim;
  } else {
    const i64 line = i / S::inner;
    return (line / S::dim * S::blocks + line % S::dim / S::block) * S::inner + i % S::inner;
  }
}

enum { QUOTIENT_F32, QUOTIENT_BF16, QUOTIENT_F16 };
/* x over its scale, divided in the scale's own type, S::quotient. */
template <class S, class X, class F> FORCEINLINE float quotient_of(typename S::index i, X x, F scales) {
  const float q = (float)x(i) / scales(scale_of<S>(i));
  return S::quotient == QUOTIENT_F16 ? round_f16(q) : S::quotient == QUOTIENT_BF16 ? round_bf16(q) : q;
}
/* The same as an integer of LOW to HIGH around its zero point, of which there is one, or one for each scale. */
template <class S, int LOW, int HIGH, class X, class F, class Z>
FORCEINLINE i32 quantized_at(typename S::index i, X x, F scales, Z zeros) {
  const float q = quotient_of<S>(i, x, scales), most = 0x1p18f, bounded = q > -most ? q < most ? q : most : -most;
  return saturated(bounded, (i32)zeros(S::one_zero ? 0 : scale_of<S>(i)), (float)LOW, (float)HIGH);
}

template <class S, class X, class F, class Z> FORCEINLINE auto dequantized_at(typename S::index i, X x, F scales, Z zeros) {
  const i64 at = scale_of<S>(i);
  if constexpr (S::integers)
    return (float)((i64)x(i) - (i64)zeros(S::one_zero ? 0 : at)) * scales(at);
  else
    return x(i) * scales(at);
}

/* DynamicQuantizeLinear of S::elements numbers: each warp finds the range of all of them, which are few, and rounds
 * the i-th 32.  The range holds 0. */
template <class S, class X, class Y, class F, class Z>
FORCEINLINE void quantize_dynamic(typename S::index i, int lane, X x, Y y, F scale, Z zero_of) {
  float low = 0.0f, high = 0.0f;
  for (i64 e = lane; e < S::elements; e += 32) {
    const float v = x(e);
    if (v < low) low = v;
    if (v > high) high = v;
  }
  low = row_combine<min_of, 32>(low, 0);
  high = row_combine<max_of, 32>(high, 0);
  const float s = high == low ? 1.0f : (high - low) / 255.0f;
  const i32 zero = saturated(-low / s, 0, 0.0f, 255.0f);
  for (i64 e = i * 32 + lane; e < (i + 1) * 32 && e < S::elements; e += 32)
    y(e, (u8)saturated(x(e) / s, zero, 0.0f, 255.0f));
  if (i == 0 && lane == 0) scale(0, s), zero_of(0, (u8)zero);
}
