# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Many taps of few channels: padding is a node of its own, and a row of taps has whole panels.
# A square may be wider than a panel.
graph g opset 20 {
  in    %x : bf16[1, 16, 5, 9]
  const %w : bf16[16, 16, 3, 11] = random(1)
  const %v : bf16[16, 16, 3, 3] = random(2)
  in    %f : f32[1, 4, 24, 24]
  const %u : f32[16, 4, 8, 8] = random(3)
  %y = Conv %x, %w {kernel_shape=[3, 11], pads=[1, 5, 1, 5]} : f32[1, 16, 5, 9]
  %z = Conv %x, %v {kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[1, 16, 5, 9]
  %s = Conv %f, %u {strides=[4, 4]} : f32[1, 16, 5, 5]
  out %y
  out %z
  out %s
}
----
graph g opset 20 {
  in %x : bf16[1, 16, 5, 9]
  in %f : f32[1, 4, 24, 24]
  const %w.squares : bf16[16, 3, 12, 16] = blob(0)
  const %v.channels_last : bf16[16, 3, 3, 16] = blob(1)
  const %u.squares : f32[16, 2, 2, 64] = blob(2)
  %x.squares = Squares %x {channels=16, pads=[1, 5, 1, 6], step=1} : bf16[1, 7, 20, 16] from "y"
  %y.channels_last = Conv %x.squares, %w.squares {channels_last=1, kernel_shape=[3, 12], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 5, 9, 16] named "y"
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[1, 5, 9, 16] from nothing
  %z.channels_last = Conv %x.channels_last, %v.channels_last {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[1, 5, 9, 16] named "z"
  %f.squares = Squares %f {channels=4, pads=[0, 0, 0, 0], step=4} : f32[1, 6, 6, 64] from "s"
  %s.channels_last = Conv %f.squares, %u.squares {channels_last=1, kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 5, 5, 16] named "s"
  %y = Transpose %y.channels_last {perm=[0, 3, 1, 2]} : f32[1, 16, 5, 9] named "y.channels_first" from "y"
  %z = Transpose %z.channels_last {perm=[0, 3, 1, 2]} : f32[1, 16, 5, 9] named "z.channels_first" from "z"
  %s = Transpose %s.channels_last {perm=[0, 3, 1, 2]} : f32[1, 16, 5, 5] named "s.channels_first" from "s"
  out %y
  out %z
  out %s
}
