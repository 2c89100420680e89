/* direct_depthwise.c - a filter for each channel, where channels lie last.
 *
 * A thread takes as many channels as 16 bytes hold, or half of them, and a few pixels of a row:
 * what neighbouring windows share is read once, and everything moves in whole vectors. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/conv_direct.h"
#include "codegen/families.h"

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
#define FORMS_MAX 9 /* 4 numbers of pixels of two vectors, and one result */
#define BLOCK 128   /* threads, a warp for each scheduler: many blocks share a chip evenly */

/* Returns the distance between neighbouring pixels of a thread: the dilation where the stride is 1,
 * so that their windows share what is read. */
static int64_t apart(const window *w) { return w->stride[2] == 1 ? w->dilation[2] : 1; }

/* Columns of the image that are read for so many pixels of a row. */
static int64_t span(const window *w, int64_t pixels) {
  return (pixels - 1) * w->stride[2] + (w->kernel[2] - 1) * (w->dilation[2] / apart(w)) + 1;
}

static const char *fit(const window_problem *v) {
  if (v->transposed || windows_want_tiles(v)) return "its filters share what they read";
  if (!v->last) return "its channels do not lie last";
  if (v->groups != v->channels || v->rows != 1) return "its filters are of several channels";
  if (v->pixels < 1) return "it is empty";
  if (!v->constant) return "its filters are not constant";
  if (v->w.kernel[2] > ROW_TAPS_MAX || span(&v->w, PIXELS_MAX) > SPAN_MAX)
    return "its windows reach too far";
  if (!v->scales_follow || v->result_scaled_by_channel || !v->bias_is_plain)
    return "its scales or its bias are none that a thread adds at the end";
  return dtype_is_small_float(v->result) ? NULL : "its result is no small float";
}

/* Registers for what is read of `rows` rows of taps. */
static int64_t held(const window_problem *v, int64_t vector, int64_t pixels, int64_t rows) {
  const window *w = &v->w;
  int64_t taps = w->kernel[2] < TAPS_HELD ? w->kernel[2] : TAPS_HELD;
  int64_t bytes = (int64_t)dtype_bytes(v->image);
  return rows * vector * (span(w, pixels) * bytes / 4 + taps);
}

static bool holds(const window_problem *v, int64_t vector, int64_t pixels) {
  return pixels == 1 || (pixels * vector <= SUMS_MAX && held(v, vector, pixels, 1) <= HELD_MAX);
}

/* Rows of taps whose loads are under way together: all that have registers where threads do
 * little.  Those that do much hide one another's. */
static int64_t rows_of(const window_problem *v, int64_t vector, int64_t pixels) {
  const window *w = &v->w;
  int64_t rows = 1;
  if (pixels * vector >= SUMS_MAX) return 1;
  while (rows < w->kernel[1] && held(v, vector, pixels, rows + 1) <= HELD_MAX) rows++;
  return divide_up(w->kernel[1], divide_up(w->kernel[1], rows));
}

/* How the work is cut into threads. */
typedef struct cut {
  int64_t vector, pixels, lanes, chunks, lines, bands, tiles, rows, threads;
} cut;

static cut cut_of(const window_problem *v, int64_t vector, int64_t pixels) {
  const window *w = &v->w;
  cut c = {.vector = vector, .pixels = pixels, .rows = rows_of(v, vector, pixels)};
  int64_t groups = v->channels / vector;
  c.chunks = divide_up(groups, LANE_CHANNELS / vector);
  c.lanes = divide_up(groups, c.chunks);
  c.bands = divide_up(w->out[1], LINES);
  c.lines = divide_up(w->out[1], c.bands);
  c.tiles = divide_up(w->out[2], pixels * apart(w)) * apart(w);
  c.threads = v->images * w->out[0] * c.bands * c.chunks * c.tiles * c.lines;
  c.threads *= c.lanes;
  return c;
}

/* Fitted to 260 times of 64 problems on an H200, in all forms: 9% off in the median (worst 1.85).
 * Clocks of a scheduler for a channel of a pixel of the image, for a channel of a tap, for a term
 * of a sum, for a result, for a warp, and of waiting for what is read together. */
#define PIXEL_CLOCKS 4.4
#define TAP_CLOCKS 3.0
#define TERM_CLOCKS 0.24
#define RESULT_CLOCKS 14.7
#define WARP_CLOCKS 133
#define WAIT_CLOCKS 420
#define MEMORY_SHARE 0.63 /* of the rate that row kernels reach */

/* Returns the clocks of the busiest scheduler, which runs a warp of each block and spends `end`
 * clocks at the end of each result. */
static double clocks_of(const window_problem *v, const cut *c, double blocks, double end) {
  const window *w = &v->w;
  double rows = (double)(w->kernel[0] * w->kernel[1]), taps = (double)w->kernel[2];
  double vector = (double)c->vector, results = (double)c->pixels * vector;
  double row = (double)span(w, c->pixels) * vector * PIXEL_CLOCKS + taps * vector * TAP_CLOCKS +
               results * taps * TERM_CLOCKS;
  return blocks * (rows * row + results * end + WARP_CLOCKS) + WAIT_CLOCKS * rows / (double)c->rows;
}

static double blocks_of(const cut *c, int multiprocessors) {
  return (double)divide_up(c->threads, BLOCK) / multiprocessors;
}

/* What the forms are not chosen by, fitted to 181 steps on an H200 of which a third is held out (8%
 * off in the median of both, worst 1.9 and 1.6): a vector of less than 8 channels asks as often as
 * a whole one, threads of few channels ask for parts of lines, and what is read for a row of taps
 * arrives tap by tap where a scheduler has few warps. */
#define STEP_START 1.17e-6
#define STEP_RESULT_CLOCKS 3.6
#define NARROW_CLOCKS 9.7
#define LANE_CLOCKS 5.5
#define TAP_WAIT_CLOCKS 77.0
#define WHOLE_LANES 8
#define WHOLE_VECTOR 8

static double step_clocks(const window_problem *v, const cut *c, double blocks, double behind) {
  const window *w = &v->w;
  double narrow = c->vector < WHOLE_VECTOR ? 1 - (double)c->vector / WHOLE_VECTOR : 0;
  double rows = (double)(w->kernel[0] * w->kernel[1]), taps = (double)w->kernel[2];
  double lanes = c->lanes < WHOLE_LANES ? (double)(WHOLE_LANES - c->lanes) : 0;
  double more = NARROW_CLOCKS * narrow + LANE_CLOCKS * lanes;
  return clocks_of(v, c, blocks, STEP_RESULT_CLOCKS + behind) -
         WAIT_CLOCKS * rows / (double)c->rows + blocks * rows * (double)span(w, c->pixels) * more +
         TAP_WAIT_CLOCKS * taps * rows / (double)c->rows;
}

/* Bytes of the image that lie under no window, as where steps are longer than windows. */
static double unread_bytes(const window_problem *v) {
  const window *w = &v->w;
  double all = 1, read = 1;
  for (int d = 0; d < WINDOW_AXES; d++) {
    int64_t each = w->kernel[d] < w->stride[d] ? w->kernel[d] : w->stride[d];
    int64_t under = w->out[d] * each;
    all *= (double)w->in[d];
    read *= (double)(under < w->in[d] ? under : w->in[d]);
  }
  return (all - read) * (double)(v->images * v->channels) * (double)dtype_bytes(v->image);
}

/* Sums, or memory. */
static void add_time(const problem *p, const cost_model *m, schedule *s) {
  const chip_row *c = cost_chip_row(m);
  double blocks = blocks_of(s->constants, c->processors);
  double behind =
      p->work.heavy * COST_HEAVY_PASS_CLOCKS + p->work.dividing * COST_DIVIDING_PASS_CLOCKS;
  double sums = step_clocks(&p->v, s->constants, m->full ? blocks : ceil(blocks), behind);
  double memory = cost_of_bytes(m, p->work.bytes - unread_bytes(&p->v)) / MEMORY_SHARE;
  s->start = STEP_START;
  s->seconds = (m->full ? 0 : STEP_START) + fmax(sums / c->clock, memory);
}

/* Pixels, and whether the vector is half of what 16 bytes hold. */
static int form_of(int pixels, bool half) { return pixels * 2 + half; }

#define ONE_RESULT 0 /* the form that other convolutions have */

const char *offers_depthwise(const problem *p, const cost_model *m, schedule_list *out) {
  const window_problem *v = &p->v;
  const char *why = p->undirect ? p->undirect : fit(v);
  if (why) return why;
  schedule forms[FORMS_MAX];
  uint32_t count = 0, best = 0;
  for (int half = 0; half < (v->vector > 1 ? 2 : 1); half++)
    for (int pixels = 1; pixels <= PIXELS_MAX; pixels *= 2) {
      int vector = half ? v->vector / 2 : v->vector;
      if (!holds(v, vector, pixels)) continue;
      cut *c = NEW(out->a, cut);
      *c = cut_of(v, vector, pixels);
      schedule *s = &forms[count];
      *s = (schedule){
          .name = arena_printf(out->a, "%d pixels of %d channels", pixels, vector),
          .cost = clocks_of(v, c, ceil(blocks_of(c, cost_multiprocessors(m))), RESULT_CLOCKS),
          .form = form_of(pixels, half),
          .constants = c,
          .constant_bytes = sizeof *c,
          .launches = 1};
      add_time(p, m, s);
      if (s->cost < forms[best].cost) best = count;
      count++;
    }
  schedule first = forms[best];
  forms[best] = forms[0];
  forms[0] = first;
  schedule one = conv_result_form(p, m);
  one.cost = 8 * first.cost;
  one.form = ONE_RESULT;
  one.reorders = v->scaled;
  forms[count++] = one;
  for (uint32_t i = 0; i < count; i++) offer(out, forms[i]);
  return NULL;
}

/* Filters as [taps][channels], in F32: in smaller types they would be widened in every thread. */
static const char *pack(direct *k, int64_t taps, int64_t channels, uint32_t *p) {
  const value *f = k->n->in[1];
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
  uint32_t id =
      lower_const_kept(k->l, arena_printf(k->l->c->scratch, "%s.by_tap", f->name), &type, packed);
  *p = draft_read(&k->draft, id, "float");
  return NULL;
}

/* The image's first pixel, wherever it is, and what lies between pixels and images. */
static uint32_t read_image(direct *k, const window_problem *v, const char *type) {
  const value *x = k->n->in[0];
  const window *w = &v->w;
  place p;
  int64_t pitch = v->channels, step, image = w->in[0] * w->in[1] * w->in[2];
  bool part = place_images(x, &p, &pitch, &step);
  int64_t frames = v->images / at_least_one(x->type.dims[0]); /* that are images each */
  if (part && frames != 1) part = step == frames * image * pitch;
  if (!part) pitch = v->channels;
  if (!part || frames != 1) step = image * pitch;
  direct_size(k, "pitch", pitch);
  direct_size(k, "image_step", step);
  if (!part) return draft_read(&k->draft, lower_value(k->l, x), type);
  return draft_read_part(&k->draft, lower_value(k->l, p.whole), type,
                         (uint64_t)p.offset * dtype_bytes(x->type.dtype), tensor_bytes(&x->type));
}

static const char *write_vectors(direct *k, const window_problem *v, const cut *c) {
  const node *n = k->n;
  const value *x = n->in[0], *f = n->in[1], *bias = node_input(n, 2);
  const char *x_type = memory_type(x->type.dtype);
  if (!x_type || !memory_type(f->type.dtype) || (bias && !memory_type(bias->type.dtype)))
    return "its operands have no form on the GPU";
  int vector = (int)c->vector;
  if (direct_vector(k, v->channels) < vector) return "its results cannot be stored in vectors";
  uint32_t filters;
  const char *why = pack(k, window_volume(v->w.kernel), v->channels, &filters);
  if (why) return why;
  direct_size(k, "vector", c->vector);
  direct_size(k, "pixels", c->pixels);
  direct_size(k, "apart", apart(&v->w));
  direct_size(k, "lanes", c->lanes);
  direct_size(k, "chunks", c->chunks);
  direct_size(k, "lines", c->lines);
  direct_size(k, "rows", c->rows);
  k->library = kernel_text_depthwise;
  k->launch.warp = true;
  k->launch.threads = BLOCK;
  k->launch.waits_itself = true;
  uint32_t image = read_image(k, v, x_type);
  direct_out_many(k, n->out[0], vector);
  const char *scales[2], *vectors[2] = {"nullptr", "nullptr"};
  for (int i = 0; i < 2; i++) scales[i] = draft_scale(&k->draft, &n->in[i]->type);
  for (int i = 0; i < 2; i++) {
    const value *each = i ? bias : f->scale_vector;
    if (each)
      vectors[i] = arena_printf(
          k->l->c->scratch, "p%u",
          draft_read(&k->draft, lower_value(k->l, each), memory_type(each->type.dtype)));
  }
  text_printf(&k->draft.body, "  depthwise<shape>(i, p%u, p%u, %s, %s, %s, %s, out_many);\n", image,
              filters, scales[0], scales[1], vectors[0], vectors[1]);
  return direct_launch(
      k, "depthwise", c->threads, 1,
      2 * (uint64_t)tensor_elements(&n->out[0]->type) * (uint64_t)window_volume(v->w.kernel));
}

const char *write_depthwise(lowering *l, const problem *p, const schedule *s) {
  if (s->form == ONE_RESULT) return conv_direct_write(l, p, &(schedule){.form = CONV_RESULTS});
  direct k;
  const char *why = conv_direct_begin(&k, l, p);
  return why ? why : write_vectors(&k, &p->v, s->constants);
}
