/* direct_product.c - products of tensors that no matrix kernel takes: any types, any broadcasting,
 * integers, Einsum.  A thread for each result walks what is summed. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/einsum.h"
#include "ops/move.h"

#define AXES_MAX EINSUM_LABELS

/* Axes of the result, then axes that are summed; strides of both in each operand. */
typedef struct contraction {
  int kept, gone;
  int64_t dims[2][AXES_MAX];
  int64_t strides[2][AXES_MAX][EINSUM_OPERANDS];
  int operands;
} contraction;

static void add_axis(contraction *c, bool summed, int64_t dim, const int64_t *strides) {
  int *count = summed ? &c->gone : &c->kept;
  c->dims[summed][*count] = dim;
  for (int i = 0; i < c->operands; i++) c->strides[summed][*count][i] = strides[i];
  ++*count;
}

/* at0, at1 ... += the addresses of linear index `index` over one side's axes. */
static void emit_walk(text *out, const contraction *c, bool summed, const char *index,
                      const char *indent) {
  int count = summed ? c->gone : c->kept;
  text_printf(out, "%si64 left = %s;\n", indent, index);
  for (int a = count - 1; a >= 0; a--) {
    long long dim = at_least_one(c->dims[summed][a]);
    text_printf(out, "%s{ const i64 at = left %% %lld; left /= %lld;", indent, dim, dim);
    for (int i = 0; i < c->operands; i++)
      if (c->strides[summed][a][i])
        text_printf(out, " at%d += at * %lld;", i, (long long)c->strides[summed][a][i]);
    text_add(out, " }\n");
  }
}

static int64_t count_of(const contraction *c, bool summed) {
  int64_t n = 1;
  for (int a = 0; a < (summed ? c->gone : c->kept); a++) n *= c->dims[summed][a];
  return n;
}

/* `factors`: what is multiplied for an element, over x0, x1 ...; the sum is `sum`. */
static void emit_sum(direct *k, const contraction *c, const char *number, bool fused) {
  text *body = &k->d.body;
  for (int i = 0; i < c->operands; i++) text_printf(body, "  i64 base%d = 0;\n", i);
  text_add(body, "  {\n");
  for (int i = 0; i < c->operands; i++) text_printf(body, "    i64 at%d = 0;\n", i);
  emit_walk(body, c, false, "i", "    ");
  for (int i = 0; i < c->operands; i++) text_printf(body, "    base%d = at%d;\n", i, i);
  text_printf(body, "    (void)left;\n  }\n  %s sum = 0;\n  for (i64 r = 0; r < %lld; r++) {\n",
              number, (long long)count_of(c, true));
  for (int i = 0; i < c->operands; i++) text_printf(body, "    i64 at%d = base%d;\n", i, i);
  emit_walk(body, c, true, "r", "    ");
  if (fused) {
    text_printf(body,
                "    (void)left;\n    sum = mul_add((%s)read0(at0), (%s)read1(at1), sum);\n  }\n",
                number, number);
    return;
  }
  text_printf(body, "    (void)left;\n    %s x = (%s)read0(at0);\n", number, number);
  for (int i = 1; i < c->operands; i++)
    text_printf(body, "    x = x * (%s)read%d(at%d);\n", number, i, i);
  text_add(body, "    sum = sum + x;\n  }\n");
}

/* x[..., m, k] . w[..., k, n], 1-D operands included. */
static void matrices(contraction *c, const tensor *x, const tensor *w) {
  int64_t sx[FP8C_MAX_RANK], sw[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, sx);
  strides_of(w->dims, w->rank, sw);
  c->operands = 2;
  int xb = x->rank > 2 ? x->rank - 2 : 0, wb = w->rank > 2 ? w->rank - 2 : 0;
  int batch = xb > wb ? xb : wb;
  for (int d = 0; d < batch; d++) {
    int xd = d - (batch - xb), wd = d - (batch - wb);
    int64_t of_x = xd >= 0 ? x->dims[xd] : 1, of_w = wd >= 0 ? w->dims[wd] : 1;
    add_axis(c, false, of_x == 1 ? of_w : of_x,
             (int64_t[]){of_x == 1 ? 0 : sx[xd], of_w == 1 ? 0 : sw[wd]});
  }
  int k_of_w = w->rank > 1 ? w->rank - 2 : 0;
  if (x->rank > 1) add_axis(c, false, x->dims[x->rank - 2], (int64_t[]){sx[x->rank - 2], 0});
  if (w->rank > 1) add_axis(c, false, w->dims[w->rank - 1], (int64_t[]){0, sw[w->rank - 1]});
  add_axis(c, true, x->dims[x->rank - 1], (int64_t[]){sx[x->rank - 1], sw[k_of_w]});
}

static const char *number_of(const value *v) {
  fp8c_dtype d = v->type.dtype;
  if (dtype_is_small_float(d)) return "float";
  if (d == FP8C_DTYPE_F64) return "double";
  return number_type(d)[0] == 'u' ? "u64" : "i64";
}

static uint64_t flops_of(const contraction *c) {
  return 2 * (uint64_t)count_of(c, false) * (uint64_t)count_of(c, true);
}

const char *direct_einsum(direct *k) {
  const node *n = k->n;
  op_call call;
  equation e;
  bool known;
  fp8c_error err;
  contraction c = {.operands = (int)n->in_count};
  const char *why = direct_call(k, &call);
  if (why) return why;
  if (einsum_read(&call, &e, &known, &err) != FP8C_OK || !known) return "its equation is not known";
  bool kept[EINSUM_LABELS] = {false};
  for (int pass = 0; pass < 2; pass++)
    for (int a = 0; a < (pass ? EINSUM_LABELS : e.out.rank); a++) {
      int label = pass ? a : e.out.labels[a];
      int64_t strides[EINSUM_OPERANDS] = {0};
      bool used = false;
      if (pass && kept[label]) continue;
      kept[label] = true;
      for (size_t i = 0; i < n->in_count; i++) {
        int64_t own[FP8C_MAX_RANK];
        strides_of(n->in[i]->type.dims, n->in[i]->type.rank, own);
        for (int d = 0; d < e.in[i].rank; d++)
          if (e.in[i].labels[d] == label) {
            used = true;
            strides[i] += n->in[i]->type.dims[d] == 1 ? 0 : own[d];
          }
      }
      if (used) add_axis(&c, pass == 1, e.size[label], strides);
    }
  for (int i = 0; i < c.operands; i++) {
    direct_in(k, i, n->in[i]);
    text_printf(&k->d.body, "  const auto &read%d = in%d;\n", i, i);
  }
  direct_out(k, 0, n->out[0]);
  const char *number = number_of(n->out[0]);
  /* as on the CPU: sums in double, rounded once */
  emit_sum(k, &c, strcmp(number, "float") == 0 ? "double" : number, false);
  text_printf(&k->d.body, "  out0(i, (%s)sum);\n", direct_type(n->out[0]));
  return direct_launch(k, "einsum", tensor_elements(&n->out[0]->type), 1, flops_of(&c));
}

/* MatMul, Linear, Gemm in types or shapes that no matrix kernel takes. */
const char *direct_matrix_product(direct *k) {
  const node *n = k->n;
  contraction c = {.operands = 2};
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type, *y = &n->out[0]->type;
  const value *addend = node_input(n, 2);
  int64_t sx[FP8C_MAX_RANK], sw[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, sx);
  strides_of(w->dims, w->rank, sw);
  if (x->rank == 0 || w->rank == 0) return "an operand is a scalar";
  if (node_is(n, OP_MATMUL)) {
    matrices(&c, x, w);
  } else if (node_is(n, OP_LINEAR)) {
    for (int d = 0; d < x->rank - 1; d++) add_axis(&c, false, x->dims[d], (int64_t[]){sx[d], 0});
    add_axis(&c, false, w->dims[0], (int64_t[]){0, sw[0]});
    add_axis(&c, true, w->dims[1], (int64_t[]){sx[x->rank - 1], sw[1]});
  } else {
    int ta = node_int(n, "transA") != 0, tb = node_int(n, "transB") != 0;
    add_axis(&c, false, x->dims[ta], (int64_t[]){sx[ta], 0});
    add_axis(&c, false, w->dims[1 - tb], (int64_t[]){0, sw[1 - tb]});
    add_axis(&c, true, x->dims[1 - ta], (int64_t[]){sx[1 - ta], sw[tb]});
  }
  const char *number = number_of(n->out[0]);
  bool real = strcmp(number, "float") == 0 || strcmp(number, "double") == 0;
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_in(k, 2, addend);
  if (node_input(n, 3)) direct_in(k, 3, node_input(n, 3));
  direct_out(k, 0, n->out[0]);
  text_add(&k->d.body, "  const auto &read0 = in0;\n  const auto &read1 = in1;\n");
  emit_sum(k, &c, number, true);
  if (node_input(n, 3))
    text_printf(&k->d.body, "  sum = sum * in3(i / %lld);\n", (long long)y->dims[y->rank - 1]);
  if (node_is(n, OP_GEMM)) {
    float alpha = node_float(n, "alpha"), beta = node_float(n, "beta");
    if (!real && (alpha != (float)(int64_t)alpha || beta != (float)(int64_t)beta))
      return "its factors are no integers";
    if (alpha != 1.0f)
      text_printf(&k->d.body, "  sum = sum * (%s)%s;\n", number,
                  float_text(k->l->c->scratch, alpha));
    if (addend) {
      const tensor *t = &addend->type;
      int64_t columns = t->rank ? t->dims[t->rank - 1] : 1, rows = t->rank > 1 ? t->dims[0] : 1;
      text_printf(&k->d.body, "  sum = sum + (%s)in2(%s + %s) * (%s)%s;\n", number,
                  rows == 1
                      ? "0"
                      : reason(k->l, "i / %lld * %lld", (long long)y->dims[1], (long long)columns),
                  columns == 1 ? "0" : reason(k->l, "i %% %lld", (long long)y->dims[1]), number,
                  float_text(k->l->c->scratch, beta));
    }
  } else if (addend) {
    text_printf(&k->d.body, "  sum = sum + (%s)in2(i %% %lld);\n", number,
                (long long)y->dims[y->rank - 1]);
  }
  text_printf(&k->d.body, "  out0(i, (%s)sum);\n", direct_type(n->out[0]));
  return direct_launch(k, "product", tensor_elements(y), 1, flops_of(&c));
}

/* a, b and their zero points; or a, its scale and zero point, b, ..., y's. */
const char *direct_product_integers(direct *k) {
  const node *n = k->n;
  bool linear = node_is(n, OP_Q_LINEAR_MAT_MUL);
  int b = linear ? 3 : 1;
  size_t az = 2, bz = linear ? 5 : 3;
  const tensor *x = &n->in[0]->type, *w = &n->in[b]->type, *y = &n->out[0]->type;
  contraction c = {.operands = 2};
  if (x->rank == 0 || w->rank == 0) return "an operand is a scalar";
  matrices(&c, x, w);
  int64_t rows = x->rank > 1 ? x->dims[x->rank - 2] : 1,
          columns = w->rank > 1 ? w->dims[w->rank - 1] : 1;
  const value *a_zero = node_input(n, az), *b_zero = node_input(n, bz);
  int a_step = direct_step(a_zero, rows), b_step = direct_step(b_zero, columns);
  int s_step = linear ? direct_step(n->in[4], columns) : 0;
  if (a_step < 0 || b_step < 0 || s_step < 0 ||
      (linear && (tensor_elements(&n->in[1]->type) != 1 || tensor_elements(&n->in[6]->type) != 1 ||
                  tensor_elements(&n->in[7]->type) != 1)))
    return "its scales or zero points fit neither one nor the rows or columns";
  for (int i = 0; i < (linear ? 8 : 4); i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  text_printf(
      &k->d.body,
      "  const i64 column = i %% %lld, row = i / %lld %% %lld;\n  (void)column, (void)row;\n"
      "  const i32 a_zero = (i32)in%zu(row * %d), b_zero = (i32)in%zu(column * %d);\n"
      "  const auto read0 = [&](i64 at) { return (i32)in0(at) - a_zero; };\n"
      "  const auto read1 = [&](i64 at) { return (i32)in%d(at) - b_zero; };\n",
      (long long)at_least_one(columns), (long long)at_least_one(columns),
      (long long)at_least_one(rows), az, a_step, bz, b_step, b);
  emit_sum(k, &c, "i32", true);
  if (linear)
    text_printf(&k->d.body,
                "  const float s = in1(0) * in4(column * %d) / in6(0);\n"
                "  out0(i, (%s)saturated((float)sum * s, (i32)in7(0), %s));\n",
                s_step, direct_type(n->out[0]),
                y->dtype == FP8C_DTYPE_I8 ? "-128.0f, 127.0f" : "0.0f, 255.0f");
  else
    text_add(&k->d.body, "  out0(i, sum);\n");
  return direct_launch(k, "product_integers", tensor_elements(y), 1, flops_of(&c));
}
