# passes: fold-scales
# tolerance: 2e-3
# A model of F16: its scales are the same numbers in F32.
graph g opset 23 {
  in %x : f16[4, 8]
  const %s : f16[] = {0.0277709961}
  const %s32 : f32[] = {0.0277709961}
  const %z : e4m3[] = {0}
  const %w : e4m3[8, 16] = random(2)
  const %t : f16[16] = {0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2}
  %q = QuantizeLinear %x, %s32, %z : e4m3[4, 8]
  %d = DequantizeLinear %q, %s : f16[4, 8]
  %v = DequantizeLinear %w, %t {axis=1} : f16[8, 16]
  %y = MatMul %d, %v : f16[4, 16]
  out %y
}
----
graph g opset 23 {
  in %x : f16[4, 8]
  const %t.f32 : f32[16] = {0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2}
  const %w.scaled.t : e4m3@%t.f32/0[16, 8] "the model's own codes and scales" = blob(0)
  %q = Quantize %x {mode="div"} : e4m3@0.027770996[4, 8] "the model's own scale"
  %y = Linear %q, %w.scaled.t : f16[4, 16]
  out %y
}
