/* move.h - numbers that only change their place: what layout.c makes of a node, and move.c writes
 * and prices.
 *
 * A move is one launch of a kernel of kernels/move.cuh.  All copies are one thing: two strided
 * walks over the same domain. */
#ifndef CODEGEN_MOVE_H
#define CODEGEN_MOVE_H

#include "codegen/problem.h"

#define MOVE_THREADS 256
#define MOVE_WALK_DIMS (2 * FP8C_MAX_RANK) /* Tile splits each dimension in two */
#define CONCAT_PARTS 256 /* of one launch, at most half of the parameters that it can have */

typedef struct walk {
  int rank;
  int64_t dims[MOVE_WALK_DIMS], in[MOVE_WALK_DIMS], out[MOVE_WALK_DIMS]; /* strides in elements */
  int64_t in_offset, out_offset;
} walk;

typedef enum move_form {
  MOVE_UNITS,    /* a thread copies an element, or several neighbours */
  MOVE_GATHERED, /* ... whose elements do not lie side by side where they are read */
  MOVE_NUMBERS,  /* ... one, into another format */
  MOVE_TILES,    /* blocks go through shared memory, where neighbours change */
  MOVE_SQUARES,  /* threads take squares of elements */
  MOVE_FILL,
  MOVE_SURROUND, /* a box and a number around it */
  MOVE_CONCAT_DENSE,
  MOVE_CONCAT_PLACES
} move_form;

/* Threads take squares of elements (kernels/move.cuh): vectors of both sides, and how many squares
 * of a block and of a warp lie side by side where they are read. */
typedef struct squares {
  int64_t read, write, lanes_x, warp_x;
} squares;

/* Where the elements of a part of a Concat lie: in its own memory, or in a wider value. */
typedef struct move_part {
  const value *from, *whole;
  int64_t strides[FP8C_MAX_RANK], offset;
  int64_t begin, own; /* along the axis: where it starts in the result, and its extent there */
} move_part;

typedef struct move_step {
  move_form form;
  const char *what; /* for the kernel's name */
  const value *from, *to;
  size_t element; /* bytes */
  int64_t unit;   /* elements that a thread takes at once */
  walk w;         /* of a copy; of SURROUND, the box */
  int crossing;   /* the dimension whose neighbours are read where the last one's are not; -1 */
  squares s;
  int64_t bits;                 /* FILL, SURROUND: the number */
  int64_t start[FP8C_MAX_RANK]; /* SURROUND: a corner of the box */
  move_part *parts;             /* CONCAT: inputs that follow each other along `axis` */
  size_t part_count;
  int64_t axis;
} move_step;

/* The launches of one operator, in their order. */
typedef struct moves {
  arena *a;
  move_step *items;
  uint32_t count;
} moves;

/* The copy of v's elements out of its place. */
const char *moves_of_copy(const node *n, const value *v, const place *p, moves *out);

/* move.c: a copy in the form that suits its walk; NULL, or why not. */
const char *add_copy(moves *out, const char *what, const value *from, const value *to, walk w);
/* A box of `from`, whose corner is `start`, inside of `to`, and a number around it. */
const char *add_surrounded(moves *out, const char *what, const value *from, const value *to,
                           const walk *w, const int64_t *start, int64_t bits);
/* Whether a Concat's parts are read wherever they lie; why not, or NULL. */
const char *concat_takes_places(const node *n);
/* The parts of a Concat, up to CONCAT_PARTS in a launch. */
const char *add_concat(moves *out, const node *n, int64_t axis);
/* Why a value of one type is not moved into one of the other, or NULL. */
bool same_codes(const tensor *x, const tensor *y);

/* Adds the launches; NULL, or why not. */
const char *write_moves_of(lowering *l, const group *gr, const moves *list);
const char *move_form_name(move_form f);
double seconds_of_moves(const moves *list, const cost_model *m);

#endif
