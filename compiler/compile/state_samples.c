/* state_samples.c - calibration samples of a model that keeps states.
 *
 * A sample is a prompt.  Where the model takes any number of tokens it is one run from an empty
 * past, whose keys and values are those that a prompt and single steps leave behind.  Where it
 * takes a fixed number, a prompt is as many runs as that needs, each with what the one before left;
 * tokens at the end that fill no run are not read.  Derived inputs are those that the runtime will
 * compute (runtime/derived.h). */
#include "compiler/compile/state_samples.h"

#include <string.h>

#include "base/hash.h"
#include "base/size.h"
#include "base/text.h"
#include "runtime/derived.h"

/* One run of one prompt. */
typedef struct prompt_run {
  size_t prompt;
  int64_t before;
} prompt_run;

typedef struct prompts {
  calibration_data data; /* first: data.user points back here */
  const calibration_data *of;
  const plan_memory *memory;
  const graph *g;
  int64_t tokens_of_run; /* -1: a prompt is one run */
  prompt_run *runs;
} prompts;

static fp8c_status zeroed(const prompts *p, uint32_t input, tensor *t, arena *a, fp8c_error *err) {
  int64_t elements;
  size_t bytes;
  if (!shape_elements(t->dims, t->rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(t->dtype), &bytes) || bytes > (size_t)1 << 40)
    return fail(err, FP8C_ERROR_ARGUMENT, "input \"%s\" is larger than memory can be",
                p->g->inputs[input]->name);
  t->data = arena_array(a, bytes ? bytes : 1, 1);
  memset(t->data, 0, bytes);
  return FP8C_OK;
}

/* An input's type with its free sizes: `last` for the last dimension, else one sequence. */
static tensor sized(const prompts *p, uint32_t input, int64_t last) {
  tensor t = p->g->inputs[input]->type;
  t.data = NULL;
  for (int d = 0; d < t.rank; d++)
    if (t.dims[d] < 0) t.dims[d] = d == t.rank - 1 ? last : 1;
  return t;
}

static fp8c_status derive_input(const prompts *p, const plan_fill *f, const token_run *r, arena *a,
                                tensor *out, fp8c_error *err) {
  int64_t width = derived_width(f->role, r);
  tensor t = sized(p, f->input, width);
  TRY(zeroed(p, f->input, &t, a, err));
  int64_t count = tensor_elements(&t);
  if (count == 0 || count % width != 0 || (t.rank && t.dims[t.rank - 1] != width))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "input \"%s\" of the model takes %s; %lld numbers follow from a prompt's tokens",
                p->g->inputs[f->input]->name, tensor_type_text(a, &p->g->inputs[f->input]->type),
                (long long)width);
  derived_fill(f->role, r, t.dtype, t.data, count);
  *out = t;
  return FP8C_OK;
}

static fp8c_status empty_state(const prompts *p, const plan_state *s, arena *a, tensor *out,
                               fp8c_error *err) {
  tensor t = sized(p, s->input, 1);
  if (s->axis >= 0) t.dims[s->axis] = s->rows == PLAN_ROWS_GROW ? 0 : (int64_t)p->memory->capacity;
  TRY(zeroed(p, s->input, &t, a, err));
  *out = t;
  return FP8C_OK;
}

static int64_t tokens_in(const tensor *t) { return t->rank ? t->dims[t->rank - 1] : 1; }

/* The runtime refuses numbers that are no tokens; a table would take rows from its end for those
 * below 0. */
static fp8c_status check_tokens(const prompts *p, size_t sample, const tensor *t, fp8c_error *err) {
  uint64_t vocabulary = p->memory->vocabulary;
  for (int64_t i = 0; i < tensor_elements(t) && vocabulary; i++) {
    int64_t id = token_at(t->dtype, t->data, i);
    if (id < 0 || (uint64_t)id >= vocabulary)
      return fail(err, FP8C_ERROR_FORMAT,
                  "calibration sample %zu: token %lld of \"%s\" is %lld; the model's tokens are 0 "
                  "to %llu",
                  sample, (long long)i, p->g->inputs[p->memory->tokens]->name, (long long)id,
                  (unsigned long long)(vocabulary - 1));
  }
  return FP8C_OK;
}

/* One sequence, as long as a slot takes and at least a run. */
static fp8c_status check_prompt(const prompts *p, size_t sample, const tensor *t, fp8c_error *err) {
  const char *name = p->g->inputs[p->memory->tokens]->name;
  int64_t count = tokens_in(t), least = p->tokens_of_run > 0 ? p->tokens_of_run : 1;
  if (tensor_elements(t) != count)
    return fail(err, FP8C_ERROR_FORMAT,
                "calibration sample %zu: \"%s\" holds several sequences; a sample is one prompt",
                sample, name);
  if (count < least || (uint64_t)count > p->memory->capacity)
    return fail(err, FP8C_ERROR_FORMAT,
                "calibration sample %zu: \"%s\" holds %lld tokens; a prompt has %lld to %llu "
                "(--capacity)",
                sample, name, (long long)count, (long long)least,
                (unsigned long long)p->memory->capacity);
  return check_tokens(p, sample, t, err);
}

/* The tokens of one run out of the prompt's; of other inputs each run gets the whole.  A prompt
 * that became shorter since its runs were counted is the caller's mistake, or that of who writes
 * files. */
static fp8c_status cut_tokens(const prompts *p, const prompt_run *run, tensor *tokens,
                              fp8c_error *err) {
  if (p->tokens_of_run < 0 || tokens->rank == 0) return FP8C_OK;
  if (run->before > tokens_in(tokens) - p->tokens_of_run)
    return fail(err, FP8C_ERROR_FORMAT,
                "calibration sample %zu: \"%s\" has become shorter: it holds %lld tokens now",
                run->prompt, p->g->inputs[p->memory->tokens]->name, (long long)tokens_in(tokens));
  tokens->data = (uint8_t *)tokens->data + (size_t)run->before * dtype_bytes(tokens->dtype);
  tokens->dims[tokens->rank - 1] = p->tokens_of_run;
  return FP8C_OK;
}

static fp8c_status read_run(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                            fp8c_error *err) {
  const prompts *p = d->user;
  const plan_memory *m = p->memory;
  const prompt_run *run = &p->runs[index];
  TRY(p->of->read(p->of, run->prompt, a, inputs, err));
  TRY(check_prompt(p, run->prompt, &inputs[m->tokens], err));
  TRY(cut_tokens(p, run, &inputs[m->tokens], err));
  token_run r = {.before = run->before, .count = tokens_in(&inputs[m->tokens])};
  derived_mask(m, &r);
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].role != PLAN_ROLE_TOKENS)
      TRY(derive_input(p, &m->fills[i], &r, a, &inputs[m->fills[i].input], err));
  for (uint32_t i = 0; i < m->state_count; i++)
    TRY(empty_state(p, &m->states[i], a, &inputs[m->states[i].input], err));
  return FP8C_OK;
}

static fp8c_status list_runs(prompts *p, arena *keep, arena *scratch, fp8c_error *err) {
  uint32_t *sequence = NULL;
  size_t count = 0, numbers = 0;
  for (size_t i = 0; i < p->of->sample_count; i++) {
    arena_mark mark = arena_save(scratch);
    tensor *inputs = NEW_ARRAY(scratch, tensor, p->g->input_count + 1);
    TRY(p->of->read(p->of, i, scratch, inputs, err));
    TRY(check_prompt(p, i, &inputs[p->memory->tokens], err));
    int64_t tokens = tokens_in(&inputs[p->memory->tokens]);
    int64_t step = p->tokens_of_run > 0 ? p->tokens_of_run : tokens;
    arena_reset(scratch, mark);
    for (int64_t before = 0; before + step <= tokens; before += step) {
      prompt_run run = {i, before};
      ARENA_PUSH(keep, p->runs, count, run);
      ARENA_PUSH(keep, sequence, numbers, (uint32_t)i);
    }
  }
  p->data.sample_count = count;
  p->data.sequence = sequence;
  return FP8C_OK;
}

/* The numbers of a run follow from the files and from where its states and derived inputs lie. */
static void hash_runs(prompts *p) {
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, "prompts");
  hash_add_string(&h, p->of->hash);
  hash_add_u64(&h, p->memory->capacity);
  hash_add_u64(&h, (uint64_t)p->tokens_of_run);
  for (uint32_t i = 0; i < p->memory->state_count; i++) {
    hash_add_u64(&h, p->memory->states[i].input);
    hash_add_u64(&h, p->memory->states[i].rows);
  }
  for (uint32_t i = 0; i < p->memory->fill_count; i++) {
    hash_add_u64(&h, p->memory->fills[i].input);
    hash_add_u64(&h, p->memory->fills[i].role);
  }
  hash digest = hash_end(&h);
  hash_hex(&digest, p->data.hash);
}

/* "past=present" of every state: a model without tokens hands them from sample to sample. */
static void name_pairs(const job *j, samples_options *o) {
  const plan_memory *m = &j->result.plan.memory;
  const graph *g = j->model.graph;
  const char **pairs = NEW_ARRAY(j->keep, const char *, m->state_count + 1);
  for (uint32_t i = 0; i < m->state_count; i++)
    pairs[i] = arena_printf(j->keep, "%s=%s", g->inputs[m->states[i].input]->name,
                            g->output_names[m->states[i].output]);
  o->states = pairs;
  o->state_count = m->state_count;
}

fp8c_status job_open_prompts(job *j, samples_options o, calibration_data **out, fp8c_error *err) {
  const plan_memory *m = &j->result.plan.memory;
  const graph *g = j->model.graph;
  if (m->state_count == 0) return samples_open(j->keep, g, &o, out, err);
  if (m->tokens == PLAN_NO_VALUE) {
    name_pairs(j, &o);
    return samples_open(j->keep, g, &o, out, err);
  }
  bool *derived = NEW_ARRAY(j->keep, bool, g->input_count + 1);
  size_t *inputs = NEW_ARRAY(j->keep, size_t, m->state_count);
  size_t *outputs = NEW_ARRAY(j->keep, size_t, m->state_count);
  for (uint32_t i = 0; i < m->fill_count; i++)
    derived[m->fills[i].input] = m->fills[i].role != PLAN_ROLE_TOKENS;
  for (uint32_t i = 0; i < m->state_count; i++) {
    inputs[i] = m->states[i].input, outputs[i] = m->states[i].output;
    derived[inputs[i]] = true;
  }
  o.derived = derived;
  o.lists = g->inputs[m->tokens];
  o.states = NULL;
  o.state_count = 0;
  prompts *p = NEW(j->keep, prompts);
  calibration_data *of;
  TRY(samples_open(j->keep, g, &o, &of, err));
  const tensor *t = &g->inputs[m->tokens]->type;
  int64_t last = t->rank ? t->dims[t->rank - 1] : 1;
  *p = (prompts){.data = *of, .of = of, .memory = m, .g = g, .tokens_of_run = last < 0 ? -1 : last};
  p->data.user = p;
  p->data.read = read_run;
  p->data.state_inputs = inputs;
  p->data.state_outputs = outputs;
  p->data.state_count = m->state_count;
  TRY(list_runs(p, j->keep, j->scratch, err));
  hash_runs(p);
  *out = &p->data;
  return FP8C_OK;
}
