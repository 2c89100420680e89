/* looks.h - what a file seems to be, by its first bytes: for whoever got another than expected. */
#ifndef BASE_LOOKS_H
#define BASE_LOOKS_H

#include <stddef.h>

#define LOOKS_BYTES 512 /* that are looked at */

/* "a NumPy array (.npy)"; NULL: it is not known. */
const char *looks_like(const void *first, size_t bytes);

#endif
