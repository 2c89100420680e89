/* direct_depthwise.c - a filter for each channel, where channels lie last.
 *
 * A thread takes as many channels as 16 bytes hold, or half of them, and a few pixels of a row:
 * what neighbouring windows share is read once, and everything moves in whole vectors. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
#include "ops/channels_last.h"
#include "ops/window.h"

/* A block's threads take some channels of some rows, so that windows meet in its first cache. */
#define LANE_CHANNELS 64
#define LINES 8
/* Registers of a thread: its sums, and what it has read. */
#define SUMS_MAX 32
#define HELD_MAX 96
#define TAPS_HELD 8 /* of a row at once (kernels/depthwise.cuh) */
#define SPAN_MAX 256
#define ROW_TAPS_MAX 32
#define PIXELS_MAX 8
#define BLOCK 128 /* threads, a warp for each scheduler: many blocks share a chip evenly */
#define ROUND 450 /* cycles to the L2 cache and back */

static int64_t channels_of(const direct *k) {
  const tensor *y = &k->n->out[0]->type;
  return y->dims[y->rank - 1];
}

/* Columns of the image under the windows of so many pixels. */
static int64_t span(const window *w, int64_t pixels) {
  return (pixels - 1) * w->stride[2] + (w->kernel[2] - 1) * w->dilation[2] + 1;
}

static bool fits(const direct *k, const window *w) {
  const node *n = k->n;
  const value *x = n->in[0], *f = n->in[1], *y = n->out[0], *b = node_input(n, 2);
  if (!node_int(n, "channels_last") || node_int(n, "group") != channels_of(k) ||
      x->type.dims[x->type.rank - 1] != channels_of(k) || !tensor_elements(&y->type) ||
      !value_is_const(f) || w->kernel[2] > ROW_TAPS_MAX || span(w, PIXELS_MAX) > SPAN_MAX)
    return false;
  if (f->type.scale.kind == SCALE_AXIS && (f->type.scale.axis != 0 || !f->scale_vector))
    return false;
  return x->type.scale.kind != SCALE_AXIS && y->type.scale.kind != SCALE_AXIS &&
         (!b || (value_is_const(b) && b->type.scale.kind == SCALE_NONE)) &&
         dtype_is_small_float(y->type.dtype);
}

/* How the work is cut into threads. */
typedef struct cut {
  int64_t vector, pixels, lanes, chunks, lines, bands, tiles, threads;
} cut;

static cut cut_of(const direct *k, const window *w, int64_t vector, int64_t pixels) {
  cut c = {.vector = vector, .pixels = pixels};
  int64_t groups = channels_of(k) / vector;
  c.chunks = divide_up(groups, LANE_CHANNELS / vector);
  c.lanes = divide_up(groups, c.chunks);
  c.bands = divide_up(w->out[1], LINES);
  c.lines = divide_up(w->out[1], c.bands);
  c.tiles = divide_up(w->out[2], pixels);
  c.threads = k->n->out[0]->type.dims[0] * w->out[0] * c.bands * c.chunks * c.tiles * c.lines;
  c.threads *= c.lanes;
  return c;
}

/* Registers for what is read of `rows` rows of taps. */
static int64_t held(const direct *k, const window *w, int64_t vector, int64_t pixels,
                    int64_t rows) {
  int64_t taps = w->kernel[2] < TAPS_HELD ? w->kernel[2] : TAPS_HELD;
  int64_t bytes = (int64_t)dtype_bytes(k->n->in[0]->type.dtype);
  return rows * vector * (span(w, pixels) * bytes / 4 + taps);
}

static bool holds(const direct *k, const window *w, int64_t vector, int64_t pixels) {
  return pixels == 1 || (pixels * vector <= SUMS_MAX && held(k, w, vector, pixels, 1) <= HELD_MAX);
}

/* Rows of taps whose loads are under way together: all that have registers where threads do
 * little.  Those that do much hide one another's. */
static int64_t rows_of(const direct *k, const window *w, int64_t vector, int64_t pixels) {
  int64_t rows = 1;
  if (pixels * vector >= SUMS_MAX) return 1;
  while (rows < w->kernel[1] && held(k, w, vector, pixels, rows + 1) <= HELD_MAX) rows++;
  return divide_up(w->kernel[1], divide_up(w->kernel[1], rows));
}

/* Cycles: instructions of the threads that share a scheduler of the busiest multiprocessor, and a
 * round to the L2 cache for all that is read together. */
static double cost_of(const direct *k, const window *w, int64_t vector, int64_t pixels) {
  cut c = cut_of(k, w, vector, pixels);
  double rows = (double)(w->kernel[0] * w->kernel[1]), taps = (double)w->kernel[2];
  double v = (double)vector, results = (double)(pixels * vector);
  double row = (double)span(w, pixels) * (v + 2) + taps * (v / 4 + 1) + 12 + results * taps;
  double thread = rows * row + results * 10 + (double)pixels * 12 + 90;
  double warps = (double)divide_up(divide_up(c.threads, BLOCK), lower_multiprocessors(k->l));
  double rounds = rows / (double)rows_of(k, w, vector, pixels);
  /* a warp alone with its scheduler waits for its own results */
  return thread * (warps > 1 ? warps : 1.5) + ROUND * rounds;
}

/* A way's form: pixels, and whether the vector is half of what 16 bytes hold. */
static int form_of(int64_t pixels, bool half) { return (int)pixels * 2 + half; }

int direct_depthwise_form(direct *k, const window *w) {
  if (!fits(k, w)) return 0;
  int full = direct_vector(k, channels_of(k));
  way ways[WAYS_MAX];
  uint32_t count = 0, best = 0;
  for (int half = 0; half < (full > 1 ? 2 : 1); half++)
    for (int pixels = 1; pixels <= PIXELS_MAX; pixels *= 2) {
      int vector = half ? full / 2 : full;
      if (!holds(k, w, vector, pixels)) continue;
      ways[count] = (way){reason(k->l, "%d pixels of %d channels", pixels, vector),
                          cost_of(k, w, vector, pixels), form_of(pixels, half), false};
      if (ways[count].cost < ways[best].cost) best = count;
      count++;
    }
  way first = ways[best];
  ways[best] = ways[0];
  ways[0] = first;
  bool scaled = k->n->in[0]->type.scale.kind || k->n->in[1]->type.scale.kind;
  ways[count++] = (way){"one result a thread", 8 * first.cost, 0, scaled};
  return lower_way(k->l, k->gr, ways, count);
}

/* Filters as [taps][channels], in F32: in smaller types they would be widened in every thread. */
static const char *pack(direct *k, int64_t taps, uint32_t *p) {
  const value *f = k->n->in[1];
  int64_t channels = channels_of(k);
  float *packed = NULL;
  if (!k->l->probe) {
    const tensor *t = lower_load(k->l, f);
    if (!t) return "its filters cannot be read";
    size_t count = (size_t)(taps * channels);
    float *filters = NEW_ARRAY(k->l->c->scratch, float, count);
    floats_decode(f->type.dtype, t->data, filters, count);
    packed = NEW_ARRAY(k->l->c->keep, float, count);
    for (int64_t tap = 0; tap < taps; tap++)
      for (int64_t c = 0; c < channels; c++) packed[tap * channels + c] = filters[c * taps + tap];
  }
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {taps, channels}};
  uint32_t id = lower_const_kept(k->l, reason(k->l, "%s.by_tap", f->name), &type, packed);
  *p = draft_read(&k->d, id, "float");
  return NULL;
}

const char *direct_depthwise(direct *k, const window *w, int form) {
  const node *n = k->n;
  const value *x = n->in[0], *f = n->in[1], *bias = node_input(n, 2);
  const char *x_type = memory_type(x->type.dtype);
  if (!x_type || !memory_type(f->type.dtype) || (bias && !memory_type(bias->type.dtype)))
    return "its operands have no form on the GPU";
  int vector = direct_vector(k, channels_of(k)) / (form % 2 + 1);
  cut c = cut_of(k, w, vector, form / 2);
  uint32_t filters;
  const char *why = pack(k, window_volume(w->kernel), &filters);
  if (why) return why;
  direct_size(k, "vector", c.vector);
  direct_size(k, "pixels", c.pixels);
  direct_size(k, "lanes", c.lanes);
  direct_size(k, "chunks", c.chunks);
  direct_size(k, "lines", c.lines);
  direct_size(k, "rows", rows_of(k, w, vector, c.pixels));
  k->library = kernel_text_depthwise;
  k->launch.warp = true;
  k->launch.threads = BLOCK;
  k->launch.waits_itself = true;
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
