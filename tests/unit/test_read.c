/* test_read.c - what nodes say, in all the ways in which ONNX lets them say it. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "ir/graph_text.h"
#include "ir/read.h"

typedef struct fixture {
  oom_guard guard;
  arena a;
} fixture;

static int setup(void **state) {
  fixture *f = test_calloc(1, sizeof *f);
  arena_init(&f->a, &f->guard);
  if (setjmp(f->guard.jump)) return -1;
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  arena_free(&f->a);
  test_free(f);
  return 0;
}

/* The last node of a graph whose body is `lines`; x is f32[2, 10, n]. */
static node *last_node(arena *a, const char *lines) {
  graph *g;
  fp8c_error err = {0};
  const char *source = arena_printf(a,
                                    "graph g opset 20 {\n"
                                    "  in %%x : f32[2, 10, n]\n"
                                    "  in %%free : i64[1]\n"
                                    "%s  out %%y\n}\n",
                                    lines);
  if (graph_parse(a, source, NULL, 0, &g, &err) != FP8C_OK) fail_msg("%s", err.text);
  return g->last;
}

static const char *int_list(arena *a, const char *name, const char *items) {
  int count = *items != 0;
  for (const char *s = items; *s; s++) count += *s == ',';
  return arena_printf(a, "  const %%%s : i64[%d] = {%s}\n", name, count, items);
}

/* y = Slice x by these lists; a list that is NULL is left out, "free" is no constant. */
static node *slice_node(arena *a, const char *const lists[4]) {
  static const char *const names[] = {"starts", "ends", "axes", "steps"};
  const char *consts = "", *inputs = "";
  for (int i = 0; i < 4; i++) {
    bool free = lists[i] && strcmp(lists[i], "free") == 0;
    if (lists[i] && !free)
      consts = arena_printf(a, "%s%s", consts, int_list(a, names[i], lists[i]));
    inputs = arena_printf(a, "%s, %s%s", inputs, !lists[i] ? "_" : "%",
                          !lists[i] ? ""
                          : free    ? "free"
                                    : names[i]);
  }
  return last_node(a, arena_printf(a, "%s  %%y = Slice %%x%s : f32[*]\n", consts, inputs));
}

typedef struct slice_case {
  const char *lists[4];
  bool known, axes_known;
  int only;
  slice_range along; /* axis 1 */
} slice_case;

static void slices_are_read(void **state) {
  static const slice_case cases[] = {
      {{"2", "7", "1", "1"}, true, true, 1, {2, 1, 5}},
      {{"2", "7", "-2", NULL}, true, true, 1, {2, 1, 5}},
      {{"-8", "-3", "1", NULL}, true, true, 1, {2, 1, 5}},
      {{"5", "9223372036854775807", "1", NULL}, true, true, 1, {5, 1, 5}},
      {{"-100", "3", "1", NULL}, true, true, 1, {0, 1, 3}},
      {{"1", "10", "1", "3"}, true, true, 1, {1, 3, 3}},
      {{"9", "-100", "1", "-1"}, true, true, 1, {9, -1, 10}},
      {{"-1", "0", "1", "-4"}, true, true, 1, {9, -4, 3}},
      {{"4", "5", "1", "9223372036854775807"}, true, true, 1, {4, 1, 1}},
      {{"7", "2", "1", "1"}, true, true, 1, {7, 1, 0}},
      {{"0, 2", "2, 7", NULL, NULL}, true, true, -1, {2, 1, 5}},
      {{"0, 2", "1, 7", "0, 1", "1, 2"}, true, true, -1, {2, 2, 3}},
      {{"0", "1", "0", NULL}, true, true, 0, {0, 1, 10}},
      {{"0", "4", "2", NULL}, false, true, 2, {0}}, /* of a size that nobody knows */
      {{"free", "7", "1", NULL}, false, true, 1, {0}},
      {{"2", "free", "-2", NULL}, false, true, 1, {0}},
      {{"2", "7", "free", NULL}, false, false, -1, {0}},
      {{"2", "7", "1", "free"}, false, true, 1, {0}},
  };
  fixture *f = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const slice_case *c = &cases[i];
    node *n = slice_node(&f->a, c->lists);
    sliced s, axes;
    if (node_slice(n, &s) != c->known || node_slice_axes(n, &axes) != c->axes_known)
      fail_msg("case %zu is read otherwise", i);
    if (c->axes_known) assert_int_equal(axes.only, c->only);
    if (!c->known) continue;
    assert_int_equal(s.rank, 3);
    assert_int_equal(s.only, c->only);
    assert_true(s.along[1].start == c->along.start && s.along[1].count == c->along.count &&
                s.along[1].step == c->along.step);
    assert_int_equal(s.along[2].count, DIM_UNKNOWN);
    assert_false(s.named[2]);
  }
  assert_false(node_slice(last_node(&f->a, "  %y = Relu %x : f32[2, 10, n]\n"), &(sliced){0}));
}

static node *reduce_node(arena *a, const char *axes, const char *attributes) {
  const char *list = axes && strcmp(axes, "free") != 0 ? int_list(a, "axes", axes) : "";
  const char *in = !axes ? "" : strcmp(axes, "free") == 0 ? ", %free" : ", %axes";
  return last_node(
      a, arena_printf(a, "%s  %%y = ReduceSum %%x%s {%s} : f32[*]\n", list, in, attributes));
}

typedef struct reduction_case {
  const char *axes, *attributes;
  bool known;
  const char *reduced; /* an x for each axis that goes */
  int first;           /* where the last axes, and no others, begin to go; -1 */
} reduction_case;

static void reductions_are_read(void **state) {
  static const reduction_case cases[] = {
      {"2", "keepdims=1", true, "..x", 2},
      {"-1", "keepdims=0", true, "..x", 2},
      {"-1, 1", "keepdims=1", true, ".xx", 1},
      {"0", "keepdims=1", true, "x..", -1},
      {"0, 2", "keepdims=1", true, "x.x", -1},
      {NULL, "keepdims=1", true, "xxx", 0},
      {"", "keepdims=1", true, "xxx", 0},
      {NULL, "keepdims=1, noop_with_empty_axes=1", true, "...", 3},
      {"", "keepdims=1, noop_with_empty_axes=1", true, "...", 3},
      {"1", "keepdims=1, noop_with_empty_axes=1", true, ".x.", -1},
      {"free", "keepdims=1", false, "", -1},
  };
  fixture *f = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const reduction_case *c = &cases[i];
    node *n = reduce_node(&f->a, c->axes, c->attributes);
    bool reduced[FP8C_MAX_RANK];
    int first = -1;
    if (node_reduction(n, reduced) != c->known) fail_msg("case %zu is read otherwise", i);
    for (int d = 0; c->known && d < 3; d++)
      if (reduced[d] != (c->reduced[d] == 'x')) fail_msg("case %zu, axis %d", i, d);
    bool last = node_reduces_from(n, &first);
    if (last != (c->first >= 0) || (last && first != c->first)) fail_msg("case %zu", i);
  }
}

static bool read_window(arena *a, const char *type, const char *attributes, window *w) {
  node *n = last_node(a, arena_printf(a,
                                      "  in %%image : f32[%s]\n"
                                      "  const %%w : f32[4, 3, 3, 5] = random(1)\n"
                                      "  %%y = Conv %%image, %%w {%s} : f32[*]\n",
                                      type, attributes));
  return node_window(n, w);
}

static void windows_are_read(void **state) {
  fixture *f = *state;
  window w;
  assert_true(read_window(&f->a, "batch, 3, 20, 30", "pads=[1, 2, 3, 4], strides=[2, 3]", &w));
  assert_int_equal(w.rank, 2);
  assert_true(w.before[1] == 1 && w.before[2] == 2 && w.after[1] == 3 && w.after[2] == 4);
  assert_true(w.stride[1] == 2 && w.stride[2] == 3 && w.kernel[1] == 3 && w.kernel[2] == 5);
  assert_true(w.out[1] == 11 && w.out[2] == 11 && w.dilation[1] == 1);
  assert_true(read_window(&f->a, "2, 3, 20, 30", "auto_pad=\"SAME_UPPER\", strides=[2, 2]", &w));
  assert_true(w.before[1] == 0 && w.after[1] == 1 && w.before[2] == 1 && w.after[2] == 2);
  assert_true(read_window(&f->a, "2, 3, 20, 30", "auto_pad=\"VALID\"", &w));
  assert_true(w.before[1] == 0 && w.after[2] == 0 && w.out[2] == 26);
  assert_false(read_window(&f->a, "2, 3, height, 30", "auto_pad=\"SAME_UPPER\"", &w));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(slices_are_read, setup, teardown),
      cmocka_unit_test_setup_teardown(reductions_are_read, setup, teardown),
      cmocka_unit_test_setup_teardown(windows_are_read, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
