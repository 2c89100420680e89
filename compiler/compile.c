/* compile.c - the whole compile, top to bottom, on one screen; the one place
 * that sees all modules. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "compiler/compile/entry.h"
#include "compiler/compile/plan_cache.h"
#include "compiler/compile/times.h"
#include "compiler/report/build.h"
#include "compiler/report/report.h"
#include "compiler/search/formats.h"
#include "passes/precision/precision.h"

#define COPIED_BYTES ((size_t)16 << 20)

/* ---- Stages ------------------------------------------------------------ */

/* The options that decide the bytes, in one line. */
static const char *options_line(const job *j) {
  static const char *const modes[] = {"auto", "fp8", "bf16", "f32"};
  text t;
  text_init(&t, j->keep);
  text_printf(&t, "precision=%s calibrate=%s method=%s", modes[j->o->precision],
              j->samples.all    ? j->samples.all->hash
              : j->passes.given ? j->passes.given->samples_hash
                                : "none",
              scale_method(&j->passes));
  if (j->samples.all && j->passes.given)
    text_printf(&t, " calibration=%s", j->passes.given->samples_hash);
  for (size_t i = 0; i < j->targets.count; i++)
    text_printf(&t, " target=%s", j->targets.list[i]->name);
  if (j->targets.assumed) {
    time_model m = time_model_of(j);
    text_printf(&t, " decided-for=%s%s%s", j->targets.assumed->name, *m.profile ? " " : "",
                m.profile);
  }
  for (size_t i = 0; i < j->o->dim_count; i++) text_printf(&t, " dim=%s", j->o->dims[i]);
  for (size_t i = 0; i < j->o->shape_count; i++) text_printf(&t, " shape=%s", j->o->shapes[i]);
  for (size_t i = 0; i < j->o->fix_count; i++) text_printf(&t, " fix=%s", j->o->fixes[i]);
  for (size_t i = 0; i < j->o->io_type_count; i++)
    text_printf(&t, " io-type=%s", j->o->io_types[i]);
  for (size_t i = 0; i < j->o->preprocess_count; i++)
    text_printf(&t, " preprocess=%s", j->o->preprocess[i]);
  for (size_t i = 0; i < j->o->set_count; i++) text_printf(&t, " set=%s", j->o->sets[i]);
  for (size_t i = 0; i < j->o->state_count; i++) text_printf(&t, " state=%s", j->o->states[i]);
  if (j->o->capacity) text_printf(&t, " capacity=%lld", (long long)j->o->capacity);
  if (j->o->all_logits) text_add(&t, " all-logits");
  for (size_t i = 0; i < j->o->role_count; i++) text_printf(&t, " role=%s", j->o->roles[i]);
  if (j->o->kv_cache) text_printf(&t, " kv-cache=%s", j->o->kv_cache);
  if (j->o->weights) text_printf(&t, " weights=%s", j->o->weights);
  if (j->o->tune != FP8C_TUNE_OFF)
    text_printf(&t, " tune=%s", j->o->tune == FP8C_TUNE_FULL ? "full" : "fast");
  if (j->ask.repairs != repairs_all())
    text_printf(&t, " repair=%s", repairs_words(j->ask.repairs, j->keep));
  if (j->o->norms == FP8C_NORMS_FOLD) text_add(&t, " norms=fold");
  for (size_t i = 0; i < j->o->disable_count; i++) text_printf(&t, " disable=%s", j->o->disable[i]);
  if (j->o->preset) text_printf(&t, " preset=%s", j->o->preset);
  if (j->o->promote) text_printf(&t, " promote=%s", j->o->promote);
  if (j->o->overrides) text_printf(&t, " override=%s", overrides_hash(j->ask.overrides));
  if (j->ask.goal == GOAL_ERROR) text_printf(&t, " max-error=%s", j->ask.budget.text);
  char number[40];
  if (j->o->target_speedup != 0)
    text_printf(&t, " target-speedup=%s", double_print(j->o->target_speedup, number));
  if (j->o->fp8_share != 0) text_printf(&t, " fp8-share=%s", double_print(j->o->fp8_share, number));
  if (j->o->time_limit_seconds > 0)
    text_printf(&t, " time-limit=%s", double_print(j->o->time_limit_seconds, number));
  if (j->samples.evaluation) text_printf(&t, " evaluate=%s", j->samples.evaluation->hash);
  if (j->ask.judge_outputs) text_add(&t, " judge=outputs");
  for (size_t i = 0; i < j->o->judge_port_count; i++)
    text_printf(&t, " judge-output=%s", j->o->judge_ports[i]);
  if (j->o->no_cublaslt) text_add(&t, " no-cublaslt");
  if (j->o->allow_cpu_fallback) text_add(&t, " allow-cpu-fallback");
  return text_cstr(&t);
}

typedef struct held_text {
  char *words;
} held_text;

static void free_text(void *object) { free(((held_text *)object)->words); }

static fp8c_status lower(job *j, fp8c_error *err) {
  job_stage(j, "lower");
  TRY(job_hash_model(j, err));
  plan *p = &j->result.plan;
  p->compiler = arena_printf(j->keep, "fp8c %s", fp8c_version());
  p->options = options_line(j);
  p->nvrtc = j->targets.has_gpu ? arena_strdup(j->keep, nvrtc_version_text()) : "";
  p->model_name = arena_strdup(j->keep, path_base_name(j->o->model_path));
  job_keep_histories(j);
  TRY(job_keep_last_logits(j, err));
  TRY(lower_variants(j, err));
  job_stage(j, "report");
  held_text *held = NEW(j->keep, held_text);
  arena_defer(j->keep, free_text, held);
  TRY(report_text(j, false, &held->words, err));
  p->report = held->words;
  return plan_check(p, err);
}

/* ---- The compile ------------------------------------------------------- */

typedef struct wanted_results {
  void **plan; /* NULL: the plan goes to options.output_path, if that is set */
  size_t *plan_bytes;
  char **report; /* NULL: none */
} wanted_results;

static fp8c_status plan_to_memory(job *j, const wanted_results *w, fp8c_error *err) {
  void *bytes;
  TRY(plan_write_memory(&j->result.plan, j->threads, j->keep, &bytes, w->plan_bytes, err));
  *w->plan = malloc(*w->plan_bytes);
  if (!*w->plan)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the plan's %zu bytes",
                *w->plan_bytes);
  /* In pieces: the first copy may lie in the scratch file, and need not be whole in memory too. */
  arena_rest(j->keep);
  for (size_t at = 0; at < *w->plan_bytes; at += COPIED_BYTES) {
    size_t n = *w->plan_bytes - at < COPIED_BYTES ? *w->plan_bytes - at : COPIED_BYTES;
    memcpy((char *)*w->plan + at, (const char *)bytes + at, n);
    arena_touch(j->keep, n);
  }
  return FP8C_OK;
}

static fp8c_status save_figures(job *j, fp8c_error *err) {
  struct given_calibration *found;
  const char *path = j->o->save_calibration;
  TRY(calibration_found(&j->passes, &j->model.identity, j->samples.all->hash, path, &found, err));
  job_name_bound(j, found);
  return calibration_save(found, path, j->result.files, err);
}

/* Everything from the imported model to j->result.plan. */
static fp8c_status make_plan(job *j, fp8c_error *err) {
  TRY(job_prepare(j, err));
  if (!j->pass_options.stopped) TRY(decide_precision(j, err));
  if (j->o->save_calibration) TRY(save_figures(j, err));
  TRY(lower(j, err));
  return job_was_read(j, err);
}

/* Copies of weights that lie in the scratch file are copied from there, not through memory. */
static void leave_memory(job *j) {
  for (uint32_t i = 0; i < j->result.plan.blob_count; i++) {
    plan_blob *b = &j->result.plan.blobs[i];
    if (b->memory && arena_in_file(j->keep, b->memory, &b->file, &b->offset)) b->memory = NULL;
  }
  arena_rest(j->keep);
}

static void report_writing(void *user, uint64_t done, uint64_t total) {
  const job *j = user; /* writing holds memory that a cancelled compile would not give back */
  if (j->o->progress) j->o->progress(j->o->user, "write", done, total);
}

static fp8c_status write_plan(job *j, const wanted_results *w, fp8c_error *err) {
  if (w->plan) return plan_to_memory(j, w, err);
  if (!j->o->output_path) return FP8C_OK;
  job_stage(j, "write");
  leave_memory(j);
  file_writer *out;
  TRY(file_batch_open(j->result.files, j->o->output_path, &out, err));
  const plan_watch watch = {report_writing, j};
  return plan_write_to(&j->result.plan, j->threads, out, 0, &watch, err);
}

/* A report of the file, as the options ask. */
static fp8c_status write_reports(job *j, const char *document, fp8c_error *err) {
  const fp8c_compile_options *o = j->o;
  if (o->report_json_path)
    TRY(file_batch_write(j->result.files, o->report_json_path, document, strlen(document), err));
  if (!o->report_path) return FP8C_OK;
  json_t *report = json_parse(document, strlen(document), 0, NULL);
  if (!report) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the report");
  arena_defer(j->keep, json_drop, report);
  text page;
  text_init(&page, j->keep);
  TRY(report_html(report, &page, err));
  return file_batch_write(j->result.files, o->report_path, page.data, page.length, err);
}

/* The report for whoever asked, in `made` until it is handed out, and all files under their names:
 * what fails before that leaves the old ones. */
static fp8c_status finish(job *j, const char *kept, const wanted_results *w, fp8c_error *err) {
  held_text *made = NEW(j->keep, held_text);
  bool asked = w->report || j->o->report_path || j->o->report_json_path;
  arena_defer(j->keep, free_text, made);
  job_stage(j, NULL);
  if (kept)
    TRY(report_again(j, kept, asked ? &made->words : NULL, err));
  else if (asked)
    TRY(report_text(j, true, &made->words, err));
  if (asked) TRY(write_reports(j, made->words, err));
  TRY(file_batch_commit(j->result.files, err));
  if (w->report) {
    *w->report = made->words;
    made->words = NULL;
  }
  return FP8C_OK;
}

/* A plan that was made before, and what was said of it. */
static fp8c_status give_again(job *j, const plan *made, const wanted_results *w, fp8c_error *err) {
  job_say(j, FP8C_SEVERITY_NOTE, "plan-kept", "",
          "this plan comes from the cache: it was made before from the same files, options and "
          "build (--no-cache compiles it again)");
  j->result.plan = *made;
  TRY(write_plan(j, w, err));
  return finish(j, made->report, w, err);
}

static fp8c_status compile(job *j, void *user, fp8c_error *err) {
  const wanted_results *w = user;
  decided_formats *f = j->formats = NEW(j->keep, decided_formats);
  TRY(job_open(j, err));
  job_stage(j, "cache");
  plan_key key;
  bool keep = plan_cache_key(j, &key);
  const plan *made = keep ? plan_cache_find(j, &key) : NULL;
  if (made) return give_again(j, made, w, err);
  TRY(make_plan(j, err));
  bool written = !f->over_budget || j->o->write_over_budget;
  if (written) TRY(write_plan(j, w, err));
  if (keep && !f->over_budget && (w->plan || j->o->output_path)) plan_cache_keep(j, &key);
  TRY(finish(j, NULL, w, err));
  return f->over_budget ? fail(err, FP8C_ERROR_BOUND, "%s", f->over_budget) : FP8C_OK;
}

static fp8c_status enter(const fp8c_compile_options *options, void **plan_out, size_t *plan_bytes,
                         char **report_json, fp8c_error *err) {
  if (report_json) *report_json = NULL;
  if (plan_out) *plan_out = NULL;
  wanted_results w = {plan_out, plan_bytes, report_json};
  if (!plan_out || !options) return job_enter(options, compile, &w, err);
  fp8c_compile_options here;
  ENTRY_OPTIONS(&here, options);
  here.output_path = NULL; /* ignored, so it need not be a place a plan could go to */
  fp8c_status status = job_enter(&here, compile, &w, err);
  if (status == FP8C_OK || status == FP8C_ERROR_BOUND) return status;
  free(*plan_out); /* made before something else failed */
  *plan_out = NULL;
  return status;
}

fp8c_status fp8c_compile(const fp8c_compile_options *options, char **report_json, fp8c_error *err) {
  return enter(options, NULL, NULL, report_json, err);
}

fp8c_status fp8c_compile_to_memory(const fp8c_compile_options *options, void **plan_out,
                                   size_t *plan_bytes, char **report_json, fp8c_error *err) {
  if (!plan_out || !plan_bytes)
    return fail(err, FP8C_ERROR_ARGUMENT, "no place for the plan's bytes was given");
  return enter(options, plan_out, plan_bytes, report_json, err);
}

void fp8c_string_free(void *p) { free(p); }
