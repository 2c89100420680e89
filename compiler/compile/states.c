/* states.c - --capacity: what a model leaves to its next run becomes states of the plan.
 *
 * Pairs of an input and an output are found by what exporters call them (past_key_values.0.key and
 * present.0.key), by --state, and where an output is the input with rows added (Concat,
 * TensorScatter, GroupQueryAttention).  Derived inputs (masks, positions, lengths:
 * runtime/derived.h) are known by their names and --role.  What cannot be found is an error here,
 * since a plan that guessed would give wrong tokens. */
#include <string.h>

#include "base/nearest.h"
#include "base/numbers.h"
#include "base/size_names.h"
#include "compiler/compile/state_in_place.h"
#include "compiler/compile/state_sizes.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/types.h"

#define NOWHERE SIZE_MAX

typedef struct finding {
  job *j;
  graph *g;
  size_t *output_of; /* by input: the output that is its next number; NOWHERE */
  bool *is_state;    /* by output */
  int *role;         /* by input: plan_role; -1: the caller's */
  size_t tokens, logits;
  plan_memory *out;
} finding;

static size_t input_named(const graph *g, const char *name) {
  size_t i = 0;
  while (i < g->input_count && strcmp(g->inputs[i]->name, name) != 0) i++;
  return i < g->input_count ? i : NOWHERE;
}

static size_t output_named(const graph *g, const char *name) {
  size_t i = 0;
  while (i < g->output_count && strcmp(g->output_names[i], name) != 0) i++;
  return i < g->output_count ? i : NOWHERE;
}

static const char *nearest_port(const finding *f, const char *name, bool outputs) {
  nearest meant = {.word = name};
  for (size_t i = 0; i < (outputs ? f->g->output_count : f->g->input_count); i++)
    nearest_offer(&meant, outputs ? f->g->output_names[i] : f->g->inputs[i]->name);
  return nearest_words(&meant, f->j->scratch);
}

/* ---- Pairs ---------------------------------------------------------------- */

static void pair(finding *f, size_t input, size_t output) {
  f->output_of[input] = output;
  f->is_state[output] = true;
}

static fp8c_status pairs_asked(finding *f, fp8c_error *err) {
  const fp8c_compile_options *o = f->j->o;
  for (size_t i = 0; i < o->state_count; i++) {
    const char *in, *out;
    TRY(request_pair(f->j->keep, "--state", o->states[i], &in, &out, err));
    size_t a = input_named(f->g, in), b = output_named(f->g, out);
    if (a == NOWHERE)
      return fail(err, FP8C_ERROR_ARGUMENT, "--state: the model has no input \"%s\"%s", in,
                  nearest_port(f, in, false));
    if (b == NOWHERE)
      return fail(err, FP8C_ERROR_ARGUMENT, "--state: the model has no output \"%s\"%s", out,
                  nearest_port(f, out, true));
    if (f->output_of[a] != NOWHERE || f->is_state[b])
      return fail(err, FP8C_ERROR_ARGUMENT, "--state names \"%s\" twice",
                  f->is_state[b] ? out : in);
    pair(f, a, b);
  }
  return FP8C_OK;
}

/* "past_key_values.0.key" and "present.0.key" */
static size_t output_by_name(const finding *f, const char *name) {
  static const char *const before[] = {"past_key_values", "past"};
  static const char *const after[] = {"present_key_values", "present"};
  for (size_t b = 0; b < 2; b++) {
    const char *at = strstr(name, before[b]);
    for (size_t k = 0; at && k < 2; k++) {
      const char *wanted = arena_printf(f->j->scratch, "%.*s%s%s", (int)(at - name), name, after[k],
                                        at + strlen(before[b]));
      size_t found = output_named(f->g, wanted);
      if (found != NOWHERE && !f->is_state[found]) return found;
    }
  }
  return NOWHERE;
}

/* Keys and values of what an encoder read ("past_key_values.0.encoder.key", "past_key_cross_0"):
 * the same in every run, so they stay the caller's. */
static bool is_of_encoder(const value *in) {
  return strstr(in->name, "past") && (strstr(in->name, "encoder") || strstr(in->name, "cross"));
}

static fp8c_status pairs_found(finding *f, fp8c_error *err) {
  const graph *g = f->g;
  for (size_t i = 0; i < g->input_count; i++) {
    value *in = g->inputs[i];
    if (f->output_of[i] != NOWHERE || !dtype_is_small_float(in->type.dtype) || is_of_encoder(in))
      continue;
    size_t out = output_by_name(f, in->name);
    for (size_t o = 0; out == NOWHERE && o < g->output_count; o++)
      if (!f->is_state[o] && state_grown_by(f->g, in, o)) out = o;
    if (out != NOWHERE)
      pair(f, i, out);
    else if (strstr(in->name, "past"))
      return fail(
          err, FP8C_ERROR_ARGUMENT,
          "--capacity: no output is what input \"%s\" becomes; name it by --state %s=OUTPUT",
          in->name, in->name);
  }
  return FP8C_OK;
}

/* ---- Their shapes ----------------------------------------------------------- */

/* Some input that is no state has this size in front: it counts sequences. */
static bool counts_sequences(const finding *f, int64_t dim) {
  for (size_t i = 0; i < f->g->input_count; i++) {
    const tensor *t = &f->g->inputs[i]->type;
    if (t->rank > 0 && t->dims[0] == dim && f->output_of[i] == NOWHERE) return true;
  }
  return false;
}

/* So does the size in front of keys and values where the other inputs are of one sequence, unless
 * it is the only one that can be their rows ([rows, sequences, heads, size]). */
static bool is_batch(const finding *f, int64_t dim) {
  if (counts_sequences(f, dim)) return true;
  for (size_t i = 0; i < f->g->input_count; i++) {
    const tensor *t = &f->g->inputs[i]->type;
    if (t->rank != 4 || t->dims[0] != dim || f->output_of[i] == NOWHERE) continue;
    for (int d = 1; d < t->rank; d++)
      if (t->dims[d] < 0 && t->dims[d] != dim && !counts_sequences(f, t->dims[d])) return true;
  }
  return false;
}

enum { CACHE_TOTAL = 3 }; /* of CacheWrite: how many rows are wanted at least */

/* The axis of what is written at places of its own, and stays as large as it is: the capacity is
 * all that is wanted of it, whatever the run's data say. */
static int written_axis(const finding *f, const value *in, size_t output) {
  static const int64_t none = 0;
  node *n = state_grown_by(f->g, in, output);
  if (n && node_is(n, OP_TENSOR_SCATTER)) return (int)node_axis(n, in->type.rank);
  if (!n || !node_is(n, OP_CACHE_WRITE)) return -1;
  node_set_input(n, CACHE_TOTAL, graph_const_i64s(f->g, "total", &none, 1));
  return 2;
}

/* What a node adds to a state has the state's other sizes, which exporters leave free where they
 * could be known (ONNX Runtime GenAI: the size of a head). */
static fp8c_status sizes_of_added_rows(finding *f, size_t i, int axis, fp8c_error *err) {
  const value *in = f->g->inputs[i];
  const node *n = state_grown_by(f->g, in, f->output_of[i]);
  for (size_t k = 1; n && k < n->in_count; k++) {
    const tensor *new = n->in[k] ? &n->in[k]->type : NULL;
    if (!new || new->rank != in->type.rank || new->dtype != in->type.dtype) continue;
    for (int d = 0; d < new->rank; d++) {
      int64_t dim = in->type.dims[d];
      if (d == axis || dim >= 0 || dim == DIM_UNKNOWN || new->dims[d] < 0 || is_batch(f, dim))
        continue;
      TRY(graph_bind(f->g, f->g->symbols[DIM_SYMBOL_INDEX(dim)].name, new->dims[d], err));
    }
  }
  return n ? graph_infer(f->g, err) : FP8C_OK;
}

static fp8c_status add_state(finding *f, size_t i, fp8c_error *err) {
  const value *in = f->g->inputs[i];
  const tensor *t = &in->type, *to = &f->g->outputs[f->output_of[i]]->type;
  const char *output = f->g->output_names[f->output_of[i]];
  plan_state s = {.input = (uint32_t)i, .output = (uint32_t)f->output_of[i]};
  if (t->rank == RANK_UNKNOWN || t->dtype != to->dtype ||
      (to->rank != RANK_UNKNOWN && to->rank != t->rank))
    return fail(
        err, FP8C_ERROR_ARGUMENT,
        "--capacity: \"%s\" and \"%s\" have another type or rank, so that one cannot become "
        "the other",
        in->name, output);
  s.axis = written_axis(f, in, f->output_of[i]);
  if (s.axis >= 0) TRY(sizes_of_added_rows(f, i, s.axis, err));
  if (s.axis >= 0 && t->dims[s.axis] >= 0 && t->dims[s.axis] != f->j->o->capacity)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--capacity %lld: \"%s\" holds %lld tokens in the model; give that",
                (long long)f->j->o->capacity, in->name, (long long)t->dims[s.axis]);
  for (int d = 0; d < t->rank; d++) {
    if (t->dims[d] >= 0 || d == s.axis || is_batch(f, t->dims[d])) continue;
    if (s.axis >= 0)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--capacity: dimension %d of \"%s\" is free, and counts neither tokens nor "
                  "sequences; fix it by --shape",
                  d, in->name);
    s.axis = d;
    s.rows = PLAN_ROWS_GROW;
  }
  ARENA_PUSH(f->j->keep, f->out->states, f->out->state_count, s);
  return FP8C_OK;
}

static fp8c_status add_states(finding *f, fp8c_error *err) {
  bool grows = false, fixed = false;
  for (size_t i = 0; i < f->g->input_count; i++)
    if (f->output_of[i] != NOWHERE) TRY(add_state(f, i, err));
  for (uint32_t i = 0; i < f->out->state_count; i++) {
    const plan_state *s = &f->out->states[i];
    grows |= s->rows == PLAN_ROWS_GROW;
    fixed |= s->axis >= 0 && s->rows != PLAN_ROWS_GROW;
  }
  if (grows && fixed)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "--capacity: some states grow by each run and some are written in place; a plan "
                "holds one kind");
  if (f->out->state_count) return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT,
              "--capacity: the model has no input past* with an output present*, and none that an "
              "output adds rows to; name its states by --state INPUT=OUTPUT");
}

/* ---- Roles of inputs and outputs ---------------------------------------------- */

enum { ROLE_LOGITS = PLAN_ROLE_SLOT }; /* which no model asks for by name */
static const char *const role_names[] = {"tokens", "mask",  "positions", "begin",
                                         "last",   "total", "logits"};

static const struct {
  const char *name;
  plan_role role;
} known_names[] = {
    {"input_ids", PLAN_ROLE_TOKENS},
    {"decoder_input_ids", PLAN_ROLE_TOKENS},
    {"token_ids", PLAN_ROLE_TOKENS},
    {"tokens", PLAN_ROLE_TOKENS},
    {"attention_mask", PLAN_ROLE_MASK},
    {"position_ids", PLAN_ROLE_POSITIONS},
    {"cache_position", PLAN_ROLE_POSITIONS},
    {"seqlens_k", PLAN_ROLE_LAST},
    {"past_sequence_length", PLAN_ROLE_BEGIN},
    {"past_length", PLAN_ROLE_BEGIN},
    {"cache_length", PLAN_ROLE_BEGIN},
    {"write_indices", PLAN_ROLE_BEGIN},
    {"total_sequence_length", PLAN_ROLE_TOTAL},
    {"nonpad_kv_seqlen", PLAN_ROLE_TOTAL},
};

static fp8c_status roles_asked(finding *f, fp8c_error *err) {
  const fp8c_compile_options *o = f->j->o;
  for (size_t i = 0; i < o->role_count; i++) {
    const char *port, *word;
    int role = 0;
    TRY(request_pair(f->j->keep, "--role", o->roles[i], &port, &word, err));
    while (role <= ROLE_LOGITS && strcmp(role_names[role], word) != 0) role++;
    if (role > ROLE_LOGITS)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--role \"%s\": there are tokens, mask, positions, begin, last, total and logits",
                  o->roles[i]);
    size_t at = role == ROLE_LOGITS ? output_named(f->g, port) : input_named(f->g, port);
    if (at == NOWHERE || (role == ROLE_LOGITS ? f->is_state[at] : f->output_of[at] != NOWHERE))
      return fail(err, FP8C_ERROR_ARGUMENT, "--role: the model has no %s \"%s\" that is no state%s",
                  role == ROLE_LOGITS ? "output" : "input", port,
                  nearest_port(f, port, role == ROLE_LOGITS));
    if (role == ROLE_LOGITS)
      f->logits = at;
    else
      f->role[at] = role;
  }
  return FP8C_OK;
}

/* A name means what it says where the type can be it. */
static void roles_by_name(finding *f) {
  for (size_t i = 0; i < f->g->input_count; i++) {
    const value *v = f->g->inputs[i];
    bool integers = v->type.dtype == FP8C_DTYPE_I64 || v->type.dtype == FP8C_DTYPE_I32;
    if (f->role[i] >= 0 || f->output_of[i] != NOWHERE) continue;
    for (size_t k = 0; k < sizeof known_names / sizeof *known_names; k++)
      if (strcmp(known_names[k].name, v->name) == 0 &&
          (integers || known_names[k].role == PLAN_ROLE_MASK))
        f->role[i] = (int)known_names[k].role;
  }
}

static bool is_token_table(const finding *f, const node *n) {
  return node_is(n, OP_GATHER) && n->in[1] &&
         state_behind_conversions(n->in[1]) == f->g->inputs[f->tokens] && n->in[0]->type.rank > 0 &&
         node_axis(n, n->in[0]->type.rank) == 0 && n->in[0]->type.dims[0] > 0;
}

static fp8c_status check_role(const finding *f, size_t i, fp8c_error *err) {
  const value *v = f->g->inputs[i];
  const tensor *t = &v->type;
  int role = f->role[i];
  const char *name = role_names[role];
  bool mask = role == PLAN_ROLE_MASK, list = mask || role == PLAN_ROLE_TOKENS;
  bool integers = t->dtype == FP8C_DTYPE_I64 || t->dtype == FP8C_DTYPE_I32;
  if (!integers && !(mask && (t->dtype == FP8C_DTYPE_BOOL || dtype_is_small_float(t->dtype))))
    return fail(err, FP8C_ERROR_ARGUMENT, "input \"%s\" takes %s, which %s are not", v->name,
                fp8c_dtype_name(t->dtype), name);
  if (t->rank == RANK_UNKNOWN || (mask && t->rank != 2) || (list && t->rank < 1))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "input \"%s\" (%s) has rank %d; a mask has rank 2, a place for each token", v->name,
                name, t->rank);
  if (list && t->rank > 1 && t->dims[0] > 1)
    return fail(
        err, FP8C_ERROR_UNSUPPORTED,
        "input \"%s\" takes %lld sequences at once; a slot holds one, so the model must take "
        "1 or any number",
        v->name, (long long)t->dims[0]);
  bool grows = f->out->states[0].rows == PLAN_ROWS_GROW;
  int64_t places = mask ? t->dims[t->rank - 1] : -1;
  if (places >= 0 && (grows || places != f->j->o->capacity))
    return fail(
        err, FP8C_ERROR_UNSUPPORTED, "input \"%s\" is a mask of %lld places; %s", v->name,
        (long long)places,
        grows ? "it must grow with the states"
              : arena_printf(f->j->scratch, "--capacity is %lld", (long long)f->j->o->capacity));
  return FP8C_OK;
}

/* An output of floats that is no state; with `wide` only one that is as wide as the tokens' table.
 */
static size_t only_floats(const finding *f, bool wide) {
  size_t count = 0, last = NOWHERE;
  for (size_t i = 0; i < f->g->output_count; i++) {
    const tensor *t = &f->g->outputs[i]->type;
    if (f->is_state[i] || !dtype_is_small_float(t->dtype)) continue;
    if (wide && (t->rank < 1 || t->dims[t->rank - 1] != (int64_t)f->out->vocabulary)) continue;
    count++;
    last = i;
  }
  return count == 1 ? last : NOWHERE;
}

static fp8c_status find_logits(finding *f, fp8c_error *err) {
  if (f->logits == NOWHERE) f->logits = output_named(f->g, "logits");
  if (f->logits != NOWHERE && f->is_state[f->logits]) f->logits = NOWHERE;
  if (f->logits == NOWHERE) f->logits = only_floats(f, false);
  if (f->logits == NOWHERE) f->logits = only_floats(f, true);
  if (f->logits == NOWHERE) return FP8C_OK;
  f->out->logits = (uint32_t)f->logits;
  if (dtype_is_small_float(f->g->outputs[f->logits]->type.dtype)) return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT, "output \"%s\" holds no floats, so it gives no logits",
              f->g->output_names[f->logits]);
}

static fp8c_status find_tokens(finding *f, fp8c_error *err) {
  for (size_t i = 0; i < f->g->input_count; i++) {
    if (f->role[i] != PLAN_ROLE_TOKENS) continue;
    if (f->tokens != NOWHERE)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "inputs \"%s\" and \"%s\" would both take the tokens; say which by --role",
                  f->g->inputs[f->tokens]->name, f->g->inputs[i]->name);
    f->tokens = i;
  }
  return FP8C_OK;
}

static fp8c_status add_roles(finding *f, fp8c_error *err) {
  plan_memory *m = f->out;
  TRY(roles_asked(f, err));
  roles_by_name(f);
  TRY(find_tokens(f, err));
  m->tokens = m->logits = PLAN_NO_VALUE;
  for (uint32_t i = 0; i < m->state_count && f->tokens == NOWHERE; i++)
    if (m->states[i].axis >= 0)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--capacity: no input is called input_ids; say which takes the tokens by --role "
                  "INPUT=tokens");
  if (f->tokens == NOWHERE) return FP8C_OK; /* names mean nothing without tokens */
  m->tokens = (uint32_t)f->tokens;
  for (size_t i = 0; i < f->g->input_count; i++) {
    if (f->role[i] < 0) continue;
    TRY(check_role(f, i, err));
    plan_fill fill = {(uint32_t)i, (plan_role)f->role[i]};
    ARENA_PUSH(f->j->keep, m->fills, m->fill_count, fill);
  }
  for (const node *n = f->g->first; n; n = n->next) {
    if (!is_token_table(f, n)) continue;
    uint64_t rows = (uint64_t)n->in[0]->type.dims[0];
    if (m->vocabulary == 0 || rows < m->vocabulary) m->vocabulary = rows;
  }
  return find_logits(f, err);
}

/* ---- Lengths that are named wrongly ------------------------------------------- */

static bool has_term(const name_sum *s, const char *name) {
  for (size_t k = 0; k < s->count; k++)
    if (s->names[k].length == strlen(name) &&
        strncmp(s->names[k].at, name, s->names[k].length) == 0)
      return true;
  return false;
}

/* Exporters that had a token a run in mind call the length of the mask "past_sequence_length + 1"
 * where the model takes any number (Optimum): the number is that of the run's tokens. */
static void correct_length(const finding *f, int64_t dim, const char *tokens) {
  graph *g = f->g;
  name_sum sum;
  if (dim >= 0 || dim == DIM_UNKNOWN) return;
  const symbol *s = &g->symbols[DIM_SYMBOL_INDEX(dim)];
  if (s->bound >= 0 || !name_sum_read(s->name, &sum) || sum.number != 1 || has_term(&sum, tokens))
    return;
  text t;
  text_init(&t, f->j->scratch);
  for (size_t k = 0; k < sum.count; k++)
    text_printf(&t, "%.*s + ", (int)sum.names[k].length, sum.names[k].at);
  text_add(&t, tokens);
  int64_t right = graph_symbol(g, text_cstr(&t));
  int64_t *dims = NEW_ARRAY(f->j->scratch, int64_t, g->symbol_count);
  for (size_t i = 0; i < g->symbol_count; i++) dims[i] = DIM_SYMBOL(i);
  dims[DIM_SYMBOL_INDEX(dim)] = right;
  graph_replace_symbols(g, dims);
}

/* Of masks, and of what states become. */
static void correct_lengths(const finding *f) {
  const graph *g = f->g;
  if (f->tokens == NOWHERE) return;
  const tensor *t = &g->inputs[f->tokens]->type;
  int64_t tokens = t->dims[t->rank - 1];
  if (tokens >= 0 || tokens == DIM_UNKNOWN) return;
  const char *name = g->symbols[DIM_SYMBOL_INDEX(tokens)].name;
  for (size_t i = 0; i < g->input_count; i++)
    if (f->role[i] == PLAN_ROLE_MASK)
      correct_length(f, g->inputs[i]->type.dims[g->inputs[i]->type.rank - 1], name);
  for (uint32_t i = 0; i < f->out->state_count; i++) {
    const plan_state *s = &f->out->states[i];
    if (s->rows == PLAN_ROWS_GROW && s->axis >= 0)
      correct_length(f, g->outputs[s->output]->type.dims[s->axis], name);
  }
}

static void report_states(const finding *f) {
  const plan_memory *m = f->out;
  text t;
  text_init(&t, f->j->keep);
  for (uint32_t i = 0; i < m->fill_count; i++)
    text_printf(&t, "%s\"%s\" (%s)",
                i ? ", " : "; derived inputs: ", f->g->inputs[m->fills[i].input]->name,
                role_names[m->fills[i].role]);
  if (m->logits != PLAN_NO_VALUE)
    text_printf(&t, "; logits: \"%s\"", f->g->output_names[m->logits]);
  else if (m->tokens != PLAN_NO_VALUE)
    text_add(&t, "; no output is known to give logits, so --role OUTPUT=logits is to say which");
  job_say(f->j, FP8C_SEVERITY_NOTE, "states", "",
          "%u state%s of %lld token%s, the first from \"%s\" to \"%s\"%s", m->state_count,
          m->state_count == 1 ? "" : "s", (long long)m->capacity, m->capacity == 1 ? "" : "s",
          f->g->output_names[m->states[0].output], f->g->inputs[m->states[0].input]->name,
          text_cstr(&t));
}

fp8c_status job_find_states(job *j, fp8c_error *err) {
  graph *g = j->model.graph;
  if (!j->o->capacity) return FP8C_OK;
  finding f = {.j = j,
               .g = g,
               .output_of = NEW_ARRAY(j->scratch, size_t, g->input_count + 1),
               .is_state = NEW_ARRAY(j->scratch, bool, g->output_count + 1),
               .role = NEW_ARRAY(j->scratch, int, g->input_count + 1),
               .tokens = NOWHERE,
               .logits = NOWHERE,
               .out = &j->result.plan.memory};
  for (size_t i = 0; i < g->input_count; i++) {
    f.output_of[i] = NOWHERE;
    f.role[i] = -1;
  }
  f.out->capacity = (uint64_t)j->o->capacity;
  TRY(pairs_asked(&f, err));
  TRY(pairs_found(&f, err));
  TRY(add_states(&f, err));
  TRY(add_roles(&f, err));
  correct_lengths(&f);
  report_states(&f);
  return job_fix_state_sizes(j, err);
}
