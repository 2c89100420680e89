/* inspect.c - models, plans and the compiler's own tables as JSON. */
#include "compiler/report/inspect.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "codegen/codegen.h"
#include "compiler/compile/entry.h"
#include "frontend/onnx.h"
#include "passes/pass.h"
#include "runtime/plan_text.h"

#define NAME_BYTES 256 /* a short index may stand for a long name, many times */

/* A name as a person reads it; of a longer one the beginning. */
static json_t *name_json(const char *s) {
  size_t n = strnlen(s, NAME_BYTES + 1);
  if (n <= NAME_BYTES) return json_string(s);
  for (n = NAME_BYTES; n > 0 && (s[n] & 0xC0) == 0x80; n--) continue; /* between characters */
  return json_sprintf("%.*s...", (int)n, s);
}

static json_t *dims_json(const int64_t *dims, int rank, const symbol *symbols,
                         const char *const *names) {
  if (rank < 0) return json_null(); /* known when it is run */
  json_t *list = json_array();
  for (int i = 0; i < rank; i++) {
    if (dims[i] >= 0)
      json_array_append_new(list, json_integer(dims[i]));
    else if (symbols)
      json_array_append_new(list, name_json(symbols[DIM_SYMBOL_INDEX(dims[i])].name));
    else if (names)
      json_array_append_new(list, name_json(names[DIM_SYMBOL_INDEX(dims[i])]));
  }
  return list;
}

static json_t *port_json(const char *name, const tensor *t, const graph *g) {
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(name));
  json_object_set_new(o, "dtype", json_string(fp8c_dtype_name(t->dtype)));
  json_object_set_new(o, "shape", dims_json(t->dims, t->rank, g->symbols, NULL));
  return o;
}

static void problem_found(void *user, const import_problem *p) {
  json_t *o = json_object();
  json_object_set_new(o, "code", json_string(p->code));
  json_object_set_new(o, "node", json_string(p->node ? p->node : ""));
  json_object_set_new(o, "text", json_string(p->text));
  json_array_append_new(user, o);
}

static json_t *graph_ops_json(const graph *g) {
  size_t counts[OP_COUNT] = {0};
  for (const node *n = g->first; n; n = n->next) counts[op_of(n->op)]++;
  json_t *list = json_array();
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    if (!counts[op->id]) continue;
    json_t *o = json_object();
    json_object_set_new(o, "op", json_string(op->name));
    json_object_set_new(o, "count", json_integer((json_int_t)counts[op->id]));
    json_array_append_new(list, o);
  }
  return list;
}

typedef struct inspection {
  const char *path;
  json_t *o;
} inspection;

static fp8c_status inspect_in(arena *keep, void *user, fp8c_error *err) {
  const inspection *in = user;
  json_t *o = in->o;
  json_t *problems = json_array();
  json_object_set_new(o, "problems", problems);
  import_options options = {.problem = problem_found, .user = problems};
  graph *g = NULL;
  import_info info = {0};
  fp8c_error why = {0};
  fp8c_status status = onnx_import(keep, in->path, &options, &g, &info, &why);
  bool supported = status == FP8C_OK;
  if (!supported && status != FP8C_ERROR_UNSUPPORTED) return fail(err, status, "%s", why.text);
  json_object_set_new(o, "supported", json_boolean(supported));
  json_object_set_new(o, "bytes", json_integer((json_int_t)info.model_bytes));
  json_object_set_new(o, "opset", json_integer(info.opset));
  json_object_set_new(o, "ir_version", json_integer(info.ir_version));
  json_object_set_new(o, "producer", json_string(info.producer ? info.producer : ""));
  json_object_set_new(o, "nodes", json_integer((json_int_t)info.node_count));
  json_t *files = json_array();
  for (size_t i = 0; i < info.file_count; i++)
    json_array_append_new(files, json_string(info.files[i]->path));
  json_object_set_new(o, "external_data", files);
  if (!supported) {
    json_object_set_new(o, "reason", json_string(why.text));
    return FP8C_OK;
  }
  json_t *inputs = json_array(), *outputs = json_array();
  for (size_t i = 0; i < g->input_count; i++)
    json_array_append_new(inputs, port_json(g->inputs[i]->name, &g->inputs[i]->type, g));
  for (size_t i = 0; i < g->output_count; i++)
    json_array_append_new(outputs, port_json(g->output_names[i], &g->outputs[i]->type, g));
  json_object_set_new(o, "inputs", inputs);
  json_object_set_new(o, "outputs", outputs);
  json_object_set_new(o, "operators", graph_ops_json(g));
  return FP8C_OK;
}

fp8c_status inspect_model(const char *path, json_t **out, fp8c_error *err) {
  inspection in = {path, json_object()};
  *out = NULL;
  fp8c_status status = entry_run(inspect_in, &in, err);
  if (status != FP8C_OK)
    json_decref(in.o);
  else
    *out = in.o;
  return status;
}

/* ---- Plans ------------------------------------------------------------- */

static json_t *plan_ports(const plan *p, const plan_port *ports, const bool *hidden,
                          uint32_t count) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++) {
    if (hidden[i]) continue;
    json_t *o = json_object();
    json_object_set_new(o, "name", json_string(ports[i].name));
    json_object_set_new(o, "dtype", json_string(fp8c_dtype_name(ports[i].dtype)));
    json_object_set_new(o, "shape", dims_json(ports[i].dims, ports[i].rank, NULL, p->symbols));
    if (ports[i].scale != 1.0f) json_object_set_new(o, "scale", json_real(ports[i].scale));
    json_array_append_new(list, o);
  }
  return list;
}

static json_t *cpu_step(const plan_variant *v, const plan_op *op) {
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(op->name ? op->name : ""));
  json_object_set_new(o, "kernel", json_string(op->op->name));
  char types[160] = "";
  for (uint32_t i = 0; i < op->in_count && i < 4; i++)
    if (op->in[i] != PLAN_NO_VALUE) {
      size_t n = strlen(types);
      snprintf(types + n, sizeof types - n, "%s%s", n ? ", " : "",
               fp8c_dtype_name(v->values[op->in[i]].dtype));
    }
  size_t n = strlen(types);
  if (op->out_count && op->out[0] != PLAN_NO_VALUE)
    snprintf(types + n, sizeof types - n, " -> %s", fp8c_dtype_name(v->values[op->out[0]].dtype));
  json_object_set_new(o, "precision", json_string(types));
  return o;
}

static json_t *gpu_step(const plan_variant *v, const plan_launch *l) {
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(l->name ? l->name : ""));
  json_object_set_new(o, "kernel", name_json(plan_launch_kernel(v, l)));
  json_object_set_new(o, "precision", json_string(l->precision ? l->precision : ""));
  return o;
}

static json_t *variant_json(const plan *p, const plan_variant *v) {
  json_t *o = json_object(), *steps = json_array();
  uint64_t weights = 0, cubins = 0;
  for (uint32_t i = 0; i < v->value_count; i++)
    if (v->values[i].kind == PLAN_VALUE_CONST) weights += p->blobs[v->values[i].index].bytes;
  for (uint32_t i = 0; i < v->kernel_count; i++) cubins += p->blobs[v->kernels[i].blob].bytes;
  for (uint32_t i = 0; i < v->op_count; i++) json_array_append_new(steps, cpu_step(v, &v->ops[i]));
  for (uint32_t i = 0; i < v->launch_count; i++)
    json_array_append_new(steps, gpu_step(v, &v->launches[i]));
  json_object_set_new(o, "target", json_string(v->target));
  json_object_set_new(o, "profile", json_string(v->profile));
  json_object_set_new(o, "weight_bytes", json_integer((json_int_t)weights));
  json_object_set_new(o, "activation_bytes", json_integer((json_int_t)v->arena_bytes));
  json_object_set_new(o, "workspace_bytes", json_integer((json_int_t)v->workspace_bytes));
  json_object_set_new(o, "kernels", json_integer(v->kernel_count));
  json_object_set_new(o, "kernel_bytes", json_integer((json_int_t)cubins));
  json_object_set_new(o, "steps", steps);
  return o;
}

/* What the plan keeps from run to run; NULL: nothing. */
static json_t *memory_json(const plan *p) {
  const plan_memory *m = &p->memory;
  if (m->state_count == 0) return NULL;
  json_t *o = json_object(), *states = json_array(), *derived = json_array();
  for (uint32_t i = 0; i < m->state_count; i++) {
    const plan_port *in = &p->inputs[m->states[i].input];
    json_t *state = json_object();
    json_object_set_new(state, "input", json_string(in->name));
    json_object_set_new(state, "output", json_string(p->outputs[m->states[i].output].name));
    json_object_set_new(state, "dtype", json_string(fp8c_dtype_name(in->dtype)));
    json_object_set_new(state, "shape", dims_json(in->dims, in->rank, NULL, p->symbols));
    json_object_set_new(state, "grows", json_boolean(m->states[i].rows == PLAN_ROWS_GROW));
    json_array_append_new(states, state);
  }
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].role != PLAN_ROLE_TOKENS)
      json_array_append_new(derived, json_string(p->inputs[m->fills[i].input].name));
  json_object_set_new(o, "capacity", json_integer((json_int_t)m->capacity));
  json_object_set_new(o, "vocabulary",
                      m->vocabulary ? json_integer((json_int_t)m->vocabulary) : json_null());
  json_object_set_new(
      o, "tokens",
      m->tokens == PLAN_NO_VALUE ? json_null() : json_string(p->inputs[m->tokens].name));
  json_object_set_new(o, "states", states);
  json_object_set_new(o, "derived_inputs", derived);
  return o;
}

static void add_ports(const plan *p, json_t *o) {
  bool *hidden = host_alloc((size_t)p->input_count + p->output_count + 1);
  if (!hidden) return;
  plan_hidden_ports(p, hidden, hidden + p->input_count);
  json_object_set_new(o, "inputs", plan_ports(p, p->inputs, hidden, p->input_count));
  json_object_set_new(o, "outputs",
                      plan_ports(p, p->outputs, hidden + p->input_count, p->output_count));
  host_free(hidden);
}

json_t *inspect_plan(const plan *p) {
  json_t *o = json_object(), *variants = json_array(), *libraries = json_array();
  char hex[65];
  hash_hex(&p->model_hash, hex);
  uint64_t blobs = 0;
  for (uint32_t i = 0; i < p->blob_count; i++) blobs += p->blobs[i].bytes;
  for (uint32_t i = 0; i < p->variant_count; i++)
    json_array_append_new(variants, variant_json(p, &p->variants[i]));
  for (uint32_t i = 0; i < p->library_count; i++) {
    json_t *l = json_object();
    json_object_set_new(l, "name", json_string(p->libraries[i].name));
    json_object_set_new(l, "version_min", json_integer(p->libraries[i].version_min));
    json_array_append_new(libraries, l);
  }
  json_object_set_new(o, "compiler", json_string(p->compiler));
  json_object_set_new(o, "options", json_string(p->options));
  json_object_set_new(o, "nvrtc", json_string(p->nvrtc));
  json_object_set_new(o, "model", json_string(p->model_name));
  json_object_set_new(o, "model_hash", json_string(hex));
  add_ports(p, o);
  if (p->memory.state_count) json_object_set_new(o, "memory", memory_json(p));
  json_object_set_new(o, "variants", variants);
  json_object_set_new(o, "libraries", libraries);
  json_object_set_new(o, "blob_bytes", json_integer((json_int_t)blobs));
  return o;
}

/* ---- The compiler's own tables ------------------------------------------ */

static const char *pipeline_of(const char *name) {
  for (size_t i = 0; i < pipeline_optimise_count; i++)
    if (strcmp(pipeline_optimise[i], name) == 0) return "optimise";
  for (size_t i = 0; i < pipeline_precision_count; i++)
    if (strcmp(pipeline_precision[i], name) == 0) return "precision";
  for (size_t i = 0; i < pipeline_variant_count; i++)
    if (strcmp(pipeline_variant[i], name) == 0) return "variant";
  return "";
}

json_t *inspect_passes(void) {
  json_t *list = json_array();
  for (size_t i = 0; pass_at(i); i++) {
    json_t *o = json_object();
    json_object_set_new(o, "name", json_string(pass_at(i)->name));
    json_object_set_new(o, "does", json_string(pass_at(i)->does));
    json_object_set_new(o, "pipeline", json_string(pipeline_of(pass_at(i)->name)));
    json_array_append_new(list, o);
  }
  return list;
}

/* ---- Operators ----------------------------------------------------------- */

/* Element types a row takes. */
static const char *types_of(const op_info *op) {
  if (op->types == TYPES_MOVE) return "any";
  if (!op->takes) return "ONNX's";
  switch (op->takes) {
    case TAKES_FLOAT:
      return "float";
    case TAKES_NUMBER:
      return "float, int";
    case TAKES_ANY:
      return "float, int, bool";
    case TAKES_BOOL:
      return "bool";
    case TAKES_UNSIGNED:
      return "uint";
    default:
      return "int";
  }
}

static int first_opset(const char *name) {
  static const struct {
    const char *name;
    int first;
  } later[] = {
#define FIRST(name_, first_) {name_, first_},
#include "ops/first.def"
#undef FIRST
  };
  for (size_t i = 0; i < sizeof later / sizeof *later; i++)
    if (strcmp(later[i].name, name) == 0) return later[i].first;
  return ONNX_OPSET_MIN;
}

static json_t *operator_json(const char *name, const char *domain, const char *as) {
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(name));
  json_object_set_new(o, "domain", json_string(domain));
  json_object_set_new(o, "cpu", json_true());
  if (as) json_object_set_new(o, "becomes", json_string(as));
  if (!*domain) {
    json_object_set_new(o, "first_opset", json_integer(first_opset(name)));
    json_object_set_new(o, "last_opset", json_integer(ONNX_OPSET_MAX));
  }
  return o;
}

json_t *inspect_ops(void) {
  static const char *const others[][2] = {
      {"Constant", "a constant"},           {"SequenceEmpty", "a sequence"},
      {"SequenceMap", "its body, or Loop"}, {"Optional", "a sequence"},
      {"OptionalGetElement", "SequenceAt"}, {"Upsample", "Resize"},
      {"Scatter", "ScatterElements"}};
  json_t *list = json_array();
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    json_t *o = operator_json(op->name, op->domain, NULL);
    json_object_set_new(o, "since", json_integer(op->since));
    json_object_set_new(o, "types", json_string(types_of(op)));
    json_object_set_new(o, "gpu", json_boolean(cuda_has_kernel(op)));
    json_object_set_new(o, "class", json_string(op_class_name(op->precision)));
    bool direct = op->family == FAMILY_NONE && codegen_has_direct(op);
    json_object_set_new(o, "family", json_string(direct ? "direct" : op_family_name(op->family)));
    json_object_set_new(o, "inputs_min", json_integer(op->in_min));
    json_object_set_new(o, "inputs_max", json_integer(op->in_max));
    json_object_set_new(o, "outputs_max", json_integer(op->out_max));
    json_array_append_new(list, o);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    json_array_append_new(list, operator_json(others[i][0], "", others[i][1]));
  const char *name, *domain;
  for (size_t i = 0; (name = contrib_name(i, &domain)); i++)
    json_array_append_new(list, operator_json(name, domain, "nodes of ONNX"));
  return list;
}

const char *inspect_ops_page(arena *a) {
  static const struct {
    const char *domain, *head;
    bool becomes;
  } parts[] = {{"",
                "## ONNX (ai.onnx)\n\n| operator | opsets | types | CPU | GPU | class "
                "|\n|---|---|---|---|---|---|\n",
                false},
               {"",
                "\n## ONNX operators that become others on the way in\n\n| operator | opsets | "
                "becomes |\n|---|---|---|\n",
                true},
               {"com.microsoft",
                "\n## com.microsoft\n\nEach becomes the nodes of its definition, for every device "
                "that has those.\n\n"
                "| operator | becomes |\n|---|---|\n",
                true},
               {"fp8c",
                "\n## fp8c's own\n\nMade by passes, never imported.\n\n| operator | types | CPU | "
                "GPU | class |\n"
                "|---|---|---|---|---|\n",
                false}};
  json_t *list = inspect_ops();
  text t;
  text_init(&t, a);
  for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
    size_t i;
    json_t *o;
    text_add(&t, parts[p].head);
    json_array_foreach(list, i, o) {
      const char *becomes = json_text_of(o, "becomes");
      if (strcmp(json_text_of(o, "domain"), parts[p].domain) != 0 ||
          (*becomes != 0) != parts[p].becomes)
        continue;
      text_printf(&t, "| %s |", json_text_of(o, "name"));
      if (!*parts[p].domain)
        text_printf(&t, " %lld to %lld |",
                    (long long)json_integer_value(json_object_get(o, "first_opset")),
                    (long long)json_integer_value(json_object_get(o, "last_opset")));
      if (parts[p].becomes)
        text_printf(&t, " %s |\n", becomes);
      else
        text_printf(&t, " %s | yes | %s | %s |\n", json_text_of(o, "types"),
                    json_is_true(json_object_get(o, "gpu")) ? "yes" : "", json_text_of(o, "class"));
    }
  }
  json_decref(list);
  return text_cstr(&t);
}
