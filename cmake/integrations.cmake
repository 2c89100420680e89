# Plugins for other engines, each a library that loads libfp8c: they use its published functions, and base/ for
# what every file of ours needs.  An engine's own headers are not needed (integrations/*/api.h).
#
# fp8c_plugin(FOLDER NAME): lib<NAME>.so of integrations/FOLDER, which exports what exports.map there lists.
function(fp8c_plugin folder name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/integrations/${folder}/*.c)
  set(exports ${CMAKE_SOURCE_DIR}/integrations/${folder}/exports.map)
  add_library(${name} MODULE ${sources} $<TARGET_OBJECTS:fp8c_base>)
  # It lies beside libfp8c, in the build and where it is installed.
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${exports} INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/include ${CMAKE_BINARY_DIR}/generated)
  target_link_libraries(${name} PRIVATE fp8c_shared ${FP8C_RT_LIBS})
  target_link_options(${name} PRIVATE -Wl,--version-script=${exports})
endfunction()

fp8c_plugin(ort fp8c_ort)
if(NOT FP8C_SANITIZE)
  target_link_options(fp8c_ort PRIVATE -Wl,--no-undefined)
endif()
# The messages of ONNX, which the frontend has generated.
target_sources(fp8c_ort PRIVATE $<FILTER:$<TARGET_OBJECTS:fp8c_frontend>,INCLUDE,onnx\\.pb-c>)
target_link_libraries(fp8c_ort PRIVATE PkgConfig::protobufc)
add_dependencies(fp8c_ort fp8c_frontend)

# Its undefined functions are those of the server that loads it; Triton looks for it in BACKENDS/fp8c/.
fp8c_plugin(triton triton_fp8c)
target_link_libraries(triton_fp8c PRIVATE PkgConfig::jansson)
