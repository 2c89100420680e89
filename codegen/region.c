/* region.c - a region as straight-line arithmetic on one element.
 *
 * Two readings of the nodes: the first (region_read.c) collects what is in memory and merges the
 * domain's dimensions, the second writes micro-operations.  Variables are numbered within the
 * region and constants are parameters, so the kernels of equal layers are equal texts. */
#include "codegen/region_micro.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"

/* ---- Second reading: micro-operations --------------------------------------------- */

/* What expressions compute in: float, double, or 64-bit integers (bool too). */
static const char *expression_type(fp8c_dtype d) {
  if (dtype_is_small_float(d)) return "float";
  if (d == FP8C_DTYPE_F64) return "double";
  if (d == FP8C_DTYPE_U8 || d == FP8C_DTYPE_U16 || d == FP8C_DTYPE_U32 || d == FP8C_DTYPE_U64)
    return "u64";
  return "i64";
}

/* The first and second float or integer attribute of a row, in the row's order, and which
 * form its string attribute asks for. */
static void expression_attributes(region_code *r, const node *n, const char **a, const char **b,
                                  const char **s) {
  const char *floats[2] = {"0.0f", "0.0f"};
  int count = 0;
  *s = "0";
  for (const attr_spec *spec = n->op->attrs; spec->name; spec++) {
    if (spec->kind == ATTR_FLOAT && count < 2)
      floats[count++] = float_text(r->a, node_float(n, spec->name));
    if (spec->kind == ATTR_INT && count < 2)
      floats[count++] = float_text(r->a, (float)node_int(n, spec->name));
    if (spec->kind == ATTR_STRING && spec->s)
      *s = arena_printf(r->a, "%d", op_form(spec, node_string(n, spec->name)));
  }
  *a = floats[0];
  *b = floats[1];
}

/* Where and Clip, which have expressions too, are written by functions of their own. */
static bool has_expression(const op_info *op) {
  return (op->expr || op->int_expr) && op_of(op) != OP_WHERE && op_of(op) != OP_CLIP;
}

/* op_<name>_<type>: one function for each row and type used. */
static const char *function_of(const op_info *op, const char *type, arena *a, text *out) {
  bool integer = type[1] == '6'; /* i64, u64 */
  const char *expr = integer ? op->int_expr : op->expr;
  if (!expr) return NULL;
  const char *returns = op->gives_bool ? "bool" : type;
  const char *function = arena_printf(a, "op_%s_%s", op->name, type);
  const char *y = op->in_max > 1 ? arena_printf(a, ", %s y", type) : "";
  const char *head = arena_printf(a, "FORCEINLINE %s %s(%s x%s, float a, float b, int s) {",
                                  returns, function, type, y);
  if (!strstr(text_cstr(out), head))
    text_printf(out, "%s return (%s)(%s); }\n", head, returns, expr);
  return function;
}

size_t region_functions(text *out, arena *a) {
  static const char *const types[] = {"float", "double", "i64", "u64"};
  size_t count = 0;
  for (size_t i = 0; op_row(i); i++)
    for (size_t k = 0; k < 4 && has_expression(op_row(i)); k++)
      count += function_of(op_row(i), types[k], a, out) != NULL;
  return count;
}

static const char *emit_expression(region_code *r, const node *n) {
  const op_info *op = n->op;
  const char *type = expression_type(n->in[0]->type.dtype);
  const char *function = function_of(op, type, r->a, &r->draft.functions);
  if (!function)
    return region_refuse(r, arena_printf(r->a, "%s does not take %s", n->op->name,
                                         fp8c_dtype_name(n->in[0]->type.dtype)));
  const char *a, *b, *s;
  expression_attributes(r, n, &a, &b, &s);
  const char *returns = op->gives_bool ? "bool" : type;
  const char *out_type = number_type(n->out[0]->type.dtype);
  uint32_t x = region_variable(r, n->in[0]);
  if (op->in_max > 1 && n->in_count > 1) {
    for (size_t i = 1; i < n->in_count; i++) {
      uint32_t y = region_variable(r, n->in[i]);
      /* between the steps of a fold the number keeps the expression's type */
      const char *step = i + 1 == n->in_count ? (op->gives_bool ? "bool" : out_type) : returns;
      x = COMPUTE(r, step,
                  arena_printf(r->a, "(%s)%s(v%u, v%u, %s, %s, %s)", step, function, x, y, a, b, s),
                  x, y);
    }
  } else if (op->in_max == 1) {
    const char *step = op->gives_bool ? "bool" : out_type;
    x = COMPUTE(r, step, arena_printf(r->a, "(%s)%s(v%u, %s, %s, %s)", step, function, x, a, b, s),
                x);
  }
  region_define(r, n->out[0], x);
  return NULL;
}

/* Conversions as op_run does them: integers wrap into narrower ones, floats are
 * cut toward zero, bool is "not zero". */
static const char *emit_cast(region_code *r, const node *n) {
  fp8c_dtype from = n->in[0]->type.dtype, to = n->out[0]->type.dtype;
  uint32_t x = region_variable(r, n->in[0]);
  bool spills = dtype_is_fp8(to) && !node_is(n, OP_DEQUANTIZE) &&
                n->out[0]->type.scale.kind == SCALE_NONE && attr_find(n->attrs, "saturate") &&
                node_int(n, "saturate") == 0;
  if (spills && to != FP8C_DTYPE_E4M3)
    return region_refuse(r, "Cast to FP8 with infinities without saturation");
  if (from != to && !(dtype_is_small_float(from) && dtype_is_small_float(to))) {
    const char *type = number_type(to);
    const char *expr;
    if (to == FP8C_DTYPE_BOOL)
      expr = arena_printf(r->a, "v%u != 0", x);
    else if (dtype_is_int(to) && dtype_is_float(from))
      expr = arena_printf(r->a, "int_of<%s>(v%u)", type, x);
    else
      expr = arena_printf(r->a, "(%s)v%u", type, x);
    x = COMPUTE(r, type, expr, x);
  }
  if (spills) /* 464 lies between the largest number, 448, and the code of NaN */
    x = COMPUTE(r, "float",
                arena_printf(r->a, "fabsf(v%u) > 464.0f ? f32_from_bits(0x7FC00000u) : v%u", x, x),
                x);
  region_define(r, n->out[0], x);
  return NULL;
}

static const char *emit_quantize(region_code *r, const node *n) {
  const tensor *t = &n->out[0]->type;
  if (!dtype_is_fp8(t->dtype) || t->scale.kind != SCALE_TENSOR)
    return region_refuse(r, "Quantize to something else than FP8 with one scale");
  uint32_t x = region_variable(r, n->in[0]);
  const char *mode = node_string(n, "mode");
  bool divide = mode && strcmp(mode, "div") == 0;
  uint32_t s = region_parameter_f32(r, divide ? t->scale.value : 1.0f / t->scale.value);
  x = COMPUTE(r, "float", arena_printf(r->a, divide ? "v%u / v%u" : "v%u * v%u", x, s), x, s);
  region_define_stored(r, n->out[0], x);
  return NULL;
}

#define TAIL_UNIT 16 /* columns: as many as a thread of any kernel takes at most */

int64_t region_split_tail(const node *n, arena *scratch) {
  int64_t k = n->in[1]->type.dims[0], more = node_int(n, "more"), first = k - more;
  tensor t;
  fp8c_error ignored;
  if (!value_is_const(n->in[1]) || first < 0 || first % TAIL_UNIT || more % TAIL_UNIT) return -1;
  arena_mark mark = arena_save(scratch);
  if (value_load(n->in[1], scratch, &t, &ignored) != FP8C_OK) first = -1;
  const int32_t *to = t.data;
  for (int64_t i = 0, all = first < 0 ? 0 : k; i < all; i++)
    if (i < all - more ? to[i] >= 0 : to[i] != i + more) first = -1;
  arena_reset(scratch, mark);
  return first;
}

/* The columns that a QuantizeSplit takes remainders of, in the order in which it stores them; NULL
 * where they are not known, or not each once. */
static const int32_t *split_order(region_code *r, const node *n, int64_t more) {
  const tensor *to = lower_load(r->l, n->in[1]);
  if (!to) return NULL;
  int64_t k = to->dims[0];
  int32_t *order = NEW_ARRAY(r->a, int32_t, more + 1);
  for (int64_t i = 0; i < more; i++) order[i] = -1;
  for (int64_t i = 0; i < k; i++) {
    int64_t at = ((const int32_t *)to->data)[i] - k;
    if (at >= 0 && at < more) order[at] = (int32_t)i;
  }
  for (int64_t i = 0; i < more; i++)
    if (order[i] < 0) return NULL;
  return order;
}

#define GATHERED_UNIT 4 /* store_gathered of left.cuh takes so many at once */

/* How `store` finds the numbers whose remainders it has. */
static void place_left(region_code *r, const node *n, region_store *store) {
  store->more = node_int(n, "more");
  store->first = region_split_tail(n, r->l->c->scratch);
  store->left_place = store->first >= 0 ? LEFT_LAST : LEFT_SCATTERED;
  if (store->first >= 0 || !r->may_gather || store->more % GATHERED_UNIT) return;
  const int32_t *order = split_order(r, n, store->more);
  if (!order) return;
  tensor type = {.dtype = FP8C_DTYPE_I32, .rank = 1, .dims = {store->more}};
  const char *name = arena_printf(r->l->c->keep, "%s.order", n->in[1]->name);
  store->order = draft_read(&r->draft, lower_const(r->l, name, &type, order), "int");
  store->left_place = LEFT_GATHERED;
}

/* Each number is rounded twice: its code, and for some columns that of what the code leaves. */
static const char *emit_quantize_split(region_code *r, const node *n) {
  const value *y = n->out[0];
  const product_format *format = product_format_of(y->type.dtype);
  if (!dtype_is_fp8(y->type.dtype) || y->type.scale.kind != SCALE_TENSOR || !format)
    return region_refuse(r, "QuantizeSplit to something else than FP8 with one scale");
  if (group_uses(r->gr, y)) return region_refuse(r, "the codes of a QuantizeSplit are read again");
  const char *mode = node_string(n, "mode");
  bool divide = mode && strcmp(mode, "div") == 0;
  const char *scaled = divide ? "v%u / v%u" : "v%u * v%u";
  region_store found = {0};
  place_left(r, n, &found);
  uint32_t x = region_variable(r, n->in[0]);
  uint32_t unit = region_parameter_f32(r, y->type.scale.value);
  uint32_t s = divide ? unit : region_parameter_f32(r, 1.0f / y->type.scale.value);
  uint32_t q = COMPUTE(r, "float", arena_printf(r->a, scaled, x, s), x, s);
  found.left_of = arena_printf(r->a, "(v%u - %s(%s) * v%u) %c v%u", x, format->round,
                               arena_printf(r->a, scaled, x, s), unit, divide ? '/' : '*', s);
  if (found.left_place == LEFT_SCATTERED) {
    found.column = region_variable(r, n->in[1]);
    found.left = COMPUTE(r, "float", found.left_of, x, unit, s, found.column);
  }
  bool first = true;
  for (uint32_t i = 0; i < r->store_count; i++) first = first && !r->stores[i].left_place;
  if (first) text_add(&r->draft.functions, kernel_text_left);
  region_add_store(r, y, q);
  region_store *store = &r->stores[r->store_count - 1];
  found.variable = store->variable;
  found.to = store->to;
  found.held = store->held;
  found.source = x;
  *store = found;
  return NULL;
}

static const char *emit_identity(region_code *r, const node *n) {
  if (node_output(n, 1)) return region_refuse(r, "the mask of Dropout is used");
  region_define(r, n->out[0], region_variable(r, n->in[0]));
  return NULL;
}

static const char *emit_where(region_code *r, const node *n) {
  uint32_t c = region_variable(r, n->in[0]), x = region_variable(r, n->in[1]),
           y = region_variable(r, n->in[2]);
  region_define(r, n->out[0],
                COMPUTE(r, number_type(n->out[0]->type.dtype),
                        arena_printf(r->a, "v%u ? v%u : v%u", c, x, y), c, x, y));
  return NULL;
}

/* NaN stays: a comparison with it is false. */
static const char *emit_clip(region_code *r, const node *n) {
  const char *type = number_type(n->out[0]->type.dtype);
  uint32_t x = region_variable(r, n->in[0]);
  if (n->in_count > 1 && n->in[1]) {
    uint32_t low = region_variable(r, n->in[1]);
    x = COMPUTE(r, type, arena_printf(r->a, "v%u < v%u ? v%u : v%u", x, low, low, x), x, low);
  }
  if (n->in_count > 2 && n->in[2]) {
    uint32_t high = region_variable(r, n->in[2]);
    x = COMPUTE(r, type, arena_printf(r->a, "v%u > v%u ? v%u : v%u", x, high, high, x), x, high);
  }
  region_define(r, n->out[0], x);
  return NULL;
}

/* ONNX's own pair, scale given as a tensor: only FP8 with one scale and no zero point. */
static const char *emit_quantize_linear(region_code *r, const node *n) {
  const value *zero = n->in_count > 2 ? n->in[2] : NULL;
  double z = 0;
  if (tensor_elements(&n->in[1]->type) != 1)
    return region_refuse(r, "QuantizeLinear with a scale per channel or block");
  if (zero && (!value_scalar(zero, &z) || z != 0))
    return region_refuse(r, "QuantizeLinear with a zero point");
  if (!dtype_is_fp8(n->out[0]->type.dtype) || n->out[0]->type.scale.kind != SCALE_NONE)
    return region_refuse(r, "QuantizeLinear to something else than FP8");
  if (attr_find(n->attrs, "saturate") && node_int(n, "saturate") == 0)
    return region_refuse(r, "QuantizeLinear without saturation");
  uint32_t x = region_variable(r, n->in[0]), s = region_variable(r, n->in[1]);
  region_define_stored(r, n->out[0],
                       COMPUTE(r, "float", arena_printf(r->a, "v%u / v%u", x, s), x, s));
  return NULL;
}

static const char *emit_dequantize_linear(region_code *r, const node *n) {
  const value *zero = n->in_count > 2 ? n->in[2] : NULL;
  double z = 0;
  if (tensor_elements(&n->in[1]->type) != 1)
    return region_refuse(r, "DequantizeLinear with a scale per channel or block");
  if (zero && (!value_scalar(zero, &z) || z != 0))
    return region_refuse(r, "DequantizeLinear with a zero point");
  uint32_t x = region_variable(r, n->in[0]), s = region_variable(r, n->in[1]);
  region_define(r, n->out[0],
                COMPUTE(r, "float", arena_printf(r->a, "(float)v%u * v%u", x, s), x, s));
  return NULL;
}

/* The partner of a Rotary's element: given, loaded, or, of what a row's kernel has computed, in the
 * array of the row's elements. */
static uint32_t partner_of(region_code *r, const value *x, uint32_t own, bool neighbours) {
  micro_column column = neighbours ? COLUMN_NEIGHBOUR : COLUMN_OTHER_HALF;
  if (x == r->given[0]) return region_add_given(r, x, 1, column);
  if (region_rounds_given(r, x))
    return region_rounded(r, &x->type, region_add_given(r, r->given[1], 1, column));
  if (!r->rows)
    return region_unscale(r, &x->type, region_add_load(r, region_operand(r, x), column));
  const char *where = neighbours ? "[c][k ^ 1]" : "[(c + CHUNKS / 2) % CHUNKS][k]";
  uint32_t other = COMPUTE(r, "float", arena_printf(r->a, "r%u%s", own, where), own);
  r->micros[other].other = true;
  return other;
}

/* Two products and their sum, as single nodes would round them. */
static const char *emit_rotary(region_code *r, const node *n) {
  bool neighbours = node_int(n, "interleaved") != 0;
  uint32_t own = region_variable(r, n->in[0]);
  uint32_t other = partner_of(r, n->in[0], own, neighbours);
  const char *low =
      neighbours ? "((j + k) & 1) == 0" : arena_printf(r->a, "j < %lld", (long long)r->pairs);
  other = COMPUTE(r, "float", arena_printf(r->a, "%s ? -v%u : v%u", low, other, other), other);
  uint32_t products[2];
  for (int i = 0; i < 2; i++) {
    const value *v = n->in[1 + i];
    operand *table = region_half_table(n, v) ? region_table(r, v) : NULL;
    uint32_t t;
    if (table) {
      table->parameter = region_read_parameter(r, table);
      t = region_unscale(r, &v->type,
                         region_add_load(r, table, neighbours ? COLUMN_PAIR : COLUMN_HALF));
    } else {
      t = region_variable(r, v);
    }
    uint32_t y = i ? other : own;
    products[i] = COMPUTE(r, "float", arena_printf(r->a, "v%u * v%u", y, t), y, t);
  }
  region_define(r, n->out[0],
                COMPUTE(r, "float", arena_printf(r->a, "v%u + v%u", products[0], products[1]),
                        products[0], products[1]));
  return NULL;
}

/* What is moved unchanged is stored as it was loaded. */
static const char *emit_gather(region_code *r, const node *n) {
  const value *out = n->out[0];
  const tensor *x = &n->in[0]->type, *y = &out->type;
  uint32_t stored = region_load_of(r, out, n->in[0], n->in[1]);
  bool same = x->dtype == y->dtype && x->scale.kind == y->scale.kind &&
              (x->scale.kind != SCALE_TENSOR || x->scale.value == y->scale.value);
  if (!same) {
    region_define(r, out, region_unscale(r, x, stored));
    return NULL;
  }
  if (group_stores(r->gr, out)) region_add_store(r, out, stored);
  r->variables[out->id] = region_unscale(r, x, stored) + 1;
  return NULL;
}

/* ---- All nodes ------------------------------------------------------------------------ */

static const struct {
  const char *(*emit)(region_code *r, const node *n);
  bool row;
} emitters[OP_COUNT] = {
    [OP_CAST] = {emit_cast, false},
    [OP_CAST_LIKE] = {emit_cast, false},
    [OP_QUANTIZE] = {emit_quantize, false},
    [OP_QUANTIZE_SPLIT] = {emit_quantize_split, false},
    [OP_DEQUANTIZE] = {emit_identity, false},
    [OP_IDENTITY] = {emit_identity, false},
    [OP_DROPOUT] = {emit_identity, false},
    [OP_WHERE] = {emit_where, false},
    [OP_CLIP] = {emit_clip, false},
    [OP_QUANTIZE_LINEAR] = {emit_quantize_linear, false},
    [OP_DEQUANTIZE_LINEAR] = {emit_dequantize_linear, false},
    [OP_GATHER] = {emit_gather, false},
    [OP_ROTARY] = {emit_rotary, false},
    [OP_LAYER_NORMALIZATION] = {region_emit_layer_norm, true},
    [OP_RMS_NORMALIZATION] = {region_emit_layer_norm, true},
    [OP_INVERSE_DEVIATION] = {region_emit_inverse_deviation, true},
    [OP_SOFTMAX] = {region_emit_softmax, true},
    [OP_LOG_SOFTMAX] = {region_emit_softmax, true},
    [OP_REDUCE_SUM] = {region_emit_reduce, true},
    [OP_REDUCE_MEAN] = {region_emit_reduce, true},
    [OP_REDUCE_MAX] = {region_emit_reduce, true},
    [OP_REDUCE_MIN] = {region_emit_reduce, true},
    [OP_REDUCE_PROD] = {region_emit_reduce, true},
    [OP_REDUCE_L1] = {region_emit_reduce, true},
    [OP_REDUCE_L2] = {region_emit_reduce, true},
    [OP_REDUCE_SUM_SQUARE] = {region_emit_reduce, true},
    [OP_REDUCE_LOG_SUM] = {region_emit_reduce, true},
};

/* The product stands in memory as F32 sums; what cuBLASLt did not do follows
 * here, in the order of record: scale, rows, addend. */
/* A vector along the product's last dimension; its operand was collected with a
 * marker value, see collect. */
static uint32_t column_load(region_code *r, uint32_t plan_constant) {
  operand *o = &r->operands[r->column_operand];
  o->parameter = draft_read(&r->draft, plan_constant, "float");
  micro m = {.kind = MICRO_LOAD,
             .type = "float",
             .operand = r->column_operand,
             .lane = o->strides[r->rank - 1] != 0};
  return region_add_micro(r, m);
}

static const char *emit_product(region_code *r, const node *n) {
  const value *out = n->out[0];
  operand *o = region_operand(r, out);
  const gemm_rest *rest = r->rest;
  o->parameter = draft_read(&r->draft, rest->sums, "float");
  micro m = {.kind = MICRO_LOAD,
             .type = "float",
             .operand = (uint32_t)(o - r->operands),
             .lane = o->strides[r->rank - 1] != 0};
  uint32_t x = region_add_micro(r, m);
  if (rest->column_scale != PLAN_NO_VALUE) {
    uint32_t s = column_load(r, rest->column_scale);
    x = COMPUTE(r, "float", arena_printf(r->a, "v%u * v%u", x, s), x, s);
  }
  if (rest->rows) {
    uint32_t f = region_variable(r, rest->rows);
    x = COMPUTE(r, "float", arena_printf(r->a, "v%u * v%u", x, f), x, f);
  }
  if (rest->addend) {
    uint32_t c = region_variable(r, rest->addend);
    if (rest->addend_factor != 1.0f) {
      uint32_t f = region_parameter_f32(r, rest->addend_factor);
      c = COMPUTE(r, "float", arena_printf(r->a, "v%u * v%u", c, f), c, f);
    }
    x = COMPUTE(r, "float", arena_printf(r->a, "v%u + v%u", x, c), x, c);
  }
  region_define(r, out, x);
  return NULL;
}

static const char *emit_node(region_code *r, const node *n) {
  if (r->rest && n == r->rest->product) return emit_product(r, n);
  op_id op = op_of(n->op);
  if (emitters[op].row && !r->rows)
    return region_refuse(r, arena_printf(r->a, "%s needs whole rows", n->op->name));
  if (emitters[op].emit) return emitters[op].emit(r, n);
  if (has_expression(n->op)) return emit_expression(r, n);
  return region_refuse(r, arena_printf(r->a, "%s has no generated kernel", n->op->name));
}

bool region_knows(const node *n) {
  op_id op = op_of(n->op);
  return emitters[op].emit ? !emitters[op].row : has_expression(n->op);
}

const char *region_write(region_code *r, lowering *l, const kernel_draft *onto) {
  r->l = l;
  if (onto)
    r->draft = *onto;
  else
    draft_begin(&r->draft, l);
  r->variables = NEW_ARRAY(r->a, uint32_t, l->value_id_count);
  for (size_t i = 0; i < r->gr->count; i++)
    if (emit_node(r, r->gr->nodes[i])) return r->why;
  if (r->store_count == 0 && !r->taken) return region_refuse(r, "nothing of the region is used");
  return NULL;
}

const char *region_build_given(region_code *r, lowering *l, const group *gr,
                               const value *const given[2], const kernel_draft *onto) {
  region_extent e = {.gr = gr, .given = {given[0], given[1]}};
  const char *why = region_read(r, l->c->scratch, &e);
  return why ? why : region_write(r, l, onto);
}

const char *region_build_taken(region_code *r, lowering *l, const group *gr, const value *given,
                               const value *taken, const kernel_draft *onto) {
  region_extent e = {.gr = gr, .given = {given, NULL}};
  const char *why = region_read(r, l->c->scratch, &e);
  r->taken = taken;
  return why ? why : region_write(r, l, onto);
}

uint32_t region_taken(const region_code *r) { return r->variables[r->taken->id] - 1; }

const char *region_store_given(region_code *r) {
  const value *v = r->given[0];
  if (!group_stores(r->gr, v)) return NULL;
  if (!region_operand(r, v)) return region_refuse(r, "what follows it does not read it");
  region_add_store(r, v, region_variable(r, v));
  return NULL;
}
