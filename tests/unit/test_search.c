/* The search, on tables small enough to try everything. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdbool.h>

#include "passes/precision/search.h"

#define GROUPS 6
#define ITEMS 3
#define ALL (GROUPS * ITEMS)
#define DIRECTIONS 9 /* error vectors live in as many dimensions */

typedef struct fixture {
  size_t first[GROUPS + 1];
  double cost[ALL], noise[ALL * ALL];
  search_form form;
  search_problem p;
} fixture;

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

/* Item 0 costs most and is nearly quiet; item 2 is cheap and loud.  `together` is
 * how much of the errors points the same way. */
static void make(fixture *f, uint64_t seed, double together) {
  double error[ALL][DIRECTIONS], base[DIRECTIONS];
  memset(f, 0, sizeof *f);
  for (int d = 0; d < DIRECTIONS; d++) base[d] = 0.05 * (uniform(&seed) - 0.5);
  for (size_t i = 0; i < ALL; i++) {
    double size = i % ITEMS == 0 ? 0 : (i % ITEMS == 1 ? 0.3 : 1) * exp(3 * uniform(&seed));
    for (int d = 0; d < DIRECTIONS; d++)
      error[i][d] = size * (uniform(&seed) - 0.5 + (d == 0 ? together : 0));
    /* whole numbers: rounding costs to steps changes nothing */
    f->cost[i] = i % ITEMS == 0 ? 64 : i % ITEMS == 1 ? 32 : floor(16 * uniform(&seed));
  }
  for (size_t g = 0; g <= GROUPS; g++) f->first[g] = g * ITEMS;
  for (size_t i = 0; i < ALL; i++)
    for (size_t k = 0; k < ALL; k++)
      for (int d = 0; d < DIRECTIONS; d++) {
        f->noise[i * ALL + k] += error[i][d] * error[k][d];
        if (i == k) f->noise[i * ALL + k] += 2 * base[d] * error[i][d];
      }
  for (int d = 0; d < DIRECTIONS; d++) f->form.base += base[d] * base[d];
  f->p.group_count = GROUPS;
  f->p.first = f->first;
  f->p.cost = f->cost;
  f->form.noise = f->noise;
  f->form.scale = 1;
  f->p.forms = &f->form;
  f->p.form_count = 1;
}

/* Errors that have nothing to do with each other. */
static void make_additive(fixture *f, uint64_t seed) {
  make(f, seed, 0);
  for (size_t i = 0; i < ALL; i++)
    for (size_t k = 0; k < ALL; k++)
      if (i != k) f->noise[i * ALL + k] = 0;
}

/* Every assignment; the least noise within the cost, or the least cost within the noise. */
static search_point try_all(const fixture *f, double cost_limit, double noise_limit, bool quiet,
                            size_t *items) {
  search_point best = {.cost = INFINITY, .noise = INFINITY}, x = {.items = items};
  for (int code = 0; code < 729; code++) {
    int rest = code;
    for (size_t g = 0; g < GROUPS; g++, rest /= ITEMS)
      items[g] = f->first[g] + (size_t)(rest % ITEMS);
    search_measure(&f->p, &x);
    if (x.cost > cost_limit || x.noise > noise_limit) continue;
    if (quiet ? x.noise < best.noise : x.cost < best.cost) best = x;
  }
  return best;
}

typedef void with_arena(arena *a);

static void run(with_arena *test) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  test(&a);
  arena_free(&a);
}

static void finds_every_optimum(arena *a) {
  size_t items[GROUPS];
  for (uint64_t seed = 1; seed <= 40; seed++) {
    fixture f;
    make_additive(&f, seed);
    for (double limit = 100; limit <= 400; limit += 50) {
      search_point best = try_all(&f, limit, INFINITY, true, items);
      search_point found = search_quietest(&f.p, limit, a);
      assert_true(found.cost <= limit);
      assert_true(found.noise <= best.noise * (1 + 1e-9));
    }
  }
}

static void additive_is_exact(void **state) {
  (void)state;
  run(finds_every_optimum);
}

/* With pair terms the answer is a local optimum: it must come close, mostly exactly. */
static void nearly_finds_it(arena *a) {
  size_t items[GROUPS], exact = 0, cases = 0;
  double worst = 1;
  for (uint64_t seed = 1; seed <= 60; seed++)
    for (double limit = 120; limit <= 360; limit += 60) {
      fixture f;
      make(&f, seed, seed % 3 * 0.5);
      search_point best = try_all(&f, limit, INFINITY, true, items);
      search_point found = search_quietest(&f.p, limit, a);
      assert_true(found.cost <= limit);
      cases++;
      exact += found.noise <= best.noise * (1 + 1e-9);
      worst = fmax(worst, found.noise / best.noise);
    }
  print_message("%zu of %zu exact, worst %.2f times the least noise\n", exact, cases, worst);
  assert_true(exact * 100 >= cases * 95);
  assert_true(worst < 2.5);
}

static void pairs_are_respected(void **state) {
  (void)state;
  run(nearly_finds_it);
}

/* Several outputs: the worst of them counts. */
static void minds_the_worst(arena *a) {
  size_t items[GROUPS], exact = 0, cases = 0;
  double worst = 1;
  for (uint64_t seed = 1; seed <= 30; seed++)
    for (double limit = 120; limit <= 360; limit += 60) {
      fixture f[3];
      search_form forms[3];
      for (uint64_t k = 0; k < 3; k++) {
        make(&f[k], seed * 100 + k, 0.2);
        forms[k] = f[k].form;
        forms[k].scale = 1 + (double)k;
      }
      f[0].p.forms = forms;
      f[0].p.form_count = 3;
      search_point best = try_all(&f[0], limit, INFINITY, true, items);
      search_point found = search_quietest(&f[0].p, limit, a);
      assert_true(found.cost <= limit);
      cases++;
      exact += found.noise <= best.noise * (1 + 1e-9);
      worst = fmax(worst, found.noise / best.noise);
    }
  print_message("%zu of %zu exact, worst %.2f times the least noise\n", exact, cases, worst);
  assert_true(exact * 100 >= cases * 90);
  assert_true(worst < 2.5);
}

static void several_forms(void **state) {
  (void)state;
  run(minds_the_worst);
}

/* Two loud items whose errors cancel are quiet together: adding noises would not see it. */
static void cancels(arena *a) {
  static const size_t first[] = {0, 2, 4, 6};
  static const double cost[] = {2, 1, 2, 1, 2, 1};
  double noise[36] = {0};
  noise[1 * 6 + 1] = noise[3 * 6 + 3] = 1;
  noise[1 * 6 + 3] = noise[3 * 6 + 1] = -0.95;
  noise[5 * 6 + 5] = 0.5;
  search_form form = {0.01, noise, 1};
  search_problem p = {3, first, cost, &form, 1};
  search_point x = search_quietest(&p, 4, a);
  assert_int_equal(x.items[0], 1);
  assert_int_equal(x.items[1], 3);
  assert_int_equal(x.items[2], 4);
  assert_true(fabs(x.noise - 0.11) < 1e-12);
}

/* Two items that cost the same: the loud one is never the answer. */
static void prefers_quiet(arena *a) {
  static const size_t first[] = {0, 3, 6};
  static const double cost[] = {1, 1, 2, 1, 1, 2};
  double noise[36] = {0};
  for (size_t i = 0; i < 6; i++) noise[i * 6 + i] = i % 3 == 0 ? 0.4 : i % 3 == 1 ? 0.1 : 0;
  search_form form = {0.01, noise, 1};
  search_problem p = {2, first, cost, &form, 1};
  search_point x = search_quietest(&p, 2, a);
  assert_true(x.cost == 2 && x.items[0] == 1 && x.items[1] == 4);
}

static void equal_costs(void **state) {
  (void)state;
  run(prefers_quiet);
}

static void cancelling_errors(void **state) {
  (void)state;
  run(cancels);
}

static void is_a_front(arena *a) {
  fixture f;
  make(&f, 7, 0.3);
  search_point *front;
  size_t count = search_front(&f.p, 33, a, &front);
  assert_true(count > 5);
  for (size_t i = 1; i < count; i++) {
    assert_true(front[i].cost > front[i - 1].cost);
    assert_true(front[i].noise < front[i - 1].noise);
  }
  size_t items[GROUPS];
  assert_true(front[0].cost == try_all(&f, INFINITY, INFINITY, false, items).cost);
  double least = try_all(&f, INFINITY, INFINITY, true, items).noise;
  assert_true(front[count - 1].noise <= least * (1 + 1e-9));
  search_point *again;
  assert_int_equal(search_front(&f.p, 33, a, &again), count);
  for (size_t i = 0; i < count; i++)
    assert_memory_equal(front[i].items, again[i].items, sizeof items);
}

static void fronts(void **state) {
  (void)state;
  run(is_a_front);
}

static void bears_odd_tables(arena *a) {
  fixture f;
  make(&f, 3, 0);
  search_point x = search_quietest(&f.p, INFINITY, a);
  size_t items[GROUPS];
  assert_true(x.noise <= try_all(&f, INFINITY, INFINITY, true, items).noise * (1 + 1e-9));
  x = search_quietest(&f.p, -1, a); /* nothing is as cheap: the cheapest */
  assert_true(x.cost == try_all(&f, INFINITY, INFINITY, false, items).cost);
  search_form flat = {0.5, NULL, 1};
  search_problem none = {.first = f.first, .forms = &flat, .form_count = 1};
  x = search_quietest(&none, 1, a);
  assert_true(x.cost == 0 && x.noise == 0.5);
  search_point *front;
  assert_int_equal(search_front(&none, 9, a, &front), 1);
  /* one item each: nothing to choose */
  size_t first[] = {0, 1, 2};
  double cost[] = {1, 2}, noise[] = {1, 0, 0, 1};
  search_form two = {0, noise, 1};
  search_problem fixed = {2, first, cost, &two, 1};
  x = search_quietest(&fixed, 0, a);
  assert_true(x.cost == 3 && x.noise == 2);
}

static void odd_tables(void **state) {
  (void)state;
  run(bears_odd_tables);
}

/* A graph of 500 products must not take long. */
static void is_quick(arena *a) {
  enum { groups = 500, n = 2 * groups };
  size_t *first = NEW_ARRAY(a, size_t, groups + 1);
  double *cost = NEW_ARRAY(a, double, n), *noise = NEW_ARRAY(a, double, (size_t)n *n);
  uint64_t seed = 5;
  for (size_t g = 0; g <= groups; g++) first[g] = 2 * g;
  for (size_t g = 0; g < groups; g++) {
    cost[2 * g] = 1 + uniform(&seed);
    cost[2 * g + 1] = 0.5;
    noise[(2 * g + 1) * n + 2 * g + 1] = exp(4 * uniform(&seed));
    for (size_t h = 0; h < g; h++)
      noise[(2 * g + 1) * n + 2 * h + 1] = noise[(2 * h + 1) * n + 2 * g + 1] =
          0.01 * (uniform(&seed) - 0.5);
  }
  search_form form = {0.1, noise, 1};
  search_problem p = {groups, first, cost, &form, 1};
  search_point *front;
  assert_true(search_front(&p, 17, a, &front) > 10);
}

static void large_graphs(void **state) {
  (void)state;
  run(is_quick);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(additive_is_exact), cmocka_unit_test(pairs_are_respected),
      cmocka_unit_test(cancelling_errors), cmocka_unit_test(equal_costs),
      cmocka_unit_test(several_forms),     cmocka_unit_test(fronts),
      cmocka_unit_test(odd_tables),        cmocka_unit_test(large_graphs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
