/* mutate_bytes.c - changes that know nothing of what the bytes mean. */
#include <string.h>

#include "tests/fuzz/mutate.h"

size_t random_below(uint64_t *state, size_t below) { return random_next(state) % below; }

/* Sizes, counts and offsets at which arithmetic ends. */
static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 127,
                                 128,
                                 255,
                                 32767,
                                 65535,
                                 INT32_MAX,
                                 UINT32_MAX,
                                 (uint64_t)1 << 32,
                                 INT64_MAX,
                                 (uint64_t)1 << 63,
                                 UINT64_MAX - 1,
                                 UINT64_MAX};

size_t mutate_bytes(uint8_t *data, size_t size, size_t most, uint64_t *state) {
  if (most == 0) return 0;
  if (size == 0) {
    data[0] = (uint8_t)random_next(state);
    return 1;
  }
  size_t at = random_below(state, size), left = size - at;
  size_t n = 1 + random_below(state, left < 16 ? left : 16);
  switch (random_below(state, 7)) {
    case 0: /* a bit */
      data[at] ^= (uint8_t)(1u << random_below(state, 8));
      return size;
    case 1: /* a byte */
      data[at] = (uint8_t)random_next(state);
      return size;
    case 2: { /* a number of 1, 2, 4 or 8 bytes */
      uint64_t x = edges[random_below(state, sizeof edges / sizeof *edges)];
      size_t bytes = (size_t)1 << random_below(state, 4);
      memcpy(data + at, &x, bytes < left ? bytes : left);
      return size;
    }
    case 3: /* some bytes less */
      if (n == size) return size;
      memmove(data + at, data + at + n, left - n);
      return size - n;
    case 4: { /* some bytes from elsewhere, inserted */
      if (n > most - size) return size;
      size_t from = random_below(state, size - n + 1);
      uint8_t copy[16];
      memcpy(copy, data + from, n);
      memmove(data + at + n, data + at, left);
      memcpy(data + at, copy, n);
      return size + n;
    }
    case 5: /* some bytes from elsewhere, in place of others */
      memmove(data + at, data + random_below(state, size - n + 1), n);
      return size;
    default: /* the end cut off */
      return at ? at : size;
  }
}
