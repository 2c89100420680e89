/* language_model.c - opening and closing a plan that keeps its states. */
#include "cli/language_model.h"

fp8c_status language_model_open(const char *path, const char *device, int64_t threads,
                                int64_t slots, language_model *m, fp8c_error *err) {
  if (path_is_onnx(path))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s: is a model; compile it with --capacity, which says how many tokens its states "
                "hold",
                path);
  fp8c_session_options o = {.size = sizeof o, .device = device, .threads = (int32_t)threads};
  TRY(fp8c_program_open(path, &m->program, err));
  TRY(fp8c_session_create(m->program, &o, &m->session, err));
  fp8c_state_options states = {.size = sizeof states, .slots = slots};
  return fp8c_state_create(m->session, &states, &m->state, err);
}

void language_model_close(language_model *m) {
  fp8c_state_free(m->state);
  fp8c_session_free(m->session);
  fp8c_program_free(m->program);
}
