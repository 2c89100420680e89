// The published headers, as C++ sees them: they compile without a warning, link
// with C names, and work.
#include <fp8c/compiler.h>
#include <fp8c/fp8c.h>

#include <cstring>

int main() {
  if (std::strcmp(fp8c_version(), "0.1.0") != 0) return 1;
  fp8c_error err = fp8c_error();
  fp8c_program *program = nullptr;
  if (fp8c_program_open("/nonexistent/plan.fp8c", &program, &err) == FP8C_OK) return 2;
  if (program != nullptr || err.status == FP8C_OK || err.text[0] == '\0') return 3;

  fp8c_compile_options options = fp8c_compile_options();
  options.size = sizeof options;
  options.model_path = "/nonexistent/model.onnx";
  char *report = nullptr;
  if (fp8c_compile(&options, &report, &err) == FP8C_OK) return 4;
  fp8c_string_free(report);
  fp8c_program_free(nullptr);
  fp8c_session_free(nullptr);
  return 0;
}
