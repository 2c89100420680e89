# onnx.pb-c.[ch] are generated from our own statement of ONNX's messages.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated/frontend)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/generated/frontend/onnx.pb-c.c ${CMAKE_BINARY_DIR}/generated/frontend/onnx.pb-c.h
  COMMAND ${PROTOC_C} --c_out=${CMAKE_BINARY_DIR}/generated/frontend -I${CMAKE_SOURCE_DIR}/frontend
          ${CMAKE_SOURCE_DIR}/frontend/onnx.proto
  DEPENDS ${CMAKE_SOURCE_DIR}/frontend/onnx.proto VERBATIM)
target_sources(fp8c_frontend PRIVATE ${CMAKE_BINARY_DIR}/generated/frontend/onnx.pb-c.c)
set_source_files_properties(${CMAKE_BINARY_DIR}/generated/frontend/onnx.pb-c.c
                            TARGET_DIRECTORY fp8c_frontend PROPERTIES COMPILE_OPTIONS -w)
