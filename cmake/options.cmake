# What a builder may choose.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

option(FP8C_TESTS "build the tests" ON)
option(FP8C_TSAN "thread sanitizer" OFF)
option(FP8C_SANITIZE "address and undefined-behaviour sanitizers" OFF)
option(FP8C_PORTABLE "link protobuf-c, jansson, PCRE2, libsodium and a ZIP library statically" OFF)
option(FP8C_WERROR "warnings are errors" OFF)

# Floating-point results are part of the product: no contraction, no fast-math.
# No code here reads the FPU's exception flags or errno after a maths function;
# saying so changes no result and lets loops with a choice in them vectorise.
add_compile_options(-ffp-contract=off -fno-trapping-math -fno-math-errno -fno-strict-aliasing -Wall -Wextra -Wshadow -Wpointer-arith
                    -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wvla)
if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
  # A loop marked for vectors that clang leaves scalar is slower, not wrong.
  add_compile_options(-Wno-pass-failed)
endif()
add_compile_definitions(_GNU_SOURCE)
# Plans are kept by what made them, this build included (base/build_id.c).
add_link_options(-Wl,--build-id=sha1)
set(CMAKE_C_FLAGS_RELEASE "-O3 -g1")
if(FP8C_WERROR)
  add_compile_options(-Werror)
endif()
if(FP8C_TSAN)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
  set(CMAKE_C_FLAGS_RELEASE "-O1 -g1") # reports name functions and lines; to describe variables takes a third more
endif()
if(FP8C_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  set(CMAKE_C_FLAGS_RELEASE "-O1 -g1")
endif()
