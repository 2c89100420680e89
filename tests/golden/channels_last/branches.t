# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# A gate follows as a view; what stays reads the usual order, made once; concatenation moves its axis.
graph g opset 20 {
  in    %x : bf16[2, 16, 6, 5]
  const %w : bf16[16, 16, 3, 3] = random(1)
  const %v : f32[48, 3, 1, 1] = random(2)
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  const %axes : i64[2] = {-1, -2}
  %m = ReduceMean %a, %axes : f32[2, 16, 1, 1]
  %s = Sigmoid %m : f32[2, 16, 1, 1]
  %g = Mul %a, %s : f32[2, 16, 6, 5]
  %c = Concat %g, %x, %a {axis=1} : f32[2, 48, 6, 5]
  %h = HardSwish %c : f32[2, 48, 6, 5]
  %d = Conv %h, %v {group=16} : f32[2, 48, 6, 5]
  %u = Softmax %h {axis=1} : f32[2, 48, 6, 5]
  %p = AveragePool %h {kernel_shape=[2, 2]} : f32[2, 48, 5, 4]
  out %d
  out %u
  out %p
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 6, 5]
  const %w.channels_last : bf16[16, 3, 3, 16] = blob(0)
  const %v15 : i64[2] = {1, 2}
  const %v : f32[48, 3, 1, 1] = random(2)
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[2, 6, 5, 16] from nothing
  %a.channels_last = Conv %x.channels_last, %w.channels_last {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16] named "a"
  %m.channels_last = ReduceMean %a.channels_last, %v15 : f32[2, 1, 1, 16] named "m"
  %s.channels_last = Sigmoid %m.channels_last : f32[2, 1, 1, 16] named "s"
  %g.channels_last = Mul %a.channels_last, %s.channels_last : f32[2, 6, 5, 16] named "g"
  %c.channels_last = Concat %g.channels_last, %x.channels_last, %a.channels_last {axis=3} : f32[2, 6, 5, 48] named "c"
  %h.channels_last = HardSwish %c.channels_last : f32[2, 6, 5, 48] named "h"
  %h = Transpose %h.channels_last {perm=[0, 3, 1, 2]} : f32[2, 48, 6, 5] named "h.channels_first" from "h"
  %d = Conv %h, %v {group=16} : f32[2, 48, 6, 5]
  %u = Softmax %h {axis=1} : f32[2, 48, 6, 5]
  %p.channels_last = AveragePool %h.channels_last {channels_last=1, kernel_shape=[2, 2]} : f32[2, 5, 4, 48] named "p"
  %p = Transpose %p.channels_last {perm=[0, 3, 1, 2]} : f32[2, 48, 5, 4] named "p.channels_first" from "p"
  out %d
  out %u
  out %p
}
