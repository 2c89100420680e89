/* blas.h - the BLAS behind GEMM and convolution on the CPU. */
#ifndef OPS_BLAS_H
#define OPS_BLAS_H

/* The kernel class OpenBLAS chose for this processor ("Zen", "SkylakeX"): sums
 * differ in their last bits between classes, so a calibrated plan records it. */
const char *blas_class(void);

#endif
