/* sequences.c - SequenceProto and OptionalProto of the suite's data.
 *
 * The layout of fp8c's bytes is written down here a second time, so that a change of one
 * side shows. */
#include "sequences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "compare.h"
#include "frontend/onnx.h"
#include "frontend/onnx.pb-c.h"
#include "ops/ids/sequences.h"

static port_kind kind_of(const Onnx__TypeProto *t) {
  bool optional = t && t->value_case == ONNX__TYPE_PROTO__VALUE_OPTIONAL_TYPE;
  if (optional) t = t->optional_type->elem_type;
  bool sequence = t && t->value_case == ONNX__TYPE_PROTO__VALUE_SEQUENCE_TYPE;
  return optional ? (sequence ? PORT_OPTIONAL_SEQUENCE : PORT_OPTIONAL)
                  : (sequence ? PORT_SEQUENCE : PORT_TENSOR);
}

fp8c_status port_kinds(arena *a, const char *path, port_kind **inputs, port_kind **outputs,
                       fp8c_error *err) {
  char *bytes;
  size_t count;
  TRY(file_read_all(a, path, (size_t)1 << 28, &bytes, &count, err));
  Onnx__ModelProto *m = onnx__model_proto__unpack(NULL, count, (const uint8_t *)bytes);
  if (!m || !m->graph) return fail(err, FP8C_ERROR_FORMAT, "%s: no model", path);
  *inputs = NEW_ARRAY(a, port_kind, m->graph->n_input + 1);
  *outputs = NEW_ARRAY(a, port_kind, m->graph->n_output + 1);
  for (size_t i = 0; i < m->graph->n_input; i++) (*inputs)[i] = kind_of(m->graph->input[i]->type);
  for (size_t i = 0; i < m->graph->n_output; i++)
    (*outputs)[i] = kind_of(m->graph->output[i]->type);
  onnx__model_proto__free_unpacked(m, NULL);
  return FP8C_OK;
}

/* ---- Messages ---------------------------------------------------------------- */

typedef struct piece {
  const uint8_t *data;
  size_t bytes;
} piece;

static uint64_t take_varint(piece *p) {
  uint64_t x = 0;
  for (int shift = 0; p->bytes; shift += 7) {
    uint8_t byte = *p->data++;
    p->bytes--;
    if (shift < 64) x |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) break;
  }
  return x;
}

/* The next field; length-delimited ones give their bytes. */
static bool take_field(piece *p, unsigned *number, piece *out) {
  if (p->bytes == 0) return false;
  uint64_t tag = take_varint(p);
  *number = (unsigned)(tag >> 3);
  *out = (piece){NULL, 0};
  uint64_t n = tag % 8 == 2 ? take_varint(p) : 0;
  if (tag % 8 == 0) take_varint(p);
  if (n > p->bytes) return false;
  if (tag % 8 == 2) *out = (piece){p->data, (size_t)n};
  p->data += n;
  p->bytes -= (size_t)n;
  return true;
}

static fp8c_status tensor_of(arena *a, piece p, tensor *out, fp8c_error *err) {
  char path[] = "/tmp/fp8c-onnx-XXXXXX";
  int fd = mkstemp(path);
  if (fd < 0 || write(fd, p.data, p.bytes) != (ssize_t)p.bytes)
    return fail(err, FP8C_ERROR_IO, "cannot write %s", path);
  close(fd);
  fp8c_status status = onnx_read_tensor(a, path, NULL, out, err);
  unlink(path);
  return status;
}

static fp8c_status pack(arena *a, const tensor *items, size_t count, tensor *out, fp8c_error *err) {
  const tensor **in = NEW_ARRAY(a, const tensor *, count + 1);
  for (size_t i = 0; i < count; i++) in[i] = &items[i];
  op_call c = {.op = op_get(OP_SEQUENCE_CONSTRUCT),
               .in = in,
               .in_count = count,
               .out = out,
               .out_count = 1,
               .scratch = a};
  TRY(op_infer(&c, err));
  out->data = arena_alloc(a, tensor_bytes(out));
  return op_run(&c, err);
}

static fp8c_status read_sequence(arena *a, piece p, tensor *out, fp8c_error *err) {
  tensor *items = NULL;
  size_t count = 0;
  unsigned number;
  for (piece field; take_field(&p, &number, &field);) {
    if (number != 3) continue;
    tensor t;
    TRY(tensor_of(a, field, &t, err));
    ARENA_PUSH(a, items, count, t);
  }
  return pack(a, items, count, out, err);
}

fp8c_status read_port(arena *a, const char *path, port_kind kind, tensor *out, fp8c_error *err) {
  if (kind == PORT_TENSOR) return onnx_read_tensor(a, path, NULL, out, err);
  char *bytes;
  size_t count;
  unsigned number;
  TRY(file_read_all(a, path, (size_t)1 << 28, &bytes, &count, err));
  piece p = {(const uint8_t *)bytes, count};
  if (kind == PORT_SEQUENCE) return read_sequence(a, p, out, err);
  *out = (tensor){.dtype = FP8C_DTYPE_U8, .rank = 1}; /* nothing */
  for (piece field; take_field(&p, &number, &field);) {
    tensor t;
    if (number == 5) return read_sequence(a, field, out, err);
    if (number != 3) continue;
    TRY(tensor_of(a, field, &t, err));
    return pack(a, &t, 1, out, err);
  }
  return FP8C_OK;
}

/* ---- Comparing ----------------------------------------------------------------- */

/* The element at `at`, which moves on; its numbers are copied to be aligned. */
static bool unpack(arena *a, const tensor *s, size_t *at, tensor *out) {
  const uint8_t *p = s->data;
  size_t all = (size_t)tensor_elements(s);
  uint32_t head[2];
  if (all - *at < 8) return false;
  memcpy(head, p + *at, 8);
  *out = (tensor){.dtype = (fp8c_dtype)head[0], .rank = (int)head[1]};
  if (head[1] > FP8C_MAX_RANK || all - *at < 8 + 8 * (size_t)head[1]) return false;
  memcpy(out->dims, p + *at + 8, 8 * (size_t)head[1]);
  size_t bytes = tensor_bytes(out), padded = (bytes + 7) / 8 * 8;
  *at += 8 + 8 * (size_t)head[1];
  if (all - *at < padded) return false;
  out->data = arena_alloc(a, bytes + 1);
  if (bytes) memcpy(out->data, p + *at, bytes);
  *at += padded;
  return true;
}

fp8c_status compare_port(arena *a, port_kind kind, const tensor *expected, const tensor *found,
                         const char *what, fp8c_error *err) {
  if (kind == PORT_TENSOR) return compare_tensors(expected, found, what, err);
  int64_t n = tensor_elements(expected), m = tensor_elements(found);
  if (found->dtype != FP8C_DTYPE_U8 || n != m)
    return fail(err, FP8C_ERROR_BOUND, "%s: %lld bytes, expected %lld", what, (long long)m,
                (long long)n);
  if (n == 0) return FP8C_OK;
  uint64_t count, expected_count;
  memcpy(&count, found->data, 8);
  memcpy(&expected_count, expected->data, 8);
  if (count != expected_count)
    return fail(err, FP8C_ERROR_BOUND, "%s: %llu elements, expected %llu", what,
                (unsigned long long)count, (unsigned long long)expected_count);
  size_t at = 8, expected_at = 8;
  for (uint64_t i = 0; i < count; i++) {
    tensor x, y;
    if (!unpack(a, found, &at, &x) || !unpack(a, expected, &expected_at, &y))
      return fail(err, FP8C_ERROR_BOUND, "%s: element %llu cannot be read", what,
                  (unsigned long long)i);
    TRY(compare_tensors(&y, &x, arena_printf(a, "%s, element %llu", what, (unsigned long long)i),
                        err));
  }
  if ((int64_t)at == m) return FP8C_OK;
  return fail(err, FP8C_ERROR_BOUND, "%s: bytes follow the last element", what);
}
