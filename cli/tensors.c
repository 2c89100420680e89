/* tensors.c - inputs by name from .npy files or made up, programs from any file. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/nearest.h"
#include "base/npy.h"
#include "base/numbers.h"
#include "base/random.h"
#include "base/size.h"
#include "base/size_names.h"
#include "cli/cli.h"
#include "compiler/report/inspect.h"
#include "runtime/device.h"

bool path_is_onnx(const char *path) {
  size_t n = strlen(path);
  return n > 5 && strcmp(path + n - 5, ".onnx") == 0;
}

const char *name_of_result(arena *a, const char *model, const char *ending) {
  size_t n = strlen(model);
  return arena_printf(a, "%.*s%s", (int)(path_is_onnx(model) ? n - 5 : n), model, ending);
}

const char *end_of(const char *s, size_t most, arena *a) {
  size_t n = strlen(s);
  if (n <= most) return s;
  const char *from = s + n - (most - 3);
  while (((unsigned char)*from & 0xC0) == 0x80) from++; /* whole characters */
  return arena_printf(a, "...%s", from);
}

const char *bytes_text(arena *a, uint64_t bytes) {
  if (bytes < 10000) return arena_printf(a, "%llu B", (unsigned long long)bytes);
  if (bytes < 10000000) return arena_printf(a, "%.1f kB", (double)bytes / 1e3);
  return arena_printf(a, "%.1f MB", (double)bytes / 1e6);
}

const char *shortened(const char *s, size_t most, arena *a) {
  size_t n = strlen(s);
  if (n <= most) return s;
  while (most > 3 && ((unsigned char)s[most - 3] & 0xC0) == 0x80) most--; /* whole characters */
  return arena_printf(a, "%.*s...", (int)most - 3, s);
}

/* Splits NAME=REST in arena memory. */
static bool split(arena *a, const char *pair, const char **name, const char **rest) {
  const char *equals = strchr(pair, '=');
  if (!equals || equals == pair || equals[1] == 0) return false;
  *name = arena_strndup(a, pair, (size_t)(equals - pair));
  *rest = equals + 1;
  return true;
}

static const char *port_names(arena *a, const fp8c_program *p) {
  text t;
  text_init(&t, a);
  for (size_t i = 0; i < fp8c_program_input_count(p); i++)
    text_printf(&t, "%s%s", i ? ", " : "", fp8c_program_input(p, i)->name);
  return text_cstr(&t);
}

fp8c_tensor tensor_as_port(const fp8c_tensor *t, const fp8c_port *from, const fp8c_port *to,
                           arena *a) {
  bool fp8 = dtype_is_fp8(to->dtype), same = t->dtype == to->dtype;
  if (same && fp8) same = from && from->scale == to->scale;
  if (same || !dtype_is_small_float(t->dtype) || !dtype_is_small_float(to->dtype)) return *t;
  size_t count = fp8c_tensor_bytes(t) / dtype_bytes(t->dtype);
  float *numbers = arena_array(a, count + 1, sizeof *numbers);
  if (count) floats_decode(t->dtype, t->data, numbers, count);
  for (size_t i = 0; i < count; i++) {
    if (from && dtype_is_fp8(t->dtype)) numbers[i] *= from->scale;
    if (fp8) numbers[i] /= to->scale;
  }
  fp8c_tensor r = *t;
  r.dtype = to->dtype;
  r.data = arena_array(a, count + 1, dtype_bytes(to->dtype));
  if (count) floats_encode(to->dtype, numbers, r.data, count, true);
  return r;
}

static fp8c_status no_input(arena *a, const fp8c_program *p, const char *where, const char *name,
                            fp8c_error *err) {
  nearest meant = {.word = name};
  for (size_t i = 0; i < fp8c_program_input_count(p); i++)
    nearest_offer(&meant, fp8c_program_input(p, i)->name);
  return fail(err, FP8C_ERROR_ARGUMENT, "%sthere is no input \"%s\"; the inputs are %s%s", where,
              name, port_names(a, p), nearest_words(&meant, a));
}

/* NumPy has a type of these numbers: what is given in another is a mistake. */
static bool numpy_has(fp8c_dtype d) {
  return d == FP8C_DTYPE_F32 || d == FP8C_DTYPE_F16 || !dtype_is_small_float(d);
}

/* One array for `port`; `other`: the port of that name of a second program, or NULL.  Codes are
 * those of whichever has a type of codes; F32 is rounded to it. */
static fp8c_status read_array(arena *a, const char *path, const fp8c_port *port,
                              const fp8c_port *other, fp8c_tensor *out, fp8c_error *err) {
  bool by_other = other && numpy_has(port->dtype) && !numpy_has(other->dtype);
  const fp8c_port *codes = by_other ? other : port;
  TRY(npy_read(a, path, codes->dtype, out, err));
  if (by_other && out->dtype == other->dtype) *out = tensor_as_port(out, other, port, a);
  if (!numpy_has(port->dtype) && out->dtype == FP8C_DTYPE_F32)
    *out = tensor_as_port(out, NULL, port, a);
  return FP8C_OK;
}

static bool is_npy(const char *path) {
  size_t n = strlen(path);
  return n > 4 && strcmp(path + n - 4, ".npy") == 0 && !strchr(path, '=');
}

fp8c_status inputs_read(arena *a, const fp8c_program *p, const fp8c_program *other,
                        const string_list *pairs, input_set *out, fp8c_error *err) {
  size_t count = fp8c_program_input_count(p);
  *out = (input_set){NEW_ARRAY(a, fp8c_tensor, count + 1), count};
  bool *given = NEW_ARRAY(a, bool, count + 1);
  for (size_t i = 0; i < pairs->count; i++) {
    const char *name, *path;
    bool named = split(a, pairs->items[i], &name, &path);
    if (!named && (count != 1 || !is_npy(pairs->items[i])))
      return fail(err, FP8C_ERROR_ARGUMENT, "--input \"%s\" is not of the form NAME=FILE.npy",
                  pairs->items[i]);
    if (!named) { /* of one input the name is clear */
      name = fp8c_program_input(p, 0)->name;
      path = pairs->items[i];
    }
    ptrdiff_t index = fp8c_program_find_input(p, name);
    if (index < 0) return no_input(a, p, "", name, err);
    if (given[index]) return fail(err, FP8C_ERROR_ARGUMENT, "input \"%s\" is given twice", name);
    given[index] = true;
    const fp8c_port *port = fp8c_program_input(p, (size_t)index);
    ptrdiff_t also = other ? fp8c_program_find_input(other, name) : -1;
    TRY(read_array(a, path, port, also < 0 ? NULL : fp8c_program_input(other, (size_t)also),
                   &out->tensors[index], err));
  }
  for (size_t i = 0; i < count; i++)
    if (!given[i])
      return fail(err, FP8C_ERROR_ARGUMENT, "input \"%s\" is missing; give --input %s=FILE.npy",
                  fp8c_program_input(p, i)->name, fp8c_program_input(p, i)->name);
  return FP8C_OK;
}

/* ---- Made-up inputs ----------------------------------------------------- */

static double normal(uint64_t *state) {
  double u = 1.0 - random_unit(state), v = random_unit(state);
  return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

static void store_integer(const fp8c_tensor *t, size_t i, int64_t x) {
  switch (fp8c_dtype_bits(t->dtype)) {
    case 8:
      ((int8_t *)t->data)[i] = (int8_t)x;
      break;
    case 16:
      ((int16_t *)t->data)[i] = (int16_t)x;
      break;
    case 32:
      ((int32_t *)t->data)[i] = (int32_t)x;
      break;
    default:
      ((int64_t *)t->data)[i] = x;
      break;
  }
}

static void fill(const fp8c_tensor *t, size_t count, const double *range, uint64_t seed) {
  uint64_t state = seed; /* a stream for each port: they do not depend on each other */
  for (size_t i = 0; i < count; i++) {
    if (t->dtype == FP8C_DTYPE_F64) {
      ((double *)t->data)[i] =
          range ? range[0] + (range[1] - range[0]) * random_unit(&state) : normal(&state);
    } else if (dtype_is_small_float(t->dtype)) {
      float x =
          (float)(range ? range[0] + (range[1] - range[0]) * random_unit(&state) : normal(&state));
      floats_encode(t->dtype, &x, (char *)t->data + i * (fp8c_dtype_bits(t->dtype) / 8), 1, true);
    } else {
      double low = range ? range[0] : 0, high = range ? range[1] : 1;
      store_integer(t, i, (int64_t)(low + floor((high - low + 1) * random_unit(&state))));
    }
  }
}

static fp8c_status find_range(arena *a, const fp8c_program *p, const string_list *ranges,
                              const char *port, double out[2], bool *found, fp8c_error *err) {
  *found = false;
  for (size_t i = 0; i < ranges->count; i++) {
    const char *name, *rest;
    if (!split(a, ranges->items[i], &name, &rest) || !strchr(rest, ':'))
      return fail(err, FP8C_ERROR_ARGUMENT, "--range \"%s\" is not of the form NAME=LOW:HIGH",
                  ranges->items[i]);
    if (fp8c_program_find_input(p, name) < 0) return no_input(a, p, "--range: ", name, err);
    if (strcmp(name, port) != 0) continue;
    const char *colon = strchr(rest, ':');
    if (!double_parse(arena_strndup(a, rest, (size_t)(colon - rest)), &out[0]) ||
        !double_parse(colon + 1, &out[1]) || !(out[0] <= out[1]) || fabs(out[0]) > 9e15 ||
        fabs(out[1]) > 9e15)
      return fail(err, FP8C_ERROR_ARGUMENT, "--range \"%s\": LOW and HIGH are no ordered numbers",
                  ranges->items[i]);
    *found = true;
  }
  return FP8C_OK;
}

/* The size that a variant was made for, out of "batch=2 seq=16"; -1: it names no such size. */
static int64_t size_in_profile(const char *profile, const char *symbol) {
  size_t n = strlen(symbol);
  for (const char *at = profile; n > 0 && (at = strstr(at, symbol)); at++) {
    if (at[n] != '=' || (at > profile && at[-1] != ' ')) continue; /* the end of another name */
    int64_t size = 0;
    for (const char *d = at + n + 1; *d >= '0' && *d <= '9'; d++)
      if (__builtin_mul_overflow(size, 10, &size) || __builtin_add_overflow(size, *d - '0', &size))
        return -1; /* no size of a plan */
    return size;
  }
  return -1;
}

static fp8c_status find_asked(arena *a, const string_list *dims, const char *symbol, int64_t *out,
                              fp8c_error *err) {
  for (size_t i = 0; i < dims->count; i++) {
    const char *name, *rest;
    int64_t size;
    if (!split(a, dims->items[i], &name, &rest))
      return fail(err, FP8C_ERROR_ARGUMENT, "--dim \"%s\" is not of the form NAME=SIZE",
                  dims->items[i]);
    if (!int_parse(rest, &size) || size < 0)
      return fail(err, FP8C_ERROR_ARGUMENT, "--dim \"%s\": \"%s\" is no size", dims->items[i],
                  rest);
    if (strcmp(name, symbol) == 0) *out = size;
  }
  return FP8C_OK;
}

/* The size for an open dimension: --dim, else what the plan's first fixed variant has, and that of
 * a sum by its terms; else 1, and `assumed` is set then. */
static fp8c_status find_dim(arena *a, const fp8c_program *p, const string_list *dims,
                            const char *symbol, int64_t *out, bool *assumed, fp8c_error *err) {
  fp8c_variant v;
  name_sum sum;
  bool any = false;
  *out = -1;
  for (size_t i = 0; symbol && *out < 0 && fp8c_program_variant(p, i, &v); i++)
    *out = size_in_profile(v.profile, symbol);
  TRY(find_asked(a, dims, symbol ? symbol : "", out, err));
  *assumed = *out < 0;
  if (*assumed) *out = 1;
  if (!*assumed || !symbol || !name_sum_read(symbol, &sum)) return FP8C_OK;
  int64_t total = sum.number;
  for (size_t k = 0; k < sum.count; k++) {
    int64_t size;
    TRY(find_dim(a, p, dims, arena_strndup(a, sum.names[k].at, sum.names[k].length), &size, &any,
                 err));
    if (__builtin_add_overflow(total, size, &total))
      return fail(err, FP8C_ERROR_ARGUMENT, "--dim: %s is too large", symbol);
  }
  *out = total;
  *assumed = false; /* what a term was taken as is said where the term is */
  return FP8C_OK;
}

static fp8c_status inputs_random(arena *a, const fp8c_program *p, uint64_t seed,
                                 const string_list *ranges, const string_list *dims, input_set *out,
                                 fp8c_error *err) {
  size_t count = fp8c_program_input_count(p);
  *out = (input_set){NEW_ARRAY(a, fp8c_tensor, count + 1), count};
  for (size_t i = 0; i < count; i++) {
    const fp8c_port *port = fp8c_program_input(p, i);
    fp8c_tensor *t = &out->tensors[i];
    *t = (fp8c_tensor){.dtype = port->dtype, .rank = port->rank};
    for (int32_t d = 0; d < port->rank; d++) {
      t->shape[d] = port->shape[d];
      if (port->shape[d] >= 0) continue;
      bool assumed;
      TRY(find_dim(a, p, dims, port->dim_name[d], &t->shape[d], &assumed, err));
      if (assumed)
        fprintf(stderr, "fp8c: note: dimension %d of made-up input \"%s\", %s, is taken as 1%s\n",
                d, text_safe(a, port->name),
                port->dim_name[d] ? text_safe(a, port->dim_name[d]) : "without a name",
                port->dim_name[d] ? "; --dim gives it another size" : "");
    }
    int64_t elements;
    if (!shape_elements(t->shape, t->rank, &elements) || elements > (int64_t)1 << 36)
      return fail(err, FP8C_ERROR_ARGUMENT, "input \"%s\" would have too many elements",
                  port->name);
    double range[2];
    bool found;
    TRY(find_range(a, p, ranges, port->name, range, &found, err));
    t->data = arena_array(a, (size_t)elements + 1, fp8c_dtype_bits(t->dtype) / 8);
    fill(t, (size_t)elements, found ? range : NULL, seed + 0x1000003u * (i + 1));
  }
  return FP8C_OK;
}

fp8c_status inputs_given(arena *a, const fp8c_program *p, const fp8c_program *other,
                         const input_settings *s, input_set *out, fp8c_error *err) {
  if (s->files.count) return inputs_read(a, p, other, &s->files, out, err);
  return inputs_random(a, p, (uint64_t)(s->seed ? s->seed : 1), &s->ranges, &s->dims, out, err);
}

/* ---- Samples ---------------------------------------------------------------- */

bool samples_only(const command *c, const sample_settings *s, bool given) {
  if (s->path && given) {
    cli_usage(c, "--samples has all inputs; --input and --random give others");
    return false;
  }
  if (!s->path && s->sets.count) {
    cli_usage(c, "--set is about --samples, which is not given");
    return false;
  }
  return true;
}

fp8c_status samples_given(arena *a, const fp8c_program *p, const sample_settings *s,
                          program_samples **out, fp8c_error *err) {
  fp8c_status status = program_samples_open(a, p, s->path, s->sets.items, s->sets.count, out, err);
  return status == FP8C_OK ? FP8C_OK : fail_in(err, status, "--samples");
}

fp8c_status sample_read(arena *a, const fp8c_program *p, const program_samples *samples,
                        size_t index, input_set *out, fp8c_error *err) {
  size_t count = fp8c_program_input_count(p);
  *out = (input_set){NEW_ARRAY(a, fp8c_tensor, count + 1), count};
  TRY(program_samples_read(samples, index, a, out->tensors, err));
  for (size_t i = 0; i < count; i++)
    out->tensors[i] = tensor_as_port(&out->tensors[i], NULL, fp8c_program_input(p, i), a);
  return FP8C_OK;
}

/* ---- Programs -------------------------------------------------------------- */

/* "x=..." of a list says something about this input. */
static bool list_names(const string_list *list, const char *name) {
  size_t n = strlen(name);
  for (size_t i = 0; i < list->count; i++)
    if (strncmp(list->items[i], name, n) == 0 && list->items[i][n] == '=') return true;
  return false;
}

static bool has_port(const json_t *ports, const char *name) {
  for (size_t i = 0; i < json_array_size(ports); i++)
    if (strcmp(json_text_of(json_array_get(ports, i), "name"), name) == 0) return true;
  return false;
}

/* "2x4"; "" where --shape has nothing to say. */
static const char *shape_words(const json_t *shape, arena *a) {
  text t;
  text_init(&t, a);
  for (size_t i = 0; i < json_array_size(shape); i++) {
    long long size = json_integer_value(json_array_get(shape, i));
    if (size < 1) return "";
    text_printf(&t, "%s%lld", i ? "x" : "", size);
  }
  return text_cstr(&t);
}

static void add_decided(string_list *list, const char *name, const char *value, arena *a) {
  ARENA_PUSH(a, list->items, list->count, arena_printf(a, "%s=%s", name, value));
}

static string_list list_copy(const string_list *list, arena *a) {
  string_list copy = {0};
  for (size_t i = 0; i < list->count; i++) ARENA_PUSH(a, copy.items, copy.count, list->items[i]);
  return copy;
}

fp8c_status decided_by_plan(arena *a, const fp8c_program *made, const char *model_path,
                            bool reported, const decided_settings *given, decided_settings *out,
                            fp8c_error *err) {
  const char *words = program_plan(made)->report;
  json_t *report = words && *words ? json_read(words, strlen(words), 0, NULL) : NULL, *model = NULL;
  if (report) arena_defer(a, json_drop, report);
  const json_t *fixed = json_object_get(report, "fixed");
  *out = (decided_settings){list_copy(&given->fixes, a), list_copy(&given->shapes, a)};
  if (!json_array_size(fixed)) return FP8C_OK;
  TRY(inspect_model(model_path, &model, err));
  arena_defer(a, json_drop, model);
  for (size_t i = 0; i < json_array_size(fixed); i++) {
    const json_t *o = json_array_get(fixed, i);
    const char *name = json_text_of(o, "name"), *value = json_text_of(o, "value");
    const char *shape = shape_words(json_object_get(o, "shape"), a);
    /* a model exported from the plan has it no more */
    if (!has_port(json_object_get(model, "inputs"), name) || list_names(&given->fixes, name))
      continue;
    add_decided(&out->fixes, name, value, a);
    if (*shape && !list_names(&given->shapes, name)) add_decided(&out->shapes, name, shape, a);
    if (reported)
      fprintf(stderr, "fp8c: note: input \"%s\" of %s is fixed to %s, as the plan has it\n",
              text_safe(a, name), text_safe(a, model_path), text_safe(a, value));
  }
  return FP8C_OK;
}

bool decided_has_model(const command *c, const decided_settings *decided, char **paths, int count) {
  bool model = !decided->fixes.count && !decided->shapes.count;
  for (int i = 0; i < count; i++) model |= path_is_onnx(paths[i]);
  if (!model)
    cli_usage(c, "%s is about an ONNX model; what a plan's inputs are was decided when it was made",
              decided->fixes.count ? "--fix" : "--shape");
  return model;
}

fp8c_status program_open_any(const char *path, const decided_settings *decided, fp8c_program **out,
                             void **owned_bytes, fp8c_error *err) {
  *owned_bytes = NULL;
  *out = NULL;
  if (!path_is_onnx(path)) return fp8c_program_open(path, out, err);
  const char *cpu = "cpu";
  fp8c_compile_options o = {.size = sizeof o,
                            .model_path = path,
                            .precision = FP8C_PRECISION_F32,
                            .targets = &cpu,
                            .target_count = 1,
                            .fixes = decided->fixes.items,
                            .fix_count = decided->fixes.count,
                            .shapes = decided->shapes.items,
                            .shape_count = decided->shapes.count};
  size_t bytes;
  TRY(fp8c_compile_to_memory(&o, owned_bytes, &bytes, NULL, err));
  fp8c_status status = fp8c_program_from_memory(*owned_bytes, bytes, out, err);
  if (status != FP8C_OK) {
    fp8c_string_free(*owned_bytes);
    *owned_bytes = NULL;
  }
  return status;
}
