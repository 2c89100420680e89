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

/* ---- Any axes -----------------------------------------------------------------------------------
 *
 * The result has S::rank dimensions S::dims; the image lies with S::strides.  An axis that is resized has S::taps[d]
 * terms for each position, whose places are in places[d] and whose weights in weights[d]; one that stays has none.
 * Where the first place of a position is negative, it is outside of the image, and S::outside is its number. */

/* The sum over axes D and before, the last axis being summed last; c: the result's position, at: what the axes behind
 * D add. */
template <class S, int D, class X, int R>
FORCEINLINE double resize_sum(X x, const i64 *const (&places)[R], const double *const (&weights)[R], const i64 (&c)[R],
                              i64 at) {
  if constexpr (D < 0) {
    return (double)x(at);
  } else if constexpr (S::taps[D] == 0) {
    return resize_sum<S, D - 1>(x, places, weights, c, at);
  } else {
    const i64 first = c[D] * S::taps[D];
    double sum = S::outside;
    if (places[D][first] >= 0) {
      sum = 0;
      for (int t = 0; t < S::taps[D]; t++) {
        const double v = resize_sum<S, D - 1>(x, places, weights, c, at + places[D][first + t] * S::strides[D]);
        sum += weights[D][first + t] * v;
      }
    }
    return sum;
  }
}

/* The position of result i, the last of whose dimensions goes by V; returns what the axes that stay add. */
template <class S, int V, class I, int R> FORCEINLINE I resize_position(I left, I (&c)[R]) {
  I at = 0;
#pragma unroll
  for (int d = R - 1; d >= 0; d--) {
    const I size = (I)S::dims[d] / (d == R - 1 ? V : 1);
    c[d] = left % size * (d == R - 1 ? V : 1);
    left /= size;
    if (S::taps[d] == 0) at += c[d] * (I)S::strides[d];
  }
  return at;
}

template <class S, class X, int R>
FORCEINLINE double resized_at(typename S::index i, X x, const i64 *const (&places)[R],
                              const double *const (&weights)[R]) {
  i64 c[R];
  const i64 at = resize_position<S, 1>((i64)i, c);
  return resize_sum<S, R - 1>(x, places, weights, c, at);
}
/* To the nearest integer from `low` to `high`. */
FORCEINLINE i64 resized_integer(double v, double low, double high) {
  const double r = rint(v);
  return (i64)(r > low ? r < high ? r : high : low);
}

/* One place for each position. */
template <class S, class N, class X, int R>
FORCEINLINE N nearest_at(typename S::index i, X x, const i64 *const (&places)[R]) {
  i64 c[R], at = resize_position<S, 1>((i64)i, c);
  bool inside = true;
#pragma unroll
  for (int d = 0; d < R; d++) {
    if (S::taps[d] == 0) continue;
    const i64 place = places[d][c[d]];
    inside = inside && place >= 0;
    at += place * S::strides[d];
  }
  return inside ? (N)x(at) : (N)S::outside;
}

/* ---- ... and V neighbours of the last one, which stays (x is a reader of V) or moves (of one). */

/* As resize_sum, in F; q: the places of the V neighbours.  A position outside reads the first element and drops it. */
template <class S, int D, class F, int V, class I, class X, int R>
FORCEINLINE void resize_sums(F (&v)[V], X x, const i32 *const (&places)[R], const F *const (&weights)[R],
                             const I (&c)[R], I at, I (&q)[V]) {
  if constexpr (D < 0) {
    if constexpr (S::taps[R - 1] == 0) {
      x(at, v);
    } else {
#pragma unroll
      for (int k = 0; k < V; k++) v[k] = x(at + q[k] * S::strides[R - 1]);
    }
  } else if constexpr (S::taps[D] == 0) {
    resize_sums<S, D - 1>(v, x, places, weights, c, at, q);
  } else {
    constexpr int taps = (int)S::taps[D], step = D == R - 1 ? taps : 0;
    const i32 *const place = places[D] + c[D] * taps;
    const F *const weight = weights[D] + c[D] * taps;
    F sum[V];
#pragma unroll
    for (int k = 0; k < V; k++) sum[k] = 0;
    for (int t = 0; t < taps; t++) {
      I to = at;
      if constexpr (D == R - 1) {
#pragma unroll
        for (int k = 0; k < V; k++) q[k] = place[k * taps + t];
#pragma unroll
        for (int k = 0; k < V; k++) q[k] = q[k] < 0 ? 0 : q[k];
      } else {
        const I own = place[t];
        to += (own < 0 ? 0 : own) * (I)S::strides[D];
      }
      resize_sums<S, D - 1>(v, x, places, weights, c, to, q);
#pragma unroll
      for (int k = 0; k < V; k++) sum[k] += weight[k * step + t] * v[k];
    }
#pragma unroll
    for (int k = 0; k < V; k++) v[k] = place[k * step] < 0 ? (F)S::outside : sum[k];
  }
}

template <class S, class N, class F, int V, class X, class Y, int R>
FORCEINLINE void resize_vector(typename S::index i, X x, const i32 *const (&places)[R], const F *const (&weights)[R],
                               Y y) {
  typename S::index c[R], q[V];
  const typename S::index at = resize_position<S, V>(i, c);
  F sums[V];
  N results[V];
  resize_sums<S, R - 1>(sums, x, places, weights, c, at, q);
#pragma unroll
  for (int k = 0; k < V; k++) results[k] = (N)sums[k];
  y(i * V, results);
}

template <class S, class N, int V, class X, class Y, int R>
FORCEINLINE void nearest_vector(typename S::index i, X x, const i32 *const (&places)[R], Y y) {
  typedef typename S::index I;
  I c[R], at = resize_position<S, V>(i, c);
  N results[V];
  bool inside = true;
#pragma unroll
  for (int d = 0; d < R - 1; d++) {
    if (S::taps[d] == 0) continue;
    const I place = places[d][c[d]];
    inside = inside && place >= 0;
    at += place * (I)S::strides[d];
  }
  if constexpr (S::taps[R - 1] == 0) {
    if (inside)
      x(at, results);
    else
#pragma unroll
      for (int k = 0; k < V; k++) results[k] = (N)S::outside;
  } else {
    I q[V];
#pragma unroll
    for (int k = 0; k < V; k++) q[k] = places[R - 1][c[R - 1] + k];
#pragma unroll
    for (int k = 0; k < V; k++) results[k] = inside && q[k] >= 0 ? x(at + q[k]) : (N)S::outside;
  }
  y(i * V, results);
}
