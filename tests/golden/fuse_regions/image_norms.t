# passes: fuse-regions
# set: gpu=1
# Norms of images and Resize have kernels of their own, which do what follows: activation, residual, roundings.
graph g opset 22 {
  in    %x : f32[2, 16, 6, 5]
  in    %y : f32[2, 16, 6, 5]
  const %g : f32[16] = random(2)
  const %b : f32[16] = random(3)
  %n = GroupNormalization %x, %g, %b {num_groups=4} : f32[2, 16, 6, 5]
  %s = Swish %n : f32[2, 16, 6, 5]
  %q = Quantize %s {mode="mul"} : e4m3@0.02[2, 16, 6, 5]
  %i = InstanceNormalization %x, %g, %b : f32[2, 16, 6, 5]
  %a = Add %y, %i : f32[2, 16, 6, 5]
  %r = Relu %a : f32[2, 16, 6, 5]
  const %up : f32[4] = {1, 1, 2, 2}
  %z = Resize %x, _, %up {mode="linear"} : f32[2, 16, 12, 10]
  %t = Quantize %z {mode="mul"} : e4m3@0.02[2, 16, 12, 10]
  out %q
  out %t
  out %r
}
----
graph g opset 22 {
  in %x : f32[2, 16, 6, 5]
  in %y : f32[2, 16, 6, 5]
  const %g : f32[16] = random(2)
  const %b : f32[16] = random(3)
  const %up : f32[4] = {1, 1, 2, 2}
  region norm {
    %n = GroupNormalization %x, %g, %b {num_groups=4} : f32[2, 16, 6, 5]
    %s = Swish %n : f32[2, 16, 6, 5]
    %q = Quantize %s : e4m3@0.02[2, 16, 6, 5]
  }
  region norm {
    %i = InstanceNormalization %x, %g, %b : f32[2, 16, 6, 5]
    %a = Add %y, %i : f32[2, 16, 6, 5]
    %r = Relu %a : f32[2, 16, 6, 5]
  }
  region resize {
    %z = Resize %x, _, %up {mode="linear"} : f32[2, 16, 12, 10]
    %t = Quantize %z : e4m3@0.02[2, 16, 12, 10]
  }
  out %q
  out %t
  out %r
}
