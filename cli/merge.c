/* merge.c - `fp8c merge`: calibration figures of parts, as those of the whole. */
#include <limits.h>

#include "cli/cli.h"

typedef struct settings {
  const char *output;
  bool quiet;
} settings;

static const option options[] = {
    {"--output", 'o', OPTION_WRITTEN, offsetof(settings, output), "FILE.json", "the figures of all",
     0},
    {"--quiet", 'q', OPTION_FLAG, offsetof(settings, quiet), NULL, "errors only", 0},
    {0},
};

static int run(const void *given, char **positional, int count, arena *a) {
  const settings *s = given;
  fp8c_error err = {0};
  if (!s->output) return cli_usage(&command_merge, "no file was named for the result; give -o");
  if (fp8c_merge_calibration((const char *const *)positional, (size_t)count, s->output, &err) !=
      FP8C_OK)
    return cli_fail(&err);
  if (!s->quiet) printf("%s written, of %d files\n", text_safe(a, s->output), count);
  return EXIT_DONE;
}

const command command_merge = {
    .name = "merge",
    .usage = "PART.json... -o FILE.json",
    .does = "Merge calibration figures of parts of one set of samples.",
    .teaches =
        "The parts are files of `fp8c calibrate`, of the same model, options and version.  The\n"
        "result is byte for byte the file of all samples at once, in whatever order the parts are\n"
        "given, and can be merged further.\n\n"
        "  fp8c merge part1.json part2.json -o bert.json",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = INT_MAX,
    .run = run,
};
