/* state_generate.c - a sequence continued, each token chosen by the logits of the one before.
 *
 * Where a device chooses the most likely token itself, runs follow each other without a word from
 * the host, which looks at some tokens at once; what it then does not want is taken back. */
#include "base/error.h"
#include "runtime/options.h"
#include "runtime/state.h"

enum { TOKENS_AT_ONCE = 16 }; /* where one of them may be the last that is wanted */
_Static_assert(TOKENS_AT_ONCE <= RUN_ON_MOST, "a device gives so many");

typedef struct generation {
  fp8c_state *s;
  int64_t slot;
  fp8c_generation *how;
} generation;

static bool is_stop(const generation *g, int64_t token) {
  for (size_t i = 0; i < g->how->stop_count; i++)
    if (g->how->stops[i] == token) return true;
  return false;
}

static fp8c_status check_call(const generation *g, const state_slot *at, fp8c_error *err) {
  const fp8c_generation *how = g->how;
  const float one = 0;
  int64_t ignored, left = (int64_t)g->s->memory->capacity - at->length;
  size_t count = how->count;
  if (!how->tokens || count == 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_state_generate: no place for tokens was given");
  if (how->stop_count && !how->stops)
    return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_state_generate: stops is NULL");
  if (g->s->memory->tokens == PLAN_NO_VALUE || g->s->memory->logits == PLAN_NO_VALUE)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "fp8c_state_generate: the plan's model takes no tokens, or gives no logits");
  if (left < 0 || count > (size_t)left)
    return fail(
        err, FP8C_ERROR_ARGUMENT,
        "the slot holds %lld of %llu tokens, and %zu more do not fit; compile with a larger "
        "--capacity, or truncate it",
        (long long)at->length, (unsigned long long)g->s->memory->capacity, count);
  return fp8c_sample(&one, 1, how->sampler, 0, &ignored, err); /* is it a sampler? */
}

/* ---- On a device that chooses ------------------------------------------------------------- */

static bool stays_in_place(const fp8c_state *s, const state_slot *at) {
  for (uint32_t i = 0; i < s->memory->state_count; i++)
    if (!at->kept[i].next && s->memory->states[i].axis >= 0)
      continue;
    else
      return false;
  return s->device_memory;
}

/* The run of one token made ready; false: the host has to choose. */
static fp8c_status make_ready(fp8c_state *s, state_slot *at, int64_t *token, bool *ready,
                              fp8c_error *err) {
  const plan_port *p = &s->plan->inputs[s->memory->tokens];
  token_run r = {.before = at->length, .count = 1};
  fp8c_tensor *t = &s->inputs[s->memory->tokens];
  int32_t narrow = (int32_t)*token;
  *ready = false;
  if (!stays_in_place(s, at) || fp8c_program_input_count(s->program) != 1) return FP8C_OK;
  if (p->dtype == FP8C_DTYPE_I32) *(int32_t *)(void *)token = narrow;
  *t = (fp8c_tensor){.data = token, .dtype = p->dtype, .rank = p->rank};
  for (int d = 0; d < p->rank; d++) t->shape[d] = 1;
  TRY(state_prepare(s, at, &r, err));
  *ready = session_continues(s->session, s->inputs);
  return *ready ? state_place_outputs(s, at, err) : FP8C_OK;
}

static fp8c_status run_on(const generation *g, state_slot *at, int64_t *tokens, size_t count,
                          fp8c_error *err) {
  fp8c_state *s = g->s;
  fp8c_status status = session_run_on(s->session, s->inputs, s->outputs, count, tokens, err);
  for (size_t i = 0; status == FP8C_OK && i < count; i++) {
    if (tokens[i] < 0)
      status = fail(err, FP8C_ERROR_BOUND,
                    "the logits behind token %lld of the slot hold a NaN, or nothing finite",
                    (long long)(at->length + (int64_t)i));
    else if (is_stop(g, tokens[i])) /* what the runs behind it gave is nobody's */
      break;
    else if (i + 1 < count) /* the next run has read it: logits may be wider than the table */
      status = state_check_token(s, tokens[i], err);
  }
  if (status == FP8C_OK)
    at->length += (int64_t)count;
  else if (status != FP8C_ERROR_DEVICE_FAULT)
    state_clear_behind(s, at);
  return status;
}

/* ---- One by one -------------------------------------------------------------------------------
 */

static fp8c_status choose(const generation *g, int64_t token, int64_t *next, fp8c_error *err) {
  const float *logits;
  size_t vocabulary;
  TRY(fp8c_state_step(g->s, g->slot, &token, 1, &logits, &vocabulary, err));
  uint64_t step = (uint64_t)fp8c_state_length(g->s, g->slot);
  return fp8c_sample(logits, vocabulary, g->how->sampler, step, next, err);
}

/* ---- The call ------------------------------------------------------------------------------- */

static fp8c_status generate(const generation *g, state_slot *at, fp8c_error *err) {
  fp8c_generation *how = g->how;
  bool likeliest = !how->sampler || how->sampler->temperature == 0;
  while (how->made < how->count) {
    int64_t before = at->length, held = how->token;
    size_t left = how->count - how->made, some = 1;
    size_t most = how->stop_count ? TOKENS_AT_ONCE : RUN_ON_MOST;
    int64_t *out = how->tokens + how->made;
    bool ready = false;
    TRY(state_check_token(g->s, held, err));
    if (likeliest) TRY(make_ready(g->s, at, &held, &ready, err));
    if (ready) some = left < most ? left : most;
    TRY(ready ? run_on(g, at, out, some, err) : choose(g, how->token, out, err));
    for (size_t i = 0; i < some; i++) {
      how->token = out[i];
      how->made++;
      if (is_stop(g, out[i]))
        return fp8c_state_truncate(g->s, g->slot, before + (int64_t)i + 1, err);
    }
  }
  return FP8C_OK;
}

fp8c_status fp8c_state_generate(fp8c_state *s, int64_t slot, fp8c_generation *how,
                                fp8c_error *err) {
  state_slot *at;
  generation g = {s, slot, how};
  TRY(state_slot_at(s, slot, "fp8c_state_generate", &at, err));
  if (!how) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_state_generate: the generation is NULL");
  TRY(options_check(how, how->size, sizeof *how, sizeof *how, "fp8c_generation", err));
  how->made = 0;
  TRY(check_call(&g, at, err));
  int64_t before = at->length, token = how->token;
  fp8c_status status = generate(&g, at, err);
  if (status == FP8C_OK) return FP8C_OK;
  how->made = 0;
  how->token = token;
  if (s->rewind) (void)fp8c_state_truncate(s, slot, before, NULL);
  return status;
}
