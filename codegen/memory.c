/* memory.c - places every activation in one arena.
 *
 * A network holds few large tensors at a time, and their lifetimes nest: so
 * largest first, each at the lowest place free during its life, is enough, and
 * nothing cleverer lives here.  A value lives from the launch that first writes
 * it to the last that reads it or a view of it; an output to the end. */
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "codegen/lower.h"

#define ALIGNMENT 256 /* what vector accesses, tensor copies and cuBLASLt like best */

typedef struct life {
  uint32_t value, first, last;
  uint64_t bytes, offset;
} life;

static int by_size(const void *a, const void *b) {
  const life *x = a, *y = b;
  if (x->bytes != y->bytes) return x->bytes > y->bytes ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

static int by_offset(const void *a, const void *b) {
  const life *x = *(life *const *)a, *y = *(life *const *)b;
  if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

static bool meet(const life *x, const life *y) {
  return x->first <= y->last && y->first <= x->last;
}

/* ---- Who lives at the same time ---------------------------------------------------------- */

/* Most lives span a few launches, and meet few of the thousands of others: they are found under the
 * stretches of launches that they touch.  What spans many stretches stands in one list, in the
 * order of offsets. */
#define STRETCH 64 /* launches */
#define STRETCHES_MOST 16

typedef struct life_list {
  life **items;
  size_t count;
} life_list;

typedef struct placed_lives {
  arena *memory;
  life_list *near; /* by stretch */
  life_list far;   /* by offset */
} placed_lives;

static bool is_far(const life *l) {
  return l->last / STRETCH - l->first / STRETCH >= STRETCHES_MOST;
}

static void add_placed(placed_lives *p, life *l) {
  if (!is_far(l)) {
    for (uint32_t s = l->first / STRETCH; s <= l->last / STRETCH; s++)
      ARENA_PUSH(p->memory, p->near[s].items, p->near[s].count, l);
    return;
  }
  life_list *far = &p->far;
  ARENA_PUSH(p->memory, far->items, far->count, l);
  size_t low = 0, high = far->count - 1;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (far->items[middle]->offset <= l->offset)
      low = middle + 1;
    else
      high = middle;
  }
  memmove(&far->items[low + 1], &far->items[low], (far->count - 1 - low) * sizeof *far->items);
  far->items[low] = l;
}

/* The placed lives that meet `l`, by offset. */
static size_t rivals_of(const placed_lives *p, const life *l, life **rivals) {
  size_t n = 0;
  for (uint32_t s = l->first / STRETCH; s <= l->last / STRETCH; s++)
    for (size_t i = 0; i < p->near[s].count; i++) {
      life *other = p->near[s].items[i];
      uint32_t begin = other->first > l->first ? other->first : l->first;
      if (meet(l, other) && begin / STRETCH == s) rivals[n++] = other; /* once */
    }
  qsort(rivals, n, sizeof *rivals, by_offset);
  size_t near = n, at;
  for (size_t i = 0; i < p->far.count; i++) n += meet(l, p->far.items[i]) ? 1 : 0;
  at = n; /* both are merged from their ends */
  for (size_t i = p->far.count; i-- > 0;) {
    life *other = p->far.items[i];
    if (!meet(l, other)) continue;
    while (near && rivals[near - 1]->offset > other->offset) rivals[--at] = rivals[--near];
    rivals[--at] = other;
  }
  return n;
}

/* ---- Places ---------------------------------------------------------------------------- */

/* The lowest gap of l->bytes among the placed lives that meet l. */
static bool place_life(life *l, const placed_lives *placed, life **rivals, uint64_t *arena_bytes) {
  size_t n = rivals_of(placed, l, rivals);
  uint64_t at = 0;
  for (size_t i = 0; i < n; i++) {
    if (rivals[i]->offset >= at && rivals[i]->offset - at >= l->bytes) break;
    uint64_t end = rivals[i]->offset + rivals[i]->bytes;
    if (end > at) at = end;
  }
  uint64_t end;
  if (__builtin_add_overflow(at, l->bytes, &end)) return false;
  l->offset = at;
  if (end > *arena_bytes) *arena_bytes = end;
  return true;
}

/* The last launch that may run beside launch i, or beside what has started before i has ended:
 * while a launch lets the next one start before it waits itself, any before it may still run. */
static const uint32_t *runs_until(const plan_variant *v, const bool *hurries, arena *scratch) {
  uint32_t *until = NEW_ARRAY(scratch, uint32_t, v->launch_count + 1);
  for (uint32_t i = v->launch_count; i-- > 0;)
    until[i] = hurries && i + 1 < v->launch_count && hurries[i + 1] ? until[i + 1] : i;
  return until;
}

/* What a launch has read may be in a first cache for as long as any runs that started before its
 * end: a value that another is to have the memory of lives as long. */
bool place_values(plan_variant *v, uint32_t output_count, const bool *hurries, arena *scratch) {
  const uint32_t *until = runs_until(v, hurries, scratch);
  life *lives = NEW_ARRAY(scratch, life, v->value_count + 1);
  size_t count = 0;
  uint32_t *slot = NEW_ARRAY(scratch, uint32_t, v->value_count + 1); /* life + 1, by value */
  for (uint32_t i = 0; i < v->launch_count; i++) {
    const plan_launch *l = &v->launches[i];
    for (uint32_t k = 0; k < l->read_count + l->write_count; k++) {
      uint32_t id =
          plan_memory_of(v, k < l->read_count ? l->reads[k] : l->writes[k - l->read_count]);
      if (v->values[id].kind != PLAN_VALUE_TEMP) continue;
      if (!slot[id]) {
        size_t bytes;
        if (!size_align(v->values[id].bytes, ALIGNMENT, &bytes)) return false;
        lives[count] = (life){.value = id, .first = i, .last = until[i], .bytes = bytes};
        slot[id] = (uint32_t)++count;
      }
      lives[slot[id] - 1].last = until[i];
    }
  }
  for (uint32_t i = 0; i < output_count; i++) {
    uint32_t id = plan_memory_of(v, v->outputs[i]);
    if (slot[id]) lives[slot[id] - 1].last = v->launch_count;
  }
  qsort(lives, count, sizeof *lives, by_size);
  life **rivals = NEW_ARRAY(scratch, life *, count + 1);
  placed_lives placed = {.memory = scratch};
  placed.near = NEW_ARRAY(scratch, life_list, v->launch_count / STRETCH + 1);
  v->arena_bytes = 0;
  for (size_t i = 0; i < count; i++) {
    if (!place_life(&lives[i], &placed, rivals, &v->arena_bytes)) return false;
    add_placed(&placed, &lives[i]);
    v->values[lives[i].value].arena_offset = lives[i].offset;
    v->values[lives[i].value].bytes = lives[i].bytes;
  }
  return true;
}
