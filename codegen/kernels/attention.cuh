/* attention.cuh - softmax(q k^T scale + mask) v without storing the scores.
 *
 * attention_tiles: BF16 by mma.sync m16n8k16, four warps of 16 query rows each,
 * blocks of 64 keys through two stages of shared memory, running maximum and sum
 * in F32.  P is rounded to BF16 for the second product; the sum it is divided by
 * takes P unrounded.
 * attention_rows: any float type in F32, one warp a query row, the row's scores
 * in shared memory.  The slow, general form.
 *
 * Keys and values may be E4M3 beside queries in BF16: their codes become BF16, or F16 where
 * few queries wait for them, which is exact; the caller has their scales in `scale` and behind
 * the result.
 *
 * C is a struct of constants: sizes, strides in elements, mask kind. */

#define ATTENTION_ROWS 64
#define ATTENTION_KEYS 64

/* A number of 8 bits has no more than BF16's in F32: the upper halves hold all of it. */
FORCEINLINE u32 bf16x2_of_e4m3x2(u32 pair) {
  float low, high;
  e4m3x2_real((u16)pair, low, high);
  return __byte_perm(__float_as_uint(low), __float_as_uint(high), 0x7632);
}

/* ROWS rows of D elements (WIDTH in shared memory, zeros beyond D), LD apart: asked for, and some time later put
 * there.  Numbers of 16 bits go by themselves; codes wait in registers, all at once. */
template <class T, int ROWS, int D, int WIDTH, int LD> struct tile_load {
  static constexpr int chunks = WIDTH / 8;
  FORCEINLINE void ask(u16 *to, const T *from, i64 stride, int first, int count) {
    for (int i = threadIdx.x; i < ROWS * chunks; i += 128) {
      const int row = i / chunks, column = i % chunks * 8;
      const bool valid = first + row < count && column < D;
      const T *source = valid ? from + (i64)(first + row) * stride + column : from;
      copy_part<16>(to + row * LD + column, source, valid);
    }
  }
  FORCEINLINE void put(u16 *) {}
};
template <int ROWS, int D, int WIDTH, int LD> struct tile_load<e4m3, ROWS, D, WIDTH, LD> {
  static constexpr int chunks = WIDTH / 8, COUNT = (ROWS * chunks + 127) / 128;
  uint2 codes[COUNT];
  FORCEINLINE void ask(u16 *, const e4m3 *from, i64 stride, int first, int count) {
#pragma unroll
    for (int n = 0; n < COUNT; n++) {
      const int i = threadIdx.x + 128 * n, row = i / chunks, column = i % chunks * 8;
      codes[n] = make_uint2(0, 0);
      if (i < ROWS * chunks && first + row < count && column < D) codes[n] = *(const uint2 *)(from + (i64)(first + row) * stride + column);
    }
  }
  FORCEINLINE void put(u16 *to) {
#pragma unroll
    for (int n = 0; n < COUNT; n++) {
      const int i = threadIdx.x + 128 * n;
      const uint2 x = codes[n];
      if (i < ROWS * chunks)
        *(uint4 *)(to + i / chunks * LD + i % chunks * 8) = make_uint4(bf16x2_of_e4m3x2(x.x), bf16x2_of_e4m3x2(x.x >> 16),
                                                                       bf16x2_of_e4m3x2(x.y), bf16x2_of_e4m3x2(x.y >> 16));
    }
  }
};

/* Shared memory of attention_tiles: a block's queries, and two tiles of keys and of values. */
template <class C> FORCEINLINE constexpr int attention_tiles_bytes() {
  constexpr int QK_LD = (C::qk_size + 15) / 16 * 16 + 8, V_LD = (C::v_size + 15) / 16 * 16 + 8;
  return 2 * (ATTENTION_ROWS * QK_LD + 2 * ATTENTION_KEYS * (QK_LD + V_LD));
}

template <class C, class K, class V, class MASK, class STORE>
FORCEINLINE void attention_tiles(const bf16 *q, const K *k, const V *v, const MASK *mask,
                                 float scale, STORE store_pair) {
  constexpr int DP = (C::qk_size + 15) / 16 * 16, VP = (C::v_size + 15) / 16 * 16;
  constexpr int QK_LD = DP + 8, V_LD = VP + 8; /* rows start in different banks */
  constexpr int K_TILE = ATTENTION_KEYS * QK_LD, V_TILE = ATTENTION_KEYS * V_LD;
  constexpr int N = ATTENTION_KEYS / 8;
  /* Codes of wide heads wait while their block is computed (heads of 128 and a mask in F32: 2.6 ms where one code after the
   * other took 3.3; H200).  Of small ones that took 2.4 where it was 1.4: more blocks share a multiprocessor with fewer
   * registers, so they are put there at once. */
  constexpr bool LATE = C::qk_size > 64 || C::v_size > 64;
  extern __shared__ uint4 shared_memory[];
  u16 *const q_tile = (u16 *)shared_memory;
  u16 *const k_tiles = q_tile + ATTENTION_ROWS * QK_LD;
  u16 *const v_tiles = k_tiles + 2 * K_TILE;

  constexpr int q_blocks = (C::q_rows + ATTENTION_ROWS - 1) / ATTENTION_ROWS;
  const int block = blockIdx.x % q_blocks, head = blockIdx.x / q_blocks % C::heads,
            batch = blockIdx.x / q_blocks / C::heads;
  const int first = block * ATTENTION_ROWS, kv_head = head / C::group;
  q += (i64)batch * C::q_batch + (i64)head * C::q_head;
  k += (i64)batch * C::k_batch + (i64)kv_head * C::k_head;
  v += (i64)batch * C::v_batch + (i64)kv_head * C::v_head;
  if constexpr (C::mask_kind != MASK_NONE)
    mask += (i64)(batch % C::mask_batches) * C::mask_batch + (i64)head * C::mask_head;

  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;
  const float factor = scale * LOG2_E;
  int blocks = (C::kv_rows + ATTENTION_KEYS - 1) / ATTENTION_KEYS;
  if constexpr (C::causal) blocks = min(blocks, max(first + ATTENTION_ROWS - 1 + C::ahead, 0) / ATTENTION_KEYS + 1);

  tile_load<bf16, ATTENTION_ROWS, C::qk_size, DP, QK_LD> q_load;
  tile_load<K, ATTENTION_KEYS, C::qk_size, DP, QK_LD> k_load;
  tile_load<V, ATTENTION_KEYS, C::v_size, VP, V_LD> v_load;
  q_load.ask(q_tile, q, C::q_row, first, C::q_rows);
  k_load.ask(k_tiles, k, C::k_row, 0, C::kv_rows);
  v_load.ask(v_tiles, v, C::v_row, 0, C::kv_rows);
  k_load.put(k_tiles);
  v_load.put(v_tiles);
  copy_commit();

  u32 q_fragments[DP / 16][4];
  float o[VP / 8][4], top[2], sum[2] = {0.0f, 0.0f};
  top[0] = top[1] = f32_from_bits(0xFF800000u);
#pragma unroll
  for (int i = 0; i < VP / 8; i++) o[i][0] = o[i][1] = o[i][2] = o[i][3] = 0.0f;

  for (int j = 0; j < blocks; j++) {
    const int next = (j + 1) & 1, next_key = (j + 1) * ATTENTION_KEYS;
    if (j + 1 < blocks) {
      k_load.ask(k_tiles + next * K_TILE, k, C::k_row, next_key, C::kv_rows);
      v_load.ask(v_tiles + next * V_TILE, v, C::v_row, next_key, C::kv_rows);
      if constexpr (!LATE) {
        k_load.put(k_tiles + next * K_TILE);
        v_load.put(v_tiles + next * V_TILE);
      }
      copy_commit();
      copy_wait<1>();
    } else {
      copy_wait<0>();
    }
    __syncthreads();
    const u16 *const k_tile = k_tiles + (j & 1) * K_TILE, *const v_tile = v_tiles + (j & 1) * V_TILE;
    if (j == 0) {
#pragma unroll
      for (int d = 0; d < DP / 16; d++)
        load_matrices(q_fragments[d], q_tile + (warp * 16 + (lane & 15)) * QK_LD + d * 16 +
                                          (lane >> 4) * 8);
    }

    float s[N][4];
#pragma unroll
    for (int n = 0; n < N; n++) s[n][0] = s[n][1] = s[n][2] = s[n][3] = 0.0f;
#pragma unroll
    for (int d = 0; d < DP / 16; d++) {
#pragma unroll
      for (int n = 0; n < N; n += 2) {
        u32 b[4];
        load_matrices(b, k_tile + (n * 8 + (lane >> 4) * 8 + (lane & 7)) * QK_LD + d * 16 +
                             ((lane >> 3) & 1) * 8);
        multiply_bf16_bf16(s[n], q_fragments[d], b[0], b[1]);
        multiply_bf16_bf16(s[n + 1], q_fragments[d], b[2], b[3]);
      }
    }

    const bool all_keys = (j + 1) * ATTENTION_KEYS <= C::kv_rows;
#pragma unroll
    for (int n = 0; n < N; n++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        const int query = first + warp * 16 + group + (e >> 1) * 8;
        const int key = j * ATTENTION_KEYS + n * 8 + quad * 2 + (e & 1);
        float x = s[n][e] * factor;
        if constexpr (C::softcap != 0.0f)
          x = capped<C>(s[n][e], scale);
        if (C::mask_kind != MASK_NONE || C::causal || !all_keys) x = masked<C>(x, mask, query, key);
        s[n][e] = x;
      }
#pragma unroll
    for (int h = 0; h < 2; h++) {
      float m = top[h];
#pragma unroll
      for (int n = 0; n < N; n++) m = fmaxf(m, fmaxf(s[n][2 * h], s[n][2 * h + 1]));
      m = fmaxf(m, __shfl_xor_sync(0xFFFFFFFFu, m, 1));
      m = fmaxf(m, __shfl_xor_sync(0xFFFFFFFFu, m, 2));
      /* nothing but masked keys so far: any finite number keeps NaN away */
      const float base = m == f32_from_bits(0xFF800000u) ? 0.0f : m;
      const float shrink = exp2_fast(top[h] - base);
      top[h] = m;
      sum[h] *= shrink;
#pragma unroll
      for (int i = 0; i < VP / 8; i++) o[i][2 * h] *= shrink, o[i][2 * h + 1] *= shrink;
#pragma unroll
      for (int n = 0; n < N; n++) {
        s[n][2 * h] = exp2_fast(s[n][2 * h] - base);
        s[n][2 * h + 1] = exp2_fast(s[n][2 * h + 1] - base);
        sum[h] += s[n][2 * h] + s[n][2 * h + 1];
      }
    }
#pragma unroll
    for (int n = 0; n < N; n += 2) {
      const u32 p[4] = {bf16x2_of(s[n][0], s[n][1]), bf16x2_of(s[n][2], s[n][3]),
                        bf16x2_of(s[n + 1][0], s[n + 1][1]), bf16x2_of(s[n + 1][2], s[n + 1][3])};
#pragma unroll
      for (int i = 0; i < VP / 8; i += 2) {
        u32 b[4];
        load_matrices_transposed(
            b, v_tile + (n * 8 + (lane & 15)) * V_LD + i * 8 + (lane >> 4) * 8);
        multiply_bf16_bf16(o[i], p, b[0], b[1]);
        multiply_bf16_bf16(o[i + 1], p, b[2], b[3]);
      }
    }
    if (LATE && j + 1 < blocks) {
      k_load.put(k_tiles + next * K_TILE);
      v_load.put(v_tiles + next * V_TILE);
    }
    __syncthreads(); /* the tiles may be overwritten */
  }

#pragma unroll
  for (int h = 0; h < 2; h++) {
    float total = sum[h];
    total += __shfl_xor_sync(0xFFFFFFFFu, total, 1);
    total += __shfl_xor_sync(0xFFFFFFFFu, total, 2);
    const int query = first + warp * 16 + group + h * 8;
    if (query >= C::q_rows) continue;
    const i64 row = (i64)batch * C::o_batch + (i64)head * C::o_head + (i64)query * C::o_row;
#pragma unroll
    for (int i = 0; i < VP / 8; i++) {
      const int column = i * 8 + quad * 2;
      float x[2] = {share_of<C>(o[i][2 * h], total), share_of<C>(o[i][2 * h + 1], total)};
      if (column < C::v_size) store_pair(row + column, x);
    }
  }
}

template <class C, class Q, class K, class V, class MASK, class STORE>
FORCEINLINE void attention_rows(const Q *q, const K *k, const V *v, const MASK *mask,
                                float scale, STORE store_one) {
  extern __shared__ uint4 shared_memory[];
  float *const p = (float *)shared_memory;
  const int lane = threadIdx.x;
  const int query = blockIdx.x % C::q_rows, head = blockIdx.x / C::q_rows % C::heads,
            batch = blockIdx.x / C::q_rows / C::heads, kv_head = head / C::group;
  q += (i64)batch * C::q_batch + (i64)head * C::q_head + (i64)query * C::q_row;
  k += (i64)batch * C::k_batch + (i64)kv_head * C::k_head;
  v += (i64)batch * C::v_batch + (i64)kv_head * C::v_head;
  if constexpr (C::mask_kind != MASK_NONE)
    mask += (i64)(batch % C::mask_batches) * C::mask_batch + (i64)head * C::mask_head;

  float top = f32_from_bits(0xFF800000u);
  for (int j = lane; j < C::kv_rows; j += 32) {
    float x = 0.0f;
    for (int d = 0; d < C::qk_size; d++) {
      float a[1], b[1];
      load<1>(q + d, a);
      load<1>(k + (i64)j * C::k_row + d, b);
      x = __fmaf_rn(a[0], b[0], x);
    }
    x *= scale;
    if constexpr (C::softcap != 0.0f) x = fp8c_tanhf(x / C::softcap) * C::softcap;
    bool hidden = j >= C::mask_keys || (C::causal && j > query + C::ahead);
    if constexpr (C::mask_kind == MASK_ADD) {
      float m[1] = {0.0f};
      if (!hidden) load<1>(mask + (i64)query * C::mask_row + (i64)j * C::mask_key, m);
      x += m[0];
    }
    if constexpr (C::mask_kind == MASK_BOOL)
      hidden = hidden || !mask[(i64)query * C::mask_row + (i64)j * C::mask_key].bits;
    if (hidden) x = f32_from_bits(0xFF800000u);
    p[j] = x;
    top = fmaxf(top, x);
  }
  top = row_combine<max_of, 32>(top, 0);
  if (!C::nan_rows && top == f32_from_bits(0xFF800000u)) top = 0.0f;
  float sum = 0.0f;
  for (int j = lane; j < C::kv_rows; j += 32) {
    const float e = fp8c_expf(p[j] - top);
    sum += e;
    p[j] = sizeof(Q) == 2 ? round_bf16(e) : e;
  }
  sum = row_combine<add_of, 32>(sum, 0);
  __syncwarp();
  const i64 row = (i64)batch * C::o_batch + (i64)head * C::o_head + (i64)query * C::o_row;
  for (int d = lane; d < C::v_size; d += 32) {
    float x = 0.0f;
    for (int j = 0; j < C::kv_rows; j++) {
      float b[1];
      load<1>(v + (i64)j * C::v_row + d, b);
      x = __fmaf_rn(p[j], b[0], x);
    }
    float y[1] = {share_of<C>(x, sum)};
    store_one(row + d, y);
  }
}

/* ---- Few queries, many keys ------------------------------------------------------
 *
 * A block has a key head's queries, at most 16; its warps take its keys in turns, 16 at a time.
 * Every lane loads what it alone needs, some steps before it needs it, and what no kernel of the
 * run writes before the kernel before has ended.
 *
 * Scores are a product of queries and keys, results one of values and probabilities, whose
 * columns are queries: probabilities are then where the second product wants them.  Which of a
 * head's numbers stands where in a fragment is free as long as both operands agree: thread
 * 4 g + q holds neighbours of q and k, and of v neighbours of each of the four keys whose
 * probabilities it has, and pairs keys by PRMT.
 *
 * Codes of E4M3 are one instruction a pair from F16 and four from BF16, so there the tensor core
 * multiplies F16.  Queries of BF16 hold in F16 once a power of two brings the largest of their row
 * near 2^15, probabilities of BF16 likewise: what lies 29 octaves below loses bits, by less than
 * 2^-39 of the largest, where a sum in F32 has lost them already.  Queries of F16 have keys and values of F16.
 *
 * C further: splits (blocks that share a head's keys), warps, ahead (steps of a warp that are asked
 * for before they are needed); first, how many keys are in the first of two parts, and early, how many of
 * the parts may be read before the kernel before has ended; k0_row, k1_row ... strides of both;
 * keeps_keys, keeps_values: whether both parts are to be written as one.
 *
 * held: the first part is a cache of `first` rows, of which those hold something that `length` says, and the second
 * has `fresh` rows, which come behind them: to the mask the cache is padded in front (HELD_LAST) or it is not
 * (HELD_FIRST).  Rows beyond the length are not read.  joins: the last of a head's blocks to arrive adds up what all
 * have summed, in their order.  keeps_keys, keeps_values: new rows are stored behind the others.  length_step,
 * slot_step: words between the lengths of two sequences, and between what says which sequence of the cache each is; 0:
 * they have one length, and lie there in order.
 *
 * SPANS: keys of a cache in front of those that a query of the block sees are not read (attention_common.cuh).
 * causal_ahead: query i sees keys up to i + causal_ahead, where `causal`.
 *
 * chunk, chunks: a block has so many of a head's queries, and so many blocks (times splits) all of them; each reads the
 * head's keys. */
/* Neighbours of memory as words of what is multiplied. */
template <class T> struct decode_form;
template <> struct decode_form<bf16> {
  static constexpr float ONE = 1.0f; /* what stands for a probability of 1 */
  template <int N, int BYTES> static FORCEINLINE void read(u32 (&to)[N], const words<BYTES> &from) {
#pragma unroll
    for (int i = 0; i < N; i++) to[i] = from.w[i];
  }
  static FORCEINLINE u32 pair(float low, float high) { return bf16x2_of(low, high); }
  static FORCEINLINE void multiply(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) { multiply_bf16_bf16(d, a, b0, b1); }
};
template <> struct decode_form<f16> {
  static constexpr float ONE = 1.0f;
  template <int N, int BYTES> static FORCEINLINE void read(u32 (&to)[N], const words<BYTES> &from) {
#pragma unroll
    for (int i = 0; i < N; i++) to[i] = from.w[i];
  }
  static FORCEINLINE u32 pair(float low, float high) { return f16x2_of(low, high); }
  static FORCEINLINE void multiply(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) { multiply_f16_f16(d, a, b0, b1); }
};
template <> struct decode_form<e4m3> {
  static constexpr float ONE = 32768.0f;
  template <int N, int BYTES> static FORCEINLINE void read(u32 (&to)[N], const words<BYTES> &from) {
#pragma unroll
    for (int i = 0; i < N / 2; i++) e4m3x4_f16(from.w[i], to[2 * i], to[2 * i + 1]);
  }
  static FORCEINLINE u32 pair(float low, float high) { return f16x2_of(round_bf16(low) * ONE, round_bf16(high) * ONE); }
  static FORCEINLINE void multiply(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) { multiply_f16_f16(d, a, b0, b1); }
};

template <class C, class K, class V> struct decode_layout {
  static constexpr int EIGHTS = (C::chunk + 7) / 8;                          /* of queries */
  static constexpr int KN = 16 / sizeof(K), VN = C::v_size % 128 ? 8 : 16 / sizeof(V); /* neighbours */
  static constexpr int CHUNKS = (C::qk_size + 4 * KN - 1) / (4 * KN), SPANS = (C::v_size + 8 * VN - 1) / (8 * VN);
  static constexpr int SUMS = SPANS * VN / 2; /* fragments of results: columns of the last span may lie outside */
  static constexpr int VALUE = VN * sizeof(V);
  static constexpr int LD = C::v_size + 4;
  /* Whether the values have a column. */
  static FORCEINLINE bool has(int column) { return C::v_size % (8 * VN) == 0 || column < C::v_size; }
  static constexpr int REGION = (C::chunk * (LD + 2) + 3) / 4 * 4; /* a warp's sums; behind them tops and totals */
};

/* A head's keys in steps of 16, each in one part; `length` of them in the first, where a cache holds them. */
template <class C> struct decode_keys {
  int length;
  FORCEINLINE int first() const { return C::held ? length : C::first; }
  FORCEINLINE int first_steps() const { return (first() + 15) / 16; }
  FORCEINLINE int steps() const { return first_steps() + (C::fresh + 15) / 16; }
  FORCEINLINE int early() const { return C::early == 0 ? 0 : C::early == 1 ? first_steps() : steps(); }
  /* Of a step: whether it is in the second part, how many keys that has, the first key there, and as the mask and as
   * memory count all keys. */
  FORCEINLINE bool second(int step) const { return C::fresh > 0 && step >= first_steps(); }
  FORCEINLINE int rows(int step) const { return second(step) ? C::fresh : first(); }
  FORCEINLINE int begin(int step) const { return 16 * (second(step) ? step - first_steps() : step); }
  FORCEINLINE int place(int step) const { return begin(step) + (second(step) ? first() : 0); }
  FORCEINLINE int begin_of_all(int step) const { return place(step) + (C::held == HELD_LAST ? C::first - length : 0); }
  /* The step of a key of the first part, as the mask counts; the first behind them, whose keys are to be stored. */
  FORCEINLINE int step_of(int key) const {
    return min(max(key - (C::held == HELD_LAST ? C::first - length : 0), 0) / 16, first_steps());
  }
  /* Whether its keys go to the piece where all keys are wanted; of a cache the others lie there. */
  FORCEINLINE bool kept(int step) const { return C::held == HELD_ALL || second(step); }
  /* Key `key` of the step is there, and where it goes is in the cache. */
  FORCEINLINE bool stored(int step, int key) const {
    return begin(step) + key < rows(step) && (C::held == HELD_ALL || place(step) + key < C::first);
  }
};

/* What a thread holds of the keys and values of a step, asked for a while before they are needed.
 * Zeros beyond the last. */
template <class C, class K, class V> struct decode_step {
  using L = decode_layout<C, K, V>;
  words<16> k[2][L::CHUNKS];
  words<L::VALUE> v[4][L::SPANS];
  FORCEINLINE void ask_keys(const decode_keys<C> &keys, int step, const K *k0, const K *k1) {
    const int lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;
    const bool second = keys.second(step);
#pragma unroll
    for (int n = 0; n < 2; n++) {
      const int key = keys.begin(step) + 8 * n + group;
      const K *const row = second ? k1 + (i64)key * C::k1_row : k0 + (i64)key * C::k0_row;
#pragma unroll
      for (int c = 0; c < L::CHUNKS; c++) {
        const int column = L::KN * (4 * c + quad);
        const bool inside = C::qk_size % (4 * L::KN) == 0 || column < C::qk_size;
        load_streamed(k[n][c], row + column, inside && key < keys.rows(step));
      }
    }
  }
  FORCEINLINE void ask_values(const decode_keys<C> &keys, int step, const V *v0, const V *v1) {
    const int lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;
    const bool second = keys.second(step);
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int key = keys.begin(step) + 2 * quad + (i & 1) + 8 * (i >> 1);
      const V *const row = second ? v1 + (i64)key * C::v1_row : v0 + (i64)key * C::v0_row;
#pragma unroll
      for (int h = 0; h < L::SPANS; h++) {
        const int column = L::VN * (8 * h + group);
        load_streamed(v[i][h], row + column, L::has(column) && key < keys.rows(step));
      }
    }
  }
  /* Writes them to where all keys, all values are wanted in one piece. */
  FORCEINLINE void keep_keys(const decode_keys<C> &keys, int step, K *to) const {
    if (!keys.kept(step)) return;
    const int lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;
#pragma unroll
    for (int n = 0; n < 2; n++)
#pragma unroll
      for (int c = 0; c < L::CHUNKS; c++) {
        const int key = 8 * n + group, column = L::KN * (4 * c + quad);
        if (keys.stored(step, key) && column < C::qk_size) k[n][c].store(to + (i64)(keys.place(step) + key) * (C::held ? C::k0_row : C::k_row) + column);
      }
  }
  FORCEINLINE void keep_values(const decode_keys<C> &keys, int step, V *to) const {
    if (!keys.kept(step)) return;
    const int lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int h = 0; h < L::SPANS; h++) {
        const int key = 2 * quad + (i & 1) + 8 * (i >> 1), column = L::VN * (8 * h + group);
        if (keys.stored(step, key) && L::has(column)) v[i][h].store(to + (i64)(keys.place(step) + key) * (C::held ? C::v0_row : C::v_row) + column);
      }
  }
};

/* The number of four keys in a fragment, of the thread's row. */
FORCEINLINE int decode_key(int i) { return 8 * (i >> 1) + 2 * (threadIdx.x & 3) + (i & 1); }

/* The mask of a step, as it lies in memory; it is asked for a step before it is needed. */
template <class C, class L, class MASK> FORCEINLINE void decode_mask(u32 (&to)[L::EIGHTS][4], const decode_keys<C> &keys, const MASK *mask, int rows, int step) {
#pragma unroll
  for (int e = 0; e < L::EIGHTS; e++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int row = (threadIdx.x & 31) / 4 + 8 * e, key = decode_key(i), at = keys.begin_of_all(step) + key;
      to[e][i] = 0;
      if (step < keys.steps() && row < rows && keys.begin(step) + key < keys.rows(step) && at < C::mask_keys)
        to[e][i] = load_bits_after<sizeof(MASK)>(mask + (i64)row * C::mask_row + (i64)at * C::mask_key);
    }
}

/* A row's queries, of which the four lanes of a quad have a part each, as what keys of type K are
 * multiplied with; gives what the products are to be multiplied by. */
template <class K, int CHUNKS, int EIGHTS, int N> FORCEINLINE float decode_queries(u32 (&q)[CHUNKS][EIGHTS][N], int e) {
  if constexpr (sizeof(K) == 2) return 1.0f;
  float top = 0.0f;
#pragma unroll
  for (int c = 0; c < CHUNKS; c++)
#pragma unroll
    for (int i = 0; i < N; i++) {
      float low, high;
      bf16x2_real(q[c][e][i], low, high);
      top = fmaxf(top, fmaxf(fabsf(low), fabsf(high)));
    }
  top = fmaxf(top, __shfl_xor_sync(0xFFFFFFFFu, top, 1));
  top = fmaxf(top, __shfl_xor_sync(0xFFFFFFFFu, top, 2));
  /* 2^b <= top < 2^(b + 1) becomes 2^14 and more; infinity and NaN stay what they are */
  int b = (int)(__float_as_uint(top) >> 23) - 127;
  b = b > 127 ? 14 : b < -112 ? -112 : b;
  const float up = f32_from_bits((u32)(127 + 14 - b) << 23);
#pragma unroll
  for (int c = 0; c < CHUNKS; c++)
#pragma unroll
    for (int i = 0; i < N; i++) {
      float low, high;
      bf16x2_real(q[c][e][i], low, high);
      q[c][e][i] = f16x2_of(low * up, high * up);
    }
  return f32_from_bits((u32)(127 - 14 + b) << 23);
}

/* Neighbours, which another block may have just written where they are volatile. */
FORCEINLINE float2 neighbours(const float *p) { return *(const float2 *)p; }
FORCEINLINE float2 neighbours(const volatile float *p) { return make_float2(p[0], p[1]); }

/* Two columns of a query's result: the sums of its chunk's blocks, block after block. */
template <class C, class P> FORCEINLINE void attention_sum(float (&x)[2], P partial, int column) {
  constexpr int NEXT = C::chunk * (C::v_size + 2);
  float m = f32_from_bits(0xFF800000u), total = 0.0f;
  x[0] = x[1] = 0.0f;
#pragma unroll 16
  for (int w = 0; w < C::splits; w++) m = fmaxf(m, partial[w * NEXT + C::v_size]);
  const float base = m == f32_from_bits(0xFF800000u) ? 0.0f : m;
#pragma unroll 16
  for (int w = 0; w < C::splits; w++) {
    const P from = partial + w * NEXT;
    const float2 sums = neighbours(from + column), last = neighbours(from + C::v_size); /* top, total */
    const float share = exp2_fast(last.x - base);
    total += share * last.y;
    x[0] += share * sums.x, x[1] += share * sums.y;
  }
  x[0] = share_of<C>(x[0], total), x[1] = share_of<C>(x[1], total);
}

template <class C, class Q, class K, class V, class MASK, class STORE>
FORCEINLINE void attention_decode(const Q *q, const K *k0, const K *k1, const V *v0, const V *v1, K *k, V *v,
                                  const MASK *mask, float scale, float *partial, const u32 *length, const u32 *slots, const uint4 *spans,
                                  u32 *arrived, STORE store_pair) {
  using L = decode_layout<C, K, V>;
  static_assert(C::warps * L::REGION * 4 == C::shared, "the launch counts as the kernel does");
  constexpr int STRIDE = C::warps * C::splits;
  extern __shared__ uint4 shared_memory[];
  const int split = blockIdx.x % C::splits, item = blockIdx.x / C::splits, chunk = item % C::chunks;
  const int head = item / C::chunks % C::heads, batch = item / (C::chunks * C::heads);
  const int row0 = chunk * C::chunk, rows = C::q_rows % C::chunk == 0 ? C::chunk : min(C::chunk, C::q_rows - row0);
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, group = lane >> 2, quad = lane & 3;
  const int kv_head = head / C::group;
  int first = split * C::warps + warp; /* of this warp's steps */
  q += (i64)batch * C::q_batch + (i64)head * C::q_head + (i64)row0 * C::q_row;
  const i64 slot = C::slot_step ? (i64)slots[batch * C::slot_step] : (i64)batch;
  if constexpr (C::held) length += batch * C::length_step;
  k0 += slot * C::k0_batch + (i64)kv_head * C::k0_head;
  k1 += (i64)batch * C::k1_batch + (i64)kv_head * C::k1_head;
  v0 += slot * C::v0_batch + (i64)kv_head * C::v0_head;
  v1 += (i64)batch * C::v1_batch + (i64)kv_head * C::v1_head;
  if constexpr (C::keeps_keys) k += slot * (C::held ? C::k0_batch : C::k_batch) + (i64)kv_head * (C::held ? C::k0_head : C::k_head);
  if constexpr (C::keeps_values) v += slot * (C::held ? C::v0_batch : C::v_batch) + (i64)kv_head * (C::held ? C::v0_head : C::v_head);
  const bool keeps = chunk == 0 && (C::group == 1 || head % C::group == 0); /* of the blocks of one key head, one */
  decode_keys<C> keys = {0};
  if constexpr (C::held && C::early > 0) keys.length = max(min((int)*length, C::first), 0);
  if constexpr (C::mask_kind != MASK_NONE) mask += (i64)(batch % C::mask_batches) * C::mask_batch + (i64)head * C::mask_head + (i64)row0 * C::mask_row;

  decode_step<C, K, V> held[C::ahead];
#pragma unroll
  for (int d = 0; d < C::ahead; d++) {
    const int step = first + d * STRIDE;
    if (C::early && step < keys.early()) held[d].ask_keys(keys, step, k0, k1), held[d].ask_values(keys, step, v0, v1);
  }
  dependency_wait();
  dependents_launch();
  if constexpr (C::held && C::early == 0) keys.length = max(min((int)load_bits_after<4>(length), C::first), 0);
  u32 queries[L::CHUNKS][L::EIGHTS][L::KN / 2];
#pragma unroll
  for (int c = 0; c < L::CHUNKS; c++)
#pragma unroll
    for (int e = 0; e < L::EIGHTS; e++)
#pragma unroll
      for (int i = 0; i < L::KN / 8; i++) {
        const int row = group + 8 * e, column = L::KN * (4 * c + quad) + 8 * i;
        uint4 x = make_uint4(0, 0, 0, 0);
        if (row < rows && column < C::qk_size) x = load_after((const u8 *)(q + (i64)row * C::q_row + column));
        queries[c][e][4 * i] = x.x, queries[c][e][4 * i + 1] = x.y, queries[c][e][4 * i + 2] = x.z, queries[c][e][4 * i + 3] = x.w;
      }
  if constexpr (C::SPANS) first += keys.step_of(span_of_rows<C>(spans, batch, head, row0, rows).lo);
  u32 raw_mask[L::EIGHTS][4];
  if constexpr (C::mask_kind != MASK_NONE) decode_mask<C, L>(raw_mask, keys, mask, rows, first);
#pragma unroll
  for (int d = 0; d < C::ahead; d++) {
    const int step = first + d * STRIDE;
    if (step >= keys.early() && step < keys.steps()) held[d].ask_keys(keys, step, k0, k1), held[d].ask_values(keys, step, v0, v1);
  }

  float unit[L::EIGHTS], top[L::EIGHTS], sum[L::EIGHTS]; /* of row group: of scores; largest score; sum */
  float o[L::SUMS][L::EIGHTS][4];
#pragma unroll
  for (int e = 0; e < L::EIGHTS; e++) {
    unit[e] = decode_queries<K>(queries, e) * scale;
    top[e] = f32_from_bits(0xFF800000u), sum[e] = 0.0f;
#pragma unroll
    for (int t = 0; t < L::SUMS; t++) o[t][e][0] = o[t][e][1] = o[t][e][2] = o[t][e][3] = 0.0f;
  }

#pragma unroll 1
  for (int round = first; round < keys.steps(); round += C::ahead * STRIDE)
#pragma unroll
  for (int d = 0; d < C::ahead; d++) {
    const int step = round + d * STRIDE, next = step + C::ahead * STRIDE;
    if (step >= keys.steps()) break;
    u32 next_mask[L::EIGHTS][4];
    if constexpr (C::mask_kind != MASK_NONE) decode_mask<C, L>(next_mask, keys, mask, rows, step + STRIDE);
    float s[2][4];
#pragma unroll
    for (int n = 0; n < 2; n++) {
      s[n][0] = s[n][1] = s[n][2] = s[n][3] = 0.0f;
#pragma unroll
      for (int c = 0; c < L::CHUNKS; c++) {
        u32 x[L::KN / 2];
        decode_form<K>::read(x, held[d].k[n][c]);
#pragma unroll
        for (int i = 0; i < L::KN / 2; i += 2) {
          u32 a[4] = {queries[c][0][i], 0, queries[c][0][i + 1], 0};
          if constexpr (L::EIGHTS == 2) a[1] = queries[c][1][i], a[3] = queries[c][1][i + 1];
          decode_form<K>::multiply(s[n], a, x[i], x[i + 1]);
        }
      }
    }
    if constexpr (C::keeps_keys)
      if (keeps) held[d].keep_keys(keys, step, k);
    if (next < keys.steps()) held[d].ask_keys(keys, next, k0, k1);

    u32 p[L::EIGHTS][2];
#pragma unroll
    for (int e = 0; e < L::EIGHTS; e++) {
      float m = top[e];
#pragma unroll
      for (int i = 0; i < 4; i++) {
        const int key = decode_key(i);
        float &score = s[i >> 1][2 * e + (i & 1)], x = score * (unit[e] * LOG2_E);
        if constexpr (C::softcap != 0.0f) x = capped<C>(score, unit[e]);
        bool hidden = keys.begin(step) + key >= keys.rows(step) || keys.begin_of_all(step) + key >= C::mask_keys;
        if constexpr (C::causal) hidden = hidden || keys.begin_of_all(step) + key > row0 + group + 8 * e + C::causal_ahead;
        if constexpr (C::mask_kind != MASK_NONE) {
          const MASK *const one = (const MASK *)&raw_mask[e][i];
          if constexpr (C::mask_kind == MASK_ADD) {
            float add[1];
            load<1>(one, add);
            x = with_mask(x, add[0]);
          } else {
            hidden = hidden || !one->bits;
          }
          raw_mask[e][i] = next_mask[e][i];
        }
        score = hidden ? f32_from_bits(0xFF800000u) : x;
        m = fmaxf(m, score);
      }
      m = fmaxf(m, __shfl_xor_sync(0xFFFFFFFFu, m, 1));
      m = fmaxf(m, __shfl_xor_sync(0xFFFFFFFFu, m, 2));
      /* nothing but masked keys so far: any finite number keeps NaN away */
      const float base = m == f32_from_bits(0xFF800000u) ? 0.0f : m, shrink = exp2_fast(top[e] - base);
      top[e] = m;
      sum[e] *= shrink;
#pragma unroll
      for (int n = 0; n < 2; n++) {
        float &low = s[n][2 * e], &high = s[n][2 * e + 1];
        low = exp2_fast(low - base), high = exp2_fast(high - base);
        sum[e] += low + high;
        p[e][n] = decode_form<V>::pair(low, high);
      }
      const float left = __shfl_sync(0xFFFFFFFFu, shrink, 8 * quad), right = __shfl_sync(0xFFFFFFFFu, shrink, 8 * quad + 4);
#pragma unroll
      for (int t = 0; t < L::SUMS; t++) o[t][e][0] *= left, o[t][e][1] *= right, o[t][e][2] *= left, o[t][e][3] *= right;
    }
#pragma unroll
    for (int h = 0; h < L::SPANS; h++) {
      u32 x[4][L::VN / 2];
#pragma unroll
      for (int i = 0; i < 4; i++) decode_form<V>::read(x[i], held[d].v[i][h]);
#pragma unroll
      for (int t = 0; t < L::VN / 2; t++) { /* rows group, group + 8 of a fragment: columns 2 t, 2 t + 1 of the thread's */
        const u32 a[4] = {__byte_perm(x[0][t], x[1][t], 0x5410), __byte_perm(x[0][t], x[1][t], 0x7632),
                          __byte_perm(x[2][t], x[3][t], 0x5410), __byte_perm(x[2][t], x[3][t], 0x7632)};
#pragma unroll
        for (int e = 0; e < L::EIGHTS; e++) decode_form<V>::multiply(o[h * (L::VN / 2) + t][e], a, p[e][0], p[e][1]);
      }
    }
    if constexpr (C::keeps_values)
      if (keeps) held[d].keep_values(keys, step, v);
    if (next < keys.steps()) held[d].ask_values(keys, next, v0, v1);
  }

  float *const sums = (float *)shared_memory + warp * L::REGION, *const tops = sums + C::chunk * L::LD, *const totals = tops + C::chunk;
#pragma unroll
  for (int e = 0; e < L::EIGHTS; e++) {
    float total = sum[e];
    total += __shfl_xor_sync(0xFFFFFFFFu, total, 1);
    total += __shfl_xor_sync(0xFFFFFFFFu, total, 2);
    if (quad == 0 && group + 8 * e < C::chunk) tops[group + 8 * e] = top[e], totals[group + 8 * e] = total;
    constexpr float part = 1.0f / decode_form<V>::ONE;
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const int row = 8 * e + 2 * quad + i;
      if (row >= C::chunk) continue;
#pragma unroll
      for (int t = 0; t < L::SUMS; t += 2) {
        const int column = L::VN * (8 * (t / (L::VN / 2)) + group) + 2 * (t % (L::VN / 2));
        if (!L::has(column)) continue;
        *(float4 *)(sums + row * L::LD + column) =
            make_float4(o[t][e][i] * part, o[t][e][2 + i] * part, o[t + 1][e][i] * part, o[t + 1][e][2 + i] * part);
      }
    }
  }
  __syncthreads();
  /* The warps' sums together, warp after warp. */
  const float *const all = (const float *)shared_memory;
  constexpr int TOPS = C::chunk * L::LD, TOTALS = TOPS + C::chunk;
  for (int i = threadIdx.x; i < (C::splits == 1 ? rows : C::chunk) * (C::v_size / 2); i += 32 * C::warps) {
    const int row = i / (C::v_size / 2), column = i % (C::v_size / 2) * 2;
    float m = all[TOPS + row];
    for (int w = 1; w < C::warps; w++) m = fmaxf(m, all[w * L::REGION + TOPS + row]);
    const float base = m == f32_from_bits(0xFF800000u) ? 0.0f : m;
    float total = 0.0f, x[2] = {0.0f, 0.0f};
    for (int w = 0; w < C::warps; w++) {
      const float *const from = all + w * L::REGION;
      const float share = exp2_fast(from[TOPS + row] - base);
      total += share * from[TOTALS + row];
      x[0] += share * from[row * L::LD + column], x[1] += share * from[row * L::LD + column + 1];
    }
    if constexpr (C::splits == 1) {
      x[0] = share_of<C>(x[0], total), x[1] = share_of<C>(x[1], total);
      store_pair((i64)batch * C::o_batch + (i64)head * C::o_head + (i64)(row0 + row) * C::o_row + column, x);
    } else {
      float *to = partial + ((i64)blockIdx.x * C::chunk + row) * (C::v_size + 2);
      *(float2 *)(to + column) = make_float2(x[0], x[1]);
      if (column == 0) *(float2 *)(to + C::v_size) = make_float2(m, total);
    }
  }
  if constexpr (C::joins) {
    __syncthreads();
    u32 *const last = (u32 *)shared_memory; /* whether this block is its head's last */
    /* One thread's fences stand for all: they order what it saw at the block's barriers, before and behind. */
    if (threadIdx.x == 0) {
      __threadfence();
      *last = atomicAdd(arrived + item, 1u) == C::splits - 1;
      __threadfence();
    }
    __syncthreads();
    if (!*last) return;
    partial += (i64)item * C::splits * C::chunk * (C::v_size + 2);
    for (int i = threadIdx.x; i < rows * (C::v_size / 2); i += 32 * C::warps) {
      const int row = i / (C::v_size / 2), column = i % (C::v_size / 2) * 2;
      float x[2];
      attention_sum<C>(x, (const volatile float *)partial + row * (C::v_size + 2), column);
      store_pair((i64)batch * C::o_batch + (i64)head * C::o_head + (i64)(row0 + row) * C::o_row + column, x);
    }
  }
}

/* The sums of a head's blocks by a kernel of its own: a block for each query, a thread for two columns. */
template <class C, class STORE> FORCEINLINE void attention_join(const float *partial, STORE store_pair) {
  constexpr int LD = C::v_size + 2;
  const int row = blockIdx.x % C::q_rows, item = blockIdx.x / C::q_rows, head = item % C::heads, batch = item / C::heads;
  const int column = 2 * threadIdx.x;
  float x[2];
  attention_sum<C>(x, partial + ((i64)(item * C::chunks + row / C::chunk) * C::splits * C::chunk + row % C::chunk) * LD, column);
  store_pair((i64)batch * C::o_batch + (i64)head * C::o_head + (i64)row * C::o_row + column, x);
}

/* No block of any head has arrived. */
FORCEINLINE void attention_clear(u32 *arrived, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) arrived[i] = 0;
}
