/* compare.c - two report documents as one: what both plans decided, side
 * by side, and where they differ (docs/report.md).
 *
 * Nodes are matched by the model nodes they stand for, not by name: one plan may
 * compute three products as one where the other computes three. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "compiler/report/paint.h"
#include "compiler/report/report.h"

static void copy(json_t *to, const json_t *from, const char *key) {
  json_t *x = json_object_get(from, key);
  json_object_set(to, key, x ? x : json_null());
}

static const json_t *decision_of(const json_t *node) { return json_object_get(node, "decision"); }

static const char *format_of(const json_t *node) {
  const json_t *d = decision_of(node);
  return json_text_of(d ? d : json_array_get(json_object_get(node, "outputs"), 0), "format");
}

/* ---- The two plans as wholes --------------------------------------------------- */

static json_t *side_json(const json_t *report, const char *file, arena *a) {
  json_t *o = json_object();
  const json_t *model = json_object_get(report, "model"),
               *chosen = json_array_get(json_object_get(report, "alternatives"), 0);
  json_object_set_new(o, "file", json_string(file));
  json_object_set_new(o, "model", json_string(json_text_of(model, "name")));
  json_object_set_new(o, "model_hash", json_string(json_text_of(model, "hash")));
  static const char *const of_report[] = {"compiler", "options", "calibration_samples",
                                          "calibration_method", "summary"};
  for (size_t i = 0; i < sizeof of_report / sizeof *of_report; i++) copy(o, report, of_report[i]);
  static const char *const of_chosen[] = {"gemm_nodes",   "fp8_nodes", "total_macs", "fp8_macs",
                                          "weight_bytes", "seconds",   "samples",    "outputs"};
  for (size_t i = 0; i < sizeof of_chosen / sizeof *of_chosen; i++) copy(o, chosen, of_chosen[i]);
  const json_t *time = json_object_get(report, "time");
  if (json_is_null(json_object_get(o, "seconds")) && json_object_get(time, "seconds"))
    copy(o, time, "seconds");
  json_object_set_new(o, "conditions", json_string(paint_conditions(report, a)));
  return o;
}

/* Rows {name, a, b} of two lists whose members are known by `keys`; a side that
 * has no such member is null. */
static json_t *pair_up(const json_t *a, const json_t *b, const char *const keys[2],
                       const char *const *fields, size_t field_count) {
  json_t *rows = json_array(), *by_name = json_object();
  for (int side = 0; side < 2; side++) {
    size_t i;
    json_t *item;
    json_array_foreach(side ? b : a, i, item) {
      json_t *name = json_sprintf("%s%s%s", json_text_of(item, keys[0]), keys[1] ? " " : "",
                                  keys[1] ? json_text_of(item, keys[1]) : "");
      const char *key = json_string_value(name);
      json_t *row = key ? json_object_get(by_name, key) : NULL;
      if (key && !row) {
        row = json_object();
        for (int k = 0; k < 2; k++)
          if (keys[k]) copy(row, item, keys[k]);
        json_object_set_new(row, "a", json_null());
        json_object_set_new(row, "b", json_null());
        json_object_set(by_name, key, row);
        json_array_append_new(rows, row);
      }
      json_t *figures = json_object();
      for (size_t k = 0; k < field_count; k++) copy(figures, item, fields[k]);
      json_object_set_new(row, side ? "b" : "a", figures);
      json_decref(name);
    }
  }
  json_decref(by_name);
  return rows;
}

/* The outputs, and what stands in front of a last Softmax or Sigmoid and is judged instead. */
static json_t *places_of(const json_t *report) {
  const json_t *chosen = json_array_get(json_object_get(report, "alternatives"), 0);
  json_t *list = json_array(), *place;
  size_t i;
  json_array_foreach(json_object_get(chosen, "outputs"), i, place) json_array_append(list, place);
  json_array_foreach(json_object_get(chosen, "judged"), i, place) {
    if (!json_is_string(json_object_get(place, "before"))) continue;
    json_t *named = json_copy(place);
    json_object_set_new(named, "name",
                        json_sprintf("%s before its %s", json_text_of(place, "output"),
                                     json_text_of(place, "before")));
    json_array_append_new(list, named);
  }
  return list;
}

static json_t *outputs_json(const json_t *a, const json_t *b) {
  static const char *const keys[2] = {"name", NULL}, *const fields[] = {"sqnr_db", "cosine",
                                                                        "cosine_min"};
  json_t *x = places_of(a), *y = places_of(b), *rows = pair_up(x, y, keys, fields, 3);
  json_decref(x);
  json_decref(y);
  return rows;
}

static json_t *variants_json(const json_t *a, const json_t *b) {
  static const char *const keys[2] = {"target", "profile"};
  static const char *const fields[] = {"steps", "kernels", "weight_bytes", "activation_bytes",
                                       "workspace_bytes"};
  return pair_up(json_object_get(a, "variants"), json_object_get(b, "variants"), keys, fields, 5);
}

/* ---- Node by node ---------------------------------------------------------------- */

/* What a node computes on: "e4m3 x e4m3 x bf16 -> f32". */
static json_t *operands_json(const json_t *node) {
  json_t *words = json_string("");
  size_t i;
  json_t *o;
  json_array_foreach(json_object_get(node, "inputs"), i, o) {
    json_t *more =
        json_sprintf("%s%s%s", json_text(words), i ? " x " : "", json_text_of(o, "format"));
    json_decref(words);
    words = more;
  }
  json_array_foreach(json_object_get(node, "outputs"), i, o) {
    json_t *more =
        json_sprintf("%s%s%s", json_text(words), i ? ", " : " -> ", json_text_of(o, "format"));
    json_decref(words);
    words = more;
  }
  return words;
}

static json_t *node_side(const json_t *node) {
  if (!node) return json_null();
  json_t *o = json_object(), *scales = json_array(), *kernels = json_object();
  const json_t *d = decision_of(node);
  json_object_set_new(o, "name", json_string(json_text_of(node, "name")));
  json_object_set_new(o, "format", json_string(format_of(node)));
  if (d) {
    static const char *const fields[] = {"rule",    "reason", "granularity", "policy",
                                         "sqnr_db", "macs",   "members"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) copy(o, d, fields[i]);
    copy(o, json_object_get(node, "noise"), "share");
    copy(o, node, "seconds");
  } else {
    copy(o, json_array_get(json_object_get(node, "outputs"), 0), "reason");
  }
  size_t i;
  json_t *x;
  json_array_foreach(json_object_get(node, "inputs"), i, x) if (json_object_get(x, "scale"))
      json_array_append(scales, json_object_get(x, "scale"));
  json_array_foreach(json_object_get(node, "kernels"), i, x)
      json_object_set(kernels, json_text_of(x, "target"), json_object_get(x, "precision"));
  json_object_set_new(o, "operands", operands_json(node));
  json_object_set_new(o, "scales", scales);
  json_object_set_new(o, "kernels", kernels);
  return o;
}

/* Of targets that only one plan has nothing can be said. */
static bool same_kernels(json_t *a, const json_t *b) {
  const char *name;
  json_t *precision;
  json_object_foreach(a, name, precision) {
    const json_t *other = json_object_get(b, name);
    if (other && !json_equal(precision, other)) return false;
  }
  return true;
}

static json_t *differences(const json_t *a, const json_t *b) {
  static const char *const fields[] = {"format",  "granularity", "policy",
                                       "members", "operands",    "scales"};
  json_t *list = json_array();
  if (json_is_null(a) || json_is_null(b)) return list;
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    const json_t *x = json_object_get(a, fields[i]), *y = json_object_get(b, fields[i]);
    if ((x || y) && !(x && y && json_equal(x, y)))
      json_array_append_new(list, json_string(fields[i]));
  }
  if (!same_kernels(json_object_get(a, "kernels"), json_object_get(b, "kernels")))
    json_array_append_new(list, json_string("kernels"));
  return list;
}

static json_t *row_json(const json_t *a, const json_t *b) {
  json_t *o = json_object(), *x = node_side(a), *y = node_side(b);
  const json_t *any = a ? a : b;
  json_object_set_new(o, "op", json_string(json_text_of(any, "op")));
  json_object_set_new(o, "matrix", json_boolean(decision_of(any) != NULL));
  json_object_set_new(o, "a", x);
  json_object_set_new(o, "b", y);
  json_object_set_new(o, "differs", differences(x, y));
  return o;
}

typedef struct matcher {
  json_t *by_source; /* name of a model node -> index of B's node */
  const json_t *b;
  json_t *used; /* indices of B's nodes that have a row, as keys */
} matcher;

static void use(matcher *m, json_int_t index) {
  char key[24];
  snprintf(key, sizeof key, "%lld", (long long)index);
  json_object_set_new(m->used, key, json_true());
}

static bool is_used(const matcher *m, size_t index) {
  char key[24];
  snprintf(key, sizeof key, "%zu", index);
  return json_object_get(m->used, key) != NULL;
}

static void learn(json_t *map, const json_t *name, size_t index) {
  const char *s = json_string_value(name);
  if (s && !json_object_get(map, s)) json_object_set_new(map, s, json_integer((json_int_t)index));
}

/* Rows of one matrix node of A: one for each of B's that computes some of it. */
static void match_matrix(matcher *m, const json_t *node, json_t *rows) {
  json_t *met = json_object();
  size_t i;
  json_t *source;
  bool found = false;
  json_array_foreach(json_object_get(node, "sources"), i, source) {
    const json_t *at = json_object_get(m->by_source, json_string_value(source));
    if (!at) continue;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)json_integer_value(at));
    if (json_object_get(met, key)) continue;
    json_object_set_new(met, key, json_true());
    use(m, json_integer_value(at));
    json_array_append_new(rows,
                          row_json(node, json_array_get(m->b, (size_t)json_integer_value(at))));
    found = true;
  }
  if (!found) json_array_append_new(rows, row_json(node, NULL));
  json_decref(met);
}

static json_t *nodes_json(const json_t *a, const json_t *b) {
  json_t *rows = json_array(), *by_name = json_object();
  matcher m = {json_object(), json_object_get(b, "nodes"), json_object()};
  size_t i, k;
  json_t *node, *source;
  json_array_foreach(m.b, i, node) {
    if (decision_of(node))
      json_array_foreach(json_object_get(node, "sources"), k, source) learn(m.by_source, source, i);
    else
      learn(by_name, json_object_get(node, "name"), i);
  }
  json_array_foreach(json_object_get(a, "nodes"), i, node) {
    if (decision_of(node)) {
      match_matrix(&m, node, rows);
      continue;
    }
    /* of the others only what is stored differently */
    const json_t *at = json_object_get(by_name, json_text_of(node, "name"));
    const json_t *other = at ? json_array_get(m.b, (size_t)json_integer_value(at)) : NULL;
    if (other && strcmp(json_text_of(node, "op"), json_text_of(other, "op")) == 0 &&
        strcmp(format_of(node), format_of(other)) != 0)
      json_array_append_new(rows, row_json(node, other));
  }
  json_array_foreach(m.b, i, node) if (decision_of(node) && !is_used(&m, i))
      json_array_append_new(rows, row_json(NULL, node));
  json_decref(m.by_source);
  json_decref(m.used);
  json_decref(by_name);
  return rows;
}

/* ---- In a sentence ------------------------------------------------------------------ */

static const char *megabytes(arena *a, const json_t *side) {
  double n = (double)json_integer_value(json_object_get(side, "weight_bytes"));
  return n < 1e7 ? arena_printf(a, "%.1f kB", n / 1e3) : arena_printf(a, "%.1f MB", n / 1e6);
}

static json_t *sentence_json(const json_t *c, arena *a) {
  const json_t *x = json_object_get(c, "a"), *y = json_object_get(c, "b");
  size_t i, matrix = 0, formats = 0, others = 0, in_one_plan = 0;
  json_t *row;
  json_array_foreach(json_object_get(c, "nodes"), i, row) {
    if (!json_is_true(json_object_get(row, "matrix"))) continue;
    const json_t *p = json_object_get(row, "a"), *q = json_object_get(row, "b");
    matrix++;
    if (json_is_null(p) || json_is_null(q))
      in_one_plan++;
    else if (strcmp(json_text_of(p, "format"), json_text_of(q, "format")) != 0)
      formats++;
    else
      others += json_array_size(json_object_get(row, "differs")) > 0;
  }
  text t;
  text_init(&t, a);
  if (!json_is_true(json_object_get(c, "same_model")))
    text_add(&t, "The plans are of different models. ");
  if (formats + others + in_one_plan == 0)
    text_printf(&t, "Both plans decide the same for all %zu matrix nodes", matrix);
  else
    text_printf(&t, "%zu of %zu matrix nodes have another format", formats, matrix);
  if (others) text_printf(&t, ", %zu differ otherwise", others);
  if (in_one_plan) text_printf(&t, ", %zu are in one plan only", in_one_plan);
  json_array_foreach(json_object_get(c, "outputs"), i, row) {
    const json_t *p = json_object_get(json_object_get(row, "a"), "sqnr_db"),
                 *q = json_object_get(json_object_get(row, "b"), "sqnr_db");
    if (json_is_number(p) && json_is_number(q))
      text_printf(&t, "; %s: %.1f dB in A, %.1f dB in B", json_text_of(row, "name"),
                  json_number_value(p), json_number_value(q));
  }
  text_printf(&t, "; weights: %s in A, %s in B", megabytes(a, x), megabytes(a, y));
  const json_t *p = json_object_get(x, "seconds"), *q = json_object_get(y, "seconds");
  const char *of_a = json_text_of(x, "conditions"), *of_b = json_text_of(y, "conditions");
  if (json_is_number(p) && json_is_number(q) && json_number_value(p) > 0) {
    if (strcmp(of_a, of_b) == 0)
      text_printf(&t, "; B takes %.2f times the time of A%s%s",
                  json_number_value(q) / json_number_value(p), *of_a ? ", " : "", of_a);
    else
      text_printf(&t, "; times are not comparable: of A %s, of B %s", of_a, of_b);
  }
  text_add(&t, ".");
  return json_string(text_cstr(&t));
}

json_t *report_compare(const json_t *a, const char *file_a, const json_t *b, const char *file_b,
                       arena *memory) {
  json_t *c = json_object(), *x = side_json(a, file_a, memory), *y = side_json(b, file_b, memory);
  json_object_set_new(c, "schema", json_string("fp8c-comparison-1"));
  json_object_set_new(c, "a", x);
  json_object_set_new(c, "b", y);
  json_object_set_new(
      c, "same_model",
      json_boolean(strcmp(json_text_of(x, "model_hash"), json_text_of(y, "model_hash")) == 0));
  json_object_set_new(c, "outputs", outputs_json(a, b));
  json_object_set_new(c, "variants", variants_json(a, b));
  json_object_set_new(c, "nodes", nodes_json(a, b));
  json_object_set_new(c, "sentence", sentence_json(c, memory));
  return c;
}
