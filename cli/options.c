/* options.c - command-line options by table: `--name value`, `--name=value`,
 * `-o value`, `--` ends them. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/nearest.h"
#include "base/threads.h"
#include "cli/cli.h"

static const option *find_option(const command *c, const char *name, size_t length) {
  for (const option *o = c->options; o && o->name; o++)
    if (strlen(o->name) == length && memcmp(o->name, name, length) == 0) return o;
  return NULL;
}

static const option *find_letter(const command *c, char letter) {
  for (const option *o = c->options; o && o->name; o++)
    if (o->letter && o->letter == letter) return o;
  return NULL;
}

static bool is_choice(const char *choices, const char *value) {
  size_t length = strlen(value);
  for (const char *p = choices; *p; p += *p == '|') {
    size_t n = strcspn(p, "|");
    if (n == length && memcmp(p, value, n) == 0) return true;
    p += n;
  }
  return false;
}

/* Reports a value that is none of the option's choices, and suggests the choice that is spelt most
 * like it. */
static bool refuse_choice(const command *c, const option *o, const char *value, arena *a) {
  nearest meant = {.word = value};
  for (const char *p = o->choices; *p; p += *p == '|') {
    size_t n = strcspn(p, "|");
    nearest_offer(&meant, arena_strndup(a, p, n));
    p += n;
  }
  cli_usage(c, "%s is \"%s\"; it can be %s%s", o->name, value, o->choices,
            nearest_words(&meant, a));
  return false;
}

#define TEXT_OF(number_) #number_
#define TEXT_OF_MACRO(macro_) TEXT_OF(macro_)
#define THREADS_WORDS \
  "from 0 (as many as the process may run on) to " TEXT_OF_MACRO(POOL_MAX_THREADS)

/* What each kind of whole number may be, for set_whole. */
static const struct {
  int64_t least, most;
  const char *words;
} bounds[] = {
    [OPTION_INT] = {0, INT64_MAX, "that is not negative"},
    [OPTION_COUNT] = {1, INT64_MAX, "from 1 on"},
    [OPTION_THREADS] = {0, POOL_MAX_THREADS, THREADS_WORDS},
};

static bool set_whole(const command *c, const option *o, const char *value, int64_t *field) {
  if (int_parse(value, field) && *field >= bounds[o->kind].least && *field <= bounds[o->kind].most)
    return true;
  cli_usage(c, "%s is \"%s\"; it takes a whole number %s", o->name, value, bounds[o->kind].words);
  return false;
}

static bool set_option(const command *c, const option *o, const char *value, arena *a,
                       void *settings) {
  void *field = (char *)settings + o->offset;
  if (o->choices && !is_choice(o->choices, value)) return refuse_choice(c, o, value, a);
  switch (o->kind) {
    case OPTION_FLAG:
      *(bool *)field = true;
      return true;
    case OPTION_STRING:
    case OPTION_READ:
    case OPTION_WRITTEN:
      *(const char **)field = value;
      return true;
    case OPTION_INT:
    case OPTION_COUNT:
    case OPTION_THREADS:
      return set_whole(c, o, value, field);
    case OPTION_REAL:
      if (double_parse(value, field)) return true;
      cli_usage(c, "%s is \"%s\"; it takes a number", o->name, value);
      return false;
    case OPTION_LIST:
    case OPTION_READ_LIST: {
      string_list *list = field;
      ARENA_PUSH(a, list->items, list->count, value);
      return true;
    }
  }
  return false;
}

/* The file that an option of this kind names; NULL when it was not given. */
static const char *file_of(const option *o, option_kind kind, const void *settings) {
  return o->kind == kind ? *(const char *const *)((const char *)settings + o->offset) : NULL;
}

static bool keeps(const command *c, const option *o, const char *written, const char *read) {
  if (!file_would_replace(written, read)) return true;
  cli_usage(c, "%s %s would overwrite %s, which is read", o->name, written, read);
  return false;
}

/* No file that is written may be one that is read, under whatever name, or be written twice. */
static bool files_differ(const command *c, const void *settings, char *const *positional,
                         int count) {
  for (const option *w = c->options; w && w->name; w++) {
    const char *written = file_of(w, OPTION_WRITTEN, settings);
    if (!written) continue;
    for (int i = 0; i < count; i++)
      if (!keeps(c, w, written, positional[i])) return false;
    for (const option *r = c->options; r->name; r++) {
      const char *read = file_of(r, OPTION_READ, settings),
                 *other = r < w ? file_of(r, OPTION_WRITTEN, settings) : NULL;
      if (read && !keeps(c, w, written, read)) return false;
      if (other && file_same_place(written, other)) {
        cli_usage(c, "%s and %s would both be written to %s", r->name, w->name, written);
        return false;
      }
      const string_list *pairs = (const void *)((const char *)settings + r->offset);
      for (size_t i = 0; r->kind == OPTION_READ_LIST && i < pairs->count; i++) {
        const char *equals = strchr(pairs->items[i], '=');
        if (!keeps(c, w, written, equals ? equals + 1 : pairs->items[i])) return false;
      }
    }
  }
  return true;
}

parse_end options_parse(const command *c, int argc, char **argv, arena *a, void *settings,
                        char ***positional, int *count) {
  *positional = NEW_ARRAY(a, char *, argc + 1);
  *count = 0;
  bool options_ended = false;
  for (int i = 0; i < argc; i++) {
    char *word = argv[i];
    if (options_ended || word[0] != '-' || word[1] == 0) {
      (*positional)[(*count)++] = word;
      continue;
    }
    if (strcmp(word, "--") == 0) {
      options_ended = true;
      continue;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return PARSE_HELP;
    char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const option *o = word[1] == '-' ? find_option(c, word, length)
                                     : (word[2] == 0 ? find_letter(c, word[1]) : NULL);
    if (!o) {
      nearest meant = {.word = arena_strndup(a, word, length)};
      for (const option *at = c->options; at && at->name; at++) nearest_offer(&meant, at->name);
      cli_usage(c, "%s has no option \"%.*s\"%s", c->name, (int)length, word,
                nearest_words(&meant, a));
      return PARSE_MISTAKE;
    }
    const char *value = NULL;
    if (o->kind != OPTION_FLAG) {
      if (equals) {
        value = equals + 1;
      } else if (i + 1 < argc) {
        value = argv[++i];
      } else {
        cli_usage(c, "%s wants %s after it", o->name, o->argument);
        return PARSE_MISTAKE;
      }
    } else if (equals) {
      cli_usage(c, "%s takes no value", o->name);
      return PARSE_MISTAKE;
    }
    if (!set_option(c, o, value, a, settings)) return PARSE_MISTAKE;
  }
  if (*count < c->positional_min || *count > c->positional_max) {
    cli_usage(c, "usage: fp8c %s %s", c->name, c->usage);
    return PARSE_MISTAKE;
  }
  return files_differ(c, settings, *positional, *count) ? PARSE_DONE : PARSE_MISTAKE;
}
