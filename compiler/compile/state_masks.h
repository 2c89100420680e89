/* state_masks.h - a mask of the runtime's for a model that has none. */
#ifndef COMPILER_COMPILE_STATE_MASKS_H
#define COMPILER_COMPILE_STATE_MASKS_H

#include "compiler/compile/job.h"

/* A model whose past has no padding needs no mask.  Where the past of `m`'s states is padded in
 * front, an input "places_held" (bool[sequences][places], which the runtime fills) hides the
 * padding from every softmax and Attention over these places.  `batch`: the size that counts
 * sequences; 0: there is one.  Nothing is changed where what reads a past is not all known to be
 * attention. */
fp8c_status job_mask_places(job *j, int64_t batch, fp8c_error *err);

#endif
