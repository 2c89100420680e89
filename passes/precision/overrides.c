/* overrides.c - the user's rules: read, checked, and matched with the graph.
 *
 * A rule is a selector and what it pins.  Rules have no order: two that pin
 * different things about one node are a mistake that is reported, not a matter of
 * which comes last.  `default` is weaker than every rule, field by field.
 *
 * What is pinned is kept as words, one for each field, until all rules have
 * spoken: rules are compared, and told of, in their own words. */
#include "passes/precision/override_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/numbers.h"
#include "base/text.h"
#include "passes/precision/accumulator.h"
#include "passes/precision/precision.h"

#define FILE_MAX_BYTES ((size_t)64 << 20)
#define RULES_MAX 10000
/* A regular expression: characters, groups in groups. */
#define EXPRESSION_MAX_BYTES 1000
#define EXPRESSION_MAX_DEPTH 50
#define QUOTED_MAX 200 /* characters of a selector that messages repeat */

const char *const override_field_names[FIELDS] = {
    [FORMAT] = "format",
    [A_FORMAT] = "activations.format",
    [A_GRANULARITY] = "activations.granularity",
    [A_SCALE] = "activations.scale",
    [A_METHOD] = "activations.method",
    [B_FORMAT] = "weights.format",
    [B_GRANULARITY] = "weights.granularity",
    [B_SCALE] = "weights.scale",
    [B_METHOD] = "weights.method",
    [PROMOTE] = "promote",
    [FUSE] = "fuse",
    [PACKED] = "packed",
};

/* ---- What excludes what ---------------------------------------------------------- */

fp8c_dtype override_format(const char *word) {
  return word ? dtype_from_name(word) : FP8C_DTYPE_NONE;
}
bool override_is_fp8(const char *word) { return dtype_is_fp8(override_format(word)); }

fp8c_status override_conflict(const overrides *o, const node *n, pinned_word a, pinned_word b,
                              fp8c_error *err) {
  if (a.owner == b.owner)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--override %s: %s says %s %s and %s %s, which exclude each other", o->path,
                a.owner->words, override_field_names[a.f], a.word, override_field_names[b.f],
                b.word);
  return fail(err, FP8C_ERROR_ARGUMENT,
              "--override %s: %s and %s conflict on node \"%s\": %s %s against %s%s%s", o->path,
              a.owner->words, b.owner->words, n->name, override_field_names[a.f], a.word,
              a.f == b.f ? "" : override_field_names[b.f], a.f == b.f ? "" : " ", b.word);
}

static pinned_word word_of(const overrides *o, const pinned *p, field f) {
  return (pinned_word){p->owner[f] ? p->owner[f] : &o->otherwise, f, p->text[f]};
}

fp8c_status override_check_pins(const overrides *o, const node *n, const pinned *p,
                                fp8c_error *err) {
  const char *format = p->text[FORMAT];
#define CONFLICT(f_, g_) override_conflict(o, n, word_of(o, p, f_), word_of(o, p, g_), err)
  for (field f = A_FORMAT; f < FUSE && format; f++) {
    if (!p->text[f]) continue;
    bool of_format = f == A_FORMAT || f == B_FORMAT;
    const char *implied = f == B_FORMAT && override_is_fp8(format)
                              ? fp8c_dtype_name(usual_weights(override_format(format)))
                              : format;
    if (!override_is_fp8(format) || (of_format && strcmp(p->text[f], implied) != 0))
      return CONFLICT(FORMAT, f);
  }
  weight_only packed = {0};
  if (p->text[PACKED]) (void)weight_only_parse(p->text[PACKED], &packed); /* it was checked */
  for (field f = FORMAT; f < FUSE && packed.codes; f++)
    if (p->text[f] && !(f == FORMAT && !override_is_fp8(format))) return CONFLICT(PACKED, f);
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
    names[i] = fp8c_dtype_name(product_formats[i].dtype);
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

bool override_interval(const char *word, int *out) {
  char digits[16];
  for (size_t i = 0; i < SUM_INTERVALS; i++) {
    snprintf(digits, sizeof digits, "%d", sum_intervals[i]);
    *out = sum_intervals[i];
    if (strcmp(word, sum_intervals[i] ? digits : "off") == 0) return true;
  }
  return false;
}

/* `promote`: "off", or a number of k. */
static fp8c_status read_promotion(const reading *r, const json_t *object, const char **out) {
  const json_t *x = json_object_get(object, "promote");
  int interval;
  if (!x) return FP8C_OK;
  const char *word = json_string_value(x);
  if (json_is_integer(x)) word = arena_printf(r->a, "%lld", (long long)json_integer_value(x));
  if (!word || !override_interval(word, &interval) || (json_is_string(x) && interval))
    return WRONG(r, "the promote of %s is none of \"off\", 512, 256, 128 and 64", r->words);
  *out = arena_strdup(r->a, word);
  return FP8C_OK;
}

/* What a rule, or the default, pins. */
static fp8c_status read_pins(const reading *r, const json_t *object, override_rule *rule) {
  TRY(read_format(r, object, PRODUCT_FORMATS, &rule->text[FORMAT]));
  TRY(read_operand(r, object, false, rule->text + A_FORMAT));
  TRY(read_operand(r, object, true, rule->text + B_FORMAT));
  TRY(read_granularity(r, object, rule));
  TRY(read_promotion(r, object, &rule->text[PROMOTE]));
  const json_t *fuse = json_object_get(object, "fuse");
  if (fuse && !json_is_boolean(fuse))
    return WRONG(r, "\"fuse\" of %s is neither true nor false", r->words);
  if (fuse) rule->text[FUSE] = json_is_true(fuse) ? "true" : "false";
  const json_t *packed = json_object_get(object, "packed");
  weight_only form;
  if (packed && (!json_is_string(packed) || !weight_only_parse(json_string_value(packed), &form)))
    return WRONG(r, "\"packed\" of %s is none of " WEIGHT_ONLY_FORMS " and \"none\"", r->words);
  if (packed) rule->text[PACKED] = arena_strdup(r->a, json_string_value(packed));
  bool any = false;
  for (field f = 0; f < FIELDS; f++) any |= rule->text[f] != NULL;
  if (!any)
    return WRONG(
        r,
        "%s pins nothing; give format, granularity, activations, weights, promote, packed or fuse",
        r->words);
  pinned own = {0};
  for (field f = 0; f < FIELDS; f++) {
    own.text[f] = rule->text[f];
    own.owner[f] = rule;
  }
  return override_check_pins(r->o, NULL, &own, r->err);
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
  static const char *const keys[] = {"node",        "regex",       "op",      "format",
                                     "granularity", "activations", "weights", "promote",
                                     "packed",      "fuse",        NULL};
  r->words = arena_printf(r->a, "rule %zu", number);
  if (!json_is_object(object)) return WRONG(r, "%s is no object", r->words);
  override_rule rule = {.words = r->words = selector_words(r, object, number)};
  TRY(known_keys(r, object, keys,
                 "node, regex and op to select, and format, granularity, activations, weights, "
                 "promote, packed and fuse"));
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
  static const char *const default_keys[] = {"format",  "granularity", "activations", "weights",
                                             "promote", "packed",      "fuse",        NULL};
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
                   "format, granularity, activations, weights, promote, packed and fuse"));
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

fp8c_status overrides_add(arena *a, overrides **out, const char *words, const char *op,
                          const char *json, fp8c_error *err) {
  if (!*out) {
    *out = NEW(a, overrides);
    (*out)->path = words;
  }
  overrides *o = *out;
  const reading r = {.a = a, .o = o, .words = words, .err = err};
  override_rule *rule = &o->added[o->added_count];
  *rule = (override_rule){.words = words, .op = op};
  json_error_t wrong;
  json_t *document = json_read(json, strlen(json), JSON_REJECT_DUPLICATES, &wrong);
  if (!document) return WRONG(&r, "line %d, column %d: %s", wrong.line, wrong.column, wrong.text);
  arena_defer(a, json_drop, document);
  TRY(read_pins(&r, document, rule));
  for (field f = 0; f < FIELDS; f++)
    if (rule->text[f] && o->otherwise.text[f] && strcmp(rule->text[f], o->otherwise.text[f]) != 0)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "%s says %s %s and the default of --override %s says %s; give one of them", words,
                  override_field_names[f], rule->text[f], o->path, o->otherwise.text[f]);
  o->added_count++;
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, o->hash);
  hash_add_string(&h, json);
  hash digest = hash_end(&h);
  hash_hex(&digest, o->hash);
  return FP8C_OK;
}

const char *overrides_hash(const overrides *o) { return o->hash; }
