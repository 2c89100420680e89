/* print.c - a graph as text (docs/ir.md), one value a line.
 *
 * Everything that makes the graph what it is goes into the text, so a test can
 * state a graph by writing it and a dump can be run again.  Numbers print as
 * the shortest decimal that reads back exactly. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ir/graph.h"
#include "ir/graph_text.h"
#include "ir/internal.h"

#define INLINE_ELEMENTS 64 /* larger constants print as blob(i) */

typedef struct printer {
  text *t;
  blob *blobs;
  size_t blob_count;
} printer;

/* ---- Names and types ---------------------------------------------------- */

static bool plain_name(const char *s) {
  if (!*s) return false;
  for (; *s; s++)
    if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
          *s == '_' || *s == '.' || *s == '-'))
      return false;
  return true;
}

static bool plain_word(const char *s) {
  return plain_name(s) && ((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || *s == '_') &&
         !strchr(s, '-');
}

static void print_word(text *t, const char *s) {
  if (plain_word(s))
    text_add(t, s);
  else
    text_quote(t, s);
}

static void print_value(text *t, const value *v) {
  if (!v) {
    text_add(t, "_");
    return;
  }
  text_add(t, "%");
  if (plain_name(v->name))
    text_add(t, v->name);
  else
    text_quote(t, v->name);
}

static void print_scale(text *t, const value *v) {
  char number[32];
  const scale *s = &v->type.scale;
  if (s->kind == SCALE_NONE) return;
  text_add(t, "@");
  if (s->kind == SCALE_TENSOR) {
    text_add(t, float_print(s->value, number));
  } else {
    print_value(t, v->scale_vector);
    text_printf(t, "/%d", s->axis);
  }
}

static void print_dims(text *t, const graph *g, const tensor *type) {
  text_add(t, "[");
  if (type->rank < 0) text_add(t, "*");
  for (int i = 0; i < type->rank; i++) {
    int64_t d = type->dims[i];
    if (i) text_add(t, ", ");
    if (d >= 0)
      text_printf(t, "%lld", (long long)d);
    else if (d == DIM_UNKNOWN || DIM_SYMBOL_INDEX(d) >= g->symbol_count)
      text_add(t, "?");
    else
      print_word(t, g->symbols[DIM_SYMBOL_INDEX(d)].name);
  }
  text_add(t, "]");
}

/* One type as the text form has it: "e4m3@%s/0[64, seq]". */
static void graph_print_type(const value *v, text *t) {
  text_add(t, fp8c_dtype_name(v->type.dtype));
  print_scale(t, v);
  print_dims(t, v->graph, &v->type);
}

static void print_typed(text *t, const value *v) {
  graph_print_type(v, t);
  if (v->reason) {
    text_add(t, " ");
    text_quote(t, v->reason);
  }
}

/* ---- Numbers ------------------------------------------------------------ */

static void print_f32(text *t, float x) {
  char number[32];
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (isnan(x) && bits != 0x7fc00000u)
    text_printf(t, "0x%08x", bits); /* a NaN with a sign or a payload of its own */
  else
    text_add(t, float_print(x, number));
}

static void print_element(text *t, const tensor *x, int64_t i) {
  if (x->dtype == FP8C_DTYPE_F64) {
    char number[40];
    double d = ((const double *)x->data)[i];
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    if (isnan(d) && bits != 0x7ff8000000000000u)
      text_printf(t, "0x%016llx", (unsigned long long)bits);
    else
      text_add(t, double_print(d, number));
  } else if (x->dtype == FP8C_DTYPE_F32) {
    print_f32(t, ((const float *)x->data)[i]);
  } else if (dtype_is_small_float(x->dtype)) {
    size_t bytes = dtype_bytes(x->dtype);
    const char *code = (const char *)x->data + (size_t)i * bytes;
    float f, back = 0;
    floats_decode(x->dtype, code, &f, 1);
    if (isnan(f)) f = NAN;
    floats_encode(x->dtype, &f, &back, 1, !isinf(f));
    char number[32];
    if (memcmp(&back, code, bytes) == 0)
      text_add(t, float_print(f, number));
    else
      text_printf(
          t, bytes == 1 ? "0x%02x" : "0x%04x",
          bytes == 1 ? (unsigned)*(const uint8_t *)code : (unsigned)*(const uint16_t *)code);
  } else if (x->dtype == FP8C_DTYPE_U64) {
    text_printf(t, "%llu", (unsigned long long)((const uint64_t *)x->data)[i]);
  } else {
    text_printf(t, "%lld", (long long)tensor_int(x, i));
  }
}

static void print_elements(text *t, const tensor *x) {
  text_add(t, "{");
  int64_t count = tensor_elements(x);
  for (int64_t i = 0; i < count; i++) {
    if (i) text_add(t, ", ");
    print_element(t, x, i);
  }
  text_add(t, "}");
}

/* ---- Constants ---------------------------------------------------------- */

static void print_data(printer *p, const value *v) {
  text *t = p->t;
  if (v->seed) {
    text_printf(t, v->seed & SEED_OF_BYTES ? "random_bytes(%llu)" : "random(%llu)",
                (unsigned long long)(v->seed & ~SEED_OF_BYTES));
    return;
  }
  tensor x;
  if (tensor_shape_known(&v->type) && tensor_elements(&v->type) <= INLINE_ELEMENTS &&
      value_load(v, t->arena, &x, NULL) == FP8C_OK) {
    print_elements(t, &x);
    return;
  }
  text_printf(t, "blob(%zu)", p->blob_count);
  ARENA_PUSH(t->arena, p->blobs, p->blob_count, v->blob);
}

static void indent(text *t, int depth) {
  for (int i = 0; i < depth; i++) text_add(t, "  ");
}

/* Constants have no place in program order: each is printed, once, before all nodes. */
static void print_const(printer *p, const graph *g, uint8_t *done, const value *v, int depth) {
  if (!v || v->graph != g || v->kind != VALUE_CONST || done[v->id]) return;
  done[v->id] = 1;
  if (v->scale_vector) print_const(p, g, done, v->scale_vector, depth);
  indent(p->t, depth);
  text_add(p->t, "const ");
  print_value(p->t, v);
  text_add(p->t, " : ");
  print_typed(p->t, v);
  text_add(p->t, " = ");
  print_data(p, v);
  text_add(p->t, "\n");
}

/* `body` is g or one of the control-flow bodies within it, which may use g's constants. */
static void print_consts(printer *p, const graph *g, uint8_t *done, const graph *body, int depth) {
  for (const node *n = body->first; n; n = n->next) {
    for (size_t i = 0; i < n->in_count; i++) print_const(p, g, done, n->in[i], depth);
    for (size_t i = 0; i < n->out_count; i++)
      if (n->out[i]) print_const(p, g, done, n->out[i]->scale_vector, depth);
    for (size_t i = 0; i < n->attrs.count; i++)
      if (n->attrs.items[i].kind == ATTR_GRAPH)
        print_consts(p, g, done, n->attrs.items[i].graph, depth);
  }
  for (size_t i = 0; i < body->output_count; i++) print_const(p, g, done, body->outputs[i], depth);
}

/* ---- Nodes -------------------------------------------------------------- */

static void print_graph(printer *p, const graph *g, int depth);

static void print_attr(printer *p, const attr *x, int depth) {
  text *t = p->t;
  char number[32];
  print_word(t, x->name);
  text_add(t, "=");
  switch (x->kind) {
    case ATTR_INT:
      text_printf(t, "%lld", (long long)x->i);
      break;
    case ATTR_FLOAT:
      print_f32(t, x->f);
      break;
    case ATTR_STRING:
      text_quote(t, x->s);
      break;
    case ATTR_INTS:
    case ATTR_FLOATS:
    case ATTR_STRINGS:
      text_add(t, "[");
      for (size_t i = 0; i < x->count; i++) {
        if (i) text_add(t, ", ");
        if (x->kind == ATTR_INTS)
          text_printf(t, "%lld", (long long)x->ints[i]);
        else if (x->kind == ATTR_FLOATS)
          print_f32(t, x->floats[i]);
        else
          text_quote(t, x->strings[i]);
      }
      text_add(t, "]");
      break;
    case ATTR_TENSOR:
      text_add(t, fp8c_dtype_name(x->tensor->dtype));
      if (x->tensor->scale.kind == SCALE_TENSOR)
        text_printf(t, "@%s", float_print(x->tensor->scale.value, number));
      text_add(t, "[");
      for (int i = 0; i < x->tensor->rank; i++)
        text_printf(t, "%s%lld", i ? ", " : "", (long long)x->tensor->dims[i]);
      text_add(t, "] ");
      print_elements(t, x->tensor);
      break;
    case ATTR_GRAPH:
      print_graph(p, x->graph, depth + 1);
      break;
  }
}

static bool default_sources(const node *n) {
  return n->source_count == 1 && strcmp(n->sources[0], n->name) == 0;
}

static const char *dtype_word(fp8c_dtype d) { return d ? fp8c_dtype_name(d) : NULL; }

void graph_print_decision(const decision *d, text *t) {
  const struct {
    const char *name, *s;
  } strings[] = {{"format", dtype_word(d->format)},
                 {"rule", d->rule},
                 {"reason", d->reason},
                 {"granularity", d->granularity},
                 {"policy", d->policy},
                 {"weights_format", dtype_word(d->weights_format)}};
  const struct {
    const char *name;
    double x;
  } figures[] = {{"sqnr_db", d->sqnr_db},
#define ROUNDED_FORMAT(id_, name_, ...) {"sqnr_" #name_ "_db", d->sqnr_of[PRODUCT_##id_]},
#define WHOLE_FORMAT(...)
#include "base/formats.def"
                 {"what_if_e3m4_db", d->what_if_db[WHAT_IF_E3M4]},
                 {"what_if_e2m5_db", d->what_if_db[WHAT_IF_E2M5]},
                 {"what_if_int8_db", d->what_if_db[WHAT_IF_INT8]},
                 {"sums_off_db", d->sums_db[0]},
                 {"sums_512_db", d->sums_db[1]},
                 {"sums_256_db", d->sums_db[2]},
                 {"sums_128_db", d->sums_db[3]},
                 {"sums_64_db", d->sums_db[4]},
                 {"promote", d->promote ? d->promote : (double)NAN}};
  const char *comma = "";
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
    if (strings[i].s) {
      text_printf(t, "%s%s=", comma, strings[i].name);
      text_quote(t, strings[i].s);
      comma = ", ";
    }
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
    if (!isnan(figures[i].x)) {
      char number[40];
      text_printf(t, "%s%s=%s", comma, figures[i].name, double_print(figures[i].x, number));
      comma = ", ";
    }
  if (d->macs) {
    text_printf(t, "%smacs=%llu", comma, (unsigned long long)d->macs);
    comma = ", ";
  }
  if (d->merged) text_printf(t, "%smerged=%llu", comma, (unsigned long long)d->merged);
}

static void print_decision(text *t, const decision *d) {
  text_add(t, " decision {");
  graph_print_decision(d, t);
  text_add(t, "}");
}

static void print_node(printer *p, const node *n, int depth) {
  text *t = p->t;
  indent(t, depth);
  for (size_t i = 0; i < n->out_count; i++) {
    if (i) text_add(t, ", ");
    print_value(t, n->out[i]);
  }
  text_add(t, " = ");
  if (*n->op->domain && strcmp(n->op->domain, "fp8c") != 0) text_printf(t, "%s.", n->op->domain);
  text_add(t, n->op->name);
  for (size_t i = 0; i < n->in_count; i++) {
    text_add(t, i ? ", " : " ");
    print_value(t, n->in[i]);
  }
  if (n->attrs.count) {
    text_add(t, " {");
    for (size_t i = 0; i < n->attrs.count; i++) {
      if (i) text_add(t, ", ");
      print_attr(p, &n->attrs.items[i], depth);
    }
    text_add(t, "}");
  }
  text_add(t, " : ");
  for (size_t i = 0; i < n->out_count; i++) {
    if (i) text_add(t, ", ");
    if (n->out[i])
      print_typed(t, n->out[i]);
    else
      text_add(t, "_");
  }
  const value *first = node_first_output(n);
  if (!first || strcmp(n->name, first->name) != 0) {
    text_add(t, " named ");
    text_quote(t, n->name);
  }
  if (!default_sources(n)) {
    text_add(t, n->source_count ? " from " : " from nothing");
    for (size_t i = 0; i < n->source_count; i++) {
      if (i) text_add(t, ", ");
      text_quote(t, n->sources[i]);
    }
  }
  if (n->decision) print_decision(t, n->decision);
  text_add(t, "\n");
}

static void print_nodes(printer *p, const graph *g, int depth) {
  const region *open = NULL;
  for (const node *n = g->first; n; n = n->next) {
    if (n->region != open) {
      if (open) {
        indent(p->t, depth);
        text_add(p->t, "}\n");
      }
      open = n->region;
      if (open) {
        indent(p->t, depth);
        text_add(p->t, "region ");
        print_word(p->t, open->kind);
        text_add(p->t, " {\n");
      }
    }
    print_node(p, n, depth + (open ? 1 : 0));
  }
  if (open) {
    indent(p->t, depth);
    text_add(p->t, "}\n");
  }
}

static void print_graph(printer *p, const graph *g, int depth) {
  text *t = p->t;
  text_add(t, "graph ");
  print_word(t, g->name);
  text_printf(t, " opset %d {\n", g->opset);
  for (size_t i = 0; i < g->symbol_count; i++)
    if (g->symbols[i].bound >= 0) {
      indent(t, depth + 1);
      text_add(t, "symbol ");
      print_word(t, g->symbols[i].name);
      text_printf(t, " = %lld\n", (long long)g->symbols[i].bound);
    }
  arena_mark mark = arena_save(g->scratch);
  uint8_t *done = NEW_ARRAY(g->scratch, uint8_t, (size_t)g->next_value_id + 1);
  for (size_t i = 0; i < g->input_count; i++) {
    print_const(p, g, done, g->inputs[i]->scale_vector, depth + 1);
    indent(t, depth + 1);
    text_add(t, "in ");
    print_value(t, g->inputs[i]);
    text_add(t, " : ");
    print_typed(t, g->inputs[i]);
    text_add(t, "\n");
  }
  print_consts(p, g, done, g, depth + 1);
  arena_reset(g->scratch, mark);
  print_nodes(p, g, depth + 1);
  for (size_t i = 0; i < g->output_count; i++) {
    indent(t, depth + 1);
    text_add(t, "out ");
    print_value(t, g->outputs[i]);
    if (strcmp(g->output_names[i], g->outputs[i]->name) != 0) {
      text_add(t, " as ");
      text_quote(t, g->output_names[i]);
    }
    text_add(t, "\n");
  }
  indent(t, depth);
  text_add(t, "}");
  if (depth == 0) text_add(t, "\n");
}

void graph_print_blobs(const graph *g, text *out, blob **blobs, size_t *blob_count) {
  printer p = {out, NULL, 0};
  print_graph(&p, g, 0);
  *blobs = p.blobs;
  *blob_count = p.blob_count;
}

void graph_print(const graph *g, text *out) {
  blob *blobs;
  size_t blob_count;
  graph_print_blobs(g, out, &blobs, &blob_count);
}
