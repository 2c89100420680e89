/* ports.c - what was asked of the model's ports, applied to the graph: sizes, constants in their
 * place, types. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "compiler/compile/job.h"
#include "ops/move.h"
#include "passes/precision/given.h"

#define FIXED_BYTES_MAX ((size_t)256 << 20)

/* ---- Shapes ------------------------------------------------------------ */

static value *find_input(const graph *g, const char *name) {
  for (size_t i = 0; i < g->input_count; i++)
    if (strcmp(g->inputs[i]->name, name) == 0) return g->inputs[i];
  return NULL;
}

/* Several sizes of a dimension are those of its symbol, as --dim has them. */
static fp8c_status ask_for_sizes(job *j, const char *name, const size_list *sizes,
                                 fp8c_error *err) {
  const dim_request *before = request_dim(&j->ask, name);
  if (before && before->of.count == sizes->count &&
      memcmp(before->of.sizes, sizes->sizes, sizes->count * sizeof *sizes->sizes) == 0)
    return FP8C_OK;
  if (before)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--shape gives the dimension \"%s\" other sizes than it has already", name);
  dim_request d = {.name = name, .of = *sizes};
  ARENA_PUSH(j->keep, j->ask.dims, j->ask.dim_count, d);
  return FP8C_OK;
}

static fp8c_status apply_shape(job *j, const shape_request *s, fp8c_error *err) {
  graph *g = j->model.graph;
  value *v = find_input(g, s->port);
  if (!v) return fail(err, FP8C_ERROR_ARGUMENT, "--shape: the model has no input \"%s\"", s->port);
  if (v->type.rank != s->rank)
    return fail(err, FP8C_ERROR_ARGUMENT, "--shape: input \"%s\" has %d dimensions, not %d%s",
                s->port, v->type.rank, s->rank,
                s->rank == 1 && s->dims[0].count > 1
                    ? " (an x stands between dimensions, a comma between sizes of one: 1,8x3x224)"
                    : "");
  int64_t largest[FP8C_MAX_RANK], elements;
  for (int i = 0; i < s->rank; i++) {
    int64_t dim = v->type.dims[i];
    const size_list *sizes = &s->dims[i];
    for (size_t k = 0; dim >= 0 && k < sizes->count; k++)
      if (dim != sizes->sizes[k])
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "--shape: dimension %d of input \"%s\" is %lld in the model, not %lld", i,
                    s->port, (long long)dim, (long long)sizes->sizes[k]);
    const char *name = dim < 0 ? g->symbols[DIM_SYMBOL_INDEX(dim)].name : NULL;
    if (name && sizes->count == 1) TRY(graph_bind(g, name, sizes->sizes[0], err));
    if (name && sizes->count > 1) TRY(ask_for_sizes(j, name, sizes, err));
    largest[i] = sizes->sizes[0];
    for (size_t k = 1; k < sizes->count; k++)
      if (sizes->sizes[k] > largest[i]) largest[i] = sizes->sizes[k];
  }
  size_t bytes;
  if (!shape_elements(largest, s->rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(v->type.dtype), &bytes) ||
      bytes > (size_t)OUTPUT_MAX_BYTES)
    return fail(err, FP8C_ERROR_ARGUMENT, "--shape: input \"%s\" would exceed 2^40 bytes", s->port);
  return FP8C_OK;
}

static fp8c_status apply_shapes(job *j, fp8c_error *err) {
  for (size_t i = 0; i < j->ask.shape_count; i++) TRY(apply_shape(j, &j->ask.shapes[i], err));
  return j->ask.shape_count ? graph_infer(j->model.graph, err) : FP8C_OK;
}

/* ---- Inputs made constants ---------------------------------------------- */

static fp8c_status fix_input(job *j, const char *name, const char *list, fp8c_error *err) {
  graph *g = j->model.graph;
  value *v = find_input(g, name);
  for (size_t i = 0; i < j->model.fixed_count; i++)
    if (strcmp(j->model.fixed[i], name) == 0)
      return fail(err, FP8C_ERROR_ARGUMENT, "--fix names input \"%s\" twice", name);
  if (!v) return fail(err, FP8C_ERROR_ARGUMENT, "--fix: the model has no input \"%s\"", name);
  if (!tensor_shape_known(&v->type))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--fix: input \"%s\" has free dimensions; fix its shape too (--shape %s=AxBxC)",
                name, name);
  given_numbers n;
  int64_t elements;
  size_t bytes;
  TRY(given_read(j->keep, "--fix", name, v->type.dtype, list, &n, err));
  if (!shape_elements(v->type.dims, v->type.rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(v->type.dtype), &bytes) || bytes > FIXED_BYTES_MAX)
    return fail(err, FP8C_ERROR_ARGUMENT, "--fix: input \"%s\" is larger than %zu MiB", name,
                FIXED_BYTES_MAX >> 20);
  if (n.count > 1 && (int64_t)n.count != elements)
    return fail(err, FP8C_ERROR_ARGUMENT, "--fix gives input \"%s\" %zu numbers; it takes %lld",
                name, n.count, (long long)elements);
  tensor t = v->type;
  t.data = arena_alloc(g->arena, bytes + !bytes);
  given_fill(&n, &t, elements);
  value *c = graph_const(g, NULL, &v->type, (blob){.bytes = bytes, .memory = t.data});
  value_replace(v, c);
  value_swap_names(v, c);
  size_t at = 0;
  while (g->inputs[at] != v) at++;
  memmove(g->inputs + at, g->inputs + at + 1, (g->input_count - at - 1) * sizeof *g->inputs);
  g->input_count--;
  j->model.fixed_types[j->model.fixed_count] = c->type;
  ARENA_PUSH(j->keep, j->model.fixed, j->model.fixed_count, name);
  return FP8C_OK;
}

static fp8c_status fix_inputs(job *j, fp8c_error *err) {
  j->model.fixed_types = NEW_ARRAY(j->keep, tensor, j->o->fix_count + 1);
  for (size_t i = 0; i < j->o->fix_count; i++) {
    const char *name, *list;
    TRY(request_pair(j->keep, "--fix", j->o->fixes[i], &name, &list, err));
    TRY(fix_input(j, name, list, err));
  }
  /* Shapes that its numbers decide are known from here on. */
  return j->model.fixed_count ? graph_infer(j->model.graph, err) : FP8C_OK;
}

static bool is_tied(const job *j, const char *name) {
  for (size_t i = 0; i < j->tie_count; i++)
    if (strcmp(j->ties[i].symbol, name) == 0) return true;
  return false;
}

/* "past + seq" needs no size of its own. */
static bool is_sum_of_inputs(const graph *g, size_t index) {
  name_sum s;
  int64_t dims[NAME_SUM_MAX];
  if (!graph_symbol_sum(g, index, &s, dims)) return false;
  for (size_t k = 0; k < s.count; k++) {
    bool found = g->symbols[DIM_SYMBOL_INDEX(dims[k])].bound >= 0;
    for (size_t i = 0; i < g->input_count && !found; i++)
      for (int d = 0; d < g->inputs[i]->type.rank; d++)
        found = found || g->inputs[i]->type.dims[d] == dims[k];
    if (!found) return false;
  }
  return true;
}

/* Every --dim must name a symbol of an input; every symbol must have sizes when
 * a GPU variant is wanted. */
static fp8c_status check_dims(job *j, fp8c_error *err) {
  const graph *g = j->model.graph;
  text missing;
  text_init(&missing, j->scratch);
  bool *seen = NEW_ARRAY(j->scratch, bool, g->symbol_count + 1);
  for (size_t i = 0; i < g->input_count; i++)
    for (int d = 0; d < g->inputs[i]->type.rank; d++) {
      int64_t dim = g->inputs[i]->type.dims[d];
      if (dim >= 0) continue;
      size_t s = DIM_SYMBOL_INDEX(dim);
      if (seen[s]) continue;
      seen[s] = true;
      dim_request *given = request_dim(&j->ask, g->symbols[s].name);
      if (given) given->used = true;
      if (is_tied(j, g->symbols[s].name)) continue;
      if (!given && !is_sum_of_inputs(g, s))
        text_printf(&missing, " --dim %s=SIZE", g->symbols[s].name);
    }
  for (size_t k = 0; k < j->ask.dim_count; k++)
    if (!j->ask.dims[k].used)
      return fail(
          err, FP8C_ERROR_ARGUMENT,
          "--dim: no input of the model has a dimension named \"%s\"; `fp8c show` lists them",
          j->ask.dims[k].name);
  if (j->targets.has_gpu && !j->ask.measures && missing.length)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "a GPU variant needs every dimension fixed; add%s (or --shape INPUT=AxBxC)",
                text_cstr(&missing));
  return !j->ask.measures ? variants_check(j, err) : FP8C_OK;
}

/* ---- Port types -------------------------------------------------------- */

/* ONNX TensorProto: FLOAT 1, FLOAT16 10, BFLOAT16 16 */
static int onnx_type(fp8c_dtype d) {
  return d == FP8C_DTYPE_F16 ? 10 : d == FP8C_DTYPE_BF16 ? 16 : 1;
}

/* The conversion is an ordinary node at the port, which later passes fold. */
static fp8c_status convert_input(graph *g, value *v, const io_request *r, fp8c_error *err) {
  tensor wide = v->type;
  if (!dtype_is_small_float(wide.dtype))
    return fail(err, FP8C_ERROR_ARGUMENT, "--io-type: input \"%s\" is %s, which is no float type",
                r->port, fp8c_dtype_name(wide.dtype));
  bool scaled = dtype_is_fp8(r->dtype);
  node *n = graph_node(g, g->first, op_find(scaled ? "fp8c" : "", scaled ? "Dequantize" : "Cast"),
                       arena_printf(g->arena, "%s.io", r->port), &v, 1, 1);
  value *inner = n->out[0];
  inner->type = wide;
  value_replace(v, inner);
  node_set_input(n, 0, v);
  v->type.dtype = r->dtype;
  if (scaled) v->type.scale = (scale){.kind = SCALE_TENSOR, .value = r->scale};
  if (!scaled) node_set_int(n, "to", onnx_type(wide.dtype));
  return FP8C_OK;
}

static fp8c_status convert_output(graph *g, size_t index, const io_request *r, fp8c_error *err) {
  value *v = g->outputs[index];
  if (!dtype_is_small_float(v->type.dtype))
    return fail(err, FP8C_ERROR_ARGUMENT, "--io-type: output \"%s\" is %s, which is no float type",
                r->port, fp8c_dtype_name(v->type.dtype));
  bool scaled = dtype_is_fp8(r->dtype);
  node *n = graph_node(g, NULL, op_find(scaled ? "fp8c" : "", scaled ? "Quantize" : "Cast"),
                       arena_printf(g->arena, "%s.io", r->port), &v, 1, 1);
  n->out[0]->type = v->type;
  n->out[0]->type.dtype = r->dtype;
  if (scaled) n->out[0]->type.scale = (scale){.kind = SCALE_TENSOR, .value = r->scale};
  if (!scaled) node_set_int(n, "to", onnx_type(r->dtype));
  graph_set_output(g, index, n->out[0]);
  return FP8C_OK;
}

fp8c_status job_apply_io_type(graph *g, const io_request *r, fp8c_error *err) {
  value *in = find_input(g, r->port);
  if (in) return in->type.dtype == r->dtype ? FP8C_OK : convert_input(g, in, r, err);
  for (size_t i = 0; i < g->output_count; i++)
    if (strcmp(g->output_names[i], r->port) == 0)
      return g->outputs[i]->type.dtype == r->dtype ? FP8C_OK : convert_output(g, i, r, err);
  return fail(err, FP8C_ERROR_ARGUMENT, "--io-type: the model has no port \"%s\"", r->port);
}

fp8c_status job_apply_ports(job *j, fp8c_error *err) {
  TRY(apply_shapes(j, err));
  TRY(fix_inputs(j, err));
  for (size_t i = 0; i < j->ask.io_count; i++)
    TRY(job_apply_io_type(j->model.graph, &j->ask.io[i], err));
  TRY(job_find_states(j, err));
  return check_dims(j, err);
}
