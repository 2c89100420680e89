# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# The mean of each channel is one over the pixels; its factors are a view.
graph g opset 20 {
  in    %x : bf16[2, 16, 6, 5]
  const %w : bf16[16, 16, 3, 3] = random(1)
  const %v : f32[16, 16, 1, 1] = random(2)
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %m = GlobalAveragePool %a : f32[2, 16, 1, 1]
  %c = Conv %m, %v : f32[2, 16, 1, 1]
  %s = Sigmoid %c : f32[2, 16, 1, 1]
  %g = Mul %a, %s : f32[2, 16, 6, 5]
  out %g
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 6, 5]
  const %w.channels_last : bf16[16, 3, 3, 16] = blob(0)
  const %v10 : i64[2] = {1, 2}
  const %v.channels_last : f32[16, 1, 1, 16] = random(2)
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[2, 6, 5, 16] from nothing
  %a.channels_last = Conv %x.channels_last, %w.channels_last {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16] named "a"
  %m.channels_last = ReduceMean %a.channels_last, %v10 : f32[2, 1, 1, 16] named "m"
  %c.channels_last = Conv %m.channels_last, %v.channels_last {channels_last=1} : f32[2, 1, 1, 16] named "c"
  %s.channels_last = Sigmoid %c.channels_last : f32[2, 1, 1, 16] named "s"
  %g.channels_last = Mul %a.channels_last, %s.channels_last : f32[2, 6, 5, 16] named "g"
  %g = Transpose %g.channels_last {perm=[0, 3, 1, 2]} : f32[2, 16, 6, 5] named "g.channels_first" from "g"
  out %g
}
