/* provider.c - the execution provider of one session: what it claims, and what becomes of it. */
#include "integrations/ort/provider.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

/* ---- EPContext nodes ----------------------------------------------------------- */

/* Somebody else's context nodes are not ours. */
static fp8c_status is_context(const provider *p, const view_node *n, arena *a, bool *out,
                              fp8c_error *err) {
  char *source = NULL;
  size_t bytes;
  *out = false;
  if (strcmp(n->op, "EPContext") != 0 || strcmp(n->domain, "com.microsoft") != 0) return FP8C_OK;
  TRY(view_bytes(p->ort, n->node, "source", a, &source, &bytes, err));
  *out = source && strcmp(source, PROVIDER_NAME) == 0;
  return FP8C_OK;
}

static fp8c_status plan_beside(const provider *p, const OrtGraph *g, const char *name, arena *a,
                               const char **out, fp8c_error *err) {
  const char *model = NULL;
  ASK(p->ort, Graph_GetModelPath(g, &model));
  if (!model || !*model)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the model names the plan \"%s\" beside it, and was loaded from memory: load it by "
                "its path",
                text_safe(a, name));
  file *checked; /* no absolute path, no "..", no link */
  TRY(file_open_beside(a, model, NULL, name, &checked, err));
  *out = path_join(a, path_folder(a, model), name);
  return FP8C_OK;
}

static fp8c_status context_node(provider *p, const view *v, node_plan *plan, arena *a,
                                fp8c_error *err) {
  const view_node *n = &v->nodes[0];
  int64_t embedded, main_context;
  char *content = NULL, *pinned = NULL;
  size_t bytes;
  TRY(view_int(p->ort, n->node, "embed_mode", 1, &embedded, err));
  TRY(view_int(p->ort, n->node, "main_context", 1, &main_context, err));
  if (!main_context)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "the EPContext node has its plan in another node");
  /* An embedded plan is used where it lies, as long as the session lives. */
  TRY(view_bytes(p->ort, n->node, "ep_cache_context", embedded ? &p->memory : a, &content,
                 &plan->byte_count, err));
  if (!content)
    return fail(err, FP8C_ERROR_FORMAT, "the EPContext node has no plan (ep_cache_context)");
  if (embedded)
    plan->bytes = content;
  else
    TRY(plan_beside(p, v->graph, content, a, &plan->path, err));
  TRY(view_bytes(p->ort, n->node, "notes", a, &pinned, &bytes, err));
  if (pinned && bytes == 64) plan->hash = pinned;
  plan->inputs = &n->in;
  plan->outputs = &n->out;
  return FP8C_OK;
}

/* ---- What ONNX Runtime asks ------------------------------------------------------ */

/* ONNX Runtime passes over an error of a provider that is asked what it can do, and goes on without
 * it.  A node that was claimed and cannot be compiled ends the session, with its sentence. */
static fp8c_status claim_to_fail(provider *p, const view *v, OrtEpGraphSupportInfo *info, arena *a,
                                 fp8c_error *err) {
  const OrtNode **nodes = NEW_ARRAY(a, const OrtNode *, v->node_count + 1);
  for (size_t i = 0; i < v->node_count; i++) nodes[i] = v->nodes[i].node;
  return ort_took(p->ort, p->ort->ep->AddNodesToFuse(info, nodes, v->node_count, NULL), err);
}

static fp8c_status claim(provider *p, const OrtGraph *g, OrtEpGraphSupportInfo *info, arena *a,
                         fp8c_error *err) {
  const OrtNode *parent = NULL;
  ASK(p->ort, Graph_GetParentNode(g, &parent));
  if (parent) return FP8C_OK; /* a body goes with the node that has it */
  view v;
  TRY(view_read(p->ort, g, a, &v, err));
  bool found = false;
  for (size_t i = 0; i < v.node_count; i++) {
    bool ours;
    TRY(is_context(p, &v.nodes[i], a, &ours, err));
    if (ours)
      TRY(ort_took(p->ort, p->ort->ep->AddNodesToFuse(info, &v.nodes[i].node, 1, NULL), err));
    found = found || ours;
  }
  if (found) return FP8C_OK;
  p->failed = parts_claim(p, &v, info, a, &p->failure);
  return p->failed == FP8C_OK ? FP8C_OK : claim_to_fail(p, &v, info, a, err);
}

static const part *part_of(const provider *p, const view_values *outputs) {
  for (size_t i = 0; i < p->part_count && outputs->count; i++)
    for (size_t k = 0; k < p->parts[i].output_count; k++)
      if (strcmp(p->parts[i].outputs[k], outputs->items[0].name) == 0) return &p->parts[i];
  return NULL;
}

static fp8c_status compile_node(provider *p, const OrtGraph *g, const OrtNode *fused, arena *a,
                                OrtNodeComputeInfo **out, OrtNode **as_context, fp8c_error *err) {
  if (p->failed != FP8C_OK) return fail(err, p->failed, "%s", p->failure.text);
  view v;
  node_plan plan = {.bytes = NULL};
  bool context = false;
  TRY(view_read(p->ort, g, a, &v, err));
  TRY(view_ports(p->ort, fused, a, &plan.fused_inputs, &plan.fused_outputs, err));
  const part *made = NULL;
  if (v.node_count == 1) TRY(is_context(p, &v.nodes[0], a, &context, err));
  if (context) {
    TRY(context_node(p, &v, &plan, a, err));
  } else {
    made = part_of(p, &plan.fused_outputs);
    if (!made)
      return fail(err, FP8C_ERROR_INTERNAL, "ONNX Runtime asks for nodes that were not claimed");
    plan.bytes = made->plan;
    plan.byte_count = made->plan_bytes;
  }
  TRY(node_create(p, &plan, out, err));
  if (!made || !as_context || !p->set.context_wanted) return FP8C_OK;
  if (!p->ort->editor)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "this build of ONNX Runtime cannot make nodes, which ep.context_enable asks for");
  return context_make(p, &(compiled_part){g, fused, made, node_program(*out)}, a, as_context, err);
}

typedef struct request {
  const OrtGraph **graphs;
  const OrtNode **fused;
  size_t count;
  OrtNodeComputeInfo **out;
  OrtNode **contexts; /* NULL: none are asked for */
  OrtEpGraphSupportInfo *info;
} request;

static fp8c_status claim_all(provider *p, const request *r, arena *a, fp8c_error *err) {
  return claim(p, r->graphs[0], r->info, a, err);
}

static fp8c_status compile_all(provider *p, const request *r, arena *a, fp8c_error *err) {
  for (size_t i = 0; i < r->count; i++)
    TRY(compile_node(p, r->graphs[i], r->fused[i], a, &r->out[i],
                     r->contexts ? &r->contexts[i] : NULL, err));
  return FP8C_OK;
}

/* Does the work with an arena that is gone afterwards; running out of memory is an error. */
static OrtStatus *answer(provider *p,
                         fp8c_status (*work)(provider *, const request *, arena *, fp8c_error *),
                         const request *r) {
  fp8c_error err = {0};
  arena a;
  arena_init(&a, &p->guard);
  fp8c_status status =
      setjmp(p->guard.jump) ? ort_out_of_memory(&p->guard, &err) : work(p, r, &a, &err);
  arena_free(&a);
  return ort_status(p->ort, status, &err);
}

static OrtStatus *get_capability(OrtEp *ep, const OrtGraph *g, OrtEpGraphSupportInfo *info) {
  return answer((provider *)ep, claim_all, &(request){.graphs = &g, .count = 1, .info = info});
}

static void release_infos(OrtEp *ep, OrtNodeComputeInfo **infos, size_t count) {
  (void)ep;
  for (size_t i = 0; i < count; i++) node_free(infos[i]);
}

static OrtStatus *compile(OrtEp *ep, const OrtGraph **graphs, const OrtNode **fused, size_t count,
                          OrtNodeComputeInfo **out, OrtNode **contexts) {
  for (size_t i = 0; i < count; i++) out[i] = NULL;
  OrtStatus *status = answer(
      (provider *)ep, compile_all,
      &(request){
          .graphs = graphs, .fused = fused, .count = count, .out = out, .contexts = contexts});
  if (!status) return NULL;
  release_infos(ep, out, count);
  for (size_t i = 0; i < count; i++) out[i] = NULL;
  return status;
}

static const char *get_name(const OrtEp *ep) {
  (void)ep;
  return PROVIDER_NAME;
}

/* ---- Life ----------------------------------------------------------------------- */

static fp8c_status set_up(provider *p, const OrtSessionOptions *options, const device_choice *on,
                          fp8c_error *err) {
  if (setjmp(p->guard.jump)) return ort_out_of_memory(&p->guard, err);
  TRY(settings_read(p->ort, options, &p->memory, &p->set, err));
  const char *device = on->ordinal < 0 ? "cpu" : arena_printf(&p->memory, "cuda:%d", on->ordinal);
  if (!p->set.device) p->set.device = device;
  p->gpu = on->memory;
  if (!p->gpu || strcmp(p->set.device, device) == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT,
              "the provider option device is \"%s\", and the session was made for %s, where its "
              "tensors lie; choose another device of ONNX Runtime's (get_ep_devices)",
              p->set.device, device);
}

OrtStatus *provider_create(const ort_api *ort, const OrtSessionOptions *options,
                           const OrtLogger *logger, const device_choice *on, OrtEp **out) {
  fp8c_error err = {0};
  *out = NULL;
  provider *p = calloc(1, sizeof *p);
  if (!p) return ort->CreateStatus(ORT_FAIL, "out of memory");
  arena_init(&p->memory, &p->guard);
  p->ort = ort;
  p->logger = logger;
  p->ep = (OrtEp){.version = ORT_API_USED,
                  .GetName = get_name,
                  .GetCapability = get_capability,
                  .Compile = compile,
                  .ReleaseNodeComputeInfos = release_infos};
  fp8c_status status = set_up(p, options, on, &err);
  if (status == FP8C_OK)
    *out = &p->ep;
  else
    provider_free(&p->ep);
  return ort_status(ort, status, &err);
}

void provider_free(OrtEp *ep) {
  provider *p = (provider *)ep;
  if (!p) return;
  for (size_t i = 0; i < p->part_count; i++) fp8c_string_free(p->parts[i].plan);
  arena_free(&p->memory);
  free(p);
}
