/* deconv_to_conv.c - transposed convolutions as convolutions whose results are squares of pixels.
 *
 * With steps of s pixels, a square of s x s pixels of the result depends on the same few pixels of
 * the image, each of its pixels by other taps of the kernel.  So the squares are a convolution of
 * the image in steps of one, with s x s times the filters, and DepthToSpace lays them out (cubes of
 * s x s x s pixels of three axes a Transpose).  Where
 * the kernel is as large as its step, one pixel of the image gives a square, and nothing else does.
 * Else taps that a pixel of the square does not have are zeros, up to some three times the work:
 * so for GPUs alone, whose kernels for the transposed form use no tensor cores.
 *
 * What is computed of each number by itself goes in front of the laying out, where it follows the
 * product. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/window.h"
#include "passes/moves.h"

#define AXES_MAX 3
#define WORK_MAX 4           /* times the multiplications of the transposed form */
#define ZEROS_MAX (64 << 20) /* bytes of them beside the weights */

typedef struct squares {
  int axes;     /* spatial: 1 to 3 */
  int64_t side; /* pixels of a square along each */
  int64_t pixels;
  struct {
    int64_t kernel, spread,
        pad;             /* of the transposed form: pixel i adds tap t at side i + spread t - pad */
    int64_t first, taps; /* square g reads the pixels from g + first on */
    int64_t count, after; /* squares; zeros behind the image */
    int64_t size;         /* of the result: what squares reach beyond is cut off */
  } of[AXES_MAX];
} squares;

/* Square g has the pixels side g to side g + side - 1.  Returns false where its taps reach into the
 * image from outside. */
static bool read_axis(const window *w, int d, squares *s, int i) {
  int64_t reach = w->dilation[d] * (w->kernel[d] - 1), side = w->stride[d];
  s->of[i].kernel = w->kernel[d];
  s->of[i].spread = w->dilation[d];
  s->of[i].pad = w->before[d];
  s->of[i].size = w->out[d];
  s->of[i].count = divide_up(w->out[d], side);
  s->of[i].first = -((reach - w->before[d]) / side);
  s->of[i].taps = (w->before[d] + side - 1) / side - s->of[i].first + 1;
  s->of[i].after = s->of[i].count + s->of[i].taps - 1 + s->of[i].first - w->in[d];
  return w->before[d] >= 0 && reach >= w->before[d] && s->of[i].after >= 0;
}

static bool read_windows(const node *n, window *w) {
  arena *scratch = n->graph->scratch;
  arena_mark mark = arena_save(scratch);
  op_call call;
  bool known = node_call(n, scratch, false, &call, NULL) == FP8C_OK &&
               window_transposed(&call, n->in[1]->type.dims + 2, w, NULL) == FP8C_OK;
  arena_reset(scratch, mark);
  for (int i = WINDOW_AXES - w->rank; known && i < WINDOW_AXES; i++)
    known = w->in[i] > 0 && w->out[i] > 0 && w->kernel[i] > 0;
  return known && window_gives(w, &n->out[0]->type);
}

static bool is_plain(const node *n) {
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type, *y = &n->out[0]->type;
  if (x->rank < 3 || x->rank > 2 + AXES_MAX || w->rank != x->rank || y->rank != x->rank ||
      !value_is_const(n->in[1]) || !tensor_shape_known(w) || !dtype_is_small_float(w->dtype) ||
      w->scale.kind != SCALE_NONE || node_int(n, "group") != 1 || x->dims[1] != w->dims[0] ||
      tensor_elements(w) == 0)
    return false;
  const value *bias = node_input(n, 2);
  return !bias || (value_is_const(bias) && dtype_is_small_float(bias->type.dtype) &&
                   bias->type.scale.kind == SCALE_NONE && bias->type.rank == 1 &&
                   bias->type.dims[0] == w->dims[1]);
}

static bool read_squares(const node *n, bool gpu, squares *s) {
  window w;
  if (!is_plain(n) || !read_windows(n, &w)) return false;
  *s = (squares){.axes = w.rank, .side = w.stride[WINDOW_AXES - 1], .pixels = 1};
  int64_t weights = (int64_t)tensor_bytes(&n->in[1]->type);
  double work = 1;
  bool whole = s->side > 1;
  for (int i = 0; i < w.rank; i++) {
    int d = WINDOW_AXES - w.rank + i;
    if (w.stride[d] != s->side || !read_axis(&w, d, s, i)) return false;
    s->pixels *= s->side;
    work *= (double)(s->of[i].taps * s->side) / (double)w.kernel[d];
    whole = whole && s->of[i].taps == 1 && w.kernel[d] == s->side &&
            s->of[i].size == s->of[i].count * s->side;
  }
  if (w.rank == 2 && whole) return true;
  if (w.rank != 2 && n->in[0]->type.dims[0] == DIM_UNKNOWN) return false; /* no Reshape states it */
  return gpu && work <= WORK_MAX && (work - 1) * (double)weights <= ZEROS_MAX;
}

/* The tap of the transposed kernel by which a square's pixel `at` reads its image pixel number
 * `tap` along axis i; -1: by none. */
static int64_t tap_of(const squares *s, int i, int64_t at, int64_t tap) {
  int64_t way = at + s->of[i].pad - s->side * (s->of[i].first + tap);
  if (way < 0 || way % s->of[i].spread || way / s->of[i].spread >= s->of[i].kernel) return -1;
  return way / s->of[i].spread;
}

/* Where the transposed kernel has the weight of a pixel of the square and a pixel of the image,
 * both counted row by row; -1: it has none. */
static int64_t place_of(const squares *s, int64_t pixel, int64_t tap) {
  int64_t place = 0, row = 1;
  for (int i = s->axes - 1; i >= 0; i--) {
    int64_t at = tap_of(s, i, pixel % s->side, tap % s->of[i].taps);
    if (at < 0) return -1;
    place += at * row;
    row *= s->of[i].kernel;
    pixel /= s->side;
    tap /= s->of[i].taps;
  }
  return place;
}

/* Weights [C, M, kernel] as [(pixels of a square, M), C, taps]. */
static fp8c_status square_weights(const node *n, const squares *s, arena *scratch, value **out,
                                  fp8c_error *err) {
  const value *w = n->in[1];
  graph *g = n->graph;
  tensor from, type = w->type;
  TRY(value_load(w, scratch, &from, err));
  const int64_t channels = type.dims[0], filters = type.dims[1];
  const size_t bytes = dtype_bytes(type.dtype);
  int64_t taps = 1, kernel = 1;
  for (int i = 0; i < s->axes; i++) {
    taps *= s->of[i].taps;
    kernel *= s->of[i].kernel;
    type.dims[2 + i] = s->of[i].taps;
  }
  type.dims[0] = s->pixels * filters;
  type.dims[1] = channels;
  blob b = {.bytes = tensor_bytes(&type)};
  char *to = arena_alloc(g->arena, b.bytes + 1);
  memset(to, 0, b.bytes); /* zero in every format of few bits */
  b.memory = to;
  for (int64_t p = 0; p < s->pixels; p++)
    for (int64_t t = 0; t < taps; t++) {
      int64_t at = place_of(s, p, t);
      for (int64_t c = 0; at >= 0 && c < channels; c++)
        for (int64_t m = 0; m < filters; m++)
          memcpy(to + (size_t)(((p * filters + m) * channels + c) * taps + t) * bytes,
                 (const char *)from.data + (size_t)((c * filters + m) * kernel + at) * bytes,
                 bytes);
    }
  *out = graph_const(g, arena_printf(g->arena, "%s.squares", w->name), &type, b);
  return FP8C_OK;
}

/* A bias for each pixel of a square. */
static fp8c_status square_bias(const node *n, const squares *s, arena *scratch, value **out,
                               fp8c_error *err) {
  const value *bias = node_input(n, 2);
  tensor from;
  *out = NULL;
  if (!bias) return FP8C_OK;
  graph *g = n->graph;
  TRY(value_load(bias, scratch, &from, err));
  const size_t bytes = tensor_bytes(&bias->type), pixels = (size_t)s->pixels;
  char *to = arena_alloc(g->arena, pixels * bytes + 1);
  for (size_t t = 0; t < pixels; t++) memcpy(to + t * bytes, from.data, bytes);
  tensor type = bias->type;
  type.dims[0] *= s->pixels;
  blob b = {.bytes = pixels * bytes, .memory = to};
  *out = graph_const(g, arena_printf(g->arena, "%s.squares", bias->name), &type, b);
  return FP8C_OK;
}

/* The only reader of `v`, of which each number depends on one of v's alone. */
static node *follows(const value *v, const tensor *whole) {
  if (v->user_count != 1 || v->output_uses) return NULL;
  node *n = v->users[0];
  if (n->op->family != FAMILY_ELTWISE || node_is(n, OP_ROTARY) || n->out_count != 1 || !n->out[0] ||
      n->region || !same_shape(&n->out[0]->type, whole))
    return NULL;
  size_t places = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    if (n->in[i] == v) places++;
    if (n->in[i] && n->in[i] != v &&
        !(value_is_const(n->in[i]) && tensor_elements(&n->in[i]->type) == 1))
      return NULL;
  }
  return places == 1 ? n : NULL;
}

/* Cubes of x, [N, (pixels of a cube, M), cubes], side by side as whole images of the type `t`. */
static value *laid_out_cubes(const squares *s, value *x, const tensor *t, node *before) {
  static const int64_t beside[] = {0, 4, 5, 1, 6, 2, 7, 3};
  tensor apart = x->type;
  apart.rank = 8;
  apart.dims[4] = t->dims[1];
  for (int i = 0; i < s->axes; i++) {
    apart.dims[1 + i] = s->side;
    apart.dims[5 + i] = s->of[i].count;
  }
  x = move_transposed(move_reshaped(x, &apart, before), beside, before);
  return move_reshaped(x, t, before);
}

/* The squares of x, [N, (pixels of a square, M), squares], side by side as whole images. */
static value *laid_out(const squares *s, value *x, const tensor *whole, node *before) {
  graph *g = before->graph;
  tensor t = x->type;
  t.dims[1] = whole->dims[1];
  for (int i = 0; i < s->axes; i++) t.dims[2 + i] = s->of[i].count * s->side;
  if (s->axes == 1) {
    static const int64_t swapped[] = {0, 2, 1};
    tensor rows = t;
    rows.dims[1] = t.dims[2];
    rows.dims[2] = t.dims[1];
    x = move_transposed(x, swapped, before);
    return move_transposed(move_reshaped(x, &rows, before), swapped, before);
  }
  if (s->axes == 3) return laid_out_cubes(s, x, &t, before);
  node *n = graph_node(g, before, op_get(OP_DEPTH_TO_SPACE), NULL, &x, 1, 1);
  node_set_int(n, "blocksize", s->side);
  n->out[0]->type = t;
  return n->out[0];
}

/* Without what the last squares reach beyond the result. */
static value *cut_off(const squares *s, value *x, const tensor *whole, node *before) {
  graph *g = before->graph;
  int64_t begin[AXES_MAX] = {0}, end[AXES_MAX], axes[AXES_MAX];
  for (int i = 0; i < s->axes; i++) {
    end[i] = s->of[i].size;
    axes[i] = 2 + i;
  }
  if (same_shape(&x->type, whole)) return x;
  size_t count = (size_t)s->axes;
  value *in[] = {x, graph_const_i64s(g, NULL, begin, count), graph_const_i64s(g, NULL, end, count),
                 graph_const_i64s(g, NULL, axes, count)};
  node *n = graph_node(g, before, op_get(OP_SLICE), NULL, in, 4, 1);
  n->out[0]->type = x->type;
  memcpy(n->out[0]->type.dims, whole->dims, sizeof whole->dims);
  return n->out[0];
}

static node *make_conv(const node *n, const squares *s, value *const *in) {
  node *conv = node_like(n, OP_CONV, in, in[2] ? 3 : 2);
  int64_t taps[AXES_MAX], pads[2 * AXES_MAX];
  bool padded = false;
  for (int i = 0; i < s->axes; i++) {
    taps[i] = s->of[i].taps;
    pads[i] = -s->of[i].first;
    pads[s->axes + i] = s->of[i].after;
    padded = padded || pads[i] || s->of[i].after;
  }
  node_set_ints(conv, "kernel_shape", taps, (size_t)s->axes);
  if (padded) node_set_ints(conv, "pads", pads, 2 * (size_t)s->axes);
  node_add_sources(conv, n);
  return conv;
}

static fp8c_status rewrite(node *n, const squares *s, pass_context *c, fp8c_error *err) {
  value *in[3] = {n->in[0]}, *last = n->out[0];
  TRY(square_weights(n, s, c->scratch, &in[1], err));
  TRY(square_bias(n, s, c->scratch, &in[2], err));
  node *conv = make_conv(n, s, in), *end = conv;
  take_over(conv, last);
  const tensor whole = conv->out[0]->type;
  for (node *next = conv; next; next = follows(last, &whole)) {
    end = next;
    last = end->out[0];
    last->type.dims[1] = whole.dims[1] * s->pixels;
    for (int i = 0; i < s->axes; i++) last->type.dims[2 + i] = s->of[i].count;
  }
  /* `y` stands for `last` everywhere but where it is made of it. */
  node *place = graph_node(n->graph, end->next, op_get(OP_IDENTITY), NULL, &last, 1, 1);
  value *y = place->out[0];
  y->type = last->type;
  memcpy(y->type.dims, whole.dims, sizeof whole.dims);
  value_replace(last, y);
  node_set_input(place, 0, last);
  value_swap_names(last, y);
  value *made = cut_off(s, laid_out(s, last, &whole, place), &whole, place);
  for (node *d = end->next; d != place; d = d->next) node_add_sources(d, n);
  take_over(made->def, y);
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_deconv_to_conv(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    squares s;
    if (!has_output(n) || !node_is(n, OP_CONV_TRANSPOSE) || n->region) continue;
    if (read_squares(n, c->rules.gpu, &s)) TRY(rewrite(n, &s, c, err));
  }
  return FP8C_OK;
}
