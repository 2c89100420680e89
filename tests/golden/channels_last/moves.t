# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Slices, Splits and Pads of images move them as well in the other order.
graph g opset 20 {
  in    %x : bf16[2, 16, 6, 5]
  const %w : bf16[16, 16, 3, 3] = random(1)
  const %v : f32[8, 1, 3, 3] = random(2)
  const %u : f32[12, 12, 1, 1] = random(3)
  const %begin : i64[2] = {2, 1}
  const %end : i64[2] = {14, 6}
  const %axes : i64[2] = {-3, 2}
  const %two : i64[2] = {8, 8}
  const %pads : i64[8] = {0, 0, 1, 0, 0, 0, 0, 2}
  const %few : i64[4] = {1, 0, 1, 2}
  const %names : i64[2] = {3, 2}
  const %zero : f32[] = {0}
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %s = Slice %a, %begin, %end, %axes : f32[2, 12, 5, 5]
  %c = Conv %s, %u : f32[2, 12, 5, 5]
  %d, %e = Split %a, %two {axis=1} : f32[2, 8, 6, 5], f32[2, 8, 6, 5]
  %p = Pad %d, %pads : f32[2, 8, 7, 7]
  %q = Conv %p, %v {group=8} : f32[2, 8, 5, 5]
  %r = Pad %e, %few, %zero, %names {mode="reflect"} : f32[2, 8, 8, 7]
  %t = Conv %r, %v {group=8} : f32[2, 8, 6, 5]
  out %c
  out %q
  out %t
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 6, 5]
  const %w.channels_last : bf16[16, 3, 3, 16] = blob(0)
  const %begin : i64[2] = {2, 1}
  const %end : i64[2] = {14, 6}
  const %v23 : i64[2] = {3, 1}
  const %u : f32[12, 12, 1, 1] = random(3)
  const %two : i64[2] = {8, 8}
  const %v25 : i64[8] = {0, 1, 0, 0, 0, 0, 2, 0}
  const %v.channels_last : f32[8, 3, 3, 1] = random(2)
  const %v27 : i64[8] = {0, 0, 1, 0, 0, 2, 1, 0}
  const %zero : f32[] = {0}
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[2, 6, 5, 16] from nothing
  %a.channels_last = Conv %x.channels_last, %w.channels_last {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16] named "a"
  %s.channels_last = Slice %a.channels_last, %begin, %end, %v23 : f32[2, 5, 5, 12] named "s"
  %s = Transpose %s.channels_last {perm=[0, 3, 1, 2]} : f32[2, 12, 5, 5] named "s.channels_first" from "s"
  %c = Conv %s, %u : f32[2, 12, 5, 5]
  %d.channels_last, %e.channels_last = Split %a.channels_last, %two {axis=3} : f32[2, 6, 5, 8], f32[2, 6, 5, 8] named "d"
  %p.channels_last = Pad %d.channels_last, %v25 : f32[2, 7, 7, 8] named "p"
  %q.channels_last = Conv %p.channels_last, %v.channels_last {channels_last=1, group=8} : f32[2, 5, 5, 8] named "q"
  %r.channels_last = Pad %e.channels_last, %v27, %zero, _ {mode="reflect"} : f32[2, 8, 7, 8] named "r"
  %t.channels_last = Conv %r.channels_last, %v.channels_last {channels_last=1, group=8} : f32[2, 6, 5, 8] named "t"
  %q = Transpose %q.channels_last {perm=[0, 3, 1, 2]} : f32[2, 8, 5, 5] named "q.channels_first" from "q"
  %t = Transpose %t.channels_last {perm=[0, 3, 1, 2]} : f32[2, 8, 6, 5] named "t.channels_first" from "t"
  out %c
  out %q
  out %t
}
