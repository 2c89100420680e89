/* region.c - a region as straight-line arithmetic on one element.
 *
 * Two readings of the nodes: the first collects what is in memory and merges
 * the domain's dimensions, the second writes micro-operations.  Variables are
 * numbered within the region and constants are parameters, so the kernels of
 * equal layers are equal texts. */
#include "codegen/region.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"

static const char *refuse(region_code *r, const char *why) {
  if (!r->why) r->why = why;
  return r->why;
}

/* ---- Variables ---------------------------------------------------------------- */

static uint32_t add_micro(region_code *r, micro m) {
  ARENA_PUSH(r->l->c->scratch, r->micros, r->micro_count, m);
  return r->micro_count - 1;
}

/* A variable computed from others: a lane variable as soon as one of them is. */
static uint32_t compute(region_code *r, const char *type, const char *expr, const uint32_t *uses,
                        uint32_t use_count) {
  micro m = {.kind = MICRO_ROW, .type = type, .expr = expr, .use_count = use_count};
  for (uint32_t i = 0; i < use_count; i++) {
    m.uses[i] = uses[i];
    if (r->micros[uses[i]].lane) m.lane = true;
  }
  if (m.lane) m.kind = MICRO_LANE;
  return add_micro(r, m);
}

#define COMPUTE(r_, type_, expr_, ...)                             \
  compute((r_), (type_), (expr_), (const uint32_t[]){__VA_ARGS__}, \
          sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static const char *say(region_code *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static const char *say(region_code *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *s = arena_vprintf(r->l->c->scratch, format, args);
  va_end(args);
  return s;
}

/* A number known now, as a parameter of the kernel. */
static uint32_t parameter_f32(region_code *r, float x) {
  uint32_t p = draft_f32(&r->draft, x);
  return compute(r, "float", say(r, "p%u", p), NULL, 0);
}

/* ---- First reading: operands and the domain ------------------------------------- */

/* Strides of a dense array of this shape over the domain, aligned at the right;
 * false when it does not broadcast to it. */
static bool broadcast_strides(const tensor *t, const int64_t *dims, int rank, int64_t *strides) {
  if (t->rank > rank) {
    for (int i = 0; i < t->rank - rank; i++)
      if (t->dims[i] != 1) return false;
  }
  int64_t stride = 1;
  for (int i = 0; i < rank; i++) strides[i] = 0;
  for (int i = 0; i < t->rank && i < rank; i++) {
    int64_t d = t->dims[t->rank - 1 - i];
    int at = rank - 1 - i;
    if (d != dims[at] && d != 1) return false;
    strides[at] = d == 1 ? 0 : stride;
    stride *= d;
  }
  return true;
}

/* A sum that drops its axes lines up with the rows it was made of. */
static bool drops_axes(const node *n) {
  return n && op_has(n->op, FACT_REDUCES) && node_int(n, "keepdims") == 0;
}

static bool value_strides(const region_code *r, const value *v, const int64_t *dims, int rank,
                          int64_t *strides) {
  tensor t = v->type;
  if (drops_axes(v->def) && group_has(r->gr, v->def))
    while (t.rank < rank) t.dims[t.rank++] = 1;
  return broadcast_strides(&t, dims, rank, strides);
}

/* Reads v where it lies, if elements of the last dimension are neighbours there, or may be apart.
 */
static void find_place(const region_code *r, const value *v, int rank, operand *o) {
  place p;
  if (!r->in_place || v->type.rank > rank || !place_of(v, &p)) return;
  for (int i = 0; i < v->type.rank; i++) {
    bool last = i == v->type.rank - 1;
    if (p.strides[i] < 0) return;
    if (last && v->type.dims[i] != 1 && p.strides[i] != 1 && !r->may_cross) return;
  }
  o->whole = p.whole;
  o->offset = p.offset;
  for (int i = 0; i < v->type.rank; i++) {
    int at = rank - v->type.rank + i;
    if (o->strides[at] != 0) o->strides[at] = p.strides[i];
  }
}

static bool add_operand(region_code *r, const value *v, const int64_t *dims, int rank) {
  for (uint32_t i = 0; i < r->operand_count; i++)
    if (r->operands[i].v == v && !r->operands[i].table) return true;
  operand o = {.v = v};
  if (!memory_type(v->type.dtype)) {
    refuse(r, say(r, "%s has no form on the GPU", fp8c_dtype_name(v->type.dtype)));
    return false;
  }
  if (v->type.scale.kind == SCALE_AXIS) {
    refuse(r, "a scale per channel is read by GEMMs only");
    return false;
  }
  if (!value_strides(r, v, dims, rank, o.strides)) {
    refuse(r, say(r, "the shape of %s does not broadcast to that of its region", v->name));
    return false;
  }
  find_place(r, v, rank, &o);
  ARENA_PUSH(r->l->c->scratch, r->operands, r->operand_count, o);
  return true;
}

static operand *find_operand(region_code *r, const value *v) {
  for (uint32_t i = 0; i < r->operand_count; i++)
    if (r->operands[i].v == v && !r->operands[i].table) return &r->operands[i];
  return NULL;
}

static operand *find_table(region_code *r, const value *v) {
  for (uint32_t i = 0; i < r->operand_count; i++)
    if (r->operands[i].v == v && r->operands[i].table) return &r->operands[i];
  return NULL;
}

static bool is_gather(const node *n) {
  return node_is(n, OP_GATHER) && n->op->family == FAMILY_GATHER;
}

/* Inputs that are arithmetic operands; the others are read as constants. */
static size_t operand_inputs(const node *n) {
  bool one = op_has(n->op, FACT_REDUCES) || node_is(n, OP_DROPOUT) || node_is(n, OP_CAST_LIKE);
  return one ? 1 : n->in_count;
}

static bool scalar_const_f32(const value *v, double *x) {
  return value_is_const(v) && dtype_is_small_float(v->type.dtype) &&
         v->type.scale.kind != SCALE_AXIS && tensor_shape_known(&v->type) &&
         tensor_elements(&v->type) == 1 && value_scalar(v, x);
}

static const char *collect_gather(region_code *r, const node *n, const int64_t *dims, int rank) {
  const value *data = n->in[0], *index = n->in[1], *out = n->out[0];
  if (data->def && group_has(r->gr, data->def))
    return refuse(r, "a Gather reads what its own region computes");
  if (index->def && group_has(r->gr, index->def))
    return refuse(r, "a Gather's indices come from its own region");
  if (!memory_type(data->type.dtype) || data->type.scale.kind == SCALE_AXIS)
    return refuse(r, "a Gather of this type is not fused");
  if (out->type.dtype != data->type.dtype || out->type.scale.kind != data->type.scale.kind ||
      (out->type.scale.kind == SCALE_TENSOR && out->type.scale.value != data->type.scale.value)) {
    if (!dtype_is_small_float(out->type.dtype) || !dtype_is_small_float(data->type.dtype))
      return refuse(r, "a Gather that changes the type is not fused");
  }
  if (!add_operand(r, out, dims, rank)) return r->why;
  operand *o = find_operand(r, out);
  int64_t axis = node_axis(n, data->type.rank);
  o->gathered = true;
  o->gather_a = data->type.dims[axis];
  o->gather_i = 1;
  for (int i = (int)axis + 1; i < data->type.rank; i++) o->gather_i *= data->type.dims[i];
  o->gather_k = tensor_elements(&index->type);
  if (o->gather_i > 0 && o->gather_k > 0 && o->gather_a == 0)
    return refuse(r, "a Gather from an empty table");
  if (o->gather_i == 0 || o->gather_k == 0)
    o->gather_a = o->gather_i = o->gather_k = 1; /* unused */
  return NULL;
}

static const char *collect_product(region_code *r, const node *n, const int64_t *dims, int rank) {
  const gemm_rest *rest = r->rest;
  if (!add_operand(r, n->out[0], dims, rank)) return r->why;
  if (rest->rows && !add_operand(r, rest->rows, dims, rank)) return r->why;
  double x;
  if (rest->addend && !scalar_const_f32(rest->addend, &x) &&
      !add_operand(r, rest->addend, dims, rank))
    return r->why;
  if (rest->column_scale != PLAN_NO_VALUE) {
    operand o = {.v = n->out[0]}; /* F32, as wide as the output: one along the last axis */
    o.strides[rank - 1] = dims[rank - 1] == 1 ? 0 : 1;
    r->column_operand = r->operand_count;
    ARENA_PUSH(r->l->c->scratch, r->operands, r->operand_count, o);
  }
  return NULL;
}

/* Half as wide as what turns. */
static bool is_half_table(const node *n, const value *v) {
  const tensor *x = &n->in[0]->type, *t = &v->type;
  return t->dims[t->rank - 1] != x->dims[x->rank - 1];
}

static const char *collect_rotary(region_code *r, const node *n, const int64_t *dims, int rank) {
  const tensor *x = &n->in[0]->type;
  int64_t size = x->dims[x->rank - 1];
  double number;
  if (r->rows || r->rest || (r->given[0] && (r->given[0] != n->in[0] || r->given[1] != n->in[0])))
    return refuse(r, "Rotary beside a sum or a product");
  if (n->in[0]->def && group_has(r->gr, n->in[0]->def))
    return refuse(r, "a Rotary turns what its own region computes");
  if (size != dims[rank - 1]) return refuse(r, "a Rotary that is spread along its last axis");
  r->pairs = size / 2;
  if (!add_operand(r, n->in[0], dims, rank)) return r->why;
  for (size_t i = 1; i < 3; i++) {
    const value *v = n->in[i];
    if ((v->def && group_has(r->gr, v->def)) || scalar_const_f32(v, &number)) continue;
    if (!is_half_table(n, v)) {
      if (!add_operand(r, v, dims, rank)) return r->why;
      continue;
    }
    if (find_table(r, v)) continue;
    operand o = {.v = v, .table = true};
    int64_t half[REGION_MAX_DIMS];
    memcpy(half, dims, sizeof half);
    half[rank - 1] /= 2;
    if (!memory_type(v->type.dtype) || v->type.scale.kind == SCALE_AXIS ||
        !broadcast_strides(&v->type, half, rank, o.strides))
      return refuse(r, "a Rotary's tables do not fit it");
    find_place(r, v, rank, &o);
    ARENA_PUSH(r->l->c->scratch, r->operands, r->operand_count, o);
  }
  return NULL;
}

/* Merges neighbouring dimensions that every operand walks in one stride. */
static void merge_dims(region_code *r, int row_axis) {
  int rank = r->rank, out = 0;
  int first_row = r->rows ? row_axis : rank;
  int64_t dims[REGION_MAX_DIMS];
  int from[REGION_MAX_DIMS]; /* the old dimension whose stride stands for the new one */
  bool row_part[REGION_MAX_DIMS];
  for (int i = 0; i < rank; i++) {
    bool join = out > 0 && (i >= first_row) == row_part[out - 1] && !(r->pairs && i == rank - 1);
    if (join && r->dims[i] != 1 && dims[out - 1] != 1)
      for (uint32_t k = 0; k < r->operand_count && join; k++)
        join = r->operands[k].strides[from[out - 1]] == r->operands[k].strides[i] * r->dims[i];
    if (join) {
      /* a dimension of size 1 has stride 0 everywhere: the other one counts */
      if (r->dims[i] != 1) from[out - 1] = i;
      dims[out - 1] *= r->dims[i];
    } else {
      dims[out] = r->dims[i];
      from[out] = i;
      row_part[out++] = i >= first_row;
    }
  }
  for (uint32_t k = 0; k < r->operand_count; k++) {
    int64_t strides[REGION_MAX_DIMS];
    for (int i = 0; i < out; i++) strides[i] = r->operands[k].strides[from[i]];
    memcpy(r->operands[k].strides, strides, sizeof strides);
  }
  memcpy(r->dims, dims, sizeof dims);
  r->rank = out;
}

/* The dimension whose neighbours are an operand's where the last one's are not: threads follow it,
 * and each takes several elements of the last. */
static const char *find_across(region_code *r) {
  const operand *crossing = NULL;
  size_t read = 0;
  for (uint32_t i = 0; i < r->operand_count; i++) {
    const operand *o = &r->operands[i];
    bool stored = o->v->def && group_has(r->gr, o->v->def) && !o->gathered;
    if (!stored) read++;
    if (!stored && o->strides[r->rank - 1] > 1) crossing = o;
  }
  if (!crossing) return NULL;
  for (int d = 0; d + 1 < r->rank; d++)
    if (crossing->strides[d] == 1 && r->dims[d] > 1) r->across = d + 1;
  return r->across && read == 1 && !r->pairs ? NULL : refuse(r, "it is read across beside others");
}

static const char *collect(region_code *r, int row_axis) {
  int64_t dims[REGION_MAX_DIMS];
  int rank = r->rank;
  memcpy(dims, r->dims, sizeof dims);
  for (size_t i = 0; i < r->gr->count; i++) {
    const node *n = r->gr->nodes[i];
    if (r->rest && n == r->rest->product) {
      if (collect_product(r, n, dims, rank)) return r->why;
    } else if (is_gather(n)) {
      if (collect_gather(r, n, dims, rank)) return r->why;
    } else if (node_is(n, OP_ROTARY)) {
      if (collect_rotary(r, n, dims, rank)) return r->why;
    } else {
      for (size_t k = 0; k < n->in_count && k < operand_inputs(n); k++) {
        const value *v = n->in[k];
        double x;
        if (!v || (v->def && group_has(r->gr, v->def)) || scalar_const_f32(v, &x)) continue;
        if (!add_operand(r, v, dims, rank)) return r->why;
      }
    }
    for (size_t k = 0; k < n->out_count; k++) {
      const value *v = n->out[k];
      if (!v || !value_is_used(v)) continue;
      int64_t strides[REGION_MAX_DIMS];
      if (!value_strides(r, v, dims, rank, strides))
        return refuse(r, say(r, "%s has another shape than its region", v->name));
      if (!memory_type(v->type.dtype))
        return refuse(r, say(r, "%s has no form on the GPU", fp8c_dtype_name(v->type.dtype)));
      if (v->type.scale.kind == SCALE_AXIS)
        return refuse(r, "a scale per channel cannot be stored by a generated kernel");
      if (!group_stores(r->gr, v)) continue;
      /* Stored whole, or (rows) once a row: a smaller array would be written by
       * several threads.  Of an array without elements strides say nothing. */
      for (int d = 0; d < rank && tensor_elements(&v->type) > 0; d++) {
        bool in_row = r->rows && d >= row_axis;
        if (strides[d] == 0 && dims[d] != 1 && !in_row)
          return refuse(r, say(r, "%s is smaller than its region", v->name));
      }
      /* a Gather that is stored was added as what is loaded: one entry, one set of strides */
      if (!add_operand(r, v, dims, rank)) return r->why;
    }
  }
  merge_dims(r, row_axis);
  if (find_across(r)) return r->why;
  if (r->rows) {
    int64_t row = 1;
    for (int d = row_axis; d < rank; d++) row *= dims[d];
    if (r->dims[r->rank - 1] != row)
      return refuse(r, "the row's axes do not lie in one stretch of memory");
    r->row_elements = row;
    if (r->rank == 1) { /* one row */
      r->rank = 2;
      r->dims[1] = r->dims[0];
      r->dims[0] = 1;
      for (uint32_t k = 0; k < r->operand_count; k++) {
        r->operands[k].strides[1] = r->operands[k].strides[0];
        r->operands[k].strides[0] = 0;
      }
    }
  }
  return NULL;
}

/* ---- Second reading: micro-operations --------------------------------------------- */

/* The real number of a stored one: stored * scale. */
static uint32_t unscale(region_code *r, const tensor *t, uint32_t stored) {
  if (t->scale.kind != SCALE_TENSOR) return stored;
  uint32_t s = parameter_f32(r, t->scale.value);
  return COMPUTE(r, "float", say(r, "v%u * v%u", stored, s), stored, s);
}

/* The parameter that points at an operand's first element. */
static uint32_t read_parameter(region_code *r, const operand *o) {
  const char *element = memory_type(o->v->type.dtype);
  if (!o->whole) return draft_read(&r->draft, lower_value(r->l, o->v), element);
  return draft_read_part(&r->draft, lower_value(r->l, o->whole), element,
                         (uint64_t)o->offset * dtype_bytes(o->v->type.dtype),
                         tensor_bytes(&o->v->type));
}

static uint32_t add_load(region_code *r, operand *o, micro_column column) {
  micro m = {.kind = MICRO_LOAD,
             .type = number_type(o->v->type.dtype),
             .operand = (uint32_t)(o - r->operands),
             .column = column,
             .lane = o->strides[r->rank - 1] != 0};
  return add_micro(r, m);
}

static uint32_t add_given(region_code *r, const value *v, uint32_t which, micro_column column) {
  return add_micro(r, (micro){.kind = MICRO_GIVEN,
                              .type = number_type(v->type.dtype),
                              .operand = which,
                              .column = column,
                              .lane = true});
}

static uint32_t load_of(region_code *r, const value *v, const value *memory, const value *index) {
  for (uint32_t i = 0; i < 2; i++)
    if (v == r->given[i]) return add_given(r, v, i, COLUMN_OWN);
  operand *o = find_operand(r, v);
  const tensor *t = &memory->type;
  if (!index) {
    o->parameter = read_parameter(r, o);
    return add_load(r, o, COLUMN_OWN);
  }
  uint32_t id = lower_value(r->l, memory);
  uint64_t bytes = (uint64_t)tensor_elements(&v->type) * dtype_bytes(t->dtype);
  if (bytes < tensor_bytes(t)) /* of a table, what is looked up */
    o->parameter = draft_read_part(&r->draft, id, memory_type(t->dtype), 0, bytes);
  else
    o->parameter = draft_read(&r->draft, id, memory_type(t->dtype));
  o->index_parameter =
      draft_read(&r->draft, lower_value(r->l, index), memory_type(index->type.dtype));
  micro m = {.kind = MICRO_LOAD,
             .type = number_type(t->dtype),
             .operand = (uint32_t)(o - r->operands),
             .lane = o->strides[r->rank - 1] != 0};
  return add_micro(r, m);
}

/* The variable of a node's input. */
static uint32_t variable_of(region_code *r, const value *v) {
  if (r->variables[v->id]) return r->variables[v->id] - 1;
  double x;
  uint32_t variable;
  if (scalar_const_f32(v, &x))
    variable = parameter_f32(r, (float)x);
  else
    variable = unscale(r, &v->type, load_of(r, v, v, NULL));
  r->variables[v->id] = variable + 1;
  return variable;
}

/* A vector along the product's last dimension; its operand was collected with a
 * marker value, see collect. */
static uint32_t column_load(region_code *r, uint32_t plan_constant) {
  operand *o = &r->operands[r->column_operand];
  o->parameter = draft_read(&r->draft, plan_constant, "float");
  micro m = {.kind = MICRO_LOAD,
             .type = "float",
             .operand = r->column_operand,
             .lane = o->strides[r->rank - 1] != 0};
  return add_micro(r, m);
}

static void add_store(region_code *r, const value *v, uint32_t variable) {
  operand to = *find_operand(r, v);
  to.gathered = false;
  to.parameter = draft_write(&r->draft, lower_value(r->l, v), memory_type(v->type.dtype));
  region_store s = {.variable = variable, .to = to};
  ARENA_PUSH(r->l->c->scratch, r->stores, r->store_count, s);
}

/* `stored` is the number as it goes to memory, not yet rounded to the element
 * type; a store rounds, and users inside the region see the rounded number. */
static void define_stored(region_code *r, const value *v, uint32_t stored) {
  if (group_stores(r->gr, v)) add_store(r, v, stored);
  if (!group_uses(r->gr, v)) return;
  static const char *const rounding[FP8C_DTYPE_COUNT] = {[FP8C_DTYPE_BF16] = "round_bf16",
                                                         [FP8C_DTYPE_F16] = "round_f16",
                                                         [FP8C_DTYPE_E4M3] = "round_e4m3",
                                                         [FP8C_DTYPE_E5M2] = "round_e5m2"};
  uint32_t x = stored;
  if (rounding[v->type.dtype])
    x = COMPUTE(r, "float", say(r, "%s(v%u)", rounding[v->type.dtype], x), x);
  r->variables[v->id] = unscale(r, &v->type, x) + 1;
}

/* `real` is the real number that the output stands for, in F32. */
static void define(region_code *r, const value *v, uint32_t real) {
  if (v->type.scale.kind == SCALE_TENSOR) {
    uint32_t s = parameter_f32(r, 1.0f / v->type.scale.value);
    real = COMPUTE(r, "float", say(r, "v%u * v%u", real, s), real, s);
  }
  define_stored(r, v, real);
}

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
      floats[count++] = float_text(r->l->c->scratch, node_float(n, spec->name));
    if (spec->kind == ATTR_INT && count < 2)
      floats[count++] = float_text(r->l->c->scratch, (float)node_int(n, spec->name));
    if (spec->kind == ATTR_STRING && spec->s)
      *s = arena_printf(r->l->c->scratch, "%d", op_form(spec, node_string(n, spec->name)));
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
  for (op_id op = 0; op < OP_COUNT; op++)
    for (size_t k = 0; k < 4 && has_expression(op_get(op)); k++)
      count += function_of(op_get(op), types[k], a, out) != NULL;
  return count;
}

static const char *emit_expression(region_code *r, const node *n) {
  const op_info *op = n->op;
  const char *type = expression_type(n->in[0]->type.dtype);
  const char *function = function_of(op, type, r->l->c->scratch, &r->draft.functions);
  if (!function)
    return refuse(
        r, say(r, "%s does not take %s", n->op->name, fp8c_dtype_name(n->in[0]->type.dtype)));
  const char *a, *b, *s;
  expression_attributes(r, n, &a, &b, &s);
  const char *returns = op->gives_bool ? "bool" : type;
  const char *out_type = number_type(n->out[0]->type.dtype);
  uint32_t x = variable_of(r, n->in[0]);
  if (op->in_max > 1 && n->in_count > 1) {
    for (size_t i = 1; i < n->in_count; i++) {
      uint32_t y = variable_of(r, n->in[i]);
      /* between the steps of a fold the number keeps the expression's type */
      const char *step = i + 1 == n->in_count ? (op->gives_bool ? "bool" : out_type) : returns;
      x = COMPUTE(r, step, say(r, "(%s)%s(v%u, v%u, %s, %s, %s)", step, function, x, y, a, b, s), x,
                  y);
    }
  } else if (op->in_max == 1) {
    const char *step = op->gives_bool ? "bool" : out_type;
    x = COMPUTE(r, step, say(r, "(%s)%s(v%u, %s, %s, %s)", step, function, x, a, b, s), x);
  }
  define(r, n->out[0], x);
  return NULL;
}

/* Conversions as op_run does them: integers wrap into narrower ones, floats are
 * cut toward zero, bool is "not zero". */
static const char *emit_cast(region_code *r, const node *n) {
  fp8c_dtype from = n->in[0]->type.dtype, to = n->out[0]->type.dtype;
  uint32_t x = variable_of(r, n->in[0]);
  bool spills = dtype_is_fp8(to) && !node_is(n, OP_DEQUANTIZE) &&
                n->out[0]->type.scale.kind == SCALE_NONE && attr_find(n->attrs, "saturate") &&
                node_int(n, "saturate") == 0;
  if (spills && to == FP8C_DTYPE_E5M2) return refuse(r, "Cast to E5M2 without saturation");
  if (from != to && !(dtype_is_small_float(from) && dtype_is_small_float(to))) {
    const char *type = number_type(to);
    const char *expr;
    if (to == FP8C_DTYPE_BOOL)
      expr = say(r, "v%u != 0", x);
    else if (dtype_is_int(to) && dtype_is_float(from))
      expr = say(r, "int_of<%s>(v%u)", type, x);
    else
      expr = say(r, "(%s)v%u", type, x);
    x = COMPUTE(r, type, expr, x);
  }
  if (spills) /* 464 lies between the largest number, 448, and the code of NaN */
    x = COMPUTE(r, "float", say(r, "fabsf(v%u) > 464.0f ? f32_from_bits(0x7FC00000u) : v%u", x, x),
                x);
  define(r, n->out[0], x);
  return NULL;
}

static const char *emit_quantize(region_code *r, const node *n) {
  const tensor *t = &n->out[0]->type;
  if (!dtype_is_fp8(t->dtype) || t->scale.kind != SCALE_TENSOR)
    return refuse(r, "Quantize to something else than FP8 with one scale");
  uint32_t x = variable_of(r, n->in[0]);
  const char *mode = node_string(n, "mode");
  bool divide = mode && strcmp(mode, "div") == 0;
  uint32_t s = parameter_f32(r, divide ? t->scale.value : 1.0f / t->scale.value);
  x = COMPUTE(r, "float", say(r, divide ? "v%u / v%u" : "v%u * v%u", x, s), x, s);
  define_stored(r, n->out[0], x);
  return NULL;
}

static const char *emit_identity(region_code *r, const node *n) {
  if (node_output(n, 1)) return refuse(r, "the mask of Dropout is used");
  define(r, n->out[0], variable_of(r, n->in[0]));
  return NULL;
}

static const char *emit_where(region_code *r, const node *n) {
  uint32_t c = variable_of(r, n->in[0]), x = variable_of(r, n->in[1]), y = variable_of(r, n->in[2]);
  define(
      r, n->out[0],
      COMPUTE(r, number_type(n->out[0]->type.dtype), say(r, "v%u ? v%u : v%u", c, x, y), c, x, y));
  return NULL;
}

/* NaN stays: a comparison with it is false. */
static const char *emit_clip(region_code *r, const node *n) {
  const char *type = number_type(n->out[0]->type.dtype);
  uint32_t x = variable_of(r, n->in[0]);
  if (n->in_count > 1 && n->in[1]) {
    uint32_t low = variable_of(r, n->in[1]);
    x = COMPUTE(r, type, say(r, "v%u < v%u ? v%u : v%u", x, low, low, x), x, low);
  }
  if (n->in_count > 2 && n->in[2]) {
    uint32_t high = variable_of(r, n->in[2]);
    x = COMPUTE(r, type, say(r, "v%u > v%u ? v%u : v%u", x, high, high, x), x, high);
  }
  define(r, n->out[0], x);
  return NULL;
}

/* ONNX's own pair, scale given as a tensor: only FP8 with one scale and no zero point. */
static const char *emit_quantize_linear(region_code *r, const node *n) {
  const value *zero = n->in_count > 2 ? n->in[2] : NULL;
  double z = 0;
  if (tensor_elements(&n->in[1]->type) != 1)
    return refuse(r, "QuantizeLinear with a scale per channel or block");
  if (zero && (!value_scalar(zero, &z) || z != 0))
    return refuse(r, "QuantizeLinear with a zero point");
  if (!dtype_is_fp8(n->out[0]->type.dtype) || n->out[0]->type.scale.kind != SCALE_NONE)
    return refuse(r, "QuantizeLinear to something else than FP8");
  if (attr_find(n->attrs, "saturate") && node_int(n, "saturate") == 0)
    return refuse(r, "QuantizeLinear without saturation");
  uint32_t x = variable_of(r, n->in[0]), s = variable_of(r, n->in[1]);
  define_stored(r, n->out[0], COMPUTE(r, "float", say(r, "v%u / v%u", x, s), x, s));
  return NULL;
}

static const char *emit_dequantize_linear(region_code *r, const node *n) {
  const value *zero = n->in_count > 2 ? n->in[2] : NULL;
  double z = 0;
  if (tensor_elements(&n->in[1]->type) != 1)
    return refuse(r, "DequantizeLinear with a scale per channel or block");
  if (zero && (!value_scalar(zero, &z) || z != 0))
    return refuse(r, "DequantizeLinear with a zero point");
  uint32_t x = variable_of(r, n->in[0]), s = variable_of(r, n->in[1]);
  define(r, n->out[0], COMPUTE(r, "float", say(r, "(float)v%u * v%u", x, s), x, s));
  return NULL;
}

/* Two products and their sum, as single nodes would round them. */
static const char *emit_rotary(region_code *r, const node *n) {
  const value *x = n->in[0];
  bool neighbours = node_int(n, "interleaved") != 0;
  uint32_t own = variable_of(r, x);
  micro_column partner = neighbours ? COLUMN_NEIGHBOUR : COLUMN_OTHER_HALF;
  uint32_t other = x == r->given[0]
                       ? add_given(r, x, 1, partner)
                       : unscale(r, &x->type, add_load(r, find_operand(r, x), partner));
  const char *low = neighbours ? "((j + k) & 1) == 0" : say(r, "j < %lld", (long long)r->pairs);
  other = COMPUTE(r, "float", say(r, "%s ? -v%u : v%u", low, other, other), other);
  uint32_t products[2];
  for (int i = 0; i < 2; i++) {
    const value *v = n->in[1 + i];
    operand *table = is_half_table(n, v) ? find_table(r, v) : NULL;
    uint32_t t;
    if (table) {
      table->parameter = read_parameter(r, table);
      t = unscale(r, &v->type, add_load(r, table, neighbours ? COLUMN_PAIR : COLUMN_HALF));
    } else {
      t = variable_of(r, v);
    }
    uint32_t y = i ? other : own;
    products[i] = COMPUTE(r, "float", say(r, "v%u * v%u", y, t), y, t);
  }
  define(
      r, n->out[0],
      COMPUTE(r, "float", say(r, "v%u + v%u", products[0], products[1]), products[0], products[1]));
  return NULL;
}

/* What is moved unchanged is stored as it was loaded. */
static const char *emit_gather(region_code *r, const node *n) {
  const value *out = n->out[0];
  const tensor *x = &n->in[0]->type, *y = &out->type;
  uint32_t stored = load_of(r, out, n->in[0], n->in[1]);
  bool same = x->dtype == y->dtype && x->scale.kind == y->scale.kind &&
              (x->scale.kind != SCALE_TENSOR || x->scale.value == y->scale.value);
  if (!same) {
    define(r, out, unscale(r, x, stored));
    return NULL;
  }
  if (group_stores(r->gr, out)) add_store(r, out, stored);
  r->variables[out->id] = unscale(r, x, stored) + 1;
  return NULL;
}

/* ---- Rows ---------------------------------------------------------------------------- */

static uint32_t reduce(region_code *r, const char *combine, uint32_t x) {
  if (!r->micros[x].lane) /* every element of the row is the same number */
    x = compute(r, "float", say(r, "v%u", x), &x, 1), r->micros[x].lane = true,
    r->micros[x].kind = MICRO_LANE;
  micro m = {
      .kind = MICRO_REDUCE, .type = "float", .combine = combine, .uses = {x}, .use_count = 1};
  return add_micro(r, m);
}

static uint32_t row_mean(region_code *r, uint32_t x) {
  uint32_t sum = reduce(r, "add_of", x);
  return COMPUTE(r, "float",
                 say(r, "v%u / %s", sum, float_text(r->l->c->scratch, (float)r->row_elements)),
                 sum);
}

/* mean, then the variance of what was centred: two sums, as on the CPU.  Gives 1 / its root;
 * d: x without the mean. */
static uint32_t inverse_deviation(region_code *r, const node *n, bool centred, uint32_t *mean,
                                  uint32_t *d) {
  uint32_t x = *d = variable_of(r, n->in[0]);
  *mean = 0;
  if (centred) {
    *mean = row_mean(r, x);
    *d = COMPUTE(r, "float", say(r, "v%u - v%u", x, *mean), x, *mean);
  }
  uint32_t square = COMPUTE(r, "float", say(r, "v%u * v%u", *d, *d), *d);
  uint32_t variance = row_mean(r, square);
  const char *epsilon = float_text(r->l->c->scratch, node_float(n, "epsilon"));
  return COMPUTE(r, "float", say(r, "1.0f / sqrtf(v%u + %s)", variance, epsilon), variance);
}

static const char *emit_inverse_deviation(region_code *r, const node *n) {
  uint32_t mean, d;
  define(r, n->out[0], inverse_deviation(r, n, node_int(n, "centred") != 0, &mean, &d));
  return NULL;
}

static const char *emit_layer_norm(region_code *r, const node *n) {
  uint32_t mean, d;
  uint32_t inverse = inverse_deviation(r, n, !node_is(n, OP_RMS_NORMALIZATION), &mean, &d);
  uint32_t y = COMPUTE(r, "float", say(r, "v%u * v%u", d, inverse), d, inverse);
  if (n->in_count > 1 && n->in[1]) {
    uint32_t gain = variable_of(r, n->in[1]);
    y = COMPUTE(r, "float", say(r, "v%u * v%u", y, gain), y, gain);
  }
  if (n->in_count > 2 && n->in[2]) {
    uint32_t bias = variable_of(r, n->in[2]);
    y = COMPUTE(r, "float", say(r, "v%u + v%u", y, bias), y, bias);
  }
  define(r, n->out[0], y);
  if (node_output(n, 1)) define(r, n->out[1], mean);
  if (node_output(n, 2)) define(r, n->out[2], inverse);
  return NULL;
}

static const char *emit_softmax(region_code *r, const node *n) {
  uint32_t x = variable_of(r, n->in[0]);
  uint32_t top = reduce(r, "max_of", x);
  uint32_t d = COMPUTE(r, "float", say(r, "v%u - v%u", x, top), x, top);
  uint32_t e = COMPUTE(r, "float", say(r, "fp8c_expf(v%u)", d), d);
  uint32_t sum = reduce(r, "add_of", e);
  uint32_t y;
  if (node_is(n, OP_LOG_SOFTMAX)) {
    uint32_t log_sum = COMPUTE(r, "float", say(r, "fp8c_logf(v%u)", sum), sum);
    y = COMPUTE(r, "float", say(r, "v%u - v%u", d, log_sum), d, log_sum);
  } else {
    y = COMPUTE(r, "float", say(r, "v%u / v%u", e, sum), e, sum);
  }
  define(r, n->out[0], y);
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
  text_init(&t, r->l->c->scratch);
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

static const char *emit_reduce(region_code *r, const node *n) {
  if (!dtype_is_small_float(n->in[0]->type.dtype))
    return refuse(r, say(r, "%s of %s", n->op->name, fp8c_dtype_name(n->in[0]->type.dtype)));
  const char *count = float_text(r->l->c->scratch, (float)r->row_elements);
  uint32_t x = variable_of(r, n->in[0]);
  op_id row = op_of(n->op);
  if (!reductions[row].combine) return refuse(r, say(r, "%s has no row kernel", n->op->name));
  uint32_t e = x;
  if (strcmp(reductions[row].before, "%s") != 0)
    e = COMPUTE(r, "float", substitute(r, reductions[row].before, x, count), x);
  uint32_t sum = reduce(r, reductions[row].combine, e);
  if (strcmp(reductions[row].after, "%s") != 0)
    sum = COMPUTE(r, "float", substitute(r, reductions[row].after, sum, count), sum);
  define(r, n->out[0], sum);
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
    [OP_DEQUANTIZE] = {emit_identity, false},
    [OP_IDENTITY] = {emit_identity, false},
    [OP_DROPOUT] = {emit_identity, false},
    [OP_WHERE] = {emit_where, false},
    [OP_CLIP] = {emit_clip, false},
    [OP_QUANTIZE_LINEAR] = {emit_quantize_linear, false},
    [OP_DEQUANTIZE_LINEAR] = {emit_dequantize_linear, false},
    [OP_GATHER] = {emit_gather, false},
    [OP_ROTARY] = {emit_rotary, false},
    [OP_LAYER_NORMALIZATION] = {emit_layer_norm, true},
    [OP_RMS_NORMALIZATION] = {emit_layer_norm, true},
    [OP_INVERSE_DEVIATION] = {emit_inverse_deviation, true},
    [OP_SOFTMAX] = {emit_softmax, true},
    [OP_LOG_SOFTMAX] = {emit_softmax, true},
    [OP_REDUCE_SUM] = {emit_reduce, true},
    [OP_REDUCE_MEAN] = {emit_reduce, true},
    [OP_REDUCE_MAX] = {emit_reduce, true},
    [OP_REDUCE_MIN] = {emit_reduce, true},
    [OP_REDUCE_PROD] = {emit_reduce, true},
    [OP_REDUCE_L1] = {emit_reduce, true},
    [OP_REDUCE_L2] = {emit_reduce, true},
    [OP_REDUCE_SUM_SQUARE] = {emit_reduce, true},
    [OP_REDUCE_LOG_SUM] = {emit_reduce, true},
};

/* The product stands in memory as F32 sums; what cuBLASLt did not do follows
 * here, in the order of record: scale, rows, addend. */
static const char *emit_product(region_code *r, const node *n) {
  const value *out = n->out[0];
  operand *o = find_operand(r, out);
  const gemm_rest *rest = r->rest;
  o->parameter = draft_read(&r->draft, rest->sums, "float");
  micro m = {.kind = MICRO_LOAD,
             .type = "float",
             .operand = (uint32_t)(o - r->operands),
             .lane = o->strides[r->rank - 1] != 0};
  uint32_t x = add_micro(r, m);
  if (rest->column_scale != PLAN_NO_VALUE) {
    uint32_t s = column_load(r, rest->column_scale);
    x = COMPUTE(r, "float", say(r, "v%u * v%u", x, s), x, s);
  }
  if (rest->rows) {
    uint32_t f = variable_of(r, rest->rows);
    x = COMPUTE(r, "float", say(r, "v%u * v%u", x, f), x, f);
  }
  if (rest->addend) {
    uint32_t c = variable_of(r, rest->addend);
    if (rest->addend_factor != 1.0f) {
      uint32_t f = parameter_f32(r, rest->addend_factor);
      c = COMPUTE(r, "float", say(r, "v%u * v%u", c, f), c, f);
    }
    x = COMPUTE(r, "float", say(r, "v%u + v%u", x, c), x, c);
  }
  define(r, out, x);
  return NULL;
}

static const char *emit_node(region_code *r, const node *n) {
  if (r->rest && n == r->rest->product) return emit_product(r, n);
  op_id op = op_of(n->op);
  if (emitters[op].emit) return emitters[op].emit(r, n);
  if (has_expression(n->op)) return emit_expression(r, n);
  return refuse(r, say(r, "%s has no generated kernel", n->op->name));
}

bool region_knows(const node *n) {
  op_id op = op_of(n->op);
  return emitters[op].emit ? !emitters[op].row : has_expression(n->op);
}

static void name_kernel(region_code *r) {
  size_t length = 0;
  for (size_t i = 0; i < r->gr->count; i++) {
    const char *name = r->gr->nodes[i]->op->name;
    if (length + strlen(name) + 2 > sizeof r->op_names) break;
    if (length) r->op_names[length++] = '_';
    for (const char *p = name; *p; p++) {
      char c = *p;
      if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
      r->op_names[length++] = c;
    }
    r->op_names[length] = 0;
  }
}

static const char *build(region_code *r, lowering *l, const group *gr, int row_dims,
                         const gemm_rest *rest, const value *const given[2],
                         const kernel_draft *onto, bool in_place, bool may_cross) {
  *r = (region_code){.l = l,
                     .gr = gr,
                     .rows = row_dims > 0,
                     .rest = rest,
                     .given = {given ? given[0] : NULL, given ? given[1] : NULL},
                     .in_place = in_place,
                     .may_cross = may_cross};
  if (onto)
    r->draft = *onto;
  else
    draft_begin(&r->draft, l);
  name_kernel(r);
  r->variables = NEW_ARRAY(l->c->scratch, uint32_t, l->value_id_count);

  /* The domain: what all outputs broadcast to. */
  for (size_t i = 0; i < gr->count; i++) {
    const node *n = gr->nodes[i];
    /* a sum over the row is a smaller thing; what goes into it spans the domain */
    const tensor *shapes[2] = {&n->out[0]->type, r->rows ? &n->in[0]->type : NULL};
    if (is_gather(n)) shapes[1] = NULL;
    if (drops_axes(n)) shapes[0] = shapes[1];
    for (int s = 0; s < 2 && shapes[s]; s++) {
      const tensor *t = shapes[s];
      int rank = t->rank > r->rank ? t->rank : r->rank;
      int64_t dims[REGION_MAX_DIMS];
      for (int d = 0; d < rank; d++) {
        int64_t x = d < t->rank ? t->dims[t->rank - 1 - d] : 1;
        int64_t y = d < r->rank ? r->dims[r->rank - 1 - d] : 1;
        if (x != y && x != 1 && y != 1)
          return refuse(r, "the region's shapes do not broadcast together");
        dims[rank - 1 - d] = x == 1 ? y : x;
      }
      memcpy(r->dims, dims, sizeof dims);
      r->rank = rank;
    }
  }
  if (r->rank == 0) r->rank = 1, r->dims[0] = 1;
  if (row_dims > r->rank) return refuse(r, "the row has more axes than the region");
  if (collect(r, r->rank - row_dims)) return r->why;
  for (size_t i = 0; i < gr->count; i++)
    if (emit_node(r, gr->nodes[i])) return r->why;
  if (r->store_count == 0) return refuse(r, "nothing of the region is used");
  return NULL;
}

const char *region_build(region_code *r, lowering *l, const group *gr, int row_dims,
                         const gemm_rest *rest) {
  if (row_dims == 0 && !rest && !build(r, l, gr, 0, NULL, NULL, NULL, true, true)) return NULL;
  const char *why = build(r, l, gr, row_dims, rest, NULL, NULL, true, false);
  /* strides may be what a row cannot have */
  return why ? build(r, l, gr, row_dims, rest, NULL, NULL, false, false) : NULL;
}

const char *region_build_given(region_code *r, lowering *l, const group *gr,
                               const value *const given[2], const kernel_draft *onto) {
  return build(r, l, gr, 0, NULL, given, onto, false, false);
}

const char *region_store_given(region_code *r) {
  const value *v = r->given[0];
  if (!group_stores(r->gr, v)) return NULL;
  if (!find_operand(r, v)) return refuse(r, "what follows it does not read it");
  add_store(r, v, variable_of(r, v));
  return NULL;
}

int region_vector(const region_code *r, int64_t inner) {
  int vector = 16, last = r->rank - 1;
  size_t least = 4;
  for (uint32_t i = 0; i < r->operand_count; i++) {
    const operand *o = &r->operands[i];
    if (o->strides[last] != 1) continue; /* one for all, or one by one */
    size_t bytes = dtype_bytes(o->v->type.dtype);
    if (bytes < least) least = bytes;
    /* wide integers are few: leave them two at a time */
    if (bytes == 8 && vector > 2) vector = 2;
    if (bytes == 4 && vector > 8) vector = 8;
    if (o->gathered)
      while (vector > 1 && o->gather_i % vector != 0) vector /= 2;
    for (int d = 0; d < last; d++)
      while (vector > 1 && o->strides[d] % vector != 0) vector /= 2;
    while (vector > 1 && o->offset % vector != 0) vector /= 2;
  }
  while (vector > 1 && r->pairs % vector != 0) vector /= 2;
  if (least == 4 && vector > 4) vector = 4;
  if (least == 2 && vector > 8) vector = 8;
  while (vector > 1 && inner % vector != 0) vector /= 2;
  return vector;
}
