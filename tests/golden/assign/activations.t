# passes: assign
# set: precision=auto, gpu=1
# stats: %x amax=4
# stats: %y amax=4
# evaluate: off
# A GPU's FP8 product wants k contiguous: a product of two activations stays BF16, even where FP8 is asked for.
graph g opset 18 {
  in    %x : f32[2, 4, 32, 32]
  in    %y : f32[2, 4, 32, 32]
  %p = MatMul %x, %y : f32[2, 4, 32, 32]
  out %p
}
----
graph g opset 18 {
  in %x : f32[2, 4, 32, 32]
  in %y : f32[2, 4, 32, 32]
  %p = MatMul %x, %y : f32[2, 4, 32, 32] decision {format="bf16", rule="activations", reason="the target's FP8 product wants k contiguous in both operands, which only stored weights promise", granularity="", policy="", sqnr_db=53.61, sqnr_e4m3_db=28.72, sqnr_e5m2_db=24.74, sqnr_bf16_db=53.61, macs=262144}
  out %p
}
