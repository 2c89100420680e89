/* conv_direct.h - the forms of a convolution straight from memory, as conv_direct.c chooses them
 * and direct_window.c writes them. */
#ifndef CODEGEN_CONV_DIRECT_H
#define CODEGEN_CONV_DIRECT_H

#include "codegen/direct.h"
#include "codegen/problem.h"

#define CONV_TILE 64  /* pixels, and filters, of a tile */
#define CONV_DEPTH 32 /* terms of a slice */

typedef enum conv_form {
  CONV_RESULTS, /* a thread for each result */
  CONV_TILES,
  CONV_PATCHES, /* a warp for a few results */
  CONV_LANES,   /* a warp for each result */
  CONV_ROWS     /* windows that cover their image */
} conv_form;

/* CONV_ROWS: numbers that a lane loads at a time, and lanes of a result. */
typedef struct conv_rows {
  int64_t vector;
  int lanes;
} conv_rows;

int64_t patch_rows(const window_problem *v);
int64_t patch_columns(const window_problem *v);
int64_t conv_patches(const window_problem *v);
int64_t conv_tiles(const window_problem *v);

/* A thread for each result, as other families offer it besides their own forms. */
schedule conv_result_form(const problem *p, const cost_model *m);

/* direct_window.c: a kernel with the sizes of the windows, and the whole of one in a form. */
const char *conv_direct_begin(direct *k, lowering *l, const problem *p);
const char *conv_direct_write(lowering *l, const problem *p, const schedule *s);

#endif
