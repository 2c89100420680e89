/* scope.c - which value a name means where a node stands.
 *
 * Names live in scopes: the graph, a local function's body, the taken branch of an If,
 * the body of a Loop.  What a body that is run reads of the graph around it becomes an
 * input of the body, or, of constants, a constant of its own. */
#include "frontend/scope.h"

scope scope_inside(importer *im, const scope *outer) {
  scope s = {.outer = outer,
             .opset = outer->opset,
             .depth = outer->depth + 1,
             .attrs = outer->attrs,
             .attr_count = outer->attr_count,
             .in_function = outer->in_function};
  map_init(&s.values, im->import);
  return s;
}

fp8c_status scope_add(scope *s, const char *name, value *v, fp8c_error *err) {
  if (map_add(&s->values, name, v)) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "value \"%s\" is given twice", name);
}

value *captured(importer *im, captures *c, value *v) {
  const sequence *q = sequence_of(im, v);
  if (value_is_const(v)) {
    value *own = graph_const(c->body, v->name, &v->type, v->blob);
    if (q) sequence_note(im, own, sequence_unknown(q));
    return own;
  }
  for (size_t i = 0; i < c->count; i++)
    if (c->outside[i] == v) return c->inside[i];
  tensor t = v->type;
  for (int d = 0; d < t.rank; d++)
    if (t.dims[d] < 0 && t.dims[d] != DIM_UNKNOWN)
      t.dims[d] = graph_symbol(c->body, v->graph->symbols[DIM_SYMBOL_INDEX(t.dims[d])].name);
  value *in = graph_input(c->body, v->name, &t);
  size_t count = c->count;
  ARENA_PUSH(c->body->arena, c->outside, c->count, v);
  ARENA_PUSH(c->body->arena, c->inside, count, in);
  if (q) sequence_note(im, in, sequence_unknown(q));
  return in;
}

static fp8c_status capture(importer *im, const scope *s, const char *name, value **out,
                           fp8c_error *err) {
  captures *c = s->captures;
  map_entry *known = map_find(&c->names, name);
  if (known) {
    *out = known->item;
    return FP8C_OK;
  }
  value *v;
  TRY(scope_find(im, s->outer, name, &v, err));
  *out = v ? captured(im, c, v) : NULL;
  map_add(&c->names, name, *out);
  return FP8C_OK;
}

fp8c_status scope_find(importer *im, const scope *s, const char *name, value **out,
                       fp8c_error *err) {
  *out = NULL;
  if (!*name) return FP8C_OK;
  for (; s; s = s->outer) {
    map_entry *e = map_find(&s->values, name);
    if (e) {
      *out = e->item;
      return FP8C_OK;
    }
    if (s->captures && s->outer) return capture(im, s, name, out, err);
  }
  return fail(err, FP8C_ERROR_FORMAT, "it reads \"%s\", which nothing gives", name);
}
