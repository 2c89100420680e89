/* cuda_memory.c - device memory that outlives a run: what states lie in. */
#include "runtime/cuda.h"

static fp8c_status make(device_state *s, size_t bytes, cu_pointer *out, fp8c_error *err) {
  TRY(cuda_allocate(s, bytes, "a state", out, err));
  TRY(cuda_result(CU(s->cu->set_bytes(*out, 0, bytes, s->stream)), err, "clearing a state"));
  return cuda_result(CU(s->cu->stream_wait(s->stream)), err, "clearing a state");
}

fp8c_status cuda_memory(device_state *s, size_t bytes, void **out, fp8c_error *err) {
  cu_pointer p = 0;
  *out = NULL;
  TRY(cuda_enter(s, err));
  fp8c_status status = make(s, bytes, &p, err);
  if (status != FP8C_OK) cuda_release(s, p);
  if (status == FP8C_OK) *out = (void *)(uintptr_t)p;
  return cuda_leave(s, status);
}

void cuda_memory_free(device_state *s, void *memory) {
  if (cuda_enter(s, NULL) != FP8C_OK) return; /* a lost context has taken its memory with it */
  cuda_release(s, (cu_pointer)(uintptr_t)memory);
  cuda_leave(s, FP8C_OK);
}

static fp8c_status copied(device_state *s, cu_result r, fp8c_error *err) {
  TRY(cuda_result(r, err, "copying a state"));
  return cuda_result(CU(s->cu->stream_wait(s->stream)), err, "copying a state");
}

fp8c_status cuda_memory_read(device_state *s, const void *memory, void *host, memory_pieces p,
                             fp8c_error *err) {
  TRY(cuda_enter(s, err));
  cu_pointer from = (cu_pointer)(uintptr_t)memory;
  cu_result r = 0;
  for (size_t i = 0; i < p.count && r == 0; i++)
    r = CU(s->cu->to_host((uint8_t *)host + i * p.bytes, from + i * p.step, p.bytes, s->stream));
  return cuda_leave(s, copied(s, r, err));
}

fp8c_status cuda_fetch(device_state *s, uint32_t output, uint64_t from, void *to, size_t bytes,
                       fp8c_error *err) {
  cu_pointer at = s->current->address[s->current->v->outputs[output]] + from;
  return cuda_memory_read(s, (const void *)(uintptr_t)at, to, (memory_pieces){bytes, 1, 0}, err);
}

fp8c_status cuda_memory_write(device_state *s, void *memory, const void *host, memory_pieces p,
                              fp8c_error *err) {
  TRY(cuda_enter(s, err));
  cu_pointer to = (cu_pointer)(uintptr_t)memory;
  const uint8_t *from = host;
  cu_result r = 0;
  for (size_t i = 0; i < p.count && r == 0; i++)
    r = CU(s->cu->to_device(to + i * p.step, from + i * p.bytes, p.bytes, s->stream));
  return cuda_leave(s, copied(s, r, err));
}

fp8c_status cuda_memory_copy(device_state *s, void *to, const void *from, memory_pieces p,
                             fp8c_error *err) {
  TRY(cuda_enter(s, err));
  cu_pointer a = (cu_pointer)(uintptr_t)to, b = (cu_pointer)(uintptr_t)from;
  cu_result r = 0;
  for (size_t i = 0; i < p.count && r == 0; i++)
    r = CU(s->cu->on_device(a + i * p.step, b + i * p.step, p.bytes, s->stream));
  return cuda_leave(s, copied(s, r, err));
}
