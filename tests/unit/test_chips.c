/* test_chips.c - the table of GPUs: whose code runs where, and what it says of each. */
#include <stdlib.h>

#include "base/chips.h"
#include "codegen/codegen.h"
#include "tests/support/unit.h"

/* The code that a GPU gets by default is a target, and runs on it. */
static void every_gpu_has_a_target(void **state) {
  (void)state;
  static const struct {
    int major, minor;
    const char *code, *chip; /* NULL: none */
  } rows[] = {
      {8, 9, "sm_89", "sm_89"},
      {9, 0, "sm_90a", "sm_90a"},
      {10, 0, "sm_100a", "sm_100a"},
      {10, 3, "sm_103a", "sm_103a"},
      {12, 0, "sm_120a", "sm_120a"},
      {12, 1, "sm_121a", "sm_121a"},
      {10, 7, "sm_100f", "sm_100a"},
      {12, 9, "sm_120f", "sm_120a"},
      {8, 6, NULL, NULL},
      {8, 0, NULL, NULL},
      {9, 1, NULL, NULL},
      {13, 0, NULL, NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *code = chip_code_for(rows[i].major, rows[i].minor);
    const chip_row *c = chip_of_gpu(rows[i].major, rows[i].minor);
    if (!rows[i].code) {
      assert_null(code);
      assert_null(c);
      continue;
    }
    assert_string_equal(code, rows[i].code);
    assert_string_equal(c->name, rows[i].chip);
    assert_true(chip_code_runs(code, rows[i].major, rows[i].minor));
    const target *t = target_find(code);
    assert_non_null(t);
    assert_ptr_equal(t->chip, chip_of_code(code));
  }
}

static void code_runs_on_its_number_and_its_family(void **state) {
  (void)state;
  assert_true(chip_code_runs("sm_100f", 10, 0) && chip_code_runs("sm_100f", 10, 3));
  assert_true(chip_code_runs("sm_120f", 12, 1) && chip_code_runs("sm_121a", 12, 1));
  assert_false(chip_code_runs("sm_100f", 12, 0));
  assert_false(chip_code_runs("sm_100a", 10, 3) || chip_code_runs("sm_103a", 10, 0));
  assert_false(chip_code_runs("sm_120a", 12, 1) || chip_code_runs("sm_121a", 12, 0));
  assert_false(chip_code_runs("cpu", 9, 0) || chip_code_runs("", 9, 0));
  assert_false(chip_code_runs("sm_90af", 9, 0) || chip_code_runs("sm_9", 9, 0));
  assert_true(chip_code_runs("sm_89", 8, 9));
}

/* A row that somebody forgot to fill would be a chip without speed. */
static void every_row_is_filled(void **state) {
  (void)state;
  for (size_t i = 0; chip_at(i); i++) {
    const chip_row *c = chip_at(i);
    assert_int_equal(atoi(c->name + 3), c->capability);
    assert_true(c->processors >= 20 && c->processors <= 300 && c->clock > 1e9 && c->clock < 4e9);
    assert_true(c->fp8_rate > c->bf16_rate && c->bf16_rate > c->f32_rate && c->f32_rate > 1e12);
    assert_true(c->bytes_rate > 1e11 && c->bytes_rate < 1e13);
    /* what is reached lies below what the multiprocessors can do */
    double peak = c->processors * c->clock;
    assert_true(c->fp8_rate < 1.05 * c->fp8_per_clock * peak &&
                c->bf16_rate < 1.05 * c->bf16_per_clock * peak &&
                c->f32_rate < c->f32_per_clock * peak);
    assert_true(c->shared_bytes == 101376 || c->shared_bytes == 232448);
    assert_true(c->l2_bytes > 1e7 && c->l2_bytes < 1e9);
    assert_true(!c->wgmma || c->tma);
    assert_true(!*c->family ||
                (strncmp(c->family, c->name, 4) == 0 && c->family[strlen(c->family) - 1] == 'f'));
  }
  assert_null(chip_of_code(""));
  assert_null(chip_of_code("cpu"));
}

/* Names are told once, and in the order in which help texts list them. */
static void targets_are_chips_then_families(void **state) {
  (void)state;
  assert_string_equal(target_at(0)->name, "cpu");
  size_t count = 0;
  while (target_at(count)) count++;
  for (size_t i = 0; i < count; i++) {
    assert_ptr_equal(target_find(target_at(i)->name), target_at(i));
    assert_true(target_at(i)->chip != NULL || i == 0);
  }
  assert_string_equal(target_at(count - 2)->name, "sm_100f");
  assert_string_equal(target_at(count - 1)->name, "sm_120f");
  assert_null(target_find("sm_86"));
  assert_true(target_has_wgmma(target_find("sm_90a")));
  assert_false(target_has_wgmma(target_find("sm_100a")) || target_has_wgmma(target_find("cpu")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_gpu_has_a_target),
      cmocka_unit_test(code_runs_on_its_number_and_its_family),
      cmocka_unit_test(every_row_is_filled),
      cmocka_unit_test(targets_are_chips_then_families),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
