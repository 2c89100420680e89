# passes: calibrate, assign
# set: precision=auto, score_macs=1000
# samples: 1
# tolerance: 0.1
# A product of many rows is scored on 128 of them, at even distances; its work counts whole.
graph g opset 18 {
  in    %x : f32[2, 200, 32]
  const %w : f32[16, 32] = random(1)
  %p = Linear %x, %w : f32[2, 200, 16]
  out %p
}
----
graph g opset 18 {
  in %x : f32[2, 200, 32]
  const %w : f32[16, 32] = random(1)
  %p = Linear %x, %w : f32[2, 200, 16] decision {format="e4m3", rule="score", reason="measured on calibration samples: its output keeps 29.0 dB with E4M3 operands, 24.8 dB with E5M2 activations, 53.4 dB with BF16", granularity="weights per output channel, activations per tensor", policy="mse", sqnr_db=29.03, sqnr_e4m3_db=29.03, sqnr_e5m2_db=24.75, sqnr_bf16_db=53.39, what_if_e3m4_db=35.14, what_if_e2m5_db=41.09, what_if_int8_db=45.01, macs=204800}
  out %p
}
