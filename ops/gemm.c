/* gemm.c - packed matrix product.
 *
 * One operand, the vector side, is packed into panels [k][width] so that a
 * vector register holds `width` of its rows; the other, the row side, is read
 * in place, `height` rows at a time, each element broadcast.  A tile of height
 * x width sums stays in registers for the whole of k.  Because the sums do not
 * depend on which side is which, the larger matrix (usually weights, with k
 * contiguous) is never copied. */
#include "ops/gemm.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/eltwise.h"
#include "ops/gemm_tiles.h"
#include "ops/math.h"
#include "ops/transpose.h"

/* ---- Packing ----------------------------------------------------------- */

static const void *side_at(const gemm_side *s, int64_t outer, int64_t inner) {
  return (const char *)s->data +
         (outer * s->outer + inner * s->inner) * (int64_t)dtype_bytes(s->dtype);
}

/* k elements of row `o` as F32, step apart in `to`. */
static void read_row(const gemm_side *s, int64_t o, int64_t k, float *to, int64_t step) {
  float piece[256];
  if (s->dtype == FP8C_DTYPE_F32) {
    const float *own = side_at(s, o, 0);
    for (int64_t p = 0; p < k; p++) to[p * step] = own[p * s->inner];
    return;
  }
  for (int64_t p = 0; p < k; p += 256) {
    int64_t n = k - p < 256 ? k - p : 256;
    if (s->inner == 1) {
      floats_decode(s->dtype, side_at(s, o, p), piece, (size_t)n);
    } else {
      for (int64_t i = 0; i < n; i++) floats_decode(s->dtype, side_at(s, o, p + i), &piece[i], 1);
    }
    for (int64_t i = 0; i < n; i++) to[(p + i) * step] = piece[i];
  }
}

/* Four rows at once into columns of a panel: a cache line of each is used up
 * before it leaves. */
static void pack_transposed(const gemm_side *s, int64_t first, int64_t count, int64_t k,
                            int64_t width, float *panel) {
  int64_t i = 0;
  if (s->dtype == FP8C_DTYPE_F32) {
    for (; i + 8 <= count; i += 8) {
      const float *r = side_at(s, first + i, 0);
      for (int64_t p = 0; p < k; p++) {
        float *to = panel + p * width + i;
        for (int64_t e = 0; e < 8; e++) to[e] = r[e * s->outer + p];
      }
    }
  }
  for (; i < count; i++) read_row(s, first + i, k, panel + i, width);
}

/* Lines of a panel from memory where they lie `step` floats apart. */
static void pack_lines(const float *from, int64_t step, int64_t count, int64_t k, int64_t width,
                       float *panel) {
  for (int64_t p = 0; p < k; p++, from += step, panel += width)
    if (count == 32)
      memcpy(panel, from, 32 * sizeof *panel); /* constant counts become moves of vectors */
    else if (count == 16)
      memcpy(panel, from, 16 * sizeof *panel);
    else
      for (int64_t i = 0; i < count; i++) panel[i] = from[i];
}

/* Of a whole panel, or of k of its lines from where `s` and `panel` begin. */
static void pack_panel(const gemm *g, const gemm_side *s, int64_t first, int64_t count, int64_t k,
                       int64_t width, float *panel) {
  if (count < width) memset(panel, 0, (size_t)(k * width) * sizeof *panel);
  if (g->pack != NULL) {
    g->pack(g->pack_user, first, count, width, panel);
  } else if (s->outer == 1 && s->dtype == FP8C_DTYPE_F32) {
    pack_lines(side_at(s, first, 0), s->inner, count, k, width, panel);
  } else if (s->outer == 1) {
    for (int64_t p = 0; p < k; p++)
      floats_decode(s->dtype, side_at(s, first, p), panel + p * width, (size_t)count);
  } else if (s->inner == 1) {
    pack_transposed(s, first, count, k, width, panel);
  } else {
    for (int64_t i = 0; i < count; i++) read_row(s, first + i, k, panel + i, width);
  }
}

/* ---- One product ------------------------------------------------------- */

typedef struct job {
  const gemm *g;
  tile_shape tile;
  bool swapped; /* the vector side is a, the tile is of C transposed */
  gemm_side rows, vectors;
  int64_t row_count, vector_count;
  float *panels;         /* of this job's stretch of vectors */
  int64_t first_vector;  /* of the stretch */
  int64_t stretch;       /* panels in it */
  int64_t lines, depths; /* a panel is packed so many lines at once, in so many parts */
  bool direct;           /* rows are read where they lie */
  float *row_buffer;     /* height x k: of the last rows when direct, else of each worker */
  int64_t tiles_a_piece, row_tiles, row_pieces, panels_a_piece;
} job;

/* One row of the result: `line` is used up.  Inlined with constant counts for full tiles. */
INLINE void finish_line(const gemm *g, float *restrict line, int64_t ci, int64_t cj,
                        int64_t count) {
  float *restrict c = g->c + ci * g->c_row + cj;
  if (g->add_scaled) {
    const float *restrict scales = g->scale + cj;
    float factor = g->scale_m[ci];
    for (int64_t j = 0; j < count; j++) c[j] = __builtin_fmaf(line[j], factor * scales[j], c[j]);
    return;
  }
  if (g->bias_m != NULL && !g->scale && !g->scale_m && !g->bias_n && !g->add && g->alpha == 1.0f) {
    /* most convolutions: without a second copy */
    float bias = g->bias_m[ci], low = g->clip ? g->clip[0] : -MATH_INF;
    float high = g->clip ? g->clip[1] : MATH_INF;
    for (int64_t j = 0; j < count; j++) c[j] = clip_to(line[j] + bias, low, high);
    return;
  }
  if (g->scale != NULL) {
    const float *restrict scales = g->scale + cj;
    for (int64_t j = 0; j < count; j++) line[j] *= scales[j];
  } else if (g->alpha != 1.0f) {
    float alpha = g->alpha;
    for (int64_t j = 0; j < count; j++) line[j] *= alpha;
  }
  if (g->scale_m != NULL) {
    float factor = g->scale_m[ci];
    for (int64_t j = 0; j < count; j++) line[j] *= factor;
  }
  if (g->bias_n != NULL) {
    const float *restrict bias = g->bias_n + cj;
    for (int64_t j = 0; j < count; j++) line[j] += bias[j];
  }
  if (g->bias_m != NULL) {
    float bias = g->bias_m[ci];
    for (int64_t j = 0; j < count; j++) line[j] += bias;
  }
  if (g->add)
    for (int64_t j = 0; j < count; j++) line[j] += c[j];
  if (g->clip)
    for (int64_t j = 0; j < count; j++) line[j] = clip_to(line[j], g->clip[0], g->clip[1]);
  memcpy(c, line, (size_t)count * sizeof *c);
}

/* A tile into C; when swapped its columns are C's rows.  `sums` is used up. */
INLINE void finish_tile_any(const gemm *g, bool swapped, float *sums, int width, int64_t row,
                            int64_t vector, int64_t rows, int64_t vectors) {
  if (!swapped) {
    for (int64_t i = 0; i < rows; i++)
      if (vectors == 32)
        finish_line(g, sums + i * width, row + i, vector, 32);
      else if (vectors == 16)
        finish_line(g, sums + i * width, row + i, vector, 16);
      else
        finish_line(g, sums + i * width, row + i, vector, vectors);
    return;
  }
  if (width == 1) {
    finish_line(g, sums, vector, row, rows);
    return;
  }
  float transposed[MAX_WIDTH * MAX_HEIGHT];
  for (int64_t j = 0; j < rows; j++)
    for (int64_t i = 0; i < vectors; i++) transposed[i * MAX_HEIGHT + j] = sums[j * width + i];
  for (int64_t i = 0; i < vectors; i++)
    if (rows == 12)
      finish_line(g, transposed + i * MAX_HEIGHT, vector + i, row, 12);
    else if (rows == 6)
      finish_line(g, transposed + i * MAX_HEIGHT, vector + i, row, 6);
    else
      finish_line(g, transposed + i * MAX_HEIGHT, vector + i, row, rows);
}
AT_EACH_LEVEL(static void, finish_tile,
              (const gemm *g, bool swapped, float *sums, int width, int64_t row, int64_t vector,
               int64_t rows, int64_t vectors),
              (g, swapped, sums, width, row, vector, rows, vectors))

static void pack_piece(void *object, size_t index, int worker) {
  (void)worker;
  const job *j = object;
  int64_t width = j->tile.width, panel = (int64_t)index / j->depths;
  int64_t first = j->first_vector + panel * width;
  int64_t count = j->vector_count - first < width ? j->vector_count - first : width;
  int64_t from = (int64_t)index % j->depths * j->lines, left = j->g->k - from;
  gemm_side s = j->vectors;
  if (s.data) s.data = side_at(&s, 0, from);
  pack_panel(j->g, &s, first, count, left < j->lines ? left : j->lines, width,
             j->panels + (panel * j->g->k + from) * width);
}

/* Floats from row to row where rows are copied: a cache line aside, so that those of a power of two
 * do not all lie in the same set of the first-level cache. */
static int64_t row_pitch(int64_t k) { return k + 16; }

/* Rows that lie beside each other, line by line of k: a cache line of each has several of them. */
static void turn_rows(const float *from, int64_t step, int64_t count, int64_t k, int64_t pitch,
                      float *to) {
  int64_t p = 0;
#if defined(__x86_64__)
  for (; cpu_level_used() >= CPU_V3 && p + 8 <= k; p += 8) {
    int64_t i = 0;
    for (; i + 8 <= count; i += 8)
      transpose_eight(from + p * step + i, step, to + i * pitch + p, pitch);
    for (; i < count; i++)
      for (int64_t e = p; e < p + 8; e++) to[i * pitch + e] = from[e * step + i];
  }
#endif
  for (; p < k; p++)
    for (int64_t i = 0; i < count; i++) to[i * pitch + p] = from[p * step + i];
}

static void read_rows(const job *j, int64_t first, int64_t count, float *to) {
  const gemm_side *s = &j->rows;
  int64_t pitch = row_pitch(j->g->k);
  if (s->dtype == FP8C_DTYPE_F32 && s->outer == 1 && s->inner != 1) {
    turn_rows(side_at(s, first, 0), s->inner, count, j->g->k, pitch, to);
    return;
  }
  for (int64_t i = 0; i < count; i++) read_row(&j->rows, first + i, j->g->k, to + i * pitch, 1);
}

/* Rows that fill no tile are read once. */
static void read_last_rows(const job *j) {
  int64_t rest = j->row_count % j->tile.height;
  if (j->direct && rest) read_rows(j, j->row_count - rest, rest, j->row_buffer);
}

/* Whether a tile's results are its sums, a bias and two ends: what store_kernel does. */
static bool stores_tiles(const job *j) {
  const gemm *g = j->g;
  return j->tile.store && !j->swapped && !g->scale && !g->scale_m && !g->bias_n && !g->add &&
         !g->add_scaled && g->alpha == 1.0f;
}

/* Row tiles [t0, t1) against panels [p0, p1) of the stretch. */
static void multiply(const job *j, int64_t t0, int64_t t1, int64_t p0, int64_t p1,
                     float *row_buffer) {
  const gemm *g = j->g;
  int64_t height = j->tile.height, width = j->tile.width;
  float sums[MAX_HEIGHT * MAX_WIDTH];
  const float everything[2] = {-MATH_INF, MATH_INF}, *ends = g->clip ? g->clip : everything;
  const bool stores = stores_tiles(j);
  for (int64_t t = t0; t < t1; t++) {
    int64_t row = t * height;
    int64_t rows = j->row_count - row < height ? j->row_count - row : height;
    const float *from = row_buffer;
    int64_t stride = row_pitch(g->k);
    if (!j->direct) {
      read_rows(j, row, rows, row_buffer);
    } else if (rows == height) {
      from = side_at(&j->rows, row, 0);
      stride = j->rows.outer;
    }
    for (int64_t p = p0; p < p1; p++) {
      int64_t vector = j->first_vector + p * width;
      int64_t vectors = j->vector_count - vector < width ? j->vector_count - vector : width;
      const float *panel = j->panels + p * width * g->k;
      if (stores && rows == height && vectors == width) {
        j->tile.store(g->k, from, stride, panel, g->bias_m ? g->bias_m + row : NULL, ends,
                      g->c + row * g->c_row + vector, g->c_row);
        continue;
      }
      run_tile(&j->tile, vectors, g->k, from, stride, panel, sums);
      finish_tile(g, j->swapped, sums, (int)width, row, vector, rows, vectors);
    }
  }
}

static void multiply_piece(void *object, size_t index, int worker) {
  const job *j = object;
  int64_t t0 = (int64_t)index % j->row_pieces * j->tiles_a_piece;
  int64_t t1 = t0 + j->tiles_a_piece < j->row_tiles ? t0 + j->tiles_a_piece : j->row_tiles;
  int64_t p0 = (int64_t)index / j->row_pieces * j->panels_a_piece;
  int64_t p1 = p0 + j->panels_a_piece < j->stretch ? p0 + j->panels_a_piece : j->stretch;
  float *own =
      j->row_buffer + (j->direct ? 0 : (int64_t)worker * j->tile.height * row_pitch(j->g->k));
  multiply(j, t0, t1, p0, p1, own);
}

/* Rows so many floats apart, half a page, share two sets of a first-level cache: those of a tile do
 * not stay there, and are copied if they are read more than once. */
#define SET_FLOATS 512

static job job_of(const gemm *g) {
  job j = {.g = g};
  /* The vector side: what lies along its vectors already, else the smaller one. */
  bool b_along = g->pack != NULL || g->b.outer == 1, a_along = g->a.outer == 1;
  j.swapped = !b_along && (a_along || g->m <= g->n);
  j.rows = j.swapped ? g->b : g->a;
  j.vectors = j.swapped ? g->a : g->b;
  j.row_count = j.swapped ? g->n : g->m;
  j.vector_count = j.swapped ? g->m : g->n;
  j.tile = best_tile(j.row_count, j.vector_count);
  j.row_tiles = (j.row_count + j.tile.height - 1) / j.tile.height;
  j.direct = j.rows.dtype == FP8C_DTYPE_F32 && j.rows.inner == 1 &&
             (j.rows.outer % SET_FLOATS != 0 || j.vector_count <= j.tile.width);
  j.lines = g->k;
  j.depths = 1;
  return j;
}

/* Sums over nothing are zero: no kernel needed. */
static void finish_empty(const gemm *g) {
  for (int64_t i = 0; i < g->m; i++)
    for (int64_t j = 0; j < g->n; j += MAX_WIDTH) {
      float zero[MAX_WIDTH] = {0};
      finish_tile(g, false, zero, MAX_WIDTH, i, j, 1, g->n - j < MAX_WIDTH ? g->n - j : MAX_WIDTH);
    }
}

/* Packed panels are kept below this, so that they stay in a shared cache. */
#define STRETCH_BYTES ((int64_t)4 << 20)
#define PIECE_FLOPS ((int64_t)1 << 20) /* ten microseconds, which others may wait */
#define PACK_LINES 512                 /* of a panel: products of few columns have few panels */

/* `each` in a piece or a few less, so that pieces are about as long as each other. */
static int64_t even(int64_t count, int64_t each) {
  int64_t pieces = (count + each - 1) / each;
  return (count + pieces - 1) / pieces;
}

/* All rows against the panels of the stretch: where these are few, rows from memory are what takes
 * time. */
static double multiply_ns(const job *j) {
  double rows = (double)j->row_count * (double)j->g->k;
  double flops = 2.0 * rows * (double)(j->stretch * j->tile.width) / NS_FLOPS;
  double bytes = rows * sizeof(float) / NS_BYTES;
  return flops > bytes ? flops : bytes;
}

static void run_packed(const op_call *call, const gemm *g) {
  arena_mark mark = arena_save(call->scratch);
  job j = job_of(g);
  int64_t width = j.tile.width, panel_bytes = g->k * width * (int64_t)sizeof(float);
  int64_t panel_count = (j.vector_count + width - 1) / width;
  int64_t most = STRETCH_BYTES / panel_bytes;
  if (most < 1) most = 1;
  if (most > panel_count) most = panel_count;
  if (g->pack == NULL && g->k > PACK_LINES) {
    j.lines = PACK_LINES;
    j.depths = (g->k + PACK_LINES - 1) / PACK_LINES;
  }
  size_t buffers = j.direct ? 1 : (size_t)pool_threads(call->threads);
  j.panels = arena_raw(call->scratch, (size_t)most, (size_t)panel_bytes);
  j.row_buffer = arena_array(call->scratch, buffers * (size_t)j.tile.height,
                             (size_t)row_pitch(g->k) * sizeof(float));
  read_last_rows(&j);
  for (int64_t panel = 0; panel < panel_count; panel += most) {
    j.first_vector = panel * width;
    j.stretch = panel_count - panel < most ? panel_count - panel : most;
    /* A piece is a few row tiles by up to eight panels: enough work to be worth handing out. */
    j.panels_a_piece = even(j.stretch, 8);
    /* Reading rows costs as much as several products with them. */
    int64_t vectors = width < NARROW ? NARROW : width;
    int64_t flops = 2 * g->k * j.tile.height * vectors * j.panels_a_piece;
    j.tiles_a_piece = even(j.row_tiles, 1 + (PIECE_FLOPS - 1) / flops);
    j.row_pieces = (j.row_tiles + j.tiles_a_piece - 1) / j.tiles_a_piece;
    int64_t panel_pieces = (j.stretch + j.panels_a_piece - 1) / j.panels_a_piece;
    double packed = (double)(j.stretch * panel_bytes);
    pool_run_about(call->threads, (size_t)(j.stretch * j.depths), packed / NS_BYTES, pack_piece,
                   &j);
    pool_run_about(call->threads, (size_t)(j.row_pieces * panel_pieces), multiply_ns(&j),
                   multiply_piece, &j);
  }
  arena_reset(call->scratch, mark);
}

/* ---- One row ------------------------------------------------------------- */

/* A row times a matrix whose rows are contiguous: nothing is read twice, so nothing is packed. Sums
 * are the tiles' chains. */
#define ROW_COLUMNS 128

static bool is_one_row(const gemm *g) {
  return g->m == 1 && !g->pack && g->a.dtype == FP8C_DTYPE_F32 && g->b.dtype == FP8C_DTYPE_F32 &&
         g->a.inner == 1 && g->b.outer == 1 && g->b.inner >= g->n && g->n >= NARROW;
}

INLINE void row_sums_any(const gemm *g, int64_t first, int64_t count, float *restrict sums) {
  const float *restrict a = g->a.data, *restrict b = (const float *)g->b.data + first;
  int64_t step = g->b.inner;
  for (int64_t j = 0; j < ROW_COLUMNS; j++) sums[j] = 0.0f;
  if (count == ROW_COLUMNS)
    for (int64_t p = 0; p < g->k; p++)
      for (int64_t j = 0; j < ROW_COLUMNS; j++)
        sums[j] = __builtin_fmaf(a[p], b[p * step + j], sums[j]);
  else
    for (int64_t p = 0; p < g->k; p++)
      for (int64_t j = 0; j < count; j++) sums[j] = __builtin_fmaf(a[p], b[p * step + j], sums[j]);
}
AT_EACH_LEVEL(static void, row_sums, (const gemm *g, int64_t first, int64_t count, float *sums),
              (g, first, count, sums))

static void row_piece(void *object, size_t index, int worker) {
  (void)worker;
  const gemm *g = object;
  int64_t first = (int64_t)index * ROW_COLUMNS;
  int64_t count = g->n - first < ROW_COLUMNS ? g->n - first : ROW_COLUMNS;
  float sums[ROW_COLUMNS];
  row_sums(g, first, count, sums);
  for (int64_t j = 0; j < count; j += MAX_WIDTH)
    finish_tile(g, false, sums + j, MAX_WIDTH, 0, first + j, 1,
                count - j < MAX_WIDTH ? count - j : MAX_WIDTH);
}

static void run_row(pool *threads, const gemm *g) {
  size_t pieces = (size_t)((g->n + ROW_COLUMNS - 1) / ROW_COLUMNS);
  double bytes = (double)g->k * (double)g->n * sizeof(float);
  pool_run_about(threads, pieces, bytes / NS_BYTES, row_piece, (void *)(uintptr_t)g);
}

/* The specification. */
static void run_plain(const gemm *g) {
  for (int64_t j = 0; j < g->n; j++) {
    for (int64_t i = 0; i < g->m; i++) {
      float sum = 0.0f;
      for (int64_t p = 0; p < g->k; p++) {
        float a, b;
        floats_decode(g->a.dtype, side_at(&g->a, i, p), &a, 1);
        floats_decode(g->b.dtype, side_at(&g->b, j, p), &b, 1);
        sum = fmaf(a, b, sum);
      }
      finish_tile(g, false, &sum, 1, i, j, 1, 1);
    }
  }
}

void gemm_run(const op_call *call, const gemm *g) {
  if (g->m == 0 || g->n == 0) return;
  if (g->k == 0)
    finish_empty(g);
  else if (call->plain && g->pack == NULL)
    run_plain(g);
  else if (is_one_row(g))
    run_row(call->threads, g);
  else
    run_packed(call, g);
}

/* ---- Many products ----------------------------------------------------- */

typedef struct batch {
  const gemm *common;
  void (*item)(const void *user, size_t i, gemm *g);
  const void *user;
  float *scratch; /* of each worker */
  size_t scratch_floats;
} batch;

size_t gemm_serial_floats(int64_t k) {
  return (size_t)(COLUMN_HEIGHT * row_pitch(k) + MAX_WIDTH * k);
}

/* The panel itself, where the vectors lie as one; NULL elsewhere. */
static const float *lies_as_panel(const job *j) {
  bool lies = j->vectors.dtype == FP8C_DTYPE_F32 && j->vectors.outer == 1 &&
              j->vectors.inner == j->tile.width && !j->g->pack &&
              j->vector_count - j->first_vector >= j->tile.width;
  return lies ? side_at(&j->vectors, j->first_vector, 0) : NULL;
}

/* One panel at a time: it stays in the first-level caches. */
void gemm_serial(const gemm *g, float *scratch) {
  if (g->m == 0 || g->n == 0) return;
  if (g->k == 0) {
    finish_empty(g);
    return;
  }
  if (is_one_row(g)) {
    run_row(NULL, g);
    return;
  }
  job j = job_of(g);
  j.row_buffer = scratch;
  float *packed = scratch + j.tile.height * row_pitch(g->k);
  read_last_rows(&j);
  j.stretch = 1;
  for (; j.first_vector < j.vector_count; j.first_vector += j.tile.width) {
    const float *lying = lies_as_panel(&j);
    j.panels = lying ? (float *)(uintptr_t)lying : packed;
    if (!lying) pack_piece(&j, 0, 0);
    multiply(&j, 0, j.row_tiles, 0, 1, j.row_buffer);
  }
}

static void batch_item(void *object, size_t index, int worker) {
  const batch *b = object;
  gemm g = *b->common;
  b->item(b->user, index, &g);
  gemm_serial(&g, b->scratch + (size_t)worker * b->scratch_floats);
}

void gemm_batch(const op_call *call, const gemm *common, size_t count,
                void (*item)(const void *user, size_t i, gemm *g), const void *user) {
  /* Few products, or large ones: one after the other, each over all threads. */
  int64_t flops = 2 * common->m * common->n * common->k;
  if (call->plain || common->k == 0 || common->m == 0 || common->n == 0 || count < 8 ||
      flops > ((int64_t)1 << 28)) {
    for (size_t i = 0; i < count; i++) {
      gemm g = *common;
      item(user, i, &g);
      gemm_run(call, &g);
    }
    return;
  }
  arena_mark mark = arena_save(call->scratch);
  batch b = {common, item, user, NULL, gemm_serial_floats(common->k)};
  b.scratch = arena_array(call->scratch, (size_t)pool_threads(call->threads),
                          b.scratch_floats * sizeof(float));
  double ns =
      (double)count * ((double)flops / NS_FLOPS +
                       (double)((common->m + common->n) * common->k) * sizeof(float) / NS_BYTES);
  pool_run_about(call->threads, count, ns, batch_item, &b);
  arena_reset(call->scratch, mark);
}
