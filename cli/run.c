/* run.c - `fp8c run`: .npy files in, .npy files out. */
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/npy.h"
#include "base/size.h"
#include "cli/cli.h"

typedef struct settings {
  string_list inputs;
  sample_settings samples;
  decided_settings decided;
  const char *output_dir, *device, *hash;
  int64_t threads;
  bool check, plain, json, quiet, count_saturated;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    {"--input", 'i', OPTION_READ_LIST, FIELD(inputs), "NAME=FILE.npy", "an input; once for each",
     0},
    SAMPLE_OPTIONS(FIELD(samples)),
    DECIDED_OPTIONS(FIELD(decided)),
    {"--output-dir", 'o', OPTION_STRING, FIELD(output_dir), "DIR",
     "outputs go there as NAME.npy, of --samples with an axis of samples in front; default: a "
     "summary is printed",
     0},
    {"--device", 'd', OPTION_STRING, FIELD(device), "DEVICE",
     "cpu, cuda:0; default: the GPU if the plan and the machine have one", 0},
    {"--threads", 'j', OPTION_THREADS, FIELD(threads), "N",
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
  if (s->samples.path && s->output_dir && file_same(s->samples.path, s->output_dir))
    return fail(err, FP8C_ERROR_ARGUMENT, "outputs would be written among the samples in %s",
                s->output_dir);
  const char **paths = *out = NEW_ARRAY(a, const char *, count + 1);
  for (size_t i = 0; i < count && s->output_dir; i++) {
    const char *name = fp8c_program_output(p, i)->name;
    paths[i] = path_join(a, s->output_dir, file_name(a, name));
    for (size_t k = 0; k < i; k++)
      if (strcmp(paths[k], paths[i]) == 0)
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "outputs \"%s\" and \"%s\" would both be written to %s",
                    fp8c_program_output(p, k)->name, name, paths[i]);
    for (size_t k = 0; k <= s->inputs.count + 1; k++) {
      const char *item = k < s->inputs.count    ? s->inputs.items[k]
                         : k == s->inputs.count ? program_path
                                                : s->samples.path,
                 *equals = k < s->inputs.count ? strchr(item, '=') : NULL;
      const char *read = equals ? equals + 1 : item;
      if (!read) continue;
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

/* ---- Samples ------------------------------------------------------------------------- */

/* One output over all samples.  It is a single array as long as every sample gives the shape of the
 * first. */
typedef struct sampled_output {
  fp8c_tensor *of; /* by sample */
  fp8c_tensor all; /* with the samples' axis in front */
  bool alike;
} sampled_output;

/* Copies what the session lends until its next run. */
static fp8c_status keep_output(sampled_output *o, size_t sample, size_t count, const fp8c_tensor *t,
                               arena *a, fp8c_error *err) {
  size_t bytes = fp8c_tensor_bytes(t), total;
  if (sample == 0) {
    o->of = NEW_ARRAY(a, fp8c_tensor, count);
    o->alike = t->rank < FP8C_MAX_RANK;
    o->all = (fp8c_tensor){.dtype = t->dtype, .rank = t->rank + 1, .shape = {(int64_t)count}};
    if (!size_mul(bytes, count, &total))
      return fail(err, FP8C_ERROR_NO_MEMORY, "the outputs of %zu samples are too large", count);
    if (o->alike) memcpy(&o->all.shape[1], t->shape, (size_t)t->rank * sizeof *t->shape);
    o->all.data = arena_raw(a, total + 1, 1);
  }
  const fp8c_tensor *first = &o->of[0];
  bool same =
      sample == 0 || (t->rank == first->rank &&
                      memcmp(t->shape, first->shape, (size_t)t->rank * sizeof *t->shape) == 0);
  o->of[sample] = *t;
  o->of[sample].data = same ? (char *)o->all.data + sample * bytes : arena_raw(a, bytes + 1, 1);
  if (bytes) memcpy(o->of[sample].data, t->data, bytes);
  o->alike &= same;
  return FP8C_OK;
}

/* "out/y.npy" of sample 3: "out/y.3.npy". */
static const char *path_of_sample(const char *path, size_t sample, arena *a) {
  size_t stem = strlen(path) - strlen(".npy");
  return arena_printf(a, "%.*s.%zu.npy", (int)stem, path, sample);
}

static fp8c_status write_samples(const settings *s, const char *const *paths,
                                 const sampled_output *outputs, size_t output_count, size_t count,
                                 arena *a, fp8c_error *err) {
  if (!s->output_dir) return FP8C_OK;
  TRY(folder_make(s->output_dir, err));
  file_batch *files = file_batch_new(a);
  size_t open = 0;
  for (size_t i = 0; i < output_count; i++)
    for (size_t k = 0; k < (outputs[i].alike ? 1 : count); k++) {
      TRY(outputs[i].alike
              ? npy_write_in(files, paths[i], &outputs[i].all, err)
              : npy_write_in(files, path_of_sample(paths[i], k, a), &outputs[i].of[k], err));
      if (++open % MOST_TOGETHER == 0) TRY(file_batch_commit(files, err));
    }
  return file_batch_commit(files, err);
}

static json_t *shape_json(const fp8c_tensor *t) {
  json_t *shape = json_array();
  for (int32_t d = 0; d < t->rank; d++) json_array_append_new(shape, json_integer(t->shape[d]));
  return shape;
}

static void tell_samples(const settings *s, const fp8c_program *p, const char *const *paths,
                         const sampled_output *outputs, size_t count, arena *a, json_t *document) {
  json_t *list = json_array();
  json_object_set_new(document, "samples", json_integer((json_int_t)count));
  json_object_set_new(document, "outputs", list);
  for (size_t i = 0; i < fp8c_program_output_count(p); i++) {
    const sampled_output *output = &outputs[i];
    const fp8c_tensor *t = output->alike ? &output->all : &output->of[0];
    const char *name = fp8c_program_output(p, i)->name, *path = paths[i];
    if (path && !output->alike) path = path_of_sample(path, 0, a);
    json_t *o = json_object();
    json_object_set_new(o, "name", json_string(name));
    json_object_set_new(o, "dtype", json_string(fp8c_dtype_name(t->dtype)));
    json_object_set_new(o, "shape", shape_json(t));
    json_object_set_new(o, "alike", json_boolean(output->alike));
    json_object_set_new(o, "file", json_text_or_null(path ? text_safe(a, path) : NULL));
    json_array_append_new(list, o);
    if (s->quiet || s->json) continue;
    printf("%s: %s[", text_safe(a, name), fp8c_dtype_name(t->dtype));
    for (int32_t d = 0; d < t->rank; d++) printf("%s%lld", d ? ", " : "", (long long)t->shape[d]);
    printf("]%s%s%s%s\n", output->alike ? "" : " for the first sample", path ? " in " : "",
           path ? text_safe(a, path) : "", path && !output->alike ? " and so on" : "");
  }
}

/* A run in progress. */
typedef struct running {
  const settings *s;
  const fp8c_program *p;
  fp8c_session *session;
  const char *const *paths; /* by output; NULL: it is not written */
  arena *a;
  json_t *document;
} running;

static fp8c_status run_samples(const running *r, fp8c_error *err) {
  const settings *s = r->s;
  const fp8c_program *p = r->p;
  arena *a = r->a;
  program_samples *samples;
  size_t n = fp8c_program_output_count(p);
  TRY(samples_given(a, p, &s->samples, &samples, err));
  size_t count = program_samples_count(samples);
  fp8c_tensor *views = NEW_ARRAY(a, fp8c_tensor, n + 1);
  sampled_output *outputs = NEW_ARRAY(a, sampled_output, n + 1);
  arena *once = arena_inside(a);
  for (size_t i = 0; i < count; i++) {
    input_set in;
    arena_mark mark = arena_save(once);
    TRY(sample_read(once, p, samples, i, &in, err));
    fp8c_status status = fp8c_session_run_views(r->session, in.tensors, in.count, views, n, err);
    if (status != FP8C_OK) return fail_in(err, status, "sample %zu", i);
    for (size_t k = 0; k < n; k++) TRY(keep_output(&outputs[k], i, count, &views[k], a, err));
    arena_reset(once, mark);
  }
  TRY(write_samples(s, r->paths, outputs, n, count, a, err));
  tell_samples(s, p, r->paths, outputs, count, a, r->document);
  return FP8C_OK;
}

static fp8c_status run_inputs(const running *r, const input_set *in, fp8c_error *err) {
  size_t n = fp8c_program_output_count(r->p);
  fp8c_tensor *outputs = NEW_ARRAY(r->a, fp8c_tensor, n + 1);
  TRY(fp8c_session_run_views(r->session, in->tensors, in->count, outputs, n, err));
  return write_outputs(r->s, r->p, r->paths, outputs, r->a, r->document, err);
}

static int run(const void *given, char **positional, int count, arena *a) {
  const settings *s = given;
  if (!decided_has_model(&command_run, &s->decided, positional, count)) return EXIT_USAGE;
  if (!samples_only(&command_run, &s->samples, s->inputs.count != 0)) return EXIT_USAGE;
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
                            .threads = (int32_t)s->threads,
                            .log = on_log,
                            .user = (void *)(uintptr_t)s};
  fp8c_status status = s->hash ? fp8c_program_open_pinned(positional[0], s->hash, &p, &err)
                               : program_open_any(positional[0], &s->decided, &p, &owned, &err);
  if (status == FP8C_OK && !s->samples.path)
    status = inputs_read(a, p, NULL, &s->inputs, &in, &err);
  if (status == FP8C_OK) status = name_files(s, positional[0], p, a, &paths, &err);
  if (status == FP8C_OK) status = fp8c_session_create(p, &o, &session, &err);
  if (status == FP8C_OK) {
    running r = {s, p, session, paths, a, document};
    status = s->samples.path ? run_samples(&r, &err) : run_inputs(&r, &in, &err);
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
    .usage = "PLAN.fp8c --input NAME=FILE.npy ... | --samples DATA [--output-dir DIR]",
    .does = "Run a plan (or an ONNX model in F32) on .npy files.",
    .teaches =
        "  fp8c run bert.fp8c --input ids=ids.npy --input mask=mask.npy --output-dir out\n"
        "  fp8c run bert.fp8c --samples samples.npz --output-dir out\n\n"
        "With --samples the program runs once for each sample of the data, and NAME.npy has their\n"
        "outputs one behind the other; outputs whose shapes differ go to NAME.0.npy, NAME.1.npy\n"
        "and so on.\n\n"
        "NumPy has no BF16 and no FP8: such ports take their codes as ml_dtypes saves them, or as\n"
        "uint16 and uint8, and give raw bytes: numpy.load(f).view(ml_dtypes.bfloat16).",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
