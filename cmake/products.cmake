# What is made: two libraries (shared and static) and the command.  install.cmake
# says where they go, packages.cmake in which packages.
#
# libfp8c_rt runs plans (base + ops + runtime).  libfp8c compiles and runs: it
# holds libfp8c_rt's code too, because the compiler runs graphs to calibrate
# them; a program links one of the two.  Only fp8c_* leaves either of them: the
# shared ones by a version script, the static ones by making every other symbol
# local in one relocatable object, so that our `fail` or `file_open` cannot
# collide with a user's.
set(FP8C_ABI 0) # of both libraries; what raises it stands in CONTRIBUTING.md
set(FP8C_RT_MODULES base ops runtime)
set(FP8C_ALL_MODULES base ops runtime ir frontend passes codegen compiler)
foreach(module ${FP8C_ALL_MODULES})
  if(NOT TARGET fp8c_${module})
    message(STATUS "fp8c: no ${module}/*.c yet; the libraries and the command are left out")
    return()
  endif()
endforeach()

set(FP8C_RT_LIBS PkgConfig::sodium Threads::Threads ${CMAKE_DL_LIBS} m)
set(FP8C_ALL_LIBS ${FP8C_RT_LIBS} PkgConfig::protobufc PkgConfig::jansson PkgConfig::pcre2 ${FP8C_ZIP})

# fp8c_product(TARGET FILE_NAME MODULES... ): the shared library TARGET and, beside
# it, lib<FILE_NAME>.a from the modules in the list `modules`.
function(fp8c_product target name modules libs)
  set(objects "")
  set(archives "")
  set(targets "")
  foreach(module ${modules})
    list(APPEND objects $<TARGET_OBJECTS:fp8c_${module}>)
    list(APPEND archives $<TARGET_FILE:fp8c_${module}>)
    list(APPEND targets fp8c_${module})
  endforeach()
  add_library(${target} SHARED ${objects})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name} LINKER_LANGUAGE C VERSION ${PROJECT_VERSION} SOVERSION ${FP8C_ABI}
    LINK_DEPENDS ${CMAKE_SOURCE_DIR}/cmake/exports.map)
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE ${libs})
  target_link_options(${target} PRIVATE -Wl,--version-script=${CMAKE_SOURCE_DIR}/cmake/exports.map)
  if(NOT FP8C_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
    set(archive ${CMAKE_BINARY_DIR}/lib${name}.a)
    set(whole ${CMAKE_BINARY_DIR}/${name}_whole.o)
    add_custom_command(
      OUTPUT ${archive}
      COMMAND ${CMAKE_LINKER} -r -o ${whole} --whole-archive ${archives}
      COMMAND ${CMAKE_OBJCOPY} --strip-debug --wildcard --keep-global-symbol=fp8c_* ${whole}
      COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
      COMMAND ${CMAKE_AR} rcs ${archive} ${whole}
      COMMAND ${CMAKE_COMMAND} -E rm -f ${whole}
      DEPENDS ${targets} VERBATIM)
    add_custom_target(${target}_archive ALL DEPENDS ${archive})
  endif()
endfunction()

# The command uses the modules directly: one file, whatever is installed beside it.
file(GLOB cli_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cli/*.c)
add_executable(fp8c ${cli_sources})
target_link_libraries(fp8c PRIVATE fp8c_compiler fp8c_runtime)
if(EXISTS ${CMAKE_SOURCE_DIR}/cmake/module_cli.cmake)
  include(cmake/module_cli.cmake)
endif()

# A portable build is that one file; Debian's static libraries are not all
# position-independent, so no shared library can be made of them.
if(FP8C_PORTABLE)
  target_link_options(fp8c PRIVATE -s)
  install(TARGETS fp8c RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  return()
endif()

fp8c_product(fp8c_shared_rt fp8c_rt "${FP8C_RT_MODULES}" "${FP8C_RT_LIBS}")
fp8c_product(fp8c_shared fp8c "${FP8C_ALL_MODULES}" "${FP8C_ALL_LIBS}")
set_target_properties(fp8c_shared_rt PROPERTIES EXPORT_NAME runtime)
set_target_properties(fp8c_shared PROPERTIES EXPORT_NAME compiler)

include(cmake/integrations.cmake)
include(cmake/install.cmake)
include(cmake/packages.cmake)
