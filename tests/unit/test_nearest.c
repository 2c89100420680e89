/* test_nearest.c - what was meant, and what a file seems to be. */
#include "tests/support/unit.h"

#include <string.h>

#include "base/looks.h"
#include "base/nearest.h"

static const char *const targets[] = {"cpu", "sm_80", "sm_89", "sm_90a", "sm_100a"};

static const char *of_targets(const char *word) {
  nearest n = {.word = word};
  for (size_t i = 0; i < COUNT_OF(targets); i++) nearest_offer(&n, targets[i]);
  return n.best ? n.best : "";
}

static void near_misses(void **state) {
  (void)state;
  assert_string_equal(of_targets("sm_90"), "sm_90a");
  assert_string_equal(of_targets("sm90a"), "sm_90a");
  assert_string_equal(of_targets("sm_100"), "sm_100a");
  assert_string_equal(of_targets("cup"), "cpu");
  assert_string_equal(of_targets("CPU"), "");
  assert_string_equal(of_targets("banana"), "");
  assert_string_equal(of_targets(""), "");
  char longer[300];
  memset(longer, 's', sizeof longer - 1);
  longer[sizeof longer - 1] = 0;
  assert_string_equal(of_targets(longer), "");
  nearest begins = {.word = "--calib"};
  nearest_offer(&begins, "--calibrate-method");
  assert_string_equal(begins.best, "--calibrate-method");
}

static void files(void **state) {
  (void)state;
  static const char safetensors[] = "\x40\0\0\0\0\0\0\0{\"w\":{\"dtype\":\"F32\"}}";
  static const char torch[] = "PK\x03\x04 archive/data.pkl";
  static const struct {
    const char *bytes, *part;
    size_t length;
  } rows[] = {
      {"", "empty", 0},
      {"\x93NUMPY\x01", ".npy", 7},
      {"PK\x03\x04......x.npy", ".npz", 15},
      {torch, "PyTorch", sizeof torch - 1},
      {safetensors, "safetensors", sizeof safetensors - 1},
      {"\x1c\0\0\0TFL3", "TensorFlow Lite", 8},
      {"\x1f\x8b\x08", "gzip", 3},
      {"<!DOCTYPE html>", "HTML", 15},
      {" {\"a\": 1}", "JSON", 9},
      {"version https://git-lfs.github.com/spec/v1", "git lfs pull", 42},
      {"\x89"
       "FP8C\r\n\x1a",
       "plan", 8},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    const char *words = looks_like(rows[i].bytes, rows[i].length);
    assert_non_null(words);
    if (!strstr(words, rows[i].part)) fail_msg("\"%s\" is not \"%s\"", words, rows[i].part);
  }
  assert_null(looks_like("\x08\x08\x12\x04onnx", 8));
  assert_null(looks_like("\x89", 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(near_misses), cmocka_unit_test(files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
