/* paint.c - figures and names as words for a terminal. */
#include "compiler/report/paint.h"

#include <math.h>
#include <string.h>

#include "base/chips.h"
#include "base/formats.h"
#include "compiler/compile/times.h"

const char *paint_text(const painter *p, const json_t *o, const char *key) {
  return json_shown(o, key, p->arena);
}

const char *paint_real(const painter *p, const json_t *o, const char *key, const char *format) {
  const json_t *x = json_object_get(o, key);
  return json_is_number(x) ? arena_printf(p->arena, format, json_number_value(x)) : "-";
}

bool paint_known(const json_t *o, const char *key) {
  return json_is_number(json_object_get(o, key));
}

const char *paint_bytes(const painter *p, double n) {
  if (n < 1e4) return arena_printf(p->arena, "%.0f B", n);
  return n < 1e7 ? arena_printf(p->arena, "%.1f kB", n / 1e3)
                 : arena_printf(p->arena, "%.1f MB", n / 1e6);
}

const char *paint_count(const painter *p, double n) {
  if (n < 1e4) return arena_printf(p->arena, "%.0f", n);
  if (n < 1e6) return arena_printf(p->arena, "%.1f k", n / 1e3);
  return n < 1e9 ? arena_printf(p->arena, "%.1f M", n / 1e6)
                 : arena_printf(p->arena, "%.2f G", n / 1e9);
}

const char *paint_seconds(const painter *p, double s) {
  if (fabs(s) >= 1) return arena_printf(p->arena, "%.2f s", s);
  if (fabs(s) >= 1e-3) return arena_printf(p->arena, "%.2f ms", s * 1e3);
  return arena_printf(p->arena, "%.2f us", s * 1e6);
}

const char *paint_share(const painter *p, double part, double whole) {
  if (!(whole > 0)) return "-";
  double share = part / whole;
  if (share >= 1.0) return "100%";
  if (share <= 0.0) return "0%";
  return arena_printf(p->arena, "%.1f%%", share > 0.999 ? 99.9 : 100.0 * share);
}

static bool starts_character(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

int paint_columns(const char *s) {
  int n = 0;
  for (; *s; s++) n += starts_character(*s);
  return n;
}

const char *paint_fit(const painter *p, const char *words, int columns) {
  int has = paint_columns(words);
  if (has <= columns) return arena_printf(p->arena, "%s%*s", words, columns - has, "");
  for (int leave = has - columns + 3; leave > 0; leave--) {
    words++;
    while (!starts_character(*words)) words++;
  }
  return arena_printf(p->arena, "...%s", words);
}

const char *paint_format(const painter *p, const char *format) {
  const char *padded = paint_fit(p, format, 5);
  for (size_t i = 0; p->colour && i < PRODUCT_FORMATS; i++)
    if (*product_formats[i].terminal && strcmp(product_formats[i].name, format) == 0)
      return arena_printf(p->arena, "%s%s\033[0m", product_formats[i].terminal, padded);
  return padded;
}

const char *paint_conditions(const json_t *report, arena *a) {
  const json_t *time = json_object_get(report, "time");
  if (!time) return "";
  const char *profile = json_shown(time, "profile", a);
  bool model = strcmp(json_text_of(time, "source"), "model") == 0,
       held = strcmp(json_text_of(time, "constants"), "measured") == 0,
       full = json_is_true(json_object_get(time, "full"));
  const chip_row *chip = chip_of_code(json_text_of(time, "target"));
  const char *where = !held ? NOT_MEASURED : chip ? chip->measured_on : "";
  return arena_printf(
      a, "%s %s%s%s%s", model ? "modelled for" : "measured on", json_shown(time, "target", a),
      model && *where ? arena_printf(a, " (%s)", where) : "",
      *profile ? arena_printf(a, " at %s", profile) : "", full ? " when it is full" : "");
}

void paint_heading(const painter *p, const char *title) {
  text_printf(p->out, p->colour ? "\n\033[1m%s\033[0m\n" : "\n%s\n", title);
}

void paint_wrapped(const painter *p, int indent, const char *words) {
  int room = p->width - indent, used = 0;
  while (*words) {
    size_t length = strcspn(words, " ");
    int columns = paint_columns(arena_strndup(p->arena, words, length));
    bool fits = used > 0 && used + 1 + columns <= room;
    if (used > 0 && !fits) text_add(p->out, "\n");
    if (fits)
      text_add(p->out, " ");
    else
      text_printf(p->out, "%*s", indent, "");
    text_add_bytes(p->out, words, length);
    used = fits ? used + 1 + columns : columns;
    words += length;
    while (*words == ' ') words++;
  }
  text_add(p->out, "\n");
}
