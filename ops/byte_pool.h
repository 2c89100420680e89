/* byte_pool.h - the largest byte of each window. */
#ifndef OPS_BYTE_POOL_H
#define OPS_BYTE_POOL_H

#include "ops/ops.h"
#include "ops/window.h"

/* Pools `channels` images that lie one after the other.  Signed bytes have their highest bit
 * flipped
 * (`turn` is 0x80); the windows are such as byte_phases_can allows.  A window of padding alone
 * gives the least byte. */
void byte_pool_run(const op_call *call, const window *w, const uint8_t *x, uint8_t turn,
                   int64_t channels, uint8_t *y);

#endif
