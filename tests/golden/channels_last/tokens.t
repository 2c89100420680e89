# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Images made of tokens have their channels last: a filter a channel, resizing and pooling read them so.
graph g opset 20 {
  in    %x : bf16[2, 30, 16]
  in    %y : bf16[2, 6, 5, 16]
  const %w : bf16[16, 1, 3, 3] = random(1)
  const %image : i64[4] = {2, 16, 6, 5}
  const %tokens : i64[3] = {2, 16, 30}
  const %up : f32[4] = {1, 1, 2, 2}
  %t = Transpose %x {perm=[0, 2, 1]} : bf16[2, 16, 30]
  %v = Reshape %t, %image : bf16[2, 16, 6, 5]
  region conv {
    %c = Conv %v, %w {group=16, pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
    %g = Gelu %c : f32[2, 16, 6, 5]
  }
  %r = Reshape %g, %tokens : f32[2, 16, 30]
  %a = Transpose %r {perm=[0, 2, 1]} : f32[2, 30, 16]
  %u = Transpose %y {perm=[0, 3, 1, 2]} : bf16[2, 16, 6, 5]
  %s = Resize %u, _, %up {mode="nearest"} : bf16[2, 16, 12, 10]
  %n = Relu %v : bf16[2, 16, 6, 5]
  out %a
  out %s
  out %n
}
----
graph g opset 20 {
  in %x : bf16[2, 30, 16]
  in %y : bf16[2, 6, 5, 16]
  const %image : i64[4] = {2, 16, 6, 5}
  const %w.channels_last : bf16[16, 3, 3, 1] = random(1)
  const %tokens : i64[3] = {2, 16, 30}
  const %up : f32[4] = {1, 1, 2, 2}
  %t = Transpose %x {perm=[0, 2, 1]} : bf16[2, 16, 30]
  %v = Reshape %t, %image : bf16[2, 16, 6, 5]
  %v.channels_last = Transpose %v {perm=[0, 2, 3, 1]} : bf16[2, 6, 5, 16] from "v"
  region conv {
    %c.channels_last = Conv %v.channels_last, %w.channels_last {channels_last=1, group=16, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16] named "c"
    %g.channels_last = Gelu %c.channels_last : f32[2, 6, 5, 16] named "g"
  }
  %g = Transpose %g.channels_last {perm=[0, 3, 1, 2]} : f32[2, 16, 6, 5] named "g.channels_first" from "g"
  %r = Reshape %g, %tokens : f32[2, 16, 30]
  %a = Transpose %r {perm=[0, 2, 1]} : f32[2, 30, 16]
  %u = Transpose %y {perm=[0, 3, 1, 2]} : bf16[2, 16, 6, 5]
  %u.channels_last = Transpose %u {perm=[0, 2, 3, 1]} : bf16[2, 6, 5, 16] from "u"
  %s.channels_last = Resize %u.channels_last, _, %up {axes=[0, 3, 1, 2]} : bf16[2, 12, 10, 16] named "s"
  %n = Relu %v : bf16[2, 16, 6, 5]
  %s = Transpose %s.channels_last {perm=[0, 3, 1, 2]} : bf16[2, 16, 12, 10] named "s.channels_first" from "s"
  out %a
  out %s
  out %n
}
