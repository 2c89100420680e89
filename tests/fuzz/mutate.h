/* mutate.h - changes to a fuzz target's inputs, for libFuzzer and for replay.c alike. */
#ifndef TESTS_FUZZ_MUTATE_H
#define TESTS_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

#include "base/random.h"

/* 0 .. below - 1 */
size_t random_below(uint64_t *state, size_t below);

/* Changes some bytes in place, or inserts or removes some; returns the new size, at
 * least 1 and at most `most`. */
size_t mutate_bytes(uint8_t *data, size_t size, size_t most, uint64_t *state);

/* Of targets whose inputs have a structure that a change should leave whole. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
