/* state_slots.c - slots of a state made shorter, copied, written to a file and read back.
 *
 * A file holds what a slot holds and nothing that depends on where: a header, the bytes of the
 * states one after another, and a hash over all of it.  It belongs to one plan. */
#include <stddef.h>
#include <string.h>

#include "base/file.h"
#include "base/size.h"
#include "base/text.h"
#include "runtime/state.h"

/* ---- Shorter, and copied ------------------------------------------------- */

/* Where the rows of a slot's tokens lie. */
typedef struct rows_held {
  size_t outer, rows, row; /* blocks, the rows of each, the bytes of one */
  size_t first, count;     /* of a block, rows that hold something */
} rows_held;

static rows_held rows_of(const fp8c_state *s, uint32_t i, int64_t length) {
  const plan_state *of = &s->memory->states[i];
  fp8c_tensor t = state_tensor(s, i, NULL, length);
  if (of->axis < 0) return (rows_held){1, 1, fp8c_tensor_bytes(&t), 0, 1};
  rows_held h;
  state_rows(&t, of->axis, &h.outer, &h.row);
  h.rows = (size_t)t.shape[of->axis];
  h.count = of->rows == PLAN_ROWS_FIXED ? h.rows : (size_t)length;
  bool last = of->rows == PLAN_ROWS_END || (of->rows == PLAN_ROWS_FIRST && !s->device_memory);
  h.first = last ? h.rows - h.count : 0;
  return h;
}

/* Rows from `length` on go: what grows closes up, what does not becomes zeros, as it began, so that
 * nothing of them (a NaN, say) meets a factor of 0 in a later run. */
static void shorten(const fp8c_state *s, uint8_t *data, const state_slot *slot, uint32_t i,
                    int64_t length) {
  const plan_state *of = &s->memory->states[i];
  if (of->axis < 0) {
    memset(data, 0, slot->kept[i].bytes);
    return;
  }
  rows_held from = rows_of(s, i, slot->length), to = rows_of(s, i, length);
  size_t left = (size_t)length, row = to.row;
  for (size_t b = 0; b < from.outer; b++) {
    uint8_t *at = data + b * from.rows * row, *now = data + b * to.rows * row;
    if (of->rows != PLAN_ROWS_FIXED)
      memmove(now + to.first * row, at + from.first * row, left * row);
    if (of->rows == PLAN_ROWS_GROW) continue;
    if (to.first) memset(now, 0, to.first * row);
    if (!to.first) memset(now + left * row, 0, (to.rows - left) * row);
  }
}

/* Returns whether nobody reads more of the state than the rows of the slot's tokens, which are the
 * first of each block. */
static bool has_rows_alone(const fp8c_state *s, uint32_t i) {
  const plan_state *of = &s->memory->states[i];
  return s->device_memory && of->axis >= 0 && of->rows == PLAN_ROWS_FIRST;
}

/* Whether a state is made shorter in host memory: what lies in a device's has another place for its
 * rows then, or zeros behind them. */
static bool takes_room(const fp8c_state *s, uint32_t i) {
  return s->device_memory && !has_rows_alone(s, i);
}

fp8c_status state_room_to_shorten(const fp8c_state *s, const state_slot *slot, uint8_t **out,
                                  fp8c_error *err) {
  *out = NULL;
  for (uint32_t i = 0; i < s->memory->state_count; i++)
    if (takes_room(s, i)) return state_room(slot, s->memory->state_count, out, err);
  return FP8C_OK;
}

/* `room`: of state_room_to_shorten. */
static fp8c_status shorten_state(const fp8c_state *s, state_slot *slot, uint32_t i, int64_t length,
                                 uint8_t *room, fp8c_error *err) {
  kept_state *k = &slot->kept[i];
  if (!s->device_memory) {
    shorten(s, k->data, slot, i, length);
    return FP8C_OK;
  }
  if (!takes_room(s, i)) return FP8C_OK; /* nobody reads further than the slot is long */
  TRY(state_fetch(s, k, k->bytes, room, err));
  shorten(s, room, slot, i, length);
  return state_put(s, k, room, k->bytes, err);
}

void state_clear_behind(const fp8c_state *s, state_slot *slot) {
  uint8_t *room;
  if (state_room_to_shorten(s, slot, &room, NULL) != FP8C_OK) return;
  for (uint32_t i = 0; i < s->memory->state_count; i++)
    if (s->memory->states[i].axis >= 0 && !slot->kept[i].next)
      (void)shorten_state(s, slot, i, slot->length, room, NULL);
  host_free(room);
}

void state_go_back(const fp8c_state *s, state_slot *slot, int64_t length, uint8_t *room) {
  for (uint32_t i = 0; i < s->memory->state_count && length < slot->length; i++)
    if (s->memory->states[i].axis >= 0) (void)shorten_state(s, slot, i, length, room, NULL);
  slot->length = length;
}

fp8c_status fp8c_state_truncate(fp8c_state *s, int64_t slot, int64_t length, fp8c_error *err) {
  state_slot *at;
  TRY(state_slot_at(s, slot, "fp8c_state_truncate", &at, err));
  if (length < 0 || length > at->length)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "fp8c_state_truncate: slot %lld has %lld tokens and cannot be cut to %lld",
                (long long)slot, (long long)at->length, (long long)length);
  if (length != at->length && length > 0 && !s->rewind)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "fp8c_state_truncate: the plan has a state that only the last run has left; it can "
                "be cut to 0, not to %lld",
                (long long)length);
  if (length == at->length) return FP8C_OK;
  uint8_t *room;
  fp8c_status status = FP8C_OK;
  TRY(state_room_to_shorten(s, at, &room, err));
  for (uint32_t i = 0; status == FP8C_OK && i < s->memory->state_count; i++)
    status = shorten_state(s, at, i, length, room, err);
  host_free(room);
  if (status == FP8C_OK) at->length = length;
  return status;
}

/* Bytes of the memory of state `i` up to the last that holds something. */
static size_t bytes_used(const fp8c_state *s, uint32_t i, const state_slot *slot) {
  fp8c_tensor t = state_tensor(s, i, slot, slot->length);
  return fp8c_tensor_bytes(&t);
}

/* The pieces of a state's memory that are moved: those rows of each block, or all `bytes`. */
static memory_pieces pieces_of(const fp8c_state *s, uint32_t i, const rows_held *h, size_t bytes) {
  return has_rows_alone(s, i) ? (memory_pieces){h->count * h->row, h->outer, h->rows * h->row}
                              : (memory_pieces){bytes, 1, 0};
}

fp8c_status fp8c_state_fork(fp8c_state *s, int64_t from, int64_t to, fp8c_error *err) {
  state_slot *a, *b;
  TRY(state_slot_at(s, from, "fp8c_state_fork", &a, err));
  TRY(state_slot_at(s, to, "fp8c_state_fork", &b, err));
  if (a == b) return FP8C_OK;
  for (uint32_t i = 0; i < s->memory->state_count; i++) {
    rows_held h = rows_of(s, i, a->length);
    TRY(session_memory_copy(s->session, b->kept[i].data, a->kept[i].data,
                            pieces_of(s, i, &h, bytes_used(s, i, a)), err));
  }
  b->length = a->length;
  return FP8C_OK;
}

/* ---- Files ---------------------------------------------------------------- */

typedef struct saved_header {
  char magic[8];
  uint32_t version, states;
  char plan[64]; /* its hash in hexadecimal digits */
  int64_t length;
  uint64_t bytes; /* of all states */
} saved_header;

_Static_assert(sizeof(saved_header) == 96, "the header has no padding");
static const char magic[8] = "fp8cSLOT";
enum { SAVED_VERSION = 2 };
#define RUNS_MAX ((int64_t)1 << 62) /* nothing can count on until a number ends */

/* In a file rows that hold something stand side by side, wherever a device keeps them. */
static size_t bytes_held(const fp8c_state *s, uint32_t i, int64_t length) {
  rows_held h = rows_of(s, i, length);
  return h.outer * h.count * h.row;
}

static void copy_rows(const rows_held *h, uint8_t *memory, uint8_t *dense, bool into_memory) {
  size_t bytes = h->count * h->row;
  for (size_t b = 0; bytes && b < h->outer; b++) {
    uint8_t *at = memory + (b * h->rows + h->first) * h->row, *row = dense + b * bytes;
    if (into_memory)
      memcpy(at, row, bytes);
    else
      memmove(row, at, bytes); /* the same memory: what goes to the front */
  }
}

static fp8c_status header_of(const fp8c_state *s, const state_slot *slot, saved_header *h,
                             fp8c_error *err) {
  *h = (saved_header){
      .version = SAVED_VERSION, .states = s->memory->state_count, .length = slot->length};
  const char *digits = fp8c_program_hash(s->program);
  if (strlen(digits) != sizeof h->plan)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "a state of a plan that was never written belongs to no file");
  memcpy(h->magic, magic, sizeof h->magic);
  memcpy(h->plan, digits, sizeof h->plan);
  for (uint32_t i = 0; i < s->memory->state_count; i++) h->bytes += bytes_held(s, i, slot->length);
  return FP8C_OK;
}

static fp8c_status write_part(file_writer *w, hasher *h, const void *data, size_t bytes,
                              fp8c_error *err) {
  hash_add(h, data, bytes);
  return bytes ? file_writer_write(w, data, bytes, err) : FP8C_OK;
}

static fp8c_status write_slot(const fp8c_state *s, const state_slot *slot, const saved_header *head,
                              uint8_t *room, file_writer *w, fp8c_error *err) {
  hasher h;
  hash_begin(&h);
  TRY(write_part(w, &h, head, sizeof *head, err));
  for (uint32_t i = 0; i < s->memory->state_count; i++) {
    rows_held held = rows_of(s, i, slot->length);
    TRY(session_memory_read(s->session, slot->kept[i].data, room,
                            pieces_of(s, i, &held, bytes_used(s, i, slot)), err));
    if (!has_rows_alone(s, i)) copy_rows(&held, room, room, false);
    TRY(write_part(w, &h, room, bytes_held(s, i, slot->length), err));
  }
  hash sum = hash_end(&h);
  return file_writer_write(w, sum.bytes, sizeof sum.bytes, err);
}

/* Into a file that has its name when it is whole. */
static fp8c_status save_to(const fp8c_state *s, const state_slot *slot, const char *path,
                           uint8_t *room, fp8c_error *err) {
  saved_header head;
  file_writer *w;
  TRY(header_of(s, slot, &head, err));
  TRY(file_writer_open(path, &w, err));
  fp8c_status status = write_slot(s, slot, &head, room, w, err);
  if (status == FP8C_OK) return file_writer_commit(w, err);
  file_writer_abort(w);
  return status;
}

fp8c_status fp8c_state_save(const fp8c_state *s, int64_t slot, const char *path, fp8c_error *err) {
  state_slot *at;
  uint8_t *room;
  TRY(state_slot_at(s, slot, "fp8c_state_save", &at, err));
  if (!path) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_state_save: path is NULL");
  TRY(state_room(at, s->memory->state_count, &room, err));
  fp8c_status status = save_to(s, at, path, room, err);
  host_free(room);
  return status;
}

/* The header says what this state's plan says, for a length that fits; *slot is then of that
 * length.
 */
static fp8c_status check_header(const fp8c_state *s, const saved_header *h, uint64_t file_bytes,
                                state_slot *slot, const char *path, arena *a, fp8c_error *err) {
  saved_header want;
  if (memcmp(h->magic, magic, sizeof magic) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%s: is no saved state", path);
  if (h->version != SAVED_VERSION)
    return fail(err, FP8C_ERROR_FORMAT, "%s: a saved state of version %u; this library reads %d",
                path, h->version, SAVED_VERSION);
  slot->length = h->length;
  bool tokens = s->memory->tokens != PLAN_NO_VALUE;
  int64_t most = tokens ? (int64_t)s->memory->capacity : RUNS_MAX;
  if (h->length < 0 || h->length > most)
    return fail(err, FP8C_ERROR_FORMAT, "%s: a saved state of %lld %s; 0 to %lld are possible",
                path, (long long)h->length, tokens ? "tokens" : "runs", (long long)most);
  TRY(header_of(s, slot, &want, err));
  if (memcmp(h->plan, want.plan, sizeof want.plan) != 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: a state of the plan %s; this state is of %.64s",
                path, text_safe(a, arena_strndup(a, h->plan, sizeof h->plan)), want.plan);
  if (memcmp(h, &want, sizeof want) != 0 || file_bytes != sizeof want + want.bytes + HASH_BYTES)
    return fail(err, FP8C_ERROR_FORMAT, "%s: the saved state is damaged: its sizes do not agree",
                path);
  return FP8C_OK;
}

/* Into `all`, which has room for the states; nothing else changes. */
static fp8c_status read_states(const file *f, const saved_header *head, uint8_t *all,
                               fp8c_error *err) {
  hash stored;
  hasher h;
  TRY(file_read(f, sizeof *head, all, head->bytes, err));
  TRY(file_read(f, sizeof *head + head->bytes, stored.bytes, sizeof stored.bytes, err));
  hash_begin(&h);
  hash_add(&h, head, sizeof *head);
  hash_add(&h, all, head->bytes);
  hash found = hash_end(&h);
  if (memcmp(found.bytes, stored.bytes, sizeof found.bytes) == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "%s: the saved state is damaged: its hash differs", f->path);
}

/* The states of a slot as a device keeps them, out of a file's rows, each made in `room`. */
static fp8c_status put_rows(const fp8c_state *s, state_slot *at, int64_t length, uint8_t *all,
                            uint8_t *room, fp8c_error *err) {
  for (uint32_t i = 0; i < s->memory->state_count; i++) {
    rows_held h = rows_of(s, i, length);
    size_t bytes = h.outer * h.rows * h.row;
    bool alone = has_rows_alone(s, i);
    if (!alone) {
      memset(room, 0, bytes);
      copy_rows(&h, room, all, true);
    }
    TRY(session_memory_write(s->session, at->kept[i].data, alone ? all : room,
                             pieces_of(s, i, &h, bytes), err));
    all += bytes_held(s, i, length);
  }
  return FP8C_OK;
}

static fp8c_status load_from(fp8c_state *s, state_slot *at, const char *path, arena *a,
                             fp8c_error *err) {
  file *f;
  saved_header head;
  state_slot saved = *at;
  TRY(file_open(a, path, &f, err));
  if (f->bytes < sizeof head + HASH_BYTES)
    return fail(err, FP8C_ERROR_FORMAT, "%s: is no saved state: %llu bytes", path,
                (unsigned long long)f->bytes);
  TRY(file_read(f, 0, &head, sizeof head, err));
  TRY(check_header(s, &head, f->bytes, &saved, path, a, err));
  uint8_t *all = arena_alloc(a, head.bytes ? head.bytes : 1);
  TRY(read_states(f, &head, all, err));
  uint8_t *room;
  TRY(state_room(at, s->memory->state_count, &room, err));
  fp8c_status status = put_rows(s, at, saved.length, all, room, err);
  host_free(room);
  if (status == FP8C_OK) at->length = saved.length;
  return status;
}

fp8c_status fp8c_state_load(fp8c_state *s, int64_t slot, const char *path, fp8c_error *err) {
  state_slot *at;
  oom_guard guard;
  arena a;
  TRY(state_slot_at(s, slot, "fp8c_state_load", &at, err));
  if (!path) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_state_load: path is NULL");
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while loading a state",
                guard.wanted_bytes);
  }
  fp8c_status status = load_from(s, at, path, &a, err);
  arena_free(&a);
  return status;
}
