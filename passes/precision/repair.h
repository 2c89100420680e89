/* repair.h - corrections that reduce FP8 rounding error.
 *
 * A product's weights come from product_weights(), whoever asks: assign's scores,
 * a search that weighs formats, insert-scales.  So a choice is judged by the very
 * codes that will run.  What they are depends on the node and on what its
 * activations are read as, never on what other nodes were given: noises of nodes
 * measured one at a time can be added up.
 *
 * Order in the pipeline: repairs that change the graph exactly stand before
 * `calibrate` (statistics are of the changed graph), codes are made between
 * calibrate and assign, and what corrects the errors of a finished assignment
 * stands behind insert-scales. */
#ifndef PASSES_PRECISION_REPAIR_H
#define PASSES_PRECISION_REPAIR_H

#include "passes/precision/precision.h"

/* A set has, above its bits, the seed that stochastic rounding draws by: "stochastic=7". */
#define REPAIR_SEED_SHIFT 8
#define REPAIR_SEED_MAX 65535
static inline unsigned repairs_seed(unsigned set) {
  return set >> REPAIR_SEED_SHIFT & REPAIR_SEED_MAX;
}

/* "all", "none", or names with commas between them. */
fp8c_status repairs_parse(const char *words, unsigned *out, fp8c_error *err);
unsigned repairs_all(void);
/* As it was asked for: "all", "none", "round,bias". */
const char *repairs_words(unsigned set, arena *a);

/* Channels of a value whose remainders are read too. */
typedef struct channel_split {
  const char *value_name;
  size_t depth, count;     /* channels in all, and of them split */
  const int64_t *channels; /* rising */
  double share;            /* of the noise of the value's rounding, on samples held out */
} channel_split;
/* Of the activations of a product that will be FP8; NULL: none, or a choice leaves it out. */
const channel_split *split_of(pass_context *c, const node *n);
/* What split-channels found. */
const channel_split *splits_found(pass_context *c, size_t *count);

/* Weights that were not rounded to nearest. */
typedef struct rounded_weight {
  const char *node_name;
  float unit; /* the scale of its activations in E4M3; 0: each row has its own */
  bool per_channel;
  scale_policy policy;
  small_weight weight; /* in E4M3, for activations in E4M3 */
  small_weight wide;   /* the same codes for others: their bias knows nothing of how x is rounded */
} rounded_weight;

typedef struct rounded_weights {
  rounded_weight *list;
  size_t count;
} rounded_weights;

/* What round-weights made. */
rounded_weights *rounded_weights_of(pass_context *c);

/* All but the weight, for a product of a graph whose statistics are known. */
rounded_weight rounded_weight_key(pass_context *c, const node *n);
bool product_is_rounded(pass_context *c, const node *n);

/* What a product's operands are rounded to. */
typedef struct operand_formats {
  fp8c_dtype activations, weights;
  scale_sharing by; /* activations */
} operand_formats;

/* The weights (constant input 1) of product `n` in `format`, for activations that
 * are read in `activations`; per_channel asks for one scale per
 * index of axis 0, else there is one for the tensor.  Made once per node and formats; what *out
 * points to lives as long as the graph. */
fp8c_status product_weights(pass_context *c, const node *n, const operand_formats *f,
                            bool per_channel, const small_weight **out, fp8c_error *err);
/* The same, each number rounded to nearest. */
fp8c_status product_weights_nearest(pass_context *c, const node *n, fp8c_dtype format,
                                    bool per_channel, const small_weight **out, fp8c_error *err);

/* A constant vector can be added to what it gives at no cost. */
bool bias_is_free(const node *n);

/* The node's bias with what belongs to its weights' codes: F32, one number for each
 * output channel, in `a`.  Only for weights with a shift. */
fp8c_status shifted_bias(const node *n, const small_weight *w, arena *a, tensor *out,
                         fp8c_error *err);

#endif
