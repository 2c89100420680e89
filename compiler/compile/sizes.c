/* sizes.c - see sizes.h. */
#include "compiler/compile/sizes.h"

#include <string.h>

#include "base/text.h"
#include "compiler/compile/request.h"
#include "runtime/plan.h"

#define SIZE_MOST ((int64_t)1 << 40)

static void add_size(arena *a, size_list *l, int64_t size) {
  for (size_t i = 0; i < l->count; i++)
    if (l->sizes[i] == size) return;
  ARENA_PUSH(a, l->sizes, l->count, size);
}

static bool read_size(arena *a, const char *from, const char *to, int64_t *out) {
  return int_parse(arena_strndup(a, from, (size_t)(to - from)), out) && *out >= 0 &&
         *out <= SIZE_MOST;
}

/* "..": where a range's second size begins; NULL: it is one size. */
static const char *find_range(const char *word, size_t length) {
  for (size_t i = 0; i + 2 <= length; i++)
    if (word[i] == '.' && word[i + 1] == '.') return word + i;
  return NULL;
}

/* Adds the sizes of one word of `length` characters.  `option` and `whole` begin the error. */
static fp8c_status sizes_read(arena *a, const char *option, const char *whole, const char *word,
                              size_t length, size_list *out, fp8c_error *err) {
  const char *end = word + length, *dots = find_range(word, length);
  int64_t first, last, step = 1;
  if (!dots) {
    if (!read_size(a, word, end, &first))
      return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\": \"%.*s\" is not a size", option, whole,
                  (int)length, word);
    if (out->count == 0) out->decisive = first;
    add_size(a, out, first);
    return FP8C_OK;
  }
  const char *colon = memchr(dots, ':', (size_t)(end - dots)), *stop = colon ? colon : end;
  if (!read_size(a, word, dots, &first) || !read_size(a, dots + 2, stop, &last) || first > last ||
      (colon && (!read_size(a, colon + 1, end, &step) || step < 1)))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s \"%s\": \"%.*s\" is no range; expected FIRST..LAST or FIRST..LAST:STEP", option,
                whole, (int)length, word);
  int64_t count = (last - first) / step + 1;
  if (count > PLAN_MAX_VARIANTS)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s \"%s\": \"%.*s\" has %lld sizes; a plan can have %d, with a step for example: "
                "%lld..%lld:%lld",
                option, whole, (int)length, word, (long long)count, PLAN_MAX_VARIANTS,
                (long long)first, (long long)last,
                (long long)(((count - 1) / (PLAN_MAX_VARIANTS / 2) + 1) * step));
  if (out->count == 0) out->decisive = first + (count - 1) * step;
  for (int64_t i = 0; i < count; i++) add_size(a, out, first + i * step);
  return FP8C_OK;
}

fp8c_status sizes_of_dim(arena *a, const char *words, dim_request *out, fp8c_error *err) {
  const char *list;
  *out = (dim_request){0};
  TRY(request_pair(a, "--dim", words, &out->name, &list, err));
  for (const char *p = list;; p++) {
    size_t length = strcspn(p, ",");
    TRY(sizes_read(a, "--dim", words, p, length, &out->of, err));
    p += length;
    if (!*p) return FP8C_OK;
  }
}

fp8c_status sizes_of_shape(arena *a, const char *words, shape_request *out, fp8c_error *err) {
  const char *list;
  *out = (shape_request){.rank = 1};
  TRY(request_pair(a, "--shape", words, &out->port, &list, err));
  for (const char *p = list;; p++) {
    size_t length = strcspn(p, ",x");
    TRY(sizes_read(a, "--shape", words, p, length, &out->dims[out->rank - 1], err));
    p += length;
    if (!*p) return FP8C_OK;
    if (*p == ',') continue;
    if (out->rank++ == FP8C_MAX_RANK)
      return fail(err, FP8C_ERROR_ARGUMENT, "--shape \"%s\" has more than %d dimensions", words,
                  FP8C_MAX_RANK);
  }
}
