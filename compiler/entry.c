/* entry.c - options of callers that may be older, and the place that out-of-memory returns to. */
#include "compiler/entry.h"

#include <string.h>

void entry_options(void *ours, size_t bytes, const void *given, size_t given_bytes) {
  memset(ours, 0, bytes);
  memcpy(ours, given, given_bytes && given_bytes < bytes ? given_bytes : bytes);
}

fp8c_status entry_out_of_memory(const oom_guard *guard, fp8c_error *err) {
  if (guard->limited)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s takes more than %zu MiB, which is the limit",
                guard->limited, guard->limit_bytes >> 20);
  return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory: %zu more bytes were wanted",
              guard->wanted_bytes);
}

fp8c_status entry_run(entry_work *work, void *user, fp8c_error *err) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  fp8c_status status = setjmp(guard.jump) ? entry_out_of_memory(&guard, err) : work(&a, user, err);
  arena_free(&a);
  return status;
}
