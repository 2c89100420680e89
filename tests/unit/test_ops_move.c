/* test_ops_move.c - operators that move elements, against plain index loops. */
#include "tests/support/op_case.h"

/* Coordinates of element i of these dims. */
static void unravel(const int64_t *dims, int rank, int64_t i, int64_t *at) {
  for (int d = rank - 1; d >= 0; d--) {
    at[d] = i % dims[d];
    i /= dims[d];
  }
}

static int64_t ravel(const int64_t *dims, int rank, const int64_t *at) {
  int64_t i = 0;
  for (int d = 0; d < rank; d++) i = i * dims[d] + at[d];
  return i;
}

static const fp8c_dtype sizes[] = {FP8C_DTYPE_U8, FP8C_DTYPE_U16, FP8C_DTYPE_U32, FP8C_DTYPE_U64};

/* Random values of a type with this many elements. */
static void *values(op_case *c, uint64_t *seed, fp8c_dtype dtype, int64_t count) {
  size_t bytes = (size_t)count * dtype_bytes(dtype);
  uint8_t *x = arena_alloc(&c->arena, bytes + 1);
  for (size_t i = 0; i < bytes; i++) x[i] = (uint8_t)next_random(seed);
  return x;
}

static bool same_element(const tensor *a, int64_t i, const tensor *b, int64_t k) {
  size_t bytes = dtype_bytes(a->dtype);
  return memcmp((char *)a->data + (size_t)i * bytes, (char *)b->data + (size_t)k * bytes, bytes) ==
         0;
}

/* Small dims mostly, sometimes ones that reach tiles and pieces. */
static int64_t random_dims(uint64_t *seed, int rank, int64_t *dims) {
  int64_t count = 1;
  for (int d = 0; d < rank; d++) {
    dims[d] = 1 + next_random(seed) % 6;
    if (next_random(seed) % 6 == 0 && count < 4000) dims[d] = 30 + next_random(seed) % 80;
    count *= dims[d];
  }
  return count;
}

static void transposes(void **state) {
  (void)state;
  uint64_t seed = 7;
  pool *threads;
  assert_int_equal(pool_create(3, &threads, NULL), FP8C_OK);
  for (int round = 0; round < 400; round++) {
    int rank = 1 + (int)(next_random(&seed) % 5);
    int64_t dims[8], perm[8], at[8], from[8], count = random_dims(&seed, rank, dims);
    for (int d = 0; d < rank; d++) perm[d] = d;
    for (int d = rank - 1; d > 0; d--) {
      int k = (int)(next_random(&seed) % (uint32_t)(d + 1));
      int64_t swap = perm[d];
      perm[d] = perm[k];
      perm[k] = swap;
    }
    op_case c;
    case_begin(&c, "Transpose");
    c.call.threads = threads;
    fp8c_dtype dtype = sizes[round % 4];
    tensor *in = case_input(&c, dtype, rank, dims, values(&c, &seed, dtype, count));
    case_int_list(&c, "perm", (size_t)rank, perm);
    assert_int_equal(case_run(&c, 1), FP8C_OK);
    for (int64_t i = 0; i < count; i++) {
      unravel(c.out[0].dims, rank, i, at);
      for (int d = 0; d < rank; d++) from[perm[d]] = at[d];
      assert_true(same_element(&c.out[0], i, in, ravel(dims, rank, from)));
    }
    case_end(&c);
  }
  pool_free(threads);
}

static void slices(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int round = 0; round < 400; round++) {
    int rank = 1 + (int)(next_random(&seed) % 4);
    int64_t dims[8], starts[8], ends[8], axes[8], steps[8], at[8];
    int64_t count = random_dims(&seed, rank, dims);
    for (int d = 0; d < rank; d++) {
      starts[d] = (int64_t)(next_random(&seed) % 14) - 7;
      ends[d] = next_random(&seed) % 4 == 0 ? INT64_MAX : (int64_t)(next_random(&seed) % 14) - 7;
      axes[d] = next_random(&seed) % 2 ? d : d - rank;
      steps[d] = (int64_t)(next_random(&seed) % 3) + 1;
      if (next_random(&seed) % 3 == 0) {
        steps[d] = -steps[d];
        if (ends[d] == INT64_MAX) ends[d] = INT64_MIN;
      }
    }
    op_case c;
    case_begin(&c, "Slice");
    fp8c_dtype dtype = sizes[round % 4];
    tensor *in = case_input(&c, dtype, rank, dims, values(&c, &seed, dtype, count));
    case_ints(&c, rank, starts);
    case_ints(&c, rank, ends);
    case_ints(&c, rank, axes);
    case_ints(&c, rank, steps);
    assert_int_equal(case_run(&c, 1), FP8C_OK);
    for (int64_t i = 0; i < tensor_elements(&c.out[0]); i++) {
      unravel(c.out[0].dims, rank, i, at);
      for (int d = 0; d < rank; d++) {
        int64_t first = starts[d] < 0 ? starts[d] + dims[d] : starts[d];
        int64_t most = steps[d] > 0 ? dims[d] : dims[d] - 1;
        first = first < 0 ? 0 : first > most ? most : first;
        at[d] = first + at[d] * steps[d];
        assert_in_range(at[d], 0, dims[d] - 1);
      }
      assert_true(same_element(&c.out[0], i, in, ravel(dims, rank, at)));
    }
    case_end(&c);
  }
}

static void slice_bounds(void **state) {
  (void)state;
  static const struct {
    int64_t start, end, step, count;
  } table[] = {{0, INT64_MAX, 1, 10},  {-3, INT64_MAX, 1, 3}, {9, INT64_MIN, -1, 10},
               {2, 2, 1, 0},           {5, 2, 1, 0},          {0, 10, INT64_MAX, 1},
               {9, -11, INT64_MIN, 1}, {100, 0, -2, 5},       {-100, 3, 2, 2}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    op_case c;
    case_begin(&c, "Slice");
    case_input(&c, FP8C_DTYPE_F32, 1, DIMS(10), NULL);
    case_ints(&c, 1, &table[i].start);
    case_ints(&c, 1, &table[i].end);
    case_omit(&c);
    case_ints(&c, 1, &table[i].step);
    assert_int_equal(case_infer(&c, 1), FP8C_OK);
    expect_dims(&c.out[0], 1, DIMS(table[i].count));
    case_end(&c);
  }
}

/* What Concat joins, Split takes apart. */
static void concat_and_split(void **state) {
  (void)state;
  uint64_t seed = 9;
  for (int round = 0; round < 100; round++) {
    int64_t dims[3], parts[3];
    int axis = round % 3;
    random_dims(&seed, 3, dims);
    op_case c, s;
    case_begin(&c, "Concat");
    case_begin(&s, "Split");
    for (int p = 0; p < 3; p++) {
      int64_t part[3] = {dims[0], dims[1], dims[2]};
      parts[p] = part[axis] = next_random(&seed) % 5;
      case_input(&c, FP8C_DTYPE_BF16, 3, part,
                 values(&c, &seed, FP8C_DTYPE_BF16, part[0] * part[1] * part[2]));
    }
    case_int(&c, "axis", axis - 3);
    assert_int_equal(case_run(&c, 1), FP8C_OK);
    assert_int_equal(c.out[0].dims[axis], parts[0] + parts[1] + parts[2]);
    case_input(&s, FP8C_DTYPE_BF16, 3, c.out[0].dims, c.out[0].data);
    case_ints(&s, 3, parts);
    case_int(&s, "axis", axis);
    assert_int_equal(case_run(&s, 3), FP8C_OK);
    for (int p = 0; p < 3; p++) {
      expect_dims(&s.out[p], 3, c.inputs[p].dims);
      if (tensor_bytes(&s.out[p]) > 0)
        assert_memory_equal(s.out[p].data, c.inputs[p].data, tensor_bytes(&s.out[p]));
    }
    case_end(&c);
    case_end(&s);
  }
}

static void pads(void **state) {
  (void)state;
  static const struct {
    const char *mode;
    int64_t pads[2];
    float expected[8];
    int count;
  } table[] = {{"constant", {2, 1}, {9, 9, 1, 2, 3, 9}, 6},
               {"edge", {2, 1}, {1, 1, 1, 2, 3, 3}, 6},
               {"reflect", {2, 1}, {3, 2, 1, 2, 3, 2}, 6},
               {"reflect", {4, 0}, {1, 2, 3, 2, 1, 2, 3}, 7},
               {"wrap", {2, 1}, {2, 3, 1, 2, 3, 1}, 6},
               {"constant", {-1, 2}, {2, 3, 9, 9}, 4},
               {"edge", {-1, 1}, {2, 3, 3}, 3}};
  const float x[] = {1, 2, 3}, nine = 9;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    op_case c;
    case_begin(&c, "Pad");
    case_input(&c, FP8C_DTYPE_F32, 1, DIMS(3), x);
    case_ints(&c, 2, table[i].pads);
    case_input(&c, FP8C_DTYPE_F32, 0, NULL, &nine);
    case_string(&c, "mode", table[i].mode);
    assert_int_equal(case_run(&c, 1), FP8C_OK);
    expect_dims(&c.out[0], 1, DIMS(table[i].count));
    assert_memory_equal(c.out[0].data, table[i].expected, tensor_bytes(&c.out[0]));
    case_end(&c);
  }
}

static void gathers(void **state) {
  (void)state;
  uint64_t seed = 10;
  for (int round = 0; round < 100; round++) {
    int64_t dims[3], at[4], from[3], indices[6], count = random_dims(&seed, 3, dims);
    int axis = round % 3;
    for (int i = 0; i < 6; i++)
      indices[i] = (int64_t)(next_random(&seed) % (uint32_t)(2 * dims[axis])) - dims[axis];
    op_case c;
    case_begin(&c, "Gather");
    tensor *in = case_input(&c, FP8C_DTYPE_F32, 3, dims, values(&c, &seed, FP8C_DTYPE_F32, count));
    case_input(&c, FP8C_DTYPE_I64, 2, DIMS(2, 3), indices);
    case_int(&c, "axis", axis);
    assert_int_equal(case_run(&c, 1), FP8C_OK);
    for (int64_t i = 0; i < tensor_elements(&c.out[0]); i++) {
      unravel(c.out[0].dims, 4, i, at);
      for (int d = 0; d < 3; d++) from[d] = d < axis ? at[d] : at[d + 1];
      int64_t index = indices[at[axis] * 3 + at[axis + 1]];
      from[axis] = index < 0 ? index + dims[axis] : index;
      assert_true(same_element(&c.out[0], i, in, ravel(dims, 3, from)));
    }
    case_end(&c);
  }
}

static void index_outside(void **state) {
  (void)state;
  const float x[] = {1, 2, 3};
  const int64_t index = 3;
  op_case c;
  case_begin(&c, "Gather");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(3), x);
  case_input(&c, FP8C_DTYPE_I64, 0, NULL, &index);
  expect_sentence(&c, case_run(&c, 1), "Gather: index 3 is outside an axis of 3 elements");
  case_end(&c);
}

static void scatters(void **state) {
  (void)state;
  static const struct {
    const char *reduction;
    float expected[4];
  } table[] = {{"none", {1, 10, 3, 7}},
               {"add", {1, 12, 3, 11}},
               {"mul", {1, 20, 3, 28}},
               {"max", {1, 10, 3, 7}},
               {"min", {1, 2, 3, 4}}};
  const float x[] = {1, 2, 3, 4}, updates[] = {7, 10};
  const int64_t indices[] = {-1, 1};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    op_case c;
    case_begin(&c, "ScatterElements");
    case_input(&c, FP8C_DTYPE_F32, 1, DIMS(4), x);
    case_input(&c, FP8C_DTYPE_I64, 1, DIMS(2), indices);
    case_input(&c, FP8C_DTYPE_F32, 1, DIMS(2), updates);
    case_string(&c, "reduction", table[i].reduction);
    assert_int_equal(case_run(&c, 1), FP8C_OK);
    assert_memory_equal(c.out[0].data, table[i].expected, sizeof table[i].expected);
    case_end(&c);
  }
}

/* Elements stored in another format than the output's are converted, not moved. */
static void formats_mix(void **state) {
  (void)state;
  const float x[] = {1, -2.5f};
  const uint16_t y[] = {0x3f80, 0xc020}; /* the same in bf16 */
  const float expected[] = {1, -2.5f, 1, -2.5f};
  op_case c;
  case_begin(&c, "Concat");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(2), x);
  case_input(&c, FP8C_DTYPE_BF16, 1, DIMS(2), y);
  case_int(&c, "axis", 0);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  assert_memory_equal(c.out[0].data, expected, sizeof expected);
  case_end(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(transposes),    cmocka_unit_test(slices),
      cmocka_unit_test(slice_bounds),  cmocka_unit_test(concat_and_split),
      cmocka_unit_test(pads),          cmocka_unit_test(gathers),
      cmocka_unit_test(index_outside), cmocka_unit_test(scatters),
      cmocka_unit_test(formats_mix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
