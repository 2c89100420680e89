/* chips.h - the GPUs that code is made for: rows of chips.def, read by the code generators, the
 * time model and the CUDA device alike. */
#ifndef BASE_CHIPS_H
#define BASE_CHIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* chips.def says what the columns mean. */
typedef struct chip_row {
  const char *name; /* "sm_90a" */
  int capability;   /* 90 */
  const char *family;
  bool tma, wgmma, mma_fp8, programmatic, outer_vector;
  uint32_t shared_bytes;
  int processors;
  double clock;                                        /* Hz, under load */
  double fp8_rate, bf16_rate, f32_rate;                /* operations a second that products reach */
  double bytes_rate;                                   /* a second */
  double l2_bytes;                                     /* that the L2 cache holds */
  const char *measured_on;                             /* whose clock and rates they are; "" */
  double fp8_per_clock, bf16_per_clock, f32_per_clock; /* peaks of one multiprocessor */
  const char *gpus;                                    /* "H100, H200" */
} chip_row;

const chip_row *chip_at(size_t index); /* NULL past the end */

/* The chip that code of this name is made for: its own, or the first of a family ("sm_100f");
 * NULL: there is none. */
const chip_row *chip_of_code(const char *name);

/* The chip of a GPU with this compute capability, or the first of its family where the GPU is
 * newer than the table; NULL: there is no code for it. */
const chip_row *chip_of_gpu(int major, int minor);

/* Returns the name of the best code for a GPU of this compute capability: that of its own row, or
 * its family's form.  NULL means that there is none. */
const char *chip_code_for(int major, int minor);

/* Returns true where code of this name runs on the GPU: it was made for the GPU's own number, or
 * for its family
 * ("sm_100f" runs on every 10.x). */
bool chip_code_runs(const char *name, int major, int minor);

#endif
