/* derived.c - mask, positions and lengths of a run, computed from its tokens. */
#include "runtime/derived.h"

#include <string.h>

#include "base/numbers.h"
#include "runtime/sample.h"

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

static int64_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static int64_t sampler_number(const fp8c_sampler *s, int64_t i) {
  if (!s) return 0;
  return i == 0   ? bits_of(s->temperature)
         : i == 1 ? s->top_k
         : i == 2 ? bits_of(s->top_p)
                  : (int64_t)sample_stream(s->seed);
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
    case PLAN_ROLE_SAMPLER:
      return sampler_number(r->sampler, i);
    default:
      return 0;
  }
}

int64_t derived_width(plan_role role, const token_run *r) {
  if (role == PLAN_ROLE_SAMPLER) return DERIVED_SAMPLER;
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
