/* early_sizes.c - sizes that are known before the graph is optimised.
 *
 * A pattern may be one only at a known size, and shape arithmetic of a known size folds away. Where
 * a plan is for GPUs alone and a dimension has one size, by --dim as by --shape, nothing needs the
 * symbol: but samples of other sizes, which decide with the graph as it is, figures of such
 * samples, and samples whose padding may be left out, which makes them shorter. */
#include <string.h>

#include "compiler/compile/job.h"
#include "passes/precision/calibration_file.h"

/* Marks in `other` the dimensions along which samples that decide are padded. */
static fp8c_status find_padded(job *j, bool *other, fp8c_error *err) {
  const graph *g = j->model.graph;
  if (j->o->precision == FP8C_PRECISION_BF16 || j->o->precision == FP8C_PRECISION_F32)
    return FP8C_OK;
  for (size_t i = 0; i < j->ask.dim_count; i++) {
    size_t index;
    if (j->ask.dims[i].of.count > 1 || !graph_find_symbol(g, j->ask.dims[i].name, &index)) continue;
    bool padded;
    TRY(samples_are_padded(j, g, j->samples.all, DIM_SYMBOL(index), &padded, err));
    other[i] |= padded;
  }
  return FP8C_OK;
}

/* Marks in `other` the dimensions whose size some sample does not have. */
static fp8c_status compare_samples(job *j, const calibration_data *d, bool *other,
                                   fp8c_error *err) {
  const graph *g = j->model.graph;
  fp8c_status status = FP8C_OK;
  for (size_t i = 0; d && i < d->sample_count && status == FP8C_OK; i++) {
    arena_mark mark = arena_save(j->scratch);
    tensor *inputs = NEW_ARRAY(j->scratch, tensor, g->input_count + 1);
    status = d->read(d, i, j->scratch, inputs, err);
    for (size_t k = 0; k < g->input_count && status == FP8C_OK; k++)
      for (int a = 0; a < g->inputs[k]->type.rank; a++) {
        int64_t dim = g->inputs[k]->type.dims[a];
        const dim_request *r = dim < 0 && dim != DIM_UNKNOWN
                                   ? request_dim(&j->ask, g->symbols[DIM_SYMBOL_INDEX(dim)].name)
                                   : NULL;
        if (r && (inputs[k].rank != g->inputs[k]->type.rank || inputs[k].dims[a] != r->of.sizes[0]))
          other[r - j->ask.dims] = true;
      }
    arena_reset(j->scratch, mark);
  }
  return status;
}

static tensor *types_of(arena *a, value *const *values, size_t count) {
  tensor *types = NEW_ARRAY(a, tensor, count + 1);
  for (size_t i = 0; i < count; i++) types[i] = values[i]->type;
  return types;
}

/* What --dim says of a sum is what its terms make. */
fp8c_status bind_sums(const job *j, graph *g, fp8c_error *err) {
  TRY(graph_bind_sums(g, err));
  for (size_t i = 0; i < j->ask.dim_count; i++) {
    size_t index;
    name_sum s;
    int64_t dims[NAME_SUM_MAX];
    if (!graph_find_symbol(g, j->ask.dims[i].name, &index) || g->symbols[index].bound < 0 ||
        !graph_symbol_sum(g, index, &s, dims))
      continue;
    int64_t size = s.number;
    bool known = true;
    for (size_t k = 0; k < s.count && known; k++) {
      int64_t one = g->symbols[DIM_SYMBOL_INDEX(dims[k])].bound;
      known = one >= 0 && !__builtin_add_overflow(size, one, &size);
    }
    if (known && size != g->symbols[index].bound)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--dim: \"%s\" is %lld, and what its name says is %lld; its terms decide it",
                  j->ask.dims[i].name, (long long)g->symbols[index].bound, (long long)size);
  }
  return FP8C_OK;
}

/* Marks in `other` the dimensions that were open where the given figures were taken: bound, the
 * graph would have other values than those that have figures. */
static void compare_figures(const job *j, bool *other) {
  const struct given_calibration *given = j->passes.given;
  for (size_t i = 0; given && given->bound && i < j->ask.dim_count; i++) {
    size_t k = 0;
    while (k < given->bound_count && strcmp(given->bound[k], j->ask.dims[i].name) != 0) k++;
    other[i] |= k == given->bound_count;
  }
}

void job_name_bound(const job *j, struct given_calibration *figures) {
  const graph *g = j->model.graph;
  figures->bound = NEW_ARRAY(j->keep, const char *, j->ask.dim_count + 1);
  figures->bound_count = 0;
  for (size_t i = 0; i < j->ask.dim_count; i++) {
    size_t index;
    if (graph_find_symbol(g, j->ask.dims[i].name, &index) && g->symbols[index].bound >= 0)
      figures->bound[figures->bound_count++] = j->ask.dims[i].name;
  }
}

fp8c_status bind_early_sizes(job *j, fp8c_error *err) {
  graph *g = j->model.graph;
  if (!j->targets.has_gpu || j->ask.measures || j->model.info.restored) return FP8C_OK;
  for (size_t i = 0; i < j->targets.count; i++)
    if (!j->targets.list[i]->chip) return FP8C_OK; /* the CPU's variant is for any size */
  bool any = false, *other = NEW_ARRAY(j->scratch, bool, j->ask.dim_count + 1);
  for (size_t i = 0; i < j->ask.dim_count; i++) any = any || j->ask.dims[i].of.count == 1;
  if (!any) return FP8C_OK;
  TRY(compare_samples(j, j->samples.all, other, err));
  TRY(compare_samples(j, j->samples.evaluation, other, err));
  TRY(find_padded(j, other, err));
  compare_figures(j, other);
  tensor *inputs = types_of(j->keep, g->inputs, g->input_count);
  tensor *outputs = types_of(j->keep, g->outputs, g->output_count);
  for (size_t i = 0; i < j->ask.dim_count; i++) {
    const dim_request *r = &j->ask.dims[i];
    if (r->of.count > 1 || other[i]) continue;
    TRY(graph_bind(g, r->name, r->of.sizes[0], err));
    for (size_t k = 0; k < j->tie_count; k++)
      if (strcmp(j->ties[k].of, r->name) == 0)
        TRY(graph_bind(g, j->ties[k].symbol, r->of.sizes[0] + j->ties[k].more, err));
    j->model.open_inputs = inputs;
    j->model.open_outputs = outputs;
  }
  if (!j->model.open_inputs) return FP8C_OK;
  TRY(bind_sums(j, g, err));
  return graph_infer(g, err);
}

static void reopen(const graph *g, plan_port *ports, const tensor *open, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (int d = 0; d < ports[i].rank && ports[i].rank == open[i].rank; d++) {
      int64_t dim = open[i].dims[d];
      if (dim < 0 && dim != DIM_UNKNOWN && g->symbols[DIM_SYMBOL_INDEX(dim)].bound >= 0)
        ports[i].dims[d] = dim;
    }
}

void reopen_ports(job *j) {
  if (!j->model.open_inputs) return;
  plan *p = &j->result.plan;
  reopen(j->model.graph, p->inputs, j->model.open_inputs, p->input_count);
  reopen(j->model.graph, p->outputs, j->model.open_outputs, p->output_count);
}
