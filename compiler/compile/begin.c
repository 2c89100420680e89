/* begin.c - a compile begins: its arenas, its options, the optimised graph. */
#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "compiler/compile/entry.h"
#include "compiler/compile/plan_cache.h"
#include "compiler/compile/preset.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/precision/calibration_file.h"

static fp8c_status optimise(job *j, fp8c_error *err) {
  if (j->model.info.restored) return FP8C_OK; /* it was */
  job_stage(j, "optimise");
  return passes_run(j->model.graph, pipeline_optimise, pipeline_optimise_count, &j->passes,
                    &j->pass_options, err);
}

/* The model has QuantizeLinear or DequantizeLinear: somebody decided about its formats. */
static bool states_formats(const graph *g) {
  for (const node *n = g->first; n; n = n->next)
    if (node_is(n, OP_QUANTIZE_LINEAR) || node_is(n, OP_DEQUANTIZE_LINEAR) ||
        node_is(n, OP_FAKE_QUANTIZE))
      return true;
  return false;
}

/* What decides formats where there are no samples. */
static fp8c_status without_samples(job *j, fp8c_error *err) {
  if (j->o->calibration) {
    if (!j->o->calibrate || j->passes.given->graph) return FP8C_OK;
    return fail(
        err, FP8C_ERROR_FORMAT,
        "%s: was written by a compile, and its figures may be of values that it has changed; "
        "beside --calibrate those of `fp8c calibrate` are taken, or this file alone",
        j->o->calibration);
  }
  if (j->o->precision != FP8C_PRECISION_AUTO || j->ask.scales.method == SCALE_CONSTANT ||
      j->ask.scales.method == SCALE_OF_RUN || j->ask.scales.method == SCALE_DELAYED ||
      j->o->overrides || j->model.info.restored)
    return FP8C_OK;
  j->passes.keep_formats = states_formats(j->model.graph);
  if (j->passes.keep_formats)
    job_say(j, FP8C_SEVERITY_NOTE, "formats-given", "",
            "the model contains Q/DQ nodes: their scales are used, and what they leave in F32 "
            "stays F32; --calibrate or --precision bf16 would decide about the rest");
  else
    job_say(j, FP8C_SEVERITY_WARNING, "no-calibration", "",
            "without --calibrate there are no scales for activations, so no node computes in FP8");
  return FP8C_OK;
}

static const char *default_cache(arena *a) {
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (xdg && xdg[0] == '/') return arena_printf(a, "%s/fp8c", xdg);
  if (home && home[0] == '/') return arena_printf(a, "%s/.cache/fp8c", home);
  return NULL;
}

static void open_cache(job *j) {
  const char *folder = j->o->cache_dir ? j->o->cache_dir : default_cache(j->keep);
  if (!folder || !folder[0] || !plan_made_by(j, &j->made_by)) return;
  j->disk_cache = NEW(j->keep, cache);
  j->disk_cache->folder = folder;
}

fp8c_status job_open(job *j, fp8c_error *err) {
  fp8c_status asked = request_read(j->o, j->keep, j->scratch, &j->ask, &j->targets, err);
  if (j->targets.unusable)
    job_say(j, FP8C_SEVERITY_WARNING, "no-gpu-target", "", "%s; the plan is for the CPU alone",
            j->targets.unusable);
  TRY(asked);
  open_cache(j);
  TRY(pool_create(j->o->threads, &j->threads, err));
  j->result.files = file_batch_new(j->keep);
  const char *temporary = getenv("TMPDIR"), *output = j->o->output_path;
  arena_spill(j->keep, output                             ? path_folder(j->keep, output)
                       : temporary && temporary[0] == '/' ? temporary
                                                          : "/var/tmp");
  j->passes = (pass_context){
      .keep = j->keep,
      .scratch = j->scratch,
      .threads = j->threads,
      .evaluate = &j->evaluate,
      .scales = j->ask.scales,
      .weights = j->ask.weights,
      .repairs = j->ask.repairs,
      .repairs_limited = !j->o->repairs && j->ask.goal == GOAL_NONE,
      .fold_norms = j->o->norms == FP8C_NORMS_FOLD,
      .precision = (precision_mode)j->o->precision,
      .by_samples = j->o->calibrate || j->o->calibration,
      .rules = job_rules(j),
      .cache = j->disk_cache,
      .made_by = &j->made_by,
      .progress = job_progress,
      .progress_user = j,
  };
  j->pass_options = (pass_options){.dump_after = j->o->dump_after,
                                   .stop_after = j->o->stop_after,
                                   .disable = j->o->disable,
                                   .disable_count = j->o->disable_count,
                                   .limit = j->o->pass_limit,
                                   .dump = j->o->dump,
                                   .user = j->o->user};
  evaluator_init(&j->evaluate, j);
  TRY(job_read_model(j, err));
  TRY(job_open_samples(j, err));
  job_assume_gpu(j);
  return FP8C_OK;
}

fp8c_status job_prepare(job *j, fp8c_error *err) {
  if (j->o->calibration)
    TRY(calibration_load(&j->passes, &j->model.identity, j->o->calibration, err));
  TRY(bind_early_sizes(j, err));
  TRY(optimise(j, err));
  if (!j->o->calibrate || j->o->calibration) TRY(without_samples(j, err));
  TRY(job_leave_out_nonfinite(j, err));
  TRY(job_keep_caches(j, err));
  j->passes.samples = j->samples.all;
  return FP8C_OK;
}

static void free_job(void *object) {
  job *j = object;
  release_runners(j);
  pool_free(j->threads);
}

/* Samples in memory stand where a path would: whoever asks whether there are samples sees them. */
static fp8c_status name_samples(fp8c_compile_options *o, fp8c_error *err) {
  if ((o->calibrate_samples && o->calibrate) || (o->evaluate_samples && o->evaluate))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "samples were given in files and in memory; one of them was expected");
  if (o->calibrate_samples) o->calibrate = "samples in memory";
  if (o->evaluate_samples) o->evaluate = "samples in memory";
  return FP8C_OK;
}

static fp8c_status check_lists(const fp8c_compile_options *o, fp8c_error *err) {
  const entry_list lists[] = {{"targets", o->targets, o->target_count},
                              {"dims", o->dims, o->dim_count},
                              {"shapes", o->shapes, o->shape_count},
                              {"io_types", o->io_types, o->io_type_count},
                              {"sets", o->sets, o->set_count},
                              {"states", o->states, o->state_count},
                              {"preprocess", o->preprocess, o->preprocess_count},
                              {"disable", o->disable, o->disable_count},
                              {"judge_ports", o->judge_ports, o->judge_port_count},
                              {"fixes", o->fixes, o->fix_count},
                              {"reports", o->reports, o->report_count},
                              {"roles", o->roles, o->role_count},
                              {0}};
  TRY(entry_lists(lists, err));
  if ((unsigned)o->precision > FP8C_PRECISION_F32)
    return fail(err, FP8C_ERROR_ARGUMENT, "there is no precision %d", (int)o->precision);
  return FP8C_OK;
}

fp8c_status job_enter(const fp8c_compile_options *given, job_work *work, void *user,
                      fp8c_error *err) {
  if (!given) return fail(err, FP8C_ERROR_ARGUMENT, "no options were given");
  fp8c_compile_options options;
  ENTRY_OPTIONS(&options, given);
  TRY(check_lists(&options, err));
  TRY(name_samples(&options, err));
  oom_guard guard = {.cancelled = false};
  arena keep, scratch;
  size_t begun = entry_begin();
  host_keep_begin();
  arena_init(&keep, &guard);
  arena_init(&scratch, &guard);
  job j = {.o = &options, .keep = &keep, .scratch = &scratch, .thread = pthread_self()};
  fp8c_status status;
  if (setjmp(guard.jump)) {
    status = entry_out_of_memory(&guard, err);
  } else {
    arena_defer(&keep, free_job, &j);
    status = preset_expand(&options, &keep, err);
    if (status == FP8C_OK) status = work(&j, user, err);
    job_report_cache(&j);
  }
  arena_free(&scratch);
  arena_free(&keep);
  host_keep_end();
  return entry_end(begun, status, err);
}
