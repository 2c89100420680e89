/* byte_depthwise.h - convolution of bytes whose filters have one channel. */
#ifndef OPS_BYTE_DEPTHWISE_H
#define OPS_BYTE_DEPTHWISE_H

#include "ops/byte_conv.h"

void byte_depthwise_run(const op_call *call, const byte_conv *c);

#endif
