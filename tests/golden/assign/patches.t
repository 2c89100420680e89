# passes: conv-to-linear, assign
# set: precision=auto, gpu=1
# stats: %v7 amax=4
# evaluate: off
# A convolution over patches of raw input stays BF16 as Linear too.
graph g opset 20 {
  in    %x : f32[2, 3, 32, 32]
  const %w : f32[32, 3, 16, 16] = random(1)
  %y = Conv %x, %w {kernel_shape=[16, 16], strides=[16, 16]} : f32[2, 32, 2, 2]
  out %y
}
----
graph g opset 20 {
  in %x : f32[2, 3, 32, 32]
  const %v3 : i64[6] = {0, 3, 2, 16, 2, 16}
  const %v6 : i64[3] = {0, 4, 768}
  const %w.nk : f32[32, 768] = blob(0)
  const %v11 : i64[4] = {0, 32, 2, 2}
  %v4 = Reshape %x, %v3 : f32[2, 3, 2, 16, 2, 16] from "y"
  %v5 = Transpose %v4 {perm=[0, 2, 4, 1, 3, 5]} : f32[2, 2, 2, 3, 16, 16] from "y"
  %v7 = Reshape %v5, %v6 : f32[2, 4, 768] from "y"
  %y.1 = Linear %v7, %w.nk : f32[2, 4, 32] named "y" decision {format="bf16", rule="first-conv", reason="a convolution of at most 4 channels reads raw input: little work, and every later layer sees its error", granularity="", policy="", sqnr_db=52.73, sqnr_e4m3_db=29.22, sqnr_e5m2_db=24.94, sqnr_bf16_db=52.73, macs=196608}
  %v10 = Transpose %y.1 {perm=[0, 2, 1]} : f32[2, 32, 4] from "y"
  %y = Reshape %v10, %v11 : f32[2, 32, 2, 2]
  out %y
}
