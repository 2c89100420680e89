# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Norms of groups of channels, and of each, follow; their gain and bias are as they were.
graph g opset 22 {
  in    %x : bf16[2, 16, 6, 5]
  const %w : bf16[16, 16, 3, 3] = random(1)
  const %g : f32[16] = random(2)
  const %b : f32[16] = random(3)
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  region norm {
    %n = GroupNormalization %a, %g, %b {num_groups=4} : f32[2, 16, 6, 5]
    %s = Swish %n : f32[2, 16, 6, 5]
    %c = Cast %s {to=16} : bf16[2, 16, 6, 5]
  }
  %d = Conv %c, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %i = InstanceNormalization %d, %g, %b : f32[2, 16, 6, 5]
  out %i
}
----
graph g opset 22 {
  in %x : bf16[2, 16, 6, 5]
  const %w.channels_last : bf16[16, 3, 3, 16] = blob(0)
  const %g : f32[16] = random(2)
  const %b : f32[16] = random(3)
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[2, 6, 5, 16] from nothing
  %a.channels_last = Conv %x.channels_last, %w.channels_last {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16] named "a"
  region norm {
    %n.channels_last = GroupNormalization %a.channels_last, %g, %b {channels_last=1, num_groups=4} : f32[2, 6, 5, 16] named "n"
    %s.channels_last = Swish %n.channels_last : f32[2, 6, 5, 16] named "s"
    %c.channels_last = Cast %s.channels_last {to=16} : bf16[2, 6, 5, 16] named "c"
  }
  %d.channels_last = Conv %c.channels_last, %w.channels_last {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16] named "d"
  %i.channels_last = InstanceNormalization %d.channels_last, %g, %b {channels_last=1} : f32[2, 6, 5, 16] named "i"
  %i = Transpose %i.channels_last {perm=[0, 3, 1, 2]} : f32[2, 16, 6, 5] named "i.channels_first" from "i"
  out %i
}
