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
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/round_weights.h"
#include "passes/precision/row_scales.h"
#include "passes/precision/split.h"
#include "passes/precision/sums.h"
#include "passes/precision/walk.h"
#include "passes/precision/work.h"

#define DEPTH_MAX 4096
#define MOMENT_BYTES_MAX ((size_t)768 << 20) /* of one walk; more products take more walks */
#define ROWS_LEAST 8192                      /* in all samples; each column asks for more */
#define ROWS_PER_COLUMN 4
#define LEAST_BUDGET \
  0x1p37 /* multiply-accumulates that any model's weights may take: some seconds */
#define USUAL_SIZES 4

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
  gathered_rows rows = {f, s->limit, 0};
  TRY(rows_gather(s->nodes[0], &one, factors, c, &rows, err));
  count = rows.count;
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
    moments_multiply(&s->folds[sample_half(c->samples, sample)], rounded, k->count, c);
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
  size_t groups = s->shape.groups, depth = s->shape.depth, fold = sample_half(c->samples, sample);
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
    size_t groups = s->shape.groups, depth = s->shape.depth;
    float *real = arena_raw(c->scratch, groups * s->limit, depth * sizeof *real);
    float *rounded = arena_raw(c->scratch, groups * s->limit, depth * sizeof *real);
    gathered_rows rows = {real, s->limit, 0};
    TRY(rows_gather(s->nodes[0], &s->shape, &x, c, &rows, err));
    size_t count = rows.count;
    round_rows(p, s, real, groups * count, rounded);
    if (s->split) add_remainders(l, s->split, real, count, s->unit, rounded);
    if (s->factors) TRY(apply_factors(c, s, &results[s->factors - 1], count, real, rounded, err));
    use_rows(p, s, sample, real, rounded, count);
    arena_reset(c->scratch, mark);
  }
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
  TRY(walk_samples(c, p->g, (tap_list){taps, count},
                   (sample_visit){.stage = "round", .take = take_rows, .user = p}, err));
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
  if (!(c->repairs & (REPAIR_ROUND | REPAIR_STOCHASTIC | REPAIR_BIAS)) || !wants_fp8(c) ||
      !c->samples || !c->stats || !c->evaluate)
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
