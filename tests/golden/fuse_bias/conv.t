# passes: fuse-bias
graph g opset 17 {
  in    %x : f32[1, 2, 3, 3]
  const %w : f32[2, 2, 1, 1] = {1, 2, 3, 4}
  const %b : f32[1, 2, 1, 1] = {0.5, -0.5}
  const %wrong : f32[3] = {1, 2, 3}
  %c = Conv %x, %w {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %y = Add %c, %b : f32[1, 2, 3, 3]
  %d = Conv %y, %w {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %z = Add %d, %wrong : f32[1, 2, 3, 3]
  out %z
}
----
graph g opset 17 {
  in %x : f32[1, 2, 3, 3]
  const %w : f32[2, 2, 1, 1] = {1, 2, 3, 4}
  const %b.bias : f32[2] = {0.5, -0.5}
  const %wrong : f32[3] = {1, 2, 3}
  %y = Conv %x, %w, %b.bias {kernel_shape=[1, 1]} : f32[1, 2, 3, 3] named "c" from "c", "y"
  %d = Conv %y, %w {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %z = Add %d, %wrong : f32[1, 2, 3, 3]
  out %z
}
