/* placed.c - convolutions as they will stand before a chip, for whoever weighs formats while images
 * still are as the model has them. */
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/problem.h"

/* Groups that passes/passes/dense_groups.c fills with zeros for the tensor cores. */
#define DENSE_GROUPS_MAX 64
#define DENSE_CHANNELS_MIN 4

void problem_as_placed(problem *p, const cost_model *m, arena *a) {
  const chip_row *c = cost_chip_row(m);
  problem q = *p;
  window_problem *v = &q.v;
  if (p->kind != PROBLEM_WINDOWS || p->why || v->transposed || v->image == FP8C_DTYPE_F32 ||
      v->channels < 1 || !v->constant || !c->wgmma || !c->tma || v->last)
    return;
  if (v->groups > 1 && v->groups <= DENSE_GROUPS_MAX &&
      v->channels >= DENSE_CHANNELS_MIN * v->groups) {
    v->rows *= v->groups;
    v->depth *= v->groups;
    v->groups = 1;
  }
  int64_t whole = 16 / (int64_t)dtype_bytes(v->image);
  bool each = v->groups == v->channels;
  problem_channels_last(&q, each ? v->channels : divide_up(v->channels, whole) * whole);
  bool takes = each;
  for (size_t i = 0; !takes && family_at(i); i++) {
    schedule_list none = {.a = a};
    takes = (family_at(i)->needs & NEEDS_WGMMA) && !family_offers(family_at(i), &q, m, &none);
  }
  if (takes) *p = q;
}
