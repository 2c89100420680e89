/* html.c - the report document as one self-contained page: the template,
 * the scripts and the data are put together here; the scripts draw from the data. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/formats.h"
#include "base/json.h"
#include "base/numbers.h"
#include "compiler/report/report.h"

/* Embedded at build time (cmake/module_compiler.cmake). */
extern const char report_text_page[], report_text_style[], report_text_draw[], report_text_report[],
    report_text_compare[], report_text_dagre[], report_text_graph[], report_text_advice[];

/* JSON inside a script element: "</" and "<!--" must not end it. */
static void add_json(text *out, const char *json) {
  for (const char *p = json; *p;) {
    size_t n = strcspn(p, "<");
    text_add_bytes(out, p, n);
    p += n;
    if (*p == '<') {
      text_add(out, "\\u003c");
      p++;
    }
  }
}

static const struct {
  const char *mark, *content;
} parts[] = {{"/*STYLE*/", report_text_style},    {"/*DRAW*/", report_text_draw},
             {"/*DAGRE*/", report_text_dagre},    {"/*GRAPH*/", report_text_graph},
             {"/*ADVICE*/", report_text_advice},  {"/*REPORT*/", report_text_report},
             {"/*COMPARE*/", report_text_compare}};

/* A plan of many variants has the same launches many times over: beyond this
 * many the page keeps those of each target's first variant. */
#define LAUNCHES_MAX 4000

/* The document, or a copy without the launches that are too many. */
static json_t *slimmed(const json_t *document) {
  json_t *copy = json_copy((json_t *)document), *variants = json_array();
  const json_t *all = json_object_get(document, "variants");
  size_t i, launches = 0;
  json_t *v;
  json_array_foreach(all, i, v) launches += json_array_size(json_object_get(v, "launches"));
  const char *seen = "";
  json_array_foreach(all, i, v) {
    json_t *one = json_copy(v), *list = json_object_get(v, "launches");
    const char *of = json_string_value(json_object_get(v, "target"));
    if (launches > LAUNCHES_MAX && of && strcmp(of, seen) == 0 && json_array_size(list) > 0) {
      json_object_set_new(one, "launches_left_out",
                          json_integer((json_int_t)json_array_size(list)));
      json_object_set_new(one, "launches", json_array());
    }
    seen = of ? of : seen;
    json_array_append_new(variants, one);
  }
  if (json_is_array(all))
    json_object_set_new(copy, "variants", variants);
  else
    json_decref(variants);
  return copy;
}

static void free_words(void *object) { free(*(char **)object); }

/* The rows of formats.def, as the scripts read them. */
static void add_formats(text *out) {
  for (size_t i = 0; i < PRODUCT_FORMATS; i++) {
    const product_format *f = &product_formats[i];
    text_printf(out,
                "%s{\"name\":\"%s\",\"shown\":\"%s\",\"fp8\":%s,\"weights\":\"%s\",\"mantissa\":%d,"
                "\"least\":%d,\"max\":%.9g,\"figure\":",
                i ? "," : "[", f->name, f->shown, i < FP8_FORMATS ? "true" : "false",
                fp8c_dtype_name(f->weights), dtype_mantissa(f->dtype),
                dtype_least_exponent(f->dtype), (double)dtype_max(f->dtype));
    if (f->figure)
      text_printf(out, "\"%s\"}", f->figure);
    else
      text_add(out, "null}");
  }
  text_add(out, "]");
}

/* What style.css does not say of a format: its colour, on all that is drawn in it. */
static void add_format_style(text *out) {
  for (size_t i = 0; i < PRODUCT_FORMATS; i++) {
    const char *n = product_formats[i].name;
    text_printf(out, ":root{--%s:%s;--on-%s:#fff}", n, product_formats[i].line, n);
    text_printf(out, ".%s{background-color:var(--%s);color:var(--on-%s)}", n, n, n);
    text_printf(out, "svg .c-%s,svg .bar.c-%s,.tip.%s{fill:var(--%s)}", n, n, n, n);
    text_printf(out, "svg .refused.c-%s,.edge.%s,.item .body.%s{stroke:var(--%s)}\n", n, n, n, n);
  }
}

fp8c_status report_html(const json_t *document, text *out, fp8c_error *err) {
  char **held = NEW(out->arena, char *); /* freed also where the page has no room */
  arena_defer(out->arena, free_words, held);
  json_t *slim = slimmed(document);
  char *json = *held = json_words(slim, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(7));
  json_decref(slim);
  if (!json) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the report page");
  const char *p = report_text_page;
  while (*p) {
    size_t n = strcspn(p, "/");
    text_add_bytes(out, p, n);
    p += n;
    bool found = false;
    if (strncmp(p, "/*DATA*/", 8) == 0) {
      add_json(out, json);
      p += 8;
      found = true;
    } else if (strncmp(p, "/*FORMATS*/", 11) == 0) {
      add_formats(out);
      p += 11;
      found = true;
    } else if (strncmp(p, "/*FORMAT_STYLE*/", 16) == 0) {
      add_format_style(out);
      p += 16;
      found = true;
    }
    for (size_t i = 0; !found && i < sizeof parts / sizeof *parts; i++) {
      size_t length = strlen(parts[i].mark);
      if (strncmp(p, parts[i].mark, length) != 0) continue;
      text_add(out, parts[i].content);
      p += length;
      found = true;
    }
    if (!found && *p) text_add_bytes(out, p++, 1);
  }
  return FP8C_OK;
}
