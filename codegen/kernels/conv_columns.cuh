/* conv_columns.cuh - what conv_mma.cuh and conv_halo.cuh do with the sums of a tensor core.
 *
 * A thread has of FOLDS times 16 rows and FRAGMENTS times 8 columns what mma.sync and wgmma leave it: rows l / 4 and
 * l / 4 + 8 of lane l, and two columns of each fragment.  Which filter stands in which column is free: both kernels
 * lay filters out so that a thread's columns of V / 2 fragments are V neighbours of the result's row. */

/* A thread's first column of the 4 V that are group `group`. */
template <class S> FORCEINLINE int conv_column(int group) { return (group * 4 + (threadIdx.x & 3)) * S::V; }

/* What the region reads for V columns from `column` on; rows that are negative are none. */
template <class S, class EPILOGUE>
FORCEINLINE void ask_columns(typename EPILOGUE::ahead (&held)[2 * S::FOLDS], int column, const int (&rows)[2 * S::FOLDS],
                             const EPILOGUE &epilogue) {
#pragma unroll
  for (int k = 0; k < 2 * S::FOLDS; k++)
    if (rows[k] >= 0) epilogue.ask(rows[k], column, held[k]);
}

/* What follows on their sums, which are those of `group`; `by` are their scales and biases. */
template <class S, class EPILOGUE>
FORCEINLINE void finish_columns(const float (&sums)[S::FOLDS][S::FRAGMENTS][4], int group, int column, const int (&rows)[2 * S::FOLDS],
                                const typename EPILOGUE::ahead (&held)[2 * S::FOLDS], const float2 *by, const EPILOGUE &epilogue) {
  float2 own[S::V];
  if constexpr (S::COLUMNS) {
#pragma unroll
    for (int i = 0; i < S::V; i++) own[i] = by[i];
  }
#pragma unroll
  for (int k = 0; k < 2 * S::FOLDS; k++) {
    if (rows[k] < 0) continue;
    float x[S::V];
#pragma unroll
    for (int i = 0; i < S::V; i++) {
      x[i] = sums[k / 2][group * (S::V / 2) + i / 2][k % 2 * 2 + i % 2];
      x[i] = x[i] * (S::COLUMNS ? own[i].x : epilogue.factor());
      if constexpr (S::BIAS) x[i] = x[i] + own[i].y;
    }
    epilogue.finish(rows[k], column, x, held[k]);
  }
}
