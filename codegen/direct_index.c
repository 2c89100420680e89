/* direct_index.c - elements by index: TopK, OneHot, gathers and scatters by coordinates, borders.
 *
 * Scatters are deterministic: where several updates meet, one thread does all of them in
 * order.  Indices out of range are taken to the border, as wrap_index does. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/move.h"

const char *direct_top_k(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  if (x->rank == 0) return "its input is a scalar";
  int64_t axis = node_axis(n, x->rank);
  direct_size(k, "n", x->dims[axis]);
  direct_size(k, "inner", dims_product(x->dims, (int)axis + 1, x->rank));
  direct_size(k, "k", y->dims[axis]);
  direct_flag(k, "largest", node_int(n, "largest") != 0);
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  direct_out(k, 1, node_output(n, 1));
  text_printf(&k->d.body, "  top_k_at<shape, %s>(i, in0, out0, out1);\n", direct_type(n->in[0]));
  return direct_launch(k, "top_k", tensor_elements(y) ? tensor_elements(x) : 0, 1,
                       (uint64_t)(tensor_elements(x) * x->dims[axis]));
}

/* values = [off, on] */
const char *direct_one_hot(direct *k) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  int64_t axis = node_axis(n, y->rank), depth = y->dims[axis];
  direct_in(k, 0, n->in[0]);
  direct_in(k, 2, n->in[2]);
  direct_out(k, 0, n->out[0]);
  direct_size(k, "depth", at_least_one(depth));
  direct_size(k, "inner", dims_product(y->dims, (int)axis + 1, y->rank));
  text_add(&k->d.body,
           "  const i64 column = i % shape::inner, at = i / shape::inner % shape::depth;\n"
           "  i64 index = (i64)in0(i / shape::inner / shape::depth * shape::inner + column);\n"
           "  if (index >= -shape::depth && index < 0) index += shape::depth;\n"
           "  out0(i, in2(index == at));\n");
  return direct_launch(k, "one_hot", tensor_elements(y), 1, 0);
}

const char *direct_reverse_sequence(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  bool batch_first = node_int(n, "batch_axis") == 0;
  if (!direct_same_type(n->in[0], n->out[0])) return "it changes the type of what it moves";
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_out(k, 0, n->out[0]);
  direct_size(k, "inner", dims_product(x->dims, 2, x->rank));
  direct_size(k, "second", x->dims[1]);
  text_printf(&k->d.body,
              "  const i64 column = i %% shape::inner, b = i / shape::inner %% shape::second,\n"
              "            a = i / shape::inner / shape::second;\n"
              "  const i64 batch = %s, time = %s, length = (i64)in1(batch);\n"
              "  const i64 from = time < length ? length - 1 - time : time;\n"
              "  out0(i, in0((%s) * shape::inner + column));\n",
              batch_first ? "a" : "b", batch_first ? "b" : "a",
              batch_first ? "a * shape::second + from" : "from * shape::second + b");
  return direct_launch(k, "reverse_sequence", tensor_elements(x), 1, 0);
}

/* The line in `data` that tuple `t` of input 1 points at, behind `batch` equal axes. */
static void tuple_line(text *out, const tensor *data, int64_t width, int64_t batch, int64_t each) {
  text_printf(out, "  const auto line_of = [&](i64 t) {\n    i64 line = t / %lld;\n",
              (long long)at_least_one(each));
  for (int64_t w = 0; w < width; w++)
    text_printf(out, "    line = line * %lld + wrap_index(in1(t * %lld + %lld), %lld);\n",
                (long long)data->dims[batch + w], (long long)width, (long long)w,
                (long long)data->dims[batch + w]);
  text_add(out, "    return line;\n  };\n");
}

const char *direct_gather_nd(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *index = &n->in[1]->type;
  int64_t batch = node_int(n, "batch_dims"), width = index->dims[index->rank - 1];
  int64_t line = dims_product(x->dims, (int)(batch + width), x->rank);
  if (!direct_same_type(n->in[0], n->out[0])) return "it changes the type of what it moves";
  if (tensor_elements(x) == 0) return "it gathers from an empty table";
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_out(k, 0, n->out[0]);
  tuple_line(&k->d.body, x, width, batch, dims_product(index->dims, (int)batch, index->rank - 1));
  text_printf(&k->d.body, "  out0(i, in0(line_of(i / %lld) * %lld + i %% %lld));\n",
              (long long)line, (long long)line, (long long)line);
  return direct_launch(k, "gather_nd", tensor_elements(&n->out[0]->type), 1, 0);
}

/* ---- Scatters ---------------------------------------------------------------------------- */

static const char *how_joined(const node *n) {
  static const char *const names[] = {"none", "add", "mul", "max", "min"};
  static const char *const forms[] = {"JOIN_NONE", "JOIN_ADD", "JOIN_MUL", "JOIN_MAX", "JOIN_MIN"};
  const char *name = node_string(n, "reduction");
  for (int i = 0; i < 5; i++)
    if (!name || strcmp(name, names[i]) == 0) return forms[i];
  return NULL;
}

/* The result is written by the copy before and changed here: read and write at once. */
static void result_in_place(direct *k, const value *v) {
  uint32_t p = draft_write(&k->d, lower_value(k->l, v), memory_type(v->type.dtype));
  const char *number = direct_type(v);
  text_printf(&k->d.body,
              "  const auto now = [&](i64 at) {\n    %s x[1];\n    load<1>(p%u + at, x);\n"
              "    return x[0];\n  };\n"
              "  const auto put = [&](i64 at, %s x) {\n    const %s y[1] = {x};\n"
              "    store<1>(p%u + at, y);\n  };\n",
              number, p, number, number, p);
}

/* The copy, then readers of inputs 1 and 2 for the kernel that puts `updates` into it. */
static const char *begin_scatter(direct *k, const value *updates) {
  const node *n = k->n;
  const value *x = n->in[0], *y = n->out[0];
  if (!direct_same_type(x, y) || !direct_same_type(updates, y) || y->type.scale.kind != SCALE_NONE)
    return "its operands have different types";
  place all;
  place_dense(x, &all);
  const char *why = lower_copy(k->l, k->gr, y, &all);
  if (why) return why;
  direct_in(k, 1, n->in[1]);
  direct_in(k, 2, node_input(n, 2));
  if (!k->why) result_in_place(k, y);
  return k->why;
}

/* One thread walks the updates of one line along the axis, in order. */
const char *direct_scatter_elements(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *index = &n->in[1]->type;
  if (x->rank == 0) return "its input is a scalar";
  int64_t axis = node_axis(n, x->rank), stride = 1, step = 1, lines = 1;
  const char *how = how_joined(n), *why = begin_scatter(k, n->in[2]);
  if (why) return why;
  text *body = &k->d.body;
  text_add(body, "  i64 left = i, from = 0, to = 0;\n");
  int64_t axis_stride = 1, axis_step = 1;
  for (int d = x->rank - 1; d >= 0; d--) {
    if (d == axis) {
      axis_stride = stride;
      axis_step = step;
    } else {
      text_printf(body, "  from += left %% %lld * %lld; to += left %% %lld * %lld; left /= %lld;\n",
                  (long long)at_least_one(index->dims[d]), (long long)step,
                  (long long)at_least_one(index->dims[d]), (long long)stride,
                  (long long)at_least_one(index->dims[d]));
      lines *= index->dims[d];
    }
    stride *= x->dims[d];
    step *= index->dims[d];
  }
  text_printf(body,
              "  for (i64 k = 0; k < %lld; k++, from += %lld) {\n"
              "    const i64 at = to + wrap_index(in1(from), %lld) * %lld;\n"
              "    put(at, joined<%s, %s>(now(at), in2(from)));\n  }\n",
              (long long)index->dims[axis], (long long)axis_step, (long long)x->dims[axis],
              (long long)axis_stride, how, direct_type(n->out[0]));
  return direct_launch(k, "scatter_elements", tensor_elements(index) ? lines : 0, 1, 0);
}

/* Of the updates that go to one line, the thread of the first does all; of those that
 * replace, the thread of the last does it. */
const char *direct_scatter_nd(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *index = &n->in[1]->type;
  int64_t width = index->dims[index->rank - 1],
          count = dims_product(index->dims, 0, index->rank - 1);
  int64_t line = dims_product(x->dims, (int)width, x->rank);
  const char *how = how_joined(n), *why = begin_scatter(k, n->in[2]);
  if (why) return why;
  text *body = &k->d.body;
  tuple_line(body, x, width, 0, count);
  text_printf(body, "  const i64 column = i %% %lld, t = i / %lld, line = line_of(t);\n",
              (long long)at_least_one(line), (long long)at_least_one(line));
  if (strcmp(how, "JOIN_NONE") == 0)
    text_printf(body,
                "  for (i64 other = t + 1; other < %lld; other++)\n"
                "    if (line_of(other) == line) return;\n"
                "  put(line * %lld + column, in2(i));\n",
                (long long)count, (long long)line);
  else
    text_printf(
        body,
        "  for (i64 other = 0; other < t; other++)\n    if (line_of(other) == line) return;\n"
        "  %s x = now(line * %lld + column);\n"
        "  for (i64 other = t; other < %lld; other++)\n"
        "    if (line_of(other) == line) x = joined<%s, %s>(x, in2(other * %lld + column));\n"
        "  put(line * %lld + column, x);\n",
        direct_type(n->out[0]), (long long)line, (long long)count, how, direct_type(n->out[0]),
        (long long)line, (long long)line);
  return direct_launch(k, "scatter_nd", count * line, 1, (uint64_t)(count * count));
}

/* A run of steps into a cache, at each batch's own place. */
/* Rows move as they are, 16 bytes at once. */
static bool moves_codes(const node *n, int64_t inner) {
  const tensor *y = &n->out[0]->type;
  for (size_t i = 0; i < 2; i++) {
    const tensor *x = &n->in[i]->type;
    if (x->dtype != y->dtype || x->scale.kind != y->scale.kind || x->scale.value != y->scale.value)
      return false;
  }
  return y->scale.kind != SCALE_AXIS && inner * (int64_t)dtype_bytes(y->dtype) % 16 == 0;
}

/* TensorScatter, CacheWrite: a thread writes what becomes of its place, an element or 16 bytes of
 * a row. */
const char *direct_cache_write(direct *k) {
  const node *n = k->n;
  const value *y = n->out[0];
  const tensor *x = &n->in[0]->type, *new = &n->in[1]->type;
  bool clears = node_is(n, OP_CACHE_WRITE);
  bool circular = !clears && strcmp(node_string(n, "mode"), "circular") == 0;
  int axis = clears ? 2 : (int)node_axis(n, x->rank);
  long long rows = x->dims[axis], steps = new->dims[axis], size = y->type.dims[axis];
  int64_t inner = dims_product(x->dims, axis + 1, x->rank), blocks = dims_product(x->dims, 0, axis);
  bool codes = moves_codes(n, inner);
  text *body = &k->d.body;
  if (!direct_same_type(n->in[0], y) || !direct_same_type(n->in[1], y))
    return "its operands have different types";
  direct_in(k, 2, node_input(n, 2));
  if (codes) {
    inner = inner * (int64_t)dtype_bytes(x->dtype) / 16;
    uint32_t past = draft_read(&k->d, lower_value(k->l, n->in[0]), "uint4");
    uint32_t fresh = draft_read(&k->d, lower_value(k->l, n->in[1]), "uint4");
    uint32_t out = draft_write(&k->d, lower_value(k->l, y), "uint4");
    text_printf(body,
                "  const auto in0 = [&](i64 at) { return p%u[at]; };\n"
                "  const auto in1 = [&](i64 at) { return p%u[at]; };\n"
                "  const auto out0 = [&](i64 at, uint4 x) { p%u[at] = x; };\n"
                "  const uint4 none = {};\n",
                past, fresh, out);
  } else {
    direct_in(k, 0, n->in[0]);
    direct_in(k, 1, n->in[1]);
    direct_out(k, 0, y);
    text_printf(body, "  const %s none = 0;\n", direct_type(y));
  }
  int64_t each = at_least_one(x->dims[0]) ? at_least_one(blocks) / at_least_one(x->dims[0]) : 1;
  text_printf(
      body,
      "  const i64 column = i %% %lld, at = i / %lld %% %lld, block = i / %lld;\n"
      "  const i64 start = (i64)in2(block / %lld);\n"
      "  const i64 step = %s;\n"
      "  out0(i, step >= 0 && step < %lld ? in1((block * %lld + step) * %lld + column)\n"
      "          : at < %s ? in0((block * %lld + at) * %lld + column) : none);\n",
      (long long)at_least_one(inner), (long long)at_least_one(inner), (long long)at_least_one(size),
      (long long)at_least_one(inner) * (long long)at_least_one(size), (long long)at_least_one(each),
      circular ? reason(k->l, "at < start ? at - start + %lld : at - start", size) : "at - start",
      steps, steps, (long long)inner,
      clears ? reason(k->l, "(start < %lld ? start : %lld)", rows, rows)
             : reason(k->l, "%lld", size),
      rows, (long long)inner);
  return direct_launch(k, codes ? "cache_write_codes" : "cache_write", blocks * size * inner, 1, 0);
}

/* ---- Borders that repeat what is inside ---------------------------------------------------- */

const char *direct_pad(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  const char *mode = node_string(n, "mode");
  int64_t pads[2 * FP8C_MAX_RANK], axes[FP8C_MAX_RANK], before[FP8C_MAX_RANK] = {0};
  size_t count, axis_count = (size_t)x->rank;
  bool constant = !mode || strcmp(mode, "constant") == 0;
  if (!value_ints(n->in[1], pads, 2 * FP8C_MAX_RANK, &count)) return "its pads are not constant";
  for (int d = 0; d < x->rank; d++) axes[d] = d;
  if (node_input(n, 3) && !value_ints(n->in[3], axes, FP8C_MAX_RANK, &axis_count))
    return "its axes are not constant";
  if (count != 2 * axis_count) return "its pads do not match its axes";
  for (size_t i = 0; i < axis_count; i++)
    before[axes[i] < 0 ? axes[i] + x->rank : axes[i]] = pads[i];
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, constant ? node_input(n, 2) : NULL);
  direct_out(k, 0, n->out[0]);
  text *body = &k->d.body;
  text_add(body,
           "  i64 left = i, at = 0, c, period;\n  bool inside = true;\n  (void)c, (void)period;\n");
  int64_t stride = 1;
  for (int d = x->rank - 1; d >= 0; d--) {
    long long dim = x->dims[d], own = at_least_one(y->dims[d]);
    text_printf(body, "  c = left %% %lld - %lld; left /= %lld;\n", own, (long long)before[d], own);
    if (constant)
      text_printf(body, "  inside = inside && c >= 0 && c < %lld;\n", dim);
    else if (mode[0] == 'e')
      text_printf(body, "  c = c < 0 ? 0 : c >= %lld ? %lld : c;\n", dim, dim - 1);
    else
      text_printf(body,
                  "  period = %lld; c %%= period; if (c < 0) c += period;\n"
                  "  c = c < %lld ? c : period - c;\n",
                  mode[0] == 'w' ? dim
                  : dim > 1      ? 2 * (dim - 1)
                                 : 1,
                  dim);
    text_printf(body, "  at += c * %lld;\n", (long long)stride);
    stride *= x->dims[d];
  }
  text_printf(body, "  out0(i, inside ? in0(at) : (%s)in1(0));\n", direct_type(n->in[0]));
  return direct_launch(k, "pad_border", tensor_elements(y), 1, 0);
}
