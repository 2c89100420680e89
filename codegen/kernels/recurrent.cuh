/* recurrent.cuh - LSTM, GRU and RNN in two launches.
 *
 * recurrent_gate_at computes what depends on no state, X . W^T and the biases, of all steps; recurrent_steps then
 * walks the steps, a block for each sequence and direction, whose state stands in shared memory.
 *
 * S::directions is 1 or 2, S::gates 4 (LSTM), 3 (GRU) or 1 (RNN), in ONNX's order: input, output, forget and cell;
 * update, reset and hidden.  S::steps, S::batch, S::hidden (numbers of a state), S::rows (gates * hidden),
 * S::width (numbers of an input).  S::batch_first: the batch is the first dimension of inputs and results.
 * S::state: what R multiplies is rounded to this format by S::scale, a power of two. */

enum { STATE_F32, STATE_E4M3, STATE_E5M2 };

/* ---- Squashing functions ------------------------------------------------------------------- */

enum { SQUASH_SIGMOID, SQUASH_TANH, SQUASH_RELU, SQUASH_AFFINE, SQUASH_LEAKY_RELU, SQUASH_THRESHOLDED_RELU,
       SQUASH_SCALED_TANH, SQUASH_HARD_SIGMOID, SQUASH_ELU, SQUASH_SOFTSIGN, SQUASH_SOFTPLUS };
/* An activation: its kind, its two parameters, and the bound that its argument is clipped to. */
struct squash {
  int kind;
  float a, b, clip;
};
FORCEINLINE float squashed(const squash &f, float x) {
  const float a = f.a, b = f.b;
  x = x < -f.clip ? -f.clip : x > f.clip ? f.clip : x;
  switch (f.kind) {
    case SQUASH_SIGMOID: return fp8c_sigmoidf(x);
    case SQUASH_TANH: return fp8c_tanhf(x);
    case SQUASH_RELU: return x < 0 ? 0.0f : x;
    case SQUASH_AFFINE: return a * x + b;
    case SQUASH_LEAKY_RELU: return x < 0 ? a * x : x;
    case SQUASH_THRESHOLDED_RELU: return x > a ? x : 0.0f;
    case SQUASH_SCALED_TANH: return a * fp8c_tanhf(b * x);
    case SQUASH_HARD_SIGMOID: {
      const float y = a * x + b;
      return y < 0 ? 0.0f : y > 1 ? 1.0f : y;
    }
    case SQUASH_ELU: return x < 0 ? a * fp8c_expm1f(x) : x;
    case SQUASH_SOFTSIGN: return x / (1 + fp8c_absf(x));
    default: return fp8c_softplusf(x);
  }
}
/* Function F of the direction: those of the second direction stand behind those of the first. */
template <class S, int F, int N> FORCEINLINE float squash_by(const squash (&functions)[N], int direction, float x) {
  if constexpr (S::directions > 1)
    if (direction == 1) return squashed(functions[N / 2 + F], x);
  return squashed(functions[F], x);
}

/* ---- What depends on no state ---------------------------------------------------------------- */

/* Element i of gates[direction][position][row]: x . w and both biases, less the one of the hidden gate's state
 * where S::linear keeps it apart.  S::positions: steps * batch, at least one. */
template <class S, class X, class W, class B>
FORCEINLINE float recurrent_gate_at(typename S::index i, X x, W w, B bias) {
  const auto row = i % S::rows;
  const i64 position = i / S::rows % S::positions, direction = i / S::rows / S::positions;
  const i64 from = position * S::width, weights = (direction * S::rows + row) * S::width;
  const i64 b = direction * 2 * S::rows + row;
  float sum = 0.0f;
  for (i64 c = 0; c < S::width; c++) sum = mul_add(x(from + c), w(weights + c), sum);
  if (S::linear) return sum + (row < 2 * S::hidden ? bias(b) + bias(b + S::rows) : bias(b));
  return sum + (bias(b) + bias(b + S::rows));
}

/* ---- The steps --------------------------------------------------------------------------------- */

/* A block's sequence.  S::vector neighbours of a row of R are read at once, a row by LANES lanes of a warp, so that a
 * warp has the rows of several numbers under way. */
template <class S> struct recurrent_block {
  static constexpr int H = S::hidden, V = S::vector, PIECES = H / V;
  static constexpr int lanes() {
    int n = 1;
    while (n < 32 && n < PIECES) n *= 2;
    return n;
  }
  static constexpr int LANES = lanes(), EACH = (PIECES + LANES - 1) / LANES, GROUPS = S::threads / LANES;
  static constexpr int OPERAND = EACH * LANES * V; /* numbers that R multiplies, with zeros up to whole pieces */
  int direction;
  float *h, *cell;        /* [H]: each number is one group's own */
  float *operand, *reset; /* [OPERAND], in the order of place(): h, and the reset gate times h, as R multiplies them */
  const float *x;         /* the step's gates as far as they depend on no state */

  FORCEINLINE float gate(int g, int j) const { return x[g * H + j]; }

  /* Lanes read neighbouring words. */
  static FORCEINLINE int place(int j) {
    constexpr int W = V < 4 ? V : 4;
    const int piece = j / V, inside = j % V;
    return (piece / LANES * (V / W) + inside / W) * (LANES * W) + piece % LANES * W + inside % W;
  }
  static FORCEINLINE float rounded(float x) {
    if constexpr (S::state == STATE_E4M3) return round_e4m3(x * (1.0f / S::scale)) * S::scale;
    else if constexpr (S::state == STATE_E5M2) return round_e5m2(x * (1.0f / S::scale)) * S::scale;
    else return x;
  }

  /* done(j, sums) for each number j of the state, by one lane: sums of `with` times rows j of the COUNT gates from
   * FIRST on. */
  template <int FIRST, int COUNT, class R, class DONE>
  FORCEINLINE void each_row(R r, const float *with, DONE done) const {
    const i64 rows = S::rows;
    const int group = threadIdx.x / LANES, lane = threadIdx.x % LANES;
    for (int first = 0; first < H; first += GROUPS) {
      const int j = min(first + group, H - 1);
      float s[COUNT];
#pragma unroll
      for (int g = 0; g < COUNT; g++) s[g] = 0.0f;
#pragma unroll
      for (int e = 0; e < EACH; e++) {
        const int piece = min(e * LANES + lane, PIECES - 1);
        float w[COUNT][V];
#pragma unroll
        for (int g = 0; g < COUNT; g++) r((direction * rows + (i64)(FIRST + g) * H + j) * H + piece * V, w[g]);
#pragma unroll
        for (int v = 0; v < V; v++) {
          const float y = with[place((e * LANES + lane) * V + v)];
#pragma unroll
          for (int g = 0; g < COUNT; g++) s[g] = mul_add(w[g][v], y, s[g]);
        }
      }
#pragma unroll
      for (int g = 0; g < COUNT; g++)
#pragma unroll
        for (int d = LANES / 2; d > 0; d >>= 1) s[g] += __shfl_xor_sync(0xFFFFFFFFu, s[g], d);
      if (lane == 0 && first + group < H) done(j, s);
    }
  }
};

/* S::peephole: gates see the cell by weights p[direction][input, output, forget]; S::coupled: what is forgotten is
 * what is not taken in. */
template <class S, int N, class R, class P>
FORCEINLINE void lstm_step(const recurrent_block<S> &k, const squash (&f)[N], R r, P p) {
  constexpr int H = S::hidden;
  const i64 peep = (i64)k.direction * 3 * H;
  k.template each_row<0, 4>(r, k.operand, [&](int j, const float *s) {
    const float old = k.cell[j];
    float in = k.gate(0, j) + s[0], out = k.gate(1, j) + s[1], forget = k.gate(2, j) + s[2];
    if (S::peephole) in += p(peep + j) * old, forget += p(peep + 2 * H + j) * old;
    in = squash_by<S, 0>(f, k.direction, in);
    forget = S::coupled ? 1 - in : squash_by<S, 0>(f, k.direction, forget);
    const float now = forget * old + in * squash_by<S, 1>(f, k.direction, k.gate(3, j) + s[3]);
    if (S::peephole) out += p(peep + H + j) * now;
    k.cell[j] = now;
    k.h[j] = squash_by<S, 0>(f, k.direction, out) * squash_by<S, 2>(f, k.direction, now);
  });
}

/* S::linear: the reset gate multiplies R . h + bias, else h.  The update gate waits in `cell`. */
template <class S, int N, class R, class B>
FORCEINLINE void gru_step(const recurrent_block<S> &k, const squash (&f)[N], R r, B bias) {
  constexpr int H = S::hidden;
  const i64 of_state = (k.direction * 2 + 1) * (i64)S::rows;
  if constexpr (S::linear) {
    k.template each_row<0, 3>(r, k.operand, [&](int j, const float *s) {
      const float update = squash_by<S, 0>(f, k.direction, k.gate(0, j) + s[0]);
      const float inner =
          (s[2] + bias(of_state + 2 * H + j)) * squash_by<S, 0>(f, k.direction, k.gate(1, j) + s[1]);
      k.h[j] = (1 - update) * squash_by<S, 1>(f, k.direction, k.gate(2, j) + inner) + update * k.h[j];
    });
  } else {
    k.template each_row<0, 2>(r, k.operand, [&](int j, const float *s) {
      k.cell[j] = squash_by<S, 0>(f, k.direction, k.gate(0, j) + s[0]);
      k.reset[k.place(j)] = k.rounded(squash_by<S, 0>(f, k.direction, k.gate(1, j) + s[1]) * k.h[j]);
    });
    __syncthreads();
    k.template each_row<2, 1>(r, k.reset, [&](int j, const float *s) {
      const float now = squash_by<S, 1>(f, k.direction, k.gate(2, j) + s[0]);
      k.h[j] = (1 - k.cell[j]) * now + k.cell[j] * k.h[j];
    });
  }
}

template <class S, int N, class R>
FORCEINLINE void rnn_step(const recurrent_block<S> &k, const squash (&f)[N], R r) {
  k.template each_row<0, 1>(r, k.operand, [&](int j, const float *s) {
    k.h[j] = squash_by<S, 0>(f, k.direction, k.gate(0, j) + s[0]);
  });
}

/* Where the block's sequence b stands at step t, of inputs and of results. */
template <class S> FORCEINLINE i64 step_input(i64 b, i64 t) {
  return S::batch_first ? b * S::steps + t : t * S::batch + b;
}
template <class S> FORCEINLINE i64 step_result(i64 b, i64 direction, i64 t) {
  return S::batch_first ? (b * S::steps + t) * S::directions + direction
                        : (t * S::directions + direction) * S::batch + b;
}

/* All steps of a sequence in one direction, by a block of S::threads.  gates[direction][position][row]; where they are
 * S::given, [position][direction][row].  r: weights of the state; bias; lengths(b)
 * where S::has_lengths; first state and first cell; peepholes; y: all states, then the last state and cell.
 * S::backwards: the only direction goes from the last step to the first, as the second of two does. */
template <class S, int N, class R, class B, class L, class H0, class C0, class P, class Y, class YH, class YC>
FORCEINLINE void recurrent_steps(const float *gates, const squash (&f)[N], R r, B bias, L lengths, H0 first_h,
                                 C0 first_c, P peephole, Y y, YH last_h, YC last_c) {
  using K = recurrent_block<S>;
  constexpr int H = S::hidden, T = S::threads;
  extern __shared__ uint4 shared_memory[];
  float *const memory = (float *)shared_memory;
  const int b = blockIdx.x % S::batch;
  K k = {(int)(blockIdx.x / S::batch), memory + 2 * K::OPERAND, memory + 2 * K::OPERAND + H, memory,
         memory + K::OPERAND, gates};
  const bool reverse = S::backwards || k.direction == 1;
  const i64 state = (S::batch_first ? (i64)b * S::directions + k.direction : (i64)k.direction * S::batch + b) * H;
  i64 length = S::steps;
  if (S::has_lengths) length = (i64)lengths(b);
  for (int j = threadIdx.x; j < 2 * K::OPERAND; j += T) memory[j] = 0.0f;
  __syncthreads();
  for (int j = threadIdx.x; j < H; j += T) {
    k.h[j] = first_h(state + j), k.cell[j] = first_c(state + j);
    k.operand[K::place(j)] = K::rounded(k.h[j]);
  }
  for (i64 t = length; t < S::steps; t++)
    for (int j = threadIdx.x; j < H; j += T) y(step_result<S>(b, k.direction, t) * H + j, 0.0f);
  __syncthreads();
  for (i64 t = 0; t < length; t++) {
    const i64 at = reverse ? length - 1 - t : t;
    k.x = gates + (S::given ? step_input<S>(b, at) * S::directions + k.direction
                            : (i64)k.direction * S::steps * S::batch + step_input<S>(b, at)) * S::rows;
    if constexpr (S::gates == 4)
      lstm_step(k, f, r, peephole);
    else if constexpr (S::gates == 3)
      gru_step(k, f, r, bias);
    else
      rnn_step(k, f, r);
    __syncthreads();
    for (int j = threadIdx.x; j < H; j += T) {
      k.operand[K::place(j)] = K::rounded(k.h[j]);
      y(step_result<S>(b, k.direction, at) * H + j, k.h[j]);
    }
    __syncthreads();
  }
  for (int j = threadIdx.x; j < H; j += T) last_h(state + j, k.h[j]), last_c(state + j, k.cell[j]);
}
