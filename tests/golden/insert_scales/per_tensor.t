# passes: assign, insert-scales
# set: precision=fp8, method=max
# override: {"rules": [{"node": "p", "weights": {"granularity": "tensor", "method": "max"}}]}
# stats: %x amax=44.8
# evaluate: off
# Weights pinned to one scale have one; "max" puts the largest number on the largest code.
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
  const %a.e4m3 : e4m3@0.0022316333[32, 32] "weights rounded to e4m3 with a scale per tensor, 32.2 dB" = blob(0)
  const %b : f32[32] = random(2)
  %x.e4m3 = Quantize %x : e4m3@0.1[8, 32] "read by FP8 products; scale by max over 1 samples, 32.0 dB, 0% underflow, 0% saturated" from "p"
  %p = Linear %x.e4m3, %a.e4m3, %b : f32[8, 32] decision {format="e4m3", rule="score", reason="estimated from histograms: its output keeps 29.1 dB with E4M3 operands, 25.1 dB with E5M2 activations, 52.1 dB with BF16", granularity="weights and activations per tensor", policy="max; weights max", sqnr_db=29.08, sqnr_e4m3_db=29.08, sqnr_e5m2_db=25.14, sqnr_bf16_db=52.11, macs=8192}
  out %p
}
