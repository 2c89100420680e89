/* control.c - If, Loop and Scan have no shape rule and no arithmetic of their own:
 * who holds their bodies types them (ir/control.c) and runs them (runtime/cpu_control.c). */
#include "ops/control.h"

#include "ops/ids/control.h"
#include "ops/rows.h"

bool op_is_control(const op_info *op) {
  op_id id = op_of(op);
  return id == OP_IF || id == OP_LOOP || id == OP_SCAN;
}

static fp8c_status nobody(const op_call *c, fp8c_error *err) {
  return fail(err, FP8C_ERROR_INTERNAL, "the bodies of %s are not here", c->op->name);
}

fp8c_status infer_control(op_call *c, fp8c_error *err) { return nobody(c, err); }
fp8c_status eval_control(op_call *c, fp8c_error *err) { return nobody(c, err); }

static bool one_each(attr_list attrs, const char *name, size_t count) {
  const attr *a = attr_find(attrs, name);
  return !a || (a->kind == ATTR_INTS && a->count == count);
}

static bool body_has(const control_body *b, size_t in, size_t out) {
  return b->in_count == in && b->out_count == out;
}

fp8c_status control_form(const op_info *op, attr_list attrs, size_t in_count, size_t out_count,
                         const control_body bodies[2], control *c, fp8c_error *err) {
  *c = (control){.kind = op_of(op), .in_count = in_count, .out_count = out_count};
  const attr *captures = attr_find(attrs, "captures"), *scanned = NULL;
  size_t head = c->kind == OP_IF ? 1 : c->kind == OP_LOOP ? 2 : 0;
  int64_t captured = captures ? captures->i : 0;
  bool ok = in_count >= head && captured >= 0 && (uint64_t)captured <= in_count - head;
  if (ok && c->kind == OP_IF) {
    c->captured = in_count - 1;
    ok = body_has(&bodies[0], c->captured, out_count) &&
         body_has(&bodies[1], c->captured, out_count);
  } else if (ok && c->kind == OP_LOOP) {
    c->captured = (size_t)captured;
    c->states = in_count - 2 - c->captured;
    ok = body_has(&bodies[0], in_count, out_count + 1) && out_count >= c->states;
  } else if (ok) {
    scanned = attr_find(attrs, "num_scan_inputs");
    size_t left = in_count - (size_t)captured;
    c->captured = (size_t)captured;
    ok = scanned && scanned->i >= 1 && (uint64_t)scanned->i <= left;
    if (ok) c->scanned = (size_t)scanned->i;
    c->states = left - c->scanned;
    ok = ok && body_has(&bodies[0], in_count, out_count) && out_count >= c->states &&
         one_each(attrs, "scan_input_axes", c->scanned) &&
         one_each(attrs, "scan_input_directions", c->scanned) &&
         one_each(attrs, "scan_output_axes", out_count - c->states) &&
         one_each(attrs, "scan_output_directions", out_count - c->states);
  }
  if (ok) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT,
              "it has %zu inputs and %zu outputs, its body %zu and %zu, which do not fit together",
              in_count, out_count, bodies[0].in_count, bodies[0].out_count);
}
