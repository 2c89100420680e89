/* fuzz_onnx.c - any bytes as an ONNX model: an error or a graph that verifies, and that
 * can be exported, or is refused, again. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "frontend/export.h"
#include "frontend/import.h"
#include "ir/graph_text.h"

#define MEMORY_LIMIT ((size_t)1 << 30)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(arena *a, const file *f) {
  graph *g;
  fp8c_error err;
  import_info info;
  import_options o = {.restore = true};
  fp8c_status status = onnx_import_file(a, f, &o, &g, &info, &err);
  if (status == FP8C_ERROR_INTERNAL) {
    fprintf(stderr, "internal error: %s\n", err.text);
    abort();
  }
  if (status != FP8C_OK) return;
  if (graph_verify(g, &err) != FP8C_OK) {
    fprintf(stderr, "the imported graph does not verify: %s\n", err.text);
    abort();
  }
  text t;
  text_init(&t, a);
  graph_print(g, &t);
  exporter e;
  Onnx__GraphProto *out;
  if (export_graph(a, g, &e, &out, &err) == FP8C_ERROR_INTERNAL) {
    fprintf(stderr, "internal error of the export: %s\n", err.text);
    abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int fd = -1;
  if (fd < 0) fd = memfd_create("model", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size) abort();
  file f = {.fd = fd, .bytes = size};
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  a.limit_bytes = MEMORY_LIMIT;
  if (setjmp(guard.jump) == 0) check(&a, &f);
  arena_free(&a);
  return 0;
}
