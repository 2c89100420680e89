/* whole_channels.c - images of a number of channels that tensor cores do not read get channels that
 * nobody looks at.
 *
 * The copy engine brings whole 16 bytes of a pixel: 18 channels in 16 bits are padded with zeros in
 * front of every convolution, by a launch that reads and writes the image once more.  Where a
 * convolution reads such an image and all that makes and reads it can do with more channels, the
 * convolutions that begin it get filters of zeros, and those that end it weights of zero: what the
 * channels hold is finite, and counts nothing. */
#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "ops/ids/vision.h"
#include "passes/match.h"

#define IMAGE_RANK 4
#define VOLUME_RANK 5
#define GROWTH_MAX \
  2 /* a half of the channels: fewer than they would be padded to before each reader */

typedef struct widening {
  graph *g;
  pass_context *c;
  fp8c_error *err;
  size_t ids;
  int64_t *wide; /* by value id: the channels that it gets; 0: it keeps its own */
  int64_t *unit; /* by value id: of what its channels are to be a multiple; 0: of anything */
} widening;

/* Finite where what it reads is finite. */
static bool stays_finite(const node *n) {
  static const op_id ops[] = {OP_ADD,          OP_SUB,        OP_MUL,  OP_MIN,  OP_MAX,
                              OP_SUM,          OP_RELU,       OP_CLIP, OP_CAST, OP_LEAKY_RELU,
                              OP_HARD_SIGMOID, OP_HARD_SWISH, OP_MISH, OP_TANH, OP_PRELU,
                              OP_QUANTIZE,     OP_SIGMOID,    OP_GELU, OP_SWISH};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (node_is(n, ops[i])) return true;
  return false;
}

static bool is_image(const value *v) {
  return v && (v->type.rank == IMAGE_RANK || v->type.rank == VOLUME_RANK) &&
         tensor_shape_known(&v->type) && v->type.scale.kind != SCALE_AXIS && !value_is_const(v);
}

static int64_t channels_of(const value *v) { return v->type.dims[1]; }

static bool plain_constant(const value *v) {
  return !v || (value_is_const(v) && v->type.scale.kind == SCALE_NONE);
}

static bool is_conv(const node *n) {
  if (!node_is(n, OP_CONV) || node_int(n, "channels_last") || node_int(n, "blocks") > 1)
    return false;
  const value *v = n->in[1];
  return value_is_const(v) && is_image(n->in[0]) && v->type.rank == n->in[0]->type.rank &&
         tensor_shape_known(&v->type) &&
         (v->type.scale.kind != SCALE_AXIS || v->type.scale.axis == 0) &&
         plain_constant(node_input(n, 2));
}

static bool is_dense(const node *n) { return is_conv(n) && node_int(n, "group") == 1; }

/* The copy engine's 16 bytes are 16 channels of an image in FP8 and 8 in 16 bits.  Convolutions in
 * F32 read one by one. */
static int64_t unit_read(const node *n) {
  if (!is_dense(n) || dtype_bytes(n->in[1]->type.dtype) > 2) return 1;
  return dtype_is_fp8(n->in[0]->type.dtype) ? 16 : 8;
}

static bool is_depthwise(const node *n) {
  return is_conv(n) && n->in[1]->type.dims[1] == 1 &&
         n->in[1]->type.dims[0] == node_int(n, "group");
}

/* Of pixels, by constants: where sizes are given, one of them is that of the channels. */
static bool is_resize(const node *n) {
  if (!node_is(n, OP_RESIZE) || !is_image(n->in[0]) || !is_image(n->out[0]) ||
      channels_of(n->in[0]) != channels_of(n->out[0]) ||
      strcmp(node_string(n, "coordinate_transformation_mode"), "tf_crop_and_resize") == 0)
    return false;
  for (size_t i = 1; i < n->in_count; i++)
    if (n->in[i] && !value_is_const(n->in[i])) return false;
  return true;
}

/* Each channel by itself, over its pixels. */
static bool is_of_pixels(const node *n) {
  bool gone[FP8C_MAX_RANK];
  if (is_resize(n)) return true;
  if (node_is(n, OP_MAX_POOL) || node_is(n, OP_AVERAGE_POOL))
    return n->out_count == 1 || !n->out[1];
  if (node_is(n, OP_GLOBAL_AVERAGE_POOL)) return true;
  return node_is(n, OP_REDUCE_MEAN) && node_int(n, "keepdims") && node_reduction(n, gone) &&
         !gone[0] && !gone[1];
}

/* The axis of a table beside images of that rank on which their channels stand. */
static int channel_axis(const value *table, int rank) { return table->type.rank - rank + 1; }

/* Numbers for each channel of images of that rank, or the same for all of them. */
static bool is_table(const value *v, int rank, int64_t channels) {
  const tensor *t = &v->type;
  if (!value_is_const(v) || !tensor_shape_known(t) || t->scale.kind != SCALE_NONE || t->rank > rank)
    return false;
  if (tensor_elements(t) == 1) return true;
  int axis = channel_axis(v, rank);
  if (axis < 0 || (axis == 1 && t->dims[0] != 1)) return false;
  return t->dims[axis] == channels || t->dims[axis] == 1;
}

/* Whether elementwise `n` can compute more channels, if its images have them. */
static bool spreads(const node *n) {
  if (!stays_finite(n) || n->out_count != 1 || !is_image(n->out[0])) return false;
  int64_t channels = channels_of(n->out[0]);
  int rank = n->out[0]->type.rank;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || is_table(v, rank, channels)) continue;
    if (!is_image(v) || v->type.rank != rank || (channels_of(v) != channels && channels_of(v) != 1))
      return false;
  }
  return true;
}

static bool is_wide(const widening *w, const value *v) {
  return v && v->id < w->ids && w->wide[v->id];
}

static bool drop(widening *w, const value *v) {
  bool had = is_wide(w, v);
  if (had) w->wide[v->id] = 0;
  return had;
}

/* All of n's images get more channels, or none.  A convolution can read them and make them as it
 * likes. */
static bool settle(widening *w, const node *n) {
  bool changed = false, same = true;
  if (is_dense(n)) {
    for (size_t i = 1; i < n->in_count; i++) changed |= drop(w, n->in[i]);
    return changed;
  }
  bool tied = is_depthwise(n) || is_of_pixels(n) || spreads(n);
  const value *y = has_output(n) ? n->out[0] : NULL;
  for (size_t i = 0; tied && i < n->in_count; i++) {
    const value *v = n->in[i];
    if (is_image(v) && channels_of(v) == channels_of(y)) same = same && is_wide(w, v);
  }
  if (tied && same && is_wide(w, y)) return false;
  for (size_t i = 0; i < n->in_count; i++) changed |= drop(w, n->in[i]);
  for (size_t i = 0; i < n->out_count; i++) changed |= drop(w, n->out[i]);
  return changed;
}

/* What a convolution finds torn, all images that have as many channels for its sake are to have
 * more of. */
static bool spread_unit(widening *w, const node *n) {
  const value *y = has_output(n) ? n->out[0] : NULL;
  bool changed = false;
  int64_t most = 0;
  if (is_dense(n) || !is_wide(w, y)) return false;
  for (size_t i = 0; i <= n->in_count; i++) {
    const value *v = i < n->in_count ? n->in[i] : y;
    if (is_wide(w, v) && channels_of(v) == channels_of(y) && w->unit[v->id] > most)
      most = w->unit[v->id];
  }
  for (size_t i = 0; i <= n->in_count; i++) {
    const value *v = i < n->in_count ? n->in[i] : y;
    if (!is_wide(w, v) || channels_of(v) != channels_of(y) || w->unit[v->id] == most) continue;
    w->unit[v->id] = most;
    changed = true;
  }
  return changed;
}

static void find_units(widening *w) {
  for (const node *n = w->g->first; n; n = n->next) {
    int64_t unit = unit_read(n);
    const value *v = unit > 1 ? n->in[0] : NULL;
    if (is_wide(w, v) && channels_of(v) % unit && w->unit[v->id] < unit) w->unit[v->id] = unit;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const node *n = w->g->first; n; n = n->next) changed |= spread_unit(w, n);
    for (const node *n = w->g->last; n; n = n->previous) changed |= spread_unit(w, n);
  }
}

/* The greatest set of images whose makers and readers all can; of these, those that a convolution
 * does not find whole. */
static bool find(widening *w) {
  bool any = false;
  for (const node *n = w->g->first; n; n = n->next)
    for (size_t i = 0; i < n->out_count; i++) {
      const value *v = n->out[i];
      if (is_image(v) && !v->output_uses) w->wide[v->id] = channels_of(v);
    }
  for (bool changed = true; changed;) { /* both ways, so that a chain settles in one round */
    changed = false;
    for (const node *n = w->g->first; n; n = n->next) changed |= settle(w, n);
    for (const node *n = w->g->last; n; n = n->previous) changed |= settle(w, n);
  }
  find_units(w);
  for (size_t i = 0; i < w->ids; i++) {
    int64_t own = w->wide[i], all = w->unit[i] ? divide_up(own, w->unit[i]) * w->unit[i] : own;
    w->wide[i] = all == own || all - own > own / GROWTH_MAX ? 0 : all;
    any = any || w->wide[i];
  }
  return any;
}

/* ---- Widening ------------------------------------------------------------------------------- */

/* `v` with `count` places along `axis`; those behind its own hold zeros, or what the last one does.
 */
static fp8c_status filled(widening *w, const value *v, int axis, int64_t count, bool zeros,
                          value **out) {
  tensor from, type = v->type;
  TRY(value_load(v, w->c->scratch, &from, w->err));
  int64_t own = type.dims[axis], outer = 1;
  for (int i = 0; i < axis; i++) outer *= type.dims[i];
  type.dims[axis] = count;
  size_t all = tensor_bytes(&type), wide = all / (size_t)outer, place = wide / (size_t)count;
  size_t narrow = place * (size_t)own;
  char *to = arena_alloc(w->g->arena, all + 1);
  for (int64_t i = 0; i < outer; i++) {
    char *row = to + (size_t)i * wide;
    memcpy(row, (const char *)from.data + (size_t)i * narrow, narrow);
    for (size_t at = narrow; at < wide; at += place)
      if (zeros)
        memset(row + at, 0, place);
      else
        memcpy(row + at, row + narrow - place, place);
  }
  *out = graph_const(w->g, arena_printf(w->g->arena, "%s.whole", v->name), &type,
                     (blob){.bytes = all, .memory = to});
  (*out)->reason = v->reason;
  (*out)->scale_vector = v->scale_vector;
  return FP8C_OK;
}

static fp8c_status fill_input(widening *w, node *n, size_t i, int axis, int64_t count, bool zeros) {
  value *v;
  TRY(filled(w, n->in[i], axis, count, zeros, &v));
  node_set_input(n, i, v);
  return FP8C_OK;
}

static fp8c_status fill_filters(widening *w, node *n, int64_t count) {
  TRY(fill_input(w, n, 1, 0, count, true));
  value *weights = n->in[1];
  if (weights->scale_vector)
    TRY(filled(w, weights->scale_vector, 0, count, false, &weights->scale_vector));
  if (node_input(n, 2)) TRY(fill_input(w, n, 2, 0, count, true));
  return FP8C_OK;
}

/* The sizes of a Resize that names its channels' too. */
static void widen_sizes(node *n, int64_t channels) {
  const int64_t *axes;
  int64_t sizes[VOLUME_RANK];
  size_t count = 0, named;
  int rank = n->in[0]->type.rank;
  bool some = node_ints(n, "axes", &axes, &named);
  if (!node_input(n, 3) || !value_ints(n->in[3], sizes, VOLUME_RANK, &count)) return;
  for (size_t i = 0; i < count; i++) {
    int64_t axis = some && i < named ? axes[i] : (int64_t)i;
    if (axis == 1 || axis == 1 - rank) sizes[i] = channels;
  }
  if (count) node_set_input(n, 3, graph_const_i64s(n->graph, NULL, sizes, count));
}

static fp8c_status widen(widening *w, node *n) {
  bool more = has_output(n) && is_wide(w, n->out[0]);
  int64_t all = more ? w->wide[n->out[0]->id] : 0;
  if (is_dense(n)) {
    if (is_wide(w, n->in[0])) TRY(fill_input(w, n, 1, 1, w->wide[n->in[0]->id], true));
    return more ? fill_filters(w, n, all) : FP8C_OK;
  }
  if (!more) return FP8C_OK;
  if (is_depthwise(n)) {
    TRY(fill_filters(w, n, all));
    node_set_int(n, "group", all);
    return FP8C_OK;
  }
  if (node_is(n, OP_RESIZE)) widen_sizes(n, all);
  for (size_t i = 0; n->op->family == FAMILY_ELTWISE && i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || !value_is_const(v) || tensor_elements(&v->type) == 1) continue;
    int axis = channel_axis(v, n->out[0]->type.rank);
    if (v->type.dims[axis] > 1) TRY(fill_input(w, n, i, axis, all, false));
  }
  return FP8C_OK;
}

fp8c_status pass_whole_channels(graph *g, pass_context *c, fp8c_error *err) {
  if (targets_refuse(&c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST})) return FP8C_OK;
  widening w = {.g = g, .c = c, .err = err, .ids = g->next_value_id};
  w.wide = NEW_ARRAY(c->scratch, int64_t, w.ids + 1);
  w.unit = NEW_ARRAY(c->scratch, int64_t, w.ids + 1);
  if (!find(&w)) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) TRY(widen(&w, n));
  for (node *n = g->first; n; n = n->next)
    for (size_t i = 0; i < n->out_count; i++) {
      value *v = n->out[i];
      if (!is_wide(&w, v)) continue;
      const char *name = n->name;
      v->type.dims[1] = w.wide[v->id];
      value_rename(v, arena_printf(g->arena, "%s.whole", v->name));
      n->name = name;
      c->changes++;
    }
  return FP8C_OK;
}
