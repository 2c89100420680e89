/* prelude.cuh - what every generated kernel starts with: element types, loads,
 * stores and roundings.
 *
 * A float of any format is computed with as F32.  Loads and stores move up to
 * 16 bytes at a time; conversions round to nearest even and saturate into FP8,
 * bit for bit as base/numbers.h says (a NaN keeps being one). */

typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

struct bf16 { u16 bits; };
struct f16 { u16 bits; };
struct e4m3 { u8 bits; };
struct e5m2 { u8 bits; };
struct boolean { u8 bits; };

#define FORCEINLINE __device__ __forceinline__

/* ---- Programmatic dependent launch (Hopper and later) ----------------------
 *
 * A kernel may start while the one before it drains: it must wait before it
 * reads or writes what that one touches, and may let the next one start. */
#ifdef FP8C_SIMT /* what is PTX here and below is C in tests/simt/device.cuh */
#elif __CUDA_ARCH__ >= 900
FORCEINLINE void dependency_wait() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
FORCEINLINE void dependents_launch() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }
#else
FORCEINLINE void dependency_wait() {}
FORCEINLINE void dependents_launch() {}
#endif

/* ---- Sizes that come by value ----------------------------------------------
 *
 * A constant of `struct shape` is known when the kernel is compiled.  SIZE_BY_VALUE is a size under
 * such a name that parameter `number` of the kernel has: one kernel serves many sizes.  It is read
 * where it is used, from the constant bank that holds the parameters; KERNEL is the kernel's name. */
#ifdef FP8C_SIMT
static i64 sizes_by_value[512];
#define SIZE_BY_VALUE(name, type, number)                                                        \
  struct name##_by_value {                                                                       \
    operator type() const { return (type)sizes_by_value[number]; }                               \
  };                                                                                             \
  static constexpr name##_by_value name{};
#define SIZE_TAKEN(number, value) sizes_by_value[number] = value;
#else
#define SIZE_BY_VALUE(name, type, number)                                                        \
  struct name##_by_value {                                                                       \
    FORCEINLINE operator type() const {                                                          \
      i64 x;                                                                                     \
      asm("ld.param.s64 %0, [" KERNEL "_param_" #number "];" : "=l"(x));                         \
      return (type)x;                                                                            \
    }                                                                                            \
  };                                                                                             \
  static constexpr name##_by_value name{};
#define SIZE_TAKEN(number, value)
#endif

/* ---- One number ---------------------------------------------------------- */

FORCEINLINE float f32_from_bits(u32 bits) { return __uint_as_float(bits); }

#ifndef FP8C_SIMT
/* Two F32 to two packed BF16, `low` in the lower half. */
FORCEINLINE u32 bf16x2_of(float low, float high) {
  u32 r;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low));
  return r;
}
FORCEINLINE u32 f16x2_of(float low, float high) {
  u32 r;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low));
  return r;
}
FORCEINLINE u16 e4m3x2_of(float low, float high) {
  u16 r;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(r) : "f"(high), "f"(low));
  return r;
}
FORCEINLINE u16 e5m2x2_of(float low, float high) {
  u16 r;
  asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(r) : "f"(high), "f"(low));
  return r;
}
FORCEINLINE void f16x2_real(u32 pair, float &low, float &high) {
  asm("{ .reg .f16 l, h; mov.b32 {l, h}, %2; cvt.f32.f16 %0, l; cvt.f32.f16 %1, h; }"
      : "=f"(low), "=f"(high)
      : "r"(pair));
}
FORCEINLINE void e4m3x2_real(u16 pair, float &low, float &high) {
  u32 r;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(r) : "h"(pair));
  f16x2_real(r, low, high);
}
FORCEINLINE void e5m2x2_real(u16 pair, float &low, float &high) {
  u32 r;
  asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(r) : "h"(pair));
  f16x2_real(r, low, high);
}
#endif
FORCEINLINE void bf16x2_real(u32 pair, float &low, float &high) {
  low = f32_from_bits(pair << 16);
  high = f32_from_bits(pair & 0xFFFF0000u);
}

/* The nearest number of a format, as F32: what a store and a load would give. */
FORCEINLINE float round_bf16(float x) {
  return f32_from_bits(bf16x2_of(x, 0.0f) << 16);
}
FORCEINLINE float round_f16(float x) {
  float low, high;
  f16x2_real(f16x2_of(x, 0.0f), low, high);
  return low;
}
FORCEINLINE float round_e4m3(float x) {
  float low, high;
  e4m3x2_real(e4m3x2_of(x, 0.0f), low, high);
  return low;
}
FORCEINLINE float round_e5m2(float x) {
  float low, high;
  e5m2x2_real(e5m2x2_of(x, 0.0f), low, high);
  return low;
}

/* Float to integer, toward zero; what does not fit becomes what x86 makes of it,
 * as on the CPU device (ops/cast.c). */
FORCEINLINE i64 i64_of(double x) {
  return x >= -0x1p63 && x < 0x1p63 ? (i64)x : (i64)0x8000000000000000ull;
}
FORCEINLINE i32 i32_of(double x) {
  return x > -2147483649.0 && x < 2147483648.0 ? (i32)x : (i32)0x80000000u;
}
template <class T> FORCEINLINE T int_of(double x) { return (T)i32_of(x); }
template <> FORCEINLINE i64 int_of<i64>(double x) { return i64_of(x); }
template <> FORCEINLINE u32 int_of<u32>(double x) {
  return x >= 2147483648.0 ? (u32)i32_of(x - 2147483648.0) ^ 0x80000000u : (u32)i32_of(x);
}
template <> FORCEINLINE u64 int_of<u64>(double x) {
  return x >= 0x1p63 ? (u64)i64_of(x - 0x1p63) ^ 0x8000000000000000ull : (u64)i64_of(x);
}

/* ---- Words: 1 to 16 bytes that move as one --------------------------------- */

template <int BYTES> struct words;
template <> struct words<1> {
  u8 w[1];
  FORCEINLINE void load(const void *p) { w[0] = *(const u8 *)p; }
  FORCEINLINE void store(void *p) const { *(u8 *)p = w[0]; }
};
template <> struct words<2> {
  u16 w[1];
  FORCEINLINE void load(const void *p) { w[0] = *(const u16 *)p; }
  FORCEINLINE void store(void *p) const { *(u16 *)p = w[0]; }
};
template <> struct words<4> {
  u32 w[1];
  FORCEINLINE void load(const void *p) { w[0] = *(const u32 *)p; }
  FORCEINLINE void store(void *p) const { *(u32 *)p = w[0]; }
};
template <> struct words<8> {
  u32 w[2];
  FORCEINLINE void load(const void *p) {
    uint2 v = *(const uint2 *)p;
    w[0] = v.x, w[1] = v.y;
  }
  FORCEINLINE void store(void *p) const { *(uint2 *)p = make_uint2(w[0], w[1]); }
};
template <int BYTES> struct words {
  static_assert(BYTES % 16 == 0, "whole 16-byte accesses");
  u32 w[BYTES / 4];
  FORCEINLINE void load(const void *p) {
#pragma unroll
    for (int i = 0; i < BYTES / 16; i++) {
      uint4 v = ((const uint4 *)p)[i];
      w[4 * i] = v.x, w[4 * i + 1] = v.y, w[4 * i + 2] = v.z, w[4 * i + 3] = v.w;
    }
  }
  FORCEINLINE void store(void *p) const {
#pragma unroll
    for (int i = 0; i < BYTES / 16; i++)
      ((uint4 *)p)[i] = make_uint4(w[4 * i], w[4 * i + 1], w[4 * i + 2], w[4 * i + 3]);
  }
};

/* ---- V consecutive elements as F32, or as themselves ------------------------- */

#define LOAD_PAIRED(type_, real_)                                     \
  template <int V> FORCEINLINE void load(const type_ *p, float(&x)[V]) { \
    words<V * sizeof(type_)> raw;                                     \
    raw.load(p);                                                      \
    if constexpr (V == 1) {                                           \
      float unused;                                                   \
      real_(raw.w[0], x[0], unused);                                  \
    } else if constexpr (sizeof(type_) == 2) {                        \
      _Pragma("unroll") for (int i = 0; i < V / 2; i++)               \
          real_(raw.w[i], x[2 * i], x[2 * i + 1]);                    \
    } else if constexpr (V == 2) {                                    \
      real_(raw.w[0], x[0], x[1]);                                    \
    } else {                                                          \
      _Pragma("unroll") for (int i = 0; i < V / 4; i++) {             \
        real_((u16)raw.w[i], x[4 * i], x[4 * i + 1]);                 \
        real_((u16)(raw.w[i] >> 16), x[4 * i + 2], x[4 * i + 3]);     \
      }                                                               \
    }                                                                 \
  }
LOAD_PAIRED(bf16, bf16x2_real)
LOAD_PAIRED(f16, f16x2_real)
LOAD_PAIRED(e4m3, e4m3x2_real)
LOAD_PAIRED(e5m2, e5m2x2_real)
#undef LOAD_PAIRED

#define STORE_PAIRED(type_, of_)                                       \
  template <int V> FORCEINLINE void store(type_ *p, const float(&x)[V]) { \
    words<V * sizeof(type_)> raw;                                      \
    if constexpr (V == 1) {                                            \
      if constexpr (sizeof(type_) == 2)                                \
        raw.w[0] = (u16)of_(x[0], 0.0f);                               \
      else                                                             \
        raw.w[0] = (u8)of_(x[0], 0.0f);                                \
    } else if constexpr (sizeof(type_) == 2) {                         \
      _Pragma("unroll") for (int i = 0; i < V / 2; i++)                \
          raw.w[i] = of_(x[2 * i], x[2 * i + 1]);                      \
    } else if constexpr (V == 2) {                                     \
      raw.w[0] = of_(x[0], x[1]);                                      \
    } else {                                                           \
      _Pragma("unroll") for (int i = 0; i < V / 4; i++)                \
          raw.w[i] = (u32)of_(x[4 * i], x[4 * i + 1]) |                \
                     (u32)of_(x[4 * i + 2], x[4 * i + 3]) << 16;       \
    }                                                                  \
    raw.store(p);                                                      \
  }
STORE_PAIRED(bf16, bf16x2_of)
STORE_PAIRED(f16, f16x2_of)
STORE_PAIRED(e4m3, e4m3x2_of)
STORE_PAIRED(e5m2, e5m2x2_of)
#undef STORE_PAIRED

template <int V> FORCEINLINE void load(const float *p, float (&x)[V]) {
  words<V * 4> raw;
  raw.load(p);
#pragma unroll
  for (int i = 0; i < V; i++) x[i] = f32_from_bits(raw.w[i]);
}
template <int V> FORCEINLINE void store(float *p, const float (&x)[V]) {
  words<V * 4> raw;
#pragma unroll
  for (int i = 0; i < V; i++) raw.w[i] = __float_as_uint(x[i]);
  raw.store(p);
}

/* Integers, bool and F64 go one by one: they are few and the compiler merges them. */
template <int V, class T> FORCEINLINE void load(const T *p, T (&x)[V]) {
#pragma unroll
  for (int i = 0; i < V; i++) x[i] = p[i];
}
template <int V, class T> FORCEINLINE void store(T *p, const T (&x)[V]) {
#pragma unroll
  for (int i = 0; i < V; i++) p[i] = x[i];
}
template <int V> FORCEINLINE void load(const boolean *p, bool (&x)[V]) {
#pragma unroll
  for (int i = 0; i < V; i++) x[i] = p[i].bits != 0;
}
template <int V> FORCEINLINE void store(boolean *p, const bool (&x)[V]) {
#pragma unroll
  for (int i = 0; i < V; i++) p[i].bits = x[i] ? 1 : 0;
}

/* V elements of which the k-th lies at p + place(k). */
template <int V, class T, class X, class PLACE> FORCEINLINE void load_each(const T *p, X (&x)[V], PLACE place) {
#pragma unroll
  for (int k = 0; k < V; k++) {
    X one[1];
    load<1>(p + place(k), one);
    x[k] = one[0];
  }
}
template <class X, class T> FORCEINLINE void store_one(T *p, X x) {
  const X one[1] = {x};
  store<1>(p, one);
}

/* One element that all V lanes share. */
template <int V, class T, class X> FORCEINLINE void spread(const T *p, X (&x)[V]) {
  X one[1];
  load<1>(p, one);
#pragma unroll
  for (int i = 0; i < V; i++) x[i] = one[0];
}

/* An index as Gather takes it: negative counts from the end, and whatever is
 * out of range stays inside the table, so that a bad id cannot read elsewhere. */
template <class T> FORCEINLINE i64 wrap_index(T index, i64 size) {
  i64 i = (i64)index;
  if (i < 0) i += size;
  return i < 0 ? 0 : i >= size ? size - 1 : i;
}

/* ---- Sums over the threads of a row -------------------------------------- */

struct add_of {
  static FORCEINLINE float none() { return 0.0f; }
  static FORCEINLINE float of(float x, float y) { return x + y; }
};
struct mul_of {
  static FORCEINLINE float none() { return 1.0f; }
  static FORCEINLINE float of(float x, float y) { return x * y; }
};
/* A NaN wins, as it does on the CPU. */
struct max_of {
  static FORCEINLINE float none() { return __uint_as_float(0xFF800000u); }
  static FORCEINLINE float of(float x, float y) { return x != x ? x : x > y ? x : y; }
};
struct min_of {
  static FORCEINLINE float none() { return __uint_as_float(0x7F800000u); }
  static FORCEINLINE float of(float x, float y) { return x != x ? x : x < y ? x : y; }
};

/* THREADS = 32: the warp; more: the block, through `shared` (33 floats).  Every
 * thread gets the result, combined in one fixed order. */
template <class OP, int THREADS> FORCEINLINE float row_combine(float x, float *shared) {
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) x = OP::of(x, __shfl_xor_sync(0xFFFFFFFFu, x, d));
  if constexpr (THREADS > 32) {
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    __syncthreads(); /* the last use of `shared` is over */
    if (lane == 0) shared[warp] = x;
    __syncthreads();
    x = lane < THREADS / 32 ? shared[lane] : OP::none();
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) x = OP::of(x, __shfl_xor_sync(0xFFFFFFFFu, x, d));
  }
  return x;
}
