# passes: linear-to-conv
# set: channels_last=1
# Not windows of one sequence; padding that is not zero; F32 results; pixels that no kernel takes; few rows.
graph g opset 23 {
  in    %x : bf16[2, 19, 16]
  in    %o : bf16[2, 19, 16]
  in    %t : bf16[2, 19, 12]
  const %axis : i64[1] = {1}
  const %pads : i64[6] = {0, 1, 0, 0, 0, 0}
  const %fill : bf16[1] = {2}
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %e18 : i64[1] = {18}
  const %e19 : i64[1] = {19}
  const %e20 : i64[1] = {20}
  const %w : bf16[16, 32] = random(1)
  const %v : bf16[16, 24] = random(2)
  %x0 = Slice %x, %zero, %e18, %axis : bf16[2, 18, 16]
  %x1 = Slice %x, %one, %e19, %axis : bf16[2, 18, 16]
  %o1 = Slice %o, %one, %e19, %axis : bf16[2, 18, 16]
  %two_sequences = Concat %x0, %o1 {axis=2} : bf16[2, 18, 32]
  region gemm {
    %a = Linear %two_sequences, %w : f32[2, 18, 16]
    %az = Cast %a {to=16} : bf16[2, 18, 16]
  }
  %backwards = Concat %x1, %x0 {axis=2} : bf16[2, 18, 32]
  region gemm {
    %b = Linear %backwards, %w : f32[2, 18, 16]
    %bz = Cast %b {to=16} : bf16[2, 18, 16]
  }
  %side = Concat %x0, %x1 {axis=2} : bf16[2, 18, 32]
  %c = Linear %side, %w : f32[2, 18, 16]
  %p = Pad %x, %pads, %fill : bf16[2, 20, 16]
  %p0 = Slice %p, %zero, %e19, %axis : bf16[2, 19, 16]
  %p1 = Slice %p, %one, %e20, %axis : bf16[2, 19, 16]
  %filled = Concat %p0, %p1 {axis=2} : bf16[2, 19, 32]
  region gemm {
    %d = Linear %filled, %w : f32[2, 19, 16]
    %dz = Cast %d {to=16} : bf16[2, 19, 16]
  }
  %t0 = Slice %t, %zero, %e18, %axis : bf16[2, 18, 12]
  %t1 = Slice %t, %one, %e19, %axis : bf16[2, 18, 12]
  %narrow = Concat %t0, %t1 {axis=2} : bf16[2, 18, 24]
  region gemm {
    %e = Linear %narrow, %v : f32[2, 18, 16]
    %ez = Cast %e {to=16} : bf16[2, 18, 16]
  }
  in    %f : bf16[1, 17, 16]
  const %e16 : i64[1] = {16}
  const %e17 : i64[1] = {17}
  %f0 = Slice %f, %zero, %e16, %axis : bf16[1, 16, 16]
  %f1 = Slice %f, %one, %e17, %axis : bf16[1, 16, 16]
  %few = Concat %f0, %f1 {axis=2} : bf16[1, 16, 32]
  region gemm {
    %g = Linear %few, %w : f32[1, 16, 16]
    %gz = Cast %g {to=16} : bf16[1, 16, 16]
  }
  out %gz
  out %az
  out %bz
  out %c
  out %dz
  out %ez
}
----
graph g opset 23 {
  in %x : bf16[2, 19, 16]
  in %o : bf16[2, 19, 16]
  in %t : bf16[2, 19, 12]
  in %f : bf16[1, 17, 16]
  const %zero : i64[1] = {0}
  const %e18 : i64[1] = {18}
  const %axis : i64[1] = {1}
  const %one : i64[1] = {1}
  const %e19 : i64[1] = {19}
  const %w : bf16[16, 32] = random(1)
  const %pads : i64[6] = {0, 1, 0, 0, 0, 0}
  const %fill : bf16[1] = {2}
  const %w.taps : bf16[16, 2, 16] = random(1)
  const %v : bf16[16, 24] = random(2)
  const %e16 : i64[1] = {16}
  const %e17 : i64[1] = {17}
  %x0 = Slice %x, %zero, %e18, %axis : bf16[2, 18, 16]
  %x1 = Slice %x, %one, %e19, %axis : bf16[2, 18, 16]
  %o1 = Slice %o, %one, %e19, %axis : bf16[2, 18, 16]
  %two_sequences = Concat %x0, %o1 {axis=2} : bf16[2, 18, 32]
  region gemm {
    %a = Linear %two_sequences, %w : f32[2, 18, 16]
    %az = Cast %a {to=16} : bf16[2, 18, 16]
  }
  %backwards = Concat %x1, %x0 {axis=2} : bf16[2, 18, 32]
  region gemm {
    %b = Linear %backwards, %w : f32[2, 18, 16]
    %bz = Cast %b {to=16} : bf16[2, 18, 16]
  }
  %side = Concat %x0, %x1 {axis=2} : bf16[2, 18, 32]
  %c = Linear %side, %w : f32[2, 18, 16]
  %p = Pad %x, %pads, %fill : bf16[2, 20, 16]
  region gemm {
    %d = Conv %p, %w.taps {channels_last=1, dilations=[1], kernel_shape=[2], pads=[0, 0], strides=[1]} : f32[2, 19, 16]
    %dz = Cast %d {to=16} : bf16[2, 19, 16]
  }
  %t0 = Slice %t, %zero, %e18, %axis : bf16[2, 18, 12]
  %t1 = Slice %t, %one, %e19, %axis : bf16[2, 18, 12]
  %narrow = Concat %t0, %t1 {axis=2} : bf16[2, 18, 24]
  region gemm {
    %e = Linear %narrow, %v : f32[2, 18, 16]
    %ez = Cast %e {to=16} : bf16[2, 18, 16]
  }
  %f0 = Slice %f, %zero, %e16, %axis : bf16[1, 16, 16]
  %f1 = Slice %f, %one, %e17, %axis : bf16[1, 16, 16]
  %few = Concat %f0, %f1 {axis=2} : bf16[1, 16, 32]
  region gemm {
    %g = Linear %few, %w : f32[1, 16, 16]
    %gz = Cast %g {to=16} : bf16[1, 16, 16]
  }
  out %gz
  out %az
  out %bz
  out %c
  out %dz
  out %ez
}
