/* overrides.h - what the user pinned, node by node (docs/overrides.md).
 *
 * A file of rules: each selects nodes by name, expression or operator and pins
 * something about them; `default` speaks about the nodes no rule selects. */
#ifndef PASSES_PRECISION_OVERRIDES_H
#define PASSES_PRECISION_OVERRIDES_H

#include "passes/pass.h"

/* What is pinned about one operand of a product; NULL, NONE and false: left to the compiler. */
typedef struct operand_override {
  fp8c_dtype format;       /* E4M3, E5M2 */
  const char *granularity; /* "tensor", "channel", "row", "block" */
  bool has_policy;
  scale_policy policy; /* from `scale` or `method` */
} operand_override;

/* What is pinned about one node. */
typedef struct node_override {
  fp8c_dtype format;           /* E4M3, E5M2, BF16, F32 */
  operand_override operand[2]; /* "activations", "weights" */
  bool pins_operands;          /* some field of operand[] is set */
  int promote;                 /* Linear's attribute; 0: not pinned */
  const char *packed;          /* weight_only_parse's words; NULL: as --weights says */
  bool unfused;                /* keeps out of regions and merges */
  const char *words;           /* who says so: `rule 2 (op "Conv")` */
  bool by_option;              /* ... options alone, none of the file */
  bool must;                   /* a node that cannot is an error, not a remark */
} node_override;

typedef struct overrides overrides;

/* Reads and checks all that can be checked without a graph. */
fp8c_status overrides_read(arena *a, const char *path, overrides **out, fp8c_error *err);
/* The same from memory; `name` is what errors call it. */
fp8c_status overrides_parse(arena *a, const char *name, const char *bytes, size_t count,
                            overrides **out, fp8c_error *err);

/* Adds a rule that an option of the compile stands for (`words`: "--preset deepseek") about all
 * nodes of one operator; `json` is an object as a rule of the file, without a selector, and is not
 * wrong.  It holds where no rule of the file gives the key, and outranks the file's default.
 * `*out` may be NULL; at most two are added. */
fp8c_status overrides_add(arena *a, overrides **out, const char *words, const char *op,
                          const char *json, fp8c_error *err);

/* BLAKE2b-256 of the file and of what was added, in hex. */
const char *overrides_hash(const overrides *o);

/* Finds what each rule selects in `g`: after the exact rewrites, before precision
 * is decided.  A rule that selects nothing and two that conflict are errors. */
fp8c_status overrides_resolve(overrides *o, const graph *g, arena *a, fp8c_error *err);

/* Leaves out what the default says of operands whose node cannot have it, with a remark each: such
 * a node's scales are shared as they would be without that.  A rule by expression or operator that
 * a node cannot obey leaves that node alone, all of it; one by name is an error of pass assign.
 * c->overrides is `o`, resolved in `g`. */
void overrides_fit(overrides *o, const graph *g, pass_context *c);

/* What is pinned about a node of the graph that was resolved, or of a clone of it;
 * NULL: nothing. */
const node_override *override_of(const overrides *o, const node *n);

/* Some rule asks for FP8, so activations need scales. */
bool overrides_want_fp8(const overrides *o);
/* Some rule pins how an operand is rounded. */
bool overrides_pin_operands(const overrides *o);

/* A node that is no `must` and cannot have what is asked for, and why; and, when all
 * is decided, an error if a rule was obeyed nowhere. */
void overrides_refused(overrides *o, const node *n, const char *why);
fp8c_status overrides_settle(const overrides *o, fp8c_error *err);

#endif
