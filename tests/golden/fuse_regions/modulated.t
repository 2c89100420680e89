# passes: fuse-regions
# set: gpu=1
# evaluate: off
# 1 + scale of an adaptive norm is computed in the norm's kernel; one that others read too, or that takes an exponential, has its own.
graph g opset 20 {
  in    %x : f32[2, 5, 8]
  in    %m : f32[2, 1, 24]
  const %w : f32[8] = random(1)
  const %one : f32[] = {1}
  %s, %t, %u = Split %m {axis=2, num_outputs=3} : f32[2, 1, 8], f32[2, 1, 8], f32[2, 1, 8]
  %a = Add %s, %one : f32[2, 1, 8]
  %n = LayerNormalization %x, %w : f32[2, 5, 8]
  %p = Mul %n, %a : f32[2, 5, 8]
  %q = Add %p, %t : f32[2, 5, 8]
  %y = Quantize %q : e4m3@0.02[2, 5, 8]
  %b = Sigmoid %u : f32[2, 1, 8]
  %o = LayerNormalization %x, %w : f32[2, 5, 8]
  %r = Mul %o, %b : f32[2, 5, 8]
  %z = Quantize %r : e4m3@0.02[2, 5, 8]
  out %y
  out %z
}
----
graph g opset 20 {
  in %x : f32[2, 5, 8]
  in %m : f32[2, 1, 24]
  const %one : f32[] = {1}
  const %w : f32[8] = random(1)
  %s, %t, %u = Split %m {axis=2, num_outputs=3} : f32[2, 1, 8], f32[2, 1, 8], f32[2, 1, 8]
  region row {
    %a = Add %s, %one : f32[2, 1, 8]
    %n = LayerNormalization %x, %w : f32[2, 5, 8]
    %p = Mul %n, %a : f32[2, 5, 8]
    %q = Add %p, %t : f32[2, 5, 8]
    %y = Quantize %q : e4m3@0.02[2, 5, 8]
  }
  %b = Sigmoid %u : f32[2, 1, 8]
  region row {
    %o = LayerNormalization %x, %w : f32[2, 5, 8]
    %r = Mul %o, %b : f32[2, 5, 8]
    %z = Quantize %r : e4m3@0.02[2, 5, 8]
  }
  out %y
  out %z
}
