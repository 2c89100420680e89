/* compare.c - `fp8c compare`: two programs on the same inputs, output by output. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/numbers.h"
#include "cli/cli.h"
#include "ops/tensor.h"

typedef struct settings {
  input_settings input;
  sample_settings samples;
  decided_settings decided;
  string_list tolerances;
  const char *device_a, *device_b;
  int64_t threads;
  bool json;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    INPUT_OPTIONS(settings),
    SAMPLE_OPTIONS(FIELD(samples)),
    DECIDED_OPTIONS(FIELD(decided)),
    {"--tolerance", 't', OPTION_LIST, FIELD(tolerances), "RULE",
     "sqnr>=30dB, cosine>=0.999, maxabs<=1e-3, relative<=0.01; may be repeated", 0},
    {"--device-a", 0, OPTION_STRING, FIELD(device_a), "DEVICE", "for A; default cpu", 0},
    {"--device-b", 0, OPTION_STRING, FIELD(device_b), "DEVICE", "for B; default cpu", 0},
    {"--threads", 'j', OPTION_THREADS, FIELD(threads), "N",
     "default: as many as the process may run on", 0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL, "print the figures as JSON", 0},
    {0},
};

/* What is measured of one output; relative = max |a - b| / max |a|. */
typedef struct figures {
  double sqnr, cosine, maxabs, relative;
  int64_t not_finite; /* elements that are NaN or infinite on one side, and not the same on both */
} figures;

typedef struct tolerance {
  size_t offset; /* in figures */
  bool at_least;
  double bound;
  const char *text;
} tolerance;

static const struct metric {
  const char *name, *compare, *unit;
  size_t offset;
  bool at_least;
} metrics[] = {
    {"sqnr", ">=", "dB", offsetof(figures, sqnr), true},
    {"cosine", ">=", "", offsetof(figures, cosine), true},
    {"maxabs", "<=", "", offsetof(figures, maxabs), false},
    {"relative", "<=", "", offsetof(figures, relative), false},
};
#define METRIC_COUNT (sizeof metrics / sizeof *metrics)

static bool parse_tolerance(arena *a, const char *rule, tolerance *out) {
  for (size_t i = 0; i < METRIC_COUNT; i++) {
    size_t n = strlen(metrics[i].name);
    if (strncmp(rule, metrics[i].name, n) != 0 || strncmp(rule + n, metrics[i].compare, 2) != 0)
      continue;
    char *number = arena_strdup(a, rule + n + 2);
    size_t length = strlen(number), unit = strlen(metrics[i].unit);
    if (unit && length > unit && strcmp(number + length - unit, metrics[i].unit) == 0)
      number[length - unit] = 0;
    *out = (tolerance){metrics[i].offset, metrics[i].at_least, 0, rule};
    return double_parse(number, &out->bound) && !isnan(out->bound);
  }
  return false;
}

/* A port's tensor with its scale, as operators see it. */
static tensor with_scale(const fp8c_tensor *t, float scale_of_port) {
  tensor r = {.dtype = t->dtype, .rank = t->rank, .data = t->data};
  memcpy(r.dims, t->shape, sizeof r.dims);
  if (dtype_is_fp8(t->dtype)) r.scale = (scale){.kind = SCALE_TENSOR, .value = scale_of_port};
  return r;
}

static int64_t elements_of(const fp8c_tensor *t) {
  tensor x = with_scale(t, 1.0f);
  return tensor_elements(&x);
}

/* What is not finite on one side only is the worst that can be: no other figure hides it. */
static figures measure(const fp8c_tensor *x, float sx, const fp8c_tensor *y, float sy) {
  double xx = 0, yy = 0, xy = 0, ee = 0, worst = 0, largest = 0;
  int64_t not_finite = 0;
  tensor a = with_scale(x, sx), b = with_scale(y, sy);
  int64_t n = tensor_elements(&a);
  for (int64_t i = 0; i < n; i++) {
    double p = tensor_real(&a, i), q = tensor_real(&b, i), e = p - q;
    /* the same special value on both sides is agreement */
    if ((isnan(p) && isnan(q)) || p == q) e = 0;
    if (isnan(p) && isnan(q)) p = q = 0;
    if (isinf(p) && p == q) p = q = 0;
    if (!isfinite(p) || !isfinite(q)) {
      not_finite++;
      continue;
    }
    xx += p * p, yy += q * q, xy += p * q, ee += e * e;
    if (fabs(e) > worst) worst = fabs(e);
    if (fabs(p) > largest) largest = fabs(p);
  }
  if (not_finite)
    return (figures){.sqnr = -(double)INFINITY,
                     .cosine = NAN,
                     .maxabs = INFINITY,
                     .relative = INFINITY,
                     .not_finite = not_finite};
  figures f = {.maxabs = worst};
  f.sqnr = sqnr_db(xx, ee);
  f.cosine = ee == 0 ? 1.0 : xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0.0;
  f.relative = worst == 0 ? 0.0 : worst / largest;
  return f;
}

typedef struct side {
  fp8c_program *program;
  fp8c_session *session;
  void *owned;
  fp8c_tensor *outputs;
} side;

static void close_side(void *object) {
  side *s = object;
  fp8c_session_free(s->session);
  fp8c_program_free(s->program);
  fp8c_string_free(s->owned);
}

static fp8c_status open_side(side *s, const char *path, const decided_settings *decided,
                             const char *device, int64_t threads, arena *a, fp8c_error *err) {
  arena_defer(a, close_side, s);
  TRY(program_open_any(path, decided, &s->program, &s->owned, err));
  fp8c_session_options o = {
      .size = sizeof o, .device = device ? device : "cpu", .threads = (int32_t)threads};
  TRY(fp8c_session_create(s->program, &o, &s->session, err));
  s->outputs = NEW_ARRAY(a, fp8c_tensor, fp8c_program_output_count(s->program) + 1);
  return FP8C_OK;
}

/* A plan first: what was decided when it was made holds for the model beside it. */
static fp8c_status open_both(const settings *s, char **paths, side *x, side *y, arena *a,
                             fp8c_error *err) {
  side *const sides[] = {x, y};
  const char *const devices[] = {s->device_a, s->device_b};
  size_t first = path_is_onnx(paths[0]), second = 1 - first;
  decided_settings decided;
  TRY(open_side(sides[first], paths[first], &s->decided, devices[first], s->threads, a, err));
  decided = s->decided;
  if (!path_is_onnx(paths[first]) && path_is_onnx(paths[second]))
    TRY(decided_by_plan(a, sides[first]->program, paths[second], true, &s->decided, &decided, err));
  return open_side(sides[second], paths[second], &decided, devices[second], s->threads, a, err);
}

/* ---- One run ------------------------------------------------------------------------------- */

static fp8c_status check_ports(const side *x, const side *y, fp8c_error *err) {
  if (fp8c_program_input_count(x->program) != fp8c_program_input_count(y->program) ||
      fp8c_program_output_count(x->program) != fp8c_program_output_count(y->program))
    return fail(err, FP8C_ERROR_FORMAT, "the two programs have different numbers of ports");
  return FP8C_OK;
}

/* Both on the same inputs, which come as those of `x`; outputs are borrowed until the next run. */
static fp8c_status run_both(const side *x, const side *y, const input_set *in, arena *a,
                            fp8c_error *err) {
  size_t n = fp8c_program_output_count(x->program);
  TRY(fp8c_session_run_views(x->session, in->tensors, in->count, x->outputs, n, err));
  for (size_t i = 0; i < in->count; i++)
    in->tensors[i] = tensor_as_port(&in->tensors[i], fp8c_program_input(x->program, i),
                                    fp8c_program_input(y->program, i), a);
  TRY(fp8c_session_run_views(y->session, in->tensors, in->count, y->outputs, n, err));
  for (size_t i = 0; i < n; i++) {
    const fp8c_tensor *p = &x->outputs[i], *q = &y->outputs[i];
    if (p->rank != q->rank || memcmp(p->shape, q->shape, (size_t)p->rank * sizeof *p->shape) != 0)
      return fail(err, FP8C_ERROR_FORMAT, "output \"%s\" has different shapes in the two programs",
                  fp8c_program_output(x->program, i)->name);
  }
  return FP8C_OK;
}

/* ---- Over the runs ------------------------------------------------------------------------- */

/* One output over all samples: each figure where it is worst, and its mean over those samples that
 * have one. */
typedef struct tally {
  figures worst;
  size_t worst_at[METRIC_COUNT];
  double sum[METRIC_COUNT];
  size_t finite[METRIC_COUNT], runs, alike; /* alike: runs whose two outputs are the same */
  int64_t elements;
} tally;

static double *figure_of(figures *f, size_t metric) {
  return (double *)(void *)((char *)f + metrics[metric].offset);
}

static void add_run(tally *t, figures f, size_t sample, int64_t elements) {
  for (size_t m = 0; m < METRIC_COUNT; m++) {
    double x = *figure_of(&f, m), *worst = figure_of(&t->worst, m);
    bool worse = metrics[m].at_least ? x < *worst : x > *worst;
    if (t->runs == 0 || (isnan(x) && !isnan(*worst)) || worse) {
      *worst = x;
      t->worst_at[m] = sample;
    }
    if (!isfinite(x)) continue;
    t->sum[m] += x;
    t->finite[m]++;
  }
  t->worst.not_finite = t->runs ? t->worst.not_finite + f.not_finite : f.not_finite;
  t->alike += f.maxabs == 0 ? 1 : 0;
  t->elements += elements;
  t->runs++;
}

/* NAN where no sample has it: where all are the same, SQNR is infinite. */
static double mean_of(const tally *t, size_t metric) {
  return t->finite[metric] ? t->sum[metric] / (double)t->finite[metric] : (double)NAN;
}

static void measure_outputs(const side *x, const side *y, size_t sample, tally *tallies) {
  for (size_t i = 0; i < fp8c_program_output_count(x->program); i++) {
    const fp8c_port *p = fp8c_program_output(x->program, i),
                    *q = fp8c_program_output(y->program, i);
    add_run(&tallies[i], measure(&x->outputs[i], p->scale, &y->outputs[i], q->scale), sample,
            elements_of(&x->outputs[i]));
  }
}

static fp8c_status compare_samples(const settings *s, const side *x, const side *y, tally *tallies,
                                   arena *a, fp8c_error *err) {
  program_samples *samples;
  TRY(samples_given(a, x->program, &s->samples, &samples, err));
  arena *once = arena_inside(a);
  for (size_t i = 0; i < program_samples_count(samples); i++) {
    input_set in;
    arena_mark mark = arena_save(once);
    TRY(sample_read(once, x->program, samples, i, &in, err));
    fp8c_status status = run_both(x, y, &in, once, err);
    if (status != FP8C_OK) return fail_in(err, status, "sample %zu", i);
    measure_outputs(x, y, i, tallies);
    arena_reset(once, mark);
  }
  return FP8C_OK;
}

static fp8c_status compare(const settings *s, const side *x, const side *y, tally *tallies,
                           arena *a, fp8c_error *err) {
  input_set in;
  TRY(check_ports(x, y, err));
  if (s->samples.path) return compare_samples(s, x, y, tallies, a, err);
  TRY(inputs_given(a, x->program, y->program, &s->input, &in, err));
  TRY(run_both(x, y, &in, a, err));
  measure_outputs(x, y, 0, tallies);
  return FP8C_OK;
}

/* ---- Telling ------------------------------------------------------------------------------- */

static const char *const json_names[METRIC_COUNT] = {"sqnr_db", "cosine", "max_abs", "relative"};

static json_t *tally_json(tally *t, const char *name, bool sampled) {
  json_t *o = json_object(), *mean = json_object(), *at = json_object();
  json_object_set_new(o, "output", json_string(name));
  for (size_t m = 0; m < METRIC_COUNT; m++) {
    json_object_set_new(o, json_names[m], json_finite(*figure_of(&t->worst, m)));
    json_object_set_new(mean, json_names[m], json_finite(mean_of(t, m)));
    json_object_set_new(at, json_names[m], json_integer((json_int_t)t->worst_at[m]));
  }
  json_object_set_new(o, "not_finite", json_integer(t->worst.not_finite));
  if (sampled) {
    json_object_set_new(o, "samples", json_integer((json_int_t)t->runs));
    json_object_set(o, "mean", mean);
    json_object_set(o, "worst_sample", at);
  }
  json_decref(mean);
  json_decref(at);
  return o;
}

static void print_one(const tally *t, const char *name) {
  const figures *f = &t->worst;
  if (f->maxabs == 0)
    printf("%s: exactly the same\n", name);
  else if (f->not_finite)
    printf("%s: %lld of %lld numbers are NaN or infinite on one side only\n", name,
           (long long)f->not_finite, (long long)t->elements);
  else
    printf("%s: SQNR %.2f dB, cosine %.7f, largest difference %.4g (%.3g of the largest value)\n",
           name, f->sqnr, f->cosine, f->maxabs, f->relative);
}

static void print_samples(const tally *t, const char *name) {
  const figures *f = &t->worst;
  if (t->alike == t->runs) {
    printf("%s: exactly the same in all %zu samples\n", name, t->runs);
    return;
  }
  if (f->not_finite)
    printf("%s: %lld of %lld numbers are NaN or infinite on one side only; most in sample %zu\n",
           name, (long long)f->not_finite, (long long)t->elements, t->worst_at[0]);
  printf("%s: %zu samples", name, t->runs);
  if (t->alike) printf(", %zu of them exactly the same", t->alike);
  printf(
      "; SQNR %.2f dB on average, %.2f dB at worst (sample %zu); cosine %.7f, %.7f (sample %zu); "
      "largest difference %.4g (sample %zu)\n",
      mean_of(t, 0), f->sqnr, t->worst_at[0], mean_of(t, 1), f->cosine, t->worst_at[1], f->maxabs,
      t->worst_at[2]);
}

/* Every sample must keep the rules, so the worst does. */
static bool keeps_rules(const settings *s, const tolerance *rules, tally *t, const char *name) {
  bool met = true;
  for (size_t k = 0; k < s->tolerances.count; k++) {
    size_t m = 0;
    while (metrics[m].offset != rules[k].offset) m++;
    double got = *figure_of(&t->worst, m);
    if (rules[k].at_least ? got >= rules[k].bound : got <= rules[k].bound) continue;
    met = false;
    if (s->samples.path)
      fprintf(stderr, "fp8c: output \"%s\" is outside %s in sample %zu: %.6g\n", name,
              rules[k].text, t->worst_at[m], got);
    else
      fprintf(stderr, "fp8c: output \"%s\" is outside %s: %.6g\n", name, rules[k].text, got);
  }
  return met;
}

static bool report_result(const settings *s, const tolerance *rules, const side *x, tally *tallies,
                          arena *a) {
  json_t *list = json_array();
  bool met = true;
  for (size_t i = 0; i < fp8c_program_output_count(x->program); i++) {
    const char *name = fp8c_program_output(x->program, i)->name, *shown = text_safe(a, name);
    json_array_append_new(list, tally_json(&tallies[i], name, s->samples.path != NULL));
    if (!s->json && s->samples.path)
      print_samples(&tallies[i], shown);
    else if (!s->json)
      print_one(&tallies[i], shown);
    met &= keeps_rules(s, rules, &tallies[i], shown);
  }
  if (s->json) json_print(list, 0);
  json_decref(list);
  return met;
}

static int run(const void *given, char **positional, int count, arena *a) {
  const settings *s = given;
  fp8c_error err = {0};
  side *x = NEW(a, side), *y = NEW(a, side);
  tolerance *rules = NEW_ARRAY(a, tolerance, s->tolerances.count + 1);
  for (size_t i = 0; i < s->tolerances.count; i++)
    if (!parse_tolerance(a, s->tolerances.items[i], &rules[i]))
      return cli_usage(&command_compare, "--tolerance \"%s\" is no rule like sqnr>=30dB",
                       s->tolerances.items[i]);
  bool made_up = s->input.seed || s->input.ranges.count || s->input.dims.count;
  if (!samples_only(&command_compare, &s->samples, s->input.files.count || made_up) ||
      !decided_has_model(&command_compare, &s->decided, positional, count))
    return EXIT_USAGE;
  fp8c_status status = open_both(s, positional, x, y, a, &err);
  if (status != FP8C_OK) return cli_fail(&err);
  tally *tallies = NEW_ARRAY(a, tally, fp8c_program_output_count(x->program) + 1);
  status = compare(s, x, y, tallies, a, &err);
  if (status != FP8C_OK) return cli_fail(&err);
  if (!s->input.files.count && !s->samples.path)
    fprintf(stderr,
            "fp8c: note: the inputs are made up (seed %lld), which says little of real ones; "
            "--input NAME=FILE.npy or --samples gives them\n",
            (long long)(s->input.seed ? s->input.seed : 1));
  return report_result(s, rules, x, tallies, a) ? EXIT_DONE : EXIT_BOUND;
}

const command command_compare = {
    .name = "compare",
    .usage = "A B [--input NAME=FILE.npy ... | --samples DATA | --random SEED] [--tolerance RULE]",
    .does = "Run two programs (ONNX or plan) on the same inputs and compare outputs.",
    .teaches =
        "An ONNX file runs in F32 on the CPU.  SQNR = 10 log10(sum a^2 / sum (a - b)^2).  With\n"
        "--samples each figure is of the worst sample, which is named, and the mean stands beside\n"
        "it; a tolerance holds for every sample.\n\n"
        "  fp8c compare bert.onnx bert.fp8c --samples samples.npz --tolerance 'sqnr>=20dB'\n"
        "  fp8c compare bert.onnx bert.fp8c --random 7 --range ids=0:30521 --tolerance "
        "'sqnr>=20dB'",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 2,
    .positional_max = 2,
    .run = run,
};
