# passes: linear-to-conv
# set: channels_last=1
# tolerance: 2e-6
# Windows side by side become those of a convolution: with padding, in steps, without either.
graph g opset 23 {
  in    %x : e4m3@0.02[2, 45, 16]
  const %pads : i64[6] = {0, 1, 0, 0, 1, 0}
  const %axis : i64[1] = {1}
  const %two : i64[1] = {2}
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %three : i64[1] = {3}
  const %e20 : i64[1] = {20}
  const %e23 : i64[1] = {23}
  const %e45 : i64[1] = {45}
  const %e46 : i64[1] = {46}
  const %e47 : i64[1] = {47}
  const %s : f32[16] = random(3)
  const %w1 : e4m3@%s/0[16, 48] = random(1)
  const %b1 : f32[16] = random(2)
  const %w2 : e4m3@0.01[8, 32] = random(4)
  %p = Pad %x, %pads : e4m3@0.02[2, 47, 16]
  %x0 = Slice %p, %zero, %e45, %axis, %two : e4m3@0.02[2, 23, 16]
  %x1 = Slice %p, %one, %e46, %axis, %two : e4m3@0.02[2, 23, 16]
  %x2 = Slice %p, %two, %e47, %axis, %two : e4m3@0.02[2, 23, 16]
  %rows = Concat %x0, %x1, %x2 {axis=2} : e4m3@0.02[2, 23, 48]
  region gemm {
    %y = Linear %rows, %w1, %b1 : f32[2, 23, 16]
    %h = Relu %y : f32[2, 23, 16]
    %q = Quantize %h : e4m3@0.05[2, 23, 16]
    %z = Cast %h {to=16} : bf16[2, 23, 16]
  }
  %u0 = Slice %q, %zero, %e20, %axis : e4m3@0.05[2, 20, 16]
  %u1 = Slice %q, %three, %e23, %axis : e4m3@0.05[2, 20, 16]
  %urows = Concat %u0, %u1 {axis=-1} : e4m3@0.05[2, 20, 32]
  region gemm {
    %v = Linear %urows, %w2 : f32[2, 20, 8]
    %vz = Cast %v {to=16} : bf16[2, 20, 8]
  }
  out %z
  out %vz
}
----
graph g opset 23 {
  in %x : e4m3@0.02[2, 45, 16]
  const %s : f32[16] = random(3)
  const %w1.taps : e4m3@%s/0[16, 3, 16] = random(1)
  const %b1 : f32[16] = random(2)
  const %w2.taps : e4m3@0.01[8, 2, 16] = random(4)
  region gemm {
    %y = Conv %x, %w1.taps, %b1 {channels_last=1, dilations=[1], kernel_shape=[3], pads=[1, 1], strides=[2]} : f32[2, 23, 16]
    %h = Relu %y : f32[2, 23, 16]
    %q = Quantize %h : e4m3@0.05[2, 23, 16]
    %z = Cast %h {to=16} : bf16[2, 23, 16]
  }
  region gemm {
    %v = Conv %q, %w2.taps {channels_last=1, dilations=[3], kernel_shape=[2], pads=[0, 0], strides=[1]} : f32[2, 20, 8]
    %vz = Cast %v {to=16} : bf16[2, 20, 8]
  }
  out %z
  out %vz
}
