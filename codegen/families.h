/* families.h - the functions of family.def's rows. */
#ifndef CODEGEN_FAMILIES_H
#define CODEGEN_FAMILIES_H

#include "codegen/problem.h"

#define FAMILY(name_, kind_, needs_)                                                     \
  const char *offers_##name_(const problem *p, const cost_model *m, schedule_list *out); \
  const char *write_##name_(lowering *l, const problem *p, const schedule *s);
#include "codegen/family.def"
#undef FAMILY

/* Appends a form. */
static inline void offer(schedule_list *out, schedule s) {
  ARENA_PUSH(out->a, out->items, out->count, s);
}

#endif
