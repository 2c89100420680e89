/* preprocess.h - "(x/255-[.485 .456 .406])/.25": how stored samples become inputs. */
#ifndef PASSES_PRECISION_PREPROCESS_H
#define PASSES_PRECISION_PREPROCESS_H

#include "ops/tensor.h"

typedef struct preprocess preprocess;

/* Parses an expression of + - * / and parentheses over the array (called `name`
 * or x), numbers, and constants per channel [a b c].  Errors give the column. */
fp8c_status preprocess_parse(arena *a, const char *name, const char *expression, preprocess **out,
                             fp8c_error *err);

/* Applies it in F32 to a tensor of any type; channels lie on axis 1.  out->data
 * is arena memory. */
fp8c_status preprocess_apply(const preprocess *p, const tensor *in, arena *a, tensor *out,
                             fp8c_error *err);

#endif
