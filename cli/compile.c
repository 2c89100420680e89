/* compile.c - `fp8c compile`. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/cli.h"
#include "compiler/report.h"

typedef struct settings {
  const char *output, *calibrate, *method, *precision, *tune, *report, *report_json, *log,
      *cache_dir;
  const char *dump_after, *stop_after, *overrides, *scales, *headroom;
  string_list dims, shapes, io_types, targets, sets, states, preprocess, disable;
  int64_t threads, pass_limit;
  bool dry_run, verbose, quiet, no_cache, no_cublaslt, json;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    {"--output", 'o', OPTION_STRING, FIELD(output), "FILE",
     "the plan; default: the model's name with .fp8c", 0},
    {"--calibrate", 'c', OPTION_STRING, FIELD(calibrate), "DATA",
     ".npz, folder of .npz or .npy, or ONNX test data; first axis = samples", 0},
    {"--calibrate-method", 0, OPTION_STRING, FIELD(method), "NAME",
     "how activation scales are chosen: mse (default), max, kl, percentile, percentile=99.9, "
     "constant=0.05",
     0},
    {"--scales", 0, OPTION_STRING, FIELD(scales), "KIND", "default any", "any|pow2"},
    {"--headroom", 0, OPTION_STRING, FIELD(headroom), "X",
     "activations may grow by this factor (1.5) or level (3dB) before they saturate", 0},
    {"--precision", 'p', OPTION_STRING, FIELD(precision), "MODE", "default auto",
     "auto|fp8|bf16|f32"},
    {"--override", 0, OPTION_STRING, FIELD(overrides), "FILE.json",
     "pin the formats of nodes by name, expression or operator", 0},
    {"--target", 't', OPTION_LIST, FIELD(targets), "NAME",
     "cpu, sm_89, sm_90a, sm_100a ...; may be repeated; default: cpu and the GPU present", 0},
    {"--dim", 'd', OPTION_LIST, FIELD(dims), "NAME=N[,N]",
     "sizes of a named dimension: one variant each", 0},
    {"--shape", 0, OPTION_LIST, FIELD(shapes), "INPUT=AxBxC", "fix an input's shape", 0},
    {"--io-type", 0, OPTION_LIST, FIELD(io_types), "PORT=TYPE",
     "a port's type: f32, f16, bf16, e4m3@SCALE, e5m2@SCALE", 0},
    {"--set", 0, OPTION_LIST, FIELD(sets), "INPUT=VALUE",
     "a calibration input the data does not have", 0},
    {"--state", 0, OPTION_LIST, FIELD(states), "IN=OUT",
     "calibration: carry an output to an input from sample to sample", 0},
    {"--preprocess", 0, OPTION_LIST, FIELD(preprocess), "X=EXPR",
     "calibration: e.g. 'x=(x/255-[0.485 0.456 0.406])/0.225'", 0},
    {"--tune", 0, OPTION_STRING, FIELD(tune), "HOW",
     "timing of kernel candidates; this version has off alone, the default", "fast|full|off"},
    {"--threads", 'j', OPTION_INT, FIELD(threads), "N",
     "default: as many as the process may run on", 0},
    {"--report", 'r', OPTION_STRING, FIELD(report), "FILE.html", "write the report as one web page",
     0},
    {"--report-json", 0, OPTION_STRING, FIELD(report_json), "FILE",
     "write the report as JSON, times included", 0},
    {"--dry-run", 'n', OPTION_FLAG, FIELD(dry_run), NULL, "decide and report, write no plan", 0},
    {"--cache-dir", 0, OPTION_STRING, FIELD(cache_dir), "DIR", "default: $XDG_CACHE_HOME/fp8c", 0},
    {"--no-cache", 0, OPTION_FLAG, FIELD(no_cache), NULL, "neither read nor write a cache", 0},
    {"--no-cublaslt", 0, OPTION_FLAG, FIELD(no_cublaslt), NULL,
     "make plans that need the driver only", 0},
    {"--dump-after", 0, OPTION_STRING, FIELD(dump_after), "PASS",
     "print the graph after a pass, or after \"all\"", 0},
    {"--stop-after", 0, OPTION_STRING, FIELD(stop_after), "PASS", "run no pass after this one", 0},
    {"--disable", 0, OPTION_LIST, FIELD(disable), "PASS", "leave a pass out", 0},
    {"--pass-limit", 0, OPTION_INT, FIELD(pass_limit), "N",
     "run the first N passes only (bisection)", 0},
    {"--verbose", 'v', OPTION_FLAG, FIELD(verbose), NULL,
     "name every stage and the report in the end", 0},
    {"--quiet", 'q', OPTION_FLAG, FIELD(quiet), NULL, "errors only", 0},
    {"--log", 0, OPTION_STRING, FIELD(log), "FILE", "stages and diagnostics as lines of text", 0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL, "print the report document on standard output",
     0},
    {0},
};

typedef struct listener {
  progress progress;
  FILE *log;
  bool quiet;
} listener;

static void on_progress(void *user, const char *stage, uint64_t done, uint64_t total) {
  progress_update(&((listener *)user)->progress, stage, done, total);
}

static void on_diagnostic(void *user, const fp8c_diagnostic *d) {
  static const char *const words[] = {"note", "warning", "error"};
  listener *l = user;
  bool named = d->node && d->node[0];
  if (l->log)
    fprintf(l->log, "%s [%s]%s%s: %s\n", words[d->severity], d->code, named ? " " : "", d->node,
            d->text);
  if (l->quiet && d->severity != FP8C_SEVERITY_ERROR) return;
  progress_clear(&l->progress);
  fprintf(stderr, "fp8c: %s: %s\n", words[d->severity], d->text);
}

static void on_dump(void *user, const char *pass, const char *graph_text) {
  progress_clear(&((listener *)user)->progress);
  printf("# after %s\n%s\n", pass, graph_text);
}

static const char *default_output(arena *a, const char *model) {
  size_t n = strlen(model);
  return arena_printf(a, "%.*s.fp8c", (int)(path_is_onnx(model) ? n - 5 : n), model);
}

static fp8c_precision precision_of(const char *name) {
  if (!name || strcmp(name, "auto") == 0) return FP8C_PRECISION_AUTO;
  if (strcmp(name, "fp8") == 0) return FP8C_PRECISION_FP8;
  return strcmp(name, "bf16") == 0 ? FP8C_PRECISION_BF16 : FP8C_PRECISION_F32;
}

/* "1.5", or "3dB": 10^(3/20), to six decimals so that no C library's last bit shows. */
static bool headroom_parse(const char *s, arena *a, double *out) {
  size_t n = strlen(s);
  bool level = n > 2 && strcmp(s + n - 2, "dB") == 0;
  double x;
  if (!double_parse(level ? arena_strndup(a, s, n - 2) : s, &x)) return false;
  *out = level ? round(1e6 * pow(10, x / 20)) / 1e6 : x;
  return *out >= 1;
}

/* Report files, from the document the compile returned. */
static fp8c_status write_reports(const settings *s, const char *document, arena *a,
                                 fp8c_error *err) {
  if (s->report_json) TRY(file_write_all(s->report_json, document, strlen(document), err));
  if (!s->report) return FP8C_OK;
  json_t *report = json_loads(document, 0, NULL);
  if (!report) return fail(err, FP8C_ERROR_INTERNAL, "the report is no JSON");
  text page;
  text_init(&page, a);
  fp8c_status status = report_html(report, &page, err);
  json_decref(report);
  if (status == FP8C_OK) status = file_write_all(s->report, page.data, page.length, err);
  return status;
}

static void print_summary(const settings *s, const char *document, const char *output,
                          double seconds, arena *a) {
  json_t *report = json_loads(document, 0, NULL);
  const char *sentence =
      json_string_value(json_object_get(json_object_get(report, "summary"), "sentence"));
  if (sentence) printf("%s\n", text_safe(a, sentence));
  if (s->verbose && report) {
    text t;
    text_init(&t, a);
    report_terminal(report, 100, false, &t);
    fputs(text_cstr(&t), stdout);
  }
  if (s->dry_run)
    printf("dry run, no plan written; %.1f s\n", seconds);
  else
    printf("%s written in %.1f s\n", text_safe(a, output), seconds);
  if (s->report) printf("report: %s\n", text_safe(a, s->report));
  json_decref(report);
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  listener l = {.quiet = s->quiet};
  double headroom = 0;
  if (s->headroom && !headroom_parse(s->headroom, a, &headroom))
    return cli_usage(&command_compile,
                     "--headroom wants a factor (1.5) or a level (3dB), not \"%s\"", s->headroom);
  fp8c_error err = {0};
  if (s->log && !(l.log = fopen(s->log, "w"))) {
    fail(&err, FP8C_ERROR_IO, "the log %s cannot be written", s->log);
    return cli_fail(&err);
  }
  progress_init(&l.progress, s->quiet, s->verbose, l.log);
  const char *output = s->output ? s->output : default_output(a, positional[0]);
  fp8c_compile_options o = {
      .size = sizeof o,
      .model_path = positional[0],
      .output_path = s->dry_run ? NULL : output,
      .calibrate = s->calibrate,
      .calibrate_method = s->method,
      .precision = precision_of(s->precision),
      .tune = !s->tune || strcmp(s->tune, "off") == 0 ? FP8C_TUNE_OFF
              : strcmp(s->tune, "full") == 0          ? FP8C_TUNE_FULL
                                                      : FP8C_TUNE_FAST,
      .threads = (int32_t)(s->threads > 1024 ? 1024 : s->threads),
      .targets = s->targets.items,
      .target_count = s->targets.count,
      .dims = s->dims.items,
      .dim_count = s->dims.count,
      .shapes = s->shapes.items,
      .shape_count = s->shapes.count,
      .io_types = s->io_types.items,
      .io_type_count = s->io_types.count,
      .sets = s->sets.items,
      .set_count = s->sets.count,
      .states = s->states.items,
      .state_count = s->states.count,
      .preprocess = s->preprocess.items,
      .preprocess_count = s->preprocess.count,
      .cache_dir = s->no_cache ? "" : s->cache_dir,
      .dump_after = s->dump_after,
      .stop_after = s->stop_after,
      .disable = s->disable.items,
      .disable_count = s->disable.count,
      .pass_limit = s->pass_limit,
      .no_cublaslt = s->no_cublaslt,
      .overrides = s->overrides,
      .headroom = headroom,
      .power_of_two_scales = s->scales && strcmp(s->scales, "pow2") == 0,
      .progress = on_progress,
      .diagnostic = on_diagnostic,
      .dump = on_dump,
      .user = &l,
  };
  double start = clock_seconds();
  char *document = NULL;
  fp8c_status status = fp8c_compile(&o, &document, &err);
  progress_clear(&l.progress);
  if (status == FP8C_OK && document) status = write_reports(s, document, a, &err);
  if (status == FP8C_OK && s->json) puts(document ? document : "{}");
  if (status == FP8C_OK && !s->json && !s->quiet && document)
    print_summary(s, document, output, clock_seconds() - start, a);
  fp8c_string_free(document);
  if (l.log) {
    if (status != FP8C_OK) fprintf(l.log, "%s\n", err.text);
    fclose(l.log);
  }
  return status == FP8C_OK ? EXIT_DONE : cli_fail(&err);
}

const command command_compile = {
    .name = "compile",
    .usage = "MODEL.onnx [-o PLAN.fp8c] [--calibrate DATA] [options]",
    .does = "Compile an ONNX model to a plan.",
    .teaches =
        "With calibration data every matrix node that may computes in FP8 (E4M3), the rest is\n"
        "stored as BF16; `fp8c report` says why. Without, nothing computes in FP8.\n\n"
        "  fp8c compile bert.onnx -o bert.fp8c --calibrate samples.npz --report bert.html\n"
        "  fp8c compile bert.onnx --target cpu --target sm_90a --dim batch=1,32 --dim seq=128\n"
        "  fp8c compile bert.onnx --precision bf16 --dry-run --verbose",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
