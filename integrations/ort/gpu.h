/* gpu.h - tensors in a GPU's memory. */
#ifndef INTEGRATIONS_ORT_GPU_H
#define INTEGRATIONS_ORT_GPU_H

#include "integrations/ort/provider.h"

#define VENDOR_NVIDIA 0x10de

/* GPUs that the driver shows; 0 where there is no driver.  Comes before all else here. */
int gpu_count(void);

/* One of them, with the memory that ONNX Runtime gets of it; NULL: it cannot be used. */
gpu *gpu_open(const ort_api *ort, int ordinal);
void gpu_close(gpu *g);
int gpu_ordinal(const gpu *g);
const OrtMemoryInfo *gpu_memory(const gpu *g);
OrtAllocator *gpu_allocator(gpu *g);

/* What copies tensors between these GPUs and the host; `gpus` must stay. */
OrtStatus *gpu_transfer(const ort_api *ort, gpu *const *gpus, size_t count,
                        OrtDataTransferImpl **out);
OrtStatus *gpu_stream(gpu *g, OrtSyncStreamImpl **out);

/* An event for gpu_follow; NULL: there is none to be had. */
void *gpu_event(gpu *g);
void gpu_free_event(gpu *g, void *event);
/* What is queued on the stream `behind` from now on comes behind what `before` has. */
fp8c_status gpu_follow(gpu *g, void *behind, void *before, void *event, fp8c_error *err);
/* Copies host memory to the device, and waits. */
fp8c_status gpu_fill(gpu *g, void *place, const void *from, size_t bytes, fp8c_error *err);

#endif
