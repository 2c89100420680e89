/* size_names.c - see size_names.h. */
#include "base/size_names.h"

#include <string.h>

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

/* A number, or a name; false where it is neither or there are too many. */
static bool add_term(name_sum *s, const char *at, size_t length) {
  if (length == 0) return false;
  if (*at >= '0' && *at <= '9') {
    int64_t x = 0;
    for (size_t i = 0; i < length; i++)
      if (at[i] < '0' || at[i] > '9' || __builtin_mul_overflow(x, 10, &x) ||
          __builtin_add_overflow(x, at[i] - '0', &x))
        return false;
    return !__builtin_add_overflow(s->number, x, &s->number);
  }
  if (s->count == NAME_SUM_MAX) return false;
  s->names[s->count].at = at;
  s->names[s->count++].length = length;
  return true;
}

bool name_sum_read(const char *name, name_sum *out) {
  size_t terms = 0;
  *out = (name_sum){0};
  for (const char *p = name;; p++) {
    p += strspn(p, " ");
    const char *begin = p;
    while (is_word(*p)) p++;
    if (!add_term(out, begin, (size_t)(p - begin))) return false;
    terms++;
    p += strspn(p, " ");
    if (!*p) return terms > 1 && out->count > 0;
    if (*p != '+') return false;
  }
}
