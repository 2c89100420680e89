/* status.c - errors and remarks across the border. */
#include "integrations/ort/provider.h"

fp8c_status ort_took(const ort_api *ort, OrtStatus *status, fp8c_error *err) {
  if (!status) return FP8C_OK;
  fp8c_status failed_as =
      fail(err, FP8C_ERROR_INTERNAL, "ONNX Runtime: %s", ort->GetErrorMessage(status));
  ort->ReleaseStatus(status);
  return failed_as;
}

OrtStatus *ort_status(const ort_api *ort, fp8c_status status, const fp8c_error *err) {
  if (status == FP8C_OK) return NULL;
  int code = status == FP8C_ERROR_ARGUMENT      ? ORT_INVALID_ARGUMENT
             : status == FP8C_ERROR_UNSUPPORTED ? ORT_NOT_IMPLEMENTED
                                                : ORT_EP_FAIL;
  return ort->CreateStatus(code, err->text);
}

fp8c_status ort_out_of_memory(const oom_guard *guard, fp8c_error *err) {
  return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory: %zu more bytes were wanted",
              guard->wanted_bytes);
}

void ort_log(const ort_api *ort, const OrtLogger *logger, int level, const char *text) {
  if (!logger) return;
  OrtStatus *status = ort->Logger_LogMessage(logger, level, text, "fp8c", 0, PROVIDER_NAME);
  if (status) ort->ReleaseStatus(status); /* a remark that is lost spoils nothing */
}
