/* model.h - what commands that take a model apart share: the options about the
 * model, its samples and targets, and who listens to the compiler meanwhile. */
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include "cli/cli.h"

typedef struct model_settings {
  const char *calibrate, *method, *scales, *headroom, *repairs, *norms, *cache_dir, *log;
  string_list dims, targets, sets, states, preprocess;
  int64_t threads;
  decided_settings decided;
  bool no_cache, quiet, skip_nonfinite;
} model_settings;

/* Rows of a command's table; settings_ has a model_settings named field_. */
#define MODEL_FIELD(settings_, field_, f_) \
  (offsetof(settings_, field_) + offsetof(model_settings, f_))
/* clang-format off */
#define MODEL_OPTIONS(settings_, field_)                                                         \
  {"--calibrate", 'c', OPTION_READ, MODEL_FIELD(settings_, field_, calibrate), "DATA",         \
   ".npz, folder of .npz or .npy, or ONNX test data; first axis = samples", 0},                  \
  {"--calibrate-method", 0, OPTION_STRING, MODEL_FIELD(settings_, field_, method), "NAME",       \
   "how activation scales are chosen: mse (default), max, kl, percentile, percentile=99.9, "     \
   "constant=0.05", 0},                                                                          \
  {"--scales", 0, OPTION_STRING, MODEL_FIELD(settings_, field_, scales), "KIND", "default any",  \
   "any|pow2"},                                                                                  \
  {"--headroom", 0, OPTION_STRING, MODEL_FIELD(settings_, field_, headroom), "X",                \
   "activations may grow by this factor (1.5) or level (3dB) before they saturate", 0},          \
  {"--repair", 0, OPTION_STRING, MODEL_FIELD(settings_, field_, repairs), "LIST",                \
   "corrections that reduce FP8 rounding error: all, none, or some of round (GPTQ), bias, centre, centre-maps, equalise, split; default: "            \
   "round,centre-maps,equalise,bias, with a goal split as well",                                           \
   0},                                                                                            \
  {"--norms", 0, OPTION_STRING, MODEL_FIELD(settings_, field_, norms), "HOW",                    \
   "norms in front of FP8 products: into their weights (fold), or as they are (keep); default "  \
   "keep", "keep|fold"},                                                                     \
  {"--skip-nonfinite", 0, OPTION_FLAG, MODEL_FIELD(settings_, field_, skip_nonfinite), NULL,      \
   "leave out calibration samples that give NaN or infinity", 0},                                \
  {"--target", 't', OPTION_LIST, MODEL_FIELD(settings_, field_, targets), "NAME",                \
   "cpu, sm_89, sm_90a, sm_100a ...; may be repeated; default: cpu and the GPU present", 0},     \
  {"--dim", 'd', OPTION_LIST, MODEL_FIELD(settings_, field_, dims), "NAME=SIZES",                \
   "sizes of a named dimension that GPU plans serve: 8, a list 1,8,32, a range 1..32, or "       \
   "every 16th of one 16..512:16 (docs/sizes.md)", 0},                                           \
  DECIDED_OPTIONS(MODEL_FIELD(settings_, field_, decided)),                                       \
  {"--set", 0, OPTION_LIST, MODEL_FIELD(settings_, field_, sets), "INPUT=VALUE",                 \
   "a calibration input the data does not have", 0},                                             \
  {"--state", 0, OPTION_LIST, MODEL_FIELD(settings_, field_, states), "IN=OUT",                  \
   "calibration: carry an output to an input from sample to sample; with --capacity the plan "   \
   "keeps it from run to run", 0},                                                               \
  {"--preprocess", 0, OPTION_LIST, MODEL_FIELD(settings_, field_, preprocess), "X=EXPR",         \
   "calibration: e.g. 'x=(x/255-[0.485 0.456 0.406])/0.225'", 0},                                \
  {"--threads", 'j', OPTION_THREADS, MODEL_FIELD(settings_, field_, threads), "N",                   \
   "default: as many as the process may run on", 0},                                             \
  {"--cache-dir", 0, OPTION_STRING, MODEL_FIELD(settings_, field_, cache_dir), "DIR",            \
   "default: $XDG_CACHE_HOME/fp8c", 0},                                                          \
  {"--no-cache", 0, OPTION_FLAG, MODEL_FIELD(settings_, field_, no_cache), NULL,                 \
   "neither read nor write the cache of plans, kernels and calibration results", 0},                                                         \
  {"--quiet", 'q', OPTION_FLAG, MODEL_FIELD(settings_, field_, quiet), NULL, "errors only", 0},  \
  {"--log", 0, OPTION_WRITTEN, MODEL_FIELD(settings_, field_, log), "FILE",                       \
   "stages and diagnostics as lines of text", 0}
/* clang-format on */

typedef struct model_listener {
  progress progress;
  FILE *log;
  const char *log_path;
  bool quiet;
} model_listener;

/* Fills `o` for this model and opens the log; EXIT_DONE, or after it reported a mistake the exit
 * code. */
int model_options(const command *c, const model_settings *s, const char *model, int verbosity,
                  arena *a, model_listener *l, fp8c_compile_options *o);
/* Ends progress and log, and gives the exit code of the whole. */
int model_done(model_listener *l, fp8c_status status, const fp8c_error *err);

#endif
