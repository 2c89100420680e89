# passes: fold-scales, calibrate, assign, insert-scales, store-types
# set: precision=f32
# stats: %x amax=4
graph g opset 18 {
  in    %x : f32[8, 32]
  const %a : f32[32, 32] = random(1)
  %p = Linear %x, %a : f32[8, 32]
  %r = Relu %p : f32[8, 32]
  out %r
}
----
graph g opset 18 {
  in %x : f32[8, 32]
  const %a : f32[32, 32] = random(1)
  %p = Linear %x, %a : f32[8, 32] decision {format="f32", rule="option", reason="--precision f32 changes no format", granularity="", policy="", macs=8192}
  %r = Relu %p : f32[8, 32]
  out %r
}
