/* assumed.c - the GPU that is assumed where there is none. */
#include "compiler/compile/times.h"

#define ASSUMED_TARGET "sm_90a"

/* Where there is no GPU and nobody named a target, formats are those that pay on the GPU that the
 * time model knows best, at the sizes of the first sample: the plan is what --target sm_90a makes
 * of these sizes, without its kernels.  Not where a search is asked for, which weighs times of its
 * own, and not where the formats are given or there are no samples. */
void job_assume_gpu(job *j) {
  static const char cpu_only[] = "no GPU is present, so the plan is for the CPU alone",
                    adds[] = "`--target cpu --target " ASSUMED_TARGET
                             "` adds a variant for a Hopper GPU";
  if (!j->targets.defaulted || j->ask.measures || j->ask.figures) return;
  bool weighs = j->ask.goal == GOAL_NONE && !j->model.info.restored;
  if (!weighs || !j->samples.all || !sizes_of_first_sample(j)) {
    bool fp8 = weighs && j->o->precision == FP8C_PRECISION_AUTO && j->o->calibration;
    job_say(
        j, FP8C_SEVERITY_NOTE, "no-gpu-target", "", "%s; %s%s", cpu_only,
        fp8 ? "no samples tell the sizes that formats would be weighed for (--dim does), so FP8 "
              "is taken wherever rules and scores allow; "
            : "",
        adds);
    return;
  }
  j->targets.assumed = target_find(ASSUMED_TARGET);
  j->passes.rules = job_rules(j);
  time_model m = time_model_of(j);
  const char *place = chip_words(&m, j->keep);
  if (job_weighs_time(j))
    job_say(j, FP8C_SEVERITY_NOTE, "no-gpu-target", "",
            "%s; formats are those that save time on %s, by the time model; `--precision fp8` "
            "takes FP8 wherever it is possible, %s",
            cpu_only, place, adds);
  else
    job_say(j, FP8C_SEVERITY_NOTE, "no-gpu-target", "", "%s; times are modelled for %s; %s",
            cpu_only, place, adds);
}
