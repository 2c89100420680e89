/* match.h - the parts of a pattern, and small questions the pattern passes ask about a graph. */
#ifndef PASSES_MATCH_H
#define PASSES_MATCH_H

#include "ir/read.h"
#include "passes/pass.h"

/* ---- The parts of a pattern --------------------------------------------------------- */

/* The nodes that a pattern consists of so far; the node that takes the pattern's place stands for
 * all of them.  A struct may be copied and the copy put back to forget what was found since. */
typedef struct match {
  arena *memory;
  node **parts;
  size_t count;
} match;

static inline match match_new(arena *memory) { return (match){.memory = memory}; }
/* n is a part; NULL is none. */
void match_add(match *m, node *n);
/* The node that makes v, as a part, when it is of this operator; else NULL. */
node *match_def(match *m, const value *v, op_id op);
/* Forgets the parts found since there were `count` of them. */
static inline void match_undo(match *m, size_t count) { m->count = count; }
/* `to` stands for all parts. */
void match_sources(const match *m, node *to);

/* ---- Questions ---------------------------------------------------------------------- */

/* False for a node whose first output nobody asked for: no pattern begins there. */
static inline bool has_output(const node *n) { return n->out_count > 0 && n->out[0] != NULL; }

/* `v` is a constant of one element equal to x within a relative error (0: exactly). */
bool scalar_near(const value *v, double x, double relative);

/* For a node with two inputs of which one is a one-element constant: that
 * number and the other input.  Sub and Div only with the constant second. */
bool split_scalar(const node *n, double *x, value **other);

/* The other input of a binary node, one of whose inputs is v; NULL if v is neither. */
value *other_input(const node *n, const value *v);

/* The type has this rank, with every dimension known or a symbol, the same as b's. */
bool same_shape(const tensor *a, const tensor *b);
/* Same dtype, shape and (per tensor or no) scale. */
bool same_type(const value *a, const value *b);

/* n, a reduction, keeps the axes that it reduces, as dimensions of 1: they are the last ones, from
 * *first on. */
bool reduces_trailing(const node *n, int *first);
/* n reduces the last axis alone and keeps it. */
bool reduces_last(const node *n);
/* The one axis that n reduces, whether it keeps it or not; -1. */
int reduces_one(const node *n);

/* n is a Transpose with this permutation; n may be NULL. */
bool transposes(const node *n, const int64_t *perm, int rank);
#define TRANSPOSES(n_, ...)                        \
  transposes((n_), (const int64_t[]){__VA_ARGS__}, \
             (int)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)))

/* n is a Transpose, in no region, that moves the channels from the last axis behind the batch. */
bool moves_channels_first(const node *n);
/* ... that puts them last. */
bool moves_channels_last(const node *n);

/* The one user of v, when there is only one and v is no output. */
node *only_user(const value *v);

/* A value of one element. */
bool is_single(const value *v);

/* The last node of what n's kernel computes, where that is n and a chain of elementwise nodes with
 * one result each, which read besides it numbers alone and give what `takes` says of; NULL: it is
 * not. */
node *end_of_chain(node *n, bool (*takes)(const value *));

/* Puts `to` (output 0) in place of `old`: same type, name and users.  The node
 * that made `old` goes as dead. */
void take_over(node *to, value *old);

/* `move` reads the result (output 0) of `of`, and stands for it for all who read it. */
void stand_behind(node *move, node *of);

/* v is a constant with one number for each channel of `whole`, [N, C, ...]. */
bool is_number_a_channel(const value *v, const tensor *whole);

/* Calls `rewrite` for every node, which has the graph's scratch memory for itself; how many nodes
 * it says that it changed. */
size_t rewrite_nodes(graph *g, bool (*rewrite)(node *));

/* As graph_node, one output, named after `like` and standing for it. */
node *node_like(const node *like, op_id op, value *const *in, size_t in_count);

/* A constant's numbers as a new f32 array in `a`; NULL when it is no float constant. */
float *constant_f32(const value *v, arena *a, fp8c_error *err);

/* A constant that is a vector of n numbers along the last axis: dims all 1 but
 * the last, or one element (then repeated).  As n f32 in `a`, else NULL. */
float *vector_f32(const value *v, int64_t n, arena *a);

/* A constant as n numbers along `axis` of a value of this rank, the same everywhere else. */
float *axis_f32(const value *v, int rank, int axis, int64_t n, arena *a);

#endif
