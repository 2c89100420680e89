/* ways.c - a family asks which of its ways a problem is to go. */
#include <string.h>

#include "codegen/lower.h"
#include "codegen/tuning.h"

static void *copy_of(arena *a, const void *data, size_t bytes) {
  void *copy = arena_alloc(a, bytes);
  memcpy(copy, data, bytes);
  return copy;
}

/* Of two attempts at groups that begin with one node the later is the one that stays. */
static void remember(lowering *l, const group *gr, const way *ways, uint32_t count) {
  arena *a = l->c->scratch;
  asked_way one = {.gr = {copy_of(a, gr->nodes, gr->count * sizeof *gr->nodes), gr->count},
                   .ways = copy_of(a, ways, count * sizeof *ways),
                   .count = count};
  for (uint32_t i = 0; i < l->asked_count; i++)
    if (l->asked[i].gr.nodes[0] == gr->nodes[0]) {
      l->asked[i] = one;
      return;
    }
  ARENA_PUSH(a, l->asked, l->asked_count, one);
}

/* Ways that may be timed. */
static uint32_t choices(const struct tuner *t, const way *ways, uint32_t count) {
  uint32_t n = 0;
  for (uint32_t i = 0; t && i < count; i++) n += t->reorder || !ways[i].reorders;
  return n;
}

/* The model's choice stays in front; those of one cost stay in the family's order. */
static void sort_by_cost(way *ways, uint32_t count) {
  for (uint32_t i = 2; i < count; i++) {
    way w = ways[i];
    uint32_t k = i;
    for (; k > 1 && ways[k - 1].cost > w.cost; k--) ways[k] = ways[k - 1];
    ways[k] = w;
  }
}

int lower_way(lowering *l, const group *gr, way *ways, uint32_t count) {
  sort_by_cost(ways, count);
  if (!l->probe && !l->taken && choices(l->c->tuner, ways, count) > 1) remember(l, gr, ways, count);
  uint32_t i = l->probe ? *l->probe : l->taken ? l->taken[gr->nodes[0]->id] : 0;
  return ways[i < count ? i : 0].form;
}
