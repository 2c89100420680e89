/* eltwise.c - chains of elementwise operators as one kernel.
 *
 * Such a kernel is bound by memory: each thread takes V consecutive elements,
 * as many as 16-byte accesses hold, and index arithmetic happens once for them.
 * What is read across, as behind a Transpose, is read one by one: neighbouring threads
 * take its neighbours, and each writes its V.  Where rows or strides allow short vectors only, a
 * thread has several, a block apart, and asks for all of them before it waits for any: one short
 * access a thread leaves memory idle (an H200 took 29 us for 6 M numbers, a thread each). */
#include <math.h>

#include "base/size.h"
#include "codegen/families.h"
#include "ops/ids/algebra.h"

#define THREADS 256

/* Operands that are asked for all at once, in vectors.  With more each thread has one element and
 * reads each operand where it needs it: a Sum of hundreds would fill the registers of many threads,
 * and the compiler's time grows with the square of what is alive. */
#define OPERANDS_AHEAD 48

/* Elements of a thread whose vectors are short, and blocks that there are at least for all
 * multiprocessors before a thread gets a second one. */
#define SHORT_ELEMENTS 8
#define BLOCKS_BEFORE 1056

/* Its elements lie in the domain's order: thread i writes its i-th vector.  Said so, the compiler
 * stores 16 bytes at once; of a sum over coordinates it makes four stores. */
static bool in_order(const region_code *r, const operand *o) {
  int64_t stride = 1;
  for (int d = r->rank - 1; d >= 0; d--) {
    if (r->dims[d] != 1 && o->strides[d] != stride) return false;
    stride *= r->dims[d];
  }
  return !r->across;
}

/* How elements are spread over threads. */
typedef struct spread {
  int64_t elements, vectors, blocks;
  int vector;
  int count;  /* vectors of a thread */
  bool ahead; /* all operands are asked for before the first is used */
} spread;

static const char *spread_of(const region_code *r, arena *a, spread *s) {
  *s = (spread){.elements = 1,
                /* pairs are loaded together */
                .ahead = r->operand_count <= OPERANDS_AHEAD || r->pairs};
  for (int d = 0; d < r->rank; d++) s->elements *= r->dims[d];
  s->vector = s->ahead ? region_vector(r, r->dims[r->rank - 1]) : 1;
  s->vectors = s->elements / s->vector;
  s->count = s->ahead && !r->across && s->vector < region_widest(r) && s->vector < SHORT_ELEMENTS
                 ? SHORT_ELEMENTS / s->vector
                 : 1;
  while (s->count > 1 && s->vectors / (THREADS * s->count) < BLOCKS_BEFORE) s->count /= 2;
  s->blocks = divide_up(s->vectors, (int64_t)THREADS * s->count);
  if (s->blocks == 0) s->blocks = 1; /* an empty tensor: a launch that does nothing */
  if (s->blocks > INT32_MAX)
    return arena_printf(a, "%lld elements are too many", (long long)s->elements);
  return NULL;
}

static const char *index_type(const spread *s) { return s->elements < INT32_MAX ? "u32" : "i64"; }

/* Which vector i is: its place in the last dimension, and the row's coordinates. */
static void emit_place(region_code *r, const spread *s, text *body) {
  const char *type = index_type(s);
  if (r->rank == 1) {
    text_printf(body, "  const %s j = i * %d;\n", type, s->vector);
    return;
  }
  const char *at = "i";
  if (r->across) {
    long long across = (long long)r->dims[r->across - 1];
    text_printf(body, "  const %s c%d = i %% (%s)%lld, at = i / (%s)%lld;\n", type, r->across - 1,
                type, across, type, across);
    at = "at";
  }
  text_printf(body, "  const %s j = %s %% (%s)%lld * %d, row = %s / (%s)%lld;\n", type, at, type,
              (long long)r->dims[r->rank - 1] / s->vector, s->vector, at, type,
              (long long)r->dims[r->rank - 1] / s->vector);
  region_emit_coordinates(r, body, type, "row");
}

static void emit_arithmetic(region_code *r, const spread *s, text *body) {
  if (!s->ahead) {
    emission one = {.indent = "  ", .vector = 1, .element = "0"};
    region_emit(r, body, EMIT_LOADS | EMIT_ROWS | EMIT_LANES, &one);
    region_emit_results(r, body, "1", &one);
    text_add(body, "  constexpr int k = 0;\n");
    region_emit_assignments(r, body, &one);
    return;
  }
  const char *vector = arena_printf(r->l->c->scratch, "%d", s->vector);
  emission whole = {.indent = "  ", .vector = s->vector};
  emission lane = {.indent = "    ", .element = "k"};
  region_emit(r, body, EMIT_LOADS | EMIT_ROWS, &whole);
  region_emit_results(r, body, vector, &whole);
  region_open_lanes(body, "  ", vector);
  region_emit(r, body, EMIT_LANES, &lane);
  region_emit_assignments(r, body, &lane);
  text_add(body, "  }\n");
}

static void emit_stores(region_code *r, const spread *s, text *body) {
  for (uint32_t i = 0; i < r->store_count; i++) {
    const operand *to = &r->stores[i].to;
    const char *offset = in_order(r, to) ? arena_printf(r->l->c->scratch, "i * %d", s->vector)
                         : to->strides[r->rank - 1]
                             ? arena_printf(r->l->c->scratch, "%s + j", region_outer_offset(r, to))
                             : region_outer_offset(r, to);
    text_printf(body, "  store<%d>(p%u + %s, y%u);\n", s->vector, to->parameter, offset, i);
    region_emit_last(r, i, body, &(emission){.indent = "  "});
  }
}

/* From here to end_vectors the text is of vector i. */
static void begin_vectors(region_code *r, const spread *s, text *body) {
  const char *type = index_type(s);
  const char *name = s->count > 1 ? "first" : "i";
  text_printf(body, "  const %s %s = (%s)block * %d + threadIdx.x;\n", type, name, type,
              THREADS * s->count);
  if (s->count > 1)
    text_printf(body, "  const auto vector = [&](const %s i) {\n", type);
  else
    text_printf(body, "  if (i >= %s) return;\n", draft_count(&r->draft, s->vectors));
}

static void end_vectors(region_code *r, const spread *s, text *body) {
  if (s->count == 1) return;
  const char *type = index_type(s);
  text_printf(body, "  };\n  in_steps<%d, %d>(first, (%s)%s, vector);\n", s->count, THREADS, type,
              draft_count(&r->draft, s->vectors));
}

static const char *write_elements(region_code *r, lowering *l, const group *gr, const spread *s) {
  const char *why = region_write(r, l, NULL);
  if (why) return why;
  if (r->draft.arg_count > PARAMETERS_MOST)
    return arena_printf(l->c->scratch, "%u values are more than the %d parameters of a kernel",
                        r->draft.arg_count, PARAMETERS_MOST);
  text *body = &r->draft.body;
  begin_vectors(r, s, body);
  emit_place(r, s, body);
  emit_arithmetic(r, s, body);
  emit_stores(r, s, body);
  end_vectors(r, s, body);
  launch_shape shape = {.blocks = (uint64_t)s->blocks,
                        .threads = THREADS,
                        .joins = true,
                        .flops = (uint64_t)s->elements * r->micro_count};
  draft_launch(&r->draft, arena_printf(l->c->scratch, "eltwise_%s", r->op_names),
               s->count > 1 ? kernel_text_steps : NULL, shape, gr);
  return NULL;
}

const char *lower_epilogue(lowering *l, const group *gr, const gemm_rest *rest) {
  region_code r;
  spread s;
  const char *why = region_read(&r, l->c->scratch, &(region_extent){.gr = gr, .rest = rest});
  if (why || (why = spread_of(&r, l->c->scratch, &s))) return why;
  return write_elements(&r, l, gr, &s);
}

/* Clocks of a lane, besides the arithmetic: of a vector, with what each dimension that is not
 * merged adds to its addresses, where a division by a power of two is a shift, and of an element
 * that Rotary turns. */
#define VECTOR_CLOCKS 41
#define COORDINATE_CLOCKS 32
#define SHIFT_CLOCKS 4
#define PAIR_CLOCKS 21    /* with its sines and cosines */
#define HALVING_CLOCKS 12 /* of the parts of what is joined, for a vector; as in move.c */
/* For an element that is read across and stored as more than a byte: neighbouring threads store
 * pieces of 16 bytes that lie far apart, number by number (EnCodec and ResNeSt, 205 to 227). */
#define ACROSS_CLOCKS 205
/* For an element: of another operand that is as large, and of a constant that repeats. */
#define OPERAND_CLOCKS 16
#define CONSTANT_CLOCKS 9

/* Whose part a vector is. */
static double halvings(const region_code *r) {
  double count = 0;
  for (uint32_t i = 0; i < r->operand_count; i++)
    if (r->operands[i].part_count) count += log2((double)r->operands[i].part_count);
  return count;
}

static bool is_power_of_two(int64_t n) { return (n & (n - 1)) == 0; }

static double clocks_of_vector(const region_code *r, const spread *s) {
  double clocks = VECTOR_CLOCKS;
  for (int d = 1; d < r->rank; d++) {
    int64_t by = d == r->rank - 1 ? r->dims[d] / s->vector : r->dims[d];
    clocks += is_power_of_two(by) ? SHIFT_CLOCKS : COORDINATE_CLOCKS;
  }
  return clocks;
}

/* Vectors as wide as their types allow are hidden by memory; narrower ones are as many more. */
static double more_clocks(const region_code *r, const spread *s) {
  double whole = (double)s->elements / (s->ahead ? region_widest(r) : 1);
  double each = clocks_of_vector(r, s);
  double pairs = r->pairs ? PAIR_CLOCKS * (double)s->elements : 0;
  double joined = HALVING_CLOCKS * halvings(r) * (double)s->vectors;
  return ((double)s->vectors - whole) * each + pairs + joined;
}

/* Rows that are looked up in a constant table come from memory, which takes twice as long as the
 * cache where other operands are found. */
static double more_bytes(const region_code *r, const spread *s) {
  double bytes = 0;
  for (uint32_t i = 0; i < r->operand_count; i++) {
    const operand *o = &r->operands[i];
    if (o->gathered && value_is_const(o->v->def->in[0]))
      bytes += (double)s->elements * (double)dtype_bytes(o->v->type.dtype);
  }
  return bytes;
}

/* Clocks for operands beside the first: those that are as large as the results, and constants that
 * repeat, of which a vector of F32 is two to four. */
static double operand_clocks(const group *gr, int64_t elements) {
  double whole = 0, repeated = 0;
  for (size_t k = 0; k < gr->count; k++)
    for (size_t i = 0; i < gr->nodes[k]->in_count; i++) {
      const value *v = gr->nodes[k]->in[i];
      if (!v || (v->def && group_has(gr, v->def)) || !tensor_shape_known(&v->type)) continue;
      int64_t count = tensor_elements(&v->type);
      whole += !value_is_const(v) && count >= elements;
      repeated +=
          value_is_const(v) && count > 1 && count < elements && !node_is(gr->nodes[k], OP_ROTARY);
    }
  return ((whole > 1 ? whole - 1 : 0) * OPERAND_CLOCKS + repeated * CONSTANT_CLOCKS) *
         (double)elements;
}

/* Results that are most of what is moved drive out of the L2 cache what was written before them, so
 * that they pass at the memory's rate: F32 sums of repeated operands (3.4 to 3.5 TB/s in six sizes
 * on an H200). */
#define MOSTLY_WRITTEN 0.6

static size_t widest_result(const group *gr) {
  size_t bytes = 0;
  for (size_t k = 0; k < gr->count; k++)
    for (size_t i = 0; i < gr->nodes[k]->out_count; i++) {
      const value *v = gr->nodes[k]->out[i];
      size_t own = v && group_stores(gr, v) ? dtype_bytes(v->type.dtype) : 0;
      if (own > bytes) bytes = own;
    }
  return bytes;
}

static bool mostly_writes(const problem *p) {
  double results = 0;
  for (size_t k = 0; k < p->gr.count; k++)
    for (size_t i = 0; i < p->gr.nodes[k]->out_count; i++)
      if (p->gr.nodes[k]->out[i] && group_stores(&p->gr, p->gr.nodes[k]->out[i]))
        results += cost_stored_bytes(p->gr.nodes[k]->out[i]);
  return results > MOSTLY_WRITTEN * p->work.bytes;
}

const char *offers_eltwise(const problem *p, const cost_model *m, schedule_list *out) {
  spread *s = NEW(out->a, spread);
  const char *why = p->region.unread ? p->region.unread : spread_of(p->region.read, out->a, s);
  if (why) return why;
  schedule form = {
      .name = "a vector a thread", .constants = s, .constant_bytes = sizeof *s, .launches = 1};
  const region_code *r = p->region.read;
  double clocks = clocks_of_nodes(&p->gr) + operand_clocks(&p->gr, s->elements);
  double bytes = p->work.bytes + more_bytes(r, s);
  if (r->across && widest_result(&p->gr) > 1) clocks += ACROSS_CLOCKS * (double)s->elements;
  offer_pass(out, m, bytes, clocks + more_clocks(r, s), form);
  double far = cost_of_pass_from_memory(m, bytes);
  schedule *last = &out->items[out->count - 1];
  if (mostly_writes(p) && last->seconds < far) last->seconds = far;
  return NULL;
}

const char *write_eltwise(lowering *l, const problem *p, const schedule *s) {
  region_code r = *p->region.read;
  return write_elements(&r, l, &p->gr, s->constants);
}
