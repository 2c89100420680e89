/* size_names.h - names of sizes that say what they are: exporters call the length of what a decoder
 * joins "past_sequence_length + sequence_length". */
#ifndef BASE_SIZE_NAMES_H
#define BASE_SIZE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NAME_SUM_MAX 4

/* A sum of other sizes and a number. */
typedef struct name_sum {
  size_t count; /* of names: at least one, and two without a number */
  struct {
    const char *at; /* in the text that was read, not terminated */
    size_t length;
  } names[NAME_SUM_MAX];
  int64_t number; /* at least 0 */
} name_sum;

/* Returns true, and fills *out, where `name` is such a sum: words of letters, digits, '_' and '.',
 * or whole numbers, with '+' and any spaces between them. */
bool name_sum_read(const char *name, name_sum *out);

#endif
