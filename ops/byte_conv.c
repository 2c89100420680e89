/* byte_conv.c - convolution of bytes (byte_conv.h).
 *
 * Filters are the rows of a product and output pixels its columns, whose panels are packed from an
 * image in phases (byte_phases.h), or from the image itself where filters have one tap.  Filters of
 * one channel multiply pairs of taps in 16 bits. */
#include "ops/byte_conv.h"

#include <string.h>

#include "base/cpu.h"
#include "ops/byte_depthwise.h"
#include "ops/byte_gemm.h"
#include "ops/byte_phases.h"
#include "ops/move.h"

/* One group of one image. */
typedef struct part {
  const byte_conv *c;
  const byte_phases *phases;
  const uint8_t *image;
  int64_t bytes;          /* that may be read of it */
  const int64_t *offsets; /* of each of byte_row(k), into the image */
  int64_t k, numbers, pitch;
  const int32_t *add, *zeros; /* of each output: what its sums lack, and its weights' zero point */
  int64_t channel;            /* the first output's */
  int64_t at;                 /* where its results begin */
} part;

static void pack_pixels(const void *user, int64_t first, uint8_t *panel) {
  const part *p = user;
  bool inside = first + BYTE_WIDTH <= p->numbers;
  for (int64_t k = 0; k < p->k; k += 4, panel += 4 * BYTE_WIDTH) {
    const uint8_t *rows[4];
    uint8_t copies[4][BYTE_WIDTH];
    for (int e = 0; e < 4; e++) {
      int64_t at = p->offsets[k + e] + first;
      rows[e] = p->image + at;
      if (inside || at + BYTE_WIDTH <= p->bytes) continue;
      memset(copies[e], 0, BYTE_WIDTH);
      memcpy(copies[e], rows[e], (size_t)(p->bytes - at)); /* behind it ends the image */
      rows[e] = copies[e];
    }
    byte_pack_rows(rows, panel);
  }
}

INLINE void take_columns_any(int32_t *restrict sums, const int32_t *restrict of_columns,
                             uint32_t zero, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    sums[i] = (int32_t)((uint32_t)sums[i] - zero * (uint32_t)of_columns[i]);
}
AT_EACH_LEVEL(static void, take_columns,
              (int32_t * sums, const int32_t *of_columns, uint32_t zero, int64_t n),
              (sums, of_columns, zero, n))

static void store_pixels(const void *user, const byte_sums *s) {
  const part *p = user;
  const window *w = p->c->w;
  const byte_runs runs = {w->out[2], p->pitch};
  for (int64_t i = 0; i < s->rows; i++) {
    int32_t *sums = s->sums + i * s->pitch;
    int64_t o = s->row + i;
    if (p->zeros[o] != 0) take_columns(sums, s->of_columns, (uint32_t)p->zeros[o], s->columns);
    byte_line l = {sums, s->columns, p->channel + o, p->add[o], NULL};
    byte_result_runs(p->c->result, &l, s->first, &runs, p->at + o * w->out[1] * w->out[2]);
  }
}

byte_conv byte_conv_of(const op_call *call, const window *over, const tensor *x, const tensor *w) {
  int64_t group = op_attr_int(call, "group");
  return (byte_conv){.w = over,
                     .images = x->dims[0],
                     .group = group,
                     .channels = w->dims[1],
                     .outputs = w->dims[0] / group,
                     .x = x->data,
                     .weights = w->data,
                     .x_signed = x->dtype == FP8C_DTYPE_I8,
                     .weights_signed = w->dtype == FP8C_DTYPE_I8};
}

/* All groups' filters as signed bytes in rows of a multiple of four, and the terms that zero points
 * add to their sums. */
typedef struct filters {
  const uint8_t *rows;
  int64_t pitch;
  int32_t *add, *zeros;
  bool zeros_count; /* some zero point is not 0 */
} filters;

static filters read_filters(const op_call *call, const byte_conv *c, int64_t k, int32_t x_zero) {
  int64_t outputs = c->group * c->outputs;
  filters f = {c->weights, k, NEW_ARRAY(call->scratch, int32_t, outputs),
               NEW_ARRAY(call->scratch, int32_t, outputs), false};
  if (k % 4 != 0 || !c->weights_signed) {
    const uint8_t flip = c->weights_signed ? 0 : 0x80;
    f.pitch = byte_row(k);
    uint8_t *rows = arena_alloc(call->scratch, (size_t)(outputs * f.pitch));
    for (int64_t o = 0; o < outputs; o++)
      for (int64_t p = 0; p < k; p++) rows[o * f.pitch + p] = c->weights[o * k + p] ^ flip;
    f.rows = rows;
  }
  byte_row_sums(f.rows, f.pitch, outputs, k, true, f.add);
  for (int64_t o = 0; o < outputs; o++) {
    f.zeros[o] = c->w_zeros[o] - (c->weights_signed ? 0 : 128);
    f.zeros_count |= f.zeros[o] != 0;
    uint32_t lack = (uint32_t)x_zero * ((uint32_t)f.add[o] - (uint32_t)k * (uint32_t)f.zeros[o]);
    f.add[o] = (int32_t)((c->bias ? (uint32_t)c->bias[o] : 0) - lack);
  }
  return f;
}

typedef struct laying {
  const byte_conv *c;
  const byte_phases *p;
  byte_image image;
  const uint8_t *from;
  uint8_t *to;
} laying;

static void lay_channels(void *object, int64_t first, int64_t last) {
  const laying *l = object;
  int64_t in = l->c->w->in[1] * l->c->w->in[2], all = l->p->count * l->p->plane;
  for (int64_t ch = first; ch < last; ch++) {
    byte_image image = l->image;
    image.readable -= ch * in;
    byte_phases_copy(l->p, l->from + ch * in, &image, l->to + ch * all);
  }
}

static const int64_t *offsets_of(const op_call *call, const byte_conv *c, const byte_phases *p,
                                 bool direct, int64_t k) {
  const window *w = c->w;
  int64_t *offsets = NEW_ARRAY(call->scratch, int64_t, byte_row(k) + 1), at = 0;
  int64_t channel = direct ? w->in[1] * w->in[2] : p->count * p->plane;
  for (int64_t ch = 0; ch < c->channels; ch++)
    for (int64_t ky = 0; ky < w->kernel[1]; ky++)
      for (int64_t kx = 0; kx < w->kernel[2]; kx++)
        offsets[at++] = ch * channel + byte_phases_tap(p, ky, kx);
  return offsets;
}

static bool reads_in_place(const window *w) {
  for (int d = 1; d < WINDOW_AXES; d++)
    if (w->kernel[d] != 1 || w->stride[d] != 1 || w->before[d] != 0 || w->out[d] != w->in[d])
      return false;
  return true;
}

static void convolve(const op_call *call, const byte_conv *c) {
  const window *w = c->w;
  byte_phases phases = byte_phases_of(w);
  int64_t k = c->channels * w->kernel[1] * w->kernel[2], volume = w->in[1] * w->in[2];
  uint8_t flip = c->x_signed ? 0x80 : 0;
  int32_t x_zero = c->x_zero + (c->x_signed ? 128 : 0);
  bool direct = !c->x_signed && reads_in_place(w);
  filters f = read_filters(call, c, k, x_zero);
  int64_t laid = c->channels * phases.count * phases.plane;
  int64_t all = c->images * c->group * c->channels * volume;
  part p = {.c = c, .phases = &phases, .k = k, .numbers = phases.numbers, .pitch = phases.pitch};
  p.offsets = offsets_of(call, c, &phases, direct, k);
  p.bytes = direct ? c->channels * volume : laid + PHASES_SLACK;
  uint8_t *planes = direct ? NULL : arena_raw(call->scratch, 1, (size_t)p.bytes);
  if (!direct) memset(planes + laid, 0, PHASES_SLACK);
  for (int64_t i = 0; i < c->images * c->group; i++) {
    int64_t part_of = i % c->group * c->outputs;
    laying l = {c, &phases, {all - i * c->channels * volume, x_zero, flip}, NULL, planes};
    l.from = c->x + i * c->channels * volume;
    if (!direct)
      each_piece(call->threads, c->channels, 1 + 32768 / (phases.plane + 1), lay_channels, &l);
    p.image = direct ? l.from : planes;
    p.add = f.add + part_of;
    p.zeros = f.zeros + part_of;
    p.channel = part_of;
    p.at = i * c->outputs * w->out[1] * w->out[2];
    byte_gemm g = {.m = c->outputs,
                   .n = phases.numbers,
                   .k = k,
                   .a = f.rows + part_of * f.pitch,
                   .a_row = f.pitch,
                   .sums_columns = f.zeros_count,
                   .pack = pack_pixels,
                   .finish = store_pixels,
                   .user = &p};
    byte_gemm_run(call, &g);
  }
}

void byte_conv_run(const op_call *call, const byte_conv *c) {
  if (c->channels == 1 && c->outputs < 4)
    byte_depthwise_run(call, c);
  else
    convolve(call, c);
}
