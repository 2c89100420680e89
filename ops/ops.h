/* ops.h - what an operator IS: one row of ops.def, its shape rule, its arithmetic.
 *
 * ops.def is read by ops.c (the table) and by eltwise.c (loops); the build takes the ids
 * (OP_ABS in "ops/ids/unary.h": a header for each section of ops.def) and the functions'
 * declarations (ops/functions.h) from it.  Everybody else reads a row through op_info: the
 * importer, printer, verifier, CUDA generator, documentation and generic tests are driven by the
 * table. */
#ifndef OPS_OPS_H
#define OPS_OPS_H

#include "base/threads.h"
#include "ops/tensor.h"

/* What precision an operator may compute in. */
typedef enum op_class {
  CLASS_GEMM,   /* may compute in FP8 */
  CLASS_FOLLOW, /* keeps its producer's format: it moves, selects or clips */
  CLASS_WIDE,   /* F32 inside, stored as BF16 or F32: it sums, divides or exponentiates */
  CLASS_EXACT   /* integers, booleans and shapes, never touched */
} op_class;

/* Which family of CUDA kernels does it. */
typedef enum op_family {
  FAMILY_ELTWISE, /* one result element from one element of each (broadcast) input */
  FAMILY_GEMM,
  FAMILY_ATTENTION,
  FAMILY_CONV,
  FAMILY_ROW,    /* a whole row of the last axis is needed: softmax, norms, last-axis reductions */
  FAMILY_REDUCE, /* reductions over other axes */
  FAMILY_LAYOUT, /* moves elements: transpose, slice, concat, pad, expand */
  FAMILY_GATHER,
  FAMILY_VIEW, /* changes the shape only, moves nothing */
  FAMILY_POOL,
  FAMILY_NONE /* the CPU device alone */
} op_family;

/* How op_run treats element types before calling the row's arithmetic. */
typedef enum op_types {
  TYPES_ARITH, /* floats of at most 32 bits arrive as F32 (scales applied) and leave
                  as F32; F64, integers and bool arrive as they are */
  TYPES_MOVE,  /* elements are moved: any type, as bytes, when input 0 and output
                  have the same type and scale; else as TYPES_ARITH */
  TYPES_RAW    /* the arithmetic reads and writes all types itself */
} op_types;

/* ---- Attributes -------------------------------------------------------- */

typedef enum attr_kind {
  ATTR_INT,
  ATTR_FLOAT,
  ATTR_STRING,
  ATTR_INTS,
  ATTR_FLOATS,
  ATTR_STRINGS,
  ATTR_TENSOR,
  ATTR_GRAPH
} attr_kind;

typedef struct attr {
  const char *name;
  attr_kind kind;
  size_t count; /* of ints, floats, strings */
  union {
    int64_t i;
    float f;
    const char *s;
    const int64_t *ints;
    const float *floats;
    const char *const *strings;
    const tensor *tensor;
    void *graph; /* a graph of ir/, opaque here */
  };
} attr;

typedef struct attr_list {
  const attr *items; /* sorted by name; what equals the row's default is left out */
  size_t count;
} attr_list;

/* The row's declaration of an attribute. */
typedef enum attr_need { ATTR_REQUIRED, ATTR_OPTIONAL, ATTR_DEFAULT } attr_need;
typedef struct attr_spec {
  const char *name;
  attr_kind kind;
  attr_need need;
  int64_t i;     /* default, ATTR_INT */
  float f;       /* default, ATTR_FLOAT */
  const char *s; /* default, ATTR_STRING */
} attr_spec;

/* ---- Rows -------------------------------------------------------------- */

typedef struct op_info op_info;

/* OP_ABS and its like.  There are gaps between the ids of one section and the next. */
typedef int op_id;
#define OP_COUNT 1024 /* above every id: what a table indexed by ids has entries for */

/* One application of an operator to tensors. */
typedef struct op_call {
  const op_info *op;
  attr_list attrs;
  const tensor *const *in; /* NULL: an omitted optional input */
  size_t in_count;
  tensor *out; /* infer sets dtype, rank, dims; eval finds data allocated; an output
                  nobody asked for has dtype NONE then */
  size_t out_count;
  arena *scratch; /* of the calling thread; reset after the call by the caller */
  pool *threads;  /* NULL: this thread alone */
  bool plain;     /* plain loops, the specification, instead of tiled products */
  /* NULL, or the two ends between which a Conv holds its F32 results as a Clip does: what does not
   * fit a cache is read and written again by an operator of its own. */
  const float *clip;
} op_call;

typedef fp8c_status op_function(op_call *c, fp8c_error *err);

/* Element types an elementwise row takes. */
enum {
  TAKES_FLOAT = 1, /* every float storage type, F64 too */
  TAKES_SIGNED = 2,
  TAKES_UNSIGNED = 4,
  TAKES_BOOL = 8,
  TAKES_INT = TAKES_SIGNED | TAKES_UNSIGNED,
  TAKES_NUMBER = TAKES_FLOAT | TAKES_INT,
  TAKES_ANY = TAKES_NUMBER | TAKES_BOOL
};

#define VARIADIC 255
#define OP_MAX_INPUTS 262144 /* of a variadic operator, a limit against hostile files */

/* Every operator is a function of its inputs and attributes: equal nodes are merged and constants
 * folded whatever they are.  What draws numbers at random (RandomNormal, Bernoulli, a Dropout that
 * trains) is refused by name. */
/* How multiply-accumulates are counted; a: input 0, w: input `work_weights`. */
typedef enum op_work {
  WORK_NONE,
  WORK_PRODUCT, /* a's last dimension for each result */
  WORK_GEMM,    /* the dimension of a that transA says */
  WORK_WINDOW, /* w's elements behind the first dimension for each result, channels first or last */
  WORK_TURNED_WINDOW,     /* those of input 1 for each element of a */
  WORK_ATTENTION,         /* both products */
  WORK_CHANNEL_ATTENTION, /* both products, of a's channels of a head with each other */
  WORK_LINEAR_ATTENTION,  /* each result reads its column of the state, which is updated */
  WORK_RECURRENT, /* a[steps][batch][n]: all of inputs 1 and 2 for each step of each sequence */
  WORK_EINSUM,    /* all letters' sizes, for each operand behind the first */
  WORK_TRANSFORM  /* stages of a Fourier transform */
} op_work;

/* What else passes, code generators and the time model ask about an operator. */
typedef enum op_fact {
  FACT_REDUCES = 1 << 0,     /* Reduce*: input 0 over the axes of input 1, kept or dropped */
  FACT_MULTIPLIES = 1 << 1,  /* input 0 times the weights of input 1, in formats fp8c chooses */
  FACT_HEAVY = 1 << 2,       /* an exponential, a logarithm or the like for each element */
  FACT_NORM = 1 << 3,        /* divides by a norm or a deviation of its own input */
  FACT_ROW_NORM = 1 << 4,    /* ... of trailing axes, then multiplies by a gain */
  FACT_IMAGE_NORM = 1 << 5,  /* ... of channels of images, then multiplies by a gain */
  FACT_LINEAR_TIME = 1 << 6, /* of FAMILY_NONE, yet each element is touched a few times only */
  FACT_QUANTIZES = 1 << 7,   /* changes between numbers and codes that have a scale */
  FACT_SHAPE_ONLY = 1 << 8,  /* reads the shape of its input, never the elements */
  FACT_LEAVES_STATE =
      1 << 9 /* what it gives is for the next run: it is no dead node without readers */
} op_fact;

struct op_info {
  op_id id;
  const char *name;   /* ONNX name, or fp8c's own */
  const char *domain; /* "" is ai.onnx; "fp8c" is internal: never imported */
  int since; /* the opset whose form this row states; older forms are upgraded by the importer */
  uint8_t in_min, in_max, out_min, out_max;
  op_class precision;
  op_work work;
  uint8_t work_weights;
  op_family family;
  op_types types;
  op_function *infer;
  op_function *eval;
  const attr_spec *attrs; /* ends with name == NULL; never NULL */
  /* Elementwise rows: the C and CUDA expression of x (and y; z for Where and
   * Clip), in F32; NULL otherwise.  It may use functions of ops/math.h, the
   * row's first and second number attribute (float or integer, in the row's
   * order) as the floats `a` and `b`, and the int `s`, the form its string attribute asks
   * for (op_form). */
  const char *expr;
  const char *int_expr; /* the same for integers and bool, in 64 bits; NULL: none */
  uint8_t takes;        /* elementwise: TAKES_ bits of the inputs */
  bool gives_bool;      /* elementwise: the output is bool, whatever the inputs are */
  uint32_t facts;       /* FACT_ bits */
};

const op_info *op_get(op_id id);
/* The rows in the order of ops.def; NULL behind the last. */
const op_info *op_row(size_t index);
const char *op_family_name(op_family f); /* "eltwise", "none" */
const char *op_class_name(op_class c);   /* "gemm", "follow" */
static inline op_id op_of(const op_info *op) { return op->id; }
static inline bool op_has(const op_info *op, op_fact fact) { return (op->facts & fact) != 0; }
/* The row with this ONNX name and domain; NULL if there is none. */
const op_info *op_find(const char *domain, const char *name);

/* `s` of a row's expression for a string attribute's value: 0 its default (or NULL), 2 "fp8",
 * the form for results that are rounded to FP8, 1 any other. */
int op_form(const attr_spec *spec, const char *set);

/* Reading an attribute of a call: the set value, else the row's default. */
const attr *attr_find(attr_list attrs, const char *name); /* NULL when not set */
/* Returns a list, in a, of `attrs` and of `count` more, which are sorted by name too; no name may
 * stand in both. */
attr_list attr_join(attr_list attrs, const attr *more, size_t count, arena *a);
/* What an operator's row says of an attribute; NULL: it has none of that name. */
const attr_spec *op_attr_spec(const op_info *op, const char *name);
int64_t op_attr_int(const op_call *c, const char *name);
float op_attr_float(const op_call *c, const char *name);
const char *op_attr_string(const op_call *c, const char *name); /* NULL when absent */
/* false when absent and without default */
bool op_attr_ints(const op_call *c, const char *name, const int64_t **items, size_t *count);
bool op_attr_floats(const op_call *c, const char *name, const float **items, size_t *count);
bool op_has_attr(const op_call *c, const char *name);

/* Runs that a history of largest magnitudes holds at most (AmaxHistory), and the values of one. */
#define HISTORY_RUNS_MAX 4096
#define HISTORY_VALUES_MAX 64

/* Whether Linear's `promote` can be k (ops.def). */
static inline bool linear_promotes(int64_t k) {
  return k == -1 || k == 0 || k == 64 || k == 128 || k == 256 || k == 512;
}

/* The sentences of op_infer and op_run start with the operator's name ("MatMul:
 * inner dimensions differ (784 and 512)"); a caller with a node puts its name
 * in front with fail_in. */

/* Checks attributes and arity against the row, then calls its shape rule.
 * Input dims may be symbols or DIM_UNKNOWN, input ranks RANK_UNKNOWN; then
 * output dims may be too.  Output dtype is ONNX's; a caller that stores the
 * output in another float format overrides it. */
fp8c_status op_infer(op_call *c, fp8c_error *err);

/* Evaluates on whole tensors: decodes inputs and encodes outputs as the row's
 * op_types say.  Every out has dtype, shape, scale and data set by the caller.
 * Output encoding rounds once from F32 (saturating for FP8). */
fp8c_status op_run(op_call *c, fp8c_error *err);
/* Whether op_run takes input `input` of type `t` as it is stored, whatever the result is stored as:
 * a table whose rows it gathers. */
bool op_gathers_stored(const op_info *op, size_t input, const tensor *t);

/* Conversions op_run uses, for rows that are TYPES_RAW: small floats with their
 * scale to F32 and back (which scales `real` in place, then rounds, saturating). */
void tensor_decode(pool *threads, const tensor *stored, float *real);
void tensor_encode(pool *threads, float *real, const tensor *stored);
/* A small float that is not plain F32: op_run decodes and encodes it. */
bool tensor_needs_f32(const tensor *t);
/* A F32 tensor of the same shape; contents undefined. */
tensor tensor_f32_like(arena *a, const tensor *t);
/* `t` itself when it is F32 or no small float, else a decoded copy in c->scratch. */
tensor tensor_as_f32(const op_call *c, const tensor *t);

/* Where a TYPES_RAW row computes its F32 result: the output's own memory when it
 * is plain F32, else scratch, which f32_done rounds into the output. */
float *f32_result(const op_call *c, tensor *out);
void f32_done(const op_call *c, float *result, tensor *out);

/* Multiply-accumulate operations of a call (both products of attention); 0 for an operator that
 * multiplies no matrices, or when a dimension is not known. */
uint64_t op_macs(const op_call *c);

#endif
