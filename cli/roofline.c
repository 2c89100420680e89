/* roofline.c - `fp8c bench --roofline` and `--trace`. */
#include "cli/roofline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/numbers.h"

static double get(const json_t *o, const char *key) {
  return json_number_value(json_object_get(o, key));
}

/* ---- Against the roof ------------------------------------------------------ */

/* Which arithmetic a step's operations are: products go by their first operand's
 * format, which the precision text begins with, all else is F32. */
static const char *arithmetic(const json_t *step) {
  const char *kernel = json_text_of(step, "kernel"), *precision = json_text_of(step, "precision");
  bool product = strstr(precision, " x ") || !strncmp(kernel, "fp8c_attention", 14);
  if (!product) return "f32";
  char name[16]; /* longer than any format's */
  snprintf(name, sizeof name, "%.*s", (int)strcspn(precision, " ,"), precision);
  fp8c_dtype first = dtype_from_name(name);
  if (dtype_is_fp8(first)) return "fp8";
  return first == FP8C_DTYPE_BF16 || first == FP8C_DTYPE_F16 ? "bf16" : "f32";
}

static void add_rates(json_t *row, const step_work *work, double seconds) {
  json_object_set_new(row, "nodes", json_string(work->nodes));
  json_object_set_new(row, "flops", json_integer((json_int_t)work->flops));
  json_object_set_new(row, "bytes", json_integer((json_int_t)work->bytes));
  if (!(seconds > 0)) return;
  json_object_set_new(row, "tflops", json_real((double)work->flops / seconds / 1e12));
  json_object_set_new(row, "gb_per_s", json_real((double)work->bytes / seconds / 1e9));
}

/* The least a step could take, and by what. */
static double add_bound(json_t *row, const step_work *work, const device_peaks *peaks) {
  const char *kind = arithmetic(row);
  double rate = !strcmp(kind, "fp8")    ? peaks->fp8
                : !strcmp(kind, "bf16") ? peaks->bf16
                                        : peaks->f32;
  double math = (double)work->flops / rate, memory = (double)work->bytes / peaks->bytes;
  double least = math > memory ? math : memory, us = get(row, "median_us");
  json_object_set_new(row, "arithmetic", json_string(kind));
  json_object_set_new(row, "limit", json_string(math > memory ? "math" : "memory"));
  json_object_set_new(row, "roof_us", json_real(1e6 * least));
  if (us > 0) json_object_set_new(row, "roof_share", json_real(1e6 * least / us));
  return least;
}

/* The launches of the variant in use in the plan's own report. */
static const json_t *reported_launches(const json_t *report, const plan_variant *v) {
  size_t i;
  json_t *o;
  json_array_foreach(
      json_object_get(report, "variants"), i,
      o) if (!strcmp(json_text_of(o, "target"), v->target) &&
             !strcmp(json_text_of(o, "profile"), v->profile)) return json_object_get(o, "launches");
  return NULL;
}

static json_t *roof_json(const device_peaks *peaks) {
  json_t *o = json_object();
  json_object_set_new(o, "processors", json_integer(peaks->processors));
  json_object_set_new(o, "clock_mhz", json_real(peaks->clock / 1e6));
  json_object_set_new(o, "fp8_tflops", json_real(peaks->fp8 / 1e12));
  json_object_set_new(o, "bf16_tflops", json_real(peaks->bf16 / 1e12));
  json_object_set_new(o, "f32_tflops", json_real(peaks->f32 / 1e12));
  json_object_set_new(o, "gb_per_s", json_real(peaks->bytes / 1e9));
  return o;
}

void roofline_add(json_t *o, json_t *steps, const fp8c_session *session, const plan *p) {
  const char *where = fp8c_session_device(session);
  int64_t ordinal = 0;
  device_peaks peaks = {0};
  bool known = !strncmp(where, "cuda:", 5) && int_parse(where + 5, &ordinal) &&
               cuda_device_peaks((int)ordinal, &peaks);
  const char *words = p->report ? p->report : "";
  json_t *report = json_read(words, strlen(words), 0, NULL), *row;
  const json_t *launches = reported_launches(report, session_variant(session));
  double total = 0, least = 0, modelled = 0, measured = 0, off = 0;
  size_t i, compared = 0;
  json_array_foreach(steps, i, row) {
    step_work work;
    double us = get(row, "median_us");
    if (!session_step_work(session, i, &work)) continue;
    add_rates(row, &work, us / 1e6);
    if (known) least += add_bound(row, &work, &peaks);
    total += us;
    const json_t *model = json_object_get(json_array_get(launches, i), "model_seconds");
    if (!json_is_real(model)) continue;
    double model_us = 1e6 * json_real_value(model);
    json_object_set_new(row, "model_us", json_real(model_us));
    modelled += model_us;
    if (!(us > 0) || !(model_us > 0)) continue;
    measured += us;
    off += fabs(log(model_us / us));
    compared++;
  }
  json_decref(report);
  json_object_set_new(o, "steps_us", json_real(total));
  if (known) {
    json_object_set_new(o, "roof", roof_json(&peaks));
    json_object_set_new(o, "roof_us", json_real(1e6 * least));
  }
  if (compared) {
    json_object_set_new(o, "model_us", json_real(modelled));
    json_object_set_new(o, "model_steps_us", json_real(measured));
    json_object_set_new(o, "model_off_by", json_real(exp(off / (double)compared) - 1));
  }
}

/* ---- In words ----------------------------------------------------------------- */

/* Three digits are enough to compare by. */
static const char *number(const json_t *row, const char *key, arena *a) {
  const json_t *x = json_object_get(row, key);
  if (!json_is_number(x)) return "-";
  if (json_is_integer(x)) return arena_printf(a, "%lld", (long long)json_integer_value(x));
  double y = json_number_value(x);
  return y == 0     ? "0"
         : y < 0.1  ? arena_printf(a, "%.4f", y)
         : y < 10   ? arena_printf(a, "%.2f", y)
         : y < 1000 ? arena_printf(a, "%.1f", y)
                    : arena_printf(a, "%.0f", y);
}

/* How near a step comes to its roof, and to which. */
static const char *share_of(const json_t *row, arena *a) {
  const json_t *share = json_object_get(row, "roof_share");
  const char *of = !strcmp(json_text_of(row, "limit"), "math") ? json_text_of(row, "arithmetic")
                                                               : json_text_of(row, "limit");
  return arena_printf(
      a, "%6s %-7s ",
      json_is_number(share) ? arena_printf(a, "%.0f%%", 100 * json_number_value(share)) : "-",
      *of ? of : "-");
}

/* A CPU has no roof here: the columns about it are left out. */
void roofline_print(const json_t *o, arena *a) {
  const json_t *roof = json_object_get(o, "roof"), *row;
  size_t i;
  if (roof)
    printf("roof: %s TFLOP/s FP8, %s BF16, %s F32, %s GB/s (%s multiprocessors at %s MHz)\n",
           number(roof, "fp8_tflops", a), number(roof, "bf16_tflops", a),
           number(roof, "f32_tflops", a), number(roof, "gb_per_s", a),
           number(roof, "processors", a), number(roof, "clock_mhz", a));
  printf("%4s %9s %s%8s %8s %s%-24s %-28s %s\n", "step", "us", roof ? " model us   roof us " : "",
         "TFLOP/s", "GB/s", roof ? " share of      " : "", "formats", "kernel", "model nodes");
  json_array_foreach(json_object_get(o, "steps"), i, row) {
    const char *expected =
        roof ? arena_printf(a, "%9s %9s ", number(row, "model_us", a), number(row, "roof_us", a))
             : "";
    printf("%4zu %9s %s%8s %8s %s%-24s %-28s %s\n", i, number(row, "median_us", a), expected,
           number(row, "tflops", a), number(row, "gb_per_s", a), roof ? share_of(row, a) : "",
           text_safe(a, json_text_of(row, "precision")),
           shortened(json_shown(row, "kernel", a), 24, a),
           shortened(json_shown(row, "nodes", a), 60, a));
  }
  if (!roof) {
    printf("sum  %9s us, steps timed in %s; the CPU has no roof and no time model\n",
           number(o, "steps_us", a), json_text_of(o, "steps_timed_in"));
    return;
  }
  printf("sum  %9s %9s %9s  us, steps timed in %s\n", number(o, "steps_us", a),
         number(o, "model_us", a), number(o, "roof_us", a), json_text_of(o, "steps_timed_in"));
  if (json_is_number(json_object_get(o, "model_off_by")))
    printf("the time model is off by %.0f%% a step (geometric mean), %+.0f%% in the sum\n",
           100 * get(o, "model_off_by"), 100 * (get(o, "model_us") / get(o, "model_steps_us") - 1));
}

/* ---- Trace ------------------------------------------------------------------------ */

static void add_name(json_t *events, const char *what, int thread, const char *name) {
  json_array_append_new(events, json_pack("{s:s, s:s, s:i, s:i, s:{s:s}}", "name", what, "ph", "M",
                                          "pid", 1, "tid", thread, "args", "name", name));
}

static void add_event(json_t *events, const char *name, const char *category, int thread,
                      double begin_us, double us, json_t *args) {
  json_t *e = json_object();
  json_object_set_new(e, "name", json_string(name));
  json_object_set_new(e, "cat", json_string(category));
  json_object_set_new(e, "ph", json_string("X")); /* begin and duration in one */
  json_object_set_new(e, "ts", json_real(begin_us));
  json_object_set_new(e, "dur", json_real(us));
  json_object_set_new(e, "pid", json_integer(1));
  json_object_set_new(e, "tid", json_integer(thread));
  json_object_set_new(e, "args", args);
  json_array_append_new(events, e);
}

/* Medians of a run's parts; enqueueing goes on while the device works. */
static double add_parts(json_t *events, const json_t *o) {
  size_t i;
  json_t *part;
  double at = 0, device_begin = 0;
  json_array_foreach(json_object_get(o, "parts"), i, part) {
    const char *name = json_text_of(part, "name");
    double us = 1e3 * get(part, "p50_ms");
    if (!strcmp(name, "end to end")) continue;
    bool enqueue = !strcmp(name, "enqueue");
    if (!strcmp(name, "device")) device_begin = at;
    add_event(events, name, "run", enqueue ? 2 : 1, at, us, json_object());
    if (!enqueue) at += us;
  }
  return device_begin;
}

fp8c_status trace_write(const char *path, const json_t *o, fp8c_error *err) {
  static const char *const shown[] = {"kernel",   "precision", "flops",    "bytes",      "tflops",
                                      "gb_per_s", "roof_us",   "model_us", "roof_share", "limit"};
  json_t *events = json_array(), *step;
  add_name(events, "process_name", 0, json_text_of(o, "program"));
  add_name(events, "thread_name", 1, "parts of a run (medians)");
  add_name(events, "thread_name", 2, "host");
  add_name(events, "thread_name", 3, "steps (means)");
  double at = add_parts(events, o);
  size_t i;
  json_array_foreach(json_object_get(o, "steps"), i, step) {
    json_t *args = json_object();
    json_object_set_new(args, "step", json_integer((json_int_t)i));
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
      if (json_object_get(step, shown[k]))
        json_object_set(args, shown[k], json_object_get(step, shown[k]));
    const char *nodes = json_text_of(step, "nodes");
    double us = get(step, "median_us");
    add_event(events, *nodes ? nodes : json_text_of(step, "name"), json_text_of(step, "kind"), 3,
              at, us, args);
    at += us;
  }
  json_t *document = json_object(), *other = json_object();
  json_object_set_new(document, "traceEvents", events);
  json_object_set_new(document, "displayTimeUnit", json_string("ms"));
  for (const char *const *key = (const char *const[]){"device", "gpu", "driver", NULL}; *key; key++)
    if (json_object_get(o, *key)) json_object_set(other, *key, json_object_get(o, *key));
  json_object_set_new(document, "otherData", other);
  /* all digits: where fewer are kept, a step of a long run ends behind the next one's begin */
  char *dumped = json_words(document, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
  json_decref(document);
  if (!dumped) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the trace");
  fp8c_status status = file_write_all(path, dumped, strlen(dumped), err);
  free(dumped);
  return status;
}
