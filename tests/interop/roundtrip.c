/* roundtrip.c - every graph of the golden tests as ONNX and back: the same text, the
 * same constants.  What has no form in ONNX must be refused as unsupported.
 *
 *     roundtrip [--plans FOLDER] FOLDER|FILE.t ...
 *
 * --plans writes each graph that can be exported as a plan too, for test_interop.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "codegen/codegen.h"
#include "frontend/onnx.h"
#include "ir/graph_text.h"
#include "runtime/plan.h"
#include "tests/support/graph_file.h"

static bool verbose;

typedef struct counts {
  int graphs, refused, failed, plans;
} counts;

typedef struct printed {
  text t;
  blob *blobs;
  size_t blob_count;
} printed;

/* Constants made from a seed print as their numbers, which is how they come back. */
static void print_plainly(const graph *g, arena *a, printed *p) {
  for (const node *n = g->first; n; n = n->next)
    for (size_t i = 0; i < n->in_count; i++) {
      if (!n->in[i]) continue;
      n->in[i]->seed = 0;
      if (n->in[i]->scale_vector) n->in[i]->scale_vector->seed = 0;
    }
  for (size_t i = 0; i < g->output_count; i++) g->outputs[i]->seed = 0;
  text_init(&p->t, a);
  graph_print_blobs(g, &p->t, &p->blobs, &p->blob_count);
}

static const void *bytes_of(const blob *b, arena *a) {
  if (b->memory || b->bytes == 0) return b->memory;
  void *data = arena_alloc(a, (size_t)b->bytes);
  return file_read(b->file, b->offset, data, (size_t)b->bytes, NULL) == FP8C_OK ? data : NULL;
}

static bool same_blobs(const printed *x, const printed *y, arena *a) {
  if (x->blob_count != y->blob_count) return false;
  for (size_t i = 0; i < x->blob_count; i++) {
    const void *p = bytes_of(&x->blobs[i], a), *q = bytes_of(&y->blobs[i], a);
    if (x->blobs[i].bytes != y->blobs[i].bytes) return false;
    if (x->blobs[i].bytes && (!p || !q || memcmp(p, q, (size_t)x->blobs[i].bytes) != 0))
      return false;
  }
  return true;
}

static bool check_graph(const graph *g, arena *a, const char *title, const char *path, counts *c) {
  fp8c_error err = {.text = ""};
  export_options o = {0};
  fp8c_status status = onnx_export(a, g, &o, path, &err);
  if (status == FP8C_ERROR_UNSUPPORTED) {
    c->refused++;
    return false;
  }
  graph *again = NULL;
  import_info info = {0};
  import_options io = {.restore = true};
  if (status == FP8C_OK) status = onnx_import(a, path, &io, &again, &info, &err);
  if (status != FP8C_OK || !info.restored) {
    printf("%s: %s%s\n", title, err.text, info.changed ? info.changed : "");
    c->failed++;
    return false;
  }
  printed before, after;
  print_plainly(g, a, &before);
  print_plainly(again, a, &after);
  if (strcmp(text_cstr(&before.t), text_cstr(&after.t)) == 0 && same_blobs(&before, &after, a))
    return true;
  printf("%s: not the same graph\n--- exported\n%s+++ restored\n%s", title, text_cstr(&before.t),
         text_cstr(&after.t));
  c->failed++;
  return false;
}

static void write_plan(const graph *g, arena *a, const char *folder, const char *name, counts *c) {
  plan p = {.model_name = name, .compiler = "roundtrip", .options = "", .nvrtc = "", .report = ""};
  codegen_context context = {.keep = a, .scratch = a};
  const char *path = path_join(a, folder, arena_printf(a, "%s.fp8c", name));
  if (lower_cpu(g, "", &context, &p, NULL) == FP8C_OK && plan_write(&p, path, NULL) == FP8C_OK)
    c->plans++;
}

static void check_text(arena *a, const char *source, const char *name, const char *plans,
                       const char *path, counts *c) {
  graph *g;
  fp8c_error err;
  if (graph_parse(a, source, NULL, 0, &g, &err) != FP8C_OK) { /* golden tests hold such */
    if (verbose) printf("%s: %s\n", name, err.text);
    return;
  }
  for (const node *n = g->first; n; n = n->next)
    for (size_t i = 0; i < n->attrs.count; i++)
      if (n->attrs.items[i].kind == ATTR_GRAPH) return;
  c->graphs++;
  if (check_graph(g, a, name, path, c) && plans) write_plan(g, a, plans, name, c);
}

static void check_file(const char *path, const char *plans, const char *temporary, counts *c) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  graph_file graphs;
  fp8c_error err;
  if (setjmp(guard.jump)) {
    printf("%s: out of memory\n", path);
    c->failed++;
  } else if (graph_file_read(&a, path, &graphs, &err) == FP8C_OK) {
    const char *slash = strrchr(path, '/'), *folder = slash;
    while (folder && folder > path && folder[-1] != '/') folder--;
    const char *name = arena_printf(&a, "%.*s.%.*s", (int)(slash - folder), folder,
                                    (int)strcspn(slash + 1, "."), slash + 1);
    for (size_t i = 0; i < graphs.count; i++)
      check_text(&a, graphs.graphs[i], arena_printf(&a, "%s.%zu", name, i), plans, temporary, c);
  } else {
    printf("%s\n", err.text);
    c->failed++;
  }
  arena_free(&a);
}

int main(int argc, char **argv) {
  counts c = {0};
  verbose = getenv("VERBOSE") != NULL;
  const char *plans = argc > 2 && strcmp(argv[1], "--plans") == 0 ? argv[2] : NULL;
  /* Every file is brought to disk before it takes its name: in memory that costs nothing. */
  char in_memory[] = "/dev/shm/fp8c-roundtrip-XXXXXX", on_disk[] = "/tmp/fp8c-roundtrip-XXXXXX";
  char *temporary = folder_exists("/dev/shm") ? in_memory : on_disk;
  int fd = mkstemp(temporary);
  if (fd < 0) return 1;
  close(fd);
  for (int i = plans ? 3 : 1; i < argc; i++) {
    oom_guard guard;
    arena a;
    arena_init(&a, &guard);
    if (setjmp(guard.jump)) return 1;
    char **names;
    size_t count;
    if (folder_list(&a, argv[i], &names, &count, NULL) != FP8C_OK) return 1;
    for (size_t k = 0; k < count; k++) {
      size_t length = strlen(names[k]);
      if (length > 2 && strcmp(names[k] + length - 2, ".t") == 0)
        check_file(path_join(&a, argv[i], names[k]), plans, temporary, &c);
    }
    arena_free(&a);
  }
  unlink(temporary);
  printf("%d graphs, %d refused, %d failed, %d plans\n", c.graphs, c.refused, c.failed, c.plans);
  return c.failed || c.graphs <= c.refused ? 1 : 0;
}
