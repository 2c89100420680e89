# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Resizing names its axes; by sizes that data gives it stays.
graph g opset 20 {
  in    %x : bf16[2, 16, 6, 5]
  const %w : bf16[16, 16, 3, 3] = random(1)
  const %up : f32[4] = {1, 1, 2, 2}
  const %sizes : i64[2] = {7, 9}
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %r = Resize %a, _, %up {mode="nearest"} : f32[2, 16, 12, 10]
  %s = Relu %r : f32[2, 16, 12, 10]
  %l = Resize %s, _, _, %sizes {axes=[-1, 2], mode="linear"} : f32[2, 16, 9, 7]
  out %l
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 6, 5]
  const %w.channels_last : bf16[16, 3, 3, 16] = blob(0)
  const %up : f32[4] = {1, 1, 2, 2}
  const %sizes : i64[2] = {7, 9}
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[2, 6, 5, 16] from nothing
  %a.channels_last = Conv %x.channels_last, %w.channels_last {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16] named "a"
  %r.channels_last = Resize %a.channels_last, _, %up {axes=[0, 3, 1, 2]} : f32[2, 12, 10, 16] named "r"
  %s.channels_last = Relu %r.channels_last : f32[2, 12, 10, 16] named "s"
  %l.channels_last = Resize %s.channels_last, _, _, %sizes {axes=[2, 1], mode="linear"} : f32[2, 9, 7, 16] named "l"
  %l = Transpose %l.channels_last {perm=[0, 3, 1, 2]} : f32[2, 16, 9, 7] named "l.channels_first" from "l"
  out %l
}
