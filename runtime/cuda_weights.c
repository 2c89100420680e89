/* cuda_weights.c - the constants of a plan on a GPU, once for all sessions of its program there.
 *
 * They lie in one block of device memory, in the order in which the variants name them.  A window
 * of that block at a time is put together in pinned memory: its pieces are read and checked
 * against their hashes by all threads of the session, while the window before is being copied. */
#include <pthread.h>
#include <string.h>

#include "base/size.h"
#include "runtime/cuda.h"
#include "runtime/plan_tables.h"

#define WINDOW_BYTES ((uint64_t)32 << 20)
#define WINDOW_PIECES 1024

typedef struct {
  uint32_t blob;
  uint64_t begin; /* in the block */
} placed;

typedef struct {
  uint32_t blob;
  uint64_t from, bytes; /* of the blob */
  uint64_t at;          /* in the window */
} piece;

typedef struct {
  device_state *s;
  const placed *order;
  size_t count;
  size_t next;        /* of the order: the blob whose bytes come next, */
  uint64_t next_from; /* from here on */
  piece pieces[WINDOW_PIECES];
  size_t piece_count;
  uint8_t *window;
  pthread_mutex_t lock;
  size_t failed; /* the first piece that could not be had; piece_count: none */
  fp8c_status status;
  fp8c_error *err;
} upload;

/* Cuts what comes next into pieces and returns the window's bytes; *begin is where it lies in the
 * block. */
static uint64_t next_window(upload *u, uint64_t *begin) {
  const device_state *s = u->s;
  uint64_t bytes = 0;
  *begin = u->order[u->next].begin + u->next_from;
  for (u->piece_count = 0; u->next < u->count && u->piece_count < WINDOW_PIECES;) {
    const placed *b = &u->order[u->next];
    uint64_t at = b->begin + u->next_from - *begin;
    if (at >= WINDOW_BYTES) break;
    uint64_t n = plan_chunk_left(s->plan, s->source, b->blob, u->next_from);
    if (n > WINDOW_BYTES - at) n = WINDOW_BYTES - at;
    u->pieces[u->piece_count++] =
        (piece){.blob = b->blob, .from = u->next_from, .bytes = n, .at = at};
    bytes = at + n;
    u->next_from += n;
    if (u->next_from < s->plan->blobs[b->blob].bytes) continue;
    u->next++;
    u->next_from = 0;
  }
  return bytes;
}

static void read_piece(void *object, size_t i, int worker) {
  (void)worker;
  upload *u = object;
  const piece *p = &u->pieces[i];
  fp8c_error e = {0};
  fp8c_status status = plan_read_range(u->s->plan, u->s->source, p->blob, p->from,
                                       u->window + p->at, (size_t)p->bytes, &e);
  if (status == FP8C_OK) return;
  pthread_mutex_lock(&u->lock);
  if (i < u->failed) {
    u->failed = i;
    u->status = status;
    if (u->err) *u->err = e;
  }
  pthread_mutex_unlock(&u->lock);
}

/* `pinned` has two windows: one is filled while the other one is copied. */
static fp8c_status upload_windows(upload *u, cu_pointer block, uint8_t *pinned, fp8c_error *err) {
  device_state *s = u->s;
  for (int half = 0; u->next < u->count; half = !half) {
    uint64_t begin, bytes = next_window(u, &begin);
    u->window = pinned + (uint64_t)half * WINDOW_BYTES;
    u->failed = u->piece_count;
    u->err = err;
    pool_run(s->threads, u->piece_count, read_piece, u);
    if (u->failed < u->piece_count) return u->status;
    TRY(cuda_result(CU(s->cu->stream_wait(s->stream)), err, "uploading weights"));
    TRY(cuda_result(CU(s->cu->to_device(block + begin, u->window, bytes, s->stream)), err,
                    "uploading weights"));
  }
  return FP8C_OK;
}

/* Where each constant of the variants lies in the block, plus CUDA_ALIGNMENT, and those that hold
 * anything in this order; returns the block's bytes.  No arena is used: while the list of weights
 * is locked, nothing may jump out of here. */
static uint64_t lay_out_constants(const device_state *s, cu_pointer *constants, placed *order,
                                  size_t *count) {
  const plan *p = s->plan;
  uint64_t total = CUDA_ALIGNMENT;
  for (uint32_t i = 0; i < s->variant_count; i++) {
    const plan_variant *v = s->variants[i].v;
    for (uint32_t k = 0; k < v->value_count; k++) {
      uint32_t blob = v->values[k].index;
      if (v->values[k].kind != PLAN_VALUE_CONST || constants[blob]) continue;
      constants[blob] = total;
      if (p->blobs[blob].bytes)
        order[(*count)++] = (placed){.blob = blob, .begin = total - CUDA_ALIGNMENT};
      total += cuda_aligned(p->blobs[blob].bytes ? p->blobs[blob].bytes : 1);
    }
  }
  return total - CUDA_ALIGNMENT;
}

static fp8c_status upload_through(upload *u, cuda_weights *w, uint64_t total, fp8c_error *err) {
  device_state *s = u->s;
  if (u->count == 0) return FP8C_OK;
  void *pinned = NULL;
  uint64_t bytes = total < WINDOW_BYTES ? total : 2 * WINDOW_BYTES;
  TRY(cuda_result(CU(s->cu->host_alloc(&pinned, bytes, 0)), err,
                  "allocating pinned memory for the upload"));
  fp8c_status status = upload_windows(u, w->block, pinned, err);
  cu_result ended = CU(s->cu->stream_wait(s->stream)); /* before its memory goes */
  s->cu->host_free(pinned);
  return status == FP8C_OK ? cuda_result(ended, err, "uploading weights") : status;
}

static fp8c_status upload_all(device_state *s, cuda_weights *w, fp8c_error *err) {
  upload *u = host_alloc(sizeof *u);
  placed *order = host_alloc((s->plan->blob_count + 1) * sizeof *order);
  fp8c_status status = FP8C_OK;
  if (!u || !order) status = fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while loading weights");
  if (status == FP8C_OK) {
    u->s = s;
    u->order = order;
    pthread_mutex_init(&u->lock, NULL);
    uint64_t total = lay_out_constants(s, w->constants, order, &u->count);
    status = cuda_allocate(s, total, "the weights", &w->block, err);
    if (status == FP8C_OK) status = upload_through(u, w, total, err);
    pthread_mutex_destroy(&u->lock);
  }
  for (uint32_t i = 0; i < s->plan->blob_count; i++)
    if (w->constants[i]) w->constants[i] += w->block - CUDA_ALIGNMENT;
  host_free(order);
  host_free(u);
  return status;
}

/* In the context of the session that is the last to use them. */
static void free_weights(shared *object) {
  cuda_weights *w = (cuda_weights *)object;
  if (w->block && w->free)
    w->free(w->user, (void *)(uintptr_t)w->block);
  else if (w->block)
    w->cu->free(w->block);
  host_free(w->constants);
  host_free(w);
}

static fp8c_status make_weights(void *user, shared **out, fp8c_error *err) {
  device_state *s = user;
  cuda_weights *w = host_alloc(sizeof *w);
  cu_pointer *constants = host_alloc((s->plan->blob_count + 1) * sizeof *constants);
  if (!w || !constants) {
    host_free(w);
    host_free(constants);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while loading weights");
  }
  w->head.free = free_weights;
  w->cu = s->cu;
  w->free = s->options.device_free;
  w->user = s->options.user;
  w->constants = constants;
  fp8c_status status = upload_all(s, w, err);
  if (status != FP8C_OK) {
    free_weights(&w->head);
    return status;
  }
  *out = &w->head;
  return FP8C_OK;
}

fp8c_status cuda_load_weights(device_state *s, fp8c_error *err) {
  shared *w;
  TRY(shared_take(s->options.device_alloc ? NULL : s->shared, s->plan->variants, s->ordinal,
                  make_weights, s, &w, err));
  s->weights = (cuda_weights *)w;
  return FP8C_OK;
}
