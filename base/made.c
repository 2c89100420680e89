/* made.c - numbers on their way into a matrix: tiles of a few columns that stay in the cache. */
#include "base/made.h"

#include <string.h>

#include "base/cpu.h"
#include "base/text.h"

#define WIDE ((size_t)1024)       /* numbers that are read at a time of each line to be turned */
#define LINES ((size_t)16)        /* such lines: what they give a row is a cache line of F32 */
#define DEEP ((size_t)1024)       /* lines of one piece of work */
#define STRETCH ((size_t)1 << 18) /* numbers of one that turns nothing */
#define MOST_BYTES sizeof(float)  /* of a number that is turned or rounded */
#define APART ((size_t)64)        /* bytes between lines, which else share a set of the cache */
#define LINE_BYTES (WIDE * MOST_BYTES + APART)

static size_t bytes_of(fp8c_dtype d) { return fp8c_dtype_bits(d) / 8; }

made_matrix *made_new(arena *a, fp8c_dtype dtype, size_t columns, made_part part) {
  made_part *one = NEW(a, made_part);
  made_matrix *m = NEW(a, made_matrix);
  *one = part;
  *m = (made_matrix){dtype, columns, one, 1};
  return m;
}

made_matrix *made_copy(arena *a, const made_matrix *m, fp8c_dtype dtype) {
  made_matrix *copy = made_joined(a, &m, 1);
  copy->dtype = dtype;
  return copy;
}

made_matrix *made_joined(arena *a, const made_matrix *const *list, size_t count) {
  made_matrix *m = NEW(a, made_matrix);
  *m = (made_matrix){.dtype = list[0]->dtype, .columns = list[0]->columns};
  for (size_t i = 0; i < count; i++) m->count += list[i]->count;
  made_part *parts = NEW_ARRAY(a, made_part, m->count);
  m->parts = parts;
  for (size_t i = 0; i < count; i++) {
    memcpy(parts, list[i]->parts, list[i]->count * sizeof *parts);
    parts += list[i]->count;
  }
  return m;
}

static size_t rows_of(const made_matrix *m) {
  size_t rows = 0;
  for (size_t i = 0; i < m->count; i++) rows += m->parts[i].rows;
  return rows;
}

size_t made_bytes(const made_matrix *m) { return rows_of(m) * m->columns * bytes_of(m->dtype); }

static bool made_alike(const made_matrix *a, const made_matrix *b) {
  bool alike = a->dtype == b->dtype && a->columns == b->columns && a->count == b->count;
  for (size_t i = 0; i < a->count && alike; i++) {
    const made_part *p = &a->parts[i], *q = &b->parts[i];
    alike = p->dtype == q->dtype && p->turned == q->turned && p->rows == q->rows;
  }
  return alike;
}

static bool lies_with(const made_part *p, const made_part *q) {
  return p->memory == q->memory && (p->memory || (p->file == q->file && p->offset == q->offset));
}

bool made_same(const made_matrix *a, const made_matrix *b) {
  bool same = a == b || made_alike(a, b);
  for (size_t i = 0; i < a->count && same; i++) same = lies_with(&a->parts[i], &b->parts[i]);
  return same;
}

const char *made_name(const made_matrix *m, arena *a) {
  text t;
  text_init(&t, a);
  text_printf(&t, "%d %zu", (int)m->dtype, m->columns);
  for (size_t i = 0; i < m->count; i++) {
    const made_part *p = &m->parts[i];
    const void *place = p->memory ? p->memory : (const void *)p->file;
    text_printf(&t, ", %p %llu %d %d %zu", place, (unsigned long long)(p->memory ? 0 : p->offset),
                (int)p->dtype, p->turned, p->rows);
  }
  return text_cstr(&t);
}

static size_t part_bytes(const made_matrix *m, const made_part *p) {
  return p->rows * m->columns * bytes_of(p->dtype);
}

bool made_equal(const made_matrix *a, const made_matrix *b) {
  bool equal = made_alike(a, b);
  for (size_t i = 0; i < a->count && equal; i++) {
    const made_part *p = &a->parts[i], *q = &b->parts[i];
    equal = lies_with(p, q) ||
            (p->memory && q->memory && memcmp(p->memory, q->memory, part_bytes(a, p)) == 0);
  }
  return equal;
}

void made_hash(const made_matrix *m, size_t sampled, hasher *h) {
  hash_add_u64(h, m->dtype);
  hash_add_u64(h, m->columns);
  for (size_t i = 0; i < m->count; i++) {
    const made_part *p = &m->parts[i];
    size_t bytes = part_bytes(m, p), n = bytes < sampled ? bytes : sampled;
    hash_add_u64(h, p->rows);
    hash_add_u64(h, p->memory ? 0 : p->offset);
    if (p->memory) hash_add(h, p->memory, n);
    if (p->memory) hash_add(h, (const char *)p->memory + bytes - n, n);
  }
}

/* ---- Reading --------------------------------------------------------------------------- */

typedef struct reading {
  const made_matrix *m;
  char *to;
  atomic_bool failed;
  fp8c_error error; /* the first */
} reading;

static size_t pieces_of(const made_matrix *m, const made_part *p) {
  if (p->turned) return ((p->rows + WIDE - 1) / WIDE) * ((m->columns + DEEP - 1) / DEEP);
  return (p->rows * m->columns + STRETCH - 1) / STRETCH;
}

/* `count` numbers of the part from `first` on: where they lie, or in `buffer`. */
static const char *numbers_at(reading *r, const made_part *p, size_t first, size_t count,
                              void *buffer) {
  size_t bytes = bytes_of(p->dtype);
  fp8c_error error;
  if (p->memory) return (const char *)p->memory + first * bytes;
  if (file_read(p->file, p->offset + first * bytes, buffer, count * bytes, &error) == FP8C_OK)
    return buffer;
  if (!atomic_exchange(&r->failed, true)) r->error = error;
  return NULL;
}

static void convert(const reading *r, const made_part *p, const void *from, size_t count,
                    void *to) {
  float real[LINES * 4];
  size_t in = bytes_of(p->dtype), out = bytes_of(r->m->dtype);
  if (p->dtype == r->m->dtype) {
    memcpy(to, from, count * in);
    return;
  }
  for (size_t i = 0; i < count; i += LINES * 4) {
    size_t n = count - i < LINES * 4 ? count - i : LINES * 4;
    const void *at = (const char *)from + i * in;
    if (p->dtype != FP8C_DTYPE_F32) floats_decode(p->dtype, at, real, n);
    floats_encode(r->m->dtype, p->dtype == FP8C_DTYPE_F32 ? at : real, (char *)to + i * out, n,
                  false);
  }
}

/* Gathers element `j` of every line into one contiguous column. */
INLINE void gather_column(const char *const *lines, size_t count, size_t bytes, size_t j,
                          char *column) {
  for (size_t i = 0; i < count; i++) memcpy(column + i * bytes, lines[i] + j * bytes, bytes);
}

static void gather_any(const char *const *lines, size_t count, size_t bytes, size_t j,
                       char *column) {
  if (bytes == 4 && count == LINES)
    gather_column(lines, LINES, 4, j, column);
  else if (bytes == 4)
    gather_column(lines, count, 4, j, column);
  else
    gather_column(lines, count, bytes, j, column);
}

/* Rows [row, row + wide) of the part, which begins at `to`, in columns [column, column + deep). */
static void turn_tile(reading *r, const made_part *p, char *to, size_t row, size_t wide,
                      size_t column, size_t deep) {
  char buffer[LINES * LINE_BYTES], one[LINES * MOST_BYTES];
  const char *lines[LINES];
  size_t in = bytes_of(p->dtype), out = bytes_of(r->m->dtype), columns = r->m->columns;
  bool converts = p->dtype != r->m->dtype;
  for (size_t k = column; k < column + deep; k += LINES) {
    size_t n = column + deep - k < LINES ? column + deep - k : LINES;
    for (size_t i = 0; i < n; i++)
      if (!(lines[i] = numbers_at(r, p, (k + i) * p->rows + row, wide, buffer + i * LINE_BYTES)))
        return;
    char *at = to + (row * columns + k) * out;
    for (size_t j = 0; j < wide; j++, at += columns * out) {
      gather_any(lines, n, in, j, converts ? one : at);
      if (converts) convert(r, p, one, n, at);
    }
  }
}

static void copy_stretch(reading *r, const made_part *p, char *to, size_t first, size_t count) {
  char buffer[WIDE * MOST_BYTES];
  size_t in = bytes_of(p->dtype), out = bytes_of(r->m->dtype);
  fp8c_error error;
  if (!p->memory && p->dtype == r->m->dtype) {
    if (file_read(p->file, p->offset + first * in, to + first * out, count * in, &error) !=
            FP8C_OK &&
        !atomic_exchange(&r->failed, true))
      r->error = error;
    return;
  }
  for (size_t i = first; i < first + count; i += WIDE) {
    size_t n = first + count - i < WIDE ? first + count - i : WIDE;
    const char *from = numbers_at(r, p, i, n, buffer);
    if (!from) return;
    convert(r, p, from, n, to + i * out);
  }
}

static void make_piece(void *object, size_t index, int worker) {
  (void)worker;
  reading *r = object;
  const made_matrix *m = r->m;
  const made_part *p = m->parts;
  char *to = r->to;
  for (; index >= pieces_of(m, p); p++) {
    index -= pieces_of(m, p);
    to += p->rows * m->columns * bytes_of(m->dtype);
  }
  if (!p->turned) {
    size_t first = index * STRETCH, left = p->rows * m->columns - first;
    copy_stretch(r, p, to, first, left < STRETCH ? left : STRETCH);
    return;
  }
  size_t across = (m->columns + DEEP - 1) / DEEP;
  size_t row = index / across * WIDE, column = index % across * DEEP;
  turn_tile(r, p, to, row, p->rows - row < WIDE ? p->rows - row : WIDE, column,
            m->columns - column < DEEP ? m->columns - column : DEEP);
}

fp8c_status made_read(const made_matrix *m, pool *threads, void *to, fp8c_error *err) {
  reading r = {.m = m, .to = to};
  size_t pieces = 0;
  for (size_t i = 0; i < m->count; i++) pieces += pieces_of(m, &m->parts[i]);
  pool_run(threads, pieces, make_piece, &r);
  if (!atomic_load(&r.failed)) return FP8C_OK;
  if (err) *err = r.error;
  return r.error.status;
}
