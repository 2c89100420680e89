/* model.c - a whole model: its inputs and outputs, its opset, its files, and the way to all of it.
 *
 * What it lacks is reported first (support.c); a model that fp8c exported becomes the graph it was
 * written from (restore.c); any other is imported node by node (import.c). */
#include <string.h>

#include "base/looks.h"
#include "base/text.h"
#include "frontend/import.h"
#include "frontend/scope.h"
#include "ops/dtype.h"

/* ---- The graph's own values -------------------------------------------- */

/* A dimension nobody named is a symbol of its own: "input.2". */
static int64_t anonymous_dim(importer *im, const char *input, int index) {
  for (unsigned n = 0;; n++) {
    const char *name = n ? arena_printf(im->import, "%s.%d.%u", input, index, n)
                         : arena_printf(im->import, "%s.%d", input, index);
    size_t before = im->g->symbol_count;
    int64_t dim = graph_symbol(im->g, name);
    if (im->g->symbol_count > before) return dim;
  }
}

static fp8c_status import_inputs(importer *im, scope *s, const Onnx__GraphProto *g,
                                 fp8c_error *err) {
  hash_map inputs; /* an initializer that shadows one is its constant: the item is not NULL */
  map_init(&inputs, im->import);
  for (size_t i = 0; i < g->n_input; i++)
    if (g->input[i]->name) map_add(&inputs, g->input[i]->name, NULL);
  for (size_t i = 0; i < g->n_initializer; i++) {
    map_entry *e = g->initializer[i]->name ? map_find(&inputs, g->initializer[i]->name) : NULL;
    if (e) e->item = g->initializer[i];
  }
  for (size_t i = 0; i < g->n_sparse_initializer; i++) {
    const char *name = sparse_name(g->sparse_initializer[i]);
    map_entry *e = name ? map_find(&inputs, name) : NULL;
    if (e) e->item = g->sparse_initializer[i];
  }
  for (size_t i = 0; i < g->n_input; i++) {
    const char *name = g->input[i]->name;
    if (!name || !*name) return fail(err, FP8C_ERROR_FORMAT, "input %zu has no name", i);
    if (map_find(&inputs, name)->item) continue;
    tensor t;
    fp8c_status status = import_type(im, g->input[i], &t, err);
    if (status != FP8C_OK) return fail_in(err, status, "input \"%s\"", name);
    TRY(check_symbols(im, err));
    value *v = graph_input(im->g, name, &t);
    sequence q;
    if (sequence_stated(g->input[i], &q)) sequence_note(im, v, q);
    TRY(scope_add(s, name, v, err));
  }
  /* After all named symbols are known, so that none of them is taken. */
  for (size_t i = 0; i < im->g->input_count; i++) {
    value *v = im->g->inputs[i];
    for (int k = 0; k < v->type.rank; k++)
      if (v->type.dims[k] == DIM_UNKNOWN) v->type.dims[k] = anonymous_dim(im, v->name, k);
    TRY(check_symbols(im, err));
  }
  return FP8C_OK;
}

static fp8c_status import_outputs(importer *im, const scope *s, const Onnx__GraphProto *g,
                                  fp8c_error *err) {
  if (g->n_output == 0) return fail(err, FP8C_ERROR_FORMAT, "the graph has no outputs");
  hash_map seen;
  map_init(&seen, im->import);
  for (size_t i = 0; i < g->n_output; i++) {
    const char *name = g->output[i]->name;
    value *v;
    if (!name || !*name) return fail(err, FP8C_ERROR_FORMAT, "output %zu has no name", i);
    if (!map_add(&seen, name, NULL))
      return fail(err, FP8C_ERROR_FORMAT, "output \"%s\" is listed twice", name);
    fp8c_status status = scope_find(im, s, name, &v, err);
    if (status != FP8C_OK)
      return fail(err, status, "output \"%s\" of the graph is given by nothing", name);
    const Onnx__TypeProto *type = g->output[i]->type;
    if (type && type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE &&
        type->tensor_type->elem_type) {
      fp8c_dtype stated = dtype_of_onnx(type->tensor_type->elem_type);
      if (stated != v->type.dtype)
        return fail(err, FP8C_ERROR_FORMAT, "output \"%s\" is stated as %s but is %s", name,
                    onnx_dtype_name(type->tensor_type->elem_type), fp8c_dtype_name(v->type.dtype));
    }
    graph_output(im->g, name, v);
  }
  sequence_tidy(im->g);
  return FP8C_OK;
}

/* ---- The model --------------------------------------------------------- */

static fp8c_status find_opset(const Onnx__ModelProto *m, int *out, fp8c_error *err) {
  const Onnx__OperatorSetIdProto *found = NULL;
  for (size_t i = 0; i < m->n_opset_import; i++) {
    if (!is_default_domain(m->opset_import[i]->domain)) continue;
    if (found) return fail(err, FP8C_ERROR_FORMAT, "the model states two opsets of ONNX");
    found = m->opset_import[i];
  }
  *out = 0;
  if (!found) return FP8C_OK;
  if (found->version > OPSET_MAX)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the model is of opset %lld, which is newer than fp8c: it reads opset %d to %d",
                (long long)found->version, OPSET_MIN, OPSET_MAX);
  if (found->version < OPSET_MIN)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the model is of opset %lld; fp8c reads opset %d to %d", (long long)found->version,
                OPSET_MIN, OPSET_MAX);
  *out = (int)found->version;
  return FP8C_OK;
}

/* Before anything is judged, so that a model that cannot be done can still be shown. */
static void fill_info(const importer *im, import_info *info) {
  if (!info) return;
  const Onnx__ModelProto *m = im->proto;
  *info =
      (import_info){.model_bytes = im->model->bytes,
                    .ir_version = m->ir_version,
                    .producer = arena_strdup(im->keep, m->producer_name ? m->producer_name : "")};
  for (size_t i = 0; i < m->n_opset_import; i++)
    if (is_default_domain(m->opset_import[i]->domain))
      info->opset = m->opset_import[i]->version > INT32_MAX || m->opset_import[i]->version < 0
                        ? 0
                        : (int)m->opset_import[i]->version;
}

/* What lies outside of the file was opened as tensors asked for it. */
static void fill_files(const importer *im, import_info *info) {
  if (!info) return;
  info->model = im->model;
  info->model_bytes = im->model->bytes + im->external_bytes;
  info->files = im->opened;
  info->file_count = im->opened_count;
  info->random_count = im->random_count;
  info->random_node = im->random_node;
}

/* The same of a model that is not read any further. */
static void note_files(importer *im, const Onnx__GraphProto *g, import_info *info) {
  fp8c_error ignored = {0};
  tensor t;
  blob data;
  map_init(&im->files, im->import);
  for (size_t i = 0; i < g->n_initializer; i++)
    if (g->initializer[i]->n_external_data)
      (void)tensor_import(im, g->initializer[i], "an initializer", &t, &data, &ignored);
  fill_files(im, info);
}

/* The graph a model was exported from; what was changed since is told in `info`. */
static bool restore(importer *im, import_info *info) {
  fp8c_error why = {.text = ""};
  graph *g;
  bool restored = restore_graph(im, &g, &why) == FP8C_OK;
  if (!info) return restored;
  info->restored = restored;
  info->changed = restored ? NULL : arena_strdup(im->keep, why.text);
  fill_files(im, info);
  return restored;
}

static fp8c_status import_model(importer *im, import_info *info, fp8c_error *err) {
  ProtobufCMessage *message;
  TRY(wire_scan(im->import, im->model, &onnx__model_proto__descriptor, &im->wire, err));
  TRY(wire_unpack(im->import, &im->wire, &onnx__model_proto__descriptor, &message, err));
  im->proto = (Onnx__ModelProto *)message;
  const Onnx__GraphProto *g = im->proto->graph;
  if (!g) return fail(err, FP8C_ERROR_FORMAT, "the model holds no graph");
  int opset;
  fill_info(im, info);
  TRY(find_opset(im->proto, &opset, err));
  fp8c_status supported = check_support(im, err);
  if (info) info->node_count = im->node_count;
  if (supported != FP8C_OK) {
    note_files(im, g, info);
    return supported;
  }
  if (!opset) return fail(err, FP8C_ERROR_FORMAT, "the model states no opset of ONNX");
  if (g->n_input > IMPORT_MAX_PORTS || g->n_output > IMPORT_MAX_PORTS)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the model has %zu inputs and %zu outputs; at most %d of each are read", g->n_input,
                g->n_output, IMPORT_MAX_PORTS);
  if (g->n_node > IMPORT_MAX_NODES) return too_many_nodes(err); /* before any is built */
  if (im->options && im->options->restore && is_exported(im->proto)) {
    if (restore(im, info)) return FP8C_OK;
    im->external_bytes = 0;
    im->opened_count = 0;
  }

  im->g = graph_new(im->keep, g->name && *g->name ? g->name : "graph", opset);
  map_init(&im->files, im->import);
  map_init(&im->sequences, im->import);
  scope s = {.opset = opset};
  map_init(&s.values, im->import);
  TRY(import_inputs(im, &s, g, err));
  size_t input_symbols = im->g->symbol_count;
  TRY(import_initializers(im, &s, g, err));
  TRY(import_nodes(im, &s, g->node, g->n_node, err));
  TRY(import_outputs(im, &s, g, err));
  TRY(import_statements(im, &s.values, g, input_symbols, err));
  TRY(check_symbols(im, err));
  TRY(graph_infer(im->g, err));
  fill_files(im, info);
  return FP8C_OK;
}

fp8c_status onnx_import_file(arena *keep, const file *model, const import_options *options,
                             graph **out, import_info *info, fp8c_error *err) {
  *out = NULL;
  importer *im = NEW(keep, importer);
  *im = (importer){.keep = keep, .import = arena_inside(keep), .model = model, .options = options};
  im->sorting = arena_inside(im->import);
  arena_limit(keep, "reading the model",
              (size_t)(IMPORT_MEMORY_BYTES + IMPORT_BYTES_FACTOR * model->bytes));
  fp8c_status status = import_model(im, info, err);
  if (status == FP8C_OK) *out = im->g;
  arena_limit(keep, NULL, 0);
  arena_free(im->import);
  return status;
}

/* What is no model may be something else that is known. */
static fp8c_status check_looks(const file *f, fp8c_error *err) {
  char first[LOOKS_BYTES];
  size_t bytes = f->bytes < sizeof first ? (size_t)f->bytes : sizeof first;
  if (file_read(f, 0, first, bytes, NULL) != FP8C_OK) return FP8C_OK;
  const char *words = looks_like(first, bytes);
  if (!words) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "%s: is no ONNX model but %s", f->path, words);
}

fp8c_status onnx_import(arena *keep, const char *path, const import_options *options, graph **out,
                        import_info *info, fp8c_error *err) {
  *out = NULL;
  file *f;
  TRY(file_open(keep, path, &f, err));
  fp8c_status status = onnx_import_file(keep, f, options, out, info, err);
  if (status == FP8C_ERROR_FORMAT) TRY(check_looks(f, err));
  if (status != FP8C_OK) return fail_in(err, status, "%s", path);
  return FP8C_OK;
}

static fp8c_status read_tensor(importer *im, const char **name, tensor *out, fp8c_error *err) {
  ProtobufCMessage *message;
  TRY(wire_scan(im->import, im->model, &onnx__tensor_proto__descriptor, &im->wire, err));
  TRY(wire_unpack(im->import, &im->wire, &onnx__tensor_proto__descriptor, &message, err));
  const Onnx__TensorProto *t = (const Onnx__TensorProto *)message;
  if (name) *name = arena_strdup(im->keep, t->name ? t->name : "");
  map_init(&im->files, im->import);
  return tensor_import_data(im, t, "the tensor", out, err);
}

fp8c_status onnx_read_tensor(arena *a, const char *path, const char **name, tensor *out,
                             fp8c_error *err) {
  file *f;
  TRY(file_open(a, path, &f, err));
  importer *im = NEW(a, importer);
  *im = (importer){.keep = a, .import = arena_inside(a), .model = f};
  fp8c_status status = read_tensor(im, name, out, err);
  arena_free(im->import);
  if (status != FP8C_OK) return fail_in(err, status, "%s", path);
  return FP8C_OK;
}
