/* depthwise.cuh - a filter for each channel, where channels lie last.
 *
 * Threads do little where images are small, and then what counts is how often they wait for memory.  So all
 * that rows of taps need is asked for before any of it is used; ptxas, left alone, would save registers
 * and wait for one after the other. */

/* Read where it stands: what the compiler knows to be constant it moves to where it is used. */
template <int BYTES> FORCEINLINE void load_here(words<BYTES> &to, const void *p) {
  if constexpr (BYTES % 16 == 0) {
#pragma unroll
    for (int i = 0; i < BYTES / 16; i++) {
      const uint4 x = load_after((const u8 *)p + 16 * i);
      to.w[4 * i] = x.x, to.w[4 * i + 1] = x.y, to.w[4 * i + 2] = x.z, to.w[4 * i + 3] = x.w;
    }
  } else {
    to.load(p);
  }
}

/* Tiles of S::pixels in a row, S::apart from each other: as far as taps are, where steps are single pixels, so that
 * neighbours in a tile share what they read. */
template <class S> struct depthwise_tiles {
  typedef typename S::index I;
  static constexpr I wide = S::pixels * S::apart, count = (S::ox + wide - 1) / wide * S::apart;
  static FORCEINLINE I first(I tile) { return tile / S::apart * wide + tile % S::apart; }
};

/* Threads of a depthwise convolution count, innermost first: S::lanes vectors of channels, S::lines
 * rows, tiles of a row, chunks of lanes, bands of lines, images. */
template <class S> FORCEINLINE typename S::index depthwise_channel(typename S::index i) {
  constexpr typename S::index tiles = depthwise_tiles<S>::count;
  return (i / (S::lanes * S::lines * tiles) % S::chunks * S::lanes + i % S::lanes) * S::vector;
}

/* Taps of ROWS rows, TAPS of each, from x and w on: all that is read is asked for at once.  Then each
 * pixel's sum goes row by row, tap by tap.  `whole`: all that is under them is inside of the image;
 * otherwise columns from `column` and rows from `y` on are where they are inside, and `inside` is said;
 * the others are zero. */
template <class S, int ROWS, int TAPS, class X, class W>
FORCEINLINE void depthwise_taps(const X *x, const W *w, bool whole, bool inside, typename S::index y,
                                typename S::index column, float (&sums)[S::pixels][S::vector]) {
  typedef typename S::index I;
  constexpr int V = S::vector, P = S::pixels, DX = (int)(S::dx / S::apart), span = (P - 1) * S::sx + (TAPS - 1) * DX + 1;
  constexpr I line = S::ix * S::pitch, next = S::apart * S::pitch;
  alignas(16) words<V * sizeof(X)> image[ROWS][span];
  alignas(16) words<V * sizeof(W)> taps[ROWS][TAPS];
#pragma unroll
  for (int r = 0; r < ROWS; r++)
#pragma unroll
    for (int k = 0; k < TAPS; k++) load_here(taps[r][k], w + (r * S::kx + k) * S::out_channels);
  /* ptxas leaves loads of one branch together */
  if (whole) {
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
      for (int at = 0; at < span; at++) image[r][at].load(x + r * S::dy * line + at * next);
  } else {
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      const bool row_inside = inside && y + r * S::dy >= 0 && y + r * S::dy < S::iy;
#pragma unroll
      for (int at = 0; at < span; at++) {
        image[r][at] = {};
        const I here = column + at * S::apart;
        if (row_inside && here >= 0 && here < S::ix)
          image[r][at].load(x + r * S::dy * line + at * next);
      }
    }
  }
#pragma unroll
  for (int r = 0; r < ROWS; r++)
#pragma unroll
    for (int at = 0; at < span; at++) {
      float pixel[V];
      load<V>((const X *)&image[r][at], pixel);
#pragma unroll
      for (int p = 0; p < P; p++) {
        const int reach = at - p * (int)S::sx, k = reach / DX;
        if (reach < 0 || reach % DX || k >= TAPS) continue;
        float tap[V];
        load<V>((const W *)&taps[r][k], tap);
#pragma unroll
        for (int v = 0; v < V; v++) sums[p][v] = mul_add(pixel[v], tap[v], sums[p][v]);
      }
    }
}

/* ROWS rows of taps, wide ones in parts of at most 8, so that a part's taps have registers. */
template <class S, int ROWS, class X, class W>
FORCEINLINE void depthwise_rows(const X *x, const W *w, bool inside, typename S::index y, typename S::index column,
                                float (&sums)[S::pixels][S::vector]) {
  typedef typename S::index I;
  constexpr int parts = ((int)S::kx + 7) / 8, part = ((int)S::kx + parts - 1) / parts;
  constexpr int last = (int)S::kx - (parts - 1) * part;
  const bool rows_inside = inside && y >= 0 && y + (ROWS - 1) * S::dy < S::iy;
#pragma unroll
  for (int n = 0; n < parts; n++) {
    const I first = column + n * part * S::dx;
    const int count = n < parts - 1 ? part : last;
    const bool whole = rows_inside && first >= 0 && first + (S::pixels - 1) * S::sx * S::apart + (count - 1) * S::dx < S::ix;
    const X *const from = x + n * part * S::dx * S::pitch;
    const W *const taps = w + n * part * S::out_channels;
    if (n < parts - 1)
      depthwise_taps<S, ROWS, part>(from, taps, whole, inside, y, first, sums);
    else
      depthwise_taps<S, ROWS, last>(from, taps, whole, inside, y, first, sums);
  }
}

/* Calls out(element, its vector) for the pixels of thread i: sums times the scales of image and filters, then times
 * the channels' factors, and their bias.  What lies outside is zero. */
template <class S, class X, class W, class XS, class WS, class F, class B, class OUT>
FORCEINLINE void depthwise(typename S::index i, const X *x, const W *w, XS x_scale, WS w_scale, F factors, B bias, OUT out) {
  typedef typename S::index I;
  const I channel = depthwise_channel<S>(i);
  if (channel >= S::out_channels) return;
  float factor[S::vector], addend[S::vector];
  if constexpr (is_given<F>::value) load<S::vector>(factors + channel, factor);
  if constexpr (is_given<B>::value) load<S::vector>(bias + channel, addend);
  constexpr int V = S::vector, P = S::pixels, rows = S::rows, last = (int)S::ky - ((int)S::ky - 1) / rows * rows;
  constexpr int turns = rows == 1 ? 1 : ((int)S::ky + rows - 1) / rows; /* that are unrolled */
  constexpr I tiles = depthwise_tiles<S>::count, bands = (S::oy + S::lines - 1) / S::lines;
  const I line = i / S::lanes % S::lines, tile = i / (S::lanes * S::lines) % tiles;
  const I rest = i / (S::lanes * S::lines * tiles * S::chunks), oy = rest % bands * S::lines + line;
  const I oz = rest / bands % S::oz, image = rest / (bands * S::oz);
  if (oy >= S::oy) return;
  const I start = depthwise_tiles<S>::first(tile), column = start * S::sx - S::bx;
  float sums[P][V] = {};
  dependency_wait(); /* all before it has constants and the thread's number alone */
  dependents_launch();
#pragma unroll 1
  for (int kz = 0; kz < (int)S::kz; kz++) {
    const I z = oz * S::sz - S::bz + kz * S::dz;
    const bool inside = z >= 0 && z < S::iz;
#pragma unroll turns
    for (int ky = 0; ky < (int)S::ky; ky += rows) {
      const I y = oy * S::sy - S::by + ky * S::dy;
      if (rows == 1 && !(inside && y >= 0 && y < S::iy)) continue;
      const X *const from = x + (image * S::image_step + ((z * S::iy + y) * S::ix + column) * S::pitch + channel);
      const W *const taps = w + (I)(kz * S::ky + ky) * S::kx * S::out_channels + channel;
      if (ky + rows <= (int)S::ky)
        depthwise_rows<S, rows>(from, taps, inside, y, column, sums);
      else
        depthwise_rows<S, last>(from, taps, inside, y, column, sums);
    }
  }
#pragma unroll
  for (int p = 0; p < P; p++) {
    const I ox = start + p * S::apart;
    if (!(S::ox % (P * S::apart) == 0 || ox < S::ox)) continue;
#pragma unroll
    for (int v = 0; v < V; v++) {
      sums[p][v] = sums[p][v] * x_scale * w_scale;
      if constexpr (is_given<F>::value) sums[p][v] = sums[p][v] * factor[v];
      if constexpr (is_given<B>::value) sums[p][v] = sums[p][v] + addend[v];
    }
    out((((image * S::oz + oz) * S::oy + oy) * S::ox + ox) * S::out_channels + channel, sums[p]);
  }
}
