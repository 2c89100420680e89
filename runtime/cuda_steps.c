/* cuda_steps.c - from addresses to launches, and launches to graphs.
 *
 * A graph holds the addresses it was captured with.  Some graphs are kept, by
 * the addresses of the caller's tensors, so that callers who take turns between
 * a few buffers never wait for a capture. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "runtime/cuda.h"
#include "runtime/nvtx.h"

/* ---- Addresses --------------------------------------------------------------- */

/* `ports`: the address of each input, then of each output, 0 where the output
 * stays in the arena. */
void cuda_place(device_state *s, cuda_variant *v, const cu_pointer *ports) {
  const plan_variant *pv = v->v;
  for (uint32_t i = 0; i < pv->value_count; i++) {
    const plan_value *x = &pv->values[i];
    switch (x->kind) {
      case PLAN_VALUE_CONST:
        v->address[i] = s->weights->constants[x->index];
        break;
      case PLAN_VALUE_INPUT:
        v->address[i] = ports[x->index];
        break;
      case PLAN_VALUE_TEMP:
        v->address[i] = s->activations + x->arena_offset;
        break;
      case PLAN_VALUE_VIEW:
        break;
      case PLAN_VALUE_HOST:
        v->address[i] = 0;
        break;
    }
  }
  for (uint32_t i = 0; i < s->plan->output_count; i++) {
    uint32_t root = plan_memory_of(pv, pv->outputs[i]);
    cu_pointer p = ports[s->plan->input_count + i];
    if (p && pv->values[root].kind == PLAN_VALUE_TEMP) v->address[root] = p;
  }
  for (uint32_t i = 0; i < pv->value_count; i++) /* views follow what they view */
    if (pv->values[i].kind == PLAN_VALUE_VIEW) v->address[i] = v->address[pv->values[i].index];
}

/* ---- Launches ----------------------------------------------------------------- */

static fp8c_status encode_map(device_state *s, const cuda_variant *v, const cuda_step *step,
                              const plan_arg *a, void *map, fp8c_error *err) {
  const plan_tensor_map *m = a->map;
  static const uint32_t ones[PLAN_MAP_MAX_RANK] = {1, 1, 1, 1, 1};
  /* CUtensorMapDataType: UINT8 0, UINT16 1, UINT32 2; CUtensorMapSwizzle: NONE 0, 32B 1, 64B 2,
   * 128B 3; interleave NONE 0, L2 promotion 256B 3, out of range reads zero 0. */
  int element = m->element_bytes == 1 ? 0 : m->element_bytes == 2 ? 1 : 2;
  int swizzle = m->swizzle_bytes == 0    ? 0
                : m->swizzle_bytes == 32 ? 1
                : m->swizzle_bytes == 64 ? 2
                                         : 3;
  cu_pointer address = v->address[a->value] + a->offset;
  if (m->pixels) {
    uint32_t steps[PLAN_MAP_MAX_RANK] = {1, 1, 1, 1, 1};
    memcpy(steps + 1, m->steps, (m->rank - 2) * sizeof *steps);
    return cuda_result(
        CU(s->cu->map_encode_windows(map, element, m->rank, (void *)(uintptr_t)address, m->dims,
                                     m->strides + 1, m->lower, m->upper, m->box[0], m->pixels,
                                     steps, 0, swizzle, 3, 0)),
        err, "the tensor map of \"%s\"", step->launch->name);
  }
  return cuda_result(CU(s->cu->map_encode(map, element, m->rank, (void *)(uintptr_t)address,
                                          m->dims, m->strides + 1, m->box, ones, 0, swizzle, 3, 0)),
                     err, "the tensor map of \"%s\"", step->launch->name);
}

static fp8c_status issue_kernel(device_state *s, cuda_variant *v, cuda_step *step, cu_stream stream,
                                fp8c_error *err) {
  const plan_launch *l = step->launch;
  for (uint32_t i = 0; i < l->arg_count; i++) {
    const plan_arg *a = &l->args[i];
    uint64_t word = 0;
    int32_t narrow = (int32_t)a->i;
    switch (a->kind) {
      case PLAN_ARG_VALUE:
        word = v->address[a->value] + a->offset;
        break;
      case PLAN_ARG_I32:
        memcpy(&word, &narrow, sizeof narrow);
        break;
      case PLAN_ARG_I64:
        memcpy(&word, &a->i, sizeof a->i);
        break;
      case PLAN_ARG_F32:
        memcpy(&word, &a->f, sizeof a->f);
        break;
      case PLAN_ARG_MAP:
        TRY(encode_map(s, v, step, a, step->maps[i], err));
        break;
    }
    step->storage[i] = word;
  }
  cu_launch_attribute attributes[2];
  cu_launch_config c = {.shared_bytes = l->shared_bytes, .stream = stream};
  memset(attributes, 0, sizeof attributes);
  memcpy(c.grid, l->grid, sizeof c.grid);
  memcpy(c.block, l->block, sizeof c.block);
  c.attributes = attributes;
  if (l->cluster[0] > 1 || l->cluster[1] > 1 || l->cluster[2] > 1) {
    cu_launch_attribute *a = &attributes[c.attribute_count++];
    a->id = CU_ATTRIBUTE_CLUSTER;
    a->value.cluster.x = l->cluster[0] ? l->cluster[0] : 1;
    a->value.cluster.y = l->cluster[1] ? l->cluster[1] : 1;
    a->value.cluster.z = l->cluster[2] ? l->cluster[2] : 1;
  }
  if (l->programmatic) {
    cu_launch_attribute *a = &attributes[c.attribute_count++];
    a->id = CU_ATTRIBUTE_PROGRAMMATIC;
    a->value.programmatic = 1;
  }
  return cuda_result(CU(s->cu->launch(&c, step->function, step->parameters, NULL)), err,
                     "launching kernel %s of \"%s\"", step->kernel, l->name);
}

fp8c_status cuda_issue_step(device_state *s, cuda_variant *v, cuda_step *step, cu_stream stream,
                            fp8c_error *err) {
  const plan_launch *l = step->launch;
  nvtx_push(l->sources && *l->sources ? l->sources : l->name);
  fp8c_status status = FP8C_OK;
  switch (l->kind) {
    case PLAN_LAUNCH_GEMM:
      status = blas_plan_issue(s, v, l->gemm, &step->blas, l->name, stream, err);
      break;
    case PLAN_LAUNCH_COPY:
      status = cuda_result(CU(s->cu->on_device(v->address[l->copy_to], v->address[l->copy_from],
                                               v->v->values[l->copy_to].bytes, stream)),
                           err, "the copy of \"%s\"", l->name);
      break;
    case PLAN_LAUNCH_HOST:
      status = cuda_host_run(s, v, step, stream, err);
      break;
    default:
      status = issue_kernel(s, v, step, stream, err);
  }
  nvtx_pop();
  return status;
}

/* With `clocks` the stream is being captured, and the graph gets a node that takes
 * the time in front of each step: what a launch from the host costs is not in it. */
static fp8c_status clock_node(device_state *s, cu_event e, cu_stream stream, fp8c_error *err) {
  return cuda_result(CU(s->cu->event_record_how(e, stream, CU_EVENT_EXTERNAL)), err,
                     "timing a step");
}

fp8c_status cuda_issue(device_state *s, cuda_variant *v, cuda_segment part, cu_stream stream,
                       bool clocks, fp8c_error *err) {
  for (uint32_t i = part.first; i < part.end; i++) {
    if (part.states_only && !v->for_states[i]) continue;
    if (clocks) TRY(clock_node(s, v->steps[i].before, stream, err));
    TRY(cuda_issue_step(s, v, &v->steps[i], stream, err));
  }
  return clocks && part.end == v->v->launch_count ? clock_node(s, v->last, stream, err) : FP8C_OK;
}

/* ---- Step by step ---------------------------------------------------------------- */

static fp8c_status check_value(device_state *s, const cuda_variant *v, const cuda_step *step,
                               uint32_t id, cu_stream stream, fp8c_error *err) {
  enum { BLOCK = 4096 };
  const plan_value *x = &v->v->values[id];
  tensor t = {.dtype = x->dtype, .rank = x->rank};
  memcpy(t.dims, x->dims, sizeof t.dims);
  if (!dtype_is_small_float(x->dtype)) return FP8C_OK;
  int64_t count = tensor_elements(&t);
  size_t each = dtype_bytes(x->dtype);
  uint8_t raw[BLOCK * 4];
  float real[BLOCK];
  for (int64_t from = 0; from < count; from += BLOCK) {
    int64_t n = count - from < BLOCK ? count - from : BLOCK;
    TRY(cuda_result(
        CU(s->cu->to_host(raw, v->address[id] + (uint64_t)from * each, (size_t)n * each, stream)),
        err, "reading \"%s\"", x->name));
    TRY(cuda_result(CU(s->cu->stream_wait(stream)), err, "reading \"%s\"", x->name));
    floats_decode(x->dtype, raw, real, (size_t)n);
    for (int64_t i = 0; i < n; i++)
      if (!isfinite(real[i]))
        return fail(err, FP8C_ERROR_BOUND, "step \"%s\" (%s): element %lld of \"%s\" is %s",
                    step->launch->name, step->kernel, (long long)(from + i), x->name,
                    isnan(real[i]) ? "not a number" : "infinite");
  }
  return FP8C_OK;
}

/* 0xFF.. is NaN in every float format: what nobody wrote shows. */
fp8c_status cuda_poison(device_state *s, cu_stream stream, fp8c_error *err) {
  if (!s->activation_bytes) return FP8C_OK;
  return cuda_result(CU(s->cu->set_bytes(s->activations, 0xFF, s->activation_bytes, stream)), err,
                     "poisoning the activations");
}

/* Waits after each launch, so that a fault has a name; CHECK and TIMING. */
fp8c_status cuda_issue_watched(device_state *s, cuda_variant *v, cu_stream stream,
                               fp8c_error *err) {
  bool check = s->options.flags & FP8C_SESSION_CHECK, time = s->options.flags & FP8C_SESSION_TIMING;
  if (check) TRY(cuda_poison(s, stream, err));
  for (uint32_t i = 0; i < v->v->launch_count; i++) {
    cuda_step *step = &v->steps[i];
    if (time) TRY(cuda_result(CU(s->cu->event_record(step->before, stream)), err, "timing a step"));
    TRY(cuda_issue_step(s, v, step, stream, err));
    if (time && !check) continue;
    TRY(cuda_result(CU(s->cu->stream_wait(stream)), err, "step \"%s\" (%s)", step->launch->name,
                    step->kernel));
    for (uint32_t k = 0; check && k < step->launch->write_count; k++)
      if (v->last_writer[step->launch->writes[k]] == i &&
          v->v->values[step->launch->writes[k]].kind != PLAN_VALUE_HOST)
        TRY(check_value(s, v, step, step->launch->writes[k], stream, err));
  }
  if (time) TRY(cuda_result(CU(s->cu->event_record(v->last, stream)), err, "timing a step"));
  return FP8C_OK;
}

fp8c_status cuda_collect_times(device_state *s, cuda_variant *v, fp8c_error *err) {
  for (uint32_t i = 0; i < v->v->launch_count; i++) {
    cu_event to = i + 1 < v->v->launch_count ? v->steps[i + 1].before : v->last;
    float milliseconds = 0;
    TRY(cuda_result(CU(s->cu->event_elapsed(&milliseconds, v->steps[i].before, to)), err,
                    "timing step \"%s\"", v->steps[i].launch->name));
    v->steps[i].runs++;
    v->steps[i].seconds += milliseconds / 1e3;
  }
  return FP8C_OK;
}

/* ---- Graphs ------------------------------------------------------------------------ */

/* What the driver says is in the graph: this is the report's proof, so it is
 * read back and not assumed.  A segment's nodes come behind those of the ones before. */
static fp8c_status read_back(device_state *s, cuda_variant *v, cu_graph g, fp8c_error *err) {
  size_t count = 0;
  TRY(cuda_result(CU(s->cu->graph_nodes(g, NULL, &count)), err, "reading the graph's nodes"));
  cu_graph_node *nodes = host_alloc((count + 1) * sizeof *nodes);
  if (!nodes) return fail(err, FP8C_ERROR_NO_MEMORY, "no memory for %zu graph nodes", count);
  /* A plan of constants and views alone launches nothing, and the driver refuses to list no nodes.
   */
  cu_result r = count ? CU(s->cu->graph_nodes(g, nodes, &count)) : CU_OK;
  fp8c_graph_info info = v->info;
  const char **names = v->kernel_names;
  size_t name_count = info.kernel_nodes;
  info.launches_per_run++;
  for (size_t i = 0; i < count && r == CU_OK; i++) {
    int type = -1;
    r = CU(s->cu->node_type(nodes[i], &type));
    if (type == CU_NODE_MEMCPY) info.copy_nodes++;
    if (type != CU_NODE_MEMCPY && type != CU_NODE_KERNEL) info.other_nodes++;
    if (r != CU_OK || type != CU_NODE_KERNEL) continue;
    cu_kernel_node k = {0};
    const char *name = NULL;
    r = CU(s->cu->node_kernel(nodes[i], &k));
    if (r == CU_OK)
      r = k.function ? CU(s->cu->function_name(&name, k.function))
                     : CU(s->cu->kernel_name(&name, k.kernel));
    const char *copy = arena_try_alloc(&s->arena, (name ? strlen(name) : 0) + 1);
    if (copy && name) memcpy((char *)(uintptr_t)copy, name, strlen(name) + 1);
    if (name_count % 64 == 0) {
      const char **more = arena_try_alloc(&s->arena, (name_count + 64) * sizeof *more);
      if (more && names) memcpy(more, names, name_count * sizeof *more);
      names = more;
    }
    if (!copy || !names) {
      host_free(nodes);
      return fail(err, FP8C_ERROR_NO_MEMORY, "no memory for the graph's kernel names");
    }
    names[name_count++] = copy;
    info.kernel_nodes++;
  }
  host_free(nodes);
  TRY(cuda_result(r, err, "reading the graph's nodes"));
  v->info = info;
  v->kernel_names = names;
  return FP8C_OK;
}

/* Another library in this process may wait for the whole GPU at any moment, which invalidates the
 * capture of every thread. */
#define CAPTURE_TRIES 16

static fp8c_status capture(device_state *s, cuda_variant *v, cuda_segment part, bool reads_back,
                           cu_graph_exec *out, fp8c_error *err) {
  cu_graph g = NULL;
  cu_result r = CU_CAPTURE_INVALIDATED;
  fp8c_status status = FP8C_OK;
  bool clocks = s->options.flags & FP8C_SESSION_TIMING;
  for (int i = 0; i < CAPTURE_TRIES && r == CU_CAPTURE_INVALIDATED; i++) {
    cuda_captures_begin();
    r = CU(s->cu->capture_begin(s->capture_stream, CU_CAPTURE_THREAD_LOCAL));
    status = cuda_result(r, err, "beginning a stream capture");
    if (status == FP8C_OK) {
      status = cuda_issue(s, v, part, s->capture_stream, clocks, err);
      r = CU(s->cu->capture_end(s->capture_stream, &g));
    }
    cuda_captures_end();
  }
  if (status == FP8C_OK) status = cuda_result(r, err, "ending a stream capture");
  if (status == FP8C_OK)
    status = cuda_result(CU(s->cu->graph_instantiate(out, g, 0)), err, "instantiating the graph");
  if (status == FP8C_OK && reads_back) status = read_back(s, v, g, err);
  if (g) s->cu->graph_destroy(g);
  return status;
}

void cuda_graph_drop(device_state *s, const cuda_variant *v, cuda_graph *g) {
  for (uint32_t i = 0; g->execs && i < v->segment_count; i++) {
    if (g->execs[i]) s->cu->graph_exec_destroy(g->execs[i]);
    g->execs[i] = NULL;
  }
  if (g->made) s->graphs_made--;
  g->made = false;
}

static fp8c_status capture_all(device_state *s, cuda_variant *v, cuda_graph *g, fp8c_error *err) {
  bool reads_back = !v->info_known && !g->states_only;
  if (reads_back) v->info = (fp8c_graph_info){0}, v->kernel_names = NULL;
  for (uint32_t i = 0; i < v->segment_count; i++) {
    cuda_segment part = v->segments[i];
    part.states_only = g->states_only;
    if (part.first == part.end && v->segment_count > 1) continue; /* host step after host step */
    TRY(capture(s, v, part, reads_back, &g->execs[i], err));
  }
  g->made = true;
  v->info_known |= reads_back;
  s->graphs_made++;
  return FP8C_OK;
}

static fp8c_status drop_graph(device_state *s, const cuda_variant *v, cuda_graph *g,
                              fp8c_error *err) {
  if (!g->made) return FP8C_OK;
  TRY(cuda_result(CU(s->cu->stream_wait(s->stream)), err, "waiting for the stream"));
  cuda_graph_drop(s, v, g); /* it may have run until here */
  return FP8C_OK;
}

/* Of all variants' graphs the one that was not used for longest, where there are too many. */
static fp8c_status make_room(device_state *s, fp8c_error *err) {
  const cuda_variant *of = NULL;
  cuda_graph *oldest = NULL;
  if (s->graphs_made < GRAPHS_MOST) return FP8C_OK;
  for (uint32_t i = 0; i < s->variant_count; i++)
    for (int k = 0; k < GRAPHS_KEPT; k++) {
      cuda_graph *g = &s->variants[i].graphs[k];
      if (g->made && (!oldest || g->used < oldest->used)) oldest = g, of = &s->variants[i];
    }
  return drop_graph(s, of, oldest, err);
}

fp8c_status cuda_graph_for(device_state *s, cuda_variant *v, const cuda_graph **out,
                           fp8c_error *err) {
  size_t ports = (size_t)s->plan->input_count + s->plan->output_count;
  cuda_graph *oldest = &v->graphs[0];
  bool states_only =
      s->states_only && !cuda_has_host_steps(v) && !(s->options.flags & FP8C_SESSION_TIMING);
  s->graph_clock++;
  for (int i = 0; i < GRAPHS_KEPT; i++) {
    cuda_graph *g = &v->graphs[i];
    if (g->made && g->states_only == states_only &&
        memcmp(g->ports, v->ports, ports * sizeof *g->ports) == 0) {
      g->used = s->graph_clock;
      *out = g;
      return FP8C_OK;
    }
    if (!g->made || (oldest->made && g->used < oldest->used)) oldest = g;
  }
  TRY(drop_graph(s, v, oldest, err));
  TRY(make_room(s, err));
  cuda_place(s, v, v->ports);
  oldest->states_only = states_only;
  fp8c_status status = capture_all(s, v, oldest, err);
  if (status != FP8C_OK) {
    cuda_graph_drop(s, v, oldest);
    return status;
  }
  memcpy(oldest->ports, v->ports, ports * sizeof *oldest->ports);
  oldest->used = s->graph_clock;
  *out = oldest;
  return FP8C_OK;
}
