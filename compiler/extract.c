/* extract.c - a part of a model as a model of its own. */
#include <string.h>

#include "base/arena.h"
#include "fp8c/compiler.h"
#include "frontend/onnx.h"

fp8c_status fp8c_extract(const fp8c_extract_options *given, fp8c_extract_counts *counts,
                         fp8c_error *err) {
  if (!given) return fail(err, FP8C_ERROR_ARGUMENT, "no options were given");
  fp8c_extract_options o = {0};
  memcpy(&o, given, given->size && given->size < sizeof o ? given->size : sizeof o);
  if (!o.model_path || !o.output_path)
    return fail(err, FP8C_ERROR_ARGUMENT, "an extraction wants a model and a file to write");
  if ((o.from_count && !o.from) || (o.to_count && !o.to))
    return fail(err, FP8C_ERROR_ARGUMENT, "a list of names is NULL but not empty");
  extract_options eo = {.from = o.from,
                        .from_count = o.from_count,
                        .to = o.to,
                        .to_count = o.to_count,
                        .external = o.external_data};
  extract_info info = {0};
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  fp8c_status status;
  if (setjmp(guard.jump))
    status = fail(err, FP8C_ERROR_NO_MEMORY, "out of memory: %zu more bytes were wanted",
                  guard.wanted_bytes);
  else
    status = onnx_extract(&a, o.model_path, &eo, o.output_path, &info, err);
  arena_free(&a);
  if (status == FP8C_OK && counts)
    *counts = (fp8c_extract_counts){.nodes = info.nodes,
                                    .model_nodes = info.model_nodes,
                                    .inputs = info.inputs,
                                    .outputs = info.outputs,
                                    .constants = info.constants};
  return status;
}
