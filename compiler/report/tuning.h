/* tuning.h - what timing kernels adds to the report. */
#ifndef COMPILER_REPORT_TUNING_H
#define COMPILER_REPORT_TUNING_H

#include "compiler/report/paint.h"
#include "runtime/plan.h"

struct tuned;

/* "tuning" of a variant. */
json_t *report_tuning(const struct tuned *t, const plan_variant *v, const double *model_seconds);
void report_tuning_show(const painter *p, const json_t *report);

#endif
