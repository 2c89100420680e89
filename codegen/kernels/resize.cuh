/* resize.cuh - images made larger or smaller along two neighbouring axes, the last ones or those in front of the
 * channels.
 *
 * A thread takes some columns, or a column's neighbouring channels, of several rows one below the other: where its
 * columns find their numbers stays the same, and a row of the image that serves several rows of the result is read
 * and weighted along x once. */

/* What a thread holds of the rows of the image that one row of the result is made of, weighted along x. */
template <class S, class N> struct resize_window {
  static constexpr int V = S::vector, CY = S::taps_y;
  i32 have[CY];
  N held[CY][V];
  FORCEINLINE resize_window() {
#pragma unroll
    for (int t = 0; t < CY; t++) have[t] = -1;
  }
  /* Moves to the rows of result `row`: mostly they are the ones before, or one further.  read(y, to) gives
   * row y of the image. */
  template <class READ> FORCEINLINE void move(typename S::index row, const i32 *py, READ read) {
    i32 want[CY];
    bool same = true, next = CY > 1;
#pragma unroll
    for (int t = 0; t < CY; t++) {
      const i32 p = py[row * CY + t];
      want[t] = p < 0 ? 0 : p;
      same = same && want[t] == have[t];
      if (t) next = next && want[t - 1] == have[t];
    }
    if (same) return;
    if (next) {
#pragma unroll
      for (int t = 1; t < CY; t++)
#pragma unroll
        for (int v = 0; v < V; v++) held[t - 1][v] = held[t][v];
      read(want[CY - 1], held[CY - 1]);
    } else {
#pragma unroll
      for (int t = 0; t < CY; t++) read(want[t], held[t]);
    }
#pragma unroll
    for (int t = 0; t < CY; t++) have[t] = want[t];
  }
  FORCEINLINE void result(typename S::index row, const float *wy, N (&y)[V]) const {
#pragma unroll
    for (int v = 0; v < V; v++) {
      if constexpr (S::weighted) {
        y[v] = wy[row * CY] * held[0][v];
#pragma unroll
        for (int t = 1; t < CY; t++) y[v] = mul_add(wy[row * CY + t], held[t][v], y[v]);
      } else {
        y[v] = held[0][v];
      }
    }
  }
};

/* The rows that chunk `chunk` of S::chunks goes through. */
template <class S, class STEP> FORCEINLINE void resize_each_row(typename S::index chunk, STEP step) {
  typedef typename S::index I;
  const I first = chunk * S::rows, end = first + S::rows < S::oy ? first + S::rows : (I)S::oy;
#pragma unroll 1
  for (I row = first; row < end; row++) step(row);
}

/* Thread i of S::planes by S::chunks by S::ox / S::vector vectors of columns.  Position c of the last axis
 * reads px[c * S::taps_x + k] with weight wx there, and so does y; S::outside_too: a negative first place is
 * outside of the image.  Without S::weighted of one tap, whatever the type. */
template <class S, class N, class X, class OUT>
FORCEINLINE void resize_rows(typename S::index i, X in, const i32 *px, const float *wx, const i32 *py, const float *wy,
                             OUT out) {
  typedef typename S::index I;
  constexpr int V = S::vector, CX = S::taps_x;
  constexpr I across = S::ox / V;
  const I column = i % across * V, chunk = i / across % S::chunks, plane = i / (across * S::chunks);
  bool inside[V];
  i32 place[V][CX];
  float weight[V][CX];
#pragma unroll
  for (int v = 0; v < V; v++)
#pragma unroll
    for (int k = 0; k < CX; k++) {
      const i32 p = px[(column + v) * CX + k];
      if (k == 0) inside[v] = p >= 0;
      place[v][k] = p < 0 ? 0 : p;
      if constexpr (S::weighted) weight[v][k] = wx[(column + v) * CX + k];
    }
  resize_window<S, N> window;
  resize_each_row<S>(chunk, [&](I row) {
    window.move(row, py, [&](i32 y, N(&to)[V]) {
      const I from = (plane * S::iy + y) * S::ix;
#pragma unroll
      for (int v = 0; v < V; v++) {
        to[v] = in(from + place[v][0]);
        if constexpr (S::weighted) {
          to[v] *= weight[v][0];
#pragma unroll
          for (int k = 1; k < CX; k++) to[v] = mul_add(weight[v][k], in(from + place[v][k]), to[v]);
        }
      }
    });
    N y[V];
    window.result(row, wy, y);
    if constexpr (S::outside_too) {
      const bool row_inside = py[row * S::taps_y] >= 0;
#pragma unroll
      for (int v = 0; v < V; v++) y[v] = row_inside && inside[v] ? y[v] : (N)S::outside;
    }
    out((plane * S::oy + row) * S::ox + column, y);
  });
}

/* The same of images whose channels lie last: of S::planes by S::chunks by S::ox by S::channels / S::vector;
 * in_many(at, x) reads S::vector neighbours. */
template <class S, class N, class X, class OUT>
FORCEINLINE void resize_rows_last(typename S::index i, X in_many, const i32 *px, const float *wx, const i32 *py,
                                  const float *wy, OUT out) {
  typedef typename S::index I;
  constexpr int V = S::vector, CX = S::taps_x;
  constexpr I vectors = S::channels / V;
  const I channel = i % vectors * V, column = i / vectors % S::ox, chunk = i / (vectors * S::ox) % S::chunks;
  const I plane = i / (vectors * S::ox * S::chunks);
  bool inside = true;
  i32 place[CX];
  float weight[CX];
#pragma unroll
  for (int k = 0; k < CX; k++) {
    const i32 p = px[column * CX + k];
    if (k == 0) inside = p >= 0;
    place[k] = p < 0 ? 0 : p;
    if constexpr (S::weighted) weight[k] = wx[column * CX + k];
  }
  resize_window<S, N> window;
  resize_each_row<S>(chunk, [&](I row) {
    window.move(row, py, [&](i32 y, N(&to)[V]) {
      const I from = (plane * S::iy + y) * S::ix;
      in_many((from + place[0]) * S::channels + channel, to);
      if constexpr (S::weighted) {
#pragma unroll
        for (int v = 0; v < V; v++) to[v] *= weight[0];
#pragma unroll
        for (int k = 1; k < CX; k++) {
          N x[V];
          in_many((from + place[k]) * S::channels + channel, x);
#pragma unroll
          for (int v = 0; v < V; v++) to[v] = mul_add(weight[k], x[v], to[v]);
        }
      }
    });
    N y[V];
    window.result(row, wy, y);
    if constexpr (S::outside_too) {
      const bool row_inside = inside && py[row * S::taps_y] >= 0;
#pragma unroll
      for (int v = 0; v < V; v++) y[v] = row_inside ? y[v] : (N)S::outside;
    }
    out(((plane * S::oy + row) * S::ox + column) * S::channels + channel, y);
  });
}
