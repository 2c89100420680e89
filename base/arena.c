/* arena.c - blocks of zeroed memory, freed together.
 *
 * Blocks come from calloc, whose large requests are fresh pages: a big array
 * that is only partly used costs only what is touched.  A request too big for
 * a common block gets one of its own, put behind the newest so that the
 * newest's free space stays in use.  used_bytes only grows between resets,
 * which makes it the clock that tells what is younger than a mark. */
#include "base/arena.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/plain.h"
#include "base/seam.h"
#include "base/size.h"
#include "base/spill.h"

#define BLOCK_BYTES ((size_t)64 << 10)
#define FIRST_BYTES ((size_t)4 << 10)     /* the first block: many arenas stay small */
#define OWN_BLOCK_BYTES (BLOCK_BYTES / 4) /* from here on a block of its own */
#define SPILLED_BYTES ((size_t)1 << 20)
#define SPILLED_AFTER ((size_t)256 << 20)
#define REST_AFTER ((size_t)64 << 20)
#define HUGE_PAGE ((uintptr_t)2 << 20)
#define HUGE_FROM ((size_t)8 << 20) /* bytes of a block that is to lie in large pages */

struct arena_block {
  arena_block *next; /* older, except for the own blocks behind the newest */
  char *data;        /* 64-byte aligned, behind this header */
  size_t used, capacity;
  size_t born;              /* used_bytes just after the first allocation in this block */
  arena_block *next_mapped; /* of the arena's, when it lies in its spill */
  size_t mapped_bytes;      /* the whole block lies in the arena's spill; 0: it does not */
  uint64_t offset;          /* there */
};

struct arena_cleanup {
  arena_cleanup *next;
  void (*run)(void *object);
  void *object;
};

/* Fresh memory costs a fault a page: large pages take 512 times fewer.  No promise. */
static void ask_for_huge_pages(char *p, size_t bytes) {
  uintptr_t first = ((uintptr_t)p + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  uintptr_t end = ((uintptr_t)p + bytes) / HUGE_PAGE * HUGE_PAGE;
  if (end > first) (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
}

/* ---- Large blocks that are used again ---------------------------------------
 *
 * A compile makes and frees blocks of hundreds of megabytes for each layer, and every time the
 * system would clear their pages first, which takes longer than most of what is computed in them.
 */

#define KEPT_FROM ((size_t)4 << 20) /* bytes of a block */
#define KEPT_SLACK 2                /* times what is asked for a block may have */

/* Stands at a block's beginning while nobody has it. */
typedef struct kept_block {
  struct kept_block *next;
  size_t bytes;
} kept_block;

static struct {
  pthread_mutex_t lock;
  size_t users; /* 0: nothing is kept */
  kept_block *blocks;
} kept = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Frees the largest blocks until `bytes` are free. */
static void drop_kept(size_t bytes) {
  for (size_t freed = 0; kept.blocks && freed < bytes;) {
    kept_block **largest = &kept.blocks;
    for (kept_block **at = largest; *at; at = &(*at)->next)
      if ((*at)->bytes > (*largest)->bytes) largest = at;
    kept_block *b = *largest;
    *largest = b->next;
    freed += b->bytes;
    free(b);
  }
}

/* The smallest kept block that has room; where there is none, as much of the others is given back,
 * so that keeping them takes no more memory than the same blocks took before. */
static char *take_kept(size_t bytes, size_t *has) {
  pthread_mutex_lock(&kept.lock);
  kept_block **best = NULL;
  for (kept_block **at = &kept.blocks; *at; at = &(*at)->next)
    if ((*at)->bytes >= bytes && (*at)->bytes / KEPT_SLACK <= bytes &&
        (!best || (*at)->bytes < (*best)->bytes))
      best = at;
  kept_block *b = best ? *best : NULL;
  if (b) {
    *best = b->next;
    *has = b->bytes;
  } else {
    drop_kept(bytes);
  }
  pthread_mutex_unlock(&kept.lock);
  return (char *)b;
}

static bool keep_block(void *begin, size_t bytes) {
  pthread_mutex_lock(&kept.lock);
  bool keeps = kept.users > 0;
  if (keeps) {
    kept_block *b = begin;
    *b = (kept_block){kept.blocks, bytes};
    kept.blocks = b;
  }
  pthread_mutex_unlock(&kept.lock);
  return keeps;
}

void host_keep_begin(void) {
  pthread_mutex_lock(&kept.lock);
  kept.users++;
  pthread_mutex_unlock(&kept.lock);
}

void host_keep_end(void) {
  pthread_mutex_lock(&kept.lock);
  if (--kept.users == 0) drop_kept(SIZE_MAX);
  pthread_mutex_unlock(&kept.lock);
}

void host_keep_drop(void) {
  pthread_mutex_lock(&kept.lock);
  drop_kept(SIZE_MAX);
  pthread_mutex_unlock(&kept.lock);
}

/* The block's own address and size stand right before what is given out. */
typedef struct host_header {
  size_t bytes;
  char *begin;
} host_header;

static void *host_new(size_t bytes, bool raw) {
  size_t total;
  if (seam_fails(SEAM_ALLOC) || !size_add(bytes, 64 + sizeof(host_header), &total)) return NULL;
  host_header h = {.bytes = total};
  if (total >= KEPT_FROM) h.begin = take_kept(total, &h.bytes);
  bool used_before = h.begin != NULL;
  if (!h.begin) h.begin = raw ? malloc(total) : calloc(1, total);
  if (!h.begin) { /* what is kept may be what is missing */
    host_keep_drop();
    h.begin = calloc(1, total);
  }
  if (!h.begin) return NULL;
  if (total >= HUGE_FROM && !used_before) ask_for_huge_pages(h.begin, total);
  char *p = h.begin + sizeof h;
  p += (64 - (uintptr_t)p % 64) % 64;
  memcpy(p - sizeof h, &h, sizeof h);
  if (used_before && !raw) memset(p, 0, bytes);
  return p; /* cppcheck-suppress memleak */
}

void *host_alloc(size_t bytes) { return host_new(bytes, false); }
void *host_raw(size_t bytes) { return host_new(bytes, true); }

static _Thread_local size_t lost_bytes;

/* The reserve serves requests of this thread that malloc refuses; begin is NULL while there is
 * none. */
static _Thread_local struct { char *begin, *at, *end; } reserve;

static void *from_reserve(size_t bytes) {
  size_t whole;
  if (!reserve.begin || !size_align(bytes ? bytes : 1, _Alignof(max_align_t), &whole) ||
      whole > (size_t)(reserve.end - reserve.at))
    return NULL;
  void *p = reserve.at;
  reserve.at += whole;
  return p;
}

void *noted_malloc(size_t bytes) {
  void *p = seam_fails(SEAM_ALLOC) ? NULL : malloc(bytes ? bytes : 1);
  if (p) return p;
  if (!lost_bytes) lost_bytes = bytes ? bytes : 1;
  return from_reserve(bytes);
}

void *noted_realloc(void *p, size_t bytes) {
  void *bigger = seam_fails(SEAM_ALLOC) ? NULL : realloc(p, bytes);
  if (!bigger && !lost_bytes) lost_bytes = bytes;
  return bigger;
}

void noted_free(void *p) {
  uintptr_t at = (uintptr_t)p;
  if (at < (uintptr_t)reserve.begin || at >= (uintptr_t)reserve.end) free(p);
}

bool memory_reserve(size_t bytes) {
  assert(!reserve.begin);
  reserve.begin = reserve.at = noted_malloc(bytes);
  reserve.end = reserve.begin ? reserve.begin + bytes : NULL;
  return reserve.begin != NULL;
}

bool memory_reserve_used(void) { return reserve.at != reserve.begin; }

void memory_unreserve(void) {
  char *begin = reserve.begin;
  reserve.begin = reserve.at = reserve.end = NULL;
  free(begin);
}

size_t memory_lost(void) { return lost_bytes; }

size_t memory_begin(void) {
  size_t before = lost_bytes;
  lost_bytes = 0;
  return before;
}

size_t memory_end(size_t begun) {
  size_t lost = lost_bytes;
  lost_bytes = begun;
  return lost;
}

void host_free(void *p) {
  if (!p) return;
  host_header h;
  memcpy(&h, (char *)p - sizeof h, sizeof h);
  if (h.bytes < KEPT_FROM || !keep_block(h.begin, h.bytes)) free(h.begin);
}

void arena_init(arena *a, oom_guard *guard) { *a = (arena){.guard = guard}; }

static void run_cleanups(arena *a, const arena_cleanup *until) {
  while (a->cleanups != until) {
    arena_cleanup *c = a->cleanups;
    a->cleanups = c->next;
    c->run(c->object);
  }
}

/* ---- Limits --------------------------------------------------------------- */

static arena *root_of(arena *a) { return a->root ? a->root : a; }

void arena_limit(arena *a, const char *what, size_t bytes) {
  arena *root = root_of(a);
  root->limited = what;
  root->tree_limit_bytes = bytes;
  root->tree_bytes = 0;
  root->at_limit = false;
}

bool arena_at_limit(const arena *a) { return a->root ? a->root->at_limit : a->at_limit; }

/* Blocks are counted before they are made. */
static bool charge(arena *a, size_t bytes) {
  arena *root = root_of(a);
  if (!root->limited) return true; /* other threads' arenas may lie in the same tree */
  root->at_limit = bytes > root->tree_limit_bytes - root->tree_bytes;
  if (root->at_limit) return false;
  root->tree_bytes += bytes;
  return true;
}

/* A block may be older than the limit: it was never counted then. */
static void discharge(arena *a, size_t bytes) {
  arena *root = root_of(a);
  if (root->limited) root->tree_bytes -= bytes < root->tree_bytes ? bytes : root->tree_bytes;
}

/* ---- Blocks --------------------------------------------------------------- */

static void block_free(arena *a, arena_block *b) {
  discharge(a, b->capacity);
  arena_block **at = &a->mapped;
  while (b->mapped_bytes && *at != b) at = &(*at)->next_mapped;
  if (b->mapped_bytes) *at = b->next_mapped;
  if (b->mapped_bytes)
    spill_unmap(a->spill, b, b->mapped_bytes, b->offset);
  else
    host_free(b);
}

void arena_free(arena *a) {
  run_cleanups(a, NULL);
  while (a->blocks) {
    arena_block *b = a->blocks;
    a->blocks = b->next;
    block_free(a, b);
  }
  if (a->spare) block_free(a, a->spare);
  a->spare = NULL;
  spill_close(a->spill);
  a->spill = NULL;
  a->used_bytes = 0;
}

void arena_spill(arena *a, const char *folder) {
  if (!a->spill) a->spill = spill_open(folder);
}

void arena_rest(const arena *a) {
  for (arena_block *b = a->mapped; b; b = b->next_mapped) spill_rest(b, b->mapped_bytes);
}

void arena_touch(arena *a, size_t bytes) {
  a->touched_bytes += bytes;
  if (a->touched_bytes < REST_AFTER) return;
  arena_rest(a);
  a->touched_bytes = 0;
}

bool arena_in_file(const arena *a, const void *p, const struct file **out, uint64_t *offset) {
  for (const arena_block *b = a->mapped; b; b = b->next_mapped) {
    uintptr_t at = (uintptr_t)p - (uintptr_t)b;
    if (at >= b->mapped_bytes) continue;
    *out = spill_file(a->spill);
    *offset = b->offset + at;
    return true;
  }
  return false;
}

bool arena_holds(const arena *a, const void *p) {
  for (const arena_block *b = a->blocks; b; b = b->next)
    if ((uintptr_t)p - (uintptr_t)b->data < b->used) return true;
  return false;
}

static void free_inside(void *a) { arena_free(a); }

arena *arena_inside(arena *around) {
  arena *a = NEW(around, arena);
  arena_init(a, around->guard);
  a->root = root_of(around);
  arena_defer(around, free_inside, a);
  return a;
}

/* A reset to a point near the end of a block, or of an empty arena, would else make and free the
 * next block for each allocation after it. */
static bool kept_as_spare(arena *a, arena_block *b) {
  bool common = b->capacity == BLOCK_BYTES || b->capacity == FIRST_BYTES;
  if (a->spare || b->mapped_bytes || !common) return false;
  memset(b->data, 0, b->used);
  b->used = 0;
  a->spare = b;
  return true;
}

static arena_block *block_new(arena *a, size_t bytes, bool raw) {
  if (a->spare && bytes <= BLOCK_BYTES && bytes <= a->spare->capacity) {
    arena_block *spare = a->spare;
    a->spare = spare->next = NULL;
    return spare;
  }
  size_t head, total;
  uint64_t offset = 0;
  arena_block *b = NULL;
  if (!size_align(sizeof(arena_block), 64, &head) || !size_add(head, bytes, &total)) return NULL;
  if (!charge(a, bytes)) return NULL;
  if (a->spill && bytes >= SPILLED_BYTES && a->used_bytes >= SPILLED_AFTER) {
    arena_touch(a, bytes);
    b = spill_map(a->spill, total, &offset);
  }
  bool mapped = b != NULL;
  if (!b) b = host_new(total, raw);
  if (!b) {
    discharge(a, bytes);
    return NULL;
  }
  memset(b, 0, head);
  if (mapped) {
    b->mapped_bytes = total;
    b->offset = offset;
    b->next_mapped = a->mapped;
    a->mapped = b;
  }
  b->data = (char *)b + head;
  b->capacity = bytes;
  return b;
}

static void *try_alloc(arena *a, size_t bytes, bool raw) {
  size_t size, total;
  if (!bytes) bytes = 1; /* distinct addresses, and the clock moves */
  if (!size_align(bytes, bytes >= 64 ? 64 : 16, &size) || !size_add(a->used_bytes, size, &total))
    return NULL;
  if (a->limit_bytes && total > a->limit_bytes) return NULL;

  arena_block *b = a->blocks;
  size_t at = 0;
  bool fits = b && size_align(b->used, bytes >= 64 ? 64 : 16, &at) && at <= b->capacity &&
              size <= b->capacity - at;
  if (!fits) {
    at = 0;
    bool own = size >= OWN_BLOCK_BYTES;
    bool small = !a->blocks && size <= FIRST_BYTES;
    b = block_new(a, own ? size : small ? FIRST_BYTES : BLOCK_BYTES, raw && own);
    if (!b) return NULL;
    b->born = total;
    if (own && a->blocks) {
      b->next = a->blocks->next;
      a->blocks->next = b;
    } else {
      b->next = a->blocks;
      a->blocks = b;
    }
  }
  b->used = at + size;
  a->used_bytes = total;
  if (total > a->peak_bytes) a->peak_bytes = total;
  return b->data + at;
}

void *arena_try_alloc(arena *a, size_t bytes) { return try_alloc(a, bytes, false); }

static _Noreturn void out_of_memory(arena *a, size_t bytes) {
  if (!a->guard) {
    /* A caller that set no guard has promised to survive without one. */
    abort();
  }
  const arena *root = root_of(a);
  a->guard->wanted_bytes = bytes;
  a->guard->limit_bytes = root->tree_limit_bytes;
  a->guard->limited = root->at_limit ? root->limited : NULL;
  longjmp(a->guard->jump, 1);
}

void *arena_alloc(arena *a, size_t bytes) {
  void *p = arena_try_alloc(a, bytes);
  if (!p) out_of_memory(a, bytes);
  return p;
}

void arena_reserve(arena *a, size_t bytes) {
  arena_block *b = block_new(a, bytes, false);
  if (!b) out_of_memory(a, bytes);
  b->born = a->used_bytes; /* not younger than a mark that comes next */
  b->next = a->blocks;
  a->blocks = b;
}

void *arena_array(arena *a, size_t count, size_t bytes) {
  size_t total;
  if (!size_mul(count, bytes, &total)) out_of_memory(a, SIZE_MAX);
  return arena_alloc(a, total);
}

void *arena_raw(arena *a, size_t count, size_t bytes) {
  size_t total;
  if (!size_mul(count, bytes, &total)) out_of_memory(a, SIZE_MAX);
  void *p = try_alloc(a, total, true);
  if (!p) out_of_memory(a, total);
  return p;
}

void *arena_grow(arena *a, const void *old, size_t old_count, size_t new_count, size_t bytes) {
  void *p = arena_array(a, new_count, bytes);
  if (old && old_count) memcpy(p, old, (old_count < new_count ? old_count : new_count) * bytes);
  return p;
}

char *arena_strndup(arena *a, const char *s, size_t length) {
  size_t bytes;
  if (!size_add(length, 1, &bytes)) out_of_memory(a, SIZE_MAX);
  char *copy = arena_alloc(a, bytes);
  if (length) memcpy(copy, s, length);
  copy[length] = 0;
  return copy;
}

char *arena_strdup(arena *a, const char *s) { return arena_strndup(a, s, strlen(s)); }

char *arena_vprintf(arena *a, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = plain_vsnprintf(NULL, 0, format, args);
  if (length < 0) length = 0;
  char *s = arena_alloc(a, (size_t)length + 1);
  plain_vsnprintf(s, (size_t)length + 1, format, again);
  va_end(again);
  return s;
}

char *arena_printf(arena *a, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *s = arena_vprintf(a, format, args);
  va_end(args);
  return s;
}

void arena_defer(arena *a, void (*run)(void *object), void *object) {
  arena_cleanup *c = NEW(a, arena_cleanup);
  *c = (arena_cleanup){.next = a->cleanups, .run = run, .object = object};
  a->cleanups = c;
}

arena_mark arena_save(const arena *a) {
  return (arena_mark){.block = a->blocks,
                      .block_used = a->blocks ? a->blocks->used : 0,
                      .used_bytes = a->used_bytes,
                      .cleanups = a->cleanups};
}

void arena_reset(arena *a, arena_mark mark) {
  run_cleanups(a, mark.cleanups);
  bool older = false; /* what is younger lies in front of the mark's block, or right behind it */
  for (arena_block **at = &a->blocks; *at;) {
    arena_block *b = *at;
    if (b->born > mark.used_bytes) {
      *at = b->next;
      if (!kept_as_spare(a, b)) block_free(a, b);
    } else if (older) {
      break;
    } else {
      older = b == mark.block;
      at = &b->next;
    }
  }
  if (mark.block) { /* arena memory is always zeroed, the second time too */
    arena_block *b = mark.block;
    memset(b->data + mark.block_used, 0, b->used - mark.block_used);
    b->used = mark.block_used;
  }
  a->used_bytes = mark.used_bytes;
}
