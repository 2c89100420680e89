/* test_fault_compile.c - a compile with calibration, a sensitivity and a merge of figures, in which
 * the n-th allocation fails, for every n (of the first; all with FP8C_EVERY_ALLOCATION=1): out of
 * memory is said, nothing is leaked (evaluations that were held ready included), and the next one
 * works. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/npy.h"
#include "base/seam.h"
#include "base/text.h"
#include "fp8c/compiler.h"
#include "tests/support/npy_file.h"

#define MOST_POINTS 100000

static const char *const cpu = "cpu";

static fp8c_status compile_once(const char *model, const char *samples) {
  fp8c_compile_options o = {.size = sizeof o,
                            .model_path = model,
                            .calibrate = samples,
                            .targets = &cpu,
                            .target_count = 1,
                            .threads = 1,
                            .cache_dir = ""};
  void *plan = NULL;
  size_t bytes = 0;
  char *report = NULL;
  fp8c_error err = {0};
  fp8c_status status = fp8c_compile_to_memory(&o, &plan, &bytes, &report, &err);
  assert_true(status == FP8C_OK ? plan && report : err.status == status);
  fp8c_string_free(plan);
  fp8c_string_free(report);
  return status;
}

/* Figures of the samples, and those of two parts together. */
static fp8c_status merge_once(const char *model, const char *samples) {
  char one[512], two[512], both[512];
  fp8c_error err = {0};
  snprintf(one, sizeof one, "%s/one.json", samples);
  snprintf(two, sizeof two, "%s/two.json", samples);
  snprintf(both, sizeof both, "%s/both.json", samples);
  const char *const parts[] = {one, two};
  fp8c_status status = FP8C_OK;
  for (int i = 0; i < 2 && status == FP8C_OK; i++) {
    fp8c_compile_options o = {.size = sizeof o,
                              .model_path = model,
                              .calibrate = samples,
                              .save_calibration = parts[i],
                              .targets = &cpu,
                              .target_count = 1,
                              .threads = 1,
                              .cache_dir = ""};
    status = fp8c_calibrate(&o, &err);
  }
  if (status == FP8C_OK) status = fp8c_merge_calibration(parts, 2, both, &err);
  assert_true(status == FP8C_OK || err.status == status);
  for (int i = 0; i < 2; i++) (void)remove(parts[i]);
  (void)remove(both);
  return status;
}

static fp8c_status sense_once(const char *model, const char *samples) {
  fp8c_compile_options o = {.size = sizeof o,
                            .model_path = model,
                            .calibrate = samples,
                            .targets = &cpu,
                            .target_count = 1,
                            .threads = 1,
                            .cache_dir = ""};
  fp8c_sensitivity_options what = {.size = sizeof what, .samples = 2, .check = 1, .exact = true};
  char *document = NULL;
  fp8c_error err = {0};
  fp8c_status status = fp8c_sensitivity(&o, &what, &document, &err);
  assert_true(status == FP8C_OK ? document != NULL : err.status == status);
  fp8c_string_free(document);
  return status;
}

/* x[4, 16], the same every time. */
static void write_samples(const char *folder) {
  float x[4 * 16];
  for (int i = 0; i < 4 * 16; i++) x[i] = (float)(i * 37 % 101) / 50.0f - 1.0f;
  fp8c_tensor t = {.data = x, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {4, 16}};
  char path[256];
  snprintf(path, sizeof path, "%s/x.npy", folder);
  assert_int_equal(npy_write(path, &t, NULL), FP8C_OK);
}

typedef fp8c_status work(const char *model, const char *samples);

static void every_allocation_fails(work *once) {
  char folder[] = "/tmp/fp8c-test-fault-XXXXXX";
  assert_non_null(mkdtemp(folder));
  write_samples(folder);
  assert_int_equal(once(FP8C_FAULT_MODEL, folder), FP8C_OK);
  bool every = getenv("FP8C_EVERY_ALLOCATION") != NULL;
  uint64_t n = 1, points = 0;
  /* the many small ones of reports are sampled */
  for (bool reached = true; reached; n += every ? 1 : 1 + n / 64) {
    assert_true(n < MOST_POINTS);
    seam_arm(SEAM_ALLOC, n, points++ % 2 == 0); /* once, and from there on, by turns */
    fp8c_status status = once(FP8C_FAULT_MODEL, folder);
    reached = seam_calls(SEAM_ALLOC) >= n;
    seam_arm(SEAM_ALLOC, 0, false);
    assert_int_equal(status, reached ? FP8C_ERROR_NO_MEMORY : FP8C_OK);
  }
  assert_true(n > 20);
  assert_int_equal(once(FP8C_FAULT_MODEL, folder), FP8C_OK);
  char path[256];
  snprintf(path, sizeof path, "%s/x.npy", folder);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(rmdir(folder), 0);
}

/* ---- A cache on a disk that fails ----------------------------------------------------- */

typedef struct made {
  void *plan;
  size_t bytes;
} made;

static fp8c_status compile_with_cache(const char *samples, const char *folder, made *out) {
  fp8c_compile_options o = {.size = sizeof o,
                            .model_path = FP8C_FAULT_MODEL,
                            .calibrate = samples,
                            .targets = &cpu,
                            .target_count = 1,
                            .threads = 1,
                            .cache_dir = folder};
  fp8c_error err;
  *out = (made){0};
  return fp8c_compile_to_memory(&o, &out->plan, &out->bytes, NULL, &err);
}

static void remove_folder(const char *folder) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  assert_int_equal(system(command), 0);
}

/* The n-th call into the file system fails while entries are written (odd n) or found (even):
 * the plan is the same or there is none, and what is kept then is good. */
static void caches_on_failing_disks(void **state) {
  (void)state;
  char samples[64], kept[80];
  /* every entry is brought to disk: in memory that takes no time */
  snprintf(samples, sizeof samples, "%s/fp8c-test-fault-XXXXXX",
           access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  assert_non_null(mkdtemp(samples));
  snprintf(kept, sizeof kept, "%s-cache", samples);
  write_samples(samples);
  made good, now;
  assert_int_equal(compile_with_cache(samples, "", &good), FP8C_OK);
  size_t made_anyway = 0;
  uint64_t reached = 1;
  for (uint64_t n = 1; reached; n++) {
    assert_true(n < MOST_POINTS);
    if (n % 2) remove_folder(kept);
    seam_arm(SEAM_FILE, n / 2 + 1, n % 4 < 2);
    fp8c_status status = compile_with_cache(samples, kept, &now);
    reached = n % 2 == 0 || seam_calls(SEAM_FILE) > n / 2;
    seam_arm(SEAM_FILE, 0, false);
    if (status == FP8C_OK) {
      assert_int_equal(now.bytes, good.bytes);
      assert_memory_equal(now.plan, good.plan, good.bytes);
      made_anyway++;
    } else {
      assert_int_equal(status, FP8C_ERROR_IO);
    }
    fp8c_string_free(now.plan);
    assert_int_equal(compile_with_cache(samples, kept, &now), FP8C_OK);
    assert_int_equal(now.bytes, good.bytes);
    assert_memory_equal(now.plan, good.plan, good.bytes);
    fp8c_string_free(now.plan);
  }
  assert_true(made_anyway > 20);
  fp8c_string_free(good.plan);
  remove_folder(kept);
  remove_folder(samples);
}

static void compiles(void **state) {
  (void)state;
  every_allocation_fails(compile_once);
}

static void sensitivities(void **state) {
  (void)state;
  every_allocation_fails(sense_once);
}

static void merges(void **state) {
  (void)state;
  every_allocation_fails(merge_once);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(compiles), cmocka_unit_test(sensitivities),
                                     cmocka_unit_test(merges),
                                     cmocka_unit_test(caches_on_failing_disks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
