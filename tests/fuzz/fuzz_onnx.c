/* fuzz_onnx.c - any bytes as an ONNX model: an error or a graph that verifies, that
 * becomes a program for the CPU, and that can be exported, or is refused, again.
 *
 * Memory is bounded as for every model: 256 MiB and 8 times the file. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "codegen/codegen.h"
#include "frontend/export.h"
#include "frontend/import.h"
#include "ir/graph_text.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((size_t)256 << 20)
#define MEMORY_FACTOR 8

/* What is refused is refused in words; what fp8c itself did wrong is a finding. */
static bool taken(fp8c_status status, const char *what, const fp8c_error *err) {
  if (status == FP8C_OK) return true;
  if (status != FP8C_ERROR_INTERNAL && err->text[0]) return false;
  fprintf(stderr, "%s: %s\n", what, err->text[0] ? err->text : "a refusal without words");
  abort();
}

static void lower(arena *a, const graph *g) {
  fp8c_error err = {0};
  codegen_context c = {.keep = a, .scratch = a};
  plan p = {.compiler = "fuzz", .model_name = "model", .report = "{}"};
  if (!taken(lower_cpu(g, "", &c, &p, &err), "lowering", &err)) return;
  if (plan_check(&p, &err) == FP8C_OK) return;
  fprintf(stderr, "the program is no valid plan: %s\n", err.text);
  abort();
}

static void check(arena *a, const file *f) {
  graph *g;
  fp8c_error err = {0};
  import_info info;
  import_options o = {.restore = true};
  if (!taken(onnx_import_file(a, f, &o, &g, &info, &err), "import", &err)) return;
  if (graph_verify(g, &err) != FP8C_OK) {
    fprintf(stderr, "the imported graph does not verify: %s\n", err.text);
    abort();
  }
  text t;
  text_init(&t, a);
  graph_print(g, &t);
  lower(a, g);
  exporter e;
  Onnx__GraphProto *out;
  (void)taken(export_graph(a, g, &e, &out, &err), "export", &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int fd = -1;
  if (fd < 0) fd = memfd_create("model", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size) abort();
  file f = {.fd = fd, .bytes = size};
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  a.limit_bytes = MEMORY_LIMIT + MEMORY_FACTOR * size;
  if (setjmp(guard.jump) == 0) {
    check(&a, &f);
  } else if (!arena_at_limit(&a)) { /* an import's own limit is a refusal */
    fprintf(stderr, "more memory than %zu MiB\n", a.limit_bytes >> 20);
    abort();
  }
  arena_free(&a);
  return 0;
}
