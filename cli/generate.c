/* generate.c - `fp8c generate` and `fp8c perplexity`: a language model's plan, token by token. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/npy.h"
#include "base/numbers.h"
#include "cli/cli.h"

/* A plan made ready, with one slot. */
typedef struct model {
  fp8c_program *program;
  fp8c_session *session;
  fp8c_state *state;
} model;

static void close_model(model *m) {
  fp8c_state_free(m->state);
  fp8c_session_free(m->session);
  fp8c_program_free(m->program);
}

static fp8c_status open_model(const char *path, const char *device, int64_t threads, model *m,
                              fp8c_error *err) {
  if (path_is_onnx(path))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s: is a model; compile it with --capacity, which says how many tokens its states "
                "hold",
                path);
  fp8c_session_options o = {
      .size = sizeof o, .device = device, .threads = (int32_t)(threads > 1024 ? 1024 : threads)};
  TRY(fp8c_program_open(path, &m->program, err));
  TRY(fp8c_session_create(m->program, &o, &m->session, err));
  return fp8c_state_create(m->session, NULL, &m->state, err);
}

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

/* ---- generate ------------------------------------------------------------- */

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

static void print_streamed(const generation *g, int64_t token) {
  if (!g->s->stream || g->s->json) return;
  printf("%s%lld", g->count > 1 ? " " : "", (long long)token);
  fflush(stdout);
}

static fp8c_status generate(const model *m, generation *g, arena *a, fp8c_error *err) {
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
  const int64_t *next = g->prompt;
  size_t next_count = g->prompt_count, vocabulary;
  const float *logits;
  double start = clock_seconds();
  while (g->count < wanted) {
    TRY(fp8c_state_step(m->state, 0, next, next_count, &logits, &vocabulary, err));
    uint64_t step = (uint64_t)fp8c_state_length(m->state, 0);
    TRY(fp8c_sample(logits, vocabulary, &how, step, &g->tokens[g->count], err));
    next = &g->tokens[g->count++];
    next_count = 1;
    if (g->count == 1) g->first_seconds = clock_seconds() - start;
    print_streamed(g, *next);
    if (stops_at(g, *next)) break;
  }
  g->rest_seconds = clock_seconds() - start - g->first_seconds;
  return s->save ? fp8c_state_save(m->state, 0, s->save, err) : FP8C_OK;
}

static double tokens_a_second(const generation *g) {
  return g->count > 1 && g->rest_seconds > 0 ? (double)(g->count - 1) / g->rest_seconds : 0;
}

static void print_generation(const generation *g, const model *m) {
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
  model m = {0};
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
  fp8c_status status = open_model(positional[0], s->device, s->threads, &m, &err);
  if (status == FP8C_OK && s->load) status = fp8c_state_load(m.state, 0, s->load, &err);
  if (status == FP8C_OK) status = generate(&m, &g, a, &err);
  if (status != FP8C_OK && s->stream && g.count) printf("\n");
  if (status == FP8C_OK) print_generation(&g, &m);
  close_model(&m);
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

/* ---- perplexity ------------------------------------------------------------ */

typedef struct perplexity_settings {
  const char *tokens, *device;
  int64_t threads;
  bool json;
} perplexity_settings;

#define PERPLEXITY_FIELD(f_) offsetof(perplexity_settings, f_)

static const option perplexity_options[] = {
    {"--tokens", 0, OPTION_READ, PERPLEXITY_FIELD(tokens), "FILE.npy",
     "token ids: [tokens], or [texts, tokens]", 0},
    {"--device", 'd', OPTION_STRING, PERPLEXITY_FIELD(device), "DEVICE", "cpu", 0},
    {"--threads", 'j', OPTION_INT, PERPLEXITY_FIELD(threads), "N",
     "default: as many as the process may run on", 0},
    {"--json", 0, OPTION_FLAG, PERPLEXITY_FIELD(json), NULL, "print the figures as JSON", 0},
    {0},
};

typedef struct likelihood {
  double nats; /* minus the logarithm of the probability of all tokens that were predicted */
  size_t tokens;
} likelihood;

/* Adds minus the logarithm of the softmax of `logits` at `token`. */
static fp8c_status add_token(const float *logits, size_t width, int64_t token, likelihood *l,
                             fp8c_error *err) {
  int64_t top;
  double sum = 0;
  TRY(fp8c_sample(logits, width, NULL, 0, &top, err)); /* refuses NaN */
  if (token < 0 || (size_t)token >= width)
    return fail(err, FP8C_ERROR_ARGUMENT, "token id %lld; the model has logits of %zu tokens",
                (long long)token, width);
  for (size_t i = 0; i < width; i++) sum += exp((double)logits[i] - (double)logits[top]);
  l->nats += log(sum) - ((double)logits[token] - (double)logits[top]);
  l->tokens++;
  return FP8C_OK;
}

/* Windows of the capacity, each from nothing: its first token is not predicted. */
static fp8c_status add_text(const model *m, const int64_t *ids, size_t count, likelihood *l,
                            fp8c_error *err) {
  size_t capacity = (size_t)fp8c_state_capacity(m->state), width;
  const float *logits;
  for (size_t at = 0; at + 1 < count; at++) {
    if (at % capacity == 0) TRY(fp8c_state_truncate(m->state, 0, 0, err));
    TRY(fp8c_state_step(m->state, 0, &ids[at], 1, &logits, &width, err));
    if ((at + 1) % capacity == 0) continue; /* begins the next window */
    TRY(add_token(logits, width, ids[at + 1], l, err));
  }
  return fp8c_state_truncate(m->state, 0, 0, err);
}

static fp8c_status read_tokens(arena *a, const char *path, fp8c_tensor *out, fp8c_error *err) {
  TRY(npy_read(a, path, FP8C_DTYPE_I64, out, err));
  if ((out->dtype != FP8C_DTYPE_I64 && out->dtype != FP8C_DTYPE_I32) || out->rank < 1 ||
      out->rank > 2 || out->shape[out->rank - 1] < 2)
    return fail(
        err, FP8C_ERROR_FORMAT,
        "%s: i64 or i32 token ids are expected, [tokens] or [texts, tokens], two or more of "
        "each text",
        path);
  if (out->dtype == FP8C_DTYPE_I64) return FP8C_OK;
  size_t count = fp8c_tensor_bytes(out) / 4;
  int64_t *wide = NEW_ARRAY(a, int64_t, count);
  for (size_t i = 0; i < count; i++) wide[i] = ((const int32_t *)out->data)[i];
  out->data = wide;
  out->dtype = FP8C_DTYPE_I64;
  return FP8C_OK;
}

static fp8c_status measure(const perplexity_settings *s, const char *path, model *m, arena *a,
                           likelihood *l, fp8c_error *err) {
  fp8c_tensor t;
  TRY(read_tokens(a, s->tokens, &t, err));
  TRY(open_model(path, s->device, s->threads, m, err));
  if (fp8c_state_capacity(m->state) < 2)
    return fail(err, FP8C_ERROR_ARGUMENT, "a capacity of 1 holds no token and the one before it");
  size_t texts = t.rank == 2 ? (size_t)t.shape[0] : 1, each = (size_t)t.shape[t.rank - 1];
  for (size_t i = 0; i < texts; i++)
    TRY(add_text(m, (const int64_t *)t.data + i * each, each, l, err));
  if (l->tokens) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "%s: holds no token behind another", s->tokens);
}

static int run_perplexity(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const perplexity_settings *s = given;
  fp8c_error err = {0};
  model m = {0};
  likelihood l = {0};
  if (!s->tokens) return cli_usage(&command_perplexity, "--tokens is missing");
  fp8c_status status = measure(s, positional[0], &m, a, &l, &err);
  close_model(&m);
  if (status != FP8C_OK) return cli_fail(&err);
  double nats = l.nats / (double)l.tokens;
  if (s->json) {
    json_t *o = json_object();
    json_object_set_new(o, "perplexity", json_finite(exp(nats)));
    json_object_set_new(o, "nats_per_token", json_finite(nats));
    json_object_set_new(o, "tokens", json_integer((json_int_t)l.tokens));
    json_print(o, 9);
    json_decref(o);
  } else {
    printf("perplexity %.4f over %zu tokens (%.4f nats each)\n", exp(nats), l.tokens, nats);
  }
  return EXIT_DONE;
}

const command command_perplexity = {
    .name = "perplexity",
    .usage = "PLAN.fp8c --tokens ids.npy [--json]",
    .does = "How well a language model predicts a text: the perplexity of its tokens.",
    .teaches =
        "Each text is read from its beginning, in windows of the plan's capacity; the first\n"
        "token of a window is not predicted.  Formats compare by it:\n\n"
        "  fp8c perplexity f32.fp8c --tokens wiki.npy\n"
        "  fp8c perplexity fp8.fp8c --tokens wiki.npy",
    .options = perplexity_options,
    .settings_bytes = sizeof(perplexity_settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run_perplexity,
};
