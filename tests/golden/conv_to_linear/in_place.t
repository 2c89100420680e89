# passes: conv-to-linear
# set: gpu=1
# Patches of many channels, which kernels of convolutions find in the image by themselves, stay where it was not made of tokens.
graph g opset 20 {
  in    %x : f32[batch, 16, 4, 6]
  const %w : f32[8, 16, 2, 2] = random(1)
  %y = Conv %x, %w {strides=[2, 2]} : f32[batch, 8, 2, 3]
  %t = Transpose %x {perm=[0, 2, 3, 1]} : f32[batch, 4, 6, 16]
  out %y
  out %t
}
----
graph g opset 20 {
  in %x : f32[batch, 16, 4, 6]
  const %w : f32[8, 16, 2, 2] = random(1)
  %y = Conv %x, %w {strides=[2, 2]} : f32[batch, 8, 2, 3]
  %t = Transpose %x {perm=[0, 2, 3, 1]} : f32[batch, 4, 6, 16]
  out %y
  out %t
}
