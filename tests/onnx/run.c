/* run.c - the ONNX backend suite on a device: the CPU, or a GPU.
 *
 * Each case is a model and one or more sets of inputs and expected outputs.
 * A case runs in a process of its own: what crashes or hangs is one case, by
 * name.  excluded.txt lists the cases that are not done and why; a listed case
 * that passes is a failure, so the list only shrinks.
 *
 *   onnx_run DATA [--excluded FILE] [--only TEXT] [--sample N] [--list-failures]
 *            [--write-excluded] [--device cuda:0] [--lower TARGET] [--at-least N]
 *            [--host-steps]
 *
 * --device cuda:0 runs the kernels of the GPU present, or of tests/simt; --lower TARGET
 * runs nothing and counts the models whose every node has a kernel.  Both end with a
 * table of what the others lack, which is no failure; a wrong number is one.  With
 * --host-steps the models without a kernel for every node run, and those alone: what has none
 * is left to the CPU in the middle of the run.
 *
 * DATA is onnx/backend/test/data of the onnx 1.22.0 package. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "compare.h"
#include "execute.h"
#include "frontend/onnx.h"
#include "runtime/cuda.h"
#include "sequences.h"

#define CASE_SECONDS 120
#define CASE_FAILED 3  /* exit codes of a child; sanitizers take 1 */
#define CASE_REFUSED 4 /* with a sentence about what is not supported */

static const char *const kinds[] = {"node", "simple", "pytorch-converted", "pytorch-operator"};

typedef struct options {
  const char *data, *excluded, *only;
  size_t sample;   /* 0: all */
  size_t at_least; /* passes that a device must reach; 0: no such demand */
  bool list_failures, write_excluded;
  device_choice device;
} options;

/* ---- One case, in the child -------------------------------------------- */

typedef struct problems {
  text names;
  size_t count;
} problems;

static void note_problem(void *user, const import_problem *p) {
  problems *all = user;
  /* "operator "X" is not supported" once for each text */
  if (strstr(text_cstr(&all->names), p->text)) return;
  if (all->count++) text_add(&all->names, "; ");
  text_add(&all->names, p->text);
}

static size_t count_files(arena *a, const char *folder, const char *prefix) {
  for (size_t n = 0;; n++)
    if (!file_exists(path_join(a, folder, arena_printf(a, "%s_%zu.pb", prefix, n)))) return n;
}

static fp8c_status run_set(arena *a, const graph *g, const device_choice *on, const char *folder,
                           const port_kind *in_kinds, const port_kind *out_kinds, fp8c_error *err) {
  size_t input_count = count_files(a, folder, "input");
  size_t output_count = count_files(a, folder, "output");
  if (input_count != g->input_count || output_count != g->output_count)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the test gives %zu inputs and %zu outputs, the model has %zu and %zu", input_count,
                output_count, g->input_count, g->output_count);
  tensor *inputs = NEW_ARRAY(a, tensor, input_count + 1);
  tensor *outputs = NEW_ARRAY(a, tensor, output_count + 1);
  for (size_t i = 0; i < input_count; i++)
    TRY(read_port(a, path_join(a, folder, arena_printf(a, "input_%zu.pb", i)), in_kinds[i],
                  &inputs[i], err));
  TRY(execute(g, on, a, inputs, input_count, outputs, output_count, err));
  if (on->only_lower) return FP8C_OK;
  for (size_t i = 0; i < output_count; i++) {
    tensor expected;
    TRY(read_port(a, path_join(a, folder, arena_printf(a, "output_%zu.pb", i)), out_kinds[i],
                  &expected, err));
    TRY(compare_port(a, out_kinds[i], &expected, &outputs[i], arena_printf(a, "output %zu", i),
                     err));
  }
  return FP8C_OK;
}

static fp8c_status run_case_in(arena *a, const device_choice *on, const char *folder,
                               fp8c_error *err) {
  graph *g;
  problems all = {.count = 0};
  text_init(&all.names, a);
  import_options o = {.problem = note_problem, .user = &all};
  const char *path = path_join(a, folder, "model.onnx");
  fp8c_status status = onnx_import(a, path, &o, &g, NULL, err);
  if (status != FP8C_OK && all.count) return fail(err, status, "%s", text_cstr(&all.names));
  size_t named = strlen(path) + 2; /* the case is named already */
  if (status != FP8C_OK && strncmp(err->text, path, named - 2) == 0)
    return fail(err, status, "%s", arena_strdup(a, err->text + named));
  TRY(status);
  TRY(graph_verify(g, err));
  size_t sets = 0;
  port_kind *inputs, *outputs;
  TRY(port_kinds(a, path, &inputs, &outputs, err));
  for (;; sets++) {
    const char *set = path_join(a, folder, arena_printf(a, "test_data_set_%zu", sets));
    if (!folder_exists(set)) break;
    TRY(run_set(a, g, on, set, inputs, outputs, err));
  }
  return sets ? FP8C_OK : fail(err, FP8C_ERROR_IO, "there is no test_data_set_0");
}

static fp8c_status run_case(const device_choice *on, const char *folder, fp8c_error *err) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes)", guard.wanted_bytes);
  }
  fp8c_status status = run_case_in(&a, on, folder, err);
  arena_free(&a);
  return status;
}

/* ---- All cases, in the parent ------------------------------------------ */

/* Runs the case in a child and gives its exit code; *why is what it said, or how it died. */
static int run_child(arena *a, const device_choice *on, const char *folder, const char **why) {
  int ends[2];
  *why = "";
  if (pipe(ends) != 0) return CASE_FAILED;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    alarm(CASE_SECONDS);
    fp8c_error err = {.text = ""};
    fp8c_status status = run_case(on, folder, &err);
    if (write(ends[1], err.text, strlen(err.text)) < 0) _exit(2);
    _exit(status == FP8C_OK ? 0 : status == FP8C_ERROR_UNSUPPORTED ? CASE_REFUSED : CASE_FAILED);
  }
  close(ends[1]);
  char said[sizeof(fp8c_error)];
  size_t length = 0;
  for (ssize_t n; (n = read(ends[0], said + length, sizeof said - 1 - length)) > 0;)
    length += (size_t)n;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    *why = arena_printf(a, "CRASHED with signal %d (%s)", WTERMSIG(status),
                        strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != CASE_FAILED &&
           WEXITSTATUS(status) != CASE_REFUSED)
    *why = arena_printf(a, "CRASHED with exit code %d", WEXITSTATUS(status));
  else
    *why = arena_strndup(a, said, length);
  return WIFEXITED(status) ? WEXITSTATUS(status) : CASE_FAILED;
}

/* Asked in a child: a driver that was initialised here would not work in the cases' children. */
static bool no_gpu(void) {
  pid_t child = fork();
  if (child == 0) _exit(cuda_device_count() == 0);
  int status = 0;
  waitpid(child, &status, 0);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

typedef struct outcome {
  const char *name; /* "node/test_add" */
  const char *why;
} outcome;

/* What lies behind groups of messages; a message of no group is its own reason. */
static const struct {
  const char *said, *reason;
} reasons[] = {
    {"element type STRING", "strings: fp8c computes with numbers"},
    {"\"String", "strings: fp8c computes with numbers"},
    {"RegexFullMatch", "strings: fp8c computes with numbers"},
    {"TfIdfVectorizer", "text features: fp8c computes with dense numbers"},
    {"preview.training", "training operators: fp8c compiles inference"},
    {"training_mode", "training mode: fp8c compiles inference"},
    {"training mode", "training mode: fp8c compiles inference"},
    {"ai.onnx.ml", "classical machine learning (domain ai.onnx.ml) is not read"},
    {"ai.onnx.preview", "operators of the preview domain may still change"},
    {"ImageDecoder", "decoding of image files is no work for a compiled model"},
    {"Bernoulli", "random numbers: the expected output is one draw of another generator"},
    {"RandomUniformLike", "random numbers: the expected output is one draw of another generator"},
    {"expected 1.90734866e-07",
     "the expected numbers hold F32 noise of 1.9e-07 where the exact result is 0; ours is 3e-15"},
    {"is of opset 1;", "opset 1: forms older than opset 6 are not read"},
};

static const char *reason_of(const char *why) {
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (strstr(why, reasons[i].said)) return reasons[i].reason;
  return why;
}

static int by_why(const void *x, const void *y) {
  const outcome *a = x, *b = y;
  int order = strcmp(a->why, b->why);
  return order ? order : strcmp(a->name, b->name);
}

static void write_excluded(outcome *failed, size_t count) {
  for (size_t i = 0; i < count; i++) failed[i].why = reason_of(failed[i].why);
  qsort(failed, count, sizeof *failed, by_why);
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || strcmp(failed[i].why, failed[i - 1].why) != 0)
      printf("%s# %s\n", i ? "\n" : "", failed[i].why);
    printf("%s\n", failed[i].name);
  }
}

/* Case names of excluded.txt, "# reason" lines left out. */
static bool is_listed(const char *excluded, const char *name) {
  size_t length = strlen(name);
  for (const char *at = excluded; at && (at = strstr(at, name)); at += length)
    if ((at == excluded || at[-1] == '\n') && (at[length] == '\n' || at[length] == 0)) return true;
  return false;
}

static bool parse_options(int argc, char **argv, options *o) {
  o->device.name = "cpu";
  for (int i = 1; i < argc; i++) {
    bool more = i + 1 < argc;
    if (strcmp(argv[i], "--list-failures") == 0)
      o->list_failures = true;
    else if (strcmp(argv[i], "--write-excluded") == 0)
      o->write_excluded = true;
    else if (strcmp(argv[i], "--excluded") == 0 && more)
      o->excluded = argv[++i];
    else if (strcmp(argv[i], "--only") == 0 && more)
      o->only = argv[++i];
    else if (strcmp(argv[i], "--sample") == 0 && more)
      o->sample = (size_t)strtoul(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--at-least") == 0 && more)
      o->at_least = (size_t)strtoul(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--device") == 0 && more)
      o->device.name = argv[++i];
    else if (strcmp(argv[i], "--host-steps") == 0)
      o->device.host_steps = true;
    else if (strcmp(argv[i], "--lower") == 0 && more)
      o->device = (device_choice){.name = "cuda:0",
                                  .target = argv[++i],
                                  .host_steps = o->device.host_steps,
                                  .only_lower = true};
    else if (argv[i][0] != '-' && !o->data)
      o->data = argv[i];
    else
      return false;
  }
  return o->data != NULL;
}

static char **list_cases(arena *a, const options *o, size_t *count) {
  char **cases = NULL;
  *count = 0;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    char **names;
    size_t found;
    fp8c_error err;
    if (folder_list(a, path_join(a, o->data, kinds[k]), &names, &found, &err) != FP8C_OK) {
      fprintf(stderr, "%s\n", err.text);
      return NULL;
    }
    for (size_t i = 0; i < found; i++) {
      char *name = arena_printf(a, "%s/%s", kinds[k], names[i]);
      if (!o->only || strstr(name, o->only)) ARENA_PUSH(a, cases, *count, name);
    }
  }
  return cases;
}

/* How many cases say the same, most frequent first. */
static void count_reasons(arena *a, outcome *failed, size_t count) {
  qsort(failed, count, sizeof *failed, by_why);
  size_t *sizes = NEW_ARRAY(a, size_t, count + 1), largest = 0;
  for (size_t i = 0, first = 0; i < count; i++) {
    if (i && strcmp(failed[i].why, failed[i - 1].why) != 0) first = i;
    if (++sizes[first] > largest) largest = sizes[first];
  }
  for (size_t n = largest; n > 0; n--)
    for (size_t i = 0; i < count; i++)
      if (sizes[i] == n) printf("%5zu  %s (%s)\n", n, failed[i].why, failed[i].name);
}

int main(int argc, char **argv) {
  options o = {0};
  if (!parse_options(argc, argv, &o)) {
    fprintf(
        stderr,
        "usage: onnx_run DATA [--excluded FILE] [--only TEXT] [--sample N] "
        "[--list-failures] [--write-excluded] [--device cuda:0] [--lower TARGET] [--at-least N] "
        "[--host-steps]\n");
    return 2;
  }
  if (!folder_exists(o.data)) {
    printf("skipped: the ONNX backend suite was not found (\"%s\")\n", o.data);
    return 77;
  }
  if (strcmp(o.device.name, "cpu") != 0 && !o.device.only_lower && no_gpu()) {
    printf("skipped: no GPU\n");
    return 77;
  }
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) return 1;
  char *excluded = NULL;
  size_t excluded_bytes, count;
  fp8c_error err;
  if (o.excluded &&
      file_read_all(&a, o.excluded, (size_t)1 << 24, &excluded, &excluded_bytes, &err) != FP8C_OK) {
    fprintf(stderr, "%s\n", err.text);
    return 1;
  }
  char **cases = list_cases(&a, &o, &count);
  if (!cases) return 1;
  size_t step = o.sample && o.sample < count ? count / o.sample : 1;
  size_t passed = 0, listed = 0, failed_count = 0, wrong = 0;
  bool gpu = strcmp(o.device.name, "cpu") != 0;
  outcome *failed = NULL;
  for (size_t i = 0; i < count; i += step) {
    const char *why;
    int end = run_child(&a, &o.device, path_join(&a, o.data, cases[i]), &why);
    bool ok = end == 0;
    bool in_list = excluded && is_listed(excluded, cases[i]);
    bool crashed = strncmp(why, "CRASHED", 7) == 0;
    outcome f = {cases[i], why};
    if (ok) passed += !in_list || gpu;
    if (!ok) ARENA_PUSH(&a, failed, failed_count, f);
    if (!ok && in_list && !crashed) {
      listed++;
      continue;
    }
    if (ok && (!in_list || gpu)) continue;
    if (end == CASE_REFUSED && gpu) continue; /* what has no kernel is counted below */
    wrong++;
    if (!o.write_excluded)
      printf("%s: %s\n", cases[i], ok ? "passes, but is in the list of excluded cases" : why);
  }
  if (o.write_excluded) {
    write_excluded(failed, failed_count);
    return 0;
  }
  if (o.list_failures)
    for (size_t i = 0; i < failed_count; i++)
      if (excluded && is_listed(excluded, failed[i].name))
        printf("%s: %s\n", failed[i].name, failed[i].why);
  if (gpu) {
    count_reasons(&a, failed, failed_count);
    printf("%zu passed on the device, %zu not, of which %zu wrongly\n", passed, failed_count,
           wrong);
    if (passed < o.at_least) {
      printf("at least %zu are wanted\n", o.at_least);
      wrong++;
    }
  } else {
    printf("%zu passed, %zu listed, %zu failed\n", passed, listed, wrong);
  }
  arena_free(&a);
  return wrong ? 1 : 0;
}
