# passes: fold-scales, assign
# set: precision=f32, keep_formats=1
# tolerance: 1e-5
# What the model states in FP8 computes so, E5M2 too; what it leaves in F32 stays.
graph g opset 19 {
  in %x : f32[4, 8]
  const %s : f32[] = {0.05}
  const %z : e5m2[] = {0}
  const %w : e4m3[8, 16] = random(2)
  const %t : f32[16] = {0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2}
  const %u : f32[16, 16] = random(3)
  %q = QuantizeLinear %x, %s, %z : e5m2[4, 8]
  %d = DequantizeLinear %q, %s : f32[4, 8]
  %v = DequantizeLinear %w, %t {axis=1} : f32[8, 16]
  %y = MatMul %d, %v : f32[4, 16]
  %p = MatMul %y, %u : f32[4, 16]
  out %p
}
----
graph g opset 19 {
  in %x : f32[4, 8]
  const %t : f32[16] = {0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2, 0.5, 0.25, 1, 2}
  const %w.scaled.t : e4m3@%t/0[16, 8] "the model's own codes and scales" = blob(0)
  const %u : f32[16, 16] = random(3)
  %q = Quantize %x {mode="div"} : e5m2@0.05[4, 8] "the model's own scale"
  %y = Linear %q, %w.scaled.t : f32[4, 16] decision {format="e5m2", rule="imported", reason="the model brings this product's operands in FP8, with their scales", granularity="weights per output channel, activations per tensor", policy="given", macs=512}
  %p = MatMul %y, %u : f32[4, 16] decision {format="f32", rule="given", reason="the model states its own formats and leaves this product in F32; --calibrate or --precision bf16 would decide about it", granularity="", policy="", macs=1024}
  out %p
}
