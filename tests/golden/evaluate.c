/* evaluate.c - the plainest way to run a graph: op_run on one node after the
 * other.  It serves the golden tests alone, so that a pass is checked against
 * operators only, not against the whole way from graph to session. */
#include "evaluate.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/random.h"
#include "base/size.h"

static fp8c_status allocate(arena *a, tensor *t, fp8c_error *err) {
  int64_t elements;
  size_t bytes;
  if (!tensor_shape_known(t) || !shape_elements(t->dims, t->rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(t->dtype), &bytes) || bytes > (size_t)1 << 30)
    return fail(err, FP8C_ERROR_INTERNAL, "a value's size is not known or too large to evaluate");
  t->data = arena_alloc(a, bytes ? bytes : 1);
  return FP8C_OK;
}

/* The size a symbol takes: the same for the same name, whatever the graph. */
static int64_t symbol_size(const graph *g, int64_t dim) {
  if (dim == DIM_UNKNOWN || DIM_SYMBOL_INDEX(dim) >= g->symbol_count) return 3;
  uint64_t h = 7;
  for (const char *s = g->symbols[DIM_SYMBOL_INDEX(dim)].name; *s; s++)
    h = h * 31 + (unsigned char)*s;
  return 2 + (int64_t)(h % 4);
}

static void fill(tensor *t, const char *name, const evaluate_options *o, uint64_t seed) {
  static const float specials[] = {NAN, INFINITY, -INFINITY, -0.0f, 0.0f, 1e-42f, -1e-42f, 3e38f};
  double low = dtype_is_float(t->dtype) ? -1 : 0, high = dtype_is_float(t->dtype) ? 1 : 7;
  if (t->dtype == FP8C_DTYPE_BOOL) high = 1;
  for (size_t i = 0; i < o->range_count; i++)
    if (strcmp(o->ranges[i].name, name) == 0) {
      low = o->ranges[i].low;
      high = o->ranges[i].high;
    }
  for (const char *s = name; *s; s++) seed = seed * 31 + (unsigned char)*s;
  int64_t count = tensor_elements(t);
  size_t bytes = dtype_bytes(t->dtype);
  for (int64_t i = 0; i < count; i++) {
    double u = (double)(random_next(&seed) >> 11) / 9007199254740992.0;
    char *out = (char *)t->data + (size_t)i * bytes;
    double x = low + (high - low) * u;
    float f = (float)x;
    if (o->specials && random_next(&seed) % 4 == 0) f = specials[random_next(&seed) % 8];
    if (t->scale.kind == SCALE_TENSOR) f /= t->scale.value;
    if (t->dtype == FP8C_DTYPE_F64) {
      memcpy(out, &x, sizeof x);
    } else if (dtype_is_small_float(t->dtype)) {
      floats_encode(t->dtype, &f, out, 1, true);
    } else {
      int64_t n = (int64_t)floor(low + (high - low + 1) * u);
      memcpy(out, &n, bytes);
    }
  }
}

static fp8c_status run_node(const node *n, arena *a, tensor *of_value, fp8c_error *err) {
  op_call c = {.op = n->op, .attrs = n->attrs, .in_count = n->in_count, .scratch = a};
  c.plain = true;
  c.out_count = n->out_count;
  const tensor **in = NEW_ARRAY(a, const tensor *, n->in_count + 1);
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i];
    if (!v) continue;
    if (v->kind == VALUE_CONST && !of_value[v->id].data)
      TRY(value_load(v, a, &of_value[v->id], err));
    in[i] = &of_value[v->id];
  }
  c.in = in;
  c.out = NEW_ARRAY(a, tensor, n->out_count + 1);
  fp8c_status status = op_infer(&c, err);
  for (size_t i = 0; i < n->out_count && status == FP8C_OK; i++) {
    const value *v = n->out[i];
    if (v) {
      c.out[i].dtype = v->type.dtype;
      c.out[i].scale = v->type.scale;
      if (v->type.scale.kind == SCALE_AXIS) {
        tensor scales;
        TRY(value_load(v->scale_vector, a, &scales, err));
        c.out[i].scale.scales = scales.data;
      }
    }
    status = allocate(a, &c.out[i], err);
  }
  if (status == FP8C_OK) status = op_run(&c, err);
  if (status != FP8C_OK) return fail_in(err, status, "running %s \"%s\"", n->op->name, n->name);
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) of_value[n->out[i]->id] = c.out[i];
  return FP8C_OK;
}

fp8c_status evaluate_inputs(const graph *g, arena *a, const evaluate_options *o, tensor *inputs,
                            fp8c_error *err) {
  for (size_t i = 0; i < g->input_count; i++) {
    const value *v = g->inputs[i];
    tensor *t = &inputs[i];
    *t = v->type;
    for (int d = 0; d < t->rank; d++)
      if (t->dims[d] < 0) t->dims[d] = symbol_size(g, t->dims[d]);
    TRY(allocate(a, t, err));
    fill(t, v->name, o, o->seed);
  }
  return FP8C_OK;
}

fp8c_status evaluate(const graph *g, arena *a, const evaluate_options *o, tensor **outputs,
                     fp8c_error *err) {
  tensor *of_value = NEW_ARRAY(a, tensor, (size_t)g->next_value_id + 1);
  tensor *inputs = NEW_ARRAY(a, tensor, g->input_count + 1);
  TRY(evaluate_inputs(g, a, o, inputs, err));
  for (size_t i = 0; i < g->input_count; i++) of_value[g->inputs[i]->id] = inputs[i];
  for (const node *n = g->first; n; n = n->next) TRY(run_node(n, a, of_value, err));
  *outputs = NEW_ARRAY(a, tensor, g->output_count + 1);
  for (size_t i = 0; i < g->output_count; i++) {
    value *v = g->outputs[i];
    if (v->kind == VALUE_CONST) TRY(value_load(v, a, &of_value[v->id], err));
    (*outputs)[i] = of_value[v->id];
  }
  return FP8C_OK;
}
