/* isolated.h - runs one product in isolation, with its operands rounded as they will be in the
 * plan.
 *
 * It uses the same operator, codes and scales as the graph that a choice leads to, so
 * that what is measured here is what will run. */
#ifndef PASSES_PRECISION_ISOLATED_H
#define PASSES_PRECISION_ISOLATED_H

#include "passes/precision/block_scales.h"
#include "passes/precision/repair.h"

/* How one operand is rounded. */
typedef struct operand_form {
  fp8c_dtype format;          /* F32: not at all */
  float unit;                 /* of an FP8 activation: its scale */
  const small_weight *codes;  /* of a constant; NULL: an activation */
  bool blocks;                /* of a constant: with scales of blocks */
  scale_sharing by;           /* an FP8 activation */
  const channel_split *split; /* an FP8 activation: these channels' remainders are read too */
  const lattice *what_if;     /* an F32 activation on this lattice times unit; NULL: as it is */
  const float *numbers;       /* of a constant: these in its place; NULL */
} operand_form;

typedef struct product_form {
  operand_form operand[ATTENTION_OPERANDS]; /* two, or attention's three */
  attr_list attrs; /* an attention or a recurrent layer in FP8 has two more than its node */
  const small_weight *state; /* of a recurrent layer: R; NULL: as the node has it */
} product_form;

/* Returns 2, or 3 for an attention, and 0 for a node without operands that could be rounded. */
size_t operand_count(const node *n);

/* Makes the form with activations and weights in these formats and scales from c->stats, in
 * c->keep. */
fp8c_status product_form_of(pass_context *c, const node *n, fp8c_dtype activations,
                            fp8c_dtype weights, product_form *out, fp8c_error *err);
/* The same with scales of rows or of blocks, whatever is pinned or decided. */
fp8c_status product_form_by(pass_context *c, const node *n, fp8c_dtype activations,
                            fp8c_dtype weights, scale_sharing by, product_form *out,
                            fp8c_error *err);
/* Why a product cannot have its scales shared so; NULL: it can. */
const char *sharing_impossible(const pass_context *c, const node *n, scale_sharing by);
/* Whether scales of rows or of blocks are a candidate: the product has constant weights and can
 * have them, and nobody pinned how its operands are scaled, by a method that clips or another. */
bool sharing_is_candidate(const pass_context *c, const node *n, scale_sharing by);

/* A node and what it read in one run. */
typedef struct isolated_node {
  const node *n;
  pass_context *c;
  op_call call;
  const tensor **in;
  const tensor *bias; /* input 2 of a product or a recurrent layer, as the node has it */
  tensor real[ATTENTION_OPERANDS]; /* operands in F32; no data for constants, but: */
  const size_t *channels;          /* those of the weights' rows that it is run with; NULL: all */
  uint64_t macs;
} isolated_node;

/* Prepares the node for runs.  `inputs` are in the order of the node's inputs, NULL for constants,
 * and are borrowed; what is allocated lies in c->scratch. */
fp8c_status isolated_begin(pass_context *c, const node *n, const tensor *const *inputs,
                           isolated_node *out, fp8c_error *err);
/* From now on it is run with `count` of its output channels, whose numbers lie in c->scratch: a
 * Linear with constant weights. */
fp8c_status isolated_take_channels(isolated_node *x, const size_t *channels, size_t count,
                                   fp8c_error *err);
/* Makes the form with both operands of a product (not of an attention) on a lattice that
 * no target computes in, each with the scales that suit it, in c->scratch. */
fp8c_status what_if_form(const isolated_node *x, lattice_kind kind, product_form *out,
                         fp8c_error *err);
/* Computes the first output in F32, in c->scratch. */
fp8c_status isolated_run(isolated_node *x, const product_form *form, tensor *out, fp8c_error *err);

#endif
