/* test_import.c - the wire scan and the importer from inside: limits at their
 * edges, weights left in the file, dimensions as symbols. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "frontend/import.h"

/* ---- Bytes ------------------------------------------------------------- */

typedef struct bytes {
  uint8_t *data;
  size_t count, room;
} bytes;

static void put(bytes *b, const void *data, size_t count) {
  if (b->count + count >= b->room) { /* doubled: the address sanitizer copies whatever grows */
    b->room = 2 * (b->count + count) + 16;
    b->data = realloc(b->data, b->room);
    assert_non_null(b->data);
  }
  if (count) memcpy(b->data + b->count, data, count);
  b->count += count;
}

static void put_varint(bytes *b, uint64_t x) {
  for (;; x >>= 7) {
    uint8_t c = (uint8_t)((x & 127) | (x > 127 ? 128 : 0));
    put(b, &c, 1);
    if (x < 128) return;
  }
}

static void put_number(bytes *b, unsigned field, uint64_t x) {
  put_varint(b, field << 3);
  put_varint(b, x);
}

/* Takes `inner` over. */
static void put_field(bytes *b, unsigned field, bytes inner) {
  put_varint(b, field << 3 | 2);
  put_varint(b, inner.count);
  put(b, inner.data, inner.count);
  free(inner.data);
}

static bytes text_bytes(const char *s) {
  bytes b = {0};
  put(&b, s, strlen(s));
  return b;
}

/* A model of opset 18 around a graph's fields; the graph is taken over. */
static bytes model_of(bytes graph_fields) {
  bytes m = {0}, opset = {0};
  put_number(&opset, 2, 18);
  put_field(&m, 8, opset);
  put_field(&m, 7, graph_fields);
  return m;
}

static bytes node_of(const char *op, const char *in, const char *out) {
  bytes n = {0};
  put_field(&n, 4, text_bytes(op));
  put_field(&n, 1, text_bytes(in));
  put_field(&n, 2, text_bytes(out));
  return n;
}

static bytes named(unsigned field, const char *name) {
  bytes b = {0};
  put_field(&b, field, text_bytes(name));
  return b;
}

/* ---- Importing --------------------------------------------------------- */

typedef struct imported {
  arena a;
  oom_guard guard;
  file f;
  graph *g;
  fp8c_status status;
  fp8c_error err;
} imported;

/* Imports the bytes, which are taken over. */
static imported *import(bytes b) {
  imported *i = calloc(1, sizeof *i);
  assert_non_null(i);
  arena_init(&i->a, &i->guard);
  i->f = (file){.fd = memfd_create("model", MFD_CLOEXEC), .bytes = b.count};
  assert_true(i->f.fd >= 0);
  assert_int_equal(write(i->f.fd, b.data, b.count), b.count);
  free(b.data);
  if (setjmp(i->guard.jump)) fail_msg("out of memory");
  i->status = onnx_import_file(&i->a, &i->f, NULL, &i->g, NULL, &i->err);
  return i;
}

static void done(imported *i) {
  arena_free(&i->a);
  close(i->f.fd);
  free(i);
}

/* ---- Tests ------------------------------------------------------------- */

/* Sequences of sequences ... as the type of an input: `levels` messages deep. */
static bytes nested(unsigned levels) {
  bytes inner = {0};
  for (unsigned i = 0; i < levels; i++) {
    bytes outer = {0};
    put_field(&outer, i % 2 ? 4 : 1, inner); /* TypeProto.sequence_type, .elem_type */
    inner = outer;
  }
  return inner;
}

static void check_depth(unsigned messages, bool fits) {
  /* model, graph, value info, type are four of them */
  bytes info = named(1, "x"), g = {0};
  put_field(&info, 2, nested(messages - 4));
  put_field(&g, 11, info);
  imported *i = import(model_of(g));
  assert_int_equal(i->status, fits ? FP8C_ERROR_UNSUPPORTED : FP8C_ERROR_FORMAT);
  assert_int_equal(strstr(i->err.text, "nested deeper") == NULL, fits);
  done(i);
}

static void test_depth(void **state) {
  (void)state;
  check_depth(WIRE_MAX_DEPTH, true);
  check_depth(WIRE_MAX_DEPTH + 2, false);
}

static imported *import_weight(size_t floats) {
  bytes g = {0}, w = {0}, raw = {0};
  for (size_t i = 0; i < floats; i++) {
    float x = (float)i;
    put(&raw, &x, 4);
  }
  put_number(&w, 1, floats);
  put_number(&w, 2, 1);
  put_field(&w, 8, text_bytes("w"));
  put_field(&w, 9, raw);
  put_field(&g, 5, w);
  put_field(&g, 1, node_of("Relu", "w", "y"));
  put_field(&g, 12, named(1, "y"));
  return import(model_of(g));
}

static void check_weight(size_t floats, bool in_file) {
  imported *i = import_weight(floats);
  assert_int_equal(i->status, FP8C_OK);
  const value *w = i->g->first->in[0];
  assert_int_equal(w->blob.bytes, floats * 4);
  assert_int_equal(w->blob.file == &i->f, in_file);
  tensor t;
  assert_int_equal(value_load(w, &i->a, &t, NULL), FP8C_OK);
  for (size_t k = 0; k < floats; k++) assert_true(tensor_real(&t, (int64_t)k) == (double)k);
  done(i);
}

static void test_weights_stay_in_the_file(void **state) {
  (void)state;
  check_weight(1, false);
  check_weight(2, false); /* 8 bytes: as long as a reference to a cut */
  check_weight(3, false);
  check_weight(WIRE_KEEP_BYTES / 4 - 1, false);
  check_weight(WIRE_KEEP_BYTES / 4, true);
  check_weight(100000, true);
}

/* A payload of 8 bytes that looks like a reference is not taken for one. */
static void test_forged_reference(void **state) {
  (void)state;
  bytes g = {0}, w = {0}, raw = {0};
  uint64_t forged = 0;
  put(&raw, &forged, 8);
  put_number(&w, 1, 1);
  put_number(&w, 2, 7);
  put_field(&w, 8, text_bytes("w"));
  put_field(&w, 9, raw);
  put_field(&g, 5, w);
  put_field(&g, 1, node_of("Abs", "w", "y"));
  put_field(&g, 12, named(1, "y"));
  imported *i = import(model_of(g));
  assert_int_equal(i->status, FP8C_OK);
  tensor t;
  assert_int_equal(value_load(i->g->first->in[0], &i->a, &t, NULL), FP8C_OK);
  assert_int_equal(tensor_int(&t, 0), 0);
  done(i);
}

static bytes dim_named(const char *name) {
  bytes d = {0};
  if (name) put_field(&d, 2, text_bytes(name));
  return d;
}

static void test_dimensions(void **state) {
  (void)state;
  bytes sized = {0}, negative = {0}, shape = {0};
  put_number(&sized, 1, 5);
  put_number(&negative, 1, UINT64_MAX);
  bytes dims[] = {dim_named("batch"), sized,           dim_named(NULL), dim_named("?"), negative,
                  dim_named("batch"), dim_named("x.2")};
  for (size_t k = 0; k < sizeof dims / sizeof *dims; k++) put_field(&shape, 1, dims[k]);
  bytes tensor_type = {0}, type = {0}, info = named(1, "x"), g = {0};
  put_number(&tensor_type, 1, 1);
  put_field(&tensor_type, 2, shape);
  put_field(&type, 1, tensor_type);
  put_field(&info, 2, type);
  put_field(&g, 11, info);
  put_field(&g, 1, node_of("Relu", "x", "y"));
  put_field(&g, 12, named(1, "y"));
  imported *i = import(model_of(g));
  assert_int_equal(i->status, FP8C_OK);
  const int64_t *d = i->g->inputs[0]->type.dims;
  const char *names[7];
  for (int k = 0; k < 7; k++) names[k] = d[k] < 0 ? i->g->symbols[DIM_SYMBOL_INDEX(d[k])].name : "";
  assert_int_equal(d[1], 5);
  assert_string_equal(names[0], "batch");
  assert_true(d[0] == d[5]);
  assert_string_equal(names[2], "x.2.1"); /* x.2 is taken by the model */
  assert_string_equal(names[3], "x.3");
  assert_string_equal(names[4], "x.4");
  assert_string_equal(names[6], "x.2");
  done(i);
}

/* "3" is a size, anything else a name; NULL ends the list. */
static bytes value_of(const char *name, const char *const *dims) {
  bytes shape = {0}, tensor_type = {0}, type = {0}, info = named(1, name);
  for (; *dims; dims++) {
    bytes size = {0};
    if (**dims >= '0' && **dims <= '9') put_number(&size, 1, strtoul(*dims, NULL, 10));
    put_field(&shape, 1, size.data ? size : dim_named(*dims));
  }
  put_number(&tensor_type, 1, 1);
  put_field(&tensor_type, 2, shape);
  put_field(&type, 1, tensor_type);
  put_field(&info, 2, type);
  return info;
}

#define DIMS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* y = Relu(a + b), whose length is that of a or of b: inference cannot tell. */
static imported *import_sum(const char *const *stated, const char *const *middle) {
  bytes g = {0}, add = node_of("Add", "a", "s");
  put_field(&add, 1, text_bytes("b"));
  put_field(&g, 1, add);
  put_field(&g, 1, node_of("Relu", "s", "y"));
  put_field(&g, 11, value_of("a", DIMS("n", "4")));
  put_field(&g, 11, value_of("b", DIMS("m", "4")));
  put_field(&g, 12, stated ? value_of("y", stated) : named(1, "y"));
  if (middle) put_field(&g, 13, value_of("s", middle));
  return import(model_of(g));
}

/* All dimensions of the sum and of the output are `expected` ("n", "7"). */
static void check_sum(const char *const *stated, const char *const *middle, const char *expected) {
  imported *i = import_sum(stated, middle);
  if (i->status != FP8C_OK) fail_msg("%s", i->err.text);
  graph *g = i->g;
  int64_t dim = g->outputs[0]->type.dims[0];
  assert_true(g->first->out[0]->type.dims[0] == dim);
  if (*expected >= '0' && *expected <= '9')
    assert_int_equal(dim, strtoul(expected, NULL, 10));
  else
    assert_string_equal(g->symbols[DIM_SYMBOL_INDEX(dim)].name, expected);
  /* It stays so: inference does not know better, and knows when a size is known. */
  fp8c_error err = {0};
  assert_int_equal(graph_infer(g, &err), FP8C_OK);
  assert_true(g->outputs[0]->type.dims[0] == dim);
  assert_int_equal(graph_verify(g, &err), FP8C_OK);
  if (strcmp(expected, "n") == 0) {
    assert_int_equal(graph_bind(g, "n", 6, &err), FP8C_OK);
    assert_int_equal(graph_infer(g, &err), FP8C_OK);
    assert_int_equal(g->outputs[0]->type.dims[0], 6);
  }
  done(i);
}

static void test_stated_dimensions(void **state) {
  (void)state;
  check_sum(NULL, NULL, "s.0");
  check_sum(DIMS("n", "4"), NULL, "n");
  check_sum(DIMS("?", "4"), NULL, "s.0");
  check_sum(DIMS("length", "4"), NULL, "length");
  check_sum(DIMS("7", "4"), NULL, "7");
  check_sum(NULL, DIMS("n", "4"), "n");
  check_sum(NULL, DIMS("7", "4"), "s.0"); /* left behind by some tool */
  check_sum(NULL, DIMS("n"), "s.0");
  check_sum(DIMS("0", "4"), NULL, "s.0"); /* an exporter's "unknown" */
  const struct {
    const char *const *dims;
    const char *says;
  } wrong[] = {{DIMS("n", "5"), "\"y\""}, {DIMS("n"), "\"y\""}, {DIMS("7", "5"), "[7, 5]"}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    imported *i = import_sum(wrong[k].dims, NULL);
    assert_int_equal(i->status, FP8C_ERROR_FORMAT);
    if (!strstr(i->err.text, wrong[k].says)) fail_msg("%s", i->err.text);
    done(i);
  }
}

static void test_memory_budget(void **state) {
  (void)state;
  bytes g = {0};
  g.count = (size_t)4 << 20;
  g.data = calloc(1, g.count);
  assert_non_null(g.data);
  for (size_t k = 0; k < g.count; k += 2) g.data[k] = 1 << 3 | 2; /* empty nodes */
  imported *i = import(model_of(g));
  assert_int_equal(i->status, FP8C_ERROR_FORMAT);
  assert_non_null(strstr(i->err.text, "MiB"));
  done(i);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_weights_stay_in_the_file),
      cmocka_unit_test(test_forged_reference),
      cmocka_unit_test(test_dimensions),
      cmocka_unit_test(test_stated_dimensions),
      cmocka_unit_test(test_memory_budget),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
