/* random.h - numbers from a seed, the same on every machine (splitmix64). */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

/* The next number of the stream that `state`, any number at first, is in. */
static inline uint64_t random_next(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* The next one in [0, 1). */
static inline double random_unit(uint64_t *state) {
  return (double)(random_next(state) >> 11) * 0x1p-53;
}

/* A number of 53 bits for place `i`, the same whoever asks. */
static inline uint64_t random_at(uint64_t i) {
  uint64_t z = i * 0x9e3779b97f4a7c15u + 0x94d049bb133111ebu;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  return (z ^ z >> 27) >> 11;
}

#endif
