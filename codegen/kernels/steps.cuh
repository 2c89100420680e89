/* steps.cuh - several vectors of a thread, all asked for before the first is waited for. */

/* one(first), one(first + STEP), ... COUNT of them, of which those from `end` on are left out. */
template <int COUNT, int STEP, class I, class F> FORCEINLINE void in_steps(I first, I end, const F &one) {
  if (first + (COUNT - 1) * STEP < end) {
#pragma unroll
    for (int n = 0; n < COUNT; n++) one(first + n * STEP);
  } else {
    for (int n = 0; n < COUNT; n++)
      if (first + n * STEP < end) one(first + n * STEP);
  }
}
