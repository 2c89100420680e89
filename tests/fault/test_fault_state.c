/* test_fault_state.c - slots of a state while the n-th allocation or file call fails, for every n
 * until nothing fails any more: what was refused has changed no slot, and the next call works. */
#include "tests/support/plan_fixture.h"

#include <unistd.h>

#include "base/seam.h"

/* Two caches, larger than a block of an arena, so that a call that stops between them would show.
 */
static const char caches[] =
    "graph caches opset 18 {\n"
    "  in %ids : i64[batch, seq]\n"
    "  in %keys : f32[batch, past, 2048]\n"
    "  in %values : f32[batch, past, 4096]\n"
    "  const %table : f32[9, 2048] = random(3)\n"
    "  const %wide : f32[9, 4096] = random(4)\n"
    "  const %axes : i64[1] = {1}\n"
    "  %k = Gather %table, %ids : f32[batch, seq, 2048]\n"
    "  %v = Gather %wide, %ids : f32[batch, seq, 4096]\n"
    "  %allk = Concat %keys, %k {axis=1} : f32[batch, all, 2048]\n"
    "  %allv = Concat %values, %v {axis=1} : f32[batch, all, 4096]\n"
    "  %sumk = ReduceSum %allk, %axes : f32[batch, 1, 2048]\n"
    "  %sumv = ReduceSum %allv, %axes : f32[batch, 1, 4096]\n"
    "  const %from : i64[1] = {2040}\n"
    "  const %to : i64[1] = {2048}\n"
    "  const %last : i64[1] = {2}\n"
    "  %ends = Slice %sumk, %from, %to, %last : f32[batch, 1, 8]\n"
    "  %most = ReduceMax %sumv, %last : f32[batch, 1, 1]\n"
    "  %sum = Concat %ends, %most {axis=2} : f32[batch, 1, 9]\n"
    "  out %sum as \"logits\"\n"
    "  out %allk as \"present_keys\"\n"
    "  out %allv as \"present_values\"\n"
    "}\n";

/* A cache, and a state that only the last run has left, which nothing can make shorter. */
static const char recurs[] =
    "graph recurs opset 18 {\n"
    "  in %ids : i64[batch, seq]\n"
    "  in %keys : f32[batch, past, 9]\n"
    "  in %seen : f32[batch, 9]\n"
    "  const %table : f32[9, 9] = random(3)\n"
    "  const %axes : i64[1] = {1}\n"
    "  %k = Gather %table, %ids : f32[batch, seq, 9]\n"
    "  %all = Concat %keys, %k {axis=1} : f32[batch, all, 9]\n"
    "  %new = ReduceSum %k, %axes {keepdims=0} : f32[batch, 9]\n"
    "  %now = Add %seen, %new : f32[batch, 9]\n"
    "  out %now as \"logits\"\n"
    "  out %all as \"present_keys\"\n"
    "  out %now as \"seen_behind\"\n"
    "}\n";

static bool rewinds; /* every state has rows */
static char folder[64], saved[96], other[96];
static fixture fx;
static fp8c_program *program;
static fp8c_session *session;
static fp8c_state *slots;
static const int64_t words[] = {1, 2, 3, 4, 5, 6, 7, 8, 0};

static plan_memory memory_of(arena *a) {
  plan_memory m = {.capacity = 8, .vocabulary = 9, .tokens = 0, .logits = 0};
  for (uint32_t i = 0; i < 2; i++) {
    plan_state s = {.input = 1 + i, .output = 1 + i, .axis = 1, .rows = PLAN_ROWS_GROW};
    if (i == 1 && !rewinds) s = (plan_state){.input = 2, .output = 2, .axis = -1};
    ARENA_PUSH(a, m.states, m.state_count, s);
  }
  plan_fill tokens = {0, PLAN_ROLE_TOKENS};
  ARENA_PUSH(a, m.fills, m.fill_count, tokens);
  return m;
}

static void make_slots(void) {
  fp8c_state_options two = {.size = sizeof two, .slots = 2};
  fp8c_state_free(slots);
  slots = NULL;
  OK(fp8c_state_create(session, &two, &slots, err));
}

static int setup(bool with_rows, const char *source) {
  rewinds = with_rows;
  void *bytes = NULL;
  size_t count = 0;
  strcpy(folder, "/tmp/fp8c-test-fault-XXXXXX");
  if (!mkdtemp(folder)) return -1;
  snprintf(saved, sizeof saved, "%s/saved.state", folder);
  snprintf(other, sizeof other, "%s/other.state", folder);
  fixture_begin(&fx);
  plan *p = plan_of(&fx, source);
  p->memory = memory_of(&fx.arena);
  OK(plan_write_memory(p, NULL, &fx.arena, &bytes, &count, err));
  OK(fp8c_program_from_memory(bytes, count, &program, err));
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  OK(fp8c_session_create(program, &o, &session, err));
  make_slots();
  OK(fp8c_state_step(slots, 0, words + 3, 5, NULL, NULL, err));
  OK(fp8c_state_save(slots, 0, saved, err));
  return 0;
}

static int setup_caches(void **state) {
  (void)state;
  return setup(true, caches);
}

static int setup_recurs(void **state) {
  (void)state;
  return setup(false, recurs);
}

static int teardown(void **state) {
  (void)state;
  fp8c_state_free(slots);
  slots = NULL;
  fp8c_session_free(session);
  fp8c_program_free(program);
  arena_free(&fx.arena);
  unlink(saved);
  unlink(other);
  return rmdir(folder); /* fails when something was left behind */
}

/* What both slots hold, as a file of each would say. */
typedef struct held {
  int64_t length[2];
  char bytes[2][1 << 18];
  size_t count[2];
} held;

static void look(held *h) {
  for (int64_t i = 0; i < 2; i++) {
    OK(fp8c_state_save(slots, i, other, err));
    FILE *f = fopen(other, "rb");
    assert_non_null(f);
    h->count[i] = fread(h->bytes[i], 1, sizeof h->bytes[i], f);
    fclose(f);
    h->length[i] = fp8c_state_length(slots, i);
  }
}

/* Slot 0 holds three tokens, slot 1 two others, and no call before has left memory for logits. */
static void fill(void) {
  make_slots();
  OK(fp8c_state_step(slots, 0, words, 3, NULL, NULL, err));
  OK(fp8c_state_step(slots, 1, words + 6, 2, NULL, NULL, err));
}

static fp8c_status make(fp8c_error *err) {
  fp8c_state *s = (fp8c_state *)(uintptr_t)1;
  fp8c_state_options three = {.size = sizeof three, .slots = 3};
  fp8c_status status = fp8c_state_create(session, &three, &s, err);
  if (status != FP8C_OK) assert_null(s);
  fp8c_state_free(s);
  return status;
}

static fp8c_status step(fp8c_error *err) {
  const float *logits;
  size_t width;
  return fp8c_state_step(slots, 0, words, 4, &logits, &width, err);
}

static fp8c_status generate(fp8c_error *err) {
  int64_t tokens[3];
  fp8c_sampler by = {.size = sizeof by, .temperature = 1, .seed = 3};
  fp8c_generation g = {.size = sizeof g, .token = 1, .sampler = &by, .tokens = tokens, .count = 3};
  fp8c_status status = fp8c_state_generate(slots, 0, &g, err);
  assert_int_equal(g.made, status == FP8C_OK ? 3 : 0);
  return status;
}

/* In two runs, the second of which may be what fails. */
static fp8c_status step_many(fp8c_error *err) {
  const float *logits;
  size_t width;
  const fp8c_state_row rows[] = {{1, words, 3}, {0, words + 4, 1}};
  return fp8c_state_step_many(slots, rows, 2, &logits, &width, err);
}

/* In one run, behind which there may be no memory for logits. */
static fp8c_status step_even(fp8c_error *err) {
  const float *logits;
  size_t width;
  const fp8c_state_row rows[] = {{1, words, 2}, {0, words + 4, 2}};
  return fp8c_state_step_many(slots, rows, 2, &logits, &width, err);
}

static fp8c_status generate_many(fp8c_error *err) {
  int64_t tokens[2][3];
  const int64_t both[] = {1, 0};
  fp8c_generation g[2];
  for (int i = 0; i < 2; i++)
    g[i] = (fp8c_generation){
        .size = sizeof *g, .token = 1 + i, .tokens = tokens[i], .count = 2 + (size_t)i};
  fp8c_status status = fp8c_state_generate_many(slots, both, g, 2, err);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(g[i].made, status == FP8C_OK ? 2 + i : 0);
    if (status != FP8C_OK) assert_int_equal(g[i].token, 1 + i);
  }
  return status;
}

static fp8c_status cut(fp8c_error *err) { return fp8c_state_truncate(slots, 0, rewinds, err); }
static fp8c_status fork_it(fp8c_error *err) { return fp8c_state_fork(slots, 0, 1, err); }
static fp8c_status load(fp8c_error *err) { return fp8c_state_load(slots, 1, saved, err); }
static fp8c_status save(fp8c_error *err) { return fp8c_state_save(slots, 0, other, err); }

/* Every n-th call through `s` fails, once and from there on; what is refused changes no slot. */
static uint64_t each_failure(seam s, fp8c_status (*work)(fp8c_error *err)) {
  static held before, after;
  uint64_t calls = 0;
  fill();
  look(&before);
  for (int persistent = 0; persistent < 2; persistent++) {
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
      fp8c_error e = {0};
      fill();
      seam_arm(s, n, persistent);
      fp8c_status status = work(&e);
      if (seam_calls(s) > calls) calls = seam_calls(s);
      done = seam_calls(s) < n;
      seam_arm(s, 0, false);
      if (done) assert_int_equal(status, FP8C_OK);
      if (status == FP8C_OK) continue;
      assert_int_not_equal(e.text[0], 0);
      assert_int_equal(status, s == SEAM_ALLOC ? FP8C_ERROR_NO_MEMORY : FP8C_ERROR_IO);
      look(&after);
      assert_memory_equal(before.length, after.length, sizeof before.length);
      for (int i = 0; i < 2; i++) {
        assert_int_equal(before.count[i], after.count[i]);
        assert_memory_equal(before.bytes[i], after.bytes[i], before.count[i]);
      }
      OK(work(err));
    }
  }
  return calls;
}

static void without_memory(void **state) {
  (void)state;
  assert_true(each_failure(SEAM_ALLOC, make) > 6);
  assert_true(each_failure(SEAM_ALLOC, load) > 1);
  assert_true(each_failure(SEAM_ALLOC, save) > 0);
  assert_int_equal(each_failure(SEAM_ALLOC, fork_it), 0); /* it takes no memory */
  (void)each_failure(SEAM_ALLOC, cut);
  (void)each_failure(SEAM_ALLOC, step);
  (void)each_failure(SEAM_ALLOC, generate);
  assert_true(each_failure(SEAM_ALLOC, step_many) > 2);
  assert_true(each_failure(SEAM_ALLOC, step_even) > 2);
  assert_true(each_failure(SEAM_ALLOC, generate_many) > 6);
}

/* What a slot has seen: a state without rows, which cannot be made shorter. */
static const char sums[] =
    "graph sums opset 18 {\n"
    "  in %ids : i64[batch, seq]\n"
    "  in %seen : f32[batch, 4]\n"
    "  const %table : f32[9, 4] = random(3)\n"
    "  const %axes : i64[1] = {1}\n"
    "  %rows = Gather %table, %ids : f32[batch, seq, 4]\n"
    "  %new = ReduceSum %rows, %axes {keepdims=0} : f32[batch, 4]\n"
    "  %now = Add %seen, %new : f32[batch, 4]\n"
    "  %logits = Unsqueeze %now, %axes : f32[batch, 1, 4]\n"
    "  out %logits as \"logits\"\n"
    "  out %now as \"now\"\n"
    "}\n";

static fp8c_session *session_of_sums(fixture *f, fp8c_program **made) {
  fp8c_session *out = NULL;
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  void *bytes = NULL;
  size_t count = 0;
  plan *p = plan_of(f, sums);
  plan_state seen = {.input = 1, .output = 1, .axis = -1};
  plan_fill tokens = {0, PLAN_ROLE_TOKENS};
  p->memory = (plan_memory){.capacity = 8, .vocabulary = 9, .tokens = 0, .logits = 0};
  ARENA_PUSH(&f->arena, p->memory.states, p->memory.state_count, seen);
  ARENA_PUSH(&f->arena, p->memory.fills, p->memory.fill_count, tokens);
  OK(plan_write_memory(p, NULL, &f->arena, &bytes, &count, err));
  OK(fp8c_program_from_memory(bytes, count, made, err));
  OK(fp8c_session_create(*made, &o, &out, err));
  return out;
}

/* The logits of both slots behind one more token. */
static void see(fp8c_state *s, float out[2][16]) {
  const float *logits;
  size_t width;
  const fp8c_state_row rows[] = {{0, words, 1}, {1, words + 1, 1}};
  memset(out, 0, sizeof(float[2][16]));
  OK(fp8c_state_step_many(s, rows, 2, &logits, &width, err));
  for (int i = 0; i < 2; i++) memcpy(out[i], logits + (size_t)i * width, width * sizeof *logits);
}

static fp8c_state *two_slots(fp8c_session *on) {
  fp8c_state *s = NULL;
  fp8c_state_options two = {.size = sizeof two, .slots = 2};
  OK(fp8c_state_create(on, &two, &s, err));
  OK(fp8c_state_step(s, 0, words, 3, NULL, NULL, err));
  OK(fp8c_state_step(s, 1, words + 6, 2, NULL, NULL, err));
  return s;
}

/* A first call wants memory for logits when its run is complete: without it neither slot has moved
 * on.  Each state is new, for the memory stays. */
static void first_logits(fp8c_session *on) {
  float wanted[2][16], found[2][16];
  fp8c_state *s = two_slots(on);
  bool done = false;
  see(s, wanted);
  fp8c_state_free(s);
  for (uint64_t n = 1; !done; n++) {
    const float *logits;
    size_t width;
    const fp8c_state_row rows[] = {{0, words + 5, 2}, {1, words + 3, 2}};
    s = two_slots(on);
    seam_arm(SEAM_ALLOC, n, false);
    fp8c_error e = {0};
    fp8c_status status = fp8c_state_step_many(s, rows, 2, &logits, &width, &e);
    done = seam_calls(SEAM_ALLOC) < n;
    seam_arm(SEAM_ALLOC, 0, false);
    if (status != FP8C_OK) {
      assert_int_equal(fp8c_state_length(s, 0), 3);
      assert_int_equal(fp8c_state_length(s, 1), 2);
      see(s, found);
      assert_memory_equal(found, wanted, sizeof wanted);
    }
    fp8c_state_free(s);
  }
}

static void without_memory_for_logits(void **state) {
  (void)state;
  fixture mine;
  fp8c_program *made = NULL;
  fixture_begin(&mine);
  fp8c_session *of_sums = session_of_sums(&mine, &made);
  first_logits(session);
  first_logits(of_sums);
  fp8c_session_free(of_sums);
  fp8c_program_free(made);
  arena_free(&mine.arena);
}

static void without_files(void **state) {
  (void)state;
  assert_true(each_failure(SEAM_FILE, load) > 2);
  assert_true(each_failure(SEAM_FILE, save) > 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(without_memory),
                                     cmocka_unit_test(without_memory_for_logits),
                                     cmocka_unit_test(without_files)};
  int failed = cmocka_run_group_tests_name("caches", tests, setup_caches, teardown);
  return failed + cmocka_run_group_tests_name("recurs", tests, setup_recurs, teardown);
}
