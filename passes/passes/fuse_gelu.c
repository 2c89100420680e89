/* fuse_gelu.c - GELU spelt out becomes the Gelu operator.
 *
 *     0.5 * x * (1 + erf(x / sqrt 2))
 *     0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * x^3)))
 *
 * Exporters multiply in every order, divide by 1.4142 or multiply by 0.7071,
 * cube by Pow or by products, and distribute the half.  So a product is taken
 * apart into its factors, and what stands inside erf or tanh is read as a
 * polynomial in x: whatever the spelling, the same four coefficients come out. */
#include <math.h>

#include "ops/ids/binary.h"
#include "ops/ids/unary.h"
#include "passes/match.h"

#define PARTS_MAX 32 /* of one product: what is left of a longer one is a factor */
#define DEPTH_MAX 8
#define CLOSE 1e-3 /* constants out of half-precision models are rounded to 11 bits */

/* coefficient * factors[0] * factors[1] */
typedef struct product {
  double coefficient;
  value *factors[2]; /* the ones that are no scalar constants */
  size_t count;
  match parts;
} product;

static bool near(double x, double wanted) { return fabs(x - wanted) <= CLOSE * fabs(wanted); }

/* Multiplies `out` by v, which is taken apart where it is a Mul or a Div by a constant that only
 * this product reads; `whole`: v is the product itself.  False where there are three factors. */
static bool factorise(value *v, bool whole, product *out) {
  node *d = v->def;
  double c;
  value *other;
  if (value_scalar(v, &c)) {
    out->coefficient *= c;
    return true;
  }
  bool inner = d && (whole || value_used_once(v)) && out->parts.count < PARTS_MAX;
  if (inner && node_is(d, OP_MUL)) {
    match_add(&out->parts, d);
    return factorise(d->in[1], false, out) && factorise(d->in[0], false, out);
  }
  if (inner && node_is(d, OP_DIV) && split_scalar(d, &c, &other) && c != 0) {
    match_add(&out->parts, d);
    out->coefficient /= c;
    return factorise(other, false, out);
  }
  if (out->count == 2) return false;
  out->factors[out->count++] = v;
  return true;
}

/* v as p[0] + p[1] x + p[2] x^2 + p[3] x^3.  The depth is bounded: the longest
 * spelling seen has six levels.  `also` (may be NULL) then stands for the nodes read. */
static bool polynomial(const value *v, const value *x, int depth, double p[4], node *also) {
  double c;
  for (int i = 0; i < 4; i++) p[i] = 0;
  if (v == x) {
    p[1] = 1;
    return true;
  }
  if (value_scalar(v, &c)) {
    p[0] = c;
    return true;
  }
  const node *n = v->def;
  if (!n || depth == 0 || n->in_count != 2) return false;
  double a[4], b[4];
  if (!polynomial(n->in[0], x, depth - 1, a, also) || !polynomial(n->in[1], x, depth - 1, b, also))
    return false;
  if (also) node_add_sources(also, n);
  bool constant = b[1] == 0 && b[2] == 0 && b[3] == 0;
  if (node_is(n, OP_ADD)) {
    for (int i = 0; i < 4; i++) p[i] = a[i] + b[i];
    return true;
  }
  if (node_is(n, OP_DIV) && constant && b[0] != 0) {
    for (int i = 0; i < 4; i++) p[i] = a[i] / b[0];
    return true;
  }
  if (node_is(n, OP_POW)) {
    if (!constant || a[0] != 0 || a[2] != 0 || a[3] != 0 || (b[0] != 2 && b[0] != 3)) return false;
    p[(int)b[0]] = pow(a[1], b[0]);
    return true;
  }
  if (!node_is(n, OP_MUL)) return false;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      if (a[i] == 0 || b[j] == 0) continue;
      if (i + j > 3) return false;
      p[i + j] += a[i] * b[j];
    }
  return true;
}

/* s = c + c * f(inner): gives f's node and c. */
static node *one_plus(value *s, double *c, node **add, node **scaled) {
  *add = value_def_of(s, OP_ADD);
  *scaled = NULL;
  value *f;
  if (!*add || !split_scalar(*add, c, &f) || f->kind != VALUE_NODE) return NULL;
  double factor = 1;
  value *inner;
  if (node_is(f->def, OP_MUL) && split_scalar(f->def, &factor, &inner)) {
    *scaled = f->def;
    f = inner;
  }
  if (f->kind != VALUE_NODE || !near(factor, *c)) return NULL;
  return f->def;
}

static bool matches(const node *f, const value *x, bool *tanh_form) {
  double p[4];
  if (node_is(f, OP_ERF)) {
    *tanh_form = false;
    return polynomial(f->in[0], x, DEPTH_MAX, p, NULL) && p[0] == 0 && p[2] == 0 && p[3] == 0 &&
           near(p[1], 0.70710678118654752);
  }
  *tanh_form = true;
  return node_is(f, OP_TANH) && polynomial(f->in[0], x, DEPTH_MAX, p, NULL) && p[0] == 0 &&
         p[2] == 0 && near(p[1], 0.79788456080286536) && near(p[3], 0.79788456080286536 * 0.044715);
}

static bool fuse(node *n, arena *scratch) {
  product p = {.coefficient = 1, .parts = match_new(scratch)};
  if (n->out[0]->type.dtype == FP8C_DTYPE_F64 || !factorise(n->out[0], true, &p) || p.count != 2)
    return false;
  for (size_t i = 0; i < 2; i++) {
    double c;
    node *add, *scaled, *f = one_plus(p.factors[i], &c, &add, &scaled);
    value *x = p.factors[1 - i];
    bool tanh_form;
    if (!f || !near(c * p.coefficient, 0.5) || !same_type(x, n->out[0]) ||
        !matches(f, x, &tanh_form))
      continue;
    node *gelu = node_like(n, OP_GELU, &x, 1);
    if (tanh_form) node_set_string(gelu, "approximate", "tanh");
    double unused[4];
    polynomial(f->in[0], x, DEPTH_MAX, unused, gelu);
    node_add_sources(gelu, f);
    if (scaled) node_add_sources(gelu, scaled);
    node_add_sources(gelu, add);
    for (size_t j = p.parts.count; j-- > 0;) node_add_sources(gelu, p.parts.parts[j]);
    take_over(gelu, n->out[0]);
    return true;
  }
  return false;
}

fp8c_status pass_fuse_gelu(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && (node_is(n, OP_MUL) || node_is(n, OP_DIV)) && fuse(n, c->scratch))
      c->changes++;
  return FP8C_OK;
}
