/* view.c - a graph of ONNX Runtime, read once. */
#include "integrations/ort/provider.h"

#include <string.h>

#include "base/map.h"

static fp8c_status named(const ort_api *ort, const OrtValueInfo *const *infos, size_t count,
                         arena *a, view_values *out, fp8c_error *err) {
  out->items = NEW_ARRAY(a, view_value, count + 1);
  out->count = count;
  for (size_t i = 0; i < count; i++) {
    out->items[i] = (view_value){.name = "", .info = infos[i]};
    if (!infos[i]) continue;
    const char *name = NULL;
    ASK(ort, GetValueInfoName(infos[i], &name));
    out->items[i].name = arena_strdup(a, name ? name : "");
  }
  return FP8C_OK;
}

/* The values that a pair of functions, "how many" and "which", tells of `of_`. */
#define READ_VALUES(count_function_, function_, of_, out_)                        \
  do {                                                                            \
    size_t count_ = 0;                                                            \
    ASK(ort, count_function_((of_), &count_));                                    \
    const OrtValueInfo **infos_ = NEW_ARRAY(a, const OrtValueInfo *, count_ + 1); \
    if (count_) ASK(ort, function_((of_), infos_, count_));                       \
    TRY(named(ort, infos_, count_, a, (out_), err));                              \
  } while (0)

static fp8c_status read_node(const ort_api *ort, const OrtNode *node, arena *a, view_node *out,
                             fp8c_error *err) {
  const char *name = NULL, *op = NULL, *domain = NULL;
  ASK(ort, Node_GetName(node, &name));
  ASK(ort, Node_GetOperatorType(node, &op));
  ASK(ort, Node_GetDomain(node, &domain));
  *out = (view_node){.node = node,
                     .name = arena_strdup(a, name ? name : ""),
                     .op = arena_strdup(a, op ? op : ""),
                     .domain = arena_strdup(a, domain ? domain : "")};
  READ_VALUES(Node_GetNumInputs, Node_GetInputs, node, &out->in);
  READ_VALUES(Node_GetNumOutputs, Node_GetOutputs, node, &out->out);
  READ_VALUES(Node_GetNumImplicitInputs, Node_GetImplicitInputs, node, &out->implicit);
  size_t bodies = 0;
  ASK(ort, Node_GetNumSubgraphs(node, &bodies));
  out->has_body = bodies > 0;
  return FP8C_OK;
}

fp8c_status view_read(const ort_api *ort, const OrtGraph *g, arena *a, view *out, fp8c_error *err) {
  *out = (view){.graph = g};
  ASK(ort, Graph_GetNumNodes(g, &out->node_count));
  const OrtNode **nodes = NEW_ARRAY(a, const OrtNode *, out->node_count + 1);
  if (out->node_count) ASK(ort, Graph_GetNodes(g, nodes, out->node_count));
  out->nodes = NEW_ARRAY(a, view_node, out->node_count + 1);
  hash_map taken;
  map_init(&taken, a);
  for (size_t i = 0; i < out->node_count; i++) {
    view_node *n = &out->nodes[i];
    TRY(read_node(ort, nodes[i], a, n, err));
    const char *name = *n->name ? n->name : n->op;
    n->name = name;
    for (size_t k = i; !map_add(&taken, n->name, NULL); k++)
      n->name = arena_printf(a, "%s.%zu", name, k);
  }
  READ_VALUES(Graph_GetNumInputs, Graph_GetInputs, g, &out->inputs);
  READ_VALUES(Graph_GetNumOutputs, Graph_GetOutputs, g, &out->outputs);
  READ_VALUES(Graph_GetNumInitializers, Graph_GetInitializers, g, &out->constants);
  return FP8C_OK;
}

fp8c_status view_ports(const ort_api *ort, const OrtNode *n, arena *a, view_values *in,
                       view_values *out, fp8c_error *err) {
  READ_VALUES(Node_GetNumInputs, Node_GetInputs, n, in);
  READ_VALUES(Node_GetNumOutputs, Node_GetOutputs, n, out);
  return FP8C_OK;
}

ptrdiff_t view_find(const view_values *values, const char *name) {
  for (size_t i = 0; i < values->count; i++)
    if (strcmp(values->items[i].name, name) == 0) return (ptrdiff_t)i;
  return -1;
}

/* NULL where the node has no such attribute: some releases say so by an error. */
static const OrtOpAttr *attribute(const ort_api *ort, const OrtNode *n, const char *name) {
  const OrtOpAttr *found = NULL;
  OrtStatus *status = ort->Node_GetAttributeByName(n, name, &found);
  if (!status) return found;
  ort->ReleaseStatus(status);
  return NULL;
}

fp8c_status view_bytes(const ort_api *ort, const OrtNode *n, const char *name, arena *a, char **out,
                       size_t *bytes, fp8c_error *err) {
  const OrtOpAttr *found = attribute(ort, n, name);
  *out = NULL;
  *bytes = 0;
  if (!found) return FP8C_OK;
  /* The first call is told how many there are, as an error where that is more than none. */
  OrtStatus *status = ort->ReadOpAttr(found, ORT_ATTR_STRING, NULL, 0, bytes);
  if (status) ort->ReleaseStatus(status);
  *out = arena_raw(a, *bytes + 1, 1);
  if (*bytes) ASK(ort, ReadOpAttr(found, ORT_ATTR_STRING, *out, *bytes, bytes));
  (*out)[*bytes] = '\0';
  return FP8C_OK;
}

fp8c_status view_int(const ort_api *ort, const OrtNode *n, const char *name, int64_t otherwise,
                     int64_t *out, fp8c_error *err) {
  const OrtOpAttr *found = attribute(ort, n, name);
  *out = otherwise;
  size_t bytes = 0;
  if (found) ASK(ort, ReadOpAttr(found, ORT_ATTR_INT, out, sizeof *out, &bytes));
  return FP8C_OK;
}
