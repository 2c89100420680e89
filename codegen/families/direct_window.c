/* direct_window.c - windows over one to three spatial axes: convolutions of every kind, pooling. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/conv_direct.h"
#include "codegen/direct.h"
#include "codegen/families.h"
#include "ops/channels_last.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "ops/window.h"

/* shape::iz, oz, kz ... ix: the window by what it is and the axis. */
static void write_window(direct *k, const window *w) {
  const struct {
    char what;
    const int64_t *by_axis;
  } rows[] = {{'i', w->in},       {'o', w->out},    {'k', w->kernel}, {'s', w->stride},
              {'d', w->dilation}, {'b', w->before}, {'e', w->after}};
  for (int d = 0; d < WINDOW_AXES; d++)
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      direct_size(k, (const char[]){rows[i].what, "zyx"[d], 0}, rows[i].by_axis[d]);
}

/* ---- Channels that lie last ------------------------------------------------------------
 *
 * Such kernels are those of the usual order, whose readers and writers turn the index: neighbours
 * among the threads take neighbouring channels. */

static bool lies_last(const node *n) {
  bool can = node_is(n, OP_CONV) || node_is(n, OP_MAX_POOL) || node_is(n, OP_AVERAGE_POOL);
  return can && node_int(n, "channels_last");
}

/* "<channels, pixels>" of a tensor in the usual order. */
static const char *sides(direct *k, const tensor *t) {
  int64_t pixels = 1;
  for (int d = 2; d < t->rank; d++) pixels *= t->dims[d];
  return arena_printf(k->l->c->scratch, "<%lld, %lld>", (long long)at_least_one(t->dims[1]),
                      (long long)at_least_one(pixels));
}

/* Makes of a reader by the index in memory one by the channels-first index of `t`. */
static const char *reader_by_first(direct *k, const tensor *t) {
  return arena_printf(k->l->c->scratch, "channels_last_reader<shape::index, %s", sides(k, t) + 1);
}

/* Declares in<number>, a reader by the channels-first index. */
static void read_by_first(direct *k, int number, const value *v, bool last) {
  direct_in(k, last ? number + 10 : number, v);
  tensor t = window_type(v, last);
  if (last)
    text_printf(&k->draft.body, "  const auto in%d = %s(in%d);\n", number, reader_by_first(k, &t),
                number + 10);
}

/* Declares `u`, the channels-first index of thread i's result. */
static void number_by_first(direct *k, const tensor *y, bool last) {
  text_printf(&k->draft.body, "  const shape::index u = %s%s(i);\n",
              last ? "channels_first_at" : "", last ? sides(k, y) : "");
}

/* The spatial axes of a result against its window: auto_pad and all were read right. */
static const char *check(const window *w, const tensor *y) {
  return window_gives(w, y) ? NULL : "its result has another size";
}

static void write_sizes(direct *k, const window *w, int64_t channels, int64_t filters) {
  write_window(k, w);
  direct_size(k, "in_channels", channels);
  direct_size(k, "out_channels", filters);
  direct_size(k, "groups", node_int(k->n, "group"));
}

static uint64_t macs(const node *n, const tensor *w) {
  int64_t out = window_type(n->out[0], lies_last(n)).dims[1], all = tensor_elements(w);
  return (uint64_t)tensor_elements(&n->out[0]->type) * (uint64_t)(out ? all / out : 0);
}

#define TILE_THREADS 128

/* Operands that are exact in BF16. */
static bool narrow_float(fp8c_dtype d) { return dtype_is_fp8(d) || d == FP8C_DTYPE_BF16; }

/* The functor (kernels/direct.cuh) with an operand's scales, which come after the sum. */
static const char *scale_text(direct *k, const value *v) {
  arena *a = k->l->c->scratch;
  const tensor *t = &v->type;
  if (t->scale.kind == SCALE_AXIS)
    return arena_printf(a, "scales_of(p%u)",
                        draft_read(&k->draft, lower_value(k->l, v->scale_vector), "float"));
  return t->scale.kind == SCALE_TENSOR ? arena_printf(a, "scale_of(%s)", draft_scale(&k->draft, t))
                                       : "no_scale()";
}

/* out0, by the index that `t` would have with its channels in front of the pixels. */
static const char *writer_by_first(direct *k, const tensor *t, bool last) {
  return last ? arena_printf(k->l->c->scratch, "channels_last_writer<shape::index, %s(out0)",
                             sides(k, t) + 1)
              : "out0";
}

static const char *tiles(direct *k, const window_problem *v) {
  const node *n = k->n;
  bool last = v->last;
  tensor y = window_type(n->out[0], last);
  bool tensor_cores = narrow_float(v->image) && narrow_float(v->filter);
  if (!v->scales_follow) return "its scales do not go along the output channels";
  direct_count(k, "images", n->in[0]->type.dims[0]);
  text *body = &k->draft.body;
  for (int i = 0; i < 2; i++) {
    const char *type = memory_type(n->in[i]->type.dtype);
    if (!type) return "its operands have no form on the GPU";
    uint32_t p = draft_read(&k->draft, lower_value(k->l, n->in[i]), type);
    tensor t = window_type(n->in[i], last);
    text_printf(body,
                last ? "  const auto in%d = %s(reader<float>(p%u));\n"
                     : "  const auto in%d = %sreader<float>(p%u);\n",
                i, last ? reader_by_first(k, &t) : "", p);
  }
  direct_in(k, 2, node_input(n, 2));
  direct_out(k, 0, n->out[0]);
  if (k->why) return k->why;
  const char *of_x = scale_text(k, n->in[0]), *of_w = scale_text(k, n->in[1]);
  text_printf(body, "  conv_tiles_%s<shape>(in0, in1, conv_end(%s, %s, in2, %s));\n",
              tensor_cores ? "bf16" : "f32", of_x, of_w, writer_by_first(k, &y, last));
  launch_shape launch = {
      .threads = TILE_THREADS, .warp = true, .flops = 2 * macs(n, &n->in[1]->type)};
  launch.blocks = (uint64_t)conv_tiles(v);
  k->library = kernel_text_conv;
  return direct_launch_blocks(k, "conv_tiles", launch);
}

static const char *patches(direct *k, const window_problem *v) {
  const node *n = k->n;
  bool last = v->last;
  tensor y = window_type(n->out[0], last);
  direct_count(k, "images", n->in[0]->type.dims[0]);
  direct_size(k, "patch_rows", patch_rows(v));
  direct_size(k, "patch_columns", patch_columns(v));
  k->library = kernel_text_conv;
  k->launch.warp = true;
  read_by_first(k, 0, n->in[0], last);
  read_by_first(k, 1, n->in[1], last);
  direct_in(k, 2, node_input(n, 2));
  direct_out(k, 0, n->out[0]);
  text_printf(
      &k->draft.body,
      "  conv_patch<shape>(i, lane, in0, in1, conv_end(no_scale(), no_scale(), in2, %s));\n",
      writer_by_first(k, &y, last));
  return direct_launch(k, "conv_patches", conv_patches(v), 32, 2 * macs(n, &n->in[1]->type));
}

/* Windows that cover their image. */
static const char *rows(direct *k, const window_problem *v, const conv_rows *c) {
  const node *n = k->n;
  const value *x = n->in[0], *w = n->in[1], *bias = node_input(n, 2);
  const char *types[2] = {memory_type(x->type.dtype), memory_type(w->type.dtype)};
  if (!types[0] || !types[1]) return "its operands have no form on the GPU";
  direct_size(k, "depth", v->depth);
  direct_size(k, "vector", c->vector);
  k->library = kernel_text_rows;
  k->launch.warp = true;
  k->launch.waits_itself = true;
  uint32_t to_x = draft_read(&k->draft, lower_value(k->l, x), types[0]);
  uint32_t to_w = draft_read(&k->draft, lower_value(k->l, w), types[1]);
  direct_out(k, 0, n->out[0]);
  const char *to_bias = "nullptr";
  if (bias)
    to_bias = arena_printf(k->l->c->scratch, "p%u",
                           draft_read(&k->draft, lower_value(k->l, bias), "float"));
  const char *of_x = scale_text(k, x), *of_w = scale_text(k, w);
  text_printf(&k->draft.body, "  conv_row<shape, %d>(i, lane, %s, p%u, p%u, %s, %s, %s, out0);\n",
              c->lanes, c->lanes > 1 && c->lanes < 32 ? "!beyond" : "true", to_x, to_w, of_x, of_w,
              to_bias);
  return direct_launch(k, "conv_rows", tensor_elements(&n->out[0]->type), c->lanes,
                       2 * macs(n, &w->type));
}

/* By a thread, or a warp (`lanes`), for each result. */
static const char *results(direct *k, const window_problem *v, bool lanes) {
  const node *n = k->n;
  tensor y = window_type(n->out[0], v->last);
  read_by_first(k, 0, n->in[0], v->last);
  read_by_first(k, 1, n->in[1], v->last);
  direct_in(k, 2, node_input(n, 2));
  direct_out(k, 0, n->out[0]);
  number_by_first(k, &y, v->last);
  text_printf(&k->draft.body, "  %s, in0, in1, in2, out0);\n",
              v->transposed ? "conv_transposed_result<shape>(i, u"
              : lanes       ? "conv_result_by_lanes<shape>(i, u, lane"
                            : "conv_result<shape>(i, u");
  const char *what = v->transposed ? "conv_transposed" : lanes ? "conv_lanes" : "conv";
  return direct_launch(k, what, tensor_elements(&n->out[0]->type), lanes ? 32 : 1,
                       2 * macs(n, &n->in[1]->type));
}

const char *conv_direct_begin(direct *k, lowering *l, const problem *p) {
  const char *why = direct_start(k, l, &p->gr);
  if (!why) write_sizes(k, &p->v.w, p->v.channels, p->v.rows * p->v.groups);
  return why;
}

const char *conv_direct_write(lowering *l, const problem *p, const schedule *s) {
  if (!lower_known(l, &p->gr)) return NULL;
  direct k;
  problem given = *p; /* its results are counted as the node has them */
  given.v.w = p->v.given;
  const char *why = conv_direct_begin(&k, l, &given);
  if (why) return why;
  switch ((conv_form)s->form) {
    case CONV_ROWS:
      return rows(&k, &p->v, s->constants);
    case CONV_TILES:
      return tiles(&k, &p->v);
    case CONV_PATCHES:
      return patches(&k, &p->v);
    default:
      return results(&k, &p->v, s->form == CONV_LANES);
  }
}

const char *write_conv_rows(lowering *l, const problem *p, const schedule *s) {
  return conv_direct_write(l, p, s);
}
const char *write_conv_lanes(lowering *l, const problem *p, const schedule *s) {
  return conv_direct_write(l, p, s);
}
const char *write_conv_tiles(lowering *l, const problem *p, const schedule *s) {
  return conv_direct_write(l, p, s);
}
const char *write_conv_results(lowering *l, const problem *p, const schedule *s) {
  return conv_direct_write(l, p, s);
}

/* x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, bias; or x, w and their zero points. */
const char *direct_conv_integers(direct *k) {
  const node *n = k->n;
  bool linear = node_is(n, OP_Q_LINEAR_CONV);
  int xi = 0, wi = linear ? 3 : 1;
  size_t wz = linear ? 5 : 3;
  window w;
  if (tensor_elements(&n->in[wi]->type) == 0) return "its kernel is empty";
  op_call c;
  fp8c_error err;
  const char *why = direct_call(k, &c);
  if (why) return why;
  if (window_over(&c, &n->in[xi]->type, &n->in[wi]->type, &w, &err) != FP8C_OK)
    return arena_printf(k->l->c->scratch, "%s", err.text);
  if ((why = check(&w, &n->out[0]->type))) return why;
  write_sizes(k, &w, n->in[xi]->type.dims[1], n->out[0]->type.dims[1]);
  int64_t outputs = n->in[wi]->type.dims[0];
  const value *zero = node_input(n, wz);
  int zeros = direct_step(zero, outputs), scales = linear ? direct_step(n->in[4], outputs) : 0;
  if (zeros < 0 || scales < 0) return "its zero points or scales fit neither one nor the channels";
  for (int i = 0; i < (linear ? 9 : 4); i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  direct_size(k, "zero_step", zeros);
  direct_size(k, "scale_step", scales);
  if (linear)
    text_printf(&k->draft.body,
                "  conv_requantized<shape, %s>(i, in0, in1, in2, in3, in4, in5, in6, in7, in8, "
                "out0);\n",
                direct_limits(n->out[0]));
  else
    text_add(&k->draft.body, "  out0(i, conv_integers_at<shape>(i, 0, in0, in1, in2, in3));\n");
  return direct_launch(k, "conv_integers", tensor_elements(&n->out[0]->type), 1,
                       2 * macs(n, &n->in[wi]->type));
}

static bool takes_largest(const node *n) {
  return node_is(n, OP_MAX_POOL) || node_is(n, OP_GLOBAL_MAX_POOL);
}

/* Whether threads take several channels, which lie last. */
static bool takes_vectors(const node *n) {
  fp8c_dtype d = n->in[0]->type.dtype;
  return lies_last(n) && takes_largest(n) && dtype_bytes(d) <= 4 && memory_type(d);
}

static bool takes_means(const node *n) {
  return lies_last(n) && node_is(n, OP_AVERAGE_POOL) && n->in[0]->type.scale.kind != SCALE_AXIS;
}

static int64_t channel_vector(const tensor *x) {
  int64_t vector = 16 / (int64_t)dtype_bytes(x->dtype);
  while (x->dims[x->rank - 1] % vector) vector /= 2;
  return vector;
}

/* A thread has a few results of a row, whose windows share columns, and asks for some rows of them
 * at once: as many as its registers hold, of results that leave every multiprocessor its threads.
 */
#define POOL_PIXELS_MAX 2
#define POOL_HELD_MAX 24  /* vectors */
#define POOL_THREADS 1024 /* of a multiprocessor */

static int64_t pool_columns(const window *w, int64_t pixels) {
  return (pixels - 1) * w->stride[2] + (w->kernel[2] - 1) * w->dilation[2] + 1;
}

static int64_t pool_pixels(const window *w, int64_t vectors, int multiprocessors) {
  int64_t pixels = POOL_PIXELS_MAX;
  while (pixels > 1 && (pool_columns(w, pixels) > POOL_HELD_MAX || w->out[2] < pixels ||
                        w->stride[2] >= w->kernel[2] ||
                        vectors / pixels < (int64_t)multiprocessors * POOL_THREADS))
    pixels /= 2;
  return pixels;
}

/* Rows of a window at once; 0: its columns are too many. */
static int64_t pool_rows(const window *w, int64_t pixels) {
  int64_t rows = POOL_HELD_MAX / pool_columns(w, pixels);
  return rows > w->kernel[1] ? w->kernel[1] : rows;
}

/* The bits of a word of the lowest numbers. */
static int64_t lowest_word(fp8c_dtype d) {
  float lowest = -INFINITY, kept;
  uint8_t bytes[4] = {0};
  size_t size = dtype_bytes(d);
  if (dtype_is_small_float(d)) {
    floats_encode(d, &lowest, bytes, 1, false);
    floats_decode(d, bytes, &kept, 1);
    if (isnan(kept)) floats_encode(d, &lowest, bytes, 1, true); /* it has no infinity */
  } else if (dtype_is_signed(d)) {
    bytes[size - 1] = 0x80;
  }
  uint32_t word = 0;
  for (size_t i = 0; i < 4; i++) word |= (uint32_t)bytes[i % size] << 8 * i;
  return word;
}

static const char *launch_pool(direct *k, const window *w, int64_t vector, int64_t outside) {
  const tensor *y = &k->n->out[0]->type;
  int64_t vectors = tensor_elements(y) / vector;
  int64_t pixels = pool_pixels(w, vectors, lower_multiprocessors(k->l));
  direct_size(k, "pixels", pixels);
  direct_size(k, "rows", pool_rows(w, pixels));
  direct_size(k, "outside", outside);
  int64_t threads = vectors / at_least_one(w->out[2]) * divide_up(w->out[2], pixels);
  return direct_launch(k, "pool", threads, 1,
                       (uint64_t)tensor_elements(y) * (uint64_t)window_volume(w->kernel));
}

/* The mean of windows of channels that lie last, `vector` channels a thread. */
static const char *means_last(direct *k, const window *w, int vector) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  direct_size(k, "channels", y->dims[y->rank - 1]);
  direct_flag(k, "count_padding", node_int(n, "count_include_pad") != 0);
  const tensor *x = &n->in[0]->type;
  uint32_t from = draft_read(&k->draft, lower_value(k->l, n->in[0]), memory_type(x->dtype));
  direct_out_many(k, n->out[0], vector);
  text_printf(&k->draft.body, "  average_pool_stored<shape, %d>(i, p%u, %s, out_many);\n", vector,
              from, draft_scale(&k->draft, x));
  return launch_pool(k, w, vector, 0);
}

/* The largest of windows of channels that lie last: a thread for as many channels as 16 bytes hold,
 * of which what follows may store fewer at once. */
static const char *largest_last(direct *k, const window *w) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  int64_t vector = channel_vector(x);
  if (x->scale.kind == SCALE_AXIS) return "a scale per channel is read by products only";
  bool stored = direct_vector(k, x->dims[x->rank - 1]) >= (vector > 8 ? 8 : vector);
  if (stored && vector > 8) vector = 8;
  direct_size(k, "channels", x->dims[x->rank - 1]);
  if (stored)
    direct_out_many(k, n->out[0], (int)vector);
  else
    direct_out(k, 0, n->out[0]);
  uint32_t from = draft_read(&k->draft, lower_value(k->l, n->in[0]), memory_type(x->dtype));
  text_printf(&k->draft.body, "  max_pool_%s<shape, %lld, %s>(i, p%u, %s, %s);\n",
              stored ? "stored" : "vector", (long long)vector, direct_type(n->in[0]), from,
              draft_scale(&k->draft, x), stored ? "out_many" : "out0");
  return launch_pool(k, w, vector, lowest_word(x->dtype));
}

/* A warp for each image of one channel. */
static const char *largest_of_lines(direct *k, int64_t size) {
  int64_t lines = tensor_elements(&k->n->out[0]->type);
  direct_in(k, 0, k->n->in[0]);
  direct_out(k, 0, k->n->out[0]);
  direct_size(k, "ix", size);
  text_add(&k->draft.body, "  max_of_line<shape>(i, lane, in0, out0);\n");
  return direct_launch(k, "pool", lines, 32, (uint64_t)(lines * size));
}

/* A pool over the whole image, which has no window. */
static bool is_global(const node *n) {
  return node_is(n, OP_GLOBAL_MAX_POOL) || node_is(n, OP_GLOBAL_LP_POOL);
}

/* Reads the windows of a pool that has some; NULL, or what is wrong with them. */
static const char *read_pool(const node *n, arena *a, window *w) {
  op_call c;
  fp8c_error err;
  const tensor x = window_type(n->in[0], lies_last(n)), *in = &x;
  if (node_call(n, a, false, &c, &err) != FP8C_OK) return arena_strdup(a, err.text);
  c.in = &in;
  if (window_of(&c, NULL, node_int(n, "ceil_mode") != 0, w, &err) == FP8C_OK) return NULL;
  return arena_strdup(a, err.text);
}

const char *direct_pooling(direct *k) {
  const node *n = k->n;
  bool last = lies_last(n);
  const tensor types[2] = {window_type(n->in[0], last), window_type(n->out[0], last)};
  const tensor *x = &types[0], *y = &types[1];
  window w;
  bool whole = is_global(n);
  if (whole) {
    w = (window){.rank = 1};
    for (int d = 0; d < WINDOW_AXES; d++)
      w.in[d] = w.out[d] = w.kernel[d] = w.stride[d] = w.dilation[d] = 1;
    for (int d = 2; d < x->rank; d++) w.in[2] *= x->dims[d];
    w.kernel[2] = w.in[2];
  } else {
    const char *why = read_pool(n, k->l->c->scratch, &w);
    if (why || (why = check(&w, y))) return why;
  }
  if (node_is(n, OP_GLOBAL_MAX_POOL) && dtype_is_small_float(n->in[0]->type.dtype))
    return largest_of_lines(k, w.in[2]);
  write_window(k, &w);
  bool largest = takes_largest(n);
  if (takes_vectors(n)) return largest_last(k, &w);
  int many = takes_means(n) ? direct_vector(k, n->in[0]->type.dims[n->in[0]->type.rank - 1]) : 1;
  if (many > 1) return means_last(k, &w, many);
  read_by_first(k, 0, n->in[0], last);
  direct_out(k, 0, n->out[0]);
  number_by_first(k, y, last);
  if (largest) {
    direct_out(k, 1, node_output(n, 1));
    direct_flag(k, "along_z", !whole && node_int(n, "storage_order") && w.rank > 1);
    text_printf(&k->draft.body, "  max_pool_result<shape, %s>(i, u, in0, out0, out1);\n",
                direct_type(n->in[0]));
  } else if (node_is(n, OP_AVERAGE_POOL)) {
    direct_flag(k, "count_padding", node_int(n, "count_include_pad") != 0);
    text_add(&k->draft.body, "  out0(i, average_pool_at<shape>(u, in0));\n");
  } else {
    direct_size(k, "p", node_int(n, "p"));
    text_add(&k->draft.body, "  out0(i, lp_pool_at<shape>(u, in0));\n");
  }
  return direct_launch(
      k, "pool", tensor_elements(&n->out[0]->type), 1,
      (uint64_t)tensor_elements(&n->out[0]->type) * (uint64_t)window_volume(w.kernel));
}

/* Zeros around an image, and squares of its pixels as channels: a thread for 16 bytes of them. */
const char *direct_squares(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  const int64_t *pads;
  size_t count;
  size_t bytes = dtype_bytes(x->dtype);
  if (!memory_type(x->dtype) || bytes > 4 || !node_ints(n, "pads", &pads, &count) || count != 4)
    return "its type has no form on the GPU";
  int64_t vector = 16 / (int64_t)bytes;
  while (y->dims[3] % vector) vector /= 2;
  const char *type = unit_type(bytes), *wide = unit_type((size_t)vector * bytes);
  uint32_t from = draft_read(&k->draft, lower_value(k->l, n->in[0]), type);
  uint32_t to = draft_write(&k->draft, lower_value(k->l, n->out[0]), wide);
  direct_size(k, "channels", x->dims[1]);
  direct_size(k, "height", x->dims[2]);
  direct_size(k, "width", x->dims[3]);
  direct_size(k, "above", pads[0]);
  direct_size(k, "left", pads[1]);
  direct_size(k, "step", node_int(n, "step"));
  direct_size(k, "all", node_int(n, "channels"));
  direct_size(k, "rows", at_least_one(y->dims[1]));
  direct_size(k, "columns", at_least_one(y->dims[2]));
  direct_size(k, "vectors", at_least_one(y->dims[3] / vector));
  text_printf(&k->draft.body, "  p%u[i] = square_pixels<shape, %lld, %s, %s>(i, p%u);\n", to,
              (long long)vector, type, wide, from);
  return direct_launch(k, "squares", tensor_elements(y) / vector, 1, 0);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Clocks of a lane on an H200. */
#define SQUARES_CLOCKS 36      /* of a result: an element that is read alone, ... */
#define SQUARES_TORN_CLOCKS 18 /* ... and that of a square which begins inside of a pair */
#define SQUARES_SECONDS 0.8e-6 /* they follow one another */
#define POOL_CLOCKS 30         /* of a thread, ... */
#define POOL_LOAD_CLOCKS 18    /* for an element of its window, */
#define POOL_VECTOR_CLOCKS 10  /* of one that has vectors, for each that it stores, ... */
#define POOL_READ_CLOCKS 58    /* ... and for each that it reads (17 pools on an H200) */
#define POOL_BEHIND_CLOCKS 20  /* for a result that something follows */
#define POOL_SECONDS 0.8e-6    /* loads of a window follow one another */

void squares_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  (void)a;
  (void)m;
  const node *n = p->gr.nodes[0];
  const int64_t *pads;
  size_t count;
  bool torn = node_ints(n, "pads", &pads, &count) && count > 1 && pads[1] % 2;
  w->clocks = (SQUARES_CLOCKS + (torn ? SQUARES_TORN_CLOCKS : 0)) *
              (double)tensor_elements(&n->out[0]->type);
  w->waits = SQUARES_SECONDS;
}

void pooling_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  const node *n = p->gr.nodes[0];
  const int64_t *shape;
  size_t count = 0;
  double taps = 1;
  if (node_ints(n, "kernel_shape", &shape, &count))
    for (size_t i = 0; i < count; i++) taps *= (double)shape[i];
  double results = (double)tensor_elements(&n->out[0]->type), vector = 1;
  if (takes_vectors(n)) vector = (double)channel_vector(&n->in[0]->type);
  if (takes_means(n))
    vector = direct_vector_of(n, NULL, n->in[0]->type.dims[n->in[0]->type.rank - 1]);
  window v;
  w->clocks = (POOL_CLOCKS + taps * POOL_LOAD_CLOCKS) * results;
  if (vector > 1 && !is_global(n) && !read_pool(n, a, &v)) {
    int64_t pixels = pool_pixels(&v, (int64_t)(results / vector), cost_multiprocessors(m));
    double columns = pool_rows(&v, pixels) ? (double)pool_columns(&v, pixels) : (double)v.kernel[2];
    double read = columns * (double)(v.kernel[0] * v.kernel[1]) / (double)pixels;
    w->clocks = (POOL_VECTOR_CLOCKS + read * POOL_READ_CLOCKS) * results / vector;
  }
  if (p->gr.count > 1) w->clocks += POOL_BEHIND_CLOCKS * results;
  w->waits = POOL_SECONDS;
}
