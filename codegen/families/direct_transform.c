/* direct_transform.c - linear algebra in double, as on the CPU: DFT, Det. */
#include <math.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/move.h"

/* ---- Det ------------------------------------------------------------------------------------ */

#define DETERMINANT_MAX 16 /* rows that a thread keeps */

/* By elimination with the largest pivot, as on the CPU. */
const char *direct_determinant(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  int64_t rows = x->dims[x->rank - 1];
  if (rows > DETERMINANT_MAX)
    return arena_printf(k->l->c->scratch, "a matrix of %lld rows", (long long)rows);
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  text_printf(&k->draft.body, "  out0(i, determinant_of<%lld>(i, in0));\n", (long long)rows);
  return direct_launch(k, "determinant", tensor_elements(&n->out[0]->type), 1, 0);
}

/* ---- DFT ------------------------------------------------------------------------------------ */

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
        &k->draft,
        lower_const(k->l,
                    arena_printf(k->l->c->scratch, "%s.%s", k->n->name, i ? "sines" : "cosines"),
                    &t, table[i]),
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
    return arena_printf(k->l->c->scratch, "a transform of %lld elements", (long long)length);
  int64_t between = dims_product(x->dims, (int)axis + 1, x->rank - 1), bins = y->dims[axis];
  uint32_t cosines, sines;
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  if (k->why) return k->why;
  roots(k, length, &cosines, &sines);
  direct_size(k, "length", length);
  direct_size(k, "dim", dim);
  direct_size(k, "between", at_least_one(between));
  direct_size(k, "bins", at_least_one(bins));
  direct_size(k, "in_parts", parts);
  direct_size(k, "out_parts", out_parts);
  direct_flag(k, "inverse", inverse);
  text_printf(&k->draft.body, "  out0(i, (%s)dft_at<shape>(i, in0, p%u, p%u));\n",
              direct_type(n->out[0]), cosines, sines);
  return direct_launch(k, "dft", tensor_elements(y), 1,
                       (uint64_t)tensor_elements(y) * (uint64_t)length * 6);
}
