/* pipeline.c - the order of the passes.  The order is the document.
 *
 * Exact rewrites first, until patterns are single nodes again: formats are
 * decided about nodes a person would recognise, not about their fragments. */
#include "passes/pass.h"

#define COUNT(array_) (sizeof(array_) / sizeof *(array_))

const char *const pipeline_optimise[] = {
    "canonicalize",   "fold-constants", "merge-duplicates", "fold-batchnorm", "fuse-layernorm",
    "fuse-rmsnorm",   "fuse-gelu",      "fuse-activation",  "canonicalize",   "fuse-bias",
    "fuse-attention", "fold-constants", "merge-duplicates",
};
const size_t pipeline_optimise_count = COUNT(pipeline_optimise);
