# GCC 12 for aarch64 ends with an internal error where it vectorises a reduction of this file.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$" AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 13)
  set_source_files_properties(${CMAKE_SOURCE_DIR}/passes/precision/attention_scales.c PROPERTIES COMPILE_OPTIONS -fno-tree-loop-vectorize)
endif()
