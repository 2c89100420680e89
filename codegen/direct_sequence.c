/* direct_sequence.c - transforms, losses and operators that hand a state on; and small ones that
 * have no family: Mean, Dropout with its mask, BitCast, Det. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/move.h"

/* ---- Small ones -------------------------------------------------------------------------- */

const char *direct_mean(direct *k) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  const char *number = y->dtype == FP8C_DTYPE_F64 ? "double" : "float";
  text sum;
  text_init(&sum, k->l->c->scratch);
  for (size_t i = 0; i < n->in_count; i++) {
    const tensor *x = &n->in[i]->type;
    int64_t stride = 1, of_y = 1;
    direct_in(k, (int)i, n->in[i]);
    text_printf(&sum, "%sin%zu(0", i ? " + " : "", i);
    for (int d = y->rank - 1; d >= 0; d--) {
      int own = d - (y->rank - x->rank);
      if (own >= 0 && x->dims[own] != 1)
        text_printf(&sum, " + i / %lld %% %lld * %lld", (long long)at_least_one(of_y),
                    (long long)at_least_one(y->dims[d]), (long long)stride);
      if (own >= 0) stride *= x->dims[own];
      of_y *= y->dims[d];
    }
    text_add(&sum, ")");
  }
  direct_out(k, 0, n->out[0]);
  text_printf(&k->d.body, "  out0(i, (%s)(%s) / (%s)%zu);\n", number, text_cstr(&sum), number,
              n->in_count);
  return direct_launch(k, "mean_of", tensor_elements(y), 1, 0);
}

const char *direct_dropout(direct *k) {
  const node *n = k->n;
  if (n->in[0]->type.dtype != n->out[0]->type.dtype) return "it changes the type of what it moves";
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  direct_out(k, 1, node_output(n, 1));
  text_add(&k->d.body, "  out0(i, in0(i));\n  out1(i, true);\n");
  return direct_launch(k, "dropout", tensor_elements(&n->in[0]->type), 1, 0);
}

/* The same bytes under another type. */
const char *direct_bit_cast(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  size_t bytes = dtype_bytes(x->dtype);
  if (!memory_type(x->dtype) || !memory_type(y->dtype) || bytes != dtype_bytes(y->dtype) ||
      x->scale.kind != SCALE_NONE || y->scale.kind != SCALE_NONE)
    return "its types have no form on the GPU";
  const char *type = bytes == 8 ? "u64" : bytes == 4 ? "u32" : bytes == 2 ? "u16" : "u8";
  uint32_t from = draft_read(&k->d, lower_value(k->l, n->in[0]), type);
  uint32_t to = draft_write(&k->d, lower_value(k->l, n->out[0]), type);
  text_printf(&k->d.body, "  p%u[i] = p%u[i]%s;\n", to, from,
              y->dtype == FP8C_DTYPE_BOOL ? " != 0" : "");
  return direct_launch(k, "bit_cast", tensor_elements(y), 1, 0);
}

#define DETERMINANT_MAX 16 /* rows that a thread keeps */

/* By elimination with the largest pivot, as on the CPU. */
const char *direct_determinant(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  int64_t rows = x->dims[x->rank - 1];
  if (rows > DETERMINANT_MAX) return reason(k->l, "a matrix of %lld rows", (long long)rows);
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  text_printf(
      &k->d.body,
      "  constexpr int n = %lld;\n  double m[n * n + 1], det = 1;\n"
      "  for (int e = 0; e < n * n; e++) m[e] = (double)in0(i * n * n + e);\n"
      "  for (int c = 0; c < n && det != 0; c++) {\n    int pivot = c;\n"
      "    for (int r = c + 1; r < n; r++)\n"
      "      if (fabs(m[r * n + c]) > fabs(m[pivot * n + c])) pivot = r;\n"
      "    if (m[pivot * n + c] == 0) {\n      det = 0;\n      break;\n    }\n"
      "    if (pivot != c) det = -det;\n"
      "    for (int j = c; j < n && pivot != c; j++) {\n      const double swap = m[c * n + j];\n"
      "      m[c * n + j] = m[pivot * n + j];\n      m[pivot * n + j] = swap;\n    }\n"
      "    det *= m[c * n + c];\n"
      "    for (int r = c + 1; r < n; r++) {\n      const double f = m[r * n + c] / m[c * n + c];\n"
      "      for (int j = c; j < n; j++) m[r * n + j] -= f * m[c * n + j];\n    }\n  }\n"
      "  out0(i, (float)det);\n",
      (long long)rows);
  return direct_launch(k, "determinant", tensor_elements(&n->out[0]->type), 1, 0);
}

/* ---- Rotary ------------------------------------------------------------------------------- */

/* x[batch, heads, steps, size], or [batch, steps, heads * size]; caches by position or by step. */
const char *direct_rotary(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *cosines = &n->in[1]->type;
  bool heads_first = x->rank == 4, neighbours = node_int(n, "interleaved") != 0;
  const value *ids = node_input(n, 3);
  int64_t heads = heads_first ? x->dims[1] : node_int(n, "num_heads");
  int64_t steps = x->dims[heads_first ? 2 : 1];
  int64_t size = heads_first ? x->dims[3] : heads > 0 ? x->dims[2] / heads : 0;
  int64_t half = cosines->dims[cosines->rank - 1], positions = cosines->dims[0];
  if (size < 1 || 2 * half > size) return "its heads are not known";
  for (int i = 0; i < 3; i++) direct_in(k, i, n->in[i]);
  direct_in(k, 3, ids);
  direct_out(k, 0, n->out[0]);
  direct_size(k, "half", half);
  direct_size(k, "size", size);
  text_printf(&k->d.body,
              "  const i64 c = i %% shape::size, head = i / shape::size;\n"
              "  const i64 step = %s;\n"
              "  if (c >= 2 * shape::half) {\n    out0(i, in0(i));\n    return;\n  }\n"
              "  const i64 pair = %s, start = head * shape::size;\n"
              "  const i64 first = start + %s, second = first + %s;\n"
              "  const i64 row = %s * shape::half + pair;\n"
              "  const float cosine = in1(row), sine = in2(row), a = in0(first), b = in0(second);\n"
              "  out0(i, i == first ? cosine * a - sine * b : sine * a + cosine * b);\n",
              heads_first
                  ? reason(k->l, "head / %lld / %lld * %lld + head %% %lld", (long long)steps,
                           (long long)heads, (long long)steps, (long long)steps)
                  : reason(k->l, "head / %lld", (long long)heads),
              neighbours ? "c / 2" : "c % shape::half", neighbours ? "2 * pair" : "pair",
              neighbours ? "1" : "shape::half",
              ids ? reason(k->l, "wrap_index(in3(step), %lld)", (long long)positions) : "step");
  return direct_launch(k, "rotary_embedding", tensor_elements(x), 1,
                       (uint64_t)tensor_elements(x) * 3);
}

/* ---- Transforms ----------------------------------------------------------------------------- */

/* cos and sin of 2 pi k / length, as constants. */
static void roots(direct *k, int64_t length, uint32_t *cosines, uint32_t *sines) {
  arena *keep = k->l->c->keep;
  double *table[2] = {NEW_ARRAY(keep, double, length), NEW_ARRAY(keep, double, length)};
  for (int64_t i = 0; i < length; i++) {
    double angle = 6.283185307179586476925286766559 * (double)i / (double)length;
    table[0][i] = cos(angle);
    table[1][i] = sin(angle);
  }
  tensor t = {.dtype = FP8C_DTYPE_F64, .rank = 1, .dims = {length}};
  uint32_t *out[2] = {cosines, sines};
  for (int i = 0; i < 2; i++)
    *out[i] = draft_read(
        &k->d,
        lower_const(k->l, reason(k->l, "%s.%s", k->n->name, i ? "sines" : "cosines"), &t, table[i]),
        "double");
}

#define TRANSFORM_MAX 65536 /* a sum for each result: longer ones want a fast transform */

const char *direct_dft(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int64_t axis = -2, length, listed;
  size_t count;
  bool inverse = node_int(n, "inverse") != 0, onesided = node_int(n, "onesided") != 0;
  if (node_input(n, 2) && (!value_ints(n->in[2], &axis, 1, &count) || count != 1))
    return "its axis is not constant";
  if (axis < 0) axis += x->rank;
  int64_t dim = x->dims[axis], parts = x->dims[x->rank - 1], out_parts = y->dims[y->rank - 1];
  length = inverse && onesided ? 2 * (dim - 1) : dim;
  if (node_input(n, 1)) {
    if (!value_ints(n->in[1], &listed, 1, &count) || count != 1)
      return "its length is not constant";
    length = listed;
  }
  if (length < 1 || length > TRANSFORM_MAX)
    return reason(k->l, "a transform of %lld elements", (long long)length);
  int64_t between = dims_product(x->dims, (int)axis + 1, x->rank - 1), bins = y->dims[axis];
  uint32_t cosines, sines;
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  if (k->why) return k->why;
  roots(k, length, &cosines, &sines);
  /* a real result's input holds half of a spectrum, the other half is its mirror */
  text_printf(&k->d.body,
              "  const i64 part = i %% %lld, column = i / %lld %% %lld, bin = i / %lld %% %lld;\n"
              "  const i64 from = i / %lld * %lld + column;\n  double sum = 0;\n"
              "  for (i64 e = 0; e < %lld; e++) {\n"
              "    const bool turned = %s && e > %lld;\n    const i64 at = turned ? %lld - e : e;\n"
              "    if (at >= %lld) continue;\n    const i64 p = (from + at * %lld) * %lld;\n"
              "    const double re = (double)in0(p);\n    double im = %s;\n"
              "    if (turned) im = -im;\n    if (%s && (e == 0 || 2 * e == %lld)) im = 0;\n"
              "    const i64 root = bin * e %% %lld;\n"
              "    const double c = p%u[root], s = %sp%u[root];\n"
              "    sum += part == 0 ? re * c - im * s : re * s + im * c;\n  }\n"
              "  out0(i, (%s)(sum * %.17g));\n",
              (long long)out_parts, (long long)out_parts, (long long)at_least_one(between),
              (long long)out_parts * at_least_one(between), (long long)at_least_one(bins),
              (long long)out_parts * at_least_one(between) * at_least_one(bins),
              (long long)dim * between, (long long)length, out_parts == 1 ? "true" : "false",
              (long long)(length / 2), (long long)length, (long long)dim, (long long)between,
              (long long)parts, parts == 2 ? "(double)in0(p + 1)" : "0",
              out_parts == 1 ? "true" : "false", (long long)length, (long long)length, cosines,
              inverse ? "" : "-", sines, direct_type(n->out[0]),
              inverse ? 1.0 / (double)length : 1.0);
  return direct_launch(k, "dft", tensor_elements(y), 1,
                       (uint64_t)tensor_elements(y) * (uint64_t)length * 6);
}

/* ---- Losses --------------------------------------------------------------------------------- */

/* Warps share the samples; sums in double, in a fixed order. */
const char *direct_loss(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  const char *reduction = node_string(n, "reduction");
  bool entropy = node_named(n, "SoftmaxCrossEntropyLoss"), weighted = node_input(n, 2) != NULL;
  bool none = reduction && reduction[0] == 'n', ignores = node_attr(n, "ignore_index") != NULL;
  int64_t classes = x->dims[1], inner = dims_product(x->dims, 2, x->rank);
  int64_t samples = x->dims[0] * inner;
  if (classes == 0) return "it has no classes";
  for (int i = 0; i < 3; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_out(k, 1, entropy ? node_output(n, 1) : NULL);
  bool logs = entropy && node_output(n, 1);
  text *body = &k->d.body;
  text_printf(
      body,
      "  constexpr i64 classes = %lld, inner = %lld, samples = %lld;\n"
      "  const auto loss_of = [&](i64 e, double *w) {\n"
      "    const i64 t = (i64)in1(e), first = e / inner * classes * inner + e %% inner;\n"
      "    const bool skip = %s && t == %lld;\n    *w = skip ? 0 : %s;\n"
      "    if (skip) return 0.0f;\n    const i64 at = first + wrap_index(t, classes) * inner;\n",
      (long long)classes, (long long)at_least_one(inner), (long long)samples,
      ignores ? "true" : "false", (long long)(ignores ? node_int(n, "ignore_index") : 0),
      weighted ? "(double)in2(wrap_index(t, classes))" : "1");
  if (entropy)
    text_add(
        body,
        "    float top = in0(first), sum = 0.0f;\n"
        "    for (i64 c = 1; c < classes; c++) {\n      const float v = in0(first + c * inner);\n"
        "      if (v > top) top = v;\n    }\n"
        "    for (i64 c = 0; c < classes; c++) sum += fp8c_expf(in0(first + c * inner) - top);\n"
        "    const float x = in0(at) - top - fp8c_logf(sum);\n");
  else
    text_add(body, "    const float x = in0(at);\n");
  text_add(body, "    return -x * (float)*w;\n  };\n");
  if (none) {
    text_add(body, "  double w;\n  out0(i, loss_of(i, &w));\n");
    const char *why = direct_launch(k, "loss", samples, 1, (uint64_t)tensor_elements(x) * 8);
    if (why || !logs) return why;
  } else {
    text_printf(body,
                "  double sum = 0, weights = 0;\n"
                "  for (i64 e = lane; e < samples; e += 32) {\n    double w;\n"
                "    sum += (double)loss_of(e, &w);\n    weights += w;\n  }\n"
                "  for (int d = 16; d > 0; d >>= 1) {\n"
                "    sum += __shfl_xor_sync(0xFFFFFFFFu, sum, d);\n"
                "    weights += __shfl_xor_sync(0xFFFFFFFFu, weights, d);\n  }\n"
                "  if (lane == 0) out0(0, (float)(%s));\n",
                reduction && reduction[0] == 's' ? "sum" : "sum / weights");
    const char *why = direct_launch(k, "loss", 1, 32, (uint64_t)tensor_elements(x) * 8);
    if (why || !logs) return why;
  }
  /* the logarithms of the probabilities, by a kernel of their own */
  direct again;
  direct_begin(&again, k->l, k->gr);
  direct_in(&again, 0, n->in[0]);
  direct_out(&again, 0, n->out[1]);
  direct_size(&again, "n", classes);
  direct_size(&again, "inner", at_least_one(inner));
  direct_flag(&again, "logarithm", true);
  text_add(&again.d.body, "  softmax_line<shape, float, 1>(i, lane, in0, out0);\n");
  return direct_launch(&again, "softmax", samples, 1, (uint64_t)tensor_elements(x) * 4);
}

/* ---- States --------------------------------------------------------------------------------- */

const char *direct_causal_conv(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  const char *activation = node_string(n, "activation");
  int64_t kernel = w->dims[2], length = x->dims[2], lines = x->dims[0] * x->dims[1];
  for (int i = 0; i < 4; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_out(k, 1, node_output(n, 1));
  /* the results, then what the next call needs of the inputs */
  text_printf(
      &k->d.body,
      "  constexpr i64 kernel = %lld, before = kernel - 1, length = %lld, all = length + before;\n"
      "  const i64 line = i / all, t = i %% all, channel = line %% %lld;\n"
      "  const auto input = [&](i64 at) {\n"
      "    return at >= before ? in0(line * length + at - before) : in3(line * before + at);\n  "
      "};\n"
      "  if (t >= length) {\n    out1(line * before + t - length, input(t));\n    return;\n  }\n"
      "  float sum = in2(channel);\n"
      "  for (i64 e = 0; e < kernel; e++) sum += input(t + e) * in1(channel * kernel + e);\n"
      "  out0(line * length + t, %s);\n",
      (long long)kernel, (long long)length, (long long)at_least_one(x->dims[1]),
      activation && strcmp(activation, "none") != 0 ? "sum * fp8c_sigmoidf(sum)" : "sum");
  return direct_launch(k, "causal_conv", lines * (length + kernel - 1), 1,
                       (uint64_t)(2 * lines * length * kernel));
}

/* A thread for each column of a head's state, which stands in memory. */
const char *direct_linear_attention(direct *k) {
  const node *n = k->n;
  const tensor *q = &n->in[0]->type, *v = &n->in[2]->type;
  const char *rule = node_string(n, "update_rule");
  if (!rule) rule = "gated_delta";
  bool gated = strncmp(rule, "gated", 5) == 0, delta = strstr(rule, "delta") != NULL;
  int64_t q_heads = node_int(n, "q_num_heads"), heads = node_int(n, "kv_num_heads");
  int64_t key = q->dims[2] / q_heads, size = v->dims[2] / heads, steps = q->dims[1];
  int64_t decay = gated && n->in[4]->type.dims[2] != heads ? key : 1;
  int64_t betas = delta ? n->in[5]->type.dims[2] : 1;
  float scale_of = node_float(n, "scale");
  if (scale_of == 0 && key > 0) scale_of = 1.0f / sqrtf((float)key);
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 4, .dims = {q->dims[0], heads, key, size}};
  uint32_t state = lower_temp(k->l, reason(k->l, "%s.state", n->name), &type);
  for (int i = 0; i < 6; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_out(k, 1, node_output(n, 1));
  uint32_t p = draft_write(&k->d, state, "float");
  text_printf(
      &k->d.body,
      "  constexpr i64 K = %lld, V = %lld, H = %lld, Q = %lld, T = %lld, D = %lld, B = %lld;\n"
      "  const i64 c = i %% V, h = i / V %% H, b = i / V / H, first = (b * H + h) * K * V + c;\n"
      "  for (i64 d = 0; d < K; d++) p%u[first + d * V] = in3(first + d * V);\n"
      "  for (i64 t = 0; t < T; t++) {\n    const i64 row = b * T + t, key = (row * H + h) * K;\n"
      "    float v = in2((row * H + h) * V + c), known = 0.0f;\n    (void)known;\n",
      (long long)key, (long long)size, (long long)heads, (long long)q_heads, (long long)steps,
      (long long)decay, (long long)betas, p);
  if (gated)
    text_printf(
        &k->d.body,
        "    for (i64 d = 0; d < K; d++)\n"
        "      p%u[first + d * V] *= fp8c_expf(in4((row * H + h) * D + (D == 1 ? 0 : d)));\n",
        p);
  if (delta)
    text_printf(&k->d.body,
                "    for (i64 d = 0; d < K; d++) known += p%u[first + d * V] * in1(key + d);\n"
                "    v = in5(row * B + (B == 1 ? 0 : h)) * (v - known);\n",
                p);
  text_printf(
      &k->d.body,
      "    for (i64 d = 0; d < K; d++) p%u[first + d * V] += in1(key + d) * v;\n"
      "    for (i64 g = h * (Q / H); g < (h + 1) * (Q / H); g++) {\n      float y = 0.0f;\n"
      "      for (i64 d = 0; d < K; d++) y += in0((row * Q + g) * K + d) * p%u[first + d * V];\n"
      "      out0((row * Q + g) * V + c, y * %s);\n    }\n  }\n"
      "  for (i64 d = 0; d < K; d++) out1(first + d * V, p%u[first + d * V]);\n",
      p, p, float_text(k->l->c->scratch, scale_of), p);
  return direct_launch(k, "linear_attention", q->dims[0] * heads * size, 1,
                       (uint64_t)(q->dims[0] * heads * size * steps * key) * 8);
}
