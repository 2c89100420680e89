/* mutate_plan.c - changes to the fields of a plan, with every hash set right.
 *
 * The plan's own reader notes where each field, string and item of a list lies, so that a change
 * is always of a whole one: the checker behind the reader is what is tried. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "runtime/plan_tables.h"
#include "tests/fuzz/mutate.h"

#define HEADER_BYTES 256
#define FILE_BYTES_AT 32
#define TABLES_AT 56 /* offset and bytes of each section */
#define CHUNKS_AT 80
#define BLOBS_AT 104
#define ROOT_AT 224

typedef struct parts {
  const uint8_t *head, *blobs;
  size_t blob_bytes;
  uint8_t *tables; /* in the arena, room bytes */
  size_t bytes, room;
} parts;

static uint64_t word_at(const uint8_t *p) {
  uint64_t x;
  memcpy(&x, p, sizeof x);
  return x;
}

static bool take_apart(arena *a, const uint8_t *data, size_t size, size_t room, parts *p) {
  if (size < HEADER_BYTES) return false;
  uint64_t bytes = word_at(data + TABLES_AT + 8), at = word_at(data + BLOBS_AT);
  uint64_t blobs = word_at(data + BLOBS_AT + 8);
  if (word_at(data + TABLES_AT) != HEADER_BYTES || bytes > size - HEADER_BYTES || at > size ||
      blobs > size - at)
    return false;
  *p = (parts){.head = data, .blobs = data + at, .blob_bytes = blobs, .bytes = bytes, .room = room};
  p->tables = arena_alloc(a, room);
  if (bytes > room) return false;
  memcpy(p->tables, data + HEADER_BYTES, bytes);
  return true;
}

static void set_section(uint8_t *head, size_t at, uint64_t offset, uint64_t bytes) {
  memcpy(head + at, &offset, sizeof offset);
  memcpy(head + at + 8, &bytes, sizeof bytes);
}

/* The whole file, in `out`; 0 when it is larger than `most`. */
static size_t put_together(const parts *p, uint8_t *out, size_t most) {
  size_t chunks = (p->blob_bytes + HASH_CHUNK_BYTES - 1) / HASH_CHUNK_BYTES * HASH_BYTES;
  size_t chunks_at = (HEADER_BYTES + p->bytes + 63) / 64 * 64;
  size_t blobs_at = (chunks_at + chunks + 4095) / 4096 * 4096, total = blobs_at + p->blob_bytes;
  if (total > most) return 0;
  memset(out, 0, blobs_at);
  memcpy(out, p->head, ROOT_AT);
  uint64_t file_bytes = total;
  memcpy(out + FILE_BYTES_AT, &file_bytes, sizeof file_bytes);
  set_section(out, TABLES_AT, HEADER_BYTES, p->bytes);
  set_section(out, CHUNKS_AT, chunks_at, chunks);
  set_section(out, BLOBS_AT, blobs_at, p->blob_bytes);
  memcpy(out + HEADER_BYTES, p->tables, p->bytes);
  memcpy(out + blobs_at, p->blobs, p->blob_bytes);
  for (size_t i = 0; i * HASH_CHUNK_BYTES < p->blob_bytes; i++) {
    size_t left = p->blob_bytes - i * HASH_CHUNK_BYTES;
    hash h =
        hash_of(p->blobs + i * HASH_CHUNK_BYTES, left < HASH_CHUNK_BYTES ? left : HASH_CHUNK_BYTES);
    memcpy(out + chunks_at + i * HASH_BYTES, h.bytes, HASH_BYTES);
  }
  hash root = hash_of(out, blobs_at);
  memcpy(out + ROOT_AT, root.bytes, HASH_BYTES);
  return total;
}

/* ---- One change ------------------------------------------------------------------------- */

/* `count` bytes at `at` become those of `with`. */
static bool splice(parts *p, size_t at, size_t count, const uint8_t *with, size_t with_count) {
  if (p->bytes - count + with_count > p->room) return false;
  memmove(p->tables + at + with_count, p->tables + at + count, p->bytes - at - count);
  if (with_count) memcpy(p->tables + at, with, with_count);
  p->bytes = p->bytes - count + with_count;
  return true;
}

static const xfer_note *another(const xfer_note *notes, size_t count, const xfer_note *n,
                                uint64_t *state) {
  for (int tries = 0; tries < 64; tries++) {
    const xfer_note *m = &notes[random_below(state, count)];
    if (m == n || m->kind != n->kind) continue;
    if (n->kind == XFER_FIELD && m->bytes != n->bytes) continue;
    if (n->kind == XFER_ITEM && m->count_at != n->count_at) continue;
    return m;
  }
  return n;
}

static void change_field(parts *p, const xfer_note *n, const xfer_note *other, uint64_t *state) {
  static const int64_t edges[] = {0,         1,         2,         3,       4,
                                  7,         8,         64,        255,     256,
                                  65535,     -1,        -2,        -3,      INT32_MAX,
                                  INT32_MIN, INT64_MAX, INT64_MIN, 1 << 20, 0x3f800000 /* 1.0f */,
                                  0x7f800000 /* infinity */};
  uint64_t x = 0;
  size_t bytes = n->bytes < sizeof x ? n->bytes : sizeof x;
  memcpy(&x, p->tables + n->at, bytes);
  switch (random_below(state, 6)) {
    case 0:
      x += 1;
      break;
    case 1:
      x -= 1;
      break;
    case 2:
      x ^= UINT64_C(1) << random_below(state, 8 * bytes);
      break;
    case 3:
      memcpy(&x, p->tables + other->at, bytes);
      break;
    default:
      x = (uint64_t)edges[random_below(state, sizeof edges / sizeof *edges)];
  }
  memcpy(p->tables + n->at, &x, bytes);
}

static void add_to_count(parts *p, size_t at, uint32_t more) {
  uint32_t count;
  memcpy(&count, p->tables + at, sizeof count);
  count += more;
  memcpy(p->tables + at, &count, sizeof count);
}

/* One item less, once more, or another in its place. */
static void change_item(arena *a, parts *p, const xfer_note *n, const xfer_note *other,
                        uint64_t *state) {
  uint8_t *copy = arena_alloc(a, other->bytes);
  memcpy(copy, p->tables + other->at, other->bytes);
  switch (random_below(state, 3)) {
    case 0:
      if (splice(p, n->at, n->bytes, NULL, 0)) add_to_count(p, n->count_at, (uint32_t)-1);
      break;
    case 1:
      if (splice(p, n->at, 0, copy, other->bytes)) add_to_count(p, n->count_at, 1);
      break;
    default:
      (void)splice(p, n->at, n->bytes, copy, other->bytes);
  }
}

static void change_text(arena *a, parts *p, const xfer_note *n, const xfer_note *other) {
  uint8_t *copy = arena_alloc(a, other->bytes);
  memcpy(copy, p->tables + other->at, other->bytes);
  (void)splice(p, n->at, n->bytes, copy, other->bytes);
}

/* False when the tables are none any more. */
static bool change(arena *a, parts *p, uint64_t *state) {
  plan made = {0};
  xfer x = {.arena = a, .in = p->tables, .in_bytes = p->bytes, .where = "tables", .noting = true};
  xfer_plan(&x, &made);
  if (x.status != FP8C_OK || x.note_count == 0) return false;
  const xfer_note *n = &x.notes[random_below(state, x.note_count)];
  const xfer_note *other = another(x.notes, x.note_count, n, state);
  if (n->kind == XFER_FIELD)
    change_field(p, n, other, state);
  else if (n->kind == XFER_ITEM)
    change_item(a, p, n, other, state);
  else
    change_text(a, p, n, other);
  return true;
}

static size_t change_plan(arena *a, uint8_t *data, size_t size, size_t most, uint64_t *state) {
  parts p;
  if (!take_apart(a, data, size, most + 4096, &p)) return 0;
  size_t changes = 1 + (random_below(state, 4) == 0);
  for (size_t i = 0; i < changes; i++)
    if (!change(a, &p, state)) break;
  uint8_t *out = arena_alloc(a, most + 1);
  size_t bytes = put_together(&p, out, most);
  if (bytes) memcpy(data, out, bytes);
  return bytes;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  uint64_t state = seed;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  size_t changed = setjmp(guard.jump) ? 0 : change_plan(&a, data, size, most, &state);
  arena_free(&a);
  return changed ? changed : mutate_bytes(data, size, most, &state);
}
