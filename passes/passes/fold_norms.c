/* fold_norms.c - a norm that only products with constant weights read goes into them.
 *
 *     W (d * gamma / deviation + beta) + b = (W gamma) d / deviation + (W beta + b)
 *
 * with d = x - mean(x); and taking each row's mean off W gamma does to the product what
 * taking the mean off x does.  So the product reads x itself, which is stored anyway, has
 * other weights and another bias, and multiplies its sums by a factor for each row: all that
 * is left of the norm.
 *
 * E4M3 rounds a number by a share of its size, so x rounded errs as the norm rounded would,
 * unless rows of x differ so much that one scale does not suit them, or their means are large
 * beside what varies.  Samples say: at the norm's result, the error of the one and of the
 * other. */
#include "passes/passes/fold_norms.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/calibration_file.h"
#include "passes/precision/overrides.h"
#include "passes/precision/walk.h"

#define TRIALS 4         /* samples on which errors are compared */
#define WORSE_DB_MAX 0.5 /* what folding may cost at the result of the norm */

typedef struct folding {
  pass_context *c;
  graph *g;
  norm_fold *list;
  size_t count;
  value_stats *stats; /* two for each norm: of its input, of its result */
  double *errors;     /* two for each norm, and the squares of its result */
} folding;

/* ---- Which norms ------------------------------------------------------------------ */

static bool is_plain(const value *v) {
  return value_is_const(v) && tensor_shape_known(&v->type) && v->type.scale.kind == SCALE_NONE &&
         dtype_is_small_float(v->type.dtype) && dtype_bytes(v->type.dtype) > 1;
}

/* A Linear of y alone that nobody wants otherwise than in E4M3. */
static bool reader_fits(const pass_context *c, const node *n, const value *y) {
  const value *w = node_input(n, 1), *b = node_input(n, 2);
  const node_override *o = override_of(c->overrides, n);
  return node_is(n, OP_LINEAR) && n->in[0] == y && w != y && is_plain(w) && (!b || is_plain(b)) &&
         !node_input(n, 3) && !(o && (o->format || o->pins_operands || o->unfused));
}

static bool norm_fits(const pass_context *c, const node *n) {
  if (!op_has(n->op, FACT_ROW_NORM)) return false;
  const value *x = n->in[0], *y = n->out[0];
  if (!y || node_gives_more(n) || value_is_output(y) || y->user_count == 0 ||
      x->type.dtype != FP8C_DTYPE_F32 || x->type.rank < 1 || value_is_const(x))
    return false;
  int64_t width = x->type.dims[x->type.rank - 1];
  if (node_axis(n, x->type.rank) != x->type.rank - 1 || width <= 0) return false;
  for (size_t i = 1; i < 3; i++) {
    const value *v = node_input(n, i);
    if (v && (!is_plain(v) || v->type.rank != 1 || v->type.dims[0] != width)) return false;
  }
  for (size_t i = 0; i < y->user_count; i++)
    if (!reader_fits(c, y->users[i], y)) return false;
  return true;
}

static norm_constant constant_of(const pass_context *c, const value *v) {
  if (!v) return (norm_constant){0};
  return (norm_constant){arena_strdup(c->keep, v->name), v->type, v->blob};
}

static void add_norm(folding *s, const node *n) {
  const pass_context *c = s->c;
  norm_fold f = {.name = arena_strdup(c->keep, n->out[0]->name),
                 .factor = arena_printf(c->keep, "%s.factor", n->out[0]->name),
                 .op = n->op,
                 .epsilon = node_float(n, "epsilon"),
                 .centred = node_is(n, OP_LAYER_NORMALIZATION),
                 .gamma = constant_of(c, n->in[1]),
                 .beta = constant_of(c, node_input(n, 2))};
  for (size_t i = 0; i < n->out[0]->user_count; i++) {
    const node *u = n->out[0]->users[i];
    norm_reader r = {arena_strdup(c->keep, u->name), constant_of(c, u->in[1]),
                     constant_of(c, node_input(u, 2)), NULL, NULL};
    ARENA_PUSH(c->keep, f.readers, f.reader_count, r);
  }
  ARENA_PUSH(c->keep, s->list, s->count, f);
}

/* ---- What it costs ---------------------------------------------------------------- */

static fp8c_status count_sample(void *user, size_t sample, const tensor *results, fp8c_error *err) {
  (void)sample, (void)err;
  folding *s = user;
  for (size_t i = 0; i < 2 * s->count; i++) {
    const float *x = tensor_f32(&results[i], s->c->scratch);
    if (!stats_add(&s->stats[i], x, (size_t)tensor_elements(&results[i])))
      s->list[i / 2].kept = false; /* calibrate will say which number is not finite */
  }
  return FP8C_OK;
}

static void factor_of(const norm_fold *f, const float *x, size_t width, double *mean,
                      double *factor) {
  double sum = 0, squares = 0;
  for (size_t k = 0; k < width && f->centred; k++) sum += (double)x[k];
  *mean = sum / (double)width;
  for (size_t k = 0; k < width; k++) squares += ((double)x[k] - *mean) * ((double)x[k] - *mean);
  *factor = 1 / sqrt(squares / (double)width + (double)f->epsilon);
}

/* At the norm's result: of its input rounded, of the result rounded, and the squares of that. */
static void add_errors(folding *s, size_t i, const tensor *in, const tensor *out,
                       const float *gamma) {
  const norm_fold *f = &s->list[i];
  arena *a = s->c->scratch;
  lattice l = lattice_of(LATTICE_E4M3);
  size_t count = (size_t)tensor_elements(in), width = (size_t)in->dims[in->rank - 1];
  const float *x = tensor_f32(in, a), *y = tensor_f32(out, a);
  float *rounded = NEW_ARRAY(a, float, count + 1);
  double *e = &s->errors[3 * i];
  round_to(l, y, count, scale_choose(&s->stats[2 * i + 1], FP8C_DTYPE_E4M3, &s->c->scales),
           rounded);
  for (size_t k = 0; k < count; k++) {
    double d = (double)rounded[k] - (double)y[k];
    e[1] += d * d;
    e[2] += (double)y[k] * (double)y[k];
  }
  round_to(l, x, count, scale_choose(&s->stats[2 * i], FP8C_DTYPE_E4M3, &s->c->scales), rounded);
  for (const float *end = x + count; x < end; x += width, rounded += width) {
    double mean[2], factor[2];
    factor_of(f, x, width, &mean[0], &factor[0]);
    factor_of(f, rounded, width, &mean[1], &factor[1]);
    for (size_t k = 0; k < width; k++) {
      double d =
          (((double)rounded[k] - mean[1]) * factor[1] - ((double)x[k] - mean[0]) * factor[0]) *
          (double)gamma[k];
      e[0] += d * d;
    }
  }
}

static fp8c_status compare_sample(void *user, size_t sample, const tensor *results,
                                  fp8c_error *err) {
  (void)sample;
  folding *s = user;
  for (size_t i = 0; i < s->count; i++) {
    if (!s->list[i].kept) continue;
    const norm_constant *gamma = &s->list[i].gamma;
    float *g = constant_f32(graph_find_value(s->g, gamma->name), s->c->scratch, err);
    if (!g) return err->status;
    add_errors(s, i, &results[2 * i], &results[2 * i + 1], g);
  }
  return FP8C_OK;
}

/* To a hundredth: what lies behind depends on the C library. */
static double db(double signal, double noise) {
  double x = signal > 0 ? sqnr_db(signal, noise) : INFINITY;
  return isfinite(x) ? round(100 * x) / 100 : x;
}

static fp8c_status compare(folding *s, fp8c_error *err) {
  pass_context *c = s->c;
  value **taps = NEW_ARRAY(c->scratch, value *, 2 * s->count);
  for (size_t i = 0; i < s->count; i++) {
    value *y = graph_find_value(s->g, s->list[i].name);
    taps[2 * i] = y->def->in[0];
    taps[2 * i + 1] = y;
    s->list[i].kept = true;
  }
  s->stats = NEW_ARRAY(c->scratch, value_stats, 2 * s->count);
  s->errors = NEW_ARRAY(c->scratch, double, 3 * s->count);
  const tap_list both = {taps, 2 * s->count};
  TRY(walk_samples(c, s->g, both,
                   (sample_visit){.stage = "fold norms", .take = count_sample, .user = s}, err));
  TRY(walk_samples(
      c, s->g, both,
      (sample_visit){.stage = "fold norms", .take = compare_sample, .user = s, .most = TRIALS},
      err));
  for (size_t i = 0; i < s->count; i++) {
    norm_fold *f = &s->list[i];
    const double *e = &s->errors[3 * i];
    f->folded_db = db(e[2], e[0]);
    f->plain_db = db(e[2], e[1]);
    if (!f->kept || f->folded_db >= f->plain_db - WORSE_DB_MAX) continue;
    f->kept = false;
    pass_remark(c, "norm-stays", graph_find_value(s->g, f->name)->def,
                "its input would be rounded to E4M3 instead of its result, %.1f dB instead of %.1f "
                "there: its rows differ too much in size, or in their means, for one scale",
                f->folded_db, f->plain_db);
  }
  return FP8C_OK;
}

/* Figures of an earlier compile tell by what they are of. */
static void decide_by_given(folding *s) {
  calibration_stats given = {.items = s->c->given->values, .count = s->c->given->value_count};
  const char *const *names = calibration_names(s->g, s->c->scratch);
  for (size_t i = 0; i < s->count; i++) {
    norm_fold *f = &s->list[i];
    const value *y = graph_find_value(s->g, f->name);
    f->kept = stats_find(&given, names[y->def->in[0]->id]) && !stats_find(&given, names[y->id]);
    f->folded_db = f->plain_db = NAN;
  }
}

/* ---- Into the weights ------------------------------------------------------------- */

/* W gamma, each row without its mean where the norm takes the mean off; b + W beta. */
static fp8c_status fold_weights(pass_context *c, const norm_fold *f, const node *norm,
                                const node *n, norm_reader *r, fp8c_error *err) {
  arena *a = c->scratch;
  arena_mark mark = arena_save(a);
  const value *beta = node_input(norm, 2), *bias = node_input(n, 2);
  float *w = constant_f32(n->in[1], a, err), *gamma = constant_f32(norm->in[1], a, err);
  float *shift = beta ? constant_f32(beta, a, err) : NULL;
  float *b = bias ? constant_f32(bias, a, err) : NULL;
  if (!w || !gamma || (beta && !shift) || (bias && !b)) return err->status;
  size_t rows = (size_t)n->in[1]->type.dims[0], k = (size_t)n->in[1]->type.dims[1];
  r->folded = arena_array(c->keep, rows * k + 1, sizeof *r->folded);
  if (b || shift) r->folded_bias = arena_array(c->keep, rows + 1, sizeof *r->folded_bias);
  for (size_t i = 0; i < rows; i++) {
    const float *from = w + i * k;
    float *to = r->folded + i * k;
    double sum = 0, moved = b ? (double)b[i] : 0;
    for (size_t j = 0; j < k; j++) sum += (double)from[j] * (double)gamma[j];
    double mean = f->centred ? sum / (double)k : 0;
    for (size_t j = 0; j < k; j++) {
      to[j] = (float)((double)from[j] * (double)gamma[j] - mean);
      if (shift) moved += (double)from[j] * (double)shift[j];
    }
    if (r->folded_bias) r->folded_bias[i] = (float)moved;
  }
  arena_reset(a, mark);
  return FP8C_OK;
}

node *norm_reader_of(const graph *g, const norm_reader *r) {
  for (node *n = g->first; n; n = n->next)
    if (node_is(n, OP_LINEAR) && strcmp(n->name, r->node_name) == 0) return n;
  return NULL;
}

static value *constant(graph *g, const norm_constant *like, const float *x) {
  tensor t = like->type;
  t.dtype = FP8C_DTYPE_F32;
  blob b = {.bytes = tensor_bytes(&t), .memory = x};
  return graph_const(g, arena_printf(g->arena, "%s.folded", like->name), &t, b);
}

static fp8c_status apply(pass_context *c, graph *g, norm_fold *f, fp8c_error *err) {
  value *y = graph_find_value(g, f->name);
  if (!f->kept || !y) return FP8C_OK;
  node *norm = y->def;
  value *x = norm->in[0];
  node *left = graph_node(g, norm, op_get(OP_INVERSE_DEVIATION), NULL, &x, 1, 1);
  node_set_float(left, "epsilon", f->epsilon);
  if (!f->centred) node_set_int(left, "centred", 0);
  node_add_sources(left, norm);
  TRY(node_infer(left, err));
  value_rename(left->out[0], f->factor);
  left->out[0]->reason =
      isnan(f->plain_db)
          ? "all that is left of a norm whose products read its input"
          : arena_printf(g->arena,
                         "all that is left of a norm: its input in E4M3 gives its products %.1f "
                         "dB, its result would give %.1f",
                         f->folded_db, f->plain_db);
  for (size_t i = 0; i < f->reader_count; i++) {
    norm_reader *r = &f->readers[i];
    node *n = norm_reader_of(g, r);
    if (!n || n->in[0] != y) continue;
    if (!r->folded) TRY(fold_weights(c, f, norm, n, r, err));
    norm_constant bias = r->bias.name ? r->bias : r->weights;
    if (!r->bias.name) {
      bias.name = arena_printf(g->arena, "%s.bias", n->name);
      bias.type.rank = 1;
    }
    node_set_input(n, 0, x);
    node_set_input(n, 1, constant(g, &r->weights, r->folded));
    node_set_input(n, 2, r->folded_bias ? constant(g, &bias, r->folded_bias) : NULL);
    node_set_input(n, 3, left->out[0]);
    c->changes++;
  }
  return FP8C_OK;
}

static fp8c_status decide(folding *s, fp8c_error *err) {
  pass_context *c = s->c;
  for (const node *n = s->g->first; n; n = n->next)
    if (norm_fits(c, n)) add_norm(s, n);
  if (s->count == 0) return FP8C_OK;
  if (c->given)
    decide_by_given(s);
  else
    TRY(compare(s, err));
  size_t kept = 0;
  for (size_t i = 0; i < s->count; i++) kept += s->list[i].kept;
  if (kept)
    pass_remark(c, "fold-norms", NULL,
                "%zu of %zu norms in front of products are folded into their weights", kept,
                s->count);
  return FP8C_OK;
}

norm_folds *norm_folds_of(pass_context *c) { return PASS_STATE(c, norm_folds); }

fp8c_status pass_fold_norms(graph *g, pass_context *c, fp8c_error *err) {
  if (!c->fold_norms || !wants_fp8(c) || !(c->given || (c->samples && c->evaluate))) return FP8C_OK;
  norm_folds *m = norm_folds_of(c);
  if (!m->known) {
    arena_mark mark = arena_save(c->scratch);
    folding s = {.c = c, .g = g};
    TRY(decide(&s, err));
    arena_reset(c->scratch, mark);
    *m = (norm_folds){s.list, s.count, true};
  }
  for (size_t i = 0; i < m->count; i++) TRY(apply(c, g, &m->list[i], err));
  return FP8C_OK;
}
