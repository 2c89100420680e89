# Portable builds read .npz through minizip (passes/portable/zip.h says why).
if(FP8C_PORTABLE)
  target_sources(fp8c_passes PRIVATE ${CMAKE_SOURCE_DIR}/passes/portable/zip.c)
  target_include_directories(fp8c_passes BEFORE PRIVATE ${CMAKE_SOURCE_DIR}/passes/portable)
endif()
