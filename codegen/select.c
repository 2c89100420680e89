/* select.c - which family computes a problem, and in which form: for a price, and for a plan. */
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

/* Whether it computes problems of this kind. */
static bool family_is_for(const kernel_family *f, const problem *p) {
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

/* Of two reasons the one to print: the later family's, if it says anything. */
static const char *family_why(const char *before, const char *why) {
  return why == other_operators ? before : why;
}

/* The form that is priced: the first, but where one is asked for by name. */
static schedule priced(const schedule_list *list, const cost_model *m) {
  for (uint32_t i = 0; m->form && i < list->count; i++)
    if (strcmp(list->items[i].name, m->form) == 0) return list->items[i];
  return list->items[0];
}

/* The family that `m` asks alone, where it computes problems of this kind; NULL: all are asked. */
static const kernel_family *asked_alone(const problem *p, const cost_model *m) {
  const kernel_family *f = NULL;
  for (size_t i = 0; m->family && (f = family_at(i)) && strcmp(f->name, m->family) != 0; i++)
    continue;
  return f && f->kind == (int)p->kind ? f : NULL;
}

schedule schedule_of(const problem *p, const cost_model *m, arena *a) {
  schedule none = {.name = "", .why_not = "it has no generated kernel"};
  const kernel_family *only = asked_alone(p, m);
  for (size_t i = 0; family_at(i); i++) {
    schedule_list list = {.a = a};
    if (only && family_at(i) != only) continue;
    const char *why = family_offers(family_at(i), p, m, &list);
    if (!why) return priced(&list, m);
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

/* The schedule to write: the first, unless another one was measured to be faster. */
static const schedule *lower_chosen(lowering *l, const group *gr, const schedule *forms,
                                    uint32_t count) {
  if (!l->probe && !l->chosen && choices(l->c->tuner, forms, count) > 1)
    remember(l, gr, forms, count);
  uint32_t i = l->probe ? *l->probe : l->chosen ? l->chosen[gr->nodes[0]->id] : 0;
  return &forms[i < count ? i : 0];
}

/* ---- Writing ----------------------------------------------------------------------------- */

/* Why a group is no problem that a family takes. */
static const char *no_problem(lowering *l, const group *gr) {
  for (size_t i = 0; i < gr->count; i++) {
    const node *n = gr->nodes[i];
    if (n->op->family == FAMILY_GEMM) return "the product does not stand first in its region";
    if (n->op->family == FAMILY_ATTENTION)
      return "the attention does not stand first in its region";
  }
  for (size_t i = 0; i < gr->count; i++)
    if (!region_knows(gr->nodes[i]))
      return arena_printf(l->c->scratch, "%s has no generated kernel", gr->nodes[i]->op->name);
  return "its shapes are not known";
}

/* What a refused attempt has added goes again. */
typedef struct added {
  uint32_t values, launches, kernels, drafts;
} added;

static added added_so_far(const lowering *l) {
  return (added){l->v->value_count, l->v->launch_count, l->v->kernel_count, l->drafted_count};
}

static void drop_added(lowering *l, added before) {
  l->v->value_count = before.values;
  l->v->launch_count = before.launches;
  l->v->kernel_count = before.kernels;
  l->drafted_count = before.drafts;
  for (size_t i = 0; i < l->value_id_count; i++)
    if (l->value_ids[i] != PLAN_NO_VALUE && l->value_ids[i] >= before.values)
      l->value_ids[i] = PLAN_NO_VALUE;
}

static cost_model model_of(const lowering *l) {
  const struct tuner *tuner = l->c->tuner;
  return (cost_model){.target = l->t,
                      .multiprocessors = lower_multiprocessors(l),
                      .no_cublaslt = l->c->no_cublaslt,
                      .family = l->c->family,
                      .library = tuner ? tuner->library : 0};
}

/* By the first family that offers a form and can write it; with rows in front by the first alone.
 */
static const char *lower_problem(lowering *l, const problem *p) {
  cost_model m = model_of(l);
  const char *why_not = "it has no generated kernel";
  const kernel_family *only = asked_alone(p, &m);
  for (size_t i = 0; l->status == FP8C_OK && family_at(i); i++) {
    const kernel_family *f = family_at(i);
    schedule_list forms = {.a = l->c->scratch};
    if (!family_is_for(f, p) || (only && f != only)) continue;
    const char *why = family_offers(f, p, &m, &forms);
    added before = added_so_far(l);
    const schedule *chosen = why ? NULL : lower_chosen(l, &p->gr, forms.items, forms.count);
    if (chosen) why = f->write(l, p, chosen);
    if (!why) {
      written one = {.launch = before.launches, .by = *chosen};
      ARENA_PUSH(l->c->scratch, l->written, l->written_count, one);
      return NULL;
    }
    drop_added(l, before);
    why_not = family_why(why_not, why);
    if (chosen && l->front) break;
  }
  return why_not;
}

const char *lower_whole(lowering *l, const group *gr) {
  problem p;
  bool is_problem = problem_read(&p, gr, l->c->scratch);
  const char *why = lower_problem(l, &p);
  for (size_t i = 0; !why && !l->probe && i < gr->count; i++) lower_homes(l, gr->nodes[i]);
  return !why || is_problem || l->status != FP8C_OK ? why : no_problem(l, gr);
}

bool lower_both(lowering *l, const group *rows, const group *product) {
  arena *a = l->c->scratch;
  problem *front = NEW(a, problem), p;
  cost_model m = model_of(l);
  if (!problem_read(&p, product, a) || p.kind != PROBLEM_PRODUCT || !problem_read(front, rows, a))
    return false;
  const kernel_family *by = schedule_of(&p, &m, a).by, *of_rows = schedule_of(front, &m, a).by;
  if (!by || by->write != write_gemm_skinny || !of_rows || of_rows->write != write_row ||
      !skinny_takes_front(&p, front))
    return false;
  l->front = front;
  const char *why = lower_whole(l, product);
  l->front = NULL;
  return !why;
}
