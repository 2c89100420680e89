/* bench.c - `fp8c bench`: where the time of a run goes, as percentiles. */
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/bench.h"
#include "cli/roofline.h"

typedef struct settings {
  input_settings input;
  decided_settings decided;
  string_list percentiles;
  const char *device, *export, *trace;
  int64_t warmup, iterations, threads, streams;
  double duration;
  int64_t prompt, count, slots;
  bool no_transfers, profile, roofline, shared_prompt, json;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    {"--device", 'd', OPTION_STRING, FIELD(device), "DEVICE",
     "cpu, cuda:0; default: the GPU if the plan and the machine have one", 0},
    {"--warmup", 0, OPTION_INT, FIELD(warmup), "N", "runs before the clock; default 5", 0},
    {"--duration", 0, OPTION_REAL, FIELD(duration), "SECONDS",
     "measure at least this long; default 2", 0},
    {"--iterations", 'n', OPTION_INT, FIELD(iterations), "N",
     "exactly so many runs, instead of a duration", 0},
    {"--streams", 0, OPTION_COUNT, FIELD(streams), "N",
     "sessions at once, a thread each; default 1", 0},
    {"--percentile", 0, OPTION_LIST, FIELD(percentiles), "P",
     "further percentiles besides 50, 90, 99", 0},
    {"--no-transfers", 0, OPTION_FLAG, FIELD(no_transfers), NULL,
     "leave data where it is: time the device alone", 0},
    {"--profile", 0, OPTION_FLAG, FIELD(profile), NULL,
     "time every step too: its median of 20 runs (a second, slower pass)", 0},
    {"--roofline", 0, OPTION_FLAG, FIELD(roofline), NULL,
     "every step's TFLOP/s and GB/s, its share of what the GPU can do, and the modelled time", 0},
    {"--trace", 0, OPTION_WRITTEN, FIELD(trace), "FILE.json",
     "write one run, step by step, for chrome://tracing or Perfetto", 0},
    {"--export", 0, OPTION_WRITTEN, FIELD(export), "FILE.json", "write all figures and samples", 0},
    {"--prompt-tokens", 0, OPTION_INT, FIELD(prompt), "N",
     "of a plan that keeps states: tokens of the prompt; default 128, or half the capacity", 0},
    {"--new-tokens", 0, OPTION_INT, FIELD(count), "N",
     "of a plan that keeps states: tokens behind the prompt; default 128, or what fits", 0},
    {"--slots", 0, OPTION_COUNT, FIELD(slots), "N",
     "of a plan that keeps states: sequences that go on together; default 1", 0},
    {"--shared-prompt", 0, OPTION_FLAG, FIELD(shared_prompt), NULL,
     "with --slots: one slot reads the prompt, and the others begin as copies of it", 0},
    {"--input", 'i', OPTION_READ_LIST, INPUT_FIELD(settings, files), "NAME=FILE.npy",
     "real inputs; default: made up", 0},
    MADE_UP_OPTIONS(settings),
    DECIDED_OPTIONS(FIELD(decided)),
    {"--seed", 0, OPTION_INT, INPUT_FIELD(settings, seed), "N", "seed of made-up inputs; default 1",
     0},
    {"--threads", 'j', OPTION_THREADS, FIELD(threads), "N", "host threads of each session", 0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL, "print the figures as JSON", 0},
    {0},
};

typedef struct samples {
  run_times *items;
  size_t count;
} samples;

/* One session measured by one thread. */
typedef struct lane {
  const settings *s;
  const fp8c_program *program;
  input_set in;
  fp8c_session *session;
  fp8c_tensor *outputs;
  samples samples;
  size_t capacity;
  fp8c_error err;
  fp8c_status status;
  double seconds;
} lane;

static fp8c_status one_run(lane *l, run_times *t) {
  run_ports ports = {l->in.tensors, l->in.count, l->outputs, fp8c_program_output_count(l->program)};
  return session_timed_run(l->session, &ports, !l->s->no_transfers, t, &l->err);
}

static void *measure(void *object) {
  lane *l = object;
  double start = clock_seconds();
  double duration = l->s->duration > 0 ? l->s->duration : 2.0;
  while (l->status == FP8C_OK && l->samples.count < l->capacity) {
    if (l->s->iterations ? l->samples.count >= (size_t)l->s->iterations
                         : l->samples.count > 0 && clock_seconds() - start >= duration)
      break;
    l->status = one_run(l, &l->samples.items[l->samples.count]);
    l->samples.count += l->status == FP8C_OK;
  }
  l->seconds = clock_seconds() - start;
  return NULL;
}

static fp8c_status open_lane(lane *l, arena *a) {
  fp8c_session_options o = {
      .size = sizeof o, .device = l->s->device, .threads = (int32_t)l->s->threads};
  TRY(fp8c_session_create(l->program, &o, &l->session, &l->err));
  size_t n = fp8c_program_output_count(l->program);
  l->outputs = NEW_ARRAY(a, fp8c_tensor, n + 1);
  /* The first run determines the outputs' shapes; afterwards they have memory of their own. */
  TRY(fp8c_session_run_views(l->session, l->in.tensors, l->in.count, l->outputs, n, &l->err));
  for (size_t i = 0; i < n; i++)
    l->outputs[i].data = arena_alloc(a, fp8c_tensor_bytes(&l->outputs[i]) + 1);
  l->capacity = l->s->iterations ? (size_t)l->s->iterations : 1 << 20;
  l->samples.items = NEW_ARRAY(a, run_times, l->capacity + 1);
  int64_t warmup = l->s->warmup ? l->s->warmup : 5;
  run_times ignored;
  for (int64_t i = 0; i < warmup; i++) TRY(one_run(l, &ignored));
  return FP8C_OK;
}

/* ---- Figures ------------------------------------------------------------ */

static const struct part {
  const char *name;
  size_t offset;
} parts[] = {
    {"transfer in", offsetof(run_times, copy_in)}, {"enqueue", offsetof(run_times, enqueue)},
    {"device", offsetof(run_times, device)},       {"transfer out", offsetof(run_times, copy_out)},
    {"end to end", offsetof(run_times, total)},
};

static json_t *part_json(const lane *lanes, size_t count, const struct part *part, const double *ps,
                         size_t p_count, arena *a) {
  size_t n = 0;
  for (size_t i = 0; i < count; i++) n += lanes[i].samples.count;
  double *values = NEW_ARRAY(a, double, n + 1);
  n = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < lanes[i].samples.count; k++) {
      values[n++] = *(const double *)((const char *)&lanes[i].samples.items[k] + part->offset);
    }
  if (n == 0) return NULL;
  return bench_part(part->name, values, n, ps, p_count, a);
}

/* One more run of the first lane's inputs. */
typedef struct again {
  fp8c_session *session;
  const input_set *in;
  fp8c_tensor *views;
  size_t count;
} again;

static fp8c_status run_again(void *object, fp8c_error *err) {
  const again *g = object;
  return fp8c_session_run_views(g->session, g->in->tensors, g->in->count, g->views, g->count, err);
}

static fp8c_status add_steps(const settings *s, const lane *first, json_t *o, arena *a,
                             fp8c_error *err) {
  fp8c_session *session = NULL;
  TRY(bench_open_timed(first->program, s->device, s->threads, &session, o, err));
  again g = {
      .session = session, .in = &first->in, .count = fp8c_program_output_count(first->program)};
  g.views = NEW_ARRAY(a, fp8c_tensor, g.count + 1);
  fp8c_status status = bench_steps(session, s->iterations, run_again, &g, a, o, err);
  if (status == FP8C_OK)
    roofline_add(o, json_object_get(o, "steps"), session, program_plan(first->program));
  fp8c_session_free(session);
  return status;
}

/* Steps of a GPU plan for which a run waits while the CPU computes. */
static size_t count_host_steps(const fp8c_session *session) {
  size_t count = 0;
  fp8c_step step;
  for (size_t i = 0; fp8c_session_step(session, i, &step); i++)
    count += strcmp(step.kind, "host") == 0;
  return count;
}

static json_t *graph_json(const fp8c_session *session) {
  fp8c_graph_info info;
  fp8c_session_graph(session, &info);
  json_t *o = json_object(), *names = json_array();
  json_object_set_new(o, "launches_per_run", json_integer(info.launches_per_run));
  json_object_set_new(o, "kernel_nodes", json_integer(info.kernel_nodes));
  json_object_set_new(o, "copy_nodes", json_integer(info.copy_nodes));
  json_object_set_new(o, "other_nodes", json_integer(info.other_nodes));
  for (size_t i = 0; fp8c_session_graph_kernel(session, i); i++)
    json_array_append_new(names, json_string(fp8c_session_graph_kernel(session, i)));
  json_object_set_new(o, "kernels", names);
  json_object_set_new(o, "host_steps", json_integer((json_int_t)count_host_steps(session)));
  return o;
}

static void add_device_state(json_t *o, const char *where) {
  double clock, power;
  char name[64], driver[32];
  int64_t ordinal = 0;
  if (strncmp(where, "cuda:", 5) != 0 || !int_parse(where + 5, &ordinal)) return;
  if (!cuda_device_state((int)ordinal, &clock, &power, name, driver)) return;
  json_object_set_new(o, "gpu", json_string(name));
  json_object_set_new(o, "driver", json_string(driver));
  json_object_set_new(o, "clock_mhz", json_real(clock));
  json_object_set_new(o, "power_watts", json_real(power));
}

static void print_figures(const settings *s, const json_t *o, arena *a) {
  printf("%s on %s: %lld runs, %.1f runs a second\n",
         text_safe(a, json_string_value(json_object_get(o, "program"))),
         json_string_value(json_object_get(o, "device")),
         (long long)json_integer_value(json_object_get(o, "runs")),
         json_real_value(json_object_get(o, "runs_per_second")));
  if (json_object_get(o, "clock_mhz"))
    printf("%s, driver %s, %.0f MHz, %.0f W just after\n",
           json_string_value(json_object_get(o, "gpu")),
           json_string_value(json_object_get(o, "driver")),
           json_real_value(json_object_get(o, "clock_mhz")),
           json_real_value(json_object_get(o, "power_watts")));
  const json_t *graph = json_object_get(o, "graph");
  if (json_integer_value(json_object_get(graph, "host_steps")))
    printf("a run is %lld graph launches, and the CPU computes %lld steps between and after them\n",
           (long long)json_integer_value(json_object_get(graph, "launches_per_run")),
           (long long)json_integer_value(json_object_get(graph, "host_steps")));
  bench_print_parts(o);
  if (s->roofline) {
    roofline_print(o, a);
    return;
  }
  if (!s->profile) return;
  bench_print_steps(o, a);
}

static fp8c_status read_percentiles(const settings *s, double **out, size_t *count, arena *a,
                                    fp8c_error *err) {
  static const double always[] = {50, 90, 99};
  *out = NEW_ARRAY(a, double, s->percentiles.count + 3);
  for (*count = 0; *count < 3; ++*count) (*out)[*count] = always[*count];
  for (size_t i = 0; i < s->percentiles.count; i++) {
    double p;
    if (!double_parse(s->percentiles.items[i], &p) || !(p > 0 && p <= 100))
      return fail(err, FP8C_ERROR_ARGUMENT, "--percentile \"%s\" is not above 0 and up to 100",
                  s->percentiles.items[i]);
    (*out)[(*count)++] = p;
  }
  return FP8C_OK;
}

static fp8c_status bench(const settings *s, const char *path, lane *lanes, size_t count, arena *a,
                         json_t *o, fp8c_error *err) {
  double *ps;
  size_t p_count;
  TRY(read_percentiles(s, &ps, &p_count, a, err));
  for (size_t i = 0; i < count; i++)
    if ((lanes[i].status = open_lane(&lanes[i], a)) != FP8C_OK)
      return fail(err, lanes[i].status, "%s", lanes[i].err.text);
  pthread_t *threads = NEW_ARRAY(a, pthread_t, count);
  size_t started = 1;
  for (; started < count; started++)
    if (pthread_create(&threads[started], NULL, measure, &lanes[started]) != 0) break;
  measure(&lanes[0]);
  for (size_t i = 1; i < started; i++) pthread_join(threads[i], NULL);
  if (started < count)
    return fail(err, FP8C_ERROR_NO_MEMORY, "only %zu of %zu threads could be started", started,
                count);
  double seconds = 0;
  size_t runs = 0;
  for (size_t i = 0; i < count; i++) {
    if (lanes[i].status != FP8C_OK) return fail(err, lanes[i].status, "%s", lanes[i].err.text);
    runs += lanes[i].samples.count;
    if (lanes[i].seconds > seconds) seconds = lanes[i].seconds;
  }
  json_object_set_new(o, "program", json_string(path));
  json_object_set_new(o, "device", json_string(fp8c_session_device(lanes[0].session)));
  json_object_set_new(o, "streams", json_integer((json_int_t)count));
  json_object_set_new(o, "transfers", json_boolean(!s->no_transfers));
  json_object_set_new(o, "runs", json_integer((json_int_t)runs));
  json_object_set_new(o, "runs_per_second", json_real((double)runs / seconds));
  add_device_state(o, fp8c_session_device(lanes[0].session));
  json_t *list = json_array();
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    json_t *row = part_json(lanes, count, &parts[i], ps, p_count, a);
    if (row) json_array_append_new(list, row);
  }
  json_object_set_new(o, "parts", list);
  json_object_set_new(o, "graph", graph_json(lanes[0].session));
  if (s->profile || s->roofline || s->trace) TRY(add_steps(s, &lanes[0], o, a, err));
  return s->trace ? trace_write(s->trace, o, err) : FP8C_OK;
}

static json_t *lane_samples(const lane *lanes, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < lanes[i].samples.count; k++)
      json_array_append_new(list, json_real(1e3 * lanes[i].samples.items[k].total));
  return list;
}

/* The figures with all samples, which are taken. */
static fp8c_status export_figures(const settings *s, json_t *all, json_t *o, fp8c_error *err) {
  json_object_set_new(o, "samples_ms", all);
  char *dumped = json_words(o, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(6));
  if (!dumped) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the figures");
  fp8c_status status = file_write_all(s->export, dumped, strlen(dumped), err);
  free(dumped);
  json_object_del(o, "samples_ms");
  return status;
}

/* ---- Plans that keep states ---------------------------------------------- */

/* What was asked for that is not measured of such a plan; NULL: nothing. */
static const char *not_of_states(const settings *s, bool tokens) {
  if (s->streams > 1) return "--streams (--slots is the number of sequences)";
  if (s->no_transfers) return "--no-transfers";
  if (s->roofline) return "--roofline";
  if (s->trace) return "--trace";
  if (!tokens) return NULL;
  if (s->input.files.count) return "--input";
  if (s->input.ranges.count) return "--range";
  if (s->input.dims.count) return "--dim (runs are of the prompt's tokens and of one)";
  return NULL;
}

static fp8c_status run_states(const settings *s, const char *path, const fp8c_program *p, arena *a,
                              json_t *o, fp8c_error *err) {
  bool tokens = program_plan(p)->memory.tokens != PLAN_NO_VALUE;
  const char *other = not_of_states(s, tokens);
  input_set in = {0};
  double *ps;
  size_t p_count;
  if (other)
    return fail(err, FP8C_ERROR_ARGUMENT, "bench of a plan that keeps states has no %s", other);
  TRY(read_percentiles(s, &ps, &p_count, a, err));
  if (!tokens) TRY(inputs_given(a, p, NULL, &s->input, &in, err));
  state_bench asked = {.device = s->device,
                       .threads = s->threads,
                       .warmup = s->warmup,
                       .iterations = s->iterations,
                       .prompt = s->prompt,
                       .count = s->count,
                       .slots = s->slots,
                       .seed = (uint64_t)s->input.seed,
                       .duration = s->duration,
                       .profile = s->profile,
                       .shared = s->shared_prompt,
                       .percentiles = ps,
                       .percentile_count = p_count,
                       .in = &in};
  json_t *all = json_object();
  json_object_set_new(o, "program", json_string(path));
  fp8c_status status = bench_states(p, &asked, a, o, all, err);
  if (status == FP8C_OK) add_device_state(o, json_string_value(json_object_get(o, "device")));
  if (status == FP8C_OK && s->export) return export_figures(s, all, o, err);
  json_decref(all);
  return status;
}

static void print_states(const settings *s, const json_t *o, arena *a) {
  bench_states_print(o, a);
  bench_print_parts(o);
  if (s->profile) bench_print_steps(o, a);
}

static fp8c_status run_lanes(const settings *s, const char *path, const fp8c_program *p, size_t n,
                             arena *a, json_t *o, fp8c_error *err) {
  lane *lanes = NEW_ARRAY(a, lane, n);
  input_set in = {0};
  if (s->prompt || s->count || s->slots || s->shared_prompt)
    return fail(
        err, FP8C_ERROR_ARGUMENT,
        "--prompt-tokens, --new-tokens, --slots and --shared-prompt are for plans that keep "
        "states (compile with --capacity)");
  TRY(inputs_given(a, p, NULL, &s->input, &in, err));
  for (size_t i = 0; i < n; i++) lanes[i] = (lane){.s = s, .program = p, .in = in};
  fp8c_status status = bench(s, path, lanes, n, a, o, err);
  if (status == FP8C_OK && s->export) status = export_figures(s, lane_samples(lanes, n), o, err);
  for (size_t i = 0; i < n; i++) fp8c_session_free(lanes[i].session);
  return status;
}

static int run(const void *given, char **positional, int count, arena *a) {
  const settings *s = given;
  if (!decided_has_model(&command_bench, &s->decided, positional, count)) return EXIT_USAGE;
  fp8c_error err = {0};
  fp8c_program *p = NULL;
  void *owned = NULL;
  size_t n = s->streams > 0 ? (size_t)s->streams : 1;
  if (n > 256) return cli_usage(&command_bench, "--streams %zu is more than 256", n);
  json_t *o = json_object();
  fp8c_status status = program_open_any(positional[0], &s->decided, &p, &owned, &err);
  bool states = status == FP8C_OK && fp8c_program_capacity(p) > 0;
  if (status == FP8C_OK)
    status = states ? run_states(s, positional[0], p, a, o, &err)
                    : run_lanes(s, positional[0], p, n, a, o, &err);
  if (status == FP8C_OK && s->json)
    json_print(o, 6);
  else if (status == FP8C_OK)
    (states ? print_states : print_figures)(s, o, a);
  json_decref(o);
  fp8c_program_free(p);
  fp8c_string_free(owned);
  return status == FP8C_OK ? EXIT_DONE : cli_fail(&err);
}

const command command_bench = {
    .name = "bench",
    .usage = "PLAN.fp8c [--device cuda:0] [--range ids=0:30521] [options]",
    .does = "Time a plan: transfers, enqueue, device, end to end; steps with --profile.",
    .teaches =
        "Inputs are made up where none are given: floats normal, integers 0 or 1, or of "
        "--range.\n\n"
        "  fp8c bench bert.fp8c --dim batch=32 --dim seq=128 --range input_ids=0:30521 --profile\n"
        "  fp8c bench bert.fp8c --device cuda:0 --no-transfers --roofline --trace run.json\n"
        "  fp8c bench llama.fp8c --prompt-tokens 512 --new-tokens 128 --slots 4\n\n"
        "Of a plan that keeps states (--capacity) a round is a prompt, whose time is that of the\n"
        "first token, and the tokens behind it, each the most likely one: one by one (token), "
        "then\n"
        "all of them by one call (of many), which a GPU does without the host.  With several "
        "slots\n"
        "a token is one for every slot, and those that the plan takes together (--dim batch) go\n"
        "through one run.\n\n"
        "A step's roof is what the GPU needs at its highest clock for the step's operations in\n"
        "their format, or for the bytes it must move, whichever is longer.  What stays in the L2\n"
        "cache between steps can be faster than that.  A profiler that sets\n"
        "NVTX_INJECTION64_PATH (Nsight Systems) sees each run, and the steps of --profile\n"
        "launched one by one, as NVTX ranges named after the model's nodes.",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
