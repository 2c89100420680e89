/* test_cache.c - entries that prove what they are, and threads that keep and find them at once. */
#include "tests/support/unit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/cache.h"

static oom_guard guard;
static arena a;
static char folder[64];

static int setup(void **state) {
  (void)state;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) return -1;
  snprintf(folder, sizeof folder, "/tmp/fp8c-test-cache-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  arena_free(&a);
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

static hash key_of(const char *words) { return hash_of(words, strlen(words)); }

static bool holds(cache *c, const char *kind, const hash *key, const char *want) {
  void *content;
  size_t bytes;
  return cache_load(c, kind, key, 1 << 20, &a, &content, &bytes) && bytes == strlen(want) &&
         memcmp(content, want, bytes) == 0;
}

static void an_entry_is_what_it_was_made_for(void **state) {
  (void)state;
  cache c = {.folder = folder};
  hash one = key_of("one"), two = key_of("two");
  void *content;
  size_t bytes;
  assert_false(cache_load(&c, "words", &one, 100, &a, &content, &bytes));
  cache_keep(&c, "words", &one, "content", 7);
  assert_true(holds(&c, "words", &one, "content"));
  assert_int_equal(c.damaged, 0);
  assert_false(cache_load(&c, "words", &one, 6, &a, &content, &bytes)); /* longer than wanted */
  assert_int_equal(c.damaged, 1);
  /* under another key, and under another kind */
  const char *path = cache_path(&c, "words", &one, &a);
  assert_int_equal(link(path, cache_path(&c, "words", &two, &a)), 0);
  assert_false(holds(&c, "words", &two, "content"));
  assert_int_equal(folder_make(path_join(&a, folder, "other"), NULL), FP8C_OK);
  assert_int_equal(link(path, cache_path(&c, "other", &one, &a)), 0);
  assert_false(holds(&c, "other", &one, "content"));
  assert_int_equal(c.damaged, 3);
  assert_non_null(strstr(c.first_damaged, folder));
  assert_false(c.has_unkept);
}

static void every_changed_bit_is_noticed(void **state) {
  (void)state;
  cache c = {.folder = folder};
  hash key = key_of("bits");
  cache_keep(&c, "words", &key, "some content", 12);
  const char *path = cache_path(&c, "words", &key, &a);
  char *good;
  size_t bytes;
  assert_int_equal(file_read_all(&a, path, 1000, &good, &bytes, NULL), FP8C_OK);
  assert_int_equal(bytes, CACHE_HEADER_BYTES + 12);
  for (size_t bit = 0; bit < 8 * bytes; bit += 3) {
    good[bit / 8] = (char)(good[bit / 8] ^ (1 << (bit % 8)));
    assert_int_equal(file_write_all(path, good, bytes, NULL), FP8C_OK);
    assert_false(holds(&c, "words", &key, "some content"));
    good[bit / 8] = (char)(good[bit / 8] ^ (1 << (bit % 8)));
  }
  assert_int_equal(c.damaged, (8 * bytes + 2) / 3);
  cache_keep(&c, "words", &key, "some content", 12);
  assert_true(holds(&c, "words", &key, "some content"));
}

/* Long content in its file, by several threads; one that is cut short is none. */
static void long_content(void **state) {
  (void)state;
  cache c = {.folder = folder};
  hash key = key_of("long");
  size_t bytes = 3 * HASH_CHUNK_BYTES + 17;
  char *content = arena_alloc(&a, bytes), *read = arena_alloc(&a, bytes);
  for (size_t i = 0; i < bytes; i++) content[i] = (char)(i * 31 >> 3);
  pool *threads;
  fp8c_error err;
  assert_int_equal(pool_create(3, &threads, &err), FP8C_OK);
  file_writer *w = cache_writer_open(&c, CACHE_PLANS, &key);
  assert_non_null(w);
  assert_int_equal(file_writer_write(w, content, bytes, NULL), FP8C_OK);
  cache_writer_close(&c, CACHE_PLANS, &key, w, true, NULL, threads);
  file *f;
  assert_true(cache_open(&c, CACHE_PLANS, &key, bytes, threads, &a, &f));
  assert_int_equal(f->bytes, bytes);
  assert_int_equal(file_read(f, 0, read, bytes, NULL), FP8C_OK);
  assert_memory_equal(read, content, bytes);
  assert_true(cache_load(&c, CACHE_PLANS, &key, bytes, &a, (void **)&read, &bytes));
  assert_int_equal(truncate(cache_path(&c, CACHE_PLANS, &key, &a), (off_t)bytes), 0);
  assert_false(cache_open(&c, CACHE_PLANS, &key, bytes, threads, &a, &f));
  pool_free(threads);
}

#define KEEPERS 8

static void *keep_some(void *object) {
  for (int i = 0; i < 20; i++) {
    char words[32];
    snprintf(words, sizeof words, "shared %d", i);
    hash key = key_of(words);
    cache_keep(object, "shared", &key, words, strlen(words));
  }
  return NULL;
}

static void threads_keep_the_same(void **state) {
  (void)state;
  cache c = {.folder = folder}, nowhere = {.folder = "/proc/nothing"};
  pthread_t ids[2 * KEEPERS];
  for (int i = 0; i < 2 * KEEPERS; i++)
    assert_int_equal(pthread_create(&ids[i], NULL, keep_some, i % 2 ? &c : &nowhere), 0);
  for (int i = 0; i < 2 * KEEPERS; i++) pthread_join(ids[i], NULL);
  for (int i = 0; i < 20; i++) {
    char words[32];
    snprintf(words, sizeof words, "shared %d", i);
    hash key = key_of(words);
    assert_true(holds(&c, "shared", &key, words));
  }
  assert_false(c.has_unkept);
  assert_true(nowhere.has_unkept);
  assert_int_equal(nowhere.unkept.status, FP8C_ERROR_IO);
}

static void no_cache(void **state) {
  (void)state;
  cache none = {.folder = ""};
  hash key = key_of("none");
  cache_keep(NULL, "words", &key, "x", 1);
  cache_keep(&none, "words", &key, "x", 1);
  assert_false(holds(NULL, "words", &key, "x"));
  assert_false(holds(&none, "words", &key, "x"));
  assert_null(cache_writer_open(&none, "words", &key));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_entry_is_what_it_was_made_for),
      cmocka_unit_test(every_changed_bit_is_noticed),
      cmocka_unit_test(long_content),
      cmocka_unit_test(threads_keep_the_same),
      cmocka_unit_test(no_cache),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
