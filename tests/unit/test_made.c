/* test_made.c - matrices that are made of numbers elsewhere: all of their ways give the numbers
 * that a copy has. */
#include "tests/support/plan_fixture.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/made.h"
#include "runtime/replay.h"

#define ROWS ((size_t)1030) /* more than one piece of work, and not whole tiles of them */
#define COLUMNS ((size_t)1041)

static oom_guard guard;
static arena a;
static float *numbers; /* [ROWS][COLUMNS] */
static file *on_disk;
static char path[64];
static fp8c_error error;

static float *turned(void) {
  float *t = NEW_ARRAY(&a, float, ROWS *COLUMNS);
  for (size_t i = 0; i < ROWS; i++)
    for (size_t j = 0; j < COLUMNS; j++) t[j * ROWS + i] = numbers[i * COLUMNS + j];
  return t;
}

/* 16 bytes, the numbers as they are, and column by column. */
static int setup(void **state) {
  (void)state;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) return -1;
  numbers = NEW_ARRAY(&a, float, ROWS *COLUMNS);
  for (size_t i = 0; i < ROWS * COLUMNS; i++)
    numbers[i] = (float)((i * 2654435761u) % 100003) * 0.001f - 50;
  numbers[5] = INFINITY;
  snprintf(path, sizeof path, "/tmp/fp8c-test-made-XXXXXX");
  int fd = mkstemp(path);
  size_t bytes = ROWS * COLUMNS * sizeof(float);
  if (fd < 0 || write(fd, "0123456789abcdef", 16) != 16) return -1;
  if (write(fd, numbers, bytes) != (ssize_t)bytes) return -1;
  if (write(fd, turned(), bytes) != (ssize_t)bytes) return -1;
  close(fd);
  return file_open(&a, path, &on_disk, &error) == FP8C_OK ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  arena_free(&a);
  return unlink(path);
}

static made_part part_of(bool from_file, bool is_turned) {
  size_t bytes = ROWS * COLUMNS * sizeof(float);
  made_part p = {.dtype = FP8C_DTYPE_F32, .turned = is_turned, .rows = ROWS};
  if (from_file) {
    p.file = on_disk;
    p.offset = 16 + (is_turned ? bytes : 0);
  } else {
    p.memory = is_turned ? turned() : numbers;
  }
  return p;
}

static void all_ways_give_the_same(void **state) {
  (void)state;
  pool *threads;
  assert_int_equal(pool_create(3, &threads, &error), FP8C_OK);
  uint16_t *halves = NEW_ARRAY(&a, uint16_t, ROWS * COLUMNS);
  floats_encode(FP8C_DTYPE_BF16, numbers, halves, ROWS * COLUMNS, false);
  for (int way = 0; way < 8; way++) {
    fp8c_dtype to = way & 4 ? FP8C_DTYPE_BF16 : FP8C_DTYPE_F32;
    const made_matrix *m = made_new(&a, to, COLUMNS, part_of(way & 1, way & 2));
    size_t bytes = ROWS * COLUMNS * (way & 4 ? 2 : 4);
    assert_int_equal(made_bytes(m), bytes);
    void *got = arena_alloc(&a, bytes);
    assert_int_equal(made_read(m, way & 1 ? threads : NULL, got, &error), FP8C_OK);
    assert_memory_equal(got, way & 4 ? (void *)halves : (void *)numbers, bytes);
  }
  pool_free(threads);
}

static void joined_and_copied(void **state) {
  (void)state;
  const made_matrix *list[2] = {made_new(&a, FP8C_DTYPE_F32, COLUMNS, part_of(true, true)),
                                made_new(&a, FP8C_DTYPE_F32, COLUMNS, part_of(false, false))};
  const made_matrix *both = made_copy(&a, made_joined(&a, list, 2), FP8C_DTYPE_BF16);
  size_t one = ROWS * COLUMNS * 2;
  uint8_t *got = arena_alloc(&a, 2 * one);
  assert_int_equal(made_bytes(both), 2 * one);
  assert_int_equal(made_read(both, NULL, got, &error), FP8C_OK);
  assert_memory_equal(got, got + one, one);
  assert_true(made_same(both, made_copy(&a, both, FP8C_DTYPE_BF16)));
  assert_false(made_same(both, made_copy(&a, both, FP8C_DTYPE_F32)));
  assert_string_equal(made_name(both, &a), made_name(made_copy(&a, both, FP8C_DTYPE_BF16), &a));
  assert_string_not_equal(made_name(list[0], &a), made_name(list[1], &a));
}

static plan_blob blob_over(const float *memory) {
  made_part p = {.memory = memory, .dtype = FP8C_DTYPE_F32, .rows = ROWS};
  const made_matrix *m = made_new(&a, FP8C_DTYPE_F32, COLUMNS, p);
  return (plan_blob){.bytes = made_bytes(m), .made = m};
}

/* What is equal, wherever it lies, is stored once in a plan. */
static void equal_ones_are_stored_once(void **state) {
  (void)state;
  float *copy = NEW_ARRAY(&a, float, ROWS *COLUMNS);
  memcpy(copy, numbers, ROWS * COLUMNS * sizeof(float));
  plan p = {0};
  assert_int_equal(plan_add_blob(&p, &a, blob_over(numbers)), 0);
  assert_int_equal(plan_add_blob(&p, &a, blob_over(copy)), 0);
  copy[ROWS * COLUMNS / 2] += 1;
  assert_int_equal(plan_add_blob(&p, &a, blob_over(copy)), 1);
}

static void what_cannot_be_read(void **state) {
  (void)state;
  for (int is_turned = 0; is_turned < 2; is_turned++) {
    made_part p = part_of(true, true);
    p.turned = is_turned;
    p.rows += 1;
    const made_matrix *m = made_new(&a, FP8C_DTYPE_F32, COLUMNS, p);
    assert_int_not_equal(made_read(m, NULL, arena_alloc(&a, made_bytes(m)), &error), FP8C_OK);
  }
}

static const char source[] =
    "graph g opset 23 {\n"
    "  in %x : f32[2, 1041]\n"
    "  const %w : f32[1030, 1041] = random(1)\n"
    "  const %v : f32[3, 1030] = random(2)\n"
    "  %y = Linear %x, %w : f32[2, 1030]\n"
    "  %z = Linear %y, %v : f32[2, 3]\n"
    "  out %z\n}\n";

static void run(const plan *p, float out[6]) {
  fp8c_program *program;
  fp8c_session *session;
  fp8c_session_options o = {.size = sizeof o, .device = "cpu"};
  static float x[2 * COLUMNS];
  for (size_t i = 0; i < 2 * COLUMNS; i++) x[i] = (float)(i % 17) - 8;
  fp8c_tensor in = {.data = x, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {2, COLUMNS}};
  fp8c_tensor result = {0};
  OK(program_from_plan(p, &program, err));
  OK(session_create_lean(program, &o, false, &session, err));
  OK(fp8c_session_run_views(session, &in, 1, &result, 1, err));
  memcpy(out, result.data, 6 * sizeof(float));
  fp8c_session_free(session);
  fp8c_program_free(program);
}

/* The same bytes, and the same results of the session that evaluations run, with the first weights
 * made. */
static void plans_hold_them(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  plan *p = plan_of(&f, source);
  void *bytes[2];
  size_t count[2], changed = 0;
  float results[2][6];
  for (int k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < p->blob_count && k; i++) {
      plan_blob *b = &p->blobs[i];
      if (b->bytes != ROWS * COLUMNS * sizeof(float)) continue;
      made_part part = {.memory = b->memory, .dtype = FP8C_DTYPE_F32, .rows = ROWS};
      b->made = made_new(&f.arena, FP8C_DTYPE_F32, COLUMNS, part);
      b->memory = NULL;
      changed++;
    }
    OK(plan_write_memory(p, NULL, &f.arena, &bytes[k], &count[k], err));
    run(p, results[k]);
  }
  assert_int_equal(changed, 1);
  assert_int_equal(count[0], count[1]);
  assert_memory_equal(bytes[0], bytes[1], count[0]);
  assert_memory_equal(results[0], results[1], sizeof results[0]);
  arena_free(&f.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(all_ways_give_the_same, setup, teardown),
      cmocka_unit_test_setup_teardown(joined_and_copied, setup, teardown),
      cmocka_unit_test_setup_teardown(equal_ones_are_stored_once, setup, teardown),
      cmocka_unit_test_setup_teardown(what_cannot_be_read, setup, teardown),
      cmocka_unit_test(plans_hold_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
