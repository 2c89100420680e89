/* direct.cuh - what kernels straight from memory share: a thread, or a warp, computes each result.
 *
 * The operators' templates stand in window.cuh, line.cuh, index.cuh and so on.  In all of them S is a struct of
 * sizes and S::index an integer that counts everything touched; i is the number of the thread's result; X, W, ...
 * are functions from an index to a number, Y writes one: y(index, number).  Sums go in the order of the CPU
 * device where that costs nothing, and products are fused into them. */

FORCEINLINE float mul_add(float a, float b, float c) { return __fmaf_rn(a, b, c); }
FORCEINLINE double mul_add(double a, double b, double c) { return a * b + c; }
FORCEINLINE i32 mul_add(i32 a, i32 b, i32 c) { return (i32)((u32)a * (u32)b + (u32)c); }
FORCEINLINE i64 mul_add(i64 a, i64 b, i64 c) { return (i64)((u64)a * (u64)b + (u64)c); }
FORCEINLINE u64 mul_add(u64 a, u64 b, u64 c) { return a * b + c; }

/* What starts a search for the largest or the smallest. */
template <class N> struct ends {
  static FORCEINLINE N low() { return (N)(-1) > (N)0 ? (N)0 : (N)((N)1 << (sizeof(N) * 8 - 1)); }
  static FORCEINLINE N high() { return (N)~low(); }
};
template <> struct ends<float> {
  static FORCEINLINE float low() { return f32_from_bits(0xFF800000u); }
  static FORCEINLINE float high() { return f32_from_bits(0x7F800000u); }
};
template <> struct ends<double> {
  static FORCEINLINE double low() { return __longlong_as_double((i64)0xFFF0000000000000ull); }
  static FORCEINLINE double high() { return __longlong_as_double(0x7FF0000000000000ll); }
};
template <> struct ends<bool> {
  static FORCEINLINE bool low() { return false; }
  static FORCEINLINE bool high() { return true; }
};

/* Functions of F32 and F64 under one name. */
FORCEINLINE double line_exp(double x) { return exp(x); }
FORCEINLINE float line_exp(float x) { return fp8c_expf(x); }
FORCEINLINE double line_log(double x) { return log(x); }
FORCEINLINE float line_log(float x) { return fp8c_logf(x); }
FORCEINLINE double line_sqrt(double x) { return sqrt(x); }
FORCEINLINE float line_sqrt(float x) { return sqrtf(x); }

/* Element `at` of [image][channel][pixel] where it lies as [image][pixel][channel], and back. */
template <i64 CHANNELS, i64 PIXELS, class I> FORCEINLINE I channels_last_at(I at) {
  constexpr I channels = CHANNELS, pixels = PIXELS;
  const I image = at / (channels * pixels), inside = at % (channels * pixels);
  return image * (channels * pixels) + inside % pixels * channels + inside / pixels;
}
template <i64 CHANNELS, i64 PIXELS, class I> FORCEINLINE I channels_first_at(I at) {
  constexpr I channels = CHANNELS, pixels = PIXELS;
  const I image = at / (channels * pixels), inside = at % (channels * pixels);
  return image * (channels * pixels) + inside % channels * pixels + inside / channels;
}

/* x to the nearest integer, plus `zero`, in [low, high]: integers back to 8 or 16 bits. */
FORCEINLINE i32 saturated(float x, i32 zero, float low, float high) {
  const float y = rintf(x) + (float)zero;
  return (i32)(y > low ? y < high ? y : high : low);
}
/* A sum of products of integers as an integer of LOW to HIGH. */
template <int LOW, int HIGH>
FORCEINLINE i32 requantized(i32 sum, float x_scale, float w_scale, float y_scale, i32 zero) {
  return saturated((float)sum * (x_scale * w_scale / y_scale), zero, (float)LOW, (float)HIGH);
}

/* ---- Readers and writers --------------------------------------------------------------------
 *
 * Of memory of type T as numbers of type N: in(at), in_many(at, x), out(at, x), out_many(at, x). */

template <class N, class T> FORCEINLINE auto reader(const T *p) {
  return [=](i64 at) {
    N x[1];
    load<1>(p + at, x);
    return x[0];
  };
}
/* Codes and their scale; a scale for each index of an axis of DIM with INNER elements behind it. */
template <class N, class T> FORCEINLINE auto scaled_reader(const T *p, float scale) {
  return [=](i64 at) {
    N x[1];
    load<1>(p + at, x);
    return x[0] * scale;
  };
}
template <class N, i64 INNER, i64 DIM, class T> FORCEINLINE auto axis_reader(const T *p, const float *scales) {
  return [=](i64 at) {
    N x[1];
    load<1>(p + at, x);
    return x[0] * scales[at / INNER % DIM];
  };
}
/* V neighbours at once. */
template <class N, int V, class T> FORCEINLINE auto vector_reader(const T *p) {
  return [=](i64 at, N (&x)[V]) { load<V>(p + at, x); };
}
template <class N, int V, class T> FORCEINLINE auto scaled_vector_reader(const T *p, float scale) {
  return [=](i64 at, N (&x)[V]) {
    load<V>(p + at, x);
#pragma unroll
    for (int k = 0; k < V; k++) x[k] = x[k] * scale;
  };
}
/* What is left out reads 0, and is not written. */
struct no_reader {
  FORCEINLINE float operator()(i64) const { return 0.0f; }
};
struct no_writer {
  template <class N> FORCEINLINE void operator()(i64, N) const {}
};

/* `over` is one over the scale. */
template <class N, class T> FORCEINLINE auto writer(T *p) {
  return [=](i64 at, N x) {
    const N y[1] = {x};
    store<1>(p + at, y);
  };
}
template <class N, class T> FORCEINLINE auto scaled_writer(T *p, float over) {
  return [=](i64 at, N x) {
    const N y[1] = {x * over};
    store<1>(p + at, y);
  };
}
template <class N, int V, class I, class T> FORCEINLINE auto vector_writer(T *p) {
  return [=](I at, const N (&x)[V]) { store<V>(p + at, x); };
}
template <class N, int V, class I, class T> FORCEINLINE auto scaled_vector_writer(T *p, float over) {
  return [=](I at, const N (&x)[V]) {
    N y[V];
#pragma unroll
    for (int k = 0; k < V; k++) y[k] = x[k] * over;
    store<V>(p + at, y);
  };
}

/* A reader and a writer, by the index that channels in front of pixels would have, of what lies with its channels
 * last. */
template <class I, i64 CHANNELS, i64 PIXELS, class X> FORCEINLINE auto channels_last_reader(X x) {
  return [=](i64 at) { return x(channels_last_at<CHANNELS, PIXELS>((I)at)); };
}
template <class I, i64 CHANNELS, i64 PIXELS, class Y> FORCEINLINE auto channels_last_writer(Y y) {
  return [=](i64 at, auto x) { y(channels_last_at<CHANNELS, PIXELS>((I)at), x); };
}

/* A pointer, or nullptr where there is none. */
template <class T> struct is_given { static constexpr bool value = true; };
template <> struct is_given<decltype(nullptr)> { static constexpr bool value = false; };

/* An operand's scale, by the channel: what FP8 codes that are multiplied as they are leave to the sum. */
FORCEINLINE auto no_scale() {
  return [](i64) { return 1.0f; };
}
FORCEINLINE auto scale_of(float scale) {
  return [=](i64) { return scale; };
}
FORCEINLINE auto scales_of(const float *scales) {
  return [=](i64 channel) { return scales[channel]; };
}
