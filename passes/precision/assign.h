/* assign.h - what a node's format is decided by: rules and scores. */
#ifndef PASSES_PRECISION_ASSIGN_H
#define PASSES_PRECISION_ASSIGN_H

#include "passes/precision/attention_scales.h"
#include "passes/precision/precision.h"

/* rules.c */
/* UNASKED: unless an override asks for another format. */
typedef enum rule_force { MUST, SHOULD, UNASKED } rule_force;

typedef struct rule {
  const char *name;
  bool (*holds)(const node *n, const pass_context *c);
  rule_force force;
  fp8c_dtype format;
  const char *reason;
} rule;

/* The first rule that holds; NULL: none does. */
const rule *rule_of(const node *n, const pass_context *c);
/* The model brings the product's operands in FP8. */
bool has_fp8_operands(const node *n, const pass_context *c);
/* Operand i is constant, or calibration has seen it. */
bool was_seen(const node *n, size_t i, const pass_context *c);
bool has_no_statistics(const node *n, const pass_context *c);
/* Why scores of an attention in FP8 stay in F32. */
const char *attention_f32_words(const pass_context *c, const attention_scales *s);
/* Why no FP8 kernel takes this attention; NULL: one does, or it is none. */
const char *attention_refusal(const node *n, const pass_context *c);

/* scores.c */
/* Measures every GEMM-class node, or finds what was measured. */
fp8c_status score_nodes(graph *g, pass_context *c, fp8c_error *err);
const node_score *score_of(pass_context *c, const node *n); /* NULL: none */

/* assign.c */
/* E5M2 is that much better than E4M3 that its range counts. */
bool range_gains(const node_score *s);
/* The FP8 with one scale for the tensor that scores leave a product, E4M3 or E5M2; NONE: none
 * is good enough. */
fp8c_dtype fp8_by_tensor(const node_score *s);

#endif
