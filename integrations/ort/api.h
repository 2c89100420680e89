/* api.h - what the execution provider uses of ONNX Runtime's C API, declared by itself: the build
 * needs nothing of ONNX Runtime's.
 *
 * A plugin gets a table of functions and fills tables of its own.  Both are versioned: these are of
 * version 23 (ONNX Runtime 1.23), which later releases serve too. */
#ifndef INTEGRATIONS_ORT_API_H
#define INTEGRATIONS_ORT_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORT_API_USED 23
#define ORT_API_HAS_SHAPE 24 /* the first with TensorTypeAndShape_HasShape, at this place: */
#define ORT_PLACE_HAS_SHAPE 390
#define ORT_API_HAS_VIRTUAL 24 /* the first whose OrtEpApi has CreateHardwareDevice */
#define ORT_PLACES_USED 380

/* Types that only ONNX Runtime looks into. */
#define OPAQUE(name_) typedef struct name_ name_
OPAQUE(OrtStatus);
OPAQUE(OrtValue);
OPAQUE(OrtTypeInfo);
OPAQUE(OrtShapeInfo); /* OrtTensorTypeAndShapeInfo */
OPAQUE(OrtKernelContext);
OPAQUE(OrtLogger);
OPAQUE(OrtOpAttr);
OPAQUE(OrtValueInfo);
OPAQUE(OrtNode);
OPAQUE(OrtGraph);
OPAQUE(OrtKeyValuePairs);
OPAQUE(OrtHardwareDevice);
OPAQUE(OrtSessionOptions);
OPAQUE(OrtEpDevice);
OPAQUE(OrtEpGraphSupportInfo);
OPAQUE(OrtNodeComputeContext);
OPAQUE(OrtMemoryInfo);
OPAQUE(OrtMemoryDevice);
OPAQUE(OrtRunOptions);
OPAQUE(OrtSyncStream);

enum { ORT_FAIL = 1, ORT_INVALID_ARGUMENT = 2, ORT_NOT_IMPLEMENTED = 9, ORT_EP_FAIL = 11 };
enum { ORT_LOG_INFO = 1, ORT_LOG_WARNING = 2 };
enum { ORT_HARDWARE_CPU = 0, ORT_HARDWARE_GPU = 1 };
enum { ORT_MEMORY_CPU = 0, ORT_MEMORY_GPU = 1 }; /* whose memory */
enum { ORT_MEMORY_DEFAULT = 0, ORT_DEVICE_ALLOCATOR = 0 };
enum { ORT_COMPATIBILITY_UNKNOWN = 0 }; /* of a compiled model, where the provider does not say */

typedef enum ort_attr {
  ORT_ATTR_INT = 1,
  ORT_ATTR_INTS,
  ORT_ATTR_FLOAT,
  ORT_ATTR_FLOATS,
  ORT_ATTR_STRING,
  ORT_ATTR_STRINGS,
  ORT_ATTR_GRAPH,
  ORT_ATTR_TENSOR
} ort_attr;

typedef struct OrtApiBase {
  const void *(*GetApi)(uint32_t version); /* NULL: this library is older */
  const char *(*GetVersionString)(void);
} OrtApiBase;

typedef struct ort_api {
#define FUNCTION(place_, result_, name_, parameters_) result_(*name_) parameters_;
#include "integrations/ort/api.def"
#undef FUNCTION
  /* NULL before version 24. */
  bool (*HasShape)(const OrtShapeInfo *);
  const struct OrtEpApi *ep;
  const struct OrtModelEditorApi *editor;
} ort_api;

/* ---- What ONNX Runtime calls ------------------------------------------------ */

typedef struct OrtEp OrtEp;
typedef struct OrtEpFactory OrtEpFactory;
typedef struct OrtNodeComputeInfo OrtNodeComputeInfo;

typedef struct OrtSyncStreamImpl OrtSyncStreamImpl;
typedef struct OrtSyncNotificationImpl OrtSyncNotificationImpl;
typedef struct OrtDataTransferImpl OrtDataTransferImpl;
typedef struct OrtAllocator OrtAllocator;

typedef struct OrtNodeFusionOptions {
  uint32_t version;
  bool drop_constant_initializers; /* the compiled node has its own copies */
} OrtNodeFusionOptions;

typedef struct OrtEpApi {
  OrtStatus *(*CreateEpDevice)(OrtEpFactory *, const OrtHardwareDevice *,
                               const OrtKeyValuePairs *metadata, const OrtKeyValuePairs *options,
                               OrtEpDevice **out);
  void (*ReleaseEpDevice)(OrtEpDevice *);
  OrtStatus *(*AddNodesToFuse)(OrtEpGraphSupportInfo *, const OrtNode *const *nodes, size_t count,
                               const OrtNodeFusionOptions *);
  const void *unused[2]; /* AddSingleNode, NodeComputeContext_NodeName */
  OrtStatus *(*AddAllocatorInfo)(OrtEpDevice *, const OrtMemoryInfo *);
  const OrtMemoryDevice *(*GetMemoryDevice)(const OrtMemoryInfo *);
  const OrtMemoryDevice *(*Value_GetMemoryDevice)(const OrtValue *);
  bool (*AreEqual)(const OrtMemoryDevice *, const OrtMemoryDevice *);
  int (*GetDeviceType)(const OrtMemoryDevice *);
  int (*GetMemoryType)(const OrtMemoryDevice *);
  uint32_t (*GetVendorId)(const OrtMemoryDevice *);
  uint32_t (*GetDeviceId)(const OrtMemoryDevice *);
  const OrtSyncStreamImpl *(*SyncStream_GetImpl)(const OrtSyncStream *);
  uint64_t (*SyncStream_GetSyncId)(const OrtSyncStream *);
  uint64_t (*GetSyncIdForLastWait)(const OrtSyncStream *producer, const OrtSyncStream *consumer);
  /* Of version 24 and later: */
  OrtStatus *(*CreateHardwareDevice)(int type, uint32_t vendor, uint32_t device,
                                     const char *vendor_name, const OrtKeyValuePairs *metadata,
                                     OrtHardwareDevice **out);
  void (*ReleaseHardwareDevice)(OrtHardwareDevice *);
} OrtEpApi;

typedef struct OrtModelEditorApi {
  const void *unused[6]; /* what makes types and values */
  OrtStatus *(*CreateNode)(const char *op, const char *domain, const char *name,
                           const char *const *inputs, size_t input_count,
                           const char *const *outputs, size_t output_count, OrtOpAttr **attributes,
                           size_t attribute_count, OrtNode **out);
} OrtModelEditorApi;

struct OrtNodeComputeInfo {
  uint32_t version;
  OrtStatus *(*CreateState)(OrtNodeComputeInfo *, OrtNodeComputeContext *, void **state);
  OrtStatus *(*Compute)(OrtNodeComputeInfo *, void *state, OrtKernelContext *);
  void (*ReleaseState)(OrtNodeComputeInfo *, void *state);
};

struct OrtEp {
  uint32_t version;
  const char *(*GetName)(const OrtEp *);
  OrtStatus *(*GetCapability)(OrtEp *, const OrtGraph *, OrtEpGraphSupportInfo *);
  OrtStatus *(*Compile)(OrtEp *, const OrtGraph **, const OrtNode **fused, size_t count,
                        OrtNodeComputeInfo **out, OrtNode **contexts);
  void (*ReleaseNodeComputeInfos)(OrtEp *, OrtNodeComputeInfo **, size_t count);
  /* Optional, and left NULL. */
  OrtStatus *(*GetPreferredDataLayout)(OrtEp *, int *out);
  OrtStatus *(*ShouldConvertDataLayoutForOp)(OrtEp *, const char *domain, const char *op,
                                             int layout, int *out);
  OrtStatus *(*SetDynamicOptions)(OrtEp *, const char *const *keys, const char *const *values,
                                  size_t count);
  OrtStatus *(*OnRunStart)(OrtEp *, const OrtRunOptions *);
  OrtStatus *(*OnRunEnd)(OrtEp *, const OrtRunOptions *, bool sync);
  OrtStatus *(*CreateAllocator)(OrtEp *, const OrtMemoryInfo *, OrtAllocator **out);
  OrtStatus *(*CreateSyncStreamForDevice)(OrtEp *, const OrtMemoryDevice *,
                                          OrtSyncStreamImpl **out);
  const char *(*GetCompiledModelCompatibilityInfo)(OrtEp *, const OrtGraph *);
};

struct OrtEpFactory {
  uint32_t version;
  const char *(*GetName)(const OrtEpFactory *);
  const char *(*GetVendor)(const OrtEpFactory *);
  OrtStatus *(*GetSupportedDevices)(OrtEpFactory *, const OrtHardwareDevice *const *devices,
                                    size_t count, OrtEpDevice **out, size_t most, size_t *made);
  OrtStatus *(*CreateEp)(OrtEpFactory *, const OrtHardwareDevice *const *devices,
                         const OrtKeyValuePairs *const *metadata, size_t count,
                         const OrtSessionOptions *, const OrtLogger *, OrtEp **out);
  void (*ReleaseEp)(OrtEpFactory *, OrtEp *);
  uint32_t (*GetVendorId)(const OrtEpFactory *);
  const char *(*GetVersion)(const OrtEpFactory *);
  OrtStatus *(*ValidateCompiledModelCompatibilityInfo)(OrtEpFactory *,
                                                       const OrtHardwareDevice *const *devices,
                                                       size_t count, const char *info, int *out);
  OrtStatus *(*CreateAllocator)(OrtEpFactory *, const OrtMemoryInfo *, const OrtKeyValuePairs *,
                                OrtAllocator **out);
  void (*ReleaseAllocator)(OrtEpFactory *, OrtAllocator *);
  OrtStatus *(*CreateDataTransfer)(OrtEpFactory *, OrtDataTransferImpl **out);
  bool (*IsStreamAware)(const OrtEpFactory *);
  OrtStatus *(*CreateSyncStreamForDevice)(OrtEpFactory *, const OrtMemoryDevice *,
                                          const OrtKeyValuePairs *, OrtSyncStreamImpl **out);
};

struct OrtAllocator {
  uint32_t version;
  void *(*Alloc)(OrtAllocator *,
                 size_t bytes); /* NULL: there is no more, or nothing was asked for */
  void (*Free)(OrtAllocator *, void *);
  const OrtMemoryInfo *(*Info)(const OrtAllocator *);
  void *(*Reserve)(OrtAllocator *, size_t bytes); /* while a session is made */
  /* Optional, and left NULL. */
  OrtStatus *(*GetStats)(const OrtAllocator *, OrtKeyValuePairs **out);
  void *(*AllocOnStream)(OrtAllocator *, size_t bytes, OrtSyncStream *);
  OrtStatus *(*Shrink)(OrtAllocator *);
};

struct OrtDataTransferImpl {
  uint32_t version;
  void (*Release)(OrtDataTransferImpl *);
  bool (*CanCopy)(const OrtDataTransferImpl *, const OrtMemoryDevice *from,
                  const OrtMemoryDevice *to);
  OrtStatus *(*CopyTensors)(OrtDataTransferImpl *, const OrtValue **from, OrtValue **to,
                            OrtSyncStream **streams /* may be NULL */, size_t count);
};

struct OrtSyncNotificationImpl {
  uint32_t version;
  void (*Release)(OrtSyncNotificationImpl *);
  OrtStatus *(*Activate)(OrtSyncNotificationImpl *);
  OrtStatus *(*WaitOnDevice)(OrtSyncNotificationImpl *, OrtSyncStream *consumer);
  OrtStatus *(*WaitOnHost)(OrtSyncNotificationImpl *);
};

struct OrtSyncStreamImpl {
  uint32_t version;
  void (*Release)(OrtSyncStreamImpl *);
  void *(*GetHandle)(OrtSyncStreamImpl *); /* a CUstream */
  OrtStatus *(*CreateNotification)(OrtSyncStreamImpl *, OrtSyncNotificationImpl **out);
  OrtStatus *(*Flush)(OrtSyncStreamImpl *);
  OrtStatus *(*OnSessionRunEnd)(OrtSyncStreamImpl *);
};

#endif
