/* conv_mma.h - how large a convolution conv_mma.c takes, as the time model has to know too. */
#ifndef CODEGEN_CONV_MMA_H
#define CODEGEN_CONV_MMA_H

#define CONV_TAPS_MAX 32      /* bits of a thread's mask */
#define CONV_PIECES_MAX 40    /* of 64 bytes; all of which the kernel's text holds one by one */
#define CONV_FRAGMENTS_MAX 12 /* of 8 columns at a time: a thread's sums stay in registers */
#define CONV_FILTER_BYTES_MAX (48 << 10)
/* FP8 of so many channels and filters fills wgmma's panels. */
#define CONV_PANEL 64
/* Few pixels do not repay a block's way to all its filters where these are more than so many
 * fragments and products. */
#define CONV_FRAGMENTS_LIGHT 4
#define CONV_STEPS_LIGHT 8

#endif
