/* parse.c - the text form (docs/ir.md) back to a graph.
 *
 * The text may come from anybody: every size is checked before it is
 * allocated, nesting is bounded, and each error says line:column.  Types are
 * stated in the text and checked against the operators' shape rules, so a test
 * cannot state a graph that could not exist. */
#include "ir/parser.h"

#define MAX_NESTING 16                       /* of control-flow bodies */
#define MAX_RANDOM_BYTES ((size_t)256 << 20) /* of one random(seed) constant */

/* ---- Lines -------------------------------------------------------------- */

static fp8c_status take_const(parser *p, graph *g) {
  const char *name = NULL;
  typed t;
  TRY(parse_new_name(p, g, false, &name));
  TRY(parse_expect(p, ':'));
  TRY(parse_typed(p, g, &t));
  int64_t elements;
  size_t bytes;
  if (!tensor_shape_known(&t.type) || !shape_elements(t.type.dims, t.type.rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(t.type.dtype), &bytes))
    FAIL_AT(p, t.at, "%s", "the shape of a constant is made of sizes");
  TRY(parse_expect(p, '='));
  blob data = {.bytes = bytes};
  uint64_t seed = 0;
  token at = p->now;
  if (parse_at(p, '{')) {
    void *numbers;
    TRY(parse_elements(p, &t.type, elements, &numbers));
    data.memory = numbers;
  } else if (parse_at_word(p, "random") || parse_at_word(p, "random_bytes") ||
             parse_at_word(p, "blob")) {
    bool whole = parse_at_word(p, "random_bytes"), random = whole || parse_at_word(p, "random");
    int64_t i;
    TRY(parse_advance(p));
    TRY(parse_expect(p, '('));
    TRY(parse_int(p, &i));
    TRY(parse_expect(p, ')'));
    if (random) {
      if (i <= 0) FAIL_AT(p, at, "random(%lld): a seed is a positive integer", (long long)i);
      if (bytes > MAX_RANDOM_BYTES)
        FAIL_AT(p, at, "%zu random bytes; at most %zu", bytes, MAX_RANDOM_BYTES);
      tensor x = t.type;
      x.data = arena_alloc(p->a, bytes ? bytes : 1);
      if (whole && t.type.dtype != FP8C_DTYPE_U8)
        FAIL_AT(p, at, "random_bytes(%lld): the constant is no u8", (long long)i);
      seed = (uint64_t)i | (whole ? SEED_OF_BYTES : 0);
      fill_random(&x, seed);
      data.memory = x.data;
    } else {
      if (i < 0 || (uint64_t)i >= p->blob_count)
        FAIL_AT(p, at, "blob(%lld); %zu blobs are given", (long long)i, p->blob_count);
      if (p->blobs[i].bytes != bytes)
        FAIL_AT(p, at, "blob(%lld) has %llu bytes; the type has %zu", (long long)i,
                (unsigned long long)p->blobs[i].bytes, bytes);
      data = p->blobs[i];
    }
  } else {
    return parse_unexpected(p, "{numbers}, random(seed), random_bytes(seed) or blob(index)");
  }
  value *v = graph_const(g, name, &t.type, data);
  parse_apply_type(v, &t);
  v->seed = seed;
  return FP8C_OK;
}

static fp8c_status take_input(parser *p, graph *g) {
  const char *name = NULL;
  typed t;
  TRY(parse_new_name(p, g, false, &name));
  TRY(parse_expect(p, ':'));
  TRY(parse_typed(p, g, &t));
  parse_apply_type(graph_input(g, name, &t.type), &t);
  return FP8C_OK;
}

static fp8c_status take_output(parser *p, graph *g) {
  value *v;
  token at = p->now;
  TRY(parse_use(p, g, &v));
  if (!v) FAIL_AT(p, at, "%s", "an output cannot be omitted");
  const char *port = NULL;
  if (parse_at_word(p, "as")) {
    TRY(parse_advance(p));
    TRY(parse_string(p, &port));
  }
  graph_output(g, port, v);
  return FP8C_OK;
}

static fp8c_status take_symbol(parser *p, graph *g) {
  const char *name = NULL;
  int64_t size;
  TRY(parse_word(p, &name, "the name of a dimension"));
  TRY(parse_expect(p, '='));
  token at = p->now;
  TRY(parse_int(p, &size));
  if (size < 0) FAIL_AT(p, at, "a dimension cannot be %lld", (long long)size);
  size_t index = DIM_SYMBOL_INDEX(graph_symbol(g, name)); /* may move the symbols */
  g->symbols[index].bound = size;
  return FP8C_OK;
}

/* ---- Attributes --------------------------------------------------------- */

static fp8c_status take_graph(parser *p, graph *parent, graph **out);

static fp8c_status take_attr_tensor(parser *p, graph *g, attr *x) {
  typed t;
  TRY(parse_type(p, g, &t));
  int64_t elements;
  if (!tensor_shape_known(&t.type) || !shape_elements(t.type.dims, t.type.rank, &elements) ||
      t.scale_vector)
    FAIL_AT(p, t.at, "%s", "the shape of a tensor attribute is made of sizes");
  tensor *copy = NEW(p->a, tensor);
  TRY(parse_elements(p, &t.type, elements, &t.type.data));
  *copy = t.type;
  x->tensor = copy;
  return FP8C_OK;
}

static fp8c_status take_attr_list(parser *p, attr *x) {
  int64_t *ints = NULL;
  float *floats = NULL;
  const char **strings = NULL;
  TRY(parse_expect(p, '['));
  while (!parse_at(p, ']')) {
    if (x->count) TRY(parse_expect(p, ','));
    int64_t i = 0;
    float f = 0;
    const char *s = NULL;
    if (x->kind == ATTR_INTS) {
      TRY(parse_int(p, &i));
      ARENA_PUSH(p->a, ints, x->count, i);
    } else if (x->kind == ATTR_FLOATS) {
      TRY(parse_f32(p, &f));
      ARENA_PUSH(p->a, floats, x->count, f);
    } else {
      TRY(parse_string(p, &s));
      ARENA_PUSH(p->a, strings, x->count, s);
    }
  }
  if (x->kind == ATTR_INTS)
    x->ints = ints;
  else if (x->kind == ATTR_FLOATS)
    x->floats = floats;
  else
    x->strings = strings;
  return parse_advance(p);
}

static fp8c_status take_attr(parser *p, graph *g, node *n, const op_info *op) {
  token at = p->now;
  const char *name = NULL;
  TRY(parse_word(p, &name, "the name of an attribute"));
  const attr_spec *s = op->attrs;
  while (s->name && strcmp(s->name, name) != 0) s++;
  if (!s->name) FAIL_AT(p, at, "%s has no attribute \"%s\"", op->name, name);
  if (node_attr(n, name)) FAIL_AT(p, at, "attribute \"%s\" is given twice", name);
  TRY(parse_expect(p, '='));
  attr x = {.name = name, .kind = s->kind};
  switch (s->kind) {
    case ATTR_INT:
      TRY(parse_int(p, &x.i));
      break;
    case ATTR_FLOAT:
      TRY(parse_f32(p, &x.f));
      break;
    case ATTR_STRING:
      TRY(parse_string(p, &x.s));
      break;
    case ATTR_TENSOR:
      TRY(take_attr_tensor(p, g, &x));
      break;
    case ATTR_GRAPH: {
      graph *body;
      TRY(take_graph(p, g, &body));
      x.graph = body;
      break;
    }
    default:
      TRY(take_attr_list(p, &x));
      break;
  }
  node_set_attr(n, x);
  return FP8C_OK;
}

/* Fields up to the closing brace, or to the end of the text. */
static fp8c_status take_fields(parser *p, decision *d, bool braced) {
  d->sqnr_db = (double)NAN;
  for (size_t k = 0; k < ROUNDED_FORMATS; k++) d->sqnr_of[k] = (double)NAN;
  for (size_t k = 0; k < WHAT_IFS; k++) d->what_if_db[k] = (double)NAN;
  for (size_t k = 0; k < SUM_INTERVALS; k++) d->sums_db[k] = (double)NAN;
  const struct {
    const char *name;
    fp8c_dtype *format;
    const char **s;
    double *x;
    int *interval;
    uint64_t *count;
  } fields[] = {{"format", .format = &d->format},
                {"rule", .s = &d->rule},
                {"reason", .s = &d->reason},
                {"granularity", .s = &d->granularity},
                {"policy", .s = &d->policy},
                {"weights_format", .format = &d->weights_format},
                {"sqnr_db", .x = &d->sqnr_db},
#define ROUNDED_FORMAT(id_, name_, ...) {"sqnr_" #name_ "_db", .x = &d->sqnr_of[PRODUCT_##id_]},
#define WHOLE_FORMAT(...)
#include "base/formats.def"
                {"what_if_e3m4_db", .x = &d->what_if_db[WHAT_IF_E3M4]},
                {"what_if_e2m5_db", .x = &d->what_if_db[WHAT_IF_E2M5]},
                {"what_if_int8_db", .x = &d->what_if_db[WHAT_IF_INT8]},
                {"sums_off_db", .x = &d->sums_db[0]},
                {"sums_512_db", .x = &d->sums_db[1]},
                {"sums_256_db", .x = &d->sums_db[2]},
                {"sums_128_db", .x = &d->sums_db[3]},
                {"sums_64_db", .x = &d->sums_db[4]},
                {"promote", .interval = &d->promote},
                {"macs", .count = &d->macs},
                {"merged", .count = &d->merged}};
  const size_t count = sizeof fields / sizeof *fields;
  for (bool first = true; braced ? !parse_at(p, '}') : p->now.kind != T_END; first = false) {
    if (!first) TRY(parse_expect(p, ','));
    token at = p->now;
    const char *name = NULL;
    TRY(parse_word(p, &name, "a field of the decision"));
    size_t i = 0;
    while (i < count && strcmp(fields[i].name, name) != 0) i++;
    if (i == count) FAIL_AT(p, at, "a decision has no field \"%s\"", name);
    TRY(parse_expect(p, '='));
    if (fields[i].format) {
      const char *word = NULL;
      token of = p->now;
      TRY(parse_string(p, &word));
      *fields[i].format = dtype_from_name(word);
      if (!*fields[i].format) FAIL_AT(p, of, "there is no format \"%s\"", word);
    } else if (fields[i].s) {
      TRY(parse_string(p, fields[i].s));
    } else if (fields[i].x) {
      TRY(parse_f64(p, fields[i].x));
    } else if (fields[i].interval) {
      int64_t k = 0;
      token of = p->now;
      TRY(parse_int(p, &k));
      if (!linear_promotes(k))
        FAIL_AT(p, of, "promote is %lld; it is -1, 0, 64, 128, 256 or 512", (long long)k);
      *fields[i].interval = (int)k;
    } else {
      TRY(parse_element(p, FP8C_DTYPE_U64, fields[i].count));
    }
  }
  return FP8C_OK;
}

static fp8c_status take_decision(parser *p, node *n) {
  n->decision = NEW(p->a, decision);
  TRY(parse_expect(p, '{'));
  TRY(take_fields(p, n->decision, true));
  return parse_advance(p);
}

fp8c_status graph_parse_decision(arena *a, const char *source, decision **out, fp8c_error *err) {
  parser p = {.a = a, .at = source, .line_start = source, .line = 1, .err = err};
  *out = NULL;
  TRY(parse_advance(&p));
  decision *d = NEW(a, decision);
  TRY(take_fields(&p, d, false));
  *out = d;
  return FP8C_OK;
}

/* ---- Nodes -------------------------------------------------------------- */

static const op_info *find_op(parser *p, const char *name) {
  const op_info *op = op_find("", name);
  if (!op) op = op_find("fp8c", name);
  const char *dot = strrchr(name, '.');
  if (!op && dot) op = op_find(arena_strndup(p->a, name, (size_t)(dot - name)), dot + 1);
  return op;
}

static fp8c_status check_types(parser *p, node *n, token at, const typed *types) {
  graph *g = n->graph;
  arena_mark mark = arena_save(g->scratch);
  tensor *rule;
  fp8c_error inner = {0};
  fp8c_status status = node_rule(n, g->scratch, &rule, &inner);
  if (status != FP8C_OK) {
    arena_reset(g->scratch, mark);
    return fail(p->err, status, "%d:%d: %s: %s", at.line, at.column, n->op->name,
                rule_sentence(n, inner.text));
  }
  for (size_t i = 0; i < n->out_count && status == FP8C_OK; i++)
    if (n->out[i] && !types_agree(&n->out[i]->type, &rule[i]))
      status = fail(p->err, FP8C_ERROR_FORMAT, "%d:%d: %s: the type is stated as %s; it is %s",
                    types[i].at.line, types[i].at.column, n->op->name,
                    tensor_type_text(g->scratch, &n->out[i]->type),
                    tensor_type_text(g->scratch, &rule[i]));
  arena_reset(g->scratch, mark);
  return status;
}

/* ["named" "..."] ["from" nothing | "...", ...] ["decision" {...}] */
static fp8c_status take_origin(parser *p, node *n) {
  const char *s = NULL;
  const value *first = node_first_output(n);
  n->name = first ? arena_strdup(p->a, first->name) : "";
  n->source_count = 0;
  if (parse_at_word(p, "named")) {
    TRY(parse_advance(p));
    TRY(parse_string(p, &n->name));
  }
  if (parse_at_word(p, "from")) {
    TRY(parse_advance(p));
    if (parse_at_word(p, "nothing")) {
      TRY(parse_advance(p));
    } else {
      for (bool more = true; more;) {
        TRY(parse_string(p, &s));
        node_add_source(n, s);
        TRY(parse_maybe(p, ',', &more));
      }
    }
  } else {
    node_add_source(n, n->name);
  }
  if (parse_at_word(p, "decision")) {
    TRY(parse_advance(p));
    TRY(take_decision(p, n));
  }
  return FP8C_OK;
}

static fp8c_status take_operand(parser *p, graph *g, value **out) {
  if (!p->values || parse_at_word(p, "_")) return parse_use(p, g, out);
  if (p->now.kind == T_WORD) {
    attr x = {.kind = ATTR_TENSOR};
    TRY(take_attr_tensor(p, g, &x));
    *out = graph_const_copy(g, NULL, x.tensor, x.tensor->data);
    return FP8C_OK;
  }
  const map_entry *e = p->now.kind == T_VALUE ? map_find(p->values, p->now.text) : NULL;
  if (!e) return parse_unexpected(p, "a value that was given or made, or a constant");
  *out = e->item;
  return parse_advance(p);
}

static bool at_operand(const parser *p) {
  bool constant = p->values && p->now.kind == T_WORD && dtype_from_name(p->now.text);
  return p->now.kind == T_VALUE || parse_at_word(p, "_") || constant;
}

static fp8c_status take_attributes(parser *p, node *n) {
  if (!parse_at(p, '{')) return FP8C_OK;
  TRY(parse_advance(p));
  for (bool first = true; !parse_at(p, '}'); first = false) {
    if (!first) TRY(parse_expect(p, ','));
    TRY(take_attr(p, n->graph, n, n->op));
  }
  return parse_advance(p);
}

/* What is omitted at the end of the operands is absent; results are known by their names here only.
 */
static fp8c_status splice_node(parser *p, graph *g, const op_info *op, const char *const *names,
                               size_t out_count, value *const *in, size_t in_count) {
  while (in_count && !in[in_count - 1]) in_count--;
  node *n = graph_node(g, NULL, op, p->title, in, in_count, out_count);
  p->made++;
  TRY(take_attributes(p, n));
  TRY(node_infer(n, p->err));
  for (size_t i = 0; i < out_count; i++)
    if (names[i]) map_put(p->values, names[i])->item = n->out[i];
  return FP8C_OK;
}

static fp8c_status take_node(parser *p, graph *g, region *r) {
  arena *s = p->a;
  const char **names = NULL;
  value **in = NULL;
  typed *types = NULL;
  size_t out_count = 0, in_count = 0, type_count = 0;
  bool more;
  do {
    const char *name = NULL;
    token at = p->now;
    TRY(parse_new_name(p, p->values ? NULL : g, true, &name));
    for (size_t i = 0; i < out_count; i++)
      if (name && names[i] && strcmp(name, names[i]) == 0)
        FAIL_AT(p, at, "the name %%%s is taken", name);
    if (out_count == OP_MAX_INPUTS) FAIL_AT(p, at, "more than %d outputs", OP_MAX_INPUTS);
    ARENA_PUSH(s, names, out_count, name);
    TRY(parse_maybe(p, ',', &more));
  } while (more);
  TRY(parse_expect(p, '='));
  token at = p->now;
  if (p->now.kind != T_WORD) return parse_unexpected(p, "an operator");
  const op_info *op = find_op(p, p->now.text);
  if (!op) FAIL_AT(p, at, "there is no operator %s", p->now.text);
  TRY(parse_advance(p));
  more = at_operand(p);
  while (more) {
    value *v;
    if (in_count == OP_MAX_INPUTS) FAIL_AT(p, p->now, "more than %d inputs", OP_MAX_INPUTS);
    TRY(take_operand(p, g, &v));
    ARENA_PUSH(s, in, in_count, v);
    TRY(parse_maybe(p, ',', &more));
  }
  if (p->values) return splice_node(p, g, op, names, out_count, in, in_count);
  node *n = graph_node(g, NULL, op, NULL, in, in_count, out_count);
  for (size_t i = 0; i < out_count; i++)
    if (names[i])
      value_rename(n->out[i], names[i]);
    else
      n->out[i] = NULL;
  TRY(take_attributes(p, n));
  TRY(parse_expect(p, ':'));
  do {
    typed t = {.at = p->now};
    if (type_count < out_count && !names[type_count])
      TRY(parse_expect_word(p, "_"));
    else
      TRY(parse_typed(p, g, &t));
    ARENA_PUSH(s, types, type_count, t);
    TRY(parse_maybe(p, ',', &more));
  } while (more);
  if (type_count != out_count) FAIL_AT(p, at, "%zu types for %zu outputs", type_count, out_count);
  for (size_t i = 0; i < out_count; i++)
    if (n->out[i]) parse_apply_type(n->out[i], &types[i]);
  n->region = r;
  TRY(take_origin(p, n));
  return check_types(p, n, at, types);
}

static fp8c_status take_region(parser *p, graph *g) {
  const char *kind = NULL;
  TRY(parse_word(p, &kind, "the kind of the region"));
  TRY(parse_expect(p, '{'));
  region *r = graph_region(g, kind);
  while (!parse_at(p, '}')) TRY(take_node(p, g, r));
  return parse_advance(p);
}

static fp8c_status take_line(parser *p, graph *g) {
  static const struct {
    const char *word;
    fp8c_status (*take)(parser *p, graph *g);
  } lines[] = {{"in", take_input},
               {"const", take_const},
               {"out", take_output},
               {"symbol", take_symbol},
               {"region", take_region}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (parse_at_word(p, lines[i].word)) {
      TRY(parse_advance(p));
      return lines[i].take(p, g);
    }
  if (p->now.kind == T_VALUE || parse_at_word(p, "_")) return take_node(p, g, NULL);
  return parse_unexpected(p,
                          "in, const, symbol, region, out or a node such as %y = Relu %x : f32[8]");
}

static fp8c_status take_graph(parser *p, graph *parent, graph **out) {
  token at = p->now;
  if (p->nesting == MAX_NESTING)
    FAIL_AT(p, at, "control-flow bodies are nested deeper than %d", MAX_NESTING);
  p->nesting++;
  TRY(parse_expect_word(p, "graph"));
  const char *name = NULL;
  TRY(parse_word(p, &name, "the name of the graph"));
  int64_t opset = 0;
  if (parse_at_word(p, "opset")) {
    TRY(parse_advance(p));
    TRY(parse_int(p, &opset));
    if (opset < 0 || opset > 1000) FAIL_AT(p, at, "opset %lld is none", (long long)opset);
  }
  TRY(parse_expect(p, '{'));
  graph *g = graph_new(p->a, name, (int)opset);
  g->parent = parent;
  while (!parse_at(p, '}')) TRY(take_line(p, g));
  p->nesting--;
  *out = g;
  return parse_advance(p);
}

fp8c_status graph_parse(arena *a, const char *source, const blob *blobs, size_t blob_count,
                        graph **out, fp8c_error *err) {
  *out = NULL;
  parser p = {.a = a, .at = source, .line_start = source, .line = 1, .err = err};
  p.blobs = blobs;
  p.blob_count = blob_count;
  TRY(parse_advance(&p));
  graph *g;
  TRY(take_graph(&p, NULL, &g));
  if (p.now.kind != T_END) return parse_unexpected(&p, "the end of the text");
  TRY(graph_verify(g, err));
  *out = g;
  return FP8C_OK;
}

fp8c_status graph_splice(graph *g, const char *source, const char *title, hash_map *values,
                         size_t *made, fp8c_error *err) {
  parser p = {.a = values->arena, .at = source, .line_start = source, .line = 1, .err = err};
  p.values = values;
  p.title = title;
  fp8c_status status = parse_advance(&p);
  while (status == FP8C_OK && p.now.kind != T_END) status = take_node(&p, g, NULL);
  *made = p.made;
  return status;
}
