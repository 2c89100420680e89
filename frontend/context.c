/* context.c - a plan as a model of one node, which an execution provider of ONNX Runtime claims. */
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"
#include "frontend/export.h"

#define CONTEXT_OPSET 1 /* of com.microsoft, which has EPContext since then */
#define STRUCTURE_BYTES ((size_t)64 * 1024 * 1024) /* left for all but the plan */

static Onnx__AttributeProto *attribute_of(arena *a, Onnx__NodeProto *n, const char *name,
                                          Onnx__AttributeProto__AttributeType type) {
  Onnx__AttributeProto *t = NEW(a, Onnx__AttributeProto);
  onnx__attribute_proto__init(t);
  t->name = export_string(name);
  t->has_type = 1;
  t->type = type;
  ARENA_PUSH(a, n->attribute, n->n_attribute, t);
  return t;
}

static void attribute_int(arena *a, Onnx__NodeProto *n, const char *name, int64_t i) {
  Onnx__AttributeProto *t = attribute_of(a, n, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT);
  t->has_i = 1;
  t->i = i;
}

static void attribute_bytes(arena *a, Onnx__NodeProto *n, const char *name, const void *data,
                            size_t bytes) {
  Onnx__AttributeProto *t = attribute_of(a, n, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING);
  t->has_s = 1;
  t->s = (ProtobufCBinaryData){.len = bytes, .data = (uint8_t *)(uintptr_t)data};
}

static void attribute_text(arena *a, Onnx__NodeProto *n, const char *name, const char *words) {
  attribute_bytes(a, n, name, words, strlen(words));
}

/* What an EPContext node has no type for, and what ONNX Runtime keeps otherwise: several elements
 * share a byte in its memory, and none does in a plan's. */
static fp8c_status port_info(arena *a, const fp8c_port *p, Onnx__ValueInfoProto **out,
                             fp8c_error *err) {
  bool bytes =
      p->dtype == FP8C_DTYPE_BOOL || p->dtype == FP8C_DTYPE_I8 || p->dtype == FP8C_DTYPE_U8;
  if (fp8c_dtype_bits(p->dtype) <= 8 && !bytes)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "port \"%s\" is %s, which ONNX Runtime's EPContext nodes do not take; compile with "
                "another --io-type",
                text_safe(a, p->name), fp8c_dtype_name(p->dtype));
  *out = export_typed(a, p->name, p->dtype, p->rank);
  for (int i = 0; i < p->rank; i++) export_dim(a, *out, i, p->shape[i], p->dim_name[i]);
  return FP8C_OK;
}

static fp8c_status ports_of(arena *a, const fp8c_port *const *ports, size_t count, hash_map *taken,
                            Onnx__ValueInfoProto ***infos, char ***names, fp8c_error *err) {
  *infos = NEW_ARRAY(a, Onnx__ValueInfoProto *, count + 1);
  *names = NEW_ARRAY(a, char *, count + 1);
  for (size_t i = 0; i < count; i++) {
    if (!map_add(taken, ports[i]->name, NULL))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "two ports are called \"%s\"; ONNX gives every port a name of its own",
                  text_safe(a, ports[i]->name));
    (*names)[i] = export_string(ports[i]->name);
    TRY(port_info(a, ports[i], &(*infos)[i], err));
  }
  return FP8C_OK;
}

/* The attributes are those of ONNX Runtime's EPContext. */
static void describe(arena *a, const context_options *o, const char *beside, Onnx__NodeProto *n) {
  n->op_type = export_string("EPContext");
  n->domain = export_string("com.microsoft");
  n->name = export_string("fp8c");
  attribute_int(a, n, "main_context", 1);
  attribute_int(a, n, "embed_mode", beside == NULL);
  if (beside)
    attribute_text(a, n, "ep_cache_context", beside);
  else
    attribute_bytes(a, n, "ep_cache_context", o->plan, o->plan_bytes);
  attribute_text(a, n, "source", o->provider);
  attribute_text(a, n, "ep_sdk_version", fp8c_version());
  attribute_text(a, n, "notes", o->hash);
}

static Onnx__OperatorSetIdProto *domain_of(arena *a, const char *domain, int64_t version) {
  Onnx__OperatorSetIdProto *set = NEW(a, Onnx__OperatorSetIdProto);
  onnx__operator_set_id_proto__init(set);
  set->domain = export_string(domain);
  set->has_version = 1;
  set->version = version;
  return set;
}

fp8c_status onnx_context(arena *a, const context_options *o, const char *path, fp8c_error *err) {
  hash_map taken;
  map_init(&taken, a);
  Onnx__NodeProto n, *only = &n;
  Onnx__GraphProto g;
  Onnx__ModelProto m;
  onnx__node_proto__init(&n);
  onnx__graph_proto__init(&g);
  onnx__model_proto__init(&m);
  g.name = export_string("fp8c");
  g.n_node = 1;
  g.node = &only;
  g.n_input = n.n_input = o->input_count;
  g.n_output = n.n_output = o->output_count;
  TRY(ports_of(a, o->inputs, o->input_count, &taken, &g.input, &n.input, err));
  TRY(ports_of(a, o->outputs, o->output_count, &taken, &g.output, &n.output, err));
  bool apart = o->beside || o->plan_bytes > INT32_MAX - STRUCTURE_BYTES;
  const char *slash = strrchr(path, '/'), *beside = arena_printf(a, "%s.fp8c", path);
  describe(a, o, apart ? arena_printf(a, "%s.fp8c", slash ? slash + 1 : path) : NULL, &n);
  Onnx__OperatorSetIdProto *sets[] = {domain_of(a, "", EXPORT_OPSET),
                                      domain_of(a, "com.microsoft", CONTEXT_OPSET)};
  m.has_ir_version = 1;
  m.ir_version = EXPORT_IR_VERSION;
  m.producer_name = export_string("fp8c");
  m.producer_version = export_string(fp8c_version());
  m.n_opset_import = 2;
  m.opset_import = sets;
  m.graph = &g;
  uint8_t *bytes;
  size_t count = export_pack(a, &m.base, &bytes);
  file_batch *files = file_batch_new(a);
  if (apart) TRY(file_batch_write(files, beside, o->plan, o->plan_bytes, err));
  TRY(file_batch_write(files, path, bytes, count, err));
  return file_batch_commit(files, err);
}
