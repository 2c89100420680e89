/* schedule.h - a schedule says how a problem is computed: by which kernel family, in which form,
 * and how long that takes.
 *
 * What the time model prices and what lowering writes is the same object: a family's `offers`
 * makes it and the family's `write` reads it, so that no other file has to know which problems a
 * family computes.  The families are the rows of family.def. */
#ifndef CODEGEN_SCHEDULE_H
#define CODEGEN_SCHEDULE_H

#include "codegen/cost.h"

struct kernel_family;
struct lowering;
struct problem;

typedef struct schedule {
  const char *name; /* of the form, among the family's: "128 x 64" */
  double cost;      /* orders the forms of one family, in any unit */
  int form;         /* the family's own number for it */
  bool reorders;    /* it sums in another order than the form that the family's model prefers */
  const struct kernel_family *by; /* NULL: no family computes the problem, and `why_not` says why */
  const void *constants; /* the family's own struct: all that the kernel's text is made of besides
                            the region that follows */
  size_t constant_bytes;
  uint32_t launches;
  uint32_t shared_bytes; /* of a block, besides what the region needs */
  double seconds;        /* device time inside a captured graph */
  double start;          /* of them, what the smallest problem takes */
  const char *why_not;   /* in words */
} schedule;

/* The schedules that one family offers for a problem, in `a`. */
typedef struct schedule_list {
  arena *a;
  schedule *items; /* the first is the one that the family's model prefers */
  uint32_t count;
} schedule_list;

/* What a family needs of a chip: columns of base/chips.def. */
enum {
  NEEDS_NOTHING = 0,
  NEEDS_TMA = 1,
  NEEDS_WGMMA = 2,
};

typedef struct kernel_family {
  const char *name;
  int kind; /* of the problems it computes (problem_kind) */
  unsigned needs;
  /* Appends the forms that fit.  Returns NULL, or in words why none does. */
  const char *(*offers)(const struct problem *p, const cost_model *m, schedule_list *out);
  /* Adds the launches of a schedule that was offered.  Returns NULL, or in words why it cannot: a
   * reason that shows only when the region's text is written. */
  const char *(*write)(struct lowering *l, const struct problem *p, const schedule *s);
} kernel_family;

/* The rows of family.def in their order; NULL past the end. */
const kernel_family *family_at(size_t index);

/* The reason that a family gives for a problem that it is not meant for; the reason of any other
 * family is more specific. */
extern const char other_operators[];

/* The forms that one family offers for the problem, the model's choice in front and the others by
 * their cost.  Returns NULL, or in words why there is none. */
const char *family_offers(const kernel_family *f, const struct problem *p, const cost_model *m,
                          schedule_list *out);

/* What is computed: the first form of the first family, in the order of family.def, that offers
 * any.  `by` is NULL where none does. */
schedule schedule_of(const struct problem *p, const cost_model *m, arena *a);

#endif
