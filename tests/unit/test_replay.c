/* Reruns from a changed value give the bits of a whole run with that value in place. */
#include "tests/support/plan_fixture.h"

#include <math.h>

#include "base/seam.h"
#include "ir/graph_text.h"
#include "runtime/replay.h"

static const char branches[] =
    "graph g opset 20 {\n"
    "  in    %x : f32[n, 8]\n"
    "  const %w : f32[16, 8] = random(1)\n"
    "  const %v : e4m3@0.01[16, 8] = random(2)\n"
    "  const %k : i64[3] = {0, 4, 4}\n"
    "  const %u : f32[2, 16] = random(3)\n"
    "  %h = Linear %x, %w : f32[n, 16]\n"
    "  %g = Linear %x, %v : f32[n, 16]\n"
    "  %r = Relu %h : f32[n, 16]\n"
    "  %s = Shape %r : i64[2]\n"
    "  %c = Reshape %r, %k : f32[n, 4, 4]\n"
    "  %t = Transpose %c {perm=[0, 2, 1]} : f32[n, 4, 4]\n"
    "  %q = Reshape %t, %s : f32[n, 16]\n"
    "  %a = Add %q, %g : f32[n, 16]\n"
    "  %b1, %b2 = Split %a {axis=1, num_outputs=2} : f32[n, 8], f32[n, 8]\n"
    "  %m = Mul %b1, %b2 : f32[n, 8]\n"
    "  %y = Linear %a, %u : f32[n, 2]\n"
    "  out %y\n"
    "  out %m\n"
    "  out %r\n"
    "  out %g\n"
    "}\n";

/* Shapes that depend on data: nothing can be placed before the run. */
static const char by_data[] =
    "graph g opset 20 {\n"
    "  in    %x : f32[n, 8]\n"
    "  const %w : f32[16, 8] = random(1)\n"
    "  const %z : f32[] = {0}\n"
    "  %h = Linear %x, %w : f32[n, 16]\n"
    "  %p = Greater %h, %z : bool[n, 16]\n"
    "  %d = NonZero %p : i64[2, k]\n"
    "  %t = Transpose %d : i64[k, 2]\n"
    "  %e = GatherND %h, %t : f32[k]\n"
    "  %s = ReduceSum %e {keepdims=0} : f32[]\n"
    "  %y = Mul %h, %s : f32[n, 16]\n"
    "  out %y\n"
    "  out %e\n"
    "}\n";

static graph *parsed(fixture *f, const char *source) {
  graph *g = NULL;
  OK(graph_parse(&f->arena, source, NULL, 0, &g, err));
  return g;
}

static plan *lowered(fixture *f, graph *g) {
  plan *p = NEW(&f->arena, plan);
  codegen_context c = {.keep = &f->arena, .scratch = &f->arena};
  p->compiler = "fp8c test";
  p->model_name = g->name;
  p->report = "{}";
  OK(lower_cpu(g, "", &c, p, err));
  return p;
}

static void fill(float *x, size_t count, uint32_t seed) {
  for (size_t i = 0; i < count; i++) {
    seed = seed * 1664525u + 1013904223u;
    x[i] = (float)(int32_t)seed * 0x1p-30f;
  }
}

static fp8c_tensor input_of(float *x, int64_t rows) {
  return (fp8c_tensor){.data = x, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {rows, 8}};
}

static void same_outputs(const fp8c_tensor *a, const fp8c_tensor *b, size_t count,
                         const char *what) {
  for (size_t i = 0; i < count; i++) {
    size_t elements = 1;
    if (a[i].rank != b[i].rank) fail_msg("%s: output %zu has another rank", what, i);
    for (int d = 0; d < a[i].rank; d++) {
      if (a[i].shape[d] != b[i].shape[d]) fail_msg("%s: output %zu has another shape", what, i);
      elements *= (size_t)a[i].shape[d];
    }
    if (elements && memcmp(a[i].data, b[i].data, elements * sizeof(float)) != 0)
      fail_msg("%s: output %zu differs", what, i);
  }
}

/* The model with value `name` as a second input, run whole. */
static fp8c_session *whole(fixture *f, const char *source, const char *name, fp8c_program **p) {
  graph *g = parsed(f, source);
  value *v = graph_find_value(g, name);
  value_replace(v, graph_input(g, "changed", &v->type));
  fp8c_session *s = NULL;
  OK(program_from_plan(lowered(f, g), p, err));
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  OK(fp8c_session_create(*p, &o, &s, err));
  return s;
}

static void every_value_changed(const char *source, int64_t rows) {
  fixture f;
  fixture_begin(&f);
  graph *g = parsed(&f, source);
  size_t outputs = g->output_count;
  fp8c_program *program;
  fp8c_session *s;
  OK(program_from_plan(lowered(&f, g), &program, err));
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 2};
  OK(session_create_lean(program, &o, true, &s, err));
  float *x = arena_array(&f.arena, (size_t)rows * 8, sizeof *x);
  fill(x, (size_t)rows * 8, 5);
  fp8c_tensor in = input_of(x, rows), first[8], got[8], want[8];
  OK(fp8c_session_run_views(s, &in, 1, first, outputs, err));
  size_t tried = 0;
  for (const node *n = g->first; n; n = n->next)
    for (size_t k = 0; k < n->out_count; k++) {
      const value *v = n->out[k];
      uint32_t id;
      tensor t;
      if (v->type.dtype != FP8C_DTYPE_F32) continue;
      assert_true(session_find_value(s, v->name, &id));
      OK(session_value(s, id, &t, err));
      size_t count = (size_t)tensor_elements(&t);
      tensor with = t;
      with.data = arena_array(&f.arena, count + 1, sizeof(float));
      fill(with.data, count, 100 + v->id);
      OK(session_rerun(s, &id, &with, 1, got, outputs, err));

      fp8c_program *other;
      fp8c_session *w = whole(&f, source, v->name, &other);
      fp8c_tensor both[2] = {in, {.data = with.data, .dtype = FP8C_DTYPE_F32, .rank = t.rank}};
      memcpy(both[1].shape, t.dims, sizeof t.dims);
      OK(fp8c_session_run_views(w, both, 2, want, outputs, err));
      same_outputs(got, want, outputs, v->name);
      fp8c_session_free(w);
      fp8c_program_free(other);

      /* What the run left is as it was: its own value in place gives its outputs. */
      memcpy(with.data, t.data, count * sizeof(float));
      OK(session_rerun(s, &id, &with, 1, got, outputs, err));
      same_outputs(got, first, outputs, v->name);
      tried++;
    }
  assert_true(tried >= 4);
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

static void the_bits_of_a_whole_run(void **state) {
  (void)state;
  every_value_changed(branches, 3);
  every_value_changed(branches, 1);
  every_value_changed(branches, 0);
}

static void shapes_that_depend_on_data(void **state) {
  (void)state;
  every_value_changed(by_data, 3);
}

/* Several values at once, and an input of the model. */
static void many_values_and_inputs(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  graph *g = parsed(&f, branches);
  fp8c_program *program;
  fp8c_session *s;
  OK(program_from_plan(lowered(&f, g), &program, err));
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  OK(session_create_lean(program, &o, true, &s, err));
  float x[16], y[16], h[32];
  fill(x, 16, 1), fill(y, 16, 2), fill(h, 32, 3);
  fp8c_tensor in = input_of(x, 2), out[4], want[4];
  uint32_t ids[2];
  tensor with[2], t;
  assert_false(session_find_value(s, "nothing", ids));
  assert_true(session_find_value(s, "h", &ids[0]));
  assert_true(session_find_value(s, "x", &ids[1]));
  fp8c_error e = {0};
  assert_int_equal(session_value(s, ids[0], &t, &e), FP8C_ERROR_INTERNAL); /* no run yet */
  assert_int_equal(session_rerun(s, ids, with, 0, out, 4, &e), FP8C_OK);
  OK(fp8c_session_run_views(s, &in, 1, out, 4, err));
  OK(session_value(s, ids[0], &with[0], err));
  OK(session_value(s, ids[1], &with[1], err));
  with[0].data = h, with[1].data = y;
  OK(session_rerun(s, ids, with, 2, out, 4, err));
  fp8c_program *other;
  fp8c_session *w = whole(&f, branches, "h", &other);
  fp8c_tensor both[2] = {input_of(y, 2),
                         {.data = h, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {2, 16}}};
  OK(fp8c_session_run_views(w, both, 2, want, 4, err));
  same_outputs(out, want, 4, "h and x");
  assert_int_equal(session_rerun(s, ids, with, 2, out, 3, &e), FP8C_ERROR_ARGUMENT);
  with[0].dims[1] = 15;
  assert_int_equal(session_rerun(s, ids, with, 1, out, 4, &e), FP8C_ERROR_INTERNAL);
  uint32_t constant;
  assert_true(session_find_value(s, "u", &constant));
  OK(session_value(s, constant, &t, err));
  assert_int_equal(session_rerun(s, &constant, &t, 1, out, 4, &e), FP8C_ERROR_INTERNAL);
  fp8c_session_free(w);
  fp8c_program_free(other);
  fp8c_session_free(s);

  /* An ordinary session keeps nothing. */
  OK(fp8c_session_create(program, &o, &s, err));
  OK(fp8c_session_run_views(s, &in, 1, out, 4, err));
  assert_int_equal(session_value(s, ids[0], &t, &e), FP8C_ERROR_INTERNAL);
  assert_int_equal(session_rerun(s, ids, with, 1, out, 4, &e), FP8C_ERROR_INTERNAL);
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

/* However the n-th allocation of a rerun fails, nothing leaks and the next run is right. */
static void memory_runs_out(void **state) {
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    fixture f;
    fixture_begin(&f);
    graph *g = parsed(&f, kind ? by_data : branches);
    size_t outputs = g->output_count;
    fp8c_program *program;
    fp8c_session *s;
    OK(program_from_plan(lowered(&f, g), &program, err));
    fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
    float x[16], h[32];
    fill(x, 16, 1), fill(h, 32, 3);
    fp8c_tensor in = input_of(x, 2), out[4];
    for (uint64_t n = 1; n < 40; n++) {
      OK(session_create_lean(program, &o, true, &s, err));
      OK(fp8c_session_run_views(s, &in, 1, out, outputs, err));
      float *first = arena_array(&f.arena, 64, sizeof *first);
      memcpy(first, out[0].data, (size_t)out[0].shape[0] * (size_t)out[0].shape[1] * sizeof *first);
      uint32_t id;
      tensor with;
      assert_true(session_find_value(s, "h", &id));
      OK(session_value(s, id, &with, err));
      with.data = h;
      fp8c_error e = {0};
      seam_arm(SEAM_ALLOC, n, false);
      fp8c_status status = session_rerun(s, &id, &with, 1, out, outputs, &e);
      seam_arm(SEAM_ALLOC, 0, false);
      if (status != FP8C_OK) assert_int_equal(status, FP8C_ERROR_NO_MEMORY);
      OK(fp8c_session_run_views(s, &in, 1, out, outputs, err));
      assert_memory_equal(first, out[0].data,
                          (size_t)out[0].shape[0] * (size_t)out[0].shape[1] * sizeof *first);
      fp8c_session_free(s);
      if (status == FP8C_OK) break;
    }
    fp8c_program_free(program);
    arena_free(&f.arena);
  }
}

/* A session of few runs reads large weights as they are stored, and gives the same bits. */
static void large_weights_stay_stored(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 20 {\n"
      "  in    %x : f32[n, 1024]\n"
      "  const %w : e4m3@0.01[2048, 1024] = random(1)\n"
      "  const %u : bf16[1024, 2048] = random(2)\n"
      "  const %s : e4m3@0.01[64, 1024] = random(3)\n"
      "  %h = Linear %x, %w : f32[n, 2048]\n"
      "  %r = Relu %h : f32[n, 2048]\n"
      "  %y = Linear %r, %u : f32[n, 1024]\n"
      "  %z = Linear %y, %s : f32[n, 64]\n"
      "  out %z\n"
      "}\n";
  enum { ROWS_MAX = 40 };
  fixture f;
  fixture_begin(&f);
  fp8c_program *program[2];
  fp8c_session *s[2];
  uint64_t bytes[2][4];
  float *x = arena_array(&f.arena, ROWS_MAX * 1024, sizeof *x);
  fill(x, ROWS_MAX * 1024, 5);
  for (int lean = 0; lean < 2; lean++) {
    OK(program_from_plan(lowered(&f, parsed(&f, source)), &program[lean], err));
    fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 2};
    if (lean)
      OK(session_create_lean(program[lean], &o, false, &s[lean], err));
    else
      OK(fp8c_session_create(program[lean], &o, &s[lean], err));
  }
  for (int64_t rows = 1; rows <= ROWS_MAX; rows = rows * 3 + 1) {
    fp8c_tensor in = {.data = x, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {rows, 1024}};
    fp8c_tensor out[2];
    for (int lean = 0; lean < 2; lean++)
      OK(fp8c_session_run_views(s[lean], &in, 1, &out[lean], 1, err));
    same_outputs(&out[0], &out[1], 1, "lean");
  }
  for (int lean = 0; lean < 2; lean++) {
    for (size_t i = 0; i < 4; i++) {
      step_work w = {0};
      assert_true(session_step_work(s[lean], i, &w));
      bytes[lean][i] = w.bytes;
    }
    fp8c_session_free(s[lean]);
    fp8c_program_free(program[lean]);
  }
  const uint64_t weights = (uint64_t)2 << 20;
  assert_int_equal(bytes[0][0] - bytes[1][0], 3 * weights); /* F32 and E4M3 */
  assert_int_equal(bytes[0][2] - bytes[1][2], 2 * weights); /* F32 and BF16 */
  assert_int_equal(bytes[0][3], bytes[1][3]);               /* small: decoded by both */
  arena_free(&f.arena);
}

/* Rows of a table in BF16 or E4M3 are gathered as they are stored: the bits of a table in F32,
 * which nobody holds. */
static void tables_stay_stored(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 20 {\n"
      "  in    %i : i64[n]\n"
      "  const %t : bf16[64, 8] = random(1)\n"
      "  const %e : e4m3@0.37[64, 8] = random(2)\n"
      "  %a = Gather %t, %i : f32[n, 8]\n"
      "  %b = Gather %e, %i : f32[n, 8]\n"
      "  %c = Gather %e, %i : bf16[n, 8]\n"
      "  %d = Cast %c {to=1} : f32[n, 8]\n"
      "  %wt = Cast %t {to=1} : f32[64, 8]\n"
      "  %we = Cast %e {to=1} : f32[64, 8]\n"
      "  %wb = Cast %we {to=16} : bf16[64, 8]\n"
      "  %wc = Cast %wb {to=1} : f32[64, 8]\n"
      "  %x = Gather %wt, %i : f32[n, 8]\n"
      "  %y = Gather %we, %i : f32[n, 8]\n"
      "  %z = Gather %wc, %i : f32[n, 8]\n"
      "  out %a\n"
      "  out %b\n"
      "  out %d\n"
      "  out %x\n"
      "  out %y\n"
      "  out %z\n"
      "}\n";
  fixture f;
  fixture_begin(&f);
  fp8c_program *program;
  fp8c_session *s;
  OK(program_from_plan(lowered(&f, parsed(&f, source)), &program, err));
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  OK(fp8c_session_create(program, &o, &s, err));
  int64_t rows[] = {5, 0, 63, -1, 5, 17};
  fp8c_tensor in = {.data = rows, .dtype = FP8C_DTYPE_I64, .rank = 1, .shape = {COUNT_OF(rows)}};
  fp8c_tensor out[6];
  OK(fp8c_session_run_views(s, &in, 1, out, 6, err));
  same_outputs(out, out + 3, 3, "gathered");
  step_work w = {0};
  assert_true(session_step_work(s, 0, &w));
  assert_int_equal(w.bytes, 64 * 8 * 2 + sizeof rows + COUNT_OF(rows) * 8 * 4);
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_bits_of_a_whole_run),   cmocka_unit_test(shapes_that_depend_on_data),
      cmocka_unit_test(many_values_and_inputs),    cmocka_unit_test(memory_runs_out),
      cmocka_unit_test(large_weights_stay_stored), cmocka_unit_test(tables_stay_stored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
