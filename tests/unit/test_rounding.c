/* Rows of products, their second moments, and weights rounded to suit them. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "ir/graph_text.h"
#include "ops/ids/products.h"
#include "passes/precision/rounding.h"
#include "passes/precision/rows.h"

static oom_guard guard;
static arena keep, scratch;
static pass_context context;

static int open_arenas(void **state) {
  (void)state;
  arena_init(&keep, &guard);
  arena_init(&scratch, &guard);
  context = (pass_context){.keep = &keep, .scratch = &scratch};
  return 0;
}

static int close_arenas(void **state) {
  (void)state;
  arena_free(&scratch);
  arena_free(&keep);
  return 0;
}

static float uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (float)((double)(*seed >> 11) * 0x1p-53 * 2 - 1);
}

/* Rows that lie near a few directions, with a mean: [groups][count][depth]. */
static float *correlated(size_t groups, size_t count, size_t depth, uint64_t seed) {
  enum { DIRECTIONS = 4 };
  float *x = NEW_ARRAY(&keep, float, groups *count *depth), *d;
  uint64_t fixed = 99;
  d = NEW_ARRAY(&keep, float, DIRECTIONS *depth);
  for (size_t i = 0; i < DIRECTIONS * depth; i++) d[i] = uniform(&fixed);
  for (size_t r = 0; r < groups * count; r++) {
    float at[DIRECTIONS];
    for (size_t i = 0; i < DIRECTIONS; i++) at[i] = uniform(&seed) + (i == 0 ? 1.0f : 0.0f);
    for (size_t k = 0; k < depth; k++) {
      float sum = 0.1f * uniform(&seed);
      for (size_t i = 0; i < DIRECTIONS; i++) sum += at[i] * d[i * depth + k];
      x[r * depth + k] = sum;
    }
  }
  return x;
}

static float *random_weights(size_t count, uint64_t seed) {
  float *w = NEW_ARRAY(&keep, float, count);
  for (size_t i = 0; i < count; i++) w[i] = uniform(&seed);
  return w;
}

/* Mean square of (q - w) x over the rows, apart from its mean when `centred`; by definition. */
static double error_of(const float *x, size_t groups, size_t count, size_t depth, const float *w,
                       const float *q, size_t width, bool centred) {
  double total = 0;
  for (size_t row = 0; row < groups * width; row++) {
    double sum = 0, squares = 0;
    for (size_t r = 0; r < count; r++) {
      double e = 0;
      for (size_t k = 0; k < depth; k++)
        e += ((double)q[row * depth + k] - (double)w[row * depth + k]) *
             (double)x[(row / width * count + r) * depth + k];
      sum += e;
      squares += e * e;
    }
    double mean = sum / (double)count;
    total += squares / (double)count - (centred ? mean * mean : 0);
  }
  return total;
}

static double sum_products(const moments *m, bool centred, const float *w, const float *q,
                           size_t width) {
  size_t rows = m->groups * width, count = rows * m->depth;
  float *e = NEW_ARRAY(&keep, float, count);
  double *products = NEW_ARRAY(&keep, double, rows), sum = 0;
  for (size_t i = 0; i < count; i++) e[i] = q[i] - w[i];
  moment_matrix h = moments_matrix(m, centred, NULL, &context, &keep);
  moments_squares(&h, e, width, &context, products);
  for (size_t i = 0; i < rows; i++) sum += products[i];
  return sum;
}

static rounding_plan *plan_of(const moments *m, bool centred, const float *w, size_t width) {
  moment_matrix h = moments_matrix(m, centred, NULL, &context, &keep);
  return rounding_plan_new(&h, 0.01, w, width, NULL, &context, &keep);
}

typedef struct problem {
  size_t groups, width, depth, count;
  const float *x, *others, *w;
  float *scales, *near;
  moments m;
} problem;

static problem problem_of(size_t groups, size_t width, size_t depth) {
  problem p = {.groups = groups, .width = width, .depth = depth, .count = 400};
  p.x = correlated(groups, p.count, depth, 1);
  p.others = correlated(groups, p.count, depth, 2);
  p.w = random_weights(groups * width * depth, 3);
  p.scales = NEW_ARRAY(&keep, float, groups *width);
  p.near = NEW_ARRAY(&keep, float, groups *width *depth);
  for (size_t i = 0; i < groups * width; i++) {
    p.scales[i] = 1.0f / 448.0f;
    round_to(lattice_of(LATTICE_E4M3), p.w + i * depth, depth, p.scales[i], p.near + i * depth);
  }
  p.m = moments_new(&keep, groups, depth);
  size_t half = p.count / 2;
  for (size_t part = 0; part < 2; part++) { /* in two parts, as samples come */
    float *rows = NEW_ARRAY(&keep, float, groups *half *depth);
    for (size_t g = 0; g < groups; g++)
      memcpy(rows + g * half * depth, p.x + (g * p.count + part * half) * depth,
             half * depth * sizeof *rows);
    moments_add(&p.m, rows, rows, NULL, half, &context);
  }
  return p;
}

static const size_t shapes[][3] = {{1, 24, 150}, {1, 40, 64}, {6, 1, 9}, {3, 5, 70}, {1, 1, 1}};
#define SHAPES (sizeof shapes / sizeof *shapes)

static void moments_are_of_the_rows(void **state) {
  (void)state;
  for (size_t i = 0; i < SHAPES; i++)
    for (int centred = 0; centred < 2; centred++) {
      problem p = problem_of(shapes[i][0], shapes[i][1], shapes[i][2]);
      assert_true(p.m.rows == (double)p.count);
      double want = error_of(p.x, p.groups, p.count, p.depth, p.w, p.near, p.width, centred);
      double got = sum_products(&p.m, centred, p.w, p.near, p.width);
      assert_true(fabs(got - want) < 2e-3 * want);
    }
}

/* Rows that come before there is a matrix give the same bits when they come again. */
static void moments_made_late(void **state) {
  (void)state;
  problem p = problem_of(3, 1, 150);
  moments late = moments_sums(&keep, p.groups, p.depth);
  size_t half = p.count / 2;
  float *rows[2];
  for (size_t part = 0; part < 2; part++) {
    rows[part] = NEW_ARRAY(&keep, float, p.groups *half *p.depth);
    for (size_t g = 0; g < p.groups; g++)
      memcpy(rows[part] + g * half * p.depth, p.x + (g * p.count + part * half) * p.depth,
             half * p.depth * sizeof *rows[part]);
    moments_add(&late, rows[part], rows[part], NULL, half, &context);
    assert_null(late.h);
  }
  late.h = NEW_ARRAY(&keep, float, p.groups *p.depth *p.depth);
  for (size_t part = 0; part < 2; part++) moments_multiply(&late, rows[part], half, &context);
  assert_true(late.rows == p.m.rows);
  assert_memory_equal(late.h, p.m.h, p.groups * p.depth * p.depth * sizeof *late.h);
  assert_memory_equal(late.rounded, p.m.rounded, p.groups * p.depth * sizeof *late.rounded);
  assert_memory_equal(late.real, p.m.real, p.groups * p.depth * sizeof *late.real);
}

static bool on_lattice(const float *q, const float *scales, size_t rows, size_t depth) {
  for (size_t i = 0; i < rows * depth; i++) {
    float code = e4m3_to_f32(e4m3_from_f32(q[i] / scales[i / depth], true));
    if (code * scales[i / depth] != q[i]) return false;
  }
  return true;
}

/* Errors cancel: on the rows they were made for, and on others like them. */
static void rounding_helps(void **state) {
  (void)state;
  for (size_t i = 0; i < SHAPES; i++)
    for (int centred = 0; centred < 2; centred++) {
      problem p = problem_of(shapes[i][0], shapes[i][1], shapes[i][2]);
      size_t rows = p.groups * p.width;
      float *q = NEW_ARRAY(&keep, float, rows *p.depth);
      rounding_plan *plan = plan_of(&p.m, centred, p.w, p.width);
      assert_non_null(plan);
      double *errors = NEW_ARRAY(&keep, double, rows), told = 0;
      rounding_run(plan, FP8C_DTYPE_E4M3, p.w, p.scales, &context, q, errors);
      assert_true(on_lattice(q, p.scales, rows, p.depth));
      for (size_t k = 0; k < rows; k++) told += errors[k];
      double counted = sum_products(&p.m, centred, p.w, q, p.width);
      assert_true(fabs(told - counted) <= 1e-4 * counted);
      double near = error_of(p.x, p.groups, p.count, p.depth, p.w, p.near, p.width, centred);
      double ours = error_of(p.x, p.groups, p.count, p.depth, p.w, q, p.width, centred);
      double near_other =
          error_of(p.others, p.groups, p.count, p.depth, p.w, p.near, p.width, centred);
      double our_other = error_of(p.others, p.groups, p.count, p.depth, p.w, q, p.width, centred);
      if (p.depth == 1) {
        assert_memory_equal(q, p.near, rows * sizeof *q); /* nothing to cancel with */
        continue;
      }
      assert_true(ours < 0.4 * near);
      assert_true(our_other < 0.4 * near_other);
    }
}

/* Columns in the order of what rounding them costs, the cheapest first. */
static void order_of(const problem *p, size_t *order) {
  double *cost = NEW_ARRAY(&keep, double, p->depth);
  for (size_t k = 0; k < p->depth; k++) {
    double power = 0;
    for (size_t i = 0; i < p->width; i++) {
      double w = (double)p->w[i * p->depth + k];
      power += w * w;
    }
    cost[k] = (double)p->m.h[k * p->depth + k] / p->m.rows * power;
    size_t at = k;
    for (; at > 0 && cost[order[at - 1]] > cost[k]; at--) order[at] = order[at - 1];
    order[at] = k;
  }
}

/* H + damping in that order, factored by the plain loops in F64: lower, L L^T. */
static double *plain_factor(const problem *p, const size_t *order, double damping) {
  size_t n = p->depth;
  double *a = NEW_ARRAY(&keep, double, n *n), mean = 0;
  for (size_t k = 0; k < n; k++) mean += (double)p->m.h[k * n + k] / p->m.rows / (double)n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      size_t high = order[i] > order[j] ? order[i] : order[j], low = order[i] + order[j] - high;
      double sum = (double)p->m.h[high * n + low] / p->m.rows + (i == j ? damping * mean : 0);
      for (size_t k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
    }
  return a;
}

/* Every element is the nearest code to what the plain sum over those rounded before it asks for,
 * within what F32 sums may be off. */
static void walk_is_the_plain_one(void **state) {
  (void)state;
  problem p = problem_of(1, 5, 1100); /* several blocks, steps and parts of a sum */
  uint64_t seed = 7;
  float *x = NEW_ARRAY(&keep, float, p.count *p.depth); /* a matrix of a small condition */
  for (size_t i = 0; i < p.count * p.depth; i++) x[i] = uniform(&seed);
  p.m = moments_new(&keep, 1, p.depth);
  moments_add(&p.m, x, x, NULL, p.count, &context);
  moment_matrix h = moments_matrix(&p.m, false, NULL, &context, &keep);
  rounding_plan *plan = rounding_plan_new(&h, 1, p.w, p.width, NULL, &context, &keep);
  assert_non_null(plan);
  float *q = NEW_ARRAY(&keep, float, p.width *p.depth);
  rounding_run(plan, FP8C_DTYPE_E4M3, p.w, p.scales, &context, q, NULL);
  assert_true(on_lattice(q, p.scales, p.width, p.depth));
  size_t *order = NEW_ARRAY(&keep, size_t, p.depth);
  order_of(&p, order);
  const double *factor = plain_factor(&p, order, 1);
  for (size_t row = 0; row < p.width; row++) {
    const float *w = p.w + row * p.depth, *ours = q + row * p.depth;
    for (size_t j = p.depth; j-- > 0;) {
      double y = (double)w[order[j]], size = fabs(y);
      for (size_t i = j + 1; i < p.depth; i++) {
        double e = (double)w[order[i]] - (double)ours[order[i]];
        double part = factor[i * p.depth + j] / factor[j * p.depth + j] * e;
        y += part;
        size += fabs(part);
      }
      float near;
      float asked = (float)y;
      round_to(lattice_of(LATTICE_E4M3), &asked, 1, p.scales[row], &near);
      double off = fabs(y - (double)ours[order[j]]) - fabs(y - (double)near);
      assert_true(off <= 2 * (double)p.depth * 0x1p-24 * size);
    }
  }
}

/* Of several scales each row takes what errs least, bit for bit as if it had been tried alone. */
static void best_of_the_tries(void **state) {
  (void)state;
  static const double tries[] = {1, 0.75, 0.875, 1.125, 1.25, 1.4, 0.6};
  enum { TRIES = sizeof tries / sizeof *tries, WIDTH = 300, DEPTH = 70 }; /* strips of two panels */
  assert_int_equal(pool_create(3, &context.threads, NULL), FP8C_OK);
  problem p = problem_of(1, WIDTH, DEPTH);
  rounding_plan *plan = plan_of(&p.m, true, p.w, p.width);
  float *q = NEW_ARRAY(&keep, float, WIDTH *DEPTH), taken[WIDTH];
  double errors[WIDTH], least[WIDTH];
  const scale_tries all = {p.scales, tries, TRIES, taken};
  rounding_try(plan, FP8C_DTYPE_E4M3, p.w, &all, &context, q, errors);
  size_t best[WIDTH] = {0}, others = 0;
  float *alone[TRIES], *scales[TRIES];
  for (size_t t = 0; t < TRIES; t++) {
    alone[t] = NEW_ARRAY(&keep, float, WIDTH *DEPTH);
    scales[t] = NEW_ARRAY(&keep, float, WIDTH);
    double *own = NEW_ARRAY(&keep, double, WIDTH);
    for (size_t i = 0; i < WIDTH; i++) scales[t][i] = (float)((double)p.scales[i] * tries[t]);
    rounding_run(plan, FP8C_DTYPE_E4M3, p.w, scales[t], &context, alone[t], own);
    for (size_t i = 0; i < WIDTH; i++)
      if (t == 0 || own[i] < least[i]) least[i] = own[i], best[i] = t;
  }
  for (size_t i = 0; i < WIDTH; i++) {
    assert_true(errors[i] == least[i] && taken[i] == scales[best[i]][i]);
    assert_memory_equal(q + i * DEPTH, alone[best[i]] + i * DEPTH, DEPTH * sizeof *q);
    others += best[i] != 0;
  }
  assert_true(others > 0);
  pool_free(context.threads);
  context.threads = NULL;
}

/* What an element cannot give, those behind it make good. */
static void saturated_elements_are_made_good(void **state) {
  (void)state;
  problem p = problem_of(1, 8, 96);
  for (size_t i = 0; i < 8; i++) {
    p.scales[i] = 0.9f / 448.0f;
    round_to(lattice_of(LATTICE_E4M3), p.w + i * p.depth, p.depth, p.scales[i],
             p.near + i * p.depth);
  }
  float *q = NEW_ARRAY(&keep, float, 8 * p.depth);
  rounding_run(plan_of(&p.m, false, p.w, p.width), FP8C_DTYPE_E4M3, p.w, p.scales, &context, q,
               NULL);
  assert_true(on_lattice(q, p.scales, 8, p.depth));
  for (size_t i = 0; i < 8 * p.depth; i++) assert_true(fabsf(q[i]) <= 0.9f);
  assert_true(sum_products(&p.m, false, p.w, q, p.width) <
              0.3 * sum_products(&p.m, false, p.w, p.near, p.width));
}

/* Columns that are always zero say nothing and must not spoil the others. */
static void dead_columns(void **state) {
  (void)state;
  problem p = problem_of(1, 8, 80);
  float *x = NEW_ARRAY(&keep, float, p.count *p.depth);
  memcpy(x, p.x, p.count * p.depth * sizeof *x);
  for (size_t r = 0; r < p.count; r++)
    for (size_t k = 0; k < p.depth; k += 3) x[r * p.depth + k] = 0;
  moments m = moments_new(&keep, 1, p.depth);
  moments_add(&m, x, x, NULL, p.count, &context);
  float *q = NEW_ARRAY(&keep, float, 8 * p.depth);
  rounding_run(plan_of(&m, true, p.w, p.width), FP8C_DTYPE_E4M3, p.w, p.scales, &context, q, NULL);
  assert_true(sum_products(&m, true, p.w, q, p.width) <
              0.4 * sum_products(&m, true, p.w, p.near, p.width));
}

static void useless_moments(void **state) {
  (void)state;
  enum { DEPTH = 70 };
  float x[2 * DEPTH] = {0}, w[DEPTH] = {1};
  moments none = moments_new(&keep, 1, DEPTH);
  assert_null(plan_of(&none, false, w, 1)); /* no rows */
  moments_add(&none, x, x, NULL, 2, &context);
  assert_null(plan_of(&none, false, w, 1)); /* zeros */
  x[3] = 1e30f;
  moments_add(&none, x, x, NULL, 2, &context);
  assert_null(plan_of(&none, false, w, 1)); /* infinite */
  for (size_t i = 0; i < 2 * DEPTH; i++) x[i] = 1;
  moments same = moments_new(&keep, 1, DEPTH);
  moments_add(&same, x, x, NULL, 2, &context);
  assert_null(plan_of(&same, true, w, 1)); /* no spread */
}

static void threads_change_no_bit(void **state) {
  (void)state;
  float *first = NULL;
  for (int threads = 1; threads <= 5; threads += 2) {
    assert_int_equal(pool_create(threads, &context.threads, NULL), FP8C_OK);
    problem p = problem_of(1, 37, 200);
    float *q = NEW_ARRAY(&keep, float, 37 * p.depth);
    rounding_run(plan_of(&p.m, true, p.w, p.width), FP8C_DTYPE_E4M3, p.w, p.scales, &context, q,
                 NULL);
    if (first) assert_memory_equal(q, first, 37 * p.depth * sizeof *q);
    first = q;
    pool_free(context.threads);
    context.threads = NULL;
  }
}

/* ---- Rows ----------------------------------------------------------------------------- */

static const char convolutions[] =
    "graph g opset 22 {\n"
    "  in    %x : f32[2, 6, 7, 9]\n"
    "  const %a : f32[8, 6, 3, 2] = random(1)\n"
    "  const %b : f32[6, 1, 3, 3] = random(2)\n"
    "  const %c : f32[9, 2, 1, 3] = random(3)\n"
    "  const %d : f32[6, 4, 1, 1] = random(4)\n"
    "  const %e : f32[5, 9] = random(5)\n"
    "  %p = Conv %x, %a {kernel_shape=[3, 2], pads=[1, 0, 2, 1], strides=[2, 1]} : f32[2, 8, 4, "
    "9]\n"
    "  %q = Conv %x, %b {auto_pad=\"SAME_UPPER\", group=6, kernel_shape=[3, 3]} : f32[2, 6, 7, 9]\n"
    "  %r = Conv %x, %c {dilations=[1, 2], group=3, kernel_shape=[1, 3]} : f32[2, 9, 7, 5]\n"
    "  %s = ConvTranspose %x, %d {kernel_shape=[1, 1]} : f32[2, 4, 7, 9]\n"
    "  %t = Linear %x, %e : f32[2, 6, 7, 5]\n"
    "  out %p\n  out %q\n  out %r\n  out %s\n  out %t\n}\n";

/* All rows times the weights is what the operator computes. */
static void rows_are_what_is_multiplied(void **state) {
  (void)state;
  graph *g;
  fp8c_error err;
  if (graph_parse(&keep, convolutions, NULL, 0, &g, &err) != FP8C_OK) fail_msg("%s", err.text);
  uint64_t seed = 5;
  tensor x = g->inputs[0]->type;
  float *data = random_weights((size_t)tensor_elements(&x), ++seed);
  x.data = data;
  size_t nodes = 0;
  for (const node *n = g->first; n; n = n->next, nodes++) {
    row_shape s;
    assert_true(row_shape_of(n, &s));
    op_call call;
    assert_int_equal(node_call(n, &keep, true, &call, &err), FP8C_OK);
    const tensor *in[] = {&x, call.in[1]};
    tensor out = n->out[0]->type;
    out.data = arena_alloc(&keep, tensor_bytes(&out));
    call.in = in;
    call.out = &out;
    call.scratch = &scratch;
    assert_int_equal(op_run(&call, &err), FP8C_OK);
    enum { MOST = 200 };
    float *rows = NEW_ARRAY(&keep, float, s.groups *MOST *s.depth);
    gathered_rows most = {rows, MOST, 0};
    assert_int_equal(rows_gather(n, &s, &x, &context, &most, &err), FP8C_OK);
    size_t count = most.count;
    const float *w = call.in[1]->data, *y = out.data;
    bool linear = node_is(n, OP_LINEAR);
    size_t volume = linear ? 1 : (size_t)(out.dims[2] * out.dims[3]);
    size_t channels = s.groups * s.width;
    assert_int_equal(count * channels, tensor_elements(&out));
    for (size_t i = 0; i < count; i++)
      for (size_t j = 0; j < channels; j++) {
        size_t group = j / s.width;
        double sum = 0;
        for (size_t k = 0; k < s.depth; k++)
          sum += (double)rows[(group * count + i) * s.depth + k] *
                 (double)(s.transposed ? w[k * s.width + j] : w[j * s.depth + k]);
        double want = (double)y[(i / volume * channels + j) * volume + i % volume];
        assert_true(fabs(sum - want) < 1e-5);
      }
    /* Fewer: rows that are there, in order. */
    float *some = NEW_ARRAY(&keep, float, s.groups * 10 * s.depth);
    size_t at = 0;
    gathered_rows ten = {some, 10, 0};
    assert_int_equal(rows_gather(n, &s, &x, &context, &ten, &err), FP8C_OK);
    size_t few = ten.count;
    assert_int_equal(few, 10);
    for (size_t i = 0; i < few; i++, at++) {
      while (at < count && memcmp(rows + at * s.depth, some + i * s.depth, s.depth * 4) != 0) at++;
      assert_true(at < count);
    }
  }
  assert_int_equal(nodes, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(moments_are_of_the_rows, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(moments_made_late, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(rounding_helps, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(walk_is_the_plain_one, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(best_of_the_tries, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(saturated_elements_are_made_good, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(dead_columns, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(useless_moments, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(threads_change_no_bit, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(rows_are_what_is_multiplied, open_arenas, close_arenas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
