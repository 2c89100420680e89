/* casts.c - all 2^32 F32 bit patterns to E4M3 and E5M2, saturating and not.
 *
 * The reference walks the patterns in order: among non-negative numbers the code
 * can only rise, and it rises at the midpoints of neighbours (compared in F64),
 * so one pointer into the list of midpoints replaces a search a pattern. */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/numbers.h"
#include "tests/support/number_reference.h"

enum { CHUNK = 1 << 20, CHUNKS = 1 << 12, MOST_THREADS = 64, SHOWN = 10 };

static reference references[2];
static const fp8c_dtype types[2] = {FP8C_DTYPE_E4M3, FP8C_DTYPE_E5M2};
static atomic_int next_chunk, wrong;

typedef struct buffers {
  float x[CHUNK];
  uint8_t code[CHUNK];
} buffers;

static void complain(fp8c_dtype type, uint32_t pattern, bool saturate, int got, int want) {
  if (atomic_fetch_add(&wrong, 1) < SHOWN)
    printf("%s of F32 0x%08" PRIx32 "%s: 0x%02x, expected 0x%02x\n", fp8c_dtype_name(type), pattern,
           saturate ? " saturating" : "", (unsigned)got, (unsigned)want);
}

static void check_chunk(buffers *b, uint32_t first, int t, bool saturate) {
  const reference *r = &references[t];
  floats_encode(types[t], b->x, b->code, CHUNK, saturate);
  bool negative = first >> 31;
  int code = isnan(b->x[0]) ? 0 : reference_nearest(r, fabs((double)b->x[0]));
  for (uint32_t i = 0; i < CHUNK; i++) {
    int want = r->nan;
    if (!isnan(b->x[i])) {
      double x = fabs((double)b->x[i]);
      while (code + 1 < r->codes) {
        double middle = (r->number[code] + r->number[code + 1]) / 2;
        if (x < middle || (x == middle && code % 2 == 0)) break;
        code++;
      }
      want = reference_finish(r, code, negative, saturate);
    }
    if (b->code[i] != want) complain(types[t], first + i, saturate, b->code[i], want);
    /* The scalar form is the same expression; a stride of it keeps that true. */
    if (i % 61 == 0) {
      int one = t ? e5m2_from_f32(b->x[i], saturate) : e4m3_from_f32(b->x[i], saturate);
      if (one != want) complain(types[t], first + i, saturate, one, want);
    }
  }
}

static void *work(void *argument) {
  buffers *b = argument;
  for (int c; (c = atomic_fetch_add(&next_chunk, 1)) < CHUNKS;) {
    uint32_t first = (uint32_t)c * CHUNK;
    for (uint32_t i = 0; i < CHUNK; i++) {
      uint32_t pattern = first + i;
      memcpy(&b->x[i], &pattern, sizeof pattern);
    }
    for (int t = 0; t < 2; t++)
      for (int saturate = 0; saturate < 2; saturate++) check_chunk(b, first, t, saturate);
  }
  return NULL;
}

int main(void) {
  references[0] = reference_e4m3();
  references[1] = reference_e5m2();
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  if (count < 1) count = 1;
  if (count > MOST_THREADS) count = MOST_THREADS;
  pthread_t threads[MOST_THREADS];
  buffers *b = calloc((size_t)count, sizeof *b);
  if (!b) return 1;
  for (long i = 0; i < count; i++)
    if (pthread_create(&threads[i], NULL, work, &b[i])) return 1;
  for (long i = 0; i < count; i++) pthread_join(threads[i], NULL);
  free(b);
  printf("4294967296 patterns x {e4m3, e5m2} x {saturating, not}: %d wrong\n", atomic_load(&wrong));
  free(references[0].number);
  free(references[1].number);
  return atomic_load(&wrong) != 0;
}
