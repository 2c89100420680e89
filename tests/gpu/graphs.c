/* graphs.c - the same graphs through the code generators.
 *
 *   gpu_graphs --compile FILE...   lower every graph for the two chips that differ most, compile
 *                                  its kernels and check the plan; needs NVRTC, no GPU
 *   gpu_graphs --compile --every-chip FILE...   the same for one chip of each generation
 *   gpu_graphs --compile --in-turn FILE...   for one of the two chips each, the graphs in turn
 *   gpu_graphs FILE...             run them on the GPU and on the CPU device and
 *                                  compare; exit 77 without a GPU
 *   gpu_graphs --time FILE...      time them on the GPU: the median of whole runs as a
 *                                  graph, by its launches; compares nothing.  Processes that name
 *                                  one file in FP8C_TIME_LOCK take turns on the GPU
 *   gpu_graphs --plans FOLDER FILE...   write FOLDER/NAME.fp8c for each, lowered for its target
 *                                  (sm_90a where it names none); needs NVRTC, no GPU
 *   gpu_graphs --list FILE...      print the graphs, those written for several sizes once for each
 *   gpu_graphs --by-value ...      any of these with sizes as arguments of the kernels, as in plans
 *                                  of several sizes
 *   gpu_graphs --each N ...        any of these with the first graph and each N-th behind it
 *   gpu_graphs --way N ...         any of these with the N-th other way of each kernel family
 *                                  that has several (its last, if it has fewer); all before it
 *                                  are compiled too
 *
 * A file holds graphs in text form (docs/ir.md, "Several sizes"), separated by lines "----", each
 * after its directives:
 *
 *   # name: what it is about
 *   # tolerance: 1e-6       of |gpu - cpu| / |cpu| (norms); 0: bit for bit, NaN as NaN
 *   # launches: 1           what the region must have become
 *   # target: sm_90a        the one chip that has kernels for it
 *   # family: conv_halo   of codegen/family.def, the only one that is asked of its problems
 *   # kernel: sm_89 gemm_mma   with what the names of all its launches begin on that chip
 *   # multiprocessors: 1    for which the work is cut
 *   # follows: 1            a plan's (--plans) first launch may start before what the stream holds
 *                           has ended
 *   # range: x -4..4        of a float input (default -1..1) or an integer one (0..7)
 *   # specials: x           NaN, infinities, zeros and subnormals among its elements
 *
 * On the GPU each graph runs three times: as one CUDA graph, step by step with
 * poisoned memory (FP8C_SESSION_CHECK is not set where NaN is expected), and
 * again with other inputs, so that stale results show.  What a graph took of the
 * processor's time stands beside its name. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/numbers.h"
#include "base/random.h"
#include "codegen/tuning.h"
#include "ir/graph_text.h"
#include "runtime/device.h"
#include "tests/support/graph_file.h"

#define RANGES_MAX 16
#define KERNELS_MAX 4

typedef struct directives {
  char name[256];
  double tolerance;
  long launches;
  char specials[256];
  char target[16]; /* "": all */
  char family[32]; /* the only one that is asked of its problems; "": all */
  struct {
    char target[16], begins[64];
  } kernels[KERNELS_MAX];
  size_t kernel_count;
  int multiprocessors;
  bool follows;
  struct {
    char input[64];
    double low, high;
  } ranges[RANGES_MAX];
  size_t range_count;
} directives;

static size_t take_each = 1; /* of a file's graphs */
static enum { RUN, COMPILE, TIME, PLANS, LIST } mode;
static bool every_chip, in_turn, sizes_by_value;
static size_t graphs_seen;
static const char *plans_folder;
static long candidate_wanted = -1;
static size_t problems_seen, candidates_failed;

static void on_problem(void *user, const codegen_problem *p) {
  (void)user;
  problems_seen++;
  printf("    %s\n", p->text);
}

/* ---- Reading files -------------------------------------------------------------- */

static void read_directives(const char *source, directives *d) {
  *d = (directives){.tolerance = 1e-6, .launches = -1};
  for (const char *line = source; line && *line; line = strchr(line, '\n'), line += line != NULL) {
    char key[64], rest[256];
    if (sscanf(line, "# %63[a-z]: %255[^\n]", key, rest) != 2) continue;
    if (strcmp(key, "name") == 0) snprintf(d->name, sizeof d->name, "%s", rest);
    if (strcmp(key, "tolerance") == 0) d->tolerance = strtod(rest, NULL);
    if (strcmp(key, "launches") == 0) d->launches = strtol(rest, NULL, 10);
    if (strcmp(key, "target") == 0) snprintf(d->target, sizeof d->target, "%.15s", rest);
    if (strcmp(key, "family") == 0) snprintf(d->family, sizeof d->family, "%.31s", rest);
    if (strcmp(key, "kernel") == 0 && d->kernel_count < KERNELS_MAX) {
      size_t i = d->kernel_count++;
      sscanf(rest, "%15s %63s", d->kernels[i].target, d->kernels[i].begins);
    }
    if (strcmp(key, "multiprocessors") == 0) d->multiprocessors = atoi(rest);
    if (strcmp(key, "follows") == 0) d->follows = atoi(rest);
    if (strcmp(key, "specials") == 0) snprintf(d->specials, sizeof d->specials, "%s", rest);
    if (strcmp(key, "range") == 0 && d->range_count < RANGES_MAX) {
      size_t i = d->range_count;
      char *dots = strstr(rest, ".."), *space = strchr(rest, ' ');
      if (!dots || !space || (size_t)(space - rest) >= sizeof d->ranges[i].input) continue;
      *dots = *space = 0; /* strtod would take the first dot */
      snprintf(d->ranges[i].input, sizeof d->ranges[i].input, "%.63s", rest);
      d->ranges[i].low = strtod(space + 1, NULL);
      d->ranges[i].high = strtod(dots + 2, NULL);
      d->range_count++;
    }
  }
}

/* ---- Inputs ------------------------------------------------------------------------ */

static void fill_input(const value *v, void *data, const directives *d, uint64_t seed) {
  static const float specials[] = {NAN, INFINITY, -INFINITY, -0.0f, 0.0f, 1e-42f, -1e-42f, 3e38f};
  const tensor *t = &v->type;
  bool real = dtype_is_float(t->dtype);
  double low = real ? -1 : 0, high = real ? 1 : t->dtype == FP8C_DTYPE_BOOL ? 1 : 7;
  for (size_t i = 0; i < d->range_count; i++)
    if (strcmp(d->ranges[i].input, v->name) == 0) {
      low = d->ranges[i].low;
      high = d->ranges[i].high;
    }
  int64_t count = tensor_elements(t);
  size_t bytes = dtype_bytes(t->dtype);
  for (int64_t i = 0; i < count; i++) {
    double u = (double)(random_next(&seed) >> 11) / 9007199254740992.0;
    double x = low + (high - low) * u;
    char *out = (char *)data + (size_t)i * bytes;
    if (dtype_is_small_float(t->dtype)) {
      float f = (float)x;
      if (t->scale.kind == SCALE_TENSOR) f /= t->scale.value;
      if (strcmp(d->specials, v->name) == 0 && random_next(&seed) % 4 == 0)
        f = specials[random_next(&seed) % 8];
      floats_encode(t->dtype, &f, out, 1, true);
    } else if (t->dtype == FP8C_DTYPE_F64) {
      memcpy(out, &x, sizeof x);
    } else {
      int64_t n = (int64_t)floor(low + (high - low + 1) * u);
      memcpy(out, &n, bytes);
    }
  }
}

/* ---- Comparing ---------------------------------------------------------------------- */

/* Relative distance of two arrays; infinite when NaN or infinity stand at
 * different places. */
static double distance(const tensor *type, const void *x, const void *y) {
  tensor a = *type, b = *type;
  a.data = (void *)(uintptr_t)x;
  b.data = (void *)(uintptr_t)y;
  double error = 0, size = 0;
  for (int64_t i = 0; i < tensor_elements(type); i++) {
    double p = dtype_is_float(type->dtype) ? tensor_real(&a, i) : (double)tensor_int(&a, i);
    double q = dtype_is_float(type->dtype) ? tensor_real(&b, i) : (double)tensor_int(&b, i);
    if (isnan(p) && isnan(q)) continue;
    if (p == q) {
      if (isfinite(q)) size += q * q;
      continue;
    }
    if (!isfinite(p) || !isfinite(q)) return INFINITY;
    error += (p - q) * (p - q);
    size += q * q;
  }
  return error == 0 ? 0 : sqrt(error / (size > 0 ? size : 1e-300));
}

static void describe(const graph *g, size_t output, double d, const directives *want,
                     const char *how) {
  printf("    output %s: distance %.3g %s; at most %.3g expected\n", g->output_names[output], d,
         how, want->tolerance);
}

/* ---- Running -------------------------------------------------------------------------- */

typedef struct buffers {
  fp8c_tensor *inputs, *want, *got;
} buffers;

static fp8c_tensor host_tensor(arena *a, const tensor *t) {
  fp8c_tensor out = {.dtype = t->dtype, .place = FP8C_PLACE_HOST, .rank = t->rank};
  memcpy(out.shape, t->dims, sizeof out.shape);
  out.data = arena_alloc(a, tensor_bytes(t) + 1);
  return out;
}

static bool compare_run(const graph *g, arena *a, fp8c_session *cpu, fp8c_session *gpu,
                        const directives *d, uint64_t seed, const char *how) {
  buffers b = {NEW_ARRAY(a, fp8c_tensor, g->input_count + 1),
               NEW_ARRAY(a, fp8c_tensor, g->output_count),
               NEW_ARRAY(a, fp8c_tensor, g->output_count)};
  fp8c_error err;
  for (size_t i = 0; i < g->input_count; i++) {
    b.inputs[i] = host_tensor(a, &g->inputs[i]->type);
    fill_input(g->inputs[i], b.inputs[i].data, d, seed * 1000 + i);
  }
  for (size_t i = 0; i < g->output_count; i++) {
    b.want[i] = host_tensor(a, &g->outputs[i]->type);
    b.got[i] = host_tensor(a, &g->outputs[i]->type);
    memset(b.got[i].data, 0xA5, tensor_bytes(&g->outputs[i]->type));
  }
  if (fp8c_session_run(cpu, b.inputs, g->input_count, b.want, g->output_count, &err) != FP8C_OK ||
      fp8c_session_run(gpu, b.inputs, g->input_count, b.got, g->output_count, &err) != FP8C_OK) {
    printf("    %s: %s\n", how, err.text);
    return false;
  }
  bool good = true;
  for (size_t i = 0; i < g->output_count; i++) {
    double x = distance(&g->outputs[i]->type, b.got[i].data, b.want[i].data);
    if (x <= d->tolerance) continue;
    describe(g, i, x, d, how);
    good = false;
  }
  return good;
}

/* Where kernels are simulated a run takes long, and memory that nobody wrote is full of NaN anyway
 * (tests/support/fake_cuda.c): there one graph of four is run step by step. */
static bool run_graph(const graph *g, const plan *p, arena *a, const directives *d) {
  static size_t graphs_run;
  bool watched = !getenv("FP8C_SIMT_TOGETHER") || graphs_run++ % 4 == 0;
  fp8c_program *program = NULL;
  fp8c_session *cpu = NULL, *gpu = NULL, *steps = NULL;
  fp8c_error err;
  fp8c_session_options on_cpu = {.size = sizeof on_cpu, .device = "cpu"};
  fp8c_session_options on_gpu = {.size = sizeof on_gpu, .device = "cuda:0"};
  fp8c_session_options stepwise = on_gpu;
  stepwise.flags = FP8C_SESSION_NO_GRAPH | FP8C_SESSION_TIMING;
  if (!d->specials[0]) stepwise.flags |= FP8C_SESSION_CHECK;
  bool good = false;
  if (program_from_plan(p, &program, &err) != FP8C_OK ||
      fp8c_session_create(program, &on_cpu, &cpu, &err) != FP8C_OK ||
      fp8c_session_create(program, &on_gpu, &gpu, &err) != FP8C_OK ||
      fp8c_session_create(program, &stepwise, &steps, &err) != FP8C_OK) {
    printf("    %s\n", err.text);
  } else {
    good = compare_run(g, a, cpu, gpu, d, 1, "as a graph") &&
           (!watched || compare_run(g, a, cpu, steps, d, 2, "step by step")) &&
           compare_run(g, a, cpu, gpu, d, 3, "as a graph again");
  }
  fp8c_session_free(steps);
  fp8c_session_free(gpu);
  fp8c_session_free(cpu);
  fp8c_program_free(program);
  return good;
}

/* ---- Timing ------------------------------------------------------------------------------ */

static const char *way_taken = ""; /* of the first problem, where --way asks for one */
static bool way_missing;           /* it has fewer */

/* The kernel's name behind "fp8c_". */
static const char *kernel_of(const plan_variant *v, uint32_t launch) {
  const plan_launch *x = &v->launches[launch];
  return x->kind == PLAN_LAUNCH_KERNEL ? v->kernels[x->kernel].symbol + strlen("fp8c_")
                                       : "cuBLASLt";
}

#define TIMED_RUNS 41
#define WARM_RUNS 10

static int by_value(const void *x, const void *y) {
  double p = *(const double *)x, q = *(const double *)y;
  return (p > q) - (p < q);
}

/* Several processes may prepare their graphs at once and then have the GPU one after the other:
 * each locks the file that FP8C_TIME_LOCK names.  Returns what to close; -1: it shares with nobody.
 */
static int wait_for_turn(void) {
  const char *path = getenv("FP8C_TIME_LOCK");
  int turn = path ? open(path, O_CREAT | O_RDWR, 0600) : -1;
  while (turn >= 0 && flock(turn, LOCK_EX) != 0 && errno == EINTR) continue;
  return turn;
}

static bool time_graph(const graph *g, const plan *p, arena *a, const directives *d) {
  if (way_missing) return true;
  const plan_variant *v = &p->variants[p->variant_count - 1];
  fp8c_program *program = NULL;
  fp8c_session *gpu = NULL;
  fp8c_error err;
  fp8c_session_options on_gpu = {.size = sizeof on_gpu, .device = "cuda:0"};
  fp8c_tensor *in = NEW_ARRAY(a, fp8c_tensor, g->input_count + 1);
  fp8c_tensor *out = NEW_ARRAY(a, fp8c_tensor, g->output_count);
  for (size_t i = 0; i < g->input_count; i++) {
    in[i] = host_tensor(a, &g->inputs[i]->type);
    fill_input(g->inputs[i], in[i].data, d, 1000 + i);
  }
  for (size_t i = 0; i < g->output_count; i++) out[i] = host_tensor(a, &g->outputs[i]->type);
  double times[TIMED_RUNS], flops = 0;
  bool good = program_from_plan(p, &program, &err) == FP8C_OK &&
              fp8c_session_create(program, &on_gpu, &gpu, &err) == FP8C_OK;
  int turn = -1;
  for (size_t i = 0; good && i < WARM_RUNS + TIMED_RUNS; i++) {
    run_times t;
    if (i == 1) turn = wait_for_turn(); /* inputs and results have moved */
    run_ports ports = {in, g->input_count, out, g->output_count};
    good = session_timed_run(gpu, &ports, i == 0, &t, &err) == FP8C_OK;
    if (i >= WARM_RUNS) times[i - WARM_RUNS] = t.device;
  }
  if (turn >= 0) close(turn);
  fp8c_session_free(gpu);
  fp8c_program_free(program);
  if (!good) {
    printf("    %s\n", err.text);
    return false;
  }
  qsort(times, TIMED_RUNS, sizeof *times, by_value);
  for (uint32_t i = 0; i < v->launch_count; i++) flops += (double)v->launches[i].flops;
  double median = times[TIMED_RUNS / 2];
  printf("%8.2f us a launch (least %.2f), %u launches, %.0f TFLOP/s, %s: %s%s%s%s\n",
         median * 1e6 / v->launch_count, times[0] * 1e6 / v->launch_count, v->launch_count,
         flops / median * 1e-12, kernel_of(v, 0), d->name, *way_taken ? " [" : "", way_taken,
         *way_taken ? "]" : "");
  return true;
}

/* ---- Other candidates ------------------------------------------------------------------------ */

static void take_candidate(void *user, tuning_problem *problems, size_t count,
                           uint64_t constant_bytes) {
  (void)user, (void)constant_bytes;
  for (size_t i = 0; i < count; i++) {
    tuning_problem *p = &problems[i];
    p->chosen = p->candidate_count - 1;
    if (i == 0) way_taken = p->candidates[p->chosen].name;
    if (i == 0) way_missing = p->candidate_count <= candidate_wanted;
    for (uint32_t k = 0; k < p->candidate_count; k++) {
      if (!p->candidates[k].failed) continue;
      printf("    %s: %s: %s\n", p->node, p->candidates[k].name, p->candidates[k].failed);
      candidates_failed++;
    }
  }
}

/* ---- One graph ------------------------------------------------------------------------- */

static bool lower(const graph *g, const target *t, arena *a, pool *threads, plan *p,
                  const directives *d, fp8c_error *err) {
  cache kept = {.folder = getenv("FP8C_TEST_CACHE")};
  codegen_context c = {.keep = a,
                       .scratch = a,
                       .threads = threads,
                       .cache = &kept,
                       .by_value = sizes_by_value,
                       .multiprocessors = d->multiprocessors,
                       .family = d->family[0] ? d->family : NULL,
                       .problem = on_problem};
  struct tuner other = {.candidates_max = (uint32_t)candidate_wanted + 1,
                        .reorder = true,
                        .library = mode == COMPILE || mode == PLANS ? 0 : cublaslt_version(),
                        .measure = take_candidate};
  if (candidate_wanted >= 0) c.tuner = &other;
  candidates_failed = 0;
  fp8c_status s = lower_cuda(g, t, "", &c, p, err);
  if (s == FP8C_OK && candidates_failed)
    s = fail(err, FP8C_ERROR_INTERNAL, "%zu ways of doing it cannot be had", candidates_failed);
  if (s == FP8C_OK) s = plan_check(p, err);
  if (s != FP8C_OK) return false;
  const plan_variant *v = &p->variants[p->variant_count - 1];
  if (candidate_wanted > 0) return true; /* other kernels, and more or fewer of them */
  bool good = d->launches < 0 || d->launches == (long)v->launch_count;
  if (!good) printf("    %ld launches expected\n", d->launches);
  for (size_t k = 0; k < d->kernel_count; k++)
    for (uint32_t i = 0; i < v->launch_count && strcmp(d->kernels[k].target, t->name) == 0; i++)
      good =
          good && strncmp(kernel_of(v, i), d->kernels[k].begins, strlen(d->kernels[k].begins)) == 0;
  if (good) return true;
  for (uint32_t i = 0; i < v->launch_count; i++)
    printf("      %s (%s)\n", kernel_of(v, i), v->launches[i].precision);
  fail(err, FP8C_ERROR_BOUND, "other launches for %s than expected", t->name);
  return false;
}

static plan new_plan(void) {
  return (plan){.compiler = "fp8c", .options = "", .nvrtc = "", .model_name = "", .report = "{}"};
}

/* The name is the file's, so it has no folders. */
static bool write_graph_plan(const graph *g, const directives *d, arena *a, pool *threads) {
  plan p = new_plan();
  fp8c_error err = {0};
  if (!d->name[0] || strchr(d->name, '/')) {
    printf("FAIL %s: a plan's file cannot be named so\n", d->name);
    return false;
  }
  bool good = lower(g, target_find(d->target[0] ? d->target : "sm_90a"), a, threads, &p, d, &err);
  if (good && d->follows) p.variants[p.variant_count - 1].launches[0].programmatic = true;
  if (good && plan_write(&p, arena_printf(a, "%s/%s.fp8c", plans_folder, d->name), &err) == FP8C_OK)
    return true;
  printf("FAIL %s: %s\n", d->name, err.text);
  return false;
}

static double processor_seconds(void) {
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    struct rusage used;
    getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &used); /* children: compilers */
    sum += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
  }
  return sum;
}

static bool test_graph(const char *source, arena *a, pool *threads, const char *device_target) {
  directives d;
  graph *g;
  fp8c_error err = {0};
  double begin = processor_seconds();
  read_directives(source, &d);
  if (graph_parse(a, source, NULL, 0, &g, &err) != FP8C_OK) {
    printf("FAIL %s: %s\n", d.name, err.text);
    return false;
  }
  bool good = true;
  if (mode == PLANS) return write_graph_plan(g, &d, a, threads);
  if (device_target && d.target[0] && strcmp(d.target, device_target) != 0) {
    printf("skip %s: for %s\n", d.name, d.target);
    return true;
  }
  if (device_target) {
    plan p = new_plan();
    codegen_context c = {.keep = a, .scratch = a, .problem = on_problem};
    good = lower_cpu(g, "", &c, &p, &err) == FP8C_OK &&
           lower(g, target_find(device_target), a, threads, &p, &d, &err);
    if (good && mode == TIME) return time_graph(g, &p, a, &d);
    if (good)
      good = run_graph(g, &p, a, &d);
    else
      printf("    %s\n", err.text);
  } else {
    static const char *const targets[] = {"sm_89", "sm_90a", "sm_100a", "sm_120a"};
    size_t count = every_chip || d.target[0] ? 4 : 2;
    for (size_t i = 0; i < count; i++) {
      if (d.target[0] ? strcmp(d.target, targets[i]) != 0 : in_turn && graphs_seen % 2 != i)
        continue;
      plan p = new_plan();
      if (lower(g, target_find(targets[i]), a, threads, &p, &d, &err)) continue;
      printf("    %s: %s\n", targets[i], err.text);
      good = false;
    }
  }
  printf("%s %s (%.2f s)\n", good ? "ok  " : "FAIL", d.name, processor_seconds() - begin);
  return good;
}

static int first_file = 1;

static void read_options(int argc, char **argv) {
  int *i = &first_file;
  if (argc > *i && strcmp(argv[*i], "--compile") == 0) mode = COMPILE, ++*i;
  if (argc > *i && strcmp(argv[*i], "--every-chip") == 0) every_chip = true, ++*i;
  if (argc > *i && strcmp(argv[*i], "--in-turn") == 0) in_turn = true, ++*i;
  if (argc > *i && strcmp(argv[*i], "--time") == 0) mode = TIME, ++*i;
  if (argc > *i && strcmp(argv[*i], "--list") == 0) mode = LIST, ++*i;
  if (argc > *i + 1 && strcmp(argv[*i], "--plans") == 0) {
    mode = PLANS;
    plans_folder = argv[*i + 1];
    *i += 2;
  }
  if (argc > *i && strcmp(argv[*i], "--by-value") == 0) sizes_by_value = true, ++*i;
  if (argc > *i + 1 && strcmp(argv[*i], "--each") == 0) {
    take_each = strtoul(argv[*i + 1], NULL, 10);
    if (take_each == 0) take_each = 1;
    *i += 2;
  }
  if (argc <= *i + 1 || strcmp(argv[*i], "--way") != 0) return;
  candidate_wanted = strtol(argv[*i + 1], NULL, 10);
  *i += 2;
}

int main(int argc, char **argv) {
  read_options(argc, argv);
  char device_target[16];
  fp8c_error err;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (mode != LIST && nvrtc_version_text()[0] == 0) {
    printf("skipped: no NVRTC\n");
    return 77;
  }
  bool on_device = mode == RUN || mode == TIME;
  if (on_device && cuda_device_count() == 0) {
    printf("skipped: no GPU\n");
    return 77;
  }
  if (on_device && cuda_device_target(0, device_target, &err) != FP8C_OK) {
    printf("%s\n", err.text);
    return 1;
  }
  pool *threads = NULL;
  /* A simulated NVRTC compiles together what is asked for at the same time (tests/simt). */
  if (pool_create(getenv("FP8C_SIMT_TOGETHER") ? 16 : 0, &threads, &err) != FP8C_OK) return 1;
  size_t failed = 0, count = 0;
  for (int i = first_file; i < argc; i++) {
    oom_guard guard;
    arena files;
    arena_init(&files, &guard);
    if (setjmp(guard.jump)) {
      printf("out of memory\n");
      return 1;
    }
    graph_file graphs;
    if (graph_file_read(&files, argv[i], &graphs, &err) != FP8C_OK) {
      printf("%s\n", err.text);
      return 1;
    }
    for (size_t k = 0; k < graphs.count; k += take_each) {
      arena a;
      arena_init(&a, &guard);
      count++, graphs_seen++;
      if (mode == LIST)
        printf("%s----\n", graphs.graphs[k]);
      else
        failed += !test_graph(graphs.graphs[k], &a, threads, on_device ? device_target : NULL);
      arena_free(&a);
    }
    arena_free(&files);
  }
  pool_free(threads);
  if (mode != LIST) printf("%zu graphs, %zu failed\n", count, failed);
  return failed ? 1 : 0;
}
