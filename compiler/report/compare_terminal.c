/* compare_terminal.c - two plans' decisions side by side, for a terminal. */
#include <string.h>

#include "compiler/report/paint.h"
#include "compiler/report/report.h"

static double real_of(const json_t *o, const char *key) {
  return json_number_value(json_object_get(o, key));
}

/* "+3.2%" of B against A; "" where A is nothing. */
static const char *change(const painter *p, const json_t *a, const json_t *b, const char *key) {
  if (!paint_known(a, key) || !paint_known(b, key) || !(real_of(a, key) > 0)) return "";
  double part = real_of(b, key) / real_of(a, key) - 1;
  return part == 0 ? "same" : arena_printf(p->arena, "%+.1f%%", 100 * part);
}

static void total(const painter *p, const char *name, const char *a, const char *b, const char *c) {
  text_printf(p->out, "  %s %16s %16s %12s\n", paint_fit(p, name, 34), a, b, c);
}

static void show_totals(const painter *p, const json_t *c) {
  const json_t *a = json_object_get(c, "a"), *b = json_object_get(c, "b");
  paint_heading(p, "As wholes");
  total(p, "", "A", "B", "B against A");
  total(p, "matrix nodes in FP8",
        arena_printf(p->arena, "%lld of %lld", json_int_of(a, "fp8_nodes"),
                     json_int_of(a, "gemm_nodes")),
        arena_printf(p->arena, "%lld of %lld", json_int_of(b, "fp8_nodes"),
                     json_int_of(b, "gemm_nodes")),
        "");
  total(p, "multiply-accumulates in FP8",
        paint_share(p, real_of(a, "fp8_macs"), real_of(a, "total_macs")),
        paint_share(p, real_of(b, "fp8_macs"), real_of(b, "total_macs")), "");
  total(p, "weights", paint_bytes(p, real_of(a, "weight_bytes")),
        paint_bytes(p, real_of(b, "weight_bytes")), change(p, a, b, "weight_bytes"));
  if (paint_known(a, "seconds") || paint_known(b, "seconds"))
    total(p, "time", paint_known(a, "seconds") ? paint_seconds(p, real_of(a, "seconds")) : "-",
          paint_known(b, "seconds") ? paint_seconds(p, real_of(b, "seconds")) : "-",
          strcmp(json_text_of(a, "conditions"), json_text_of(b, "conditions")) == 0
              ? change(p, a, b, "seconds")
              : "(other)");
  size_t i;
  json_t *row;
  json_array_foreach(json_object_get(c, "outputs"), i, row) {
    const json_t *x = json_object_get(row, "a"), *y = json_object_get(row, "b");
    const char *by =
        paint_known(x, "sqnr_db") && paint_known(y, "sqnr_db")
            ? arena_printf(p->arena, "%+.1f dB", real_of(y, "sqnr_db") - real_of(x, "sqnr_db"))
            : "";
    total(p, arena_printf(p->arena, "SQNR of %s", paint_text(p, row, "name")),
          paint_real(p, x, "sqnr_db", "%.1f dB"), paint_real(p, y, "sqnr_db", "%.1f dB"), by);
  }
  json_array_foreach(json_object_get(c, "variants"), i, row) {
    const json_t *x = json_object_get(row, "a"), *y = json_object_get(row, "b");
    const char *profile = paint_text(p, row, "profile");
    const char *name = arena_printf(p->arena, "%s%s%s", paint_text(p, row, "target"),
                                    *profile ? " " : "", profile);
    total(p, arena_printf(p->arena, "%s: steps", name), paint_real(p, x, "steps", "%.0f"),
          paint_real(p, y, "steps", "%.0f"), change(p, x, y, "steps"));
    if (real_of(x, "activation_bytes") > 0 || real_of(y, "activation_bytes") > 0)
      total(p, arena_printf(p->arena, "%s: activations", name),
            json_is_null(x) ? "-" : paint_bytes(p, real_of(x, "activation_bytes")),
            json_is_null(y) ? "-" : paint_bytes(p, real_of(y, "activation_bytes")),
            change(p, x, y, "activation_bytes"));
  }
}

/* What differs; with another format all the rest follows. */
static const char *words_of(const painter *p, const json_t *list) {
  text t;
  text_init(&t, p->arena);
  size_t i;
  json_t *word;
  json_array_foreach(list, i, word) {
    text_printf(&t, "%s%s", i ? ", " : "", json_text(word));
    if (strcmp(text_cstr(&t), "format") == 0) break;
  }
  return text_cstr(&t);
}

/* Its name; both where the plans call it, or cut it, differently. */
static const char *name_of(const painter *p, const json_t *row) {
  const json_t *a = json_object_get(row, "a"), *b = json_object_get(row, "b");
  const char *x = paint_text(p, a, "name"), *y = paint_text(p, b, "name");
  if (!*x || !*y || strcmp(x, y) == 0) return *x ? x : y;
  return arena_printf(p->arena, "%s / %s", x, y);
}

static void show_nodes(const painter *p, const json_t *c) {
  size_t i, same = 0, shown = 0;
  json_t *row;
  const json_t *rows = json_object_get(c, "nodes");
  int name_columns = 4, room = p->width - 66;
  json_array_foreach(rows, i, row) {
    int columns = paint_columns(name_of(p, row));
    if (columns > name_columns) name_columns = columns;
  }
  if (room < 20) room = 20;
  if (name_columns > room) name_columns = room;
  paint_heading(p, "Nodes that differ");
  json_array_foreach(rows, i, row) {
    const json_t *a = json_object_get(row, "a"), *b = json_object_get(row, "b");
    bool both = !json_is_null(a) && !json_is_null(b);
    const json_t *differs = json_object_get(row, "differs");
    if (both && json_array_size(differs) == 0) {
      same++;
      continue;
    }
    if (shown++ == 0)
      text_printf(p->out, "  %s %-13s %-5s %-5s %8s %8s  %s\n", paint_fit(p, "node", name_columns),
                  "operator", "A", "B", "A dB", "B dB", "what");
    text_printf(p->out, "  %s %s %s %s %8s %8s  %s\n", paint_fit(p, name_of(p, row), name_columns),
                paint_fit(p, paint_text(p, row, "op"), 13),
                paint_format(p, json_is_null(a) ? "-" : paint_text(p, a, "format")),
                paint_format(p, json_is_null(b) ? "-" : paint_text(p, b, "format")),
                paint_real(p, a, "sqnr_db", "%.1f"), paint_real(p, b, "sqnr_db", "%.1f"),
                both              ? words_of(p, differs)
                : json_is_null(a) ? "in B only"
                                  : "in A only");
  }
  if (shown == 0) text_add(p->out, "  none\n");
  text_printf(p->out, "  %zu matrix nodes are the same\n", same);
}

void comparison_terminal(const json_t *c, int width, bool colour, text *out) {
  painter p = {.out = out, .arena = out->arena, .colour = colour, .width = width};
  static const char *const sides[] = {"a", "b"};
  for (int i = 0; i < 2; i++) {
    const json_t *side = json_object_get(c, sides[i]);
    paint_wrapped(
        &p, 0,
        arena_printf(p.arena, "%s: %s, %s, %s", i ? "B" : "A", paint_text(&p, side, "file"),
                     paint_text(&p, side, "model"), paint_text(&p, side, "options")));
  }
  paint_wrapped(&p, 0, paint_text(&p, c, "sentence"));
  show_totals(&p, c);
  show_nodes(&p, c);
}
