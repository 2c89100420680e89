/* test_passes.c - the pass manager: order, log, dump, stop, disable, limit. */
#include "tests/support/unit.h"

#include "ir/graph_text.h"
#include "passes/pass.h"

static const char *const source =
    "graph g opset 17 {\n"
    "  in %x : f32[batch, 4]\n"
    "  const %one : f32[] = {1}\n"
    "  const %a : f32[2] = {1, 2}\n"
    "  const %w : f32[4, 2] = {1, 2, 3, 4, 5, 6, 7, 8}\n"
    "  %b = Neg %a : f32[2]\n"
    "  %m = Mul %x, %one : f32[batch, 4]\n"
    "  %p = MatMul %m, %w : f32[batch, 2]\n"
    "  %y = Add %p, %b : f32[batch, 2]\n"
    "  out %y\n"
    "}\n";

static const char *const names[] = {"canonicalize", "fold-constants", "fuse-bias"};

typedef struct fixture {
  oom_guard guard;
  arena keep, scratch;
  pass_context c;
  pass_options o;
  graph *g;
  int dumps;
  char last_dump[64];
} fixture;

static int setup(void **state) {
  fixture *f = test_calloc(1, sizeof *f);
  arena_init(&f->keep, &f->guard);
  arena_init(&f->scratch, &f->guard);
  if (setjmp(f->guard.jump)) return -1;
  f->c.keep = &f->keep;
  f->c.scratch = &f->scratch;
  fp8c_error err;
  *state = f;
  return graph_parse(&f->keep, source, NULL, 0, &f->g, &err) != FP8C_OK;
}

static int teardown(void **state) {
  fixture *f = *state;
  arena_free(&f->scratch);
  arena_free(&f->keep);
  test_free(f);
  return 0;
}

static fp8c_status run(fixture *f) {
  fp8c_error err = {0};
  fp8c_status status = passes_run(f->g, names, COUNT_OF(names), &f->c, &f->o, &err);
  if (status != FP8C_OK) print_message("%s\n", err.text);
  return status;
}

static size_t count_nodes(const graph *g) {
  size_t count = 0;
  for (const node *n = g->first; n; n = n->next) count++;
  return count;
}

static void runs_and_logs(void **state) {
  fixture *f = *state;
  assert_int_equal(run(f), FP8C_OK);
  assert_int_equal(f->o.log_count, 3);
  assert_int_equal(f->o.ran, 3);
  for (size_t i = 0; i < 3; i++) {
    assert_string_equal(f->o.log[i].name, names[i]);
    assert_true(f->o.log[i].changes > 0);
    assert_true(f->o.log[i].seconds >= 0);
  }
  assert_int_equal(count_nodes(f->g), 1);
  assert_string_equal(f->g->first->op->name, "Linear");
  assert_int_equal(f->g->first->source_count, 2);
}

static void note_dump(void *user, const char *name, const char *graph_text) {
  fixture *f = user;
  f->dumps++;
  strncpy(f->last_dump, name, sizeof f->last_dump - 1);
  assert_non_null(strstr(graph_text, "graph g opset 17 {"));
}

static void dumps_what_is_asked_for(void **state) {
  fixture *f = *state;
  f->o.dump = note_dump;
  f->o.user = f;
  f->o.dump_after = "fold-constants";
  assert_int_equal(run(f), FP8C_OK);
  assert_int_equal(f->dumps, 1);
  assert_string_equal(f->last_dump, "fold-constants");
  f->o.dump_after = "all";
  assert_int_equal(run(f), FP8C_OK);
  assert_int_equal(f->dumps, 4);
}

static void stops(void **state) {
  fixture *f = *state;
  f->o.stop_after = "canonicalize";
  assert_int_equal(run(f), FP8C_OK);
  assert_true(f->o.stopped);
  assert_int_equal(f->o.log_count, 1);
  assert_int_equal(run(f), FP8C_OK); /* and stays stopped */
  assert_int_equal(f->o.log_count, 1);
}

static void disables(void **state) {
  fixture *f = *state;
  const char *off[] = {"fuse-bias", "canonicalize"};
  f->o.disable = off;
  f->o.disable_count = 2;
  assert_int_equal(run(f), FP8C_OK);
  assert_int_equal(f->o.log_count, 1);
  assert_string_equal(f->o.log[0].name, "fold-constants");
}

static void limits(void **state) {
  fixture *f = *state;
  f->o.limit = 2;
  assert_int_equal(run(f), FP8C_OK);
  assert_int_equal(f->o.log_count, 2);
  assert_true(f->o.stopped);
}

static void refuses_unknown_names(void **state) {
  fixture *f = *state;
  const char *unknown[] = {"fuse-everything"};
  fp8c_error err = {0};
  assert_int_equal(passes_run(f->g, unknown, 1, &f->c, &f->o, &err), FP8C_ERROR_ARGUMENT);
  assert_non_null(strstr(err.text, "fuse-everything"));
}

static void lists_every_pass_once(void **state) {
  (void)state;
  const struct {
    const char *const *names;
    size_t count;
  } pipelines[] = {{pipeline_optimise, pipeline_optimise_count},
                   {pipeline_precision, pipeline_precision_count},
                   {pipeline_variant, pipeline_variant_count}};
  for (size_t i = 0; i < COUNT_OF(pipelines); i++)
    for (size_t j = 0; j < pipelines[i].count; j++)
      if (!pass_find(pipelines[i].names[j])) fail_msg("no pass %s", pipelines[i].names[j]);
  for (size_t i = 0; pass_at(i); i++) {
    assert_ptr_equal(pass_find(pass_at(i)->name), pass_at(i));
    assert_true(strlen(pass_at(i)->does) > 0);
  }
  assert_null(pass_find("none"));
}

static void keeps_remarks(void **state) {
  fixture *f = *state;
  for (int i = 0; i < 5; i++) pass_remark(&f->c, "canonicalize", f->g->first, "remark %d", i);
  pass_remark(&f->c, "fuse-bias", NULL, "of no node");
  assert_int_equal(f->c.note_count, 6);
  assert_string_equal(f->c.notes[4].text, "remark 4");
  assert_string_equal(f->c.notes[4].node, "b");
  assert_null(f->c.notes[5].node);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(runs_and_logs, setup, teardown),
      cmocka_unit_test_setup_teardown(dumps_what_is_asked_for, setup, teardown),
      cmocka_unit_test_setup_teardown(stops, setup, teardown),
      cmocka_unit_test_setup_teardown(disables, setup, teardown),
      cmocka_unit_test_setup_teardown(limits, setup, teardown),
      cmocka_unit_test_setup_teardown(refuses_unknown_names, setup, teardown),
      cmocka_unit_test_setup_teardown(lists_every_pass_once, setup, teardown),
      cmocka_unit_test_setup_teardown(keeps_remarks, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
