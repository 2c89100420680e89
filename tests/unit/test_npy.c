/* .npy files: NumPy's own bytes, round trips, and headers that lie. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/npy.h"
#include "tests/support/npy_file.h"

static oom_guard guard;
static char folder[] = "/tmp/fp8c-npy-XXXXXX";

static int make_folder(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state) {
  (void)state;
  char path[128];
  snprintf(path, sizeof path, "%s/a.npy", folder);
  unlink(path);
  return rmdir(folder);
}

static size_t build(char *out, const char *dict, const void *data, size_t bytes) {
  size_t n = strlen(dict);
  memcpy(out, "\x93NUMPY\x01\x00", 8);
  out[8] = (char)(n & 255);
  out[9] = (char)(n >> 8);
  memcpy(out + 10, dict, n);
  if (bytes) memcpy(out + 10 + n, data, bytes);
  return 10 + n + bytes;
}

static void round_trip(void **state) {
  (void)state;
  arena a;
  arena_init(&a, &guard);
  char path[128];
  snprintf(path, sizeof path, "%s/a.npy", folder);
  float numbers[6] = {1, -2, 0.5f, 3e38f, -0.0f, 7};
  for (int rank = 0; rank <= 3; rank++) {
    fp8c_tensor t = {.data = numbers, .dtype = FP8C_DTYPE_F32, .rank = rank, .shape = {0}}, back;
    int64_t dims[3] = {rank == 1 ? 6 : 2, 3, 1};
    for (int i = 0; i < rank; i++) t.shape[i] = dims[i];
    fp8c_error err;
    assert_int_equal(npy_write(path, &t, &err), FP8C_OK);
    assert_int_equal(npy_read(&a, path, FP8C_DTYPE_NONE, &back, &err), FP8C_OK);
    assert_int_equal(back.dtype, FP8C_DTYPE_F32);
    assert_int_equal(back.rank, rank);
    assert_memory_equal(back.shape, t.shape, sizeof t.shape);
    assert_memory_equal(back.data, numbers, fp8c_tensor_bytes(&t));
  }
  uint16_t halves[2] = {0x3F80, 0xC000};
  fp8c_tensor b = {.data = halves, .dtype = FP8C_DTYPE_BF16, .rank = 1, .shape = {2}}, back;
  fp8c_error err;
  assert_int_equal(npy_write(path, &b, &err), FP8C_OK);
  assert_int_equal(npy_read(&a, path, FP8C_DTYPE_NONE, &back, &err), FP8C_ERROR_FORMAT);
  assert_int_equal(npy_read(&a, path, FP8C_DTYPE_E4M3, &back, &err), FP8C_ERROR_FORMAT);
  assert_int_equal(npy_read(&a, path, FP8C_DTYPE_BF16, &back, &err), FP8C_OK);
  assert_memory_equal(back.data, halves, 4);
  arena_free(&a);
}

static void fortran_order(void **state) {
  (void)state;
  arena a;
  arena_init(&a, &guard);
  char path[128], bytes[256];
  snprintf(path, sizeof path, "%s/a.npy", folder);
  int32_t columns[6] = {1, 4, 2, 5, 3, 6}, rows[6] = {1, 2, 3, 4, 5, 6};
  size_t n =
      build(bytes, "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }", columns, 24);
  fp8c_error err;
  fp8c_tensor t;
  assert_int_equal(file_write_all(path, bytes, n, &err), FP8C_OK);
  assert_int_equal(npy_read(&a, path, FP8C_DTYPE_NONE, &t, &err), FP8C_OK);
  assert_memory_equal(t.data, rows, sizeof rows);
  arena_free(&a);
}

static void bad_headers(void **state) {
  (void)state;
  static const char *const dicts[] = {
      "",
      "{",
      "{}",
      "{'descr': '<f4'}",
      "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }",
      "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }",
      "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }",
      "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2 3), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), } x",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'shape': (3,), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807,), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1), }",
  };
  char bytes[512];
  for (size_t i = 0; i < sizeof dicts / sizeof dicts[0]; i++) {
    fp8c_error err = {0};
    npy_header h;
    size_t n = build(bytes, dicts[i], NULL, 0);
    assert_int_equal(npy_parse(bytes, n, "x", &h, &err), FP8C_ERROR_FORMAT);
    assert_true(strncmp(err.text, "x: ", 3) == 0);
  }
  npy_header h;
  size_t n = build(bytes, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", NULL, 0);
  for (size_t cut = 0; cut < n; cut++)
    assert_int_equal(npy_parse(bytes, cut, "x", &h, NULL), FP8C_ERROR_FORMAT);
  assert_int_equal(npy_parse(bytes, n, "x", &h, NULL), FP8C_OK);
  assert_int_equal(h.data_bytes, 8);
}

static void size_must_agree(void **state) {
  (void)state;
  arena a;
  arena_init(&a, &guard);
  char path[128], bytes[256];
  snprintf(path, sizeof path, "%s/a.npy", folder);
  /* A bomb: 100 bytes that announce 4 exabytes. */
  size_t n =
      build(bytes, "{'descr': '<f4', 'fortran_order': False, 'shape': (1152921504606846975,), }",
            "abcdefgh", 8);
  fp8c_error err;
  fp8c_tensor t;
  assert_int_equal(file_write_all(path, bytes, n, &err), FP8C_OK);
  assert_int_equal(npy_read(&a, path, FP8C_DTYPE_NONE, &t, &err), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(err.text, "announces"));
  arena_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip),
      cmocka_unit_test(fortran_order),
      cmocka_unit_test(bad_headers),
      cmocka_unit_test(size_must_agree),
  };
  return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
