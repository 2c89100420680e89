/* resolve_sizes.h - what is known of a graph's open sizes: products, sums, and which are the same.
 *
 * A size is a dim: a number, or a symbol.  Symbols stand for numbers >= 0. */
#ifndef PASSES_PASSES_RESOLVE_SIZES_H
#define PASSES_PASSES_RESOLVE_SIZES_H

#include "passes/pass.h"

#define PRODUCT_MAX 4

/* number / divisor times the symbols, in order and each as often as it stands there. */
typedef struct product {
  int64_t number, divisor;
  size_t count;
  int64_t symbols[PRODUCT_MAX]; /* dims */
} product;

/* number plus the symbols, in order and each as often as it stands there. */
typedef struct sum {
  int64_t dim; /* the symbol of this size */
  int64_t number;
  size_t count;
  int64_t symbols[PRODUCT_MAX];
} sum;

typedef struct alias {
  int64_t dim; /* the symbol of this size */
  product of;
} alias;

/* Two dims of one size. */
typedef struct same_size {
  int64_t a, b;
} same_size;

typedef struct sizes {
  graph *g;
  arena *memory;
  alias *aliases;
  size_t alias_count;
  sum *sums;
  size_t sum_count;
  same_size *same; /* found since sizes_unite */
  size_t same_count;
} sizes;

/* *to times a size, or divided by it; one that is a product itself by its factors.  False: it is
 * not known, or too large. */
bool size_times(const sizes *z, product *to, int64_t dim, bool divide);
/* The size or the symbol that is this product; DIM_UNKNOWN: none yet. */
int64_t size_of_product(const sizes *z, const product *p);
void size_note_product(sizes *z, int64_t dim, const product *p);
/* The symbol `own` is this product from here on, if nothing is known of it and no input has it. */
void size_name_product(sizes *z, int64_t own, const product *p);

/* Adds a size; one that is a sum itself by its terms.  False: it is not known, or too large. */
bool size_add(const sizes *z, sum *to, int64_t dim);
/* The size that is this sum: a number, a symbol, the oldest that was noted; DIM_UNKNOWN: none. */
int64_t size_of_sum(const sizes *z, const sum *s);
void size_note_sum(sizes *z, sum s);
/* What is left of `from` without `what`; false where that is not known to be a size. */
bool size_sum_without(const sizes *z, int64_t from, int64_t what, sum *left);
/* Exporters give lengths names that say so: "past + seq".  Sessions hold ports to it. */
void sizes_note_named_sums(sizes *z);

/* Two symbols: the first is the older one. */
bool size_older(int64_t dim, int64_t than);
/* Notes that two sizes are the same; symbols of two inputs stay two. */
void size_note_same(sizes *z, int64_t a, int64_t b);
/* What was found to be one size goes by one symbol in the whole graph, a port's where it has one,
 * or is that number.  True: there was some, and what was inferred before can be better known. */
bool sizes_unite(sizes *z);

#endif
