# passes: assign, insert-scales
# set: precision=auto
# stats: %x amax=4.5
# evaluate: off
# Two products that read one value share its Quantize; the Add keeps the value itself.
graph g opset 18 {
  in    %x : f32[8, 32]
  const %a : f32[32, 32] = random(1)
  const %b : f32[16, 32] = random(2)
  %p = Linear %x, %a : f32[8, 32]
  %q = Linear %x, %b : f32[8, 16]
  %r = Add %x, %p : f32[8, 32]
  out %q
  out %r
}
----
graph g opset 18 {
  in %x : f32[8, 32]
  const %a.e4m3.scale : f32[32] = {0.0026140583, 0.0035165104, 0.003956122, 0.00216029, 0.00289683, 0.002420444, 0.0033506313, 0.0020523046, 0.0033681388, 0.0029151684, 0.0038800645, 0.003577956, 0.0022441226, 0.0022604815, 0.003979527, 0.0021797954, 0.0021406282, 0.003427211, 0.003230651, 0.0032959976, 0.0024058966, 0.0024209807, 0.0033915823, 0.003771368, 0.002093066, 0.0034576748, 0.0022220653, 0.0033912382, 0.0024403995, 0.0030335714, 0.0034597062, 0.0031818773}
  const %a.e4m3 : e4m3@%a.e4m3.scale/0[32, 32] "weights rounded to e4m3 with a scale per output channel, 33.5 dB" = blob(0)
  const %b.e4m3.scale : f32[16] = {0.0023264638, 0.0033858488, 0.00220672, 0.0024070854, 0.0039816913, 0.003923772, 0.0022208756, 0.0021776403, 0.003757807, 0.004037426, 0.0027440125, 0.0040759537, 0.003584756, 0.002252597, 0.0021984174, 0.0024271975}
  const %b.e4m3 : e4m3@%b.e4m3.scale/0[16, 32] "weights rounded to e4m3 with a scale per output channel, 33.8 dB" = blob(1)
  %x.e4m3 = Quantize %x : e4m3@0.010044643[8, 32] "read by FP8 products; scale by mse over 1 samples, 32.0 dB, 0% underflow, 0% saturated" from "p"
  %p = Linear %x.e4m3, %a.e4m3 : f32[8, 32] decision {format="e4m3", rule="score", reason="estimated from histograms: its output keeps 29.7 dB with E4M3 operands, 25.3 dB with E5M2 activations, 52.5 dB with BF16", granularity="weights per output channel, activations per tensor", policy="mse", sqnr_db=29.66, sqnr_e4m3_db=29.66, sqnr_e5m2_db=25.34, sqnr_bf16_db=52.47, macs=8192}
  %q = Linear %x.e4m3, %b.e4m3 : f32[8, 16] decision {format="e4m3", rule="score", reason="estimated from histograms: its output keeps 29.8 dB with E4M3 operands, 25.4 dB with E5M2 activations, 52.5 dB with BF16", granularity="weights per output channel, activations per tensor", policy="mse", sqnr_db=29.78, sqnr_e4m3_db=29.78, sqnr_e5m2_db=25.38, sqnr_bf16_db=52.47, macs=4096}
  %r = Add %x, %p : f32[8, 32]
  out %q
  out %r
}
