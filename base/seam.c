/* seam.c - one small record a seam; all zero in production. */
#include "base/seam.h"

#include <stdatomic.h>

static struct {
  _Atomic uint64_t fail_at; /* 0: not armed */
  _Atomic uint64_t calls;
  atomic_bool persistent;
} seams[SEAM_COUNT];

void seam_arm(seam s, uint64_t n, bool persistent) {
  atomic_store(&seams[s].fail_at, 0);
  atomic_store(&seams[s].calls, 0);
  atomic_store(&seams[s].persistent, persistent);
  atomic_store(&seams[s].fail_at, n);
}

uint64_t seam_calls(seam s) { return atomic_load(&seams[s].calls); }

bool seam_fails(seam s) {
  uint64_t at = atomic_load_explicit(&seams[s].fail_at, memory_order_relaxed);
  if (!at) return false;
  uint64_t call = atomic_fetch_add(&seams[s].calls, 1) + 1;
  return call == at || (call > at && atomic_load(&seams[s].persistent));
}
