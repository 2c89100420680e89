# passes: assign, insert-scales
# stats: %x amax=3.5
# override: {"rules": [{"node": "p", "activations": {"format": "e5m2", "scale": 0.25}, "weights": {"format": "e5m2", "granularity": "tensor"}}, {"node": "q", "format": "e4m3", "activations": {"method": "max"}, "weights": {"method": "max"}}]}
# tolerance: 0.15
# Each product reads the value as is pinned for it.
graph g {
  in %x : f32[n, 32]
  const %a : f32[32, 32] = random(1)
  const %b : f32[16, 32] = random(2)
  %p = Linear %x, %a : f32[n, 32]
  %q = Linear %x, %b : f32[n, 16]
  out %p
  out %q
}
----
graph g opset 0 {
  in %x : f32[n, 32]
  const %a.e5m2 : e5m2@2.9321443e-05[32, 32] "weights rounded to e5m2 with a scale per tensor, 27.0 dB" = blob(0)
  const %b.e4m3.scale : f32[16] = {0.0021800916, 0.0021954514, 0.00220672, 0.002231343, 0.0021710326, 0.0021862998, 0.0020365517, 0.0021541829, 0.0021166254, 0.0021542502, 0.0021389637, 0.0021984896, 0.0021315087, 0.002228332, 0.0021747362, 0.0022017744}
  const %b.e4m3 : e4m3@%b.e4m3.scale/0[16, 32] "weights rounded to e4m3 with a scale per output channel, 32.3 dB" = blob(1)
  %x.e5m2 = Quantize %x : e5m2@0.25[n, 32] "read by FP8 products; scale by constant=0.25 over 1 samples, 26.2 dB, 0% underflow, 0% saturated" from "p"
  %p = Linear %x.e5m2, %a.e5m2 : f32[n, 32] decision {format="e5m2", rule="override", reason="pinned by rule 1 (node \"p\") of the override file; estimated from histograms: its output keeps 29.4 dB with E4M3 operands, 25.3 dB with E5M2 activations, 52.6 dB with BF16", granularity="weights and activations per tensor", policy="constant=0.25", weights_format="e5m2", sqnr_e4m3_db=29.41, sqnr_e5m2_db=25.3, sqnr_bf16_db=52.59}
  %x.e4m3 = Quantize %x : e4m3@0.0078125[n, 32] "read by FP8 products; scale by max over 1 samples, 32.2 dB, 0% underflow, 0% saturated" from "q"
  %q = Linear %x.e4m3, %b.e4m3 : f32[n, 16] decision {format="e4m3", rule="override", reason="pinned by rule 2 (node \"q\") of the override file; estimated from histograms: its output keeps 29.2 dB with E4M3 operands, 25.2 dB with E5M2 activations, 52.6 dB with BF16", granularity="weights per output channel, activations per tensor", policy="max; weights max", sqnr_db=29.24, sqnr_e4m3_db=29.24, sqnr_e5m2_db=25.24, sqnr_bf16_db=52.59}
  out %p
  out %q
}
