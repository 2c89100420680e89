/* inspect.h - looking at models, plans and the compiler itself, as JSON. */
#ifndef COMPILER_REPORT_INSPECT_H
#define COMPILER_REPORT_INSPECT_H

#include <jansson.h>

#include "base/error.h"
#include "runtime/plan.h"

/* Ports, opset, operators with counts and whether each is supported; problems
 * holds every reason the model cannot be compiled.  A file that is no model is
 * an error; a model that is not supported is not. */
fp8c_status inspect_model(const char *path, json_t **out, fp8c_error *err);

/* Ports, variants, steps, kernels, bytes, libraries. */
json_t *inspect_plan(const plan *p);

/* [{name, does}], in pipeline order, with the pipeline each belongs to. */
json_t *inspect_passes(void);

/* The operator table: name, domain, opsets, types, devices, class, family, inputs, outputs;
 * then what the importer makes of other operators. */
json_t *inspect_ops(void);
/* The same as a page (docs/operators.md), in `a`. */
const char *inspect_ops_page(arena *a);

#endif
