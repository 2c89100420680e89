/* store_types.c - what lies in memory between kernels is BF16.
 *
 * A value that leaves its kernel as F32 gets a Cast at the end of its region;
 * readers in the same region keep the F32 one.  Ports keep their types, and
 * some values stay F32 because BF16 would change what they mean: sizes computed
 * in floats, masks near the end of the range. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/sequences.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "ops/ids/vision.h"
#include "passes/heads.h"
#include "passes/match.h"
#include "passes/precision/noise.h"
#include "passes/precision/precision.h"
#include "passes/precision/recurrent_state.h"

#define TABLE_BYTES ((size_t)64 << 10) /* constants above it are worth halving */
#define SMALL_ELEMENTS 16              /* values up to it are not worth a rounding */
#define LOGIT_STEPS 8                  /* between a last product and what decides */
#define EXACT_ELEMENTS 1024            /* floats that become sizes or indices are few */
#define BIAS_STEPS 24                  /* nodes between products and the scores they are added to */
#define BIAS_MOST 0x1p15f              /* numbers that hide are larger */

typedef struct storing {
  graph *g;
  pass_context *c;
  const char **keep; /* by value id: why it stays F32; NULL */
  value **bf16;      /* by value id: its BF16 form; NULL */
  size_t ids;
} storing;

static bool is_f32(const value *v) { return v && v->type.dtype == FP8C_DTYPE_F32; }

static bool few_elements(const tensor *t, int64_t limit) {
  int64_t n = 1;
  for (int i = 0; i < t->rank; i++) {
    if (t->dims[i] < 0 || t->dims[i] > limit) return false;
    n *= t->dims[i];
    if (n > limit) return false;
  }
  return t->rank >= 0;
}

/* ---- What stays F32 ---------------------------------------------------------------- */

static void keep(storing *s, const value *v, const char *why) {
  if (is_f32(v) && v->id < s->ids && !s->keep[v->id]) s->keep[v->id] = why;
}

/* Read as a size, an index or a bound. */
static bool read_exactly(const node *n, size_t input) {
  if (node_is(n, OP_CAST) || node_is(n, OP_CAST_LIKE)) return dtype_is_int(n->out[0]->type.dtype);
  if (node_is(n, OP_RESIZE)) return input > 0;
  return node_is(n, OP_RANGE) || node_is(n, OP_ONE_HOT);
}

/* Puts its operands into a sequence, which holds them with their types. */
static bool makes_sequence(const node *n) {
  return node_is(n, OP_SEQUENCE_CONSTRUCT) || node_is(n, OP_SEQUENCE_INSERT) ||
         node_is(n, OP_SPLIT_TO_SEQUENCE);
}

static bool gives_kept(const storing *s, const node *n, const char *why) {
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i] && n->out[i]->id < s->ids && s->keep[n->out[i]->id] == why) return true;
  return false;
}

static bool near_the_end_of_f32(const value *v) {
  double x;
  return v && is_f32(v) && value_scalar(v, &x) && fabs(x) > 0x1.FEp127;
}

static fp8c_status bounded(const storing *s, const value *v, bool *is, fp8c_error *err) {
  tensor t;
  TRY(value_load_by(v, s->c->threads, s->c->scratch, &t, err));
  const float *x = tensor_f32(&t, s->c->scratch);
  *is = true;
  for (int64_t i = 0, n = tensor_elements(&t); i < n && *is; i++) *is = fabsf(x[i]) <= BIAS_MOST;
  return FP8C_OK;
}

/* Finds whether v is computed from products alone, by sums and factors, as biases of positions are:
 * then it is no larger than other activations, while a mask has numbers that hide keys.  `left`
 * counts the nodes that may still be looked at. */
static fp8c_status made_of_products(const storing *s, const value *v, int *left, bool *is,
                                    fp8c_error *err) {
  *is = false;
  if (!v || --*left < 0) return FP8C_OK;
  if (value_is_const(v)) return is_f32(v) ? bounded(s, v, is, err) : FP8C_OK;
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (!n) return FP8C_OK;
  if (n->op->precision == CLASS_GEMM) {
    *is = true;
    return FP8C_OK;
  }
  /* a Concat or a Pad may bring numbers that hide */
  if (n->op->family == FAMILY_VIEW || node_is(n, OP_TRANSPOSE) || node_is(n, OP_EXPAND) ||
      node_is(n, OP_SLICE) || node_is(n, OP_CAST) || node_is(n, OP_SIGMOID))
    return made_of_products(s, n->in[0], left, is, err);
  if (!node_is(n, OP_ADD) && !node_is(n, OP_SUB) && !node_is(n, OP_MUL)) return FP8C_OK;
  TRY(made_of_products(s, n->in[0], left, is, err));
  return *is ? made_of_products(s, n->in[1], left, is, err) : FP8C_OK;
}

/* Attention in FP8 rounds its mask to F16, in units of a score's code, and takes what F16 does not
 * reach for its largest number. */
static bool rounds_mask(const node *n) {
  return n->op->family == FAMILY_ATTENTION && strcmp(node_string(n, "scores"), "f16") == 0;
}

static fp8c_status keep_mask(storing *s, const node *n, fp8c_error *err) {
  bool bias = false;
  int left = BIAS_STEPS;
  if (n->op->family != FAMILY_ATTENTION || n->in_count <= 3 || !n->in[3]) return FP8C_OK;
  if (!rounds_mask(n) && is_f32(n->in[3]) && !value_is_const(n->in[3]) &&
      !positions_join_heads(n->in[3]))
    TRY(made_of_products(s, n->in[3], &left, &bias, err));
  if (!bias) keep(s, n->in[3], "stays F32: an additive mask holds numbers BF16 may not reach");
  return FP8C_OK;
}

static fp8c_status find_exact(storing *s, fp8c_error *err) {
  static const char sizes[] = "stays F32: sizes or indices are made of it";
  static const char range[] = "stays F32: BF16 would make its largest numbers infinite";
  static const char held[] = "stays F32: a sequence holds it with its type";
  static const char wide[] = "stays F32: arithmetic in F64 reads it";
  for (node *n = s->g->last; n; n = n->previous) {
    bool passes_on =
        gives_kept(s, n, sizes) && n->op->precision != CLASS_GEMM && n->op->family != FAMILY_ROW;
    bool into_sequence =
        makes_sequence(n) || (n->op->types == TYPES_MOVE && gives_kept(s, n, held));
    for (size_t i = 0; into_sequence && i < n->in_count; i++)
      if (n->in[i]) keep(s, n->in[i], held);
    for (size_t i = 0; i < n->in_count; i++) {
      const value *v = n->in[i];
      if (!is_f32(v) || !(read_exactly(n, i) || passes_on)) continue;
      if (few_elements(&v->type, EXACT_ELEMENTS)) keep(s, v, sizes);
    }
    TRY(keep_mask(s, n, err));
    if (node_is(n, OP_CAST) && n->out[0] && n->out[0]->type.dtype == FP8C_DTYPE_F64)
      keep(s, n->in[0], wide);
    for (size_t i = 0; i < n->in_count; i++)
      if (near_the_end_of_f32(n->in[i]) && n->out_count && n->out[0]) keep(s, n->out[0], range);
  }
  /* A view of a mask is the mask. */
  for (node *n = s->g->last; n; n = n->previous)
    if (n->op->family == FAMILY_VIEW && n->out[0] && n->out[0]->id < s->ids &&
        s->keep[n->out[0]->id])
      keep(s, n->in[0], s->keep[n->out[0]->id]);
  return FP8C_OK;
}

/* A sum, a count, a norm: read by every element of its row. */
static bool one_per_row(const value *v) {
  const tensor *t = &v->type;
  const region *r = v->def->region;
  return r && strcmp(r->kind, "row") == 0 && t->rank > 0 && t->dims[t->rank - 1] == 1;
}

/* x * x, or x to the power of 2. */
static bool is_square(const value *v) {
  const node *n = v && v->kind == VALUE_NODE ? v->def : NULL;
  if (!n || n->in_count != 2) return false;
  return node_is(n, OP_MUL) ? n->in[0] == n->in[1]
                            : node_is(n, OP_POW) && scalar_near(n->in[1], 2, 0);
}

/* Sums and what is computed of sums alone: few numbers, and norms that are
 * written out subtract them from each other, where BF16's bits are not enough.
 * So are the squares that such a norm sums, of which it takes away the mean's. */
static void find_sums(storing *s) {
  static const char sums[] = "stays F32: few numbers, made of sums";
  static const char squares[] = "stays F32: squares whose sum a norm takes the mean's square from";
  for (node *n = s->g->first; n; n = n->next) {
    bool of_sums = op_has(n->op, FACT_REDUCES) || node_is(n, OP_INVERSE_DEVIATION);
    if (of_sums && is_square(n->in[0])) keep(s, n->in[0], squares);
    if (n->op->family == FAMILY_ELTWISE || n->op->family == FAMILY_VIEW) {
      bool any = false, all = true;
      for (size_t i = 0; i < n->in_count; i++) {
        const value *v = n->in[i];
        if (!is_f32(v) || value_is_const(v)) continue;
        any |= s->keep[v->id] == sums;
        all &= s->keep[v->id] == sums;
      }
      of_sums = any && all;
    }
    for (size_t i = 0; of_sums && i < n->out_count; i++)
      if (n->out[i]) keep(s, n->out[i], sums);
  }
}

/* Products that were pinned to F32 read F32. */
static void find_f32_products(storing *s) {
  for (const node *n = s->g->first; n; n = n->next) {
    if (!n->decision || n->decision->format != FP8C_DTYPE_F32) continue;
    for (size_t i = 0; i < n->in_count; i++)
      if (n->in[i]) keep(s, n->in[i], "stays F32: a product in F32 reads it");
  }
}

/* Of a state in F32 or FP8: a layer that multiplies in BF16 has results of products for gates. */
static void find_recurrent(storing *s) {
  for (const node *n = s->g->first; n; n = n->next)
    if (n->op->work == WORK_RECURRENT && !n->in[1] &&
        !(n->decision && n->decision->format == FP8C_DTYPE_BF16))
      keep(s, n->in[0], "stays F32: the gates of a recurrent layer whose state is not BF16");
}

/* Factors of whole channels, and what they are made of (gates.c). */
static void find_gates(storing *s) {
  static const char gates[] = "stays F32: few numbers, which multiply whole channels";
  for (const node *n = s->g->first; n; n = n->next) {
    bool any = n->decision && n->decision->format == FP8C_DTYPE_F32 && node_gates(n);
    if (n->op->family == FAMILY_ELTWISE || n->op->family == FAMILY_VIEW) {
      bool all = true;
      for (size_t i = 0; i < n->in_count; i++) {
        const value *v = n->in[i];
        if (!is_f32(v) || value_is_const(v)) continue;
        any |= s->keep[v->id] == gates;
        all &= s->keep[v->id] == gates;
      }
      any &= all;
    }
    for (size_t i = 0; any && i < n->out_count; i++)
      if (n->out[i]) keep(s, n->out[i], gates);
  }
}

/* NULL: there are several, or none. */
static const value *only_f32_input(const node *n) {
  const value *only = NULL;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || value_is_const(v) || !is_f32(v)) continue;
    if (only && only != v) return NULL;
    only = v;
  }
  return only;
}

/* The product that makes v, with nothing but moves and constants' arithmetic behind it. */
static const node *product_behind(const value *v) {
  for (int step = 0; v && v->kind == VALUE_NODE && step < LOGIT_STEPS; step++) {
    const node *n = v->def;
    if (n->op->precision == CLASS_GEMM) return n;
    if (n->op->types != TYPES_MOVE && n->op->family != FAMILY_ELTWISE) return NULL;
    v = only_f32_input(n);
  }
  return NULL;
}

/* What a last Softmax, Sigmoid, ArgMax or TopK reads of the last product. */
static fp8c_status find_logits(storing *s, fp8c_error *err) {
  static const char logits[] = "stays F32: outputs are decided by its small differences";
  noise_output *judged;
  size_t count;
  fp8c_status status =
      noise_outputs(s->g, NULL, (port_names){NULL, 0}, s->c->scratch, &judged, &count, err);
  if (status == FP8C_ERROR_UNSUPPORTED) return FP8C_OK; /* no output holds floats */
  TRY(status);
  for (size_t i = 0; i < count; i++) {
    const value *v = judged[i].before ? graph_find_value(s->g, judged[i].value) : NULL;
    const node *product = product_behind(v);
    for (; product && v; v = v->def == product ? NULL : only_f32_input(v->def)) keep(s, v, logits);
  }
  return FP8C_OK;
}

/* What a search measured: rounding them shows at the outputs. */
static void find_measured(storing *s) {
  for (size_t i = 0; i < s->c->keep_f32_count; i++) {
    const value *v = graph_find_value(s->g, s->c->keep_f32[i]);
    if (v) keep(s, v, "stays F32: rounding it to BF16 shows at the outputs");
  }
}

static const char *stays_f32(const storing *s, const value *v) {
  if (v->id < s->ids && s->keep[v->id]) return s->keep[v->id];
  if (one_per_row(v)) return "stays F32: one number a row costs nothing";
  if (few_elements(&v->type, SMALL_ELEMENTS)) return "stays F32: it is small";
  return NULL;
}

/* ---- Constants ------------------------------------------------------------------------- */

/* The constant in BF16; NULL when it must stay. */
static fp8c_status constant_in_bf16(storing *s, value *v, const char *reason, value **out,
                                    fp8c_error *err) {
  *out = NULL;
  if (!is_f32(v) || v->id >= s->ids || (s->keep[v->id] && !s->bf16[v->id])) return FP8C_OK;
  if (!s->bf16[v->id]) {
    const small_weight *w;
    TRY(weight_in(s->c, v, FP8C_DTYPE_BF16, false, &w, err));
    if (w->overflows) {
      s->keep[v->id] = v->reason = "stays F32: BF16 would make its largest numbers infinite";
      return FP8C_OK;
    }
    value *b =
        graph_const(s->g, arena_printf(s->g->arena, "%s.bf16", v->name), &w->type, weight_blob(w));
    b->reason = reason;
    s->bf16[v->id] = b;
  }
  *out = s->bf16[v->id];
  return FP8C_OK;
}

static fp8c_status store_tables(storing *s, node *n, fp8c_error *err) {
  if (n->op->precision != CLASS_WIDE && n->op->precision != CLASS_FOLLOW) return FP8C_OK;
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i], *b;
    if (!v || !value_is_const(v) || !is_f32(v) || tensor_bytes(&v->type) <= TABLE_BYTES) continue;
    TRY(constant_in_bf16(s, v, "a table read as data is stored in BF16: half the bytes", &b, err));
    if (!b) continue;
    node_set_input(n, i, b);
    s->c->changes++;
  }
  return FP8C_OK;
}

/* ---- Values -------------------------------------------------------------------------------- */

static const char *region_kind(const node *n) {
  op_family f = n->op->family;
  return op_family_name(f == FAMILY_VIEW || f == FAMILY_NONE ? FAMILY_REDUCE : f);
}

static bool stored(const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!v->def->region || v->users[i]->region != v->def->region) return true;
  return false;
}

static node *cast_to(graph *g, node *before, value *v, fp8c_dtype dtype) {
  node *cast = graph_node(g, before, op_get(OP_CAST), NULL, &v, 1, 1);
  node_set_int(cast, "to", dtype == FP8C_DTYPE_F16 ? ONNX_FLOAT16 : ONNX_BFLOAT16);
  cast->out[0]->type = v->type;
  cast->out[0]->type.dtype = dtype;
  cast->out[0]->type.scale = (scale){0};
  value_rename(cast->out[0], arena_printf(g->arena, "%s.%s", v->name, fp8c_dtype_name(dtype)));
  if (v->def) node_add_sources(cast, v->def);
  return cast;
}

static node *bf16_cast(graph *g, node *before, value *v) {
  return cast_to(g, before, v, FP8C_DTYPE_BF16);
}

/* Readers outside of the value's region read `instead`. */
static void readers_outside(storing *s, const node *n, value *v, value *instead) {
  for (size_t i = v->user_count; i-- > 0;) {
    node *u = v->users[i];
    if (n->region && u->region == n->region) continue;
    node_replace_input(u, v, instead);
    i = v->user_count; /* the list changed */
  }
  if (v->id < s->ids) s->bf16[v->id] = instead;
  s->c->changes++;
}

/* A Cast at the end of the value's region; readers outside read its result. */
static void store_in_bf16(storing *s, node *n, value *v) {
  if (!n->region) n->region = graph_region(s->g, region_kind(n));
  node *cast = bf16_cast(s->g, node_region_last(n)->next, v);
  cast->region = n->region;
  cast->out[0]->reason = "stored in BF16 between kernels";
  readers_outside(s, n, v, cast->out[0]);
}

/* What is BF16 already, such as a port that the model has in F32: rounded again it is what
 * it was. */
static value *was_bf16(const node *n) {
  value *x = node_is(n, OP_CAST) ? n->in[0] : NULL;
  return x && x->type.dtype == FP8C_DTYPE_BF16 && x->type.scale.kind == SCALE_NONE ? x : NULL;
}

/* A node that only moves numbers keeps its input's format, when that is BF16 or
 * FP8 and all it moves has it. */
static bool follow_input(node *n) {
  if (n->op->precision != CLASS_FOLLOW || n->op->types != TYPES_MOVE || n->region || !n->in_count ||
      !n->in[0])
    return false;
  const tensor *t = &n->in[0]->type;
  if (t->dtype != FP8C_DTYPE_BF16) return false;
  for (size_t i = 1; i < n->in_count; i++)
    if (n->in[i] && dtype_is_float(n->in[i]->type.dtype) && n->in[i]->type.dtype != t->dtype)
      return false;
  for (size_t i = 0; i < n->out_count; i++) {
    value *v = n->out[i];
    if (!v || !is_f32(v)) continue;
    if (value_is_output(v)) return false;
  }
  for (size_t i = 0; i < n->out_count; i++)
    if (is_f32(n->out[i])) n->out[i]->type.dtype = t->dtype;
  return true;
}

/* A move of F32 that came from a port or was kept stays as it is: nothing is
 * computed here that could be rounded. */
static bool moves_f32(const node *n) {
  return n->op->precision == CLASS_FOLLOW && n->op->types == TYPES_MOVE && n->in_count &&
         is_f32(n->in[0]);
}

/* Its kernel stores BF16 itself, from what it goes on with in F32. */
static void store_states(storing *s, node *n) {
  for (size_t i = 0; i < n->out_count; i++) {
    value *v = n->out[i];
    if (!is_f32(v) || value_is_output(v) || !stored(v)) continue;
    const char *why = stays_f32(s, v);
    v->reason = why ? why : "stored in BF16 between kernels";
    if (why) continue;
    v->type.dtype = FP8C_DTYPE_BF16;
    s->c->changes++;
  }
}

static void store_outputs(storing *s, node *n) {
  if (n->op->work == WORK_RECURRENT && !n->region) {
    store_states(s, n);
    return;
  }
  if (n->op->precision == CLASS_EXACT || follow_input(n)) return;
  if (!n->region && moves_f32(n)) return;
  for (size_t i = 0; i < n->out_count; i++) {
    value *v = n->out[i];
    if (!is_f32(v) || value_is_output(v) || !stored(v)) continue;
    const char *why = stays_f32(s, v);
    if (!why && was_bf16(n))
      readers_outside(s, n, v, was_bf16(n));
    else if (!why)
      store_in_bf16(s, n, v);
    else if (!v->reason)
      v->reason = why;
  }
}

/* ---- Operands of BF16 products ------------------------------------------------------------------
 */

/* What v is a view of, if that is a reduction's result and nobody else reads any of both. */
static value *reduced_behind(value *v) {
  value *x = v;
  while (x->kind == VALUE_NODE && x->def->op->family == FAMILY_VIEW && !x->def->region &&
         value_used_once(x) && is_f32(x->def->in[0]))
    x = x->def->in[0];
  bool reduced = x != v && x->kind == VALUE_NODE && op_has(x->def->op, FACT_REDUCES);
  return reduced && value_used_once(x) ? x : NULL;
}

/* Rounds what v is a view of, whose kernel then stores what it rounds; the views are of BF16. */
static value *round_before_views(storing *s, value *x, value *v) {
  node *cast = bf16_cast(s->g, node_region_last(x->def)->next, x), *view = x->users[0];
  if (view == cast) view = x->users[1];
  cast->region = x->def->region;
  node_set_input(view, 0, cast->out[0]);
  for (value *y = v; y != cast->out[0]; y = y->def->in[0]) y->type.dtype = FP8C_DTYPE_BF16;
  return v;
}

/* Input `i` in BF16: a constant where it may be, else what a Cast in front gives. */
static fp8c_status read_in_bf16(storing *s, node *n, size_t i, const char *constant,
                                const char *computed, fp8c_error *err) {
  value *v = n->in[i], *b;
  if (!is_f32(v)) return FP8C_OK;
  if (value_is_const(v)) {
    TRY(constant_in_bf16(s, v, constant, &b, err));
    if (!b) return FP8C_OK;
  } else {
    b = v->id < s->ids ? s->bf16[v->id] : NULL;
    value *reduced_value = b ? NULL : reduced_behind(v);
    if (reduced_value) {
      b = round_before_views(s, reduced_value, v);
      b->reason = computed;
    } else if (!b) {
      bool reduced = v->def && v->def->region && strcmp(v->def->region->kind, "reduce") == 0;
      node *cast = bf16_cast(s->g, reduced ? node_region_last(v->def)->next : n, v);
      if (reduced) cast->region = v->def->region; /* whose kernel rounds what it stores */
      b = cast->out[0];
      b->reason = computed;
      if (v->id < s->ids) s->bf16[v->id] = b;
    }
  }
  node_set_input(n, i, b);
  s->c->changes++;
  return FP8C_OK;
}

/* What is joined mostly of BF16, such as patches and a class token, is joined in BF16. */
static fp8c_status store_joined(storing *s, node *n, fp8c_error *err) {
  static const char why[] = "joined with values that are stored in BF16";
  if (!node_is(n, OP_CONCAT) || n->region || value_is_output(n->out[0]) ||
      n->out[0]->type.rank == RANK_UNKNOWN)
    return FP8C_OK;
  int64_t axis = node_axis(n, n->out[0]->type.rank), small = 0, wide = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    int64_t size = v->type.rank > axis ? v->type.dims[axis] : -1;
    if (size < 0 || (is_f32(v) && v->id < s->ids && s->keep[v->id])) return FP8C_OK;
    if (!is_f32(v) && v->type.dtype != FP8C_DTYPE_BF16) return FP8C_OK;
    *(is_f32(v) ? &wide : &small) += size;
  }
  if (wide > small) return FP8C_OK;
  for (size_t i = 0; i < n->in_count; i++) TRY(read_in_bf16(s, n, i, why, why, err));
  return FP8C_OK;
}

/* A number for every score, or for a part of them by rows. */
static bool mask_by_query(const value *v) {
  const tensor *t = &v->type;
  return t->rank > 1 && t->dims[t->rank - 2] != 1;
}

static fp8c_status constant_in_f16(storing *s, const value *v, value **out, fp8c_error *err) {
  tensor t;
  TRY(value_load_by(v, s->c->threads, s->c->scratch, &t, err));
  const float *x = tensor_f32(&t, s->c->scratch);
  t.dtype = FP8C_DTYPE_F16;
  t.data = NULL;
  void *codes = arena_alloc(s->c->keep, tensor_bytes(&t));
  floats_encode(FP8C_DTYPE_F16, x, codes, (size_t)tensor_elements(&t), true);
  blob bytes = {.bytes = tensor_bytes(&t), .memory = codes};
  *out = graph_const(s->g, arena_printf(s->g->arena, "%s.f16", v->name), &t, bytes);
  return FP8C_OK;
}

/* Such a mask is as long as all scores together: F16 has what is left of it there in half the
 * bytes, and comes in tiles by the copy engine. */
static fp8c_status store_mask(storing *s, node *n, fp8c_error *err) {
  static const char why[] = "a mask that attention in FP8 rounds to F16";
  value *v = rounds_mask(n) && n->in_count > 3 ? n->in[3] : NULL, *to;
  if (!is_f32(v) || !mask_by_query(v) || value_is_output(v)) return FP8C_OK;
  for (size_t i = 0; i < v->user_count; i++)
    if (!rounds_mask(v->users[i]) || v->users[i]->in[3] != v) return FP8C_OK;
  if (value_is_const(v)) {
    TRY(constant_in_f16(s, v, &to, err));
  } else if (v->kind == VALUE_NODE && v->def->op->family != FAMILY_VIEW) {
    if (!v->def->region) v->def->region = graph_region(s->g, region_kind(v->def));
    node *cast = cast_to(s->g, node_region_last(v->def)->next, v, FP8C_DTYPE_F16);
    cast->region = v->def->region;
    to = cast->out[0];
  } else {
    to = cast_to(s->g, n, v, FP8C_DTYPE_F16)->out[0];
  }
  to->reason = why;
  for (size_t i = v->user_count; i-- > 0;) {
    node *u = v->users[i];
    if (u == to->def) continue;
    node_replace_input(u, v, to);
    i = v->user_count; /* the list changed */
  }
  s->c->changes++;
  return FP8C_OK;
}

static fp8c_status store_operands(storing *s, node *n, fp8c_error *err) {
  bool attention = n->op->family == FAMILY_ATTENTION;
  bool packed = node_is(n, OP_PACKED_LINEAR);
  if (!attention && !packed && !node_multiplies(n)) return FP8C_OK;
  if (n->decision && n->decision->format == FP8C_DTYPE_F32) return FP8C_OK;
  if (packed)
    return read_in_bf16(s, n, 0, "operand of a BF16 product", "operand of a BF16 product", err);
  /* keys and values in FP8 are multiplied with queries in BF16 too */
  if (dtype_is_fp8(n->in[0]->type.dtype)) return FP8C_OK;
  if (!attention && dtype_is_fp8(n->in[1]->type.dtype)) return FP8C_OK;
  for (size_t i = 0; i < (attention ? 3 : 2) && i < n->in_count; i++)
    TRY(read_in_bf16(s, n, i, "the weights of a BF16 product", "operand of a BF16 product", err));
  return FP8C_OK;
}

static fp8c_status store_state(storing *s, node *n, fp8c_error *err) {
  value *b;
  if (!node_recurs(n) || !n->decision || n->decision->format != FP8C_DTYPE_BF16 ||
      !is_f32(n->in[RECURRENT_WEIGHTS]))
    return FP8C_OK;
  TRY(constant_in_bf16(s, n->in[RECURRENT_WEIGHTS], "the weights of a recurrent state", &b, err));
  if (!b) return FP8C_OK;
  node_set_input(n, RECURRENT_WEIGHTS, b);
  s->c->changes++;
  return FP8C_OK;
}

/* cuBLASLt adds a bias of BF16 to an FP8 product, and one of the result's type to
 * a BF16 product.  Rounded here, in the graph, every device adds the same number,
 * and the GPU needs no kernel of its own for it. */
static fp8c_status store_bias(storing *s, node *n, fp8c_error *err) {
  if (!s->c->rules.gpu || !node_is(n, OP_LINEAR)) return FP8C_OK;
  value *v = n->in_count > 2 ? n->in[2] : NULL, *b;
  if (!v || !value_is_const(v) || !is_f32(v) || is_f32(n->in[0])) return FP8C_OK;
  const value *y = n->out[0];
  bool f32 = value_is_output(y) || (y->id < s->ids && s->keep[y->id]);
  if (!dtype_is_fp8(n->in[0]->type.dtype) && f32) return FP8C_OK;
  TRY(constant_in_bf16(s, v, "a bias the GEMM library adds is BF16", &b, err));
  if (!b) return FP8C_OK;
  node_set_input(n, 2, b);
  s->c->changes++;
  return FP8C_OK;
}

/* Numbers of few bits often lie halfway between two codes, and there x * RN(1/s) and
 * x / s part: in 5 of 10,000 where x was BF16, in 2 of 10 million where it is F32.
 * What is read from memory is divided, as ONNX has it. */
static void divide_what_was_stored(storing *s) {
  for (node *n = s->g->first; n; n = n->next) {
    bool rounds = node_is(n, OP_QUANTIZE) || node_is(n, OP_QUANTIZE_SPLIT);
    if (!rounds || is_f32(n->in[0]) || n->region || strcmp(node_string(n, "mode"), "div") == 0)
      continue;
    node_set_string(n, "mode", "div");
    s->c->changes++;
  }
}

fp8c_status pass_store_types(graph *g, pass_context *c, fp8c_error *err) {
  if (c->precision == PRECISION_F32) return FP8C_OK;
  storing s = {.g = g, .c = c, .ids = g->next_value_id};
  s.keep = NEW_ARRAY(c->scratch, const char *, s.ids + 1);
  s.bf16 = NEW_ARRAY(c->scratch, value *, s.ids + 1);
  TRY(find_exact(&s, err));
  find_sums(&s);
  find_gates(&s);
  find_recurrent(&s);
  find_f32_products(&s);
  find_measured(&s);
  TRY(find_logits(&s, err));
  for (node *n = g->first; n; n = n->next) {
    TRY(store_tables(&s, n, err));
    TRY(store_operands(&s, n, err));
    TRY(store_state(&s, n, err));
    TRY(store_bias(&s, n, err));
    TRY(store_joined(&s, n, err));
    TRY(store_mask(&s, n, err));
    store_outputs(&s, n);
  }
  divide_what_was_stored(&s);
  return FP8C_OK;
}
