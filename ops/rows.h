/* rows.h - declares every shape rule and arithmetic that ops.def names, so a
 * row whose function nobody wrote does not link. */
#ifndef OPS_ROWS_H
#define OPS_ROWS_H

#include "ops/functions.h"

/* Of all UNARY and BINARY rows (ops/eltwise.c). */
op_function infer_eltwise, eval_eltwise;

#endif
