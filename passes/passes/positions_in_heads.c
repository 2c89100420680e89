/* positions_in_heads.c - rows and columns of positions are numbers of q, not a mask.
 *
 * Attention over an image adds to the score of a query and a key what the query says of the key's
 * row and of its column (SAM, ViTDet, MViT):
 *
 *     softmax(scale q.k + rows[query, key / width] + columns[query, key % width])
 *
 * As a mask that is a number for each score: 800 MB in F32 for 12 heads of 64 x 64 keys, written by
 * one kernel and read by another.  As numbers behind those of q it is part of the product: k has
 * 1 / scale behind its own where the key has that row, or that column, and zeros elsewhere.
 *
 * What is added is exact where the scale is a power of two (of which exporters that multiply q and
 * k by its root each miss some by a last bit), but where a number is none: zeros times infinity are
 * none either. */
#include <math.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/heads.h"
#include "passes/moves.h"

#define UNIT 8       /* numbers: 16 bytes of 16 bits */
#define HEAD_MAX 256 /* of the kernels */
#define KEYS_MIN \
  8 /* times the numbers that each head of q and k gets: of 14 x 14 a mask is small */
#define SCALE_NEAR 0x1p-21

typedef struct positions {
  value *rows, *columns; /* of the keys, for each query */
  int64_t high, wide;    /* keys */
  int64_t more;          /* numbers of a head, zeros included */
  double scale;          /* a power of two */
} positions;

/* q, k and v of four dimensions in 16 bits, and a number for every score; nothing else asked. */
static bool is_plain(const node *n) {
  if (!node_is(n, OP_ATTENTION) || !has_output(n) || node_gives_more(n) || n->in_count < 4 ||
      !n->in[3])
    return false;
  for (size_t i = 4; i < n->in_count; i++)
    if (n->in[i]) return false;
  for (int i = 0; i < 4; i++)
    if (n->in[i]->type.rank != 4 || !tensor_shape_known(&n->in[i]->type)) return false;
  const tensor *q = &n->in[0]->type, *k = &n->in[1]->type, *mask = &n->in[3]->type;
  return dtype_is_half(q->dtype) && k->dtype == q->dtype && dtype_is_half(n->in[2]->type.dtype) &&
         q->scale.kind == SCALE_NONE && k->scale.kind == SCALE_NONE && !node_int(n, "is_causal") &&
         !node_int(n, "causal_end") && !node_int(n, "mask_repeats") &&
         node_float(n, "softcap") == 0 && mask->dims[0] == q->dims[0] &&
         mask->dims[1] == q->dims[1] && mask->dims[2] == q->dims[2] && mask->dims[3] == k->dims[2];
}

/* a is the same for all keys of a row, b for all of a column. */
static bool are_sides(const value *a, const value *b, const tensor *grid, fp8c_dtype type) {
  const tensor *x = &a->type, *y = &b->type;
  int last = grid->rank - 1;
  if (x->rank != grid->rank || y->rank != grid->rank || !tensor_shape_known(x) ||
      !tensor_shape_known(y) || x->dtype != type || y->dtype != type ||
      x->scale.kind != SCALE_NONE || y->scale.kind != SCALE_NONE)
    return false;
  for (int i = 0; i < last; i++)
    if (x->dims[i] != grid->dims[i] || y->dims[i] != (i < last - 1 ? grid->dims[i] : 1))
      return false;
  return x->dims[last] == 1 && y->dims[last] == grid->dims[last];
}

static int64_t more_numbers(int64_t high, int64_t wide) {
  return divide_up(high + wide, UNIT) * UNIT;
}

bool positions_join_heads(const value *mask) {
  const node *flat = value_def_of(mask, OP_RESHAPE);
  const node *sum = flat ? value_def_of(flat->in[0], OP_ADD) : NULL;
  if (!sum || sum->out[0]->type.rank < 3) return false;
  const tensor *grid = &sum->out[0]->type;
  int64_t high = grid->dims[grid->rank - 2], wide = grid->dims[grid->rank - 1];
  return high > 0 && wide > 0 && high <= HEAD_MAX && wide <= HEAD_MAX &&
         KEYS_MIN * more_numbers(high, wide) <= high * wide;
}

static bool read_positions(const node *n, positions *p) {
  const node *flat = value_def_of(n->in[3], OP_RESHAPE);
  const node *sum = flat ? value_def_of(flat->in[0], OP_ADD) : NULL;
  if (!sum || sum->region || !value_used_once(n->in[3]) || !value_used_once(sum->out[0]))
    return false;
  const tensor *grid = &sum->out[0]->type, *q = &n->in[0]->type;
  if (grid->rank < 3 || !tensor_shape_known(grid)) return false;
  bool found = false;
  for (int i = 0; i < 2 && !found; i++) {
    p->rows = sum->in[i];
    p->columns = sum->in[1 - i];
    found = are_sides(p->rows, p->columns, grid, q->dtype);
  }
  p->high = grid->dims[grid->rank - 2];
  p->wide = grid->dims[grid->rank - 1];
  p->more = more_numbers(p->high, p->wide);
  return found && p->high * p->wide == n->in[1]->type.dims[2] && q->dims[3] + p->more <= HEAD_MAX &&
         KEYS_MIN * p->more <= n->in[1]->type.dims[2];
}

/* The power of two that the scale is, but for roundings of how it was computed. */
static bool read_scale(const node *n, positions *p) {
  double given =
      node_attr(n, "scale") ? node_float(n, "scale") : 1 / sqrt((double)n->in[0]->type.dims[3]);
  if (!(given > 0x1p-12) || given > 0x1p12) return false;
  p->scale = exp2(round(log2(given)));
  return fabs(given / p->scale - 1) <= SCALE_NEAR;
}

/* `side` as so many numbers behind each query. */
static value *behind_queries(value *side, const node *n, int64_t count, node *before) {
  tensor t = n->in[0]->type;
  t.dims[3] = count;
  return move_reshaped(side, &t, before);
}

/* v, a constant, for every sequence and head of x, and every row where `rows`. */
static value *spread(value *v, const tensor *x, bool rows, node *before) {
  int64_t to[4] = {x->dims[0], x->dims[1], rows ? x->dims[2] : 1, 1};
  value *in[] = {v, graph_const_i64s(before->graph, NULL, to, 4)};
  node *y = graph_node(before->graph, before, op_get(OP_EXPAND), NULL, in, 2, 1);
  y->out[0]->type = *x;
  y->out[0]->type.dims[3] = v->type.dims[3];
  return y->out[0];
}

static value *constant_of(node *n, const char *name, const float *numbers, int64_t rows,
                          int64_t columns) {
  fp8c_dtype type = n->in[0]->type.dtype;
  tensor t = {.dtype = type, .rank = 4, .dims = {1, 1, rows, columns}};
  size_t count = (size_t)(rows * columns);
  uint16_t *halves = NEW_ARRAY(n->graph->scratch, uint16_t, count + 1);
  floats_encode(type, numbers, halves, count, false);
  return graph_const_copy(n->graph, name, &t, halves);
}

/* For each key 1 / scale at its row and at its column. */
static value *places(node *n, const positions *p) {
  int64_t keys = p->high * p->wide;
  float *x = NEW_ARRAY(n->graph->scratch, float, keys * p->more + 1);
  for (int64_t i = 0; i < keys * p->more; i++) x[i] = 0;
  for (int64_t i = 0; i < keys; i++) {
    x[i * p->more + i / p->wide] = (float)(1 / p->scale);
    x[i * p->more + p->high + i % p->wide] = (float)(1 / p->scale);
  }
  return constant_of(n, "places", x, keys, p->more);
}

static value *joined(node *n, value *const *parts, size_t count, const char *name) {
  node *y = graph_node(n->graph, n, op_get(OP_CONCAT), NULL, parts, count, 1);
  node_set_int(y, "axis", 3);
  node_add_sources(y, n);
  y->out[0]->type = parts[0]->type;
  for (size_t i = 1; i < count; i++) y->out[0]->type.dims[3] += parts[i]->type.dims[3];
  value_rename(y->out[0], arena_printf(n->graph->arena, "%s.%s", n->out[0]->name, name));
  return y->out[0];
}

static bool rewrite(node *n) {
  positions p;
  if (!is_plain(n) || !read_positions(n, &p) || !read_scale(n, &p)) return false;
  const tensor q = n->in[0]->type, k = n->in[1]->type;
  value *rows = behind_queries(p.rows, n, p.high, n);
  value *columns = rows ? behind_queries(p.columns, n, p.wide, n) : NULL;
  if (!columns) return false;
  value *parts[4] = {n->in[0], rows, columns};
  size_t count = 3;
  int64_t zeros = p.more - p.high - p.wide;
  if (zeros) {
    static const float none[UNIT];
    parts[count++] = spread(constant_of(n, "zeros", none, 1, zeros), &q, true, n);
  }
  value *keys[] = {n->in[1], spread(places(n, &p), &k, false, n)};
  node_set_input(n, 0, joined(n, parts, count, "queries"));
  node_set_input(n, 1, joined(n, keys, 2, "keys"));
  node_set_input(n, 3, NULL);
  node_set_float(n, "scale", (float)p.scale);
  return true;
}

fp8c_status pass_positions_in_heads(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (targets_refuse(&c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST})) return FP8C_OK;
  c->changes += rewrite_nodes(g, rewrite);
  return FP8C_OK;
}
