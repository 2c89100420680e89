/* round_weights.c - FP8 weights whose errors cancel in the results.
 *
 * One walk over the samples gathers, for every product that could compute in FP8, the
 * second moments of the rows it multiplies, as they will be rounded; then each
 * product's weights are rounded to suit (rounding.h), with a bias for what is left of
 * the mean error.  Half the samples choose how far the moments are trusted, the other
 * half judge: where nothing beats rounding to nearest there, that is what stays.
 * The codes wait in the memo for whoever asks product_weights(). */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "passes/match.h"
#include "passes/repair.h"
#include "passes/rounding.h"
#include "passes/rows.h"
#include "passes/walk.h"

#define DEPTH_MAX 4096
#define MOMENT_BYTES_MAX ((size_t)768 << 20) /* of one walk; more products take more walks */
#define ROWS_LEAST 8192                      /* in all samples; each column asks for more */
#define ROWS_PER_COLUMN 4
#define FOLDS 2
#define ROWS_AN_ELEMENT 0.25 /* fewer rows say too little about that many columns */
#define ROWS_FOR_A_MEAN 32
#define REAL_GAIN 0.98 /* of the error that is left, else nearest stays */
#define GAIN_MAX 0.1   /* a scale may move by so much */

static const double dampings[] = {0.01, 0.1, 1};
#define DAMPINGS (sizeof dampings / sizeof *dampings)

/* Products that multiply the same rows, rounded alike. */
typedef struct site {
  const channel_split *split; /* of the rows; NULL: none */
  node **nodes;
  size_t node_count;
  row_shape shape;
  float unit;   /* scale of the rows in E4M3 */
  size_t limit; /* rows of a sample */
  moments folds[FOLDS];
} site;

typedef struct rounding_pass {
  pass_context *c;
  graph *g;
  site *sites;
  size_t site_count;
  size_t first, end; /* of the walk at hand */
  size_t products, better;
} rounding_pass;

/* ---- Which products --------------------------------------------------------------- */

static bool wanted(const node *n, pass_context *c) {
  row_shape s;
  if (!row_shape_of(n, &s) || format_impossible(n, c, "e4m3") || operand_by_blocks(c, n, 0))
    return false;
  const value_stats *v = stats_find(c->stats, n->in[0]->name);
  if (!v || !(v->amax > 0) || product_is_rounded(c, n)) return false;
  if (s.depth <= DEPTH_MAX) return true;
  pass_remark(c, "round-weights", n,
              "its weights are rounded to nearest: it sums %zu products, and second moments are "
              "kept of at most %d",
              s.depth, DEPTH_MAX);
  return false;
}

static site *site_of(rounding_pass *p, node *n, float unit) {
  for (size_t i = 0; i < p->site_count; i++)
    if (p->sites[i].unit == unit && same_rows(p->sites[i].nodes[0], n)) return &p->sites[i];
  site s = {.split = split_of(p->c, n), .unit = unit};
  row_shape_of(n, &s.shape);
  size_t rows = ROWS_LEAST + ROWS_PER_COLUMN * s.shape.depth, samples = p->c->samples->sample_count;
  s.limit = (rows + samples - 1) / samples;
  ARENA_PUSH(p->c->scratch, p->sites, p->site_count, s);
  return &p->sites[p->site_count - 1];
}

static void find_sites(rounding_pass *p) {
  for (node *n = p->g->first; n; n = n->next) {
    if (!wanted(n, p->c)) continue;
    site *s = site_of(p, n, operand_scale(p->c, n, 0, FP8C_DTYPE_E4M3));
    ARENA_PUSH(p->c->scratch, s->nodes, s->node_count, n);
  }
}

/* ---- The walk ------------------------------------------------------------------------ */

static void add_remainders(lattice l, const channel_split *split, const float *real, size_t rows,
                           float unit, float *rounded) {
  for (size_t r = 0; r < rows; r++, real += split->depth, rounded += split->depth)
    for (size_t i = 0; i < split->count; i++) {
      float left = real[split->channels[i]] - rounded[split->channels[i]], part;
      round_to(l, &left, 1, unit, &part);
      rounded[split->channels[i]] += part;
    }
}

static fp8c_status take_rows(void *user, size_t sample, const tensor *results, fp8c_error *err) {
  rounding_pass *p = user;
  pass_context *c = p->c;
  lattice l = lattice_of(LATTICE_E4M3);
  for (size_t i = p->first; i < p->end; i++) {
    site *s = &p->sites[i];
    arena_mark mark = arena_save(c->scratch);
    tensor x = results[i - p->first];
    x.data = (void *)(uintptr_t)tensor_f32(&x, c->scratch);
    x.dtype = FP8C_DTYPE_F32;
    size_t groups = s->shape.groups, depth = s->shape.depth, count;
    float *real = arena_array(c->scratch, groups * s->limit, depth * sizeof *real);
    float *rounded = arena_array(c->scratch, groups * s->limit, depth * sizeof *real);
    TRY(rows_gather(s->nodes[0], &s->shape, &x, s->limit, c, real, &count, err));
    round_to(l, real, groups * count * depth, s->unit, rounded);
    if (s->split) add_remainders(l, s->split, real, count, s->unit, rounded);
    moments_add(&s->folds[sample % FOLDS], real, rounded, count, c);
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}

/* ---- One product ------------------------------------------------------------------------ */

typedef struct product {
  const node *n;
  const site *s;
  size_t rows, depth;  /* of the weights as a matrix */
  const float *w;      /* [rows][depth] */
  const float *scales; /* of each row */
  const small_weight *nearest;
  const float *near;   /* its codes as real numbers */
  bool rounds, shifts; /* there is enough to go by; and a bias is free */
} product;

/* from: [groups][a][b], to: [groups][b][a] */
static void turn_groups(const float *from, size_t groups, size_t a, size_t b, float *to) {
  for (size_t g = 0; g < groups; g++, from += a * b, to += a * b)
    for (size_t i = 0; i < a; i++)
      for (size_t j = 0; j < b; j++) to[j * a + i] = from[i * b + j];
}

static fp8c_status load_product(pass_context *c, const site *s, const node *n, product *p,
                                fp8c_error *err) {
  arena *a = c->scratch;
  const row_shape *t = &s->shape;
  *p = (product){.n = n, .s = s, .rows = t->groups * t->width, .depth = t->depth};
  row_shape own;
  row_shape_of(n, &own);
  p->rows = own.groups * own.width;
  tensor stored;
  TRY(value_load(n->in[1], a, &stored, err));
  const float *w = tensor_f32(&stored, a);
  TRY(product_weights_nearest(c, n, FP8C_DTYPE_E4M3, weights_per_channel(c, n), &p->nearest, err));
  size_t count = p->rows * p->depth;
  const scale *unit = &p->nearest->type.scale;
  bool axis = unit->kind == SCALE_AXIS;
  float *scales = NEW_ARRAY(a, float, p->rows), *near = NEW_ARRAY(a, float, count);
  floats_decode(FP8C_DTYPE_E4M3, p->nearest->codes, near, count);
  size_t per = count / (size_t)stored.dims[0];
  for (size_t i = 0; i < count; i++) near[i] *= axis ? unit->scales[i / per] : unit->value;
  for (size_t i = 0; i < p->rows; i++) scales[i] = axis ? unit->scales[i] : unit->value;
  p->scales = scales;
  p->w = w;
  p->near = near;
  if (t->turned) {
    float *turned = NEW_ARRAY(a, float, count), *turned_near = NEW_ARRAY(a, float, count);
    turn_groups(w, own.groups, own.depth, own.width, turned);
    turn_groups(near, own.groups, own.depth, own.width, turned_near);
    p->w = turned;
    p->near = turned_near;
  }
  double seen = s->folds[0].rows + s->folds[1].rows;
  p->rounds = (c->repairs & REPAIR_ROUND) && seen >= ROWS_AN_ELEMENT * (double)p->depth;
  p->shifts =
      (c->repairs & REPAIR_BIAS) && !t->turned && bias_is_free(n, c) && seen >= ROWS_FOR_A_MEAN;
  return FP8C_OK;
}

static size_t width_of(const product *p) { return p->rows / p->s->shape.groups; }

/* What a bias has to add for the mean over `m` to be right. */
static void mean_shift(const product *p, const moments *m, const float *q, double *shift) {
  for (size_t i = 0; i < p->rows; i++) {
    size_t g = i / width_of(p);
    const double *real = m->real + g * p->depth, *rounded = m->rounded + g * p->depth;
    double sum = 0;
    for (size_t k = 0; k < p->depth; k++)
      sum += (double)p->w[i * p->depth + k] * real[k] - (double)q[i * p->depth + k] * rounded[k];
    shift[i] = m->rows > 0 ? sum / m->rows : 0;
  }
}

/* Mean square error of each result over the rows of `m`, apart from what rounding of the
 * rows adds whatever the weights are.  NULL: no bias is added. */
static void errors_over(pass_context *c, const product *p, const moments *m, const float *q,
                        const double *shift, double *errors) {
  arena_mark mark = arena_save(c->scratch);
  size_t count = p->rows * p->depth;
  float *e = NEW_ARRAY(c->scratch, float, count);
  for (size_t i = 0; i < count; i++) e[i] = q[i] - p->w[i];
  moments_products(m, shift != NULL, e, e, width_of(p), c, errors);
  if (shift) {
    double *left = NEW_ARRAY(c->scratch, double, p->rows);
    mean_shift(p, m, q, left);
    for (size_t i = 0; i < p->rows; i++) errors[i] += (left[i] - shift[i]) * (left[i] - shift[i]);
  }
  arena_reset(c->scratch, mark);
}

static double sum_of(const double *x, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += x[i] > 0 ? x[i] : 0;
  return sum;
}

/* Error on one half of what the other half made of the weights. */
static double held_out(pass_context *c, const product *p, const moments *from, const moments *on,
                       const float *q, bool shifts) {
  arena_mark mark = arena_save(c->scratch);
  double *errors = NEW_ARRAY(c->scratch, double, p->rows), *shift = NULL;
  if (shifts) {
    shift = NEW_ARRAY(c->scratch, double, p->rows);
    mean_shift(p, from, q, shift);
  }
  errors_over(c, p, on, q, shift, errors);
  double sum = sum_of(errors, p->rows);
  arena_reset(c->scratch, mark);
  return sum;
}

/* How far the moments are to be trusted: an index of dampings, DAMPINGS for nearest.
 * `left` is the share of plain rounding's error that is left, on the other half. */
static size_t choose_damping(pass_context *c, product *p, double *left) {
  const moments *a = &p->s->folds[0], *b = &p->s->folds[1];
  arena_mark mark = arena_save(c->scratch);
  double plain = held_out(c, p, a, b, p->near, false), least = plain;
  if (p->shifts) {
    double shifted = held_out(c, p, a, b, p->near, true);
    p->shifts = shifted < plain;
    if (p->shifts) least = shifted;
  }
  size_t best = DAMPINGS;
  float *q = NEW_ARRAY(c->scratch, float, p->rows * p->depth);
  for (size_t i = 0; i < DAMPINGS && p->rounds; i++) {
    arena_mark inner = arena_save(c->scratch);
    rounding_plan *plan =
        rounding_plan_new(a, p->shifts, dampings[i], p->w, width_of(p), c, c->scratch);
    if (plan) {
      rounding_run(plan, FP8C_DTYPE_E4M3, p->w, p->scales, c, q);
      double error = held_out(c, p, a, b, q, p->shifts);
      if (error < REAL_GAIN * least) {
        least = error;
        best = i;
      }
    }
    arena_reset(c->scratch, inner);
  }
  *left = plain > 0 ? least / plain : 1;
  arena_reset(c->scratch, mark);
  return best;
}

/* Rows of weights that did not get better on what they were made of stay nearest; the
 * scales of the others move to where least squares puts them. */
static void keep_better(pass_context *c, const product *p, const moments *m, float *q,
                        const float *given, bool scales_move, float *scales) {
  arena_mark mark = arena_save(c->scratch);
  double *ours = NEW_ARRAY(c->scratch, double, p->rows);
  double *near = NEW_ARRAY(c->scratch, double, p->rows);
  double *wq = NEW_ARRAY(c->scratch, double, p->rows), *qq = NEW_ARRAY(c->scratch, double, p->rows);
  size_t count = p->rows * p->depth;
  float *e = NEW_ARRAY(c->scratch, float, count);
  for (size_t i = 0; i < count; i++) e[i] = q[i] - p->w[i];
  moments_products(m, p->shifts, e, e, width_of(p), c, ours);
  for (size_t i = 0; i < count; i++) e[i] = p->near[i] - p->w[i];
  moments_products(m, p->shifts, e, e, width_of(p), c, near);
  for (size_t i = 0; i < p->rows; i++)
    if (!(ours[i] < near[i])) {
      memcpy(q + i * p->depth, p->near + i * p->depth, p->depth * sizeof *q);
      scales[i] = given[i];
    }
  moments_products(m, p->shifts, p->w, q, width_of(p), c, wq);
  moments_products(m, p->shifts, q, q, width_of(p), c, qq);
  for (size_t i = 0; i < p->rows; i++) {
    double gain = qq[i] > 0 && scales_move ? wq[i] / qq[i] : 1;
    if (!(fabs(gain - 1) <= GAIN_MAX)) gain = 1;
    float moved = (float)((double)scales[i] * gain), by = moved / scales[i];
    scales[i] = moved;
    for (size_t k = 0; k < p->depth; k++) q[i * p->depth + k] *= by;
  }
  arena_reset(c->scratch, mark);
}

/* Codes, scales and bias of what was found, where the memo keeps them. */
static void keep_product(pass_context *c, const product *p, const moments *m, const float *q,
                         const float *scales, double damping, double left) {
  const tensor *like = &p->nearest->type;
  rounded_weight r = rounded_weight_key(c, p->n);
  small_weight *w = &r.weight;
  *w = *p->nearest;
  size_t count = p->rows * p->depth;
  bool axis = like->scale.kind == SCALE_AXIS;
  const row_shape *t = &p->s->shape;
  const float *lying = q;
  if (t->turned) {
    float *back = NEW_ARRAY(c->scratch, float, count);
    turn_groups(q, t->groups, p->rows / t->groups, p->depth, back);
    lying = back;
  }
  size_t channels = (size_t)like->dims[0];
  float *units = NEW_ARRAY(c->keep, float, axis ? channels : 1);
  if (axis)
    memcpy(units, scales, channels * sizeof *units);
  else
    units[0] = like->scale.value;
  uint8_t *codes = arena_alloc(c->keep, count);
  weight_codes(FP8C_DTYPE_E4M3, lying, channels, count / channels, !axis, c->threads, units, codes);
  w->codes = codes;
  if (axis) w->type.scale.scales = units;
  if (p->shifts) {
    double *shift = NEW_ARRAY(c->scratch, double, p->rows);
    float *kept = NEW_ARRAY(c->keep, float, p->rows);
    mean_shift(p, m, q, shift);
    for (size_t i = 0; i < p->rows; i++) kept[i] = (float)shift[i];
    w->shift = kept;
  }
  w->treatment = damping > 0 ? "rounded so that errors cancel"
                 : p->shifts ? "rounded to nearest, the mean error in the bias"
                             : NULL;
  w->treatment_db = -10 * log10(left);
  precision_memo *memo = memo_of(c);
  ARENA_PUSH(c->keep, memo->rounded, memo->rounded_count, r);
}

/* What each row of weights errs by on `m`. */
static void own_errors(pass_context *c, const product *p, const moments *m, const float *q,
                       double *errors) {
  arena_mark mark = arena_save(c->scratch);
  size_t count = p->rows * p->depth;
  float *e = NEW_ARRAY(c->scratch, float, count);
  for (size_t i = 0; i < count; i++) e[i] = q[i] - p->w[i];
  moments_products(m, p->shifts, e, e, width_of(p), c, errors);
  arena_reset(c->scratch, mark);
}

/* The same with other scales, parts of an octave apart: where the lattice lies beside a
 * row's numbers makes some difference, and each row takes what suits it. */
static void try_scales(pass_context *c, product *p, const rounding_plan *plan, const moments *m,
                       float *q) {
  static const double factors[] = {0.75, 0.875, 1.125, 1.25};
  arena *a = c->scratch;
  float *best = NEW_ARRAY(a, float, p->rows), *scales = NEW_ARRAY(a, float, p->rows);
  memcpy(best, p->scales, p->rows * sizeof *best);
  arena_mark mark = arena_save(a);
  double *least = NEW_ARRAY(a, double, p->rows), *errors = NEW_ARRAY(a, double, p->rows);
  float *other = NEW_ARRAY(a, float, p->rows * p->depth);
  own_errors(c, p, m, q, least);
  for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
    for (size_t i = 0; i < p->rows; i++) scales[i] = (float)((double)p->scales[i] * factors[f]);
    rounding_run(plan, FP8C_DTYPE_E4M3, p->w, scales, c, other);
    own_errors(c, p, m, other, errors);
    for (size_t i = 0; i < p->rows; i++) {
      if (!(errors[i] < least[i])) continue;
      least[i] = errors[i];
      best[i] = scales[i];
      memcpy(q + i * p->depth, other + i * p->depth, p->depth * sizeof *q);
    }
  }
  arena_reset(a, mark);
  p->scales = best;
}

static fp8c_status round_product(rounding_pass *r, const site *s, const node *n, const moments *all,
                                 fp8c_error *err) {
  pass_context *c = r->c;
  product p;
  TRY(load_product(c, s, n, &p, err));
  double left;
  size_t best = choose_damping(c, &p, &left);
  size_t count = p.rows * p.depth;
  float *q = NEW_ARRAY(c->scratch, float, count), *scales = NEW_ARRAY(c->scratch, float, p.rows);
  memcpy(q, p.near, count * sizeof *q);
  double damping = best < DAMPINGS ? dampings[best] : 0;
  rounding_plan *plan =
      damping > 0 ? rounding_plan_new(all, p.shifts, damping, p.w, width_of(&p), c, c->scratch)
                  : NULL;
  if (plan) rounding_run(plan, FP8C_DTYPE_E4M3, p.w, p.scales, c, q);
  scale_policy policy = operand_policy(c, n, 1);
  bool moves = p.nearest->type.scale.kind == SCALE_AXIS && !policy.power_of_two &&
               policy.method != SCALE_CONSTANT;
  const float *given = p.scales;
  if (plan && moves) try_scales(c, &p, plan, all, q);
  memcpy(scales, p.scales, p.rows * sizeof *scales);
  if (plan) keep_better(c, &p, all, q, given, moves, scales);
  keep_product(c, &p, all, q, scales, plan ? damping : 0, left);
  r->products++;
  r->better += plan != NULL;
  c->changes++;
  return FP8C_OK;
}

static fp8c_status round_site(rounding_pass *p, site *s, fp8c_error *err) {
  pass_context *c = p->c;
  moments all = moments_new(c->scratch, s->shape.groups, s->shape.depth);
  for (size_t f = 0; f < FOLDS; f++) moments_sum(&all, &s->folds[f]);
  for (size_t i = 0; i < s->node_count; i++) {
    arena_mark mark = arena_save(c->scratch);
    TRY(round_product(p, s, s->nodes[i], &all, err));
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}

/* ---- The pass ------------------------------------------------------------------------------ */

static size_t moment_bytes(const site *s) {
  return FOLDS * s->shape.groups * s->shape.depth * s->shape.depth * sizeof(float);
}

/* As many sites as memory allows, from p->first on. */
static fp8c_status round_some(rounding_pass *p, fp8c_error *err) {
  pass_context *c = p->c;
  size_t bytes = 0;
  for (p->end = p->first; p->end < p->site_count; p->end++) {
    bytes += moment_bytes(&p->sites[p->end]);
    if (bytes > MOMENT_BYTES_MAX && p->end > p->first) break;
  }
  arena_mark mark = arena_save(c->scratch);
  value **taps = NEW_ARRAY(c->scratch, value *, p->end - p->first);
  for (size_t i = p->first; i < p->end; i++) {
    site *s = &p->sites[i];
    taps[i - p->first] = s->nodes[0]->in[0];
    for (size_t f = 0; f < FOLDS; f++)
      s->folds[f] = moments_new(c->scratch, s->shape.groups, s->shape.depth);
  }
  TRY(walk_samples(c, p->g, taps, p->end - p->first, "round", take_rows, p, err));
  for (size_t i = p->first; i < p->end; i++) {
    arena_mark inner = arena_save(c->scratch);
    TRY(round_site(p, &p->sites[i], err));
    arena_reset(c->scratch, inner);
    if (c->progress) c->progress(c->progress_user, "round", i + 1, p->site_count);
  }
  arena_reset(c->scratch, mark);
  p->first = p->end;
  return FP8C_OK;
}

fp8c_status pass_round_weights(graph *g, pass_context *c, fp8c_error *err) {
  if (!(c->repairs & (REPAIR_ROUND | REPAIR_BIAS)) || !wants_fp8(c) || !c->samples || !c->stats ||
      !c->evaluate)
    return FP8C_OK;
  rounding_pass p = {.c = c, .g = g};
  if (c->samples->sample_count < FOLDS) {
    pass_remark(c, "round-weights", NULL,
                "one sample makes nothing that another could judge, so weights are rounded to "
                "nearest");
    return FP8C_OK;
  }
  find_sites(&p);
  while (p.first < p.site_count) TRY(round_some(&p, err));
  return FP8C_OK;
}
