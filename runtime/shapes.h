/* shapes.h - tensors of a caller against a program's ports. */
#ifndef RUNTIME_SHAPES_H
#define RUNTIME_SHAPES_H

#include "fp8c/fp8c.h"

/* "1x3x?", for messages. */
const char *shape_text(int32_t rank, const int64_t *dims, char out[256]);
/* The type and the shape of `t` are what the port takes; `side` is "input" or "output". */
fp8c_status shape_check(const fp8c_port *p, const fp8c_tensor *t, const char *side,
                        fp8c_error *err);
/* As many tensors as the program has ports, and arrays of them where there are any. */
fp8c_status shape_check_counts(const fp8c_program *program, const fp8c_tensor *inputs,
                               size_t input_count, const fp8c_tensor *outputs, size_t output_count,
                               fp8c_error *err);

#endif
