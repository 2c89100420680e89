/* blas.c - which kernels OpenBLAS chose. */
#include "ops/blas.h"

#include <cblas.h>

const char *blas_class(void) { return openblas_get_corename(); }
