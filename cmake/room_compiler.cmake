# The report page's parts and the charting library travel inside the compiler.
find_file(FP8C_CHART_JS chart.min.js PATHS /usr/share/javascript/chart.js
          PATH_SUFFIXES . DOC "Chart.js 3 or 4, from Debian's libjs-chart.js" REQUIRED)
set(page_entries "page=${CMAKE_SOURCE_DIR}/compiler/page/page.html"
    "style=${CMAKE_SOURCE_DIR}/compiler/page/style.css" "script=${CMAKE_SOURCE_DIR}/compiler/page/script.js"
    "chart=${FP8C_CHART_JS}")
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated/compiler)
set(page_texts_c ${CMAKE_BINARY_DIR}/generated/compiler/page_texts.c)
add_custom_command(
  OUTPUT ${page_texts_c}
  COMMAND ${CMAKE_COMMAND} -DOUT=${page_texts_c} -DPREFIX=report_text "-DFILES=${page_entries}"
          -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${CMAKE_SOURCE_DIR}/compiler/page/page.html ${CMAKE_SOURCE_DIR}/compiler/page/style.css
          ${CMAKE_SOURCE_DIR}/compiler/page/script.js ${FP8C_CHART_JS} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
target_sources(fp8c_compiler PRIVATE ${page_texts_c})
set_source_files_properties(${page_texts_c} TARGET_DIRECTORY fp8c_compiler PROPERTIES COMPILE_OPTIONS -w)
