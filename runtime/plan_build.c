/* plan_build.c - a plan while it is made: its blobs, each kept once, and what its structs say. */
#include <string.h>

#include "base/map.h"
#include "runtime/plan.h"

static bool same_blob(const plan_blob *a, const plan_blob *b) {
  if (a->bytes != b->bytes || !a->memory != !b->memory) return false;
  if (a->memory) return a->memory == b->memory || memcmp(a->memory, b->memory, a->bytes) == 0;
  if (a->made || b->made) return a->made && b->made && made_equal(a->made, b->made);
  return a->file == b->file && a->offset == b->offset;
}

void plan_hidden_ports(const plan *p, bool *inputs, bool *outputs) {
  const plan_memory *m = &p->memory;
  for (uint32_t i = 0; i < m->state_count; i++)
    inputs[m->states[i].input] = outputs[m->states[i].output] = true;
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].role != PLAN_ROLE_TOKENS) inputs[m->fills[i].input] = true;
}

bool plan_state_in_place(const plan *p, uint32_t state) {
  const plan_state *of = &p->memory.states[state];
  for (uint32_t i = 0; i < p->variant_count; i++) {
    const plan_variant *v = &p->variants[i];
    if (strcmp(v->target, "cpu") != 0 &&
        plan_memory_of(v, v->outputs[of->output]) != v->inputs[of->input])
      return false;
  }
  return true;
}

uint32_t plan_memory_of(const plan_variant *v, uint32_t id) {
  if (v->memory) return v->memory[id];
  while (v->values[id].kind == PLAN_VALUE_VIEW) id = v->values[id].index;
  return id;
}

/* Blobs by what a few of their bytes are: most that differ do so there. */
struct blob_index {
  hash_map last;  /* by key: index + 1 of the last blob with it */
  uint32_t *next; /* by blob: index + 1 of the one before with its key; 0: none */
  uint64_t *keys; /* by blob */
  size_t capacity;
  uint32_t known;
};

#define SAMPLED 256 /* bytes at each end */

static uint64_t blob_key(const plan_blob *b) {
  uint64_t words[2] = {b->bytes, b->offset}, key;
  const uint8_t *bytes = b->memory;
  size_t n = b->bytes < SAMPLED ? (size_t)b->bytes : SAMPLED;
  hasher h;
  hash_begin(&h);
  hash_add(&h, words, sizeof words);
  if (b->made) made_hash(b->made, SAMPLED, &h);
  if (bytes) hash_add(&h, bytes, n);
  if (bytes) hash_add(&h, bytes + b->bytes - n, n);
  hash whole = hash_end(&h);
  memcpy(&key, whole.bytes, sizeof key);
  return key;
}

static void index_blob(struct blob_index *x, uint32_t i) {
  map_entry *e = map_put_u64(&x->last, x->keys[i]);
  x->next[i] = (uint32_t)(uintptr_t)e->item;
  e->item = (void *)(uintptr_t)(i + 1);
}

/* Room for one more, and every blob there is in it: callers may have put in some themselves. */
static struct blob_index *index_of(plan *p, arena *a) {
  if (!p->blob_index) map_init(&(p->blob_index = NEW(a, struct blob_index))->last, a);
  struct blob_index *x = p->blob_index;
  if ((size_t)p->blob_count + 1 > x->capacity) {
    size_t capacity = x->capacity ? x->capacity : 16;
    while (capacity < (size_t)p->blob_count + 1) capacity *= 2;
    x->keys = arena_grow(a, x->keys, x->known, capacity, sizeof *x->keys);
    x->next = arena_grow(a, x->next, x->known, capacity, sizeof *x->next);
    x->capacity = capacity;
  }
  for (; x->known < p->blob_count; x->known++) {
    x->keys[x->known] = blob_key(&p->blobs[x->known]);
    index_blob(x, x->known);
  }
  return x;
}

uint32_t plan_add_blob(plan *p, arena *a, plan_blob b) {
  if (b.memory) b.file = NULL, b.offset = 0, b.made = NULL;
  struct blob_index *x = index_of(p, a);
  uint64_t key = blob_key(&b);
  const map_entry *e = map_find_u64(&x->last, key);
  for (uint32_t i = e ? (uint32_t)(uintptr_t)e->item : 0; i; i = x->next[i - 1])
    if (same_blob(&p->blobs[i - 1], &b)) {
      arena_touch(a, b.bytes);
      return i - 1;
    }
  ARENA_PUSH(a, p->blobs, p->blob_count, b);
  x->keys[x->known] = key;
  index_blob(x, x->known++);
  return p->blob_count - 1;
}

void plan_drop_blobs(plan *p, uint32_t count) {
  struct blob_index *x = p->blob_index;
  p->blob_count = count;
  if (!x || x->known <= count) return;
  map_clear(&x->last);
  x->known = count;
  for (uint32_t i = 0; i < count; i++) index_blob(x, i);
}

plan_matrix plan_gemm_matrix(const plan_gemm *g, plan_operand which) {
  plan_matrix m = {.batch = g->batch};
  switch (which) {
    case PLAN_GEMM_A:
      m.value = g->a, m.dtype = g->a_type, m.ld = g->lda, m.stride = g->stride_a;
      m.offset = g->offset_a;
      m.rows = g->transpose_a ? g->k : g->m, m.columns = g->transpose_a ? g->m : g->k;
      break;
    case PLAN_GEMM_B:
      m.value = g->b, m.dtype = g->b_type, m.ld = g->ldb, m.stride = g->stride_b;
      m.offset = g->offset_b;
      m.rows = g->transpose_b ? g->n : g->k, m.columns = g->transpose_b ? g->k : g->n;
      break;
    case PLAN_GEMM_D:
      m.value = g->d, m.dtype = g->d_type, m.ld = g->ldd, m.stride = g->stride_d;
      m.rows = g->m, m.columns = g->n;
      break;
  }
  return m;
}
