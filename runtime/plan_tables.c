/* plan_tables.c - every field of a plan, described once.
 *
 * A plan is written years before some library reads it, so the two directions
 * must agree for ever.  Here they are one function per struct: `xfer_value`
 * writes a value when x->writing and reads one otherwise.  Reading trusts
 * nothing: counts are held against the bytes that are left before anything is
 * allocated, so memory stays within a small multiple of the file.  What the
 * numbers mean is checked afterwards, by plan_check.c. */
#include "runtime/plan_tables.h"

#include <string.h>

#include "base/plain.h"
#include "base/size.h"

/* ---- Scalars ----------------------------------------------------------- */

static void refuse(xfer *x, const char *what) {
  if (x->status == FP8C_OK)
    x->status = fail(x->err, FP8C_ERROR_FORMAT, "%s, byte %zu of %zu: %s", x->where, x->at,
                     x->in_bytes, what);
}

static void take_note(xfer *x, int kind, size_t at, size_t count_at) {
  if (!x->noting || x->status != FP8C_OK) return;
  xfer_note n = {.at = at, .bytes = x->at - at, .count_at = count_at};
  n.kind = kind == XFER_ITEM ? XFER_ITEM : kind == XFER_TEXT ? XFER_TEXT : XFER_FIELD;
  ARENA_PUSH(x->arena, x->notes, x->note_count, n);
}

static void reserve(xfer *x, size_t bytes) {
  if (bytes <= x->out_capacity - x->out_bytes) return;
  size_t capacity = x->out_capacity ? x->out_capacity : 4096;
  while (capacity - x->out_bytes < bytes) capacity *= 2;
  x->out = arena_grow(x->arena, x->out, x->out_bytes, capacity, 1);
  x->out_capacity = capacity;
}

void xfer_bytes(xfer *x, void *p, size_t bytes) {
  if (x->status != FP8C_OK || bytes == 0) return;
  if (x->writing) {
    reserve(x, bytes);
    memcpy(x->out + x->out_bytes, p, bytes);
    x->out_bytes += bytes;
    return;
  }
  if (bytes > x->in_bytes - x->at) {
    refuse(x, "the tables end in the middle of a field");
    return;
  }
  memcpy(p, x->in + x->at, bytes);
  x->at += bytes;
  take_note(x, XFER_FIELD, x->at - bytes, 0);
}

/* The only supported machines are little-endian, as the header's byte-order tag says. */
void xfer_u32(xfer *x, uint32_t *v) { xfer_bytes(x, v, sizeof *v); }
void xfer_u64(xfer *x, uint64_t *v) { xfer_bytes(x, v, sizeof *v); }
static void xfer_i32(xfer *x, int32_t *v) { xfer_bytes(x, v, sizeof *v); }
static void xfer_i64(xfer *x, int64_t *v) { xfer_bytes(x, v, sizeof *v); }
static void xfer_f32(xfer *x, float *v) { xfer_bytes(x, v, sizeof *v); }

static void xfer_bool(xfer *x, bool *v) {
  uint32_t u = *v;
  xfer_u32(x, &u);
  if (x->writing || x->status != FP8C_OK) return;
  if (u > 1) {
    refuse(x, "a flag is neither 0 nor 1");
    return;
  }
  *v = u != 0;
}

static void xfer_code(xfer *x, uint32_t *v, uint32_t last, const char *what) {
  xfer_u32(x, v);
  if (x->writing || x->status != FP8C_OK || *v <= last) return;
  x->at -= sizeof *v;
  x->status = fail(x->err, FP8C_ERROR_FORMAT, "%s, byte %zu: %s is %u, at most %u is known",
                   x->where, x->at, what, *v, last);
  *v = 0;
}

/* An enumeration whose last member is `last_`.  When writing, nothing is stored
 * back: threads may write one plan at the same time. */
#define CODE(x_, field_, type_, last_)                                      \
  do {                                                                      \
    uint32_t code_ = (uint32_t)(field_);                                    \
    xfer_code((x_), &code_, (uint32_t)(last_), #type_);                     \
    if (!(x_)->writing && (x_)->status == FP8C_OK) (field_) = (type_)code_; \
  } while (0)

/* A count of things that take at least `each_bytes` in the file. */
static bool xfer_count(xfer *x, uint32_t *count, size_t each_bytes, const char *what) {
  xfer_u32(x, count);
  if (x->status != FP8C_OK) {
    if (!x->writing) *count = 0;
    return false;
  }
  if (x->writing || *count <= (x->in_bytes - x->at) / each_bytes) return true;
  x->at -= sizeof *count;
  x->status =
      fail(x->err, FP8C_ERROR_FORMAT, "%s, byte %zu: %u %s cannot fit in the %zu bytes left",
           x->where, x->at, *count, what, x->in_bytes - x->at);
  *count = 0;
  return false;
}

/* A counted array: `each_(x, &items_[i])` for every element. */
#define ITEMS(x_, type_, items_, count_, each_bytes_, each_)                \
  do {                                                                      \
    size_t count_at_ = (x_)->at;                                            \
    if (!xfer_count((x_), &(count_), (each_bytes_), #items_)) break;        \
    if (!(x_)->writing) (items_) = NEW_ARRAY((x_)->arena, type_, (count_)); \
    for (uint32_t i_ = 0; i_ < (count_) && (x_)->status == FP8C_OK; i_++) { \
      size_t at_ = (x_)->at;                                                \
      each_((x_), &(items_)[i_]);                                           \
      take_note((x_), XFER_ITEM, at_, count_at_);                           \
    }                                                                       \
  } while (0)

/* u32 length, the bytes, a zero byte.  Writing replaces bytes that are not
 * UTF-8 (an ONNX name may hold any) by '?', so that what is written is read. */
static void xfer_string(xfer *x, const char **s) {
  if (x->status != FP8C_OK) return;
  if (x->writing) {
    const char *text = *s ? *s : "";
    uint32_t length = (uint32_t)strlen(text);
    xfer_u32(x, &length);
    reserve(x, (size_t)length + 1);
    uint8_t *to = x->out + x->out_bytes;
    memcpy(to, text, (size_t)length + 1);
    if (!utf8_valid((const char *)to, length))
      for (size_t i = 0; i < length; i++)
        if (to[i] >= 0x80) to[i] = '?';
    x->out_bytes += (size_t)length + 1;
    return;
  }
  *s = "";
  uint32_t length = 0;
  size_t begin = x->at;
  if (!xfer_count(x, &length, 1, "characters")) return;
  const uint8_t *from = x->in + x->at;
  if (length >= x->in_bytes - x->at || from[length] != 0) {
    refuse(x, "a string is not terminated");
    return;
  }
  if (memchr(from, 0, length)) {
    refuse(x, "a string has a zero byte inside");
    return;
  }
  if (!utf8_valid((const char *)from, length)) {
    refuse(x, "a string is not UTF-8");
    return;
  }
  *s = (const char *)from;
  x->at += (size_t)length + 1;
  take_note(x, XFER_TEXT, begin, 0);
}

static void xfer_hash(xfer *x, hash *h) { xfer_bytes(x, h->bytes, HASH_BYTES); }

/* rank and that many dimensions */
static void xfer_dims(xfer *x, int32_t *rank, int64_t dims[FP8C_MAX_RANK]) {
  xfer_i32(x, rank);
  if (x->status != FP8C_OK) return;
  if (!x->writing && (*rank < RANK_UNKNOWN || *rank > FP8C_MAX_RANK)) {
    int32_t found = *rank;
    *rank = 0;
    x->status = fail(x->err, FP8C_ERROR_FORMAT, "%s, byte %zu: rank %d; at most %d is supported",
                     x->where, x->at - sizeof *rank, found, FP8C_MAX_RANK);
    return;
  }
  for (int i = 0; i < *rank; i++) xfer_i64(x, &dims[i]);
}

/* ---- Attributes -------------------------------------------------------- */

static void xfer_attr_tensor(xfer *x, const tensor **out) {
  tensor *made = x->writing ? NULL : NEW(x->arena, tensor);
  tensor t = x->writing ? **out : (tensor){0};
  int32_t rank = t.rank;
  CODE(x, t.dtype, fp8c_dtype, FP8C_DTYPE_COUNT - 1);
  xfer_dims(x, &rank, t.dims);
  t.rank = rank;
  CODE(x, t.scale.kind, scale_kind, SCALE_TENSOR);
  xfer_f32(x, &t.scale.value);
  if (x->status != FP8C_OK) return;

  int64_t elements = 0;
  size_t bytes = 0;
  if (t.rank < 0 || !shape_elements(t.dims, t.rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(t.dtype), &bytes)) {
    refuse(x, "an attribute tensor has no valid shape");
    return;
  }
  if (!x->writing) {
    if (bytes > x->in_bytes - x->at) {
      refuse(x, "an attribute tensor is longer than the tables");
      return;
    }
    t.data = bytes ? arena_alloc(x->arena, bytes) : NULL;
  }
  xfer_bytes(x, t.data, bytes);
  if (x->writing) return;
  *made = t;
  *out = made;
}

/* A counted array of plain numbers behind a const pointer. */
#define NUMBERS(x_, type_, list_, count_, one_)                                    \
  do {                                                                             \
    if (!xfer_count((x_), &(count_), sizeof(type_), #list_)) break;                \
    type_ *made_ = (x_)->writing ? NULL : NEW_ARRAY((x_)->arena, type_, (count_)); \
    for (uint32_t i_ = 0; i_ < (count_) && (x_)->status == FP8C_OK; i_++) {        \
      type_ one = (x_)->writing ? (list_)[i_] : 0;                                 \
      one_((x_), &one);                                                            \
      if (made_) made_[i_] = one;                                                  \
    }                                                                              \
    if (made_) (list_) = made_;                                                    \
  } while (0)

static void xfer_block(xfer *x, const plan_block **out);

static void xfer_attr(xfer *x, attr *a) {
  xfer_string(x, &a->name);
  CODE(x, a->kind, attr_kind, ATTR_GRAPH);
  if (x->status != FP8C_OK) return;
  uint32_t count = x->writing ? (uint32_t)a->count : 0;
  switch (a->kind) {
    case ATTR_INT:
      xfer_i64(x, &a->i);
      break;
    case ATTR_FLOAT:
      xfer_f32(x, &a->f);
      break;
    case ATTR_STRING:
      xfer_string(x, &a->s);
      break;
    case ATTR_INTS:
      NUMBERS(x, int64_t, a->ints, count, xfer_i64);
      break;
    case ATTR_FLOATS:
      NUMBERS(x, float, a->floats, count, xfer_f32);
      break;
    case ATTR_STRINGS: {
      if (!xfer_count(x, &count, 5, "strings")) break;
      const char **made = x->writing ? NULL : NEW_ARRAY(x->arena, const char *, count);
      for (uint32_t i = 0; i < count && x->status == FP8C_OK; i++) {
        const char *s = x->writing ? a->strings[i] : NULL;
        xfer_string(x, &s);
        if (made) made[i] = s;
      }
      if (made) a->strings = made;
      break;
    }
    case ATTR_TENSOR:
      xfer_attr_tensor(x, &a->tensor);
      break;
    case ATTR_GRAPH: {
      const plan_block *block = x->writing ? a->graph : NULL;
      xfer_block(x, &block);
      if (!x->writing) a->graph = (void *)(uintptr_t)block;
      break;
    }
  }
  if (!x->writing)
    a->count =
        a->kind == ATTR_INTS || a->kind == ATTR_FLOATS || a->kind == ATTR_STRINGS ? count : 1;
}

/* ---- Variants ---------------------------------------------------------- */

static void xfer_value(xfer *x, plan_value *v) {
  xfer_string(x, &v->name);
  CODE(x, v->kind, plan_value_kind, PLAN_VALUE_HOST);
  xfer_u32(x, &v->index);
  CODE(x, v->dtype, fp8c_dtype, FP8C_DTYPE_COUNT - 1);
  xfer_dims(x, &v->rank, v->dims);
  CODE(x, v->scale_kind, scale_kind, SCALE_AXIS);
  xfer_f32(x, &v->scale);
  xfer_i32(x, &v->scale_axis);
  xfer_u32(x, &v->scale_value);
  xfer_u64(x, &v->arena_offset);
  xfer_u64(x, &v->bytes);
}

static void xfer_op(xfer *x, plan_op *o) {
  const char *domain = x->writing ? o->op->domain : "", *name = x->writing ? o->op->name : "";
  xfer_string(x, &domain);
  xfer_string(x, &name);
  xfer_string(x, &o->name);
  xfer_string(x, &o->sources);
  if (!x->writing && x->status == FP8C_OK) {
    o->op = op_find(domain, name);
    if (!o->op)
      x->status = fail(x->err, FP8C_ERROR_UNSUPPORTED,
                       "step \"%s\": operator \"%s\"%s%s is not known to this library", o->name,
                       name, *domain ? " of domain " : "", domain);
  }
  uint32_t attr_count = x->writing ? (uint32_t)o->attrs.count : 0;
  attr *attrs = x->writing ? (attr *)(uintptr_t)o->attrs.items : NULL;
  ITEMS(x, attr, attrs, attr_count, 9, xfer_attr);
  if (!x->writing) o->attrs = (attr_list){attrs, attr_count};
  ITEMS(x, uint32_t, o->in, o->in_count, 4, xfer_u32);
  ITEMS(x, uint32_t, o->out, o->out_count, 4, xfer_u32);
}

#define ARG_WINDOWS 5 /* in the file: a MAP that is of windows */

static void xfer_map(xfer *x, plan_tensor_map *m, bool windows) {
  xfer_u32(x, &m->element_bytes);
  xfer_u32(x, &m->rank);
  for (int i = 0; i < PLAN_MAP_MAX_RANK; i++) {
    xfer_u64(x, &m->dims[i]);
    xfer_u64(x, &m->strides[i]);
    xfer_u32(x, &m->box[i]);
  }
  xfer_u32(x, &m->swizzle_bytes);
  if (!windows) return;
  x->windows = true;
  xfer_u32(x, &m->pixels);
  if (m->pixels == 0 && x->status == FP8C_OK)
    x->status = fail(x->err, FP8C_ERROR_FORMAT, "plan tables: a tensor map of no windows");
  for (int i = 0; i < PLAN_MAP_MAX_RANK - 2; i++) {
    xfer_i32(x, &m->lower[i]);
    xfer_i32(x, &m->upper[i]);
    xfer_u32(x, &m->steps[i]);
  }
}

static void xfer_arg(xfer *x, plan_arg *a) {
  uint32_t kind = a->kind == PLAN_ARG_MAP && a->map->pixels ? ARG_WINDOWS : (uint32_t)a->kind;
  xfer_code(x, &kind, ARG_WINDOWS, "plan_arg_kind");
  if (!x->writing && x->status == FP8C_OK)
    a->kind = kind == ARG_WINDOWS ? PLAN_ARG_MAP : (plan_arg_kind)kind;
  xfer_u32(x, &a->value);
  xfer_u64(x, &a->offset);
  xfer_i64(x, &a->i);
  xfer_f32(x, &a->f);
  if (x->status != FP8C_OK || a->kind != PLAN_ARG_MAP) return;
  if (!x->writing) a->map = NEW(x->arena, plan_tensor_map);
  xfer_map(x, a->map, kind == ARG_WINDOWS);
}

static void xfer_gemm(xfer *x, plan_gemm *g) {
  xfer_u32(x, &g->a);
  xfer_u32(x, &g->b);
  xfer_u32(x, &g->d);
  xfer_u32(x, &g->bias);
  xfer_u32(x, &g->a_scale);
  xfer_u32(x, &g->b_scale);
  xfer_u32(x, &g->d_scale);
  xfer_bool(x, &g->outer_vector);
  xfer_i64(x, &g->m);
  xfer_i64(x, &g->n);
  xfer_i64(x, &g->k);
  xfer_i64(x, &g->batch);
  xfer_i64(x, &g->lda);
  xfer_i64(x, &g->ldb);
  xfer_i64(x, &g->ldd);
  xfer_i64(x, &g->stride_a);
  xfer_i64(x, &g->stride_b);
  xfer_i64(x, &g->stride_d);
  xfer_bool(x, &g->transpose_a);
  xfer_bool(x, &g->transpose_b);
  CODE(x, g->a_type, fp8c_dtype, FP8C_DTYPE_COUNT - 1);
  CODE(x, g->b_type, fp8c_dtype, FP8C_DTYPE_COUNT - 1);
  CODE(x, g->d_type, fp8c_dtype, FP8C_DTYPE_COUNT - 1);
  CODE(x, g->bias_type, fp8c_dtype, FP8C_DTYPE_COUNT - 1);
  CODE(x, g->epilogue, plan_epilogue, PLAN_EPILOGUE_GELU_TANH_BIAS);
  xfer_f32(x, &g->alpha);
  xfer_bool(x, &g->fast_accumulate);
}

static void xfer_host(xfer *x, plan_host *h) {
  x->host_steps = true;
  xfer_block(x, &h->block);
  ITEMS(x, const char *, h->reasons, h->reason_count, 5, xfer_string);
}

/* In the file: a GEMM with an algorithm; one with operands somewhere in their values, and maybe an
 * algorithm. */
#define LAUNCH_CHOSEN 4
#define LAUNCH_PLACED 5

static void xfer_launch(xfer *x, plan_launch *l) {
  bool chosen = x->writing && l->kind == PLAN_LAUNCH_GEMM && l->gemm && l->gemm->algorithm;
  bool placed = x->writing && l->kind == PLAN_LAUNCH_GEMM && l->gemm &&
                (l->gemm->offset_a || l->gemm->offset_b);
  uint32_t kind = placed ? LAUNCH_PLACED : chosen ? LAUNCH_CHOSEN : (uint32_t)l->kind;
  xfer_code(x, &kind, LAUNCH_PLACED, "plan_launch_kind");
  chosen = kind == LAUNCH_CHOSEN;
  placed = kind == LAUNCH_PLACED;
  if (!x->writing) l->kind = chosen || placed ? PLAN_LAUNCH_GEMM : (plan_launch_kind)kind;
  xfer_string(x, &l->name);
  xfer_string(x, &l->sources);
  xfer_string(x, &l->precision);
  xfer_u32(x, &l->kernel);
  for (int i = 0; i < 3; i++) {
    xfer_u32(x, &l->grid[i]);
    xfer_u32(x, &l->block[i]);
    xfer_u32(x, &l->cluster[i]);
  }
  xfer_u32(x, &l->shared_bytes);
  xfer_bool(x, &l->programmatic);
  ITEMS(x, plan_arg, l->args, l->arg_count, 28, xfer_arg);
  xfer_u32(x, &l->copy_from);
  xfer_u32(x, &l->copy_to);
  ITEMS(x, uint32_t, l->reads, l->read_count, 4, xfer_u32);
  ITEMS(x, uint32_t, l->writes, l->write_count, 4, xfer_u32);
  xfer_u64(x, &l->flops);
  xfer_u64(x, &l->bytes_moved);
  if (x->status != FP8C_OK) return;
  if (l->kind == PLAN_LAUNCH_GEMM) {
    if (!x->writing) l->gemm = NEW(x->arena, plan_gemm);
    xfer_gemm(x, l->gemm);
    if (!chosen && !placed) return;
    xfer_u32(x, &l->gemm->algorithm);
    xfer_u64(x, &l->gemm->library);
    x->chosen = x->chosen || chosen;
    x->placed = x->placed || placed;
    if (chosen && x->status == FP8C_OK && l->gemm->algorithm == 0)
      refuse(x, "an algorithm chosen that is none");
    if (!placed) return;
    xfer_u64(x, &l->gemm->offset_a);
    xfer_u64(x, &l->gemm->offset_b);
    if (x->status == FP8C_OK && !l->gemm->offset_a && !l->gemm->offset_b)
      refuse(x, "operands that begin where their values do");
  } else if (l->kind == PLAN_LAUNCH_HOST) {
    if (!x->writing) l->host = NEW(x->arena, plan_host);
    xfer_host(x, l->host);
  }
}

static void xfer_kernel(xfer *x, plan_kernel *k) {
  xfer_string(x, &k->symbol);
  xfer_u32(x, &k->blob);
}

/* An array whose length another table states. */
#define FIXED(x_, type_, items_, count_, one_)                                      \
  do {                                                                              \
    if ((x_)->status != FP8C_OK) break;                                             \
    if (!(x_)->writing && (count_) > ((x_)->in_bytes - (x_)->at) / sizeof(type_)) { \
      refuse((x_), "the tables end in the middle of " #items_);                     \
      break;                                                                        \
    }                                                                               \
    if (!(x_)->writing) (items_) = NEW_ARRAY((x_)->arena, type_, (count_));         \
    for (uint32_t i_ = 0; i_ < (count_) && (x_)->status == FP8C_OK; i_++)           \
      one_((x_), &(items_)[i_]);                                                    \
  } while (0)

/* A body of control flow, or a host step.  Recursion is bounded on both sides. */
static void xfer_block(xfer *x, const plan_block **out) {
  plan_block *b = x->writing ? (plan_block *)(uintptr_t)*out : NEW(x->arena, plan_block);
  if (x->depth >= PLAN_MAX_BLOCK_DEPTH) {
    if (x->status == FP8C_OK)
      x->status = fail(x->err, x->writing ? FP8C_ERROR_UNSUPPORTED : FP8C_ERROR_FORMAT,
                       "bodies of control flow are nested more than %d deep", PLAN_MAX_BLOCK_DEPTH);
    return;
  }
  x->depth++;
  x->blocks = true;
  plan_variant *v = &b->program;
  xfer_string(x, &b->name);
  ITEMS(x, plan_value, v->values, v->value_count, 53, xfer_value);
  ITEMS(x, uint32_t, v->inputs, b->input_count, 4, xfer_u32);
  ITEMS(x, uint32_t, v->outputs, b->output_count, 4, xfer_u32);
  ITEMS(x, plan_op, v->ops, v->op_count, 32, xfer_op);
  if (!x->writing) {
    v->target = "cpu";
    v->profile = "";
  }
  x->depth--;
  *out = b;
}

static void xfer_variant(xfer *x, const plan *p, plan_variant *v) {
  xfer_string(x, &v->target);
  xfer_string(x, &v->profile);
  FIXED(x, int64_t, v->bound, p->symbol_count, xfer_i64);
  ITEMS(x, plan_value, v->values, v->value_count, 53, xfer_value);
  FIXED(x, uint32_t, v->inputs, p->input_count, xfer_u32);
  FIXED(x, uint32_t, v->outputs, p->output_count, xfer_u32);
  ITEMS(x, plan_op, v->ops, v->op_count, 32, xfer_op);
  ITEMS(x, plan_launch, v->launches, v->launch_count, 100, xfer_launch);
  ITEMS(x, plan_kernel, v->kernels, v->kernel_count, 9, xfer_kernel);
  xfer_u64(x, &v->arena_bytes);
  xfer_u64(x, &v->workspace_bytes);
}

/* ---- The plan ---------------------------------------------------------- */

static void xfer_port(xfer *x, plan_port *p) {
  xfer_string(x, &p->name);
  CODE(x, p->dtype, fp8c_dtype, FP8C_DTYPE_COUNT - 1);
  xfer_f32(x, &p->scale);
  xfer_dims(x, &p->rank, p->dims);
}

static void xfer_library(xfer *x, plan_library *l) {
  xfer_string(x, &l->name);
  xfer_u32(x, &l->version_min);
}

/* A blob's place follows from its size and its turn (plan_format.c), so holes and
 * overlaps cannot be written down. */
static void xfer_blob(xfer *x, plan_blob *b) { xfer_u64(x, &b->bytes); }

static void xfer_state(xfer *x, plan_state *s) {
  xfer_u32(x, &s->input);
  xfer_u32(x, &s->output);
  xfer_i32(x, &s->axis);
  CODE(x, s->rows, plan_rows, PLAN_ROWS_FIRST);
}

static void xfer_fill(xfer *x, plan_fill *f) {
  xfer_u32(x, &f->input);
  CODE(x, f->role, plan_role, PLAN_ROLE_COUNT - 1);
}

static void xfer_memory(xfer *x, plan_memory *m) {
  xfer_u64(x, &m->capacity);
  xfer_u64(x, &m->vocabulary);
  xfer_u32(x, &m->tokens);
  xfer_u32(x, &m->logits);
  ITEMS(x, plan_state, m->states, m->state_count, 16, xfer_state);
  ITEMS(x, plan_fill, m->fills, m->fill_count, 8, xfer_fill);
  if (x->status == FP8C_OK && m->state_count == 0) refuse(x, "a plan with states that has none");
}

void xfer_plan(xfer *x, plan *p) {
  xfer_string(x, &p->compiler);
  xfer_string(x, &p->options);
  xfer_string(x, &p->nvrtc);
  xfer_string(x, &p->model_name);
  xfer_hash(x, &p->model_hash);
  ITEMS(x, const char *, p->symbols, p->symbol_count, 5, xfer_string);
  ITEMS(x, plan_port, p->inputs, p->input_count, 17, xfer_port);
  ITEMS(x, plan_port, p->outputs, p->output_count, 17, xfer_port);
  ITEMS(x, plan_library, p->libraries, p->library_count, 9, xfer_library);
  ITEMS(x, plan_blob, p->blobs, p->blob_count, 8, xfer_blob);
  if (xfer_count(x, &p->variant_count, 40, "variants")) {
    if (!x->writing) p->variants = NEW_ARRAY(x->arena, plan_variant, p->variant_count);
    for (uint32_t i = 0; i < p->variant_count && x->status == FP8C_OK; i++)
      xfer_variant(x, p, &p->variants[i]);
  }
  xfer_string(x, &p->report);
  if (x->writing) x->states = p->memory.state_count != 0;
  if (x->states) xfer_memory(x, &p->memory);
}

/* ---- Blocks ------------------------------------------------------------ */

static plan_port *block_ports(const plan_variant *v, const uint32_t *ids, uint32_t count,
                              arena *a) {
  plan_port *ports = NEW_ARRAY(a, plan_port, count);
  for (uint32_t i = 0; i < count; i++) {
    const plan_value *from = ids[i] < v->value_count ? &v->values[ids[i]] : NULL;
    if (!from) continue; /* plan_check refuses it */
    ports[i] = (plan_port){.name = from->name,
                           .dtype = from->dtype,
                           .scale = from->scale_kind == SCALE_TENSOR ? from->scale : 1.0f,
                           .rank = from->rank};
    memcpy(ports[i].dims, from->dims, sizeof ports[i].dims);
  }
  return ports;
}

void plan_of_block(const plan *p, const plan_block *b, arena *a, plan *out) {
  plan_variant *v = NEW(a, plan_variant);
  *v = b->program;
  v->target = "cpu";
  v->profile = "";
  v->bound = NULL;
  *out = *p;
  out->model_name = b->name;
  out->input_count = b->input_count;
  out->output_count = b->output_count;
  out->inputs = block_ports(v, v->inputs, b->input_count, a);
  out->outputs = block_ports(v, v->outputs, b->output_count, a);
  out->variants = v;
  out->variant_count = 1;
  out->report = "";
  out->memory = (plan_memory){0};
}
