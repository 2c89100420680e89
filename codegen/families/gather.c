/* gather.c - GatherElements: one element for one index.
 *
 * Gather itself is a load of elementwise and row regions (region.c), where most
 * of them end: an embedding table read by the norm that follows.
 *
 * Tables of relative positions are constants spread over the batch and the heads: what repeats
 * along the leading axes is read once, and out of the cache from then on.  As loads of the
 * elementwise kernel behind, which reads one number a thread there, they take longer: DeBERTa
 * 1.74 ms instead of 1.60, and 1.73 with the transposed ones too (H200). */
#include <string.h>

#include "base/size.h"
#include "codegen/families.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/move.h"

#define THREADS 256
#define VECTOR 4

/* An index that is spread over axes is read where it was before: eight bytes for every element of
 * the result are most of what a gather of BF16 moves. */
bool gather_spreads(const node *n) {
  if (!node_is(n, OP_EXPAND) || n->region || value_is_output(n->out[0]) ||
      n->in[0]->type.rank > n->out[0]->type.rank)
    return false;
  for (size_t i = 0; i < n->out[0]->user_count; i++) {
    const node *u = n->out[0]->users[i];
    if (!node_is(u, OP_GATHER_ELEMENTS) || u->region || u->in[1] != n->out[0]) return false;
  }
  return n->out[0]->user_count > 0;
}

/* Where the indices lie, and how far apart along each axis. */
static const value *index_place(const value *v, int64_t *steps) {
  const tensor *all = &v->type;
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  const value *whole = n && gather_spreads(n) ? n->in[0] : v;
  const tensor *t = &whole->type;
  int more = all->rank - t->rank;
  int64_t own[FP8C_MAX_RANK];
  strides_of(t->dims, t->rank, own);
  for (int i = 0; i < all->rank; i++)
    steps[i] = i < more || t->dims[i - more] != all->dims[i] ? 0 : own[i - more];
  return whole;
}

/* How many leading axes a constant repeats along: it is the same whatever their coordinates. */
static int repeated_axes(lowering *l, const value *v) {
  const tensor *t = &v->type;
  tensor c;
  fp8c_error ignored;
  int axes = 0;
  if (!value_is_const(v)) return 0;
  arena_mark mark = arena_save(l->c->scratch);
  if (value_load(v, l->c->scratch, &c, &ignored) == FP8C_OK) {
    size_t bytes = (size_t)tensor_bytes(t);
    for (; axes < t->rank - 1; axes++) {
      size_t copies = (size_t)(t->dims[axes] > 0 ? t->dims[axes] : 1), each = bytes / copies;
      bool same = true;
      for (size_t i = 1; i < copies && same; i++)
        same = memcmp(c.data, (const char *)c.data + i * each, each) == 0;
      if (!same) break;
      bytes = each;
    }
  }
  arena_reset(l->c->scratch, mark);
  return axes;
}

/* How the elements are spread over threads. */
typedef struct gathering {
  int64_t elements, blocks;
  int vector; /* neighbours of a row that a thread gathers */
} gathering;

static void add_list(text *t, const char *name, const int64_t *items, int count) {
  text_printf(t, "  static constexpr u32 %s[] = {", name);
  for (int i = 0; i < count; i++) text_printf(t, "%s%lldu", i ? ", " : "", (long long)items[i]);
  text_add(t, "};\n");
}

/* Clocks of a lane for an element: where it lies, and the wait for it behind its index (DeBERTa's
 * indices that repeat, which the cache holds). */
#define ELEMENT_CLOCKS 44

const char *offers_gather_elements(const problem *p, const cost_model *m, schedule_list *out) {
  const node *n = p->gr.nodes[0];
  if (!node_is(n, OP_GATHER_ELEMENTS) || p->gr.count > 1) return other_operators;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  if (!memory_type(x->dtype) || x->dtype != y->dtype || x->scale.kind != y->scale.kind ||
      x->scale.kind == SCALE_AXIS)
    return "it changes the type of what it moves";
  if (y->rank == 0) return "it gathers from a scalar";
  if (x->dims[node_axis(n, x->rank)] == 0) return "it gathers from an empty table";
  if (tensor_elements(y) > UINT32_MAX || tensor_elements(x) > UINT32_MAX)
    return "its elements are too many";
  gathering *g = NEW(out->a, gathering);
  *g = (gathering){.elements = tensor_elements(y),
                   .vector = y->dims[y->rank - 1] % VECTOR == 0 ? VECTOR : 1};
  g->blocks = divide_up(g->elements, THREADS * g->vector);
  int64_t steps[FP8C_MAX_RANK];
  double bytes =
      p->work.bytes - cost_stored_bytes(n->in[1]) + cost_stored_bytes(index_place(n->in[1], steps));
  offer(out, (schedule){.name = "elements",
                        .constants = g,
                        .constant_bytes = sizeof *g,
                        .launches = 1,
                        .seconds = cost_of_pass(m, bytes, ELEMENT_CLOCKS * (double)g->elements),
                        .start = COST_START_PASS});
  return NULL;
}

const char *write_gather_elements(lowering *l, const problem *p, const schedule *s) {
  const gathering *g = s->constants;
  const node *n = p->gr.nodes[0];
  const tensor *x = &n->in[0]->type, *index = &n->in[1]->type, *y = &n->out[0]->type;
  int64_t axis = node_axis(n, x->rank), from[FP8C_MAX_RANK], at[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, from);
  const value *which = index_place(n->in[1], at);
  int64_t step = from[axis];
  from[axis] = 0;
  for (int k = repeated_axes(l, n->in[1]); k-- > 0;) at[k] = 0;

  kernel_draft d;
  draft_begin(&d, l);
  const char *type = memory_type(x->dtype);
  uint32_t values = draft_read(&d, lower_value(l, n->in[0]), type);
  uint32_t indices = draft_read(&d, lower_value(l, which), memory_type(index->dtype));
  uint32_t to = draft_write(&d, lower_value(l, n->out[0]), type);
  text_printf(&d.functions,
              "struct shape {\n  static constexpr int RANK = %d, VECTOR = %d, THREADS = %d;\n"
              "  static constexpr u32 ELEMENTS = %lldu;\n"
              "  static constexpr i64 SIZE = %lld, STEP = %lld;\n",
              y->rank, g->vector, THREADS, (long long)g->elements, (long long)x->dims[axis],
              (long long)step);
  add_list(&d.functions, "dims", y->dims, y->rank);
  add_list(&d.functions, "from_steps", from, y->rank);
  add_list(&d.functions, "index_steps", at, y->rank);
  text_add(&d.functions, "};\n");
  text_printf(&d.body, "  gather_elements<shape>(p%u, p%u, p%u);\n", values, indices, to);
  launch_shape shape = {.blocks = g->blocks ? (uint64_t)g->blocks : 1, .threads = THREADS};
  draft_launch(&d, "gather_elements", kernel_text_gather, shape, &p->gr);
  return NULL;
}
