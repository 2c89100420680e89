# passes: linear-to-conv
# set: channels_last=1
# Not windows of one sequence; padding that is not zero; F32 results; pixels that no kernel takes.
graph g opset 23 {
  in    %x : bf16[2, 9, 16]
  in    %o : bf16[2, 9, 16]
  in    %t : bf16[2, 9, 12]
  const %axis : i64[1] = {1}
  const %pads : i64[6] = {0, 1, 0, 0, 0, 0}
  const %fill : bf16[1] = {2}
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %eight : i64[1] = {8}
  const %nine : i64[1] = {9}
  const %ten : i64[1] = {10}
  const %w : bf16[16, 32] = random(1)
  const %v : bf16[16, 24] = random(2)
  %x0 = Slice %x, %zero, %eight, %axis : bf16[2, 8, 16]
  %x1 = Slice %x, %one, %nine, %axis : bf16[2, 8, 16]
  %o1 = Slice %o, %one, %nine, %axis : bf16[2, 8, 16]
  %two_sequences = Concat %x0, %o1 {axis=2} : bf16[2, 8, 32]
  region gemm {
    %a = Linear %two_sequences, %w : f32[2, 8, 16]
    %az = Cast %a {to=16} : bf16[2, 8, 16]
  }
  %backwards = Concat %x1, %x0 {axis=2} : bf16[2, 8, 32]
  region gemm {
    %b = Linear %backwards, %w : f32[2, 8, 16]
    %bz = Cast %b {to=16} : bf16[2, 8, 16]
  }
  %side = Concat %x0, %x1 {axis=2} : bf16[2, 8, 32]
  %c = Linear %side, %w : f32[2, 8, 16]
  %p = Pad %x, %pads, %fill : bf16[2, 10, 16]
  %p0 = Slice %p, %zero, %nine, %axis : bf16[2, 9, 16]
  %p1 = Slice %p, %one, %ten, %axis : bf16[2, 9, 16]
  %filled = Concat %p0, %p1 {axis=2} : bf16[2, 9, 32]
  region gemm {
    %d = Linear %filled, %w : f32[2, 9, 16]
    %dz = Cast %d {to=16} : bf16[2, 9, 16]
  }
  %t0 = Slice %t, %zero, %eight, %axis : bf16[2, 8, 12]
  %t1 = Slice %t, %one, %nine, %axis : bf16[2, 8, 12]
  %narrow = Concat %t0, %t1 {axis=2} : bf16[2, 8, 24]
  region gemm {
    %e = Linear %narrow, %v : f32[2, 8, 16]
    %ez = Cast %e {to=16} : bf16[2, 8, 16]
  }
  out %az
  out %bz
  out %c
  out %dz
  out %ez
}
----
graph g opset 23 {
  in %x : bf16[2, 9, 16]
  in %o : bf16[2, 9, 16]
  in %t : bf16[2, 9, 12]
  const %zero : i64[1] = {0}
  const %eight : i64[1] = {8}
  const %axis : i64[1] = {1}
  const %one : i64[1] = {1}
  const %nine : i64[1] = {9}
  const %w : bf16[16, 32] = random(1)
  const %pads : i64[6] = {0, 1, 0, 0, 0, 0}
  const %fill : bf16[1] = {2}
  const %w.taps : bf16[16, 2, 16] = random(1)
  const %v : bf16[16, 24] = random(2)
  %x0 = Slice %x, %zero, %eight, %axis : bf16[2, 8, 16]
  %x1 = Slice %x, %one, %nine, %axis : bf16[2, 8, 16]
  %o1 = Slice %o, %one, %nine, %axis : bf16[2, 8, 16]
  %two_sequences = Concat %x0, %o1 {axis=2} : bf16[2, 8, 32]
  region gemm {
    %a = Linear %two_sequences, %w : f32[2, 8, 16]
    %az = Cast %a {to=16} : bf16[2, 8, 16]
  }
  %backwards = Concat %x1, %x0 {axis=2} : bf16[2, 8, 32]
  region gemm {
    %b = Linear %backwards, %w : f32[2, 8, 16]
    %bz = Cast %b {to=16} : bf16[2, 8, 16]
  }
  %side = Concat %x0, %x1 {axis=2} : bf16[2, 8, 32]
  %c = Linear %side, %w : f32[2, 8, 16]
  %p = Pad %x, %pads, %fill : bf16[2, 10, 16]
  region gemm {
    %d = Conv %p, %w.taps {channels_last=1, dilations=[1], kernel_shape=[2], pads=[0, 0], strides=[1]} : f32[2, 9, 16]
    %dz = Cast %d {to=16} : bf16[2, 9, 16]
  }
  %t0 = Slice %t, %zero, %eight, %axis : bf16[2, 8, 12]
  %t1 = Slice %t, %one, %nine, %axis : bf16[2, 8, 12]
  %narrow = Concat %t0, %t1 {axis=2} : bf16[2, 8, 24]
  region gemm {
    %e = Linear %narrow, %v : f32[2, 8, 16]
    %ez = Cast %e {to=16} : bf16[2, 8, 16]
  }
  out %az
  out %bz
  out %c
  out %dz
  out %ez
}
