/* report_terminal.c - the report document as tables for a terminal. */
#include <string.h>

#include "compiler/report.h"

typedef struct painter {
  text *out;
  arena *arena;
  bool colour;
  int width;
} painter;

static const char *get_text(const painter *p, const json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? text_safe(p->arena, s) : "";
}

/* "23.4", or "-" where the figure is not known. */
static const char *get_real(const painter *p, const json_t *o, const char *key,
                            const char *format) {
  const json_t *x = json_object_get(o, key);
  return json_is_number(x) ? arena_printf(p->arena, format, json_number_value(x)) : "-";
}

static const char *size_text(const painter *p, const json_t *o, const char *key) {
  double n = (double)json_integer_value(json_object_get(o, key));
  if (n < 1e4) return arena_printf(p->arena, "%.0f B", n);
  return n < 1e7 ? arena_printf(p->arena, "%.1f kB", n / 1e3)
                 : arena_printf(p->arena, "%.1f MB", n / 1e6);
}

/* One colour a format; the word itself always stands there too. */
static const char *paint(const painter *p, const char *format) {
  static const struct {
    const char *format, *code;
  } colours[] = {
      {"e4m3", "\033[36m"}, {"e5m2", "\033[35m"}, {"bf16", "\033[33m"}, {"f32", "\033[0m"}};
  if (!p->colour) return arena_printf(p->arena, "%-6s", format);
  for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
    if (strcmp(colours[i].format, format) == 0)
      return arena_printf(p->arena, "%s%-6s\033[0m", colours[i].code, format);
  return arena_printf(p->arena, "%-6s", format);
}

static void heading(const painter *p, const char *title) {
  text_printf(p->out, p->colour ? "\n\033[1m%s\033[0m\n" : "\n%s\n", title);
}

static void show_alternatives(const painter *p, const json_t *report) {
  const json_t *list = json_object_get(report, "alternatives");
  if (json_array_size(list) == 0) return;
  heading(p, "Assignments against the F32 model");
  text_printf(p->out, "  %-8s %10s %8s %10s   %s\n", "", "FP8 nodes", "FP8 MACs", "weights",
              "output: SQNR, cosine (worst)");
  size_t i, k;
  json_t *row, *output;
  json_array_foreach(list, i, row) {
    double total = (double)json_integer_value(json_object_get(row, "total_macs"));
    double fp8 = (double)json_integer_value(json_object_get(row, "fp8_macs"));
    text_printf(p->out, "  %-8s %4lld of %-3lld %7.1f%% %10s  ", get_text(p, row, "name"),
                (long long)json_integer_value(json_object_get(row, "fp8_nodes")),
                (long long)json_integer_value(json_object_get(row, "gemm_nodes")),
                total > 0 ? 100 * fp8 / total : 0.0, size_text(p, row, "weight_bytes"));
    json_array_foreach(json_object_get(row, "outputs"), k, output) {
      if (!json_is_number(json_object_get(output, "cosine"))) continue;
      text_printf(p->out, "%s %s: %s dB, %s (%s)", k ? ";" : "", get_text(p, output, "name"),
                  get_real(p, output, "sqnr_db", "%.1f"), get_real(p, output, "cosine", "%.5f"),
                  get_real(p, output, "cosine_min", "%.5f"));
    }
    text_add(p->out, i == 0 ? "  <- chosen\n" : "\n");
  }
}

/* The matrix nodes one by one, everything else by region kind. */
static void show_nodes(const painter *p, const json_t *report) {
  heading(p, "Matrix nodes");
  text_printf(p->out, "  %-28s %-10s %-6s %8s %8s %8s  %s\n", "node", "operator", "format",
              "E4M3 dB", "E5M2 dB", "BF16 dB", "why");
  size_t i;
  json_t *row;
  int room = p->width > 126 ? p->width - 86 : 40; /* for the reason */
  json_array_foreach(json_object_get(report, "nodes"), i, row) {
    const json_t *d = json_object_get(row, "decision");
    if (!d) continue;
    text_printf(p->out, "  %-28.28s %-10.10s %s %8s %8s %8s  %.*s\n", get_text(p, row, "name"),
                get_text(p, row, "op"), paint(p, get_text(p, d, "format")),
                get_real(p, d, "sqnr_e4m3_db", "%.1f"), get_real(p, d, "sqnr_e5m2_db", "%.1f"),
                get_real(p, d, "sqnr_bf16_db", "%.1f"), room, get_text(p, d, "reason"));
  }
}

static void show_variants(const painter *p, const json_t *report) {
  heading(p, "Variants");
  size_t i;
  json_t *row;
  json_array_foreach(json_object_get(report, "variants"), i, row) text_printf(
      p->out, "  %-9s %-28s %5lld steps %4lld kernels   weights %9s   activations %9s\n",
      get_text(p, row, "target"), get_text(p, row, "profile"),
      (long long)json_integer_value(json_object_get(row, "steps")),
      (long long)json_integer_value(json_object_get(row, "kernels")),
      size_text(p, row, "weight_bytes"), size_text(p, row, "activation_bytes"));
}

static void show_diagnostics(const painter *p, const json_t *report) {
  const json_t *list = json_object_get(report, "diagnostics");
  if (json_array_size(list) == 0) return;
  heading(p, "Remarks");
  size_t i;
  json_t *row;
  json_array_foreach(list, i, row) {
    const char *node = get_text(p, row, "node");
    text_printf(p->out, "  %s [%s] %s%s%s\n", get_text(p, row, "severity"),
                get_text(p, row, "code"), node, *node ? ": " : "", get_text(p, row, "text"));
  }
}

void report_terminal(const json_t *report, int width, bool colour, text *out) {
  painter p = {.out = out, .arena = out->arena, .colour = colour, .width = width};
  const json_t *model = json_object_get(report, "model");
  text_printf(out, "%s: %s, opset %lld, %lld nodes; compiled by %s\n", get_text(&p, model, "name"),
              size_text(&p, model, "bytes"),
              (long long)json_integer_value(json_object_get(model, "opset")),
              (long long)json_integer_value(json_object_get(model, "nodes")),
              get_text(&p, report, "compiler"));
  text_printf(out, "%s\n", get_text(&p, json_object_get(report, "summary"), "sentence"));
  text_printf(out, "calibrated on %lld samples, scales by %s\n",
              (long long)json_integer_value(json_object_get(report, "calibration_samples")),
              get_text(&p, report, "calibration_method"));
  show_alternatives(&p, report);
  show_nodes(&p, report);
  show_variants(&p, report);
  show_diagnostics(&p, report);
}
