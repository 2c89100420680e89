/* scores.c - what each node loses by itself in each format: its output with quantised operands
 * against its output in F32, on real operands of the first calibration samples.  Where a norm reads
 * what becomes of it, each row (of a convolution, each image) counts by itself. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/numbers.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/accumulator.h"
#include "passes/precision/assign.h"
#include "passes/precision/calibration_file.h"
#include "passes/precision/constant_scales.h"
#include "passes/precision/isolated.h"
#include "passes/precision/norms_behind.h"
#include "passes/precision/overrides.h"
#include "passes/precision/recurrent_state.h"
#include "passes/precision/row_scales.h"
#include "passes/precision/sums.h"
#include "passes/precision/walk.h"

#define SCORE_SAMPLES 2
#define SCORE_MACS 4000000000u    /* a node with more is measured on one sample */
#define LINEAR_MACS 100000000u    /* a product of rows with more is measured on some of them */
#define SCORE_ROWS 128            /* of those, at least */
#define SCORE_WEIGHTS (8 << 20)   /* a product of more is measured on some of its channels, */
#define SCORE_BLOCK ((size_t)128) /* in blocks of so many, which share scales */
#define SCORE_STEPS 16 /* of a model with states: steps on which what has no rows is measured */

/* First the rounded formats of base/formats.def, each with its usual weights; PINNED: operands in
 * formats of their own. */
typedef enum candidate { ROWS = ROUNDED_FORMATS, BLOCKS, RUN, PINNED, CANDIDATES } candidate;

static scale_sharing sharing_of(candidate k) {
  return k < ROWS || k > RUN ? SCALES_OF_TENSOR : SCALES_OF_ROWS + (scale_sharing)(k - ROWS);
}

/* One node's sums over the samples. */
typedef struct measured {
  const node *n;
  double signal, noise[CANDIDATES];
  double other_signal, other_noise[WHAT_IFS]; /* of the first sample */
  double constant_noise[FP8_FORMATS][BIASES]; /* ... */
  uint64_t macs;
  bool measured;
  bool local; /* every input is a tap or a constant, so the node can run alone */
  bool before_norm;
  bool gathers;  /* it is measured behind the walk, on rows of many steps at once */
  sum_loss sums; /* of the first sample */
  bool has_forms, tried[CANDIDATES];
  product_form forms[CANDIDATES];
} measured;

/* Rows of a tap, as many of each visit. */
typedef struct gathered {
  size_t depth; /* 0: nobody wants them */
  fp8c_dtype dtype;
  tensor rows; /* [so many, depth], in the tap's format */
  void *room;  /* for all visits */
} gathered;

typedef struct scoring {
  pass_context *c;
  value **taps;
  size_t tap_count;
  size_t *tap_of;               /* by value id: index + 1 */
  gathered *gathered;           /* by tap */
  size_t visits, rows_of_visit; /* at most so many of a step are gathered */
  measured *nodes;
  size_t node_count;
  bool reported;          /* it was reported that only some of the rows are measured */
  bool channels_reported; /* ... of the channels */
  bool by_nodes;          /* progress goes by nodes: every sample is visited */
} scoring;

static void add_tap(scoring *s, value *v) {
  if (!v || value_is_const(v) || s->tap_of[v->id]) return;
  ARENA_PUSH(s->c->scratch, s->taps, s->tap_count, v);
  s->tap_of[v->id] = s->tap_count;
}

/* Formats of the operands where the weights have not the usual one. */
static void pinned_formats(const pass_context *c, const node *n, fp8c_dtype out[2]) {
  const node_override *o = override_of(c->overrides, n);
  if (!o || !node_multiplies(n) || !dtype_is_fp8(o->format) || !o->operand[1].format ||
      o->operand[1].format == usual_weights(o->format))
    return;
  out[0] = o->format;
  out[1] = o->operand[1].format;
}

static fp8c_status find_forms(scoring *s, measured *m, fp8c_error *err) {
  fp8c_dtype formats[CANDIDATES][2] = {[ROWS] = {FP8C_DTYPE_E4M3, FP8C_DTYPE_E4M3},
                                       [BLOCKS] = {FP8C_DTYPE_E4M3, FP8C_DTYPE_E4M3},
                                       [RUN] = {FP8C_DTYPE_E4M3, FP8C_DTYPE_E4M3}};
  for (size_t k = 0; k < ROUNDED_FORMATS; k++) {
    formats[k][0] = product_formats[k].dtype;
    formats[k][1] = product_formats[k].weights;
  }
  if (m->has_forms) return FP8C_OK;
  m->has_forms = true;
  pinned_formats(s->c, m->n, formats[PINNED]);
  for (size_t k = 0; k < CANDIDATES; k++) {
    if (formats[k][0] == FP8C_DTYPE_NONE) continue;
    if (node_attends(m->n) && format_impossible(m->n, s->c, formats[k][0]) &&
        formats[k][0] == FP8C_DTYPE_E5M2)
      continue;
    scale_sharing by = sharing_of(k);
    if (by && !sharing_is_candidate(s->c, m->n, by)) continue;
    m->tried[k] = true;
    if (by)
      TRY(product_form_by(s->c, m->n, formats[k][0], formats[k][1], by, &m->forms[k], err));
    else
      TRY(product_form_of(s->c, m->n, formats[k][0], formats[k][1], &m->forms[k], err));
  }
  return FP8C_OK;
}

/* Of a node's result, as what reads it sees them. */
static seen_error error_of(const pass_context *c, const measured *m, const tensor *x,
                           const tensor *reference) {
  size_t count = (size_t)tensor_elements(reference);
  bool image = node_is(m->n, OP_CONV) || node_is(m->n, OP_CONV_TRANSPOSE);
  int axis = image ? 0 : reference->rank - 2;
  if (!m->before_norm || reference->rank < 2 || !count || !node_has_weights(m->n))
    return (seen_error){sum_signal(c->threads, reference->data, count),
                        sum_noise(c->threads, x->data, reference->data, count)};
  size_t rows = 1;
  for (int i = 0; i <= axis; i++) rows *= (size_t)reference->dims[i];
  return error_behind_norm(c->threads, reference->data, x->data, rows, count / rows, c->scratch);
}

/* The formats that are only asked about. */
static const lattice_kind what_ifs[WHAT_IFS] = {[WHAT_IF_E3M4] = LATTICE_IF_E3M4,
                                                [WHAT_IF_E2M5] = LATTICE_IF_E2M5,
                                                [WHAT_IF_INT8] = LATTICE_IF_INT8};

static fp8c_status measure_what_if(scoring *s, measured *m, isolated_node *x,
                                   const tensor *reference, fp8c_error *err) {
  m->other_signal += error_of(s->c, m, reference, reference).signal;
  for (size_t k = 0; k < WHAT_IFS; k++) {
    arena_mark mark = arena_save(s->c->scratch);
    product_form form;
    tensor out;
    TRY(what_if_form(x, what_ifs[k], &form, err));
    TRY(isolated_run(x, &form, &out, err));
    m->other_noise[k] = error_of(s->c, m, &out, reference).noise;
    arena_reset(s->c->scratch, mark);
  }
  return FP8C_OK;
}

static fp8c_status measure_constants(scoring *s, measured *m, isolated_node *x,
                                     const tensor *reference, fp8c_error *err) {
  for (size_t k = 0; k < FP8_FORMATS * BIASES; k++) {
    size_t format = k / BIASES, bias = k % BIASES;
    arena_mark mark = arena_save(s->c->scratch);
    product_form form;
    tensor out;
    TRY(constant_form(s->c, m->n, format, BIAS_FIRST + (int)bias, &form, err));
    TRY(isolated_run(x, &form, &out, err));
    m->constant_noise[format][bias] = error_of(s->c, m, &out, reference).noise;
    arena_reset(s->c->scratch, mark);
  }
  return FP8C_OK;
}

static size_t score_macs(const pass_context *c) {
  return c->score_macs ? c->score_macs : SCORE_MACS;
}

/* `kept` of `all` rows of t, at even distances. */
static const tensor *take_rows(const tensor *t, size_t depth, size_t all, size_t kept, arena *a) {
  size_t bytes = depth * dtype_bytes(t->dtype);
  char *data = arena_array(a, kept, bytes);
  for (size_t i = 0; i < kept; i++)
    memcpy(data + i * bytes, (const char *)t->data + i * all / kept * bytes, bytes);
  tensor *some = NEW(a, tensor);
  *some = *t;
  some->rank = 2;
  some->dims[0] = (int64_t)kept;
  some->dims[1] = (int64_t)depth;
  some->data = data;
  return some;
}

/* `count` of the weights' rows, in whole blocks of 128 at even distances. */
static const size_t *even_channels(size_t all, size_t count, arena *a) {
  size_t blocks = count / SCORE_BLOCK, *channels = NEW_ARRAY(a, size_t, count);
  for (size_t i = 0; i < count; i++)
    channels[i] = i / SCORE_BLOCK * (all / SCORE_BLOCK) / blocks * SCORE_BLOCK + i % SCORE_BLOCK;
  return channels;
}

/* Channels of large weights err alike: all formats are tried on some of them. */
static fp8c_status some_channels(scoring *s, isolated_node *x, fp8c_error *err) {
  const node *n = x->n;
  const tensor *w = node_is(n, OP_LINEAR) && value_is_const(n->in[1]) ? &n->in[1]->type : NULL;
  if (!w || w->rank != 2 || tensor_elements(w) <= SCORE_WEIGHTS) return FP8C_OK;
  if (x->bias && (!x->bias->data || x->bias->rank != 1)) return FP8C_OK;
  size_t all = (size_t)w->dims[0], count = SCORE_WEIGHTS / (size_t)w->dims[1];
  count = count < SCORE_BLOCK ? SCORE_BLOCK : count / SCORE_BLOCK * SCORE_BLOCK;
  if (count >= all) return FP8C_OK;
  if (!s->channels_reported)
    pass_remark(s->c, "assign", n,
                "its formats are compared on %zu of its %zu output channels, and those of other "
                "products of more than %d weights alike",
                count, all, SCORE_WEIGHTS);
  s->channels_reported = true;
  return isolated_take_channels(x, even_channels(all, count, s->c->scratch), count, err);
}

/* A product of many rows is run eight times over: a large one on some of its rows, at
 * least SCORE_ROWS of them.  False where all are few enough. */
static bool some_rows(scoring *s, const node *n, const tensor **inputs) {
  const tensor *x = inputs[0];
  if (!node_is(n, OP_LINEAR) || !x || x->rank < 1 || !tensor_shape_known(x)) return false;
  const tensor *w = &n->in[1]->type;
  size_t depth = (size_t)x->dims[x->rank - 1], columns = w->rank == 2 ? (size_t)w->dims[0] : 0;
  if (depth == 0 || columns == 0 || x->scale.kind == SCALE_AXIS) return false;
  size_t macs = s->c->score_macs ? s->c->score_macs : LINEAR_MACS;
  size_t rows = (size_t)tensor_elements(x) / depth, most = macs / depth / columns;
  if (most < SCORE_ROWS) most = SCORE_ROWS;
  if (rows <= most) return false;
  inputs[0] = take_rows(x, depth, rows, most, s->c->scratch);
  if (node_input(n, 3)) inputs[3] = take_rows(inputs[3], 1, rows, most, s->c->scratch);
  if (!s->reported)
    pass_remark(
        s->c, "assign", n,
        "its formats are compared on %zu of a sample's %zu rows, and those of other products "
        "of more than %zu multiply-accumulates alike",
        most, rows, macs);
  s->reported = true;
  return true;
}

#define SUMS_DEPTH 512 /* shorter sums lose nothing that E4M3's rounding does not hide */

/* What a tensor core would lose of the sums that were just made. */
static void measure_sums(const isolated_node *x, arena *a, sum_loss *out) {
  const tensor *codes = x->in[0], *w = x->in[1];
  bool codes_only = dtype_is_fp8(codes->dtype) && dtype_is_fp8(w->dtype) && w->rank == 2;
  if (node_is(x->n, OP_LINEAR) && codes_only && w->dims[1] >= SUMS_DEPTH)
    accumulator_measure(codes, w, a, out);
}

static fp8c_status measure_forms(scoring *s, measured *m, const tensor **inputs, fp8c_error *err) {
  const node *n = m->n;
  arena *a = s->c->scratch;
  isolated_node x;
  some_rows(s, n, inputs);
  TRY(isolated_begin(s->c, n, inputs, &x, err));
  TRY(some_channels(s, &x, err));
  TRY(find_forms(s, m, err));
  tensor reference;
  product_form unrounded;
  TRY(product_form_of(s->c, n, FP8C_DTYPE_F32, FP8C_DTYPE_F32, &unrounded, err));
  TRY(isolated_run(&x, &unrounded, &reference, err));
  m->signal += error_of(s->c, m, &reference, &reference).signal;
  for (candidate k = 0; k < CANDIDATES; k++) {
    if (!m->tried[k]) continue;
    arena_mark mark = arena_save(a);
    tensor out;
    TRY(isolated_run(&x, &m->forms[k], &out, err));
    m->noise[k] += error_of(s->c, m, &out, &reference).noise;
    if ((size_t)k == PRODUCT_E4M3 && !m->measured) measure_sums(&x, a, &m->sums);
    arena_reset(a, mark);
  }
  bool product = operand_count(n) == 2;
  if (!m->measured && product) TRY(measure_what_if(s, m, &x, &reference, err));
  if (!m->measured && product && s->c->constant_scales)
    TRY(measure_constants(s, m, &x, &reference, err));
  m->measured = true;
  return FP8C_OK;
}

/* Adds what each form of the product loses on these inputs.  All of them are made of the same
 * weights, which are read once. */
static fp8c_status measure_on(scoring *s, measured *m, const tensor **inputs, fp8c_error *err) {
  const value *w = node_input(m->n, 1);
  bool held = false;
  if (w) TRY(value_hold(w, s->c->threads, s->c->scratch, &held, err));
  fp8c_status status = measure_forms(s, m, inputs, err);
  if (held) value_let_go(w);
  return status;
}

/* What the node reads, by input: tensors of `results`, by tap. */
static const tensor **inputs_of(const scoring *s, const node *n, const tensor *results) {
  const tensor **inputs = NEW_ARRAY(s->c->scratch, const tensor *, n->in_count + 1);
  for (size_t i = 0; i < n->in_count; i++) {
    size_t tap = n->in[i] ? s->tap_of[n->in[i]->id] : 0;
    if (tap) inputs[i] = &results[tap - 1];
  }
  return inputs;
}

static fp8c_status measure(scoring *s, measured *m, size_t visit, const tensor *results,
                           fp8c_error *err) {
  const tensor **inputs = inputs_of(s, m->n, results);
  size_t apart = s->c->samples->state_count ? s->visits / SCORE_STEPS : 1;
  if (visit > 0 && (m->gathers || (apart > 1 && visit % apart))) return FP8C_OK;
  isolated_node x;
  TRY(isolated_begin(s->c, m->n, inputs, &x, err));
  if (x.macs > m->macs) m->macs = x.macs;
  bool enough = m->measured && x.macs > score_macs(s->c);
  return m->gathers || !m->local || enough ? FP8C_OK : measure_on(s, m, inputs, err);
}

/* ---- Rows of many steps ------------------------------------------------------------------
 *
 * A step of a model with states has few rows, often one, and two of them say nothing about the
 * others.  Rows of many steps, multiplied together, read the weights once. */

static void gather(scoring *s, const value *v, int64_t depth) {
  if (!v || value_is_const(v) || depth <= 0) return;
  gathered *g = &s->gathered[s->tap_of[v->id] - 1];
  if (g->depth) return;
  g->depth = (size_t)depth;
  g->dtype = v->type.dtype;
  g->room = arena_array(s->c->scratch, s->visits * s->rows_of_visit,
                        g->depth * dtype_bytes(v->type.dtype));
}

static void begin_gathering(scoring *s) {
  if (!s->c->samples->state_count) return;
  s->visits = walk_visits(s->c, SCORE_SAMPLES);
  s->rows_of_visit = s->visits ? (SCORE_ROWS + s->visits - 1) / s->visits : 0;
  for (size_t i = 0; i < s->node_count; i++) {
    measured *m = &s->nodes[i];
    const node *n = m->n;
    if (!m->local || !node_is(n, OP_LINEAR) || value_is_const(n->in[0]) ||
        !value_is_const(n->in[1]) || (node_input(n, 2) && !value_is_const(n->in[2])))
      continue;
    m->gathers = true;
    gather(s, n->in[0], n->in[1]->type.dims[1]);
    gather(s, node_input(n, 3), 1);
  }
}

/* Some rows of the tap at even distances, others in each visit. */
static void gather_rows(const scoring *s, gathered *g, size_t visit, const tensor *t) {
  size_t rows = (size_t)tensor_elements(t) / g->depth, bytes = g->depth * dtype_bytes(t->dtype);
  size_t count = rows < s->rows_of_visit ? rows : s->rows_of_visit;
  size_t kept = g->rows.data ? (size_t)g->rows.dims[0] : 0;
  if (count == 0 || bytes != g->depth * dtype_bytes(g->dtype)) return;
  g->rows = *t;
  g->rows.rank = 2;
  g->rows.dims[0] = (int64_t)(kept + count);
  g->rows.dims[1] = (int64_t)g->depth;
  g->rows.data = g->room;
  for (size_t i = 0; i < count; i++) {
    size_t row = (visit + i * rows / count) % rows;
    memcpy((char *)g->room + (kept + i) * bytes, (const char *)t->data + row * bytes, bytes);
  }
}

static fp8c_status measure_gathered(scoring *s, fp8c_error *err) {
  arena *a = s->c->scratch;
  tensor *rows = NEW_ARRAY(a, tensor, s->tap_count + 1);
  for (size_t i = 0; i < s->tap_count; i++) rows[i] = s->gathered[i].rows;
  for (size_t i = 0; i < s->node_count; i++) {
    measured *m = &s->nodes[i];
    if (s->c->progress) s->c->progress(s->c->progress_user, "score", i, s->node_count);
    if (!m->gathers) continue;
    arena_mark mark = arena_save(a);
    const tensor **inputs = inputs_of(s, m->n, rows);
    bool same = true;
    for (size_t k = 0; k < m->n->in_count; k++)
      same &= !inputs[k] || (inputs[k]->data && inputs[k]->dims[0] == inputs[0]->dims[0]);
    if (same) {
      fp8c_status status = measure_on(s, m, inputs, err);
      if (status != FP8C_OK) return fail_in(err, status, "scoring node \"%s\"", m->n->name);
    }
    arena_reset(a, mark);
  }
  return FP8C_OK;
}

static fp8c_status score_sample(void *user, size_t visit, const tensor *results, fp8c_error *err) {
  scoring *s = user;
  for (size_t i = 0; i < s->tap_count; i++)
    if (s->gathered[i].depth) gather_rows(s, &s->gathered[i], visit, &results[i]);
  const pass_context *c = s->c;
  for (size_t i = 0; i < s->node_count; i++) {
    arena_mark mark = arena_save(s->c->scratch);
    if (c->progress && s->by_nodes)
      c->progress(c->progress_user, "score", visit * s->node_count + i,
                  walk_visits(c, SCORE_SAMPLES) * s->node_count);
    fp8c_status status = measure(s, &s->nodes[i], visit, results, err);
    if (status != FP8C_OK) return fail_in(err, status, "scoring node \"%s\"", s->nodes[i].n->name);
    arena_reset(s->c->scratch, mark);
  }
  return FP8C_OK;
}

/* To a hundredth: what lies behind depends on the C library. */
static double hundredths(double x) { return isfinite(x) ? round(x * 100) / 100 : x; }

static double db(double signal, double noise) { return hundredths(sqnr_db(signal, noise)); }

/* ---- The cache file: scores in the order of the GEMM-class nodes ---------------------- */

static const char *score_key(const pass_context *c) {
  const char *key = *undecided_key((pass_context *)(uintptr_t)c);
  if (!key || !key[0]) return "";
  const char *pinned = overrides_pin_operands(c->overrides) ? overrides_hash(c->overrides) : "";
  return arena_printf(c->scratch, "6-%s-%s%s%s-%x", key, scale_method(c), pinned[0] ? "-" : "",
                      pinned, c->repairs | (c->repairs_limited ? 1u << 31 : 0));
}

static void write_scores(pass_context *c, const node_scores *m) {
  json_t *list = json_array(), *document = json_object();
  for (size_t i = 0; i < m->count; i++) {
    const node_score *s = &m->list[i];
    json_t *row = json_array();
    for (size_t k = 0; k < ROUNDED_FORMATS; k++) json_array_append_new(row, json_level(s->db[k]));
    json_array_append_new(row, json_integer((json_int_t)s->macs));
    json_array_append_new(row, json_boolean(s->measured));
    for (size_t k = 0; k < WHAT_IFS; k++) json_array_append_new(row, json_level(s->what_if_db[k]));
    json_array_append_new(row, json_level(s->pinned_db));
    for (size_t k = SCALES_OF_ROWS; k < SCALE_SHARINGS; k++)
      json_array_append_new(row, json_level(s->by_db[k]));
    for (size_t k = 0; k < SUM_INTERVALS; k++)
      json_array_append_new(row, json_level(s->sums_db[k]));
    json_array_append_new(list, row);
  }
  json_object_set_new(document, "scores", list);
  cache_write(c, "scores", score_key(c), document);
  json_decref(document);
}

static double read_db(const json_t *row, size_t i) {
  double x;
  return json_level_of(json_array_get(row, i), &x) ? x : NAN;
}

static bool read_scores(pass_context *c, node_scores *m) {
  const json_t *list = json_object_get(cache_read(c, "scores", score_key(c)), "scores");
  if (json_array_size(list) != m->count) return false;
  for (size_t i = 0; i < m->count; i++) {
    const json_t *row = json_array_get(list, i);
    if (json_array_size(row) != ROUNDED_FORMATS + 2 + WHAT_IFS + SCALE_SHARINGS + SUM_INTERVALS ||
        !json_is_integer(json_array_get(row, ROUNDED_FORMATS)))
      return false;
    node_score *s = &m->list[i];
    for (size_t k = 0; k < ROUNDED_FORMATS; k++) s->db[k] = read_db(row, k);
    s->macs = (uint64_t)json_integer_value(json_array_get(row, ROUNDED_FORMATS));
    s->measured = json_is_true(json_array_get(row, ROUNDED_FORMATS + 1));
    const size_t others = ROUNDED_FORMATS + 2;
    for (size_t k = 0; k < WHAT_IFS; k++) s->what_if_db[k] = read_db(row, others + k);
    s->pinned_db = read_db(row, others + WHAT_IFS);
    for (size_t k = SCALES_OF_ROWS; k < SCALE_SHARINGS; k++)
      s->by_db[k] = read_db(row, others + WHAT_IFS + k);
    for (size_t k = 0; k < SUM_INTERVALS; k++)
      s->sums_db[k] = read_db(row, others + WHAT_IFS + SCALE_SHARINGS + k);
  }
  return true;
}

/* ---- Scoring all nodes once ------------------------------------------------------------- */

static double operand_sqnr(pass_context *c, const node *n, size_t i, fp8c_dtype format,
                           fp8c_error *err) {
  if (value_is_const(n->in[i])) {
    const small_weight *w;
    if (format == FP8C_DTYPE_BF16) return 55;
    scale_policy policy = operand_policy(c, n, i);
    return weight_by(c, n->in[i], FP8C_DTYPE_E4M3, i == 1 && weights_per_channel(c, n), &policy, &w,
                     err) == FP8C_OK
               ? w->sqnr_db
               : NAN;
  }
  const value_stats *s = stats_find(c->stats, n->in[i]->name);
  float unit = format == FP8C_DTYPE_BF16 ? 1 : operand_scale(c, n, i, format);
  return stats_cost(s, format, unit).sqnr_db;
}

/* Errors of the two operands are independent, and a product passes both on. */
static double estimate(pass_context *c, const node *n, fp8c_dtype format, fp8c_error *err) {
  double a = operand_sqnr(c, n, 0, format, err);
  double b = operand_sqnr(c, n, 1, product_format_of(format)->weights, err);
  return hundredths(-10 * log10(pow(10, -a / 10) + pow(10, -b / 10)));
}

static bool can_be_scored(const node *n, const pass_context *c) {
  if (node_attends(n))
    return n->in_count <= 4 && node_float(n, "softcap") == 0 && !has_no_statistics(n, c);
  if (node_recurs(n)) return state_was_seen(n, c);
  return node_multiplies(n) && !has_fp8_operands(n, c) && was_seen(n, 0, c) && was_seen(n, 1, c);
}

node_scores *scores_of(const pass_context *c) {
  return PASS_STATE((pass_context *)(uintptr_t)c, node_scores);
}

fp8c_status score_nodes(graph *g, pass_context *c, fp8c_error *err) {
  node_scores *m = scores_of(c);
  size_t count = 0;
  for (const node *n = g->first; n; n = n->next) count += node_has_format(n);
  m->list = NEW_ARRAY(c->keep, node_score, count + 1);
  scoring s = {.c = c, .tap_of = NEW_ARRAY(c->scratch, size_t, g->next_value_id + 1)};
  s.nodes = NEW_ARRAY(c->scratch, measured, count + 1);
  const bool *norms = norms_behind(g, c->scratch);
  for (const node *n = g->first; n; n = n->next) {
    if (!node_has_format(n)) continue;
    measured *p = &s.nodes[s.node_count];
    node_score *unknown = &m->list[s.node_count++];
    *unknown = (node_score){.node_name = arena_strdup(c->keep, n->name), .pinned_db = NAN};
    for (size_t k = 0; k < SCALE_SHARINGS; k++) unknown->by_db[k] = NAN;
    for (size_t k = 0; k < SUM_INTERVALS; k++) unknown->sums_db[k] = NAN;
    for (size_t k = 0; k < ROUNDED_FORMATS; k++) unknown->db[k] = NAN;
    for (size_t k = 0; k < WHAT_IFS; k++) unknown->what_if_db[k] = NAN;
    for (size_t k = 0; k < FP8_FORMATS * BIASES; k++)
      unknown->constant_db[k / BIASES][k % BIASES] = NAN;
    *p = (measured){.n = n,
                    .local = can_be_scored(n, c) && (n->out_count == 1 || node_recurs(n)),
                    .before_norm = norms[n->id]};
    for (size_t i = 0; i < n->in_count; i++) add_tap(&s, n->in[i]);
  }
  m->count = s.node_count;
  m->known = true;
  if (take_given_scores(c, m) || (!c->constant_scales && read_scores(c, m))) return FP8C_OK;
  s.gathered = NEW_ARRAY(c->scratch, gathered, s.tap_count + 1);
  if (c->evaluate && c->samples) {
    begin_gathering(&s);
    s.by_nodes = !c->samples->state_count && s.node_count > 0;
    sample_visit v = {.stage = "score",
                      .take = score_sample,
                      .user = &s,
                      .most = SCORE_SAMPLES,
                      .parts = s.by_nodes ? s.node_count : 0};
    TRY(walk_samples(c, g, (tap_list){s.taps, s.tap_count}, v, err));
    TRY(measure_gathered(&s, err));
  }
  for (size_t i = 0; i < s.node_count; i++) {
    const measured *p = &s.nodes[i];
    node_score *r = &m->list[i];
    r->macs = p->macs;
    r->measured = p->measured;
    if (p->measured) {
      for (size_t k = 0; k < ROUNDED_FORMATS; k++)
        r->db[k] = p->tried[k] ? db(p->signal, p->noise[k]) : NAN;
      for (candidate k = ROWS; k <= RUN; k++)
        r->by_db[sharing_of(k)] = p->tried[k] ? db(p->signal, p->noise[k]) : NAN;
      for (size_t k = 0; k < SUM_INTERVALS; k++)
        r->sums_db[k] = p->sums.signal > 0 ? db(p->sums.signal, p->sums.noise[k]) : NAN;
      r->pinned_db = p->tried[PINNED] ? db(p->signal, p->noise[PINNED]) : NAN;
      for (size_t k = 0; k < WHAT_IFS && operand_count(p->n) == 2; k++)
        r->what_if_db[k] = db(p->other_signal, p->other_noise[k]);
      bool swept = c->constant_scales && operand_count(p->n) == 2;
      for (size_t k = 0; k < FP8_FORMATS * BIASES && swept; k++)
        r->constant_db[k / BIASES][k % BIASES] =
            db(p->other_signal, p->constant_noise[k / BIASES][k % BIASES]);
    } else if (p->local && operand_count(p->n) == 2) {
      for (size_t k = 0; k < ROUNDED_FORMATS; k++)
        r->db[k] = estimate(c, p->n, product_formats[k].dtype, err);
    }
  }
  write_scores(c, m);
  return FP8C_OK;
}

const node_score *score_of(pass_context *c, const node *n) {
  const node_scores *m = scores_of(c);
  for (size_t i = 0; i < m->count; i++)
    if (strcmp(m->list[i].node_name, n->name) == 0) return &m->list[i];
  return NULL;
}
