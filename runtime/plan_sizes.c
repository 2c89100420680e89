/* plan_sizes.c - the sizes that the variants of a plan are for, in words: "batch=1..32 seq=16,64".
 */
#include <stdlib.h>
#include <string.h>

#include "base/plain.h"
#include "runtime/plan_text.h"

#define LISTED_MOST 8 /* sizes that are no range */

typedef struct line {
  char *out;
  size_t bytes;
} line;

static void add(line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(line *l, const char *format, ...) {
  va_list args;
  va_start(args, format);
  size_t n = strlen(l->out);
  if (n + 1 < l->bytes) plain_vsnprintf(l->out + n, l->bytes - n, format, args);
  va_end(args);
}

static int by_size(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

/* The sizes that a symbol has among the variants of a target, in order, each once. */
static size_t sizes_of(const plan *p, const char *target, uint32_t which,
                       int64_t sizes[PLAN_MAX_VARIANTS]) {
  size_t count = 0, kept = 0;
  for (uint32_t i = 0; i < p->variant_count && i < PLAN_MAX_VARIANTS; i++) {
    const plan_variant *v = &p->variants[i];
    if (strcmp(v->target, target) == 0 && v->bound && v->bound[which] >= 0)
      sizes[count++] = v->bound[which];
  }
  qsort(sizes, count, sizeof *sizes, by_size);
  for (size_t i = 0; i < count; i++)
    if (!kept || sizes[kept - 1] != sizes[i]) sizes[kept++] = sizes[i];
  return kept;
}

static void add_sizes(line *l, const int64_t *sizes, size_t count) {
  int64_t step = count > 2 ? sizes[1] - sizes[0] : 0;
  for (size_t i = 1; i < count && step; i++)
    if (sizes[i] - sizes[i - 1] != step) step = 0;
  if (step) {
    add(l, "%lld..%lld", (long long)sizes[0], (long long)sizes[count - 1]);
    if (step > 1) add(l, ":%lld", (long long)step);
    return;
  }
  for (size_t i = 0; i < count && i < LISTED_MOST; i++)
    add(l, "%s%lld", i ? "," : "", (long long)sizes[i]);
  if (count > LISTED_MOST) add(l, "... %lld", (long long)sizes[count - 1]);
}

static bool is_of_input(const plan *p, uint32_t which) {
  for (uint32_t i = 0; i < p->input_count; i++)
    for (int d = 0; d < p->inputs[i].rank; d++)
      if (p->inputs[i].dims[d] < 0 && p->inputs[i].dims[d] != DIM_UNKNOWN &&
          DIM_SYMBOL_INDEX(p->inputs[i].dims[d]) == which)
        return true;
  return false;
}

void plan_print_sizes(const plan *p, const char *target, char *out, size_t bytes) {
  line l = {out, bytes};
  int64_t sizes[PLAN_MAX_VARIANTS];
  *out = 0;
  for (uint32_t s = 0; s < p->symbol_count; s++) {
    size_t count = is_of_input(p, s) ? sizes_of(p, target, s, sizes) : 0;
    if (!count) continue;
    add(&l, "%s%.60s=", *out ? " " : "", p->symbols[s]);
    add_sizes(&l, sizes, count);
  }
  if (!*out) add(&l, "the shapes of its ports");
}
