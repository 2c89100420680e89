/* conv_to_linear.c - convolutions that are matrix products of moved input.
 *
 * Patches: where the kernel is as large as its step, every input element is
 * used once.  Reshape and Transpose put each patch in a row, and the
 * convolution is Linear: how vision transformers begin.  An image that was made
 * of tokens gives them back, whose channels lie last already.
 *
 * Windows: a convolution along one axis is Linear of its shifted inputs side by
 * side.  That copies the input as often as the kernel is wide, so it is done for
 * GPUs only, whose kernels have no convolution: how speech encoders begin. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/moves.h"

typedef struct conv {
  node *n;
  int axes; /* spatial */
  int64_t channels, features;
  int64_t size[FP8C_MAX_RANK], kernel[FP8C_MAX_RANK], step[FP8C_MAX_RANK], out[FP8C_MAX_RANK];
  int64_t spread[FP8C_MAX_RANK];                       /* from one tap to the next */
  int64_t before[FP8C_MAX_RANK], after[FP8C_MAX_RANK]; /* padding */
} conv;

static bool read_conv(node *n, conv *c) {
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type, *y = &n->out[0]->type;
  window v;
  if (w->rank != x->rank || y->rank != x->rank || !value_is_const(n->in[1]) ||
      !tensor_shape_known(w) || node_int(n, "group") != 1 || !dtype_is_small_float(w->dtype) ||
      w->scale.kind != SCALE_NONE || x->dims[1] != w->dims[1] || !node_window(n, &v))
    return false;
  *c = (conv){.n = n, .axes = v.rank, .channels = w->dims[1], .features = w->dims[0]};
  for (int i = 0, k = WINDOW_AXES - v.rank; i < v.rank; i++, k++) {
    if (v.in[k] == 0 || v.out[k] == 0) return false;
    c->size[i] = v.in[k];
    c->out[i] = v.out[k];
    c->kernel[i] = v.kernel[k];
    c->step[i] = v.stride[k];
    c->spread[i] = v.dilation[k];
    c->before[i] = v.before[k];
    c->after[i] = v.after[k];
  }
  return true;
}

static bool is_patches(const conv *c) {
  bool wide = false;
  for (int i = 0; i < c->axes; i++) {
    if (c->kernel[i] != c->step[i] || c->spread[i] != 1 || c->before[i] || c->after[i] ||
        c->size[i] % c->kernel[i])
      return false;
    wide = wide || c->kernel[i] > 1;
  }
  return wide && 2 + 2 * c->axes <= FP8C_MAX_RANK;
}

/* What a GPU's kernels of convolutions read in place: patches of many channels, which such a kernel
 * finds by itself where channels lie last.  To move them first takes as long as the product. */
#define CHANNELS_READ 16
#define STEP_READ 8

static bool read_in_place(const conv *c) {
  bool fits = c->axes == 2 && c->channels >= CHANNELS_READ && c->channels % CHANNELS_READ == 0;
  for (int i = 0; i < c->axes; i++) fits = fits && c->step[i] <= STEP_READ;
  return fits;
}

/* ---- Building ---------------------------------------------------------------- */

static value *add(const conv *c, op_id op, value *const *in, size_t count) {
  node *n = graph_node(c->n->graph, c->n, op_get(op), NULL, in, count, 1);
  node_add_sources(n, c->n);
  return n->out[0];
}

static value *ints(const conv *c, const int64_t *x, size_t count) {
  return graph_const_i64s(c->n->graph, NULL, x, count);
}

/* The batch, which may be a symbol, is copied. */
static value *reshape(const conv *c, value *x, const int64_t *dims, int rank) {
  int64_t target[FP8C_MAX_RANK];
  memcpy(target, dims, (size_t)rank * sizeof *dims);
  target[0] = 0;
  value *y = add(c, OP_RESHAPE, (value *[]){x, ints(c, target, (size_t)rank)}, 2);
  y->type = x->type;
  y->type.rank = rank;
  for (int i = 1; i < rank; i++) y->type.dims[i] = dims[i];
  return y;
}

static value *transpose(const conv *c, value *x, const int64_t *perm) {
  value *y = move_transposed(x, perm, c->n);
  if (y != x) node_add_sources(y->def, c->n);
  return y;
}

/* The rows' product, and its way back to [N, M, spatial...]. */
static void finish(const conv *c, value *rows, value *w) {
  node *n = c->n;
  value *in[] = {rows, w, n->in_count > 2 ? n->in[2] : NULL};
  node *linear = node_like(n, OP_LINEAR, in, in[2] ? 3 : 2);
  value *y = linear->out[0];
  y->type = n->out[0]->type;
  y->type.rank = 3;
  y->type.dims[1] = rows->type.dims[1];
  y->type.dims[2] = c->features;
  y = transpose(c, y, (const int64_t[]){0, 2, 1});
  if (c->axes > 1) y = reshape(c, y, n->out[0]->type.dims, c->axes + 2);
  take_over(y->def, n->out[0]);
}

/* The image with its channels last, where that is what it was made of: tokens [N, pixels, C] or
 * [N, spatial..., C]; NULL: it was not. */
static value *channels_last_of(const conv *c) {
  const value *x = c->n->in[0];
  int64_t pixels = 1;
  const node *n = x->def;
  if (n && node_is(n, OP_RESHAPE)) {
    const tensor *y = &n->in[0]->type;
    for (int i = 0; i < c->axes; i++) pixels *= c->size[i];
    if (y->rank != 3 || y->dims[1] != c->channels || y->dims[2] != pixels ||
        y->dims[0] != x->type.dims[0])
      return NULL;
    n = n->in[0]->def;
  }
  return n && moves_channels_first(n) ? n->in[0] : NULL;
}

/* Weights [M, C, taps] as [M, taps, C]. */
static fp8c_status taps_first(const conv *c, arena *scratch, value **out, fp8c_error *err) {
  const value *w = c->n->in[1];
  graph *g = w->graph;
  tensor t, type = w->type;
  TRY(value_load(w, scratch, &t, err));
  size_t bytes = dtype_bytes(t.dtype), channels = (size_t)c->channels, taps = 1;
  for (int i = 0; i < c->axes; i++) taps *= (size_t)c->kernel[i];
  char *to = arena_alloc(g->arena, (size_t)w->blob.bytes + 1);
  const char *from = t.data;
  for (size_t m = 0; m < (size_t)c->features; m++)
    for (size_t i = 0; i < channels; i++)
      for (size_t k = 0; k < taps; k++)
        memcpy(to + ((m * taps + k) * channels + i) * bytes,
               from + ((m * channels + i) * taps + k) * bytes, bytes);
  type.rank = 2;
  type.dims[1] = (int64_t)(taps * channels);
  blob data = {.bytes = w->blob.bytes, .memory = to};
  *out = graph_const(g, arena_printf(g->arena, "%s.nk", w->name), &type, data);
  return FP8C_OK;
}

/* Patches of an image whose channels lie last: whole rows of a patch move in one piece. */
static fp8c_status patches_last(const conv *c, value *x, arena *scratch, fp8c_error *err) {
  int64_t split[FP8C_MAX_RANK] = {0}, perm[FP8C_MAX_RANK] = {0}, count = 1, row = c->channels;
  value *w;
  for (int i = 0; i < c->axes; i++) {
    split[1 + 2 * i] = c->out[i];
    split[2 + 2 * i] = c->kernel[i];
    perm[1 + i] = 1 + 2 * i;
    perm[1 + c->axes + i] = 2 + 2 * i;
    count *= c->out[i];
    row *= c->kernel[i];
  }
  int last = 1 + 2 * c->axes;
  split[last] = c->channels;
  perm[last] = last;
  TRY(taps_first(c, scratch, &w, err));
  x = reshape(c, x, split, last + 1);
  finish(c, reshape(c, transpose(c, x, perm), (const int64_t[]){0, count, row}, 3), w);
  return FP8C_OK;
}

static void patches(const conv *c) {
  int64_t split[FP8C_MAX_RANK] = {0, c->channels}, perm[FP8C_MAX_RANK] = {0};
  int64_t count = 1, row = c->channels;
  for (int i = 0; i < c->axes; i++) {
    split[2 + 2 * i] = c->out[i];
    split[3 + 2 * i] = c->kernel[i];
    perm[1 + i] = 2 + 2 * i;
    perm[2 + c->axes + i] = 3 + 2 * i;
    count *= c->out[i];
    row *= c->kernel[i];
  }
  perm[1 + c->axes] = 1;
  value *x = reshape(c, c->n->in[0], split, 2 + 2 * c->axes);
  x = reshape(c, transpose(c, x, perm), (const int64_t[]){0, count, row}, 3);
  const value *w = c->n->in[1];
  tensor type = w->type;
  type.rank = 2;
  type.dims[1] = row;
  finish(c, x,
         graph_const(w->graph, arena_printf(w->graph->arena, "%s.nk", w->name), &type, w->blob));
}

static value *padded(const conv *c, value *x) {
  if (c->before[0] == 0 && c->after[0] == 0) return x;
  const int64_t pads[] = {0, c->before[0], 0, 0, c->after[0], 0};
  value *y = add(c, OP_PAD, (value *[]){x, ints(c, pads, 6)}, 2);
  y->type = x->type;
  y->type.dims[1] += c->before[0] + c->after[0];
  return y;
}

static fp8c_status windows(const conv *c, arena *scratch, fp8c_error *err) {
  enum { TAPS_MAX = 16 };
  value *taps[TAPS_MAX], *w;
  if (c->axes != 1 || c->kernel[0] > TAPS_MAX) return FP8C_OK;
  TRY(taps_first(c, scratch, &w, err));
  value *x = padded(c, transpose(c, c->n->in[0], (const int64_t[]){0, 2, 1}));
  const int64_t axis = 1, step = c->step[0];
  for (int64_t k = 0; k < c->kernel[0]; k++) {
    int64_t begin = k * c->spread[0], end = begin + (c->out[0] - 1) * step + 1;
    value *in[] = {x, ints(c, &begin, 1), ints(c, &end, 1), ints(c, &axis, 1), ints(c, &step, 1)};
    taps[k] = add(c, OP_SLICE, in, 5);
    taps[k]->type = x->type;
    taps[k]->type.dims[1] = c->out[0];
  }
  value *rows = taps[0];
  if (c->kernel[0] > 1) {
    rows = add(c, OP_CONCAT, taps, (size_t)c->kernel[0]);
    node_set_int(rows->def, "axis", 2);
    rows->type = taps[0]->type;
    rows->type.dims[2] = c->kernel[0] * c->channels;
  }
  finish(c, rows, w);
  return FP8C_OK;
}

fp8c_status pass_conv_to_linear(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    conv k;
    if (!has_output(n) || !node_is(n, OP_CONV) || n->region || !read_conv(n, &k)) continue;
    if (is_patches(&k)) {
      value *last = channels_last_of(&k);
      if (!last && c->rules.gpu && read_in_place(&k)) continue;
      if (last)
        TRY(patches_last(&k, last, c->scratch, err));
      else
        patches(&k);
      c->changes++;
    } else if (c->rules.gpu && k.axes == 1) {
      TRY(windows(&k, c->scratch, err));
      c->changes++;
    }
  }
  return FP8C_OK;
}
