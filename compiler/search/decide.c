/* decide.c - formats: the chosen assignment, and others beside it, so that the report
 * can say what the choice costs and saves. */
#include <math.h>
#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "compiler/search/command_metric.h"
#include "compiler/search/formats.h"
#include "compiler/search/search.h"
#include "ir/graph_text.h"
#include "passes/precision/calibration_file.h"
#include "passes/precision/precision.h"
#include "passes/precision/recurrent_state.h"
#include "passes/precision/split.h"

/* Without a budget assignments are compared on this many held-out samples: enough for
 * a figure that is steady to a few tenths of a dB. */
#define COMPARE_SAMPLES 16
#define COMPARE_STEPS 256 /* or this many, where a sample is a step of a sequence */
/* Calibration with fewer samples is warned of. */
#define FEW_SAMPLES 8
/* A share of FP8 whose plan takes so many times what BF16 takes is warned of. */
#define SLOWER 1.005
/* A value that gets so many times as large on other samples was not seen enough of. */
#define MUCH_LARGER 1.5

/* ---- Alternatives ------------------------------------------------------------------------ */

static void count_nodes(alternative *a) {
  for (const node *n = a->graph->first; n; n = n->next) {
    if (!node_has_format(n)) continue;
    uint64_t macs = n->decision ? n->decision->macs : 0;
    size_t layers = 1 + (n->decision ? (size_t)n->decision->merged : 0); /* the model's */
    bool fp8 = n->decision && dtype_is_fp8(n->decision->format);
    a->gemm_nodes += layers;
    a->fp8_nodes += fp8 ? layers : 0;
    a->total_macs += macs;
    a->fp8_macs += fp8 ? macs : 0;
    bool attention = n->op->family == FAMILY_ATTENTION;
    a->attention_macs += attention ? macs : 0;
    a->attention_fp8_macs += attention && fp8 ? macs : 0;
  }
  a->other_macs = a->graph->other_macs;
  a->total_macs += a->other_macs;
}

static void add_alternative(job *j, const char *name, graph *decided) {
  alternative a = {.name = name, .graph = decided};
  count_nodes(&a);
  bool chosen = j->formats->alternative_count == 0; /* whose steps the report lists */
  a.seconds = graph_seconds(j, a.graph, chosen ? &j->formats->cost_steps : NULL,
                            &j->formats->cost_step_count);
  ARENA_PUSH(j->keep, j->formats->alternatives, j->formats->alternative_count, a);
}

/* Every product in one form of FP8 that can be. */
static void choose_all(job *j, const graph *g, fp8c_dtype format) {
  format_choice *list = NULL;
  size_t count = 0;
  const char *words = arena_printf(j->keep, "all in %s, to compare with", fp8c_dtype_name(format));
  for (const node *n = g->first; n; n = n->next) {
    if (n->op->precision != CLASS_GEMM) continue;
    format_choice c = {n->name, format, words, "search", SCALES_OF_TENSOR, false};
    ARENA_PUSH(j->keep, list, count, c);
  }
  j->passes.choices = list;
  j->passes.choice_count = count;
}

/* Some product has another form of FP8 than E4M3 with a scale for the tensor. */
static bool has_ranges(const graph *g) {
  for (const node *n = g->first; n; n = n->next)
    if (n->decision && (n->decision->by || (dtype_is_fp8(n->decision->format) &&
                                            n->decision->format != FP8C_DTYPE_E4M3)))
      return true;
  return false;
}

static fp8c_status add_others(job *j, const graph *reference, precision_mode chosen,
                              fp8c_error *err) {
  struct {
    const char *name;
    precision_mode mode;
    fp8c_dtype everywhere; /* a format for every product that can have it; NONE */
  } others[FP8_FORMATS + 2] = {{"bf16", PRECISION_BF16, FP8C_DTYPE_NONE}};
  for (size_t i = 0; i < FP8_FORMATS; i++) {
    fp8c_dtype format = product_formats[i].dtype;
    others[i + 1].name = product_formats[i].name;
    others[i + 1].mode = format == FP8C_DTYPE_E4M3 ? PRECISION_FP8 : PRECISION_AUTO;
    others[i + 1].everywhere = format;
  }
  others[FP8_FORMATS + 1].name = "f32";
  others[FP8_FORMATS + 1].mode = PRECISION_F32;
  j->passes.overrides = NULL; /* what is pinned or chosen concerns the chosen assignment alone */
  j->passes.keep_f32 = NULL;
  j->passes.keep_f32_count = 0;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
    if (strcmp(others[i].name, j->formats->alternatives[0].name) == 0) continue;
    j->passes.choices = NULL;
    j->passes.choice_count = 0;
    if (others[i].everywhere) choose_all(j, reference, others[i].everywhere);
    graph *decided;
    TRY(decide_graph(j, reference, others[i].mode, &quiet, &decided, err));
    add_alternative(j, others[i].name, decided);
  }
  j->passes.precision = chosen;
  return FP8C_OK;
}

/* ---- Judging ------------------------------------------------------------------------------- */

static void settle(job *j, alternative *a) {
  const verdict *v = a->verdict;
  const judge *o = v->of;
  size_t count = o->port_count + o->judged_count;
  a->output_count = o->port_count;
  a->sqnr_db = NEW_ARRAY(j->keep, double, o->port_count + 1);
  a->cosine = NEW_ARRAY(j->keep, double, o->port_count + 1);
  a->cosine_min = NEW_ARRAY(j->keep, double, o->port_count + 1);
  a->judged_db = NEW_ARRAY(j->keep, double, o->judged_count + 1);
  for (size_t i = 0; i < count; i++) {
    double part = 0, whole = 0, cosine = 0, least = INFINITY;
    for (size_t s = 0; s < o->sample_count; s++) {
      part += v->squares[s * count + i].part;
      whole += v->squares[s * count + i].whole;
      double c = 1 - v->cosines[s * count + i].part;
      cosine += c;
      least = c < least ? c : least;
    }
    double db = isnan(part) ? NAN : sqnr_db(whole, part);
    if (i >= o->port_count) {
      a->judged_db[i - o->port_count] = db;
      continue;
    }
    a->sqnr_db[i] = db;
    a->cosine[i] = isnan(part) ? NAN : cosine / (double)o->sample_count;
    a->cosine_min[i] = isnan(part) ? NAN : least;
  }
}

/* The F32 model beside itself. */
static void settle_exact(job *j, alternative *a) {
  a->output_count = j->formats->judge->port_count;
  a->sqnr_db = NEW_ARRAY(j->keep, double, a->output_count + 1);
  a->cosine = NEW_ARRAY(j->keep, double, a->output_count + 1);
  a->cosine_min = NEW_ARRAY(j->keep, double, a->output_count + 1);
  for (size_t i = 0; i < a->output_count; i++) {
    a->sqnr_db[i] = INFINITY;
    a->cosine[i] = a->cosine_min[i] = 1;
  }
}

/* Values that get much larger on the judging samples than calibration saw. */
static void warn_of_range(job *j, const judge *o) {
  const calibration_stats *s = j->passes.stats;
  size_t larger = 0, worst = 0;
  double most = 0;
  for (size_t i = 0; s && i < s->count; i++) {
    double ratio = s->items[i].amax > 0 ? (double)o->largest[i] / (double)s->items[i].amax : 0;
    if (ratio > MUCH_LARGER) larger++;
    if (ratio > most) most = ratio, worst = i;
  }
  if (larger == 0) return;
  job_say(j, FP8C_SEVERITY_WARNING, "calibration-differs", "",
          "%zu of %zu calibrated values get more than %.1f times as large on the samples that "
          "judge, \"%s\" %.1f times: calibration has too few samples, or of another kind",
          larger, s->count, MUCH_LARGER, s->items[worst].value_name, most);
}

/* What an assignment computes, without the words about it. */
typedef struct computation {
  text t;
  blob *blobs;
  size_t blob_count;
} computation;

static void read_computation(job *j, const graph *g, computation *out) {
  graph *bare = graph_clone(g, j->scratch);
  for (node *n = bare->first; n; n = n->next) {
    n->decision = NULL;
    for (size_t i = 0; i < n->out_count; i++)
      if (n->out[i]) n->out[i]->reason = NULL;
    for (size_t i = 0; i < n->in_count; i++)
      if (n->in[i]) n->in[i]->reason = NULL;
  }
  text_init(&out->t, j->scratch);
  graph_print_blobs(bare, &out->t, &out->blobs, &out->blob_count);
}

/* Every product in E4M3 is often what the rules chose too: it is judged once. */
static bool computes_the_same(job *j, const graph *a, const graph *b) {
  arena_mark mark = arena_save(j->scratch);
  computation x, y;
  read_computation(j, a, &x);
  read_computation(j, b, &y);
  bool same = x.t.length == y.t.length && x.blob_count == y.blob_count &&
              memcmp(x.t.data, y.t.data, x.t.length) == 0;
  for (size_t i = 0; i < x.blob_count && same; i++) {
    const blob *p = &x.blobs[i], *q = &y.blobs[i];
    same = p->bytes == q->bytes;
    if (p->memory && q->memory)
      same = same && (p->memory == q->memory || memcmp(p->memory, q->memory, p->bytes) == 0);
    else
      same = same && blob_same(p, q);
  }
  arena_reset(j->scratch, mark);
  return same;
}

/* Where a sample is a step, 16 say nothing of the others; an eighth of those that calibrate take no
 * longer than calibration does, for all alternatives together. */
static size_t compared_samples(const job *j) {
  size_t steps = j->samples.choose ? j->samples.choose->sample_count / 8 : 0;
  if (!j->samples.held_out->state_count || steps < COMPARE_SAMPLES) return COMPARE_SAMPLES;
  return steps < COMPARE_STEPS ? steps : COMPARE_STEPS;
}

static fp8c_status judge_alternatives(job *j, const graph *reference, fp8c_error *err) {
  judge *o;
  size_t limit = j->ask.goal == GOAL_NONE && !j->o->evaluate ? compared_samples(j) : SIZE_MAX;
  bool stats = j->samples.split && j->passes.stats;
  TRY(judge_open(
      j, reference,
      &(judge_request){j->samples.held_out, limit, stats ? j->passes.stats : NULL, "compare f32"},
      &o, err));
  j->formats->judge = o;
  if (o->sample_count < j->samples.held_out->sample_count && limit == SIZE_MAX)
    job_say(j, FP8C_SEVERITY_NOTE, "judged-in-part", "",
            "the outputs of %zu of %zu samples fill the memory there is for them; the others judge "
            "nothing",
            o->sample_count, j->samples.held_out->sample_count);
  if (stats) warn_of_range(j, o);
  for (size_t k = 0; k < j->formats->alternative_count; k++) {
    alternative *a = &j->formats->alternatives[k];
    if (strcmp(a->name, "f32") == 0) {
      settle_exact(j, a);
      continue;
    }
    if (k > 0 && computes_the_same(j, a->graph, j->formats->alternatives[0].graph)) {
      a->verdict = j->formats->alternatives[0].verdict;
      settle(j, a);
      continue;
    }
    a->verdict = NEW(j->keep, verdict);
    bool command = k == 0 && j->ask.goal == GOAL_ERROR && j->ask.budget.metric == METRIC_COMMAND;
    TRY(judge_graph(o, a->graph, j->ask.goal == GOAL_ERROR ? j->ask.budget.metric : METRIC_SQNR,
                    command, arena_printf(j->keep, "compare %s", a->name), a->verdict, err));
    settle(j, a);
  }
  return FP8C_OK;
}

/* ---- What is not finite ------------------------------------------------------------------- */

/* An output that holds NaN or infinity where the model's does not; NULL: there is none. */
static const char *ruined_output(const alternative *a) {
  for (size_t i = 0; i < a->output_count; i++)
    if (a->sqnr_db[i] == -(double)INFINITY) return a->graph->output_names[i];
  return NULL;
}

/* Every product in this format that can be, for this reason. */
static fp8c_status decide_all(job *j, const graph *reference, fp8c_dtype format, const char *reason,
                              graph **out, fp8c_error *err) {
  pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  bool exact = format == FP8C_DTYPE_F32;
  format_choice *list = NULL;
  j->passes.choices = NULL;
  j->passes.choice_count = 0;
  for (const node *n = reference->first; n && !exact; n = n->next) {
    if (n->op->precision != CLASS_GEMM) continue;
    format_choice c = {n->name, format, reason, "score", SCALES_OF_TENSOR, false};
    ARENA_PUSH(j->keep, list, j->passes.choice_count, c);
  }
  j->passes.choices = list;
  j->passes.overrides = j->ask.overrides;
  TRY(decide_graph(j, reference, exact ? PRECISION_F32 : PRECISION_AUTO, &quiet, out, err));
  for (node *n = (*out)->first; n && exact; n = n->next)
    if (n->decision && strcmp(n->decision->rule, "option") == 0) {
      n->decision->rule = "score";
      n->decision->reason = reason;
    }
  return FP8C_OK;
}

/* Scores look at products one by one, and a model may make NaN of what all of them leave: of a
 * logarithm's argument that has become negative.  Such formats are no choice of the compiler's. */
static fp8c_status keep_finite(job *j, const graph *reference, fp8c_error *err) {
  static const fp8c_dtype wider[] = {FP8C_DTYPE_BF16, FP8C_DTYPE_F32};
  alternative *a = &j->formats->alternatives[0];
  for (size_t i = 0; i < sizeof wider / sizeof *wider; i++) {
    const char *output = ruined_output(a);
    if (!output) return FP8C_OK;
    const char *was = i ? "BF16" : "FP8";
    const char *reason = arena_printf(
        j->keep,
        "with %s where rules and scores have it, output \"%s\" holds NaN or infinity where "
        "the model does not",
        was, output);
    graph *g;
    TRY(decide_all(j, reference, wider[i], reason, &g, err));
    job_say(j, FP8C_SEVERITY_WARNING, "not-finite", "",
            "%s: no product is left in it (fp8c sensitivity tells which of them do that)", reason);
    alternative next = {.name = a->name, .graph = g};
    count_nodes(&next);
    next.seconds = graph_seconds(j, g, &j->formats->cost_steps, &j->formats->cost_step_count);
    next.verdict = NEW(j->keep, verdict);
    TRY(judge_graph(j->formats->judge, g, METRIC_SQNR, false,
                    arena_printf(j->keep, "compare %s", fp8c_dtype_name(wider[i])), next.verdict,
                    err));
    *a = next;
    settle(j, a);
    j->model.graph = g;
    j->formats->gain = NULL;
  }
  return FP8C_OK;
}

/* ---- The budget --------------------------------------------------------------------------------
 */

static const char *judged_on(const job *j) {
  return arena_printf(j->keep, "%zu %s", j->formats->judge->sample_count,
                      j->o->evaluate     ? "samples of --evaluate"
                      : j->samples.split ? "samples held out"
                                         : "calibration samples");
}

/* "--target-speedup 1.5 --fp8-share 90%" */
static const char *asked_words(const job *j) {
  const char *speed = "", *share = "";
  if (j->o->target_speedup > 0)
    speed = arena_printf(j->keep, "--target-speedup %g", j->o->target_speedup);
  if (j->o->fp8_share > 0)
    share = arena_printf(j->keep, "%s--fp8-share %g%%", *speed ? " " : "", 100 * j->o->fp8_share);
  return arena_printf(j->keep, "%s%s", speed, share);
}

static fp8c_status check_budget(job *j, fp8c_error *err) {
  const verdict *v = j->formats->alternatives[0].verdict;
  const budget *b = &j->ask.budget;
  bool keeps;
  if (b->metric == METRIC_COMMAND) {
    TRY(command_metric(v, b, &j->formats->measured, &keeps, err));
  } else {
    j->formats->measured = metric_value(b->metric, verdict_loss(v, NULL, j->scratch).loss);
    keeps = budget_keeps(b, j->formats->measured);
  }
  j->formats->kept = keeps;
  j->formats->searched->safe &= keeps;
  if (keeps && !j->formats->searched->safe && !j->formats->searched->timed_out)
    job_say(
        j, FP8C_SEVERITY_WARNING, "budget-narrow", "",
        "--max-error \"%s\" is kept on the %s, but nothing was found that keeps it with the margin "
        "other samples may need: more samples narrow it",
        b->text, judged_on(j));
  if (keeps) return FP8C_OK;
  const char *figure = isnan(j->formats->measured)
                           ? "the program says so"
                           : metric_text(j->keep, b->metric, j->formats->measured);
  const char *besides = asked_words(j);
  j->formats->over_budget = arena_printf(
      j->keep, "--max-error \"%s\" is not kept%s%s: %s on the %s%s", b->text,
      *besides ? " with " : "", besides, figure, judged_on(j),
      j->o->write_over_budget ? "" : "; no plan is written (--write-over-budget writes it)");
  return FP8C_OK;
}

/* A speed or a share is not had with formats that leave nothing. */
static void check_finite(job *j) {
  const char *output = ruined_output(&j->formats->alternatives[0]);
  if (!output) return;
  const char *asked = asked_words(j);
  j->formats->over_budget =
      arena_printf(j->keep,
                   "%s is out of reach: the formats that have it leave NaN or "
                   "infinity in output \"%s\" where the model does not",
                   asked, output);
}

/* A share of FP8 may cost time: casts and kernels of their own for what FP8 does not suit. */
static void warn_of_slow_share(job *j) {
  double wide = j->formats->searched->bf16_seconds, seconds = j->formats->alternatives[0].seconds;
  if (!(seconds > wide * SLOWER)) return;
  time_model m = time_model_of(j);
  job_say(j, FP8C_SEVERITY_WARNING, "slower-than-bf16", "",
          "--fp8-share %g%%: by the time model of %s the plan takes %.1f%% longer than all in BF16 "
          "(%.3g us, not %.3g); nothing with this share was found that does not",
          100 * j->o->fp8_share, cost_chip(&m.cost), 100 * (seconds / wide - 1), 1e6 * seconds,
          1e6 * wide);
}

static void warn_of_samples(job *j) {
  size_t n = j->samples.all->sample_count;
  const struct given_calibration *given = j->passes.given;
  if (given && !j->samples.evaluation)
    job_say(
        j, FP8C_SEVERITY_NOTE, "figures-given", "",
        "scales come from the figures of %zu samples; errors are those of %zu samples, which may "
        "be among them (--evaluate has others)",
        given->sample_count, n);
  size_t choosing = given ? given->sample_count : j->samples.choose->sample_count;
  if (!j->samples.split)
    job_say(j, FP8C_SEVERITY_WARNING, "nothing-held-out", "",
            "%zu calibration sample%s: too few to hold some out, so errors are measured on the "
            "samples that chose the formats; give at least %d, or --evaluate",
            n, n == 1 ? "" : "s", SPLIT_LEAST);
  else if (choosing < FEW_SAMPLES)
    job_say(j, FP8C_SEVERITY_WARNING, "few-samples", "",
            "%zu samples choose scales and formats; with fewer than %d other inputs may saturate "
            "or err more than these",
            choosing, FEW_SAMPLES);
}

/* ---- All of it
 * ----------------------------------------------------------------------------------- */

static void split_samples(job *j) {
  if (!j->samples.all) return;
  if (j->samples.evaluation) {
    j->samples.choose = j->samples.all;
    j->samples.held_out = j->samples.evaluation;
    j->samples.split = true;
  } else {
    j->samples.split =
        samples_split(j->keep, j->samples.all, &j->samples.choose, &j->samples.held_out);
  }
  j->passes.samples = j->samples.choose;
  bool fp8 = j->o->precision == FP8C_PRECISION_AUTO || j->o->precision == FP8C_PRECISION_FP8;
  if (fp8) warn_of_samples(j);
}

fp8c_status decide_precision(job *j, fp8c_error *err) {
  static const char *const names[] = {"auto", "e4m3", "bf16", "f32"};
  job_stage(j, "decide");
  precision_mode mode = (precision_mode)j->o->precision;
  graph *reference = graph_clone(j->model.graph, j->keep);
  split_samples(j);
  bool fp8 = mode == PRECISION_AUTO || mode == PRECISION_FP8;
  if (fp8 && j->samples.all && !j->model.info.restored) {
    TRY(leave_out_padding(j, reference, false, err));
    j->passes.samples = j->samples.choose;
  }
  if (j->ask.overrides) TRY(overrides_resolve(j->ask.overrides, reference, j->keep, err));
  j->passes.overrides = j->ask.overrides;
  if (j->ask.overrides) overrides_fit(j->ask.overrides, reference, &j->passes);
  if (j->ask.goal != GOAL_NONE) {
    TRY(search_formats(j, reference, err));
    job_stage(j, "decide");
  }
  const char *name = j->ask.overrides ? "override" : names[mode];
  if (j->passes.keep_formats) {
    mode = PRECISION_F32;
    name = "given";
  }
  if (job_weighs_time(j))
    TRY(decide_by_gain(j, reference, false, &j->model.graph, err));
  else
    TRY(decide_graph(j, reference, mode, &j->pass_options, &j->model.graph, err));
  bool stays = mode == PRECISION_F32 || j->pass_options.stopped || j->model.info.restored;
  if (!stays) TRY(give_means_back(j, reference, j->model.graph, err));
  if (mode == PRECISION_FP8 && !j->ask.overrides && has_ranges(j->model.graph)) name = "fp8";
  add_alternative(j, name, j->model.graph);
  if (!j->samples.all || j->pass_options.stopped || mode == PRECISION_F32) return FP8C_OK;
  job_stage(j, "decide others");
  TRY(add_others(j, reference, mode, err));
  job_stage(j, "compare");
  TRY(judge_alternatives(j, reference, err));
  if (j->ask.goal == GOAL_NONE && mode == PRECISION_AUTO) TRY(keep_finite(j, reference, err));
  if (j->ask.goal == GOAL_SPEED || j->ask.goal == GOAL_SHARE) check_finite(j);
  if (j->ask.goal != GOAL_NONE && j->o->fp8_share > 0) warn_of_slow_share(j);
  if (j->ask.goal == GOAL_ERROR) TRY(check_budget(j, err));
  warn_of_low_sqnr(j);
  return FP8C_OK;
}
