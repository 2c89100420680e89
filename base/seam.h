/* seam.h - the places where a test can make the world fail.
 *
 * Every host allocation, file call and driver call asks its seam first.  In
 * production the question is one relaxed load of a counter that is zero. */
#ifndef BASE_SEAM_H
#define BASE_SEAM_H

#include <stdbool.h>
#include <stdint.h>

typedef enum seam { SEAM_ALLOC, SEAM_FILE, SEAM_DRIVER, SEAM_COUNT } seam;

/* Makes the n-th following call through `s` fail (1 = the next), and every
 * later one too when `persistent`.  n = 0 disarms. */
void seam_arm(seam s, uint64_t n, bool persistent);

/* Calls made through `s` since the last seam_arm. */
uint64_t seam_calls(seam s);

/* True when this call must fail.  Counts only while armed (seam_arm with any
 * n, including UINT64_MAX to count without failing). */
bool seam_fails(seam s);

#endif
