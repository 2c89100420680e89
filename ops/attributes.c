/* attributes.c - the attributes of a call: what is set, else what the operator's row says. */
#include <string.h>

#include "ops/ops.h"

const attr *attr_find(attr_list attrs, const char *name) {
  size_t low = 0, high = attrs.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = strcmp(name, attrs.items[middle].name);
    if (order == 0) return &attrs.items[middle];
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

attr_list attr_join(attr_list attrs, const attr *more, size_t count, arena *a) {
  attr *list = NEW_ARRAY(a, attr, attrs.count + count);
  size_t i = 0, at = 0;
  for (size_t k = 0; k < count; k++) {
    for (; i < attrs.count && strcmp(attrs.items[i].name, more[k].name) < 0; i++)
      list[at++] = attrs.items[i];
    list[at++] = more[k];
  }
  for (; i < attrs.count; i++) list[at++] = attrs.items[i];
  return (attr_list){list, at};
}

const attr_spec *op_attr_spec(const op_info *op, const char *name) {
  for (const attr_spec *s = op->attrs; s->name != NULL; s++)
    if (strcmp(s->name, name) == 0) return s;
  return NULL;
}

int64_t op_attr_int(const op_call *c, const char *name) {
  const attr *a = attr_find(c->attrs, name);
  if (a != NULL) return a->i;
  const attr_spec *s = op_attr_spec(c->op, name);
  return s != NULL ? s->i : 0;
}

float op_attr_float(const op_call *c, const char *name) {
  const attr *a = attr_find(c->attrs, name);
  if (a != NULL) return a->f;
  const attr_spec *s = op_attr_spec(c->op, name);
  return s != NULL ? s->f : 0.0f;
}

int op_form(const attr_spec *spec, const char *set) {
  if (!set || strcmp(set, spec->s) == 0) return 0;
  return strcmp(set, "fp8") == 0 ? 2 : 1;
}

const char *op_attr_string(const op_call *c, const char *name) {
  const attr *a = attr_find(c->attrs, name);
  if (a != NULL) return a->s;
  const attr_spec *s = op_attr_spec(c->op, name);
  return s != NULL ? s->s : NULL;
}

bool op_attr_ints(const op_call *c, const char *name, const int64_t **items, size_t *count) {
  const attr *a = attr_find(c->attrs, name);
  *items = a != NULL ? a->ints : NULL;
  *count = a != NULL ? a->count : 0;
  return a != NULL;
}

bool op_attr_floats(const op_call *c, const char *name, const float **items, size_t *count) {
  const attr *a = attr_find(c->attrs, name);
  *items = a != NULL ? a->floats : NULL;
  *count = a != NULL ? a->count : 0;
  return a != NULL;
}

bool op_has_attr(const op_call *c, const char *name) { return attr_find(c->attrs, name) != NULL; }
