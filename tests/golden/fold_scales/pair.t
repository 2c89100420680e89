# passes: fold-scales
# Dequantised and quantised again with the same scale is the same code.
graph g opset 18 {
  in    %x : e4m3@0.02[4, 16]
  const %w : e4m3@0.01[8, 16] = random(1)
  %d = Dequantize %x : f32[4, 16]
  %q = Quantize %d : e4m3@0.02[4, 16]
  %y = Linear %q, %w : f32[4, 8]
  out %y
}
----
graph g opset 18 {
  in %x : e4m3@0.02[4, 16]
  const %w : e4m3@0.01[8, 16] = random(1)
  %y = Linear %x, %w : f32[4, 8]
  out %y
}
