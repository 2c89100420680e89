/* transform.cuh - linear algebra in double, as on the CPU: Det, DFT. */

/* The determinant of the i-th matrix of ROWS rows, by elimination with the largest pivot. */
template <int ROWS, class I, class X> FORCEINLINE float determinant_of(I i, X x) {
  constexpr int n = ROWS;
  double m[n * n + 1], det = 1;
  for (int e = 0; e < n * n; e++) m[e] = (double)x(i * n * n + e);
  for (int c = 0; c < n && det != 0; c++) {
    int pivot = c;
    for (int r = c + 1; r < n; r++)
      if (fabs(m[r * n + c]) > fabs(m[pivot * n + c])) pivot = r;
    if (m[pivot * n + c] == 0) {
      det = 0;
      break;
    }
    if (pivot != c) det = -det;
    for (int j = c; j < n && pivot != c; j++) {
      const double swap = m[c * n + j];
      m[c * n + j] = m[pivot * n + j];
      m[pivot * n + j] = swap;
    }
    det *= m[c * n + c];
    for (int r = c + 1; r < n; r++) {
      const double f = m[r * n + c] / m[c * n + c];
      for (int j = c; j < n; j++) m[r * n + j] -= f * m[c * n + j];
    }
  }
  return (float)det;
}

/* Element i of a discrete Fourier transform of S::length terms, S::bins of which are wanted, along an axis with
 * S::between elements behind it; S::dim terms are there, the others are 0.  A number has S::in_parts parts, a result
 * S::out_parts: one if it is real, two if it is complex.  cosines and sines: of 2 pi k / length.  A real result's
 * input holds half of a spectrum, the other half is its mirror. */
template <class S, class X>
FORCEINLINE double dft_at(typename S::index i, X x, const double *cosines, const double *sines) {
  typedef typename S::index I;
  constexpr I columns = S::between * S::out_parts, lines = columns * S::bins;
  constexpr bool mirrored = S::out_parts == 1;
  const i64 part = i % S::out_parts, column = i / S::out_parts % S::between, bin = i / columns % S::bins;
  const i64 from = i / lines * (S::dim * S::between) + column;
  double sum = 0;
  for (i64 e = 0; e < S::length; e++) {
    const bool in_mirror = mirrored && e > S::length / 2;
    const i64 at = in_mirror ? S::length - e : e;
    if (at >= S::dim) continue;
    const i64 p = (from + at * S::between) * S::in_parts;
    const double re = (double)x(p);
    double im = 0;
    if constexpr (S::in_parts == 2) im = (double)x(p + 1);
    if (in_mirror) im = -im;
    if (mirrored && (e == 0 || 2 * e == S::length)) im = 0;
    const i64 root = bin * e % S::length;
    const double c = cosines[root], s = S::inverse ? sines[root] : -sines[root];
    sum += part == 0 ? re * c - im * s : re * s + im * c;
  }
  return sum * (S::inverse ? 1.0 / (double)S::length : 1.0);
}
