/* context.c - what was compiled as EPContext nodes, which ONNX Runtime writes as a model of its own
 * where a session asks for one (ep.context_enable). */
#include <limits.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "integrations/ort/provider.h"

#define ATTRIBUTES_MOST 7

/* ReleaseNode is nowhere needed: ONNX Runtime takes the node. */
typedef struct attributes {
  const ort_api *ort;
  OrtOpAttr *items[ATTRIBUTES_MOST];
  size_t count;
} attributes;

static fp8c_status add(attributes *a, const char *name, int type, const void *data, size_t length,
                       fp8c_error *err) {
  if (length > INT_MAX)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "a plan of %zu bytes is too large for a node of a model; set ep.context_embed_mode "
                "to 0, which keeps it in a file beside",
                length);
  ASK(a->ort, CreateOpAttr(name, data, (int)length, type, &a->items[a->count]));
  a->count++;
  return FP8C_OK;
}

static fp8c_status add_text(attributes *a, const char *name, const char *words, fp8c_error *err) {
  return add(a, name, ORT_ATTR_STRING, words, strlen(words), err);
}

static fp8c_status add_int(attributes *a, const char *name, int64_t number, fp8c_error *err) {
  return add(a, name, ORT_ATTR_INT, &number, 1, err);
}

/* Where the model will lie, as ONNX Runtime names it where nobody does; NULL: not on a disk. */
static fp8c_status model_path(const provider *p, const OrtGraph *g, arena *a, const char **out,
                              fp8c_error *err) {
  *out = p->set.context_file;
  if (*out && **out) return FP8C_OK;
  const char *model = NULL;
  ASK(p->ort, Graph_GetModelPath(g, &model));
  *out = NULL;
  if (!model || !*model) return FP8C_OK;
  size_t bytes = strlen(model);
  if (bytes > 5 && strcmp(model + bytes - 5, ".onnx") == 0) bytes -= 5;
  *out = arena_printf(a, "%.*s_ctx.onnx", (int)bytes, model);
  return FP8C_OK;
}

/* Writes the plan beside the model that will name it; *name is what the model says. */
static fp8c_status write_beside(const provider *p, const compiled_part *c, const char *partition,
                                arena *a, const char **name, fp8c_error *err) {
  const char *model;
  TRY(model_path(p, c->graph, a, &model, err));
  if (!model)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "ep.context_embed_mode 0 puts the plan beside the model, and the model has no "
                "place: set ep.context_file_path");
  const char *folder = path_folder(a, model), *stem = strrchr(model, '/');
  stem = stem ? stem + 1 : model;
  size_t bytes = strlen(stem);
  if (bytes > 5 && strcmp(stem + bytes - 5, ".onnx") == 0) bytes -= 5;
  /* Names of partitions are ONNX Runtime's: what is no part of a file's name goes. */
  char *end = arena_strdup(a, partition);
  for (char *at = end; *at; at++)
    if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", *at)) *at = '_';
  *name = arena_printf(a, "%.*s.%s.fp8c", (int)bytes, stem, end);
  return file_write_all(path_join(a, folder, *name), c->made->plan, c->made->plan_bytes, err);
}

static fp8c_status describe(const provider *p, const compiled_part *c, const char *partition,
                            arena *a, attributes *out, fp8c_error *err) {
  TRY(add_int(out, "main_context", 1, err));
  TRY(add_int(out, "embed_mode", p->set.context_embedded, err));
  if (p->set.context_embedded) {
    TRY(add(out, "ep_cache_context", ORT_ATTR_STRING, c->made->plan, c->made->plan_bytes, err));
  } else {
    const char *name;
    TRY(write_beside(p, c, partition, a, &name, err));
    TRY(add_text(out, "ep_cache_context", name, err));
  }
  TRY(add_text(out, "source", PROVIDER_NAME, err));
  TRY(add_text(out, "ep_sdk_version", fp8c_version(), err));
  TRY(add_text(out, "partition_name", partition, err));
  return add_text(out, "notes", fp8c_program_hash(c->program), err);
}

fp8c_status context_make(const provider *p, const compiled_part *c, arena *a, OrtNode **out,
                         fp8c_error *err) {
  const fp8c_program *program = c->program;
  size_t in_count = fp8c_program_input_count(program),
         out_count = fp8c_program_output_count(program);
  const char **in = NEW_ARRAY(a, const char *, in_count + 1);
  const char **outs = NEW_ARRAY(a, const char *, out_count + 1);
  /* Ports of a part are called as the values of the graph are. */
  for (size_t i = 0; i < in_count; i++) in[i] = fp8c_program_input(program, i)->name;
  for (size_t i = 0; i < out_count; i++) outs[i] = fp8c_program_output(program, i)->name;
  const char *name = NULL;
  ASK(p->ort, Node_GetName(c->fused, &name));
  attributes all = {.ort = p->ort};
  fp8c_status status = describe(p, c, name, a, &all, err);
  if (status == FP8C_OK)
    status = ort_took(p->ort,
                      p->ort->editor->CreateNode("EPContext", "com.microsoft", name, in, in_count,
                                                 outs, out_count, all.items, all.count, out),
                      err);
  /* The node has copies. */
  for (size_t i = 0; i < all.count; i++) p->ort->ReleaseOpAttr(all.items[i]);
  return status;
}
