/* direct.h - kernels that compute each result directly from memory: a thread, or a warp,
 * for each.  One for every operator that real graphs use and that has no family of its own.
 *
 * A kernel's text is a call of a function of kernels/direct.cuh, or a few lines of its own,
 * over readers in0(i), in1(i) ... that give element i as a number, and writers out0(i, x).
 * They know the type in memory and its scale; sizes stand in `struct shape`. */
#ifndef CODEGEN_DIRECT_H
#define CODEGEN_DIRECT_H

#include "codegen/region.h"

typedef struct direct {
  lowering *l;
  const group *gr;
  const node *n;
  kernel_draft d;
  text shape;
  region_code *after; /* what follows in the region, done by out0; NULL: nothing */
  const char *why;    /* first refusal */
} direct;

/* `gr` begins with the operator; what follows in it is done to its only result. */
void direct_begin(direct *k, lowering *l, const group *gr);
/* The reader in<number>; an omitted input reads 0. */
void direct_in(direct *k, int number, const value *v);
/* The writer out<number>; of a value that nobody wants it does nothing. */
void direct_out(direct *k, int number, const value *v);
/* Constants of `struct shape`, whose index type holds them all. */
void direct_size(direct *k, const char *name, int64_t x);
void direct_real(direct *k, const char *name, double x);
void direct_flag(direct *k, const char *name, bool x);
/* `count` results of `lanes` threads each (1 or 32), whose number the text calls i, and the
 * thread's own `lane`; returns why not. */
const char *direct_launch(direct *k, const char *what, int64_t count, int lanes, uint64_t flops);

/* The same where the text is a whole block's, `blocks` of them: `library` comes after direct.cuh.
 */
const char *direct_launch_blocks(direct *k, const char *what, const char *library,
                                 launch_shape launch);

/* The node as its shape rule and its arithmetic see it, constants loaded. */
const char *direct_call(direct *k, op_call *c);
/* "float" of F32 and smaller floats, else the type in registers. */
const char *direct_type(const value *v);

/* The table: why the group cannot be done, or NULL when its launches are added. */
const char *lower_direct(lowering *l, const group *gr);
/* Whether what follows a node can be done by its kernel. */
bool direct_takes_more(const node *n);

const char *direct_window(lowering *l, const group *gr);
const char *direct_line(lowering *l, const group *gr);
const char *direct_index(lowering *l, const group *gr);
const char *direct_product(lowering *l, const group *gr);
const char *direct_resize(lowering *l, const group *gr);
const char *direct_quantized(lowering *l, const group *gr);
const char *direct_recurrent(lowering *l, const group *gr);
const char *direct_attention(lowering *l, const group *gr);
const char *direct_vision(lowering *l, const group *gr);
const char *direct_sequence(lowering *l, const group *gr);

#endif
