# passes: assign
# set: precision=auto
# samples: 2
# stats: %v amax=4
# evaluate: off
# The small products between a pooled map and the map they multiply are F32: written with matrices and
# reshapes too. What a head makes of a pooled map is not a factor, and neither is what is added.
graph g opset 18 {
  in %x : f32[2, 32, 8, 8]
  const %axes : i64[2] = {2, 3}
  const %d : f32[16, 32] = random(2)
  const %e : f32[32, 16] = random(3)
  const %f : f32[32, 32] = random(4)
  const %h : f32[64, 32] = random(5)
  const %flat : i64[2] = {2, 32}
  const %back : i64[4] = {2, 32, 1, 1}
  const %half : f32[1] = {0.5}
  %p = ReduceMean %x, %axes : f32[2, 32, 1, 1]
  %v = Reshape %p, %flat : f32[2, 32]
  %q = Linear %v, %d : f32[2, 16] named "squeeze"
  %g = Sigmoid %q : f32[2, 16]
  %r = Mul %q, %g : f32[2, 16]
  %s = Linear %r, %e : f32[2, 32] named "excite"
  %k = Add %s, %half : f32[2, 32]
  %t = Reshape %k, %back : f32[2, 32, 1, 1]
  %y = Mul %t, %x : f32[2, 32, 8, 8]
  %a = Linear %v, %f : f32[2, 32] named "shift"
  %b = Reshape %a, %back : f32[2, 32, 1, 1]
  %z = Add %y, %b : f32[2, 32, 8, 8]
  %head = Linear %v, %h : f32[2, 64] named "head"
  out %z
  out %head
}
----
graph g opset 18 {
  in %x : f32[2, 32, 8, 8]
  const %axes : i64[2] = {2, 3}
  const %flat : i64[2] = {2, 32}
  const %d : f32[16, 32] = random(2)
  const %e : f32[32, 16] = random(3)
  const %half : f32[1] = {0.5}
  const %back : i64[4] = {2, 32, 1, 1}
  const %f : f32[32, 32] = random(4)
  const %h : f32[64, 32] = random(5)
  %p = ReduceMean %x, %axes : f32[2, 32, 1, 1]
  %v = Reshape %p, %flat : f32[2, 32]
  %q = Linear %v, %d : f32[2, 16] named "squeeze" decision {format="f32", rule="gate", reason="its few results multiply whole channels, where no later sum averages an error out; it is too small for FP8 or BF16 to save time", granularity="", policy="", sqnr_e4m3_db=30.09, sqnr_e5m2_db=25.52, sqnr_bf16_db=53.26, what_if_e3m4_db=31.48, what_if_e2m5_db=23.62, what_if_int8_db=17.53, macs=1024}
  %g = Sigmoid %q : f32[2, 16]
  %r = Mul %q, %g : f32[2, 16]
  %s = Linear %r, %e : f32[2, 32] named "excite" decision {format="f32", rule="gate", reason="its few results multiply whole channels, where no later sum averages an error out; it is too small for FP8 or BF16 to save time", granularity="", policy="", macs=1024}
  %k = Add %s, %half : f32[2, 32]
  %t = Reshape %k, %back : f32[2, 32, 1, 1]
  %y = Mul %t, %x : f32[2, 32, 8, 8]
  %a = Linear %v, %f : f32[2, 32] named "shift" decision {format="e4m3", rule="score", reason="measured on calibration samples: its output keeps 28.0 dB with E4M3 operands, 25.2 dB with E5M2 activations, 52.6 dB with BF16", granularity="weights per output channel, activations per tensor", policy="mse", sqnr_db=28.04, sqnr_e4m3_db=28.04, sqnr_e5m2_db=25.17, sqnr_bf16_db=52.59, what_if_e3m4_db=30.7, what_if_e2m5_db=22.89, what_if_int8_db=16.49, macs=2048}
  %b = Reshape %a, %back : f32[2, 32, 1, 1]
  %z = Add %y, %b : f32[2, 32, 8, 8]
  %head = Linear %v, %h : f32[2, 64] decision {format="e4m3", rule="score", reason="measured on calibration samples: its output keeps 28.9 dB with E4M3 operands, 25.5 dB with E5M2 activations, 52.4 dB with BF16", granularity="weights per output channel, activations per tensor", policy="mse", sqnr_db=28.86, sqnr_e4m3_db=28.86, sqnr_e5m2_db=25.47, sqnr_bf16_db=52.37, what_if_e3m4_db=33.74, what_if_e2m5_db=23.27, what_if_int8_db=17.68, macs=4096}
  out %z
  out %head
}
