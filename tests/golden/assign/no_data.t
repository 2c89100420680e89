# passes: assign
# set: precision=auto
# Without samples nothing is FP8, and the reason says so.
graph g opset 18 {
  in    %x : f32[8, 32]
  const %a : f32[32, 32] = random(1)
  %p = Linear %x, %a : f32[8, 32]
  out %p
}
----
graph g opset 18 {
  in %x : f32[8, 32]
  const %a : f32[32, 32] = random(1)
  %p = Linear %x, %a : f32[8, 32] decision {format="bf16", rule="no-data", reason="without calibration data its activations have no scale", granularity="", policy="", macs=8192}
  out %p
}
