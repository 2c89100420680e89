/* byte_phases.h - an image laid out so that every tap of a filter reads it in one stretch.
 *
 * A channel becomes one plane for each remainder of a place by the strides, padding included, so
 * that what a tap reads for neighbouring outputs lies side by side.  Output (y, x) is number y *
 * pitch + x of all taps' stretches; numbers in between, from out[2] to pitch, are nobody's. */
#ifndef OPS_BYTE_PHASES_H
#define OPS_BYTE_PHASES_H

#include "ops/window.h"

#define PHASES_MOST 16 /* of one axis */

typedef struct byte_phases {
  const window *w;
  int64_t rows, pitch, plane;               /* of a phase */
  int64_t count;                            /* of phases that a tap reads */
  int64_t numbers;                          /* outputs and what lies between them */
  int16_t index[PHASES_MOST][PHASES_MOST];  /* -1: no tap reads it */
  uint8_t at[PHASES_MOST * PHASES_MOST][2]; /* of each: the remainders */
} byte_phases;

/* Images of two dimensions at most, and windows that are not too far apart. */
bool byte_phases_can(const window *w);
byte_phases byte_phases_of(const window *w);
/* Returns where a tap's stretch begins in a channel's planes. */
int64_t byte_phases_tap(const byte_phases *p, int64_t ky, int64_t kx);

/* An image's bytes are read as byte ^ flip, and padding as `zero`.  Vectors may touch `readable`
 * bytes from the channel's first on, and PHASES_SLACK numbers behind the planes. */
typedef struct byte_image {
  int64_t readable;
  int32_t zero;
  uint8_t flip;
} byte_image;
#define PHASES_SLACK 32

/* The planes of one channel; and as numbers less `zero`, padding 0. */
void byte_phases_copy(const byte_phases *p, const uint8_t *x, const byte_image *image, uint8_t *to);
void byte_phases_widen(const byte_phases *p, const uint8_t *x, const byte_image *image,
                       int16_t *to);

/* Numbers that lie in rows of `pitch`, of which `width` are kept. */
typedef struct byte_runs {
  int64_t width, pitch;
} byte_runs;

/* Numbers `first` to `first` + n, of `each` bytes; the 15 bytes behind them may be read. */
typedef struct byte_stretch {
  const void *block;
  size_t each;
  int64_t first, n;
} byte_stretch;

/* Puts the kept ones to to[row * width + x]. */
void byte_runs_copy(const byte_runs *runs, const byte_stretch *s, void *to);

#endif
