# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Channels dealt out anew to groups: the same along the last axis.  A shuffle that somebody else reads from stays.
graph g opset 20 {
  in    %x : bf16[2, 16, 6, 5]
  const %w : bf16[16, 16, 1, 1] = random(1)
  const %v : f32[16, 1, 3, 3] = random(2)
  const %groups : i64[5] = {2, 2, 8, 6, 5}
  const %whole : i64[4] = {2, 16, 6, 5}
  %a = Conv %x, %w : f32[2, 16, 6, 5]
  %b = Reshape %a, %groups : f32[2, 2, 8, 6, 5]
  %c = Transpose %b {perm=[0, 2, 1, 3, 4]} : f32[2, 8, 2, 6, 5]
  %d = Reshape %c, %whole : f32[2, 16, 6, 5]
  %e = Conv %d, %v {group=16, pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %f = Reshape %e, %groups : f32[2, 2, 8, 6, 5]
  %g = Transpose %f {perm=[0, 2, 1, 3, 4]} : f32[2, 8, 2, 6, 5]
  %h = Reshape %g, %whole : f32[2, 16, 6, 5]
  out %h
  out %f
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 6, 5]
  const %w.channels_last : bf16[16, 1, 1, 16] = random(1)
  const %v15 : i64[5] = {2, 6, 5, 2, 8}
  const %v18 : i64[4] = {2, 6, 5, 16}
  const %v.channels_last : f32[16, 3, 3, 1] = random(2)
  const %groups : i64[5] = {2, 2, 8, 6, 5}
  const %whole : i64[4] = {2, 16, 6, 5}
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[2, 6, 5, 16] from nothing
  %a.channels_last = Conv %x.channels_last, %w.channels_last {channels_last=1} : f32[2, 6, 5, 16] named "a"
  %v16 = Reshape %a.channels_last, %v15 : f32[2, 6, 5, 2, 8] from "d"
  %v17 = Transpose %v16 {perm=[0, 1, 2, 4, 3]} : f32[2, 6, 5, 8, 2] from "c"
  %d.channels_last = Reshape %v17, %v18 : f32[2, 6, 5, 16] named "d"
  %e.channels_last = Conv %d.channels_last, %v.channels_last {channels_last=1, group=16, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16] named "e"
  %e = Transpose %e.channels_last {perm=[0, 3, 1, 2]} : f32[2, 16, 6, 5] named "e.channels_first" from "e"
  %f = Reshape %e, %groups : f32[2, 2, 8, 6, 5]
  %g = Transpose %f {perm=[0, 2, 1, 3, 4]} : f32[2, 8, 2, 6, 5]
  %h = Reshape %g, %whole : f32[2, 16, 6, 5]
  out %h
  out %f
}
