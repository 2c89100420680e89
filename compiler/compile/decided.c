/* decided.c - a graph after the precision passes. */
#include "compiler/compile/job.h"

fp8c_status decide_graph(job *j, const graph *from, precision_mode mode, pass_options *o,
                         graph **out, fp8c_error *err) {
  *out = graph_clone(from, j->keep);
  j->passes.precision = mode;
  if (j->model.info.restored) return FP8C_OK; /* it is decided */
  TRY(passes_run(*out, pipeline_precision, pipeline_precision_count, &j->passes, o, err));
  count_macs(j, *out);
  return FP8C_OK;
}
