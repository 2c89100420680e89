/* cost_pass.c - the time model of kernels that memory bounds: how fast memory is for them, and what
 * their elements cost where memory does not decide.
 *
 * What the kernel before has just written lies in the L2 cache as far as it holds it, and comes
 * from there at 32 bytes a clock and multiprocessor; the rest comes at the memory's rate.  Rows
 * that begin at no multiple of 16 bytes have no vectors: an element then costs what a vector does.
 */
#include <string.h>

#include "base/numbers.h"
#include "codegen/attention.h"
#include "codegen/cost.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"

#define L2_BYTES_A_CLOCK 32.0 /* of a multiprocessor */
#define L2_HELD 0.6           /* of it, what is still there when the next kernel reads it */
#define VECTOR_BYTES 16

double cost_of_bytes(const cost_model *m, double bytes) {
  const chip_row *c = cost_chip_row(m);
  if (m->full) return bytes / c->bytes_rate;
  if (bytes < 0) return -cost_of_bytes(m, -bytes); /* which are saved */
  double held = L2_HELD * c->l2_bytes;
  if (held > bytes) held = bytes;
  return held / (L2_BYTES_A_CLOCK * c->clock * c->processors) + (bytes - held) / c->bytes_rate;
}

bool cost_l2_holds(const cost_model *m, double bytes) {
  return bytes <= L2_HELD * cost_chip_row(m)->l2_bytes;
}

double cost_of_pass_from_memory(const cost_model *m, double bytes) {
  return (m->full ? 0 : COST_START_PASS) + bytes / cost_chip_row(m)->bytes_rate;
}

/* ---- Arithmetic -------------------------------------------------------------------------- */

/* Clocks of a lane for an element, many warps hiding what each waits for. */
#define ERF_CLOCKS 20           /* an exponential, an erf */
#define DIVIDING_CLOCKS 48      /* a tanh, a sigmoid and what is made of it: they divide */
#define ROW_CLOCKS 26           /* of a row that is read, summed over and read again */
#define ROW_STEP_CLOCKS 5       /* for each operation beside its norm */
#define REPEATED_CLOCKS 12      /* an operand besides that repeats in an outer axis ... */
#define REPEATED_WIDE_CLOCKS 45 /* ... of a kernel that stores what F32 sums are */
#define ALONE_CLOCKS 60         /* an element that no vector brings */
#define IMAGE_NORM_CLOCKS 20
#define IMAGE_NORM_LAST_CLOCKS 35 /* channels last, where a group is a part of each pixel */
/* Of a reduction whose results are far fewer than its elements (129 steps, 23%): two kernels, or
 * waiting. */
#define START_REDUCTION 3.0e-6

static double elements(const value *v) { return (double)tensor_elements(&v->type); }
static bool sized(const value *v) { return v && tensor_shape_known(&v->type); }

/* Rows that are no whole vectors. */
static bool is_torn(const value *v) {
  if (!sized(v) || v->type.rank < 1 || value_is_const(v)) return false;
  int64_t last = v->type.dims[v->type.rank - 1];
  return tensor_elements(&v->type) > last &&
         last * (int64_t)dtype_bytes(v->type.dtype) % VECTOR_BYTES;
}

/* A number for each row, or for each element of some axes only. */
static bool repeats(const value *v, const value *y) {
  if (!sized(v) || v->type.rank < 1 || tensor_elements(&v->type) <= 1) return false;
  return v->type.rank == y->type.rank && tensor_elements(&v->type) < tensor_elements(&y->type);
}

static bool repeats_in_rows(const value *v, const value *y) {
  int last = v && sized(v) ? v->type.rank - 1 : -1;
  return last >= 0 && repeats(v, y) && v->type.dims[last] == 1 &&
         y->type.dims[y->type.rank - 1] > 1;
}

bool cost_divides(const node *n) {
  const char *form = node_is(n, OP_GELU) ? node_string(n, "approximate") : NULL;
  return node_is(n, OP_SWISH) || node_is(n, OP_SIGMOID) || node_is(n, OP_TANH) ||
         node_is(n, OP_MISH) || (form && strcmp(form, "tanh") == 0);
}

bool cost_is_heavy(const node *n) {
  bool can = node_is(n, OP_GELU) || node_is(n, OP_SWISH);
  const char *form = can ? node_string(n, "approximate") : NULL;
  return op_has(n->op, FACT_HEAVY) && !(form && strcmp(form, "fp8") == 0);
}

static double arithmetic_clocks(const node *n) {
  return !cost_is_heavy(n) ? 0 : cost_divides(n) ? DIVIDING_CLOCKS : ERF_CLOCKS;
}

static double operand_clocks(const node *n, const value *y) {
  double clocks = 0;
  bool wide = !n->region && y->type.dtype == FP8C_DTYPE_F32;
  for (size_t i = 0; i < n->in_count; i++) {
    if (repeats_in_rows(n->in[i], y) && !n->region) clocks += ALONE_CLOCKS;
    if (repeats(n->in[i], y) && !value_is_const(n->in[i]))
      clocks += wide ? REPEATED_WIDE_CLOCKS : REPEATED_CLOCKS;
  }
  return clocks;
}

double cost_pass_clocks(const node *n) {
  const value *y = n->out_count ? n->out[0] : NULL, *x = n->in_count ? n->in[0] : NULL;
  if (!sized(y) || !sized(x)) return 0;
  double clocks = arithmetic_clocks(n);
  if (n->op->family == FAMILY_ROW) clocks += ROW_CLOCKS + (is_torn(x) ? ALONE_CLOCKS : 0);
  if (n->op->family == FAMILY_ROW) return clocks * elements(x);
  if (op_has(n->op, FACT_IMAGE_NORM)) {
    clocks += node_int(n, "channels_last") ? IMAGE_NORM_LAST_CLOCKS : IMAGE_NORM_CLOCKS;
    return (clocks + (is_torn(x) ? ALONE_CLOCKS : 0)) * elements(y);
  }
  if (n->op->family != FAMILY_ELTWISE) return clocks * elements(y);
  bool in_row = n->region && strcmp(n->region->kind, "row") == 0 && !node_is(n, OP_CAST);
  return (clocks + (in_row ? ROW_STEP_CLOCKS : 0) + operand_clocks(n, y)) * elements(y);
}

/* A sum or mean over much more than a row: its results wait for all of it. */
static bool shrinks(const node *n) {
  bool reduces = n->op->family == FAMILY_REDUCE && n->in_count && n->out_count && n->out[0];
  return reduces && sized(n->in[0]) && sized(n->out[0]) && n->in[0]->type.rank > 0 &&
         n->in[0]->type.dims[n->in[0]->type.rank - 1] > 1 &&
         elements(n->in[0]) >= 16 * elements(n->out[0]);
}

double cost_start_of_pass(const node *n) { return shrinks(n) ? START_REDUCTION : COST_START_PASS; }

double cost_of_pass(const cost_model *m, double bytes, double clocks) {
  const chip_row *c = cost_chip_row(m);
  double math = clocks / cost_lanes(c);
  double memory = cost_of_bytes(m, bytes);
  return (m->full ? 0 : COST_START_PASS) + (memory > math ? memory : math);
}
