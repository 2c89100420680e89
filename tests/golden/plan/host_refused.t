# target: sm_90a
# Without leave: every node that has no kernel by name, not what only reads its results.
graph g {
  in %x : f32[8, 16]
  const %one : i64[] = {1}
  %r = Relu %x : f32[8, 16]
  %n = NonZero %r : i64[2, count]
  %t = Transpose %n {perm=[1, 0]} : i64[count, 2]
  %s = Add %t, %one : i64[count, 2]
  %i = Cast %r {to=22} : i4[8, 16]
  %e = Cast %i {to=1} : f32[8, 16]
  out %s
  out %e
}
---- error
n: NonZero "n" has no kernel for sm_90a: the shape of its result depends on data
i: Cast "i" has no kernel for sm_90a: i4 has no form on the GPU
e: Cast "e" has no kernel for sm_90a: i4 has no form on the GPU
3 nodes have no kernel for sm_90a; with --allow-cpu-fallback the CPU computes them in the middle of each run, and --target cpu the whole model
