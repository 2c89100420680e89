/* override_match.c - the user's rules matched with the nodes of a graph, and with what a node can
 * have. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ops/ids/products.h"
#include "passes/precision/override_rules.h"
#include "passes/precision/precision.h"

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

static bool multiplies_matrices(const node *n) {
  return n->op->precision == CLASS_GEMM || n->op->work == WORK_RECURRENT;
}

/* The operator that a rule knows the node by: what a recurrent layer multiplies its inputs by is
 * part of that layer. */
static const char *operator_of(const node *n) {
  const value *y = node_output(n, 0);
  for (size_t i = 0; node_is(n, OP_LINEAR) && y && i < y->user_count; i++)
    if (y->users[i]->op->work == WORK_RECURRENT && !y->users[i]->in[1] && y->users[i]->in[0] == y)
      return y->users[i]->op->name;
  return n->op->name;
}

static fp8c_status selects(const searching *s, const override_rule *r, const node *n, bool *yes) {
  *yes = false;
  if (of_matrices(r) && !multiplies_matrices(n)) return FP8C_OK;
  if (r->op && strcmp(r->op, operator_of(n)) != 0) return FP8C_OK;
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
      return override_conflict(o, n, (pinned_word){p->owner[f], f, p->text[f]},
                               (pinned_word){r, f, r->text[f]}, err);
    /* Where rules agree, one by name speaks: it must be obeyed. */
    if (p->text[f] && r->name_count == 0) continue;
    p->text[f] = r->text[f];
    p->owner[f] = r;
  }
  return FP8C_OK;
}

/* Whoever owns a field of the node: what options added, and rules of the file. */
static const char *owners(const overrides *o, const pinned *p, arena *a) {
  text t;
  text_init(&t, a);
  for (size_t i = 0; i < o->added_count; i++)
    if (pinned_owns(p, &o->added[i]))
      text_printf(&t, "%s%s", t.length ? " and " : "", o->added[i].words);
  for (size_t i = 0; i < o->count; i++)
    if (pinned_owns(p, &o->rules[i]))
      text_printf(&t, "%s%s", t.length ? " and " : "", o->rules[i].words);
  return t.length ? text_cstr(&t) : "the default";
}

static bool is_added(const overrides *o, const override_rule *r) {
  for (size_t i = 0; i < o->added_count; i++)
    if (r == &o->added[i]) return true;
  return false;
}

/* The words become what passes read; they were checked. */
static node_override *settled(const overrides *o, const pinned *p, arena *a) {
  node_override *x = NEW(a, node_override);
  x->format = override_format(p->text[FORMAT]);
  for (size_t i = 0; i < 2; i++) {
    const char *const *words = p->text + (i ? B_FORMAT : A_FORMAT);
    operand_override *y = &x->operand[i];
    y->format = override_format(words[0]);
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
  int interval;
  if (p->text[PROMOTE])
    x->promote = override_interval(p->text[PROMOTE], &interval) && interval ? interval : -1;
  x->unfused = p->text[FUSE] && strcmp(p->text[FUSE], "false") == 0;
  x->packed = p->text[PACKED];
  for (field f = 0; f < FIELDS; f++)
    if (f != FUSE) x->must |= p->owner[f] && p->owner[f]->name_count > 0;
  x->words = owners(o, p, a);
  x->by_option = true;
  for (field f = 0; f < FIELDS; f++) x->by_option &= !p->text[f] || is_added(o, p->owner[f]);
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

/* What a weaker rule (owner NULL: the default) says where no stronger one does, and never against
 * one. */
static void pin_weakly(const overrides *o, const override_rule *r, const override_rule *owner,
                       const node *n, pinned *p) {
  bool speaks = p->text[FORMAT] || p->text[A_FORMAT] || p->text[B_FORMAT];
  for (field f = 0; f < FIELDS; f++) {
    bool of_format = f == FORMAT || f == A_FORMAT || f == B_FORMAT;
    bool applies = f == FUSE || multiplies_matrices(n);
    pinned with = *p;
    if (p->text[f] || !r->text[f] || !applies || (of_format && speaks)) continue;
    with.text[f] = r->text[f];
    with.owner[f] = owner;
    if (override_check_pins(o, n, &with, NULL) == FP8C_OK) *p = with;
  }
}

/* What options say about all nodes of an operator.  Scales of blocks have sums of their own. */
static void pin_added(const overrides *o, const node *n, pinned *p) {
  for (size_t i = 0; i < o->added_count; i++) {
    const override_rule *r = &o->added[i];
    const char *grain = p->text[A_GRANULARITY] ? p->text[A_GRANULARITY] : p->text[B_GRANULARITY];
    bool blocks = grain && strcmp(grain, "block") == 0;
    if (strcmp(r->op, n->op->name) == 0 && !(r->text[PROMOTE] && blocks)) pin_weakly(o, r, r, n, p);
  }
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
    bool any = false;
    TRY(override_check_pins(o, n, p, err));
    pin_added(o, n, p);
    pin_weakly(o, &o->otherwise, NULL, n, p);
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
  text_printf(words, "%s%s %s", words->length ? ", " : "", override_field_names[f], p->text[f]);
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

/* A recipe that a node cannot have as a whole it does not have at all. */
static const char *give_up_added(overrides *o, const node *n, pass_context *c, const char *why) {
  pinned *p = &o->pins[n->id];
  for (size_t i = 0; i < o->added_count; i++) {
    const override_rule *r = &o->added[i];
    if (!pinned_owns(p, r)) continue;
    pass_remark(c, "override-refused", n, "%s does not hold for node \"%s\": %s", r->words, n->name,
                why);
    for (field f = 0; f < FIELDS; f++)
      if (p->owner[f] == r) p->text[f] = NULL;
  }
  return is_possible(o, n, c) ? NULL : operands_impossible(n, c, o->items[n->id]);
}

static void fit(overrides *o, const node *n, pass_context *c) {
  pinned *p = &o->pins[n->id];
  const char *why = operands_impossible(n, c, o->items[n->id]);
  if (why && o->added_count) why = give_up_added(o, n, c, why);
  if (!why) return;
  const char *words = owners(o, p, c->keep);
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
