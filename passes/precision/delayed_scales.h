/* delayed_scales.h - scales that are made of what earlier runs held.
 *
 * A run rounds by a scale that is known before it begins, so that whatever makes the activations
 * stores their codes; beside that it finds how large they are, for the runs to come.  What is
 * remembered is a constant of zeros in the graph that passes see, as a first run finds it, and a
 * state of the plan in the end (compiler/compile/histories.c). */
#ifndef PASSES_PRECISION_DELAYED_SCALES_H
#define PASSES_PRECISION_DELAYED_SCALES_H

#include "passes/precision/row_scales.h"

/* An activation that is read by a delayed scale. */
typedef struct delayed_value {
  const value *from;
  fp8c_dtype format;
  scale_policy policy;
  float first; /* the scale of a run before which there was none */
  value *codes, *scale, *reciprocal, *amax;
} delayed_value;

typedef struct delayed_list {
  delayed_value *items;
  size_t count;
} delayed_list;

/* The codes of `from` in front of `before`, and their scale, [1]: those that are in the list, or
 * new ones, which are added to it in `a`. */
fp8c_status quantise_delayed(node *before, value *from, const delayed_value *asked,
                             delayed_list *list, arena *a, scaled_rows *out, fp8c_error *err);
/* The histories behind all scales of the list. */
fp8c_status delayed_histories(graph *g, const delayed_list *list, arena *a, fp8c_error *err);

#endif
