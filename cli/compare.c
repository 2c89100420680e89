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
  decided_settings decided;
  string_list tolerances;
  const char *device_a, *device_b;
  int64_t threads;
  bool json;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    INPUT_OPTIONS(settings),
    DECIDED_OPTIONS(FIELD(decided)),
    {"--tolerance", 't', OPTION_LIST, FIELD(tolerances), "RULE",
     "sqnr>=30dB, cosine>=0.999, maxabs<=1e-3, relative<=0.01; may be repeated", 0},
    {"--device-a", 0, OPTION_STRING, FIELD(device_a), "DEVICE", "for A; default cpu", 0},
    {"--device-b", 0, OPTION_STRING, FIELD(device_b), "DEVICE", "for B; default cpu", 0},
    {"--threads", 'j', OPTION_INT, FIELD(threads), "N",
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

static fp8c_status run_both(const settings *s, side *x, side *y, arena *a, fp8c_error *err) {
  input_set in;
  if (fp8c_program_input_count(x->program) != fp8c_program_input_count(y->program) ||
      fp8c_program_output_count(x->program) != fp8c_program_output_count(y->program))
    return fail(err, FP8C_ERROR_FORMAT, "the two programs have different numbers of ports");
  TRY(inputs_given(a, x->program, y->program, &s->input, &in, err));
  size_t n = fp8c_program_output_count(x->program);
  TRY(fp8c_session_run_views(x->session, in.tensors, in.count, x->outputs, n, err));
  for (size_t i = 0; i < in.count; i++)
    in.tensors[i] = tensor_as_port(&in.tensors[i], fp8c_program_input(x->program, i),
                                   fp8c_program_input(y->program, i), a);
  TRY(fp8c_session_run_views(y->session, in.tensors, in.count, y->outputs, n, err));
  for (size_t i = 0; i < n; i++) {
    const fp8c_tensor *p = &x->outputs[i], *q = &y->outputs[i];
    if (p->rank != q->rank || memcmp(p->shape, q->shape, (size_t)p->rank * sizeof *p->shape) != 0)
      return fail(err, FP8C_ERROR_FORMAT, "output \"%s\" has different shapes in the two programs",
                  fp8c_program_output(x->program, i)->name);
  }
  return FP8C_OK;
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
  if (!decided_has_model(&command_compare, &s->decided, positional, count)) return EXIT_USAGE;
  fp8c_status status = open_both(s, positional, x, y, a, &err);
  if (status == FP8C_OK) status = run_both(s, x, y, a, &err);
  if (status != FP8C_OK) return cli_fail(&err);
  json_t *list = json_array();
  bool met = true;
  if (!s->input.files.count)
    fprintf(stderr,
            "fp8c: note: the inputs are made up (seed %lld), which says little of real ones; "
            "--input NAME=FILE.npy gives them\n",
            (long long)(s->input.seed ? s->input.seed : 1));
  for (size_t i = 0; i < fp8c_program_output_count(x->program); i++) {
    const fp8c_port *p = fp8c_program_output(x->program, i),
                    *q = fp8c_program_output(y->program, i);
    figures f = measure(&x->outputs[i], p->scale, &y->outputs[i], q->scale);
    json_t *o = json_object();
    json_object_set_new(o, "output", json_string(p->name));
    json_object_set_new(o, "sqnr_db", json_finite(f.sqnr));
    json_object_set_new(o, "cosine", json_finite(f.cosine));
    json_object_set_new(o, "max_abs", json_finite(f.maxabs));
    json_object_set_new(o, "relative", json_finite(f.relative));
    json_object_set_new(o, "not_finite", json_integer(f.not_finite));
    json_array_append_new(list, o);
    if (!s->json && f.maxabs == 0)
      printf("%s: exactly the same\n", text_safe(a, p->name));
    else if (!s->json && f.not_finite)
      printf("%s: %lld of %lld numbers are NaN or infinite on one side only\n",
             text_safe(a, p->name), (long long)f.not_finite,
             (long long)elements_of(&x->outputs[i]));
    else if (!s->json)
      printf("%s: SQNR %.2f dB, cosine %.7f, largest difference %.4g (%.3g of the largest value)\n",
             text_safe(a, p->name), f.sqnr, f.cosine, f.maxabs, f.relative);
    for (size_t k = 0; k < s->tolerances.count; k++) {
      double got = *(const double *)((const char *)&f + rules[k].offset);
      if (rules[k].at_least ? got >= rules[k].bound : got <= rules[k].bound) continue;
      met = false;
      fprintf(stderr, "fp8c: output \"%s\" is outside %s: %.6g\n", text_safe(a, p->name),
              rules[k].text, got);
    }
  }
  if (s->json) json_print(list, 0);
  json_decref(list);
  return met ? EXIT_DONE : EXIT_BOUND;
}

const command command_compare = {
    .name = "compare",
    .usage = "A B [--input NAME=FILE.npy ... | --random SEED] [--tolerance RULE]",
    .does = "Run two programs (ONNX or plan) on the same inputs and compare outputs.",
    .teaches =
        "An ONNX file runs in F32 on the CPU.  SQNR = 10 log10(sum a^2 / sum (a - b)^2).\n\n"
        "  fp8c compare bert.onnx bert.fp8c --random 7 --range ids=0:30521 --tolerance "
        "'sqnr>=20dB'",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 2,
    .positional_max = 2,
    .run = run,
};
