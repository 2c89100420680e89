# passes: channels-last
# set: channels_last=1
# No convolution asks for it: nothing is turned.
graph g opset 20 {
  in    %x : f32[2, 8, 6, 5]
  const %w : f32[16, 8, 3, 3] = random(1)
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %r = Relu %a : f32[2, 16, 6, 5]
  %p = MaxPool %r {kernel_shape=[2, 2]} : f32[2, 16, 5, 4]
  out %p
}
----
graph g opset 20 {
  in %x : f32[2, 8, 6, 5]
  const %w : f32[16, 8, 3, 3] = random(1)
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %r = Relu %a : f32[2, 16, 6, 5]
  %p = MaxPool %r {kernel_shape=[2, 2]} : f32[2, 16, 5, 4]
  out %p
}
