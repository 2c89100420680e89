/* command_metric.h - a user's own metric: a program that looks at outputs. */
#ifndef COMPILER_SEARCH_COMMAND_METRIC_H
#define COMPILER_SEARCH_COMMAND_METRIC_H

#include "compiler/search/judge.h"

/* Writes the model's outputs and the graph's (a verdict that kept them) as two .npz
 * files and runs the budget's program with their paths behind its arguments
 * (docs/goals.md).  *figure is what it printed, NAN when it printed nothing;
 * *keeps: its exit status is 0, and the value keeps the bound where there is one. */
fp8c_status command_metric(const verdict *v, const budget *b, double *figure, bool *keeps,
                           fp8c_error *err);

#endif
