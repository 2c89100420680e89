/* assign.c - decides each GEMM-class node's format, with a reason in words.
 *
 * Rules first (rules.def).  Where none holds, the node's own error decides (scores.c).
 * That local figure says which nodes suffer; it does not say how much of it reaches the
 * model's output, so the threshold is low: E4M3 normally gives 25 to 35 dB, and only a
 * node that loses a fifth of its signal is kept out of FP8.  Among the forms of FP8 E4M3 with a
 * scale for the whole tensor is the usual one; E5M2, as fast and less precise, where its range
 * brings more; scales by rows, some work of their own, where they halve the noise. */
#include "passes/precision/assign.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/accumulator.h"
#include "passes/precision/block_scales.h"
#include "passes/precision/isolated.h"
#include "passes/precision/overrides.h"
#include "passes/precision/recurrent_state.h"
#include "passes/precision/row_scales.h"

#define LEAST_SQNR_DB 15.0  /* under it a node leaves FP8 */
#define RANGE_GAIN_DB 1.0   /* E5M2 over E4M3 */
#define SHARING_GAIN_DB 3.0 /* scales by rows over both, by blocks over all */

/* "31.2 dB"; NaN or infinity where F32 has none leaves no such figure. */
static const char *db_words(pass_context *c, double db) {
  return db == -(double)INFINITY ? "nothing finite" : arena_printf(c->keep, "%.1f dB", db);
}

static double better_of(const node_score *s) {
  return fmax(s->db[PRODUCT_E4M3], s->db[PRODUCT_E5M2]);
}

/* The finest sharing of scales that halves the noise of every coarser one; SCALES_OF_TENSOR where
 * none does. */
static scale_sharing sharing_that_gains(const node_score *s) {
  double best = better_of(s);
  scale_sharing by = SCALES_OF_TENSOR;
  for (scale_sharing k = SCALES_OF_ROWS; k < SCALE_SHARINGS; k++) {
    if (s->by_db[k] > best + SHARING_GAIN_DB) by = k;
    best = fmax(best, s->by_db[k]); /* NAN: not tried */
  }
  return by;
}

bool range_gains(const node_score *s) {
  return s->db[PRODUCT_E5M2] > s->db[PRODUCT_E4M3] + RANGE_GAIN_DB;
}

fp8c_dtype fp8_by_tensor(const node_score *s) {
  bool e5m2 = range_gains(s);
  if (!((e5m2 ? s->db[PRODUCT_E5M2] : s->db[PRODUCT_E4M3]) >= LEAST_SQNR_DB))
    return FP8C_DTYPE_NONE;
  return e5m2 ? FP8C_DTYPE_E5M2 : FP8C_DTYPE_E4M3;
}

static const char *figures(const node *n, pass_context *c, const node_score *s) {
  const char *how = s->measured ? "measured on calibration samples" : "estimated from histograms";
  if (isnan(s->db[PRODUCT_E5M2]) || (node_attends(n) && !range_gains(s)))
    return arena_printf(
        c->keep, "%s: its output keeps %s with E4M3 operands and probabilities, %s with BF16", how,
        db_words(c, s->db[PRODUCT_E4M3]), db_words(c, s->db[PRODUCT_BF16]));
  if (node_attends(n))
    return arena_printf(c->keep,
                        "%s: its output keeps %s with E4M3 operands and probabilities, %s with "
                        "values in E5M2, %s with BF16",
                        how, db_words(c, s->db[PRODUCT_E4M3]), db_words(c, s->db[PRODUCT_E5M2]),
                        db_words(c, s->db[PRODUCT_BF16]));
  scale_sharing by = sharing_that_gains(s);
  const char *rows = "";
  for (scale_sharing k = SCALES_OF_ROWS; by && k <= by; k++)
    if (!isnan(s->by_db[k]))
      rows = arena_printf(c->keep, "%s, %s with %s", rows, db_words(c, s->by_db[k]),
                          k == SCALES_OF_ROWS     ? "E4M3 activations by rows"
                          : k == SCALES_OF_BLOCKS ? "both operands in E4M3 by blocks"
                                                  : "E4M3 activations by the run's own scale");
  return arena_printf(
      c->keep,
      "%s: its output keeps %s with E4M3 operands, %s with E5M2 activations%s, %s with BF16", how,
      db_words(c, s->db[PRODUCT_E4M3]), db_words(c, s->db[PRODUCT_E5M2]), rows,
      db_words(c, s->db[PRODUCT_BF16]));
}

/* E5M2 or scales by rows or blocks, where they are the better FP8 and good enough, or FP8 is asked
 * for. */
static bool decide_by_range(pass_context *c, decision *d, const node_score *s, const char *words) {
  scale_sharing by = sharing_that_gains(s);
  bool e5m2 = range_gains(s);
  double best = by ? s->by_db[by] : s->db[PRODUCT_E5M2];
  if (!(by || e5m2) || !(best >= LEAST_SQNR_DB || c->precision == PRECISION_FP8)) return false;
  d->by = by;
  d->format = by ? FP8C_DTYPE_E4M3 : FP8C_DTYPE_E5M2;
  const char *what = by == SCALES_OF_BLOCKS ? "a scale for each block of 128 of k"
                     : by == SCALES_OF_RUN  ? "a scale for each run"
                     : by                   ? "a scale for each row"
                                            : "E5M2's range";
  double more = best - (by ? better_of(s) : s->db[PRODUCT_E4M3]);
  if (best < LEAST_SQNR_DB)
    d->reason = arena_printf(c->keep, "--precision fp8, although %s", words);
  else if (s->db[PRODUCT_E4M3] < LEAST_SQNR_DB)
    d->reason = arena_printf(c->keep, "E4M3 by one scale falls short of %.0f dB, %s does not; %s",
                             LEAST_SQNR_DB, what, words);
  else
    d->reason = arena_printf(c->keep, "%s brings %.1f dB; %s", what, more, words);
  d->sqnr_db = best;
  return true;
}

static void decide_by_score(const node *n, pass_context *c, decision *d, const node_score *s) {
  d->rule = "score";
  d->format = FP8C_DTYPE_E4M3;
  if (!s || isnan(s->db[PRODUCT_E4M3])) {
    d->reason = "no rule speaks against FP8, and its error was not measured";
    return;
  }
  const char *words = figures(n, c, s);
  if (decide_by_range(c, d, s, words)) return;
  if (s->db[PRODUCT_E4M3] >= LEAST_SQNR_DB) {
    d->reason = words;
  } else if (c->precision == PRECISION_FP8 && s->db[PRODUCT_E4M3] > -(double)INFINITY) {
    d->reason = arena_printf(c->keep, "--precision fp8, although %s", words);
  } else if (s->db[PRODUCT_BF16] == -(double)INFINITY && !format_impossible(n, c, FP8C_DTYPE_F32)) {
    d->format = FP8C_DTYPE_F32;
    d->reason = arena_printf(c->keep, "only F32 leaves it finite; %s", words);
  } else {
    d->format = FP8C_DTYPE_BF16;
    d->reason = arena_printf(c->keep, "FP8 falls short of %.0f dB; %s", LEAST_SQNR_DB, words);
  }
  d->sqnr_db = figure_in(s->db, d->format);
}

/* Over what the scales of an FP8 node are shared. */
static const char *granularity_of(const node *n, const pass_context *c) {
  if (node_attends(n)) return "q, k and v per tensor, probabilities by 2^8";
  if (node_recurs(n)) return "weights and state per tensor";
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
  if (node_recurs(n)) return arena_printf(c->keep, "%s, powers of two", scale_method(c));
  scale_policy a = operand_policy(c, n, 0);
  const char *words = operand_by_rows(c, n, 0)     ? "amax of each row"
                      : operand_by_blocks(c, n, 0) ? "amax of each block"
                      : operand_by_run(c, n, 0)    ? "dynamic: amax of each run"
                      : operand_delayed(c, n, 0)
                          ? arena_printf(n->graph->arena, "%s: amax of earlier runs",
                                         scale_policy_words(&a, n->graph->arena))
                          : scale_policy_words(&a, n->graph->arena);
  scale_policy b = operand_policy(c, n, 1);
  if (!node_has_weights(n) || b.method == SCALE_BY_MSE) return words;
  return arena_printf(n->graph->arena, "%s; weights %s", words,
                      scale_policy_words(&b, n->graph->arena));
}

const char *operands_impossible(const node *n, const pass_context *c, const node_override *o) {
  const operand_override *w = &o->operand[1];
  if (o->promote && !node_is(n, OP_LINEAR))
    return "the sums of products with constant weights, Linear, alone go into F32 as is asked";
  if (o->promote && operand_by_blocks(c, n, 0))
    return "scales of blocks take each 128 of k into F32";
  if (!o->pins_operands) return NULL;
  if (node_attends(n)) return "the scales of an attention's operands follow from each other";
  if (n->op->work == WORK_RECURRENT)
    return "a recurrent layer has one scale for its state and one for its weights, powers of two";
  if (node_is(n, OP_PACKED_LINEAR)) {
    const char *grain = o->operand[0].granularity ? o->operand[0].granularity : w->granularity;
    bool other = (grain && strcmp(grain, "block") != 0) || w->format || w->has_policy ||
                 o->operand[0].has_policy;
    return other ? "its weights are codes with scales of blocks already"
                 : block_scales_impossible(n, c);
  }
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
  fp8c_dtype b = o->operand[1].format;
  if (!o->format) return o->pins_operands ? "scales of its own" : "sums of its own";
  const char *format = fp8c_dtype_name(o->format);
  return b && b != o->format ? arena_printf(a, "%s with %s weights", format, fp8c_dtype_name(b))
                             : format;
}

/* The local figure of the format decided. */
static double figure_of(const decision *d) { return figure_in(d->sqnr_of, d->format); }

/* What the override file pins; false where it pins no format, or none that can be. */
static fp8c_status decide_by_override(const node *n, pass_context *c, decision *d,
                                      const node_score *s, bool *decided, fp8c_error *err) {
  const node_override *o = override_of(c->overrides, n);
  *decided = false;
  if (!o || (!o->format && !o->pins_operands && !o->promote)) return FP8C_OK;
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
  fp8c_dtype weights = o->operand[1].format;
  if (dtype_is_fp8(d->format) && weights && weights != usual_weights(d->format))
    d->weights_format = weights;
  d->reason = arena_printf(c->keep, "pinned by %s%s", o->words,
                           o->by_option ? "" : " of the override file");
  if (s && !isnan(s->db[PRODUCT_E4M3]))
    d->reason = arena_printf(c->keep, "%s; %s", d->reason, figures(n, c, s));
  d->sqnr_db = d->weights_format ? (s ? s->pinned_db : (double)NAN) : figure_of(d);
  return FP8C_OK;
}

/* What a search or the time model chose; they only choose what is possible. */
static bool decide_by_choice(const node *n, pass_context *c, decision *d, const node_score *s) {
  const format_choice *x = format_choice_of(c, n);
  if (!x || format_impossible(n, c, x->format)) return false;
  if (sharing_impossible(c, n, x->by)) return false;
  if (x->format == FP8C_DTYPE_BF16 && node_gates_in_f32(n)) return false; /* wide means F32 there */
  d->rule = x->rule;
  d->format = x->format;
  d->reason = x->reason;
  d->sqnr_db = x->by && s ? s->by_db[x->by] : figure_of(d);
  d->by = x->by;
  return true;
}

/* Formats and scales as the model states them. */
static void describe_imported(const node *n, decision *d) {
  fp8c_dtype x = n->in[0]->type.dtype, w = n->in[1]->type.dtype;
  d->format = x;
  if (w != usual_weights(x)) d->weights_format = w;
  d->granularity = n->in[1]->type.scale.kind == SCALE_AXIS
                       ? "weights per output channel, activations per tensor"
                   : node_has_weights(n) ? "weights and activations per tensor"
                                         : "both operands per tensor";
  d->policy = "given";
}

/* Of weights in few bits; what rounded them says what they keep. */
static void describe_packed(const node *n, pass_context *c, decision *d) {
  int64_t block = node_int(n, "block"), k = node_int(n, "depth");
  const char *codes = node_string(n, "codes"), *why = n->in[1]->reason;
  d->granularity =
      block < k ? arena_printf(c->keep, "weights in %s per %lld of k", codes, (long long)block)
                : arena_printf(c->keep, "weights in %s per output", codes);
  if (why) d->reason = arena_printf(c->keep, "%s; %s", d->reason, why);
  if (node_int(n, "integers"))
    d->reason = arena_printf(
        c->keep,
        "%s; its activations are rounded to 8-bit integers by blocks, as accuracy_level 4 permits",
        d->reason);
}

static void say_where_scores_are(const node *n, pass_context *c, decision *d) {
  attention_scales s;
  if (!c->stats || !attention_scales_of(c, n, &s) || s.f16_scores) return;
  d->reason = arena_printf(n->graph->arena, "%s; its scores stay in F32: %s", d->reason,
                           attention_f32_words(c, &s));
}

/* Sums that lose so much less than the product's own rounding make no error of theirs: 0.3 dB. */
#define SUMS_BELOW_DB 12.0

/* After how many of k the tensor core's sums go into F32: as it was asked, else where a sample of
 * them shows that the kernel is not to add them up alone, the longest interval that is good enough.
 */
static void decide_promotion(const node *n, const pass_context *c, decision *d,
                             const node_score *s) {
  const node_override *o = override_of(c->overrides, n);
  bool can = node_is(n, OP_LINEAR) && dtype_is_fp8(d->format) && d->by != SCALES_OF_BLOCKS &&
             !operand_by_blocks(c, n, 0);
  for (size_t k = 0; k < SUM_INTERVALS; k++) d->sums_db[k] = s && can ? s->sums_db[k] : NAN;
  if (!can) return;
  if (o && o->promote) {
    d->promote = o->promote;
    return;
  }
  double enough = d->sqnr_db + SUMS_BELOW_DB;
  if (!c->rules.gpu || !(d->sums_db[0] < enough)) return;
  size_t k = 1;
  while (k + 1 < SUM_INTERVALS && d->sums_db[k] < enough) k++;
  d->promote = sum_intervals[k];
  d->reason = arena_printf(n->graph->arena,
                           "%s; the tensor core's own sums would keep %s: they go into F32 every "
                           "%d of k, which keeps %s",
                           d->reason, db_words((pass_context *)(uintptr_t)c, d->sums_db[0]),
                           d->promote, db_words((pass_context *)(uintptr_t)c, d->sums_db[k]));
}

/* A step with a larger state takes longer with it in FP8 than in BF16 (on an H200 0.61 to 0.74 of
 * its time with up to 256 numbers, 1.08 with 512). */
#define SMALL_STATE 256
/* What a product of two operands in E4M3 keeps of normally distributed numbers: the state errs no
 * more than what the layer multiplies its inputs by. */
#define STATE_LEAST_DB 28.5

/* Whether a recurrent layer's state is FP8 although nobody named it.  The layer's own figure is of
 * whole sequences, so it has what errors become from step to step. */
static bool state_gains(const node *n, const pass_context *c, const node_score *s) {
  if (!node_recurs(n) || c->precision != PRECISION_FP8 || !c->rules.gpu || !s ||
      format_impossible(n, c, FP8C_DTYPE_E4M3))
    return false;
  const tensor *r = &n->in[RECURRENT_WEIGHTS]->type;
  return r->rank > 0 && r->dims[r->rank - 1] <= SMALL_STATE && s->measured &&
         s->db[PRODUCT_E4M3] >= STATE_LEAST_DB;
}

static fp8c_status decide(node *n, pass_context *c, fp8c_error *err) {
  decision *d = NEW(n->graph->arena, decision);
  const node_score *s = score_of(c, n);
  d->sqnr_db = NAN;
  for (size_t k = 0; k < ROUNDED_FORMATS; k++) d->sqnr_of[k] = s ? s->db[k] : NAN;
  for (size_t k = 0; k < WHAT_IFS; k++) d->what_if_db[k] = s ? s->what_if_db[k] : NAN;
  d->macs = s && s->macs ? s->macs : node_macs(n, c->scratch);
  d->granularity = d->policy = "";
  bool decided;
  TRY(decide_by_override(n, c, d, s, &decided, err));
  if (!decided) decided = decide_by_choice(n, c, d, s);
  const rule *r = decided || state_gains(n, c, s) ? NULL : rule_of(n, c);
  if (r) {
    d->rule = r->name;
    d->format = r->format;
    d->reason = r->reason;
    if (node_attends(n) && strcmp(r->name, "attention") == 0)
      d->reason = arena_printf(n->graph->arena, "%s: %s", r->reason, attention_refusal(n, c));
    if (r->format == FP8C_DTYPE_BF16) d->sqnr_db = d->sqnr_of[PRODUCT_BF16];
    if (strcmp(r->name, "imported") == 0) describe_imported(n, d);
  } else if (!decided) {
    decide_by_score(n, c, d, s);
  }
  n->decision = d;
  decide_promotion(n, c, d, s);
  if (node_is(n, OP_PACKED_LINEAR) && dtype_is_fp8(d->format)) d->by = SCALES_OF_BLOCKS;
  if (!r && dtype_is_fp8(d->format)) {
    d->granularity = granularity_of(n, c);
    d->policy = policy_of(n, c);
  }
  if (node_is(n, OP_PACKED_LINEAR) && !dtype_is_fp8(d->format)) describe_packed(n, c, d);
  if (node_attends(n) && dtype_is_fp8(d->format)) say_where_scores_are(n, c, d);
  if (node_attends(n) && !dtype_is_fp8(d->format) && operand_is_kept(n, 1))
    d->weights_format = FP8C_DTYPE_E4M3;
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_assign(graph *g, pass_context *c, fp8c_error *err) {
  bool fp8 = wants_fp8(c);
  bool blocks = false; /* which need no data */
  for (const node *n = g->first; n && !blocks; n = n->next) blocks = node_has_packed_blocks(n, c);
  if (fp8 && c->precision == PRECISION_FP8 && !c->stats && c->scales.method != SCALE_CONSTANT &&
      c->scales.method != SCALE_OF_RUN && c->scales.method != SCALE_DELAYED && !blocks)
    return fail(
        err, FP8C_ERROR_ARGUMENT,
        "--precision fp8 needs calibration data for the activations' scales; give --calibrate, or "
        "--precision auto for BF16 where scales are missing");
  if (fp8 && c->stats && !scores_of(c)->known) TRY(score_nodes(g, c, err));
  for (node *n = g->first; n; n = n->next)
    if (node_has_format(n)) TRY(decide(n, c, err));
  if (c->overrides) TRY(overrides_settle(c->overrides, err));
  return FP8C_OK;
}
