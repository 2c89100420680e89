/* macs.c - how much work each matrix node is for one sample.
 *
 * Formats are decided on a graph whose dimensions are free, so the sizes come
 * from elsewhere: a copy bound to the first calibration sample's shapes (or to
 * the first sizes of --dim) knows them all. */
#include <string.h>

#include "compiler/compile/job.h"
#include "passes/precision/recurrent_state.h"

/* Binds the symbols of an input's type to the sizes it has. */
static bool bind_input(graph *g, const tensor *type, const tensor *sample) {
  if (sample->rank != type->rank) return false;
  for (int d = 0; d < type->rank; d++) {
    if (type->dims[d] >= 0) continue;
    const char *name = g->symbols[DIM_SYMBOL_INDEX(type->dims[d])].name;
    if (graph_bind(g, name, sample->dims[d], NULL) != FP8C_OK) return false;
  }
  return true;
}

/* Shapes of the first sample's inputs; NULL: it could not be read.  A search asks for them with
 * every graph it weighs, and reading a sample may mean decoding and preprocessing an image. */
static const tensor *shapes_of_sample(job *j, const graph *g, fp8c_error *err) {
  if (j->samples.first_shapes) return j->samples.first_shapes;
  arena_mark mark = arena_save(j->scratch);
  tensor *inputs = NEW_ARRAY(j->scratch, tensor, g->input_count + 1);
  sample_carry *carry = sample_carry_new(j->scratch, j->samples.all);
  if (j->samples.all->read(j->samples.all, 0, j->scratch, inputs, err) == FP8C_OK) {
    sample_carry_apply(carry, 0, inputs);
    j->samples.first_shapes = NEW_ARRAY(j->keep, tensor, g->input_count + 1);
    for (size_t i = 0; i < g->input_count; i++) {
      j->samples.first_shapes[i] = inputs[i];
      j->samples.first_shapes[i].data = NULL;
    }
  }
  arena_reset(j->scratch, mark);
  return j->samples.first_shapes;
}

static bool bind_sample(job *j, graph *g, fp8c_error *err) {
  const tensor *inputs = shapes_of_sample(j, g, err);
  bool ok = inputs != NULL;
  for (size_t i = 0; i < g->input_count && ok; i++) {
    const tensor type = g->inputs[i]->type; /* binding changes it */
    ok = bind_input(g, &type, &inputs[i]);
  }
  return ok;
}

bool sizes_of_first_sample(job *j) {
  const graph *g = j->model.graph;
  size_t given = j->ask.dim_count;
  bool all = true;
  arena_mark mark = arena_save(j->scratch);
  tensor *inputs = NEW_ARRAY(j->scratch, tensor, g->input_count + 1);
  bool read = j->samples.all &&
              j->samples.all->read(j->samples.all, 0, j->scratch, inputs, NULL) == FP8C_OK;
  for (size_t i = 0; i < g->input_count; i++)
    for (int d = 0; d < g->inputs[i]->type.rank; d++) {
      int64_t dim = g->inputs[i]->type.dims[d];
      if (dim >= 0) continue;
      const char *name = dim == DIM_UNKNOWN ? NULL : g->symbols[DIM_SYMBOL_INDEX(dim)].name;
      if (name && request_dim(&j->ask, name)) continue;
      all &= name && read && inputs[i].rank == g->inputs[i]->type.rank;
      if (!all) continue;
      int64_t *size = NEW(j->keep, int64_t);
      *size = inputs[i].dims[d];
      dim_request r = {.name = name, .of = {size, 1, *size}, .used = true};
      ARENA_PUSH(j->keep, j->ask.dims, j->ask.dim_count, r);
    }
  arena_reset(j->scratch, mark);
  if (!all) j->ask.dim_count = given;
  return all;
}

static bool bind_first_sizes(const job *j, graph *g) {
  for (size_t i = 0; i < j->ask.dim_count; i++)
    if (graph_bind(g, j->ask.dims[i].name, j->ask.dims[i].of.decisive, NULL) != FP8C_OK)
      return false;
  return true;
}

graph *bind_sizes(job *j, const graph *g, bool by_dims, const target *chip, arena *a) {
  graph *bound = graph_clone(g, a);
  pass_context c = j->passes;
  c.keep = a;
  ask_for_convs(&c, chip);
  pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  fp8c_error why = {0};
  bool ok = (j->samples.all && !by_dims) ? bind_sample(j, bound, &why) : bind_first_sizes(j, bound);
  ok = ok && graph_infer(bound, &why) == FP8C_OK &&
       passes_run(bound, pipeline_variant, pipeline_variant_count, &c, &quiet, &why) == FP8C_OK;
  bool trouble = why.status == FP8C_ERROR_IO || why.status == FP8C_ERROR_NO_MEMORY;
  if (!ok && trouble && j->trouble.status == FP8C_OK) j->trouble = why;
  return ok ? bound : NULL;
}

bool lacks_sizes(const job *j, const graph *g) {
  for (size_t i = 0; (j->samples.all || j->ask.dim_count) && i < g->input_count; i++)
    for (int d = 0; d < g->inputs[i]->type.rank; d++)
      if (g->inputs[i]->type.dims[d] < 0) return true;
  return false;
}

/* What there is besides the products whose formats are chosen. */
typedef struct other_work {
  uint64_t macs, folded;
  size_t bodies_once;
} other_work;

/* What cannot be determined stays as it is: a figure for reports stops no compile. */
static uint64_t *count_nodes(job *j, const graph *g, arena *a, other_work *others) {
  uint64_t *macs = NEW_ARRAY(a, uint64_t, (size_t)g->next_node_id + 1);
  arena *beside = arena_inside(j->keep);
  const graph *bound = lacks_sizes(j, g) ? bind_sizes(j, g, false, NULL, beside) : g;
  *others = (other_work){.folded = bound ? bound->folded_macs : g->folded_macs};
  for (const node *n = bound ? bound->first : NULL; n; n = n->next)
    if (node_is_control(n))
      others->macs += control_macs(n, beside, &others->bodies_once);
    else if (!node_has_format(n))
      others->macs += n->op->work ? node_macs(n, j->scratch) : 0;
    else if (n->id < g->next_node_id) /* a clone keeps ids */
      macs[n->id] = node_macs(n, j->scratch);
  arena_free(beside);
  return macs;
}

uint64_t *macs_of_nodes(job *j, const graph *g, arena *a) {
  other_work others;
  return count_nodes(j, g, a, &others);
}

void count_macs(job *j, graph *g) {
  arena *a = arena_inside(j->keep);
  other_work others;
  const uint64_t *macs = count_nodes(j, g, a, &others);
  g->other_macs = others.macs;
  g->folded_macs = others.folded;
  g->bodies_once = others.bodies_once;
  for (node *n = g->first; n; n = n->next)
    if (n->decision && macs[n->id]) n->decision->macs = macs[n->id];
  arena_free(a);
}
