/* overrides.c - the user's rules: read, checked, and matched with the graph.
 *
 * A rule is a selector and what it pins.  Rules have no order: two that pin
 * different things about one node are a mistake that is told, not a matter of
 * which comes last.  `default` is weaker than every rule, field by field.
 *
 * What is pinned is kept as words, one for each field, until all rules have
 * spoken: rules are compared, and told of, in their own words. */
#include "passes/overrides.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/numbers.h"
#include "base/text.h"
#include "passes/precision.h"

#define FILE_MAX_BYTES ((size_t)64 << 20)
#define RULES_MAX 10000
/* A regular expression: characters, groups in groups; and to find it in one name, steps and memory.
 */
#define EXPRESSION_MAX_BYTES 1000
#define EXPRESSION_MAX_DEPTH 50
#define EXPRESSION_MAX_STEPS 100000
#define EXPRESSION_MAX_KIB 4096
#define QUOTED_MAX 200 /* characters of a selector that messages repeat */
#define MATRIX_OPERATORS "MatMul, Gemm, Linear, Conv, ConvTranspose and Attention"

/* ---- Fields -------------------------------------------------------------------- */

typedef enum field {
  FORMAT,
  A_FORMAT, /* of the activations; B_: of the weights */
  A_GRANULARITY,
  A_SCALE,
  A_METHOD,
  B_FORMAT,
  B_GRANULARITY,
  B_SCALE,
  B_METHOD,
  FUSE,
  FIELDS
} field;

#define OPERAND_FIELDS (B_FORMAT - A_FORMAT)

static const char *const field_names[FIELDS] = {
    [FORMAT] = "format",
    [A_FORMAT] = "activations.format",
    [A_GRANULARITY] = "activations.granularity",
    [A_SCALE] = "activations.scale",
    [A_METHOD] = "activations.method",
    [B_FORMAT] = "weights.format",
    [B_GRANULARITY] = "weights.granularity",
    [B_SCALE] = "weights.scale",
    [B_METHOD] = "weights.method",
    [FUSE] = "fuse",
};

typedef struct override_rule {
  const char *words; /* `rule 2 (op "Conv")` */
  const char **names;
  size_t name_count;
  bool *name_found; /* by name */
  pcre2_code *expression;
  const char *op;
  const char *text[FIELDS]; /* NULL: not pinned */
  size_t selected, refused;
  const char *refusal; /* of the first node */
} override_rule;

/* What all rules say about one node. */
typedef struct pinned {
  const char *text[FIELDS];
  override_rule *owner[FIELDS]; /* NULL: the default */
} pinned;

struct overrides {
  const char *path;
  char hash[65];
  override_rule *rules;
  size_t count;
  override_rule otherwise; /* the default */
  node_override **items;   /* by node id; NULL: nothing */
  const char **names;      /* by node id */
  pinned *pins;            /* ... */
  size_t item_count;
};

/* ---- What excludes what ---------------------------------------------------------- */

static fp8c_dtype format_of(const char *word) {
  return word ? dtype_from_name(word) : FP8C_DTYPE_NONE;
}
static bool is_fp8(const char *word) { return dtype_is_fp8(format_of(word)); }

static fp8c_status conflict(const overrides *o, const override_rule *r, const override_rule *s,
                            const node *n, field f, const char *x, field g, const char *y,
                            fp8c_error *err) {
  if (r == s)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--override %s: %s says %s %s and %s %s, which exclude each other", o->path,
                r->words, field_names[f], x, field_names[g], y);
  return fail(err, FP8C_ERROR_ARGUMENT,
              "--override %s: %s and %s conflict on node \"%s\": %s %s against %s%s%s", o->path,
              r->words, s->words, n->name, field_names[f], x, f == g ? "" : field_names[g],
              f == g ? "" : " ", y);
}

/* Fields that cannot both hold, of one rule or of several. */
static fp8c_status check_pins(const overrides *o, const node *n, const pinned *p, fp8c_error *err) {
  const char *format = p->text[FORMAT];
#define CONFLICT(f_, g_)                                   \
  conflict(o, p->owner[f_] ? p->owner[f_] : &o->otherwise, \
           p->owner[g_] ? p->owner[g_] : &o->otherwise, n, f_, p->text[f_], g_, p->text[g_], err)
  for (field f = A_FORMAT; f < FUSE && format; f++) {
    if (!p->text[f]) continue;
    bool of_format = f == A_FORMAT || f == B_FORMAT;
    const char *implied = f == B_FORMAT && is_fp8(format) ? "e4m3" : format;
    if (!is_fp8(format) || (of_format && strcmp(p->text[f], implied) != 0))
      return CONFLICT(FORMAT, f);
  }
  for (field f = A_FORMAT; f <= B_FORMAT; f += OPERAND_FIELDS) {
    field scale_ = f + (A_SCALE - A_FORMAT), method = f + (A_METHOD - A_FORMAT),
          grain = f + (A_GRANULARITY - A_FORMAT);
    if (p->text[scale_] && p->text[method]) return CONFLICT(scale_, method);
    bool whole = !p->text[grain] || strcmp(p->text[grain], "tensor") == 0;
    bool channel = p->text[grain] && strcmp(p->text[grain], "channel") == 0;
    if (p->text[scale_] && !whole) return CONFLICT(scale_, grain);
    if (p->text[method] && !whole && !channel) return CONFLICT(method, grain);
  }
  const char *a = p->text[A_GRANULARITY], *b = p->text[B_GRANULARITY];
  if (a && b && (strcmp(a, "block") == 0) != (strcmp(b, "block") == 0))
    return CONFLICT(A_GRANULARITY, B_GRANULARITY);
#undef CONFLICT
  return FP8C_OK;
}

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

/* One of the strings in `choices`, which ends with NULL; `list` is them in words. */
static fp8c_status read_choice(const reading *r, const json_t *object, const char *key,
                               const char *of, const char *const *choices, const char *list,
                               const char **out) {
  const json_t *x = json_object_get(object, key);
  if (!x) return FP8C_OK;
  const char *s = json_string_value(x);
  for (size_t i = 0; s && choices[i]; i++)
    if (strcmp(s, choices[i]) == 0) {
      *out = choices[i];
      return FP8C_OK;
    }
  return WRONG(r, "the %s of %s is none of %s", key, of, list);
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
    if (!s || strlen(s) > QUOTED_MAX) continue;
    text_printf(&t, "%s%s %s", before, keys[i], quoted(r->a, s));
    before = ", ";
  }
  if (before[0] == ',') text_add(&t, ")");
  return text_cstr(&t);
}

/* `scale` and `method`: how the operand's scales are chosen. */
static fp8c_status read_policy(const reading *r, const json_t *object, const char *of, bool weights,
                               const char **text_) {
  const json_t *number = json_object_get(object, "scale"),
               *method = json_object_get(object, "method");
  if (number && method) return WRONG(r, "%s has a scale and a method to choose one", of);
  scale_policy p = {0};
  if (number) {
    if (!json_is_number(number)) return WRONG(r, "the scale of %s is no number", of);
    fp8c_error why = {0};
    char digits[32];
    if (scale_check(json_number_value(number), of, &p.constant, &why) != FP8C_OK)
      return WRONG(r, "%s", why.text);
    text_[A_SCALE - A_FORMAT] = arena_strdup(r->a, float_print(p.constant, digits));
  }
  if (!method) return FP8C_OK;
  fp8c_error why = {0};
  if (!json_is_string(method)) return WRONG(r, "the method of %s is no string", of);
  if (scale_policy_parse(json_string_value(method), &p, &why) != FP8C_OK)
    return WRONG(r, "%s: %s", of, why.text);
  if (weights && p.method != SCALE_BY_MSE && p.method != SCALE_BY_MAX && p.method != SCALE_CONSTANT)
    return WRONG(r, "%s: weights are all known, so their scales are by mse, max or constant=SCALE",
                 of);
  text_[A_METHOD - A_FORMAT] = arena_strdup(r->a, json_string_value(method));
  return FP8C_OK;
}

/* "format": one of the first `count` that products compute in. */
static fp8c_status read_format(const reading *r, const json_t *object, size_t count,
                               const char **out) {
  const char *names[PRODUCT_FORMATS + 1] = {NULL};
  text list;
  text_init(&list, r->a);
  for (size_t i = 0; i < count; i++) {
    names[i] = fp8c_dtype_name(product_formats[i]);
    text_printf(&list, "%s\"%s\"", i == 0 ? "" : i + 1 < count ? ", " : " and ", names[i]);
  }
  return read_choice(r, object, "format", r->words, names, text_cstr(&list), out);
}

static fp8c_status read_operand(const reading *r, const json_t *object, bool weights,
                                const char **text_) {
  static const char *const keys[] = {"format", "granularity", "scale", "method", NULL};
  static const char *const grains[2][4] = {{"tensor", "row", "block", NULL},
                                           {"tensor", "channel", "block", NULL}};
  static const char *const grain_lists[2] = {"\"tensor\", \"row\" and \"block\"",
                                             "\"tensor\", \"channel\" and \"block\""};
  const char *key = weights ? "weights" : "activations";
  const json_t *x = json_object_get(object, key);
  if (!x) return FP8C_OK;
  reading own = *r;
  own.words = arena_printf(r->a, "\"%s\" of %s", key, r->words);
  if (!json_is_object(x)) return WRONG(r, "%s is no object", own.words);
  if (json_object_size(x) == 0) return WRONG(r, "%s pins nothing", own.words);
  TRY(known_keys(&own, x, keys, "format, granularity, scale and method"));
  TRY(read_format(&own, x, FP8_FORMATS, &text_[0]));
  TRY(read_choice(r, x, "granularity", own.words, grains[weights], grain_lists[weights],
                  &text_[A_GRANULARITY - A_FORMAT]));
  TRY(read_policy(r, x, own.words, weights, text_));
  return FP8C_OK;
}

/* `granularity` of a rule says it for both operands. */
static fp8c_status read_granularity(const reading *r, const json_t *object, override_rule *rule) {
  static const char *const choices[] = {"tensor", "channel", "row", "block", NULL};
  static const char *const grains[][3] = {{"tensor", "tensor", "tensor"},
                                          {"channel", "tensor", "channel"},
                                          {"row", "row", "channel"},
                                          {"block", "block", "block"}};
  const char *s = NULL;
  TRY(read_choice(r, object, "granularity", r->words, choices,
                  "\"tensor\", \"channel\", \"row\" and \"block\"", &s));
  if (!s) return FP8C_OK;
  if (rule->text[A_GRANULARITY] || rule->text[B_GRANULARITY])
    return WRONG(r, "%s has a granularity of its own and one of an operand", r->words);
  for (size_t i = 0; i < sizeof grains / sizeof *grains; i++) {
    if (strcmp(s, grains[i][0]) != 0) continue;
    rule->text[A_GRANULARITY] = grains[i][1];
    rule->text[B_GRANULARITY] = grains[i][2];
  }
  return FP8C_OK;
}

/* What a rule, or the default, pins. */
static fp8c_status read_pins(const reading *r, const json_t *object, override_rule *rule) {
  TRY(read_format(r, object, PRODUCT_FORMATS, &rule->text[FORMAT]));
  TRY(read_operand(r, object, false, rule->text + A_FORMAT));
  TRY(read_operand(r, object, true, rule->text + B_FORMAT));
  TRY(read_granularity(r, object, rule));
  const json_t *fuse = json_object_get(object, "fuse");
  if (fuse && !json_is_boolean(fuse))
    return WRONG(r, "\"fuse\" of %s is neither true nor false", r->words);
  if (fuse) rule->text[FUSE] = json_is_true(fuse) ? "true" : "false";
  bool any = false;
  for (field f = 0; f < FIELDS; f++) any |= rule->text[f] != NULL;
  if (!any)
    return WRONG(r, "%s pins nothing; give format, granularity, activations, weights or fuse",
                 r->words);
  pinned own = {0};
  for (field f = 0; f < FIELDS; f++) {
    own.text[f] = rule->text[f];
    own.owner[f] = rule;
  }
  return check_pins(r->o, NULL, &own, r->err);
}

static void free_expression(void *object) { pcre2_code_free(object); }

static fp8c_status read_expression(reading *r, const char *words, pcre2_code **out) {
  if (strlen(words) > EXPRESSION_MAX_BYTES)
    return WRONG(r, "the regex of %s is longer than %d characters", r->words, EXPRESSION_MAX_BYTES);
  pcre2_compile_context *limits = pcre2_compile_context_create(NULL);
  if (!limits) return fail(r->err, FP8C_ERROR_NO_MEMORY, "no memory for a regular expression");
  pcre2_set_parens_nest_limit(limits, EXPRESSION_MAX_DEPTH);
  int wrong;
  size_t at;
  char why[256];
  *out = pcre2_compile((PCRE2_SPTR)words, strlen(words), 0, &wrong, &at, limits);
  pcre2_compile_context_free(limits);
  if (*out) {
    arena_defer(r->a, free_expression, *out);
    return FP8C_OK;
  }
  if (wrong == PCRE2_ERROR_HEAP_FAILED)
    return fail(r->err, FP8C_ERROR_NO_MEMORY, "no memory for the regex of %s", r->words);
  if (pcre2_get_error_message(wrong, (PCRE2_UCHAR *)why, sizeof why) < 0) strcpy(why, "unknown");
  return WRONG(r, "the regex of %s cannot be used: %s, at its character %zu", r->words, why,
               at + 1);
}

static fp8c_status read_rule(reading *r, const json_t *object, size_t number) {
  static const char *const keys[] = {"node",        "regex",   "op",   "format", "granularity",
                                     "activations", "weights", "fuse", NULL};
  r->words = arena_printf(r->a, "rule %zu", number);
  if (!json_is_object(object)) return WRONG(r, "%s is no object", r->words);
  override_rule rule = {.words = r->words = selector_words(r, object, number)};
  TRY(known_keys(r, object, keys,
                 "node, regex and op to select, and format, granularity, activations, weights and "
                 "fuse"));
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
  TRY(read_pins(r, object, &rule));
  ARENA_PUSH(r->a, r->o->rules, r->o->count, rule);
  return FP8C_OK;
}

static fp8c_status read_document(reading *r, const json_t *document) {
  static const char *const keys[] = {"default", "rules", NULL};
  static const char *const default_keys[] = {"format",  "granularity", "activations",
                                             "weights", "fuse",        NULL};
  r->words = "the document";
  if (!json_is_object(document)) return WRONG(r, "the document is no object with \"rules\"");
  TRY(known_keys(r, document, keys, "rules and default"));
  const json_t *rules = json_object_get(document, "rules"),
               *otherwise = json_object_get(document, "default");
  if (!rules && !otherwise) return WRONG(r, "there are neither rules nor a default in it");
  if (rules && !json_is_array(rules)) return WRONG(r, "\"rules\" is no list");
  if (json_array_size(rules) > RULES_MAX)
    return WRONG(r, "there are %zu rules; at most %d are read", json_array_size(rules), RULES_MAX);
  if (otherwise) {
    r->words = r->o->otherwise.words = "the default";
    if (!json_is_object(otherwise)) return WRONG(r, "\"default\" is no object");
    TRY(known_keys(r, otherwise, default_keys,
                   "format, granularity, activations, weights and fuse"));
    TRY(read_pins(r, otherwise, &r->o->otherwise));
  }
  for (size_t i = 0; i < json_array_size(rules); i++)
    TRY(read_rule(r, json_array_get(rules, i), i + 1));
  return FP8C_OK;
}

fp8c_status overrides_read(arena *a, const char *path, overrides **out, fp8c_error *err) {
  char *bytes;
  size_t count;
  TRY(file_read_all(a, path, FILE_MAX_BYTES, &bytes, &count, err));
  return overrides_parse(a, path, bytes, count, out, err);
}

fp8c_status overrides_parse(arena *a, const char *name, const char *bytes, size_t count,
                            overrides **out, fp8c_error *err) {
  reading r = {.a = a, .o = NEW(a, overrides), .err = err};
  r.o->path = name;
  hasher h;
  hash_begin(&h);
  hash_add(&h, bytes, count);
  hash digest = hash_end(&h);
  hash_hex(&digest, r.o->hash);
  json_error_t wrong;
  json_t *document = json_read(bytes, count, JSON_REJECT_DUPLICATES, &wrong);
  if (!document) return WRONG(&r, "line %d, column %d: %s", wrong.line, wrong.column, wrong.text);
  arena_defer(a, json_drop, document);
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

typedef struct searching {
  const overrides *o;
  pcre2_match_data *found;
  pcre2_match_context *limits;
  fp8c_error *err;
} searching;

/* An expression that costs too much to look for is an error. */
static fp8c_status search_name(const searching *s, const override_rule *r, const char *name,
                               bool *found) {
  if (*found) return FP8C_OK;
  int result =
      pcre2_match(r->expression, (PCRE2_SPTR)name, strlen(name), 0, 0, s->found, s->limits);
  *found = result >= 0;
  if (result == PCRE2_ERROR_NOMEMORY)
    return fail(s->err, FP8C_ERROR_NO_MEMORY, "no memory to search for the regex of %s", r->words);
  if (result >= 0 || result == PCRE2_ERROR_NOMATCH) return FP8C_OK;
  return fail(
      s->err, FP8C_ERROR_ARGUMENT,
      "--override %s: the regex of %s takes more than %u steps to be searched for in \"%s\"; "
      "write it with fewer nested repetitions",
      s->o->path, r->words, EXPRESSION_MAX_STEPS, name);
}

static fp8c_status expression_fits(const searching *s, const override_rule *r, const node *n,
                                   bool *fits) {
  *fits = false;
  TRY(search_name(s, r, n->name, fits));
  for (size_t i = 0; i < n->source_count; i++) TRY(search_name(s, r, n->sources[i], fits));
  return FP8C_OK;
}

/* A rule that pins fusion alone may select any node, others matrix nodes. */
static bool of_matrices(const override_rule *r) {
  for (field f = 0; f < FIELDS; f++)
    if (f != FUSE && r->text[f]) return true;
  return false;
}

static fp8c_status selects(const searching *s, const override_rule *r, const node *n, bool *yes) {
  *yes = false;
  if (of_matrices(r) && n->op->precision != CLASS_GEMM) return FP8C_OK;
  if (r->op && strcmp(r->op, n->op->name) != 0) return FP8C_OK;
  bool fits = true;
  if (r->expression) TRY(expression_fits(s, r, n, &fits));
  if (!fits) return FP8C_OK;
  *yes = r->name_count == 0;
  for (size_t i = 0; i < r->name_count; i++)
    if (stands_for(n, r->names[i])) *yes = r->name_found[i] = true;
  return FP8C_OK;
}

/* A report's name of several products in one: the first one's result and a suffix
 * (merge_linears.c).  They are joined after formats are chosen, and where these agree. */
static bool joins_products(const char *name, const graph *g) {
  static const char suffix[] = PACKED_SUFFIX;
  size_t length = strlen(name), tail = sizeof suffix - 1;
  if (length <= tail || strcmp(name + length - tail, suffix) != 0) return false;
  for (const node *n = g->first; n; n = n->next)
    if (node_is(n, OP_LINEAR) && strlen(n->out[0]->name) == length - tail &&
        strncmp(n->out[0]->name, name, length - tail) == 0)
      return true;
  return false;
}

/* What else could have been meant by a name that no matrix node stands for. */
static fp8c_status not_found(const overrides *o, const override_rule *r, const char *name,
                             const graph *g, fp8c_error *err) {
  if (joins_products(name, g))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--override %s: %s: \"%s\" is several products joined for the GPU after their "
                "formats are chosen; name each of them: the report lists them as its sources",
                o->path, r->words, name);
  for (const node *n = g->first; n; n = n->next)
    if (stands_for(n, name))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--override %s: %s: node \"%s\" is computed as %s, whose format is no choice; it "
                  "is one for " MATRIX_OPERATORS,
                  o->path, r->words, name, n->op->name);
  return fail(err, FP8C_ERROR_ARGUMENT,
              "--override %s: %s matches nothing: the model has no%s node \"%s\"; the report lists "
              "the nodes there are",
              o->path, r->words, of_matrices(r) ? " matrix" : "", name);
}

static fp8c_status pin(overrides *o, override_rule *r, const node *n, fp8c_error *err) {
  pinned *p = &o->pins[n->id];
  r->selected++;
  for (field f = 0; f < FIELDS; f++) {
    if (!r->text[f]) continue;
    if (p->text[f] && strcmp(p->text[f], r->text[f]) != 0)
      return conflict(o, p->owner[f], r, n, f, p->text[f], f, r->text[f], err);
    /* Where rules agree, one by name speaks: it must be obeyed. */
    if (p->text[f] && r->name_count == 0) continue;
    p->text[f] = r->text[f];
    p->owner[f] = r;
  }
  return FP8C_OK;
}

/* Whoever owns a field of the node. */
static bool owns(const pinned *p, const override_rule *r) {
  for (field f = 0; f < FIELDS; f++)
    if (p->text[f] && p->owner[f] == r) return true;
  return false;
}

static const char *owners(const overrides *o, const pinned *p, arena *a) {
  text t;
  text_init(&t, a);
  for (size_t i = 0; i < o->count; i++)
    if (owns(p, &o->rules[i])) text_printf(&t, "%s%s", t.length ? " and " : "", o->rules[i].words);
  return t.length ? text_cstr(&t) : "the default";
}

/* The words become what passes read; they were checked. */
static node_override *settled(const overrides *o, const pinned *p, arena *a) {
  node_override *x = NEW(a, node_override);
  x->format = format_of(p->text[FORMAT]);
  for (size_t i = 0; i < 2; i++) {
    const char *const *words = p->text + (i ? B_FORMAT : A_FORMAT);
    operand_override *y = &x->operand[i];
    y->format = format_of(words[0]);
    y->granularity = words[A_GRANULARITY - A_FORMAT];
    const char *number = words[A_SCALE - A_FORMAT], *method = words[A_METHOD - A_FORMAT];
    y->has_policy = number || method;
    if (number) {
      y->policy.method = SCALE_CONSTANT;
      (void)float_parse(number, &y->policy.constant);
      if (!y->granularity) y->granularity = "tensor";
    }
    if (method) (void)scale_policy_parse(method, &y->policy, NULL);
    x->pins_operands |= y->format || y->granularity || y->has_policy;
  }
  if (!x->format && (x->operand[0].format || x->operand[1].format))
    x->format = x->operand[0].format ? x->operand[0].format : FP8C_DTYPE_E4M3;
  /* One block on both sides. */
  for (size_t i = 0; i < 2; i++)
    if (x->operand[i].granularity && strcmp(x->operand[i].granularity, "block") == 0)
      x->operand[1 - i].granularity = "block";
  x->unfused = p->text[FUSE] && strcmp(p->text[FUSE], "false") == 0;
  for (field f = 0; f < FUSE; f++) x->must |= p->owner[f] && p->owner[f]->name_count > 0;
  x->words = owners(o, p, a);
  return x;
}

static fp8c_status select_nodes(overrides *o, const graph *g, const searching *s, fp8c_error *err) {
  for (size_t i = 0; i < o->count; i++) {
    override_rule *r = &o->rules[i];
    for (const node *n = g->first; n; n = n->next) {
      bool selected;
      TRY(selects(s, r, n, &selected));
      if (selected) TRY(pin(o, r, n, err));
    }
    for (size_t k = 0; k < r->name_count; k++)
      if (!r->name_found[k]) return not_found(o, r, r->names[k], g, err);
    if (r->selected == 0)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--override %s: %s matches nothing: it fits no %snode of the model%s", o->path,
                  r->words, of_matrices(r) ? "matrix " : "",
                  of_matrices(r) ? "; these are " MATRIX_OPERATORS : "");
  }
  return FP8C_OK;
}

static fp8c_status match_rules(overrides *o, const graph *g, fp8c_error *err) {
  searching s = {o, pcre2_match_data_create(1, NULL), pcre2_match_context_create(NULL), err};
  fp8c_status status = FP8C_ERROR_NO_MEMORY;
  if (s.found && s.limits) {
    pcre2_set_match_limit(s.limits, EXPRESSION_MAX_STEPS);
    pcre2_set_heap_limit(s.limits, EXPRESSION_MAX_KIB);
    status = select_nodes(o, g, &s, err);
  } else {
    fail(err, FP8C_ERROR_NO_MEMORY, "no memory to search for regular expressions");
  }
  pcre2_match_data_free(s.found);
  pcre2_match_context_free(s.limits);
  return status;
}

fp8c_status overrides_resolve(overrides *o, const graph *g, arena *a, fp8c_error *err) {
  o->item_count = g->next_node_id;
  o->items = NEW_ARRAY(a, node_override *, o->item_count + 1);
  o->names = NEW_ARRAY(a, const char *, o->item_count + 1);
  o->pins = NEW_ARRAY(a, pinned, o->item_count + 1);
  TRY(match_rules(o, g, err));
  for (const node *n = g->first; n; n = n->next) {
    pinned *p = &o->pins[n->id];
    o->names[n->id] = arena_strdup(a, n->name);
    bool matrix = n->op->precision == CLASS_GEMM, any = false;
    TRY(check_pins(o, n, p, err));
    /* The default where no rule speaks of the format, and never against one. */
    bool rule_speaks = p->text[FORMAT] || p->text[A_FORMAT] || p->text[B_FORMAT];
    for (field f = 0; f < FIELDS; f++) {
      bool of_format = f == FORMAT || f == A_FORMAT || f == B_FORMAT;
      pinned with = *p;
      if (p->text[f] || !o->otherwise.text[f] || (f != FUSE && !matrix) ||
          (of_format && rule_speaks))
        continue;
      with.text[f] = o->otherwise.text[f];
      if (check_pins(o, n, &with, NULL) == FP8C_OK) *p = with;
    }
    for (field f = 0; f < FIELDS; f++) any |= p->text[f] != NULL;
    if (any) o->items[n->id] = settled(o, p, a);
  }
  return FP8C_OK;
}

/* ---- What a node can have ---------------------------------------------------------- */

static bool by_name(const pinned *p) {
  for (field f = 0; f < FUSE; f++)
    if (p->owner[f] && p->owner[f]->name_count > 0) return true;
  return false;
}

static bool by_rule(const pinned *p) {
  for (field f = 0; f < FUSE; f++)
    if (p->text[f] && p->owner[f]) return true;
  return false;
}

static bool is_possible(overrides *o, const node *n, pass_context *c) {
  o->items[n->id] = settled(o, &o->pins[n->id], c->keep);
  return !operands_impossible(n, c, o->items[n->id]);
}

/* Takes back what the default says of one thing, and of the other operand where that goes with it:
 * blocks are of both.  False: it says nothing. */
static bool take_back(pinned *p, field f, text *words) {
  bool block = f == A_GRANULARITY && p->text[f] && strcmp(p->text[f], "block") == 0;
  if (!p->text[f] || p->owner[f]) return false;
  text_printf(words, "%s%s %s", words->length ? ", " : "", field_names[f], p->text[f]);
  p->text[f] = NULL;
  if (block && !p->owner[B_GRANULARITY]) p->text[B_GRANULARITY] = NULL;
  return true;
}

/* Leaves out of what the default says of operands what keeps the node from having the rest: one
 * thing if that is enough.  What has gone, in words; NULL: nothing. */
static const char *give_up_default(overrides *o, const node *n, pass_context *c) {
  static const field order[] = {A_GRANULARITY, B_GRANULARITY, A_METHOD, B_METHOD, A_SCALE, B_SCALE};
  const size_t count = sizeof order / sizeof *order;
  pinned *p = &o->pins[n->id], all = *p;
  text t;
  for (size_t i = 0; i < count; i++) {
    text_init(&t, c->keep);
    if (take_back(p, order[i], &t) && is_possible(o, n, c)) return text_cstr(&t);
    *p = all;
  }
  text_init(&t, c->keep);
  for (size_t i = 0; i < count; i++)
    if (take_back(p, order[i], &t) && is_possible(o, n, c)) break;
  return t.length ? text_cstr(&t) : NULL;
}

static void fit(overrides *o, const node *n, pass_context *c) {
  pinned *p = &o->pins[n->id];
  const char *why = operands_impossible(n, c, o->items[n->id]), *words = owners(o, p, c->keep);
  if (!why) return;
  const char *left_out = give_up_default(o, n, c);
  if (left_out)
    pass_remark(c, "override-refused", n,
                "the default asks for %s on node \"%s\", but %s; it is as if that were not said",
                left_out, n->name, why);
  why = is_possible(o, n, c) ? NULL : operands_impossible(n, c, o->items[n->id]);
  if (!why || by_name(p) || !by_rule(p)) return;
  overrides_refused(o, n, why);
  pass_remark(c, "override-refused", n, "%s cannot be obeyed on node \"%s\": %s", words, n->name,
              why);
  for (field f = 0; f < FUSE; f++) p->text[f] = NULL;
  o->items[n->id] = settled(o, p, c->keep);
}

void overrides_fit(overrides *o, const graph *g, pass_context *c) {
  for (const node *n = g->first; n; n = n->next)
    if (o->items[n->id] && o->items[n->id]->pins_operands) fit(o, n, c);
}

/* A node made since (fold-scales makes Linear of MatMul) is known by its name. */
static size_t item_of(const overrides *o, const node *n) {
  if (n->id < o->item_count) return n->id;
  for (size_t i = 0; i < o->item_count; i++)
    if (o->items[i] && strcmp(o->names[i], n->name) == 0) return i;
  return o->item_count;
}

const node_override *override_of(const overrides *o, const node *n) {
  return o ? o->items[item_of(o, n)] : NULL;
}

static bool asks_for_fp8(const override_rule *r) {
  return is_fp8(r->text[FORMAT]) || r->text[A_FORMAT] || r->text[B_FORMAT];
}

bool overrides_want_fp8(const overrides *o) {
  bool wanted = o && asks_for_fp8(&o->otherwise);
  for (size_t i = 0; o && i < o->count; i++) wanted |= asks_for_fp8(&o->rules[i]);
  return wanted;
}

bool overrides_pin_operands(const overrides *o) {
  for (size_t i = 0; o && i < o->item_count; i++)
    if (o->items[i] && o->items[i]->pins_operands) return true;
  return false;
}

void overrides_refused(overrides *o, const node *n, const char *why) {
  const pinned *p = &o->pins[item_of(o, n)];
  for (size_t i = 0; i < o->count; i++) {
    override_rule *r = &o->rules[i];
    if (!owns(p, r)) continue;
    r->refused++;
    if (!r->refusal) r->refusal = why;
  }
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
