/* test_packed.c - products with weights of few bits: every code format, zero points, sizes that
 * fill no panel and no word, few rows and many, against chains of fused multiply-adds over the
 * weights that the codes stand for. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdlib.h>

#include "base/numbers.h"
#include "ops/ids/products.h"
#include "ops/packed.h"
#include "tests/support/ops_bench.h"

/* One product: its weights in a byte each, and as they are packed. */
typedef struct product {
  packed_form f;
  uint8_t *codes, *zero_codes;
  float *scales, *zeros, *x, *bias, factor;
  int64_t m;
  bool integers; /* the model permits activations of 8 bits */
} product;

/* With the numbers of all codes. */
static float weight(const product *p, const float numbers[256], int64_t i, int64_t at) {
  int64_t block = i * p->f.blocks + at / p->f.block;
  float w = numbers[p->codes[i * p->f.k + at]];
  if (p->zero_codes) w = w - (float)p->zero_codes[block];
  if (p->zeros) w = w - p->zeros[block];
  return w * (p->scales[block] * p->factor);
}

static product make(arena *a, fp8c_dtype codes, int64_t m, int64_t n, int64_t k, int64_t block,
                    int zeros) {
  product p = {.m = m, .factor = m % 2 ? 1.0f : 0.37f};
  assert_int_equal(packed_form_of(codes, n, k, block, &p.f, NULL), FP8C_OK);
  int64_t blocks = n * p.f.blocks;
  unsigned mask = (1u << p.f.bits) - 1;
  p.codes = arena_alloc(a, (size_t)(n * k));
  for (int64_t i = 0; i < n * k; i++) {
    p.codes[i] = (uint8_t)(random_bits() & mask);
    /* not a number */
    if (codes == FP8C_DTYPE_E4M3 && (p.codes[i] & 0x7f) == 0x7f) p.codes[i] ^= 1;
    if (codes == FP8C_DTYPE_E5M2 && (p.codes[i] & 0x7c) == 0x7c) p.codes[i] ^= 0x40;
  }
  p.scales = NEW_ARRAY(a, float, blocks);
  p.zeros = zeros == 2 ? NEW_ARRAY(a, float, blocks) : NULL;
  p.zero_codes = zeros == 1 ? arena_alloc(a, (size_t)blocks) : NULL;
  for (int64_t i = 0; i < blocks; i++) {
    p.scales[i] = uniform();
    if (zeros == 1) p.zero_codes[i] = (uint8_t)(random_bits() & mask);
    if (zeros == 2) p.zeros[i] = 8 * uniform();
  }
  p.x = NEW_ARRAY(a, float, m *k);
  for (int64_t i = 0; i < m * k; i++) p.x[i] = uniform();
  p.bias = random_bits() % 2 ? NEW_ARRAY(a, float, n) : NULL;
  for (int64_t i = 0; p.bias && i < n; i++) p.bias[i] = uniform();
  return p;
}

/* The call's operands in `t`, which outlives it. */
static op_call call_of(bench *b, const product *p, tensor t[6], const tensor *in[6],
                       attr attrs[6]) {
  const packed_form *f = &p->f;
  t[0] = (tensor){.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {p->m, f->k}, .data = p->x};
  t[1] = packed_codes_type(f);
  t[1].data = arena_alloc(&b->a, tensor_bytes(&t[1]));
  packed_pack(NULL, f, p->codes, t[1].data);
  t[2] = (tensor){.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {f->n}, .data = p->bias};
  t[4] = packed_scales_type(f, FP8C_DTYPE_F32);
  t[4].data = arena_alloc(&b->a, tensor_bytes(&t[4]));
  packed_pack_scales(f, sizeof(float), p->scales, t[4].data);
  bool zeros = p->zeros || p->zero_codes;
  t[5] = packed_scales_type(f, p->zeros ? FP8C_DTYPE_F32 : FP8C_DTYPE_U8);
  t[5].data = arena_alloc(&b->a, tensor_bytes(&t[5]));
  if (zeros)
    packed_pack_scales(f, dtype_bytes(t[5].dtype), p->zeros ? (void *)p->zeros : p->zero_codes,
                       t[5].data);
  for (int i = 0; i < 6; i++) in[i] = &t[i];
  if (!p->bias) in[2] = NULL;
  in[3] = NULL;
  attrs[0] = (attr){.name = "block", .kind = ATTR_INT, .i = f->block};
  attrs[1] = (attr){.name = "codes", .kind = ATTR_STRING, .s = fp8c_dtype_name(f->codes)};
  attrs[2] = (attr){.name = "columns", .kind = ATTR_INT, .i = f->n};
  attrs[3] = (attr){.name = "depth", .kind = ATTR_INT, .i = f->k};
  attrs[4] = (attr){.name = "factor", .kind = ATTR_FLOAT, .f = p->factor};
  attrs[5] = (attr){.name = "integers", .kind = ATTR_INT, .i = p->integers};
  return (op_call){.op = op_get(OP_PACKED_LINEAR),
                   .attrs = {attrs, 6},
                   .in = in,
                   .in_count = zeros ? 6 : 5,
                   .out_count = 1,
                   .scratch = &b->a};
}

static void check(bench *b, fp8c_dtype codes, int64_t m, int64_t n, int64_t k, int64_t block,
                  int zeros) {
  arena_mark mark = arena_save(&b->a);
  product p = make(&b->a, codes, m, n, k, block, zeros);
  tensor t[6], out;
  const tensor *in[6];
  attr attrs[6];
  fp8c_error err;
  op_call c = call_of(b, &p, t, in, attrs);
  c.out = &out;
  float *w = NEW_ARRAY(&b->a, float, n *k), numbers[256];
  packed_numbers(codes, numbers);
  for (int64_t i = 0; i < n; i++)
    for (int64_t at = 0; at < k; at++) w[i * k + at] = weight(&p, numbers, i, at);
  for (int way = 0; way < 3; way++) {
    out = (tensor){.rank = RANK_UNKNOWN};
    assert_int_equal(op_infer(&c, &err), FP8C_OK);
    assert_true(out.rank == 2 && out.dims[0] == m && out.dims[1] == n);
    out.data = NEW_ARRAY(&b->a, float, m *n);
    c.threads = way == 1 ? b->threads : NULL;
    c.plain = way == 2;
    assert_int_equal(op_run(&c, &err), FP8C_OK);
    for (int64_t r = 0; r < m; r++)
      for (int64_t i = 0; i < n; i++) {
        float sum = 0.0f;
        for (int64_t at = 0; at < k; at++) sum = fmaf(p.x[r * k + at], w[i * k + at], sum);
        if (p.bias) sum += p.bias[i];
        float found = ((float *)out.data)[r * n + i];
        assert_memory_equal(&found, &sum, sizeof sum);
      }
  }
  assert_int_equal(op_macs(&c), m * n * k);
  arena_reset(&b->a, mark);
}

static void test_every_format(void **state) {
  static const fp8c_dtype formats[] = {FP8C_DTYPE_I4, FP8C_DTYPE_U4,   FP8C_DTYPE_E2M1,
                                       FP8C_DTYPE_I2, FP8C_DTYPE_U2,   FP8C_DTYPE_I8,
                                       FP8C_DTYPE_U8, FP8C_DTYPE_E4M3, FP8C_DTYPE_E5M2};
  for (size_t i = 0; i < COUNT_OF(formats); i++)
    for (int zeros = 0; zeros < (dtype_is_float(formats[i]) ? 1 : 3); zeros++) {
      check(*state, formats[i], 1, 200, 96, 32, zeros);
      check(*state, formats[i], 1, 3, 77, 16, zeros);
      check(*state, formats[i], 2, 70, 50, 64, zeros);
      check(*state, formats[i], 11, 97, 130, 128, zeros);
      check(*state, formats[i], 40, 65, 70, 16, zeros);
      check(*state, formats[i], 13, 1, 33, 32, zeros);
    }
}

static void test_every_number_of_rows(void **state) {
  for (int64_t m = 1; m < 30; m++) check(*state, FP8C_DTYPE_U4, m, 161, 64, 32, (int)(m % 3));
}

/* Each code is found again, whatever stands around it. */
static void test_codes_are_where_they_are_said_to_be(void **state) {
  bench *b = *state;
  product p = make(&b->a, FP8C_DTYPE_E4M3, 1, 45, 37, 16, 0);
  uint32_t *words = arena_alloc(&b->a, (size_t)(p.f.panels * p.f.groups * 128));
  packed_pack(NULL, &p.f, p.codes, words);
  for (int64_t i = 0; i < p.f.n; i++)
    for (int64_t at = 0; at < p.f.k; at++)
      assert_int_equal(packed_code(&p.f, words, i, at), p.codes[i * p.f.k + at]);
}

static void test_not_a_number_stays_none(void **state) {
  bench *b = *state;
  for (int64_t m = 1; m < 20; m += 12) {
    product p = make(&b->a, FP8C_DTYPE_E4M3, m, 40, 16, 16, 0);
    p.codes[3 * 16 + 5] = 0xff;
    p.codes[4 * 16 + 5] = 0x7f;
    tensor t[6], out = {.rank = RANK_UNKNOWN};
    const tensor *in[6];
    attr attrs[6];
    op_call c = call_of(b, &p, t, in, attrs);
    c.out = &out;
    assert_int_equal(op_infer(&c, NULL), FP8C_OK);
    out.data = NEW_ARRAY(&b->a, float, m * 40);
    assert_int_equal(op_run(&c, NULL), FP8C_OK);
    for (int64_t i = 0; i < 40; i++)
      assert_int_equal(isnan(((float *)out.data)[i]), i == 3 || i == 4);
  }
}

/* What does not fit is a sentence, not a crash. */
static void test_what_does_not_fit(void **state) {
  bench *b = *state;
  product p = make(&b->a, FP8C_DTYPE_U4, 2, 40, 64, 32, 1);
  tensor t[6], out;
  const tensor *in[6];
  attr attrs[6];
  fp8c_error err;
  op_call c = call_of(b, &p, t, in, attrs);
  c.out = &out;
  for (int i = 0; i < 6; i++) {
    if (!in[i]) continue;
    tensor good = t[i];
    t[i].dims[t[i].rank - 1]++;
    out = (tensor){.rank = RANK_UNKNOWN};
    assert_int_not_equal(op_infer(&c, &err), FP8C_OK);
    assert_true(err.text[0] != 0);
    t[i] = good;
    t[i].dtype = FP8C_DTYPE_I64;
    out = (tensor){.rank = RANK_UNKNOWN};
    assert_int_not_equal(op_infer(&c, &err), FP8C_OK);
    t[i] = good;
  }
  static const int64_t wrong[] = {0, -1, 7, 31, INT64_MAX, INT64_MIN};
  for (int a = 0; a < 4; a++) {
    if (a == 1) continue;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
      attr good = attrs[a];
      attrs[a].i = wrong[i];
      out = (tensor){.rank = RANK_UNKNOWN};
      assert_int_not_equal(op_infer(&c, &err), FP8C_OK);
      attrs[a] = good;
    }
  }
  attrs[1].s = "f32";
  assert_int_not_equal(op_infer(&c, &err), FP8C_OK);
}

/* ---- Activations of 8 bits --------------------------------------------------------------- */

/* What ops/packed_int8.h promises for one output, and how far it may lie from the sum of products:
 * half a unit of each block's activations, times the weights. */
static float of_integers(const product *p, const float numbers[256], int64_t row, int64_t i,
                         double *bound) {
  float y = 0.0f;
  *bound = 0;
  for (int64_t b = 0; b < p->f.blocks; b++) {
    int64_t begin = b * p->f.block, at = i * p->f.blocks + b;
    int64_t end = begin + p->f.block < p->f.k ? begin + p->f.block : p->f.k;
    float amax = 0, zero = p->zero_codes ? p->zero_codes[at] : 0;
    double weights = 0;
    for (int64_t e = begin; e < end; e++) amax = fmaxf(amax, fabsf(p->x[row * p->f.k + e]));
    float factor = 127.0f / amax;
    int64_t sum = 0;
    for (int64_t e = begin; e < end && amax > 0; e++) {
      float code = numbers[p->codes[i * p->f.k + e]] - zero;
      sum += (int64_t)rintf(p->x[row * p->f.k + e] * factor) * (int64_t)code;
      weights += fabsf(weight(p, numbers, i, e));
    }
    *bound += 0.5001 * amax / 127 * weights;
    y = fmaf((float)sum, amax / 127.0f * (p->scales[at] * p->factor), y);
  }
  return p->bias ? y + p->bias[i] : y;
}

static void check_integers(bench *b, fp8c_dtype codes, int64_t m, int64_t n, int64_t k,
                           int64_t block, int zeros) {
  arena_mark mark = arena_save(&b->a);
  product p = make(&b->a, codes, m, n, k, block, zeros);
  float numbers[256];
  packed_numbers(codes, numbers);
  p.integers = true;
  for (int64_t i = 0; i < block && i < k; i++) p.x[i] = 0; /* a block of zeros */
  tensor t[6], out;
  const tensor *in[6];
  attr attrs[6];
  fp8c_error err;
  op_call c = call_of(b, &p, t, in, attrs);
  c.out = &out;
  for (int way = 0; way < 3; way++) {
    out = (tensor){.rank = RANK_UNKNOWN};
    assert_int_equal(op_infer(&c, &err), FP8C_OK);
    out.data = NEW_ARRAY(&b->a, float, m *n);
    c.threads = way == 1 ? b->threads : NULL;
    c.plain = way == 2;
    assert_int_equal(op_run(&c, &err), FP8C_OK);
    for (int64_t r = 0; r < m; r++)
      for (int64_t i = 0; i < n; i++) {
        double bound, sum = p.bias ? p.bias[i] : 0, sizes = fabs(sum);
        float found = ((float *)out.data)[r * n + i], want = of_integers(&p, numbers, r, i, &bound);
        assert_memory_equal(&found, &want, sizeof want);
        for (int64_t e = 0; e < k; e++) {
          double term = (double)p.x[r * k + e] * weight(&p, numbers, i, e);
          sum += term;
          sizes += fabs(term);
        }
        double rounding = (double)(p.f.blocks + 4) * 0x1p-24 * (sizes + bound);
        assert_true(fabs(found - sum) <= bound + rounding);
      }
  }
  arena_reset(&b->a, mark);
}

static void test_activations_of_8_bits(void **state) {
  static const fp8c_dtype formats[] = {FP8C_DTYPE_I4, FP8C_DTYPE_U4, FP8C_DTYPE_I2,
                                       FP8C_DTYPE_U2, FP8C_DTYPE_I8, FP8C_DTYPE_U8};
  for (size_t i = 0; i < COUNT_OF(formats); i++)
    for (int zeros = 0; zeros < 2; zeros++) {
      check_integers(*state, formats[i], 1, 200, 96, 32, zeros);
      check_integers(*state, formats[i], 1, 3, 77, 16, zeros);
      check_integers(*state, formats[i], 2, 70, 50, 64, zeros);
      check_integers(*state, formats[i], 15, 97, 530, 256, zeros);
      check_integers(*state, formats[i], 67, 33, 130, 128, zeros);
    }
}

/* The largest codes and activations fill sums of 16 bits as far as they go. */
static void test_largest_integers(void **state) {
  bench *b = *state;
  static const fp8c_dtype formats[] = {FP8C_DTYPE_U4, FP8C_DTYPE_I4, FP8C_DTYPE_U2, FP8C_DTYPE_U8,
                                       FP8C_DTYPE_I8};
  for (size_t i = 0; i < COUNT_OF(formats); i++)
    for (int sign = -1; sign <= 1; sign += 2)
      for (int64_t m = 1; m <= 8; m *= 2) {
        arena_mark mark = arena_save(&b->a);
        product p = make(&b->a, formats[i], m, 32, 512, 256, 0);
        float numbers[256];
        packed_numbers(formats[i], numbers);
        unsigned largest = (1u << p.f.bits) - 1, least = 1u << (p.f.bits - 1);
        p.integers = true;
        for (int64_t e = 0; e < 32 * 512; e++)
          p.codes[e] = (uint8_t)(!dtype_is_signed(formats[i]) ? largest
                                 : sign < 0                   ? least
                                                              : least - 1);
        for (int64_t e = 0; e < m * 512; e++) p.x[e] = 3.0f * (float)sign;
        tensor t[6], out = {.rank = RANK_UNKNOWN};
        const tensor *in[6];
        attr attrs[6];
        op_call c = call_of(b, &p, t, in, attrs);
        c.out = &out;
        assert_int_equal(op_infer(&c, NULL), FP8C_OK);
        out.data = NEW_ARRAY(&b->a, float, m * 32);
        assert_int_equal(op_run(&c, NULL), FP8C_OK);
        for (int64_t e = 0; e < m * 32; e++) {
          double bound;
          float want = of_integers(&p, numbers, e / 32, e % 32, &bound),
                found = ((float *)out.data)[e];
          assert_memory_equal(&found, &want, sizeof want);
        }
        arena_reset(&b->a, mark);
      }
}

/* Numbers that are not finite make their row NaN and no other; tiny ones count as zeros. */
static void test_integers_of_what_is_not_finite(void **state) {
  bench *b = *state;
  product p = make(&b->a, FP8C_DTYPE_U4, 4, 40, 64, 32, 1);
  p.integers = true;
  p.bias = NULL;
  p.x[0 * 64 + 33] = NAN;
  p.x[2 * 64 + 1] = INFINITY;
  for (int64_t e = 0; e < 64; e++) p.x[3 * 64 + e] = e % 2 ? 1e-40f : -0x1p-110f;
  tensor t[6], out = {.rank = RANK_UNKNOWN};
  const tensor *in[6];
  attr attrs[6];
  op_call c = call_of(b, &p, t, in, attrs);
  c.out = &out;
  assert_int_equal(op_infer(&c, NULL), FP8C_OK);
  out.data = NEW_ARRAY(&b->a, float, 4 * 40);
  for (int way = 0; way < 2; way++) {
    c.plain = way == 1;
    assert_int_equal(op_run(&c, NULL), FP8C_OK);
    for (int64_t i = 0; i < 160; i++) {
      float y = ((float *)out.data)[i];
      assert_int_equal(isnan(y), i / 40 == 0 || i / 40 == 2);
      if (i / 40 == 3) assert_true(y == 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_every_format, start, stop),
      cmocka_unit_test_setup_teardown(test_every_number_of_rows, start, stop),
      cmocka_unit_test_setup_teardown(test_codes_are_where_they_are_said_to_be, start, stop),
      cmocka_unit_test_setup_teardown(test_not_a_number_stays_none, start, stop),
      cmocka_unit_test_setup_teardown(test_what_does_not_fit, start, stop),
      cmocka_unit_test_setup_teardown(test_activations_of_8_bits, start, stop),
      cmocka_unit_test_setup_teardown(test_largest_integers, start, stop),
      cmocka_unit_test_setup_teardown(test_integers_of_what_is_not_finite, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
