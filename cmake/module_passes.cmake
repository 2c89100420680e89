# Portable builds read .npz through minizip (passes/portable/zip.h says why).
if(FP8C_PORTABLE)
  target_sources(fp8c_passes PRIVATE ${CMAKE_SOURCE_DIR}/passes/portable/zip.c ${CMAKE_SOURCE_DIR}/passes/portable/npz.c)
  get_target_property(sources fp8c_passes SOURCES)
  list(FILTER sources EXCLUDE REGEX "precision/npz\\.c$")
  set_property(TARGET fp8c_passes PROPERTY SOURCES ${sources})
  target_include_directories(fp8c_passes BEFORE PRIVATE ${CMAKE_SOURCE_DIR}/passes/portable)
endif()
