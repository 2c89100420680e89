/* stream.c - a plan on a CUDA stream of your own: copies, runs and copies back are queued one
 * behind the other, and the host waits once, in the end.
 *
 *     cc stream.c $(pkg-config --cflags --libs fp8c_rt) -I/usr/local/cuda/include -lcuda -o stream
 *     ./stream model.fp8c [SIZE [RUNS]]
 *
 * The plan needs a variant for the GPU (--target sm_90a --dim batch=8) and no host steps. SIZE is
 * what its free dimensions are, 8 there. The inputs get ones; each run reads them and overwrites
 * the outputs. */
#include <cuda.h>
#include <fp8c/fp8c.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PORTS = 16, SHOWN = 8 };

#define CUDA(call)                                               \
  do {                                                           \
    CUresult result_ = (call);                                   \
    if (result_ != CUDA_SUCCESS) {                               \
      fprintf(stderr, "stream: %s: error %d\n", #call, result_); \
      goto done;                                                 \
    }                                                            \
  } while (0)

/* A port's tensor in device memory, without its memory. */
static fp8c_tensor tensor_of(const fp8c_port *port, int size) {
  fp8c_tensor t = {.dtype = port->dtype, .place = FP8C_PLACE_DEVICE, .rank = port->rank};
  for (int i = 0; i < port->rank; i++) t.shape[i] = port->shape[i] < 0 ? size : port->shape[i];
  return t;
}

static void ones(void *data, size_t bytes, fp8c_dtype dtype) {
  for (size_t i = 0; i < bytes / 4 && dtype == FP8C_DTYPE_F32; i++) ((float *)data)[i] = 1;
  for (size_t i = 0; i < bytes / 8 && dtype == FP8C_DTYPE_I64; i++) ((int64_t *)data)[i] = 1;
}

int main(int argc, char **argv) {
  fp8c_program *program = NULL;
  fp8c_session *session = NULL;
  fp8c_error err = {0};
  fp8c_tensor ports[2 * MOST_PORTS] = {0}; /* inputs, then outputs */
  void *host[2 * MOST_PORTS] = {0};
  CUdeviceptr device[2 * MOST_PORTS] = {0};
  CUdevice gpu;
  CUcontext context = NULL;
  CUstream stream = NULL;
  size_t inputs = 0, outputs = 0;
  int size = argc > 2 ? atoi(argv[2]) : 1, runs = argc > 3 ? atoi(argv[3]) : 3, failed = 1;
  if (argc < 2 || size < 1 || runs < 1) {
    fprintf(stderr, "usage: stream PLAN.fp8c [SIZE [RUNS]]\n");
    return 2;
  }

  /* The session works in the device's primary context, like PyTorch and the CUDA runtime. */
  CUDA(cuInit(0));
  CUDA(cuDeviceGet(&gpu, 0));
  CUDA(cuDevicePrimaryCtxRetain(&context, gpu));
  CUDA(cuCtxPushCurrent(context));
  CUDA(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));

  if (fp8c_program_open(argv[1], &program, &err)) goto done;
  fp8c_session_options options = {.size = sizeof options, .device = "cuda:0", .stream = stream};
  if (fp8c_session_create(program, &options, &session, &err)) goto done;
  inputs = fp8c_program_input_count(program);
  outputs = fp8c_program_output_count(program);
  if (inputs > MOST_PORTS || outputs > MOST_PORTS) {
    fprintf(stderr, "stream: more than %d ports\n", MOST_PORTS);
    inputs = outputs = 0;
    goto done;
  }

  for (size_t i = 0; i < inputs + outputs; i++) {
    const fp8c_port *port =
        i < inputs ? fp8c_program_input(program, i) : fp8c_program_output(program, i - inputs);
    ports[i] = tensor_of(port, size);
    size_t bytes = fp8c_tensor_bytes(&ports[i]);
    host[i] = calloc(1, bytes ? bytes : 1);
    if (!host[i]) goto done;
    CUDA(cuMemAlloc(&device[i], bytes ? bytes : 1));
    ports[i].data = (void *)device[i];
    if (i < inputs) {
      ones(host[i], bytes, port->dtype);
      CUDA(cuMemcpyHtoDAsync(device[i], host[i], bytes, stream));
    }
  }

  for (int r = 0; r < runs; r++)
    if (fp8c_session_enqueue(session, ports, inputs, ports + inputs, outputs, &err)) goto done;
  for (size_t i = inputs; i < inputs + outputs; i++)
    CUDA(cuMemcpyDtoHAsync(host[i], device[i], fp8c_tensor_bytes(&ports[i]), stream));
  CUDA(cuStreamSynchronize(stream));

  for (size_t i = inputs; i < inputs + outputs; i++) {
    printf("%s:", fp8c_program_output(program, i - inputs)->name);
    size_t count = fp8c_tensor_bytes(&ports[i]) / 4;
    for (size_t k = 0; k < count && k < SHOWN && ports[i].dtype == FP8C_DTYPE_F32; k++)
      printf(" %g", (double)((float *)host[i])[k]);
    printf("\n");
  }
  failed = 0;

done:
  if (err.status) fprintf(stderr, "stream: %s\n", err.text);
  fp8c_session_free(session); /* before the stream that it works on */
  fp8c_program_free(program);
  for (size_t i = 0; i < 2 * MOST_PORTS; i++) {
    free(host[i]);
    if (device[i]) cuMemFree(device[i]);
  }
  if (stream) cuStreamDestroy(stream);
  if (context) cuCtxPopCurrent(&context), cuDevicePrimaryCtxRelease(gpu);
  return failed;
}
