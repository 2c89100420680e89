/* calibrate.c - `fp8c calibrate`: figures of samples, without a plan. */
#include "cli/model.h"

typedef struct settings {
  const char *output;
  string_list io_types;
  model_settings model;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    {"--output", 'o', OPTION_WRITTEN, FIELD(output), "FILE.json",
     "the figures; default: the model's name with .json", 0},
    MODEL_OPTIONS(settings, model),
    {"--io-type", 0, OPTION_LIST, FIELD(io_types), "PORT=TYPE",
     "a port's type, as it will be given to compile", 0},
    {0},
};

/* An option that compile has and that figures do not depend on; NULL: none was given. */
static const char *idle_option(const model_settings *m) {
  return m->method     ? "--calibrate-method"
         : m->scales   ? "--scales"
         : m->headroom ? "--headroom"
         : m->repairs  ? "--repair"
         : m->norms    ? "--norms"
                       : NULL;
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  fp8c_error err = {0};
  model_listener l;
  fp8c_compile_options o;
  const char *idle = idle_option(&s->model);
  if (idle)
    return cli_usage(&command_calibrate,
                     "figures are the same with any %s; give it to compile, with --calibration",
                     idle);
  int code = model_options(&command_calibrate, &s->model, positional[0], 0, a, &l, &o);
  if (code != EXIT_DONE) return code;
  const char *output = s->output ? s->output : name_of_result(a, positional[0], ".json");
  o.save_calibration = output;
  o.io_types = s->io_types.items;
  o.io_type_count = s->io_types.count;
  fp8c_status status = fp8c_calibrate(&o, &err);
  progress_clear(&l.progress);
  if (status == FP8C_OK && !s->model.quiet) printf("%s written\n", text_safe(a, output));
  return model_done(&l, status, &err);
}

const command command_calibrate = {
    .name = "calibrate",
    .usage = "MODEL.onnx --calibrate DATA [-o FILE.json] [options]",
    .does = "Take the figures of samples, for `fp8c compile --calibration` and `fp8c merge`.",
    .teaches =
        "A large set of samples is calibrated in parts, wherever they are, with the options about\n"
        "model, sizes and targets that compile will be given.  Statistics alone are taken, of all\n"
        "samples; errors of products, which need all of them at once, compile estimates.\n\n"
        "  fp8c calibrate bert.onnx --calibrate part1.npz -o part1.json\n"
        "  fp8c calibrate bert.onnx --calibrate part2.npz -o part2.json\n"
        "  fp8c merge part1.json part2.json -o bert.json\n"
        "  fp8c compile bert.onnx --calibration bert.json",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
