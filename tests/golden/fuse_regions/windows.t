# passes: fuse-regions
# set: gpu=1
# A convolution with its activations, one residual and every rounding of the last; pooling with its roundings.
graph g opset 20 {
  in    %x : e4m3@0.02[2, 8, 6, 5]
  in    %r : bf16[2, 16, 6, 5]
  const %w : e4m3@0.01[16, 8, 3, 3] = random(1)
  const %v : e4m3@0.01[16, 16, 1, 1] = random(2)
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %b = HardSwish %a : f32[2, 16, 6, 5]
  %q = Quantize %b : e4m3@0.05[2, 16, 6, 5]
  %c = Conv %q, %v : f32[2, 16, 6, 5]
  %d = Add %c, %r : f32[2, 16, 6, 5]
  %e = Relu %d : f32[2, 16, 6, 5]
  %f = Quantize %e : e4m3@0.1[2, 16, 6, 5]
  %g = Cast %e {to=16} : bf16[2, 16, 6, 5]
  %h = Sigmoid %e : f32[2, 16, 6, 5]
  %p = MaxPool %h {kernel_shape=[2, 2]} : f32[2, 16, 5, 4]
  %i = Quantize %p : e4m3@0.01[2, 16, 5, 4]
  out %f
  out %g
  out %i
}
----
graph g opset 20 {
  in %x : e4m3@0.02[2, 8, 6, 5]
  in %r : bf16[2, 16, 6, 5]
  const %w : e4m3@0.01[16, 8, 3, 3] = random(1)
  const %v : e4m3@0.01[16, 16, 1, 1] = random(2)
  region conv {
    %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
    %b = HardSwish %a : f32[2, 16, 6, 5]
    %q = Quantize %b : e4m3@0.05[2, 16, 6, 5]
  }
  region conv {
    %c = Conv %q, %v : f32[2, 16, 6, 5]
    %d = Add %c, %r : f32[2, 16, 6, 5]
    %e = Relu %d : f32[2, 16, 6, 5]
    %f = Quantize %e : e4m3@0.1[2, 16, 6, 5]
    %g = Cast %e {to=16} : bf16[2, 16, 6, 5]
  }
  %h = Sigmoid %e : f32[2, 16, 6, 5]
  region pool {
    %p = MaxPool %h {kernel_shape=[2, 2]} : f32[2, 16, 5, 4]
    %i = Quantize %p : e4m3@0.01[2, 16, 5, 4]
  }
  out %f
  out %g
  out %i
}
