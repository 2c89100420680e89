/* override_of.c - what the matched rules pin on a node, and what became of them. */
#include <string.h>

#include "passes/precision/override_rules.h"
#include "passes/precision/precision.h"

bool pinned_owns(const pinned *p, const override_rule *r) {
  for (field f = 0; f < FIELDS; f++)
    if (p->text[f] && p->owner[f] == r) return true;
  return false;
}

/* A node made since (fold-scales makes Linear of MatMul) is known by its name. */
static size_t item_of(const overrides *o, const node *n) {
  if (n->id < o->item_count) return n->id;
  for (size_t i = 0; i < o->item_count; i++)
    if (o->items[i] && strcmp(o->names[i], n->name) == 0) return i;
  size_t length = strlen(n->name), tail = sizeof RECURRENT_INPUT - 1;
  if (length <= tail || strcmp(n->name + length - tail, RECURRENT_INPUT) != 0) return o->item_count;
  for (size_t i = 0; i < o->item_count; i++) /* part of a recurrent layer */
    if (o->items[i] && strlen(o->names[i]) == length - tail &&
        strncmp(o->names[i], n->name, length - tail) == 0)
      return i;
  return o->item_count;
}

const node_override *override_of(const overrides *o, const node *n) {
  return o ? o->items[item_of(o, n)] : NULL;
}

static bool asks_for_fp8(const override_rule *r) {
  return override_is_fp8(r->text[FORMAT]) || r->text[A_FORMAT] || r->text[B_FORMAT];
}

bool overrides_want_fp8(const overrides *o) {
  bool wanted = o && asks_for_fp8(&o->otherwise);
  for (size_t i = 0; o && i < o->added_count; i++) wanted |= asks_for_fp8(&o->added[i]);
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
    if (!pinned_owns(p, r)) continue;
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
