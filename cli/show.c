/* show.c - `fp8c show`, `fp8c passes`, `fp8c ops`: looking without changing. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "compiler/report/inspect.h"
#include "runtime/device.h"

typedef struct settings {
  bool json, steps, page;
} settings;

static const option show_options[] = {
    {"--json", 0, OPTION_FLAG, offsetof(settings, json), NULL, "print everything as JSON", 0},
    {"--steps", 0, OPTION_FLAG, offsetof(settings, steps), NULL, "plans: list every step", 0},
    {0},
};

static const option json_option[] = {
    {"--json", 0, OPTION_FLAG, offsetof(settings, json), NULL, "print the table as JSON", 0},
    {0},
};

static const option ops_options[] = {
    {"--json", 0, OPTION_FLAG, offsetof(settings, json), NULL, "print the table as JSON", 0},
    {"--markdown", 0, OPTION_FLAG, offsetof(settings, page), NULL,
     "print the tables of docs/operators.md", 0},
    {0},
};

static void print_ports(const json_t *o, const char *key, arena *a) {
  size_t i, k;
  json_t *port, *dim;
  json_array_foreach(json_object_get(o, key), i, port) {
    printf("%-8s %s: %s", i == 0 ? key : "", json_shown(port, "name", a),
           json_shown(port, "dtype", a));
    const json_t *unit = json_object_get(port, "scale");
    if (json_is_number(unit)) printf("@%.8g", json_number_value(unit));
    printf("[");
    if (!json_is_array(json_object_get(port, "shape"))) printf("*");
    json_array_foreach(json_object_get(port, "shape"), k, dim) {
      if (json_is_integer(dim))
        printf("%s%lld", k ? ", " : "", (long long)json_integer_value(dim));
      else
        printf("%s%s", k ? ", " : "", text_safe(a, json_string_value(dim)));
    }
    printf("]\n");
  }
}

static int show_model(const settings *s, const char *path, arena *a) {
  fp8c_error err = {0};
  json_t *o = NULL;
  if (inspect_model(path, &o, &err) != FP8C_OK) return cli_fail(&err);
  bool supported = json_is_true(json_object_get(o, "supported"));
  if (s->json) {
    json_print(o, 0);
  } else {
    printf("model    %s, %s, opset %lld, %lld nodes%s%s\n", text_safe(a, path),
           bytes_text(a, (uint64_t)json_int_of(o, "bytes")), json_int_of(o, "opset"),
           json_int_of(o, "nodes"), *json_shown(o, "producer", a) ? ", by " : "",
           json_shown(o, "producer", a));
    print_ports(o, "inputs", a);
    print_ports(o, "outputs", a);
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(o, "external_data"), i, row)
        printf("%-8s %s\n", i ? "" : "weights", text_safe(a, json_string_value(row)));
    json_array_foreach(json_object_get(o, "operators"), i, row)
        printf("%s%s x%lld", i == 0 ? "operators " : ", ", json_shown(row, "op", a),
               json_int_of(row, "count"));
    if (i) putchar('\n');
    json_array_foreach(json_object_get(o, "problems"), i, row) printf(
        "problem  node \"%s\": %s\n", json_shown(row, "node", a), json_shown(row, "text", a));
    if (supported)
      printf("Every operator is supported.\n");
    else
      printf("The model cannot be compiled: %s.\n", json_shown(o, "reason", a));
  }
  json_decref(o);
  return supported ? EXIT_DONE : EXIT_UNSUPPORTED;
}

static void print_memory(const json_t *memory, arena *a) {
  const json_t *states = json_object_get(memory, "states");
  size_t count = json_array_size(states);
  printf("keeps    %zu state%s", count, count == 1 ? "" : "s");
  if (json_is_string(json_object_get(memory, "tokens")))
    printf(" of %lld tokens a slot", json_int_of(memory, "capacity"));
  printf(", %s\"%s\"\n", count == 1 ? "" : "the first ",
         json_shown(json_array_get(states, 0), "input", a));
}

static void print_plan(const settings *s, const json_t *o, arena *a) {
  printf("plan of  %s by %s\noptions  %s\n", json_shown(o, "model", a),
         json_shown(o, "compiler", a), json_shown(o, "options", a));
  print_ports(o, "inputs", a);
  print_ports(o, "outputs", a);
  const json_t *memory = json_object_get(o, "memory");
  if (memory) print_memory(memory, a);
  printf("stored   %s of weights and kernels\n",
         bytes_text(a, (uint64_t)json_int_of(o, "blob_bytes")));
  size_t i, k;
  json_t *row, *step;
  json_array_foreach(json_object_get(o, "libraries"), i, row)
      printf("needs    %s\n", json_shown(row, "name", a));
  json_array_foreach(json_object_get(o, "variants"), i, row) {
    const json_t *steps = json_object_get(row, "steps");
    printf("variant  %s %s: %zu steps, %lld kernels, weights %s, activations %s, workspace %s\n",
           json_shown(row, "target", a), json_shown(row, "profile", a), json_array_size(steps),
           json_int_of(row, "kernels"), bytes_text(a, (uint64_t)json_int_of(row, "weight_bytes")),
           bytes_text(a, (uint64_t)json_int_of(row, "activation_bytes")),
           bytes_text(a, (uint64_t)json_int_of(row, "workspace_bytes")));
    if (!s->steps) continue;
    json_array_foreach(steps, k, step)
        printf("  %4zu  %-24s %-28s %s\n", k, json_shown(step, "kernel", a),
               json_shown(step, "precision", a), json_shown(step, "name", a));
  }
}

static int show_plan(const settings *s, const char *path, arena *a) {
  fp8c_error err = {0};
  fp8c_program *p = NULL;
  if (fp8c_program_open(path, &p, &err) != FP8C_OK) return cli_fail(&err);
  json_t *o = inspect_plan(program_plan(p));
  if (s->json)
    json_print(o, 0);
  else
    print_plan(s, o, a);
  json_decref(o);
  fp8c_program_free(p);
  return EXIT_DONE;
}

static int run_show(const void *given, char **positional, int count, arena *a) {
  (void)count;
  return path_is_onnx(positional[0]) ? show_model(given, positional[0], a)
                                     : show_plan(given, positional[0], a);
}

const command command_show = {
    .name = "show",
    .usage = "MODEL.onnx|PLAN.fp8c [--json] [--steps]",
    .does = "Show a model's ports and operators, or a plan's variants and steps.",
    .teaches = "A model with operators that are not supported lists all of them and exits with 4.",
    .options = show_options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run_show,
};

static int run_passes(const void *given, char **positional, int count, arena *a) {
  (void)positional, (void)count;
  json_t *list = inspect_passes();
  size_t i;
  json_t *row;
  if (((const settings *)given)->json)
    json_print(list, 0);
  else
    json_array_foreach(list, i, row)
        printf("%-18s %-10s %s\n", json_shown(row, "name", a), json_shown(row, "pipeline", a),
               json_shown(row, "does", a));
  json_decref(list);
  return EXIT_DONE;
}

const command command_passes = {
    .name = "passes",
    .usage = "[--json]",
    .does = "List the compiler's passes.",
    .options = json_option,
    .settings_bytes = sizeof(settings),
    .run = run_passes,
};

static int run_ops(const void *given, char **positional, int count, arena *a) {
  (void)positional, (void)count;
  const settings *o = given;
  if (o->page) {
    fputs(inspect_ops_page(a), stdout);
    return EXIT_DONE;
  }
  json_t *list = inspect_ops();
  size_t i;
  json_t *row;
  if (o->json)
    json_print(list, 0);
  else {
    printf("%-34s %-8s %-17s %-4s %-4s %s\n", "operator", "opsets", "types", "CPU", "GPU", "class");
    json_array_foreach(list, i, row) {
      const char *domain = json_shown(row, "domain", a), *becomes = json_shown(row, "becomes", a);
      bool onnx = !*domain, gpu = json_is_true(json_object_get(row, "gpu"));
      const char *opsets = onnx ? arena_printf(a, "%lld-%lld", json_int_of(row, "first_opset"),
                                               json_int_of(row, "last_opset"))
                                : "";
      printf("%-34s %-8s %-17s %-4s %-4s %s\n",
             onnx ? json_shown(row, "name", a)
                  : arena_printf(a, "%s.%s", domain, json_shown(row, "name", a)),
             opsets, json_shown(row, "types", a), "yes", gpu ? "yes" : "",
             *becomes ? arena_printf(a, "becomes %s", becomes) : json_shown(row, "class", a));
    }
  }
  json_decref(list);
  return EXIT_DONE;
}

const command command_ops = {
    .name = "ops",
    .usage = "[--json | --markdown]",
    .does = "List the operators: opsets, types, devices, precision class.",
    .options = ops_options,
    .settings_bytes = sizeof(settings),
    .run = run_ops,
};
