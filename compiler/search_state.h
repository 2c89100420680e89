/* search_state.h - a search in progress: what the search_*.c files share. */
#ifndef COMPILER_SEARCH_STATE_H
#define COMPILER_SEARCH_STATE_H

#include "compiler/search.h"

#define TRIES 8      /* assignments run from end to end */
#define MORE_TRIES 5 /* and where none of them keeps the budget */

/* A search in progress. */
typedef struct search {
  job *j;
  const graph *reference; /* before any decision */
  graph *measured;        /* after the passes in front of assign: what the table is about */
  searched *s;
  size_t *group;
  double **cost;
  choose_request request;
  chooser *chooser;
  judge *judge;              /* on all samples */
  judge *some;               /* on some of those that decide; NULL: was not needed */
  const format_choice *wide; /* products that are F32 where they are not FP8 */
  size_t wide_count;
  bool *held; /* [sample of it]: held out */
  double end; /* clock_seconds(); INFINITY: no limit */
  /* assignments that were run */
  struct tried {
    size_t *choice;
    double cost, predicted_db, db, loss; /* loss: what is compared with the budget's */
    double figure;                       /* in the budget's own terms, on all samples */
    bool keeps;
  } tried[TRIES + MORE_TRIES];
} search;

/* search_measure.c */
fp8c_status find_noises(search *x, fp8c_error *err); /* the table of noises */
fp8c_status find_costs(search *x, fp8c_error *err);  /* and what each option costs */
void find_groups(search *x);                         /* nodes that must agree */
/* A product of the measured graph; NULL: there is none of this name. */
const node *node_measured(const search *x, const char *name);
bool option_is_fp8(const noise_option *o);

/* search_try.c: assignments run from end to end, and those that reach a goal. */
bool same_choice(const search *x, const size_t *a, const size_t *b);
void put_choices(search *x, const size_t *choice, const char *const *reasons);
/* The noise that the budget's metric goes with, to begin with. */
double first_limit(const budget *b);
/* The cheapest that, run from end to end, keeps the budget; else the one that came nearest. */
fp8c_status within_budget(search *x, size_t **choice, bool *kept, fp8c_error *err);
fp8c_status at_speed(search *x, size_t **choice, fp8c_error *err);
fp8c_status at_share(search *x, size_t **choice, fp8c_error *err);

/* search_wide.c: where BF16 is not enough. */
/* Leaves a stretch of the graph in F32 where rounding to BF16 is a good part of the noise
 * `expected`; `again`: the table has changed. */
fp8c_status widen(search *x, double expected, bool *again, fp8c_error *err);
bool is_wide(const search *x, const char *name);
/* The graph with no FP8 at all, whatever is pinned. */
fp8c_status decide_bf16(search *x, graph **out, fp8c_error *err);

/* search_told.c: what each option adds by itself, the front, and the reasons in words. */
void tell(search *x);

#endif
