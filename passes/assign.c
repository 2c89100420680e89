/* assign.c - decides each GEMM-class node's format, with a reason in words.
 *
 * Rules first (rules.def).  Where none holds, the node's own error decides: its
 * output with quantised operands against its output in F32, on real operands of
 * the first calibration samples.  That local figure says which nodes suffer; it
 * does not say how much of it reaches the model's output, so the threshold is
 * low: E4M3 normally gives 25 to 35 dB, and only a node that loses a fifth of
 * its signal is kept out of FP8. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/numbers.h"
#include "passes/alone.h"
#include "passes/attention_scales.h"
#include "passes/block_scales.h"
#include "passes/calibration_file.h"
#include "passes/match.h"
#include "passes/overrides.h"
#include "passes/row_scales.h"
#include "passes/walk.h"

#define LEAST_SQNR_DB 15.0 /* under it a node leaves E4M3 */
#define SCORE_SAMPLES 2
#define SCORE_MACS 4000000000u /* a node with more is measured on one sample, and on some rows */
#define SCORE_ROWS 256         /* of those, at least */

/* ---- The conditions of rules.def --------------------------------------------------- */

static bool wants_f32(const node *n, const pass_context *c) {
  (void)n;
  return c->precision == PRECISION_F32;
}
static bool wants_bf16(const node *n, const pass_context *c) {
  (void)n;
  return c->precision == PRECISION_BF16;
}
static bool keeps_formats(const node *n, const pass_context *c) {
  (void)n;
  return c->keep_formats;
}
static bool has_fp8_operands(const node *n, const pass_context *c) {
  (void)c;
  return node_multiplies(n) && dtype_is_fp8(n->in[0]->type.dtype) &&
         dtype_is_fp8(n->in[1]->type.dtype);
}
static const char *attention_refusal(const node *n, const pass_context *c) {
  const target_rules *r = &c->rules;
  if (n->out_count > 1) return "present keys, values or scores are asked for";
  if (!r->attention_fp8) return "no target has another form";
  const char *why = r->attention_fp8(r->attention_user, n);
  attention_scales s;
  if (!why && r->gpu && c->stats && attention_scales_of(c, n, &s) && !s.f16_scores)
    why = "no scales put its scores into F16's range and keep q and k precise";
  return why;
}
static bool is_refused_attention(const node *n, const pass_context *c) {
  return node_attends(n) && attention_refusal(n, c);
}
static bool is_recurrent(const node *n, const pass_context *c) {
  (void)c;
  return op_named(n, "LSTM") || op_named(n, "GRU") || op_named(n, "RNN");
}
static bool has_no_fp8_form(const node *n, const pass_context *c) {
  (void)c;
  return !node_multiplies(n) && !node_attends(n);
}
static bool was_seen(const node *n, size_t i, const pass_context *c) {
  const value_stats *s = stats_find(c->stats, n->in[i]->name);
  return value_is_const(n->in[i]) || (s && s->count > 0);
}
static bool has_no_statistics(const node *n, const pass_context *c) {
  attention_scales scales;
  if (node_attends(n)) return !attention_scales_of(c, n, &scales);
  for (size_t i = 0; i < 2; i++)
    if (!was_seen(n, i, c) && !scale_is_given(c, n, i)) return true;
  return false;
}
static bool has_no_samples(const node *n, const pass_context *c) {
  return !c->stats && has_no_statistics(n, c);
}
static bool target_lacks_fp8(const node *n, const pass_context *c) {
  (void)n;
  return c->rules.gpu && !c->rules.fp8_gemm;
}
static bool is_misaligned(const node *n, const pass_context *c) {
  if (!c->rules.gpu || n->op->family != FAMILY_GEMM) return false;
  int64_t k = node_depth(n), w = node_width(n);
  return (k >= 0 && c->rules.k_multiple > 1 && k % c->rules.k_multiple != 0) ||
         (w >= 0 && c->rules.n_multiple > 1 && w % c->rules.n_multiple != 0);
}
/* Weights are stored with k contiguous; what is computed at run time mostly is not. */
static bool is_of_activations(const node *n, const pass_context *c) {
  if (!c->rules.gpu || n->op->family != FAMILY_GEMM) return false;
  return op_named(n, "MatMul") ||
         (op_named(n, "Gemm") && (node_int(n, "transA") != 0 || node_int(n, "transB") == 0));
}
static bool is_depthwise(const node *n, const pass_context *c) {
  (void)c;
  if (n->op->family != FAMILY_CONV) return false;
  int64_t channels = n->in[0]->type.rank > 1 ? n->in[0]->type.dims[1] : -1;
  return node_int(n, "group") > 1 && node_int(n, "group") == channels;
}
static bool has_few_channels(const value *image) {
  return image->type.rank > 2 && image->type.dims[1] >= 0 && image->type.dims[1] <= 4;
}
static bool is_first_conv(const node *n, const pass_context *c) {
  (void)c;
  if (n->op->family == FAMILY_CONV) return has_few_channels(n->in[0]);
  if (!op_named(n, "Linear")) return false;
  const value *v = n->in[0]; /* patches of an image, put in rows by conv-to-linear */
  bool turned = false;
  while (v->kind == VALUE_NODE && (node_is(v->def, OP_RESHAPE) || node_is(v->def, OP_TRANSPOSE))) {
    turned = turned || node_is(v->def, OP_TRANSPOSE);
    v = v->def->in[0];
  }
  return v->kind == VALUE_INPUT && turned && v->type.rank > 3 && has_few_channels(v);
}
static bool is_gate(const node *n, const pass_context *c) {
  (void)c;
  return node_gates(n);
}
static bool is_tiny(const node *n, const pass_context *c) {
  (void)c;
  if (node_attends(n)) return false;
  int64_t k = node_depth(n), w = node_width(n);
  return (k >= 0 && k < 16) || (w >= 0 && w < 16);
}

typedef enum rule_force { MUST, SHOULD } rule_force;

typedef struct rule {
  const char *name;
  bool (*holds)(const node *n, const pass_context *c);
  rule_force force;
  const char *format, *reason;
} rule;

static const rule rules[] = {
#define RULE(name_, condition_, force_, format_, reason_) \
  {name_, condition_, force_, format_, reason_},
#include "passes/rules.def"
#undef RULE
};

static const rule *find_rule(const node *n, const pass_context *c) {
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    if (rules[i].force == SHOULD && c->precision == PRECISION_FP8) continue;
    if (rules[i].holds(n, c)) return &rules[i];
  }
  return NULL;
}

/* ---- Scores -------------------------------------------------------------------------- */

/* PINNED: operands in formats of their own. */
typedef enum candidate { E4M3, E5M2, BF16, PINNED, CANDIDATES } candidate;

/* One node's sums over the samples. */
typedef struct measured {
  const node *n;
  double signal, noise[CANDIDATES];
  double other_signal, other_noise[WHAT_IFS]; /* of the first sample */
  uint64_t macs;
  bool measured;
  bool local; /* every input is a tap or a constant, so the node can run alone */
  bool has_forms, tried[CANDIDATES];
  product_form forms[CANDIDATES];
} measured;

typedef struct scoring {
  pass_context *c;
  value **taps;
  size_t tap_count;
  size_t *tap_of; /* by value id: index + 1 */
  measured *nodes;
  size_t node_count;
} scoring;

static void add_tap(scoring *s, value *v) {
  if (!v || value_is_const(v) || s->tap_of[v->id]) return;
  ARENA_PUSH(s->c->scratch, s->taps, s->tap_count, v);
  s->tap_of[v->id] = s->tap_count;
}

/* Formats of the operands where they are neither E4M3 twice nor E5M2 and E4M3. */
static void pinned_formats(const pass_context *c, const node *n, fp8c_dtype out[2]) {
  const node_override *o = override_of(c->overrides, n);
  if (!o || !node_multiplies(n) || !o->format || o->format[0] != 'e' || !o->operand[1].format ||
      strcmp(o->operand[1].format, "e4m3") == 0)
    return;
  out[0] = dtype_from_name(o->format);
  out[1] = dtype_from_name(o->operand[1].format);
}

static fp8c_status find_forms(scoring *s, measured *m, fp8c_error *err) {
  fp8c_dtype formats[][2] = {[E4M3] = {FP8C_DTYPE_E4M3, FP8C_DTYPE_E4M3},
                             [E5M2] = {FP8C_DTYPE_E5M2, FP8C_DTYPE_E4M3},
                             [BF16] = {FP8C_DTYPE_BF16, FP8C_DTYPE_BF16},
                             [PINNED] = {FP8C_DTYPE_NONE, FP8C_DTYPE_NONE}};
  if (m->has_forms) return FP8C_OK;
  m->has_forms = true;
  pinned_formats(s->c, m->n, formats[PINNED]);
  for (candidate k = 0; k < CANDIDATES; k++) {
    if (formats[k][0] == FP8C_DTYPE_NONE || (k == E5M2 && node_attends(m->n))) continue;
    m->tried[k] = true;
    TRY(product_form_of(s->c, m->n, formats[k][0], formats[k][1], &m->forms[k], err));
  }
  return FP8C_OK;
}

static double squared_distance(const tensor *x, const tensor *y) {
  size_t count = (size_t)tensor_elements(x);
  const float *a = x->data, *b = y->data;
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    double d = (double)a[i] - (double)b[i];
    sum += d * d;
  }
  return sum;
}

/* The formats that are only asked about. */
static const lattice_kind what_ifs[WHAT_IFS] = {
    [WHAT_IF_E3M4] = LATTICE_E3M4, [WHAT_IF_E2M5] = LATTICE_E2M5, [WHAT_IF_INT8] = LATTICE_INT8};

static fp8c_status measure_what_if(scoring *s, measured *m, alone *x, const tensor *reference,
                                   fp8c_error *err) {
  size_t count = (size_t)tensor_elements(reference);
  const float *want = reference->data;
  for (size_t i = 0; i < count; i++) m->other_signal += (double)want[i] * (double)want[i];
  for (size_t k = 0; k < WHAT_IFS; k++) {
    arena_mark mark = arena_save(s->c->scratch);
    product_form form;
    tensor out;
    TRY(what_if_form(s->c, m->n, what_ifs[k], &form, err));
    TRY(alone_run(x, &form, &out, err));
    m->other_noise[k] = squared_distance(&out, reference);
    arena_reset(s->c->scratch, mark);
  }
  return FP8C_OK;
}

static size_t score_macs(const pass_context *c) {
  return c->score_macs ? c->score_macs : SCORE_MACS;
}

/* A product of many rows is run seven times over: beyond score_macs on rows at even
 * distances, at least SCORE_ROWS of them.  `x` itself where that is all. */
static const tensor *some_rows(scoring *s, const node *n, const tensor *x) {
  if (!op_named(n, "Linear") || !x || x->rank < 1 || !tensor_shape_known(x)) return x;
  const tensor *w = &n->in[1]->type;
  size_t depth = (size_t)x->dims[x->rank - 1], columns = w->rank == 2 ? (size_t)w->dims[0] : 0;
  if (depth == 0 || columns == 0 || x->scale.kind == SCALE_AXIS) return x;
  size_t rows = (size_t)tensor_elements(x) / depth, most = score_macs(s->c) / depth / columns;
  if (most < SCORE_ROWS) most = SCORE_ROWS;
  if (rows <= most) return x;
  size_t bytes = depth * dtype_bytes(x->dtype);
  char *data = arena_array(s->c->scratch, most, bytes);
  for (size_t i = 0; i < most; i++)
    memcpy(data + i * bytes, (const char *)x->data + i * rows / most * bytes, bytes);
  tensor *some = NEW(s->c->scratch, tensor);
  *some = *x;
  some->rank = 2;
  some->dims[0] = (int64_t)most;
  some->dims[1] = (int64_t)depth;
  some->data = data;
  pass_remark(s->c, "assign", n, "its formats are compared on %zu of a sample's %zu rows", most,
              rows);
  return some;
}

static fp8c_status measure(scoring *s, measured *m, const tensor *results, fp8c_error *err) {
  const node *n = m->n;
  arena *a = s->c->scratch;
  const tensor **inputs = NEW_ARRAY(a, const tensor *, n->in_count + 1);
  for (size_t i = 0; i < n->in_count; i++) {
    size_t tap = n->in[i] ? s->tap_of[n->in[i]->id] : 0;
    if (tap) inputs[i] = &results[tap - 1];
  }
  alone x;
  TRY(alone_begin(s->c, n, inputs, &x, err));
  if (x.macs > m->macs) m->macs = x.macs;
  if (!m->local || (m->measured && x.macs > score_macs(s->c))) return FP8C_OK;
  const tensor *whole = inputs[0];
  if (whole) inputs[0] = some_rows(s, n, whole);
  if (inputs[0] != whole) TRY(alone_begin(s->c, n, inputs, &x, err));
  TRY(find_forms(s, m, err));
  tensor reference;
  product_form unrounded;
  TRY(product_form_of(s->c, n, FP8C_DTYPE_F32, FP8C_DTYPE_F32, &unrounded, err));
  TRY(alone_run(&x, &unrounded, &reference, err));
  size_t count = (size_t)tensor_elements(&reference);
  const float *want = reference.data;
  for (size_t i = 0; i < count; i++) m->signal += (double)want[i] * (double)want[i];
  for (candidate k = 0; k < CANDIDATES; k++) {
    if (!m->tried[k]) continue;
    arena_mark mark = arena_save(a);
    tensor out;
    TRY(alone_run(&x, &m->forms[k], &out, err));
    m->noise[k] += squared_distance(&out, &reference);
    arena_reset(a, mark);
  }
  if (!m->measured && !node_attends(n)) TRY(measure_what_if(s, m, &x, &reference, err));
  m->measured = true;
  return FP8C_OK;
}

static fp8c_status score_sample(void *user, size_t sample, const tensor *results, fp8c_error *err) {
  scoring *s = user;
  (void)sample;
  for (size_t i = 0; i < s->node_count; i++) {
    arena_mark mark = arena_save(s->c->scratch);
    fp8c_status status = measure(s, &s->nodes[i], results, err);
    if (status != FP8C_OK) return fail_in(err, status, "scoring node \"%s\"", s->nodes[i].n->name);
    arena_reset(s->c->scratch, mark);
  }
  return FP8C_OK;
}

/* To a hundredth: what lies behind depends on the C library. */
static double hundredths(double x) { return isfinite(x) ? round(x * 100) / 100 : x; }

static double db(double signal, double noise) {
  return noise > 0 ? hundredths(10 * log10(signal / noise)) : INFINITY;
}

/* ---- The cache file: scores in the order of the GEMM-class nodes ---------------------- */

static const char *score_key(const pass_context *c) {
  const char *key = memo_of((pass_context *)(uintptr_t)c)->key;
  if (!key || !key[0]) return "";
  const char *pinned = overrides_pin_operands(c->overrides) ? overrides_hash(c->overrides) : "";
  return arena_printf(c->scratch, "%s-%s%s%s%s-%x", key, scale_method(c),
                      c->rules.column_scale ? "" : "-tensor", pinned[0] ? "-" : "", pinned,
                      c->repairs);
}

static void write_scores(pass_context *c, const precision_memo *m) {
  json_t *list = json_array(), *document = json_object();
  for (size_t i = 0; i < m->score_count; i++) {
    const node_score *s = &m->scores[i];
    json_t *row = json_array();
    json_array_append_new(row, json_finite(s->e4m3_db));
    json_array_append_new(row, json_finite(s->e5m2_db));
    json_array_append_new(row, json_finite(s->bf16_db));
    json_array_append_new(row, json_integer((json_int_t)s->macs));
    json_array_append_new(row, json_boolean(s->measured));
    for (size_t k = 0; k < WHAT_IFS; k++) json_array_append_new(row, json_finite(s->what_if_db[k]));
    json_array_append_new(row, json_finite(s->pinned_db));
    json_array_append_new(list, row);
  }
  json_object_set_new(document, "scores", list);
  cache_write(c, "scores", score_key(c), document);
  json_decref(document);
}

static double read_db(const json_t *row, size_t i) {
  const json_t *x = json_array_get(row, i);
  return json_is_number(x) ? json_number_value(x) : NAN;
}

static bool read_scores(pass_context *c, precision_memo *m) {
  const json_t *list = json_object_get(cache_read(c, "scores", score_key(c)), "scores");
  if (json_array_size(list) != m->score_count) return false;
  for (size_t i = 0; i < m->score_count; i++) {
    const json_t *row = json_array_get(list, i);
    if (json_array_size(row) != 6 + WHAT_IFS || !json_is_integer(json_array_get(row, 3)))
      return false;
    node_score *s = &m->scores[i];
    s->e4m3_db = read_db(row, 0);
    s->e5m2_db = read_db(row, 1);
    s->bf16_db = read_db(row, 2);
    s->macs = (uint64_t)json_integer_value(json_array_get(row, 3));
    s->measured = json_is_true(json_array_get(row, 4));
    for (size_t k = 0; k < WHAT_IFS; k++) s->what_if_db[k] = read_db(row, 5 + k);
    s->pinned_db = read_db(row, 5 + WHAT_IFS);
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
  double b = operand_sqnr(c, n, 1, format == FP8C_DTYPE_E5M2 ? FP8C_DTYPE_E4M3 : format, err);
  return hundredths(-10 * log10(pow(10, -a / 10) + pow(10, -b / 10)));
}

static bool can_be_scored(const node *n, const pass_context *c) {
  if (node_attends(n))
    return n->in_count <= 4 && node_float(n, "softcap") == 0 && !has_no_statistics(n, c);
  return node_multiplies(n) && !has_fp8_operands(n, c) && was_seen(n, 0, c) && was_seen(n, 1, c);
}

static fp8c_status score_all(graph *g, pass_context *c, fp8c_error *err) {
  precision_memo *m = memo_of(c);
  size_t count = 0;
  for (const node *n = g->first; n; n = n->next) count += n->op->precision == CLASS_GEMM;
  m->scores = NEW_ARRAY(c->keep, node_score, count + 1);
  scoring s = {.c = c, .tap_of = NEW_ARRAY(c->scratch, size_t, g->next_value_id + 1)};
  s.nodes = NEW_ARRAY(c->scratch, measured, count + 1);
  for (const node *n = g->first; n; n = n->next) {
    if (n->op->precision != CLASS_GEMM) continue;
    measured *p = &s.nodes[s.node_count];
    m->scores[s.node_count++] =
        (node_score){arena_strdup(c->keep, n->name), NAN, NAN, NAN, NAN, {NAN, NAN, NAN}, 0, false};
    *p = (measured){.n = n, .local = can_be_scored(n, c) && n->out_count == 1};
    for (size_t i = 0; i < n->in_count; i++) add_tap(&s, n->in[i]);
  }
  m->score_count = s.node_count;
  m->scored = true;
  if (take_given_scores(c, m) || read_scores(c, m)) return FP8C_OK;
  if (c->evaluate && c->samples)
    TRY(walk_first(c, g, s.taps, s.tap_count, SCORE_SAMPLES, "score", score_sample, &s, err));
  for (size_t i = 0; i < s.node_count; i++) {
    const measured *p = &s.nodes[i];
    node_score *r = &m->scores[i];
    r->macs = p->macs;
    r->measured = p->measured;
    if (p->measured) {
      r->e4m3_db = db(p->signal, p->noise[E4M3]);
      r->e5m2_db = p->tried[E5M2] ? db(p->signal, p->noise[E5M2]) : NAN;
      r->pinned_db = p->tried[PINNED] ? db(p->signal, p->noise[PINNED]) : NAN;
      r->bf16_db = db(p->signal, p->noise[BF16]);
      for (size_t k = 0; k < WHAT_IFS && !node_attends(p->n); k++)
        r->what_if_db[k] = db(p->other_signal, p->other_noise[k]);
    } else if (p->local && !node_attends(p->n)) {
      r->e4m3_db = estimate(c, p->n, FP8C_DTYPE_E4M3, err);
      r->e5m2_db = estimate(c, p->n, FP8C_DTYPE_E5M2, err);
      r->bf16_db = estimate(c, p->n, FP8C_DTYPE_BF16, err);
    }
  }
  write_scores(c, m);
  return FP8C_OK;
}

static const node_score *score_of(pass_context *c, const node *n) {
  const precision_memo *m = memo_of(c);
  for (size_t i = 0; i < m->score_count; i++)
    if (strcmp(m->scores[i].node_name, n->name) == 0) return &m->scores[i];
  return NULL;
}

/* ---- The decision ------------------------------------------------------------------------- */

static const char *figures(pass_context *c, const node_score *s) {
  if (isnan(s->e5m2_db))
    return arena_printf(
        c->keep,
        "%s: its output keeps %.1f dB with E4M3 operands and probabilities, %.1f dB with BF16",
        s->measured ? "measured on calibration samples" : "estimated from histograms", s->e4m3_db,
        s->bf16_db);
  return arena_printf(c->keep,
                      "%s: its output keeps %.1f dB with E4M3 operands, %.1f dB with E5M2 "
                      "activations, %.1f dB with BF16",
                      s->measured ? "measured on calibration samples" : "estimated from histograms",
                      s->e4m3_db, s->e5m2_db, s->bf16_db);
}

static void decide_by_score(pass_context *c, decision *d, const node_score *s) {
  d->rule = "score";
  d->format = "e4m3";
  if (!s || isnan(s->e4m3_db)) {
    d->reason = "no rule speaks against FP8, and its error was not measured";
    return;
  }
  const char *words = figures(c, s);
  if (s->e4m3_db >= LEAST_SQNR_DB) {
    d->reason = words;
  } else if (c->precision == PRECISION_FP8) {
    d->reason = arena_printf(c->keep, "--precision fp8, although %s", words);
  } else if (s->e5m2_db >= LEAST_SQNR_DB) {
    d->format = "e5m2";
    d->reason = arena_printf(c->keep, "E4M3 falls short of %.0f dB; %s", LEAST_SQNR_DB, words);
  } else {
    d->format = "bf16";
    d->reason = arena_printf(c->keep, "FP8 falls short of %.0f dB; %s", LEAST_SQNR_DB, words);
  }
  d->sqnr_db = strcmp(d->format, "e4m3") == 0   ? s->e4m3_db
               : strcmp(d->format, "e5m2") == 0 ? s->e5m2_db
                                                : s->bf16_db;
}

/* Over what the scales of an FP8 node are shared. */
static const char *granularity_of(const node *n, const pass_context *c) {
  if (node_attends(n)) return "q, k and v per tensor, probabilities by 2^8";
  if (operand_by_blocks(c, n, 0))
    return "weights per 128 x 128 block, activations per 128 of a row";
  bool rows = operand_by_rows(c, n, 0), channels = weights_per_channel(c, n);
  return !node_has_weights(n)
             ? (rows ? "first operand per row, second per tensor" : "both operands per tensor")
         : rows && channels ? "weights per output channel, activations per row"
         : rows             ? "weights per tensor, activations per row"
         : channels         ? "weights per output channel, activations per tensor"
                            : "weights and activations per tensor";
}

/* How they are chosen; weights by least squares need no words. */
static const char *policy_of(const node *n, const pass_context *c) {
  if (node_attends(n)) return scale_method(c);
  scale_policy a = operand_policy(c, n, 0);
  const char *words = operand_by_rows(c, n, 0)     ? "amax of each row"
                      : operand_by_blocks(c, n, 0) ? "amax of each block"
                                                   : scale_policy_words(&a, n->graph->arena);
  scale_policy b = operand_policy(c, n, 1);
  if (!node_has_weights(n) || b.method == SCALE_BY_MSE) return words;
  return arena_printf(n->graph->arena, "%s; weights %s", words,
                      scale_policy_words(&b, n->graph->arena));
}

/* Why a node cannot have the format somebody asked for; NULL: it can.  --precision
 * is a wish like the override, and the weaker one. */
const char *format_impossible(const node *n, const pass_context *c, const char *format) {
  bool fp8 = format[0] == 'e';
  if (node_attends(n) && strcmp(format, "e4m3") != 0 && strcmp(format, "bf16") != 0)
    return "attention computes in E4M3 or BF16";
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    const rule *r = &rules[i];
    if (r->force == SHOULD || strcmp(r->name, "option") == 0 || !r->holds(n, c)) continue;
    bool imported = strcmp(r->name, "imported") == 0;
    if (strcmp(r->format, format) == 0 && !imported) return NULL;
    if (fp8 || imported || !node_multiplies(n)) return r->reason;
    return NULL;
  }
  return NULL;
}

/* Why the operands of a node cannot be rounded as is pinned; NULL: they can. */
static const char *operands_impossible(const node *n, const pass_context *c,
                                       const node_override *o) {
  const operand_override *w = &o->operand[1];
  if (!o->pins_operands) return NULL;
  if (node_attends(n)) return "the scales of an attention's operands follow from each other";
  if (!node_multiplies(n)) return "this operator has no form with FP8 operands";
  if (has_fp8_operands(n, c))
    return "the model brings this product's operands in FP8, with their scales";
  if (operand_by_rows(c, n, 0) && row_scales_impossible(n, c)) return row_scales_impossible(n, c);
  if (operand_by_blocks(c, n, 0) && block_scales_impossible(n, c))
    return block_scales_impossible(n, c);
  if (w->granularity && strcmp(w->granularity, "channel") == 0 &&
      (!node_has_weights(n) || weights_axis(n) != 0))
    return "its second operand is no constant with output channels outermost, so there is no "
           "scale for each of them";
  return NULL;
}

/* What was asked for, in words. */
static const char *pinned_words(const node_override *o, arena *a) {
  const char *b = o->operand[1].format;
  if (!o->format) return "scales of its own";
  return b && strcmp(b, o->format) != 0 ? arena_printf(a, "%s with %s weights", o->format, b)
                                        : o->format;
}

/* The local figure of the format decided. */
static double figure_of(const decision *d) {
  return strcmp(d->format, "e4m3") == 0   ? d->sqnr_e4m3_db
         : strcmp(d->format, "e5m2") == 0 ? d->sqnr_e5m2_db
         : strcmp(d->format, "bf16") == 0 ? d->sqnr_bf16_db
                                          : (double)NAN;
}

/* What the override file pins; false where it pins no format, or none that can be. */
static fp8c_status decide_by_override(const node *n, pass_context *c, decision *d,
                                      const node_score *s, bool *decided, fp8c_error *err) {
  const node_override *o = override_of(c->overrides, n);
  *decided = false;
  if (!o || (!o->format && !o->pins_operands)) return FP8C_OK;
  const char *why = o->format ? format_impossible(n, c, o->format) : NULL;
  if (!why) why = operands_impossible(n, c, o);
  const char *what = pinned_words(o, c->keep);
  if (why && o->must)
    return fail(err, FP8C_ERROR_ARGUMENT, "--override: %s pins node \"%s\" to %s, but %s", o->words,
                n->name, what, why);
  if (why) {
    overrides_refused(c->overrides, n, why);
    pass_remark(c, "override-refused", n, "%s asks for %s on node \"%s\", but %s", o->words, what,
                n->name, why);
    return FP8C_OK;
  }
  if (!o->format) return FP8C_OK;
  *decided = true;
  d->rule = "override";
  d->format = o->format;
  const char *weights = o->operand[1].format;
  if (d->format[0] == 'e' && weights && strcmp(weights, "e4m3") != 0) d->weights_format = weights;
  d->reason = arena_printf(c->keep, "pinned by %s of the override file", o->words);
  if (s && !isnan(s->e4m3_db))
    d->reason = arena_printf(c->keep, "%s; %s", d->reason, figures(c, s));
  d->sqnr_db = d->weights_format ? (s ? s->pinned_db : (double)NAN) : figure_of(d);
  return FP8C_OK;
}

static const format_choice *choice_of(const node *n, const pass_context *c) {
  for (size_t i = 0; i < c->choice_count; i++)
    if (strcmp(c->choices[i].node, n->name) == 0) return &c->choices[i];
  return NULL;
}

/* What a search chose; it only chooses what is possible. */
static bool decide_by_choice(const node *n, pass_context *c, decision *d) {
  const format_choice *x = choice_of(n, c);
  if (!x || format_impossible(n, c, x->format)) return false;
  if (strcmp(x->format, "bf16") == 0 && node_gates(n)) return false; /* wide means F32 there */
  d->rule = "search";
  d->format = x->format;
  d->reason = x->reason;
  d->sqnr_db = figure_of(d);
  return true;
}

/* Formats and scales as the model states them. */
static void describe_imported(const node *n, decision *d) {
  fp8c_dtype x = n->in[0]->type.dtype, w = n->in[1]->type.dtype;
  d->format = fp8c_dtype_name(x);
  if (w != FP8C_DTYPE_E4M3) d->weights_format = fp8c_dtype_name(w);
  d->granularity = n->in[1]->type.scale.kind == SCALE_AXIS
                       ? "weights per output channel, activations per tensor"
                   : node_has_weights(n) ? "weights and activations per tensor"
                                         : "both operands per tensor";
  d->policy = "given";
}

static fp8c_status decide(node *n, pass_context *c, fp8c_error *err) {
  decision *d = NEW(n->graph->arena, decision);
  const node_score *s = score_of(c, n);
  d->sqnr_db = NAN;
  d->sqnr_e4m3_db = s ? s->e4m3_db : NAN;
  d->sqnr_e5m2_db = s ? s->e5m2_db : NAN;
  d->sqnr_bf16_db = s ? s->bf16_db : NAN;
  for (size_t k = 0; k < WHAT_IFS; k++) d->what_if_db[k] = s ? s->what_if_db[k] : NAN;
  d->macs = s && s->macs ? s->macs : node_macs(n, c->scratch);
  d->granularity = d->policy = "";
  bool decided;
  TRY(decide_by_override(n, c, d, s, &decided, err));
  if (!decided) decided = decide_by_choice(n, c, d);
  const rule *r = decided ? NULL : find_rule(n, c);
  if (r) {
    d->rule = r->name;
    d->format = r->format;
    d->reason = r->reason;
    if (node_attends(n) && strcmp(r->name, "attention") == 0)
      d->reason = arena_printf(n->graph->arena, "%s: %s", r->reason, attention_refusal(n, c));
    if (strcmp(r->format, "bf16") == 0) d->sqnr_db = d->sqnr_bf16_db;
    if (strcmp(r->name, "imported") == 0) describe_imported(n, d);
  } else if (!decided) {
    decide_by_score(c, d, s);
  }
  if (!r && d->format[0] == 'e') {
    d->granularity = granularity_of(n, c);
    d->policy = policy_of(n, c);
  }
  if (node_attends(n) && d->format[0] != 'e' && operand_is_kept(n, 1)) d->weights_format = "e4m3";
  n->decision = d;
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_assign(graph *g, pass_context *c, fp8c_error *err) {
  bool fp8 = wants_fp8(c);
  if (fp8 && c->precision == PRECISION_FP8 && !c->stats && c->scales.method != SCALE_CONSTANT)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--precision fp8 needs calibration data, which gives activations their scales");
  if (fp8 && c->stats && !memo_of(c)->scored) TRY(score_all(g, c, err));
  for (node *n = g->first; n; n = n->next)
    if (n->op->precision == CLASS_GEMM) TRY(decide(n, c, err));
  if (c->overrides) TRY(overrides_settle(c->overrides, err));
  return FP8C_OK;
}
