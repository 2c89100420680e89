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

/* The product with the problem's work. */
static inline cost_product product_work(const problem *p) {
  cost_product size = p->product.size;
  size.bytes = p->work.bytes;
  size.heavy = p->work.heavy + p->work.dividing;
  size.light = p->work.light;
  return size;
}

/* Appends a form of a product, whose time is the model's of any such product. */
static inline void offer_product(schedule_list *out, const problem *p, const cost_model *m,
                                 schedule s) {
  cost_product size = product_work(p);
  if (!s.launches) s.launches = 1;
  s.seconds = cost_of_product(m, &size);
  s.start = COST_START_PRODUCT;
  offer(out, s);
}

/* Appends a form of a kernel that reads and writes, with little arithmetic: besides its nodes' so
 * many bytes and clocks of lanes. */
static inline void offer_pass(schedule_list *out, const problem *p, const cost_model *m,
                              double bytes, double clocks, schedule s) {
  s.start = cost_start_of_pass(p->gr.nodes[0]);
  s.seconds = cost_of_pass(m, p->work.bytes + bytes, p->region.clocks + clocks);
  if (!m->full) s.seconds += s.start - COST_START_PASS;
  offer(out, s);
}

/* Appends a form of an attention, whose time is the model's of any such one. */
static inline void offer_attention(schedule_list *out, const problem *p, const cost_model *m,
                                   schedule s) {
  cost_attention size = p->attention.size;
  size.bytes = p->work.bytes;
  s.seconds = cost_of_attention(m, &size);
  s.start = COST_START_PASS;
  offer(out, s);
}

#endif
