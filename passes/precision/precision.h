/* precision.h - what the precision passes share: which operands can be FP8,
 * weights in FP8, and measured figures that are worth keeping. */
#ifndef PASSES_PRECISION_PRECISION_H
#define PASSES_PRECISION_PRECISION_H

#include <jansson.h>

#include "base/formats.h"
#include "passes/pass.h"

/* ONNX's numbers for Cast's `to`. */
#define ONNX_FLOAT 1
#define ONNX_FLOAT16 10
#define ONNX_BFLOAT16 16

/* A GEMM-class node whose product has two operands, inputs 0 and 1. */
bool node_multiplies(const node *n);
/* Attention: its inputs 0 to 2 (q, k, v) are operands of two products. */
bool node_attends(const node *n);
#define ATTENTION_OPERANDS 3
#define ATTENTION_MIXES 7 /* the first of its inputs that mix heads */
/* Behind the names of products that became one: the first one's (merge_linears.c). */
#define PACKED_SUFFIX ".packed"
/* Behind the name of a recurrent layer: the product of its inputs (recurrent_inputs.c). */
#define RECURRENT_INPUT ".input"
/* Its second operand is a constant. */
bool node_has_weights(const node *n);
/* Axis of the weights that counts output channels and is outermost in memory: 0
 * for Linear and Conv, else -1 (one scale per tensor). */
int weights_axis(const node *n);
/* The number of products summed into one result, and of results per row or
 * position; -1 where not known. */
int64_t node_depth(const node *n);
int64_t node_width(const node *n);
/* A small product between a pooled map and the factors it is multiplied by (gates.c). */
bool node_gates(const node *n);
/* ... and has so few weights that F32 costs no time. */
bool node_gates_in_f32(const node *n);

/* A constant in FP8 or BF16, in the graph's terms. */
struct node_override; /* overrides.h */

typedef struct small_weight {
  tensor type;             /* dtype, shape, scale (scales in `keep`) */
  const void *codes;       /* in `keep`; NULL: */
  const made_matrix *made; /* what they are made of, whenever they are read */
  double sqnr_db;          /* NAN for BF16 */
  bool overflows;          /* BF16: a finite number would become infinite */
  /* Of a product's own weights (product_weights): */
  const float *shift;    /* [output channels]: belongs to these codes in the bias; NULL: nothing */
  const char *treatment; /* how they were rounded, in words; NULL: each to nearest */
  double treatment_db;   /* what that takes off the error on samples held out */
} small_weight;
/* NaN and infinity cannot be quantised: an error that names the constant. */
fp8c_status check_weights(const pass_context *c, const value *w, const float *x, size_t count,
                          fp8c_error *err);
/* Rounds a constant once per name, format and policy; per_channel for FP8 only. */
fp8c_status weight_by(pass_context *c, const value *w, fp8c_dtype format, bool per_channel,
                      const scale_policy *policy, const small_weight **out, fp8c_error *err);
/* The same by the policy for weights that nobody pinned. */
fp8c_status weight_in(pass_context *c, const value *w, fp8c_dtype format, bool per_channel,
                      const small_weight **out, fp8c_error *err);
/* Its numbers, in `keep` or in c->scratch. */
fp8c_status weight_numbers(pass_context *c, const small_weight *w, const void **out,
                           fp8c_error *err);
/* The same as a constant has them. */
blob weight_blob(const small_weight *w);
/* The matrix as what it is made of, in `keep`; NULL: it does not say, or is no matrix. */
const made_matrix *matrix_of(pass_context *c, const tensor *type, const blob *b);
bool same_policy(const scale_policy *a, const scale_policy *b); /* of weights */
/* Some product may become FP8. */
bool wants_fp8(const pass_context *c);
/* How scales of activations are chosen, in words; weights by least squares, as
 * powers of two where all scales are. */
const char *scale_method(const pass_context *c);
/* How the scale of operand `i` is chosen: as is pinned, else as c->scales says of
 * activations and by least squares of weights. */
scale_policy operand_policy(const pass_context *c, const node *n, size_t i);
/* How the scales of operand `i` are shared where somebody pinned it: "tensor", "channel",
 * "row", "block"; NULL. */
const char *operand_granularity(const pass_context *c, const node *n, size_t i);
/* Operand `i` is to have a scale for each row, since somebody pinned it or it was decided so, or
 * for each block. */
bool operand_pinned_by_rows(const pass_context *c, const node *n, size_t i);
bool operand_by_rows(const pass_context *c, const node *n, size_t i);
bool operand_by_blocks(const pass_context *c, const node *n, size_t i);
/* The activations' scale is the run's own. */
bool operand_by_run(const pass_context *c, const node *n, size_t i);
/* Why that is nothing to be weighed where nobody asks for it; NULL: it is. */
const char *run_scales_impossible(const node *n, const pass_context *c);
/* ... or made of the largest numbers of earlier runs; the first run has that of calibration. */
bool operand_delayed(const pass_context *c, const node *n, size_t i);
/* The same of activations. */
scale_sharing operand_sharing(const pass_context *c, const node *n);
/* One scale for each output channel of the weights. */
bool weights_per_channel(const pass_context *c, const node *n);
/* The user keeps it out of other nodes' kernels. */
bool node_stays_unfused(const pass_context *c, const node *n);

/* Whether the product's kernel does what follows on its sums, gates (act(one half of its columns) *
 * the other half) among it. */
bool product_takes_epilogue(const pass_context *c, const node *n);
/* What the decision, an FP8 one, rounds operand `i` to. */
fp8c_dtype decided_format(const decision *d, size_t i);
/* Operand `i` of an attention lies in E4M3 already: keys or values of a cache. */
bool operand_is_kept(const node *n, size_t i);
/* It needs no statistics: somebody gave the scale. */
bool scale_is_given(const pass_context *c, const node *n, size_t i);
/* The scale of product operand `i`, an activation, in E4M3 or E5M2. */
float operand_scale(const pass_context *c, const node *n, size_t i, fp8c_dtype format);

/* A document kept in c->cache by kind and key ("": none).  Reading gives NULL when there is none
 * to believe; what it gives lives until c->scratch is reset. */
json_t *cache_read(const pass_context *c, const char *kind, const char *key);
void cache_write(const pass_context *c, const char *kind, const char *key, const json_t *document);

/* Hash of everything that decides what a graph computes on the samples; "" when
 * constants cannot be read, or there is no cache to ask.  In `keep`. */
const char *evaluation_key(const graph *g, pass_context *c);
/* So many constants were read to be hashed for such keys until now. */
size_t constants_hashed(pass_context *c);
/* Where the key of the graph before any decision is kept; NULL there until calibrate. */
const char **undecided_key(pass_context *c);

/* Any float tensor as F32 in `a` (the tensor's own numbers when it is F32). */
const float *tensor_f32(const tensor *t, arena *a);

/* Constant scales that scores try: 2^-BIAS_FIRST and down from there. */
#define BIAS_FIRST (-12)
#define BIASES 32

/* The local figures of one node (assign). */
typedef struct node_score {
  const char *node_name;
  double db[ROUNDED_FORMATS];    /* by PRODUCT_E4M3 ...; NAN: not known */
  double by_db[SCALE_SHARINGS];  /* in E4M3 with scales of rows, blocks, the run; NAN: not tried */
  double sums_db[SUM_INTERVALS]; /* what a tensor core's sums keep; NAN: not measured */
  double pinned_db; /* with operands in the formats that were pinned; NAN: in none of their own */
  double what_if_db[WHAT_IFS];
  /* Of the first sample, by format and bias; NAN: not tried. */
  double constant_db[FP8_FORMATS][BIASES];
  uint64_t macs; /* on a calibration sample */
  bool measured; /* else estimated from histograms */
} node_score;

/* The local figures of every GEMM-class node. */
typedef struct node_scores {
  node_score *list; /* in graph order */
  size_t count;
  bool known;
} node_scores;

node_scores *scores_of(const pass_context *c);

/* What calibration looks at: the operands of products that are computed by a run. */
tap_list calibration_taps(const graph *g, arena *a);

/* What values hold over c->samples: items[i] of values[i].  Kept in the cache by `key`. */
fp8c_status calibrate_values(pass_context *c, const graph *g, value **values, size_t count,
                             const char *key, value_stats *items, fp8c_error *err);

/* How many of the rows of base/formats.def, the first ones, are FP8. */
/* A node's figure in this format; NAN: not known. */
double figure_in(const double *figures, fp8c_dtype format);

/* What a search or the time model chose for it; NULL: nothing. */
const format_choice *format_choice_of(const pass_context *c, const node *n);
/* Why a node cannot have this format whatever its error would be;
 * NULL: it can (rules.c). */
const char *format_impossible(const node *n, const pass_context *c, fp8c_dtype format);
/* Why its operands cannot be rounded as `o` pins it; NULL: they can. */
const char *operands_impossible(const node *n, const pass_context *c,
                                const struct node_override *o);

#endif
