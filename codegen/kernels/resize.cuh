/* resize.cuh - images made larger or smaller along their last two axes.
 *
 * A thread takes neighbouring columns of some rows, one below the other: where its columns find their numbers
 * stays the same, and a row of the image that serves two rows of the result is read and weighted along x once. */

/* Thread i of S::planes by S::chunks of S::rows rows by S::ox / S::vector vectors.  Position c of the last axis
 * reads px[c * S::taps_x + k] with weight wx there, and so does y; a negative first place is outside of
 * the image.  S::weighted: of one tap without weights, whatever the type. */
template <class S, class N, class X, class OUT>
FORCEINLINE void resize_rows(typename S::index i, X in, const i32 *px, const float *wx, const i32 *py, const float *wy,
                             OUT out) {
  typedef typename S::index I;
  constexpr int V = S::vector, CX = S::taps_x, CY = S::taps_y;
  constexpr I across = S::ox / V;
  const I column = i % across * V, chunk = i / across % S::chunks, plane = i / (across * S::chunks);
  const N outside = (N)S::outside;
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
  i32 have[CY];
  N held[CY][V];
#pragma unroll
  for (int t = 0; t < CY; t++) {
    have[t] = -1;
#pragma unroll
    for (int v = 0; v < V; v++) held[t][v] = 0;
  }
  const I first = chunk * S::rows, end = first + S::rows < S::oy ? first + S::rows : (I)S::oy;
#pragma unroll 1
  for (I row = first; row < end; row++) {
    const bool row_inside = py[row * CY] >= 0;
    i32 want[CY];
    N next[CY][V];
#pragma unroll
    for (int t = 0; t < CY; t++) {
      const i32 p = py[row * CY + t];
      want[t] = p < 0 ? 0 : p;
      bool found = false;
#pragma unroll
      for (int u = 0; u < CY; u++)
        if (have[u] == want[t]) {
          found = true;
#pragma unroll
          for (int v = 0; v < V; v++) next[t][v] = held[u][v];
        }
      if (found) continue;
      const I from = (plane * S::iy + want[t]) * S::ix;
#pragma unroll
      for (int v = 0; v < V; v++) {
        if constexpr (S::weighted) {
          next[t][v] = 0;
#pragma unroll
          for (int k = 0; k < CX; k++) next[t][v] = mul_add(weight[v][k], in(from + place[v][k]), next[t][v]);
        } else {
          next[t][v] = in(from + place[v][0]);
        }
      }
    }
    N y[V];
#pragma unroll
    for (int v = 0; v < V; v++) {
      if constexpr (S::weighted) {
        y[v] = 0;
#pragma unroll
        for (int t = 0; t < CY; t++) y[v] = mul_add(wy[row * CY + t], next[t][v], y[v]);
      } else {
        y[v] = next[0][v];
      }
      if (!row_inside || !inside[v]) y[v] = outside;
    }
#pragma unroll
    for (int t = 0; t < CY; t++) {
      have[t] = want[t];
#pragma unroll
      for (int v = 0; v < V; v++) held[t][v] = next[t][v];
    }
    out((plane * S::oy + row) * S::ox + column, y);
  }
}
