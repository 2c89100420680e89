/* provider.h - what the files of the execution provider share. */
#ifndef INTEGRATIONS_ORT_PROVIDER_H
#define INTEGRATIONS_ORT_PROVIDER_H

#include "base/arena.h"
#include "base/error.h"
#include "fp8c/compiler.h"
#include "integrations/ort/api.h"

typedef struct gpu gpu; /* gpu.h */

#define PROVIDER_NAME "Fp8cExecutionProvider" /* as compiler/export.c has it */

/* ---- settings.c -------------------------------------------------------------- */

/* What a session says by provider options; strings lie in the provider's memory, NULL where not
 * given. */
typedef struct settings {
  const char *device, *threads, *precision, *calibrate, *evaluate, *calibration, *max_error,
      *overrides, *target, *dims, *cache_dir;
  int32_t thread_count; /* `threads` as a number */
  /* Of ONNX Runtime itself: whether what is compiled is written as a model, where (NULL: it
   * decides), and whether plans lie in it. */
  bool context_wanted, context_embedded;
  const char *context_file;
} settings;

/* Out of the session's entries, which are refused by name where the provider has no such option. */
fp8c_status settings_read(const ort_api *ort, const OrtSessionOptions *from, arena *a,
                          settings *out, fp8c_error *err);

/* ---- provider.c -------------------------------------------------------------- */

/* Nodes that were compiled together, when their graph was looked at. */
typedef struct part {
  const char *const *outputs; /* names of what it gives, by which it is found again */
  size_t output_count;
  void *plan; /* fp8c_string_free's */
  size_t plan_bytes;
} part;

typedef struct provider {
  OrtEp ep; /* first: ONNX Runtime knows this alone */
  const ort_api *ort;
  const OrtLogger *logger;
  oom_guard guard;
  arena memory; /* of all that lives as long */
  settings set;
  gpu *gpu; /* whose memory the tensors lie in; NULL: the host's */
  part *parts;
  size_t part_count;
  fp8c_status failed; /* what was asked for could not be had */
  fp8c_error failure;
} provider;

/* What a session was made for. */
typedef struct device_choice {
  int ordinal; /* of a GPU; -1: the CPU */
  gpu *memory; /* whose memory the tensors lie in; NULL: the host's */
} device_choice;

OrtStatus *provider_create(const ort_api *ort, const OrtSessionOptions *options,
                           const OrtLogger *logger, const device_choice *on, OrtEp **out);
void provider_free(OrtEp *ep);

/* ---- status.c ---------------------------------------------------------------- */

/* One of ONNX Runtime's, released, as one of ours. */
fp8c_status ort_took(const ort_api *ort, OrtStatus *status, fp8c_error *err);
#define ASK(ort_, call_) TRY(ort_took((ort_), (ort_)->call_, err))
/* And one of ours as one of theirs; NULL for FP8C_OK. */
OrtStatus *ort_status(const ort_api *ort, fp8c_status status, const fp8c_error *err);
fp8c_status ort_out_of_memory(const oom_guard *guard, fp8c_error *err);
void ort_log(const ort_api *ort, const OrtLogger *logger, int level, const char *text);

/* ---- view.c ------------------------------------------------------------------- */

typedef struct view_value {
  const char *name; /* "" for an input that is left out */
  const OrtValueInfo *info;
} view_value;

typedef struct view_values {
  view_value *items;
  size_t count;
} view_values;

typedef struct view_node {
  const OrtNode *node;
  const char *name; /* no other node of the graph has it */
  const char *op, *domain;
  view_values in, out, implicit; /* implicit: what its bodies read from outside */
  bool has_body;
} view_node;

/* A graph of ONNX Runtime, read once; valid as long as that graph. */
typedef struct view {
  const OrtGraph *graph;
  view_node *nodes;
  size_t node_count;
  view_values inputs, outputs, constants;
} view;

fp8c_status view_read(const ort_api *ort, const OrtGraph *g, arena *a, view *out, fp8c_error *err);
/* A string attribute's bytes, with a zero behind them; NULL where the node has none. */
fp8c_status view_bytes(const ort_api *ort, const OrtNode *n, const char *name, arena *a, char **out,
                       size_t *bytes, fp8c_error *err);
/* The fused node's values in the order in which a run passes them. */
fp8c_status view_ports(const ort_api *ort, const OrtNode *n, arena *a, view_values *in,
                       view_values *out, fp8c_error *err);
/* The place of the value called `name`; -1: there is none. */
ptrdiff_t view_find(const view_values *values, const char *name);
fp8c_status view_int(const ort_api *ort, const OrtNode *n, const char *name, int64_t otherwise,
                     int64_t *out, fp8c_error *err);

/* ---- model.c ------------------------------------------------------------------- */

/* Some nodes of a graph, with what they read from outside and what is read of them there. */
typedef struct selection {
  const view *view;
  const bool *taken; /* by node */
  view_values inputs, outputs, constants;
} selection;

fp8c_status selection_make(const ort_api *ort, const view *v, const bool *taken, arena *a,
                           selection *out, fp8c_error *err);
/* As FOLDER/model.onnx, with constants in FOLDER/model.data. */
fp8c_status selection_write(const ort_api *ort, const selection *s, arena *a, const char *folder,
                            const char **model, fp8c_error *err);

/* ---- parts.c ------------------------------------------------------------------- */

/* Finds what of a graph can be compiled, compiles it, adds it to the provider's parts and claims
 * its nodes. */
fp8c_status parts_claim(provider *p, const view *v, OrtEpGraphSupportInfo *info, arena *a,
                        fp8c_error *err);

/* ---- context.c ------------------------------------------------------------------ */

/* A part that has become a node of ONNX Runtime's graph, and runs. */
typedef struct compiled_part {
  const OrtGraph *graph;
  const OrtNode *fused;
  const part *made;
  const fp8c_program *program;
} compiled_part;

/* A node that stands for it in a model, for ONNX Runtime, which takes it. */
fp8c_status context_make(const provider *p, const compiled_part *c, arena *a, OrtNode **out,
                         fp8c_error *err);

/* ---- node.c -------------------------------------------------------------------- */

/* A plan that stands for a node: its bytes or its file, and which of the node's tensors its ports
 * are. */
typedef struct node_plan {
  const void *bytes; /* the caller's, for as long as the node is there; NULL: the file at `path` */
  size_t byte_count;
  const char *path;
  const char *hash;                        /* which the plan must have; NULL: any */
  const view_values *inputs, *outputs;     /* the node's tensors, in the order of the plan's ports;
                                              NULL: called as the ports are */
  view_values fused_inputs, fused_outputs; /* what ONNX Runtime passes, in its order */
} node_plan;

fp8c_status node_create(provider *p, const node_plan *from, OrtNodeComputeInfo **out,
                        fp8c_error *err);
const fp8c_program *node_program(const OrtNodeComputeInfo *info);
void node_free(OrtNodeComputeInfo *info);

#endif
