/* backend.h - what the files of the Triton backend share. */
#ifndef INTEGRATIONS_TRITON_BACKEND_H
#define INTEGRATIONS_TRITON_BACKEND_H

#include "base/error.h"
#include "integrations/triton/api.h"

/* A plan of the repository, shared by its instances. */
typedef struct served {
  fp8c_program *program;
  int64_t
      batch; /* config's max_batch_size; 0: the tensors of a request are the plan's as they are */
  int32_t threads;
} served;

/* One of the server's, deleted, as one of ours; and the other way round, NULL for FP8C_OK. */
fp8c_status triton_took(TRITONSERVER_Error *error, fp8c_error *err);
#define ASK(call_) TRY(triton_took((call_), err))
TRITONSERVER_Error *triton_error(fp8c_status status, const fp8c_error *err);

/* Triton's number of a type, and its name in configurations ("TYPE_FP32"); 0 and NULL where it has
 * none. */
int triton_type(fp8c_dtype dtype);
const char *triton_type_name(fp8c_dtype dtype);

/* ---- config.c ------------------------------------------------------------------ */

/* Completes the configuration by the plan's ports where it names none (`complete`), holds it
 * against them, and reads what it says of batches and threads. */
fp8c_status config_read(TRITONBACKEND_Model *model, bool complete, served *s, fp8c_error *err);

/* ---- execute.c ----------------------------------------------------------------- */

typedef struct instance {
  const served *model;
  fp8c_session *session;
  fp8c_tensor *in, *out; /* of one run, by port */
} instance;

/* Answers every request, and releases it. */
void execute(TRITONBACKEND_ModelInstance *handle, instance *i, TRITONBACKEND_Request **requests,
             uint32_t count);

#endif
