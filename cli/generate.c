/* generate.c - `fp8c generate`: prompts continued by a language model's plan, token by token;
 * several go together as far as the plan takes them. */
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/numbers.h"
#include "cli/language_model.h"

/* "1,2,3" or "1 2 3" */
static bool read_ids(const char *words, arena *a, int64_t **ids, size_t *count) {
  *ids = NULL;
  *count = 0;
  for (const char *p = words; *p;) {
    size_t n = strcspn(p, ", ");
    int64_t id;
    if (n == 0 || !int_parse(arena_strndup(a, p, n), &id)) return false;
    ARENA_PUSH(a, *ids, *count, id);
    p += n;
    if (*p == ',' && !p[1]) return false;
    p += strspn(p, ", ");
  }
  return *count > 0;
}

typedef struct settings {
  const char *device, *load, *save;
  string_list ids, stops;
  int64_t count, top_k, seed, threads;
  double temperature, top_p;
  bool json, stream;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    {"--ids", 'i', OPTION_LIST, FIELD(ids), "1,2,3",
     "the prompt's token ids; may be repeated, and the prompts go together (compile with --dim "
     "batch=1..N)",
     0},
    {"--count", 'n', OPTION_COUNT, FIELD(count), "N", "so many tokens; default 50", 0},
    {"--temperature", 0, OPTION_REAL, FIELD(temperature), "T",
     "draw tokens, the likelier the more often; default 0: always the most likely", 0},
    {"--top-k", 0, OPTION_INT, FIELD(top_k), "K", "draw among the K most likely", 0},
    {"--top-p", 0, OPTION_REAL, FIELD(top_p), "P",
     "draw among the fewest tokens that have this probability together", 0},
    {"--seed", 0, OPTION_INT, FIELD(seed), "N",
     "of the random numbers: the same seed, the same tokens; default 0; a further prompt has the "
     "next "
     "one",
     0},
    {"--stop", 0, OPTION_LIST, FIELD(stops), "ID",
     "end behind this token (the end of text); may be repeated", 0},
    {"--load-state", 0, OPTION_READ, FIELD(load), "FILE",
     "go on from a state that --save-state wrote", 0},
    {"--save-state", 0, OPTION_WRITTEN, FIELD(save), "FILE",
     "write the state behind the last token that was read", 0},
    {"--device", 'd', OPTION_STRING, FIELD(device), "DEVICE", "cpu", 0},
    {"--threads", 'j', OPTION_THREADS, FIELD(threads), "N",
     "default: as many as the process may run on", 0},
    {"--stream", 0, OPTION_FLAG, FIELD(stream), NULL, "print each token when it is there", 0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL, "print tokens and times as JSON", 0},
    {0},
};

/* A prompt and what follows it. */
typedef struct sequence {
  int64_t *prompt, *tokens;
  size_t prompt_count, count; /* tokens so far */
  fp8c_sampler how;
} sequence;

typedef struct generation {
  const settings *s;
  sequence *sequences;
  int64_t *stops;
  size_t sequence_count, stop_count, wanted;
  double first_seconds, rest_seconds; /* first: of those that go together at first */
} generation;

static bool stops_at(const generation *g, int64_t token) {
  for (size_t i = 0; i < g->stop_count; i++)
    if (g->stops[i] == token) return true;
  return false;
}

enum { STREAMED_AT_ONCE = 8 }; /* a GPU goes on by itself between prints */

/* Counts the next `made` tokens of a sequence as its own, and prints them where they are streamed.
 */
static void take(const generation *g, sequence *q, size_t made) {
  for (size_t i = 0; i < made; i++, q->count++)
    if (g->s->stream && !g->s->json)
      printf("%s%lld", q->count ? " " : "", (long long)q->tokens[q->count]);
  fflush(stdout);
}

static bool is_done(const generation *g, const sequence *q) {
  return q->count == g->wanted || (q->count && stops_at(g, q->tokens[q->count - 1]));
}

/* ---- Slots that go together ------------------------------------------------------------------ */

/* Sequences `from` to `from + count - 1`, each in the slot of its number. */
typedef struct part {
  const language_model *m;
  generation *g;
  size_t from, count;
  fp8c_state_row *rows;
  fp8c_generation *more;
  int64_t *slots;
} part;

static fp8c_status read_prompts(part *p, fp8c_error *err) {
  size_t vocabulary;
  const float *logits;
  for (size_t i = 0; i < p->count; i++) {
    const sequence *q = &p->g->sequences[p->from + i];
    p->rows[i] = (fp8c_state_row){(int64_t)(p->from + i), q->prompt, q->prompt_count};
  }
  TRY(fp8c_state_step_many(p->m->state, p->rows, p->count, &logits, &vocabulary, err));
  for (size_t i = 0; i < p->count; i++) {
    sequence *q = &p->g->sequences[p->from + i];
    uint64_t step = (uint64_t)fp8c_state_length(p->m->state, (int64_t)(p->from + i));
    TRY(fp8c_sample(logits + i * vocabulary, vocabulary, &q->how, step, &q->tokens[0], err));
    take(p->g, q, 1);
  }
  return FP8C_OK;
}

/* Continues every sequence that is not done; *more is false when all are. */
static fp8c_status go_on(part *p, bool *more, fp8c_error *err) {
  generation *g = p->g;
  size_t active = 0;
  for (size_t i = 0; i < p->count; i++) {
    sequence *q = &g->sequences[p->from + i];
    if (is_done(g, q)) continue;
    size_t count = g->wanted - q->count;
    if (g->s->stream && count > STREAMED_AT_ONCE) count = STREAMED_AT_ONCE;
    p->slots[active] = (int64_t)(p->from + i);
    p->more[active++] = (fp8c_generation){.size = sizeof *p->more,
                                          .token = q->tokens[q->count - 1],
                                          .sampler = &q->how,
                                          .stops = g->stops,
                                          .stop_count = g->stop_count,
                                          .tokens = &q->tokens[q->count],
                                          .count = count};
  }
  *more = active > 0;
  if (!active) return FP8C_OK;
  TRY(fp8c_state_generate_many(p->m->state, p->slots, p->more, active, err));
  for (size_t i = 0; i < active; i++) take(g, &g->sequences[p->slots[i]], p->more[i].made);
  return FP8C_OK;
}

static fp8c_status continue_part(part *p, arena *a, fp8c_error *err) {
  bool more = true;
  double start = clock_seconds();
  p->rows = NEW_ARRAY(a, fp8c_state_row, p->count);
  p->more = NEW_ARRAY(a, fp8c_generation, p->count);
  p->slots = NEW_ARRAY(a, int64_t, p->count);
  TRY(read_prompts(p, err));
  double first = clock_seconds();
  if (p->from == 0) p->g->first_seconds = first - start;
  while (more) TRY(go_on(p, &more, err));
  p->g->rest_seconds += clock_seconds() - first;
  return FP8C_OK;
}

/* ---- All -------------------------------------------------------------------------------- */

static fp8c_status check_room(const language_model *m, const generation *g, fp8c_error *err) {
  int64_t held = fp8c_state_length(m->state, 0), capacity = fp8c_state_capacity(m->state);
  for (size_t i = 0; i < g->sequence_count; i++) {
    size_t prompt = g->sequences[i].prompt_count;
    if (prompt > (size_t)(capacity - held) || g->wanted - 1 > (size_t)(capacity - held) - prompt)
      return fail(
          err, FP8C_ERROR_ARGUMENT,
          "%zu tokens behind %lld and a prompt of %zu do not fit the plan's capacity of %lld; "
          "compile with a larger --capacity",
          g->wanted, (long long)held, prompt, (long long)capacity);
  }
  return FP8C_OK;
}

static fp8c_status generate(const language_model *m, generation *g, arena *a, fp8c_error *err) {
  const settings *s = g->s;
  size_t together = (size_t)fp8c_state_batch(m->state);
  g->wanted = s->count ? (size_t)s->count : 50;
  TRY(check_room(m, g, err));
  for (size_t i = 0; i < g->sequence_count; i++) {
    sequence *q = &g->sequences[i];
    q->tokens = NEW_ARRAY(a, int64_t, g->wanted);
    q->how = (fp8c_sampler){.size = sizeof q->how,
                            .temperature = (float)s->temperature,
                            .top_k = s->top_k > INT32_MAX ? INT32_MAX : (int32_t)s->top_k,
                            .top_p = (float)s->top_p,
                            .seed = (uint64_t)s->seed + i};
  }
  for (size_t from = 0; from < g->sequence_count; from += together) {
    size_t left = g->sequence_count - from;
    part p = {.m = m, .g = g, .from = from, .count = left < together ? left : together};
    TRY(continue_part(&p, a, err));
  }
  return s->save ? fp8c_state_save(m->state, 0, s->save, err) : FP8C_OK;
}

static double tokens_a_second(const generation *g) {
  size_t made = 0;
  for (size_t i = 0; i < g->sequence_count; i++) made += g->sequences[i].count - 1;
  return made && g->rest_seconds > 0 ? (double)made / g->rest_seconds : 0;
}

static void add_sequence(const generation *g, const language_model *m, size_t i, json_t *o) {
  const sequence *q = &g->sequences[i];
  json_t *ids = json_array();
  for (size_t k = 0; k < q->count; k++)
    json_array_append_new(ids, json_integer((json_int_t)q->tokens[k]));
  json_object_set_new(o, "ids", ids);
  json_object_set_new(o, "prompt_tokens", json_integer((json_int_t)q->prompt_count));
  json_object_set_new(o, "length", json_integer(fp8c_state_length(m->state, (int64_t)i)));
}

/* Prints one object; with several prompts, the figures of each are in its array "sequences". */
static void print_json(const generation *g, const language_model *m) {
  json_t *o = json_object(), *sequences = g->sequence_count > 1 ? json_array() : NULL;
  for (size_t i = 0; i < g->sequence_count; i++) {
    json_t *one = sequences ? json_object() : o;
    add_sequence(g, m, i, one);
    if (sequences) json_array_append_new(sequences, one);
  }
  if (sequences) json_object_set_new(o, "sequences", sequences);
  if (sequences) json_object_set_new(o, "slots_together", json_integer(fp8c_state_batch(m->state)));
  json_object_set_new(o, "capacity", json_integer(fp8c_state_capacity(m->state)));
  json_object_set_new(o, "state_bytes", json_integer((json_int_t)fp8c_state_bytes(m->state)));
  json_object_set_new(o, "first_token_seconds", json_real(g->first_seconds));
  json_object_set_new(o, "tokens_per_second", json_real(tokens_a_second(g)));
  json_object_set_new(o, "device", json_string(fp8c_session_device(m->session)));
  json_print(o, 6);
  json_decref(o);
}

static void print_generation(const generation *g, const language_model *m) {
  size_t count = 0;
  if (g->s->json) {
    print_json(g, m);
    return;
  }
  for (size_t i = 0; i < g->sequence_count; i++) {
    const sequence *q = &g->sequences[i];
    for (size_t k = 0; !g->s->stream && k < q->count; k++)
      printf("%s%lld", k ? " " : "", (long long)q->tokens[k]);
    printf("\n");
    count += q->count;
  }
  fprintf(stderr, "%zu tokens: the first after %.1f ms, then %.1f tokens/s\n", count,
          1e3 * g->first_seconds, tokens_a_second(g));
}

/* Reads the options into `g`.  Returns 0, or the exit code of a usage error. */
static int read_words(const settings *s, generation *g, arena *a) {
  if (!s->ids.count) return cli_usage(&command_generate, "--ids gives the prompt, and is missing");
  if (s->ids.count > 1 && (s->save || (s->stream && !s->json)))
    return cli_usage(&command_generate, "%s is about one prompt, and --ids gives %zu",
                     s->save ? "--save-state" : "--stream", s->ids.count);
  for (size_t i = 0; i < s->ids.count; i++) {
    sequence q = {0};
    if (!read_ids(s->ids.items[i], a, &q.prompt, &q.prompt_count))
      return cli_usage(&command_generate, "--ids wants token ids such as 1,2,3, not \"%s\"",
                       s->ids.items[i]);
    ARENA_PUSH(a, g->sequences, g->sequence_count, q);
  }
  for (size_t i = 0; i < s->stops.count; i++) {
    int64_t id;
    if (!int_parse(s->stops.items[i], &id))
      return cli_usage(&command_generate, "--stop wants a token id, not \"%s\"", s->stops.items[i]);
    ARENA_PUSH(a, g->stops, g->stop_count, id);
  }
  return 0;
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  generation g = {.s = s};
  language_model m = {0};
  fp8c_error err = {0};
  int usage = read_words(s, &g, a);
  if (usage) return usage;
  fp8c_status status = language_model_open(positional[0], s->device, s->threads,
                                           (int64_t)g.sequence_count, &m, &err);
  for (size_t i = 0; s->load && status == FP8C_OK && i < g.sequence_count; i++)
    status = fp8c_state_load(m.state, (int64_t)i, s->load, &err);
  if (status == FP8C_OK) status = generate(&m, &g, a, &err);
  if (status != FP8C_OK && s->stream && g.sequences[0].count) printf("\n");
  if (status == FP8C_OK) print_generation(&g, &m);
  language_model_close(&m);
  return status == FP8C_OK ? EXIT_DONE : cli_fail(&err);
}

const command command_generate = {
    .name = "generate",
    .usage = "PLAN.fp8c --ids 1,2,3 [-n 50] [--temperature 0.8] [options]",
    .does = "Continue a prompt with a language model: token ids in, token ids out.",
    .teaches =
        "The plan keeps its states (docs/state.md):\n\n"
        "  fp8c compile model.onnx --capacity 2048 -o model.fp8c\n"
        "  fp8c generate model.fp8c --ids 1,15043,29892 -n 50\n"
        "  fp8c generate model.fp8c --ids 1,15043 --temperature 0.8 --top-p 0.95 --seed 7\n\n"
        "Several prompts go through the model together, each in a slot of its own, where the plan "
        "was\n"
        "compiled for several sequences in a run:\n\n"
        "  fp8c compile model.onnx --capacity 2048 --dim batch=1..8 -o model.fp8c\n"
        "  fp8c generate model.fp8c --ids 1,15043 --ids 1,29892,3 -n 50\n\n"
        "Tokens go to standard output, a line for each prompt, times to standard error.",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
