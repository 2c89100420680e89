/* sensitivity.c - `fp8c sensitivity`: which products' formats cost how much. */
#include <math.h>
#include <string.h>

#include "base/formats.h"
#include "base/json.h"
#include "cli/model.h"

typedef struct settings {
  model_settings model;
  string_list outputs;
  const char *limit, *constant;
  int64_t samples, probes, check, seed, top;
  bool exact, json;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    MODEL_OPTIONS(settings, model),
    {"--output-port", 0, OPTION_LIST, FIELD(outputs), "NAME",
     "measure the error of this output; may be repeated; default: every output that holds floats "
     "and is not state",
     0},
    {"--samples", 0, OPTION_INT, FIELD(samples), "N", "use the first N samples; default all", 0},
    {"--exact", 0, OPTION_FLAG, FIELD(exact), NULL,
     "measure every format at the outputs, not E4M3 alone", 0},
    {"--estimate", 0, OPTION_INT, FIELD(probes), "N",
     "measure N samples at the outputs and estimate the others: for large models", 0},
    {"--time-limit", 0, OPTION_STRING, FIELD(limit), "SECONDS",
     "stop between samples and use those done so far", 0},
    {"--check", 0, OPTION_INT, FIELD(check), "N",
     "run N random assignments and compare them with what is predicted", 0},
    {"--seed", 0, OPTION_INT, FIELD(seed), "SEED", "seed of these assignments; default 1", 0},
    {"--constant-scales", 0, OPTION_STRING, FIELD(constant), "DB",
     "show with which constant scales 2^-b, of both operands, each product's own result keeps so "
     "many dB",
     0},
    {"--top", 0, OPTION_INT, FIELD(top), "N", "show the N worst nodes; default 40", 0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL, "print the whole document", 0},
    {0},
};

/* "22.5", or "22.5 / 24.1" for several outputs; "-" where there is no error. */
static const char *db_words(const json_t *list, arena *a) {
  text t;
  text_init(&t, a);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *x = json_array_get(list, i);
    if (i) text_add(&t, " / ");
    if (json_is_number(x))
      text_printf(&t, "%.1f", json_number_value(x));
    else
      text_add(&t, "-");
  }
  return text_cstr(&t);
}

static const char *share_words(const json_t *x, arena *a) {
  return json_is_number(x) ? arena_printf(a, "%.1f%%", 100 * json_number_value(x)) : "-";
}

static const json_t *option_named(const json_t *node, const char *name) {
  const json_t *list = json_object_get(node, "options");
  for (size_t i = 0; i < json_array_size(list); i++)
    if (strcmp(json_text_of(json_array_get(list, i), "name"), name) == 0)
      return json_array_get(list, i);
  return NULL;
}

static const char *option_db(const json_t *node, const char *name, const char *key, arena *a) {
  const json_t *o = option_named(node, name);
  const char *words = o ? db_words(json_object_get(o, key), a) : "";
  return words[0] ? words : "-";
}

static const char *local_db(const json_t *node, const char *name, arena *a) {
  const json_t *x = json_object_get(option_named(node, name), "local_db");
  return json_is_number(x) ? arena_printf(a, "%.1f", json_number_value(x)) : "-";
}

static double option_seconds(const json_t *node, const char *name) {
  const json_t *x = json_object_get(option_named(node, name), "seconds");
  return json_is_number(x) ? json_number_value(x) : NAN;
}

/* What E4M3 saves of the time of all products in BF16. */
static const char *gain_words(const json_t *node, double whole, arena *a) {
  double gain = option_seconds(node, "bf16") - option_seconds(node, "e4m3");
  return isfinite(gain) && whole > 0 ? arena_printf(a, "%.1f%%", 100 * gain / whole) : "-";
}

static double whole_seconds(const json_t *d) {
  const json_t *nodes = json_object_get(d, "nodes");
  double sum = 0;
  for (size_t i = 0; i < json_array_size(nodes); i++) {
    double x = option_seconds(json_array_get(nodes, i), "bf16");
    if (isfinite(x)) sum += x;
  }
  return sum;
}

static const json_t *node_named(const json_t *document, const char *name) {
  const json_t *nodes = json_object_get(document, "nodes");
  for (size_t i = 0; i < json_array_size(nodes); i++)
    if (strcmp(json_text_of(json_array_get(nodes, i), "name"), name) == 0)
      return json_array_get(nodes, i);
  return NULL;
}

static void print_outputs(const json_t *d, arena *a) {
  const json_t *outputs = json_object_get(d, "outputs");
  printf("Error is counted over %lld samples", json_int_of(d, "samples"));
  for (size_t i = 0; i < json_array_size(outputs); i++) {
    const json_t *o = json_array_get(outputs, i);
    const char *before = json_text_of(o, "before");
    printf("%s \"%s\"%s%s",
           i == 0                              ? " at"
           : i + 1 == json_array_size(outputs) ? " and"
                                               : ",",
           text_safe(a, json_text_of(o, "port")), before[0] ? " in front of its " : "", before);
  }
  printf(".\n");
  long long samples = json_int_of(d, "samples"), probes = json_int_of(d, "probes");
  const json_t *estimate = json_object_get(d, "estimate"),
               *correlation = json_object_get(estimate, "correlation");
  if (probes < samples)
    printf(
        "%lld of them were measured at the outputs; the others are estimated from those by the\n"
        "errors of the nodes' own results.\n",
        probes);
  else if (json_is_number(correlation))
    printf(
        "An estimate from the first sample alone (--estimate 1) would have given these noises\n"
        "with a correlation of %.3f, %.1f dB apart on average.\n",
        json_number_value(correlation),
        json_number_value(json_object_get(estimate, "mean_difference_db")));
  if (json_is_true(json_object_get(d, "state_carried")))
    printf(
        "State is carried on as the F32 model leaves it: errors that state would pass on to the\n"
        "next sample are not counted.\n");
}

static void print_assignments(const json_t *d, arena *a) {
  const json_t *all = json_object_get(d, "assignments");
  printf("\nEvery product in            dB              without pair terms\n");
  for (size_t i = 0; i <= FP8_FORMATS; i++) {
    const product_format *f = &product_formats[i == 0 ? PRODUCT_BF16 : i - 1];
    const product_format *weights = product_format_of(f->weights);
    const json_t *o = json_object_get(all, f->name);
    printf("  %-25s %-15s %s\n",
           weights == f ? f->shown : arena_printf(a, "%s (weights %s)", f->shown, weights->shown),
           db_words(json_object_get(o, "predicted_db"), a),
           db_words(json_object_get(o, "without_pairs_db"), a));
  }
  printf("%s.\n", text_safe(a, json_text_of(d, "profile")));
}

static void print_nodes(const json_t *d, int64_t top, arena *a) {
  const json_t *ranking = json_object_get(d, "ranking"), *nodes = json_object_get(d, "nodes");
  size_t count = json_array_size(ranking), shown = count < (size_t)top ? count : (size_t)top;
  double whole = whole_seconds(d);
  printf("\n%-32s %-9s %6s %6s %7s ", "node", "op", "MACs", "gain", "error");
  for (size_t k = 0; k < FP8_FORMATS; k++) printf(" %s alone, dB ", product_formats[k].shown);
  printf(" %6s %8s\n", "local", "weights'");
  for (size_t i = 0; i < shown; i++) {
    const json_t *n = node_named(d, json_string_value(json_array_get(ranking, i)));
    printf("%-32s %-9.9s %6s %6s %7s ", end_of(json_shown(n, "name", a), 32, a),
           json_text_of(n, "op"), share_words(json_object_get(n, "macs_share"), a),
           gain_words(n, whole, a), share_words(json_object_get(n, "error_share"), a));
    for (size_t k = 0; k < FP8_FORMATS; k++)
      printf(" %-15s", option_db(n, product_formats[k].name, "alone_db", a));
    printf(" %6s %8s\n", local_db(n, "e4m3", a),
           share_words(json_object_get(n, "weights_share"), a));
  }
  if (shown < count) printf("and %zu more; --top shows them\n", count - shown);
  for (size_t i = 0; i < json_array_size(nodes); i++) {
    const json_t *n = json_array_get(nodes, i);
    if (json_is_string(json_object_get(n, "fixed")))
      printf("%-32s %-9.9s not chosen: %s\n", end_of(json_shown(n, "name", a), 32, a),
             json_text_of(n, "op"), json_text_of(n, "fixed"));
  }
}

/* Prints how exactly tensor cores sum each product that is deep enough for it to matter. */
static void print_sums(const json_t *d, int64_t top, arena *a) {
  static const char *const keys[] = {"off_db", "512_db", "256_db", "128_db", "64_db"};
  const json_t *ranking = json_object_get(d, "ranking");
  size_t shown = 0;
  for (size_t i = 0; i < json_array_size(ranking) && shown < (size_t)top; i++) {
    const json_t *n = node_named(d, json_string_value(json_array_get(ranking, i))),
                 *sums = json_object_get(n, "accumulation");
    if (!json_is_object(sums)) continue;
    if (shown++ == 0)
      printf("\nSums in E4M3 on a GPU, dB kept by compile --promote\n%-32s %8s %8s %8s %8s %8s\n",
             "node", "off", "512", "256", "128", "64");
    printf("%-32s", end_of(json_shown(n, "name", a), 32, a));
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
      const json_t *x = json_object_get(sums, keys[k]);
      printf(" %8s", json_is_number(x) ? arena_printf(a, "%.1f", json_number_value(x)) : "-");
    }
    printf("\n");
  }
}

/* "-3 to 5", "-3, 0 to 5"; "none". */
static const char *range_words(const json_t *kept, arena *a) {
  text t;
  text_init(&t, a);
  for (size_t i = 0, n = json_array_size(kept); i < n; i++) {
    json_int_t first = json_integer_value(json_array_get(kept, i)), last = first;
    while (i + 1 < n && json_integer_value(json_array_get(kept, i + 1)) == last + 1) i++, last++;
    text_printf(&t, "%s%lld", t.length ? ", " : "", (long long)first);
    if (last > first) text_printf(&t, " to %lld", (long long)last);
  }
  return t.length ? text_cstr(&t) : "none";
}

static void print_biases(const char *name, const json_t *e4m3, const json_t *e5m2, arena *a) {
  printf("%-32s %-19s %s\n", name, range_words(e4m3, a), range_words(e5m2, a));
}

static void print_constants(const json_t *d, int64_t top, arena *a) {
  const json_t *all = json_object_get(d, "constant_scales"), *kept = json_object_get(all, "kept"),
               *ranking = json_object_get(d, "ranking");
  if (!all) return;
  printf("\nConstant scales 2^-b of both operands: b that leaves the node's own result %.4g dB\n",
         json_number_value(json_object_get(all, "budget_db")));
  printf("%-32s %-19s E5M2 (weights E4M3)\n", "node", "E4M3");
  for (size_t i = 0; i < json_array_size(ranking) && i < (size_t)top; i++) {
    const json_t *n = node_named(d, json_string_value(json_array_get(ranking, i))),
                 *own = json_object_get(n, "constant_scales");
    if (json_is_object(own))
      print_biases(end_of(json_shown(n, "name", a), 32, a),
                   json_object_get(json_object_get(own, "e4m3"), "kept"),
                   json_object_get(json_object_get(own, "e5m2"), "kept"), a);
  }
  print_biases("every product", json_object_get(kept, "e4m3"), json_object_get(kept, "e5m2"), a);
}

static double number(const json_t *o, const char *list, const char *key) {
  return json_number_value(json_object_get(json_object_get(o, list), key));
}

static void print_check(const json_t *d, arena *a) {
  const json_t *check = json_object_get(d, "check"), *outputs = json_object_get(check, "outputs");
  if (!check) return;
  printf("\n%zu random assignments, predicted and run:\n",
         json_array_size(json_object_get(check, "assignments")));
  for (size_t i = 0; i < json_array_size(outputs); i++) {
    const json_t *o = json_array_get(outputs, i);
    static const char *const kinds[][2] = {{"with_pairs", ""},
                                           {"without_pairs", "; without pair terms"},
                                           {"without_correction", "; errors merely added"}};
    printf("  %-24s", text_safe(a, json_text_of(o, "port")));
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
      printf("%s correlation %.3f, %.2f dB apart", kinds[k][1],
             number(o, kinds[k][0], "correlation"), number(o, kinds[k][0], "mean_difference_db"));
    printf("\n");
  }
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  fp8c_error err = {0};
  model_listener l;
  fp8c_compile_options o;
  double seconds = 0, constant = 0;
  if (s->constant && !(double_parse(s->constant, &constant) && constant > 0 && isfinite(constant)))
    return cli_usage(&command_sensitivity, "--constant-scales is \"%s\"; it takes dB, more than 0",
                     s->constant);
  if (s->limit && !(double_parse(s->limit, &seconds) && seconds > 0 && isfinite(seconds)))
    return cli_usage(&command_sensitivity, "--time-limit is \"%s\"; it takes seconds, more than 0",
                     s->limit);
  int code = model_options(&command_sensitivity, &s->model, positional[0], 0, a, &l, &o);
  if (code != EXIT_DONE) return code;
  fp8c_sensitivity_options what = {.size = sizeof what,
                                   .outputs = s->outputs.items,
                                   .output_count = s->outputs.count,
                                   .exact = s->exact,
                                   .samples = (size_t)s->samples,
                                   .seconds = seconds,
                                   .probes = (size_t)s->probes,
                                   .check = (size_t)s->check,
                                   .constant_scales_db = constant,
                                   .seed = s->seed ? (uint64_t)s->seed : 1};
  char *document = NULL;
  fp8c_status status = fp8c_sensitivity(&o, &what, &document, &err);
  progress_clear(&l.progress);
  if (status == FP8C_OK && s->json) puts(document);
  json_t *d =
      status == FP8C_OK && !s->json ? json_parse(document, strlen(document), 0, NULL) : NULL;
  if (d) {
    print_outputs(d, a);
    print_assignments(d, a);
    print_nodes(d, s->top ? s->top : 40, a);
    print_sums(d, s->top ? s->top : 40, a);
    print_constants(d, s->top ? s->top : 40, a);
    print_check(d, a);
  }
  json_decref(d);
  fp8c_string_free(document);
  return model_done(&l, status, &err);
}

const command command_sensitivity = {
    .name = "sensitivity",
    .usage = "MODEL.onnx --calibrate DATA [options]",
    .does = "Measure what each product's format costs at the model's outputs.",
    .teaches =
        "Each matrix node in turn computes with rounded operands, everything else in F32, and\n"
        "what depends on it is computed again: the error that its format alone makes at the\n"
        "outputs. Errors of several nodes add up as vectors, so that what is kept of every pair\n"
        "predicts whole assignments. Columns: share of the multiply-accumulates; what E4M3 saves\n"
        "of the modelled time of all products in BF16 (for a CPU plan: on a full Hopper chip);\n"
        "share of the error when every product is in E4M3; SQNR at the outputs with this node "
        "alone in a\n"
        "format; SQNR of the node's own result in E4M3, and how much of that error is the\n"
        "weights'. An interrupted run continues from the cache.\n\n"
        "  fp8c sensitivity bert.onnx --calibrate samples.npz\n"
        "  fp8c sensitivity det.onnx --calibrate pixels.npz --preprocess 'x=x/127.5-1' --exact\n"
        "  fp8c sensitivity bert.onnx --calibrate samples.npz --check 50 --json",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
