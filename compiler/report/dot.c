/* dot.c - the graph of a report for Graphviz: a box for each kernel, coloured by the format
 * of its operands, lines labelled with the format of what they carry. */
#include <stdlib.h>
#include <string.h>

#include "base/formats.h"
#include "base/json.h"
#include "base/size.h"
#include "compiler/report/report.h"

typedef struct made { /* a value and the box that makes it */
  const char *value;
  size_t box;
} made;

typedef struct drawing {
  const json_t *report;
  text *out;
  arena *a;
  made *made; /* sorted by name */
  size_t made_count, boxes;
} drawing;

typedef struct line {
  size_t from;
  const char *format;
} line;

static size_t look_of(const char *format) {
  size_t i = 0;
  while (i < PRODUCT_FORMATS && strcmp(product_formats[i].name, format) != 0) i++;
  return i;
}

/* Inside quotes, where a backslash means something to Graphviz. */
static void add_escaped(const drawing *d, const char *s) {
  for (s = text_safe(d->a, s); *s; s++) {
    if (*s == '"' || *s == '\\') text_add(d->out, "\\");
    text_add_bytes(d->out, s, 1);
  }
}

static const json_t *region_of(const json_t *node) { return json_object_get(node, "region"); }

/* A region is a bracket around nodes that follow each other. */
static bool same_box(const json_t *node, const json_t *before) {
  const json_t *r = region_of(node);
  return before && r && region_of(before) && json_equal(r, region_of(before));
}

static bool rounds(const json_t *node) {
  const char *op = json_text_of(node, "op");
  return strcmp(op, "Quantize") == 0 || strcmp(op, "Cast") == 0;
}

static int by_value(const void *x, const void *y) {
  const made *a = x, *b = y;
  int order = strcmp(a->value, b->value);
  return order ? order : (a->box > b->box) - (a->box < b->box);
}

static const made *find_made(const drawing *d, const char *value) {
  size_t low = 0, high = d->made_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (strcmp(d->made[middle].value, value) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low < d->made_count && strcmp(d->made[low].value, value) == 0 ? &d->made[low] : NULL;
}

static void find_values(drawing *d) {
  const json_t *nodes = json_object_get(d->report, "nodes"),
               *inputs = json_object_get(d->report, "inputs"), *before = NULL;
  size_t i, k, count = json_array_size(inputs);
  json_t *node, *value;
  json_array_foreach(nodes, i, node) count += json_array_size(json_object_get(node, "outputs"));
  d->made = NEW_ARRAY(d->a, made, count + 1);
  json_array_foreach(inputs, i, value) d->made[d->made_count++] =
      (made){json_text_of(value, "name"), d->boxes++};
  json_array_foreach(nodes, i, node) {
    if (!same_box(node, before)) d->boxes++;
    before = node;
    json_array_foreach(json_object_get(node, "outputs"), k, value) d->made[d->made_count++] =
        (made){json_text_of(value, "name"), d->boxes - 1};
  }
  qsort(d->made, d->made_count, sizeof *d->made, by_value);
}

static int by_origin(const void *x, const void *y) {
  const line *a = x, *b = y;
  if (a->from != b->from) return a->from < b->from ? -1 : 1;
  return strcmp(a->format, b->format);
}

/* What the operand `o` brings to the box `to`. */
static void find_line(const drawing *d, const json_t *o, size_t to, line *lines, size_t *count) {
  const made *from = find_made(d, json_text_of(o, "name"));
  if (from && from->box != to && !json_is_true(json_object_get(o, "constant")))
    lines[(*count)++] = (line){from->box, json_text_of(o, "format")};
}

/* Each once, however many operands it brings. */
static void add_lines(const drawing *d, line *lines, size_t count, size_t to) {
  qsort(lines, count, sizeof *lines, by_origin);
  for (size_t i = 0; i < count; i++) {
    if (i && by_origin(&lines[i], &lines[i - 1]) == 0) continue;
    size_t look = look_of(lines[i].format);
    text_printf(d->out, "  k%zu -> k%zu [label=\"", lines[i].from, to);
    add_escaped(d, lines[i].format);
    text_printf(d->out, "\" color=\"%s\" style=%s];\n",
                look < PRODUCT_FORMATS ? product_formats[look].line : "#545d68",
                look < PRODUCT_FORMATS ? product_formats[look].style : "solid");
  }
}

static void add_port(const drawing *d, const json_t *port, size_t box) {
  text_printf(d->out, "  k%zu [shape=oval label=\"", box);
  add_escaped(d, json_text_of(port, "name"));
  text_add(d->out, "\\n");
  add_escaped(d, json_text_of(port, "type"));
  text_add(d->out, "\"];\n");
}

/* The node a kernel is there for: its product, else the last that does more than round. */
static const json_t *main_node(const json_t *nodes, size_t first, size_t end) {
  const json_t *found = json_array_get(nodes, first);
  for (size_t i = first; i < end; i++) {
    const json_t *n = json_array_get(nodes, i);
    if (json_object_get(n, "decision")) return n;
    if (!rounds(n)) found = n;
  }
  return found;
}

static const char *format_of(const json_t *node) {
  const json_t *decision = json_object_get(node, "decision");
  return decision ? json_text_of(decision, "format")
                  : json_text_of(json_array_get(json_object_get(node, "outputs"), 0), "format");
}

static void add_box(const drawing *d, size_t first, size_t end, size_t box) {
  const json_t *nodes = json_object_get(d->report, "nodes"), *main = main_node(nodes, first, end);
  const char *format = format_of(main), *last = "";
  size_t look = look_of(format), k, operands = 0;
  json_t *in;
  text_printf(d->out, "  k%zu [fillcolor=\"%s\" label=\"", box,
              look < PRODUCT_FORMATS ? product_formats[look].fill : "#ffffff");
  for (size_t i = first; i < end; i++) {
    const json_t *n = json_array_get(nodes, i);
    operands += json_array_size(json_object_get(n, "inputs"));
    const char *op = json_text_of(n, "op");
    if ((rounds(n) && n != main) || strcmp(op, last) == 0) continue;
    if (*last) text_add(d->out, " + ");
    add_escaped(d, op);
    last = op;
  }
  text_add(d->out, "\\n");
  add_escaped(d, json_text_of(main, "name"));
  if (json_object_get(main, "decision")) {
    text_add(d->out, "\\n");
    add_escaped(d, format);
  }
  text_add(d->out, "\"];\n");
  arena_mark mark = arena_save(d->a);
  line *lines = NEW_ARRAY(d->a, line, operands + 1);
  size_t count = 0;
  for (size_t i = first; i < end; i++)
    json_array_foreach(json_object_get(json_array_get(nodes, i), "inputs"), k, in)
        find_line(d, in, box, lines, &count);
  add_lines(d, lines, count, box);
  arena_reset(d->a, mark);
}

void report_dot(const json_t *report, text *out) {
  drawing d = {.report = report, .out = out, .a = arena_inside(out->arena)};
  const json_t *nodes = json_object_get(report, "nodes"), *port;
  size_t i, box = 0, count = json_array_size(nodes);
  find_values(&d);
  text_add(out, "digraph \"");
  add_escaped(&d, json_text_of(json_object_get(report, "model"), "name"));
  text_add(out,
           "\" {\n"
           "  graph [fontname=\"sans-serif\" ranksep=0.35 nodesep=0.3];\n"
           "  node [shape=box style=\"rounded,filled\" fillcolor=\"#ffffff\" color=\"#545d68\" "
           "fontname=\"sans-serif\" fontsize=11];\n"
           "  edge [fontname=\"sans-serif\" fontsize=9 arrowsize=0.7];\n");
  json_array_foreach(json_object_get(report, "inputs"), i, port) add_port(&d, port, box++);
  for (size_t first = 0, end; first < count; first = end) {
    for (end = first + 1;
         end < count && same_box(json_array_get(nodes, end), json_array_get(nodes, end - 1));)
      end++;
    add_box(&d, first, end, box++);
  }
  json_array_foreach(json_object_get(report, "outputs"), i, port) {
    line one[1];
    size_t lines = 0;
    find_line(&d, port, box, one, &lines);
    if (!lines) continue; /* the same value twice: its first name is the graph's */
    add_port(&d, port, box);
    add_lines(&d, one, lines, box++);
  }
  text_add(out, "}\n");
  arena_free(d.a);
}
