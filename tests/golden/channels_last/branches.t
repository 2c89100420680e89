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
  %a = Conv %x.channels_last, %w.channels_last {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 16]
  %m = ReduceMean %a, %v15 : f32[2, 1, 1, 16]
  %s = Sigmoid %m : f32[2, 1, 1, 16]
  %g = Mul %a, %s : f32[2, 6, 5, 16]
  %c = Concat %g, %x.channels_last, %a {axis=3} : f32[2, 6, 5, 48]
  %h = HardSwish %c : f32[2, 6, 5, 48]
  %h.channels_first = Transpose %h {perm=[0, 3, 1, 2]} : f32[2, 48, 6, 5] from "h"
  %d = Conv %h.channels_first, %v {group=16} : f32[2, 48, 6, 5]
  %u = Softmax %h.channels_first {axis=1} : f32[2, 48, 6, 5]
  %p = AveragePool %h {channels_last=1, kernel_shape=[2, 2]} : f32[2, 5, 4, 48]
  %p.channels_first = Transpose %p {perm=[0, 3, 1, 2]} : f32[2, 48, 5, 4] from "p"
  out %d
  out %u
  out %p.channels_first as "p"
}
