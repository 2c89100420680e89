# passes: fold-scales
# A Quantize goes in front of what only moves numbers.
graph g opset 18 {
  in    %x : f32[4, 2, 8]
  const %s : i64[2] = {4, 16}
  const %w : e4m3@0.01[8, 16] = random(1)
  %a = Tanh %x : f32[4, 2, 8]
  %t = Transpose %a {perm=[0, 2, 1]} : f32[4, 8, 2]
  %r = Reshape %t, %s : f32[4, 16]
  %q = Quantize %r : e4m3@0.02[4, 16]
  %y = Linear %q, %w : f32[4, 8]
  out %y
}
----
graph g opset 18 {
  in %x : f32[4, 2, 8]
  const %s : i64[2] = {4, 16}
  const %w : e4m3@0.01[8, 16] = random(1)
  %a = Tanh %x : f32[4, 2, 8]
  %v9 = Quantize %a : e4m3@0.02[4, 2, 8] from "q"
  %t = Transpose %v9 {perm=[0, 2, 1]} : e4m3@0.02[4, 8, 2]
  %r = Reshape %t, %s : e4m3@0.02[4, 16]
  %y = Linear %r, %w : f32[4, 8]
  out %y
}
