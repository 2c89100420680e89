/* export.c - a plan's decisions as ONNX that runs elsewhere. */
#include "base/text.h"
#include "compiler/compile/entry.h"
#include "compiler/compile/plan_graph.h"
#include "fp8c/compiler.h"
#include "frontend/onnx.h"

static fp8c_status export_plan(arena *a, void *user, fp8c_error *err) {
  const fp8c_export_options *o = user;
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
  fp8c_export_options o;
  ENTRY_OPTIONS(&o, given);
  if (!o.plan_path || !o.output_path)
    return fail(err, FP8C_ERROR_ARGUMENT, "an export wants a plan and a file to write");
  return entry_run(export_plan, &o, err);
}
