/* device.cuh - CUDA C as a host compiler reads it.
 *
 * Goes in front of a generated kernel when simt.c compiles it for the processor
 * at hand.  A thread of the grid is a coroutine: barriers, shuffles and what a
 * warp does together switch to the next one (simt.c).  What the kernels do in
 * PTX stands here in C, from the PTX manual's words and not from ops/ or base/:
 * the tests compare the two. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define __CUDACC__ 1
#define FP8C_SIMT 1
#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(n) alignas(n)
#define __constant__ static const
/* One block after the other: what a block shares is what the program has once.  A section of
 * their own, so that every block finds them poisoned. */
#define __shared__ static __attribute__((section("simt_shared")))

struct uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct float2 { float x, y; };
struct alignas(16) float4 { float x, y, z, w; };
struct uint3 { unsigned x, y, z; };
typedef uint3 dim3;
static inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

/* ---- The thread that runs now ---------------------------------------------- */

struct simt_machine {
  uint3 thread, block;
  dim3 block_size, grid_size;
  void *dynamic; /* shared memory whose size the launch gives */
  void (*block_barrier)();
  /* Gives `bytes` (at most 64) to the lanes of `mask`; all have given theirs when it
   * returns what lane 0 gave, the others' behind it, 64 bytes apart. */
  const char *(*exchange)(unsigned mask, const void *mine, size_t bytes);
  /* Of a whole warp: the last lane that comes calls `what` with all that were given. */
  void (*together)(void (*what)(const char *all), const void *mine, size_t bytes);
  size_t dynamic_bytes;
  void (*wait_until)(bool (*ready)(const void *of), const void *of);
  void (*named_barrier)(unsigned id, unsigned threads, int wait);
  /* Calls `call` with a copy of the object: at once, or when no thread can go on. */
  void (*some_time)(void (*call)(const void *object), const void *object, size_t bytes);
  void (*fault)(const char *what); /* ends the block */
  void (*waited)(); /* for the kernel before */
  /* For global memory, perhaps before that; false: nobody will wait for it. */
  bool (*asked)(const void *from, size_t bytes);
};
extern "C" {
__attribute__((visibility("default"))) simt_machine *simt_now;
/* What -fsanitize=alignment calls: a GPU stops there. */
void __ubsan_handle_type_mismatch_v1(void *, void *) { simt_now->fault("an access that is not aligned to its size"); }
extern char __start_simt_shared[] __attribute__((weak, visibility("hidden")));
extern char __stop_simt_shared[] __attribute__((weak, visibility("hidden")));
}

#define threadIdx (simt_now->thread)
#define blockIdx (simt_now->block)
#define blockDim (simt_now->block_size)
#define gridDim (simt_now->grid_size)

static inline void __syncthreads() { simt_now->block_barrier(); }
static inline void __syncwarp(unsigned mask = 0xFFFFFFFFu) { simt_now->exchange(mask, 0, 0); }
static inline void __threadfence() {}
static inline unsigned simt_lane() {
  const uint3 &t = simt_now->thread;
  const dim3 &d = simt_now->block_size;
  return (t.x + d.x * (t.y + d.y * t.z)) & 31;
}
template <class T> static inline T simt_from(const char *all, unsigned lane) {
  T x;
  memcpy(&x, all + 64 * lane, sizeof x);
  return x;
}
template <class T> static inline T __shfl_sync(unsigned mask, T x, int from, int width = 32) {
  const unsigned lane = simt_lane();
  return simt_from<T>(simt_now->exchange(mask, &x, sizeof x), (lane & ~(width - 1)) | (from & (width - 1)));
}
template <class T> static inline T __shfl_xor_sync(unsigned mask, T x, int d, int = 32) {
  const unsigned lane = simt_lane();
  return simt_from<T>(simt_now->exchange(mask, &x, sizeof x), lane ^ d);
}
template <class T> static inline T __shfl_down_sync(unsigned mask, T x, int d, int width = 32) {
  const unsigned lane = simt_lane(), to = (lane & (width - 1)) + d;
  return simt_from<T>(simt_now->exchange(mask, &x, sizeof x), to < (unsigned)width ? lane + d : lane);
}
template <class T> static inline T __shfl_up_sync(unsigned mask, T x, int d, int width = 32) {
  const unsigned lane = simt_lane();
  return simt_from<T>(simt_now->exchange(mask, &x, sizeof x), (int)(lane & (width - 1)) >= d ? lane - d : lane);
}
static inline unsigned __ballot_sync(unsigned mask, int yes) {
  const int mine = yes != 0;
  const char *all = simt_now->exchange(mask, &mine, sizeof mine);
  unsigned votes = 0;
  for (unsigned i = 0; i < 32; i++)
    if (mask >> i & 1 && simt_from<int>(all, i)) votes |= 1u << i;
  return votes;
}
static inline int __any_sync(unsigned mask, int yes) { return __ballot_sync(mask, yes) != 0; }
static inline int __all_sync(unsigned mask, int yes) { return __ballot_sync(mask, !yes) == 0; }

/* Threads take turns only where they wait, so a plain update is atomic. */
template <class T> static inline T atomicAdd(T *p, T x) { T old = *p; *p = old + x; return old; }
template <class T> static inline T atomicMax(T *p, T x) { T old = *p; if (x > old) *p = x; return old; }
template <class T> static inline T atomicMin(T *p, T x) { T old = *p; if (x < old) *p = x; return old; }
template <class T> static inline T atomicOr(T *p, T x) { T old = *p; *p = old | x; return old; }
template <class T> static inline T atomicExch(T *p, T x) { T old = *p; *p = x; return old; }
template <class T> static inline T atomicCAS(T *p, T want, T x) { T old = *p; if (old == want) *p = x; return old; }

/* ---- Numbers ------------------------------------------------------------------ */

template <class TO, class FROM> static inline TO simt_bits(FROM x) {
  static_assert(sizeof(TO) == sizeof(FROM), "as many bits");
  TO y;
  memcpy(&y, &x, sizeof y);
  return y;
}
static inline float __uint_as_float(unsigned x) { return simt_bits<float>(x); }
static inline unsigned __float_as_uint(float x) { return simt_bits<unsigned>(x); }
static inline float __int_as_float(int x) { return simt_bits<float>(x); }
static inline int __float_as_int(float x) { return simt_bits<int>(x); }
static inline long long __double_as_longlong(double x) { return simt_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return simt_bits<double>(x); }
static inline float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
static inline double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
static inline float __saturatef(float x) { return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f; }
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned pick) {
  const unsigned long long all = x | (unsigned long long)y << 32;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) r |= (unsigned)(all >> 8 * (pick >> 4 * i & 7) & 0xFF) << 8 * i;
  return r;
}
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int min(int x, int y) { return x < y ? x : y; }
static inline int max(int x, int y) { return x > y ? x : y; }
static inline long long min(long long x, long long y) { return x < y ? x : y; }
static inline long long max(long long x, long long y) { return x > y ? x : y; }
static inline unsigned min(unsigned x, unsigned y) { return x < y ? x : y; }
static inline unsigned max(unsigned x, unsigned y) { return x > y ? x : y; }

/* 2^e, a normal number. */
static inline double simt_power(int e) { return simt_bits<double>((unsigned long long)(1023 + e) << 52); }

/* To a format of `exponent_bits` and `mantissa_bits`: nearest even, subnormals kept; `largest`
 * is its largest number, `beyond` the code of what rounds past it.  Without the sign. */
static inline unsigned simt_round(float x, int exponent_bits, int mantissa_bits, double largest, unsigned beyond) {
  const double a = fabs((double)x);
  if (a == 0) return 0;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  if (isinf(a)) return beyond;
  int e = (int)(simt_bits<unsigned long long>(a) >> 52) - 1023;
  if (e < 1 - bias) e = 1 - bias;
  const double units = a * simt_power(mantissa_bits - e); /* of the last place; below 2^24 */
  const double steps = units + 0x1p52 - 0x1p52;
  if (steps * simt_power(e - mantissa_bits) > largest) return beyond;
  /* steps = 2^mantissa_bits carries into the exponent, as the codes are laid out */
  return (unsigned)((e + bias - 1) << mantissa_bits) + (unsigned)steps;
}
static inline float simt_real(unsigned code, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int e = (int)(code >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const unsigned m = code & ((1u << mantissa_bits) - 1);
  const double x = e ? (m + (1u << mantissa_bits)) * simt_power(e - bias - mantissa_bits)
                     : m * simt_power(1 - bias - mantissa_bits);
  return (float)(code >> (exponent_bits + mantissa_bits) & 1 ? -x : x);
}
static inline unsigned simt_sign(float x, int at) { return simt_bits<unsigned>(x) >> 31 << at; }
static inline unsigned simt_bf16(float x) {
  if (x != x) return 0x7FFF;
  return simt_round(x, 8, 7, ldexp(255.0 / 128, 127), 0x7F80) | simt_sign(x, 15);
}
static inline unsigned simt_f16(float x) {
  if (x != x) return 0x7FFF;
  return simt_round(x, 5, 10, 65504, 0x7C00) | simt_sign(x, 15);
}
/* satfinite: what is too large, infinity too, becomes the largest number. */
static inline unsigned simt_e4m3(float x) {
  if (x != x) return 0x7F;
  return simt_round(x, 4, 3, 448, 0x7E) | simt_sign(x, 7);
}
static inline unsigned simt_e5m2(float x) {
  if (x != x) return 0x7F;
  return simt_round(x, 5, 2, 57344, 0x7B) | simt_sign(x, 7);
}
static inline float simt_from_f16(unsigned c) {
  if ((c & 0x7C00) == 0x7C00) return c & 0x3FF ? __uint_as_float(0x7FFFFFFFu) : c & 0x8000 ? -INFINITY : INFINITY;
  return simt_real(c, 5, 10);
}
static inline float simt_from_e4m3(unsigned c) {
  return (c & 0x7F) == 0x7F ? __uint_as_float(0x7FFFFFFFu) : simt_real(c, 4, 3);
}
static inline float simt_from_e5m2(unsigned c) {
  if ((c & 0x7C) == 0x7C) return c & 3 ? __uint_as_float(0x7FFFFFFFu) : c & 0x80 ? -INFINITY : INFINITY;
  return simt_real(c, 5, 2);
}
static inline float simt_from_bf16(unsigned c) { return __uint_as_float(c << 16); }

/* ---- What prelude.cuh and math.h have in PTX ------------------------------------- */

static inline void dependency_wait() { simt_now->waited(); }
static inline void dependents_launch() {}
static inline unsigned bf16x2_of(float low, float high) { return simt_bf16(low) | simt_bf16(high) << 16; }
static inline unsigned f16x2_of(float low, float high) { return simt_f16(low) | simt_f16(high) << 16; }
static inline unsigned short e4m3x2_of(float low, float high) { return simt_e4m3(low) | simt_e4m3(high) << 8; }
static inline unsigned short e5m2x2_of(float low, float high) { return simt_e5m2(low) | simt_e5m2(high) << 8; }
static inline void f16x2_real(unsigned pair, float &low, float &high) {
  low = simt_from_f16(pair & 0xFFFF), high = simt_from_f16(pair >> 16);
}
static inline void e4m3x2_real(unsigned short pair, float &low, float &high) {
  low = simt_from_e4m3(pair & 0xFF), high = simt_from_e4m3(pair >> 8);
}
static inline void e5m2x2_real(unsigned short pair, float &low, float &high) {
  low = simt_from_e5m2(pair & 0xFF), high = simt_from_e5m2(pair >> 8);
}
static inline float math_max_nan(float a, float b) {
  return a != a || b != b ? __uint_as_float(0x7FFFFFFFu) : a < b ? b : a;
}

/* ---- What warp.cuh has in PTX ------------------------------------------------------ */

/* cp.async: a copy happens when the thread that asked for it waits for its group, so that what
 * is read too early is still poison. */
struct simt_copy {
  void *to;
  const void *from;
  size_t bytes, size; /* read, written: the rest is zeros */
  int group;
};
struct simt_copies {
  uint3 block; /* whose they are */
  simt_copy *waiting;
  int count, capacity, groups; /* groups: closed so far */
};
static inline simt_copies &simt_my_copies() {
  static simt_copies all[1024];
  const uint3 &t = simt_now->thread, &b = simt_now->block;
  const dim3 &d = simt_now->block_size;
  simt_copies &mine = all[t.x + d.x * (t.y + d.y * t.z)];
  if (memcmp(&mine.block, &b, sizeof b) != 0) mine.block = b, mine.count = 0;
  return mine;
}
template <int BYTES> static inline void copy_part(void *to, const void *from, bool valid) {
  simt_copies &mine = simt_my_copies();
  if (mine.count == mine.capacity) {
    mine.capacity = 2 * mine.capacity + 16;
    mine.waiting = (simt_copy *)realloc(mine.waiting, (size_t)mine.capacity * sizeof *mine.waiting);
  }
  mine.waiting[mine.count] = {to, from, valid ? BYTES : 0u, BYTES, mine.groups};
  mine.count += simt_now->asked(from, valid ? BYTES : 0u);
}
static inline void copy_commit() { simt_my_copies().groups++; }
template <int LEFT> static inline void copy_wait() {
  simt_copies &mine = simt_my_copies();
  int kept = 0;
  for (int i = 0; i < mine.count; i++) {
    const simt_copy &c = mine.waiting[i];
    if (c.group >= mine.groups - LEFT) {
      mine.waiting[kept++] = c;
      continue;
    }
    memset(c.to, 0, c.size);
    memcpy(c.to, c.from, c.bytes);
  }
  mine.count = kept;
}
static inline void prefetch_line(const void *) {}
static inline uint4 load_after(const unsigned char *p) {
  uint4 v;
  memcpy(&v, p, sizeof v);
  return v;
}
template <class WORDS> static inline void load_streamed(WORDS &to, const void *from, bool valid) {
  memset(&to, 0, sizeof to);
  if (!valid) return;
  simt_now->asked(from, sizeof to);
  memcpy(&to, from, sizeof to);
}
template <int BYTES> static inline unsigned load_bits_after(const void *p) {
  unsigned x = 0;
  memcpy(&x, p, BYTES);
  return x;
}
/* ldmatrix x4: lane 8 i + r holds the address of row r of matrix i; lane l receives elements
 * 2 (l % 4) and the next of row l / 4 (of column l / 4, transposed). */
static inline void simt_matrices(unsigned (&r)[4], const unsigned short *p, bool transposed) {
  const unsigned lane = simt_lane();
  unsigned short rows[8];
  memcpy(rows, p, sizeof rows);
  const char *all = simt_now->exchange(0xFFFFFFFFu, rows, sizeof rows);
  for (int i = 0; i < 4; i++) {
    unsigned short x[2];
    for (unsigned k = 0; k < 2; k++) {
      const unsigned row = transposed ? 2 * (lane & 3) + k : lane >> 2;
      const unsigned column = transposed ? lane >> 2 : 2 * (lane & 3) + k;
      memcpy(&x[k], all + 64 * (8 * i + row) + 2 * column, 2);
    }
    r[i] = x[0] | (unsigned)x[1] << 16;
  }
}
static inline void load_matrices(unsigned (&r)[4], const unsigned short *p) { simt_matrices(r, p, false); }
static inline void load_matrices_transposed(unsigned (&r)[4], const unsigned short *p) {
  simt_matrices(r, p, true);
}
/* mma m16n8: 16-bit (k 16) or 8-bit (k 32) elements; a word of A or B holds neighbours of k.
 * Lane l = 4 g + q has of A rows g and g + 8, of B column g, of D rows g, g + 8, columns 2 q, 2 q + 1. */
struct simt_fragment {
  float *d;
  unsigned a[4], b[2];
};
typedef double simt_row8 __attribute__((vector_size(64))); /* of D */

/* The sum of an instruction's products and what was there. */
static inline simt_row8 simt_exact(simt_row8 sum, const simt_row8 *products, int count) {
  for (int k = 0; k < count; k++) sum += products[k];
  return sum;
}
/* As Hopper's FP8 tensor core was measured to sum, which the others are taken to do as well: all
 * that is added is cut at 13 fraction bits of the largest. */
static inline simt_row8 simt_cut(simt_row8 first, const simt_row8 *products, int count) {
  typedef int row_int __attribute__((vector_size(32)));
  typedef long long row_bits __attribute__((vector_size(64)));
  simt_row8 largest = first < 0 ? -first : first;
  for (int k = 0; k < count; k++) {
    const simt_row8 size = products[k] < 0 ? -products[k] : products[k];
    largest = size > largest ? size : largest;
  }
  const simt_row8 power = (simt_row8)((row_bits)largest & 0x7FFll << 52), unit = power > 0 ? power * 0x1p-13 : power + 1;
  const simt_row8 units = 1 / unit;
  simt_row8 sum = __builtin_convertvector(__builtin_convertvector(first * units, row_int), simt_row8);
  for (int k = 0; k < count; k++) sum += __builtin_convertvector(__builtin_convertvector(products[k] * units, row_int), simt_row8);
  const simt_row8 whole = simt_exact(first, products, count);
  return whole - whole == 0 ? sum * unit : whole; /* infinities and NaN are not cut */
}

/* What the last lane does that comes, for all 32. */
template <int WIDTH, simt_row8 SUM(simt_row8, const simt_row8 *, int), float A(unsigned), float B(unsigned)>
static void simt_mma_now(const char *all) {
  enum { EACH = 32 / WIDTH, COUNT = 8 * EACH }; /* elements of a word, of a row of A */
  double a[16][COUNT];
  simt_row8 b[COUNT], products[COUNT], d[16];
  simt_fragment of[32];
  for (unsigned lane = 0; lane < 32; lane++) {
    const unsigned g = lane >> 2, q = lane & 3;
    of[lane] = simt_from<simt_fragment>(all, lane);
    for (int i = 0; i < EACH; i++) {
      const unsigned part = (1u << (WIDTH - 1) << 1) - 1, shift = WIDTH * i;
      for (int word = 0; word < 4; word++) a[g + word % 2 * 8][EACH * (q + word / 2 * 4) + i] = A(of[lane].a[word] >> shift & part);
      for (int word = 0; word < 2; word++) b[EACH * (q + word * 4) + i][g] = B(of[lane].b[word] >> shift & part);
    }
    for (int e = 0; e < 4; e++) d[g + e / 2 * 8][2 * q + e % 2] = of[lane].d[e];
  }
  for (int row = 0; row < 16; row++) {
    for (int k = 0; k < COUNT; k++) products[k] = a[row][k] * b[k];
    d[row] = SUM(d[row], products, COUNT);
  }
  for (unsigned lane = 0; lane < 32; lane++)
    for (int e = 0; e < 4; e++) of[lane].d[e] = (float)d[lane / 4 + e / 2 * 8][2 * (lane & 3) + e % 2];
}
template <int WIDTH, simt_row8 SUM(simt_row8, const simt_row8 *, int), float A(unsigned), float B(unsigned)>
static inline void simt_mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  const simt_fragment mine = {d, {a[0], a[1], a[2], a[3]}, {b0, b1}};
  simt_now->together(simt_mma_now<WIDTH, SUM, A, B>, &mine, sizeof mine);
}
static inline void multiply_bf16_bf16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  simt_mma<16, simt_exact, simt_from_bf16, simt_from_bf16>(d, a, b0, b1);
}
static inline void multiply_f16_f16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  simt_mma<16, simt_exact, simt_from_f16, simt_from_f16>(d, a, b0, b1);
}
#if __CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1200
#define simt_fp8_sum simt_cut
#else
#define simt_fp8_sum simt_exact /* of F16, which ptxas makes of FP8 */
#endif

/* All codes of an 8-bit format. */
template <float REAL(unsigned)> struct simt_codes {
  float real[256];
  simt_codes() {
    for (unsigned c = 0; c < 256; c++) real[c] = REAL(c);
  }
};
template <float REAL(unsigned)> static inline float simt_real_of(unsigned code) {
  static const simt_codes<REAL> all;
  return all.real[code];
}
#define SIMT_FP8(a_, b_)                                                                                             \
  static inline void multiply_##a_##_##b_(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {        \
    simt_mma<8, simt_fp8_sum, simt_real_of<simt_from_##a_>, simt_real_of<simt_from_##b_>>(d, a, b0, b1);             \
  }
SIMT_FP8(e4m3, e4m3)
SIMT_FP8(e4m3, e5m2)
SIMT_FP8(e5m2, e4m3)
SIMT_FP8(e5m2, e5m2)

/* ---- What attention.cuh has in PTX ------------------------------------------------- */

static inline float exp2_fast(float x) {
  const float y = exp2f(fabsf(x) < 0x1p-126f ? 0.0f : x);
  return fabsf(y) < 0x1p-126f ? 0.0f : y;
}

/* ---- What gemm_skinny.cuh has in PTX ----------------------------------------------- */

static inline uint4 load_once(const uint4 *p) {
  simt_now->asked(p, sizeof *p);
  return *p;
}
/* Four 8-bit numbers as F16, exactly: bytes 0 and 1, bytes 2 and 3. */
static inline void e4m3x4_f16(unsigned word, unsigned &low, unsigned &high) {
  low = f16x2_of(simt_from_e4m3(word & 0xFF), simt_from_e4m3(word >> 8 & 0xFF));
  high = f16x2_of(simt_from_e4m3(word >> 16 & 0xFF), simt_from_e4m3(word >> 24));
}
static inline void e5m2x4_f16(unsigned word, unsigned &low, unsigned &high) {
  low = f16x2_of(simt_from_e5m2(word & 0xFF), simt_from_e5m2(word >> 8 & 0xFF));
  high = f16x2_of(simt_from_e5m2(word >> 16 & 0xFF), simt_from_e5m2(word >> 24));
}

#include "hopper.cuh"

/* ---- Calling a kernel ---------------------------------------------------------------- */

template <class... A> struct simt_call {
  template <size_t... I> struct indices {};
  template <size_t N, size_t... I> struct make : make<N - 1, N - 1, I...> {};
  template <size_t... I> struct make<0, I...> { typedef indices<I...> type; };
  template <size_t... I> static void all(void (*f)(A...), void **p, indices<I...>) {
    f(*(typename simt_call::template plain<A>::type *)p[I]...);
    (void)p;
  }
  template <class T> struct plain { typedef T type; };
  template <class T> struct plain<const T> { typedef T type; };
  static void run(void (*f)(A...), void **p) {
    simt_thread_begins();
    all(f, p, typename make<sizeof...(A)>::type());
    simt_thread_ends();
  }
  static size_t size(size_t i) {
    const size_t sizes[] = {sizeof(A)..., 0};
    return sizes[i];
  }
};
template <class... A> static void simt_run(void (*f)(A...), void **p) { simt_call<A...>::run(f, p); }
template <class... A> static size_t simt_size(void (*)(A...), size_t i) { return simt_call<A...>::size(i); }
template <class... A> static size_t simt_count(void (*)(A...)) { return sizeof...(A); }
#define SIMT_KERNEL(name_)                                                                   \
  extern "C" {                                                                               \
  __attribute__((visibility("default"))) void simt_run_##name_(void **p) { simt_run(name_, p); } \
  __attribute__((visibility("default"))) size_t simt_count_##name_() { return simt_count(name_); } \
  __attribute__((visibility("default"))) size_t simt_size_##name_(size_t i) { return simt_size(name_, i); } \
  }
extern "C" __attribute__((visibility("default"))) void simt_shared_ends(char **from, char **to) {
  *from = __start_simt_shared, *to = __stop_simt_shared;
}
