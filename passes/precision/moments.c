/* moments.c - second moments of rows of activations, and what errors of weights cost by them.
 *
 * Sums over more than a block run in gemm.h, whose bits depend on nothing but the numbers. */
#include "passes/precision/moments.h"

#include "base/cpu.h"
#include "ops/lanes.h"

#define PANEL_ROWS 192 /* of H made or multiplied at once */

/* ---- Second moments ------------------------------------------------------------------ */

moments moments_sums(arena *a, size_t groups, size_t depth) {
  moments m = {.groups = groups, .depth = depth};
  m.rounded = NEW_ARRAY(a, double, groups *depth);
  m.real = NEW_ARRAY(a, double, groups *depth);
  return m;
}

moments moments_new(arena *a, size_t groups, size_t depth) {
  moments m = moments_sums(a, groups, depth);
  m.h = arena_array(a, groups * depth, depth * sizeof *m.h);
  return m;
}

typedef struct adding {
  moments *m;
  const float *real, *rounded, *roots;
  size_t count;
} adding;

/* MOMENTS_LATE columns of a group, or all where there are fewer. */
static void add_columns(void *object, size_t index, int worker) {
  (void)worker;
  const adding *w = object;
  size_t depth = w->m->depth, blocks = (depth + MOMENTS_LATE - 1) / MOMENTS_LATE,
         g = index / blocks;
  size_t first = index % blocks * MOMENTS_LATE,
         end = first + MOMENTS_LATE < depth ? first + MOMENTS_LATE : depth;
  const float *x = w->rounded + g * w->count * depth, *real = w->real + g * w->count * depth;
  double *sum = w->m->rounded + g * depth, *sum_real = w->m->real + g * depth;
  float *h = w->m->h ? w->m->h + g * depth * depth : NULL;
  for (size_t r = 0; r < w->count; r++, x += depth, real += depth) {
    double root = w->roots ? (double)w->roots[r] : 1;
    for (size_t i = first; i < end; i++) {
      sum[i] += root * (double)x[i];
      sum_real[i] += root * (double)real[i];
    }
    if (depth >= MOMENTS_LATE || !h) continue;
    for (size_t i = 0; i < depth; i++)
      for (size_t j = 0; j <= i; j++) h[i * depth + j] += x[i] * x[j];
  }
}

typedef struct transposition {
  const float *from; /* [count][depth] */
  float *to;         /* [depth][count] */
  size_t count, depth;
} transposition;

static void transpose_columns(void *object, size_t index, int worker) {
  (void)worker;
  const transposition *t = object;
  size_t j = index * TRIANGLE_TILE,
         end = j + TRIANGLE_TILE < t->depth ? j + TRIANGLE_TILE : t->depth;
  for (size_t i = 0; i < t->count; i += TRIANGLE_TILE)
    for (size_t r = i; r < t->count && r < i + TRIANGLE_TILE; r++)
      for (size_t k = j; k < end; k++) t->to[k * t->count + r] = t->from[r * t->depth + k];
}

void moments_add(moments *m, const float *real, const float *rounded, const float *roots,
                 size_t count, pass_context *c) {
  if (count == 0) return;
  size_t depth = m->depth;
  adding w = {m, real, rounded, roots, count};
  pool_run(c->threads, m->groups * ((depth + MOMENTS_LATE - 1) / MOMENTS_LATE), add_columns, &w);
  m->count += count;
  for (size_t r = 0; r < count; r++) {
    double weight = roots ? (double)roots[r] * (double)roots[r] : 1;
    m->rows += weight;
    m->squares += weight * weight;
  }
  if (depth >= MOMENTS_LATE && m->h) moments_multiply(m, rounded, count, c);
}

void moments_multiply(moments *m, const float *rounded, size_t count, pass_context *c) {
  size_t depth = m->depth;
  arena_mark mark = arena_save(c->scratch);
  float *transposed = arena_raw(c->scratch, depth, count * sizeof *transposed);
  op_call call = moments_call(c);
  for (size_t g = 0; g < m->groups; g++) {
    const float *x = rounded + g * count * depth;
    transposition t = {x, transposed, count, depth};
    pool_run(c->threads, (depth + TRIANGLE_TILE - 1) / TRIANGLE_TILE, transpose_columns, &t);
    for (size_t i = 0; i < depth; i += PANEL_ROWS) {
      size_t rows = depth - i < PANEL_ROWS ? depth - i : PANEL_ROWS;
      gemm p = {.m = (int64_t)rows,
                .n = (int64_t)(i + rows),
                .k = (int64_t)count,
                .a = {transposed + i * count, FP8C_DTYPE_F32, (int64_t)count, 1},
                .b = {x, FP8C_DTYPE_F32, 1, (int64_t)depth},
                .c = m->h + (g * depth + i) * depth,
                .c_row = (int64_t)depth,
                .alpha = 1.0f,
                .add = true};
      gemm_run(&call, &p);
    }
  }
  arena_reset(c->scratch, mark);
}

double moments_effective_rows(const moments *a, const moments *b) {
  double rows = a->rows + b->rows, squares = a->squares + b->squares;
  return squares > 0 ? rows * rows / squares : 0;
}

typedef struct summing {
  const moments *a, *b;
  float *h;
} summing;

static void sum_row(void *object, size_t row, int worker) {
  (void)worker;
  const summing *s = object;
  size_t depth = s->a->depth, at = row * depth;
  for (size_t k = 0; k <= row % depth; k++) s->h[at + k] = s->a->h[at + k] + s->b->h[at + k];
}

moments moments_sum(const moments *x, const moments *y, float *room, pass_context *c, arena *a) {
  size_t count = x->groups * x->depth;
  moments m = {.groups = x->groups,
               .depth = x->depth,
               .count = x->count + y->count,
               .rows = x->rows + y->rows,
               .squares = x->squares + y->squares};
  m.h = room ? room : arena_raw(a, count, m.depth * sizeof *m.h);
  m.rounded = NEW_ARRAY(a, double, count);
  m.real = NEW_ARRAY(a, double, count);
  summing s = {x, y, m.h};
  pool_run(c->threads, count, sum_row, &s);
  for (size_t i = 0; i < count; i++) {
    m.rounded[i] = x->rounded[i] + y->rounded[i];
    m.real[i] = x->real[i] + y->real[i];
  }
  return m;
}

/* Element (i, j) of H. */
double moment_at(const moment_matrix *x, size_t g, size_t i, size_t j) {
  const moments *m = x->of;
  const float *h = m->h + g * m->depth * m->depth;
  const double *sum = m->rounded + g * m->depth;
  double of = (double)(i >= j ? h[i * m->depth + j] : h[j * m->depth + i]) / m->rows;
  return x->centred ? of - sum[i] / m->rows * (sum[j] / m->rows) : of;
}

typedef struct completing {
  const moment_matrix *x;
  const double *mean; /* [groups][depth]; zeros when nothing is to be centred */
  size_t blocks;      /* of TRIANGLE_TILE rows in a group */
} completing;

INLINE void complete_line_any(const float *from, double rows, double own, const double *mean,
                              size_t count, float *to) {
  for (size_t j = 0; j < count; j++) to[j] = (float)((double)from[j] / rows - own * mean[j]);
}
AT_EACH_LEVEL(static void, complete_line,
              (const float *from, double rows, double own, const double *mean, size_t count,
               float *to),
              (from, rows, own, mean, count, to))

void triangle_mirror(float *a, size_t stride, size_t first, size_t end) {
  for (size_t at = 0; at < end; at += TRIANGLE_TILE)
    for (size_t j = at; j < at + TRIANGLE_TILE && j < end; j++)
      for (size_t i = j > first ? j : first; i < end; i++) a[j * stride + i] = a[i * stride + j];
}

/* Rows of the lower triangle, and what mirrors them; the longest first. */
static void complete_block(void *object, size_t index, int worker) {
  (void)worker;
  const completing *w = object;
  const moments *m = w->x->of;
  size_t depth = m->depth, g = index / w->blocks, b = w->blocks - 1 - index % w->blocks;
  size_t first = b * TRIANGLE_TILE,
         end = first + TRIANGLE_TILE < depth ? first + TRIANGLE_TILE : depth;
  const float *from = m->h + g * depth * depth;
  const double *mean = w->mean + g * depth;
  float *h = w->x->h + g * depth * depth;
  for (size_t i = first; i < end; i++)
    complete_line(from + i * depth, m->rows, mean[i], mean, i + 1, h + i * depth);
  triangle_mirror(h, depth, first, end);
}

moment_matrix moments_matrix(const moments *m, bool centred, float *room, pass_context *c,
                             arena *a) {
  moment_matrix x = {m, centred, NULL};
  size_t count = m->groups * m->depth;
  if (m->depth < MOMENTS_LATE) return x;
  double *mean = NEW_ARRAY(a, double, count);
  x.h = room ? room : arena_raw(a, count, m->depth * sizeof *x.h);
  for (size_t i = 0; i < count && centred; i++) mean[i] = m->rounded[i] / m->rows;
  completing w = {&x, mean, (m->depth + TRIANGLE_TILE - 1) / TRIANGLE_TILE};
  pool_run(c->threads, m->groups * w.blocks, complete_block, &w);
  return x;
}

/* ---- What it costs ----------------------------------------------------------------- */

typedef struct measuring {
  const moment_matrix *m;
  const float *x;
  size_t width, depth;
  float *own,
      *behind; /* [width][PANEL_ROWS]: H x of a panel, from its own columns and those behind */
  size_t group, at, n; /* at hand */
  double *squares;
} measuring;

static double dot(const float *x, const float *y, size_t n) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += (double)x[k] * (double)y[k];
  return sum;
}

static void row_square(void *object, size_t i, int worker) {
  (void)worker;
  const measuring *w = object;
  size_t row = w->group * w->width + i;
  const float *x = w->x + row * w->depth + w->at;
  w->squares[row] += dot(x, w->own + i * PANEL_ROWS, w->n);
  if (w->at + w->n < w->depth) w->squares[row] += 2 * dot(x, w->behind + i * PANEL_ROWS, w->n);
}

static void small_squares(void *object, size_t g, int worker) {
  (void)worker;
  const measuring *w = object;
  size_t depth = w->depth;
  for (size_t row = g * w->width; row < (g + 1) * w->width; row++) {
    const float *x = w->x + row * depth;
    double sum = 0;
    for (size_t i = 0; i < depth; i++)
      for (size_t j = 0; j < depth; j++)
        sum += (double)x[i] * moment_at(w->m, g, i, j) * (double)x[j];
    w->squares[row] = sum;
  }
}

/* Columns [k, end) of H times x, of the panel at hand. */
static void panel_product(const measuring *w, size_t k, size_t end, float *to, pass_context *c) {
  op_call call = moments_call(c);
  const float *h = w->m->h + w->group * w->depth * w->depth;
  gemm g = {.m = (int64_t)w->width,
            .n = (int64_t)w->n,
            .k = (int64_t)(end - k),
            .a = {w->x + w->group * w->width * w->depth + k, FP8C_DTYPE_F32, (int64_t)w->depth, 1},
            .b = {h + k * w->depth + w->at, FP8C_DTYPE_F32, 1, (int64_t)w->depth},
            .c = to,
            .c_row = PANEL_ROWS,
            .alpha = 1.0f};
  if (end > k) gemm_run(&call, &g);
}

/* H is symmetric: what lies behind a panel counts twice, what lies before it is behind others. */
void moments_squares(const moment_matrix *m, const float *x, size_t width, pass_context *c,
                     double *squares) {
  size_t depth = m->of->depth, groups = m->of->groups;
  measuring w = {.m = m, .x = x, .width = width, .depth = depth, .squares = squares};
  if (!m->h) {
    pool_run(c->threads, groups, small_squares, &w);
    return;
  }
  arena_mark mark = arena_save(c->scratch);
  w.own = arena_raw(c->scratch, width, PANEL_ROWS * sizeof(float));
  w.behind = arena_raw(c->scratch, width, PANEL_ROWS * sizeof(float));
  for (size_t i = 0; i < groups * width; i++) squares[i] = 0;
  for (w.group = 0; w.group < groups; w.group++)
    for (w.at = 0; w.at < depth; w.at += w.n) {
      w.n = depth - w.at < PANEL_ROWS ? depth - w.at : PANEL_ROWS;
      panel_product(&w, w.at, w.at + w.n, w.own, c);
      panel_product(&w, w.at + w.n, depth, w.behind, c);
      pool_run(c->threads, width, row_square, &w);
    }
  arena_reset(c->scratch, mark);
}
