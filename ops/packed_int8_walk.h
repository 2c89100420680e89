/* packed_int8_walk.h - integer products in vectors of outputs; packed_int8.c includes it for
 * AVX-512 with VNNI (DOT_512), for AVX2 with AVX-VNNI (DOT_256) and for AVX2 alone (DOT_NONE).
 * There is no guard: each inclusion defines functions with names of its own. */
#if defined(DOT_512)
#define NAME(name_) name_##_dot_512
#define TARGET __attribute__((target("arch=x86-64-v4,avx512vnni")))
#define LANES 16
typedef __m512 reals_dot_512;
typedef __m512i codes_dot_512;
#define V(name_) _mm512_##name_
#define AND _mm512_and_si512
#define XOR _mm512_xor_si512
#define NOTHING _mm512_setzero_si512()
#define LOAD(p_) _mm512_loadu_si512((const void *)(p_))
#define DOT(sum_, codes_, x_) _mm512_dpbusd_epi32((sum_), (codes_), (x_))
#define VECTORS(rows_) 2
#define ROWS_AT_ONCE 8
#else
#define LANES 8
#define V(name_) _mm256_##name_
#define AND _mm256_and_si256
#define XOR _mm256_xor_si256
#define NOTHING _mm256_setzero_si256()
#define LOAD(p_) _mm256_loadu_si256((const __m256i *)(const void *)(p_))
#define VECTORS(rows_) ((rows_) > 2 ? 1 : 2)
#define ROWS_AT_ONCE 4
#if defined(DOT_256)
#define NAME(name_) name_##_dot_256
#define TARGET __attribute__((target("arch=x86-64-v3,avxvnni")))
typedef __m256 reals_dot_256;
typedef __m256i codes_dot_256;
#define DOT(sum_, codes_, x_) _mm256_dpbusd_avx_epi32((sum_), (codes_), (x_))
#else
#define NAME(name_) name_##_dot_none
#define TARGET TARGET_V3
typedef __m256 reals_dot_none;
typedef __m256i codes_dot_none;
#endif
#endif
#define REALS NAME(reals)
#define CODES NAME(codes)

/* Codes t of each byte of the words. */
TARGET INLINE CODES NAME(part)(CODES words, int t, int bits, CODES mask) {
  return bits == 8 ? words : AND(V(srli_epi32)(words, (unsigned)(t * bits)), mask);
}

TARGET INLINE CODES NAME(four)(const int8_t *q) {
  int32_t four;
  memcpy(&four, q, sizeof four);
  return V(set1_epi32)(four);
}

/* Groups [g, end) of k: sums[row][vector] += products of bytes. */
#if defined(DOT)
TARGET INLINE void NAME(groups)(const uint32_t *words, const int8_t *q, int64_t pitch, int64_t g,
                                int64_t end, int rows, int count, int bits, CODES flip,
                                CODES sums[ROWS_AT_ONCE][2]) {
  const CODES mask = V(set1_epi8)((char)((1 << bits) - 1));
  const int parts = bits == 8 ? 1 : bits == 4 ? 2 : 4; /* codes of a byte */
  for (; g < end; g++) {
    CODES word[2];
    UNROLL for (int v = 0; v < count; v++) word[v] =
        XOR(LOAD(words + g * PACKED_LANES + v * LANES), flip);
    UNROLL for (int t = 0; t < parts; t++) {
      CODES code[2];
      UNROLL for (int v = 0; v < count; v++) code[v] = NAME(part)(word[v], t, bits, mask);
      UNROLL for (int r = 0; r < rows; r++) {
        CODES x = NAME(four)(q + r * pitch + g * (32 / bits) + t * 4);
        UNROLL for (int v = 0; v < count; v++) sums[r][v] = DOT(sums[r][v], code[v], x);
      }
    }
  }
}
#else
/* Pairs of products lie in 16 bits: eight of 4-bit codes and 127 fit together there, and of 8-bit
 * codes eight of each half. */
TARGET INLINE void NAME(groups)(const uint32_t *words, const int8_t *q, int64_t pitch, int64_t g,
                                int64_t end, int rows, int count, int bits, CODES flip,
                                CODES sums[ROWS_AT_ONCE][2]) {
  const CODES mask = V(set1_epi8)((char)((1 << (bits == 8 ? 4 : bits)) - 1));
  const int parts = bits == 8 ? 1 : bits == 4 ? 2 : 4; /* codes of a byte */
  const CODES ones = V(set1_epi16)(1), sixteens = V(set1_epi16)(16);
  while (g < end) {
    int64_t most = bits == 8 ? 8 : 4, stop = g + most < end ? g + most : end;
    CODES pairs[ROWS_AT_ONCE][2], upper[ROWS_AT_ONCE][2];
    UNROLL for (int r = 0; r < rows; r++) UNROLL for (int v = 0; v < count; v++) pairs[r][v] =
        upper[r][v] = NOTHING;
    for (; g < stop; g++) {
      CODES word[2];
      UNROLL for (int v = 0; v < count; v++) word[v] =
          XOR(LOAD(words + g * PACKED_LANES + v * LANES), flip);
      UNROLL for (int t = 0; t < parts; t++) {
        CODES code[2], half[2];
        UNROLL for (int v = 0; v < count; v++) {
          code[v] = bits == 8 ? AND(word[v], mask) : NAME(part)(word[v], t, bits, mask);
          half[v] = AND(V(srli_epi32)(word[v], 4), mask);
        }
        UNROLL for (int r = 0; r < rows; r++) {
          CODES x = NAME(four)(q + r * pitch + g * (32 / bits) + t * 4);
          UNROLL for (int v = 0; v < count; v++) {
            pairs[r][v] = V(add_epi16)(pairs[r][v], V(maddubs_epi16)(code[v], x));
            if (bits == 8) upper[r][v] = V(add_epi16)(upper[r][v], V(maddubs_epi16)(half[v], x));
          }
        }
      }
    }
    UNROLL for (int r = 0; r < rows; r++) UNROLL for (int v = 0; v < count; v++) {
      sums[r][v] = V(add_epi32)(sums[r][v], V(madd_epi16)(pairs[r][v], ones));
      if (bits == 8) sums[r][v] = V(add_epi32)(sums[r][v], V(madd_epi16)(upper[r][v], sixteens));
    }
  }
}
#endif

/* What unsigned codes are counted from. */
TARGET INLINE REALS NAME(zeros)(const job *j, int64_t at, int bits) {
  const REALS middle = V(set1_ps)(j->is_signed ? (float)(1 << (bits - 1)) : 0.0f);
  if (!j->p->zeros) return middle;
  const void *from = j->p->zeros + at;
#if defined(DOT_512)
  REALS own = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128(from)));
#else
  REALS own = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64(from)));
#endif
  return V(add_ps)(own, middle);
}

/* `rows` rows from `row` on in `count` vectors of a panel, from lane `lane` on, into to[row][lane].
 * All that says how is constant where this is inlined. */
TARGET INLINE void NAME(walk)(const job *j, int64_t row, int64_t panel, int64_t lane, int rows,
                              int count, int bits, float *to) {
  const packed_int8 *p = j->p;
  const packed_form *f = p->f;
  const uint32_t *words = p->words + panel * f->groups * PACKED_LANES + lane;
  const int8_t *q = j->q + row * j->pitch;
  const int64_t groups = f->block / (32 / bits);
  const CODES flip = V(set1_epi8)((char)(!j->is_signed ? 0
                                         : bits == 8   ? 0x80
                                         : bits == 4   ? 0x88
                                                       : 0xaa));
  REALS y[ROWS_AT_ONCE][2];
  UNROLL for (int r = 0; r < rows; r++) UNROLL for (int v = 0; v < count; v++) y[r][v] =
      V(setzero_ps)();
  for (int64_t b = 0; b < f->blocks; b++) {
    CODES sums[ROWS_AT_ONCE][2];
    REALS unit[2], zero[2];
    int64_t end = (b + 1) * groups < f->groups ? (b + 1) * groups : f->groups;
    UNROLL for (int v = 0; v < count; v++) {
      int64_t at = (panel * f->blocks + b) * PACKED_LANES + lane + v * LANES;
      unit[v] = V(mul_ps)(V(loadu_ps)(p->scales + at), V(set1_ps)(p->factor));
      zero[v] = NAME(zeros)(j, at, bits);
      UNROLL for (int r = 0; r < rows; r++) sums[r][v] = NOTHING;
    }
    NAME(groups)(words, q, j->pitch, b * groups, end, rows, count, bits, flip, sums);
    UNROLL for (int r = 0; r < rows; r++) {
      int64_t at = (row + r) * f->blocks + b;
      REALS s = V(set1_ps)(j->scales[at]), total = V(set1_ps)(j->sums[at]);
      UNROLL for (int v = 0; v < count; v++) {
        REALS whole = V(fnmadd_ps)(zero[v], total, V(cvtepi32_ps)(sums[r][v])); /* exact */
        y[r][v] = V(fmadd_ps)(whole, V(mul_ps)(s, unit[v]), y[r][v]);
      }
    }
  }
  UNROLL for (int r = 0; r < rows; r++) UNROLL for (int v = 0; v < count; v++)
      V(storeu_ps)(to + r * PACKED_LANES + v * LANES, y[r][v]);
}

/* A function for each number of rows: to[row][lane of the panel]. */
#define PANEL(rows_)                                                                            \
  TARGET static void NAME(panel_##rows_)(const job *j, int64_t row, int64_t panel, float *to) { \
    for (int64_t lane = 0; lane < PACKED_LANES; lane += VECTORS(rows_) * LANES)                 \
      if (j->p->f->bits == 4)                                                                   \
        NAME(walk)(j, row, panel, lane, rows_, VECTORS(rows_), 4, to + lane);                   \
      else if (j->p->f->bits == 8)                                                              \
        NAME(walk)(j, row, panel, lane, rows_, VECTORS(rows_), 8, to + lane);                   \
      else                                                                                      \
        NAME(walk)(j, row, panel, lane, rows_, VECTORS(rows_), 2, to + lane);                   \
  }
PANEL(1)
PANEL(2)
PANEL(4)
#if defined(DOT_512)
PANEL(8)
#endif

/* Sums of 1, 2, 4 or 8 rows in all outputs of a panel. */
TARGET static void NAME(rows)(const job *j, int64_t row, int64_t rows, int64_t panel, float *to) {
  for (int64_t r = 0; r < rows; r += ROWS_AT_ONCE) {
    float *there = to + r * PACKED_LANES;
#if defined(DOT_512)
    if (rows == 8) {
      NAME(panel_8)(j, row, panel, there);
      continue;
    }
#endif
    if (rows >= 4)
      NAME(panel_4)(j, row + r, panel, there);
    else if (rows == 2)
      NAME(panel_2)(j, row, panel, there);
    else
      NAME(panel_1)(j, row, panel, there);
  }
}

#undef PANEL
#undef NOTHING
#undef XOR
#undef AND
#undef CODES
#undef REALS
#undef ROWS_AT_ONCE
#undef VECTORS
#undef DOT
#undef LOAD
#undef V
#undef LANES
#undef TARGET
#undef NAME
