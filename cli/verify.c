/* verify.c - `fp8c verify`: every hash in a plan. */
#include "cli/cli.h"

static int run(const void *given, char **positional, int count, arena *a) {
  (void)given, (void)count;
  fp8c_error err = {0};
  fp8c_program *p = NULL;
  fp8c_status status = fp8c_program_open(positional[0], &p, &err);
  if (status == FP8C_OK) status = fp8c_program_verify(p, &err);
  if (status == FP8C_OK) printf("%s  %s\n", fp8c_program_hash(p), text_safe(a, positional[0]));
  fp8c_program_free(p);
  return status == FP8C_OK ? EXIT_DONE : cli_fail(&err);
}

const command command_verify = {
    .name = "verify",
    .usage = "PLAN.fp8c",
    .does = "Check every hash in a plan and print the plan's own.",
    .teaches = "The hash can pin a plan: fp8c_program_open_pinned, `fp8c run --pin HASH`.",
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
