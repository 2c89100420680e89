/* state_generate.c - sequences continued, each token chosen by the logits of the one before.
 *
 * Where a device chooses the tokens itself, runs follow each other without a word from
 * the host, which looks at some tokens at once; what it then does not want is taken back.  Slots
 * that have what was asked for leave, and the others go on without them. */
#include <string.h>

#include "base/error.h"
#include "runtime/options.h"
#include "runtime/state.h"

enum { TOKENS_AT_ONCE = 16 }; /* where one of them may be the last that is wanted */
_Static_assert(TOKENS_AT_ONCE <= RUN_ON_MOST, "a device gives so many");

/* A slot that is continued. */
typedef struct part {
  int64_t slot, before, token; /* length and token of the call's beginning */
  fp8c_generation *how;
  bool done;
} part;

typedef struct generation {
  fp8c_state *s;
  const char *call;
  part *parts;
  size_t count;
  /* of the runs at hand */
  part **running;
  int64_t *slots, *tokens; /* tokens: RUN_ON_MOST times as many as a run has sequences */
  const int64_t **held;
  const fp8c_sampler **samplers;
  size_t active;
} generation;

static bool is_stop(const part *p, int64_t token) {
  for (size_t i = 0; i < p->how->stop_count; i++)
    if (p->how->stops[i] == token) return true;
  return false;
}

static fp8c_status check_part(const generation *g, const part *p, fp8c_error *err) {
  const fp8c_generation *how = p->how;
  const float one = 0;
  int64_t ignored, left = (int64_t)g->s->memory->capacity - p->before;
  size_t count = how->count;
  if (!how->tokens || count == 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: no place for tokens was given", g->call);
  if (how->stop_count && !how->stops)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: stops is NULL", g->call);
  if (g->s->memory->tokens == PLAN_NO_VALUE || g->s->memory->logits == PLAN_NO_VALUE)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s: the plan's model takes no tokens, or gives no logits", g->call);
  if (left < 0 || count > (size_t)left)
    return fail(
        err, FP8C_ERROR_ARGUMENT,
        "the slot holds %lld of %llu tokens, and %zu more do not fit; compile with a larger "
        "--capacity, or truncate it",
        (long long)p->before, (unsigned long long)g->s->memory->capacity, count);
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

/* Plans that were made before devices drew tokens choose the most likely ones. */
static bool draws(const plan_memory *m) {
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].role == PLAN_ROLE_SAMPLER) return true;
  return false;
}

static bool all_likeliest(const generation *g) {
  for (size_t i = 0; i < g->active; i++) {
    const fp8c_sampler *how = g->running[i]->how->sampler;
    if (how && how->temperature != 0) return false;
  }
  return true;
}

/* The run of one token of each made ready; false: the host has to choose. */
static fp8c_status make_ready(const generation *g, const slot_run *r, bool *ready,
                              fp8c_error *err) {
  fp8c_state *s = g->s;
  *ready = false;
  if (!(draws(s->memory) || all_likeliest(g)) || !stays_in_place(s, &s->slots[r->slots[0]]) ||
      fp8c_program_input_count(s->program) != 1)
    return FP8C_OK;
  TRY(state_place_tokens(s, r, g->held, err));
  TRY(state_prepare(s, r, err));
  *ready = session_continues(s->session, s->inputs);
  return *ready ? state_place_outputs(s, r, err) : FP8C_OK;
}

/* The tokens that the device has chosen for one of the sequences. */
static fp8c_status check_chosen(const generation *g, const part *p, const int64_t *tokens,
                                size_t count, int64_t size, fp8c_error *err) {
  const state_slot *at = &g->s->slots[p->slot];
  for (size_t i = 0; i < count; i++) {
    int64_t token = tokens[(int64_t)i * size];
    if (token < 0 && g->count > 1)
      return fail(err, FP8C_ERROR_BOUND,
                  "the logits behind token %lld of slot %lld hold a NaN, or nothing finite",
                  (long long)(at->length + (int64_t)i), (long long)p->slot);
    if (token < 0)
      return fail(err, FP8C_ERROR_BOUND,
                  "the logits behind token %lld of the slot hold a NaN, or nothing finite",
                  (long long)(at->length + (int64_t)i));
    if (is_stop(p, token)) return FP8C_OK; /* what the runs behind it gave is nobody's */
    if (i + 1 < count) /* the next run has read it: logits may be wider than the table */
      TRY(state_check_token(g->s, token, err));
  }
  return FP8C_OK;
}

static fp8c_status run_on(const generation *g, const slot_run *r, size_t count, fp8c_error *err) {
  fp8c_state *s = g->s;
  fp8c_status status = session_run_on(s->session, s->inputs, s->outputs, count, g->tokens, err);
  for (size_t i = 0; status == FP8C_OK && i < g->active; i++)
    status = check_chosen(g, g->running[i], g->tokens + i, count, r->size, err);
  for (size_t i = 0; i < g->active; i++) {
    if (status == FP8C_OK)
      s->slots[r->slots[i]].length += (int64_t)count;
    else if (status != FP8C_ERROR_DEVICE_FAULT)
      state_clear_behind(s, &s->slots[r->slots[i]]);
  }
  return status;
}

/* ---- One by one ------------------------------------------------------------------------- */

static fp8c_status choose(const generation *g, fp8c_error *err) {
  const float *logits;
  size_t vocabulary;
  fp8c_state_row *rows = host_alloc(g->active * sizeof *rows);
  if (!rows) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu slots", g->active);
  for (size_t i = 0; i < g->active; i++)
    rows[i] = (fp8c_state_row){.slot = g->slots[i], .tokens = g->held[i], .count = 1};
  fp8c_status status =
      g->active == 1 ? fp8c_state_step(g->s, g->slots[0], g->held[0], 1, &logits, &vocabulary, err)
                     : fp8c_state_step_many(g->s, rows, g->active, &logits, &vocabulary, err);
  host_free(rows);
  for (size_t i = 0; status == FP8C_OK && i < g->active; i++) {
    uint64_t step = (uint64_t)fp8c_state_length(g->s, g->slots[i]);
    status = fp8c_sample(logits + i * vocabulary, vocabulary, g->running[i]->how->sampler, step,
                         &g->tokens[i], err);
  }
  return status;
}

/* ---- The call ------------------------------------------------------------------------------- */

/* Slots that want more tokens, and how many all of them want at least. */
static size_t find_running(generation *g) {
  size_t least = RUN_ON_MOST;
  g->active = 0;
  for (size_t i = 0; i < g->count; i++) {
    part *p = &g->parts[i];
    size_t left = p->how->count - p->how->made;
    size_t most = p->how->stop_count ? TOKENS_AT_ONCE : RUN_ON_MOST;
    if (p->done) continue;
    if (left < least) least = left;
    if (most < least) least = most;
    g->running[g->active] = p;
    g->slots[g->active] = p->slot;
    g->samplers[g->active] = p->how->sampler;
    g->held[g->active++] = &p->how->token;
  }
  return least;
}

/* What was chosen goes to the caller; behind a stop it is taken back. */
static fp8c_status hand_out(const generation *g, size_t made, int64_t size, fp8c_error *err) {
  for (size_t i = 0; i < g->active; i++) {
    part *p = g->running[i];
    int64_t before = g->s->slots[p->slot].length - (int64_t)made;
    for (size_t k = 0; k < made && !p->done; k++) {
      int64_t token = g->tokens[(int64_t)k * size + (int64_t)i];
      p->how->tokens[p->how->made++] = token;
      p->how->token = token;
      p->done = is_stop(p, token);
      if (p->done) TRY(fp8c_state_truncate(g->s, p->slot, before + (int64_t)k + 1, err));
    }
    p->done |= p->how->made == p->how->count;
  }
  return FP8C_OK;
}

static fp8c_status generate(generation *g, fp8c_error *err) {
  for (size_t some = find_running(g); g->active; some = find_running(g)) {
    slot_run r = {.slots = g->slots,
                  .count = (int64_t)g->active,
                  .tokens = 1,
                  .results = RESULTS_NONE,
                  .samplers = g->samplers};
    bool ready;
    r.size = state_run_size(g->s, r.count);
    for (size_t i = 0; i < g->active; i++) TRY(state_check_token(g->s, *g->held[i], err));
    TRY(make_ready(g, &r, &ready, err));
    TRY(ready ? run_on(g, &r, some, err) : choose(g, err));
    TRY(hand_out(g, ready ? some : 1, ready ? r.size : r.count, err));
  }
  return FP8C_OK;
}

static fp8c_status begin(generation *g, fp8c_error *err) {
  size_t size = (size_t)state_run_size(g->s, (int64_t)g->count);
  g->running = host_alloc(g->count * sizeof *g->running);
  g->slots = host_alloc(g->count * sizeof *g->slots);
  g->held = host_alloc(g->count * sizeof *g->held);
  g->samplers = host_alloc(g->count * sizeof *g->samplers);
  g->tokens = host_alloc(size * RUN_ON_MOST * sizeof *g->tokens);
  if (g->running && g->slots && g->held && g->samplers && g->tokens) return FP8C_OK;
  return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu slots", g->count);
}

/* Of slots that are as they were, whatever happens to them. */
static fp8c_status generate_or_go_back(generation *g, fp8c_error *err) {
  slots_before before;
  bool several = false;
  for (size_t i = 0; i < g->count; i++) {
    g->parts[i].how->made = 0;
    g->slots[i] = g->parts[i].slot;
    several |= g->parts[i].how->count > 1;
  }
  TRY(state_remember(g->s, g->slots, g->count, several, &before, err));
  fp8c_status status = generate(g, err);
  if (status != FP8C_OK) state_take_back(g->s, &before);
  state_forget(&before);
  return status;
}

static fp8c_status run_generation(generation *g, fp8c_error *err) {
  fp8c_status status = FP8C_OK;
  for (size_t i = 0; status == FP8C_OK && i < g->count; i++)
    status = check_part(g, &g->parts[i], err);
  if (status == FP8C_OK) status = begin(g, err);
  if (status == FP8C_OK) status = generate_or_go_back(g, err);
  for (size_t i = 0; status != FP8C_OK && i < g->count; i++) {
    part *p = &g->parts[i];
    p->how->made = 0;
    p->how->token = p->token;
  }
  host_free(g->running);
  host_free(g->slots);
  host_free(g->held);
  host_free(g->samplers);
  host_free(g->tokens);
  return status;
}

fp8c_status fp8c_state_generate(fp8c_state *s, int64_t slot, fp8c_generation *how,
                                fp8c_error *err) {
  state_slot *at;
  TRY(state_slot_at(s, slot, "fp8c_state_generate", &at, err));
  if (!how) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_state_generate: the generation is NULL");
  TRY(options_check(how, how->size, sizeof *how, sizeof *how, "fp8c_generation", err));
  part one = {.slot = slot, .before = at->length, .token = how->token, .how = how};
  generation g = {.s = s, .call = "fp8c_state_generate", .parts = &one, .count = 1};
  return run_generation(&g, err);
}

static fp8c_generation *generation_at(fp8c_generation *first, size_t i, size_t each) {
  return (fp8c_generation *)(void *)((char *)first + i * each);
}

fp8c_status fp8c_state_generate_many(fp8c_state *s, const int64_t *slots, fp8c_generation *how,
                                     size_t count, fp8c_error *err) {
  static const char call[] = "fp8c_state_generate_many";
  if (!s) return fail(err, FP8C_ERROR_ARGUMENT, "%s: state is NULL", call);
  if (!slots || !how || count == 0 || count > (size_t)s->slot_count)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: %zu slots to continue; the state has %lld", call,
                slots && how ? count : 0, (long long)s->slot_count);
  TRY(state_check_slots(s, slots, count, call, err));
  const size_t each = how->size; /* the caller's struct may be a later one */
  for (size_t i = 0; i < count; i++) {
    const fp8c_generation *one = generation_at(how, i, each);
    TRY(options_check(one, one->size, sizeof *how, sizeof *how, "fp8c_generation", err));
    if (one->size != each)
      return fail(err, FP8C_ERROR_ARGUMENT, "%s: generation %zu has another size than the first",
                  call, i);
  }
  generation g = {.s = s, .call = call, .count = count};
  g.parts = host_alloc(count * sizeof *g.parts);
  if (!g.parts) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu slots", count);
  for (size_t i = 0; i < count; i++) {
    fp8c_generation *one = generation_at(how, i, each);
    g.parts[i] = (part){
        .slot = slots[i], .before = s->slots[slots[i]].length, .token = one->token, .how = one};
  }
  fp8c_status status = run_generation(&g, err);
  host_free(g.parts);
  return status;
}
