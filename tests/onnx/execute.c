/* execute.c - lowers the graph to a plan and runs it: the suite judges the same
 * path a compiled model takes. */
#include "execute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/text.h"
#include "codegen/codegen.h"
#include "passes/pass.h"
#include "runtime/cuda.h"
#include "runtime/device.h"

static fp8c_status copy_out(const fp8c_tensor *found, arena *a, tensor *out) {
  *out = (tensor){.dtype = found->dtype, .rank = found->rank};
  memcpy(out->dims, found->shape, sizeof out->dims);
  size_t bytes = tensor_bytes(out);
  out->data = arena_alloc(a, bytes + 1);
  if (bytes) memcpy(out->data, found->data, bytes);
  return FP8C_OK;
}

static fp8c_status run_session(fp8c_session *s, arena *a, const tensor *inputs, size_t input_count,
                               tensor *outputs, size_t output_count, fp8c_error *err) {
  fp8c_tensor *in = NEW_ARRAY(a, fp8c_tensor, input_count + 1);
  fp8c_tensor *out = NEW_ARRAY(a, fp8c_tensor, output_count + 1);
  for (size_t i = 0; i < input_count; i++) {
    in[i] = (fp8c_tensor){.data = inputs[i].data, .dtype = inputs[i].dtype, .rank = inputs[i].rank};
    memcpy(in[i].shape, inputs[i].dims, sizeof in[i].shape);
  }
  TRY(fp8c_session_run_views(s, in, input_count, out, output_count, err));
  for (size_t i = 0; i < output_count; i++) TRY(copy_out(&out[i], a, &outputs[i]));
  return FP8C_OK;
}

/* ---- For a GPU ---------------------------------------------------------------- */

/* Inputs whose numbers decide what the kernels are (sizes, axes, counts) are constants of
 * the compiled model, as a user gives them who knows them: "operator", which inputs. */
static const struct {
  const char *op;
  unsigned inputs; /* bit i: input i */
} decisive[] = {
    {"Reshape", 2},
    {"Expand", 2},
    {"Tile", 2},
    {"Slice", 30},
    {"Pad", 14},
    {"Resize", 14},
    {"ConstantOfShape", 1},
    {"Squeeze", 2},
    {"Unsqueeze", 2},
    {"Split", 2},
    {"TopK", 2},
    {"OneHot", 2},
    {"Range", 7},
    {"CenterCropPad", 2},
    {"AffineGrid", 2},
    {"CumSum", 2},
    {"CumProd", 2},
    {"Trilu", 2},
    {"Col2Im", 6},
    {"DFT", 6},
    {"STFT", 10},
    {"HannWindow", 1},
    {"HammingWindow", 1},
    {"BlackmanWindow", 1},
    {"MelWeightMatrix", 31},
    {"ReduceSum", 2},
    {"ReduceMean", 2},
    {"ReduceMax", 2},
    {"ReduceMin", 2},
    {"ReduceProd", 2},
    {"ReduceL1", 2},
    {"ReduceL2", 2},
    {"ReduceLogSum", 2},
    {"ReduceLogSumExp", 2},
    {"ReduceSumSquare", 2},
    {"MaxUnpool", 4},
};

#define SMALL 16 /* elements of what may be a list of sizes */

/* Whether such an input is the value itself, or a few numbers computed from it. */
static bool decides(const value *v, int depth) {
  for (size_t u = 0; u < v->user_count; u++) {
    const node *n = v->users[u];
    for (size_t i = 0; i < n->in_count; i++)
      for (size_t k = 0; n->in[i] == v && k < sizeof decisive / sizeof *decisive; k++)
        if (strcmp(decisive[k].op, n->op->name) == 0 && decisive[k].inputs >> i & 1) return true;
    const value *y = n->out_count ? n->out[0] : NULL;
    if (depth < 12 && y && tensor_shape_known(&v->type) && tensor_elements(&v->type) <= SMALL &&
        tensor_shape_known(&y->type) && tensor_elements(&y->type) <= SMALL && decides(y, depth + 1))
      return true;
  }
  return false;
}

/* The inputs take the sizes, and where they decide, the numbers of this run; `left` are
 * those that stay inputs. */
static fp8c_status bind_inputs(graph *g, arena *a, const tensor *inputs, tensor *left,
                               fp8c_error *err) {
  size_t kept = 0;
  for (size_t i = 0; i < g->input_count; i++) {
    value *v = g->inputs[i];
    const tensor *x = &inputs[i];
    if (v->type.rank >= 0 && v->type.rank != x->rank)
      return fail(err, FP8C_ERROR_ARGUMENT, "input %zu has another rank than the model's", i);
    for (int d = 0; d < v->type.rank; d++)
      if (v->type.dims[d] < 0 && v->type.dims[d] != DIM_UNKNOWN)
        TRY(graph_bind(g, g->symbols[DIM_SYMBOL_INDEX(v->type.dims[d])].name, x->dims[d], err));
    v->type.rank = x->rank;
    memcpy(v->type.dims, x->dims, sizeof x->dims);
    if (decides(v, 0)) {
      void *copy = arena_alloc(a, tensor_bytes(x) + 1);
      if (x->data) memcpy(copy, x->data, tensor_bytes(x));
      v->kind = VALUE_CONST;
      v->blob = (blob){.bytes = tensor_bytes(x), .memory = copy};
    } else {
      left[kept] = *x;
      g->inputs[kept++] = v;
    }
  }
  g->input_count = kept;
  return FP8C_OK;
}

static void note_missing(void *user, const codegen_problem *p) {
  text *all = user;
  const char *why = strstr(p->text, "\" has no kernel for ");
  char line[256];
  size_t op = strcspn(p->text, " ");
  snprintf(line, sizeof line, "%.*s (%s)", (int)op, p->text, why ? strchr(why, ':') + 2 : p->text);
  if (strstr(text_cstr(all), line)) return;
  text_printf(all, "%s%s", all->length ? ", " : "no kernel: ", line);
}

static fp8c_status lower_gpu(graph *g, const device_choice *on, arena *a, plan *p,
                             fp8c_error *err) {
  static const char *const regions[] = {"fuse-regions"};
  arena scratch;
  arena_init(&scratch, a->guard);
  pool *threads = NULL;
  pass_context passes = {
      .keep = a, .scratch = &scratch, .precision = PRECISION_F32, .keep_formats = true};
  pass_options o = {0};
  char own[16] = "sm_90a";
  text missing;
  text_init(&missing, a);
  if (!on->target && !on->only_lower) TRY(cuda_device_target(0, own, err));
  const target *t = target_find(on->target ? on->target : own);
  if (!t) return fail(err, FP8C_ERROR_ARGUMENT, "there is no target %s", on->target);
  TRY(pool_create(1, &threads, err));
  passes.threads = threads;
  cache kept = {.folder = getenv("FP8C_TEST_CACHE")};
  codegen_context c = {.keep = a,
                       .scratch = a,
                       .threads = threads,
                       .cache = &kept,
                       .allow_host = on->host_steps,
                       .problem = note_missing,
                       .user = &missing};
  fp8c_status s = graph_infer(g, err);
  if (s == FP8C_OK) s = passes_run(g, pipeline_optimise, pipeline_optimise_count, &passes, &o, err);
  if (s == FP8C_OK) s = passes_run(g, regions, 1, &passes, &o, err);
  if (s == FP8C_OK) s = passes_run(g, pipeline_variant, pipeline_variant_count, &passes, &o, err);
  if (s == FP8C_OK) s = lower_cuda(g, t, "", &c, p, err);
  if (missing.length) s = fail(err, FP8C_ERROR_UNSUPPORTED, "%.300s", text_cstr(&missing));
  pool_free(threads);
  arena_free(&scratch);
  return s;
}

static bool has_host_step(const plan *p) {
  const plan_variant *v = &p->variants[0];
  for (uint32_t i = 0; i < v->launch_count; i++)
    if (v->launches[i].kind == PLAN_LAUNCH_HOST) return true;
  return false;
}

fp8c_status execute(const graph *g, const device_choice *on, arena *a, const tensor *inputs,
                    size_t input_count, tensor *outputs, size_t output_count, fp8c_error *err) {
  plan *p = NEW(a, plan);
  p->model_name = g->name;
  p->compiler = "fp8c";
  p->options = p->nvrtc = "";
  p->report = "{}";
  const tensor *given = inputs;
  bool on_cpu = strcmp(on->name, "cpu") == 0;
  if (on_cpu) {
    codegen_context c = {.keep = a, .scratch = a};
    TRY(lower_cpu(g, "", &c, p, err));
  } else {
    graph *bound = graph_clone(g, a);
    tensor *left = NEW_ARRAY(a, tensor, input_count + 1);
    TRY(bind_inputs(bound, a, inputs, left, err));
    TRY(lower_gpu(bound, on, a, p, err));
    if (on->host_steps && !has_host_step(p))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "every node has a kernel");
    if (on->only_lower) return FP8C_OK;
    given = left;
    input_count = bound->input_count;
  }
  fp8c_program *program = NULL;
  fp8c_session *session = NULL;
  TRY(program_from_plan(p, &program, err));
  fp8c_session_options o = {.size = sizeof o, .device = on->name, .threads = 1};
  fp8c_status status = fp8c_session_create(program, &o, &session, err);
  if (status == FP8C_OK)
    status = run_session(session, a, given, input_count, outputs, output_count, err);
  fp8c_session_free(session);
  fp8c_program_free(program);
  return status;
}
