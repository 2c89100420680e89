/* generate.c - `fp8c generate`: a prompt continued by a language model's plan, token by token. */
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
  const char *ids, *device, *load, *save;
  string_list stops;
  int64_t count, top_k, seed, threads;
  double temperature, top_p;
  bool json, stream;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    {"--ids", 'i', OPTION_STRING, FIELD(ids), "1,2,3", "the prompt's token ids", 0},
    {"--count", 'n', OPTION_INT, FIELD(count), "N", "so many tokens; default 50", 0},
    {"--temperature", 0, OPTION_REAL, FIELD(temperature), "T",
     "draw tokens, the likelier the more often; default 0: always the most likely", 0},
    {"--top-k", 0, OPTION_INT, FIELD(top_k), "K", "draw among the K most likely", 0},
    {"--top-p", 0, OPTION_REAL, FIELD(top_p), "P",
     "draw among the fewest tokens that have this probability together", 0},
    {"--seed", 0, OPTION_INT, FIELD(seed), "N",
     "of the random numbers: the same seed, the same tokens; default 0", 0},
    {"--stop", 0, OPTION_LIST, FIELD(stops), "ID",
     "end behind this token (the end of text); may be repeated", 0},
    {"--load-state", 0, OPTION_READ, FIELD(load), "FILE",
     "go on from a state that --save-state wrote", 0},
    {"--save-state", 0, OPTION_WRITTEN, FIELD(save), "FILE",
     "write the state behind the last token that was read", 0},
    {"--device", 'd', OPTION_STRING, FIELD(device), "DEVICE", "cpu", 0},
    {"--threads", 'j', OPTION_INT, FIELD(threads), "N",
     "default: as many as the process may run on", 0},
    {"--stream", 0, OPTION_FLAG, FIELD(stream), NULL, "print each token when it is there", 0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL, "print tokens and times as JSON", 0},
    {0},
};

typedef struct generation {
  const settings *s;
  int64_t *prompt, *stops, *tokens;
  size_t prompt_count, stop_count, count; /* tokens so far */
  double first_seconds, rest_seconds;
} generation;

static bool stops_at(const generation *g, int64_t token) {
  for (size_t i = 0; i < g->stop_count; i++)
    if (g->stops[i] == token) return true;
  return false;
}

enum { STREAMED_AT_ONCE = 8 }; /* a GPU goes on by itself between prints */

/* So many tokens more. */
static void take(generation *g, size_t made) {
  for (size_t i = 0; i < made; i++, g->count++)
    if (g->s->stream && !g->s->json)
      printf("%s%lld", g->count ? " " : "", (long long)g->tokens[g->count]);
  fflush(stdout);
}

static fp8c_status generate(const language_model *m, generation *g, arena *a, fp8c_error *err) {
  const settings *s = g->s;
  fp8c_sampler how = {.size = sizeof how,
                      .temperature = (float)s->temperature,
                      .top_k = s->top_k > INT32_MAX ? INT32_MAX : (int32_t)s->top_k,
                      .top_p = (float)s->top_p,
                      .seed = (uint64_t)s->seed};
  size_t wanted = s->count ? (size_t)s->count : 50;
  int64_t held = fp8c_state_length(m->state, 0), capacity = fp8c_state_capacity(m->state);
  if (g->prompt_count > (size_t)(capacity - held) ||
      wanted - 1 > (size_t)(capacity - held) - g->prompt_count)
    return fail(
        err, FP8C_ERROR_ARGUMENT,
        "%zu tokens behind %lld and a prompt of %zu do not fit the plan's capacity of %lld; "
        "compile with a larger --capacity",
        wanted, (long long)held, g->prompt_count, (long long)capacity);
  g->tokens = NEW_ARRAY(a, int64_t, wanted);
  size_t vocabulary;
  const float *logits;
  double start = clock_seconds();
  TRY(fp8c_state_step(m->state, 0, g->prompt, g->prompt_count, &logits, &vocabulary, err));
  uint64_t step = (uint64_t)fp8c_state_length(m->state, 0);
  TRY(fp8c_sample(logits, vocabulary, &how, step, &g->tokens[0], err));
  g->first_seconds = clock_seconds() - start;
  take(g, 1);
  fp8c_generation more = {.size = sizeof more,
                          .token = g->tokens[0],
                          .sampler = &how,
                          .stops = g->stops,
                          .stop_count = g->stop_count};
  while (g->count < wanted && !stops_at(g, more.token)) {
    more.tokens = &g->tokens[g->count];
    more.count = wanted - g->count;
    if (s->stream && more.count > STREAMED_AT_ONCE) more.count = STREAMED_AT_ONCE;
    TRY(fp8c_state_generate(m->state, 0, &more, err));
    take(g, more.made);
  }
  g->rest_seconds = clock_seconds() - start - g->first_seconds;
  return s->save ? fp8c_state_save(m->state, 0, s->save, err) : FP8C_OK;
}

static double tokens_a_second(const generation *g) {
  return g->count > 1 && g->rest_seconds > 0 ? (double)(g->count - 1) / g->rest_seconds : 0;
}

static void print_generation(const generation *g, const language_model *m) {
  if (g->s->json) {
    json_t *o = json_object(), *ids = json_array();
    for (size_t i = 0; i < g->count; i++)
      json_array_append_new(ids, json_integer((json_int_t)g->tokens[i]));
    json_object_set_new(o, "ids", ids);
    json_object_set_new(o, "prompt_tokens", json_integer((json_int_t)g->prompt_count));
    json_object_set_new(o, "length", json_integer(fp8c_state_length(m->state, 0)));
    json_object_set_new(o, "capacity", json_integer(fp8c_state_capacity(m->state)));
    json_object_set_new(o, "state_bytes", json_integer((json_int_t)fp8c_state_bytes(m->state)));
    json_object_set_new(o, "first_token_seconds", json_real(g->first_seconds));
    json_object_set_new(o, "tokens_per_second", json_real(tokens_a_second(g)));
    json_object_set_new(o, "device", json_string(fp8c_session_device(m->session)));
    json_print(o, 6);
    json_decref(o);
    return;
  }
  for (size_t i = 0; !g->s->stream && i < g->count; i++)
    printf("%s%lld", i ? " " : "", (long long)g->tokens[i]);
  printf("\n");
  fprintf(stderr, "%zu tokens: the first after %.1f ms, then %.1f tokens/s\n", g->count,
          1e3 * g->first_seconds, tokens_a_second(g));
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  generation g = {.s = s};
  language_model m = {0};
  fp8c_error err = {0};
  if (!s->ids) return cli_usage(&command_generate, "--ids gives the prompt, and is missing");
  if (!read_ids(s->ids, a, &g.prompt, &g.prompt_count))
    return cli_usage(&command_generate, "--ids wants token ids such as 1,2,3, not \"%s\"", s->ids);
  for (size_t i = 0; i < s->stops.count; i++) {
    int64_t id;
    if (!int_parse(s->stops.items[i], &id))
      return cli_usage(&command_generate, "--stop wants a token id, not \"%s\"", s->stops.items[i]);
    ARENA_PUSH(a, g.stops, g.stop_count, id);
  }
  fp8c_status status = language_model_open(positional[0], s->device, s->threads, &m, &err);
  if (status == FP8C_OK && s->load) status = fp8c_state_load(m.state, 0, s->load, &err);
  if (status == FP8C_OK) status = generate(&m, &g, a, &err);
  if (status != FP8C_OK && s->stream && g.count) printf("\n");
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
        "Tokens go to standard output, times to standard error.",
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
