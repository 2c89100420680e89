/* prices.c - the graph that a choice of formats makes, and what products take in it. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "compiler/search/state.h"
#include "passes/match.h"
#include "passes/precision/repair.h"

bool option_is_fp8(const noise_option *o) { return dtype_is_fp8(o->format); }

double option_bytes(const noise_option *o) {
  double more = o->split ? (double)o->split->count / (double)o->split->depth : 0;
  return option_is_fp8(o) ? 1 + more : o->weights == FP8C_DTYPE_BF16 ? 2 : 4;
}

/* ---- Graphs ------------------------------------------------------------------------------- */

void put_choices(search *x, const size_t *choice, const char *const *reasons) {
  job *j = x->j;
  const noise_table *t = x->s->table;
  format_choice *list = NEW_ARRAY(j->keep, format_choice, t->node_count + 1);
  size_t count = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    if (n->option_count == 0) continue;
    list[count++] = (format_choice){
        n->name,  n->options[choice[i]].format, reasons ? reasons[i] : "",
        "search", n->options[choice[i]].by,     n->options[choice[i]].split != NULL};
  }
  j->passes.choices = list;
  j->passes.choice_count = count;
}

fp8c_status graph_of(search *x, const size_t *choice, arena *a, graph **out, fp8c_error *err) {
  job *j = x->j;
  pass_context *c = &j->passes;
  pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  size_t said = c->note_count, stored = c->stats ? c->stats->stored_count : 0;
  put_choices(x, choice, NULL);
  *out = graph_clone(x->reference, a);
  c->precision = PRECISION_AUTO;
  fp8c_status status =
      passes_run(*out, pipeline_precision, pipeline_precision_count, c, &quiet, err);
  c->note_count = said; /* of the graph that stays they are made again */
  if (c->stats) c->stats->stored_count = stored;
  if (status == FP8C_OK) count_macs(j, *out);
  return status;
}

/* ---- Times ----------------------------------------------------------------------------------- */

/* What a product is called in a table, or one of those that it became. */
bool product_stands_for(const node *n, const char *name) {
  if (strcmp(n->name, name) == 0) return true;
  for (size_t i = 0; n->decision && n->decision->merged && i < n->source_count; i++)
    if (strcmp(n->sources[i], name) == 0) return true;
  return false;
}

/* Seconds of each product of the table in a finished graph, with what is done for it alone; NAN
 * where it stands for none. */
static fp8c_status prices_of(search *x, const size_t *choice, double *price, fp8c_error *err) {
  job *j = x->j;
  const noise_table *t = x->s->table;
  arena *a = arena_inside(j->keep);
  graph *g;
  product_price *prices;
  size_t count;
  TRY(graph_of(x, choice, a, &g, err));
  graph_prices(j, g, a, &prices, &count);
  for (size_t i = 0; i < t->node_count; i++) price[i] = NAN;
  for (size_t k = 0; k < count; k++) {
    size_t members = 0;
    for (size_t i = 0; i < t->node_count; i++)
      members += product_stands_for(prices[k].product, t->nodes[i].name);
    for (size_t i = 0; i < t->node_count; i++)
      if (product_stands_for(prices[k].product, t->nodes[i].name))
        price[i] = (prices[k].own + prices[k].around) / (double)members;
  }
  arena_free(a);
  return FP8C_OK;
}

/* Times of products by themselves, put right by what they take in a finished graph: an option of
 * the class that the graph has it in. */
fp8c_status settle_at(search *x, const size_t *choice, double **seconds, fp8c_error *err) {
  const noise_table *t = x->s->table;
  arena *a = arena_inside(x->j->keep);
  double *price = NEW_ARRAY(a, double, t->node_count + 1);
  const size_t *whole = without_splits(t, choice, a); /* what they add is known of whole graphs */
  TRY(prices_of(x, whole, price, err));
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    if (n->option_count == 0 || !isfinite(price[i])) continue;
    bool fp8 = option_is_fp8(&n->options[whole[i]]);
    double more = price[i] - seconds[i][whole[i]];
    for (size_t k = 0; k < n->option_count; k++)
      if (option_is_fp8(&n->options[k]) == fp8) seconds[i][k] = fmax(seconds[i][k] + more, 0);
  }
  arena_free(a);
  return FP8C_OK;
}

/* Times of products by themselves, put right by what they take in finished graphs in BF16 and in
 * E4M3. */
fp8c_status settle_seconds(search *x, double **seconds, fp8c_error *err) {
  const noise_table *t = x->s->table;
  arena *a = arena_inside(x->j->keep);
  double *wide = NEW_ARRAY(a, double, t->node_count + 1),
         *small = NEW_ARRAY(a, double, t->node_count + 1);
  TRY(prices_of(x, noise_choice(t, "bf16", a), wide, err));
  TRY(prices_of(x, noise_choice(t, "e4m3", a), small, err));
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    size_t w = noise_option_named(n, "bf16"), s = noise_option_named(n, "e4m3");
    double more_wide = w < n->option_count ? wide[i] - seconds[i][w] : (double)NAN;
    double more_small = s < n->option_count ? small[i] - seconds[i][s] : (double)NAN;
    for (size_t k = 0; k < n->option_count; k++) {
      double more = option_is_fp8(&n->options[k]) ? more_small : more_wide;
      if (isfinite(more)) seconds[i][k] = fmax(seconds[i][k] + more, 0);
    }
  }
  arena_free(a);
  return FP8C_OK;
}

double bf16_cost(const search *x) {
  const noise_table *t = x->s->table;
  double **cost = x->settings[x->at].cost, sum = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    size_t k = noise_option_named(&t->nodes[i], "bf16");
    if (t->nodes[i].option_count) sum += cost[i][k < t->nodes[i].option_count ? k : 0];
  }
  return sum;
}
