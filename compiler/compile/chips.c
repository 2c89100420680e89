/* chips.c - what passes may ask of the targets. */
#include <string.h>

#include "compiler/compile/job.h"

/* The most, or the least, that any of the plan's sizes makes of a dimension; -1 not known. */
static int64_t extreme_of(const job *j, const graph *g, int64_t dim, bool most) {
  if (dim >= 0 || dim == DIM_UNKNOWN) return dim >= 0 ? dim : -1;
  const dim_request *r = request_dim(&j->ask, g->symbols[DIM_SYMBOL_INDEX(dim)].name);
  int64_t found = -1;
  for (size_t k = 0; r && k < r->of.count; k++)
    if (found < 0 || (most ? r->of.sizes[k] > found : r->of.sizes[k] < found))
      found = r->of.sizes[k];
  return found;
}

#define ROWS_COUNTED ((int64_t)1 << 31) /* of a product: more is as good as not known */

static bool for_gpu(const job *j) { return j->targets.has_gpu || j->targets.assumed; }

/* Of the plan's sizes: the most rows of a product that turns, the fewest of a gated one, which a
 * variant of few rows may compute in one kernel; the fewest queries of a head, for a plan has one
 * format for all of its sizes, and an attention in FP8 would have every step of decoding copy all
 * that its cache has room for; -1 not known. */
static int64_t rows_of(const job *j, const kernel_question *q) {
  const tensor *x = &q->n->in[0]->type;
  if (q->what == ASK_ATTENTION_FP8)
    return extreme_of(j, q->n->graph,
                      x->rank == 4   ? x->dims[2]
                      : x->rank == 3 ? x->dims[1]
                                     : DIM_UNKNOWN,
                      false);
  int64_t rows = 1;
  for (int i = 0; i + 1 < x->rank && rows >= 0; i++) {
    int64_t most = extreme_of(j, q->n->graph, x->dims[i], q->what != ASK_PRODUCT_GATED);
    rows = most < 0 || most > ROWS_COUNTED || rows * most > ROWS_COUNTED ? -1 : rows * most;
  }
  return rows;
}

/* Who asks: a compile, and with the sizes of a variant known the GPU that it is made for. */
typedef struct asker {
  const job *j;
  const target *chip;
} asker;

static const char *refuses(const void *user, const kernel_question *asked) {
  const asker *by = user;
  const job *j = by->j;
  kernel_question q = *asked;
  if (q.what == ASK_CHANNELS_LAST || q.what == ASK_WHOLE_HEADS || q.what == ASK_DEQUANTIZED ||
      q.what == ASK_GATE) {
    if (!by->chip || !by->chip->chip)
      return "images, heads and codes stay as they are until a GPU's variant is made";
    return q.n ? kernel_refuses(by->chip, &q, j->keep) : NULL;
  }
  if (!q.n) return NULL;
  if (q.what == ASK_PRODUCT_EPILOGUE && !for_gpu(j)) return "no target is a GPU";
  q.rows = rows_of(j, &q);
  /* The form for more (gemm_sm90.c) is no faster: two Llama-3-8B blocks in prefill of 2048 take
   * 1.61 ms on an H200, 1.51 with a kernel behind. */
  if (q.what == ASK_PRODUCT_TURNS && for_gpu(j) && (q.rows < 0 || q.rows > PRODUCT_FEW_ROWS))
    return "it has more than 16 rows, where a kernel behind it is faster";
  if (by->chip) return kernel_refuses(by->chip, &q, j->keep);
  for (size_t i = 0; i <= j->targets.count; i++) {
    const target *t = i < j->targets.count ? j->targets.list[i] : j->targets.assumed;
    const char *why = t ? kernel_refuses(t, &q, j->keep) : NULL;
    if (why) return arena_printf(j->keep, "%s: %s", t->name, why);
  }
  return NULL;
}

void ask_for_convs(pass_context *c, const target *chip) {
  asker *by = NEW(c->keep, asker);
  *by = (asker){.j = ((const asker *)c->rules.user)->j, .chip = chip};
  c->rules.user = by;
  c->rules.few_rows = PRODUCT_FEW_ROWS;
}

target_rules job_rules(const job *j) {
  bool mma = for_gpu(j);
  asker *by = NEW(j->keep, asker);
  *by = (asker){.j = j};
  for (size_t i = 0; i < j->targets.count; i++)
    mma &= !j->targets.list[i]->chip || j->targets.list[i]->chip->mma_fp8;
  mma &= !j->targets.assumed || j->targets.assumed->chip->mma_fp8;
  return (target_rules){.gpu = for_gpu(j),
                        .assumed = j->targets.assumed != NULL,
                        .bf16_epilogue = mma, /* elsewhere the library has a faster instruction */
                        .refuses = refuses,
                        .user = by};
}

bool job_weighs_time(const job *j) {
  return j->o->precision == FP8C_PRECISION_AUTO && j->ask.goal == GOAL_NONE && for_gpu(j) &&
         !j->passes.keep_formats && !j->model.info.restored;
}
