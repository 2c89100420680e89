/* times.c - the time model applied: to one product in one format or another, which is
 * what a search weighs, and to a finished graph, which is what a report says.
 *
 * For a GPU target, or the one that is assumed where none is present: its sizes, launches
 * and all.  Where `--target cpu` is asked for nothing says how many samples come at once,
 * so the times are shares of a full Hopper chip: work and bytes without launches, which
 * many samples at once approach.  Such times compare formats; no headline has them. */
#include <math.h>

#include "base/numbers.h"
#include "codegen/problem.h"
#include "compiler/compile/times.h"

time_model time_model_of(const job *j) {
  time_model m = {.profile = "", .known = true};
  const target *chosen = j->targets.assumed ? j->targets.assumed : j->targets.list[0];
  for (size_t i = 0; i < j->targets.count; i++)
    if (j->targets.list[i]->chip) {
      chosen = j->targets.list[i];
      break;
    }
  m.cost = (cost_model){.target = chosen, .full = !chosen->chip};
  text t;
  text_init(&t, j->keep);
  for (size_t i = 0; i < j->ask.dim_count; i++)
    text_printf(&t, "%s%s=%lld", i ? " " : "", j->ask.dims[i].name,
                (long long)j->ask.dims[i].of.decisive);
  m.profile = text_cstr(&t);
  return m;
}

const char *chip_words(const time_model *m, arena *a) {
  const char *where = cost_measured_on(&m->cost);
  return arena_printf(a, "%s (%s)%s%s", cost_chip(&m->cost), *where ? where : NOT_MEASURED,
                      *m->profile ? " at " : "", m->profile);
}

/* ---- Products -------------------------------------------------------------------------- */

typedef struct product_time {
  bool known, attention;
  const problem *asked; /* of the kernels; NULL: nothing that goes by schedules */
  cost_product shape;   /* then */
  cost_attention heads; /* of an attention */
  double result;        /* bytes */
  double left, right;   /* elements of the operands; attention: right are keys and values */
  double readers;       /* products that read the left operand */
  bool stored_too;      /* it is read by others as well, so FP8 codes are written besides */
  bool from_port;       /* it arrives in F32, so it is converted by a pass of its own */
  bool from_norm;       /* the kernel that makes it sees whole rows */
} product_time;

struct product_times {
  cost_model cost;
  arena *scratch;
  product_time *items; /* by node id */
  size_t count;
};

static double elements_of(const value *v) { return (double)tensor_elements(&v->type); }

static const value *behind_views(const value *v) {
  while (v->def && v->def->op->family == FAMILY_VIEW) v = v->def->in[0];
  return v;
}

static bool known(const value *v) { return v && tensor_shape_known(&v->type); }

static const problem *asked_of(const node *n, arena *keep, arena *scratch) {
  arena_mark mark = arena_save(scratch);
  node *one = (node *)n;
  group single = {&one, 1};
  problem p, *kept = NULL;
  if (problem_read(&p, &single, scratch) && !p.why && problem_results(&p) > 0) {
    problem_in_format(&p, p.v.image); /* which forgets the node */
    kept = NEW(keep, problem);
    *kept = p;
  }
  arena_reset(scratch, mark);
  return kept;
}

static product_time time_of(const node *n, arena *keep, arena *scratch) {
  product_time p = {0};
  p.attention = n->op->family == FAMILY_ATTENTION;
  if (n->in_count < 2 || !known(n->in[0]) || !known(n->in[1]) || !n->out_count || !known(n->out[0]))
    return p;
  if (p.attention) {
    p.known = cost_attention_of(n, &p.heads);
    p.right =
        elements_of(n->in[1]) + (n->in_count > 2 && known(n->in[2]) ? elements_of(n->in[2]) : 0);
  } else {
    p.asked = asked_of(n, keep, scratch);
    p.known = p.asked || cost_product_of(n, scratch, &p.shape);
    p.right = elements_of(n->in[1]);
  }
  p.result = elements_of(n->out[0]) * 2;
  const value *mask = p.attention ? node_input(n, 3) : NULL;
  if (mask && known(mask)) /* BF16 or F16 as a rule, unless it is bool */
    p.result += elements_of(mask) * (mask->type.dtype == FP8C_DTYPE_BOOL ? 1 : 2);
  p.left = elements_of(n->in[0]);
  const value *v = behind_views(n->in[0]);
  p.from_port = v->kind == VALUE_INPUT;
  p.from_norm = v->kind == VALUE_NODE && op_has(v->def->op, FACT_ROW_NORM);
  for (size_t i = 0; i < n->in[0]->user_count; i++)
    if (n->in[0]->users[i]->op->precision == CLASS_GEMM)
      p.readers++;
    else
      p.stored_too = true;
  p.stored_too |= value_is_output(n->in[0]);
  return p;
}

fp8c_status product_times_of(job *j, const graph *g, const product_times **out, fp8c_error *err) {
  (void)err;
  product_times *t = NEW(j->keep, product_times);
  t->cost = time_model_of(j).cost;
  t->scratch = j->scratch;
  t->count = g->next_node_id;
  t->items = NEW_ARRAY(j->keep, product_time, t->count + 1);
  arena *a = arena_inside(j->keep);
  const graph *bound = bind_sizes(j, g, !t->cost.full && j->ask.dim_count, NULL, a);
  for (const node *n = bound ? bound->first : NULL; n; n = n->next)
    if (n->op->precision == CLASS_GEMM && n->id < t->count)
      t->items[n->id] = time_of(n, j->keep, j->scratch);
  arena_free(a);
  *out = t;
  return FP8C_OK;
}

static double size_of(fp8c_dtype d) { return (double)dtype_bytes(d); }

/* Bringing the left operand into its format, this product's share: FP8 codes are written
 * where the value is made, instead of BF16 or besides it; a port's F32 numbers take a
 * pass of their own either way. */
static double conversion(const product_times *t, const product_time *p, fp8c_dtype format) {
  if (format == FP8C_DTYPE_F32) return 0;
  double share = p->left / (p->readers > 0 ? p->readers : 1);
  if (p->from_port) return cost_of_pass(&t->cost, share * (4 + size_of(format)), 0);
  double bytes = dtype_is_fp8(format) ? share * (p->stored_too ? 1 : -1) : 0;
  return cost_of_bytes(&t->cost, bytes);
}

/* Scales of rows: who sees no whole rows stores BF16, which a pass of its own reads twice.  Those
 * of blocks have a pass of their own behind norms too.  That of a run wants all numbers before it
 * rounds the first: two passes and two short launches between them. */
static double row_scaling(const product_times *t, const product_time *p, scale_sharing by) {
  double share = p->left / (p->readers > 0 ? p->readers : 1);
  bool along = by == SCALES_OF_ROWS && p->from_norm;
  if (by == SCALES_OF_RUN)
    return cost_of_pass(&t->cost, share * 2, 0) + cost_of_pass(&t->cost, share * (2 + 1), 0) +
           2 * cost_of_pass(&t->cost, 0, 0);
  return along ? 0 : cost_of_pass(&t->cost, share * (2 + 2 + 1), 0);
}

static double sums_seconds(const product_times *t, const product_time *p, fp8c_dtype operands,
                           scale_sharing by, double bytes) {
  if (!p->asked) {
    cost_product shape = p->shape;
    shape.bytes = bytes;
    shape.operands = operands;
    return cost_of_product(&t->cost, &shape);
  }
  arena_mark mark = arena_save(t->scratch);
  problem q = *p->asked;
  problem_in_format(&q, operands);
  if (by == SCALES_OF_BLOCKS) problem_by_blocks(&q);
  q.work.bytes = bytes;
  problem_as_placed(&q, &t->cost, t->scratch);
  double seconds = schedule_of(&q, &t->cost, t->scratch).seconds;
  arena_reset(t->scratch, mark);
  return seconds;
}

double product_seconds(const product_times *t, uint32_t id, fp8c_dtype activations,
                       fp8c_dtype weights, scale_sharing by) {
  if (id >= t->count || !t->items[id].known) return NAN;
  const product_time *p = &t->items[id];
  fp8c_dtype wide = size_of(activations) >= size_of(weights) ? activations : weights;
  double bytes = p->result + p->left * size_of(activations) + p->right * size_of(weights);
  if (p->attention) {
    cost_attention asked = p->heads;
    asked.bytes = bytes;
    asked.operands = wide;
    return cost_of_attention(&t->cost, &asked);
  }
  return sums_seconds(t, p, wide, by, bytes) + conversion(t, p, activations) +
         (by ? row_scaling(t, p, by) : 0);
}

/* ---- Graphs ------------------------------------------------------------------------------- */

/* As the chip will compute it; NULL where sizes are not known. */
static const graph *as_computed(job *j, const graph *g, const cost_model *m, arena *a) {
  if (m->full && !lacks_sizes(j, g)) return g;
  return bind_sizes(j, g, !m->full && j->ask.dim_count, m->full ? NULL : m->target, a);
}

double graph_seconds(job *j, const graph *g, cost_step **steps, size_t *count) {
  time_model m = time_model_of(j);
  arena *a = arena_inside(j->keep);
  const graph *bound = as_computed(j, g, &m.cost, a);
  double sum = bound ? 0 : NAN;
  cost_step *list = NULL;
  size_t n = bound ? cost_steps(bound, &m.cost, a, &list) : 0;
  for (size_t i = 0; i < n; i++) sum += list[i].seconds;
  if (steps) {
    *steps = NEW_ARRAY(j->keep, cost_step, n + 1);
    *count = n;
    for (size_t i = 0; i < n; i++) {
      (*steps)[i] = list[i];
      (*steps)[i].first = (*steps)[i].product = NULL; /* they go with the copy */
      (*steps)[i].name = arena_strdup(j->keep, list[i].name);
      (*steps)[i].kind = arena_strdup(j->keep, list[i].kind);
    }
  }
  arena_free(a);
  return sum;
}

/* Which product each step is for: its own, or the first one behind it that needs its results. */
static double add_prices(const graph *g, const cost_step *steps, size_t count,
                         product_price *prices, arena *a) {
  size_t nowhere = count;                                           /* behind the last product */
  size_t *step = NEW_ARRAY(a, size_t, (size_t)g->next_node_id + 1); /* of a node */
  size_t *need = NEW_ARRAY(a, size_t, (size_t)g->next_node_id + 1); /* of a node: its product's */
  size_t *owner = NEW_ARRAY(a, size_t, count + 1);
  for (const node *n = g->first; n; n = n->next) step[n->id] = need[n->id] = nowhere;
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    const node *n = steps[i].first;
    for (size_t k = 0; k < steps[i].nodes; k++, n = n->next) step[n->id] = i;
    owner[i] = steps[i].product ? i : nowhere;
    sum += steps[i].seconds;
  }
  owner[nowhere] = nowhere;
  for (const node *n = g->last; n; n = n->previous) {
    for (size_t i = 0; i < n->out_count; i++)
      for (size_t u = 0; n->out[i] && u < n->out[i]->user_count; u++) {
        const node *reader = n->out[i]->users[u];
        if (reader->graph != g) continue; /* in the body of an If or a Loop */
        size_t s = step[reader->id], of = s < nowhere ? owner[s] : need[reader->id];
        if (of < need[n->id]) need[n->id] = of;
      }
    size_t *of = &owner[step[n->id]];
    if (step[n->id] < nowhere && !steps[step[n->id]].product && need[n->id] < *of)
      *of = need[n->id];
  }
  for (size_t i = 0; i < count; i++) {
    if (steps[i].product)
      prices[i].product = steps[i].product, prices[i].own = steps[i].seconds;
    else
      prices[owner[i]].around += steps[i].seconds;
  }
  return sum;
}

double graph_prices(job *j, const graph *g, arena *a, product_price **out, size_t *count) {
  time_model m = time_model_of(j);
  const graph *bound = as_computed(j, g, &m.cost, a);
  *count = 0;
  if (!bound) return NAN;
  cost_step *steps;
  size_t n = cost_steps(bound, &m.cost, a, &steps);
  *out = NEW_ARRAY(a, product_price, n + 1);
  double sum = add_prices(bound, steps, n, *out, a);
  for (size_t i = 0; i < n; i++)
    if ((*out)[i].product) (*out)[(*count)++] = (*out)[i];
  return sum;
}
