/* direct_depthwise.c - a filter for each channel, where channels lie last.
 *
 * A thread takes as many channels as 16 bytes hold and a few pixels of a row: what neighbouring
 * windows share is read once, and everything moves in whole vectors. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
#include "ops/channels_last.h"
#include "ops/window.h"

/* A block's threads take some channels of some rows, so that windows meet in its first cache. */
#define LANES 8
#define LINES 8
/* Threads of a multiprocessor that keep it busy. */
#define BUSY 512
/* Numbers of a thread: its sums, and the image's under one row of taps. */
#define SUMS_MAX 32
#define IMAGE_MAX 72
#define UNROLLED_MAX 32 /* taps of a row */
#define SPAN_MAX 256
#define PIXELS_MAX 8

static int64_t channels_of(const direct *k) {
  const tensor *y = &k->n->out[0]->type;
  return y->dims[y->rank - 1];
}

/* Columns of the image under the windows of so many pixels. */
static int64_t span(const window *w, int64_t pixels) {
  return (pixels - 1) * w->stride[2] + (w->kernel[2] - 1) * w->dilation[2] + 1;
}

static int vector_of(const direct *k) { return direct_vector(k, channels_of(k)); }

static bool fits(const direct *k, const window *w) {
  const node *n = k->n;
  const value *x = n->in[0], *f = n->in[1], *y = n->out[0], *b = node_input(n, 2);
  if (!node_int(n, "channels_last") || node_int(n, "group") != channels_of(k) ||
      x->type.dims[x->type.rank - 1] != channels_of(k) || !tensor_elements(&y->type) ||
      !value_is_const(f) || w->kernel[2] > UNROLLED_MAX || span(w, PIXELS_MAX) > SPAN_MAX)
    return false;
  if (f->type.scale.kind == SCALE_AXIS && (f->type.scale.axis != 0 || !f->scale_vector))
    return false;
  return x->type.scale.kind != SCALE_AXIS && y->type.scale.kind != SCALE_AXIS &&
         (!b || b->type.scale.kind == SCALE_NONE) && dtype_is_small_float(y->type.dtype);
}

typedef struct cut {
  int64_t vector, pixels, lanes, chunks, lines, bands, tiles, threads;
} cut;

static cut cut_of(const direct *k, const window *w, int64_t pixels) {
  cut c = {.vector = vector_of(k), .pixels = pixels};
  int64_t groups = channels_of(k) / c.vector;
  c.chunks = divide_up(groups, LANES);
  c.lanes = divide_up(groups, c.chunks);
  c.bands = divide_up(w->out[1], LINES);
  c.lines = divide_up(w->out[1], c.bands);
  c.tiles = divide_up(w->out[2], pixels);
  c.threads = k->n->out[0]->type.dims[0] * w->out[0] * c.bands * c.chunks * c.tiles * c.lines;
  c.threads *= c.lanes;
  return c;
}

/* Whether what a thread has in registers leaves a multiprocessor two blocks. */
static bool holds(const direct *k, const window *w, int64_t pixels) {
  int64_t vector = vector_of(k);
  return pixels == 1 || (pixels * vector <= SUMS_MAX && span(w, pixels) * vector <= IMAGE_MAX);
}

/* Instructions of the busiest multiprocessor's threads: reading and widening vectors, sums, and
 * what follows each. */
static double cost_of(const direct *k, const window *w, int64_t pixels) {
  cut c = cut_of(k, w, pixels);
  int64_t rows = w->kernel[0] * w->kernel[1], read = span(w, pixels), apart = pixels * w->kernel[2];
  double vectors = (double)(rows * ((read < apart ? read : apart) + w->kernel[2]));
  double sums = (double)(pixels * c.vector * (rows * w->kernel[2] + 8));
  double busy = (double)lower_multiprocessors(k->l) * BUSY;
  double waves = (double)c.threads / busy;
  return (vectors * (double)(c.vector + 2) + sums + 40) * (waves > 1 ? waves : 1);
}

int direct_depthwise_pixels(direct *k, const window *w) {
  if (!fits(k, w)) return 0;
  int best = 1;
  for (int pixels = 2; pixels <= PIXELS_MAX; pixels *= 2)
    if (holds(k, w, pixels) && cost_of(k, w, pixels) < cost_of(k, w, best)) best = pixels;
  way ways[WAYS_MAX] = {{reason(k->l, "%d pixels", best), cost_of(k, w, best), best, false}};
  uint32_t count = 1;
  for (int pixels = 1; pixels <= PIXELS_MAX; pixels *= 2)
    if (pixels != best && holds(k, w, pixels))
      ways[count++] =
          (way){reason(k->l, "%d pixels", pixels), cost_of(k, w, pixels), pixels, false};
  bool scaled = k->n->in[0]->type.scale.kind || k->n->in[1]->type.scale.kind;
  ways[count++] = (way){"one result a thread", 8 * cost_of(k, w, 1), 0, scaled};
  return lower_way(k->l, k->gr, ways, count);
}

/* Filters as [taps][channels]. */
static const char *pack(direct *k, int64_t taps, uint32_t *p) {
  const value *f = k->n->in[1];
  int64_t channels = channels_of(k);
  size_t bytes = dtype_bytes(f->type.dtype);
  char *packed = NULL;
  if (!k->l->probe) {
    const tensor *t = lower_load(k->l, f);
    if (!t) return "its filters cannot be read";
    packed = arena_alloc(k->l->c->keep, tensor_bytes(&f->type));
    for (int64_t tap = 0; tap < taps; tap++)
      for (int64_t c = 0; c < channels; c++)
        memcpy(packed + (size_t)(tap * channels + c) * bytes,
               (const char *)t->data + (size_t)(c * taps + tap) * bytes, bytes);
  }
  tensor type = {.dtype = f->type.dtype, .rank = 2, .dims = {taps, channels}};
  uint32_t id = lower_const_kept(k->l, reason(k->l, "%s.by_tap", f->name), &type, packed);
  *p = draft_read(&k->d, id, memory_type(f->type.dtype));
  return NULL;
}

const char *direct_depthwise(direct *k, const window *w, int pixels) {
  const node *n = k->n;
  const value *x = n->in[0], *f = n->in[1], *bias = node_input(n, 2);
  const char *x_type = memory_type(x->type.dtype);
  if (!x_type || !memory_type(f->type.dtype) || (bias && !memory_type(bias->type.dtype)))
    return "its operands have no form on the GPU";
  cut c = cut_of(k, w, pixels);
  int vector = (int)c.vector;
  uint32_t filters;
  const char *why = pack(k, window_volume(w->kernel), &filters);
  if (why) return why;
  direct_size(k, "vector", c.vector);
  direct_size(k, "pixels", c.pixels);
  direct_size(k, "lanes", c.lanes);
  direct_size(k, "chunks", c.chunks);
  direct_size(k, "lines", c.lines);
  uint32_t image = draft_read(&k->d, lower_value(k->l, x), x_type);
  text *body = &k->d.body;
  direct_out_many(k, n->out[0], vector);
  text_add(body,
           "  const shape::index channel = depthwise_channel<shape>(i);\n"
           "  if (channel >= shape::out_channels) return;\n");
  text factor;
  text_init(&factor, k->l->c->scratch);
  for (int i = 0; i < 2; i++) text_add(&factor, draft_times_scale(&k->d, &n->in[i]->type));
  const struct {
    const char *name, *apply;
    const value *v;
  } vectors[2] = {{"factors", " * factors[v]", f->scale_vector}, {"bias", " + bias[v]", bias}};
  for (int i = 0; i < 2; i++) {
    if (!vectors[i].v) continue;
    uint32_t p =
        draft_read(&k->d, lower_value(k->l, vectors[i].v), memory_type(vectors[i].v->type.dtype));
    text_printf(body, "  float %s[%d];\n  load<%d>(p%u + channel, %s);\n", vectors[i].name, vector,
                vector, p, vectors[i].name);
    text_add(&factor, vectors[i].apply);
  }
  text_printf(body,
              "  depthwise<shape>(i, channel, p%u, p%u, [&](shape::index at, float(&sum)[%d]) {\n"
              "#pragma unroll\n    for (int v = 0; v < %d; v++) sum[v] = sum[v]%s;\n"
              "    out_many(at, sum);\n  });\n",
              image, filters, vector, vector, text_cstr(&factor));
  return direct_launch(
      k, "depthwise", c.threads, 1,
      2 * (uint64_t)tensor_elements(&n->out[0]->type) * (uint64_t)window_volume(w->kernel));
}
