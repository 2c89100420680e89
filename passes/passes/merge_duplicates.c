/* merge_duplicates.c - one node where several compute the same thing.
 *
 * Exporters repeat themselves (the mask of each layer, the x - mean that a
 * norm uses twice), and patterns are matched on what is left once. */
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "passes/match.h"

#define SMALL_BYTES 4096 /* constants up to this size are compared by content */
/* The key of a larger constant in memory is a hash of so many pieces of it; all bytes are compared
 * only where two keys are the same. */
#define PIECES 64
#define PIECE_BYTES 64

typedef struct known {
  hash key;
  void *object; /* node or value */
} known;

/* The first object with this key: `object` itself where there was none. */
static void *first_of(hash_map *m, const hash *key, void *object) {
  uint64_t part;
  memcpy(&part, key->bytes, sizeof part);
  map_entry *e = map_put_u64(m, part);
  known *k = e->item;
  /* Two keys whose first 64 bits are the same: the second is not merged with anything. */
  if (k) return memcmp(&k->key, key, sizeof *key) == 0 ? k->object : object;
  e->item = k = NEW(m->arena, known);
  *k = (known){*key, object};
  return object;
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

/* Computed, or made by a pass. */
static bool in_memory(const value *v) {
  return !v->seed && !v->blob.file && !v->blob.made && v->blob.memory;
}

/* Two constants merge when their types and bytes are the same; large ones of a file only when they
 * are the same bytes of it.  Large ones in memory may still differ (same_bytes); where not
 * `by_bytes` these merge only when they lie in one place. */
static bool hash_const(const value *v, bool by_bytes, arena *a, hash *out) {
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
  } else if (by_bytes && in_memory(v)) {
    const char *bytes = v->blob.memory;
    uint64_t step = (v->blob.bytes - PIECE_BYTES) / (PIECES - 1);
    hash_add_u64(&h, 2);
    for (uint64_t i = 0; i < PIECES; i++) hash_add(&h, bytes + i * step, PIECE_BYTES);
  } else {
    hash_add_u64(&h, 1);
    const void *where = v->blob.file   ? (const void *)v->blob.file
                        : v->blob.made ? (const void *)v->blob.made
                                       : v->blob.memory;
    hash_add(&h, &where, sizeof where);
    hash_add_u64(&h, v->blob.file ? v->blob.offset : 0);
  }
  *out = hash_end(&h);
  return true;
}

/* Returns true where two constants with the same key have the same bytes. */
static bool same_bytes(const value *a, const value *b) {
  if (b->blob.bytes <= SMALL_BYTES || !in_memory(b)) return true;
  return memcmp(a->blob.memory, b->blob.memory, b->blob.bytes) == 0;
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

static size_t merge_consts(node *n, hash_map *consts, uint8_t *seen, arena *a) {
  size_t merged = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i];
    hash key;
    if (!value_is_const(v) || v->graph != n->graph || seen[v->id]) continue;
    seen[v->id] = 1;
    arena_mark mark = arena_save(n->graph->scratch);
    /* Products have the same weights only where these lie in one place. */
    bool weights = i == 1 && n->op->precision == CLASS_GEMM;
    bool readable = hash_const(v, !weights, a, &key);
    arena_reset(n->graph->scratch, mark);
    if (!readable) continue;
    value *first = first_of(consts, &key, v);
    if (first == v || !same_bytes(first, v)) continue;
    value_replace(v, first);
    merged++;
  }
  return merged;
}

fp8c_status pass_merge_duplicates(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  hash_map consts, nodes;
  map_init(&consts, c->scratch);
  map_init(&nodes, c->scratch);
  uint8_t *seen = NEW_ARRAY(c->scratch, uint8_t, (size_t)g->next_value_id + 1);
  for (node *n = g->first; n; n = n->next) {
    hash key;
    c->changes += merge_consts(n, &consts, seen, g->scratch);
    if (n->region || !hash_node(n, &key)) continue;
    node *kept = first_of(&nodes, &key, n);
    if (kept == n) continue;
    for (size_t i = 0; i < n->out_count; i++)
      if (node_output(n, i)) {
        value_replace(n->out[i], kept->out[i]);
        c->changes++;
      }
    node_add_sources(kept, n);
  }
  return FP8C_OK;
}
