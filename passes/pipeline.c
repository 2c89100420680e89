/* pipeline.c - the order of the passes.  The order is the document.
 *
 * Exact rewrites first, until patterns are single nodes again: formats are
 * decided about nodes a person would recognise, not about their fragments. */
#include "passes/pass.h"

#define COUNT(array_) (sizeof(array_) / sizeof *(array_))

const char *const pipeline_optimise[] = {
    "join-past",              /* keys and values in two parts, as others have them */
    "canonicalize",           /* few spellings */
    "byte-products",          /* a quantised model's, while its weights are codes */
    "fold-constants",         /* shapes and weights that depend on no input */
    "byte-products",          /* ... in operators of integers */
    "pack-weights",           /* codes of a model stay codes */
    "fake-quantize",          /* ... of its weights, not of what is rounded in between */
    "resolve-shapes",         /* the same with free dimensions */
    "fold-constants",         /* what follows from sizes, and so the sizes of what it is read for */
    "einsum-to-matmul",       /* while weights can still be laid out anew */
    "fold-constants",         /* ... */
    "loop-bags",              /* embeddings of bags */
    "fold-control",           /* branches that shapes decide */
    "fold-constants",         /* ... */
    "resolve-shapes",         /* what is known behind them */
    "fold-constants",         /* ... */
    "fold-indices",           /* masks taken at ranges */
    "scatter-slices",         /* what is assigned to a part of a tensor */
    "scatter-masked",         /* ... or where a mask is set */
    "dense-experts",          /* matrices that tokens choose */
    "index-rows",             /* picked by one index */
    "sink-expands",           /* ... and computed for one copy */
    "fold-constants",         /* ... */
    "merge-duplicates",       /* x - mean and masks once */
    "canonicalize",           /* what folding made constant */
    "sink-expands",           /* past what was two Reshapes, one of them of the batch */
    "fold-constants",         /* ... */
    "fold-pads",              /* zeros that windows bring themselves */
    "skip-pads",              /* ... and zeros that nobody computes with */
    "fold-batchnorm",         /* weights still as the model has them */
    "conv-to-linear",         /* patches and windows as rows */
    "canonicalize",           /* and the moves around them */
    "merge-duplicates",       /* means that were spelt in two ways */
    "fuse-softmax",           /* patterns, from the inside out */
    "channel-norms",          /* norms of images as norms of rows */
    "fuse-layernorm",         /* ... */
    "fuse-rmsnorm",           /* ... */
    "fuse-groupnorm",         /* ... */
    "fuse-gelu",              /* ... */
    "fuse-activation",        /* ... */
    "fuse-rotary",            /* ... */
    "ask-rows",               /* any() in kernels of floats */
    "fuse-bias",              /* before attention: heads begin behind the bias */
    "fold-batchnorm",         /* ... and factors */
    "fuse-bias",              /* what a normalisation adds behind its factor */
    "deconv-to-conv",         /* squares of pixels as channels */
    "conv-to-linear",         /* ... of sequences too */
    "stft-to-dft",            /* frames of audio */
    "one-hot",                /* tables, the bias in them */
    "sort-heads",             /* q, k and v in pieces, not head by head */
    "flat-scores",            /* positions of grids */
    "scores-to-heads",        /* one form of attention's products */
    "batch-first",            /* tokens as it reads them */
    "canonicalize",           /* and the moves around them */
    "constant-shares",        /* what a softmax has no part in */
    "fuse-channel-attention", /* what is attention the other way round */
    "fuse-attention",         /* ... */
    "linear-attention",       /* ... that has no softmax */
    "short-sums",             /* branches that were stacked, once no pattern wants their axis */
    "before-moves",           /* activations where products are, not tokens */
    "recurrent-inputs",       /* products that wait for no state */
    "canonicalize",           /* what turns meet */
    "fold-constants",         /* what the patterns left */
    "merge-duplicates",       /* ... */
};
const size_t pipeline_optimise_count = COUNT(pipeline_optimise);

/* Formats: what the samples say, what is decided, and the graph that computes
 * so.  fuse-regions comes before store-types, which asks what leaves a region
 * and puts the rounding at its end. */
const char *const pipeline_precision[] = {
    "widen",               /* an F16 model's numbers between its formats */
    "fold-scales",         /* a model's own FP8 first */
    "quantise-weights",    /* codes of few bits, where they are asked for */
    "recurrent-inputs",    /* what rules ask of those that stay */
    "cache-formats",       /* keys and values as they are kept */
    "whole-rows",          /* of products along tokens, which kernels read by 16 bytes */
    "fold-norms",          /* into the weights behind them */
    "equalise",            /* channels of one size, the rest in weights */
    "centre",              /* small numbers to round, the rest in biases */
    "calibrate",           /* how large values get */
    "split-channels",      /* what errs most is read as two numbers */
    "round-weights",       /* codes that suit what the samples hold */
    "assign",              /* which products compute in FP8, and why not the others */
    "uncentre",            /* ... where nothing is rounded that far */
    "unfold-norms",        /* ... which do not compute in FP8 */
    "before-moves",        /* what centring and unfolding added behind moves */
    "insert-scales",       /* Quantize in front of them, codes for their weights */
    "fold-scales",         /* conversions that meet cancel */
    "activations-for-fp8", /* what feeds FP8 alone may be that short */
    "gated-pixels",        /* what a product's kernel multiplies with its gate */
    "merge-linears",       /* q, k and v in one product */
    "fuse-regions",        /* one kernel each */
    "store-types",         /* BF16 between kernels */
    "order-splits",        /* what is read as two numbers last */
};
const size_t pipeline_precision_count = COUNT(pipeline_precision);

/* A port's size is known now: shapes computed from it become constants.  So is the target, which
 * says how images are to lie. */
const char *const pipeline_variant[] = {
    "fold-constants",  "fold-control", /* what they decide */
    "canonicalize",    "merge-duplicates",   "unpack-weights", "whole-heads",
    "short-sequences", "positions-in-heads", "linear-to-conv", "dense-groups",
    "shuffle-filters", "wider-slices",       "whole-channels", "even-filters",
    "weighted-pools",  "taps-as-channels",   "channels-last",  "sequences-last",
    "move-first",      "one-move",           "split-folds",    "few-rows",
    "fuse-gates",
};
const size_t pipeline_variant_count = COUNT(pipeline_variant);
