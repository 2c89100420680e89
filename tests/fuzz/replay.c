/* replay.c - gives a fuzz target the files of a kept corpus, without libFuzzer.
 *
 *   replay_TARGET FILE_OR_FOLDER...             each file once
 *   replay_TARGET --damage FILE_OR_FOLDER...    and every truncation of it, and
 *                                               every single bit flipped
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

static bool run_file(arena *a, const char *path, bool damage) {
  char *data;
  size_t bytes;
  fp8c_error err;
  if (file_read_all(a, path, (size_t)1 << 30, &data, &bytes, &err) != FP8C_OK) {
    fprintf(stderr, "%s\n", err.text);
    return false;
  }
  run(path, "as it is", 0, (const uint8_t *)data, bytes);
  if (damage) run_damaged(path, (uint8_t *)data, bytes);
  return true;
}

static bool run_path(arena *a, const char *path, bool damage) {
  if (!folder_exists(path)) return run_file(a, path, damage);
  char **names;
  size_t count;
  fp8c_error err;
  if (folder_list(a, path, &names, &count, &err) != FP8C_OK) {
    fprintf(stderr, "%s\n", err.text);
    return false;
  }
  for (size_t i = 0; i < count; i++)
    if (!run_path(a, path_join(a, path, names[i]), damage)) return false;
  return true;
}

int main(int argc, char **argv) {
  static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], crashed);
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) return 1;
  bool damage = argc > 1 && strcmp(argv[1], "--damage") == 0;
  for (int i = damage ? 2 : 1; i < argc; i++)
    if (!run_path(&a, argv[i], damage)) return 1;
  printf("%zu passed, 0 failed\n", runs);
  arena_free(&a);
  return runs ? 0 : 1;
}
