/* simt.h - a kernel on the processor at hand: what the driver (fake_cuda.c) asks of simt.c. */
#ifndef TESTS_SIMT_SIMT_H
#define TESTS_SIMT_SIMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct simt_module simt_module;

/* From a "cubin" that simt.c's NVRTC made; NULL: it is none. */
simt_module *simt_load(const void *image);
void simt_unload(simt_module *m);
const char *simt_name(const simt_module *m); /* of its one kernel */
size_t simt_parameters(const simt_module *m);
size_t simt_parameter_bytes(const simt_module *m, size_t i);
/* Runs the whole grid; false, and a line on stderr, when threads wait for what never comes. */
bool simt_launch(simt_module *m, const unsigned grid[3], const unsigned block[3],
                 size_t shared_bytes, void **parameters);

/* What the grid reads before it waits for the kernel before, as a number: runs it up to there.
 * *waits: a thread of every block does; *hurries: one lets the next kernel start before. */
uint64_t simt_early(simt_module *m, const unsigned grid[3], const unsigned block[3],
                    size_t shared_bytes, void **parameters, bool *waits, bool *hurries);

/* Calls `call` with a copy of the object when the stream's turn has come (fake_cuda.c). */
int simt_issue(void *stream, void (*call)(const void *object), const void *object, size_t bytes);

/* The clock goes on by what FP8C_FAKE_TIMES has for so many blocks, or by 10 us (fake_cuda.c). */
void simt_takes(unsigned blocks);

#endif
