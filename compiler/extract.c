/* extract.c - a part of a model as a model of its own. */
#include "compiler/compile/entry.h"
#include "fp8c/compiler.h"
#include "frontend/onnx.h"

typedef struct extraction {
  fp8c_extract_options o;
  extract_info info;
} extraction;

static fp8c_status extract(arena *a, void *user, fp8c_error *err) {
  extraction *x = user;
  extract_options eo = {.from = x->o.from,
                        .from_count = x->o.from_count,
                        .to = x->o.to,
                        .to_count = x->o.to_count,
                        .external = x->o.external_data};
  return onnx_extract(a, x->o.model_path, &eo, x->o.output_path, &x->info, err);
}

fp8c_status fp8c_extract(const fp8c_extract_options *given, fp8c_extract_counts *counts,
                         fp8c_error *err) {
  if (!given) return fail(err, FP8C_ERROR_ARGUMENT, "no options were given");
  extraction x = {.info = {0}};
  ENTRY_OPTIONS(&x.o, given);
  const entry_list lists[] = {
      {"from", x.o.from, x.o.from_count}, {"to", x.o.to, x.o.to_count}, {0}};
  TRY(entry_lists(lists, err));
  if (!x.o.model_path || !x.o.output_path)
    return fail(err, FP8C_ERROR_ARGUMENT, "an extraction wants a model and a file to write");
  TRY(entry_run(extract, &x, err));
  if (counts)
    *counts = (fp8c_extract_counts){.nodes = x.info.nodes,
                                    .model_nodes = x.info.model_nodes,
                                    .inputs = x.info.inputs,
                                    .outputs = x.info.outputs,
                                    .constants = x.info.constants};
  return FP8C_OK;
}
