/* direct_resize.c - Resize: which inputs and with what weights each position of an axis reads is
 * worked out here, as the CPU device does it (ops/resize.h), and stands in constants.  Sums are
 * F32, of F64 and integers F64.  A thread takes neighbours of the last axis: where that stays as it
 * is (channels), they are read as they are written, 16 bytes at once; where it is resized, and at
 * most the one before it besides, of several rows (kernels/resize.cuh). */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
#include "codegen/problem.h"
#include "ops/move.h"
#include "ops/resize.h"

#define ROW_TAPS_MAX 8 /* of an axis, that threads of several rows hold */
#define PLACES_HELD 16 /* of a thread's columns */
#define ROWS_MAX 32    /* of a thread */
#define STRIDE 4       /* elements of the image between what neighbouring threads read, at most */
#define THREADS_EACH 4096 /* of a multiprocessor, that rows are shared by */

static uint32_t numbers(direct *k, const char *name, fp8c_dtype type, const void *data,
                        int64_t count) {
  tensor t = {.dtype = type, .rank = 1, .dims = {count}};
  return lower_const(k->l, arena_printf(k->l->c->keep, "%s.%s", k->n->name, name), &t, data);
}

/* A constant of 32-bit numbers: vector_of saw that they fit. */
static uint32_t places(direct *k, const char *name, const int64_t *from, int64_t count) {
  int32_t *to = NEW_ARRAY(k->l->c->scratch, int32_t, count + 1);
  for (int64_t i = 0; i < count; i++) to[i] = (int32_t)from[i];
  return draft_read(&k->draft, numbers(k, name, FP8C_DTYPE_I32, to, count), "i32");
}

static uint32_t places_of(direct *k, const resize_taps *t) {
  return places(k, "taps", t->index, t->count * t->out);
}

/* Sums are in it: "float", or "double" of F64. */
static const char *sum_type(const direct *k) {
  return k->n->in[0]->type.dtype == FP8C_DTYPE_F64 ? "double" : "float";
}

static uint32_t weights(direct *k, const resize_taps *t) {
  int64_t count = t->count * t->out;
  if (k->n->in[0]->type.dtype == FP8C_DTYPE_F64)
    return draft_read(&k->draft, numbers(k, "weights", FP8C_DTYPE_F64, t->weight, count), "double");
  float *to = NEW_ARRAY(k->l->c->scratch, float, count + 1);
  for (int64_t i = 0; i < count; i++) to[i] = (float)t->weight[i];
  return draft_read(&k->draft, numbers(k, "weights", FP8C_DTYPE_F32, to, count), "float");
}

/* Where the columns of images lie that are resized along them, their rows or both, and nothing
 * else: the last axis, or the one in front of channels that stay; -1: it is otherwise. */
static int columns_of(const node *n, const resize_taps *axes, bool nearest) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int last = y->rank - 1, at = last >= 0 && axes[last].count ? last : last - 1;
  if (at < 1 || tensor_elements(x) == 0 || tensor_elements(y) == 0) return -1;
  if (!nearest && (!dtype_is_float(x->dtype) || x->dtype == FP8C_DTYPE_F64)) return -1;
  for (int d = 0; d < at - 1; d++)
    if (axes[d].count) return -1;
  for (int d = at - 1; d <= at; d++)
    if (x->dims[d] > INT32_MAX || axes[d].out > INT32_MAX / ROW_TAPS_MAX ||
        axes[d].count > ROW_TAPS_MAX)
      return -1;
  return at;
}

/* How results are spread over threads. */
typedef struct resize_cut {
  int columns;          /* as columns_of finds them */
  int64_t vector;       /* neighbours of the last axis that a thread takes */
  int64_t rows, chunks; /* where there are columns: rows of a thread, and threads of a column, */
  int64_t taps[2];      /* ... and terms along a column and along a row */
} resize_cut;

static int64_t at_least(int64_t x, int64_t least) { return x > least ? x : least; }

/* Columns are few enough for their places to stay in registers, and for a warp to read what lies
 * side by side. */
static int64_t row_vector(const node *n, const resize_taps *axes, int at, int64_t vector) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int64_t taps = at_least(axes[at].count, axes[at - 1].count);
  while (vector > 1 && vector * taps > (at == y->rank - 1 ? PLACES_HELD : 2 * PLACES_HELD))
    vector /= 2;
  while (at == y->rank - 1 && vector > 2 && vector * x->dims[at] > STRIDE * y->dims[at])
    vector /= 2;
  return vector;
}

/* Whether the numbers or the sizes ask for the general form, a result a thread. */
static bool goes_by_one(const node *n, const resize_taps *axes, bool nearest) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  if (y->rank < 1 || tensor_elements(y) == 0 || tensor_elements(x) == 0) return true;
  if (!nearest && !dtype_is_float(x->dtype)) return true;
  for (int d = 0; d < y->rank; d++)
    if (x->dims[d] > INT32_MAX || axes[d].count * axes[d].out > INT32_MAX) return true;
  return false;
}

static resize_cut cut_of(const node *n, const region_code *after, const resize_taps *axes,
                         bool nearest, int multiprocessors) {
  const tensor *y = &n->out[0]->type;
  resize_cut c = {.columns = columns_of(n, axes, nearest), .vector = 1};
  if (c.columns < 1 && goes_by_one(n, axes, nearest)) return c;
  c.vector = direct_vector_of(n, after, y->dims[y->rank - 1]);
  if (c.columns < 1) return c;
  c.vector = row_vector(n, axes, c.columns, c.vector);
  c.rows = tensor_elements(y) / c.vector / ((int64_t)THREADS_EACH * multiprocessors);
  c.rows = c.rows < 1 ? 1 : c.rows > ROWS_MAX ? ROWS_MAX : c.rows;
  c.chunks = divide_up(y->dims[c.columns - 1], c.rows);
  for (int i = 0; i < 2; i++) c.taps[i] = at_least(axes[c.columns - 1 + i].count, 1);
  return c;
}

/* The tables of an axis, "p2, p3"; one that stays reads itself. */
static const char *tables(direct *k, const resize_taps *t, int64_t size, bool nearest) {
  resize_taps own = *t;
  if (!t->count) {
    own = (resize_taps){.count = 1, .out = size};
    own.index = NEW_ARRAY(k->l->c->scratch, int64_t, size + 1);
    own.weight = NEW_ARRAY(k->l->c->scratch, double, size + 1);
    for (int64_t i = 0; i < size; i++) own.index[i] = i, own.weight[i] = 1;
  }
  uint32_t index = places(k, "places", own.index, own.count * own.out);
  return nearest ? arena_printf(k->l->c->scratch, "p%u, nullptr", index)
                 : arena_printf(k->l->c->scratch, "p%u, p%u", index, weights(k, &own));
}

static bool reaches_outside(const resize_taps *t) {
  for (int64_t i = 0; t->count && i < t->out; i++)
    if (t->index[i * t->count] < 0) return true;
  return false;
}

static const char *resize_rows(direct *k, const resize_taps *axes, const resize_cut *c,
                               bool nearest) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int at = c->columns;
  bool channels_last = at < y->rank - 1;
  int64_t vector = c->vector, vectors = tensor_elements(y) / vector;
  direct_size(k, "vector", vector);
  direct_size(k, "channels", channels_last ? y->dims[at + 1] : 1);
  direct_size(k, "rows", c->rows);
  direct_size(k, "chunks", c->chunks);
  direct_size(k, "iy", x->dims[at - 1]);
  direct_size(k, "ix", x->dims[at]);
  direct_size(k, "oy", y->dims[at - 1]);
  direct_size(k, "ox", y->dims[at]);
  direct_size(k, "taps_y", c->taps[0]);
  direct_size(k, "taps_x", c->taps[1]);
  direct_flag(k, "weighted", !nearest);
  direct_flag(k, "outside_too", reaches_outside(&axes[at]) || reaches_outside(&axes[at - 1]));
  if (channels_last)
    direct_in_many(k, "in_many", n->in[0], (int)vector);
  else
    direct_in(k, 0, n->in[0]);
  direct_out_many(k, n->out[0], (int)vector);
  if (k->why) return k->why;
  const char *of_x = tables(k, &axes[at], x->dims[at], nearest);
  const char *of_y = tables(k, &axes[at - 1], x->dims[at - 1], nearest);
  text_printf(&k->draft.body, "  resize_rows%s<shape, %s>(i, %s, %s, %s, out_many);\n",
              channels_last ? "_last" : "", direct_type(n->in[0]),
              channels_last ? "in_many" : "in0", of_x, of_y);
  return direct_launch(
      k, "resize_rows", vectors / y->dims[at - 1] * c->chunks, 1,
      (uint64_t)tensor_elements(y) * (uint64_t)(nearest ? 1 : 2 * (c->taps[0] + c->taps[1])));
}

/* shape: the result's dimensions and the image's strides, and the terms of each axis. */
static void write_axes(direct *k, const resize_taps *axes) {
  const tensor *x = &k->n->in[0]->type, *y = &k->n->out[0]->type;
  int64_t taps[FP8C_MAX_RANK], dims[FP8C_MAX_RANK], strides[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, strides);
  for (int d = 0; d < y->rank; d++) {
    taps[d] = axes[d].count;
    dims[d] = at_least_one(y->dims[d]);
  }
  direct_sizes(k, "taps", taps, y->rank);
  direct_sizes(k, "dims", dims, y->rank);
  direct_sizes(k, "strides", strides, y->rank);
}

/* `const type *const name[]`: a table for each axis that is resized. */
static void write_tables(direct *k, const resize_taps *axes, const char *type, const char *name,
                         uint32_t (*table)(direct *k, const resize_taps *t)) {
  text list;
  text_init(&list, k->l->c->scratch);
  for (int d = 0; d < k->n->out[0]->type.rank; d++)
    text_printf(
        &list, "%s%s", d ? ", " : "",
        axes[d].count ? arena_printf(k->l->c->scratch, "p%u", table(k, &axes[d])) : "nullptr");
  text_printf(&k->draft.body, "  const %s *const %s[] = {%s};\n", type, name, text_cstr(&list));
}

static const char *resize_many(direct *k, const resize_taps *axes, int vector, bool nearest) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  bool stays = axes[y->rank - 1].count == 0;
  if (stays)
    direct_in_many(k, "in_many", n->in[0], vector);
  else
    direct_in(k, 0, n->in[0]);
  direct_out_many(k, n->out[0], vector);
  if (k->why) return k->why;
  const char *number = direct_type(n->in[0]), *in = stays ? "in_many" : "in0";
  write_axes(k, axes);
  write_tables(k, axes, "i32", "places", places_of);
  if (nearest) {
    text_printf(&k->draft.body, "  nearest_vector<shape, %s, %d>(i, %s, places, out_many);\n",
                number, vector, in);
  } else {
    write_tables(k, axes, sum_type(k), "weights", weights);
    text_printf(&k->draft.body,
                "  resize_vector<shape, %s, %s, %d>(i, %s, places, weights, out_many);\n", number,
                sum_type(k), vector, in);
  }
  int64_t elements = tensor_elements(y);
  return direct_launch(k, "resize", elements / vector, 1, (uint64_t)elements * 8);
}

static uint32_t exact_places(direct *k, const resize_taps *t) {
  return draft_read(&k->draft, numbers(k, "taps", FP8C_DTYPE_I64, t->index, t->count * t->out),
                    "i64");
}
static uint32_t exact_weights(direct *k, const resize_taps *t) {
  uint32_t id = numbers(k, "weights", FP8C_DTYPE_F64, t->weight, t->count * t->out);
  return draft_read(&k->draft, id, "double");
}

/* A result a thread, in F64. */
static const char *resize_one(direct *k, const resize_taps *axes, bool nearest) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  const char *number = direct_type(n->in[0]);
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  if (k->why) return k->why;
  write_axes(k, axes);
  write_tables(k, axes, "i64", "places", exact_places);
  if (nearest) {
    text_printf(&k->draft.body, "  out0(i, nearest_at<shape, %s>(i, in0, places));\n", number);
  } else {
    write_tables(k, axes, "double", "weights", exact_weights);
    const char *v = "resized_at<shape>(i, in0, places, weights)";
    double low, high;
    resize_limits(n->in[0]->type.dtype, &low, &high);
    if (!dtype_is_float(n->in[0]->type.dtype))
      v = arena_printf(k->l->c->scratch, "resized_integer(%s, %.17g, %.17g)", v, low, high);
    text_printf(&k->draft.body, "  out0(i, (%s)%s);\n", number, v);
  }
  return direct_launch(k, "resize", tensor_elements(y), 1, (uint64_t)tensor_elements(y) * 8);
}

/* Every position is the one of the input. */
static bool takes_itself(const resize_taps *t, int64_t size) {
  bool same = t->out == size;
  for (int64_t i = 0; t->count && i < size && same; i++) same = t->index[i] == i;
  return same;
}

/* Which inputs the positions of every axis read; why they are not known, or NULL. */
static const char *read_axes(const node *n, op_call *c, resize_taps *axes, bool *nearest) {
  fp8c_error err;
  for (size_t i = 1; i < n->in_count; i++)
    if (n->in[i] && tensor_elements(&n->in[i]->type) && !value_is_const(n->in[i]))
      return "its sizes are not constant";
  if (resize_plan(c, axes, &err) != FP8C_OK) return arena_printf(c->scratch, "%s", err.text);
  *nearest = strcmp(node_string(n, "mode"), "nearest") == 0;
  for (int d = 0; d < n->out[0]->type.rank; d++)
    if (*nearest && takes_itself(&axes[d], n->in[0]->type.dims[d])) axes[d].count = 0;
  return NULL;
}

const char *direct_resize(direct *k) {
  const node *n = k->n;
  op_call c;
  resize_taps axes[FP8C_MAX_RANK];
  bool nearest;
  const resize_cut *cut = k->sizes;
  const char *why = direct_call(k, &c);
  if (why || (why = read_axes(n, &c, axes, &nearest))) return why;
  if (!cut) return "its sizes are not known";
  direct_constant(
      k, "double", "outside",
      arena_printf(k->l->c->scratch, "%.17g", (double)node_float(n, "extrapolation_value")));
  if (cut->columns > 0) return resize_rows(k, axes, cut, nearest);
  return cut->vector > 1 ? resize_many(k, axes, (int)cut->vector, nearest)
                         : resize_one(k, axes, nearest);
}

/* ---- Time -------------------------------------------------------------------------------------
 *
 * Clocks of a lane on an H200.  Where columns are resized that lie side by side, a thread looks up
 * places and weights of all its columns, and reads elements one by one. */

#define LOOKUP_CLOCKS 12  /* of a place, a weight or an element */
#define LINEAR_CLOCKS 15  /* of a result */
#define VECTOR_CLOCKS 60  /* of a vector of results, */
#define STORE_CLOCKS 23   /* ... for each byte of one of them, */
#define NEAREST_CLOCKS 34 /* ... the same where nothing is computed, */
#define LAST_READ_CLOCKS                                                   \
  120 /* and of a vector of channels that is read, of all columns it takes \
       */

/* Rows of the image for each of the result, which a thread goes through in their order. */
static double rows_read(const tensor *x, const tensor *y, const resize_cut *c) {
  int at = c->columns > 0 ? c->columns - 1 : 0;
  return (double)x->dims[at] / (double)at_least(y->dims[at], 1);
}

/* Of a result, in rows that a thread goes through; neighbours read the same rows of the image. */
static double column_clocks(const tensor *x, const tensor *y, const resize_cut *c) {
  double rows = (double)at_least(c->rows, 1), taps = (double)at_least(c->taps[1], 1);
  double read = rows * rows_read(x, y, c) + taps - 1;
  return LINEAR_CLOCKS + LOOKUP_CLOCKS * taps * (2 + read) / rows;
}

void resize_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  const node *n = p->gr.nodes[0];
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int last = y->rank - 1;
  op_call call;
  resize_taps axes[FP8C_MAX_RANK];
  bool nearest;
  if (node_call(n, a, true, &call, NULL) != FP8C_OK || read_axes(n, &call, axes, &nearest)) return;
  resize_cut *c = NEW(a, resize_cut);
  *c = cut_of(n, p->region.read, axes, nearest, cost_multiprocessors(m));
  w->sizes = c;
  w->size_bytes = sizeof *c;
  /* as wide as the type allows: narrower vectors of the same bytes take no longer */
  double results = (double)tensor_elements(y), vector = 16 / (double)dtype_bytes(x->dtype);
  double stored = p->work.result_bytes > 0 ? p->work.result_bytes : 2;
  if (vector > 8) vector = 8;
  if (last < 0 || results < 1) return;
  if (nearest)
    w->clocks = (VECTOR_CLOCKS + NEAREST_CLOCKS * stored) * results / vector;
  else if (x->dims[last] == y->dims[last])
    w->clocks = (VECTOR_CLOCKS + STORE_CLOCKS * stored + LAST_READ_CLOCKS * rows_read(x, y, c)) *
                results / vector;
  else
    w->clocks = column_clocks(x, y, c) * results;
}
