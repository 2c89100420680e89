/* distribution.h - which family of distributions a value's numbers are most like, and which format
 * of 8 bits would keep most of numbers distributed so. */
#ifndef PASSES_PRECISION_DISTRIBUTION_H
#define PASSES_PRECISION_DISTRIBUTION_H

#include "passes/precision/lattice.h"

/* All of mean 0, of the numbers that are not 0. */
typedef struct distribution_fit {
  const char *family; /* "normal", "laplace", "student-t" */
  double scale;       /* the deviation; Laplace's and Student's own parameter */
  double freedom;     /* degrees of freedom, Student's alone; NAN */
  double divergence;  /* of the histogram from it, in nats a number: 0 is a perfect fit */
  lattice_kind best;  /* by numbers of the distribution, as many as there were */
  double best_db;
} distribution_fit;

/* The family and parameter of greatest likelihood.  Returns false where there are fewer than 32
 * numbers, or none but zeros. */
bool distribution_of(const value_stats *s, distribution_fit *out);
/* The share of magnitudes up to x. */
double distribution_share(const distribution_fit *f, double x);

#endif
