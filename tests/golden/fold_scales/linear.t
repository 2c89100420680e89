# passes: fold-scales
# tolerance: 1e-6
# The model's own Q/DQ around a product: the scales become the product's own.
graph g opset 19 {
  in    %x : f32[4, 16]
  const %s : f32[] = {0.0078125}
  const %ws : f32[8] = {0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08}
  const %w : e4m3[16, 8] = random(1)
  const %z : e4m3[] = {0}
  %q  = QuantizeLinear %x, %s, %z : e4m3[4, 16]
  %xd = DequantizeLinear %q, %s, %z : f32[4, 16]
  %wd = DequantizeLinear %w, %ws : f32[16, 8]
  %y  = MatMul %xd, %wd : f32[4, 8]
  out %y
}
----
graph g opset 19 {
  in %x : f32[4, 16]
  const %ws : f32[8] = {0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08}
  const %w.scaled.t : e4m3@%ws/0[8, 16] "the model's own codes and scales" = blob(0)
  %q = Quantize %x {mode="div"} : e4m3@0.0078125[4, 16] "the model's own scale"
  %y = Linear %q, %w.scaled.t : f32[4, 8]
  out %y
}
