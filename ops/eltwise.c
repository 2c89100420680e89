/* eltwise.c - elementwise rows of ops.def as loops.
 *
 * A row's expression becomes four kernels, over float, double, int64 and
 * uint64; narrower types are widened into a block of BLOCK elements that stays
 * in the first-level cache, and rounded back from there.  That keeps eighty
 * rows times fifteen types at four loops a row, and each loop vectorises. */
#include "ops/eltwise.h"

#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/ids/all.h"
#include "ops/infer.h"
#include "ops/math.h"
#include "ops/rows.h"

/* ---- Kernels ----------------------------------------------------------- */

/* Iterations do not depend on each other, and branches may become selects. */
#define INDEPENDENT _Pragma("omp simd")

/* Rows write "x < 0" for unsigned x too, and do not all use a, b and s. */
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"

#define NEVER x
#define RESULT_SAME(type_) type_
#define RESULT_BOOL(type_) uint8_t

/* The loop is written out for every value of s: it must not compute all forms
 * and then choose. */
#define UNARY_LOOP(type_, result_, expr_, s_)    \
  {                                              \
    enum { s = (s_) };                           \
    INDEPENDENT for (size_t i = 0; i < n; i++) { \
      type_ x = px[i];                           \
      pr[i] = (result_)(expr_);                  \
    }                                            \
  }

#define KERNEL_PARAMETERS (const void *const *in, void *out, size_t n, const float ab[2], int form)
/* The kernels of F32 and of integers, whose loops are worth compiling for wide registers; that of
 * F64 is compiled once. */
#define WIDE_KERNEL(name_) \
  AT_EACH_LEVEL(static void, name_, KERNEL_PARAMETERS, (in, out, n, ab, form))

#define UNARY_KERNEL(static_, name_, type_, result_, expr_) \
  static_ void name_ KERNEL_PARAMETERS {                    \
    const type_ *px = in[0];                                \
    result_ *pr = out;                                      \
    const float a = ab[0], b = ab[1];                       \
    if (form == 2)                                          \
      UNARY_LOOP(type_, result_, expr_, 2)                  \
    else if (form)                                          \
      UNARY_LOOP(type_, result_, expr_, 1)                  \
    else                                                    \
      UNARY_LOOP(type_, result_, expr_, 0)                  \
  }

#define BINARY_KERNEL(static_, name_, type_, result_, expr_) \
  static_ void name_ KERNEL_PARAMETERS {                     \
    const int s = form;                                      \
    (void)s;                                                 \
    const type_ *px = in[0], *py = in[1];                    \
    result_ *pr = out;                                       \
    const float a = ab[0], b = ab[1];                        \
    INDEPENDENT for (size_t i = 0; i < n; i++) {             \
      type_ x = px[i], y = py[i];                            \
      pr[i] = (result_)(expr_);                              \
    }                                                        \
  }

#define OP(id_, ...)
#define UNARY(id_, name_, since_, precision_, takes_, gives_, expr_, int_expr_, attrs_, ...) \
  UNARY_KERNEL(INLINE, id_##_f32_any, float, RESULT_##gives_(float), expr_)                  \
  WIDE_KERNEL(id_##_f32)                                                                     \
  UNARY_KERNEL(static, id_##_f64, double, RESULT_##gives_(double), expr_)                    \
  UNARY_KERNEL(INLINE, id_##_i64_any, int64_t, RESULT_##gives_(int64_t), int_expr_)          \
  WIDE_KERNEL(id_##_i64)                                                                     \
  UNARY_KERNEL(INLINE, id_##_u64_any, uint64_t, RESULT_##gives_(uint64_t), int_expr_)        \
  WIDE_KERNEL(id_##_u64)
#define BINARY(id_, name_, since_, arity_, precision_, takes_, gives_, expr_, int_expr_, attrs_, \
               ...)                                                                              \
  BINARY_KERNEL(INLINE, id_##_f32_any, float, RESULT_##gives_(float), expr_)                     \
  WIDE_KERNEL(id_##_f32)                                                                         \
  BINARY_KERNEL(static, id_##_f64, double, RESULT_##gives_(double), expr_)                       \
  BINARY_KERNEL(INLINE, id_##_i64_any, int64_t, RESULT_##gives_(int64_t), int_expr_)             \
  WIDE_KERNEL(id_##_i64)                                                                         \
  BINARY_KERNEL(INLINE, id_##_u64_any, uint64_t, RESULT_##gives_(uint64_t), int_expr_)           \
  WIDE_KERNEL(id_##_u64)
#include "ops/ops.def"
#undef OP
#undef UNARY
#undef BINARY

static block_kernel *const kernels[OP_COUNT][WORK_COUNT] = {
#define OP(id_, ...)
#define UNARY(id_, ...) [OP_##id_] = {id_##_f32, id_##_f64, id_##_i64, id_##_u64},
#define BINARY(id_, ...) [OP_##id_] = {id_##_f32, id_##_f64, id_##_i64, id_##_u64},
#include "ops/ops.def"
#undef OP
#undef UNARY
#undef BINARY
};

/* Sin and Cos of numbers that are not vast, which need no bits of 2 / pi: without that branch the
 * loop is one of vectors.  The same bits. */
INLINE bool all_near_any(const float *x, size_t n) {
  int far = 0;
#pragma omp simd reduction(| : far)
  for (size_t i = 0; i < n; i++) far |= !(fp8c_absf(x[i]) < MATH_TRIG_NEAR);
  return !far;
}
#define NEAR_KERNEL(name_, id_, function_)                               \
  INLINE void name_##_any KERNEL_PARAMETERS {                            \
    const float *px = in[0];                                             \
    float *pr = out;                                                     \
    if (!all_near_any(px, n)) {                                          \
      id_##_f32_any(in, out, n, ab, form);                               \
      return;                                                            \
    }                                                                    \
    INDEPENDENT for (size_t i = 0; i < n; i++) pr[i] = function_(px[i]); \
  }                                                                      \
  WIDE_KERNEL(name_)
NEAR_KERNEL(near_sin, SIN, math_sin_near)
NEAR_KERNEL(near_cos, COS, math_cos_near)

/* Pow with one exponent for a whole block: the powers that math_pow64 names are cheap by
 * themselves. */
INLINE bool all_same_any(const float *y, size_t n) {
  int other = 0;
#pragma omp simd reduction(| : other)
  for (size_t i = 1; i < n; i++) other |= y[i] != y[0];
  return !other;
}
#define POWERS(exponent_) \
  INDEPENDENT for (size_t i = 0; i < n; i++) pr[i] = fp8c_powf(px[i], exponent_)
INLINE void same_pow_any KERNEL_PARAMETERS {
  const float *px = in[0], *py = in[1];
  float *pr = out, y = n > 0 && all_same_any(py, n) ? py[0] : 0.0f;
  if (y == 3.0f)
    POWERS(3.0f);
  else if (y == 0.5f)
    POWERS(0.5f);
  else if (y == -0.5f)
    POWERS(-0.5f);
  else
    POW_f32_any(in, out, n, ab, form);
}
WIDE_KERNEL(same_pow)

static block_kernel *block_kernel_of(op_id op, block_kernel *other) {
  return op == OP_SIN ? near_sin : op == OP_COS ? near_cos : op == OP_POW ? same_pow : other;
}

/* Truth values need not be widened: rows that take nothing else have kernels over bytes. */
#define BYTES_OF_BOOL(...) __VA_ARGS__
#define BYTES_OF_NUMBER(...)
#define BYTES_OF_FLOAT(...)
#define BYTES_OF_INT(...)
#define BYTES_OF_UNSIGNED(...)
#define BYTES_OF_ANY(...)
#define OP(id_, ...)
#define UNARY(id_, name_, since_, precision_, takes_, gives_, expr_, int_expr_, ...) \
  BYTES_OF_##takes_(UNARY_KERNEL(INLINE, id_##_u8_any, uint8_t, uint8_t, int_expr_)  \
                        WIDE_KERNEL(id_##_u8))
#define BINARY(id_, name_, since_, arity_, precision_, takes_, gives_, expr_, int_expr_, ...) \
  BYTES_OF_##takes_(BINARY_KERNEL(INLINE, id_##_u8_any, uint8_t, uint8_t, int_expr_)          \
                        WIDE_KERNEL(id_##_u8))
#include "ops/ops.def"
#undef UNARY
#undef BINARY
static block_kernel *const byte_kernels[OP_COUNT] = {
#define UNARY(id_, name_, since_, precision_, takes_, ...) \
  BYTES_OF_##takes_([OP_##id_] = id_##_u8, )
#define BINARY(id_, name_, since_, arity_, precision_, takes_, ...) \
  BYTES_OF_##takes_([OP_##id_] = id_##_u8, )
#include "ops/ops.def"
#undef OP
#undef UNARY
#undef BINARY
};

/* Max, Min and Sum of one input. */
static void copy4(const void *const *in, void *r, size_t n, const float ab[2], int s) {
  memmove(r, in[0], n * 4);
}
static void copy8(const void *const *in, void *r, size_t n, const float ab[2], int s) {
  memmove(r, in[0], n * 8);
}
static block_kernel *const copy_kernels[WORK_COUNT] = {copy4, copy8, copy8, copy8, NULL};

/* ---- Walking ----------------------------------------------------------- */

typedef struct operand {
  const tensor *t;
  int64_t stride[FP8C_MAX_RANK]; /* elements; 0 where it is repeated */
  bool direct;                   /* its memory is in the work type */
} operand;

typedef struct walk {
  operand in[BLOCK_INPUTS];
  size_t count;
  tensor *out;
  bool out_direct;
  work_type work;
  block_kernel *kernel;
  const float *ab;
  int s;
  int rank; /* after joining dims that every operand passes through alike */
  int64_t dims[FP8C_MAX_RANK];
  size_t total;
} walk;

#define PIECE ((size_t)16 * BLOCK) /* what a thread takes at a time */
#define ELEMENT_NS 0.3             /* sums take less, exp and erf more */

static void plan_walk(walk *w) {
  int rank = w->out->rank;
  int64_t stride[BLOCK_INPUTS][FP8C_MAX_RANK];
  for (size_t k = 0; k < w->count; k++) {
    const tensor *t = w->in[k].t;
    int64_t step = 1;
    for (int d = rank - 1; d >= 0; d--) {
      int from = d - (rank - t->rank);
      int64_t dim = from >= 0 ? t->dims[from] : 1;
      stride[k][d] = dim == 1 ? 0 : step;
      step *= dim;
    }
    w->in[k].direct = work_is(t, w->work);
  }
  w->rank = 0;
  for (int d = 0; d < rank; d++) {
    int64_t dim = w->out->dims[d];
    if (dim == 1) continue;
    int last = w->rank - 1;
    bool joins = last >= 0;
    for (size_t k = 0; joins && k < w->count; k++)
      joins = w->in[k].stride[last] == stride[k][d] * dim;
    if (!joins) {
      last = w->rank++;
      w->dims[last] = 1;
    }
    w->dims[last] *= dim;
    for (size_t k = 0; k < w->count; k++) w->in[k].stride[last] = stride[k][d];
  }
  if (w->rank == 0) {
    w->rank = 1;
    w->dims[0] = 1;
    for (size_t k = 0; k < w->count; k++) w->in[k].stride[0] = 0;
  }
}

/* Where element `at` of the result finds operand k; *left: elements to the end
 * of the innermost dim. */
static size_t operand_at(const walk *w, size_t k, size_t at, size_t *left) {
  int64_t rest = (int64_t)at, offset = 0;
  for (int d = w->rank - 1; d >= 0; d--) {
    int64_t i = rest % w->dims[d];
    rest /= w->dims[d];
    if (d == w->rank - 1) *left = (size_t)(w->dims[d] - i);
    offset += i * w->in[k].stride[d];
  }
  return (size_t)offset;
}

static void fill(void *buffer, size_t bytes, size_t n) {
  if (bytes == 1) {
    memset(buffer, *(uint8_t *)buffer, n);
  } else if (bytes == 4) {
    uint32_t v, *to = buffer;
    memcpy(&v, buffer, 4);
    for (size_t i = 0; i < n; i++) to[i] = v;
  } else {
    uint64_t v, *to = buffer;
    memcpy(&v, buffer, 8);
    for (size_t i = 0; i < n; i++) to[i] = v;
  }
}

/* Operand k for results [at, at + n) as work-type elements: its own memory or `buffer`. */
static const void *fetch(const walk *w, size_t k, size_t at, size_t n, void *buffer) {
  const operand *o = &w->in[k];
  size_t bytes = work_bytes[w->work];
  size_t done = 0;
  while (done < n) {
    size_t left = 0;
    size_t from = operand_at(w, k, at + done, &left);
    size_t run = n - done < left ? n - done : left;
    if (o->stride[w->rank - 1] != 0) {
      if (run == n && o->direct) return (const char *)o->t->data + from * bytes;
      work_load(o->t, w->work, from, (char *)buffer + done * bytes, run);
    } else {
      work_load(o->t, w->work, from, (char *)buffer + done * bytes, 1);
      fill((char *)buffer + done * bytes, bytes, run);
    }
    done += run;
  }
  return buffer;
}

static void walk_piece(void *object, size_t index, int worker) {
  (void)worker;
  const walk *w = object;
  _Alignas(64) char buffers[BLOCK_INPUTS + 1][BLOCK * 8];
  size_t end = (index + 1) * PIECE < w->total ? (index + 1) * PIECE : w->total;
  size_t inner = (size_t)w->dims[w->rank - 1];
  const void *in[BLOCK_INPUTS] = {NULL};
  bool filled[BLOCK_INPUTS] = {false};
  for (size_t at = index * PIECE; at < end;) {
    size_t n = end - at < BLOCK ? end - at : BLOCK;
    /* With long rows a block ends with its row, so that operands need no copy. */
    if (inner >= 64 && inner - at % inner < n) n = inner - at % inner;
    for (size_t k = 0; k < w->count; k++) {
      bool scalar = w->rank == 1 && w->in[k].stride[0] == 0;
      if (scalar && filled[k]) continue;
      in[k] = fetch(w, k, at, scalar ? BLOCK < inner ? BLOCK : inner : n, buffers[k]);
      filled[k] = scalar;
    }
    size_t bytes = dtype_bytes(w->out->dtype);
    void *result = w->out_direct ? (char *)w->out->data + at * bytes : buffers[BLOCK_INPUTS];
    w->kernel(in, result, n, w->ab, w->s);
    if (!w->out_direct) work_store(w->out, w->work, at, result, n);
    at += n;
  }
}

void eltwise_run(op_call *c, const eltwise_loop *loop, const tensor *const *in, size_t count,
                 tensor *out) {
  walk w = {.count = count,
            .out = out,
            .work = loop->work,
            .kernel = loop->kernel,
            .ab = loop->ab,
            .s = loop->s};
  for (size_t k = 0; k < count; k++) w.in[k].t = in[k];
  w.total = (size_t)tensor_elements(out);
  if (w.total == 0) return;
  w.out_direct = loop->out_bytes || work_is(out, loop->work);
  plan_walk(&w);
  size_t pieces = (w.total + PIECE - 1) / PIECE;
  pool_run_about(c->threads, pieces, (double)w.total * ELEMENT_NS, walk_piece, &w);
}

/* ---- The rows' two functions ------------------------------------------- */

static uint8_t takes_bit(fp8c_dtype dtype) {
  if (dtype == FP8C_DTYPE_BOOL) return TAKES_BOOL;
  if (!dtype_is_int(dtype)) return TAKES_FLOAT;
  return work_type_of(dtype) == WORK_I64 ? TAKES_SIGNED : TAKES_UNSIGNED;
}

fp8c_status infer_eltwise(op_call *c, fp8c_error *err) {
  fp8c_dtype first = c->in[0]->dtype;
  for (size_t i = 0; i < c->in_count; i++) {
    if (!has_input(c, i)) return fail(err, FP8C_ERROR_FORMAT, "input %zu is missing", i);
    fp8c_dtype dtype = c->in[i]->dtype;
    if (!(c->op->takes & takes_bit(dtype)))
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s, which the operator does not take",
                  i, fp8c_dtype_name(dtype));
    bool alike = dtype == first || (dtype_is_small_float(dtype) && dtype_is_small_float(first));
    if (!alike && op_of(c->op) != OP_POW)
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s and input 0 %s; they must agree",
                  i, fp8c_dtype_name(dtype), fp8c_dtype_name(first));
  }
  TRY(broadcast_inputs(c, 0, c->in_count, err));
  c->out[0].dtype = c->op->gives_bool ? FP8C_DTYPE_BOOL : first;
  return FP8C_OK;
}

/* a, b and s of the row's expression. */
static void eltwise_constants(const op_call *c, float ab[2], int *s) {
  size_t n = 0;
  *s = 0;
  ab[0] = ab[1] = 0.0f;
  for (const attr_spec *spec = c->op->attrs; spec->name != NULL; spec++) {
    if (spec->kind == ATTR_STRING) *s = op_form(spec, op_attr_string(c, spec->name));
    if (spec->kind == ATTR_FLOAT && n < 2) ab[n++] = op_attr_float(c, spec->name);
    if (spec->kind == ATTR_INT && n < 2) ab[n++] = (float)op_attr_int(c, spec->name);
  }
}

fp8c_status eval_eltwise(op_call *c, fp8c_error *err) {
  (void)err;
  work_type work = work_type_of(c->in[0]->dtype);
  if (op_of(c->op) == OP_POW && work >= WORK_I64 && takes_bit(c->in[1]->dtype) == TAKES_FLOAT)
    work = WORK_F64; /* an integer to a real power, cut back to an integer */
  block_kernel *kernel = kernels[op_of(c->op)][work];
  if (work == WORK_F32) kernel = block_kernel_of(op_of(c->op), kernel);
  if (c->op->takes == TAKES_BOOL) kernel = byte_kernels[op_of(c->op)], work = WORK_BYTES;
  bool out_bytes = c->op->gives_bool;
  float ab[2];
  int s;
  eltwise_constants(c, ab, &s);
  /* A scale per index is rare here: such operands are converted as a whole. */
  const tensor **in = NEW_ARRAY(c->scratch, const tensor *, c->in_count);
  for (size_t i = 0; i < c->in_count; i++) {
    in[i] = c->in[i];
    if (in[i]->scale.kind != SCALE_AXIS) continue;
    tensor *copy = NEW(c->scratch, tensor);
    *copy = tensor_as_f32(c, in[i]);
    in[i] = copy;
  }
  /* What folds more than two inputs, or has a scale per index, is rounded to its
   * storage type at the end only. */
  tensor out = c->out[0];
  bool narrow = out.dtype != FP8C_DTYPE_F32 || out.scale.kind != SCALE_NONE;
  bool fold = c->op->in_max == VARIADIC || out.scale.kind == SCALE_AXIS;
  if (fold && narrow && dtype_is_small_float(out.dtype)) {
    out.dtype = FP8C_DTYPE_F32;
    out.scale = (scale){.kind = SCALE_NONE};
    out.data = arena_array(c->scratch, (size_t)tensor_elements(&out), sizeof(float));
  }
  if (c->in_count == 1 && c->op->in_max == VARIADIC) kernel = copy_kernels[work];
  const eltwise_loop loop = {kernel, work, out_bytes, ab, s};
  eltwise_run(c, &loop, in, c->in_count < 2 ? 1 : 2, &out);
  for (size_t i = 2; i < c->in_count; i++) {
    const tensor *pair[2] = {&out, in[i]};
    eltwise_run(c, &loop, pair, 2, &out);
  }
  if (out.data != c->out[0].data) tensor_encode(c->threads, out.data, &c->out[0]);
  return FP8C_OK;
}

/* ---- Where, Clip, Mean ------------------------------------------------- */

#define TERNARY_KERNEL(static_, name_, type_, expr_)   \
  static_ void name_ KERNEL_PARAMETERS {               \
    (void)form;                                        \
    const type_ *px = in[0], *py = in[1], *pz = in[2]; \
    type_ *pr = out;                                   \
    INDEPENDENT for (size_t i = 0; i < n; i++) {       \
      type_ x = px[i], y = py[i], z = pz[i];           \
      pr[i] = expr_;                                   \
    }                                                  \
  }
TERNARY_KERNEL(INLINE, where_f32_any, float, WHERE_EXPRESSION)
WIDE_KERNEL(where_f32)
TERNARY_KERNEL(static, where_f64, double, WHERE_EXPRESSION)
TERNARY_KERNEL(INLINE, where_i64_any, int64_t, WHERE_EXPRESSION)
WIDE_KERNEL(where_i64)
TERNARY_KERNEL(INLINE, where_u64_any, uint64_t, WHERE_EXPRESSION)
WIDE_KERNEL(where_u64)
TERNARY_KERNEL(INLINE, clip_f32_any, float, CLIP_EXPRESSION)
WIDE_KERNEL(clip_f32)
TERNARY_KERNEL(static, clip_f64, double, CLIP_EXPRESSION)
TERNARY_KERNEL(INLINE, clip_i64_any, int64_t, CLIP_EXPRESSION)
WIDE_KERNEL(clip_i64)
TERNARY_KERNEL(INLINE, clip_u64_any, uint64_t, CLIP_EXPRESSION)
WIDE_KERNEL(clip_u64)
static block_kernel *const where_kernels[WORK_COUNT] = {where_f32, where_f64, where_i64, where_u64};
static block_kernel *const clip_kernels[WORK_COUNT] = {clip_f32, clip_f64, clip_i64, clip_u64};

static const float no_constants[2] = {0.0f, 0.0f};

/* Three operands; scales along an axis are taken care of by whole copies. */
static void run_ternary(op_call *c, const tensor *const in[3], work_type work,
                        block_kernel *const *kernel) {
  tensor copies[3];
  const tensor *plain[3];
  for (int i = 0; i < 3; i++) {
    copies[i] = in[i]->scale.kind == SCALE_AXIS ? tensor_as_f32(c, in[i]) : *in[i];
    plain[i] = &copies[i];
  }
  tensor out = c->out[0];
  bool by_axis = out.scale.kind == SCALE_AXIS;
  if (by_axis) {
    out.dtype = FP8C_DTYPE_F32;
    out.scale = (scale){.kind = SCALE_NONE};
    out.data = f32_result(c, &c->out[0]);
  }
  eltwise_run(c, &(eltwise_loop){kernel[work], work, false, no_constants, 0}, plain, 3, &out);
  if (by_axis) f32_done(c, out.data, &c->out[0]);
}

/* Types of inputs first and further must agree, small floats among each other. */
static fp8c_status check_alike(const op_call *c, size_t first, fp8c_error *err) {
  fp8c_dtype of = c->in[first]->dtype;
  for (size_t i = first; i < c->in_count; i++) {
    if (!has_input(c, i)) continue;
    fp8c_dtype d = c->in[i]->dtype;
    if (d != of && !(dtype_is_small_float(d) && dtype_is_small_float(of)))
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s and input %zu %s; they must agree",
                  i, fp8c_dtype_name(d), first, fp8c_dtype_name(of));
  }
  return FP8C_OK;
}

fp8c_status infer_where(op_call *c, fp8c_error *err) {
  if (c->in[0]->dtype != FP8C_DTYPE_BOOL)
    return fail(err, FP8C_ERROR_FORMAT, "the condition has type %s; bool is wanted",
                fp8c_dtype_name(c->in[0]->dtype));
  TRY(check_alike(c, 1, err));
  c->out[0].dtype = c->in[1]->dtype;
  return broadcast_inputs(c, 0, 3, err);
}

fp8c_status eval_where(op_call *c, fp8c_error *err) {
  (void)err;
  run_ternary(c, c->in, work_type_of(c->in[1]->dtype), where_kernels);
  return FP8C_OK;
}

fp8c_status infer_clip(op_call *c, fp8c_error *err) {
  if (c->in[0]->dtype == FP8C_DTYPE_BOOL)
    return fail(err, FP8C_ERROR_FORMAT, "input 0 has type bool; numbers are wanted");
  TRY(check_alike(c, 0, err));
  for (size_t i = 1; i < c->in_count; i++)
    if (rank_known(c, i) && tensor_shape_known(c->in[i]) && tensor_elements(c->in[i]) != 1) {
      char text[256];
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has shape %s; one number is wanted", i,
                  dims_text(c->in[i], text));
    }
  out_like(c, 0, c->in[0]);
  return FP8C_OK;
}

fp8c_status eval_clip(op_call *c, fp8c_error *err) {
  (void)err;
  /* Omitted limits are the ends of the work type. */
  static const float f32_ends[2] = {-INFINITY, INFINITY};
  static const double f64_ends[2] = {-INFINITY, INFINITY};
  static const int64_t i64_ends[2] = {INT64_MIN, INT64_MAX};
  static const uint64_t u64_ends[2] = {0, UINT64_MAX};
  static const struct {
    fp8c_dtype dtype;
    const void *low, *high;
  } ends[WORK_COUNT] = {{FP8C_DTYPE_F32, &f32_ends[0], &f32_ends[1]},
                        {FP8C_DTYPE_F64, &f64_ends[0], &f64_ends[1]},
                        {FP8C_DTYPE_I64, &i64_ends[0], &i64_ends[1]},
                        {FP8C_DTYPE_U64, &u64_ends[0], &u64_ends[1]}};
  work_type work = work_type_of(c->in[0]->dtype);
  const tensor low = {.dtype = ends[work].dtype, .data = (void *)(uintptr_t)ends[work].low};
  const tensor high = {.dtype = ends[work].dtype, .data = (void *)(uintptr_t)ends[work].high};
  tensor given[2];
  const tensor *in[3] = {c->in[0], &low, &high};
  for (size_t i = 1; i < 3; i++) {
    if (!has_input(c, i)) continue;
    given[i - 1] = *c->in[i];
    given[i - 1].rank = 0; /* one element, whatever its shape says */
    in[i] = &given[i - 1];
  }
  run_ternary(c, in, work, clip_kernels);
  return FP8C_OK;
}

fp8c_status infer_mean(op_call *c, fp8c_error *err) {
  op_call sum = *c;
  sum.op = op_get(OP_SUM);
  return infer_eltwise(&sum, err);
}

static void divide_f32(const void *const *in, void *out, size_t n, const float ab[2], int s) {
  const float *x = in[0], count = ab[0];
  float *r = out;
  for (size_t i = 0; i < n; i++) r[i] = x[i] / count;
}
static void divide_f64(const void *const *in, void *out, size_t n, const float ab[2], int s) {
  const double *x = in[0], count = (double)ab[0];
  double *r = out;
  for (size_t i = 0; i < n; i++) r[i] = x[i] / count;
}

fp8c_status eval_mean(op_call *c, fp8c_error *err) {
  tensor total = c->out[0];
  bool wide = total.dtype == FP8C_DTYPE_F64;
  if (!wide) total.dtype = FP8C_DTYPE_F32;
  total.scale = (scale){.kind = SCALE_NONE};
  total.data = arena_array(c->scratch, (size_t)tensor_elements(&total), dtype_bytes(total.dtype));
  op_call sum = *c;
  sum.op = op_get(OP_SUM);
  sum.out = &total;
  TRY(eval_eltwise(&sum, err));
  const tensor *in[1] = {&total};
  const float ab[2] = {(float)c->in_count, 0.0f};
  tensor out = c->out[0];
  bool by_axis = out.scale.kind == SCALE_AXIS;
  if (by_axis) out = total;
  const eltwise_loop divide = {wide ? divide_f64 : divide_f32, wide ? WORK_F64 : WORK_F32, false,
                               ab, 0};
  eltwise_run(c, &divide, in, 1, &out);
  if (by_axis) tensor_encode(c->threads, total.data, &c->out[0]);
  return FP8C_OK;
}
