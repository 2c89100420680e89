/* overrides.c - the user's rules: read, checked, and matched with the graph.
 *
 * A rule is a selector and what it pins.  Rules have no order: two that pin
 * different things about one node are a mistake that is told, not a matter of
 * which comes last.  `default` is weaker than every rule. */
#include "passes/overrides.h"

#include <jansson.h>
#include <regex.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "passes/precision.h"

#define FILE_MAX_BYTES ((size_t)64 << 20)
#define EXPRESSION_MAX 1000 /* characters */

#define MATRIX_OPERATORS "MatMul, Gemm, Linear, Conv, ConvTranspose and Attention"

typedef struct override_rule {
  const char *words; /* `rule 2 (op "Conv")` */
  const char **names;
  size_t name_count;
  bool *name_found; /* by name */
  regex_t *expression;
  const char *op;
  const char *format;
  size_t selected, refused;
  const char *refusal; /* of the first node */
} override_rule;

struct overrides {
  const char *path;
  char hash[65];
  override_rule *rules;
  size_t count;
  const char *default_format;
  node_override *items; /* by node id */
  const char **names;   /* ... */
  size_t item_count;
  const override_rule **owner; /* of the format, by node id */
};

/* ---- Reading ----------------------------------------------------------------- */

typedef struct reading {
  arena *a;
  overrides *o;
  const char *words; /* of the rule being read */
  fp8c_error *err;
} reading;

#define WRONG(r_, ...)                                                     \
  fail((r_)->err, FP8C_ERROR_ARGUMENT, "--override %s: %s", (r_)->o->path, \
       arena_printf((r_)->a, __VA_ARGS__))

static const char *quoted(arena *a, const char *s) {
  text t;
  text_init(&t, a);
  text_quote(&t, s);
  return text_cstr(&t);
}

static fp8c_status known_keys(const reading *r, const json_t *object, const char *const *keys,
                              const char *list) {
  const char *key;
  json_t *x;
  json_object_foreach((json_t *)(uintptr_t)object, key, x) {
    bool known = false;
    for (size_t i = 0; keys[i]; i++) known |= strcmp(key, keys[i]) == 0;
    if (!known)
      return WRONG(r, "%s has an unknown key %s; there are %s", r->words, quoted(r->a, key), list);
  }
  return FP8C_OK;
}

static fp8c_status read_format(const reading *r, const json_t *object, const char **out) {
  const json_t *x = json_object_get(object, "format");
  if (!x) return FP8C_OK;
  static const char *const formats[] = {"e4m3", "e5m2", "bf16", "f32"};
  const char *s = json_string_value(x);
  for (size_t i = 0; s && i < sizeof formats / sizeof *formats; i++)
    if (strcmp(s, formats[i]) == 0) {
      *out = formats[i];
      return FP8C_OK;
    }
  return WRONG(r, "the format of %s is none of \"e4m3\", \"e5m2\", \"bf16\" and \"f32\"", r->words);
}

static void free_expression(void *expression) { regfree(expression); }

static fp8c_status read_expression(const reading *r, const char *s, regex_t **out) {
  if (strlen(s) > EXPRESSION_MAX)
    return WRONG(r, "the regex of %s is longer than %d characters", r->words, EXPRESSION_MAX);
  regex_t *e = NEW(r->a, regex_t);
  int code = regcomp(e, s, REG_EXTENDED | REG_NOSUB);
  if (code == REG_ESPACE)
    return fail(r->err, FP8C_ERROR_NO_MEMORY, "out of memory for a regular expression of %s",
                r->o->path);
  if (code != 0) {
    char why[128];
    regerror(code, e, why, sizeof why);
    return WRONG(r, "the regex of %s is none: %s", r->words, why);
  }
  arena_defer(r->a, free_expression, e);
  *out = e;
  return FP8C_OK;
}

/* A string, or an array of some. */
static fp8c_status read_names(const reading *r, const json_t *x, override_rule *rule) {
  size_t count = json_is_array(x) ? json_array_size(x) : 1;
  if (count == 0) return WRONG(r, "%s names no node", r->words);
  for (size_t i = 0; i < count; i++) {
    const char *s = json_string_value(json_is_array(x) ? json_array_get(x, i) : x);
    if (!s || !s[0])
      return WRONG(r, "\"node\" of %s is to be a name, or a list of names", r->words);
    const char *copy = arena_strdup(r->a, s);
    ARENA_PUSH(r->a, rule->names, rule->name_count, copy);
  }
  rule->name_found = NEW_ARRAY(r->a, bool, count);
  return FP8C_OK;
}

static const char *selector_words(const reading *r, const json_t *object, size_t number) {
  text t;
  text_init(&t, r->a);
  text_printf(&t, "rule %zu", number);
  static const char *const keys[] = {"node", "regex", "op"};
  const char *before = " (";
  for (size_t i = 0; i < 3; i++) {
    const char *s = json_string_value(json_object_get(object, keys[i]));
    if (!s || strlen(s) > 200) continue;
    text_printf(&t, "%s%s %s", before, keys[i], quoted(r->a, s));
    before = ", ";
  }
  if (before[0] == ',') text_add(&t, ")");
  return text_cstr(&t);
}

static fp8c_status read_rule(reading *r, const json_t *object, size_t number) {
  static const char *const keys[] = {"node", "regex", "op", "format", NULL};
  r->words = arena_printf(r->a, "rule %zu", number);
  if (!json_is_object(object)) return WRONG(r, "%s is no object", r->words);
  override_rule rule = {.words = r->words = selector_words(r, object, number)};
  TRY(known_keys(r, object, keys, "node, regex and op to select, and format"));
  const json_t *names = json_object_get(object, "node"), *regex = json_object_get(object, "regex"),
               *op = json_object_get(object, "op");
  if (!names && !regex && !op)
    return WRONG(r, "%s selects no node; give node, regex or op", r->words);
  if (names) TRY(read_names(r, names, &rule));
  if (regex) {
    if (!json_is_string(regex)) return WRONG(r, "\"regex\" of %s is no string", r->words);
    TRY(read_expression(r, json_string_value(regex), &rule.expression));
  }
  if (op) {
    if (!json_is_string(op)) return WRONG(r, "\"op\" of %s is no string", r->words);
    rule.op = arena_strdup(r->a, json_string_value(op));
  }
  TRY(read_format(r, object, &rule.format));
  if (!rule.format) return WRONG(r, "%s pins nothing; give a format", r->words);
  ARENA_PUSH(r->a, r->o->rules, r->o->count, rule);
  return FP8C_OK;
}

static fp8c_status read_document(reading *r, const json_t *document) {
  static const char *const keys[] = {"default", "rules", NULL};
  static const char *const default_keys[] = {"format", NULL};
  r->words = "the document";
  if (!json_is_object(document)) return WRONG(r, "the document is no object with \"rules\"");
  TRY(known_keys(r, document, keys, "rules and default"));
  const json_t *rules = json_object_get(document, "rules"),
               *otherwise = json_object_get(document, "default");
  if (!rules && !otherwise) return WRONG(r, "there are neither rules nor a default in it");
  if (rules && !json_is_array(rules)) return WRONG(r, "\"rules\" is no list");
  if (otherwise) {
    r->words = "the default";
    if (!json_is_object(otherwise)) return WRONG(r, "\"default\" is no object");
    TRY(known_keys(r, otherwise, default_keys, "format"));
    TRY(read_format(r, otherwise, &r->o->default_format));
    if (!r->o->default_format) return WRONG(r, "the default pins nothing; give a format");
  }
  for (size_t i = 0; i < json_array_size(rules); i++)
    TRY(read_rule(r, json_array_get(rules, i), i + 1));
  return FP8C_OK;
}

static void drop_json(void *object) { json_decref(object); }

fp8c_status overrides_read(arena *a, const char *path, overrides **out, fp8c_error *err) {
  reading r = {.a = a, .o = NEW(a, overrides), .err = err};
  r.o->path = path;
  char *bytes;
  size_t count;
  TRY(file_read_all(a, path, FILE_MAX_BYTES, &bytes, &count, err));
  hasher h;
  hash_begin(&h);
  hash_add(&h, bytes, count);
  hash digest = hash_end(&h);
  hash_hex(&digest, r.o->hash);
  json_error_t wrong;
  json_t *document = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &wrong);
  if (!document) return WRONG(&r, "line %d, column %d: %s", wrong.line, wrong.column, wrong.text);
  arena_defer(a, drop_json, document);
  TRY(read_document(&r, document));
  *out = r.o;
  return FP8C_OK;
}

const char *overrides_hash(const overrides *o) { return o->hash; }

/* ---- Matching ------------------------------------------------------------------ */

static bool stands_for(const node *n, const char *name) {
  if (strcmp(n->name, name) == 0) return true;
  for (size_t i = 0; i < n->source_count; i++)
    if (strcmp(n->sources[i], name) == 0) return true;
  return false;
}

static bool expression_fits(const regex_t *e, const node *n) {
  if (regexec(e, n->name, 0, NULL, 0) == 0) return true;
  for (size_t i = 0; i < n->source_count; i++)
    if (regexec(e, n->sources[i], 0, NULL, 0) == 0) return true;
  return false;
}

static bool selects(const override_rule *r, const node *n) {
  if (r->op && strcmp(r->op, n->op->name) != 0) return false;
  if (r->expression && !expression_fits(r->expression, n)) return false;
  bool named = r->name_count == 0;
  for (size_t i = 0; i < r->name_count; i++)
    if (stands_for(n, r->names[i])) named = r->name_found[i] = true;
  return named;
}

/* What else could have been meant by a name that no matrix node stands for. */
static fp8c_status not_found(const overrides *o, const override_rule *r, const char *name,
                             const graph *g, fp8c_error *err) {
  for (const node *n = g->first; n; n = n->next)
    if (stands_for(n, name))
      return fail(
          err, FP8C_ERROR_ARGUMENT,
          "--override %s: %s: node \"%s\" is computed as %s, whose format is no choice; it is one "
          "for " MATRIX_OPERATORS,
          o->path, r->words, name, n->op->name);
  return fail(err, FP8C_ERROR_ARGUMENT,
              "--override %s: %s matches nothing: the model has no matrix node \"%s\"; the report "
              "lists the nodes there are",
              o->path, r->words, name);
}

static fp8c_status pin(overrides *o, override_rule *r, const node *n, fp8c_error *err) {
  node_override *x = &o->items[n->id];
  if (x->format && strcmp(x->format, r->format) != 0)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--override %s: %s and %s conflict on node \"%s\": format %s against %s", o->path,
                o->owner[n->id]->words, r->words, n->name, x->format, r->format);
  r->selected++;
  if (x->format) {
    x->format_must |= r->name_count > 0;
    return FP8C_OK;
  }
  *x = (node_override){r->format, r->words, r->name_count > 0};
  o->owner[n->id] = r;
  return FP8C_OK;
}

fp8c_status overrides_resolve(overrides *o, const graph *g, arena *a, fp8c_error *err) {
  o->item_count = g->next_node_id;
  o->items = NEW_ARRAY(a, node_override, o->item_count + 1);
  o->names = NEW_ARRAY(a, const char *, o->item_count + 1);
  o->owner = NEW_ARRAY(a, const override_rule *, o->item_count + 1);
  for (const node *n = g->first; n; n = n->next) o->names[n->id] = arena_strdup(a, n->name);
  for (size_t i = 0; i < o->count; i++) {
    override_rule *r = &o->rules[i];
    for (const node *n = g->first; n; n = n->next)
      if (n->op->precision == CLASS_GEMM && selects(r, n)) TRY(pin(o, r, n, err));
    for (size_t k = 0; k < r->name_count; k++)
      if (!r->name_found[k]) return not_found(o, r, r->names[k], g, err);
    if (r->selected == 0)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--override %s: %s matches nothing: it fits no matrix node of the model; these "
                  "are " MATRIX_OPERATORS,
                  o->path, r->words);
  }
  for (const node *n = g->first; n && o->default_format; n = n->next)
    if (n->op->precision == CLASS_GEMM && !o->items[n->id].format)
      o->items[n->id] = (node_override){o->default_format, "the default", false};
  return FP8C_OK;
}

/* A node made since (fold-scales makes Linear of MatMul) is known by its name. */
static size_t item_of(const overrides *o, const node *n) {
  if (n->id < o->item_count) return n->id;
  for (size_t i = 0; i < o->item_count; i++)
    if (o->items[i].format && strcmp(o->names[i], n->name) == 0) return i;
  return o->item_count;
}

const node_override *override_of(const overrides *o, const node *n) {
  size_t i = o ? item_of(o, n) : 0;
  return o && o->items[i].format ? &o->items[i] : NULL;
}

static bool is_fp8(const char *format) { return format && format[0] == 'e'; }

bool overrides_want_fp8(const overrides *o) {
  bool wanted = o && is_fp8(o->default_format);
  for (size_t i = 0; o && i < o->count; i++) wanted |= is_fp8(o->rules[i].format);
  return wanted;
}

void overrides_refused(overrides *o, const node *n, const char *why) {
  override_rule *r = (override_rule *)(uintptr_t)o->owner[item_of(o, n)];
  if (!r) return;
  r->refused++;
  if (!r->refusal) r->refusal = why;
}

fp8c_status overrides_settle(const overrides *o, fp8c_error *err) {
  for (size_t i = 0; i < o->count; i++) {
    const override_rule *r = &o->rules[i];
    if (r->refused > 0 && r->refused == r->selected)
      return fail(err, FP8C_ERROR_ARGUMENT, "--override %s: %s cannot be obeyed on any node: %s",
                  o->path, r->words, r->refusal);
  }
  return FP8C_OK;
}
