# passes: assign, insert-scales
# set: precision=fp8, column_scale=0, method=max
# stats: %x amax=44.8
# evaluate: off
# Without a scale per column the weights have one scale; "max" puts the largest number on the largest code.
graph g opset 18 {
  in    %x : f32[8, 32]
  const %a : f32[32, 32] = random(1)
  const %b : f32[32] = random(2)
  %p = Linear %x, %a, %b : f32[8, 32]
  out %p
}
----
graph g opset 18 {
  in %x : f32[8, 32]
  const %a.e4m3 : e4m3@0.003835328[32, 32] "weights rounded to e4m3 with a scale per tensor, 32.6 dB" = blob(0)
  const %b : f32[32] = random(2)
  %x.e4m3 = Quantize %x : e4m3@0.1[8, 32] "read by FP8 products; scale by max over 1 samples, 32.0 dB, 0% underflow, 0% saturated" from "p"
  %p = Linear %x.e4m3, %a.e4m3, %b : f32[8, 32] decision {format="e4m3", rule="score", reason="estimated from histograms: its output keeps 29.3 dB with E4M3 operands, 25.2 dB with E5M2 activations, 52.1 dB with BF16", granularity="weights and activations per tensor", policy="max", sqnr_db=29.3, sqnr_e4m3_db=29.3, sqnr_e5m2_db=25.23, sqnr_bf16_db=52.11, macs=8192}
  out %p
}
