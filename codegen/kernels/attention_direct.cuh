/* attention_direct.cuh - attention as the operator states it: past and present keys, lengths of sequences, scores
 * asked for, any float type.  A warp for each query, whose scores stand in shared memory.
 *
 * q, k and v are [batch, rows, heads * size] where S::flat, else [batch, heads, rows, size]; the past of k and v is
 * always the latter.  S::q_heads, S::kv_heads; S::queries, S::keys (new ones), S::past and S::total (their sum);
 * S::head (numbers of a query or key), S::v_head (of a value). */

/* Number d of row j of a key head, out of the past in front or of what is new; rows have SIZE numbers. */
template <class S, int SIZE, class F, class P>
FORCEINLINE auto attention_row(i64 b, i64 kv, i64 j, i64 d, F fresh, P past) {
  return j < S::past ? past(((b * S::kv_heads + kv) * S::past + j) * SIZE + d)
         : S::flat   ? fresh(((b * S::keys + j - S::past) * S::kv_heads + kv) * SIZE + d)
                     : fresh(((b * S::kv_heads + kv) * S::keys + j - S::past) * SIZE + d);
}

/* Element i of all keys or values, [batch, kv_heads, total, SIZE]. */
template <class S, int SIZE, class F, class P> FORCEINLINE auto attention_present(typename S::index i, F fresh, P past) {
  constexpr typename S::index size = SIZE, head = size * S::total, all = head * S::kv_heads;
  const i64 d = i % size, j = i / size % S::total, kv = i / head % S::kv_heads, b = i / all;
  return attention_row<S, SIZE>(b, kv, j, d, fresh, past);
}

enum { MASK_NONE, MASK_ADDED, MASK_BOOLEAN };
/* The score x of key j behind the mask, which has S::mask_keys keys and the strides S::mask_steps over batch, heads,
 * queries and keys. */
template <class S, class M> FORCEINLINE float attention_masked(float x, i64 b, i64 h, i64 query, i64 j, M mask) {
  if constexpr (S::mask == MASK_NONE) return x;
  if (j >= S::mask_keys) return x;
  const auto m = mask(b % S::mask_batches * S::mask_steps[0] + h * S::mask_steps[1] + query * S::mask_steps[2] + j * S::mask_steps[3]);
  if constexpr (S::mask == MASK_BOOLEAN) return m ? x : f32_from_bits(0xFF800000u);
  return x + m;
}

/* How many keys a query sees.  S::causal: those up to the query's own, which is the one S::ahead behind it;
 * S::has_lengths: of the batch's sequence. */
template <class S, class L> FORCEINLINE i64 attention_seen(i64 b, i64 query, L lengths) {
  i64 seen = S::mask_keys;
  if (S::causal && query + S::ahead + 1 < seen) seen = query + S::ahead + 1 < 0 ? 0 : query + S::ahead + 1;
  if (S::has_lengths) {
    const i64 length = (i64)lengths(b);
    if (length < seen) seen = length < 0 ? 0 : length;
  }
  return seen;
}

/* What a model may ask to see: scores as they are, bounded, masked, or as probabilities. */
enum { SCORES_SCALED, SCORES_BOUNDED, SCORES_MASKED, SCORES_PROBABILITIES };

/* Computes the result of one query, by a block of one warp.  scale multiplies the products; S::bounded: scores go through
 * tanh(x / cap) * cap; S::rounds: probabilities are rounded to BF16, as q is; scores(i, x) takes what S::scores
 * names. */
template <class S, class Q, class K, class V, class M, class PK, class PV, class L, class Y, class P>
FORCEINLINE void attention_query(float scale, float cap, Q q, K k, V v, M mask, PK past_k, PV past_v, L lengths, Y y,
                                 P scores) {
  extern __shared__ uint4 shared_memory[];
  float *const p = (float *)shared_memory;
  const int lane = threadIdx.x;
  const i64 item = blockIdx.x, query = item % S::queries, h = item / S::queries % S::q_heads;
  const i64 b = item / ((i64)S::queries * S::q_heads), kv = h / (S::q_heads / S::kv_heads);
  const i64 total = S::total, seen = attention_seen<S>(b, query, lengths);
  const i64 row = S::flat ? (b * S::queries + query) * S::q_heads + h : item;
  const i64 from = row * S::head, to = row * S::v_head, asked = item * total;
  float top = f32_from_bits(0xFF800000u), sum = 0.0f;
  for (i64 j = lane; j < total; j += 32) {
    float x = 0.0f;
    for (i64 d = 0; d < S::head; d++)
      x = mul_add((float)q(from + d), (float)attention_row<S, S::head>(b, kv, j, d, k, past_k), x);
    x *= scale;
    if (S::scores == SCORES_SCALED) scores(asked + j, x);
    if (S::bounded) x = fp8c_tanhf(x / cap) * cap;
    if (S::scores == SCORES_BOUNDED) scores(asked + j, x);
    x = attention_masked<S>(x, b, h, query, j, mask);
    if (j >= seen) x = f32_from_bits(0xFF800000u);
    if (S::scores == SCORES_MASKED) scores(asked + j, x);
    p[j] = x;
    top = max_of::of(x, top);
  }
  top = row_combine<max_of, 32>(top, 0);
  const bool unseen = !S::nan_rows && top == f32_from_bits(0xFF800000u);
  if (unseen) top = 0.0f;
  for (i64 j = lane; j < total; j += 32) {
    const float e = fp8c_expf(p[j] - top);
    sum += e;
    p[j] = e;
  }
  sum = unseen ? 1.0f : row_combine<add_of, 32>(sum, 0);
  __syncwarp();
  if (S::scores == SCORES_PROBABILITIES)
    for (i64 j = lane; j < total; j += 32) scores(asked + j, p[j] / sum);
  for (i64 d = lane; d < S::v_head; d += 32) {
    float x = 0.0f;
    for (i64 j = 0; j < total; j++)
      x = mul_add(S::rounds ? round_bf16(p[j]) : p[j], (float)attention_row<S, S::v_head>(b, kv, j, d, v, past_v), x);
    y(to + d, x / sum);
  }
}
