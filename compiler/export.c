/* export.c - a plan's decisions as ONNX that runs elsewhere. */
#include <string.h>

#include "base/text.h"
#include "compiler/plan_graph.h"
#include "fp8c/compiler.h"
#include "frontend/onnx.h"

static fp8c_status export_plan(const fp8c_export_options *o, arena *a, fp8c_error *err) {
  plan *p;
  plan_source *source;
  graph *g;
  TRY(plan_read_file(a, o->plan_path, &p, &source, err));
  /* Weights are copied from the file without asking the plan again. */
  TRY(plan_verify_all(source, err));
  TRY(plan_graph(p, a, &g, err));
  char hex[65];
  hash_hex(&p->model_hash, hex);
  export_entry entries[] = {
      {"fp8c.compiler", p->compiler ? p->compiler : ""},
      {"fp8c.options", p->options ? p->options : ""},
      {"fp8c.model", p->model_name ? p->model_name : ""},
      {"fp8c.model_hash", hex},
  };
  export_options eo = {.entries = entries,
                       .entry_count = sizeof entries / sizeof *entries,
                       .external = o->external_data};
  return onnx_export(a, g, &eo, o->output_path, err);
}

fp8c_status fp8c_export(const fp8c_export_options *given, fp8c_error *err) {
  if (!given) return fail(err, FP8C_ERROR_ARGUMENT, "no options were given");
  fp8c_export_options o = {0};
  memcpy(&o, given, given->size && given->size < sizeof o ? given->size : sizeof o);
  if (!o.plan_path || !o.output_path)
    return fail(err, FP8C_ERROR_ARGUMENT, "an export wants a plan and a file to write");
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  fp8c_status status;
  if (setjmp(guard.jump))
    status = fail(err, FP8C_ERROR_NO_MEMORY, "out of memory: %zu more bytes were wanted",
                  guard.wanted_bytes);
  else
    status = export_plan(&o, &a, err);
  arena_free(&a);
  return status;
}
