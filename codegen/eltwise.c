/* eltwise.c - chains of elementwise operators as one kernel.
 *
 * Such a kernel is bound by memory: each thread takes V consecutive elements,
 * as many as 16-byte accesses hold, and index arithmetic happens once for them.
 * What is read across, as behind a Transpose, is read one by one: neighbouring threads
 * take its neighbours, and each writes its V. */
#include "codegen/region.h"

#define THREADS 256

static void emit_lane_body(region_code *r, text *body) {
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (!m->lane) continue;
    if (m->kind == MICRO_LOAD)
      text_printf(body, "    const %s v%u = x%u[k];\n", m->type, i, i);
    else
      text_printf(body, "    const %s v%u = %s;\n", m->type, i, m->expr);
  }
}

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
  const char *why = region_build(&r, l, gr, 0, rest);
  if (why) return why;

  int last = r.rank - 1;
  int64_t elements = 1;
  for (int d = 0; d < r.rank; d++) elements *= r.dims[d];
  int vector = region_vector(&r, r.dims[last]);
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
  for (uint32_t i = 0; i < r.micro_count; i++) {
    const micro *m = &r.micros[i];
    if (m->kind == MICRO_LOAD) {
      const operand *o = &r.operands[m->operand];
      const char *offset = region_outer_offset(&r, o);
      if (o->strides[last] > 1)
        offset =
            arena_printf(l->c->scratch, "%s + j * %lldll", offset, (long long)o->strides[last]);
      else if (o->strides[last])
        offset = arena_printf(l->c->scratch, "%s + %s", offset, region_column(&r, m, "j"));
      if (o->gathered) offset = region_gather_offset(&r, o, offset);
      region_emit_load(&r, body, i, offset, vector, "  ");
    } else if (!m->lane) {
      text_printf(body, "  const %s v%u = %s;\n", m->type, i, m->expr);
    }
  }
  for (uint32_t s = 0; s < r.store_count; s++)
    text_printf(body, "  %s y%u[%d];\n", number_type(r.stores[s].to.v->type.dtype), s, vector);
  text_printf(body, "#pragma unroll\n  for (int k = 0; k < %d; k++) {\n", vector);
  emit_lane_body(&r, body);
  for (uint32_t s = 0; s < r.store_count; s++)
    text_printf(body, "    y%u[k] = v%u;\n", s, r.stores[s].variable);
  text_add(body, "  }\n");
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
