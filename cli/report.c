/* report.c - `fp8c report`: what was decided, from one plan alone, or from two side by side. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/size.h"
#include "cli/cli.h"
#include "compiler/report/report.h"
#include "runtime/device.h"

typedef struct settings {
  const char *html, *dot;
  bool json;
} settings;

static const option options[] = {
    {"--html", 0, OPTION_WRITTEN, offsetof(settings, html), "FILE",
     "write one self-contained web page", 0},
    {"--dot", 0, OPTION_WRITTEN, offsetof(settings, dot), "FILE.dot",
     "write the graph for Graphviz: a box for each kernel, coloured by its format", 0},
    {"--json", 0, OPTION_FLAG, offsetof(settings, json), NULL,
     "print the document (docs/report.md, docs/report.schema.json)", 0},
    {0},
};

static int terminal_width(void) {
  struct winsize w;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col >= 60) return w.ws_col;
  return 110;
}

/* The document of a plan, or of a file that --report-json wrote. */
static fp8c_status read_text(const char *path, arena *a, const char **out, fp8c_error *err) {
  file *f;
  char first = 0;
  TRY(file_open(a, path, &f, err));
  if (f->bytes) TRY(file_read(f, 0, &first, 1, err));
  if (first == '{') {
    size_t bytes;
    if (!size_add((size_t)f->bytes, 1, &bytes)) bytes = SIZE_MAX;
    char *s = arena_alloc(a, bytes);
    TRY(file_read(f, 0, s, (size_t)f->bytes, err));
    *out = s;
    return FP8C_OK;
  }
  fp8c_program *p = NULL;
  fp8c_status status = fp8c_program_open(path, &p, err);
  if (status == FP8C_OK)
    *out = arena_strdup(a, program_plan(p)->report ? program_plan(p)->report : "");
  fp8c_program_free(p);
  if (status == FP8C_OK && !**out) return fail(err, FP8C_ERROR_FORMAT, "%s holds no report", path);
  return status;
}

static void drop(void *document) { json_decref(document); }

static fp8c_status read_report(const char *path, arena *a, const char **words, json_t **out,
                               fp8c_error *err) {
  json_error_t where;
  TRY(read_text(path, a, words, err));
  *out = json_read(*words, strlen(*words), 0, &where);
  if (!*out)
    return fail(err, FP8C_ERROR_FORMAT, "the report of %s is no JSON: %s", path, where.text);
  arena_defer(a, drop, *out);
  const char *schema = json_string_value(json_object_get(*out, "schema"));
  if (!schema || strcmp(schema, "fp8c-report-1") != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%s is a document of \"%s\"; this fp8c reads fp8c-report-1",
                path, schema ? schema : "no schema");
  return FP8C_OK;
}

/* What goes into files; the terminal is for what asks for none. */
static fp8c_status write_files(const settings *s, const json_t *document, arena *a,
                               fp8c_error *err) {
  text t;
  text_init(&t, a);
  if (s->dot) {
    report_dot(document, &t);
    TRY(file_write_all(s->dot, t.data, t.length, err));
  }
  if (!s->html) return FP8C_OK;
  text_init(&t, a);
  TRY(report_html(document, &t, err));
  return file_write_all(s->html, t.data, t.length, err);
}

static void print_tables(const json_t *document, bool compared, arena *a) {
  text t;
  text_init(&t, a);
  bool colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
  (compared ? comparison_terminal : report_terminal)(document, terminal_width(), colour, &t);
  fputs(text_cstr(&t), stdout);
}

static fp8c_status report_one(const settings *s, const char *path, arena *a, fp8c_error *err) {
  const char *words;
  json_t *report;
  TRY(read_report(path, a, &words, &report, err));
  TRY(write_files(s, report, a, err));
  if (s->json)
    puts(words);
  else if (!s->html && !s->dot)
    print_tables(report, false, a);
  return FP8C_OK;
}

static fp8c_status report_two(const settings *s, char **paths, arena *a, fp8c_error *err) {
  const char *words;
  json_t *reports[2];
  for (int i = 0; i < 2; i++) TRY(read_report(paths[i], a, &words, &reports[i], err));
  json_t *c = report_compare(reports[0], paths[0], reports[1], paths[1], a);
  arena_defer(a, drop, c);
  TRY(write_files(s, c, a, err));
  if (s->json && !json_print(c, 9))
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the comparison");
  if (!s->json && !s->html) print_tables(c, true, a);
  return FP8C_OK;
}

static int run(const void *given, char **positional, int count, arena *a) {
  const settings *s = given;
  fp8c_error err = {0};
  if (s->dot && count == 2)
    return cli_usage(&command_report, "--dot draws the graph of one plan, and two are given");
  fp8c_status status =
      count == 1 ? report_one(s, positional[0], a, &err) : report_two(s, positional, a, &err);
  return status == FP8C_OK ? EXIT_DONE : cli_fail(&err);
}

const command command_report = {
    .name = "report",
    .usage = "PLAN.fp8c [OTHER.fp8c] [--json] [--html FILE] [--dot FILE]",
    .does = "Show which precision each node got, why, and what it costs; or compare two plans.",
    .teaches =
        "A document written by `fp8c compile --report-json` can be used instead of a plan.\n\n"
        "  fp8c report bert.fp8c --html bert.html\n"
        "  fp8c report bert.fp8c --dot bert.dot      # dot -Tsvg bert.dot -o bert.svg\n"
        "  fp8c report bert.fp8c bert_bf16.fp8c      # formats, errors, times, bytes, node by node",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 2,
    .run = run,
};
