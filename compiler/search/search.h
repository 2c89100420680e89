/* search.h - what a search found out, for decisions and reports. */
#ifndef COMPILER_SEARCH_SEARCH_H
#define COMPILER_SEARCH_SEARCH_H

#include "base/map.h"
#include "compiler/search/formats.h"
#include "compiler/search/judge.h"
#include "passes/precision/choose.h"

/* One assignment of the front between fast and accurate. */
typedef struct front_point {
  double seconds, predicted_db, measured_db; /* NAN: not known; measured on all samples given */
  uint64_t fp8_macs;
  size_t fp8_nodes;
  bool chosen;
} front_point;

/* What is there without a search ("auto", "bf16", "e4m3", "f32"), beside the goal. */
typedef struct known_assignment {
  const char *name;
  double seconds, measured_db, figure; /* NAN: was not run; figure: in the budget's own terms */
  bool keeps;                          /* the bound; with the margin that other samples need */
} known_assignment;

typedef struct searched {
  const noise_table *table; /* options that an override leaves */
  hash_map by_name;         /* noise_node of the table */
  const char *const *
      *refused;     /* [node][PRODUCT_FORMATS]: why a format was no option; NULL: it was */
  size_t *choice;   /* [node] */
  double **seconds; /* [node][option]; NAN: not known */
  double **own;     /* [node][option]: noise over signal that the option alone adds, at the
                       worst output */
  double *share;    /* [node]: of the assignment's noise */
  uint64_t *macs;   /* [node] */
  uint64_t total_macs;
  double bf16_seconds; /* of the whole graph, modelled */
  double predicted_db; /* of the chosen assignment */
  front_point *front;
  size_t front_count;
  known_assignment *others;
  size_t other_count;
  size_t tried;    /* assignments that were run from end to end */
  size_t explored; /* of these, before the goal was looked at */
  bool timed_out;  /* --time-limit ended it */
  /* Of the chosen assignment, within a budget: its figure on all samples given (NAN: a
   * command's), and whether it keeps the budget there with the margin that others need. */
  double deciding;
  bool safe;
} searched;

#endif
