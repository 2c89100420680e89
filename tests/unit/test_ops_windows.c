/* test_ops_windows.c - convolutions and pools in vectors, bit for bit what their loops are written
 * to give: sums of fused multiply-adds over channels and taps, or of products that are rounded
 * where each channel has a filter of its own.  It runs at every level of vector instructions. */
#include "tests/support/unit.h"

#include <math.h>

#include "ops/eltwise.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/window.h"
#include "tests/support/ops_bench.h"

/* Numbers in [-1, 1]; `odd`: one in thirty is a NaN, an infinity or a zero of either sign. */
static tensor *random_tensor(bench *b, int rank, const int64_t *dims, bool odd) {
  static const float strange[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f};
  tensor *t = NEW(&b->a, tensor);
  t->dtype = FP8C_DTYPE_F32;
  t->rank = rank;
  memcpy(t->dims, dims, (size_t)rank * sizeof *dims);
  float *x = NEW_ARRAY(&b->a, float, tensor_elements(t) + 1);
  for (int64_t i = 0; i < tensor_elements(t); i++)
    x[i] = odd && below(30) == 0 ? strange[below(5)] : uniform();
  t->data = x;
  return t;
}

static const float *run(bench *b, op_call *c, tensor *out) {
  fp8c_error err;
  c->scratch = &b->a;
  c->threads = b->threads;
  c->out = out;
  c->out_count = 1;
  if (op_infer(c, &err) != FP8C_OK) fail_msg("%s", err.text);
  out->data = arena_alloc(&b->a, tensor_bytes(out) + 1);
  if (op_run(c, &err) != FP8C_OK) fail_msg("%s", err.text);
  return out->data;
}

typedef struct shape {
  int64_t x[4], kernel[2], strides[2], dilations[2], pads[4], group, filters;
  attr attrs[4];
} shape;

static attr ints(const char *name, const int64_t *x, size_t n) {
  return (attr){.name = name, .kind = ATTR_INTS, .count = n, .ints = x};
}

static void random_window(shape *s, int64_t most) {
  for (int i = 0; i < 2; i++) {
    s->kernel[i] = 1 + below(5);
    s->strides[i] = 1 + below(3);
    s->dilations[i] = below(4) == 0 ? 1 + below(12) : 1;
    for (int e = 0; e < 2; e++) /* a pool wants less padding than its kernel */
      s->pads[i + 2 * e] = below(s->kernel[i]);
    int64_t least = s->dilations[i] * (s->kernel[i] - 1) + 1 - s->pads[i] - s->pads[i + 2];
    /* an image may be padding alone */
    s->x[2 + i] = (least > 0 ? least : 0) + below(below(8) == 0 ? most : 20);
  }
  s->attrs[0] = ints("dilations", s->dilations, 2); /* in the order of their names */
  s->attrs[2] = ints("pads", s->pads, 4);
  s->attrs[3] = ints("strides", s->strides, 2);
}

static float image_at(const tensor *x, int64_t plane, int64_t r, int64_t c, bool *inside) {
  *inside = r >= 0 && r < x->dims[2] && c >= 0 && c < x->dims[3];
  return *inside ? ((const float *)x->data)[(plane * x->dims[2] + r) * x->dims[3] + c] : 0.0f;
}

/* ---- Convolution ------------------------------------------------------------- */

static float one_result(const shape *s, const tensor *x, const tensor *w, int64_t n, int64_t o,
                        int64_t oy, int64_t ox) {
  int64_t channels = x->dims[1] / s->group, of = s->filters;
  bool apart = channels == 1 && of < 4, inside;
  const float *tap = (const float *)w->data + o * channels * s->kernel[0] * s->kernel[1];
  float sum = 0;
  for (int64_t c = 0; c < channels; c++)
    for (int64_t ky = 0; ky < s->kernel[0]; ky++)
      for (int64_t kx = 0; kx < s->kernel[1]; kx++, tap++) {
        float v = image_at(x, n * x->dims[1] + o / of * channels + c,
                           oy * s->strides[0] + ky * s->dilations[0] - s->pads[0],
                           ox * s->strides[1] + kx * s->dilations[1] - s->pads[1], &inside);
        float product = *tap * v;
        sum = apart ? sum + product : fmaf(*tap, v, sum);
      }
  return sum;
}

static void check_conv(bench *b, bool clipped) {
  shape s = {.group = below(2) ? 1 + below(40) : 1};
  int64_t channels = s.group > 1 ? 1 + below(3) / 2 * below(6) : below(20);
  s.filters = s.group > 1 ? 1 + below(5) : 1 + below(40);
  s.x[0] = 1 + below(2);
  s.x[1] = s.group * channels;
  random_window(&s, s.group * channels > 30 ? 40 : 150);
  s.attrs[1] = (attr){.name = "group", .kind = ATTR_INT, .i = s.group};
  const int64_t w[] = {s.group * s.filters, channels, s.kernel[0], s.kernel[1]};
  const tensor *in[] = {random_tensor(b, 4, s.x, false), random_tensor(b, 4, w, false),
                        random_tensor(b, 1, w, false)};
  float ends[2] = {-0.25f, 0.5f};
  tensor out;
  op_call c = {.op = op_get(OP_CONV),
               .attrs = {s.attrs, 4},
               .in = in,
               .in_count = 2 + (size_t)below(2),
               .clip = clipped ? ends : NULL};
  const float *found = run(b, &c, &out);
  const float *bias = c.in_count == 3 ? in[2]->data : NULL;
  for (int64_t i = 0; i < tensor_elements(&out); i++) {
    int64_t ox = i % out.dims[3], oy = i / out.dims[3] % out.dims[2];
    int64_t o = i / out.dims[3] / out.dims[2] % out.dims[1],
            n = i / out.dims[3] / out.dims[2] / out.dims[1];
    if (i > 2000 && below(20)) continue; /* enough of a large one */
    float expected = one_result(&s, in[0], in[1], n, o, oy, ox) + (bias ? bias[o] : 0.0f);
    if (clipped) expected = clip_to(expected, ends[0], ends[1]);
    if (found[i] != expected)
      fail_msg("result %lld of %lld groups of %lld to %lld is %a; %a was expected", (long long)i,
               (long long)s.group, (long long)channels, (long long)s.filters, (double)found[i],
               (double)expected);
  }
}

static void test_conv(void **state) {
  bench *b = *state;
  for (int round = 0; round < 150; round++) {
    arena_mark mark = arena_save(&b->a);
    check_conv(b, round % 3 == 0);
    arena_reset(&b->a, mark);
  }
}

/* ---- Pools ------------------------------------------------------------------- */

static float one_pooled(const shape *s, const tensor *x, bool largest, int64_t plane, int64_t oy,
                        int64_t ox) {
  float result = largest ? -INFINITY : 0.0f;
  int count = 0;
  for (int64_t ky = 0; ky < s->kernel[0]; ky++)
    for (int64_t kx = 0; kx < s->kernel[1]; kx++) {
      bool inside;
      float v = image_at(x, plane, oy * s->strides[0] + ky * s->dilations[0] - s->pads[0],
                         ox * s->strides[1] + kx * s->dilations[1] - s->pads[1], &inside);
      if (!inside) continue;
      count++;
      if (!largest)
        result += v;
      else if (v > result || (isnan(v) && !isnan(result)))
        result = v;
    }
  return largest ? result : count ? result / (float)count : 0.0f;
}

static void check_pool(bench *b, bool largest) {
  shape s = {.x = {1 + below(2), 1 + below(40)}};
  random_window(&s, 100);
  s.attrs[1] = ints("kernel_shape", s.kernel, 2);
  const tensor *in[] = {random_tensor(b, 4, s.x, largest)};
  tensor out;
  op_call c = {.op = op_get(largest ? OP_MAX_POOL : OP_AVERAGE_POOL),
               .attrs = {s.attrs, 4},
               .in = in,
               .in_count = 1};
  const float *found = run(b, &c, &out);
  for (int64_t i = 0; i < tensor_elements(&out); i++) {
    int64_t ox = i % out.dims[3], oy = i / out.dims[3] % out.dims[2];
    float expected = one_pooled(&s, in[0], largest, i / out.dims[3] / out.dims[2], oy, ox);
    if (memcmp(&found[i], &expected, sizeof expected) != 0 && !(isnan(found[i]) && isnan(expected)))
      fail_msg("element %lld is %a; %a was expected", (long long)i, (double)found[i],
               (double)expected);
  }
}

static void test_pools(void **state) {
  bench *b = *state;
  for (int round = 0; round < 150; round++) {
    arena_mark mark = arena_save(&b->a);
    check_pool(b, round % 2 == 0);
    arena_reset(&b->a, mark);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_conv, start, stop),
      cmocka_unit_test_setup_teardown(test_pools, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
