/* cost_steps.c - the time of a graph: its steps, each as long as the schedule says that computes
 * it.
 */
#include "base/numbers.h"
#include "codegen/problem.h"

#define SHORT_OPERATIONS 6 /* of such a Gelu: 11 clocks behind a product of 6304 x 4096 x 1024 */

static double most(double a, double b) { return a > b ? a : b; }
static bool sized(const value *v) { return v && tensor_shape_known(&v->type); }
static double elements(const value *v) { return (double)tensor_elements(&v->type); }

/* A region, or a node without one: what one kernel does. */
static bool together(const node *a, const node *b) {
  return a == b || (a->region && a->region == b->region);
}

static bool read_before(const node *first, const node *n, size_t index) {
  if (n->in[index]->user_count == 1) return false;
  for (const node *m = first; m; m = m->next) {
    size_t count = m == n ? index : m->in_count;
    for (size_t i = 0; i < count; i++)
      if (m->in[i] == n->in[index]) return true;
    if (m == n) return false;
  }
  return false;
}

/* What comes from memory and goes to it; a gather reads the rows it takes. */
static double node_bytes(const group *gr, const node *n) {
  double bytes = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || (v->def && group_has(gr, v->def)) || read_before(gr->nodes[0], n, i)) continue;
    bool table = n->op->family == FAMILY_GATHER && i == 0 && n->out_count && n->out[0];
    bytes += table && sized(n->out[0]) ? elements(n->out[0]) * (double)dtype_bytes(v->type.dtype)
                                       : cost_stored_bytes(v);
  }
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i] && group_stores(gr, n->out[i])) bytes += cost_stored_bytes(n->out[i]);
  return bytes;
}

/* Nothing at run time: shapes are known when kernels are written. */
static bool works_on_sizes(const node *n) {
  if (!n->out_count || !n->out[0]) return true;
  return n->op->precision == CLASS_EXACT && !dtype_is_float(n->out[0]->type.dtype) &&
         sized(n->out[0]) && elements(n->out[0]) <= 1024;
}

/* One step's nodes, and the sums over them; `heavy` and `light` are of all elements. */
typedef struct step {
  group gr;
  const node *product;
  step_work w;
} step;

/* Values besides the sums that are as large as they are: a residual. */
static double added_to(const group *gr, const node *product, const node *n) {
  double added = 0;
  for (size_t i = 0; i < n->in_count && product != n; i++) {
    const value *v = n->in[i];
    added += v && !value_is_const(v) && !(v->def && group_has(gr, v->def)) && sized(v) &&
             elements(v) == elements(product->out[0]);
  }
  return added;
}

static step gather_work(group gr) {
  step s = {.gr = gr};
  step_work *w = &s.w;
  for (size_t i = 0; i < gr.count; i++) {
    const node *n = gr.nodes[i];
    w->bytes += node_bytes(&gr, n);
    for (size_t k = 0; k < n->out_count; k++)
      if (n->out[k] && group_stores(&gr, n->out[k]))
        w->result_bytes = most(w->result_bytes, (double)dtype_bytes(n->out[k]->type.dtype));
    if (s.product && s.product->out_count && sized(s.product->out[0]))
      w->added += added_to(&gr, s.product, n);
    if (n->op->precision == CLASS_GEMM) {
      if (!op_has(gr.nodes[0]->op, FACT_REDUCES)) s.product = n; /* those of a gate are small */
    } else if (n->out_count && n->out[0] && sized(n->out[0])) {
      double e = elements(n->out[0]);
      if (cost_is_heavy(n))
        *(cost_divides(n) ? &w->dividing : &w->heavy) += e;
      else
        w->light += op_has(n->op, FACT_HEAVY) ? SHORT_OPERATIONS * e : e;
    }
  }
  return s;
}

static double least_time(const cost_step *s, const cost_model *m) {
  return (double)s->bytes / cost_chip_row(m)->bytes_rate;
}

static const char *kind_of(op_family f) {
  return f == FAMILY_VIEW || f == FAMILY_NONE ? "other" : op_family_name(f);
}

/* Fills the schedule of the family that computes the group; returns false where none does. */
static bool schedule_of_group(const group *gr, const step_work *w, const cost_model *m,
                              arena *scratch, schedule *out) {
  problem p;
  (void)problem_read(&p, gr, scratch);
  double results = problem_results(&p);
  if (results <= 0) return false;
  p.work = *w;
  p.work.heavy /= results;
  p.work.dividing /= results;
  p.work.light /= results;
  if (m->full) problem_as_placed(&p, m, scratch); /* the images are as the model has them */
  *out = schedule_of(&p, m, scratch);
  return out->by != NULL;
}

/* A node that has no kernel is priced by its bytes, which whoever computes it reads and writes. */
static schedule without_kernel(const step *st, const cost_model *m) {
  return (schedule){
      .launches = 1, .start = COST_START_PASS, .seconds = cost_of_pass(m, st->w.bytes, 0)};
}

/* Finds the longest part from node `first` on that a family computes, as lowering does, and its
 * schedule.  Returns the number of its nodes: a single node is always a part. */
static size_t longest_part(const group *gr, size_t first, const cost_model *m, arena *scratch,
                           schedule *out) {
  for (size_t count = part_nodes(gr, first); count > 1; count--) {
    step part = gather_work((group){gr->nodes + first, count});
    if (schedule_of_group(&part.gr, &part.w, m, scratch, out)) return count;
  }
  step one = gather_work((group){gr->nodes + first, 1});
  if (!schedule_of_group(&one.gr, &one.w, m, scratch, out)) *out = without_kernel(&one, m);
  return 1;
}

/* A group that no family computes as a whole becomes kernels of its parts, whose launches and
 * times are added up. */
static schedule schedule_of_step(const step *st, const cost_model *m, arena *scratch) {
  schedule all = {0};
  if (schedule_of_group(&st->gr, &st->w, m, scratch, &all)) return all;
  if (st->gr.count == 1) return without_kernel(st, m);
  all = (schedule){0};
  for (size_t i = 0; i < st->gr.count;) {
    schedule s = {0};
    i += longest_part(&st->gr, i, m, scratch, &s);
    bool behind = all.launches && s.launches && !m->full;
    all.launches += s.launches;
    all.seconds += s.seconds - (behind ? COST_START_HIDDEN : 0);
    all.start += s.start;
  }
  return all;
}

double cost_of_nodes(node *const *nodes, size_t count, const cost_model *m, arena *scratch) {
  step st = gather_work((group){nodes, count});
  return schedule_of_step(&st, m, scratch).seconds;
}

/* False: nothing is launched for it. */
static bool step_of(const step *st, const cost_model *m, arena *scratch, cost_step *out) {
  const node *n = st->product ? st->product : st->gr.nodes[0];
  cost_step s = {.name = n->name ? n->name : "",
                 .kind = n->region && !st->product ? n->region->kind : kind_of(n->op->family),
                 .format = "",
                 .bytes = (uint64_t)st->w.bytes};
  if (st->gr.count == 1 && works_on_sizes(n)) return false;
  schedule chosen = schedule_of_step(st, m, scratch);
  if (!chosen.launches) return false;
  double start = chosen.start;
  s.seconds = chosen.seconds;
  if (st->product) {
    bool attends = n->op->family == FAMILY_ATTENTION || n->in_count < 2;
    s.macs = node_macs(n, scratch);
    s.format = fp8c_dtype_name(attends ? n->in[0]->type.dtype : cost_wider(n));
  }
  double rest = m->full ? s.seconds : s.seconds - start;
  if (m->full) start = 0;
  s.limit = rest < start ? "launch" : rest > 1.001 * least_time(&s, m) ? "math" : "memory";
  *out = s;
  return true;
}

size_t cost_steps(const graph *g, const cost_model *m, arena *a, cost_step **out) {
  size_t count = 0, capacity = 0;
  place_count_moves(g);
  for (const node *n = g->first; n; n = n->next) capacity++;
  cost_step *steps = NEW_ARRAY(a, cost_step, capacity + 1);
  node **nodes = NEW_ARRAY(a, node *, capacity + 1);
  for (node *n = g->first; n;) {
    size_t members = 0;
    const node *first = n;
    for (; n && together(first, n); n = n->next) nodes[members++] = n;
    arena_mark mark = arena_save(a);
    step st = gather_work((group){nodes, members});
    bool launched = step_of(&st, m, a, &steps[count]);
    arena_reset(a, mark);
    if (!launched) continue;
    steps[count].first = first;
    steps[count].product = st.product;
    steps[count++].nodes = members;
  }
  *out = steps;
  return count;
}
