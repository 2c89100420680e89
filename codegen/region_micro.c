/* region_micro.c - a region's variables: numbers that are known, loaded, computed or stored. */
#include "codegen/region_micro.h"

#include "base/numbers.h"

uint32_t region_add_micro(region_code *r, micro m) {
  ARENA_PUSH(r->a, r->micros, r->micro_count, m);
  return r->micro_count - 1;
}

/* A variable computed from others: a lane variable as soon as one of them is. */
uint32_t region_compute(region_code *r, const char *type, const char *expr, const uint32_t *uses,
                        uint32_t use_count) {
  micro m = {.kind = MICRO_ROW, .type = type, .expr = expr, .use_count = use_count};
  for (uint32_t i = 0; i < use_count; i++) {
    m.uses[i] = uses[i];
    if (r->micros[uses[i]].lane) m.lane = true;
  }
  if (m.lane) m.kind = MICRO_LANE;
  return region_add_micro(r, m);
}

/* A number known now, as a parameter of the kernel. */
uint32_t region_parameter_f32(region_code *r, float x) {
  uint32_t p = draft_f32(&r->draft, x);
  return region_compute(r, "float", arena_printf(r->a, "p%u", p), NULL, 0);
}

/* The real number of a stored one: stored * scale. */
uint32_t region_unscale(region_code *r, const tensor *t, uint32_t stored) {
  if (t->scale.kind != SCALE_TENSOR) return stored;
  uint32_t s = region_parameter_f32(r, t->scale.value);
  return COMPUTE(r, "float", arena_printf(r->a, "v%u * v%u", stored, s), stored, s);
}

/* The parameter that points at an operand's first element. */
uint32_t region_read_parameter(region_code *r, const operand *o) {
  const char *element = memory_type(o->v->type.dtype);
  if (!o->whole) return draft_read(&r->draft, lower_value(r->l, o->v), element);
  return draft_read_part(&r->draft, lower_value(r->l, o->whole), element,
                         (uint64_t)o->offset * dtype_bytes(o->v->type.dtype),
                         tensor_bytes(&o->v->type));
}

uint32_t region_add_load(region_code *r, operand *o, micro_column column) {
  micro m = {.kind = MICRO_LOAD,
             .type = number_type(o->v->type.dtype),
             .operand = (uint32_t)(o - r->operands),
             .column = column,
             .lane = o->strides[r->rank - 1] != 0};
  return region_add_micro(r, m);
}

uint32_t region_add_given(region_code *r, const value *v, uint32_t which, micro_column column) {
  return region_add_micro(r, (micro){.kind = MICRO_GIVEN,
                                     .type = number_type(v->type.dtype),
                                     .operand = which,
                                     .column = column,
                                     .lane = true});
}

uint32_t region_load_of(region_code *r, const value *v, const value *memory, const value *index) {
  for (uint32_t i = 0; i < 2; i++)
    if (v == r->given[i]) return region_add_given(r, v, i, COLUMN_OWN);
  operand *o = region_operand(r, v);
  const tensor *t = &memory->type;
  if (!index) {
    for (uint32_t i = 0; i < o->part_count; i++)
      o->parts[i].parameter = region_read_parameter(r, &o->parts[i]);
    if (!o->part_count) o->parameter = region_read_parameter(r, o);
    return region_add_load(r, o, COLUMN_OWN);
  }
  uint32_t id = lower_value(r->l, memory);
  uint64_t bytes = (uint64_t)tensor_elements(&v->type) * dtype_bytes(t->dtype);
  if (bytes < tensor_bytes(t)) /* of a table, what is looked up */
    o->parameter = draft_read_part(&r->draft, id, memory_type(t->dtype), 0, bytes);
  else
    o->parameter = draft_read(&r->draft, id, memory_type(t->dtype));
  o->index_parameter =
      draft_read(&r->draft, lower_value(r->l, index), memory_type(index->type.dtype));
  micro m = {.kind = MICRO_LOAD,
             .type = number_type(t->dtype),
             .operand = (uint32_t)(o - r->operands),
             .lane = o->strides[r->rank - 1] != 0};
  return region_add_micro(r, m);
}

/* The variable of a node's input. */
uint32_t region_variable(region_code *r, const value *v) {
  if (r->variables[v->id]) return r->variables[v->id] - 1;
  double x;
  uint32_t variable;
  if (region_scalar(v, &x))
    variable = region_parameter_f32(r, (float)x);
  else
    variable = region_unscale(r, &v->type, region_load_of(r, v, v, NULL));
  r->variables[v->id] = variable + 1;
  return variable;
}

void region_add_store(region_code *r, const value *v, uint32_t variable) {
  operand to = *region_operand(r, v);
  to.gathered = false;
  const char *element = memory_type(v->type.dtype);
  if (v == r->held)
    to.parameter = UINT32_MAX;
  else if (to.whole)
    to.parameter =
        draft_write_part(&r->draft, lower_value(r->l, to.whole), element,
                         (uint64_t)to.offset * dtype_bytes(v->type.dtype), tensor_bytes(&v->type));
  else
    to.parameter = draft_write(&r->draft, lower_value(r->l, v), element);
  region_store s = {.variable = variable, .to = to, .held = v == r->held};
  ARENA_PUSH(r->a, r->stores, r->store_count, s);
}

uint32_t region_rounded(region_code *r, const tensor *t, uint32_t stored) {
  const product_format *format = product_format_of(t->dtype);
  const char *round = t->dtype == FP8C_DTYPE_F16 ? "round_f16" : format ? format->round : NULL;
  uint32_t x = stored;
  if (round) x = COMPUTE(r, "float", arena_printf(r->a, "%s(v%u)", round, x), x);
  return region_unscale(r, t, x);
}

/* `stored` is the number as it goes to memory, not yet rounded to the element
 * type; a store rounds, and users inside the region see the rounded number. */
void region_define_stored(region_code *r, const value *v, uint32_t stored) {
  if (group_stores(r->gr, v) && v != r->taken) region_add_store(r, v, stored);
  if (group_uses(r->gr, v) || v == r->taken)
    r->variables[v->id] = region_rounded(r, &v->type, stored) + 1;
}

/* `real` is the real number that the output stands for, in F32. */
void region_define(region_code *r, const value *v, uint32_t real) {
  if (v->type.scale.kind == SCALE_TENSOR) {
    uint32_t s = region_parameter_f32(r, 1.0f / v->type.scale.value);
    real = COMPUTE(r, "float", arena_printf(r->a, "v%u * v%u", real, s), real, s);
  }
  region_define_stored(r, v, real);
}
