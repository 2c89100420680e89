/* plan.c - golden tests of lowering: a graph, the plan it becomes, and the
 * launches the tracing device sees when that plan is run.
 *
 *     # target: sm_90a
 *     graph g { ... }
 *     ----
 *     plan "g" ...
 *     launches
 *     launch fp8c_row_* <32,1,1; 128,1,1> (%x, %y)
 *
 * `# host steps: allowed` leaves what has no kernel to the CPU.  `---- error` and a sentence stand
 * where lowering must refuse the graph.  The hash in a kernel's name changes with every word of its
 * text, so a star stands for it.  FP8C_UPDATE=1 rewrites what follows the dashes.  Without NVRTC
 * the cases for GPUs are skipped, and said to be. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/codegen.h"
#include "ir/graph_text.h"
#include "runtime/plan_text.h"
#include "runtime/trace.h"

typedef enum outcome { PASSED, FAILED, SKIPPED } outcome;

/* "fp8c_row_0123456789abcdef" -> "fp8c_row_*" */
static void add_without_hashes(text *out, const char *s) {
  while (*s) {
    const char *start = strstr(s, "fp8c_");
    if (!start) break;
    const char *end = start;
    while (isalnum((unsigned char)*end) || *end == '_') end++;
    const char *hash_at = end;
    while (hash_at > start && isxdigit((unsigned char)hash_at[-1])) hash_at--;
    bool hashed = end - hash_at >= 8 && hash_at[-1] == '_';
    text_add_bytes(out, s, (size_t)((hashed ? hash_at : end) - s));
    if (hashed) text_add(out, "*");
    s = end;
  }
  text_add(out, s);
}

static void add_line(void *user, fp8c_log_level level, const char *line) {
  (void)level;
  text_add(user, line);
  text_add(user, "\n");
}

static fp8c_status trace(const plan *p, const char *name, arena *a, text *out, fp8c_error *err) {
  fp8c_program *program = NULL;
  fp8c_session *session = NULL;
  fp8c_tensor *inputs = NEW_ARRAY(a, fp8c_tensor, p->input_count + 1);
  fp8c_tensor *outputs = NEW_ARRAY(a, fp8c_tensor, p->output_count + 1);
  uint64_t nowhere = 0; /* a trace touches no data; empty tensors need none */
  for (uint32_t i = 0; i < p->input_count + p->output_count; i++) {
    const plan_port *q = i < p->input_count ? &p->inputs[i] : &p->outputs[i - p->input_count];
    fp8c_tensor *t = i < p->input_count ? &inputs[i] : &outputs[i - p->input_count];
    *t = (fp8c_tensor){.data = &nowhere, .dtype = q->dtype, .rank = q->rank};
    for (int k = 0; k < q->rank; k++) t->shape[k] = q->dims[k] < 0 ? 1 : q->dims[k];
  }
  fp8c_session_options o = {.size = sizeof o,
                            .device = arena_printf(a, "trace:%s", name),
                            .threads = 1,
                            .log = add_line,
                            .user = out};
  fp8c_status status = program_from_plan(p, &program, err);
  if (status == FP8C_OK) status = fp8c_session_create(program, &o, &session, err);
  if (status == FP8C_OK)
    status = fp8c_session_run(session, inputs, p->input_count, outputs, p->output_count, err);
  fp8c_session_free(session);
  fp8c_program_free(program);
  return status;
}

static void take_problem(void *user, const codegen_problem *p) {
  text_printf(user, "%s: %s\n", p->node, p->text);
}

static fp8c_status lower(const char *source, const char *name, arena *a, text *out,
                         fp8c_error *err) {
  graph *g = NULL;
  plan p = {.compiler = "", .report = ""};
  text problems, raw;
  text_init(&problems, a);
  text_init(&raw, a);
  codegen_context c = {.keep = a, .scratch = a, .problem = take_problem, .user = &problems};
  const target *t = target_find(name);
  c.allow_host = strstr(source, "# host steps: allowed") != NULL;
  TRY(graph_parse(a, source, NULL, 0, &g, err));
  if (!t) return fail(err, FP8C_ERROR_ARGUMENT, "there is no target \"%s\"", name);
  p.model_name = g->name;
  lower_ports(g, &c, &p);
  fp8c_status status = t->chip ? lower_cuda(g, t, "", &c, &p, err) : lower_cpu(g, "", &c, &p, err);
  if (status != FP8C_OK) {
    text_add(out, text_cstr(&problems));
    return status;
  }
  plan_print(&p, &raw);
  text_add(&raw, "launches\n");
  TRY(trace(&p, name, a, &raw, err));
  add_without_hashes(out, text_cstr(&raw));
  return FP8C_OK;
}

static const char *target_of(const char *source, char out[16]) {
  const char *at = strstr(source, "# target:");
  strcpy(out, "cpu");
  if (at) sscanf(at + 9, " %15s", out);
  return out;
}

static outcome run(const char *path, arena *a, fp8c_error *err) {
  char *source = NULL, name[16];
  size_t bytes = 0;
  if (file_read_all(a, path, (size_t)1 << 24, &source, &bytes, err) != FP8C_OK) return FAILED;
  char *dashes = strstr(source, "\n----");
  if (!dashes) {
    fail(err, FP8C_ERROR_FORMAT, "there is no line of dashes");
    return FAILED;
  }
  const char *expected = strchr(dashes + 1, '\n');
  expected = expected ? expected + 1 : "";
  bool error_expected = strncmp(dashes, "\n---- error", 11) == 0;
  dashes[1] = 0;
  target_of(source, name);
  if (strcmp(name, "cpu") != 0 && !*nvrtc_version_text()) return SKIPPED;

  text got;
  text_init(&got, a);
  fp8c_status status = lower(source, name, a, &got, err);
  if (status != FP8C_OK) text_printf(&got, "%s\n", err->text);
  bool same = (status != FP8C_OK) == error_expected && strcmp(text_cstr(&got), expected) == 0;
  if (same) return PASSED;
  if (getenv("FP8C_UPDATE")) {
    text file_text;
    text_init(&file_text, a);
    text_printf(&file_text, "%s----%s\n%s", source, status != FP8C_OK ? " error" : "",
                text_cstr(&got));
    return file_write_all(path, text_cstr(&file_text), file_text.length, err) == FP8C_OK ? PASSED
                                                                                         : FAILED;
  }
  printf("%s expects\n%sand got\n%s", path, expected, text_cstr(&got));
  if (status == FP8C_OK) fail(err, FP8C_ERROR_BOUND, "another plan than expected");
  return FAILED;
}

int main(int argc, char **argv) {
  size_t counts[3] = {0};
  oom_guard guard;
  arena names_arena;
  char **names = NULL;
  size_t count = 0;
  fp8c_error err = {0};
  if (argc != 2) return 2;
  arena_init(&names_arena, &guard);
  if (setjmp(guard.jump)) return 1;
  if (folder_list(&names_arena, argv[1], &names, &count, &err) != FP8C_OK) return 1;
  for (size_t i = 0; i < count; i++) {
    size_t n = strlen(names[i]);
    if (n < 3 || strcmp(names[i] + n - 2, ".t") != 0) continue;
    arena a;
    arena_init(&a, &guard);
    outcome o = run(path_join(&a, argv[1], names[i]), &a, &err);
    counts[o]++;
    if (o == FAILED) printf("FAILED %s: %s\n", names[i], err.text);
    arena_free(&a);
  }
  if (counts[SKIPPED]) printf("%zu skipped: no NVRTC was found\n", counts[SKIPPED]);
  printf("%zu passed, %zu failed\n", counts[PASSED], counts[FAILED]);
  arena_free(&names_arena);
  return counts[FAILED] || !(counts[PASSED] + counts[SKIPPED]);
}
