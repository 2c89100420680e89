/* region_read.c - the first reading of a region: what it reads and writes in memory, and the domain
 * that all of it spans, whose dimensions are merged where every operand allows.
 *
 * It needs no kernel and adds nothing to a plan, so that the time model asks it, too. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/region_micro.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/types.h"

const char *region_refuse(region_code *r, const char *why) {
  if (!r->why) r->why = why;
  return r->why;
}

/* ---- Operands -------------------------------------------------------------------- */

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

/* Rows that are longer than those of what is computed. */
static bool has_split_rows(const value *v) { return v->def && node_is(v->def, OP_QUANTIZE_SPLIT); }

static bool value_strides(const region_code *r, const value *v, const int64_t *dims, int rank,
                          int64_t *strides) {
  tensor t = v->type;
  if (drops_axes(v->def) && group_has(r->gr, v->def))
    while (t.rank < rank) t.dims[t.rank++] = 1;
  if (!has_split_rows(v) || !group_has(r->gr, v->def))
    return broadcast_strides(&t, dims, rank, strides);
  int64_t k = v->def->in[0]->type.dims[t.rank - 1], wide = t.dims[t.rank - 1];
  t.dims[t.rank - 1] = k;
  if (!broadcast_strides(&t, dims, rank, strides)) return false;
  for (int i = 0; i < rank - 1; i++) strides[i] = strides[i] / k * wide;
  return true;
}

static bool lies_near(const region_code *r, const value *v, const operand *o, int64_t stride) {
  return r->rows && !o->table && stride * (int64_t)dtype_bytes(v->type.dtype) <= REGION_NEAR_BYTES;
}

/* Reads v where it lies, if elements of the last dimension are neighbours there, or may be apart.
 */
static void find_place(const region_code *r, const value *v, int rank, operand *o) {
  place p;
  if (!r->in_place || v->type.rank > rank || !place_read(v, &p)) return;
  for (int i = 0; i < v->type.rank; i++) {
    bool last = i == v->type.rank - 1;
    if (p.strides[i] < 0) return;
    if (last && v->type.dims[i] != 1 && p.strides[i] != 1 && !r->may_cross &&
        !lies_near(r, v, o, p.strides[i]))
      return;
  }
  o->whole = p.whole;
  o->offset = p.offset;
  for (int i = 0; i < v->type.rank; i++) {
    int at = rank - v->type.rank + i;
    if (o->strides[at] != 0) o->strides[at] = p.strides[i];
  }
}

/* The parts of a joined value, which are read instead of the whole.  A region of rows reads the
 * whole. */
static void find_parts(const region_code *r, const value *v, int rank, operand *o) {
  uint32_t count;
  if (!r->in_place || r->rows || r->rest || v->type.rank != rank) return;
  joined_part *parts = joined_parts(v, r->a, &count);
  if (!parts) return;
  o->parts = NEW_ARRAY(r->a, operand, count);
  o->part_count = count;
  o->axis = (int)node_axis(v->def, rank);
  for (uint32_t i = 0; i < count; i++) {
    operand *part = &o->parts[i];
    *part = (operand){.v = parts[i].v, .begin = parts[i].begin};
    memcpy(part->strides, parts[i].at.strides, sizeof part->strides);
    if (parts[i].at.whole != part->v) part->whole = parts[i].at.whole;
    part->offset = parts[i].at.offset;
  }
}

static bool add_operand(region_code *r, const value *v, const int64_t *dims, int rank) {
  for (uint32_t i = 0; i < r->operand_count; i++)
    if (r->operands[i].v == v && !r->operands[i].table) return true;
  operand o = {.v = v};
  if (!memory_type(v->type.dtype)) {
    region_refuse(r,
                  arena_printf(r->a, "%s has no form on the GPU", fp8c_dtype_name(v->type.dtype)));
    return false;
  }
  if (v->type.scale.kind == SCALE_AXIS) {
    region_refuse(r, "a scale per channel is read by GEMMs only");
    return false;
  }
  if (!value_strides(r, v, dims, rank, o.strides)) {
    region_refuse(
        r, arena_printf(r->a, "the shape of %s does not broadcast to that of its region", v->name));
    return false;
  }
  find_place(r, v, rank, &o);
  find_parts(r, v, rank, &o);
  ARENA_PUSH(r->a, r->operands, r->operand_count, o);
  return true;
}

operand *region_operand(region_code *r, const value *v) {
  for (uint32_t i = 0; i < r->operand_count; i++)
    if (r->operands[i].v == v && !r->operands[i].table) return &r->operands[i];
  return NULL;
}

operand *region_table(region_code *r, const value *v) {
  for (uint32_t i = 0; i < r->operand_count; i++)
    if (r->operands[i].v == v && r->operands[i].table) return &r->operands[i];
  return NULL;
}

static bool region_is_gather(const node *n) {
  return node_is(n, OP_GATHER) && n->op->family == FAMILY_GATHER;
}

/* Inputs that are arithmetic operands; the others are read as constants. */
static size_t operand_inputs(const node *n) {
  bool one = op_has(n->op, FACT_REDUCES) || node_is(n, OP_DROPOUT) || node_is(n, OP_CAST_LIKE);
  return one ? 1 : n->in_count;
}

bool region_scalar(const value *v, double *x) {
  return value_is_const(v) && dtype_is_small_float(v->type.dtype) &&
         v->type.scale.kind != SCALE_AXIS && tensor_shape_known(&v->type) &&
         tensor_elements(&v->type) == 1 && value_scalar(v, x);
}

static const char *collect_gather(region_code *r, const node *n, const int64_t *dims, int rank) {
  const value *data = n->in[0], *index = n->in[1], *out = n->out[0];
  if (data->def && group_has(r->gr, data->def))
    return region_refuse(r, "a Gather reads what its own region computes");
  if (index->def && group_has(r->gr, index->def))
    return region_refuse(r, "a Gather's indices come from its own region");
  if (!memory_type(data->type.dtype) || data->type.scale.kind == SCALE_AXIS)
    return region_refuse(r, "a Gather of this type is not fused");
  if (out->type.dtype != data->type.dtype || out->type.scale.kind != data->type.scale.kind ||
      (out->type.scale.kind == SCALE_TENSOR && out->type.scale.value != data->type.scale.value)) {
    if (!dtype_is_small_float(out->type.dtype) || !dtype_is_small_float(data->type.dtype))
      return region_refuse(r, "a Gather that changes the type is not fused");
  }
  if (!add_operand(r, out, dims, rank)) return r->why;
  operand *o = region_operand(r, out);
  int64_t axis = node_axis(n, data->type.rank);
  o->gathered = true;
  o->gather_a = data->type.dims[axis];
  o->gather_i = 1;
  for (int i = (int)axis + 1; i < data->type.rank; i++) o->gather_i *= data->type.dims[i];
  o->gather_k = tensor_elements(&index->type);
  if (o->gather_i > 0 && o->gather_k > 0 && o->gather_a == 0)
    return region_refuse(r, "a Gather from an empty table");
  if (o->gather_i == 0 || o->gather_k == 0)
    o->gather_a = o->gather_i = o->gather_k = 1; /* unused */
  return NULL;
}

static const char *collect_product(region_code *r, const node *n, const int64_t *dims, int rank) {
  const gemm_rest *rest = r->rest;
  if (!add_operand(r, n->out[0], dims, rank)) return r->why;
  if (rest->rows && !add_operand(r, rest->rows, dims, rank)) return r->why;
  double x;
  if (rest->addend && !region_scalar(rest->addend, &x) && !add_operand(r, rest->addend, dims, rank))
    return r->why;
  if (rest->column_scale != PLAN_NO_VALUE) {
    operand o = {.v = n->out[0]}; /* F32, as wide as the output: one along the last axis */
    o.strides[rank - 1] = dims[rank - 1] == 1 ? 0 : 1;
    r->column_operand = r->operand_count;
    ARENA_PUSH(r->a, r->operands, r->operand_count, o);
  }
  return NULL;
}

/* Half as wide as what turns. */
bool region_half_table(const node *n, const value *v) {
  const tensor *x = &n->in[0]->type, *t = &v->type;
  return t->dims[t->rank - 1] != x->dims[x->rank - 1];
}

bool region_rounds_given(const region_code *r, const value *v) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  return n && r->given[0] && node_is(n, OP_CAST) && group_has(r->gr, n) &&
         n->in[0] == r->given[0] && n->in[0] == r->given[1] && v->type.scale.kind == SCALE_NONE &&
         dtype_is_small_float(v->type.dtype);
}

static const char *collect_rotary(region_code *r, const node *n, const int64_t *dims, int rank) {
  const tensor *x = &n->in[0]->type;
  int64_t size = x->dims[x->rank - 1];
  double number;
  bool rounds = region_rounds_given(r, n->in[0]);
  bool computed = !rounds && n->in[0]->def && group_has(r->gr, n->in[0]->def);
  if (r->rest || r->rows != computed || (computed && r->pairs) ||
      (r->given[0] && !rounds && (r->given[0] != n->in[0] || r->given[1] != n->in[0])))
    return region_refuse(r, computed ? "a Rotary turns what its own region computes"
                                     : "Rotary beside a sum or a product");
  if (size != dims[rank - 1])
    return region_refuse(r, "a Rotary that is spread along its last axis");
  int64_t width = node_int(n, "width");
  r->pairs = (width ? width : size) / 2;
  r->beside = computed && node_int(n, "interleaved") != 0;
  if (!computed && !rounds && !add_operand(r, n->in[0], dims, rank)) return r->why;
  for (size_t i = 1; i < 3; i++) {
    const value *v = n->in[i];
    if ((v->def && group_has(r->gr, v->def)) || region_scalar(v, &number)) continue;
    if (!region_half_table(n, v)) {
      if (!add_operand(r, v, dims, rank)) return r->why;
      continue;
    }
    if (region_table(r, v)) continue;
    operand o = {.v = v, .table = true};
    int64_t half[REGION_MAX_DIMS];
    memcpy(half, dims, sizeof half);
    half[rank - 1] /= 2;
    if (!memory_type(v->type.dtype) || v->type.scale.kind == SCALE_AXIS ||
        !broadcast_strides(&v->type, half, rank, o.strides))
      return region_refuse(r, "a Rotary's tables do not fit it");
    find_place(r, v, rank, &o);
    ARENA_PUSH(r->a, r->operands, r->operand_count, o);
  }
  return NULL;
}

/* ---- The domain ------------------------------------------------------------------ */

/* Dimension `outer`, where its innermost one was, and `inner` behind it are one stride of the
 * operand.  What is joined along a dimension has gaps between that and those in front of it. */
static bool is_one_stride(const region_code *r, const operand *o, int outer, int inner) {
  if (o->strides[outer] != o->strides[inner] * r->dims[inner]) return false;
  for (uint32_t i = 0; i < o->part_count; i++)
    if (o->axis == inner || !is_one_stride(r, &o->parts[i], outer, inner)) return false;
  return true;
}

/* The strides of the dimensions that are left, whose numbers were from[]. */
static void keep_strides(operand *o, const int *from, int count) {
  int64_t strides[REGION_MAX_DIMS];
  for (int i = 0; i < count; i++) strides[i] = o->strides[from[i]];
  memcpy(o->strides, strides, sizeof *strides * (size_t)count);
}

/* The axis that parts are joined along is one of the merged ones, with what is behind it: `into`
 * says where each old one went. */
static void merge_parts(const region_code *r, operand *o, const int *from, const int *into,
                        int count) {
  int64_t behind = 1;
  int axis = into[o->axis];
  for (int i = o->axis + 1; i < r->rank && into[i] == axis; i++) behind *= r->dims[i];
  for (uint32_t i = 0; i < o->part_count; i++) {
    o->parts[i].begin *= behind;
    keep_strides(&o->parts[i], from, count);
  }
  o->axis = axis;
}

/* Merges neighbouring dimensions that every operand walks in one stride. */
static void merge_dims(region_code *r, int row_axis) {
  int rank = r->rank, out = 0;
  int first_row = r->rows ? row_axis : rank;
  int64_t dims[REGION_MAX_DIMS];
  int from[REGION_MAX_DIMS]; /* the old dimension whose stride stands for the new one */
  int into[REGION_MAX_DIMS]; /* the new dimension that an old one is part of */
  bool row_part[REGION_MAX_DIMS];
  for (int i = 0; i < rank; i++) {
    bool join = out > 0 && (i >= first_row) == row_part[out - 1] && !(r->pairs && i == rank - 1);
    if (join && r->dims[i] != 1 && dims[out - 1] != 1)
      for (uint32_t k = 0; k < r->operand_count && join; k++)
        join = is_one_stride(r, &r->operands[k], from[out - 1], i);
    if (join) {
      /* a dimension of size 1 has stride 0 everywhere: the other one counts */
      if (r->dims[i] != 1) from[out - 1] = i;
      dims[out - 1] *= r->dims[i];
    } else {
      dims[out] = r->dims[i];
      from[out] = i;
      row_part[out++] = i >= first_row;
    }
    into[i] = out - 1;
  }
  for (uint32_t k = 0; k < r->operand_count; k++) {
    keep_strides(&r->operands[k], from, out);
    merge_parts(r, &r->operands[k], from, into, out);
  }
  memcpy(r->dims, dims, sizeof dims);
  r->rank = out;
}

/* The dimension whose neighbours are an operand's where the last one's are not: threads follow it,
 * and each takes several elements of the last. */
static const char *find_across(region_code *r) {
  const operand *crossing = NULL;
  size_t read = 0;
  if (r->rows) return NULL; /* a lane of a row reads one by one */
  for (uint32_t i = 0; i < r->operand_count; i++) {
    const operand *o = &r->operands[i];
    bool stored = o->v->def && group_has(r->gr, o->v->def) && !o->gathered;
    if (!stored) read++;
    if (!stored && o->strides[r->rank - 1] > 1) crossing = o;
  }
  if (!crossing) return NULL;
  for (int d = 0; d + 1 < r->rank; d++)
    if (crossing->strides[d] == 1 && r->dims[d] > 1) r->across = d + 1;
  return r->across && read == 1 && !r->pairs ? NULL
                                             : region_refuse(r, "it is read across beside others");
}

/* What a node reads besides its group's values. */
static const char *collect_inputs(region_code *r, const node *n, const int64_t *dims, int rank) {
  if (r->rest && n == r->rest->product) return collect_product(r, n, dims, rank);
  if (region_is_gather(n)) return collect_gather(r, n, dims, rank);
  if (node_is(n, OP_ROTARY)) return collect_rotary(r, n, dims, rank);
  for (size_t k = 0; k < n->in_count && k < operand_inputs(n); k++) {
    const value *v = n->in[k];
    double x;
    if (!v || (v->def && group_has(r->gr, v->def)) || region_scalar(v, &x)) continue;
    if (!add_operand(r, v, dims, rank)) return r->why;
  }
  return NULL;
}

/* A result of the region's whole domain may be stored in what it becomes a part of. */
static void find_home(operand *o, int rank) {
  place p;
  if (o->gathered || o->v->type.rank != rank || !place_home(o->v, &p)) return;
  o->whole = p.whole;
  o->offset = p.offset;
  for (int i = 0; i < rank; i++)
    if (o->strides[i] != 0) o->strides[i] = p.strides[i];
}

static const char *collect_result(region_code *r, const value *v, const int64_t *dims, int rank,
                                  int row_axis) {
  int64_t strides[REGION_MAX_DIMS];
  if (!value_strides(r, v, dims, rank, strides))
    return region_refuse(r, arena_printf(r->a, "%s has another shape than its region", v->name));
  if (!memory_type(v->type.dtype))
    return region_refuse(
        r, arena_printf(r->a, "%s has no form on the GPU", fp8c_dtype_name(v->type.dtype)));
  if (v->type.scale.kind == SCALE_AXIS)
    return region_refuse(r, "a scale per channel cannot be stored by a generated kernel");
  if (!group_stores(r->gr, v)) return NULL;
  /* Stored whole, or (rows) once a row: a smaller array would be written by
   * several threads.  Of an array without elements strides say nothing. */
  for (int d = 0; d < rank && tensor_elements(&v->type) > 0; d++) {
    bool in_row = r->rows && d >= row_axis;
    if (strides[d] == 0 && dims[d] != 1 && !in_row)
      return region_refuse(r, arena_printf(r->a, "%s is smaller than its region", v->name));
  }
  /* a Gather that is stored was added as what is loaded: one entry, one set of strides */
  if (!add_operand(r, v, dims, rank)) return r->why;
  find_home(region_operand(r, v), rank);
  return NULL;
}

/* The row as the last of two dimensions at least. */
static const char *find_row(region_code *r, int64_t elements) {
  if (r->dims[r->rank - 1] != elements)
    return region_refuse(r, "the row's axes do not lie in one stretch of memory");
  r->row_elements = elements;
  if (r->rank > 1) return NULL;
  r->rank = 2; /* one row */
  r->dims[1] = r->dims[0];
  r->dims[0] = 1;
  for (uint32_t k = 0; k < r->operand_count; k++) {
    r->operands[k].strides[1] = r->operands[k].strides[0];
    r->operands[k].strides[0] = 0;
  }
  return NULL;
}

static const char *collect(region_code *r, int row_axis) {
  int64_t dims[REGION_MAX_DIMS], row = 1;
  int rank = r->rank;
  memcpy(dims, r->dims, sizeof dims);
  for (size_t i = 0; i < r->gr->count; i++) {
    const node *n = r->gr->nodes[i];
    if (collect_inputs(r, n, dims, rank)) return r->why;
    for (size_t k = 0; k < n->out_count; k++) {
      const value *v = n->out[k];
      if (v && value_is_used(v) && collect_result(r, v, dims, rank, row_axis)) return r->why;
    }
  }
  merge_dims(r, row_axis);
  if (find_across(r)) return r->why;
  for (int d = row_axis; d < rank; d++) row *= dims[d];
  return r->rows ? find_row(r, row) : NULL;
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

/* The domain: what all results broadcast to. */
static const char *find_domain(region_code *r) {
  for (size_t i = 0; i < r->gr->count; i++) {
    const node *n = r->gr->nodes[i];
    /* a sum over the row is a smaller thing; what goes into it spans the domain */
    const tensor *shapes[2] = {&n->out[0]->type, r->rows ? &n->in[0]->type : NULL};
    if (region_is_gather(n)) shapes[1] = NULL;
    if (drops_axes(n)) shapes[0] = shapes[1];
    if (node_is(n, OP_QUANTIZE_SPLIT)) shapes[0] = &n->in[0]->type;
    for (int s = 0; s < 2 && shapes[s]; s++) {
      const tensor *t = shapes[s];
      int rank = t->rank > r->rank ? t->rank : r->rank;
      int64_t dims[REGION_MAX_DIMS];
      for (int d = 0; d < rank; d++) {
        int64_t x = d < t->rank ? t->dims[t->rank - 1 - d] : 1;
        int64_t y = d < r->rank ? r->dims[r->rank - 1 - d] : 1;
        if (x != y && x != 1 && y != 1)
          return region_refuse(r, "the region's shapes do not broadcast together");
        dims[rank - 1 - d] = x == 1 ? y : x;
      }
      memcpy(r->dims, dims, sizeof dims);
      r->rank = rank;
    }
  }
  if (r->rank == 0) r->rank = 1, r->dims[0] = 1;
  return NULL;
}

static const char *read_as(region_code *r, arena *a, const region_extent *e, bool in_place,
                           bool may_cross) {
  *r = (region_code){.a = a,
                     .gr = e->gr,
                     .rows = e->row_dims > 0,
                     .rest = e->rest,
                     .given = {e->given[0], e->given[1]},
                     .in_place = in_place,
                     .may_cross = may_cross};
  name_kernel(r);
  if (find_domain(r)) return r->why;
  if (e->row_dims > r->rank) return region_refuse(r, "the row has more axes than the region");
  collect(r, r->rank - e->row_dims);
  return r->why;
}

const char *region_read(region_code *r, arena *a, const region_extent *e) {
  bool in_place = !e->given[0];
  if (in_place && e->row_dims == 0 && !e->rest && !read_as(r, a, e, true, true)) return NULL;
  if (in_place && !read_as(r, a, e, true, false)) return NULL;
  /* strides may be what a row cannot have */
  return read_as(r, a, e, false, false);
}

int region_widest(const region_code *r) {
  int vector = 16;
  size_t least = 4;
  for (uint32_t i = 0; i < r->operand_count; i++) {
    const operand *o = &r->operands[i];
    if (o->strides[r->rank - 1] != 1) continue; /* one for all, or one by one */
    size_t bytes = dtype_bytes(o->v->type.dtype);
    if (bytes < least) least = bytes;
    /* wide integers are few: leave them two at a time */
    if (bytes == 8 && vector > 2) vector = 2;
    if (bytes == 4 && vector > 8) vector = 8;
  }
  if (least == 4 && vector > 4) vector = 4;
  return least == 2 && vector > 8 ? 8 : vector;
}

/* Whether vectors of this many elements begin at multiples of it in the operand. */
static bool takes_vector(const region_code *r, const operand *o, int vector) {
  int last = r->rank - 1;
  for (int d = 0; d < last; d++)
    if (o->strides[d] % vector != 0) return false;
  for (uint32_t i = 0; i < o->part_count; i++) {
    const operand *part = &o->parts[i];
    if (!takes_vector(r, part, vector)) return false;
    if (o->axis == last && part->begin % vector != 0) return false;
  }
  return o->offset % vector == 0;
}

int region_vector(const region_code *r, int64_t inner) {
  int vector = region_widest(r), last = r->rank - 1;
  for (uint32_t i = 0; i < r->operand_count; i++) {
    const operand *o = &r->operands[i];
    if (o->strides[last] != 1) continue;
    if (o->gathered)
      while (vector > 1 && o->gather_i % vector != 0) vector /= 2;
    while (vector > 1 && !takes_vector(r, o, vector)) vector /= 2;
  }
  while (vector > 1 && r->pairs % vector != 0) vector /= 2;
  while (vector > 1 && inner % vector != 0) vector /= 2;
  return vector;
}
