/* language_model.h - a plan that keeps its states (--capacity), ready to read tokens: what
 * `fp8c generate` and `fp8c perplexity` share. */
#ifndef CLI_LANGUAGE_MODEL_H
#define CLI_LANGUAGE_MODEL_H

#include "cli/cli.h"

typedef struct language_model {
  fp8c_program *program;
  fp8c_session *session;
  fp8c_state *state;
} language_model;

/* Opens the plan at `path`; `m` begins as zeros, and is closed after a failure too. */
fp8c_status language_model_open(const char *path, const char *device, int64_t threads,
                                int64_t slots, language_model *m, fp8c_error *err);
void language_model_close(language_model *m);

#endif
