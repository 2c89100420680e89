/* verify.c - `fp8c verify`: every hash in a plan. */
#include "base/json.h"
#include "cli/cli.h"

typedef struct settings {
  bool json;
} settings;

static const option options[] = {
    {"--json", 0, OPTION_FLAG, offsetof(settings, json), NULL,
     "print the plan's name and hash as JSON", 0},
    {0},
};

static void print(const settings *s, const char *path, const fp8c_program *p, arena *a) {
  if (!s->json) {
    printf("%s  %s\n", fp8c_program_hash(p), text_safe(a, path));
    return;
  }
  json_t *o = json_object();
  json_object_set_new(o, "plan", json_text_or_null(text_safe(a, path)));
  json_object_set_new(o, "hash", json_string(fp8c_program_hash(p)));
  json_print(o, 0);
  json_decref(o);
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  fp8c_error err = {0};
  fp8c_program *p = NULL;
  fp8c_status status = fp8c_program_open(positional[0], &p, &err);
  if (status == FP8C_OK) status = fp8c_program_verify(p, &err);
  if (status == FP8C_OK) print(given, positional[0], p, a);
  fp8c_program_free(p);
  return status == FP8C_OK ? EXIT_DONE : cli_fail(&err);
}

const command command_verify = {
    .name = "verify",
    .usage = "PLAN.fp8c",
    .does = "Check every hash in a plan and print the plan's own.",
    .teaches = "The hash can pin a plan: fp8c_program_open_pinned, `fp8c run --pin HASH`.",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
