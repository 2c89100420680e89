# Where everything goes.  `cmake --install` and the .tar.gz have the builder's
# folders; the .debs have Debian's, with libraries in lib/x86_64-linux-gnu, and one
# component a package (packages.cmake).

# ---- Made for the packages: the man page and the completions, by the command ------
set(made ${CMAKE_BINARY_DIR}/installed)
add_custom_command(
  OUTPUT ${made}/fp8c.1 ${made}/fp8c.bash ${made}/_fp8c ${made}/fp8c.fish
  COMMAND ${CMAKE_COMMAND} -E make_directory ${made}
  COMMAND fp8c help man > ${made}/fp8c.1
  COMMAND fp8c completion bash > ${made}/fp8c.bash
  COMMAND fp8c completion zsh > ${made}/_fp8c
  COMMAND fp8c completion fish > ${made}/fp8c.fish
  DEPENDS fp8c VERBATIM)
add_custom_target(fp8c_manual ALL
  DEPENDS ${made}/fp8c.1 ${made}/fp8c.bash ${made}/_fp8c ${made}/fp8c.fish)

# ---- What a user of the static libraries links besides ----------------------------
set(FP8C_STATIC_RT_LIBS sodium pthread dl m)
set(FP8C_STATIC_LIBS ${FP8C_STATIC_RT_LIBS} protobuf-c jansson pcre2-8 ${FP8C_ZIP_NAMES})
foreach(list FP8C_STATIC_RT_LIBS FP8C_STATIC_LIBS)
  list(TRANSFORM ${list} PREPEND "-l" OUTPUT_VARIABLE flags)
  list(JOIN flags " " ${list}_PC)
endforeach()

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${made}/fp8cConfigVersion.cmake COMPATIBILITY SameMajorVersion)

file(GLOB FP8C_DOCS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/*.md ${CMAKE_SOURCE_DIR}/docs/*.json)
list(APPEND FP8C_DOCS ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/SECURITY.md)
file(GLOB FP8C_SAMPLES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/samples/*.c)

# fp8c_install_libraries(NAME LIBDIR RUNTIME COMPILER DEVELOPMENT [EXCLUDE_FROM_ALL]):
# libraries, headers and the files by which others find them, in the three components.
function(fp8c_install_libraries name libdir runtime compiler development)
  foreach(pair fp8c_shared_rt:${runtime} fp8c_shared:${compiler})
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 target)
    list(GET pair 1 component)
    install(TARGETS ${target} EXPORT ${name} LIBRARY DESTINATION ${libdir}
            COMPONENT ${component} NAMELINK_COMPONENT ${development} ${ARGN})
  endforeach()
  if(TARGET fp8c_shared_archive)
    install(FILES ${CMAKE_BINARY_DIR}/libfp8c.a ${CMAKE_BINARY_DIR}/libfp8c_rt.a
            DESTINATION ${libdir} COMPONENT ${development} ${ARGN})
  endif()
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/fp8c DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          COMPONENT ${development} ${ARGN} FILES_MATCHING PATTERN *.h)

  set(cmake_dir ${libdir}/cmake/fp8c)
  set(config ${made}/${name})
  set(FP8C_LIBDIR ${libdir})
  configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/fp8cConfig.cmake.in ${config}/fp8cConfig.cmake
                                INSTALL_DESTINATION ${cmake_dir}
                                PATH_VARS FP8C_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
  install(FILES ${config}/fp8cConfig.cmake ${made}/fp8cConfigVersion.cmake
          DESTINATION ${cmake_dir} COMPONENT ${development} ${ARGN})
  install(EXPORT ${name} NAMESPACE fp8c:: FILE fp8cTargets.cmake DESTINATION ${cmake_dir}
          COMPONENT ${development} ${ARGN})

  # Relative to where the .pc file lies: an installed tree may be moved.
  file(RELATIVE_PATH FP8C_PC_TO_PREFIX /prefix/${libdir}/pkgconfig /prefix)
  string(REGEX REPLACE "/$" "" FP8C_PC_TO_PREFIX "${FP8C_PC_TO_PREFIX}")
  foreach(library fp8c fp8c_rt)
    configure_file(${CMAKE_SOURCE_DIR}/cmake/${library}.pc.in ${config}/${library}.pc @ONLY)
    install(FILES ${config}/${library}.pc DESTINATION ${libdir}/pkgconfig
            COMPONENT ${development} ${ARGN})
  endforeach()
endfunction()

# fp8c_sbom(OUT NAME TARGETS...): a list of the libraries that these binaries ask for.
find_program(FP8C_SBOM_PYTHON NAMES python3 REQUIRED)
function(fp8c_sbom out name)
  set(files "")
  foreach(target ${ARGN})
    list(APPEND files $<TARGET_FILE:${target}>)
  endforeach()
  get_filename_component(folder ${out} DIRECTORY)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${FP8C_SBOM_PYTHON} ${CMAKE_SOURCE_DIR}/cmake/sbom.py ${name} ${PROJECT_VERSION} Apache-2.0 ${files} > ${out}
    DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/sbom.py VERBATIM)
endfunction()
fp8c_sbom(${made}/sbom.cdx.json fp8c fp8c fp8c_shared_rt fp8c_shared fp8c_ort triton_fp8c)
add_custom_target(fp8c_sbom_of_all ALL DEPENDS ${made}/sbom.cdx.json)

# ---- As the builder says -----------------------------------------------------------
install(TARGETS fp8c RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
fp8c_install_libraries(fp8cTargets ${CMAKE_INSTALL_LIBDIR} runtime compiler development)
install(TARGETS fp8c_ort triton_fp8c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${made}/fp8c.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/fp8c.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME fp8c)
install(FILES ${made}/_fp8c DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${made}/fp8c.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${FP8C_DOCS} LICENSE NOTICE CHANGELOG.md ${made}/sbom.cdx.json DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${FP8C_SAMPLES} DESTINATION ${CMAKE_INSTALL_DOCDIR}/samples)

# ---- Inside a Python wheel (python/pyproject.toml) ----------------------------------
# Files, not targets: a wheel has no symbolic links, and would hold a library twice.
install(PROGRAMS $<TARGET_FILE:fp8c> DESTINATION bin COMPONENT python EXCLUDE_FROM_ALL)
install(PROGRAMS $<TARGET_FILE:fp8c_shared> DESTINATION lib RENAME libfp8c.so.${FP8C_ABI}
        COMPONENT python EXCLUDE_FROM_ALL)
install(PROGRAMS $<TARGET_FILE:fp8c_ort> DESTINATION lib COMPONENT python EXCLUDE_FROM_ALL)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/fp8c DESTINATION include
        COMPONENT python EXCLUDE_FROM_ALL FILES_MATCHING PATTERN *.h)
