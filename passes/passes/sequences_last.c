/* sequences_last.c - filters of single channels along a sequence read it with its channels last.
 *
 * A filter for each channel of [N, C, L] has a kernel that reads whole vectors where channels lie
 * last, and takes many times as long where they do not: longer than turning the sequence there and
 * back.
 *
 * Filters in groups (of many channels and taps: positions of speech encoders) become filters of all
 * channels, as dense-groups makes those of images: with zeros between groups, which the kernel for
 * channels that lie last leaves out of its tiles.
 *
 * A norm of channels between convolutions that have them last is computed so, too, and what is
 * computed number by number (a vocoder's Snake, x + sin(a x)^2 / a, with a number for each channel;
 * a separator's PReLU in front of its norm): all that hangs together at once, where that takes more
 * turns away than it adds. */
#include <string.h>

#include "base/numbers.h"
#include "ops/channels_last.h"
#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/match.h"

#define RANK 3
#define TAPS_MIN 3
#define CHANNELS_MIN 8
#define GROUPS_MAX 64                    /* times the weights */
#define GROUP_CHANNELS_MIN 4             /* fewer are filters of single channels */
#define WEIGHTS_MAX ((int64_t)512 << 20) /* bytes with their zeros, of which a plan has few */

static const int64_t turn[RANK] = {0, 2, 1};

static bool is_sequence(const value *v) {
  return v->type.rank == RANK && tensor_shape_known(&v->type) && v->type.scale.kind != SCALE_AXIS;
}

static bool reads_each(const node *n) {
  if (!node_is(n, OP_CONV) || !has_output(n) || node_int(n, "channels_last") ||
      !is_sequence(n->in[0]) || !is_sequence(n->out[0]) || !value_is_const(n->in[1]))
    return false;
  const tensor *w = &n->in[1]->type;
  int64_t channels = n->in[0]->type.dims[1];
  return channels >= CHANNELS_MIN && node_int(n, "group") == channels && w->rank == RANK &&
         w->dims[0] == channels && w->dims[1] == 1 && w->dims[2] >= TAPS_MIN;
}

static bool reads_groups(const node *n) {
  if (!node_is(n, OP_CONV) || !has_output(n) || node_int(n, "channels_last") ||
      !is_sequence(n->in[0]) || !is_sequence(n->out[0]) || !value_is_const(n->in[1]))
    return false;
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  int64_t groups = node_int(n, "group");
  return groups > 1 && groups <= GROUPS_MAX && w->rank == RANK && tensor_shape_known(w) &&
         w->dims[1] >= GROUP_CHANNELS_MIN && w->dims[2] > 0 && w->dims[0] % groups == 0 &&
         x->dims[1] == w->dims[1] * groups && (w->scale.kind != SCALE_AXIS || w->scale.axis == 0) &&
         (int64_t)tensor_bytes(w) <= WEIGHTS_MAX / groups;
}

/* Filters [M, C / groups, taps] as [M, taps, C], of whose type the result still is [M, C, taps]:
 * so the targets are asked. */
static fp8c_status all_channels(const node *n, arena *scratch, value **out, fp8c_error *err) {
  const value *w = n->in[1];
  graph *g = n->graph;
  tensor from, type = w->type;
  TRY(value_load(w, scratch, &from, err));
  int64_t groups = node_int(n, "group"), filters = type.dims[0], taps = type.dims[2];
  int64_t own = type.dims[1];
  type.dims[1] *= groups;
  size_t bytes = dtype_bytes(type.dtype);
  blob b = {.bytes = tensor_bytes(&type)};
  char *to = arena_alloc(g->arena, b.bytes + 1);
  memset(to, 0, b.bytes); /* zero in every format that a convolution reads */
  b.memory = to;
  for (int64_t m = 0; m < filters; m++)
    for (int64_t t = 0; t < taps; t++)
      for (int64_t c = 0; c < own; c++) {
        int64_t at = (m * taps + t) * own * groups + m / (filters / groups) * own + c;
        memcpy(to + (size_t)at * bytes,
               (const char *)from.data + (size_t)((m * own + c) * taps + t) * bytes, bytes);
      }
  *out = graph_const(g, arena_printf(g->arena, "%s.dense", w->name), &type, b);
  (*out)->scale_vector = w->scale_vector;
  (*out)->reason = w->reason;
  return FP8C_OK;
}

/* n's filters read all channels, where a target has that kernel for them; the filters, of a type
 * still channels first, in *out: NULL where none has. */
static fp8c_status make_dense(node *n, pass_context *c, value **out, fp8c_error *err) {
  value *grouped = n->in[1], *dense;
  int64_t groups = node_int(n, "group");
  *out = NULL;
  TRY(all_channels(n, c->scratch, &dense, err));
  node_set_input(n, 1, dense);
  node_set_int(n, "group", 1);
  kernel_question q = {.what = ASK_CHANNELS_LAST, .n = n, .channels = n->in[0]->type.dims[1]};
  if (targets_refuse(&c->rules, &q)) {
    node_set_input(n, 1, grouped);
    node_set_int(n, "group", groups);
    return FP8C_OK;
  }
  node_set_int(n, "blocks", groups);
  *out = dense;
  return FP8C_OK;
}

/* A norm of a sequence's channels, and what is elementwise behind it. */
static bool norm_of_sequence(const node *n) {
  return op_has(n->op, FACT_IMAGE_NORM) && has_output(n) && !node_int(n, "channels_last") &&
         is_sequence(n->in[0]) && is_sequence(n->out[0]);
}

static value *turned(node *before, value *v, const node *from) {
  if (v->def && !v->def->region && transposes(v->def, turn, RANK)) return v->def->in[0];
  node *t = graph_node(before->graph, before, op_get(OP_TRANSPOSE), NULL, &v, 1, 1);
  node_set_ints(t, "perm", turn, RANK);
  node_add_sources(t, from);
  t->out[0]->type = v->type;
  t->out[0]->type.dims[1] = v->type.dims[2];
  t->out[0]->type.dims[2] = v->type.dims[1];
  return t->out[0];
}

static void turn_type(tensor *t) {
  int64_t channels = t->dims[1];
  t->dims[1] = t->dims[2];
  t->dims[2] = channels;
}

/* [C, 1, taps] as [C, taps, 1]: the same bytes.  So are all channels as all_channels has them. */
static value *filters_last(const value *w) {
  tensor type = w->type;
  turn_type(&type);
  value *v = graph_const(w->graph, arena_printf(w->graph->arena, "%s.channels_last", w->name),
                         &type, w->blob);
  v->scale_vector = w->scale_vector;
  v->reason = w->reason;
  v->seed = w->seed;
  return v;
}

/* ---- What may be computed in either order ---------------------------------------------------
 *
 * Norms and what is computed number by number, group by group (a region, or a node in none).
 * Groups that read each other are turned together or not at all: where more Transposes go away at
 * their ends than come. */

typedef struct stretch {
  node *first, *last;
  bool norm;
  size_t next;  /* of the same component, in a ring */
  size_t least; /* the first of its component */
} stretch;

typedef struct stretches {
  stretch *items;
  uint32_t count;
  uint32_t *of; /* by node id: 1 + the stretch that it is in; 0: in none */
} stretches;

static bool is_turn(const node *n) {
  return n && !n->region && transposes(n, turn, RANK) && !n->out[0]->output_uses;
}

/* One number, or one for each channel, as a constant of a sequence [N, C, L]. */
static bool is_of_channels(const value *v, const tensor *sequence) {
  bool single = value_is_const(v) && is_single(v) && v->type.scale.kind == SCALE_NONE;
  return single || is_number_a_channel(v, sequence);
}

static bool is_between(const node *n, const node *first, const node *last) {
  for (const node *m = first;; m = m->next) {
    if (m == n) return true;
    if (m == last) return false;
  }
}

/* Every node is elementwise, on sequences of one shape and such constants. */
static bool computes_by_number(const node *first, const node *last) {
  const tensor *shape = has_output(first) ? &first->out[0]->type : NULL;
  if (!shape || !is_sequence(first->out[0])) return false;
  for (const node *n = first;; n = n->next) {
    if (n->op->family != FAMILY_ELTWISE || node_is(n, OP_ROTARY) || n->out_count != 1 ||
        !is_sequence(n->out[0]) || !same_shape(&n->out[0]->type, shape))
      return false;
    for (size_t i = 0; i < n->in_count; i++) {
      const value *v = n->in[i];
      if (!v || is_of_channels(v, shape) || (v->def && is_between(v->def, first, n))) continue;
      if (value_is_const(v) || !is_sequence(v) || !same_shape(&v->type, shape)) return false;
    }
    if (n == last) return true;
  }
}

/* [1, C, 1] as [1, 1, C]. */
static value *channels_of(value *v) {
  if (tensor_elements(&v->type) == 1) return v;
  tensor type = v->type;
  type.rank = RANK;
  type.dims[0] = type.dims[1] = 1;
  type.dims[2] = tensor_elements(&v->type);
  value *c = graph_const(v->graph, arena_printf(v->graph->arena, "%s.channels_last", v->name),
                         &type, v->blob);
  c->reason = v->reason;
  c->seed = v->seed;
  return c;
}

/* The result of `of` as it was, behind `last`, for who read it so. */
static void turn_back(node *of, node *last) {
  value *v = of->out[0];
  node *back = graph_node(last->graph, last->next, op_get(OP_TRANSPOSE), NULL, &v, 1, 1);
  node_set_ints(back, "perm", turn, RANK);
  node_add_sources(back, of);
  stand_behind(back, of);
  turn_type(&v->type);
  const char *name = of->name;
  value *y = back->out[0];
  value_rename(v, arena_printf(last->graph->arena, "%s" CHANNELS_LAST_SUFFIX, y->name));
  of->name = name;
  for (size_t i = y->user_count; i-- > 0;) {
    if (y->users[i] == back || !is_between(y->users[i], of, last)) continue;
    node_replace_input(y->users[i], y, v);
    i = y->user_count; /* the list changed */
  }
  for (size_t i = y->user_count; i-- > 0;) {
    node *user = y->users[i];
    if (user->region || !transposes(user, turn, RANK) || user->out[0]->output_uses) continue;
    value_replace(user->out[0], v);
    node_remove(user);
  }
  if (!y->user_count && !y->output_uses) node_remove(back);
}

static bool read_outside(const value *v, const node *first, const node *last) {
  bool outside = v->output_uses > 0;
  for (size_t i = 0; i < v->user_count; i++) outside |= !is_between(v->users[i], first, last);
  return outside;
}

static void turn_numbers(node *first, node *last) {
  for (node *n = first;; n = n->next) {
    for (size_t i = 0; i < n->in_count; i++) {
      value *v = n->in[i];
      if (!v || (v->def && is_between(v->def, first, last))) continue;
      node_set_input(n, i, value_is_const(v) ? channels_of(v) : turned(first, v, n));
    }
    if (n == last) break;
  }
  for (node *n = first, *end = last;; n = n->next) {
    if (read_outside(n->out[0], first, last))
      turn_back(n, last);
    else
      turn_type(&n->out[0]->type);
    if (n == end) break;
  }
}

/* A convolution or a norm and the chain behind it. */
static void turn_chain(node *n, node *last) {
  node_set_input(n, 0, turned(n, n->in[0], n));
  node_set_int(n, "channels_last", 1);
  for (node *m = n; m != last; m = m->next) turn_type(&m->out[0]->type);
  turn_back(last, last);
}

/* ---- Components --------------------------------------------------------------------------- */

static bool is_within(const stretches *s, const node *n, size_t least) {
  uint32_t i = n ? s->of[n->id] : 0;
  return i && s->items[i - 1].least == least;
}

static void find_stretches(graph *g, arena *a, stretches *s) {
  *s = (stretches){.of = NEW_ARRAY(a, uint32_t, g->next_node_id)};
  for (node *n = g->first, *next; n; n = next) {
    node *last = node_region_last(n);
    next = last->next;
    bool norm = norm_of_sequence(n);
    if (norm ? end_of_chain(n, is_sequence) != last : !computes_by_number(n, last)) continue;
    stretch one = {n, last, norm, s->count, s->count};
    ARENA_PUSH(a, s->items, s->count, one);
    for (node *m = n; m != next; m = m->next) s->of[m->id] = s->count;
  }
}

/* Makes one component of two. */
static void join(stretches *s, size_t a, size_t b) {
  size_t x = s->items[a].least, y = s->items[b].least;
  if (x == y) return;
  size_t least = x < y ? x : y, other = x < y ? y : x, i = other;
  do s->items[i].least = least;
  while ((i = s->items[i].next) != other);
  size_t next = s->items[least].next;
  s->items[least].next = s->items[other].next;
  s->items[other].next = next;
}

static void join_readers(stretches *s) {
  for (uint32_t i = 0; i < s->count; i++)
    for (const node *n = s->items[i].first;; n = n->next) {
      for (size_t k = 0; k < n->in_count; k++) {
        uint32_t of = n->in[k] && n->in[k]->def ? s->of[n->in[k]->def->id] : 0;
        if (of && is_sequence(n->in[k])) join(s, of - 1, i);
      }
      if (n == s->items[i].last) break;
    }
}

/* Whether no reader of n's input i in component `least` comes before it in the value's list. */
static bool is_first_reader(const stretches *s, const node *n, size_t i, size_t least) {
  const value *v = n->in[i];
  size_t k = 0;
  while (!is_within(s, v->users[k], least)) k++;
  if (v->users[k] != n) return false;
  for (size_t before = 0; before < i; before++)
    if (n->in[before] == v) return false;
  return true;
}

/* Turns that go away at the ends of component `least`, less those that come. */
static int turns_saved(const stretches *s, size_t least) {
  int saved = 0;
  size_t at = least;
  do {
    for (const node *n = s->items[at].first;; n = n->next) {
      for (size_t i = 0; i < n->in_count; i++) {
        const value *v = n->in[i];
        if (!v || value_is_const(v) || !is_sequence(v) || is_within(s, v->def, least)) continue;
        if (!is_first_reader(s, n, i, least)) continue; /* it is counted */
        bool alone = true;
        for (size_t k = 0; k < v->user_count; k++) alone &= is_within(s, v->users[k], least);
        saved += is_turn(v->def) ? alone : -1;
      }
      const value *y = n->out[0];
      bool others = y->output_uses > 0;
      for (size_t k = 0; k < y->user_count; k++) {
        if (is_within(s, y->users[k], least)) continue;
        saved += is_turn(y->users[k]);
        others |= !is_turn(y->users[k]);
      }
      saved -= others;
      if (n == s->items[at].last) break;
    }
  } while ((at = s->items[at].next) != least);
  return saved;
}

fp8c_status pass_sequences_last(graph *g, pass_context *c, fp8c_error *err) {
  if (targets_refuse(&c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST})) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    bool each = reads_each(n), groups = !each && reads_groups(n);
    node *last = each || groups ? end_of_chain(n, is_sequence) : NULL;
    value *filters = each && last ? n->in[1] : NULL;
    if (!last) continue;
    if (groups) TRY(make_dense(n, c, &filters, err));
    if (!filters) continue;
    node_set_input(n, 1, filters_last(filters));
    turn_chain(n, last);
    c->changes++;
  }
  stretches s;
  find_stretches(g, c->scratch, &s);
  join_readers(&s);
  bool *turns = NEW_ARRAY(c->scratch, bool, s.count);
  for (uint32_t i = 0; i < s.count; i++)
    if (s.items[i].least == i) turns[i] = turns_saved(&s, i) > 0;
  for (uint32_t i = 0; i < s.count; i++) {
    const stretch *one = &s.items[i];
    if (!turns[one->least]) continue;
    if (one->norm)
      turn_chain(one->first, one->last);
    else
      turn_numbers(one->first, one->last);
    c->changes++;
  }
  return FP8C_OK;
}
