/* gain.c - FP8 only where it saves time.
 *
 * Rules and scores say where FP8 may be.  Whether it pays, the time model says: of the finished
 * graph, where what FP8 needs besides (roundings, zeros that fill pixels up to 16 bytes) are steps
 * like others.  From all that may be in FP8 those products leave that save nothing by themselves,
 * as long as the whole gets no slower (those with a scale for each row try one for the tensor
 * first); and where all of it together gains less than the model can tell, FP8 costs accuracy for
 * nothing, and none is left.
 *
 * Where `--target cpu` is asked for nothing is weighed: how many samples come at once is not known
 * there (times.c models a full chip, where every product gains), and what such a plan is made for
 * is mostly to see what FP8 does to a model. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "compiler/search/formats.h"
#include "passes/precision/assign.h"
#include "passes/precision/precision.h"

/* What the model's ratio of two plans of one network is off by: on an H200 4% in the mean, for
 * eight convolutional networks at two batch sizes (of transformers it says 10 to 25% too little).
 */
#define LEAST_GAIN 0.05
/* Of all products by themselves, as a share of the whole in FP8: nothing need be compared. */
#define CLEAR_GAIN 0.25
/* Of a product's own time and what is done around it: what is not worth a rounding. */
#define LEAST_SAVING 0.02
#define MOST_TRIES 3 /* finished graphs between all and none */

#define EACH_ITS_OWN SIZE_MAX

/* The model's products, and what an assignment makes of them. */
typedef struct weighing {
  job *j;
  const graph *reference;
  const node **products;
  size_t count;
  size_t *group;          /* [product]: the first of those that one kernel computes with it */
  bool *allowed;          /* [product]: FP8 by rules and scores, and nobody pinned it */
  scale_sharing *by;      /* [product]: of these, how scores shared the scales of its activations */
  const char **by_tensor; /* [product]: the reason for one scale instead; NULL: it is by scores */
  const char **left_out;  /* [product]: the reason; NULL: it is as rules and scores say */
  bool quiet;             /* nothing is reported to the user */
} weighing;

/* An assignment's graph, and its times: the whole's, and by group of products. */
typedef struct weighed {
  graph *graph;
  double seconds;
  double *own, *around; /* [product]: at the first of a group */
} weighed;

/* ---- Products ----------------------------------------------------------------------------- */

static void find_products(weighing *w) {
  size_t count = 0;
  for (const node *n = w->reference->first; n; n = n->next) count += n->op->precision == CLASS_GEMM;
  w->products = NEW_ARRAY(w->j->keep, const node *, count + 1);
  w->group = NEW_ARRAY(w->j->keep, size_t, count + 1);
  w->allowed = NEW_ARRAY(w->j->keep, bool, count + 1);
  w->by = NEW_ARRAY(w->j->keep, scale_sharing, count + 1);
  w->by_tensor = NEW_ARRAY(w->j->keep, const char *, count + 1);
  w->left_out = NEW_ARRAY(w->j->keep, const char *, count + 1);
  for (const node *n = w->reference->first; n; n = n->next)
    if (n->op->precision == CLASS_GEMM) {
      w->group[w->count] = w->count;
      w->products[w->count++] = n;
    }
}

/* Several products that became one stand as its sources. */
static bool stands_for(const node *n, const node *product) {
  if (strcmp(n->name, product->name) == 0) return true;
  for (size_t i = 0; n->decision && n->decision->merged && i < n->source_count; i++)
    if (strcmp(n->sources[i], product->name) == 0) return true;
  return false;
}

/* What one kernel computes in some assignment stays together in all. */
static size_t join(weighing *w, const node *n) {
  size_t first = EACH_ITS_OWN;
  for (size_t i = 0; i < w->count; i++) {
    if (!stands_for(n, w->products[i])) continue;
    if (first == EACH_ITS_OWN) {
      first = w->group[i];
      continue;
    }
    size_t from = w->group[i], to = first;
    if (from < to) from = first, to = w->group[i];
    for (size_t k = 0; k < w->count; k++)
      if (w->group[k] == from) w->group[k] = to;
    first = to;
  }
  return first;
}

static bool is_pinned(const weighing *w, const node *product) {
  const node_override *o = override_of(w->j->passes.overrides, product);
  return o && (o->format || o->pins_operands);
}

/* FP8 that rules and scores chose and nobody else did. */
static bool find_allowed(weighing *w, const graph *g) {
  bool any = false;
  for (const node *n = g->first; n; n = n->next) {
    if (n->op->precision != CLASS_GEMM || !n->decision) continue;
    join(w, n);
    if (!dtype_is_fp8(n->decision->format) || strcmp(n->decision->rule, "imported") == 0) continue;
    for (size_t i = 0; i < w->count; i++)
      if (stands_for(n, w->products[i]) && !is_pinned(w, w->products[i])) {
        any = w->allowed[i] = true;
        w->by[i] = n->decision->by;
      }
  }
  return any;
}

/* ---- Assignments ---------------------------------------------------------------------------- */

/* What scores leave a product without scales by rows; NONE: nothing that is good enough. */
static fp8c_dtype other_fp8(const weighing *w, size_t product) {
  const node_score *s = score_of(&w->j->passes, w->products[product]);
  return s && w->by[product] ? fp8_by_tensor(s) : FP8C_DTYPE_NONE;
}

static void put_choices(const weighing *w) {
  job *j = w->j;
  format_choice *list = NEW_ARRAY(j->keep, format_choice, w->count + 1);
  size_t count = 0;
  for (size_t i = 0; i < w->count; i++) {
    const char *name = w->products[i]->name;
    if (w->left_out[i])
      list[count++] =
          (format_choice){name, FP8C_DTYPE_BF16, w->left_out[i], "gain", SCALES_OF_TENSOR, false};
    else if (w->by_tensor[i])
      list[count++] =
          (format_choice){name, other_fp8(w, i), w->by_tensor[i], "gain", SCALES_OF_TENSOR, false};
  }
  j->passes.choices = list;
  j->passes.choice_count = count;
}

/* The graph without what is left out; remarks of the passes are said of the one that stays. */
static fp8c_status decide_quietly(weighing *w, graph **out, fp8c_error *err) {
  job *j = w->j;
  size_t said = j->passes.note_count;
  pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  put_choices(w);
  fp8c_status status = decide_graph(j, w->reference, PRECISION_AUTO, &quiet, out, err);
  j->passes.note_count = said;
  return status;
}

static void weigh(weighing *w, weighed *x) {
  arena *a = arena_inside(w->j->keep);
  product_price *prices;
  size_t count;
  x->own = NEW_ARRAY(w->j->keep, double, w->count + 1);
  x->around = NEW_ARRAY(w->j->keep, double, w->count + 1);
  x->seconds = graph_prices(w->j, x->graph, a, &prices, &count);
  for (size_t i = 0; i < count; i++) {
    size_t k = join(w, prices[i].product);
    if (k == EACH_ITS_OWN) continue;
    x->own[k] += prices[i].own;
    x->around[k] += prices[i].around;
  }
  arena_free(a);
}

/* Of a group, whose figures may stand at several of its products until it has grown together. */
static double of_group(const weighing *w, const double *x, size_t group) {
  double sum = 0;
  for (size_t i = 0; i < w->count; i++)
    if (w->group[i] == group) sum += x[i];
  return sum;
}

/* ---- Words ------------------------------------------------------------------------------------
 */

static const char *model_words(const job *j) {
  time_model m = time_model_of(j);
  return *m.profile
             ? arena_printf(j->keep, "the time model of %s at %s", cost_chip(&m.cost), m.profile)
             : arena_printf(j->keep, "the time model of %s", cost_chip(&m.cost));
}

static const char *group_words(const weighing *w, const char *what, const weighed *fp8,
                               const weighed *wide, size_t group) {
  job *j = w->j;
  double own = of_group(w, wide->own, group), saved = own - of_group(w, fp8->own, group),
         more = of_group(w, fp8->around, group) - of_group(w, wide->around, group);
  const char *around =
      more > 5e-9
          ? arena_printf(j->keep, " and add %.2f us around it (roundings, moves)", 1e6 * more)
          : "";
  return saved >= 0 ? arena_printf(j->keep, "by %s %s would save %.2f of its %.2f us%s",
                                   model_words(j), what, 1e6 * saved, 1e6 * own, around)
                    : arena_printf(j->keep, "by %s %s would add %.2f to its %.2f us%s",
                                   model_words(j), what, -1e6 * saved, 1e6 * own, around);
}

static const char *whole_words(const weighing *w, const weighed *fp8, const weighed *wide,
                               size_t products) {
  job *j = w->j;
  double share = 1 - fp8->seconds / wide->seconds;
  const char *more =
      share > 0
          ? arena_printf(j->keep, "%.1f%% less, and less than %.0f%% is within the model's error",
                         100 * share, 100 * LEAST_GAIN)
          : arena_printf(j->keep, "%.1f%% more", -100 * share);
  return arena_printf(
      j->keep,
      "FP8 brings nothing here: by %s the whole takes %.1f us in BF16 and %.1f with "
      "%zu product%s in FP8, %s",
      model_words(j), 1e6 * wide->seconds, 1e6 * fp8->seconds, products, products == 1 ? "" : "s",
      more);
}

/* ---- Choosing -----------------------------------------------------------------------------------
 */

static bool in_fp8(const weighing *w, size_t group) {
  for (size_t i = 0; i < w->count; i++)
    if (w->group[i] == group && w->allowed[i] && !w->left_out[i]) return true;
  return false;
}

/* Anything is decided otherwise than by rules and scores. */
static bool decides(const weighing *w) {
  for (size_t i = 0; i < w->count; i++)
    if (w->left_out[i] || w->by_tensor[i]) return true;
  return false;
}

static size_t count_fp8(const weighing *w) {
  size_t count = 0;
  for (size_t i = 0; i < w->count; i++) count += w->allowed[i] && !w->left_out[i];
  return count;
}

/* The time of a group in BF16, and what another assignment saves of it. */
static double saved_by(const weighing *w, const weighed *now, const weighed *wide, size_t g,
                       double *before) {
  *before = of_group(w, wide->own, g) + of_group(w, wide->around, g);
  return *before - (of_group(w, now->own, g) + of_group(w, now->around, g));
}

/* Leaves out every group that saves no more than `least` of its time; returns the time of all
 * these, 0 where there is none. */
static double leave_out(weighing *w, const weighed *now, const weighed *wide, double least) {
  double left = 0;
  for (size_t g = 0; g < w->count; g++) {
    if (w->group[g] != g || !in_fp8(w, g)) continue;
    double before;
    if (saved_by(w, now, wide, g, &before) > least * before) continue;
    const char *words = group_words(w, "FP8", now, wide, g);
    for (size_t i = 0; i < w->count; i++)
      if (w->group[i] == g && w->allowed[i] && !w->left_out[i]) w->left_out[i] = words;
    left += before;
  }
  return left;
}

static void copy_reasons(const weighing *w, const char **to, const char *const *from) {
  memcpy(to, from, w->count * sizeof *to);
}

/* `best` with products left out that save nothing, as long as the whole gets no slower than that
 * says: a product may have paid for what others save. */
static fp8c_status take_out(weighing *w, const weighed *wide, weighed *best, fp8c_error *err) {
  double least = LEAST_SAVING;
  const char **before = NEW_ARRAY(w->j->keep, const char *, w->count + 1);
  for (int i = 0; i < MOST_TRIES; i++) {
    weighed next;
    copy_reasons(w, before, w->left_out);
    double left = leave_out(w, best, wide, least);
    if (!(left > 0)) return FP8C_OK;
    if (count_fp8(w) == 0) {
      next = *wide;
    } else {
      TRY(decide_quietly(w, &next.graph, err));
      weigh(w, &next);
    }
    if (next.seconds <= best->seconds + fmax(least, 0) * left) {
      *best = next;
      continue;
    }
    copy_reasons(w, w->left_out, before);
    if (least < 0) return FP8C_OK;
    least = -LEAST_SAVING; /* only what clearly costs time */
  }
  return FP8C_OK;
}

/* Scales by rows are work of their own, which may be all that FP8 saves: products that save no more
 * than `least` of their time with them have one scale, where scores leave such FP8, and the whole
 * gets faster by it. */
static fp8c_status take_rows_off(weighing *w, const weighed *wide, double least, weighed *best,
                                 fp8c_error *err) {
  const char **before = NEW_ARRAY(w->j->keep, const char *, w->count + 1);
  copy_reasons(w, before, w->by_tensor);
  bool any = false;
  for (size_t g = 0; g < w->count; g++) {
    double time;
    if (w->group[g] != g || !in_fp8(w, g) || saved_by(w, best, wide, g, &time) > least * time)
      continue;
    const char *words = arena_printf(w->j->keep, "one scale for the tensor, since %s",
                                     group_words(w, "a scale for each row", best, wide, g));
    for (size_t i = 0; i < w->count; i++)
      if (w->group[i] == g && w->allowed[i] && !w->by_tensor[i] && other_fp8(w, i)) {
        w->by_tensor[i] = words;
        any = true;
      }
  }
  if (!any) return FP8C_OK;
  weighed next;
  TRY(decide_quietly(w, &next.graph, err));
  weigh(w, &next);
  if (next.seconds < best->seconds)
    *best = next;
  else
    copy_reasons(w, w->by_tensor, before);
  return FP8C_OK;
}

/* Every product gains by itself, and all together gain so much that nothing around them takes it
 * back: a graph without FP8, with all its weights in BF16, need not be made to know. */
static fp8c_status find_clear(const weighing *w, const weighed *fp8, bool *clear, fp8c_error *err) {
  const product_times *times;
  double sum = 0;
  *clear = true;
  TRY(product_times_of(w->j, w->reference, &times, err));
  for (size_t i = 0; i < w->count && *clear; i++) {
    if (!w->allowed[i]) continue;
    uint32_t id = w->products[i]->id;
    double wide = product_seconds(times, id, FP8C_DTYPE_BF16, FP8C_DTYPE_BF16, SCALES_OF_TENSOR);
    double saved = wide - product_seconds(times, id, FP8C_DTYPE_E4M3, FP8C_DTYPE_E4M3, w->by[i]);
    *clear = saved > LEAST_SAVING * wide; /* not where a time is not known */
    sum += saved;
  }
  *clear = *clear && sum >= CLEAR_GAIN * fp8->seconds;
  return FP8C_OK;
}

/* The whole gains more than the model may be wrong by. */
static bool pays(const weighed *fp8, const weighed *wide) {
  return fp8->seconds <= (1 - LEAST_GAIN) * wide->seconds;
}

static fp8c_status choose(weighing *w, graph *by_rules, fp8c_error *err) {
  job *j = w->j;
  weighed fp8 = {.graph = by_rules}, wide, best;
  bool clear;
  if (!find_allowed(w, by_rules)) return FP8C_OK;
  weigh(w, &fp8);
  TRY(find_clear(w, &fp8, &clear, err));
  if (clear) return FP8C_OK;
  size_t allowed = count_fp8(w);
  for (size_t i = 0; i < w->count; i++) w->left_out[i] = w->allowed[i] ? "" : NULL;
  TRY(decide_quietly(w, &wide.graph, err));
  for (size_t i = 0; i < w->count; i++) w->left_out[i] = NULL;
  weigh(w, &wide);
  if (!(isfinite(fp8.seconds) && isfinite(wide.seconds))) return FP8C_OK;
  best = fp8;
  TRY(take_rows_off(w, &wide, LEAST_SAVING, &best, err));
  TRY(take_out(w, &wide, &best, err));
  if (!pays(&best, &wide)) {
    TRY(take_rows_off(w, &wide, INFINITY, &best, err));
    TRY(take_out(w, &wide, &best, err));
  }
  size_t left = count_fp8(w);
  fp8_gain *gain = NEW(j->keep, fp8_gain);
  *gain = (fp8_gain){.allowed = allowed,
                     .allowed_seconds = fp8.seconds,
                     .bf16_seconds = wide.seconds,
                     .chosen_seconds = best.seconds};
  if (left == 0 || !pays(&best, &wide)) {
    const weighed *with = left ? &best : &fp8;
    const char *words = whole_words(w, with, &wide, left ? left : allowed);
    gain->chosen_seconds = wide.seconds;
    for (size_t i = 0; i < w->count; i++)
      if (w->allowed[i] && !w->left_out[i]) w->left_out[i] = words;
    left = 0;
    if (!w->quiet)
      job_say(j, FP8C_SEVERITY_NOTE, "fp8-no-gain", "", "%s; --precision fp8 has it all the same%s",
              words,
              j->targets.assumed && j->ask.dim_count
                  ? ", and --dim NAME=SIZE weighs it at other sizes"
                  : "");
  }
  gain->left_out = allowed - left;
  if (gain->left_out) j->formats->gain = gain;
  return FP8C_OK;
}

/* ---- All of it
 * ------------------------------------------------------------------------------------ */

static bool same_note(const pass_note *a, const pass_note *b) {
  return strcmp(a->pass, b->pass) == 0 && strcmp(a->text, b->text) == 0 &&
         (a->node == b->node || (a->node && b->node && strcmp(a->node, b->node) == 0));
}

/* Remarks from `second` on that were made before, from `first` on, are made once. */
static void say_once(pass_context *c, size_t first, size_t second) {
  size_t kept = second;
  for (size_t i = second; i < c->note_count; i++) {
    bool known = false;
    for (size_t k = first; k < second && !known; k++) known = same_note(&c->notes[i], &c->notes[k]);
    if (!known) c->notes[kept++] = c->notes[i];
  }
  c->note_count = kept;
}

/* Decided by rules, weighed, and where that changes it decided again; what the caller asked to see
 * is the graph that stays. */
fp8c_status decide_by_gain(job *j, const graph *reference, bool quiet_, graph **out,
                           fp8c_error *err) {
  weighing w = {.j = j, .reference = reference, .quiet = quiet_};
  pass_options asked = j->pass_options,
               quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  bool dumps = asked.dump && asked.dump_after;
  pass_options *first = dumps ? &quiet : &j->pass_options;
  size_t notes = j->passes.note_count;
  TRY(decide_graph(j, reference, PRECISION_AUTO, first, out, err));
  if (first->stopped) return FP8C_OK;
  size_t again = j->passes.note_count, ran = first->log_count;
  job_stage(j, "gain");
  find_products(&w);
  TRY(choose(&w, *out, err));
  put_choices(&w);
  job_stage(j, "decide");
  if (!decides(&w) && !dumps) return FP8C_OK;
  pass_log_entry *log = NEW_ARRAY(j->keep, pass_log_entry, ran + 1);
  memcpy(log, first->log, ran * sizeof *log);
  j->pass_options = asked;
  TRY(decide_graph(j, reference, PRECISION_AUTO, &j->pass_options, out, err));
  size_t skip = dumps ? 0 : asked.log_count; /* of what ran before either */
  for (size_t i = skip, k = asked.log_count; i < ran && k < j->pass_options.log_count; i++, k++)
    j->pass_options.log[k].seconds += log[i].seconds;
  say_once(&j->passes, notes, again);
  return FP8C_OK;
}
