/* transpose.h - a few rows of F32 turned into columns, in registers. */
#ifndef OPS_TRANSPOSE_H
#define OPS_TRANSPOSE_H

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>

/* Four numbers of each of eight rows, which begin `stride` floats apart, as four vectors over the
 * rows. */
__attribute__((target("avx2,fma"))) static inline void four_columns(const float *rows,
                                                                    int64_t stride, __m256 *to) {
  const float *below = rows + 4 * stride;
  __m256 r[4];
  for (int i = 0; i < 4; i++)
    r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows + i * stride)),
                                _mm_loadu_ps(below + i * stride), 1);
  __m256 even01 = _mm256_unpacklo_ps(r[0], r[1]), odd01 = _mm256_unpackhi_ps(r[0], r[1]);
  __m256 even23 = _mm256_unpacklo_ps(r[2], r[3]), odd23 = _mm256_unpackhi_ps(r[2], r[3]);
  to[0] = _mm256_shuffle_ps(even01, even23, 0x44);
  to[1] = _mm256_shuffle_ps(even01, even23, 0xee);
  to[2] = _mm256_shuffle_ps(odd01, odd23, 0x44);
  to[3] = _mm256_shuffle_ps(odd01, odd23, 0xee);
}

/* to[c * to_stride + r] = from[r * from_stride + c] for r and c below eight. */
__attribute__((target("avx2,fma"))) static inline void transpose_eight(const float *from,
                                                                       int64_t from_stride,
                                                                       float *to,
                                                                       int64_t to_stride) {
  __m256 columns[8];
  four_columns(from, from_stride, columns);
  four_columns(from + 4, from_stride, columns + 4);
  float *last = to + 4 * to_stride;
  for (int c = 0; c < 4; c++) _mm256_storeu_ps(to + c * to_stride, columns[c]);
  for (int c = 0; c < 4; c++) _mm256_storeu_ps(last + c * to_stride, columns[c + 4]);
}
#else
static inline void transpose_eight(const float *from, int64_t from_stride, float *to,
                                   int64_t to_stride) {
  for (int r = 0; r < 8; r++)
    for (int c = 0; c < 8; c++) to[c * to_stride + r] = from[r * from_stride + c];
}
#endif

#endif
