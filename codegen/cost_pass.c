/* cost_pass.c - the time model of kernels that memory bounds: how fast memory is for them, and what
 * their elements cost where memory does not decide.
 *
 * What the kernel before has just written lies in the L2 cache as far as it holds it, and comes
 * from there at 32 bytes a clock and multiprocessor; the rest comes at the memory's rate. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/attention.h"
#include "codegen/cost.h"
#include "ops/ids/unary.h"

#define L2_BYTES_A_CLOCK 32.0 /* of a multiprocessor */
#define L2_HELD 0.6           /* of it, what is still there when the next kernel reads it */

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
#define ERF_CLOCKS 20       /* an exponential, an erf */
#define SIGMOID_CLOCKS 22   /* a sigmoid, a Swish: they divide */
#define TANH_CLOCKS 48      /* a tanh and what is made of it */
#define SINE_CLOCKS 62      /* a sine, whose argument is reduced in F32 or F64 */
#define REPEATED_CLOCKS 12  /* an operand besides that repeats in an outer axis */
#define ROW_TRUTH_CLOCKS 60 /* of truth values, one for each row beside them */

static bool sized(const value *v) { return v && tensor_shape_known(&v->type); }

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

double cost_arithmetic_clocks(const node *n) {
  bool sigmoid = node_is(n, OP_SWISH) || node_is(n, OP_SIGMOID);
  if (node_is(n, OP_SIN) || node_is(n, OP_COS)) return SINE_CLOCKS;
  if (!cost_is_heavy(n)) return 0;
  return sigmoid ? SIGMOID_CLOCKS : cost_divides(n) ? TANH_CLOCKS : ERF_CLOCKS;
}

double cost_operand_clocks(const node *n) {
  const value *y = n->out[0];
  double clocks = 0;
  size_t repeated = 0, numbers = 0;
  if (n->op->family != FAMILY_ELTWISE) return 0;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    bool truths = y->type.dtype == FP8C_DTYPE_BOOL && !n->region;
    if (truths && repeats_in_rows(v, y)) clocks += ROW_TRUTH_CLOCKS;
    numbers += sized(v) && !value_is_const(v);
    repeated += repeats(v, y) && !value_is_const(v);
  }
  if (repeated && repeated == numbers) repeated--; /* the first of them is none besides */
  clocks += REPEATED_CLOCKS * (double)repeated;
  return clocks;
}

double cost_of_pass(const cost_model *m, double bytes, double clocks) {
  const chip_row *c = cost_chip_row(m);
  double math = clocks / cost_lanes(c);
  double memory = cost_of_bytes(m, bytes);
  return (m->full ? 0 : COST_START_PASS) + (memory > math ? memory : math);
}
