# passes: assign
# set: precision=auto, gpu=1
# stats: %x amax=4
# stats: %y amax=4
# stats: %i amax=1
# evaluate: off
# Each rule gives its reason: too small, not a multiple of 16, few channels, no statistics.
graph g opset 18 {
  in    %x : f32[8, 32]
  in    %y : f32[8, 24]
  in    %z : f32[8, 32]
  const %a : f32[32, 32] = random(1)
  const %b : f32[8, 32] = random(2)
  const %c : f32[32, 24] = random(3)
  %p = Linear %x, %a : f32[8, 32]
  %q = Linear %x, %b : f32[8, 8]
  %r = Linear %y, %c : f32[8, 32]
  %s = Linear %z, %a : f32[8, 32]
  out %p
  out %q
  out %r
  out %s
}
----
graph g opset 18 {
  in %x : f32[8, 32]
  in %y : f32[8, 24]
  in %z : f32[8, 32]
  const %a : f32[32, 32] = random(1)
  const %b : f32[8, 32] = random(2)
  const %c : f32[32, 24] = random(3)
  %p = Linear %x, %a : f32[8, 32] decision {format="e4m3", rule="score", reason="estimated from histograms: its output keeps 29.5 dB with E4M3 operands, 25.1 dB with E5M2 activations, 52.7 dB with BF16", granularity="weights per output channel, activations per tensor", policy="mse", sqnr_db=29.52, sqnr_e4m3_db=29.52, sqnr_e5m2_db=25.05, sqnr_bf16_db=52.73, macs=8192}
  %q = Linear %x, %b : f32[8, 8] decision {format="bf16", rule="torn-rows", reason="rows of its operands or its result are no multiple of 16 bytes, so that the target's fast FP8 kernel cannot take it", granularity="", policy="", sqnr_db=52.73, sqnr_e4m3_db=29.69, sqnr_e5m2_db=25.11, sqnr_bf16_db=52.73, macs=2048}
  %r = Linear %y, %c : f32[8, 32] decision {format="bf16", rule="torn-rows", reason="rows of its operands or its result are no multiple of 16 bytes, so that the target's fast FP8 kernel cannot take it", granularity="", policy="", sqnr_db=52.73, sqnr_e4m3_db=29.76, sqnr_e5m2_db=25.13, sqnr_bf16_db=52.73, macs=6144}
  %s = Linear %z, %a : f32[8, 32] decision {format="bf16", rule="no-statistics", reason="calibration saw no number of one of its operands", granularity="", policy="", macs=8192}
  out %p
  out %q
  out %r
  out %s
}
