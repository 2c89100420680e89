/* move.cuh - elements that move: transpose, slice, concat, split, expand, pad, tile.
 *
 * All are copies between two walks (walk.cuh) over the same domain, `from` and `to`, which begin at the elements
 * S::offsets of both.  A unit is one element or some neighbours, 1 to 16 bytes that move as they are.  Where
 * neighbours on one side are none on the other, a block takes a part of the plane of both dimensions. */

/* ---- A unit a thread ------------------------------------------------------------------------ */

/* The number of the thread's unit, of S::units by blocks of S::threads; false where there is none. */
template <class S> FORCEINLINE bool own_unit(typename S::index &i) {
  typedef typename S::index I;
  i = (I)blockIdx.x * (I)S::threads + threadIdx.x;
  return i < S::units;
}
/* Where the thread's unit is read and written, by the walk S::domain; false where there is none. */
template <class S> FORCEINLINE bool own_places(i64 (&at)[2]) {
  typename S::index i;
  if (!own_unit<S>(i)) return false;
  at[0] = S::offsets[0], at[1] = S::offsets[1];
  walk_to<typename S::domain>(i, at);
  return true;
}

template <class S, class T> FORCEINLINE void copy_units(const T *from, T *to) {
  i64 at[2];
  if (own_places<S>(at)) to[at[1]] = from[at[0]];
}

/* A unit W of elements T that lie S::steps apart where they are read. */
template <class S, class T, class W> FORCEINLINE void copy_gathered(const T *from, W *to) {
  constexpr int N = sizeof(W) / sizeof(T);
  i64 at[2];
  if (!own_places<S>(at)) return;
  union {
    W all;
    T part[N];
  } x;
#pragma unroll
  for (int k = 0; k < N; k++) x.part[k] = from[at[0] + k * S::steps[0]];
  to[at[1]] = x.all;
}

/* A number whose format or scale is another: codes times `factor`, and times `over` as the result has them. */
template <class S, class T, class F, class W, class G>
FORCEINLINE void copy_numbers(const T *from, F factor, W *to, G over) {
  i64 at[2];
  if (!own_places<S>(at)) return;
  float x[1];
  load<1>(from + at[0], x);
  x[0] = x[0] * factor;
  x[0] = x[0] * over;
  store<1>(to + at[1], x);
}

template <class S, class T> FORCEINLINE void fill_units(T *to, T x) {
  typename S::index i;
  if (own_unit<S>(i)) to[i] = x;
}

/* ---- Several parts, or a part and what is around it ----------------------------------------------- */

/* ---- Parts that are joined -----------------------------------------------------------------------
 *
 * Part p begins at S::begins[p] along the axis and has S::owns[p] of it, with S::within units behind each.  A launch
 * fills S::size along the axis, and S::skip units of the result lie between what it fills in one line and the next.
 * Whose a unit is, is found by halving, and only the end of that differs between the parts: each thread reads once,
 * and a warp whose units are of many parts does not wait for a load of each. */

/* What `take` does of the part among LOW to HIGH - 1 in which c lies: take.template part<p>(). */
template <class S, int LOW, int HIGH, class C, class TAKE> FORCEINLINE void find_part(C c, TAKE &take) {
  if constexpr (HIGH - LOW == 1) {
    take.template part<LOW>();
  } else {
    constexpr int MIDDLE = (LOW + HIGH) / 2;
    if (c < (C)S::begins[MIDDLE])
      find_part<S, LOW, MIDDLE>(c, take);
    else
      find_part<S, MIDDLE, HIGH>(c, take);
  }
}

/* In its own memory. */
template <class S, int N, class T> struct dense_part {
  typedef typename S::index I;
  const T *const (&parts)[N];
  const I c, outer, at; /* c: along the axis; at: of what is behind */
  const T *from;
  I unit;
  template <int P> FORCEINLINE void part() {
    from = parts[P];
    unit = (outer * (I)S::owns[P] + c - (I)S::begins[P]) * (I)S::within + at;
  }
};
template <class S, int N, class T> FORCEINLINE void concat_dense(const T *const (&parts)[N], T *to) {
  typedef typename S::index I;
  constexpr I within = S::within, size = S::size, line = within * size;
  I i;
  if (!own_unit<S>(i)) return;
  const I outer = i / line;
  dense_part<S, N, T> own = {parts, i / within % size, outer, i % within, nullptr, 0};
  find_part<S, 0, N>(own.c, own);
  to[i + (i64)outer * S::skip] = own.from[own.unit];
}

/* Anywhere: S::places walks over what the launch fills, and each part is read by its own steps. */
template <class S, int N, class T> struct placed_part {
  typedef typename S::places W;
  const T *const (&parts)[N];
  i64 c[W::rank];
  const T *from;
  template <int P> FORCEINLINE void part() {
    i64 at = -S::begins[P] * W::steps[P][S::axis];
#pragma unroll
    for (int d = 0; d < W::rank; d++) at += c[d] * W::steps[P][d];
    from = parts[P] + at;
  }
};
template <class S, int N, class T> FORCEINLINE void concat_places(const T *const (&parts)[N], T *to) {
  typedef typename S::index I;
  typedef typename S::places W;
  constexpr I line = (I)S::within * (I)S::size;
  I i;
  if (!own_unit<S>(i)) return;
  placed_part<S, N, T> own = {parts};
  I left = i;
#pragma unroll
  for (int d = W::rank - 1; d >= 0; d--) {
    const I size = (I)W::dims[d];
    own.c[d] = d ? left % size : left;
    left = d ? left / size : left;
  }
  find_part<S, 0, N>(own.c[S::axis], own);
  to[i + (i64)(i / line) * S::skip] = *own.from;
}

/* A box of `from` inside of `to`, and a number around it: a unit lies wholly in the one or the other.  S::box walks
 * over `to`; the box begins at S::starts and has S::sizes. */
template <class S, class T> FORCEINLINE void surround_box(const T *from, T *to, T around) {
  typedef typename S::index I;
  typedef typename S::box W;
  I i;
  if (!own_unit<S>(i)) return;
  I left = i;
  i64 a = S::offsets[0];
  bool inside = true;
#pragma unroll
  for (int d = W::rank - 1; d >= 0; d--) {
    const I size = (I)W::dims[d];
    const i64 c = (i64)(d ? left % size : left) - S::starts[d];
    left = d ? left / size : left;
    inside = inside && c >= 0 && c < S::sizes[d];
    a += c * W::steps[0][d];
  }
  to[i] = inside ? from[a] : around;
}

/* ---- Neighbours that change ------------------------------------------------------------------------
 *
 * x counts S::across elements along the dimension whose neighbours are read, S::along along y those that are written.
 * S::steps are what y moves where it is read and x where it is written.  S::planes walks over all other dimensions. */

/* Where a block's part of S::side_x by S::side_y elements begins, and what the other dimensions add to both sides. */
template <class S> FORCEINLINE void own_plane(int &x, int &y, i64 (&at)[2]) {
  constexpr u32 across = (S::across + S::side_x - 1) / S::side_x, along = (S::along + S::side_y - 1) / S::side_y;
  u32 i = blockIdx.x;
  x = (int)(i % across) * S::side_x;
  i /= across;
  y = (int)(i % along) * S::side_y;
  i /= along;
  at[0] = S::offsets[0], at[1] = S::offsets[1];
  walk_to<typename S::planes>(i, at);
}

template <class T, int N> union alignas(16) neighbours {
  words<N * sizeof(T)> raw;
  T part[N];
};

/* A thread takes a small square: S::write vectors of S::read neighbours along x, and gives S::read vectors of S::write
 * neighbours along y.  A block has S::lanes_x squares side by side, a warp S::warp_x, so that whole sectors of memory
 * are read and whole ones written, and nothing goes through shared memory. */
template <class S, class T> FORCEINLINE void transpose_squares(const T *from, T *to) {
  constexpr int R = S::read, W = S::write, warp_x = S::warp_x, warp_y = 32 / warp_x, warps_x = S::lanes_x / warp_x;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int block_x, block_y;
  i64 at[2];
  own_plane<S>(block_x, block_y, at);
  const i64 x = block_x + (lane % warp_x + warp % warps_x * warp_x) * R;
  const i64 y = block_y + (lane / warp_x + warp / warps_x * warp_y) * W;
  if (x >= S::across || y >= S::along) return;
  neighbours<T, R> in[W];
#pragma unroll
  for (int w = 0; w < W; w++) in[w].raw.load(from + at[0] + x + (y + w) * S::steps[0]);
#pragma unroll
  for (int r = 0; r < R; r++) {
    neighbours<T, W> out;
#pragma unroll
    for (int w = 0; w < W; w++) out.part[w] = in[w].part[r];
    out.raw.store(to + at[1] + (x + r) * S::steps[1] + y);
  }
}

/* Where there are no wide vectors: tiles of S::side_x elements both ways through shared memory, read along x and
 * written along y.  Columns of a tile lie in different banks. */
template <class S, class T> FORCEINLINE void transpose_tiles(const T *from, T *to) {
  constexpr int side = S::side_x, rows = S::threads / side;
  __shared__ T tile[side][side + (sizeof(T) < 4 ? 4 / sizeof(T) : 1)];
  int x, y;
  i64 at[2];
  own_plane<S>(x, y, at);
  const int own = threadIdx.x % side, first = threadIdx.x / side;
#pragma unroll
  for (int k = first; k < side; k += rows)
    if (x + own < S::across && y + k < S::along) tile[k][own] = from[at[0] + (x + own) + (i64)(y + k) * S::steps[0]];
  __syncthreads();
#pragma unroll
  for (int k = first; k < side; k += rows)
    if (x + k < S::across && y + own < S::along) to[at[1] + (i64)(x + k) * S::steps[1] + (y + own)] = tile[own][k];
}
