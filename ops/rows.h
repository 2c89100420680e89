/* rows.h - declares every shape rule and arithmetic that ops.def names, so a
 * row whose function nobody wrote does not link. */
#ifndef OPS_ROWS_H
#define OPS_ROWS_H

#include "ops/ops.h"

#define OP(id_, name_, since_, infer_name_, eval_name_, ...) \
  op_function infer_##infer_name_, eval_##eval_name_;
#define UNARY(id_, ...)
#define BINARY(id_, ...)
#include "ops/ops.def"
#undef OP
#undef UNARY
#undef BINARY

/* Of all UNARY and BINARY rows (ops/eltwise.c). */
op_function infer_eltwise, eval_eltwise;

#endif
