/* support.c - finds everything a model asks for that fp8c does not have.
 *
 * A person deciding about a model wants the whole list at once, so this looks
 * at every node, bodies and local functions included, before any is built. */
#include <string.h>

#include "base/text.h"
#include "frontend/import.h"
#include "frontend/scope.h"

#define TITLE_BYTES 200        /* of a name in a sentence */
#define LISTED_PROBLEMS 8      /* in the error sentence */
#define REPORTED_PROBLEMS 1000 /* import_options.problem hears of no more than these */

/* `inlined` and `bytes` are those of the function or graph being looked at, functions in place: how
 * much a call makes at least.  Bodies of control flow, of which one may never be taken, count
 * nothing.  Functions that call each other twice double it. */
typedef struct survey {
  importer *im;
  uint64_t inlined, bytes;
  size_t problems;
  text listed;
  bool default_domain; /* some node is of it */
} survey;

/* A name as far as a person reads it. */
static const char *brief(arena *a, const char *name) {
  return strlen(name) <= TITLE_BYTES ? name : arena_printf(a, "%.*s...", TITLE_BYTES, name);
}

static void report(survey *s, const char *code, const Onnx__NodeProto *n, const char *sentence) {
  const import_options *o = s->im->options;
  if (o && o->problem && s->problems < REPORTED_PROBLEMS) {
    arena *a = s->im->import;
    import_problem p = {code, text_safe(a, brief(a, node_title(n))), text_safe(a, sentence)};
    o->problem(o->user, &p);
  }
  if (s->problems++ >= LISTED_PROBLEMS) return;
  arena *a = s->im->import;
  const char *domain = is_default_domain(n->domain) ? "" : brief(a, n->domain);
  const char *op_type = n->op_type && *n->op_type ? brief(a, n->op_type) : "no operator";
  text_printf(&s->listed, "%s%s%s%s (node \"%s\")", s->problems > 1 ? ", " : "", domain,
              *domain ? ":" : "", op_type, brief(a, node_title(n)));
}

static fp8c_status survey_nodes(survey *s, Onnx__NodeProto **nodes, size_t count, int depth,
                                fp8c_error *err);

static fp8c_status survey_function(survey *s, const Onnx__NodeProto *n, local_function *f,
                                   int depth, fp8c_error *err) {
  if (depth > SCOPE_MAX_DEPTH)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "node \"%s\": local functions call each other more than %d deep, or themselves",
                node_title(n), SCOPE_MAX_DEPTH);
  if (!f->measured) {
    survey outside = *s;
    f->measured = true;
    s->inlined = 0;
    s->bytes = f->bytes;
    TRY(survey_nodes(s, f->proto->node, f->proto->n_node, depth + 1, err));
    f->nodes = s->inlined;
    f->inlined_bytes = s->bytes;
    s->inlined = outside.inlined;
    s->bytes = outside.bytes;
  }
  s->inlined += f->nodes; /* no function is larger than the limits: no wrap */
  s->bytes += f->inlined_bytes;
  if (s->inlined > IMPORT_MAX_NODES)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "node \"%s\": with its local functions in place the model has more than %d nodes",
                brief(s->im->import, node_title(n)), IMPORT_MAX_NODES);
  if (s->bytes <= inlined_bytes_max(s->im)) return FP8C_OK;
  fp8c_status status = too_much_text(s->im, err);
  return fail_in(err, status, "node \"%s\"", brief(s->im->import, node_title(n)));
}

static fp8c_status survey_node(survey *s, const Onnx__NodeProto *n, int depth, fp8c_error *err) {
  arena *a = s->im->import;
  local_function *f = find_function(s->im, n);
  if (n->n_attribute > IMPORT_MAX_ATTRIBUTES)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "node \"%s\" has %zu attributes; at most %d are read",
                brief(a, node_title(n)), n->n_attribute, IMPORT_MAX_ATTRIBUTES);
  s->inlined++;
  if (f) return survey_function(s, n, f, depth, err);
  bool standard = is_default_domain(n->domain);
  const char *op_type = n->op_type ? brief(a, n->op_type) : "";
  if (standard) s->default_domain = true;
  if (is_contrib(n)) return FP8C_OK;
  if (!standard) {
    report(s, "op-unsupported", n,
           arena_printf(a, "operator \"%s\" of domain \"%s\" is not supported", op_type,
                        brief(a, n->domain)));
  } else if (strcmp(op_type, "Constant") != 0 && !is_sequence_operator(op_type) &&
             !op_find("", upgrade_name(op_type))) {
    report(s, "op-unsupported", n, arena_printf(a, "operator \"%s\" is not supported", op_type));
  }
  uint64_t inlined = s->inlined, bytes = s->bytes;
  for (size_t i = 0; i < n->n_attribute; i++) {
    const Onnx__AttributeProto *t = n->attribute[i];
    for (size_t k = 0; k < t->n_graphs + (t->g != NULL); k++) {
      Onnx__GraphProto *body = k < t->n_graphs ? t->graphs[k] : t->g;
      TRY(survey_nodes(s, body->node, body->n_node, depth + 1, err));
    }
  }
  s->inlined = inlined;
  s->bytes = bytes;
  return FP8C_OK;
}

static fp8c_status survey_nodes(survey *s, Onnx__NodeProto **nodes, size_t count, int depth,
                                fp8c_error *err) {
  s->im->node_count += count;
  for (size_t i = 0; i < count; i++) TRY(survey_node(s, nodes[i], depth, err));
  return FP8C_OK;
}

static fp8c_status collect_functions(importer *im, fp8c_error *err) {
  map_init(&im->functions, im->import);
  for (size_t i = 0; i < im->proto->n_functions; i++) {
    Onnx__FunctionProto *proto = im->proto->functions[i];
    const char *name = proto->name ? proto->name : "";
    local_function *f = NEW(im->import, local_function);
    f->proto = proto;
    f->bytes = protobuf_c_message_get_packed_size(&proto->base);
    if (proto->n_attribute_proto > IMPORT_MAX_ATTRIBUTES)
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "local function \"%s\" has %zu attributes; at most %d are read",
                  brief(im->import, name), proto->n_attribute_proto, IMPORT_MAX_ATTRIBUTES);
    if (!map_add(&im->functions,
                 function_key(im->import, proto->domain, proto->name, proto->overload), f))
      return fail(err, FP8C_ERROR_FORMAT, "local function \"%s\" is defined twice", name);
  }
  return FP8C_OK;
}

fp8c_status check_support(importer *im, fp8c_error *err) {
  TRY(collect_functions(im, err));
  survey s = {.im = im};
  text_init(&s.listed, im->import);
  Onnx__GraphProto *g = im->proto->graph;
  TRY(survey_nodes(&s, g->node, g->n_node, 0, err));
  if (s.problems > LISTED_PROBLEMS)
    text_printf(&s.listed, ", and %zu more", s.problems - LISTED_PROBLEMS);
  if (s.problems)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%zu node%s of the model cannot be done: %s",
                s.problems, s.problems == 1 ? "" : "s", text_cstr(&s.listed));
  return FP8C_OK;
}
