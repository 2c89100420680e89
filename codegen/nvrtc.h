/* nvrtc.h - CUDA source text to cubins, in parallel, cached by content. */
#ifndef CODEGEN_NVRTC_H
#define CODEGEN_NVRTC_H

#include "codegen/codegen.h"

typedef struct kernel_source {
  const char *symbol; /* of the kernel in `text` */
  const char *text;   /* the whole translation unit */
  const void *cubin;  /* filled by nvrtc_compile, in c->keep */
  size_t cubin_bytes;
  bool cached;        /* came from the cache */
  const char *failed; /* why there is no cubin; in c->scratch */
  bool hurries; /* lets the next kernel start before it waits for the one before (lowering.hurries)
                 */
  bool reads_older; /* launch_shape's */
} kernel_source;

/* Compiles every kernel for `t` that has no cubin yet.  The error, of the first that fails, names
 * the kernel and carries the first error line of NVRTC's log; the others are compiled. */
fp8c_status nvrtc_compile(kernel_source *kernels, size_t count, const target *t, codegen_context *c,
                          fp8c_error *err);

#endif
