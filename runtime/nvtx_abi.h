/* nvtx_abi.h - what nvtx.c states of NVTX 3 (private to runtime/ and its test). */
#ifndef RUNTIME_NVTX_ABI_H
#define RUNTIME_NVTX_ABI_H

enum {
  NVTX_ABI_VERSION = 3,
  NVTX_EXPORT_CALLBACKS = 1, /* export tables */
  NVTX_EXPORT_VERSION = 3,
  NVTX_MODULE_CORE = 1,
  NVTX_MODULES = 7,
  NVTX_RANGE_PUSH = 9, /* functions of the core module */
  NVTX_RANGE_POP = 11
};

/* Functions of each module, the first being none: core, CUDA, OpenCL, CUDA runtime, core 2,
 * synchronisation. */
static const unsigned nvtx_module_sizes[NVTX_MODULES] = {0, 16, 9, 15, 7, 16, 7};

#endif
