/* Calibration samples: every kind of file, every mistake a sentence. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/npy.h"
#include "base/size.h"
#include "ir/graph.h"
#include "passes/precision/preprocess.h"
#include "passes/precision/samples.h"
#include "passes/precision/split.h"
#include "tests/support/npy_file.h"

static oom_guard guard;
static arena a; /* of one test */
static char folder[64];

static int open_arena(void **state) {
  (void)state;
  arena_init(&a, &guard);
  snprintf(folder, sizeof folder, "/tmp/fp8c-samples-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static void remove_folder(const char *path) {
  char **names;
  size_t count;
  if (folder_list(&a, path, &names, &count, NULL) != FP8C_OK) return;
  for (size_t i = 0; i < count; i++) {
    const char *whole = path_join(&a, path, names[i]);
    if (folder_exists(whole))
      remove_folder(whole);
    else
      unlink(whole);
  }
  rmdir(path);
}

static int close_arena(void **state) {
  (void)state;
  remove_folder(folder);
  arena_free(&a);
  return 0;
}

static const char *in_folder(const char *name) { return path_join(&a, folder, name); }

/* ---- Writing test files ----------------------------------------------------- */

static fp8c_tensor array(fp8c_dtype dtype, const void *data, int rank, const int64_t *dims) {
  fp8c_tensor t = {.data = (void *)(uintptr_t)data, .dtype = dtype, .rank = rank};
  for (int i = 0; i < rank; i++) t.shape[i] = dims[i];
  return t;
}
#define ARRAY(dtype_, data_, ...) \
  array(dtype_, data_, (int)(sizeof((int64_t[]){__VA_ARGS__}) / 8), (int64_t[]){__VA_ARGS__})

static void write_npy(const char *name, fp8c_tensor t) {
  fp8c_error err;
  assert_int_equal(npy_write(in_folder(name), &t, &err), FP8C_OK);
}

static uint32_t crc32_of(const unsigned char *p, size_t n) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < n; i++) {
    crc ^= p[i];
    for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (0xEDB88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

typedef struct bytes {
  unsigned char data[1 << 16];
  size_t count;
} bytes;

static void put(bytes *b, uint64_t x, int width) {
  for (int i = 0; i < width; i++) b->data[b->count++] = (unsigned char)(x >> (8 * i));
}
static void put_bytes(bytes *b, const void *p, size_t n) {
  memcpy(b->data + b->count, p, n);
  b->count += n;
}

/* A .npz with stored members, as numpy.savez writes it. */
static const char *write_npz(const char *name, const char *const *names, const fp8c_tensor *t,
                             size_t count) {
  static bytes zip, directory;
  zip.count = directory.count = 0;
  for (size_t i = 0; i < count; i++) {
    char *npy;
    size_t size;
    write_npy("member.tmp", t[i]);
    assert_int_equal(file_read_all(&a, in_folder("member.tmp"), 1 << 16, &npy, &size, NULL),
                     FP8C_OK);
    unlink(in_folder("member.tmp"));
    char member[64];
    snprintf(member, sizeof member, "%s.npy", names[i]);
    size_t offset = zip.count, length = strlen(member);
    uint32_t crc = crc32_of((unsigned char *)npy, size);
    for (int central = 0; central < 2; central++) {
      bytes *b = central ? &directory : &zip;
      put(b, central ? 0x02014b50 : 0x04034b50, 4);
      if (central) put(b, 20, 2);
      put(b, 20, 2);
      put(b, 0, 2);
      put(b, 0, 2);
      put(b, 0x00210000, 4); /* 1 January 1980 */
      put(b, crc, 4);
      put(b, size, 4);
      put(b, size, 4);
      put(b, length, 2);
      put(b, 0, 2);
      if (central) {
        put(b, 0, 2);
        put(b, 0, 2);
        put(b, 0, 2);
        put(b, 0, 4);
        put(b, offset, 4);
      }
      put_bytes(b, member, length);
      if (!central) put_bytes(b, npy, size);
    }
  }
  size_t start = zip.count;
  put_bytes(&zip, directory.data, directory.count);
  put(&zip, 0x06054b50, 4);
  put(&zip, 0, 4);
  put(&zip, count, 2);
  put(&zip, count, 2);
  put(&zip, directory.count, 4);
  put(&zip, start, 4);
  put(&zip, 0, 2);
  assert_int_equal(file_write_all(in_folder(name), zip.data, zip.count, NULL), FP8C_OK);
  return in_folder(name);
}

/* x: f32[batch, 3], ids: i64[batch, seq], with one output "y" like x. */
static graph *two_inputs(void) {
  graph *g = graph_new(&a, "g", 18);
  tensor x = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {graph_symbol(g, "batch"), 3}};
  tensor ids = {.dtype = FP8C_DTYPE_I64, .rank = 2};
  ids.dims[0] = graph_symbol(g, "batch");
  ids.dims[1] = graph_symbol(g, "seq");
  value *v = graph_input(g, "x", &x);
  graph_input(g, "ids", &ids);
  graph_output(g, "y", v);
  return g;
}

static const float numbers[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
static const int64_t indices[8] = {10, 11, 12, 13, 14, 15, 16, 17};

/* Opens and reads the samples from last to first; the error text or NULL. */
static const char *problem(const graph *g, const samples_options *o) {
  static fp8c_error err;
  calibration_data *d;
  if (samples_open(&a, g, o, &d, &err) != FP8C_OK) return err.text;
  for (size_t i = d->sample_count; i-- > 0;) {
    tensor inputs[4];
    if (d->read(d, i, &a, inputs, &err) != FP8C_OK) return err.text;
  }
  return NULL;
}

#define assert_problem(g_, o_, part_)                               \
  do {                                                              \
    const char *text_ = problem(g_, o_);                            \
    assert_non_null(text_);                                         \
    if (!strstr(text_, part_)) fprintf(stderr, "got: %s\n", text_); \
    assert_non_null(strstr(text_, part_));                          \
  } while (0)

/* ---- Tests --------------------------------------------------------------------- */

static void npz(void **state) {
  (void)state;
  graph *g = two_inputs();
  const char *names[] = {"x", "ids"};
  fp8c_tensor t[] = {ARRAY(FP8C_DTYPE_F32, numbers, 4, 3), ARRAY(FP8C_DTYPE_I64, indices, 4, 2)};
  samples_options o = {.path = write_npz("s.npz", names, t, 2)};
  calibration_data *d;
  fp8c_error err;
  assert_int_equal(samples_open(&a, g, &o, &d, &err), FP8C_OK);
  assert_int_equal(d->sample_count, 4);
  assert_int_equal(strlen(d->hash), 64);
  for (size_t turn = 0; turn < 8; turn++) { /* forwards, then backwards */
    size_t i = turn < 4 ? turn : 7 - turn;
    tensor in[2];
    assert_int_equal(d->read(d, i, &a, in, &err), FP8C_OK);
    assert_int_equal(in[0].rank, 2);
    assert_int_equal(in[0].dims[0], 1);
    assert_int_equal(in[0].dims[1], 3);
    assert_memory_equal(in[0].data, numbers + 3 * i, 12);
    assert_int_equal(in[1].dims[1], 2);
    assert_memory_equal(in[1].data, indices + 2 * i, 16);
  }
  /* The hash is of the content. */
  char first[65];
  memcpy(first, d->hash, 65);
  t[0].data = (void *)(uintptr_t)(numbers + 1);
  t[0].shape[0] = 3;
  t[1].shape[0] = 3;
  o.path = write_npz("t.npz", names, t, 2);
  assert_int_equal(samples_open(&a, g, &o, &d, &err), FP8C_OK);
  assert_string_not_equal(first, d->hash);
}

static void folders(void **state) {
  (void)state;
  graph *g = two_inputs();
  write_npy("x.npy", ARRAY(FP8C_DTYPE_F32, numbers, 2, 2, 3)); /* batches of two in front */
  write_npy("ids.npy", ARRAY(FP8C_DTYPE_I64, indices, 2, 2, 2));
  samples_options o = {.path = folder};
  calibration_data *d;
  fp8c_error err;
  assert_int_equal(samples_open(&a, g, &o, &d, &err), FP8C_OK);
  assert_int_equal(d->sample_count, 2);
  tensor in[2];
  assert_int_equal(d->read(d, 1, &a, in, &err), FP8C_OK);
  assert_int_equal(in[0].dims[0], 2);
  assert_memory_equal(in[0].data, numbers + 6, 24);
  unlink(in_folder("x.npy"));
  unlink(in_folder("ids.npy"));
  assert_problem(g, &o, "holds no .npz");
  /* Several .npz follow each other. */
  const char *names[] = {"x", "ids"};
  fp8c_tensor t[] = {ARRAY(FP8C_DTYPE_F32, numbers, 1, 3), ARRAY(FP8C_DTYPE_I64, indices, 1, 2)};
  write_npz("a.npz", names, t, 2);
  t[0].data = (void *)(uintptr_t)(numbers + 3);
  write_npz("b.npz", names, t, 2);
  assert_int_equal(samples_open(&a, g, &o, &d, &err), FP8C_OK);
  assert_int_equal(d->sample_count, 2);
  assert_int_equal(d->read(d, 1, &a, in, &err), FP8C_OK);
  assert_memory_equal(in[0].data, numbers + 3, 12);
  write_npy("x.npy", t[0]);
  assert_problem(g, &o, "one kind was expected");
}

static fp8c_status fake_pb(arena *memory, const char *path, const char **name, tensor *out,
                           fp8c_error *err) {
  (void)err;
  bool first = strstr(path, "input_0") != NULL;
  *name = "";
  *out = (tensor){.dtype = first ? FP8C_DTYPE_F32 : FP8C_DTYPE_I64, .rank = 2};
  out->dims[0] = 1;
  out->dims[1] = first ? 3 : 2;
  out->data = arena_alloc(memory, 64);
  memcpy(out->data, first ? (const void *)numbers : (const void *)indices, first ? 12 : 16);
  return FP8C_OK;
}

static void test_data_sets(void **state) {
  (void)state;
  graph *g = two_inputs();
  for (int i = 0; i < 2; i++) {
    const char *set = in_folder(i ? "test_data_set_1" : "test_data_set_0");
    assert_int_equal(folder_make(set, NULL), FP8C_OK);
    assert_int_equal(file_write_all(path_join(&a, set, "input_0.pb"), "0", 1, NULL), FP8C_OK);
    assert_int_equal(file_write_all(path_join(&a, set, "input_1.pb"), "1", 1, NULL), FP8C_OK);
  }
  samples_options o = {.path = folder};
  assert_problem(g, &o, "not read here");
  o.read_pb = fake_pb;
  assert_null(problem(g, &o));
  calibration_data *d;
  assert_int_equal(samples_open(&a, g, &o, &d, NULL), FP8C_OK);
  assert_int_equal(d->sample_count, 2);
  unlink(path_join(&a, in_folder("test_data_set_1"), "input_1.pb"));
  assert_problem(g, &o, "input \"ids\" is missing in sample 1");
}

static void sets_and_states(void **state) {
  (void)state;
  graph *g = two_inputs();
  tensor rate = {.dtype = FP8C_DTYPE_I64, .rank = 0};
  graph_input(g, "sr", &rate);
  const char *names[] = {"ids"}, *sets[] = {"sr=16000"}, *states[] = {"x=y"};
  fp8c_tensor t[] = {ARRAY(FP8C_DTYPE_I64, indices, 4, 2)};
  samples_options o = {.path = write_npz("s.npz", names, t, 1)};
  assert_problem(g, &o, "no array \"x\"");
  o.sets = sets;
  o.set_count = 1;
  o.states = states;
  o.state_count = 1;
  calibration_data *d;
  fp8c_error err;
  assert_int_equal(samples_open(&a, g, &o, &d, &err), FP8C_OK);
  tensor in[3];
  assert_int_equal(d->read(d, 0, &a, in, &err), FP8C_OK);
  assert_true(*(int64_t *)in[2].data == 16000);
  assert_int_equal(in[0].dims[0], 1); /* the batch of ids */
  assert_true(((float *)in[0].data)[2] == 0);
  sample_carry *carry = sample_carry_new(&a, d);
  sample_carry_apply(carry, 1, in);
  assert_true(((float *)in[0].data)[2] == 0);
  float next[3] = {7, 8, 9};
  tensor out = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {1, 3}, .data = next};
  assert_int_equal(sample_carry_take(carry, 0, &out, &err), FP8C_OK);
  next[2] = 0;
  assert_int_equal(d->read(d, 1, &a, in, &err), FP8C_OK);
  sample_carry_apply(carry, 1, in);
  assert_true(((float *)in[0].data)[2] == 9);
  out.dtype = FP8C_DTYPE_F64;
  assert_int_equal(sample_carry_take(carry, 0, &out, &err), FP8C_ERROR_ARGUMENT);
  size_t second = 1; /* parts of the samples carry as well */
  carry = sample_carry_new(&a, samples_part(&a, d, &second, 1));
  assert_int_equal(sample_carry_take(carry, 0, &out, &err), FP8C_ERROR_ARGUMENT);
  assert_non_null(strstr(err.text, "input \"x\""));
  out.dtype = FP8C_DTYPE_F32;
  assert_int_equal(sample_carry_take(carry, 0, &out, &err), FP8C_OK);
  static const struct {
    const char *set, *says;
  } bad[] = {{"sr", "NAME=VALUE"},
             {"nope=1", "no input \"nope\""},
             {"sr=1.5", "is no i64"},
             {"sr=[1 2]", "2 numbers; it takes 1"},
             {"sr=[1", "[a b c]"},
             {"ids=3", "in the calibration data too"},
             {"sr=99999999999999999999", "is no i64"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    sets[0] = bad[i].set;
    assert_problem(g, &o, bad[i].says);
  }
  sets[0] = "sr=1";
  states[0] = "x=z";
  assert_problem(g, &o, "no output \"z\"");
}

static void mistakes(void **state) {
  (void)state;
  graph *g = two_inputs();
  samples_options o = {.path = in_folder("nothing.npz")};
  const char *names[] = {"x", "ids"};
  fp8c_tensor t[] = {ARRAY(FP8C_DTYPE_F32, numbers, 2, 3), ARRAY(FP8C_DTYPE_I64, indices, 2, 2)};
  assert_non_null(problem(g, &o));
  o.path = in_folder("nothing.txt");
  assert_problem(g, &o, "no such file");
  o.path = write_npz("s.npz", names, t, 1);
  assert_problem(g, &o, "no array \"ids\"");
  t[1] = ARRAY(FP8C_DTYPE_I64, indices, 4, 2);
  o.path = write_npz("s.npz", names, t, 2);
  assert_problem(g, &o, "2 samples of \"x\" but 4 of \"ids\"");
  t[1] = ARRAY(FP8C_DTYPE_F64, numbers, 2, 2);
  o.path = write_npz("s.npz", names, t, 2);
  assert_problem(g, &o, "holds f64");
  t[1] = ARRAY(FP8C_DTYPE_I64, indices, 2);
  o.path = write_npz("s.npz", names, t, 2);
  assert_problem(g, &o, "1 dimensions");
  t[1] = ARRAY(FP8C_DTYPE_I64, indices, 2, 2);
  t[0] = ARRAY(FP8C_DTYPE_F32, numbers, 2, 4);
  o.path = write_npz("s.npz", names, t, 2);
  assert_problem(g, &o, "dimension 1 is 4");
  t[0] = ARRAY(FP8C_DTYPE_F32, numbers, 0, 3);
  o.path = write_npz("s.npz", names, t, 2);
  assert_problem(g, &o, "empty");
  const char *other[] = {"x", "idz"};
  t[0] = ARRAY(FP8C_DTYPE_F32, numbers, 2, 3);
  o.path = write_npz("s.npz", other, t, 2);
  assert_problem(g, &o, "is no input of the model");
  const char *twice[] = {"x", "x"};
  t[1] = t[0];
  o.path = write_npz("s.npz", twice, t, 2);
  assert_non_null(problem(g, &o));
  float bad[6] = {1, 2, 3, 4, NAN, 6};
  t[0] = ARRAY(FP8C_DTYPE_F32, bad, 2, 3);
  t[1] = ARRAY(FP8C_DTYPE_I64, indices, 2, 2);
  o.path = write_npz("s.npz", names, t, 2);
  assert_problem(g, &o, "sample 1 of input \"x\" holds NaN");
  bad[4] = -INFINITY;
  o.path = write_npz("s.npz", names, t, 2);
  assert_problem(g, &o, "infinity");
  assert_int_equal(file_write_all(in_folder("e.npz"), "", 0, NULL), FP8C_OK);
  o.path = in_folder("e.npz");
  assert_problem(g, &o, "empty");
}

/* Without file_write_all's fsync, which is most of its time. */
static void spill(const char *path, const void *data, size_t size) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(data, 1, size, f), size);
  fclose(f);
}

/* No prefix and no flipped byte of an archive may do more than fail. */
static void damaged(void **state) {
  (void)state;
  graph *g = two_inputs();
  const char *names[] = {"x", "ids"};
  fp8c_tensor t[] = {ARRAY(FP8C_DTYPE_F32, numbers, 2, 3), ARRAY(FP8C_DTYPE_I64, indices, 2, 2)};
  char *data;
  size_t size;
  const char *path = write_npz("s.npz", names, t, 2);
  assert_int_equal(file_read_all(&a, path, 1 << 16, &data, &size, NULL), FP8C_OK);
  samples_options o = {.path = path};
  for (size_t cut = 0; cut < size; cut += 5) {
    arena_mark mark = arena_save(&a);
    spill(path, data, cut);
    assert_non_null(problem(g, &o));
    arena_reset(&a, mark);
  }
  for (size_t i = 0; i < size; i++) {
    arena_mark mark = arena_save(&a);
    data[i] = (char)(data[i] ^ (1 << i % 8));
    spill(path, data, size);
    (void)problem(g, &o); /* a flipped date harms nobody */
    data[i] = (char)(data[i] ^ (1 << i % 8));
    arena_reset(&a, mark);
  }
}

static void expressions(void **state) {
  (void)state;
  static const struct {
    const char *text;
    float want[2]; /* for x = 51 in channels 0 and 1 */
  } good[] = {
      {"x", {51, 51}},         {" ( x / 255 - [0.5, .25] ) / [ 0.5 .125 ]", {-0.6f, -0.4f}},
      {"-x*2+1e2", {-2, -2}},  {"1/-(x-50)", {-1, -1}},
      {"pixels/51-1", {0, 0}},
  };
  uint8_t pixels[4] = {51, 51, 51, 51};
  tensor in = {.dtype = FP8C_DTYPE_U8, .rank = 3, .dims = {1, 2, 2}, .data = pixels}, out;
  fp8c_error err;
  preprocess *p;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    assert_int_equal(preprocess_parse(&a, "pixels", good[i].text, &p, &err), FP8C_OK);
    assert_int_equal(preprocess_apply(p, &in, &a, &out, &err), FP8C_OK);
    assert_int_equal(out.dtype, FP8C_DTYPE_F32);
    for (int k = 0; k < 4; k++)
      assert_true(fabsf(((float *)out.data)[k] - good[i].want[k / 2]) < 1e-6f);
  }
  static const char *const bad[] = {"",    "x +", "(x",   "x)",   "y",  "[ ]", "[1 2", "1e999",
                                    "x x", "[x]", "1..2", "x/*2", "+x", "xy",  "x%2"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(preprocess_parse(&a, "pixels", bad[i], &p, &err), FP8C_ERROR_ARGUMENT);
    assert_non_null(strstr(err.text, "--preprocess"));
  }
  char deep[300];
  memset(deep, '(', 200);
  strcpy(deep + 200, "x");
  assert_int_equal(preprocess_parse(&a, "x", deep, &p, &err), FP8C_ERROR_ARGUMENT);
  assert_int_equal(preprocess_parse(&a, "x", "x-[1 2 3]", &p, &err), FP8C_OK);
  assert_int_equal(preprocess_apply(p, &in, &a, &out, &err), FP8C_ERROR_ARGUMENT);
  assert_non_null(strstr(err.text, "3 constants per channel"));
}

static void preprocessed_bytes(void **state) {
  (void)state;
  graph *g = graph_new(&a, "g", 18);
  tensor x = {.dtype = FP8C_DTYPE_F32, .rank = 4, .dims = {graph_symbol(g, "n"), 2, 1, 2}};
  graph_input(g, "x", &x);
  uint8_t pixels[8] = {0, 255, 51, 102, 0, 0, 255, 255};
  const char *names[] = {"x"}, *pre[] = {"x=x/255"};
  fp8c_tensor t[] = {ARRAY(FP8C_DTYPE_U8, pixels, 2, 2, 1, 2)};
  samples_options o = {.path = write_npz("s.npz", names, t, 1)};
  assert_problem(g, &o, "--preprocess can convert it");
  o.preprocess = pre;
  o.preprocess_count = 1;
  calibration_data *d;
  tensor in[1];
  assert_int_equal(samples_open(&a, g, &o, &d, NULL), FP8C_OK);
  assert_int_equal(d->read(d, 0, &a, in, NULL), FP8C_OK);
  assert_true(((float *)in[0].data)[1] == 1.0f && ((float *)in[0].data)[2] == 51.0f / 255.0f);
}

/* ---- Samples of the caller's -------------------------------------------------------- */

typedef struct lender {
  fp8c_tensor x, ids;      /* sample i begins at its i-th row */
  size_t refuse, last_ids; /* from which sample on nothing comes, and none of `ids` does */
} lender;

static bool lend(void *user, size_t index, const char *input, fp8c_tensor *out) {
  const lender *l = user;
  bool x = strcmp(input, "x") == 0;
  if (index >= l->refuse) return false;
  if (!x && index >= l->last_ids) return true;
  *out = x ? l->x : l->ids;
  if (out->data && out->rank > 0) out->data = (char *)out->data + index * fp8c_tensor_bytes(out);
  return true;
}

static void memory(void **state) {
  (void)state;
  graph *g = two_inputs();
  lender l = {ARRAY(FP8C_DTYPE_F32, numbers, 1, 3), ARRAY(FP8C_DTYPE_I64, indices, 1, 2), 9, 9};
  fp8c_samples given = {.count = 4, .read = lend, .user = &l};
  samples_options o = {.path = "samples in memory", .memory = &given};
  calibration_data *d, *other;
  fp8c_error err;
  assert_int_equal(samples_open(&a, g, &o, &d, &err), FP8C_OK);
  assert_int_equal(d->sample_count, 4);
  for (size_t turn = 0; turn < 8; turn++) {
    size_t i = turn < 4 ? turn : 7 - turn;
    tensor in[2];
    assert_int_equal(d->read(d, i, &a, in, &err), FP8C_OK);
    assert_true(in[0].rank == 2 && in[0].dims[0] == 1 && in[0].dims[1] == 3);
    assert_memory_equal(in[0].data, numbers + 3 * i, 12);
    assert_memory_equal(in[1].data, indices + 2 * i, 16);
  }
  /* The hash is of the content. */
  given.count = 3;
  assert_int_equal(samples_open(&a, g, &o, &other, &err), FP8C_OK);
  assert_string_not_equal(other->hash, d->hash);
  l.last_ids = 2;
  assert_problem(g, &o, "input \"ids\" is missing in sample 2");
  const char *set = "ids=7";
  l.last_ids = 0;
  samples_options with_set = o;
  with_set.sets = &set;
  with_set.set_count = 1;
  assert_null(problem(g, &with_set));
  l.last_ids = 9;
  l.refuse = 1;
  assert_problem(g, &o, "the caller did not give sample 1 of input \"x\"");
  l.refuse = 9;
  fp8c_tensor right = l.x;
  l.x.dtype = FP8C_DTYPE_F64;
  assert_problem(g, &o, "input \"x\" is f64; the model wants f32");
  l.x = right;
  l.x.shape[1] = 4;
  assert_problem(g, &o, "of input \"x\" is f32[1, 4]");
  l.x.shape[1] = INT64_MAX;
  assert_problem(g, &o, "a shape that no sample has");
  l.x = right;
  l.x.rank = 9;
  assert_problem(g, &o, "rank 9");
  l.x = right;
  l.x.data = NULL;
  assert_problem(g, &o, "has no data");
  l.x = right;
  given.count = 0;
  assert_problem(g, &o, "holds no samples");
  given.read = NULL;
  assert_problem(g, &o, "there is no function");
}

#define TEST(name_) cmocka_unit_test_setup_teardown(name_, open_arena, close_arena)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(npz),      TEST(folders), TEST(test_data_sets), TEST(sets_and_states),
      TEST(mistakes), TEST(damaged), TEST(expressions),    TEST(preprocessed_bytes),
      TEST(memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
