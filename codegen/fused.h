/* fused.h - a product and what follows it in its region, as the families that compute
 * both in one kernel share it. */
#ifndef CODEGEN_FUSED_H
#define CODEGEN_FUSED_H

#include "codegen/region.h"
#include "ops/window.h"

/* Columns of a product that are something by themselves, such as the q of q, k and v, and what
 * follows them. */
typedef struct fused_part {
  int64_t begin, columns;
  const value *given; /* the sums as what follows reads them: rows, or heads in the last two axes */
  int64_t steps;      /* heads stand before so many rows: [B, heads, steps, size]; 1: behind them */
  group after;
  node **nodes;   /* of `after` */
  region_code *r; /* ... */
} fused_part;

typedef struct fused_product {
  const node *n; /* a Linear, or a Conv whose channels lie last: rows are its result's pixels */
  const value *x, *w, *bias;
  const value *factors;   /* of the rows' sums, before the bias; NULL: none */
  const value *blocks[2]; /* scales of each 128 of k: of x's rows, of 128 rows of w; NULL: none */
  const node *deviation;  /* that makes them, of x: left to the product's kernel; NULL: it is not */
  const value *halves[2]; /* gated: the product's first and second half of columns; NULL */
  group after;            /* what follows, without the nodes that cut the halves */
  int64_t rows, columns, k; /* columns of the product */
  int64_t out_columns;      /* of the result: half as many where it is gated */
  fused_part *parts;        /* the result is cut in columns; `after` is empty then */
  size_t part_count;
  int64_t
      apart; /* columns between two partners of the parts' Rotary; 0: neighbours, or none turns */
} fused_product;

/* Reads a group whose first node is a Linear and whose others are elementwise, or says in
 * words why it is none.  Types and sizes are the family's to judge. */
const char *fused_read(fused_product *p, const group *gr, arena *scratch);
/* The same of a Conv with the attribute channels_last, of one group; k are its taps, the channels
 * of one after the other. */
const char *fused_read_conv(fused_product *p, const group *gr, arena *scratch);

/* The region that follows, of which `r` has nothing but a draft when there is none. */
const char *fused_begin(region_code *r, lowering *l, const group *gr, const fused_product *p);
/* Whether the tensor core's own sums of FP8 products are good enough for so many and such
 * weights; else they go into F32 every 128 of k. */
#define FAST_ACCUMULATE_K_MAX 4096        /* of any weights */
#define FAST_ACCUMULATE_K_MIXED_MAX 16384 /* of weights of both signs */
bool fused_sums_fast(lowering *l, const fused_product *p);
/* After how many of k the sums of FP8 products go into F32: as the node's attribute `promote` asks
 * (fused_asked: 0 asks nothing, -1 never), else every 128 or, 0, never. */
int fused_asked(const fused_product *p);
int fused_promotion(lowering *l, const fused_product *p);

/* Parameters of a kernel that scale its sums: all of them alike or column by column, those of each
 * row, and those along k; NO_PARAMETER: there are none, or they are left to the kernel. */
typedef struct fused_scales {
  uint32_t factor, rows, blocks[2];
} fused_scales;
#define NO_PARAMETER UINT32_MAX
/* Adds the parameters of the rows' factors and of the scales along k, if there are any. */
void fused_add_scales(kernel_draft *d, const fused_product *p, fused_scales *s);
/* Whether a tile of `columns` of the product (a gated one: half of them of each half) has one scale
 * along k for each half. */
bool fused_blocks_fit(const fused_product *p, int64_t columns);
/* `struct epilogue` with the scales (kernels/epilogue.cuh), the kernel's other parameters under
 * their names and `methods`.  Returns the text of one, out of the kernel's parameters. */
const char *fused_struct(kernel_draft *d, const fused_product *p, const fused_scales *s,
                         const char *methods);
/* The scales of all columns: what every sum is multiplied by. */
float fused_factor(const fused_product *p);
/* Columns differ: they have a bias or a scale each, which fused_columns lays out. */
bool fused_by_column(const fused_product *p);
/* A constant: scale and bias of every column, side by side.  `by_eight`: the columns of a
 * gated product in turns of eight of the one half and their partners of the other. */
const char *fused_columns(lowering *l, const fused_product *p, bool by_eight, uint32_t *id);

/* The nodes after the product, on V columns from (row, column) on: sums in x, those of the
 * other half in `other`; `held` is an operand whose elements the kernel has in a word `held`
 * (NULL: none).  The text ends inside of a loop over k < V, where v<i> is variable i. */
const char *fused_region(region_code *r, const fused_product *p, const value *held, text *body);

/* For kernels that store their results through pointers, V columns at a time.
 * Why what the group stores is not for them, or NULL. */
const char *fused_results(const fused_product *p, const group *gr);
/* `struct epilogue` with factor(), or `columns` where they differ, and finish(row, column, x,
 * other): what follows on V = `columns` neighbours of a row, and its stores.  `ahead`: instead of
 * `other` it takes what ask(row, column, held) has read before.  *made: the text of one, out of the
 * kernel's parameters. */
const char *fused_epilogue(region_code *r, const fused_product *p, int columns, bool ahead,
                           const char **made);
/* `struct ahead`, what is read of memory for V columns, and whether anything is. */
void fused_held(const region_code *r, text *out);
bool fused_reads_memory(const region_code *r);
/* parts.c: of the nodes behind the product, why they do not follow parts of its columns; their
 * regions, one kernel (`r` has its draft); and where V `columns` of one part are, as `flat` and
 * "j": those from `column` on, or (`tiles`) from `local` on in the tile that begins at `column`,
 * which may run over the part's end. */
const char *fused_read_parts(fused_product *p, const group *gr, arena *scratch);
const char *fused_begin_parts(region_code *r, lowering *l, const fused_product *p);
const char *fused_part_place(const fused_part *part, int columns, bool tiles, const char **flat,
                             text *body);
/* Of a region on V columns: what it loads, its arithmetic (as fused_region ends), and all of it
 * with its stores.  `flat`: the address of the first column where the region has one dimension,
 * else NULL; `column`: its place in the last dimension; `ahead`: a struct that holds what is loaded
 * from the one to the other (NULL: variables do). */
const char *fused_loads(region_code *r, const char *flat, const char *column, const value *held,
                        const char *ahead, text *body);
void fused_lanes(region_code *r, const char *ahead, text *body);
/* Heads of `size` (0: pairs of neighbours) lie in one tile of 128 columns, or of 64 if they can. */
bool parts_fill_tiles(int64_t size);
/* A launch of it by `family`. */
void fused_launch(region_code *r, const fused_product *p, const group *gr, const char *family,
                  const char *library, launch_shape shape);

#endif
