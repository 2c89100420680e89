/* spill.h - large blocks of memory that lie in a file without a name.
 *
 * A compile makes copies of weights (transposed, rounded) that nobody reads again until the plan is
 * written.  Mapped from a file of our own they are memory like any other, whose pages can be given
 * back in between: a model of 20 GB is compiled in the memory of its largest tensors.  Nobody
 * else can shorten the file, and its space is taken before it is used, so no page is missing. */
#ifndef BASE_SPILL_H
#define BASE_SPILL_H

#include "base/file.h"

typedef struct spill spill;

/* In `folder`; NULL when the file system has no such files. */
spill *spill_open(const char *folder);
void spill_close(spill *s); /* with every block unmapped; NULL is fine */

/* Zeroed; NULL when there is no space. */
void *spill_map(spill *s, size_t bytes, uint64_t *offset);
void spill_unmap(spill *s, void *p, size_t bytes, uint64_t offset);
/* Gives the pages back until they are touched again; what they hold stays. */
void spill_rest(void *p, size_t bytes);

/* Of all blocks, for reading by offset. */
const file *spill_file(const spill *s);

#endif
