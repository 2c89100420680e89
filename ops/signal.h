/* signal.h - what DFT and STFT say of themselves besides their results. */
#ifndef OPS_SIGNAL_H
#define OPS_SIGNAL_H

#include "ops/ops.h"

/* Multiply-accumulates of the mixed-radix scheme, four for each product of complex numbers; 0 where
 * the length is not known. */
uint64_t transform_macs(const op_call *c);

#endif
