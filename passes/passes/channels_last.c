/* channels_last.c - images whose channels lie innermost, where a target's convolutions want them.
 *
 * A GPU multiplies the windows of such images as they lie.  Every convolution that the target
 * has that kernel for takes them so, and what is computed element by element, per window or over
 * the pixels in between follows.  Transposes stand where the order changes: mostly at the graph's
 * inputs, and nowhere between one convolution and the next.
 *
 * An image in the other order is named so: where "x" lies channels first, "x.channels_last" is
 * the same image transposed, whichever of them is computed and whichever copied
 * (compiler/debug/shadow.c finds by it what to compare a GPU's images with). */
#include <string.h>

#include "base/numbers.h"
#include "ops/channels_last.h"
#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "ops/ids/vision.h"
#include "ops/move.h"
#include "ops/window.h"
#include "passes/match.h"
#include "passes/passes/channels_last_moves.h"

/* Images, and volumes, which have frames in front of their rows. */
#define IMAGE_RANK 4
#define VOLUME_RANK 5

typedef struct layout_change {
  graph *g;
  pass_context *c;
  fp8c_error *err;
  size_t ids;
  bool *converts;           /* by node id */
  struct squares **squares; /* by node id: how a convolution of few channels is done; NULL */
  int64_t *wider;     /* by node id: channels of a convolution's image, zeros included; or 0 */
  shuffle **shuffles; /* by node id: of a Reshape that ends one and follows; NULL */
  bool *gone;         /* by node id: what stands in front of it in its shuffle */
  const char **plain; /* by value id: its name while it was channels-first; NULL: it still is */
  value **other;      /* by value id: the same numbers in the other order; NULL: not made */
  value **repeated;   /* by value id: each of its channels several times; NULL: not made */
} layout_change;

/* Axes of the other order, by rank; to_first also says where each axis goes with its channels
 * last. */
static const int64_t *to_last(int rank) {
  static const int64_t image[IMAGE_RANK] = {0, 2, 3, 1}, volume[VOLUME_RANK] = {0, 2, 3, 4, 1};
  return rank == IMAGE_RANK ? image : volume;
}

static const int64_t *to_first(int rank) {
  static const int64_t image[IMAGE_RANK] = {0, 3, 1, 2}, volume[VOLUME_RANK] = {0, 4, 1, 2, 3};
  return rank == IMAGE_RANK ? image : volume;
}

static void permute_type(tensor *t, const int64_t *perm) {
  int64_t dims[VOLUME_RANK];
  for (int i = 0; i < t->rank; i++) dims[i] = t->dims[perm[i]];
  memcpy(t->dims, dims, sizeof *dims * (size_t)t->rank);
}

static bool is_image(const value *v) {
  return v && (v->type.rank == IMAGE_RANK || v->type.rank == VOLUME_RANK) &&
         tensor_shape_known(&v->type) && v->type.scale.kind != SCALE_AXIS;
}

static bool is_volume(const value *v) { return v->type.rank == VOLUME_RANK; }

static bool one_number(const value *v) {
  return tensor_shape_known(&v->type) && tensor_elements(&v->type) == 1;
}

/* ---- What may change -------------------------------------------------------------------- */

/* Constants and images alone; what is spread over an image has its rank or is constant. */
static bool elementwise_follows(const node *n) {
  bool linear = node_is(n, OP_QUANTIZE_LINEAR) || node_is(n, OP_DEQUANTIZE_LINEAR);
  if (n->op->family != FAMILY_ELTWISE || node_is(n, OP_ROTARY) || !is_image(n->out[0]) ||
      node_gives_more(n) || (linear && !(n->in[1] && one_number(n->in[1]))))
    return false;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || (tensor_shape_known(&v->type) && one_number(v))) continue;
    bool constant = value_is_const(v) && tensor_shape_known(&v->type) &&
                    v->type.rank <= n->out[0]->type.rank && v->type.scale.kind != SCALE_AXIS;
    if (!constant && !(is_image(v) && v->type.rank == n->out[0]->type.rank)) return false;
  }
  return true;
}

static bool reduction_follows(const node *n) {
  bool gone[FP8C_MAX_RANK];
  if (!op_has(n->op, FACT_REDUCES) || !is_image(n->in[0]) || n->in_count < 2 || !n->in[1] ||
      tensor_elements(&n->in[1]->type) == 0 || !node_reduction(n, gone))
    return false;
  /* without its axes a result keeps the order of those that are left */
  bool pixels = !gone[0] && !gone[1];
  for (int i = 2; i < n->in[0]->type.rank; i++) pixels = pixels && gone[i];
  return node_int(n, "keepdims") || pixels;
}

static bool windows_follow(const node *n) {
  return (node_is(n, OP_MAX_POOL) || node_is(n, OP_AVERAGE_POOL)) && is_image(n->in[0]) &&
         is_image(n->out[0]) && !node_gives_more(n) &&
         (!node_is(n, OP_MAX_POOL) || node_int(n, "storage_order") == 0);
}

static bool concat_follows(const node *n) {
  if (!node_is(n, OP_CONCAT)) return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (!is_image(n->in[i]) || n->in[i]->type.rank != n->out[0]->type.rank) return false;
  return true;
}

/* A pixel's channels are those of a square of pixels, one pixel's after the other's. */
static bool squares_follow(const node *n) {
  return node_is(n, OP_DEPTH_TO_SPACE) && is_image(n->in[0]) && is_image(n->out[0]) &&
         strcmp(node_string(n, "mode"), "DCR") == 0;
}

static bool is_convolution(const node *n) {
  return node_is(n, OP_CONV) && is_image(n->in[0]) && is_image(n->out[0]) &&
         value_is_const(n->in[1]) && !node_int(n, "channels_last");
}

/* Each channel by itself: a kernel that is bound by memory in either order.  Several filters of a
 * channel are filters of as many channels, which are the same. */
static bool depthwise_follows(const node *n) {
  if (!is_convolution(n)) return false;
  int64_t channels = n->in[0]->type.dims[1];
  return channels > 1 && node_int(n, "group") == channels &&
         n->out[0]->type.dims[1] % channels == 0;
}

/* A mean over the pixels, by its other name. */
static bool mean_follows(const node *n) {
  return node_is(n, OP_GLOBAL_AVERAGE_POOL) && is_image(n->in[0]) && is_image(n->out[0]);
}

/* A norm of groups of channels: its gain and bias stay as they are. */
static bool norm_follows(const node *n) {
  return op_has(n->op, FACT_IMAGE_NORM) && is_image(n->in[0]) && is_image(n->out[0]) &&
         !node_int(n, "channels_last");
}

/* Along any axes, whose sizes are known. */
static bool resize_follows(const node *n) {
  if (!node_is(n, OP_RESIZE) || !is_image(n->in[0]) || !is_image(n->out[0]) || is_volume(n->in[0]))
    return false;
  for (size_t i = 1; i < n->in_count; i++)
    if (n->in[i] && !value_is_const(n->in[i])) return false;
  return true;
}

static bool follows(const node *n) {
  return elementwise_follows(n) || reduction_follows(n) || windows_follow(n) || concat_follows(n) ||
         squares_follow(n) || depthwise_follows(n) || resize_follows(n) || mean_follows(n) ||
         norm_follows(n) || move_follows(n);
}

/* ---- Few channels ----------------------------------------------------------------------
 *
 * A network's first convolution reads three channels, in steps of 1, 2 or 4 pixels.  The pixels
 * of a square of that size become channels of one, and with as many zeros as make 16 bytes of
 * them the convolution is one of whole pixels, without padding. */

typedef struct squares {
  int64_t step, channels;     /* of a pixel, zeros included */
  int64_t kernel[2];          /* in squares */
  int64_t before[2], size[2]; /* of the image, padded */
} squares;

#define SQUARE_CHANNELS_MAX 64
#define PANEL_BYTES 128 /* that a copy brings of each window, at about the price of 16 */
#define MANY_TAPS 32

static int64_t up(int64_t x, int64_t unit) { return (x + unit - 1) / unit * unit; }

static bool read_windows(const layout_change *t, const node *n, window *w) {
  op_call call;
  fp8c_error why_not;
  arena_mark mark = arena_save(t->c->scratch);
  bool good = node_call(n, t->c->scratch, false, &call, &why_not) == FP8C_OK &&
              window_over(&call, &n->in[0]->type, &n->in[1]->type, w, &why_not) == FP8C_OK;
  arena_reset(t->c->scratch, mark);
  return good && window_gives(w, &n->out[0]->type);
}

static bool takes_channels(const layout_change *t, const node *n, int64_t channels) {
  return !targets_refuse(
      &t->c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST, .n = n, .channels = channels});
}

static bool read_squares(const layout_change *t, const node *n, squares *s) {
  window w;
  if (!is_convolution(n) || is_volume(n->in[0]) || node_int(n, "group") != 1 ||
      !read_windows(t, n, &w))
    return false;
  const int y = WINDOW_AXES - 2, x = WINDOW_AXES - 1;
  if (w.dilation[y] != 1 || w.dilation[x] != 1 || w.stride[y] != w.stride[x]) return false;
  s->step = w.stride[y];
  if (s->step != 1 && s->step != 2 && s->step != 4) return false;
  const tensor *image = &n->in[0]->type;
  int64_t area = s->step * s->step, least = 16 / (int64_t)dtype_bytes(image->dtype);
  s->channels = image->dims[1];
  while (s->channels * area % least) s->channels++;
  if (s->channels * area > SQUARE_CHANNELS_MAX || s->channels > 4 * image->dims[1] + 4)
    return false;
  /* A row that no panel holds has whole panels, with zeros behind its last tap. */
  int64_t panel = PANEL_BYTES / (s->channels * area * (int64_t)dtype_bytes(image->dtype));
  for (int i = 0; i < 2; i++) {
    s->kernel[i] = up(w.kernel[y + i], s->step) / s->step;
    if (i == 1 && panel > 0 && s->kernel[1] > panel) s->kernel[1] = up(s->kernel[1], panel);
    s->before[i] = w.before[y + i];
    s->size[i] = (w.out[y + i] - 1 + s->kernel[i]) * s->step;
    if (s->size[i] < s->before[i] + w.in[y + i]) return false;
  }
  return takes_channels(t, n, s->channels * area);
}

/* An image that is channels-last already and whose pixels are not multiples of 16 bytes is padded
 * with zero channels; a volume of few channels is, in any case. */
#define WIDER_MAX 2
#define WIDER_VOLUME_MAX 8
static bool read_wider(layout_change *t, const node *n) {
  int64_t channels = n->in[0]->type.dims[1];
  int64_t all = up(channels, 16 / (int64_t)dtype_bytes(n->in[0]->type.dtype));
  int64_t most = is_volume(n->in[0]) ? WIDER_VOLUME_MAX : WIDER_MAX;
  if (all == channels || all > most * channels || !takes_channels(t, n, all)) return false;
  t->wider[n->id] = all;
  return true;
}

/* Many taps of few channels each: without padding around the image those of a row lie side by side
 * in memory, and come together. */
static bool comes_in_crumbs(const node *n) {
  const tensor *w = &n->in[1]->type;
  return w->rank == IMAGE_RANK && w->dims[2] * w->dims[3] >= MANY_TAPS && w->dims[3] >= 4 &&
         w->dims[1] * (int64_t)dtype_bytes(n->in[0]->type.dtype) <= PANEL_BYTES / 4;
}

/* The image was made of tokens [N, H W, C], or of [N, H, W, C]: its other order is what they are.
 */
static bool is_of_tokens(const value *v) {
  const node *n = v->def;
  if (n && node_is(n, OP_RESHAPE)) {
    const tensor *t = &n->in[0]->type;
    if (t->rank != 3 || t->dims[0] != v->type.dims[0] || t->dims[1] != v->type.dims[1])
      return false;
    n = n->in[0]->def;
  }
  return n && moves_channels_first(n);
}

static bool wanted(layout_change *t, const node *n) {
  squares s;
  if (!is_convolution(n)) return false;
  bool as_is = takes_channels(t, n, n->in[0]->type.dims[1]);
  if (as_is && !comes_in_crumbs(n)) return true;
  const node *d = n->in[0]->def; /* an image that is channels-last already stays so */
  if ((d && t->converts[d->id]) || is_of_tokens(n->in[0]) || is_volume(n->in[0]))
    return as_is || read_wider(t, n);
  if (!read_squares(t, n, &s)) return as_is;
  t->squares[n->id] = NEW(t->c->scratch, squares);
  *t->squares[n->id] = s;
  return true;
}

static node *end_of(const node *n) { return node_region_last(n)->next; }

/* A filter for each channel takes many times as long where channels lie first as there and back. */
#define TAPS_MIN 4
#define EACH_CHANNELS_MIN 8

static bool gains_alone(const node *n) {
  if (!depthwise_follows(n)) return false;
  const tensor *w = &n->in[1]->type;
  return n->in[0]->type.dims[1] >= EACH_CHANNELS_MIN && tensor_elements(w) >= TAPS_MIN * w->dims[0];
}

/* What such a kernel reads with its channels last costs nothing to turn. */
static bool gains_by_tokens(const node *n) {
  if (n->op->family == FAMILY_ELTWISE) return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (is_image(n->in[i]) && !value_is_const(n->in[i]) && !is_of_tokens(n->in[i])) return false;
  return is_image(n->in[0]);
}

/* A shuffle changes whole where its image did. */
static bool decide_shuffle(layout_change *t, node *n) {
  shuffle s;
  if (!find_shuffle(n, &s)) return false;
  const node *d = s.split->in[0]->def;
  if (!d || !t->converts[d->id]) return false;
  t->shuffles[n->id] = NEW(t->c->scratch, shuffle);
  *t->shuffles[n->id] = s;
  t->converts[n->id] = t->gone[s.split->id] = t->gone[s.turn->id] = true;
  return true;
}

/* A region changes whole: one that has such a convolution, or that reads what changed. */
static void decide(layout_change *t, node *first, const node *end) {
  bool reason = false;
  if (decide_shuffle(t, first)) return;
  for (const node *n = first; n != end; n = n->next) {
    bool conv = wanted(t, n);
    if (!conv && !follows(n)) return;
    reason = reason || conv || gains_by_tokens(n) || gains_alone(n);
    for (size_t i = 0; i < n->in_count; i++) {
      const node *d = is_image(n->in[i]) ? n->in[i]->def : NULL;
      reason = reason || (d && t->converts[d->id]);
    }
  }
  for (node *n = first; reason && n != end; n = n->next) t->converts[n->id] = true;
}

/* ---- Converting -------------------------------------------------------------------------- */

static const char *channels_last_name(layout_change *t, const value *v) {
  return arena_printf(t->g->arena, "%s" CHANNELS_LAST_SUFFIX, v->name);
}

static value *add_transpose(layout_change *t, node *before, value *v, const int64_t *perm,
                            const char *name) {
  node *n = graph_node(t->g, before, op_get(OP_TRANSPOSE), NULL, &v, 1, 1);
  node_set_ints(n, "perm", perm, (size_t)v->type.rank);
  n->out[0]->type = v->type;
  permute_type(&n->out[0]->type, perm);
  if (v->def) node_add_sources(n, v->def);
  value_rename(n->out[0], name);
  return n->out[0];
}

/* The node computes its result channels-last from now on, and keeps its own name. */
static void make_result_channels_last(layout_change *t, value *v) {
  const char *name = v->def->name;
  t->plain[v->id] = v->name;
  permute_type(&v->type, to_last(v->type.rank));
  value_rename(v, channels_last_name(t, v));
  v->def->name = name;
}

/* Makes the channels-last form of a constant: the same bytes where one of the sides is 1. */
static fp8c_status channels_last_constant(layout_change *t, const value *v, int rank, value **out) {
  tensor type = v->type, from;
  while (type.rank < rank) {
    memmove(type.dims + 1, type.dims, (size_t)type.rank * sizeof *type.dims);
    type.dims[0] = 1;
    type.rank++;
  }
  const int64_t channels = type.dims[1], outer = type.dims[0];
  const int64_t pixels = dims_product(type.dims, 2, rank);
  permute_type(&type, to_last(rank));
  const char *name = channels_last_name(t, v);
  blob b = v->blob;
  if (channels > 1 && pixels > 1 && outer > 0) {
    TRY(value_load(v, t->c->scratch, &from, t->err));
    size_t bytes = dtype_bytes(type.dtype);
    char *to = arena_alloc(t->g->arena, tensor_bytes(&type) + 1);
    const char *x = from.data;
    for (int64_t n = 0; n < outer; n++)
      for (int64_t p = 0; p < pixels; p++)
        for (int64_t c = 0; c < channels; c++)
          memcpy(to + (size_t)((n * pixels + p) * channels + c) * bytes,
                 x + (size_t)((n * channels + c) * pixels + p) * bytes, bytes);
    b = (blob){.bytes = tensor_bytes(&type), .memory = to};
  }
  *out = graph_const(t->g, name, &type, b);
  (*out)->scale_vector = v->scale_vector;
  (*out)->reason = v->reason;
  if (b.memory == v->blob.memory) (*out)->seed = v->seed;
  return FP8C_OK;
}

/* Finds the value in the other order, as an image of that rank, which is made once, in front of its
 * first reader. */
static fp8c_status other_of(layout_change *t, node *before, value *v, bool last, int rank,
                            value **out) {
  value **known = v->id < t->ids ? &t->other[v->id] : NULL;
  if (known && *known && (*known)->type.rank == rank) {
    *out = *known;
    return FP8C_OK;
  }
  if (value_is_const(v)) {
    TRY(channels_last_constant(t, v, rank, out));
  } else if (last) {
    *out = add_transpose(t, before, v, to_last(rank), channels_last_name(t, v));
  } else { /* the name is free again; the node that gave the image has it still */
    *out = add_transpose(t, before, v, to_first(rank), t->plain[v->id]);
    (*out)->def->name = arena_printf(t->g->arena, "%s.channels_first", t->plain[v->id]);
  }
  if (known) *known = *out;
  return FP8C_OK;
}

/* [N, C, H, W], padded, as [N, H / step, W / step, step * step * channels]. */
static value *square_image(layout_change *t, node *before, const node *n, const squares *s) {
  value *x = n->in[0];
  node *y = graph_node(t->g, before, op_get(OP_SQUARES), NULL, &x, 1, 1);
  const int64_t pads[4] = {s->before[0], s->before[1], s->size[0] - s->before[0] - x->type.dims[2],
                           s->size[1] - s->before[1] - x->type.dims[3]};
  node_add_sources(y, n);
  node_set_int(y, "step", s->step);
  node_set_int(y, "channels", s->channels);
  node_set_ints(y, "pads", pads, 4);
  y->out[0]->type = x->type;
  y->out[0]->type.dims[1] = s->size[0] / s->step;
  y->out[0]->type.dims[2] = s->size[1] / s->step;
  y->out[0]->type.dims[3] = s->step * s->step * s->channels;
  value_rename(y->out[0], arena_printf(t->g->arena, "%s.squares", x->name));
  return y->out[0];
}

/* Weights [M, C, y, x] as [M, y / step, x / step, (y % step, x % step, channel)], zeros between. */
static fp8c_status square_weights(layout_change *t, const value *w, const squares *s, value **out) {
  tensor from, type = w->type;
  TRY(value_load(w, t->c->scratch, &from, t->err));
  const int64_t *d = w->type.dims, step = s->step, deep = step * step * s->channels;
  type.dims[1] = s->kernel[0];
  type.dims[2] = s->kernel[1];
  type.dims[3] = deep;
  size_t bytes = dtype_bytes(type.dtype);
  char *to = arena_alloc(t->g->arena, tensor_bytes(&type) + 1);
  memset(to, 0, tensor_bytes(&type));
  for (int64_t m = 0; m < d[0]; m++)
    for (int64_t c = 0; c < d[1]; c++)
      for (int64_t y = 0; y < d[2]; y++)
        for (int64_t x = 0; x < d[3]; x++) {
          int64_t square = (m * s->kernel[0] + y / step) * s->kernel[1] + x / step;
          int64_t channel = (y % step * step + x % step) * s->channels + c;
          memcpy(to + (size_t)(square * deep + channel) * bytes,
                 (const char *)from.data + (size_t)(((m * d[1] + c) * d[2] + y) * d[3] + x) * bytes,
                 bytes);
        }
  blob b = {.bytes = tensor_bytes(&type), .memory = to};
  *out = graph_const(t->g, arena_printf(t->g->arena, "%s.squares", w->name), &type, b);
  (*out)->scale_vector = w->scale_vector;
  (*out)->reason = w->reason;
  return FP8C_OK;
}

static fp8c_status convert_squares(layout_change *t, node *first, node *n, const squares *s) {
  value *x = n->in[0], *weights;
  if (x->id < t->ids && t->plain[x->id]) {
    TRY(other_of(t, first, x, false, x->type.rank, &x));
    node_set_input(n, 0, x);
  }
  TRY(square_weights(t, n->in[1], s, &weights));
  node_set_input(n, 0, square_image(t, first, n, s));
  node_set_input(n, 1, weights);
  static const int64_t ones[2] = {1, 1}, none[4] = {0, 0, 0, 0};
  node_set_string(n, "auto_pad", "NOTSET");
  node_set_ints(n, "kernel_shape", s->kernel, 2);
  node_set_ints(n, "pads", none, 4);
  node_set_ints(n, "strides", ones, 2);
  return FP8C_OK;
}

/* Where the taps of a row fit into a panel, zeros beside the rows of the image instead of around
 * its windows let them come together (codegen/families/conv_sm90.c).  Volumes are padded so with
 * the channels that they get; `pads` are of the image with its channels last. */
static void pad_rows(node *n, const window *w, int64_t channels, int64_t *pads) {
  const int rank = n->in[0]->type.rank, x = WINDOW_AXES - 1, spatial = rank - 2;
  int64_t bytes = channels * (int64_t)dtype_bytes(n->in[0]->type.dtype), around[2 * WINDOW_AXES];
  if (w->kernel[x] < 2 || w->dilation[x] != 1 || w->kernel[x] * bytes > PANEL_BYTES) return;
  pads[rank - 2] = w->before[x];
  pads[2 * rank - 2] = w->after[x];
  for (int i = 0; i < spatial; i++) {
    bool row = i == spatial - 1;
    around[i] = row ? 0 : w->before[WINDOW_AXES - spatial + i];
    around[spatial + i] = row ? 0 : w->after[WINDOW_AXES - spatial + i];
  }
  node_set_string(n, "auto_pad", "NOTSET");
  node_set_ints(n, "pads", around, 2 * (size_t)spatial);
}

/* Pads the channels of a convolution whose operands are channels-last already; `windows` are of a
 * volume whose rows may be padded too, or NULL. */
static fp8c_status widen_channels(layout_change *t, node *first, node *n, const window *windows,
                                  int64_t channels) {
  graph *g = t->g;
  value *x = n->in[0], *w = n->in[1];
  const int rank = x->type.rank, last = rank - 1;
  const int64_t own = x->type.dims[last];
  int64_t pads[2 * VOLUME_RANK] = {0};
  pads[2 * rank - 1] = channels - own;
  if (windows) pad_rows(n, windows, channels, pads);
  value *in[2] = {x, graph_const_i64s(g, NULL, pads, 2 * (size_t)rank)};
  node *pad = graph_node(g, first, op_get(OP_PAD), NULL, in, 2, 1);
  node_add_sources(pad, n);
  pad->out[0]->type = x->type;
  for (int d = 0; d < rank; d++) pad->out[0]->type.dims[d] += pads[d] + pads[rank + d];
  value_rename(pad->out[0], arena_printf(g->arena, "%s.wider", x->name));
  tensor from, type = w->type;
  TRY(value_load(w, t->c->scratch, &from, t->err));
  type.dims[last] = channels;
  const size_t row = (size_t)own * dtype_bytes(type.dtype);
  const size_t wide = (size_t)channels * dtype_bytes(type.dtype);
  char *to = arena_alloc(g->arena, tensor_bytes(&type) + 1);
  memset(to, 0, tensor_bytes(&type));
  for (int64_t i = 0; i < dims_product(type.dims, 0, last); i++)
    memcpy(to + (size_t)i * wide, (const char *)from.data + (size_t)i * row, row);
  blob b = {.bytes = tensor_bytes(&type), .memory = to};
  value *weights = graph_const(g, arena_printf(g->arena, "%s.wider", w->name), &type, b);
  weights->scale_vector = w->scale_vector;
  weights->reason = w->reason;
  node_set_input(n, 0, pad->out[0]);
  node_set_input(n, 1, weights);
  return FP8C_OK;
}

static fp8c_status convert_axes(layout_change *t, node *n) {
  const int rank = n->in[0]->type.rank;
  const int64_t *place = to_first(rank);
  if (node_is(n, OP_CONCAT)) {
    node_set_int(n, "axis", place[node_axis(n, rank)]);
  }
  if (mean_follows(n)) {
    static const int64_t pixels[VOLUME_RANK - 2] = {1, 2, 3};
    n->op = op_get(OP_REDUCE_MEAN);
    node_set_input(n, 1, graph_const_i64s(t->g, NULL, pixels, (size_t)rank - 2));
    return FP8C_OK;
  }
  if (node_is(n, OP_RESIZE)) {
    const int64_t *named;
    int64_t axes[VOLUME_RANK];
    size_t count = (size_t)rank;
    bool some = node_ints(n, "axes", &named, &count);
    for (size_t i = 0; i < count; i++) {
      int64_t axis = some ? named[i] : (int64_t)i;
      axes[i] = place[axis < 0 ? axis + rank : axis];
    }
    node_set_ints(n, "axes", axes, count);
  }
  if (op_has(n->op, FACT_REDUCES)) {
    int64_t axes[VOLUME_RANK];
    bool gone[FP8C_MAX_RANK];
    size_t count = 0;
    if (!node_reduction(n, gone))
      return fail(t->err, FP8C_ERROR_INTERNAL, "the axes of \"%s\" are gone", n->name);
    for (int i = 0; i < rank; i++)
      if (gone[i]) axes[count++] = place[i];
    node_set_input(n, 1, graph_const_i64s(t->g, NULL, axes, count));
  }
  return FP8C_OK;
}

/* Gives a convolution with several filters for each channel of `given` as many of that channel. */
static void repeat_channels(layout_change *t, node *before, node *n, const value *given,
                            int64_t times) {
  graph *g = t->g;
  value *x = n->in[0];
  const int full = x->type.rank, last = full - 1;
  int64_t apart[VOLUME_RANK + 1], each[VOLUME_RANK + 1], whole[VOLUME_RANK];
  memcpy(apart, x->type.dims, sizeof *apart * (size_t)full);
  memcpy(each, x->type.dims, sizeof *each * (size_t)full);
  memcpy(whole, x->type.dims, sizeof *whole * (size_t)full);
  apart[full] = 1;
  each[full] = times;
  whole[last] *= times;
  value *in[2];
  value **known = given->id < t->ids ? &t->repeated[given->id] : NULL;
  if (!known || !*known || (*known)->type.dims[last] != whole[last]) {
    static const op_id steps[3] = {OP_RESHAPE, OP_EXPAND, OP_RESHAPE};
    const int64_t *dims[3] = {apart, each, whole};
    value *y = x;
    for (int i = 0; i < 3; i++) {
      int rank = i < 2 ? full + 1 : full;
      in[0] = y;
      in[1] = graph_const_i64s(g, NULL, dims[i], (size_t)rank);
      node *step = graph_node(g, before, op_get(steps[i]), NULL, in, 2, 1);
      node_add_sources(step, n);
      y = step->out[0];
      y->type = x->type;
      y->type.rank = rank;
      memcpy(y->type.dims, dims[i], (size_t)rank * sizeof *dims[i]);
    }
    value_rename(y, arena_printf(g->arena, "%s.repeated", x->name));
    if (known) *known = y;
    in[0] = y;
  } else {
    in[0] = *known;
  }
  node_set_input(n, 0, in[0]);
  node_set_int(n, "group", whole[last]);
}

static fp8c_status make_channels_last(layout_change *t, node *first, node *n) {
  bool conv = node_is(n, OP_CONV), reduces = op_has(n->op, FACT_REDUCES);
  const int rank = reduces ? n->in[0]->type.rank : n->out[0]->type.rank;
  bool resizes = node_is(n, OP_RESIZE), norm = norm_follows(n), moves = move_follows(n);
  /* images are others by now: its own weights say it */
  bool each = conv && node_int(n, "group") > 1 && n->in[1]->type.dims[1] == 1;
  int64_t filters = each ? n->in[1]->type.dims[0] : 0;
  const squares *few = t->squares[n->id];
  window read;
  const value *given = n->in[0];
  bool volume = t->wider[n->id] && is_volume(given) && !(given->id < t->ids && t->plain[given->id]);
  const window *windows = volume && read_windows(t, n, &read) ? &read : NULL;
  if (conv && (few || t->wider[n->id]) && node_int(n, "blocks") > 1)
    node_set_int(n, "blocks", 1); /* channels are others now */
  if (few) TRY(convert_squares(t, first, n, few));
  for (size_t i = 0; i < n->in_count && !few; i++) {
    value *v = n->in[i];
    if (!v || (conv && i == 2) || (reduces && i == 1) || ((resizes || norm || moves) && i > 0))
      continue;
    if (v->id < t->ids && t->plain[v->id]) continue;
    if (!conv && one_number(v) && v->type.rank < IMAGE_RANK) continue;
    value *other;
    TRY(other_of(t, first, v, true, rank, &other));
    node_set_input(n, i, other);
  }
  if (t->wider[n->id]) TRY(widen_channels(t, first, n, windows, t->wider[n->id]));
  int64_t times = each ? filters / node_int(n, "group") : 1;
  if (times > 1) repeat_channels(t, first, n, given, times);
  TRY(convert_axes(t, n));
  if (moves) move_to_last(n, to_first(rank));
  if (conv || norm || windows_follow(n) || squares_follow(n)) node_set_int(n, "channels_last", 1);
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]->type.rank == rank) make_result_channels_last(t, n->out[i]);
  t->c->changes++;
  return FP8C_OK;
}

static void make_shuffle_channels_last(layout_change *t, const shuffle *s) {
  shuffle_to_last(s, s->split->in[0]);
  make_result_channels_last(t, s->join->out[0]);
  t->c->changes++;
}

/* A node that stays channels-first reads its inputs in that order. */
static fp8c_status restore_inputs(layout_change *t, node *first, node *n) {
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i], *other;
    if (!v || v->id >= t->ids || !t->plain[v->id]) continue;
    TRY(other_of(t, first, v, false, v->type.rank, &other));
    node_set_input(n, i, other);
  }
  return FP8C_OK;
}

fp8c_status pass_channels_last(graph *g, pass_context *c, fp8c_error *err) {
  if (targets_refuse(&c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST})) return FP8C_OK;
  layout_change t = {.g = g, .c = c, .err = err, .ids = g->next_value_id};
  t.converts = NEW_ARRAY(c->scratch, bool, g->next_node_id + 1);
  t.plain = NEW_ARRAY(c->scratch, const char *, t.ids + 1);
  t.squares = NEW_ARRAY(c->scratch, squares *, g->next_node_id + 1);
  t.wider = NEW_ARRAY(c->scratch, int64_t, g->next_node_id + 1);
  t.shuffles = NEW_ARRAY(c->scratch, shuffle *, g->next_node_id + 1);
  t.gone = NEW_ARRAY(c->scratch, bool, g->next_node_id + 1);
  t.other = NEW_ARRAY(c->scratch, value *, t.ids + 1);
  t.repeated = NEW_ARRAY(c->scratch, value *, t.ids + 1);
  for (node *n = g->first; n; n = end_of(n)) decide(&t, n, end_of(n));
  for (node *n = g->first, *end; n; n = end) {
    node *first = n;
    end = end_of(n);
    for (; n != end; n = n->next) {
      if (t.gone[n->id]) continue;
      if (t.shuffles[n->id])
        make_shuffle_channels_last(&t, t.shuffles[n->id]);
      else if (t.converts[n->id])
        TRY(make_channels_last(&t, first, n));
      else
        TRY(restore_inputs(&t, first, n));
    }
  }
  for (size_t i = 0; i < g->output_count; i++) {
    value *v = g->outputs[i], *other;
    if (v->id >= t.ids || !t.plain[v->id]) continue;
    TRY(other_of(&t, NULL, v, false, v->type.rank, &other));
    graph_set_output(g, i, other);
  }
  return FP8C_OK;
}
