/* search.h - the assignments of which no other is both cheaper and quieter.
 *
 * A *group* is what is decided together: one product, or several that must agree.
 * An *item* is one way to decide one group.  An assignment takes one item of each
 * group; its cost is the sum of theirs, and its noise a quadratic form: every item
 * has noise of its own, and every two a pair term, which is how far their errors
 * point the same way.  There may be several forms, one for each output of a model;
 * the largest counts.  What a cost is (seconds, multiply-accumulates that stay
 * wide) is the caller's business. */
#ifndef PASSES_PRECISION_SEARCH_H
#define PASSES_PRECISION_SEARCH_H

#include "base/arena.h"

/* [item][item], symmetric.  The diagonal is an item's own noise, pair terms with the base
 * included; what lies beside it counts twice, once for each order. */
typedef struct search_form {
  double base; /* noise that every assignment has */
  const double *noise;
  double scale; /* of the whole form, beside other forms; more than 0 */
} search_form;

typedef struct search_problem {
  size_t group_count;
  const size_t *first; /* items of group g: first[g] .. first[g + 1] - 1 */
  const double *cost;  /* of an item; finite */
  const search_form *forms;
  size_t form_count; /* at least one */
} search_problem;

typedef struct search_point {
  size_t *items; /* by group */
  double cost, noise;
} search_point;

/* Both figures of an assignment, from its items. */
void search_measure(const search_problem *p, search_point *x);

/* The quietest assignment found that costs at most `cost_limit`; when nothing keeps the
 * limit, the cheapest of all.  Same problem, same answer: ties go to the first item. */
search_point search_quietest(const search_problem *p, double cost_limit, arena *a);

/* About `wanted` assignments from the cheapest to the quietest, by rising cost and
 * falling noise, none of which another beats.  In `a`; returns how many. */
size_t search_front(const search_problem *p, size_t wanted, arena *a, search_point **out);

#endif
