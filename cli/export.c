/* export.c - `fp8c export`. */
#include <string.h>

#include "cli/cli.h"

typedef struct settings {
  const char *output;
  bool external_data, ort, quiet;
} settings;

static const option options[] = {
    {"--output", 'o', OPTION_WRITTEN, offsetof(settings, output), "FILE",
     "the model; default: the plan's name with _qdq.onnx, or with _ctx.onnx", 0},
    {"--ort", 0, OPTION_FLAG, offsetof(settings, ort), NULL,
     "a model of one node that holds the plan, for ONNX Runtime's execution provider libfp8c_ort",
     0},
    {"--external-data", 0, OPTION_FLAG, offsetof(settings, external_data), NULL,
     "weights into FILE.data, or with --ort the plan into FILE.fp8c; without it they go there when "
     "the model would pass 2 GiB",
     0},
    {"--quiet", 'q', OPTION_FLAG, offsetof(settings, quiet), NULL, "errors only", 0},
    {0},
};

/* What tests/models holds exported files against, at each of its levels. */
#define CHECKED_WITH "ONNX Runtime 1.31.1"

static const char *default_output(arena *a, const char *plan, const char *ending) {
  size_t n = strlen(plan);
  bool named = n > 5 && strcmp(plan + n - 5, ".fp8c") == 0;
  return arena_printf(a, "%.*s%s", (int)(named ? n - 5 : n), plan, ending);
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  fp8c_error err = {0};
  const char *output =
      s->output ? s->output : default_output(a, positional[0], s->ort ? "_ctx.onnx" : "_qdq.onnx");
  fp8c_export_options o = {.size = sizeof o,
                           .plan_path = positional[0],
                           .output_path = output,
                           .external_data = s->external_data,
                           .ort = s->ort};
  if (fp8c_export(&o, &err) != FP8C_OK) return cli_fail(&err);
  if (s->quiet) return EXIT_DONE;
  const char *what = s->ort ? "ONNX Runtime runs it where libfp8c_ort is registered"
                            : CHECKED_WITH " computes such files alike at every optimisation level";
  printf("%s written; %s\n", text_safe(a, output), what);
  return EXIT_DONE;
}

const command command_export = {
    .name = "export",
    .usage = "PLAN.fp8c [-o MODEL.onnx]",
    .does =
        "Write a plan's decisions as a Q/DQ ONNX model that runs elsewhere, or the plan for ONNX "
        "Runtime.",
    .teaches =
        "FP8 becomes QuantizeLinear and DequantizeLinear, BF16 becomes Cast; what ONNX cannot say\n"
        "goes to metadata_props. Compiled again, the file gives the same decisions and outputs.\n"
        "Such files are checked with " CHECKED_WITH
        " at every optimisation level, its default\n"
        "(ORT_ENABLE_ALL) included.\n\n"
        "  fp8c export bert.fp8c -o bert_qdq.onnx\n"
        "  fp8c compile bert_qdq.onnx -o again.fp8c\n\n"
        "With --ort the model is the plan itself, in one EPContext node (docs/onnxruntime.md).\n\n"
        "  fp8c export --ort bert.fp8c -o bert_ctx.onnx",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
