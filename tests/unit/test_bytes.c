/* test_bytes.c - products, convolutions and largest of bytes: the fast way against the plain loops,
 * which widen bytes first, bit for bit. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdlib.h>

#include "ops/byte_result.h"
#include "ops/byte_tiles.h"
#include "ops/ids/pools.h"
#include "ops/ids/types.h"
#include "ops/ops.h"
#include "tests/support/ops_bench.h"

/* Bytes of either type; sometimes the ends of the range alone, where sums are largest. */
static tensor bytes(bench *b, fp8c_dtype dtype, int rank, const int64_t *dims) {
  tensor t = {.dtype = dtype, .rank = rank};
  memcpy(t.dims, dims, (size_t)rank * sizeof *dims);
  int64_t n = tensor_elements(&t);
  bool ends = below(4) == 0;
  uint8_t *data = arena_alloc(&b->a, (size_t)n + 1), low = dtype == FP8C_DTYPE_I8 ? 0x80 : 0;
  for (int64_t i = 0; i < n; i++)
    data[i] = !ends ? (uint8_t)below(256) : below(2) ? low : (uint8_t)(low - 1);
  t.data = data;
  return t;
}

static tensor floats(bench *b, int64_t n, float size) {
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = n == 1 ? 0 : 1, .dims = {n}};
  float *data = NEW_ARRAY(&b->a, float, n);
  for (int64_t i = 0; i < n; i++) data[i] = size * (1 + uniform() / 2);
  t.data = data;
  return t;
}

static fp8c_dtype either(void) { return below(2) ? FP8C_DTYPE_U8 : FP8C_DTYPE_I8; }

/* Plain, alone and with threads. */
static void check(bench *b, op_call c) {
  tensor out = {.rank = 0}, results[3];
  c.out = &out;
  c.out_count = 1;
  c.scratch = &b->a;
  assert_int_equal(op_infer(&c, NULL), FP8C_OK);
  for (int way = 0; way < 3; way++) {
    results[way] = out;
    results[way].data = arena_alloc(&b->a, tensor_bytes(&out) + 1);
    memset(results[way].data, 0xee, tensor_bytes(&out));
    c.out = &results[way];
    c.threads = way == 2 ? b->threads : NULL;
    c.plain = way == 0;
    assert_int_equal(op_run(&c, NULL), FP8C_OK);
  }
  assert_memory_equal(results[0].data, results[1].data, tensor_bytes(&out));
  assert_memory_equal(results[0].data, results[2].data, tensor_bytes(&out));
}

/* Scales and zero points around two operands, as the QLinear operators have them. */
static void check_both(bench *b, op_id integer, op_id linear, attr_list attrs, const tensor *x,
                       const tensor *w, int64_t channels, const tensor *bias) {
  const int64_t one = 1;
  tensor x_zero = bytes(b, x->dtype, 1, &one);
  tensor w_zero = bytes(b, w->dtype, 1, below(2) ? &one : &channels);
  tensor y_zero = bytes(b, either(), 1, &one), scales[3];
  if (below(2)) memset(w_zero.data, 0, tensor_bytes(&w_zero));
  for (int i = 0; i < 3; i++) scales[i] = floats(b, i == 1 ? channels : 1, i == 2 ? 0.7f : 0.01f);
  const tensor *plain[] = {x, w, &x_zero, &w_zero};
  const tensor *all[] = {x, &scales[0], &x_zero, w, &scales[1], &w_zero, &scales[2], &y_zero, bias};
  check(b, (op_call){.op = op_get(integer), .attrs = attrs, .in = plain, .in_count = 4});
  check(b, (op_call){.op = op_get(linear), .attrs = attrs, .in = all, .in_count = bias ? 9 : 8});
}

static void test_products(void **state) {
  bench *b = *state;
  for (int round = 0; round < 150; round++) {
    arena_mark mark = arena_save(&b->a);
    int64_t m = 1 + below(40), n = 1 + below(round % 10 ? 90 : 600), k = 1 + below(90),
            of = 1 + below(3);
    if (round % 9 == 0) k += 4000;
    bool batches = below(2);
    tensor a = bytes(b, either(), 3, (const int64_t[]){of, m, k});
    tensor w = bytes(b, either(), batches ? 3 : 2,
                     batches ? (const int64_t[]){of, k, n} : (const int64_t[]){k, n});
    check_both(b, OP_MAT_MUL_INTEGER, OP_Q_LINEAR_MAT_MUL, (attr_list){NULL, 0}, &a, &w, n, NULL);
    arena_reset(&b->a, mark);
  }
}

static void test_convolutions(void **state) {
  bench *b = *state;
  for (int round = 0; round < 300; round++) {
    arena_mark mark = arena_save(&b->a);
    int64_t group = 1 + below(3), channels = 1 + below(9), outputs = 1 + below(30);
    int64_t kernel[2], strides[2], dilations[2], pads[4], dims[4] = {1 + below(2), 0, 0, 0};
    bool pointwise = below(3) == 0, thin = below(3) == 0;
    if (thin) group = 1 + below(20), channels = 1, outputs = 1 + below(3);
    for (int d = 0; d < 2; d++) {
      kernel[d] = pointwise ? 1 : 1 + below(5);
      strides[d] = below(2) ? 1 : 1 + below(3);
      dilations[d] = 1 + below(2);
      pads[d] = pointwise ? 0 : below(4);
      pads[d + 2] = pointwise ? 0 : below(4);
      dims[d + 2] = (kernel[d] - 1) * dilations[d] + 1 + below(24);
    }
    dims[1] = group * channels;
    tensor x = bytes(b, either(), 4, dims);
    tensor w =
        bytes(b, either(), 4, (const int64_t[]){group * outputs, channels, kernel[0], kernel[1]});
    tensor bias = {.dtype = FP8C_DTYPE_I32, .rank = 1, .dims = {group * outputs}};
    int32_t *numbers = NEW_ARRAY(&b->a, int32_t, bias.dims[0]);
    for (int64_t i = 0; i < bias.dims[0]; i++) numbers[i] = (int32_t)below(99999) - 50000;
    bias.data = numbers;
    const attr attrs[] = {{.name = "dilations", .kind = ATTR_INTS, .count = 2, .ints = dilations},
                          {.name = "group", .kind = ATTR_INT, .i = group},
                          {.name = "pads", .kind = ATTR_INTS, .count = 4, .ints = pads},
                          {.name = "strides", .kind = ATTR_INTS, .count = 2, .ints = strides}};
    check_both(b, OP_CONV_INTEGER, OP_Q_LINEAR_CONV, (attr_list){attrs, 4}, &x, &w, group * outputs,
               below(2) ? &bias : NULL);
    arena_reset(&b->a, mark);
  }
}

/* Tiles of every height and level that this processor has: those of a processor without products
 * of bytes, too. */
static void check_tiles(bench *b, const byte_tiles *tiles, bool widened) {
  for (bool last = false; !last; tiles++) {
    last = tiles->height == 1;
    for (int of = 0; of < 4; of++) {
      int64_t quads = 1 + below(40), row = 4 * quads, height = tiles->height, panels = of % 2 + 1;
      byte_tile *tile = tiles->of[of / 2][of % 2];
      if (!tile) continue;
      uint8_t *a = arena_alloc(&b->a, (size_t)(height * row));
      uint8_t *p = arena_alloc(&b->a, (size_t)(panels * quads * QUAD));
      int16_t *wide = NEW_ARRAY(&b->a, int16_t, height * row);
      for (int64_t i = 0; i < height * row; i++) {
        a[i] = (uint8_t)below(256);
        wide[i] = of / 2 ? a[i] : (int8_t)a[i];
      }
      for (int64_t i = 0; i < panels * quads * QUAD; i++) p[i] = (uint8_t)below(256);
      int32_t sums[BYTE_ROWS_MOST * 2 * BYTE_WIDTH] = {0}, want[BYTE_WIDTH];
      tile(quads, widened ? (const void *)wide : a, row, p, quads * QUAD, sums, 2 * BYTE_WIDTH);
      for (int64_t i = 0; i < height * panels; i++) {
        any_tiles[0].of[of / 2][0](quads, wide + i / panels * row, 0, p + i % panels * quads * QUAD,
                                   0, want, 0);
        assert_memory_equal(want, sums + i / panels * 2 * BYTE_WIDTH + i % panels * BYTE_WIDTH,
                            sizeof want);
      }
    }
  }
}

static void test_tiles(void **state) {
  bench *b = *state;
  bool widened;
  const byte_tiles *used = byte_tiles_used(&widened);
  check_tiles(b, used, widened);
#if defined(__x86_64__)
  if (cpu_level_used() >= CPU_V4) check_tiles(b, v4_tiles, true);
  if (cpu_level_used() >= CPU_V3) check_tiles(b, v3_tiles, true);
#endif
  check_tiles(b, any_tiles, true);
}

static void test_pools(void **state) {
  bench *b = *state;
  for (int round = 0; round < 100; round++) {
    arena_mark mark = arena_save(&b->a);
    int64_t kernel[2], strides[2], dilations[2], pads[4], dims[4] = {1 + below(2), 1 + below(9)};
    for (int d = 0; d < 2; d++) {
      kernel[d] = 1 + below(5);
      strides[d] = 1 + below(3);
      dilations[d] = 1 + below(2);
      pads[d] = below(kernel[d]);
      pads[d + 2] = below(kernel[d]);
      dims[d + 2] = (kernel[d] - 1) * dilations[d] + 1 + below(44);
    }
    tensor x = bytes(b, either(), 4, dims);
    const tensor *in[] = {&x};
    const attr attrs[] = {{.name = "dilations", .kind = ATTR_INTS, .count = 2, .ints = dilations},
                          {.name = "kernel_shape", .kind = ATTR_INTS, .count = 2, .ints = kernel},
                          {.name = "pads", .kind = ATTR_INTS, .count = 4, .ints = pads},
                          {.name = "strides", .kind = ATTR_INTS, .count = 2, .ints = strides}};
    check(b, (op_call){.op = op_get(OP_MAX_POOL), .attrs = {attrs, 4}, .in = in, .in_count = 1});
    arena_reset(&b->a, mark);
  }
}

/* Codes of numbers at and around the middle of two codes, against division. */
static void test_codes(void **state) {
  bench *b = *state;
  for (int round = 0; round < 200; round++) {
    arena_mark mark = arena_save(&b->a);
    int64_t n = 1 + below(70);
    float unit = ldexpf(1 + uniform() / 4, (int)below(40) - 20);
    bool is_signed = below(2);
    byte_result r = {.kind = BYTE_CODES, .unit = unit, .least = -INFINITY, .most = INFINITY};
    r.low = is_signed ? -128 : 0;
    r.high = r.low + 255;
    r.zero = r.low + (float)below(256);
    float *y = NEW_ARRAY(&b->a, float, n);
    uint8_t *to = arena_alloc(&b->a, (size_t)n);
    for (int64_t i = 0; i < n; i++) {
      y[i] = ((float)(below(600) - 300) + 0.5f) * unit;
      for (int64_t steps = below(9) - 4; steps; steps += steps < 0 ? 1 : -1)
        y[i] = nextafterf(y[i], steps < 0 ? -INFINITY : INFINITY);
    }
    if (below(2)) y[below(n)] = below(2) ? NAN : INFINITY;
    r.to = to;
    byte_result_settle(&r);
    byte_result_numbers(&r, y, n, 0);
    for (int64_t i = 0; i < n; i++) {
      float code = isnan(y[i]) ? r.low : rintf(y[i] / unit) + r.zero;
      code = code < r.low ? r.low : code > r.high ? r.high : code;
      assert_int_equal(to[i], (uint8_t)(int)code);
    }
    arena_reset(&b->a, mark);
  }
}

/* Zero points that are no codes, and scales that are none, are refused. */
static void test_refused(void **state) {
  bench *b = *state;
  tensor x = bytes(b, FP8C_DTYPE_U8, 1, (const int64_t[]){7}), out = {.rank = 0};
  const tensor *in[] = {&x};
  const attr bad[][1] = {{{.name = "a_zero", .kind = ATTR_INT, .i = 256}},
                         {{.name = "a_zero", .kind = ATTR_INT, .i = -1}},
                         {{.name = "gives", .kind = ATTR_STRING, .s = "i32"}},
                         {{.name = "unit", .kind = ATTR_FLOAT, .f = 0.0f}}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    op_call c = {.op = op_get(OP_BYTE_SUM),
                 .attrs = {bad[i], 1},
                 .in = in,
                 .in_count = 1,
                 .out = &out,
                 .out_count = 1,
                 .scratch = &b->a};
    assert_int_not_equal(op_infer(&c, NULL), FP8C_OK);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_tiles, start, stop),
      cmocka_unit_test_setup_teardown(test_products, start, stop),
      cmocka_unit_test_setup_teardown(test_convolutions, start, stop),
      cmocka_unit_test_setup_teardown(test_pools, start, stop),
      cmocka_unit_test_setup_teardown(test_codes, start, stop),
      cmocka_unit_test_setup_teardown(test_refused, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
