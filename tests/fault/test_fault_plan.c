/* test_fault_plan.c - plans, programs, sessions and runs while the n-th
 * allocation or file call fails, for every n until nothing fails any more.
 *
 * A failure is a status with a sentence and NULL in the out pointer, leaves no
 * file and no open descriptor, and the next call works.  Leaks are the
 * sanitizer's part. */
#include "tests/support/plan_fixture.h"

#include <unistd.h>

#include "base/seam.h"

static char folder[64];
static char path[96];
static fixture fx;
static plan *built;
static fp8c_program *program;
static fp8c_session *session;
static float x[32 * 8], y[32 * 4], expected[32 * 4];

static int setup(void **state) {
  (void)state;
  strcpy(folder, "/tmp/fp8c-test-fault-XXXXXX");
  if (!mkdtemp(folder)) return -1;
  snprintf(path, sizeof path, "%s/model.fp8c", folder);
  fixture_begin(&fx);
  built = plan_of(&fx, mlp_source);
  for (int i = 0; i < 32 * 8; i++) x[i] = (float)(i % 13) - 6;
  return 0;
}

static int teardown(void **state) {
  (void)state;
  arena_free(&fx.arena);
  unlink(path);
  return rmdir(folder); /* fails when something was left behind */
}

static int lowest_descriptor(void) {
  int fd = dup(0);
  close(fd);
  return fd;
}

/* Runs `work` with every n-th call through `s` failing, once and from there on;
 * returns how many calls there are. */
static uint64_t each_failure(seam s, fp8c_status (*work)(fp8c_error *err),
                             void (*after)(fp8c_status status)) {
  uint64_t calls = 0;
  for (int persistent = 0; persistent < 2; persistent++) {
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
      fp8c_error err = {0};
      int descriptors = lowest_descriptor();
      seam_arm(s, n, persistent);
      fp8c_status status = work(&err);
      if (seam_calls(s) > calls) calls = seam_calls(s);
      done = seam_calls(s) < n;
      seam_arm(s, 0, false);
      assert_int_equal(lowest_descriptor(), descriptors);
      if (done) assert_int_equal(status, FP8C_OK);
      if (status != FP8C_OK) {
        assert_int_not_equal(err.text[0], 0);
        assert_int_equal(err.status, status);
        assert_int_equal(status, s == SEAM_ALLOC ? FP8C_ERROR_NO_MEMORY : FP8C_ERROR_IO);
      }
      after(status);
    }
  }
  return calls;
}

static void nothing(fp8c_status status) { (void)status; }

/* ---- Writing ----------------------------------------------------------- */

static fp8c_status write_plan(fp8c_error *err) { return plan_write(built, path, err); }

static void whole_or_absent(fp8c_status status) {
  fp8c_program *p = NULL;
  fp8c_error e;
  if (access(path, F_OK) == 0) {
    if (fp8c_program_open(path, &p, &e) != FP8C_OK || fp8c_program_verify(p, &e) != FP8C_OK)
      fail_msg("%s", e.text);
    fp8c_program_free(p);
    unlink(path);
  } else {
    assert_int_not_equal(status, FP8C_OK);
  }
}

static void writing(void **state) {
  (void)state;
  assert_true(each_failure(SEAM_ALLOC, write_plan, whole_or_absent) > 3);
  assert_true(each_failure(SEAM_FILE, write_plan, whole_or_absent) > 3);
}

/* ---- Opening and sessions ---------------------------------------------- */

static fp8c_status open_program(fp8c_error *err) {
  fp8c_program *p = (fp8c_program *)(uintptr_t)1;
  fp8c_status status = fp8c_program_open(path, &p, err);
  if (status != FP8C_OK) assert_null(p);
  if (status == FP8C_OK) status = fp8c_program_verify(p, err);
  fp8c_program_free(p);
  return status;
}

static fp8c_status create(fp8c_error *err) {
  fp8c_session *s = (fp8c_session *)(uintptr_t)1;
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 2};
  fp8c_status status = fp8c_session_create(program, &o, &s, err);
  if (status != FP8C_OK) assert_null(s);
  fp8c_session_free(s);
  return status;
}

/* A fresh program each time: one that has read its weights before need not again. */
static fp8c_status open_and_create(fp8c_error *err) {
  fp8c_status status = fp8c_program_open(path, &program, err);
  if (status == FP8C_OK) status = create(err);
  fp8c_program_free(program);
  program = NULL;
  return status;
}

static fp8c_status run_rows(int64_t rows, fp8c_error *err) {
  fp8c_tensor in = {.data = x, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {rows, 8}};
  fp8c_tensor out = {.data = y, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {rows, 4}};
  return fp8c_session_run(session, &in, 1, &out, 1, err);
}

/* New shapes each time, so that every run prepares again. */
static fp8c_status run(fp8c_error *err) {
  TRY(run_rows(3, err));
  return run_rows(32, err);
}

static void next_run_works(fp8c_status status) {
  (void)status;
  OK(run_rows(32, err));
  assert_memory_equal(y, expected, sizeof y);
}

static void opening(void **state) {
  (void)state;
  OK(plan_write(built, path, err));
  assert_true(each_failure(SEAM_ALLOC, open_program, nothing) > 3);
  assert_true(each_failure(SEAM_FILE, open_program, nothing) > 3);
  assert_true(each_failure(SEAM_FILE, open_and_create, nothing) > 4);
  OK(fp8c_program_open(path, &program, err));
  assert_true(each_failure(SEAM_ALLOC, create, nothing) > 3);
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  OK(fp8c_session_create(program, &o, &session, err));
  OK(run_rows(32, err));
  memcpy(expected, y, sizeof y);
  assert_true(each_failure(SEAM_ALLOC, run, next_run_works) > 0);
  fp8c_session_free(session);
  fp8c_program_free(program);
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(writing), cmocka_unit_test(opening)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
