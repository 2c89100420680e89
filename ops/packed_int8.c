/* packed_int8.c - integer products of packed weights and rounded activations (packed_int8.h).
 *
 * Codes are taken as unsigned bytes, four of one output at once, as an instruction for products of
 * bytes wants them; what their zero point adds is taken back with the sum of the block's q.  The
 * rows of x lie in the order in which the codes of a word come out of it. */
#include "ops/packed_int8.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/lanes.h"

#define MOST_BLOCK 256 /* sums stay below 2^24, so that F32 holds them */
#define LEAST_AMAX 0x1p-100f
#define ROWS_MOST 8
#define ROWS_A_PIECE 64

bool packed_int8_can(const packed_form *f) {
  bool integers =
      dtype_is_narrow_int(f->codes) || f->codes == FP8C_DTYPE_I8 || f->codes == FP8C_DTYPE_U8;
  return integers && f->block <= MOST_BLOCK;
}

/* The product, and x as integers. */
typedef struct job {
  const packed_int8 *p;
  uint8_t order[16]; /* which of a word's codes comes at each byte */
  int64_t pitch;     /* bytes of a row of q, padded to words */
  int8_t *q;         /* [row][group][each] */
  float *scales;     /* [row][block] */
  float *sums;       /* of q, [row][block] */
  bool is_signed;
  int64_t panels_a_piece, row_pieces;
} job;

/* ---- Activations ----------------------------------------------------------------------- */

/* One block of a row: `count` numbers, as integers q, which are zeros
 * before, of which each stands for *unit; and their sum. */
INLINE void round_block_any(const float *x, int64_t count, int8_t *q, float *unit, float *sum) {
  uint32_t most = 0;
  for (int64_t i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, x + i, sizeof bits);
    bits &= 0x7fffffffu;
    most = bits > most ? bits : most;
  }
  float amax;
  memcpy(&amax, &most, sizeof amax);
  if (most >= 0x7f800000u || amax < LEAST_AMAX) {
    *unit = most >= 0x7f800000u ? __builtin_nanf("") : 0.0f;
    *sum = 0.0f;
    return;
  }
  float factor = 127.0f / amax;
  int32_t total = 0;
  for (int64_t i = 0; i < count; i++) {
    float y = x[i] * factor + 0x1.8p23f; /* the sum rounds to an integer, half to even */
    int32_t bits;
    memcpy(&bits, &y, sizeof bits);
    bits -= 0x4b400000;
    bits = bits > 127 ? 127 : bits < -127 ? -127 : bits;
    q[i] = (int8_t)bits;
    total += bits;
  }
  *unit = amax / 127.0f;
  *sum = (float)total;
}
AT_EACH_LEVEL(static void, round_block,
              (const float *x, int64_t count, int8_t *q, float *unit, float *sum),
              (x, count, q, unit, sum))

static void round_row(void *object, size_t row, int worker) {
  (void)worker;
  const job *j = object;
  const packed_form *f = j->p->f;
  const float *x = j->p->x + (int64_t)row * f->k;
  int8_t *to = j->q + (int64_t)row * j->pitch;
  for (int64_t b = 0; b < f->blocks; b++) {
    int64_t at = b * f->block, count = f->k - at < f->block ? f->k - at : f->block;
    int8_t q[MOST_BLOCK + 16] = {0};
    round_block(x + at, count, q, &j->scales[(int64_t)row * f->blocks + b],
                &j->sums[(int64_t)row * f->blocks + b]);
    for (int64_t i = 0; i < count; i += f->each)
      for (int64_t e = 0; e < f->each; e++) to[at + i + e] = q[i + j->order[e]];
  }
}

/* Byte e of part t of a word (of its codes at bits t * bits of each byte) is this code. */
static void find_order(const packed_form *f, uint8_t order[16]) {
  int a_byte = 8 / f->bits;
  for (int t = 0; t < a_byte; t++)
    for (int e = 0; e < 4; e++) order[t * 4 + e] = (uint8_t)(2 * (e % 2 * a_byte + t) + e / 2);
}

/* ---- Any processor: the specification ---------------------------------------------------- */

static float zero_of(const job *j, int64_t at) {
  const packed_int8 *p = j->p;
  float middle = j->is_signed ? (float)(1 << (p->f->bits - 1)) : 0.0f;
  return p->zeros ? (float)p->zeros[at] + middle : middle;
}

static float output_at(const job *j, int64_t row, int64_t i) {
  const packed_int8 *p = j->p;
  const packed_form *f = p->f;
  const int8_t *q = j->q + row * j->pitch;
  const uint32_t middle = j->is_signed ? 1u << (f->bits - 1) : 0;
  float y = 0.0f;
  for (int64_t b = 0; b < f->blocks; b++) {
    int64_t begin = b * f->block, end = begin + f->block < f->k ? begin + f->block : f->k;
    int64_t at = packed_scale_at(f, i, begin);
    int32_t sum = 0;
    for (int64_t g = begin; g < end; g += f->each)
      for (int64_t e = 0; e < f->each; e++) /* behind the last of k lie zeros */
        sum += (int32_t)(packed_code(f, p->words, i, g + j->order[e]) ^ middle) * q[g + e];
    float whole = (float)sum - zero_of(j, at) * j->sums[row * f->blocks + b];
    y = __builtin_fmaf(whole, j->scales[row * f->blocks + b] * (p->scales[at] * p->factor), y);
  }
  return p->bias ? y + p->bias[i] : y;
}

/* ---- Vectors of outputs ------------------------------------------------------------------ */

#if defined(__x86_64__)
#define DOT_512
#include "ops/packed_int8_walk.h"
#undef DOT_512
#define DOT_256
#include "ops/packed_int8_walk.h"
#undef DOT_256
#define DOT_NONE
#include "ops/packed_int8_walk.h"
#undef DOT_NONE
#endif

static void any_rows(const job *j, int64_t row, int64_t rows, int64_t panel, float *sums) {
  int64_t n = j->p->f->n;
  (void)sums;
  for (int64_t r = row; r < row + rows; r++)
    for (int64_t i = panel * PACKED_LANES; i < n && i < (panel + 1) * PACKED_LANES; i++)
      j->p->y[r * n + i] = output_at(j, r, i);
}

/* Sums [row][lane] of a panel where they are stored. */
static void finish_rows(const job *j, int64_t row, int64_t rows, int64_t panel, const float *sums) {
  const packed_int8 *p = j->p;
  int64_t first = panel * PACKED_LANES, n = p->f->n;
  int64_t count = n - first < PACKED_LANES ? n - first : PACKED_LANES;
  for (int64_t r = 0; r < rows; r++) {
    float *to = p->y + (row + r) * n + first;
    memcpy(to, sums + r * PACKED_LANES, (size_t)count * sizeof *to);
    for (int64_t i = 0; p->bias && i < count; i++) to[i] += p->bias[first + i];
  }
}

static void multiply_rows(const job *j, int64_t row, int64_t rows, int64_t panel) {
  float sums[ROWS_MOST * PACKED_LANES];
#if defined(__x86_64__)
  cpu_dot dot = cpu_dot_used();
  if (cpu_level_used() >= CPU_V3) {
    if (dot == CPU_DOT_512)
      rows_dot_512(j, row, rows, panel, sums);
    else if (dot == CPU_DOT_256)
      rows_dot_256(j, row, rows, panel, sums);
    else
      rows_dot_none(j, row, rows, panel, sums);
    finish_rows(j, row, rows, panel, sums);
    return;
  }
#endif
  any_rows(j, row, rows, panel, sums);
}

static void multiply_piece(void *object, size_t index, int worker) {
  (void)worker;
  const job *j = object;
  const packed_form *f = j->p->f;
  int64_t first = (int64_t)index / j->row_pieces * j->panels_a_piece;
  int64_t last = first + j->panels_a_piece < f->panels ? first + j->panels_a_piece : f->panels;
  int64_t from = (int64_t)index % j->row_pieces * ROWS_A_PIECE;
  int64_t to = from + ROWS_A_PIECE < j->p->rows ? from + ROWS_A_PIECE : j->p->rows;
  for (int64_t panel = first; panel < last; panel++)
    for (int64_t row = from, rows; row < to; row += rows) {
      int64_t left = to - row;
      rows = left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
      multiply_rows(j, row, rows, panel);
    }
}

/* ---- One product --------------------------------------------------------------------------- */

/* Multiply-adds of bytes that a thread does in a nanosecond. */
#define NS_BYTES_MULTIPLIED 64

void packed_int8_run(const op_call *c, const packed_int8 *p) {
  const packed_form *f = p->f;
  job *j = NEW(c->scratch, job);
  *j = (job){.p = p, .pitch = f->groups * f->each, .is_signed = dtype_is_signed(f->codes)};
  find_order(f, j->order);
  j->q = arena_array(c->scratch, (size_t)p->rows, (size_t)j->pitch);
  j->scales = arena_array(c->scratch, (size_t)p->rows, (size_t)f->blocks * sizeof(float));
  j->sums = arena_array(c->scratch, (size_t)p->rows, (size_t)f->blocks * sizeof(float));
  pool *threads = c->plain ? NULL : c->threads;
  double numbers = (double)(p->rows * f->k);
  pool_run_about(threads, (size_t)p->rows, numbers / NS_ELEMENTS, round_row, j);
  if (c->plain) {
    for (int64_t r = 0; r < p->rows; r++)
      for (int64_t i = 0; i < f->n; i++) p->y[r * f->n + i] = output_at(j, r, i);
    return;
  }
  j->row_pieces = (p->rows + ROWS_A_PIECE - 1) / ROWS_A_PIECE;
  j->panels_a_piece = f->panels * j->row_pieces >= 64 ? 4 : 1;
  int64_t pieces = (f->panels + j->panels_a_piece - 1) / j->panels_a_piece * j->row_pieces;
  pool_run_about(threads, (size_t)pieces, numbers * (double)f->n / NS_BYTES_MULTIPLIED,
                 multiply_piece, j);
}
