/* measure.c - what a search weighs: the noise of every product in every format, and
 * what it costs in time. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "compiler/search/state.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/precision.h"
#include "passes/precision/repair.h"

#define NOISE_SAMPLES 64 /* sensitivity is measured on at most so many */
/* Share of --time-limit that measuring single products may take. */
#define MEASURE_SHARE 0.6
/* Scales by rows leave at most so much of the noise of the better of E4M3 and E5M2, at some output:
 * they are work of their own. */
#define ROWS_LEAVE 0.5

/* ---- Measuring ------------------------------------------------------------------------- */

static fp8c_status run_passes_before_assign(search *x, fp8c_error *err) {
  job *j = x->j;
  size_t count = 0;
  while (count < pipeline_precision_count && strcmp(pipeline_precision[count], "assign") != 0)
    count++;
  pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  x->measured = graph_clone(x->reference, j->keep);
  j->passes.precision = PRECISION_AUTO;
  TRY(passes_run(x->measured, pipeline_precision, count, &j->passes, &quiet, err));
  map_init(&x->by_name, j->keep);
  for (node *n = x->measured->first; n; n = n->next)
    if (n->op->precision == CLASS_GEMM) (void)map_add(&x->by_name, n->name, n);
  return FP8C_OK;
}

const node *node_measured(const search *x, const char *name) {
  const map_entry *e = map_find(&x->by_name, name);
  return e ? e->item : NULL;
}

/* Work as the whole graph's is counted: of one sample as it was given. */
static void count_work(search *x, noise_table *t) {
  arena *a = arena_inside(x->j->keep);
  const uint64_t *macs = macs_of_nodes(x->j, x->measured, a);
  noise_node *nodes = NEW_ARRAY(x->j->keep, noise_node, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    const node *n = node_measured(x, t->nodes[i].name);
    nodes[i] = t->nodes[i];
    if (n && macs[n->id]) nodes[i].macs = macs[n->id];
  }
  t->nodes = nodes;
  arena_free(a);
}

/* The noise of an option at an output. */
static double noise_of(const noise_table *t, const noise_option *o, size_t output) {
  double sum = 0;
  for (size_t s = 0; s < t->sample_count; s++) sum += noise_at(t, s, output, o->column, o->column);
  return sum;
}

/* Over every coarser sharing. */
static bool sharing_gains(const noise_table *t, const noise_node *n, const noise_option *x) {
  for (size_t o = 0; o < t->output_count; o++) {
    double least = INFINITY;
    for (size_t k = 0; k < n->option_count; k++)
      if (option_is_fp8(&n->options[k]) && n->options[k].by < x->by)
        least = fmin(least, noise_of(t, &n->options[k], o));
    if (noise_of(t, x, o) <= ROWS_LEAVE * least && least > 0) return true;
  }
  return false;
}

/* Scales of rows and of blocks are a choice where they were measured to bring something. */
static void leave_sharings(const search *x, noise_table *t) {
  for (size_t i = 0; i < t->node_count; i++) {
    noise_node *n = &t->nodes[i];
    size_t count = 0;
    noise_option *options = NEW_ARRAY(x->j->keep, noise_option, n->option_count + 1);
    for (size_t k = 0; k < n->option_count; k++)
      if (!n->options[k].by || sharing_gains(t, n, &n->options[k]))
        options[count++] = n->options[k];
    n->options = options;
    n->option_count = count;
  }
}

/* Of a pinned node the pinned option alone is left. */
static const noise_table *leave_pinned(search *x, const noise_table *t) {
  job *j = x->j;
  if (!j->ask.overrides) return t;
  noise_table *left = NEW(j->keep, noise_table);
  *left = *t;
  left->nodes = NEW_ARRAY(j->keep, noise_node, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    noise_node *n = &left->nodes[i];
    *n = t->nodes[i];
    const node *of = node_measured(x, n->name);
    const node_override *o = of ? override_of(j->ask.overrides, of) : NULL;
    if (!o || !o->format || format_impossible(of, &j->passes, o->format)) continue;
    size_t count = 0;
    noise_option *options = NEW_ARRAY(j->keep, noise_option, n->option_count + 1);
    for (size_t k = 0; k < n->option_count; k++)
      if (n->options[k].format == o->format) options[count++] = n->options[k];
    if (count) n->options = options, n->option_count = count;
  }
  return left;
}

fp8c_status find_noises(search *x, const noise_table **out, fp8c_error *err) {
  job *j = x->j;
  TRY(run_passes_before_assign(x, err));
  noise_request r = {.samples = NOISE_SAMPLES,
                     .rows = true,
                     .ports = j->o->judge_ports,
                     .port_count = j->o->judge_port_count,
                     .seconds = j->o->time_limit_seconds * MEASURE_SHARE};
  const noise_table *t;
  arena_mark mark = arena_save(j->scratch);
  TRY(noise_measure(x->measured, &j->passes, &r, &t, err));
  arena_reset(j->scratch, mark); /* lets its runs go */
  noise_table *own = NEW(j->keep, noise_table);
  *own = *t;
  count_work(x, own);
  leave_sharings(x, own);
  *out = leave_pinned(x, own);
  return FP8C_OK;
}

/* ---- What an option costs ----------------------------------------------------------------- */

/* Seconds where all are known; else bytes a multiply-accumulate reads stand for them. */
static void find_costs(setting *with, bool known) {
  const noise_table *t = with->table;
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    for (size_t k = 0; k < n->option_count; k++) {
      const noise_option *o = &n->options[k];
      with->cost[i][k] = known ? with->seconds[i][k] : option_bytes(o) * (double)n->macs;
    }
  }
}

fp8c_status add_setting(search *x, const setting *given, fp8c_error *err) {
  job *j = x->j;
  setting *with = &x->settings[x->setting_count++];
  const noise_table *t = given->table;
  const product_times *times;
  *with = *given;
  with->seconds = NEW_ARRAY(j->keep, double *, t->node_count + 1);
  with->cost = NEW_ARRAY(j->keep, double *, t->node_count + 1);
  TRY(product_times_of(j, x->measured, &times, err));
  bool known = true;
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    const node *of = node_measured(x, n->name);
    with->seconds[i] = NEW_ARRAY(j->keep, double, n->option_count + 1);
    with->cost[i] = NEW_ARRAY(j->keep, double, n->option_count + 1);
    for (size_t k = 0; k < n->option_count; k++) {
      const noise_option *o = &n->options[k];
      with->seconds[i][k] =
          of ? product_seconds(times, of->id, o->activations, o->weights, o->by) : NAN;
      if (o->split) with->seconds[i][k] += x->split_seconds[i];
      known &= isfinite(with->seconds[i][k]);
    }
  }
  use_setting(x, x->setting_count - 1);
  if (known) TRY(settle_seconds(x, with->seconds, err));
  find_costs(with, known);
  with->request =
      (choose_request){.table = t, .cost = (const double *const *)with->cost, .group = x->group};
  with->chooser = chooser_new(j->keep, &with->request);
  return FP8C_OK;
}

void use_setting(search *x, size_t i) {
  const setting *s = &x->settings[i];
  x->at = i;
  x->s->table = s->table;
  x->s->seconds = s->seconds;
  x->j->passes.keep_f32 = s->keep_f32;
  x->j->passes.keep_f32_count = s->keep_f32_count;
  x->j->passes.repairs = s->repairs;
}

/* The attention that is the only reader of this Linear; NULL: there is none. */
static const node *only_attention(const node *n) {
  if (!n || !node_is(n, OP_LINEAR) || !value_used_once(n->out[0])) return NULL;
  const node *reader = n->out[0]->users[0];
  return reader->op->family == FAMILY_ATTENTION ? reader : NULL;
}

/* Products that one kernel may compute together agree: on a GPU, those that give one
 * attention its q, k and v (merge-linears). */
void find_groups(search *x, const noise_table *t) {
  job *j = x->j;
  x->group = NEW_ARRAY(j->keep, size_t, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) x->group[i] = i;
  if (!j->targets.has_gpu) return;
  arena *a = arena_inside(j->keep);
  hash_map groups; /* of the nodes so far: a size_t of x->group */
  map_init(&groups, a);
  for (size_t i = 0; i < t->node_count; i++) {
    const node *n = node_measured(x, t->nodes[i].name), *attention = only_attention(n);
    if (!attention) continue;
    for (size_t k = 0; k < attention->in_count; k++) {
      const node *other = attention->in[k] ? attention->in[k]->def : NULL;
      map_entry *e = other ? map_find_u64(&groups, map_pointer(other)) : NULL;
      if (!e || other->in[0] != n->in[0]) continue;
      x->group[i] = *(size_t *)e->item;
      break;
    }
    map_put_u64(&groups, map_pointer(n))->item = &x->group[i];
  }
  arena_free(a);
}
