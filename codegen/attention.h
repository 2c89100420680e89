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

/* Which rows of the first part hold something: all; those of a cache that a model sees padded in
 * front, or as it is (kernels/attention_common.cuh). */
typedef enum held_rows { HELD_ALL, HELD_LAST, HELD_FIRST } held_rows;

/* Keys or values: one part, or two. */
typedef struct attention_parts {
  const value *of[2];
  heads h[2];
  int count;
  held_rows held;
  const value *length; /* how many rows hold something, of each sequence; NULL: all do */
  const value *slots;  /* which sequence of a cache each is; NULL: they lie there in order */
} attention_parts;

/* Finds the parts that a value is concatenated of along its keys, and returns their number: 1, the
 * value itself, where it is no concatenation.  The parts' heads are not read. */
int attention_find_parts(const value *v, attention_parts *p);
/* Returns true where keys and values lie in a cache that has room for more rows than it holds. */
bool attention_reads_cache(const node *n);
/* Keys' and values' parts, with their heads; both whole where they are not cut alike.  Why they are
 * none that kernels read, or NULL. */
const char *attention_read_parts(const node *n, attention_parts *k, attention_parts *v);
/* Returns true where every row of a head begins at a multiple of 16 bytes. */
bool attention_aligned(const heads *h, fp8c_dtype dtype);
/* The parameters that say how many rows there are, and in which slots, as arguments.  Returns the
 * plan's value of the former, or PLAN_NO_VALUE. */
uint32_t attention_held(kernel_draft *d, const attention_parts *p, const char **length,
                        const char **slots);
const char *attention_held_name(const attention_parts *p);
/* Words between the lengths of two sequences; 0: they have one. */
int attention_length_step(const value *length);
/* Words between two entries of what tells each sequence's slot in a cache, as I32 or I64; 0: there
 * is none, and one number tells the slot of the only sequence. */
int attention_slot_step(const value *slots);

/* Why the kernel for few queries, or that of wgmma, does not take the node with its keys and values
 * where they lie; NULL: it does. */
const char *attention_decode_refuses(const target *t, const node *n);
const char *attention_half_refuses(const target *t, const node *n);

/* Reads the node; returns why it cannot be done, or NULL. */
const char *read_attention(const node *n, attention *a);
/* Does the same for a node whose heads are mixed by matrices, which read_attention refuses. */
const char *read_mixed_attention(const node *n, attention *a);
bool attention_mixes(const node *n);

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

/* attention_spans.c: whether a mask is worth being looked at for the keys that it hides: it has
 * rows of its own for queries (of a prompt over a cache); it seems to hide many keys; the first
 * keys. */
bool attention_has_rows(const attention *a);
bool attention_hides_keys(const attention *a, arena *scratch);
bool attention_has_window(const attention *a, arena *scratch);
/* The plan's value that says what a's mask comes to; the first that asks launches the kernel.
 * `saturated`: by scores that are never infinite, so that a row without a key spreads over all. */
uint32_t attention_spans(lowering *l, const group *gr, const attention *a, bool saturated);
/* Members of a struct shape (attention_common.cuh); a NULL: it has no spans. */
void attention_span_constants(kernel_draft *d, const attention *a);
/* The parameter for spans as an argument, or a NULL pointer. */
const char *attention_span_argument(kernel_draft *d, uint32_t spans);

/* Statements that store numbers x[0] to x[width - 1] at offset o. */
void attention_stores(kernel_draft *d, const attention *a, const target_value *targets,
                      size_t count, int width);

#endif
