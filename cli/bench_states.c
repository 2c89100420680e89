/* bench_states.c - `fp8c bench` of a plan that keeps states: a prompt, then token by token. */
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "cli/bench.h"
#include "runtime/device.h"

#define DURATION 2.0 /* seconds at least, unless rounds are counted */
#define TOKENS 128   /* of a prompt, and behind it */

typedef struct times {
  double *items;
  size_t count;
} times;

typedef struct bench {
  const state_bench *s;
  const fp8c_program *program;
  const plan_memory *memory;
  arena *a;
  fp8c_session *session;
  fp8c_state *state;
  int64_t slots, prompt, count;
  int64_t readers;      /* slots that read the prompt; the others are copies of the first */
  int64_t batch;        /* slots that go together */
  int64_t *ids;         /* of the prompt */
  int64_t *numbers;     /* of the slots */
  fp8c_state_row *rows; /* by slot: the prompt */
  fp8c_generation *how; /* by slot: its next token */
  int64_t *made;        /* by slot: `count` tokens */
  fp8c_tensor *outputs;
  uint64_t bytes;          /* of the states */
  times first, token, row; /* a run without tokens counts as a token; row: of tokens in a row */
  size_t rounds;
} bench;

static bool reads_tokens(const bench *b) { return b->memory->tokens != PLAN_NO_VALUE; }

/* What is not said: a prompt of half the capacity at most, and as many tokens as fit behind it. */
static fp8c_status settle(bench *b, fp8c_error *err) {
  const state_bench *s = b->s;
  int64_t capacity = (int64_t)b->memory->capacity;
  b->slots = s->slots ? s->slots : 1;
  b->readers = s->shared ? 1 : b->slots;
  if (!reads_tokens(b)) {
    if (s->prompt || s->count || s->shared)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "the plan's model takes no tokens; --prompt-tokens, --new-tokens and "
                  "--shared-prompt are for those that do");
    return FP8C_OK;
  }
  b->prompt = s->prompt ? s->prompt : capacity < 2 * TOKENS ? (capacity + 1) / 2 : TOKENS;
  int64_t room = capacity - b->prompt + 1; /* the last token is not read again */
  b->count = s->count ? s->count : room < TOKENS ? room : TOKENS;
  if (b->prompt > capacity)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "a prompt of %lld does not fit the plan's capacity of %lld", (long long)b->prompt,
                (long long)capacity);
  if (b->count > room)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%lld tokens behind a prompt of %lld do not fit the plan's capacity of %lld",
                (long long)b->count, (long long)b->prompt, (long long)capacity);
  return FP8C_OK;
}

/* Token ids that are drawn: time does not depend on them, but for tables' caches. */
static void draw_prompt(bench *b, size_t vocabulary) {
  uint64_t x = b->s->seed + 1;
  for (int64_t i = 0; i < b->prompt; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    b->ids[i] = (int64_t)((x >> 33) % vocabulary);
  }
}

static fp8c_status open_states(bench *b, fp8c_error *err) {
  fp8c_state_options o = {.size = sizeof o, .slots = b->slots};
  TRY(fp8c_state_create(b->session, &o, &b->state, err));
  b->bytes = fp8c_state_bytes(b->state);
  b->outputs = NEW_ARRAY(b->a, fp8c_tensor, fp8c_program_output_count(b->program) + 1);
  b->batch = fp8c_state_batch(b->state);
  if (!reads_tokens(b)) return FP8C_OK;
  b->ids = NEW_ARRAY(b->a, int64_t, (size_t)b->prompt);
  size_t vocabulary = (size_t)b->memory->vocabulary;
  const float *logits;
  if (!vocabulary) TRY(fp8c_state_step(b->state, 0, b->ids, 1, &logits, &vocabulary, err));
  draw_prompt(b, vocabulary);
  b->numbers = NEW_ARRAY(b->a, int64_t, (size_t)b->slots);
  b->rows = NEW_ARRAY(b->a, fp8c_state_row, (size_t)b->slots);
  b->how = NEW_ARRAY(b->a, fp8c_generation, (size_t)b->slots);
  b->made = NEW_ARRAY(b->a, int64_t, (size_t)(b->slots * b->count));
  for (int64_t i = 0; i < b->slots; i++) {
    b->numbers[i] = i;
    b->rows[i] = (fp8c_state_row){.slot = i, .tokens = b->ids, .count = (size_t)b->prompt};
    b->how[i] = (fp8c_generation){.size = sizeof *b->how, .tokens = b->made + i * b->count};
  }
  return FP8C_OK;
}

/* Returns how many of `slots` share a run, from slot `from` on. */
static size_t group_from(const bench *b, int64_t slots, int64_t from) {
  return (size_t)(slots - from < b->batch ? slots - from : b->batch);
}

static void keep(bench *b, times *t, double seconds, bool kept) {
  if (kept) ARENA_PUSH(b->a, t->items, t->count, seconds);
}

/* The prompt into every slot, and the choice of each one's next token. */
static fp8c_status read_prompts(bench *b, bool kept, fp8c_error *err) {
  for (int64_t from = 0; from < b->readers; from += b->batch) {
    const float *logits;
    size_t vocabulary, count = group_from(b, b->readers, from);
    double start = clock_seconds();
    TRY(fp8c_state_step_many(b->state, b->rows + from, count, &logits, &vocabulary, err));
    for (size_t i = 0; i < count; i++)
      TRY(fp8c_sample(logits + i * vocabulary, vocabulary, NULL, 0,
                      &b->how[from + (int64_t)i].token, err));
    keep(b, &b->first, clock_seconds() - start, kept);
  }
  for (int64_t i = b->readers; i < b->slots; i++) {
    TRY(fp8c_state_fork(b->state, 0, i, err));
    b->how[i].token = b->how[0].token;
  }
  return FP8C_OK;
}

/* Continues every slot by `tokens` tokens. */
static fp8c_status go_on(bench *b, int64_t tokens, fp8c_error *err) {
  for (int64_t from = 0; from < b->slots; from += b->batch) {
    size_t count = group_from(b, b->slots, from);
    for (size_t i = 0; i < count; i++) b->how[from + (int64_t)i].count = (size_t)tokens;
    TRY(fp8c_state_generate_many(b->state, b->numbers + from, b->how + from, count, err));
  }
  return FP8C_OK;
}

static fp8c_status empty_slots(bench *b, fp8c_error *err) {
  for (int64_t i = 0; i < b->slots; i++) TRY(fp8c_state_truncate(b->state, i, 0, err));
  return FP8C_OK;
}

/* The next token of every slot; a model without tokens runs once for every slot. */
static fp8c_status advance(bench *b, fp8c_error *err) {
  if (reads_tokens(b)) return go_on(b, 1, err);
  for (int64_t i = 0; i < b->slots; i++)
    TRY(fp8c_state_run(b->state, i, b->s->in->tensors, b->s->in->count, b->outputs,
                       fp8c_program_output_count(b->program), err));
  return FP8C_OK;
}

static fp8c_status advance_once(void *object, fp8c_error *err) {
  bench *b = object;
  if (reads_tokens(b) && fp8c_state_length(b->state, 0) >= fp8c_state_capacity(b->state)) {
    TRY(empty_slots(b, err));
    TRY(read_prompts(b, false, err));
    if (b->prompt == fp8c_state_capacity(b->state)) return FP8C_OK; /* nothing fits behind it */
  }
  return advance(b, err);
}

static fp8c_status read_prompts_once(void *object, fp8c_error *err) {
  bench *b = object;
  TRY(empty_slots(b, err));
  return read_prompts(b, false, err);
}

/* Times all tokens behind the prompt by one call, where the slots can be cut back to the prompt. */
static fp8c_status go_on_in_a_row(bench *b, int64_t tokens, bool kept, fp8c_error *err) {
  for (uint32_t i = 0; i < b->memory->state_count; i++)
    if (b->memory->states[i].axis < 0) return FP8C_OK;
  for (int64_t i = 0; i < b->slots; i++) TRY(fp8c_state_truncate(b->state, i, b->prompt, err));
  double start = clock_seconds();
  TRY(go_on(b, tokens, err));
  keep(b, &b->row, (clock_seconds() - start) / (double)tokens, kept);
  return FP8C_OK;
}

static fp8c_status round_of(bench *b, bool kept, fp8c_error *err) {
  if (reads_tokens(b)) TRY(empty_slots(b, err));
  if (reads_tokens(b)) TRY(read_prompts(b, kept, err));
  int64_t rest = reads_tokens(b) ? b->count - 1 : 1;
  for (int64_t i = 0; i < rest; i++) {
    double start = clock_seconds();
    TRY(advance(b, err));
    keep(b, &b->token, clock_seconds() - start, kept);
  }
  if (reads_tokens(b) && rest > 1) TRY(go_on_in_a_row(b, rest, kept, err));
  b->rounds += kept;
  return FP8C_OK;
}

static fp8c_status measure(bench *b, fp8c_error *err) {
  const state_bench *s = b->s;
  int64_t warmup = s->warmup ? s->warmup : 1;
  for (int64_t i = 0; i < warmup; i++) TRY(round_of(b, false, err));
  double start = clock_seconds(), duration = s->duration > 0 ? s->duration : DURATION;
  while (s->iterations ? b->rounds < (size_t)s->iterations
                       : b->rounds == 0 || clock_seconds() - start < duration)
    TRY(round_of(b, true, err));
  return FP8C_OK;
}

/* ---- Figures ---------------------------------------------------------------- */

static void set_count(json_t *o, const char *name, int64_t count) {
  json_object_set_new(o, name, json_integer((json_int_t)count));
}

static double seconds_of(const times *t) {
  double sum = 0;
  for (size_t i = 0; i < t->count; i++) sum += t->items[i];
  return sum;
}

/* `each`: what one sample stands for. */
static void add_part(bench *b, const char *name, const char *rate, times *t, double each, json_t *o,
                     json_t *samples) {
  if (t->count == 0) return;
  json_t *list = json_array();
  for (size_t i = 0; i < t->count; i++) json_array_append_new(list, json_real(1e3 * t->items[i]));
  json_object_set_new(samples, name, list);
  double seconds = seconds_of(t);
  json_object_set_new(o, rate, json_real(seconds > 0 ? each * (double)t->count / seconds : 0));
  json_array_append_new(
      json_object_get(o, "parts"),
      bench_part(name, t->items, t->count, b->s->percentiles, b->s->percentile_count, b->a));
}

static void add_figures(bench *b, json_t *o, json_t *samples) {
  json_object_set_new(o, "device", json_string(fp8c_session_device(b->session)));
  set_count(o, "rounds", (int64_t)b->rounds);
  set_count(o, "slots", b->slots);
  set_count(o, "slots_together", b->batch);
  set_count(o, "capacity", (int64_t)b->memory->capacity);
  set_count(o, "state_bytes", (int64_t)b->bytes);
  json_object_set_new(o, "parts", json_array());
  if (!reads_tokens(b)) {
    add_part(b, "run", "runs_per_second", &b->token, (double)b->slots, o, samples);
    return;
  }
  set_count(o, "prompt_tokens", b->prompt);
  set_count(o, "new_tokens", b->count);
  int64_t groups = (b->readers + b->batch - 1) / b->batch;
  double prompts = (double)(b->readers * b->prompt) / (double)groups;
  add_part(b, "first token", "prompt_tokens_per_second", &b->first, prompts, o, samples);
  add_part(b, "token", "tokens_per_second", &b->token, (double)b->slots, o, samples);
  add_part(b, "of many", "tokens_per_second_of_many", &b->row, (double)b->slots, o, samples);
}

/* A second session, whose steps are timed: those of a token at the length in the middle of what was
 * measured, or, where nothing is behind the prompt, those of its last run. */
static fp8c_status profile(bench *b, json_t *o, fp8c_error *err) {
  const state_bench *s = b->s;
  fp8c_state_free(b->state);
  b->state = NULL;
  fp8c_session_free(b->session);
  b->session = NULL;
  TRY(bench_open_timed(b->program, s->device, s->threads, &b->session, o, err));
  TRY(open_states(b, err));
  if (reads_tokens(b)) {
    TRY(empty_slots(b, err));
    TRY(read_prompts(b, false, err));
  }
  bool behind = !reads_tokens(b) || b->count > 1;
  return bench_steps(b->session, 0, behind ? advance_once : read_prompts_once, b, b->a, o, err);
}

fp8c_status bench_states(const fp8c_program *p, const state_bench *s, arena *a, json_t *o,
                         json_t *samples, fp8c_error *err) {
  bench b = {.s = s, .program = p, .memory = &program_plan(p)->memory, .a = a};
  fp8c_session_options options = {
      .size = sizeof options, .device = s->device, .threads = (int32_t)s->threads};
  fp8c_status status = settle(&b, err);
  if (status == FP8C_OK) status = fp8c_session_create(p, &options, &b.session, err);
  if (status == FP8C_OK) status = open_states(&b, err);
  if (status == FP8C_OK) status = measure(&b, err);
  if (status == FP8C_OK) add_figures(&b, o, samples);
  if (status == FP8C_OK && s->profile) status = profile(&b, o, err);
  fp8c_state_free(b.state);
  fp8c_session_free(b.session);
  return status;
}

void bench_states_print(const json_t *o, arena *a) {
  bool tokens = json_object_get(o, "prompt_tokens") != NULL;
  printf("%s on %s: ", text_safe(a, json_string_value(json_object_get(o, "program"))),
         json_string_value(json_object_get(o, "device")));
  if (!tokens) printf("%.1f runs a second", json_real_value(json_object_get(o, "runs_per_second")));
  if (tokens)
    printf("%.1f tokens of prompts a second",
           json_real_value(json_object_get(o, "prompt_tokens_per_second")));
  if (json_object_get(o, "tokens_per_second"))
    printf(", then %.1f tokens a second", json_real_value(json_object_get(o, "tokens_per_second")));
  if (json_object_get(o, "tokens_per_second_of_many"))
    printf(" one by one, %.1f by one call",
           json_real_value(json_object_get(o, "tokens_per_second_of_many")));
  printf("\n%lld rounds", (long long)json_integer_value(json_object_get(o, "rounds")));
  if (tokens)
    printf(" of %lld tokens behind a prompt of %lld",
           (long long)json_integer_value(json_object_get(o, "new_tokens")),
           (long long)json_integer_value(json_object_get(o, "prompt_tokens")));
  int64_t slots = json_integer_value(json_object_get(o, "slots"));
  int64_t together = json_integer_value(json_object_get(o, "slots_together"));
  printf(", %lld slot%s", (long long)slots, slots == 1 ? "" : "s");
  if (slots > 1) printf(", %lld in a run", (long long)together);
  printf("; states take %s\n",
         bytes_text(a, (uint64_t)json_integer_value(json_object_get(o, "state_bytes"))));
}
