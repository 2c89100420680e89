/* extract.c - `fp8c extract`. */
#include "base/json.h"
#include "cli/cli.h"

typedef struct settings {
  const char *output;
  string_list from, to;
  bool external_data, json, quiet;
} settings;

static const option options[] = {
    {"--from", 'f', OPTION_LIST, offsetof(settings, from), "NAME",
     "where the part begins: a value, or a node, whose inputs it then reads; may be repeated; "
     "default: the model's inputs",
     0},
    {"--to", 't', OPTION_LIST, offsetof(settings, to), "NAME",
     "where it ends: a value, or a node with all it gives; may be repeated; default: the model's "
     "outputs",
     0},
    {"--output", 'o', OPTION_WRITTEN, offsetof(settings, output), "FILE",
     "the part; default: the model's name with _part.onnx", 0},
    {"--external-data", 0, OPTION_FLAG, offsetof(settings, external_data), NULL,
     "weights into FILE.data; without it they go there when the part would pass 2 GiB", 0},
    {"--json", 0, OPTION_FLAG, offsetof(settings, json), NULL,
     "print the file's name and the counts as JSON", 0},
    {"--quiet", 'q', OPTION_FLAG, offsetof(settings, quiet), NULL, "errors only", 0},
    {0},
};

static const char *plural(size_t n) { return n == 1 ? "" : "s"; }

static void print_json(const char *output, const fp8c_extract_counts *c, arena *a) {
  json_t *o = json_object();
  json_object_set_new(o, "output", json_text_or_null(text_safe(a, output)));
  json_object_set_new(o, "nodes", json_integer((json_int_t)c->nodes));
  json_object_set_new(o, "model_nodes", json_integer((json_int_t)c->model_nodes));
  json_object_set_new(o, "constants", json_integer((json_int_t)c->constants));
  json_object_set_new(o, "inputs", json_integer((json_int_t)c->inputs));
  json_object_set_new(o, "outputs", json_integer((json_int_t)c->outputs));
  json_print(o, 0);
  json_decref(o);
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  fp8c_error err = {0};
  if (!s->from.count && !s->to.count)
    return cli_usage(&command_extract, "the part is the whole model: give --from, --to or both");
  const char *output = s->output ? s->output : name_of_result(a, positional[0], "_part.onnx");
  fp8c_extract_options o = {.size = sizeof o,
                            .model_path = positional[0],
                            .output_path = output,
                            .from = s->from.items,
                            .from_count = s->from.count,
                            .to = s->to.items,
                            .to_count = s->to.count,
                            .external_data = s->external_data};
  fp8c_extract_counts c;
  if (fp8c_extract(&o, &c, &err) != FP8C_OK) return cli_fail(&err);
  if (s->json)
    print_json(output, &c, a);
  else if (!s->quiet)
    printf("%s written: %zu of %zu nodes, %zu constant%s, %zu input%s, %zu output%s\n",
           text_safe(a, output), c.nodes, c.model_nodes, c.constants, plural(c.constants), c.inputs,
           plural(c.inputs), c.outputs, plural(c.outputs));
  return EXIT_DONE;
}

const command command_extract = {
    .name = "extract",
    .usage = "MODEL.onnx --from NAME --to NAME [-o PART.onnx]",
    .does = "Cut a part out of an ONNX model, as a model of its own.",
    .teaches =
        "The nodes that the values at the end need, back to those at the beginning, with their\n"
        "constants, unchanged.  What else they need of the model's inputs stays an input.\n"
        "`fp8c show MODEL.onnx` lists ports; names of nodes and values stand in every report.\n\n"
        "  fp8c extract bert.onnx --from /encoder/layer.0/output --to /encoder/layer.1/output\n"
        "  fp8c extract model.onnx --to logits -o without_softmax.onnx",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
