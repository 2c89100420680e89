/* state_sizes.c - sizes that are known because a plan has states: one sequence on every device,
 * and on a GPU, where every size of a run is known before it, all others.
 *
 * On a GPU what grows by each run gets the rows of the capacity, those of tokens at the end: the
 * model sees a past that is padded in front, as batches of unequal prompts are, and its own
 * attention_mask hides the padding, or one that Attention with a past of its own is given.
 * Distances between places stay what they were.  Places themselves do not, so a model that counts
 * positions by the size of its past is refused. */
#include <string.h>

#include "base/numbers.h"
#include "compiler/compile/state_in_place.h"
#include "compiler/compile/state_sizes.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"

typedef struct sizing {
  job *j;
  graph *g;
  plan_memory *m;
  int64_t capacity, tokens; /* tokens: of a run; -1: several sizes, of ... */
  const char *tokens_name;
  bool at_end;
} sizing;

static const char *symbol_of(const sizing *s, int64_t dim) {
  return s->g->symbols[DIM_SYMBOL_INDEX(dim)].name;
}

/* What --dim says of a size that is decided here must be the same; it is taken from the list. */
static fp8c_status settle_request(sizing *s, const char *name, int64_t size, fp8c_error *err) {
  dim_request *d = request_dim(&s->j->ask, name);
  if (!d) return FP8C_OK;
  if (d->of.count != 1 || d->of.sizes[0] != size)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--dim: \"%s\" is %lld in a plan with states (--capacity)", name, (long long)size);
  size_t at = (size_t)(d - s->j->ask.dims);
  memmove(d, d + 1, (s->j->ask.dim_count - at - 1) * sizeof *d);
  s->j->ask.dim_count--;
  return FP8C_OK;
}

/* Dimension `d` of an input, if it is free, gets this size. */
static fp8c_status set_size(sizing *s, uint32_t input, int d, int64_t size, fp8c_error *err) {
  int64_t dim = s->g->inputs[input]->type.dims[d];
  if (dim >= 0) return FP8C_OK;
  TRY(settle_request(s, symbol_of(s, dim), size, err));
  return graph_bind(s->g, symbol_of(s, dim), size, err);
}

/* The last dimension of an input is as many as the tokens of a run, and so many more. */
static fp8c_status set_by_tokens(sizing *s, uint32_t input, int64_t more, fp8c_error *err) {
  const tensor *t = &s->g->inputs[input]->type;
  int last = t->rank - 1;
  if (last < 0 || t->dims[last] >= 0) return FP8C_OK;
  if (s->tokens >= 0) return set_size(s, input, last, s->tokens + more, err);
  const char *name = symbol_of(s, t->dims[last]);
  if (strcmp(name, s->tokens_name) == 0 && more == 0) return FP8C_OK;
  size_tie tie = {.symbol = name, .of = s->tokens_name, .more = more};
  for (size_t i = 0; i < s->j->tie_count; i++)
    if (strcmp(s->j->ties[i].symbol, name) == 0) return FP8C_OK;
  ARENA_PUSH(s->j->keep, s->j->ties, s->j->tie_count, tie);
  return FP8C_OK;
}

/* A slot holds one sequence: a free size that counts sequences is 1. */
static fp8c_status one_sequence(sizing *s, fp8c_error *err) {
  for (uint32_t i = 0; i < s->m->state_count; i++) {
    const plan_state *of = &s->m->states[i];
    for (int d = 0; d < s->g->inputs[of->input]->type.rank; d++)
      if (d != of->axis) TRY(set_size(s, of->input, d, 1, err));
  }
  for (uint32_t i = 0; i < s->m->fill_count; i++) {
    const plan_fill *f = &s->m->fills[i];
    bool list =
        f->role == PLAN_ROLE_TOKENS || f->role == PLAN_ROLE_MASK || f->role == PLAN_ROLE_POSITIONS;
    int rank = s->g->inputs[f->input]->type.rank;
    for (int d = 0; d < rank - list; d++) TRY(set_size(s, f->input, d, 1, err));
  }
  return FP8C_OK;
}

static fp8c_status size_tokens(sizing *s, fp8c_error *err) {
  uint32_t input = s->m->tokens;
  const tensor *t = &s->g->inputs[input]->type;
  int64_t dim = t->dims[t->rank - 1];
  s->tokens = dim;
  if (dim >= 0) return FP8C_OK;
  const dim_request *asked = request_dim(&s->j->ask, symbol_of(s, dim));
  s->tokens_name = symbol_of(s, dim);
  s->tokens = !asked ? 1 : asked->of.count == 1 ? asked->of.sizes[0] : -1;
  return s->tokens < 0 ? FP8C_OK : set_size(s, input, t->rank - 1, s->tokens, err);
}

static fp8c_status size_fill(sizing *s, const plan_fill *f, fp8c_error *err) {
  const tensor *t = &s->g->inputs[f->input]->type;
  if (f->role == PLAN_ROLE_POSITIONS) return set_by_tokens(s, f->input, 0, err);
  if (f->role != PLAN_ROLE_MASK) return FP8C_OK;
  return s->at_end ? set_by_tokens(s, f->input, s->capacity, err)
                   : set_size(s, f->input, t->rank - 1, s->capacity, err);
}

/* ---- Attention that is given its past ----------------------------------------------------- */

enum { ATTENTION_MASK = 3, PAST_KEY = 4, PAST_VALUE = 5, NONPAD = 6 };

/* The attention whose own past a state is; NULL. */
static node *attention_of(const sizing *s, const plan_state *of) {
  value *in = s->g->inputs[of->input], *out = s->g->outputs[of->output];
  node *n = in->user_count == 1 && of->axis == 2 ? in->users[0] : NULL;
  if (!n || !node_is(n, OP_ATTENTION)) return NULL;
  size_t present = node_input(n, PAST_KEY) == in ? 1 : node_input(n, PAST_VALUE) == in ? 2 : 0;
  return present && node_output(n, present) == out ? n : NULL;
}

/* The model leaves its past as it is and joins rows behind it, so that a GPU need not move it. */
static bool only_grows(const sizing *s, const plan_state *of) {
  const value *in = s->g->inputs[of->input];
  const node *n = state_grown_by(s->g, in, of->output);
  if (attention_of(s, of)) return true;
  return n && node_is(n, OP_CONCAT) && of->axis > 0 && node_axis(n, in->type.rank) == of->axis;
}

/* The last rows of what a state becomes: as many as it has. */
static fp8c_status keep_last_rows(sizing *s, plan_state *of, fp8c_error *err) {
  graph *g = s->g;
  bool stays = only_grows(s, of);
  int64_t axis = of->axis, from = -s->capacity, to = INT64_MAX;
  value *in[] = {g->outputs[of->output], graph_const_i64s(g, "from", &from, 1),
                 graph_const_i64s(g, "to", &to, 1), graph_const_i64s(g, "axis", &axis, 1)};
  node *n = graph_node(g, NULL, op_get(OP_SLICE),
                       arena_printf(g->arena, "%s.rows", g->output_names[of->output]), in, 4, 1);
  TRY(node_infer(n, err));
  graph_set_output(g, of->output, n->out[0]);
  of->rows = stays ? PLAN_ROWS_FIRST : PLAN_ROWS_END;
  return FP8C_OK;
}

static fp8c_status size_state(sizing *s, plan_state *of, fp8c_error *err) {
  const tensor *t = &s->g->inputs[of->input]->type;
  if (of->axis >= 0) TRY(set_size(s, of->input, of->axis, s->capacity, err));
  if (of->axis >= 0 && t->dims[of->axis] != s->capacity)
    return fail(err, FP8C_ERROR_ARGUMENT, "--capacity %lld: \"%s\" holds %lld tokens in the model",
                (long long)s->capacity, s->g->inputs[of->input]->name,
                (long long)t->dims[of->axis]);
  return FP8C_OK;
}

/* ---- Positions ---------------------------------------------------------------- */

/* A walk from a value to what it is made of. */
typedef struct walk {
  const sizing *s;
  uint8_t *seen; /* by value id: 1 by its numbers, 2 by its shape */
  value **stack;
  size_t depth;
} walk;

static void push(walk *w, value *v, int how) {
  if (!v || w->seen[v->id] & how) return;
  w->seen[v->id] |= (uint8_t)how;
  ARENA_PUSH(w->s->j->scratch, w->stack, w->depth, v);
}

static bool is_past(const sizing *s, const value *v) {
  for (uint32_t i = 0; i < s->m->state_count; i++)
    if (s->g->inputs[s->m->states[i].input] == v) return true;
  return false;
}

static bool has_role(const sizing *s, const value *v, plan_role role) {
  for (uint32_t i = 0; i < s->m->fill_count; i++)
    if (s->m->fills[i].role == role && s->g->inputs[s->m->fills[i].input] == v) return true;
  return false;
}

typedef enum source { FROM_SIZES, FROM_POSITIONS } source;

/* Whether `v` is computed from how large the past or the mask is, or from the positions' numbers.
 */
static bool follows_from(const sizing *s, value *v, source what) {
  walk w = {.s = s, .seen = NEW_ARRAY(s->j->scratch, uint8_t, s->g->next_value_id + 1)};
  push(&w, v, 1);
  while (w.depth) {
    value *at = w.stack[--w.depth];
    int how = w.seen[at->id];
    if (what == FROM_POSITIONS && (how & 1) && has_role(s, at, PLAN_ROLE_POSITIONS)) return true;
    if (what == FROM_SIZES && (is_past(s, at) || (has_role(s, at, PLAN_ROLE_MASK) && how & 2)))
      return true;
    if (at->kind != VALUE_NODE) continue;
    if (node_is(at->def, OP_SHAPE) || node_is(at->def, OP_SIZE)) how = 2;
    for (size_t i = 0; i < at->def->in_count; i++) push(&w, at->def->in[i], how);
  }
  return false;
}

/* The value that says where tokens stand, if `n` takes one: angles, rows of a table, rotations. */
static value *position_of(const sizing *s, const node *n) {
  if (node_is(n, OP_COS) || node_is(n, OP_SIN)) return n->in[0];
  if (node_is(n, OP_ROTARY_EMBEDDING)) return node_input(n, 3);
  if ((!node_is(n, OP_GATHER) && !node_is(n, OP_SLICE)) || !n->in[0] ||
      !dtype_is_small_float(n->in[0]->type.dtype))
    return NULL;
  if (node_is(n, OP_SLICE)) return value_is_const(n->in[0]) ? n->in[1] : NULL;
  return has_role(s, n->in[1], PLAN_ROLE_TOKENS) ? NULL : n->in[1];
}

static bool compares(const node *n) {
  return node_is(n, OP_LESS) || node_is(n, OP_LESS_OR_EQUAL) || node_is(n, OP_GREATER) ||
         node_is(n, OP_GREATER_OR_EQUAL) || node_is(n, OP_EQUAL);
}

static fp8c_status check_node(const sizing *s, const node *n, fp8c_error *err) {
  value *v = position_of(s, n);
  if (v && follows_from(s, v, FROM_SIZES))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "--capacity on a GPU: \"%s\" takes positions that the model counts by the size of "
                "its past; export it with position_ids as an input, or give --target cpu",
                n->name);
  for (size_t i = 0; compares(n) && i < n->in_count; i++)
    if (follows_from(s, n->in[i], FROM_POSITIONS))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "--capacity on a GPU: \"%s\" compares positions with places, and the places of a "
                  "past that is padded in front are others; give --target cpu",
                  n->name);
  return FP8C_OK;
}

/* Nothing but the order of tokens hides a key from it. */
static bool attends_to_all(const node *n) {
  return n && !node_input(n, ATTENTION_MASK) && !node_input(n, NONPAD);
}

/* A mask of the runtime's, where the model has none because its past has no padding. */
static void hide_padding(sizing *s) {
  graph *g = s->g;
  for (uint32_t i = 0; i < s->m->state_count; i++)
    if (!attends_to_all(attention_of(s, &s->m->states[i]))) return;
  tensor t = {.dtype = FP8C_DTYPE_BOOL, .rank = 2};
  t.dims[0] = 1;
  t.dims[1] = graph_symbol(g, "places_held");
  value *mask = graph_input(g, "places_held", &t);
  plan_fill fill = {.input = (uint32_t)(g->input_count - 1), .role = PLAN_ROLE_MASK};
  for (uint32_t i = 0; i < s->m->state_count; i++)
    node_set_input(attention_of(s, &s->m->states[i]), ATTENTION_MASK, mask);
  ARENA_PUSH(s->j->keep, s->m->fills, s->m->fill_count, fill);
}

static fp8c_status check_positions(const sizing *s, fp8c_error *err) {
  bool masked = false;
  for (uint32_t i = 0; i < s->m->fill_count; i++) {
    const plan_fill *f = &s->m->fills[i];
    masked |= f->role == PLAN_ROLE_MASK;
    if (f->role > PLAN_ROLE_POSITIONS)
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "--capacity on a GPU: input \"%s\" takes a length, and the past that grows is "
                  "padded in front there; give --target cpu",
                  s->g->inputs[f->input]->name);
  }
  if (!masked)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "--capacity on a GPU: the model has no attention_mask that could hide places "
                "without tokens; export it with one, or give --target cpu");
  for (const node *n = s->g->first; n; n = n->next) {
    arena_mark mark = arena_save(s->j->scratch);
    fp8c_status status = check_node(s, n, err);
    arena_reset(s->j->scratch, mark);
    TRY(status);
  }
  return FP8C_OK;
}

/* An input that no model has: how many tokens came before a run, for kernels that read a state no
 * further. */
static void add_tokens_before(sizing *s) {
  tensor one = {.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {1}};
  (void)graph_input(s->g, "tokens_before", &one);
  plan_fill fill = {.input = (uint32_t)(s->g->input_count - 1), .role = PLAN_ROLE_BEGIN};
  ARENA_PUSH(s->j->keep, s->m->fills, s->m->fill_count, fill);
}

fp8c_status job_fix_state_sizes(job *j, fp8c_error *err) {
  sizing s = {.j = j,
              .g = j->model.graph,
              .m = &j->result.plan.memory,
              .capacity = j->o->capacity,
              .tokens = 1};
  if (!j->targets.has_gpu) {
    TRY(one_sequence(&s, err));
    return graph_infer(s.g, err);
  }
  for (uint32_t i = 0; i < s.m->state_count; i++) s.at_end |= s.m->states[i].rows == PLAN_ROWS_GROW;
  if (s.at_end) hide_padding(&s);
  if (s.at_end) TRY(check_positions(&s, err));
  TRY(one_sequence(&s, err));
  for (uint32_t i = 0; i < s.m->state_count; i++) TRY(size_state(&s, &s.m->states[i], err));
  if (s.m->tokens != PLAN_NO_VALUE) TRY(size_tokens(&s, err));
  for (uint32_t i = 0; i < s.m->fill_count; i++)
    if (s.m->fills[i].role != PLAN_ROLE_TOKENS) TRY(size_fill(&s, &s.m->fills[i], err));
  TRY(graph_infer(s.g, err));
  for (uint32_t i = 0; i < s.m->state_count; i++)
    if (s.m->states[i].rows == PLAN_ROWS_GROW) TRY(keep_last_rows(&s, &s.m->states[i], err));
  if (s.m->tokens != PLAN_NO_VALUE) add_tokens_before(&s);
  return FP8C_OK;
}
