/* test_cuda.c - the CUDA device over a driver without a GPU (support/fake_cuda.c):
 * what it issues, in which order, on which addresses, and what it gives back. */
#include "tests/support/fake_gpu.h"

#include <math.h>

#include "base/numbers.h"
#include "base/seam.h"
#include "runtime/steps.h"

static fp8c_session *session_on(const fp8c_program *p, const char *where, uint32_t flags) {
  fp8c_session_options o = {.size = sizeof o, .device = where, .flags = flags, .threads = 1};
  fp8c_session *s = NULL;
  OK(fp8c_session_create(p, &o, &s, err));
  return s;
}

/* relu(0.3 x), with 0.3 x stored in BF16. */
static void check_relu(const float *result) {
  for (int i = 0; i < ELEMENTS; i++) {
    float h = bf16_to_f32(bf16_from_f32(inputs[i] * 0.3f));
    assert_true(result[i] == (h < 0 ? 0 : h));
  }
}

/* A plan of two launches, scale and relu, and what was alive before it. */
typedef struct small_plan {
  fixture f;
  fp8c_program *program;
  int before;
} small_plan;

static void begin_small(small_plan *p) {
  fixture_begin(&p->f);
  p->before = live();
  OK(program_from_plan(plan_with(&p->f, "scale", "relu", false), &p->program, err));
}

static void end_small(small_plan *p) {
  fp8c_program_free(p->program);
  assert_int_equal(live(), p->before);
  arena_free(&p->f.arena);
}

/* ---- Whole runs --------------------------------------------------------------------- */

static void graph_and_steps_compute_the_same(void **state) {
  (void)state;
  NEEDS_FAKE();
  small_plan p;
  begin_small(&p);
  fp8c_tensor x = input(), views[3];
  float results[3][ELEMENTS];
  const uint32_t flags[] = {0, FP8C_SESSION_NO_GRAPH, FP8C_SESSION_TIMING | FP8C_SESSION_CHECK};
  for (int i = 0; i < 3; i++) {
    fp8c_session *s = session_on(p.program, "cuda:0", flags[i]);
    OK(fp8c_session_run_views(s, &x, 1, &views[i], 1, err));
    memcpy(results[i], views[i].data, sizeof results[i]);
    fp8c_graph_info info;
    fp8c_session_graph(s, &info);
    assert_int_equal(info.kernel_nodes, i == 0 ? 2 : 0);
    if (i == 0) assert_string_equal(fp8c_session_graph_kernel(s, 1), "relu");
    fp8c_session_free(s);
  }
  check_relu(results[0]);
  assert_memory_equal(results[0], results[1], sizeof results[0]);
  assert_memory_equal(results[0], results[2], sizeof results[0]);
  end_small(&p);
}

/* Steps of runs that were queued are timed as well: of those before a wait, the last one's. */
static void queued_runs_are_timed(void **state) {
  (void)state;
  NEEDS_FAKE();
  const uint32_t others[] = {0, FP8C_SESSION_NO_GRAPH, FP8C_SESSION_CHECK};
  for (int i = 0; i < 3; i++) {
    small_plan p;
    begin_small(&p);
    fp8c_tensor x = input(), y = x;
    float result[ELEMENTS];
    y.data = result;
    x.place = y.place = FP8C_PLACE_DEVICE; /* whose memory is the host's in the test's driver */
    fp8c_session *s = session_on(p.program, "cuda:0", FP8C_SESSION_TIMING | others[i]);
    OK(fp8c_session_wait(s, err)); /* nothing was queued */
    fp8c_step step;
    for (uint64_t waits = 1; waits <= 3; waits++) {
      for (int run = 0; run < 2; run++) OK(fp8c_session_enqueue(s, &x, 1, &y, 1, err));
      for (int again = 0; again < 2; again++) OK(fp8c_session_wait(s, err));
      for (size_t k = 0; k < fp8c_session_step_count(s); k++) {
        assert_true(fp8c_session_step(s, k, &step));
        assert_int_equal(step.runs, waits);
      }
    }
    check_relu(result);
    x.place = y.place = FP8C_PLACE_HOST;
    OK(fp8c_session_run(s, &x, 1, &y, 1, err));
    OK(fp8c_session_wait(s, err));
    assert_true(fp8c_session_step(s, 0, &step) && step.runs == 4);
    fp8c_session_free(s);
    end_small(&p);
  }
}

/* What other threads do may invalidate a capture: it is taken again, but not for ever. */
static void a_disturbed_capture(void **state) {
  (void)state;
  NEEDS_FAKE();
  small_plan p;
  begin_small(&p);
  fp8c_tensor x = input(), view;
  disturb(3);
  fp8c_session *s = session_on(p.program, "cuda:0", 0);
  OK(fp8c_session_run_views(s, &x, 1, &view, 1, err));
  check_relu(view.data);
  fp8c_session_free(s);
  disturb(1000);
  fp8c_error e = {0};
  fp8c_session_options o = {.size = sizeof o, .device = "cuda:0", .threads = 1};
  fp8c_status status = fp8c_session_create(p.program, &o, &s, &e);
  if (status == FP8C_OK) status = fp8c_session_run_views(s, &x, 1, &view, 1, &e);
  assert_int_equal(status, FP8C_ERROR_DEVICE);
  assert_true(strlen(e.text) > 10);
  disturb(0);
  fp8c_session_free(s);
  end_small(&p);
}

/* Every driver call fails once: an error, and nothing is left behind. */
static void each_driver_call_fails(fixture *f, plan *made, uint32_t launches, uint32_t on_host) {
  fp8c_program *p = NULL;
  OK(program_from_plan(made, &p, err));
  fp8c_tensor x = input(), view;
  int before = live();
  bool done = false;
  for (uint64_t n = 1; !done; n++) {
    fp8c_error e = {0};
    fp8c_session *s = NULL;
    fp8c_session_options o = {.size = sizeof o, .device = "cuda:0", .threads = 1};
    seam_arm(SEAM_DRIVER, n, false);
    fp8c_status status = fp8c_session_create(p, &o, &s, &e);
    if (status == FP8C_OK) status = fp8c_session_run_views(s, &x, 1, &view, 1, &e);
    if (status == FP8C_OK) status = session_steps_begin(s, &x, 1, &e);
    for (uint32_t i = 0; i < launches && status == FP8C_OK; i++)
      status = session_steps_run(s, i, &e);
    if (status == FP8C_OK && on_host != PLAN_NO_VALUE) { /* what stays on the host is read there */
      tensor z;
      OK(session_value_read(s, on_host, &f->arena, &z, err));
      assert_int_equal(z.dims[0], ROWS);
    }
    done = seam_calls(SEAM_DRIVER) < n;
    seam_arm(SEAM_DRIVER, 0, false);
    assert_int_equal(status == FP8C_OK, done);
    if (!done) assert_true(strlen(e.text) > 10);
    fp8c_session_free(s);
    assert_int_equal(live(), before);
  }
  fp8c_program_free(p);
}

static void failures_leave_nothing(void **state) {
  (void)state;
  NEEDS_FAKE();
  fixture f;
  fixture_begin(&f);
  each_driver_call_fails(&f, plan_with(&f, "scale", "relu", false), 2, PLAN_NO_VALUE);
  arena_free(&f.arena);
}

/* ---- Host steps --------------------------------------------------------------------- */

/* x -> scale -> h.bf16 -> Neg on the host -> relu -> y; with `tail` a second output, of which
 * the variant knows no size, comes from the host too. */
static plan *plan_with_host_steps(fixture *f, bool tail) {
  arena *a = &f->arena;
  plan *p = plan_with(f, "scale", "relu", false);
  plan_variant *v = &p->variants[1];
  uint32_t h = 1, y = 2, negated = add_value(a, v, "h.neg", FP8C_DTYPE_BF16);
  plan_launch *l = NEW_ARRAY(a, plan_launch, 4);
  l[0] = v->launches[0];
  l[1] = host_launch(a, v, "Neg", h, negated);
  l[2] = v->launches[1];
  l[2].reads[0] = l[2].args[0].value = negated;
  v->launches = l;
  v->launch_count = 3;
  if (tail) {
    uint32_t z = add_value(a, v, "z", FP8C_DTYPE_F32);
    v->values[z].kind = PLAN_VALUE_HOST;
    v->values[z].bytes = v->values[z].arena_offset = 0;
    v->values[z].dims[0] = DIM_UNKNOWN;
    l[3] = host_launch(a, v, "Abs", y, z);
    v->launch_count = 4;
    v->outputs[0] = z;
  }
  p->variants++; /* the hand-made variant alone: the other knows no Neg */
  p->variant_count = 1;
  return p;
}

static void the_host_computes_between_launches(void **state) {
  (void)state;
  NEEDS_FAKE();
  const uint32_t flags[] = {0, FP8C_SESSION_NO_GRAPH, FP8C_SESSION_TIMING | FP8C_SESSION_CHECK,
                            FP8C_SESSION_TIMING};
  for (int i = 0; i < 8; i++) {
    fixture f;
    fixture_begin(&f);
    int before = live();
    bool tail = i >= 4;
    fp8c_program *p = NULL;
    OK(program_from_plan(plan_with_host_steps(&f, tail), &p, err));
    fp8c_tensor x = input(), view = {0}, out = x;
    float result[ELEMENTS];
    fp8c_session *s = session_on(p, "cuda:0", flags[i % 4]);
    for (int run = 0; run < 2; run++) OK(fp8c_session_run_views(s, &x, 1, &view, 1, err));
    out.data = result;
    OK(fp8c_session_run(s, &x, 1, &out, 1, err));
    assert_int_equal(view.shape[0], ROWS);
    assert_memory_equal(view.data, result, sizeof result);
    for (int k = 0; k < ELEMENTS; k++) {
      float h = -bf16_to_f32(bf16_from_f32(inputs[k] * 0.3f));
      assert_true(result[k] == (h < 0 ? 0 : h));
    }
    fp8c_graph_info info;
    fp8c_session_graph(s, &info);
    bool whole = i % 4 == 0 || i % 4 == 3;
    assert_int_equal(info.launches_per_run, whole ? 2 : 0); /* one in front of each host step */
    assert_int_equal(info.kernel_nodes, whole ? 2 : 0);
    fp8c_step step;
    assert_true(fp8c_session_step(s, 1, &step));
    assert_string_equal(step.kind, "host");
    assert_int_equal(step.runs, flags[i % 4] & FP8C_SESSION_TIMING ? 3 : 0);
    fp8c_error e = {0};
    fp8c_tensor on_device = x;
    on_device.place = FP8C_PLACE_DEVICE;
    assert_int_equal(fp8c_session_enqueue(s, &on_device, 1, &on_device, 1, &e),
                     FP8C_ERROR_UNSUPPORTED);
    assert_non_null(strstr(e.text, tail ? "2 host steps" : "1 host step,"));
    fp8c_session_free(s);
    fp8c_program_free(p);
    assert_int_equal(live(), before);
    arena_free(&f.arena);
  }
}

static void failures_around_host_steps(void **state) {
  (void)state;
  NEEDS_FAKE();
  fixture f;
  fixture_begin(&f);
  each_driver_call_fails(&f, plan_with_host_steps(&f, true), 4, 4);
  arena_free(&f.arena);
}

/* A shape that data decides must be the one that the kernels behind it were made for. */
static void a_host_step_of_another_shape(void **state) {
  (void)state;
  NEEDS_FAKE();
  fixture f;
  fixture_begin(&f);
  fp8c_program *p = NULL;
  plan *made = plan_with_host_steps(&f, false);
  plan_launch *l = &made->variants[0].launches[1];
  plan_variant *block = (plan_variant *)(uintptr_t)&l->host->block->program;
  block->ops[0].op = op_find("", "Transpose"); /* known when it runs */
  for (int d = 0; d < 2; d++) block->values[1].dims[d] = DIM_UNKNOWN;
  OK(program_from_plan(made, &p, err));
  fp8c_session *s = session_on(p, "cuda:0", 0);
  fp8c_tensor x = input(), view;
  fp8c_error e = {0};
  assert_int_equal(fp8c_session_run_views(s, &x, 1, &view, 1, &e), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(e.text, "\"h.neg\" of shape [8, 4]; the plan is for [4, 8]"));
  fp8c_session_free(s);
  fp8c_program_free(p);
  arena_free(&f.arena);
}

/* Steps are timed by clock nodes inside the graph, or between launches; either way each
 * launch counts for itself. */
static void times_of_steps(void **state) {
  (void)state;
  NEEDS_FAKE();
  fixture f;
  fixture_begin(&f);
  fp8c_program *p = NULL;
  OK(program_from_plan(plan_with(&f, "scale", "relu", false), &p, err));
  fp8c_tensor x = input(), view;
  for (int whole = 0; whole < 2; whole++) {
    uint32_t flags = FP8C_SESSION_TIMING | (whole ? 0 : (uint32_t)FP8C_SESSION_NO_GRAPH);
    fp8c_session *s = session_on(p, "cuda:0", flags);
    for (int i = 0; i < 3; i++) OK(fp8c_session_run_views(s, &x, 1, &view, 1, err));
    fp8c_graph_info info;
    fp8c_session_graph(s, &info);
    assert_int_equal(info.launches_per_run, whole);
    assert_int_equal(info.kernel_nodes, whole ? 2 : 0);
    assert_int_equal(info.other_nodes, whole ? 3 : 0);
    for (size_t i = 0; i < 2; i++) {
      fp8c_step step;
      step_work work;
      assert_true(fp8c_session_step(s, i, &step) && session_step_work(s, i, &work));
      assert_int_equal(step.runs, 3);
      assert_true(fabs(step.seconds - 3 * 10e-6) < 1e-9);
      assert_int_equal(work.flops, 64);
      assert_int_equal(work.bytes, 256);
      assert_string_equal(work.nodes, i ? "relu" : "scale");
    }
    fp8c_session_free(s);
  }
  device_peaks peaks;
  assert_true(cuda_device_peaks(0, &peaks));
  assert_int_equal(peaks.processors, 100);
  assert_true(fabs(peaks.fp8 / (8192.0 * 100 * 1e9) - 1) < 1e-12);
  assert_true(fabs(peaks.bytes / (2.0 * 1e9 * 512) - 1) < 1e-12);
  assert_false(cuda_device_peaks(1, &peaks));
  fp8c_program_free(p);
  arena_free(&f.arena);
}

/* ---- Taken apart ------------------------------------------------------------------------ */

static void values_between_the_steps(void **state) {
  (void)state;
  NEEDS_FAKE();
  fixture f;
  fixture_begin(&f);
  fp8c_program *p = NULL;
  OK(program_from_plan(plan_with(&f, "scale", "relu", false), &p, err));
  fp8c_session *s = session_on(p, "cuda:0", FP8C_SESSION_NO_GRAPH);
  fp8c_tensor x = input();
  tensor t;
  OK(session_steps_begin(s, &x, 1, err));
  assert_string_equal(session_variant(s)->target, "sm_90a");
  OK(session_value_read(s, 2, &f.arena, &t, err)); /* y: nobody has written it */
  assert_true(isnan(((float *)t.data)[0]));
  OK(session_steps_run(s, 0, err));
  OK(session_value_read(s, 1, &f.arena, &t, err));
  assert_int_equal(t.dtype, FP8C_DTYPE_BF16);
  assert_true(fabs(tensor_real(&t, 3) - (double)inputs[3] * 0.3) < 0.01);
  OK(session_value_read(s, 2, &f.arena, &t, err));
  assert_true(isnan(((float *)t.data)[0]));
  OK(session_steps_run(s, 1, err));
  OK(session_value_read(s, 2, &f.arena, &t, err));
  for (int i = 0; i < ELEMENTS; i++) assert_true(((float *)t.data)[i] >= 0);
  fp8c_error e;
  assert_int_equal(session_value_give(s, 1, &t, &e), FP8C_ERROR_UNSUPPORTED);
  fp8c_session_free(s);
  fp8c_program_free(p);
  arena_free(&f.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(graph_and_steps_compute_the_same),
      cmocka_unit_test(queued_runs_are_timed),
      cmocka_unit_test(a_disturbed_capture),
      cmocka_unit_test(failures_leave_nothing),
      cmocka_unit_test(the_host_computes_between_launches),
      cmocka_unit_test(failures_around_host_steps),
      cmocka_unit_test(a_host_step_of_another_shape),
      cmocka_unit_test(times_of_steps),
      cmocka_unit_test(values_between_the_steps),
  };
  return cmocka_run_group_tests(tests, setup, NULL);
}
