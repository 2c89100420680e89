/* Work counted before it is done: of products, and what of it fits into a budget. */
#include "tests/support/unit.h"

#include <math.h>

#include "ir/graph_text.h"
#include "passes/precision/work.h"

static const char products[] =
    "graph g opset 22 {\n"
    "  in    %x : f32[2, 6, 8, 8]\n"
    "  in    %r : f32[5, 12]\n"
    "  const %a : f32[4, 3, 3, 3] = random(1)\n"
    "  const %b : f32[6, 5, 2, 2] = random(2)\n"
    "  const %c : f32[7, 12] = random(3)\n"
    "  %p = Conv %x, %a {group=2, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, "
    "4, 4, 4]\n"
    "  %q = ConvTranspose %x, %b {kernel_shape=[2, 2], strides=[2, 2]} : f32[2, 5, 16, 16]\n"
    "  %l = Linear %r, %c : f32[5, 7]\n"
    "  %s = Relu %l : f32[5, 7]\n"
    "  out %p\n  out %q\n  out %s\n}\n";

static void products_are_counted_as_they_are(void **state) {
  (void)state;
  arena a;
  arena_init(&a, &(oom_guard){0});
  graph *g;
  fp8c_error err;
  if (graph_parse(&a, products, NULL, 0, &g, &err) != FP8C_OK) fail_msg("%s", err.text);
  for (const node *n = g->first; n; n = n->next) {
    double elements = (double)tensor_elements(&n->in[0]->type);
    double macs = n->op->precision == CLASS_GEMM ? (double)node_macs(n, &a) : 0;
    assert_true(product_work(n, elements) == macs);
  }
  arena_free(&a);
}

static void budgets(void **state) {
  (void)state;
  calibration_data d = {.sample_count = 8};
  pass_context c = {.samples = &d};
  assert_true(isinf(repair_budget(&c, 1e9, 1e6)));
  c.repairs_limited = true;
  assert_true(repair_budget(&c, 0, 1e6) == 1e6);
  assert_true(repair_budget(&c, 1e9, 1e6) > 8e9 && repair_budget(&c, 1e9, 1e6) < 1e11);
  assert_true(repair_budget(&c, 2e9, 1e6) == 2 * repair_budget(&c, 1e9, 1e6));
}

static void the_most_useful_comes_first(void **state) {
  (void)state;
  arena a;
  arena_init(&a, &(oom_guard){0});
  const work_item items[] = {{10, 1}, {1, 1}, {100, 200}, {1, 1}, {3, NAN}, {0, 0}};
  bool done[6];
  assert_true(choose_work(items, 6, 1000, &a, done));
  for (size_t i = 0; i < 6; i++) assert_true(done[i]);
  assert_false(choose_work(items, 6, 101, &a, done)); /* what fits not leaves room for others */
  assert_true(done[2] && done[5] && !done[0] && !done[4]);
  assert_true(done[1] && !done[3]); /* of equals the first */
  assert_false(choose_work(items, 6, 15, &a, done));
  assert_true(done[0] && done[1] && !done[2] && done[3] && done[4] && done[5]);
  assert_true(choose_work(items, 0, 0, &a, done));
  arena_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_are_counted_as_they_are),
      cmocka_unit_test(budgets),
      cmocka_unit_test(the_most_useful_comes_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
