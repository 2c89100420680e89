/* gather.cuh - GatherElements: a thread gives S::VECTOR neighbours of the result, one by one index.
 *
 * S::dims are the result's sizes; along each, S::from_steps says how far the values lie apart (0 along the
 * axis that is gathered from, whose S::SIZE values lie S::STEP apart) and S::index_steps the indices (0 where
 * all along that dimension read the same). */

template <class T, int N> union alignas(16) gathered {
  words<N * sizeof(T)> raw;
  T part[N];
};

template <class S, class T, class I> FORCEINLINE void gather_elements(const T *from, const I *index, T *to) {
  constexpr int V = S::VECTOR, LAST = S::RANK - 1;
  const u32 i = (blockIdx.x * S::THREADS + threadIdx.x) * V;
  if (i >= S::ELEMENTS) return;
  u32 left = i / S::dims[LAST], at = i - left * S::dims[LAST];
  u64 values = (u64)at * S::from_steps[LAST], indices = (u64)at * S::index_steps[LAST];
#pragma unroll
  for (int k = LAST - 1; k >= 0; k--) {
    const u32 next = left / S::dims[k], c = left - next * S::dims[k];
    values += (u64)c * S::from_steps[k], indices += (u64)c * S::index_steps[k];
    left = next;
  }
  I which[V];
#pragma unroll
  for (int v = 0; v < V; v++) which[v] = index[indices + v * S::index_steps[LAST]];
  gathered<T, V> out;
#pragma unroll
  for (int v = 0; v < V; v++)
    out.part[v] = from[values + v * S::from_steps[LAST] + wrap_index(which[v], S::SIZE) * S::STEP];
  out.raw.store(to + i);
}
