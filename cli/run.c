/* run.c - `fp8c run`: .npy files in, .npy files out. */
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/npy.h"
#include "cli/cli.h"

typedef struct settings {
  string_list inputs;
  decided_settings decided;
  const char *output_dir, *device, *hash;
  int64_t threads;
  bool check, plain, json, quiet, count_saturated;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    {"--input", 'i', OPTION_READ_LIST, FIELD(inputs), "NAME=FILE.npy", "an input; once for each",
     0},
    DECIDED_OPTIONS(FIELD(decided)),
    {"--output-dir", 'o', OPTION_STRING, FIELD(output_dir), "DIR",
     "outputs go there as NAME.npy; default: a summary is printed", 0},
    {"--device", 'd', OPTION_STRING, FIELD(device), "DEVICE",
     "cpu, cuda:0; default: the GPU if the plan and the machine have one", 0},
    {"--threads", 'j', OPTION_INT, FIELD(threads), "N",
     "default: as many as the process may run on", 0},
    {"--check", 0, OPTION_FLAG, FIELD(check), NULL,
     "fail at the first step whose output is not finite", 0},
    {"--plain", 0, OPTION_FLAG, FIELD(plain), NULL,
     "cpu: run the reference loops instead of tiled products", 0},
    {"--count-saturated", 0, OPTION_FLAG, FIELD(count_saturated), NULL,
     "cpu: count the elements that were too large for their FP8 scale", 0},
    {"--pin", 0, OPTION_STRING, FIELD(hash), "HASH", "refuse any plan but the one with this hash",
     0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL,
     "print outputs, files and saturated values as JSON", 0},
    {"--quiet", 'q', OPTION_FLAG, FIELD(quiet), NULL, "print nothing", 0},
    {0},
};

/* A port name as a file name: what is no letter, digit, dot, dash or underscore becomes '_'. */
static const char *file_name(arena *a, const char *name) {
  char *s = arena_printf(a, "%s.npy", name);
  for (char *p = s; *p; p++)
    if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", *p)) *p = '_';
  if (s[0] == '.') s[0] = '_';
  return s;
}

/* Where each output goes, each to a file of its own that is none of those read; NULL: nowhere. */
static fp8c_status name_files(const settings *s, const char *program_path, const fp8c_program *p,
                              arena *a, const char ***out, fp8c_error *err) {
  size_t count = fp8c_program_output_count(p);
  const char **paths = *out = NEW_ARRAY(a, const char *, count + 1);
  for (size_t i = 0; i < count && s->output_dir; i++) {
    const char *name = fp8c_program_output(p, i)->name;
    paths[i] = path_join(a, s->output_dir, file_name(a, name));
    for (size_t k = 0; k < i; k++)
      if (strcmp(paths[k], paths[i]) == 0)
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "outputs \"%s\" and \"%s\" would both be written to %s",
                    fp8c_program_output(p, k)->name, name, paths[i]);
    for (size_t k = 0; k <= s->inputs.count; k++) {
      const char *item = k < s->inputs.count ? s->inputs.items[k] : program_path,
                 *equals = k < s->inputs.count ? strchr(item, '=') : NULL;
      const char *read = equals ? equals + 1 : item;
      if (file_would_replace(paths[i], read))
        return fail(err, FP8C_ERROR_ARGUMENT, "output \"%s\" would overwrite %s, which is read",
                    name, read);
    }
  }
  return FP8C_OK;
}

#define MOST_TOGETHER 128 /* files that are open at once */

static fp8c_status write_files(size_t count, const char *const *paths, const fp8c_tensor *outputs,
                               arena *a, fp8c_error *err) {
  file_batch *files = file_batch_new(a);
  for (size_t i = 0; i < count; i++) {
    if (paths[i]) TRY(npy_write_in(files, paths[i], &outputs[i], err));
    if ((i + 1) % MOST_TOGETHER == 0) TRY(file_batch_commit(files, err));
  }
  return file_batch_commit(files, err);
}

static fp8c_status write_outputs(const settings *s, const fp8c_program *p, const char *const *paths,
                                 const fp8c_tensor *outputs, arena *a, json_t *document,
                                 fp8c_error *err) {
  json_t *list = json_array();
  json_object_set_new(document, "outputs", list);
  if (s->output_dir) TRY(folder_make(s->output_dir, err));
  TRY(write_files(fp8c_program_output_count(p), paths, outputs, a, err));
  for (size_t i = 0; i < fp8c_program_output_count(p); i++) {
    const fp8c_port *port = fp8c_program_output(p, i);
    json_t *o = json_object(), *shape = json_array();
    json_object_set_new(o, "name", json_string(port->name));
    json_object_set_new(o, "dtype", json_string(fp8c_dtype_name(outputs[i].dtype)));
    for (int32_t d = 0; d < outputs[i].rank; d++)
      json_array_append_new(shape, json_integer(outputs[i].shape[d]));
    json_object_set_new(o, "shape", shape);
    json_object_set_new(o, "file", json_text_or_null(paths[i] ? text_safe(a, paths[i]) : NULL));
    json_array_append_new(list, o);
    if (s->quiet || s->json) continue;
    printf("%s: %s[", text_safe(a, port->name), fp8c_dtype_name(outputs[i].dtype));
    for (int32_t d = 0; d < outputs[i].rank; d++)
      printf("%s%lld", d ? ", " : "", (long long)outputs[i].shape[d]);
    printf("]%s%s\n", paths[i] ? " in " : "", paths[i] ? text_safe(a, paths[i]) : "");
  }
  return FP8C_OK;
}

/* Values that were clipped, and how many there are of the others. */
static void tell_saturation(const settings *s, const fp8c_session *session, arena *a,
                            json_t *document) {
  json_t *list = json_array();
  fp8c_saturation c;
  uint64_t saturated = 0, elements = 0;
  size_t values = 0;
  float reach = 0;
  for (size_t i = 0; fp8c_session_saturation(session, i, &c); i++, values++) {
    saturated += c.saturated;
    elements += c.elements;
    if (c.reach > reach) reach = c.reach;
    if (!c.saturated) continue;
    json_t *o = json_object();
    json_object_set_new(o, "value", json_string(c.name));
    json_object_set_new(o, "saturated", json_integer((json_int_t)c.saturated));
    json_object_set_new(o, "elements", json_integer((json_int_t)c.elements));
    json_object_set_new(o, "reach", json_finite((double)c.reach));
    json_array_append_new(list, o);
    if (!s->json)
      printf("%s: %llu of %llu elements saturated; the largest is %.3g times the largest code\n",
             text_safe(a, c.name), (unsigned long long)c.saturated, (unsigned long long)c.elements,
             (double)c.reach);
  }
  json_object_set_new(document, "saturated", list);
  json_object_set_new(document, "fp8_values", json_integer((json_int_t)values));
  json_object_set_new(document, "reach", json_finite((double)reach));
  if (s->json) return;
  printf(
      "%llu of %llu elements in %zu FP8 values saturated; the largest reached %.3g of its scale's "
      "range\n",
      (unsigned long long)saturated, (unsigned long long)elements, values, (double)reach);
}

static void on_log(void *user, fp8c_log_level level, const char *line) {
  const settings *s = user;
  if (!s->quiet && level == FP8C_LOG_WARNING) fprintf(stderr, "fp8c: warning: %s\n", line);
}

static int run(const void *given, char **positional, int count, arena *a) {
  const settings *s = given;
  if (!decided_has_model(&command_run, &s->decided, positional, count)) return EXIT_USAGE;
  fp8c_error err = {0};
  fp8c_program *p = NULL;
  fp8c_session *session = NULL;
  void *owned = NULL;
  input_set in;
  const char **paths;
  json_t *document = json_object();
  arena_defer(a, json_drop, document);
  fp8c_session_options o = {.size = sizeof o,
                            .device = s->device,
                            .flags = (s->check ? FP8C_SESSION_CHECK : 0u) |
                                     (s->plain ? FP8C_SESSION_PLAIN : 0u) |
                                     (s->count_saturated ? FP8C_SESSION_COUNT_SATURATED : 0u),
                            .threads = (int32_t)(s->threads > 1024 ? 1024 : s->threads),
                            .log = on_log,
                            .user = (void *)(uintptr_t)s};
  fp8c_status status = s->hash ? fp8c_program_open_pinned(positional[0], s->hash, &p, &err)
                               : program_open_any(positional[0], &s->decided, &p, &owned, &err);
  if (status == FP8C_OK) status = inputs_read(a, p, NULL, &s->inputs, &in, &err);
  if (status == FP8C_OK) status = name_files(s, positional[0], p, a, &paths, &err);
  if (status == FP8C_OK) status = fp8c_session_create(p, &o, &session, &err);
  if (status == FP8C_OK) {
    size_t n = fp8c_program_output_count(p);
    fp8c_tensor *outputs = NEW_ARRAY(a, fp8c_tensor, n + 1);
    status = fp8c_session_run_views(session, in.tensors, in.count, outputs, n, &err);
    if (status == FP8C_OK) status = write_outputs(s, p, paths, outputs, a, document, &err);
    if (status == FP8C_OK && s->count_saturated && !s->quiet)
      tell_saturation(s, session, a, document);
    if (status == FP8C_OK && s->json) json_print(document, 9);
  }
  fp8c_session_free(session);
  fp8c_program_free(p);
  fp8c_string_free(owned);
  return status == FP8C_OK ? EXIT_DONE : cli_fail(&err);
}

const command command_run = {
    .name = "run",
    .usage = "PLAN.fp8c --input NAME=FILE.npy ... [--output-dir DIR]",
    .does = "Run a plan (or an ONNX model in F32) on .npy files.",
    .teaches =
        "  fp8c run bert.fp8c --input ids=ids.npy --input mask=mask.npy --output-dir out\n\n"
        "NumPy has no BF16 and no FP8: such ports take their codes as ml_dtypes saves them, or as\n"
        "uint16 and uint8, and give raw bytes: numpy.load(f).view(ml_dtypes.bfloat16).",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
