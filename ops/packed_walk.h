/* packed_walk.h - weights of few bits in vectors of outputs; packed.c includes it for AVX-512
 * (LEVEL_V4, 16 outputs a vector) and for AVX2 (LEVEL_V3, 8).  There is no guard: each inclusion
 * defines functions with names of its own. */
#ifdef LEVEL_V4
#define NAME(name_) name_##_v4
#define TARGET TARGET_V4
#define LANES 16
typedef __m512 reals_v4;
typedef __m512i codes_v4;
#define V(name_) _mm512_##name_
#define LOAD_WORDS(p_) _mm512_loadu_si512((const void *)(p_))
#else
#define NAME(name_) name_##_v3
#define TARGET TARGET_V3
#define LANES 8
typedef __m256 reals_v3;
typedef __m256i codes_v3;
#define V(name_) _mm256_##name_
#define LOAD_WORDS(p_) _mm256_loadu_si256((const __m256i *)(const void *)(p_))
#endif
#define REALS NAME(reals)
#define CODES NAME(codes)

/* A table of 16 numbers. */
typedef struct NAME(sixteen) {
  REALS low, high; /* AVX-512: all in low */
} NAME(sixteen);

TARGET INLINE NAME(sixteen) NAME(table)(const weights *w) {
  return (NAME(sixteen)){V(loadu_ps)(w->table), V(loadu_ps)(w->table + 8)};
}

/* What the codes at bit `at` of the words stand for. */
TARGET INLINE REALS NAME(number)(const weights *w, reading how, CODES words, int at,
                                 NAME(sixteen) t) {
  const __m128i shift = _mm_cvtsi32_si128(at);
  if (how == READ_16) {
#ifdef LEVEL_V4
    return _mm512_permutexvar_ps(_mm512_srl_epi32(words, shift), t.low);
#else
    __m256i code = _mm256_srl_epi32(words, shift);
    __m256 upper = _mm256_castsi256_ps(_mm256_sll_epi32(words, _mm_cvtsi32_si128(28 - at)));
    return _mm256_blendv_ps(_mm256_permutevar8x32_ps(t.low, code),
                            _mm256_permutevar8x32_ps(t.high, code), upper);
#endif
  }
  if (how == READ_E4M3) { /* its bits in F32's place are 2^120 too small */
    CODES top = V(sll_epi32)(words, _mm_cvtsi32_si128(24 - at));
#ifdef LEVEL_V4
    CODES size = _mm512_srli_epi32(_mm512_and_si512(top, _mm512_set1_epi32(0x7f000000)), 4);
    CODES sign = _mm512_and_si512(top, _mm512_set1_epi32(INT32_MIN));
    __mmask16 nan = _mm512_cmpeq_epi32_mask(size, _mm512_set1_epi32(0x07f00000));
    REALS x = _mm512_mul_ps(_mm512_castsi512_ps(size), _mm512_set1_ps(0x1p120f));
    CODES bits = _mm512_or_si512(_mm512_castps_si512(x), sign);
    return _mm512_castsi512_ps(_mm512_mask_set1_epi32(bits, nan, 0x7fc00000));
#else
    CODES size = _mm256_srli_epi32(_mm256_and_si256(top, _mm256_set1_epi32(0x7f000000)), 4);
    CODES sign = _mm256_and_si256(top, _mm256_set1_epi32(INT32_MIN));
    CODES nan = _mm256_cmpeq_epi32(size, _mm256_set1_epi32(0x07f00000));
    REALS x = _mm256_mul_ps(_mm256_castsi256_ps(size), _mm256_set1_ps(0x1p120f));
    return _mm256_castsi256_ps(_mm256_or_si256(_mm256_or_si256(_mm256_castps_si256(x), sign), nan));
#endif
  }
  if (how == READ_I8 || how == READ_U8) {
    CODES top = V(sll_epi32)(words, _mm_cvtsi32_si128(24 - at));
    return V(cvtepi32_ps)(how == READ_I8 ? V(srai_epi32)(top, 24) : V(srli_epi32)(top, 24));
  }
#ifdef LEVEL_V4
  CODES code = _mm512_and_si512(_mm512_srl_epi32(words, shift), _mm512_set1_epi32(255));
  return _mm512_i32gather_ps(code, w->table, 4);
#else
  CODES code = _mm256_and_si256(_mm256_srl_epi32(words, shift), _mm256_set1_epi32(255));
  return _mm256_i32gather_ps(w->table, code, 4);
#endif
}

TARGET INLINE REALS NAME(zeros)(const weights *w, int64_t at) {
  if (w->zeros) return V(loadu_ps)(w->zeros + at);
  const void *from = w->zero_codes + at;
#ifdef LEVEL_V4
  return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128(from)));
#else
  return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64(from)));
#endif
}

/* The weights of `count` vectors, which begin at output `first`, for each p in turn: multiplied
 * with `rows` rows of x, whose sums become to[row * width + lane]; with no rows stored in to[p *
 * width + lane].  All that says how is constant where this is inlined. */
TARGET INLINE void NAME(walk)(const weights *w, int64_t first, int bits, reading how, bool shifted,
                              int rows, int count, const float *x, int64_t width, float *to) {
  const packed_form *f = &w->f;
  const int each = 32 / bits;
  const int64_t k = f->k;
  const NAME(sixteen) table = NAME(table)(w);
  REALS sums[8][VECTORS_MOST], s[VECTORS_MOST], z[VECTORS_MOST];
  const uint32_t *words[VECTORS_MOST];
  int64_t at[VECTORS_MOST];
  UNROLL for (int v = 0; v < count; v++) {
    int64_t lane = first + v * LANES, panel = lane / PACKED_LANES;
    words[v] = w->words + panel * f->groups * PACKED_LANES + lane % PACKED_LANES;
    at[v] = panel * f->blocks * PACKED_LANES + lane % PACKED_LANES;
    z[v] = V(setzero_ps)();
    UNROLL for (int r = 0; r < rows; r++) sums[r][v] = V(setzero_ps)();
  }
/* Of code j in the words that stand for p on. */
#define TAKE(j_)                                                         \
  UNROLL for (int v = 0; v < count; v++) {                               \
    REALS y = NAME(number)(w, how, word[v], CODE_AT(bits, (j_)), table); \
    if (shifted) y = V(sub_ps)(y, z[v]);                                 \
    y = V(mul_ps)(y, s[v]);                                              \
    if (rows == 0) V(storeu_ps)(to + (p + (j_)) * width + v * LANES, y); \
    UNROLL for (int r = 0; r < rows; r++) sums[r][v] =                   \
        V(fmadd_ps)(y, V(set1_ps)(x[r * k + p + (j_)]), sums[r][v]);     \
  }
  for (int64_t b = 0; b < f->blocks; b++) {
    int64_t p = b * f->block, end = p + f->block < k ? p + f->block : k;
    UNROLL for (int v = 0; v < count; v++) {
      s[v] = V(mul_ps)(V(loadu_ps)(w->scales + at[v]), V(set1_ps)(w->factor));
      if (shifted) z[v] = NAME(zeros)(w, at[v]);
      at[v] += PACKED_LANES;
    }
    for (; p < end; p += each) {
      CODES word[VECTORS_MOST];
      UNROLL for (int v = 0; v < count; v++) {
        word[v] = LOAD_WORDS(words[v]);
        words[v] += PACKED_LANES;
      }
      if (p + each <= end) {
        UNROLL for (int j = 0; j < each; j++) TAKE(j)
      } else {
        for (int j = 0; j < end - p; j++) TAKE(j)
      }
    }
  }
#undef TAKE
  UNROLL for (int r = 0; r < rows; r++) UNROLL for (int v = 0; v < count; v++)
      V(storeu_ps)(to + r * width + v * LANES, sums[r][v]);
}

#define FOR_READINGS(rows_, count_, x_, width_, to_)                                           \
  do {                                                                                         \
    const bool shifted = w->zeros || w->zero_codes;                                            \
    const int bits = w->f.bits;                                                                \
    switch (reading_of(&w->f)) {                                                               \
      case READ_E4M3:                                                                          \
        NAME(walk)(w, first, 8, READ_E4M3, false, (rows_), (count_), (x_), (width_), (to_));   \
        break;                                                                                 \
      case READ_I8:                                                                            \
        NAME(walk)(w, first, 8, READ_I8, shifted, (rows_), (count_), (x_), (width_), (to_));   \
        break;                                                                                 \
      case READ_U8:                                                                            \
        NAME(walk)(w, first, 8, READ_U8, shifted, (rows_), (count_), (x_), (width_), (to_));   \
        break;                                                                                 \
      case READ_256:                                                                           \
        NAME(walk)(w, first, 8, READ_256, shifted, (rows_), (count_), (x_), (width_), (to_));  \
        break;                                                                                 \
      case READ_16:                                                                            \
        if (bits == 2)                                                                         \
          NAME(walk)(w, first, 2, READ_16, shifted, (rows_), (count_), (x_), (width_), (to_)); \
        else if (shifted)                                                                      \
          NAME(walk)(w, first, 4, READ_16, true, (rows_), (count_), (x_), (width_), (to_));    \
        else                                                                                   \
          NAME(walk)(w, first, 4, READ_16, false, (rows_), (count_), (x_), (width_), (to_));   \
        break;                                                                                 \
    }                                                                                          \
  } while (0)

/* A function for each number of rows and vectors; the registers hold rows * count sums. */
#define SUMS(rows_, count_)                                                            \
  TARGET static int64_t NAME(sums_##rows_##_##count_)(const weights *w, int64_t first, \
                                                      const float *x, float *to) {     \
    FOR_READINGS(rows_, count_, x, (count_)*LANES, to);                                \
    return (count_)*LANES;                                                             \
  }
SUMS(1, 8)
SUMS(1, 2)
SUMS(2, 4)
SUMS(2, 2)
SUMS(4, 2)
SUMS(8, 1)

/* Sums of 1, 2, 4 or 8 rows of x in outputs from `first` on, of which there are `room`; gives how
 * many outputs it took: to[row * that + lane]. */
TARGET static int64_t NAME(sums)(const weights *w, int64_t first, int64_t room, int64_t rows,
                                 const float *x, float *to) {
  if (rows == 8) return NAME(sums_8_1)(w, first, x, to);
  if (rows == 4) return NAME(sums_4_2)(w, first, x, to);
  if (rows == 2)
    return room >= 4 * LANES ? NAME(sums_2_4)(w, first, x, to) : NAME(sums_2_2)(w, first, x, to);
  return room >= 8 * LANES ? NAME(sums_1_8)(w, first, x, to) : NAME(sums_1_2)(w, first, x, to);
}

/* A panel of gemm.h: the weights of outputs first to first + width. */
TARGET static void NAME(fill)(const weights *w, int64_t first, int64_t width, float *panel) {
  const int64_t end = first + width;
  float *to = panel;
  for (; first + 2 * LANES <= end; first += 2 * LANES, to += 2 * LANES)
    FOR_READINGS(0, 2, NULL, width, to);
  for (; first < end; first += LANES, to += LANES) FOR_READINGS(0, 1, NULL, width, to);
}

#undef SUMS
#undef FOR_READINGS
#undef CODES
#undef REALS
#undef LOAD_WORDS
#undef V
#undef LANES
#undef TARGET
#undef NAME
