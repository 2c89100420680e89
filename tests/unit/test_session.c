/* test_session.c - sessions on the CPU device: results, arguments, memory, threads. */
#include "tests/support/plan_fixture.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/numbers.h"
#include "base/seam.h"
#include "runtime/trace.h"

static fp8c_tensor tensor_of(void *data, fp8c_dtype dtype, int rank, const int64_t *dims) {
  fp8c_tensor t = {.data = data, .dtype = dtype, .rank = rank};
  for (int i = 0; i < rank; i++) t.shape[i] = dims[i];
  return t;
}
#define F32(data_, ...)                                                                         \
  tensor_of((data_), FP8C_DTYPE_F32, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), \
            (int64_t[]){__VA_ARGS__})

static fp8c_session *session_of(const fp8c_program *p, uint32_t flags, int threads) {
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .flags = flags, .threads = threads};
  fp8c_session *s = NULL;
  OK(fp8c_session_create(p, &o, &s, err));
  return s;
}

static fp8c_program *program_of(fixture *f, const char *source) {
  fp8c_program *p = NULL;
  OK(program_from_plan(plan_of(f, source), &p, err));
  return p;
}

/* The same program through bytes, as a user gets it. */
static fp8c_program *program_from_bytes(fixture *f, const char *source) {
  fp8c_program *p = NULL;
  void *bytes = NULL;
  size_t count = 0;
  OK(plan_write_memory(plan_of(f, source), NULL, &f->arena, &bytes, &count, err));
  OK(fp8c_program_from_memory(bytes, count, &p, err));
  return p;
}

static void results(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  plan *p = plan_of(&f, mlp_source);
  const float *w = p->blobs[0].memory, *b = p->blobs[1].memory, *v = p->blobs[2].memory;
  float x[3 * 8], y[3 * 4], again[3 * 4];
  for (int i = 0; i < 24; i++) x[i] = (float)(i % 7) * 0.25f - 0.6f;
  for (int from_bytes = 0; from_bytes < 2; from_bytes++) {
    fp8c_program *program =
        from_bytes ? program_from_bytes(&f, mlp_source) : program_of(&f, mlp_source);
    fp8c_session *s = session_of(program, 0, 2);
    fp8c_tensor in = F32(x, 3, 8), out = F32(y, 3, 4);
    OK(fp8c_session_run(s, &in, 1, &out, 1, err));
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 4; k++) {
        double sum = 0;
        for (int j = 0; j < 16; j++) {
          double h = b[j];
          for (int m = 0; m < 8; m++) h += (double)x[i * 8 + m] * w[j * 8 + m];
          if (h > 0) sum += h * v[k * 16 + j];
        }
        assert_true(fabs(sum - y[i * 4 + k]) < 1e-5);
      }
    fp8c_session_free(s);

    s = session_of(program, FP8C_SESSION_PLAIN, 1);
    out.data = again;
    OK(fp8c_session_run(s, &in, 1, &out, 1, err));
    for (int i = 0; i < 12; i++) assert_true(fabsf(y[i] - again[i]) < 1e-5f);
    fp8c_session_free(s);
    fp8c_program_free(program);
  }
  arena_free(&f.arena);
}

/* Shapes change, come back, and a size of zero is a size. */
static void shapes_change(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  fp8c_program *program = program_from_bytes(&f, mlp_source);
  fp8c_session *s = session_of(program, 0, 1);
  float x[64 * 8], first[4];
  for (int i = 0; i < 512; i++) x[i] = sinf((float)i);
  const int64_t sizes[] = {1, 5, 64, 0, 1, 2};
  for (size_t i = 0; i < 6; i++) {
    fp8c_tensor in = F32(x, sizes[i], 8), out;
    OK(fp8c_session_run_views(s, &in, 1, &out, 1, err));
    assert_int_equal(out.rank, 2);
    assert_int_equal(out.shape[0], sizes[i]);
    assert_int_equal(out.shape[1], 4);
    if (i == 0) memcpy(first, out.data, sizeof first);
    if (sizes[i] > 0) assert_memory_equal(first, out.data, sizeof first);
  }
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

/* The Shape arithmetic in front of a Reshape is done once for each input shape. */
static void known_values(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 20 {\n"
      "  in    %x : f32[b, s, 4]\n"
      "  const %i : i64[1] = {0}\n"
      "  const %m : i64[2] = {2, -1}\n"
      "  %sh = Shape %x : i64[3]\n"
      "  %b = Gather %sh, %i : i64[1]\n"
      "  %to = Concat %b, %m {axis=0} : i64[3]\n"
      "  %r = Reshape %x, %to : f32[b, 2, k]\n"
      "  %y = Relu %r : f32[b, 2, k]\n"
      "  out %y\n"
      "  out %r\n"
      "  out %sh\n"
      "}\n";
  fixture f;
  fixture_begin(&f);
  fp8c_program *program = program_from_bytes(&f, source);
  fp8c_session *s = session_of(program, 0, 1);
  float x[2 * 6 * 4];
  for (int i = 0; i < 48; i++) x[i] = (float)(i - 20);
  for (int64_t n = 1; n <= 3; n++) {
    fp8c_tensor in = F32(x, 2, 2 * n, 4), out[3];
    OK(fp8c_session_run_views(s, &in, 1, out, 3, err));
    assert_int_equal(out[0].rank, 3);
    assert_int_equal(out[0].shape[2], 4 * n);
    assert_memory_equal(out[1].data, x, sizeof(float) * 16 * (size_t)n);
    assert_ptr_not_equal(out[1].data, x); /* a view is the session's own memory */
    assert_int_equal(((int64_t *)out[2].data)[1], 2 * n);
    for (int i = 0; i < 16 * n; i++)
      assert_true(((float *)out[0].data)[i] == (x[i] > 0 ? x[i] : 0));
  }
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

/* A shape that is an input: inferred while running. */
static void shape_from_data(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 20 {\n"
      "  in    %x : f32[12]\n"
      "  in    %to : i64[2]\n"
      "  %r = Reshape %x, %to : f32[a, c]\n"
      "  %y = Relu %r : f32[a, c]\n"
      "  %z = Add %y, %r : f32[a, c]\n"
      "  out %z\n"
      "  out %x\n"
      "}\n";
  fixture f;
  fixture_begin(&f);
  fp8c_program *program = program_from_bytes(&f, source);
  fp8c_session *s = session_of(program, 0, 1);
  float x[12];
  for (int i = 0; i < 12; i++) x[i] = (float)(i - 6);
  const int64_t shapes[3][2] = {{3, 4}, {2, 6}, {12, 1}};
  for (int n = 0; n < 3; n++) {
    int64_t to[2] = {shapes[n][0], shapes[n][1]};
    fp8c_tensor in[2] = {F32(x, 12), tensor_of(to, FP8C_DTYPE_I64, 1, (int64_t[]){2})}, out[2];
    OK(fp8c_session_run_views(s, in, 2, out, 2, err));
    assert_int_equal(out[0].shape[0], to[0]);
    assert_int_equal(out[0].shape[1], to[1]);
    for (int i = 0; i < 12; i++)
      assert_true(((float *)out[0].data)[i] == (x[i] > 0 ? 2 * x[i] : x[i]));
    assert_memory_equal(out[1].data, x, sizeof x);
    float copy[12];
    fp8c_tensor mine[2] = {F32(copy, to[0], to[1]), F32(x, 12)};
    OK(fp8c_session_run(s, in, 2, mine, 2, err));
    assert_true(copy[11] == 10.0f);
    mine[0].shape[0]++;
    fp8c_error e;
    assert_int_equal(fp8c_session_run(s, in, 2, mine, 2, &e), FP8C_ERROR_ARGUMENT);
    assert_non_null(strstr(e.text, "this run gives"));
  }
  int64_t to[2] = {5, 5}; /* the data is the caller's mistake, found by the operator */
  fp8c_error e;
  fp8c_tensor in[2] = {F32(x, 12), tensor_of(to, FP8C_DTYPE_I64, 1, (int64_t[]){2})}, out[2];
  assert_int_not_equal(fp8c_session_run_views(s, in, 2, out, 2, &e), FP8C_OK);
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

/* Weights stored as BF16 and FP8, decoded at create: the same numbers as when
 * an operator decodes them itself. */
static void stored_weights(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 20 {\n"
      "  in    %ids : i64[n]\n"
      "  const %e : bf16[10, 8] = random(4)\n"
      "  const %s : f32[6] = {0.5, 1, 2, 0.25, 4, 3}\n"
      "  const %w : e4m3@%s/0[6, 8] = random(5)\n"
      "  const %b : f32[6] = random(6)\n"
      "  %x = Gather %e, %ids : f32[n, 8]\n"
      "  %q = Quantize %x : e4m3@0.01[n, 8]\n"
      "  %y = Linear %q, %w, %b : f32[n, 6]\n"
      "  out %y\n"
      "}\n";
  fixture f;
  fixture_begin(&f);
  plan *p = plan_of(&f, source);
  fp8c_program *program = program_from_bytes(&f, source);
  fp8c_session *s = session_of(program, 0, 1), *plain = session_of(program, FP8C_SESSION_PLAIN, 1);
  int64_t ids[3] = {9, 0, 4};
  fp8c_tensor in = tensor_of(ids, FP8C_DTYPE_I64, 1, (int64_t[]){3}), out, other;
  OK(fp8c_session_run_views(s, &in, 1, &out, 1, err));
  OK(fp8c_session_run_views(plain, &in, 1, &other, 1, err));
  const uint16_t *e = NULL;
  const uint8_t *w = NULL;
  const float *sc = NULL, *b = NULL;
  for (uint32_t i = 0; i < p->variants[0].value_count; i++) {
    const plan_value *v = &p->variants[0].values[i];
    if (v->kind != PLAN_VALUE_CONST) continue;
    const void *data = p->blobs[v->index].memory;
    if (!strcmp(v->name, "e")) e = data;
    if (!strcmp(v->name, "w")) w = data;
    if (!strcmp(v->name, "s")) sc = data;
    if (!strcmp(v->name, "b")) b = data;
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 6; k++) {
      double sum = 0;
      for (int j = 0; j < 8; j++) {
        float x = bf16_to_f32(e[ids[i] * 8 + j]), r = 1.0f / 0.01f;
        sum += (double)e4m3_to_f32(e4m3_from_f32(x * r, true)) * e4m3_to_f32(w[k * 8 + j]);
      }
      double want = sum * (double)(0.01f * sc[k]) + b[k];
      double got = ((float *)out.data)[i * 6 + k], plainly = ((float *)other.data)[i * 6 + k];
      if (fabs(got - want) > 1e-5 * (1 + fabs(want)) ||
          fabs(got - plainly) > 1e-5 * (1 + fabs(want)))
        fail_msg("[%d, %d]: %g, plain %g, expected %g", i, k, got, plainly, want);
    }
  fp8c_step step;
  bool seen = false;
  for (size_t i = 0; fp8c_session_step(s, i, &step); i++)
    if (!strcmp(step.kernel, "Linear")) {
      assert_string_equal(step.precision, "e4m3 x e4m3 -> f32");
      assert_string_equal(step.kind, "op");
      seen = true;
    }
  assert_true(seen);
  fp8c_session_free(plain);
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

/* What a run would give, asked before it: sizes of symbols, -1 where numbers decide. */
static void shapes_before_a_run(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 20 {\n"
      "  in    %x : f32[n, 4]\n"
      "  in    %z : f32[n, 4]\n"
      "  %y = Add %x, %z : f32[n, 4]\n"
      "  %p = NonZero %x : i64[2, k]\n"
      "  out %y\n"
      "  out %p\n"
      "}\n";
  fixture f;
  fixture_begin(&f);
  fp8c_program *program = program_of(&f, source);
  fp8c_tensor in[2] = {F32(NULL, 3, 4), F32(NULL, 3, 4)}, out[2];
  fp8c_error e;
  OK(fp8c_program_output_shapes(program, in, 2, out, 2, err));
  assert_true(out[0].dtype == FP8C_DTYPE_F32 && out[0].rank == 2 && !out[0].data);
  assert_true(out[0].shape[0] == 3 && out[0].shape[1] == 4);
  assert_true(out[1].dtype == FP8C_DTYPE_I64 && out[1].shape[0] == 2 && out[1].shape[1] == -1);
  in[1].shape[0] = 2;
  assert_int_equal(fp8c_program_output_shapes(program, in, 2, out, 2, &e), FP8C_ERROR_ARGUMENT);
  assert_non_null(strstr(e.text, "\"n\" is 3 in one input and 2 in input \"z\""));
  in[1].shape[1] = 5;
  assert_int_equal(fp8c_program_output_shapes(program, in, 2, out, 2, &e), FP8C_ERROR_ARGUMENT);
  assert_non_null(strstr(e.text, "input \"z\" has shape [2, 5]; the program expects"));
  assert_int_equal(fp8c_program_output_shapes(program, in, 1, out, 2, &e), FP8C_ERROR_ARGUMENT);
  assert_int_equal(fp8c_program_output_shapes(program, NULL, 2, out, 2, &e), FP8C_ERROR_ARGUMENT);
  assert_int_equal(fp8c_program_output_shapes(NULL, in, 2, out, 2, &e), FP8C_ERROR_ARGUMENT);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

static void arguments(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  fp8c_program *program = program_of(&f, mlp_source);
  fp8c_session *s = session_of(program, 0, 1);
  float x[16] = {0}, y[8];
  fp8c_error e;
  const struct {
    fp8c_tensor in, out;
    size_t in_count;
    const char *says;
  } rows[] = {
      {F32(x, 2, 8), F32(y, 2, 4), 2, "2 inputs and 1 outputs given; the program has 1 and 1"},
      {F32(x, 2, 7), F32(y, 2, 4), 1, "input \"x\" has shape [2, 7]; the program expects [?, 8]"},
      {F32(x, 16), F32(y, 2, 4), 1, "input \"x\" has shape [16]"},
      {tensor_of(x, FP8C_DTYPE_F16, 2, (int64_t[]){2, 8}), F32(y, 2, 4), 1,
       "input \"x\" is f16; the program expects f32"},
      {F32(NULL, 2, 8), F32(y, 2, 4), 1, "data is NULL"},
      {F32((char *)x + 1, 1, 8), F32(y, 1, 4), 1, "not aligned"},
      {F32(x, -2, 8), F32(y, 2, 4), 1, "has shape"},
      {F32(x, INT64_MAX / 2, 8), F32(y, 2, 4), 1, "larger than memory"},
      {F32(x, 2, 8), F32(y, 2, 5), 1, "output \"y\" has shape [2, 5]"},
      {F32(x, 2, 8), F32(y, 1, 4), 1, "output \"y\" has shape [1, 4]; this run gives [2, 4]"},
      {F32(x, 2, 8), F32(NULL, 2, 4), 1, "output \"y\": data is NULL"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    fp8c_tensor in[2] = {rows[i].in, rows[i].in};
    assert_int_equal(fp8c_session_run(s, in, rows[i].in_count, &rows[i].out, 1, &e),
                     FP8C_ERROR_ARGUMENT);
    if (!strstr(e.text, rows[i].says))
      fail_msg("row %zu: \"%s\" does not say \"%s\"", i, e.text, rows[i].says);
  }
  fp8c_tensor in = F32(x, 2, 8), out = F32(y, 2, 4);
  in.place = FP8C_PLACE_DEVICE;
  assert_int_equal(fp8c_session_run(s, &in, 1, &out, 1, &e), FP8C_ERROR_ARGUMENT);
  in.place = FP8C_PLACE_HOST;
  assert_int_equal(fp8c_session_run(s, NULL, 1, &out, 1, &e), FP8C_ERROR_ARGUMENT);
  assert_int_equal(fp8c_session_run(NULL, &in, 1, &out, 1, &e), FP8C_ERROR_ARGUMENT);
  OK(fp8c_session_run(s, &in, 1, &out, 1, err));
  OK(fp8c_session_enqueue(s, &in, 1, &out, 1, err));
  OK(fp8c_session_wait(s, err));
  assert_string_equal(fp8c_session_device(s), "cpu");
  fp8c_session_free(s);
  fp8c_session_free(NULL);

  fp8c_session_options o = {.size = sizeof o};
  const char *const devices[] = {"gpu",   "cuda", "cuda:x", "cuda:-1",
                                 "cuda:", "",     "cuda:0", "trace:x"};
  for (size_t i = 0; i < 8; i++) {
    o.device = devices[i];
    assert_int_not_equal(fp8c_session_create(program, &o, &s, &e), FP8C_OK);
    assert_null(s);
  }
  o = (fp8c_session_options){.size = 0};
  assert_int_equal(fp8c_session_create(program, &o, &s, &e), FP8C_ERROR_ARGUMENT);
  o = (fp8c_session_options){.size = sizeof o, .flags = 1u << 20};
  assert_int_equal(fp8c_session_create(program, &o, &s, &e), FP8C_ERROR_UNSUPPORTED);
  o = (fp8c_session_options){.size = sizeof o, .threads = -1};
  assert_int_equal(fp8c_session_create(program, &o, &s, &e), FP8C_ERROR_ARGUMENT);
  struct {
    fp8c_session_options o;
    uint64_t more;
  } newer = {.o = {.size = sizeof newer}};
  OK(fp8c_session_create(program, &newer.o, &s, err));
  fp8c_session_free(s);
  newer.more = 1;
  assert_int_equal(fp8c_session_create(program, &newer.o, &s, &e), FP8C_ERROR_UNSUPPORTED);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

static void programs(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  char path[] = "/tmp/fp8c-test-XXXXXX";
  close(mkstemp(path));
  OK(plan_write(plan_of(&f, mlp_source), path, err));
  fp8c_program *p = NULL, *q = NULL;
  fp8c_error e;
  OK(fp8c_program_open(path, &p, err));
  assert_int_equal(fp8c_program_input_count(p), 1);
  assert_int_equal(fp8c_program_output_count(p), 1);
  const fp8c_port *x = fp8c_program_input(p, 0);
  assert_string_equal(x->name, "x");
  assert_int_equal(x->shape[0], -1);
  assert_string_equal(x->dim_name[0], "n");
  assert_int_equal(x->shape[1], 8);
  assert_null(x->dim_name[1]);
  assert_null(fp8c_program_input(p, 1));
  assert_int_equal(fp8c_program_find_output(p, "y"), 0);
  assert_int_equal(fp8c_program_find_output(p, "x"), -1);
  fp8c_variant v;
  assert_true(fp8c_program_variant(p, 0, &v));
  assert_false(fp8c_program_variant(p, 1, &v));
  assert_string_equal(v.target, "cpu");
  assert_int_equal(v.weight_bytes, (16 * 8 + 16 + 4 * 16) * 4);
  assert_int_equal(v.step_count, 3);
  OK(fp8c_program_verify(p, err));
  OK(fp8c_program_open_pinned(path, fp8c_program_hash(p), &q, err));
  fp8c_program_free(q);
  char other[65];
  memcpy(other, fp8c_program_hash(p), 65);
  other[0] = other[0] == '0' ? '1' : '0';
  assert_int_equal(fp8c_program_open_pinned(path, other, &q, &e), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(e.text, other));
  assert_null(q);
  other[63] = 0;
  assert_int_equal(fp8c_program_open_pinned(path, other, &q, &e), FP8C_ERROR_ARGUMENT);
  unlink(path); /* the program keeps the file */
  fp8c_session *s = session_of(p, 0, 1);
  fp8c_session_free(s);
  fp8c_program_free(p);
  fp8c_program_free(NULL);
  assert_int_equal(fp8c_program_open(path, &p, &e), FP8C_ERROR_IO);
  assert_null(p);
  assert_int_equal(fp8c_program_open("/dev/zero", &p, &e), FP8C_ERROR_IO);
  assert_int_equal(fp8c_program_open("/tmp", &p, &e), FP8C_ERROR_IO);
  arena_free(&f.arena);
}

static void second_run_allocates_nothing(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  fp8c_program *program = program_from_bytes(&f, mlp_source);
  fp8c_session *s = session_of(program, 0, 2);
  float x[40 * 8] = {1}, y[40 * 4];
  fp8c_tensor in = F32(x, 40, 8), out = F32(y, 40, 4);
  for (int i = 0; i < 2; i++) OK(fp8c_session_run(s, &in, 1, &out, 1, err));
  seam_arm(SEAM_ALLOC, UINT64_MAX, false);
  for (int i = 0; i < 10; i++) OK(fp8c_session_run(s, &in, 1, &out, 1, err));
  uint64_t calls = seam_calls(SEAM_ALLOC);
  seam_arm(SEAM_ALLOC, 0, false);
  assert_int_equal(calls, 0);
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

static void timing_and_check(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 20 {\n"
      "  in %x : f32[2]\n"
      "  %a = Relu %x : f32[2]\n"
      "  %y = Log %a : f32[2]\n"
      "  out %y\n"
      "}\n";
  fixture f;
  fixture_begin(&f);
  fp8c_program *program = program_of(&f, source);
  fp8c_session *s = session_of(program, FP8C_SESSION_TIMING | FP8C_SESSION_CHECK, 1);
  float x[2] = {1, 2}, y[2];
  fp8c_tensor in = F32(x, 2), out = F32(y, 2);
  for (int i = 0; i < 3; i++) OK(fp8c_session_run(s, &in, 1, &out, 1, err));
  fp8c_step step;
  assert_int_equal(fp8c_session_step_count(s), 2);
  assert_true(fp8c_session_step(s, 1, &step));
  assert_false(fp8c_session_step(s, 2, &step));
  assert_string_equal(step.kernel, "Log");
  assert_int_equal(step.runs, 3);
  assert_true(step.seconds > 0);
  fp8c_error e;
  x[1] = -1;
  assert_int_equal(fp8c_session_run(s, &in, 1, &out, 1, &e), FP8C_ERROR_BOUND);
  assert_non_null(strstr(e.text, "(Log): element 1 of output 0 is -inf"));
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

/* ---- Threads ----------------------------------------------------------- */

typedef struct racer {
  const fp8c_program *program;
  fp8c_session *session; /* NULL: its own */
  const float *x, *expected;
  atomic_int *busy;
  int runs;
  bool failed;
} racer;

static void *race(void *object) {
  racer *r = object;
  float y[16 * 4];
  fp8c_error e;
  fp8c_tensor in = F32((void *)(uintptr_t)r->x, 16, 8), out = F32(y, 16, 4);
  fp8c_session *s = r->session;
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  if (!s && fp8c_session_create(r->program, &o, &s, &e) != FP8C_OK) r->failed = true;
  for (int i = 0; i < r->runs && !r->failed; i++) {
    fp8c_status status = fp8c_session_run(s, &in, 1, &out, 1, &e);
    if (status == FP8C_ERROR_BUSY && r->session)
      atomic_fetch_add(r->busy, 1);
    else if (status != FP8C_OK || memcmp(y, r->expected, sizeof y) != 0)
      r->failed = true;
  }
  if (!r->session) fp8c_session_free(s);
  return NULL;
}

static void run_race(const fp8c_program *program, fp8c_session *one, int threads, int runs,
                     const float *x, const float *expected) {
  pthread_t ids[64];
  racer racers[64];
  atomic_int busy = 0;
  for (int i = 0; i < threads; i++) {
    racers[i] = (racer){program, one, x, expected, &busy, runs, false};
    assert_int_equal(pthread_create(&ids[i], NULL, race, &racers[i]), 0);
  }
  for (int i = 0; i < threads; i++) {
    pthread_join(ids[i], NULL);
    assert_false(racers[i].failed);
  }
}

static void many_threads(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  char path[] = "/tmp/fp8c-test-XXXXXX";
  close(mkstemp(path));
  OK(plan_write(plan_of(&f, mlp_source), path, err));
  fp8c_program *program = NULL;
  OK(fp8c_program_open(path, &program, err));
  float x[16 * 8], expected[16 * 4];
  for (int i = 0; i < 128; i++) x[i] = cosf((float)i);
  fp8c_session *s = session_of(program, 0, 2);
  fp8c_tensor in = F32(x, 16, 8), out = F32(expected, 16, 4);
  OK(fp8c_session_run(s, &in, 1, &out, 1, err));
  run_race(program, NULL, 64, 40, x, expected);
  run_race(program, s, 2, 2000, x, expected);
  for (int i = 0; i < 100; i++) { /* load and unload */
    fp8c_program *again = NULL;
    OK(fp8c_program_open(path, &again, err));
    run_race(again, NULL, 2, 1, x, expected);
    fp8c_program_free(again);
  }
  fp8c_session_free(s);
  fp8c_program_free(program);
  unlink(path);
  arena_free(&f.arena);
}

/* ---- Tracing ----------------------------------------------------------- */

static void add_line(void *user, fp8c_log_level level, const char *line) {
  (void)level;
  text *t = user;
  text_add(t, line);
  text_add(t, "\n");
}

static void tracing(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  text lines, printed;
  text_init(&lines, &f.arena);
  text_init(&printed, &f.arena);
  fp8c_program *program = program_of(&f, mlp_source);
  fp8c_session_options o = {
      .size = sizeof o, .device = "trace:cpu", .log = add_line, .user = &lines};
  fp8c_session *s = NULL;
  OK(fp8c_session_create(program, &o, &s, err));
  float x[8], y[4];
  fp8c_tensor in = F32(x, 1, 8), out = F32(y, 1, 4);
  OK(fp8c_session_run(s, &in, 1, &out, 1, err));
  trace_print(program_plan(program), 0, &printed);
  assert_string_equal(text_cstr(&lines), text_cstr(&printed));
  assert_string_equal(text_cstr(&lines),
                      "run Linear %x, %w, %b -> %h\n"
                      "run Relu %h -> %r\n"
                      "run Linear %r, %v -> %y\n");
  fp8c_session_free(s);
  fp8c_program_free(program);
  arena_free(&f.arena);
}

/* A plan that stores what an operator gives as F64, or F64 as less, is refused before it runs. */
static void doubles_are_stored_as_what_they_are(void **state) {
  (void)state;
  static const char *const types[] = {"f32", "f64"};
  for (int i = 0; i < 2; i++) {
    fixture f;
    fixture_begin(&f);
    plan *p = plan_of(&f, arena_printf(&f.arena,
                                       "graph g opset 20 {\n  in %%x : %s[n]\n"
                                       "  %%m = Mul %%x, %%x : %s[n]\n  %%y = Neg %%m : %s[n]\n"
                                       "  out %%y\n}\n",
                                       types[i], types[i], types[i]));
    for (uint32_t k = 0; k < p->variants[0].value_count; k++) {
      plan_value *v = &p->variants[0].values[k];
      if (!strcmp(v->name, "m")) v->dtype = i == 0 ? FP8C_DTYPE_F64 : FP8C_DTYPE_F32;
    }
    void *bytes = NULL;
    size_t count = 0;
    fp8c_program *program = NULL;
    OK(plan_write_memory(p, NULL, &f.arena, &bytes, &count, err));
    OK(fp8c_program_from_memory(bytes, count, &program, err));
    fp8c_session *s = session_of(program, 0, 1);
    double numbers[3] = {0};
    fp8c_error e = {0};
    fp8c_dtype type = i == 0 ? FP8C_DTYPE_F32 : FP8C_DTYPE_F64;
    fp8c_tensor in = tensor_of(numbers, type, 1, (int64_t[]){3}), out;
    assert_int_equal(fp8c_session_run_views(s, &in, 1, &out, 1, &e), FP8C_ERROR_FORMAT);
    if (!strstr(e.text, "the plan stores \"m\" as")) fail_msg("%s", e.text);
    fp8c_session_free(s);
    fp8c_program_free(program);
    arena_free(&f.arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results),
      cmocka_unit_test(shapes_change),
      cmocka_unit_test(known_values),
      cmocka_unit_test(shape_from_data),
      cmocka_unit_test(stored_weights),
      cmocka_unit_test(arguments),
      cmocka_unit_test(programs),
      cmocka_unit_test(second_run_allocates_nothing),
      cmocka_unit_test(timing_and_check),
      cmocka_unit_test(many_threads),
      cmocka_unit_test(tracing),
      cmocka_unit_test(shapes_before_a_run),
      cmocka_unit_test(doubles_are_stored_as_what_they_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
