# passes: channels-last
# set: gpu=1, channels_last=1
# tolerance: 1e-5
# Three channels become as many as a kernel takes, and rows are padded with them where a row of taps fits into a panel.
graph g opset 23 {
  in    %x : bf16[1, 10, 2, 4, 5]
  const %w : bf16[16, 10, 1, 3, 2] = random(1)
  %a = Conv %x, %w {pads=[0, 1, 1, 0, 1, 0]} : f32[1, 16, 2, 4, 5]
  out   %a
}
----
graph g opset 23 {
  in %x : bf16[1, 10, 2, 4, 5]
  const %v5 : i64[10] = {0, 0, 0, 1, 0, 0, 0, 0, 0, 6}
  const %w.channels_last.wider : bf16[16, 1, 3, 2, 16] = blob(0)
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 4, 1]} : bf16[1, 2, 4, 5, 10] from nothing
  %x.channels_last.wider = Pad %x.channels_last, %v5 : bf16[1, 2, 4, 6, 16] from "a"
  %a.channels_last = Conv %x.channels_last.wider, %w.channels_last.wider {channels_last=1, pads=[0, 1, 0, 0, 1, 0]} : f32[1, 2, 4, 5, 16] named "a"
  %a = Transpose %a.channels_last {perm=[0, 4, 1, 2, 3]} : f32[1, 16, 2, 4, 5] named "a.channels_first" from "a"
  out %a
}
