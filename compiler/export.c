/* export.c - a plan's decisions as ONNX that runs elsewhere, or the plan as ONNX Runtime takes it.
 */
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

/* What the execution provider is called; integrations/ort says the same. */
#define ORT_PROVIDER "Fp8cExecutionProvider"
#define PLAN_BYTES ((size_t)1 << 40)

static fp8c_status write_context(arena *a, const fp8c_export_options *o, const fp8c_program *p,
                                 fp8c_error *err) {
  context_options c = {.provider = ORT_PROVIDER,
                       .hash = fp8c_program_hash(p),
                       .input_count = fp8c_program_input_count(p),
                       .output_count = fp8c_program_output_count(p),
                       .beside = o->external_data};
  const fp8c_port **in = NEW_ARRAY(a, const fp8c_port *, c.input_count + 1);
  const fp8c_port **out = NEW_ARRAY(a, const fp8c_port *, c.output_count + 1);
  for (size_t i = 0; i < c.input_count; i++) in[i] = fp8c_program_input(p, i);
  for (size_t i = 0; i < c.output_count; i++) out[i] = fp8c_program_output(p, i);
  c.inputs = in;
  c.outputs = out;
  char *bytes;
  TRY(file_read_all(a, o->plan_path, PLAN_BYTES, &bytes, &c.plan_bytes, err));
  c.plan = bytes;
  return onnx_context(a, &c, o->output_path, err);
}

static fp8c_status export_context(arena *a, void *user, fp8c_error *err) {
  const fp8c_export_options *o = user;
  fp8c_program *p;
  TRY(fp8c_program_open(o->plan_path, &p, err));
  fp8c_status status =
      fp8c_program_capacity(p)
          ? fail(err, FP8C_ERROR_UNSUPPORTED,
                 "%s keeps states from run to run (--capacity), which a node of a model cannot; "
                 "compile the model without",
                 o->plan_path)
          : fp8c_program_verify(p, err);
  if (status == FP8C_OK) status = write_context(a, o, p, err);
  fp8c_program_free(p);
  return status;
}

fp8c_status fp8c_export(const fp8c_export_options *given, fp8c_error *err) {
  if (!given) return fail(err, FP8C_ERROR_ARGUMENT, "no options were given");
  fp8c_export_options o;
  ENTRY_OPTIONS(&o, given);
  if (!o.plan_path || !o.output_path)
    return fail(err, FP8C_ERROR_ARGUMENT, "an export wants a plan and a file to write");
  return entry_run(o.ort ? export_context : export_plan, &o, err);
}
