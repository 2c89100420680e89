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

/* The place of the largest of them becomes the token of the next run, before which there is one more; where the largest
 * is not finite, -1 says so.  One block for each sequence. */
template <int THREADS, class T>
FORCEINLINE void next_token(const float *tops, const int *places, int parts, T *token, i64 *before) {
  tops += blockIdx.x * parts, places += blockIdx.x * parts, token += blockIdx.x, before += blockIdx.x;
  float top = f32_from_bits(0xFF800000u);
  int place = 0x7FFFFFFF;
  for (int i = threadIdx.x; i < parts; i += THREADS) more_likely(top, place, tops[i], places[i]);
  most_likely_of_block<THREADS>(top, place);
  if (threadIdx.x) return;
  *token = (T)(fabsf(top) < f32_from_bits(0x7F800000u) ? place : -1);
  *before += 1;
}
