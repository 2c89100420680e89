/* test_plan.c - plans as bytes: round trips, and refusal of everything else. */
#include "tests/support/plan_fixture.h"

#include <math.h>
#include <unistd.h>

#include "base/clock.h"
#include "runtime/plan_tables.h"
#include "runtime/plan_text.h"
#include "tests/support/gpu_plan.h"

/* Attributes of every kind, a scale vector, FP8, symbols, two outputs. */
static const char rich_source[] =
    "graph rich opset 20 {\n"
    "  in    %x : f32[batch, 3, 8, 8]\n"
    "  in    %ids : i64[batch]\n"
    "  const %s : f32[16] = random(2)\n"
    "  const %w : e4m3@%s/0[16, 8] = random(3)\n"
    "  const %shape : i64[2] = {-1, 8}\n"
    "  %c = Transpose %x {perm=[0, 1, 3, 2]} : f32[batch, 3, 8, 8]\n"
    "  %f = Reshape %c, %shape : f32[rows, 8]\n"
    "  %q = Quantize %f {mode=\"div\"} : e4m3@0.5[rows, 8]\n"
    "  %l = Linear %q, %w : f32[rows, 16]\n"
    "  %g = Gelu %l {approximate=\"tanh\"} : f32[rows, 16]\n"
    "  %e = Elu %g {alpha=0.25} : bf16[rows, 16]\n"
    "  out %e\n"
    "  out %ids\n"
    "}\n";

static void write_plan(fixture *f, const plan *p, uint8_t **bytes, size_t *count) {
  void *out = NULL;
  OK(plan_write_memory(p, NULL, &f->arena, &out, count, err));
  *bytes = out;
}

static const char *text_of(fixture *f, const plan *p) {
  text t;
  text_init(&t, &f->arena);
  plan_print(p, &t);
  return text_cstr(&t);
}

/* A Loop that doubles what it carries and stacks it, an If around a Scan. */
static const char control_source[] =
    "graph flow opset 21 {\n"
    "  in    %x : f32[2, 3]\n"
    "  in    %c : bool[]\n"
    "  const %n : i64[] = {3}\n"
    "  const %go : bool[] = {1}\n"
    "  const %two : f32[] = {2}\n"
    "  %last, %all = Loop %n, %go, %x, %two {captures=1, body=graph b {\n"
    "    in %i : i64[]\n"
    "    in %k : bool[]\n"
    "    in %s : f32[?, ?]\n"
    "    in %f : f32[]\n"
    "    const %most : i64[] = {2}\n"
    "    %t = Mul %s, %f : f32[?, ?]\n"
    "    %m = Less %i, %most : bool[]\n"
    "    out %m\n"
    "    out %t\n"
    "    out %t as \"slice\"\n"
    "  }} : f32[2, 3], f32[n, a, b]\n"
    "  %y = If %c, %last {else_branch=graph e {\n"
    "    in %p : f32[2, 3]\n"
    "    %q = Neg %p : f32[2, 3]\n"
    "    out %q\n"
    "  }, then_branch=graph t {\n"
    "    in %p : f32[2, 3]\n"
    "    const %zero : f32[3] = {0, 0, 0}\n"
    "    %sum, %sums = Scan %zero, %p {num_scan_inputs=1, body=graph a {\n"
    "      in %u : f32[3]\n"
    "      in %v : f32[3]\n"
    "      %w = Add %u, %v : f32[3]\n"
    "      out %w\n"
    "      out %w as \"slice\"\n"
    "    }} : f32[3], f32[2, 3]\n"
    "    out %sums\n"
    "  }} : f32[2, 3]\n"
    "  out %y\n"
    "  out %all\n"
    "}\n";

static fp8c_status run_flow(const fp8c_program *program, bool flag, fp8c_tensor out[2],
                            fp8c_session **s, fp8c_error *err) {
  float x[] = {1, 2, 3, 4, 5, 6};
  uint8_t c = flag;
  fp8c_tensor in[2] = {{.data = x, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {2, 3}},
                       {.data = &c, .dtype = FP8C_DTYPE_BOOL}};
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  TRY(fp8c_session_create(program, &o, s, err));
  for (int again = 0; again < 2; again++) TRY(fp8c_session_run_views(*s, in, 2, out, 2, err));
  return FP8C_OK;
}

static void bodies_are_run(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  uint8_t *bytes = NULL;
  size_t count = 0;
  write_plan(&f, plan_of(&f, control_source), &bytes, &count);
  assert_int_equal(bytes[24], 1); /* a feature that a reader must know */
  fp8c_program *program = NULL;
  OK(fp8c_program_from_memory(bytes, count, &program, err));
  for (int flag = 0; flag < 2; flag++) {
    fp8c_session *s = NULL;
    fp8c_tensor out[2];
    OK(run_flow(program, flag, out, &s, err));
    const float *y = out[0].data, *all = out[1].data;
    assert_int_equal(out[1].rank, 3);
    assert_int_equal(out[1].shape[0], 3);
    for (int i = 0; i < 6; i++) {
      float x = (float)(i + 1), before = i < 3 ? 0 : x - 3;
      assert_true(y[i] == (flag ? 8 * (x + before) : -8 * x));
      assert_true(all[i] == 2 * x && all[6 + i] == 4 * x && all[12 + i] == 8 * x);
    }
    fp8c_session_free(s);
  }
  fp8c_program_free(program);
  bytes[24] = 0;
  uint64_t prefix_bytes = 0;
  memcpy(&prefix_bytes, bytes + 48 + 2 * 24 + 8, 8);
  memset(bytes + 224, 0, 32);
  hash h = hash_of(bytes, prefix_bytes);
  memcpy(bytes + 224, h.bytes, 32);
  fp8c_error e;
  assert_int_equal(fp8c_program_from_memory(bytes, count, &program, &e), FP8C_ERROR_FORMAT);
  arena_free(&f.arena);
}

/* A body that does not fit its step, and one that captures. */
static void bodies_are_checked(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  fp8c_error e = {0};
  plan *p = plan_of(&f, control_source);
  plan_op *loop = &p->variants[0].ops[0];
  assert_string_equal(loop->op->name, "Loop");
  OK(plan_check(p, err));
  plan_block *body = attr_find(loop->attrs, "body")->graph;
  body->output_count = 2;
  assert_int_equal(plan_check(p, &e), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(e.text, "do not fit together"));
  body->output_count = 3;
  body->program.ops[0].in[0] = 99;
  assert_int_equal(plan_check(p, &e), FP8C_ERROR_FORMAT);
  body->program.ops[0].in[0] = body->program.ops[0].out[0];
  assert_int_equal(plan_check(p, &e), FP8C_ERROR_FORMAT);

  static const char captures[] =
      "graph g opset 21 {\n"
      "  in %x : f32[2]\n"
      "  in %c : bool[]\n"
      "  %y = If %c {else_branch=graph e {\n"
      "    %q = Neg %x : f32[2]\n"
      "    out %q\n"
      "  }, then_branch=graph t {\n"
      "    %r = Abs %x : f32[2]\n"
      "    out %r\n"
      "  }} : f32[2]\n"
      "  out %y\n"
      "}\n";
  graph *g = NULL;
  assert_int_not_equal(graph_parse(&f.arena, captures, NULL, 0, &g, &e), FP8C_OK);
  assert_non_null(strstr(e.text, "another graph"));
  arena_free(&f.arena);
}

static void round_trip(void **state) {
  (void)state;
  const char *const sources[] = {mlp_source, rich_source, control_source};
  for (size_t i = 0; i < 3; i++) {
    fixture f;
    fixture_begin(&f);
    plan *p = plan_of(&f, sources[i]), *q = NULL;
    plan_source *source = NULL;
    uint8_t *bytes = NULL, *again = NULL;
    size_t count = 0, again_count = 0;
    write_plan(&f, p, &bytes, &count);
    OK(plan_read_memory(&f.arena, bytes, count, &q, &source, err));
    assert_string_equal(text_of(&f, p), text_of(&f, q));
    write_plan(&f, q, &again, &again_count);
    assert_int_equal(count, again_count);
    assert_memory_equal(bytes, again, count);
    OK(plan_verify_all(source, err));
    for (uint32_t b = 0; b < p->blob_count; b++) {
      uint8_t *mine = arena_alloc(&f.arena, p->blobs[b].bytes);
      OK(plan_read_blob(q, source, b, mine, err));
      assert_memory_equal(mine, p->blobs[b].memory, p->blobs[b].bytes);
    }
    arena_free(&f.arena);
  }
}

static void file_and_memory_agree(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  char path[] = "/tmp/fp8c-test-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  plan *p = plan_of(&f, rich_source), *q = NULL;
  plan_source *source = NULL, *other = NULL;
  uint8_t *bytes = NULL;
  size_t count = 0, read_count = 0;
  char *read = NULL;
  write_plan(&f, p, &bytes, &count);
  OK(plan_write(p, path, err));
  OK(file_read_all(&f.arena, path, 1 << 24, &read, &read_count, err));
  assert_int_equal(count, read_count);
  assert_memory_equal(bytes, read, count);

  /* Blobs that lie in a file, at the same places, give the same plan again. */
  OK(plan_read_file(&f.arena, path, &q, &source, err));
  OK(plan_verify_all(source, err));
  for (uint32_t b = 0; b < q->blob_count; b++) {
    assert_null(q->blobs[b].memory);
    uint8_t *mine = arena_alloc(&f.arena, p->blobs[b].bytes);
    OK(plan_read_blob(q, source, b, mine, err));
    assert_memory_equal(mine, p->blobs[b].memory, p->blobs[b].bytes);
  }
  write_plan(&f, q, &bytes, &count);
  assert_int_equal(count, read_count);
  assert_memory_equal(bytes, read, count);
  OK(plan_read_memory(&f.arena, bytes, count, &q, &other, err));
  assert_string_equal(plan_source_hash(source), plan_source_hash(other));
  assert_int_equal(strlen(plan_source_hash(source)), 64);
  arena_free(&f.arena);
  unlink(path);
}

/* Blobs longer than a chunk, one after another, out of step with the chunks. */
static void many_chunks(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  char path[] = "/tmp/fp8c-test-XXXXXX";
  int fd = mkstemp(path);
  close(fd);
  plan *p = plan_of(&f, mlp_source), *q = NULL;
  plan_source *source = NULL;
  const size_t sizes[] = {HASH_CHUNK_BYTES * 2 + 17, 1, HASH_CHUNK_BYTES - 64,
                          HASH_CHUNK_BYTES,          0, 3};
  uint32_t first = p->blob_count;
  for (size_t i = 0; i < 6; i++) {
    uint8_t *data = arena_alloc(&f.arena, sizes[i]);
    for (size_t k = 0; k < sizes[i]; k++) data[k] = (uint8_t)(k * 31 + i);
    plan_add_blob(p, &f.arena, (plan_blob){.bytes = sizes[i], .memory = data});
  }
  OK(plan_write(p, path, err));
  OK(plan_read_file(&f.arena, path, &q, &source, err));
  for (int round = 0; round < 2; round++)
    for (uint32_t b = q->blob_count; b-- > first;) {
      uint8_t *mine = arena_alloc(&f.arena, q->blobs[b].bytes);
      OK(plan_read_blob(q, source, b, mine, err));
      assert_memory_equal(mine, p->blobs[b].memory, p->blobs[b].bytes);
    }

  /* One byte changed after opening: found when it is read, and by verify. */
  FILE *out = fopen(path, "r+b");
  long at = (long)(q->blobs[first].offset + HASH_CHUNK_BYTES + 5);
  fseek(out, at, SEEK_SET);
  int byte = fgetc(out);
  fseek(out, at, SEEK_SET);
  fputc(byte ^ 1, out);
  fclose(out);
  fp8c_error e;
  uint8_t *mine = arena_alloc(&f.arena, q->blobs[first].bytes);
  assert_int_equal(plan_read_blob(q, source, first, mine, &e), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(e.text, "was changed"));
  assert_int_equal(plan_verify_all(source, &e), FP8C_ERROR_FORMAT);
  arena_free(&f.arena);
  unlink(path);
}

static void equal_blobs_are_stored_once(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  plan *p = NEW(&f.arena, plan);
  uint8_t a[] = {1, 2, 3}, b[] = {1, 2, 3}, c[] = {1, 2, 4};
  assert_int_equal(plan_add_blob(p, &f.arena, (plan_blob){.bytes = 3, .memory = a}), 0);
  assert_int_equal(plan_add_blob(p, &f.arena, (plan_blob){.bytes = 3, .memory = b}), 0);
  assert_int_equal(plan_add_blob(p, &f.arena, (plan_blob){.bytes = 3, .memory = c}), 1);
  assert_int_equal(plan_add_blob(p, &f.arena, (plan_blob){.bytes = 2, .memory = a}), 2);
  arena_free(&f.arena);
}

/* Open, and if that works create a session: what reads every byte there is. */
static fp8c_status open_all(const void *bytes, size_t count, fp8c_error *err) {
  fp8c_program *program = NULL;
  fp8c_session *session = NULL;
  fp8c_status status = fp8c_program_from_memory(bytes, count, &program, err);
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  if (status == FP8C_OK) status = fp8c_program_verify(program, err);
  if (status == FP8C_OK) status = fp8c_session_create(program, &o, &session, err);
  fp8c_session_free(session);
  fp8c_program_free(program);
  return status;
}

static void every_truncation(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  uint8_t *bytes = NULL;
  size_t count = 0;
  fp8c_error e;
  write_plan(&f, plan_of(&f, mlp_source), &bytes, &count);
  OK(open_all(bytes, count, err));
  for (size_t n = 0; n < count; n++) {
    uint8_t *cut = malloc(n ? n : 1); /* of its own size: reading past it is seen */
    memcpy(cut, bytes, n);
    fp8c_status status = open_all(cut, n, &e);
    if (status == FP8C_OK || !e.text[0]) fail_msg("%zu of %zu bytes were accepted", n, count);
    free(cut);
  }
  uint8_t *more = malloc(count * 2);
  memcpy(more, bytes, count);
  memcpy(more + count, bytes, count);
  assert_int_equal(open_all(more, count + 1, &e), FP8C_ERROR_FORMAT);
  assert_int_equal(open_all(more, count * 2, &e), FP8C_ERROR_FORMAT);
  free(more);
  arena_free(&f.arena);
}

static void every_bit_flip(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  const char *const sources[] = {mlp_source, rich_source, control_source};
  for (size_t s = 0; s < 3; s++) {
    uint8_t *bytes = NULL;
    size_t count = 0;
    fp8c_error e;
    write_plan(&f, plan_of(&f, sources[s]), &bytes, &count);
    assert_true(count <= 32768);
    for (size_t i = 0; i < count * 8; i++) {
      bytes[i / 8] ^= (uint8_t)(1 << i % 8);
      if (open_all(bytes, count, &e) == FP8C_OK)
        fail_msg("bit %zu of byte %zu does not matter", i % 8, i / 8);
      bytes[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    OK(open_all(bytes, count, err));
  }
  arena_free(&f.arena);
}

/* Sets the root hash to what the bytes say: damage a hash cannot see. */
static void fix_hash(uint8_t *bytes, size_t prefix_bytes) {
  memset(bytes + 224, 0, 32);
  hash h = hash_of(bytes, prefix_bytes);
  memcpy(bytes + 224, h.bytes, 32);
}

static uint64_t next_random(uint64_t *x) {
  *x ^= *x << 13, *x ^= *x >> 7, *x ^= *x << 17;
  return *x;
}

/* The reader and the checker behind a hash that is right.  FP8C_MUTATIONS sets
 * how many; what is accepted is made ready and run, which must be harmless. */
static void mutations_behind_the_hash(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  const char *count_text = getenv("FP8C_MUTATIONS");
  long rounds = count_text ? atol(count_text) : 20000;
  const plan *const plans[] = {plan_of(&f, mlp_source), plan_of(&f, rich_source),
                               plan_of(&f, control_source), gpu_plan(&f.arena)};
  uint64_t seed = 88172645463325252u;
  long accepted = 0;
  for (size_t s = 0; s < 4; s++) {
    uint8_t *bytes = NULL;
    size_t count = 0;
    write_plan(&f, plans[s], &bytes, &count);
    uint64_t tables_bytes = 0, prefix_bytes = 0;
    memcpy(&tables_bytes, bytes + 48 + 16, 8);
    memcpy(&prefix_bytes, bytes + 48 + 2 * 24 + 8, 8);
    uint8_t *mutant = malloc(count);
    for (long r = 0; r < rounds / 4; r++) {
      memcpy(mutant, bytes, count);
      int edits = 1 + (int)(next_random(&seed) % 3);
      for (int k = 0; k < edits; k++) {
        size_t at = 256 + next_random(&seed) % tables_bytes;
        static const uint32_t words[] = {0,          1,          2,          0x7fffffff,
                                         0x80000000, 0xffffffff, 0xfffffffe, 255};
        uint32_t word = words[next_random(&seed) % 8];
        if (next_random(&seed) % 2)
          mutant[at] = (uint8_t)next_random(&seed);
        else
          memcpy(mutant + at, &word, at + 4 <= 256 + tables_bytes ? 4 : 1);
      }
      fix_hash(mutant, prefix_bytes);
      fp8c_error e = {0};
      if (open_all(mutant, count, &e) == FP8C_OK)
        accepted++;
      else if (!e.text[0])
        fail_msg("refused without a sentence");
    }
    free(mutant);
  }
  print_message("%ld of %ld mutants were still plans\n", accepted, rounds);
  arena_free(&f.arena);
}

/* ---- The header -------------------------------------------------------- */

static void refuse_header(size_t at, uint32_t word, fp8c_status status, const char *says) {
  fixture f;
  fixture_begin(&f);
  uint8_t *bytes = NULL;
  size_t count = 0;
  uint64_t prefix_bytes = 0;
  fp8c_error e;
  write_plan(&f, plan_of(&f, mlp_source), &bytes, &count);
  memcpy(&prefix_bytes, bytes + 48 + 2 * 24 + 8, 8);
  memcpy(bytes + at, &word, 4);
  fix_hash(bytes, prefix_bytes);
  assert_int_equal(open_all(bytes, count, &e), status);
  if (!strstr(e.text, says)) fail_msg("\"%s\" does not say \"%s\"", e.text, says);
  arena_free(&f.arena);
}

static void other_headers(void **state) {
  (void)state;
  refuse_header(0, 0x46474e89, FP8C_ERROR_FORMAT, "not an fp8c plan");
  refuse_header(8, 0x04030201, FP8C_ERROR_UNSUPPORTED, "byte-order tag 0x04030201");
  refuse_header(12, 0, FP8C_ERROR_UNSUPPORTED, "version 0; this library reads version 1");
  refuse_header(12, 2, FP8C_ERROR_UNSUPPORTED,
                "version 2; this library reads version 1: the plan is of a newer fp8c");
  refuse_header(16, 4, FP8C_ERROR_UNSUPPORTED, "words of 4 bytes");
  refuse_header(20, 512, FP8C_ERROR_FORMAT, "header");
  refuse_header(24, 64, FP8C_ERROR_UNSUPPORTED, "features 0x40");
  refuse_header(24, 32, FP8C_ERROR_FORMAT, "differ about places of operands");
  refuse_header(24, 8, FP8C_ERROR_FORMAT, "differ about algorithms");
  refuse_header(24, 2, FP8C_ERROR_FORMAT, "differ about");
  refuse_header(32, 1, FP8C_ERROR_FORMAT, "header"); /* file bytes */
  refuse_header(40, 4, FP8C_ERROR_FORMAT, "4 sections");
  refuse_header(48, 2, FP8C_ERROR_FORMAT, "section");                 /* kind */
  refuse_header(48 + 8, 0xffffffff, FP8C_ERROR_FORMAT, "section");    /* offset */
  refuse_header(48 + 20, 0xffffffff, FP8C_ERROR_FORMAT, "cannot be"); /* bytes, high half */
  refuse_header(48 + 48 + 20, 0xffffffff, FP8C_ERROR_FORMAT, "cannot be");
  refuse_header(48 + 72, 1, FP8C_ERROR_FORMAT, "section"); /* the zeros */
}

/* ---- The checker: the cpu variant -------------------------------------- */

typedef void edit(plan *p);

static void no_variant(plan *p) { p->variant_count = 0; }
static void odd_target(plan *p) { p->variants[0].target = "gfx942"; }
static void input_elsewhere(plan *p) { p->variants[0].inputs[0] = 1; }
static void output_beyond(plan *p) { p->variants[0].outputs[0] = 1000; }
static void blob_beyond(plan *p) { p->variants[0].values[1].index = 99; }
static void blob_short(plan *p) { p->blobs[p->variants[0].values[1].index].bytes -= 4; }
static void dims_huge(plan *p) {
  p->variants[0].values[1].dims[0] = INT64_MAX;
  p->variants[0].values[1].dims[1] = 2;
}
static void const_symbol(plan *p) { p->variants[0].values[1].dims[0] = DIM_SYMBOL(0); }
static void symbol_beyond(plan *p) { p->variants[0].values[0].dims[0] = DIM_SYMBOL(7); }
static void use_before(plan *p) {
  plan_op o = p->variants[0].ops[0];
  p->variants[0].ops[0] = p->variants[0].ops[1];
  p->variants[0].ops[1] = o;
}
static void two_writers(plan *p) { p->variants[0].ops[1].out[0] = p->variants[0].ops[0].out[0]; }
static void writes_const(plan *p) { p->variants[0].ops[0].out[0] = p->variants[0].ops[0].in[1]; }
static void no_inputs(plan *p) { p->variants[0].ops[0].in_count = 0; }
static void odd_attr(plan *p) {
  static const attr a = {.name = "axis", .kind = ATTR_INT, .count = 1, .i = 1};
  p->variants[0].ops[0].attrs = (attr_list){&a, 1};
}
static void scale_zero(plan *p) {
  p->variants[0].values[1].scale_kind = SCALE_TENSOR;
  p->variants[0].values[1].scale = 0;
}
static void scale_nan(plan *p) {
  p->variants[0].values[1].scale_kind = SCALE_TENSOR;
  p->variants[0].values[1].scale = NAN;
}
static void scale_not_const(plan *p) {
  p->variants[0].values[1].scale_kind = SCALE_AXIS;
  p->variants[0].values[1].scale_value = 0;
}
static void port_type(plan *p) { p->inputs[0].dtype = FP8C_DTYPE_F16; }
static void port_scale(plan *p) { p->inputs[0].scale = -1; }
static void cpu_view(plan *p) {
  plan_variant *v = &p->variants[0];
  v->values[v->ops[0].out[0]].kind = PLAN_VALUE_VIEW;
}

static void refusals(void **state) {
  (void)state;
  static const struct {
    edit *change;
    const char *says;
  } rows[] = {
      {no_variant, "0 variants"},
      {odd_target, "gfx942"},
      {input_elsewhere, "no value of its own"},
      {output_beyond, "output 0"},
      {blob_beyond, "is blob 99"},
      {blob_short, "bytes by its type"},
      {dims_huge, "no valid shape"},
      {const_symbol, "no valid shape"},
      {symbol_beyond, "no valid shape"},
      {use_before, "no earlier step gives"},
      {two_writers, "not its to give"},
      {writes_const, "not its to give"},
      {no_inputs, "has 0 inputs"},
      {odd_attr, "does not have"},
      {scale_zero, "scale 0"},
      {scale_nan, "scale"},
      {scale_not_const, "its scales are not"},
      {port_type, "another type than its port"},
      {port_scale, "scale -1"},
      {cpu_view, "view"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    fixture f;
    fixture_begin(&f);
    fp8c_error e = {0};
    plan *p = plan_of(&f, mlp_source);
    OK(plan_check(p, err));
    rows[i].change(p);
    fp8c_status status = plan_check(p, &e);
    if (status == FP8C_OK || !strstr(e.text, rows[i].says))
      fail_msg("row %zu: \"%s\" does not say \"%s\"", i, e.text, rows[i].says);
    void *out = NULL;
    size_t bytes = 0;
    assert_int_not_equal(plan_write_memory(p, NULL, &f.arena, &out, &bytes, &e), FP8C_OK);
    arena_free(&f.arena);
  }
}

/* ---- The checker: a GPU variant ----------------------------------------- */

#define V(p_) (&(p_)->variants[0])
static void grid_zero(plan *p) { V(p)->launches[0].grid[1] = 0; }
static void grid_large(plan *p) { V(p)->launches[0].grid[2] = 65536; }
static void block_large(plan *p) { V(p)->launches[0].block[0] = 1025; }
static void block_product(plan *p) { V(p)->launches[0].block[0] = V(p)->launches[0].block[1] = 64; }
static void cluster_odd(plan *p) { V(p)->launches[0].cluster[0] = 2; }
static void shared_large(plan *p) { V(p)->launches[0].shared_bytes = 232449; }
static void args_many(plan *p) { V(p)->launches[0].arg_count = 513; }
static void kernel_beyond(plan *p) { V(p)->launches[0].kernel = 1; }
static void arg_unlisted(plan *p) { V(p)->launches[0].args[0].value = 3; }
static void arg_beyond(plan *p) { V(p)->launches[0].args[0].value = 77; }
static void arg_offset(plan *p) { V(p)->launches[0].args[1].offset = 1025; }
static void arena_short(plan *p) { V(p)->arena_bytes = 8192; }
static void arena_huge(plan *p) { V(p)->arena_bytes = (uint64_t)1 << 63; }
static void offset_odd(plan *p) { V(p)->values[2].arena_offset = 1028; }
static void value_short(plan *p) { V(p)->values[2].bytes = 512; }
static void overlap(plan *p) { V(p)->values[2].arena_offset = 768; }
static void output_overlap(plan *p) { V(p)->values[5].arena_offset = 2048; }
static void reads_unborn(plan *p) {
  V(p)->launches[0].reads[0] = V(p)->launches[0].args[0].value = 2;
}
static void writes_input(plan *p) {
  V(p)->launches[0].writes[0] = V(p)->launches[0].args[1].value = 0;
}
static void never_written(plan *p) { V(p)->launch_count = 3; }
static void gemm_large(plan *p) { V(p)->launches[2].gemm->m = 65; }
static void gemm_ld(plan *p) { V(p)->launches[2].gemm->ldb = 17; }
static void gemm_batch(plan *p) {
  V(p)->launches[2].gemm->batch = 2;
  V(p)->launches[2].gemm->stride_a = 16;
}
static void gemm_type(plan *p) { V(p)->launches[2].gemm->d_type = FP8C_DTYPE_F32; }
static void gemm_algorithm(plan *p) { V(p)->launches[2].gemm->algorithm = 8; }
static void gemm_scale(plan *p) { V(p)->launches[2].gemm->a_scale = 3; }
static void copy_size(plan *p) { V(p)->launches[3].copy_from = V(p)->launches[3].reads[0] = 2; }
static void has_symbol(plan *p) { V(p)->values[1].dims[0] = DIM_UNKNOWN; }
static void view_forward(plan *p) {
  V(p)->values[1].kind = PLAN_VALUE_VIEW;
  V(p)->values[1].index = 1;
}
static void view_large(plan *p) { /* by one row */
  V(p)->values[2].kind = PLAN_VALUE_VIEW;
  V(p)->values[2].index = 1;
  V(p)->values[2].dims[0] = 33;
}
static void target_number(plan *p) { V(p)->target = "sm_"; }
static void cubin_arch(plan *p) { ((uint8_t *)(uintptr_t)p->blobs[0].memory)[49] = 89; }
static void cubin_ptx(plan *p) {
  memcpy((char *)(uintptr_t)p->blobs[0].memory, "//\n.version", 11);
}
static void cubin_sections(plan *p) { ((uint8_t *)(uintptr_t)p->blobs[0].memory)[60] = 2; }
static void cubin_offset(plan *p) { ((uint8_t *)(uintptr_t)p->blobs[0].memory)[46] = 0xff; }
static void cubin_empty(plan *p) { p->blobs[0].bytes = 0; }
static void cubin_section(plan *p) {
  uint8_t *s = (uint8_t *)(uintptr_t)p->blobs[0].memory + 64;
  s[4] = 1;
  s[32] = 129;
}

static plan_arg *map_arg(plan *p) { return &V(p)->launches[1].args[2]; }
/* A map of windows over all the bytes of what it lies over. */
static plan_tensor_map *as_windows(plan *p) {
  plan_tensor_map *m = map_arg(p)->map;
  m->pixels = 64;
  m->rank = 3;
  m->dims[2] = m->box[2] = 1;
  m->strides[2] = 1024;
  m->lower[0] = -1;
  m->upper[0] = -2;
  for (int i = 0; i < PLAN_MAP_MAX_RANK - 2; i++) m->steps[i] = 2;
  return m;
}
static void windows_pixels(plan *p) { as_windows(p)->pixels = 1025; }
static void windows_rank(plan *p) { as_windows(p)->rank = 2; }
static void windows_lower(plan *p) { as_windows(p)->lower[0] = -(1 << 15) - 1; }
static void windows_upper(plan *p) { as_windows(p)->upper[0] = 1 << 15; }
static void windows_step(plan *p) { as_windows(p)->steps[0] = 9; }
static void windows_long(plan *p) { as_windows(p)->dims[2] = 2; }
static void map_rank(plan *p) { map_arg(p)->map->rank = 6; }
static void map_long(plan *p) { map_arg(p)->map->dims[1] = 33; }
static void map_offset(plan *p) { map_arg(p)->offset = 16; }
static void map_odd(plan *p) { map_arg(p)->offset = 8; }
static void map_stride(plan *p) { map_arg(p)->map->strides[1] = 24; }
static void map_overflow(plan *p) {
  map_arg(p)->map->rank = 5;
  for (int i = 2; i < 5; i++) {
    map_arg(p)->map->dims[i] = UINT32_MAX;
    map_arg(p)->map->strides[i] = ((uint64_t)1 << 40) - 16;
    map_arg(p)->map->box[i] = 1;
  }
}
static void map_value(plan *p) { map_arg(p)->value = 3; }
static void maps_many(plan *p) {
  plan_launch *l = &V(p)->launches[1];
  static plan_arg many[33];
  for (int i = 0; i < 33; i++) many[i] = l->args[2];
  l->args = many;
  l->arg_count = 33;
}
static void output_part(plan *p) {
  V(p)->values[5].kind = PLAN_VALUE_VIEW;
  V(p)->values[5].index = 4;
  V(p)->values[5].dims[0] = p->outputs[0].dims[0] = 16;
  V(p)->launch_count = 3;
}

/* A change of a good plan, and what its refusal says. */
typedef struct refusal {
  edit *change;
  const char *says;
} refusal;

static void refuses(plan *make(arena *), const refusal *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    fixture f;
    fixture_begin(&f);
    fp8c_error e = {0};
    plan *p = make(&f.arena);
    OK(plan_check(p, err));
    rows[i].change(p);
    fp8c_status status = plan_check(p, &e);
    if (status == FP8C_OK || !strstr(e.text, rows[i].says))
      fail_msg("row %zu: \"%s\" does not say \"%s\"", i, e.text, rows[i].says);
    arena_free(&f.arena);
  }
}

static void gpu_refusals(void **state) {
  (void)state;
  static const refusal rows[] = {
      {grid_zero, "grid 1 x 0 x 1"},
      {grid_large, "grid"},
      {block_large, "block 1025"},
      {block_product, "block 64 x 64"},
      {cluster_odd, "clusters"},
      {shared_large, "232449 bytes of shared memory"},
      {args_many, "513 arguments"},
      {kernel_beyond, "kernel 1 of 1"},
      {arg_unlisted, "not among"},
      {arg_beyond, "value 77 of 6"},
      {arg_offset, "1025 bytes into"},
      {arena_short, "arena of 8192"},
      {arena_huge, "at most"},
      {offset_odd, "multiple of 256"},
      {value_short, "multiple of 256"},
      {overlap, "overlap in the arena"},
      {output_overlap, "overlap in the arena"},
      {reads_unborn, "before anything wrote it"},
      {writes_input, "is an input or a constant"},
      {never_written, "never computed"},
      {gemm_large, "does not lie within"},
      {gemm_ld, "does not lie within"},
      {gemm_batch, "does not lie within"},
      {gemm_type, "does not lie within"},
      {gemm_scale, "scale of A"},
      {gemm_algorithm, "algorithm 8; at most 8"},
      {copy_size, "copies 1024 bytes"},
      {has_symbol, "no valid shape"},
      {view_forward, "view of value 1"},
      {view_large, "view of value 1, which is not an earlier one as large"},
      {target_number, "target \"sm_\" is not known"},
      {map_rank, "tensor map of rank 6"},
      {map_long, "reaches byte 1056"},
      {map_offset, "reaches byte 1040"},
      {map_odd, "multiple of 16"},
      {map_stride, "stride 24"},
      {map_overflow, "tensor map"},
      {map_value, "not among"},
      {windows_pixels, "1025 windows"},
      {windows_rank, "in 2 dimensions"},
      {windows_lower, "windows from -32769"},
      {windows_upper, "to 32768 beyond"},
      {windows_step, "9 apart"},
      {windows_long, "reaches byte 2048"},
      {maps_many, "more than 4096 bytes"},
      {output_part, "is a part of value 4"},
      {cubin_arch, "is for sm_89"},
      {cubin_ptx, "not a cubin"},
      {cubin_sections, "section table"},
      {cubin_offset, "section table"},
      {cubin_empty, "cubin of 0 bytes"},
      {cubin_section, "section 0"},
  };
  refuses(gpu_plan, rows, sizeof rows / sizeof rows[0]);
}

/* `p` as it is after its bytes, which `bytes` gets: the same text, and the same bytes again. */
static plan *written_and_read(fixture *f, const plan *p, uint8_t **bytes, size_t *count) {
  plan *q = NULL;
  plan_source *source = NULL;
  uint8_t *again = NULL;
  size_t again_count = 0;
  write_plan(f, p, bytes, count);
  OK(plan_read_memory(&f->arena, *bytes, *count, &q, &source, err));
  assert_string_equal(text_of(f, p), text_of(f, q));
  write_plan(f, q, &again, &again_count);
  assert_int_equal(*count, again_count);
  assert_memory_equal(*bytes, again, *count);
  return q;
}

/* The same refusals must hold for a plan that comes from bytes. */
static void gpu_round(bool windows) {
  fixture f;
  fixture_begin(&f);
  plan *p = gpu_plan(&f.arena);
  if (windows) as_windows(p);
  OK(plan_check(p, err));
  uint8_t *bytes = NULL;
  size_t count = 0;
  plan *q = written_and_read(&f, p, &bytes, &count);
  assert_int_equal(map_arg(q)->map->pixels, windows ? 64 : 0);
  assert_int_equal(map_arg(q)->map->lower[0], windows ? -1 : 0);
  assert_int_equal(bytes[24], windows ? 2 : 0);
  arena_free(&f.arena);
}
static void gpu_round_trip(void **state) {
  (void)state;
  gpu_round(false);
  gpu_round(true);
}

#define MANY 60000 /* values that live together, and views one on the other */

/* MANY values written by launches of 4000 each, in no order of place, and as many views. */
static plan *many_values(arena *a) {
  plan *p = gpu_plan(a);
  plan_variant *v = V(p);
  uint32_t groups = MANY / 4000, count = v->value_count;
  plan_value *values = NEW_ARRAY(a, plan_value, count + MANY);
  memcpy(values, v->values, count * sizeof *values);
  plan_launch *launches = NEW_ARRAY(a, plan_launch, 2 * groups + v->launch_count);
  for (uint32_t i = 0; i < MANY / 2; i++) {
    plan_value *x = &values[count + i], *view = &values[count + MANY / 2 + i];
    *view = *x = values[1];
    x->arena_offset = v->arena_bytes + (uint64_t)i * 7919 % (MANY / 2) * 1024;
    view->kind = PLAN_VALUE_VIEW;
    view->index = i ? count + MANY / 2 + i - 1 : 1;
  }
  for (uint32_t i = 0; i < 2 * groups; i++) {
    plan_launch *l = &launches[i];
    *l = v->launches[0];
    l->reads = l->writes = NEW_ARRAY(a, uint32_t, 2001);
    for (uint32_t k = 0; k < 2000; k++) l->reads[k] = count + i % groups * 2000 + k;
    l->read_count = i < groups ? 0 : 2000;
    l->write_count = i < groups ? 2000 : 0;
    l->args = NULL;
    l->arg_count = 0;
  }
  memcpy(launches + 2 * groups, v->launches, v->launch_count * sizeof *launches);
  v->values = values;
  v->value_count = count + MANY;
  v->launches = launches;
  v->launch_count += 2 * groups;
  v->arena_bytes += (uint64_t)MANY / 2 * 1024;
  return p;
}

/* In the time of a few passes over it; and the one pair that meets is found. */
static void many_values_are_checked(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  plan *p = many_values(&f.arena);
  uint8_t *bytes = NULL;
  size_t count = 0;
  double start = clock_seconds();
  write_plan(&f, p, &bytes, &count);
  plan *q = NULL;
  plan_source *source = NULL;
  OK(plan_read_memory(&f.arena, bytes, count, &q, &source, err));
  uint64_t sum = 0;
  for (uint32_t i = 0; i < V(q)->value_count; i++) sum += plan_memory_of(V(q), i);
  for (uint32_t i = 0; i < 10; i++)
    assert_int_equal(plan_memory_of(V(q), i * 9), plan_memory_of(V(p), i * 9));
  assert_true(sum > 0);
  V(q)->values[6 + MANY / 4].arena_offset -= 256;
  fp8c_error e = {0};
  assert_int_equal(plan_check(q, &e), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(e.text, "overlap in the arena"));
  assert_true(clock_seconds() - start < 5);
  arena_free(&f.arena);
}

static void algorithm_round_trip(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  plan *p = gpu_plan(&f.arena);
  V(p)->launches[2].gemm->algorithm = 3;
  V(p)->launches[2].gemm->library = 130100;
  uint8_t *bytes = NULL;
  size_t count = 0;
  plan *q = written_and_read(&f, p, &bytes, &count);
  const plan_launch *l = &V(q)->launches[2];
  assert_true(l->kind == PLAN_LAUNCH_GEMM && l->gemm->algorithm == 3 && l->gemm->library == 130100);
  assert_int_equal(bytes[24], 8);
  arena_free(&f.arena);
}

static void operand_places_round_trip(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  plan *p = gpu_plan(&f.arena);
  plan_gemm *g = V(p)->launches[2].gemm;
  const uint32_t algorithm = g->algorithm = 2;
  g->library = 130100;
  g->k--; /* room for the operands to begin later */
  if (g->transpose_a) g->lda = g->k + 1;
  g->ldb = g->k + 1;
  const plan_gemm given = *g;
  fp8c_error e = {0};
  assert_int_equal(plan_check(p, &e), FP8C_OK);
  g->offset_a = 1 << 20;
  assert_int_equal(plan_check(p, &e), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(e.text, "does not lie within"));
  *g = given;
  g->m = g->n = g->k = 1;
  g->offset_b = 8; /* no multiple of 16 */
  assert_int_equal(plan_check(p, &e), FP8C_ERROR_FORMAT);
  g->offset_a = g->offset_b = 16;
  uint8_t *bytes = NULL;
  size_t count = 0;
  plan *q = written_and_read(&f, p, &bytes, &count);
  const plan_launch *l = &V(q)->launches[2];
  assert_true(l->kind == PLAN_LAUNCH_GEMM && l->gemm->offset_a == 16 && l->gemm->offset_b == 16);
  assert_true(l->gemm->algorithm == algorithm && l->gemm->library == 130100);
  assert_int_equal(bytes[24], 32);
  arena_free(&f.arena);
}

/* ---- Host steps --------------------------------------------------------- */

/* gpu_plan, its last copy done by the host. */
static plan *host_plan(arena *a) {
  plan *p = gpu_plan(a);
  V(p)->launches[3] = host_launch(a, V(p), "Neg", 4, 5);
  return p;
}

static plan_launch *last(plan *p) { return &V(p)->launches[3]; }
static plan_variant *part(plan *p) {
  return (plan_variant *)(uintptr_t)&last(p)->host->block->program;
}
static void no_block(plan *p) { last(p)->host->block = NULL; }
static void no_reason(plan *p) { last(p)->host->reason_count = 0; }
static void reads_more(plan *p) { last(p)->read_count = 0; }
static void other_type(plan *p) { part(p)->values[0].dtype = FP8C_DTYPE_F32; }
static void other_shape(plan *p) { part(p)->values[0].dims[1] = 63; }
static void other_rank(plan *p) { part(p)->values[1].rank = 1; }
static void one_scaled(plan *p) {
  part(p)->values[0].scale_kind = SCALE_TENSOR;
  part(p)->values[0].scale = 2;
}
static void part_unknown(plan *p) { part(p)->ops[0].in[0] = 7; }
static void part_outside(plan *p) { part(p)->outputs[0] = 2; }
static void with_arguments(plan *p) {
  last(p)->args = V(p)->launches[0].args;
  last(p)->arg_count = 1;
}
static void host_read_by_kernel(plan *p) {
  V(p)->values[1].kind = PLAN_VALUE_HOST;
  V(p)->values[1].bytes = 0;
}
static void host_with_memory(plan *p) { V(p)->values[5].kind = PLAN_VALUE_HOST; }
static void host_unborn(plan *p) {
  V(p)->values[4].kind = PLAN_VALUE_HOST;
  V(p)->values[4].bytes = 0;
  V(p)->launches[2] = V(p)->launches[3];
  V(p)->launch_count = 3;
}
static void host_viewed(plan *p) {
  V(p)->values[4].kind = PLAN_VALUE_HOST;
  V(p)->values[4].bytes = 0;
  V(p)->values[5].kind = PLAN_VALUE_VIEW;
  V(p)->values[5].index = 4;
}
static void host_in_cpu(plan *p) { part(p)->values[1].kind = PLAN_VALUE_HOST; }
static void never_given(plan *p) {
  V(p)->values[5].kind = PLAN_VALUE_HOST;
  V(p)->values[5].bytes = 0;
  V(p)->launch_count = 3;
}

static void host_refusals(void **state) {
  (void)state;
  static const refusal rows[] = {
      {no_block, "a body is missing"},
      {no_reason, "0 reasons for 1 operators"},
      {reads_more, "reads 0 values"},
      {other_type, "of another type than input 0"},
      {other_shape, "of another type than input 0"},
      {other_rank, "of another type than output 0"},
      {one_scaled, "of another type than input 0"},
      {part_unknown, "which no earlier step gives"},
      {part_outside, "output 0"},
      {with_arguments, "arguments of a kernel"},
      {host_read_by_kernel, "which stays on the host"},
      {host_with_memory, "cannot stay on the host"},
      {host_unborn, "before anything wrote it"},
      {host_viewed, "view of value 4"},
      {host_in_cpu, "cannot stay on the host"},
      {never_given, "never computed"},
  };
  refuses(host_plan, rows, sizeof rows / sizeof rows[0]);
}

static void host_round_trip(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  plan *p = host_plan(&f.arena);
  uint8_t *bytes = NULL;
  size_t count = 0;
  uint64_t prefix_bytes = 0;
  fp8c_error e = {0};
  V(p)->values[5].kind = PLAN_VALUE_HOST; /* and of a size that only the run knows */
  V(p)->values[5].bytes = 0;
  V(p)->values[5].dims[0] = DIM_UNKNOWN;
  plan *q = written_and_read(&f, p, &bytes, &count);
  assert_string_equal(V(q)->launches[3].host->reasons[0], "a test wants it");
  /* a reader that does not know host steps must be told in the header */
  assert_int_equal(bytes[24], 5);
  memcpy(&prefix_bytes, bytes + 48 + 2 * 24 + 8, 8);
  bytes[24] = 1;
  fix_hash(bytes, prefix_bytes);
  assert_int_equal(open_all(bytes, count, &e), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(e.text, "differ about host steps"));
  arena_free(&f.arena);
}

/* ---- Strings ----------------------------------------------------------- */

static void strings_are_checked(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    const char *says;
  } rows[] = {{"\xff\xff\xff", "UTF-8"},
              {"\xc0\x80x", "UTF-8"},
              {"\xed\xa0\x80", "UTF-8"},
              {"a\0b", "zero byte"},
              {"\xe2\x82\x28", "UTF-8"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    fixture f;
    fixture_begin(&f);
    plan *p = plan_of(&f, mlp_source);
    p->compiler = "QQQ";
    uint8_t *bytes = NULL;
    size_t count = 0;
    uint64_t prefix_bytes = 0;
    fp8c_error e;
    write_plan(&f, p, &bytes, &count);
    memcpy(&prefix_bytes, bytes + 48 + 2 * 24 + 8, 8);
    assert_memory_equal(bytes + 260, "QQQ", 4);
    memcpy(bytes + 260, rows[i].bytes, 3);
    fix_hash(bytes, prefix_bytes);
    assert_int_equal(open_all(bytes, count, &e), FP8C_ERROR_FORMAT);
    assert_non_null(strstr(e.text, rows[i].says));
    memcpy(bytes + 260, "QQQQ", 4); /* not terminated */
    fix_hash(bytes, prefix_bytes);
    assert_int_equal(open_all(bytes, count, &e), FP8C_ERROR_FORMAT);
    assert_non_null(strstr(e.text, "not terminated"));
    arena_free(&f.arena);
  }
}

/* Blobs of many chunks, and many in one chunk: with threads or without, in memory or in a file, the
 * same bytes. */
static void any_threads_write_the_same(void **state) {
  (void)state;
  enum { BLOBS = 40 };
  fixture f;
  fixture_begin(&f);
  plan *p = plan_of(&f, mlp_source);
  for (size_t i = 0; i < BLOBS; i++) {
    size_t bytes = i % 10 == 3 ? ((size_t)5 << 20) + i : 1000 + 37 * i;
    uint32_t *data = arena_array(&f.arena, bytes / 4 + 1, sizeof *data);
    for (size_t k = 0; k <= bytes / 4; k++) data[k] = (uint32_t)(k * 2654435761u + i);
    plan_add_blob(p, &f.arena, (plan_blob){.bytes = bytes, .memory = data});
  }
  pool *threads;
  OK(pool_create(3, &threads, err));
  void *alone, *together;
  size_t alone_bytes, shared_bytes;
  OK(plan_write_memory(p, NULL, &f.arena, &alone, &alone_bytes, err));
  OK(plan_write_memory(p, threads, &f.arena, &together, &shared_bytes, err));
  assert_int_equal(alone_bytes, shared_bytes);
  assert_memory_equal(alone, together, alone_bytes);
  for (int i = 0; i < 2; i++) {
    char path[] = "/tmp/fp8c-plan-XXXXXX", *written;
    size_t count;
    file_writer *w;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    OK(file_writer_open(path, &w, err));
    OK(plan_write_to(p, i ? threads : NULL, w, 0, NULL, err));
    OK(file_writer_commit(w, err));
    OK(file_read_all(&f.arena, path, SIZE_MAX, &written, &count, err));
    unlink(path);
    assert_int_equal(count, alone_bytes);
    assert_memory_equal(written, alone, count);
  }
  fp8c_program *program;
  OK(fp8c_program_from_memory(together, shared_bytes, &program, err));
  OK(fp8c_program_verify(program, err));
  fp8c_program_free(program);
  pool_free(threads);
  arena_free(&f.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bodies_are_run),
      cmocka_unit_test(bodies_are_checked),
      cmocka_unit_test(round_trip),
      cmocka_unit_test(file_and_memory_agree),
      cmocka_unit_test(many_chunks),
      cmocka_unit_test(equal_blobs_are_stored_once),
      cmocka_unit_test(every_truncation),
      cmocka_unit_test(every_bit_flip),
      cmocka_unit_test(mutations_behind_the_hash),
      cmocka_unit_test(other_headers),
      cmocka_unit_test(refusals),
      cmocka_unit_test(gpu_refusals),
      cmocka_unit_test(gpu_round_trip),
      cmocka_unit_test(algorithm_round_trip),
      cmocka_unit_test(operand_places_round_trip),
      cmocka_unit_test(many_values_are_checked),
      cmocka_unit_test(host_refusals),
      cmocka_unit_test(host_round_trip),
      cmocka_unit_test(strings_are_checked),
      cmocka_unit_test(any_threads_write_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
