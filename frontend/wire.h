/* wire.h - the bytes of a protobuf message, checked before they are unpacked. */
#ifndef FRONTEND_WIRE_H
#define FRONTEND_WIRE_H

#include <protobuf-c/protobuf-c.h>

#include "base/file.h"

#define WIRE_MAX_DEPTH 64
#define WIRE_MAX_MESSAGES 10000000
#define WIRE_MAX_FILE_BYTES ((uint64_t)INT32_MAX) /* protobuf's own limit */
#define WIRE_BUDGET_BYTES ((uint64_t)128 << 20)   /* parse memory: this ... */
#define WIRE_BUDGET_FACTOR 8                      /* ... and this times the file */
#define WIRE_KEEP_BYTES 1024                      /* raw_data from this size on stays in the file */

/* Where the bytes of a raw_data field are. */
typedef struct wire_cut {
  uint64_t offset, bytes;
  const void *memory; /* of payloads below WIRE_KEEP_BYTES; NULL: in the file */
} wire_cut;

/* A message as protobuf-c is given it: unknown fields left out, and every
 * raw_data of 8 bytes or more replaced by an 8-byte index into `cuts`. */
typedef struct wire_message {
  uint8_t *data;
  size_t bytes;
  wire_cut *cuts;
  size_t cut_count;
  size_t message_count;
  uint64_t budget_bytes;
} wire_message;

/* Reads and checks all of `f` as a message of type `root`: field numbers, wire
 * types, lengths, nesting, text, and the memory unpacking will take. */
fp8c_status wire_scan(arena *a, const file *f, const ProtobufCMessageDescriptor *root,
                      wire_message *out, fp8c_error *err);

/* The message as protobuf-c structs in `a`, which must not outgrow the budget. */
fp8c_status wire_unpack(arena *a, const wire_message *w, const ProtobufCMessageDescriptor *root,
                        ProtobufCMessage **out, fp8c_error *err);

/* The cut a raw_data field stands for; NULL when the field holds its bytes itself. */
const wire_cut *wire_find_cut(const wire_message *w, const ProtobufCBinaryData *raw);

#endif
