/* emit.c - a region's micro-operations as statements of a kernel.
 *
 * Variable i of a region is v<i> in the text; what is loaded for it lies in an array x<i>, of one
 * element or one for each of the neighbours that a thread takes; store s is made in y<s>. */
#include "codegen/region.h"

/* ---- Addresses --------------------------------------------------------------------------- */

const char *region_column(region_code *r, const micro *m, const char *j) {
  long long half = (long long)r->pairs;
  switch (m->column) {
    case COLUMN_OTHER_HALF:
      if (r->dims[r->rank - 1] > 2 * half) /* what lies behind the halves is its own partner */
        return arena_printf(r->l->c->scratch,
                            "(%s < %lld ? %s + %lld : %s < %lld ? %s - %lld : %s)", j, half, j,
                            half, j, 2 * half, j, half, j);
      return arena_printf(r->l->c->scratch, "(%s < %lld ? %s + %lld : %s - %lld)", j, half, j, half,
                          j, half);
    case COLUMN_HALF:
      return arena_printf(r->l->c->scratch, "(%s < %lld ? %s : %s - %lld)", j, half, j, j, half);
    case COLUMN_NEIGHBOUR:
      return arena_printf(r->l->c->scratch, "((%s + k) ^ 1)", j);
    case COLUMN_PAIR:
      return arena_printf(r->l->c->scratch, "((%s + k) >> 1)", j);
    default:
      return j;
  }
}

const char *region_outer_offset(region_code *r, const operand *o) {
  text t;
  text_init(&t, r->l->c->scratch);
  for (int d = 0; d < r->rank - 1; d++) {
    if (o->strides[d] == 0) continue;
    text_printf(&t, "%sc%d", t.length ? " + " : "", d);
    if (o->strides[d] != 1) text_printf(&t, " * %lldll", (long long)o->strides[d]);
  }
  return t.length ? text_cstr(&t) : "0";
}

void region_emit_coordinates(region_code *r, text *out, const char *type, const char *index) {
  /* The last coordinate varies fastest; the first needs no remainder. */
  const char *left = index;
  for (int d = r->rank - 2; d >= 0; d--) {
    if (d == r->across - 1) continue;
    if (d == 0 || (d == 1 && r->across == 1)) {
      text_printf(out, "  const %s c%d = %s;\n", type, d, left);
    } else {
      text_printf(out, "  const %s c%d = %s %% (%s)%lld, q%d = %s / (%s)%lld;\n", type, d, left,
                  type, (long long)r->dims[d], d, left, type, (long long)r->dims[d]);
      left = arena_printf(r->l->c->scratch, "q%d", d);
    }
  }
}

static const char *gathered(region_code *r, const operand *o, const char *dense) {
  const char *block = o->gather_i == 1 ? arena_printf(r->l->c->scratch, "(i64)(%s)", dense)
                                       : arena_printf(r->l->c->scratch, "((i64)(%s) / %lld)", dense,
                                                      (long long)o->gather_i);
  const char *within = o->gather_i == 1 ? ""
                                        : arena_printf(r->l->c->scratch, " + (i64)(%s) %% %lld",
                                                       dense, (long long)o->gather_i);
  const tensor *table = &o->v->def->in[0]->type;
  if (tensor_elements(table) == o->gather_a * o->gather_i) /* it has no axes in front */
    return arena_printf(r->l->c->scratch, "wrap_index(p%u[%s], %lld) * %lld%s", o->index_parameter,
                        block, (long long)o->gather_a, (long long)o->gather_i, within);
  return arena_printf(
      r->l->c->scratch, "(%s / %lld * %lld + wrap_index(p%u[%s %% %lld], %lld)) * %lld%s", block,
      (long long)o->gather_k, (long long)o->gather_a, o->index_parameter, block,
      (long long)o->gather_k, (long long)o->gather_a, (long long)o->gather_i, within);
}

/* The address that micro `m` loads from, at place `j` of the last dimension; NULL: where its row
 * begins. */
static const char *address_of(region_code *r, const micro *m, const char *j) {
  const operand *o = &r->operands[m->operand];
  const char *offset = region_outer_offset(r, o);
  int64_t stride = j ? o->strides[r->rank - 1] : 0;
  if (stride > 1)
    offset = arena_printf(r->l->c->scratch, "%s + %s * %lldll", offset, j, (long long)stride);
  if (stride == 1)
    offset = arena_printf(r->l->c->scratch, "%s + %s", offset, region_column(r, m, j));
  return o->gathered ? gathered(r, o, offset) : offset;
}

/* Where a row kernel reads element `j` of the row of variable i, which begins at `b<i>`. */
static const char *address_in_row(region_code *r, uint32_t i) {
  const micro *m = &r->micros[i];
  int64_t stride = r->operands[m->operand].strides[r->rank - 1];
  if (stride > 1) return arena_printf(r->l->c->scratch, "b%u + j * %lldll", i, (long long)stride);
  return arena_printf(r->l->c->scratch, "b%u + %s", i, region_column(r, m, "j"));
}

/* ---- Statements -------------------------------------------------------------------------- */

/* f<i> = where part `p` has the element at the region's coordinates. */
static void emit_part(region_code *r, text *out, uint32_t i, const operand *o, const operand *p,
                      const char *indent) {
  text_printf(out, "%sf%u = p%u", indent, i, p->parameter);
  for (int d = 0; d < r->rank; d++) {
    const char *c = d == r->rank - 1 ? "j" : arena_printf(r->l->c->scratch, "c%d", d);
    if (d == o->axis && p->begin)
      c = arena_printf(r->l->c->scratch, "(%s - %lld)", c, (long long)p->begin);
    if (p->strides[d] == 1)
      text_printf(out, " + %s", c);
    else if (p->strides[d])
      text_printf(out, " + %s * %lldll", c, (long long)p->strides[d]);
  }
  text_add(out, ";\n");
}

/* Whose the element is, by halving: only the end of that differs between the parts, and each
 * thread loads once. */
static void emit_parts(region_code *r, text *out, uint32_t i, const operand *o, uint32_t low,
                       uint32_t high, const char *indent) {
  if (high - low == 1) {
    emit_part(r, out, i, o, &o->parts[low], indent);
    return;
  }
  uint32_t middle = (low + high) / 2;
  const char *inner = arena_printf(r->l->c->scratch, "%s  ", indent);
  const char *c = o->axis == r->rank - 1 ? "j" : arena_printf(r->l->c->scratch, "c%d", o->axis);
  text_printf(out, "%sif (%s < %lld) {\n", indent, c, (long long)o->parts[middle].begin);
  emit_parts(r, out, i, o, low, middle, inner);
  text_printf(out, "%s} else {\n", indent);
  emit_parts(r, out, i, o, middle, high, inner);
  text_printf(out, "%s}\n", indent);
}

static void emit_joined_load(region_code *r, text *out, uint32_t i, const emission *e) {
  const micro *m = &r->micros[i];
  const operand *o = &r->operands[m->operand];
  int vector = m->lane ? e->vector : 1;
  text_printf(out, "%s%s x%u[%d];\n%sconst %s *f%u;\n", e->indent, m->type, i, vector, e->indent,
              memory_type(o->v->type.dtype), i);
  emit_parts(r, out, i, o, 0, o->part_count, e->indent);
  text_printf(out, "%sload<%d>(f%u, x%u);\n", e->indent, vector, i, i);
}

/* x<i>, loaded from element `offset` of its operand on. */
static void emit_load(region_code *r, text *out, uint32_t i, const char *offset,
                      const emission *e) {
  const micro *m = &r->micros[i];
  const operand *o = &r->operands[m->operand];
  const char *indent = e->indent;
  int64_t stride = o->strides[r->rank - 1];
  bool apart = m->column == COLUMN_NEIGHBOUR || m->column == COLUMN_PAIR;
  int vector = m->lane ? e->vector : 1;
  text_printf(out, "%s%s x%u[%d];\n", indent, m->type, i, vector);
  if (m->lane && (apart || stride > 1))
    text_printf(out, "%sload_each<%d>(p%u, x%u, [&](int k) { return %s%s; });\n", indent, vector,
                o->parameter, i, offset,
                apart ? "" : arena_printf(r->l->c->scratch, " + k * %lldll", (long long)stride));
  else
    text_printf(out, "%sload<%d>(p%u + %s, x%u);\n", indent, vector, o->parameter, offset, i);
}

/* What variable i is in the text. */
static const char *source_of(const region_code *r, uint32_t i, const emission *e) {
  const micro *m = &r->micros[i];
  if (e->from_array && e->from_array[i]) return arena_printf(r->l->c->scratch, "r%u[c][k]", i);
  if (m->kind == MICRO_LOAD)
    return arena_printf(r->l->c->scratch, "x%u[%s]", i, m->lane ? e->element : "0");
  if (m->kind != MICRO_GIVEN) return m->expr;
  return m->column == COLUMN_NEIGHBOUR ? e->neighbour : e->given[m->operand];
}

void region_emit(region_code *r, text *out, unsigned what, const emission *e) {
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (m->kind == MICRO_REDUCE || (e->only && !e->only[i])) continue;
    bool kept = e->from_array && e->from_array[i];
    if (m->kind == MICRO_LOAD && m->lane && (what & EMIT_BASES))
      text_printf(out, "%sconst i64 b%u = %s;\n", e->indent, i, address_of(r, m, NULL));
    else if (m->kind == MICRO_LOAD && (what & EMIT_LOADS) && !kept &&
             r->operands[m->operand].part_count)
      emit_joined_load(r, out, i, e);
    else if (m->kind == MICRO_LOAD && (what & EMIT_LOADS) && !kept)
      emit_load(r, out, i, e->bases ? address_in_row(r, i) : address_of(r, m, m->lane ? "j" : NULL),
                e);
    if (m->kind == MICRO_LOAD && (what & EMIT_AHEAD))
      text_printf(out, "%sauto &x%u = %s.x%u;\n", e->indent, i, e->ahead, i);
    if (!(what & (m->lane ? EMIT_LANES : EMIT_ROWS))) continue;
    text_printf(out, "%sconst %s v%u = %s;\n", e->indent, m->type, i, source_of(r, i, e));
    if (!kept && e->to_array && e->to_array[i])
      text_printf(out, "%sr%u[c][k] = v%u;\n", e->indent, i, i);
  }
}

void region_open_lanes(text *out, const char *indent, const char *count) {
  text_printf(out, "#pragma unroll\n%sfor (int k = 0; k < %s; k++) {\n", indent, count);
}

void region_emit_results(const region_code *r, text *out, const char *vector, const emission *e) {
  for (uint32_t s = 0; s < r->store_count; s++) {
    const region_store *store = &r->stores[s];
    if (e->stores && !e->stores[s]) continue;
    text_printf(out, "%s%s y%u[%s];\n", e->indent, number_type(store->to.v->type.dtype), s, vector);
    if (store->left_place == LEFT_LAST || store->left_place == LEFT_GATHERED)
      text_printf(out, "%s%s z%u[%s];\n", e->indent, number_type(FP8C_DTYPE_F32), s, vector);
  }
}

const char *region_left_of(const region_code *r, uint32_t s) {
  return arena_printf(r->l->c->scratch, "[&](auto v%u) { return %s; }", r->stores[s].source,
                      r->stores[s].left_of);
}

void region_emit_left(region_code *r, uint32_t s, text *out, const emission *e) {
  const region_store *store = &r->stores[s];
  if (store->left_place == LEFT_SCATTERED)
    text_printf(out, "%sstore_scattered(p%u + (%s), v%u, %s, v%u);\n", e->indent,
                store->to.parameter, region_outer_offset(r, &store->to), store->column,
                e->guard ? e->guard : "true", store->left);
  else if (store->left_place)
    text_printf(out, "%sz%u[k] = v%u;\n", e->indent, s, store->source);
}

void region_emit_last(region_code *r, uint32_t s, text *out, const emission *e) {
  const region_store *store = &r->stores[s];
  if (store->left_place != LEFT_LAST) return;
  text_printf(out, "%sstore_last<%lld, %lld>(p%u + (%s), %s, %s, z%u, %s);\n", e->indent,
              (long long)store->first, (long long)store->more, store->to.parameter,
              region_outer_offset(r, &store->to), e->column ? e->column : "j",
              e->guard ? e->guard : "true", s, region_left_of(r, s));
}

void region_emit_assignments(region_code *r, text *out, const emission *e) {
  for (uint32_t s = 0; s < r->store_count; s++) {
    if (e->stores && !e->stores[s]) continue;
    text_printf(out, "%sy%u[k] = v%u;\n", e->indent, s, r->stores[s].variable);
    region_emit_left(r, s, out, e);
  }
}
