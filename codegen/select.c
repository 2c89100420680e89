/* select.c - which family computes a problem, and in which form. */
#include <string.h>

#include "codegen/families.h"
#include "codegen/tuning.h"

static const kernel_family families[] = {
#define FAMILY(name_, kind_, needs_) \
  {#name_, PROBLEM_##kind_, needs_, offers_##name_, write_##name_},
#include "codegen/family.def"
#undef FAMILY
};

const kernel_family *family_at(size_t index) {
  return index < sizeof families / sizeof *families ? &families[index] : NULL;
}

const char other_operators[] = "this kernel is for other operators";

/* ---- Offers ------------------------------------------------------------------------------ */

/* The model's choice stays in front; those of one cost stay in the family's order. */
static void sort_by_cost(schedule *s, uint32_t count) {
  for (uint32_t i = 2; i < count; i++) {
    schedule one = s[i];
    uint32_t k = i;
    for (; k > 1 && s[k - 1].cost > one.cost; k--) s[k] = s[k - 1];
    s[k] = one;
  }
}

bool family_is_for(const kernel_family *f, const problem *p) {
  return f->kind == PROBLEM_ANY || f->kind == (int)p->kind;
}

static const char *lacks(const kernel_family *f, const chip_row *c) {
  if ((f->needs & NEEDS_WGMMA) && !c->wgmma) return "this kernel is for Hopper";
  if ((f->needs & NEEDS_TMA) && !c->tma) return "this kernel needs the tensor copy engine";
  return NULL;
}

const char *family_offers(const kernel_family *f, const problem *p, const cost_model *m,
                          schedule_list *out) {
  if (!family_is_for(f, p)) return other_operators;
  const char *why = p->why ? p->why : lacks(f, cost_chip_row(m));
  if (why) return why;
  uint32_t before = out->count;
  if ((why = f->offers(p, m, out))) {
    out->count = before;
    return why;
  }
  for (uint32_t i = before; i < out->count; i++) out->items[i].by = f;
  sort_by_cost(out->items + before, out->count - before);
  return NULL;
}

const char *family_why(const char *before, const char *why) {
  return why == other_operators ? before : why;
}

schedule schedule_of(const problem *p, const cost_model *m, arena *a) {
  schedule none = {.name = "", .why_not = "it has no generated kernel"};
  for (size_t i = 0; family_at(i); i++) {
    schedule_list list = {.a = a};
    const char *why = family_offers(family_at(i), p, m, &list);
    if (!why) return list.items[0];
    none.why_not = family_why(none.why_not, why);
  }
  return none;
}

/* ---- Whoever times them ---------------------------------------------------------------------- */

static void *copy_of(arena *a, const void *data, size_t bytes) {
  void *copy = arena_alloc(a, bytes);
  memcpy(copy, data, bytes);
  return copy;
}

/* Of two attempts at groups that begin with one node the later is the one that stays. */
static void remember(lowering *l, const group *gr, const schedule *forms, uint32_t count) {
  arena *a = l->c->scratch;
  group_schedules one = {.gr = {copy_of(a, gr->nodes, gr->count * sizeof *gr->nodes), gr->count},
                         .schedules = copy_of(a, forms, count * sizeof *forms),
                         .count = count};
  for (uint32_t i = 0; i < l->tunable_count; i++)
    if (l->tunable[i].gr.nodes[0] == gr->nodes[0]) {
      l->tunable[i] = one;
      return;
    }
  ARENA_PUSH(a, l->tunable, l->tunable_count, one);
}

/* Forms that may be timed. */
static uint32_t choices(const struct tuner *t, const schedule *forms, uint32_t count) {
  uint32_t n = 0;
  for (uint32_t i = 0; t && i < count; i++) n += t->reorder || !forms[i].reorders;
  return n;
}

const schedule *lower_chosen(lowering *l, const group *gr, const schedule *forms, uint32_t count) {
  if (!l->probe && !l->chosen && choices(l->c->tuner, forms, count) > 1)
    remember(l, gr, forms, count);
  uint32_t i = l->probe ? *l->probe : l->chosen ? l->chosen[gr->nodes[0]->id] : 0;
  return &forms[i < count ? i : 0];
}
