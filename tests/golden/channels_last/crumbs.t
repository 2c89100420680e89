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
  %y = Conv %x.squares, %w.squares {channels_last=1, kernel_shape=[3, 12], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 5, 9, 16]
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[1, 5, 9, 16] from nothing
  %z = Conv %x.channels_last, %v.channels_last {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[1, 5, 9, 16]
  %f.squares = Squares %f {channels=4, pads=[0, 0, 0, 0], step=4} : f32[1, 6, 6, 64] from "s"
  %s = Conv %f.squares, %u.squares {channels_last=1, kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 5, 5, 16]
  %y.channels_first = Transpose %y {perm=[0, 3, 1, 2]} : f32[1, 16, 5, 9] from "y"
  %z.channels_first = Transpose %z {perm=[0, 3, 1, 2]} : f32[1, 16, 5, 9] from "z"
  %s.channels_first = Transpose %s {perm=[0, 3, 1, 2]} : f32[1, 16, 5, 5] from "s"
  out %y.channels_first as "y"
  out %z.channels_first as "z"
  out %s.channels_first as "s"
}
