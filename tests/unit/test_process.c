/* Programs of the user's: their output, their end, their time. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"

static arena memory;
static oom_guard guard;

static int set_up(void **state) {
  (void)state;
  arena_init(&memory, &guard);
  return 0;
}
static int tear_down(void **state) {
  (void)state;
  arena_free(&memory);
  return 0;
}

static fp8c_status run(const char *script, double seconds, char **out, int *code, fp8c_error *err) {
  const char *argv[] = {"sh", "-c", script, "sh", "a b", "$HOME", NULL};
  return process_run(&memory, argv, seconds, 1000, out, code, err);
}

static void output_and_status(void **state) {
  (void)state;
  char *out;
  int code;
  assert_int_equal(run("echo 0.5; exit 3", 10, &out, &code, NULL), FP8C_OK);
  assert_string_equal(out, "0.5\n");
  assert_int_equal(code, 3);
  /* words arrive as they are */
  assert_int_equal(run("printf '%s|%s' \"$1\" \"$2\"", 10, &out, &code, NULL), FP8C_OK);
  assert_string_equal(out, "a b|$HOME");
  /* nothing to read on standard input: this ends at once */
  assert_int_equal(run("cat", 10, &out, &code, NULL), FP8C_OK);
  assert_string_equal(out, "");
}

static void what_goes_wrong(void **state) {
  (void)state;
  char *out;
  int code;
  fp8c_error err = {0};
  const char *none[] = {"/no/such/program", NULL};
  assert_int_equal(process_run(&memory, none, 10, 100, &out, &code, &err), FP8C_ERROR_ARGUMENT);
  assert_non_null(strstr(err.text, "/no/such/program cannot be started"));
  assert_int_equal(run("while :; do echo 0123456789; done", 10, &out, &code, &err),
                   FP8C_ERROR_FORMAT);
  assert_non_null(strstr(err.text, "printed more than 1000 bytes"));
  assert_int_equal(run("kill -9 $$", 10, &out, &code, &err), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(err.text, "signal 9"));
}

/* A child of the child holds the pipe open: it must go as well. */
static void time_is_up(void **state) {
  (void)state;
  char *out;
  int code;
  fp8c_error err = {0};
  double start = clock_seconds();
  assert_int_equal(run("sleep 60 & sleep 60", 0.3, &out, &code, &err), FP8C_ERROR_BOUND);
  assert_non_null(strstr(err.text, "did not end within 0.3 s"));
  assert_int_equal(run("exec >&-; sleep 60", 0.3, &out, &code, &err), FP8C_ERROR_BOUND);
  assert_true(clock_seconds() - start < 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(output_and_status),
      cmocka_unit_test(what_goes_wrong),
      cmocka_unit_test(time_is_up),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
