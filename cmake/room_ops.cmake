# Lets "c ? f(x) : g(x)" be computed without a branch, and sqrt without errno;
# no result changes.  -fopenmp-simd reads the "omp simd" pragmas and links nothing.
target_compile_options(fp8c_ops PRIVATE -fno-trapping-math -fno-math-errno -fopenmp-simd)
# Integer operators wrap.
set_source_files_properties(ops/eltwise.c ops/reduce.c PROPERTIES COMPILE_OPTIONS -fwrapv)
# A few loops over double and integers call functions and stay scalar: no news.
target_compile_options(fp8c_ops PRIVATE $<$<C_COMPILER_ID:Clang>:-Wno-pass-failed>)
