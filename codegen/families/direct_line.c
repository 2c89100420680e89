/* direct_line.c - lines along one axis: softmax and norms that row.c does not
 * do, running sums, the place of the largest, losses over classes.
 *
 * Lines of neighbouring elements go by warps, lines that lie across memory by threads, whose
 * neighbours then read neighbours. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "codegen/problem.h"
#include "ops/ids/norms.h"
#include "ops/ids/reductions.h"
#include "ops/ids/signals.h"
#include "ops/move.h"

typedef struct line {
  int64_t lines, n, inner;
} line;

static line along(const tensor *t, int64_t axis) {
  if (axis < 0) axis += t->rank;
  line l = {.n = t->rank ? t->dims[axis] : 1, .inner = 1};
  if (t->rank) l.inner = dims_product(t->dims, (int)axis + 1, t->rank);
  l.lines = (t->rank ? dims_product(t->dims, 0, (int)axis) : 1) * l.inner;
  return l;
}

static void write_line(direct *k, line l) {
  direct_size(k, "n", l.n);
  direct_size(k, "inner", l.inner);
}

static bool wide(const value *v) { return v->type.dtype == FP8C_DTYPE_F64; }

/* Lines that lie across memory are done by threads, but for long ones that are too few to fill the
 * GPU: their elements are read by all threads of a warp at once, and lines side by side by its
 * neighbours. */
#define MANY_LINES 65536
#define LONG_LINE 128

static int lanes_for(const value *x, line l) {
  bool threads = l.inner >= 8 && (l.lines >= MANY_LINES || l.n < LONG_LINE);
  return wide(x) || threads || l.n < 16 ? 1 : 32;
}

static const char *start(direct *k, int64_t axis, line *l) {
  const node *n = k->n;
  *l = along(&n->in[0]->type, axis);
  write_line(k, *l);
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  return k->why;
}

static const char *finish(direct *k, const char *what, line l, int lanes) {
  uint64_t flops = (uint64_t)l.n * (uint64_t)l.lines * 4;
  /* a kernel of a warp a line shuffles: all its threads are there, or none of the warp */
  return direct_launch(k, what, l.n == 0 ? 0 : l.lines, lanes, flops);
}

/* Softmax, LogSoftmax, Hardmax, LpNormalization along their axis. */
const char *direct_each_line(direct *k) {
  const node *n = k->n;
  line l;
  const char *why = start(k, node_int(n, "axis"), &l), *number = direct_type(n->in[0]);
  if (why) return why;
  if (!dtype_is_small_float(n->in[0]->type.dtype) && !wide(n->in[0]))
    return arena_printf(k->l->c->scratch, "%s of %s", n->op->name,
                        fp8c_dtype_name(n->in[0]->type.dtype));
  if (node_is(n, OP_HARDMAX)) {
    text_printf(&k->draft.body, "  hardmax_line<shape, %s>(i, in0, out0);\n", number);
    return finish(k, "hardmax", l, 1);
  }
  int lanes = lanes_for(n->in[0], l);
  if (node_is(n, OP_LP_NORMALIZATION)) {
    direct_size(k, "p", node_int(n, "p"));
    text_printf(&k->draft.body, "  lp_line<shape, %s, %d>(i, lane, in0, out0);\n", number, lanes);
    return finish(k, "lp_normalization", l, lanes);
  }
  direct_flag(k, "logarithm", node_is(n, OP_LOG_SOFTMAX));
  text_printf(&k->draft.body, "  softmax_line<shape, %s, %d>(i, lane, in0, out0);\n", number,
              lanes);
  return finish(k, "softmax", l, lanes);
}

const char *direct_batch_norm(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  int64_t spatial = x->rank > 1 ? dims_product(x->dims, 2, x->rank) : x->rank ? x->dims[0] : 1;
  if (node_gives_more(n)) return "its running statistics are used";
  direct_size(k, "spatial", at_least_one(spatial));
  direct_size(k, "channels", x->rank > 1 ? at_least_one(x->dims[1]) : 1);
  direct_real(k, "epsilon", (double)node_float(n, "epsilon"));
  for (int i = 0; i < 5; i++) direct_in(k, i, n->in[i]);
  direct_out(k, 0, n->out[0]);
  text_add(&k->draft.body, "  out0(i, batch_norm_at<shape>(i, in0, in1, in2, in3, in4));\n");
  return direct_launch(k, "batch_norm", tensor_elements(x), 1, (uint64_t)tensor_elements(x) * 4);
}

const char *direct_lrn(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  line l = along(x, 1);
  int64_t size = node_int(n, "size");
  write_line(k, l);
  direct_size(k, "before", (size - 1) / 2);
  direct_size(k, "behind", size / 2);
  direct_real(k, "alpha", (double)(node_float(n, "alpha") / (float)size));
  direct_real(k, "beta", (double)node_float(n, "beta"));
  direct_real(k, "bias", (double)node_float(n, "bias"));
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  text_add(&k->draft.body, "  out0(i, lrn_at<shape>(i, in0));\n");
  return direct_launch(k, "lrn", tensor_elements(x), 1,
                       (uint64_t)tensor_elements(x) * (uint64_t)(2 * size));
}

/* A warp does a line in steps of 128 numbers.  Lines that lie across memory are as well done by
 * threads where there are enough of them to fill the GPU. */
#define CUMULATE_STEP 128

static int cumulate_lanes(line l) {
  return l.n < 16 || (l.inner >= 8 && l.lines >= MANY_LINES) ? 1 : 32;
}

const char *direct_cumulate(direct *k) {
  const node *n = k->n;
  int64_t axis;
  size_t count;
  line l;
  if (!value_ints(n->in[1], &axis, 1, &count) || count != 1) return "its axis is not constant";
  const char *why = start(k, axis, &l);
  if (why) return why;
  fp8c_dtype d = n->in[0]->type.dtype;
  const char *number = dtype_is_small_float(d)       ? "float"
                       : d == FP8C_DTYPE_F64         ? "double"
                       : strchr(number_type(d), 'u') ? "u64"
                                                     : "i64";
  direct_flag(k, "product", node_is(n, OP_CUM_PROD));
  direct_flag(k, "reverse", node_int(n, "reverse") != 0);
  direct_flag(k, "exclusive", node_int(n, "exclusive") != 0);
  int lanes = cumulate_lanes(l);
  text_printf(&k->draft.body, "  cumulate_line<shape, %s, %d>(i, lane, in0, out0);\n", number,
              lanes);
  return finish(k, "cumulate", l, lanes);
}

const char *direct_arg(direct *k) {
  const node *n = k->n;
  line l;
  const char *why = start(k, node_int(n, "axis"), &l);
  if (why) return why;
  if (l.n == 0) return "its axis is empty";
  direct_flag(k, "largest", node_is(n, OP_ARG_MAX));
  direct_flag(k, "last", node_int(n, "select_last_index") != 0);
  text_printf(&k->draft.body, "  arg_line<shape, %s>(i, in0, out0);\n", direct_type(n->in[0]));
  return finish(k, "arg", l, 1);
}

const char *direct_global_mean(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  line l = {.n = dims_product(x->dims, 2, x->rank), .inner = 1, .lines = x->dims[0] * x->dims[1]};
  if (l.n == 0) return "its image is empty";
  write_line(k, l);
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  text_add(&k->draft.body, "  mean_line<shape, 32>(i, lane, in0, out0);\n");
  return finish(k, "mean", l, 32);
}

/* ---- Losses --------------------------------------------------------------------------------- */

/* The logarithms of the probabilities, by a kernel of their own. */
static const char *write_logarithms(const direct *k, int64_t classes, int64_t inner,
                                    int64_t samples) {
  direct again;
  direct_begin(&again, k->l, k->gr);
  direct_in(&again, 0, k->n->in[0]);
  direct_out(&again, 0, k->n->out[1]);
  write_line(&again, (line){.n = classes, .inner = at_least_one(inner)});
  direct_flag(&again, "logarithm", true);
  text_add(&again.draft.body, "  softmax_line<shape, float, 1>(i, lane, in0, out0);\n");
  return direct_launch(&again, "softmax", samples, 1, (uint64_t)(samples * classes) * 4);
}

const char *direct_loss(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  const char *how = node_string(n, "reduction"), *why;
  bool entropy = node_is(n, OP_SOFTMAX_CROSS_ENTROPY_LOSS);
  bool ignores = node_attr(n, "ignore_index") != NULL;
  int64_t classes = x->dims[1], inner = dims_product(x->dims, 2, x->rank);
  int64_t samples = x->dims[0] * inner;
  long long ignored = ignores ? node_int(n, "ignore_index") : 0;
  uint64_t flops = (uint64_t)tensor_elements(x) * 8;
  if (classes == 0) return "it has no classes";
  for (int i = 0; i < 3; i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_size(k, "classes", classes);
  direct_size(k, "inner", at_least_one(inner));
  direct_size(k, "samples", samples);
  direct_flag(k, "entropy", entropy);
  direct_flag(k, "ignores", ignores);
  direct_flag(k, "weighted", node_input(n, 2) != NULL);
  direct_flag(k, "mean", !how || how[0] != 's');
  if (how && how[0] == 'n') {
    text_printf(&k->draft.body, "  out0(i, loss_at<shape>(i, %lldll, in0, in1, in2));\n", ignored);
    why = direct_launch(k, "loss", samples, 1, flops);
  } else {
    text_printf(&k->draft.body, "  loss_of_all<shape>(lane, %lldll, in0, in1, in2, out0);\n",
                ignored);
    why = direct_launch(k, "loss", 1, 32, flops);
  }
  if (why || !entropy || !node_output(n, 1)) return why;
  return write_logarithms(k, classes, inner, samples);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* A running sum's step to the next: of a thread, one number; of a warp, 128. */
#define SUM_SECONDS 70e-9
#define WARP_SUM_SECONDS 213e-9

static double cumulate_seconds(line l) {
  if (cumulate_lanes(l) == 1) return (double)l.n * SUM_SECONDS;
  return ceil((double)l.n / CUMULATE_STEP) * WARP_SUM_SECONDS;
}

/* A thread of a line's goes over it to find the largest, to sum and to divide; each step is priced
 * as one of a running sum. */
#define LINE_PASSES 3

void each_line_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  (void)a;
  (void)m;
  const node *n = p->gr.nodes[0];
  line l = along(&n->in[0]->type, node_int(n, "axis"));
  int lanes = node_is(n, OP_HARDMAX) ? 1 : lanes_for(n->in[0], l);
  w->waits = LINE_PASSES * ceil((double)l.n / lanes) * SUM_SECONDS;
}

/* Sums along an axis that is not known yet are priced by the slowest axis. */
void cumulate_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  (void)a;
  (void)m;
  const node *n = p->gr.nodes[0];
  const tensor *x = &n->in[0]->type;
  int64_t axis;
  size_t count;
  bool known = value_ints(n->in[1], &axis, 1, &count) && count == 1;
  for (int d = 0; d < x->rank; d++)
    if (!known || d == (axis < 0 ? axis + x->rank : axis))
      w->waits = fmax(w->waits, cumulate_seconds(along(x, d)));
}

/* Logarithms that somebody wants besides are a launch of their own. */
void loss_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  (void)a;
  (void)m;
  const node *n = p->gr.nodes[0];
  w->more = node_is(n, OP_SOFTMAX_CROSS_ENTROPY_LOSS) && node_output(n, 1);
}
