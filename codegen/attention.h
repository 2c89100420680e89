/* attention.h - what the two attention kernels' generators share: an Attention node
 * as strides, its operands inside of wider values, the forms its result is stored in. */
#ifndef CODEGEN_ATTENTION_H
#define CODEGEN_ATTENTION_H

#include "codegen/lower.h"

/* Queries of a head that attention_decode.c takes at most: columns of two fragments. */
#define ATTENTION_FEW_QUERIES 16

typedef struct heads {
  int64_t batch, heads, rows, size;              /* of one operand */
  int64_t batch_stride, head_stride, row_stride; /* elements */
} heads;

typedef struct attention {
  const node *n;
  heads q, k, v, o;
  const value *mask;       /* NULL: none */
  int64_t mask_strides[4]; /* batch, head, row, key */
  int64_t mask_keys;       /* further keys are hidden */
  int64_t mask_batches;    /* of the mask, which repeats (mask_repeats) */
  bool causal;             /* query i sees keys up to i + ahead */
  int64_t ahead;
  float scale;
  float v_scale; /* of results: keys' and values' own, where they are codes (attention_codes) */
} attention;

/* Reads the node; returns why it cannot be done, or NULL. */
const char *read_attention(const node *n, attention *a);

/* Keys and values beside q: of its format, or E4M3 with one scale, which goes into `scale` and
 * `v_scale`.  Why they are neither, or NULL. */
const char *attention_codes(attention *a);

/* An operand as strides: 3-D [batch, rows, count * size] or 4-D [batch, count, rows, size]. */
bool attention_heads(const value *v, int64_t count, heads *h);
/* The parameter for an operand: its own memory, or its place in a wider value. */
uint32_t attention_read(kernel_draft *d, const value *v);
/* The mask's parameter as an argument, or a NULL pointer. */
const char *attention_mask(kernel_draft *d, const attention *a);
/* struct shape: what the kernels have of the node as constants. */
void attention_constants(kernel_draft *d, const attention *a);
/* Members of a struct shape: the batch, which may come by value, and whether a mask is for fewer.
 */
void attention_batch(kernel_draft *d, const attention *a);

/* Where an operand lies in another value, if a tile can be loaded from there: heads in one
 * piece, everything at 16 bytes. */
bool attention_place(const value *v, place *p);

/* The node's own output, then a Cast or a Quantize of it: who is stored, and how. */
#define ATTENTION_TARGETS_MAX 4
typedef struct target_value {
  const value *v;
  const node *convert; /* NULL: the attention's own output */
} target_value;
const char *attention_targets(const group *gr, target_value out[ATTENTION_TARGETS_MAX],
                              size_t *count);

/* Statements that store numbers x[0] to x[width - 1] at offset o. */
void attention_stores(kernel_draft *d, const attention *a, const target_value *targets,
                      size_t count, int width);

#endif
