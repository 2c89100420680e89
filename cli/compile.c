/* compile.c - `fp8c compile`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/model.h"
#include "compiler/report/report.h"

typedef struct settings {
  const char *output, *precision, *tune, *report, *report_json;
  const char *dump_after, *stop_after, *overrides, *calibration, *save_calibration, *kv_cache,
      *weights, *preset, *promote;
  const char *max_error, *target_speedup, *fp8_share, *time_limit, *metric_timeout, *evaluate,
      *judge;
  string_list io_types, disable, judge_outputs, roles;
  int64_t pass_limit, capacity;
  bool write_over_budget, strict, dry_run, verbose, no_cublaslt, allow_cpu_fallback, all_logits,
      json;
  model_settings model;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    {"--output", 'o', OPTION_WRITTEN, FIELD(output), "FILE",
     "the plan; default: the model's name with .fp8c", 0},
    MODEL_OPTIONS(settings, model),
    {"--calibration", 0, OPTION_READ, FIELD(calibration), "FILE.json",
     "calibration figures (--save-calibration, fp8c calibrate), instead of samples, or besides for "
     "scales",
     0},
    {"--save-calibration", 0, OPTION_WRITTEN, FIELD(save_calibration), "FILE.json",
     "write the calibration figures, for --calibration", 0},
    {"--precision", 'p', OPTION_STRING, FIELD(precision), "MODE", "default auto",
     "auto|fp8|bf16|f32"},
    {"--max-error", 0, OPTION_STRING, FIELD(max_error), "BUDGET",
     "the fastest formats within 'sqnr>=25dB', 'relative<=5%', 'cosine>=0.999', 'kl<=0.01', "
     "'top1-agreement>=99%' or 'cmd:PROGRAM>=0.9'",
     0},
    {"--target-speedup", 0, OPTION_STRING, FIELD(target_speedup), "X",
     "the most accurate formats that the time model calls X times as fast as BF16; with "
     "--max-error the fastest that are both",
     0},
    {"--fp8-share", 0, OPTION_STRING, FIELD(fp8_share), "90%",
     "the most accurate formats with this share of the multiply-accumulates in FP8, and what "
     "--max-error and --target-speedup ask for",
     0},
    {"--evaluate", 0, OPTION_READ, FIELD(evaluate), "DATA",
     "held-out samples that measure the error and choose nothing; default: every fourth of "
     "--calibrate",
     0},
    {"--judge", 0, OPTION_STRING, FIELD(judge), "WHAT",
     "where the error is measured: at what a last Softmax or Sigmoid reads (default), or at the "
     "outputs",
     "logits|outputs"},
    {"--judge-output", 0, OPTION_LIST, FIELD(judge_outputs), "PORT",
     "measure the error of this output; may be repeated; default: every output that holds floats",
     0},
    {"--time-limit", 0, OPTION_STRING, FIELD(time_limit), "SECONDS",
     "end a search with the best found so far; end --tune and let the time model decide the rest",
     0},
    {"--metric-timeout", 0, OPTION_STRING, FIELD(metric_timeout), "SECONDS",
     "time limit for one run of cmd:PROGRAM; default 600", 0},
    {"--write-over-budget", 0, OPTION_FLAG, FIELD(write_over_budget), NULL,
     "write the plan even if --max-error is not kept on the held-out samples", 0},
    {"--strict", 0, OPTION_FLAG, FIELD(strict), NULL,
     "exit code 7, and no plan, where an output keeps less than 10 dB or 30 dB less than in BF16",
     0},
    {"--override", 0, OPTION_READ, FIELD(overrides), "FILE.json",
     "fix the formats of nodes by name, regular expression or operator (docs/overrides.md)", 0},
    {"--preset", 0, OPTION_STRING, FIELD(preset), "NAME",
     "a published FP8 recipe (docs/precision.md); transformer-engine has scales by the amax of "
     "earlier runs, transformer-engine-current by that of the run",
     "deepseek|transformer-engine|transformer-engine-current|fp8-dynamic"},
    {"--promote", 0, OPTION_STRING, FIELD(promote), "K",
     "after how many of k sums of FP8 products with constant weights go from the tensor core into "
     "F32, on GPUs; default auto: as often as each needs",
     "auto|off|512|256|128|64"},
    {"--io-type", 0, OPTION_LIST, FIELD(io_types), "PORT=TYPE",
     "a port's type: f32, f16, bf16, e4m3@SCALE, e5m2@SCALE", 0},
    {"--kv-cache", 0, OPTION_STRING, FIELD(kv_cache), "TYPE",
     "the type of the KV cache's ports: f32, f16, bf16, e4m3 (scales by calibration), "
     "e4m3@SCALE",
     0},
    {"--weights", 0, OPTION_STRING, FIELD(weights), "FORMAT",
     "round the weights of products to few bits and multiply them as codes with activations in "
     "BF16: "
     "int4[:BLOCK], int8[:BLOCK], e4m3[:BLOCK], nvfp4, mxfp4, mxfp8 (docs/precision.md)",
     0},
    {"--capacity", 0, OPTION_COUNT, FIELD(capacity), "N",
     "keep past* and present*, and the pairs of --state, in the session, for N tokens: for "
     "`fp8c generate` (docs/state.md)",
     0},
    {"--role", 0, OPTION_LIST, FIELD(roles), "PORT=ROLE",
     "with --capacity, what a port is whose name does not say so: tokens, mask, positions, begin, "
     "last, total, logits",
     0},
    {"--all-logits", 0, OPTION_FLAG, FIELD(all_logits), NULL,
     "with --capacity, let a run of several tokens compute the logits of each, for callers of "
     "fp8c_state_run; default: of the last one",
     0},
    {"--tune", 0, OPTION_STRING, FIELD(tune), "HOW",
     "time kernels on the GPU present: the model's first three for each problem, or all of them "
     "(which may add in another order); default off: the time model decides",
     "fast|full|off"},
    {"--report", 'r', OPTION_WRITTEN, FIELD(report), "FILE.html",
     "write the report as one web page", 0},
    {"--report-json", 0, OPTION_WRITTEN, FIELD(report_json), "FILE",
     "write the report as JSON, times included", 0},
    {"--dry-run", 'n', OPTION_FLAG, FIELD(dry_run), NULL,
     "print the whole report and everything that is not supported; write no plan", 0},
    {"--allow-cpu-fallback", 0, OPTION_FLAG, FIELD(allow_cpu_fallback), NULL,
     "GPU targets: let the CPU compute nodes without a GPU kernel in the middle of a run (control "
     "flow, shapes that depend on data); the report lists these host steps and the bytes they move",
     0},
    {"--no-cublaslt", 0, OPTION_FLAG, FIELD(no_cublaslt), NULL,
     "do without cuBLASLt, so that plans need only the driver", 0},
    {"--dump-after", 0, OPTION_STRING, FIELD(dump_after), "PASS",
     "print the graph after a pass, or after \"all\"", 0},
    {"--stop-after", 0, OPTION_STRING, FIELD(stop_after), "PASS", "run no pass after this one", 0},
    {"--disable", 0, OPTION_LIST, FIELD(disable), "PASS", "leave a pass out", 0},
    {"--pass-limit", 0, OPTION_INT, FIELD(pass_limit), "N",
     "run the first N passes only (bisection)", 0},
    {"--verbose", 'v', OPTION_FLAG, FIELD(verbose), NULL,
     "print every stage and, at the end, the report", 0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL, "print the report document on standard output",
     0},
    {0},
};

static fp8c_precision precision_of(const char *name) {
  if (!name || strcmp(name, "auto") == 0) return FP8C_PRECISION_AUTO;
  if (strcmp(name, "fp8") == 0) return FP8C_PRECISION_FP8;
  return strcmp(name, "bf16") == 0 ? FP8C_PRECISION_BF16 : FP8C_PRECISION_F32;
}

static bool positive(const char *s, double *out) {
  return double_parse(s, out) && isfinite(*out) && *out > 0;
}

/* "90%" or "0.9". */
static bool share_parse(const char *s, arena *a, double *out) {
  size_t n = strlen(s);
  bool percent = n > 1 && s[n - 1] == '%';
  if (!double_parse(percent ? arena_strndup(a, s, n - 1) : s, out)) return false;
  if (percent) *out /= 100;
  return *out > 0 && *out <= 1;
}

/* ---- Where the time went -------------------------------------------------------------- */

#define TIMES_FROM 5.0   /* seconds of a compile that are worth a line */
#define TIMES_SHARE 0.04 /* of all, and more, is named */

typedef struct time_part {
  const char *name;
  double seconds;
} time_part;

static int longest_first(const void *a, const void *b) {
  const time_part *x = a, *y = b;
  return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

/* Adds what has its name in `key` of each item, like to like. */
static size_t add_parts(const json_t *list, const char *key, time_part *parts, size_t count) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *item = json_array_get(list, i);
    const char *name = json_string_value(json_object_get(item, key));
    double seconds = json_number_value(json_object_get(item, "seconds"));
    size_t k = 0;
    /* what these two do are passes */
    if (!name || strcmp(name, "decide") == 0 || strcmp(name, "optimise") == 0) continue;
    while (k < count && strcmp(parts[k].name, name) != 0) k++;
    if (k == count) parts[count++] = (time_part){name, 0};
    parts[k].seconds += seconds;
  }
  return count;
}

static void print_times(const char *document, double seconds, arena *a) {
  json_t *stages = report_part(document, "times"), *passes = report_part(document, "passes");
  size_t most = json_array_size(stages) + json_array_size(passes);
  time_part *parts = NEW_ARRAY(a, time_part, most + 1);
  size_t count = add_parts(passes, "name", parts, add_parts(stages, "stage", parts, 0)), shown = 0;
  qsort(parts, count, sizeof *parts, longest_first);
  for (size_t i = 0; i < count && parts[i].seconds >= TIMES_SHARE * seconds; i++)
    printf("%s%s %.1f s", shown++ ? ", " : "time went to ", text_safe(a, parts[i].name),
           parts[i].seconds);
  if (shown) printf("\n");
  json_decref(stages);
  json_decref(passes);
}

static void print_summary(const settings *s, const char *document, const char *output,
                          double seconds, arena *a) {
  json_t *summary = report_part(document, "summary");
  const char *sentence = json_string_value(json_object_get(summary, "sentence"));
  if (sentence) printf("%s\n", text_safe(a, sentence));
  json_decref(summary);
  json_t *report =
      s->verbose || s->dry_run ? json_parse(document, strlen(document), 0, NULL) : NULL;
  if (report) {
    text t;
    text_init(&t, a);
    report_terminal(report, 100, false, &t);
    fputs(text_cstr(&t), stdout);
    json_decref(report);
  }
  if (s->dry_run)
    printf("dry run, no plan written; %.1f s\n", seconds);
  else
    printf("%s written in %.1f s\n", text_safe(a, output), seconds);
  if (s->verbose || seconds >= TIMES_FROM) print_times(document, seconds, a);
  if (s->report) printf("report: %s\n", text_safe(a, s->report));
}

/* The options hold these numbers as text. */
typedef struct goals {
  double speedup, share, time_limit, metric_timeout;
} goals;

/* Returns EXIT_DONE, or the exit code of a mistake that it has told. */
static int read_goals(const settings *s, arena *a, goals *out) {
  *out = (goals){0};
  const struct {
    const char *option, *text;
    double *out;
  } numbers[] = {{"--target-speedup", s->target_speedup, &out->speedup},
                 {"--time-limit", s->time_limit, &out->time_limit},
                 {"--metric-timeout", s->metric_timeout, &out->metric_timeout}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i].text && !positive(numbers[i].text, numbers[i].out))
      return cli_usage(&command_compile, "%s wants a number above 0, not \"%s\"", numbers[i].option,
                       numbers[i].text);
  if (s->fp8_share && !share_parse(s->fp8_share, a, &out->share))
    return cli_usage(&command_compile, "--fp8-share wants a share such as 90%%, not \"%s\"",
                     s->fp8_share);
  return EXIT_DONE;
}

/* Sets in *o the options that compile alone has; model_options has set those that it shares. */
static void set_options(const settings *s, const goals *g, fp8c_compile_options *o) {
  o->precision = precision_of(s->precision);
  o->tune = !s->tune || strcmp(s->tune, "off") == 0 ? FP8C_TUNE_OFF
            : strcmp(s->tune, "full") == 0          ? FP8C_TUNE_FULL
                                                    : FP8C_TUNE_FAST;
  o->io_types = s->io_types.items;
  o->io_type_count = s->io_types.count;
  o->kv_cache = s->kv_cache;
  o->weights = s->weights;
  o->preset = s->preset;
  o->promote = s->promote;
  o->capacity = s->capacity;
  o->all_logits = s->all_logits;
  o->roles = s->roles.items;
  o->role_count = s->roles.count;
  o->dump_after = s->dump_after;
  o->stop_after = s->stop_after;
  o->disable = s->disable.items;
  o->disable_count = s->disable.count;
  o->pass_limit = s->pass_limit;
  o->no_cublaslt = s->no_cublaslt;
  o->allow_cpu_fallback = s->allow_cpu_fallback;
  o->overrides = s->overrides;
  o->calibration = s->calibration;
  o->save_calibration = s->save_calibration;
  o->max_error = s->max_error;
  o->target_speedup = g->speedup;
  o->fp8_share = g->share;
  o->time_limit_seconds = g->time_limit;
  o->evaluate = s->evaluate;
  o->judge_outputs = s->judge && strcmp(s->judge, "outputs") == 0;
  o->judge_ports = s->judge_outputs.items;
  o->judge_port_count = s->judge_outputs.count;
  o->metric_timeout_seconds = g->metric_timeout;
  o->write_over_budget = s->write_over_budget;
  o->strict = s->strict;
  o->report_path = s->report;
  o->report_json_path = s->report_json;
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  goals g;
  int code = read_goals(s, a, &g);
  if (code != EXIT_DONE) return code;
  fp8c_error err = {0};
  model_listener l;
  fp8c_compile_options o;
  code = model_options(&command_compile, &s->model, positional[0], s->verbose, a, &l, &o);
  if (code != EXIT_DONE) return code;
  const char *output = s->output ? s->output : name_of_result(a, positional[0], ".fp8c");
  o.output_path = s->dry_run ? NULL : output;
  set_options(s, &g, &o);
  double start = clock_seconds();
  char *document = NULL;
  bool reported = s->json || !s->model.quiet;
  fp8c_status status = fp8c_compile(&o, reported ? &document : NULL, &err);
  progress_clear(&l.progress);
  if ((status == FP8C_OK || status == FP8C_ERROR_BOUND) && s->json)
    puts(document ? document : "{}");
  if (status == FP8C_OK && !s->json && document)
    print_summary(s, document, output, clock_seconds() - start, a);
  fp8c_string_free(document);
  return model_done(&l, status, &err);
}

const command command_compile = {
    .name = "compile",
    .usage = "MODEL.onnx [-o PLAN.fp8c] [--calibrate DATA] [options]",
    .does = "Compile an ONNX model to a plan.",
    .teaches =
        "With calibration data, products (MatMul, Gemm, Conv, Attention) compute in FP8 where "
        "their error\n"
        "allows it and, for a GPU, where it saves time (--precision fp8: wherever possible); the "
        "rest\n"
        "is BF16. `fp8c report` gives the reasons. Without calibration data nothing computes in "
        "FP8.\n"
        "Without a GPU and without --target, times are those of an H200 at the sizes of the first\n"
        "sample.\n\n"
        "  fp8c compile bert.onnx -o bert.fp8c --calibrate samples.npz --report bert.html\n"
        "  fp8c compile bert.onnx --target cpu --target sm_90a --dim batch=1,32 --dim seq=128\n"
        "  fp8c compile bert.onnx --precision bf16 --dry-run --verbose",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
