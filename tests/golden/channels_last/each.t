# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Filters of single channels are a reason of their own, unless they or their channels are few.  Several filters of a channel read it several times over.
graph g opset 20 {
  in    %x : bf16[2, 8, 6, 5]
  in    %y : bf16[2, 4, 6, 5]
  const %w : f32[16, 1, 3, 3] = random(1)
  const %v : f32[16, 1, 5, 5] = random(2)
  const %u : f32[4, 1, 3, 3] = random(3)
  %a = Conv %x, %w {group=8, pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %b = Conv %x, %v {group=8, pads=[2, 2, 2, 2]} : f32[2, 16, 6, 5]
  %c = Add %a, %b : f32[2, 16, 6, 5]
  %d = Conv %y, %u {group=4, pads=[1, 1, 1, 1]} : f32[2, 4, 6, 5]
  out %c
  out %d
}
----
graph g opset 20 {
  in %x : bf16[2, 8, 6, 5]
  in %y : bf16[2, 4, 6, 5]
  const %v11 : i64[5] = {2, 6, 5, 8, 1}
  const %v13 : i64[5] = {2, 6, 5, 8, 2}
  const %v15 : i64[4] = {2, 6, 5, 16}
  const %w.channels_last : f32[16, 3, 3, 1] = random(1)
  const %v.channels_last : f32[16, 5, 5, 1] = random(2)
  const %u : f32[4, 1, 3, 3] = random(3)
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[2, 6, 5, 8] from nothing
  %v12 = Reshape %x.channels_last, %v11 : bf16[2, 6, 5, 8, 1] from "a"
  %v14 = Expand %v12, %v13 : bf16[2, 6, 5, 8, 2] from "a"
  %x.channels_last.repeated = Reshape %v14, %v15 : bf16[2, 6, 5, 16] from "a"
  %a.channels_last = Conv %x.channels_last.repeated, %w.channels_last {channels_last=1, group=16, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16] named "a"
  %b.channels_last = Conv %x.channels_last.repeated, %v.channels_last {channels_last=1, group=16, pads=[2, 2, 2, 2]} : f32[2, 6, 5, 16] named "b"
  %c.channels_last = Add %a.channels_last, %b.channels_last : f32[2, 6, 5, 16] named "c"
  %d = Conv %y, %u {group=4, pads=[1, 1, 1, 1]} : f32[2, 4, 6, 5]
  %c = Transpose %c.channels_last {perm=[0, 3, 1, 2]} : f32[2, 16, 6, 5] named "c.channels_first" from "c"
  out %c
  out %d
}
