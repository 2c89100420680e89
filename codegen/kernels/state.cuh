/* state.cuh - operators that hand a state on to their next call: CausalConvWithState, LinearAttention; and what a run of
 * a language model hands on: the next token. */

/* Element i of a line's S::length results and of the state behind them, the last S::kernel - 1 inputs, which the next
 * call sees in front of its own.  x, weights and bias of S::channels channels; S::gated: x * sigmoid(x) is the
 * result. */
template <class S, class X, class W, class B, class P, class Y, class Q>
FORCEINLINE void causal_conv_at(typename S::index i, X x, W w, B bias, P past, Y y, Q state) {
  constexpr i64 kernel = S::kernel, before = kernel - 1, length = S::length, all = length + before;
  const i64 line = i / all, t = i % all, channel = line % S::channels;
  const auto input = [&](i64 at) { return at >= before ? x(line * length + at - before) : past(line * before + at); };
  if (t >= length) {
    state(line * before + t - length, input(t));
    return;
  }
  float sum = bias(channel);
  for (i64 e = 0; e < kernel; e++) sum += input(t + e) * w(channel * kernel + e);
  y(line * length + t, S::gated ? sum * fp8c_sigmoidf(sum) : sum);
}

/* Column c of the state of head h of a sequence, S::key x S::value numbers in `state`, over all steps.  q has
 * S::q_heads heads, k, v and the state S::heads.  S::decays: the state is multiplied by exp(decay) first, one number a
 * head or one a key (S::decay of them); S::corrects: what the state says of the key already is taken off v, and
 * rates (S::rates of them, one or one a head) say how much of the rest is learnt. */
template <class S, class Q, class K, class V, class P, class D, class R, class Y, class L>
FORCEINLINE void linear_attention_column(typename S::index i, float *state, float scale, Q q, K k, V v_of, P past,
                                         D decay, R rates, Y y, L last) {
  constexpr i64 K_SIZE = S::key, V_SIZE = S::value, H = S::heads, G = S::q_heads / S::heads;
  const i64 c = i % V_SIZE, h = i / V_SIZE % H, b = i / V_SIZE / H, first = (b * H + h) * K_SIZE * V_SIZE + c;
  for (i64 d = 0; d < K_SIZE; d++) state[first + d * V_SIZE] = past(first + d * V_SIZE);
  for (i64 t = 0; t < S::steps; t++) {
    const i64 row = b * S::steps + t, key = (row * H + h) * K_SIZE;
    float v = v_of((row * H + h) * V_SIZE + c);
    if constexpr (S::decays)
      for (i64 d = 0; d < K_SIZE; d++)
        state[first + d * V_SIZE] *= fp8c_expf(decay((row * H + h) * S::decay + (S::decay == 1 ? 0 : d)));
    if constexpr (S::corrects) {
      float known = 0.0f;
      for (i64 d = 0; d < K_SIZE; d++) known += state[first + d * V_SIZE] * k(key + d);
      v = rates(row * S::rates + (S::rates == 1 ? 0 : h)) * (v - known);
    }
    for (i64 d = 0; d < K_SIZE; d++) state[first + d * V_SIZE] += k(key + d) * v;
    for (i64 g = h * G; g < (h + 1) * G; g++) {
      float sum = 0.0f;
      for (i64 d = 0; d < K_SIZE; d++) sum += q((row * S::q_heads + g) * K_SIZE + d) * state[first + d * V_SIZE];
      y((row * S::q_heads + g) * V_SIZE + c, sum * scale);
    }
  }
  for (i64 d = 0; d < K_SIZE; d++) last(first + d * V_SIZE, state[first + d * V_SIZE]);
}

/* Delayed scaling (ops.def): a warp gives a value's scale, `factor` times the largest of its S::runs of the history
 * (S::recent: the last), and the reciprocal. */
template <class S, class H, class Y, class R>
FORCEINLINE void delayed_scale(int lane, H history, i64 from, float factor, float first, Y scale, R reciprocal) {
  const i64 end = S::recent ? 1 : S::runs;
  float top = history(from);
  for (i64 i = lane; i < end; i += 32) {
    const float x = history(from + i);
    top = x > top ? x : top;
  }
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) {
    const float x = __shfl_xor_sync(0xFFFFFFFFu, top, d);
    top = x > top ? x : top;
  }
  const float of_top = top * factor, least = f32_from_bits(0x0D800000u);
  const float chosen = !(top > 0) ? first : of_top > least ? of_top : least;
  if (lane) return;
  scale(0, chosen);
  reciprocal(0, 1 / chosen);
}

/* Block VALUE of THREADS threads puts the largest of `count` magnitudes in front of that value's history of S::runs.
 * One that is 0 or not finite leaves the last run's there. */
template <class S, int VALUE, int THREADS, class H, class X, class Y>
FORCEINLINE void amax_history(H history, X x, i64 count, Y next) {
  __shared__ float tops[THREADS / 32];
  constexpr i64 from = VALUE * (i64)S::runs;
  if (blockIdx.x != VALUE) return;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  float top = 0;
#pragma unroll 4
  for (i64 i = threadIdx.x; i < count; i += THREADS) {
    const float m = fabsf(x(i));
    top = m > top || m != m ? m : top;
  }
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) {
    const float m = __shfl_xor_sync(0xFFFFFFFFu, top, d);
    top = m > top || m != m ? m : top;
  }
  if (lane == 0) tops[warp] = top;
  for (i64 i = threadIdx.x; i + 1 < S::runs; i += THREADS) next(from + i + 1, history(from + i));
  __syncthreads();
  if (threadIdx.x) return;
  for (int w = 1; w < THREADS / 32; w++) top = tops[w] > top || tops[w] != tops[w] ? tops[w] : top;
  next(from, top > 0 && top <= f32_from_bits(0x7F7FFFFFu) ? top : history(from));
}

/* The larger of two logits, of equals the first; what is not a number is larger than all. */
FORCEINLINE void more_likely(float &x, int &at, float other, int other_at) {
  const bool better = other != other ? x == x || other_at < at : x == x && (other > x || (other == x && other_at < at));
  if (better) x = other, at = other_at;
}

/* The most likely of what a block's threads found; thread 0 has it. */
template <int THREADS> FORCEINLINE void most_likely_of_block(float &top, int &place) {
  __shared__ float tops[THREADS / 32];
  __shared__ int places[THREADS / 32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) {
    const float x = __shfl_xor_sync(0xFFFFFFFFu, top, d);
    const int at = (int)__float_as_uint(__shfl_xor_sync(0xFFFFFFFFu, __uint_as_float((u32)place), d));
    more_likely(top, place, x, at);
  }
  if (lane == 0) tops[warp] = top, places[warp] = place;
  __syncthreads();
  if (threadIdx.x) return;
  for (int w = 1; w < THREADS / 32; w++) more_likely(top, place, tops[w], places[w]);
}

/* The most likely of every EACH of `count` logits, and its place: a block of THREADS threads for each so many of each
 * sequence, whose logits are `apart`. */
template <int THREADS, int EACH, class X>
FORCEINLINE void likely_tokens(const X *logits, int count, i64 apart, float *tops, int *places) {
  const int parts = (count + EACH - 1) / EACH, first = blockIdx.x % parts * EACH, end = min(first + EACH, count);
  logits += blockIdx.x / parts * apart;
  float top = f32_from_bits(0xFF800000u);
  int place = 0x7FFFFFFF;
#pragma unroll
  for (int n = 0; n < EACH; n += THREADS) {
    const int i = first + n + threadIdx.x;
    if (i >= end) break;
    float x[1];
    load<1>(logits + i, x);
    more_likely(top, place, x[0], i);
  }
  most_likely_of_block<THREADS>(top, place);
  if (threadIdx.x == 0) tops[blockIdx.x] = top, places[blockIdx.x] = place;
}

/* ---- A token that is drawn: what runtime/sample.c does, number by number ---------------------- */

enum { TOKEN_BINS = 2048, TOKEN_GROUPS = 64 };

/* What the threads of a block count together, in bins of a rank's digit or one for each thread. */
struct token_sums {
  u64 sums[TOKEN_BINS], groups[TOKEN_GROUPS];
  u32 counts[TOKEN_BINS];
};

/* Logits, and the weights that they have: whole numbers, of which the most likely one's is `one`. */
template <class X> struct token_weights {
  const X *logits;
  u32 count;
  float best, temperature, one;

  FORCEINLINE float logit(u32 i) const {
    float x[1];
    load<1>(logits + i, x);
    return x[0];
  }
  FORCEINLINE u64 weight(float x) const { return (u64)(fp8c_expf((x - best) / temperature) * one); }
};

/* The weight of the most likely of so many tokens: the sum of all stays below 2^62. */
FORCEINLINE float weight_of_best(u32 count) {
  int bits = 62;
  for (u32 n = count; n; n >>= 1) bits--;
  return (float)(1ull << min(bits, 44));
}

/* Larger for what is likelier; of equals the first token's is the largest. */
FORCEINLINE u64 token_rank(float x, u32 i) {
  const u32 bits = __float_as_uint(x + 0.0f); /* -0 is 0 */
  return (u64)(bits >> 31 ? ~bits : bits | 0x80000000u) << 32 | (u32)~i;
}

/* The sums of 32 neighbours each, of which there are GROUPS. */
template <int GROUPS, class SUMS> FORCEINLINE void sum_groups(u64 *groups, const SUMS *sums) {
  __syncthreads();
  if (threadIdx.x < GROUPS) {
    u64 sum = 0;
    for (int i = 0; i < 32; i++) sum += sums[threadIdx.x * 32 + i];
    groups[threadIdx.x] = sum;
  }
  __syncthreads();
}

/* The bin, from the last on, with which what is `above` and in the bins reaches `wanted`; `above`: without the bin. */
template <class SUMS> FORCEINLINE u32 bin_that_reaches(u64 wanted, u64 &above, const u64 *groups, const SUMS *sums) {
  int g = TOKEN_GROUPS - 1;
  while (g > 0 && above + groups[g] < wanted) above += groups[g--];
  int bin = g * 32 + 31;
  while (bin > g * 32 && above + sums[bin] < wanted) above += sums[bin--];
  return (u32)bin;
}

/* Adds x to a sum in shared memory, in halves: the memory itself adds words, but 64 bits are a loop that repeats as long as
 * other threads add to them too.  The carries of all make the same sum in any order. */
FORCEINLINE void add_weight(u64 *sum, u64 x) {
  u32 *const half = (u32 *)sum;
  const u32 low = (u32)x, carry = atomicAdd(half, low) > ~low, high = (u32)(x >> 32) + carry;
  if (high) atomicAdd(half + 1, high);
}

/* The rank of the last of the likeliest tokens, of those from rank `least` on, that are `wanted` together, as many or
 * (BY_WEIGHT) of that weight: found digit by digit. */
template <int THREADS, bool BY_WEIGHT, class X>
FORCEINLINE u64 least_left(const token_weights<X> &x, u64 least, u64 wanted, token_sums &s) {
  u64 above = 0, prefix = 0;
  for (int end = 64, shift; end > 0; end = shift) {
    shift = end > 32 ? max(end - 11, 32) : max(end - 11, 0);
    const u32 mask = (1u << (end - shift)) - 1;
    __syncthreads();
    for (int i = threadIdx.x; i < TOKEN_BINS; i += THREADS) s.sums[i] = 0, s.counts[i] = 0;
    __syncthreads();
    for (u32 i = threadIdx.x; i < x.count; i += THREADS) {
      const float logit = x.logit(i);
      const u64 rank = token_rank(logit, i);
      if (rank < least || (end < 64 && rank >> end != prefix)) continue;
      const u32 bin = (u32)(rank >> shift) & mask;
      atomicAdd(&s.counts[bin], 1u);
      if constexpr (BY_WEIGHT) add_weight(&s.sums[bin], x.weight(logit));
    }
    u32 bin;
    if constexpr (BY_WEIGHT) {
      sum_groups<TOKEN_GROUPS>(s.groups, s.sums);
      bin = bin_that_reaches(wanted, above, s.groups, s.sums);
    } else {
      sum_groups<TOKEN_GROUPS>(s.groups, s.counts);
      bin = bin_that_reaches(wanted, above, s.groups, s.counts);
    }
    prefix = prefix << (end - shift) | bin;
    if (s.counts[bin] == 1 || shift == 0) {
      prefix <<= shift;
      break;
    }
  }
  return prefix > least ? prefix : least;
}

/* Each thread's tokens from rank `least` on, added up: their sum. */
template <int THREADS, class X> FORCEINLINE u64 sum_lanes(const token_weights<X> &x, u64 least, token_sums &s) {
  u64 sum = 0, all = 0;
  for (u32 i = threadIdx.x; i < x.count; i += THREADS) {
    const float logit = x.logit(i);
    if (token_rank(logit, i) >= least) sum += x.weight(logit);
  }
  __syncthreads();
  s.sums[threadIdx.x] = sum;
  sum_groups<THREADS / 32>(s.groups, s.sums);
  for (int g = 0; g < THREADS / 32; g++) all += s.groups[g];
  return all;
}

/* Number `step` of a stream (base/random.h). */
FORCEINLINE u64 random_of(u64 stream, u64 step) {
  u64 z = stream + step + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/* The token at which the weights from rank `least` on, lane after lane, pass `at`; thread of the block: all of them know. */
template <int THREADS, class X> FORCEINLINE u32 token_at_sum(const token_weights<X> &x, u64 least, u64 at, token_sums &s) {
  int g = 0;
  while (at >= s.groups[g]) at -= s.groups[g++];
  u32 lane = (u32)g * 32;
  while (at >= s.sums[lane]) at -= s.sums[lane++];
  for (u32 first = lane; first < x.count; first += (u32)THREADS * THREADS) {
    const u32 i = first + threadIdx.x * (u32)THREADS;
    u64 mine = 0;
    if (i < x.count && token_rank(x.logit(i), i) >= least) mine = x.weight(x.logit(i));
    __syncthreads();
    s.sums[threadIdx.x] = mine;
    __syncthreads();
    for (u32 t = 0; t < THREADS; t++) {
      if (at < s.sums[t]) return first + t * (u32)THREADS;
      at -= s.sums[t];
    }
  }
  return 0; /* never: `at` is below the sum of all */
}

/* A block draws a token: `how` are the numbers of runtime/derived.h. */
template <int THREADS, class X> FORCEINLINE u32 drawn_token(const token_weights<X> &x, const i64 *how, u64 step) {
  __shared__ token_sums s;
  const i64 top_k = how[1];
  const float top_p = __uint_as_float((u32)how[2]);
  u64 least = 0;
  if (top_k > 0 && (u64)top_k < x.count) least = least_left<THREADS, false>(x, 0, (u64)top_k, s);
  u64 total = sum_lanes<THREADS>(x, least, s);
  if (top_p > 0.0f && top_p < 1.0f) {
    const u64 wanted = (u64)ceil((double)top_p * (double)total);
    least = least_left<THREADS, true>(x, least, wanted < total ? wanted : total, s);
    total = sum_lanes<THREADS>(x, least, s);
  }
  return token_at_sum<THREADS>(x, least, __umul64hi(random_of((u64)how[3], step), total), s);
}

/* The next token of each sequence, a block's, becomes that of the next run, before which there is one more: the place
 * of the largest of `tops`, or, as `how` says, one that is drawn of the `count` logits, which are `apart`.  Where the
 * largest is not finite, -1 says so. */
template <int THREADS, class X, class T>
FORCEINLINE void next_token(const float *tops, const int *places, int parts, const X *logits, i64 count, i64 apart,
                            const i64 *how, T *token, i64 *before) {
  __shared__ float best;
  tops += blockIdx.x * parts, places += blockIdx.x * parts, how += blockIdx.x * 4;
  token += blockIdx.x, before += blockIdx.x;
  const float temperature = __uint_as_float((u32)how[0]);
  float top = f32_from_bits(0xFF800000u);
  int place = 0x7FFFFFFF;
  for (int i = threadIdx.x; i < parts; i += THREADS) more_likely(top, place, tops[i], places[i]);
  most_likely_of_block<THREADS>(top, place);
  if (threadIdx.x == 0) best = top;
  if (temperature > 0.0f) {
    __syncthreads();
    top = best;
    if (fabsf(top) < f32_from_bits(0x7F800000u)) {
      const u32 n = (u32)count;
      const token_weights<X> x = {logits + blockIdx.x * apart, n, top, temperature, weight_of_best(n)};
      place = (int)drawn_token<THREADS>(x, how, (u64)*before + 1);
    }
  }
  if (threadIdx.x) return;
  *token = (T)(fabsf(top) < f32_from_bits(0x7F800000u) ? place : -1);
  *before += 1;
}
