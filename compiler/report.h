/* report.h - one report document (JSON), shown three ways: terminal, JSON, HTML. */
#ifndef COMPILER_REPORT_H
#define COMPILER_REPORT_H

#include <jansson.h>

#include "base/text.h"
#include "fp8c/compiler.h"

/* Renders a report document as a table for the terminal; `colour` adds ANSI colours. */
void report_terminal(const json_t *report, int width, bool colour, text *out);
/* One self-contained page: data, style, script and the charting library inside. */
fp8c_status report_html(const json_t *report, text *out, fp8c_error *err);

#endif
