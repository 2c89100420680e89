# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# What stands between convolutions follows them; the order changes at the graph's ends alone.
graph g opset 20 {
  in    %x : e4m3@0.02[2, 32, 6, 5]
  const %w1 : e4m3@0.01[16, 32, 1, 1] = random(1)
  const %b1 : f32[16] = random(2)
  const %s : f32[16] = random(3)
  const %w2 : e4m3@%s/0[16, 16, 3, 3] = random(4)
  const %w3 : e4m3@0.01[32, 16, 1, 1] = random(5)
  const %gain : f32[32, 1, 1] = random(6)
  const %table : f32[1, 16, 3, 3] = random(7)
  region conv {
    %a = Conv %x, %w1, %b1 {kernel_shape=[1, 1]} : f32[2, 16, 6, 5]
    %r = Relu %a : f32[2, 16, 6, 5]
    %q = Quantize %r : e4m3@0.05[2, 16, 6, 5]
  }
  region conv {
    %b = Conv %q, %w2 {kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 16, 3, 3]
    %t = Add %b, %table : f32[2, 16, 3, 3]
    %c = Quantize %t : e4m3@0.5[2, 16, 3, 3]
  }
  %d = Conv %c, %w3 : f32[2, 32, 3, 3]
  %e = Mul %d, %gain : f32[2, 32, 3, 3]
  %p = MaxPool %e {kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[2, 32, 3, 3]
  const %axes : i64[2] = {2, 3}
  %m = ReduceMean %p, %axes : f32[2, 32, 1, 1]
  const %flat : i64[2] = {2, 32}
  %y = Reshape %m, %flat : f32[2, 32]
  out %y
  out %e
}
----
graph g opset 20 {
  in %x : e4m3@0.02[2, 32, 6, 5]
  const %w1.channels_last : e4m3@0.01[16, 1, 1, 32] = random(1)
  const %b1 : f32[16] = random(2)
  const %s : f32[16] = random(3)
  const %w2.channels_last : e4m3@%s/0[16, 3, 3, 16] = blob(0)
  const %table.channels_last : f32[1, 3, 3, 16] = blob(1)
  const %w3.channels_last : e4m3@0.01[32, 1, 1, 16] = random(5)
  const %gain.channels_last : f32[1, 1, 1, 32] = random(6)
  const %v27 : i64[2] = {1, 2}
  const %flat : i64[2] = {2, 32}
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : e4m3@0.02[2, 6, 5, 32] from nothing
  region conv {
    %a.channels_last = Conv %x.channels_last, %w1.channels_last, %b1 {channels_last=1, kernel_shape=[1, 1]} : f32[2, 6, 5, 16] named "a"
    %r.channels_last = Relu %a.channels_last : f32[2, 6, 5, 16] named "r"
    %q.channels_last = Quantize %r.channels_last : e4m3@0.05[2, 6, 5, 16] named "q"
  }
  region conv {
    %b.channels_last = Conv %q.channels_last, %w2.channels_last {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 3, 3, 16] named "b"
    %t.channels_last = Add %b.channels_last, %table.channels_last : f32[2, 3, 3, 16] named "t"
    %c.channels_last = Quantize %t.channels_last : e4m3@0.5[2, 3, 3, 16] named "c"
  }
  %d.channels_last = Conv %c.channels_last, %w3.channels_last {channels_last=1} : f32[2, 3, 3, 32] named "d"
  %e.channels_last = Mul %d.channels_last, %gain.channels_last : f32[2, 3, 3, 32] named "e"
  %p.channels_last = MaxPool %e.channels_last {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[2, 3, 3, 32] named "p"
  %m.channels_last = ReduceMean %p.channels_last, %v27 : f32[2, 1, 1, 32] named "m"
  %m = Transpose %m.channels_last {perm=[0, 3, 1, 2]} : f32[2, 32, 1, 1] named "m.channels_first" from "m"
  %y = Reshape %m, %flat : f32[2, 32]
  %e = Transpose %e.channels_last {perm=[0, 3, 1, 2]} : f32[2, 32, 3, 3] named "e.channels_first" from "e"
  out %y
  out %e
}
