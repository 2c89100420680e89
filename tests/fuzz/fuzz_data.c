/* fuzz_data.c - what else comes from strangers: arrays, samples, calibration files,
 * overrides, expressions, graphs as text.  The first byte says which of them the rest is.
 *
 * Each is refused in words, or taken and used as the compiler would use it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/npy.h"
#include "frontend/onnx.h"
#include "ir/graph_text.h"
#include "passes/precision/calibration_file.h"
#include "passes/precision/overrides.h"
#include "passes/precision/preprocess.h"
#include "passes/precision/samples.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((size_t)256 << 20)
#define MEMORY_FACTOR 8
#define MOST_SAMPLES 64

/* The model the data is for. */
static const char model_text[] =
    "graph m opset 20 {\n"
    "  in    %x : f32[n, 4]\n"
    "  in    %ids : i64[n, 3]\n"
    "  const %w : f32[4, 4] = random(1)\n"
    "  %h = Linear %x, %w : f32[n, 4] named \"fc/MatMul\" from \"fc/MatMul\", \"fc/Add\"\n"
    "  %y = Linear %h, %w : f32[n, 4] named \"out\"\n"
    "  out %y\n"
    "  out %ids as \"same\"\n"
    "}\n";

static bool taken(fp8c_status status, const char *what, const fp8c_error *err) {
  if (status == FP8C_OK) return true;
  if (status != FP8C_ERROR_INTERNAL && err->text[0]) return false;
  fprintf(stderr, "%s: %s\n", what, err->text[0] ? err->text : "a refusal without words");
  abort();
}

static graph *model(arena *a) {
  graph *g = NULL;
  fp8c_error err = {0};
  if (!taken(graph_parse(a, model_text, NULL, 0, &g, &err), "the model", &err)) abort();
  return g;
}

/* The bytes as a file with this name. */
static const char *file_of(arena *a, const char *name, const uint8_t *data, size_t size) {
  static char folder[64];
  if (!folder[0]) {
    snprintf(folder, sizeof folder, "/tmp/fp8c-fuzz-XXXXXX");
    if (!mkdtemp(folder)) abort();
  }
  const char *path = path_join(a, folder, name);
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0) abort();
  return path;
}

static void try_array(arena *a, const uint8_t *data, size_t size) {
  fp8c_error err = {0};
  fp8c_tensor t;
  const char *path = file_of(a, "x.npy", data, size);
  (void)taken(npy_read(a, path, FP8C_DTYPE_E4M3, &t, &err), "array", &err);
  unlink(path);
}

static void try_tensor(arena *a, const uint8_t *data, size_t size) {
  fp8c_error err = {0};
  const char *name, *path = file_of(a, "x.pb", data, size);
  tensor t;
  (void)taken(onnx_read_tensor(a, path, &name, &t, &err), "tensor", &err);
  unlink(path);
}

static void try_samples(arena *a, const uint8_t *data, size_t size) {
  static const char *const sets[] = {"ids=3"}, *const pre[] = {"x=(x/255-[.4 .5 .4 0])/.25"};
  graph *g = model(a);
  calibration_data *d;
  fp8c_error err = {0};
  samples_options o = {.path = file_of(a, "s.npz", data, size),
                       .sets = sets,
                       .set_count = 1,
                       .preprocess = pre,
                       .preprocess_count = 1};
  bool open = taken(samples_open(a, g, &o, &d, &err), "samples", &err);
  for (size_t i = 0; open && i < d->sample_count && i < MOST_SAMPLES; i++) {
    tensor inputs[2];
    arena_mark mark = arena_save(a);
    open = taken(d->read(d, i, a, inputs, &err), "a sample", &err);
    arena_reset(a, mark);
  }
  unlink(o.path);
}

static void try_calibration(arena *a, const uint8_t *data, size_t size) {
  graph *g = model(a);
  calibrated_model m = {.name = "m", .hash = "h", .weights = "w"};
  pass_context c = {.keep = a, .scratch = a, .scales = {.method = SCALE_BY_MSE}};
  fp8c_error err = {0};
  const char *path = file_of(a, "c.json", data, size);
  if (taken(calibration_load(&c, &m, path, &err), "calibration", &err))
    (void)taken(take_given_stats(g, &c, &err), "figures", &err);
  unlink(path);
}

static void try_overrides(arena *a, const uint8_t *data, size_t size) {
  graph *g = model(a);
  overrides *o;
  fp8c_error err = {0};
  if (!taken(overrides_parse(a, "o.json", (const char *)data, size, &o, &err), "overrides", &err) ||
      !taken(overrides_resolve(o, g, a, &err), "rules", &err))
    return;
  for (const node *n = g->first; n; n = n->next) (void)override_of(o, n);
}

static void try_expression(arena *a, const uint8_t *data, size_t size) {
  float numbers[8] = {1, -2, 0, 3, 255, 1e30f, -0.5f, 7};
  tensor in = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {2, 4}, .data = numbers}, out;
  preprocess *p;
  fp8c_error err = {0};
  const char *words = arena_strndup(a, (const char *)data, size);
  if (taken(preprocess_parse(a, "x", words, &p, &err), "expression", &err))
    (void)taken(preprocess_apply(p, &in, a, &out, &err), "use of an expression", &err);
}

/* What parses prints, and what is printed parses to the same. */
static void try_graph(arena *a, const uint8_t *data, size_t size) {
  graph *g, *again;
  text once, twice;
  blob *blobs;
  size_t count;
  fp8c_error err = {0};
  const char *words = arena_strndup(a, (const char *)data, size);
  if (!taken(graph_parse(a, words, NULL, 0, &g, &err), "graph", &err)) return;
  text_init(&once, a);
  text_init(&twice, a);
  graph_print_blobs(g, &once, &blobs, &count);
  if (graph_parse(a, text_cstr(&once), blobs, count, &again, &err) != FP8C_OK) {
    fprintf(stderr, "what was printed does not parse: %s\n%s", err.text, text_cstr(&once));
    abort();
  }
  graph_print_blobs(again, &twice, &blobs, &count);
  if (strcmp(text_cstr(&once), text_cstr(&twice)) == 0) return;
  fprintf(stderr, "printed and read again is another:\n%s----\n%s", text_cstr(&once),
          text_cstr(&twice));
  abort();
}

static const struct {
  char letter;
  void (*try)(arena *a, const uint8_t *data, size_t size);
} readers[] = {{'a', try_array},       {'t', try_tensor},    {'s', try_samples},
               {'c', try_calibration}, {'o', try_overrides}, {'e', try_expression},
               {'g', try_graph}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  oom_guard guard;
  arena a;
  if (size == 0) return 0;
  arena_init(&a, &guard);
  a.limit_bytes = MEMORY_LIMIT + MEMORY_FACTOR * size;
  if (setjmp(guard.jump)) {
    fprintf(stderr, "more memory than %zu MiB\n", a.limit_bytes >> 20);
    abort();
  }
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    if (data[0] == (uint8_t)readers[i].letter) readers[i].try(&a, data + 1, size - 1);
  arena_free(&a);
  return 0;
}
