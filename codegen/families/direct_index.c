/* direct_index.c - elements by index: TopK, OneHot, gathers and scatters by coordinates, borders.
 *
 * Scatters are deterministic: where several updates meet, one thread does all of them in
 * order.  Of few updates each is compared with all; of many, blocks take those of their own lines.
 * Indices out of range are taken to the border, as wrap_index does. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
#include "codegen/problem.h"
#include "ops/ids/indices.h"
#include "ops/move.h"

#define LONG_LINE 512
#define MANY_NUMBERS 65536 /* in lines of LINE_OF_MANY and more */
#define LINE_OF_MANY 64
#define MOST_TAKEN 1024 /* of a long line, by a block */

/* Returns whether a block finds what is taken of a line; else a thread ranks each number of it. */
static bool block_takes(const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int axis = (int)node_axis(n, x->rank);
  int64_t size = x->dims[axis], taken = y->dims[axis];
  bool many = size >= LINE_OF_MANY && tensor_elements(x) >= MANY_NUMBERS;
  return dtype_is_small_float(x->dtype) && (size >= LONG_LINE || many) && size <= INT32_MAX &&
         taken > 0 && taken <= MOST_TAKEN;
}

static int64_t threads_of_line(int64_t size) { return size > 1024 ? 512 : size > 256 ? 256 : 128; }

#define COMPARED_CLOCKS 6
#define COMPARED_SECONDS 20e-9 /* of a thread, for one number of its line after another */
#define LINE_SECONDS 6e-6      /* of a block, for a line of any length */
#define COUNTED_SECONDS 0.2e-9 /* of a block, for a number of its line, each time it reads them */
#define RANKED_SECONDS 60e-9   /* ... for another number that is taken */

void top_k_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  const node *n = p->gr.nodes[0];
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  (void)a;
  if (x->rank == 0 || tensor_elements(x) <= 0) return;
  int axis = (int)node_axis(n, x->rank);
  double size = (double)x->dims[axis], taken = (double)y->dims[axis];
  if (!block_takes(n)) {
    w->clocks = (double)tensor_elements(x) * taken * COMPARED_CLOCKS;
    w->waits = size * COMPARED_SECONDS;
    return;
  }
  double together =
      (double)cost_multiprocessors(m) * 2048 / (double)threads_of_line(x->dims[axis]); /* lines */
  double turns = (double)tensor_elements(x) / size / together;
  w->waits = (turns > 1 ? turns : 1) *
             (LINE_SECONDS + 4 * size * COUNTED_SECONDS + taken * RANKED_SECONDS);
}

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
  if (block_takes(n) && tensor_elements(y) > 0) {
    direct_size(k, "threads", threads_of_line(x->dims[axis]));
    text_add(&k->draft.body, "  top_k_line<shape>(in0, out0, out1);\n");
    return direct_launch_blocks(
        k, "top_k_line",
        (launch_shape){.blocks = (uint64_t)(tensor_elements(x) / x->dims[axis]),
                       .threads = (uint32_t)threads_of_line(x->dims[axis]),
                       .flops = (uint64_t)tensor_elements(x) * 4});
  }
  text_printf(&k->draft.body, "  top_k_at<shape, %s>(i, in0, out0, out1);\n",
              direct_type(n->in[0]));
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
  text_add(&k->draft.body, "  out0(i, one_hot_at<shape>(i, in0, in2));\n");
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
  direct_flag(k, "batch_first", batch_first);
  text_add(&k->draft.body, "  out0(i, reversed_at<shape>(i, in0, in1));\n");
  return direct_launch(k, "reverse_sequence", tensor_elements(x), 1, 0);
}

/* The tuples of indices of input 1 into `data`, behind `batch` equal axes. */
static void write_tuples(direct *k, const tensor *data, int64_t width, int64_t batch, int64_t each,
                         int64_t line) {
  direct_size(k, "width", width);
  direct_sizes(k, "tuple_dims", data->dims + batch, (int)width);
  direct_size(k, "each", at_least_one(each));
  direct_size(k, "line", at_least_one(line));
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
  int64_t each = dims_product(index->dims, (int)batch, index->rank - 1);
  write_tuples(k, x, width, batch, each, line);
  text_add(&k->draft.body, "  out0(i, gather_nd_at<shape>(i, in0, in1));\n");
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
  uint32_t p = draft_write(&k->draft, lower_value(k->l, v), memory_type(v->type.dtype));
  const char *number = direct_type(v);
  text_printf(&k->draft.body,
              "  const auto now = reader<%s>(p%u);\n  const auto put = writer<%s>(p%u);\n", number,
              p, number, p);
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

/* The counts of updates and of lines of the result, and the share of these that one block holds. */
typedef struct held_lines {
  int64_t count, lines, line;           /* updates; lines of the result; numbers of a line */
  int64_t parts, columns, held, blocks; /* of a line: parts of so many columns; lines of a block */
  int lanes;
} held_lines;

#define HELD_THREADS 512
#define HELD_COLUMNS 128 /* of a line, at most, by one block */
#define HELD_BLOCKS 264  /* two for each multiprocessor */
#define FEW_UPDATES 128  /* each is compared with all */

static held_lines hold_lines(int64_t count, int64_t lines, int64_t line) {
  held_lines h = {.count = count, .lines = lines, .line = line};
  h.parts = at_least_one(divide_up(line, HELD_COLUMNS));
  h.columns = at_least_one(divide_up(line, h.parts));
  h.held = at_least_one(divide_up(lines * h.parts, HELD_BLOCKS));
  h.blocks = at_least_one(divide_up(lines, h.held)) * h.parts;
  for (h.lanes = 1; h.lanes < 32 && h.lanes < h.columns;) h.lanes *= 2;
  return h;
}

/* Reads the lines that `n` updates, a scatter by tuples or of single numbers along one axis.
 * Returns false where its updates are so few that each is compared with all, or where a thread
 * walks along each line instead. */
static bool holds_lines(const node *n, held_lines *h) {
  const tensor *x = &n->in[0]->type, *index = &n->in[1]->type;
  int64_t all = tensor_elements(x);
  if (all <= 0) return false;
  if (node_is(n, OP_SCATTER_ND)) {
    int64_t width = index->dims[index->rank - 1];
    int64_t line = dims_product(x->dims, (int)width, x->rank);
    *h = hold_lines(dims_product(index->dims, 0, index->rank - 1), all / at_least_one(line), line);
  } else {
    int64_t size = x->rank > 0 ? x->dims[node_axis(n, x->rank)] : 0;
    if (size != all) return false;
    *h = hold_lines(tensor_elements(index), all, 1);
  }
  return h->count > FEW_UPDATES && h->held <= INT32_MAX;
}

static const char *write_held(direct *k, const held_lines *h, const char *how) {
  direct_size(k, "count", h->count);
  direct_size(k, "lines", h->lines);
  direct_size(k, "parts", h->parts);
  direct_size(k, "columns", h->columns);
  direct_size(k, "held", h->held);
  direct_size(k, "lanes", h->lanes);
  direct_size(k, "threads", HELD_THREADS);
  text_printf(&k->draft.body, "  scatter_held<shape, %s, %s>(in1, in2, now, put);\n", how,
              direct_type(k->n->out[0]));
  return direct_launch_blocks(
      k, "scatter_held",
      (launch_shape){.blocks = (uint64_t)h->blocks,
                     .threads = HELD_THREADS,
                     .flops = (uint64_t)(h->count * at_least_one(h->line))});
}

const char *direct_scatter_elements(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *index = &n->in[1]->type;
  if (x->rank == 0) return "its input is a scalar";
  int axis = (int)node_axis(n, x->rank), rank = 0;
  const char *how = how_joined(n), *why = begin_scatter(k, n->in[2]);
  if (why) return why;
  held_lines h;
  if (holds_lines(n, &h)) {
    write_tuples(k, &(tensor){.rank = 1, .dims = {h.lines}}, 1, 0, h.count, 1);
    return write_held(k, &h, how);
  }
  int64_t strides[2][FP8C_MAX_RANK], dims[FP8C_MAX_RANK], steps[2][FP8C_MAX_RANK];
  strides_of(index->dims, index->rank, strides[0]);
  strides_of(x->dims, x->rank, strides[1]);
  for (int d = 0; d < x->rank; d++) {
    if (d == axis) continue;
    for (int side = 0; side < 2; side++) steps[side][rank] = strides[side][d];
    dims[rank++] = index->dims[d];
  }
  direct_walk(k, "lines", rank, dims, 2, (const int64_t *const[]){steps[0], steps[1]});
  direct_size(k, "count", index->dims[axis]);
  direct_size(k, "index_step", strides[0][axis]);
  direct_size(k, "size", x->dims[axis]);
  direct_size(k, "result_step", strides[1][axis]);
  text_printf(&k->draft.body, "  scatter_elements_line<shape, %s, %s>(i, in1, in2, now, put);\n",
              how, direct_type(n->out[0]));
  int64_t lines = dims_product(dims, 0, rank);
  return direct_launch(k, "scatter_elements", tensor_elements(index) ? lines : 0, 1, 0);
}

const char *direct_scatter_nd(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *index = &n->in[1]->type;
  int64_t width = index->dims[index->rank - 1],
          count = dims_product(index->dims, 0, index->rank - 1);
  int64_t line = dims_product(x->dims, (int)width, x->rank);
  const char *how = how_joined(n), *why = begin_scatter(k, n->in[2]);
  if (why) return why;
  write_tuples(k, x, width, 0, count, line);
  held_lines h;
  if (holds_lines(n, &h)) return write_held(k, &h, how);
  direct_size(k, "count", count);
  text_printf(&k->draft.body, "  scatter_nd_at<shape, %s, %s>(i, in1, in2, now, put);\n", how,
              direct_type(n->out[0]));
  return direct_launch(k, "scatter_nd", count * line, 1, (uint64_t)(count * count));
}

#define HELD_TURN_SECONDS 1.1e-6 /* of a block, for places that its threads read together */
#define WALKED_SECONDS 80e-9     /* of a thread, for an update of its line after another */
#define UPDATE_SECONDS 0.7e-6    /* of a thread: it reads an update and what is there, and stores */

/* The copy is a launch of its own. */
void scatter_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  const node *n = p->gr.nodes[0];
  held_lines h;
  (void)a, (void)m;
  w->more = 1;
  if (holds_lines(n, &h)) {
    double together = (double)(h.held < HELD_THREADS / h.lanes ? h.held : HELD_THREADS / h.lanes);
    double each = (double)h.count / ((double)h.blocks / (double)h.parts * together);
    w->waits = (double)divide_up(h.count, HELD_THREADS) * HELD_TURN_SECONDS +
               each * (double)divide_up(h.columns, h.lanes) * UPDATE_SECONDS;
  } else if (node_is(n, OP_SCATTER_ELEMENTS) && n->in[1]->type.rank > 0) {
    const tensor *index = &n->in[1]->type;
    w->waits = (double)index->dims[node_axis(n, index->rank)] * WALKED_SECONDS;
  }
}

/* ---- Bags of rows ------------------------------------------------------------------------ */

const char *direct_bag_reduce(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  const char *how = node_string(n, "reduction");
  if (!direct_same_type(n->in[0], n->out[0])) return "it changes the type of its rows";
  direct_in(k, 0, n->in[0]);
  direct_in(k, 1, n->in[1]);
  direct_in(k, 2, n->in[2]);
  direct_out(k, 0, n->out[0]);
  direct_size(k, "inner", at_least_one(dims_product(x->dims, 1, x->rank)));
  direct_size(k, "rows", x->dims[0]);
  direct_flag(k, "blank", node_int(n, "blank") != 0);
  text_printf(&k->draft.body, "  out0(i, bag_at<shape, %s, %s>(i, in0, in1, in2));\n",
              strcmp(how, "sum") == 0    ? "BAG_SUM"
              : strcmp(how, "mean") == 0 ? "BAG_MEAN"
                                         : "BAG_MAX",
              direct_type(n->out[0]));
  return direct_launch(k, "bag_reduce", tensor_elements(&n->out[0]->type), 1, 0);
}

/* A thread reads the rows of its bag one after another, a few on their way at once. */
#define BAG_ROW_SECONDS 150e-9

void bags_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  (void)a, (void)m;
  const node *n = p->gr.nodes[0];
  double bags = (double)at_least_one(tensor_elements(&n->in[1]->type));
  w->waits = (double)n->in[0]->type.dims[0] / bags * BAG_ROW_SECONDS;
}

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

/* New rows of keys or values, [batch, heads, rows, size], as attention finds them: in a product's
 * result, say, where they are turned.  False where a copy of them is made first. */
static bool read_where_they_lie(const node *n, int axis, heads *h) {
  const tensor *new = &n->in[1]->type;
  return axis == 2 && new->rank == 4 && attention_heads(n->in[1], new->dims[1], h) &&
         attention_aligned(h, new->dtype);
}

/* TensorScatter, CacheWrite: a thread writes what becomes of its place, an element or 16 bytes of
 * a row. */
/* The new rows alone, into the state that is the first operand. */
static const char *store_in_place(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *new = &n->in[1]->type;
  int axis = node_is(n, OP_CACHE_WRITE) ? 2 : (int)node_axis(n, x->rank);
  int64_t inner = dims_product(x->dims, axis + 1, x->rank), blocks = dims_product(x->dims, 0, axis);
  bool wide = inner * (int64_t)dtype_bytes(x->dtype) % 16 == 0;
  const char *unit = unit_type(wide ? 16 : dtype_bytes(x->dtype));
  int64_t each = at_least_one(at_least_one(blocks) / at_least_one(x->dims[0]));
  heads h;
  bool placed = wide && read_where_they_lie(n, axis, &h);
  int64_t unit_elements = wide ? 16 / (int64_t)dtype_bytes(x->dtype) : 1;
  inner /= unit_elements;
  int64_t plane = inner * new->dims[axis];
  lower_view(k->l, n->out[0], n->in[0]);
  const value *slots = node_is(n, OP_CACHE_WRITE) ? node_input(n, 4) : NULL;
  direct_in(k, 2, node_input(n, 2));
  direct_in(k, 4, slots);
  uint32_t fresh = placed ? attention_read(&k->draft, n->in[1])
                          : draft_read(&k->draft, lower_value(k->l, n->in[1]), unit);
  uint32_t out =
      draft_write_part(&k->draft, lower_value(k->l, n->out[0]), unit, 0, tensor_bytes(new));
  direct_size(k, "inner", at_least_one(inner));
  direct_size(k, "rows", x->dims[axis]);
  direct_size(k, "steps", at_least_one(new->dims[axis]));
  direct_size(k, "each", each);
  direct_size(k, "batch_step", placed ? h.batch_stride / unit_elements : each * plane);
  direct_size(k, "block_step", placed ? h.head_stride / unit_elements : plane);
  direct_size(k, "row_step", placed ? h.row_stride / unit_elements : inner);
  direct_flag(k, "chosen", slots != NULL);
  text_printf(&k->draft.body, "  cache_store<shape>(i, (const %s *)p%u, p%u, in2, in4);\n", unit,
              fresh, out);
  return direct_launch(k, "cache_store", blocks * new->dims[axis] * inner, 1, 0);
}

/* The rows of a cache as its last, 16 bytes at once where they are that wide. */
const char *direct_cache_read(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  int axis = (int)node_axis(n, x->rank);
  int64_t inner = dims_product(x->dims, axis + 1, x->rank), blocks = dims_product(x->dims, 0, axis);
  bool wide = inner * (int64_t)dtype_bytes(x->dtype) % 16 == 0;
  const char *unit = unit_type(wide ? 16 : dtype_bytes(x->dtype));
  if (wide) inner = inner * (int64_t)dtype_bytes(x->dtype) / 16;
  direct_in(k, 1, n->in[1]);
  direct_in(k, 2, node_input(n, 2));
  uint32_t past = draft_read(&k->draft, lower_value(k->l, n->in[0]), unit);
  uint32_t out = draft_write(&k->draft, lower_value(k->l, n->out[0]), unit);
  direct_size(k, "inner", at_least_one(inner));
  direct_size(k, "rows", at_least_one(x->dims[axis]));
  direct_size(k, "each", at_least_one(axis ? blocks / at_least_one(x->dims[0]) : 1));
  direct_flag(k, "own", tensor_elements(&n->in[1]->type) > 1);
  direct_flag(k, "chosen", node_input(n, 2) != NULL);
  text_printf(&k->draft.body, "  cache_last<shape>(i, p%u, p%u, in1, in2);\n", past, out);
  return direct_launch(k, "cache_read", blocks * x->dims[axis] * inner, 1, 0);
}

const char *direct_cache_write(direct *k) {
  if (lower_state_stays(k->l, k->n)) return store_in_place(k);
  const node *n = k->n;
  const value *y = n->out[0];
  const tensor *x = &n->in[0]->type, *new = &n->in[1]->type;
  bool clears = node_is(n, OP_CACHE_WRITE);
  if (clears && node_int(n, "stays")) return "the slots of several sequences are no state in place";
  bool circular = !clears && strcmp(node_string(n, "mode"), "circular") == 0;
  int axis = clears ? 2 : (int)node_axis(n, x->rank);
  int64_t size = y->type.dims[axis];
  int64_t inner = dims_product(x->dims, axis + 1, x->rank), blocks = dims_product(x->dims, 0, axis);
  bool codes = moves_codes(n, inner);
  text *body = &k->draft.body;
  if (!direct_same_type(n->in[0], y) || !direct_same_type(n->in[1], y))
    return "its operands have different types";
  direct_in(k, 2, node_input(n, 2));
  direct_in(k, 4, clears ? node_input(n, 4) : NULL);
  if (codes) {
    inner = inner * (int64_t)dtype_bytes(x->dtype) / 16;
    uint32_t past = draft_read(&k->draft, lower_value(k->l, n->in[0]), "uint4");
    uint32_t fresh = draft_read(&k->draft, lower_value(k->l, n->in[1]), "uint4");
    uint32_t out = draft_write(&k->draft, lower_value(k->l, y), "uint4");
    text_printf(body,
                "  const auto in0 = reader<uint4>(p%u);\n  const auto in1 = reader<uint4>(p%u);\n"
                "  const auto out0 = writer<uint4>(p%u);\n  const uint4 none = {};\n",
                past, fresh, out);
  } else {
    direct_in(k, 0, n->in[0]);
    direct_in(k, 1, n->in[1]);
    direct_out(k, 0, y);
    text_printf(body, "  const %s none = 0;\n", direct_type(y));
  }
  direct_size(k, "inner", at_least_one(inner));
  direct_size(k, "size", at_least_one(size));
  direct_size(k, "each", at_least_one(at_least_one(blocks) / at_least_one(x->dims[0])));
  direct_size(k, "rows", x->dims[axis]);
  direct_size(k, "steps", new->dims[axis]);
  direct_flag(k, "circular", circular);
  direct_flag(k, "clears", clears);
  direct_flag(k, "chosen", clears && node_input(n, 4));
  text_add(body, "  out0(i, cache_at<shape>(i, in0, in1, in2, in4, none));\n");
  return direct_launch(k, codes ? "cache_write_codes" : "cache_write", blocks * size * inner, 1, 0);
}

/* ---- Borders that repeat what is inside ---------------------------------------------------- */

/* Clocks of a lane for a coordinate of an element: where it would lie, and what stands there
 * instead (reflections of EnCodec's 3 dimensions). */
#define BORDER_CLOCKS 48

void pad_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  const tensor *y = &p->gr.nodes[0]->out[0]->type;
  (void)m;
  (void)a;
  w->clocks = BORDER_CLOCKS * (double)y->rank * (double)tensor_elements(y);
}

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
  int64_t dims[FP8C_MAX_RANK];
  for (int d = 0; d < x->rank; d++) dims[d] = at_least_one(y->dims[d]);
  direct_size(k, "rank", x->rank);
  direct_sizes(k, "dims", dims, x->rank);
  direct_sizes(k, "own", x->dims, x->rank);
  direct_sizes(k, "before", before, x->rank);
  direct_choice(k, "border",
                constant         ? "BORDER_CONSTANT"
                : mode[0] == 'e' ? "BORDER_EDGE"
                : mode[0] == 'w' ? "BORDER_WRAP"
                                 : "BORDER_REFLECT");
  text_printf(&k->draft.body, "  out0(i, padded_at<shape, %s>(i, in0, in1));\n",
              direct_type(n->in[0]));
  return direct_launch(k, "pad_border", tensor_elements(y), 1, 0);
}
