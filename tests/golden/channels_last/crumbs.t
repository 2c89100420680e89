# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Many taps of few channels: padding is a node of its own, and a row of taps has whole panels.
graph g opset 20 {
  in    %x : bf16[1, 16, 5, 9]
  const %w : bf16[16, 16, 3, 11] = random(1)
  const %v : bf16[16, 16, 3, 3] = random(2)
  %y = Conv %x, %w {kernel_shape=[3, 11], pads=[1, 5, 1, 5]} : f32[1, 16, 5, 9]
  %z = Conv %x, %v {kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[1, 16, 5, 9]
  out %y
  out %z
}
----
graph g opset 20 {
  in %x : bf16[1, 16, 5, 9]
  const %w.squares : bf16[16, 3, 12, 16] = blob(0)
  const %v.channels_last : bf16[16, 3, 3, 16] = blob(1)
  %x.squares = Squares %x {channels=16, pads=[1, 5, 1, 6], step=1} : bf16[1, 7, 20, 16] from "y"
  %y = Conv %x.squares, %w.squares {channels_last=1, kernel_shape=[3, 12], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 5, 9, 16]
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[1, 5, 9, 16] from nothing
  %z = Conv %x.channels_last, %v.channels_last {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[1, 5, 9, 16]
  %y.channels_first = Transpose %y {perm=[0, 3, 1, 2]} : f32[1, 16, 5, 9] from "y"
  %z.channels_first = Transpose %z {perm=[0, 3, 1, 2]} : f32[1, 16, 5, 9] from "z"
  out %y.channels_first as "y"
  out %z.channels_first as "z"
}
