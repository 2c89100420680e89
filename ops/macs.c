/* macs.c - how much work a GEMM-class call is, for reports and assignment. */
#include "ops/infer.h"

/* The product of dims, 0 when one is not known. */
static uint64_t product(const int64_t *dims, int first, int last) {
  uint64_t n = 1;
  for (int d = first; d < last; d++) {
    if (dims[d] < 0) return 0;
    n *= (uint64_t)dims[d];
  }
  return n;
}

static uint64_t all_dims(const tensor *t) { return product(t->dims, 0, t->rank); }

/* Each element of the result takes `each` of them. */
static uint64_t results_times(const op_call *c, uint64_t each) {
  return c->out_count > 0 && c->out[0].rank != RANK_UNKNOWN ? all_dims(&c->out[0]) * each : 0;
}

uint64_t op_macs(const op_call *c) {
  if (!rank_known(c, 0) || !rank_known(c, 1)) return 0;
  const tensor *a = c->in[0];
  switch (op_of(c->op)) {
    case OP_MATMUL:
    case OP_LINEAR:
    case OP_BLOCK_LINEAR:
      return a->rank > 0 ? results_times(c, product(a->dims, a->rank - 1, a->rank)) : 0;
    case OP_GEMM: {
      int k = op_attr_int(c, "transA") != 0 ? 0 : 1;
      return results_times(c, product(a->dims, k, k + 1));
    }
    case OP_CONV:
      return results_times(c, product(c->in[1]->dims, 1, c->in[1]->rank));
    case OP_CONV_TRANSPOSE:
      return all_dims(a) * product(c->in[1]->dims, 1, c->in[1]->rank);
    case OP_ATTENTION: { /* the head sizes of q and of v for each score */
      op_call all = *c;
      tensor out[4];
      all.out = out;
      all.out_count = 4;
      if (op_infer(&all, NULL) != FP8C_OK || out[3].rank != 4) return 0;
      return all_dims(&out[3]) * (product(out[1].dims, 3, 4) + product(out[2].dims, 3, 4));
    }
    default:
      return 0;
  }
}
