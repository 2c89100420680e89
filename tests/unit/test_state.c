/* test_state.c - what a plan keeps from run to run: slots, their lengths, files, errors, memory. */
#include "base/random.h"
#include "tests/support/plan_fixture.h"
#include "tests/support/slots_graph.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* Logits of token t behind others: the sum of their rows of the table.  Its state grows. */
static const char grows[] =
    "graph sums opset 17 {\n"
    "  in %ids : i64[1, seq]\n"
    "  in %past : f32[1, past, 4]\n"
    "  in %mask : i64[1, total]\n"
    "  const %table : f32[9, 4] = random(3)\n"
    "  const %axes : i64[1] = {1}\n"
    "  const %wideaxis : i64[1] = {2}\n"
    "  %rows = Gather %table, %ids : f32[1, seq, 4]\n"
    "  %all = Concat %past, %rows {axis=1} : f32[1, all, 4]\n"
    "  %held = Cast %mask {to=1} : f32[1, total]\n"
    "  %wide = Unsqueeze %held, %wideaxis : f32[1, total, 1]\n"
    "  %kept = Mul %all, %wide : f32[1, all, 4]\n"
    "  %sum = ReduceSum %kept, %axes : f32[1, 1, 4]\n"
    "  out %sum as \"logits\"\n"
    "  out %all as \"present\"\n"
    "}\n";

/* y = 2 h + x, and y is the next h. */
static const char recurs[] =
    "graph cell opset 17 {\n"
    "  in %x : f32[2]\n"
    "  in %h : f32[2]\n"
    "  %twice = Add %h, %h : f32[2]\n"
    "  %y = Add %twice, %x : f32[2]\n"
    "  out %y as \"y\"\n"
    "  out %y as \"hn\"\n"
    "}\n";

typedef struct ready {
  fixture f;
  const float *table;
  fp8c_program *program;
  fp8c_session *session;
  fp8c_state *state;
} ready;

static void make_ready(ready *r, const char *source, plan_memory memory, int64_t slots) {
  fixture_begin(&r->f);
  void *bytes = NULL;
  size_t count = 0;
  plan *p = plan_of(&r->f, source);
  p->memory = memory;
  if (p->blob_count) r->table = p->blobs[0].memory;
  OK(plan_write_memory(p, NULL, &r->f.arena, &bytes, &count, err));
  OK(fp8c_program_from_memory(bytes, count, &r->program, err));
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  OK(fp8c_session_create(r->program, &o, &r->session, err));
  fp8c_state_options s = {.size = sizeof s, .slots = slots};
  OK(fp8c_state_create(r->session, &s, &r->state, err));
}

static void end(ready *r) {
  fp8c_state_free(r->state);
  fp8c_session_free(r->session);
  fp8c_program_free(r->program);
  arena_free(&r->f.arena);
}

static plan_memory growing(arena *a, uint64_t capacity) {
  plan_memory m = {.capacity = capacity, .vocabulary = 9, .tokens = 0, .logits = 0};
  plan_state s = {.input = 1, .output = 1, .axis = 1, .rows = PLAN_ROWS_GROW};
  plan_fill tokens = {0, PLAN_ROLE_TOKENS}, mask = {2, PLAN_ROLE_MASK};
  ARENA_PUSH(a, m.states, m.state_count, s);
  ARENA_PUSH(a, m.fills, m.fill_count, tokens);
  ARENA_PUSH(a, m.fills, m.fill_count, mask);
  return m;
}

/* The logits are the sums of these tokens' rows. */
static void check_sum(const ready *r, const float *logits, const int64_t *tokens, size_t count) {
  for (size_t k = 0; k < 4; k++) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += r->table[tokens[i] * 4 + (int64_t)k];
    assert_true(logits[k] - sum < 1e-4 && sum - logits[k] < 1e-4);
  }
}

#define REFUSED(status_, words_, call_)                                            \
  do {                                                                             \
    fp8c_error refused_ = {0};                                                     \
    fp8c_error *err = &refused_;                                                   \
    assert_int_equal((call_), status_);                                            \
    if (!strstr(refused_.text, words_)) fail_msg("%s: %s", #call_, refused_.text); \
  } while (0)

static void begin_growing(ready *r, arena *a, uint64_t capacity, int64_t slots) {
  make_ready(r, grows, growing(a, capacity), slots);
}

static void slots_have_lengths_of_their_own(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  const float *logits;
  size_t width;
  fixture_begin(&mine);
  begin_growing(&r, &mine.arena, 8, 3);
  const int64_t a[] = {1, 2, 3, 4}, b[] = {8, 0};
  OK(fp8c_state_step(r.state, 0, a, 3, &logits, &width, err));
  assert_int_equal(width, 4);
  check_sum(&r, logits, a, 3);
  OK(fp8c_state_step(r.state, 2, b, 2, &logits, &width, err));
  check_sum(&r, logits, b, 2);
  OK(fp8c_state_step(r.state, 0, a + 3, 1, &logits, &width, err));
  check_sum(&r, logits, a, 4);
  assert_int_equal(fp8c_state_length(r.state, 0), 4);
  assert_int_equal(fp8c_state_length(r.state, 1), 0);
  assert_int_equal(fp8c_state_length(r.state, 2), 2);
  assert_int_equal(fp8c_state_length(r.state, 3), -1);
  assert_int_equal(fp8c_state_length(NULL, 0), -1);

  /* A copy goes its own way, and what is cut off is gone. */
  OK(fp8c_state_fork(r.state, 0, 1, err));
  OK(fp8c_state_truncate(r.state, 1, 2, err));
  OK(fp8c_state_step(r.state, 1, b, 1, &logits, &width, err));
  check_sum(&r, logits, (const int64_t[]){1, 2, 8}, 3);
  OK(fp8c_state_step(r.state, 0, b, 1, &logits, &width, err));
  check_sum(&r, logits, (const int64_t[]){1, 2, 3, 4, 8}, 5);
  end(&r);
  arena_free(&mine.arena);
}

static void a_refusal_changes_nothing(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  const float *logits;
  size_t width;
  fixture_begin(&mine);
  begin_growing(&r, &mine.arena, 4, 1);
  const int64_t a[] = {1, 2, 3, 4, 5}, wrong[] = {9}, below[] = {-1};
  OK(fp8c_state_step(r.state, 0, a, 3, NULL, NULL, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "holds 3 of 4 tokens",
          fp8c_state_step(r.state, 0, a, 2, &logits, &width, err));
  assert_null(logits);
  REFUSED(FP8C_ERROR_ARGUMENT, "token 0 is 9; the model's tokens are 0 to 8",
          fp8c_state_step(r.state, 0, wrong, 1, NULL, NULL, err));
  /* more than fit are not looked at, however many they are said to be */
  REFUSED(FP8C_ERROR_ARGUMENT, "more do not fit",
          fp8c_state_step(r.state, 0, wrong, SIZE_MAX, NULL, NULL, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "more do not fit",
          fp8c_state_step(r.state, 0, wrong, (size_t)1 << 20, NULL, NULL, err));
  fp8c_tensor said = {.data = (void *)(uintptr_t)wrong,
                      .dtype = FP8C_DTYPE_I64,
                      .rank = 2,
                      .shape = {1, INT64_MAX}},
              given;
  REFUSED(FP8C_ERROR_ARGUMENT, "more do not fit",
          fp8c_state_run(r.state, 0, &said, 1, &given, 1, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "token 0 is -1",
          fp8c_state_step(r.state, 0, below, 1, NULL, NULL, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "slot 1", fp8c_state_step(r.state, 1, a, 1, NULL, NULL, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "slot -1", fp8c_state_fork(r.state, -1, 0, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "no tokens", fp8c_state_step(r.state, 0, a, 0, NULL, NULL, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "cannot be cut to 4", fp8c_state_truncate(r.state, 0, 4, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "is NULL", fp8c_state_step(NULL, 0, a, 1, NULL, NULL, err));
  fp8c_tensor in = {
      .data = (void *)(uintptr_t)a, .dtype = FP8C_DTYPE_I64, .rank = 2, .shape = {1, 1}};
  fp8c_tensor out;
  REFUSED(FP8C_ERROR_ARGUMENT, "keeps states",
          fp8c_session_run_views(r.session, &in, 1, &out, 1, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "2 inputs", fp8c_state_run(r.state, 0, &in, 2, &out, 1, err));
  in.shape[0] = 2;
  REFUSED(FP8C_ERROR_ARGUMENT, "2 sequences", fp8c_state_run(r.state, 0, &in, 1, &out, 1, err));
  assert_int_equal(fp8c_state_length(r.state, 0), 3);
  OK(fp8c_state_step(r.state, 0, a + 3, 1, &logits, &width, err));
  check_sum(&r, logits, a, 4);
  end(&r);
  arena_free(&mine.arena);
}

static void files_come_back(void **state) {
  (void)state;
  fixture mine;
  ready r = {0}, other = {0};
  char path[] = "/tmp/fp8c-state-XXXXXX";
  const float *logits;
  size_t width;
  fixture_begin(&mine);
  begin_growing(&r, &mine.arena, 8, 2);
  begin_growing(&other, &mine.arena, 9, 1);
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  const int64_t a[] = {1, 2, 3, 4, 5};
  OK(fp8c_state_step(r.state, 0, a, 4, NULL, NULL, err));
  OK(fp8c_state_save(r.state, 0, path, err));
  OK(fp8c_state_load(r.state, 1, path, err));
  OK(fp8c_state_step(r.state, 1, a + 4, 1, &logits, &width, err));
  check_sum(&r, logits, a, 5);
  REFUSED(FP8C_ERROR_ARGUMENT, "a state of the plan", fp8c_state_load(other.state, 0, path, err));
  assert_int_equal(fp8c_state_length(other.state, 0), 0);

  /* Any bit that differs is seen, and the slot stays. */
  unsigned char bytes[512];
  FILE *f = fopen(path, "rb");
  size_t count = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  assert_int_equal(count, 96 + 4 * 16 + 32);
  for (size_t i = 0; i < count; i++) {
    bytes[i] ^= 0x20; /* of a digit a control character, which no sentence holds as it is */
    f = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, count, f), count);
    fclose(f);
    bytes[i] ^= 0x20;
    fp8c_error e;
    assert_int_not_equal(fp8c_state_load(r.state, 1, path, &e), FP8C_OK);
    for (const char *at = e.text; *at; at++) assert_true((unsigned char)*at >= ' ');
    assert_int_equal(fp8c_state_length(r.state, 1), 5);
  }
  unlink(path);
  REFUSED(FP8C_ERROR_IO, path, fp8c_state_load(r.state, 1, path, err));
  end(&other);
  end(&r);
  arena_free(&mine.arena);
}

/* Rows at the end of as many as the capacity: the sums are those of the last. */
static const char ends[] =
    "graph sums opset 17 {\n"
    "  in %ids : i64[1, seq]\n"
    "  in %past : f32[1, 8, 4]\n"
    "  in %mask : i64[1, total]\n"
    "  const %table : f32[9, 4] = random(3)\n"
    "  const %axes : i64[1] = {1}\n"
    "  const %from : i64[1] = {-8}\n"
    "  const %to : i64[1] = {99}\n"
    "  const %wideaxis : i64[1] = {2}\n"
    "  %rows = Gather %table, %ids : f32[1, seq, 4]\n"
    "  %all = Concat %past, %rows {axis=1} : f32[1, all, 4]\n"
    "  %held = Cast %mask {to=1} : f32[1, total]\n"
    "  %wide = Unsqueeze %held, %wideaxis : f32[1, total, 1]\n"
    "  %kept = Mul %all, %wide : f32[1, all, 4]\n"
    "  %sum = ReduceSum %kept, %axes : f32[1, 1, 4]\n"
    "  %last = Slice %all, %from, %to, %axes : f32[1, 8, 4]\n"
    "  out %sum as \"logits\"\n"
    "  out %last as \"present\"\n"
    "}\n";

static void rows_at_the_end_go_back(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  const float *logits;
  size_t width;
  fixture_begin(&mine);
  plan_memory m = growing(&mine.arena, 8);
  m.states[0].rows = PLAN_ROWS_END;
  make_ready(&r, ends, m, 2);
  const int64_t a[] = {1, 2, 3, 4, 5};
  OK(fp8c_state_step(r.state, 0, a, 5, &logits, &width, err));
  check_sum(&r, logits, a, 5);
  OK(fp8c_state_truncate(r.state, 0, 2, err));
  OK(fp8c_state_fork(r.state, 0, 1, err));
  for (int64_t slot = 0; slot < 2; slot++) {
    OK(fp8c_state_step(r.state, slot, (const int64_t[]){8, 7}, 2, &logits, &width, err));
    check_sum(&r, logits, (const int64_t[]){1, 2, 8, 7}, 4);
  }
  OK(fp8c_state_truncate(r.state, 0, 0, err));
  OK(fp8c_state_step(r.state, 0, a, 5, &logits, &width, err));
  OK(fp8c_state_step(r.state, 0, a, 3, &logits, &width, err));
  check_sum(&r, logits, (const int64_t[]){1, 2, 3, 4, 5, 1, 2, 3}, 8);
  end(&r);
  arena_free(&mine.arena);
}

/* A state without rows: the last run's numbers alone. */
static void a_cell_is_a_state(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  fixture_begin(&mine);
  plan_memory m = {.capacity = 1, .tokens = PLAN_NO_VALUE, .logits = PLAN_NO_VALUE};
  plan_state s = {.input = 1, .output = 1, .axis = -1};
  ARENA_PUSH(&mine.arena, m.states, m.state_count, s);
  make_ready(&r, recurs, m, 2);
  float x[2] = {1, 10}, h[2] = {0, 0};
  fp8c_tensor in = {.data = x, .dtype = FP8C_DTYPE_F32, .rank = 1, .shape = {2}}, out;
  assert_int_equal(fp8c_program_input_count(r.program), 1);
  for (int i = 0; i < 5; i++) {
    OK(fp8c_state_run(r.state, 1, &in, 1, &out, 1, err));
    for (int k = 0; k < 2; k++) {
      h[k] = 2 * h[k] + x[k];
      assert_true(((const float *)out.data)[k] == h[k]);
    }
  }
  assert_int_equal(fp8c_state_length(r.state, 1), 5);
  REFUSED(FP8C_ERROR_ARGUMENT, "cut to 0", fp8c_state_truncate(r.state, 1, 2, err));
  OK(fp8c_state_truncate(r.state, 1, 0, err));
  OK(fp8c_state_run(r.state, 1, &in, 1, &out, 1, err));
  assert_true(((const float *)out.data)[1] == 10);
  const int64_t token = 1;
  REFUSED(FP8C_ERROR_ARGUMENT, "takes no tokens",
          fp8c_state_step(r.state, 0, &token, 1, NULL, NULL, err));
  end(&r);
  arena_free(&mine.arena);
}

/* What the model is told may be more than memory holds, by the sizes of its input. */
static void what_is_told_fits_memory(void **state) {
  (void)state;
  static const char source[] =
      "graph cell opset 17 {\n"
      "  in %ids : i64[1, n]\n"
      "  in %begin : i64[4611686018427387904, 4, 1]\n"
      "  in %h : f32[1]\n"
      "  %y = Add %h, %h : f32[1]\n"
      "  out %y as \"y\"\n"
      "  out %y as \"hn\"\n"
      "}\n";
  fixture mine;
  ready r = {0};
  fixture_begin(&mine);
  plan_memory m = {.capacity = 4, .tokens = 0, .logits = PLAN_NO_VALUE};
  plan_state s = {.input = 2, .output = 1, .axis = -1};
  plan_fill tokens = {0, PLAN_ROLE_TOKENS}, begin = {1, PLAN_ROLE_BEGIN};
  ARENA_PUSH(&mine.arena, m.states, m.state_count, s);
  ARENA_PUSH(&mine.arena, m.fills, m.fill_count, tokens);
  ARENA_PUSH(&mine.arena, m.fills, m.fill_count, begin);
  make_ready(&r, source, m, 1);
  const int64_t token = 1;
  REFUSED(FP8C_ERROR_ARGUMENT, "larger than memory can be",
          fp8c_state_step(r.state, 0, &token, 1, NULL, NULL, err));
  end(&r);
  arena_free(&mine.arena);
}

/* Runs of a model without tokens are counted, as far as a number goes. */
static void a_count_of_runs_does_not_overflow(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  char path[] = "/tmp/fp8c-state-XXXXXX";
  fixture_begin(&mine);
  plan_memory m = {.capacity = 1, .tokens = PLAN_NO_VALUE, .logits = PLAN_NO_VALUE};
  plan_state s = {.input = 1, .output = 1, .axis = -1};
  ARENA_PUSH(&mine.arena, m.states, m.state_count, s);
  make_ready(&r, recurs, m, 1);
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  OK(fp8c_state_save(r.state, 0, path, err));
  uint8_t bytes[96 + 8 + HASH_BYTES];
  FILE *f = fopen(path, "rb");
  assert_int_equal(fread(bytes, 1, sizeof bytes, f), sizeof bytes);
  fclose(f);
  const int64_t runs = INT64_MAX;
  memcpy(bytes + 80, &runs, sizeof runs);
  hasher h;
  hash_begin(&h);
  hash_add(&h, bytes, sizeof bytes - HASH_BYTES);
  hash sum = hash_end(&h);
  memcpy(bytes + sizeof bytes - HASH_BYTES, sum.bytes, HASH_BYTES);
  f = fopen(path, "wb");
  assert_int_equal(fwrite(bytes, 1, sizeof bytes, f), sizeof bytes);
  fclose(f);
  REFUSED(FP8C_ERROR_FORMAT, "saved state of 9223372036854775807 runs",
          fp8c_state_load(r.state, 0, path, err));
  unlink(path);
  end(&r);
  arena_free(&mine.arena);
}

/* Shapes are those of the ports that a caller sees; what a state's length decides is not known. */
static void shapes_are_of_the_ports_that_are_seen(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  fixture_begin(&mine);
  begin_growing(&r, &mine.arena, 8, 1);
  fp8c_tensor in = {.dtype = FP8C_DTYPE_I64, .rank = 2, .shape = {1, 3}};
  fp8c_tensor out[2] = {{.rank = 77}, {.rank = 77}};
  assert_int_equal(fp8c_program_input_count(r.program), 1);
  assert_int_equal(fp8c_program_output_count(r.program), 1);
  OK(fp8c_program_output_shapes(r.program, &in, 1, out, 1, err));
  assert_true(out[0].dtype == FP8C_DTYPE_F32 && out[0].rank == 3 && out[0].shape[2] == 4);
  assert_int_equal(out[1].rank, 77);
  in.dtype = FP8C_DTYPE_F32;
  REFUSED(FP8C_ERROR_ARGUMENT, "input \"ids\" is f32",
          fp8c_program_output_shapes(r.program, &in, 1, out, 1, err));
  end(&r);
  arena_free(&mine.arena);
}

/* A sanitizer keeps what was freed for a while, so that it is no measure of what is held. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FREED_IS_KEPT 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FREED_IS_KEPT 1
#endif
#endif
#ifndef FREED_IS_KEPT
#define FREED_IS_KEPT 0
#endif

static size_t resident_pages(void) {
  unsigned long all = 0, resident = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  assert_non_null(f);
  assert_int_equal(fscanf(f, "%lu %lu", &all, &resident), 2);
  fclose(f);
  return resident;
}

static void ten_thousand_steps_take_no_memory(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  size_t after_one = 0;
  fixture_begin(&mine);
  begin_growing(&r, &mine.arena, 50, 1);
  for (int i = 0; i < 10000; i++) {
    const int64_t token = i % 9;
    if (i % 50 == 0) OK(fp8c_state_truncate(r.state, 0, 0, err));
    OK(fp8c_state_step(r.state, 0, &token, 1, NULL, NULL, err));
    if (i == 999) after_one = resident_pages();
  }
  if (!FREED_IS_KEPT) assert_true(resident_pages() < after_one + 256); /* 1 MiB */
  end(&r);
  arena_free(&mine.arena);
}

/* ---- Several slots in a step ----------------------------------------------------------------- */

/* As `grows`, with a free number of sequences, and with how many tokens each has read as a state
 * without rows, which cannot be made shorter. */
static const char many_grow[] = SLOTS_GRAPH("sums");

static void begin_many(ready *r, arena *a, uint64_t capacity, int64_t slots, bool recurs_too) {
  plan_memory m = growing(a, capacity);
  plan_state s = {.input = 3, .output = 2, .axis = -1};
  if (recurs_too) ARENA_PUSH(a, m.states, m.state_count, s);
  const char *source = many_grow;
  if (!recurs_too) { /* its state would be the caller's */
    char *cut = arena_strndup(a, many_grow, strlen(many_grow));
    char *in = strstr(cut, "  in %seen"), *now = strstr(cut, "  %now"),
         *out = strstr(cut, "  out %now");
    memset(in, ' ', strcspn(in, "\n"));
    memset(now, ' ', strcspn(now, "\n"));
    memset(out, ' ', strcspn(out, "\n"));
    source = cut;
  }
  make_ready(r, source, m, slots);
}

static void several_slots_go_together(void **state) {
  (void)state;
  for (int recurs_too = 0; recurs_too < 2; recurs_too++) {
    fixture mine;
    ready r = {0};
    const float *logits;
    size_t width;
    const int64_t tokens[] = {5, 1, 7, 8, 2, 3, 0, 4, 6, 1, 2, 8, 5, 5, 0, 7};
    int64_t lengths[5] = {0};
    fixture_begin(&mine);
    begin_many(&r, &mine.arena, 16, 5, recurs_too);
    assert_int_equal(fp8c_state_batch(r.state), 5);
    static const struct {
      size_t count;
      int64_t slots[5], tokens[5];
    } steps[] = {{2, {3, 1}, {4, 4}},
                 {3, {1, 4, 3}, {1, 6, 1}},
                 {1, {0}, {2}},
                 {5, {2, 0, 4, 1, 3}, {1, 1, 1, 1, 1}},
                 {3, {4, 2, 0}, {3, 5, 3}}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
      fp8c_state_row rows[5];
      for (size_t k = 0; k < steps[i].count; k++) {
        int64_t slot = steps[i].slots[k];
        rows[k] = (fp8c_state_row){slot, tokens + lengths[slot], (size_t)steps[i].tokens[k]};
        lengths[slot] += steps[i].tokens[k];
      }
      OK(fp8c_state_step_many(r.state, rows, steps[i].count, &logits, &width, err));
      assert_int_equal(width, 4);
      for (size_t k = 0; k < steps[i].count; k++) {
        int64_t slot = steps[i].slots[k];
        check_sum(&r, logits + k * width, tokens, (size_t)lengths[slot]);
        assert_int_equal(fp8c_state_length(r.state, slot), lengths[slot]);
      }
    }
    /* A slot by itself goes on with what the steps of several have left. */
    OK(fp8c_state_step(r.state, 4, tokens + lengths[4], 1, &logits, &width, err));
    check_sum(&r, logits, tokens, (size_t)lengths[4] + 1);
    end(&r);
    arena_free(&mine.arena);
  }
}

static void a_refused_row_changes_no_slot(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  const float *logits;
  size_t width;
  const int64_t good[] = {1, 2, 3, 4, 5, 6, 7}, bad[] = {1, 9};
  fixture_begin(&mine);
  begin_many(&r, &mine.arena, 6, 3, false);
  fp8c_state_row begin[] = {{2, good, 4}, {0, good, 1}};
  OK(fp8c_state_step_many(r.state, begin, 2, NULL, NULL, err));
  const struct {
    const char *words;
    fp8c_state_row rows[3];
    size_t count;
  } refused[] = {
      {"slot 1 is there twice", {{1, good, 1}, {0, good, 1}, {1, good, 1}}, 3},
      {"slot 3; the state has 3", {{0, good, 1}, {3, good, 1}}, 2},
      {"slot -1; the state has 3", {{0, good, 1}, {-1, good, 1}}, 2},
      {"holds 4 of 6 tokens, and 3 more do not fit", {{0, good, 3}, {2, good, 3}}, 2},
      {"token 1 is 9; the model's tokens are 0 to 8", {{0, good, 2}, {1, bad, 2}}, 2},
      {"no tokens were given", {{0, good, 1}, {1, good, 0}}, 2},
      {"no tokens were given", {{0, good, 1}, {1, NULL, 1}}, 2},
      {"0 rows", {{0, good, 1}}, 0},
      {"4 rows; the state has 3 slots", {{0, good, 1}}, 4},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    REFUSED(FP8C_ERROR_ARGUMENT, refused[i].words,
            fp8c_state_step_many(r.state, refused[i].rows, refused[i].count, &logits, &width, err));
    assert_null(logits);
    assert_int_equal(fp8c_state_length(r.state, 0), 1);
    assert_int_equal(fp8c_state_length(r.state, 1), 0);
    assert_int_equal(fp8c_state_length(r.state, 2), 4);
  }
  REFUSED(FP8C_ERROR_ARGUMENT, "asked for together",
          fp8c_state_step_many(r.state, begin, 2, &logits, NULL, err));
  REFUSED(FP8C_ERROR_ARGUMENT, "NULL", fp8c_state_step_many(NULL, begin, 2, NULL, NULL, err));
  fp8c_state_row on[] = {{0, good + 1, 1}, {2, good + 4, 1}};
  OK(fp8c_state_step_many(r.state, on, 2, &logits, &width, err));
  check_sum(&r, logits, good, 2);
  check_sum(&r, logits + width, good, 5);
  end(&r);

  begin_growing(&r, &mine.arena, 6, 3); /* of a plan for one sequence in a run */
  assert_int_equal(fp8c_state_batch(r.state), 1);
  REFUSED(FP8C_ERROR_ARGUMENT, "a run of the plan takes 1 (compile with --dim batch=1..N",
          fp8c_state_step_many(r.state, begin, 2, NULL, NULL, err));
  OK(fp8c_state_step_many(r.state, begin, 1, &logits, &width, err));
  check_sum(&r, logits, good, 4);
  end(&r);
  arena_free(&mine.arena);
}

static void several_sequences_are_continued(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  int64_t alone[4][7], together[4][7], slots[] = {2, 0, 3, 1};
  fp8c_generation one[4];
  fixture_begin(&mine);
  begin_many(&r, &mine.arena, 8, 4, false);
  const fp8c_sampler drawn = {.size = sizeof drawn, .temperature = 1, .seed = 3};
  static const size_t counts[] = {7, 3, 5, 7};
  for (int many = 0; many < 2; many++) {
    for (int64_t i = 0; i < 4; i++) {
      OK(fp8c_state_truncate(r.state, slots[i], 0, err));
      one[i] = (fp8c_generation){.size = sizeof *one,
                                 .token = i,
                                 .sampler = i == 2 ? &drawn : NULL,
                                 .tokens = many ? together[i] : alone[i],
                                 .stops = i == 3 ? &alone[3][2] : NULL,
                                 .stop_count = i == 3 && many,
                                 .count = counts[i]};
      if (!many) OK(fp8c_state_generate(r.state, slots[i], &one[i], err));
    }
  }
  OK(fp8c_state_generate_many(r.state, slots, one, 4, err));
  for (int64_t i = 0; i < 4; i++) {
    size_t until = 0;
    while (i == 3 && alone[3][until] != alone[3][2]) until++;
    assert_int_equal(one[i].made, i == 3 ? until + 1 : counts[i]);
    assert_memory_equal(together[i], alone[i], one[i].made * sizeof alone[0][0]);
    assert_int_equal(one[i].token, alone[i][one[i].made - 1]);
    assert_int_equal(fp8c_state_length(r.state, slots[i]), one[i].made);
  }
  /* One that does not fit: no slot goes on. */
  for (int64_t i = 0; i < 4; i++) one[i].count = i == 2 ? 7 : 1;
  REFUSED(FP8C_ERROR_ARGUMENT, "do not fit", fp8c_state_generate_many(r.state, slots, one, 4, err));
  assert_int_equal(fp8c_state_length(r.state, slots[0]), 7);
  slots[1] = slots[0];
  REFUSED(FP8C_ERROR_ARGUMENT, "slot 2 is there twice",
          fp8c_state_generate_many(r.state, slots, one, 2, err));
  one[1].size = 0;
  slots[1] = 0;
  REFUSED(FP8C_ERROR_ARGUMENT, "fp8c_generation.size",
          fp8c_state_generate_many(r.state, slots, one, 2, err));
  end(&r);
  arena_free(&mine.arena);
}

/* A plan that lies about its states is refused before anything is used. */
static void a_sequence_is_continued(void **state) {
  (void)state;
  fixture mine;
  ready r = {0};
  const float *logits;
  size_t width;
  int64_t next, expected[6], tokens[6];
  const int64_t first = 5;
  fp8c_sampler how = {.size = sizeof how, .temperature = 1, .seed = 3};
  fixture_begin(&mine);
  begin_growing(&r, &mine.arena, 8, 3);
  for (int drawn = 0; drawn < 2; drawn++) {
    const fp8c_sampler *by = drawn ? &how : NULL;
    OK(fp8c_state_truncate(r.state, 0, 0, err));
    OK(fp8c_state_truncate(r.state, 1, 0, err));
    next = first;
    for (size_t i = 0; i < 6; i++) {
      OK(fp8c_state_step(r.state, 0, &next, 1, &logits, &width, err));
      OK(fp8c_sample(logits, width, by, (uint64_t)fp8c_state_length(r.state, 0), &next, err));
      expected[i] = next;
    }
    fp8c_generation all = {
        .size = sizeof all, .token = first, .sampler = by, .tokens = tokens, .count = 6};
    OK(fp8c_state_generate(r.state, 1, &all, err));
    assert_int_equal(all.made, 6);
    assert_int_equal(all.token, tokens[5]);
    assert_memory_equal(tokens, expected, sizeof tokens);
    assert_int_equal(fp8c_state_length(r.state, 1), 6);
  }
  /* Behind a stop nothing is read: the slot holds what came before it. */
  size_t until = 1;
  while (expected[until - 1] != expected[5]) until++;
  OK(fp8c_state_truncate(r.state, 1, 0, err));
  fp8c_generation stopped = {.size = sizeof stopped,
                             .token = first,
                             .sampler = &how,
                             .stops = &expected[5],
                             .stop_count = 1,
                             .tokens = tokens,
                             .count = 6};
  OK(fp8c_state_generate(r.state, 1, &stopped, err));
  assert_int_equal(stopped.made, until);
  assert_int_equal(fp8c_state_length(r.state, 1), until);

  const fp8c_sampler bad = {.size = sizeof bad, .temperature = -1};
  const fp8c_generation good = {.size = sizeof good, .token = first, .tokens = tokens, .count = 3};
  const struct {
    fp8c_status status;
    const char *words;
    int64_t slot;
    fp8c_generation how;
  } refused[] = {
      {FP8C_ERROR_ARGUMENT, "do not fit", 0, good},
      {FP8C_ERROR_ARGUMENT,
       "the model's tokens are 0 to 8",
       2,
       {good.size, .token = 9, .tokens = tokens, .count = 2}},
      {FP8C_ERROR_ARGUMENT, "the state has 3", 3, good},
      {FP8C_ERROR_ARGUMENT,
       "temperature",
       2,
       {good.size, first, &bad, .tokens = tokens, .count = 2}},
      {FP8C_ERROR_ARGUMENT, "no place for tokens", 2, {good.size, first, .count = 2}},
      {FP8C_ERROR_ARGUMENT, "no place for tokens", 2, {good.size, first, .tokens = tokens}},
      {FP8C_ERROR_ARGUMENT,
       "stops is NULL",
       2,
       {good.size, first, .stop_count = 1, .tokens = tokens, .count = 2}},
      {FP8C_ERROR_ARGUMENT, "fp8c_generation.size", 2, {0, first, .tokens = tokens, .count = 2}},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    fp8c_generation one = refused[i].how;
    REFUSED(refused[i].status, refused[i].words,
            fp8c_state_generate(r.state, refused[i].slot, &one, err));
    assert_int_equal(one.made, 0);
  }
  REFUSED(FP8C_ERROR_ARGUMENT, "NULL", fp8c_state_generate(r.state, 2, NULL, err));
  assert_int_equal(fp8c_state_length(r.state, 2), 0);
  end(&r);
  arena_free(&mine.arena);
}

static void plans_are_checked(void **state) {
  (void)state;
  fixture mine;
  fixture_begin(&mine);
  for (int i = 0; i < 10; i++) {
    plan *p = plan_of(&mine, grows);
    p->memory = growing(&mine.arena, 8);
    fp8c_error e = {0};
    if (i == 0) assert_int_equal(plan_check(p, &e), FP8C_OK);
    if (i == 0) continue;
    plan_memory *m = &p->memory;
    if (i == 1) m->capacity = 0;
    if (i == 2) m->states[0].input = 3;
    if (i == 3) m->states[0].output = 2;
    if (i == 4) m->states[0].axis = 3;
    if (i == 5) m->fills[1].input = 1;
    if (i == 6) m->logits = 1;
    if (i == 7) m->tokens = 2;
    if (i == 8) m->fills[1] = (plan_fill){2, PLAN_ROLE_TOKENS}, m->fills[0] = m->fills[1];
    /* Without tokens nothing says how many rows there are, and no capacity ends them. */
    if (i == 9) m->fill_count = 0, m->tokens = PLAN_NO_VALUE;
    assert_int_equal(plan_check(p, &e), FP8C_ERROR_FORMAT);
  }
  arena_free(&mine.arena);
}

static void tokens_are_drawn(void **state) {
  (void)state;
  const float logits[] = {0, 3, 1, 3, -1};
  int64_t token, seen[5] = {0};
  OK(fp8c_sample(logits, 5, NULL, 0, &token, err));
  assert_int_equal(token, 1);
  fp8c_sampler s = {.size = sizeof s, .temperature = 1, .seed = 5};
  enum { DRAWS = 20000 };
  for (uint64_t i = 0; i < DRAWS; i++) {
    OK(fp8c_sample(logits, 5, &s, i, &token, err));
    seen[token]++;
  }
  const double shares[] = {0.02269, 0.45569, 0.06167, 0.45569, 0.00835};
  for (int i = 0; i < 5; i++) {
    double share = (double)seen[i] / DRAWS;
    assert_true(share > shares[i] - 0.015 && share < shares[i] + 0.015);
  }
  s.top_k = 3;
  s.top_p = 0.5f;
  for (uint64_t i = 0; i < 100; i++) { /* 1 alone is not half of the three likeliest */
    OK(fp8c_sample(logits, 5, &s, i, &token, err));
    assert_true(token == 1 || token == 3);
  }
  const float bad[] = {0, __builtin_nanf("")}, low[] = {-__builtin_inff(), -__builtin_inff()};
  REFUSED(FP8C_ERROR_BOUND, "NaN", fp8c_sample(bad, 2, NULL, 0, &token, err));
  REFUSED(FP8C_ERROR_BOUND, "infinity", fp8c_sample(low, 2, NULL, 0, &token, err));
  s.temperature = -1;
  REFUSED(FP8C_ERROR_ARGUMENT, "temperature", fp8c_sample(logits, 5, &s, 0, &token, err));
}

enum { DRAWN_OF = 2500, LANES = 1024 };

/* The same by sorting: the likelier first, of equals the smaller token.  What is left is gone
 * through as threads of a block share it. */
static int64_t drawn_of(const int64_t *ranked, const double *weights, int64_t count, double top_p,
                        double share) {
  static bool left[DRAWN_OF];
  double total = 0, sum = 0;
  memset(left, 0, sizeof left);
  for (int64_t i = 0; i < count; i++) total += weights[ranked[i]];
  for (int64_t i = 0; i < count && !(i && top_p < 1 && sum >= top_p * total); i++) {
    sum += weights[ranked[i]];
    left[ranked[i]] = true;
  }
  double at = share * sum;
  for (int64_t lane = 0; lane < LANES; lane++)
    for (int64_t i = lane; i < DRAWN_OF; i += LANES) {
      if (left[i] && at < weights[i]) return i;
      if (left[i]) at -= weights[i];
    }
  return -1;
}

/* Which token is drawn says where the random number lies: those of one step are one number. */
static void tokens_are_drawn_from_the_likeliest_on(void **state) {
  (void)state;
  enum { COUNT = DRAWN_OF, STEPS = 100 };
  static const struct {
    int32_t top_k;
    float top_p;
  } ways[] = {{0, 1}, {40, 1}, {0, 0.9f}, {40, 0.75f}, {1, 1}, {COUNT + 1, 0.001f}};
  static float logits[COUNT];
  static double weights[COUNT];
  static int64_t ranked[COUNT];
  int64_t token;
  for (int i = 0; i < COUNT; i++) logits[i] = (float)((i * 7919) % 53) / 8; /* with equals */
  for (int i = 0; i < COUNT; i++) {
    weights[i] = exp((double)logits[i] - 6.5);
    int at = i;
    for (; at > 0 && logits[ranked[at - 1]] < logits[i]; at--) ranked[at] = ranked[at - 1];
    ranked[at] = i;
  }
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
    for (uint64_t step = 0; step < STEPS; step++) {
      fp8c_sampler s = {.size = sizeof s,
                        .temperature = 1,
                        .seed = 11,
                        .top_k = ways[w].top_k,
                        .top_p = ways[w].top_p};
      uint64_t stream = 11;
      stream = random_next(&stream) + step;
      double share = random_unit(&stream);
      int64_t most = ways[w].top_k && ways[w].top_k < COUNT ? ways[w].top_k : COUNT;
      OK(fp8c_sample(logits, COUNT, &s, step, &token, err));
      assert_int_equal(token, drawn_of(ranked, weights, most, (double)ways[w].top_p, share));
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tokens_are_drawn_from_the_likeliest_on),
      cmocka_unit_test(slots_have_lengths_of_their_own),
      cmocka_unit_test(a_refusal_changes_nothing),
      cmocka_unit_test(files_come_back),
      cmocka_unit_test(rows_at_the_end_go_back),
      cmocka_unit_test(a_cell_is_a_state),
      cmocka_unit_test(ten_thousand_steps_take_no_memory),
      cmocka_unit_test(what_is_told_fits_memory),
      cmocka_unit_test(a_count_of_runs_does_not_overflow),
      cmocka_unit_test(shapes_are_of_the_ports_that_are_seen),
      cmocka_unit_test(a_sequence_is_continued),
      cmocka_unit_test(several_slots_go_together),
      cmocka_unit_test(a_refused_row_changes_no_slot),
      cmocka_unit_test(several_sequences_are_continued),
      cmocka_unit_test(plans_are_checked),
      cmocka_unit_test(tokens_are_drawn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
