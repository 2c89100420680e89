/* held.c - the time model held to measured steps.
 *
 *   cost_held BOUNDS FILE.t...          print, family by family, how far the model is off, of all
 *                                       problems, of those that constants are fitted to, and of
 * those that are held out; exit 1 where it is further off than BOUNDS allows cost_held --list
 * BOUNDS FILE.t...   one line for each problem besides cost_held --bounds BOUNDS FILE.t... today's
 * figures, as BOUNDS has them
 *
 * A file holds problems between lines "----" (bench/measured.py makes them), each with a head:
 *
 *   # family: gemm      the kernel family that ran
 *   # chip: sm_90a      on which it was measured
 *   # us: 25.3          what it takes in a plan
 *   # launches: 2       that it was, in all; 1 where nothing is said
 *   # steps: 12         steps of the measured plans that were this problem
 *   # of: dinov2-b-32   where
 *   # form: 64 x 128    the form that ran, where it is not the first that is offered
 *   # by: gemm_mma      the family of codegen/family.def that ran, where another is asked first
 *   # blobs: 64 128     bytes of blob(0), blob(1) ...: constants of which only the shape counts
 *
 * BOUNDS has a line for each family: its name, the bound of the median factor and that of the
 * worst, of problems of at least 5 us, and the bound of the median factor of shorter ones ("-":
 * there are none). A factor is the larger of model / measured and measured / model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "codegen/cost.h"
#include "ir/graph_text.h"
#include "tests/support/graph_file.h"

#define LONG_US 5.0
#define FACTOR_MAX 99.0 /* of a step that the model takes for none at all */
/* One problem of so many is held out where constants are fitted: it shows whether they hold for
 * what they have not seen. */
#define HELD_OUT 3

typedef struct problem {
  const char *family, *chip, *of, *text;
  double us, model_us;
  long launches, steps;
  bool held_out; /* no constant was fitted to it */
} problem;

typedef struct bound {
  char family[64];
  double median, worst, small; /* 0: "-" */
  bool met;
} bound;

typedef struct table {
  arena *a;
  problem *problems;
  size_t count;
  bound *bounds;
  size_t bound_count;
  bool list, ratios, bounds_only;
} table;

/* The rest of the line that begins with "# key: ", or `otherwise`. */
static const char *directive(arena *a, const char *source, const char *key, const char *otherwise) {
  const char *at = source, *wanted = arena_printf(a, "# %s: ", key);
  for (; at && *at == '#'; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
    if (strncmp(at, wanted, strlen(wanted)) == 0) {
      at += strlen(wanted);
      return arena_printf(a, "%.*s", (int)strcspn(at, "\n"), at);
    }
  return otherwise;
}

/* All of them are the same zeros, which nobody has written: pages that no one reads take no memory.
 */
static size_t read_blobs(arena *a, const char *words, blob **out) {
  size_t count = 0, most = 1;
  *out = NEW_ARRAY(a, blob, strlen(words) + 1);
  for (char *end; *words; words = end) {
    (*out)[count].bytes = strtoull(words, &end, 10);
    if (end == words) break;
    if ((*out)[count].bytes > most) most = (size_t)(*out)[count].bytes;
    count++;
  }
  static void *zeros;
  static size_t zeros_bytes;
  if (most > zeros_bytes) {
    free(zeros);
    zeros = calloc(zeros_bytes = most, 1);
  }
  for (size_t i = 0; i < count && zeros; i++) (*out)[i].memory = zeros;
  return zeros ? count : 0;
}

static fp8c_status ask_model(const char *source, problem *p, arena *a, fp8c_error *err) {
  blob *blobs;
  size_t blob_count = read_blobs(a, directive(a, source, "blobs", ""), &blobs);
  graph *g;
  cost_step *steps;
  cost_model m = {.target = target_find(p->chip),
                  .form = directive(a, source, "form", NULL),
                  .family = directive(a, source, "by", NULL)};
  if (!m.target) return fail(err, FP8C_ERROR_BOUND, "there is no chip \"%s\"", p->chip);
  TRY(graph_parse(a, source, blobs, blob_count, &g, err));
  size_t count = cost_steps(g, &m, a, &steps);
  for (size_t i = 0; i < count; i++) p->model_us += 1e6 * steps[i].seconds;
  return FP8C_OK;
}

static fp8c_status read_problems(table *t, const char *path, fp8c_error *err) {
  graph_file found;
  TRY(graph_file_read(t->a, path, &found, err));
  for (size_t i = 0; i < found.count; i++) {
    const char *source = found.graphs[i];
    const char *family = directive(t->a, source, "family", NULL);
    if (!family) continue; /* the file's own head */
    problem p = {.family = family,
                 .chip = directive(t->a, source, "chip", "sm_90a"),
                 .of = directive(t->a, source, "of", ""),
                 .text = source,
                 .us = strtod(directive(t->a, source, "us", "0"), NULL),
                 .launches = strtol(directive(t->a, source, "launches", "1"), NULL, 10),
                 .steps = strtol(directive(t->a, source, "steps", "1"), NULL, 10)};
    const char *body = strstr(source, "graph "); /* what the head says may be measured again */
    p.held_out = body && hash_of(body, strlen(body)).bytes[0] % HELD_OUT == 0;
    if (!(p.us > 0))
      return fail(err, FP8C_ERROR_BOUND, "%s: problem %zu says no time", path, i + 1);
    fp8c_status s = ask_model(source, &p, t->a, err);
    if (s != FP8C_OK) return fail_in(err, s, "%s: problem %zu", path, i + 1);
    ARENA_PUSH(t->a, t->problems, t->count, p);
  }
  return FP8C_OK;
}

static fp8c_status read_bounds(table *t, const char *path, fp8c_error *err) {
  char *source;
  size_t bytes;
  TRY(file_read_all(t->a, path, 1 << 16, &source, &bytes, err));
  for (char *line = source; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    bound b = {0};
    char median[16] = "", worst[16] = "", small[16] = "";
    if (*line == '#' || *line == '\n') continue;
    if (sscanf(line, "%63s %15s %15s %15s", b.family, median, worst, small) != 4)
      return fail(err, FP8C_ERROR_BOUND, "%s: a line is a family and three bounds", path);
    b.median = strtod(median, NULL);
    b.worst = strtod(worst, NULL);
    b.small = strtod(small, NULL);
    ARENA_PUSH(t->a, t->bounds, t->bound_count, b);
  }
  return FP8C_OK;
}

static double factor(const problem *p) {
  if (!(p->model_us > 0)) return FACTOR_MAX;
  return fmin(FACTOR_MAX, p->us > p->model_us ? p->us / p->model_us : p->model_us / p->us);
}

static int by_factor(const void *x, const void *y) {
  double p = factor(*(const problem *const *)x), q = factor(*(const problem *const *)y);
  return (p > q) - (p < q);
}

static bound *bound_of(table *t, const char *family) {
  for (size_t i = 0; i < t->bound_count; i++)
    if (strcmp(t->bounds[i].family, family) == 0) return &t->bounds[i];
  return NULL;
}

static bool exceeds(double figure, double allowed) { return figure > allowed * 1.0005; }

static const char *rounded_up(arena *a, double figure) {
  return figure > 0 ? arena_printf(a, "%.2f", ceil(20 * figure) / 20) : "-";
}

/* Problems by how far the model is off. */
typedef struct sample {
  const problem **items;
  size_t count;
  double median, worst;
} sample;

enum { ANY, FITTED, HELD };

static sample sample_of(const table *t, const char *family, bool small, int which) {
  sample s = {.items = NEW_ARRAY(t->a, const problem *, t->count + 1)};
  for (size_t i = 0; i < t->count; i++) {
    const problem *p = &t->problems[i];
    if (strcmp(p->family, family) == 0 && (p->us < LONG_US) == small &&
        (which == ANY || p->held_out == (which == HELD)))
      s.items[s.count++] = p;
  }
  if (!s.count) return s;
  qsort(s.items, s.count, sizeof *s.items, by_factor);
  s.median = factor(s.items[s.count / 2]);
  s.worst = factor(s.items[s.count - 1]);
  return s;
}

static double sums_ratio(const table *t, const char *family) {
  double model = 0, measured = 0;
  for (size_t i = 0; i < t->count; i++) {
    const problem *p = &t->problems[i];
    if (strcmp(p->family, family) != 0) continue;
    model += p->model_us * (double)p->steps;
    measured += p->us * (double)p->steps;
  }
  return model / measured;
}

/* One line; the worst problem's text where a bound is exceeded. */
static bool judge(table *t, const char *family) {
  sample large = sample_of(t, family, false, ANY), small = sample_of(t, family, true, ANY);
  sample fitted = sample_of(t, family, false, FITTED), held = sample_of(t, family, false, HELD);
  double median = large.median, worst = large.worst, below = small.median;
  if (t->bounds_only) {
    printf("%-24s %7s %7s %7s\n", family, rounded_up(t->a, median), rounded_up(t->a, worst),
           rounded_up(t->a, below));
    return true;
  }
  printf("%-20s %5zu %6.2f %6.2f   %5zu %6.2f %6.2f   %5zu %6.2f %6.2f   %5zu %6.2f   %6.2f\n",
         family, large.count, median, worst, fitted.count, fitted.median, fitted.worst, held.count,
         held.median, held.worst, small.count, below, sums_ratio(t, family));
  bound *b = bound_of(t, family);
  if (!b) {
    printf("  FAIL: no bound is stated for it\n");
    return false;
  }
  b->met = true;
  if (!exceeds(median, b->median) && !exceeds(worst, b->worst) && !exceeds(below, b->small))
    return true;
  printf("  FAIL: the bounds are %.2f, %.2f and %.2f\n", b->median, b->worst, b->small);
  const problem *p = large.count && exceeds(worst, b->worst) ? large.items[large.count - 1] : NULL;
  if (p) printf("  model %.1f us, measured %.1f:\n%s", p->model_us, p->us, p->text);
  return false;
}

static bool judge_all(table *t) {
  bool good = true;
  if (!t->bounds_only)
    printf("%-20s %5s %6s %6s   %5s %6s %6s   %5s %6s %6s   %5s %6s   %6s\n", "family, factor off",
           "5 us", "median", "worst", "fit", "median", "worst", "held", "median", "worst", "below",
           "median", "sum");
  for (size_t i = 0; i < t->count; i++) {
    bool seen = false;
    for (size_t k = 0; k < i; k++)
      seen |= strcmp(t->problems[k].family, t->problems[i].family) == 0;
    if (!seen) good &= judge(t, t->problems[i].family);
  }
  for (size_t i = 0; i < t->bound_count && !t->bounds_only; i++)
    if (!t->bounds[i].met) {
      printf("FAIL: %s has bounds and no problem\n", t->bounds[i].family);
      good = false;
    }
  return good;
}

static void list(const table *t) {
  for (size_t i = 0; i < t->count; i++) {
    const problem *p = &t->problems[i];
    printf("%-24s %9.2f us  model %9.2f  %6.2f  x%ld  %s\n", p->family, p->us, p->model_us,
           p->model_us / p->us, p->steps, p->of);
  }
}

/* ---- How measured time divided by modelled is spread ------------------------------------- */

static double ratio(const problem *p) { return p->us / fmax(p->model_us, 0.01); }

/* Microseconds of the measured plans that the model does not see, or sees too much. */
static double lost(const problem *p) { return fabs(p->us - p->model_us) * (double)p->steps; }

static int by_ratio(const void *x, const void *y) {
  double p = ratio(*(const problem *const *)x), q = ratio(*(const problem *const *)y);
  return (p > q) - (p < q);
}

static void family_ratios(const table *t, const char *family) {
  const problem **of = NEW_ARRAY(t->a, const problem *, t->count + 1), *worst = NULL;
  double sum = 0;
  size_t count = 0, all = 0;
  for (size_t i = 0; i < t->count; i++) {
    const problem *p = &t->problems[i];
    if (strcmp(p->family, family) != 0) continue;
    all++;
    sum += lost(p);
    if (!worst || lost(p) > lost(worst)) worst = p;
    if (p->us >= LONG_US) of[count++] = p;
  }
  printf("%-20s %5zu", family, all);
  if (count) {
    qsort(of, count, sizeof *of, by_ratio);
    printf(" %5zu %7.2f %6.2f %6.2f", count, ratio(of[count / 10]), ratio(of[count / 2]),
           ratio(of[(count * 9) / 10]));
  } else
    printf(" %5s %7s %6s %6s", "0", "-", "-", "-");
  printf(" %8.0f   %.1f us, model %.1f, x%ld: %s\n", sum, worst->us, worst->model_us, worst->steps,
         worst->of);
}

static void ratios(const table *t) {
  printf("%-20s %5s %5s %7s %6s %6s %8s   %s\n", "measured / modelled", "all", "5 us", "10%",
         "median", "90%", "us lost", "which loses most");
  for (size_t i = 0; i < t->count; i++) {
    bool seen = false;
    for (size_t k = 0; k < i; k++)
      seen |= strcmp(t->problems[k].family, t->problems[i].family) == 0;
    if (!seen) family_ratios(t, t->problems[i].family);
  }
}

static int run(int argc, char **argv, arena *a) {
  table t = {.a = a,
             .list = argc > 1 && strcmp(argv[1], "--list") == 0,
             .ratios = argc > 1 && strcmp(argv[1], "--ratios") == 0,
             .bounds_only = argc > 1 && strcmp(argv[1], "--bounds") == 0};
  fp8c_error err = {0};
  int first = t.list || t.ratios || t.bounds_only ? 2 : 1;
  if (argc < first + 2) {
    printf("usage: cost_held [--list|--ratios|--bounds] BOUNDS FILE.t...\n");
    return 2;
  }
  fp8c_status s = read_bounds(&t, argv[first], &err);
  for (int i = first + 1; i < argc && s == FP8C_OK; i++) s = read_problems(&t, argv[i], &err);
  if (s != FP8C_OK) {
    printf("%s\n", err.text);
    return 1;
  }
  if (t.ratios) {
    ratios(&t);
    return 0;
  }
  if (t.list) list(&t);
  return judge_all(&t) ? 0 : 1;
}

int main(int argc, char **argv) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  int code = 1;
  if (setjmp(guard.jump))
    printf("out of memory\n");
  else
    code = run(argc, argv, &a);
  arena_free(&a);
  return code;
}
