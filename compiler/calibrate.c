/* calibrate.c - fp8c_calibrate and fp8c_merge_calibration: figures of parts of a set of samples,
 * and of the whole.
 *
 * A compile chooses by its samples in several ways, and some of them depend on all samples at once:
 * which are held out, what a mean is taken off, in which order sums are rounded.  What is taken
 * here does not: every sample runs by itself through the graph as the model has it. */
#include <string.h>

#include "compiler/compile/entry.h"
#include "compiler/compile/job.h"
#include "passes/precision/calibration_merge.h"
#include "passes/precision/precision.h"

/* Runs what comes before anything is decided, calibrate being the last. */
static fp8c_status take_figures(job *j, fp8c_error *err) {
  pass_options quiet = {0};
  pass_context *c = &j->passes;
  c->precision = PRECISION_AUTO;
  c->repairs = 0; /* they change values by what all samples say */
  c->fold_norms = false;
  c->exact_sums = true;
  size_t count = 0;
  while (strcmp(pipeline_precision[count], "calibrate") != 0) count++;
  return passes_run(j->model.graph, pipeline_precision, count + 1, c, &quiet, err);
}

static fp8c_status save_figures(job *j, fp8c_error *err) {
  struct given_calibration *found;
  char of_samples[65];
  const char *path = j->o->save_calibration;
  TRY(samples_sum_hash(j->samples.choose, j->scratch, of_samples, err));
  TRY(calibration_found(&j->passes, &j->model.identity, of_samples, path, &found, err));
  job_name_bound(j, found);
  found->graph = calibrated_graph_hash(j->model.graph, j->keep, j->scratch);
  found->score_count = 0;
  found->method = "";
  return calibration_save(found, path, j->result.files, err);
}

static fp8c_status check_options(const fp8c_compile_options *o, fp8c_error *err) {
  if (!o->calibrate || !o->save_calibration)
    return fail(err, FP8C_ERROR_ARGUMENT, "figures are taken of samples, and written to a file: %s",
                o->calibrate ? "no file was named" : "no samples were given (--calibrate)");
  if (o->state_count)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--state hands on what a sample leaves to the next one, which figures that can be "
                "merged must not depend on; `fp8c compile --save-calibration` takes such samples");
  return FP8C_OK;
}

static fp8c_status calibrate(job *j, void *user, fp8c_error *err) {
  (void)user;
  TRY(check_options(j->o, err));
  j->ask.figures = true;
  TRY(job_open(j, err));
  TRY(job_prepare(j, err));
  job_stage(j, "calibrate");
  j->samples.choose = j->samples.all;
  if (!j->model.info.restored) {
    graph *reference = graph_clone(j->model.graph, j->keep);
    TRY(leave_out_padding(j, reference, true, err));
  }
  j->passes.samples = j->samples.choose;
  TRY(take_figures(j, err));
  TRY(save_figures(j, err));
  TRY(job_was_read(j, err));
  job_stage(j, NULL);
  return file_batch_commit(j->result.files, err);
}

fp8c_status fp8c_calibrate(const fp8c_compile_options *options, fp8c_error *err) {
  return job_enter(options, calibrate, NULL, err);
}

/* ---- Merging --------------------------------------------------------------------------------- */

typedef struct merging {
  const char *const *paths;
  size_t count;
  const char *output;
} merging;

static fp8c_status check_paths(const merging *m, fp8c_error *err) {
  for (size_t i = 0; i < m->count; i++) {
    if (file_would_replace(m->output, m->paths[i]))
      return fail(err, FP8C_ERROR_ARGUMENT, "%s: what is merged would overwrite \"%s\"", m->output,
                  m->paths[i]);
    for (size_t k = 0; k < i; k++)
      if (file_same(m->paths[k], m->paths[i]))
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "%s and %s are one file: its samples would count twice", m->paths[k],
                    m->paths[i]);
  }
  return FP8C_OK;
}

static fp8c_status read_part(arena *a, const char *path, struct given_calibration **out,
                             fp8c_error *err) {
  TRY(calibration_read(a, a, path, out, err));
  if ((*out)->graph && (*out)->score_count == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT,
              "%s: was written by a compile, and its figures depend on all its samples at once; "
              "`fp8c calibrate` writes figures that can be merged",
              path);
}

static fp8c_status merge(arena *a, void *user, fp8c_error *err) {
  const merging *m = user;
  struct given_calibration *whole, *part;
  TRY(check_paths(m, err));
  TRY(read_part(a, m->paths[0], &whole, err));
  for (size_t i = 1; i < m->count; i++) {
    TRY(read_part(a, m->paths[i], &part, err));
    TRY(calibration_merge(whole, part, a, err));
  }
  file_batch *files = file_batch_new(a);
  TRY(calibration_save(whole, m->output, files, err));
  return file_batch_commit(files, err);
}

fp8c_status fp8c_merge_calibration(const char *const *paths, size_t count, const char *output_path,
                                   fp8c_error *err) {
  if (!paths || !count || !output_path)
    return fail(err, FP8C_ERROR_ARGUMENT, "a merge wants files to read and one to write");
  const entry_list lists[] = {{"paths", paths, count}, {0}};
  TRY(entry_lists(lists, err));
  merging m = {paths, count, output_path};
  return entry_run(merge, &m, err);
}
