# Packages: cpack makes one .tar.gz of all, and six .debs:
#
#   fp8c              the command, its man page and completions, the documents
#   libfp8c-rt0       libfp8c_rt.so.0, which runs plans
#   libfp8c0          libfp8c.so.0, which compiles too
#   libfp8c-dev       headers, static libraries, what pkg-config and CMake read, samples
#   fp8c-onnxruntime  libfp8c_ort.so, ONNX Runtime's execution provider
#   fp8c-triton       libtriton_fp8c.so, a backend of Triton
#
# Each has sbom.cdx.json among its documents: the libraries that its binaries ask for, with their versions (sbom.py).
#
# A library's package carries the number of its SONAME, as Debian wants it, so that
# two of them can be installed side by side.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME fp8c)
set(CPACK_PACKAGE_VENDOR fp8c)
set(FP8C_MAINTAINER "fp8c developers <fp8c@example.org>" CACHE STRING
    "whom a package names; whoever publishes packages puts an address here")
set(CPACK_PACKAGE_CONTACT ${FP8C_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compiler of ONNX models for FP8")
set(CPACK_PACKAGE_FILE_NAME fp8c-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

find_program(FP8C_GZIP gzip)
find_program(FP8C_SHLIBDEPS dpkg-shlibdeps)
if(NOT FP8C_GZIP OR NOT FP8C_SHLIBDEPS OR CMAKE_CROSSCOMPILING) # no Debian, or not of this kind: no .debs
  set(CPACK_GENERATOR TGZ)
  include(CPack)
  return()
endif()

# ---- What only Debian's packages have ------------------------------------------------
set(debian ${CMAKE_BINARY_DIR}/installed/debian)
set(FP8C_DEBIAN_LIBDIR lib/${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
set(FP8C_DEBIAN_RELEASE 1)
file(MAKE_DIRECTORY ${debian})
foreach(pair ${made}/fp8c.1:fp8c.1.gz ${CMAKE_SOURCE_DIR}/CHANGELOG.md:changelog.gz
             ${CMAKE_SOURCE_DIR}/cmake/debian/changelog:changelog.Debian.gz)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 plain)
  list(GET pair 1 zipped)
  add_custom_command(OUTPUT ${debian}/${zipped}
    COMMAND ${FP8C_GZIP} -9nc ${plain} > ${debian}/${zipped} DEPENDS ${plain} VERBATIM)
endforeach()
foreach(library fp8c_shared_rt:libfp8c-rt fp8c_shared:libfp8c)
  string(REPLACE ":" ";" library ${library})
  list(GET library 0 target)
  list(GET library 1 package)
  get_target_property(name ${target} OUTPUT_NAME)
  file(WRITE ${debian}/${package}/shlibs
       "lib${name} ${FP8C_ABI} ${package}${FP8C_ABI} (>= ${PROJECT_VERSION})\n")
  add_custom_command(OUTPUT ${debian}/${package}/symbols
    COMMAND sh ${CMAKE_SOURCE_DIR}/cmake/debian/symbols.sh $<TARGET_FILE:${target}>
            ${package}${FP8C_ABI} ${debian}/${package}/symbols
    DEPENDS ${target} ${CMAKE_SOURCE_DIR}/cmake/debian/symbols.sh VERBATIM)
endforeach()
foreach(pair fp8c:fp8c libfp8c-rt${FP8C_ABI}:fp8c_shared_rt libfp8c${FP8C_ABI}:fp8c_shared libfp8c-dev:
             fp8c-onnxruntime:fp8c_ort fp8c-triton:triton_fp8c)
  string(REGEX MATCH "^([^:]*):(.*)$" pair ${pair})
  set(package ${CMAKE_MATCH_1})
  set(target ${CMAKE_MATCH_2})
  fp8c_sbom(${debian}/${package}/sbom.cdx.json ${package} ${target})
  list(APPEND sboms ${debian}/${package}/sbom.cdx.json)
endforeach()
add_custom_target(fp8c_debian ALL DEPENDS fp8c_manual ${sboms} ${debian}/fp8c.1.gz ${debian}/changelog.gz
  ${debian}/changelog.Debian.gz ${debian}/libfp8c-rt/symbols ${debian}/libfp8c/symbols)

# fp8c_deb(COMPONENT PACKAGE SECTION RECOMMENDS DEPENDS SUGGESTS DESCRIPTION)
macro(fp8c_deb component package section recommends depends suggests description)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS "${recommends}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SUGGESTS "${suggests}")
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}")
  install(FILES ${CMAKE_SOURCE_DIR}/cmake/debian/copyright ${debian}/changelog.gz ${debian}/changelog.Debian.gz
                ${debian}/${package}/sbom.cdx.json
          DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
endmacro()

set(version ${PROJECT_VERSION}-${FP8C_DEBIAN_RELEASE})
set(nvrtc "cuda-nvrtc-13-0 | cuda-nvrtc-12-9 | libnvrtc13") # for a GPU, which need not be present
set(about "A model-graph compiler for FP8: every node of an ONNX model computes in
E4M3, E5M2, BF16 or F32, as rules, calibration and measured sensitivity
decide; scales and casts are folded into the kernels around them.")
set(CPACK_COMPONENTS_ALL "")
fp8c_deb(deb_command fp8c science "${nvrtc}" "" "libcublas-13-0 | libcublas-12-9"
"command to compile ONNX models for FP8
${about}
.
This package has the command, its manual and the documents.")
fp8c_deb(deb_runtime libfp8c-rt${FP8C_ABI} libs "" "" "libcublas-13-0 | libcublas-12-9"
"library that runs plans made by fp8c
${about}
.
This package has the library that runs a compiled plan, on an NVIDIA GPU
or any CPU.")
fp8c_deb(deb_compiler libfp8c${FP8C_ABI} libs "${nvrtc}" "" "libcublas-13-0 | libcublas-12-9"
"library that compiles ONNX models for FP8
${about}
.
This package has the library that compiles models, and runs the plans.")
fp8c_deb(deb_development libfp8c-dev libdevel "" "libfp8c-rt${FP8C_ABI} (= ${version}), libfp8c${FP8C_ABI} (= ${version})"
  "libsodium-dev, libprotobuf-c-dev, libjansson-dev, libpcre2-dev, libminizip-dev, zlib1g-dev, pkg-config"
"development files of fp8c
${about}
.
This package has the headers, the static libraries, what pkg-config and CMake
read, and programs to begin with.")
# Plugins depend on the library of their own version; what dpkg-shlibdeps would say of it stands in a package that is
# made beside them.
foreach(pair "deb_ort|fp8c-onnxruntime|libprotobuf-c1|ONNX Runtime execution provider of fp8c|the plugin by which ONNX Runtime 1.23 and newer
computes with fp8c: /usr/${FP8C_DEBIAN_LIBDIR}/fp8c/libfp8c_ort.so"
             "deb_triton|fp8c-triton|libjansson4|Triton backend of fp8c|the backend by which the Triton Inference Server
serves plans: --backend-directory=/usr/${FP8C_DEBIAN_LIBDIR}/fp8c/triton")
  string(REPLACE "|" ";" pair "${pair}")
  list(GET pair 0 component)
  list(GET pair 1 package)
  list(GET pair 2 besides)
  list(GET pair 3 title)
  list(GET pair 4 words)
  fp8c_deb(${component} ${package} science ""
    "libfp8c${FP8C_ABI} (= ${version}), libc6 (>= 2.34), libsodium23, ${besides}" ""
"${title}
${about}
.
This package has ${words}")
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS OFF)
endforeach()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${FP8C_DEBIAN_RELEASE})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_DEB_RUNTIME_PACKAGE_PROVIDES "libfp8c-rt (= ${version})")
set(triggers ${CMAKE_SOURCE_DIR}/cmake/debian/triggers)
set(CPACK_DEBIAN_DEB_RUNTIME_PACKAGE_CONTROL_EXTRA
    ${debian}/libfp8c-rt/symbols ${debian}/libfp8c-rt/shlibs ${triggers})
set(CPACK_DEBIAN_DEB_COMPILER_PACKAGE_CONTROL_EXTRA
    ${debian}/libfp8c/symbols ${debian}/libfp8c/shlibs ${triggers})

set(deb_only EXCLUDE_FROM_ALL)
install(TARGETS fp8c RUNTIME DESTINATION bin COMPONENT deb_command ${deb_only})
install(FILES ${debian}/fp8c.1.gz DESTINATION share/man/man1 COMPONENT deb_command ${deb_only})
install(FILES ${made}/fp8c.bash DESTINATION share/bash-completion/completions RENAME fp8c COMPONENT deb_command ${deb_only})
install(FILES ${made}/_fp8c DESTINATION share/zsh/vendor-completions COMPONENT deb_command ${deb_only})
install(FILES ${made}/fp8c.fish DESTINATION share/fish/vendor_completions.d COMPONENT deb_command ${deb_only})
install(FILES ${FP8C_DOCS} NOTICE DESTINATION share/doc/fp8c COMPONENT deb_command ${deb_only})
fp8c_install_libraries(fp8cDebianTargets ${FP8C_DEBIAN_LIBDIR} deb_runtime deb_compiler deb_development ${deb_only})
install(FILES ${FP8C_SAMPLES} DESTINATION share/doc/libfp8c-dev/examples COMPONENT deb_development ${deb_only})
install(TARGETS fp8c_ort LIBRARY DESTINATION ${FP8C_DEBIAN_LIBDIR}/fp8c COMPONENT deb_ort ${deb_only})
install(TARGETS triton_fp8c LIBRARY DESTINATION ${FP8C_DEBIAN_LIBDIR}/fp8c/triton/fp8c COMPONENT deb_triton ${deb_only})
include(CPack)
