/* api.h - what the backend uses of Triton's C API (1.x of TRITONBACKEND), declared by itself: the
 * build needs nothing of Triton's.  The functions are the server's, which loads this library. */
#ifndef INTEGRATIONS_TRITON_API_H
#define INTEGRATIONS_TRITON_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRITON_API_MAJOR 1
#define TRITON_API_MINOR 10 /* the least: what is used has been there since */

#define OPAQUE(name_) typedef struct name_ name_
OPAQUE(TRITONSERVER_Error);
OPAQUE(TRITONSERVER_Message);
OPAQUE(TRITONBACKEND_Backend);
OPAQUE(TRITONBACKEND_Model);
OPAQUE(TRITONBACKEND_ModelInstance);
OPAQUE(TRITONBACKEND_Request);
OPAQUE(TRITONBACKEND_Response);
OPAQUE(TRITONBACKEND_Input);
OPAQUE(TRITONBACKEND_Output);

typedef enum triton_code {
  TRITON_INTERNAL = 1,
  TRITON_NOT_FOUND = 2,
  TRITON_INVALID_ARGUMENT = 3,
  TRITON_UNAVAILABLE = 4,
  TRITON_UNSUPPORTED = 5
} triton_code;

enum { TRITON_LOG_INFO = 0, TRITON_LOG_WARNING = 1 };
enum { TRITON_KIND_CPU = 1, TRITON_KIND_GPU = 2 };
enum { TRITON_MEMORY_CPU = 0, TRITON_MEMORY_PINNED = 1 };
enum { TRITON_ARTIFACT_FILES = 0 };
enum { TRITON_RESPONSE_FINAL = 1, TRITON_REQUEST_DONE = 1 };

/* ---- The server's ------------------------------------------------------------- */

TRITONSERVER_Error *TRITONSERVER_ErrorNew(int code, const char *text);
void TRITONSERVER_ErrorDelete(TRITONSERVER_Error *);
const char *TRITONSERVER_ErrorMessage(TRITONSERVER_Error *);
TRITONSERVER_Error *TRITONSERVER_LogMessage(int level, const char *file, int line,
                                            const char *text);
TRITONSERVER_Error *TRITONSERVER_MessageNewFromSerializedJson(TRITONSERVER_Message **,
                                                              const char *json, size_t bytes);
TRITONSERVER_Error *TRITONSERVER_MessageSerializeToJson(TRITONSERVER_Message *, const char **json,
                                                        size_t *bytes);
TRITONSERVER_Error *TRITONSERVER_MessageDelete(TRITONSERVER_Message *);

TRITONSERVER_Error *TRITONBACKEND_ApiVersion(uint32_t *major, uint32_t *minor);
TRITONSERVER_Error *TRITONBACKEND_ModelVersion(TRITONBACKEND_Model *, uint64_t *);
TRITONSERVER_Error *TRITONBACKEND_ModelRepository(TRITONBACKEND_Model *, int *artifact,
                                                  const char **location);
TRITONSERVER_Error *TRITONBACKEND_ModelConfig(TRITONBACKEND_Model *, uint32_t version,
                                              TRITONSERVER_Message **);
TRITONSERVER_Error *TRITONBACKEND_ModelAutoCompleteConfig(TRITONBACKEND_Model *, bool *);
TRITONSERVER_Error *TRITONBACKEND_ModelSetConfig(TRITONBACKEND_Model *, uint32_t version,
                                                 TRITONSERVER_Message *);
TRITONSERVER_Error *TRITONBACKEND_ModelState(TRITONBACKEND_Model *, void **);
TRITONSERVER_Error *TRITONBACKEND_ModelSetState(TRITONBACKEND_Model *, void *);
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceModel(TRITONBACKEND_ModelInstance *,
                                                     TRITONBACKEND_Model **);
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceKind(TRITONBACKEND_ModelInstance *, int *);
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceDeviceId(TRITONBACKEND_ModelInstance *, int32_t *);
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceState(TRITONBACKEND_ModelInstance *, void **);
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceSetState(TRITONBACKEND_ModelInstance *, void *);
/* Nanoseconds of CLOCK_MONOTONIC: begun, computing begun, computing done, done. */
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceReportStatistics(TRITONBACKEND_ModelInstance *,
                                                                TRITONBACKEND_Request *,
                                                                bool success, uint64_t, uint64_t,
                                                                uint64_t, uint64_t);
TRITONSERVER_Error *TRITONBACKEND_ModelInstanceReportBatchStatistics(TRITONBACKEND_ModelInstance *,
                                                                     uint64_t batch, uint64_t,
                                                                     uint64_t, uint64_t, uint64_t);

TRITONSERVER_Error *TRITONBACKEND_RequestInput(TRITONBACKEND_Request *, const char *name,
                                               TRITONBACKEND_Input **);
TRITONSERVER_Error *TRITONBACKEND_RequestOutputCount(TRITONBACKEND_Request *, uint32_t *);
TRITONSERVER_Error *TRITONBACKEND_RequestOutputName(TRITONBACKEND_Request *, uint32_t index,
                                                    const char **);
TRITONSERVER_Error *TRITONBACKEND_RequestRelease(TRITONBACKEND_Request *, uint32_t flags);
TRITONSERVER_Error *TRITONBACKEND_InputProperties(TRITONBACKEND_Input *, const char **name,
                                                  int *type, const int64_t **shape, uint32_t *rank,
                                                  uint64_t *bytes, uint32_t *buffers);
TRITONSERVER_Error *TRITONBACKEND_InputBuffer(TRITONBACKEND_Input *, uint32_t index, const void **,
                                              uint64_t *bytes, int *memory, int64_t *memory_id);
TRITONSERVER_Error *TRITONBACKEND_ResponseNew(TRITONBACKEND_Response **, TRITONBACKEND_Request *);
TRITONSERVER_Error *TRITONBACKEND_ResponseOutput(TRITONBACKEND_Response *, TRITONBACKEND_Output **,
                                                 const char *name, int type, const int64_t *shape,
                                                 uint32_t rank);
TRITONSERVER_Error *TRITONBACKEND_OutputBuffer(TRITONBACKEND_Output *, void **, uint64_t bytes,
                                               int *memory, int64_t *memory_id);
TRITONSERVER_Error *TRITONBACKEND_ResponseSend(TRITONBACKEND_Response *, uint32_t flags,
                                               TRITONSERVER_Error *);

#endif
