/* command_metric.c - a user's own metric: a program that looks at outputs. */
#include "compiler/search/command_metric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/numbers.h"
#include "base/process.h"
#include "base/size.h"
#include "passes/precision/npz.h"

#define SECONDS 600
#define PRINTED_BYTES_MAX 65536

/* ---- The files ------------------------------------------------------------------------- */

/* An output on all samples: one array with the samples in front where their shapes agree. */
static bool same_shapes(const tensor *all, size_t stride, size_t count) {
  for (size_t s = 1; s < count; s++) {
    const tensor *a = &all[0], *b = &all[s * stride];
    if (a->dtype != b->dtype || a->rank != b->rank ||
        memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) != 0)
      return false;
  }
  return count > 0 && all[0].rank < FP8C_MAX_RANK;
}

static fp8c_tensor view_of(const tensor *t) {
  fp8c_tensor v = {.data = t->data, .dtype = t->dtype, .rank = t->rank};
  memcpy(v.shape, t->dims, sizeof v.shape);
  return v;
}

/* A leading batch of one gives way to the samples; else they come in front. */
static fp8c_tensor stack(arena *a, const tensor *all, size_t stride, size_t count) {
  const tensor *first = &all[0];
  fp8c_tensor v = {.dtype = first->dtype};
  int from = first->rank > 0 && first->dims[0] == 1 ? 1 : 0;
  v.shape[v.rank++] = (int64_t)count;
  for (int i = from; i < first->rank; i++) v.shape[v.rank++] = first->dims[i];
  size_t bytes = tensor_bytes(first);
  char *data = arena_array(a, count, bytes ? bytes : 1);
  for (size_t s = 0; s < count; s++)
    if (bytes) memcpy(data + s * bytes, all[s * stride].data, bytes);
  v.data = data;
  return v;
}

static fp8c_status write_outputs(const judge *o, const tensor *all, size_t stride,
                                 const graph *names, const char *path, fp8c_error *err) {
  arena *a = o->j->scratch;
  arena_mark mark = arena_save(a);
  npz_array *arrays = NULL;
  size_t count = 0;
  for (size_t i = 0; i < o->port_count; i++) {
    if (same_shapes(all + i, stride, o->sample_count)) {
      npz_array x = {names->output_names[i], stack(a, all + i, stride, o->sample_count)};
      ARENA_PUSH(a, arrays, count, x);
      continue;
    }
    for (size_t s = 0; s < o->sample_count; s++) {
      npz_array x = {arena_printf(a, "%s.%zu", names->output_names[i], s),
                     view_of(&all[s * stride + i])};
      ARENA_PUSH(a, arrays, count, x);
    }
  }
  fp8c_status status = npz_write(a, path, arrays, count, err);
  arena_reset(a, mark);
  return status;
}

/* ---- The program ------------------------------------------------------------------------- */

/* A folder that goes, with the two files, when the arena is reset past here. */
typedef struct folder {
  const char *path, *reference, *plan;
} folder;

static void remove_folder(void *object) {
  folder *f = object;
  (void)unlink(f->reference);
  (void)unlink(f->plan);
  (void)rmdir(f->path);
}

static fp8c_status make_folder(arena *a, folder **out, fp8c_error *err) {
  const char *root = getenv("TMPDIR");
  char *path = arena_printf(a, "%s/fp8c-XXXXXX", root && root[0] == '/' ? root : "/tmp");
  folder *f = NEW(a, folder);
  if (!mkdtemp(path))
    return fail(err, FP8C_ERROR_IO, "no folder for the outputs can be made: %s", path);
  f->path = path;
  f->reference = path_join(a, path, "reference.npz");
  f->plan = path_join(a, path, "plan.npz");
  arena_defer(a, remove_folder, f);
  *out = f;
  return FP8C_OK;
}

static fp8c_status read_number(const budget *b, const char *printed, double *figure,
                               fp8c_error *err) {
  size_t n = strlen(printed);
  while (n > 0 && strchr(" \t\r\n", printed[n - 1])) n--;
  size_t from = n; /* the last line */
  while (from > 0 && printed[from - 1] != '\n') from--;
  while (from < n && (printed[from] == ' ' || printed[from] == '\t')) from++;
  *figure = NAN;
  if (n == 0 && !b->bounded) return FP8C_OK;
  char word[64];
  if (n - from < sizeof word) {
    memcpy(word, printed + from, n - from);
    word[n - from] = 0;
    if (double_parse(word, figure) && isfinite(*figure)) return FP8C_OK;
  }
  return fail(err, FP8C_ERROR_FORMAT,
              "--max-error \"%s\": %s printed \"%.*s\"; its last line is to be one number", b->text,
              b->argv[0], (int)(n - from > 60 ? 60 : n - from), printed + from);
}

fp8c_status command_metric(const verdict *v, const budget *b, double *figure, bool *keeps,
                           fp8c_error *err) {
  const judge *o = v->of;
  job *j = o->j;
  arena *a = j->scratch;
  arena_mark mark = arena_save(a);
  folder *f;
  TRY(make_folder(a, &f, err));
  size_t stride = o->port_count + o->judged_count;
  TRY(write_outputs(o, o->reference, stride, j->model.graph, f->reference, err));
  TRY(write_outputs(o, v->outputs, o->port_count, j->model.graph, f->plan, err));
  size_t count = 0;
  while (b->argv[count]) count++;
  const char **argv = NEW_ARRAY(a, const char *, count + 3);
  memcpy(argv, b->argv, count * sizeof *argv);
  argv[count] = f->reference;
  argv[count + 1] = f->plan;
  double seconds = j->o->metric_timeout_seconds > 0 ? j->o->metric_timeout_seconds : SECONDS;
  char *printed;
  int code;
  fp8c_status status = process_run(a, argv, seconds, PRINTED_BYTES_MAX, &printed, &code, err);
  if (status == FP8C_OK && code > 1)
    status = fail(err, FP8C_ERROR_FORMAT,
                  "--max-error \"%s\": %s ended with status %d; 0 says good enough, 1 not good "
                  "enough",
                  b->text, b->argv[0], code);
  if (status == FP8C_OK) status = read_number(b, printed, figure, err);
  if (status == FP8C_OK) *keeps = code == 0 && (!b->bounded || budget_keeps(b, *figure));
  arena_reset(a, mark);
  /* a program that never ends is no budget missed */
  return status == FP8C_ERROR_BOUND ? fail_in(err, FP8C_ERROR_FORMAT, "--max-error") : status;
}
