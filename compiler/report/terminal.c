/* terminal.c - the report document as tables for a terminal. */
#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "compiler/report/report.h"
#include "compiler/report/tuning.h"

static bool is_fp8(const char *format) { return dtype_is_fp8(dtype_from_name(format)); }

static const char *format_of(const painter *p, const json_t *node) {
  return paint_text(p, json_object_get(node, "decision"), "format");
}

static bool any_known(const json_t *list, const char *inner, const char *key) {
  size_t i;
  json_t *row;
  json_array_foreach(
      list, i, row) if (paint_known(inner ? json_object_get(row, inner) : row, key)) return true;
  return false;
}

/* What the document lacks, and the option that brings it. */
static void missing(const painter *p, const char *words) { paint_wrapped(p, 2, words); }

/* ---- Assignments ------------------------------------------------------------ */

static const char *sqnr_text(const painter *p, const json_t *output) {
  if (json_is_true(json_object_get(output, "not_finite"))) return "NaN, inf";
  if (json_number_value(json_object_get(output, "cosine")) == 1.0 &&
      !paint_known(output, "sqnr_db"))
    return "exact";
  return paint_real(p, output, "sqnr_db", "%.1f dB");
}

static void show_place(const painter *p, const json_t *place, bool spread, const char *name) {
  const json_t *range = json_object_get(place, "spread");
  text_printf(p->out, "%9s", sqnr_text(p, place));
  if (spread)
    text_printf(p->out, " %14s",
                range ? arena_printf(p->arena, "%s to %s", paint_real(p, range, "p10_db", "%.1f"),
                                     paint_real(p, range, "p90_db", "%.1f"))
                      : "-");
  text_printf(p->out, " %9s %9s  %s\n", paint_real(p, place, "cosine", "%.5f"),
              paint_real(p, place, "cosine_min", "%.5f"), name);
}

/* A line an output, then one for what is judged in front of it, from `column` on. */
static void show_outputs(const painter *p, const json_t *row, int column, bool spread) {
  size_t k;
  json_t *place;
  bool first = true;
  json_array_foreach(json_object_get(row, "outputs"), k, place) {
    if (!paint_known(place, "cosine") && !json_object_get(place, "not_finite")) continue;
    if (!first) text_printf(p->out, "%*s", column, "");
    show_place(p, place, spread, paint_text(p, place, "name"));
    first = false;
  }
  json_array_foreach(json_object_get(row, "judged"), k, place) {
    if (!json_is_string(json_object_get(place, "before")) || !paint_known(place, "sqnr_db"))
      continue;
    if (!first) text_printf(p->out, "%*s", column, "");
    show_place(p, place, spread,
               arena_printf(p->arena, "%s before its %s", paint_text(p, place, "output"),
                            paint_text(p, place, "before")));
    first = false;
  }
  if (first) text_add(p->out, "        -\n");
}

static bool any_spread(const json_t *alternatives) {
  size_t i, k;
  json_t *row, *output;
  json_array_foreach(alternatives, i, row)
      json_array_foreach(json_object_get(row, "outputs"), k,
                         output) if (json_object_get(output, "spread")) return true;
  return false;
}

static const char *time_words(const painter *p, const json_t *report) {
  const char *words = paint_conditions(report, p->arena),
             *assumes = paint_text(p, json_object_get(report, "time"), "assumes");
  return *words ? arena_printf(p->arena, "time: %s%s%s", words, *assumes ? "; " : "", assumes) : "";
}

static void show_alternatives(const painter *p, const json_t *report) {
  const json_t *list = json_object_get(report, "alternatives");
  if (json_array_size(list) == 0) return;
  bool timed = any_known(list, NULL, "seconds"), spread = any_spread(list);
  paint_heading(p, "Assignments against the F32 model");
  text_printf(p->out, "  %-10s %11s %8s %9s%s %9s%s %9s %9s  %s\n", "", "FP8 nodes", "FP8 MACs",
              "weights", timed ? "       time" : "", "SQNR", spread ? "     10% to 90%" : "",
              "cosine", "worst", "output");
  size_t i;
  json_t *row;
  json_array_foreach(list, i, row) {
    const char *nodes = arena_printf(p->arena, "%lld of %lld", json_int_of(row, "fp8_nodes"),
                                     json_int_of(row, "gemm_nodes"));
    text_printf(p->out, "%s %s %11s %8s %9s", i == 0 ? "*" : " ",
                paint_fit(p, paint_text(p, row, "name"), 10), nodes,
                paint_share(p, (double)json_int_of(row, "fp8_macs"),
                            (double)json_int_of(row, "total_macs")),
                paint_bytes(p, (double)json_int_of(row, "weight_bytes")));
    if (timed)
      text_printf(p->out, " %10s",
                  paint_known(row, "seconds")
                      ? paint_seconds(p, json_number_value(json_object_get(row, "seconds")))
                      : "-");
    text_add(p->out, " ");
    show_outputs(p, row, timed ? 56 : 45, spread);
  }
  const json_t *evaluation = json_object_get(report, "evaluation"),
               *first = json_array_get(list, 0);
  if (evaluation)
    text_printf(p->out, "  * chosen; errors measured on %lld %s samples%s\n",
                json_int_of(evaluation, "samples"), paint_text(p, evaluation, "split"),
                spread ? "; 10% to 90%: SQNR of single samples" : "");
  else if (json_int_of(first, "samples") > 0)
    text_printf(p->out, "  * chosen; errors measured on %lld samples\n",
                json_int_of(first, "samples"));
  else
    text_add(p->out, "  * chosen\n");
  if (timed && *time_words(p, report)) paint_wrapped(p, 2, time_words(p, report));
  if (json_array_size(json_object_get(first, "outputs")) == 0)
    missing(
        p, "No error was measured: there was no calibration data (compile with --calibrate DATA).");
}

/* ---- The front of a search ---------------------------------------------------- */

static void show_front(const painter *p, const json_t *report) {
  const json_t *list = json_object_get(report, "pareto");
  paint_heading(p, "Error against time");
  if (json_array_size(list) == 0) {
    missing(
        p,
        "No assignments were searched (compile with --max-error, --target-speedup or --fp8-share, "
        "and --calibrate DATA).");
    return;
  }
  if (*time_words(p, report)) paint_wrapped(p, 2, time_words(p, report));
  text_printf(p->out, "  %10s %9s %9s %12s %12s\n", "time", "FP8 nodes", "FP8 MACs", "predicted",
              "measured");
  size_t i, count = json_array_size(list), step = count > 16 ? (count + 15) / 16 : 1;
  json_t *row;
  json_array_foreach(list, i, row) {
    bool chosen = json_is_true(json_object_get(row, "chosen"));
    if (!chosen && i % step && i + 1 < count) continue;
    text_printf(p->out, "%s %10s %9s %9s %12s %12s\n", chosen ? "*" : " ",
                paint_known(row, "seconds")
                    ? paint_seconds(p, json_number_value(json_object_get(row, "seconds")))
                    : "-",
                paint_real(p, row, "fp8_nodes", "%.0f"),
                paint_share(p, json_number_value(json_object_get(row, "fp8_mac_share")), 1.0),
                paint_real(p, row, "predicted_db", "%.1f dB"),
                paint_real(p, row, "measured_db", "%.1f dB"));
  }
  if (step > 1)
    text_printf(p->out, "  every %zu. of %zu points and the chosen one; --json has all\n", step,
                count);
}

/* ---- Nodes -------------------------------------------------------------------- */

/* Which columns the table of nodes has: those whose figures some node has. */
typedef struct node_columns {
  int name;
  bool what_if, noise, gain;
} node_columns;

static bool any_what_if(const json_t *nodes) {
  size_t i;
  json_t *row;
  json_array_foreach(
      nodes, i, row) if (json_object_get(json_object_get(row, "decision"), "what_if")) return true;
  return false;
}

static node_columns columns_of(const painter *p, const json_t *nodes) {
  node_columns c = {.name = 4,
                    .what_if = any_what_if(nodes),
                    .noise = any_known(nodes, "noise", "power"),
                    .gain = any_known(nodes, NULL, "seconds")};
  int room = p->width - 35 - 9 * ROUNDED_FORMATS - (c.what_if ? 27 : 0) - (c.noise ? 8 : 0) -
             (c.gain ? 11 : 0);
  size_t i;
  json_t *row;
  json_array_foreach(nodes, i, row) {
    int wanted = json_object_get(row, "decision") ? paint_columns(paint_text(p, row, "name")) : 0;
    if (wanted > c.name) c.name = wanted;
  }
  if (room < 16) room = 16;
  if (c.name > room) c.name = room;
  return c;
}

static void show_node(const painter *p, const json_t *row, const node_columns *c) {
  const json_t *d = json_object_get(row, "decision"), *noise = json_object_get(row, "noise"),
               *other = json_object_get(d, "what_if");
  text_printf(p->out, "  %s %s %s", paint_fit(p, paint_text(p, row, "name"), c->name),
              paint_fit(p, paint_text(p, row, "op"), 13),
              paint_format(p, paint_text(p, d, "format")));
  for (size_t k = 0; k < ROUNDED_FORMATS; k++)
    text_printf(p->out, " %8s", paint_real(p, d, product_formats[k].figure, "%.1f"));
  if (c->what_if)
    text_printf(p->out, " %8s %8s %8s", paint_real(p, other, "e3m4_db", "(%.1f)"),
                paint_real(p, other, "e2m5_db", "(%.1f)"),
                paint_real(p, other, "int8_db", "(%.1f)"));
  text_printf(p->out, " %9s",
              json_int_of(d, "macs") ? paint_count(p, (double)json_int_of(d, "macs")) : "-");
  if (c->noise)
    text_printf(p->out, " %7s",
                paint_known(noise, "share")
                    ? arena_printf(p->arena, "%.1f%%",
                                   100 * json_number_value(json_object_get(noise, "share")))
                    : "-");
  if (c->gain) {
    bool known = paint_known(row, "seconds") && paint_known(row, "bf16_seconds");
    text_printf(p->out, " %10s",
                known ? paint_seconds(p, json_number_value(json_object_get(row, "bf16_seconds")) -
                                             json_number_value(json_object_get(row, "seconds")))
                      : "-");
  }
  text_add(p->out, "\n");
}

static void show_nodes(const painter *p, const json_t *report) {
  const json_t *list = json_object_get(report, "nodes");
  node_columns c = columns_of(p, list);
  paint_heading(p, "Matrix nodes, each alone: SQNR of its own output with operands in a format");
  text_printf(p->out, "  %s %-13s %-5s", paint_fit(p, "node", c.name), "operator", "as");
  for (size_t k = 0; k < ROUNDED_FORMATS; k++)
    text_printf(p->out, " %5s dB", product_formats[k].shown);
  text_printf(p->out, "%s %9s%s%s\n", c.what_if ? "   (E3M4)   (E2M5)   (INT8)" : "", "MACs",
              c.noise ? "   error" : "", c.gain ? "       gain" : "");
  size_t i;
  json_t *row;
  json_array_foreach(list, i, row) if (json_object_get(row, "decision")) show_node(p, row, &c);
  if (c.what_if)
    text_add(p->out, "  in brackets: what if; fp8c computes in none of these formats\n");
  if (c.noise)
    text_add(p->out, "  error: the node's share of the noise at the outputs\n");
  else
    missing(p,
            "What every node contributes to the error of the outputs was not measured (fp8c "
            "sensitivity, or a compile with --max-error, --target-speedup or --fp8-share).");
  if (c.gain) text_add(p->out, "  gain: modelled time in BF16 less that as chosen\n");
}

/* ---- Refusals ------------------------------------------------------------------- */

/* The reason with its figures left out: they differ from node to node. */
static const char *wording(const painter *p, const char *reason) {
  char *s = arena_strdup(p->arena, reason), *out = s;
  for (const char *c = reason; *c; c++) {
    if (*c >= '0' && *c <= '9') {
      if (out == s || out[-1] != '#') *out++ = '#';
    } else if (!(*c == '.' && out > s && out[-1] == '#' && c[1] >= '0' && c[1] <= '9')) {
      *out++ = *c;
    }
  }
  *out = 0;
  return s;
}

#define OUTSTANDING_MOST 10

static void show_refusals(const painter *p, const json_t *report) {
  json_t *groups = json_object(); /* wording -> nodes */
  double total = 0;
  size_t i, left = 0, all = 0;
  json_t *row;
  json_array_foreach(json_object_get(report, "nodes"), i, row) {
    const json_t *d = json_object_get(row, "decision");
    if (!d) continue;
    all++;
    total += (double)json_int_of(d, "macs");
    if (is_fp8(format_of(p, row))) continue;
    left++;
    const char *key = wording(p, paint_text(p, d, "reason"));
    json_t *group = json_object_get(groups, key);
    if (!group) json_object_set_new(groups, key, group = json_array());
    json_array_append(group, row);
  }
  paint_heading(p, "Why not FP8");
  if (left == 0)
    text_add(p->out,
             all ? "  Every matrix node computes in FP8.\n" : "  The model has no matrix nodes.\n");
  const char *key;
  json_t *group;
  json_object_foreach(groups, key, group) {
    double macs = 0;
    json_array_foreach(group, i, row) macs +=
        (double)json_int_of(json_object_get(row, "decision"), "macs");
    const json_t *first = json_array_get(group, 0);
    const char *reason = paint_text(p, json_object_get(first, "decision"), "reason");
    const char *words =
        arena_printf(p->arena, "%zu node%s, %s of MACs: %s (%s%s)", json_array_size(group),
                     json_array_size(group) == 1 ? "" : "s", paint_share(p, macs, total),
                     *reason ? reason : "no reason was recorded", paint_text(p, first, "name"),
                     json_array_size(group) == 1 ? "" : ", ...");
    paint_wrapped(p, 2, words);
  }
  json_decref(groups);
}

/* FP8 nodes that are not as the others are: not in E4M3, or fed by a channel that reaches far. */
static void show_outstanding(const painter *p, const json_t *report) {
  size_t i, count = 0;
  json_t *row;
  json_array_foreach(json_object_get(report, "nodes"), i, row) {
    const json_t *d = json_object_get(row, "decision");
    const char *reason = d ? paint_text(p, d, "reason") : "", *format = d ? format_of(p, row) : "";
    bool said = strncmp(reason, "search: ", 8) == 0 && is_fp8(format);
    if (!said ||
        (strcmp(format, fp8c_dtype_name(FP8C_DTYPE_E4M3)) == 0 && !strstr(reason, "; outliers: ")))
      continue;
    if (count++ == 0) paint_heading(p, "What stands out");
    if (count <= OUTSTANDING_MOST)
      paint_wrapped(
          p, 2,
          arena_printf(p->arena, "%s (%s): %s", paint_text(p, row, "name"), format, reason + 8));
  }
  if (count > OUTSTANDING_MOST)
    text_printf(p->out, "  and %zu more (--json: decision.reason of each node)\n",
                count - OUTSTANDING_MOST);
}

/* ---- What really runs --------------------------------------------------------------- */

static const json_t *kernel_on(const json_t *node, const char *where) {
  size_t i;
  json_t *kernel;
  json_array_foreach(json_object_get(node, "kernels"), i, kernel) {
    const char *name = json_string_value(json_object_get(kernel, "target"));
    if (name && strcmp(name, where) == 0) return kernel;
  }
  return NULL;
}

static void show_proof(const painter *p, const json_t *report, const char *where) {
  size_t i, fp8 = 0, good = 0, lost = 0;
  json_t *row;
  const json_t *nodes = json_object_get(report, "nodes");
  json_array_foreach(nodes, i, row) {
    if (!json_object_get(row, "decision")) continue;
    const json_t *kernel = kernel_on(row, where);
    bool wanted = is_fp8(format_of(p, row)),
         agrees = json_is_true(json_object_get(kernel, "as_decided"));
    fp8 += wanted;
    good += wanted && agrees;
    lost += !kernel;
    if (kernel && json_is_false(json_object_get(kernel, "as_decided")))
      text_printf(p->out, "  %-9s DIFFERS: %s is decided as %s and runs as %s\n", where,
                  paint_text(p, row, "name"), format_of(p, row),
                  paint_text(p, kernel, "precision"));
  }
  text_printf(p->out, "  %-9s %zu of %zu FP8 nodes run on kernels that read FP8 operands\n", where,
              good, fp8);
  if (lost)
    text_printf(p->out, "  %-9s %zu matrix nodes were not found among its steps\n", where, lost);
}

/* What the CPU computes in the middle of a GPU's run. */
static void show_host_steps(const painter *p, const json_t *variant) {
  const char *profile = paint_text(p, variant, "profile");
  size_t i, k;
  json_t *step, *node;
  json_array_foreach(json_object_get(variant, "host_steps"), i, step) {
    paint_wrapped(
        p, 2,
        arena_printf(
            p->arena, "%s%s%s: the CPU computes at step %lld, moving %s to the host and %s back:",
            paint_text(p, variant, "target"), *profile ? " " : "", profile,
            json_int_of(step, "step"), paint_bytes(p, (double)json_int_of(step, "to_host_bytes")),
            paint_bytes(p, (double)json_int_of(step, "to_device_bytes"))));
    json_array_foreach(json_object_get(step, "nodes"), k, node)
        paint_wrapped(p, 4,
                      arena_printf(p->arena, "%s \"%s\": %s", paint_text(p, node, "op"),
                                   paint_text(p, node, "name"), paint_text(p, node, "reason")));
  }
}

#define VARIANTS_SHOWN 8 /* a plan of more shows ranges of them */

/* Which sizes the same kernels serve, and what a run costs at both ends. */
static void show_ranges(const painter *p, const json_t *ranges) {
  size_t i;
  json_t *row;
  json_array_foreach(ranges, i, row) {
    const char *first = paint_text(p, row, "first"), *last = paint_text(p, row, "last");
    const json_t *from = json_object_get(row, "first_seconds"),
                 *to = json_object_get(row, "last_seconds");
    const char *cost = json_is_number(from) && json_is_number(to)
                           ? arena_printf(p->arena, ", modelled %s to %s",
                                          paint_seconds(p, json_number_value(from)),
                                          paint_seconds(p, json_number_value(to)))
                           : "";
    paint_wrapped(
        p, 2,
        arena_printf(p->arena, "%s %s%s%s: %lld sizes, %lld steps%s", paint_text(p, row, "target"),
                     first, strcmp(first, last) ? " to " : "", strcmp(first, last) ? last : "",
                     json_int_of(row, "variants"), json_int_of(row, "steps"), cost));
  }
}

static void show_variants(const painter *p, const json_t *report) {
  paint_heading(p, "What really runs");
  size_t i;
  json_t *row;
  const char *seen = "";
  bool gpu = false;
  json_array_foreach(json_object_get(report, "variants"), i, row) {
    const char *where = paint_text(p, row, "target");
    gpu = gpu || strcmp(where, "cpu") != 0;
    if (strcmp(seen, where) != 0) show_proof(p, report, where);
    seen = where;
  }
  const json_t *ranges = json_object_get(report, "ranges"),
               *all = json_object_get(report, "variants");
  if (json_array_size(all) > VARIANTS_SHOWN) show_ranges(p, ranges);
  json_array_foreach(all, i, row) if (json_array_size(all) <= VARIANTS_SHOWN ||
                                      strcmp(paint_text(p, row, "target"), "cpu") == 0)
      text_printf(p->out, "  %-9s %s %5lld steps %4lld kernels   weights %9s   activations %9s\n",
                  paint_text(p, row, "target"), paint_fit(p, paint_text(p, row, "profile"), 24),
                  json_int_of(row, "steps"), json_int_of(row, "kernels"),
                  paint_bytes(p, (double)json_int_of(row, "weight_bytes")),
                  paint_bytes(p, (double)json_int_of(row, "activation_bytes")));
  json_array_foreach(json_object_get(report, "variants"), i, row) show_host_steps(p, row);
  if (!gpu)
    missing(p,
            "The plan has no GPU variant (compile with --target sm_90a; no GPU need be present).");
}

/* ---- All of it ------------------------------------------------------------------------ */

static void show_diagnostics(const painter *p, const json_t *report) {
  const json_t *list = json_object_get(report, "diagnostics");
  if (json_array_size(list) == 0) return;
  paint_heading(p, "Remarks");
  size_t i;
  json_t *row;
  json_array_foreach(list, i, row) {
    const char *node = paint_text(p, row, "node");
    paint_wrapped(p, 2,
                  arena_printf(p->arena, "%s [%s] %s%s%s", paint_text(p, row, "severity"),
                               paint_text(p, row, "code"), node, *node ? ": " : "",
                               paint_text(p, row, "text")));
  }
}

void report_terminal(const json_t *report, int width, bool colour, text *out) {
  painter p = {.out = out, .arena = out->arena, .colour = colour, .width = width};
  const json_t *model = json_object_get(report, "model"),
               *budget = json_object_get(report, "budget");
  text_printf(out, "%s: %s, opset %lld, %lld nodes; compiled by %s\n",
              paint_text(&p, model, "name"), paint_bytes(&p, (double)json_int_of(model, "bytes")),
              json_int_of(model, "opset"), json_int_of(model, "nodes"),
              paint_text(&p, report, "compiler"));
  paint_wrapped(&p, 0, paint_text(&p, json_object_get(report, "summary"), "sentence"));
  const char *work = paint_text(&p, json_object_get(report, "work"), "sentence");
  if (*work) paint_wrapped(&p, 0, work);
  if (budget) {
    size_t i;
    const json_t *besides;
    text_printf(out, "budget %s: %s, measured %s", paint_text(&p, budget, "text"),
                json_is_true(json_object_get(budget, "met")) ? "met" : "NOT met",
                paint_real(&p, budget, "measured", "%.4g"));
    json_array_foreach(json_object_get(budget, "besides"), i, besides)
        text_printf(out, ", %s", paint_real(&p, besides, "measured", "%.4g"));
    text_add(out, "\n");
  }
  long long skipped = json_int_of(report, "calibration_skipped");
  if (json_int_of(report, "calibration_samples"))
    text_printf(
        out, "calibrated on %lld samples%s, scales by %s\n",
        json_int_of(report, "calibration_samples"),
        skipped ? arena_printf(p.arena, " (%lld more left out for NaN or infinity)", skipped) : "",
        paint_text(&p, report, "calibration_method"));
  show_alternatives(&p, report);
  show_front(&p, report);
  show_nodes(&p, report);
  show_refusals(&p, report);
  show_outstanding(&p, report);
  show_variants(&p, report);
  report_tuning_show(&p, report);
  show_diagnostics(&p, report);
}
