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
    %a = Conv %x.channels_last, %w1.channels_last, %b1 {channels_last=1, kernel_shape=[1, 1]} : f32[2, 6, 5, 16]
    %r = Relu %a : f32[2, 6, 5, 16]
    %q = Quantize %r : e4m3@0.05[2, 6, 5, 16]
  }
  region conv {
    %b = Conv %q, %w2.channels_last {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 3, 3, 16]
    %t = Add %b, %table.channels_last : f32[2, 3, 3, 16]
    %c = Quantize %t : e4m3@0.5[2, 3, 3, 16]
  }
  %d = Conv %c, %w3.channels_last {channels_last=1} : f32[2, 3, 3, 32]
  %e = Mul %d, %gain.channels_last : f32[2, 3, 3, 32]
  %p = MaxPool %e {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[2, 3, 3, 32]
  %m = ReduceMean %p, %v27 : f32[2, 1, 1, 32]
  %m.channels_first = Transpose %m {perm=[0, 3, 1, 2]} : f32[2, 32, 1, 1] from "m"
  %y = Reshape %m.channels_first, %flat : f32[2, 32]
  %e.channels_first = Transpose %e {perm=[0, 3, 1, 2]} : f32[2, 32, 3, 3] from "e"
  out %y
  out %e.channels_first as "e"
}
