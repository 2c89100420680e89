/* control.h - the form of If, Loop and Scan in fp8c.
 *
 * A body is closed: what it captures of the graph around it comes in through inputs
 * behind its own, and stands behind the node's own inputs too.
 *
 *   If    condition, captured...              bodies: captured...
 *   Loop  trip count, condition (either may be left out), states..., captured...
 *         body: iteration, condition, states..., captured...; gives condition, states...,
 * scanned... Scan  states..., scanned..., captured...  body: the same with slices; gives states...,
 * slices...
 */
#ifndef OPS_CONTROL_H
#define OPS_CONTROL_H

#include "ops/ids/control.h"
#include "ops/ops.h"

bool op_is_control(const op_info *op);

/* What a body has, whoever holds it. */
typedef struct control_body {
  size_t in_count, out_count;
} control_body;

typedef struct control {
  op_id kind;
  size_t in_count, out_count; /* of the node */
  size_t states;              /* carried from one iteration to the next */
  size_t scanned;             /* Scan: inputs that are cut into slices */
  size_t captured;
} control;

/* Checks that a node and its bodies (the second, of If alone, is the else branch) fit together. */
fp8c_status control_form(const op_info *op, attr_list attrs, size_t in_count, size_t out_count,
                         const control_body bodies[2], control *out, fp8c_error *err);

/* The attribute that holds a body: index 1 is If's else branch. */
static inline const char *control_attr(op_id kind, int index) {
  return kind != OP_IF ? "body" : index ? "else_branch" : "then_branch";
}

#endif
