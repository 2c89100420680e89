/* backend.c - libtriton_fp8c: plans as models of Triton, MODEL/VERSION/model.fp8c in its
 * repository. */
#include "integrations/triton/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

/* ---- Errors and types ------------------------------------------------------------- */

fp8c_status triton_took(TRITONSERVER_Error *error, fp8c_error *err) {
  if (!error) return FP8C_OK;
  fp8c_status status =
      fail(err, FP8C_ERROR_INTERNAL, "Triton: %s", TRITONSERVER_ErrorMessage(error));
  TRITONSERVER_ErrorDelete(error);
  return status;
}

TRITONSERVER_Error *triton_error(fp8c_status status, const fp8c_error *err) {
  int code = status == FP8C_ERROR_ARGUMENT || status == FP8C_ERROR_FORMAT ? TRITON_INVALID_ARGUMENT
             : status == FP8C_ERROR_UNSUPPORTED                           ? TRITON_UNSUPPORTED
             : status == FP8C_ERROR_IO                                    ? TRITON_NOT_FOUND
             : status == FP8C_ERROR_NO_DEVICE || status == FP8C_ERROR_DEVICE_MEMORY ||
                     status == FP8C_ERROR_NO_MEMORY
                 ? TRITON_UNAVAILABLE
                 : TRITON_INTERNAL;
  return status == FP8C_OK ? NULL : TRITONSERVER_ErrorNew(code, err->text);
}

static const struct {
  int number;
  const char *name;
} types[FP8C_DTYPE_COUNT] = {
    [FP8C_DTYPE_BOOL] = {1, "TYPE_BOOL"},  [FP8C_DTYPE_U8] = {2, "TYPE_UINT8"},
    [FP8C_DTYPE_U16] = {3, "TYPE_UINT16"}, [FP8C_DTYPE_U32] = {4, "TYPE_UINT32"},
    [FP8C_DTYPE_U64] = {5, "TYPE_UINT64"}, [FP8C_DTYPE_I8] = {6, "TYPE_INT8"},
    [FP8C_DTYPE_I16] = {7, "TYPE_INT16"},  [FP8C_DTYPE_I32] = {8, "TYPE_INT32"},
    [FP8C_DTYPE_I64] = {9, "TYPE_INT64"},  [FP8C_DTYPE_F16] = {10, "TYPE_FP16"},
    [FP8C_DTYPE_F32] = {11, "TYPE_FP32"},  [FP8C_DTYPE_F64] = {12, "TYPE_FP64"},
    [FP8C_DTYPE_BF16] = {14, "TYPE_BF16"},
};

int triton_type(fp8c_dtype dtype) { return types[dtype].number; }
const char *triton_type_name(fp8c_dtype dtype) { return types[dtype].name; }

static void say(void *user, fp8c_log_level level, const char *text) {
  (void)user;
  TRITONSERVER_Error *error = TRITONSERVER_LogMessage(
      level == FP8C_LOG_WARNING ? TRITON_LOG_WARNING : TRITON_LOG_INFO, "fp8c", 0, text);
  if (error) TRITONSERVER_ErrorDelete(error); /* a remark that is lost spoils nothing */
}

/* ---- Models ------------------------------------------------------------------------- */

static fp8c_status open_plan(TRITONBACKEND_Model *model, served *s, fp8c_error *err) {
  int artifact = -1;
  const char *location = NULL;
  uint64_t version = 0;
  char path[4096];
  ASK(TRITONBACKEND_ModelRepository(model, &artifact, &location));
  ASK(TRITONBACKEND_ModelVersion(model, &version));
  if (artifact != TRITON_ARTIFACT_FILES)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "the repository does not lie in a file system");
  int length =
      snprintf(path, sizeof path, "%s/%llu/model.fp8c", location, (unsigned long long)version);
  if (length < 0 || (size_t)length >= sizeof path)
    return fail(err, FP8C_ERROR_ARGUMENT, "the path of the model's folder is too long");
  return fp8c_program_open(path, &s->program, err);
}

static fp8c_status check_ports(const served *s, fp8c_error *err) {
  size_t in = fp8c_program_input_count(s->program), out = fp8c_program_output_count(s->program);
  for (size_t i = 0; i < in + out; i++) {
    const fp8c_port *p =
        i < in ? fp8c_program_input(s->program, i) : fp8c_program_output(s->program, i - in);
    if (!triton_type(p->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "port \"%s\" is %s, which Triton does not have; compile with another --io-type",
                  p->name, fp8c_dtype_name(p->dtype));
  }
  return FP8C_OK;
}

static void forget(served *s) {
  if (!s) return;
  fp8c_program_free(s->program);
  free(s);
}

static fp8c_status set_up_model(TRITONBACKEND_Model *model, served *s, fp8c_error *err) {
  bool complete = false;
  TRY(open_plan(model, s, err));
  if (fp8c_program_capacity(s->program))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the plan keeps states from run to run (--capacity), and requests know no slots; "
                "compile the model without");
  TRY(check_ports(s, err));
  ASK(TRITONBACKEND_ModelAutoCompleteConfig(model, &complete));
  TRY(config_read(model, complete, s, err));
  ASK(TRITONBACKEND_ModelSetState(model, s));
  return FP8C_OK;
}

EXPORTED TRITONSERVER_Error *TRITONBACKEND_Initialize(TRITONBACKEND_Backend *backend);
EXPORTED TRITONSERVER_Error *TRITONBACKEND_ModelInitialize(TRITONBACKEND_Model *model);
EXPORTED TRITONSERVER_Error *TRITONBACKEND_ModelFinalize(TRITONBACKEND_Model *model);
EXPORTED TRITONSERVER_Error *TRITONBACKEND_ModelInstanceInitialize(
    TRITONBACKEND_ModelInstance *handle);
EXPORTED TRITONSERVER_Error *TRITONBACKEND_ModelInstanceFinalize(
    TRITONBACKEND_ModelInstance *handle);
EXPORTED TRITONSERVER_Error *TRITONBACKEND_ModelInstanceExecute(TRITONBACKEND_ModelInstance *handle,
                                                                TRITONBACKEND_Request **requests,
                                                                uint32_t count);

TRITONSERVER_Error *TRITONBACKEND_Initialize(TRITONBACKEND_Backend *backend) {
  (void)backend;
  uint32_t major = 0, minor = 0;
  TRITONSERVER_Error *error = TRITONBACKEND_ApiVersion(&major, &minor);
  if (error) return error;
  if (major == TRITON_API_MAJOR && minor >= TRITON_API_MINOR) return NULL;
  char text[128];
  (void)snprintf(
      text, sizeof text,
      "libtriton_fp8c needs API %d.%d or a later %d.x of Triton's backends; this is %u.%u",
      TRITON_API_MAJOR, TRITON_API_MINOR, TRITON_API_MAJOR, major, minor);
  return TRITONSERVER_ErrorNew(TRITON_UNSUPPORTED, text);
}

TRITONSERVER_Error *TRITONBACKEND_ModelInitialize(TRITONBACKEND_Model *model) {
  fp8c_error err = {0};
  served *s = calloc(1, sizeof *s);
  if (!s) return TRITONSERVER_ErrorNew(TRITON_UNAVAILABLE, "out of memory");
  fp8c_status status = set_up_model(model, s, &err);
  if (status != FP8C_OK) forget(s);
  return triton_error(status, &err);
}

TRITONSERVER_Error *TRITONBACKEND_ModelFinalize(TRITONBACKEND_Model *model) {
  void *s = NULL;
  TRITONSERVER_Error *error = TRITONBACKEND_ModelState(model, &s);
  if (!error) forget(s);
  return error;
}

/* ---- Instances ---------------------------------------------------------------------- */

static void close_instance(instance *i) {
  if (!i) return;
  fp8c_session_free(i->session);
  free(i->in);
  free(i->out);
  free(i);
}

static fp8c_status set_up_instance(TRITONBACKEND_ModelInstance *handle, instance *i,
                                   fp8c_error *err) {
  TRITONBACKEND_Model *model = NULL;
  void *state = NULL;
  int kind = TRITON_KIND_CPU;
  int32_t device = 0;
  char name[32] = "cpu";
  ASK(TRITONBACKEND_ModelInstanceModel(handle, &model));
  ASK(TRITONBACKEND_ModelState(model, &state));
  ASK(TRITONBACKEND_ModelInstanceKind(handle, &kind));
  ASK(TRITONBACKEND_ModelInstanceDeviceId(handle, &device));
  if (kind == TRITON_KIND_GPU) (void)snprintf(name, sizeof name, "cuda:%d", device);
  i->model = state;
  i->in = calloc(fp8c_program_input_count(i->model->program) + 1, sizeof *i->in);
  i->out = calloc(fp8c_program_output_count(i->model->program) + 1, sizeof *i->out);
  if (!i->in || !i->out)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the ports of a plan");
  fp8c_session_options o = {
      .size = sizeof o, .device = name, .threads = i->model->threads, .log = say};
  TRY(fp8c_session_create(i->model->program, &o, &i->session, err));
  ASK(TRITONBACKEND_ModelInstanceSetState(handle, i));
  return FP8C_OK;
}

TRITONSERVER_Error *TRITONBACKEND_ModelInstanceInitialize(TRITONBACKEND_ModelInstance *handle) {
  fp8c_error err = {0};
  instance *i = calloc(1, sizeof *i);
  if (!i) return TRITONSERVER_ErrorNew(TRITON_UNAVAILABLE, "out of memory");
  fp8c_status status = set_up_instance(handle, i, &err);
  if (status != FP8C_OK) close_instance(i);
  return triton_error(status, &err);
}

TRITONSERVER_Error *TRITONBACKEND_ModelInstanceFinalize(TRITONBACKEND_ModelInstance *handle) {
  void *i = NULL;
  TRITONSERVER_Error *error = TRITONBACKEND_ModelInstanceState(handle, &i);
  if (!error) close_instance(i);
  return error;
}

TRITONSERVER_Error *TRITONBACKEND_ModelInstanceExecute(TRITONBACKEND_ModelInstance *handle,
                                                       TRITONBACKEND_Request **requests,
                                                       uint32_t count) {
  void *i = NULL;
  TRITONSERVER_Error *error = TRITONBACKEND_ModelInstanceState(handle, &i);
  if (!error) execute(handle, i, requests, count);
  return error;
}
