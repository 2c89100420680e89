/* few.cuh - rows shorter than a warp's loads: LANES neighbouring threads of a warp share one (row.c). */

/* What all lanes of the row have, joined; as row_combine of whole warps. */
template <class OP, int LANES> FORCEINLINE float few_combine(float x, float *) {
#pragma unroll
  for (int d = LANES / 2; d > 0; d >>= 1) x = OP::of(x, __shfl_xor_sync(0xFFFFFFFFu, x, d));
  return x;
}
