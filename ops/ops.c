/* ops.c - the operator table and its two gates: op_infer and op_run.
 *
 * Every check and conversion that does not depend on the operator happens here
 * once, so that a row's functions see valid attributes, the right number of
 * inputs and plain F32 where they asked for it. */
#include "ops/ops.h"

#include <string.h>

#include "base/numbers.h"
#include "ops/eltwise.h"
#include "ops/ids/all.h"
#include "ops/infer.h"
#include "ops/rows.h"

/* ---- The table --------------------------------------------------------- */

#define NONE
#define INT(name_, i_) {.name = (name_), .kind = ATTR_INT, .need = ATTR_DEFAULT, .i = (i_)},
#define FLOAT(name_, f_) {.name = (name_), .kind = ATTR_FLOAT, .need = ATTR_DEFAULT, .f = (f_)},
#define STRING(name_, s_) {.name = (name_), .kind = ATTR_STRING, .need = ATTR_DEFAULT, .s = (s_)},
#define INT_REQUIRED(name_) {.name = (name_), .kind = ATTR_INT, .need = ATTR_REQUIRED},
#define FLOAT_REQUIRED(name_) {.name = (name_), .kind = ATTR_FLOAT, .need = ATTR_REQUIRED},
#define STRING_REQUIRED(name_) {.name = (name_), .kind = ATTR_STRING, .need = ATTR_REQUIRED},
#define INTS_REQUIRED(name_) {.name = (name_), .kind = ATTR_INTS, .need = ATTR_REQUIRED},
#define GRAPH_REQUIRED(name_) {.name = (name_), .kind = ATTR_GRAPH, .need = ATTR_REQUIRED},
#define INT_OPTIONAL(name_) {.name = (name_), .kind = ATTR_INT, .need = ATTR_OPTIONAL},
#define FLOAT_OPTIONAL(name_) {.name = (name_), .kind = ATTR_FLOAT, .need = ATTR_OPTIONAL},
#define STRING_OPTIONAL(name_) {.name = (name_), .kind = ATTR_STRING, .need = ATTR_OPTIONAL},
#define INTS_OPTIONAL(name_) {.name = (name_), .kind = ATTR_INTS, .need = ATTR_OPTIONAL},
#define FLOATS_REQUIRED(name_) {.name = (name_), .kind = ATTR_FLOATS, .need = ATTR_REQUIRED},
#define FLOATS_OPTIONAL(name_) {.name = (name_), .kind = ATTR_FLOATS, .need = ATTR_OPTIONAL},
#define STRINGS_OPTIONAL(name_) {.name = (name_), .kind = ATTR_STRINGS, .need = ATTR_OPTIONAL},
#define TENSOR_OPTIONAL(name_) {.name = (name_), .kind = ATTR_TENSOR, .need = ATTR_OPTIONAL},
#define GRAPH_OPTIONAL(name_) {.name = (name_), .kind = ATTR_GRAPH, .need = ATTR_OPTIONAL},

#define ARITY_TWO_MIN 2
#define ARITY_TWO_MAX 2
#define ARITY_MANY_MIN 1
#define ARITY_MANY_MAX VARIADIC
#define GIVES_SAME false
#define GIVES_BOOL true

#define ATTRS(...) ((const attr_spec[]){__VA_ARGS__{.name = NULL}})
#define FLOAT_TEXT(takes_, text_) (((takes_)&TAKES_FLOAT) ? text_ : NULL)
#define INT_TEXT(takes_, text_) (((takes_) & (TAKES_INT | TAKES_BOOL)) ? text_ : NULL)

/* Ids have gaps between sections; the table has none. */
enum {
#define OP(id_, ...) ROW_##id_,
#define UNARY OP
#define BINARY OP
#include "ops/ops.def"
#undef OP
#undef UNARY
#undef BINARY
  ROWS
};

static const op_info table[ROWS] = {
#define OP(id_, name_, since_, rule_, arithmetic_, in_min_, in_max_, out_min_, out_max_, \
           precision_, family_, types_, attrs_, ...)                                     \
  [ROW_##id_] = {.id = OP_##id_,                                                         \
                 .name = name_,                                                          \
                 .domain = (since_) == 0 ? "fp8c" : "",                                  \
                 .since = since_,                                                        \
                 .in_min = in_min_,                                                      \
                 .in_max = in_max_,                                                      \
                 .out_min = out_min_,                                                    \
                 .out_max = out_max_,                                                    \
                 .precision = CLASS_##precision_,                                        \
                 .family = FAMILY_##family_,                                             \
                 .types = TYPES_##types_,                                                \
                 .infer = infer_##rule_,                                                 \
                 .eval = eval_##arithmetic_,                                             \
                 .attrs = ATTRS(attrs_),                                                 \
                 __VA_ARGS__},
/* The fields that are the same for one operand and for several.  Expressions and attributes stand
 * in the rows' own macros: as arguments of another one they would be expanded before their use. */
#define ELTWISE(since_, precision_, takes_, gives_)                                   \
  .domain = (since_) == 0 ? "fp8c" : "", .since = since_, .out_min = 1, .out_max = 1, \
  .precision = CLASS_##precision_, .family = FAMILY_ELTWISE, .types = TYPES_RAW,      \
  .infer = infer_eltwise, .eval = eval_eltwise, .takes = TAKES_##takes_,              \
  .gives_bool = GIVES_##gives_
#define UNARY(id_, name_, since_, precision_, takes_, gives_, expr_, int_expr_, attrs_, ...) \
  [ROW_##id_] = {.id = OP_##id_,                                                             \
                 .name = name_,                                                              \
                 .in_min = 1,                                                                \
                 .in_max = 1,                                                                \
                 .expr = FLOAT_TEXT(TAKES_##takes_, #expr_),                                 \
                 .int_expr = INT_TEXT(TAKES_##takes_, #int_expr_),                           \
                 .attrs = ATTRS(attrs_),                                                     \
                 ELTWISE(since_, precision_, takes_, gives_),                                \
                 __VA_ARGS__},
#define BINARY(id_, name_, since_, arity_, precision_, takes_, gives_, expr_, int_expr_, attrs_, \
               ...)                                                                              \
  [ROW_##id_] = {.id = OP_##id_,                                                                 \
                 .name = name_,                                                                  \
                 .in_min = ARITY_##arity_##_MIN,                                                 \
                 .in_max = ARITY_##arity_##_MAX,                                                 \
                 .expr = FLOAT_TEXT(TAKES_##takes_, #expr_),                                     \
                 .int_expr = INT_TEXT(TAKES_##takes_, #int_expr_),                               \
                 .attrs = ATTRS(attrs_),                                                         \
                 ELTWISE(since_, precision_, takes_, gives_),                                    \
                 __VA_ARGS__},
#include "ops/ops.def"
#undef OP
#undef UNARY
#undef BINARY
#undef ELTWISE
};

static const op_info *const by_id[OP_COUNT] = {
#define OP(id_, ...) [OP_##id_] = &table[ROW_##id_],
#define UNARY OP
#define BINARY OP
#include "ops/ops.def"
#undef OP
#undef UNARY
#undef BINARY
};

const op_info *op_get(op_id id) { return by_id[id]; }

const op_info *op_row(size_t index) { return index < ROWS ? &table[index] : NULL; }

const char *op_family_name(op_family f) {
  static const char *const names[] = {
      [FAMILY_ELTWISE] = "eltwise", [FAMILY_GEMM] = "gemm",     [FAMILY_ATTENTION] = "attention",
      [FAMILY_CONV] = "conv",       [FAMILY_ROW] = "row",       [FAMILY_REDUCE] = "reduce",
      [FAMILY_LAYOUT] = "layout",   [FAMILY_GATHER] = "gather", [FAMILY_VIEW] = "view",
      [FAMILY_POOL] = "pool",       [FAMILY_NONE] = "none"};
  return names[f];
}

const char *op_class_name(op_class c) {
  static const char *const names[] = {[CLASS_GEMM] = "gemm",
                                      [CLASS_FOLLOW] = "follow",
                                      [CLASS_WIDE] = "wide",
                                      [CLASS_EXACT] = "exact"};
  return names[c];
}

const op_info *op_find(const char *domain, const char *name) {
  if (strcmp(domain, "ai.onnx") == 0) domain = "";
  for (size_t i = 0; i < ROWS; i++)
    if (strcmp(table[i].name, name) == 0 && strcmp(table[i].domain, domain) == 0) return &table[i];
  return NULL;
}

/* ---- Attributes -------------------------------------------------------- */

static const char *const kind_names[] = {
    [ATTR_INT] = "an integer",      [ATTR_FLOAT] = "a float",
    [ATTR_STRING] = "a string",     [ATTR_INTS] = "a list of integers",
    [ATTR_FLOATS] = "a float list", [ATTR_STRINGS] = "a list of strings",
    [ATTR_TENSOR] = "a tensor",     [ATTR_GRAPH] = "a graph",
};

static fp8c_status check_attrs(const op_call *c, fp8c_error *err) {
  for (size_t i = 0; i < c->attrs.count; i++) {
    const attr *a = &c->attrs.items[i];
    const attr_spec *s = op_attr_spec(c->op, a->name);
    if (s == NULL) return fail(err, FP8C_ERROR_FORMAT, "there is no attribute \"%s\"", a->name);
    if (s->kind != a->kind)
      return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" is %s; it must be %s", a->name,
                  kind_names[a->kind], kind_names[s->kind]);
  }
  for (const attr_spec *s = c->op->attrs; s->name != NULL; s++)
    if (s->need == ATTR_REQUIRED && attr_find(c->attrs, s->name) == NULL)
      return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" is missing", s->name);
  return FP8C_OK;
}

/* ---- Shape rules ------------------------------------------------------- */

static fp8c_status check_count(const char *what, size_t count, size_t least, size_t most,
                               fp8c_error *err) {
  if (most == VARIADIC) most = OP_MAX_INPUTS;
  if (count >= least && count <= most) return FP8C_OK;
  if (least == most)
    return fail(err, FP8C_ERROR_FORMAT, "there are %zu %s; %zu are wanted", count, what, least);
  return fail(err, FP8C_ERROR_FORMAT, "there are %zu %s; %zu to %zu are wanted", count, what, least,
              most);
}

static fp8c_status check_call(const op_call *c, fp8c_error *err) {
  TRY(check_count("inputs", c->in_count, c->op->in_min, c->op->in_max, err));
  TRY(check_count("outputs", c->out_count, c->op->out_min, c->op->out_max, err));
  for (size_t i = 0; i < c->op->in_min; i++)
    if (c->in[i] == NULL) return fail(err, FP8C_ERROR_FORMAT, "input %zu is missing", i);
  for (size_t i = 0; i < c->in_count; i++)
    if (c->in[i] != NULL && c->in[i]->rank > FP8C_MAX_RANK)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has rank %d; the most is %d", i,
                  c->in[i]->rank, FP8C_MAX_RANK);
  return check_attrs(c, err);
}

/* Integers of 4 and 2 bits are moved, converted and (de)quantised; no other arithmetic knows
 * them, so nothing else may meet one. */
static bool takes_narrow(const op_info *op) {
  switch (op_of(op)) {
    case OP_CAST:
    case OP_CAST_LIKE:
    case OP_QUANTIZE_LINEAR:
    case OP_DEQUANTIZE_LINEAR:
    case OP_SHAPE:
    case OP_SIZE:
    case OP_CONSTANT_OF_SHAPE:
      return true;
    default:
      return op->types == TYPES_MOVE;
  }
}

static fp8c_status check_narrow(const op_call *c, fp8c_error *err) {
  if (takes_narrow(c->op)) return FP8C_OK;
  for (size_t i = 0; i < c->in_count + c->out_count; i++) {
    const tensor *t = i < c->in_count ? c->in[i] : &c->out[i - c->in_count];
    if (t != NULL && dtype_is_narrow_int(t->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "its %s %zu has type %s, which is only moved, cast or dequantised",
                  i < c->in_count ? "input" : "output", i < c->in_count ? i : i - c->in_count,
                  fp8c_dtype_name(t->dtype));
  }
  return FP8C_OK;
}

fp8c_status op_infer(op_call *c, fp8c_error *err) {
  fp8c_status status = check_call(c, err);
  if (status == FP8C_OK) {
    for (size_t i = 0; i < c->out_count; i++) {
      c->out[i] = (tensor){.rank = RANK_UNKNOWN};
      if (has_input(c, 0)) c->out[i].dtype = c->in[0]->dtype;
    }
    status = c->op->infer(c, err);
    if (status == FP8C_OK) status = check_narrow(c, err);
  }
  if (status == FP8C_OK) return FP8C_OK;
  return fail_in(err, status, "%s", c->op->name);
}

/* ---- Running ----------------------------------------------------------- */

/* Whether elements may be moved as bytes: every float involved is stored alike. */
static bool stored_alike(const op_call *c) {
  const tensor *o = &c->out[0];
  for (size_t i = 0; i < c->in_count + c->out_count; i++) {
    const tensor *t = i < c->in_count ? c->in[i] : &c->out[i - c->in_count];
    if (t == NULL || !dtype_is_small_float(t->dtype)) continue;
    if (t->dtype != o->dtype || t->scale.kind != o->scale.kind) return false;
    if (t->scale.kind == SCALE_AXIS) return false;
    if (t->scale.kind == SCALE_TENSOR && t->scale.value != o->scale.value) return false;
  }
  return true;
}

/* Calls eval on F32 copies of what is stored otherwise. */
static fp8c_status run_in_f32(op_call *c, fp8c_error *err) {
  op_call wide = *c;
  const tensor **in = NEW_ARRAY(c->scratch, const tensor *, c->in_count);
  tensor *copies = NEW_ARRAY(c->scratch, tensor, c->in_count);
  tensor *out = NEW_ARRAY(c->scratch, tensor, c->out_count);
  for (size_t i = 0; i < c->in_count; i++) {
    in[i] = c->in[i];
    if (in[i] == NULL || !tensor_needs_f32(in[i])) continue;
    copies[i] = tensor_as_f32(c, in[i]);
    in[i] = &copies[i];
  }
  for (size_t i = 0; i < c->out_count; i++)
    out[i] = tensor_needs_f32(&c->out[i]) ? tensor_f32_like(c->scratch, &c->out[i]) : c->out[i];
  wide.in = in;
  wide.out = out;
  TRY(c->op->eval(&wide, err));
  for (size_t i = 0; i < c->out_count; i++)
    if (tensor_needs_f32(&c->out[i])) tensor_encode(c->threads, out[i].data, &c->out[i]);
  return FP8C_OK;
}

/* A table of embeddings is large, and few of its rows are wanted: those are moved as they are
 * stored and widened behind that, which gives the same bits. */
bool op_gathers_stored(const op_info *op, size_t input, const tensor *t) {
  return op_of(op) == OP_GATHER && input == 0 && dtype_is_small_float(t->dtype) &&
         t->scale.kind != SCALE_AXIS;
}

static fp8c_status gather_stored(op_call *c, fp8c_error *err) {
  op_call stored = *c;
  tensor *out = &c->out[0], rows = *out;
  rows.dtype = c->in[0]->dtype;
  rows.scale = c->in[0]->scale;
  rows.data = arena_raw(c->scratch, (size_t)tensor_elements(out), dtype_bytes(rows.dtype));
  stored.out = &rows;
  TRY(c->op->eval(&stored, err));
  float *real = f32_result(c, out);
  tensor_decode(c->threads, &rows, real);
  f32_done(c, real, out);
  return FP8C_OK;
}

/* Nothing to compute: empty tensors have no data, which memcpy and its kin may
 * not be given even for zero bytes. */
static bool all_empty(const op_call *c) {
  for (size_t i = 0; i < c->out_count; i++)
    if (tensor_elements(&c->out[i]) != 0) return false;
  return true;
}

fp8c_status op_run(op_call *c, fp8c_error *err) {
  fp8c_status status;
  if (all_empty(c)) return FP8C_OK;
  if (c->op->types == TYPES_RAW || (c->op->types == TYPES_MOVE && stored_alike(c)))
    status = c->op->eval(c, err);
  else if (op_gathers_stored(c->op, 0, c->in[0]))
    status = gather_stored(c, err);
  else
    status = run_in_f32(c, err);
  if (status == FP8C_OK) return FP8C_OK;
  return fail_in(err, status, "%s", c->op->name);
}
