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
#include "passes/precision/rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "ops/gemm.h"
#include "ops/lanes.h"

#define BLOCK MOMENTS_LATE /* columns factored between two products with what came before */
#define CHUNK 16           /* rows that lie side by side in registers */
#define STEP 48            /* columns rounded between two products with what came before */
#define PANEL 32           /* lanes of the walk in one product */
#define LANES 64           /* of a strip, at most */
#define MANY_LANES 2048    /* from here on strips have that many */
#define PART 1024          /* places in one product of the walk */

/* CHUNK numbers side by side, said so: left to itself, a compiler may vectorise the loop around. */
typedef float chunk __attribute__((vector_size(CHUNK * sizeof(float))));

/* ---- Cholesky ----------------------------------------------------------------------------- */

struct rounding_plan {
  size_t groups, width, depth, stride; /* from line to line of a factor */
  float *factor;    /* [groups][depth][stride]: lower, each column over its diagonal element; and
                       mirrored: the walk reads lines of its transpose */
  float *diagonals; /* [groups][depth]: those elements */
  uint32_t *order;  /* [groups][depth]: the column of weights at each place */
  double *added;    /* [groups]: to the diagonal of H */
};

/* Lines a power of two apart fight for the same sets of a cache. */
static size_t stride_of(size_t depth) {
  if (depth < BLOCK) return depth;
  size_t lines = (depth + 15) / 16 * 16;
  return lines % 256 ? lines : lines + 16;
}

size_t rounding_floats(size_t groups, size_t depth) { return groups * depth * stride_of(depth); }

typedef struct factoring {
  float *a;
  size_t depth, stride, at, n;
  float corner[BLOCK * BLOCK]; /* columns [at, at + n) of their own rows, transposed */
  float *diagonal;             /* [depth] */
} factoring;

/* The first n elements of a row, from what is left of it when the columns before the
 * corner are taken off; sums in F64, each in the order of the columns. */
INLINE void solve_row_any(const float *corner, size_t n, float *row) {
  double sums[BLOCK];
  for (size_t k = 0; k < n; k++) sums[k] = (double)row[k];
  for (size_t j = 0; j < n; j++) {
    const float *column = corner + j * BLOCK;
    row[j] = (float)(sums[j] / (double)column[j]);
    double x = (double)row[j];
    for (size_t k = j + 1; k < n; k++) sums[k] -= x * (double)column[k];
  }
}
AT_EACH_LEVEL(static void, solve_row, (const float *corner, size_t n, float *row), (corner, n, row))

/* False where the matrix is not positive. */
static bool factor_corner(factoring *f) {
  for (size_t j = 0; j < f->n; j++) {
    float *row = f->a + (f->at + j) * f->stride + f->at;
    solve_row(f->corner, j, row);
    double sum = (double)row[j];
    for (size_t k = 0; k < j; k++) sum -= (double)row[k] * (double)row[k];
    if (!(sum > 0)) return false;
    row[j] = (float)sqrt(sum);
    for (size_t k = 0; k <= j; k++) f->corner[k * BLOCK + j] = row[k];
  }
  return true;
}

/* solve_row for CHUNK rows side by side, in F32 like the products before it. */
INLINE void solve_rows_any(const float *corner, size_t n, size_t count, size_t stride,
                           float *rows) {
  chunk x[BLOCK] = {{0}};
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < n; k++) x[k][i] = rows[i * stride + k];
  for (size_t j = 0; j < n; j++) {
    const float *column = corner + j * BLOCK;
    x[j] /= column[j];
    for (size_t k = j + 1; k < n; k++) x[k] -= x[j] * column[k];
  }
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < n; k++) rows[i * stride + k] = x[k][i];
}
AT_EACH_LEVEL(static void, solve_rows,
              (const float *corner, size_t n, size_t count, size_t stride, float *rows),
              (corner, n, count, stride, rows))

static void factor_rows(void *object, size_t index, int worker) {
  (void)worker;
  const factoring *f = object;
  size_t first = f->at + f->n + index * CHUNK, left = f->depth - first;
  solve_rows(f->corner, f->n, left < CHUNK ? left : CHUNK, f->stride,
             f->a + first * f->stride + f->at);
}

INLINE void divide_any(float *row, const float *by, size_t n) {
  for (size_t i = 0; i < n; i++) row[i] /= by[i];
}
AT_EACH_LEVEL(static void, divide, (float *row, const float *by, size_t n), (row, by, n))

static void divide_rows(void *object, size_t index, int worker) {
  (void)worker;
  const factoring *f = object;
  for (size_t i = index * CHUNK; i < (index + 1) * CHUNK && i < f->depth; i++)
    divide(f->a + i * f->stride, f->diagonal, i);
}

static void mirror_rows(void *object, size_t index, int worker) {
  (void)worker;
  const factoring *f = object;
  size_t first = index * TRIANGLE_TILE, end = first + TRIANGLE_TILE;
  triangle_mirror(f->a, f->stride, first, end < f->depth ? end : f->depth);
}

/* In place; `diagonal` has room for one.  Threads and scratch only where there is more
 * than a block. */
static bool factor(float *a, size_t depth, float *diagonal, pass_context *c) {
  factoring f = {.a = a, .depth = depth, .stride = stride_of(depth), .diagonal = diagonal};
  for (f.at = 0; f.at < depth; f.at += BLOCK) {
    f.n = depth - f.at < BLOCK ? depth - f.at : BLOCK;
    const float *rows = a + f.at * f.stride;
    if (f.at > 0) {
      op_call call = moments_call(c);
      gemm p = {.m = (int64_t)(depth - f.at),
                .n = (int64_t)f.n,
                .k = (int64_t)f.at,
                .a = {rows, FP8C_DTYPE_F32, (int64_t)f.stride, 1},
                .b = {rows, FP8C_DTYPE_F32, (int64_t)f.stride, 1},
                .c = a + f.at * f.stride + f.at,
                .c_row = (int64_t)f.stride,
                .alpha = -1.0f,
                .add = true};
      gemm_run(&call, &p);
    }
    if (!factor_corner(&f)) return false;
    size_t left = depth - f.at - f.n;
    if (left) pool_run(c->threads, (left + CHUNK - 1) / CHUNK, factor_rows, &f);
  }
  for (size_t i = 0; i < depth; i++) diagonal[i] = a[i * f.stride + i];
  pool_run(c->threads, (depth + CHUNK - 1) / CHUNK, divide_rows, &f); /* the walk multiplies so */
  pool_run(c->threads, (depth + TRIANGLE_TILE - 1) / TRIANGLE_TILE, mirror_rows, &f);
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

INLINE void add_squares_any(const float *x, size_t n, double *sums) {
  for (size_t k = 0; k < n; k++) sums[k] += (double)x[k] * (double)x[k];
}
AT_EACH_LEVEL(static void, add_squares, (const float *x, size_t n, double *sums), (x, n, sums))

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
    double d = moment_at(w->m, g, k, k);
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
  size_t stride = w->p->stride;
  for (size_t i = first; i < end; i++) {
    float *to = w->p->factor + (g * depth + i) * stride;
    const float *h = w->m->h ? w->m->h + (g * depth + order[i]) * depth : NULL;
    for (size_t j = 0; j < i; j++)
      to[j] = h ? h[order[j]] : (float)moment_at(w->m, g, order[i], order[j]);
    double d = moment_at(w->m, g, order[i], order[i]);
    to[i] = (float)((d > 0 ? d : 0) + w->p->added[g]);
    for (size_t j = i + 1; j < stride && j < i + BLOCK; j++) to[j] = 0; /* a block is read whole */
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
  w->ok[g] =
      factor(w->p->factor + g * depth * w->p->stride, depth, w->p->diagonals + g * depth, w->c);
}

static void plan_large(planning *w, size_t g) {
  size_t depth = w->p->depth;
  w->group = g;
  pool_run(w->c->threads, (depth + BLOCK - 1) / BLOCK, powers_chunk, w);
  w->ok[g] = order_columns(w, g);
  if (!w->ok[g]) return;
  pool_run(w->c->threads, (depth + CHUNK - 1) / CHUNK, rows_chunk, w);
  w->ok[g] =
      factor(w->p->factor + g * depth * w->p->stride, depth, w->p->diagonals + g * depth, w->c);
}

rounding_plan *rounding_plan_new(const moment_matrix *m, double damping, const float *weights,
                                 size_t width, float *room, pass_context *c, arena *a) {
  size_t depth = m->of->depth, groups = m->of->groups;
  if (!(m->of->rows > 0) || depth == 0) return NULL;
  rounding_plan *p = NEW(a, rounding_plan);
  *p =
      (rounding_plan){.groups = groups, .width = width, .depth = depth, .stride = stride_of(depth)};
  p->factor = room ? room : arena_raw(a, rounding_floats(groups, depth), sizeof *p->factor);
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
  const double *tries;
  size_t try_count;
  size_t panels, rows, strips; /* of a strip: panels, rows of weights; of a group: strips */
  float *q, *taken;
  double *errors;
  float *space; /* [workers][space_floats] */
  size_t space_floats;
} walking;

/* What one thread walks by itself: some rows of weights, each with all its tries.  A row with
 * one try is a lane; PANEL lanes lie side by side, which is how gemm.h wants the vector side. */
typedef struct strip {
  const walking *w;
  size_t g, row, rows; /* in the group; the first of all groups' rows */
  float *placed;       /* [panels][depth][PANEL]: weights at their places, rounded in time */
  float *errors;       /* [panels][depth][PANEL]: what that has taken off */
  float *adjust;       /* [panels][STEP][PANEL]: sums over the places behind the step */
  float *scratch;      /* of gemm_serial */
  float unit[LANES];
  double sums[LANES];
} strip;

/* A place's terms: D (e + adjust)^2, and what damping has added to D for it is not of the error. */
INLINE void add_terms(double diagonal, double added, const float *left, const float *e,
                      double *sums) {
  double d = diagonal * diagonal;
  for (size_t i = 0; i < CHUNK; i++)
    sums[i] += d * (double)left[i] * (double)left[i] - added * (double)e[i] * (double)e[i];
}

/* Rounds CHUNK lanes at places [at, at + n), the last first. */
INLINE void walk_lanes_any(strip *s, size_t at, size_t n, size_t lane) {
  const rounding_plan *p = s->w->p;
  size_t panel = lane / PANEL, first = (panel * p->depth + at) * PANEL + lane % PANEL;
  const float *factor = p->factor + (s->g * p->depth + at) * p->stride + at;
  const float *unit = s->unit + lane;
  float *adjust = s->adjust + panel * STEP * PANEL + lane % PANEL;
  float *placed = s->placed + first, *errors = s->errors + first, r[CHUNK];
  double *sums = s->sums + lane;
  lattice l = s->w->l;
  for (size_t i = 0; i < CHUNK; i++) r[i] = 1.0f / unit[i];
  for (size_t j = n; j-- > 0;) {
    float x[CHUNK], e[CHUNK], left[CHUNK];
    memcpy(x, placed + j * PANEL, sizeof x);
    for (size_t i = 0; i < CHUNK; i++) {
      float y = x[i] + adjust[j * PANEL + i];
      float rounded = copysignf(lattice_round(l, fabsf(y) * r[i]) * unit[i], y);
      e[i] = x[i] - rounded;
      left[i] = y - rounded;
      x[i] = rounded;
    }
    memcpy(placed + j * PANEL, x, sizeof x);
    memcpy(errors + j * PANEL, e, sizeof e);
    add_terms((double)p->diagonals[s->g * p->depth + at + j], p->added[s->g], left, e, sums);
    const float *line = factor + j * p->stride; /* place j's part in those before */
    chunk by, sum;
    memcpy(&by, e, sizeof by);
    for (size_t k = 0; k < j; k++) {
      memcpy(&sum, adjust + k * PANEL, sizeof sum);
      sum += line[k] * by;
      memcpy(adjust + k * PANEL, &sum, sizeof sum);
    }
  }
}
AT_EACH_LEVEL(static void, walk_lanes, (strip * s, size_t at, size_t n, size_t lane),
              (s, at, n, lane))

/* What the places behind add to those of a step, in parts that stay in a thread's own cache. */
static void add_behind(strip *s, size_t at, size_t n) {
  const rounding_plan *p = s->w->p;
  size_t panels = s->w->panels;
  memset(s->adjust, 0, panels * STEP * PANEL * sizeof *s->adjust);
  for (size_t k = at + n; k < p->depth; k += PART)
    for (size_t panel = 0; panel < panels; panel++) {
      gemm m = {.m = (int64_t)n,
                .n = PANEL,
                .k = (int64_t)(p->depth - k < PART ? p->depth - k : PART),
                .a = {p->factor + (s->g * p->depth + at) * p->stride + k, FP8C_DTYPE_F32,
                      (int64_t)p->stride, 1},
                .b = {s->errors + (panel * p->depth + k) * PANEL, FP8C_DTYPE_F32, 1, PANEL},
                .c = s->adjust + panel * STEP * PANEL,
                .c_row = PANEL,
                .alpha = 1.0f,
                .add = true};
      gemm_serial(&m, s->scratch);
    }
}

/* Weights to a step's places, each row once for every try. */
static void place_rows(strip *s, size_t at, size_t n) {
  const walking *w = s->w;
  size_t depth = w->p->depth, lane = 0;
  const uint32_t *order = w->p->order + s->g * depth + at;
  for (size_t i = 0; i < s->rows; i++)
    for (size_t t = 0; t < w->try_count; t++, lane++) {
      const float *from = w->weights + (s->row + i) * depth;
      float *to = s->placed + (lane / PANEL * depth + at) * PANEL + lane % PANEL;
      for (size_t j = 0; j < n; j++) to[j * PANEL] = from[order[j]];
    }
}

static void set_units(strip *s) {
  const walking *w = s->w;
  for (size_t lane = 0; lane < LANES; lane++) {
    size_t row = lane / w->try_count;
    s->unit[lane] = row >= s->rows
                        ? 1
                        : (float)((double)w->scales[s->row + row] * w->tries[lane % w->try_count]);
  }
}

/* Each row as the try left it that errs least. */
static void take_rows_back(const strip *s) {
  const walking *w = s->w;
  size_t depth = w->p->depth;
  const uint32_t *order = w->p->order + s->g * depth;
  for (size_t i = 0; i < s->rows; i++) {
    size_t row = s->row + i, best = i * w->try_count;
    for (size_t t = 1; t < w->try_count; t++)
      if (s->sums[i * w->try_count + t] < s->sums[best]) best = i * w->try_count + t;
    const float *from = s->placed + best / PANEL * depth * PANEL + best % PANEL;
    for (size_t j = 0; j < depth; j++) w->q[row * depth + order[j]] = from[j * PANEL];
    if (w->taken) w->taken[row] = s->unit[best];
    if (w->errors) w->errors[row] = s->sums[best];
  }
}

static void walk_strip(void *object, size_t index, int worker) {
  const walking *w = object;
  size_t depth = w->p->depth, g = index / w->strips, first = index % w->strips * w->rows;
  size_t left = w->p->width - first, panel = depth * PANEL;
  strip s = {
      .w = w, .g = g, .row = g * w->p->width + first, .rows = left < w->rows ? left : w->rows};
  s.placed = w->space + (size_t)worker * w->space_floats;
  s.errors = s.placed + w->panels * panel;
  s.adjust = s.errors + w->panels * panel;
  s.scratch = s.adjust + w->panels * STEP * PANEL;
  set_units(&s);
  for (size_t b = (depth + STEP - 1) / STEP; b-- > 0;) {
    size_t at = b * STEP, n = depth - at < STEP ? depth - at : STEP;
    place_rows(&s, at, n);
    add_behind(&s, at, n);
    for (size_t lane = 0; lane < s.rows * w->try_count; lane += CHUNK) walk_lanes(&s, at, n, lane);
  }
  take_rows_back(&s);
}

void rounding_try(const rounding_plan *p, fp8c_dtype format, const float *weights,
                  const scale_tries *t, pass_context *c, float *q, double *errors) {
  walking w = {.p = p,
               .l = lattice_of(lattice_kind_of(format)),
               .weights = weights,
               .scales = t->scales,
               .tries = t->factors,
               .try_count = t->count,
               .q = q,
               .taken = t->taken,
               .errors = errors};
  /* two panels share the factor while it passes, where there are enough to go round */
  w.panels = p->width * t->count >= MANY_LANES ? LANES / PANEL : 1;
  w.rows = w.panels * PANEL / t->count;
  w.strips = (p->width + w.rows - 1) / w.rows;
  w.space_floats = w.panels * (2 * p->depth + STEP) * PANEL + gemm_serial_floats(PART);
  arena_mark mark = arena_save(c->scratch);
  w.space =
      arena_array(c->scratch, (size_t)pool_threads(c->threads), w.space_floats * sizeof *w.space);
  pool_run(c->threads, p->groups * w.strips, walk_strip, &w);
  arena_reset(c->scratch, mark);
}

void rounding_run(const rounding_plan *p, fp8c_dtype format, const float *weights,
                  const float *scales, pass_context *c, float *q, double *errors) {
  static const double as_given[] = {1};
  rounding_try(p, format, weights, &(scale_tries){scales, as_given, 1, NULL}, c, q, errors);
}
