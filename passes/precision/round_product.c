/* round_product.c - the weights of one product rounded so that errors cancel, where samples held
 * out say that it helps. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/random.h"
#include "passes/precision/round_weights.h"

#define ROWS_AN_ELEMENT 0.25 /* fewer rows say too little about that many columns */
#define ROWS_FOR_A_MEAN 32
#define REAL_GAIN 0.98 /* of the error that is left, else nearest stays */
#define GAIN_MAX 0.1   /* a scale may move by so much */
/* Moments of so many columns or more, but of fewer rows than twice as many, have directions that
 * only damping fills: a hundredth never was enough for them. */
#define WIDE_MOMENTS 256

#define DRAWS 8 /* of stochastic rounding, of which samples held out choose one */

static const double dampings[] = {0.01, 0.1, 1};
#define DAMPINGS (sizeof dampings / sizeof *dampings)

typedef struct product {
  const node *n;
  const site *s;
  size_t rows, depth;  /* of the weights as a matrix */
  const float *w;      /* [rows][depth] */
  const float *scales; /* of each row */
  const small_weight *nearest;
  const float *near;   /* its codes as real numbers */
  size_t judged;       /* rows of each group, where only some are here; 0: all are */
  bool rounds, shifts; /* there is enough to go by; and a bias is free */
  bool draws;          /* the same for stochastic rounding */
  bool shifts_wide;    /* a bias helps activations that are rounded otherwise, too */
  bool agreed;         /* rows of each size gain */
} product;

/* from: [groups][a][b], to: [groups][b][a] */
static void transpose_groups(const float *from, size_t groups, size_t a, size_t b, float *to) {
  for (size_t g = 0; g < groups; g++, from += a * b, to += a * b)
    for (size_t i = 0; i < a; i++)
      for (size_t j = 0; j < b; j++) to[j * a + i] = from[i * b + j];
}

typedef struct decoding {
  const small_weight *nearest;
  size_t per; /* elements a channel */
  float *near;
} decoding;

static void decode_channel(void *object, size_t channel, int worker) {
  (void)worker;
  const decoding *d = object;
  const scale *unit = &d->nearest->type.scale;
  float *near = d->near + channel * d->per;
  float by = unit->kind == SCALE_AXIS ? unit->scales[channel] : unit->value;
  floats_decode(FP8C_DTYPE_E4M3, (const uint8_t *)d->nearest->codes + channel * d->per, near,
                d->per);
  for (size_t k = 0; k < d->per; k++) near[k] *= by;
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
  TRY(value_load_by(n->in[1], c->threads, a, &stored, err));
  const float *w = tensor_f32(&stored, a);
  TRY(product_weights_nearest(c, n, FP8C_DTYPE_E4M3, weights_per_channel(c, n), &p->nearest, err));
  size_t count = p->rows * p->depth, channels = (size_t)stored.dims[0];
  const scale *unit = &p->nearest->type.scale;
  bool axis = unit->kind == SCALE_AXIS;
  float *scales = NEW_ARRAY(a, float, p->rows), *near = NEW_ARRAY(a, float, count);
  decoding d = {p->nearest, count / channels, near};
  pool_run(c->threads, channels, decode_channel, &d);
  for (size_t i = 0; i < p->rows; i++) scales[i] = axis ? unit->scales[i] : unit->value;
  p->scales = scales;
  p->w = w;
  p->near = near;
  if (t->transposed) {
    float *transposed = NEW_ARRAY(a, float, count), *transposed_near = NEW_ARRAY(a, float, count);
    transpose_groups(w, own.groups, own.depth, own.width, transposed);
    transpose_groups(near, own.groups, own.depth, own.width, transposed_near);
    p->w = transposed;
    p->near = transposed_near;
  }
  double seen = (double)(s->folds[0].count + s->folds[1].count);
  p->rounds = (c->repairs & REPAIR_ROUND) && seen >= ROWS_AN_ELEMENT * (double)p->depth;
  p->draws = (c->repairs & REPAIR_STOCHASTIC) && seen >= ROWS_AN_ELEMENT * (double)p->depth;
  p->shifts = (c->repairs & REPAIR_BIAS) && !t->transposed && bias_is_free(n) &&
              moments_effective_rows(&s->folds[0], &s->folds[1]) >= ROWS_FOR_A_MEAN;
  return FP8C_OK;
}

static size_t width_of(const product *p) { return p->rows / p->s->shape.groups; }

typedef struct row_work {
  const product *p;
  const moments *m;
  const float *q;
  float *out;    /* [rows][depth] */
  double *shift; /* [rows] */
  bool weights_only;
} row_work;

static void shift_row(void *object, size_t i, int worker) {
  (void)worker;
  const row_work *w = object;
  size_t depth = w->p->depth, g = i / width_of(w->p);
  const float *real_w = w->p->w + i * depth, *q = w->q + i * depth;
  const double *real = w->m->real + g * depth, *rounded = w->m->rounded + g * depth;
  if (w->weights_only) rounded = real;
  double sum = 0;
  for (size_t k = 0; k < depth; k++) sum += (double)real_w[k] * real[k] - (double)q[k] * rounded[k];
  w->shift[i] = w->m->rows > 0 ? sum / w->m->rows : 0;
}

/* What a bias has to add for the mean over `m` to be right; weights_only: for rows that are read
 * unrounded. */
static void mean_shift(pass_context *c, const product *p, const moments *m, const float *q,
                       bool weights_only, double *shift) {
  row_work w = {.p = p, .m = m, .q = q, .shift = shift, .weights_only = weights_only};
  pool_run(c->threads, p->rows, shift_row, &w);
}

static void subtract_row(void *object, size_t i, int worker) {
  (void)worker;
  const row_work *w = object;
  size_t depth = w->p->depth;
  const float *q = w->q + i * depth, *real = w->p->w + i * depth;
  for (size_t k = 0; k < depth; k++) w->out[i * depth + k] = q[k] - real[k];
}

/* What each row of weights q errs by: mean squares of its results' errors, apart from what
 * rounding of the activations adds whatever the weights are. */
static void own_errors(pass_context *c, const product *p, const moment_matrix *h, const float *q,
                       double *errors) {
  arena_mark mark = arena_save(c->scratch);
  row_work w = {.p = p, .q = q};
  w.out = arena_raw(c->scratch, p->rows, p->depth * sizeof *w.out);
  pool_run(c->threads, p->rows, subtract_row, &w);
  moments_squares(h, w.out, width_of(p), c, errors);
  arena_reset(c->scratch, mark);
}

static void mean_row(void *object, size_t i, int worker) {
  (void)worker;
  const row_work *w = object;
  size_t depth = w->p->depth, g = i / width_of(w->p);
  const float *real_w = w->p->w + i * depth, *q = w->q + i * depth;
  const double *rounded = w->m->rounded + g * depth;
  double sum = 0;
  for (size_t k = 0; k < depth; k++) sum += ((double)q[k] - (double)real_w[k]) * rounded[k];
  w->shift[i] = sum / w->m->rows;
}

static double sum_of(const double *x, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += x[i] > 0 ? x[i] : 0;
  return sum;
}

/* ---- Stochastic rounding ------------------------------------------------------------------ */

/* |x| to the code above or below it, the nearer one the likelier; `share` is drawn from [0, 1). */
static float drawn_code(float x, double share) {
  float y = fabsf(x), near;
  uint8_t code = e4m3_from_f32(y, true);
  near = e4m3_to_f32(code);
  if (near == y || (near < y && code == e4m3_from_f32(INFINITY, true))) return copysignf(near, x);
  float other = e4m3_to_f32((uint8_t)(near > y ? code - 1 : code + 1));
  float low = near > y ? other : near, high = near > y ? near : other;
  bool up = share < ((double)y - (double)low) / ((double)high - (double)low);
  return copysignf(up ? high : low, x);
}

typedef struct drawing {
  const product *p;
  size_t width; /* of a group, with rows that are not judged */
  uint64_t stream;
  float *q;
} drawing;

/* A number for each place of the weights, whichever of their rows are here. */
static void draw_row(void *object, size_t i, int worker) {
  (void)worker;
  const drawing *d = object;
  const product *p = d->p;
  size_t few = p->judged, row = few ? i / few * d->width + i % few * d->width / few : i;
  float unit = p->scales[i], r = 1.0f / unit;
  for (size_t k = 0; k < p->depth; k++) {
    double share = (double)random_at(d->stream + row * p->depth + k) * 0x1p-53;
    d->q[i * p->depth + k] = drawn_code(p->w[i * p->depth + k] * r, share) * unit;
  }
}

static void draw(pass_context *c, const product *p, size_t which, float *q) {
  drawing d = {.p = p, .width = p->s->shape.width, .q = q};
  d.stream = random_at(((uint64_t)repairs_seed(c->repairs) << 8) + which);
  pool_run(c->threads, p->rows, draw_row, &d);
}

/* Errors on one half of what the other half made of the weights: as they are, and with a bias for
 * their mean (where `on` is centred). */
typedef struct judgement {
  double plain, shifted;
} judgement;

static judgement held_out(pass_context *c, const product *p, const moments *from,
                          const moment_matrix *on, const float *q) {
  arena_mark mark = arena_save(c->scratch);
  double *errors = NEW_ARRAY(c->scratch, double, p->rows);
  own_errors(c, p, on, q, errors);
  judgement j = {sum_of(errors, p->rows), 0};
  if (on->centred && on->of->rows > 0) {
    double *mean = NEW_ARRAY(c->scratch, double, p->rows);
    double *shift = NEW_ARRAY(c->scratch, double, p->rows);
    double *left = NEW_ARRAY(c->scratch, double, p->rows);
    row_work w = {.p = p, .m = on->of, .q = q, .shift = mean};
    pool_run(c->threads, p->rows, mean_row, &w);
    mean_shift(c, p, from, q, false, shift);
    mean_shift(c, p, on->of, q, false, left);
    for (size_t i = 0; i < p->rows; i++) {
      double off = left[i] - shift[i];
      left[i] = errors[i] + off * off;
      mean[i] = errors[i] + mean[i] * mean[i];
    }
    j = (judgement){sum_of(mean, p->rows), sum_of(left, p->rows)};
  }
  arena_reset(c->scratch, mark);
  return j;
}

/* As many rows of the weights as JUDGED_MOST allows, spread over each group: the moments are the
 * same for all, so that some show how far they are to be trusted. */
static product judged_rows(const product *p, arena *a) {
  size_t width = width_of(p), depth = p->depth, groups = p->s->shape.groups;
  size_t most = (size_t)(JUDGED_MOST / ((double)groups * (double)depth * (double)depth));
  if (most < JUDGED_LEAST) most = JUDGED_LEAST;
  if (width <= most) return *p;
  product some = *p;
  some.rows = groups * most;
  some.judged = most;
  float *w = NEW_ARRAY(a, float, some.rows *depth), *near = NEW_ARRAY(a, float, some.rows *depth);
  float *scales = NEW_ARRAY(a, float, some.rows);
  for (size_t i = 0; i < some.rows; i++) {
    size_t row = i / most * width + i % most * width / most;
    memcpy(w + i * depth, p->w + row * depth, depth * sizeof *w);
    memcpy(near + i * depth, p->near + row * depth, depth * sizeof *near);
    scales[i] = p->scales[row];
  }
  some.w = w, some.near = near, some.scales = scales;
  return some;
}

/* Whether rows of each size gain by weights q and the shift that half the samples suggest
 * (rows_by_size.h), on rows of the other half. */
static bool sizes_agree(pass_context *c, const product *p, const float *q, bool shifts,
                        bool weights_only, double *worst) {
  arena_mark mark = arena_save(c->scratch);
  double *shift = shifts ? NEW_ARRAY(c->scratch, double, p->rows) : NULL;
  if (shift) mean_shift(c, p, &p->s->folds[0], q, weights_only, shift);
  row_ways ways = {p->w, q, weights_only ? q : p->near, shift, width_of(p), weights_only};
  bool agree = sized_rows_agree(&p->s->judges, &ways, c, worst);
  arena_reset(c->scratch, mark);
  return agree;
}

/* How far the moments are to be trusted: an index of dampings, DAMPINGS for nearest, behind it the
 * draws of stochastic rounding; and whether a bias for the mean helps.  `left` is the share of
 * plain rounding's error that is left, on the other half; `worst` what rows of some size lose by
 * it, in dB, where they do not agree. */
static size_t choose_damping(pass_context *c, const matrices *room, product *all, double *left,
                             double *worst) {
  const moments *a = &all->s->folds[0], *b = &all->s->folds[1];
  arena_mark mark = arena_save(c->scratch);
  product some = judged_rows(all, c->scratch), *p = &some;
  moment_matrix on = moments_matrix(b, p->shifts, room->judged_by, c, c->scratch);
  judgement near = held_out(c, p, a, &on, p->near);
  double plain = near.plain;
  p->shifts = p->shifts && near.shifted < plain;
  double least = p->shifts ? near.shifted : plain;
  size_t best = DAMPINGS;
  float *q = arena_raw(c->scratch, p->rows, p->depth * sizeof *q);
  float *kept = arena_raw(c->scratch, p->rows, p->depth * sizeof *q);
  moment_matrix from = {0};
  if (p->rounds) from = moments_matrix(a, p->shifts, room->made_of, c, c->scratch);
  double before = INFINITY; /* more damping helps up to a point: beyond it, no more is tried */
  bool rises = false;
  size_t first = p->depth >= WIDE_MOMENTS && a->rows < 2 * (double)p->depth;
  for (size_t i = first; i < DAMPINGS && p->rounds && !rises; i++) {
    arena_mark inner = arena_save(c->scratch);
    rounding_plan *plan =
        rounding_plan_new(&from, dampings[i], p->w, width_of(p), room->factor, c, c->scratch);
    if (plan) {
      rounding_run(plan, FP8C_DTYPE_E4M3, p->w, p->scales, c, q, NULL);
      judgement ours = held_out(c, p, a, &on, q);
      double error = p->shifts ? ours.shifted : ours.plain;
      if (error < REAL_GAIN * least) {
        least = error;
        best = i;
        memcpy(kept, q, p->rows * p->depth * sizeof *q);
      }
      rises = error > before;
      before = error;
    }
    arena_reset(c->scratch, inner);
  }
  for (size_t k = 0; k < DRAWS && p->draws; k++) {
    draw(c, p, k, q);
    judgement ours = held_out(c, p, a, &on, q);
    double error = p->shifts ? ours.shifted : ours.plain;
    if (!(error < REAL_GAIN * least)) continue;
    least = error;
    best = DAMPINGS + 1 + k;
    memcpy(kept, q, p->rows * p->depth * sizeof *q);
  }
  const float *chosen = best != DAMPINGS ? kept : p->near;
  *left = plain > 0 ? least / plain : 1;
  all->shifts = p->shifts;
  bool changed = best != DAMPINGS || p->shifts;
  all->agreed = !changed || sizes_agree(c, p, chosen, p->shifts, false, worst);
  all->shifts_wide = p->shifts && sizes_agree(c, p, chosen, true, true, &(double){0});
  arena_reset(c->scratch, mark);
  return best;
}

/* The same, and what rows of some size lose by is not done: the bias first, then the rounding. */
static size_t choose(pass_context *c, const matrices *room, product *p, double *left) {
  double worst = 0;
  size_t best = choose_damping(c, room, p, left, &worst);
  const char *what = p->shifts ? "a bias for the mean error" : "rounding that suits most rows";
  if (p->agreed) return best;
  pass_remark(c, "round-weights", p->n,
              "%s would make the error of rows of another size %.1f dB larger, so it is left out",
              what, worst);
  if (p->shifts) {
    p->shifts = false;
    best = choose_damping(c, room, p, left, &worst);
    if (p->agreed) return best;
  }
  p->shifts = p->shifts_wide = false;
  *left = 1;
  return DAMPINGS;
}

typedef struct keeping {
  const product *p;
  float *q;
  double *ours;
  const double *near, *ww, *qq;
  const float *given;
  bool scales_move;
  float *scales;
} keeping;

static void keep_nearest(void *object, size_t i, int worker) {
  (void)worker;
  const keeping *k = object;
  size_t depth = k->p->depth;
  if (k->ours[i] < k->near[i]) return;
  memcpy(k->q + i * depth, k->p->near + i * depth, depth * sizeof *k->q);
  k->scales[i] = k->given[i];
  k->ours[i] = k->near[i];
}

static void move_scale(void *object, size_t i, int worker) {
  (void)worker;
  const keeping *k = object;
  double gain = 1; /* w H q over q H q, with (w - q) H (w - q) known */
  if (k->scales_move && k->qq[i] > 0) gain = (1 + (k->ww[i] - k->ours[i]) / k->qq[i]) / 2;
  if (!(fabs(gain - 1) <= GAIN_MAX)) gain = 1;
  float moved = (float)((double)k->scales[i] * gain), by = moved / k->scales[i];
  k->scales[i] = moved;
  float *q = k->q + i * k->p->depth;
  for (size_t j = 0; j < k->p->depth; j++) q[j] *= by;
}

/* Rows of weights that did not get better on what they were made of stay nearest; the
 * scales of the others move to where least squares puts them. */
static void keep_better(pass_context *c, const product *p, const moment_matrix *h, float *q,
                        double *ours, bool scales_move, float *scales) {
  arena_mark mark = arena_save(c->scratch);
  double *near = NEW_ARRAY(c->scratch, double, p->rows);
  double *ww = NEW_ARRAY(c->scratch, double, p->rows), *qq = NEW_ARRAY(c->scratch, double, p->rows);
  keeping k = {p, q, ours, near, ww, qq, p->scales, scales_move, scales};
  own_errors(c, p, h, p->near, near);
  pool_run(c->threads, p->rows, keep_nearest, &k);
  if (scales_move) {
    moments_squares(h, p->w, width_of(p), c, ww);
    moments_squares(h, q, width_of(p), c, qq);
  }
  pool_run(c->threads, p->rows, move_scale, &k);
  arena_reset(c->scratch, mark);
}

static const float *kept_shift(pass_context *c, const product *p, const moments *m, const float *q,
                               bool weights_only) {
  double *shift = NEW_ARRAY(c->scratch, double, p->rows);
  float *kept = NEW_ARRAY(c->keep, float, p->rows);
  mean_shift(c, p, m, q, weights_only, shift);
  for (size_t i = 0; i < p->rows; i++) kept[i] = (float)shift[i];
  return kept;
}

/* Keeps codes, scales and bias of what was found. */
static void keep_product(pass_context *c, const product *p, const moments *m, const float *q,
                         const float *scales, const char *treatment, double left) {
  const tensor *like = &p->nearest->type;
  rounded_weight r = rounded_weight_key(c, p->n);
  small_weight *w = &r.weight;
  *w = *p->nearest;
  size_t count = p->rows * p->depth;
  bool axis = like->scale.kind == SCALE_AXIS;
  const row_shape *t = &p->s->shape;
  const float *lying = q;
  if (t->transposed) {
    float *back = NEW_ARRAY(c->scratch, float, count);
    transpose_groups(q, t->groups, p->rows / t->groups, p->depth, back);
    lying = back;
  }
  size_t channels = (size_t)like->dims[0];
  float *units = NEW_ARRAY(c->keep, float, axis ? channels : 1);
  if (axis)
    memcpy(units, scales, channels * sizeof *units);
  else
    units[0] = like->scale.value;
  uint8_t *codes = arena_alloc(c->keep, count);
  const weight_matrix matrix = {lying, channels, count / channels, !axis};
  weight_codes(FP8C_DTYPE_E4M3, &matrix, c->threads, units, codes);
  w->codes = codes;
  if (axis) w->type.scale.scales = units;
  if (p->shifts) w->shift = kept_shift(c, p, m, q, false);
  w->treatment = treatment   ? treatment
                 : p->shifts ? "rounded to nearest, the mean error in the bias"
                             : NULL;
  w->treatment_db = -10 * log10(left);
  r.wide = *w;
  r.wide.shift = p->shifts_wide ? kept_shift(c, p, m, q, true) : NULL;
  rounded_weights *made = rounded_weights_of(c);
  ARENA_PUSH(c->keep, made->list, made->count, r);
}

/* Rounds for good, with all that was seen; short rows with other scales as well, parts of an octave
 * apart. */
static void round_again(pass_context *c, const product *p, const rounding_plan *plan,
                        const moment_matrix *h, bool scales_move, float *q, float *scales) {
  static const double tries[] = {1, 0.75, 0.875, 1.125, 1.25};
  if (p->depth >= LONG_ROWS) {
    memcpy(scales, p->scales, p->rows * sizeof *scales);
    rounding_run(plan, FP8C_DTYPE_E4M3, p->w, scales, c, q, NULL);
    return;
  }
  double *errors = NEW_ARRAY(c->scratch, double, p->rows);
  const scale_tries all = {p->scales, tries, scales_move ? sizeof tries / sizeof *tries : 1,
                           scales};
  rounding_try(plan, FP8C_DTYPE_E4M3, p->w, &all, c, q, errors);
  keep_better(c, p, h, q, errors, scales_move, scales);
}

fp8c_status round_product(rounding_pass *r, const site *s, const node *n, const moments *all,
                          fp8c_error *err) {
  pass_context *c = r->c;
  product p;
  TRY(load_product(c, s, n, &p, err));
  double left;
  size_t best = choose(c, &r->room, &p, &left);
  float *q = arena_raw(c->scratch, p.rows, p.depth * sizeof *q);
  float *scales = NEW_ARRAY(c->scratch, float, p.rows);
  double damping = best < DAMPINGS ? dampings[best] : 0;
  rounding_plan *plan = NULL;
  if (damping > 0) {
    moment_matrix h = moments_matrix(all, p.shifts, r->room.made_of, c, c->scratch);
    plan = rounding_plan_new(&h, damping, p.w, width_of(&p), r->room.factor, c, c->scratch);
    scale_policy policy = operand_policy(c, n, 1);
    bool moves = p.nearest->type.scale.kind == SCALE_AXIS && !policy.power_of_two &&
                 policy.method != SCALE_CONSTANT;
    if (plan) round_again(c, &p, plan, &h, moves, q, scales);
  }
  const char *treatment = plan ? "rounded so that errors cancel" : NULL;
  if (best > DAMPINGS) {
    draw(c, &p, best - DAMPINGS - 1, q);
    treatment = arena_printf(c->keep, "rounded at random (seed %u, draw %zu of %d)",
                             repairs_seed(c->repairs), best - DAMPINGS, DRAWS);
  }
  keep_product(c, &p, all, treatment ? q : p.near, plan ? scales : p.scales, treatment, left);
  r->products++;
  r->better += treatment != NULL;
  c->changes++;
  return FP8C_OK;
}
