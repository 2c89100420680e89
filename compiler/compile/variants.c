/* variants.c - every target times every combination of requested sizes.
 *
 * The CPU variant needs no sizes: it infers shapes at run time, so there is
 * one.  A GPU variant bakes its shapes in. */
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/size.h"
#include "codegen/cost.h"
#include "compiler/compile/state_in_place.h"
#include "compiler/compile/times.h"
#include "compiler/compile/tune.h"
#include "runtime/plan_text.h"

static size_t combinations(const job *j) {
  size_t n = 1;
  for (size_t i = 0; i < j->ask.dim_count; i++)
    if (!size_mul(n, j->ask.dims[i].of.count, &n)) return SIZE_MAX / PLAN_MAX_VARIANTS;
  return n;
}

fp8c_status variants_check(const job *j, fp8c_error *err) {
  size_t profiles = combinations(j);
  if (j->targets.has_gpu && profiles > PLAN_MAX_VARIANTS / j->targets.count)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the sizes of --dim make %zu combinations for %zu target%s; %zu are possible, with "
                "fewer sizes or ranges in steps (--dim seq=16..512:16)",
                profiles, j->targets.count, j->targets.count == 1 ? "" : "s",
                PLAN_MAX_VARIANTS / j->targets.count);
  return FP8C_OK;
}

/* Clones the graph, binds combination `index` of the sizes and folds what
 * became constant. */
static fp8c_status bind_profile(job *j, const target *chip, size_t index, graph **out,
                                const char **profile, fp8c_error *err) {
  graph *g = graph_clone(j->model.graph, j->keep);
  text name;
  text_init(&name, j->keep);
  for (size_t i = 0; i < j->ask.dim_count; i++) {
    const dim_request *d = &j->ask.dims[i];
    int64_t size = d->of.sizes[index % d->of.count];
    index /= d->of.count;
    TRY(graph_bind(g, d->name, size, err));
    for (size_t k = 0; k < j->tie_count; k++)
      if (strcmp(j->ties[k].of, d->name) == 0)
        TRY(graph_bind(g, j->ties[k].symbol, size + j->ties[k].more, err));
    text_printf(&name, "%s%s=%lld", i ? " " : "", d->name, (long long)size);
  }
  TRY(bind_sums(j, g, err));
  TRY(graph_infer(g, err));
  TRY(states_in_place(&j->result.plan.memory, g, err));
  pass_options asked = {.disable = j->o->disable,
                        .disable_count = j->o->disable_count,
                        .dump_after = j->o->dump_after,
                        .dump = j->o->dump,
                        .user = j->o->user};
  ask_for_convs(&j->passes, chip);
  TRY(passes_run(g, pipeline_variant, pipeline_variant_count, &j->passes, &asked, err));
  *out = g;
  *profile = text_cstr(&name);
  return FP8C_OK;
}

/* A node that has no kernel at several sizes is reported once. */
static void report_problem(void *user, const codegen_problem *p) {
  const job *j = user;
  for (size_t i = 0; i < j->log.diagnostic_count; i++)
    if (j->log.diagnostics[i].severity == FP8C_SEVERITY_ERROR &&
        strcmp(j->log.diagnostics[i].text, p->text) == 0)
      return;
  job_say(user, FP8C_SEVERITY_ERROR, p->code, p->node, "%s", p->text);
}

static bool is_cancelled(void *user) {
  const job *j = user;
  return j->o->cancelled && j->o->cancelled(j->o->user);
}

/* The model's steps, and which of them stand at a launch already. */
typedef struct model_steps {
  cost_step *steps;
  bool *taken;
  size_t count, next;
} model_steps;

/* Seconds of the step of that name; NAN: there is none.  Steps and launches are in the graph's
 * order, except for copies that a step has in front of it. */
static double take_step(model_steps *m, const char *name) {
  for (size_t i = 0; i < m->count; i++) {
    size_t k = (m->next + i) % m->count;
    if (m->taken[k] || strcmp(m->steps[k].name, name) != 0) continue;
    m->taken[k] = true;
    if (k >= m->next) m->next = k + 1;
    return m->steps[k].seconds;
  }
  return (double)NAN;
}

/* What the time model says of each launch.  A step of the model that became several launches
 * stands at the first of them; steps that share a launch begin once. */
static const double *model_seconds(job *j, const graph *g, const target *chip,
                                   const plan_variant *v) {
  double *seconds = NEW_ARRAY(j->keep, double, v->launch_count + 1);
  arena_mark mark = arena_save(j->scratch);
  cost_model m = {.target = chip};
  model_steps s = {0};
  s.count = cost_steps(g, &m, j->scratch, &s.steps);
  s.taken = NEW_ARRAY(j->scratch, bool, s.count + 1);
  for (uint32_t i = 0; i < v->launch_count; i++) {
    const plan_launch *l = &v->launches[i];
    seconds[i] = take_step(&s, l->name);
    for (uint32_t k = 0; k < l->joined_count; k++) {
      double more = take_step(&s, l->joined[k]) - COST_START_PASS;
      if (more > 0) seconds[i] += more;
    }
  }
  arena_reset(j->scratch, mark);
  return seconds;
}

static const char *bytes_words(arena *a, uint64_t bytes) {
  return bytes < 1000      ? arena_printf(a, "%llu bytes", (unsigned long long)bytes)
         : bytes < 1000000 ? arena_printf(a, "%.1f kB", (double)bytes / 1e3)
                           : arena_printf(a, "%.1f MB", (double)bytes / 1e6);
}

/* What was left to the CPU is said, step by step. */
static void tell_host_steps(job *j, const plan_variant *v) {
  for (uint32_t i = 0; i < v->launch_count; i++) {
    const plan_launch *l = &v->launches[i];
    if (l->kind != PLAN_LAUNCH_HOST) continue;
    uint64_t to_host, to_device;
    plan_host_bytes(v, l, &to_host, &to_device);
    uint32_t more = l->host->block->program.op_count - 1;
    const char *others =
        more ? arena_printf(j->scratch, " and %u more node%s", more, more == 1 ? "" : "s") : "";
    job_say(
        j, FP8C_SEVERITY_WARNING, "host-step", l->name,
        "%s%s%s: the CPU computes %s \"%s\"%s in the middle of each run (%s); %s go to the host, "
        "%s back",
        v->target, *v->profile ? " " : "", v->profile, l->host->block->program.ops[0].op->name,
        l->name, others, l->host->reasons[0], bytes_words(j->scratch, to_host),
        bytes_words(j->scratch, to_device));
  }
}

/* Variants that have nodes without kernels do not keep those of the others from being
 * listed; the first error stands for all. */
fp8c_status lower_variants(job *j, fp8c_error *err) {
  size_t profiles = combinations(j);
  fp8c_error first = {0};
  TRY(variants_check(j, err));
  hash_map made;
  map_init(&made, j->keep);
  codegen_context c = {.keep = j->keep,
                       .scratch = j->scratch,
                       .threads = j->threads,
                       .cache = j->disk_cache,
                       .no_cublaslt = j->o->no_cublaslt,
                       .by_value = profiles > 1,
                       .made = &made,
                       .allow_host = j->o->allow_cpu_fallback,
                       .problem = report_problem,
                       .progress = job_progress,
                       .cancelled = is_cancelled,
                       .user = j};
  lower_ports(j->model.graph, &c, &j->result.plan); /* before a profile binds them */
  reopen_ports(j);
  for (size_t t = 0; t < j->targets.count; t++) {
    const target *chip = j->targets.list[t];
    if (!chip->chip) {
      TRY(lower_cpu(j->model.graph, "", &c, &j->result.plan, err));
      continue;
    }
    for (size_t i = 0; i < profiles; i++) {
      graph *bound;
      const char *profile;
      TRY(bind_profile(j, chip, i, &bound, &profile, err));
      fp8c_error unsupported = {0};
      struct tuned *tuned = NEW(j->keep, struct tuned);
      c.tuner = tune_begin(j, chip, tuned);
      arena_mark mark = arena_save(j->scratch); /* the kernels' texts of a size are long */
      fp8c_status status = lower_cuda(bound, chip, profile, &c, &j->result.plan, &unsupported);
      arena_reset(j->scratch, mark);
      if (status != FP8C_OK && first.status == FP8C_OK) first = unsupported;
      if (status == FP8C_ERROR_UNSUPPORTED) continue;
      if (status != FP8C_OK) break;
      uint32_t last = j->result.plan.variant_count - 1;
      tell_host_steps(j, &j->result.plan.variants[last]);
      if (tuned->count) j->result.tuned[last] = tuned;
      j->result.model_seconds[last] = model_seconds(j, bound, chip, &j->result.plan.variants[last]);
    }
    if (first.status != FP8C_OK && first.status != FP8C_ERROR_UNSUPPORTED) break;
  }
  if (first.status != FP8C_OK) *err = first;
  return first.status;
}
