/* byte_pool.h - the largest byte of each window. */
#ifndef OPS_BYTE_POOL_H
#define OPS_BYTE_POOL_H

#include "ops/ops.h"
#include "ops/window.h"

/* Of `channels` images one after the other, bytes with their highest bit flipped where they are
 * signed (`turn` 0x80); windows that byte_phases_can take.  A window of padding alone gives the
 * least byte. */
void byte_pool_run(const op_call *call, const window *w, const uint8_t *x, uint8_t turn,
                   int64_t channels, uint8_t *y);

#endif
