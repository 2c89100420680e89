/* direct_reduce.c - reductions of every type over any axes, MeanVarianceNormalization: a thread
 * for each result walks what becomes it. */
#include "base/numbers.h"
#include "codegen/direct.h"
#include "ir/read.h"

/* a is the accumulator, x an element, n the count.  `real`: integers go through F64. */
typedef struct reduction {
  const char *start, *step, *finish;
  bool real;
} reduction;

static const reduction reductions[OP_COUNT] = {
    [OP_REDUCE_SUM] = {"0", "a + x", "a", false},
    [OP_REDUCE_MEAN] = {"0", "a + x", "a / (N)n", true},
    [OP_REDUCE_MAX] = {"ends<N>::low()", "x > a || x != x ? x : a", "a", false},
    [OP_REDUCE_MIN] = {"ends<N>::high()", "x < a || x != x ? x : a", "a", false},
    [OP_REDUCE_PROD] = {"1", "a * x", "a", false},
    [OP_REDUCE_L1] = {"0", "a + (x < 0 ? -x : x)", "a", false},
    [OP_REDUCE_L2] = {"0", "a + x * x", "line_sqrt(a)", true},
    [OP_REDUCE_SUM_SQUARE] = {"0", "a + x * x", "a", false},
    [OP_REDUCE_LOG_SUM] = {"0", "a + x", "line_log(a)", true},
    [OP_REDUCE_LOG_SUM_EXP] = {"0", "", "", true},
};

/* Declares `name` as the address of linear index `index` in a walk. */
static void walk(text *out, const char *name, const char *index, int rank, const int64_t *dims,
                 const int64_t *strides, const char *indent) {
  text_printf(out, "%sshape::index %s = 0;\n", indent, name);
  if (rank == 0) return;
  text_printf(out, "%s{ shape::index left = %s;", indent, index);
  for (int d = rank - 1; d >= 0; d--)
    text_printf(out, " %s += left %% %lld * %lld; left /= %lld;", name, (long long)dims[d],
                (long long)strides[d], (long long)dims[d]);
  text_add(out, " }\n");
}

/* MeanVarianceNormalization, which is done here too, has no row. */
static const reduction *reduction_of(const node *n) {
  const reduction *r = &reductions[op_of(n->op)];
  return r->start ? r : NULL;
}

static const char *read_gone(const node *n, bool *gone) {
  int rank = n->in[0]->type.rank;
  const int64_t *axes;
  size_t count;
  if (!node_is(n, OP_MEAN_VARIANCE_NORMALIZATION))
    return node_reduction(n, gone) ? NULL : "its axes are not constant";
  bool set = node_ints(n, "axes", &axes, &count);
  for (int d = 0; d < rank && !set; d++) gone[d] = d != 1;
  for (size_t i = 0; set && i < count; i++) gone[axes[i] < 0 ? axes[i] + rank : axes[i]] = true;
  return NULL;
}

const char *direct_reduction(direct *k) {
  const node *n = k->n;
  const reduction *row = reduction_of(n);
  const tensor *x = &n->in[0]->type;
  bool gone[FP8C_MAX_RANK] = {false};
  int64_t dims[2][FP8C_MAX_RANK], strides[2][FP8C_MAX_RANK], counts[2] = {1, 1};
  int rank[2] = {0, 0};
  const char *why = read_gone(n, gone);
  if (why) return why;
  int64_t stride = 1, all[FP8C_MAX_RANK];
  for (int d = x->rank - 1; d >= 0; d--) all[d] = stride, stride *= at_least_one(x->dims[d]);
  for (int d = 0; d < x->rank; d++) {
    int side = gone[d];
    dims[side][rank[side]] = at_least_one(x->dims[d]);
    strides[side][rank[side]++] = all[d];
    counts[side] *= x->dims[d];
  }
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  fp8c_dtype d = x->dtype;
  bool real = row ? row->real : true;
  const char *number = dtype_is_small_float(d)       ? "float"
                       : d == FP8C_DTYPE_F64 || real ? "double"
                       : number_type(d)[0] == 'u'    ? "u64"
                       : d == FP8C_DTYPE_BOOL        ? "bool"
                                                     : "i64";
  text *body = &k->d.body;
  text_printf(body, "  typedef %s N;\n  const i64 n = %lld;\n  (void)n;\n", number,
              (long long)counts[1]);
  walk(body, "base", "i", rank[0], dims[0], strides[0], "  ");
  const char *head = "  for (shape::index r = 0; r < n; r++) {\n";
  const char *element = "    const N x = (N)in0(base + offset);\n";
#define EACH(step_)                                                  \
  do {                                                               \
    text_add(body, head);                                            \
    walk(body, "offset", "r", rank[1], dims[1], strides[1], "    "); \
    text_add(body, element);                                         \
    text_printf(body, "    %s\n  }\n", step_);                       \
  } while (0)
  if (!row) {
    text_add(body, "  N sum = 0, squares = 0;\n");
    EACH("sum += x;");
    text_add(body, "  const N mean = sum / (N)n;\n");
    EACH("squares += (x - mean) * (x - mean);");
    text_add(body, "  const N deviation = line_sqrt(squares / (N)n) + (N)1e-9;\n");
    EACH("out0(base + offset, (x - mean) / deviation);");
  } else if (node_is(n, OP_REDUCE_LOG_SUM_EXP)) {
    text_add(body, "  N top = ends<N>::low(), sum = 0;\n");
    EACH("top = x > top || x != x ? x : top;");
    text_add(body, "  if (top - top != 0) top = 0;\n");
    EACH("sum += line_exp(x - top);");
    text_printf(body, "  out0(i, (%s)(line_log(sum) + top));\n", direct_type(n->out[0]));
  } else {
    text_printf(body, "  N a = (N)%s;\n", row->start);
    EACH(reason(k->l, "a = (N)(%s);", row->step));
    text_printf(body, "  out0(i, (%s)(%s));\n", direct_type(n->out[0]), row->finish);
  }
#undef EACH
  return direct_launch(k, "reduce_any", counts[0], 1, (uint64_t)(counts[0] * counts[1]));
}
