/* pipeline.c - the order of the passes.  The order is the document.
 *
 * Exact rewrites first, until patterns are single nodes again: formats are
 * decided about nodes a person would recognise, not about their fragments. */
#include "passes/pass.h"

#define COUNT(array_) (sizeof(array_) / sizeof *(array_))

const char *const pipeline_optimise[] = {
    "canonicalize",    "fold-constants", "merge-duplicates", "canonicalize",   "fuse-gelu",
    "fuse-activation", "fuse-bias",      "fuse-attention",   "fold-constants", "merge-duplicates",
};
const size_t pipeline_optimise_count = COUNT(pipeline_optimise);

/* A model's own FP8 first; then formats are decided on F32 nodes.  Regions come
 * before store-types, which asks what leaves them. */
const char *const pipeline_precision[] = {
    "fold-scales", "calibrate",    "assign",      "insert-scales",
    "fold-scales", "fuse-regions", "store-types",
};
const size_t pipeline_precision_count = COUNT(pipeline_precision);

/* A port's size is known now: shapes computed from it become constants. */
const char *const pipeline_variant[] = {
    "fold-constants",
    "canonicalize",
    "merge-duplicates",
};
const size_t pipeline_variant_count = COUNT(pipeline_variant);
