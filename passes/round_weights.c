/* round_weights.c - FP8 weights whose errors cancel in the results.
 *
 * One walk over the samples gathers, for every product that could compute in FP8, the
 * second moments of the rows it multiplies, as they will be rounded; then each
 * product's weights are rounded to suit (rounding.h), with a bias for what is left of
 * the mean error.  Half the samples choose how far the moments are trusted, the other
 * half judge: where nothing beats rounding to nearest there, that is what stays.
 *
 * What is made small is the mean over rows of the error's square over the row's own signal:
 * a row of activations x with an error e of its result counts |e|^2 / s, where
 * s = |x|^2 + |B|^2 depth / |W|^2 + what rounding cannot tell from zeros, the square of the
 * result's expected length, bias B included, in units of x; of a convolution's patches,
 * which nothing takes for itself as a norm takes a token, the typical |x|^2 of the image
 * besides.  A sum of plain squares is one of massive rows where there are any.  And the
 * rows of each size must not lose (rows_by_size.h).
 * The codes wait for whoever asks product_weights(). */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "passes/match.h"
#include "passes/repair.h"
#include "passes/rounding.h"
#include "passes/row_scales.h"
#include "passes/rows.h"
#include "passes/rows_by_size.h"
#include "passes/sums.h"
#include "passes/walk.h"
#include "passes/work.h"

#define DEPTH_MAX 4096
#define MOMENT_BYTES_MAX ((size_t)768 << 20) /* of one walk; more products take more walks */
#define ROWS_LEAST 8192                      /* in all samples; each column asks for more */
#define ROWS_PER_COLUMN 4
#define FOLDS 2
#define ROWS_AN_ELEMENT 0.25 /* fewer rows say too little about that many columns */
#define ROWS_FOR_A_MEAN 32
#define JUDGED_MOST \
  0x1p28                 /* multiplications of rows by moments that choose how far to trust them */
#define JUDGED_LEAST 128 /* rows of weights, whatever that takes */
#define REAL_GAIN 0.98   /* of the error that is left, else nearest stays */
#define LEAST_BUDGET \
  0x1p37 /* multiply-accumulates that any model's weights may take: some seconds */
#define USUAL_SIZES 4
#define GAIN_MAX 0.1 /* a scale may move by so much */
/* Elements of a row of weights from which on chance evens out: every row gets better by much the
 * same, other scales would bring 0.1 to 0.2 dB for four times the work, and moving them to where
 * least squares puts them a hundredth. */
#define LONG_ROWS 1024
/* Moments of so many columns or more, but of fewer rows than twice as many, have directions that
 * only damping fills: a hundredth never was enough for them. */
#define WIDE_MOMENTS 256

static const double dampings[] = {0.01, 0.1, 1};
#define DAMPINGS (sizeof dampings / sizeof *dampings)

/* Rows of a sample as they are rounded: [groups][count][depth] codes, and the roots of weights. */
typedef struct kept_rows {
  uint8_t *codes;
  float *roots;
  size_t count;
} kept_rows;

/* Products that multiply the same rows, rounded alike. */
typedef struct site {
  const channel_split *split; /* of the rows; NULL: none */
  node **nodes;
  size_t node_count;
  row_shape shape;
  float unit;      /* scale of the rows in E4M3; 0: each has its own */
  double bias;     /* what the products' biases add to a row's signal */
  size_t limit;    /* rows of a sample */
  size_t factors;  /* the tap of what multiplies the rows' sums, + 1; 0: nothing does */
  kept_rows *kept; /* by sample: smaller than the moments, which are made of them one site after the
                      other; NULL: moments are summed as rows come */
  moments folds[FOLDS];
  sized_rows judges; /* of the second fold */
} site;

/* Where matrices lie, one after the other: pages that are there already cost nothing. */
typedef struct matrices {
  float *all, *made_of, *judged_by, *factor;
  float *folds[FOLDS]; /* of sites that kept rows */
} matrices;

typedef struct rounding_pass {
  pass_context *c;
  graph *g;
  site *sites;
  size_t site_count;
  size_t first, end; /* of the walk at hand */
  matrices room;     /* for any site of the walk at hand */
  arena *rows;       /* kept in it, and those that judge */
  size_t products, better;
} rounding_pass;

/* ---- Which products --------------------------------------------------------------- */

static bool wanted(const node *n, pass_context *c) {
  row_shape s;
  if (!row_shape_of(n, &s) || format_impossible(n, c, FP8C_DTYPE_E4M3) ||
      operand_by_blocks(c, n, 0))
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
    site *s = site_of(p, n, rounded_weight_key(p->c, n).unit);
    ARENA_PUSH(p->c->scratch, s->nodes, s->node_count, n);
  }
}

/* Squares of a constant, summed. */
static fp8c_status energy_of(pass_context *c, const value *v, double *sum, fp8c_error *err) {
  arena_mark mark = arena_save(c->scratch);
  tensor t;
  TRY(value_load_by(v, c->threads, c->scratch, &t, err));
  *sum = sum_squares(c->threads, tensor_f32(&t, c->scratch), NULL, (size_t)tensor_elements(&t));
  arena_reset(c->scratch, mark);
  return FP8C_OK;
}

/* |B|^2 depth / |W|^2 over all products of a site. */
static fp8c_status find_bias(pass_context *c, site *s, fp8c_error *err) {
  double weights = 0, biases = 0;
  for (size_t i = 0; i < s->node_count; i++) {
    const node *n = s->nodes[i];
    const value *b = n->in_count > 2 ? n->in[2] : NULL;
    double w, x = 0;
    TRY(energy_of(c, n->in[1], &w, err));
    if (b && value_is_const(b)) TRY(energy_of(c, b, &x, err));
    weights += w;
    biases += x;
  }
  s->bias = weights > 0 ? biases * (double)s->shape.depth / weights : 0;
  if (!isfinite(s->bias)) s->bias = 0;
  return FP8C_OK;
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

typedef struct rounding_rows {
  lattice l;
  const float *real;
  float unit, *rounded;
  size_t depth;
} rounding_rows;

static void round_stretch(void *object, size_t from, size_t to) {
  const rounding_rows *w = object;
  round_to(w->l, w->real + from, to - from, w->unit, w->rounded + from);
}

static void round_own_row(void *object, size_t row, int worker) {
  (void)worker;
  const rounding_rows *w = object;
  const float *x = w->real + row * w->depth;
  float amax = 0;
  for (size_t k = 0; k < w->depth; k++) amax = fabsf(x[k]) > amax ? fabsf(x[k]) : amax;
  round_to(w->l, x, w->depth, row_scale(amax, FP8C_DTYPE_E4M3), w->rounded + row * w->depth);
}

static void round_rows(rounding_pass *p, const site *s, const float *real, size_t rows,
                       float *rounded) {
  size_t depth = s->shape.depth;
  rounding_rows w = {lattice_of(LATTICE_E4M3), real, s->unit, rounded, depth};
  if (s->unit > 0)
    pool_stretches(p->c->threads, rows * depth, round_stretch, &w);
  else
    pool_run(p->c->threads, rows, round_own_row, &w);
}

/* Sums of rows that are multiplied err as those of rows that are. */
static fp8c_status apply_factors(pass_context *c, const site *s, const tensor *factors,
                                 size_t count, float *real, float *rounded, fp8c_error *err) {
  const row_shape one = {.groups = 1, .depth = 1, .width = 1};
  float *f = NEW_ARRAY(c->scratch, float, s->limit);
  TRY(rows_gather(s->nodes[0], &one, factors, s->limit, c, f, &count, err));
  size_t depth = s->shape.depth;
  for (size_t i = 0; i < count * depth; i++) {
    real[i] *= f[i / depth];
    rounded[i] *= f[i / depth];
  }
  return FP8C_OK;
}

typedef struct coding {
  const float *from;
  float unit;
  uint8_t *codes;
  float *to;
} coding;

static void encode_stretch(void *object, size_t from, size_t to) {
  const coding *w = object;
  float r = 1.0f / w->unit, piece[256];
  for (size_t i = from; i < to; i += 256) {
    size_t n = to - i < 256 ? to - i : 256;
    for (size_t k = 0; k < n; k++) piece[k] = w->from[i + k] * r;
    floats_encode(FP8C_DTYPE_E4M3, piece, w->codes + i, n, true);
  }
}

static void decode_stretch(void *object, size_t from, size_t to) {
  const coding *w = object;
  floats_decode(FP8C_DTYPE_E4M3, w->codes + from, w->to + from, to - from);
  for (size_t i = from; i < to; i++) w->to[i] *= w->unit;
}

static void keep_rows(rounding_pass *p, const site *s, size_t sample, const float *real,
                      size_t count) {
  size_t all = s->shape.groups * count * s->shape.depth;
  kept_rows *k = &s->kept[sample];
  *k = (kept_rows){arena_raw(p->rows, all, sizeof *k->codes),
                   arena_raw(p->rows, count, sizeof *k->roots), count};
  coding w = {.from = real, .unit = s->unit, .codes = k->codes};
  pool_stretches(p->c->threads, all, encode_stretch, &w);
}

typedef struct weighting {
  float *x;
  const float *roots;
  size_t count, depth;
} weighting;

static void weigh_row(void *object, size_t row, int worker) {
  (void)worker;
  const weighting *w = object;
  float *x = w->x + row * w->depth, root = w->roots[row % w->count];
  for (size_t k = 0; k < w->depth; k++) x[k] *= root;
}

static void weigh_rows(pass_context *c, const site *s, float *x, const float *roots, size_t count) {
  weighting w = {x, roots, count, s->shape.depth};
  pool_run(c->threads, s->shape.groups * count, weigh_row, &w);
}

/* What a row of zeros counts as: all its elements so small that they round to zero. */
static double least_signal(const site *s) {
  double least = s->unit > 0 ? (double)s->unit * 0x1p-10 : (double)ROW_SCALE_LEAST;
  return fmax((double)s->shape.depth * least * least, 0x1p-220);
}

static void clear_stretch(void *object, size_t from, size_t to) {
  memset((float *)object + from, 0, (to - from) * sizeof(float));
}

/* The moments of a site whose rows were kept. */
static void multiply_kept(rounding_pass *p, site *s) {
  pass_context *c = p->c;
  size_t groups = s->shape.groups, depth = s->shape.depth;
  for (size_t f = 0; f < FOLDS; f++) {
    s->folds[f].h = p->room.folds[f];
    pool_stretches(c->threads, groups * depth * depth, clear_stretch, s->folds[f].h);
  }
  for (size_t sample = 0; sample < c->samples->sample_count; sample++) {
    const kept_rows *k = &s->kept[sample];
    size_t all = groups * k->count * depth;
    if (!all) continue;
    arena_mark mark = arena_save(c->scratch);
    float *rounded = arena_raw(c->scratch, all, sizeof *rounded);
    coding w = {.unit = s->unit, .codes = k->codes, .to = rounded};
    pool_stretches(c->threads, all, decode_stretch, &w);
    weigh_rows(c, s, rounded, k->roots, k->count);
    moments_multiply(&s->folds[sample % FOLDS], rounded, k->count, c);
    arena_reset(c->scratch, mark);
  }
}

/* The geometric mean of signals above `least`, which are not of rows of zeros. */
static double typical_signal(const double *signal, size_t count, double least) {
  double sum = 0;
  size_t seen = 0;
  for (size_t r = 0; r < count; r++) {
    if (!(signal[r] > 2 * least)) continue;
    sum += log(signal[r]);
    seen++;
  }
  return seen ? exp(sum / (double)seen) : least;
}

/* Into the moments of the sample's fold, by weight, and among the rows that judge. */
static void use_rows(rounding_pass *p, site *s, size_t sample, float *real, float *rounded,
                     size_t count) {
  pass_context *c = p->c;
  size_t groups = s->shape.groups, depth = s->shape.depth, fold = sample % FOLDS;
  double *signal = NEW_ARRAY(c->scratch, double, count + 1);
  float *roots = NEW_ARRAY(c->scratch, float, count + 1);
  double least = s->bias + least_signal(s);
  row_signals(real, groups, count, depth, least, signal);
  if (!node_is(s->nodes[0], OP_LINEAR)) { /* a pixel's neighbours are summed with it further on */
    double typical = typical_signal(signal, count, least);
    for (size_t r = 0; r < count; r++) signal[r] += typical;
  }
  for (size_t r = 0; r < count; r++) roots[r] = (float)(1 / sqrt(signal[r]));
  if (fold == FOLDS - 1) {
    size_t allowed = ROWS_OF_A_SIZE * (sample + 1) / c->samples->sample_count;
    sized_rows_add(&s->judges, p->rows, real, rounded, signal, count, allowed + !allowed);
  }
  if (s->kept) {
    keep_rows(p, s, sample, real, count);
    memcpy(s->kept[sample].roots, roots, count * sizeof *roots);
  }
  weigh_rows(c, s, real, roots, count);
  weigh_rows(c, s, rounded, roots, count);
  moments_add(&s->folds[fold], real, rounded, roots, count, c);
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
    float *real = arena_raw(c->scratch, groups * s->limit, depth * sizeof *real);
    float *rounded = arena_raw(c->scratch, groups * s->limit, depth * sizeof *real);
    TRY(rows_gather(s->nodes[0], &s->shape, &x, s->limit, c, real, &count, err));
    round_rows(p, s, real, groups * count, rounded);
    if (s->split) add_remainders(l, s->split, real, count, s->unit, rounded);
    if (s->factors) TRY(apply_factors(c, s, &results[s->factors - 1], count, real, rounded, err));
    use_rows(p, s, sample, real, rounded, count);
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
  bool shifts_wide;    /* a bias helps activations that are rounded otherwise, too */
  bool agreed;         /* rows of each size gain */
} product;

/* from: [groups][a][b], to: [groups][b][a] */
static void turn_groups(const float *from, size_t groups, size_t a, size_t b, float *to) {
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
  if (t->turned) {
    float *turned = NEW_ARRAY(a, float, count), *turned_near = NEW_ARRAY(a, float, count);
    turn_groups(w, own.groups, own.depth, own.width, turned);
    turn_groups(near, own.groups, own.depth, own.width, turned_near);
    p->w = turned;
    p->near = turned_near;
  }
  double seen = (double)(s->folds[0].count + s->folds[1].count);
  p->rounds = (c->repairs & REPAIR_ROUND) && seen >= ROWS_AN_ELEMENT * (double)p->depth;
  p->shifts = (c->repairs & REPAIR_BIAS) && !t->turned && bias_is_free(n) &&
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

/* How far the moments are to be trusted: an index of dampings, DAMPINGS for nearest; and whether
 * a bias for the mean helps.  `left` is the share of plain rounding's error that is left, on the
 * other half; `worst` what rows of some size lose by it, in dB, where they do not agree. */
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
  const float *chosen = best < DAMPINGS ? kept : p->near;
  *left = plain > 0 ? least / plain : 1;
  all->shifts = p->shifts;
  bool changed = best < DAMPINGS || p->shifts;
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
                        double *ours, const float *given, bool scales_move, float *scales) {
  arena_mark mark = arena_save(c->scratch);
  double *near = NEW_ARRAY(c->scratch, double, p->rows);
  double *ww = NEW_ARRAY(c->scratch, double, p->rows), *qq = NEW_ARRAY(c->scratch, double, p->rows);
  keeping k = {p, q, ours, near, ww, qq, given, scales_move, scales};
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
  if (p->shifts) w->shift = kept_shift(c, p, m, q, false);
  w->treatment = damping > 0 ? "rounded so that errors cancel"
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
  rounding_try(plan, FP8C_DTYPE_E4M3, p->w, p->scales, tries,
               scales_move ? sizeof tries / sizeof *tries : 1, c, q, scales, errors);
  keep_better(c, p, h, q, errors, p->scales, scales_move, scales);
}

static fp8c_status round_product(rounding_pass *r, const site *s, const node *n, const moments *all,
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
  keep_product(c, &p, all, plan ? q : p.near, plan ? scales : p.scales, plan ? damping : 0, left);
  r->products++;
  r->better += plan != NULL;
  c->changes++;
  return FP8C_OK;
}

static fp8c_status round_site(rounding_pass *p, site *s, fp8c_error *err) {
  pass_context *c = p->c;
  if (s->kept) multiply_kept(p, s);
  moments all = moments_sum(&s->folds[0], &s->folds[1], p->room.all, c, c->scratch);
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

/* Rows that judge: of a few sizes, mostly. */
static size_t judge_bytes(const site *s) {
  return USUAL_SIZES * ROWS_OF_A_SIZE * s->shape.groups * s->shape.depth * 2 * sizeof(float);
}

/* Of a site's rows in all samples, at most. */
static size_t row_bytes(const rounding_pass *p, const site *s) {
  const node *n = s->nodes[0];
  size_t rows = s->limit * p->c->samples->sample_count;
  const value_stats *v = stats_find(p->c->stats, n->in[0]->name);
  if (node_is(n, OP_LINEAR) && v->count / s->shape.depth < rows)
    rows = (size_t)(v->count / s->shape.depth);
  return s->shape.groups * rows * s->shape.depth;
}

/* Whether rows are codes that take less memory than their moments. */
static bool rows_are_kept(const rounding_pass *p, const site *s) {
  bool codes =
      s->unit > 0 && !s->split && !(node_is(s->nodes[0], OP_LINEAR) && node_input(s->nodes[0], 3));
  return codes && s->shape.depth >= MOMENTS_LATE && row_bytes(p, s) < moment_bytes(s);
}

static matrices room_for(const rounding_pass *p) {
  size_t floats = 0, kept = 0;
  for (size_t i = p->first; i < p->end; i++) {
    const row_shape *s = &p->sites[i].shape;
    size_t wanted = rounding_floats(s->groups, s->depth);
    if (wanted > floats) floats = wanted;
    if (p->sites[i].kept && wanted > kept) kept = wanted;
  }
  matrices m;
  float **const each[] = {&m.all, &m.made_of, &m.judged_by, &m.factor};
  for (size_t i = 0; i < sizeof each / sizeof *each; i++)
    *each[i] = arena_raw(p->c->scratch, floats, sizeof(float));
  for (size_t f = 0; f < FOLDS; f++)
    m.folds[f] = kept ? arena_raw(p->c->scratch, kept, sizeof(float)) : NULL;
  return m;
}

/* As many sites as memory allows, from p->first on. */
static fp8c_status round_some(rounding_pass *p, fp8c_error *err) {
  pass_context *c = p->c;
  size_t bytes = 0;
  for (p->end = p->first; p->end < p->site_count; p->end++) {
    const site *s = &p->sites[p->end];
    bytes += rows_are_kept(p, s) ? row_bytes(p, s) : moment_bytes(s);
    bytes += judge_bytes(s);
    if (bytes > MOMENT_BYTES_MAX && p->end > p->first) break;
  }
  arena_mark mark = arena_save(c->scratch);
  p->rows = arena_inside(c->scratch);
  size_t count = p->end - p->first;
  value **taps = NEW_ARRAY(c->scratch, value *, 2 * count);
  for (size_t i = p->first; i < p->end; i++) {
    site *s = &p->sites[i];
    taps[i - p->first] = s->nodes[0]->in[0];
    value *factors = node_input(s->nodes[0], 3);
    if (node_is(s->nodes[0], OP_LINEAR) && factors) {
      taps[count++] = factors;
      s->factors = count;
    }
    TRY(find_bias(c, s, err));
    s->judges = (sized_rows){.groups = s->shape.groups, .depth = s->shape.depth};
    if (rows_are_kept(p, s)) s->kept = NEW_ARRAY(c->scratch, kept_rows, c->samples->sample_count);
    for (size_t f = 0; f < FOLDS; f++)
      s->folds[f] = s->kept ? moments_sums(c->scratch, s->shape.groups, s->shape.depth)
                            : moments_new(c->scratch, s->shape.groups, s->shape.depth);
  }
  TRY(walk_samples(c, p->g, taps, count, "round", take_rows, p, err));
  p->room = room_for(p);
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

/* Multiply-accumulates of a site: moments, their factors, trials on half of the samples, and the
 * rounding. */
static double work_of(const rounding_pass *p, const site *s) {
  double depth = (double)s->shape.depth, groups = (double)s->shape.groups, square = depth * depth;
  double rows = (double)(s->limit * p->c->samples->sample_count), work = 0;
  const value_stats *v = stats_find(p->c->stats, s->nodes[0]->in[0]->name);
  if (node_is(s->nodes[0], OP_LINEAR)) rows = fmin(rows, (double)v->count / depth);
  for (size_t i = 0; i < s->node_count; i++) {
    row_shape own;
    row_shape_of(s->nodes[i], &own);
    double width = (double)own.width, judged = fmax(JUDGED_LEAST, JUDGED_MOST / (groups * square));
    double tries = depth < LONG_ROWS ? 5 : 1;
    work += groups * square * (fmin(width, judged) * 5 + width * (tries / 2 + 2) + depth);
  }
  return work + groups * rows * square / 2;
}

/* Leaves out sites that would take too long: rounding is worth about as much for each product, so
 * the cheap ones come first. */
static void leave_out(rounding_pass *p) {
  pass_context *c = p->c;
  double forward = 0;
  work_item *items = NEW_ARRAY(c->scratch, work_item, p->site_count + 1);
  bool *done = NEW_ARRAY(c->scratch, bool, p->site_count + 1);
  for (size_t i = 0; i < p->site_count; i++) {
    const site *s = &p->sites[i];
    items[i] = (work_item){work_of(p, s), (double)s->node_count};
    for (size_t k = 0; k < s->node_count; k++) {
      const value_stats *v = stats_find(c->stats, s->nodes[k]->in[0]->name);
      forward += product_work(s->nodes[k], (double)v->count / (double)c->samples->sample_count);
    }
  }
  if (choose_work(items, p->site_count, repair_budget(c, forward, LEAST_BUDGET), c->scratch, done))
    return;
  size_t kept = 0, left = 0, all = 0;
  for (size_t i = 0; i < p->site_count; i++) {
    all += p->sites[i].node_count;
    if (done[i])
      p->sites[kept++] = p->sites[i];
    else
      left += p->sites[i].node_count;
  }
  p->site_count = kept;
  pass_remark(c, "round-weights", NULL,
              "the weights of %zu of %zu products are rounded to nearest: to round them so that "
              "errors cancel would take longer than the rest of the compile; --repair "
              "round,centre-maps,bias does it",
              left, all);
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
  leave_out(&p);
  while (p.first < p.site_count) TRY(round_some(&p, err));
  return FP8C_OK;
}
