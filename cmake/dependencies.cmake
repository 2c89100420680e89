# Libraries outside the core (docs/dependencies.md says why each).
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
if(FP8C_PORTABLE)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
endif()
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(protobufc REQUIRED IMPORTED_TARGET libprotobuf-c)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
set(FP8C_ZIP PkgConfig::libzip)
set(FP8C_ZIP_NAMES zip)
find_program(PROTOC_C protoc-c REQUIRED)
find_path(FP8C_CBLAS_INCLUDE cblas.h
          PATHS /usr/include/x86_64-linux-gnu/openblas-serial /usr/include/x86_64-linux-gnu REQUIRED)
find_library(FP8C_BLAS openblas
             PATHS /usr/lib/x86_64-linux-gnu/openblas-serial /usr/lib/x86_64-linux-gnu NO_DEFAULT_PATH REQUIRED)
