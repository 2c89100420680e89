/* move.c - one strided copy behind Transpose, Slice, Concat, Expand and the rest.
 *
 * Neighbouring dimensions that are contiguous on both sides are merged first,
 * so most moves end as few long memcpy runs; a real transposition goes tile by
 * tile, so that both sides stay in the cache. */
#include "ops/move.h"

#include <string.h>

#include "base/cpu.h"
#include "base/size.h"
#include "ops/transpose.h"

#define GRAIN_ELEMENTS 16384 /* the least worth a thread's attention */
#define TILE_MAX 64

/* ---- For shape rules --------------------------------------------------- */

fp8c_status out_sized(op_call *c, size_t i, int64_t rank, const int64_t *dims, fp8c_error *err) {
  TRY(out_dims(c, i, rank, dims, err));
  const tensor *t = &c->out[i];
  if (!tensor_shape_known(t)) return FP8C_OK;
  int64_t elements, size = (int64_t)dtype_bytes(t->dtype);
  if (!shape_elements(t->dims, t->rank, &elements) ||
      elements > OUTPUT_MAX_BYTES / (size > 0 ? size : 1)) {
    char text[256];
    return fail(err, FP8C_ERROR_UNSUPPORTED, "a result of shape %s exceeds 2^40 bytes",
                dims_text(t, text));
  }
  return FP8C_OK;
}

void out_moves(op_call *c, size_t i) {
  tensor *o = &c->out[i];
  o->dtype = c->in[0]->dtype;
  o->scale = c->in[0]->scale;
  if (o->scale.kind == SCALE_AXIS) {
    o->dtype = FP8C_DTYPE_F32;
    o->scale = (scale){.kind = SCALE_NONE};
  }
}

bool input_known(const op_call *c, size_t i) {
  if (!has_input(c, i) || !tensor_shape_known(c->in[i])) return false;
  return c->in[i]->data != NULL || tensor_elements(c->in[i]) == 0;
}

/* ---- Pieces of work ---------------------------------------------------- */

/* Grains are chosen for the dearest of what is done to an item: most take about as long. */
#define GRAIN_NS 8000.0

typedef struct pieces {
  int64_t count, grain;
  void (*run)(void *object, int64_t first, int64_t last);
  void *object;
} pieces;

static void run_piece(void *object, size_t i, int worker) {
  const pieces *p = object;
  (void)worker;
  int64_t first = (int64_t)i * p->grain, last = first + p->grain;
  p->run(p->object, first, last < p->count ? last : p->count);
}

void each_piece(pool *threads, int64_t count, int64_t grain,
                void (*run)(void *object, int64_t first, int64_t last), void *object) {
  if (count <= 0) return;
  if (grain < 1) grain = 1;
  if (count <= grain) {
    run(object, 0, count);
    return;
  }
  pieces p = {count, grain, run, object};
  size_t all = (size_t)((count + grain - 1) / grain);
  pool_run_about(threads, all, (double)all * GRAIN_NS, run_piece, &p);
}

int64_t dims_product(const int64_t *dims, int first, int last) {
  int64_t n = 1;
  for (int d = first; d < last; d++) n *= dims[d];
  return n;
}

void strides_of(const int64_t *dims, int rank, int64_t *strides) {
  int64_t n = 1;
  for (int d = rank - 1; d >= 0; d--) {
    strides[d] = n;
    n *= dims[d];
  }
}

/* ---- Bytes ------------------------------------------------------------- */

typedef struct byte_copy {
  char *to;
  const char *from;
} byte_copy;

static void copy_bytes(void *object, int64_t first, int64_t last) {
  const byte_copy *b = object;
  memcpy(b->to + first, b->from + first, (size_t)(last - first));
}

void move_bytes(pool *threads, void *to, const void *from, size_t bytes) {
  if (to == from || bytes == 0) return;
  byte_copy b = {to, from};
  each_piece(threads, (int64_t)bytes, (int64_t)1 << 20, copy_bytes, &b);
}

void fill_elements(void *to, const void *value, int64_t count, size_t element_bytes) {
  if (count <= 0) return;
  size_t total = (size_t)count * element_bytes, done = element_bytes;
  memcpy(to, value, element_bytes);
  while (done < total) { /* doubling what is already there */
    size_t n = done < total - done ? done : total - done;
    memcpy((char *)to + done, to, n);
    done += n;
  }
}

/* ---- The strided copy -------------------------------------------------- */

typedef struct copy_job {
  move m;        /* of the outer dimensions only */
  int64_t inner; /* elements of the innermost dimension */
  int64_t to_inner, from_inner;
  int64_t rows;    /* transposing: size of the dimension read with stride 1 */
  int64_t to_rows; /* its stride on the other side */
  int64_t tile;    /* elements a side of a tile: whole cache lines */
  size_t bytes;
  char *to;
  const char *from;
} copy_job;

/* Removes dimensions of size 1 and merges what is contiguous on both sides;
 * false when there is nothing to copy. */
static bool simplify(move *m) {
  int rank = 0;
  for (int d = 0; d < m->rank; d++) {
    if (m->dims[d] == 0) return false;
    if (m->dims[d] == 1) continue;
    int last = rank - 1;
    if (rank > 0 && m->to[last] == m->to[d] * m->dims[d] &&
        m->from[last] == m->from[d] * m->dims[d]) {
      m->dims[last] *= m->dims[d];
      m->to[last] = m->to[d];
      m->from[last] = m->from[d];
      continue;
    }
    m->dims[rank] = m->dims[d];
    m->to[rank] = m->to[d];
    m->from[rank] = m->from[d];
    rank++;
  }
  if (rank == 0) {
    m->dims[0] = m->to[0] = m->from[0] = 1;
    rank = 1;
  }
  m->rank = rank;
  return true;
}

/* Where outer index `i` starts on both sides, and its odometer. */
static void locate(const move *m, int64_t i, int64_t *index, int64_t *to, int64_t *from) {
  *to = *from = 0;
  for (int d = m->rank - 1; d >= 0; d--) {
    index[d] = i % m->dims[d];
    i /= m->dims[d];
    *to += index[d] * m->to[d];
    *from += index[d] * m->from[d];
  }
}

static void step(const move *m, int64_t *index, int64_t *to, int64_t *from) {
  for (int d = m->rank - 1; d >= 0; d--) {
    *to += m->to[d];
    *from += m->from[d];
    if (++index[d] < m->dims[d]) return;
    index[d] = 0;
    *to -= m->to[d] * m->dims[d];
    *from -= m->from[d] * m->dims[d];
  }
}

#define STRIDED(type_)                                                           \
  do {                                                                           \
    type_ *t = (type_ *)to;                                                      \
    const type_ *f = (const type_ *)from;                                        \
    if (from_stride == 0 && to_stride == 1) {                                    \
      type_ x = *f;                                                              \
      for (int64_t i = 0; i < count; i++) t[i] = x;                              \
    } else {                                                                     \
      for (int64_t i = 0; i < count; i++) t[i * to_stride] = f[i * from_stride]; \
    }                                                                            \
  } while (0)

static void copy_line(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                      int64_t count, size_t bytes) {
  if (to_stride == 1 && from_stride == 1) {
    memcpy(to, from, (size_t)count * bytes);
    return;
  }
  switch (bytes) {
    case 1:
      STRIDED(uint8_t);
      break;
    case 2:
      STRIDED(uint16_t);
      break;
    case 4:
      STRIDED(uint32_t);
      break;
    default:
      STRIDED(uint64_t);
      break;
  }
}

static void copy_lines(void *object, int64_t first, int64_t last) {
  const copy_job *j = object;
  int64_t index[MOVE_MAX_RANK], to, from;
  locate(&j->m, first, index, &to, &from);
  for (int64_t i = first; i < last; i++) {
    copy_line(j->to + to * (int64_t)j->bytes, j->to_inner, j->from + from * (int64_t)j->bytes,
              j->from_inner, j->inner, j->bytes);
    step(&j->m, index, &to, &from);
  }
}

/* Two lines into one, or four: what turns channels into pixels. */
#define INTERLEAVE(type_, lines_)                                                        \
  do {                                                                                   \
    type_ *restrict t = (type_ *)to;                                                     \
    const type_ *restrict f = (const type_ *)from;                                       \
    for (int64_t r = 0; r < rows; r++)                                                   \
      for (int i = 0; i < (lines_); i++) t[r * (lines_) + i] = f[i * j->from_inner + r]; \
  } while (0)

/* Through a small buffer, so that every cache line of either side is touched
 * once: strides are often powers of two, and then lines of a column evict each
 * other. */
#define TRANSPOSE_TILE(type_)                                                       \
  do {                                                                              \
    type_ tile[TILE_MAX][TILE_MAX + 1];                                             \
    const type_ *f = (const type_ *)from;                                           \
    for (int64_t i = 0; i < count; i++)                                             \
      for (int64_t r = 0; r < rows; r++) tile[r][i] = f[i * j->from_inner + r];     \
    for (int64_t r = 0; r < rows; r++)                                              \
      memcpy((type_ *)to + r * j->to_rows, tile[r], (size_t)count * sizeof(type_)); \
  } while (0)

/* The same for numbers of four bytes, eight by eight in registers. */
#define PITCH (TILE_MAX + 8)
static void transpose_wide(const copy_job *j, char *to, const char *from, int64_t rows,
                           int64_t count) {
  float tile[TILE_MAX / 2 * PITCH];
  const float *f = (const float *)(const void *)from;
  for (int64_t r = 0; r < rows; r += 8)
    for (int64_t i = 0; i < count; i += 8) {
      if (r + 8 <= rows && i + 8 <= count) {
        transpose_eight(f + i * j->from_inner + r, j->from_inner, tile + r * PITCH + i, PITCH);
        continue;
      }
      for (int64_t e = i; e < count && e < i + 8; e++)
        for (int64_t k = r; k < rows && k < r + 8; k++)
          memcpy(tile + k * PITCH + e, f + e * j->from_inner + k, sizeof *tile);
    }
  for (int64_t r = 0; r < rows; r++)
    memcpy((float *)(void *)to + r * j->to_rows, tile + r * PITCH, (size_t)count * sizeof *tile);
}

static void transpose_tile(const copy_job *j, char *to, const char *from, int64_t rows,
                           int64_t count) {
  if (j->bytes == 4 && count == 2 && j->to_rows == 2) {
    INTERLEAVE(uint32_t, 2);
    return;
  }
  if (j->bytes == 4 && count == 4 && j->to_rows == 4) {
    INTERLEAVE(uint32_t, 4);
    return;
  }
  if (j->bytes == 4 && cpu_level_used() >= CPU_V3) {
    transpose_wide(j, to, from, rows, count);
    return;
  }
  switch (j->bytes) {
    case 1:
      TRANSPOSE_TILE(uint8_t);
      break;
    case 2:
      TRANSPOSE_TILE(uint16_t);
      break;
    case 4:
      TRANSPOSE_TILE(uint32_t);
      break;
    default:
      TRANSPOSE_TILE(uint64_t);
      break;
  }
}

/* Piece index: outer index x tile of rows. */
static void copy_tiles(void *object, int64_t first, int64_t last) {
  const copy_job *j = object;
  int64_t tile = j->tile, tiles = (j->rows + tile - 1) / tile, bytes = (int64_t)j->bytes;
  for (int64_t piece = first; piece < last; piece++) {
    int64_t index[MOVE_MAX_RANK], to, from, row = piece % tiles * tile;
    int64_t rows = j->rows - row < tile ? j->rows - row : tile;
    locate(&j->m, piece / tiles, index, &to, &from);
    for (int64_t k = 0; k < j->inner; k += tile)
      transpose_tile(j, j->to + (to + row * j->to_rows + k) * bytes,
                     j->from + (from + row + k * j->from_inner) * bytes, rows,
                     j->inner - k < tile ? j->inner - k : tile);
  }
}

/* Takes dimension `d` out of the outer ones. */
static void remove_dim(move *m, int d) {
  size_t behind = (size_t)(m->rank - 1 - d) * sizeof *m->dims;
  memmove(m->dims + d, m->dims + d + 1, behind);
  memmove(m->to + d, m->to + d + 1, behind);
  memmove(m->from + d, m->from + d + 1, behind);
  m->rank--;
}

void move_run(pool *threads, move m, void *to, const void *from, size_t element_bytes) {
  if (!simplify(&m)) return;
  if (m.rank == 1 && m.to[0] == 1 && m.from[0] == 1) {
    move_bytes(threads, to, from, (size_t)m.dims[0] * element_bytes);
    return;
  }
  copy_job j = {.m = m, .bytes = element_bytes, .to = to, .from = from};
  int last = m.rank - 1;
  j.inner = m.dims[last];
  j.to_inner = m.to[last];
  j.from_inner = m.from[last];
  remove_dim(&j.m, last);
  int row = -1;
  if (j.to_inner == 1 && j.from_inner != 1 && j.from_inner != 0)
    for (int d = 0; d < j.m.rank; d++)
      if (j.m.from[d] == 1 && j.m.dims[d] >= 4) row = d;
  if (row < 0) {
    each_piece(threads, dims_product(j.m.dims, 0, j.m.rank),
               GRAIN_ELEMENTS / (j.inner < GRAIN_ELEMENTS ? j.inner : GRAIN_ELEMENTS), copy_lines,
               &j);
    return;
  }
  j.rows = j.m.dims[row];
  j.to_rows = j.m.to[row];
  remove_dim(&j.m, row);
  j.tile = element_bytes <= 2 ? TILE_MAX : TILE_MAX / 2;
  int64_t piece = j.inner * j.tile;
  each_piece(threads, dims_product(j.m.dims, 0, j.m.rank) * ((j.rows + j.tile - 1) / j.tile),
             GRAIN_ELEMENTS / (piece < GRAIN_ELEMENTS ? piece : GRAIN_ELEMENTS), copy_tiles, &j);
}
