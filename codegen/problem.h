/* problem.h - a problem is what a node, or a region that begins with one, asks of the kernels.
 *
 * A problem is read once and then holds all that the families' `offers` look at: sizes, types and
 * what follows.  It can also be a question about a node as it might become (in another format, with
 * its channels last); then there is no group, and nothing is written. */
#ifndef CODEGEN_PROBLEM_H
#define CODEGEN_PROBLEM_H

#include "codegen/attention.h"
#include "codegen/fused.h"
#include "codegen/schedule.h"

typedef enum problem_kind {
  PROBLEM_NONE, /* of no kind below; families of any kind may still take it */
  PROBLEM_WINDOWS,
  PROBLEM_PRODUCT,
  PROBLEM_PACKED, /* a product with weights of few bits */
  PROBLEM_ATTENTION,
  PROBLEM_ROWS,        /* norms, softmax and sums, with what is elementwise around them */
  PROBLEM_ELEMENTWISE, /* nothing else */
  PROBLEM_GATE,        /* squeeze and excitation: a mean, two products and what they multiply */
  PROBLEM_IMAGE_NORM,  /* a norm of images, and what is elementwise behind it */
  PROBLEM_OPERATOR,    /* one that has a kernel of its own, and what that does behind it */
  PROBLEM_ANY          /* of a family: it looks at every problem */
} problem_kind;

/* What a step does besides its sums. */
typedef struct step_work {
  double bytes;        /* read and written, by all of the step */
  double heavy, light; /* elementwise operations on each result: erf, exp; add, max */
  double dividing;     /* of another kind: a sigmoid, a tanh and what is made of them */
  double added;        /* values as large as the result that are read behind the sums */
  double result_bytes; /* of a result as it is stored; 0: 2 */
} step_work;

/* A convolution. */
typedef struct window_problem {
  window w;     /* in the usual order of axes; volumes may be images here (`images` of them) */
  window given; /* ... as the node has it */
  fp8c_dtype image, filter, result;
  int64_t images;   /* samples */
  int64_t channels; /* of the image, of all groups */
  int64_t groups;
  int64_t blocks; /* of channels, between which weights are zeros: 1 and more */
  int64_t pixels; /* of all results */
  int64_t rows;   /* filters of a group */
  int64_t depth;  /* terms of a sum */
  int64_t pitch;  /* elements between pixels of an image that is part of another; 0: it is none */
  bool transposed;
  bool last;          /* channels are the innermost axis of image, filters and result */
  bool constant;      /* its filters are constants */
  bool scales_follow; /* the scales of both operands may come after the sum */
  bool scaled;        /* an operand has scales */
  bool image_scaled_by_channel, result_scaled_by_channel;
  bool bias_is_f32;     /* a constant of F32, or absent */
  bool bias_is_plain;   /* a constant without scale, or absent */
  bool reads_more;      /* what follows reads memory */
  int vector;           /* results that what follows can store at once */
  const char *unfused;  /* why no kernel of products does what follows on its sums */
  const char *unstored; /* why threads of such a kernel cannot store what follows */
  fused_product f;      /* where there is no `unfused`: rows are pixels, columns filters */
} window_problem;

/* Whether the columns of a product are several things, with a result each: q, k and v. */
typedef enum product_parts {
  PARTS_NONE,
  PARTS_ANY,
  PARTS_ALIKE /* each begins at a multiple of 128 and has one result, all of one width */
} product_parts;

/* A Linear, Gemm or MatMul. */
typedef struct product_problem {
  cost_product size; /* as one or many matrix products; its work is the problem's */
  fp8c_dtype x, w;
  bool constant; /* its weights are constants */
  product_parts parts;
  bool follows;         /* a question: elementwise work is done on its sums */
  const char *unfused;  /* why no kernel of ours does what follows on its sums */
  const char *unstored; /* why threads of such a kernel cannot store what follows */
  fused_product f;      /* where there is no `unfused` */
} product_problem;

/* An Attention and conversions of its result. */
typedef struct attention_problem {
  attention a;
  target_value targets[ATTENTION_TARGETS_MAX];
  size_t target_count;
  const char *unread;   /* why its operands are none of strides and heads */
  const char *unstored; /* why its results are none that the kernels store */
  cost_attention size;  /* its bytes are the problem's work */
  bool sized;
  const node *asked; /* the question of this node with operands in E4M3, whose sizes may be free */
  int64_t queries;   /* of it, of a head, at most; -1: not known */
} attention_problem;

/* A region without a product, or what follows a norm of images or an operator with a kernel of its
 * own. */
typedef struct region_problem {
  const region_code *read; /* its operands and domain; NULL: nothing follows */
  const char *unread;      /* why they are none that one kernel takes; NULL */
} region_problem;

typedef struct problem {
  problem_kind kind;
  group gr; /* none of its nodes: a question */
  step_work work;
  const char *why;             /* its sizes cannot be read */
  const char *undirect;        /* why no kernel straight from memory does what follows */
  window_problem v;            /* PROBLEM_WINDOWS */
  product_problem product;     /* PROBLEM_PRODUCT, PROBLEM_PACKED */
  attention_problem attention; /* PROBLEM_ATTENTION */
  region_problem region;       /* ..._ROWS, ..._ELEMENTWISE, ..._IMAGE_NORM, ..._OPERATOR */
} problem;

/* Whether a group is a problem of some kind, whose kernel is chosen by schedules alone: it begins
 * with a convolution, a product or an attention, is a region without these or an operator with a
 * kernel of its own, and its shapes are known.  Where it is none, `p` is what families of any kind
 * look at. */
bool problem_read(problem *p, const group *gr, arena *a);

/* Returns how many nodes from node `first` on the longest part may have that is tried of a group
 * which no family takes as a whole: those up to the next product, since to try products with ever
 * less behind them would read their weights as often, and not all of the group. */
size_t part_nodes(const group *gr, size_t first);

/* The question of the same sums with both operands in one format.  Nothing is said of the work. */
void problem_in_format(problem *p, fp8c_dtype format);
/* ... with scales along k. */
void problem_by_blocks(problem *p);
/* The question of a convolution with its channels last, so many in a pixel (zeros fill those that
 * the model has not). */
void problem_channels_last(problem *p, int64_t channels);
/* placed.c: the question of a convolution as it will stand before the chip, for a node that still
 * is as the model has it: groups that passes make dense, pixels that they fill, channels last where
 * the copy engine takes it so. */
void problem_as_placed(problem *p, const cost_model *m, arena *a);

/* Returns the number of sums that the problem's work is counted per; 1 for a problem without
 * products, whose work is counted as a whole. */
double problem_results(const problem *p);

/* The type of an image, or of its filters, with channels in front of the pixels; `last`: they lie
 * last. */
tensor window_type(const value *v, bool last);
/* direct families: windows that cover their image are rows of two matrices; sums of many terms for
 * few pixels go over the lanes of a warp; tiles share what they fetch. */
bool windows_cover_image(const window_problem *v);
bool windows_want_lanes(const window_problem *v);
bool windows_want_tiles(const window_problem *v);

#endif
