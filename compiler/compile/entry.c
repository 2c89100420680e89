/* entry.c - options of callers that may be older, and the place that out-of-memory returns to. */
#include "compiler/compile/entry.h"

#include <pthread.h>
#include <string.h>

#include "base/json.h"

void entry_options(void *ours, size_t bytes, const void *given, size_t given_bytes) {
  memset(ours, 0, bytes);
  memcpy(ours, given, given_bytes && given_bytes < bytes ? given_bytes : bytes);
}

fp8c_status entry_lists(const entry_list *lists, fp8c_error *err) {
  for (const entry_list *l = lists; l->name; l++) {
    if (l->count && !l->items)
      return fail(err, FP8C_ERROR_ARGUMENT, "%s is NULL; a list of %zu was expected", l->name,
                  l->count);
    for (size_t i = 0; i < l->count; i++)
      if (!l->items[i])
        return fail(err, FP8C_ERROR_ARGUMENT, "%s[%zu] is NULL; a text was expected", l->name, i);
  }
  return FP8C_OK;
}

fp8c_status entry_out_of_memory(const oom_guard *guard, fp8c_error *err) {
  if (guard->cancelled)
    return fail(err, FP8C_ERROR_CANCELLED, "the caller has ended this before it was done");
  if (guard->limited)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s takes more than %zu MiB, which is the limit",
                guard->limited, guard->limit_bytes >> 20);
  return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory: %zu more bytes were wanted",
              guard->wanted_bytes);
}

size_t entry_begin(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, json_use_memory);
  return memory_begin();
}

fp8c_status entry_end(size_t begun, fp8c_status status, fp8c_error *err) {
  oom_guard lost = {.wanted_bytes = memory_end(begun)};
  return lost.wanted_bytes && status != FP8C_ERROR_NO_MEMORY ? entry_out_of_memory(&lost, err)
                                                             : status;
}

fp8c_status entry_run(entry_work *work, void *user, fp8c_error *err) {
  oom_guard guard = {.cancelled = false};
  arena a;
  size_t begun = entry_begin();
  arena_init(&a, &guard);
  fp8c_status status = setjmp(guard.jump) ? entry_out_of_memory(&guard, err) : work(&a, user, err);
  arena_free(&a);
  return entry_end(begun, status, err);
}
