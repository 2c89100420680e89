/* sm90_weights.c - which channels of the weights the tiles of gemm_sm90.c read, and how those lie
 * in the plan.  Where weights are zeros between blocks, a tile reads the channels of its blocks
 * alone, and constants are kept without the others. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/gemm_sm90.h"

/* The kernel's first_channel(). */
static int64_t first_channel(const sm90_product *p, int64_t column) {
  int64_t unit = 16 / p->in_bytes;
  return column / (p->f.columns / p->blocks) * (p->channels / p->blocks) / unit * unit;
}

/* Channels that the blocks of a tile's columns have, from a multiple of 16 bytes on; the most of
 * all tiles. */
static int64_t tile_channels(const sm90_product *p) {
  if (p->blocks < 2 || p->t.n >= p->f.columns) return p->channels;
  int64_t filters = p->f.columns / p->blocks, channels = p->channels / p->blocks, most = 0;
  for (int64_t column = 0; column < p->f.columns; column += p->t.n) {
    int64_t last = column + p->t.n < p->f.columns ? column + p->t.n : p->f.columns;
    int64_t count = divide_up(last, filters) * channels - first_channel(p, column);
    if (count > most) most = count;
  }
  return most;
}

int64_t sm90_panels(const sm90_product *p) {
  int64_t panel = p->pitch / p->in_bytes;
  if (!p->conv) return (p->f.k + panel - 1) / panel;
  return p->f.k / p->channels * divide_up(tile_channels(p), panel);
}

/* A tap's channels in whole panels: so many elements. */
static int64_t panel_row(const sm90_product *p) {
  return sm90_panels(p) / (p->f.k / p->channels) * (p->pitch / p->in_bytes);
}

bool sm90_packs_weights(const sm90_product *p) {
  return p->blocks > 1 && value_is_const(p->f.w) && panel_row(p) < p->channels;
}

/* Of each filter and tap the channels that its tile reads, zeros behind them. */
static void pack_weights(const sm90_product *p, const uint8_t *from, uint8_t *to) {
  size_t bytes = (size_t)p->in_bytes;
  int64_t channels = p->channels, taps = p->f.k / channels, wide = panel_row(p);
  for (int64_t column = 0; column < p->f.columns; column++) {
    int64_t first = first_channel(p, column / p->t.n * p->t.n);
    int64_t count = channels - first < wide ? channels - first : wide;
    for (int64_t tap = 0; tap < taps; tap++, to += (size_t)wide * bytes) {
      size_t begin = (size_t)((column * taps + tap) * channels + first);
      memcpy(to, from + begin * bytes, (size_t)count * bytes);
      memset(to + (size_t)count * bytes, 0, (size_t)(wide - count) * bytes);
    }
  }
}

const char *sm90_add_weights(lowering *l, const sm90_product *p, sm90_weights *w) {
  const value *v = p->f.w;
  int64_t channels = p->conv ? p->channels : p->f.k;
  if (!sm90_packs_weights(p)) {
    *w = (sm90_weights){.id = lower_value(l, v), .channels = channels};
    return NULL;
  }
  int64_t wide = panel_row(p);
  tensor type = {
      .dtype = v->type.dtype, .rank = 2, .dims = {p->f.columns * (p->f.k / channels), wide}};
  uint8_t *packed = NULL;
  if (!l->probe) {
    const tensor *t = lower_load(l, v);
    if (!t) return "its weights cannot be read";
    packed = arena_alloc(l->c->keep, tensor_bytes(&type));
    pack_weights(p, t->data, packed);
  }
  const char *name = arena_printf(l->c->scratch, "%s.panels", v->name);
  *w = (sm90_weights){.id = lower_const_kept(l, name, &type, packed), .channels = wide};
  return NULL;
}
