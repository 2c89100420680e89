/* search.h - what a search, the time model and judging add to the report. */
#ifndef COMPILER_REPORT_SEARCH_H
#define COMPILER_REPORT_SEARCH_H

#include "compiler/compile/times.h"
#include "compiler/report/json_writer.h"
#include "compiler/search/formats.h"

/* What the time model says of the chosen graph; NAN where it does not know.  There is an
 * alternative. */
typedef struct report_time {
  time_model model;
  double seconds, bf16_seconds;
} report_time;
report_time report_time_of(const job *j);
/* The same with every step, if there is an alternative. */
void report_write_time(const job *j, json_writer *w, const char *key);

/* evaluation, budget, sensitivity, pareto: what of them is known. */
void report_search(const job *j, json_t *report);
/* noise, options, seconds of a matrix node. */
void report_search_node(const job *j, const node *n, json_t *o);
/* seconds and judged of an alternative, and the spread of output `index`. */
void report_search_alternative(const job *j, const alternative *a, json_t *o);
void report_search_output(const job *j, const alternative *a, size_t index, json_t *o);

#endif
