/* graph_file.c - graphs out of a file, those written for several sizes once for each. */
#include "tests/support/graph_file.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

#define PARAMETERS_MAX 24

typedef struct list {
  const char *items[PARAMETERS_MAX]; /* without the spaces around them */
  size_t lengths[PARAMETERS_MAX], count;
} list;

/* The words behind `key` at the start of a line, and how many; NULL: it is another line. */
static const char *line_of(const char *line, const char *key, size_t *length) {
  size_t n = strlen(key);
  if (strncmp(line, key, n) != 0) return NULL;
  *length = strcspn(line + n, "\n");
  return line + n;
}

static bool split(const char *words, size_t length, list *out) {
  out->count = 0;
  for (const char *end = words + length, *next; words <= end; words = next + 1) {
    next = memchr(words, ';', (size_t)(end - words));
    if (!next) next = end;
    const char *first = words, *last = next;
    while (first < last && *first == ' ') first++;
    while (last > first && last[-1] == ' ') last--;
    if (out->count == PARAMETERS_MAX) return false;
    out->items[out->count] = first;
    out->lengths[out->count++] = (size_t)(last - first);
  }
  return true;
}

static const char *next_line(const char *line) {
  line = strchr(line, '\n');
  return line ? line + 1 : NULL;
}

/* The graph with "$name" replaced by what the row has for it, without the lines of the list. */
static fp8c_status instance(arena *a, const char *source, const list *names, const list *row,
                            char **out, fp8c_error *err) {
  text t;
  text_init(&t, a);
  for (const char *line = source; line && *line; line = next_line(line)) {
    size_t length;
    if (line_of(line, "# each:", &length) || line_of(line, "# row:", &length)) continue;
    const char *end = next_line(line);
    if (!end) end = line + strlen(line);
    for (const char *p = line; p < end; p++) {
      size_t k = 0, n = 0;
      if (*p != '$') {
        text_add_bytes(&t, p, 1);
        continue;
      }
      while (isalnum((unsigned char)p[1 + n]) || p[1 + n] == '_') n++;
      while (k < names->count && (names->lengths[k] != n || memcmp(names->items[k], p + 1, n) != 0))
        k++;
      if (k == names->count)
        return fail(err, FP8C_ERROR_FORMAT, "$%.*s is no name of its \"# each:\"", (int)n, p + 1);
      text_add_bytes(&t, row->items[k], row->lengths[k]);
      p += n;
    }
  }
  *out = arena_strdup(a, text_cstr(&t));
  return FP8C_OK;
}

static fp8c_status add_graphs(arena *a, char *source, graph_file *out, fp8c_error *err) {
  list names = {.count = 0}, row;
  size_t length, rows = 0;
  for (const char *line = source, *words; line && *line; line = next_line(line)) {
    if ((words = line_of(line, "# each:", &length)) && !split(words, length, &names))
      return fail(err, FP8C_ERROR_FORMAT, "more than %d parameters", PARAMETERS_MAX);
    if (!(words = line_of(line, "# row:", &length))) continue;
    if (!names.count) return fail(err, FP8C_ERROR_FORMAT, "a \"# row:\" without \"# each:\"");
    if (!split(words, length, &row) || row.count != names.count)
      return fail(err, FP8C_ERROR_FORMAT, "%zu parameters and another number of them in: %.*s",
                  names.count, (int)length, words);
    char *made;
    TRY(instance(a, source, &names, &row, &made, err));
    ARENA_PUSH(a, out->graphs, out->count, made);
    rows++;
  }
  if (names.count && !rows) return fail(err, FP8C_ERROR_FORMAT, "\"# each:\" without a \"# row:\"");
  if (!names.count) ARENA_PUSH(a, out->graphs, out->count, source);
  return FP8C_OK;
}

fp8c_status graph_file_read(arena *a, const char *path, graph_file *out, fp8c_error *err) {
  char *source;
  size_t bytes;
  *out = (graph_file){0};
  TRY(file_read_all(a, path, (size_t)1 << 24, &source, &bytes, err));
  for (char *next; source; source = next) {
    char *dashes = strncmp(source, "----", 4) == 0 ? source : strstr(source, "\n----");
    next = NULL;
    if (dashes) {
      next = strchr(dashes + 1, '\n');
      if (next) next++;
      dashes[dashes != source] = 0;
    }
    fp8c_status status = add_graphs(a, source, out, err);
    if (status != FP8C_OK) return fail_in(err, status, "%s: graph %zu", path, out->count + 1);
  }
  return FP8C_OK;
}
