/* build_id.h - which build of the program this is. */
#ifndef BASE_BUILD_ID_H
#define BASE_BUILD_ID_H

#include <stdbool.h>

#include "base/hash.h"

/* Adds the linker's build ID (NT_GNU_BUILD_ID) of the program or library that holds
 * `symbol`, a function's or an object's address; false when it has none. */
bool build_id_add(hasher *h, const void *symbol);

#endif
