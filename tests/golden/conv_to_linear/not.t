# passes: conv-to-linear
# Groups, overlap, a rest at the edge, and dimensions that are not known stay convolutions.
graph g opset 20 {
  in    %x : f32[2, 4, 8, 8]
  in    %z : f32[2, 4, h, 8]
  const %w : f32[4, 2, 2, 2] = random(1)
  const %v : f32[4, 4, 2, 2] = random(2)
  const %u : f32[4, 4, 3, 3] = random(3)
  %a = Conv %x, %w {group=2, kernel_shape=[2, 2], strides=[2, 2]} : f32[2, 4, 4, 4]
  %b = Conv %x, %v {kernel_shape=[2, 2]} : f32[2, 4, 7, 7]
  %c = Conv %x, %u {kernel_shape=[3, 3], strides=[3, 3]} : f32[2, 4, 2, 2]
  %d = Conv %z, %v {kernel_shape=[2, 2], strides=[2, 2]} : f32[2, 4, i, 4]
  out %a
  out %b
  out %c
  out %d
}
----
graph g opset 20 {
  in %x : f32[2, 4, 8, 8]
  in %z : f32[2, 4, h, 8]
  const %w : f32[4, 2, 2, 2] = random(1)
  const %v : f32[4, 4, 2, 2] = random(2)
  const %u : f32[4, 4, 3, 3] = random(3)
  %a = Conv %x, %w {group=2, kernel_shape=[2, 2], strides=[2, 2]} : f32[2, 4, 4, 4]
  %b = Conv %x, %v {kernel_shape=[2, 2]} : f32[2, 4, 7, 7]
  %c = Conv %x, %u {kernel_shape=[3, 3], strides=[3, 3]} : f32[2, 4, 2, 2]
  %d = Conv %z, %v {kernel_shape=[2, 2], strides=[2, 2]} : f32[2, 4, i, 4]
  out %a
  out %b
  out %c
  out %d
}
