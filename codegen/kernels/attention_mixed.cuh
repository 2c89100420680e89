/* attention_mixed.cuh - attention whose heads are mixed: a matrix (and a bias) makes new scores of all heads' scores of
 * a query and a key, another one new probabilities of all heads' probabilities.
 *
 * mixed_tiles: BF16 by mma.sync.  A block has C::TILES * 16 queries of all heads, and walks the keys twice, KEYS at a
 * time: first for the largest score and the sum of each row and head, then again for the probabilities, which need
 * both before they are mixed.  A warp has 16 queries and 8 * C::SPANS keys of all heads, so that what it mixes stands in
 * each thread's registers; probabilities go through shared memory to the product with the values, in which a warp has
 * heads.
 * mixed_rows: any float type in F32, a block for each query, a thread for each key.  The slow, general form.
 *
 * C is a mixed_shape: attention's struct of constants, which matrices there are, whether what is mixed behind the
 * softmax is normed over the heads, whether mixed_rows rounds probabilities to BF16, how mixed_tiles is cut, and the
 * shared memory that it is launched with. */

template <class A, bool BEFORE, bool AFTER, bool NORM, bool ROUNDS, int TILES_, int SPANS_, int GROUPS_, int SHARED_>
struct mixed_shape : A {
  static constexpr bool has_before = BEFORE, has_after = AFTER, has_norm = NORM, rounds = ROUNDS;
  static constexpr int TILES = TILES_, SPANS = SPANS_, GROUPS = GROUPS_, SHARED = SHARED_;
};

enum { MIXED_ROW_THREADS = 128 };

/* Where a block has what in shared memory, in bytes. */
template <class C> struct mixed_layout {
  static constexpr int H = C::heads, HP = (H + 3) / 4 * 4;
  static constexpr int ROWS = 16 * C::TILES, SPAN = 8 * C::SPANS, KEYS = SPAN * C::GROUPS, WARPS = C::TILES * C::GROUPS;
  static constexpr int DP = (C::qk_size + 15) / 16 * 16, VP = (C::v_size + 15) / 16 * 16;
  static constexpr int Q_LD = DP + 8, V_LD = VP + 8, P_LD = KEYS + 8; /* rows start in different banks */
  static constexpr int STAGE = H * KEYS * Q_LD * 2;                       /* keys */
  static constexpr int SECOND = H * KEYS * (Q_LD > V_LD ? Q_LD : V_LD) * 2; /* keys, or values */
  static constexpr int Q = 0, STAGES = Q + H * ROWS * Q_LD * 2, P = STAGES + STAGE + SECOND;
  static constexpr int MIXES = P + H * ROWS * P_LD * 2; /* two matrices [from][HP], each with its bias behind it */
  static constexpr int MIX = (H + 1) * HP * 4, NORM = MIXES + 2 * MIX, ROW_STATS = NORM + 2 * HP * 4;
  static constexpr int BYTES = ROW_STATS + 2 * H * ROWS * 4;
  static_assert(2 * C::GROUPS * H * ROWS * 4 <= MIXES - P, "the warps' sums lie where probabilities will");
  static_assert(BYTES == C::SHARED, "the launch counts as the kernel does");
  static_assert(KEYS % 16 == 0, "the second product takes 16 keys at a time");
};

/* ROWS rows of all heads, D numbers of a head (WIDTH in shared memory, zeros beyond D).  A thread has one place in
 * some of the rows, so that its addresses go on by constants. */
template <class C, int ROWS, int D, int WIDTH, int LD>
FORCEINLINE void mixed_load(u16 *to, const bf16 *from, i64 head, i64 stride, int first, int count) {
  constexpr int chunks = WIDTH / 8, PLACES = C::heads * chunks, T = 32 * mixed_layout<C>::WARPS;
  constexpr int STEP = T / PLACES > 0 ? T / PLACES : 1; /* rows at a time */
  for (int i = threadIdx.x; i < PLACES * STEP; i += T) {
    const int column = i % chunks * 8, h = i / chunks % C::heads, own = i / PLACES;
    const bf16 *source = from + (i64)h * head + (i64)(first + own) * stride + column;
    u16 *at = to + (h * ROWS + own) * LD + column;
#pragma unroll 4
    for (int row = own; row < ROWS; row += STEP, source += STEP * stride, at += STEP * LD) {
      const bool valid = first + row < count && column < D;
      copy_part<16>(at, valid ? source : from, valid);
    }
  }
}

/* A matrix [to][from], times `factor`, as [from][HP], and the bias behind it. */
template <class C> FORCEINLINE void mixed_matrix(float *to, const float *matrix, const float *bias, float factor, float bias_factor) {
  constexpr int H = C::heads, HP = mixed_layout<C>::HP;
  for (int i = threadIdx.x; i < (H + 1) * HP; i += 32 * mixed_layout<C>::WARPS) {
    const int from = i / HP, row = i % HP;
    float x = 0.0f;
    if (row < H) x = from < H ? matrix[row * H + from] * factor : bias ? bias[row] * bias_factor : 0.0f;
    to[i] = x;
  }
}

/* x[head] becomes the mixed heads' numbers, for each of a thread's elements by itself. */
template <class C> FORCEINLINE void mixed(float (&x)[C::heads][C::SPANS][4], const float *matrix) {
  constexpr int H = C::heads, HP = mixed_layout<C>::HP;
#pragma unroll
  for (int n = 0; n < C::SPANS; n++) {
    float y[HP][4];
#pragma unroll
    for (int g = 0; g < HP; g += 4) {
      const float4 b = *(const float4 *)(matrix + H * HP + g);
#pragma unroll
      for (int e = 0; e < 4; e++) y[g][e] = b.x, y[g + 1][e] = b.y, y[g + 2][e] = b.z, y[g + 3][e] = b.w;
    }
#pragma unroll
    for (int h = 0; h < H; h++)
#pragma unroll
      for (int g = 0; g < HP; g += 4) {
        const float4 w = *(const float4 *)(matrix + h * HP + g);
#pragma unroll
        for (int e = 0; e < 4; e++) {
          y[g][e] = __fmaf_rn(w.x, x[h][n][e], y[g][e]), y[g + 1][e] = __fmaf_rn(w.y, x[h][n][e], y[g + 1][e]);
          y[g + 2][e] = __fmaf_rn(w.z, x[h][n][e], y[g + 2][e]), y[g + 3][e] = __fmaf_rn(w.w, x[h][n][e], y[g + 3][e]);
        }
      }
#pragma unroll
    for (int h = 0; h < H; h++)
#pragma unroll
      for (int e = 0; e < 4; e++) x[h][n][e] = y[h][e];
  }
}

/* Less the mean of the heads and over their deviation, times the first of two tables and more by the second. */
template <class C> FORCEINLINE void mixed_norm(float (&x)[C::heads][C::SPANS][4], const float *norm, float epsilon) {
  constexpr int H = C::heads, HP = mixed_layout<C>::HP;
#pragma unroll
  for (int n = 0; n < C::SPANS; n++)
#pragma unroll
    for (int e = 0; e < 4; e++) {
      float mean = 0.0f, square = 0.0f;
#pragma unroll
      for (int h = 0; h < H; h++) mean += x[h][n][e];
      mean *= 1.0f / H;
#pragma unroll
      for (int h = 0; h < H; h++) square = __fmaf_rn(x[h][n][e] - mean, x[h][n][e] - mean, square);
      const float factor = 1.0f / sqrtf(square * (1.0f / H) + epsilon);
#pragma unroll
      for (int h = 0; h < H; h++) x[h][n][e] = __fmaf_rn((x[h][n][e] - mean) * factor, norm[h], norm[HP + h]);
    }
}

/* The warp's scores in units of log2: mixed, masked.  Element [n][e] of a head: key 8 n + 2 quad + e % 2 of the warp's,
 * query group + 8 (e / 2). */
template <class C, class MASK>
FORCEINLINE void mixed_scores(float (&s)[C::heads][C::SPANS][4], const u16 *q_tile, const u16 *k_tile, const float *before, float factor,
                              const MASK *mask, int first_query, int first_key) {
  typedef mixed_layout<C> L;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;
  const int tile = warp % C::TILES, span = warp / C::TILES;
#pragma unroll
  for (int h = 0; h < L::H; h++) {
    const u16 *const q_rows = q_tile + (h * L::ROWS + tile * 16 + (lane & 15)) * L::Q_LD + (lane >> 4) * 8;
    const u16 *const k_rows = k_tile + (h * L::KEYS + span * L::SPAN) * L::Q_LD;
#pragma unroll
    for (int i = 0; i < 4 * C::SPANS; i++) s[h][i >> 2][i & 3] = 0.0f;
#pragma unroll
    for (int d = 0; d < L::DP / 16; d++) {
      u32 a[4], b[4];
      load_matrices(a, q_rows + d * 16);
      if constexpr (C::SPANS == 2) {
        load_matrices(b, k_rows + ((lane >> 4) * 8 + (lane & 7)) * L::Q_LD + d * 16 + ((lane >> 3) & 1) * 8);
        multiply_bf16_bf16(s[h][1], a, b[2], b[3]);
      } else { /* the upper lanes read the same again */
        load_matrices(b, k_rows + (lane & 7) * L::Q_LD + d * 16 + ((lane >> 3) & 1) * 8);
      }
      multiply_bf16_bf16(s[h][0], a, b[0], b[1]);
    }
  }
  if constexpr (C::has_before) mixed<C>(s, before);
#pragma unroll
  for (int h = 0; h < L::H; h++)
#pragma unroll
    for (int i = 0; i < 4 * C::SPANS; i++) {
      const int query = first_query + tile * 16 + group + (i >> 1 & 1) * 8;
      const int key = first_key + span * L::SPAN + (i >> 2) * 8 + quad * 2 + (i & 1);
      float &x = s[h][i >> 2][i & 3];
      if constexpr (!C::has_before) x *= factor;
      const MASK *of_head = mask;
      if constexpr (C::mask_kind != MASK_NONE) of_head += (i64)h * C::mask_head;
      if (C::mask_kind != MASK_NONE || C::causal || C::kv_rows % L::KEYS) x = masked<C>(x, of_head, query, key);
    }
}

template <class C, class MASK, class STORE>
FORCEINLINE void mixed_tiles(const bf16 *q, const bf16 *k, const bf16 *v, const MASK *mask, const float *before,
                             const float *before_bias, const float *after, const float *after_bias, const float *norm,
                             const float *norm_bias, float epsilon, float scale, STORE store_pair) {
  typedef mixed_layout<C> L;
  constexpr int H = L::H, PAIRS = (H * C::TILES + L::WARPS - 1) / L::WARPS;
  constexpr int chunks = (C::kv_rows + L::KEYS - 1) / L::KEYS, q_blocks = (C::q_rows + L::ROWS - 1) / L::ROWS;
  extern __shared__ uint4 shared_memory[];
  u8 *const shared = (u8 *)shared_memory;
  u16 *const q_tile = (u16 *)(shared + L::Q), *const p_tile = (u16 *)(shared + L::P);
  u16 *const stages[2] = {(u16 *)(shared + L::STAGES), (u16 *)(shared + L::STAGES + L::STAGE)};
  float *const mixes[2] = {(float *)(shared + L::MIXES), (float *)(shared + L::MIXES + L::MIX)};
  float *const row_tops = (float *)(shared + L::ROW_STATS), *const row_sums = row_tops + H * L::ROWS;

  const int block = blockIdx.x % q_blocks, batch = blockIdx.x / q_blocks, first = block * L::ROWS;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;
  const int tile = warp % C::TILES, span = warp / C::TILES;
  const float factor = scale * LOG2_E;
  q += (i64)batch * C::q_batch, k += (i64)batch * C::k_batch, v += (i64)batch * C::v_batch;
  if constexpr (C::mask_kind != MASK_NONE) mask += (i64)(batch % C::mask_batches) * C::mask_batch;

  auto load_keys = [&](u16 *to, int chunk) {
    mixed_load<C, L::KEYS, C::qk_size, L::DP, L::Q_LD>(to, k, C::k_head, C::k_row, chunk * L::KEYS, C::kv_rows);
    copy_commit();
  };
  auto load_values = [&](u16 *to, int chunk) {
    mixed_load<C, L::KEYS, C::v_size, L::VP, L::V_LD>(to, v, C::v_head, C::v_row, chunk * L::KEYS, C::kv_rows);
    copy_commit();
  };
  mixed_load<C, L::ROWS, C::qk_size, L::DP, L::Q_LD>(q_tile, q, C::q_head, C::q_row, first, C::q_rows);
  load_keys(stages[0], 0);
  if constexpr (C::has_before) mixed_matrix<C>(mixes[0], before, before_bias, factor, LOG2_E);
  if constexpr (C::has_after) mixed_matrix<C>(mixes[1], after, after_bias, 1.0f, 1.0f);
  float *const norms = (float *)(shared + L::NORM);
  if constexpr (C::has_norm)
    for (int h = threadIdx.x; h < H; h += 32 * L::WARPS) norms[h] = norm[h], norms[L::HP + h] = norm_bias ? norm_bias[h] : 0.0f;

  {
    float top[H][2], sum[H][2]; /* of rows group and group + 8, over the thread's keys */
#pragma unroll
    for (int h = 0; h < H; h++) top[h][0] = top[h][1] = f32_from_bits(0xFF800000u), sum[h][0] = sum[h][1] = 0.0f;
#pragma unroll 1
    for (int j = 0; j < chunks; j++) {
      if (j + 1 < chunks) {
        load_keys(stages[(j + 1) & 1], j + 1);
        copy_wait<1>();
      } else {
        copy_wait<0>();
      }
      __syncthreads();
      if (j * L::KEYS + span * L::SPAN < C::kv_rows) {
        float s[H][C::SPANS][4];
        mixed_scores<C>(s, q_tile, stages[j & 1], mixes[0], factor, mask, first, j * L::KEYS);
#pragma unroll
        for (int h = 0; h < H; h++)
#pragma unroll
          for (int r = 0; r < 2; r++) {
            float m = top[h][r];
#pragma unroll
            for (int n = 0; n < C::SPANS; n++) m = fmaxf(m, fmaxf(s[h][n][2 * r], s[h][n][2 * r + 1]));
            /* nothing but masked keys so far: any finite number keeps NaN away */
            const float base = m == f32_from_bits(0xFF800000u) ? 0.0f : m;
            sum[h][r] *= exp2_fast(top[h][r] - base);
            top[h][r] = m;
#pragma unroll
            for (int n = 0; n < C::SPANS; n++)
              sum[h][r] += exp2_fast(s[h][n][2 * r] - base) + exp2_fast(s[h][n][2 * r + 1] - base);
          }
      }
      __syncthreads(); /* the keys may be overwritten */
    }
    load_keys(stages[0], 0);
    load_values(stages[1], 0);
    /* The sums of a row: of four threads, then of the warps that have its keys. */
    float *const tops = (float *)p_tile, *const sums = tops + C::GROUPS * H * L::ROWS;
#pragma unroll
    for (int h = 0; h < H; h++)
#pragma unroll
      for (int r = 0; r < 2; r++) {
        float m = top[h][r];
        m = fmaxf(m, __shfl_xor_sync(0xFFFFFFFFu, m, 1));
        m = fmaxf(m, __shfl_xor_sync(0xFFFFFFFFu, m, 2));
        const float base = m == f32_from_bits(0xFF800000u) ? 0.0f : m;
        float x = sum[h][r] * exp2_fast(top[h][r] - base);
        x += __shfl_xor_sync(0xFFFFFFFFu, x, 1);
        x += __shfl_xor_sync(0xFFFFFFFFu, x, 2);
        const int at = (span * H + h) * L::ROWS + tile * 16 + group + 8 * r;
        if (quad == 0) tops[at] = m, sums[at] = x;
      }
    __syncthreads();
    for (int i = threadIdx.x; i < H * L::ROWS; i += 32 * L::WARPS) {
      float m = tops[i], x = 0.0f;
      for (int g = 1; g < C::GROUPS; g++) m = fmaxf(m, tops[g * H * L::ROWS + i]);
      const float base = m == f32_from_bits(0xFF800000u) ? 0.0f : m;
      for (int g = 0; g < C::GROUPS; g++) x += sums[g * H * L::ROWS + i] * exp2_fast(tops[g * H * L::ROWS + i] - base);
      if constexpr (C::has_after) { /* a share is 2^(score - top - log2(sum)); of a row that sees no key, 0 or NaN */
        const float none = C::nan_rows ? f32_from_bits(0x7FC00000u) : f32_from_bits(0x7F800000u);
        row_tops[i] = x == 0.0f ? none : base + fp8c_logf(x) * LOG2_E;
      } else {
        row_tops[i] = base, row_sums[i] = x;
      }
    }
    __syncthreads(); /* what probabilities will overwrite is read */
  }

  float o[PAIRS][L::VP / 8][4];
#pragma unroll
  for (int p = 0; p < PAIRS; p++)
#pragma unroll
    for (int i = 0; i < L::VP / 8; i++) o[p][i][0] = o[p][i][1] = o[p][i][2] = o[p][i][3] = 0.0f;
#pragma unroll 1
  for (int j = 0; j < chunks; j++) {
    copy_wait<1>();
    __syncthreads();
    float s[H][C::SPANS][4];
    if (j * L::KEYS + span * L::SPAN < C::kv_rows) {
      mixed_scores<C>(s, q_tile, stages[0], mixes[0], factor, mask, first, j * L::KEYS);
#pragma unroll
      for (int h = 0; h < H; h++)
#pragma unroll
        for (int r = 0; r < 2; r++) {
          const float from = row_tops[h * L::ROWS + tile * 16 + group + 8 * r];
#pragma unroll
          for (int n = 0; n < C::SPANS; n++)
#pragma unroll
            for (int e = 2 * r; e < 2 * r + 2; e++) s[h][n][e] = exp2_fast(s[h][n][e] - from);
        }
      if constexpr (C::has_after) mixed<C>(s, mixes[1]);
      if constexpr (C::has_norm) mixed_norm<C>(s, norms, epsilon);
    } else { /* no keys: what their values are multiplied by is a number at least */
#pragma unroll
      for (int h = 0; h < H; h++)
#pragma unroll
        for (int n = 0; n < C::SPANS; n++) s[h][n][0] = s[h][n][1] = s[h][n][2] = s[h][n][3] = 0.0f;
    }
#pragma unroll
    for (int h = 0; h < H; h++)
#pragma unroll
      for (int r = 0; r < 2; r++)
#pragma unroll
        for (int n = 0; n < C::SPANS; n++)
          *(u32 *)(p_tile + (h * L::ROWS + tile * 16 + group + 8 * r) * L::P_LD + span * L::SPAN + n * 8 + quad * 2) =
              bf16x2_of(s[h][n][2 * r], s[h][n][2 * r + 1]);
    copy_wait<0>();
    __syncthreads();
    if (j + 1 < chunks) load_keys(stages[0], j + 1);
#pragma unroll
    for (int p = 0; p < PAIRS; p++) {
      const int pair = warp + p * L::WARPS;
      if (pair >= H * C::TILES) break;
      const u16 *const p_rows = p_tile + (pair * 16 + (lane & 15)) * L::P_LD + (lane >> 4) * 8;
      const u16 *const v_rows = stages[1] + (pair / C::TILES * L::KEYS + (lane & 15)) * L::V_LD + (lane >> 4) * 8;
#pragma unroll
      for (int n = 0; n < L::KEYS / 16; n++) {
        if (C::kv_rows % L::KEYS && j * L::KEYS + n * 16 >= C::kv_rows) break;
        u32 a[4];
        load_matrices(a, p_rows + n * 16);
#pragma unroll
        for (int i = 0; i < L::VP / 8; i += 2) {
          u32 b[4];
          load_matrices_transposed(b, v_rows + n * 16 * L::V_LD + i * 8);
          multiply_bf16_bf16(o[p][i], a, b[0], b[1]);
          multiply_bf16_bf16(o[p][i + 1], a, b[2], b[3]);
        }
      }
    }
    __syncthreads(); /* values and probabilities may be overwritten */
    if (j + 1 < chunks) load_values(stages[1], j + 1);
  }
#pragma unroll
  for (int p = 0; p < PAIRS; p++) {
    const int pair = warp + p * L::WARPS, head = pair / C::TILES;
    if (pair >= H * C::TILES) break;
#pragma unroll
    for (int r = 0; r < 2; r++) {
      const int row = pair % C::TILES * 16 + group + 8 * r, query = first + row;
      if (query >= C::q_rows) continue;
      const i64 to = (i64)batch * C::o_batch + (i64)head * C::o_head + (i64)query * C::o_row;
      const float total = C::has_after ? 1.0f : row_sums[head * L::ROWS + row];
#pragma unroll
      for (int i = 0; i < L::VP / 8; i++) {
        const int column = i * 8 + quad * 2;
        float x[2] = {o[p][i][2 * r], o[p][i][2 * r + 1]};
        if constexpr (!C::has_after) x[0] = share_of<C>(x[0], total), x[1] = share_of<C>(x[1], total);
        if (column < C::v_size) store_pair(to + column, x);
      }
    }
  }
}

/* In shared memory: a query, its results, two tables of a number for each head and thread, and each head's largest score
 * and sum. */
template <class C, class Q, class K, class V, class MASK, class STORE>
FORCEINLINE void mixed_rows(const Q *q, const K *k, const V *v, const MASK *mask, const float *before, const float *before_bias,
                            const float *after, const float *after_bias, const float *norm, const float *norm_bias, float epsilon,
                            float scale, STORE store_one) {
  constexpr int H = C::heads, T = MIXED_ROW_THREADS;
  static_assert(4 * H * (C::qk_size + C::v_size + 2 * T + 2) == C::SHARED, "the launch counts as the kernel does");
  extern __shared__ uint4 shared_memory[];
  float *const own = (float *)shared_memory, *const o = own + H * C::qk_size, *x = o + H * C::v_size, *y = x + H * T;
  float *const tops = y + H * T, *const sums = tops + H;
  const int query = blockIdx.x % C::q_rows, batch = blockIdx.x / C::q_rows, j = threadIdx.x;
  q += (i64)batch * C::q_batch + (i64)query * C::q_row, k += (i64)batch * C::k_batch, v += (i64)batch * C::v_batch;
  if constexpr (C::mask_kind != MASK_NONE) mask += (i64)(batch % C::mask_batches) * C::mask_batch + (i64)query * C::mask_row;
  const float least = f32_from_bits(0xFF800000u);
  for (int i = j; i < H * C::qk_size; i += T) {
    float n[1];
    load<1>(q + (i64)(i / C::qk_size) * C::q_head + i % C::qk_size, n);
    own[i] = n[0];
  }
  for (int i = j; i < H * C::v_size; i += T) o[i] = 0.0f;
  for (int h = j; h < H; h += T) tops[h] = least, sums[h] = 0.0f;
  __syncthreads();

  /* The thread's column of `from`, mixed, in `to`. */
  const auto mix = [&](const float *from, float *to, const float *matrix, const float *bias) {
    for (int g = 0; g < H; g++) {
      float sum = 0.0f;
      for (int h = 0; h < H; h++) sum = __fmaf_rn(matrix[g * H + h], from[h * T + j], sum);
      to[g * T + j] = bias ? sum + bias[g] : sum;
    }
  };
  /* Scores of the thread's key in x. */
  const auto scores = [&](int key) {
    for (int h = 0; h < H; h++) {
      float s = 0.0f;
      for (int d = 0; d < C::qk_size && key < C::kv_rows; d++) {
        float n[1];
        load<1>(k + (i64)h * C::k_head + (i64)key * C::k_row + d, n);
        s = __fmaf_rn(own[h * C::qk_size + d], n[0], s);
      }
      (C::has_before ? y : x)[h * T + j] = s * scale;
    }
    if constexpr (C::has_before) mix(y, x, before, before_bias);
    for (int h = 0; h < H; h++) {
      float s = x[h * T + j];
      bool hidden = key >= C::kv_rows || key >= C::mask_keys || (C::causal && key > query + C::ahead);
      if constexpr (C::mask_kind == MASK_ADD) {
        float m[1] = {0.0f};
        if (!hidden) load<1>(mask + (i64)h * C::mask_head + (i64)key * C::mask_key, m);
        s += m[0];
      }
      if constexpr (C::mask_kind == MASK_BOOL)
        hidden = hidden || !mask[(i64)h * C::mask_head + (i64)key * C::mask_key].bits;
      x[h * T + j] = hidden ? least : s;
    }
  };
  for (int first = 0; first < C::kv_rows; first += T) {
    scores(first + j);
    __syncthreads();
    for (int h = j / 32; h < H; h += T / 32) {
      float top = tops[h], sum = 0.0f;
      for (int i = j % 32; i < T; i += 32) top = fmaxf(top, x[h * T + i]);
      top = row_combine<max_of, 32>(top, 0);
      const float base = top == least ? 0.0f : top;
      for (int i = j % 32; i < T; i += 32) sum += fp8c_expf(x[h * T + i] - base);
      sum = row_combine<add_of, 32>(sum, 0);
      __syncwarp();
      if (j % 32 == 0) sums[h] = sums[h] * fp8c_expf(tops[h] - base) + sum, tops[h] = top;
    }
    __syncthreads();
  }
  for (int first = 0; first < C::kv_rows; first += T) {
    scores(first + j);
    for (int h = 0; h < H; h++) {
      const bool unseen = !C::nan_rows && tops[h] == least;
      const float e = unseen ? 0.0f : fp8c_expf(x[h * T + j] - tops[h]);
      (C::has_after ? y : x)[h * T + j] = C::has_after && !unseen ? e / sums[h] : e;
    }
    if constexpr (C::has_after) mix(y, x, after, after_bias);
    if constexpr (C::has_norm) {
      float mean = 0.0f, square = 0.0f;
      for (int h = 0; h < H; h++) mean += x[h * T + j];
      mean /= H;
      for (int h = 0; h < H; h++) square += (x[h * T + j] - mean) * (x[h * T + j] - mean);
      const float deviation = 1.0f / sqrtf(square / H + epsilon);
      for (int h = 0; h < H; h++) {
        const float n = (x[h * T + j] - mean) * deviation * norm[h];
        x[h * T + j] = norm_bias ? n + norm_bias[h] : n;
      }
    }
    if constexpr (C::rounds)
      for (int h = 0; h < H; h++) x[h * T + j] = round_bf16(x[h * T + j]);
    __syncthreads();
    for (int i = j; i < H * C::v_size; i += T) {
      const int h = i / C::v_size, d = i % C::v_size;
      float sum = o[i];
      for (int key = 0; key < T && first + key < C::kv_rows; key++) {
        float n[1];
        load<1>(v + (i64)h * C::v_head + (i64)(first + key) * C::v_row + d, n);
        sum = __fmaf_rn(x[h * T + key], n[0], sum);
      }
      o[i] = sum;
    }
    __syncthreads();
  }
  for (int i = j; i < H * C::v_size; i += T) {
    const int h = i / C::v_size, d = i % C::v_size;
    float n[1] = {o[i]};
    if constexpr (!C::has_after) n[0] = share_of<C>(n[0], sums[h]);
    store_one((i64)batch * C::o_batch + (i64)h * C::o_head + (i64)query * C::o_row + d, n);
  }
}
