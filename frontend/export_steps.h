/* export_steps.h - the nodes that operators which ONNX has not are made of, one call each: the
 * tensor that the node gives, named after `base`. */
#ifndef FRONTEND_EXPORT_STEPS_H
#define FRONTEND_EXPORT_STEPS_H

#include "frontend/export.h"
#include "ops/dtype.h"

static inline const char *step1(exporter *e, const char *op_type, const char *x, const char *base) {
  return export_step(e, op_type, &x, 1, base);
}

static inline const char *step2(exporter *e, const char *op_type, const char *x, const char *y,
                                const char *base) {
  const char *in[] = {x, y};
  return export_step(e, op_type, in, 2, base);
}

static inline Onnx__NodeProto *last_step(const exporter *e) { return e->nodes[e->node_count - 1]; }

static inline const char *named(const exporter *e, const node *n, const char *what) {
  return arena_printf(e->arena, "%s.%s", n->out[0] ? n->out[0]->name : n->name, what);
}

static inline const char *reshaped(exporter *e, const char *x, const int64_t *dims, size_t rank,
                                   const char *base) {
  return step2(e, "Reshape", x, export_own_i64s(e, "fp8c.shape", dims, rank), base);
}

static inline const char *transposed(exporter *e, const char *x, const int64_t *perm, size_t rank,
                                     const char *base) {
  const char *y = step1(e, "Transpose", x, base);
  export_attr_ints(e, last_step(e), "perm", perm, rank);
  return y;
}

static inline const char *unsqueezed(exporter *e, const char *x, int64_t axis, const char *base) {
  return step2(e, "Unsqueeze", x, export_own_i64s(e, "fp8c.axes", &axis, 1), base);
}

static inline const char *cast(exporter *e, const char *x, fp8c_dtype to, const char *base) {
  const char *y = step1(e, "Cast", x, base);
  export_attr_int(e, last_step(e), "to", dtype_to_onnx(to));
  return y;
}

#endif
