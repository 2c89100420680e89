/* nvtx.h - ranges with names for a profiler that is attached; nothing otherwise. */
#ifndef RUNTIME_NVTX_H
#define RUNTIME_NVTX_H

/* Ranges of a thread nest.  The name is copied by the tool. */
void nvtx_push(const char *name);
void nvtx_pop(void);

#endif
