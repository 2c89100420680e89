/* gemm_sm90.h - what products (gemm_sm90.c) and convolutions (conv_sm90.c) on Hopper share: the
 * same kernel multiplies rows of a matrix and windows of an image. */
#ifndef CODEGEN_GEMM_SM90_H
#define CODEGEN_GEMM_SM90_H

#include "codegen/fused.h"
#include "codegen/problem.h"

/* A tile configuration. */
typedef struct sm90_tile {
  int m, n, stages;
  int math;      /* warpgroups that multiply: with two, each has tiles of its own, in turn ... */
  bool joint;    /* ... or half of the rows of each tile */
  bool resident; /* weights stay in shared memory: one tile has all columns */
} sm90_tile;

typedef struct sm90_product {
  fused_product f;
  const value *result;   /* the one stored value */
  const value *second;   /* another, in FP8 beside 16 bits; NULL */
  const value *residual; /* added in the epilogue, as wide as the result; NULL: none */
  sm90_tile t;
  int out_bytes, in_bytes;
  int pitch;         /* bytes of a panel's row */
  bool conv;         /* windows and all: units of 64 columns, either operand type */
  window windows;    /* conv, unless `rows` */
  int64_t images;    /* conv: of how many frames the window says */
  int64_t width;     /* conv: pixels between rows of an image */
  int64_t channels;  /* conv: of a tap */
  int64_t apart;     /* conv: elements between pixels of an image that is part of another; or 0 */
  bool narrow;       /* `second` is all that is stored: result is the same */
  bool split;        /* the result's rows have more columns behind those of the product */
  int64_t out_pitch; /* columns of the result's rows, those among them */
  int64_t left;      /* split: the first of the columns that are asked for their remainders */
  bool plain;        /* conv: results are stored through pointers, pair by pair */
  bool rows;         /* conv: every pixel is its own window */
  int64_t blocks; /* conv: of channels and filters, between which weights are zeros; 1: no zeros */
} sm90_product;

/* Tiles of this size. */
int64_t sm90_tiles(const sm90_product *p, sm90_tile t);
/* Fills `out` (SM90_TILES_MAX) with the tiles that the kernel has for a product; returns how many,
 * and in `first` the place of the one that the model prefers. */
#define SM90_TILES_MAX 20
uint32_t sm90_list_tiles(const sm90_product *p, const step_work *work, const cost_model *m,
                         sm90_tile *out, uint32_t *first);
/* Columns of a tile's last staging unit, which leaves through maps of its own; 0: it is as the
 * others. */
int sm90_tail(const sm90_product *p);
/* Whether staging units have 64 columns, not 128 bytes. */
bool sm90_units_of_64(const sm90_product *p);
/* The terms of a sum that are not zeros. */
int64_t sm90_terms(const sm90_product *p);
/* Panels of a row: what one stage holds. */
int64_t sm90_panels(const sm90_product *p);
/* What all tiles take with `work` on their results: of products and of convolutions. */
double sm90_seconds(const sm90_product *p, const step_work *work, const cost_model *m);
#define SM90_START 0.33e-6 /* of them, what the smallest takes */
/* Fills `s` with one of the tiles that fit, the `form`-th of its list; returns its constants, in
 * `a`. */
sm90_product *sm90_form(arena *a, const sm90_product *fitted, sm90_tile t, uint32_t form,
                        int multiprocessors, schedule *s);
/* The place in that list of the i-th form to offer: the `first` one leads, the others keep their
 * order. */
uint32_t sm90_place(uint32_t i, uint32_t first);
/* Reads what the group stores.  Returns NULL, or why the copy engine cannot store it. */
const char *sm90_results(sm90_product *p, const group *gr);
/* gemm_layout's SHARED_BYTES, which asserts that they are. */
uint32_t sm90_shared_bytes(const sm90_product *p, bool by_column);
/* As many stages as a block's shared memory has room for, and no more than hide what lies under
 * way; returns the bytes of all. */
uint32_t sm90_choose_stages(sm90_product *p, uint32_t shared_bytes, bool by_column);
/* The plan's value that a launch's weights are, and how many channels of a tap it has (of a
 * product, elements of a row). */
typedef struct sm90_weights {
  uint32_t id;
  int64_t channels;
} sm90_weights;
/* sm90_weights.c: whether the plan has of the weights only the channels that each tile reads, in
 * rows of whole panels. */
bool sm90_packs_weights(const sm90_product *p);
/* Adds them to the plan.  Returns NULL, or why they cannot be read. */
const char *sm90_add_weights(lowering *l, const sm90_product *p, sm90_weights *made);
/* Adds the launch. */
const char *sm90_write(lowering *l, const group *gr, const sm90_product *fitted);

#endif
