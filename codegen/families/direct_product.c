/* direct_product.c - products of tensors that no matrix kernel takes: any types, any broadcasting,
 * integers, Einsum.  A thread for each result walks what is summed. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "codegen/families.h"
#include "ops/einsum.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "ops/move.h"

#define AXES_MAX EINSUM_LABELS

/* Axes of the result, then axes that are summed; strides of both in each operand. */
typedef struct contraction {
  int kept, gone;
  int64_t dims[2][AXES_MAX];
  int64_t strides[2][EINSUM_OPERANDS][AXES_MAX];
  int operands;
} contraction;

static void add_axis(contraction *c, bool summed, int64_t dim, const int64_t *strides) {
  int *count = summed ? &c->gone : &c->kept;
  c->dims[summed][*count] = dim;
  for (int i = 0; i < c->operands; i++) c->strides[summed][i][*count] = strides[i];
  ++*count;
}

static int64_t count_of(const contraction *c, bool summed) {
  int64_t n = 1;
  for (int a = 0; a < (summed ? c->gone : c->kept); a++) n *= c->dims[summed][a];
  return n;
}

/* shape::kept, shape::gone and shape::terms (kernels/product.cuh). */
static void write_walks(direct *k, const contraction *c) {
  for (int summed = 0; summed < 2; summed++) {
    const int64_t *steps[EINSUM_OPERANDS];
    for (int i = 0; i < c->operands; i++) steps[i] = c->strides[summed][i];
    direct_walk(k, summed ? "gone" : "kept", summed ? c->gone : c->kept, c->dims[summed],
                c->operands, steps);
  }
  direct_size(k, "terms", count_of(c, true));
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
  text readers;
  text_init(&readers, k->l->c->scratch);
  for (int i = 0; i < c.operands; i++) {
    direct_in(k, i, n->in[i]);
    text_printf(&readers, ", in%d", i);
  }
  direct_out(k, 0, n->out[0]);
  write_walks(k, &c);
  const char *number = number_of(n->out[0]);
  /* as on the CPU: sums in double, rounded once */
  if (strcmp(number, "float") == 0) number = "double";
  text_printf(&k->draft.body, "  out0(i, (%s)einsum_at<shape, %s>(i%s));\n", direct_type(n->out[0]),
              number, text_cstr(&readers));
  return direct_launch(k, "einsum", tensor_elements(&n->out[0]->type), 1, flops_of(&c));
}

/* The axes of MatMul, Linear or Gemm; why not, or NULL. */
static const char *product_axes(const node *n, contraction *c) {
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  int64_t sx[FP8C_MAX_RANK], sw[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, sx);
  strides_of(w->dims, w->rank, sw);
  if (x->rank == 0 || w->rank == 0) return "an operand is a scalar";
  if (node_is(n, OP_MATMUL)) {
    matrices(c, x, w);
  } else if (node_is(n, OP_LINEAR)) {
    for (int d = 0; d < x->rank - 1; d++) add_axis(c, false, x->dims[d], (int64_t[]){sx[d], 0});
    add_axis(c, false, w->dims[0], (int64_t[]){0, sw[0]});
    add_axis(c, true, w->dims[1], (int64_t[]){sx[x->rank - 1], sw[1]});
  } else {
    int ta = node_int(n, "transA") != 0, tb = node_int(n, "transB") != 0;
    add_axis(c, false, x->dims[ta], (int64_t[]){sx[ta], 0});
    add_axis(c, false, w->dims[1 - tb], (int64_t[]){0, sw[1 - tb]});
    add_axis(c, true, x->dims[1 - ta], (int64_t[]){sx[1 - ta], sw[tb]});
  }
  return NULL;
}

/* What a row and a column of the result move in the addend. */
static void write_addend(direct *k, const value *addend) {
  const tensor *y = &k->n->out[0]->type;
  bool both = node_is(k->n, OP_GEMM);
  int64_t rows = 1, columns = addend && addend->type.rank ? 0 : 1;
  if (addend && addend->type.rank) columns = addend->type.dims[addend->type.rank - 1];
  if (addend && addend->type.rank > 1) rows = addend->type.dims[0];
  direct_flag(k, "has_addend", addend != NULL);
  direct_flag(k, "has_rows", node_input(k->n, 3) != NULL);
  direct_size(k, "columns", y->rank ? at_least_one(y->dims[y->rank - 1]) : 1);
  direct_size(k, "addend_row", both && rows != 1 ? columns : 0);
  direct_size(k, "addend_column", !both || columns != 1);
}

/* MatMul, Linear, Gemm in types or shapes that no matrix kernel takes. */
const char *direct_matrix_product(direct *k) {
  const node *n = k->n;
  contraction c = {.operands = 2};
  const value *addend = node_input(n, 2);
  const char *why = product_axes(n, &c), *number = number_of(n->out[0]);
  if (why) return why;
  bool real = strcmp(number, "float") == 0 || strcmp(number, "double") == 0;
  float alpha = 1, beta = 1;
  if (node_is(n, OP_GEMM)) {
    alpha = node_float(n, "alpha");
    beta = node_float(n, "beta");
    if (!real && (alpha != (float)(int64_t)alpha || beta != (float)(int64_t)beta))
      return "its factors are no integers";
  }
  for (int i = 0; i < 4; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  write_walks(k, &c);
  write_addend(k, addend);
  direct_flag(k, "scaled", alpha != 1.0f);
  text_printf(&k->draft.body,
              "  const auto sum = product_at<shape, %s>(i, in0, in1);\n"
              "  out0(i, (%s)product_end<shape>(sum, i, %s, %s, in2, in3));\n",
              number, direct_type(n->out[0]), float_text(k->l->c->scratch, alpha),
              float_text(k->l->c->scratch, beta));
  return direct_launch(k, "product", tensor_elements(&n->out[0]->type), 1, flops_of(&c));
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
  int a_step = direct_step(node_input(n, az), rows),
      b_step = direct_step(node_input(n, bz), columns);
  int s_step = linear ? direct_step(n->in[4], columns) : 0;
  if (a_step < 0 || b_step < 0 || s_step < 0 ||
      (linear && (tensor_elements(&n->in[1]->type) != 1 || tensor_elements(&n->in[6]->type) != 1 ||
                  tensor_elements(&n->in[7]->type) != 1)))
    return "its scales or zero points fit neither one nor the rows or columns";
  for (int i = 0; i < (linear ? 8 : 4); i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  write_walks(k, &c);
  direct_size(k, "rows", at_least_one(rows));
  direct_size(k, "columns", at_least_one(columns));
  direct_size(k, "x_zero_step", a_step);
  direct_size(k, "w_zero_step", b_step);
  direct_size(k, "scale_step", s_step);
  if (linear)
    text_printf(
        &k->draft.body,
        "  product_requantized<shape, %s>(i, in0, in1, in2, in3, in4, in5, in6, in7, out0);\n",
        direct_limits(n->out[0]));
  else
    text_add(&k->draft.body, "  out0(i, product_integers_at<shape>(i, in0, in1, in2, in3));\n");
  return direct_launch(k, "product_integers", tensor_elements(y), 1, flops_of(&c));
}

const char *offers_product_direct(const problem *p, const cost_model *m, schedule_list *out) {
  if (p->undirect) return p->undirect;
  offer_product(out, p, m, (schedule){.name = "one result a thread"});
  return NULL;
}

const char *write_product_direct(lowering *l, const problem *p, const schedule *s) {
  (void)s;
  return direct_write(l, &p->gr, direct_matrix_product, NULL);
}
