/* test_fault_interop.c - an export, the compile of what was exported, and a compile
 * from a calibration file, in which the n-th allocation or file call fails, for every
 * n: it is said, nothing is leaked or left half written, and the next one works. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/npy.h"
#include "base/seam.h"
#include "fp8c/compiler.h"
#include "tests/support/npy_file.h"

#define MOST_POINTS 100000

static const char *const cpu = "cpu";
static char folder[64], plan[96], model[96], copy[96], figures[96], samples[96];

static fp8c_status compile(const char *from, const char *calibrate, const char *given,
                           const char *save, const char *to) {
  fp8c_compile_options o = {.size = sizeof o,
                            .model_path = from,
                            .output_path = to,
                            .calibrate = calibrate,
                            .calibration = given,
                            .save_calibration = save,
                            .targets = &cpu,
                            .target_count = 1,
                            .threads = 1,
                            .cache_dir = ""};
  fp8c_error err = {0};
  fp8c_status status = fp8c_compile(&o, NULL, &err);
  assert_true(status == FP8C_OK || (err.status == status && err.text[0]));
  return status;
}

static fp8c_status export_once(bool beside) {
  fp8c_export_options o = {
      .size = sizeof o, .plan_path = plan, .output_path = copy, .external_data = beside};
  fp8c_error err = {0};
  fp8c_status status = fp8c_export(&o, &err);
  assert_true(status == FP8C_OK || (err.status == status && err.text[0]));
  return status;
}

static fp8c_status export_inside(void) { return export_once(false); }
static fp8c_status export_beside(void) { return export_once(true); }
/* From a value whose type only an import tells. */
static fp8c_status extract_part(void) {
  const char *from[] = {"g"};
  fp8c_extract_options o = {.size = sizeof o,
                            .model_path = FP8C_FAULT_MODEL,
                            .output_path = copy,
                            .from = from,
                            .from_count = 1};
  fp8c_error err = {0};
  fp8c_status status = fp8c_extract(&o, NULL, &err);
  assert_true(status == FP8C_OK || (err.status == status && err.text[0]));
  return status;
}
static fp8c_status compile_exported(void) { return compile(model, NULL, NULL, NULL, NULL); }
static fp8c_status compile_given(void) {
  return compile(FP8C_FAULT_MODEL, NULL, figures, NULL, NULL);
}

static int setup(void **state) {
  (void)state;
  snprintf(folder, sizeof folder, "%s/fp8c-test-fault-XXXXXX",
           folder_exists("/dev/shm") ? "/dev/shm" : "/tmp");
  if (!mkdtemp(folder)) return -1;
  snprintf(plan, sizeof plan, "%s/m.fp8c", folder);
  snprintf(model, sizeof model, "%s/m.onnx", folder);
  snprintf(copy, sizeof copy, "%s/copy.onnx", folder);
  snprintf(figures, sizeof figures, "%s/c.json", folder);
  snprintf(samples, sizeof samples, "%s/samples", folder);
  float x[4 * 16];
  for (int i = 0; i < 4 * 16; i++) x[i] = (float)(i * 37 % 101) / 50.0f - 1.0f;
  fp8c_tensor t = {.data = x, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {4, 16}};
  char path[128];
  snprintf(path, sizeof path, "%s/x.npy", samples);
  if (folder_make(samples, NULL) != FP8C_OK || npy_write(path, &t, NULL) != FP8C_OK) return -1;
  if (compile(FP8C_FAULT_MODEL, samples, NULL, figures, plan) != FP8C_OK) return -1;
  fp8c_export_options o = {.size = sizeof o, .plan_path = plan, .output_path = model};
  return fp8c_export(&o, NULL) == FP8C_OK ? 0 : -1;
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

/* The work succeeds only where nothing failed, or what failed was no matter (a folder
 * that cannot be brought to disk after all was written). */
static void every_call_fails(seam s, fp8c_status (*once)(void), fp8c_status expected) {
  assert_int_equal(once(), FP8C_OK);
  bool fresh =
      once == export_inside || once == extract_part; /* the file is there after a success alone */
  if (fresh) assert_int_equal(unlink(copy), 0);
  int descriptor = lowest_descriptor();
  uint64_t n = 1, failures = 0;
  for (bool reached = true; reached; n++) {
    assert_true(n < MOST_POINTS);
    seam_arm(s, n, n % 2 == 0); /* once, and from there on, by turns */
    fp8c_status status = once();
    reached = seam_calls(s) >= n;
    seam_arm(s, 0, false);
    /* what cannot be read may be a bad file too */
    assert_true(status == FP8C_OK || (reached && (status == expected || s == SEAM_FILE)));
    if (s == SEAM_ALLOC && reached) assert_int_equal(status, expected);
    failures += status != FP8C_OK;
    assert_int_equal(lowest_descriptor(), descriptor);
    if (fresh) assert_int_equal(file_exists(copy), status == FP8C_OK);
    if (fresh && status == FP8C_OK) assert_int_equal(unlink(copy), 0);
  }
  assert_true(failures > 5);
  assert_int_equal(once(), FP8C_OK);
}

static void allocations(void **state) {
  (void)state;
  every_call_fails(SEAM_ALLOC, export_inside, FP8C_ERROR_NO_MEMORY);
  every_call_fails(SEAM_ALLOC, export_beside, FP8C_ERROR_NO_MEMORY);
  every_call_fails(SEAM_ALLOC, extract_part, FP8C_ERROR_NO_MEMORY);
  every_call_fails(SEAM_ALLOC, compile_exported, FP8C_ERROR_NO_MEMORY);
  every_call_fails(SEAM_ALLOC, compile_given, FP8C_ERROR_NO_MEMORY);
}

static void file_calls(void **state) {
  (void)state;
  every_call_fails(SEAM_FILE, export_inside, FP8C_ERROR_IO);
  every_call_fails(SEAM_FILE, export_beside, FP8C_ERROR_IO);
  every_call_fails(SEAM_FILE, extract_part, FP8C_ERROR_IO);
  every_call_fails(SEAM_FILE, compile_given, FP8C_ERROR_IO);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(allocations), cmocka_unit_test(file_calls)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
