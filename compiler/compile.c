/* compile.c - the whole compile, top to bottom, on one screen; the one place
 * that sees all rooms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "compiler/compile/entry.h"
#include "compiler/compile/job.h"
#include "compiler/compile/plan_cache.h"
#include "compiler/report/report.h"
#include "passes/precision/precision.h"

#define COPIED_BYTES ((size_t)16 << 20)

static void import_problem_found(void *user, const import_problem *p) {
  job_say(user, FP8C_SEVERITY_ERROR, p->code, p->node, "%s", p->text);
}

/* ---- Stages ------------------------------------------------------------ */

static fp8c_status hash_model(job *j, fp8c_error *err) {
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
  j->plan.model_hash = hash_end(&h);
  arena_reset(j->scratch, mark);
  return FP8C_OK;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Which model calibration figures are of. */
static fp8c_status identify(job *j, fp8c_error *err) {
  if (!j->o->calibration && !j->o->save_calibration) return FP8C_OK;
  TRY(hash_model(j, err));
  j->identity.name = base_name(j->o->model_path);
  hash_hex(&j->plan.model_hash, j->identity.hash);
  return hash_weights(j->graph, j->identity.weights, err);
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
  for (const node *n = j->graph->first; n; n = n->next)
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

/* A place where nothing can be written is told before the work, not after it. */
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

static fp8c_status read_model(job *j, fp8c_error *err) {
  job_stage(j, "import");
  /* Whoever asks for anything about formats or scales wants them decided anew. */
  bool as_given = j->o->precision == FP8C_PRECISION_AUTO && !j->o->calibrate &&
                  !j->o->calibration && !j->o->calibrate_method && !j->o->overrides &&
                  !(j->o->headroom > 0) && !j->o->power_of_two_scales && !j->o->kv_cache &&
                  j->goal == GOAL_NONE;
  import_options o = {.problem = import_problem_found, .user = j, .restore = as_given};
  fp8c_status status = onnx_import(j->keep, j->o->model_path, &o, &j->graph, &j->info, err);
  if (status == FP8C_ERROR_FORMAT && plan_is_one(j->o->model_path))
    return fail(err, FP8C_ERROR_FORMAT, "%s: is a plan; an ONNX model is expected",
                j->o->model_path);
  TRY(status);
  TRY(keep_files(j, err));
  if (j->info.restored)
    job_say(j, FP8C_SEVERITY_NOTE, "decisions-given", "",
            "the formats, scales and regions are those the model was exported with");
  if (j->info.changed)
    job_say(
        j, FP8C_SEVERITY_WARNING, "export-changed", "",
        "the model was changed after fp8c exported it, or another version did (%s): its scales are "
        "kept, the rest is decided again",
        j->info.changed);
  TRY(identify(j, err));
  TRY(job_apply_shapes(j, err));
  TRY(job_fix_inputs(j, err));
  TRY(job_apply_io_types(j, err));
  return job_check_dims(j, err);
}

static fp8c_status optimise(job *j, fp8c_error *err) {
  if (j->info.restored) return FP8C_OK; /* it was */
  job_stage(j, "optimise");
  return passes_run(j->graph, pipeline_optimise, pipeline_optimise_count, &j->passes,
                    &j->pass_options, err);
}

/* The model has QuantizeLinear or DequantizeLinear: somebody decided about its formats. */
static bool states_formats(const graph *g) {
  for (const node *n = g->first; n; n = n->next)
    if (node_is(n, OP_QUANTIZE_LINEAR) || node_is(n, OP_DEQUANTIZE_LINEAR)) return true;
  return false;
}

/* What decides formats where there are no samples. */
static fp8c_status without_samples(job *j, fp8c_error *err) {
  if (j->o->calibration) return calibration_load(&j->passes, &j->identity, j->o->calibration, err);
  if (j->o->precision != FP8C_PRECISION_AUTO || j->scales.method == SCALE_CONSTANT ||
      j->overrides || j->info.restored)
    return FP8C_OK;
  j->passes.keep_formats = states_formats(j->graph);
  if (j->passes.keep_formats)
    job_say(j, FP8C_SEVERITY_NOTE, "formats-given", "",
            "the model contains Q/DQ nodes: their scales are used, and what they leave in F32 "
            "stays F32; --calibrate or --precision bf16 would decide about the rest");
  else
    job_say(j, FP8C_SEVERITY_WARNING, "no-calibration", "",
            "without --calibrate there are no scales for activations, so no node computes in FP8");
  return FP8C_OK;
}

static fp8c_status open_samples(job *j, fp8c_error *err) {
  if (!j->o->calibrate) return FP8C_OK;
  job_stage(j, "samples");
  samples_options o = {.path = j->o->calibrate,
                       .sets = j->o->sets,
                       .set_count = j->o->set_count,
                       .states = j->o->states,
                       .state_count = j->o->state_count,
                       .preprocess = j->o->preprocess,
                       .preprocess_count = j->o->preprocess_count,
                       .fixed = j->fixed,
                       .fixed_count = j->fixed_count,
                       .nonfinite = j->o->skip_nonfinite,
                       .read_pb = onnx_read_tensor};
  TRY(samples_open(j->keep, j->graph, &o, &j->samples, err));
  if (!j->o->evaluate) return FP8C_OK;
  o.path = j->o->evaluate;
  fp8c_status status = samples_open(j->keep, j->graph, &o, &j->evaluation, err);
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
  TRY(samples_without_nonfinite(&j->passes, j->graph, &left, skipped, err));
  if (skipped->count)
    job_say(j, FP8C_SEVERITY_WARNING, "samples-skipped", "",
            "%zu of %zu %s samples are left out, because they give NaN or infinity (first in "
            "value \"%s\"): %s",
            skipped->count, (*samples)->sample_count, what, skipped->first,
            list_of_samples(skipped, j->keep));
  *samples = (calibration_data *)(uintptr_t)left;
  return FP8C_OK;
}

/* The options that decide the bytes, in one line. */
static const char *options_line(const job *j) {
  static const char *const modes[] = {"auto", "fp8", "bf16", "f32"};
  text t;
  text_init(&t, j->keep);
  text_printf(&t, "precision=%s calibrate=%s method=%s", modes[j->o->precision],
              j->samples        ? j->samples->hash
              : j->passes.given ? j->passes.given->samples_hash
                                : "none",
              scale_method(&j->passes));
  for (size_t i = 0; i < j->target_count; i++) text_printf(&t, " target=%s", j->targets[i]->name);
  if (j->assumed) {
    time_model m = time_model_of(j);
    text_printf(&t, " decided-for=%s%s%s", j->assumed->name, *m.profile ? " " : "", m.profile);
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
  if (j->o->kv_cache) text_printf(&t, " kv-cache=%s", j->o->kv_cache);
  if (j->o->tune != FP8C_TUNE_OFF)
    text_printf(&t, " tune=%s", j->o->tune == FP8C_TUNE_FULL ? "full" : "fast");
  if (j->repairs != repairs_all())
    text_printf(&t, " repair=%s", repairs_words(j->repairs, j->keep));
  if (j->o->norms == FP8C_NORMS_FOLD) text_add(&t, " norms=fold");
  for (size_t i = 0; i < j->o->disable_count; i++) text_printf(&t, " disable=%s", j->o->disable[i]);
  if (j->overrides) text_printf(&t, " override=%s", overrides_hash(j->overrides));
  if (j->goal == GOAL_ERROR) text_printf(&t, " max-error=%s", j->budget.text);
  char number[40];
  if (j->goal == GOAL_SPEED)
    text_printf(&t, " target-speedup=%s", double_print(j->o->target_speedup, number));
  if (j->goal == GOAL_SHARE)
    text_printf(&t, " fp8-share=%s", double_print(j->o->fp8_share, number));
  if (j->o->time_limit_seconds > 0)
    text_printf(&t, " time-limit=%s", double_print(j->o->time_limit_seconds, number));
  if (j->evaluation) text_printf(&t, " evaluate=%s", j->evaluation->hash);
  if (j->judge_outputs) text_add(&t, " judge=outputs");
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
  TRY(hash_model(j, err));
  plan *p = &j->plan;
  p->compiler = arena_printf(j->keep, "fp8c %s", fp8c_version());
  p->options = options_line(j);
  p->nvrtc = j->has_gpu ? arena_strdup(j->keep, nvrtc_version_text()) : "";
  p->model_name = arena_strdup(j->keep, base_name(j->o->model_path));
  TRY(lower_variants(j, err));
  job_stage(j, "report");
  held_text *held = NEW(j->keep, held_text);
  arena_defer(j->keep, free_text, held);
  TRY(report_text(j, false, &held->words, err));
  p->report = held->words;
  return plan_check(p, err);
}

/* ---- The compile ------------------------------------------------------- */

/* The most that any of the plan's sizes makes of a dimension; -1 not known. */
static int64_t most_of(const job *j, const graph *g, int64_t dim) {
  if (dim >= 0 || dim == DIM_UNKNOWN) return dim >= 0 ? dim : -1;
  const char *name = g->symbols[DIM_SYMBOL_INDEX(dim)].name;
  int64_t most = -1;
  for (size_t i = 0; i < j->dim_count; i++)
    for (size_t k = 0; k < j->dims[i].size_count && strcmp(j->dims[i].name, name) == 0; k++)
      if (j->dims[i].sizes[k] > most) most = j->dims[i].sizes[k];
  return most;
}

static const char *attention_fp8(const void *user, const node *n) {
  const job *j = user;
  const tensor *q = &n->in[0]->type;
  int64_t rows = q->rank == 4 ? q->dims[2] : q->rank == 3 ? q->dims[1] : DIM_UNKNOWN;
  for (size_t i = 0; i <= j->target_count; i++) {
    const target *t = i < j->target_count ? j->targets[i] : j->assumed;
    const char *why = t ? attention_fp8_refuses(t, n, most_of(j, n->graph, rows)) : NULL;
    if (why) return arena_printf(j->keep, "%s: %s", t->name, why);
  }
  return NULL;
}

#define ROWS_COUNTED ((int64_t)1 << 31) /* of a product: more is as good as not known */

static bool for_gpu(const job *j) { return j->has_gpu || j->assumed; }

static const char *turns(const void *user, const node *n, int64_t size, bool alike) {
  const job *j = user;
  const tensor *x = &n->in[0]->type;
  int64_t rows = 1;
  for (int i = 0; i + 1 < x->rank && rows >= 0; i++) {
    int64_t most = most_of(j, n->graph, x->dims[i]);
    rows = most < 0 || most > ROWS_COUNTED || rows * most > ROWS_COUNTED ? -1 : rows * most;
  }
  /* The form for more (gemm_sm90.c) is no faster: two Llama-3-8B blocks in prefill of 2048 take
   * 1.61 ms on an H200, 1.51 with a kernel behind. */
  if (for_gpu(j) && (rows < 0 || rows > PRODUCT_FEW_ROWS))
    return "it has more than 16 rows, where a kernel behind it is faster";
  for (size_t i = 0; i <= j->target_count; i++) {
    const target *t = i < j->target_count ? j->targets[i] : j->assumed;
    const char *why = t ? product_turns_refuses(t, n, rows, size, alike) : NULL;
    if (why) return arena_printf(j->keep, "%s: %s", t->name, why);
  }
  return NULL;
}

static target_rules rules_of(const job *j) {
  bool mma = for_gpu(j);
  for (size_t i = 0; i < j->target_count; i++)
    mma &= !j->targets[i]->chip || j->targets[i]->chip->mma_fp8;
  mma &= !j->assumed || j->assumed->chip->mma_fp8;
  return (target_rules){.gpu = for_gpu(j),
                        .assumed = j->assumed != NULL,
                        .bf16_epilogue = mma, /* elsewhere the library has a faster instruction */
                        .attention_fp8 = attention_fp8,
                        .attention_user = j,
                        .turns_refuses = turns,
                        .turns_user = j};
}

#define ASSUMED_TARGET "sm_90a"

/* Where there is no GPU and nobody named a target, formats are those that pay on the GPU that the
 * time model knows best, at the sizes of the first sample: the plan is what --target sm_90a makes
 * of these sizes, without its kernels.  Not where a search is asked for, which weighs times of its
 * own, and not where the formats are given or there are no samples. */
static void assume_gpu(job *j) {
  static const char alone[] = "no GPU is present, so the plan is for the CPU alone",
                    adds[] = "`--target cpu --target " ASSUMED_TARGET
                             "` adds a variant for a Hopper GPU";
  if (!j->defaulted || j->measures) return;
  bool weighs = j->goal == GOAL_NONE && !j->info.restored;
  if (!weighs || !j->samples || !sizes_of_first_sample(j)) {
    bool fp8 = weighs && j->o->precision == FP8C_PRECISION_AUTO && j->o->calibration;
    job_say(
        j, FP8C_SEVERITY_NOTE, "no-gpu-target", "", "%s; %s%s", alone,
        fp8 ? "no samples tell the sizes that formats would be weighed for (--dim does), so FP8 "
              "is taken wherever rules and scores allow; "
            : "",
        adds);
    return;
  }
  j->assumed = target_find(ASSUMED_TARGET);
  j->passes.rules = rules_of(j);
  time_model m = time_model_of(j);
  const char *place = chip_words(&m, j->keep);
  if (weighs_gain(j))
    job_say(j, FP8C_SEVERITY_NOTE, "no-gpu-target", "",
            "%s; formats are those that save time on %s, by the time model; `--precision fp8` "
            "takes FP8 wherever it is possible, %s",
            alone, place, adds);
  else
    job_say(j, FP8C_SEVERITY_NOTE, "no-gpu-target", "", "%s; times are modelled for %s; %s", alone,
            place, adds);
}

static fp8c_status open_job(job *j, fp8c_error *err) {
  TRY(job_read_options(j, err));
  TRY(pool_create(j->o->threads, &j->threads, err));
  j->files = file_batch_new(j->keep);
  const char *temporary = getenv("TMPDIR"), *output = j->o->output_path;
  arena_spill(j->keep, output                             ? path_folder(j->keep, output)
                       : temporary && temporary[0] == '/' ? temporary
                                                          : "/var/tmp");
  j->passes = (pass_context){
      .keep = j->keep,
      .scratch = j->scratch,
      .threads = j->threads,
      .evaluate = &j->evaluate,
      .scales = j->scales,
      .repairs = j->repairs,
      .repairs_limited = !j->o->repairs && j->goal == GOAL_NONE,
      .fold_norms = j->o->norms == FP8C_NORMS_FOLD,
      .precision = (precision_mode)j->o->precision,
      .rules = rules_of(j),
      .cache = j->disk_cache,
      .made_by = &j->made_by,
      .progress = j->o->progress,
      .progress_user = j->o->user,
  };
  j->pass_options = (pass_options){.dump_after = j->o->dump_after,
                                   .stop_after = j->o->stop_after,
                                   .disable = j->o->disable,
                                   .disable_count = j->o->disable_count,
                                   .limit = j->o->pass_limit,
                                   .dump = j->o->dump,
                                   .user = j->o->user};
  evaluator_init(&j->evaluate, j);
  TRY(read_model(j, err));
  TRY(open_samples(j, err));
  assume_gpu(j);
  return FP8C_OK;
}

static fp8c_status prepare_job(job *j, fp8c_error *err) {
  TRY(optimise(j, err));
  if (!j->o->calibrate) TRY(without_samples(j, err));
  if (j->o->skip_nonfinite) {
    skipped_samples judging;
    TRY(leave_out_nonfinite(j, "calibration", &j->samples, &j->skipped, err));
    TRY(leave_out_nonfinite(j, "evaluation", &j->evaluation, &judging, err));
  }
  TRY(job_keep_caches(j, err));
  j->passes.samples = j->samples;
  return FP8C_OK;
}

fp8c_status job_begin(job *j, fp8c_error *err) {
  TRY(open_job(j, err));
  return prepare_job(j, err);
}

static void free_job(void *object) {
  job *j = object;
  release_runners(j);
  pool_free(j->threads);
}

fp8c_status job_enter(const fp8c_compile_options *given, job_work *work, void *user,
                      fp8c_error *err) {
  if (!given) return fail(err, FP8C_ERROR_ARGUMENT, "no options were given");
  fp8c_compile_options options;
  ENTRY_OPTIONS(&options, given);
  oom_guard guard;
  arena keep, scratch;
  size_t begun = entry_begin();
  arena_init(&keep, &guard);
  arena_init(&scratch, &guard);
  job j = {.o = &options, .keep = &keep, .scratch = &scratch};
  fp8c_status status;
  if (setjmp(guard.jump)) {
    status = entry_out_of_memory(&guard, err);
  } else {
    arena_defer(&keep, free_job, &j);
    status = work(&j, user, err);
    job_tell_cache(&j);
  }
  arena_free(&scratch);
  arena_free(&keep);
  return entry_end(begun, status, err);
}

typedef struct wanted_results {
  void **plan; /* NULL: the plan goes to options.output_path, if that is set */
  size_t *plan_bytes;
  char **report; /* NULL: none */
} wanted_results;

static fp8c_status plan_to_memory(job *j, const wanted_results *w, fp8c_error *err) {
  void *bytes;
  TRY(plan_write_memory(&j->plan, j->keep, &bytes, w->plan_bytes, err));
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

static fp8c_status file_was_read(const file *f, fp8c_error *err) {
  if (!f || !atomic_load(&f->lost)) return FP8C_OK;
  return fail(err, FP8C_ERROR_IO, "%s: a part of it could not be read while it was compiled",
              f->path);
}

/* Many figures may be unknown, and the plan is another one then.  That a disk fails is no reason
 * for that: what could not be read ends the compile. */
static fp8c_status was_read(const job *j, fp8c_error *err) {
  if (j->trouble.status != FP8C_OK) {
    if (err) *err = j->trouble;
    return j->trouble.status;
  }
  TRY(file_was_read(j->info.model, err));
  for (size_t i = 0; i < j->info.file_count; i++) TRY(file_was_read(j->info.files[i], err));
  return FP8C_OK;
}

/* Everything from the imported model to j->plan. */
static fp8c_status make_plan(job *j, fp8c_error *err) {
  TRY(prepare_job(j, err));
  if (!j->pass_options.stopped) TRY(decide_precision(j, err));
  if (j->o->save_calibration)
    TRY(calibration_save(&j->passes, &j->identity, j->samples->hash, j->o->save_calibration,
                         j->files, err));
  TRY(lower(j, err));
  return was_read(j, err);
}

/* Copies of weights that lie in the scratch file are copied from there, not through memory. */
static void leave_memory(job *j) {
  for (uint32_t i = 0; i < j->plan.blob_count; i++) {
    plan_blob *b = &j->plan.blobs[i];
    if (b->memory && arena_in_file(j->keep, b->memory, &b->file, &b->offset)) b->memory = NULL;
  }
  arena_rest(j->keep);
}

static fp8c_status write_plan(job *j, const wanted_results *w, fp8c_error *err) {
  if (w->plan) return plan_to_memory(j, w, err);
  if (!j->o->output_path) return FP8C_OK;
  job_stage(j, "write");
  leave_memory(j);
  file_writer *out;
  TRY(file_batch_open(j->files, j->o->output_path, &out, err));
  return plan_write_to(&j->plan, out, 0, err);
}

/* A report of the file, as the options ask. */
static fp8c_status write_reports(job *j, const char *document, fp8c_error *err) {
  const fp8c_compile_options *o = j->o;
  if (o->report_json_path)
    TRY(file_batch_write(j->files, o->report_json_path, document, strlen(document), err));
  if (!o->report_path) return FP8C_OK;
  json_t *report = json_parse(document, strlen(document), 0, NULL);
  if (!report) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the report");
  arena_defer(j->keep, json_drop, report);
  text page;
  text_init(&page, j->keep);
  TRY(report_html(report, &page, err));
  return file_batch_write(j->files, o->report_path, page.data, page.length, err);
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
  TRY(file_batch_commit(j->files, err));
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
  j->plan = *made;
  TRY(write_plan(j, w, err));
  return finish(j, made->report, w, err);
}

static fp8c_status compile(job *j, void *user, fp8c_error *err) {
  const wanted_results *w = user;
  TRY(open_job(j, err));
  job_stage(j, "cache");
  plan_key key;
  bool keep = plan_cache_key(j, &key);
  const plan *made = keep ? plan_cache_find(j, &key) : NULL;
  if (made) return give_again(j, made, w, err);
  TRY(make_plan(j, err));
  bool written = !j->over_budget || j->o->write_over_budget;
  if (written) TRY(write_plan(j, w, err));
  if (keep && !j->over_budget && (w->plan || j->o->output_path)) plan_cache_keep(j, &key);
  TRY(finish(j, NULL, w, err));
  return j->over_budget ? fail(err, FP8C_ERROR_BOUND, "%s", j->over_budget) : FP8C_OK;
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
