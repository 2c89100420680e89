/* read.c - the model and the samples, and files that must not be overwritten or lost meanwhile. */
#include <string.h>

#include "compiler/compile/job.h"
#include "compiler/compile/state_samples.h"

static void import_problem_found(void *user, const import_problem *p) {
  job_say(user, FP8C_SEVERITY_ERROR, p->code, p->node, "%s", p->text);
}

fp8c_status job_hash_model(job *j, fp8c_error *err) {
  file *f;
  arena_mark mark = arena_save(j->scratch);
  TRY(file_open(j->scratch, j->o->model_path, &f, err));
  char *chunk = arena_alloc(j->scratch, HASH_CHUNK_BYTES);
  hasher h;
  hash_begin(&h);
  for (uint64_t at = 0; at < f->bytes; at += HASH_CHUNK_BYTES) {
    size_t n = f->bytes - at < HASH_CHUNK_BYTES ? (size_t)(f->bytes - at) : HASH_CHUNK_BYTES;
    TRY(file_read(f, at, chunk, n, err));
    hash_add(&h, chunk, n);
  }
  j->result.plan.model_hash = hash_end(&h);
  arena_reset(j->scratch, mark);
  return FP8C_OK;
}

const char *path_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Which model calibration figures are of. */
static fp8c_status identify(job *j, fp8c_error *err) {
  if (!j->o->calibration && !j->o->save_calibration) return FP8C_OK;
  TRY(job_hash_model(j, err));
  j->model.identity.name = path_base_name(j->o->model_path);
  hash_hex(&j->result.plan.model_hash, j->model.identity.hash);
  return hash_weights(j->model.graph, j->model.identity.weights, err);
}

/* What is written must not take the place of what is read: the model, a file of its weights,
 * samples, figures, overrides. */
static fp8c_status keep_inputs(const job *j, const char *path, const char *what, fp8c_error *err) {
  const fp8c_compile_options *o = j->o;
  const struct {
    const char *name, *path;
  } inputs[] = {{"the model", o->model_path},
                {"the calibration samples in", o->calibrate},
                {"the evaluation samples in", o->evaluate},
                {"the calibration figures in", o->calibration},
                {"the overrides in", o->overrides}};
  if (!path) return FP8C_OK;
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
    if (inputs[i].path && file_would_replace(path, inputs[i].path))
      return fail(err, FP8C_ERROR_ARGUMENT, "%s: %s would overwrite %s \"%s\"", path, what,
                  inputs[i].name, inputs[i].path);
  const file *from = NULL;
  for (const node *n = j->model.graph->first; n; n = n->next)
    for (size_t i = 0; i < n->in_count; i++) {
      if (!n->in[i] || !n->in[i]->blob.file || n->in[i]->blob.file == from) continue;
      from = n->in[i]->blob.file;
      if (from->path && file_same(from->path, path))
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "%s: %s would overwrite \"%s\", which holds weights of the model", path, what,
                    from->path);
    }
  return FP8C_OK;
}

/* A folder in which nothing can be written is reported before the work, not after it. */
static fp8c_status check_place(const char *path, fp8c_error *err) {
  file_writer *w = NULL;
  if (path) TRY(file_writer_open(path, &w, err));
  file_writer_abort(w);
  return FP8C_OK;
}

/* And no two things may be written to one place. */
static fp8c_status keep_files(const job *j, fp8c_error *err) {
  const fp8c_compile_options *o = j->o;
  const char *const own[] = {o->output_path, o->save_calibration, o->report_path,
                             o->report_json_path};
  const char *const names[] = {"the plan", "the calibration figures", "the report", "the report"};
  size_t owned = sizeof own / sizeof *own, count = o->report_count + owned;
  const char **paths = NEW_ARRAY(j->scratch, const char *, count);
  for (size_t i = 0; i < count; i++) {
    paths[i] = i < owned ? own[i] : o->reports[i - owned];
    TRY(keep_inputs(j, paths[i], i < owned ? names[i] : "the report", err));
  }
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < i; k++)
      if (paths[i] && paths[k] && strcmp(paths[i], paths[k]) == 0)
        return fail(err, FP8C_ERROR_ARGUMENT, "%s: two outputs are to be written there", paths[i]);
  for (size_t i = 0; i < count; i++) TRY(check_place(paths[i], err));
  return FP8C_OK;
}

fp8c_status job_read_model(job *j, fp8c_error *err) {
  job_stage(j, "import");
  /* Whoever asks for anything about formats or scales wants them decided anew. */
  bool as_given = j->o->precision == FP8C_PRECISION_AUTO && !j->o->calibrate &&
                  !j->o->calibration && !j->o->calibrate_method && !j->ask.overrides &&
                  !(j->o->headroom > 0) && !j->o->power_of_two_scales && !j->o->kv_cache &&
                  !j->o->weights && j->ask.goal == GOAL_NONE;
  import_options o = {.problem = import_problem_found, .user = j, .restore = as_given};
  fp8c_status status =
      onnx_import(j->keep, j->o->model_path, &o, &j->model.graph, &j->model.info, err);
  if (status == FP8C_ERROR_FORMAT && plan_is_one(j->o->model_path))
    return fail(err, FP8C_ERROR_FORMAT, "%s: is a plan; an ONNX model is expected",
                j->o->model_path);
  TRY(status);
  TRY(keep_files(j, err));
  if (j->model.info.random_count)
    job_say(j, FP8C_SEVERITY_NOTE, "random-numbers", j->model.info.random_node,
            "%zu node%s random numbers, which are the same in every run and on every device",
            j->model.info.random_count, j->model.info.random_count == 1 ? " draws" : "s draw");
  if (j->model.info.restored)
    job_say(j, FP8C_SEVERITY_NOTE, "decisions-given", "",
            "the formats, scales and regions are those the model was exported with");
  if (j->model.info.changed)
    job_say(
        j, FP8C_SEVERITY_WARNING, "export-changed", "",
        "the model was changed after fp8c exported it, or another version did (%s): its scales are "
        "kept, the rest is decided again",
        j->model.info.changed);
  TRY(identify(j, err));
  return job_apply_ports(j, err);
}

fp8c_status job_open_samples(job *j, fp8c_error *err) {
  if (!j->o->calibrate) return FP8C_OK;
  job_stage(j, "samples");
  samples_options o = {.path = j->o->calibrate,
                       .memory = j->o->calibrate_samples,
                       .sets = j->o->sets,
                       .set_count = j->o->set_count,
                       .states = j->o->states,
                       .state_count = j->o->state_count,
                       .preprocess = j->o->preprocess,
                       .preprocess_count = j->o->preprocess_count,
                       .fixed = j->model.fixed,
                       .fixed_count = j->model.fixed_count,
                       .nonfinite = j->o->skip_nonfinite,
                       .read_pb = onnx_read_tensor};
  TRY(job_open_prompts(j, o, &j->samples.all, err));
  if (!j->o->evaluate) return FP8C_OK;
  o.path = j->o->evaluate;
  o.memory = j->o->evaluate_samples;
  fp8c_status status = job_open_prompts(j, o, &j->samples.evaluation, err);
  return status == FP8C_OK ? FP8C_OK : fail_in(err, status, "--evaluate");
}

/* "3, 4 and 9", or the first few and how many more. */
static const char *list_of_samples(const skipped_samples *s, arena *a) {
  enum { SHOWN = 8 };
  text t;
  text_init(&t, a);
  size_t shown = s->count > SHOWN ? SHOWN : s->count;
  for (size_t i = 0; i < shown; i++)
    text_printf(&t, "%s%zu", i == 0 ? "" : i + 1 == s->count ? " and " : ", ", s->indices[i]);
  if (shown < s->count) text_printf(&t, " and %zu more", s->count - shown);
  return text_cstr(&t);
}

static fp8c_status leave_out_nonfinite(job *j, const char *what, calibration_data **samples,
                                       skipped_samples *skipped, fp8c_error *err) {
  const calibration_data *left;
  if (!*samples) return FP8C_OK;
  j->passes.samples = *samples;
  TRY(samples_without_nonfinite(&j->passes, j->model.graph, &left, skipped, err));
  if (skipped->count)
    job_say(j, FP8C_SEVERITY_WARNING, "samples-skipped", "",
            "%zu of %zu %s samples are left out, because they give NaN or infinity (first in "
            "value \"%s\"): %s",
            skipped->count, (*samples)->sample_count, what, skipped->first,
            list_of_samples(skipped, j->keep));
  *samples = (calibration_data *)(uintptr_t)left;
  return FP8C_OK;
}

fp8c_status job_leave_out_nonfinite(job *j, fp8c_error *err) {
  skipped_samples judging;
  if (!j->o->skip_nonfinite) return FP8C_OK;
  TRY(leave_out_nonfinite(j, "calibration", &j->samples.all, &j->samples.skipped, err));
  return leave_out_nonfinite(j, "evaluation", &j->samples.evaluation, &judging, err);
}

static fp8c_status file_was_read(const file *f, fp8c_error *err) {
  if (!f || !atomic_load(&f->lost)) return FP8C_OK;
  return fail(err, FP8C_ERROR_IO, "%s: a part of it could not be read while it was compiled",
              f->path);
}

/* Many figures may be unknown, and the plan is another one then.  That a disk fails is no reason
 * for that: what could not be read ends the compile. */
fp8c_status job_was_read(const job *j, fp8c_error *err) {
  if (j->trouble.status != FP8C_OK) {
    if (err) *err = j->trouble;
    return j->trouble.status;
  }
  TRY(file_was_read(j->model.info.model, err));
  for (size_t i = 0; i < j->model.info.file_count; i++)
    TRY(file_was_read(j->model.info.files[i], err));
  return FP8C_OK;
}
