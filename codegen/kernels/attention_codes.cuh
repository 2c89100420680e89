/* attention_codes.cuh - keys or values in E4M3 as the 16-bit numbers that they are, for kernels of tensor cores.
 *
 * S: ROWS (of a cache: all that it has room for), HEADS and SIZE (a multiple of 8), the codes' strides (batch, head, row),
 * HELD (only rows that hold something are read and written), LENGTH_STEP and SLOT_STEP, and BLOCKS for each head of
 * keys of a sequence.  The numbers lie [batch, heads, rows, size]. */
template <class S, class T> FORCEINLINE void attention_codes(const e4m3 *from, T *to, const u32 *length, const u32 *slots) {
  constexpr int UNITS = S::SIZE / 8;
  const int part = blockIdx.x % S::BLOCKS, head = blockIdx.x / S::BLOCKS % S::HEADS, batch = blockIdx.x / (S::BLOCKS * S::HEADS);
  const int rows = S::HELD == HELD_ALL ? S::ROWS : max(min((int)load_bits_after<4>(length + batch * S::LENGTH_STEP), S::ROWS), 0);
  const i64 slot = S::SLOT_STEP ? (i64)load_bits_after<4>(slots + batch * S::SLOT_STEP) : (i64)batch;
  from += slot * S::strides[0] + (i64)head * S::strides[1];
  to += ((i64)batch * S::HEADS + head) * S::ROWS * S::SIZE;
  for (int i = part * (int)blockDim.x + (int)threadIdx.x; i < rows * UNITS; i += S::BLOCKS * (int)blockDim.x) {
    float x[8];
    load<8>(from + (i64)(i / UNITS) * S::strides[2] + i % UNITS * 8, x);
    store<8>(to + (i64)i * 8, x);
  }
}
