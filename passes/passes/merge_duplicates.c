/* merge_duplicates.c - one node where several compute the same thing.
 *
 * Exporters repeat themselves (the mask of each layer, the x - mean that a
 * norm uses twice), and patterns are matched on what is left once. */
#include <string.h>

#include "base/hash.h"
#include "passes/match.h"

#define SMALL_BYTES 4096 /* constants up to this size are compared by content */

typedef struct entry {
  hash key;
  void *object; /* node or value */
} entry;

typedef struct table {
  arena *a;
  entry *entries;
  size_t capacity, used;
} table;

static void **find(table *t, const hash *key) {
  if (2 * (t->used + 1) > t->capacity) {
    table bigger = {t->a, NULL, t->capacity ? 2 * t->capacity : 64, t->used};
    bigger.entries = NEW_ARRAY(t->a, entry, bigger.capacity);
    for (size_t i = 0; i < t->capacity; i++)
      if (t->entries[i].object) {
        uint64_t h;
        memcpy(&h, t->entries[i].key.bytes, sizeof h);
        size_t j = (size_t)h & (bigger.capacity - 1);
        while (bigger.entries[j].object) j = (j + 1) & (bigger.capacity - 1);
        bigger.entries[j] = t->entries[i];
      }
    *t = bigger;
  }
  uint64_t h;
  memcpy(&h, key->bytes, sizeof h);
  size_t i = (size_t)h & (t->capacity - 1);
  while (t->entries[i].object && memcmp(&t->entries[i].key, key, sizeof *key) != 0)
    i = (i + 1) & (t->capacity - 1);
  t->entries[i].key = *key;
  return &t->entries[i].object;
}

static void hash_type(hasher *h, const value *v) {
  const tensor *t = &v->type;
  hash_add_u64(h, t->dtype);
  hash_add_u64(h, (uint64_t)(int64_t)t->rank);
  for (int i = 0; i < t->rank; i++) hash_add_u64(h, (uint64_t)t->dims[i]);
  hash_add_u64(h, t->scale.kind);
  if (t->scale.kind == SCALE_TENSOR) hash_add(h, &t->scale.value, sizeof t->scale.value);
  if (t->scale.kind == SCALE_AXIS) {
    hash_add_u64(h, (uint64_t)t->scale.axis);
    hash_add_u64(h, v->scale_vector->id);
  }
}

static void hash_tensor(hasher *h, const tensor *t) {
  hash_add_u64(h, t->dtype);
  hash_add_u64(h, (uint64_t)(int64_t)t->rank);
  for (int i = 0; i < t->rank; i++) hash_add_u64(h, (uint64_t)t->dims[i]);
  if (t->data) hash_add(h, t->data, tensor_bytes(t));
}

static void hash_attr(hasher *h, const attr *x) {
  hash_add_string(h, x->name);
  hash_add_u64(h, x->kind);
  hash_add_u64(h, x->count);
  switch (x->kind) {
    case ATTR_INT:
      hash_add_u64(h, (uint64_t)x->i);
      break;
    case ATTR_FLOAT:
      hash_add(h, &x->f, sizeof x->f);
      break;
    case ATTR_STRING:
      hash_add_string(h, x->s);
      break;
    case ATTR_INTS:
      hash_add(h, x->ints, x->count * sizeof *x->ints);
      break;
    case ATTR_FLOATS:
      hash_add(h, x->floats, x->count * sizeof *x->floats);
      break;
    case ATTR_STRINGS:
      for (size_t i = 0; i < x->count; i++) hash_add_string(h, x->strings[i]);
      break;
    case ATTR_TENSOR:
      hash_tensor(h, x->tensor);
      break;
    case ATTR_GRAPH:
      hash_add(h, &x->graph, sizeof x->graph);
      break; /* never merged */
  }
}

/* Two constants merge when their types and bytes are the same; large ones only
 * when they are the same bytes of the same file or memory. */
static bool hash_const(const value *v, arena *a, hash *out) {
  hasher h;
  hash_begin(&h);
  hash_type(&h, v);
  if (v->seed) {
    hash_add_u64(&h, v->seed);
  } else if (v->blob.bytes <= SMALL_BYTES) {
    tensor t;
    if (value_load(v, a, &t, NULL) != FP8C_OK) return false;
    hash_add_u64(&h, 0);
    if (t.data) hash_add(&h, t.data, v->blob.bytes);
  } else {
    hash_add_u64(&h, 1);
    const void *where = v->blob.file ? (const void *)v->blob.file : v->blob.memory;
    hash_add(&h, &where, sizeof where);
    hash_add_u64(&h, v->blob.file ? v->blob.offset : 0);
  }
  *out = hash_end(&h);
  return true;
}

static bool hash_node(const node *n, hash *out) {
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, n->op->domain);
  hash_add_string(&h, n->op->name);
  hash_add_u64(&h, n->in_count);
  for (size_t i = 0; i < n->in_count; i++)
    hash_add_u64(&h, n->in[i] ? (uint64_t)n->in[i]->id + 1 : 0);
  hash_add_u64(&h, n->out_count);
  for (size_t i = 0; i < n->out_count; i++) {
    hash_add_u64(&h, n->out[i] != NULL);
    if (n->out[i]) {
      /* Symbols of unknown sizes differ between equal nodes: the dtype decides. */
      hash_add_u64(&h, n->out[i]->type.dtype);
      hash_add_u64(&h, n->out[i]->type.scale.kind);
      hash_add(&h, &n->out[i]->type.scale.value, sizeof(float));
      hash_add_u64(&h, n->out[i]->scale_vector ? (uint64_t)n->out[i]->scale_vector->id + 1 : 0);
    }
  }
  hash_add_u64(&h, n->attrs.count);
  for (size_t i = 0; i < n->attrs.count; i++) {
    if (n->attrs.items[i].kind == ATTR_GRAPH) return false;
    hash_attr(&h, &n->attrs.items[i]);
  }
  *out = hash_end(&h);
  return true;
}

static size_t merge_consts(node *n, table *t, uint8_t *seen, arena *a) {
  size_t merged = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i];
    hash key;
    if (!value_is_const(v) || v->graph != n->graph || seen[v->id]) continue;
    seen[v->id] = 1;
    arena_mark mark = arena_save(n->graph->scratch);
    bool known = hash_const(v, a, &key);
    arena_reset(n->graph->scratch, mark);
    if (!known) continue;
    void **first = find(t, &key);
    if (!*first) {
      *first = v;
      t->used++;
    } else {
      value_replace(v, *first);
      merged++;
    }
  }
  return merged;
}

fp8c_status pass_merge_duplicates(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  table consts = {.a = c->scratch}, nodes = {.a = c->scratch};
  uint8_t *seen = NEW_ARRAY(c->scratch, uint8_t, (size_t)g->next_value_id + 1);
  for (node *n = g->first; n; n = n->next) {
    hash key;
    c->changes += merge_consts(n, &consts, seen, g->scratch);
    if (n->region || !hash_node(n, &key)) continue;
    void **first = find(&nodes, &key);
    if (!*first) {
      *first = n;
      nodes.used++;
      continue;
    }
    node *kept = *first;
    for (size_t i = 0; i < n->out_count; i++)
      if (node_output(n, i)) {
        value_replace(n->out[i], kept->out[i]);
        c->changes++;
      }
    node_add_sources(kept, n);
  }
  return FP8C_OK;
}
