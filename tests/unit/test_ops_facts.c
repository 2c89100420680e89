/* test_ops_facts.c - the facts of ops.def agree with what else the same rows say. */
#include <string.h>

#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ops.h"
#include "tests/support/unit.h"

static const attr_spec *spec_of(const op_info *op, const char *name) {
  for (const attr_spec *s = op->attrs; s->name; s++)
    if (strcmp(s->name, name) == 0) return s;
  return NULL;
}

#define AGREES(op_, condition_) \
  if (!(condition_)) fail_msg("%s: %s", (op_)->name, #condition_)

static void reductions_are_the_rows_with_axes_as_an_input(void **state) {
  (void)state;
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    AGREES(op, op_has(op, FACT_REDUCES) == (spec_of(op, "noop_with_empty_axes") != NULL));
    AGREES(op, op_has(op, FACT_REDUCES) == (strncmp(op->name, "Reduce", 6) == 0));
    AGREES(op, !op_has(op, FACT_REDUCES) || (op->family == FAMILY_REDUCE && op->in_max == 2));
  }
}

static void products_take_weights_and_may_be_fp8(void **state) {
  (void)state;
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    /* its operands, or its weights, have their formats already */
    bool own_scales = op->id == OP_BLOCK_LINEAR || op->id == OP_PACKED_LINEAR;
    bool product = op->precision == CLASS_GEMM && op->family != FAMILY_ATTENTION && !own_scales;
    AGREES(op, op_has(op, FACT_MULTIPLIES) == product);
    AGREES(op, !product || (op->work != WORK_NONE && op->in_min >= 2));
  }
}

static void norms_are_of_rows_or_of_images(void **state) {
  (void)state;
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    bool row = op_has(op, FACT_ROW_NORM), image = op_has(op, FACT_IMAGE_NORM);
    AGREES(op, !(row && image));
    AGREES(op, !(row || image) || (op_has(op, FACT_NORM) && op->precision == CLASS_WIDE));
    AGREES(op, !row || (op->family == FAMILY_ROW && spec_of(op, "axis")));
    AGREES(op, !image || (op->in_min == 3 && spec_of(op, "channels_last")));
    AGREES(op, !op_has(op, FACT_NORM) || spec_of(op, "epsilon") || op->id == OP_LP_NORMALIZATION ||
                   op->id == OP_MEAN_VARIANCE_NORMALIZATION);
  }
}

static void heavy_rows_compute_an_exponential(void **state) {
  (void)state;
  static const char *const signs[] = {"exp",  "log",  "erf",     "tanh", "pow",
                                      "mish", "gelu", "sigmoid", "soft", "swish"};
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    if (!op_has(op, FACT_HEAVY)) continue;
    bool found = op->family == FAMILY_ROW && op->in_max == 1; /* Softmax, LogSoftmax */
    for (size_t k = 0; op->expr && k < sizeof signs / sizeof *signs; k++)
      found |= strstr(op->expr, signs[k]) != NULL;
    AGREES(op, found);
  }
}

static void linear_time_says_more_than_the_family(void **state) {
  (void)state;
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    AGREES(op,
           !op_has(op, FACT_LINEAR_TIME) || (op->family == FAMILY_NONE && op->work == WORK_NONE));
  }
}

static void what_reads_shapes_has_exact_results(void **state) {
  (void)state;
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    AGREES(op, !op_has(op, FACT_SHAPE_ONLY) || (op->precision == CLASS_EXACT && op->in_max == 1));
    AGREES(op, !op_has(op, FACT_QUANTIZES) || strstr(op->name, "uantize"));
    AGREES(op, op_has(op, FACT_QUANTIZES) || !strstr(op->name, "uantize") ||
                   strcmp(op->name, "FakeQuantize") == 0); /* numbers come back */
  }
}

/* No row draws numbers at random: passes merge equal nodes and fold constants of every operator. */
static void no_row_is_random(void **state) {
  (void)state;
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    AGREES(op, !strstr(op->name, "Random") && !strstr(op->name, "Bernoulli") &&
                   !strstr(op->name, "Multinomial"));
    AGREES(op, op->id == OP_DROPOUT || !spec_of(op, "seed"));
  }
}

static void every_id_has_its_row(void **state) {
  (void)state;
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    assert_non_null(op->name);
    assert_ptr_equal(op_get(op->id), op);
    assert_ptr_equal(op_find(op->domain, op->name), op);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reductions_are_the_rows_with_axes_as_an_input),
      cmocka_unit_test(products_take_weights_and_may_be_fp8),
      cmocka_unit_test(norms_are_of_rows_or_of_images),
      cmocka_unit_test(heavy_rows_compute_an_exponential),
      cmocka_unit_test(linear_time_says_more_than_the_family),
      cmocka_unit_test(what_reads_shapes_has_exact_results),
      cmocka_unit_test(no_row_is_random),
      cmocka_unit_test(every_id_has_its_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
