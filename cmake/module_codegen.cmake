# The CUDA texts are files one can read; the library carries them as bytes.
file(GLOB kernel_texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/codegen/kernels/*.cuh)
set(kernel_entries "math=${CMAKE_SOURCE_DIR}/ops/math.h")
foreach(path ${kernel_texts})
  get_filename_component(name ${path} NAME_WE)
  list(APPEND kernel_entries "${name}=${path}")
endforeach()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated/codegen)
set(kernel_texts_c ${CMAKE_BINARY_DIR}/generated/codegen/kernel_texts.c)
string(REPLACE ";" "\\;" kernel_entries_escaped "${kernel_entries}")
add_custom_command(
  OUTPUT ${kernel_texts_c}
  COMMAND ${CMAKE_COMMAND} -DOUT=${kernel_texts_c} "-DFILES=${kernel_entries}" -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${kernel_texts} ${CMAKE_SOURCE_DIR}/ops/math.h ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
target_sources(fp8c_codegen PRIVATE ${kernel_texts_c})
