/* Which samples choose and which judge. */
#include "tests/support/unit.h"

#include "passes/precision/samples.h"
#include "passes/precision/split.h"

static arena memory;
static oom_guard guard;

static int set_up(void **state) {
  (void)state;
  arena_init(&memory, &guard);
  return 0;
}
static int tear_down(void **state) {
  (void)state;
  arena_free(&memory);
  return 0;
}

/* Sample i is the number i. */
static fp8c_status read_index(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                              fp8c_error *err) {
  (void)err;
  assert_true(index < 100 && d->user == &memory);
  int64_t *x = NEW(a, int64_t);
  *x = (int64_t)index;
  inputs[0] = (tensor){.dtype = FP8C_DTYPE_I64, .data = x};
  return FP8C_OK;
}

static calibration_data samples(size_t count) {
  return (calibration_data){
      .sample_count = count, .user = &memory, .read = read_index, .hash = "abc"};
}

static int64_t number(const calibration_data *d, size_t index) {
  tensor t;
  assert_int_equal(d->read(d, index, &memory, &t, NULL), FP8C_OK);
  return *(int64_t *)t.data;
}

static void every_fourth_judges(void **state) {
  (void)state;
  for (size_t n = SPLIT_LEAST; n < 40; n++) {
    calibration_data d = samples(n), *choose, *judge;
    assert_true(samples_split(&memory, &d, &choose, &judge));
    assert_int_equal(choose->sample_count + judge->sample_count, n);
    assert_int_equal(judge->sample_count, n / 4);
    bool seen[40] = {0};
    for (size_t i = 0; i < judge->sample_count; i++) {
      assert_int_equal(number(judge, i), 4 * (int64_t)i + 3);
      seen[number(judge, i)] = true;
    }
    for (size_t i = 0; i < choose->sample_count; i++) {
      assert_false(seen[number(choose, i)]);
      seen[number(choose, i)] = true;
    }
    for (size_t i = 0; i < n; i++) assert_true(seen[i]);
    assert_string_not_equal(choose->hash, judge->hash);
    assert_string_not_equal(choose->hash, d.hash);
    calibration_data *again, *other;
    samples_split(&memory, &d, &again, &other);
    assert_string_equal(again->hash, choose->hash);
  }
}

static void few_are_not_split(void **state) {
  (void)state;
  calibration_data d = samples(SPLIT_LEAST - 1), *choose, *judge;
  assert_false(samples_split(&memory, &d, &choose, &judge));
  assert_ptr_equal(choose, &d);
  assert_ptr_equal(judge, &d);
}

/* Prompts are runs of several samples: they are held out as wholes, and states begin anew in each.
 */
static void sequences_stay_whole(void **state) {
  (void)state;
  enum { SEQUENCES = 9, RUNS = 3, ALL = SEQUENCES * RUNS };
  uint32_t sequence[ALL];
  size_t ports[1] = {0};
  for (uint32_t i = 0; i < ALL; i++) sequence[i] = i / RUNS;
  graph *g = graph_new(&memory, "g", 20);
  tensor scalar = {.dtype = FP8C_DTYPE_I64};
  value *x = graph_input(g, "x", &scalar);
  graph_output(g, "y", x);
  calibration_data d = samples(ALL), *choose, *judge;
  d.sequence = sequence;
  d.state_count = 1, d.state_inputs = d.state_outputs = ports, d.model = g;
  assert_true(samples_split(&memory, &d, &choose, &judge));
  assert_int_equal(judge->sample_count, 2 * RUNS);
  for (size_t i = 0; i < choose->sample_count;
       i++) { /* halves of as many, though every fourth is gone */
    assert_int_equal(choose->sequence[i], i / RUNS);
    assert_int_equal(sample_half(choose, i), i / RUNS % 2);
  }
  for (size_t i = 0; i < judge->sample_count; i++)
    assert_int_equal(number(judge, i), 3 * RUNS + (i / RUNS) * 4 * RUNS + i % RUNS);
  sample_carry *carry = sample_carry_new(&memory, judge);
  int64_t left = 1000;
  tensor out = scalar;
  out.data = &left;
  for (size_t i = 0; i < judge->sample_count; i++) {
    tensor in;
    assert_int_equal(judge->read(judge, i, &memory, &in, NULL), FP8C_OK);
    sample_carry_apply(carry, i, &in);
    assert_int_equal(*(int64_t *)in.data, i % RUNS ? 1000 : number(judge, i));
    assert_int_equal(sample_carry_take(carry, 0, &out, NULL), FP8C_OK);
  }
  d = samples((SPLIT_LEAST - 1) * 10);
  uint32_t few[(SPLIT_LEAST - 1) * 10];
  for (uint32_t i = 0; i < d.sample_count; i++) few[i] = i / 10;
  d.sequence = few;
  assert_false(samples_split(&memory, &d, &choose, &judge));
}

static void state_stays_in_order(void **state) {
  (void)state;
  size_t port = 0;
  calibration_data d = samples(10), *choose, *judge;
  d.state_count = 1;
  d.state_inputs = d.state_outputs = &port;
  assert_true(samples_split(&memory, &d, &choose, &judge));
  assert_int_equal(judge->sample_count, 2);
  assert_int_equal(number(judge, 0), 8);
  assert_int_equal(number(judge, 1), 9);
  assert_int_equal(number(choose, 7), 7);
  assert_int_equal(choose->state_count, 1);
}

/* Samples alternate, and steps of one sequence stay together as long as there are two sequences. */
static void halves_are_of_whole_sequences(void **state) {
  (void)state;
  const uint32_t several[] = {0, 0, 1, 1, 1, 4, 4}, one[] = {3, 3, 3}, even[] = {0, 0, 2, 2};
  calibration_data d = samples(7);
  for (size_t i = 0; i < 7; i++) assert_int_equal(sample_half(&d, i), i % 2);
  d.sequence = several;
  for (size_t i = 0; i < 7; i++) assert_int_equal(sample_half(&d, i), several[i] % 2);
  d.sequence = one;
  d.sample_count = 3;
  for (size_t i = 0; i < 3; i++) assert_int_equal(sample_half(&d, i), i % 2);
  d.sequence = even;
  d.sample_count = 4;
  for (size_t i = 0; i < 4; i++) assert_int_equal(sample_half(&d, i), i % 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_fourth_judges),  cmocka_unit_test(halves_are_of_whole_sequences),
      cmocka_unit_test(few_are_not_split),    cmocka_unit_test(sequences_stay_whole),
      cmocka_unit_test(state_stays_in_order),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
