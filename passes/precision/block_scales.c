/* block_scales.c - a Linear whose operands have scales along k. */
#include "passes/precision/block_scales.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/packed.h"
#include "passes/match.h"
#include "passes/precision/row_scales.h"

#define SCALE_BLOCK 128

/* A PackedLinear's form and scales: whether they are blocks' is asked of every node several times,
 * and its codes may be many. */
static fp8c_status read_packed_scales(const node *n, arena *a, packed_form *f, const float **scales,
                                      fp8c_error *err) {
  tensor t;
  TRY(packed_form_of(dtype_from_name(node_string(n, "codes")), node_int(n, "columns"),
                     node_int(n, "depth"), node_int(n, "block"), f, err));
  TRY(value_load(n->in[4], a, &t, err));
  *scales = tensor_f32(&t, a);
  return FP8C_OK;
}

/* The scale that 128 outputs share at a block of k; 0: they do not. */
static float shared_scale(const packed_form *f, const float *scales, int64_t rows, int64_t block) {
  int64_t first = rows * SCALE_BLOCK, end = first + SCALE_BLOCK < f->n ? first + SCALE_BLOCK : f->n;
  float s = scales[packed_scale_at(f, first, block * SCALE_BLOCK)];
  for (int64_t i = first; i < end; i++)
    if (scales[packed_scale_at(f, i, block * SCALE_BLOCK)] != s) return 0;
  return s;
}

const char *packed_blocks_impossible(const node *n, arena *scratch) {
  packed_form f;
  const float *scales;
  const char *type = node_string(n, "codes"), *why = NULL;
  if (strcmp(type, "e4m3") != 0 && strcmp(type, "e5m2") != 0) return "its weights are no FP8";
  if (node_int(n, "block") != SCALE_BLOCK || node_int(n, "depth") % SCALE_BLOCK != 0)
    return "its weights have no scales for 128 of k";
  arena_mark mark = arena_save(scratch);
  if (read_packed_scales(n, scratch, &f, &scales, NULL) != FP8C_OK)
    why = "its weights cannot be read";
  for (int64_t i = 0; !why && i < (f.n + SCALE_BLOCK - 1) / SCALE_BLOCK; i++)
    for (int64_t b = 0; !why && b < f.blocks; b++)
      if (!(shared_scale(&f, scales, i, b) > 0))
        why = "its weights have scales of their own within 128 outputs";
  arena_reset(scratch, mark);
  return why;
}

const char *block_scales_impossible(const node *n, const pass_context *c) {
  if (node_is(n, OP_PACKED_LINEAR)) return packed_blocks_impossible(n, c->scratch);
  if (!node_is(n, OP_LINEAR))
    return "block scales are done for products with constant weights, Linear";
  int64_t k = node_depth(n);
  if (k < 1 || k % SCALE_BLOCK != 0) return "its k is no multiple of 128, a block";
  if (n->in[0]->type.rank < 1 || n->in[0]->type.rank >= FP8C_MAX_RANK || value_is_const(n->in[0]))
    return "its first operand has no rows";
  if (c->scales.power_of_two) return "block scales are no powers of two, which --scales asks for";
  return NULL;
}

bool node_has_packed_blocks(const node *n, const pass_context *c) {
  return node_is(n, OP_PACKED_LINEAR) && !block_scales_impossible(n, c);
}

typedef struct block_job {
  const block_weight *to; /* its codes and scales are NULL where nobody asks for them */
  const float *w;
  float *real; /* the numbers that the codes stand for; NULL: nobody asks */
} block_job;

static float amax_of(const float *x, size_t rows, size_t columns, size_t stride) {
  float m = 0;
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++)
      m = fabsf(x[i * stride + j]) > m ? fabsf(x[i * stride + j]) : m;
  return m;
}

/* 128 of a row of one block. */
static void block_line(const block_job *j, size_t at, float unit) {
  float x[SCALE_BLOCK], r = 1.0f / unit;
  uint8_t line[SCALE_BLOCK], *codes = j->to->codes ? j->to->codes + at : line;
  for (size_t e = 0; e < SCALE_BLOCK; e++) x[e] = j->w[at + e] * r;
  floats_encode(j->to->format, x, codes, SCALE_BLOCK, true);
  if (!j->real) return;
  floats_decode(j->to->format, codes, x, SCALE_BLOCK);
  for (size_t e = 0; e < SCALE_BLOCK; e++) j->real[at + e] = x[e] * unit;
}

/* 128 rows of the weights. */
static void block_row(void *object, size_t index, int worker) {
  (void)worker;
  const block_job *j = object;
  const block_weight *w = j->to;
  size_t first = index * SCALE_BLOCK;
  size_t rows = w->n - first < SCALE_BLOCK ? w->n - first : SCALE_BLOCK;
  for (size_t b = 0; b < w->k / SCALE_BLOCK; b++) {
    size_t at = first * w->k + b * SCALE_BLOCK;
    float unit = row_scale(amax_of(j->w + at, rows, SCALE_BLOCK, w->k), w->format);
    if (w->scales) w->scales[index * (w->k / SCALE_BLOCK) + b] = unit;
    for (size_t i = 0; i < rows; i++) block_line(j, at + i * w->k, unit);
  }
}

static size_t blocks_of(size_t n) { return (n + SCALE_BLOCK - 1) / SCALE_BLOCK; }

static size_t block_scale_count(const block_weight *w) {
  return blocks_of(w->n) * (w->k / SCALE_BLOCK);
}

fp8c_status block_weight_of(pass_context *c, const value *w, fp8c_dtype format, arena *a,
                            block_weight *out, fp8c_error *err) {
  tensor t;
  arena_mark mark = arena_save(c->scratch);
  TRY(value_load_by(w, c->threads, c->scratch, &t, err));
  block_job j = {.to = out, .w = tensor_f32(&t, c->scratch)};
  *out = (block_weight){.format = format, .n = (size_t)t.dims[0], .k = (size_t)t.dims[1]};
  TRY(check_weights(c, w, j.w, out->n * out->k, err));
  out->codes = arena_alloc(a, out->n * out->k + 1);
  out->scales = NEW_ARRAY(a, float, block_scale_count(out) + 1);
  pool_run(c->threads, blocks_of(out->n), block_row, &j);
  if (a != c->scratch) arena_reset(c->scratch, mark);
  return FP8C_OK;
}

void block_weight_real(const pass_context *c, const tensor *w, fp8c_dtype format, float *real) {
  const block_weight to = {.format = format, .n = (size_t)w->dims[0], .k = (size_t)w->dims[1]};
  block_job j = {.to = &to, .w = w->data, .real = real};
  pool_run(c->threads, blocks_of(to.n), block_row, &j);
}

void block_rows(fp8c_dtype format, const float *x, size_t rows, size_t k, float *real) {
  lattice l = lattice_of(lattice_kind_of(format));
  for (size_t at = 0; at + SCALE_BLOCK <= rows * k; at += SCALE_BLOCK)
    round_to(l, x + at, SCALE_BLOCK, row_scale(amax_of(x + at, 1, SCALE_BLOCK, 0), format),
             real + at);
}

/* ---- The graph ------------------------------------------------------------------- */

static fp8c_status reshape(node *before, value *v, const int64_t *dims, size_t count,
                           const char *name, value **out, fp8c_error *err) {
  graph *g = before->graph;
  value *in[] = {v, graph_const_i64s(g, arena_printf(g->arena, "%s.shape", name), dims, count)};
  node *n = graph_node(g, before, op_get(OP_RESHAPE), NULL, in, 2, 1);
  if (v->def) node_add_sources(n, v->def);
  value_rename(n->out[0], name);
  *out = n->out[0];
  return node_infer(n, err);
}

/* x[..., k] as codes[..., k] and scales[..., k / 128]. */
static fp8c_status activations_of(graph *g, node *n, fp8c_dtype format, value *in[2],
                                  fp8c_error *err) {
  value *x = n->in[0], *blocks;
  int rank = x->type.rank;
  int64_t k = node_depth(n), dims[FP8C_MAX_RANK + 1] = {0}; /* 0: as it is */
  scaled_rows r;
  dims[rank - 1] = k / SCALE_BLOCK;
  dims[rank] = SCALE_BLOCK;
  TRY(reshape(n, x, dims, (size_t)rank + 1, arena_printf(g->arena, "%s.blocks", x->name), &blocks,
              err));
  TRY(quantise_rows(g, n, blocks, format, &r, err));
  r.codes->reason = "read by FP8 products; each 128 of a row are divided by their own scale";
  r.scales->reason = "the largest magnitude of each 128 of a row over the largest code";
  dims[rank - 1] = k;
  TRY(reshape(n, r.codes, dims, (size_t)rank, arena_printf(g->arena, "%s.codes", x->name), &in[0],
              err));
  in[0]->type.scale = r.codes->type.scale;
  dims[rank - 1] = k / SCALE_BLOCK;
  return reshape(n, r.scales, dims, (size_t)rank, arena_printf(g->arena, "%s.scales", x->name),
                 &in[1], err);
}

/* A model's own codes and scales, as they are. */
static fp8c_status packed_weight_of(const node *n, arena *scratch, block_weight *out,
                                    fp8c_error *err) {
  arena *a = n->graph->arena;
  packed_form f;
  tensor t;
  const float *scales;
  arena_mark mark = arena_save(scratch);
  TRY(read_packed_scales(n, scratch, &f, &scales, err));
  TRY(value_load(n->in[1], scratch, &t, err));
  const uint32_t *words = t.data;
  *out = (block_weight){.format = f.codes, .n = (size_t)f.n, .k = (size_t)f.k};
  out->codes = arena_alloc(a, out->n * out->k + 1);
  out->scales = NEW_ARRAY(a, float, block_scale_count(out) + 1);
  for (int64_t i = 0; i < f.n; i++)
    for (int64_t p = 0; p < f.k; p++) out->codes[i * f.k + p] = packed_code(&f, words, i, p);
  for (size_t i = 0; i < blocks_of(out->n); i++)
    for (int64_t b = 0; b < f.blocks; b++)
      out->scales[(int64_t)i * f.blocks + b] =
          shared_scale(&f, scales, (int64_t)i, b) * node_float(n, "factor");
  arena_reset(scratch, mark);
  return FP8C_OK;
}

static fp8c_status weights_of(pass_context *c, node *n, fp8c_dtype format, value *in[2],
                              fp8c_error *err) {
  graph *g = n->graph;
  const value *w = n->in[1];
  block_weight made;
  bool packed = node_is(n, OP_PACKED_LINEAR);
  if (packed)
    TRY(packed_weight_of(n, c->scratch, &made, err));
  else
    TRY(block_weight_of(c, w, format, g->arena, &made, err));
  format = made.format;
  tensor codes = {.dtype = format,
                  .rank = 2,
                  .dims = {(int64_t)made.n, (int64_t)made.k},
                  .scale = {.kind = SCALE_TENSOR, .value = 1.0f}};
  tensor scales = {.dtype = FP8C_DTYPE_F32,
                   .rank = 2,
                   .dims = {(int64_t)blocks_of(made.n), (int64_t)(made.k / SCALE_BLOCK)}};
  const char *name = arena_printf(g->arena, "%s.%s", w->name, fp8c_dtype_name(format));
  in[0] = graph_const(g, name, &codes, (blob){.bytes = made.n * made.k, .memory = made.codes});
  in[0]->reason = "the model's own codes and scales, one for each 128 by 128 of them";
  if (!packed)
    in[0]->reason =
        arena_printf(g->arena, "weights rounded to %s with a scale for each 128 by 128 of them",
                     fp8c_dtype_name(format));
  in[1] = graph_const(g, arena_printf(g->arena, "%s.scales", name), &scales,
                      (blob){.bytes = tensor_bytes(&scales), .memory = made.scales});
  return FP8C_OK;
}

fp8c_status insert_blocks(pass_context *c, node *n, fp8c_dtype activations, fp8c_dtype weights,
                          node **out, fp8c_error *err) {
  graph *g = n->graph;
  value *x[2], *w[2];
  arena_mark mark = arena_save(c->scratch);
  TRY(activations_of(g, n, activations, x, err));
  TRY(weights_of(c, n, weights, w, err));
  arena_reset(c->scratch, mark);
  value *in[] = {x[0], w[0], node_input(n, 2), x[1], w[1]};
  node *b = graph_node(g, n, op_get(OP_BLOCK_LINEAR), n->name, in, 5, 1);
  node_add_sources(b, n);
  b->decision = n->decision;
  take_over(b, n->out[0]);
  node_remove(n);
  *out = b;
  return FP8C_OK;
}
