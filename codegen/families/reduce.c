/* reduce.c - reductions over axes that are not the last ones, and over integers.
 *
 * Threads that are neighbours take neighbouring results, 16 bytes of them each, so loads
 * coalesce; the threads of a column share a result's elements and combine through shared
 * memory in a fixed order.  Where that leaves multiprocessors without work, blocks share
 * them too, and a second launch combines what they found.
 *
 * What is reduced may be the sum of a few values, times another one that may be spread over it; all
 * are read where they lie, and the result may be rounded behind it: the mean over the pixels of two
 * branches' sum, or of pixels with a weight each, for a product in BF16. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "ir/read.h"
#include "ops/ids/binary.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
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

/* ---- What is reduced -------------------------------------------------------------------- */

#define TERMS_MAX 8

/* A reduction, with the sums and the factor in front of it and the rounding behind. */
typedef struct reduced {
  const node *n;
  const value *terms[TERMS_MAX]; /* whose sum is reduced, in this order: one at least */
  int term_count;
  const value *weights;        /* ... times these, which may be spread over it; NULL */
  place places[TERMS_MAX + 1]; /* of the terms, then of the weights */
  const value *out;            /* what is stored */
} reduced;

/* Values that are walked together. */
static int operands_of(const reduced *r) { return r->term_count + (r->weights != NULL); }

static bool is_float(const value *v) {
  return dtype_is_small_float(v->type.dtype) && v->type.scale.kind == SCALE_NONE;
}

/* Adds the terms of an Add: those of `before`, which is the sum so far, and one or two more. */
static const char *read_sum(reduced *r, const node *add, const value *before, const value *whole) {
  static const char why[] = "what it reduces is no sum of a few values";
  if (!node_is(add, OP_ADD) || (before && add->in[0] == before && add->in[1] == before)) return why;
  bool found = !before;
  for (int i = 0; i < 2; i++) {
    const value *v = add->in[i];
    if (v == before) {
      found = true;
      continue;
    }
    if (!is_float(v) || !place_has_shape(&v->type, &whole->type) || r->term_count == TERMS_MAX ||
        (r->term_count && v->type.dtype != r->terms[0]->type.dtype))
      return why;
    r->terms[r->term_count++] = v;
  }
  return found ? NULL : why;
}

/* v has one number, or as many as x, along each of x's axes. */
static bool spreads_over(const value *v, const value *x) {
  if (v->type.rank != x->type.rank) return false;
  for (int i = 0; i < x->type.rank; i++)
    if (v->type.dims[i] != 1 && v->type.dims[i] != x->type.dims[i]) return false;
  return true;
}

/* Reads a Mul of `sum`, or where there is none yet of a first term, with the weights. */
static const char *read_weights(reduced *r, const node *mul, const value *sum, const value *whole) {
  for (int i = 0; i < 2; i++) {
    const value *v = mul->in[i], *w = mul->in[1 - i];
    bool is_term = sum ? v == sum : is_float(v) && place_has_shape(&v->type, &whole->type);
    if (!is_term || w == sum || !is_float(w) || !spreads_over(w, whole)) continue;
    if (!sum) r->terms[r->term_count++] = v;
    r->weights = w;
    return NULL;
  }
  return "what it reduces is no sum with a factor";
}

/* Reads the group's nodes: sums of F32 that nobody else reads and a factor, the reduction, and a
 * Cast. */
static const char *read_group(const group *gr, reduced *r) {
  size_t at = 0;
  const value *sum = NULL;
  *r = (reduced){0};
  while (at < gr->count && !op_has(gr->nodes[at]->op, FACT_REDUCES)) at++;
  if (at == gr->count || gr->count - at > 2) return other_operators;
  r->n = gr->nodes[at];
  for (size_t i = 0; i < at; i++) {
    bool weighs = i + 1 == at && node_is(gr->nodes[i], OP_MUL);
    const char *why = weighs ? read_weights(r, gr->nodes[i], sum, r->n->in[0])
                             : read_sum(r, gr->nodes[i], sum, r->n->in[0]);
    if (why) return why;
    sum = gr->nodes[i]->out[0];
    if (sum->type.dtype != FP8C_DTYPE_F32 || group_stores(gr, sum))
      return "a sum in front of it is stored";
  }
  if (sum && sum != r->n->in[0]) return "it reduces another sum";
  if (!sum) r->terms[r->term_count++] = r->n->in[0];
  r->out = r->n->out[0];
  if (at + 1 == gr->count) return NULL;
  const node *cast = gr->nodes[at + 1];
  if (!node_is(cast, OP_CAST) || cast->in[0] != r->out || r->out->type.dtype != FP8C_DTYPE_F32 ||
      group_stores(gr, r->out) || !is_float(cast->out[0]))
    return "it does more behind the reduction than round it once";
  r->out = cast->out[0];
  return NULL;
}

static const value *operand_of(const reduced *r, int i) {
  return i < r->term_count ? r->terms[i] : r->weights;
}

/* Each operand where it lies, unless it lies backwards there; what is spread stays where it is. */
static void find_places(reduced *r) {
  for (int t = 0; t < operands_of(r); t++) {
    const value *v = operand_of(r, t);
    place *p = &r->places[t];
    bool found = place_read(v, p);
    for (int d = 0; found && d < v->type.rank; d++) found = p->strides[d] >= 0;
    if (!found) place_dense(v, p);
    for (int d = 0; d < v->type.rank; d++)
      if (v->type.dims[d] != r->n->in[0]->type.dims[d]) p->strides[d] = 0;
  }
}

/* The axes of one side, and what a step along each moves in every operand. */
typedef struct side {
  int rank;
  int64_t dims[FP8C_MAX_RANK], strides[TERMS_MAX + 1][FP8C_MAX_RANK];
} side;

typedef struct axes {
  side kept, gone;
} axes;

static const char *split_axes(const reduced *r, axes *a) {
  const tensor *x = &r->n->in[0]->type;
  bool gone[FP8C_MAX_RANK], some = x->rank == 0;
  if (!node_reduction(r->n, gone)) return "its axes are not constant";
  for (int i = 0; i < x->rank; i++) some = some || gone[i];
  if (!some) return "it reduces nothing";
  for (int i = 0; i < x->rank; i++) {
    side *s = gone[i] ? &a->gone : &a->kept;
    s->dims[s->rank] = x->dims[i];
    for (int t = 0; t < operands_of(r); t++) s->strides[t][s->rank] = r->places[t].strides[i];
    s->rank++;
  }
  return NULL;
}

/* Axis `i` goes on, in every operand, where axis `out` ends. */
static bool is_one_stride(const side *s, int operands, int out, int i) {
  for (int t = 0; t < operands; t++)
    if (s->strides[t][out] != s->strides[t][i] * s->dims[i]) return false;
  return true;
}

/* Neighbouring axes of a side that are crossed in one stride are one. */
static void merge(side *s, int operands) {
  int out = 0;
  for (int i = 0; i < s->rank; i++) {
    if (s->dims[i] == 1) continue;
    bool joins = out && is_one_stride(s, operands, out - 1, i);
    if (!joins) out++;
    s->dims[out - 1] = joins ? s->dims[out - 1] * s->dims[i] : s->dims[i];
    for (int t = 0; t < operands; t++) s->strides[t][out - 1] = s->strides[t][i];
  }
  s->rank = out;
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

/* Neighbouring results have weights of their own. */
static bool own_weights(const axes *a, const reduced *r) {
  int last = a->kept.rank - 1;
  return r->weights && last >= 0 && a->kept.strides[r->term_count][last] != 0;
}

/* Returns true if one load brings what `v` neighbouring results read of operand `term`, which
 * begins at `offset`. */
static bool takes_vector(const axes *a, int term, int64_t offset, int v) {
  const side *kept = &a->kept;
  int last = kept->rank - 1;
  if (offset % v || last < 0 || kept->strides[term][last] != 1 || kept->dims[last] % v)
    return false;
  for (int i = 0; i < last; i++)
    if (kept->strides[term][i] % v) return false;
  for (int i = 0; i < a->gone.rank; i++)
    if (a->gone.strides[term][i] % v) return false;
  return true;
}

static spread spread_of(int multiprocessors, const axes *a, const reduced *r) {
  spread s = {.results = dims_product(a->kept.dims, 0, a->kept.rank),
              .each = dims_product(a->gone.dims, 0, a->gone.rank),
              .vector = 1,
              .parts = 1};
  int last = a->kept.rank - 1;
  bool dense = last >= 0;
  int vectors = r->term_count + own_weights(a, r);
  for (int t = 0; t < vectors && dense; t++) dense = a->kept.strides[t][last] == 1;
  int64_t inner = dense ? a->kept.dims[last] : 1;
  for (int v = 16 / (int)dtype_bytes(r->terms[0]->type.dtype); v > 1 && s.vector == 1; v /= 2) {
    bool fits = true;
    for (int t = 0; t < vectors && fits; t++) fits = takes_vector(a, t, r->places[t].offset, v);
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

static void write_side(text *sizes, const char *name, const side *s, int operands) {
  const int64_t *strides[TERMS_MAX + 1];
  for (int t = 0; t < operands; t++) strides[t] = s->strides[t];
  shape_walk(sizes, name, s->rank, s->dims, operands, strides);
}

static void write_sizes(kernel_draft *d, const axes *a, const spread *s, const reduced *r,
                        const char *index) {
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
  shape_size(&sizes, "terms", r->term_count);
  shape_flag(&sizes, "weighted", r->weights != NULL);
  shape_flag(&sizes, "own_weights", own_weights(a, r));
  write_side(&sizes, "kept", &a->kept, operands_of(r));
  write_side(&sizes, "gone", &a->gone, operands_of(r));
  draft_shape(d, index, &sizes);
}

static const char *library(lowering *l) {
  return arena_printf(l->c->scratch, "%s%s%s", kernel_text_walk, kernel_text_direct,
                      kernel_text_reduce);
}

/* A reduction as it is written. */
typedef struct sums {
  reduced r;
  axes a;
  spread s;
  bool integer;
} sums;

/* What the blocks that shared results found, in their order. */
static void lower_parts(lowering *l, const group *gr, const formula *f, const sums *c,
                        uint32_t found) {
  const value *out = c->r.out;
  kernel_draft d;
  draft_begin(&d, l);
  write_sizes(&d, &c->a, &c->s, &c->r, "i64");
  uint32_t from = draft_read(&d, found, f->sum);
  uint32_t to = draft_write(&d, lower_value(l, out), memory_type(out->type.dtype));
  text_printf(&d.body, "  reduce_found<shape, %s, %s>(p%u, p%u, %s);\n", f->how, f->result, from,
              to, draft_inverse_scale(&d, &out->type));
  launch_shape shape = {.blocks = ((uint64_t)c->s.results + THREADS - 1) / THREADS,
                        .threads = THREADS};
  draft_launch(&d, "reduce_join", library(l), shape, gr);
}

static const char *fit(const reduced *r, arena *a) {
  const node *n = r->n;
  const reduction *row = reduction_of(n->op);
  const tensor *x = &r->terms[0]->type, *y = &r->out->type;
  if (!row->how) return "it has no generated kernel";
  if (r->weights && !is_float(r->terms[0])) return "numbers that are weighed have a scale";
  if (!dtype_is_small_float(x->dtype) && !(dtype_is_int(x->dtype) && row->integers_shared))
    return arena_printf(a, "%s of %s", n->op->name, fp8c_dtype_name(x->dtype));
  if (x->dtype == FP8C_DTYPE_U64 || !memory_type(x->dtype) || !memory_type(y->dtype) ||
      x->scale.kind == SCALE_AXIS || y->scale.kind == SCALE_AXIS)
    return "its type has no form on the GPU";
  return tensor_elements(x) ? NULL : "it reduces an empty tensor";
}

const char *offers_reduce(const problem *p, const cost_model *m, schedule_list *out) {
  sums *c = NEW(out->a, sums);
  reduced *r = &c->r;
  const char *why = read_group(&p->gr, r);
  if (why || (why = fit(r, out->a))) return why;
  find_places(r);
  if ((why = split_axes(r, &c->a))) return why;
  merge(&c->a.kept, operands_of(r));
  merge(&c->a.gone, operands_of(r));
  c->integer = dtype_is_int(r->terms[0]->type.dtype);
  c->s = spread_of(cost_multiprocessors(m), &c->a, r);
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

/* A pointer to where the operand begins; clears *narrow unless 32 bits count its elements. */
static uint32_t read_operand(kernel_draft *d, const reduced *r, int i, bool *narrow) {
  const value *v = operand_of(r, i);
  const place *at = &r->places[i];
  *narrow = *narrow && tensor_elements(&at->whole->type) <= INT32_MAX / 2;
  return draft_read_part(d, lower_value(d->l, at->whole), memory_type(v->type.dtype),
                         (uint64_t)at->offset * dtype_bytes(v->type.dtype), tensor_bytes(&v->type));
}

/* The operands as the templates take them: an array `x` of pointers to the terms, and `w`.  Returns
 * whether their elements are counted by 32 bits. */
static bool read_operands(kernel_draft *d, const reduced *r) {
  text list;
  text_init(&list, d->l->c->scratch);
  bool narrow = true;
  for (int t = 0; t < r->term_count; t++)
    text_printf(&list, "%sp%u", t ? ", " : "", read_operand(d, r, t, &narrow));
  text_printf(&d->body, "  const %s *const x[] = {%s};\n", memory_type(r->terms[0]->type.dtype),
              text_cstr(&list));
  if (r->weights)
    text_printf(&d->body, "  const auto *const w = p%u;\n",
                read_operand(d, r, r->term_count, &narrow));
  else
    text_add(&d->body, "  const float *const w = nullptr;\n");
  return narrow;
}

const char *write_reduce(lowering *l, const problem *p, const schedule *chosen) {
  const sums *c = chosen->constants;
  const reduced *r = &c->r;
  const spread *s = &c->s;
  const tensor *x = &r->terms[0]->type, *y = &r->out->type;
  formula f = {reduction_of(r->n->op)->how, c->integer ? "i64" : "float", number_type(y->dtype)};
  uint32_t found = PLAN_NO_VALUE;
  if (s->parts > 1) {
    tensor type = {.dtype = c->integer ? FP8C_DTYPE_I64 : FP8C_DTYPE_F32,
                   .rank = 1,
                   .dims = {s->parts * s->results}};
    found = lower_temp(l, arena_printf(l->c->scratch, "%s.parts", r->out->name), &type);
  }
  kernel_draft d;
  draft_begin(&d, l);
  bool narrow = read_operands(&d, r);
  write_sizes(&d, &c->a, s, r, narrow ? "u32" : "i64");
  const char *element = number_type(x->dtype);
  if (found == PLAN_NO_VALUE) {
    uint32_t out = draft_write(&d, lower_value(l, r->out), memory_type(y->dtype));
    const char *factor = draft_scale(&d, x);
    text_printf(&d.body, "  reduce_results<shape, %s, %s, %s, %s>(x, w, %s, p%u, %s);\n", f.how,
                element, f.sum, f.result, factor, out, draft_inverse_scale(&d, y));
  } else {
    uint32_t out = draft_write(&d, found, f.sum);
    text_printf(&d.body, "  reduce_parts<shape, %s, %s>(x, w, %s, p%u);\n", f.how, element,
                draft_scale(&d, x), out);
  }
  launch_shape shape = {.blocks = (uint64_t)(s->blocks * s->parts),
                        .threads = THREADS,
                        .flops = (uint64_t)(tensor_elements(x) * r->term_count)};
  draft_launch(&d, "reduce", library(l), shape, &p->gr);
  if (found != PLAN_NO_VALUE) lower_parts(l, &p->gr, &f, c, found);
  return NULL;
}
