/* sample.h - what the runtime says to a device that draws tokens itself (private to runtime/). */
#ifndef RUNTIME_SAMPLE_H
#define RUNTIME_SAMPLE_H

#include <stdint.h>

/* Where the random numbers of a seed begin: the number of a step is a function of their sum. */
uint64_t sample_stream(uint64_t seed);

#endif
