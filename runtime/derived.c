/* derived.c - mask, positions and lengths of a run, computed from its tokens. */
#include "runtime/derived.h"

#include "base/numbers.h"

static void put_number(fp8c_dtype dtype, void *data, size_t i, int64_t x) {
  if (dtype == FP8C_DTYPE_I64)
    ((int64_t *)data)[i] = x;
  else if (dtype == FP8C_DTYPE_I32)
    ((int32_t *)data)[i] = (int32_t)x;
  else if (dtype == FP8C_DTYPE_BOOL)
    ((uint8_t *)data)[i] = x != 0;
  else {
    float f = (float)x;
    floats_encode(dtype, &f, (uint8_t *)data + i * (fp8c_dtype_bits(dtype) / 8), 1, false);
  }
}

static int64_t number_of(plan_role role, const token_run *r, int64_t i) {
  switch (role) {
    case PLAN_ROLE_MASK:
      return i >= r->first && i - r->first < r->before + r->count;
    case PLAN_ROLE_POSITIONS:
      return r->before + i;
    case PLAN_ROLE_BEGIN:
      return r->before;
    case PLAN_ROLE_LAST:
      return r->before + r->count - 1;
    case PLAN_ROLE_TOTAL:
      return r->before + r->count;
    case PLAN_ROLE_SLOT:
      return r->slot;
    default:
      return 0;
  }
}

int64_t derived_width(plan_role role, const token_run *r) {
  return role == PLAN_ROLE_MASK ? r->places : role == PLAN_ROLE_POSITIONS ? r->count : 1;
}

void derived_fill(plan_role role, const token_run *r, fp8c_dtype dtype, void *data,
                  int64_t elements) {
  int64_t width = derived_width(role, r);
  for (int64_t i = 0; i < elements; i++)
    put_number(dtype, data, (size_t)i, number_of(role, r, i % width));
}

int64_t token_at(fp8c_dtype dtype, const void *data, int64_t i) {
  return dtype == FP8C_DTYPE_I32 ? ((const int32_t *)data)[i] : ((const int64_t *)data)[i];
}

void derived_mask(const plan_memory *m, token_run *r) {
  bool fixed = false, at_end = false;
  for (uint32_t i = 0; i < m->state_count; i++) {
    fixed |= m->states[i].axis >= 0 && m->states[i].rows != PLAN_ROWS_GROW;
    at_end |= m->states[i].rows == PLAN_ROWS_END || m->states[i].rows == PLAN_ROWS_FIRST;
  }
  int64_t capacity = (int64_t)m->capacity, longest = r->past > r->before ? r->past : r->before;
  r->places = !fixed ? longest + r->count : at_end ? capacity + r->count : capacity;
  r->first = !fixed ? longest - r->before : at_end ? capacity - r->before : 0;
}
