/* region.h - a region as straight-line arithmetic on one element.
 *
 * A region's nodes become a list of micro-operations over variables v0, v1...
 * A lane variable has a value for each element of the region's domain; a row
 * variable one for each row (a sum over the row, a mean).  eltwise.c emits a
 * list without row variables as one loop, row.c emits the phases between sums. */
#ifndef CODEGEN_REGION_H
#define CODEGEN_REGION_H

#include "codegen/lower.h"

#define REGION_MAX_DIMS FP8C_MAX_RANK

/* Elements of a row that lie up to so far apart are read one by one: they come in as many pieces of
 * memory as a copy would read. */
#define REGION_NEAR_BYTES 32

typedef enum micro_kind {
  MICRO_GIVEN, /* lane variable that the kernel around the region computes */
  MICRO_LOAD,  /* lane or row variable, read from memory */
  MICRO_LANE,  /* lane variable from variables of either kind */
  MICRO_ROW,   /* row variable from row variables */
  MICRO_REDUCE /* row variable from a lane variable over the row */
} micro_kind;

/* Where element j of the domain finds its number in an operand: what Rotary reads. */
typedef enum micro_column {
  COLUMN_OWN,        /* at j */
  COLUMN_OTHER_HALF, /* half a row away */
  COLUMN_HALF,       /* of half a row that serves both halves */
  COLUMN_NEIGHBOUR,  /* the other of two neighbours */
  COLUMN_PAIR        /* one for two neighbours */
} micro_column;

typedef struct micro {
  micro_kind kind;
  const char *type; /* C type of the variable it defines, v<its index> */
  const char *expr; /* LANE, ROW */
  uint32_t uses[8]; /* variables it reads; REDUCE: one */
  uint32_t use_count;
  const char *combine; /* REDUCE: "add_of" */
  uint32_t operand;    /* LOAD; GIVEN: which of the two */
  micro_column column; /* LOAD, GIVEN: which element of the last dimension */
  bool lane;           /* the variable is a lane variable */
  bool other;          /* LANE: it reads another element of what it uses, from its array */
} micro;

/* Something in memory a region reads or writes, over the domain's dimensions. */
typedef struct operand {
  const value *v;
  uint32_t parameter;
  int64_t strides[REGION_MAX_DIMS]; /* in elements, 0 where broadcast */
  const value *whole;               /* what it is a part of, from element `offset` on; NULL */
  int64_t offset;
  struct operand *parts; /* of a joined value: each over the domain, from `begin` of `axis` on */
  uint32_t part_count;   /* 0: it is not joined */
  int axis;
  int64_t begin;
  bool table; /* of a Rotary, half as wide as the domain */
  /* a Gather: the address of an element at dense offset o of its output is
   * ((o / (K * I)) * A + index[(o / I) % K]) * I + o % I */
  bool gathered;
  uint32_t index_parameter;
  int64_t gather_a, gather_k, gather_i;
} operand;

/* Where a store has what its rounding leaves: in the same row, behind the numbers. */
typedef enum left_place {
  LEFT_NOWHERE,
  LEFT_SCATTERED, /* at variable `column`; below 0: nowhere */
  LEFT_LAST,      /* of the columns from `first` on, `more` columns further */
  LEFT_GATHERED   /* of columns p<order>[0 to more - 1], out of shared memory */
} left_place;

typedef struct region_store {
  uint32_t variable; /* what is stored, before rounding to the element type */
  operand to;
  bool held; /* `to` is in the shared memory of the kernel around the region */
  left_place left_place;
  uint32_t source, left; /* variables: the number, and LEFT_SCATTERED what its code leaves, */
  const char *left_of;   /* ... or elsewhere the expression for that of a number v<source> */
  uint32_t column, order;
  int64_t first, more;
} region_store;

/* A product whose epilogue the GEMM library refused: its F32 sums, and what is
 * still to be done to them. */
typedef struct gemm_rest {
  const node *product;
  uint32_t sums;         /* F32 temporary of the output's shape */
  uint32_t column_scale; /* F32 constant along the last axis; PLAN_NO_VALUE: none */
  const value *rows;     /* a factor for each row; NULL: none */
  const value *addend;   /* bias or C; NULL: none */
  float addend_factor;
} gemm_rest;

typedef struct region_code {
  const value *given[2]; /* what the kernel around the region has in registers; NULL */
  const value *held;     /* what it keeps in shared memory, and nobody else reads; NULL */
  const value *taken;    /* what it reads there instead of having it stored; NULL */
  arena *a;
  lowering *l; /* NULL until it is written */
  const group *gr;
  kernel_draft draft;
  int rank; /* of the domain after merging */
  int64_t dims[REGION_MAX_DIMS];
  bool rows;            /* the last dimension is a row that sums go over */
  int64_t row_elements; /* when rows: elements of a row */
  bool in_place;        /* operands are read where they lie, with strides */
  bool may_gather;      /* rows: of scattered columns, remainders come from shared memory */
  bool may_cross;       /* ... the only one also where its neighbours are another dimension's */
  int across;           /* that dimension + 1; 0: none is read so */
  int64_t pairs;        /* of a Rotary: half of the last dimension, which stays alone; 0: none */
  bool beside;          /* ... of a row's own elements, whose partners are neighbours */
  micro *micros;
  uint32_t micro_count;
  operand *operands;
  uint32_t operand_count;
  region_store *stores;
  uint32_t store_count;
  uint32_t *variables;   /* by value->id: variable + 1 */
  const gemm_rest *rest; /* NULL: the group has no product */
  uint32_t column_operand;
  const char *why;   /* first refusal */
  char op_names[64]; /* "add_layernormalization", for the kernel's name */
} region_code;

/* What a region is made of. */
typedef struct region_extent {
  const group *gr;
  int row_dims;          /* the last axes, which are the row that sums go over; 0: no sums */
  const gemm_rest *rest; /* it starts from a product; NULL */
  const value *given[2]; /* as region_build_given says; NULL */
} region_extent;

/* The first reading: operands and the domain, whose dimensions are merged where every operand
 * allows.  Asks no kernel and adds nothing to a plan; all in `a`.  Returns NULL or why not. */
const char *region_read(region_code *r, arena *a, const region_extent *e);
/* The second, of what was read: the micro-operations of a kernel of `l`.  `onto`: the kernel that
 * the region becomes a part of; NULL: one of its own.  Returns NULL or why not. */
const char *region_write(region_code *r, lowering *l, const kernel_draft *onto);

/* The device functions of every expression of ops.def in every type it takes,
 * as regions use them; returns how many (for a test that compiles them all). */
size_t region_functions(text *out, arena *a);

/* Whether a node is elementwise arithmetic (or a Gather) that regions can do. */
bool region_knows(const node *n);

/* The first column whose remainder a QuantizeSplit stores, where these are its last ones in their
 * order and begin at a multiple of 16, so that a thread's neighbours are alike; -1: they are not.
 * `scratch` is as it was when it returns. */
int64_t region_split_tail(const node *n, arena *scratch);

/* Why a norm or sum over a row has no micro-operations, or NULL. */
const char *region_refuses_row(const node *n, arena *a);

/* Both, of a region without row axes where what is given (one or two values) is no operand
 * but what the kernel around the region has in registers: its variable is MICRO_GIVEN.  The same
 * twice: what a Rotary turns, and the partners of it. */
const char *region_build_given(region_code *r, lowering *l, const group *gr,
                               const value *const given[2], const kernel_draft *onto);

/* The same of nodes whose last result `taken` the kernel around the region reads from its variable,
 * region_taken, and nobody stores. */
const char *region_build_taken(region_code *r, lowering *l, const group *gr, const value *given,
                               const value *taken, const kernel_draft *onto);
uint32_t region_taken(const region_code *r);

/* Stores what is given where others than the region's nodes read it too.  Returns NULL or why
 * not. */
const char *region_store_given(region_code *r);

/* Elements a thread takes at once: the largest power of two that divides
 * `inner`, at most what 16-byte accesses of the operands' types give. */
int region_vector(const region_code *r, int64_t inner);
/* The same by the types alone, where every row begins at a multiple of it. */
int region_widest(const region_code *r);

/* ---- emit.c: addresses and statements -------------------------------------------------------- */

/* The text of the column micro `m` loads at, where `j` is the domain's. */
const char *region_column(region_code *r, const micro *m, const char *j);
/* The text of operand `o`'s element offset, less what the last dimension adds: the sum over the
 * leading dimensions, whose coordinates are c0, c1, ... */
const char *region_outer_offset(region_code *r, const operand *o);
/* Declares the coordinates c0, c1... of the leading dimensions out of `index`. */
void region_emit_coordinates(region_code *r, text *out, const char *type, const char *index);

/* What a kernel has its statements made of.  Lists go by variable or by store; NULL: all, or none
 * of the arrays. */
typedef struct emission {
  const char *indent;
  const bool *only;      /* these variables */
  int vector;            /* LOADS: neighbours of a thread, from place "j" on */
  bool bases;            /* ... whose rows begin at b<i>, declared before */
  const char *ahead;     /* AHEAD: the struct that holds what was loaded */
  const char *element;   /* LANES: of x<i> that belongs to the lane: "k" */
  const char *given[2];  /* ... what the kernel around the region has, */
  const char *neighbour; /* ... of the lane's neighbour */
  const char *guard;     /* ... whether a split store is the thread's: "mine"; NULL: it is */
  const char *column;    /* ... the thread's first column; NULL: "j" */
  const bool *from_array, *to_array; /* ... kept in r<i>[c][k] */
  const bool *stores;
} emission;

enum {
  EMIT_LOADS = 1, /* x<i> out of memory */
  EMIT_BASES = 2, /* instead, of lanes: b<i>, where their row begins */
  EMIT_AHEAD = 4, /* x<i> as what was loaded before */
  EMIT_ROWS = 8,  /* v<i> of rows */
  EMIT_LANES = 16 /* v<i> of lanes, inside of a loop over k */
};
/* All of them, a variable after the other. */
void region_emit(region_code *r, text *out, unsigned what, const emission *e);
/* Opens the loop over a thread's elements, `count` of them, whose place in x<i> and y<s> is k. */
void region_open_lanes(text *out, const char *indent, const char *count);
/* The results of a thread: their arrays, and what a lane puts there. */
void region_emit_results(const region_code *r, text *out, const char *vector, const emission *e);
void region_emit_assignments(region_code *r, text *out, const emission *e);
/* Of those, what a lane does for what a split store has behind its rows: it stores it, or leaves
 * the number in z<s>, */
void region_emit_left(region_code *r, uint32_t s, text *out, const emission *e);
/* ... of which the thread then stores what is left, where that is LEFT_LAST. */
void region_emit_last(region_code *r, uint32_t s, text *out, const emission *e);
/* The function of store s that says what is left of a number. */
const char *region_left_of(const region_code *r, uint32_t s);

/* eltwise.c: the group as one kernel, starting from a product when `rest` is given. */
const char *lower_epilogue(lowering *l, const group *gr, const gemm_rest *rest);

#endif
