/* insert_scales.c - puts an explicit Quantize in front of every FP8 operand.
 *
 * At the consumer, never on the value itself: other readers (a residual Add)
 * keep the unrounded number.  All products that read one value in one format
 * share one Quantize, so Q, K and V projections read the same bytes.  Attention
 * reads q, k and v so too, and says what it does with its probabilities. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "passes/masks.h"
#include "passes/match.h"
#include "passes/precision/attention_scales.h"
#include "passes/precision/block_scales.h"
#include "passes/precision/delayed_scales.h"
#include "passes/precision/recurrent_state.h"
#include "passes/precision/repair.h"
#include "passes/precision/row_scales.h"

/* What was converted already: an activation in one format by one scale, or a
 * constant's codes. */
typedef struct converted {
  const void *from; /* the activation, or the codes */
  fp8c_dtype format;
  float unit; /* of an activation */
  value *to;
} converted;

typedef struct converted_rows {
  const value *from;
  fp8c_dtype format;
  bool run; /* one scale for all of them */
  scaled_rows to;
} converted_rows;

typedef struct inserting {
  graph *g;
  pass_context *c;
  converted *list;
  size_t count;
  converted_rows *rows;
  size_t row_count;
  delayed_list delayed;
} inserting;

static value *known(const inserting *s, const void *from, fp8c_dtype format, float unit) {
  for (size_t i = 0; i < s->count; i++)
    if (s->list[i].from == from && s->list[i].format == format && s->list[i].unit == unit)
      return s->list[i].to;
  return NULL;
}

static void remember(inserting *s, const void *from, fp8c_dtype format, float unit, value *to) {
  converted r = {from, format, unit, to};
  ARENA_PUSH(s->c->scratch, s->list, s->count, r);
}

/* `w` is what `from` became. */
static value *quantised_constant(inserting *s, const value *from, const small_weight *w) {
  fp8c_dtype format = w->type.dtype;
  bool per_channel = w->type.scale.kind == SCALE_AXIS;
  value *v = known(s, w->codes, format, 0);
  if (v) return v;
  blob bytes = {.bytes = tensor_bytes(&w->type), .memory = w->codes};
  const char *name = arena_printf(s->g->arena, "%s.%s", from->name, fp8c_dtype_name(format));
  v = graph_const(s->g, name, &w->type, bytes);
  if (per_channel) {
    tensor vector = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {w->type.dims[0]}};
    v->scale_vector = graph_const_copy(s->g, arena_printf(s->g->arena, "%s.scale", name), &vector,
                                       w->type.scale.scales);
  }
  const char *grain = per_channel ? "output channel" : "tensor";
  v->reason = w->treatment
                  ? arena_printf(s->g->arena,
                                 "weights in %s with a scale per %s, %s: %.1f dB less error of the "
                                 "result on samples held out",
                                 fp8c_dtype_name(format), grain, w->treatment, w->treatment_db)
                  : arena_printf(s->g->arena, "weights rounded to %s with a scale per %s, %.1f dB",
                                 fp8c_dtype_name(format), grain, w->sqnr_db);
  remember(s, w->codes, format, 0, v);
  return v;
}

/* Says how the value is read, to people and to the report. */
static const char *note_cost(inserting *s, const value *from, fp8c_dtype format, float unit,
                             const char *method) {
  calibration_stats *all = s->c->stats;
  const value_stats *stats = stats_find(all, from->name);
  if (!stats) return arena_printf(s->g->arena, "read by FP8 products; scale by %s", method);
  rounding_cost cost = stats_cost(stats, format, unit);
  stored_value r = {s->g,
                    stats->value_name,
                    format,
                    unit,
                    cost.sqnr_db,
                    cost.underflow_share,
                    cost.saturated_share};
  ARENA_PUSH(s->c->keep, all->stored, all->stored_count, r);
  return arena_printf(s->g->arena,
                      "read by FP8 products; scale by %s over %zu samples, %.1f dB, %.3g%% "
                      "underflow, %.3g%% saturated",
                      method, all->sample_count, cost.sqnr_db, 100 * cost.underflow_share,
                      100 * cost.saturated_share);
}

static value *quantised_activation(inserting *s, node *reader, value *from, fp8c_dtype format,
                                   float unit, const scale_policy *policy) {
  value *v = known(s, from, format, unit);
  if (v) return v;
  node *q = graph_node(s->g, reader, op_get(OP_QUANTIZE), NULL, &from, 1, 1);
  v = q->out[0];
  value_rename(v, arena_printf(s->g->arena, "%s.%s", from->name, fp8c_dtype_name(format)));
  node_add_sources(q, from->def ? from->def : reader);
  v->type = from->type;
  v->type.dtype = format;
  v->type.scale = (scale){.kind = SCALE_TENSOR, .value = unit};
  v->reason = note_cost(s, from, format, unit, scale_policy_words(policy, s->g->arena));
  remember(s, from, format, unit, v);
  return v;
}

/* [n][k] with the columns of the split channels once more behind the others. */
static const small_weight *widened(inserting *s, const small_weight *w, const channel_split *p) {
  arena *a = s->g->arena;
  size_t rows = (size_t)w->type.dims[0], wide = p->depth + p->count;
  uint8_t *codes = arena_array(a, rows, wide);
  const uint8_t *from = w->codes;
  for (size_t i = 0; i < rows; i++, from += p->depth) {
    uint8_t *to = codes + i * wide;
    memcpy(to, from, p->depth);
    for (size_t k = 0; k < p->count; k++) to[p->depth + k] = from[p->channels[k]];
  }
  small_weight *r = NEW(a, small_weight);
  *r = *w;
  r->type.dims[1] = (int64_t)wide;
  r->codes = codes;
  return r;
}

/* Codes of all channels, and behind them those of the split channels' remainders. */
static value *split_activation(inserting *s, node *reader, value *from, fp8c_dtype format,
                               float unit, const scale_policy *policy, const channel_split *p) {
  graph *g = s->g;
  value *v = known(s, p, format, unit);
  if (v) return v;
  const char *name = arena_printf(g->arena, "%s.%s", from->name, fp8c_dtype_name(format));
  int32_t *to = NEW_ARRAY(g->arena, int32_t, p->depth);
  for (size_t i = 0; i < p->depth; i++) to[i] = -1;
  for (size_t i = 0; i < p->count; i++) to[p->channels[i]] = (int32_t)(p->depth + i);
  tensor type = {.dtype = FP8C_DTYPE_I32, .rank = 1, .dims = {(int64_t)p->depth}};
  value *in[] = {from, graph_const_copy(g, arena_printf(g->arena, "%s.columns", name), &type, to)};
  node *q = graph_node(g, reader, op_get(OP_QUANTIZE_SPLIT), NULL, in, 2, 1);
  node_set_int(q, "more", (int64_t)p->count);
  node_add_sources(q, from->def ? from->def : reader);
  v = q->out[0];
  value_rename(v, name);
  v->type = from->type;
  v->type.dtype = format;
  v->type.scale = (scale){.kind = SCALE_TENSOR, .value = unit};
  v->type.dims[v->type.rank - 1] = (int64_t)(p->depth + p->count);
  v->reason = arena_printf(
      g->arena,
      "%s; with the remainders of %zu of %zu channels, which make %.0f%% of the noise of its "
      "rounding",
      note_cost(s, from, format, unit, scale_policy_words(policy, g->arena)), p->count, p->depth,
      100 * p->share);
  remember(s, p, format, unit, v);
  return v;
}

/* Activations by rows, and what then follows the product. */
static fp8c_status convert_rows(inserting *s, node *n, fp8c_dtype format, fp8c_error *err) {
  bool run = operand_by_run(s->c, n, 0);
  converted_rows r = {.from = n->in[0], .format = format, .run = run};
  for (size_t i = 0; i < s->row_count && !r.to.codes; i++)
    if (s->rows[i].from == r.from && s->rows[i].format == format && s->rows[i].run == run)
      r.to = s->rows[i].to;
  if (!r.to.codes) {
    TRY(run ? quantise_run(s->g, n, n->in[0], format, &r.to, err)
            : quantise_rows(s->g, n, n->in[0], format, &r.to, err));
    ARENA_PUSH(s->c->scratch, s->rows, s->row_count, r);
  }
  node_set_input(n, 0, r.to.codes);
  s->c->changes++;
  return multiply_rows(n, r.to.scales, err);
}

/* Activations by a scale of earlier runs; the same follows the product. */
static fp8c_status convert_delayed(inserting *s, node *n, fp8c_dtype format, fp8c_error *err) {
  scaled_rows to;
  delayed_value asked = {.format = format, .policy = operand_policy(s->c, n, 0)};
  asked.first = scale_choose(stats_find(s->c->stats, n->in[0]->name), format, &asked.policy);
  TRY(quantise_delayed(n, n->in[0], &asked, &s->delayed, s->c->scratch, &to, err));
  node_set_input(n, 0, to.codes);
  s->c->changes++;
  return multiply_rows(n, to.scales, err);
}

static fp8c_status no_statistics(const value *v, fp8c_error *err) {
  return fail(err, FP8C_ERROR_INTERNAL,
              "value \"%s\" has no statistics, but a node that reads it was assigned FP8", v->name);
}

/* The bias that belongs to the weights' codes. */
static fp8c_status shift_bias(inserting *s, node *n, const small_weight *w, fp8c_error *err) {
  graph *g = s->g;
  tensor bias;
  TRY(shifted_bias(n, w, s->c->scratch, &bias, err));
  const char *name = n->in_count > 2 && n->in[2] ? n->in[2]->name : n->name;
  tensor type = bias;
  type.data = NULL;
  value *v = graph_const_copy(g, arena_printf(g->arena, "%s.shifted", name), &type, bias.data);
  v->reason = "with the mean error of the weights' rounding taken off";
  node_set_input(n, 2, v);
  return FP8C_OK;
}

static fp8c_status convert_operand(inserting *s, node *n, size_t i, fp8c_error *err) {
  value *from = n->in[i], *to;
  fp8c_dtype activations = decided_format(n->decision, 0);
  fp8c_dtype format = decided_format(n->decision, i);
  if (operand_by_rows(s->c, n, i) || operand_by_run(s->c, n, i))
    return convert_rows(s, n, format, err);
  if (operand_delayed(s->c, n, i)) return convert_delayed(s, n, format, err);
  scale_policy policy = operand_policy(s->c, n, i);
  if (value_is_const(from)) {
    bool per_channel = weights_per_channel(s->c, n);
    const small_weight *w;
    if (i == 1)
      TRY(product_weights(s->c, n,
                          &(operand_formats){activations, format, operand_sharing(s->c, n)},
                          per_channel, &w, err));
    else
      TRY(weight_by(s->c, from, format, false, &policy, &w, err));
    const channel_split *p = i == 1 ? split_of(s->c, n) : NULL;
    to = quantised_constant(s, from, p ? widened(s, w, p) : w);
    if (i == 1 && w->shift) TRY(shift_bias(s, n, w, err));
  } else {
    if (!stats_find(s->c->stats, from->name) && !scale_is_given(s->c, n, i))
      return no_statistics(from, err);
    const channel_split *p = i == 0 ? split_of(s->c, n) : NULL;
    float unit = operand_scale(s->c, n, i, format);
    to = p ? split_activation(s, n, from, format, unit, &policy, p)
           : quantised_activation(s, n, from, format, unit, &policy);
  }
  node_set_input(n, i, to);
  s->c->changes++;
  return FP8C_OK;
}

/* Attentions that read one mask in the same order share it. */
static void centre_mask(inserting *s, node *n) {
  const value *mask = n->in[3];
  float order = node_int(n, "is_causal") ? (float)n->in[0]->type.dims[n->in[0]->type.rank - 2] : 0;
  value *centred = known(s, mask, FP8C_DTYPE_NONE, order);
  if (!centred) {
    centred = mask_centred_in_run(n);
    remember(s, mask, FP8C_DTYPE_NONE, order, centred);
  }
  node_set_input(n, 3, centred);
  s->c->changes++;
}

/* A kernel for this many scores saves what another takes that turns their bools into numbers: an
 * H200 takes 76 us for 75 million with bools, and 53 with tiles of 16-bit numbers. */
#define SCORES_FOR_NUMBERS (1 << 24)

/* A mask of bools for every score, in whole pieces of 16 bytes as numbers of 16 bits. */
static bool pays_as_numbers(const node *n) {
  const value *mask = n->in[3];
  if (mask->type.dtype != FP8C_DTYPE_BOOL || mask->type.rank < 2) return false;
  const tensor *m = &mask->type, *q = &n->in[0]->type;
  int64_t keys = m->dims[m->rank - 1], rows = m->dims[m->rank - 2];
  if (keys < 8 || keys % 8 != 0 || rows <= 1) return false;
  int64_t heads = q->rank == 4 ? q->dims[1] : node_int(n, "q_num_heads"), batch = q->dims[0];
  double scores = (double)rows * (double)keys * (double)(heads > 0 ? heads : 1);
  return scores * (double)(batch > 0 ? batch : 1) * (double)mask->user_count >= SCORES_FOR_NUMBERS;
}

/* Attentions that read one mask share its numbers. */
static void add_bools_as_numbers(inserting *s, node *n) {
  const value *mask = n->in[3];
  value *numbers = known(s, mask, FP8C_DTYPE_BOOL, 0);
  if (!numbers && !pays_as_numbers(n)) return;
  if (!numbers) remember(s, mask, FP8C_DTYPE_BOOL, 0, numbers = mask_as_numbers(n));
  node_set_input(n, 3, numbers);
  s->c->changes++;
}

/* With probabilities in E4M3 a query that sees no key gives no 0: where the model promises it, the
 * rows are asked instead (once for all layers: merge-duplicates), and made 0. */
static void guard_rows(inserting *s, node *n) {
  value *y = n->out[0], *mask = node_input(n, 3);
  if (!node_int(n, "zero_rows") || !mask) return;
  value *in[] = {mask_hidden_rows(mask, y->type.rank == 3, n), graph_const_f32(s->g, NULL, 0), y};
  node *where = graph_node(s->g, n->next, op_get(OP_WHERE), NULL, in, 3, 1);
  value *made = where->out[0];
  made->type = y->type;
  node_add_sources(where, n);
  value_swap_names(y, made); /* what was noted of the result goes by its name */
  value_replace(y, made);
  node_set_input(where, 2, y);
  node_set_int(n, "zero_rows", 0);
}

static fp8c_status convert_attention(inserting *s, node *n, fp8c_error *err) {
  attention_scales scales;
  fp8c_dtype format = n->decision->format;
  if (!attention_scales_of(s->c, n, &scales)) return no_statistics(n->in[0], err);
  guard_rows(s, n);
  for (size_t i = 0; i < ATTENTION_OPERANDS; i++) {
    value *from = n->in[i];
    if (operand_is_kept(n, i)) continue;
    node_set_input(n, i,
                   quantised_activation(s, n, from, attention_format(format, i),
                                        attention_scale_in(&scales, format, i), &s->c->scales));
    s->c->changes++;
  }
  if (scales.f16_scores && scales.centre_mask) centre_mask(s, n);
  if (scales.f16_scores && s->c->rules.gpu && n->in_count > 3 && n->in[3])
    add_bools_as_numbers(s, n);
  node_set_string(n, "probabilities", "e4m3");
  node_set_string(n, "scores", scales.f16_scores ? "f16" : "f32");
  return FP8C_OK;
}

/* A recurrent layer's weights; it rounds its state itself, in every step. */
static fp8c_status convert_state(inserting *s, node *n, fp8c_error *err) {
  value *r = n->in[RECURRENT_WEIGHTS];
  fp8c_dtype format = n->decision->format;
  state_form form;
  TRY(state_form_of(s->c, n, format, &form, err));
  value *codes = quantised_constant(s, r, form.weights);
  const value_stats *seen = stats_find(s->c->stats, n->out[0]->name);
  if (seen)
    n->decision->reason =
        arena_printf(s->g->arena, "%s; its state reached %.4g in calibration: scale %.4g",
                     n->decision->reason, (double)seen->amax, (double)form.scale);
  node_set_input(n, RECURRENT_WEIGHTS, codes);
  node_set_string(n, "state", fp8c_dtype_name(format));
  node_set_float(n, "state_scale", form.scale);
  s->c->changes++;
  return FP8C_OK;
}

/* Some product makes v, or adds to it: its kernel stores v in FP8 too. */
static bool is_product_result(const value *v) {
  const node *d = v->kind == VALUE_NODE ? v->def : NULL;
  bool made = d && d->op->family == FAMILY_GEMM;
  for (size_t i = 0; d && d->op->family == FAMILY_ELTWISE && i < d->in_count; i++) {
    const value *x = d->in[i];
    made |= x && x->kind == VALUE_NODE && x->def->op->family == FAMILY_GEMM;
  }
  return made;
}

/* The factors of rows are of the codes that their products read: half the bytes, and a kernel
 * that sees whole rows of them needs no other. */
static void read_codes(node *n, pass_context *c) {
  value *v = n->out[0], *q = v->user_count ? v->users[0]->in[0] : NULL;
  node *round = q ? value_def_of(q, OP_QUANTIZE) : NULL;
  if (!round || round->in[0] != n->in[0] || !is_product_result(n->in[0])) return;
  for (size_t i = 0; i < v->user_count; i++)
    if (v->users[i]->in[0] != q || node_input(v->users[i], 3) != v) return;
  node_set_input(n, 0, q);
  node_move(n, round->next);
  c->changes++;
}

fp8c_status pass_insert_scales(graph *g, pass_context *c, fp8c_error *err) {
  inserting s = {.g = g, .c = c};
  for (node *n = g->first; n; n = n->next) {
    const decision *d = n->decision;
    bool attends = node_attends(n);
    if (!d || !(node_multiplies(n) || attends || node_is(n, OP_PACKED_LINEAR) || node_recurs(n)) ||
        strcmp(d->rule, "imported") == 0)
      continue;
    if (!dtype_is_fp8(d->format)) continue;
    if (node_recurs(n)) {
      TRY(convert_state(&s, n, err));
      continue;
    }
    if (attends) {
      TRY(convert_attention(&s, n, err));
      continue;
    }
    if (operand_by_blocks(c, n, 0)) {
      TRY(insert_blocks(c, n, decided_format(d, 0), decided_format(d, 1), &n, err));
      c->changes++;
      continue;
    }
    if (d->promote) node_set_int(n, "promote", d->promote);
    /* The weights first: they depend on what the activations are. */
    for (size_t i = 2; i-- > 0;) TRY(convert_operand(&s, n, i, err));
  }
  TRY(delayed_histories(g, &s.delayed, c->scratch, err));
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (node_is(n, OP_INVERSE_DEVIATION)) read_codes(n, c);
  }
  return FP8C_OK;
}
