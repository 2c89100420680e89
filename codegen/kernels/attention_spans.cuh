/* attention_spans.cuh - what rows of a mask come to, 16 of them together (attention_common.cuh).
 *
 * A key is hidden from a row by -inf, by false, or by a finite number of -6e4 or less (the least of F16, and what
 * models write for it) where another key has -3e4 or more: two scores of one row that were 3e4 apart would have to
 * make up for it.  A row that finite numbers hide altogether (S::saturated: any) spreads over all of its keys, and has no span.
 *
 * S: ROWS, KEYS and HEADS of the mask, KIND, saturated, and its strides (batch, head, row, key). */
#define SPAN_THREADS 256

FORCEINLINE int span_joined(int x, bool largest, int *joined) {
  const int warp = threadIdx.x >> 5;
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) {
    const int y = __shfl_xor_sync(0xFFFFFFFFu, x, d);
    x = largest ? max(x, y) : min(x, y);
  }
  __syncthreads();
  if ((threadIdx.x & 31) == 0) joined[warp] = x;
  __syncthreads();
  x = joined[0];
  for (int w = 1; w < SPAN_THREADS / 32; w++) x = largest ? max(x, joined[w]) : min(x, joined[w]);
  return x;
}

template <class T> FORCEINLINE void load_one(const T *p, float &to) {
  float x[1];
  load<1>(p, x);
  to = x[0];
}

template <class S, class MASK> FORCEINLINE void attention_spans(const MASK *mask, uint4 *spans) {
  constexpr int TILES = (S::ROWS + SPAN_ROWS - 1) / SPAN_ROWS;
  extern __shared__ uint4 shared_memory[];
  __shared__ int joined[SPAN_THREADS / 32];
  __shared__ u32 rows_seen, rows_softly;
  u32 *const all = (u32 *)shared_memory; /* a bit a key: all rows see it, and nothing is added */
  const int tile = blockIdx.x % TILES, sequence = blockIdx.x / TILES, head = sequence % S::HEADS, batch = sequence / S::HEADS;
  const int rows = min(S::ROWS - tile * SPAN_ROWS, (int)SPAN_ROWS);
  mask += (i64)batch * S::strides[0] + (i64)head * S::strides[1] + (i64)tile * SPAN_ROWS * S::strides[2];
  if (threadIdx.x == 0) rows_seen = rows_softly = 0;
  __syncthreads();
  int lo = S::KEYS, hi = 0, all_hi = 0;
  u32 seen = 0, softly = 0; /* rows: that see a key, that a finite number hides one from */
  for (int first = threadIdx.x & ~31; first < S::KEYS; first += SPAN_THREADS) {
    const int key = first + (threadIdx.x & 31);
    bool any = false, plain = key < S::KEYS;
    if (key < S::KEYS) {
      float x[SPAN_ROWS]; /* of rows that are not there, the last one's */
#pragma unroll
      for (int r = 0; r < SPAN_ROWS; r++) {
        const MASK *const at = mask + (i64)min(r, rows - 1) * S::strides[2] + (i64)key * S::strides[3];
        if constexpr (S::KIND == MASK_BOOL) x[r] = at->bits ? 0.0f : f32_from_bits(0xFF800000u);
        else load_one(at, x[r]);
      }
#pragma unroll
      for (int r = 0; r < SPAN_ROWS; r++) {
        const bool hidden = x[r] <= -6e4f;
        any = any || !hidden, plain = plain && x[r] == 0.0f;
        seen |= (u32)(x[r] >= -3e4f) << r;
        softly |= (u32)(hidden && (S::saturated || x[r] != f32_from_bits(0xFF800000u))) << r;
      }
      if (any) lo = min(lo, key), hi = key + 1;
      if (plain) all_hi = key + 1;
    }
    const u32 bits = __ballot_sync(0xFFFFFFFFu, plain);
    if ((threadIdx.x & 31) == 0) all[first / 32] = bits;
  }
  if (seen) atomicOr(&rows_seen, seen);
  if (softly) atomicOr(&rows_softly, softly);
  lo = span_joined(lo, false, joined), hi = span_joined(hi, true, joined), all_hi = span_joined(all_hi, true, joined);
  int all_lo = 0; /* behind the last key in front of all_hi that is none of those */
  for (int w = threadIdx.x; 32 * w < all_hi; w += SPAN_THREADS) {
    const u32 others = ~all[w] & (all_hi - 32 * w >= 32 ? 0xFFFFFFFFu : (1u << (all_hi - 32 * w)) - 1);
    if (others) all_lo = 32 * w + 32 - __clz((int)others);
  }
  all_lo = span_joined(all_lo, true, joined);
  if (threadIdx.x) return;
  const bool spread = (rows_softly & ~rows_seen) != 0;
  spans[blockIdx.x] = spread ? make_uint4(0, S::KEYS, 0, 0) : make_uint4((u32)lo, (u32)hi, (u32)all_lo, (u32)all_hi);
}
