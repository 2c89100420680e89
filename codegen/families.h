/* families.h - the functions of family.def's rows. */
#ifndef CODEGEN_FAMILIES_H
#define CODEGEN_FAMILIES_H

#include "codegen/problem.h"

#define FAMILY(name_, kind_, needs_)                                                     \
  const char *offers_##name_(const problem *p, const cost_model *m, schedule_list *out); \
  const char *write_##name_(lowering *l, const problem *p, const schedule *s);
#include "codegen/family.def"
#undef FAMILY

/* families/row.c: rows that a product's kernel computes by itself, each block all of them, in front
 * of its own work: what they give as its tokens, `held`, lies in shared memory. */
typedef struct row_front {
  const value *held;
  int64_t rows, pitch; /* bytes from row to row */
  uint32_t bytes;      /* of shared memory, with 36 floats for sums behind the rows */
  int threads;         /* of a block */
} row_front;
/* Returns true if a product can compute the problem's rows in front of it; it reads their result
 * `held`. */
bool row_fits_front(const problem *p, const value *held);
/* Adds `struct front` (gemm_skinny.cuh) and its parameters to the product's kernel.  *made: the
 * text of one.  Returns NULL, or why not. */
const char *row_write_front(kernel_draft *d, const problem *p, const row_front *front,
                            const char **made);
/* Returns true if families/gemm_skinny.c computes the rows that give the product its tokens, within
 * the product's kernel. */
bool skinny_takes_front(const problem *product, const problem *rows);

/* Appends a schedule to the list. */
static inline void offer(schedule_list *out, schedule s) {
  ARENA_PUSH(out->a, out->items, out->count, s);
}

/* Returns the size of the product together with the problem's work. */
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

/* Clocks of lanes for the arithmetic on all elements of a group's nodes, and for operands that
 * repeat. */
static inline double clocks_of_nodes(const group *gr) {
  double clocks = 0;
  for (size_t i = 0; i < gr->count; i++) {
    const node *n = gr->nodes[i];
    double each = cost_arithmetic_clocks(n) + cost_operand_clocks(n);
    clocks += each * (double)tensor_elements(&n->out[0]->type);
  }
  return clocks;
}

/* Appends a form of a kernel that reads and writes so many bytes, with little arithmetic: clocks of
 * lanes.  Its start is a launch's where the form has none. */
static inline void offer_pass(schedule_list *out, const cost_model *m, double bytes, double clocks,
                              schedule s) {
  if (s.start == 0) s.start = COST_START_PASS;
  s.seconds = cost_of_pass(m, bytes, clocks);
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

/* ... of one whose blocks have `math` warpgroups of 64 rows and take so many keys at a time. */
static inline void offer_attention_cut(schedule_list *out, const problem *p, const cost_model *m,
                                       int math, int keys, schedule s) {
  s.name = arena_printf(out->a, "%d x 64 rows, %d keys", math, keys);
  s.form = (int)out->count;
  s.launches = 1;
  offer_attention(out, p, m, s);
}

#endif
