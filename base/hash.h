/* hash.h - BLAKE2b-256 of content, as hexadecimal names and as a tree.
 *
 * The tree of a file of n bytes: BLAKE2b-256 of each 1 MiB chunk (the last one
 * shorter), then BLAKE2b-256 over the concatenated chunk hashes. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_BYTES 32
#define HASH_CHUNK_BYTES ((size_t)1 << 20)

typedef struct hash {
  uint8_t bytes[HASH_BYTES];
} hash;

typedef struct hasher {
  _Alignas(64) unsigned char state[384]; /* crypto_generichash_state */
} hasher;

void hash_begin(hasher *h);
void hash_add(hasher *h, const void *data, size_t bytes);
void hash_add_string(hasher *h, const char *s); /* length included, NULL as "" */
void hash_add_u64(hasher *h, uint64_t x);
hash hash_end(hasher *h);
hash hash_of(const void *data, size_t bytes);
/* For tables in memory: keyed anew in each process, so that no file can hold names that collide. */
uint64_t hash_name(const char *name);
hash hash_tree(const void *data, size_t bytes);
void hash_hex(const hash *h, char out[65]);

#endif
