/* replay.c - gives a fuzz target the files of a kept corpus, without libFuzzer.
 *
 *   replay_TARGET FILE_OR_FOLDER...             each file once
 *   replay_TARGET --damage FILE_OR_FOLDER...    and every truncation of it, and
 *                                               every single bit flipped
 *   replay_TARGET --mutate N FILE_OR_FOLDER...  and N of them changed at random, as a
 *                                               fuzzer would, always the same ones
 *
 * Damage is done in this process; build with the sanitizers to see what it
 * does.  Before each input its description goes into a buffer that a crash
 * handler prints, so a finding names itself. */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate.h"

#define MOST_BYTES 65536 /* of a changed input */

static char now[1024];
static size_t runs;

static void crashed(int number) {
  static const char start[] = "\ncrash at: ";
  if (write(2, start, sizeof start - 1) < 0 || write(2, now, strlen(now)) < 0) _exit(3);
  signal(number, SIG_DFL);
  raise(number);
}

static void run(const char *path, const char *what, size_t index, const uint8_t *data, size_t n) {
  snprintf(now, sizeof now, "%s, %s %zu\n", path, what, index);
  /* A copy of exactly n bytes, so that the sanitizer sees a read past the end. */
  uint8_t *copy = malloc(n ? n : 1);
  if (!copy) abort();
  memcpy(copy, data, n);
  LLVMFuzzerTestOneInput(copy, n);
  free(copy);
  runs++;
}

static void run_damaged(const char *path, uint8_t *data, size_t bytes) {
  for (size_t n = 0; n < bytes; n++) run(path, "cut to", n, data, n);
  for (size_t bit = 0; bit < bytes * 8; bit++) {
    data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    run(path, "flipped bit", bit, data, bytes);
    data[bit / 8] ^= (uint8_t)(1u << bit % 8);
  }
}

/* ---- What is read ----------------------------------------------------------------------- */

typedef struct input {
  const char *path;
  uint8_t *data;
  size_t bytes;
} input;

typedef struct corpus {
  arena *a;
  input *items;
  size_t count;
} corpus;

static bool read_path(corpus *c, const char *path) {
  fp8c_error err;
  if (folder_exists(path)) {
    char **names;
    size_t count;
    if (folder_list(c->a, path, &names, &count, &err) != FP8C_OK) goto failed;
    for (size_t i = 0; i < count; i++)
      if (!read_path(c, path_join(c->a, path, names[i]))) return false;
    return true;
  }
  char *data;
  input in = {.path = path};
  if (file_read_all(c->a, path, (size_t)1 << 30, &data, &in.bytes, &err) != FP8C_OK) goto failed;
  in.data = (uint8_t *)data;
  ARENA_PUSH(c->a, c->items, c->count, in);
  return true;
failed:
  fprintf(stderr, "%s\n", err.text);
  return false;
}

/* ---- Changes ---------------------------------------------------------------------------- */

/* Of targets whose inputs have no structure that a change should leave whole. */
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                                                     unsigned seed) {
  uint64_t state = seed;
  size_t steps = 1 + random_below(&state, 4);
  for (size_t i = 0; i < steps; i++) size = mutate_bytes(data, size, most, &state);
  return size;
}

static void run_mutated(const corpus *c, size_t count) {
  uint8_t *data = malloc(MOST_BYTES);
  uint64_t state = 1;
  if (!data) abort();
  for (size_t i = 0; i < count; i++) {
    const input *in = &c->items[random_below(&state, c->count)];
    size_t bytes = in->bytes < MOST_BYTES ? in->bytes : MOST_BYTES;
    size_t rounds = 1 + random_below(&state, 4);
    memcpy(data, in->data, bytes);
    while (rounds--)
      bytes = LLVMFuzzerCustomMutator(data, bytes, MOST_BYTES, (unsigned)random_next(&state));
    run(in->path, "mutation", i, data, bytes);
  }
  free(data);
}

int main(int argc, char **argv) {
  static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], crashed);
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) return 1;
  corpus c = {.a = &a};
  bool damage = argc > 1 && strcmp(argv[1], "--damage") == 0;
  bool mutate = argc > 2 && strcmp(argv[1], "--mutate") == 0;
  for (int i = damage ? 2 : mutate ? 3 : 1; i < argc; i++)
    if (!read_path(&c, argv[i])) return 1;
  if (c.count == 0) return 1;
  for (size_t i = 0; i < c.count; i++) {
    run(c.items[i].path, "as it is", 0, c.items[i].data, c.items[i].bytes);
    if (damage) run_damaged(c.items[i].path, c.items[i].data, c.items[i].bytes);
  }
  if (mutate) run_mutated(&c, strtoul(argv[2], NULL, 10));
  printf("%zu passed, 0 failed\n", runs);
  arena_free(&a);
  return 0;
}
