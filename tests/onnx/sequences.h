/* sequences.h - test data of sequences and optionals, and the bytes fp8c has them as. */
#ifndef TESTS_ONNX_SEQUENCES_H
#define TESTS_ONNX_SEQUENCES_H

#include "ops/ops.h"

typedef enum port_kind {
  PORT_TENSOR,
  PORT_SEQUENCE,
  PORT_OPTIONAL,
  PORT_OPTIONAL_SEQUENCE
} port_kind;

/* What the model's file says of each input and output. */
fp8c_status port_kinds(arena *a, const char *path, port_kind **inputs, port_kind **outputs,
                       fp8c_error *err);

/* A value of test data as fp8c takes it. */
fp8c_status read_port(arena *a, const char *path, port_kind kind, tensor *out, fp8c_error *err);

/* Compares what fp8c gave with test data, element by element. */
fp8c_status compare_port(arena *a, port_kind kind, const tensor *expected, const tensor *found,
                         const char *what, fp8c_error *err);

#endif
