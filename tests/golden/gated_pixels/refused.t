# passes: gated-pixels
# set: precision=bf16, gpu=1
# Where the targets find the library and a kernel behind it faster.
graph g opset 20 {
  in    %x : f32[batch, 16, 6, 5]
  const %w : f32[32, 16, 1, 1] = random(1)
  %c = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g, %u = Split %c {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %y = Mul %g, %u : f32[batch, 16, 6, 5]
  out %y
}
----
graph g opset 20 {
  in %x : f32[batch, 16, 6, 5]
  const %w : f32[32, 16, 1, 1] = random(1)
  %c = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g, %u = Split %c {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %y = Mul %g, %u : f32[batch, 16, 6, 5]
  out %y
}
