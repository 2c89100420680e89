/* macs.c - how much work a call is that multiplies matrices, for reports and assignment; the
 * column `work` of ops.def says how it is counted. */
#include <string.h>

#include "ops/einsum.h"
#include "ops/infer.h"
#include "ops/signal.h"

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

static uint64_t einsum_macs(const op_call *c) {
  equation e;
  bool known;
  if (c->in_count < 2 || einsum_read(c, &e, &known, NULL) != FP8C_OK || !known) return 0;
  return product(e.size, 0, EINSUM_LABELS) * (c->in_count - 1);
}

static uint64_t attention_macs(const op_call *c) {
  op_call all = *c; /* the head sizes of q and of v for each score */
  tensor out[4];
  all.out = out;
  all.out_count = 4;
  if (op_infer(&all, NULL) != FP8C_OK || out[3].rank != 4) return 0;
  return all_dims(&out[3]) * (product(out[1].dims, 3, 4) + product(out[2].dims, 3, 4));
}

/* Each head's state is [d_k][d_v]: it is read with q, added to, and for a delta rule read with k.
 */
static uint64_t linear_attention_macs(const op_call *c) {
  const tensor *q = c->in[0];
  int64_t heads = op_attr_int(c, "q_num_heads");
  const char *rule = op_attr_string(c, "update_rule");
  bool delta = strcmp(rule, "delta") == 0 || strcmp(rule, "gated_delta") == 0;
  if (heads <= 0 || q->rank < 1 || q->dims[q->rank - 1] < 0) return 0;
  return results_times(c, (uint64_t)(q->dims[q->rank - 1] / heads) * (delta ? 3 : 2));
}

static uint64_t channel_attention_macs(const op_call *c) {
  int64_t heads = op_attr_int(c, "heads"), width = c->in[0]->rank == 3 ? c->in[0]->dims[2] : 0;
  return heads > 0 && width > 0 ? results_times(c, 2 * (uint64_t)(width / heads)) : 0;
}

uint64_t op_macs(const op_call *c) {
  if (c->op->work == WORK_NONE || !rank_known(c, 0)) return 0;
  const tensor *a = c->in[0], *w = c->in_count > 1 ? c->in[1] : NULL;
  if (c->op->work == WORK_EINSUM) return einsum_macs(c);
  if (c->op->work == WORK_TRANSFORM) return transform_macs(c);
  if (c->op->work == WORK_RECURRENT && !w && rank_known(c, 2) && a->rank >= 2)
    return product(a->dims, 0, 2) * all_dims(c->in[2]);
  if (!rank_known(c, 1)) return 0;
  switch (c->op->work) {
    case WORK_PRODUCT:
      return a->rank > 0 ? results_times(c, product(a->dims, a->rank - 1, a->rank)) : 0;
    case WORK_GEMM: {
      int k = op_attr_int(c, "transA") != 0 ? 0 : 1;
      return results_times(c, product(a->dims, k, k + 1));
    }
    case WORK_WINDOW: {
      size_t at = c->op->work_weights;
      return rank_known(c, at) ? results_times(c, product(c->in[at]->dims, 1, c->in[at]->rank)) : 0;
    }
    case WORK_TURNED_WINDOW:
      return all_dims(a) * product(w->dims, 1, w->rank);
    case WORK_ATTENTION:
      return attention_macs(c);
    case WORK_CHANNEL_ATTENTION:
      return channel_attention_macs(c);
    case WORK_LINEAR_ATTENTION:
      return linear_attention_macs(c);
    case WORK_RECURRENT:
      if (!rank_known(c, 2) || a->rank < 2) return 0;
      return product(a->dims, 0, 2) * (all_dims(w) + all_dims(c->in[2]));
    case WORK_NONE:
    case WORK_EINSUM:
    case WORK_TRANSFORM:
      break;
  }
  return 0;
}
