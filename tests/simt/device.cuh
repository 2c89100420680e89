/* device.cuh - CUDA C as a host compiler reads it.
 *
 * Goes in front of a generated kernel when simt.c compiles it for the processor
 * at hand.  A thread of the grid is a coroutine: barriers, shuffles and what a
 * warp does together switch to the next one (simt.c).  What the kernels do in
 * PTX stands here in C, from the PTX manual's words and not from ops/ or base/:
 * the tests compare the two.
 *
 * What depends on no kernel is in device.cpp and hopper.cpp, compiled once. */
#pragma once
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
  void (*let_go)(); /* the next kernel */
  /* For global memory, perhaps before that; false: nobody will wait for it. */
  bool (*asked)(const void *from, size_t bytes);
};
extern simt_machine *simt_now;

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
unsigned __ballot_sync(unsigned mask, int yes);
static inline int __any_sync(unsigned mask, int yes) { return __ballot_sync(mask, yes) != 0; }
static inline int __all_sync(unsigned mask, int yes) { return __ballot_sync(mask, !yes) == 0; }

/* Threads take turns only where they wait, so a plain update is atomic. */
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
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
unsigned __byte_perm(unsigned x, unsigned y, unsigned pick);
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int min(int x, int y) { return x < y ? x : y; }
static inline int max(int x, int y) { return x > y ? x : y; }
static inline long long min(long long x, long long y) { return x < y ? x : y; }
static inline long long max(long long x, long long y) { return x > y ? x : y; }
static inline unsigned min(unsigned x, unsigned y) { return x < y ? x : y; }
static inline unsigned max(unsigned x, unsigned y) { return x > y ? x : y; }

unsigned simt_bf16(float x);
unsigned simt_f16(float x);
/* satfinite: what is too large, infinity too, becomes the largest number. */
unsigned simt_e4m3(float x);
unsigned simt_e5m2(float x);
float simt_from_f16(unsigned c);
float simt_from_e4m3(unsigned c);
float simt_from_e5m2(unsigned c);
float simt_from_bf16(unsigned c);

/* ---- What prelude.cuh and math.h have in PTX ------------------------------------- */

static inline void dependency_wait() { simt_now->waited(); }
static inline void dependents_launch() { simt_now->let_go(); }
unsigned bf16x2_of(float low, float high);
unsigned f16x2_of(float low, float high);
unsigned short e4m3x2_of(float low, float high);
unsigned short e5m2x2_of(float low, float high);
void f16x2_real(unsigned pair, float &low, float &high);
void e4m3x2_real(unsigned short pair, float &low, float &high);
void e5m2x2_real(unsigned short pair, float &low, float &high);
static inline float math_max_nan(float a, float b) {
  return a != a || b != b ? __uint_as_float(0x7FFFFFFFu) : a < b ? b : a;
}

/* ---- What warp.cuh has in PTX ------------------------------------------------------ */

/* cp.async: a copy happens when the thread that asked for it waits for its group, so that what
 * is read too early is still poison. */
void simt_copy_part(void *to, const void *from, unsigned bytes, unsigned size); /* read, written */
void simt_copy_wait(int left);
template <int BYTES> static inline void copy_part(void *to, const void *from, bool valid) { simt_copy_part(to, from, valid ? BYTES : 0u, BYTES); }
void copy_commit();
template <int LEFT> static inline void copy_wait() { simt_copy_wait(LEFT); }
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
void simt_matrices(unsigned (&r)[4], const unsigned short *p, bool transposed);
static inline void load_matrices(unsigned (&r)[4], const unsigned short *p) { simt_matrices(r, p, false); }
static inline void load_matrices_transposed(unsigned (&r)[4], const unsigned short *p) {
  simt_matrices(r, p, true);
}
/* mma m16n8, of 16-bit elements (k 16) or 8-bit ones (k 32). */
void multiply_bf16_bf16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1);
void multiply_f16_f16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1);
void multiply_e4m3_e4m3(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1);
void multiply_e4m3_e5m2(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1);
void multiply_e5m2_e4m3(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1);
void multiply_e5m2_e5m2(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1);

/* ---- What attention.cuh has in PTX ------------------------------------------------- */

float exp2_fast(float x);
float reciprocal_fast(float x);

/* ---- What gemm_skinny.cuh has in PTX ----------------------------------------------- */

static inline uint4 load_once(const uint4 *p) {
  simt_now->asked(p, sizeof *p);
  return *p;
}
template <class T> static inline T *behind_wait(T *p) { return p; }
/* Four 8-bit numbers as F16, exactly: bytes 0 and 1, bytes 2 and 3. */
void e4m3x4_f16(unsigned word, unsigned &low, unsigned &high);
void e5m2x4_f16(unsigned word, unsigned &low, unsigned &high);

/* ---- What packed.cuh has in PTX ------------------------------------------------------ */

unsigned fma_bf16x2(unsigned a, unsigned b, unsigned c);
unsigned fma_f16x2(unsigned a, unsigned b, unsigned c);
static inline uint4 load_words(const uint4 *p) { return load_once(p); }

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
