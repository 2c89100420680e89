/* test_file.c - reading what is there, refusing what is not a file, and writing
 * that leaves the old bytes or the new ones. */
#include "tests/support/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/seam.h"

static oom_guard guard;
static arena a;
static char folder[64];
static fp8c_error err;

static int setup(void **state) {
  (void)state;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) return -1;
  snprintf(folder, sizeof folder, "/tmp/fp8c-test-file-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  arena_free(&a);
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

static const char *in_folder(const char *name) { return path_join(&a, folder, name); }

static void expect_error(fp8c_status got, fp8c_status want, const char *part) {
  assert_int_equal(got, want);
  if (!strstr(err.text, part)) fail_msg("\"%s\" does not contain \"%s\"", err.text, part);
}

static void expect_content(const char *path, const char *want) {
  char *data;
  size_t bytes;
  assert_int_equal(file_read_all(&a, path, 1 << 24, &data, &bytes, &err), FP8C_OK);
  assert_int_equal(bytes, strlen(want));
  assert_string_equal(data, want);
}

static size_t entries(void) {
  char **names;
  size_t count;
  assert_int_equal(folder_list(&a, folder, &names, &count, &err), FP8C_OK);
  return count;
}

static void test_write_then_read(void **state) {
  (void)state;
  const char *path = in_folder("a.txt");
  assert_int_equal(file_write_all(path, "one", 3, &err), FP8C_OK);
  expect_content(path, "one");
  assert_int_equal(file_write_all(path, "", 0, &err), FP8C_OK);
  expect_content(path, "");
  assert_int_equal(file_write_all(path, "second", 6, &err), FP8C_OK);
  file *f;
  char part[4] = "";
  assert_int_equal(file_open(&a, path, &f, &err), FP8C_OK);
  assert_int_equal(f->bytes, 6);
  assert_int_equal(file_read(f, 2, part, 3, &err), FP8C_OK);
  assert_string_equal(part, "con");
  expect_error(file_read(f, 4, part, 3, &err), FP8C_ERROR_FORMAT, "has only 6");
  expect_error(file_read(f, UINT64_MAX, part, 3, &err), FP8C_ERROR_FORMAT, "has only 6");
  char *data;
  size_t bytes;
  expect_error(file_read_all(&a, path, 5, &data, &bytes, &err), FP8C_ERROR_FORMAT, "at most 5");
  assert_true(file_exists(path) && !file_exists(folder) && folder_exists(folder));
}

static void test_file_cut_short_while_open(void **state) {
  (void)state;
  const char *path = in_folder("short.txt");
  file *f;
  char buffer[6];
  assert_int_equal(file_write_all(path, "second", 6, &err), FP8C_OK);
  assert_int_equal(file_open(&a, path, &f, &err), FP8C_OK);
  assert_int_equal(truncate(path, 3), 0);
  expect_error(file_read(f, 0, buffer, 6, &err), FP8C_ERROR_IO, "cut short");
}

static void test_writer_pieces_and_patch(void **state) {
  (void)state;
  const char *path = in_folder("big.bin");
  file_writer *w;
  assert_int_equal(file_writer_open(path, &w, &err), FP8C_OK);
  size_t bytes = 3 << 20, at = 0;
  char *data = arena_alloc(&a, bytes), *back;
  for (size_t i = 0; i < bytes; i++) data[i] = (char)(i * 131 >> 7);
  for (size_t piece = 1; at < bytes; piece = piece * 5 % 700001 + 1) {
    size_t some = piece < bytes - at ? piece : bytes - at;
    assert_int_equal(file_writer_write(w, data + at, some, &err), FP8C_OK);
    at += some;
  }
  memcpy(data + 100, "patched", 7);
  assert_int_equal(file_writer_patch(w, 100, "patched", 7, &err), FP8C_OK);
  expect_error(file_writer_patch(w, bytes - 3, "patched", 7, &err), FP8C_ERROR_INTERNAL, "never");
  assert_false(file_exists(path));
  assert_int_equal(file_writer_commit(w, &err), FP8C_OK);
  assert_int_equal(file_read_all(&a, path, bytes, &back, &at, &err), FP8C_OK);
  assert_int_equal(at, bytes);
  assert_memory_equal(back, data, bytes);
}

static void test_abort_leaves_nothing(void **state) {
  (void)state;
  size_t before = entries();
  file_writer *w;
  assert_int_equal(file_writer_open(in_folder("never"), &w, &err), FP8C_OK);
  assert_int_equal(file_writer_write(w, "x", 1, &err), FP8C_OK);
  file_writer_abort(w);
  file_writer_abort(NULL);
  assert_int_equal(entries(), before);
}

static void test_what_is_no_file(void **state) {
  (void)state;
  file *f;
  file_writer *w;
  const char *fifo = in_folder("fifo");
  assert_int_equal(mkfifo(fifo, 0600), 0);
  expect_error(file_open(&a, fifo, &f, &err), FP8C_ERROR_IO, "a pipe"); /* and does not block */
  expect_error(file_open(&a, folder, &f, &err), FP8C_ERROR_IO, "a folder");
  expect_error(file_open(&a, "/dev/null", &f, &err), FP8C_ERROR_IO, "a device");
  expect_error(file_open(&a, in_folder("absent\x1b"), &f, &err), FP8C_ERROR_IO, "absent\\x1b");
  expect_error(file_writer_open(fifo, &w, &err), FP8C_ERROR_IO, "a pipe");
  expect_error(file_writer_open(folder, &w, &err), FP8C_ERROR_IO, "a folder");
  expect_error(file_writer_open("/dev/null", &w, &err), FP8C_ERROR_IO, "a device");
  expect_error(file_writer_open(in_folder("absent/x"), &w, &err), FP8C_ERROR_IO, "folder");
  expect_error(file_writer_open(in_folder("new/"), &w, &err), FP8C_ERROR_IO, "");
  expect_error(file_writer_open("", &w, &err), FP8C_ERROR_IO, "");
  assert_null(w);
}

static void test_links_are_written_through(void **state) {
  (void)state;
  const char *target = in_folder("target"), *link = in_folder("link");
  assert_int_equal(file_write_all(target, "old", 3, &err), FP8C_OK);
  assert_int_equal(symlink("target", link), 0);
  assert_int_equal(file_write_all(link, "new", 3, &err), FP8C_OK);
  struct stat st;
  assert_int_equal(lstat(link, &st), 0);
  assert_true(S_ISLNK(st.st_mode));
  expect_content(target, "new");
}

static void test_beside(void **state) {
  (void)state;
  assert_int_equal(folder_make(in_folder("m/sub/deep"), &err), FP8C_OK);
  assert_int_equal(folder_make(in_folder("m/sub/deep"), &err), FP8C_OK);
  const char *model = in_folder("m/model.onnx");
  assert_int_equal(file_write_all(model, "m", 1, &err), FP8C_OK);
  assert_int_equal(file_write_all(in_folder("m/sub/w.bin"), "w", 1, &err), FP8C_OK);
  assert_int_equal(file_write_all(in_folder("secret"), "s", 1, &err), FP8C_OK);
  assert_int_equal(symlink("../secret", in_folder("m/link")), 0);
  assert_int_equal(symlink("sub", in_folder("m/folder-link")), 0);
  assert_int_equal(mkfifo(in_folder("m/pipe"), 0600), 0);
  file *f;
  const char *good[] = {"sub/w.bin", "./sub//w.bin", "sub/./w.bin"};
  for (size_t i = 0; i < COUNT_OF(good); i++) {
    assert_int_equal(file_open_beside(&a, model, NULL, good[i], &f, &err), FP8C_OK);
    assert_int_equal(f->bytes, 1);
  }
  assert_int_equal(file_open_beside(&a, "/nowhere/x", in_folder("m"), "sub/w.bin", &f, &err), 0);
  const struct {
    const char *path, *says;
  } bad[] = {{"", "empty"},
             {"/etc/passwd", "absolute"},
             {"../secret", ".."},
             {"sub/../../secret", ".."},
             {"sub/..", ".."},
             {"link", "symbolic link"},
             {"folder-link/w.bin", "symbolic link"},
             {"pipe", "a pipe"},
             {"sub", "a folder"},
             {"absent", "No such file"},
             {"sub/", ""},
             {"model.onnx/x", ""}};
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    fp8c_status status = file_open_beside(&a, model, NULL, bad[i].path, &f, &err);
    if (status == FP8C_OK) fail_msg("\"%s\" was opened", bad[i].path);
    expect_error(status, status, bad[i].says);
    assert_null(f);
  }
}

static void test_folders(void **state) {
  (void)state;
  const char *sub = in_folder("list");
  char **names;
  size_t count;
  assert_int_equal(folder_make(sub, &err), FP8C_OK);
  const char *put[] = {"b", "a", "B", ".hidden", "a\xff"};
  for (size_t i = 0; i < COUNT_OF(put); i++)
    assert_int_equal(file_write_all(path_join(&a, sub, put[i]), "", 0, &err), FP8C_OK);
  assert_int_equal(folder_list(&a, sub, &names, &count, &err), FP8C_OK);
  const char *want[] = {".hidden", "B", "a", "a\xff", "b"};
  assert_int_equal(count, COUNT_OF(want));
  for (size_t i = 0; i < count; i++) assert_string_equal(names[i], want[i]);
  expect_error(folder_list(&a, in_folder("none"), &names, &count, &err), FP8C_ERROR_IO, "listed");
  expect_error(folder_make(path_join(&a, sub, "a/x"), &err), FP8C_ERROR_IO, "cannot be made");
  assert_string_equal(path_join(&a, "x/", "y"), "x/y");
  assert_string_equal(path_join(&a, "/", "y"), "/y");
}

static void test_descriptors_close_with_the_arena(void **state) {
  (void)state;
  oom_guard own;
  arena b;
  arena_init(&b, &own);
  assert_false(setjmp(own.jump));
  const char *path = in_folder("fd");
  assert_int_equal(file_write_all(path, "x", 1, &err), FP8C_OK);
  int before = dup(0);
  close(before);
  file *f;
  for (int i = 0; i < 10; i++) assert_int_equal(file_open(&b, path, &f, &err), FP8C_OK);
  arena_free(&b);
  int after = dup(0);
  close(after);
  assert_int_equal(after, before);
}

/* The temporary name of a writer that has one, as on file systems that know no nameless files. */
static void open_named(const char *path, file_writer **w) {
  seam_arm(SEAM_FILE, 2, false); /* the folder, then the nameless file */
  assert_int_equal(file_writer_open(path, w, &err), FP8C_OK);
  seam_arm(SEAM_FILE, 0, false);
}

static bool is_temporary(const char *name) { return strncmp(name, ".fp8c-", 6) == 0; }

static size_t temporaries(const char *where) {
  char **names;
  size_t count, found = 0;
  assert_int_equal(folder_list(&a, where, &names, &count, &err), FP8C_OK);
  for (size_t i = 0; i < count; i++) found += is_temporary(names[i]);
  return found;
}

static void test_names_that_are_not_to_stay(void **state) {
  (void)state;
  file_writer *w[3];
  assert_int_equal(file_writer_open(in_folder("nameless"), &w[0], &err), FP8C_OK);
  assert_int_equal(temporaries(folder), 0);
  file_writer_abort(w[0]);
  for (int i = 0; i < 3; i++) open_named(in_folder("named"), &w[i]);
  assert_int_equal(temporaries(folder), 3);
  assert_int_equal(file_writer_write(w[0], "whole", 5, &err), FP8C_OK);
  assert_int_equal(file_writer_commit(w[0], &err), FP8C_OK);
  expect_content(in_folder("named"), "whole");
  assert_int_equal(temporaries(folder), 2);
  file_remove_temporaries(); /* as in a handler */
  assert_int_equal(temporaries(folder), 0);
  file_writer_abort(w[1]);
  assert_int_not_equal(file_writer_commit(w[2], &err), FP8C_OK);
  expect_content(in_folder("named"), "whole");
  remove(in_folder("named"));
}

/* A process that was killed in the middle. */
static pid_t leave_one(const char *path) {
  pid_t child = fork();
  if (child == 0) {
    file_writer *w;
    open_named(path, &w);
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  return child;
}

static void put(const char *path) { close(open(path, O_CREAT | O_WRONLY, 0600)); }

static void test_what_others_left_is_removed(void **state) {
  (void)state;
  const char *own = in_folder("left");
  assert_int_equal(folder_make(own, &err), FP8C_OK);
  pid_t gone = leave_one(path_join(&a, own, "out"));
  assert_int_equal(temporaries(own), 1);
  /* one of a process that is there, one that somebody holds, and what only looks like one */
  put(path_join(&a, own, arena_printf(&a, ".fp8c-%ld-7.tmp", (long)getpid())));
  const char *held = path_join(&a, own, arena_printf(&a, ".fp8c-%ld-8.tmp", (long)gone));
  put(held);
  int fd = open(held, O_RDWR);
  assert_int_equal(flock(fd, LOCK_EX), 0);
  const char *const others[] = {".fp8c-1.tmp", ".fp8c-99999999-x.tmp", ".fp8c-99999999-1.tmpx"};
  for (size_t i = 0; i < COUNT_OF(others); i++) put(path_join(&a, own, others[i]));
  assert_int_equal(mkdir(path_join(&a, own, ".fp8c-99999999-1.tmp"), 0700), 0);
  assert_int_equal(symlink("/etc/passwd", path_join(&a, own, ".fp8c-99999999-2.tmp")), 0);
  size_t before = temporaries(own);
  assert_int_equal(file_write_all(path_join(&a, own, "out"), "x", 1, &err), FP8C_OK);
  assert_int_equal(temporaries(own), before - 1);
  assert_true(file_exists(held));
  close(fd);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_write_then_read),
      cmocka_unit_test(test_file_cut_short_while_open),
      cmocka_unit_test(test_writer_pieces_and_patch),
      cmocka_unit_test(test_abort_leaves_nothing),
      cmocka_unit_test(test_what_is_no_file),
      cmocka_unit_test(test_links_are_written_through),
      cmocka_unit_test(test_beside),
      cmocka_unit_test(test_folders),
      cmocka_unit_test(test_names_that_are_not_to_stay),
      cmocka_unit_test(test_what_others_left_is_removed),
      cmocka_unit_test(test_descriptors_close_with_the_arena),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
