/* Assignments out of a noise table: budgets kept, worst output counted, groups whole. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdbool.h>

#include "passes/precision/choose.h"

enum { NODES = 5, OPTIONS = 3, LENGTH = 7, SAMPLES = 12, COLUMNS = 1 + 2 * NODES, ALL = 243 };

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

typedef struct fixture {
  noise_table *table;
  double cost[NODES][OPTIONS];
  const double *rows[NODES];
  choose_request request;
  noise_sum *sums; /* [output] of the request's samples */
} fixture;

/* Error vectors for each sample, output and column; node i's E5M2 is twice as loud. */
static void fill(noise_table *t, arena *a, uint64_t seed) {
  size_t cells = SAMPLES * t->output_count;
  t->signal = NEW_ARRAY(a, double, cells);
  t->gram = NEW_ARRAY(a, float *, cells);
  for (size_t c = 0; c < cells; c++) {
    double e[COLUMNS][LENGTH];
    double loud = exp(0.5 * (uniform(&seed) - 0.5));
    for (size_t x = 0; x < COLUMNS; x++)
      for (size_t k = 0; k < LENGTH; k++) {
        double size = x == 0 ? 0.01 : 0.05 * (double)((x - 1) / 2 + 1) * ((x - 1) % 2 ? 2 : 1);
        if (c % t->output_count == 1 && x < 5) size *= 3; /* the second output minds others */
        e[x][k] = loud * size * (uniform(&seed) - 0.5);
      }
    t->signal[c] = 5 + uniform(&seed);
    t->gram[c] = NEW_ARRAY(a, float, COLUMNS *(COLUMNS + 1) / 2);
    size_t at = 0;
    for (size_t x = 0; x < COLUMNS; x++)
      for (size_t y = t->pairs ? 0 : x; y <= x; y++) {
        double dot = 0;
        for (size_t k = 0; k < LENGTH; k++) dot += e[x][k] * e[y][k];
        t->gram[c][at++] = (float)dot;
      }
  }
}

static void make(fixture *f, arena *a, size_t outputs, bool pairs, uint64_t seed) {
  noise_table *t = NEW(a, noise_table);
  *t = (noise_table){.node_count = NODES,
                     .output_count = outputs,
                     .sample_count = SAMPLES,
                     .column_count = COLUMNS,
                     .pairs = pairs,
                     .base_known = true};
  t->nodes = NEW_ARRAY(a, noise_node, NODES);
  for (size_t i = 0; i < NODES; i++) {
    noise_option *o = NEW_ARRAY(a, noise_option, OPTIONS);
    o[0] = (noise_option){.name = "e4m3", .column = 1 + 2 * i};
    o[1] = (noise_option){.name = "e5m2", .column = 2 + 2 * i};
    o[2] = (noise_option){.name = "bf16", .column = NOISE_NONE};
    t->nodes[i] = (noise_node){.name = "n", .options = o, .option_count = OPTIONS};
  }
  fill(t, a, seed);
  f->table = t;
  for (size_t i = 0; i < NODES; i++) {
    f->cost[i][0] = 1 + (double)i;
    f->cost[i][1] = 1 + (double)i;
    f->cost[i][2] = 2 + 2 * (double)i;
    f->rows[i] = f->cost[i];
  }
  f->request = (choose_request){.table = t, .cost = f->rows};
  f->sums = NEW_ARRAY(a, noise_sum, outputs);
}

/* Loss of the worst output, straight from the definition. */
static double loss_of(fixture *f, const size_t *choice, arena *a) {
  double worst = 0;
  for (size_t o = 0; o < f->table->output_count; o++) {
    if (!f->sums[o].table)
      f->sums[o] = noise_sure(f->table, o, f->request.samples, f->request.sample_count, a);
    const noise_sum *s = &f->sums[o];
    worst = fmax(worst, noise_predict(s, choice, true) / s->signal);
  }
  return worst;
}

static void numbered(size_t code, size_t *choice) {
  for (size_t i = 0; i < NODES; i++, code /= OPTIONS) choice[i] = code % OPTIONS;
}

static double cost_of(const fixture *f, const size_t *choice) {
  double cost = 0;
  for (size_t i = 0; i < NODES; i++) cost += f->cost[i][choice[i]];
  return cost;
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

static void measures(arena *a) {
  for (int kind = 0; kind < 4; kind++) {
    fixture f;
    make(&f, a, 1 + (size_t)(kind & 1), kind < 2, 3);
    chooser *s = chooser_new(a, &f.request);
    for (size_t code = 0; code < ALL; code += 7) {
      size_t choice[NODES];
      numbered(code, choice);
      assignment x = chooser_measure(s, choice, a);
      if (f.table->output_count == 1)
        assert_true(fabs(x.loss.loss - loss_of(&f, choice, a)) < 1e-9);
      assert_true(x.loss.loss <= loss_of(&f, choice, a) * (1 + 1e-9));
      assert_true(fabs(x.cost - cost_of(&f, choice)) < 1e-12);
      assert_true(x.loss.upper > x.loss.loss);
    }
  }
}
static void figures(void **state) {
  (void)state;
  run(measures);
}

/* A penalty counts where the least noise is looked for, and in no figure. */
static void penalises(arena *a) {
  fixture f;
  make(&f, a, 1, true, 3);
  size_t free_of = 0, with = 0;
  assignment x = chooser_quietest(chooser_new(a, &f.request), INFINITY, a);
  double penalty[NODES][OPTIONS] = {{0}};
  const double *rows[NODES];
  for (size_t i = 0; i < NODES; i++) penalty[i][2] = i % 2 ? 1e6 : 0, rows[i] = penalty[i];
  choose_request r = f.request;
  r.penalty = rows;
  chooser *s = chooser_new(a, &r);
  assignment y = chooser_quietest(s, INFINITY, a);
  for (size_t i = 0; i < NODES; i++) free_of += x.choice[i] == 2, with += y.choice[i] == 2;
  assert_int_equal(free_of, NODES);
  assert_int_equal(with, NODES - NODES / 2);
  for (size_t i = 1; i < NODES; i += 2) assert_true(y.choice[i] != 2);
  assert_true(fabs(y.loss.loss - loss_of(&f, y.choice, a)) < 1e-9);
  assert_true(fabs(y.cost - cost_of(&f, y.choice)) < 1e-12);
}
static void penalty(void **state) {
  (void)state;
  run(penalises);
}

static void is_quietest(arena *a) {
  for (size_t outputs = 1; outputs <= 2; outputs++) {
    fixture f;
    make(&f, a, outputs, true, 5);
    chooser *s = chooser_new(a, &f.request);
    for (double limit = 15; limit <= 30; limit += 5) {
      assignment x = chooser_quietest(s, limit, a);
      assert_true(x.cost <= limit);
      double least = INFINITY;
      for (size_t code = 0; code < ALL; code++) {
        size_t choice[NODES];
        numbered(code, choice);
        if (cost_of(&f, choice) <= limit) least = fmin(least, loss_of(&f, choice, a));
      }
      print_message("%g: %g least %g\n", limit, loss_of(&f, x.choice, a), least);
      assert_true(loss_of(&f, x.choice, a) <= least * 1.25);
    }
    assignment *front;
    size_t count = chooser_front(s, 17, a, &front);
    assert_true(count > 3);
    for (size_t i = 1; i < count; i++) {
      assert_true(front[i].cost > front[i - 1].cost);
      assert_true(front[i].loss.loss < front[i - 1].loss.loss);
    }
  }
}
static void quietest(void **state) {
  (void)state;
  run(is_quietest);
}

/* Some samples choose; nodes 0, 2 and 4 agree, and 4 has no E5M2. */
static void agree(arena *a) {
  fixture f;
  make(&f, a, 1, true, 9);
  static const size_t group[NODES] = {0, 1, 0, 2, 0}, samples[] = {1, 4, 6, 7};
  noise_node *last = &f.table->nodes[4];
  last->options[1] = last->options[2];
  last->option_count = 2;
  f.cost[4][1] = f.cost[4][2];
  f.request.group = group;
  f.request.samples = samples;
  f.request.sample_count = 4;
  chooser *s = chooser_new(a, &f.request);
  for (double limit = 15; limit <= 30; limit += 2.5) {
    assignment x = chooser_quietest(s, limit, a);
    const char *name = f.table->nodes[0].options[x.choice[0]].name;
    assert_string_not_equal(name, "e5m2");
    assert_string_equal(name, f.table->nodes[2].options[x.choice[2]].name);
    assert_string_equal(name, last->options[x.choice[4]].name);
    assert_true(fabs(x.loss.loss - loss_of(&f, x.choice, a)) < 1e-9);
    assert_int_equal(x.loss.samples, 4);
  }
}
static void groups(void **state) {
  (void)state;
  run(agree);
}

static void shares_add_up(arena *a) {
  fixture f;
  make(&f, a, 1, false, 4);
  chooser *s = chooser_new(a, &f.request);
  size_t choice[NODES] = {0, 1, 2, 0, 0};
  assignment x = chooser_measure(s, choice, a);
  double sum = 0;
  for (size_t i = 0; i < NODES; i++) sum += chooser_share(s, &x, i, x.choice[i], a);
  noise_sum all = noise_over(f.table, 0, NULL, 0, a);
  assert_true(fabs(sum + all.gram[0] / all.signal - x.loss.loss) < 1e-9);
  assert_true(chooser_share(s, &x, 2, 2, a) == 0);
  assert_true(chooser_share(s, &x, 2, 1, a) > chooser_share(s, &x, 2, 0, a));
}
static void shares(void **state) {
  (void)state;
  run(shares_add_up);
}

/* Nothing to choose, and an output that is always zero. */
static void bears_nothing(arena *a) {
  fixture f;
  make(&f, a, 2, true, 2);
  for (size_t i = 0; i < SAMPLES; i++) {
    f.table->signal[2 * i + 1] = 0;
    memset(f.table->gram[2 * i + 1], 0, COLUMNS * (COLUMNS + 1) / 2 * sizeof(float));
  }
  chooser *s = chooser_new(a, &f.request);
  assignment x = chooser_quietest(s, 20, a);
  assert_true(isfinite(x.loss.loss) && isfinite(x.loss.upper));
  for (size_t i = 0; i < NODES; i++) f.table->nodes[i].option_count = 0;
  s = chooser_new(a, &f.request);
  x = chooser_quietest(s, 20, a);
  assert_true(x.cost == 0 && x.loss.loss > 0);
  assignment *front;
  assert_int_equal(chooser_front(s, 5, a, &front), 1);
  assert_true(isnan(chooser_share(s, &x, 0, 0, a)));
}
static void nothing_to_choose(void **state) {
  (void)state;
  run(bears_nothing);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figures), cmocka_unit_test(penalty), cmocka_unit_test(quietest),
      cmocka_unit_test(groups),  cmocka_unit_test(shares),  cmocka_unit_test(nothing_to_choose),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
