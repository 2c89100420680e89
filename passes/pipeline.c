/* pipeline.c - the order of the passes.  The order is the document.
 *
 * Exact rewrites first, until patterns are single nodes again: formats are
 * decided about nodes a person would recognise, not about their fragments. */
#include "passes/pass.h"

#define COUNT(array_) (sizeof(array_) / sizeof *(array_))

const char *const pipeline_optimise[] = {
    "canonicalize",     /* few spellings */
    "fold-constants",   /* shapes and weights that depend on no input */
    "merge-duplicates", /* x - mean and masks once */
    "canonicalize",     /* what folding made constant */
    "fuse-gelu",        /* patterns, from the inside out */
    "fuse-activation",  /* ... */
    "fuse-bias",        /* before attention: heads begin behind the bias */
    "fuse-attention",   /* ... */
    "fold-constants",   /* what the patterns left */
    "merge-duplicates", /* ... */
};
const size_t pipeline_optimise_count = COUNT(pipeline_optimise);

/* Formats: what the samples say, what is decided, and the graph that computes so. */
const char *const pipeline_precision[] = {
    "calibrate",     /* how large values get */
    "assign",        /* which products compute in FP8, and why not the others */
    "insert-scales", /* Quantize in front of them, codes for their weights */
    "fold-scales",   /* conversions that meet cancel */
    "store-types",   /* BF16 between kernels */
    "fuse-regions",  /* one kernel each */
};
const size_t pipeline_precision_count = COUNT(pipeline_precision);

/* A port's size is known now: shapes computed from it become constants. */
const char *const pipeline_variant[] = {
    "fold-constants",
    "canonicalize",
    "merge-duplicates",
};
const size_t pipeline_variant_count = COUNT(pipeline_variant);
