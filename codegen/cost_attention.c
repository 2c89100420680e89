/* cost_attention.c - the time model of attention.
 *
 * A block walks the keys in tiles for 64 rows of queries of one head.  A pair of tiles costs the
 * two products of its 64 x 64 scores and the exponentials between them, which no tensor core takes
 * off the other units: in FP8 those are the larger half for heads of up to 64.  So the padding of
 * rows and keys to tiles counts as much as what is asked for, and a tail of blocks that the last
 * wave leaves half empty.  Where queries are few, keys and values come once from memory. */
#include <math.h>

#include "base/numbers.h"
#include "codegen/attention.h"
#include "codegen/cost.h"

#define START_ATTENTION 2.0e-6
#define TILE 64.0
#define SCORES_A_CLOCK 17.0      /* exponentials, maxima and sums, of a multiprocessor */
#define SCORES_A_CLOCK_HALF 18.7 /* ... in attention_half.c, */
#define PRODUCTS_HALF 0.73       /* ... under which so much of the products does not hide */
/* mma.sync in BF16 with its loads, as a share of what products reach; wgmma reaches all. */
#define MMA_SHARE 0.3
#define WIDE_HEAD 96    /* numbers; wider ones leave mma.sync's warps few registers ... */
#define WIDE_SHARE 0.55 /* ... and it this share of its rate */
/* What a row of tiles costs beside its pairs, in pairs: queries come, results go. */
#define ENDS_FP8 0.75
#define ENDS_BF16 0.25
#define ENDS_HALF 2.3 /* by wgmma: a first block's softmax hides under nothing */
/* Blocks that a multiprocessor works on at a time; half a wave of them is the tail. */
#define CONCURRENT_FP8 2.0
#define CONCURRENT_BF16 1.5
#define CONCURRENT_HALF 7.8 /* fitted to 29 of 45 problems, 6% off in the median (worst 1.35) */
/* A block that is the only one on its multiprocessor takes so many times its share of the time in
 * which the multiprocessor finishes a full set of blocks. */
#define SINGLE_BLOCK 2.0
/* Heads that attention_half.c takes. */
#define HALF_STEP 8.0
#define HALF_MAX 256.0
/* A number added to each score, in scores; one for each key costs a third of it in BF16. */
#define BIAS_SCORES 4.0
#define KEYS_BIAS_SCORES 1.5
#define BIAS_SCORES_HALF 1.0
#define KEYS_BIAS_SCORES_HALF 0.37
/* In FP8 by wgmma (H200): threads load bools and F32, the copy engine tiles of 16 bits. */
#define BIAS_SCORES_FP8 1.9
#define BIAS_TILES_FP8 0.8
#define KEYS_BIAS_SCORES_FP8 0.4

/* The cap of a score, in scores: a power and a reciprocal more of the unit that computes powers. */
#define CAP_SCORES 3.0
/* A block of few queries takes so long of its multiprocessor's time, whatever its keys are: windows
 * of 4 and 16 tokens in FP8 took 0.57 and 0.67 us on an H200. */
#define FEW_QUERIES_SECONDS 0.6e-6

static double most(double a, double b) { return a > b ? a : b; }

static bool sized(const value *v) { return v && tensor_shape_known(&v->type); }

bool cost_attention_of(const node *n, cost_attention *out) {
  if (n->in_count < 3 || !sized(n->in[0]) || !sized(n->in[1])) return false;
  const tensor *q = &n->in[0]->type, *k = &n->in[1]->type;
  *out = (cost_attention){.operands = q->dtype,
                          .causal = node_int(n, "is_causal") != 0,
                          .capped = node_float(n, "softcap") > 0};
  double groups;
  if (q->rank == 4 && k->rank == 4) {
    out->heads = (double)(q->dims[0] * q->dims[1]);
    groups = (double)(q->dims[0] * k->dims[1]);
    out->rows = (double)q->dims[2];
    out->size = (double)q->dims[3];
    out->keys = (double)k->dims[2];
  } else if (q->rank == 3 && k->rank == 3 && node_int(n, "q_num_heads") > 0) {
    double across = (double)node_int(n, "q_num_heads");
    out->heads = across * (double)q->dims[0];
    groups = (double)(node_int(n, "kv_num_heads") * q->dims[0]);
    out->rows = (double)q->dims[1];
    out->size = (double)q->dims[2] / across;
    out->keys = (double)k->dims[1];
  } else {
    return false;
  }
  out->rows_a_key_head = groups > 0 ? out->rows * out->heads / groups : out->rows;
  const value *mask = n->in_count > 3 ? n->in[3] : NULL;
  if (sized(mask)) {
    int rank = mask->type.rank;
    bool rows = rank > 1 && mask->type.dims[rank - 2] > 1;
    bool tiles = dtype_bytes(mask->type.dtype) == 2 && mask->type.dims[rank - 1] % 8 == 0;
    out->bias = !rows ? COST_BIAS_KEYS : tiles ? COST_BIAS_TILES : COST_BIAS_SCORES;
  }
  return out->heads > 0 && out->rows > 0 && out->keys > 0 && out->size > 0;
}

/* The rates that a kernel reaches depend on the instructions by which it multiplies. */
typedef struct reach {
  double step;             /* of the summed index that one instruction takes */
  double rate;             /* operations a second */
  double scores;           /* a clock of a multiprocessor */
  double ends, concurrent; /* see above */
  double bias[4];          /* in scores, see above; by kind */
} reach;

#define BIASES(keys_, scores_, tiles_) \
  { [COST_BIAS_KEYS] = keys_, [COST_BIAS_SCORES] = scores_, [COST_BIAS_TILES] = tiles_ }

static reach reach_of(const chip_row *c, const cost_attention *a) {
  if (dtype_is_fp8(a->operands))
    return (reach){
        32,       c->fp8_rate,    SCORES_A_CLOCK,
        ENDS_FP8, CONCURRENT_FP8, BIASES(KEYS_BIAS_SCORES_FP8, BIAS_SCORES_FP8, BIAS_TILES_FP8)};
  bool half = a->operands == FP8C_DTYPE_BF16 || a->operands == FP8C_DTYPE_F16;
  if (half && !a->synchronous && c->wgmma && c->tma && fmod(a->size, HALF_STEP) == 0 &&
      a->size <= HALF_MAX)
    return (reach){16,
                   c->bf16_rate / PRODUCTS_HALF,
                   SCORES_A_CLOCK_HALF,
                   ENDS_HALF,
                   CONCURRENT_HALF,
                   BIASES(KEYS_BIAS_SCORES_HALF, BIAS_SCORES_HALF, BIAS_SCORES_HALF)};
  return (reach){16,
                 c->bf16_rate * MMA_SHARE * (a->size > WIDE_HEAD ? WIDE_SHARE : 1),
                 SCORES_A_CLOCK,
                 ENDS_BF16,
                 CONCURRENT_BF16,
                 BIASES(KEYS_BIAS_SCORES, BIAS_SCORES, BIAS_SCORES)};
}

double cost_of_attention(const cost_model *m, const cost_attention *a) {
  const chip_row *c = cost_chip_row(m);
  double memory = a->bytes / c->bytes_rate, start = m->full ? 0 : START_ATTENTION;
  if (a->rows_a_key_head <= ATTENTION_FEW_QUERIES) {
    double blocks = a->heads * a->rows / a->rows_a_key_head;
    return start + most(memory, blocks * FEW_QUERIES_SECONDS / c->processors);
  }
  double rows = m->full ? a->rows / TILE : ceil(a->rows / TILE);
  double keys = m->full ? a->keys / TILE : ceil(a->keys / TILE);
  reach r = reach_of(c, a);
  double size = m->full ? a->size : r.step * ceil(a->size / r.step);
  double bias = r.bias[a->bias] + (a->capped ? CAP_SCORES : 0);
  /* what a pad of keys would add is neither computed nor read */
  double scores = TILE * TILE * (1 + bias * a->keys / (TILE * ceil(a->keys / TILE)));
  double pair = 4 * TILE * TILE * size / r.rate + scores / (r.scores * c->clock * c->processors);
  double ends = m->full ? 0 : r.ends;
  double items = a->heads * rows, walked = a->causal ? (keys + (m->full ? 0 : 1)) / 2 : keys;
  double concurrent = c->processors * r.concurrent;
  double tail = m->full ? 0 : (keys + ends) * pair * (items < concurrent ? items : concurrent) / 2;
  double single_block = m->full ? 0 : (keys + ends) * pair * c->processors * SINGLE_BLOCK;
  return start + most(most(items * (walked + ends) * pair + tail, single_block), memory);
}
