/* model.c - what commands that take a model apart share. */
#include "cli/model.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "compiler/report/inspect.h"

static void on_progress(void *user, const char *stage, uint64_t done, uint64_t total) {
  progress_update(&((model_listener *)user)->progress, stage, done, total);
}

static void on_diagnostic(void *user, const fp8c_diagnostic *d) {
  static const char *const words[] = {"note", "warning", "error"};
  model_listener *l = user;
  bool named = d->node && d->node[0];
  if (l->log)
    fprintf(l->log, "%s [%s]%s%s: %s\n", words[d->severity], d->code, named ? " " : "", d->node,
            d->text);
  if (l->quiet && d->severity != FP8C_SEVERITY_ERROR) return;
  progress_clear(&l->progress);
  fprintf(stderr, "fp8c: %s: %s\n", words[d->severity], d->text);
}

static void on_dump(void *user, const char *pass, const char *graph_text) {
  progress_clear(&((model_listener *)user)->progress);
  printf("# after %s\n%s\n", pass, graph_text);
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

/* The log is opened before the model: a file of that name may hold the model's weights. */
static bool spares_weights(const command *c, const char *path, const char *model, arena *a,
                           int *code) {
  fp8c_error err = {0};
  json_t *o = NULL;
  if (inspect_model(model, &o, &err) != FP8C_OK) {
    *code = cli_fail(&err);
    return false;
  }
  arena_defer(a, json_drop, o);
  const json_t *files = json_object_get(o, "external_data");
  for (size_t i = 0; i < json_array_size(files); i++)
    if (file_same(path, json_string_value(json_array_get(files, i)))) {
      *code = cli_usage(c, "--log %s would overwrite weights of %s", path, model);
      return false;
    }
  return true;
}

int model_options(const command *c, const model_settings *s, const char *model, int verbosity,
                  arena *a, model_listener *l, fp8c_compile_options *o) {
  int code;
  double headroom = 0;
  *l = (model_listener){.quiet = s->quiet};
  if (s->headroom && !headroom_parse(s->headroom, a, &headroom))
    return cli_usage(c, "--headroom wants a factor (1.5) or a level (3dB), not \"%s\"",
                     s->headroom);
  if (s->log && file_exists(s->log) && !spares_weights(c, s->log, model, a, &code)) return code;
  if (s->log && !(l->log = fopen(s->log, "w"))) {
    fp8c_error err;
    fail(&err, FP8C_ERROR_IO, "the log \"%s\" cannot be written", s->log);
    return cli_fail(&err);
  }
  l->log_path = s->log;
  progress_init(&l->progress, s->quiet, verbosity, l->log);
  *o = (fp8c_compile_options){
      .size = sizeof *o,
      .model_path = model,
      .calibrate = s->calibrate,
      .calibrate_method = s->method,
      .threads = (int32_t)s->threads,
      .targets = s->targets.items,
      .target_count = s->targets.count,
      .dims = s->dims.items,
      .dim_count = s->dims.count,
      .shapes = s->decided.shapes.items,
      .shape_count = s->decided.shapes.count,
      .fixes = s->decided.fixes.items,
      .fix_count = s->decided.fixes.count,
      .sets = s->sets.items,
      .set_count = s->sets.count,
      .states = s->states.items,
      .state_count = s->states.count,
      .preprocess = s->preprocess.items,
      .preprocess_count = s->preprocess.count,
      .cache_dir = s->no_cache ? "" : s->cache_dir,
      .headroom = headroom,
      .repairs = s->repairs,
      .norms = s->norms && strcmp(s->norms, "fold") == 0 ? FP8C_NORMS_FOLD : FP8C_NORMS_KEEP,
      .skip_nonfinite = s->skip_nonfinite,
      .power_of_two_scales = s->scales && strcmp(s->scales, "pow2") == 0,
      .progress = on_progress,
      .diagnostic = on_diagnostic,
      .dump = on_dump,
      .user = l,
  };
  return EXIT_DONE;
}

int model_done(model_listener *l, fp8c_status status, const fp8c_error *err) {
  progress_clear(&l->progress);
  if (l->log) {
    if (status != FP8C_OK) fprintf(l->log, "%s\n", err->text);
    bool lost = ferror(l->log) != 0;
    lost |= fclose(l->log) != 0;
    if (lost && status == FP8C_OK) {
      fp8c_error torn;
      fail(&torn, FP8C_ERROR_IO, "the log \"%s\" could not be written to its end", l->log_path);
      return cli_fail(&torn);
    }
  }
  return status == FP8C_OK ? EXIT_DONE : cli_fail(err);
}
