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

#define BLOCK 64       /* columns rounded between two products with what came before */
#define PANEL_ROWS 192 /* of H made at once */
#define CHUNK 16       /* rows of weights a thread takes */

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

static void add_group(void *object, size_t g, int worker) {
  (void)worker;
  const adding *w = object;
  size_t depth = w->m->depth;
  const float *x = w->rounded + g * w->count * depth, *real = w->real + g * w->count * depth;
  double *sum = w->m->rounded + g * depth, *sum_real = w->m->real + g * depth;
  float *h = w->m->h + g * depth * depth;
  for (size_t r = 0; r < w->count; r++, x += depth, real += depth) {
    for (size_t i = 0; i < depth; i++) {
      sum[i] += (double)x[i];
      sum_real[i] += (double)real[i];
    }
    if (depth >= BLOCK) continue;
    for (size_t i = 0; i < depth; i++)
      for (size_t j = 0; j <= i; j++) h[i * depth + j] += x[i] * x[j];
  }
}

/* from: [count][depth], to: [depth][count] */
static void turn(const float *from, size_t count, size_t depth, float *to) {
  enum { TILE = 32 };
  for (size_t i = 0; i < count; i += TILE)
    for (size_t j = 0; j < depth; j += TILE)
      for (size_t r = i; r < count && r < i + TILE; r++)
        for (size_t k = j; k < depth && k < j + TILE; k++) to[k * count + r] = from[r * depth + k];
}

void moments_add(moments *m, const float *real, const float *rounded, size_t count,
                 pass_context *c) {
  if (count == 0) return;
  size_t depth = m->depth;
  adding w = {m, real, rounded, count};
  pool_run(c->threads, m->groups, add_group, &w);
  m->rows += (double)count;
  if (depth < BLOCK) return;
  arena_mark mark = arena_save(c->scratch);
  float *turned = arena_array(c->scratch, depth, count * sizeof *turned);
  op_call call = call_of(c);
  for (size_t g = 0; g < m->groups; g++) {
    const float *x = rounded + g * count * depth;
    turn(x, count, depth, turned);
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

void moments_sum(moments *to, const moments *from) {
  size_t count = to->groups * to->depth;
  for (size_t i = 0; i < count * to->depth; i++) to->h[i] += from->h[i];
  for (size_t i = 0; i < count; i++) {
    to->rounded[i] += from->rounded[i];
    to->real[i] += from->real[i];
  }
  to->rows += from->rows;
}

/* Element (i, j) of H per row. */
static double moment(const moments *m, size_t g, bool centred, size_t i, size_t j) {
  const float *h = m->h + g * m->depth * m->depth;
  const double *sum = m->rounded + g * m->depth;
  double x = (double)(i >= j ? h[i * m->depth + j] : h[j * m->depth + i]) / m->rows;
  return centred ? x - sum[i] / m->rows * (sum[j] / m->rows) : x;
}

/* ---- Cholesky ----------------------------------------------------------------------------- */

struct rounding_plan {
  size_t groups, width, depth;
  float *factor;   /* [groups][depth][depth]: lower, each column over its diagonal element */
  uint32_t *order; /* [groups][depth]: the column of weights at each place */
};

/* Columns [at, at + n) of a matrix whose columns before are done and taken off, in
 * F64; false where it is not positive. */
static bool factor_corner(float *a, size_t depth, size_t at, size_t n) {
  for (size_t j = 0; j < n; j++) {
    float *row = a + (at + j) * depth + at;
    for (size_t i = 0; i <= j; i++) {
      const float *other = a + (at + i) * depth + at;
      double sum = (double)row[i];
      for (size_t k = 0; k < i; k++) sum -= (double)row[k] * (double)other[k];
      if (i < j) {
        row[i] = (float)(sum / (double)other[i]);
      } else {
        if (!(sum > 0)) return false;
        row[j] = (float)sqrt(sum);
      }
    }
  }
  return true;
}

typedef struct factoring {
  float *a;
  size_t depth, at, n;
} factoring;

static void factor_row(void *object, size_t index, int worker) {
  (void)worker;
  const factoring *f = object;
  float *row = f->a + (f->at + f->n + index) * f->depth + f->at;
  for (size_t j = 0; j < f->n; j++) {
    const float *other = f->a + (f->at + j) * f->depth + f->at;
    double sum = (double)row[j];
    for (size_t k = 0; k < j; k++) sum -= (double)row[k] * (double)other[k];
    row[j] = (float)(sum / (double)other[j]);
  }
}

/* In place; threads only where there is more than a block. */
static bool factor(float *a, size_t depth, pass_context *c) {
  for (size_t at = 0; at < depth; at += BLOCK) {
    size_t n = depth - at < BLOCK ? depth - at : BLOCK;
    if (at > 0) {
      op_call call = call_of(c);
      gemm p = {.m = (int64_t)(depth - at),
                .n = (int64_t)n,
                .k = (int64_t)at,
                .a = {a + at * depth, FP8C_DTYPE_F32, (int64_t)depth, 1},
                .b = {a + at * depth, FP8C_DTYPE_F32, (int64_t)depth, 1},
                .c = a + at * depth + at,
                .c_row = (int64_t)depth,
                .alpha = -1.0f,
                .add = true};
      gemm_run(&call, &p);
    }
    if (!factor_corner(a, depth, at, n)) return false;
    factoring f = {a, depth, at, n};
    if (at + n < depth) pool_run(c->threads, depth - at - n, factor_row, &f);
  }
  for (size_t i = 0; i < depth; i++) /* what the walk multiplies errors by */
    for (size_t j = 0; j < i; j++) a[i * depth + j] /= a[j * depth + j];
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
  const moments *m;
  rounding_plan *p;
  const float *weights;
  bool centred;
  double damping;
  column *columns; /* [groups][depth] */
  bool *ok;        /* of each group */
  pass_context *c;
} planning;

/* The matrix of one group in the order of its columns. */
static bool set_up(const planning *w, size_t g) {
  const moments *m = w->m;
  size_t depth = m->depth, width = w->p->width;
  column *columns = w->columns + g * depth;
  double mean = 0;
  for (size_t k = 0; k < depth; k++) {
    double d = moment(m, g, w->centred, k, k), power = 0;
    for (size_t i = 0; i < width; i++) {
      double x = (double)w->weights[(g * width + i) * depth + k];
      power += x * x;
    }
    mean += d / (double)depth;
    columns[k] = (column){d * power, (uint32_t)k};
  }
  if (!(mean > 0) || !isfinite(mean)) return false;
  qsort(columns, depth, sizeof *columns, by_cost);
  uint32_t *order = w->p->order + g * depth;
  float *a = w->p->factor + g * depth * depth;
  for (size_t i = 0; i < depth; i++) order[i] = columns[i].index;
  for (size_t i = 0; i < depth; i++) {
    for (size_t j = 0; j < i; j++)
      a[i * depth + j] = (float)moment(m, g, w->centred, order[i], order[j]);
    double d = moment(m, g, w->centred, order[i], order[i]);
    a[i * depth + i] = (float)((d > 0 ? d : 0) + w->damping * mean);
  }
  return true;
}

static void plan_group(void *object, size_t g, int worker) {
  (void)worker;
  const planning *w = object;
  w->ok[g] = set_up(w, g);
  size_t depth = w->m->depth;
  if (w->ok[g] && depth <= BLOCK) w->ok[g] = factor(w->p->factor + g * depth * depth, depth, w->c);
}

rounding_plan *rounding_plan_new(const moments *m, bool centred, double damping,
                                 const float *weights, size_t width, pass_context *c, arena *a) {
  if (!(m->rows > 0) || m->depth == 0) return NULL;
  size_t depth = m->depth, groups = m->groups;
  rounding_plan *p = NEW(a, rounding_plan);
  *p = (rounding_plan){.groups = groups, .width = width, .depth = depth};
  p->factor = arena_array(a, groups * depth, depth * sizeof *p->factor);
  p->order = NEW_ARRAY(a, uint32_t, groups * depth);
  arena_mark mark = arena_save(c->scratch);
  planning w = {m, p, weights, centred, damping, NULL, NULL, c};
  w.columns = NEW_ARRAY(c->scratch, column, groups * depth);
  w.ok = NEW_ARRAY(c->scratch, bool, groups);
  pool_run(c->threads, groups, plan_group, &w);
  bool ok = true;
  for (size_t g = 0; g < groups; g++) {
    if (w.ok[g] && depth > BLOCK) w.ok[g] = factor(p->factor + g * depth * depth, depth, c);
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
  float *q;
  float *errors; /* [groups][width][depth], at their places */
  float *adjust; /* [groups][width][BLOCK]: sums over the places behind the block */
  size_t at, n;  /* the block */
} walking;

/* Rounds one row's elements at places [at, at + n), the last first. */
static void walk_row(const walking *w, size_t row) {
  const rounding_plan *p = w->p;
  size_t depth = p->depth, g = row / p->width;
  const float *factor = p->factor + g * depth * depth, *weights = w->weights + row * depth;
  const uint32_t *order = p->order + g * depth;
  float *errors = w->errors + row * depth + w->at, *adjust = w->adjust + row * BLOCK;
  float unit = w->scales[row], r = 1.0f / unit;
  for (size_t j = w->n; j-- > 0;) {
    float x = weights[order[w->at + j]], y = x + adjust[j];
    float rounded = copysignf(lattice_round(w->l, fabsf(y) * r) * unit, y);
    w->q[row * depth + order[w->at + j]] = rounded;
    errors[j] = x - rounded;
    const float *line = factor + (w->at + j) * depth + w->at; /* place j's part in those before */
    for (size_t i = 0; i < j; i++) adjust[i] += line[i] * errors[j];
  }
}

static void walk_chunk(void *object, size_t index, int worker) {
  (void)worker;
  const walking *w = object;
  size_t rows = w->p->groups * w->p->width, end = (index + 1) * CHUNK;
  for (size_t i = index * CHUNK; i < end && i < rows; i++) walk_row(w, i);
}

void rounding_run(const rounding_plan *p, fp8c_dtype format, const float *weights,
                  const float *scales, pass_context *c, float *q) {
  size_t depth = p->depth, rows = p->groups * p->width;
  arena_mark mark = arena_save(c->scratch);
  walking w = {.p = p,
               .l = lattice_of(lattice_kind_of(format)),
               .weights = weights,
               .scales = scales,
               .q = q};
  w.errors = arena_array(c->scratch, rows, depth * sizeof(float));
  w.adjust = NEW_ARRAY(c->scratch, float, rows *BLOCK);
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
    pool_run(c->threads, (rows + CHUNK - 1) / CHUNK, walk_chunk, &w);
  }
  arena_reset(c->scratch, mark);
}

/* ---- What it costs ------------------------------------------------------------------------------
 */

typedef struct measuring {
  const moments *m;
  bool centred;
  const float *a, *b;
  size_t width;
  float *h;     /* [depth][depth] of the group at hand; small depths: NULL */
  float *by_h;  /* [width][depth]: a H */
  size_t group; /* at hand */
  double *products;
} measuring;

static void mirror_row(void *object, size_t i, int worker) {
  (void)worker;
  const measuring *w = object;
  for (size_t j = 0; j < w->m->depth; j++)
    w->h[i * w->m->depth + j] = (float)moment(w->m, w->group, w->centred, i, j);
}

static void row_product(void *object, size_t i, int worker) {
  (void)worker;
  const measuring *w = object;
  size_t depth = w->m->depth, row = w->group * w->width + i;
  const float *x = w->by_h + i * depth, *y = w->b + row * depth;
  double sum = 0;
  for (size_t k = 0; k < depth; k++) sum += (double)x[k] * (double)y[k];
  w->products[row] = sum;
}

static void small_products(void *object, size_t g, int worker) {
  (void)worker;
  const measuring *w = object;
  size_t depth = w->m->depth;
  for (size_t row = g * w->width; row < (g + 1) * w->width; row++) {
    const float *x = w->a + row * depth, *y = w->b + row * depth;
    double sum = 0;
    for (size_t i = 0; i < depth; i++)
      for (size_t j = 0; j < depth; j++)
        sum += (double)x[i] * (double)y[j] * moment(w->m, g, w->centred, i, j);
    w->products[row] = sum;
  }
}

void moments_products(const moments *m, bool centred, const float *a, const float *b, size_t width,
                      pass_context *c, double *products) {
  measuring w = {m, centred, a, b, width, NULL, NULL, 0, products};
  if (m->depth < BLOCK) {
    pool_run(c->threads, m->groups, small_products, &w);
    return;
  }
  arena_mark mark = arena_save(c->scratch);
  w.h = arena_array(c->scratch, m->depth, m->depth * sizeof(float));
  w.by_h = arena_array(c->scratch, width, m->depth * sizeof(float));
  op_call call = call_of(c);
  for (w.group = 0; w.group < m->groups; w.group++) {
    pool_run(c->threads, m->depth, mirror_row, &w);
    gemm g = {.m = (int64_t)width,
              .n = (int64_t)m->depth,
              .k = (int64_t)m->depth,
              .a = {a + w.group * width * m->depth, FP8C_DTYPE_F32, (int64_t)m->depth, 1},
              .b = {w.h, FP8C_DTYPE_F32, 1, (int64_t)m->depth},
              .c = w.by_h,
              .c_row = (int64_t)m->depth,
              .alpha = 1.0f};
    gemm_run(&call, &g);
    pool_run(c->threads, width, row_product, &w);
  }
  arena_reset(c->scratch, mark);
}
