# passes: assign
# set: precision=auto
# samples: 2
# stats: %v amax=4
# evaluate: off
# A gate whose weights are too many for F32 without tensor cores is in BF16.
graph g opset 18 {
  in %x : f32[2, 1024, 4, 4]
  const %axes : i64[2] = {2, 3}
  const %d : f32[272, 1024] = random(2)
  const %e : f32[1024, 272] = random(3)
  const %flat : i64[2] = {2, 1024}
  const %back : i64[4] = {2, 1024, 1, 1}
  %p = ReduceMean %x, %axes : f32[2, 1024, 1, 1]
  %v = Reshape %p, %flat : f32[2, 1024]
  %q = Linear %v, %d : f32[2, 272] named "squeeze"
  %r = Relu %q : f32[2, 272]
  %s = Linear %r, %e : f32[2, 1024] named "excite"
  %g = Sigmoid %s : f32[2, 1024]
  %t = Reshape %g, %back : f32[2, 1024, 1, 1]
  %y = Mul %t, %x : f32[2, 1024, 4, 4]
  out %y
}
----
graph g opset 18 {
  in %x : f32[2, 1024, 4, 4]
  const %axes : i64[2] = {2, 3}
  const %flat : i64[2] = {2, 1024}
  const %d : f32[272, 1024] = random(2)
  const %e : f32[1024, 272] = random(3)
  const %back : i64[4] = {2, 1024, 1, 1}
  %p = ReduceMean %x, %axes : f32[2, 1024, 1, 1]
  %v = Reshape %p, %flat : f32[2, 1024]
  %q = Linear %v, %d : f32[2, 272] named "squeeze" decision {format="bf16", rule="large-gate", reason="its few results multiply whole channels, where no later sum averages an error out; its weights are too many for F32", granularity="", policy="", sqnr_db=53.18, sqnr_e4m3_db=29.23, sqnr_e5m2_db=24.89, sqnr_bf16_db=53.18, what_if_e3m4_db=34.48, what_if_e2m5_db=29.18, what_if_int8_db=23.88, macs=557056}
  %r = Relu %q : f32[2, 272]
  %s = Linear %r, %e : f32[2, 1024] named "excite" decision {format="bf16", rule="large-gate", reason="its few results multiply whole channels, where no later sum averages an error out; its weights are too many for F32", granularity="", policy="", macs=557056}
  %g = Sigmoid %s : f32[2, 1024]
  %t = Reshape %g, %back : f32[2, 1024, 1, 1]
  %y = Mul %t, %x : f32[2, 1024, 4, 4]
  out %y
}
