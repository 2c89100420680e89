/* state_in_place.c - a GPU's states: the tokens' rows are the first, and a run stores its own
 * behind them.
 *
 * A model whose past grows sees it padded in front (state_sizes.c).  Memory holds the same rows
 * from its beginning on, so that none of them moves when there are more: CacheRead stands between
 * what lies in memory and what the model sees, and TensorScatter stores the new rows.  Neither is a
 * launch where attention reads the rows that there are and stores the new ones itself
 * (attention_decode.c). */
#include "compiler/compile/state_in_place.h"

#include <string.h>

#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "passes/precision/cache_ports.h"
#include "runtime/derived.h"

/* The same numbers; exporters join a single part as well. */
static bool converts(const node *n) {
  return node_is(n, OP_CAST) || node_is(n, OP_IDENTITY) ||
         (node_is(n, OP_CONCAT) && n->in_count == 1);
}

value *state_behind_conversions(value *v) {
  while (v->kind == VALUE_NODE && converts(v->def)) v = v->def->in[0];
  return v;
}

node *state_grown_by(const graph *g, const value *in, size_t output) {
  value *v = state_behind_conversions(g->outputs[output]);
  size_t count;
  if (v->kind != VALUE_NODE || !cache_grows(v->def, &count) || !v->def->in[0]) return NULL;
  return state_behind_conversions(v->def->in[0]) == in ? v->def : NULL;
}

fp8c_status state_last_rows(value *whole, int axis, int64_t count, const char *name, node *before,
                            value **out, fp8c_error *err) {
  graph *g = whole->graph;
  int64_t from = -count, to = INT64_MAX, along = axis;
  value *in[] = {whole, graph_const_i64s(g, "from", &from, 1), graph_const_i64s(g, "to", &to, 1),
                 graph_const_i64s(g, "axis", &along, 1)};
  node *n = graph_node(g, before, op_get(OP_SLICE), name, in, 4, 1);
  TRY(node_infer(n, err));
  n->out[0]->type.scale = whole->type.scale;
  *out = n->out[0];
  return FP8C_OK;
}

/* What a run is about. */
typedef struct run_inputs {
  graph *g;
  const plan_memory *m;
  value *before; /* how many tokens came before it, one number, or one for each sequence */
  value *slots;  /* which sequence of the states each is; NULL: there is one */
  token_run r;
} run_inputs;

/* The last input of a role; NULL. */
static value *input_of(const plan_memory *m, const graph *g, plan_role role) {
  for (uint32_t i = m->fill_count; i-- > 0;)
    if (m->fills[i].role == role) return g->inputs[m->fills[i].input];
  return NULL;
}

static bool same_type(const value *a, const value *b) {
  return a->type.dtype == b->type.dtype && a->type.scale.kind == b->type.scale.kind &&
         a->type.scale.value == b->type.scale.value;
}

/* `n`, a conversion, of `v`. */
static fp8c_status converted(graph *g, const node *n, value *v, value **out, fp8c_error *err) {
  value *in[] = {v};
  node *same =
      graph_node(g, NULL, n->op, arena_printf(g->arena, "%s.new", n->out[0]->name), in, 1, 1);
  for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(same, n->attrs.items[i]);
  TRY(node_infer(same, err));
  same->out[0]->type.dtype = n->out[0]->type.dtype;
  same->out[0]->type.scale = n->out[0]->type.scale;
  *out = same->out[0];
  return FP8C_OK;
}

/* The last `count` rows of `whole`: what is joined to the past, or a part of it. */
static fp8c_status rows_added(graph *g, value *whole, int axis, int64_t count, value **out,
                              fp8c_error *err) {
  const node *of = whole->kind == VALUE_NODE ? whole->def : NULL;
  if (of && of->in_count == 1 && (node_is(of, OP_CAST) || node_is(of, OP_QUANTIZE)) &&
      whole->type.scale.kind != SCALE_AXIS) {
    value *new;
    TRY(rows_added(g, of->in[0], axis, count, &new, err));
    if (!same_type(new, whole)) return converted(g, of, new, out, err);
    *out = new;
    return FP8C_OK;
  }
  const node *slice = value_def_of(whole, OP_SLICE);
  const node *join = slice ? value_def_of(slice->in[0], OP_CONCAT) : NULL;
  if (join && join->in_count == 2 && node_axis(join, whole->type.rank) == axis &&
      join->in[1]->type.dims[axis] == count && same_type(join->in[1], whole)) {
    *out = join->in[1];
    return FP8C_OK;
  }
  return state_last_rows(whole, axis, count, arena_printf(g->arena, "%s.new", whole->name), NULL,
                         out, err);
}

static fp8c_status no_slots(const plan_state *s, const value *past, fp8c_error *err) {
  if (s->axis < 0)
    return fail(
        err, FP8C_ERROR_UNSUPPORTED,
        "--capacity on a GPU with several sequences in a run: \"%s\" has no rows of tokens: "
        "each run leaves it anew, for all its sequences in one tensor (what delayed scaling "
        "remembers, a recurrent layer's state), and slots of that have no places a run could "
        "find them by; compile for one sequence",
        past->name);
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "--capacity on a GPU with several sequences in a run: the model does something else "
              "with \"%s\" than to add rows to keys or values, [batch, heads, rows, size], and to "
              "read them; compile for one sequence",
              past->name);
}

/* New rows of each sequence behind those of its slot: as readers want them, or, with nobody to
 * stand in front of, as the run leaves them. */
static fp8c_status store_in_slots(const run_inputs *x, node *in_front_of, const char *name,
                                  value *past, value *new, value **out, fp8c_error *err) {
  static const int64_t none = 0;
  value *in[] = {past, new, x->before, graph_const_i64s(x->g, "total", &none, 1), x->slots};
  node *n = graph_node(x->g, in_front_of, op_get(OP_CACHE_WRITE), name, in, x->slots ? 5 : 4, 1);
  if (!in_front_of) node_set_int(n, "stays", 1);
  TRY(node_infer(n, err));
  n->out[0]->type.scale = past->type.scale;
  *out = n->out[0];
  return FP8C_OK;
}

/* What a run leaves of the state is what it took, with the new rows stored. */
static fp8c_status store_rows(const run_inputs *x, const plan_state *s, fp8c_error *err) {
  graph *g = x->g;
  value *past = g->inputs[s->input], *new, *stored;
  TRY(rows_added(g, g->outputs[s->output], s->axis, x->r.count, &new, err));
  if (x->slots) {
    if (s->axis != 2 || past->type.rank != 4) return no_slots(s, past, err);
    const char *name = arena_printf(g->arena, "%s.stored", past->name);
    TRY(store_in_slots(x, NULL, name, past, new, &stored, err));
    graph_set_output(g, s->output, stored);
    return FP8C_OK;
  }
  value *in[] = {past, new, x->before};
  node *n = graph_node(g, NULL, op_get(OP_TENSOR_SCATTER),
                       arena_printf(g->arena, "%s.stored", past->name), in, 3, 1);
  node_set_int(n, "axis", s->axis);
  TRY(node_infer(n, err));
  n->out[0]->type.scale = past->type.scale;
  graph_set_output(g, s->output, n->out[0]);
  return FP8C_OK;
}

/* The model goes on to see the tokens' rows as the last. */
static fp8c_status read_rows(const run_inputs *x, const plan_state *s, fp8c_error *err) {
  graph *g = x->g;
  value *past = g->inputs[s->input];
  if (!past->user_count) return FP8C_OK;
  value *in[] = {past, x->before, x->slots};
  node *n = graph_node(g, g->first, op_get(OP_CACHE_READ),
                       arena_printf(g->arena, "%s.past", past->name), in, x->slots ? 3 : 2, 1);
  node_set_int(n, "axis", s->axis);
  TRY(node_infer(n, err));
  n->out[0]->type.scale = past->type.scale;
  value_replace(past, n->out[0]);
  node_set_input(n, 0, past);
  return FP8C_OK;
}

/* ---- Derived inputs ----------------------------------------------------------------------- */

static fp8c_status computed(graph *g, node *in_front_of, op_id op, value *a, value *b, value **out,
                            fp8c_error *err) {
  value *in[] = {a, b};
  node *n = graph_node(g, in_front_of, op_get(op), NULL, in, 2, 1);
  *out = n->out[0];
  return node_infer(n, err);
}

/* ONNX's numbers of the types that derived inputs have. */
static int64_t onnx_type(fp8c_dtype t) {
  switch (t) {
    case FP8C_DTYPE_I32:
      return 6;
    case FP8C_DTYPE_I64:
      return 7;
    case FP8C_DTYPE_F16:
      return 10;
    case FP8C_DTYPE_BF16:
      return 16;
    default:
      return 1;
  }
}

static fp8c_status in_type(graph *g, node *in_front_of, fp8c_dtype t, value **v, fp8c_error *err) {
  if ((*v)->type.dtype == t) return FP8C_OK;
  node *n = graph_node(g, in_front_of, op_get(OP_CAST), NULL, v, 1, 1);
  node_set_int(n, "to", onnx_type(t));
  n->region = (*v)->def->region = graph_region(g, "eltwise");
  *v = n->out[0];
  return node_infer(n, err);
}

/* What is added to the tokens before the run, or, for a mask, what they must not be below, for
 * number `i` of a derived input. */
static int64_t derived_offset(plan_role role, const token_run *r, int64_t i) {
  switch (role) {
    case PLAN_ROLE_MASK:
      return r->first ? r->first - i : i - r->count + 1;
    case PLAN_ROLE_POSITIONS:
      return i;
    case PLAN_ROLE_LAST:
      return r->count - 1;
    case PLAN_ROLE_TOTAL:
      return r->count;
    default:
      return 0;
  }
}

/* A number for each sequence in front of rank - 1 sizes of 1; one number where there is one. */
static fp8c_status number_of_each(const run_inputs *x, node *first, int rank, value **out,
                                  fp8c_error *err) {
  int64_t dims[FP8C_MAX_RANK] = {tensor_elements(&x->before->type), 1, 1, 1, 1, 1, 1, 1};
  *out = x->before;
  if (rank != 0 && (!x->slots || rank == 1)) return FP8C_OK;
  const char *name = rank ? "for each" : "scalar";
  return computed(x->g, first, OP_RESHAPE, x->before,
                  graph_const_i64s(x->g, name, dims, (size_t)rank), out, err);
}

/* A derived input becomes what follows from `before`, so that a run reads nothing of it from the
 * host, and the next run finds it when `before` alone has changed. */
static fp8c_status derive(const run_inputs *x, node *first, const plan_fill *f, fp8c_error *err) {
  graph *g = x->g;
  const token_run *r = &x->r;
  value *of = g->inputs[f->input], *before;
  tensor type = {.dtype = FP8C_DTYPE_I64, .rank = of->type.rank};
  bool mask = f->role == PLAN_ROLE_MASK, list = mask || f->role == PLAN_ROLE_POSITIONS;
  if (of == x->before || of == x->slots || !of->user_count || f->role == PLAN_ROLE_TOKENS)
    return FP8C_OK;
  int64_t sequences = tensor_elements(&x->before->type);
  if (sequences > 1 && (type.rank < 1 || of->type.dims[0] != sequences))
    return fail(
        err, FP8C_ERROR_UNSUPPORTED,
        "--capacity on a GPU with several sequences in a run: input \"%s\" takes one length "
        "for all of them; compile for one",
        of->name);
  memcpy(type.dims, of->type.dims, sizeof type.dims);
  if (x->slots && list) type.dims[0] = 1; /* the same for each sequence */
  int64_t count = tensor_elements(&type), width = derived_width(f->role, r);
  int64_t *numbers = NEW_ARRAY(g->arena, int64_t, (size_t)count + 1);
  for (int64_t i = 0; i < count; i++) numbers[i] = derived_offset(f->role, r, i % width);
  TRY(number_of_each(x, first, type.rank, &before, err));
  value *derived = graph_const_copy(g, "offsets", &type, numbers);
  TRY(computed(g, first, mask ? OP_LESS_OR_EQUAL : OP_ADD, derived, before, &derived, err));
  TRY(in_type(g, first, of->type.dtype, &derived, err));
  value_replace(of, derived);
  return FP8C_OK;
}

/* ---- TensorScatter with a length ---------------------------------------------------------- */

enum { ATTENTION_MASK = 3, NONPAD = 6 };

static bool has_role(const plan_memory *m, const graph *g, const value *v, plan_role role) {
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].role == role && g->inputs[m->fills[i].input] == v) return true;
  return false;
}

/* Attention of `n`'s keys or values up to the length that the runtime says, by a mask of bools or
 * none. */
static bool reads_up_to_length(const plan_memory *m, const graph *g, const node *n,
                               const value *cache) {
  const value *mask = node_input(n, ATTENTION_MASK);
  return node_is(n, OP_ATTENTION) && !node_int(n, "is_causal") && n->in[0] != cache &&
         mask != cache && has_role(m, g, node_input(n, NONPAD), PLAN_ROLE_TOTAL) &&
         (!mask || mask->type.dtype == FP8C_DTYPE_BOOL);
}

/* A state that is written behind the tokens before the run, and read up to them alone. */
static node *written_behind(const run_inputs *x, const plan_state *s) {
  const plan_memory *m = x->m;
  const graph *g = x->g;
  value *left = state_behind_conversions(g->outputs[s->output]);
  node *n = same_type(left, g->outputs[s->output]) ? value_def_of(left, OP_TENSOR_SCATTER) : NULL;
  if (s->rows != PLAN_ROWS_FIXED || s->axis != 2 || !n || n->in[0] != g->inputs[s->input] ||
      n->in[0]->type.rank != 4 || (n->in[0]->type.dims[0] != 1 && !x->slots) ||
      node_axis(n, 4) != s->axis || strcmp(node_string(n, "mode"), "linear") != 0 ||
      !has_role(m, g, node_input(n, 2), PLAN_ROLE_BEGIN) || !same_type(n->in[1], n->out[0]))
    return NULL;
  size_t readers = 0;
  for (size_t i = 0; i < n->out[0]->user_count; i++) {
    const node *u = n->out[0]->users[i];
    if (node_is(u, OP_CAST) && u->out[0] == g->outputs[s->output] && !u->out[0]->user_count)
      continue;
    if (!reads_up_to_length(m, g, u, n->out[0])) return NULL;
    readers++;
  }
  return readers ? n : NULL;
}

/* The length as a mask: what the kernels of masks do with it needs no length. */
static fp8c_status mask_by_length(graph *g, node *n, value *held, fp8c_error *err) {
  value *mask = n->in[ATTENTION_MASK];
  if (!node_input(n, NONPAD)) return FP8C_OK; /* its keys were here before its values */
  node_set_input(n, NONPAD, NULL);
  if (mask) {
    TRY(computed(g, n, OP_AND, mask, held, &mask, err));
    node_set_input(n, ATTENTION_MASK, mask);
  } else {
    node_set_input(n, ATTENTION_MASK, held);
  }
  return FP8C_OK;
}

/* TensorScatter becomes CacheWrite, whose rows behind the new ones nobody sees. */
static fp8c_status write_behind(const run_inputs *x, node *n, value *held, fp8c_error *err) {
  value *stored;
  TRY(store_in_slots(x, n, n->name, n->in[0], n->in[1], &stored, err));
  stored->type.scale = n->out[0]->type.scale;
  for (size_t i = 0; i < n->out[0]->user_count; i++)
    if (node_is(n->out[0]->users[i], OP_ATTENTION))
      TRY(mask_by_length(x->g, n->out[0]->users[i], held, err));
  value_replace(n->out[0], stored);
  return FP8C_OK;
}

static fp8c_status write_all_behind(const run_inputs *x, fp8c_error *err) {
  const plan_memory *m = x->m;
  const token_run *r = &x->r;
  graph *g = x->g;
  node **found = NEW_ARRAY(g->arena, node *, m->state_count + 1);
  size_t count = 0;
  for (uint32_t i = 0; i < m->state_count; i++) {
    node *n = written_behind(x, &m->states[i]);
    if (n) found[count++] = n;
  }
  if (count != m->state_count) return FP8C_OK; /* attention has keys and values of one kind */
  tensor type = {.dtype = FP8C_DTYPE_I64, .rank = 4, .dims = {1, 1, 1, r->places}};
  int64_t *numbers = NEW_ARRAY(g->arena, int64_t, (size_t)r->places);
  for (int64_t i = 0; i < r->places; i++) numbers[i] = derived_offset(PLAN_ROLE_MASK, r, i);
  value *held = graph_const_copy(g, "offsets", &type, numbers), *before;
  node *first = g->first;
  TRY(number_of_each(x, first, type.rank, &before, err));
  TRY(computed(g, first, OP_LESS_OR_EQUAL, held, before, &held, err));
  for (size_t i = 0; i < count; i++) TRY(write_behind(x, found[i], held, err));
  return FP8C_OK;
}

/* ---- Slots -------------------------------------------------------------------------------- */

/* What is written in place is, to its readers, the run's sequences, and goes to their slots. */
static fp8c_status write_in_slots(const run_inputs *x, const plan_state *s, fp8c_error *err) {
  graph *g = x->g;
  value *past = g->inputs[s->input], *left = g->outputs[s->output];
  value *wrote = state_behind_conversions(left);
  node *n = value_def_of(wrote, OP_CACHE_WRITE);
  if (!x->slots || s->rows != PLAN_ROWS_FIXED) return FP8C_OK;
  if (!n || n->in[0] != past || !same_type(wrote, left)) return no_slots(s, past, err);
  if (!node_input(n, 4)) node_set_input(n, 4, x->slots);
  value *in[] = {past, n->in[1], n->in[2], n->in[3], x->slots};
  node *w = graph_node(g, NULL, op_get(OP_CACHE_WRITE),
                       arena_printf(g->arena, "%s.stored", past->name), in, 5, 1);
  node_set_int(w, "stays", 1);
  TRY(node_infer(w, err));
  w->out[0]->type.scale = left->type.scale;
  graph_set_output(g, s->output, w->out[0]);
  return FP8C_OK;
}

/* Every state is read and written by slots alone: by their places in a run it would be another's.
 */
static fp8c_status check_slots(const run_inputs *x, const plan_state *s, fp8c_error *err) {
  const value *past = x->g->inputs[s->input];
  const node *left = value_def_of(x->g->outputs[s->output], OP_CACHE_WRITE);
  if (!left || left->in[0] != past || node_input(left, 4) != x->slots || !node_int(left, "stays"))
    return no_slots(s, past, err);
  for (size_t i = 0; i < past->user_count; i++) {
    const node *n = past->users[i];
    bool reads = node_is(n, OP_CACHE_READ) && node_input(n, 2) == x->slots;
    bool writes = node_is(n, OP_CACHE_WRITE) && node_input(n, 4) == x->slots && n->in[1] != past;
    if (!reads && !writes) return no_slots(s, past, err);
  }
  return FP8C_OK;
}

fp8c_status states_in_place(const plan_memory *m, graph *g, fp8c_error *err) {
  run_inputs x = {.g = g, .m = m};
  if (m->state_count) x.before = input_of(m, g, PLAN_ROLE_BEGIN);
  if (!x.before || m->tokens == PLAN_NO_VALUE) return FP8C_OK;
  const tensor *t = &g->inputs[m->tokens]->type;
  node *first = g->first;
  x.slots = input_of(m, g, PLAN_ROLE_SLOT);
  x.r.count = t->rank ? t->dims[t->rank - 1] : 1;
  derived_mask(m, &x.r);
  TRY(write_all_behind(&x, err));
  for (uint32_t i = 0; i < m->fill_count; i++) TRY(derive(&x, first, &m->fills[i], err));
  for (uint32_t i = 0; i < m->state_count; i++) {
    TRY(write_in_slots(&x, &m->states[i], err));
    if (m->states[i].rows != PLAN_ROWS_FIRST) continue;
    TRY(read_rows(&x, &m->states[i], err));
    TRY(store_rows(&x, &m->states[i], err));
  }
  (void)graph_remove_dead(g); /* parts of what grew that nobody wants now */
  for (uint32_t i = 0; x.slots && i < m->state_count; i++) TRY(check_slots(&x, &m->states[i], err));
  return FP8C_OK;
}
