/* direct_window.c - windows over one to three spatial axes: convolutions of every kind, pooling. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
#include "ops/channels_last.h"
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

static tensor usual_type(const value *v, bool last) {
  return last ? channels_first(v->type) : v->type;
}

/* "<channels, pixels>" of a tensor in the usual order. */
static const char *sides(direct *k, const tensor *t) {
  int64_t pixels = 1;
  for (int d = 2; d < t->rank; d++) pixels *= t->dims[d];
  return reason(k->l, "<%lld, %lld>", (long long)at_least_one(t->dims[1]),
                (long long)at_least_one(pixels));
}

/* The reader in<number> by the usual index. */
static void read_turned(direct *k, int number, const value *v, bool last) {
  direct_in(k, last ? number + 10 : number, v);
  tensor t = usual_type(v, last);
  if (last)
    text_printf(&k->d.body,
                "  const auto in%d = [&](i64 at) { return in%d(turned%s((shape::index)at)); };\n",
                number, number + 10, sides(k, &t));
}

/* `u` is thread i's result by the usual index. */
static void number_turned(direct *k, const tensor *y, bool last) {
  text_printf(&k->d.body, "  const shape::index u = %s%s(i);\n", last ? "usual" : "",
              last ? sides(k, y) : "");
}

/* The spatial axes of a result against its window: auto_pad and all were read right. */
static const char *check(const window *w, const tensor *y) {
  return window_gives(w, y) ? NULL : "its result has another size";
}

static const char *convolution(direct *k, int x_at, int w_at, bool transposed, window *w) {
  op_call c;
  fp8c_error err;
  const char *why = direct_call(k, &c);
  if (why) return why;
  bool last = lies_last(k->n);
  tensor x = usual_type(k->n->in[x_at], last), weights = usual_type(k->n->in[w_at], last);
  tensor y = usual_type(k->n->out[0], last);
  fp8c_status s = transposed ? window_transposed(&c, weights.dims + 2, w, &err)
                             : window_over(&c, &x, &weights, w, &err);
  if (s != FP8C_OK) return reason(k->l, "%s", err.text);
  if ((why = check(w, &y))) return why;
  write_window(k, w);
  direct_size(k, "in_channels", x.dims[1]);
  direct_size(k, "out_channels", y.dims[1]);
  direct_size(k, "groups", node_int(k->n, "group"));
  return NULL;
}

static uint64_t macs(const node *n, const tensor *w) {
  int64_t out = usual_type(n->out[0], lies_last(n)).dims[1], all = tensor_elements(w);
  return (uint64_t)tensor_elements(&n->out[0]->type) * (uint64_t)(out ? all / out : 0);
}

#define TILE 64
#define TILE_THREADS 128
#define DEPTH 32
#define LANES_MACS (1 << 23) /* each reads both operands from a cache */
#define ROW_VECTORS 2        /* of a lane, where a result is a product of two rows */

/* Operands that are exact in BF16. */
static bool narrow_float(const value *v) {
  return dtype_is_fp8(v->type.dtype) || v->type.dtype == FP8C_DTYPE_BF16;
}

/* The sizes of a convolution as a product. */
typedef struct product_sizes {
  int64_t groups, rows, depth, pixels; /* rows of a group */
} product_sizes;

static product_sizes sizes_of(const node *n, const window *w) {
  const tensor *weights = &n->in[1]->type;
  int64_t groups = node_int(n, "group");
  return (product_sizes){groups, weights->dims[0] / groups,
                         tensor_elements(weights) / weights->dims[0],
                         n->out[0]->type.dims[0] * window_volume(w->out)};
}

static int64_t tiles_of(const product_sizes *s) {
  return divide_up(s->rows, TILE) * s->groups * divide_up(s->pixels, TILE);
}

/* Whether tiles are worth it: a depthwise convolution has nothing to share. */
static bool in_tiles(const product_sizes *s) {
  return s->rows >= 8 && s->depth >= 16 && s->pixels >= 16;
}

/* Few pixels and many terms, such as those of one pixel an image: tiles of them would be few, and
 * mostly empty. */
static bool by_lanes(const node *n, const product_sizes *s) {
  return s->depth >= 64 && s->pixels <= TILE && macs(n, &n->in[1]->type) <= LANES_MACS;
}

/* Whether both operands' scales may come after the sum. */
static bool scales_follow(const node *n) {
  const value *x = n->in[0], *w = n->in[1];
  return x->type.scale.kind != SCALE_AXIS &&
         (w->type.scale.kind != SCALE_AXIS || (w->type.scale.axis == 0 && w->scale_vector));
}

/* Windows that cover their image, so that what is multiplied lies one number after the other in
 * both operands, whichever order has the channels last: squeeze and excitation's products. */
static bool of_rows(const node *n, const window *w) {
  const value *bias = node_input(n, 2);
  if (!value_is_const(n->in[1]) || !scales_follow(n) || macs(n, &n->in[1]->type) > LANES_MACS)
    return false;
  if (bias && (!value_is_const(bias) || bias->type.dtype != FP8C_DTYPE_F32)) return false;
  for (int i = 0; i < 2; i++)
    if (!dtype_is_small_float(n->in[i]->type.dtype)) return false;
  for (int d = 0; d < WINDOW_AXES; d++)
    if (w->out[d] != 1 || w->kernel[d] != w->in[d] || w->before[d] || w->after[d] ||
        (w->dilation[d] != 1 && w->kernel[d] != 1))
      return false;
  return tensor_elements(&n->out[0]->type) &&
         (node_int(n, "group") == 1 || window_volume(w->kernel) == 1);
}

/* FP8 codes are multiplied as they are; their scales come after the sum. */
static const char *scale_text(direct *k, const value *v) {
  if (v->type.scale.kind == SCALE_AXIS)
    return reason(k->l, " * p%u[channel]",
                  draft_read(&k->d, lower_value(k->l, v->scale_vector), "float"));
  return draft_times_scale(&k->d, &v->type);
}

/* "turned<...>((shape::index)at)" where channels lie last, else "at": an element of `t` by the
 * usual index. */
static const char *usual_place(direct *k, const tensor *t, bool last) {
  return last ? reason(k->l, "turned%s((shape::index)at)", sides(k, t)) : "at";
}

static const char *tiles(direct *k, const product_sizes *s) {
  const node *n = k->n;
  bool last = lies_last(n);
  tensor y = usual_type(n->out[0], last);
  bool tensor_cores = narrow_float(n->in[0]) && narrow_float(n->in[1]);
  if (!scales_follow(n)) return "its scales do not go along the output channels";
  direct_size(k, "images", n->in[0]->type.dims[0]);
  text *body = &k->d.body;
  for (int i = 0; i < 2; i++) {
    const char *type = memory_type(n->in[i]->type.dtype);
    if (!type) return "its operands have no form on the GPU";
    uint32_t p = draft_read(&k->d, lower_value(k->l, n->in[i]), type);
    tensor t = usual_type(n->in[i], last);
    text_printf(body,
                "  const auto in%d = [&](i64 at) {\n    float x[1];\n    load<1>(p%u + %s, x);\n"
                "    return x[0];\n  };\n",
                i, p, usual_place(k, &t, last));
  }
  direct_in(k, 2, node_input(n, 2));
  direct_out(k, 0, n->out[0]);
  if (k->why) return k->why;
  const char *of_x = scale_text(k, n->in[0]), *of_w = scale_text(k, n->in[1]);
  const char *type = tensor_cores ? "u16" : "float";
  text_printf(body,
              "  __shared__ %s weights[%d * %d];\n  __shared__ %s pixels[%d * %d];\n"
              "  conv_tiles_%s<shape>(in0, in1, [&](i64 at, i64 channel, float sum) {\n"
              "    (void)channel;\n    out0(%s, sum%s%s + in2(channel));\n  }, weights, pixels);\n",
              type, TILE, DEPTH + 8, type, TILE, DEPTH + 8, tensor_cores ? "bf16" : "f32",
              usual_place(k, &y, last), of_x, of_w);
  launch_shape launch = {
      .threads = TILE_THREADS, .warp = true, .flops = 2 * macs(n, &n->in[1]->type)};
  launch.blocks = (uint64_t)tiles_of(s);
  k->library = kernel_text_conv;
  return direct_launch_blocks(k, "conv_tiles", launch);
}

/* ---- Patches: a few results by a warp ------------------------------------------------- */

/* Of one filter more pixels. */
static int64_t patch_rows(const product_sizes *s) { return s->rows < 4 ? 1 : 4; }
static int64_t patch_columns(const product_sizes *s) { return s->rows < 4 ? 16 : 8; }

static int64_t patches(const product_sizes *s) {
  return divide_up(s->rows, patch_rows(s)) * s->groups * divide_up(s->pixels, patch_columns(s));
}

static const char *by_patches(direct *k, const product_sizes *s) {
  const node *n = k->n;
  bool last = lies_last(n);
  tensor y = usual_type(n->out[0], last);
  direct_size(k, "images", n->in[0]->type.dims[0]);
  direct_size(k, "patch_rows", patch_rows(s));
  direct_size(k, "patch_columns", patch_columns(s));
  k->library = kernel_text_conv;
  k->launch.warp = true;
  read_turned(k, 0, n->in[0], last);
  read_turned(k, 1, n->in[1], last);
  direct_in(k, 2, node_input(n, 2));
  direct_out(k, 0, n->out[0]);
  text_printf(&k->d.body,
              "  conv_patch<shape>(i, lane, in0, in1, [&](i64 at, i64 channel, float sum) {\n"
              "    out0(%s, sum + in2(channel));\n  });\n",
              usual_place(k, &y, last));
  return direct_launch(k, "conv_patches", patches(s), 32, 2 * macs(n, &n->in[1]->type));
}

/* Whether patches are to do it, and not `other`.  Tiles share what they fetch, but each wants a
 * block, and few blocks wait for every slice of their depth; a thread for a result waits for every
 * term. Patches fetch more, by as many warps as there are.  Costs in cycles of a scheduler: tiles
 * take 5,000 for a slice and single results 57 for a term where nothing hides them (timed on an
 * H200). */
static bool in_patches(direct *k, const product_sizes *s, bool tiles) {
  if (s->depth < DEPTH) return false;
  double chip = lower_multiprocessors(k->l), slices = (double)divide_up(s->depth, DEPTH);
  double blocks = (double)tiles_of(s) / chip;
  double of_tiles = slices * 1800 * (1.3 * blocks > 2.7 ? 1.3 * blocks : 2.7);
  double results = (double)(s->rows * s->groups * s->pixels) / 32 / (4 * chip);
  double of_results = (double)s->depth * (11 * results > 57 ? 11 * results : 57);
  double warps = (double)patches(s) / (4 * chip);
  double turn = s->rows < 4 ? 250 : 180;
  double of_patches = (slices * turn + 500) * (warps > 2 ? warps : 2);
  double of_other = tiles ? of_tiles : of_results;
  const char *other = tiles ? "tiles" : "one result a thread";
  bool small = of_patches < of_other;
  way in_order[2] = {{"patches", of_patches, 1, !small}, {other, of_other, 0, small}};
  way ways[2] = {in_order[!small], in_order[small]};
  return lower_way(k->l, k->gr, ways, 2);
}

/* As many lanes a result as leave each a few vectors. */
static const char *rows(direct *k) {
  const node *n = k->n;
  const value *x = n->in[0], *w = n->in[1], *bias = node_input(n, 2);
  const char *types[2] = {memory_type(x->type.dtype), memory_type(w->type.dtype)};
  if (!types[0] || !types[1]) return "its operands have no form on the GPU";
  size_t bytes[2] = {dtype_bytes(x->type.dtype), dtype_bytes(w->type.dtype)};
  int64_t depth = tensor_elements(&w->type) / w->type.dims[0];
  int64_t vector = 16 / (int64_t)(bytes[0] > bytes[1] ? bytes[0] : bytes[1]);
  while (depth % vector) vector /= 2;
  int lanes = 1;
  while (lanes < 32 && lanes * vector * ROW_VECTORS < depth) lanes *= 2;
  direct_size(k, "depth", depth);
  direct_size(k, "vector", vector);
  k->library = kernel_text_rows;
  k->launch.warp = true;
  k->launch.waits_itself = true;
  uint32_t to_x = draft_read(&k->d, lower_value(k->l, x), types[0]);
  uint32_t to_w = draft_read(&k->d, lower_value(k->l, w), types[1]);
  direct_out(k, 0, n->out[0]);
  text *body = &k->d.body;
  text_add(body,
           "  const shape::index channel = i % shape::out_channels, image = i / "
           "shape::out_channels;\n"
           "  const shape::index group = channel / (shape::out_channels / shape::groups);\n");
  if (bias)
    text_printf(body, "  const float addend = load_ahead(p%u + channel);\n",
                draft_read(&k->d, lower_value(k->l, bias), "float"));
  const char *of_x = scale_text(k, x), *of_w = scale_text(k, w);
  text_printf(body,
              "  const float sum = product_of_rows<shape, %d>(\n      lane, p%u + (image * "
              "shape::groups + group) * shape::depth, p%u + channel * shape::depth);\n"
              "  if (lane == 0%s) out0(i, sum%s%s%s);\n",
              lanes, to_x, to_w, lanes > 1 && lanes < 32 ? " && !beyond" : "", of_x, of_w,
              bias ? " + addend" : "");
  return direct_launch(k, "conv_rows", tensor_elements(&n->out[0]->type), lanes,
                       2 * macs(n, &w->type));
}

const char *direct_conv(direct *k) {
  const node *n = k->n;
  window w;
  bool transposed = node_is(n, OP_CONV_TRANSPOSE);
  if (tensor_elements(&n->in[1]->type) == 0) return "its kernel is empty";
  bool last = lies_last(n);
  const char *why = convolution(k, 0, 1, transposed, &w);
  if (why) return why;
  if (!transposed && of_rows(n, &w)) return rows(k);
  product_sizes sizes = sizes_of(n, &w);
  bool lanes = !transposed && by_lanes(n, &sizes);
  if (!transposed && !lanes) {
    bool shared = in_tiles(&sizes);
    int form = shared ? 0 : direct_depthwise_form(k, &w);
    if (form) return direct_depthwise(k, &w, form);
    /* filters for each channel have been asked about */
    if ((shared || sizes.groups == 1) && in_patches(k, &sizes, shared))
      return by_patches(k, &sizes);
    if (shared) return tiles(k, &sizes);
  }
  tensor y = usual_type(n->out[0], last);
  read_turned(k, 0, n->in[0], last);
  read_turned(k, 1, n->in[1], last);
  direct_in(k, 2, node_input(n, 2));
  direct_out(k, 0, n->out[0]);
  number_turned(k, &y, last);
  text_printf(&k->d.body,
              "  const float sum = %s;\n%s  out0(i, sum + in2(u / (shape::oz * shape::oy * "
              "shape::ox) %% shape::out_channels));\n",
              transposed ? "conv_transposed_at<shape>(u, in0, in1)"
              : lanes    ? "conv_by_lanes<shape>(u, lane, in0, in1)"
                         : "conv_at<shape>(u, 0.0f, in0, in1)",
              lanes ? "  if (lane) return;\n" : "");
  return direct_launch(k,
                       transposed ? "conv_transposed"
                       : lanes    ? "conv_lanes"
                                  : "conv",
                       tensor_elements(&n->out[0]->type), lanes ? 32 : 1,
                       2 * macs(n, &n->in[1]->type));
}

/* x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, bias; or x, w and their zero points. */
const char *direct_conv_integers(direct *k) {
  const node *n = k->n;
  bool linear = node_is(n, OP_Q_LINEAR_CONV);
  int xi = 0, wi = linear ? 3 : 1;
  size_t xz = 2, wz = linear ? 5 : 3;
  window w;
  if (tensor_elements(&n->in[wi]->type) == 0) return "its kernel is empty";
  const char *why = convolution(k, xi, wi, false, &w);
  if (why) return why;
  int64_t outputs = n->in[wi]->type.dims[0];
  const value *zero = node_input(n, wz);
  int zeros = direct_step(zero, outputs), scales = linear ? direct_step(n->in[4], outputs) : 0;
  if (zeros < 0 || scales < 0) return "its zero points or scales fit neither one nor the channels";
  for (int i = 0; i < (linear ? 9 : 4); i++) direct_in(k, i, node_input(n, (size_t)i));
  direct_out(k, 0, n->out[0]);
  text_printf(
      &k->d.body,
      "  const auto channel = i / (shape::oz * shape::oy * shape::ox) %% shape::out_channels;\n"
      "  const i32 x_zero = (i32)in%zu(0), w_zero = (i32)in%zu(channel * %d);\n"
      "  const i32 sum = conv_at<shape>(i, (i32)%s, [&](i64 at) { return (i32)in%d(at) - x_zero; "
      "},\n"
      "                                 [&](i64 at) { return (i32)in%d(at) - w_zero; });\n",
      xz, wz, zeros, linear ? "in8(channel)" : "0", xi, wi);
  if (linear)
    text_printf(&k->d.body,
                "  const float s = in1(0) * in4(channel * %d) / in6(0);\n"
                "  out0(i, (%s)saturated((float)sum * s, (i32)in7(0), %s));\n",
                scales, direct_type(n->out[0]),
                n->out[0]->type.dtype == FP8C_DTYPE_I8 ? "-128.0f, 127.0f" : "0.0f, 255.0f");
  else
    text_add(&k->d.body, "  out0(i, sum);\n");
  return direct_launch(k, "conv_integers", tensor_elements(&n->out[0]->type), 1,
                       2 * macs(n, &n->in[wi]->type));
}

/* The largest of windows of channels that lie last: a thread for as many channels as 16 bytes hold.
 */
static const char *largest_last(direct *k, const window *w) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int64_t channels = x->dims[x->rank - 1], vector = 16 / (int64_t)dtype_bytes(x->dtype);
  if (x->scale.kind == SCALE_AXIS) return "a scale per channel is read by products only";
  while (channels % vector) vector /= 2;
  direct_size(k, "channels", channels);
  direct_out(k, 0, n->out[0]);
  uint32_t from = draft_read(&k->d, lower_value(k->l, n->in[0]), memory_type(x->dtype));
  const char *number = direct_type(n->in[0]);
  const char *factor = draft_times_scale(&k->d, x);
  text_printf(&k->d.body,
              "  %s best[%lld];\n  max_pool_last<shape, %lld>(i, p%u, best);\n#pragma unroll\n"
              "  for (int v = 0; v < %lld; v++) out0((i64)i * %lld + v, best[v]%s);\n",
              number, (long long)vector, (long long)vector, from, (long long)vector,
              (long long)vector, factor);
  return direct_launch(k, "pool", tensor_elements(y) / vector, 1,
                       (uint64_t)tensor_elements(y) * (uint64_t)window_volume(w->kernel));
}

/* A warp for each image of one channel. */
static const char *largest_of_lines(direct *k, int64_t size) {
  int64_t lines = tensor_elements(&k->n->out[0]->type);
  direct_in(k, 0, k->n->in[0]);
  direct_out(k, 0, k->n->out[0]);
  text_printf(&k->d.body,
              "  float best = max_of::none();\n#pragma unroll 8\n"
              "  for (shape::index k = lane; k < %lld; k += 32)\n"
              "    best = max_of::of(best, in0(i * %lld + k));\n"
              "  best = row_combine<max_of, 32>(best, 0);\n  if (lane == 0) out0(i, best);\n",
              (long long)size, (long long)size);
  return direct_launch(k, "pool", lines, 32, (uint64_t)(lines * size));
}

const char *direct_pooling(direct *k) {
  const node *n = k->n;
  bool last = lies_last(n);
  const tensor usual[2] = {usual_type(n->in[0], last), usual_type(n->out[0], last)};
  const tensor *x = &usual[0], *y = &usual[1];
  window w;
  op_call c;
  fp8c_error err;
  const char *why = direct_call(k, &c), *name = n->op->name;
  if (why) return why;
  c.in = &x;
  if (strncmp(name, "Global", 6) == 0) {
    w = (window){.rank = 1};
    for (int d = 0; d < WINDOW_AXES; d++)
      w.in[d] = w.out[d] = w.kernel[d] = w.stride[d] = w.dilation[d] = 1;
    for (int d = 2; d < x->rank; d++) w.in[2] *= x->dims[d];
    w.kernel[2] = w.in[2];
  } else {
    if (window_of(&c, NULL, node_int(n, "ceil_mode") != 0, &w, &err) != FP8C_OK)
      return reason(k->l, "%s", err.text);
    if ((why = check(&w, y))) return why;
  }
  if (node_is(n, OP_GLOBAL_MAX_POOL) && dtype_is_small_float(n->in[0]->type.dtype))
    return largest_of_lines(k, w.in[2]);
  write_window(k, &w);
  bool largest = strstr(name, "Max") != NULL, average = strstr(name, "Average") != NULL;
  if (last && largest && dtype_bytes(n->in[0]->type.dtype) <= 4 &&
      memory_type(n->in[0]->type.dtype))
    return largest_last(k, &w);
  read_turned(k, 0, n->in[0], last);
  direct_out(k, 0, n->out[0]);
  number_turned(k, y, last);
  if (largest) {
    direct_out(k, 1, node_output(n, 1));
    direct_flag(k, "turned", !strstr(name, "Global") && node_int(n, "storage_order") && w.rank > 1);
    text_printf(&k->d.body,
                "  i64 place;\n  out0(i, max_pool_at<shape, %s>(u, in0, &place));\n"
                "  out1(i, place);\n",
                direct_type(n->in[0]));
  } else if (average) {
    direct_flag(k, "count_padding", node_int(n, "count_include_pad") != 0);
    text_add(&k->d.body, "  out0(i, average_pool_at<shape>(u, in0));\n");
  } else {
    direct_size(k, "p", node_int(n, "p"));
    text_add(&k->d.body, "  out0(i, lp_pool_at<shape>(u, in0));\n");
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
  const char *type = bytes == 1 ? "u8" : bytes == 2 ? "u16" : "u32";
  const char *wide = vector * (int64_t)bytes == 16  ? "uint4"
                     : vector * (int64_t)bytes == 8 ? "u64"
                     : vector * (int64_t)bytes == 4 ? "u32"
                     : vector * (int64_t)bytes == 2 ? "u16"
                                                    : "u8";
  uint32_t from = draft_read(&k->d, lower_value(k->l, n->in[0]), type);
  uint32_t to = draft_write(&k->d, lower_value(k->l, n->out[0]), wide);
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
  text_printf(&k->d.body, "  p%u[i] = square_pixels<shape, %lld, %s, %s>(i, p%u);\n", to,
              (long long)vector, type, wide, from);
  return direct_launch(k, "squares", tensor_elements(y) / vector, 1, 0);
}
