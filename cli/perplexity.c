/* perplexity.c - `fp8c perplexity`: how well a language model's plan predicts a text. */
#include <math.h>

#include "base/json.h"
#include "base/npy.h"
#include "cli/language_model.h"

typedef struct settings {
  const char *tokens, *device;
  int64_t threads;
  bool json;
} settings;

#define FIELD(f_) offsetof(settings, f_)

static const option options[] = {
    {"--tokens", 0, OPTION_READ, FIELD(tokens), "FILE.npy",
     "token ids: [tokens], or [texts, tokens]", 0},
    {"--device", 'd', OPTION_STRING, FIELD(device), "DEVICE", "cpu", 0},
    {"--threads", 'j', OPTION_THREADS, FIELD(threads), "N",
     "default: as many as the process may run on", 0},
    {"--json", 0, OPTION_FLAG, FIELD(json), NULL, "print the figures as JSON", 0},
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
static fp8c_status add_text(const language_model *m, const int64_t *ids, size_t count,
                            likelihood *l, fp8c_error *err) {
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

static fp8c_status measure(const settings *s, const char *path, language_model *m, arena *a,
                           likelihood *l, fp8c_error *err) {
  fp8c_tensor t;
  TRY(read_tokens(a, s->tokens, &t, err));
  TRY(language_model_open(path, s->device, s->threads, 1, m, err));
  if (fp8c_state_capacity(m->state) < 2)
    return fail(err, FP8C_ERROR_ARGUMENT, "a capacity of 1 holds no token and the one before it");
  size_t texts = t.rank == 2 ? (size_t)t.shape[0] : 1, each = (size_t)t.shape[t.rank - 1];
  for (size_t i = 0; i < texts; i++)
    TRY(add_text(m, (const int64_t *)t.data + i * each, each, l, err));
  if (l->tokens) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "%s: holds no token behind another", s->tokens);
}

static int run(const void *given, char **positional, int count, arena *a) {
  (void)count;
  const settings *s = given;
  fp8c_error err = {0};
  language_model m = {0};
  likelihood l = {0};
  if (!s->tokens) return cli_usage(&command_perplexity, "--tokens is missing");
  fp8c_status status = measure(s, positional[0], &m, a, &l, &err);
  language_model_close(&m);
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
    .options = options,
    .settings_bytes = sizeof(settings),
    .positional_min = 1,
    .positional_max = 1,
    .run = run,
};
