/* test_ops_gemm.c - matrix products, convolution and attention: the fast way
 * against the plain loops, and the plain loops against double precision. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdlib.h>

#include "base/numbers.h"
#include "ops/gemm.h"
#include "ops/ids/products.h"
#include "tests/support/ops_bench.h"

static float *random_floats(arena *a, int64_t n) {
  float *x = NEW_ARRAY(a, float, n);
  for (int64_t i = 0; i < n; i++) x[i] = uniform();
  return x;
}

/* Any layouts, storage types and epilogue of one size: bit for bit the plain loops. */
static void check_gemm(bench *b, int64_t m, int64_t n, int64_t k) {
  const fp8c_dtype types[] = {FP8C_DTYPE_F32, FP8C_DTYPE_BF16, FP8C_DTYPE_E4M3, FP8C_DTYPE_F16};
  arena_mark mark = arena_save(&b->a);
  gemm g = {.m = m, .n = n, .k = k, .c_row = n + below(3), .alpha = 1.5f};
  gemm_side *sides[2] = {&g.a, &g.b};
  for (int s = 0; s < 2; s++) {
    int64_t rows = s == 0 ? m : n;
    fp8c_dtype type = types[below(4)];
    void *data = arena_array(&b->a, (size_t)(rows * k), dtype_bytes(type));
    floats_encode(type, random_floats(&b->a, rows * k), data, (size_t)(rows * k), true);
    bool along = below(2) == 0;
    *sides[s] = (gemm_side){data, type, along ? 1 : k, along ? rows : 1};
  }
  if (below(2)) g.bias_n = random_floats(&b->a, n);
  if (below(2)) g.bias_m = random_floats(&b->a, m);
  if (below(2)) g.scale = random_floats(&b->a, n);
  if (below(2)) g.scale_m = random_floats(&b->a, m);
  g.add = below(2);
  size_t floats = (size_t)(m * g.c_row);
  float *before = random_floats(&b->a, (int64_t)floats), *results[3];
  for (int way = 0; way < 3; way++) {
    results[way] = NEW_ARRAY(&b->a, float, floats);
    memcpy(results[way], before, floats * sizeof(float));
    g.c = results[way];
    op_call c = {.scratch = &b->a, .threads = way == 1 ? b->threads : NULL, .plain = way == 0};
    gemm_run(&c, &g);
  }
  assert_memory_equal(results[0], results[1], floats * sizeof(float));
  assert_memory_equal(results[0], results[2], floats * sizeof(float));
  arena_reset(&b->a, mark);
}

static void test_gemm_equals_plain(void **state) {
  for (int round = 0; round < 200; round++) {
    int64_t m = 1 + below(70), n = 1 + below(70), k = below(90);
    check_gemm(*state, m, n, k);
  }
}

/* What most convolutions ask for is stored from a tile's registers: a bias of each row, or none,
 * and two ends, or none, past which NaN and infinities go as they do in the plain loops. */
static void test_gemm_with_a_row_bias_and_ends(void **state) {
  bench *b = *state;
  const float ends[2] = {-0.5f, 0.75f};
  for (int round = 0; round < 60; round++) {
    arena_mark mark = arena_save(&b->a);
    int64_t m = 1 + below(40), n = 1 + below(90), k = 1 + below(40);
    float *x = random_floats(&b->a, m * k), *w = random_floats(&b->a, n * k), *results[2];
    if (round % 3 == 0) {
      x[below((int)(m * k))] = NAN;
      x[below((int)(m * k))] = INFINITY;
      w[below((int)(n * k))] = -INFINITY;
    }
    gemm g = {.m = m, .n = n, .k = k, .c_row = n, .alpha = 1.0f};
    g.a = (gemm_side){x, FP8C_DTYPE_F32, k, 1};
    g.b = (gemm_side){w, FP8C_DTYPE_F32, 1, n};
    if (below(2)) g.bias_m = random_floats(&b->a, m);
    if (below(2)) g.clip = ends;
    for (int way = 0; way < 2; way++) {
      g.c = results[way] = NEW_ARRAY(&b->a, float, m *n);
      op_call c = {.scratch = &b->a, .threads = b->threads, .plain = way == 0};
      gemm_run(&c, &g);
    }
    for (int64_t i = 0; i < m * n; i++)
      assert_true(isnan(results[0][i]) ? isnan(results[1][i])
                                       : memcmp(&results[0][i], &results[1][i], 4) == 0);
    arena_reset(&b->a, mark);
  }
}

/* One vector and a few have tiles of their own. */
static void test_gemm_of_few_vectors(void **state) {
  for (int round = 0; round < 400; round++) {
    int64_t few = round % 2 ? 1 : 1 + below(9), many = 1 + below(100), k = below(90);
    check_gemm(*state, round % 4 < 2 ? few : many, round % 4 < 2 ? many : few, k);
  }
}

/* A sum over nothing is zero in every row, and what comes behind a sum still comes. */
static void test_gemm_over_nothing(void **state) {
  bench *b = *state;
  enum { M = 5, N = 41 };
  float result[M * N], bias[N], none[1] = {0};
  for (int j = 0; j < N; j++) bias[j] = uniform();
  for (int plain = 0; plain < 2; plain++) {
    op_call c = {.scratch = &b->a, .plain = plain};
    gemm g = {.m = M, .n = N, .a = {none, FP8C_DTYPE_F32, 0, 1}, .b = {none, FP8C_DTYPE_F32, 0, 1}};
    g.c = result;
    g.c_row = N;
    g.alpha = 0.5f;
    g.bias_n = bias;
    gemm_run(&c, &g);
    for (int i = 0; i < M * N; i++) assert_true(result[i] == bias[i % N]);
  }
}

/* |y - exact| <= k 2^-24 sum |a||b| + one rounding: the chain's bound. */
static void test_gemm_error_bound(void **state) {
  bench *b = *state;
  int64_t m = 37, n = 41, k = 1111;
  float *x = random_floats(&b->a, m * k), *w = random_floats(&b->a, n * k);
  float *y = NEW_ARRAY(&b->a, float, m *n);
  gemm g = {.m = m,
            .n = n,
            .k = k,
            .a = {x, FP8C_DTYPE_F32, k, 1},
            .b = {w, FP8C_DTYPE_F32, k, 1},
            .c = y,
            .c_row = n,
            .alpha = 1.0f};
  op_call c = {.scratch = &b->a, .threads = b->threads};
  gemm_run(&c, &g);
  for (int64_t i = 0; i < m; i++)
    for (int64_t j = 0; j < n; j++) {
      double sum = 0, size = 0;
      for (int64_t p = 0; p < k; p++) {
        sum += (double)x[i * k + p] * (double)w[j * k + p];
        size += fabs((double)x[i * k + p] * (double)w[j * k + p]);
      }
      assert_true(fabs((double)y[i * n + j] - sum) <= (double)(k + 1) * 0x1p-24 * size);
    }
}

static attr int_attr(const char *name, int64_t i) {
  return (attr){.name = name, .kind = ATTR_INT, .i = i};
}
static attr ints_attr(const char *name, const int64_t *ints, size_t count) {
  return (attr){.name = name, .kind = ATTR_INTS, .count = count, .ints = ints};
}

static tensor *random_tensor(bench *b, int rank, const int64_t *dims) {
  tensor *t = NEW(&b->a, tensor);
  t->dtype = FP8C_DTYPE_F32;
  t->rank = rank;
  memcpy(t->dims, dims, (size_t)rank * sizeof *dims);
  t->data = random_floats(&b->a, tensor_elements(t));
  return t;
}

/* Infers, allocates and runs into outputs. */
static void run_op(bench *b, op_call *c) {
  fp8c_error err;
  c->scratch = &b->a;
  if (op_infer(c, &err) != FP8C_OK) fail_msg("%s", err.text);
  for (size_t i = 0; i < c->out_count; i++) {
    if (dtype_is_fp8(c->out[i].dtype)) c->out[i].dtype = FP8C_DTYPE_F32;
    c->out[i].data = arena_alloc(&b->a, tensor_bytes(&c->out[i]) + 1);
  }
  if (op_run(c, &err) != FP8C_OK) fail_msg("%s", err.text);
}

/* Groups, strides, dilations, pads: within the bound of a sum of `taps` products. */
static void test_conv_near_plain(void **state) {
  bench *b = *state;
  for (int round = 0; round < 120; round++) {
    arena_mark mark = arena_save(&b->a);
    bool large = round % 20 == 19; /* more than one strip of a copy, more than one tile */
    int spatial = large ? 2 : 1 + (int)below(3);
    int64_t group = large ? 1 : 1 + below(3), ci = 1 + below(large ? 14 : 3);
    int64_t co = 1 + below(large ? 31 : 9);
    int64_t x[5] = {1 + below(2), group * ci}, w[5] = {group * co, ci};
    int64_t strides[3], dilations[3], pads[6];
    for (int i = 0; i < spatial; i++) {
      w[2 + i] = 1 + below(3);
      strides[i] = 1 + below(2);
      dilations[i] = 1 + below(2);
      pads[i] = below(3);
      pads[spatial + i] = below(3);
      x[2 + i] = dilations[i] * (w[2 + i] - 1) + 1 + below(large ? 150 : 9);
    }
    attr attrs[] = {ints_attr("dilations", dilations, (size_t)spatial), int_attr("group", group),
                    ints_attr("pads", pads, 2 * (size_t)spatial),
                    ints_attr("strides", strides, (size_t)spatial)};
    const int64_t bias[1] = {group * co};
    const tensor *in[3] = {random_tensor(b, 2 + spatial, x), random_tensor(b, 2 + spatial, w),
                           random_tensor(b, 1, bias)};
    tensor fast, plain;
    op_call c = {.op = op_get(OP_CONV),
                 .attrs = {attrs, 4},
                 .in = in,
                 .in_count = 3,
                 .out = &fast,
                 .out_count = 1,
                 .threads = b->threads};
    run_op(b, &c);
    c.out = &plain;
    c.plain = true;
    run_op(b, &c);
    int64_t taps = ci;
    for (int i = 0; i < spatial; i++) taps *= w[2 + i];
    for (int64_t i = 0; i < tensor_elements(&fast); i++) {
      double d = fabs((double)((float *)fast.data)[i] - (double)((float *)plain.data)[i]);
      assert_true(d <= (double)(taps + 2) * 0x1p-23 * (double)(taps + 1));
    }
    arena_reset(&b->a, mark);
  }
}

/* Filters of one channel: bit for bit the plain loops, narrow and wide, cut into strips or not. */
static void test_depthwise_equals_plain(void **state) {
  bench *b = *state;
  for (int round = 0; round < 200; round++) {
    arena_mark mark = arena_save(&b->a);
    int64_t group = 1 + below(5), multiplier = 1 + below(2);
    int spatial = 1 + (int)below(2);
    int64_t x[4] = {1 + below(2), group}, w[4] = {group * multiplier, 1};
    int64_t strides[2], dilations[2], pads[4];
    for (int i = 0; i < spatial; i++) {
      w[2 + i] = 1 + below(6);
      strides[i] = 1 + below(3);
      dilations[i] = 1 + below(3);
      pads[i] = below(4);
      pads[spatial + i] = below(4);
      x[2 + i] = dilations[i] * (w[2 + i] - 1) + 1 + below(round % 10 == 0 ? 300 : 40);
    }
    attr attrs[] = {ints_attr("dilations", dilations, (size_t)spatial), int_attr("group", group),
                    ints_attr("pads", pads, 2 * (size_t)spatial),
                    ints_attr("strides", strides, (size_t)spatial)};
    const int64_t bias[1] = {group * multiplier};
    const tensor *in[3] = {random_tensor(b, 2 + spatial, x), random_tensor(b, 2 + spatial, w),
                           random_tensor(b, 1, bias)};
    tensor fast, plain;
    op_call c = {.op = op_get(OP_CONV),
                 .attrs = {attrs, 4},
                 .in = in,
                 .in_count = below(2) ? 3 : 2,
                 .out = &fast,
                 .out_count = 1,
                 .threads = b->threads};
    run_op(b, &c);
    c.out = &plain;
    c.plain = true;
    run_op(b, &c);
    assert_memory_equal(fast.data, plain.data, tensor_bytes(&plain));
    arena_reset(&b->a, mark);
  }
}

/* FP8 weights with a scale per output channel: the sum of codes, then the scale. */
static void test_linear_column_scales(void **state) {
  bench *b = *state;
  const int64_t m = 5, n = 19, k = 64;
  uint8_t *x = arena_alloc(&b->a, (size_t)(m * k)), *w = arena_alloc(&b->a, (size_t)(n * k));
  floats_encode(FP8C_DTYPE_E4M3, random_floats(&b->a, m * k), x, (size_t)(m * k), true);
  floats_encode(FP8C_DTYPE_E4M3, random_floats(&b->a, n * k), w, (size_t)(n * k), true);
  float scales[19], *bias = random_floats(&b->a, n);
  for (int i = 0; i < 19; i++) scales[i] = 0.01f * (float)(i + 1);
  tensor tx = {.dtype = FP8C_DTYPE_E4M3,
               .rank = 2,
               .dims = {m, k},
               .data = x,
               .scale = {.kind = SCALE_TENSOR, .value = 0.02f}};
  tensor tw = {.dtype = FP8C_DTYPE_E4M3,
               .rank = 2,
               .dims = {n, k},
               .data = w,
               .scale = {.kind = SCALE_AXIS, .axis = 0, .scales = scales}};
  tensor tb = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {n}, .data = bias};
  const tensor *in[3] = {&tx, &tw, &tb};
  tensor out;
  op_call c = {.op = op_get(OP_LINEAR),
               .in = in,
               .in_count = 3,
               .out = &out,
               .out_count = 1,
               .threads = b->threads};
  run_op(b, &c);
  assert_int_equal(out.dtype, FP8C_DTYPE_F32);
  for (int64_t i = 0; i < m; i++)
    for (int64_t j = 0; j < n; j++) {
      float sum = 0.0f;
      for (int64_t p = 0; p < k; p++)
        sum = fmaf(e4m3_to_f32(x[i * k + p]), e4m3_to_f32(w[j * k + p]), sum);
      float want = sum * (0.02f * scales[j]) + bias[j];
      assert_true(((float *)out.data)[i * n + j] == want);
    }
  assert_int_equal(op_macs(&c), m * n * k);
}

/* Blocks of 128 of k: each one's sum, times its two scales, added in order and rounded once; the
 * last block of outputs is smaller. */
static void test_block_linear(void **state) {
  bench *b = *state;
  const int64_t m = 5, n = 150, k = 384, blocks = 3;
  uint8_t *x = arena_alloc(&b->a, (size_t)(m * k)), *w = arena_alloc(&b->a, (size_t)(n * k));
  floats_encode(FP8C_DTYPE_E4M3, random_floats(&b->a, m * k), x, (size_t)(m * k), true);
  floats_encode(FP8C_DTYPE_E5M2, random_floats(&b->a, n * k), w, (size_t)(n * k), true);
  float *xs = random_floats(&b->a, m * blocks), *ws = random_floats(&b->a, 2 * blocks);
  float *bias = random_floats(&b->a, n);
  scale one = {.kind = SCALE_TENSOR, .value = 1};
  tensor tx = {.dtype = FP8C_DTYPE_E4M3, .rank = 2, .dims = {m, k}, .data = x, .scale = one};
  tensor txs = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {m, blocks}, .data = xs};
  tensor tw = {.dtype = FP8C_DTYPE_E5M2, .rank = 2, .dims = {n, k}, .data = w, .scale = one};
  tensor tws = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {2, blocks}, .data = ws};
  tensor tb = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {n}, .data = bias};
  const tensor *in[5] = {&tx, &tw, &tb, &txs, &tws};
  tensor out;
  op_call c = {.op = op_get(OP_BLOCK_LINEAR),
               .in = in,
               .in_count = 5,
               .out = &out,
               .out_count = 1,
               .threads = b->threads};
  run_op(b, &c);
  assert_int_equal(out.dtype, FP8C_DTYPE_F32);
  for (int64_t i = 0; i < m; i++)
    for (int64_t j = 0; j < n; j++) {
      float want = 0;
      for (int64_t e = 0; e < blocks; e++) {
        float sum = 0.0f;
        for (int64_t p = e * 128; p < (e + 1) * 128; p++)
          sum = fmaf(e4m3_to_f32(x[i * k + p]), e5m2_to_f32(w[j * k + p]), sum);
        want = fmaf(sum, xs[i * blocks + e] * ws[j / 128 * blocks + e], want);
      }
      assert_true(((float *)out.data)[i * n + j] == want + bias[j]);
    }
  assert_int_equal(op_macs(&c), m * n * k);
  /* What does not fit is a sentence, not a crash. */
  fp8c_error err;
  tensor *const each[] = {&tx, &txs, &tw, &tws, &tb};
  for (size_t i = 0; i < COUNT_OF(each); i++) {
    tensor good = *each[i];
    each[i]->dims[each[i]->rank - 1]++;
    out = (tensor){.rank = RANK_UNKNOWN};
    assert_int_not_equal(op_infer(&c, &err), FP8C_OK);
    assert_true(err.text[0] != 0);
    *each[i] = good;
  }
}

/* Against softmax(q k^T / sqrt(d) + mask) v in double precision, both layouts. */
static void test_attention(void **state) {
  bench *b = *state;
  for (int flat = 0; flat < 2; flat++) {
    const int64_t batch = 2, heads = 4, kv = 2, queries = 70, keys = 83, d = 16;
    int64_t q4[] = {batch, heads, queries, d}, k4[] = {batch, kv, keys, d};
    int64_t q3[] = {batch, queries, heads * d}, k3[] = {batch, keys, kv * d};
    int64_t mask_dims[] = {batch, 1, 1, keys};
    tensor *q = flat ? random_tensor(b, 3, q3) : random_tensor(b, 4, q4);
    tensor *k = flat ? random_tensor(b, 3, k3) : random_tensor(b, 4, k4);
    tensor *v = flat ? random_tensor(b, 3, k3) : random_tensor(b, 4, k4);
    tensor *mask = random_tensor(b, 4, mask_dims);
    const tensor *in[4] = {q, k, v, mask};
    attr attrs[] = {int_attr("is_causal", 0), int_attr("kv_num_heads", kv),
                    int_attr("q_num_heads", heads)};
    tensor out;
    op_call c = {.op = op_get(OP_ATTENTION),
                 .attrs = {attrs, 3},
                 .in = in,
                 .in_count = 4,
                 .out = &out,
                 .out_count = 1,
                 .threads = b->threads};
    run_op(b, &c);
    const float *qd = q->data, *kd = k->data, *vd = v->data, *md = mask->data, *y = out.data;
    for (int64_t bi = 0; bi < batch; bi++)
      for (int64_t h = 0; h < heads; h++)
        for (int64_t i = 0; i < queries; i++) {
          int64_t g = h / (heads / kv);
          int64_t qa =
              flat ? ((bi * queries + i) * heads + h) * d : ((bi * heads + h) * queries + i) * d;
          double p[83], sum = 0, want[16] = {0};
          for (int64_t j = 0; j < keys; j++) {
            int64_t ka = flat ? ((bi * keys + j) * kv + g) * d : ((bi * kv + g) * keys + j) * d;
            double s = 0;
            for (int64_t e = 0; e < d; e++) s += (double)qd[qa + e] * (double)kd[ka + e];
            p[j] = exp(s / 4.0 + (double)md[bi * keys + j]);
            sum += p[j];
          }
          for (int64_t j = 0; j < keys; j++) {
            int64_t ka = flat ? ((bi * keys + j) * kv + g) * d : ((bi * kv + g) * keys + j) * d;
            for (int64_t e = 0; e < d; e++) want[e] += p[j] / sum * (double)vd[ka + e];
          }
          for (int64_t e = 0; e < d; e++) assert_true(fabs((double)y[qa + e] - want[e]) < 2e-6);
        }
    assert_int_equal(op_macs(&c), batch * heads * queries * keys * 2 * d);
  }
}

/* q, k and v in E4M3: against double precision with the same roundings but scores in
 * F16, and against no rounding of probabilities at all. */
static void test_attention_e4m3(void **state) {
  bench *b = *state;
  const int64_t heads = 2, queries = 37, keys = 83, d = 32;
  const float scales[3] = {0.05f, 0.1f, 0.02f};
  for (int form = 0; form < 2; form++) {
    int64_t q_dims[] = {1, queries, heads * d}, k_dims[] = {1, keys, heads * d};
    int64_t mask_dims[] = {1, 1, 1, keys};
    tensor t[3];
    float *real[3];
    for (int i = 0; i < 3; i++) {
      int64_t count = (i ? keys : queries) * heads * d;
      t[i] = (tensor){.dtype = FP8C_DTYPE_E4M3, .rank = 3};
      memcpy(t[i].dims, i ? k_dims : q_dims, sizeof q_dims);
      t[i].scale = (scale){.kind = SCALE_TENSOR, .value = scales[i]};
      uint8_t *codes = arena_alloc(&b->a, (size_t)count);
      real[i] = NEW_ARRAY(&b->a, float, count);
      for (int64_t k = 0; k < count; k++) {
        codes[k] = e4m3_from_f32(16 * uniform(), true);
        real[i][k] = e4m3_to_f32(codes[k]) * scales[i];
      }
      t[i].data = codes;
    }
    tensor *mask = random_tensor(b, 4, mask_dims);
    float *m = mask->data;
    for (int64_t j = 60; j < keys; j += 3) m[j] = -3e38f;
    const tensor *in[4] = {&t[0], &t[1], &t[2], mask};
    attr attrs[] = {int_attr("kv_num_heads", heads),
                    {.name = "probabilities", .kind = ATTR_STRING, .s = "e4m3"},
                    int_attr("q_num_heads", heads),
                    {.name = "scores", .kind = ATTR_STRING, .s = form ? "f16" : "f32"}};
    tensor out;
    op_call c = {.op = op_get(OP_ATTENTION),
                 .attrs = {attrs, 4},
                 .in = in,
                 .in_count = 4,
                 .out = &out,
                 .out_count = 1,
                 .threads = b->threads};
    run_op(b, &c);
    double error = 0, rounding = 0, size = 0;
    for (int64_t h = 0; h < heads; h++)
      for (int64_t i = 0; i < queries; i++) {
        double s[83], top = -INFINITY, sum = 0, exact[32] = {0}, want[32] = {0};
        for (int64_t j = 0; j < keys; j++) {
          s[j] = 0;
          for (int64_t e = 0; e < d; e++)
            s[j] +=
                (double)real[0][(i * heads + h) * d + e] * (double)real[1][(j * heads + h) * d + e];
          s[j] = s[j] / sqrt((double)d) + (double)m[j];
          top = fmax(top, s[j]);
        }
        top = rint(top / log(2)) * log(2); /* whole octaves: every block of keys rounds alike */
        for (int64_t j = 0; j < keys; j++) {
          double p = exp(s[j] - top) * 256;
          sum += p;
          for (int64_t e = 0; e < d; e++) {
            double v = (double)real[2][(j * heads + h) * d + e];
            exact[e] += p * v;
            want[e] += (double)e4m3_to_f32(e4m3_from_f32((float)p, true)) * v;
          }
        }
        for (int64_t e = 0; e < d; e++) {
          double y = (double)((const float *)out.data)[(i * heads + h) * d + e];
          error += (y - want[e] / sum) * (y - want[e] / sum);
          rounding += (y - exact[e] / sum) * (y - exact[e] / sum);
          size += exact[e] / sum * exact[e] / sum;
        }
      }
    error = sqrt(error / size);
    rounding = sqrt(rounding / size);
    assert_true(error < (form ? 1.2e-2 : 1e-4));
    assert_true(rounding > 5e-3 && rounding < 3e-2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_gemm_equals_plain, start, stop),
      cmocka_unit_test_setup_teardown(test_gemm_over_nothing, start, stop),
      cmocka_unit_test_setup_teardown(test_gemm_error_bound, start, stop),
      cmocka_unit_test_setup_teardown(test_conv_near_plain, start, stop),
      cmocka_unit_test_setup_teardown(test_depthwise_equals_plain, start, stop),
      cmocka_unit_test_setup_teardown(test_linear_column_scales, start, stop),
      cmocka_unit_test_setup_teardown(test_block_linear, start, stop),
      cmocka_unit_test_setup_teardown(test_attention, start, stop),
      cmocka_unit_test_setup_teardown(test_attention_e4m3, start, stop),
      cmocka_unit_test_setup_teardown(test_gemm_of_few_vectors, start, stop),
      cmocka_unit_test_setup_teardown(test_gemm_with_a_row_bias_and_ends, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
