/* alone.h - one product by itself, with its operands rounded as they will be.
 *
 * The same operator, codes and scales as in the graph that a choice leads to, so
 * that what is measured here is what will run. */
#ifndef PASSES_PRECISION_ALONE_H
#define PASSES_PRECISION_ALONE_H

#include "passes/precision/repair.h"

/* How one operand is rounded. */
typedef struct operand_form {
  fp8c_dtype format;          /* F32: not at all */
  float unit;                 /* of an FP8 activation: its scale */
  const small_weight *codes;  /* of a constant; NULL: an activation */
  bool by_rows, by_blocks;    /* an FP8 activation: a scale for each row, or 128 of it */
  const channel_split *split; /* an FP8 activation: these channels' remainders are read too */
  const lattice *what_if;     /* an F32 activation on this lattice times unit; NULL: as it is */
} operand_form;

typedef struct product_form {
  operand_form operand[ATTENTION_OPERANDS]; /* two, or attention's three */
  attr_list attrs;                          /* an attention in FP8 has two more than its node */
} product_form;

/* 2, or 3 for attention; 0 for what has no operands that could be rounded. */
size_t operand_count(const node *n);

/* The form with activations and weights in these formats: scales from c->stats.  In
 * c->keep. */
fp8c_status product_form_of(pass_context *c, const node *n, fp8c_dtype activations,
                            fp8c_dtype weights, product_form *out, fp8c_error *err);
/* The same with a scale for each row of the activations, whatever is pinned or decided. */
fp8c_status product_form_by_rows(pass_context *c, const node *n, fp8c_dtype activations,
                                 fp8c_dtype weights, product_form *out, fp8c_error *err);
/* Whether that is a candidate: a product with constant weights that can have row scales, and nobody
 * pinned how its activations are scaled, by a method that clips or another. */
bool rows_are_candidate(const pass_context *c, const node *n);

/* The form with both operands of a product (not of an attention) on a lattice that
 * nothing computes in, each by the scales that suit it.  In c->scratch. */
fp8c_status what_if_form(pass_context *c, const node *n, lattice_kind kind, product_form *out,
                         fp8c_error *err);

/* A node and what it read in one run. */
typedef struct alone {
  const node *n;
  pass_context *c;
  op_call call;
  const tensor **in;
  const tensor *bias;              /* input 2 of a product, as the node has it */
  tensor real[ATTENTION_OPERANDS]; /* operands in F32; no data for constants */
  uint64_t macs;
} alone;

/* `inputs` by input of the node, NULL for constants; borrowed.  In c->scratch. */
fp8c_status alone_begin(pass_context *c, const node *n, const tensor *const *inputs, alone *out,
                        fp8c_error *err);
/* Its first output in F32, in c->scratch. */
fp8c_status alone_run(alone *x, const product_form *form, tensor *out, fp8c_error *err);

#endif
