/* plan_check_lives.c - values of a GPU variant that are in use at the same time lie apart. */
#include <stdlib.h>

#include "runtime/plan_check.h"

/* First and last launch at which a value's memory is in use. */
typedef struct life {
  uint32_t value, first, last;
  uint64_t begin, end; /* in the arena */
  uint32_t turn;       /* among all, by place */
} life;

static int by_birth(const void *a, const void *b) {
  const life *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

/* Numbers below a limit of which some are in: words of 64, and words of which of those have any,
 * and so on, so that the nearest one to a number is found in a few steps. */
#define LEVELS 6 /* 64^6 > 2^32 */
typedef struct members {
  uint64_t *level[LEVELS];
} members;

static members new_members(arena *a, uint32_t limit) {
  members m;
  size_t bits = (size_t)limit + 1;
  for (int i = 0; i < LEVELS; i++) {
    bits = bits / 64 + 1;
    m.level[i] = NEW_ARRAY(a, uint64_t, bits);
  }
  return m;
}

static void member_set(members *m, uint32_t x, bool in) {
  for (int i = 0; i < LEVELS; i++, x /= 64) {
    uint64_t bit = UINT64_C(1) << x % 64;
    m->level[i][x / 64] = in ? m->level[i][x / 64] | bit : m->level[i][x / 64] & ~bit;
    if (!in && m->level[i][x / 64]) return; /* others keep the levels above */
  }
}

/* The nearest one on this side of `x`, which is not in; false when there is none. */
static bool member_beside(const members *m, uint32_t x, bool after, uint32_t *out) {
  uint32_t at = x;
  int i = 0;
  for (;; i++, at /= 64) {
    if (i == LEVELS) return false;
    uint64_t bit = UINT64_C(1) << at % 64, lower = bit - 1;
    uint64_t word = m->level[i][at / 64] & (after ? ~(lower | bit) : lower);
    if (!word) continue;
    at = at / 64 * 64 + (uint32_t)(after ? __builtin_ctzll(word) : 63 - __builtin_clzll(word));
    break;
  }
  while (i-- > 0) {
    uint64_t word = m->level[i][at];
    at = at * 64 + (uint32_t)(after ? __builtin_ctzll(word) : 63 - __builtin_clzll(word));
  }
  *out = at;
  return true;
}

static int by_end(const void *a, const void *b) {
  const life *x = *(life *const *)a, *y = *(life *const *)b;
  return x->last < y->last ? -1 : x->last > y->last;
}

static int by_place(const void *a, const void *b) {
  const life *x = *(life *const *)a, *y = *(life *const *)b;
  if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

static fp8c_status overlap(const place *at, const life *a, const life *b) {
  const plan_value *values = at->variant->values;
  return check_failed(
      at, "values %u \"%s\" and %u \"%s\" are alive together and overlap in the arena", a->value,
      shown(values[a->value].name), b->value, shown(values[b->value].name));
}

/* Lives that meet in time may not meet in the arena.  Those alive are known by their turn in the
 * arena, so that only the neighbours of one that is born can be its rivals. */
static fp8c_status check_overlap(const place *at, life *lives, uint32_t count) {
  qsort(lives, count, sizeof *lives, by_birth);
  life **ends = NEW_ARRAY(at->arena, life *, count), **places = NEW_ARRAY(at->arena, life *, count);
  for (uint32_t i = 0; i < count; i++) ends[i] = places[i] = &lives[i];
  qsort(ends, count, sizeof *ends, by_end);
  qsort(places, count, sizeof *places, by_place);
  for (uint32_t i = 0; i < count; i++) places[i]->turn = i;
  members alive = new_members(at->arena, count);
  uint32_t dead = 0, turn;
  for (uint32_t i = 0; i < count; i++) {
    const life *n = &lives[i];
    for (; ends[dead]->last < n->first; dead++) member_set(&alive, ends[dead]->turn, false);
    if (member_beside(&alive, n->turn, false, &turn) && places[turn]->end > n->begin)
      return overlap(at, places[turn], n);
    if (member_beside(&alive, n->turn, true, &turn) && places[turn]->begin < n->end)
      return overlap(at, places[turn], n);
    member_set(&alive, n->turn, true);
  }
  return FP8C_OK;
}

static bool given_by_launch(const plan_value *v) {
  return v->kind == PLAN_VALUE_TEMP || v->kind == PLAN_VALUE_HOST;
}

/* Value `id` is what a run takes of a state and what it leaves of it: launches store rows there. Or
 * what a run of tokens hands on to the next is written where it takes it. */
static bool is_handed_on(const place *at, const uint32_t *root, uint32_t id) {
  const plan_memory *m = &at->plan->memory;
  const plan_value *v = &at->variant->values[id];
  if (v->kind != PLAN_VALUE_INPUT) return false;
  for (uint32_t i = 0; i < m->state_count; i++)
    if (m->states[i].input == v->index)
      return root[at->variant->outputs[m->states[i].output]] == id;
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].input == v->index)
      return m->fills[i].role == PLAN_ROLE_TOKENS || m->fills[i].role == PLAN_ROLE_BEGIN;
  return false;
}

fp8c_status check_lives(const place *at) {
  const plan_variant *s = at->variant;
  uint32_t *first = NEW_ARRAY(at->arena, uint32_t, s->value_count);
  uint32_t *last = NEW_ARRAY(at->arena, uint32_t, s->value_count);
  bool *born = NEW_ARRAY(at->arena, bool, s->value_count);
  uint32_t *root = NEW_ARRAY(at->arena, uint32_t, s->value_count); /* whose memory it is */
  for (uint32_t i = 0; i < s->value_count; i++)
    root[i] = s->values[i].kind == PLAN_VALUE_VIEW ? root[s->values[i].index] : i;
  for (uint32_t i = 0; i < s->launch_count; i++) {
    const plan_launch *l = &s->launches[i];
    for (uint32_t k = 0; k < l->read_count; k++) {
      uint32_t r = root[l->reads[k]];
      if (!given_by_launch(&s->values[r])) continue;
      if (!born[r])
        return check_failed(at, "launch \"%s\" reads value %u \"%s\" before anything wrote it",
                            shown(l->name), r, shown(s->values[r].name));
      last[r] = i;
    }
    for (uint32_t k = 0; k < l->write_count; k++) {
      uint32_t r = root[l->writes[k]];
      if (is_handed_on(at, root, r)) continue;
      if (!given_by_launch(&s->values[r]))
        return check_failed(at,
                            "launch \"%s\" writes value %u \"%s\", which is an input or a constant",
                            shown(l->name), r, shown(s->values[r].name));
      if (!born[r]) first[r] = i;
      born[r] = true;
      last[r] = i;
    }
  }
  for (uint32_t i = 0; i < at->plan->output_count; i++) {
    uint32_t r = root[s->outputs[i]];
    if (!given_by_launch(&s->values[r])) continue;
    uint64_t bytes = 0, whole = 0; /* the caller's buffer may stand in for the whole */
    if (s->values[r].kind == PLAN_VALUE_TEMP &&
        (!check_value_bytes(&s->values[s->outputs[i]], &bytes) ||
         !check_value_bytes(&s->values[r], &whole) || bytes != whole))
      return check_failed(at, "output %u \"%s\" is a part of value %u", i,
                          shown(at->plan->outputs[i].name), r);
    if (!born[r])
      return check_failed(at, "output %u \"%s\" is never computed", i,
                          shown(at->plan->outputs[i].name));
    last[r] = s->launch_count;
  }
  life *lives = NEW_ARRAY(at->arena, life, s->value_count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->value_count; i++)
    if (born[i] && s->values[i].bytes > 0)
      lives[count++] = (life){i,
                              first[i],
                              last[i],
                              s->values[i].arena_offset,
                              s->values[i].arena_offset + s->values[i].bytes,
                              0};
  return check_overlap(at, lives, count);
}
