/* index.cuh - elements by index: TopK, OneHot, gathers and scatters by coordinates, caches, borders. */

/* Any number as one that compares as it does: -0 equals 0, every NaN is the same and the largest. */
template <class N> FORCEINLINE bool stands_before(N a, i64 i, N b, i64 k, bool largest) {
  const bool a_nan = a != a, b_nan = b != b;
  if (a_nan || b_nan) {
    if (a_nan && b_nan) return i < k;
    return a_nan == largest;
  }
  if (a == b) return i < k;
  return (a > b) == largest;
}

/* Element k of line `line` goes to its rank, if that is among the first S::k. */
template <class S, class N, class X, class Y, class P>
FORCEINLINE void top_k_at(typename S::index i, X x, Y y, P places) {
  typedef typename S::index I;
  const I column = i % S::inner, k = i / S::inner % S::n, outer = i / S::inner / S::n;
  const I first = outer * (S::n * S::inner) + column;
  const N mine = x(i);
  I rank = 0;
  for (I e = 0; e < S::n && rank < S::k; e++) rank += stands_before<N>(x(first + e * S::inner), e, mine, k, S::largest);
  if (rank >= S::k) return;
  const I to = (outer * S::k + rank) * S::inner + column;
  y(to, mine);
  places(to, (i64)k);
}

/* A number and its place as one that is the larger the earlier it stands: no two are equal. */
FORCEINLINE unsigned long long order_of(float x, unsigned place, bool largest) {
  unsigned bits = x == 0 ? 0u : __float_as_uint(x);
  bits = x != x ? 0xffffffffu : bits >> 31 ? ~bits : bits | 0x80000000u;
  return (unsigned long long)(largest ? bits : ~bits) << 32 | (0xffffffffu - place);
}

/* A block finds the first S::k of a long line: byte by byte, from the highest on, it counts which bytes the numbers have
 * that agree with what is known of the last one taken, until all that agree are taken. These are ranked by comparison. */
template <class S, class X, class Y, class P> FORCEINLINE void top_k_line(X x, Y y, P places) {
  typedef unsigned long long u64;
  __shared__ int counts[256], byte_of_last, in_byte, filled;
  __shared__ u64 taken[S::k];
  const i64 column = blockIdx.x % S::inner, outer = blockIdx.x / S::inner, first = outer * (S::n * S::inner) + column;
  u64 known = 0, mask = 0;
  int wanted = S::k;
  for (int shift = 56; shift >= 0; shift -= 8) {
    for (int b = threadIdx.x; b < 256; b += S::threads) counts[b] = 0;
    if (threadIdx.x == 0) filled = 0;
    __syncthreads();
    for (i64 e = threadIdx.x; e < S::n; e += S::threads) {
      const u64 order = order_of(x(first + e * S::inner), (unsigned)e, S::largest);
      if ((order & mask) == known) atomicAdd(&counts[(int)(order >> shift & 255)], 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      int b = 255;
      for (int above = wanted; b > 0 && counts[b] < above; b--) above -= counts[b];
      byte_of_last = b;
      in_byte = counts[b];
    }
    __syncthreads();
    for (int b = 255; b > byte_of_last; b--) wanted -= counts[b];
    known |= (u64)byte_of_last << shift;
    mask |= (u64)255 << shift;
    if (in_byte == wanted) break;
    __syncthreads();
  }
  for (i64 e = threadIdx.x; e < S::n; e += S::threads) {
    const u64 order = order_of(x(first + e * S::inner), (unsigned)e, S::largest);
    if ((order & mask) >= known) taken[atomicAdd(&filled, 1)] = order;
  }
  __syncthreads();
  for (int t = threadIdx.x; t < S::k; t += S::threads) {
    const u64 order = taken[t];
    int rank = 0;
    for (int other = 0; other < S::k; other++) rank += taken[other] > order;
    const i64 to = (outer * S::k + rank) * S::inner + column, place = 0xffffffffu - (unsigned)order;
    y(to, x(first + place * S::inner));
    places(to, place);
  }
}

enum { JOIN_NONE, JOIN_ADD, JOIN_MUL, JOIN_MAX, JOIN_MIN };
template <int HOW, class N> FORCEINLINE N joined(N t, N f) {
  if constexpr (HOW == JOIN_ADD) return (N)(t + f);
  if constexpr (HOW == JOIN_MUL) return (N)(t * f);
  if constexpr (HOW == JOIN_MAX) return f > t || f != f ? f : t;
  if constexpr (HOW == JOIN_MIN) return f < t || f != f ? f : t;
  return f;
}

/* values = [off, on]: on where the index says, along an axis of S::depth with S::inner elements behind it. */
template <class S, class X, class V> FORCEINLINE auto one_hot_at(typename S::index i, X x, V values) {
  const i64 column = i % S::inner, at = i / S::inner % S::depth;
  i64 index = (i64)x(i / S::inner / S::depth * S::inner + column);
  if (index >= -S::depth && index < 0) index += S::depth;
  return values(index == at);
}

/* The first lengths(batch) steps backwards.  Of the first two dimensions, the second of S::second, one is the batch
 * (the first where S::batch_first) and the other time; S::inner elements stand behind them. */
template <class S, class X, class L> FORCEINLINE auto reversed_at(typename S::index i, X x, L lengths) {
  const i64 column = i % S::inner, b = i / S::inner % S::second, a = i / S::inner / S::second;
  const i64 batch = S::batch_first ? a : b, time = S::batch_first ? b : a, length = (i64)lengths(batch);
  const i64 from = time < length ? length - 1 - time : time;
  return x((S::batch_first ? a * S::second + from : from * S::second + b) * S::inner + column);
}

/* ---- By coordinates ---------------------------------------------------------------------- */

/* The line of the data that tuple t of S::width indices points at, in the dimensions S::tuple_dims; S::each tuples
 * share the leading (batch) dimensions of both. */
template <class S, class X> FORCEINLINE i64 tuple_line(i64 t, X indices) {
  i64 line = t / S::each;
#pragma unroll
  for (int w = 0; w < S::width; w++) line = line * S::tuple_dims[w] + wrap_index(indices(t * S::width + w), S::tuple_dims[w]);
  return line;
}

/* Lines have S::line elements. */
template <class S, class X, class T> FORCEINLINE auto gather_nd_at(typename S::index i, X x, T indices) {
  return x(tuple_line<S>(i / S::line, indices) * S::line + i % S::line);
}

/* Scatters are deterministic: where several updates meet, one thread does all of them in order.  now(at) and
 * put(at, x) read and write the result, which begins as a copy of the data; HOW joins what is there and an update.
 *
 * A thread walks the S::count updates of one line along the axis, whose indices and updates lie S::index_step apart
 * and which has S::size results, S::result_step apart; S::lines walks over the other dimensions of both. */
template <class S, int HOW, class N, class I, class T, class U, class GET, class PUT>
FORCEINLINE void scatter_elements_line(I i, T indices, U updates, GET now, PUT put) {
  i64 at[2] = {0, 0};
  walk_to<typename S::lines>((i64)i, at);
  i64 from = at[0];
  for (i64 k = 0; k < S::count; k++, from += S::index_step) {
    const i64 to = at[1] + wrap_index(indices(from), S::size) * S::result_step;
    put(to, joined<HOW, N>(now(to), updates(from)));
  }
}

/* Element i of S::count updates of S::line elements.  Of the updates that go to one line, the thread of the first does
 * all; of those that replace, the thread of the last does it. */
template <class S, int HOW, class N, class T, class U, class GET, class PUT>
FORCEINLINE void scatter_nd_at(typename S::index i, T indices, U updates, GET now, PUT put) {
  const i64 column = i % S::line, t = i / S::line, line = tuple_line<S>(t, indices);
  if constexpr (HOW == JOIN_NONE) {
    for (i64 other = t + 1; other < S::count; other++)
      if (tuple_line<S>(other, indices) == line) return;
    put(line * S::line + column, updates(i));
  } else {
    for (i64 other = 0; other < t; other++)
      if (tuple_line<S>(other, indices) == line) return;
    N x = now(line * S::line + column);
    for (i64 other = t; other < S::count; other++)
      if (tuple_line<S>(other, indices) == line) x = joined<HOW, N>(x, updates(other * S::line + column));
    put(line * S::line + column, x);
  }
}

/* Puts many updates as scatter_nd_at does, by blocks: each has S::held lines of the result, of S::lines, and S::columns of their
 * S::line numbers. It reads the places of all updates, S::threads at a time, and lists those that go to its own lines;
 * S::lanes neighbouring threads put what goes to a line, in the order of the updates. */
template <class S, int HOW, class N, class T, class U, class GET, class PUT>
FORCEINLINE void scatter_held(T indices, U updates, GET now, PUT put) {
  constexpr int WARPS = S::threads / 32, OWNERS = S::threads / S::lanes;
  __shared__ i64 update[S::threads];
  __shared__ int held[S::threads], counts[WARPS];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, owner = threadIdx.x / S::lanes;
  const i64 first = (i64)(blockIdx.x / S::parts) * S::held, column = (i64)(blockIdx.x % S::parts) * S::columns;
  const i64 last = first + S::held < S::lines ? first + S::held : S::lines;
  const i64 end = column + S::columns < S::line ? column + S::columns : S::line;
  for (i64 from = 0; from < S::count; from += S::threads) {
    const i64 t = from + threadIdx.x;
    const i64 line = t < S::count ? tuple_line<S>(t, indices) : -1;
    const bool mine = line >= first && line < last;
    const unsigned all = __ballot_sync(0xffffffffu, mine);
    if (lane == 0) counts[warp] = __popc(all);
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < WARPS; w++) {
      before += w < warp ? counts[w] : 0;
      total += counts[w];
    }
    if (mine) {
      const int place = before + __popc(all & ((1u << lane) - 1));
      update[place] = t;
      held[place] = (int)(line - first);
    }
    __syncthreads();
    for (int e = 0; e < total; e++) {
      if (held[e] % OWNERS != owner) continue;
      for (i64 c = column + threadIdx.x % S::lanes; c < end; c += S::lanes) {
        const i64 to = (first + held[e]) * S::line + c;
        put(to, joined<HOW, N>(now(to), updates(update[e] * S::line + c)));
      }
    }
    __syncthreads();
  }
}

/* Result i of bags of rows, S::inner numbers each: bag i / S::inner has the rows from starts(bag) to ends(bag) of
 * S::rows, as a Slice has them, in their order. With S::blank a bag of none has 0. */
enum { BAG_SUM, BAG_MEAN, BAG_MAX };
FORCEINLINE i64 bag_end(i64 x, i64 rows) { return x < 0 ? (x + rows < 0 ? 0 : x + rows) : x < rows ? x : rows; }
template <class S, int HOW, class N, class X, class B, class E> FORCEINLINE N bag_at(typename S::index i, X x, B starts, E ends) {
  const i64 column = i % S::inner, bag = i / S::inner;
  const i64 from = bag_end(starts(bag), S::rows), to = bag_end(ends(bag), S::rows);
  if (to <= from) return S::blank || HOW == BAG_SUM ? N(0) : HOW == BAG_MEAN ? N(0) / N(0) : N(-1) / N(0);
  N y = HOW == BAG_MAX ? x(from * S::inner + column) : N(0);
#pragma unroll 4
  for (i64 row = from + (HOW == BAG_MAX); row < to; row++)
    y = joined<HOW == BAG_MAX ? JOIN_MAX : JOIN_ADD, N>(y, x(row * S::inner + column));
  return HOW == BAG_MEAN ? y / (N)(to - from) : y;
}

/* Returns the index in a cache of block `block` of a run's sequences; with S::chosen, `slots` names the sequence of the cache. */
template <class S, class U> FORCEINLINE i64 cache_block(i64 block, U slots) {
  if constexpr (S::chosen) return (i64)slots(block / S::each) * S::each + block % S::each;
  return block;
}

/* What becomes of place i of a cache: S::size rows of S::inner units in each of its blocks, S::each of which are a
 * sequence's.  S::steps rows of `fresh` go to start(sequence) and behind, round the end where S::circular; the cache
 * is `past` of S::rows rows, of which those behind `start` become `none` where S::clears. */
template <class S, class N, class P, class F, class B, class U>
FORCEINLINE N cache_at(typename S::index i, P past, F fresh, B starts, U slots, N none) {
  typedef typename S::index I;
  constexpr I plane = S::inner * S::size;
  const i64 column = i % S::inner, at = i / S::inner % S::size, block = i / plane;
  const i64 start = (i64)starts(block / S::each);
  const i64 step = S::circular && at < start ? at - start + S::size : at - start;
  const i64 kept = S::clears ? (start < S::rows ? start : S::rows) : S::size;
  return step >= 0 && step < S::steps ? fresh((block * S::steps + step) * S::inner + column)
         : at < kept                  ? past((cache_block<S>(block, slots) * S::rows + at) * S::inner + column)
                                      : none;
}

/* Element i of a cache of S::rows rows whose first `length` hold something (of each sequence, S::own), with these as
 * its last rows behind zeros. */
template <class S, class T, class B, class U> FORCEINLINE void cache_last(typename S::index i, const T *past, T *to, B length, U slots) {
  const i64 column = i % S::inner, at = i / S::inner % S::rows, block = i / S::inner / S::rows;
  const i64 from = at - (S::rows - (i64)length(S::own ? block / S::each : 0));
  const T none = {};
  to[i] = from < 0 ? none : past[(cache_block<S>(block, slots) * S::rows + from) * S::inner + column];
}

/* Element i of S::steps new rows goes to row `start` and behind of its sequence's cache, which lies there already.
 * S::batch_step, block_step, row_step: the new rows' strides, of sequences, of the S::each blocks of one, and of rows. */
template <class S, class T, class B, class U> FORCEINLINE void cache_store(typename S::index i, const T *fresh, T *to, B starts, U slots) {
  constexpr typename S::index plane = S::inner * S::steps;
  const i64 block = i / plane, step = i % plane / S::inner, row = (i64)starts(block / S::each) + step;
  const i64 from = block / S::each * S::batch_step + block % S::each * S::block_step + step * S::row_step;
  if (row >= 0 && row < S::rows) to[(cache_block<S>(block, slots) * S::rows + row) * S::inner + i % S::inner] = fresh[from + i % S::inner];
}

/* ---- Borders --------------------------------------------------------------------------------- */

enum { BORDER_CONSTANT, BORDER_EDGE, BORDER_REFLECT, BORDER_WRAP };
/* Element i of a tensor of S::rank dimensions S::dims, in which one of S::own dimensions begins at S::before; beyond
 * that S::border. */
template <class S, class N, class X, class F> FORCEINLINE N padded_at(typename S::index i, X x, F fill) {
  i64 left = i, at = 0, stride = 1;
  bool inside = true;
#pragma unroll
  for (int d = S::rank - 1; d >= 0; d--) {
    const i64 own = S::own[d];
    i64 c = left % S::dims[d] - S::before[d];
    left /= S::dims[d];
    if constexpr (S::border == BORDER_CONSTANT) {
      inside = inside && c >= 0 && c < own;
    } else if constexpr (S::border == BORDER_EDGE) {
      c = c < 0 ? 0 : c >= own ? own - 1 : c;
    } else {
      const i64 period = S::border == BORDER_WRAP ? own : own > 1 ? 2 * (own - 1) : 1;
      c %= period;
      if (c < 0) c += period;
      c = c < own ? c : period - c;
    }
    at += c * stride;
    stride *= own;
  }
  return inside ? (N)x(at) : (N)fill(0);
}
