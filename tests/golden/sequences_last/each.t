# passes: sequences-last
# set: channels_last=1
# tolerance: 2e-6
# Filters of single channels along a sequence; Transposes that meet are gone.  Few channels, several filters of a channel and what is no chain stay.
graph g opset 20 {
  in    %x : bf16[2, 8, 20]
  in    %t : bf16[2, 20, 8]
  in    %r : f32[2, 8, 20]
  const %w : f32[8, 1, 3] = random(1)
  const %b : f32[8] = random(2)
  const %v : f32[16, 1, 3] = random(3)
  const %slope : f32[1, 1] = {0.1}
  region conv {
    %a = Conv %x, %w, %b {dilations=[2], group=8, pads=[2, 2]} : f32[2, 8, 20]
    %p = PRelu %a, %slope : f32[2, 8, 20]
    %c = Cast %p {to=16} : bf16[2, 8, 20]
  }
  %f = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %d = Conv %f, %w {group=8} : f32[2, 8, 18]
  %e = Transpose %d {perm=[0, 2, 1]} : f32[2, 18, 8]
  %h = Relu %e : f32[2, 18, 8]
  %i = Conv %x, %v {group=8} : f32[2, 16, 18]
  region conv {
    %j = Conv %x, %w {group=8, pads=[1, 1]} : f32[2, 8, 20]
    %k = Add %j, %r : f32[2, 8, 20]
  }
  out %c
  out %h
  out %i
  out %k
}
----
graph g opset 20 {
  in %x : bf16[2, 8, 20]
  in %t : bf16[2, 20, 8]
  in %r : f32[2, 8, 20]
  const %w.channels_last : f32[8, 3, 1] = random(1)
  const %b : f32[8] = random(2)
  const %slope : f32[1, 1] = {0.1}
  const %w.channels_last.1 : f32[8, 3, 1] = random(1)
  const %v : f32[16, 1, 3] = random(3)
  const %w : f32[8, 1, 3] = random(1)
  %v18 = Transpose %x {perm=[0, 2, 1]} : bf16[2, 20, 8] from "a"
  region conv {
    %a = Conv %v18, %w.channels_last, %b {channels_last=1, dilations=[2], group=8, pads=[2, 2]} : f32[2, 20, 8]
    %p = PRelu %a, %slope : f32[2, 20, 8]
    %c.channels_last = Cast %p {to=16} : bf16[2, 20, 8] named "c"
  }
  %c = Transpose %c.channels_last {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %d.channels_last = Conv %t, %w.channels_last.1 {channels_last=1, group=8} : f32[2, 18, 8] named "d"
  %h = Relu %d.channels_last : f32[2, 18, 8]
  %i = Conv %x, %v {group=8} : f32[2, 16, 18]
  region conv {
    %j = Conv %x, %w {group=8, pads=[1, 1]} : f32[2, 8, 20]
    %k = Add %j, %r : f32[2, 8, 20]
  }
  out %c
  out %h
  out %i
  out %k
}
