# target: sm_90a
# host steps: allowed
# What a NonZero gives has no size before it runs: all that reads it stays on the host, and so do results of unknown size.
graph g {
  in %x : f32[8, 16]
  const %one : i64[] = {1}
  %r = Relu %x : f32[8, 16]
  %n = NonZero %r : i64[2, count]
  %t = Transpose %n {perm=[1, 0]} : i64[count, 2]
  %s = Add %t, %one : i64[count, 2]
  %e = Exp %r : f32[8, 16]
  out %s
  out %e
}
----
plan "g"
in  "x" f32[8, 16]
out "s" i64[count, 2]
out "e" f32[8, 16]
library libcuda.so.1 0
variant sm_90a arena 1024 workspace 0
  input %x f32[8, 16]
  temp %r f32[8, 16] at 0
  temp %e f32[8, 16] at 512
  host %s i64[?, 2]
  kernel fp8c_eltwise_relu_* grid 1x1x1 block 256x1x1 (%x) -> (%r) f32 -> f32  # r
  kernel fp8c_eltwise_exp_* grid 1x1x1 block 256x1x1 programmatic (%r) -> (%e) f32 -> f32  # e
  host NonZero, Transpose, Add (%r) -> (%s) f32 -> i64  # n, t, s
  out %s
  out %e
launches
launch fp8c_eltwise_relu_* <1,1,1; 256,1,1> (%x, %r)
launch fp8c_eltwise_exp_* <1,1,1; 256,1,1> (%r, %e)
host NonZero, Transpose, Add (%r) -> (%s)
