/* graph.h - the graph: nodes take values and give values (SSA).
 *
 * Everything lives in the graph's arena.  Nodes stand in program order, which
 * is a topological order.  A value has one type; a quantised value's scale is
 * part of it.  Conversions between formats are ordinary nodes (Quantize,
 * Dequantize, Cast) until they stand inside a region.
 *
 * A region is a bracket around consecutive nodes that one kernel computes.
 * Inside it values are F32 in registers; only what is used outside, or is a
 * graph output, is stored, in its own type.  The CPU device runs the nodes one
 * by one with the same roundings, so a region changes no number. */
#ifndef IR_GRAPH_H
#define IR_GRAPH_H

#include "base/file.h"
#include "base/formats.h"
#include "base/made.h"
#include "base/size_names.h"
#include "ops/ops.h"

typedef struct graph graph;
typedef struct node node;
typedef struct value value;

/* The bytes of a constant: in a file until somebody needs them, in memory, or made of what lies
 * elsewhere each time they are read. */
typedef struct blob {
  const file *file; /* NULL: in memory, or made */
  uint64_t offset;  /* in file */
  uint64_t bytes;
  const void *memory;      /* NULL while only in the file, or made */
  const made_matrix *made; /* NULL: they are not */
} blob;

/* Both are the same bytes, as far as where they lie tells. */
bool blob_same(const blob *a, const blob *b);

typedef enum value_kind { VALUE_INPUT, VALUE_CONST, VALUE_NODE } value_kind;

struct value {
  uint32_t id;      /* unique in the graph */
  const char *name; /* unique in the graph, of the model where possible */
  value_kind kind;
  tensor type;         /* data is always NULL here; SCALE_AXIS scales are in scale_vector */
  value *scale_vector; /* f32 constant when type.scale.kind == SCALE_AXIS, else NULL */
  blob blob;           /* VALUE_CONST */
  uint64_t seed;       /* VALUE_CONST made by random(seed) in text; 0 otherwise; printed back */
  node *def;           /* VALUE_NODE */
  node **users;        /* one entry per use by a node input; unordered */
  size_t user_count;
  uint32_t output_uses; /* times it is a graph output */
  uint32_t removed_at;  /* place in users of the one that went last */
  uint32_t moves;       /* codegen: how many moves in a row made it (place_count_moves) */
  const char *reason;   /* why it has this format, in words; NULL */
  graph *graph;
};

/* One kernel's worth of consecutive nodes. */
typedef struct region {
  uint32_t id;
  const char *kind; /* "eltwise", "row", "gemm", "attention", "reduce" */
} region;

/* Formats that nothing computes in: reports say what they would keep. */
typedef enum what_if { WHAT_IF_E3M4, WHAT_IF_E2M5, WHAT_IF_INT8, WHAT_IFS } what_if;

/* Over what the scales of a product's FP8 activations are shared: the tensor, each row, or each 128
 * of a row, with one for each 128 by 128 of the weights.  A run computes all but the first. */
typedef enum scale_sharing {
  SCALES_OF_TENSOR,
  SCALES_OF_ROWS,
  SCALES_OF_BLOCKS,
  SCALES_OF_RUN, /* of the tensor, as each run has it */
  SCALE_SHARINGS
} scale_sharing;

/* After how many of k the sums of an FP8 product may go from the tensor core's accumulator into
 * F32: never, 512, 256, 128, 64 (passes/precision/accumulator.h). */
#define SUM_INTERVALS 5

/* What was decided about a GEMM-class node, and what was known when deciding;
 * reports show these words and figures. */
typedef struct decision {
  fp8c_dtype format;         /* E4M3, E5M2, BF16 or F32 */
  fp8c_dtype weights_format; /* of the second operand where it is not as usual (E4M3 in FP8
                                products, else `format`); else NONE */
  const char *rule;          /* rules.def name or "score", "option" */
  const char *reason;        /* one sentence */
  const char *granularity;   /* "weights per column, activations per tensor" */
  const char *policy;        /* "mse" ... */
  double sqnr_db; /* local: output of this node alone with its operands quantised; NAN unknown */
  double sqnr_of[ROUNDED_FORMATS]; /* the candidates', by PRODUCT_E4M3 ... */
  double what_if_db[WHAT_IFS];     /* as sqnr_db, in other formats */
  uint64_t macs;                   /* per sample; 0 unknown */
  scale_sharing by;                /* of FP8 activations, until insert-scales makes nodes of that */
  int promote;                     /* Linear's attribute: 0 leaves it to the kernel, -1 never */
  double sums_db[SUM_INTERVALS];   /* what a sample of the sums keeps then; NAN: not known */
  uint64_t merged; /* further products of the model that this one computes along; mostly 0 */
} decision;

struct node {
  uint32_t id;
  const op_info *op;
  const char *name; /* of the model node, or of the pattern's last one */
  value **in;       /* NULL: omitted optional input */
  size_t in_count;
  value **out; /* NULL: output nobody asked for */
  size_t out_count;
  attr_list attrs;
  const char **sources; /* names of the model nodes this one stands for */
  size_t source_count;
  region *region;     /* NULL: on its own */
  decision *decision; /* GEMM class after assign; NULL */
  node *previous, *next;
  graph *graph;
};

typedef struct symbol {
  const char *name;
  int64_t bound; /* -1: not bound */
} symbol;

struct graph {
  arena *arena;
  const char *name;
  int opset;
  value **inputs;
  size_t input_count;
  value **outputs;
  const char **output_names; /* the ports' names: a value may be several outputs */
  size_t output_count;
  node *first, *last;
  symbol *symbols;
  size_t symbol_count;
  graph *parent; /* of a control-flow body: the graph its node stands in */
  uint32_t next_value_id, next_node_id, next_region_id;
  uint64_t other_macs;    /* of a sample: of nodes that multiply and have no format to choose (LSTM,
                             Einsum); the compiler counts them */
  uint64_t folded_macs;   /* of nodes that became constants */
  size_t bodies_once;     /* loops in other_macs whose trip count is not known: counted once */
  struct hash_map *names; /* value names in use */
  struct hash_map *suffixes;     /* how many values have asked for a name that was taken */
  struct hash_map *symbol_index; /* symbols by name */
  struct arena *scratch;         /* for the walks of ir/ itself: saved and reset around each */
  const node *wide_node; /* whose input node_replace_input found last, and the one behind it */
  size_t wide_input;
};

/* ---- Building and changing --------------------------------------------- */

graph *graph_new(arena *a, const char *name, int opset);

/* Names are made unique by a suffix ".1", ".2" when taken; NULL gives "v<id>". */
value *graph_input(graph *g, const char *name, const tensor *type);
value *graph_const(graph *g, const char *name, const tensor *type, blob data);
/* A constant over a copy of `data` in the arena. */
value *graph_const_copy(graph *g, const char *name, const tensor *type, const void *data);
value *graph_const_f32(graph *g, const char *name, float x);                     /* scalar */
value *graph_const_i64s(graph *g, const char *name, const int64_t *x, size_t n); /* rank 1 */
void graph_output(graph *g, const char *port_name, value *v);
/* Points output `index` at another value, keeping the port's name. */
void graph_set_output(graph *g, size_t index, value *v);

/* A new node before `before` (NULL: at the end), with fresh outputs of unknown
 * type; set them, or call node_infer.  The first output is named after the
 * node (value_rename changes that).  A node with a name stands for the model
 * node of that name (sources = {name}); one without stands for none until
 * node_add_sources. */
node *graph_node(graph *g, node *before, const op_info *op, const char *name, value *const *in,
                 size_t in_count, size_t out_count);
void node_set_input(node *n, size_t index, value *v); /* index may be in_count: appends */
/* `n`, which reads `old`, reads `new` in its place: everywhere, or, with many inputs, in one. */
void node_replace_input(node *n, const value *old, value *new);
void node_set_attr(node *n, attr a); /* copied; equal to the row's default: removed */
void node_set_int(node *n, const char *name, int64_t i);
void node_set_float(node *n, const char *name, float f);
void node_set_string(node *n, const char *name, const char *s);
void node_set_ints(node *n, const char *name, const int64_t *v, size_t count);
const attr *node_attr(const node *n, const char *name); /* NULL when not set */
int64_t node_int(const node *n, const char *name);      /* set, else the row's default */
/* The attribute `axis`, counted from the front of `rank` dimensions. */
int64_t node_axis(const node *n, int rank);
/* A Transpose's `perm`, or what stands for it: the axes reversed.  False while the rank is not
 * known. */
bool node_permutation(const node *n, int64_t perm[FP8C_MAX_RANK]);
/* Whether axes of more than one element change places in a Transpose of a known shape. */
bool node_moves_axes(const node *n);
float node_float(const node *n, const char *name);
const char *node_string(const node *n, const char *name);
bool node_ints(const node *n, const char *name, const int64_t **v, size_t *count);
/* `to` also stands for everything `from` stood for. */
void node_add_sources(node *to, const node *from);
void node_add_source(node *to, const char *name);
/* Gives a value another name (made unique), or lets two values trade theirs:
 * what replaces a model's value takes over its name. */
void value_rename(value *v, const char *name);
void value_swap_names(value *a, value *b);
/* Everything that used `old` uses `new`, graph outputs included.  They are the
 * same numbers, so `new` takes over what is better known of the shape of `old`. */
void value_replace(value *old, value *new);
/* Removes a node whose outputs nobody uses. */
void node_remove(node *n);
void node_move(node *n, node *before);
size_t graph_remove_dead(graph *g); /* nodes removed */
region *graph_region(graph *g, const char *kind);
/* The first and the last node of n's region; n itself where it is in none. */
node *node_region_first(const node *n);
node *node_region_last(const node *n);

/* Copies the graph into another arena (constants' bytes are shared).  Values
 * and nodes keep their ids and names; control-flow bodies are copied too. */
graph *graph_clone(const graph *g, arena *a);
/* The value with this name, constants included; NULL if there is none. */
value *graph_find_value(const graph *g, const char *name);

/* ---- Asking ------------------------------------------------------------ */

/* The symbol of this name, made when new. */
int64_t graph_symbol(graph *g, const char *name); /* as a dim */
/* Its index in symbols; false when there is none. */
bool graph_find_symbol(const graph *g, const char *name, size_t *index);
bool value_is_const(const value *v);
/* Sole use is by one node (and it is no graph output). */
bool value_used_once(const value *v);
bool value_is_output(const value *v);
/* A node reads it, or the graph hands it out. */
bool value_is_used(const value *v);
/* Input `i`, or NULL where it is left out. */
value *node_input(const node *n, size_t i);
/* Output `i`, or NULL where it is left out or nobody uses it. */
value *node_output(const node *n, size_t i);
/* An output is used; one besides the first is. */
bool node_is_used(const node *n);
bool node_gives_more(const node *n);
/* The producing node when it is of this operator; else NULL. */
node *value_def_of(const value *v, op_id op);
bool node_is(const node *n, op_id op);
/* If, Loop, Scan: their bodies are graphs that are closed (ops/control.h states the form);
 * index 1 is If's else branch, NULL past the last. */
bool node_is_control(const node *n);
graph *node_body(const node *n, int index);
/* Reads a constant into arena memory (cached in the blob when it was read from
 * a file and is at most 1 MiB); *out is a tensor with data and scales. */
fp8c_status value_load(const value *v, arena *a, tensor *out, fp8c_error *err);
/* The same; large ones are read by all threads. */
fp8c_status value_load_by(const value *v, pool *threads, arena *a, tensor *out, fp8c_error *err);
/* Brings a constant into memory, in `a`, for readers until value_let_go(); false: it is there
 * anyway, or is none. */
fp8c_status value_hold(const value *v, pool *threads, arena *a, bool *held, fp8c_error *err);
void value_let_go(const value *v);
/* A constant with one element, as a real number; false if it is none. */
bool value_scalar(const value *v, double *out);
/* A constant of up to FP8C_MAX_RANK * 8 integers; false if it is none. */
bool value_ints(const value *v, int64_t *out, size_t capacity, size_t *count);

/* Runs the shape rule and sets the outputs' types (known constants are passed
 * by value).  Unknown dims become fresh symbols.  Errors name the node. */
fp8c_status node_infer(node *n, fp8c_error *err);
/* node_infer over the whole graph; a type already stated must agree in rank
 * and known dims, and keeps its dtype and scale. */
fp8c_status graph_infer(graph *g, fp8c_error *err);

/* Symbol i becomes dims[i] everywhere: itself, another symbol or a size (one
 * step: what dims[i] is replaced by is not looked up again). */
void graph_replace_symbols(graph *g, const int64_t *dims);

/* Replaces a symbol by a size everywhere; graph_infer afterwards. */
fp8c_status graph_bind(graph *g, const char *symbol_name, int64_t size, fp8c_error *err);

/* Symbols whose names are sums of bound symbols ("past + seq") become their sizes, but those that
 * were bound already; graph_infer afterwards. */
fp8c_status graph_bind_sums(graph *g, fp8c_error *err);
/* Reads the name of symbol `index` as a sum of other symbols of the graph, given as dims; false
 * where it is none. */
bool graph_symbol_sum(const graph *g, size_t index, name_sum *out, int64_t dims[NAME_SUM_MAX]);

/* Fills an op_call for a node: types (and data of loaded constants when
 * `load`) in arena memory. */
fp8c_status node_call(const node *n, arena *a, bool load, op_call *out, fp8c_error *err);

/* Multiply-accumulates; 0 of what multiplies no matrices, or of unknown sizes. */
uint64_t node_macs(const node *n, arena *scratch);

/* The same of If (its larger branch), Loop and Scan (as often as they run), with what their bodies
 * hold; 0 of all others.  A trip count that data decides counts as one: adds to *once. */
uint64_t control_macs(const node *n, arena *scratch, size_t *once);

/* Every promise of this header: order, users, names, arity, attributes, types
 * against shape rules, scales, regions.  The error is FP8C_ERROR_INTERNAL and
 * names the node. */
fp8c_status graph_verify(const graph *g, fp8c_error *err);

#endif
