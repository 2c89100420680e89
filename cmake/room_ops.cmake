# Lets "c ? f(x) : g(x)" be computed without a branch, and sqrt without errno;
# no result changes.  -fopenmp-simd reads the "omp simd" pragmas and links nothing.
target_compile_options(fp8c_ops PRIVATE -fno-trapping-math -fno-math-errno -fopenmp-simd)
# Integer operators wrap.
set_source_files_properties(ops/eltwise.c ops/reduce.c PROPERTIES COMPILE_OPTIONS -fwrapv)
# A few loops over double and integers call functions and stay scalar: no news.
target_compile_options(fp8c_ops PRIVATE $<$<C_COMPILER_ID:Clang>:-Wno-pass-failed>)

# The operators' ids and the names of their functions, taken from ops/ops.def whenever it changes.
# Each header is written anew only when its own text changes: what a row says besides (an
# expression, an attribute, a fact) rebuilds the files that include ops.def, and no others.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/ops/ops.def)
file(READ ${CMAKE_SOURCE_DIR}/ops/ops.def operators)

set(ids "")
string(REGEX MATCHALL "\n(OP|UNARY|BINARY)\\([A-Z0-9_]+" rows "${operators}")
foreach(row IN LISTS rows)
  string(REGEX REPLACE ".*\\(" "" id "${row}")
  string(APPEND ids "  OP_${id},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/ops/ids.h @ONLY CONTENT
"/* Made of ops/ops.def by cmake/room_ops.cmake. */
#ifndef OPS_IDS_H
#define OPS_IDS_H

typedef enum op_id {
@ids@  OP_COUNT
} op_id;

#endif
")

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
"/* Made of ops/ops.def by cmake/room_ops.cmake. */
#ifndef OPS_FUNCTIONS_H
#define OPS_FUNCTIONS_H

#include \"ops/ops.h\"

op_function @functions@;

#endif
")
