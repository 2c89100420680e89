/* arena.h - memory with a named lifetime.
 *
 * Objects in an arena have no free function; the arena goes as a whole.  When
 * memory runs out, arena_alloc longjmps to the one guard at the library's
 * entry, so code between never tests for NULL.  What an arena cannot free
 * itself (a file, a library) is registered with arena_defer.
 *
 * An arena belongs to one thread: worker threads of a pool never allocate
 * from one. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The place out-of-memory returns to.  An entry function does
 *
 *     oom_guard guard;
 *     arena a;
 *     arena_init(&a, &guard);
 *     if (setjmp(guard.jump)) {
 *       arena_free(&a);
 *       return fail(err, FP8C_ERROR_NO_MEMORY, ...);
 *     }
 *
 * Locals changed after setjmp and used in that branch must be volatile. */
typedef struct oom_guard {
  jmp_buf jump;
  size_t wanted_bytes; /* of the allocation that failed */
  const char *limited; /* what arena_limit allowed no more of; NULL: the machine has no more */
  size_t limit_bytes;  /* of it */
  bool cancelled;      /* memory did not end: the caller did (compiler/compile/job.c) */
} oom_guard;

typedef struct arena_block arena_block;
typedef struct arena_cleanup arena_cleanup;

typedef struct arena {
  oom_guard *guard;
  arena_block *blocks;            /* newest first */
  arena_cleanup *cleanups;        /* newest first, run in that order */
  size_t used_bytes, limit_bytes; /* limit 0: none */
  size_t peak_bytes;              /* the most used_bytes has been */
  arena_block *spare;             /* one that a reset freed, for the next; NULL */
  arena_block *mapped;            /* those that lie in the spill */
  struct spill *spill;            /* arena_spill; NULL */
  size_t touched_bytes;           /* of what lies there, since it rested */
  struct arena *root;             /* around this one, whose limit counts; NULL: this is it */
  const char *limited;            /* arena_limit; NULL: no limit */
  bool at_limit;
  size_t tree_limit_bytes, tree_bytes; /* of blocks in it and in all arenas inside */
} arena;

void arena_init(arena *a, oom_guard *guard);
/* A new arena in `around`, with its guard: it may be freed before, and is gone with it. */
arena *arena_inside(arena *around);
/* From now on the arena and those inside it take at most `bytes` more, together; `what` (a literal)
 * says of whom that is asked, in a sentence.  NULL: no limit any more.  Threads that use arenas
 * inside it must not run while there is one. */
void arena_limit(arena *a, const char *what, size_t bytes);
/* Returns true where the limit, not the system, refused the last block. */
bool arena_at_limit(const arena *a);
void arena_free(arena *a); /* runs the cleanups, then frees; may be called again */

/* Zeroed memory, 64-byte aligned when bytes >= 64, else 16. */
void *arena_alloc(arena *a, size_t bytes);
/* count * bytes, checked for overflow (which counts as out of memory). */
void *arena_array(arena *a, size_t count, size_t bytes);
/* The same, with anything in it: for what is written before it is read. */
void *arena_raw(arena *a, size_t count, size_t bytes);
/* A bigger copy of `old` (old_count elements kept); the old one stays garbage. */
void *arena_grow(arena *a, const void *old, size_t old_count, size_t new_count, size_t bytes);
char *arena_strdup(arena *a, const char *s);
char *arena_strndup(arena *a, const char *s, size_t length);
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(arena *a, const char *format, va_list args);
/* As arena_alloc, but NULL instead of the jump: for callbacks out of foreign code. */
void *arena_try_alloc(arena *a, size_t bytes);

/* Room for the next `bytes` in one block: an arena that is saved after this and
 * reset again and again takes no memory until it needs more. */
void arena_reserve(arena *a, size_t bytes);

/* From 256 MiB on, blocks of 1 MiB and more lie in a file without a name in `folder`, as far as it
 * can be had; after every 64 MiB of them, made or read, and when the arena is asked to rest, their
 * pages are given back until they are touched again. */
void arena_spill(arena *a, const char *folder);
void arena_rest(const arena *a);
void arena_touch(arena *a, size_t bytes); /* so many are read, which brings their pages back */
struct file;
/* The file (base/file.h) and the offset of memory that lies there; false: it does not. */
bool arena_in_file(const arena *a, const void *p, const struct file **out, uint64_t *offset);

/* Tells whether `p` lies in a block of this arena; memory of arenas made inside it does not count.
 */
bool arena_holds(const arena *a, const void *p);

/* Calls run(object) when the arena is freed or reset past this point. */
void arena_defer(arena *a, void (*run)(void *object), void *object);

/* A point to go back to: everything allocated or deferred since is undone. */
typedef struct arena_mark {
  arena_block *block;
  size_t block_used, used_bytes;
  arena_cleanup *cleanups;
} arena_mark;

arena_mark arena_save(const arena *a);
void arena_reset(arena *a, arena_mark mark);

#define NEW(arena_, type_) ((type_ *)arena_alloc((arena_), sizeof(type_)))
#define NEW_ARRAY(arena_, type_, count_) \
  ((type_ *)arena_array((arena_), (size_t)(count_), sizeof(type_)))

/* Appends *value to a growing arena array: `items` and `count` are lvalues;
 * capacity is the next power of two, so only a power-of-two count grows. */
#define ARENA_PUSH(arena_, items_, count_, value_)                                           \
  do {                                                                                       \
    if (((count_) & ((count_)-1)) == 0)                                                      \
      (items_) = arena_grow((arena_), (items_), (count_), (count_) ? (size_t)(count_)*2 : 1, \
                            sizeof *(items_));                                               \
    (items_)[(count_)++] = (value_);                                                         \
  } while (0)

/* Memory that a library asks for in the middle of its work, where nobody can jump out of it: a
 * request that fails is noted for this thread.  What was made since is incomplete then, and is
 * given up where it would count: no file takes its name (base/file.h), no document is printed
 * (base/json.h), and the entry function ends as out of memory.  From malloc; goes by free. */
void *noted_malloc(size_t bytes);
/* Works like realloc.  Returns NULL where memory is exhausted, notes that, and leaves `p` as it
 * was. */
void *noted_realloc(void *p, size_t bytes);
/* Frees what noted_malloc gave. */
void noted_free(void *p);
/* Until memory_unreserve, requests of this thread that memory has no room for are noted and
 * served out of so many bytes, for code that does not bear a refusal.  What comes out of them is
 * gone with memory_unreserve.  False (noted) where there is no room for the reserve. */
bool memory_reserve(size_t bytes);
bool memory_reserve_used(void);
void memory_unreserve(void);
size_t memory_lost(void); /* the bytes of the first such request; 0: none */
/* Begins and ends the work whose losses count: an entry function's. */
size_t memory_begin(void);
size_t memory_end(size_t begun); /* what was lost since */

/* malloc, calloc and free through the seam, for memory without an arena. */
void *host_alloc(size_t bytes); /* zeroed, 64-byte aligned; NULL when out of memory */
void *host_raw(size_t bytes);   /* the same, with anything in it */
void host_free(void *p);

/* Between these two calls, which may nest and come from any threads, freed blocks of 4 MiB and more
 * are used again instead of going back to the system; at most as much memory is taken as without.
 * host_keep_drop gives back what nobody has now. */
void host_keep_begin(void);
void host_keep_end(void);
void host_keep_drop(void);

#endif
