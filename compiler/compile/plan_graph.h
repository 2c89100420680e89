/* plan_graph.h - from a plan back to a graph. */
#ifndef COMPILER_COMPILE_PLAN_GRAPH_H
#define COMPILER_COMPILE_PLAN_GRAPH_H

#include "ir/graph.h"
#include "runtime/plan.h"

/* The graph whose nodes are the plan's cpu variant, with the reasons, regions and
 * decisions of its report.  Constants stay where the plan's blobs are, and `a` must
 * not outlive the plan. */
fp8c_status plan_graph(const plan *p, arena *a, graph **out, fp8c_error *err);

#endif
