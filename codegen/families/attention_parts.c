/* attention_parts.c - what attention's keys and values are made of, and where it lies.
 *
 * Keys and values of a decoder come in two parts, what is kept of earlier steps and what this one
 * adds.  The kernels read both where they lie: the Concat that joins them is not launched
 * (place.c). What is kept may be a cache that has room for more rows than there are: how many there
 * are is a number in the device's memory. */
#include "base/numbers.h"
#include "codegen/families.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"

/* A number, or one for each of `batch` sequences. */
static bool numbers_sequences(const value *v, int64_t batch) {
  int64_t count = tensor_elements(&v->type);
  return (v->type.dtype == FP8C_DTYPE_I64 || v->type.dtype == FP8C_DTYPE_I32) &&
         (count == 1 || count == batch);
}

int attention_length_step(const value *v) {
  return v && tensor_elements(&v->type) > 1 ? (int)dtype_bytes(v->type.dtype) / 4 : 0;
}

int attention_slot_step(const value *v) { return v ? (int)dtype_bytes(v->type.dtype) / 4 : 0; }

/* A cache that a node reads from its beginning on. */
static bool is_cache(const node *n, const value *cache, int axis) {
  int rank = cache->type.rank;
  return !n->region && cache->kind == VALUE_INPUT && node_axis(n, rank) == axis &&
         numbers_sequences(n->in[1], cache->type.dims[0]);
}

/* The result of a CacheWrite is the cache with the new rows behind its own. */
static bool is_written(const value *v, attention_parts *p) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (!n || n->region || !node_is(n, OP_CACHE_WRITE) ||
      !place_same_numbers(&n->in[0]->type, &v->type) ||
      !place_same_numbers(&n->in[1]->type, &v->type) || n->in[0]->kind != VALUE_INPUT ||
      n->in[0]->type.dims[2] != v->type.dims[2] || node_int(n, "stays") ||
      !numbers_sequences(n->in[2], v->type.dims[0]) || (v->type.dims[0] != 1 && !node_input(n, 4)))
    return false;
  *p = (attention_parts){{n->in[0], n->in[1]},
                         .count = 2,
                         .held = HELD_FIRST,
                         .length = n->in[2],
                         .slots = node_input(n, 4)};
  return true;
}

int attention_find_parts(const value *v, attention_parts *p) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  int rank = v->type.rank;
  if (is_written(v, p)) return 2;
  *p = (attention_parts){{v, NULL}, .count = 1};
  if (!n || n->region || !node_is(n, OP_CONCAT) || n->in_count != 2 || (rank != 3 && rank != 4))
    return 1;
  if (node_axis(n, rank) != rank - 2) return 1;
  for (int i = 0; i < 2; i++)
    if (n->in[i]->type.dtype != v->type.dtype || n->in[i]->type.scale.kind != v->type.scale.kind ||
        n->in[i]->type.scale.value != v->type.scale.value || tensor_elements(&n->in[i]->type) == 0)
      return 1;
  *p = (attention_parts){{n->in[0], n->in[1]}, .count = 2};
  const node *read = value_def_of(n->in[0], OP_CACHE_READ);
  if (read && is_cache(read, read->in[0], rank - 2) &&
      place_same_numbers(&read->in[0]->type, &v->type)) {
    p->of[0] = read->in[0];
    p->held = HELD_LAST;
    p->length = read->in[1];
    p->slots = node_input(read, 2);
  }
  return 2;
}

bool attention_reads_cache(const node *n) {
  attention_parts k, v;
  return attention_find_parts(n->in[1], &k) == 2 && attention_find_parts(n->in[2], &v) == 2 &&
         k.held && v.held;
}

bool attention_aligned(const heads *h, fp8c_dtype dtype) {
  int64_t unit = 16 / (int64_t)dtype_bytes(dtype);
  return h->batch_stride % unit == 0 && h->head_stride % unit == 0 && h->row_stride % unit == 0;
}

static const char *read_heads(const value *v, int64_t heads_count, attention_parts *p) {
  for (int i = 0; i < p->count; i++) {
    if (!attention_heads(p->of[i], heads_count, &p->h[i])) return "its parts have other heads";
    if (!attention_aligned(&p->h[i], v->type.dtype)) return "its parts do not lie at 16 bytes";
  }
  return NULL;
}

static const char *read_parts(const value *v, int64_t heads_count, attention_parts *p) {
  attention_find_parts(v, p);
  return read_heads(v, heads_count, p);
}

static const char *read_whole(const value *v, int64_t heads_count, attention_parts *p) {
  *p = (attention_parts){{v, NULL}, .count = 1};
  return read_heads(v, heads_count, p);
}

const char *attention_read_parts(const node *n, attention_parts *k, attention_parts *v) {
  int64_t width = node_int(n, "kv_num_heads");
  const char *why = read_parts(n->in[1], width, k);
  if (why || (why = read_parts(n->in[2], width, v))) return why;
  if (k->held == v->held && k->length == v->length && k->slots == v->slots) return NULL;
  /* as they are, joined */
  why = read_whole(n->in[1], width, k);
  return why ? why : read_whole(n->in[2], width, v);
}

uint32_t attention_held(kernel_draft *d, const attention_parts *p, const char **length,
                        const char **slots) {
  arena *scratch = d->l->c->scratch;
  uint32_t of = PLAN_NO_VALUE;
  *length = *slots = "(const u32 *)0";
  if (p->held) {
    uint32_t from = draft_read(d, lower_value(d->l, p->length), "u32");
    of = d->args[from].value;
    *length = arena_printf(scratch, "p%u", from);
  }
  if (p->slots) /* no launch writes it */
    *slots = arena_printf(scratch, "p%u", draft_read(d, lower_value(d->l, p->slots), "u32"));
  return of;
}

const char *attention_held_name(const attention_parts *p) {
  static const char *const names[] = {"HELD_ALL", "HELD_LAST", "HELD_FIRST"};
  return names[p->held];
}
