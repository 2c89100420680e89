/* attention.h - what fuse-attention finds: operands, what stands between the product of
 * queries and keys and the softmax, and what Attention is given for it.
 *
 * Sections by .c file; fuse_attention.c puts them together. */
#ifndef PASSES_ATTENTION_H
#define PASSES_ATTENTION_H

#include "passes/heads.h"
#include "passes/masks.h"
#include "passes/moves.h"

/* [B, S, H*D]: all of x, or `size` channels of it from `start` on; or only [B, H, S, D]. */
typedef struct source {
  value *x;            /* NULL: only on heads */
  int64_t start, size; /* size 0: all */
  int64_t heads;
  value *on_heads; /* [B, H, S, D], where the graph has it */
  value *rows;     /* [B, S, H, D], where it has not */
} source;

/* How a mask comes to the scores. */
typedef enum mask_kind {
  MASK_ADDED, /* times factor */
  MASK_HIDES, /* a condition: where it holds a key has no share */
  MASK_KEEPS, /* ... where it does not */
} mask_kind;

#define MASK_HIDES_FROM -1e4 /* what models that compute in F16 add */

typedef struct mask_term {
  mask_kind kind;
  value *v;
  double factor; /* of what is added */
  double hidden; /* what hidden scores were set to */
  double least;  /* what the sum was at least; -inf: no bound */
} mask_term;

/* A matrix that mixes heads, a bias, and a norm over the heads behind them. */
typedef struct head_mix {
  value *matrix; /* constant of heads * heads numbers, a row for each new head; NULL: none mixes */
  value *bias;   /* NULL: none */
  double factor; /* of both */
  value *norm, *norm_bias; /* NULL: none */
  double epsilon;
} head_mix;

typedef struct attention {
  source q, k, v;
  head_mix mix_before, mix_after; /* of scores in front of masks, of what the softmax gives */
  mask_term *masks;
  size_t mask_count;
  double least;         /* of masks that are still to be found further inside */
  value *head_factor;   /* [..., H, 1, 1], times the scores; NULL */
  double scale;         /* of the product */
  double softcap;       /* 0: none */
  value *window_mask;   /* [1, W, 1 or H, S, S]; NULL */
  tensor windowed;      /* scores as [B, W, H, S, S] */
  int64_t window_count; /* B * W, a symbol mostly */
  node *before;         /* what is built stands in front of it: the product with the values */
  node *product;        /* of queries and keys */
  match parts;
  arena *scratch;
  /* Nodes that may still be looked at: sums of one value with itself have 2^n paths. */
  size_t tries;
} attention;

/* ---- attention_operands.c: what q, k and v are made of ---------------------------- */

/* Takes scalar factors off v, into the scale. */
value *attention_unscaled(attention *a, value *v);

/* What a [B, H, S, D] (or, transposed, [B, H, D, S]) operand is made of.  May build nodes in
 * front of a->before, which are dead where the pattern turns out to be none. */
bool attention_source(attention *a, value *v, bool transposed, source *out);

/* The two shapes are an image's, [B, H*D, ...], and that of its heads, [B, H, D, S], which a
 * Reshape makes of each other. */
bool attention_is_image(const tensor *columns, const tensor *image);
/* The image whose heads `columns` is a Reshape to; NULL: of none. */
value *attention_image(const value *columns);

/* Reads [B, S, H, D] as heads of the x that a Reshape, `r`, made it of; false where x is not
 * [B, S, H*D]. */
bool attention_from_reshape(attention *a, node *r, source *out);

/* It can be had as [B, S, H*D]; and it, and it as [B, H, S, D], in front of `before`. */
bool source_can_be_flat(const source *s);
value *source_flat(const source *s, node *before);
value *source_on_heads(const source *s, node *before);

/* Two shapes of the same number of elements whose last dimensions hold the same number:
 * with one of the two leading ones equal, the other is too. */
bool attention_same_leading(const tensor *x, const tensor *y);

/* ---- attention_terms.c: between the product and the softmax ------------------------ */

/* Finds the product of queries and keys behind `scores` and everything on the way to it:
 * factors, a cap, masks.  False where something else stands there; *a is as it was then. */
bool attention_terms(attention *a, value *scores);

/* All that is added to the scores as one mask of rank 2 to 4, in front of a->before; NULL:
 * nothing is. */
fp8c_status attention_joined_mask(const attention *a, arena *scratch, value **out, fp8c_error *err);

/* v in F32, in front of `before`. */
value *attention_as_f32(value *v, node *before);

/* v is x less its own maximum along the last axis: x, else v.  A softmax does that itself. */
value *attention_without_maximum(attention *a, value *v);

/* ---- attention_mixes.c -------------------------------------------------------------- */

/* n ends what makes new heads of those of a value [B, H, queries, keys]: that value, and the nodes
 * are parts; else NULL. */
value *attention_unmixed(match *parts, node *n, head_mix *m);
/* What x's heads are mixed to, where nothing else reads them; NULL: they are not mixed. */
value *attention_mixed(match *parts, value *x, head_mix *m);
/* A constant that is added to scores which are then mixed in front of `softmax` is added behind the
 * mix, as the constant that it is mixed to: where masks stand. */
bool attention_mix_constant(node *softmax, arena *scratch);
/* Attention's inputs: matrix and bias in F32, then those of the norm, in front of `before`; NULL
 * where there are none. */
bool attention_mix_inputs(const head_mix *m, node *before, arena *scratch, value *in[4]);

/* ---- attention_windows.c ------------------------------------------------------------ */

/* The masks of an image's windows and `of_heads` (what else is added to the scores; NULL: nothing)
 * as one [W, H or 1, S, S] in front of a->before, for the product of probabilities and values; NULL
 * where they do not fit. */
value *attention_windows_mask(const attention *a, const node *product, value *of_heads);

#endif
