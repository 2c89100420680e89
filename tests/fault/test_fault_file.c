/* test_fault_file.c - writing and reading files while the n-th allocation or
 * the n-th file call fails, for every n until nothing fails any more.
 *
 * After a failed write the place holds the old bytes (or nothing, if nothing
 * was there) and no other file is left; after a success, the new bytes.  A
 * failure is a status with a sentence.  Leaks are the sanitizer's part, open
 * descriptors are counted here. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/seam.h"

enum { BIG = 700000, MOST_CALLS = 200 };

static char folder[64];
static char big[BIG];

static int setup(void **state) {
  (void)state;
  for (int i = 0; i < BIG; i++) big[i] = (char)(i * 7);
  snprintf(folder, sizeof folder, "/tmp/fp8c-test-fault-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

static int lowest_descriptor(void) {
  int fd = dup(0);
  close(fd);
  return fd;
}

static void path_of(char out[128], const char *name) { snprintf(out, 128, "%s/%s", folder, name); }

/* Bytes of the file, or -1 when it is not there; *first its first byte. */
static long content(const char *path, char *first) {
  FILE *f = fopen(path, "rb");
  if (!f) return -1;
  static char bytes[BIG + 1];
  size_t n = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  *first = bytes[0];
  if (n == BIG) assert_memory_equal(bytes, big, BIG);
  return (long)n;
}

static size_t entries(void) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  char **names;
  size_t count = 0;
  if (!setjmp(guard.jump)) folder_list(&a, folder, &names, &count, NULL);
  arena_free(&a);
  return count;
}

/* Runs `work` with every n-th call through `s` failing, once and from there on. */
static void each_failure(seam s, fp8c_status (*work)(fp8c_error *err),
                         void (*check)(fp8c_status status)) {
  for (int persistent = 0; persistent < 2; persistent++) {
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
      fp8c_error err = {0};
      int descriptors = lowest_descriptor();
      seam_arm(s, n, persistent);
      fp8c_status status = work(&err);
      done = seam_calls(s) < n;
      seam_arm(s, 0, false);
      assert_int_equal(lowest_descriptor(), descriptors);
      if (done) assert_int_equal(status, FP8C_OK);
      if (status != FP8C_OK) assert_true(err.status == status && err.text[0]);
      check(status);
      assert_in_range(n, 1, MOST_CALLS);
    }
  }
}

static bool old_there;

static fp8c_status write_big(fp8c_error *err) {
  char path[128];
  path_of(path, "out");
  return file_write_all(path, big, BIG, err);
}

static void check_written(fp8c_status status) {
  char path[128], first = 0;
  path_of(path, "out");
  long bytes = content(path, &first);
  if (status == FP8C_OK)
    assert_int_equal(bytes, BIG);
  else if (old_there)
    assert_true(bytes == 1 && first == 'o');
  else
    assert_int_equal(bytes, -1);
  assert_int_equal(entries(), bytes >= 0);
  remove(path);
  if (old_there) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputc('o', f);
    fclose(f);
  }
}

static void test_writing(void **state) {
  (void)state;
  for (int old = 0; old < 2; old++) {
    old_there = old;
    check_written(write_big(NULL));
    each_failure(SEAM_FILE, write_big, check_written);
    each_failure(SEAM_ALLOC, write_big, check_written);
  }
  char path[128];
  path_of(path, "out");
  remove(path);
}

/* ---- Several files together ------------------------------------------------------------ */

static fp8c_status write_two(fp8c_error *err) {
  oom_guard guard;
  arena a;
  char paths[2][128];
  path_of(paths[0], "one");
  path_of(paths[1], "two");
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return fail(err, FP8C_ERROR_NO_MEMORY, "%zu bytes were wanted", guard.wanted_bytes);
  }
  file_batch *b = file_batch_new(&a);
  fp8c_status status = file_batch_write(b, paths[0], big, BIG, err);
  if (status == FP8C_OK) status = file_batch_write(b, paths[1], big, BIG, err);
  if (status == FP8C_OK) status = file_batch_commit(b, err);
  arena_free(&a);
  return status;
}

/* Both are new, or both are what they were; then `old_there` decides what the next one finds. */
static void check_two(fp8c_status status) {
  for (int i = 0; i < 2; i++) {
    char path[128], first = 0;
    path_of(path, i ? "two" : "one");
    long bytes = content(path, &first);
    if (status == FP8C_OK)
      assert_int_equal(bytes, BIG);
    else if (old_there)
      assert_true(bytes == 1 && first == 'o');
    else
      assert_int_equal(bytes, -1);
    remove(path);
  }
  assert_int_equal(entries(), 0);
  for (int i = 0; i < 2 && old_there; i++) {
    char path[128];
    path_of(path, i ? "two" : "one");
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputc('o', f);
    fclose(f);
  }
}

static void test_writing_together(void **state) {
  (void)state;
  for (int old = 0; old < 2; old++) {
    old_there = old;
    check_two(write_two(NULL));
    each_failure(SEAM_FILE, write_two, check_two);
    each_failure(SEAM_ALLOC, write_two, check_two);
  }
  old_there = false;
  check_two(write_two(NULL));
}

static fp8c_status read_big(fp8c_error *err) {
  char path[128], *data;
  size_t bytes;
  path_of(path, "in");
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return fail(err, FP8C_ERROR_NO_MEMORY, "%zu bytes were wanted", guard.wanted_bytes);
  }
  fp8c_status status = file_read_all(&a, path, BIG, &data, &bytes, err);
  if (status == FP8C_OK) assert_memory_equal(data, big, BIG);
  if (status == FP8C_OK) {
    file *f;
    status = file_open_beside(&a, path, NULL, "in", &f, err);
  }
  char **names;
  if (status == FP8C_OK) status = folder_list(&a, folder, &names, &bytes, err);
  arena_free(&a);
  return status;
}

static void check_nothing(fp8c_status status) { (void)status; }

static void test_reading(void **state) {
  (void)state;
  char path[128];
  path_of(path, "in");
  assert_int_equal(file_write_all(path, big, BIG, NULL), FP8C_OK);
  each_failure(SEAM_FILE, read_big, check_nothing);
  each_failure(SEAM_ALLOC, read_big, check_nothing);
  remove(path);
}

static fp8c_status make_folders(fp8c_error *err) {
  char path[128];
  path_of(path, "x/y/z");
  return folder_make(path, err);
}

static void check_folders(fp8c_status status) {
  char path[128];
  path_of(path, "x/y/z");
  if (status == FP8C_OK) assert_true(folder_exists(path));
  for (int i = 0; i < 3; i++) {
    rmdir(path);
    *strrchr(path, '/') = 0;
  }
}

static void test_making_folders(void **state) {
  (void)state;
  each_failure(SEAM_FILE, make_folders, check_folders);
  each_failure(SEAM_ALLOC, make_folders, check_folders);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_writing),
      cmocka_unit_test(test_writing_together),
      cmocka_unit_test(test_reading),
      cmocka_unit_test(test_making_folders),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
