/* run.c - golden tests: a graph, a pass list, the graph it becomes.
 *
 *     # passes: fuse-bias, canonicalize
 *     graph g { ... }
 *     ----
 *     graph g { ... }
 *
 * `---- error` and a sentence stand instead of the second graph where the
 * passes (or the first graph) must be refused.  More lines of the head:
 *
 *     # tolerance: 1e-6           largest difference of an output, before against after,
 *                                 as a share of its largest magnitude; default 0: bits
 *     # specials                  the inputs hold NaN, infinities, -0 too
 *     # range: ids 0..3           values of an input
 *     # set: precision=fp8, gpu=1             fields of the pass context and its rules
 *     # stats: %x amax=3.5        calibration figures, as if calibrate had run
 *     # stats: %q amax=3.5 row=9  where the longest row of an attention's head is known too
 *     # samples: 8                so many seeded samples, run node by node
 *     # repair: centre            as --repair
 *     # keep-f32: v               a value that store-types leaves in F32
 *     # override: {"rules": ...}  as --override FILE with this in it
 *     # evaluate: off             the numbers are not compared (formats change them)
 *
 * FP8C_UPDATE=1 rewrites what follows the dashes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "evaluate.h"
#include "ir/graph_text.h"
#include "passes/precision/overrides.h"
#include "passes/precision/repair.h"
#include "tests/support/evaluator.h"

#define MAX_PASSES 32

#define QUESTIONS (ASK_GATE + 1)

typedef struct test {
  const char *passes[MAX_PASSES];
  size_t pass_count;
  double tolerance;
  bool evaluate;
  evaluate_options options;
  input_range *ranges;
  value_stats *stats;
  size_t stats_count;
  overrides *overrides;
  calibration_data samples;
  bench_evaluator runs;
  const graph *reading; /* its inputs are what the samples are of */
  pass_context context;
  bool asked[QUESTIONS]; /* its targets have kernels for some nodes */
} test;

/* ---- The head ----------------------------------------------------------- */

static char *trim(char *s) {
  while (*s == ' ' || *s == '\t') s++;
  size_t n = strlen(s);
  while (n && (s[n - 1] == ' ' || s[n - 1] == '\n' || s[n - 1] == '\r')) s[--n] = 0;
  return s;
}

/* The questions of passes that a test's targets have kernels for, and which. */
static const char *refuses(const void *user, const kernel_question *q) {
  const test *t = user;
  if (!t->asked[q->what]) return "no target has another form";
  if (!q->n) return NULL;
  switch (q->what) {
    case ASK_CHANNELS_LAST:
      if (node_int(q->n, "group") != 1) return "its channels are in groups";
      return q->channels % 16 ? "its channels are no multiple of 16" : NULL;
    case ASK_PRODUCT_TURNS:
      if (q->alike && q->size == 8) return NULL;
      return q->n->in[0]->type.dims[0] > 16 ? "it has more than 16 rows" : NULL;
    default:
      return NULL;
  }
}

static bool set_field(test *t, const char *key, const char *x) {
  static const char *const modes[] = {"auto", "fp8", "bf16", "f32"};
  pass_context *c = &t->context;
  if (strcmp(key, "precision") == 0) {
    for (int i = 0; i < 4; i++)
      if (strcmp(x, modes[i]) == 0) {
        c->precision = (precision_mode)i;
        return true;
      }
    return false;
  }
  if (strcmp(key, "method") == 0) {
    return scale_policy_parse(x, &c->scales, NULL) == FP8C_OK;
  }
  static const char *const questions[] = {[ASK_ATTENTION_FP8] = "attention_fp8",
                                          [ASK_PRODUCT_TURNS] = "turns",
                                          [ASK_PRODUCT_GATED] = "gated",
                                          [ASK_CHANNELS_LAST] = "channels_last",
                                          [ASK_PRODUCT_EPILOGUE] = "epilogue",
                                          [ASK_WHOLE_HEADS] = "whole_heads",
                                          [ASK_GATE] = "gate"};
  for (size_t i = 0; i < QUESTIONS; i++) {
    if (!questions[i] || strcmp(key, questions[i]) != 0) continue;
    t->asked[i] = atoi(x) != 0;
    c->rules.few_rows = 16;
    return true;
  }
  if (strcmp(key, "score_macs") == 0) {
    c->score_macs = (uint32_t)atoi(x);
    return true;
  }
  if (strcmp(key, "repair_macs") == 0) {
    c->repair_macs = (uint32_t)atoi(x);
    return true;
  }
  const struct {
    const char *key;
    bool *flag;
  } fields[] = {{"gpu", &c->rules.gpu},
                {"keep_formats", &c->keep_formats},
                {"fold_norms", &c->fold_norms},
                {"bf16_epilogue", &c->rules.bf16_epilogue}};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    if (strcmp(key, fields[i].key) != 0) continue;
    *fields[i].flag = atoi(x) != 0;
    return true;
  }
  return false;
}

/* A value seen to be uniform below its amax: enough to set a scale. */
static void add_stats(test *t, arena *a, const char *name, float amax, double row) {
  value_stats s = {.value_name = name, .count = 1000, .amax = amax, .row_length = row};
  for (int i = 0; i < 1000; i++) {
    double x = (double)amax * (i + 1) / 1000;
    int bin = (int)floor((log2(x) - HISTOGRAM_MIN_EXPONENT) * HISTOGRAM_OCTAVE_BINS);
    s.sum_squares += x * x;
    if (bin >= 0 && bin < HISTOGRAM_BINS) s.histogram[bin]++;
  }
  ARENA_PUSH(a, t->stats, t->stats_count, s);
}

static bool read_head_line(test *t, arena *a, char *line) {
  char *colon = strchr(line, ':');
  if (strcmp(line, "specials") == 0) {
    t->options.specials = true;
    return true;
  }
  if (!colon) return true; /* prose */
  *colon = 0;
  char *rest = trim(colon + 1), *save = NULL;
  if (strcmp(line, "passes") == 0) {
    for (char *s = strtok_r(rest, ",", &save); s; s = strtok_r(NULL, ",", &save)) {
      if (t->pass_count == MAX_PASSES) return false;
      t->passes[t->pass_count++] = trim(s);
    }
  } else if (strcmp(line, "tolerance") == 0) {
    t->tolerance = atof(rest);
  } else if (strcmp(line, "evaluate") == 0) {
    t->evaluate = strcmp(rest, "off") != 0;
  } else if (strcmp(line, "samples") == 0) {
    t->samples.sample_count = (size_t)atoi(rest);
  } else if (strcmp(line, "repair") == 0) {
    return repairs_parse(rest, &t->context.repairs, NULL) == FP8C_OK;
  } else if (strcmp(line, "override") == 0) {
    fp8c_error err = {0};
    if (overrides_parse(a, "the head", rest, strlen(rest), &t->overrides, &err) != FP8C_OK) {
      printf("%s\n", err.text);
      return false;
    }
  } else if (strcmp(line, "range") == 0) {
    char *space = strchr(rest, ' '), *dots = strstr(rest, "..");
    if (!space || !dots) return false;
    *space = 0;
    input_range r = {rest, atof(space + 1), atof(dots + 2)};
    ARENA_PUSH(a, t->ranges, t->options.range_count, r);
    t->options.ranges = t->ranges;
  } else if (strcmp(line, "set") == 0) {
    for (char *s = strtok_r(rest, ",", &save); s; s = strtok_r(NULL, ",", &save)) {
      char *equals = strchr(s, '=');
      if (!equals) return false;
      *equals = 0;
      if (!set_field(t, trim(s), trim(equals + 1))) return false;
    }
  } else if (strcmp(line, "keep-f32") == 0) {
    const char **names = NEW_ARRAY(a, const char *, 1);
    names[0] = rest;
    t->context.keep_f32 = names;
    t->context.keep_f32_count = 1;
  } else if (strcmp(line, "stats") == 0) {
    char *space = strchr(rest, ' '), *equals = strstr(rest, "amax=");
    if (*rest != '%' || !space || !equals) return false;
    *space = 0;
    const char *row = strstr(space + 1, "row=");
    add_stats(t, a, rest + 1, (float)atof(equals + 5), row ? atof(row + 4) : 0);
  }
  return true;
}

static int by_name(const void *x, const void *y) {
  return strcmp(((const value_stats *)x)->value_name, ((const value_stats *)y)->value_name);
}

static bool read_head(test *t, arena *a, const char *source) {
  for (const char *s = source; *s == '#';) {
    const char *end = strchr(s, '\n');
    if (!end) return false;
    if (!read_head_line(t, a, trim(arena_strndup(a, s + 1, (size_t)(end - s - 1))))) return false;
    s = end + 1;
  }
  if (t->stats_count) {
    qsort(t->stats, t->stats_count, sizeof *t->stats, by_name);
    calibration_stats *all = NEW(a, calibration_stats);
    *all = (calibration_stats){.items = t->stats, .count = t->stats_count, .sample_count = 1};
    t->context.stats = all;
  }
  return t->pass_count > 0;
}

/* ---- Running ------------------------------------------------------------ */

/* Samples are seeded as the runs that compare are, but with other seeds. */
static fp8c_status read_sample(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                               fp8c_error *err) {
  const test *t = d->user;
  evaluate_options o = t->options;
  o.seed = 100 + index;
  return evaluate_inputs(t->reading, a, &o, inputs, err);
}

static void give_samples(test *t, const graph *g, arena *a) {
  if (t->samples.sample_count == 0) return;
  t->reading = g;
  t->runs = bench_evaluator_of(a);
  t->samples.user = t;
  t->samples.read = read_sample;
  t->context.samples = &t->samples;
  t->context.evaluate = &t->runs.evaluate;
}

static bool same(const tensor *x, const tensor *y, double tolerance, double *worst) {
  if (x->rank != y->rank) return false;
  for (int i = 0; i < x->rank; i++)
    if (x->dims[i] != y->dims[i]) return false;
  int64_t count = tensor_elements(x);
  double largest = 0;
  *worst = 0;
  if (tolerance == 0 && x->dtype != y->dtype) return false;
  for (int64_t i = 0; i < count; i++) {
    double v = fabs(tensor_real(x, i));
    if (isfinite(v) && v > largest) largest = v;
  }
  for (int64_t i = 0; i < count; i++) {
    double v = tensor_real(x, i), w = tensor_real(y, i);
    if (isnan(v) && isnan(w)) continue;
    if (v == w && (tolerance > 0 || signbit(v) == signbit(w))) continue;
    double d = fabs(v - w) / (largest > 0 ? largest : 1);
    if (!(d <= *worst)) *worst = d;
    if (isnan(d)) return false;
  }
  return *worst <= tolerance;
}

static fp8c_status check_numbers(const test *t, const graph *before, const graph *after, arena *a,
                                 fp8c_error *err) {
  tensor *expected, *got;
  evaluate_options o = t->options;
  for (o.seed = 1; o.seed <= 3; o.seed++) {
    TRY(evaluate(before, a, &o, &expected, err));
    TRY(evaluate(after, a, &o, &got, err));
    for (size_t i = 0; i < before->output_count; i++) {
      double worst = NAN;
      if (!same(&expected[i], &got[i], t->tolerance, &worst))
        return fail(err, FP8C_ERROR_BOUND,
                    "output \"%s\" differs by %g of its largest magnitude; the test allows %g",
                    before->output_names[i], worst, t->tolerance);
    }
  }
  return FP8C_OK;
}

/* print(parse(print(g))) == print(g) */
static fp8c_status round_trip(const graph *g, arena *a, text *out, fp8c_error *err) {
  blob *blobs;
  size_t count;
  graph *again;
  text second;
  text_init(out, a);
  graph_print_blobs(g, out, &blobs, &count);
  TRY(graph_parse(a, text_cstr(out), blobs, count, &again, err));
  text_init(&second, a);
  graph_print(again, &second);
  if (strcmp(text_cstr(out), text_cstr(&second)) != 0)
    return fail(err, FP8C_ERROR_INTERNAL, "printed, parsed and printed again the graph differs");
  return FP8C_OK;
}

/* The graph after the passes as text; an error of the passes is returned. */
static fp8c_status transform(test *t, arena *a, arena *scratch, const char *source, text *out,
                             bool *internal, fp8c_error *err) {
  graph *before, *after;
  pass_options o = {0};
  TRY(graph_parse(a, source, NULL, 0, &before, err));
  text printed;
  *internal = true; /* from here on only the passes may refuse */
  TRY(round_trip(before, a, &printed, err));
  after = graph_clone(before, a);
  TRY(graph_verify(after, err));
  *internal = false;
  if (t->overrides) TRY(overrides_resolve(t->overrides, after, a, err));
  t->context.overrides = t->overrides;
  t->context.keep = a;
  t->context.scratch = scratch;
  if (t->overrides) overrides_fit(t->overrides, after, &t->context);
  give_samples(t, after, a);
  TRY(passes_run(after, t->passes, t->pass_count, &t->context, &o, err));
  *internal = true;
  TRY(round_trip(after, a, out, err));
  if (t->evaluate) TRY(check_numbers(t, before, after, a, err));
  *internal = false;
  return FP8C_OK;
}

static void show_difference(const char *expected, const char *got) {
  printf("--- expected\n%s+++ got\n%s", expected, got);
}

/* The expectation in the form the printer gives, so that it may be laid out freely. */
static const char *normal_form(arena *a, const char *expected, const char *got) {
  (void)got;
  graph *g;
  fp8c_error err;
  if (graph_parse(a, expected, NULL, 0, &g, &err) != FP8C_OK) return expected;
  text t;
  text_init(&t, a);
  graph_print(g, &t);
  return text_cstr(&t);
}

static bool run_file(const char *path) {
  oom_guard guard;
  arena a, scratch;
  arena_init(&a, &guard);
  arena_init(&scratch, &guard);
  volatile bool ok = false;
  if (setjmp(guard.jump)) {
    printf("%s: out of memory\n", path);
    goto done;
  }
  fp8c_error err = {0};
  char *content;
  size_t bytes;
  if (file_read_all(&a, path, (size_t)16 << 20, &content, &bytes, &err) != FP8C_OK) {
    printf("%s: %s\n", path, err.text);
    goto done;
  }
  char *dashes = strstr(content, "\n----");
  test t = {.evaluate = true};
  t.context.rules.refuses = refuses;
  t.context.rules.user = &t;
  if (!dashes || !read_head(&t, &a, content)) {
    printf("%s: expected a head with `# passes:`, a graph, `----` and a graph\n", path);
    goto done;
  }
  char *expected = strchr(dashes + 1, '\n');
  expected = expected ? expected + 1 : dashes + strlen(dashes);
  bool wants_error = strncmp(dashes + 5, " error", 6) == 0, internal = false;
  const char *source = arena_strndup(&a, content, (size_t)(dashes - content) + 1);
  text got;
  text_init(&got, &a);
  fp8c_status status = transform(&t, &a, &scratch, source, &got, &internal, &err);
  if (status != FP8C_OK && internal) {
    printf("%s: %s\n", path, err.text);
    if (got.length) printf("%s", text_cstr(&got));
    goto done;
  }
  bool failed = status != FP8C_OK;
  if (failed) {
    text_init(&got, &a);
    text_printf(&got, "%s\n", err.text);
  }
  if (failed == wants_error &&
      strcmp(failed ? expected : normal_form(&a, expected, text_cstr(&got)), text_cstr(&got)) ==
          0) {
    ok = true;
    goto done;
  }
  if (getenv("FP8C_UPDATE")) {
    text all;
    text_init(&all, &a);
    text_add(&all, source);
    text_printf(&all, failed ? "---- error\n%s" : "----\n%s", text_cstr(&got));
    ok = file_write_all(path, text_cstr(&all), all.length, &err) == FP8C_OK;
    printf("%s: %s\n", path, ok ? "rewritten" : err.text);
    goto done;
  }
  printf("%s: not as expected\n", path);
  show_difference(expected, text_cstr(&got));
done:
  arena_free(&scratch);
  arena_free(&a);
  return ok;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: golden_run FOLDER|FILE.t ...\n");
    return 2;
  }
  int failures = 0, count = 0;
  for (int i = 1; i < argc; i++) {
    oom_guard guard;
    arena a;
    arena_init(&a, &guard);
    if (setjmp(guard.jump)) return 1;
    char **names;
    size_t name_count = 0;
    fp8c_error err;
    if (!folder_exists(argv[i])) {
      failures += !run_file(argv[i]);
      count++;
    } else if (folder_list(&a, argv[i], &names, &name_count, &err) != FP8C_OK) {
      printf("%s\n", err.text);
      failures++;
    }
    for (size_t j = 0; j < name_count; j++) {
      size_t length = strlen(names[j]);
      if (length < 3 || strcmp(names[j] + length - 2, ".t") != 0) continue;
      failures += !run_file(path_join(&a, argv[i], names[j]));
      count++;
    }
    arena_free(&a);
  }
  printf("%d golden tests, %d failed\n", count, failures);
  return failures || !count ? 1 : 0;
}
