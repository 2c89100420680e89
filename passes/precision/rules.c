/* rules.c - the conditions of rules.def, and what they leave a node to be. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/assign.h"
#include "passes/precision/attention_scales.h"
#include "passes/precision/block_scales.h"
#include "passes/precision/recurrent_state.h"

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
bool has_fp8_operands(const node *n, const pass_context *c) {
  (void)c;
  return node_multiplies(n) && dtype_is_fp8(n->in[0]->type.dtype) &&
         dtype_is_fp8(n->in[1]->type.dtype);
}
const char *attention_f32_words(const pass_context *c, const attention_scales *s) {
  if (s->score_most <= attention_f16_score_most && isinf(s->mask_most))
    return "its mask is computed in a run, and what it adds to all keys that a row sees cannot be "
           "taken off there: rows see different keys, and how many there are is not known, or too "
           "many";
  if (s->score_most <= attention_f16_score_most && s->mask_decides)
    return arena_printf(c->keep,
                        "its mask adds numbers of up to %.4g to all keys that a row sees, and no "
                        "scales leave F16 room for them and keep q and k precise",
                        s->mask_most);
  if (s->score_most <= attention_f16_score_most)
    return "no scales put its scores into F16's range and keep q and k precise";
  return arena_printf(
      c->keep,
      "by the lengths of q and k its scores may reach %.4g in calibration, and in "
      "F16 they are right up to %.4g, a fourth of what it holds, since other inputs "
      "may have q and k twice as long",
      s->score_most, attention_f16_score_most);
}
const char *attention_refusal(const node *n, const pass_context *c) {
  const target_rules *r = &c->rules;
  if (n->out_count > 1) return "present keys, values or scores are asked for";
  for (size_t i = ATTENTION_MIXES; i < n->in_count; i++)
    if (n->in[i]) return "its heads are mixed, which is done in BF16";
  const char *why = targets_refuse(r, &(kernel_question){.what = ASK_ATTENTION_FP8, .n = n});
  attention_scales s;
  if (!why && r->gpu && c->stats && attention_scales_of(c, n, &s) && !s.f16_scores)
    why = attention_f32_words(c, &s);
  return why;
}
static bool is_refused_attention(const node *n, const pass_context *c) {
  return node_attends(n) && attention_refusal(n, c);
}
static bool is_recurrent(const node *n, const pass_context *c) {
  (void)c;
  return node_recurs(n);
}
static bool has_packed_weights(const node *n, const pass_context *c) {
  return node_is(n, OP_PACKED_LINEAR) && !node_has_packed_blocks(n, c);
}
static bool has_no_fp8_form(const node *n, const pass_context *c) {
  return !node_multiplies(n) && !node_attends(n) && !node_has_packed_blocks(n, c) &&
         !node_recurs(n);
}
/* Few rows take as long as their weights take to come, whatever activations are. */
static bool is_read_packed(const node *n, const pass_context *c) {
  return node_is(n, OP_PACKED_LINEAR) &&
         !targets_refuse(&c->rules, &(kernel_question){.what = ASK_PACKED, .n = n});
}
bool was_seen(const node *n, size_t i, const pass_context *c) {
  const value_stats *s = stats_find(c->stats, n->in[i]->name);
  return value_is_const(n->in[i]) || (s && s->count > 0);
}
bool has_no_statistics(const node *n, const pass_context *c) {
  attention_scales scales;
  if (node_is(n, OP_PACKED_LINEAR)) return false; /* a run finds the scales of its blocks */
  if (node_attends(n)) return !attention_scales_of(c, n, &scales);
  if (node_recurs(n)) return !state_was_seen(n, c);
  for (size_t i = 0; i < 2; i++)
    if (!was_seen(n, i, c) && !scale_is_given(c, n, i)) return true;
  return false;
}
static bool has_no_samples(const node *n, const pass_context *c) {
  return !c->stats && has_no_statistics(n, c);
}
static bool has_torn_rows(const node *n, const pass_context *c) {
  if (!c->rules.gpu || n->op->family != FAMILY_GEMM) return false;
  int64_t k = node_depth(n), w = node_width(n);
  return (k >= 0 && k % 16 != 0) || (w >= 0 && w % 16 != 0);
}
/* One kernel for products with stored weights takes rows of any length. */
static bool is_misaligned(const node *n, const pass_context *c) {
  return has_torn_rows(n, c) && !(node_is(n, OP_LINEAR) && value_is_const(n->in[1]));
}
/* Weights are stored with k contiguous; what is computed at run time mostly is not. */
static bool is_of_activations(const node *n, const pass_context *c) {
  if (!c->rules.gpu || n->op->family != FAMILY_GEMM) return false;
  return node_is(n, OP_MATMUL) ||
         (node_is(n, OP_GEMM) && (node_int(n, "transA") != 0 || node_int(n, "transB") == 0));
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
  if (!node_is(n, OP_LINEAR)) return false;
  const value *v = n->in[0]; /* patches of an image, put in rows by conv-to-linear */
  bool transposed = false;
  while (v->kind == VALUE_NODE && (node_is(v->def, OP_RESHAPE) || node_is(v->def, OP_TRANSPOSE))) {
    transposed = transposed || node_is(v->def, OP_TRANSPOSE);
    v = v->def->in[0];
  }
  return v->kind == VALUE_INPUT && transposed && v->type.rank > 3 && has_few_channels(v);
}
static bool is_gate(const node *n, const pass_context *c) {
  (void)c;
  return node_gates_in_f32(n);
}
static bool is_large_gate(const node *n, const pass_context *c) {
  (void)c;
  return node_gates(n);
}
static bool is_tiny(const node *n, const pass_context *c) {
  (void)c;
  if (node_attends(n) || node_recurs(n)) return false;
  int64_t k = node_depth(n), w = node_width(n);
  return (k >= 0 && k < 16) || (w >= 0 && w < 16);
}

static const rule rules[] = {
#define RULE(name_, condition_, force_, format_, reason_) \
  {name_, condition_, force_, FP8C_DTYPE_##format_, reason_},
#include "passes/precision/rules.def"
#undef RULE
};

const rule *rule_of(const node *n, const pass_context *c) {
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    if (rules[i].force == SHOULD && c->precision == PRECISION_FP8) continue;
    if (rules[i].holds(n, c)) return &rules[i];
  }
  return NULL;
}

/* Why a node cannot have the format somebody asked for; NULL: it can.  --precision
 * is a wish like the override, and the weaker one. */
const char *format_impossible(const node *n, const pass_context *c, fp8c_dtype format) {
  bool fp8 = dtype_is_fp8(format);
  if (node_attends(n) && !fp8 && format != FP8C_DTYPE_BF16)
    return "attention computes in FP8 or BF16";
  if (node_attends(n) && format == FP8C_DTYPE_E5M2 && operand_is_kept(n, 2))
    return "its values are kept in E4M3";
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    const rule *r = &rules[i];
    if (r->force != MUST || strcmp(r->name, "option") == 0 || !r->holds(n, c)) continue;
    bool imported = strcmp(r->name, "imported") == 0;
    if (r->format == format && !imported) return NULL;
    if (fp8 || imported || !node_multiplies(n)) return r->reason;
    return NULL;
  }
  return NULL;
}
