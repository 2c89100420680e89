/* pack_weights.c - weights that a model brings as codes of few bits stay codes.
 *
 * A product whose weights come out of DequantizeLinear of constants becomes PackedLinear: the plan
 * holds the codes as ops/packed.h lays them and their scales, and what multiplies decodes them in
 * registers.  A table of codes that rows are gathered from is dequantised behind the Gather.  No
 * number changes: the scales are the model's, stored in fewer bits where that is exact. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "ops/packed.h"
#include "ops/packed_int8.h"
#include "passes/match.h"

/* A weight matrix that was packed: products that share it share the constants. */
typedef struct packed_weights {
  const node *from; /* the DequantizeLinear */
  bool rows_are_k;
  packed_form form;
  float factor;
  value *codes, *scales, *zeros;
  struct packed_weights *next;
} packed_weights;

typedef struct packing {
  graph *g;
  pass_context *c;
  fp8c_error *err;
  fp8c_status status;
  packed_weights *done;
} packing;

/* ---- Reading a DequantizeLinear -------------------------------------------------------- */

/* One byte for each code and float for each scale, [n][k] and [n][blocks]. */
typedef struct matrix {
  packed_form form;
  uint8_t *codes, *zeros; /* zeros: NULL or [n][blocks], in the codes' type */
  const tensor *scales;   /* as stored, with its own order */
  float factor;
} matrix;

/* Where element (i, b) of scales or zero points [..] stands, which have the matrix' orientation. */
static int64_t block_at(const packed_form *f, bool rows_are_k, bool blocked, size_t count,
                        int64_t i, int64_t b) {
  if (count == 1) return 0;
  if (!blocked) return i;
  return rows_are_k ? b * f->n + i : i * f->blocks + b;
}

/* The scales' constant, and what multiplies them all: NVFP4's are E4M3 codes times one number. */
static const value *scales_of(const node *d, float *factor) {
  const value *s = d->in[1];
  double x;
  *factor = 1;
  if (value_is_const(s)) return s;
  const node *inner = value_def_of(s, OP_DEQUANTIZE_LINEAR);
  if (!inner || !value_is_const(inner->in[0]) || node_int(inner, "block_size") != 0 ||
      inner->in[0]->type.dtype != FP8C_DTYPE_E4M3 || inner->in[0]->type.scale.kind != SCALE_NONE ||
      !value_scalar(inner->in[1], &x) || inner->in[1]->type.dtype != FP8C_DTYPE_F32 ||
      s->type.dtype != FP8C_DTYPE_F32)
    return NULL;
  *factor = (float)x;
  return inner->in[0];
}

static bool wide(fp8c_dtype d) { return dtype_is_small_float(d) && dtype_bytes(d) >= 2; }

/* The form of the weights that d gives, [k][n] or [n][k]; false where they cannot be packed. */
static bool form_of(const node *d, bool rows_are_k, packed_form *f, bool *blocked) {
  const tensor *w = &d->in[0]->type;
  float factor;
  const value *s = scales_of(d, &factor);
  if (!s || !value_is_const(d->in[0]) || w->rank != 2 || !packed_takes(w->dtype) ||
      w->scale.kind != SCALE_NONE || !wide(d->out[0]->type.dtype) ||
      !dtype_is_small_float(s->type.dtype) || s->type.scale.kind != SCALE_NONE ||
      (d->in_count > 2 && d->in[2] && !value_is_const(d->in[2])))
    return false;
  int k_axis = rows_are_k ? 0 : 1;
  int64_t k = w->dims[k_axis], n = w->dims[1 - k_axis], block = node_int(d, "block_size");
  int64_t each = 32 / (int64_t)dtype_packed_bits(w->dtype);
  *blocked = block > 0;
  if (k < 1 || n < 1) return false;
  if (*blocked) {
    if (node_axis(d, 2) != k_axis || s->type.rank != 2) return false;
  } else {
    bool one = tensor_elements(&s->type) == 1;
    if (!one && node_axis(d, 2) == k_axis) return false;
    block = (k + each - 1) / each * each;
  }
  return packed_form_of(w->dtype, n, k, block, f, NULL) == FP8C_OK;
}

static bool holds_nan(const packed_form *f, const uint8_t *codes) {
  float numbers[256];
  if (!dtype_is_fp8(f->codes)) return false;
  packed_numbers(f->codes, numbers);
  for (int64_t i = 0; i < f->n * f->k; i++)
    if (!(numbers[codes[i]] - numbers[codes[i]] == 0)) return true;
  return false;
}

/* Integers whose zero point is in the middle are signed ones without; others become unsigned, whose
 * zero points fit a byte. */
static void settle_zeros(packed_form *f, uint8_t *codes, uint8_t **zeros) {
  uint8_t middle = (uint8_t)(1u << (f->bits - 1));
  bool is_signed = dtype_is_signed(f->codes), all_zero = true, all_middle = true;
  if (!*zeros) return;
  if (is_signed) { /* the same numbers, counted from the least */
    static const fp8c_dtype counted[] = {
        [2] = FP8C_DTYPE_U2, [4] = FP8C_DTYPE_U4, [8] = FP8C_DTYPE_U8};
    f->codes = counted[f->bits];
    for (int64_t i = 0; i < f->n * f->k; i++) codes[i] ^= middle;
    for (int64_t i = 0; i < f->n * f->blocks; i++) (*zeros)[i] ^= middle;
  }
  unsigned mask = (1u << f->bits) - 1;
  for (int64_t i = 0; i < f->n * f->blocks; i++) {
    (*zeros)[i] &= (uint8_t)mask;
    all_zero = all_zero && (*zeros)[i] == 0;
    all_middle = all_middle && (*zeros)[i] == middle;
  }
  if (all_middle) {
    static const fp8c_dtype centred[] = {
        [2] = FP8C_DTYPE_I2, [4] = FP8C_DTYPE_I4, [8] = FP8C_DTYPE_I8};
    f->codes = centred[f->bits];
    for (int64_t i = 0; i < f->n * f->k; i++) codes[i] ^= middle;
  }
  if (all_zero || all_middle) *zeros = NULL;
}

/* ---- The constants ------------------------------------------------------------------------ */

/* The narrowest format that holds all numbers exactly. */
static fp8c_dtype narrowest(arena *a, const float *x, size_t count, fp8c_dtype own) {
  static const fp8c_dtype formats[] = {FP8C_DTYPE_E8M0, FP8C_DTYPE_BF16, FP8C_DTYPE_F16};
  if (own != FP8C_DTYPE_F32) return own;
  uint8_t *codes = arena_alloc(a, 2 * count + 1);
  float *back = NEW_ARRAY(a, float, count + 1);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    floats_encode(formats[i], x, codes, count, false);
    floats_decode(formats[i], codes, back, count);
    if (memcmp(back, x, count * sizeof *x) == 0) return formats[i];
  }
  return FP8C_DTYPE_F32;
}

static value *scales_constant(packing *p, const packed_form *f, const value *s, bool rows_are_k,
                              bool blocked) {
  arena *scratch = p->c->scratch;
  tensor t;
  p->status = value_load_by(s, p->c->threads, scratch, &t, p->err);
  if (p->status != FP8C_OK) return NULL;
  size_t count = (size_t)tensor_elements(&t), all = (size_t)(f->n * f->blocks);
  float *real = NEW_ARRAY(scratch, float, count + 1), *rows = NEW_ARRAY(scratch, float, all);
  floats_decode(t.dtype, t.data, real, count);
  for (int64_t i = 0; i < f->n; i++)
    for (int64_t b = 0; b < f->blocks; b++)
      rows[i * f->blocks + b] = real[block_at(f, rows_are_k, blocked, count, i, b)];
  tensor type = packed_scales_type(f, narrowest(scratch, real, count, t.dtype));
  size_t bytes = dtype_bytes(type.dtype);
  char *stored = arena_alloc(scratch, all * bytes);
  floats_encode(type.dtype, rows, stored, all, false);
  char *to = arena_alloc(p->g->arena, tensor_bytes(&type));
  packed_pack_scales(f, bytes, stored, to);
  return graph_const(p->g, arena_printf(p->g->arena, "%s.packed", s->name), &type,
                     (blob){.bytes = tensor_bytes(&type), .memory = to});
}

/* Codes or zero points with the outputs first. */
static uint8_t *bytes_by_output(packing *p, const value *v, const packed_form *f, bool rows_are_k,
                                bool codes, bool blocked) {
  tensor t;
  p->status = value_load_by(v, p->c->threads, p->c->scratch, &t, p->err);
  if (p->status != FP8C_OK) return NULL;
  int64_t columns = codes ? f->k : f->blocks;
  size_t count = (size_t)tensor_elements(&t);
  const uint8_t *from = t.data;
  uint8_t *to = arena_alloc(p->c->scratch, (size_t)(f->n * columns));
  for (int64_t i = 0; i < f->n; i++)
    for (int64_t b = 0; b < columns; b++)
      to[i * columns + b] = from[!codes       ? block_at(f, rows_are_k, blocked, count, i, b)
                                 : rows_are_k ? b * f->n + i
                                              : i * f->k + b];
  return to;
}

static packed_weights *pack(packing *p, const node *d, bool rows_are_k) {
  for (packed_weights *w = p->done; w; w = w->next)
    if (w->from == d && w->rows_are_k == rows_are_k) return w;
  packed_form f;
  bool blocked;
  float factor;
  if (!form_of(d, rows_are_k, &f, &blocked)) return NULL;
  uint8_t *zeros = NULL, *codes = bytes_by_output(p, d->in[0], &f, rows_are_k, true, blocked);
  if (!codes || holds_nan(&f, codes)) return NULL;
  const value *z = node_input(d, 2), *s = scales_of(d, &factor);
  if (z && !dtype_is_float(z->type.dtype)) {
    zeros = bytes_by_output(p, z, &f, rows_are_k, false, blocked);
    if (!zeros) return NULL;
  }
  settle_zeros(&f, codes, &zeros);
  packed_weights *w = NEW(p->c->keep, packed_weights);
  *w = (packed_weights){d, rows_are_k, f, factor, NULL, NULL, NULL, p->done};
  if (!(w->scales = scales_constant(p, &f, s, rows_are_k, blocked))) return NULL;
  tensor type = packed_codes_type(&f);
  uint32_t *words = arena_alloc(p->g->arena, tensor_bytes(&type));
  packed_pack(p->c->threads, &f, codes, words);
  w->codes = graph_const(p->g, arena_printf(p->g->arena, "%s.packed", d->in[0]->name), &type,
                         (blob){.bytes = tensor_bytes(&type), .memory = words});
  w->codes->reason = "the model's own codes, decoded where they are multiplied";
  if (zeros) {
    type = packed_scales_type(&f, FP8C_DTYPE_U8);
    uint8_t *to = arena_alloc(p->g->arena, tensor_bytes(&type));
    packed_pack_scales(&f, 1, zeros, to);
    w->zeros = graph_const(p->g, arena_printf(p->g->arena, "%s.packed", z->name), &type,
                           (blob){.bytes = tensor_bytes(&type), .memory = to});
  }
  p->done = w;
  return w;
}

/* ---- Products -------------------------------------------------------------------------------- */

/* The model computes with codes on both sides: an FP8 product reads both as they are. */
static bool is_fp8_pair(const node *n, const node *d) {
  const node *x = value_def_of(n->in[0], OP_DEQUANTIZE_LINEAR);
  return x && dtype_is_fp8(x->in[0]->type.dtype) && dtype_is_fp8(d->in[0]->type.dtype);
}

/* The bias [n] of a Gemm; false where it is none. */
static bool gemm_bias(const node *n, int64_t columns, value **bias) {
  value *c = node_input(n, 2);
  *bias = c;
  return !c ||
         (c->type.rank == 1 && c->type.dims[0] == columns && dtype_is_small_float(c->type.dtype));
}

/* MatMulNBits whose accuracy_level is 4 permits activations of 8 bits.  The CPU device is faster
 * with them; a GPU multiplies them as they are, and a plan for both computes the same on both. */
static bool takes_integers(const packing *p, const node *d, const packed_form *f) {
  const value *z = node_input(d, 2);
  const bool gpu = p->c->rules.gpu && !p->c->rules.assumed;
  return node_int(d, "accuracy_level") == 4 && !gpu && packed_int8_can(f) &&
         (!z || !dtype_is_float(z->type.dtype));
}

static bool pack_product(packing *p, node *n) {
  bool gemm = node_is(n, OP_GEMM), rows_are_k = true;
  value *x = n->in[0], *w = n->in[1], *bias = NULL;
  if (!dtype_is_small_float(x->type.dtype) || x->type.scale.kind != SCALE_NONE || x->type.rank < 1)
    return false;
  if (gemm &&
      (node_int(n, "transA") != 0 || node_float(n, "alpha") != 1 || node_float(n, "beta") != 1))
    return false;
  if (gemm && node_int(n, "transB") != 0) rows_are_k = false;
  node *t = value_def_of(w, OP_TRANSPOSE);
  int64_t perm[FP8C_MAX_RANK];
  if (t) {
    if (w->type.rank != 2 || !node_permutation(t, perm)) return false;
    if (perm[0] == 1) rows_are_k = !rows_are_k;
    w = t->in[0];
  }
  node *d = value_def_of(w, OP_DEQUANTIZE_LINEAR);
  if (!d || is_fp8_pair(n, d)) return false;
  if (gemm && !gemm_bias(n, d->out[0]->type.dims[rows_are_k ? 1 : 0], &bias)) return false;
  const packed_weights *k = pack(p, d, rows_are_k);
  if (!k) return false;
  value *in[] = {x, k->codes, bias, NULL, k->scales, k->zeros};
  node *linear = node_like(n, OP_PACKED_LINEAR, in, k->zeros ? 6 : 5);
  node_set_string(linear, "codes", fp8c_dtype_name(k->form.codes));
  node_set_int(linear, "columns", k->form.n);
  node_set_int(linear, "depth", k->form.k);
  node_set_int(linear, "block", k->form.block);
  node_set_float(linear, "factor", k->factor);
  if (takes_integers(p, d, &k->form)) node_set_int(linear, "integers", 1);
  node_add_sources(linear, d);
  if (t) node_add_sources(linear, t);
  take_over(linear, n->out[0]);
  return true;
}

/* ---- Tables ------------------------------------------------------------------------------------
 */

static value *gathered(const node *gather, value *from) {
  node *n = node_like(gather, OP_GATHER, (value *[]){from, gather->in[1]}, 2);
  return n->out[0];
}

/* What gathers rows of a table: codes, scales and zero points of its blocks. */
typedef struct rows_of_codes {
  value *codes, *scales, *zeros;
} rows_of_codes;

/* Codes of 4 bits, two a byte, are gathered as bytes and taken apart: half the memory, in a type
 * that every device gathers.  Signed ones become unsigned, whose zero point is 8. */
static bool gather_bytes(packing *p, node *n, const node *d, const packed_form *f, bool blocked,
                         rows_of_codes *r) {
  graph *g = p->g;
  uint8_t *codes = bytes_by_output(p, d->in[0], f, false, true, blocked);
  if (!codes) return false;
  const value *z = node_input(d, 2);
  uint8_t centre = dtype_is_signed(f->codes) ? 8 : 0, *zeros = NULL;
  if (z && !(zeros = bytes_by_output(p, z, f, false, false, blocked))) return false;
  tensor type = {.dtype = FP8C_DTYPE_U8, .rank = 2, .dims = {f->n, f->k / 2}};
  uint8_t *bytes = arena_alloc(g->arena, tensor_bytes(&type));
  for (int64_t i = 0; i < f->n * f->k; i += 2)
    bytes[i / 2] = (uint8_t)(((codes[i] ^ centre) & 15) | ((codes[i + 1] ^ centre) & 15) << 4);
  value *table = graph_const(g, arena_printf(g->arena, "%s.bytes", d->in[0]->name), &type,
                             (blob){.bytes = tensor_bytes(&type), .memory = bytes});
  if (zeros || centre) {
    tensor points = {.dtype = FP8C_DTYPE_U8, .rank = 2, .dims = {f->n, f->blocks}};
    uint8_t *to = arena_alloc(g->arena, tensor_bytes(&points));
    for (int64_t i = 0; i < f->n * f->blocks; i++)
      to[i] = (uint8_t)(((zeros ? zeros[i] : 0) ^ centre) & 15);
    r->zeros =
        gathered(n, graph_const(g, arena_printf(g->arena, "%s.zeros", d->in[0]->name), &points,
                                (blob){.bytes = tensor_bytes(&points), .memory = to}));
  }
  const tensor byte = {.dtype = FP8C_DTYPE_U8};
  value *rows = gathered(n, table), *last = graph_const_i64s(g, NULL, (int64_t[]){-1}, 1);
  r->codes = rows;
  value *halves[2] = {graph_const_copy(g, NULL, &byte, &(uint8_t){15}),
                      graph_const_copy(g, NULL, &byte, &(uint8_t){4})};
  for (int i = 0; i < 2; i++) {
    node *part = node_like(n, i ? OP_BIT_SHIFT : OP_BITWISE_AND, (value *[]){rows, halves[i]}, 2);
    if (i) node_set_string(part, "direction", "RIGHT");
    halves[i] = node_like(n, OP_UNSQUEEZE, (value *[]){part->out[0], last}, 2)->out[0];
  }
  node *both = node_like(n, OP_CONCAT, halves, 2);
  node_set_int(both, "axis", -1);
  value *size = node_like(n, OP_SHAPE, (value *[]){n->in[1]}, 1)->out[0];
  node *shape = node_like(n, OP_CONCAT, (value *[]){size, last}, 2);
  node_set_int(shape, "axis", 0);
  r->codes = node_like(n, OP_RESHAPE, (value *[]){both->out[0], shape->out[0]}, 2)->out[0];
  return true;
}

/* Rows of a table of codes: they are gathered as codes, each with its own scales. */
static bool gather_codes(packing *p, node *n) {
  node *d = value_def_of(n->in[0], OP_DEQUANTIZE_LINEAR);
  if (!d || n->in[0]->type.rank != 2 || node_axis(n, 2) != 0 || value_is_output(d->out[0]))
    return false;
  const tensor *w = &d->in[0]->type, *indices = &n->in[1]->type;
  value *s = d->in[1], *z = node_input(d, 2);
  int64_t block = node_int(d, "block_size");
  bool one = tensor_shape_known(&s->type) && tensor_elements(&s->type) == 1;
  if (!value_is_const(d->in[0]) || !value_is_const(s) || (z && !value_is_const(z)) ||
      indices->rank < 0 || indices->rank + 1 > FP8C_MAX_RANK || w->dims[1] < 1)
    return false;
  if (block > 0 ? node_axis(d, 2) != 1 || s->type.rank != 2 : !one && node_axis(d, 2) != 0)
    return false;
  node *before = n->previous;
  rows_of_codes r = {NULL, s, z};
  packed_form f;
  bool each = block > 0 || !one, blocked;
  if (each) {
    r.scales = gathered(n, s);
    if (z) r.zeros = gathered(n, z);
  }
  bool halves = dtype_is_narrow_int(w->dtype) && dtype_packed_bits(w->dtype) == 4 && each &&
                w->dims[1] % 2 == 0 && form_of(d, false, &f, &blocked);
  if (halves && !gather_bytes(p, n, d, &f, blocked, &r)) return false;
  if (!halves) r.codes = gathered(n, d->in[0]);
  if (block == 0 && each) { /* a scale for each row is a block as long as it */
    value *last = graph_const_i64s(p->g, NULL, (int64_t[]){-1}, 1);
    r.scales = node_like(n, OP_UNSQUEEZE, (value *[]){r.scales, last}, 2)->out[0];
    if (r.zeros && !halves)
      r.zeros = node_like(n, OP_UNSQUEEZE, (value *[]){r.zeros, last}, 2)->out[0];
    block = w->dims[1];
  }
  value *in[] = {r.codes, r.scales, r.zeros};
  node *q = node_like(n, OP_DEQUANTIZE_LINEAR, in, r.zeros ? 3 : 2);
  node_set_int(q, "axis", block > 0 ? indices->rank : 1);
  if (block > 0) node_set_int(q, "block_size", block);
  if (node_attr(d, "output_dtype")) node_set_int(q, "output_dtype", node_int(d, "output_dtype"));
  node_add_sources(q, d);
  for (node *m = before ? before->next : p->g->first; m != q && p->status == FP8C_OK; m = m->next)
    p->status = node_infer(m, p->err);
  take_over(q, n->out[0]);
  return p->status == FP8C_OK;
}

fp8c_status pass_pack_weights(graph *g, pass_context *c, fp8c_error *err) {
  packing p = {.g = g, .c = c, .err = err};
  for (node *n = g->first; n; n = n->next) {
    if (n->region || !has_output(n) || !node_is_used(n)) continue;
    arena_mark mark = arena_save(c->scratch);
    bool packed = node_is(n, OP_GATHER)                          ? gather_codes(&p, n)
                  : node_is(n, OP_MATMUL) || node_is(n, OP_GEMM) ? pack_product(&p, n)
                                                                 : false;
    arena_reset(c->scratch, mark);
    TRY(p.status);
    if (packed) c->changes++;
  }
  return FP8C_OK;
}
