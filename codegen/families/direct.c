/* direct.c - the family of operators that have a kernel straight from memory (direct.def). */
#include "codegen/direct.h"
#include "codegen/families.h"

#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/signals.h"
#include "ops/ids/types.h"
#include "ops/ids/vision.h"

typedef struct row {
  direct_writer *writes;
  direct_work_of *work;
} row;

static const row rows[OP_COUNT] = {
#define DIRECT(op_, writes_, library_, more_, work_) [op_] = {writes_, work_},
#include "codegen/direct.def"
#undef DIRECT
};

/* ---- The families -------------------------------------------------------------------------- */

const char *offers_known(const problem *p, const cost_model *m, schedule_list *out) {
  (void)m;
  const node *n = p->gr.count == 1 ? p->gr.nodes[0] : NULL;
  if (!n) return other_operators;
  for (size_t i = 0; i < n->in_count && !op_has(n->op, FACT_SHAPE_ONLY); i++)
    if (n->in[i] && !value_is_const(n->in[i])) return other_operators;
  offer(out, (schedule){.name = "a constant"});
  return NULL;
}

const char *write_known(lowering *l, const problem *p, const schedule *s) {
  (void)s;
  return lower_known(l, &p->gr) ? other_operators : NULL;
}

const char *offers_direct(const problem *p, const cost_model *m, schedule_list *out) {
  const row *r = p->gr.count ? &rows[op_of(p->gr.nodes[0]->op)] : NULL;
  bool takes =
      p->kind == PROBLEM_OPERATOR || p->kind == PROBLEM_ROWS || p->kind == PROBLEM_ELEMENTWISE;
  if (!takes || !r || !r->writes) return other_operators;
  if (p->undirect) return p->undirect;
  direct_work w = {0};
  if (r->work)
    r->work(p, m, out->a, &w);
  else
    w.clocks = DIRECT_TERM_CLOCKS * (double)node_macs(p->gr.nodes[0], out->a);
  double behind = problem_results(p) * (p->work.heavy * COST_HEAVY_PASS_CLOCKS +
                                        p->work.dividing * COST_DIVIDING_PASS_CLOCKS);
  offer(out, (schedule){.name = "straight from memory",
                        .constants = w.sizes,
                        .constant_bytes = w.size_bytes,
                        .launches = 1 + w.more,
                        .seconds = cost_of_pass(m, p->work.bytes, w.clocks + behind) +
                                   (m->full ? 0 : w.waits + COST_START_PASS * w.more),
                        .start = COST_START_PASS * (1 + w.more)});
  return NULL;
}

const char *write_direct(lowering *l, const problem *p, const schedule *s) {
  return direct_write(l, &p->gr, rows[op_of(p->gr.nodes[0]->op)].writes, s->constants);
}

bool cuda_has_kernel(const op_info *op) {
  if (codegen_has_direct(op)) return true;
  switch (op->family) {
    case FAMILY_CONV:
    case FAMILY_POOL:
    case FAMILY_NONE:
      return false;
    default:
      return true;
  }
}
