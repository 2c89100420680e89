/* device.cpp - what device.cuh declares: functions that no kernel changes. */
#include "device.cuh"

simt_machine *simt_now;
extern "C" {
extern char __start_simt_shared[] __attribute__((weak, visibility("hidden")));
extern char __stop_simt_shared[] __attribute__((weak, visibility("hidden")));
/* What -fsanitize=alignment calls: a GPU stops there. */
void __ubsan_handle_type_mismatch_v1(void *, void *) { simt_now->fault("an access that is not aligned to its size"); }
/* What simt.c asks of an image: where the machine's address is kept, and the memory that a block shares. */
__attribute__((visibility("default"))) simt_machine **simt_place() { return &simt_now; }
__attribute__((visibility("default"))) void simt_shared_ends(char **from, char **to) {
  *from = __start_simt_shared, *to = __stop_simt_shared;
}
}

unsigned __ballot_sync(unsigned mask, int yes) {
  const int mine = yes != 0;
  const char *all = simt_now->exchange(mask, &mine, sizeof mine);
  unsigned votes = 0;
  for (unsigned i = 0; i < 32; i++)
    if (mask >> i & 1 && simt_from<int>(all, i)) votes |= 1u << i;
  return votes;
}
unsigned __byte_perm(unsigned x, unsigned y, unsigned pick) {
  const unsigned long long all = x | (unsigned long long)y << 32;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) r |= (unsigned)(all >> 8 * (pick >> 4 * i & 7) & 0xFF) << 8 * i;
  return r;
}

/* ---- Numbers ------------------------------------------------------------------ */

/* To a format of `exponent_bits` and `mantissa_bits`: nearest even, subnormals kept; `largest` is the code of its
 * largest number, `beyond` of what rounds past it.  Without the sign; not for NaN. */
static inline unsigned simt_round(float x, int exponent_bits, int mantissa_bits, unsigned largest, unsigned beyond) {
  const int bias = (1 << (exponent_bits - 1)) - 1, dropped = 23 - mantissa_bits;
  const unsigned bits = simt_bits<unsigned>(x) & 0x7FFFFFFFu;
  if (bits < (unsigned)(128 - bias) << 23) { /* subnormal there: in units of the last place, below 2^24 */
    const double unit = simt_bits<double>((unsigned long long)(1023 + 1 - bias - mantissa_bits) << 52);
    return (unsigned)(fabs((double)x) / unit + 0x1p52 - 0x1p52);
  }
  /* A carry out of the mantissa goes into the exponent, as the codes are laid out. */
  const unsigned rebiased = bits - ((unsigned)(127 - bias) << 23);
  const unsigned code = (rebiased + (1u << (dropped - 1)) - 1 + (rebiased >> dropped & 1)) >> dropped;
  return code > largest ? beyond : code;
}
/* The bits stand where F32 has its exponent and its mantissa; a product with 2^(127 - bias), exact, makes up for the
 * other bias, of subnormal numbers too. */
static inline float simt_real(unsigned code, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const unsigned size = code & ((1u << (exponent_bits + mantissa_bits)) - 1);
  const float x = simt_bits<float>(size << (23 - mantissa_bits)) * simt_bits<float>((unsigned)(254 - bias) << 23);
  return code >> (exponent_bits + mantissa_bits) & 1 ? -x : x;
}
static inline unsigned simt_sign(float x, int at) { return simt_bits<unsigned>(x) >> 31 << at; }
unsigned simt_bf16(float x) {
  if (x != x) return 0x7FFF;
  return simt_round(x, 8, 7, 0x7F7F, 0x7F80) | simt_sign(x, 15);
}
unsigned simt_f16(float x) {
  if (x != x) return 0x7FFF;
  return simt_round(x, 5, 10, 0x7BFF, 0x7C00) | simt_sign(x, 15);
}
unsigned simt_e4m3(float x) {
  if (x != x) return 0x7F;
  return simt_round(x, 4, 3, 0x7E, 0x7E) | simt_sign(x, 7);
}
unsigned simt_e5m2(float x) {
  if (x != x) return 0x7F;
  return simt_round(x, 5, 2, 0x7B, 0x7B) | simt_sign(x, 7);
}
float simt_from_f16(unsigned c) {
  if ((c & 0x7C00) == 0x7C00) return c & 0x3FF ? __uint_as_float(0x7FFFFFFFu) : c & 0x8000 ? -INFINITY : INFINITY;
  return simt_real(c, 5, 10);
}
float simt_from_e4m3(unsigned c) {
  return (c & 0x7F) == 0x7F ? __uint_as_float(0x7FFFFFFFu) : simt_real(c, 4, 3);
}
float simt_from_e5m2(unsigned c) {
  if ((c & 0x7C) == 0x7C) return c & 3 ? __uint_as_float(0x7FFFFFFFu) : c & 0x80 ? -INFINITY : INFINITY;
  return simt_real(c, 5, 2);
}
float simt_from_bf16(unsigned c) { return __uint_as_float(c << 16); }

/* Sums of two products of few bits, as packed.cuh asks for them, are exact in F32. */
unsigned fma_bf16x2(unsigned a, unsigned b, unsigned c) {
  unsigned d = 0;
  for (int i = 0; i < 32; i += 16)
    d |= simt_bf16(fmaf(simt_from_bf16(a >> i & 0xFFFF), simt_from_bf16(b >> i & 0xFFFF), simt_from_bf16(c >> i & 0xFFFF))) << i;
  return d;
}
unsigned fma_f16x2(unsigned a, unsigned b, unsigned c) {
  unsigned d = 0;
  for (int i = 0; i < 32; i += 16)
    d |= simt_f16(fmaf(simt_from_f16(a >> i & 0xFFFF), simt_from_f16(b >> i & 0xFFFF), simt_from_f16(c >> i & 0xFFFF))) << i;
  return d;
}
unsigned bf16x2_of(float low, float high) { return simt_bf16(low) | simt_bf16(high) << 16; }
unsigned f16x2_of(float low, float high) { return simt_f16(low) | simt_f16(high) << 16; }
unsigned short e4m3x2_of(float low, float high) { return simt_e4m3(low) | simt_e4m3(high) << 8; }
unsigned short e5m2x2_of(float low, float high) { return simt_e5m2(low) | simt_e5m2(high) << 8; }
void f16x2_real(unsigned pair, float &low, float &high) {
  low = simt_from_f16(pair & 0xFFFF), high = simt_from_f16(pair >> 16);
}
void e4m3x2_real(unsigned short pair, float &low, float &high) {
  low = simt_from_e4m3(pair & 0xFF), high = simt_from_e4m3(pair >> 8);
}
void e5m2x2_real(unsigned short pair, float &low, float &high) {
  low = simt_from_e5m2(pair & 0xFF), high = simt_from_e5m2(pair >> 8);
}

float exp2_fast(float x) {
  const float y = exp2f(fabsf(x) < 0x1p-126f ? 0.0f : x);
  return fabsf(y) < 0x1p-126f ? 0.0f : y;
}
float reciprocal_fast(float x) {
  const float y = 1.0f / (fabsf(x) < 0x1p-126f ? copysignf(0.0f, x) : x);
  return fabsf(y) < 0x1p-126f ? copysignf(0.0f, y) : y;
}
void e4m3x4_f16(unsigned word, unsigned &low, unsigned &high) {
  low = f16x2_of(simt_from_e4m3(word & 0xFF), simt_from_e4m3(word >> 8 & 0xFF));
  high = f16x2_of(simt_from_e4m3(word >> 16 & 0xFF), simt_from_e4m3(word >> 24));
}
void e5m2x4_f16(unsigned word, unsigned &low, unsigned &high) {
  low = f16x2_of(simt_from_e5m2(word & 0xFF), simt_from_e5m2(word >> 8 & 0xFF));
  high = f16x2_of(simt_from_e5m2(word >> 16 & 0xFF), simt_from_e5m2(word >> 24));
}

/* ---- Copies of a thread ---------------------------------------------------------- */

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
static simt_copies &simt_my_copies() {
  static simt_copies all[1024];
  const uint3 &t = simt_now->thread, &b = simt_now->block;
  const dim3 &d = simt_now->block_size;
  simt_copies &mine = all[t.x + d.x * (t.y + d.y * t.z)];
  if (memcmp(&mine.block, &b, sizeof b) != 0) mine.block = b, mine.count = 0;
  return mine;
}
void simt_copy_part(void *to, const void *from, unsigned bytes, unsigned size) {
  simt_copies &mine = simt_my_copies();
  if (mine.count == mine.capacity) {
    mine.capacity = 2 * mine.capacity + 16;
    mine.waiting = (simt_copy *)realloc(mine.waiting, (size_t)mine.capacity * sizeof *mine.waiting);
  }
  mine.waiting[mine.count] = {to, from, bytes, size, mine.groups};
  mine.count += simt_now->asked(from, bytes);
}
void copy_commit() { simt_my_copies().groups++; }
void simt_copy_wait(int left) {
  simt_copies &mine = simt_my_copies();
  int kept = 0;
  for (int i = 0; i < mine.count; i++) {
    const simt_copy &c = mine.waiting[i];
    if (c.group >= mine.groups - left) {
      mine.waiting[kept++] = c;
      continue;
    }
    memset(c.to, 0, c.size);
    memcpy(c.to, c.from, c.bytes);
  }
  mine.count = kept;
}

/* ---- Matrices of a warp ------------------------------------------------------------ */

void simt_matrices(unsigned (&r)[4], const unsigned short *p, bool transposed) {
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
static simt_row8 simt_cut(simt_row8 first, const simt_row8 *products, int count) {
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
void multiply_bf16_bf16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  simt_mma<16, simt_exact, simt_from_bf16, simt_from_bf16>(d, a, b0, b1);
}
void multiply_f16_f16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
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
  void multiply_##a_##_##b_(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {                      \
    simt_mma<8, simt_fp8_sum, simt_real_of<simt_from_##a_>, simt_real_of<simt_from_##b_>>(d, a, b0, b1);             \
  }
SIMT_FP8(e4m3, e4m3)
SIMT_FP8(e4m3, e5m2)
SIMT_FP8(e5m2, e4m3)
SIMT_FP8(e5m2, e5m2)
