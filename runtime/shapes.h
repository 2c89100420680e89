/* shapes.h - tensors of a caller against a program's ports. */
#ifndef RUNTIME_SHAPES_H
#define RUNTIME_SHAPES_H

#include "fp8c/fp8c.h"

/* "1x3x?", for messages. */
const char *shape_text(int32_t rank, const int64_t *dims, char out[256]);
/* The type and the shape of `t` are what the port takes; `side` is "input" or "output". */
fp8c_status shape_check(const fp8c_port *p, const fp8c_tensor *t, const char *side,
                        fp8c_error *err);

#endif
