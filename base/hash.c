/* hash.c - libsodium's BLAKE2b with 32 bytes of output and no key. */
#include "base/hash.h"

#include <pthread.h>
#include <sodium.h>
#include <string.h>

_Static_assert(sizeof(crypto_generichash_state) <= sizeof(((hasher *)0)->state),
               "hasher.state holds libsodium's state");

static crypto_generichash_state *state(hasher *h) { return (crypto_generichash_state *)h->state; }

void hash_begin(hasher *h) {
  /* Picks the fastest code for this CPU, once; without it the plain code runs,
   * which gives the same bytes, so its failure does not matter. */
  int ready = sodium_init();
  (void)ready;
  crypto_generichash_init(state(h), NULL, 0, HASH_BYTES);
}

void hash_add(hasher *h, const void *data, size_t bytes) {
  if (bytes) crypto_generichash_update(state(h), data, bytes);
}

void hash_add_u64(hasher *h, uint64_t x) {
  unsigned char little[8];
  for (int i = 0; i < 8; i++) little[i] = (unsigned char)(x >> (8 * i));
  hash_add(h, little, sizeof little);
}

void hash_add_string(hasher *h, const char *s) {
  if (!s) s = "";
  size_t length = strlen(s);
  hash_add_u64(h, length);
  hash_add(h, s, length);
}

hash hash_end(hasher *h) {
  hash out;
  crypto_generichash_final(state(h), out.bytes, HASH_BYTES);
  return out;
}

hash hash_of(const void *data, size_t bytes) {
  hasher h;
  hash_begin(&h);
  hash_add(&h, data, bytes);
  return hash_end(&h);
}

static unsigned char name_key[crypto_shorthash_KEYBYTES];

static void make_name_key(void) {
  int ready = sodium_init();
  (void)ready;
  randombytes_buf(name_key, sizeof name_key);
}

uint64_t hash_name(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  uint64_t h;
  (void)pthread_once(&once, make_name_key);
  _Static_assert(sizeof h == crypto_shorthash_BYTES, "SipHash gives 64 bits");
  crypto_shorthash((unsigned char *)&h, (const unsigned char *)name, strlen(name), name_key);
  return h;
}

hash hash_tree(const void *data, size_t bytes) {
  hasher h;
  hash_begin(&h);
  for (size_t at = 0; at < bytes; at += HASH_CHUNK_BYTES) {
    size_t left = bytes - at;
    hash chunk =
        hash_of((const char *)data + at, left < HASH_CHUNK_BYTES ? left : HASH_CHUNK_BYTES);
    hash_add(&h, &chunk, sizeof chunk);
  }
  return hash_end(&h);
}

void hash_hex(const hash *h, char out[65]) {
  static const char digit[] = "0123456789abcdef";
  for (int i = 0; i < HASH_BYTES; i++) {
    out[2 * i] = digit[h->bytes[i] >> 4];
    out[2 * i + 1] = digit[h->bytes[i] & 15];
  }
  out[64] = 0;
}
