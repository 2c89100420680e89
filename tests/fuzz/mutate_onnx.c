/* mutate_onnx.c - changes to a model that leave it a message.
 *
 * Nearly every change of a byte of a protobuf file ends in its first check, because the
 * lengths around it no longer fit.  So a field is chosen, changed, and every length
 * around it set right.  What the fields are comes from the generated descriptors, what
 * operators and attributes are called from ops.def. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/onnx.pb-c.h"
#include "ops/ops.h"
#include "tests/fuzz/mutate.h"

/* libFuzzer's own way with bytes, which has seen what they were compared with. */
extern size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most) __attribute__((weak));

#define MOST_FIELDS 4096
#define MOST_DEPTH 40

typedef struct found {
  const ProtobufCMessageDescriptor *owner;
  const ProtobufCFieldDescriptor *field; /* NULL: not known to ONNX */
  size_t at, payload_at, end;            /* tag, what follows tag and length, end */
  uint64_t tag;
  int parent; /* index of the field it lies in; -1: the model */
} found;

typedef struct document {
  const uint8_t *data;
  found *fields;
  int count;
} document;

static bool read_varint(const uint8_t *data, size_t end, size_t *at, uint64_t *out) {
  *out = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (*at >= end) return false;
    uint8_t b = data[(*at)++];
    if (shift < 64) *out |= (uint64_t)(b & 127) << shift;
    if (b < 128) return true;
  }
  return false;
}

static size_t write_varint(uint8_t *to, uint64_t x) {
  size_t n = 0;
  for (; x >= 128; x >>= 7) to[n++] = (uint8_t)(x | 128);
  to[n++] = (uint8_t)x;
  return n;
}

static bool is_message(const ProtobufCFieldDescriptor *f) {
  return f && f->type == PROTOBUF_C_TYPE_MESSAGE;
}

/* Lists the fields between `at` and `end`, and those inside them. */
static bool list(document *d, const ProtobufCMessageDescriptor *type, size_t at, size_t end,
                 int parent, int depth) {
  while (at < end && d->count < MOST_FIELDS) {
    found *f = &d->fields[d->count];
    uint64_t length = 0;
    *f = (found){.owner = type, .at = at, .parent = parent};
    if (!read_varint(d->data, end, &at, &f->tag)) return false;
    f->field = protobuf_c_message_descriptor_get_field(type, (unsigned)(f->tag >> 3));
    f->payload_at = at;
    switch (f->tag & 7) {
      case 0:
        if (!read_varint(d->data, end, &at, &length)) return false;
        length = 0;
        break;
      case 1:
        length = 8;
        break;
      case 2:
        if (!read_varint(d->data, end, &at, &length)) return false;
        f->payload_at = at;
        break;
      case 5:
        length = 4;
        break;
      default:
        return false;
    }
    if (length > end - at) return false;
    f->end = at += (size_t)length;
    int me = d->count++;
    if ((f->tag & 7) == 2 && is_message(f->field) && depth < MOST_DEPTH &&
        !list(d, f->field->descriptor, d->fields[me].payload_at, d->fields[me].end, me, depth + 1))
      return false;
  }
  return true;
}

static size_t change_bytes(uint8_t *data, size_t size, size_t most, uint64_t *state) {
  return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, most)
                          : mutate_bytes(data, size, most, state);
}

/* ---- What takes a field's place ----------------------------------------------------- */

typedef struct piece {
  uint8_t *bytes;
  size_t count, most;
} piece;

static void put(piece *p, const void *bytes, size_t n) {
  if (n > p->most - p->count) return;
  memcpy(p->bytes + p->count, bytes, n);
  p->count += n;
}

static void put_varint(piece *p, uint64_t x) {
  uint8_t b[10];
  put(p, b, write_varint(b, x));
}

static void put_field(piece *p, uint64_t tag, const void *bytes, size_t n) {
  put_varint(p, tag);
  put_varint(p, n);
  put(p, bytes, n);
}

/* The name of an operator, of one of its attributes, or another text of the model. */
static void put_text(piece *p, const document *d, const found *f, uint64_t *state) {
  size_t rows = 0;
  while (op_row(rows)) rows++;
  const op_info *op = op_row(random_below(state, rows));
  const char *text = "";
  size_t attrs = 0;
  while (op->attrs[attrs].name) attrs++;
  switch (random_below(state, 4)) {
    case 0:
      text = op->name;
      break;
    case 1:
      if (attrs) text = op->attrs[random_below(state, attrs)].name;
      break;
    case 2:
      break;
    default:
      for (int tries = 0; tries < 50; tries++) {
        const found *other = &d->fields[random_below(state, (size_t)d->count)];
        if (!other->field || other->field->type != PROTOBUF_C_TYPE_STRING || (other->tag & 7) != 2)
          continue;
        put_field(p, f->tag, d->data + other->payload_at, other->end - other->payload_at);
        return;
      }
  }
  put_field(p, f->tag, text, strlen(text));
}

static uint64_t some_number(uint64_t *state) {
  static const int64_t edges[] = {-1,        INT64_MAX,        INT64_MIN,        INT32_MAX,
                                  INT32_MIN, (int64_t)1 << 32, (int64_t)1 << 40, 65536};
  size_t way = random_below(state, 4);
  if (way == 0) return (uint64_t)edges[random_below(state, sizeof edges / sizeof *edges)];
  if (way == 1) return (uint64_t) - (int64_t)random_below(state, 5);
  return random_below(state, way == 2 ? 4 : 30);
}

static void put_value(piece *p, const document *d, const found *f, uint64_t *state) {
  static const float floats[] = {
      0, -0.0f, 1, -1, 1e30f, 1e-42f, __builtin_nanf(""), __builtin_inff()};
  const size_t n = f->end - f->payload_at;
  switch (f->tag & 7) {
    case 0:
      put_varint(p, f->tag);
      put_varint(p, some_number(state));
      return;
    case 2: {
      if (f->field && f->field->type == PROTOBUF_C_TYPE_STRING) {
        put_text(p, d, f, state);
        return;
      }
      size_t most = n + 16;
      uint8_t *copy = malloc(most);
      if (!copy) return;
      memcpy(copy, d->data + f->payload_at, n);
      size_t changed = change_bytes(copy, n, most, state);
      put_field(p, f->tag, copy, changed);
      free(copy);
      return;
    }
    default: {
      double wide = (double)floats[random_below(state, 8)];
      float narrow = (float)wide;
      put_varint(p, f->tag);
      if ((f->tag & 7) == 1)
        put(p, &wide, 8);
      else
        put(p, &narrow, 4);
    }
  }
}

/* A field of the same kind of message, of the same number if `same`; NULL: none was met. */
static const found *another(const document *d, const found *f, bool same, uint64_t *state) {
  for (int tries = 0; tries < 100; tries++) {
    const found *other = &d->fields[random_below(state, (size_t)d->count)];
    if (other != f && other->owner == f->owner && (!same || other->tag == f->tag)) return other;
  }
  return NULL;
}

static void put_other(piece *p, const document *d, const found *f, uint64_t *state) {
  const found *other;
  switch (random_below(state, 8)) {
    case 0: /* gone */
      return;
    case 1: /* twice */
      put(p, d->data + f->at, f->end - f->at);
      put(p, d->data + f->at, f->end - f->at);
      return;
    case 2: /* another one's place */
      if ((other = another(d, f, true, state))) put(p, d->data + other->at, other->end - other->at);
      return;
    case 3: /* one of another's beside it */
      put(p, d->data + f->at, f->end - f->at);
      if ((other = another(d, f, false, state)))
        put(p, d->data + other->at, other->end - other->at);
      return;
    default:
      put_value(p, d, f, state);
  }
}

/* ---- The change ------------------------------------------------------------------------ */

/* Puts `inner` in the field's place and rebuilds what is around it, from inside out. */
static size_t rebuild(const document *d, const found *f, piece *inner, piece *outer, size_t size) {
  size_t from = f->at, to = f->end;
  for (int i = f->parent;; i = d->fields[i].parent) {
    const found *around = i < 0 ? NULL : &d->fields[i];
    size_t start = around ? around->payload_at : 0, end = around ? around->end : size;
    size_t count = from - start + inner->count + end - to;
    outer->count = 0;
    if (around) {
      put_varint(outer, around->tag);
      put_varint(outer, count);
    }
    if (count > outer->most - outer->count) return 0;
    put(outer, d->data + start, from - start);
    put(outer, inner->bytes, inner->count);
    put(outer, d->data + to, end - to);
    piece swap = *inner;
    *inner = *outer;
    *outer = swap;
    if (!around) return inner->count;
    from = around->at;
    to = around->end;
  }
}

static size_t mutate_field(uint8_t *data, size_t size, size_t most, uint64_t *state) {
  size_t room = most + 64;
  document d = {data, malloc(MOST_FIELDS * sizeof(found)), 0};
  piece inner = {malloc(room), 0, room}, outer = {malloc(room), 0, room};
  size_t result = 0;
  if (d.fields && inner.bytes && outer.bytes &&
      list(&d, &onnx__model_proto__descriptor, 0, size, -1, 0) && d.count) {
    const found *f = &d.fields[random_below(state, (size_t)d.count)];
    put_other(&inner, &d, f, state);
    result = rebuild(&d, f, &inner, &outer, size);
    if (result > most) result = 0;
    if (result) memcpy(data, inner.bytes, result);
  }
  free(d.fields);
  free(inner.bytes);
  free(outer.bytes);
  return result ? result : change_bytes(data, size, most, state);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  uint64_t state = seed;
  size_t steps = 1 + random_below(&state, 4);
  for (size_t i = 0; i < steps; i++)
    size = random_below(&state, 20) ? mutate_field(data, size, most, &state)
                                    : change_bytes(data, size, most, &state);
  return size;
}
