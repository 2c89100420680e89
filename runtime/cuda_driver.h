/* cuda_driver.h - libcuda and cuBLASLt, opened at run time.
 *
 * What fp8c uses of both is declared here, so that building needs no CUDA
 * toolkit and one binary runs with and without a GPU.  The numbers and layouts
 * are those of cuda.h and cublasLt.h (a test compares them where the toolkit is
 * installed); CUDA keeps them stable under these symbol names. */
#ifndef RUNTIME_CUDA_DRIVER_H
#define RUNTIME_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/seam.h"

/* ---- The driver -------------------------------------------------------------- */

typedef int cu_result;
typedef int cu_device;
typedef uint64_t cu_pointer;
typedef struct CUctx_st *cu_context;
typedef struct CUmod_st *cu_module;
typedef struct CUfunc_st *cu_function;
typedef struct CUkern_st *cu_kernel;
typedef struct CUstream_st *cu_stream;
typedef struct CUevent_st *cu_event;
typedef struct CUgraph_st *cu_graph;
typedef struct CUgraphNode_st *cu_graph_node;
typedef struct CUgraphExec_st *cu_graph_exec;

enum {
  CU_OK = 0,
  CU_OUT_OF_MEMORY = 2,
  CU_CAPTURE_INVALIDATED = 901,
  CU_UNKNOWN = 999,
  CU_COMPUTE_MAJOR = 75, /* device attributes */
  CU_COMPUTE_MINOR = 76,
  CU_CLOCK_KHZ = 13,
  CU_PROCESSORS = 16,
  CU_MEMORY_CLOCK_KHZ = 36,
  CU_MEMORY_BITS = 37,
  CU_CACHE_BYTES = 38,             /* L2 */
  CU_EVENT_EXTERNAL = 1,           /* of event_record_how: a node of the graph being captured */
  CU_MAX_DYNAMIC_SHARED_BYTES = 8, /* function attribute */
  CU_UNORDERED_STREAM = 1,         /* does not wait for stream 0 */
  CU_CAPTURE_THREAD_LOCAL = 1,
  CU_CAPTURE_NONE = 0, /* capture status */
  CU_NODE_KERNEL = 0,
  CU_NODE_MEMCPY = 1,
  CU_ATTRIBUTE_CLUSTER = 4, /* launch attributes */
  CU_ATTRIBUTE_PROGRAMMATIC = 6
};

typedef struct cu_launch_attribute {
  int id;
  char pad[4];
  union {
    char bytes[64];
    struct {
      unsigned x, y, z;
    } cluster;
    int programmatic;
  } value;
} cu_launch_attribute;

typedef struct cu_launch_config {
  unsigned grid[3], block[3], shared_bytes;
  cu_stream stream;
  cu_launch_attribute *attributes;
  unsigned attribute_count;
} cu_launch_config;

typedef struct cu_kernel_node {
  cu_function function;
  unsigned grid[3], block[3], shared_bytes;
  void **parameters, **extra;
  cu_kernel kernel; /* when function is NULL */
  cu_context context;
} cu_kernel_node;

typedef struct cuda_functions {
  cu_result (*init)(unsigned flags);
  cu_result (*driver_version)(int *version);
  cu_result (*error_name)(cu_result r, const char **name);
  cu_result (*error_string)(cu_result r, const char **text);
  cu_result (*device_count)(int *count);
  cu_result (*device_get)(cu_device *d, int ordinal);
  cu_result (*device_name)(char *name, int length, cu_device d);
  cu_result (*device_bus_id)(char *out, int length, cu_device d);
  cu_result (*device_attribute)(int *out, int attribute, cu_device d);
  cu_result (*context_retain)(cu_context *c, cu_device d);
  cu_result (*context_release)(cu_device d);
  cu_result (*context_push)(cu_context c);
  cu_result (*context_pop)(cu_context *c);
  cu_result (*memory_info)(size_t *free, size_t *total);
  cu_result (*alloc)(cu_pointer *p, size_t bytes);
  cu_result (*free)(cu_pointer p);
  cu_result (*host_alloc)(void **p, size_t bytes, unsigned flags);
  cu_result (*host_free)(void *p);
  cu_result (*to_device)(cu_pointer to, const void *from, size_t bytes, cu_stream s);
  cu_result (*to_host)(void *to, cu_pointer from, size_t bytes, cu_stream s);
  cu_result (*on_device)(cu_pointer to, cu_pointer from, size_t bytes, cu_stream s);
  cu_result (*set_bytes)(cu_pointer to, unsigned char byte, size_t bytes, cu_stream s);
  cu_result (*module_load)(cu_module *m, const void *image);
  cu_result (*module_unload)(cu_module m);
  cu_result (*module_function)(cu_function *f, cu_module m, const char *name);
  cu_result (*function_set)(cu_function f, int attribute, int value);
  cu_result (*function_name)(const char **name, cu_function f);
  cu_result (*kernel_name)(const char **name, cu_kernel k);
  cu_result (*launch)(const cu_launch_config *config, cu_function f, void **parameters,
                      void **extra);
  cu_result (*stream_create)(cu_stream *s, unsigned flags);
  cu_result (*stream_destroy)(cu_stream s);
  cu_result (*stream_wait)(cu_stream s);
  cu_result (*stream_capturing)(cu_stream s, int *status);
  cu_result (*capture_begin)(cu_stream s, int mode);
  cu_result (*capture_end)(cu_stream s, cu_graph *g);
  cu_result (*graph_instantiate)(cu_graph_exec *e, cu_graph g, unsigned long long flags);
  cu_result (*graph_launch)(cu_graph_exec e, cu_stream s);
  cu_result (*graph_destroy)(cu_graph g);
  cu_result (*graph_exec_destroy)(cu_graph_exec e);
  cu_result (*graph_nodes)(cu_graph g, cu_graph_node *nodes, size_t *count);
  cu_result (*node_type)(cu_graph_node n, int *type);
  cu_result (*node_kernel)(cu_graph_node n, cu_kernel_node *out);
  cu_result (*event_create)(cu_event *e, unsigned flags);
  cu_result (*event_destroy)(cu_event e);
  cu_result (*event_record)(cu_event e, cu_stream s);
  cu_result (*event_record_how)(cu_event e, cu_stream s, unsigned flags);
  cu_result (*event_elapsed)(float *milliseconds, cu_event from, cu_event to);
  cu_result (*map_encode)(void *map, int element, unsigned rank, void *address,
                          const uint64_t *dims, const uint64_t *strides, const uint32_t *box,
                          const uint32_t *element_strides, int interleave, int swizzle,
                          int l2_promotion, int fill);
  cu_result (*map_encode_windows)(void *map, int element, unsigned rank, void *address,
                                  const uint64_t *dims, const uint64_t *strides,
                                  const int32_t *lower, const int32_t *upper, uint32_t channels,
                                  uint32_t pixels, const uint32_t *element_strides, int interleave,
                                  int swizzle, int l2_promotion, int fill);
} cuda_functions;

#define CU_MAP_BYTES 128 /* of a CUtensorMap, aligned to 64 */

/* Opens libcuda and calls cuInit, once for the process.  `*out` is borrowed. */
fp8c_status cuda_driver(const cuda_functions **out, fp8c_error *err);

/* Between these two a thread captures a stream: calls of other threads that would invalidate the
 * capture (allocations, modules) wait.  In between the thread itself makes none of those. */
void cuda_captures_begin(void);
void cuda_captures_end(void);

/* A driver call that tests can make fail; a cu_result. */
#define CU(call_) (seam_fails(SEAM_DRIVER) ? CU_UNKNOWN : (call_))

/* FP8C_OK, or the class of failure and a sentence: "<doing> failed: <name> (<text>)". */
fp8c_status cuda_result(cu_result r, fp8c_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- cuBLASLt ------------------------------------------------------------------ */

typedef struct cublasLtContext *blas_handle;
typedef void *blas_object; /* a descriptor, layout or preference */

typedef struct blas_algorithm {
  uint64_t algorithm[8];
  size_t workspace_bytes;
  int state;
  float waves;
  int reserved[4];
} blas_algorithm;

enum {
  BLAS_COMPUTE_F32 = 68,
  BLAS_F32 = 0, /* cudaDataType */
  BLAS_F16 = 2,
  BLAS_BF16 = 14,
  BLAS_E4M3 = 28,
  BLAS_E5M2 = 29,
  BLAS_OP_N = 0,
  BLAS_OP_T = 1,
  BLAS_DESC_TRANSA = 3,
  BLAS_DESC_TRANSB = 4,
  BLAS_DESC_EPILOGUE = 7,
  BLAS_DESC_BIAS_POINTER = 8,
  BLAS_DESC_A_SCALE = 17,
  BLAS_DESC_B_SCALE = 18,
  BLAS_DESC_D_SCALE = 20,
  BLAS_DESC_FAST_ACCUMULATE = 25,
  BLAS_DESC_BIAS_TYPE = 26,
  BLAS_DESC_A_SCALE_MODE = 31,
  BLAS_DESC_B_SCALE_MODE = 32,
  BLAS_SCALE_OUTER_VECTOR = 3,
  BLAS_LAYOUT_BATCH = 5,
  BLAS_LAYOUT_STRIDE = 6,
  BLAS_PREFER_WORKSPACE = 1,
  BLAS_PREFER_ALIGN_A = 5,
  BLAS_PREFER_ALIGN_B = 6,
  BLAS_EPILOGUE_DEFAULT = 1,
  BLAS_EPILOGUE_RELU = 2,
  BLAS_EPILOGUE_BIAS = 4,
  BLAS_EPILOGUE_GELU = 32
};

typedef struct blas_functions {
  int (*create)(blas_handle *h);
  int (*destroy)(blas_handle h);
  size_t (*version)(void);
  const char *(*status_text)(int status);
  int (*desc_create)(blas_object *d, int compute, int scale_type);
  int (*desc_destroy)(blas_object d);
  int (*desc_set)(blas_object d, int attribute, const void *value, size_t bytes);
  int (*layout_create)(blas_object *l, int type, uint64_t rows, uint64_t columns, int64_t ld);
  int (*layout_destroy)(blas_object l);
  int (*layout_set)(blas_object l, int attribute, const void *value, size_t bytes);
  int (*preference_create)(blas_object *p);
  int (*preference_destroy)(blas_object p);
  int (*preference_set)(blas_object p, int attribute, const void *value, size_t bytes);
  int (*heuristic)(blas_handle h, blas_object desc, blas_object a, blas_object b, blas_object c,
                   blas_object d, blas_object preference, int wanted, blas_algorithm *out,
                   int *count);
  int (*multiply)(blas_handle h, blas_object desc, const void *alpha, cu_pointer a,
                  blas_object a_layout, cu_pointer b, blas_object b_layout, const void *beta,
                  cu_pointer c, blas_object c_layout, cu_pointer d, blas_object d_layout,
                  const void *algorithm, cu_pointer workspace, size_t workspace_bytes, cu_stream s);
} blas_functions;

/* Opens cuBLASLt, once for the process. */
fp8c_status cublaslt(const blas_functions **out, fp8c_error *err);
fp8c_status blas_result(int status, fp8c_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
