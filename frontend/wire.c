/* wire.c - walks the bytes of a protobuf message once, before unpacking.
 *
 * protobuf-c recurses, allocates what the bytes ask for and copies every payload.
 * So hostile nesting, counts and lengths are refused here, by a loop with its
 * own stack, and weights are cut out: what protobuf-c gets is the structure
 * alone.  The message types are those of the generated descriptors, so this
 * file knows no field of ONNX but raw_data. */
#include "frontend/wire.h"

#include <string.h>

#include "base/plain.h"
#include "base/size.h"

#define WINDOW_BYTES 65536
#define TAG_MAX ((UINT64_C(1) << 32) - 1)
/* protobuf-c notes every field it meets in slabs that double, the first of them on its stack. */
#define SCANNED_BYTES 80
#define SCANNED_FREE 16
#define ALLOCATION_BYTES 16 /* rounding of one allocation */

enum { WIRE_VARINT = 0, WIRE_64BIT = 1, WIRE_BYTES = 2, WIRE_32BIT = 5 };

typedef struct frame {
  const ProtobufCMessageDescriptor *type;
  uint64_t end;             /* in the file */
  size_t length_at;         /* of its length, in the output */
  unsigned length_bytes;    /* 0: the root has none */
  size_t fields;            /* so far */
  uint64_t seen, seen_once; /* fields by index, oneofs by their case's offset */
} frame;

typedef struct scanner {
  arena *arena;
  const file *file;
  uint8_t window[WINDOW_BYTES];
  uint64_t window_at;
  size_t window_bytes;
  uint64_t at;
  frame stack[WIRE_MAX_DEPTH];
  unsigned depth;
  uint8_t *out;
  size_t out_bytes, out_capacity;
  wire_message *result;
  uint64_t estimate_bytes;
} scanner;

static unsigned varint_bytes(uint64_t x) {
  unsigned n = 1;
  for (; x >= 128; x >>= 7) n++;
  return n;
}

/* ---- Output ------------------------------------------------------------ */

static uint8_t *put_room(scanner *s, size_t bytes) {
  if (bytes > s->out_capacity - s->out_bytes) {
    size_t capacity = s->out_capacity ? s->out_capacity : 4096;
    while (capacity - s->out_bytes < bytes) capacity *= 2; /* bytes < 2^31: cannot wrap */
    s->out = arena_grow(s->arena, s->out, s->out_bytes, capacity, 1);
    s->out_capacity = capacity;
  }
  s->out_bytes += bytes;
  return s->out + s->out_bytes - bytes;
}

/* Exactly `bytes` bytes, padded with continuation: protobuf allows it. */
static void write_varint(uint8_t *to, uint64_t x, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++, x >>= 7)
    to[i] = (uint8_t)((x & 127) | (i + 1 < bytes ? 128 : 0));
}

static void put_varint(scanner *s, uint64_t x) {
  unsigned n = varint_bytes(x);
  write_varint(put_room(s, n), x, n);
}

/* ---- Input ------------------------------------------------------------- */

static fp8c_status next_byte(scanner *s, uint64_t end, uint8_t *out, fp8c_error *err) {
  if (s->at >= end)
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: the message ends inside a field",
                (unsigned long long)s->at);
  if (s->at < s->window_at || s->at >= s->window_at + s->window_bytes) {
    uint64_t left = s->file->bytes - s->at;
    s->window_bytes = left < WINDOW_BYTES ? (size_t)left : WINDOW_BYTES;
    s->window_at = s->at;
    TRY(file_read(s->file, s->at, s->window, s->window_bytes, err));
  }
  *out = s->window[s->at++ - s->window_at];
  return FP8C_OK;
}

static fp8c_status read_varint(scanner *s, uint64_t end, uint64_t *out, fp8c_error *err) {
  uint64_t start = s->at, x = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t b;
    if (shift >= 70)
      return fail(err, FP8C_ERROR_FORMAT, "byte %llu: a number of more than 10 bytes",
                  (unsigned long long)start);
    TRY(next_byte(s, end, &b, err));
    x |= (uint64_t)(b & 127) << (shift < 63 ? shift : 63);
    if (b < 128) break;
  }
  *out = x;
  return FP8C_OK;
}

/* Bytes from the file to `to`; they are known to be inside the file. */
static fp8c_status copy_bytes(scanner *s, void *to, size_t bytes, fp8c_error *err) {
  if (bytes == 0) return FP8C_OK;
  if (s->at >= s->window_at && s->at - s->window_at <= s->window_bytes &&
      bytes <= s->window_bytes - (s->at - s->window_at))
    memcpy(to, s->window + (s->at - s->window_at), bytes);
  else
    TRY(file_read(s->file, s->at, to, bytes, err));
  s->at += bytes;
  return FP8C_OK;
}

/* ---- Checks ------------------------------------------------------------ */

static fp8c_status charge(scanner *s, uint64_t bytes, fp8c_error *err) {
  s->estimate_bytes += bytes; /* each charge < 2^36 and there are < 2^31: no wrap */
  if (s->estimate_bytes > s->result->budget_bytes)
    return fail(err, FP8C_ERROR_FORMAT,
                "byte %llu: its %llu bytes would unpack to more than %llu MiB "
                "(the limit is 128 MiB + 8 x the file)",
                (unsigned long long)s->at, (unsigned long long)s->file->bytes,
                (unsigned long long)(s->result->budget_bytes >> 20));
  return FP8C_OK;
}

static unsigned wire_type_of(ProtobufCType type) {
  switch (type) {
    case PROTOBUF_C_TYPE_FLOAT:
    case PROTOBUF_C_TYPE_FIXED32:
    case PROTOBUF_C_TYPE_SFIXED32:
      return WIRE_32BIT;
    case PROTOBUF_C_TYPE_DOUBLE:
    case PROTOBUF_C_TYPE_FIXED64:
    case PROTOBUF_C_TYPE_SFIXED64:
      return WIRE_64BIT;
    case PROTOBUF_C_TYPE_STRING:
    case PROTOBUF_C_TYPE_BYTES:
    case PROTOBUF_C_TYPE_MESSAGE:
      return WIRE_BYTES;
    default:
      return WIRE_VARINT;
  }
}

static size_t element_bytes(ProtobufCType type) {
  switch (type) {
    case PROTOBUF_C_TYPE_BYTES:
      return sizeof(ProtobufCBinaryData);
    case PROTOBUF_C_TYPE_FLOAT:
    case PROTOBUF_C_TYPE_INT32:
    case PROTOBUF_C_TYPE_ENUM:
      return 4;
    default:
      return 8;
  }
}

/* ---- Fields ------------------------------------------------------------ */

static fp8c_status skip_field(scanner *s, unsigned wire, uint64_t end, fp8c_error *err) {
  uint64_t start = s->at, bytes = 0;
  switch (wire) {
    case WIRE_VARINT:
      return read_varint(s, end, &bytes, err);
    case WIRE_64BIT:
      bytes = 8;
      break;
    case WIRE_32BIT:
      bytes = 4;
      break;
    case WIRE_BYTES:
      TRY(read_varint(s, end, &bytes, err));
      break;
    default:
      return fail(err, FP8C_ERROR_FORMAT, "byte %llu: wire type %u, which ONNX does not use",
                  (unsigned long long)start, wire);
  }
  if (bytes > end - s->at)
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: a field of %llu bytes, but %llu are left",
                (unsigned long long)start, (unsigned long long)bytes,
                (unsigned long long)(end - s->at));
  s->at += bytes;
  return FP8C_OK;
}

static fp8c_status scan_packed(scanner *s, const ProtobufCFieldDescriptor *field, size_t bytes,
                               fp8c_error *err) {
  uint64_t start = s->at;
  put_varint(s, bytes);
  uint8_t *data = put_room(s, bytes);
  TRY(copy_bytes(s, data, bytes, err));
  unsigned wire = wire_type_of(field->type);
  if (wire != WIRE_VARINT) {
    size_t each = wire == WIRE_32BIT ? 4 : 8;
    if (bytes % each)
      return fail(err, FP8C_ERROR_FORMAT, "byte %llu: %s holds %zu bytes, no multiple of %zu",
                  (unsigned long long)start, field->name, bytes, each);
    return charge(s, bytes, err);
  }
  size_t count = 0, run = 0;
  for (size_t i = 0; i < bytes; i++) {
    run++;
    if (data[i] >= 128 && run < 10) continue;
    if (data[i] >= 128) break; /* an 11th byte would follow */
    count++;
    run = 0;
  }
  if (run)
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: %s ends inside a number, or has one too long",
                (unsigned long long)start, field->name);
  return charge(s, (uint64_t)count * element_bytes(field->type), err);
}

static fp8c_status scan_payload(scanner *s, const ProtobufCFieldDescriptor *field, size_t bytes,
                                fp8c_error *err) {
  uint64_t start = s->at;
  if (field->type == PROTOBUF_C_TYPE_BYTES && bytes >= 8 && strcmp(field->name, "raw_data") == 0) {
    wire_cut cut = {.offset = s->at, .bytes = bytes};
    if (bytes < WIRE_KEEP_BYTES) {
      void *memory = arena_alloc(s->arena, bytes);
      TRY(copy_bytes(s, memory, bytes, err));
      cut.memory = memory;
    } else {
      s->at += bytes;
    }
    uint64_t index = s->result->cut_count;
    ARENA_PUSH(s->arena, s->result->cuts, s->result->cut_count, cut);
    put_varint(s, 8);
    memcpy(put_room(s, 8), &index, 8);
    return charge(s, 8 + 2 * sizeof cut + (cut.memory ? bytes + ALLOCATION_BYTES : 0), err);
  }
  put_varint(s, bytes);
  uint8_t *data = put_room(s, bytes);
  TRY(copy_bytes(s, data, bytes, err));
  if (field->type == PROTOBUF_C_TYPE_STRING &&
      (memchr(data, 0, bytes) || !utf8_valid((const char *)data, bytes)))
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: %s is not valid UTF-8 text without zero bytes",
                (unsigned long long)start, field->name);
  return charge(s, bytes + 1 + ALLOCATION_BYTES, err);
}

static fp8c_status open_message(scanner *s, const ProtobufCFieldDescriptor *field, size_t bytes,
                                fp8c_error *err) {
  const ProtobufCMessageDescriptor *type = field->descriptor;
  if (s->depth == WIRE_MAX_DEPTH)
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: messages nested deeper than %d",
                (unsigned long long)s->at, WIRE_MAX_DEPTH);
  if (++s->result->message_count > WIRE_MAX_MESSAGES)
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: more than %d messages",
                (unsigned long long)s->at, WIRE_MAX_MESSAGES);
  frame *f = &s->stack[s->depth++];
  *f = (frame){.type = type, .end = s->at + bytes};
  /* What is inside can only get shorter, so its length still fits. */
  f->length_bytes = varint_bytes(bytes);
  f->length_at = s->out_bytes;
  put_room(s, f->length_bytes);
  return charge(s, type->sizeof_message + ALLOCATION_BYTES, err);
}

static void close_message(scanner *s) {
  frame *f = &s->stack[--s->depth];
  if (f->length_bytes == 0) return;
  size_t bytes = s->out_bytes - f->length_at - f->length_bytes;
  write_varint(s->out + f->length_at, bytes, f->length_bytes);
}

/* Merging two messages, or two cases of a oneof, is legal protobuf that no
 * writer of ONNX produces. */
static fp8c_status check_once(scanner *s, frame *f, const ProtobufCFieldDescriptor *field,
                              fp8c_error *err) {
  if (field->label == PROTOBUF_C_LABEL_REPEATED) return FP8C_OK;
  bool oneof = field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF;
  if (!oneof && field->type != PROTOBUF_C_TYPE_MESSAGE) return FP8C_OK;
  size_t index = (size_t)(field - f->type->fields);
  uint64_t bit = oneof ? 1 : UINT64_C(1) << (index & 63); /* ONNX: one oneof a message */
  uint64_t *seen = oneof ? &f->seen_once : &f->seen;
  if (*seen & bit)
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: %s.%s is given twice",
                (unsigned long long)s->at, f->type->short_name, field->name);
  *seen |= bit;
  return FP8C_OK;
}

static fp8c_status scan_field(scanner *s, fp8c_error *err) {
  frame *f = &s->stack[s->depth - 1];
  uint64_t start = s->at, tag, end = f->end;
  TRY(read_varint(s, end, &tag, err));
  if (tag > TAG_MAX || tag >> 3 == 0)
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: field number %llu does not exist",
                (unsigned long long)start, (unsigned long long)(tag >> 3));
  unsigned wire = tag & 7;
  const ProtobufCFieldDescriptor *field =
      protobuf_c_message_descriptor_get_field(f->type, (unsigned)(tag >> 3));
  if (!field) return skip_field(s, wire, end, err);

  unsigned expected = wire_type_of(field->type);
  bool packed =
      field->label == PROTOBUF_C_LABEL_REPEATED && expected != WIRE_BYTES && wire == WIRE_BYTES;
  if (wire != expected && !packed)
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: %s.%s has wire type %u, not %u",
                (unsigned long long)start, f->type->short_name, field->name, wire, expected);
  TRY(check_once(s, f, field, err));
  if (f->fields++ >= SCANNED_FREE) TRY(charge(s, SCANNED_BYTES, err));
  put_varint(s, tag);
  uint64_t x;
  if (wire == WIRE_VARINT) {
    TRY(read_varint(s, end, &x, err));
    put_varint(s, x);
    return charge(s, 8, err);
  }
  if (wire == WIRE_32BIT || wire == WIRE_64BIT) {
    size_t bytes = wire == WIRE_32BIT ? 4 : 8;
    if (bytes > end - s->at)
      return fail(err, FP8C_ERROR_FORMAT, "byte %llu: the message ends inside %s.%s",
                  (unsigned long long)start, f->type->short_name, field->name);
    TRY(charge(s, bytes, err));
    return copy_bytes(s, put_room(s, bytes), bytes, err);
  }
  TRY(read_varint(s, end, &x, err));
  if (x > end - s->at)
    return fail(err, FP8C_ERROR_FORMAT, "byte %llu: %s.%s has %llu bytes, but %llu are left",
                (unsigned long long)start, f->type->short_name, field->name, (unsigned long long)x,
                (unsigned long long)(end - s->at));
  if (field->label == PROTOBUF_C_LABEL_REPEATED)
    TRY(charge(s, 16, err)); /* its place in an array */
  if (packed) return scan_packed(s, field, (size_t)x, err);
  if (field->type == PROTOBUF_C_TYPE_MESSAGE) return open_message(s, field, (size_t)x, err);
  return scan_payload(s, field, (size_t)x, err);
}

fp8c_status wire_scan(arena *a, const file *f, const ProtobufCMessageDescriptor *root,
                      wire_message *out, fp8c_error *err) {
  memset(out, 0, sizeof *out);
  if (f->bytes == 0) return fail(err, FP8C_ERROR_FORMAT, "the file is empty");
  if (f->bytes > WIRE_MAX_FILE_BYTES)
    return fail(err, FP8C_ERROR_FORMAT,
                "the file has %llu bytes; a protobuf file has at most %llu, larger weights go into "
                "external data",
                (unsigned long long)f->bytes, (unsigned long long)WIRE_MAX_FILE_BYTES);
  out->budget_bytes = WIRE_BUDGET_BYTES + WIRE_BUDGET_FACTOR * f->bytes;
  scanner *s = NEW(a, scanner);
  s->arena = a;
  s->file = f;
  s->result = out;
  s->depth = 1;
  s->stack[0] = (frame){.type = root, .end = f->bytes};
  while (s->depth) {
    if (s->at == s->stack[s->depth - 1].end)
      close_message(s);
    else
      TRY(scan_field(s, err));
  }
  out->data = s->out;
  out->bytes = s->out_bytes;
  return FP8C_OK;
}

const wire_cut *wire_find_cut(const wire_message *w, const ProtobufCBinaryData *raw) {
  uint64_t index;
  if (raw->len != sizeof index) return NULL;
  memcpy(&index, raw->data, sizeof index);
  return index < w->cut_count ? &w->cuts[index] : NULL;
}

/* ---- Unpacking --------------------------------------------------------- */

typedef struct budget {
  arena *arena;
  uint64_t left_bytes;
  bool exceeded;
} budget;

static void *budget_alloc(void *user, size_t bytes) {
  budget *b = user;
  if (bytes > b->left_bytes) {
    b->exceeded = true;
    return NULL;
  }
  b->left_bytes -= bytes;
  void *p = arena_try_alloc(b->arena, bytes ? bytes : 1);
  if (!p) b->exceeded = arena_at_limit(b->arena);
  return p;
}

/* The arena goes as a whole. */
static void budget_free(void *user, void *p) {
  (void)user;
  (void)p;
}

fp8c_status wire_unpack(arena *a, const wire_message *w, const ProtobufCMessageDescriptor *root,
                        ProtobufCMessage **out, fp8c_error *err) {
  budget b = {.arena = a, .left_bytes = w->budget_bytes};
  size_t used = a->used_bytes;
  ProtobufCAllocator allocator = {budget_alloc, budget_free, &b};
  static const uint8_t nothing[1];
  *out = protobuf_c_message_unpack(root, &allocator, w->bytes, w->bytes ? w->data : nothing);
  if (*out) return FP8C_OK;
  if (b.exceeded)
    return fail(err, FP8C_ERROR_FORMAT,
                "unpacking takes more memory than a file of this size may have (%zu bytes so far)",
                a->used_bytes - used);
  /* The scan has accepted these bytes, so only memory can be missing. */
  return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while unpacking (%zu bytes so far)",
              a->used_bytes - used);
}
