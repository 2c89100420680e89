/* rounding.c - weights rounded so that their errors cancel in the result.
 *
 * With H = C^T D C, C lower triangular with a diagonal of ones, the error is the sum
 * over j of D_j (e_j + sum of C_ji e_i over i < j)^2, where e = w - q.  Going through
 * the columns in order, q_j = round(w_j + sum of C_ji e_i) makes every term as small
 * as one rounding can.  Columns that would cost most come first: those behind them
 * make good for them.
 *
 * Columns are kept in reversed order, so that C^T D C is the ordinary Cholesky
 * factorisation, and the walk goes from the last column to the first.  Sums over more
 * than a block run in gemm.h, whose bits depend on nothing but the numbers. */
#include "passes/rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops/gemm.h"
#include "ops/lanes.h"

#define BLOCK 64       /* columns rounded between two products with what came before */
#define PANEL_ROWS 192 /* of H made at once */
#define CHUNK 16       /* rows a thread takes; rows of weights lie side by side in its registers */

static op_call call_of(pass_context *c) {
  return (op_call){.scratch = c->scratch, .threads = c->threads};
}

/* ---- Second moments ------------------------------------------------------------------ */

moments moments_new(arena *a, size_t groups, size_t depth) {
  moments m = {.groups = groups, .depth = depth};
  m.h = arena_array(a, groups * depth, depth * sizeof *m.h);
  m.rounded = NEW_ARRAY(a, double, groups *depth);
  m.real = NEW_ARRAY(a, double, groups *depth);
  return m;
}

typedef struct adding {
  moments *m;
  const float *real, *rounded;
  size_t count;
} adding;

/* BLOCK columns of a group, or all where there are fewer. */
static void add_columns(void *object, size_t index, int worker) {
  (void)worker;
  const adding *w = object;
  size_t depth = w->m->depth, blocks = (depth + BLOCK - 1) / BLOCK, g = index / blocks;
  size_t first = index % blocks * BLOCK, end = first + BLOCK < depth ? first + BLOCK : depth;
  const float *x = w->rounded + g * w->count * depth, *real = w->real + g * w->count * depth;
  double *sum = w->m->rounded + g * depth, *sum_real = w->m->real + g * depth;
  float *h = w->m->h + g * depth * depth;
  for (size_t r = 0; r < w->count; r++, x += depth, real += depth) {
    for (size_t i = first; i < end; i++) {
      sum[i] += (double)x[i];
      sum_real[i] += (double)real[i];
    }
    if (depth >= BLOCK) continue;
    for (size_t i = 0; i < depth; i++)
      for (size_t j = 0; j <= i; j++) h[i * depth + j] += x[i] * x[j];
  }
}

#define TILE 32

typedef struct turning {
  const float *from; /* [count][depth] */
  float *to;         /* [depth][count] */
  size_t count, depth;
} turning;

static void turn_columns(void *object, size_t index, int worker) {
  (void)worker;
  const turning *t = object;
  size_t j = index * TILE, end = j + TILE < t->depth ? j + TILE : t->depth;
  for (size_t i = 0; i < t->count; i += TILE)
    for (size_t r = i; r < t->count && r < i + TILE; r++)
      for (size_t k = j; k < end; k++) t->to[k * t->count + r] = t->from[r * t->depth + k];
}

void moments_add(moments *m, const float *real, const float *rounded, size_t count,
                 pass_context *c) {
  if (count == 0) return;
  size_t depth = m->depth;
  adding w = {m, real, rounded, count};
  pool_run(c->threads, m->groups * ((depth + BLOCK - 1) / BLOCK), add_columns, &w);
  m->rows += (double)count;
  if (depth < BLOCK) return;
  arena_mark mark = arena_save(c->scratch);
  float *turned = arena_array(c->scratch, depth, count * sizeof *turned);
  op_call call = call_of(c);
  for (size_t g = 0; g < m->groups; g++) {
    const float *x = rounded + g * count * depth;
    turning t = {x, turned, count, depth};
    pool_run(c->threads, (depth + TILE - 1) / TILE, turn_columns, &t);
    for (size_t i = 0; i < depth; i += PANEL_ROWS) {
      size_t rows = depth - i < PANEL_ROWS ? depth - i : PANEL_ROWS;
      gemm p = {.m = (int64_t)rows,
                .n = (int64_t)(i + rows),
                .k = (int64_t)count,
                .a = {turned + i * count, FP8C_DTYPE_F32, (int64_t)count, 1},
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

typedef struct summing {
  moments *to;
  const moments *from;
} summing;

static void sum_row(void *object, size_t row, int worker) {
  (void)worker;
  const summing *s = object;
  size_t depth = s->to->depth;
  float *to = s->to->h + row * depth;
  const float *from = s->from->h + row * depth;
  for (size_t k = 0; k <= row % depth; k++) to[k] += from[k];
}

void moments_sum(moments *to, const moments *from, pass_context *c) {
  size_t count = to->groups * to->depth;
  summing s = {to, from};
  pool_run(c->threads, count, sum_row, &s);
  for (size_t i = 0; i < count; i++) {
    to->rounded[i] += from->rounded[i];
    to->real[i] += from->real[i];
  }
  to->rows += from->rows;
}

/* Element (i, j) of H. */
static double moment(const moment_matrix *x, size_t g, size_t i, size_t j) {
  const moments *m = x->of;
  const float *h = m->h + g * m->depth * m->depth;
  const double *sum = m->rounded + g * m->depth;
  double of = (double)(i >= j ? h[i * m->depth + j] : h[j * m->depth + i]) / m->rows;
  return x->centred ? of - sum[i] / m->rows * (sum[j] / m->rows) : of;
}

typedef struct completing {
  const moment_matrix *x;
  const double *mean; /* [groups][depth]; zeros when nothing is to be centred */
  size_t blocks;      /* of TILE rows in a group */
} completing;

CLONES static void complete_line(const float *from, double rows, double own, const double *mean,
                                 size_t count, float *to) {
  for (size_t j = 0; j < count; j++) to[j] = (float)((double)from[j] / rows - own * mean[j]);
}

/* Rows of the lower triangle, and what mirrors them; the longest first. */
static void complete_block(void *object, size_t index, int worker) {
  (void)worker;
  const completing *w = object;
  const moments *m = w->x->of;
  size_t depth = m->depth, g = index / w->blocks, b = w->blocks - 1 - index % w->blocks;
  size_t first = b * TILE, end = first + TILE < depth ? first + TILE : depth;
  const float *from = m->h + g * depth * depth;
  const double *mean = w->mean + g * depth;
  float *h = w->x->h + g * depth * depth;
  for (size_t i = first; i < end; i++)
    complete_line(from + i * depth, m->rows, mean[i], mean, i + 1, h + i * depth);
  for (size_t at = 0; at < end; at += TILE)
    for (size_t j = at; j < at + TILE && j < end; j++)
      for (size_t i = j > first ? j : first; i < end; i++) h[j * depth + i] = h[i * depth + j];
}

moment_matrix moments_matrix(const moments *m, bool centred, pass_context *c, arena *a) {
  moment_matrix x = {m, centred, NULL};
  size_t count = m->groups * m->depth;
  if (m->depth < BLOCK) return x;
  double *mean = NEW_ARRAY(a, double, count);
  x.h = arena_array(a, count, m->depth * sizeof *x.h);
  for (size_t i = 0; i < count && centred; i++) mean[i] = m->rounded[i] / m->rows;
  completing w = {&x, mean, (m->depth + TILE - 1) / TILE};
  pool_run(c->threads, m->groups * w.blocks, complete_block, &w);
  return x;
}

/* ---- Cholesky ----------------------------------------------------------------------------- */

struct rounding_plan {
  size_t groups, width, depth;
  float *factor;    /* [groups][depth][depth]: lower, each column over its diagonal element */
  float *diagonals; /* [groups][depth]: those elements */
  uint32_t *order;  /* [groups][depth]: the column of weights at each place */
  double *added;    /* [groups]: to the diagonal of H */
};

typedef struct factoring {
  float *a;
  size_t depth, at, n;
  float corner[BLOCK * BLOCK]; /* columns [at, at + n) of their own rows, turned */
  float *diagonal;             /* [depth] */
} factoring;

/* The first n elements of a row, from what is left of it when the columns before the
 * corner are taken off; sums in F64, each in the order of the columns. */
CLONES static void solve_row(const float *corner, size_t n, float *row) {
  double sums[BLOCK];
  for (size_t k = 0; k < n; k++) sums[k] = (double)row[k];
  for (size_t j = 0; j < n; j++) {
    const float *column = corner + j * BLOCK;
    row[j] = (float)(sums[j] / (double)column[j]);
    double x = (double)row[j];
    for (size_t k = j + 1; k < n; k++) sums[k] -= x * (double)column[k];
  }
}

/* False where the matrix is not positive. */
static bool factor_corner(factoring *f) {
  for (size_t j = 0; j < f->n; j++) {
    float *row = f->a + (f->at + j) * f->depth + f->at;
    solve_row(f->corner, j, row);
    double sum = (double)row[j];
    for (size_t k = 0; k < j; k++) sum -= (double)row[k] * (double)row[k];
    if (!(sum > 0)) return false;
    row[j] = (float)sqrt(sum);
    for (size_t k = 0; k <= j; k++) f->corner[k * BLOCK + j] = row[k];
  }
  return true;
}

static void factor_rows(void *object, size_t index, int worker) {
  (void)worker;
  const factoring *f = object;
  size_t first = f->at + f->n + index * CHUNK;
  size_t end = first + CHUNK < f->depth ? first + CHUNK : f->depth;
  for (size_t i = first; i < end; i++) solve_row(f->corner, f->n, f->a + i * f->depth + f->at);
}

CLONES static void divide(float *row, const float *by, size_t n) {
  for (size_t i = 0; i < n; i++) row[i] /= by[i];
}

static void divide_rows(void *object, size_t index, int worker) {
  (void)worker;
  const factoring *f = object;
  for (size_t i = index * CHUNK; i < (index + 1) * CHUNK && i < f->depth; i++)
    divide(f->a + i * f->depth, f->diagonal, i);
}

/* In place; `diagonal` has room for one.  Threads and scratch only where there is more
 * than a block. */
static bool factor(float *a, size_t depth, float *diagonal, pass_context *c) {
  factoring f = {.a = a, .depth = depth, .diagonal = diagonal};
  for (f.at = 0; f.at < depth; f.at += BLOCK) {
    f.n = depth - f.at < BLOCK ? depth - f.at : BLOCK;
    if (f.at > 0) {
      op_call call = call_of(c);
      gemm p = {.m = (int64_t)(depth - f.at),
                .n = (int64_t)f.n,
                .k = (int64_t)f.at,
                .a = {a + f.at * depth, FP8C_DTYPE_F32, (int64_t)depth, 1},
                .b = {a + f.at * depth, FP8C_DTYPE_F32, (int64_t)depth, 1},
                .c = a + f.at * depth + f.at,
                .c_row = (int64_t)depth,
                .alpha = -1.0f,
                .add = true};
      gemm_run(&call, &p);
    }
    if (!factor_corner(&f)) return false;
    size_t left = depth - f.at - f.n;
    if (left) pool_run(c->threads, (left + CHUNK - 1) / CHUNK, factor_rows, &f);
  }
  for (size_t i = 0; i < depth; i++) diagonal[i] = a[i * depth + i];
  pool_run(c->threads, (depth + CHUNK - 1) / CHUNK, divide_rows, &f); /* the walk multiplies so */
  return true;
}

/* ---- The plan ------------------------------------------------------------------------------- */

typedef struct column {
  double cost;
  uint32_t index;
} column;

static int by_cost(const void *a, const void *b) {
  const column *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  return x->index < y->index ? 1 : -1;
}

typedef struct planning {
  const moment_matrix *m;
  rounding_plan *p;
  const float *weights;
  double damping;
  double *powers;  /* [groups][depth]: sums of squares of a column of weights */
  column *columns; /* [groups][depth] */
  bool *ok;        /* of each group */
  size_t group;    /* at hand */
  pass_context *c;
} planning;

CLONES static void add_squares(const float *x, size_t n, double *sums) {
  for (size_t k = 0; k < n; k++) sums[k] += (double)x[k] * (double)x[k];
}

static void add_powers(const planning *w, size_t g, size_t first, size_t end) {
  size_t depth = w->p->depth, width = w->p->width;
  for (size_t i = 0; i < width; i++)
    add_squares(w->weights + (g * width + i) * depth + first, end - first,
                w->powers + g * depth + first);
}

/* Which column comes when, and what is added to the diagonal. */
static bool order_columns(const planning *w, size_t g) {
  size_t depth = w->p->depth;
  column *columns = w->columns + g * depth;
  double mean = 0;
  for (size_t k = 0; k < depth; k++) {
    double d = moment(w->m, g, k, k);
    mean += d / (double)depth;
    columns[k] = (column){d * w->powers[g * depth + k], (uint32_t)k};
  }
  if (!(mean > 0) || !isfinite(mean)) return false;
  qsort(columns, depth, sizeof *columns, by_cost);
  for (size_t i = 0; i < depth; i++) w->p->order[g * depth + i] = columns[i].index;
  w->p->added[g] = w->damping * mean;
  return true;
}

/* Rows of the matrix of one group in the order of its columns. */
static void take_rows(const planning *w, size_t g, size_t first, size_t end) {
  size_t depth = w->p->depth;
  const uint32_t *order = w->p->order + g * depth;
  float *a = w->p->factor + g * depth * depth;
  for (size_t i = first; i < end; i++) {
    const float *h = w->m->h ? w->m->h + (g * depth + order[i]) * depth : NULL;
    for (size_t j = 0; j < i; j++)
      a[i * depth + j] = h ? h[order[j]] : (float)moment(w->m, g, order[i], order[j]);
    double d = moment(w->m, g, order[i], order[i]);
    a[i * depth + i] = (float)((d > 0 ? d : 0) + w->p->added[g]);
  }
}

static void powers_chunk(void *object, size_t index, int worker) {
  (void)worker;
  const planning *w = object;
  size_t first = index * BLOCK, end = first + BLOCK;
  add_powers(w, w->group, first, end < w->p->depth ? end : w->p->depth);
}

static void rows_chunk(void *object, size_t index, int worker) {
  (void)worker;
  const planning *w = object;
  size_t first = index * CHUNK, end = first + CHUNK;
  take_rows(w, w->group, first, end < w->p->depth ? end : w->p->depth);
}

static void plan_small(void *object, size_t g, int worker) {
  (void)worker;
  const planning *w = object;
  size_t depth = w->p->depth;
  add_powers(w, g, 0, depth);
  w->ok[g] = order_columns(w, g);
  if (!w->ok[g]) return;
  take_rows(w, g, 0, depth);
  w->ok[g] = factor(w->p->factor + g * depth * depth, depth, w->p->diagonals + g * depth, w->c);
}

static void plan_large(planning *w, size_t g) {
  size_t depth = w->p->depth;
  w->group = g;
  pool_run(w->c->threads, (depth + BLOCK - 1) / BLOCK, powers_chunk, w);
  w->ok[g] = order_columns(w, g);
  if (!w->ok[g]) return;
  pool_run(w->c->threads, (depth + CHUNK - 1) / CHUNK, rows_chunk, w);
  w->ok[g] = factor(w->p->factor + g * depth * depth, depth, w->p->diagonals + g * depth, w->c);
}

rounding_plan *rounding_plan_new(const moment_matrix *m, double damping, const float *weights,
                                 size_t width, pass_context *c, arena *a) {
  size_t depth = m->of->depth, groups = m->of->groups;
  if (!(m->of->rows > 0) || depth == 0) return NULL;
  rounding_plan *p = NEW(a, rounding_plan);
  *p = (rounding_plan){.groups = groups, .width = width, .depth = depth};
  p->factor = arena_array(a, groups * depth, depth * sizeof *p->factor);
  p->diagonals = NEW_ARRAY(a, float, groups *depth);
  p->order = NEW_ARRAY(a, uint32_t, groups * depth);
  p->added = NEW_ARRAY(a, double, groups);
  arena_mark mark = arena_save(c->scratch);
  planning w = {.m = m, .p = p, .weights = weights, .damping = damping, .c = c};
  w.powers = NEW_ARRAY(c->scratch, double, groups *depth);
  w.columns = NEW_ARRAY(c->scratch, column, groups * depth);
  w.ok = NEW_ARRAY(c->scratch, bool, groups);
  if (depth <= BLOCK) pool_run(c->threads, groups, plan_small, &w);
  bool ok = true;
  for (size_t g = 0; g < groups; g++) {
    if (depth > BLOCK) plan_large(&w, g);
    ok = ok && w.ok[g];
  }
  if (a != c->scratch) arena_reset(c->scratch, mark);
  return ok ? p : NULL;
}

/* ---- The walk -------------------------------------------------------------------------------- */

typedef struct walking {
  const rounding_plan *p;
  lattice l;
  const float *weights, *scales;
  float *q;      /* at their places until all are rounded */
  float *lines;  /* [workers][depth] */
  float *errors; /* [groups][width][depth], at their places */
  float *adjust; /* [groups][width][BLOCK]: sums over the places behind the block */
  double *sums;  /* [groups][width]: of the terms of the error; NULL: not asked for */
  size_t at, n;  /* the block */
} walking;

/* A place's terms: D (e + adjust)^2, and what damping has added to D for it is not of the error. */
static void add_terms(double diagonal, double added, const float *left, const float *e,
                      double *sums) {
  double d = diagonal * diagonal;
  for (size_t i = 0; i < CHUNK; i++)
    sums[i] += d * (double)left[i] * (double)left[i] - added * (double)e[i] * (double)e[i];
}

/* Rounds the elements of up to CHUNK rows of a group at places [at, at + n), the last first. */
CLONES static void walk_rows(const walking *w, size_t g, size_t row, size_t count) {
  const rounding_plan *p = w->p;
  size_t depth = p->depth;
  const float *factor = p->factor + (g * depth + w->at) * depth + w->at;
  float *q = w->q + row * depth + w->at, *errors = w->errors + row * depth + w->at;
  float adjust[BLOCK][CHUNK] = {{0}}, unit[CHUNK], r[CHUNK];
  double sums[CHUNK] = {0};
  lattice l = w->l;
  for (size_t i = 0; i < CHUNK; i++) {
    unit[i] = i < count ? w->scales[row + i] : 1;
    r[i] = 1.0f / unit[i];
  }
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < w->n; j++) adjust[j][i] = w->adjust[(row + i) * BLOCK + j];
  for (size_t j = w->n; j-- > 0;) {
    float x[CHUNK] = {0}, rounded[CHUNK], e[CHUNK], left[CHUNK];
    for (size_t i = 0; i < count; i++) x[i] = q[i * depth + j];
    for (size_t i = 0; i < CHUNK; i++) {
      float y = x[i] + adjust[j][i];
      rounded[i] = copysignf(lattice_round(l, fabsf(y) * r[i]) * unit[i], y);
      e[i] = x[i] - rounded[i];
      left[i] = y - rounded[i];
    }
    if (w->sums) add_terms((double)p->diagonals[g * depth + w->at + j], p->added[g], left, e, sums);
    for (size_t i = 0; i < count; i++) {
      q[i * depth + j] = rounded[i];
      errors[i * depth + j] = e[i];
    }
    const float *line = factor + j * depth; /* place j's part in those before */
    for (size_t k = 0; k < j; k++)
      for (size_t i = 0; i < CHUNK; i++) adjust[k][i] += line[k] * e[i];
  }
  for (size_t i = 0; i < count && w->sums; i++) w->sums[row + i] += sums[i];
}

static void walk_chunk(void *object, size_t index, int worker) {
  (void)worker;
  const walking *w = object;
  size_t width = w->p->width, chunks = (width + CHUNK - 1) / CHUNK;
  size_t g = index / chunks, first = index % chunks * CHUNK;
  walk_rows(w, g, g * width + first, width - first < CHUNK ? width - first : CHUNK);
}

static const uint32_t *order_of(const walking *w, size_t row) {
  return w->p->order + row / w->p->width * w->p->depth;
}

/* A row's elements to their places: blocks of columns then lie side by side in memory. */
static void place_row(void *object, size_t row, int worker) {
  (void)worker;
  const walking *w = object;
  size_t depth = w->p->depth;
  const uint32_t *order = order_of(w, row);
  for (size_t j = 0; j < depth; j++) w->q[row * depth + j] = w->weights[row * depth + order[j]];
}

static void take_back_row(void *object, size_t row, int worker) {
  const walking *w = object;
  size_t depth = w->p->depth;
  const uint32_t *order = order_of(w, row);
  float *line = w->lines + (size_t)worker * depth, *q = w->q + row * depth;
  memcpy(line, q, depth * sizeof *line);
  for (size_t j = 0; j < depth; j++) q[order[j]] = line[j];
}

void rounding_run(const rounding_plan *p, fp8c_dtype format, const float *weights,
                  const float *scales, pass_context *c, float *q, double *errors) {
  size_t depth = p->depth, rows = p->groups * p->width;
  arena_mark mark = arena_save(c->scratch);
  walking w = {.p = p,
               .l = lattice_of(lattice_kind_of(format)),
               .weights = weights,
               .scales = scales,
               .q = q,
               .sums = errors};
  for (size_t i = 0; i < rows && errors; i++) errors[i] = 0;
  w.errors = arena_array(c->scratch, rows, depth * sizeof(float));
  w.adjust = NEW_ARRAY(c->scratch, float, rows *BLOCK);
  w.lines = NEW_ARRAY(c->scratch, float, (size_t)pool_threads(c->threads) * depth);
  pool_run(c->threads, rows, place_row, &w);
  size_t blocks = (depth + BLOCK - 1) / BLOCK;
  op_call call = call_of(c);
  for (size_t b = blocks; b-- > 0;) {
    w.at = b * BLOCK;
    w.n = depth - w.at < BLOCK ? depth - w.at : BLOCK;
    size_t behind = w.at + w.n;
    for (size_t g = 0; g < p->groups && behind < depth; g++) {
      gemm m = {
          .m = (int64_t)p->width,
          .n = (int64_t)w.n,
          .k = (int64_t)(depth - behind),
          .a = {w.errors + g * p->width * depth + behind, FP8C_DTYPE_F32, (int64_t)depth, 1},
          .b = {p->factor + (g * depth + behind) * depth + w.at, FP8C_DTYPE_F32, 1, (int64_t)depth},
          .c = w.adjust + g * p->width * BLOCK,
          .c_row = BLOCK,
          .alpha = 1.0f};
      gemm_run(&call, &m);
    }
    pool_run(c->threads, p->groups * ((p->width + CHUNK - 1) / CHUNK), walk_chunk, &w);
  }
  pool_run(c->threads, rows, take_back_row, &w);
  arena_reset(c->scratch, mark);
}

/* ---- What it costs ------------------------------------------------------------------------------
 */

typedef struct measuring {
  const moment_matrix *m;
  const float *a, *b;
  size_t width, depth;
  float *by_h;  /* [width][depth]: a H */
  size_t group; /* at hand */
  double *products, *with_self;
} measuring;

static double dot(const float *x, const float *y, size_t n) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += (double)x[k] * (double)y[k];
  return sum;
}

static void row_product(void *object, size_t i, int worker) {
  (void)worker;
  const measuring *w = object;
  size_t depth = w->depth, row = w->group * w->width + i;
  const float *x = w->by_h + i * depth;
  w->products[row] = dot(x, w->b + row * depth, depth);
  if (w->with_self) w->with_self[row] = dot(x, w->a + row * depth, depth);
}

static void small_products(void *object, size_t g, int worker) {
  (void)worker;
  const measuring *w = object;
  size_t depth = w->depth;
  for (size_t row = g * w->width; row < (g + 1) * w->width; row++) {
    const float *x = w->a + row * depth, *y = w->b + row * depth;
    double sum = 0, self = 0;
    for (size_t i = 0; i < depth; i++)
      for (size_t j = 0; j < depth; j++) {
        double by = (double)x[i] * moment(w->m, g, i, j);
        sum += by * (double)y[j];
        self += by * (double)x[j];
      }
    w->products[row] = sum;
    if (w->with_self) w->with_self[row] = self;
  }
}

void moments_products(const moment_matrix *m, const float *a, const float *b, size_t width,
                      pass_context *c, double *products, double *with_self) {
  size_t depth = m->of->depth, groups = m->of->groups;
  measuring w = {m, a, b, width, depth, NULL, 0, products, with_self};
  if (!m->h) {
    pool_run(c->threads, groups, small_products, &w);
    return;
  }
  arena_mark mark = arena_save(c->scratch);
  w.by_h = arena_array(c->scratch, width, depth * sizeof(float));
  op_call call = call_of(c);
  for (w.group = 0; w.group < groups; w.group++) {
    gemm g = {.m = (int64_t)width,
              .n = (int64_t)depth,
              .k = (int64_t)depth,
              .a = {a + w.group * width * depth, FP8C_DTYPE_F32, (int64_t)depth, 1},
              .b = {m->h + w.group * depth * depth, FP8C_DTYPE_F32, 1, (int64_t)depth},
              .c = w.by_h,
              .c_row = (int64_t)depth,
              .alpha = 1.0f};
    gemm_run(&call, &g);
    pool_run(c->threads, width, row_product, &w);
  }
  arena_reset(c->scratch, mark);
}
