/* report.c - `fp8c report`: what was decided, from the plan alone. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "compiler/report.h"
#include "runtime/device.h"

typedef struct settings {
  const char *html;
  bool json;
} settings;

static const option options[] = {
    {"--html", 0, OPTION_STRING, offsetof(settings, html), "FILE",
     "write one self-contained web page", 0},
    {"--json", 0, OPTION_FLAG, offsetof(settings, json), NULL,
     "print the document (docs/report.md)", 0},
    {0},
};

static int terminal_width(void) {
  struct winsize w;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col >= 60) return w.ws_col;
  return 110;
}

static fp8c_status show(const settings *s, const char *document, arena *a, fp8c_error *err) {
  if (s->json) {
    puts(document);
    return FP8C_OK;
  }
  json_error_t where;
  json_t *report = json_loads(document, 0, &where);
  if (!report) return fail(err, FP8C_ERROR_FORMAT, "the plan's report is no JSON: %s", where.text);
  text t;
  text_init(&t, a);
  fp8c_status status = FP8C_OK;
  if (s->html) {
    status = report_html(report, &t, err);
    if (status == FP8C_OK) status = file_write_all(s->html, t.data, t.length, err);
  } else {
    bool colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    report_terminal(report, terminal_width(), colour, &t);
    fputs(text_cstr(&t), stdout);
  }
  json_decref(report);
  return status;
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  fp8c_error err = {0};
  fp8c_program *p = NULL;
  fp8c_status status = fp8c_program_open(positional[0], &p, &err);
  if (status == FP8C_OK) {
    const char *document = program_plan(p)->report;
    if (document && document[0])
      status = show(s, document, a, &err);
    else
      status = fail(&err, FP8C_ERROR_FORMAT, "%s holds no report", positional[0]);
  }
  fp8c_program_free(p);
  return status == FP8C_OK ? EXIT_DONE : cli_fail(&err);
}

const command command_report = {
    .name = "report",
    .usage = "PLAN.fp8c [--json | --html FILE]",
    .does = "Show which precision each node got, why, and what it costs.",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
