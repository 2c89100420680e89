/* direct_resize.c - Resize: which inputs and with what weights each position of an axis reads is
 * worked out here, as the CPU device does it (ops/resize.h), and stands in constants.  Sums are
 * F32, of F64 and integers F64.  A thread takes neighbours of the last axis: where that stays as it
 * is (channels), they are read as they are written, 16 bytes at once; where it is resized, and at
 * most the one before it besides, of several rows (kernels/resize.cuh). */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
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

/* The value at input position `at...` of the axes below `axis`: sums nested from the last axis. */
static void emit_taps(direct *k, const resize_taps *axes, const int64_t *strides, int axis,
                      const char *at, const char *indent) {
  text *body = &k->d.body;
  while (axis >= 0 && axes[axis].count == 0) axis--;
  if (axis < 0) {
    text_printf(body, "%sconst double v = (double)in0(%s);\n", indent, at);
    return;
  }
  uint32_t index = draft_read(
      &k->d,
      numbers(k, "taps", FP8C_DTYPE_I64, axes[axis].index, axes[axis].count * axes[axis].out),
      "i64");
  uint32_t weight = draft_read(
      &k->d,
      numbers(k, "weights", FP8C_DTYPE_F64, axes[axis].weight, axes[axis].count * axes[axis].out),
      "double");
  long long count = axes[axis].count;
  const char *deeper = reason(k->l, "%s    ", indent);
  text_printf(body,
              "%sdouble sum%d = shape::outside;\n%sif (p%u[c%d * %lld] >= 0) {\n%s  sum%d = 0;\n"
              "%s  for (int t%d = 0; t%d < %lld; t%d++) {\n",
              indent, axis, indent, index, axis, count, indent, axis, indent, axis, axis, count,
              axis);
  emit_taps(k, axes, strides, axis - 1,
            reason(k->l, "%s + p%u[c%d * %lld + t%d] * %lld", at, index, axis, count, axis,
                   (long long)strides[axis]),
            deeper);
  text_printf(body, "%ssum%d += p%u[c%d * %lld + t%d] * v;\n%s  }\n%s}\n", deeper, axis, weight,
              axis, count, axis, indent, indent);
  text_printf(body, "%sconst double v = sum%d;\n", indent, axis);
}

/* A constant of 32-bit numbers: vector_of saw that they fit. */
static uint32_t places(direct *k, const char *name, const int64_t *from, int64_t count) {
  int32_t *to = NEW_ARRAY(k->l->c->scratch, int32_t, count + 1);
  for (int64_t i = 0; i < count; i++) to[i] = (int32_t)from[i];
  return draft_read(&k->d, numbers(k, name, FP8C_DTYPE_I32, to, count), "i32");
}

/* Sums are in it: "float", or "double" of F64. */
static const char *sum_type(const direct *k) {
  return k->n->in[0]->type.dtype == FP8C_DTYPE_F64 ? "double" : "float";
}

static uint32_t weights(direct *k, const resize_taps *t) {
  int64_t count = t->count * t->out;
  if (k->n->in[0]->type.dtype == FP8C_DTYPE_F64)
    return draft_read(&k->d, numbers(k, "weights", FP8C_DTYPE_F64, t->weight, count), "double");
  float *to = NEW_ARRAY(k->l->c->scratch, float, count + 1);
  for (int64_t i = 0; i < count; i++) to[i] = (float)t->weight[i];
  return draft_read(&k->d, numbers(k, "weights", FP8C_DTYPE_F32, to, count), "float");
}

#define EACH "#pragma unroll\n%sfor (int k = 0; k < %d; k++) "

/* As emit_taps, `vector` neighbours of the last axis: v[k].  Where that axis moves, `at` has a k.
 */
static void emit_many(direct *k, const resize_taps *axes, const int64_t *strides, int axis,
                      int vector, const char *at, const char *indent) {
  text *body = &k->d.body;
  int last = k->n->out[0]->type.rank - 1;
  while (axis >= 0 && axes[axis].count == 0) axis--;
  if (axis < 0) {
    text_printf(body, "%s%s v[%d];\n", indent, sum_type(k), vector);
    if (axes[last].count)
      text_printf(body, EACH "v[k] = in0(%s);\n", indent, vector, at);
    else
      text_printf(body, "%sin_many(%s, v);\n", indent, at);
    return;
  }
  long long count = axes[axis].count;
  int64_t all = axes[axis].count * axes[axis].out;
  uint32_t index = places(k, "taps", axes[axis].index, all);
  uint32_t weight = weights(k, &axes[axis]);
  const char *position = reason(k->l, axis == last ? "(c%d + k)" : "c%d", axis);
  const char *deeper = reason(k->l, "%s    ", indent);
  text_printf(body, "%s%s sum%d[%d];\n" EACH "sum%d[k] = 0;\n", indent, sum_type(k), axis, vector,
              indent, vector, axis);
  text_printf(body, "%sfor (int t%d = 0; t%d < %lld; t%d++) {\n", indent, axis, axis, count, axis);
  /* a position outside reads the first element and drops it */
  const char *entry = reason(k->l, "p%u[%s * %lld + t%d]", index, position, count, axis);
  if (axis == last) {
    text_printf(body,
                "%sshape::index q[%d];\n" EACH "q[k] = %s;\n" EACH "q[k] = q[k] < 0 ? 0 : q[k];\n",
                deeper, vector, deeper, vector, entry, deeper, vector);
    entry = "q[k]";
  } else {
    text_printf(body, "%sshape::index q%d = %s;\n%sq%d = q%d < 0 ? 0 : q%d;\n", deeper, axis, entry,
                deeper, axis, axis, axis);
    entry = reason(k->l, "q%d", axis);
  }
  emit_many(k, axes, strides, axis - 1, vector,
            reason(k->l, "%s + %s * %lld", at, entry, (long long)strides[axis]), deeper);
  text_printf(body, EACH "sum%d[k] += p%u[%s * %lld + t%d] * v[k];\n%s}\n", deeper, vector, axis,
              weight, position, count, axis, indent);
  text_printf(
      body, "%s%s v[%d];\n" EACH "v[k] = p%u[%s * %lld] < 0 ? (%s)shape::outside : sum%d[k];\n",
      indent, sum_type(k), vector, indent, vector, index, position, count, sum_type(k), axis);
}

/* Where the columns of images lie that are resized along them, their rows or both, and nothing
 * else: the last axis, or the one in front of channels that stay; -1: it is otherwise. */
static int columns_of(const direct *k, const resize_taps *axes, bool nearest) {
  const tensor *x = &k->n->in[0]->type, *y = &k->n->out[0]->type;
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
  return nearest ? reason(k->l, "p%u, nullptr", index)
                 : reason(k->l, "p%u, p%u", index, weights(k, &own));
}

static bool reaches_outside(const resize_taps *t) {
  for (int64_t i = 0; t->count && i < t->out; i++)
    if (t->index[i * t->count] < 0) return true;
  return false;
}

static int64_t at_least(int64_t x, int64_t least) { return x > least ? x : least; }

/* Neighbours of a thread.  Columns are few enough for their places to stay in registers, and for a
 * warp to read what lies side by side. */
static int64_t row_vector(const direct *k, const resize_taps *axes, int at) {
  const tensor *x = &k->n->in[0]->type, *y = &k->n->out[0]->type;
  int64_t vector = direct_vector(k, y->dims[y->rank - 1]);
  int64_t taps = at_least(axes[at].count, axes[at - 1].count);
  while (vector > 1 && vector * taps > (at == y->rank - 1 ? PLACES_HELD : 2 * PLACES_HELD))
    vector /= 2;
  while (at == y->rank - 1 && vector > 2 && vector * x->dims[at] > STRIDE * y->dims[at])
    vector /= 2;
  return vector;
}

static const char *resize_rows(direct *k, const resize_taps *axes, int at, bool nearest) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  bool channels_last = at < y->rank - 1;
  int64_t vector = row_vector(k, axes, at), vectors = tensor_elements(y) / vector;
  int64_t taps[2] = {at_least(axes[at - 1].count, 1), at_least(axes[at].count, 1)};
  int64_t rows = vectors / ((int64_t)THREADS_EACH * lower_multiprocessors(k->l));
  rows = rows < 1 ? 1 : rows > ROWS_MAX ? ROWS_MAX : rows;
  int64_t chunks = divide_up(y->dims[at - 1], rows);
  direct_size(k, "vector", vector);
  direct_size(k, "channels", channels_last ? y->dims[at + 1] : 1);
  direct_size(k, "rows", rows);
  direct_size(k, "chunks", chunks);
  direct_size(k, "iy", x->dims[at - 1]);
  direct_size(k, "ix", x->dims[at]);
  direct_size(k, "oy", y->dims[at - 1]);
  direct_size(k, "ox", y->dims[at]);
  direct_size(k, "taps_y", taps[0]);
  direct_size(k, "taps_x", taps[1]);
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
  text_printf(&k->d.body, "  resize_rows%s<shape, %s>(i, %s, %s, %s, out_many);\n",
              channels_last ? "_last" : "", direct_type(n->in[0]),
              channels_last ? "in_many" : "in0", of_x, of_y);
  k->library = kernel_text_resize;
  k->launch.warp = true;
  return direct_launch(
      k, "resize_rows", vectors / y->dims[at - 1] * chunks, 1,
      (uint64_t)tensor_elements(y) * (uint64_t)(nearest ? 1 : 2 * (taps[0] + taps[1])));
}

static const char *resize_many(direct *k, const resize_taps *axes, const int64_t *strides,
                               int vector, bool nearest) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  int last = y->rank - 1;
  bool stays = axes[last].count == 0;
  const char *number = direct_type(n->in[0]);
  text *body = &k->d.body;
  if (stays)
    direct_in_many(k, "in_many", n->in[0], vector);
  else
    direct_in(k, 0, n->in[0]);
  direct_out_many(k, n->out[0], vector);
  if (k->why) return k->why;
  text at;
  text_init(&at, k->l->c->scratch);
  text_add(&at, "0");
  text_printf(body, "  shape::index left = i;\n");
  for (int d = last; d >= 0; d--) {
    long long own = d == last ? y->dims[d] / vector : y->dims[d];
    text_printf(body, "  const shape::index c%d = left %% %lld%s; left /= %lld;\n", d, own,
                d == last ? reason(k->l, " * %d", vector) : "", own);
    if (axes[d].count == 0) text_printf(&at, " + c%d * %lld", d, (long long)strides[d]);
  }
  text_printf(body, "  %s x[%d];\n", number, vector);
  if (nearest) {
    text_add(body, "  bool inside = true;\n");
    for (int d = 0; d < y->rank; d++) {
      if (axes[d].count == 0) continue;
      uint32_t p = places(k, "places", axes[d].index, axes[d].out);
      if (d == last) {
        text_printf(body, "  shape::index q[%d];\n" EACH "q[k] = p%u[c%d + k];\n", vector, "  ",
                    vector, p, d);
        text_add(&at, " + q[k]");
      } else {
        text_printf(body, "  const shape::index s%d = p%u[c%d];\n  inside = inside && s%d >= 0;\n",
                    d, p, d, d);
        text_printf(&at, " + s%d * %lld", d, (long long)strides[d]);
      }
    }
    if (stays)
      text_printf(body,
                  "  if (inside) in_many(%s, x);\n  else\n" EACH "x[k] = (%s)shape::outside;\n",
                  text_cstr(&at), "    ", vector, number);
    else
      text_printf(body, EACH "x[k] = inside && q[k] >= 0 ? in0(%s) : (%s)shape::outside;\n", "  ",
                  vector, text_cstr(&at), number);
  } else {
    text_add(body, "  {\n");
    emit_many(k, axes, strides, last, vector, text_cstr(&at), "    ");
    text_printf(body, EACH "x[k] = (%s)v[k];\n  }\n", "    ", vector, number);
  }
  text_printf(body, "  out_many(i * %d, x);\n", vector);
  int64_t elements = tensor_elements(y);
  return direct_launch(k, "resize", elements / vector, 1, (uint64_t)elements * 8);
}

/* Every position is the one of the input. */
static bool takes_itself(const resize_taps *t, int64_t size) {
  bool same = t->out == size;
  for (int64_t i = 0; t->count && i < size && same; i++) same = t->index[i] == i;
  return same;
}

/* How many neighbours a thread takes; 1: the numbers or the sizes ask for the general form. */
static int vector_of(const direct *k, const resize_taps *axes, bool nearest) {
  const tensor *x = &k->n->in[0]->type, *y = &k->n->out[0]->type;
  if (y->rank < 1 || tensor_elements(y) == 0 || tensor_elements(x) == 0) return 1;
  if (!nearest && !dtype_is_float(x->dtype)) return 1;
  for (int d = 0; d < y->rank; d++)
    if (x->dims[d] > INT32_MAX || axes[d].count * axes[d].out > INT32_MAX) return 1;
  return direct_vector(k, y->dims[y->rank - 1]);
}

const char *direct_resize(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  op_call c;
  fp8c_error err;
  resize_taps axes[FP8C_MAX_RANK];
  const char *why = direct_call(k, &c);
  if (why) return why;
  for (size_t i = 1; i < n->in_count; i++)
    if (n->in[i] && tensor_elements(&n->in[i]->type) && !value_is_const(n->in[i]))
      return "its sizes are not constant";
  if (resize_plan(&c, axes, &err) != FP8C_OK) return reason(k->l, "%s", err.text);
  bool nearest = strcmp(node_string(n, "mode"), "nearest") == 0;
  for (int d = 0; d < y->rank; d++)
    if (nearest && takes_itself(&axes[d], x->dims[d])) axes[d].count = 0;
  int64_t strides[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, strides);
  text_printf(&k->shape, "  static constexpr double outside = %.17g;\n",
              (double)node_float(n, "extrapolation_value"));
  int columns = k->why ? -1 : columns_of(k, axes, nearest);
  if (columns > 0) return resize_rows(k, axes, columns, nearest);
  int vector = k->why ? 1 : vector_of(k, axes, nearest);
  if (vector > 1) return resize_many(k, axes, strides, vector, nearest);
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  if (k->why) return k->why;
  text *body = &k->d.body;
  text_add(body, "  i64 left = i;\n");
  text at;
  text_init(&at, k->l->c->scratch);
  text_add(&at, "0");
  for (int d = y->rank - 1; d >= 0; d--) {
    long long own = at_least_one(y->dims[d]);
    text_printf(body, "  const i64 c%d = left %% %lld; left /= %lld;\n", d, own, own);
    if (axes[d].count == 0) text_printf(&at, " + c%d * %lld", d, (long long)strides[d]);
  }
  const char *number = direct_type(n->in[0]);
  if (nearest) {
    text_add(body, "  bool inside = true;\n");
    for (int d = 0; d < y->rank; d++) {
      if (axes[d].count == 0) continue;
      uint32_t p = draft_read(
          &k->d, numbers(k, "places", FP8C_DTYPE_I64, axes[d].index, axes[d].out), "i64");
      text_printf(body, "  const i64 s%d = p%u[c%d];\n  inside = inside && s%d >= 0;\n", d, p, d,
                  d);
      text_printf(&at, " + s%d * %lld", d, (long long)strides[d]);
    }
    text_printf(body, "  out0(i, inside ? in0(%s) : (%s)shape::outside);\n", text_cstr(&at),
                number);
  } else {
    emit_taps(k, axes, strides, x->rank - 1, text_cstr(&at), "  ");
    if (dtype_is_float(x->dtype)) {
      text_printf(body, "  out0(i, (%s)v);\n", number);
    } else {
      double low, high;
      resize_limits(x->dtype, &low, &high);
      text_printf(body,
                  "  const double r = rint(v);\n"
                  "  out0(i, (%s)(i64)(r > %.17g ? r < %.17g ? r : %.17g : %.17g));\n",
                  number, low, high, high, low);
    }
  }
  return direct_launch(k, "resize", tensor_elements(y), 1, (uint64_t)tensor_elements(y) * 8);
}
