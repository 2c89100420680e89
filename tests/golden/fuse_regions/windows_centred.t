# passes: fuse-regions
# set: gpu=1
# What is rounded after its mean is taken off, beside what is stored as it is.
graph g opset 20 {
  in    %x : e4m3@0.02[2, 8, 6, 5]
  const %w : e4m3@0.01[16, 8, 3, 3] = random(1)
  const %m : f32[16, 1, 1] = random(2)
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %b = Relu %a : f32[2, 16, 6, 5]
  %c = Add %b, %m : f32[2, 16, 6, 5]
  %q = Quantize %c : e4m3@0.05[2, 16, 6, 5]
  %s = Sigmoid %b : f32[2, 16, 6, 5]
  out %q
  out %s
}
----
graph g opset 20 {
  in %x : e4m3@0.02[2, 8, 6, 5]
  const %w : e4m3@0.01[16, 8, 3, 3] = random(1)
  const %m : f32[16, 1, 1] = random(2)
  region conv {
    %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
    %b = Relu %a : f32[2, 16, 6, 5]
    %c = Add %b, %m : f32[2, 16, 6, 5]
    %q = Quantize %c : e4m3@0.05[2, 16, 6, 5]
  }
  %s = Sigmoid %b : f32[2, 16, 6, 5]
  out %q
  out %s
}
