/* eltwise.c - chains of elementwise operators as one kernel.
 *
 * Such a kernel is bound by memory: each thread takes V consecutive elements,
 * as many as 16-byte accesses hold, and index arithmetic happens once for them.
 * What is read across, as behind a Transpose, is read one by one: neighbouring threads
 * take its neighbours, and each writes its V. */
#include "codegen/region.h"

#define THREADS 256

/* Operands that are asked for all at once, in vectors.  With more each thread has one element and
 * reads each operand where it needs it: a Sum of hundreds would fill the registers of many threads,
 * and the compiler's time grows with the square of what is alive. */
#define OPERANDS_AHEAD 48

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

const char *lower_epilogue(lowering *l, const group *gr, const gemm_rest *rest) {
  region_code r;
  const char *why = region_read(&r, l->c->scratch, &(region_extent){.gr = gr, .rest = rest});
  if (!why) why = region_write(&r, l, NULL);
  if (why) return why;
  if (r.draft.arg_count > PARAMETERS_MOST)
    return reason(l, "%u values are more than the %d parameters of a kernel", r.draft.arg_count,
                  PARAMETERS_MOST);

  int last = r.rank - 1;
  int64_t elements = 1;
  for (int d = 0; d < r.rank; d++) elements *= r.dims[d];
  bool ahead = r.operand_count <= OPERANDS_AHEAD || r.pairs; /* pairs are loaded together */
  int vector = ahead ? region_vector(&r, r.dims[last]) : 1;
  int64_t vectors = elements / vector, inner = r.dims[last] / vector;
  const char *type = elements < INT32_MAX ? "u32" : "i64";
  uint64_t blocks = ((uint64_t)vectors + THREADS - 1) / THREADS;
  if (blocks > INT32_MAX) return reason(l, "%lld elements are too many", (long long)elements);
  if (blocks == 0) blocks = 1; /* an empty tensor: a launch that does nothing */

  text *body = &r.draft.body;
  text_printf(body, "  const %s i = (%s)block * %d + threadIdx.x;\n  if (i >= %lld) return;\n",
              type, type, THREADS, (long long)vectors);
  if (r.rank > 1) {
    const char *at = "i";
    if (r.across) {
      text_printf(body, "  const %s c%d = i %% (%s)%lld, at = i / (%s)%lld;\n", type, r.across - 1,
                  type, (long long)r.dims[r.across - 1], type, (long long)r.dims[r.across - 1]);
      at = "at";
    }
    text_printf(body, "  const %s j = %s %% (%s)%lld * %d, row = %s / (%s)%lld;\n", type, at, type,
                (long long)inner, vector, at, type, (long long)inner);
    region_emit_coordinates(&r, body, type, "row");
  } else {
    text_printf(body, "  const %s j = i * %d;\n", type, vector);
  }
  if (ahead) {
    emission whole = {.indent = "  ", .vector = vector};
    emission lane = {.indent = "    ", .element = "k"};
    region_emit(&r, body, EMIT_LOADS | EMIT_ROWS, &whole);
    region_emit_results(&r, body, reason(l, "%d", vector), &whole);
    text_printf(body, "#pragma unroll\n  for (int k = 0; k < %d; k++) {\n", vector);
    region_emit(&r, body, EMIT_LANES, &lane);
    region_emit_assignments(&r, body, &lane);
    text_add(body, "  }\n");
  } else {
    emission one = {.indent = "  ", .vector = 1, .element = "0"};
    region_emit(&r, body, EMIT_LOADS | EMIT_ROWS | EMIT_LANES, &one);
    region_emit_results(&r, body, "1", &one);
    text_add(body, "  constexpr int k = 0;\n");
    region_emit_assignments(&r, body, &one);
  }
  for (uint32_t s = 0; s < r.store_count; s++) {
    const operand *to = &r.stores[s].to;
    const char *offset = in_order(&r, to) ? arena_printf(l->c->scratch, "i * %d", vector)
                         : to->strides[last]
                             ? arena_printf(l->c->scratch, "%s + j", region_outer_offset(&r, to))
                             : region_outer_offset(&r, to);
    text_printf(body, "  store<%d>(p%u + %s, y%u);\n", vector, to->parameter, offset, s);
  }

  launch_shape shape = {.blocks = blocks,
                        .threads = THREADS,
                        .joins = true,
                        .flops = (uint64_t)elements * r.micro_count};
  draft_launch(&r.draft, arena_printf(l->c->scratch, "eltwise_%s", r.op_names), NULL, shape, gr);
  return NULL;
}

const char *lower_eltwise(lowering *l, const group *gr) { return lower_epilogue(l, gr, NULL); }
