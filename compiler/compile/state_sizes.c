/* state_sizes.c - sizes that are known because a plan has states: one sequence, unless --dim asks
 * for several in a run, and on a GPU, where every size of a run is known before it, all others.
 *
 * On a GPU what grows by each run gets the rows of the capacity, those of tokens at the end: the
 * model sees a past that is padded in front, as batches of unequal prompts are, and its own
 * attention_mask hides the padding, or one that Attention with a past of its own is given.
 * Distances between places stay what they were.  Places themselves do not: state_counts.c gives a
 * model that counts by the size of its past what it would have counted without padding.
 *
 * Several sequences in a run have pasts of lengths of their own.  One that grows is padded in front
 * there on every device, to that of the longest; nothing that is one number or one row for all
 * sequences may depend on a length. */
#include <string.h>

#include "base/numbers.h"
#include "compiler/compile/state_counts.h"
#include "compiler/compile/state_in_place.h"
#include "compiler/compile/state_masks.h"
#include "compiler/compile/state_sizes.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "runtime/derived.h"

typedef struct sizing {
  job *j;
  graph *g;
  plan_memory *m;
  int64_t capacity, tokens; /* tokens: of a run; -1: several sizes, of ... */
  const char *tokens_name;
  int64_t batch; /* the free size that counts the sequences of a run; 0: there is one */
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

/* ---- How many sequences a run has ---------------------------------------------------------- */

/* The size of the tokens that counts sequences, if --dim gives it another than 1; else 0. */
static int64_t batch_asked(const sizing *s) {
  if (s->m->tokens == PLAN_NO_VALUE) return 0;
  const tensor *t = &s->g->inputs[s->m->tokens]->type;
  if (t->rank != 2 || t->dims[0] >= 0 || t->dims[0] == DIM_UNKNOWN) return 0;
  const dim_request *asked = request_dim(&s->j->ask, symbol_of(s, t->dims[0]));
  bool one = !asked || (asked->of.count == 1 && asked->of.sizes[0] == 1);
  return one ? 0 : t->dims[0];
}

static fp8c_status not_a_sequence_each(const sizing *s, uint32_t input, fp8c_error *err) {
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "--capacity with several sequences in a run (--dim %s): input \"%s\" is not one for "
              "each of them; compile for one",
              symbol_of(s, s->batch), s->g->inputs[input]->name);
}

/* The first dimension of an input counts sequences, whatever its own name is. */
static fp8c_status count_sequences(sizing *s, uint32_t input, fp8c_error *err) {
  graph *g = s->g;
  const tensor *t = &g->inputs[input]->type;
  int64_t dim = t->rank ? t->dims[0] : 1;
  if (dim >= 0 || dim == DIM_UNKNOWN) return not_a_sequence_each(s, input, err);
  if (dim == s->batch) return FP8C_OK;
  if (request_dim(&s->j->ask, symbol_of(s, dim)))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--dim: \"%s\" is the number of sequences, which \"%s\" says", symbol_of(s, dim),
                symbol_of(s, s->batch));
  int64_t *dims = NEW_ARRAY(s->j->scratch, int64_t, g->symbol_count);
  for (size_t i = 0; i < g->symbol_count; i++) dims[i] = DIM_SYMBOL(i);
  dims[DIM_SYMBOL_INDEX(dim)] = s->batch;
  graph_replace_symbols(g, dims);
  return FP8C_OK;
}

/* Dimension `d` of an input, if it is free, counts the sequences of a run. */
static fp8c_status set_sequences(sizing *s, uint32_t input, int d, fp8c_error *err) {
  if (!s->batch) return set_size(s, input, d, 1, err);
  if (d == 0) return count_sequences(s, input, err);
  return s->g->inputs[input]->type.dims[d] >= 0 ? FP8C_OK : not_a_sequence_each(s, input, err);
}

static bool is_list(plan_role role) {
  return role == PLAN_ROLE_TOKENS || role == PLAN_ROLE_MASK || role == PLAN_ROLE_POSITIONS;
}

/* A length that is one number may be that of all sequences: the longest's. */
static bool is_one_for_all(const sizing *s, const plan_fill *f) {
  const tensor *t = &s->g->inputs[f->input]->type;
  return f->role == PLAN_ROLE_TOTAL && tensor_elements(t) == 1;
}

/* A free size that counts sequences is 1, or the number that --dim asks for. */
static fp8c_status size_sequences(sizing *s, fp8c_error *err) {
  for (uint32_t i = 0; i < s->m->state_count; i++) {
    const plan_state *of = &s->m->states[i];
    if (s->batch && of->axis == 0) return not_a_sequence_each(s, of->input, err);
    for (int d = 0; d < s->g->inputs[of->input]->type.rank; d++)
      if (d != of->axis) TRY(set_sequences(s, of->input, d, err));
  }
  for (uint32_t i = 0; i < s->m->fill_count; i++) {
    const plan_fill *f = &s->m->fills[i];
    int rank = s->g->inputs[f->input]->type.rank;
    if (s->batch && is_one_for_all(s, f)) continue;
    if (s->batch && rank != 1 + is_list(f->role)) return not_a_sequence_each(s, f->input, err);
    for (int d = 0; d < rank - is_list(f->role); d++) TRY(set_sequences(s, f->input, d, err));
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
  value *rows;
  TRY(state_last_rows(g->outputs[of->output], of->axis, s->capacity,
                      arena_printf(g->arena, "%s.rows", g->output_names[of->output]), NULL, &rows,
                      err));
  graph_set_output(g, of->output, rows);
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

/* Why a past is padded in front, and what does without. */
static const char *why_padded(const sizing *s) {
  return s->j->targets.has_gpu ? "on a GPU" : "with several sequences in a run";
}
static const char *what_pads_not(const sizing *s) {
  return !s->batch               ? "give --target cpu"
         : s->j->targets.has_gpu ? "give --target cpu and compile for one sequence"
                                 : "compile for one sequence";
}

/* Nothing but the order of tokens hides a key from it. */
static bool attends_to_all(const node *n) {
  return n && !node_input(n, ATTENTION_MASK) && !node_input(n, NONPAD);
}

/* A mask of the runtime's, where the model has none because its past has no padding. */
static fp8c_status hide_padding(sizing *s, fp8c_error *err) {
  graph *g = s->g;
  bool masked = false;
  for (uint32_t i = 0; i < s->m->fill_count; i++) masked |= s->m->fills[i].role == PLAN_ROLE_MASK;
  for (uint32_t i = 0; i < s->m->state_count; i++)
    if (!attends_to_all(attention_of(s, &s->m->states[i])))
      return masked ? FP8C_OK : job_mask_places(s->j, s->batch, err);
  tensor t = {.dtype = FP8C_DTYPE_BOOL, .rank = 2};
  t.dims[0] = s->batch ? s->batch : 1;
  t.dims[1] = graph_symbol(g, "places_held");
  value *mask = graph_input(g, "places_held", &t);
  plan_fill fill = {.input = (uint32_t)(g->input_count - 1), .role = PLAN_ROLE_MASK};
  if (s->batch) { /* a row for all queries of a sequence */
    static const int64_t of_queries[] = {1, 2};
    value *in[] = {mask, graph_const_i64s(g, "of_queries", of_queries, 2)};
    node *n = graph_node(g, g->first, op_get(OP_UNSQUEEZE), "places_held.all", in, 2, 1);
    TRY(node_infer(n, err));
    mask = n->out[0];
  }
  for (uint32_t i = 0; i < s->m->state_count; i++)
    node_set_input(attention_of(s, &s->m->states[i]), ATTENTION_MASK, mask);
  ARENA_PUSH(s->j->keep, s->m->fills, s->m->fill_count, fill);
  return FP8C_OK;
}

static fp8c_status check_fills(const sizing *s, fp8c_error *err) {
  bool masked = false;
  for (uint32_t i = 0; i < s->m->fill_count; i++) {
    const plan_fill *f = &s->m->fills[i];
    masked |= f->role == PLAN_ROLE_MASK;
    if (f->role > PLAN_ROLE_POSITIONS)
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "--capacity %s: input \"%s\" takes a length, and the past that grows is "
                  "padded in front there; %s",
                  why_padded(s), s->g->inputs[f->input]->name, what_pads_not(s));
  }
  if (!masked)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "--capacity %s: the model has no attention_mask that could hide places "
                "without tokens; export it with one, or %s",
                why_padded(s), what_pads_not(s));
  return FP8C_OK;
}

/* Inputs that no model has: how many tokens came before a run, for kernels that read a state no
 * further, where in the states each of several sequences lies, and how its next token is chosen. */
static void add_number(sizing *s, const char *name, plan_role role) {
  tensor t = {.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {s->batch ? s->batch : 1}};
  if (role == PLAN_ROLE_SAMPLER) t.dims[t.rank++] = DERIVED_SAMPLER;
  (void)graph_input(s->g, name, &t);
  plan_fill fill = {.input = (uint32_t)(s->g->input_count - 1), .role = role};
  ARENA_PUSH(s->j->keep, s->m->fills, s->m->fill_count, fill);
}

fp8c_status job_fix_state_sizes(job *j, fp8c_error *err) {
  sizing s = {.j = j,
              .g = j->model.graph,
              .m = &j->result.plan.memory,
              .capacity = j->o->capacity,
              .tokens = 1};
  s.batch = batch_asked(&s);
  for (uint32_t i = 0; i < s.m->state_count; i++) s.at_end |= s.m->states[i].rows == PLAN_ROWS_GROW;
  bool padded = s.at_end && (s.batch || j->targets.has_gpu);
  if (padded) TRY(hide_padding(&s, err));
  if (padded) TRY(check_fills(&s, err));
  if (padded || !s.at_end) TRY(job_count_tokens(j, !s.batch, what_pads_not(&s), err));
  TRY(size_sequences(&s, err));
  if (!j->targets.has_gpu) return graph_infer(s.g, err);
  for (uint32_t i = 0; i < s.m->state_count; i++) TRY(size_state(&s, &s.m->states[i], err));
  if (s.m->tokens != PLAN_NO_VALUE) TRY(size_tokens(&s, err));
  for (uint32_t i = 0; i < s.m->fill_count; i++)
    if (s.m->fills[i].role != PLAN_ROLE_TOKENS) TRY(size_fill(&s, &s.m->fills[i], err));
  TRY(graph_infer(s.g, err));
  for (uint32_t i = 0; i < s.m->state_count; i++)
    if (s.m->states[i].rows == PLAN_ROWS_GROW) TRY(keep_last_rows(&s, &s.m->states[i], err));
  if (s.m->tokens != PLAN_NO_VALUE && !s.batch) (void)job_tokens_before(j);
  if (s.m->tokens != PLAN_NO_VALUE && s.batch) add_number(&s, "tokens_before", PLAN_ROLE_BEGIN);
  if (s.batch) add_number(&s, "slot_of_sequence", PLAN_ROLE_SLOT);
  if (s.m->tokens != PLAN_NO_VALUE && s.m->logits != PLAN_NO_VALUE)
    add_number(&s, "sampler_of_sequence", PLAN_ROLE_SAMPLER);
  return FP8C_OK;
}
