/* hopper.cuh - what codegen/kernels/hopper.cuh and attention_sm90.cuh have in PTX.
 *
 * From the PTX manual's words.  What runs beside the threads on a Hopper happens here as late
 * as their waits allow, or at once, in turns: a copy into shared memory ends either when it is
 * issued or when no thread can go on; a copy out of it and a product happen when their thread
 * waits for them.  So who reads too early finds NaN or what was there before, and who gives
 * memory back too early finds it overwritten.  Included by device.cuh. */
#include "tensor_map.h"

typedef unsigned simt_address; /* into the block's shared memory */

static inline simt_address shared_address(const void *p) { return (simt_address)((const char *)p - (const char *)simt_now->dynamic); }
char *simt_at(simt_address at, size_t bytes);
unsigned simt_thread();
static inline void __trap() { simt_now->fault("a trap"); }

/* ---- Barriers -------------------------------------------------------------------------- */

void barrier_init(simt_address at, unsigned arrivals);
static inline void barriers_made() {}
void barrier_arrive(simt_address at);
void barrier_expect(simt_address at, unsigned bytes);
void barrier_wait(simt_address at, unsigned parity);
template <int ID> static inline void named_sync(int threads) { simt_now->named_barrier(ID, (unsigned)threads, 1); }
template <int ID> static inline void named_arrive(int threads) { simt_now->named_barrier(ID, (unsigned)threads, 0); }

/* ---- Copies ------------------------------------------------------------------------------ */

void simt_copy_in(simt_address to, const void *map, simt_address barrier, int rank, const int *at);
template <class... AT> static inline void simt_copy_at(simt_address to, const void *m, simt_address barrier, AT... at) {
  const int all[] = {at...};
  simt_copy_in(to, m, barrier, sizeof...(at), all);
}
static inline void copy_in(simt_address to, const void *m, int x, int y, simt_address b) { simt_copy_at(to, m, b, x, y); }
static inline void copy_in(simt_address to, const void *m, int x, int y, int z, simt_address b) { simt_copy_at(to, m, b, x, y, z); }
static inline void copy_in(simt_address to, const void *m, int x, int y, int z, int w, simt_address b) {
  simt_copy_at(to, m, b, x, y, z, w);
}
void copy_windows(simt_address to, const void *m, int channel, int x, int y, int n, int tap_x, int tap_y, simt_address b);
void copy_windows(simt_address to, const void *m, int channel, int x, int y, int z, int n, int tap_x, int tap_y, int tap_z, simt_address b);
void copy_out(const void *m, simt_address from, int x, int y);
void copies_commit();
void simt_copies_wait(int left);
template <int N> static inline void copies_wait() { simt_copies_wait(N); }
template <int N> static inline void copies_wait_read() { copies_wait<N>(); }
static inline void map_prefetch(const void *) {}
template <int R> static inline void registers_more() {}
template <int R> static inline void registers_fewer() {}
void simt_store(simt_address at); /* a thread has written there; until it fences, copies and products may not look */
void fence_async();

/* ---- Shared memory by address ------------------------------------------------------------- */

static inline void load_shared2(float (&x)[2], simt_address at) {
  if (at & 7) simt_now->fault("8 bytes of shared memory at no multiple of 8");
  memcpy(x, simt_at(at, 8), 8);
}
template <class T> static inline void simt_load4(T (&x)[4], simt_address at) {
  if (at & 15) simt_now->fault("16 bytes of shared memory at no multiple of 16");
  memcpy(x, simt_at(at, 16), 16);
}
static inline void load_shared4(float (&x)[4], simt_address at) { simt_load4(x, at); }
static inline void load_shared4(unsigned (&x)[4], simt_address at) { simt_load4(x, at); }
template <class T> static inline void store_shared(simt_address at, T x) {
  if (at % sizeof x) simt_now->fault("a number of shared memory at no multiple of its size");
  simt_store(at);
  memcpy(simt_at(at, sizeof x), &x, sizeof x);
}
const unsigned short *simt_row(simt_address at);
void load_matrix4(simt_address at, unsigned &a, unsigned &b, unsigned &c, unsigned &d);
static inline void load_matrix4_transposed(unsigned (&r)[4], simt_address at) { simt_matrices(r, simt_row(at), true); }
/* stmatrix: lane 8 i + r has the address of row r of matrix i; lane l gives elements 2 (l % 4)
 * and the next of row l / 4. */
void store_matrix4(simt_address at, unsigned a, unsigned b, unsigned c, unsigned d);

/* ---- wgmma ---------------------------------------------------------------------------------- */

static inline void wgmma_fence() {}
void wgmma_commit();
void simt_products_wait(int left);
template <int LEFT> static inline void wgmma_wait() { simt_products_wait(LEFT); }

/* What simt.c makes of a wgmma.mma_async in a kernel: "m64n128k32.f32.e4m3.e5m2 1, 1", what stands behind
 * the types being its factors and, of 16-bit operands, which of those in shared memory lie across. */
void simt_multiply(void *d, unsigned long long a, unsigned long long b, int accumulate, const char *what);
void simt_multiply(void *d, const unsigned *a, unsigned long long b, int accumulate, const char *what);

/* Around a thread's run of a kernel. */
void simt_thread_begins();
void simt_thread_ends();

/* ---- Pairs of F16 ---------------------------------------------------------------------------- */

unsigned half_max(unsigned a, unsigned b);
unsigned half_max_nan(unsigned a, unsigned b);
unsigned half_min_nan(unsigned a, unsigned b);
unsigned half_add(unsigned a, unsigned b);
unsigned half_sub(unsigned a, unsigned b);
unsigned half_fma(unsigned a, unsigned b, unsigned c);
unsigned half_exp2(unsigned a);
unsigned e4m3x4_of_halves(unsigned a, unsigned b);
