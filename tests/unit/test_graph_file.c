/* Graphs written once for several sizes (tests/support/graph_file.h). */
#include "tests/support/graph_file.c"

#include <stdlib.h>
#include <unistd.h>

#include "tests/support/unit.h"

typedef struct fixture {
  arena arena;
  oom_guard guard;
  graph_file file;
  fp8c_error err;
} fixture;

static fp8c_status read_words(fixture *f, const char *words) {
  char path[] = "/tmp/fp8c-graph-file-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, words, strlen(words)), (ssize_t)strlen(words));
  close(fd);
  arena_init(&f->arena, &f->guard);
  fp8c_status status = graph_file_read(&f->arena, path, &f->file, &f->err);
  unlink(path);
  return status;
}

static void once_for_each_row(void **state) {
  (void)state;
  fixture f;
  assert_int_equal(read_words(&f,
                              "# name: first\ngraph a {}\n----\n"
                              "# each: name ; n; n_out\n# row:  a;b ; 8; 16\n----\n"),
                   FP8C_ERROR_FORMAT); /* a row of four */
  arena_free(&f.arena);
  assert_int_equal(read_words(&f,
                              "# name: first\ngraph a {}\n----\n"
                              "# each: name  ; n ; n_out\n"
                              "# row:  small ; 8 ; 8, 2\n"
                              "# row:  large ; 24;\n"
                              "# name: $name\n"
                              "graph b { in %x : f32[$n] out %y : f32[$n_out] }\n----\nlast"),
                   FP8C_OK);
  assert_int_equal(f.file.count, 4);
  assert_string_equal(f.file.graphs[0], "# name: first\ngraph a {}\n");
  assert_string_equal(f.file.graphs[1],
                      "# name: small\ngraph b { in %x : f32[8] out %y : f32[8, 2] }\n");
  assert_string_equal(f.file.graphs[2],
                      "# name: large\ngraph b { in %x : f32[24] out %y : f32[] }\n");
  assert_string_equal(f.file.graphs[3], "last");
  arena_free(&f.arena);
}

static void refused(const char *words, const char *says) {
  fixture f;
  assert_int_equal(read_words(&f, words), FP8C_ERROR_FORMAT);
  if (!strstr(f.err.text, says)) fail_msg("\"%s\" does not say \"%s\"", f.err.text, says);
  arena_free(&f.arena);
}

static void mistakes(void **state) {
  (void)state;
  refused("one\n----\n# each: n\n# row: 8\n$m\n", "graph 2: $m is no name");
  refused("# each: n; m\n# row: 8\n$n\n", "2 parameters and another number of them in:  8");
  refused("# each: n\n$n\n", "without a \"# row:\"");
  refused("# row: 8\n", "without \"# each:\"");
  refused("# each: a;b;c;d;e;f;g;h;i;j;k;l;m;n;o;p;q;r;s;t;u;v;w;x;y\n# row: 1\n", "more than 24");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(once_for_each_row),
                                     cmocka_unit_test(mistakes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
