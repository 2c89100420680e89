/* graph.c - building and changing graphs.
 *
 * Uses are kept on both sides (a node's inputs, a value's users), so a rewrite
 * is a few pointer changes and a value that nobody uses is seen at once.  Every
 * change goes through the functions here; graph_verify checks that it did. */
#include "ir/graph.h"

#include <assert.h>
#include <string.h>

#include "base/map.h"
#include "ir/internal.h"

/* ---- Names -------------------------------------------------------------- */

/* An entry stays when its value goes (its item is then NULL): the name may be taken again. */
static void name_release(value *v) {
  map_entry *e = map_find(v->graph->names, v->name);
  if (e && e->item == v) e->item = NULL;
}

/* How many values have asked for a name that was taken, this one included: a thousand values of
 * one name need not count from .1 each time. */
static unsigned next_suffix(graph *g, const char *name) {
  map_entry *e = map_put(g->suffixes, name);
  uintptr_t count = (uintptr_t)e->item + 1;
  e->item = (void *)count;
  return (unsigned)count;
}

static void name_claim(value *v, const char *wanted) {
  graph *g = v->graph;
  const char *base = wanted ? arena_strdup(g->arena, wanted) : arena_printf(g->arena, "v%u", v->id);
  map_entry *e = map_put(g->names, base);
  for (const char *first = e->name; e->item;)
    e = map_put(g->names, arena_printf(g->arena, "%s.%u", first, next_suffix(g, first)));
  e->item = v;
  v->name = e->name;
}

/* A node made without a name is called what its first output is called (the
 * very same string), and goes on to be. */
static bool names_its_node(const value *v) {
  return v->def && v->def->out[0] == v && v->def->name == v->name;
}

static void set_name(value *v, const char *name) {
  if (names_its_node(v)) v->def->name = name;
  v->name = name;
}

void value_rename(value *v, const char *name) {
  if (strcmp(v->name, name) == 0) return;
  bool follows = names_its_node(v);
  name_release(v);
  name_claim(v, name);
  if (follows) v->def->name = v->name;
}

void value_swap_names(value *a, value *b) {
  map_entry *of_a = map_find(a->graph->names, a->name);
  map_entry *of_b = map_find(b->graph->names, b->name);
  if (of_a && of_a->item == a) of_a->item = b;
  if (of_b && of_b->item == b) of_b->item = a;
  const char *name = a->name;
  set_name(a, b->name);
  set_name(b, name);
}

void graph_named(const graph *g, const value **by_id) {
  for (const map_entry *e = NULL; (e = map_next(g->names, e));) {
    const value *v = e->item;
    if (v && v->name == e->name && v->id < g->next_value_id) by_id[v->id] = v;
  }
}

value *graph_find_value(const graph *g, const char *name) {
  const map_entry *e = map_find(g->names, name);
  return e ? e->item : NULL;
}

/* ---- Graph, values ------------------------------------------------------ */

graph *graph_new(arena *a, const char *name, int opset) {
  graph *g = NEW(a, graph);
  g->arena = a;
  g->name = arena_strdup(a, name ? name : "graph");
  g->opset = opset;
  hash_map **maps[] = {&g->names, &g->suffixes, &g->symbol_index};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    *maps[i] = NEW(a, hash_map);
    map_init(*maps[i], a);
  }
  g->scratch = arena_inside(a);
  return g;
}

static value *value_new(graph *g, const char *name, value_kind kind, const tensor *type) {
  value *v = NEW(g->arena, value);
  v->id = g->next_value_id++;
  v->kind = kind;
  v->graph = g;
  if (type) {
    v->type = *type;
    v->type.data = NULL;
    v->type.scale.scales = NULL;
  } else {
    v->type.rank = RANK_UNKNOWN;
  }
  name_claim(v, name);
  return v;
}

value *graph_input(graph *g, const char *name, const tensor *type) {
  value *v = value_new(g, name, VALUE_INPUT, type);
  ARENA_PUSH(g->arena, g->inputs, g->input_count, v);
  return v;
}

value *graph_const(graph *g, const char *name, const tensor *type, blob data) {
  value *v = value_new(g, name, VALUE_CONST, type);
  v->blob = data;
  return v;
}

value *graph_const_copy(graph *g, const char *name, const tensor *type, const void *data) {
  size_t bytes = tensor_bytes(type);
  void *copy = arena_alloc(g->arena, bytes ? bytes : 1);
  if (bytes) memcpy(copy, data, bytes);
  value *v = graph_const(g, name, type, (blob){.bytes = bytes, .memory = copy});
  if (type->scale.kind == SCALE_AXIS && type->scale.scales) {
    tensor vector = {.dtype = FP8C_DTYPE_F32, .rank = 1};
    vector.dims[0] = type->dims[type->scale.axis];
    v->scale_vector = graph_const_copy(g, arena_printf(g->arena, "%s.scale", v->name), &vector,
                                       type->scale.scales);
  }
  return v;
}

value *graph_const_f32(graph *g, const char *name, float x) {
  tensor t = {.dtype = FP8C_DTYPE_F32};
  return graph_const_copy(g, name, &t, &x);
}

value *graph_const_i64s(graph *g, const char *name, const int64_t *x, size_t n) {
  tensor t = {.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {(int64_t)n}};
  return graph_const_copy(g, name, &t, x);
}

void graph_output(graph *g, const char *port_name, value *v) {
  const char *name = arena_strdup(g->arena, port_name ? port_name : v->name);
  size_t count = g->output_count;
  ARENA_PUSH(g->arena, g->outputs, g->output_count, v);
  ARENA_PUSH(g->arena, g->output_names, count, name);
  v->output_uses++;
}

void graph_set_output(graph *g, size_t index, value *v) {
  assert(index < g->output_count);
  g->outputs[index]->output_uses--;
  g->outputs[index] = v;
  v->output_uses++;
}

/* ---- Symbols ------------------------------------------------------------ */

bool graph_find_symbol(const graph *g, const char *name, size_t *index) {
  const map_entry *e = map_find(g->symbol_index, name);
  if (e) *index = (size_t)(uintptr_t)e->item;
  return e != NULL;
}

int64_t graph_symbol(graph *g, const char *name) {
  size_t index;
  if (graph_find_symbol(g, name, &index)) return DIM_SYMBOL(index);
  symbol s = {arena_strdup(g->arena, name), -1};
  map_add(g->symbol_index, s.name, (void *)(uintptr_t)g->symbol_count);
  ARENA_PUSH(g->arena, g->symbols, g->symbol_count, s);
  return DIM_SYMBOL(g->symbol_count - 1);
}

region *graph_region(graph *g, const char *kind) {
  region *r = NEW(g->arena, region);
  r->id = g->next_region_id++;
  r->kind = arena_strdup(g->arena, kind);
  return r;
}

node *node_region_first(const node *n) {
  while (n->region && n->previous && n->previous->region == n->region) n = n->previous;
  return (node *)(uintptr_t)n;
}

node *node_region_last(const node *n) {
  while (n->region && n->next && n->next->region == n->region) n = n->next;
  return (node *)(uintptr_t)n;
}

/* ---- Uses --------------------------------------------------------------- */

static void use_add(value *v, node *n) {
  if (v) ARENA_PUSH(n->graph->arena, v->users, v->user_count, n);
}

/* A weight may have a hundred thousand users, which a pass changes one after the other: the next
 * one is mostly beside the last. */
static void use_remove(value *v, const node *n) {
  if (!v) return;
  size_t count = v->user_count, up = v->removed_at < count ? v->removed_at : 0, down = up;
  for (size_t step = 0; step < count; step++) {
    if (v->users[up] == n || v->users[down] == n) {
      size_t at = v->users[up] == n ? up : down;
      v->users[at] = v->users[--v->user_count];
      v->removed_at = (uint32_t)at;
      return;
    }
    up = up + 1 < count ? up + 1 : 0;
    down = down ? down - 1 : count - 1;
  }
  assert(!"a use that is not recorded");
}

/* ---- Nodes -------------------------------------------------------------- */

static void link_before(node *n, node *before) {
  graph *g = n->graph;
  n->next = before;
  n->previous = before ? before->previous : g->last;
  if (n->previous)
    n->previous->next = n;
  else
    g->first = n;
  if (before)
    before->previous = n;
  else
    g->last = n;
}

static void unlink_node(node *n) {
  graph *g = n->graph;
  if (n->previous)
    n->previous->next = n->next;
  else
    g->first = n->next;
  if (n->next)
    n->next->previous = n->previous;
  else
    g->last = n->previous;
  n->previous = n->next = NULL;
}

node *graph_node(graph *g, node *before, const op_info *op, const char *name, value *const *in,
                 size_t in_count, size_t out_count) {
  node *n = NEW(g->arena, node);
  n->id = g->next_node_id++;
  n->op = op;
  n->graph = g;
  n->in_count = in_count;
  n->in = NEW_ARRAY(g->arena, value *, in_count ? in_count : 1);
  for (size_t i = 0; i < in_count; i++) {
    n->in[i] = in[i];
    use_add(in[i], n);
  }
  n->out_count = out_count;
  n->out = NEW_ARRAY(g->arena, value *, out_count ? out_count : 1);
  for (size_t i = 0; i < out_count; i++) {
    n->out[i] = value_new(g, name && *name ? name : NULL, VALUE_NODE, NULL);
    n->out[i]->def = n;
  }
  if (name && *name) {
    n->name = arena_strdup(g->arena, name);
    ARENA_PUSH(g->arena, n->sources, n->source_count, n->name);
  } else {
    n->name = out_count ? n->out[0]->name : arena_printf(g->arena, "n%u", n->id);
  }
  link_before(n, before);
  return n;
}

void node_set_input(node *n, size_t index, value *v) {
  assert(index <= n->in_count);
  if (index == n->in_count) {
    n->in = arena_grow(n->graph->arena, n->in, n->in_count, n->in_count + 1, sizeof *n->in);
    n->in_count++;
    n->in[index] = NULL;
  }
  if (n->in[index] == v) return;
  use_remove(n->in[index], n);
  n->in[index] = v;
  use_add(v, n);
}

/* Names of the model's nodes that a node keeps: the first ones.  Thousands of equal nodes
 * may become one, and nobody reads the names of all. */
#define SOURCES_MAX 1024

void node_add_source(node *to, const char *name) {
  if (to->source_count == SOURCES_MAX) return;
  for (size_t i = 0; i < to->source_count; i++)
    if (strcmp(to->sources[i], name) == 0) return;
  const char *copy = arena_strdup(to->graph->arena, name);
  ARENA_PUSH(to->graph->arena, to->sources, to->source_count, copy);
}

void node_add_sources(node *to, const node *from) {
  for (size_t i = 0; i < from->source_count; i++) node_add_source(to, from->sources[i]);
}

/* A size is better known than a symbol, an older symbol (of an input, named by
 * the model) better than a younger one. */
static void take_dims(value *to, const value *from) {
  if (to->kind != VALUE_NODE || to->type.rank != from->type.rank) return;
  for (int i = 0; i < to->type.rank; i++) {
    int64_t *own = &to->type.dims[i], other = from->type.dims[i];
    if (*own >= 0 || other == DIM_UNKNOWN) continue;
    if (*own == DIM_UNKNOWN || other >= 0 || DIM_SYMBOL_INDEX(other) < DIM_SYMBOL_INDEX(*own))
      *own = other;
  }
}

#define WIDE 64 /* inputs of a node that are not walked through for each that changes */

/* The inputs of a wide node are mostly replaced in their order: the walk goes on where the last
 * one ended, all around. */
static void replace_in_wide(node *n, const value *old, value *new) {
  graph *g = n->graph;
  size_t from = g->wide_node == n ? g->wide_input : 0, i = from < n->in_count ? from : 0;
  while (n->in[i] != old) i = i + 1 < n->in_count ? i + 1 : 0;
  node_set_input(n, i, new);
  g->wide_node = n;
  g->wide_input = i + 1;
}

void node_replace_input(node *n, const value *old, value *new) {
  if (n->in_count > WIDE) {
    replace_in_wide(n, old, new);
    return;
  }
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] == old) node_set_input(n, i, new);
}

void value_replace(value *old, value *new) {
  assert(old != new);
  graph *g = old->graph;
  take_dims(new, old);
  while (old->user_count) {
    node_replace_input(old->users[old->user_count - 1], old, new);
  }
  for (size_t i = 0; i < g->output_count && old->output_uses; i++)
    if (g->outputs[i] == old) graph_set_output(g, i, new);
}

void node_remove(node *n) {
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) {
      assert(n->out[i]->user_count == 0 && n->out[i]->output_uses == 0);
      name_release(n->out[i]);
    }
  for (size_t i = 0; i < n->in_count; i++) use_remove(n->in[i], n);
  n->in_count = 0;
  unlink_node(n);
}

void node_move(node *n, node *before) {
  if (n == before || n->next == before) return;
  unlink_node(n);
  link_before(n, before);
}

/* Backwards through program order, a node is met after all its users. */
size_t graph_remove_dead(graph *g) {
  size_t removed = 0;
  for (node *n = g->last, *previous; n; n = previous) {
    previous = n->previous;
    if (node_is_used(n)) continue;
    node_remove(n);
    removed++;
  }
  return removed;
}

/* ---- Attributes --------------------------------------------------------- */

static void *copy_bytes(arena *a, const void *data, size_t bytes) {
  void *copy = arena_alloc(a, bytes ? bytes : 1);
  if (bytes) memcpy(copy, data, bytes);
  return copy;
}

static attr attr_copy(arena *a, attr x) {
  x.name = arena_strdup(a, x.name);
  switch (x.kind) {
    case ATTR_STRING:
      x.s = arena_strdup(a, x.s);
      break;
    case ATTR_INTS:
      x.ints = copy_bytes(a, x.ints, x.count * sizeof *x.ints);
      break;
    case ATTR_FLOATS:
      x.floats = copy_bytes(a, x.floats, x.count * sizeof *x.floats);
      break;
    case ATTR_STRINGS: {
      const char **strings = NEW_ARRAY(a, const char *, x.count ? x.count : 1);
      for (size_t i = 0; i < x.count; i++) strings[i] = arena_strdup(a, x.strings[i]);
      x.strings = strings;
      break;
    }
    case ATTR_TENSOR: {
      tensor *t = copy_bytes(a, x.tensor, sizeof *t);
      if (t->data) t->data = copy_bytes(a, t->data, tensor_bytes(t));
      x.tensor = t;
      break;
    }
    default:
      break;
  }
  return x;
}

static const attr_spec *spec_of(const op_info *op, const char *name) {
  for (const attr_spec *s = op->attrs; s->name; s++)
    if (strcmp(s->name, name) == 0) return s;
  return NULL;
}

static bool is_default(const op_info *op, const attr *x) {
  const attr_spec *s = spec_of(op, x->name);
  if (!s || s->need != ATTR_DEFAULT || s->kind != x->kind) return false;
  switch (x->kind) {
    case ATTR_INT:
      return s->i == x->i;
    case ATTR_FLOAT:
      return memcmp(&s->f, &x->f, sizeof s->f) == 0;
    case ATTR_STRING:
      return s->s && strcmp(s->s, x->s) == 0;
    default:
      return false;
  }
}

void node_set_attr(node *n, attr x) {
  arena *a = n->graph->arena;
  attr *items = NEW_ARRAY(a, attr, n->attrs.count + 1);
  size_t count = 0;
  bool placed = is_default(n->op, &x);
  for (size_t i = 0; i < n->attrs.count; i++) {
    int order = strcmp(n->attrs.items[i].name, x.name);
    if (order > 0 && !placed) {
      items[count++] = attr_copy(a, x);
      placed = true;
    }
    if (order != 0) items[count++] = n->attrs.items[i];
  }
  if (!placed) items[count++] = attr_copy(a, x);
  n->attrs = (attr_list){items, count};
}

void node_set_int(node *n, const char *name, int64_t i) {
  node_set_attr(n, (attr){.name = name, .kind = ATTR_INT, .i = i});
}
void node_set_float(node *n, const char *name, float f) {
  node_set_attr(n, (attr){.name = name, .kind = ATTR_FLOAT, .f = f});
}
void node_set_string(node *n, const char *name, const char *s) {
  node_set_attr(n, (attr){.name = name, .kind = ATTR_STRING, .s = s});
}
void node_set_ints(node *n, const char *name, const int64_t *v, size_t count) {
  node_set_attr(n, (attr){.name = name, .kind = ATTR_INTS, .count = count, .ints = v});
}

const attr *node_attr(const node *n, const char *name) { return attr_find(n->attrs, name); }

int64_t node_int(const node *n, const char *name) {
  const attr *x = node_attr(n, name);
  if (x) return x->i;
  const attr_spec *s = spec_of(n->op, name);
  return s ? s->i : 0;
}

int64_t node_axis(const node *n, int rank) {
  int64_t axis = node_int(n, "axis");
  return axis < 0 ? axis + rank : axis;
}

bool node_permutation(const node *n, int64_t perm[FP8C_MAX_RANK]) {
  const int64_t *items;
  size_t count;
  int rank = n->in[0]->type.rank;
  if (rank < 0) return false;
  bool stated = node_ints(n, "perm", &items, &count) && (int)count == rank;
  for (int i = 0; i < rank; i++) perm[i] = stated ? items[i] : rank - 1 - i;
  return true;
}

bool node_moves_axes(const node *n) {
  const tensor *x = &n->in[0]->type;
  int64_t perm[FP8C_MAX_RANK], last = -1;
  if (!node_permutation(n, perm)) return false;
  for (int i = 0; i < x->rank; i++) {
    if (x->dims[perm[i]] == 1) continue;
    if (perm[i] < last) return true;
    last = perm[i];
  }
  return false;
}

float node_float(const node *n, const char *name) {
  const attr *x = node_attr(n, name);
  if (x) return x->f;
  const attr_spec *s = spec_of(n->op, name);
  return s ? s->f : 0.0f;
}

const char *node_string(const node *n, const char *name) {
  const attr *x = node_attr(n, name);
  if (x) return x->s;
  const attr_spec *s = spec_of(n->op, name);
  return s ? s->s : NULL;
}

bool node_ints(const node *n, const char *name, const int64_t **v, size_t *count) {
  const attr *x = node_attr(n, name);
  if (!x || x->kind != ATTR_INTS) return false;
  *v = x->ints;
  *count = x->count;
  return true;
}

/* ---- Asking ------------------------------------------------------------- */

bool value_is_const(const value *v) { return v && v->kind == VALUE_CONST; }
bool value_is_output(const value *v) { return v->output_uses > 0; }
bool value_is_used(const value *v) { return v->user_count > 0 || v->output_uses > 0; }
value *node_input(const node *n, size_t i) { return i < n->in_count ? n->in[i] : NULL; }
value *node_output(const node *n, size_t i) {
  return i < n->out_count && n->out[i] && value_is_used(n->out[i]) ? n->out[i] : NULL;
}
bool node_is_used(const node *n) {
  return node_output(n, 0) || node_gives_more(n) || op_has(n->op, FACT_LEAVES_STATE);
}
bool node_gives_more(const node *n) {
  for (size_t i = 1; i < n->out_count; i++)
    if (node_output(n, i)) return true;
  return false;
}
bool value_used_once(const value *v) { return v->user_count == 1 && v->output_uses == 0; }
bool node_is(const node *n, op_id op) { return n && op_of(n->op) == op; }
node *value_def_of(const value *v, op_id op) {
  return v && v->kind == VALUE_NODE && node_is(v->def, op) ? v->def : NULL;
}

/* ---- Copying ------------------------------------------------------------ */

typedef struct cloner {
  arena *a;
  graph *to;
  value **map; /* by id in the original */
  struct cloner *outer;
  const graph *from;
} cloner;

static graph *clone_into(const graph *g, arena *a, graph *parent, cloner *outer);

static value *clone_value(cloner *c, const value *v) {
  if (!v) return NULL;
  while (c && v->graph != c->from) c = c->outer;
  assert(c);
  if (c->map[v->id]) return c->map[v->id];
  value *w = NEW(c->a, value);
  *w = (value){.id = v->id, .kind = v->kind, .type = v->type, .blob = v->blob, .seed = v->seed};
  w->graph = c->to;
  w->reason = v->reason ? arena_strdup(c->a, v->reason) : NULL;
  c->map[v->id] = w;
  w->name = arena_strdup(c->a, v->name);
  if (v->scale_vector) w->scale_vector = clone_value(c, v->scale_vector); /* a plain constant */
  return w;
}

static decision *clone_decision(arena *a, const decision *d) {
  decision *copy = NEW(a, decision);
  *copy = *d;
  const char **strings[] = {&copy->rule, &copy->reason, &copy->granularity, &copy->policy};
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
    if (*strings[i]) *strings[i] = arena_strdup(a, *strings[i]);
  return copy;
}

static void clone_node(cloner *c, const node *n, const node *previous, node *previous_copy) {
  arena *a = c->a;
  node *m = NEW(a, node);
  m->id = n->id;
  m->op = n->op;
  m->graph = c->to;
  m->in_count = n->in_count;
  m->in = NEW_ARRAY(a, value *, n->in_count ? n->in_count : 1);
  for (size_t i = 0; i < n->in_count; i++) {
    m->in[i] = clone_value(c, n->in[i]);
    use_add(m->in[i], m);
  }
  m->out_count = n->out_count;
  m->out = NEW_ARRAY(a, value *, n->out_count ? n->out_count : 1);
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) {
      m->out[i] = clone_value(c, n->out[i]);
      m->out[i]->def = m;
    }
  bool follows = n->out_count && n->out[0] && names_its_node(n->out[0]);
  m->name = follows ? m->out[0]->name : arena_strdup(a, n->name);
  attr *attrs = NEW_ARRAY(a, attr, n->attrs.count ? n->attrs.count : 1);
  for (size_t i = 0; i < n->attrs.count; i++) {
    attrs[i] = attr_copy(a, n->attrs.items[i]);
    if (attrs[i].kind == ATTR_GRAPH)
      attrs[i].graph = clone_into(n->attrs.items[i].graph, a, c->to, c);
  }
  m->attrs = (attr_list){attrs, n->attrs.count};
  for (size_t i = 0; i < n->source_count; i++) {
    const char *copy = arena_strdup(a, n->sources[i]);
    ARENA_PUSH(a, m->sources, m->source_count, copy);
  }
  if (n->decision) m->decision = clone_decision(a, n->decision);
  if (n->region) {
    if (previous && previous->region == n->region) {
      m->region = previous_copy->region;
    } else {
      m->region = NEW(a, region);
      m->region->id = n->region->id;
      m->region->kind = arena_strdup(a, n->region->kind);
    }
  }
  link_before(m, NULL);
}

static value *copy_of(const cloner *c, const value *v) { return c->map[v->id]; }

/* The names of the values that were copied, in a map made for their number. */
static void clone_names(cloner *c) {
  size_t count = 0;
  for (const map_entry *e = NULL; (e = map_next(c->from->names, e));)
    count += e->item && copy_of(c, e->item) ? 1 : 0;
  map_reserve(c->to->names, count);
  for (const map_entry *e = NULL; (e = map_next(c->from->names, e));) {
    value *v = e->item ? copy_of(c, e->item) : NULL;
    if (v) map_add(c->to->names, v->name, v);
  }
}

/* Recursion here follows the nesting of control-flow bodies, which the importer bounds. */
static graph *clone_into(const graph *g, arena *a, graph *parent, cloner *outer) {
  graph *h = graph_new(a, g->name, g->opset);
  h->parent = parent;
  arena_mark mark = arena_save(g->scratch);
  cloner c = {a, h, NULL, outer, g};
  c.map = NEW_ARRAY(g->scratch, value *, (size_t)g->next_value_id + 1);
  for (size_t i = 0; i < g->symbol_count; i++) {
    graph_symbol(h, g->symbols[i].name);
    h->symbols[i].bound = g->symbols[i].bound;
  }
  for (size_t i = 0; i < g->input_count; i++) {
    value *v = clone_value(&c, g->inputs[i]);
    ARENA_PUSH(a, h->inputs, h->input_count, v);
  }
  for (const node *n = g->first; n; n = n->next) clone_node(&c, n, n->previous, h->last);
  for (size_t i = 0; i < g->output_count; i++)
    graph_output(h, g->output_names[i], clone_value(&c, g->outputs[i]));
  h->next_value_id = g->next_value_id;
  h->next_node_id = g->next_node_id;
  h->next_region_id = g->next_region_id;
  h->folded_macs = g->folded_macs;
  clone_names(&c);
  arena_reset(g->scratch, mark);
  return h;
}

graph *graph_clone(const graph *g, arena *a) { return clone_into(g, a, g->parent, NULL); }
