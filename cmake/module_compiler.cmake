# The report page's parts travel inside the compiler.
set(page_entries "")
set(page_files "")
foreach(file page.html style.css draw.js dagre.js graph.js advice.js report.js compare.js)
  get_filename_component(name ${file} NAME_WE)
  list(APPEND page_files ${CMAKE_SOURCE_DIR}/compiler/report/page/${file})
  list(APPEND page_entries "${name}=${CMAKE_SOURCE_DIR}/compiler/report/page/${file}")
endforeach()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated/compiler)
set(page_texts_c ${CMAKE_BINARY_DIR}/generated/compiler/page_texts.c)
add_custom_command(
  OUTPUT ${page_texts_c}
  COMMAND ${CMAKE_COMMAND} -DOUT=${page_texts_c} -DPREFIX=report_text "-DFILES=${page_entries}"
          -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${page_files} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
target_sources(fp8c_compiler PRIVATE ${page_texts_c})
set_source_files_properties(${page_texts_c} TARGET_DIRECTORY fp8c_compiler PROPERTIES COMPILE_OPTIONS -w)
