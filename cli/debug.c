/* debug.c - `fp8c debug`: where a plan's error enters, and where a GPU leaves the CPU. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "compiler/debug/debug.h"

typedef struct settings {
  input_settings input;
  decided_settings decided;
  const char *device;
  int64_t threads, follow;
  double agree;
  bool no_follow, steps, json, quiet;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    INPUT_OPTIONS(settings),
    DECIDED_OPTIONS(FIELD(decided)),
    {"--device", 'd', OPTION_STRING, FIELD(device), "DEVICE",
     "cpu, cuda:0: the plan's steps as they run there; default cpu", 0},
    {"--follow", 0, OPTION_INT, FIELD(follow), "N",
     "follow the errors of the N worst steps to the outputs, each alone; default 10", 0},
    {"--no-follow", 0, OPTION_FLAG, FIELD(no_follow), NULL, "follow none: faster", 0},
    {"--agree", 0, OPTION_REAL, FIELD(agree), "DB",
     "a GPU's step agrees with the CPU when it is as close as this; default 35", 0},
    {"--steps", 0, OPTION_FLAG, FIELD(steps), NULL, "list every step, in order", 0},
    {"--threads", 'j', OPTION_THREADS, FIELD(threads), "N",
     "default: as many as the process may run on", 0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL, "print everything as JSON (docs/debug.md)", 0},
    {"--quiet", 'q', OPTION_FLAG, FIELD(quiet), NULL, "no progress", 0},
    {0},
};

/* ---- In words ------------------------------------------------------------ */

/* "31.20", "exact", "-" */
static const char *db_text(const json_t *o, const char *key, const char *exact, arena *a) {
  const json_t *x = json_object_get(o, key);
  if (json_is_real(x)) return arena_printf(a, "%.2f", json_real_value(x));
  return json_is_true(json_object_get(o, exact)) ? "exact" : "-";
}

static const json_t *step_of(const json_t *document, const json_t *o) {
  return json_array_get(json_object_get(document, "steps"), (size_t)json_int_of(o, "step"));
}

/* The figure of a step's worst result. */
static const char *worst_db(const json_t *step, const char *key, const char *exact, arena *a) {
  size_t i;
  json_t *v;
  const json_t *worst = NULL;
  json_array_foreach(json_object_get(step, "values"), i, v) {
    const json_t *x = json_object_get(v, key);
    if (!json_is_real(x) && worst) continue;
    if (!worst || !json_is_real(json_object_get(worst, key)) ||
        json_real_value(x) < json_real_value(json_object_get(worst, key)))
      worst = v;
  }
  return worst ? db_text(worst, key, exact, a) : "-";
}

static void print_outputs(const json_t *o, arena *a) {
  size_t i;
  json_t *row;
  json_array_foreach(json_object_get(o, "outputs"), i, row) {
    const json_t *cosine = json_object_get(row, "cosine");
    printf("%s: SQNR %s dB", json_shown(row, "name", a), db_text(row, "sqnr_db", "exact", a));
    if (json_is_real(cosine)) printf(", cosine %.7f", json_real_value(cosine));
    printf(" against the F32 model\n");
  }
}

static void print_blame(const json_t *o, size_t most, arena *a) {
  const json_t *blame = json_object_get(o, "blame");
  size_t count = json_array_size(blame), outputs = json_array_size(json_object_get(o, "outputs"));
  if (!count) {
    printf("\nno step adds an error of its own\n");
    return;
  }
  printf("\nwhere the error enters: %zu of %zu steps add some; the worst, SQNR in dB\n", count,
         json_array_size(json_object_get(o, "steps")));
  printf("%5s %8s %8s", "step", "alone", "so far");
  for (size_t k = 0; k < outputs; k++) printf(" %7s%zu", "output", k);
  printf("  %-24s %-28s %s\n", "kernel", "formats", "model nodes");
  for (size_t i = 0; i < count && i < most; i++) {
    const json_t *row = json_array_get(blame, i), *step = step_of(o, row);
    const json_t *followed = json_object_get(row, "outputs_db");
    printf("%5lld %8s %8s", json_int_of(row, "step"), worst_db(step, "alone_db", "alone_exact", a),
           worst_db(step, "total_db", "total_exact", a));
    for (size_t k = 0; k < outputs; k++) {
      const json_t *x = json_array_get(followed, k);
      printf(" %8s", json_is_real(x) ? arena_printf(a, "%.2f", json_real_value(x)) : "-");
    }
    printf("  %-24s %-28s %s\n", shortened(json_shown(step, "kernel", a), 24, a),
           shortened(json_shown(step, "precision", a), 28, a),
           shortened(json_shown(step, "nodes", a), 60, a));
  }
  printf(
      "alone: this step's results against F32 arithmetic on its own inputs; so far: against the\n"
      "F32 model; output: what the F32 model's output loses to this step's error alone\n");
  size_t i;
  json_t *row;
  json_array_foreach(json_object_get(o, "outputs"), i, row) {
    const json_t *share = json_object_get(row, "followed_share");
    if (json_is_real(share) && json_real_value(share) > 0)
      printf("the errors followed make up %.0f%% of the error of %s\n",
             100 * json_real_value(share), json_shown(row, "name", a));
  }
}

static void print_steps(const json_t *o, bool gpu, arena *a) {
  size_t i;
  json_t *step;
  printf("\n%5s %8s %8s%s  %-24s %-28s %s\n", "step", "alone", "so far", gpu ? "    agree" : "",
         "kernel", "formats", "model nodes");
  json_array_foreach(json_object_get(o, "steps"), i, step) {
    printf("%5lld %8s %8s", json_int_of(step, "step"), worst_db(step, "alone_db", "alone_exact", a),
           worst_db(step, "total_db", "total_exact", a));
    if (gpu) printf(" %8s", worst_db(step, "agreement_db", "agreement_exact", a));
    printf("  %-24s %-28s %s\n", shortened(json_shown(step, "kernel", a), 24, a),
           shortened(json_shown(step, "precision", a), 28, a),
           shortened(json_shown(step, "nodes", a), 60, a));
  }
  printf(
      "SQNR in dB; alone: this step's results against F32 arithmetic on its own inputs; so far:\n"
      "against the F32 model%s\n",
      gpu ? "; agree: the GPU's results against the CPU's with the same roundings" : "");
}

static void print_not_finite(const json_t *o, arena *a) {
  const json_t *first = json_object_get(o, "first_not_finite");
  if (!json_is_object(first)) {
    printf("every value of the plan is finite\n");
    return;
  }
  const json_t *model = json_object_get(first, "model_count");
  printf("first NaN or infinity: step %lld, element %lld of \"%s\" (%lld in it%s) by %s of %s\n",
         json_int_of(first, "step"), json_int_of(first, "element"), json_shown(first, "value", a),
         json_int_of(first, "count"),
         !json_is_integer(model)          ? ""
         : json_integer_value(model) == 0 ? "; the F32 model has none there"
                                          : "; the F32 model has them there too",
         json_shown(first, "kernel", a), json_shown(first, "nodes", a));
}

static void print_agreement(const json_t *o, arena *a) {
  const json_t *g = json_object_get(o, "agreement");
  if (!json_is_object(g)) return;
  const json_t *first = json_object_get(g, "first_apart"), *worst = json_object_get(g, "worst");
  const char *device = json_shown(o, "device", a);
  long long compared = json_int_of(g, "values_compared"), apart = json_int_of(g, "values_apart");
  if (apart)
    printf(
        "%s leaves the CPU device: %lld of %lld results, given the same inputs; the first is step "
        "%lld, \"%s\" (%s dB, %lld elements beyond rounding, the first %lld) by %s of %s\n",
        device, apart, compared, json_int_of(first, "step"), json_shown(first, "value", a),
        db_text(first, "agreement_db", "", a), json_int_of(first, "parted"),
        json_int_of(first, "element"), json_shown(first, "kernel", a),
        json_shown(first, "nodes", a));
  else
    printf("%s agrees with the CPU device in each of %lld results, given the same inputs\n", device,
           compared);
  if (json_is_object(worst))
    printf("worst agreement: %s dB at step %lld, \"%s\" by %s; bound %.0f dB\n",
           db_text(worst, "agreement_db", "", a), json_int_of(worst, "step"),
           json_shown(worst, "value", a), json_shown(worst, "kernel", a),
           json_number_value(json_object_get(g, "bound_db")));
}

static void print_document(const settings *s, const json_t *o, arena *a) {
  print_outputs(o, a);
  if (s->steps) print_steps(o, json_is_object(json_object_get(o, "agreement")), a);
  print_blame(o, s->follow > 10 ? (size_t)s->follow : 10, a);
  long long unmatched = json_int_of(o, "values_without_counterpart");
  if (unmatched) printf("%lld results have no counterpart in the F32 graph\n", unmatched);
  print_not_finite(o, a);
  print_agreement(o, a);
}

/* ---- The command ----------------------------------------------------------- */

typedef struct opened {
  fp8c_program *program;
  void *owned;
} opened;

static void close_program(void *object) {
  opened *p = object;
  fp8c_program_free(p->program);
  fp8c_string_free(p->owned);
}

static fp8c_status open_program(arena *a, const char *path, const decided_settings *decided,
                                fp8c_program **out, fp8c_error *err) {
  opened *p = NEW(a, opened);
  arena_defer(a, close_program, p);
  fp8c_status status = program_open_any(path, decided, &p->program, &p->owned, err);
  *out = p->program;
  return status;
}

static fp8c_status debug(const settings *s, char **positional, arena *a, json_t **document,
                         fp8c_error *err) {
  fp8c_program *model, *program;
  input_set in;
  decided_settings decided;
  progress p;
  progress_init(&p, s->quiet || s->json, 0, NULL);
  TRY(open_program(a, positional[1], &s->decided, &program, err));
  TRY(decided_by_plan(a, program, positional[0], !s->quiet, &s->decided, &decided, err));
  TRY(open_program(a, positional[0], &decided, &model, err));
  TRY(inputs_given(a, program, NULL, &s->input, &in, err));
  debug_options o = {.model = model,
                     .program = program,
                     .device = s->device ? s->device : "cpu",
                     .inputs = in.tensors,
                     .input_count = in.count,
                     .threads = (int32_t)s->threads,
                     .follow = s->no_follow ? 0
                               : s->follow  ? (size_t)s->follow
                                            : 10,
                     .agree_db = s->agree > 0 ? s->agree : 35.0,
                     .progress = progress_update,
                     .progress_user = &p};
  fp8c_status status = debug_run(&o, a, document, err);
  progress_clear(&p);
  return status;
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  fp8c_error err = {0};
  json_t *document = NULL;
  if (!path_is_onnx(positional[0]))
    return cli_usage(&command_debug,
                     "\"%s\" is no .onnx file; the model comes first, then its plan",
                     positional[0]);
  if (debug(s, positional, a, &document, &err) != FP8C_OK) return cli_fail(&err);
  if (!json_is_true(json_object_get(document, "same_model")))
    fprintf(stderr,
            "fp8c: warning: the plan was not made from this file; what is compared is what has the "
            "same name\n");
  if (s->json)
    json_print(document, 9);
  else
    print_document(s, document, a);
  json_decref(document);
  return EXIT_DONE;
}

const command command_debug = {
    .name = "debug",
    .usage = "MODEL.onnx PLAN.fp8c [--input NAME=FILE.npy ...] [--device cuda:0] [options]",
    .does = "Run a plan step by step beside the F32 model: where does the error enter?",
    .teaches =
        "Each step, with its fusions as they are, is compared with the F32 model (so far), with\n"
        "F32 arithmetic on the step's own inputs (alone), and on a GPU with the CPU device on the\n"
        "same bytes.  The errors of the worst steps are followed to the outputs one by one.\n\n"
        "  fp8c debug bert.onnx bert.fp8c --input ids=ids.npy\n"
        "  fp8c debug bert.onnx bert.fp8c --input ids=ids.npy --device cuda:0 --steps",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 2,
    .positional_max = 2,
    .run = run,
};
