# Lets "c ? f(x) : g(x)" be computed without a branch, and sqrt without errno;
# no result changes.  -fopenmp-simd reads the "omp simd" pragmas and links nothing.
target_compile_options(fp8c_ops PRIVATE -fno-trapping-math -fno-math-errno -fopenmp-simd)
# Integer operators wrap.
set_source_files_properties(ops/along.c ops/eltwise.c ops/reduce.c PROPERTIES COMPILE_OPTIONS -fwrapv)
# A few loops over double and integers call functions and stay scalar: no news.
target_compile_options(fp8c_ops PRIVATE $<$<C_COMPILER_ID:Clang>:-Wno-pass-failed>)

# The operators' ids, a header for each section of ops.def, and the names of their functions, taken
# from ops/ops.def whenever it changes.  A section's ids begin at a multiple of 64, so that a row
# moves none of another section's.  Each header is written anew only when its own text changes:
# what a row says besides (an expression, an attribute, a fact) rebuilds the files that include
# ops.def, and a new row those that include its section's ids too.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/ops/ops.def)
file(READ ${CMAKE_SOURCE_DIR}/ops/ops.def operators)

function(write_ids section first rows)
  if(NOT section)
    return()
  endif()
  list(LENGTH rows count)
  if(count GREATER 64 OR first GREATER_EQUAL 1024)
    message(FATAL_ERROR "ops/ops.def: a section may have 64 rows, and there may be 15 sections (OP_COUNT in ops/ops.h)")
  endif()
  set(ids "")
  foreach(id IN LISTS rows)
    string(APPEND ids "  OP_${id} = ${first},\n")
    math(EXPR first "${first} + 1")
  endforeach()
  string(TOUPPER ${section} guard)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/ops/ids/${section}.h @ONLY CONTENT
"/* Made of ops/ops.def by cmake/module_ops.cmake. */
#ifndef OPS_IDS_@guard@_H
#define OPS_IDS_@guard@_H

enum {
@ids@};

#endif
")
endfunction()

set(section "")
set(first 0)
set(rows "")
set(all_ids "")
string(REGEX MATCHALL "\n((OP|UNARY|BINARY)\\([A-Z0-9_]+|/\\* ---- [a-z]+:)" marks "${operators}")
foreach(mark IN LISTS marks)
  if(mark MATCHES "---- ([a-z]+):")
    set(next ${CMAKE_MATCH_1})
    write_ids("${section}" ${first} "${rows}")
    set(section ${next})
    string(APPEND all_ids "#include \"ops/ids/${section}.h\"\n")
    math(EXPR first "${first} + 64")
    set(rows "")
  else()
    string(REGEX REPLACE ".*\\(" "" id "${mark}")
    list(APPEND rows ${id})
  endif()
endforeach()
write_ids("${section}" ${first} "${rows}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/ops/ids/all.h @ONLY CONTENT
"/* Made of ops/ops.def by cmake/module_ops.cmake. */
@all_ids@")

set(functions "")
set(word "[A-Za-z0-9_]+")
string(REGEX MATCHALL "\nOP\\(${word},[ \n]*\"${word}\",[ \n]*[0-9]+,[ \n]*${word},[ \n]*${word}," rows "${operators}")
foreach(row IN LISTS rows)
  string(REGEX REPLACE ".*,[ \n]*(${word}),[ \n]*(${word}),$" "infer_\\1;eval_\\2" names "${row}")
  list(APPEND functions ${names})
endforeach()
list(REMOVE_DUPLICATES functions)
list(JOIN functions ",\n    " functions)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/ops/functions.h @ONLY CONTENT
"/* Made of ops/ops.def by cmake/module_ops.cmake. */
#ifndef OPS_FUNCTIONS_H
#define OPS_FUNCTIONS_H

#include \"ops/ops.h\"

op_function @functions@;

#endif
")
