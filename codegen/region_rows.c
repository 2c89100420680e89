/* region_rows.c - the micro-operations of what needs a whole row: norms, softmax, reductions. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/region_micro.h"
#include "ops/ids/norms.h"
#include "ops/ids/reductions.h"

static uint32_t reduce(region_code *r, const char *combine, uint32_t x) {
  if (!r->micros[x].lane) /* every element of the row is the same number */
    x = region_compute(r, "float", arena_printf(r->a, "v%u", x), &x, 1), r->micros[x].lane = true,
    r->micros[x].kind = MICRO_LANE;
  micro m = {
      .kind = MICRO_REDUCE, .type = "float", .combine = combine, .uses = {x}, .use_count = 1};
  return region_add_micro(r, m);
}

static uint32_t row_mean(region_code *r, uint32_t x) {
  uint32_t sum = reduce(r, "add_of", x);
  return COMPUTE(r, "float",
                 arena_printf(r->a, "v%u / %s", sum, float_text(r->a, (float)r->row_elements)),
                 sum);
}

/* mean, then the variance of what was centred: two sums, as on the CPU.  Gives 1 / its root;
 * d: x without the mean. */
static uint32_t inverse_deviation(region_code *r, const node *n, bool centred, uint32_t *mean,
                                  uint32_t *d) {
  uint32_t x = *d = region_variable(r, n->in[0]);
  *mean = 0;
  if (centred) {
    *mean = row_mean(r, x);
    *d = COMPUTE(r, "float", arena_printf(r->a, "v%u - v%u", x, *mean), x, *mean);
  }
  uint32_t square = COMPUTE(r, "float", arena_printf(r->a, "v%u * v%u", *d, *d), *d);
  uint32_t variance = row_mean(r, square);
  const char *epsilon = float_text(r->a, node_float(n, "epsilon"));
  return COMPUTE(r, "float", arena_printf(r->a, "1.0f / sqrtf(v%u + %s)", variance, epsilon),
                 variance);
}

const char *region_emit_inverse_deviation(region_code *r, const node *n) {
  uint32_t mean, d;
  region_define(r, n->out[0], inverse_deviation(r, n, node_int(n, "centred") != 0, &mean, &d));
  return NULL;
}

const char *region_emit_layer_norm(region_code *r, const node *n) {
  uint32_t mean, d;
  uint32_t inverse = inverse_deviation(r, n, !node_is(n, OP_RMS_NORMALIZATION), &mean, &d);
  uint32_t y = COMPUTE(r, "float", arena_printf(r->a, "v%u * v%u", d, inverse), d, inverse);
  if (n->in_count > 1 && n->in[1]) {
    uint32_t gain = region_variable(r, n->in[1]);
    y = COMPUTE(r, "float", arena_printf(r->a, "v%u * v%u", y, gain), y, gain);
  }
  if (n->in_count > 2 && n->in[2]) {
    uint32_t bias = region_variable(r, n->in[2]);
    y = COMPUTE(r, "float", arena_printf(r->a, "v%u + v%u", y, bias), y, bias);
  }
  region_define(r, n->out[0], y);
  if (node_output(n, 1)) region_define(r, n->out[1], mean);
  if (node_output(n, 2)) region_define(r, n->out[2], inverse);
  return NULL;
}

const char *region_emit_softmax(region_code *r, const node *n) {
  uint32_t x = region_variable(r, n->in[0]);
  uint32_t top = reduce(r, "max_of", x);
  uint32_t d = COMPUTE(r, "float", arena_printf(r->a, "v%u - v%u", x, top), x, top);
  uint32_t e = COMPUTE(r, "float", arena_printf(r->a, "fp8c_expf(v%u)", d), d);
  uint32_t sum = reduce(r, "add_of", e);
  uint32_t y;
  if (node_is(n, OP_LOG_SOFTMAX)) {
    uint32_t log_sum = COMPUTE(r, "float", arena_printf(r->a, "fp8c_logf(v%u)", sum), sum);
    y = COMPUTE(r, "float", arena_printf(r->a, "v%u - v%u", d, log_sum), d, log_sum);
  } else {
    y = COMPUTE(r, "float", arena_printf(r->a, "v%u / v%u", e, sum), e, sum);
  }
  region_define(r, n->out[0], y);
  return NULL;
}

/* Reductions: what each element becomes, how they combine, what the result becomes. */
static const struct {
  const char *before, *combine, *after;
} reductions[OP_COUNT] = {
    [OP_REDUCE_SUM] = {"%s", "add_of", "%s"},
    [OP_REDUCE_MEAN] = {"%s", "add_of", "%s / %n"},
    [OP_REDUCE_MAX] = {"%s", "max_of", "%s"},
    [OP_REDUCE_MIN] = {"%s", "min_of", "%s"},
    [OP_REDUCE_PROD] = {"%s", "mul_of", "%s"},
    [OP_REDUCE_L1] = {"fabsf(%s)", "add_of", "%s"},
    [OP_REDUCE_L2] = {"%s * %s", "add_of", "sqrtf(%s)"},
    [OP_REDUCE_SUM_SQUARE] = {"%s * %s", "add_of", "%s"},
    [OP_REDUCE_LOG_SUM] = {"%s", "add_of", "fp8c_logf(%s)"},
};

/* Puts `variable` for %s and `count` for %n. */
static const char *substitute(region_code *r, const char *pattern, uint32_t variable,
                              const char *count) {
  text t;
  text_init(&t, r->a);
  for (const char *p = pattern; *p; p++) {
    if (p[0] == '%' && p[1] == 's')
      text_printf(&t, "v%u", variable), p++;
    else if (p[0] == '%' && p[1] == 'n')
      text_add(&t, count), p++;
    else
      text_add_bytes(&t, p, 1);
  }
  return text_cstr(&t);
}

const char *region_refuses_row(const node *n, arena *a) {
  if (n->in[0]->type.dtype == FP8C_DTYPE_F64) /* rows are computed in F32 */
    return arena_printf(a, "%s of f64", n->op->name);
  if (!op_has(n->op, FACT_REDUCES)) return NULL;
  if (!dtype_is_small_float(n->in[0]->type.dtype))
    return arena_printf(a, "%s of %s", n->op->name, fp8c_dtype_name(n->in[0]->type.dtype));
  if (!reductions[op_of(n->op)].combine)
    return arena_printf(a, "%s has no row kernel", n->op->name);
  return NULL;
}

const char *region_emit_reduce(region_code *r, const node *n) {
  const char *why = region_refuses_row(n, r->a);
  if (why) return region_refuse(r, why);
  const char *count = float_text(r->a, (float)r->row_elements);
  uint32_t x = region_variable(r, n->in[0]);
  op_id row = op_of(n->op);
  uint32_t e = x;
  if (strcmp(reductions[row].before, "%s") != 0)
    e = COMPUTE(r, "float", substitute(r, reductions[row].before, x, count), x);
  uint32_t sum = reduce(r, reductions[row].combine, e);
  if (strcmp(reductions[row].after, "%s") != 0)
    sum = COMPUTE(r, "float", substitute(r, reductions[row].after, sum, count), sum);
  region_define(r, n->out[0], sum);
  return NULL;
}
