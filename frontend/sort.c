/* sort.c - nodes in topological order.
 *
 * ONNX asks for sorted nodes, but real files are not always (the exporter of
 * Silero's models for one).  The walk is depth first from each node in file
 * order, with its own stack: a million nodes in a chain are no recursion. */
#include <string.h>

#include "frontend/import.h"

typedef struct edges {
  size_t *items; /* producers read by each node, one after the other */
  size_t count;
} edges;

const char *node_title(const Onnx__NodeProto *n) {
  if (n->name && *n->name) return n->name;
  for (size_t i = 0; i < n->n_output; i++)
    if (*n->output[i]) return n->output[i];
  return "";
}

/* Names that bodies around a node give, which stand before those of the graph. */
typedef struct locals {
  const struct locals *outer;
  hash_map names;
} locals;

static void add_edge(importer *im, const hash_map *producers, const locals *own, const char *name,
                     edges *e) {
  for (; own; own = own->outer)
    if (map_find(&own->names, name)) return;
  map_entry *p = *name ? map_find(producers, name) : NULL;
  if (!p) return;
  size_t index = (size_t)(uintptr_t)p->item - 1;
  ARENA_PUSH(im->sorting, e->items, e->count, index);
}

/* What a node reads, captures of its bodies included.  Recursion follows the
 * nesting of messages, which the wire scan bounds. */
static void add_edges(importer *im, const hash_map *producers, const locals *own,
                      const Onnx__NodeProto *n, edges *e) {
  for (size_t i = 0; i < n->n_input; i++) add_edge(im, producers, own, n->input[i], e);
  for (size_t i = 0; i < n->n_attribute; i++) {
    const Onnx__AttributeProto *a = n->attribute[i];
    for (size_t k = 0; k < a->n_graphs + (a->g != NULL); k++) {
      const Onnx__GraphProto *body = k < a->n_graphs ? a->graphs[k] : a->g;
      locals inner = {.outer = own};
      map_init(&inner.names, im->sorting);
      for (size_t j = 0; j < body->n_input; j++)
        if (body->input[j]->name) map_add(&inner.names, body->input[j]->name, NULL);
      for (size_t j = 0; j < body->n_initializer; j++)
        if (body->initializer[j]->name) map_add(&inner.names, body->initializer[j]->name, NULL);
      for (size_t j = 0; j < body->n_sparse_initializer; j++)
        if (sparse_name(body->sparse_initializer[j]))
          map_add(&inner.names, sparse_name(body->sparse_initializer[j]), NULL);
      for (size_t j = 0; j < body->n_node; j++)
        for (size_t o = 0; o < body->node[j]->n_output; o++)
          map_add(&inner.names, body->node[j]->output[o], NULL);
      for (size_t j = 0; j < body->n_node; j++) add_edges(im, producers, &inner, body->node[j], e);
      for (size_t j = 0; j < body->n_output; j++)
        if (body->output[j]->name) add_edge(im, producers, &inner, body->output[j]->name, e);
    }
  }
}

fp8c_status sort_nodes(importer *im, Onnx__NodeProto **nodes, size_t count, size_t **order,
                       fp8c_error *err) {
  arena *a = im->sorting;
  arena_mark mark = arena_save(a);
  hash_map producers;
  map_init(&producers, a);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < nodes[i]->n_output; k++) {
      const char *name = nodes[i]->output[k];
      if (*name && !map_add(&producers, name, (void *)(uintptr_t)(i + 1)))
        return fail(err, FP8C_ERROR_FORMAT, "value \"%s\" is given by two nodes; \"%s\" is one",
                    name, node_title(nodes[i]));
    }
  edges e = {NULL, 0};
  size_t *first = NEW_ARRAY(a, size_t, count + 1);
  for (size_t i = 0; i < count; i++) {
    first[i] = e.count;
    add_edges(im, &producers, NULL, nodes[i], &e);
  }
  first[count] = e.count;

  enum { UNSEEN, OPEN, DONE };
  uint8_t *state = NEW_ARRAY(a, uint8_t, count + 1);
  size_t *cursor = NEW_ARRAY(a, size_t, count + 1);
  size_t *stack = NEW_ARRAY(a, size_t, count + 1), depth = 0, done = 0;
  *order = NEW_ARRAY(im->import, size_t, count + 1);
  for (size_t root = 0; root < count; root++) {
    if (state[root] == UNSEEN) {
      stack[depth++] = root;
      state[root] = OPEN;
    }
    while (depth) {
      size_t i = stack[depth - 1];
      if (cursor[i] == first[i + 1] - first[i]) {
        state[i] = DONE;
        (*order)[done++] = i;
        depth--;
        continue;
      }
      size_t next = e.items[first[i] + cursor[i]++];
      if (state[next] == OPEN)
        return fail(err, FP8C_ERROR_FORMAT, "the graph has a cycle through %s \"%s\"",
                    nodes[next]->op_type ? nodes[next]->op_type : "node", node_title(nodes[next]));
      if (state[next] == DONE) continue;
      state[next] = OPEN;
      stack[depth++] = next;
    }
  }
  arena_reset(a, mark);
  return FP8C_OK;
}
