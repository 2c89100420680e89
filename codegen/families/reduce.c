/* reduce.c - reductions over axes that are not the last ones, and over integers.
 *
 * Threads that are neighbours take neighbouring results, 16 bytes of them each, so loads
 * coalesce; the threads of a column share a result's elements and combine through shared
 * memory in a fixed order.  Where that leaves multiprocessors without work, blocks share
 * them too, and a second launch combines what they found. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "ir/read.h"
#include "ops/ids/reductions.h"
#include "ops/move.h"

#define THREADS 256
#define MANY 64           /* elements of a result that are worth most of a block's threads */
#define NARROW 32         /* neighbours that do not fill a warp */
#define START 2.4e-6      /* seconds on an H200: threads of a result wait for each other */
#define JOIN_START 0.6e-6 /* of the launch that joins what blocks found of a result */
#define PART_STEPS 16     /* of a thread, at least, where blocks share a result */

static const reduction reductions[OP_COUNT] = {
    [OP_REDUCE_SUM] = {"REDUCE_SUM", .integers_shared = true},
    [OP_REDUCE_MEAN] = {"REDUCE_MEAN", .through_f64 = true},
    [OP_REDUCE_MAX] = {"REDUCE_MAX", .integers_shared = true},
    [OP_REDUCE_MIN] = {"REDUCE_MIN", .integers_shared = true},
    [OP_REDUCE_PROD] = {"REDUCE_PROD", .integers_shared = true},
    [OP_REDUCE_L1] = {.how = "REDUCE_L1"},
    [OP_REDUCE_L2] = {"REDUCE_L2", .through_f64 = true},
    [OP_REDUCE_SUM_SQUARE] = {"REDUCE_SQUARES", .integers_shared = true},
    [OP_REDUCE_LOG_SUM] = {"REDUCE_LOG_SUM", .through_f64 = true},
    [OP_REDUCE_LOG_SUM_EXP] = {NULL, .through_f64 = true},
};

const reduction *reduction_of(const op_info *op) { return &reductions[op_of(op)]; }

typedef struct axes {
  int kept_rank, gone_rank;
  int64_t kept_dims[FP8C_MAX_RANK], kept_strides[FP8C_MAX_RANK];
  int64_t gone_dims[FP8C_MAX_RANK], gone_strides[FP8C_MAX_RANK];
} axes;

static const char *split_axes(const node *n, axes *a) {
  const tensor *x = &n->in[0]->type;
  bool gone[FP8C_MAX_RANK], some = x->rank == 0;
  if (!node_reduction(n, gone)) return "its axes are not constant";
  for (int i = 0; i < x->rank; i++) some = some || gone[i];
  if (!some) return "it reduces nothing";
  int64_t stride = 1, strides[FP8C_MAX_RANK];
  for (int i = x->rank - 1; i >= 0; i--) strides[i] = stride, stride *= x->dims[i];
  for (int i = 0; i < x->rank; i++) {
    int *rank = gone[i] ? &a->gone_rank : &a->kept_rank;
    (gone[i] ? a->gone_dims : a->kept_dims)[*rank] = x->dims[i];
    (gone[i] ? a->gone_strides : a->kept_strides)[*rank] = strides[i];
    ++*rank;
  }
  return NULL;
}

/* Neighbouring axes of a side that are crossed in one stride are one. */
static int merged(int rank, int64_t *dims, int64_t *strides) {
  int out = 0;
  for (int i = 0; i < rank; i++) {
    if (dims[i] == 1) continue;
    if (out && strides[out - 1] == strides[i] * dims[i]) {
      dims[out - 1] *= dims[i];
      strides[out - 1] = strides[i];
    } else {
      dims[out] = dims[i];
      strides[out++] = strides[i];
    }
  }
  return out;
}

/* How the results and their elements are spread over threads. */
typedef struct spread {
  int64_t results, each;
  int vector;              /* results of a thread */
  int64_t units, together; /* all a thread's results; those of one block, where they are narrow */
  int columns, shares;     /* a block's threads */
  int64_t parts, blocks;   /* blocks that share a result; groups of results */
} spread;

static int power_from(int64_t x, int most) {
  int p = 1;
  while (p < x && p < most) p *= 2;
  return p;
}

static spread spread_of(int multiprocessors, const axes *a, size_t bytes) {
  spread s = {.results = dims_product(a->kept_dims, 0, a->kept_rank),
              .each = dims_product(a->gone_dims, 0, a->gone_rank),
              .vector = 1,
              .parts = 1};
  int last = a->kept_rank - 1;
  int64_t inner = last >= 0 && a->kept_strides[last] == 1 ? a->kept_dims[last] : 1;
  for (int v = 16 / (int)bytes; v > 1 && s.vector == 1; v /= 2) {
    bool fits = inner % v == 0;
    for (int i = 0; i < last; i++) fits = fits && a->kept_strides[i] % v == 0;
    for (int i = 0; i < a->gone_rank; i++) fits = fits && a->gone_strides[i] % v == 0;
    if (fits) s.vector = v;
  }
  s.units = s.results / s.vector;
  int64_t most = 2 * multiprocessors;
  if (inner / s.vector < NARROW && s.each >= MANY) {
    s.together = inner / s.vector;
    s.columns = power_from(s.together, NARROW);
    s.shares = THREADS / s.columns;
    s.blocks = s.units / s.together;
  } else {
    s.shares = power_from(s.each, 8);
    while (s.shares < 32 && s.shares * 4 <= s.each && s.units * s.shares < THREADS * most)
      s.shares *= 2;
    s.columns = THREADS / s.shares;
    s.blocks = divide_up(s.units, s.columns);
  }
  while (s.blocks * s.parts < most && s.each / (2 * s.parts) >= (int64_t)s.shares * PART_STEPS)
    s.parts *= 2;
  return s;
}

/* The parameters of a template besides its shape: how elements are joined, the types of sums and of
 * results in registers. */
typedef struct formula {
  const char *how, *sum, *result;
} formula;

static void write_sizes(kernel_draft *d, const axes *a, const spread *s, const char *index) {
  text sizes;
  text_init(&sizes, d->l->c->scratch);
  draft_shape_count(d, &sizes, "index", "results", s->results);
  shape_size(&sizes, "each", s->each);
  shape_size(&sizes, "vector", s->vector);
  draft_shape_count(d, &sizes, "index", "units", s->units);
  shape_size(&sizes, "together", s->together);
  shape_size(&sizes, "columns", s->columns);
  shape_size(&sizes, "shares", s->shares);
  shape_size(&sizes, "parts", s->parts);
  shape_size(&sizes, "chunk", divide_up(s->each, s->parts));
  shape_walk(&sizes, "kept", a->kept_rank, a->kept_dims, 1,
             (const int64_t *const[]){a->kept_strides});
  shape_walk(&sizes, "gone", a->gone_rank, a->gone_dims, 1,
             (const int64_t *const[]){a->gone_strides});
  draft_shape(d, index, &sizes);
}

static const char *library(lowering *l) {
  return arena_printf(l->c->scratch, "%s%s%s", kernel_text_walk, kernel_text_direct,
                      kernel_text_reduce);
}

/* What the blocks that shared results found, in their order. */
static void lower_parts(lowering *l, const group *gr, const formula *f, const axes *a,
                        const spread *s, uint32_t found) {
  const value *out = gr->nodes[0]->out[0];
  kernel_draft d;
  draft_begin(&d, l);
  write_sizes(&d, a, s, "i64");
  uint32_t from = draft_read(&d, found, f->sum);
  uint32_t to = draft_write(&d, lower_value(l, out), memory_type(out->type.dtype));
  text_printf(&d.body, "  reduce_found<shape, %s, %s>(p%u, p%u, %s);\n", f->how, f->result, from,
              to, draft_inverse_scale(&d, &out->type));
  launch_shape shape = {.blocks = ((uint64_t)s->results + THREADS - 1) / THREADS,
                        .threads = THREADS};
  draft_launch(&d, "reduce_join", library(l), shape, gr);
}

/* A reduction as it is written. */
typedef struct sums {
  axes a;
  spread s;
  bool integer;
} sums;

static const char *fit(const node *n, arena *a) {
  const reduction *row = reduction_of(n->op);
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  if (!row->how) return "it has no generated kernel";
  if (!dtype_is_small_float(x->dtype) && !(dtype_is_int(x->dtype) && row->integers_shared))
    return arena_printf(a, "%s of %s", n->op->name, fp8c_dtype_name(x->dtype));
  if (x->dtype == FP8C_DTYPE_U64 || !memory_type(x->dtype) || !memory_type(y->dtype) ||
      x->scale.kind == SCALE_AXIS || y->scale.kind == SCALE_AXIS)
    return "its type has no form on the GPU";
  return tensor_elements(x) ? NULL : "it reduces an empty tensor";
}

const char *offers_reduce(const problem *p, const cost_model *m, schedule_list *out) {
  const node *n = p->gr.nodes[0];
  if (p->gr.count > 1 || !op_has(n->op, FACT_REDUCES)) return other_operators;
  sums *c = NEW(out->a, sums);
  const char *why = fit(n, out->a);
  if (why || (why = split_axes(n, &c->a))) return why;
  axes *a = &c->a;
  a->kept_rank = merged(a->kept_rank, a->kept_dims, a->kept_strides);
  a->gone_rank = merged(a->gone_rank, a->gone_dims, a->gone_strides);
  c->integer = dtype_is_int(n->in[0]->type.dtype);
  c->s = spread_of(cost_multiprocessors(m), a, dtype_bytes(n->in[0]->type.dtype));
  if (c->s.blocks * c->s.parts > INT32_MAX) return "its results are too many";
  bool parts = c->s.parts > 1;
  schedule form = {.name = parts ? "blocks share a result" : "a block for some results",
                   .constants = c,
                   .constant_bytes = sizeof *c,
                   .launches = parts ? 2 : 1,
                   .start = START + (parts ? JOIN_START : 0)};
  /* of what L2 does not hold to its end, the beginning is gone when it is read */
  const chip_row *chip = cost_chip_row(m);
  double bytes = p->work.bytes, far = bytes / chip->bytes_rate * cost_lanes(chip);
  offer_pass(out, m, bytes, cost_l2_holds(m, bytes) ? 0 : far, form);
  return NULL;
}

const char *write_reduce(lowering *l, const problem *p, const schedule *chosen) {
  const node *n = p->gr.nodes[0];
  const sums *c = chosen->constants;
  const spread *s = &c->s;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  formula f = {reduction_of(n->op)->how, c->integer ? "i64" : "float", number_type(y->dtype)};
  uint32_t found = PLAN_NO_VALUE;
  if (s->parts > 1) {
    tensor type = {.dtype = c->integer ? FP8C_DTYPE_I64 : FP8C_DTYPE_F32,
                   .rank = 1,
                   .dims = {s->parts * s->results}};
    found = lower_temp(l, arena_printf(l->c->scratch, "%s.parts", n->out[0]->name), &type);
  }
  kernel_draft d;
  draft_begin(&d, l);
  write_sizes(&d, &c->a, s, tensor_elements(x) > INT32_MAX / 2 ? "i64" : "u32");
  uint32_t in = draft_read(&d, lower_value(l, n->in[0]), memory_type(x->dtype));
  const char *element = number_type(x->dtype);
  if (found == PLAN_NO_VALUE) {
    uint32_t out = draft_write(&d, lower_value(l, n->out[0]), memory_type(y->dtype));
    const char *factor = draft_scale(&d, x);
    text_printf(&d.body, "  reduce_results<shape, %s, %s, %s, %s>(p%u, %s, p%u, %s);\n", f.how,
                element, f.sum, f.result, in, factor, out, draft_inverse_scale(&d, y));
  } else {
    uint32_t out = draft_write(&d, found, f.sum);
    text_printf(&d.body, "  reduce_parts<shape, %s, %s>(p%u, %s, p%u);\n", f.how, element, in,
                draft_scale(&d, x), out);
  }
  launch_shape shape = {.blocks = (uint64_t)(s->blocks * s->parts),
                        .threads = THREADS,
                        .flops = (uint64_t)tensor_elements(x)};
  draft_launch(&d, "reduce", library(l), shape, &p->gr);
  if (found != PLAN_NO_VALUE) lower_parts(l, &p->gr, &f, &c->a, s, found);
  return NULL;
}
