/* settings.c - the provider's options. */
#include "integrations/ort/provider.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

/* ONNX Runtime keeps a provider's options among the session's entries, behind this. */
#define THREADS_MOST 256 /* as libfp8c takes */
#define PREFIX "ep." PROVIDER_NAME "."

static const struct option {
  const char *name;
  size_t offset;
} options[] = {
#define OPTION(name_) \
  { #name_, offsetof(settings, name_) }
    OPTION(device),   OPTION(threads),     OPTION(precision), OPTION(calibrate),
    OPTION(evaluate), OPTION(calibration), OPTION(max_error), OPTION(overrides),
    OPTION(target),   OPTION(dims),        OPTION(cache_dir),
#undef OPTION
};
#define OPTION_COUNT (sizeof options / sizeof *options)

/* The prefix in whatever case: ONNX Runtime writes names of providers in small letters there. */
static const char *behind_prefix(const char *key) {
  for (const char *p = PREFIX; *p; p++, key++)
    if (tolower((unsigned char)*key) != tolower((unsigned char)*p)) return NULL;
  return key;
}

static fp8c_status set(settings *s, const char *name, const char *value, arena *a,
                       fp8c_error *err) {
  text known;
  text_init(&known, a);
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    if (strcmp(options[i].name, name) == 0) {
      *(const char **)((char *)s + options[i].offset) = arena_strdup(a, value);
      return FP8C_OK;
    }
    text_printf(&known, "%s%s", i ? ", " : "", options[i].name);
  }
  return fail(err, FP8C_ERROR_ARGUMENT, "there is no provider option \"%s\"; there are %s",
              text_safe(a, name), text_cstr(&known));
}

/* What ONNX Runtime lets a session say to every provider. */
static fp8c_status set_general(settings *s, const char *key, const char *value, arena *a,
                               fp8c_error *err) {
  bool *flag = strcmp(key, "ep.context_enable") == 0       ? &s->context_wanted
               : strcmp(key, "ep.context_embed_mode") == 0 ? &s->context_embedded
                                                           : NULL;
  if (strcmp(key, "ep.context_file_path") == 0) s->context_file = arena_strdup(a, value);
  if (!flag) return FP8C_OK;
  if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s is \"%s\"; it is 0 or 1", key, text_safe(a, value));
  *flag = *value == '1';
  return FP8C_OK;
}

/* Both a compile and a run take them: neither may be the first to find them wrong. */
static fp8c_status check_threads(settings *s, fp8c_error *err) {
  int64_t threads = 0;
  if (s->threads && (!int_parse(s->threads, &threads) || threads < 0 || threads > THREADS_MOST))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the provider option threads is \"%s\"; it is a number from 0 to %d", s->threads,
                THREADS_MOST);
  s->thread_count = (int32_t)threads;
  return FP8C_OK;
}

fp8c_status settings_read(const ort_api *ort, const OrtSessionOptions *from, arena *a,
                          settings *out, fp8c_error *err) {
  *out = (settings){.context_embedded = true};
  OrtKeyValuePairs *pairs = NULL;
  ASK(ort, GetSessionOptionsConfigEntries(from, &pairs));
  const char *const *keys = NULL, *const *values = NULL;
  size_t count = 0;
  fp8c_status status = FP8C_OK;
  ort->GetKeyValuePairs(pairs, &keys, &values, &count);
  for (size_t i = 0; i < count && status == FP8C_OK; i++) {
    const char *name = behind_prefix(keys[i]);
    status =
        name ? set(out, name, values[i], a, err) : set_general(out, keys[i], values[i], a, err);
  }
  ort->ReleaseKeyValuePairs(pairs);
  return status == FP8C_OK ? check_threads(out, err) : status;
}
