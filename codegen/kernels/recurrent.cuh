/* recurrent.cuh - LSTM, GRU and RNN.
 *
 * What depends on no state, X . W^T and the biases, is given, or computed by recurrent_gate_at for all steps.  Then one
 * of three forms walks the steps: recurrent_many has a row of R in the registers of each thread, and a block for a few
 * sequences; recurrent_steps a block for each sequence, which reads R in every step; recurrent_step is a launch for
 * each step, with the rows of R spread over all multiprocessors.
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

/* ---- A number of the state ------------------------------------------------------------------------ */

/* What R multiplies. */
template <class S> FORCEINLINE float state_rounded(float x) {
  if constexpr (S::state == STATE_E4M3) return round_e4m3(x * (1.0f / S::scale)) * S::scale;
  else if constexpr (S::state == STATE_E5M2) return round_e5m2(x * (1.0f / S::scale)) * S::scale;
  else return x;
}

/* Number j of the new state, from its gates, and its cell.  S::peephole: gates see the cell by weights
 * p[direction][input, output, forget]; S::coupled: what is forgotten is what is not taken in. */
template <class S, int N, class P>
FORCEINLINE float lstm_number(const squash (&f)[N], int direction, int j, const float (&x)[4], P p, float &cell) {
  constexpr int H = S::hidden;
  const i64 peep = (i64)direction * 3 * H;
  const float old = cell;
  float in = x[0], out = x[1], forget = x[2];
  if (S::peephole) in += p(peep + j) * old, forget += p(peep + 2 * H + j) * old;
  in = squash_by<S, 0>(f, direction, in);
  forget = S::coupled ? 1 - in : squash_by<S, 0>(f, direction, forget);
  const float now = forget * old + in * squash_by<S, 1>(f, direction, x[3]);
  if (S::peephole) out += p(peep + H + j) * now;
  cell = now;
  return squash_by<S, 0>(f, direction, out) * squash_by<S, 2>(f, direction, now);
}

/* The same of a GRU whose reset gate multiplies R . h + bias (S::linear): x without the state's part, and that part. */
template <class S, int N, class B>
FORCEINLINE float gru_number(const squash (&f)[N], int direction, int j, const float (&x)[3], const float *s, B bias,
                             float h) {
  constexpr int H = S::hidden;
  const i64 of_state = (direction * 2 + 1) * (i64)S::rows;
  const float update = squash_by<S, 0>(f, direction, x[0] + s[0]);
  const float inner = (s[2] + bias(of_state + 2 * H + j)) * squash_by<S, 0>(f, direction, x[1] + s[1]);
  return (1 - update) * squash_by<S, 1>(f, direction, x[2] + inner) + update * h;
}

/* Where sequence b stands at step t, of inputs and of results; where its state does; where the gates of a step begin:
 * gates[direction][position][row], or, where they are S::given, [position][direction][row]. */
template <class S> FORCEINLINE i64 step_input(i64 b, i64 t) {
  return S::batch_first ? b * S::steps + t : t * S::batch + b;
}
template <class S> FORCEINLINE i64 step_result(i64 b, i64 direction, i64 t) {
  return S::batch_first ? (b * S::steps + t) * S::directions + direction
                        : (t * S::directions + direction) * S::batch + b;
}
template <class S> FORCEINLINE i64 state_row(i64 b, i64 direction) {
  return S::batch_first ? b * S::directions + direction : direction * S::batch + b;
}
template <class S> FORCEINLINE i64 step_gates(i64 b, i64 direction, i64 t) {
  return (S::given ? step_input<S>(b, t) * S::directions + direction
                   : direction * S::steps * S::batch + step_input<S>(b, t)) * S::rows;
}
/* S::backwards: the only direction goes from the last step to the first, as the second of two does. */
template <class S> FORCEINLINE bool goes_back(int direction) { return S::backwards || direction == 1; }

/* ---- A block for each sequence --------------------------------------------------------------------- */

/* A block's sequence.  S::vector neighbours of a row of R are read at once, a row by LANES lanes of a warp, so that a
 * warp has the rows of several numbers under way. */
template <class S, class G> struct recurrent_block {
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
  G gates;                /* as far as they depend on no state */
  i64 at;                 /* where those of the step begin */

  FORCEINLINE float gate(int g, int j) const { return gates(at + g * H + j); }

  /* Lanes read neighbouring words. */
  static FORCEINLINE int place(int j) {
    constexpr int W = V < 4 ? V : 4;
    const int piece = j / V, inside = j % V;
    return (piece / LANES * (V / W) + inside / W) * (LANES * W) + piece % LANES * W + inside % W;
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

template <class S, class G, int N, class R, class P>
FORCEINLINE void lstm_step(const recurrent_block<S, G> &k, const squash (&f)[N], R r, P p) {
  k.template each_row<0, 4>(r, k.operand, [&](int j, const float *s) {
    const float x[4] = {k.gate(0, j) + s[0], k.gate(1, j) + s[1], k.gate(2, j) + s[2], k.gate(3, j) + s[3]};
    k.h[j] = lstm_number<S>(f, k.direction, j, x, p, k.cell[j]);
  });
}

/* The update gate waits in `cell` for the new state. */
template <class S, class G, int N, class R, class B>
FORCEINLINE void gru_step(const recurrent_block<S, G> &k, const squash (&f)[N], R r, B bias) {
  if constexpr (S::linear) {
    k.template each_row<0, 3>(r, k.operand, [&](int j, const float *s) {
      const float x[3] = {k.gate(0, j), k.gate(1, j), k.gate(2, j)};
      k.h[j] = gru_number<S>(f, k.direction, j, x, s, bias, k.h[j]);
    });
  } else {
    k.template each_row<0, 2>(r, k.operand, [&](int j, const float *s) {
      k.cell[j] = squash_by<S, 0>(f, k.direction, k.gate(0, j) + s[0]);
      k.reset[k.place(j)] = state_rounded<S>(squash_by<S, 0>(f, k.direction, k.gate(1, j) + s[1]) * k.h[j]);
    });
    __syncthreads();
    k.template each_row<2, 1>(r, k.reset, [&](int j, const float *s) {
      const float now = squash_by<S, 1>(f, k.direction, k.gate(2, j) + s[0]);
      k.h[j] = (1 - k.cell[j]) * now + k.cell[j] * k.h[j];
    });
  }
}

template <class S, class G, int N, class R>
FORCEINLINE void rnn_step(const recurrent_block<S, G> &k, const squash (&f)[N], R r) {
  k.template each_row<0, 1>(r, k.operand, [&](int j, const float *s) {
    k.h[j] = squash_by<S, 0>(f, k.direction, k.gate(0, j) + s[0]);
  });
}

/* All steps of a sequence in one direction, by a block of S::threads.  r: weights of the state; bias; lengths(b)
 * where S::has_lengths; first state and first cell; peepholes; y: all states, then the last state and cell. */
template <class S, class G, int N, class R, class B, class L, class H0, class C0, class P, class Y, class YH, class YC>
FORCEINLINE void recurrent_steps(G gates, const squash (&f)[N], R r, B bias, L lengths, H0 first_h, C0 first_c,
                                 P peephole, Y y, YH last_h, YC last_c) {
  using K = recurrent_block<S, G>;
  constexpr int H = S::hidden, T = S::threads;
  extern __shared__ uint4 shared_memory[];
  float *const memory = (float *)shared_memory;
  const int b = blockIdx.x % S::batch;
  K k = {(int)(blockIdx.x / S::batch), memory + 2 * K::OPERAND, memory + 2 * K::OPERAND + H, memory,
         memory + K::OPERAND, gates, 0};
  const bool reverse = goes_back<S>(k.direction);
  const i64 state = state_row<S>(b, k.direction) * H;
  i64 length = S::steps;
  if (S::has_lengths) length = (i64)lengths(b);
  for (int j = threadIdx.x; j < 2 * K::OPERAND; j += T) memory[j] = 0.0f;
  __syncthreads();
  for (int j = threadIdx.x; j < H; j += T) {
    k.h[j] = first_h(state + j), k.cell[j] = first_c(state + j);
    k.operand[K::place(j)] = state_rounded<S>(k.h[j]);
  }
  for (i64 t = length; t < S::steps; t++)
    for (int j = threadIdx.x; j < H; j += T) y(step_result<S>(b, k.direction, t) * H + j, 0.0f);
  __syncthreads();
  for (i64 t = 0; t < length; t++) {
    const i64 at = reverse ? length - 1 - t : t;
    k.at = step_gates<S>(b, k.direction, at);
    if constexpr (S::gates == 4)
      lstm_step(k, f, r, peephole);
    else if constexpr (S::gates == 3)
      gru_step(k, f, r, bias);
    else
      rnn_step(k, f, r);
    __syncthreads();
    for (int j = threadIdx.x; j < H; j += T) {
      k.operand[K::place(j)] = state_rounded<S>(k.h[j]);
      y(step_result<S>(b, k.direction, at) * H + j, k.h[j]);
    }
    __syncthreads();
  }
  for (int j = threadIdx.x; j < H; j += T) last_h(state + j, k.h[j]), last_c(state + j, k.cell[j]);
}

/* ---- Rows in registers ------------------------------------------------------------------------------ */

/* S::sequences neighbouring sequences of one direction by a block, a thread for each row of R.  A row is read once, by
 * S::vector numbers, and stays in registers; in each step it multiplies the states of all sequences of the block, and
 * a thread for each number of each state makes the new one of the sums.  Gates are read a step ahead. */
template <class S> struct recurrent_rows {
  static constexpr int H = S::hidden, N = S::sequences, T = S::threads, V = S::vector, ROWS = S::gates * H;
  static constexpr int PITCH = (H + 3) / 4 * 4, ITEMS = (N * H + T - 1) / T;
  static constexpr int PARTS = N < 4 ? 4 / N : 1; /* sums of a row and a sequence, which wait for each other */
  static constexpr int REGISTERS = S::packed ? PITCH / 2 : PITCH;
  static constexpr int OPERAND = N * PITCH, SUMS = ROWS; /* numbers of all states, and of the sums of a sequence */
  /* F32, or, where registers are too few for that, pairs of BF16, which hold numbers of FP8 with a scale of a power of
   * two as they are. */
  u32 row[REGISTERS];

  FORCEINLINE float number(int k) const {
    if constexpr (!S::packed) return f32_from_bits(row[k]);
    else return f32_from_bits(k % 2 ? row[k / 2] & 0xFFFF0000u : row[k / 2] << 16);
  }
  static FORCEINLINE void put(float *to, int n, int j, float x) { to[n * PITCH + j] = x; }
  /* Pairs stay pairs: taken apart once for all steps, they would need the registers that there are not. */
  FORCEINLINE void keep_pairs() {
    if constexpr (S::packed)
#pragma unroll
      for (int i = 0; i < REGISTERS; i++) asm volatile("" : "+r"(row[i]));
  }
  template <class R> FORCEINLINE void read(R r, int direction) {
    const int mine = min((int)threadIdx.x, ROWS - 1);
#pragma unroll
    for (int i = 0; i < REGISTERS; i++) row[i] = 0;
#pragma unroll
    for (int k = 0; k < H; k += V) {
      float piece[V];
      r(((i64)direction * ROWS + mine) * H + k, piece);
      if constexpr (S::packed) {
#pragma unroll
        for (int v = 0; v < V; v += 2) row[(k + v) / 2] = bf16x2_of(piece[v], piece[v + 1]);
      } else {
#pragma unroll
        for (int v = 0; v < V; v++) row[k + v] = __float_as_uint(piece[v]);
      }
    }
  }
  /* sums[sequence][row] of rows FIRST to FIRST + COUNT. */
  template <int FIRST, int COUNT> FORCEINLINE void multiply(const float *with, float *sums) {
    const int mine = threadIdx.x;
    keep_pairs();
    if (mine < FIRST || mine >= FIRST + COUNT) return;
    float s[N][PARTS];
#pragma unroll
    for (int n = 0; n < N; n++)
#pragma unroll
      for (int p = 0; p < PARTS; p++) s[n][p] = 0.0f;
#pragma unroll
    for (int k = 0; k < PITCH; k += 4)
#pragma unroll
      for (int n = 0; n < N; n++) {
        const float4 y = *(const float4 *)(with + n * PITCH + k);
        s[n][0] = mul_add(number(k), y.x, s[n][0]);
        s[n][1 % PARTS] = mul_add(number(k + 1), y.y, s[n][1 % PARTS]);
        s[n][2 % PARTS] = mul_add(number(k + 2), y.z, s[n][2 % PARTS]);
        s[n][3 % PARTS] = mul_add(number(k + 3), y.w, s[n][3 % PARTS]);
      }
#pragma unroll
    for (int n = 0; n < N; n++) {
#pragma unroll
      for (int p = 1; p < PARTS; p++) s[n][0] += s[n][p];
      sums[n * ROWS + mine] = s[n][0];
    }
  }
};

/* The same on the tensor cores, where BF16 holds R as it is: a warp has 16 rows for each of its tiles, 8 sequences are
 * the columns, and a number of a state is the sum of two of BF16, which have 16 of its 24 bits. */
template <class S> struct recurrent_tiles {
  static constexpr int H = S::hidden, N = 8, T = S::threads, ROWS = S::gates * H, STEPS = H / 16, WARPS = T / 32;
  static constexpr int TILES = (ROWS / 16 + WARPS - 1) / WARPS, ITEMS = (N * H + T - 1) / T;
  static constexpr int PITCH = H / 2 + 4, OPERAND = 2 * N * PITCH, SUMS = ROWS + 4; /* no two lanes meet in a bank */
  static constexpr int HALVES = S::state == STATE_F32 ? 2 : 1; /* numbers of FP8 are one of BF16 */
  u32 row[TILES][STEPS][4];

  static FORCEINLINE int tile(int i) { return threadIdx.x / 32 + i * WARPS; }
  static FORCEINLINE void put(float *to, int n, int j, float x) {
    u16 *const place = (u16 *)to + n * 2 * PITCH + j;
    const u32 high = bf16x2_of(x, 0.0f) & 0xFFFFu;
    const float real = f32_from_bits(high << 16);
    place[0] = high;
    place[N * 2 * PITCH] = bf16x2_of(x == real ? 0.0f : x - real, 0.0f) & 0xFFFFu;
  }
  template <class R> FORCEINLINE void read(R r, int direction) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < TILES; i++)
#pragma unroll
      for (int k = 0; k < STEPS; k++)
#pragma unroll
        for (int part = 0; part < 4; part++) {
          const int mine = min(tile(i) * 16, ROWS - 16) + lane / 4 + part % 2 * 8;
          float pair[2];
          r(((i64)direction * ROWS + mine) * H + k * 16 + lane % 4 * 2 + part / 2 * 8, pair);
          row[i][k][part] = bf16x2_of(pair[0], pair[1]);
        }
  }
  template <int FIRST, int COUNT> FORCEINLINE void multiply(const float *with, float *sums) {
    const int lane = threadIdx.x % 32, column = lane / 4, word = lane % 4;
    const u32 *const from = (const u32 *)with + column * PITCH + word;
    float s[TILES][4];
#pragma unroll
    for (int i = 0; i < TILES; i++) s[i][0] = s[i][1] = s[i][2] = s[i][3] = 0.0f;
#pragma unroll
    for (int k = 0; k < STEPS; k++)
#pragma unroll
      for (int half = 0; half < HALVES; half++) {
        const u32 *const at = from + half * N * PITCH + k * 8;
        const u32 b0 = at[0], b1 = at[4];
#pragma unroll
        for (int i = 0; i < TILES; i++) multiply_bf16_bf16(s[i], row[i][k], b0, b1);
      }
#pragma unroll
    for (int i = 0; i < TILES; i++) {
      const int at = tile(i) * 16;
      if (at < FIRST || at >= FIRST + COUNT) continue;
#pragma unroll
      for (int e = 0; e < 4; e++) sums[(word * 2 + e % 2) * SUMS + at + column + e / 2 * 8] = s[i][e];
    }
  }
};
template <class S, bool TILES> struct recurrent_product { using type = recurrent_rows<S>; };
template <class S> struct recurrent_product<S, true> { using type = recurrent_tiles<S>; };

/* As recurrent_steps, for the block's sequences.  Shared memory: [2][OPERAND], what R multiplies and the
 * reset gate times it, and [sequences][SUMS]. */
template <class S, class G, int F, class R, class B, class L, class H0, class C0, class P, class Y, class YH, class YC>
FORCEINLINE void recurrent_many(G gates, const squash (&f)[F], R r, B bias, L lengths, H0 first_h, C0 first_c,
                                P peephole, Y y, YH last_h, YC last_c) {
  using K = typename recurrent_product<S, S::tiles>::type;
  constexpr int H = S::hidden, N = S::sequences, T = S::threads, ITEMS = K::ITEMS, GATES = S::gates;
  constexpr int SUMS = K::SUMS, ROWS = K::ROWS;
  constexpr int BLOCKS = (S::batch + N - 1) / N;
  constexpr bool early = GATES == 3 && !S::linear; /* the reset gate's rows come first */
  extern __shared__ uint4 shared_memory[];
  float *const operand = (float *)shared_memory, *const reset = operand + K::OPERAND,
        *const sums = reset + K::OPERAND;
  const int direction = blockIdx.x / BLOCKS, first = blockIdx.x % BLOCKS * N;
  const bool reverse = goes_back<S>(direction);
  K k;
  k.read(r, direction);
  for (int i = threadIdx.x; i < 2 * K::OPERAND; i += T) operand[i] = 0.0f;
  __syncthreads();
  float h[ITEMS], cell[ITEMS], x[ITEMS][GATES];
  i64 length[ITEMS]; /* 0: there is no such sequence, or no such number */
  const auto number = [&](int i) { return (int)(threadIdx.x + i * T) % H; };
  const auto sequence = [&](int i) { return (int)(threadIdx.x + i * T) / H; };
  const auto step_of = [&](int i, i64 t) { return reverse ? length[i] - 1 - t : t; };
  const auto read_gates = [&](i64 t) {
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
      if (t < length[i]) {
        const i64 at = step_gates<S>(first + sequence(i), direction, step_of(i, t)) + number(i);
#pragma unroll
        for (int g = 0; g < GATES; g++) x[i][g] = gates(at + g * H);
      }
  };
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const int n = sequence(i), j = number(i), b = first + n;
    h[i] = cell[i] = 0.0f, length[i] = 0;
    if (n >= N || b >= S::batch) continue;
    const i64 state = state_row<S>(b, direction) * H + j;
    h[i] = first_h(state), cell[i] = first_c(state), length[i] = S::steps;
    if (S::has_lengths) length[i] = (i64)lengths(b);
    K::put(operand, n, j, state_rounded<S>(h[i]));
    for (i64 t = length[i]; t < S::steps; t++) y(step_result<S>(b, direction, t) * H + j, 0.0f);
  }
  read_gates(0);
  __syncthreads();
  for (i64 t = 0; t < S::steps; t++) {
    k.template multiply<0, early ? 2 * H : ROWS>(operand, sums);
    __syncthreads();
    float update[ITEMS];
    if constexpr (early) {
#pragma unroll
      for (int i = 0; i < ITEMS; i++) {
        if (t >= length[i]) continue;
        const float *s = sums + sequence(i) * SUMS + number(i);
        update[i] = squash_by<S, 0>(f, direction, x[i][0] + s[0]);
        K::put(reset, sequence(i), number(i),
               state_rounded<S>(squash_by<S, 0>(f, direction, x[i][1] + s[H]) * h[i]));
      }
      __syncthreads();
      k.template multiply<2 * H, H>(reset, sums);
      __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
      if (t >= length[i]) continue;
      const int n = sequence(i), j = number(i);
      const float *s = sums + n * SUMS + j;
      if constexpr (GATES == 4) {
        const float all[4] = {x[i][0] + s[0], x[i][1] + s[H], x[i][2] + s[2 * H], x[i][3] + s[3 * H]};
        h[i] = lstm_number<S>(f, direction, j, all, peephole, cell[i]);
      } else if constexpr (early) {
        h[i] = (1 - update[i]) * squash_by<S, 1>(f, direction, x[i][2] + s[2 * H]) + update[i] * h[i];
      } else if constexpr (GATES == 3) {
        const float of_state[3] = {s[0], s[H], s[2 * H]};
        h[i] = gru_number<S>(f, direction, j, x[i], of_state, bias, h[i]);
      } else {
        h[i] = squash_by<S, 0>(f, direction, x[i][0] + s[0]);
      }
      K::put(operand, n, j, state_rounded<S>(h[i]));
      y(step_result<S>(first + n, direction, step_of(i, t)) * H + j, h[i]);
    }
    read_gates(t + 1);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    if (sequence(i) >= N || first + sequence(i) >= S::batch) continue;
    const i64 state = state_row<S>(first + sequence(i), direction) * H + number(i);
    last_h(state, h[i]), last_c(state, cell[i]);
  }
}

/* ---- A launch for each step ------------------------------------------------------------------------- */

/* Element i of the first states and cells, [direction][batch][hidden], and of what R multiplies first. */
template <class S, class H0, class C0>
FORCEINLINE void recurrent_begin(typename S::index i, H0 first_h, C0 first_c, float *operand, float *h, float *cell) {
  const i64 j = i % S::hidden, b = i / S::hidden % S::batch, direction = i / S::hidden / S::batch;
  const i64 state = state_row<S>(b, direction) * S::hidden + j;
  h[i] = first_h(state), cell[i] = first_c(state);
  operand[i] = state_rounded<S>(h[i]);
}

/* Step t of S::sequences sequences and one number of their states, by a warp: all lanes share the rows of R of its
 * gates, which are on their way before the launch in front has ended, and each adds up one sum of a gate and a
 * sequence.  `operand` is what that launch has made of the states, `next` what this one makes. */
template <class S, class G, int F, class R, class B, class L, class P, class Y, class YH, class YC>
FORCEINLINE void recurrent_step(int t, G gates, const squash (&f)[F], R r, B bias, L lengths, P peephole, Y y,
                                YH last_h, YC last_c, const float *operand, float *next, float *states, float *cells) {
  constexpr int H = S::hidden, N = S::sequences, V = S::vector, GATES = S::gates;
  constexpr int PIECES = H / V, EACH = (PIECES + 31) / 32;
  constexpr int WARPS = S::threads / 32, UNITS = (H + WARPS - 1) / WARPS, GROUPS = (S::batch + N - 1) / N;
  const int lane = threadIdx.x % 32, unit = blockIdx.x % UNITS * WARPS + threadIdx.x / 32, j = min(unit, H - 1);
  const int first = blockIdx.x / UNITS % GROUPS * N, direction = blockIdx.x / UNITS / GROUPS;
  float w[EACH][GATES][V];
  if constexpr (!S::known) dependency_wait();
#pragma unroll
  for (int e = 0; e < EACH; e++)
#pragma unroll
    for (int g = 0; g < GATES; g++) {
      const int piece = e * 32 + lane;
      r((((i64)direction * GATES + g) * H + j) * H + min(piece, PIECES - 1) * V, w[e][g]);
#pragma unroll
      for (int v = 0; v < V; v++)
        if (piece >= PIECES) w[e][g][v] = 0.0f;
    }
  if constexpr (S::known) dependency_wait();
  dependents_launch();
  /* lane n goes on with sequence n */
  const int b = first + lane % N;
  const bool own = lane < N && b < S::batch && unit < H;
  i64 length = S::steps;
  if (S::has_lengths && own) length = (i64)lengths(b);
  const bool goes = own && t < length;
  const i64 at = goes_back<S>(direction) ? length - 1 - t : t;
  float x[GATES];
#pragma unroll
  for (int g = 0; g < GATES; g++) x[g] = goes ? gates(step_gates<S>(b, direction, at) + g * H + j) : 0.0f;
  float s[32];
#pragma unroll
  for (int i = 0; i < 32; i++) s[i] = 0.0f;
#pragma unroll
  for (int e = 0; e < EACH; e++)
#pragma unroll
    for (int n = 0; n < N; n++) {
      const i64 sequence = (i64)direction * S::batch + min(first + n, (int)S::batch - 1);
      const float *from = operand + sequence * H + min(e * 32 + lane, PIECES - 1) * V;
      float y_of[V];
      load<V>(from, y_of);
#pragma unroll
      for (int v = 0; v < V; v++)
#pragma unroll
        for (int g = 0; g < GATES; g++) s[g * N + n] = mul_add(w[e][g][v], y_of[v], s[g * N + n]);
    }
  /* Lane i gets sum i: in each turn lanes give away the half of their sums that belongs to their partner. */
#pragma unroll
  for (int turn = 0; turn < 5; turn++) {
    const int half = 16 >> turn;
    const bool upper = lane & half;
#pragma unroll
    for (int i = 0; i < 16; i++) {
      if (i >= half) break;
      const float given = upper ? s[i] : s[i + half], kept = upper ? s[i + half] : s[i];
      s[i] = kept + __shfl_xor_sync(0xFFFFFFFFu, given, half);
    }
  }
  float sum[GATES];
#pragma unroll
  for (int g = 0; g < GATES; g++) sum[g] = __shfl_sync(0xFFFFFFFFu, s[0], g * N + lane % N);
  if (!own) return;
  const i64 place = ((i64)direction * S::batch + b) * H + j;
  float h = states[place], cell = cells[place];
  if (goes) {
    if constexpr (GATES == 4) {
      const float all[4] = {x[0] + sum[0], x[1] + sum[1], x[2] + sum[2], x[3] + sum[3]};
      h = lstm_number<S>(f, direction, j, all, peephole, cell);
    } else if constexpr (GATES == 3) {
      h = gru_number<S>(f, direction, j, x, sum, bias, h);
    } else {
      h = squash_by<S, 0>(f, direction, x[0] + sum[0]);
    }
    states[place] = h, cells[place] = cell;
  }
  next[place] = state_rounded<S>(h);
  y(step_result<S>(b, direction, goes ? at : t) * H + j, goes ? h : 0.0f);
  if (t == S::steps - 1) {
    const i64 state = state_row<S>(b, direction) * H + j;
    last_h(state, h), last_c(state, cell);
  }
}
